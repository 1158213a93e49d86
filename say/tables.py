"""The word tables of shorthand (``words/*.yaml``), read once and then kept compiled; and how a word is looked up.

A word is looked up without its ending, so that what people type needs no dictionary of forms.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from os.path import dirname, join
from typing import Any

from facts import lexicon
from facts.records import NamedTuple
from knowledge import store
from say.stems import stem, stems_of
from say.tokens import folded

FOLDER = join(dirname(__file__), "words")
NAMES = ("story", "events", "slots", "plausible", "texts")
LANGUAGES = ("en", "ru")
"""Those in which a story is read and shown back; what the vocabulary says in others is not listened for."""
# Part of the digest: raised when the shape of what is kept changes.
_FORMAT = "say 6"
# A name or a title is a phrase too, but only where nothing that was written for shorthand fits as well.
_WRITTEN, _TITLE = 1, 0
_SIGNS = frozenset(",.:?'")
_ARTICLES = frozenset({"the", "a", "an", "his", "her", "their"})


class Meaning(NamedTuple):
    """What a word or several words stand for. ``kind`` and ``value`` are those of the table; ``size`` counts tokens."""

    kind: str
    value: str
    size: int


Row = Sequence[str]
Index = dict[str, list[tuple[tuple[str, ...], tuple[tuple[str, str], ...]]]]


class Words:
    """Words by their stems. ``index``: by the first stem of a phrase its stems and what they mean."""

    def __init__(self, index: Index) -> None:
        self.index = index

    def at(self, row: Row, start: int) -> list[Meaning]:
        """What the stems from ``start`` on may mean, the longest first."""
        if start >= len(row):
            return []
        found = [
            Meaning(kind, value, size)
            for stems, meant in self.index.get(row[start], ())
            if (size := _size(row, start, stems))
            for kind, value in meant
        ]
        return sorted(dict.fromkeys(found), key=lambda meaning: -meaning.size)


def _size(row: Row, start: int, stems: Row) -> int:
    """How many tokens a phrase takes from ``start`` on, articles between its words included; 0 when it is not there."""
    at = start
    for number, one in enumerate(stems):
        while number and at < len(row) and row[at] in _ARTICLES and row[at] != one:
            at += 1
        if at >= len(row) or row[at] != one:
            return 0
        at += 1
    return at - start


class Phrase(NamedTuple):
    """One way to tell an event. ``stems``: all of them are found in what was typed, in any order. ``slots``: what it
    tells by itself. ``rank``: of two equally long ones the higher counts.
    """

    event: str
    stems: tuple[str, ...]
    slots: tuple[tuple[str, str], ...]
    rank: int


class Tables(NamedTuple):
    """Everything that a reader of shorthand looks up. ``story``: the words by meaning and language. ``beside``: words
    that tell nothing more beside an event.

    ``phrases`` by number and ``by_stem``, the numbers of those that hold a stem. ``slots`` and ``values``: words for
    slots and for words of the vocabulary. ``plausible``: bounds beyond which a number is asked back.
    """

    words: Words
    fillers: frozenset[str]
    beside: frozenset[str]
    story: Mapping[str, Mapping[str, Sequence[str]]]
    events: Mapping[str, Mapping[str, Sequence[str]]]
    phrases: Sequence[Phrase]
    by_stem: Mapping[str, Sequence[int]]
    slots: Mapping[str, Mapping[str, Sequence[str]]]
    values: Mapping[str, Mapping[str, Sequence[str]]]
    plausible: Mapping[str, Any]
    texts: Mapping[str, Mapping[str, str]]


@cache
def tables() -> Tables:
    """The word tables of this release, from the store when no file has changed."""
    files = [join(FOLDER, f"{name}.yaml") for name in NAMES]
    files += [join(lexicon.FOLDER, name) for name in lexicon.files() if name.startswith("events")]
    raw = [_bytes(path) for path in files]
    digest = _digest(raw)
    kept = store.fetch(digest)
    if kept is None:
        data = _made(dict(zip(NAMES, map(_yaml, raw), strict=False)), [_yaml(part) for part in raw[len(NAMES) :]])
        store.keep(digest, {"book": None, "vocabulary": data})  # the store wants both keys
    else:
        data = kept["vocabulary"]
    index, fillers, beside, story, events, phrases, by_stem, slots, values, plausible, texts = data
    return Tables(
        Words(index), fillers, beside, story, events, [Phrase(*phrase) for phrase in phrases], by_stem, slots, values,
        plausible, texts,
    )  # fmt: skip


def _bytes(path: str) -> bytes:
    with open(path, "rb") as stream:
        return stream.read()


def _digest(raw: Sequence[bytes]) -> str:
    state = store.blake2b(digest_size=16)
    state.update(f"{_FORMAT} {store.FORMAT} {sys.version_info[:2]}".encode())
    for data in raw:
        state.update(f"\0{len(data)}\0".encode() + data)
    return state.hexdigest()


def _yaml(data: bytes) -> Any:
    import yaml  # late: what is kept compiled needs no parser

    return yaml.load(data, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def _made(raw: Mapping[str, Any], vocabulary: Sequence[Any]) -> tuple[Any, ...]:
    """The tables as plain data: everything that need not be worked out at every start."""
    story = raw["story"]
    fillers, beside = (
        frozenset(stem(folded(str(word))) for told in story[name].values() for word in told)
        for name in ("fillers", "beside")
    )
    index: Index = {}
    for names, told in story["words"].items():
        enter(index, names.split(), told)
    known = [entry for part in vocabulary for entry in part or ()]
    phrases = list(_phrases(raw["events"], known, fillers))
    by_stem: dict[str, list[int]] = {}
    for number, phrase in enumerate(phrases):
        for one in set(phrase.stems):
            by_stem.setdefault(one, []).append(number)
    plain = [tuple(phrase) for phrase in phrases]
    slots = raw["slots"]
    return (index, fillers, beside, story["words"], raw["events"], plain, by_stem, slots["slots"], slots["values"],
            raw["plausible"], raw["texts"])  # fmt: skip


def enter(index: Index, names: Iterable[str], told: Mapping[str, Sequence[str]]) -> None:
    """Adds the words of one entry to an index. ``names`` are written ``kind.value``."""
    meant = tuple((kind, value) for kind, _, value in (name.partition(".") for name in names))
    for by_language in told.values():
        for phrase in by_language:
            stems = stems_of(str(phrase))
            stems = tuple(one for one in stems if one not in _ARTICLES) or stems
            if stems:
                index.setdefault(stems[0], []).append((stems, meant))


def _phrases(written: Mapping[str, Any], known: Sequence[Any], fillers: frozenset[str]) -> Iterable[Phrase]:
    for head, told in written.items():
        event, *slots = head.split()
        pairs = tuple((name, value) for name, _, value in (slot.partition("=") for slot in slots))
        for by_language in told.values():
            for phrase in by_language:
                yield Phrase(event, _content(str(phrase), fillers), pairs, _WRITTEN)
    for entry in known:
        yield Phrase(entry["event"], _content(entry["event"], fillers), (), _TITLE)
        for language in LANGUAGES:
            stems = _content(entry["title"].get(language, ""), fillers)
            if len(stems) > 1:
                yield Phrase(entry["event"], stems, (), _TITLE)


def _content(phrase: str, fillers: frozenset[str]) -> tuple[str, ...]:
    """The stems that have to be there: without fillers, unless hardly anything else is left."""
    stems = tuple(one for one in stems_of(phrase) if one not in _SIGNS)
    content = tuple(one for one in stems if one not in fillers)
    return content if len(content) > 1 or len(stems) < 2 else tuple(one for one in stems if one not in _ARTICLES)
