"""Builds the index: every case of some rulebooks as weighted terms, so that a search only adds up."""

from __future__ import annotations

import json
import marshal
import math
import os
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import translate
from re import compile as compile_pattern
from typing import Any

from facts.records import NamedTuple
from knowledge.model import Rulebook
from precedents import lexicon as lexicon_files
from precedents.lexicon import Lexicon
from precedents.tokens import stem, words
from precedents.traits import HEAD, acts, events, traits

# How much a word counts, by where a case has it.
TITLE, NOTE, CLAUSE, EVENT, ACT = 1.0, 0.4, 0.45, 0.5, 0.4
# A kind that the facts of a case show is certain; one that only its title names is likely.
BY_FACTS, BY_TITLE = 1.0, 0.7
_TEXTS = ("title", "gist")


def is_probe(shown: Mapping[str, Any]) -> bool:
    """Whether a case was thought up to probe a rule or another reading, not told by a book or a floor."""
    return str(shown["id"]).startswith("own-") or bool(shown["readings"])


class Source(NamedTuple):
    """A rulebook whose cases are indexed: its id, its folder, and its clauses and the event types as texts."""

    book: str
    folder: str
    clauses: Mapping[str, Sequence[str]]
    happenings: Mapping[str, Sequence[str]]


class Document(NamedTuple):
    """A case as it is searched: its terms with their weights, and what is shown of it."""

    terms: Mapping[str, float]
    shown: Mapping[str, Any]


def sources_of(folders: Sequence[str]) -> tuple[Source, ...]:
    """The rulebooks in some folders. Raises Faults when one has some."""
    from knowledge.loading import load

    found = []
    for folder in folders:
        book, vocabulary = load(folder)
        clauses = {c.id: (*_spoken(c.title, book), *_spoken(c.gist, book)) for c in book.clauses.values()}
        happenings = {name: _spoken(event.title, book) for name, event in vocabulary.events.items()}
        found.append(Source(book.id, folder, clauses, happenings))
    return tuple(found)


def _spoken(text: Mapping[str, str], book: Rulebook) -> tuple[str, ...]:
    """A text in the languages of its rulebook. What it is translated to beside them would blur what sets cases apart:
    near languages share stems, and the lexicon brings the notions of each language anyway.
    """
    return tuple(text[language] for language in book.languages if language in text)


def documents(sources: Sequence[Source], lexicon: Lexicon, step: Callable[[], None]) -> Iterator[Document]:
    """Every case of every source, in the order of rulebooks and files; ``step`` is called after each file."""
    reader = _Reader(lexicon)
    for source, path in _files(sources):
        for case in _cases(path, source):
            yield _document(case, source, os.path.basename(path), reader)
        step()


def _files(sources: Sequence[Source]) -> list[tuple[Source, str]]:
    folders = [(source, os.path.join(source.folder, "cases")) for source in sources]
    return [
        (source, os.path.join(folder, name))
        for source, folder in folders
        if os.path.isdir(folder)
        for name in sorted(os.listdir(folder))
        if name.endswith(".yaml")
    ]


def _cases(path: str, source: Source) -> list[Mapping[str, Any]]:
    """The cases of a file. Raises Faults when it cannot be read as YAML."""
    from yaml import YAMLError

    from precedents.yamlfiles import load

    try:
        told = load(path)
    except (OSError, UnicodeDecodeError, YAMLError):
        from pathlib import Path

        from facts.lexicon import vocabulary
        from knowledge.casefiles import read_cases

        read_cases(Path(source.folder) / "cases", vocabulary())  # tells each fault with its place
        raise
    return [case for case in told or () if isinstance(case, Mapping) and "case" in case and "incident" in case]


def _document(case: Mapping[str, Any], source: Source, file: str, reader: _Reader) -> Document:
    terms: dict[str, float] = {}
    for weight, texts in _texts(case, source):
        for text in texts:
            for term in reader.terms(text):
                terms[term] = max(weight, terms.get(term, 0.0))
    terms.update({f"kind {name}": weight for name, weight in reader.kinds(case).items()})
    return Document(terms, _shown(case, source, file))


def _texts(case: Mapping[str, Any], source: Source) -> list[tuple[float, list[str]]]:
    """The texts of a case by how much their words count."""
    title = case.get("title")
    incident = case.get("incident")
    clauses = case.get("clauses")
    cited = clauses if isinstance(clauses, list) else []
    told = incident if isinstance(incident, Mapping) else {}
    done = [str(act.get(key, "")) for _, act in acts(told) for key in ("does", "says")]
    return [
        (TITLE, list(title.values()) if isinstance(title, Mapping) else []),
        (NOTE, [str(case.get("note", ""))]),
        (CLAUSE, [text for id in cited for text in source.clauses.get(id, ())]),
        (EVENT, [text for name, _ in events(told) for text in source.happenings.get(name, ())]),
        (ACT, [*done, *(str(told.get(key, "")) for key in HEAD)]),
    ]


class _Reader:
    """Reads texts and facts by the lexicon; what comes again and again (clauses, happenings, traits) is read once."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.asked = frozenset(name for kind in lexicon.kinds for has, no in kind.facts for name in (*has, *no))
        self._open = tuple((name, compile_pattern(translate(name)).match) for name in self.asked if "*" in name)
        self._terms: dict[str, tuple[str, ...]] = {}
        self._fits: dict[str, tuple[str, ...]] = {}

    def terms(self, text: str) -> tuple[str, ...]:
        """The notions and words of a text."""
        if text not in self._terms:
            told = words(text)
            notions = self.lexicon.notions(told)
            self._terms[text] = (*(f"is {notion}" for notion in notions), *(f"word {stem(word)}" for word in told))
        return self._terms[text]

    def kinds(self, case: Mapping[str, Any]) -> dict[str, float]:
        """The kinds of a case with their weights."""
        title = case.get("title")
        named: dict[str, float] = {}
        for text in title.values() if isinstance(title, Mapping) else ():
            notions = {term[3:] for term in self.terms(str(text)) if term.startswith("is ")}
            named.update(dict.fromkeys(self.lexicon.kinds_told(notions), BY_TITLE))
        found = {name for trait in traits(case) for name in self._asked_by(trait)}
        for kind in self.lexicon.kinds:
            if any(found.issuperset(has) and found.isdisjoint(lacks) for has, lacks in kind.facts):
                named[kind.name] = BY_FACTS
        return named

    def _asked_by(self, trait: str) -> tuple[str, ...]:
        """The names in the lexicon that a trait fits."""
        if trait not in self._fits:
            own = (trait,) if trait in self.asked else ()
            self._fits[trait] = (*own, *(name for name, fits in self._open if fits(trait)))
        return self._fits[trait]


def _shown(case: Mapping[str, Any], source: Source, file: str) -> dict[str, Any]:
    clauses = case.get("clauses")
    under = case.get("holds_under")
    title = case.get("title")
    readings = case.get("readings")
    return {
        "id": str(case["case"]),
        "rulebook": source.book,
        "file": file,
        "title": dict(title) if isinstance(title, Mapping) else {},
        "clauses": tuple(map(str, clauses)) if isinstance(clauses, list) else (),
        "under": tuple(map(str, under)) if isinstance(under, list | Mapping) else (),
        "readings": dict(readings) if isinstance(readings, Mapping) else {},
        "incident": json.dumps(case["incident"], ensure_ascii=False),
    }


def built(sources: Sequence[Source], watch: Callable[[int], Callable[[], None]] | None = None) -> dict[str, Any]:
    """The whole index as plain data for ``precedents.index``; ``watch`` as there."""
    lexicon = lexicon_files.read()
    step = watch(len(_files(sources))) if watch is not None else lambda: None
    found = list(documents(sources, lexicon, step))
    postings: dict[str, tuple[array[int], array[float]]] = {}
    for n, document in enumerate(found):
        for term, weight in document.terms.items():
            places, weights = postings.setdefault(term, (array("H"), array("f")))
            places.append(n)
            weights.append(weight)
    total = max(1, len(found))
    rarity = {term: math.log(1 + total / len(places)) for term, (places, _) in postings.items()}
    return {
        "lexicon": (tuple(lexicon.forms), tuple(tuple(kind) for kind in lexicon.kinds), lexicon.values),
        "terms": {term: (rarity[term], p.tobytes(), w.tobytes()) for term, (p, w) in postings.items()},
        "lengths": _lengths(found, rarity),
        "cases": [marshal.dumps(dict(document.shown)) for document in found],
        "probes": [is_probe(document.shown) for document in found],
    }


def _lengths(found: Sequence[Document], rarity: Mapping[str, float]) -> dict[str, bytes]:
    """For kinds, notions and words: how much a case has of them in all, to compare long ones with short ones."""
    lengths = {}
    for sort in ("kind", "is", "word"):
        sizes = (
            math.sqrt(sum((w * rarity[t]) ** 2 for t, w in one.terms.items() if t.startswith(sort + " ")))
            for one in found
        )
        lengths[sort] = array("f", sizes).tobytes()
    return lengths


__all__ = ["Document", "Source", "built", "documents", "sources_of"]
