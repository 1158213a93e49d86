"""The ruling as Markdown."""

from __future__ import annotations

import re

import pytest

from explain.markdown import to_markdown
from explain.text import AUDIENCES
from tests.explain.samples import LANGUAGES, NAMES, data, ruling


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_ruling_can_be_printed(name: str, language: str, audience: str) -> None:
    text = to_markdown(ruling(name), language, audience)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "\n\n\n" not in text
    assert (text.startswith("# ")) == (audience != "player")
    assert audience == "auditor" or "$" not in text


def test_the_answer_is_the_heading_and_the_reasons_are_numbered() -> None:
    text = to_markdown(ruling("oversized-chip"))
    assert text.startswith("# B's single chip of 500 counts as a call of 200.\n\n*")
    assert "BFSP 4.12*" in text
    numbers = re.findall(r"^(\d+)\. ", text, re.MULTILINE)
    announced = [step["text"] for step in data("oversized-chip")["procedure"]]  # it stands under a head of its own
    told = [line for line in data("oversized-chip")["reasoning"] if line["text"] not in announced]
    assert len(announced) == 1
    assert numbers == [str(n) for n in range(1, len(told) + 1)]
    assert "**BACK**\n\n- 300 to B\n" in text


def test_answers_nest_below_their_question() -> None:
    text = to_markdown(ruling("words-unknown"))
    assert text.startswith("# Did B say or show anything with these chips, and what?")
    assert "\n  - nothing: B's single chip of 500 counts as a call of 200.\n    - 300 go back to B.\n" in text


def test_names_are_no_markup() -> None:
    for audience in AUDIENCES:
        text = to_markdown(ruling("odd-names"), audience=audience)
        assert not re.search(r"(?<!\\)<b", text)
        assert "*A*" not in text


def test_unknown_audiences_are_refused() -> None:
    with pytest.raises(ValueError, match="player, judge"):
        to_markdown(ruling("regular"), audience="press")
