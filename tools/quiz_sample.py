"""Writes docs/quiz-sample.md: a hundred quiz items as a trainee sees them, to be read by people.

    python -m tools.quiz_sample > docs/quiz-sample.md

Ten items of each rulebook in English and ten others in Russian, with the key marked and the reason of every option. Who
changes a template, a wording or a distractor writes the page anew and reads it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from training.desk import Desk
from training.item import Item
from training.items import make

BOOKS = ("bfsp", "bg", "bpt", "club", "tda")
EACH = 10
SEEDS = {"en": 11, "ru": 12}
_HEAD = """# A hundred quiz items, read

Written by `python -m tools.quiz_sample`; how items are made stands in [quiz-items.md](quiz-items.md). The key is in
bold (of steps to be put in order: their places), and under each option stands what the trainee is told about it.
"""


def page() -> Iterator[str]:
    """The lines of the page."""
    yield from _HEAD.splitlines()
    for book in BOOKS:
        desk = Desk(book)
        for language, seed in SEEDS.items():
            for item in make(book, language=language, seed=seed, count=EACH, desk=desk):
                yield from _item(item)


def _item(item: Item) -> Iterator[str]:
    yield ""
    yield f"## `{item.id}` seed {item.seed}, {item.language}, {item.level}, {item.complexity}"
    yield ""
    yield item.story
    yield ""
    yield f"*{item.question}*"
    yield ""
    for at, option in enumerate(item.options):
        shown = f"**{option.text}**" if option.key and not item.ordered else option.text
        place = f" – **{item.answer.index(at) + 1}**" if item.ordered else ""
        source = f" `{option.misconception}`" if option.misconception else ""
        yield f"- {shown}{place}"
        if not item.ordered:
            yield f"  - {option.why}{source}"
    yield ""
    yield f"> {item.ruling}"


if __name__ == "__main__":
    sys.stdout.write("\n".join(page()) + "\n")
