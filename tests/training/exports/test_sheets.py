"""Items as sheets: texts stand on the page as they were told, no question is split, the key has pages of its own."""

from __future__ import annotations

import io
import re
import sys

import pypdf
import pytest

from tests.training.exports.samples import HOSTILE, collected, hostile, item, ordinary
from training.exports import Missing, fit, render
from training.exports.sheets import page_data
from training.item import Item, Option


def pages(items: tuple[Item, ...], language: str = "en") -> list[str]:
    """The text of each page, blanks evened out."""
    told = pypdf.PdfReader(io.BytesIO(render(collected(items, language), "pdf")))
    return [" ".join(page.extract_text().split()) for page in told.pages]


def many(number: int) -> tuple[Item, ...]:
    """Items that can be told apart by the marks at their ends: story S1 … last option E1."""
    made = []
    for at in range(1, number + 1):
        options = (
            *(Option(f"Option {n}", n == 1, "Because.") for n in range(4)),
            Option(f"The last one E{at}.", False),
        )
        made.append(item(number=at, story=f"S{at}. " + "A bets and B calls. " * (3 + at % 5), options=options))
    return tuple(made)


def key_begins(told: list[str]) -> int:
    """The place of the first page of the key, from 0."""
    return next(at for at, text in enumerate(told) if "For the trainer" in text)


def test_questions_stand_before_the_key_and_answers_only_in_it() -> None:
    told = pages(ordinary())
    begins = key_begins(told)
    questions, key = " ".join(told[:begins]), " ".join(told[begins:])
    assert "What does B's chip count as?" in questions
    assert questions.count("A call of 200") == 3
    for secret in ("One chip without a word is a call", "counts as a call", "tempting"):
        assert secret not in questions
        assert secret in key
    assert "1. B" in key
    assert "2. A, C" in key
    assert re.search(r"3\. C\s*→\s*A\s*→\s*B", key)


@pytest.mark.parametrize("number", [1, 9, 14])
def test_the_key_begins_on_a_right_hand_page(number: int) -> None:
    assert key_begins(pages(many(number))) % 2 == 0


def test_no_question_is_split_over_two_pages() -> None:
    told = pages(many(40))
    begins = key_begins(told)
    assert begins > 3
    for at in range(1, 41):
        (first,) = [page for page, text in enumerate(told[:begins]) if re.search(rf"\bS{at}\.", text)]
        (last,) = [page for page, text in enumerate(told[:begins]) if re.search(rf"\bE{at}\.", text)]
        assert first == last, f"question {at} begins on page {first} and ends on page {last}"


def test_a_question_longer_than_a_page_is_not_cut_off() -> None:
    told = pages((item(story="Word. " * 3000 + "The very end."), item("may-do", answer=(0, 2))))
    assert "The very end." in " ".join(told)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_is_taken_for_markup(text: str) -> None:
    told = "".join("".join(pages(hostile(text))).split())
    # Letters that no font at hand has are shown as a box, which cannot be read back.
    wanted = "".join(fit(text).replace("�", "").replace("＝", "").replace("＋", "").split())
    found = told.replace("�", "").replace("＝", "").replace("＋", "").replace("\x00", "").replace("-", "")
    assert wanted.replace("-", "") in found


def test_russian_is_written_in_russian_letters() -> None:
    told = pages((item(story="Ёжик поставил 200, съел щуку.", question="Чем это считается?"),), "ru")
    assert "Ёжик поставил 200, съел щуку." in told[0]
    assert "Имя" in told[0]
    assert any("Для ведущего" in text for text in told)


def test_the_file_has_a_title_and_a_language() -> None:
    told = pypdf.PdfReader(io.BytesIO(render(collected(ordinary(), "ru"), "pdf")))
    assert told.metadata is not None
    assert told.metadata.title == "Вопросы: Правила спортивного покера белорусской федерации"
    assert told.trailer["/Root"]["/Lang"] == "ru"
    assert told.metadata.creation_date is None


def test_what_is_worth_knowing_of_steps_stands_in_their_right_order() -> None:
    (told,) = page_data(collected(ordinary()[2:]))["items"]
    assert [judged["letter"] for judged in told["judged"]] == ["C", "A", "B"]
    assert [option["letter"] for option in told["options"]] == ["A", "B", "C"]


def test_without_typst_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(Missing, match=r"^typst$"):
        render(collected(ordinary()), "pdf")
