"""What a reader could not settle by itself: faults, and questions with the spellings that would answer them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.records import NamedTuple
from say.drafts import Span


class Choice(NamedTuple):
    """One answer. ``spelling``: what is to stand in the place of the doubtful text, with ``{kind.value}`` for words of
    the table; ``about``: a text of its meaning.

    ``values`` fill that text in.
    """

    spelling: str
    about: str = ""
    values: Mapping[str, Any] = {}


class Trouble(NamedTuple):
    """Something at a place in the text. ``code`` names its wording in ``words/texts.yaml``; with ``choices`` it is a
    question.
    """

    span: Span
    code: str
    values: Mapping[str, Any] = {}
    choices: tuple[Choice, ...] = ()
