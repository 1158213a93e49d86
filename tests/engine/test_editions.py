"""The two editions of the federation's rulebook: every difference between them is shown by a case that flips."""

from __future__ import annotations

from functools import cache

import pytest

from engine.flips import REASONS, RULING, flip
from engine.pool import pool_of
from engine.workspace import MakeMatcher
from facts.lexicon import Vocabulary
from knowledge.casefiles import cases_of
from knowledge.casemodel import Case
from knowledge.loading import load
from knowledge.model import Rulebook

# Number of the difference, a case whose incident shows it, what flips. Reasons: the same outcome, other clauses.
FLIPS = [
    (1, "allin-nl-90-min-raise-ru", RULING),
    (2, "string-columns-from-hand-ru", RULING),
    (3, "under-example-right-lost-ru", REASONS),
    (5, "seat-draw-check", RULING),
    (6, "seat-draw-cards-collected-ru", RULING),
    (7, "first-button-ru", RULING),
    (8, "first-button-tie-ru", RULING),
    (9, "hand-begins-lt", RULING),
    (10, "dispute-after-next-hand-ru", RULING),
    (11, "dispute-at-break-lt", RULING),
    (12, "showdown-river-checked-ru", RULING),
    (13, "showdown-last-aggressor-ru", RULING),
    (14, "eliminated-lt", RULING),
    (15, "own-marked-card-in-deal", RULING),
    (16, "marked-card-in-shuffle-ru", RULING),
    (17, "exposed-first-card-bb-ru", RULING),
    (18, "all-in-leaves-lt", RULING),
    (19, "absent-returns-late-ru", RULING),
    (20, "standing-lt", RULING),
    (21, "deck-change-request-ru", RULING),
    (22, "four-card-flop-ru", RULING),
    (23, "five-card-flop-ru", REASONS),
    (24, "premature-turn-ru", RULING),
    (25, "own-early-river", RULING),
    (26, "extra-card-turn-ru", RULING),
    (27, "own-all-in-hand-taken-lt", RULING),
    (28, "exposed-careless-ru", RULING),
    (29, "own-announce-false", RULING),
    (30, "own-announce-after-the-round", RULING),
    (31, "exposed-careless-lt", RULING),
    (32, "own-exposed-headsup-uncalled", RULING),
    (33, "own-clock-50", RULING),
    (34, "touch-muck-repeat-ru", RULING),
    (35, "own-touched-to-learn", RULING),
    (36, "advice-ru", RULING),
    (37, "nuts-check-ru", RULING),
    (38, "other-conduct", REASONS),
]


@cache
def editions() -> tuple[Rulebook, Rulebook, Vocabulary, MakeMatcher]:
    (earlier, vocabulary), (later, _) = load("bfsp"), load("bpt")
    return earlier, later, vocabulary, pool_of()


@cache
def cases() -> dict[str, Case]:
    earlier, later, vocabulary, _ = editions()
    return {case.id: case for book in (later, earlier) for case in cases_of(book, vocabulary)}


@pytest.mark.parametrize(("number", "case", "what"), FLIPS, ids=[f"{n}-{case}" for n, case, _ in FLIPS])
def test_a_difference_is_shown_by_a_case(number: int, case: str, what: str) -> None:
    earlier, later, vocabulary, pool = editions()
    readings = {clause: named.name for clause, named in (cases()[case].readings or {}).items()}
    found = flip(cases()[case].incident, earlier, later, vocabulary, pool, readings)
    assert found is not None
    assert found.what == what


def test_a_misled_caller_may_reraise_only_by_the_letter_of_the_later_edition() -> None:
    """Difference 4 shows only where both editions are read by the letter of the example."""
    earlier, later, vocabulary, pool = editions()
    story = cases()["own-misled-caller-may-reraise-lt"]
    letter = {"4.10.p4": "call-or-fold", "4.13-ex.p1": "letter"}
    found = flip(story.incident, earlier, later, vocabulary, pool, letter)
    assert found is not None
    assert found.what == RULING


def test_what_the_editions_share_does_not_flip() -> None:
    """A completed example changes no rule (39); neither does who leaves all-in cards behind (18)."""
    earlier, later, vocabulary, pool = editions()
    for case in ("fairness-example", "absent-all-in"):
        assert flip(cases()[case].incident, earlier, later, vocabulary, pool, {}) is None
