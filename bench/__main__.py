"""``python -m bench``: runs the benchmarks."""

from bench.run import main

raise SystemExit(main())
