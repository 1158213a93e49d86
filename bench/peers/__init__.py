"""Other programs that hold the same chapter, for benchmarks only. Nothing of the product may import from here."""
