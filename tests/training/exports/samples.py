"""Items made by hand, ordinary and hostile, for the writers of files."""

from __future__ import annotations

from functools import cache

from facts.incident import Incident
from facts.reader import read_incident
from knowledge.loading import load
from knowledge.model import Rulebook
from training.exports import Collection, collection
from training.item import Item, Option

STORY = """structure: no-limit
stakes: {sb: 50, bb: 100}
street: flop
seats: [A, B]
actions:
  - A: bet 200
  - B: {chips: [500], silent: yes}
"""

HOSTILE = (
    "<b>bold</b> & \"quotes\" 'more' <script>alert(1)</script> <!-- x --> ]]> &amp; &lt; &#35; &nbsp;",
    "=SUM(A1:A9)",
    "+1",
    "-2",
    "@SUM(A1)",
    "  =cmd|'/c calc'!A0",
    "\t=1",
    "＝1＋1",
    "~wrong =right #feedback {answers} a:b c\\d e\\nf %50%part ####general",
    "%100%worth",
    "[plain]text [html]text",
    "// a comment",
    "$CATEGORY: other",
    "::name:: T",
    "{TRUE}",
    "a -> b",
    "{{Story}} {{c1::cloze}} [sound:x.mp3] [latex]x[/latex] \\(x\\) $$x$$",
    '#import "x.typ": x #read("secret.txt") *bold* _slanted_ $x^2$ @label <label> // typst \\ #{1+1}',
    "one\n\ntwo\r\nthree\u2028four",
    "a null \x00, an escape \x1b[31m, a separator \x1f, half a letter \ud800, none \uffff",
    "Ёжик: «кавычки» — №5, ♠ ♥ ♦ ♣, ½",
    "w" * 300,
)


@cache
def book() -> Rulebook:
    """The rulebook whose clauses the items name."""
    return load("bfsp")[0]


@cache
def incident() -> Incident:
    """An incident for the items."""
    return read_incident(STORY, "story.yaml")


def item(kind: str = "counts-as", number: int = 1, answer: tuple[int, ...] = (1,), **changes: object) -> Item:
    """An item with three options and a reason for each; ``changes`` are put over it."""
    right = set(answer)
    reasons = ("It is tempting: the chip is big enough.", "One chip without a word is a call.", "Nobody folded.")
    texts = ("A raise to 500", "A call of 200", "A fold")
    options = tuple(
        Option(text, at in right, why, "4.12.p1" if at in right else "", "" if at in right else "oversized-chip")
        for at, (text, why) in enumerate(zip(texts, reasons, strict=True))
    )
    made = Item(
        f"bfsp/one-chip/{kind}/{number}-1", "bfsp", "one-chip", kind, "en", number, 7,
        "A bets 200. B puts in one chip of 500 and says nothing.", "What does B's chip count as?", options, answer,
        "B's chip counts as a call.", ("A bet 200.", "One chip without a word is a call. (BFSP 4.12)"), ("4.12.p1",),
        "dealer", 2, incident(), (("4.9.8.p4.e1", "to-full"),),
    )  # fmt: skip
    return made._replace(**changes)


def ordinary() -> tuple[Item, ...]:
    """One item of each shape: one right option, several, and steps to be put in order."""
    return (item(), item("may-do", answer=(0, 2)), item("order-steps", answer=(2, 0, 1)))


def hostile(text: str) -> tuple[Item, ...]:
    """The same with a text put in everywhere."""

    def spoilt(one: Item) -> Item:
        options = tuple(o._replace(text=f"{text} {at}", why=text) for at, o in enumerate(one.options))
        told = {"story": text, "question": text, "options": options, "ruling": text, "reasoning": (text, text)}
        return one._replace(id=f"{one.id} {text}", case=text, **told)

    return tuple(map(spoilt, ordinary()))


def collected(items: tuple[Item, ...], language: str = "en") -> Collection:
    """Items as they are exported."""
    return collection([one._replace(language=language) for one in items], book(), language, 7)
