"""The texts of shorthand that the command line prints."""

from __future__ import annotations

from say.tables import tables


def text_of(key: str, language: str) -> str:
    """A text of ``words/texts.yaml`` in a language (en, ru)."""
    return tables().texts[key][language]
