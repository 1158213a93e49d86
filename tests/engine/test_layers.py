"""Regulations over a rulebook: which layer decided, by which clauses, and what the book below would have said."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine.layers as layers_module
import floorcall
from engine.ruling import DISCRETION, Below, Ruling
from facts.faults import Faults
from knowledge.loading import load

ROOT = Path(__file__).resolve().parents[2]
HOUSE = ROOT / "examples" / "house"

CHIP = """
structure: no-limit
stakes: {sb: 50, bb: 100}
street: flop
seats: [A, B]
pot: 300
actions: [A: bet 200, B: {chips: [500], silent: yes}]
"""
RAISES = """
game: holdem
structure: limit
stakes: {low: 100, high: 200}
street: flop
seats: [A, B]
pot: 600
actions: [A: bet 100, B: raise 200, A: raise 300, B: raise 400]
"""
FLOP = """
game: holdem
street: flop
seats: [A, B]
stakes: {sb: 50, bb: 100}
pot: 300
actions: [{event: extra-board-cards, street: flop, cards: 4, opened: yes}]
"""
CLOCK = "actions: [{event: clock, seat: A, decided: no, seconds: 30, facing_bet: yes}]"

CLAUSE = """- clause: H-1
  section: "1"
  title: {ru: Своё}
  gist: {ru: Своё правило.}
  status: encoded
"""


def overlay(folder: Path, over: object, layer: str = "house", head: str = "", **parts: str) -> Path:
    """Regulations in Russian over a book, with a clause H-1."""
    folder.mkdir()
    told = f"rulebook: {folder.name}\nlayer: {layer}\nextends: {over}\nlanguages: [ru]\ncites: Клуб\n"
    told += "name: {ru: Правила клуба}\nedition: {ru: первая}\n"
    (folder / "rulebook.yaml").write_text(told + head, encoding="utf-8")
    for part, text in {"clauses": CLAUSE, **parts}.items():
        (folder / part).mkdir()
        (folder / part / "own.yaml").write_text(text, encoding="utf-8")
    return folder


def ruled(story: str, book: object) -> Ruling:
    return floorcall.rule(floorcall.read_incident(story), str(book))


def below(ruling: Ruling) -> Below:
    assert ruling.below is not None
    return ruling.below


def test_a_number_of_the_replay_decides() -> None:
    ruling = ruled(RAISES, HOUSE)
    found = below(ruling)
    assert (found.layer.book, found.layer.kind, found.clauses) == ("house", "house", ("H-2",))
    assert found.ruling.rulebook.id == "tda"
    one, other = (r.verdict("may-raise", "A") for r in (ruling, found.ruling))
    assert one is not None
    assert other is not None
    assert (one.values["allowed"], other.values["allowed"]) == (True, False)


def test_a_number_of_a_rule_decides() -> None:
    ruling = ruled(CLOCK, HOUSE)
    hand, lower = ruling.verdict("hand", "A"), below(ruling).ruling.verdict("hand", "A")
    assert below(ruling).clauses == ("H-3",)
    assert hand is not None
    assert lower is not None
    assert (hand.values["status"], lower.values["status"]) == ("live", "dead")


def test_a_rule_goes_before_the_one_below() -> None:
    found = below(ruled(FLOP, HOUSE))
    assert found.clauses == ("H-4",)
    board = found.ruling.verdict("board", "event 1")
    assert board is not None
    assert board.values["fate"] == "by-lot"
    assert found.ruling.below is None


@pytest.mark.parametrize(
    "story", [CHIP, RAISES.replace("limit", "no-limit", 1), FLOP.replace("flop, cards: 4", "turn, cards: 2")]
)
def test_what_the_house_does_not_touch_is_not_ruled_twice(story: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers_module, "load", lambda folder: pytest.fail("the book below was loaded"))
    monkeypatch.setattr(layers_module, "_books", {})
    assert ruled(story, HOUSE).below is None


def test_a_book_without_layers_has_nothing_below() -> None:
    for book in ("bfsp", "bpt", "tda"):
        assert not load(book)[0].layered
        assert ruled(CHIP, book).below is None


def test_a_replaced_rule_over_bfsp(tmp_path: Path) -> None:
    head = "repeal: {clause: H-1, rules: [excess-is-not-yet-a-raise]}\n"
    rule = """- rule: oversized-chip-is-a-call
  clause: H-1
  topic: reads-as
  of: $act
  when:
    - act: {id: $act, owed: $owed, min_to: $least}
    - heard: {of: $act, word: nothing}
    - accepted: {of: $act, chips: 1, put: $put}
    - if: $owed > 0 and $put >= $least
  propose: {as: raise, to: $put}
  says: {ru: "Один чип – рэйз до $put."}
"""
    ruling = ruled(CHIP, overlay(tmp_path / "klub", "bfsp", head=head, rules=rule))
    verdicts = [r.verdict("settles", "act 2") for r in (ruling, below(ruling).ruling)]
    assert [v.values["as"] for v in verdicts if v is not None] == ["raise", "call"]
    assert below(ruling).clauses == ("H-1",)


def test_a_replaced_rule_that_no_longer_applies(tmp_path: Path) -> None:
    """The new one asks for more, so it does not fire: what decided is that the old one is gone."""
    rule = """- rule: oversized-chip-is-a-call
  clause: H-1
  topic: reads-as
  of: $act
  when:
    - act: {id: $act, owed: $owed, level: $level}
    - heard: {of: $act, word: nothing}
    - accepted: {of: $act, chips: 1, put: $put}
    - if: $owed > 0 and $put > 1000
  propose: {as: call, to: $level}
  says: {ru: "Один чип – колл."}
"""
    ruling = ruled(CHIP, overlay(tmp_path / "klub", "bfsp", rules=rule))
    assert below(ruling).clauses == ("H-1",)
    decided = [[m.rule.id for m in v.by] for v in ruling.trace.verdicts if v.topic == "reads-as"]
    assert decided == [["excess-is-not-yet-a-raise"]]


def test_a_repealed_rule_over_bfsp(tmp_path: Path) -> None:
    head = "repeal:\n  - {clause: H-1, rules: [oversized-chip-is-a-call]}\n"
    head += "  - {clause: H-1, rules: [excess-is-not-yet-a-raise]}\n"
    ruling = ruled(CHIP, overlay(tmp_path / "klub", "bfsp", head=head))
    assert ruling.status == DISCRETION
    assert below(ruling).clauses == ("H-1",)
    verdict = below(ruling).ruling.verdict("settles", "act 2")
    assert verdict is not None
    assert verdict.values["as"] == "call"


def test_three_layers(tmp_path: Path) -> None:
    head = "parameters:\n  limit.raises: {value: 5, clause: H-1}\n"
    event = overlay(tmp_path / "event", HOUSE, "event", head)
    fifth = RAISES.replace("B: raise 400]", "B: raise 400, A: raise 500]")
    for story, clauses in (
        (RAISES, [("event", "H-1"), ("house", "H-2")]),
        (fifth, [("event", "H-1"), ("house", "H-2")]),
    ):
        ruling, found = ruled(story, event), []
        while ruling.below is not None:
            found.append((ruling.below.layer.book, *ruling.below.clauses))
            ruling = ruling.below.ruling
        assert found == clauses
        assert ruling.rulebook.id == "tda"
    # the event says nothing about the flop: the house decides, and the book below the house is asked at once
    found_below = below(ruled(FLOP, event))
    assert (found_below.layer.book, found_below.ruling.rulebook.id) == ("house", "tda")


def test_a_reading_that_the_event_fixes_holds_below(tmp_path: Path) -> None:
    head = "parameters:\n  limit.all_in_share: {value: [1, 1], clause: H-1}\n"
    folder = overlay(tmp_path / "klub", "bfsp", head=head)
    story = """
structure: limit
stakes: {low: 10, high: 20}
street: flop
seats: [A, B, C]
stacks: {A: 100, B: 15, C: 100}
actions: [A: bet 10, B: all-in 15]
"""
    chosen = {"4.9.8.p4.e1": "to-full"}
    ruling = floorcall.rule(floorcall.read_incident(story), str(folder), chosen)
    assert below(ruling).clauses == ("H-1",)
    assert below(ruling).ruling.trace.readings["4.9.8.p4.e1"] == "to-full"


def test_a_book_below_that_broke_meanwhile_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(folder: str) -> object:
        raise Faults([])

    monkeypatch.setattr(layers_module, "_books", {})
    monkeypatch.setattr(layers_module, "load", broken)
    with pytest.raises(Faults):
        ruled(FLOP, HOUSE)
