"""Items as Moodle XML: two readers that know nothing of the writer find what was written.

moodle-xml-parser is a package that reads choices with their feedback; the strict reader beside this file also reads
steps in order, and refuses what Moodle would pass over or replace.
"""

from __future__ import annotations

from html import unescape
from xml.etree import ElementTree

import pytest
from moodle_xml_parser.parser import parse_bytes

from tests.training.exports.moodle_reader import read
from tests.training.exports.samples import HOSTILE, collected, hostile, item, ordinary
from training.exports import fit, render
from training.item import Item


def written(items: tuple[Item, ...], language: str = "en") -> bytes:
    return render(collected(items, language), "moodle")


def shown(html: str) -> str:
    """A text as a page shows it, which holds no other element than a line break."""
    return unescape(html.replace("<br>", "\n"))


@pytest.mark.parametrize("text", ["An ordinary text.", *HOSTILE])
def test_the_strict_reader_finds_what_was_written(text: str) -> None:
    told = collected(hostile(text))
    category, found = read(written(hostile(text)))
    assert category == "$course$/top/floorcall/Sport poker rules of the Belarusian federation (en)"
    assert [question.type for question in found] == ["multichoice", "multichoice", "ordering"]
    for one, question in zip(told.items, found, strict=True):
        assert question.name == one.id
        assert shown(question.text).count(fit(text)) == 2
        assert fit(text) in shown(question.feedback)
        assert question.single == (len(one.answer) == 1)
        if one.ordered:
            assert [shown(answer.text) for answer in question.answers] == [option.text for option in one.keys]
        else:
            assert [shown(answer.text) for answer in question.answers] == [option.text for option in one.options]
            assert [shown(answer.feedback) for answer in question.answers] == list(map(told.why, one.options))
            assert [answer.worth > 0 for answer in question.answers] == [option.key for option in one.options]


@pytest.mark.parametrize("text", ["An ordinary text.", *HOSTILE])
def test_another_program_finds_choices_and_their_feedback(text: str) -> None:
    told = collected(hostile(text)[:2])
    found = parse_bytes(written(hostile(text)[:2]))["multichoice"]
    for one, question in zip(told.items, found, strict=True):
        assert (question.single, question.shuffle_answers) == (len(one.answer) == 1, True)
        for option, answer in zip(one.options, question.options, strict=True):
            assert answer.answer.replace("<br>", "\n") == option.text  # it resolves what HTML escapes
            assert answer.feedback.replace("<br>", "\n") == told.why(option)
            assert (answer.score_fraction > 0) == option.key


def test_tags_and_numbers_by_which_a_question_bank_is_searched() -> None:
    _, (one, *_) = read(written(ordinary(), "ru"))
    assert one.tags == ("kind:counts-as", "level:dealer", "complexity:2", "clause:4.12.p1")
    assert one.number == "bfsp/one-chip/counts-as/1-1 ru"


def test_a_long_id_keeps_its_end_which_tells_variants_apart() -> None:
    _, found = read(written(tuple(item(number=at, id=f"{'long/' * 40}{at}") for at in (1, 2))))
    assert [question.number[-4:] for question in found] == ["1 en", "2 en"]


def test_the_name_of_a_rulebook_makes_no_further_category() -> None:
    told = collected(ordinary())._replace(name="House/rules\nof <b>")
    assert read(render(told, "moodle"))[0] == "$course$/top/floorcall/House//rules of <b> (en)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('fraction="100"', 'fraction="99"'),
        ("<single>true", "<single>yes"),
        ("<penalty>0.3333333</penalty>", ""),
        ("<hidden>0</hidden>", "<hidden>0</hidden><concealed>0</concealed>"),
        ('<questiontext format="html">', "<questiontext>"),
        ("VERTICAL", "UPRIGHT"),
        ("<selectcount>3", "<selectcount>2"),
        ('fraction="2"', 'fraction="3"'),
        ("<quiz>", "<quiz><note />"),
        ("</quiz>", ""),
    ],
)
def test_the_strict_reader_is_strict(before: str, after: str) -> None:
    whole = written(ordinary()).decode()
    read(whole.encode())
    assert before in whole
    with pytest.raises((ValueError, ElementTree.ParseError)):
        read(whole.replace(before, after).encode())
