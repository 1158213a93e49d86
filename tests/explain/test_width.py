"""How wide a text is, and breaking it into lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explain.width import columns, fill


@pytest.mark.parametrize(
    ("text", "wide"),
    [("", 0), ("bet 200", 7), ("рэйз", 4), ("张伟", 4), ("e\u0301", 1), ("ﾊﾛ", 2), ("≠ –", 3)],
)
def test_columns(text: str, wide: int) -> None:
    assert columns(text) == wide


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("call 70 more", 7, ["call 70", "more"]),
        ("", 5, [""]),
        ("abcdefgh ij", 4, ["abcd", "efgh", "ij"]),
        ("a abcdef", 4, ["a", "abcd", "ef"]),
        ("张伟张伟 bets", 4, ["张伟", "张伟", "bets"]),
        ("10\u00a0000 more", 8, ["10\u00a0000", "more"]),
    ],
)
def test_lines(text: str, width: int, lines: list[str]) -> None:
    assert fill(text, width) == lines


@given(st.text(st.sampled_from("ab 张é·≠\u0301"), max_size=60), st.integers(2, 30))
def test_no_line_is_too_wide_and_nothing_is_lost(text: str, width: int) -> None:
    lines = fill(text, width)
    assert all(columns(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
