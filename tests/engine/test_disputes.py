"""Stories with disputed facts: ruled on in each version."""

from __future__ import annotations

import pytest

import floorcall
from engine.disputes import Disputed
from engine.ruling import NEEDS, Ruling

HEAD = "structure: no-limit\nstakes: {sb: 50, bb: 100}\nstreet: flop\nseats: [A, B, C]\npot: 300\nactions:\n"
CHIP = HEAD + "  - A: bet 200\n  - B: {chips: [500]}\ndisputed:\n"


def ruled(text: str, book: str = "bfsp") -> Ruling:
    return floorcall.rule(floorcall.read_incident(text), book)


def disputed(text: str, book: str = "bfsp") -> Disputed:
    found = ruled(text, book).disputed
    assert found is not None
    return found


def outcome(ruling: Ruling) -> object:
    verdict = ruling.verdict("settles", "act 2")
    return None if verdict is None else verdict.values.get("as")


def test_where_the_versions_lead_apart_nothing_is_decided_and_both_are_ruled_on() -> None:
    ruling = ruled(CHIP + "  act2.says: {B: call, dealer: raise}\n")
    assert ruling.status == NEEDS
    assert ruling.disputed is not None
    assert ruling.disputed.matters == (True,)
    assert [outcome(telling.ruling) for telling in ruling.disputed.tellings] == ["call", "raise"]


def test_where_they_lead_to_the_same_ruling_it_stands() -> None:
    ruling = ruled(CHIP + "  act2.says: {B: call, dealer: nothing}\n")
    assert ruling.disputed is not None
    assert ruling.disputed.matters == (False,)
    assert (ruling.status == NEEDS, outcome(ruling)) == (False, "call")


def test_of_several_disputes_those_that_matter_are_told_apart() -> None:
    found = disputed(CHIP + "  act2.says: {B: call, dealer: raise}\n  min_chip: {A: 25, C: 50}\n")
    assert found.matters == (True, False)
    assert [telling.chosen for telling in found.tellings] == [(0,), (1,)]


def test_two_disputes_that_matter_are_told_in_all_combinations() -> None:
    text = HEAD + "  - A: bet 200\n  - B: {}\ndisputed:\n"
    found = disputed(text + "  act2.says: {B: call, dealer: raise}\n  act2.chips: {B: [500], dealer: [100]}\n")
    assert found.matters == (True, True)
    assert [telling.chosen for telling in found.tellings] == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_a_dispute_matters_also_when_only_together_with_another() -> None:
    # how many chips they were counts only where nobody spoke
    text = HEAD + "  - A: bet 200\n  - B: {}\ndisputed:\n"
    found = disputed(text + "  act2.says: {B: call, dealer: nothing}\n  act2.chips: {B: [500], dealer: 5x100}\n")
    assert found.matters == (True, True)


def test_whether_it_happened_at_all_can_be_disputed() -> None:
    text = CHIP.replace("disputed:", "  - C: {gesture: tap}\ndisputed:")
    found = disputed(text + "  act2.says: {B: '-', dealer: raise}\n")
    assert [version.value for version in found.disputes[0].versions] == ["-", "raise"]
    assert found.tellings[0].ruling.status == NEEDS  # nobody says what he said


@pytest.mark.parametrize(("book", "clauses"), [("bpt", {"2.2.3.p1"}), ("bfsp", set()), ("tda", set())])
def test_whom_to_hear_comes_from_the_rulebook(book: str, clauses: set[str]) -> None:
    hearing = disputed(CHIP + "  act2.says: {B: call, dealer: raise}\n", book).hearing
    assert {match.rule.clause for verdict in hearing.verdicts for match in verdict.by} == clauses


def test_books_are_compared_on_one_story_only() -> None:
    incident = floorcall.read_incident(CHIP + "  act2.says: {B: call, dealer: raise}\n")
    with pytest.raises(ValueError, match=r"disputed: act2\.says"):
        floorcall.compare(incident, ["bfsp", "tda"])


def test_whoever_looks_at_the_story_alone_finds_the_fact_unknown() -> None:
    ruling = ruled(CHIP + "  act2.says: {B: call, dealer: raise}\n")
    assert [question.slot for question in ruling.questions] == ["declared"]
