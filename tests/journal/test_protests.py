"""Protests are ruled by the rulebook's own rules, with facts from the journal; what is open and late is told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engine.pool import ENGINES, pool_of
from facts.faults import Faults
from journal.protests import ASKED, Law, amended, deadline, decided, filed, protests_data
from journal.records import Draft
from journal.standing import Standing
from journal.store import Journal
from knowledge.loading import load
from tests.journal.law import EVENT, early, entered, opened, ruled, sanction

SEATS = {"C": "17"}
NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
FORM = {"decided_by": "head-judge", "written": True, "gives_reason": True, "through": "head-judge"}


@pytest.fixture(params=ENGINES)
def make(request: pytest.FixtureRequest) -> Any:
    """Both engines."""
    return pool_of(request.param)


@pytest.fixture
def journal(tmp_path: Path, make: Any) -> Any:
    """A journal under the federation's rules, in which player 17 was warned: entry 2, penalty 3."""
    with opened(tmp_path / "journal.db") as found:
        entered(found, early(), SEATS, make)
        yield found


def law(make: Any, book: str = "bfsp") -> Law:
    """The rules of a book."""
    return Law(*load(book), {}, make)


def protest(journal: Journal, make: Any, about: int = 3, player: str = "17", **told: Any) -> int:
    """Files a protest and gives its number."""
    facts = {**FORM, **told.pop("facts", {})}
    draft = filed(Standing(journal, EVENT), law(make), player, about, "unjust", NOW, facts, **told)
    (entry,) = journal.append(EVENT, draft)
    return entry.number


def told(journal: Journal, make: Any, now: datetime = NOW, book: str = "bfsp") -> dict[str, Any]:
    """What the listing says."""
    return protests_data(Standing(journal, EVENT), law(make, book), now)


def test_an_admissible_protest_waits_to_be_sent(journal: Journal, make: Any) -> None:
    protest(journal, make)
    (found,) = told(journal, make)["protests"]
    assert (found["allowed"], found["state"], found["clauses"][0]) == (True, "unsent", "7.3.1")
    assert any("sends the protest and the protocol" in text for text in found["says"]["en"])


def test_who_was_not_punished_may_not_protest(journal: Journal, make: Any) -> None:
    protest(journal, make, player="4")
    (found,) = told(journal, make)["protests"]
    assert (found["allowed"], found["state"], found["clauses"]) == (False, "inadmissible", ["7.3.1"])


def test_nobody_protests_against_the_ruling_on_a_hand(journal: Journal, make: Any) -> None:
    story = early().replace("C: {does: bet 200, prompted: nobody}", "A: check").replace(", {A: check}, {B: check}", "")
    number, _ = entered(journal, story, SEATS, make)
    protest(journal, make, about=number)
    (found,) = told(journal, make)["protests"]
    assert (found["facts"]["about"], found["allowed"]) == ("hand", False)


def test_a_protest_after_the_end_is_recorded_and_inadmissible(journal: Journal, make: Any) -> None:
    journal.append(EVENT, Draft("closed", {}, at=NOW - timedelta(hours=1)))
    protest(journal, make)
    (found,) = told(journal, make)["protests"]
    assert (found["facts"]["event_over"], found["allowed"], found["state"]) == (True, False, "inadmissible")
    assert found["clauses"] == ["7.3.2"]
    assert found["text"] == "unjust"


def test_a_protest_before_the_end_is_in_time(journal: Journal, make: Any) -> None:
    journal.append(EVENT, Draft("closed", {}, at=NOW + timedelta(hours=1)))
    protest(journal, make)
    assert told(journal, make)["protests"][0]["allowed"] is True


def test_what_nobody_told_is_asked_for(journal: Journal, make: Any) -> None:
    draft = filed(Standing(journal, EVENT), law(make), "17", 3, "unjust", NOW, {"written": True})
    (entry,) = journal.append(EVENT, draft)
    (found,) = told(journal, make)["protests"]
    assert found["allowed"] is None
    assert "Who made the decision that 17 disputes?" in found["questions"]["en"]
    journal.append(EVENT, amended(Standing(journal, EVENT), law(make), entry.number, {}, FORM))
    assert told(journal, make)["protests"][0]["allowed"] is True


def test_the_thirty_days_come_from_the_clause(make: Any) -> None:
    assert deadline(law(make)) == (30, "7.3.4")
    assert deadline(law(make, "tda")) is None
    assert deadline(law(make, "bg")) is None


@pytest.mark.parametrize(("days", "state"), [(0, "open"), (30, "open"), (31, "late")])
def test_open_until_the_days_are_over(journal: Journal, make: Any, days: int, state: str) -> None:
    protest(journal, make, received=NOW, received_by="the federation")
    found = told(journal, make, NOW + timedelta(days=days))
    assert (found["protests"][0]["state"], found["protests"][0]["due"]) == (state, "2026-12-31")
    assert (found["open"], found["late"]) == (1, 1 if state == "late" else 0)


def test_days_are_counted_where_the_event_is(journal: Journal, make: Any) -> None:
    received = datetime(2026, 12, 1, 22, 30, tzinfo=UTC)  # the second of December in Minsk
    protest(journal, make, received=received)
    standing = Standing(journal, EVENT)
    found = protests_data(standing, law(make), NOW, ZoneInfo("Europe/Minsk"))["protests"][0]
    assert (found["received"][:10], found["due"]) == ("2026-12-02", "2027-01-01")


def test_one_that_is_upheld_overturns_the_penalty(journal: Journal, make: Any) -> None:
    number = protest(journal, make, received=NOW)
    drafts = decided(Standing(journal, EVENT), number, "upheld", "he was in turn", "the federation")
    assert [draft.kind for draft in drafts] == ["protest-decision", "lifted"]
    journal.append(EVENT, *drafts)
    assert sanction(ruled(journal, early(), SEATS, make))["type"] == "warning"
    assert told(journal, make)["protests"][0]["decision"]["outcome"] == "upheld"
    with pytest.raises(Faults, match="was decided before"):
        decided(Standing(journal, EVENT), number, "rejected", "", "")


def test_one_that_is_rejected_leaves_it(journal: Journal, make: Any) -> None:
    number = protest(journal, make, received=NOW)
    journal.append(EVENT, *decided(Standing(journal, EVENT), number, "rejected", "", "the federation"))
    assert sanction(ruled(journal, early(), SEATS, make))["type"] == "sit-out"
    assert told(journal, make, NOW + timedelta(days=90))["protests"][0]["state"] == "decided"


def test_what_is_no_protest_cannot_be_decided(journal: Journal) -> None:
    with pytest.raises(Faults, match="is no protest"):
        decided(Standing(journal, EVENT), 3, "upheld", "", "")


def test_under_other_rules_the_staff_decides_finally(tmp_path: Path, make: Any) -> None:
    with opened(tmp_path / "bg.db", "bg") as journal:
        entered(journal, early(), SEATS, make)
        facts = {"decided_by": "director", "goes_to": "outside-body"}
        draft = filed(Standing(journal, EVENT), law(make, "bg"), "17", 2, "unjust", NOW, facts)
        journal.append(EVENT, draft)
        (found,) = told(journal, make, book="bg")["protests"]
        assert (found["allowed"], found["state"], found["clauses"]) == (False, "inadmissible", ["1.p3"])


def test_rules_that_are_silent_leave_a_protest_open(tmp_path: Path, make: Any) -> None:
    with opened(tmp_path / "tda.db", "tda") as journal:
        entered(journal, early(), SEATS, make)
        journal.append(EVENT, filed(Standing(journal, EVENT), law(make, "tda"), "17", 2, "unjust", NOW, FORM))
        (found,) = told(journal, make, book="tda")["protests"]
        assert (found["allowed"], found["state"]) == (None, "open")


def test_what_is_asked_is_what_the_vocabulary_has() -> None:
    assert set(ASKED) <= set(load("bfsp")[1].facts["protest"].slots)
