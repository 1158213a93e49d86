"""Items as GIFT, the plain text that Moodle and many other programs import.

Each text says that it is HTML and is escaped as such; then the signs that GIFT itself uses are escaped. A question
about the order of steps becomes a matching question, each step to its number: GIFT knows no order. Moodle reads the id
number and the tags from the comment before a question; other programs pass over it.
"""

from __future__ import annotations

from collections.abc import Iterator

from training.exports.collection import Collection, several
from training.exports.feedback import after, id_number, question, share, tags
from training.exports.markup import html
from training.item import Item

_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "\\~=#{}:"} | {"\n": " "})
_IN_COMMENTS = dict.fromkeys(map(ord, "[]<>`\\\n"), "_")


def written(told: Collection, _now: float) -> bytes:
    """A collection as a file."""
    blocks = [f"$CATEGORY: {category(told)}", *(_block(item, told) for item in told.items)]
    return ("\n\n".join(blocks) + "\n").encode()


def category(told: Collection) -> str:
    """The category of the question bank that the items belong in, as Moodle writes it."""
    name = f"{told.name} ({told.language})".replace("/", "//").replace("\n", " ")
    return f"$course$/top/floorcall/{name}"


def _block(item: Item, told: Collection) -> str:
    comment = " ".join([f"[id:{_bare(id_number(item))}]", *(f"[tag:{_bare(tag)}]" for tag in tags(item))])
    lines = [f"// {comment}", f"::{_escaped(item.id)}::{_html(question(item))}{{", *_answers(item, told)]
    return "\n".join([*lines, f"\t####{_html(after(item, told))}", "}"])


def _answers(item: Item, told: Collection) -> Iterator[str]:
    if item.ordered:
        for place, step in enumerate(item.keys, 1):
            yield f"\t={_html(html(step.text))} -> {place}"
        return
    many = several(item)
    for option in item.options:
        mark = f"~%{share(item, option)}%" if many else "=" if option.key else "~"
        why = told.why(option)
        yield f"\t{mark}{_html(html(option.text))}" + (f"#{_html(html(why))}" if why else "")


def _html(text: str) -> str:
    return "[html]" + _escaped(text)


def _bare(text: str) -> str:
    """A text without what could end an id number or a tag."""
    return text.translate(_IN_COMMENTS)


def _escaped(text: str) -> str:
    return text.translate(_SIGNS)


__all__ = ["category", "written"]
