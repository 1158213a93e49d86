"""Soaking: generated incidents, ruled by every engine and turned over in every way that must not change a ruling."""
