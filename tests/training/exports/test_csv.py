"""Items as CSV: every cell comes back, and no spreadsheet takes one for a formula."""

from __future__ import annotations

import csv
import io

import pytest

from tests.training.exports.samples import HOSTILE, collected, hostile, ordinary
from training.exports import fit, render
from training.item import Item


def rows(items: tuple[Item, ...], language: str = "en") -> list[dict[str, str]]:
    """The file as a spreadsheet reads it."""
    raw = render(collected(items, language), "csv")
    assert raw.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline=""), strict=True))


def test_an_item_is_a_row() -> None:
    one, many, steps = rows(ordinary())
    assert one["question"] == "What does B's chip count as?"
    assert (one["option_a"], one["option_b"], one["option_c"]) == ("A raise to 500", "A call of 200", "A fold")
    assert (one["key"], many["key"], steps["key"]) == ("B", "A C", "C A B")
    assert one["why_b"] == "One chip without a word is a call. (BFSP 4.12)"
    assert (one["clauses"], one["level"], one["complexity"]) == ("BFSP 4.12", "dealer", "2")


def test_an_item_with_fewer_options_leaves_cells_empty() -> None:
    one, many, _ = ordinary()
    short = one._replace(options=one.options[:2])
    told = rows((short, many))
    assert (told[0]["option_c"], told[0]["why_c"], told[0]["ruling"]) == ("", "", one.ruling)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_cell_begins_as_a_formula_and_nothing_is_lost(text: str) -> None:
    for row in rows(hostile(text)):
        for cell in row.values():
            assert not cell.lstrip().startswith(("=", "+", "-", "@", "|", "%", "＝", "＋", "－", "＠")), cell
        assert row["story"].removeprefix("'") == fit(text)
        assert row["why_a"].removeprefix("'").startswith(fit(text))
