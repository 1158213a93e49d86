"""The rulebooks as data, and the loader that reads, checks and links them."""
