"""Both engines, made for the rules of a test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.clips_adapter import ClipsEngine
from engine.clips_image import built
from engine.clips_network import Network
from engine.experta_adapter import ExpertaEngine
from engine.facts import Fact, Match
from engine.pool import ENGINES
from engine.workspace import Matcher
from knowledge.model import Rule

KINDS = ENGINES
STAGES = ("act", "act", "end")


def engine(kind: str, rules: Sequence[Rule], parameters: Mapping[str, Any] | None = None) -> Matcher:
    """An engine of one kind with empty working memory."""
    if kind == "experta":
        return ExpertaEngine(rules, STAGES, parameters or {})
    made = ClipsEngine(Network(*built(rules)), STAGES)
    made.begin(rules, parameters or {})
    return made


def fire(engine: Matcher) -> list[Match]:
    """What comes up in the stages of the acts."""
    found: list[Match] = []

    def settle(stage: int) -> tuple[Fact, ...]:
        found.extend(engine.matches(stage))
        return ()

    engine.run("act", settle)
    return found


def shape(matches: Sequence[Match]) -> list[tuple[object, ...]]:
    """Matches in a form that can be compared: what fired on which facts, what it waits for, what it says."""
    return sorted(
        (
            m.rule.id,
            m.subject,
            tuple(f.key for f in m.facts),
            tuple(sorted(m.unknown)),
            tuple(sorted(m.outcome.items())),
        )
        for m in matches
    )
