"""``floorcall quiz review``: the questions of a quiz or an exam again, with what was answered and why it stands."""

from __future__ import annotations

from typing import Any

from cli.codes import OK
from cli.output import Screen, is_terminal
from cli.quiz import add_who, name_of
from cli.quizstats import looked_into
from facts.faults import Fault, Faults
from training.records import EXAM, Asked, Sitting, Trainee
from training.said import kind_said, say
from training.store import Store

EXAMPLES = """examples:
  floorcall quiz review
  floorcall quiz review --wrong
  floorcall quiz review 2
  floorcall quiz review --certificate exam.pdf

1 is the last quiz or exam (also one that is not finished), 2 the one before it. An exam is shown once it is over."""


def review_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall quiz review``."""
    from cli.arguments import add_language, add_looks, whole

    parser.description = "Shows the questions of a quiz or an exam again: the answer, the ruling, what refutes it."
    parser.epilog = EXAMPLES
    parser.add_argument("number", nargs="?", type=whole(1), default=1, metavar="N", help="the last but how many (1)")
    parser.add_argument("--wrong", action="store_true", help="only what was not answered right")
    parser.add_argument("--certificate", metavar="FILE", help="write the result of the exam: .md, .html or .pdf")
    add_who(parser)
    parser.add_argument("--plain", action="store_true", help="lines only: for pipes and screen readers")
    add_language(parser)
    add_looks(parser)


def review(arguments: Any, screen: Screen) -> int:
    """Prints the questions again. Raises Faults."""
    from training import schedule
    from training.quiz import Quiz

    if arguments.certificate:
        from training.certificate import form_of

        form_of(arguments.certificate)
    if arguments.plain:
        screen.colour = False
    store = looked_into(arguments)
    trainee = store.find(name_of(arguments)) if store is not None else None
    if store is None or trainee is None:
        screen.line(say(screen.language, "nothing-to-review"))
        return OK
    try:
        sitting = _chosen(store, trainee, arguments)
        if sitting is None:
            screen.line(say(screen.language, "nothing-to-review"))
            return OK
        quiz = Quiz(store, sitting, schedule.now)
        if sitting.kind == EXAM and sitting.ended is None:
            if not quiz.is_late():
                message = "this exam is not over, so nothing of it is shown"
                raise Faults([Fault("floorcall quiz review", 0, 0, message, "floorcall quiz --resume goes on with it")])
            quiz.end()
        _shown(arguments, screen, quiz)
    finally:
        store.close()
    return OK


def _chosen(store: Store, trainee: Trainee, arguments: Any) -> Sitting | None:
    """The sitting that is meant: for a certificate an exam, else any in which something was answered."""
    found = []
    for sitting in store.sittings(trainee):
        answered = any(one.chosen is not None for one in store.asked(sitting))
        if (answered or sitting.kind == EXAM) and (not arguments.certificate or sitting.kind == EXAM):
            found.append(sitting)
            if len(found) == arguments.number:
                return sitting
    if arguments.certificate or found:
        what = "exams" if arguments.certificate else "quizzes and exams"
        message = f"{trainee.name} has only {len(found)} {what}"
        raise Faults([Fault("floorcall quiz review", 0, 0, message, "1 is the last one" if found else "")])
    return None


def _shown(arguments: Any, screen: Screen, quiz: Any) -> None:
    from cli.quizdialogue import Cites
    from cli.quizviews import View

    language = screen.language
    view = View(screen, arguments.plain or not is_terminal(screen.out))
    if arguments.certificate:
        from training.certificate import write

        write(arguments.certificate, quiz.sitting, quiz.asked, language, lambda question: Cites(quiz, question))
        view.text(say(language, "certificate-written", file=arguments.certificate))
        return
    result, sitting = quiz.result(), quiz.sitting
    when = sitting.begun.astimezone().strftime("%Y-%m-%d %H:%M")
    kind = say(language, f"kind-{sitting.kind}")
    whole = result.size if sitting.kind == EXAM else result.answered
    view.text(say(language, "review-head", kind=kind, when=when, right=result.right, answered=whole), style="bold")
    for one in _wanted(quiz.asked, arguments.wrong, sitting):
        question = one.question
        head = say(language, "head", position=one.position, size=result.size)
        view.question(question, f"{head}, {question.rulebook}, {kind_said(question.kind, language)}")
        screen.line()
        view.explained(one, Cites(quiz, question))
    if arguments.wrong and result.right == whole:
        view.text(say(language, "nothing-wrong"))


def _wanted(asked: tuple[Asked, ...], wrong: bool, sitting: Sitting) -> list[Asked]:
    """What is shown: a question that still waits for its answer is not."""
    over = sitting.ended is not None
    return [one for one in asked if (over or one.chosen is not None) and not (wrong and one.right)]


__all__ = ["review", "review_arguments"]
