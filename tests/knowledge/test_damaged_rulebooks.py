"""Rulebook files that were damaged at random: they are loaded or refused with places, and nothing else happens."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from facts.faults import Faults
from facts.lexicon import vocabulary
from knowledge.assembly import assemble
from knowledge.model import Rulebook
from knowledge.store import Digests

MINIMAL = Path(__file__).parent / "rulebooks" / "good" / "minimal"
PARTS = ("rulebook.yaml", "clauses/acts.yaml", "rules/acts.yaml")
TEXTS = {part: (MINIMAL / part).read_text(encoding="utf-8") for part in PARTS}
SLIPS = "[]{}:,-?#&*!|>'\"%@$` \n\t~019.+/<=()abcXЯ\ufeff\u2028"
WORDS = ("null", "[]", "{}", "''", "- ", "$x", "@y", "not", "any", "if", "<<: *a", "&a ", "true", "-1", "1.5", "9" * 30)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the small rulebook that is damaged again and again."""
    return Path(shutil.copytree(MINIMAL, tmp_path_factory.mktemp("damaged") / "minimal"))


def loaded_or_refused(book: Path, part: str, text: str) -> Rulebook | None:
    """The rulebook with one file replaced, or None when it was refused with faults that have places."""
    path = book / part
    path.write_text(text, encoding="utf-8", newline="")
    try:
        return assemble([book], vocabulary(), Digests("content", "hash"))
    except Faults as found:
        wrong = [f for f in found.faults if not f.message or (f.line > 0) != (f.column > 0)]
        assert not wrong, wrong
        return None
    finally:
        path.write_text(TEXTS[part], encoding="utf-8")


def test_the_undamaged_book_is_loaded(book: Path) -> None:
    assert all(loaded_or_refused(book, part, TEXTS[part]) for part in PARTS)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(PARTS), st.integers(0, 3000), st.integers(0, 40), st.text(SLIPS, max_size=5))
def test_slips_of_the_pen(book: Path, part: str, at: int, gone: int, put: str) -> None:
    text = TEXTS[part]
    at %= len(text)
    loaded_or_refused(book, part, text[:at] + put + text[at + gone :])


@given(st.sampled_from(PARTS), st.integers(0, 400), st.sampled_from(WORDS))
def test_values_of_another_kind(book: Path, part: str, number: int, word: str) -> None:
    """One value after a colon becomes something else."""
    pieces = TEXTS[part].split(": ")
    at = 1 + number % (len(pieces) - 1)
    rest = pieces[at].lstrip("\"'")
    ends = [i for i in (rest.find(mark) for mark in ",}]\n") if i >= 0]
    pieces[at] = word + rest[min(ends, default=len(rest)) :]
    loaded_or_refused(book, part, ": ".join(pieces))


@given(st.sampled_from(PARTS), st.integers(0, 100), st.integers(0, 100))
def test_lines_that_changed_places(book: Path, part: str, one: int, other: int) -> None:
    lines = TEXTS[part].splitlines(keepends=True)
    one, other = one % len(lines), other % len(lines)
    lines[one], lines[other] = lines[other], lines[one]
    loaded_or_refused(book, part, "".join(lines))
