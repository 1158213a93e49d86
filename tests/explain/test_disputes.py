"""Disputed facts as they are told: first whether they matter."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest

import floorcall
from engine.ruling import Ruling
from explain.data import as_data
from explain.markdown import to_markdown
from explain.schema import ruling_schema
from explain.text import to_text
from tests.explain.samples import LANGUAGES, through_json

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "disputed"
FILES = sorted(FOLDER.glob("*.yaml"))


def ruled(path: Path, book: str | None = None) -> Ruling:
    incident = floorcall.load_incident(path)
    return floorcall.rule(incident, book or incident.rulebook or "bfsp")


def idle() -> Ruling:
    text = (FOLDER / "what-was-said.yaml").read_text(encoding="utf-8").replace("raise", "nothing")
    return floorcall.rule(floorcall.read_incident(text), "bpt")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_example_keeps_the_contract(path: Path, language: str) -> None:
    data = through_json(as_data(ruled(path), language))
    jsonschema.Draft202012Validator(ruling_schema()).validate(data)
    assert data["status"] == "needs facts"
    assert data["disputes"]["matters"]
    assert len(data["disputes"]["tellings"]) == 2
    assert not data["disputes"]["tellings"][0]["differs"]
    assert data["disputes"]["tellings"][1]["differs"]


def test_there_are_examples() -> None:
    assert len(FILES) == 2


def test_the_text_says_first_that_it_matters_then_whom_to_hear_then_both_rulings() -> None:
    text = " ".join(to_text(ruled(FOLDER / "what-was-said.yaml"), width=75).split())
    assert text.startswith("DISPUTE It matters what happened.")
    order = [
        text.index(part) for part in ("It matters", "for a judge to find. BPT 2.2.3", "a call of 200", "a raise to 500")
    ]
    assert order == sorted(order)
    assert "call, says B; raise, say the dealer and A" in text


def test_a_book_that_does_not_say_whom_to_hear_says_so() -> None:
    text = " ".join(to_text(ruled(FOLDER / "what-was-said.yaml", "bfsp"), width=100).split())
    assert "does not say whom to hear or believe: the head judge decides" in text


def test_a_dispute_that_does_not_matter_leaves_the_ruling_as_it_is() -> None:
    text = " ".join(to_text(idle(), width=100).split())
    assert text.startswith("DISPUTE It does not matter what happened, the ruling is the same.")
    assert "RULING B's" in text
    data = as_data(idle())
    assert (data["disputes"]["matters"], data["disputes"]["tellings"]) == (False, [])
    jsonschema.Draft202012Validator(ruling_schema()).validate(through_json(data))


def test_only_the_dispute_that_matters_makes_versions() -> None:
    data = as_data(ruled(FOLDER / "two-facts.yaml"))["disputes"]
    assert [(fact["fact"], fact["matters"]) for fact in data["facts"]] == [("act3", True), ("pot", False)]
    assert [[part["value"] for part in telling["facts"]] for telling in data["tellings"]] == [
        ["all-in 100"],
        ["all-in 90"],
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_markdown_has_both_rulings_in_a_table(language: str) -> None:
    text = to_markdown(ruled(FOLDER / "what-was-said.yaml"), language)
    assert text.count("\n| ") == 4
    assert "2.2.3" in text


def test_a_player_is_told_that_it_has_to_be_found_first() -> None:
    assert "what happened" in to_text(ruled(FOLDER / "what-was-said.yaml"), audience="player")


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_the_width_is_kept(width: int) -> None:
    for path in FILES:
        assert max(map(len, to_text(ruled(path), "ru", width=width).splitlines())) <= width


def test_a_ruling_without_disputes_has_no_word_of_them() -> None:
    data = as_data(ruled(FOLDER.parent / "oversized-chip.yaml"))
    assert "disputes" not in data
