"""One module for each version, named by its number."""
