"""``floorcall ask``: the interview, from what is known to a ruling that nothing left to ask could change."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from ask.interview import DISPUTED, Interview, Story
from ask.session import Session, as_data, from_data
from ask.words import say
from cli import sessions
from cli.codes import BAD_INPUT, INTERRUPTED, OK, UNFINISHED
from cli.dialogue import ENDED, QUIT, RULED, Dialogue, Table, Talk
from cli.output import Screen, is_terminal, prepared
from cli.rule import AUDIENCES, BOOK, FORMATS, Desk, Loaded, Told, as_text
from cli.rule import as_data as ruling_data
from engine.ruling import decide
from explain.wording import Wording
from facts.faults import Fault, Faults
from facts.incident import Incident

ABOUT = """Asks for what is missing, question by question, and rules.

Starts from nothing, from an incident file, or from a line of shorthand. Only questions are put whose answer can change
the ruling, the most telling one first. Answers are numbers of a list, words or amounts (45k); beside them: "don't
know", "both stories" (who says what), "back", "why", "story", "rule now" and "quit", in English or Russian. Every
answer is kept at once, so that an interrupted interview goes on with --resume."""

EXAMPLES = """examples:
  floorcall ask
  floorcall ask incident.yaml --lang ru
  floorcall ask incident.yaml --to complete.yaml
  floorcall ask --resume
  printf 'no-limit\\n100/200\\n' | floorcall ask incident.yaml --format json

Over a pipe every line is an answer; the end of the input is "quit". The exit code is then 3, and everything is kept.
With --format json or markdown the dialogue goes to stderr and the ruling to stdout."""


def ask_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall ask``."""
    from cli.arguments import add_format, add_language, add_looks, add_readings, choice

    parser.description, parser.epilog = ABOUT, EXAMPLES
    parser.add_argument("file", nargs="?", metavar="FILE", help="an incident file to start from")
    parser.add_argument("--say", metavar="LINE", help="a line of shorthand to start from")
    parser.add_argument("--resume", action="store_true", help="go on with the last interview, or that of --session")
    parser.add_argument("--session", metavar="FILE", help="where the interview is kept (the user's state folder)")
    parser.add_argument("--to", metavar="FILE", help="write the incident to a file at the end")
    parser.add_argument("--rulebook", metavar="BOOK", help="a rulebook, by id or by its folder")
    add_format(parser, FORMATS)
    add_language(parser)
    choice(parser, "--audience", AUDIENCES, "whom the ruling is for (judge); JSON is the same for all", "judge")
    add_readings(parser)
    add_looks(parser)


def ask(arguments: Any, screen: Screen) -> int:
    """Holds the interview and prints the ruling. Raises Faults."""
    return _Interviewer(arguments, screen).hold()


class _Interviewer:
    """One call of the command: the session with its file, the rulebook, the dialogue, the ruling."""

    def __init__(self, arguments: Any, screen: Screen) -> None:
        self.arguments = arguments
        self.screen = screen
        self.path, self.session = self._begun()
        self.resumed = bool(arguments.resume)
        self.language = screen.language = arguments.lang or (self.session.language if self.resumed else screen.language)
        self.session = self.session._replace(language=self.language)
        self.desk = Desk(arguments)
        self.loaded = self.desk.load(self.desk.own or self.session.interview.start.rulebook or BOOK)
        self.out = screen.out if arguments.format == "text" else prepared(sys.stderr)
        self.unkept = ""

    # -- the beginning ----------------------------------------------------------------------------------------------

    def _begun(self) -> tuple[str, Session]:
        """Where the interview is kept, and the session: a new one, or the one to go on with."""
        arguments = self.arguments
        if arguments.resume:
            return self._kept()
        if arguments.file and arguments.say:
            raise Faults([Fault("--say", 0, 0, "a file and a line of shorthand", "start from one of them")])
        path = arguments.session or sessions.new_file()
        if arguments.session and os.path.exists(path):
            raise Faults(
                [Fault(path, 0, 0, "this session exists already", "go on with --resume, or name another file")]
            )
        start = Incident(())
        if arguments.say:
            from cli.starting import from_shorthand

            start = from_shorthand(arguments.say, self._usual().vocabulary, self.screen.language)
        elif arguments.file:
            start = Desk(arguments).told(arguments.file).incident
        told = (arguments.rulebook or "", arguments.event or "", tuple(arguments.reading))
        source = arguments.say or arguments.file or ""
        return path, Session(Interview(start), self.screen.language, *told, source)

    def _usual(self) -> Loaded:
        """The rulebook that is asked for, or the usual one: it brings the vocabulary along."""
        desk = Desk(self.arguments)
        return desk.load(desk.own or BOOK)

    def _kept(self) -> tuple[str, Session]:
        """The interview to go on with. The rulebook and the readings are those that it began with."""
        arguments = self.arguments
        if arguments.file or arguments.say:
            raise Faults([Fault("--resume", 0, 0, "an interview goes on from where it is", "leave out the file")])
        path = arguments.session or sessions.latest()
        if path is None:
            message = f"there is no interview to go on with in {sessions.state_folder()}"
            raise Faults([Fault("--resume", 0, 0, message, "floorcall ask begins one")])
        session = from_data(sessions.load(path), path)
        arguments.rulebook = arguments.rulebook or session.rulebook or None
        arguments.event = arguments.event or session.event or None
        arguments.reading = arguments.reading or list(session.readings)
        return path, session._replace(finished=False)

    # -- the dialogue -----------------------------------------------------------------------------------------------

    def hold(self) -> int:
        """The whole of it; gives the exit code."""
        lines = sys.stdin
        if lines is None:
            raise Faults([Fault("<stdin>", 0, 0, "there is nothing to read answers from")])
        if hasattr(lines, "reconfigure"):
            lines.reconfigure(encoding="utf-8", errors="replace")
        talk = Talk(lines, self.out, self.language, self.screen.width, not is_terminal(lines))
        dialogue = Dialogue(self.session, self._table(), talk, self._keep)
        if self.resumed:
            dialogue.say(say(self.language, "resumed", count=len(self.session.interview.steps)))
            dialogue.show_story()
        self._keep(self.session)
        try:
            ended = dialogue.run()
        except KeyboardInterrupt:
            dialogue.say("")
            return self._left("quit", INTERRUPTED)
        self.session = dialogue.session
        if ended != RULED:
            return self._left({QUIT: "quit", ENDED: "ended"}[ended], UNFINISHED)
        return self._ruled(dialogue, lines)

    def _table(self) -> Table:
        loaded = self.loaded

        def rule(incident: Incident) -> Any:
            return decide(incident, loaded.book, loaded.vocabulary, self.desk.engines(), loaded.readings)

        return Table(loaded.book, loaded.vocabulary, rule, self.desk.engines())

    def _keep(self, session: Session) -> None:
        """Writes the session; that it cannot be written is said once and stops nothing."""
        self.session = session
        reason = sessions.save(self.path, as_data(session))
        if reason and not self.unkept:
            self.unkept = reason
            self._tell("not-kept", file=self.path, why=reason)

    def _left(self, key: str, code: int) -> int:
        self._tell(key)
        if not self.unkept:
            self._tell("kept", file=self.path)
        self.out.flush()
        return code

    def _tell(self, key: str, **values: Any) -> None:
        self.out.write(say(self.language, key, **values) + "\n")

    # -- the end ----------------------------------------------------------------------------------------------------

    def _ruled(self, dialogue: Dialogue, lines: Any) -> int:
        one = dialogue.whole()
        stories = self.session.interview.stories() if one is None else (Story(one),)
        rulings = [self.desk.ruling(Told(b"", "<interview>", story.incident, self.loaded)) for story in stories]
        self.out.write("\n")
        self.out.flush()
        if self.arguments.format == "json":
            data = [ruling_data(ruling, self.language) for ruling in rulings]
            self.screen.json(data if len(data) > 1 else data[0])
        else:
            self._print(rulings, stories)
        self.screen.flush()
        code = self._offer(stories, lines)
        self._keep(self.session._replace(finished=True))
        sessions.tidy()
        return code

    def _print(self, rulings: Sequence[Any], stories: Sequence[Story]) -> None:
        """The ruling, or one for each version of what is disputed, after whether the dispute matters."""
        if len(rulings) > 1:
            texts = [as_text(ruling, self.arguments, self.screen) for ruling in rulings]
            same = all(_said(ruling) == _said(rulings[0]) for ruling in rulings)
            self.screen.line(say(self.language, "dispute-idle" if same else "dispute-matters"))
            for text, story in list(zip(texts, stories, strict=True))[: 1 if same else None]:
                self.screen.line("" if same else f"\n== {self._version(rulings[0], story)} ==")
                self.screen.line(text.rstrip("\n"))
            return
        self.screen.line(as_text(rulings[0], self.arguments, self.screen).rstrip("\n"))

    def _version(self, ruling: Any, story: Story) -> str:
        """Which versions a ruling goes by: the question, the value, who says so."""
        from explain.view import View

        view = View.of(ruling, Wording(self.language, self.loaded.vocabulary, grouped=True))
        told = []
        for root, version in story.versions:
            says = " " + say(self.language, "says", who=version.who) if version.who else ""
            if root[0] == DISPUTED:
                told.append(f"{root[1]}: {version.value}{says}")
                continue
            spec = self.loaded.vocabulary.slots_of(root[0]).get(root[2]) if root[0] != "story" else None
            value = view.wording.answer(spec, version.value)
            told.append(f"{view.question(root)} {value}{says}")
        return " · ".join(told)

    def _offer(self, stories: Sequence[Story], lines: Any) -> int:
        """Writes the incident where it is wanted."""
        target = self.arguments.to
        if not target and is_terminal(lines) and self.arguments.format == "text":
            self.out.write("\n")
            self._tell("offer")
            self.out.write("> ")
            self.out.flush()
            target = lines.readline().strip()
        if not target:
            return OK
        from facts.writer import write_incident

        reason = _write(target, write_incident(stories[0].incident))
        if reason:
            from cli.faults import report

            report([Fault(target, 0, 0, f"the incident cannot be written: {reason}")], colour=self.arguments.colour)
            return BAD_INPUT
        self._tell("written", file=target)
        self.out.flush()
        return OK


def _said(ruling: Any) -> Any:
    from ask.choosing import said

    return [said(ruling.trace, ruling.vocabulary, apart) for apart in (False, True)]


def _write(path: str, text: str) -> str:
    """Writes a text to a file; gives the reason when that cannot be."""
    try:
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
    except OSError as error:
        return error.strerror or str(error)
    return ""
