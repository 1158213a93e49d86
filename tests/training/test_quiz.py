"""Which question comes next, and how a sitting goes: with rulebooks of a few made-up cases and a clock that is set."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from facts.faults import Faults
from facts.incident import Incident
from tests.training.asking import START, Clock, opened
from training import choosing
from training.item import Item, Option
from training.quiz import Quiz, begin
from training.records import Plan
from training.store import Store

# rulebook -> case -> the clause that decides it
BOOKS = {
    "one": {"a": "1.1", "b": "1.1", "c": "1.2", "d": "1.3", "e": "1.4", "f": "1.4"},
    "two": {"p": "2.1", "q": "2.2", "r": "2.3"},
}
KIND = "counts-as"
DULL = {"e": "may-do"}  # cases that give items of another kind only
PLAN = Plan(("one",), "en", 20, kinds=(KIND,))


def desk(book: str) -> Any:
    """What a desk is to the chooser: a rulebook with clauses and cases."""
    if book not in BOOKS:
        raise Faults([])
    clauses = {name: SimpleNamespace(id=name, section=name[:1]) for name in BOOKS[book].values()}
    cases = {case: SimpleNamespace(id=case, clauses=(clause,)) for case, clause in BOOKS[book].items()}
    beliefs = {"refuting": lambda misconception: frozenset()}
    return SimpleNamespace(rulebook=SimpleNamespace(id=book, clauses=clauses), cases=cases, **beliefs)


@pytest.fixture(autouse=True)
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Items are made by hand; gives the cases of which one was asked for."""
    tried: list[str] = []

    def item_of(at: Any, case: Any, kind: str, language: str, seed: int, number: int) -> Item | None:
        tried.append(case.id)
        if DULL.get(case.id, KIND) != kind:
            return None
        clause = BOOKS[at.rulebook.id][case.id]
        options = (Option("yes", True), Option("no", False), Option("maybe", False))
        return Item(
            f"{at.rulebook.id}/{case.id}/{kind}/{number}", at.rulebook.id, case.id, kind, language, number, seed,
            f"{case.id} {seed}", "?", options, (0,), "", (), (clause,), "dealer", 1 + (case.id in "cd"), Incident(()),
        )  # fmt: skip

    monkeypatch.setattr(choosing, "item_of", item_of)
    return tried


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A database of its own."""
    return opened(tmp_path)


def sit(store: Store, clock: Clock, plan: Plan = PLAN, exam: bool = False, seed: int = 1, who: str = "Anna") -> Quiz:
    """A new sitting at work."""
    sitting = begin(store, store.trainee(who, clock()), plan, exam=exam, seed=seed, clock=clock)
    return Quiz(store, sitting, clock, open_desk=desk)


def go_on(quiz: Quiz, clock: Clock, right: bool = True, seconds: float = 6) -> str:
    """Answers one more question; gives its case."""
    asked = quiz.next()
    assert asked is not None
    clock.go(seconds=seconds)
    assert quiz.answer(asked, (0,) if right else (1,), seconds) is not None
    return asked.question.case


# -- what comes next --------------------------------------------------------------------------------------------------


def test_a_new_trainee_is_asked_about_every_clause_before_one_comes_twice(store: Store) -> None:
    clock, quiz = Clock(), None
    quiz = sit(store, clock)
    asked = [go_on(quiz, clock) for _ in range(4)]
    assert {BOOKS["one"][case] for case in asked} == {"1.1", "1.2", "1.3", "1.4"}
    assert go_on(quiz, clock) not in asked  # what is known comes in another story


def test_one_item_is_made_to_show_one(store: Store, made: list[str]) -> None:
    quiz = sit(store, Clock(), PLAN._replace(clause="1.1"))
    assert quiz.next() is not None
    assert len(made) == 1


def test_how_far_a_search_is_can_be_seen(store: Store) -> None:
    seen: list[tuple[int, int]] = []
    sitting = begin(
        store, store.trainee("Anna", Clock()()), PLAN._replace(level="director"), exam=False, seed=1, clock=Clock()
    )
    quiz = Quiz(store, sitting, Clock(), open_desk=desk, tick=lambda done, of: seen.append((done, of)))
    assert quiz.next() is None
    assert seen == [(n, len(BOOKS["one"])) for n in range(1, 7)]


def test_a_lapsed_clause_comes_back_first_and_in_another_story(store: Store) -> None:
    clock = Clock()
    quiz = sit(store, clock)
    while BOOKS["one"][last := go_on(quiz, clock, right=False, seconds=1)] != "1.1":
        clock.go(seconds=1)
    clock.go(minutes=20)
    due = [go_on(quiz, clock, seconds=1) for _ in quiz.asked]
    again = next(case for case in due if BOOKS["one"][case] == "1.1")
    assert {last, again} == {"a", "b"}


def test_the_only_story_of_a_clause_comes_back_drawn_anew(store: Store) -> None:
    clock = Clock()
    quiz = sit(store, clock, PLAN._replace(clause="1.2", size=2))
    go_on(quiz, clock, right=False)
    clock.go(minutes=2)
    go_on(quiz, clock)
    first, second = (one.question for one in quiz.asked)
    assert first.case == second.case == "c"
    assert (first.item, first.seed) != (second.item, second.seed)
    assert first.story != second.story


def three_due(store: Store, clock: Clock) -> list[str]:
    """Three clauses that were not known a day ago, what waits longest first."""
    quiz, topics = sit(store, clock), []
    for _ in range(3):
        topics.append(BOOKS["one"][go_on(quiz, clock, right=False)])
        clock.go(seconds=5)
    clock.go(days=1)
    return topics


def test_what_waits_longest_comes_first(store: Store) -> None:
    clock = Clock()
    topics = three_due(store, clock)
    later = sit(store, clock, seed=99)
    assert [BOOKS["one"][go_on(later, clock)] for _ in range(3)] == topics


def test_a_sitting_begins_with_what_is_made_at_once_of_what_waits_longest(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    topics = three_due(store, clock)
    quick = {case: "which-clause" for case, clause in BOOKS["one"].items() if clause == topics[1]}
    monkeypatch.setattr(f"{__name__}.DULL", {**DULL, **quick})
    later = sit(store, clock, PLAN._replace(kinds=()), seed=99)
    assert [BOOKS["one"][go_on(later, clock)] for _ in range(3)] == [topics[1], topics[0], topics[2]]


def test_what_is_due_in_another_rulebook_is_not_asked(store: Store) -> None:
    clock = Clock()
    first = sit(store, clock, PLAN._replace(rulebooks=("two",)))
    go_on(first, clock, right=False)
    clock.go(days=1)
    assert go_on(sit(store, clock), clock) in BOOKS["one"]


def test_two_rulebooks_take_turns(store: Store) -> None:
    clock = Clock()
    quiz = sit(store, clock, PLAN._replace(rulebooks=("one", "two")))
    asked = [go_on(quiz, clock, seconds=1) for _ in range(6)]
    assert [case in BOOKS["two"] for case in asked] == [False, True] * 3


def test_only_what_is_due(store: Store) -> None:
    clock = Clock()
    plan = PLAN._replace(due_only=True)
    assert sit(store, clock, plan).next() is None
    go_on(sit(store, clock), clock, right=False)
    clock.go(minutes=5)
    quiz = sit(store, clock, plan)
    go_on(quiz, clock)
    assert quiz.next() is None


def test_filters_hold_for_what_is_new_and_for_what_is_due(store: Store) -> None:
    clock = Clock()
    for _ in range(4):
        go_on(sit(store, clock, seed=_), clock, right=False)
    clock.go(days=1)
    quiz = sit(store, clock, PLAN._replace(complexity=2))
    assert {go_on(quiz, clock) for _ in range(4)} == {"c", "d"}
    quiz = sit(store, clock, PLAN._replace(clause="1.1"))
    assert {go_on(quiz, clock) for _ in range(4)} == {"a", "b"}
    quiz = sit(store, clock, PLAN._replace(kinds=("may-do",)))
    assert {go_on(quiz, clock) for _ in range(2)} == {"e"}
    assert sit(store, clock, PLAN._replace(level="director")).next() is None


def test_a_clause_that_is_not_there_is_told_with_the_nearest(store: Store) -> None:
    with pytest.raises(Faults, match=r"no clause 1\.11.*1\.1"):
        sit(store, Clock(), PLAN._replace(clause="1.11")).next()


def test_a_clause_that_the_rulebook_lost_is_passed_over(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    go_on(sit(store, clock, PLAN._replace(clause="1.2")), clock, right=False)
    clock.go(days=1)
    monkeypatch.setitem(BOOKS, "one", {"a": "1.1"})
    assert go_on(sit(store, clock), clock) == "a"


def test_the_same_seed_asks_the_same(store: Store, tmp_path: Path) -> None:
    clock, other = Clock(), Clock()
    quiz, again = sit(store, clock, seed=5), sit(opened(tmp_path, "other.db"), other, seed=5)
    for _ in range(6):
        go_on(quiz, clock)
        go_on(again, other)
    assert [one.question for one in quiz.asked] == [one.question for one in again.asked]


# -- a sitting --------------------------------------------------------------------------------------------------------


def test_a_sitting_goes_on_with_the_question_that_was_shown(store: Store) -> None:
    clock = Clock()
    quiz = sit(store, clock)
    go_on(quiz, clock)
    waiting = quiz.next()
    found = store.unfinished(quiz.sitting.trainee)
    assert found is not None
    later = Quiz(store, found, clock, open_desk=None)  # no rulebook is opened for it
    assert later.next() == waiting
    assert later.result().answered == 1


def test_a_sitting_ends_with_its_last_question(store: Store) -> None:
    clock = Clock()
    quiz = sit(store, clock, PLAN._replace(size=2))
    go_on(quiz, clock)
    go_on(quiz, clock, right=False)
    assert quiz.next() is None
    result = quiz.end()
    assert (result.right, result.answered, result.percent, result.passed) == (1, 2, 50, None)
    assert store.unfinished(quiz.sitting.trainee) is None


def test_two_terminals_on_one_sitting_share_its_questions(store: Store, tmp_path: Path) -> None:
    clock = Clock()
    quiz = sit(store, clock)
    other_store = opened(tmp_path)
    found = other_store.unfinished(quiz.sitting.trainee)
    assert found is not None
    other = Quiz(other_store, found, clock, open_desk=desk)
    asked = quiz.next()
    assert asked is not None
    assert other.next() == asked
    assert quiz.answer(asked, (0,), 5) is not None
    assert other.answer(asked, (1,), 5) is None  # too late: answered in the other one
    following = other.next()
    assert following is not None
    assert (following.position, quiz.next()) == (2, following)


def test_an_answer_from_a_file_is_not_rated_by_its_time(store: Store) -> None:
    clock = Clock()
    quiz = sit(store, clock)
    quiz.timed = False
    go_on(quiz, clock, seconds=500)
    assert quiz.asked[0].rating == 3


# -- an exam ----------------------------------------------------------------------------------------------------------

EXAM = PLAN._replace(size=4, seconds=600, pass_mark=75)


def test_an_exam_is_the_same_for_all_of_a_class(store: Store) -> None:
    clock = Clock()
    go_on(sit(store, clock, who="Boris"), clock, right=False)  # Boris has something due, Anna has not
    clock.go(days=2)
    anna, boris = (sit(store, clock, EXAM, exam=True, seed=8, who=who) for who in ("Anna", "Boris"))
    for _ in range(4):
        go_on(anna, clock)
        go_on(boris, clock)
    assert [one.question for one in anna.asked] == [one.question for one in boris.asked]
    assert len({one.question.case for one in anna.asked}) == 4


def test_an_exam_is_passed_by_its_mark(store: Store) -> None:
    clock = Clock()
    for right, passed in ((3, True), (2, False)):
        quiz = sit(store, clock, EXAM, exam=True)
        for number in range(4):
            go_on(quiz, clock, right=number < right)
        assert quiz.next() is None
        result = quiz.end()
        assert (result.percent, result.passed) == (right * 25, passed)


def test_the_time_of_an_exam_runs_out(store: Store) -> None:
    clock = Clock()
    quiz = sit(store, clock, EXAM, exam=True)
    go_on(quiz, clock)
    asked = quiz.next()
    assert asked is not None
    assert quiz.left() == 594
    clock.go(seconds=594)
    assert quiz.answer(asked, (0,), 594) is None  # too late
    assert quiz.next() is None
    result = quiz.end()
    assert (result.right, result.answered, result.size, result.passed) == (1, 1, 4, False)
    assert quiz.sitting.ended == START + timedelta(seconds=600)


def test_the_time_of_an_exam_runs_on_while_nobody_looks(store: Store) -> None:
    clock = Clock()
    quiz = sit(store, clock, EXAM, exam=True)
    go_on(quiz, clock)
    clock.go(minutes=5)
    found = store.unfinished(quiz.sitting.trainee)
    assert found is not None
    later = Quiz(store, found, clock, open_desk=desk)
    assert later.left() == 294
    clock.go(hours=2)
    assert later.next() is None
    later.end()
    assert later.sitting.ended == START + timedelta(seconds=600)  # not when somebody looked


def test_an_exam_without_a_time_has_none(store: Store) -> None:
    clock = Clock()
    quiz = sit(store, clock, EXAM._replace(seconds=0), exam=True)
    clock.go(days=3)
    assert (quiz.left(), quiz.is_late()) == (None, False)


def test_what_an_exam_showed_goes_into_the_schedule(store: Store) -> None:
    clock = Clock()
    quiz = sit(store, clock, EXAM, exam=True)
    go_on(quiz, clock, right=False)
    (card,) = store.cards(quiz.sitting.trainee)
    assert card.due - clock() <= timedelta(minutes=1)
