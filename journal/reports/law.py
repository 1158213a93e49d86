"""What a report needs to know of a rulebook: how clauses are cited and called, and what they say about protests.

A ruling brings the words of its own clauses along, so a report of one ruling stands without its rulebook. Where the
rulebook is not there any more a clause is told by its id alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from facts.faults import Faults
from journal.reports.plain import line
from journal.reports.tongue import Said, Tongue

USUAL = "bfsp"
# The kind of clauses that say who may protest, how, and until when.
_APPEAL = "appeal"


class Law:
    """A rulebook by its id, as far as it is there."""

    def __init__(self, rulebook: str) -> None:
        self.id = rulebook or USUAL

    @cached_property
    def _loaded(self) -> Any:
        from knowledge.loading import load

        try:
            return load(self.id)
        except Faults:
            return None, None

    @property
    def _book(self) -> Any:
        return self._loaded[0]

    @cached_property
    def vocabulary(self) -> Any:
        """The vocabulary with what the rulebook adds to it; the common one where the rulebook is not there."""
        from facts.lexicon import vocabulary

        return self._loaded[1] or vocabulary()

    @cached_property
    def term(self) -> tuple[int, str] | None:
        """The days that a decision on a protest may take from its receipt, and the clause as it is cited; None where
        the rules say nothing of it.
        """
        if self._book is None:
            return None
        from journal import protests

        found = protests.deadline(protests.Law(self._loaded[0], self._loaded[1], {}, _nothing))
        return None if found is None else (found.days, self.cite(found.clause))

    def _clause(self, clause: str) -> Any:
        return None if self._book is None else self._book.clauses.get(clause)

    def cite(self, clause: str) -> str:
        """A clause as it is cited: short name of its book and section."""
        found = self._clause(clause)
        return line(clause) if found is None else unbroken(f"{self._book.cites_of(found)} {found.section}")

    def title(self, clause: str, tongue: Tongue) -> Said:
        """What a clause is called; empty where that is not known."""
        found = self._clause(clause)
        return tongue.said("", "") if found is None else tongue.pick(found.title)

    def name(self, tongue: Tongue) -> Said:
        """The rulebook with its edition."""
        if self._book is None:
            return tongue.said(line(self.id), "")
        name, edition = _in_one(tongue, self._book.name, self._book.edition)
        return {"text": f"{name['text']}, {edition['text']}" if edition["text"] else name["text"], "lang": name["lang"]}

    def appeals(self, tongue: Tongue) -> list[tuple[str, Said]]:
        """The clauses on protests in the order of the book: how each is cited, and what it says."""
        if self._book is None:
            return []
        return [
            (self.cite(name), tongue.pick(clause.gist or clause.title))
            for name, clause in self._book.clauses.items()
            if clause.kind == _APPEAL
        ]


def _nothing(*_: Any, **__: Any) -> Any:
    """The maker of an engine that a term is found without."""
    raise NotImplementedError


def unbroken(cite: str) -> str:
    """A clause as it is cited, kept on one line where it is short."""
    return line(cite).replace(" ", "\u00a0") if len(cite) < 25 else line(cite)


def _in_one(tongue: Tongue, *texts: Mapping[str, str]) -> list[Said]:
    """Texts that are set side by side, in one language."""
    chosen = tongue.chosen(texts[0])
    return [tongue.said(text.get(chosen) or tongue.pick(text)["text"], chosen) for text in texts]
