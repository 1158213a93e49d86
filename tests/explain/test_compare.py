"""One incident under several rulebooks, as data, text and Markdown: every example under every rulebook."""

from __future__ import annotations

import copy
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import floorcall
from engine.comparison import CELLS, Comparison
from explain.compare import SCHEMA, comparison_data, sides
from explain.compareschema import as_text, compare_schema
from explain.comparetext import rows_of, to_markdown, to_text
from explain.texts import texts
from explain.width import columns
from tests.explain.samples import EXAMPLES, FOLDER, LANGUAGES, through_json

BOOKS = ("bfsp", "bpt", "tda", "bg", "club")
FILES = {path.stem: path for path in sorted(EXAMPLES.glob("*.yaml"))}
ODD = ("nothing-known", "odd-names", "event-unanswered", "unforeseen", "stack-unknown")
NAMES = [*FILES, *ODD]
ANSI = re.compile(r"\x1b\[[0-9;]*m")
MARK = "≠ "


@cache
def found(name: str) -> Comparison:
    return floorcall.compare(floorcall.load_incident(FILES.get(name, FOLDER / f"{name}.yaml")), BOOKS)


def named(one: str, other: str) -> Comparison:
    """A player of one name puts a silent chip over a bet of X, another of the other name has still to act."""
    chip = floorcall.Act(one, words=floorcall.Words("nothing"), motions=((50_000,),))
    incident = floorcall.Incident(
        ("X", one, other),
        structure="no-limit",
        street="flop",
        stakes={"sb": 5_000, "bb": 10_000},
        timeline=(floorcall.Act("X", "bet", 20_000), chip),
    )
    return floorcall.compare(incident, ("bfsp", "club", "tda"))


def flat(text: str) -> str:
    return " ".join(text.split())


# -- the data -------------------------------------------------------------------------------------------------------


def test_there_are_examples() -> None:
    assert len(FILES) > 10


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_example_keeps_the_contract_under_every_book(name: str, language: str) -> None:
    data = through_json(comparison_data(found(name), language))
    jsonschema.Draft202012Validator(compare_schema()).validate(data)
    assert [row["rulebook"] for row in data["rows"]] == list(BOOKS)
    assert data["reference"] == "bfsp"
    assert not data["rows"][0]["differs"]
    assert data["alike"] == [row["rulebook"] for row in data["rows"][1:] if not row["differs"]]


@pytest.mark.parametrize("name", NAMES)
def test_every_book_says_something_and_the_languages_agree(name: str) -> None:
    english, russian = (comparison_data(found(name), language) for language in LANGUAGES)
    for one, other in zip(english["rows"], russian["rows"], strict=True):
        assert one["outcome"] or one["conduct"]
        assert one["clauses"] or one["silent"] != "no" or one["status"] == "needs facts"
        for key in ("status", "silent", "differs", "differs_for", "returned"):
            assert one[key] == other[key]
        assert [line["clauses"] for line in one["outcome"]] == [line["clauses"] for line in other["outcome"]]


def test_a_row() -> None:
    data = comparison_data(found("oversized-chip"))
    row = next(row for row in data["rows"] if row["rulebook"] == "tda")
    assert data["alike"] == ["bpt", "tda", "bg"]
    assert row["outcome"] == [{"text": "B's single chip of 500 counts as a call of 200.", "clauses": ["44"]}]
    assert row["returned"] == {"B": 300}
    assert [option["text"] for option in row["options"]] == ["C: fold · call 200 · raise to at least 400"]
    assert [clause["cite"] for clause in row["clauses"]] == ["TDA 44", "TDA 43"]


def test_the_clauses_of_a_least_raise_and_of_a_barred_one_are_named() -> None:
    rows = {row["rulebook"]: row for row in comparison_data(found("short-all-in"))["rows"]}
    assert [clause["clause"] for clause in rows["bpt"]["clauses"]] == ["4.9.8.p4", "4.9.8.p7", "4.9.8.p4.e1"]
    assert rows["bpt"]["differs_for"] == ["A"]


def test_the_clauses_behind_the_answers_to_a_question_are_named() -> None:
    rows = {row["rulebook"]: row for row in comparison_data(found("bet-out-of-turn"))["rows"]}
    assert {"4.10.p1", "4.10.p2"} <= {clause["clause"] for clause in rows["bfsp"]["clauses"]}
    assert rows["tda"]["questions"][0]["id"] == "act 1.skipped_did"


def test_books_that_were_left_out_are_named() -> None:
    data = comparison_data(found("showdown"), left_out={"house": 3})
    assert data["left_out"] == [{"rulebook": "house", "faults": 3}]
    jsonschema.Draft202012Validator(compare_schema()).validate(through_json(data))


def test_a_language_that_is_not_spoken_is_refused() -> None:
    with pytest.raises(ValueError, match="en, ru"):
        comparison_data(found("showdown"), "de")


# -- the schema -----------------------------------------------------------------------------------------------------


def test_the_published_schema_is_the_generated_one(root: Path) -> None:
    published = (root / "docs" / "compare.schema.json").read_text(encoding="utf-8")
    assert published == as_text(), "write it anew: python -m explain.compareschema > docs/compare.schema.json"


def test_it_is_a_schema_and_names_only_what_it_defines() -> None:
    schema = compare_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    referred = set(re.findall(r'"#/\$defs/([\w-]+)"', as_text()))
    assert referred == set(schema["$defs"])


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("schema",), SCHEMA.replace("1", "2")),
        (("rows",), []),
        (("extra",), 1),
        (("rows", 0, "status"), "certain"),
        (("rows", 0, "silent"), True),
        (("rows", 0, "differs"), ["wording"]),
        (("rows", 0, "returned"), {"B": -1}),
        (("rows", 0, "options", 0, "text"), None),
        (("left_out",), [{"rulebook": "house", "faults": 0}]),
    ],
)
def test_what_breaks_the_contract_is_refused(path: tuple[Any, ...], value: Any) -> None:
    data = copy.deepcopy(through_json(comparison_data(found("oversized-chip"))))
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(compare_schema()).validate(data)


def test_every_part_has_a_name() -> None:
    assert set(texts()["parts"]) == set(CELLS)


# -- the text -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 59, 75, 76, 80, 120])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_width_is_kept(name: str, language: str, width: int) -> None:
    text = to_text(found(name), language, width)
    assert not [line for line in text.splitlines() if columns(line) > width or line != line.rstrip(" ")]
    assert "$" not in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@pytest.mark.parametrize("width", [40, 76, 100])
@pytest.mark.parametrize(
    "seats", [("张伟", "李娜"), ("张" * 24, "B"), ("A" * 24, "Long Name Of A Player"), ("é\u0301e\u0301", "B")]
)
def test_whatever_the_players_are_called(seats: tuple[str, str], width: int) -> None:
    lines = to_text(named(*seats), width=width).splitlines()
    assert not [line for line in lines if columns(line) > width]
    assert all(seat[:4].split()[0] in " ".join(lines) for seat in seats)


def test_columns_stand_straight_beside_wide_names() -> None:
    lines = to_text(named("张伟", "B"), width=100).splitlines()
    head = next(line for line in lines if "NEXT" in line)
    at = columns(head[: head.index("NEXT")])
    rows = [line for line in lines if "张伟" in line and "fold" in line]
    assert len(rows) == 2
    assert {columns(row[: row.index("B  fold")]) for row in rows} == {at}


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", NAMES)
def test_colour_changes_nothing_but_colour(name: str, width: int) -> None:
    plain, coloured = (to_text(found(name), "en", width, colour) for colour in (False, True))
    assert ANSI.sub("", coloured) == plain
    assert coloured != plain


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", NAMES)
def test_marks_stand_where_something_differs_and_nowhere_else(name: str, width: int) -> None:
    for side in sides(found(name), "en"):
        marked = {cell for cell, _, mark in rows_of(side) if mark}
        assert marked == set(side.compared.differs) - {"status"}
    text = to_text(found(name), "en", width)
    differing = [row for row in found(name).rows if row.differs]
    heads = {row.rulebook.id: f"\n{MARK}{row.rulebook.id}" in text for row in found(name).rows}
    assert [book for book, mark in heads.items() if mark] == [row.rulebook.id for row in differing]


def test_the_answer_comes_first() -> None:
    lines = to_text(found("short-all-in"), width=100).splitlines()
    assert lines[:2] == ["As under bfsp: tda, bg.", "Otherwise (≠): bpt (options), club (status, ruling)."]


def test_a_table_has_a_column_for_the_options_where_there_are_any() -> None:
    assert "NEXT" in to_text(found("short-all-in"), width=80)
    assert "NEXT" not in to_text(found("showdown"), width=80)
    assert "RULING" not in to_text(found("short-all-in"), width=60)


def test_a_mark_stands_at_the_player_whose_options_differ() -> None:
    lines = to_text(found("short-all-in"), width=60).splitlines()
    marked = [line for line in lines if line.startswith(MARK)]
    assert marked == [
        "≠ bpt",
        "≠ A  fold · call 70 more · raise to at least 110 (4.9.8.p7)",
        "≠ club",
        "≠ discretion",
        "≠ C's all-in of 90 stands. (2.7.2.p2)",
    ]


def test_a_silent_book_says_so() -> None:
    text = flat(to_text(found("oversized-chip"), width=60))
    assert "≠ club ≠ silent ≠ B's single chip of 500: the text at hand is silent on it" in text
    assert "≠ Options: –" in text
    assert "молчит" in to_text(found("oversized-chip"), "ru", 60)


def test_a_book_that_asks_shows_where_the_answers_lead() -> None:
    text = flat(to_text(found("hand-shown"), width=100))
    assert "≠ needs facts" in text
    assert "≠ Did Viktor still hold cards? (68, 71-B) – yes: the hand of Viktor is live." in text


def test_a_book_that_does_not_name_the_game_says_so() -> None:
    stakes, acts = {"low": 10, "high": 20}, (floorcall.Act("A", "bet", 10),)
    incident = floorcall.Incident(
        ("A", "B"), game="stud7", structure="limit", street="fourth", stakes=stakes, begins="A", timeline=acts
    )
    text = flat(to_text(floorcall.compare(incident, ("bfsp", "club")), width=100))
    assert text.count("No rule of this book names the game") == 1


def test_one_book_alone_needs_no_summary() -> None:
    text = to_text(floorcall.compare(floorcall.load_incident(EXAMPLES / "showdown.yaml"), ("bfsp",)), width=60)
    assert text.startswith("  bfsp\n")
    assert MARK not in text


def test_names_cannot_smuggle_codes_in() -> None:
    text = to_text(named("A\x1b[31m", "B\x1b[0m"))
    assert "\x1b" not in text
    assert "A?[31m" in text
    assert "B?[0m" in text


# -- Markdown -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_markdown_is_one_table(name: str, language: str) -> None:
    lines = to_markdown(found(name), language).splitlines()
    rows = [line for line in lines if line.startswith("|")]
    assert len(rows) == 2 + len(BOOKS)
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {6}
    assert all(f"**{book}**" in row for book, row in zip(BOOKS, rows[2:], strict=True))


def test_markdown_of_names_that_look_like_markup() -> None:
    text = to_markdown(named("*A*", "a|b"))
    assert r"\*A\*" in text
    assert r"a\|b" in text
    assert "<script" not in to_markdown(named("<script", "B")).replace(r"\<script", "")
