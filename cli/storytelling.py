"""How a story is told from nothing: what happened, a line of shorthand, act by act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ask import opening
from ask.answers import Option, Prompt, Unread, control, read
from ask.interview import ACT, ANSWER, DONE, HAPPENED, TOLD, Interview, Step
from ask.telling import read_act
from ask.words import plain, say, spoken
from cli.starting import understood
from facts.faults import Faults
from facts.writer import write_incident

if TYPE_CHECKING:
    from cli.dialogue import Dialogue


def happened(dialogue: Dialogue, typed: str, prompt: Prompt) -> Step | None:
    """What happened: a kind, and then which of it; words are looked for among all of them."""
    table, language = dialogue.table, dialogue.talk.language
    try:
        value = read(typed, prompt, language)
    except Unread:
        if typed.strip().isdecimal() or not typed.strip():
            raise
        titled = opening.is_title(typed, table.vocabulary)  # "a player …" is nobody named A
        if not titled and (step := shorthand(dialogue, typed)) is not None:
            return step
        below = opening.found_prompt(typed, table.vocabulary, table.book, language)
    else:
        if not opening.is_kind(value):
            return Step(ANSWER, HAPPENED, typed, value)
        below = opening.kind_prompt(value, table.vocabulary, table.book, language)
    dialogue.put(below)
    while True:
        line = dialogue.line()
        done = control(line)
        if done is not None and done[0] == "quit":
            dialogue.quit()
        if done is not None and done[0] == "back":
            return None
        try:
            value = read(line, below, language)
        except Unread as fault:
            dialogue.unread(line, below, fault)
            continue
        return None if value == opening.OTHER else Step(ANSWER, HAPPENED, f"{typed} / {line}", value)


def shorthand(dialogue: Dialogue, typed: str) -> Step | None:
    """The story in a line of shorthand; what can be read in two ways is asked. None when the line is none."""
    found, language = understood(typed, dialogue.table.vocabulary, dialogue.talk.language), dialogue.talk.language
    while found is not None and found.questions:
        question = found.questions[0]
        options = [Option(a.text, f"{a.spelling}  ({a.about})" if a.about else a.spelling) for a in question.answers]
        asked = Prompt(TOLD, question.asks, "kind", tuple(options))
        dialogue.put(asked)
        step = dialogue.answered(asked, None)
        if step is None:
            return None
        found = understood(str(step.value), dialogue.table.vocabulary, language)
    if found is None or found.incident is None or not found.incident.timeline:
        return None
    for shown in found.shown:
        dialogue.say(say(language, "understood", what=shown.says))
    return Step(ANSWER, TOLD, typed, write_incident(found.incident))


def act(dialogue: Dialogue, typed: str) -> Step:
    if has_acts(dialogue.interview) and (not typed.strip() or plain(typed) in map(plain, spoken("controls", "done"))):
        return Step(ANSWER, DONE, typed)
    line = read_act(typed, dialogue.interview.story().seats, dialogue.talk.language)
    step = Step(ANSWER, ACT, typed, line)
    try:
        dialogue.interview.after(step)
    except Faults as found:
        fault = found.faults[0]
        raise Unread(fault.message, fault.hint) from None
    dialogue.say(say(dialogue.talk.language, "understood", what=line))
    return step


def has_acts(interview: Interview) -> bool:
    """Whether an act was told already."""
    return any(step.root == ACT for step in interview.steps)


__all__ = ["act", "happened", "has_acts", "shorthand"]
