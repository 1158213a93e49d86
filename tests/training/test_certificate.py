"""The certificate of an exam in its three forms."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from facts.faults import Faults
from tests.training.asking import PLAN, RIGHT, START, WRONG, Clock, opened, question
from training.certificate import certificate, form_of, rendered, write
from training.quiz import Quiz
from training.records import EXAM, Asked, Sitting


def cites(told: object) -> object:
    """Clauses as a rulebook would cite them."""
    return lambda clause: f"BFSP {clause}"


@pytest.fixture
def exam(tmp_path: Path) -> tuple[Sitting, tuple[Asked, ...]]:
    """An exam of five questions, of which two were answered, one of them right, in a minute and a half."""
    store, clock = opened(tmp_path), Clock()
    plan = PLAN._replace(seconds=600, pass_mark=20)
    who = store.trainee("Anna *Belaya* | <b>", START)
    quiz = Quiz(store, store.begin(who, EXAM, plan, 77, START, START + timedelta(seconds=600)), clock)
    for chosen, topic in ((RIGHT, "4.1"), (WRONG, "4.2")):
        asked = store.ask(quiz.sitting, question(topic), clock())
        clock.go(seconds=45)
        quiz.answer(asked, chosen, 45)
    quiz.end()
    return quiz.sitting, quiz.asked


def test_it_tells_who_answered_how_much_of_what(exam: tuple[Sitting, tuple[Asked, ...]]) -> None:
    told = certificate(*exam, "en", cites)  # type: ignore[arg-type]
    facts = dict(told["facts"])
    assert told["verdict"] == "PASSED"
    assert (facts["Result"], facts["Without an answer"], facts["Pass mark"]) == ("1 of 5 right, 20 %", "3", "20 %")
    assert (facts["Time taken"], facts["Time allowed"], facts["Seed"]) == ("1:30", "10:00", "77")
    assert told["rows"] == [["BFSP 4.1", "1", "1"], ["BFSP 4.2", "1", "0"]]


def test_an_exam_without_enough_right_answers_is_not_passed(exam: tuple[Sitting, tuple[Asked, ...]]) -> None:
    sitting, asked = exam
    sitting = sitting._replace(plan=sitting.plan._replace(pass_mark=21))
    assert certificate(sitting, asked, "ru", cites)["verdict"] == "НЕ СДАНО"  # type: ignore[arg-type]


def test_a_name_is_a_name_in_every_form(exam: tuple[Sitting, tuple[Asked, ...]]) -> None:
    told = certificate(*exam, "en", cites)  # type: ignore[arg-type]
    assert "**Anna \\*Belaya\\* \\| \\<b\\>**" in rendered("md", told).decode()
    page = rendered("html", told).decode()
    assert "Anna *Belaya* | &lt;b&gt;" in page
    assert "<b>" not in page


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_pdf_is_a_pdf_and_the_same_bytes_again(
    exam: tuple[Sitting, tuple[Asked, ...]], language: str, tmp_path: Path
) -> None:
    file = tmp_path / "exam.PDF"
    write(str(file), *exam, language, cites)  # type: ignore[arg-type]
    first = file.read_bytes()
    assert first.startswith(b"%PDF-")
    assert first.rstrip().endswith(b"%%EOF")
    write(str(file), *exam, language, cites)  # type: ignore[arg-type]
    assert file.read_bytes() == first


def test_the_tables_of_markdown_stand_apart(exam: tuple[Sitting, tuple[Asked, ...]]) -> None:
    text = rendered("md", certificate(*exam, "en", cites)).decode()  # type: ignore[arg-type]
    assert text.count("\n\n|") == 2
    assert "| BFSP 4.1 | 1 | 1 |\n| BFSP 4.2 | 1 | 0 |\n" in text


@pytest.mark.parametrize("file", ["exam", "exam.doc", "exam.htm"])
def test_a_form_that_is_not_known_is_told(file: str) -> None:
    with pytest.raises(Faults, match=r"\.html"):
        form_of(file)


def test_a_file_that_cannot_be_written_is_told(exam: tuple[Sitting, tuple[Asked, ...]], tmp_path: Path) -> None:
    with pytest.raises(Faults, match="the certificate cannot be written"):
        write(str(tmp_path / "nowhere" / "exam.md"), *exam, "en", cites)  # type: ignore[arg-type]
