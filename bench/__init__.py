"""Benchmarks: ``python -m bench`` runs them all, ``python bench/bench_NAME.py`` one. No part of the installed product."""
