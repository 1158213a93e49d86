"""Benchmarks: ``python -m bench`` runs them all, ``python bench/bench_NAME.py`` one. Not part of what is installed."""
