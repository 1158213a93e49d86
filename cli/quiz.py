"""``floorcall quiz``: asks questions that are made from the law itself and explains each answer; or holds an exam."""

from __future__ import annotations

import os
import sys
from typing import Any

from cli.codes import FAILED, INTERRUPTED, OK, UNFINISHED
from cli.output import Screen, is_terminal
from facts.faults import Fault, Faults
from training.records import EXAM, Plan, Sitting, Trainee
from training.said import clock_time, say
from training.store import Store

BOOK = "bfsp"
SIZE = 20
PASS_MARK = 80

ABOUT = """Asks questions about incidents and explains every answer: ruling, reasoning, and what refutes a wrong option.

The stories are the cases of a rulebook, drawn anew; the engine rules on each, so the right answer is never typed by
hand. What is due comes first (FSRS), and a clause that was not known comes back in another story. Answers are kept at
once: stop at any time and go on with --resume. An exam explains nothing before its end, and its clock does not stop."""

EXAMPLES = """examples:
  floorcall quiz
  floorcall quiz --rulebook bfsp,tda --lang ru --count 10
  floorcall quiz --clause 4.12 --kind counts-as --level floor
  floorcall quiz --misconception half-raise-in-no-limit --count 5
  floorcall quiz --resume
  floorcall quiz --exam 30 --time 45m --pass 75 --seed 7 --certificate exam.pdf
  floorcall quiz --trainee Anna --group "night shift" --due
  printf '2\\n1\\n' | floorcall quiz --plain --count 2

On a terminal one key answers; with --plain, over a pipe and where TERM is dumb every line is an answer, nothing is
drawn and nothing coloured. Answers are numbers; steps to be put in order are answered by typing the order (3 1 2), 0 is
"don't know", c shows the clause of the last answer, q stops. The end of the input stops as well.

exit codes: 0 done · 1 an exam that was not passed · 2 something that is not understood, or a database that cannot be
used · 3 stopped before the end, everything is kept · 130 interrupted, everything is kept"""


def quiz_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall quiz``."""
    from cli.arguments import add_language, add_looks, whole

    parser.description, parser.epilog = ABOUT, EXAMPLES
    parser.add_argument("--rulebook", metavar="BOOK,...", help=f"rulebooks to ask about, by id or folder ({BOOK})")
    add_filters(parser)
    parser.add_argument("--count", type=whole(1), metavar="N", help=f"how many questions ({SIZE})")
    parser.add_argument("--seed", type=whole(0), metavar="N", help="draw the same questions again")
    parser.add_argument("--due", action="store_true", help="only what is due")
    parser.add_argument("--exam", type=whole(1), metavar="N", help="an exam of N questions")
    parser.add_argument("--time", metavar="T", help="how long the exam may take: 45m, 1h30m, 90s; a number is minutes")
    parser.add_argument("--pass", type=_percent, metavar="PERCENT", dest="mark", help=f"what it needs ({PASS_MARK})")
    parser.add_argument("--certificate", metavar="FILE", help="write the result of the exam: .md, .html or .pdf")
    parser.add_argument("--resume", action="store_true", help="go on with the last quiz or exam that is not finished")
    add_who(parser)
    parser.add_argument("--group", metavar="NAME", help="count the trainee to a group, for floorcall quiz class")
    parser.add_argument("--plain", action="store_true", help="lines only: for pipes and screen readers")
    add_language(parser)
    add_looks(parser)


def add_who(parser: Any) -> None:
    """Adds whose answers are meant, and where they are kept."""
    parser.add_argument("--trainee", metavar="NAME", help="who answers (the name of the user)")
    add_database(parser)


def add_filters(parser: Any) -> None:
    """Adds the options that narrow which questions there are, of a quiz and of an export alike."""
    from cli.arguments import choice, one_of
    from training.item import COMPLEXITIES, KINDS, LEVELS

    parser.add_argument("--clause", metavar="CLAUSE", help="only questions that rest on this clause or section")
    parser.add_argument(
        "--kind", action="append", type=one_of(KINDS), choices=KINDS, metavar="KIND", default=[],
        help=f"only this kind of question; may be given again: {', '.join(KINDS)}",
    )  # fmt: skip
    choice(parser, "--level", LEVELS, "only what this person should know", None)
    hard = tuple(str(value) for value in COMPLEXITIES)
    choice(parser, "--complexity", hard, "only stories as tangled as this", None)
    add_misconception(parser)


def add_misconception(parser: Any) -> None:
    """Adds ``--misconception``."""
    about = "only questions with a wrong option that comes from this misconception, or from any"
    parser.add_argument("--misconception", metavar="MISCONCEPTION|any", help=about)


def add_database(parser: Any) -> None:
    """Adds ``--database``."""
    about = "where answers are kept (FLOORCALL_TRAINING, else a file in the user's data folder)"
    parser.add_argument("--database", metavar="FILE", help=about)


def _percent(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 100:
        from argparse import ArgumentTypeError

        raise ArgumentTypeError(f"'{text}' is not a whole number from 1 to 100")
    return int(text)


def quiz(arguments: Any, screen: Screen) -> int:
    """Holds the quiz or the exam. Raises Faults."""
    from training import schedule

    _check(arguments)
    schedule.needs_library()
    if arguments.plain:
        screen.colour = False
    store = opened(arguments)
    try:
        return _Sitter(arguments, screen, store).hold()
    finally:
        store.close()


def opened(arguments: Any, reading: bool = False) -> Store:
    """The training database that is meant. Raises Faults."""
    from training.database import default_path

    return Store.open(arguments.database or default_path(), reading=reading)


def name_of(arguments: Any) -> str:
    """Who is meant: as told, else the user."""
    if arguments.trainee is not None:
        return str(arguments.trainee)
    told = next((os.environ[name] for name in ("LOGNAME", "USER", "USERNAME") if os.environ.get(name)), "")
    return told or "trainee"


def _check(arguments: Any) -> None:
    """Options that do not go together. Raises Faults with all of them."""
    found = []
    if arguments.resume:
        names = ("rulebook", "clause", "kind", "level", "complexity", "misconception", "count", "seed", "due", "exam",
                 "time", "mark")  # fmt: skip
        for name in (name for name in names if getattr(arguments, name)):
            option = "--pass" if name == "mark" else f"--{name}"
            found.append(Fault(option, 0, 0, "a sitting goes on as it was begun", f"leave out {option}, or --resume"))
    elif arguments.exam is None:
        for name in (name for name in ("time", "mark", "certificate") if getattr(arguments, name)):
            option = "--pass" if name == "mark" else f"--{name}"
            found.append(Fault(option, 0, 0, "only an exam has that", "add --exam N"))
    else:
        for name in (name for name in ("count", "due") if getattr(arguments, name)):
            found.append(Fault(f"--{name}", 0, 0, "an exam does not take that", "--exam N says how many questions"))
    if arguments.certificate:
        from training.certificate import form_of

        form_of(arguments.certificate)
    if found:
        raise Faults(found)


class _Sitter:
    """One call of the command: who answers, the sitting, its beginning and its end."""

    def __init__(self, arguments: Any, screen: Screen, store: Store) -> None:
        from training import schedule

        self.arguments = arguments
        self.screen = screen
        self.store = store
        self.clock = schedule.now
        self.trainee = store.trainee(name_of(arguments), self.clock())
        if arguments.group:
            store.join(self.trainee, arguments.group)
        self.told: list[str] = []
        self.sitting = self._resumed() if arguments.resume else self._begun()

    def _begun(self) -> Sitting:
        from training.quiz import begin

        arguments = self.arguments
        waiting = self.store.unfinished(self.trainee)
        exam = arguments.exam is not None
        plan = plan_of(arguments, self.screen.language)
        seed = arguments.seed if arguments.seed is not None else int.from_bytes(os.urandom(3), "big")
        if waiting is not None:
            answered = sum(one.chosen is not None for one in self.store.asked(waiting))
            if answered:
                self._say("waits", answered=answered, size=waiting.plan.size)
        sitting = begin(self.store, self.trainee, plan, exam=exam, seed=seed, clock=self.clock)
        if exam:
            self._say("exam-begins", size=plan.size, mark=plan.pass_mark)
            if sitting.deadline is not None:
                from cli.quizdialogue import until

                self._say("exam-time", time=clock_time(plan.seconds), until=until(sitting.deadline))
        return sitting

    def _resumed(self) -> Sitting:
        """The sitting to go on with; its language is that of the call, where one is told."""
        found = self.store.unfinished(self.trainee)
        if found is None:
            message = f"there is no quiz of {self.trainee.name} to go on with"
            raise Faults([Fault("--resume", 0, 0, message, "floorcall quiz begins one")])
        plan = found.plan
        if self.arguments.lang and self.arguments.lang != plan.language:
            found = self.store.replan(found, plan._replace(language=self.arguments.lang))
        self.screen.language = found.plan.language
        answered = sum(one.chosen is not None for one in self.store.asked(found))
        self._say("goes-on", answered=answered, size=plan.size)
        return found

    def _say(self, key: str, **values: Any) -> None:
        self.told.append(say(self.screen.language, key, **values))

    # -- the sitting ------------------------------------------------------------------------------------------------

    def hold(self) -> int:
        """The whole of it; gives the exit code."""
        from cli.quizdialogue import Dialogue, Looking
        from cli.quizkeys import Console
        from cli.quizviews import View
        from training.quiz import Quiz

        if sys.stdin is None:
            raise Faults([Fault("<stdin>", 0, 0, "there is nothing to read answers from")])
        plain = self.arguments.plain or not is_terminal(self.screen.out)
        console = Console(sys.stdin, plain)
        looking = Looking()
        quiz = Quiz(self.store, self.sitting, self.clock, timed=console.terminal, tick=looking.tick)
        self.view = View(self.screen, plain)
        self._flush_told()
        quiz.reword()
        dialogue = Dialogue(quiz, self.view, console, looking)
        try:
            ended = dialogue.run()
        except KeyboardInterrupt:
            self.screen.line()
            return self._stopped(quiz, INTERRUPTED)
        except Faults:
            self._close_empty(quiz)
            raise
        return self._over(quiz, dialogue, ended)

    def _flush_told(self) -> None:
        for text in self.told:
            self.view.text(text)
        self.told.clear()

    def _close_empty(self, quiz: Any) -> None:
        """A sitting that could not even begin leaves nothing to go on with."""
        if not quiz.asked:
            try:
                quiz.end()
            except Faults:
                return

    def _over(self, quiz: Any, dialogue: Any, ended: str) -> int:
        from cli.quizdialogue import ENDED, LATE, QUIT

        if ended in (QUIT, ENDED) and not quiz.is_late():
            return self._stopped(quiz, UNFINISHED)
        result = quiz.end()
        if not quiz.asked:
            return self._nothing()
        language = self.screen.language
        self.screen.line()
        if ended == LATE:
            self.view.text(say(language, "time-up"))
        elif result.answered < result.size:
            self.view.text(say(language, "all-asked"))
        if quiz.is_exam:
            return self._exam_over(quiz, dialogue, result)
        self.view.text(say(language, "result", right=result.right, answered=result.answered, percent=result.percent))
        self._repeats(quiz, dialogue)
        return OK

    def _stopped(self, quiz: Any, code: int) -> int:
        result = quiz.result()
        key = "exam-stopped" if quiz.sitting.deadline is not None else "stopped"
        self.view.text(say(self.screen.language, key, answered=result.answered, size=result.size))
        self.screen.flush()
        return code

    def _nothing(self) -> int:
        """Nothing was asked: nothing is due, or nothing fits. Raises Faults for the latter."""
        language = self.screen.language
        if not self.sitting.plan.due_only:
            hint = "ask for less: leave out --clause, --kind, --level, --complexity or --misconception"
            raise Faults([Fault("floorcall quiz", 0, 0, "no question of these rulebooks fits", hint)])
        cards = self.store.cards(self.trainee)
        later = [card for card in cards if card.due > self.clock()]
        if later:
            when = later[0].due.astimezone().strftime("%Y-%m-%d %H:%M")
            self.view.text(say(language, "nothing-due-until", when=when))
        else:
            self.view.text(say(language, "nothing-due"))
        return OK

    # -- the end ----------------------------------------------------------------------------------------------------

    def _repeats(self, quiz: Any, dialogue: Any) -> None:
        """What comes again, and what is due when."""
        from training.stats import due_counts

        wrong: dict[str, None] = {}
        for one in quiz.asked:
            if one.chosen is not None and not one.right and one.question.clauses:
                wrong[dialogue.cites(one.question)(one.question.topic)] = None
        if wrong:
            self.view.text(f"{say(self.screen.language, 'to-repeat')}: {', '.join(wrong)}.")
        now, day, week = due_counts(self.store.cards(self.trainee), self.clock())
        self.view.text(say(self.screen.language, "forecast-line", now=now, day=day, week=week))

    def _exam_over(self, quiz: Any, dialogue: Any, result: Any) -> int:
        """What was wrong, with its explanation; the result; the certificate."""
        language, plan = self.screen.language, quiz.sitting.plan
        wrong = [one for one in quiz.asked if not one.right]
        if wrong:
            self.view.text(say(language, "wrong-ones"), style="bold")
        for one in wrong:
            self.view.question(one.question, say(language, "head", position=one.position, size=result.size))
            self.screen.line()
            self.view.explained(one, dialogue.cites(one.question))
        self.screen.line()
        told = {"right": result.right, "size": result.size, "percent": result.percent, "mark": plan.pass_mark}
        self.view.text(say(language, "exam-result", **told))
        if result.answered < result.size:
            self.view.text(say(language, "unanswered", count=result.size - result.answered))
        verdict, style = ("passed", "green") if result.passed else ("failed", "red")
        self.screen.line(self.screen.styled(say(language, verdict), style, "bold"))
        if self.arguments.certificate:
            from training.certificate import write

            write(self.arguments.certificate, quiz.sitting, quiz.asked, language, dialogue.cites)
            self.view.text(say(language, "certificate-written", file=self.arguments.certificate))
        else:
            self.view.text(say(language, "certificate-hint"))
        return OK if result.passed else FAILED


def plan_of(arguments: Any, language: str) -> Plan:
    """The plan that the options of a quiz or an exam make. Raises Faults."""
    if arguments.misconception:
        from training.misconception import check_known

        check_known(arguments.misconception)
    books = [name.strip() for name in (arguments.rulebook or BOOK).split(",") if name.strip()]
    if not books:
        raise Faults([Fault("--rulebook", 0, 0, "no rulebook is named", f"--rulebook {BOOK}")])
    return Plan(
        tuple(dict.fromkeys(os.path.abspath(name) if os.sep in name else name for name in books)),
        language,
        arguments.exam or arguments.count or SIZE,
        arguments.clause or "",
        tuple(dict.fromkeys(arguments.kind)),
        arguments.level or "",
        int(arguments.complexity or 0),
        arguments.due,
        seconds_of(arguments.time) if arguments.time else 0,
        arguments.mark or PASS_MARK,
        arguments.misconception or "",
    )


def seconds_of(text: str) -> int:
    """A time span in seconds: 45m, 1h30m, 90s; a bare number is minutes. Raises Faults."""
    plain, total, digits = text.strip().lower(), 0, ""
    units = {"h": 3600, "m": 60, "s": 1, "ч": 3600, "м": 60, "с": 1}
    for letter in plain if not plain.isdecimal() else f"{plain}m":
        if letter.isdecimal():
            digits += letter
        elif letter in units and digits:
            total, digits = total + int(digits) * units[letter], ""
        else:
            total = 0
            break
    if not 0 < total <= 86400 or digits:
        raise Faults([Fault("--time", 0, 0, f"'{text}' is no time for an exam", "45m, 1h30m, 90s, up to 24h")])
    return total


__all__ = [
    "EXAM",
    "Trainee",
    "add_database",
    "add_filters",
    "add_who",
    "name_of",
    "opened",
    "plan_of",
    "quiz",
    "quiz_arguments",
]
