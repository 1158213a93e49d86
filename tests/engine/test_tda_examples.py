"""Every row of the illustration addendum of the TDA rules has its case, marked as an example of the source, and that
case expects the result of the row. Whether the cases come out is for ``test_cases``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

CASES = Path(__file__).parents[2] / "knowledge" / "tda" / "cases"
STATUS = ("status",)

# Row of the addendum, its case, and what that case has to expect: path inside ``expect`` and value.
ROWS: tuple[tuple[str, str, dict[tuple[str, ...], Any]], ...] = (
    (
        "10",
        "tda-10",
        {
            ("procedure", "event 1", "steps"): ["pile-seat-cards", "deal-one-up-each", "seat-cards-by-card"],
            ("new-place", "event 3"): {"table": 3, "number": 2},
        },
    ),
    ("11-D", "tda-11-d", {("table-play", "event 1", "goes_on"): False}),
    (
        "16-1",
        "tda-16-1",
        {
            ("all-cards-up", "table", "now"): True,
            ("procedure", "table", "steps"): ["table-live-hands", "burn", "deal-river"],
        },
    ),
    ("16-2", "tda-16-2-flop", {("all-cards-up", "table", "now"): False}),
    (
        "16-2",
        "tda-16-2",
        {("all-cards-up", "table", "now"): True, ("award-order", "table", "first"): "side-pots"},
    ),
    ("16-3", "tda-16-3-turn", {("all-cards-up", "table", "now"): False}),
    (
        "16-3",
        "tda-16-3",
        {
            ("all-cards-up", "table", "now"): True,
            ("pots", "side-1", "amount"): 2000,
            ("award-order", "table", "first"): "side-pots",
        },
    ),
    ("18-1", "tda-18-1", {STATUS: "discretion", ("discretion", "answer event 5"): "director"}),
    ("18-1", "tda-18-1-a", {("answer", "event 5", "granted"): False}),
    ("18-1", "tda-18-1-c", {("answer", "event 5", "granted"): False}),
    ("18-2", "tda-18-2", {("answer", "event 4", "granted"): True}),
    ("18-2", "tda-18-2-b", {("answer", "event 4", "granted"): True}),
    ("18-2", "tda-18-2-d", {("answer", "event 4", "granted"): False}),
    ("18-2", "tda-18-2-ba", {STATUS: "discretion", ("discretion", "answer event 4"): "director"}),
    (
        "38-1A",
        "tda-38-1a",
        {
            ("hand", "S5", "status"): "dead",
            ("procedure", "event 1", "steps"): ["cards-to-muck", "one-burn-for-the-street"],
        },
    ),
    (
        "38-1B",
        "tda-38-1b",
        {
            ("hand", "S5", "status"): "dead",
            ("card", "extra-card", "becomes"): "muck",
            ("procedure", "event 1", "steps"): ["cards-to-muck", "one-burn-for-the-street"],
        },
    ),
    (
        "40-A",
        "tda-40-a",
        {STATUS: "discretion", ("settles", "A", "to"): 42000, ("discretion", "heard A"): "director"},
    ),
    ("43-1", "tda-43-1", {("options", "D", "raise", "min"): 5600}),
    ("43-2", "tda-43-2", {("options", "B", "raise", "min"): 250}),
    ("43-3", "tda-43-3", {("options", "C", "raise", "min"): 1700}),
    ("43-4A", "tda-43-4a", {("options", "D", "raise", "min"): 800}),
    ("43-4B", "tda-43-4b", {("options", "D", "raise", "min"): 950}),
    ("45-1A", "tda-45-1a", {("settles", "B"): {"as": "call", "to": 1200}, ("returned", "B"): 800}),
    ("45-1B", "tda-45-1b", {("settles", "UTG1"): {"as": "call", "to": 1100}, ("returned", "UTG1"): 400}),
    ("45-2", "tda-45-2", {("settles", "UTG1"): {"as": "raise", "to": 1700}, ("must-add", "UTG1", "chips"): 200}),
    ("45-3", "tda-45-3", {("settles", "UTG1"): {"as": "call", "to": 1100}, ("returned", "UTG1"): 200}),
    ("45-4A", "tda-45-4a", {("settles", "B"): {"as": "raise", "to": 2800}, ("must-add", "B", "chips"): 300}),
    ("45-4A", "tda-45-4a-last", {("settles", "B"): {"as": "call", "to": 2500}, ("options", "A", "raise"): False}),
    ("45-4B", "tda-45-4b", {("settles", "B"): {"as": "call", "to": 1400}, ("returned", "B"): 600}),
    ("45-4B", "tda-45-4b-last", {("settles", "B"): {"as": "call", "to": 2000}, ("returned", "B"): 0}),
    ("46-S1", "tda-46-s1-1", {("settles", "BB"): {"as": "call", "to": 600}}),
    ("46-S1", "tda-46-s1-2a", {("settles", "BB"): {"as": "call", "to": 600}}),
    ("46-S1", "tda-46-s1-2b", {("settles", "BB"): {"as": "call", "to": 600}}),
    ("46-S1", "tda-46-s1-3", {("settles", "BB"): {"as": "raise", "to": 1550}}),
    ("46-S2", "tda-46-s2-1", {("settles", "BB"): {"as": "call", "to": 600}}),
    ("46-S2", "tda-46-s2-2", {("settles", "BB"): {"as": "raise", "to": 1500}}),
    ("46-S2", "tda-46-s2-2a", {("settles", "BB"): {"as": "call", "to": 600}}),
    ("46-S3", "tda-46-s3", {("settles", "BB"): {"as": "raise", "to": 1150}, ("must-add", "BB", "chips"): 125}),
    ("46-S3", "tda-46-s3-a", {("settles", "BB"): {"as": "call", "to": 600}}),
    ("46-S4", "tda-46-s4", {("settles", "BB"): {"as": "raise", "to": 1500}}),
    ("46-S4", "tda-46-s4-a", {("settles", "BB"): {"as": "raise", "to": 1300}, ("must-add", "BB", "chips"): 275}),
    (
        "46-S5",
        "tda-46-s5",
        {STATUS: "discretion", ("settles", "BB"): {"as": "call", "to": 600}, ("discretion", "reads-as BB"): "director"},
    ),
    ("47-1", "tda-47-1", {("options", "A"): {"fold": True, "call": 200, "raise": {"min": 300}}}),
    ("47-1A", "tda-47-1a", {("options", "C"): {"fold": True, "call": 200, "raise": False}}),
    ("47-1B", "tda-47-1b", {("options", "C"): {"fold": True, "call": 300, "raise": {"min": 400}}}),
    ("47-2", "tda-47-2", {("options", "F"): {"fold": True, "call": 800, "raise": {"min": 1100}}}),
    ("47-3A", "tda-47-3a", {("options", "A"): {"fold": True, "call": 7500, "raise": False}}),
    ("47-3A", "tda-47-3a-bb", {("options", "BB"): {"fold": True, "call": 7500, "raise": {"min": 11500}}}),
    ("47-3B", "tda-47-3b", {("options", "A"): {"fold": True, "call": 11500, "raise": {"min": 15500}}}),
    (
        "51-1",
        "tda-51-1",
        {STATUS: "discretion", ("options", "C"): {"complete": 8000, "fold": {"forfeits": 2000}, "raise": False}},
    ),
    ("51-2", "tda-51-2", {("settles", "B"): {"as": "call", "to": 8000}, ("must-add", "B", "chips"): 6000}),
    ("51-3", "tda-51-3", {("settles", "C"): {"as": "call", "to": 8000}}),
    (
        "51-4",
        "tda-51-4",
        {STATUS: "discretion", ("options", "B", "fold"): {"forfeits": 400, "takes_back": 100}},
    ),
    ("52-B1", "tda-52-b1", {("settles", "A"): {"as": "bet", "to": 9500}}),
    ("52-B2", "tda-52-b2", {("settles", "A"): {"as": "bet", "to": 10500}, ("must-add", "A", "chips"): 1000}),
    (
        "52-B3",
        "tda-52-b3",
        {("settles", "A"): {"as": "bet", "to": 10500}, ("returned",): {"A": 1000, "C": 1000, "D": 1000}},
    ),
    ("52-B3", "tda-52-b3-late", {("settles", "A"): {"as": "bet", "to": 11500}}),
    ("53-A1", "tda-53-a1", {("binding", "S6", "how"): "stands", ("settles", "S6"): {"as": "raise", "to": 800}}),
    ("53-A1", "tda-53-a1-fold", {("binding", "S6", "how"): "stands", ("settles", "S6"): {"as": "raise", "to": 800}}),
    (
        "53-A1",
        "tda-53-a1-raise",
        {
            ("binding", "S6", "how"): "released",
            ("returned", "S6"): 800,
            ("options", "S6"): {"fold": True, "call": 600, "raise": {"min": 900}},
        },
    ),
    ("53-A2", "tda-53-a2", {("binding", "S6", "how"): "stands", ("settles", "S6", "as"): "check"}),
    (
        "53-A2",
        "tda-53-a2-bet",
        {
            ("binding", "S6", "how"): "released",
            ("options", "S6"): {"fold": True, "call": 300, "raise": {"min": 600}},
        },
    ),
    (
        "53-B1",
        "tda-53-b1",
        {
            STATUS: "discretion",
            ("binding",): {"S5": {"how": "stands"}, "S6": {"how": "stands"}},
            ("discretion", "hand S4"): "director",
        },
    ),
    ("53-B2", "tda-53-b2", {STATUS: "discretion", ("discretion", "hand S4"): "director"}),
)

# The rows of the addendum, in its order.
ADDENDUM = (
    "10", "11-D", "16-1", "16-2", "16-3", "18-1", "18-2", "38-1A", "38-1B", "40-A",
    "43-1", "43-2", "43-3", "43-4A", "43-4B", "45-1A", "45-1B", "45-2", "45-3", "45-4A", "45-4B",
    "46-S1", "46-S2", "46-S3", "46-S4", "46-S5", "47-1", "47-1A", "47-1B", "47-2", "47-3A", "47-3B",
    "51-1", "51-2", "51-3", "51-4", "52-B1", "52-B2", "52-B3", "53-A1", "53-A2", "53-B1", "53-B2",
)  # fmt: skip


@pytest.fixture(scope="module")
def cases() -> dict[str, dict[str, Any]]:
    """The cases of the book as they are written, by id."""
    files = sorted(CASES.glob("*.yaml"))
    return {case["case"]: case for file in files for case in yaml.safe_load(file.read_text(encoding="utf-8"))}


def test_every_row_of_the_addendum_has_a_case() -> None:
    assert tuple(dict.fromkeys(row for row, _, _ in ROWS)) == ADDENDUM


def test_ids_name_their_row() -> None:
    assert [case for row, case, _ in ROWS if not case.startswith(f"tda-{row.lower()}")] == []


@pytest.mark.parametrize(("row", "case_id", "expected"), ROWS, ids=[case for _, case, _ in ROWS])
def test_a_case_expects_the_result_of_its_row(
    cases: dict[str, dict[str, Any]], row: str, case_id: str, expected: dict[tuple[str, ...], Any]
) -> None:
    case = cases[case_id]
    assert case.get("source_example") is True, row
    for path, value in expected.items():
        found: Any = case["expect"]
        for step in path:
            found = found[step]
        assert _whole(found, value), f"{row}: {'.'.join(path)} is {found}"


def _whole(found: Any, value: Any) -> bool:
    """Whether ``found`` says ``value``; a mapping may say more."""
    if isinstance(value, dict) and isinstance(found, dict):
        return all(name in found and _whole(found[name], part) for name, part in value.items())
    return type(found) is type(value) and found == value
