"""The index: every case as its file has it, built once, kept by content."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from facts.faults import Faults
from facts.lexicon import vocabulary
from facts.reader import read_incident
from facts.writer import unplaced
from knowledge.casefiles import read_cases
from knowledge.loading import folder_of, installed
from precedents import building
from precedents.index import index_of
from precedents.search import find
from tests.precedents.told import precedents

MINIMAL = Path(__file__).parents[1] / "knowledge" / "rulebooks" / "good" / "minimal"
CASE = """- case: {id}
  title: {{en: "{title}", ru: "{title}"}}
  note: A case for a test.
  clauses: ["1"]
  incident:
    actions:
      - {{event: flop-without-burn, checks_followed: no, bets_followed: no}}
  expect: {{status: determined}}
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own for each test."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("FLOORCALL_CACHE", str(folder))
    return folder


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A small rulebook with a case that nobody else has."""
    folder = tmp_path / "minimal"
    shutil.copytree(MINIMAL, folder)
    write(folder, "no-burn", "Flop without a burn")
    return folder


def write(book: Path, id: str, title: str) -> None:
    """Writes the only case of a rulebook."""
    (book / "cases").mkdir(exist_ok=True)
    for path in (book / "cases").glob("*.yaml"):
        path.unlink()
    (book / "cases" / "one.yaml").write_text(CASE.format(id=id, title=title), encoding="utf-8")


def built_times(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows whenever an index is built."""
    times: list[int] = []
    build = building.built
    monkeypatch.setattr(building, "built", lambda *given: times.append(1) or build(*given))
    return times


def test_every_incident_is_kept_as_its_case_tells_it() -> None:
    known = vocabulary()
    for book in installed():
        told = {case.id: case.incident for case in read_cases(folder_of(book) / "cases", known)}
        kept = {
            one.id: read_incident(one.incident, "kept", known.events) for one in precedents() if one.rulebook == book
        }
        assert {id: unplaced(incident) for id, incident in kept.items()} == {
            id: unplaced(incident) for id, incident in told.items()
        }


def test_it_is_built_once_for_a_state_of_the_cases(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = built_times(monkeypatch)
    one, other = index_of([str(book)]), index_of([str(book)])
    assert times == [1]
    assert one.data == other.data
    write(book, "another", "Flop without a burn")
    assert index_of([str(book)]).precedent(0).id == "another"
    assert times == [1, 1]


def test_a_change_of_the_lexicon_or_of_a_clause_builds_it_anew(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from precedents import lexicon

    times = built_times(monkeypatch)
    index_of([str(book)])
    (clauses,) = (book / "clauses").glob("*.yaml")
    clauses.write_text(clauses.read_text(encoding="utf-8") + "\n# another state\n", encoding="utf-8")
    index_of([str(book)])
    folder = tmp_path / "lexicon"
    shutil.copytree(lexicon.FOLDER, folder)
    monkeypatch.setattr(lexicon, "FOLDER", str(folder))
    index_of([str(book)])
    assert len(times) == 2  # the same words elsewhere are the same lexicon
    words = folder / "words.yaml"
    words.write_text(words.read_text(encoding="utf-8").replace('"flop*"', '"flop*, plop*"', 1), encoding="utf-8")
    assert find("plop without a burn", index_of([str(book)]), 1).matches
    assert len(times) == 3


def test_a_damaged_index_is_built_anew(book: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = built_times(monkeypatch)
    index_of([str(book)])
    (kept,) = cache.glob("*.precedents")
    kept.write_bytes(kept.read_bytes()[:-5] + b"xxxxx")
    assert index_of([str(book)]).precedent(0).id == "no-burn"
    assert times == [1, 1]


def test_it_does_without_a_cache(book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("FLOORCALL_CACHE", str(blocked))
    assert find("flop without a burn", index_of([str(book)]), 1).matches[0].precedent.id == "no-burn"


def test_steps_are_told_while_it_is_built(book: Path) -> None:
    seen: list[int] = []

    def watch(steps: int) -> object:
        seen.append(steps)
        return lambda: seen.append(-1)

    index_of([str(book)], watch)  # type: ignore[arg-type]
    assert seen == [1, -1]
    index_of([str(book)], watch)  # type: ignore[arg-type]
    assert seen == [1, -1]


def test_cases_that_are_no_yaml_are_told_with_their_place(book: Path) -> None:
    (book / "cases" / "two.yaml").write_text("- case: [unclosed\n", encoding="utf-8")
    with pytest.raises(Faults) as told:
        index_of([str(book)])
    assert {(Path(fault.file).name, bool(fault.line)) for fault in told.value.faults} == {("two.yaml", True)}


def test_a_rulebook_without_cases_has_an_empty_index(book: Path) -> None:
    shutil.rmtree(book / "cases")
    index = index_of([str(book)])
    assert len(index) == 0
    assert find("flop without a burn", index, 3).matches == ()
