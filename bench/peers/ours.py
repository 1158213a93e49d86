"""The chapter on our own engines: the same facts, the rules as they are, arbitration after every stage, all kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bench.chapter import BOOK, EMPTY, OUTCOME, Chapter, Facts, rules_of
from bench.engines import matcher_of, pool_of, with_rules
from engine.arbitration import SETTLED, Verdict, settle
from engine.facts import Fact, Match
from knowledge.loading import load

HOLDS = "all {rules} rules as they are, with exceptions and unknown values; keeps every match, defeat and clause"
LACKS = ""


class Peer:
    """Answers from the facts of one act; ``verdicts`` then holds every match, defeat and value behind the answer."""

    def __init__(self, held: Chapter, engine: str) -> None:
        book, self.words = load(BOOK)
        self.book = with_rules(book, rules_of(book))
        self.parameters = book.values(book.readings())
        self.pool = pool_of(engine)
        self.verdicts: dict[tuple[str, str], Verdict] = {}

    def __call__(self, facts: Facts) -> dict[str, Any]:
        """The outcome: as, to, choice, complete_to."""
        matcher = matcher_of(self.pool, self.book, self.words, self.parameters)
        for name, slots in facts.items():
            key = "act 1" if name == "act" else name
            spec = self.words.facts[name].slots
            matcher.add(Fact(name, key, {**dict.fromkeys(spec), "id": key, "seat": "A", **slots}))
        self.verdicts = {}
        matcher.run("act", lambda stage: self._settled(stage, matcher.matches(stage)))
        values = self.verdicts["settles", "act 1"].values
        return {slot: values.get(slot, EMPTY["settles"][slot]) for slot in OUTCOME}

    def _settled(self, stage: int, matches: Sequence[Match]) -> list[Fact]:
        """Arbitration as in a ruling (``engine.workspace``)."""
        groups: dict[tuple[str, str], list[Match]] = {(name, "act 1"): [] for name in self.words.inheriting[stage]}
        for match in matches:
            groups.setdefault((match.rule.topic, match.subject), []).append(match)
        found = []
        for topic, subject in sorted(groups):
            inherited = self.verdicts.get((self.words.topics[topic].inherits, subject))
            if not groups[topic, subject] and inherited is None:
                continue
            verdict = self.verdicts[topic, subject] = settle(topic, subject, groups[topic, subject], inherited)
            if verdict.status == SETTLED:
                found.append(Fact(topic, subject, {"of": subject, **verdict.values}, settled=True))
        return found
