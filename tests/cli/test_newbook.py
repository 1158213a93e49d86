"""``floorcall rulebook new``, and the other commands on what it writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.newbook import LAYERS
from knowledge.loading import load_fresh
from tests.cli.running import ROOT, call

Capture = pytest.CaptureFixture[str]
BOOKS = ("bfsp", "bg", "bpt", "club", "tda")
FILES = ("rulebook.yaml", "README.md", "clauses/{}.yaml", "rules/{}.yaml", "cases/{}.yaml")


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder to write in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("over", BOOKS)
def test_what_it_writes_is_sound_over_every_book(capsys: Capture, over: str, language: str) -> None:
    told = call(capsys, "rulebook", "new", "club-x", "--over", over, "--lang", language)
    assert (told.code, told.err) == (0, "")
    assert call(capsys, "rulebook", "check", "club-x").code == 0
    assert call(capsys, "cases", "run", "club-x").out == "2 cases: 2 passed\n"
    told = call(capsys, "rulebook", "coverage", "club-x", "--strict")
    assert told.code == 0, told.out
    assert "1 clause (encoded: 1" in told.out


def test_it_tells_what_it_wrote_and_what_to_do_next(capsys: Capture, here: Path) -> None:
    told = call(capsys, "rulebook", "new", "river-room", "--over", "tda")
    assert told.out.startswith("river-room: written over TDA\n  river-room/rulebook.yaml\n")
    assert "  floorcall rulebook check river-room --only form\n" in told.out
    book = load_fresh(here / "river-room")[0]
    assert (book.id, book.layers[0].kind, book.lineage) == ("river-room", "house", ("river-room", "tda"))
    assert (book.cites, book.languages) == ("House rules of River Room", ("en",))
    head = (here / "river-room" / "rulebook.yaml").read_text(encoding="utf-8")
    assert "#   clock.seconds: {value: 25, clause: H-2}   # TDA 29" in head
    assert all(len(line) < 160 for line in head.splitlines())


def test_the_parameters_that_it_lists_can_be_taken_over_as_they_are(capsys: Capture, here: Path) -> None:
    call(capsys, "rulebook", "new", "klub", "--over", "bfsp", "--lang", "ru", "--name", 'Клуб "Три: туза"')
    path = here / "klub" / "rulebook.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    first = lines.index("# parameters:")
    listed = [line for line in lines[first:] if line.startswith("#   ") and "{value:" in line]
    assert len(listed) > 5
    taken = [line.replace("#   ", "  ", 1).replace("H-2", "H-1") for line in listed]
    path.write_text("\n".join([*lines[:first], "parameters:", *taken, ""]), encoding="utf-8")
    assert call(capsys, "rulebook", "check", "klub").code == 0
    book = load_fresh(here / "klub")[0]
    assert (book.cites, book.name["ru"]) == ('Клуб "Три: туза"', 'Клуб "Три: туза"')
    assert book.values(book.readings()) == load_fresh("bfsp")[0].values(book.readings())


def test_an_event_over_a_house_over_a_rulebook(capsys: Capture, here: Path) -> None:
    call(capsys, "rulebook", "new", "houses/club-x", "--over", "tda")
    data = call(capsys, "rulebook", "new", "events/spring", "--over", "houses/club-x", "--format", "json").data
    assert data == {
        "schema": "floorcall.new/1",
        "rulebook": "spring",
        "layer": "event",
        "over": "../houses/club-x",
        "folder": str(here / "events" / "spring"),
        "files": [name.format("event") for name in FILES],
    }
    book = load_fresh(here / "events" / "spring")[0]
    assert [(layer.book, layer.kind) for layer in book.layers] == [
        ("spring", "event"),
        ("club-x", "house"),
        ("tda", ""),
    ]
    assert call(capsys, "cases", "run", "events/spring").out == "2 cases: 2 passed\n"
    told = call(capsys, "rulebook", "new", "wrong", "--over", "events/spring", "--layer", "house")
    assert told.code == 2
    assert "layer house cannot lie over the event layer spring" in told.err


def test_an_empty_folder_may_be_filled_and_no_other(capsys: Capture, here: Path) -> None:
    (here / "empty").mkdir()
    assert call(capsys, "rulebook", "new", "empty", "--over", "tda").code == 0
    before = {path: path.read_bytes() for path in (here / "empty").rglob("*") if path.is_file()}
    (here / "file").write_text("mine", encoding="utf-8")
    for name in ("empty", "file"):
        told = call(capsys, "rulebook", "new", name, "--over", "tda")
        assert (told.code, told.out) == (2, "")
        assert "there is something here already; nothing was written" in told.err
    assert before == {path: path.read_bytes() for path in (here / "empty").rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("words", "faults"),
    [
        (("x", "--over", "tdaa"), ["tdaa: there is no such rulebook (did you mean tda?)"]),
        (("tda", "--over", "bfsp"), ["tda: there is a rulebook tda already (for instance my-tda)"]),
        (
            ("My Club", "--over", "bfps"),
            [
                "My Club: 'My Club' cannot be the id of a rulebook: small Latin letters, digits and hyphens only "
                "(for instance my-club)",
                "bfps: there is no such rulebook (did you mean bfsp?)",
            ],
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_a_way_out(
    capsys: Capture, here: Path, words: tuple[str, ...], faults: list[str]
) -> None:
    told = call(capsys, "rulebook", "new", *words)
    assert (told.code, told.out, told.err.splitlines()) == (2, "", faults)
    assert list(here.iterdir()) == []


def test_words_that_are_missing_or_unknown(capsys: Capture) -> None:
    assert "--over" in call(capsys, "rulebook", "new", "x").err
    told = call(capsys, "rulebook", "new", "x", "--over", "tda", "--layer", "hose")
    assert (told.code, "did you mean house?" in told.err) == (2, True)
    assert LAYERS == ("house", "event")


def test_a_place_that_cannot_be_written(capsys: Capture, here: Path) -> None:
    (here / "file").write_text("", encoding="utf-8")
    told = call(capsys, "rulebook", "new", "file/below", "--over", "tda")
    assert (told.code, told.out) == (2, "")
    assert "cannot be written" in told.err


# -- other commands on layers ---------------------------------------------------------------------------------------


def test_inherited_cases_that_flip_are_listed_with_their_book(capsys: Capture) -> None:
    wanted = ("--cases", "--only", "tda-39*", "--only", "house-four-card*", "--format", "json")
    data = call(capsys, "rulebook", "diff", "tda", ROOT / "examples" / "house", "39-A", *wanted).data
    assert [(case["case"], case["rulebook"], case["differs"]) for case in data["cases"]] == [
        ("house-four-card-flop", "house", "ruling"),
        ("tda-39a-a", "tda", "ruling"),
        ("tda-39a-b", "tda", "ruling"),
    ]
    told = call(capsys, "rulebook", "diff", "tda", ROOT / "examples" / "house", "39-A", *wanted[:-2])
    assert told.out.endswith("tda → house: cases that flip: 3 cases (1 of house, 2 of tda)\n")


def test_an_event_file_may_name_a_layer(capsys: Capture, here: Path) -> None:
    event = here / "event.yaml"
    event.write_text(f"rulebook: {ROOT / 'examples' / 'house'}\n", encoding="utf-8")
    told = call(capsys, "rule", ROOT / "examples" / "four-card-flop.yaml", "--event", event)
    assert "LAYER    River Room 4, over TDA 39." in told.out
