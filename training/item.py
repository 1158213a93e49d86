"""One quiz item: an incident told in words, one question about it, and options of which the engine knows the right one.

Values only; :mod:`training.items` makes them. Everything that a person reads is in the item's language, whole, and
needs nothing added when it is shown or exported.
"""

from __future__ import annotations

from facts.incident import Incident
from facts.records import NamedTuple

KINDS = ("counts-as", "comes-back", "may-do", "order-steps", "which-clause", "first-question", "reading")
"""What can be asked: what an act counts as, how much comes back, who may do what, the dealer's steps in order, the
clause that decides, the question to ask first, whether a reading of a clause is right here and why."""

MISTAKEN = ("counts-as", "comes-back", "may-do", "reading")
"""The kinds whose wrong options can come from a misconception."""

LEVELS = ("dealer", "floor", "director")
"""Who should know the answer, the widest circle first."""

ORIGINS = ("defeated", "changed-fact", "edition", "rulebook", "value", "clause", "question")
"""What a wrong option can come from beside a misconception."""
ANY = "any"
"""In place of the id of a misconception: whichever."""

COMPLEXITIES = range(1, 6)
"""How tangled a story can be: 1 plain, 5 knotted."""


class Option(NamedTuple):
    """One option as shown. ``key``: it belongs to the right answer.

    ``why``: of the key what stands behind it, of another why it is tempting and what refutes it. ``clause``: the one
    that supports or refutes it, empty where none does. ``misconception``: the id of a misconception, or which of
    ORIGINS a wrong option came from; empty for the key.
    """

    text: str
    key: bool
    why: str = ""
    clause: str = ""
    misconception: str = ""


class Item(NamedTuple):
    """One item. ``id``: book/case/kind/variant-number, the same in every language and, with ``seed``, everything that
    is needed to make it again; ``number``: of the variant, from 1.

    ``options`` stand in the order drawn, for the kind ``order-steps`` they are the steps as shown. ``answer``: indexes
    into ``options``, from 0: the key (one or several), or the right order of the steps. ``ruling`` and ``reasoning``
    are for the time after the answer; ``clauses`` are those that the answer rests on, by id. ``level``: one of LEVELS,
    ``complexity``: one of COMPLEXITIES. ``incident`` can be ruled again, with ``readings`` fixed by clause.
    """

    id: str
    rulebook: str
    case: str
    kind: str
    language: str
    number: int
    seed: int
    story: str
    question: str
    options: tuple[Option, ...]
    answer: tuple[int, ...]
    ruling: str
    reasoning: tuple[str, ...]
    clauses: tuple[str, ...]
    level: str
    complexity: int
    incident: Incident
    readings: tuple[tuple[str, str], ...] = ()

    @property
    def ordered(self) -> bool:
        """Whether the options are to be put in order rather than chosen from."""
        return self.kind == "order-steps"

    @property
    def keys(self) -> tuple[Option, ...]:
        """The right options, in the right order where they have one."""
        return tuple(self.options[at] for at in self.answer)

    def right(self, chosen: tuple[int, ...]) -> bool:
        """Whether the options with these indexes, in this order, are the right answer."""
        return chosen == self.answer if self.ordered else set(chosen) == set(self.answer)

    def holds(self, misconception: str) -> bool:
        """Whether a wrong option comes from a misconception, by id; from whichever with ANY."""
        found = {option.misconception for option in self.options if not option.key}
        return bool(found.difference(ORIGINS, ("",))) if misconception == ANY else misconception in found


__all__ = ["ANY", "COMPLEXITIES", "KINDS", "LEVELS", "MISTAKEN", "ORIGINS", "Item", "Option"]
