"""The texts of shorthand that the command line prints."""

from __future__ import annotations

from say.tables import LANGUAGES, tables


def text_of(key: str, language: str) -> str:
    """A text of ``words/texts.yaml`` in a language, or in the nearest that a story is shown in."""
    return tables().texts[key][spoken(language)]


def spoken(language: str) -> str:
    """The language in which a story is shown back to somebody who asked for the ruling in this one."""
    if language in LANGUAGES:
        return language
    from explain.texts import nearest  # late: most stories are told in a language that is spoken here

    return next(other for other in nearest(language) if other in LANGUAGES)
