"""Which rules put each other aside: by a relation that is written down, by a layer, or through a third rule.

Two rules that disagree are no overlap where a third one always steps in. Whether it does is told with certainty only of
a third rule that looks at nothing beside what the two look at; of any other it is left open and the engine decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import z3

from check.world import Branch, Key, Place, World
from knowledge.model import Rule

_DEEPEST = 4


def related(a: Rule, b: Rule) -> bool:
    """Whether one of two rules puts the other aside wherever both apply."""
    return a.layer != b.layer or _names(a, b) or _names(b, a)


def _names(a: Rule, b: Rule) -> bool:
    return any(
        (relation.kind in ("overrides", "restricts") and relation.rule == b.id)
        or (relation.kind == "reinstates" and relation.against == b.id)
        for relation in a.relations
    )


class Defeats:
    """What a third rule does to those of one pair.

    ``subject`` is that of the pair, ``figures`` the facts that it looks at; ``places`` fills with what the third rules
    look at in them.
    """

    def __init__(self, world: World, subject: Key | None, figures: Iterable[str]) -> None:
        self.world = world
        self.subject = subject
        self.figures = frozenset(figures) | {"table@table"}
        self.places: set[Place] = set()

    def spared(self, branch: Branch) -> Any:
        """Whether no third rule puts a proposal aside for certain, as a formula."""
        return z3.Not(self._defeated(branch.rule, branch.subject, surely=True, depth=0))

    def _defeated(self, rule: Rule, subject: Any, surely: bool, depth: int) -> Any:
        """Whether a proposal of a rule is put aside: ``surely``, or else perhaps."""
        if depth > _DEEPEST:
            return z3.BoolVal(not surely)
        found = []
        for other in self.world.attackers(rule):
            fires = self._fires(other, subject, surely)
            found.append(z3.And(fires, z3.Not(self._defeated(other, subject, not surely, depth + 1))))
        return z3.Or(found)

    def _fires(self, rule: Rule, subject: Any, surely: bool) -> Any:
        ways = []
        for branch in self.world.branches(rule, self.subject):
            foreign = {name for name, _ in branch.places} - self.figures
            if any(self.world.figures[name].type in self.world.vocabulary.events for name in foreign):
                continue  # an event that is not told did not happen
            if foreign or branch.absences or branch.loose:
                ways.append(z3.BoolVal(not surely))
                continue
            self.places |= branch.places
            ways.append(z3.And(branch.formula, branch.subject.value == subject.value))
        return z3.Or(ways)
