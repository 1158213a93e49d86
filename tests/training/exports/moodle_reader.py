"""A strict reader of Moodle XML, written from Moodle's description of the format and of how it imports it.

It shares nothing with the writer, and knows only what may stand in the question types that are used here. An element
that Moodle would not look at, a value that it would replace, a worth that it does not have: ValueError.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple
from xml.etree import ElementTree

_COMMON = ("name", "questiontext", "generalfeedback", "defaultgrade", "penalty", "hidden", "idnumber", "tags")
_COMBINED = ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback")
_CHOICE = ("single", "shuffleanswers", "answernumbering")
_ORDERING = (
    *("layouttype", "selecttype", "selectcount", "gradingtype", "showgrading", "numberingstyle"),
    "shownumcorrect",
)
_WORDS = {
    "hidden": ("0", "1"),
    "single": ("true", "false"),
    "shuffleanswers": ("true", "false"),
    "answernumbering": ("abc", "ABCD", "123", "iii", "IIII", "none"),
    "layouttype": ("VERTICAL", "HORIZONTAL"),
    "selecttype": ("ALL", "RANDOM", "CONTIGUOUS"),
    "gradingtype": (
        *("ALL_OR_NOTHING", "ABSOLUTE_POSITION", "RELATIVE_NEXT_EXCLUDE_LAST", "RELATIVE_NEXT_INCLUDE_LAST"),
        *("RELATIVE_ONE_PREVIOUS_AND_NEXT", "RELATIVE_ALL_PREVIOUS_AND_NEXT", "LONGEST_ORDERED_SUBSET"),
        *("LONGEST_CONTIGUOUS_SUBSET", "RELATIVE_TO_CORRECT"),
    ),
    "showgrading": ("SHOW", "HIDE"),
    "numberingstyle": ("none", "abc", "ABCD", "123", "iii", "IIII"),
    "shownumcorrect": ("0", "1"),
}
_WORTHS = {"100", "90", "83.33333", "80", "75", "70", "66.66667", "60", "50", "40", "33.33333", "30", "25", "20"}
_WORTHS |= {"16.66667", "14.28571", "12.5", "11.11111", "10", "5", "0"}
_WORTHS |= {f"-{worth}" for worth in _WORTHS}


class Answer(NamedTuple):
    """An answer as HTML: what it is worth in percent, or its place where the order is asked for."""

    worth: float
    text: str
    feedback: str


class Question(NamedTuple):
    """A question; all texts but the name are HTML."""

    type: str
    name: str
    text: str
    feedback: str
    number: str
    single: bool
    answers: tuple[Answer, ...]
    tags: tuple[str, ...]


def read(data: bytes) -> tuple[str, list[Question]]:
    """The category and the questions of a file. Raises ValueError (ParseError for what is no XML is one)."""
    root = ElementTree.fromstring(data)
    if root.tag != "quiz" or {child.tag for child in root} != {"question"}:
        raise ValueError("no quiz")
    first, *others = root
    if first.get("type") != "category":
        raise ValueError("no category")
    return _text(_one(first, "category")), [_question(question) for question in others]


def _question(made: ElementTree.Element) -> Question:
    kind = made.get("type", "")
    own = {"multichoice": _CHOICE, "ordering": _ORDERING}[kind]
    counted = Counter(child.tag for child in made)
    answers = counted.pop("answer", 0)
    if counted != Counter((*_COMMON, *own, *_COMBINED)) or answers < 2:
        raise ValueError(f"{kind}: {dict(counted)}, {answers} answers")
    for child in made:
        if child.tag in _WORDS and child.text not in _WORDS[child.tag]:
            raise ValueError(f"{child.tag}: {child.text}")
    for name in ("defaultgrade", "penalty"):
        float(_one(made, name).text or "")
    number = _one(made, "idnumber").text or ""
    if not 0 < len(number) <= 100:
        raise ValueError(f"idnumber: {number}")
    for name in _COMBINED:
        _html(_one(made, name))
    found = tuple(_answer(answer) for answer in made.iterfind("answer"))
    single = made.findtext("single") == "true"
    _check_worths(kind, single, [answer.get("fraction", "") for answer in made.iterfind("answer")])
    if kind == "ordering" and int(made.findtext("selectcount", "")) != len(found):
        raise ValueError("not all steps would be shown")
    text, feedback = _html(_one(made, "questiontext")), _html(_one(made, "generalfeedback"))
    tags = tuple(_text(tag) for tag in _one(made, "tags"))
    return Question(kind, _text(_one(made, "name")), text, feedback, number, single, found, tags)


def _check_worths(kind: str, single: bool, worths: list[str]) -> None:
    if kind == "ordering":
        if worths != [str(place) for place in range(1, len(worths) + 1)]:
            raise ValueError(f"the steps are not in their order: {worths}")
    elif not set(worths) <= _WORTHS:
        raise ValueError(f"Moodle has no such worth: {worths}")
    elif single and worths.count("100") != 1:
        raise ValueError(f"one must be right: {worths}")
    elif not single and round(sum(worth for worth in map(float, worths) if worth > 0), 2) != 100:
        raise ValueError(f"the right ones are not worth 100 percent: {worths}")


def _answer(made: ElementTree.Element) -> Answer:
    feedback = made.find("feedback")
    if [child.tag for child in made if child.tag not in ("text", "feedback")]:
        raise ValueError("what is that in an answer?")
    if made.get("format") != "html":
        raise ValueError("no format")
    return Answer(float(made.get("fraction", "")), _text(made), "" if feedback is None else _html(feedback))


def _html(made: ElementTree.Element) -> str:
    if made.get("format") != "html":
        raise ValueError(f"{made.tag}: no format")
    return _text(made)


def _text(made: ElementTree.Element) -> str:
    text = _one(made, "text")
    if len(text):
        raise ValueError(f"{made.tag}: elements within a text")
    return (text.text or "").strip()


def _one(made: ElementTree.Element, name: str) -> ElementTree.Element:
    found = made.findall(name)
    if len(found) != 1:
        raise ValueError(f"{made.tag}: {len(found)} times {name}")
    return found[0]


__all__ = ["Answer", "Question", "read"]
