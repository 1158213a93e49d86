"""Items as GIFT: two readers that know nothing of the writer find what was written.

ua-exam is a package that turns GIFT into exams on paper; it knows choices and their keys, not remarks. The strict
reader beside this file also reads remarks, weights and matching questions.
"""

from __future__ import annotations

from html import unescape

import pytest
from ua_exam.gift_parser import parse_gift_content

from tests.training.exports import gift_reader
from tests.training.exports.gift_reader import Question, read
from tests.training.exports.samples import HOSTILE, collected, hostile, ordinary
from training.exports import fit, render
from training.item import Item


def written(items: tuple[Item, ...], language: str = "en") -> str:
    return render(collected(items, language), "gift").decode()


def shown(html: str) -> str:
    """A text as a page shows it, which holds no other element than a line break."""
    return unescape(html.replace("<br>", "\n"))


@pytest.mark.parametrize("text", ["An ordinary text.", *HOSTILE])
def test_the_strict_reader_finds_what_was_written(text: str) -> None:
    told = collected(hostile(text))
    category, found = read(written(hostile(text)))
    assert category == "$course$/top/floorcall/Sport poker rules of the Belarusian federation (en)"
    assert len(found) == 3
    for item, question in zip(told.items, found, strict=True):
        assert question.name == item.id.replace("\n", " ")
        assert shown(question.text).count(fit(text)) == 2
        assert fit(text) in shown(question.feedback)
        assert "<ol><li>" in question.feedback
        if item.ordered:
            assert [shown(step) for step, _ in question.pairs] == [option.text for option in item.keys]
            assert [place for _, place in question.pairs] == ["1", "2", "3"]
        else:
            assert [shown(choice.text) for choice in question.choices] == [option.text for option in item.options]
            assert [shown(choice.feedback) for choice in question.choices] == list(map(told.why, item.options))


def test_numbers_and_tags_stand_in_the_comment() -> None:
    one = read(written(ordinary(), "ru"))[1][0]
    assert one.number == "bfsp/one-chip/counts-as/1-1 ru"
    assert one.tags == ("kind:counts-as", "level:dealer", "complexity:2", "clause:4.12.p1")
    spoilt = ordinary()[0]._replace(id="a] [tag:b]\n::c::{}")
    (question,) = read(written((spoilt,)))[1]
    assert question.number == "a_ _tag:b__::c::{} en"
    assert len(question.tags) == 4


def test_weights_say_which_options_are_right() -> None:
    one, many, _ = read(written(ordinary()))[1]
    assert one.single
    assert [choice.worth for choice in one.choices] == [0, 100, 0]
    assert not many.single
    assert [choice.worth for choice in many.choices] == [50, -50, 50]


def test_an_option_without_a_reason_has_no_remark() -> None:
    item = ordinary()[0]
    bare = item._replace(options=tuple(option._replace(why="", clause="") for option in item.options))
    (question,) = read(written((bare,)))[1]
    assert {choice.feedback for choice in question.choices} == {""}


@pytest.mark.parametrize("text", ["An ordinary text.", *HOSTILE])
def test_another_program_finds_the_questions_and_their_keys(text: str) -> None:
    told = collected(hostile(text)[:2]).items
    found = parse_gift_content(written(hostile(text)[:2]))
    assert [question["type"] for question in found] == ["multiple_choice"] * 2
    for item, question in zip(told, found, strict=True):
        options = [option["text"].removeprefix("[html]").replace("<br>", "\n") for option in question["options"]]
        assert options == [option.text for option in item.options]  # it resolves what HTML escapes, once
        assert [option["is_correct"] for option in question["options"]] == [option.key for option in item.options]


def test_in_russian() -> None:
    (question, *_) = read(written(ordinary(), "ru"))[1]
    assert "<strong>Решение</strong>" in question.feedback
    assert isinstance(question, Question)


@pytest.mark.parametrize(
    "text",
    [
        "::a::[html]q {=[html]x ~[html]y",
        "::a::[html]q = 2 {=[html]x ~[html]y}",
        "::a::[html]q {=[html]x ~[html]y =[html]z}",
        "::a::[html]q {~%50%[html]x ~%30%[html]y}",
        "::a::[html]q {=[html]x#[html]a#[html]b ~[html]y}",
        "::a::[html]q {=[html]x ~[html]y}\n::b::[html]q {=[html]x ~[html]y}",
        "[html]q {=[html]x ~[html]y}",
        "::a::[html]q {=x ~y}",
        "::a::[html]q {=[html]x}",
        "::a::[html]q\\q {=[html]x ~[html]y}",
    ],
)
def test_the_strict_reader_is_strict(text: str) -> None:
    assert gift_reader.read("::a::[html]q {=[html]x ~[html]y}")[1]
    with pytest.raises(ValueError, match=r"."):
        gift_reader.read(text)
