"""The dialogue of an interview: a question is put, a line is read, an answer is kept. Plain lines, nothing else.

Nothing moves the cursor and nothing is drawn, so that it works over a pipe, in any terminal and read aloud; the
question comes first, then the numbered answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn, TextIO

from ask import opening
from ask.answers import NUMBERED, Prompt, Unread, control, read, steps_back
from ask.choosing import Choice, next_question
from ask.disputing import is_disputed, whole
from ask.doubts import doubt
from ask.echo import computed
from ask.interview import ACT, ANSWER, BOTH, HAPPENED, UNKNOWN, Interview, Step, Version
from ask.known import place_of
from ask.prompts import prompt_of, why
from ask.session import Line, Session
from ask.words import plain, say, spoken
from cli.faults import printable
from cli.storytelling import act, happened, has_acts
from engine.ruling import Ruling
from explain.width import columns
from explain.wording import Wording
from facts.faults import Faults
from facts.incident import Incident
from facts.lexicon import Vocabulary
from facts.reader import read_incident
from facts.writer import write_incident
from knowledge.model import Rulebook

RULED, QUIT, ENDED = "ruled", "quit", "ended"
_PROMPT = "> "


class Table(NamedTuple):
    """What the dialogue rules by. ``decide`` rules on a story, ``make`` makes engines."""

    book: Rulebook
    vocabulary: Vocabulary
    decide: Callable[[Any], Ruling]
    make: Any


class Talk(NamedTuple):
    """Where the dialogue takes place. ``echo``: whether typed lines are shown, as over a pipe nobody sees them."""

    lines: TextIO
    out: TextIO
    language: str
    width: int
    echo: bool


class _Left(Exception):
    """The dialogue is over, by the reason in ``args``."""


class Dialogue:
    """One interview with a person. ``keep`` is called with the session after every line."""

    def __init__(self, session: Session, table: Table, talk: Talk, keep: Callable[[Session], None]) -> None:
        self.session = session
        self.table = table
        self.talk = talk
        self.keep = keep
        self.rulings: dict[Any, Ruling] = {}
        self.echoed = ""
        self.helped = False

    # -- the run ----------------------------------------------------------------------------------------------------

    def run(self) -> str:
        """Asks until nothing that is left could change the ruling; says how it ended: ruled, quit or ended."""
        try:
            while (asked := self._next()) is not None:
                self._ask(*asked)
        except _Left as left:
            return str(left.args[0])
        return RULED

    @property
    def interview(self) -> Interview:
        """The interview as far as it has come."""
        return self.session.interview

    def _next(self) -> tuple[Prompt, Choice | None, Ruling | None] | None:
        """The question that comes next; None when there is none."""
        table, language = self.table, self.talk.language
        root = opening.opening_place(self.interview, table.vocabulary)
        if root is not None:
            prompt = opening.opening_prompt(root, table.vocabulary, table.book, language)
            if root == ACT and has_acts(self.interview):
                prompt = prompt._replace(text=say(language, "act-next"))
            return prompt, None, None
        rulings = [self.ruling(story.incident) for story in self.interview.stories()]
        self._echo(rulings[0])
        for ruling in rulings:
            choice = self._choice(ruling)
            if choice is not None:
                return prompt_of(choice, ruling, language), choice, ruling
        return None

    def _choice(self, ruling: Ruling) -> Choice | None:
        """The next question about a story; nobody is asked what the story began with in several versions."""
        aside = self.interview.aside()
        while (choice := next_question(ruling, aside, self.table.make)) is not None:
            if not is_disputed(choice.root, self.interview.start):
                return choice
            aside |= {place_of(choice.root)}
        return None

    def whole(self) -> Incident | None:
        """The one incident that was told, with its disputes; None where a file cannot tell them."""
        language = self.talk.language
        nobody = (say(language, "nobody-one"), say(language, "nobody-two"))
        return whole(self.interview, self.table.vocabulary.events, nobody)

    def ruling(self, incident: Any) -> Ruling:
        """The ruling on a story as it is known now."""
        key = write_incident(incident)
        if key not in self.rulings:
            self.rulings[key] = self.table.decide(incident)
        return self.rulings[key]

    def _echo(self, ruling: Ruling) -> None:
        text = computed(ruling, self.talk.language)
        if text and text != self.echoed:
            self.say(f"= {text}")
        self.echoed = text

    # -- one question -----------------------------------------------------------------------------------------------

    def _ask(self, prompt: Prompt, choice: Choice | None, ruling: Ruling | None) -> None:
        """Puts a question until a line answers it or leads elsewhere."""
        self.put(prompt)
        while True:
            typed = self.line()
            done = control(typed)
            if done is not None and not _is_answer(typed, prompt):
                if self._controlled(*done, typed, prompt, choice, ruling):
                    return
                continue
            try:
                step = self._step(typed, prompt, ruling)
            except Unread as fault:
                self.unread(typed, prompt, fault)
                continue
            if step is None or self._take(step):
                return

    def quit(self) -> NoReturn:
        """Leaves the dialogue; everything is kept."""
        raise _Left(QUIT)

    def put(self, prompt: Prompt) -> None:
        self.say("")
        language = self.talk.language
        assumed = f" ({say(language, 'assumed', value=prompt.assumed)})" if prompt.assumed else ""
        self.say(prompt.text + assumed)
        if prompt.kind in NUMBERED:
            for number, option in enumerate(prompt.options, 1):
                self.say(f"{number:>3}  {option.said}")
        if prompt.hint:
            self.say(f"  ({prompt.hint})")
        if not self.helped:
            self.say(say(language, "controls"))
            self.helped = True

    def _controlled(
        self, name: str, rest: str, typed: str, prompt: Prompt, choice: Choice | None, ruling: Ruling | None
    ) -> bool:
        """Does what a control word says; whether the question is done with."""
        language = self.talk.language
        if name == "quit":
            self.quit()
        if name == "rule" and ruling is not None:
            raise _Left(RULED)
        if name == "unknown" and choice is not None:
            self.say(say(language, "put-aside"))
            return self._take(Step(UNKNOWN, prompt.root, typed))
        if name == "back":
            return self._back(typed, rest, prompt)
        if name == "both" and choice is not None:
            return self._both(prompt, ruling)
        if name == "why":
            told = why(choice, ruling, language) if choice is not None and ruling is not None else []
            self._listed(told or [say(language, "why-story")])
        elif name == "story":
            self.show_story()
        elif name == "both":
            self.say(say(language, "both-not-here"))
        else:
            self.say(say(language, "controls"))
            self.put(prompt)
        return False

    def _back(self, typed: str, rest: str, prompt: Prompt) -> bool:
        try:
            steps = steps_back(rest, self.talk.language)
        except Unread as fault:
            self.unread(typed, prompt, fault)
            return False
        if not self.interview.steps:
            self.say(say(self.talk.language, "at-start"))
            return True
        self._keep(self.interview.back(steps))
        return True

    def _both(self, prompt: Prompt, ruling: Ruling | None) -> bool:
        """Two versions of one fact, each with who says so."""
        versions = []
        for key in ("version-one", "version-two"):
            self.say(say(self.talk.language, key))
            step = self.answered(prompt, ruling)
            if step is None or step.kind != ANSWER:
                return False
            self.say(say(self.talk.language, "who"))
            versions.append((step, Version(step.value, " ".join(printable(self.line()).split()))))
        (first, one), (_, two) = versions
        if one.value == two.value:
            self.say(say(self.talk.language, "same-versions"))
            return self._take(first)
        typed = " / ".join(step.typed for step, _ in versions)
        taken = self._take(Step(BOTH, prompt.root, typed, None, (one, two)))
        if taken and self.whole() is None:
            self.say(say(self.talk.language, "no-name"))
        return taken

    def answered(self, prompt: Prompt, ruling: Ruling | None) -> Step | None:
        """An answer to a question that was put already; None when the person leaves it."""
        while True:
            typed = self.line()
            done = control(typed)
            if done is not None and not _is_answer(typed, prompt):
                if done[0] == "quit":
                    self.quit()
                if done[0] in ("back", "unknown"):
                    return None
                self.say(say(self.talk.language, "controls"))
                continue
            try:
                return self._step(typed, prompt, ruling)
            except Unread as fault:
                self.unread(typed, prompt, fault)

    # -- from a line to a step --------------------------------------------------------------------------------------

    def _step(self, typed: str, prompt: Prompt, ruling: Ruling | None) -> Step | None:
        """The step that a line makes; None when the question is to be put again. Raises Unread."""
        language, root = self.talk.language, prompt.root
        if root == HAPPENED:
            return happened(self, typed, prompt)
        if root == ACT:
            return act(self, typed)
        value = self._meant(read(typed, prompt, language), typed, prompt)
        if (root[0], root[2]) == ("act", "all_in"):
            return _last_chips(value, typed, prompt, ruling)
        return Step(ANSWER, root, typed, value)

    def _meant(self, value: Any, typed: str, prompt: Prompt) -> Any:
        """A number that cannot be meant is asked back; typed again, it stands."""
        while (found := doubt(self.interview.story(), prompt.root, value)) is not None:
            language = self.talk.language
            number = Wording(language, self.table.vocabulary, grouped=True).number
            told = {"amount": number(found.amount), "limit": number(found.limit), "times": number(found.times)}
            reason = say(language, found.kind, "doubts", seat=found.seat, **told)
            self.say(f"{reason} {say(language, 'again', 'doubts')}")
            again = self.line()
            if plain(again) in spoken("", "yes") or plain(again) == plain(typed):
                return value
            self.note(Line(prompt.text, typed, reason))
            if (done := control(again)) is not None and done[0] == "quit":
                self.quit()
            value, typed = read(again, prompt, language), again
        return value

    # -- keeping ----------------------------------------------------------------------------------------------------

    def _take(self, step: Step) -> bool:
        """Keeps a step when the story can be told with it."""
        try:
            longer = self.interview.after(step)
            self._check(longer)
        except (Faults, KeyError, ValueError) as found:
            faults = found.faults if isinstance(found, Faults) else ()
            message, hint = (faults[0].message, faults[0].hint) if faults else (str(found), "")
            self.unread(step.typed, Prompt(step.root, "", ""), Unread(message, hint))
            return False
        self._keep(longer)
        return True

    def _check(self, interview: Interview) -> None:
        """Whether the stories can be told as incident files and ruled on. Raises Faults, or ValueError for cards that
        the game does not have.
        """
        ready = opening.opening_place(interview, self.table.vocabulary) is None
        for story in interview.stories():
            if ready:
                read_incident(write_incident(story.incident), "<story>", self.table.vocabulary.events)
                self.ruling(story.incident)

    def _keep(self, interview: Interview) -> None:
        self.session = self.session._replace(interview=interview)
        self.keep(self.session)

    def note(self, line: Line) -> None:
        self.session = self.session._replace(lines=(*self.session.lines, line))
        self.keep(self.session)

    def unread(self, typed: str, prompt: Prompt, fault: Unread) -> None:
        """Shows an unreadable line with a mark under the place of the fault, and keeps it."""
        self.note(Line(prompt.text, typed, fault.message))
        shown = printable(typed.rstrip("\r\n"))
        hint = f" ({fault.hint})" if fault.hint else ""
        if shown.strip():
            self.say(f"  {shown}")
            self.say("  " + " " * columns(shown[: fault.column - 1]) + "^")
        self.say(f"  {printable(fault.message)}{printable(hint)}")

    # -- lines ------------------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """One line of the dialogue."""
        self.talk.out.write(text + "\n")

    def _listed(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.say(line)

    def show_story(self) -> None:
        """What is known, as an incident file tells it."""
        one = self.whole()
        stories = [story.incident for story in self.interview.stories()] if one is None else [one]
        told = [incident for incident in stories if incident.timeline or incident.seats]
        if not told:
            self.say(say(self.talk.language, "nothing-known"))
        for incident in told:
            self.say(say(self.talk.language, "known"))
            self._listed(["  " + line for line in write_incident(incident).splitlines()])

    def line(self) -> str:
        """The next line that was typed. Leaves the dialogue at the end of the input."""
        self.talk.out.write(_PROMPT)
        self.talk.out.flush()
        typed = self.talk.lines.readline()
        if not typed:
            self.say("")
            raise _Left(ENDED)
        typed = typed.rstrip("\r\n")
        if self.talk.echo:
            self.say(printable(typed))
        return typed


def _is_answer(typed: str, prompt: Prompt) -> bool:
    """Whether a line that is a control word is an answer to this question all the same."""
    line = plain(typed)
    return any(line in map(plain, (option.said, *option.also)) for option in prompt.options)


def _last_chips(value: Any, typed: str, prompt: Prompt, ruling: Ruling | None) -> Step:
    """Whether these were his last chips: if so, his stack is what he put in; if not, it stays what was assumed."""
    found = [fact for fact in ruling.trace.facts if (fact.type, fact.key) == prompt.root[:2]] if ruling else []
    slots = found[-1].slots if found else {}
    prior, put = slots.get("prior") or 0, slots.get("put") or 0
    if value is True and put:
        return Step(ANSWER, prompt.root, typed, prior + put)
    return Step(UNKNOWN, prompt.root, typed, value)


__all__ = ["ENDED", "QUIT", "RULED", "Dialogue", "Table", "Talk"]
