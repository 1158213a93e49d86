"""A strict reader of GIFT, written from Moodle's description of the format and of how it imports it.

It shares nothing with the writer. Where Moodle would take a sign for a mark of the format, so does this; where it would
quietly make something else of a question, this raises ValueError.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_PLACES = {sign: chr(0xE000 + at) for at, sign in enumerate(":#={}~")}
_BACKSLASH, _BREAK = "\ue010", "\ue011"
_WEIGHT = re.compile(r"%(-?\d{1,3}(?:\.\d+)?)%")


class Choice(NamedTuple):
    """An answer: how much it is worth in percent, its text and what is said about it, both as HTML."""

    worth: float
    text: str
    feedback: str


class Question(NamedTuple):
    """A question. ``pairs``: of a matching question. ``number`` and ``tags`` stand in the comment before it."""

    name: str
    text: str
    single: bool
    choices: tuple[Choice, ...]
    pairs: tuple[tuple[str, str], ...]
    feedback: str
    number: str = ""
    tags: tuple[str, ...] = ()


def read(text: str) -> tuple[str, list[Question]]:
    """The category and the questions of a file. Raises ValueError."""
    category, found = "", []
    for block in re.split(r"\n[ \t]*\n", text.strip("\n")):
        lines = block.split("\n")
        comment = "\n".join(line for line in lines if line.strip().startswith("//"))
        body = "\n".join(line for line in lines if not line.strip().startswith("//")).strip()
        if body.startswith("$CATEGORY:"):
            category = body.removeprefix("$CATEGORY:").strip()
        elif body:
            number = "".join(re.findall(r"\[id:([^\]\x00-\x1f]+)]", comment)[:1])
            tags = tuple(re.findall(r"\[tag:([^\]<>`\x00-\x1f]+)]", comment))
            found.append(_question(_hidden(body))._replace(number=number, tags=tags))
    return category, found


def _hidden(text: str) -> str:
    """Escaped signs as letters that mean nothing, from left to right."""

    def hide(match: re.Match[str]) -> str:
        sign = match.group(1)
        if sign == "\\":
            return _BACKSLASH
        if sign == "n":
            return _BREAK
        if sign not in _PLACES:
            raise ValueError(f"\\{sign} is no escape")
        return _PLACES[sign]

    return re.sub(r"\\(.)", hide, text, flags=re.DOTALL)


def _shown(text: str) -> str:
    for sign, place in _PLACES.items():
        text = text.replace(place, sign)
    return text.replace(_BACKSLASH, "\\").replace(_BREAK, "\n").strip()


def _html(text: str) -> str:
    text = text.strip()
    if not text.startswith("[html]"):
        raise ValueError(f"no format: {text[:40]}")
    return _shown(text.removeprefix("[html]"))


def _question(body: str) -> Question:
    named = re.match(r"::(.*?)::(.*)\Z", body, re.DOTALL)
    if named is None:
        raise ValueError(f"no name: {body[:40]}")
    name, rest = named.groups()
    if "::" in rest or rest.count("{") != 1 or rest.count("}") != 1 or not rest.endswith("}"):
        raise ValueError(f"a mark of the format stands in a text: {rest[:80]}")
    text, _, inner = rest[:-1].partition("{")
    if re.search("[=~#]", text):
        raise ValueError(f"a mark of the format stands in the question: {text[:80]}")
    inner, separator, feedback = inner.strip().rpartition("####")
    if not separator:
        inner, feedback = feedback, "[html]"
    inner = inner.strip()
    if "~" not in inner:
        pairs = tuple(_pair(part) for part in _parts(inner, "="))
        return Question(_shown(name), _html(text), True, (), pairs, _html(feedback))
    single = "=" in inner
    choices = tuple(_choice(part) for part in _parts(inner.replace("=", "~="), "~"))
    if len(choices) < 2 or (single and sum(choice.worth == 100 for choice in choices) != 1):
        raise ValueError("one right answer among several is wanted")
    if not single and not 99.9 < sum(choice.worth for choice in choices if choice.worth > 0) < 100.1:
        raise ValueError("the right answers are not worth 100 percent")
    return Question(_shown(name), _html(text), single, choices, (), _html(feedback))


def _parts(inner: str, sign: str) -> list[str]:
    first, *parts = inner.split(sign)
    if first.strip():
        raise ValueError(f"something stands before the first answer: {first}")
    return [part.strip() for part in parts]


def _choice(part: str) -> Choice:
    worth = 0.0
    if part.startswith("="):
        worth, part = 100.0, part[1:]
    elif weight := _WEIGHT.match(part):
        worth, part = float(weight.group(1)), part[weight.end() :]
    text, separator, feedback = part.partition("#")
    if "#" in feedback:
        raise ValueError(f"two remarks on one answer: {part}")
    return Choice(worth, _html(text), _html(feedback) if separator else "")


def _pair(part: str) -> tuple[str, str]:
    text, arrow, answer = part.partition("->")
    if not arrow or "->" in answer or "#" in part:
        raise ValueError(f"no pair: {part}")
    return _html(text), _shown(answer)


__all__ = ["Choice", "Question", "read"]
