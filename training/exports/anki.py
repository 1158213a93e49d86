"""Items as an Anki package: a note each, which a later import of the same item updates and does not double.

Anki knows a note again by its GUID, which comes from the item's id and language; a deck and a note type by their
numbers, which never change. Where the fields change, the numbers of the note types must change with them.
"""

from __future__ import annotations

import io
from hashlib import sha256
from os.path import dirname, join
from typing import Any

from training.exports.collection import Collection, several
from training.exports.markup import element, html
from training.exports.words import letter, say
from training.item import Item, Option

NOTE_TYPES = {"en": 1_764_500_001, "ru": 1_764_500_002}
FIELDS = ("Id", "Story", "Question", "Hint", "Options", "Answer", "Ruling", "Reasons", "Clauses", "Source")

FRONT = """<main class="quiz">
<section class="story">{{Story}}</section>
<p class="question">{{Question}}</p>
<p class="hint">{{Hint}}</p>
<div class="options">{{Options}}</div>
</main>"""

_BACK = """<main class="quiz">
<section class="story">{{Story}}</section>
<p class="question">{{Question}}</p>
<hr id="answer">
<div class="options">{{Answer}}</div>
{{#Ruling}}<h2>%(ruling)s</h2><p class="ruling">{{Ruling}}</p>{{/Ruling}}
{{#Reasons}}<h2>%(reasons)s</h2>{{Reasons}}{{/Reasons}}
{{#Clauses}}<h2>%(clauses)s</h2>{{Clauses}}{{/Clauses}}
<footer>{{Source}} <span class="id">{{Id}}</span></footer>
</main>"""

_RIGHT, _WRONG = "\N{CHECK MARK}", "\N{MULTIPLICATION SIGN}"


def written(told: Collection, now: float) -> bytes:
    """A collection as a file; ``now`` is the time of change of all its notes."""
    import genanki

    deck = genanki.Deck(deck_number(told.rulebook, told.language), deck_name(told))
    model = _note_type(genanki, told.language)
    for place, item in enumerate(told.items, 1):
        guid = genanki.guid_for(item.id, item.language)
        fields = [_plain(field) for field in _fields(item, told)]
        deck.add_note(genanki.Note(model, fields, tags=_tags(item), guid=guid, due=place))
    out = io.BytesIO()
    genanki.Package(deck).write_to_file(out, timestamp=now or None)
    return out.getvalue()


def deck_name(told: Collection) -> str:
    """The name of the deck: below one common deck, so that all rulebooks can be learned together."""
    return f"floorcall::{told.name} ({told.language})".replace("\n", " ")


def deck_number(rulebook: str, language: str) -> int:
    """The number of the deck of a rulebook in a language, always the same: a time in milliseconds as Anki has them."""
    digest = sha256(f"floorcall deck {rulebook} {language}".encode()).digest()
    return 1_500_000_000_000 + int.from_bytes(digest[:8], "big") % 200_000_000_000


def _note_type(genanki: Any, language: str) -> Any:
    heads = {key: html(say(key, language)) for key in ("ruling", "reasons", "clauses")}
    with open(join(dirname(__file__), "card.css"), encoding="utf-8") as stream:
        css = stream.read()
    card = {"name": say("question", language), "qfmt": FRONT, "afmt": _BACK % heads}
    fields = [{"name": name} for name in FIELDS]
    return genanki.Model(NOTE_TYPES[language], f"floorcall ({language})", fields=fields, templates=[card], css=css)


def _fields(item: Item, told: Collection) -> tuple[str, ...]:
    language = told.language
    hint = "put-in-order" if item.ordered else "choose-several" if several(item) else "choose-one"
    clauses = [told.clauses[clause] for clause in item.clauses if clause in told.clauses]
    return (
        html(f"{item.id} {item.language}"),
        html(item.story),
        html(item.question),
        html(say(hint, language)),
        "".join(_option(letter(at, language), html(option.text)) for at, option in enumerate(item.options)),
        "".join(_answer(item, told)),
        html(item.ruling),
        element("ol", "".join(element("li", html(reason)) for reason in item.reasoning)),
        "".join(_clause(c.cite, c.gist or c.title) for c in clauses),
        html(f"{told.name}, {told.edition}" if told.edition else told.name),
    )


def _answer(item: Item, told: Collection) -> list[str]:
    """The options after the answer: steps in their right order, or each option with its mark and its reason."""
    if item.ordered:
        return [
            _option(str(place), _explained(option, told), "right", letter(at, told.language))
            for place, (at, option) in enumerate(zip(item.answer, item.keys, strict=True), 1)
        ]
    return [_judged(letter(at, told.language), option, told) for at, option in enumerate(item.options)]


def _judged(sign: str, option: Option, told: Collection) -> str:
    kind, mark = ("right", _RIGHT) if option.key else ("wrong", _WRONG)
    return _option(sign, _explained(option, told), kind, mark)


def _explained(option: Option, told: Collection) -> str:
    return html(option.text) + element("div", html(told.why(option)), "why")


def _option(sign: str, content: str, kind: str = "", mark: str = "") -> str:
    parts = element("span", html(sign), "letter") + element("div", content, "text") + element("span", mark, "mark")
    return element("div", parts, f"option {kind}".strip())


def _clause(cite: str, gist: str) -> str:
    return element("p", element("b", html(cite)) + " " + html(gist), "clause")


def _plain(field: str) -> str:
    """A field in which Anki finds nothing to play or to typeset: no [sound:…], no [latex], no formula."""
    return field.replace("[", "&#91;").replace("\\", "&#92;")


def _tags(item: Item) -> list[str]:
    """Tags by which cards are chosen; Anki takes ``::`` for a level and a blank for the end of a tag."""
    told = [f"kind::{item.kind}", f"level::{item.level}", f"complexity::{item.complexity}"]
    told += [f"clause::{item.rulebook}::{clause}" for clause in item.clauses]
    return ["floorcall::" + "_".join(tag.replace('"', "").split()) for tag in told]


__all__ = ["FIELDS", "NOTE_TYPES", "deck_name", "deck_number", "written"]
