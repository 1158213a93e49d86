"""Tests, mirrored to the rooms; a package, so that tests.facts and facts are two different names."""
