"""What is exported: items of one rulebook in one language, with the clauses that they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from facts.records import NamedTuple
from knowledge.model import Rulebook
from training.exports.words import letter
from training.item import Item, Option

# What no format can hold: control characters (a line break is kept), halves of a letter, and code points that are none.
_UNFIT = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_BREAKS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")


class Cited(NamedTuple):
    """A clause as it is cited to people (``BFSP 4.9.8``), and what it says."""

    cite: str
    title: str
    gist: str


class Collection(NamedTuple):
    """Items to be exported, in their order. ``name``, ``edition`` and ``cites`` are those of the rulebook, ``clauses``
    holds every clause that an item names, by id, in the order of the book. Every text is fit for every format.
    """

    rulebook: str
    name: str
    edition: str
    cites: str
    language: str
    seed: int
    items: tuple[Item, ...]
    clauses: Mapping[str, Cited]

    def cite(self, clause: str) -> str:
        """A clause as it is cited to people; its id where the rulebook does not know it, nothing for none."""
        known = self.clauses.get(clause)
        return clause if known is None else known.cite

    def why(self, option: Option) -> str:
        """Why an option is right or wrong, followed by the clause behind that, unless the text names it already."""
        cite = self.cite(option.clause)
        if not cite or cite in option.why:
            return option.why
        return f"{option.why} ({cite})" if option.why else cite

    def cites_of(self, item: Item) -> tuple[str, ...]:
        """The clauses that an item rests on as they are cited, each once."""
        return tuple(dict.fromkeys(map(self.cite, item.clauses)))

    def letters(self, item: Item) -> tuple[str, ...]:
        """The letters of the right options, in the right order where they have one."""
        return tuple(letter(at, self.language) for at in item.answer)


def collection(items: Iterable[Item], book: Rulebook, language: str, seed: int) -> Collection:
    """Items of ``book`` as they are exported. ``language``: en or ru, that of the items."""
    told = tuple(_fit_item(item) for item in items)
    named = {clause for item in told for clause in (*item.clauses, *(option.clause for option in item.options))}
    clauses = {clause: _cited(clause, book, language) for clause in book.clauses if clause in named}
    name, edition = fit(_text(book.name, language)), fit(_text(book.edition, language))
    return Collection(book.id, name, edition, fit(book.cites), language, seed, told, clauses)


def several(item: Item) -> bool:
    """Whether more than one option is right, in any order."""
    return not item.ordered and len(item.answer) > 1


def fit(text: str) -> str:
    """A text without what some format cannot hold: control characters become a mark, line breaks become alike."""
    return _UNFIT.sub("\N{REPLACEMENT CHARACTER}", _BREAKS.sub("\n", text)).strip()


def _fit_item(item: Item) -> Item:
    options = tuple(option._replace(text=fit(option.text), why=fit(option.why)) for option in item.options)
    return item._replace(
        id=fit(item.id),
        case=fit(item.case),
        story=fit(item.story),
        question=fit(item.question),
        options=options,
        ruling=fit(item.ruling),
        reasoning=tuple(map(fit, item.reasoning)),
    )


def _cited(clause: str, book: Rulebook, language: str) -> Cited:
    known = book.clauses[clause]
    cite = f"{book.cites_of(known)} {known.section}"
    return Cited(fit(cite), fit(_text(known.title, language)), fit(_text(known.gist, language)))


def _text(told: Mapping[str, str], language: str) -> str:
    return told.get(language) or next(iter(told.values()), "")


__all__ = ["Cited", "Collection", "collection", "fit", "several"]
