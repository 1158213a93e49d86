"""Items as Moodle XML: one right option or several, with feedback on each, and steps to be put in order.

The order of steps is Moodle's question type ``ordering``, which is part of Moodle since 4.4 and a plug-in before. A
Moodle without it leaves those questions out when it imports the file; as GIFT it can have them as matching questions.
"""

from __future__ import annotations

import io
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from training.exports.collection import Collection, several
from training.exports.feedback import after, id_number, question, share, tags
from training.exports.gift import category
from training.exports.markup import html
from training.item import Item


def written(told: Collection, _now: float) -> bytes:
    """A collection as a file."""
    quiz = Element("quiz")
    _text(SubElement(SubElement(quiz, "question", type="category"), "category"), category(told))
    for item in told.items:
        quiz.append(_question(item, told))
    indent(quiz)
    out = io.BytesIO()
    ElementTree(quiz).write(out, encoding="utf-8", xml_declaration=True)
    return out.getvalue() + b"\n"


def _question(item: Item, told: Collection) -> Element:
    made = Element("question", type="ordering" if item.ordered else "multichoice")
    _text(SubElement(made, "name"), item.id)
    _html(made, "questiontext", question(item))
    _html(made, "generalfeedback", after(item, told))
    for name, value in (("defaultgrade", "1"), ("penalty", "0.3333333"), ("hidden", "0")):
        SubElement(made, name).text = value
    SubElement(made, "idnumber").text = id_number(item)
    (_ordering if item.ordered else _choice)(made, item, told)
    below = SubElement(made, "tags")
    for tag in tags(item):
        _text(SubElement(below, "tag"), tag)
    return made


def _choice(made: Element, item: Item, told: Collection) -> None:
    values = {"single": str(not several(item)).lower(), "shuffleanswers": "true", "answernumbering": "abc"}
    for name, value in values.items():
        SubElement(made, name).text = value
    _combined(made)
    for option in item.options:
        answer = _html(made, "answer", html(option.text), fraction=share(item, option))
        _html(answer, "feedback", html(told.why(option)))


def _ordering(made: Element, item: Item, _told: Collection) -> None:
    values = {
        "layouttype": "VERTICAL",
        "selecttype": "ALL",
        "selectcount": str(len(item.options)),
        "gradingtype": "RELATIVE_NEXT_EXCLUDE_LAST",
        "showgrading": "SHOW",
        "numberingstyle": "123",
    }
    for name, value in values.items():
        SubElement(made, name).text = value
    _combined(made)
    SubElement(made, "shownumcorrect").text = "1"
    for place, step in enumerate(item.keys, 1):
        _html(made, "answer", html(step.text), fraction=str(place))


def _combined(made: Element) -> None:
    """Feedback on the whole answer: what is to say about it is said below the options and after them."""
    for name in ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback"):
        _html(made, name, "")


def _html(made: Element, name: str, content: str, **attributes: str) -> Element:
    found = SubElement(made, name, attributes, format="html")
    _text(found, content)
    return found


def _text(made: Element, content: str) -> None:
    SubElement(made, "text").text = content


__all__ = ["written"]
