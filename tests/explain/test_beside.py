"""What is said about conduct and rights beside the play: what an official may decide otherwise, what is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

import floorcall
from engine.ruling import Ruling
from explain.data import as_data
from explain.text import to_text
from tests.explain.test_text import flat

CLOCK = "{event: clock-request, seat: A, asked_by: B, reasonable_time_gone: yes, asker_at_seat: yes}"
DEVICE = "{event: device-used, seat: C, purpose: text-message, at_table: yes, live_hand: yes}"
PLAY = "structure: no-limit, street: flop, stakes: {sb: 50, bb: 100}, seats: [A, B, C], pot: 300"
CHIP = "{A: {chips: [500], silent: yes}}"

BOOK = """rulebook: own
name: {en: Own, ru: Своё}
edition: {en: first, ru: первая}
"""
CLAUSES = """- clause: '1'
  title: {en: One, ru: Один}
  gist: {en: One., ru: Один.}
  status: encoded
"""
RULES = """- rule: one
  clause: "1"
  topic: permission
  of: $event
  when:
    - request: {id: $event, seat: $who, wants: raise, to: $to}
  propose: {allowed: no}
  discretion: {by: judge, range: {en: "no, or up to $to for $who", ru: "нет или до $to для $who"}}
  says: {en: "$who may not raise.", ru: "$who не может повысить."}
"""


def rule(story: str, book: str = "bg") -> Ruling:
    """The ruling of a book on a story."""
    return floorcall.rule(floorcall.read_incident(story), book)


def test_what_an_official_may_decide_about_a_right_is_read_out() -> None:
    ruling = rule(f"{{street: flop, actions: [{CLOCK}]}}")
    text = flat(to_text(ruling))
    assert "RULING A has had enough time: the clock starts. BG 20" in text
    assert ruling.status == "discretion"
    assert "STATUS at the discretion of the tournament director: what is enough time" in text


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_names_in_a_range_are_filled_in(tmp_path: Path, language: str) -> None:
    (tmp_path / "rulebook.yaml").write_text(BOOK, encoding="utf-8")
    for part, text in (("clauses", CLAUSES), ("rules", RULES)):
        (tmp_path / part).mkdir()
        (tmp_path / part / "all.yaml").write_text(text, encoding="utf-8")
    ruling = rule("{street: flop, actions: [{event: request, seat: B, wants: raise, to: 700}]}", str(tmp_path))
    (finding,) = as_data(ruling, language)["findings"]
    assert finding["discretion"]["range"] == {"en": "no, or up to 700 for B", "ru": "нет или до 700 для B"}[language]


def test_a_question_about_a_right_is_asked_below_and_does_not_lead() -> None:
    ruling = rule(f"{{{PLAY}, actions: [{CHIP}, {DEVICE}]}}")
    assert ruling.status == "determined"
    text = flat(to_text(ruling))
    before, asked = text.split("ASK ")
    assert "has to be asked" not in before
    assert asked.startswith("Do the rules of the organiser allow this? – yes: the organiser's rules allow C to do")


def test_where_nothing_else_is_told_a_question_about_a_right_leads() -> None:
    ruling = rule(f"{{street: flop, actions: [{DEVICE}]}}")
    assert ruling.status == "needs facts"
    assert flat(to_text(ruling)).startswith("ASK Do the rules of the organiser allow this?")
    assert to_text(ruling, audience="player").startswith("The ruling hangs on one question: Do the rules")
