"""What the training remembers: names, groups, sittings, answers, cards; for several programs at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from facts.faults import Faults
from tests.training.asking import PLAN, RIGHT, START, UNSURE, WRONG, Clock, answered, opened, question
from training.records import EXAM, QUIZ, Card, Question
from training.schedule import AGAIN, GOOD, reviewed
from training.store import Store

ROOT = Path(__file__).parents[2]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A database of its own."""
    return opened(tmp_path)


def test_a_name_is_the_same_in_small_and_capital_letters(store: Store) -> None:
    anna = store.trainee("  Анна   Белая ", START)
    assert anna.name == "Анна Белая"
    assert store.trainee("анна белая", START) == anna
    assert store.find("АННА БЕЛАЯ") == anna
    assert store.find("Boris") is None


@pytest.mark.parametrize("name", ["", "   ", "a\x1b[31m", "x" * 81])
def test_what_is_no_name_is_told(store: Store, name: str) -> None:
    with pytest.raises(Faults, match="this is no name"):
        store.trainee(name, START)
    assert store.trainees() == ()


def test_groups_hold_trainees(store: Store) -> None:
    anna, boris = store.trainee("Anna", START), store.trainee("Boris", START)
    store.join(anna, "Night shift")
    store.join(boris, "night  shift")
    store.join(anna, "day shift")
    store.join(anna, "DAY SHIFT")
    assert store.trainees("NIGHT SHIFT") == (anna, boris)
    assert store.trainees("day shift") == (anna,)
    assert [name.casefold() for name in store.teams()] == ["day shift", "night shift"]
    assert store.trainees("nobody") == ()


def test_a_question_comes_back_as_it_was_shown(store: Store) -> None:
    anna = store.trainee("Anna", START)
    sitting = store.begin(anna, QUIZ, PLAN._replace(kinds=("counts-as",)), 7, START)
    told = question(story="Ёлка бросает 500 “молча”; \n'; DROP TABLE card")
    asked = store.ask(sitting, told, START)
    assert asked.question == told
    assert store.waiting(sitting) == asked
    assert store.asked(sitting) == (asked,)
    assert store.unfinished(anna) == sitting
    assert store.unfinished(store.trainee("Boris", START)) is None


def test_a_question_that_waits_is_asked_before_another_one(store: Store) -> None:
    sitting = store.begin(store.trainee("Anna", START), QUIZ, PLAN, 7, START)
    first = store.ask(sitting, question(case="first"), START)
    assert store.ask(sitting, question(case="second"), START) == first
    assert len(store.asked(sitting)) == 1


def test_an_answer_is_kept_with_its_card(store: Store) -> None:
    anna, clock = store.trainee("Anna", START), Clock()
    done = answered(store, anna, clock, WRONG, seconds=12.5)
    assert (done.right, done.rating, done.seconds) == (False, AGAIN, 12.5)
    (card,) = store.cards(anna)
    assert (card.rulebook, card.topic, card.last, card.answers) == ("bfsp", "4.12.p1", START, 1)
    (one,) = store.answers([anna])
    assert (one.trainee, one.right, one.misconception, one.case) == ("Anna", False, "big-chip-is-a-raise", "one-chip")


def test_not_knowing_is_wrong_and_no_misconception(store: Store) -> None:
    anna = store.trainee("Anna", START)
    answered(store, anna, Clock(), UNSURE)
    (one,) = store.answers([anna])
    assert (one.right, one.misconception) == (False, "")


def test_an_answer_counts_once_and_the_first_one_stands(store: Store, tmp_path: Path) -> None:
    anna = store.trainee("Anna", START)
    sitting = store.begin(anna, QUIZ, PLAN, 7, START)
    asked = store.ask(sitting, question(), START)
    other = opened(tmp_path)  # the same file, in another terminal

    def review(rated: int) -> object:
        return lambda card: reviewed(card, asked.question, rated, START)

    assert other.answer(asked, RIGHT, 1.0, GOOD, START, anna, review(GOOD)) is not None  # type: ignore[arg-type]
    assert store.answer(asked, WRONG, 1.0, AGAIN, START, anna, review(AGAIN)) is None  # type: ignore[arg-type]
    (kept,) = store.asked(sitting)
    assert kept.chosen == RIGHT
    assert [card.answers for card in store.cards(anna)] == [1]


def test_two_terminals_add_up_on_one_card(store: Store, tmp_path: Path) -> None:
    anna, clock = store.trainee("Anna", START), Clock()
    other = opened(tmp_path)
    answered(store, anna, clock, RIGHT)
    clock.go(days=3)
    answered(other, anna, clock, RIGHT)
    clock.go(days=9)
    answered(store, anna, clock, WRONG)
    (card,) = other.cards(anna)
    assert (card.answers, card.last) == (3, clock())


def test_what_fails_while_an_answer_is_kept_leaves_nothing_of_it(store: Store) -> None:
    anna = store.trainee("Anna", START)
    sitting = store.begin(anna, QUIZ, PLAN, 7, START)
    asked = store.ask(sitting, question(), START)

    def fails(card: Card | None) -> Card:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        store.answer(asked, RIGHT, 1.0, GOOD, START, anna, fails)
    assert store.waiting(sitting) == asked
    assert store.cards(anna) == ()


KILLED = """
import os, signal, sys
from tests.training.asking import *
store = opened(__import__("pathlib").Path(sys.argv[1]))
anna, clock = store.trainee("Anna", START), Clock()
for number in range(3):
    answered(store, anna, clock, RIGHT, topic=f"4.{number}")
    print(number, flush=True)
sitting = store.begin(anna, "quiz", PLAN, 7, clock())
store.ask(sitting, question(), clock())
with store._database.writing():
    store._database.run("DELETE FROM card")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing is killed so here")
def test_what_was_acknowledged_outlives_a_killed_program(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, "0\n1\n2\n"), done.stderr
    store = opened(tmp_path)
    anna = store.find("Anna")
    assert anna is not None
    assert [card.topic for card in store.cards(anna)] == ["4.0", "4.1", "4.2"]
    unfinished = store.unfinished(anna)
    assert unfinished is not None
    waiting = store.waiting(unfinished)
    assert waiting is not None
    assert waiting.question == question()


def test_the_last_sitting_comes_first_and_one_that_is_over_does_not_go_on(store: Store) -> None:
    anna, clock = store.trainee("Anna", START), Clock()
    first = store.begin(anna, QUIZ, PLAN, 1, clock())
    clock.go(minutes=1)
    second = store.begin(anna, EXAM, PLAN, 2, clock(), clock())
    assert store.sittings(anna) == (second, first)
    assert store.unfinished(anna) == second
    ended = store.end(second, clock())
    clock.go(minutes=1)
    assert store.end(second, clock()).ended == ended.ended  # what was set first stands
    assert store.unfinished(anna) == first


def test_a_plan_can_be_changed_for_what_is_to_come(store: Store) -> None:
    anna = store.trainee("Anna", START)
    sitting = store.begin(anna, QUIZ, PLAN, 1, START)
    store.replan(sitting, PLAN._replace(language="ru"))
    found = store.unfinished(anna)
    assert found is not None
    assert found.plan == PLAN._replace(language="ru")


def test_what_is_due_first_stands_first(store: Store) -> None:
    anna, clock = store.trainee("Anna", START), Clock()
    answered(store, anna, clock, RIGHT, topic="4.1")
    answered(store, anna, clock, WRONG, topic="4.2")
    assert [card.topic for card in store.cards(anna)] == ["4.2", "4.1"]
    clock.go(minutes=2)
    assert [card.topic for card in store.cards(anna, clock())] == ["4.2"]


def test_stories_and_cases_on_a_topic(store: Store) -> None:
    anna, clock = store.trainee("Anna", START), Clock()
    for case in ("a", "b", "a"):
        answered(store, anna, clock, RIGHT, case=case)
        clock.go(minutes=1)
    assert store.stories(anna, "bfsp", "4.12.p1") == (("a", "counts-as"), ("b", "counts-as"), ("a", "counts-as"))
    assert store.cases_on("bfsp", "4.12.p1") == ("a", "b")
    assert store.cases_on("tda", "4.12.p1") == ()


@pytest.mark.parametrize("written", ["{", "[]", '{"item": 1}', "null"])
def test_what_somebody_else_wrote_into_it_is_told(store: Store, written: str) -> None:
    sitting = store.begin(store.trainee("Anna", START), QUIZ, PLAN, 1, START)
    store.ask(sitting, question(), START)
    store._database.run("UPDATE question SET shown = ?", (written,))
    with pytest.raises(Faults, match="floorcall did not write"):
        store.waiting(sitting)


def test_a_question_rests_on_its_first_clause_or_on_its_case() -> None:
    assert question().topic == "4.12.p1"
    assert question()._replace(clauses=()).topic == "case one-chip"


def test_right_means_all_and_only_the_right_ones_and_in_order_where_asked() -> None:
    several = question()._replace(kind="may-do", answer=(0, 2))
    assert (several.is_right((2, 0)), several.is_right((0,)), several.is_right((0, 1, 2))) == (True, False, False)
    ordered = question()._replace(kind="order-steps", answer=(2, 0, 1))
    assert (ordered.is_right((2, 0, 1)), ordered.is_right((0, 1, 2))) == (True, False)
    assert (several.several, several.ordered) == (True, False)
    assert (ordered.several, ordered.ordered) == (False, True)
    assert Question.from_data(ordered.as_data()) == ordered
