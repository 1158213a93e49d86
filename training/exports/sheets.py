"""Items as sheets to print, and behind them the key on pages of its own (PDF, through typst).

The texts go into the page as data (``sheets.typ`` reads them as JSON), never as markup.
"""

from __future__ import annotations

import json
from os.path import dirname, join
from typing import Any

from training.exports.collection import Collection, several
from training.exports.words import letter, say
from training.item import Item

_WORDS = (
    *("answer", "clauses-cited", "date", "key", "key-note", "name", "points", "question", "reasons", "right-order"),
    "ruling",
)

# A page has room for some fifty lines of eighty letters. What could need more may be split, all else may not.
_LETTERS, _LINES = 80, 40


def written(told: Collection, _now: float) -> bytes:
    """A collection as a file."""
    import typst

    page = join(dirname(__file__), "sheets.typ")
    made: bytes = typst.compile(page, format="pdf", sys_inputs={"data": json.dumps(page_data(told))})
    return made


def page_data(told: Collection) -> dict[str, Any]:
    """What stands on the pages, as plain data."""
    language = told.language
    return {
        "language": language,
        "title": say("title", language, book=told.name),
        "edition": told.edition,
        "set": say("set", language, seed=told.seed),
        "words": {word: say(word, language) for word in _WORDS},
        "items": [_item(item, told) for item in told.items],
        "clauses": [cited._asdict() for cited in told.clauses.values()],
    }


def _item(item: Item, told: Collection) -> dict[str, Any]:
    kind = "order" if item.ordered else "several" if several(item) else "one"
    hint = {"order": "put-in-order", "several": "choose-several", "one": "choose-one"}[kind]
    letters = [letter(at, told.language) for at in range(len(item.options))]
    steps = [(letters[at], item.options[at]) for at in item.answer]
    shown = steps if item.ordered else zip(letters, item.options, strict=True)
    texts = [option.text for option in item.options]
    return {
        "kind": kind,
        "id": item.id,
        "story": item.story,
        "question": item.question,
        "hint": say(hint, told.language),
        "options": [{"letter": letters[at], "text": option.text} for at, option in enumerate(item.options)],
        "answer": ("\N{RIGHTWARDS ARROW}" if item.ordered else ", ").join(told.letters(item)),
        "judged": [{"letter": at, "text": o.text, "right": o.key, "why": told.why(o)} for at, o in shown],
        "ruling": item.ruling,
        "reasons": list(item.reasoning),
        "long-to-ask": _is_long(item.story, item.question, *texts),
        "long-to-solve": _is_long(item.ruling, *texts, *(option.why for option in item.options), *item.reasoning),
    }


def _is_long(*texts: str) -> bool:
    """Whether these paragraphs could need more than a page."""
    return sum(1 + len(line) // _LETTERS for text in texts for line in text.split("\n")) > _LINES


__all__ = ["page_data", "written"]
