"""Replay: the same bytes under the same rules, and under others what differs, with the clauses behind."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import journal.replay as replay
from engine.pool import ENGINES, pool_of
from journal.penalties import lifted
from journal.records import Draft
from journal.replay import DIFFERS, REASONS, SAME, UNREADABLE, replay_data, replayed
from journal.standing import Standing
from journal.store import Journal
from knowledge.loading import load
from tests.journal.law import EVENT, early, entered, offence, opened

SEATS = {"A": "7", "C": "17"}
KNOWLEDGE = Path(__file__).parents[2] / "knowledge"


@pytest.fixture(params=ENGINES)
def make(request: pytest.FixtureRequest) -> Any:
    """Both engines."""
    return pool_of(request.param)


@pytest.fixture
def journal(tmp_path: Path, make: Any) -> Any:
    """A journal with two acts out of turn and a hand named."""
    with opened(tmp_path / "journal.db") as found:
        for story in (early(), offence("announced-cards", "A", before_round_ends="yes"), early()):
            entered(found, story, SEATS, make)
        yield found


def states(journal: Journal, make: Any, rulebook: str = "") -> list[str]:
    """What became of each ruling."""
    return [one.state for one in replayed(journal, EVENT, make, rulebook)]


def test_the_same_rules_give_the_same_bytes(journal: Journal, make: Any) -> None:
    assert states(journal, make) == [SAME, SAME, SAME]


def test_it_is_counted_as_it_was_then(journal: Journal, make: Any) -> None:
    """A penalty that was lifted since does not change what was ruled before."""
    journal.append(EVENT, lifted(Standing(journal, EVENT), 3, "forgiven", "x"))
    assert states(journal, make) == [SAME, SAME, SAME]


def test_the_other_engine_gives_the_same_bytes(journal: Journal, make: Any) -> None:
    del make
    for engine in ENGINES:
        assert states(journal, pool_of(engine)) == [SAME, SAME, SAME]


def of_the_house(folder: Path) -> None:
    """A copy of a rulebook with a content of its own, that no installed one has."""
    with (folder / "rulebook.yaml").open("a", encoding="utf-8") as stream:
        stream.write("# of the house\n")


def test_rules_that_changed_since_are_told(tmp_path: Path, make: Any) -> None:
    folder = tmp_path / "house"
    shutil.copytree(KNOWLEDGE / "bfsp", folder)
    of_the_house(folder)
    with opened(tmp_path / "house.db", str(folder)) as journal:
        for _ in range(2):
            entered(journal, early(), SEATS, make)
        rules = folder / "rules" / "7.01-conduct.yaml"
        before = rules.read_text("utf-8")
        harder = before.replace(
            "occasion: repeated, rounds: 1, rounds_max: 2", "occasion: repeated, rounds: 2, rounds_max: 3"
        )
        assert harder != before
        rules.write_text(harder, "utf-8")
        first, second = replayed(journal, EVENT, make)
        assert (first.state, first.changed) == (SAME, True)
        assert (second.state, second.clauses[0][0]) == (DIFFERS, "7.1.12")


def test_words_that_changed_since_are_told_with_their_place(
    journal: Journal, make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = replay.told_in

    def reworded(ruling: Any, languages: Any) -> Any:
        return {language: told | {"edition": "another"} for language, told in real(ruling, languages).items()}

    monkeypatch.setattr(replay, "told_in", reworded)
    found = list(replayed(journal, EVENT, make))
    assert {one.state for one in found} == {REASONS}
    assert found[0].paths == ("/en/edition", "/ru/edition")


def test_under_another_edition_what_differs_is_told_with_its_clauses(journal: Journal, make: Any) -> None:
    first, named, again = replayed(journal, EVENT, make, "bpt")
    assert named.state == DIFFERS
    assert named.clauses[0][0] == "7.1.6"
    assert any("truth" in text or "true" in text.lower() for text in named.now)
    assert (first.state, again.state) != (DIFFERS, DIFFERS)


def test_under_another_edition_occasions_are_counted_by_its_clauses(journal: Journal, make: Any) -> None:
    """TDA counts no acts out of turn; BG counts them together with other breaches of etiquette."""
    third = list(replayed(journal, EVENT, make, "bg"))[2]
    assert third.state == DIFFERS
    assert any("again" in text for text in third.now)


def test_what_was_lifted_before_is_not_counted_anew(tmp_path: Path, make: Any) -> None:
    with opened(tmp_path / "lifted.db") as journal:
        entered(journal, early(), SEATS, make)
        journal.append(EVENT, lifted(Standing(journal, EVENT), 3, "forgiven", "x"))
        entered(journal, early(), SEATS, make)
        second = list(replayed(journal, EVENT, make, "bg"))[1]
        assert not any("again" in text for text in second.now)


def test_a_disputed_story_is_replayed_whole(tmp_path: Path, make: Any) -> None:
    with opened(tmp_path / "disputed.db") as journal:
        story = sorted((KNOWLEDGE.parent / "examples" / "disputed").glob("*.yaml"))[0]
        _, ruling = entered(journal, story.read_text("utf-8"), {}, make)
        again = replay.whole_ruling(ruling.incident, replay.Book(ruling.rulebook, ruling.vocabulary), make, {})
        assert again.disputed is not None


def test_a_rulebook_that_is_gone_is_told(tmp_path: Path, make: Any) -> None:
    folder = tmp_path / "house"
    shutil.copytree(KNOWLEDGE / "bfsp", folder)
    of_the_house(folder)
    with opened(tmp_path / "house.db", str(folder)) as journal:
        entered(journal, early(), SEATS, make)
        assert states(journal, make) == [SAME]
        shutil.rmtree(folder)
        (found,) = replayed(journal, EVENT, make)
        assert found.changed


def test_a_rulebook_that_lies_elsewhere_is_the_same(tmp_path: Path, make: Any) -> None:
    """As on another machine, or after floorcall was installed anew."""
    folder = tmp_path / "house"
    shutil.copytree(KNOWLEDGE / "bfsp", folder)
    with opened(tmp_path / "house.db", str(folder)) as journal:
        entered(journal, early(), SEATS, make)
        shutil.rmtree(folder)
        (found,) = replayed(journal, EVENT, make)
        assert (found.state, found.changed) == (SAME, False)


def test_a_text_that_can_be_read_no_more_is_told(tmp_path: Path, make: Any) -> None:
    from journal.records import Body

    with opened(tmp_path / "bad.db") as journal:
        told = {"id": "bfsp", "edition": {}, "digest": load("bfsp")[0].content}
        data = {"format": "yaml", "file": "told", "players": {}, "rulebook": told, "readings": {}, "occasions": {}}
        journal.append(EVENT, Draft("incident", data, body=Body(b"{game: chess}", {"en": {}})))
        (found,) = replayed(journal, EVENT, make)
        assert found.state == UNREADABLE
        assert "chess" in found.fault


def test_the_whole_replay_as_data(journal: Journal, make: Any) -> None:
    told = replay_data(EVENT, "bpt", list(replayed(journal, EVENT, make, "bpt")))
    assert told["incidents"] == 3
    assert sum(told["counts"].values()) == 3
    assert all(one["state"] != SAME for one in told["rulings"])
