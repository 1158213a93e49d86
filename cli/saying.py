"""How ``floorcall say`` shows what it understood, what it asks, and what was typed."""

from __future__ import annotations

import sys
from typing import Any

from cli.output import Screen, prepared, terminal_width, wants_colour
from say.texts import spoken, text_of


def show_understood(understood: Any, screen: Screen, form: str) -> None:
    """One line for each part of the story; nothing where nothing was understood."""
    if not understood.shown:
        return
    label = text_of("cli.understood", screen.language)
    if form == "markdown":
        screen.line(f"## {label}\n")
        for shown in understood.shown:
            screen.line(f"- {_plain(shown.says)}")
        screen.line()
        return
    from explain.layout import Row, Section, lay_out

    rows = [Row(shown.says) for shown in understood.shown]
    screen.line(lay_out([Section(label.upper(), rows)], screen.width, screen.colour).rstrip("\n"))
    screen.line()


def show_questions(understood: Any, language: str, colour: str) -> None:
    """The questions on stderr, each with its place and the spellings that answer it."""
    from cli.faults import report
    from facts.faults import Fault

    for question in understood.questions:
        name = understood.file
        place = Fault(name, question.line, question.column, question.asks)
        report([place], {name: understood.text}, colour)
        out = prepared(sys.stderr)
        screen = Screen(out, language, terminal_width(out), wants_colour(out, colour))
        for answer in question.answers:
            about = f"  ({answer.about})" if answer.about else ""
            screen.line(f"         {text_of('cli.write', language)}: {_plain(answer.spelling)}{_plain(about)}")
        screen.flush()


def show_typed(understood: Any, language: str) -> None:
    """All that was typed, whole and on a line of its own, so that it can be copied and corrected."""
    out = prepared(sys.stderr)
    out.write(f"{text_of('cli.typed', language)}:\n{_plain_lines(understood.text)}\n")
    out.flush()


def show_left_out(left_out: tuple[str, ...], language: str) -> None:
    """What shorthand has no words for."""
    out = prepared(sys.stderr)
    for told in left_out:
        out.write(f"{text_of('cli.left-out', language)}: {_plain(told)}\n")
    out.flush()


def _plain(text: str) -> str:
    """A text without characters that would steer a terminal."""
    from cli.faults import printable  # late: a story that is understood has no need of it

    return printable(text)


def _plain_lines(text: str) -> str:
    return "\n".join(_plain(line) for line in text.split("\n"))


def ask(understood: Any, screen: Screen) -> str | None:
    """Asks the first question on the terminal. The story with the answer; None when the asker gives up."""
    question = understood.questions[0]
    show_understood(understood, screen, "text")
    screen.line(screen.styled(_plain(question.asks), "bold"))
    screen.line(f"  {_plain(_marked(understood.text, question))}")
    for number, answer in enumerate(question.answers, 1):
        about = f"  ({answer.about})" if answer.about else ""
        screen.line(f"  {number}  {_plain(answer.spelling)}{_plain(about)}")
    screen.flush()
    try:
        told = input(f"{text_of('cli.pick', screen.language)}: ").strip()
    except EOFError:
        return None
    if not told:
        return None
    if told.isdecimal() and 0 < int(told) <= len(question.answers):
        return str(question.answers[int(told) - 1].text)
    before, after = understood.text[: question.start], understood.text[question.end :]
    return f"{before.rstrip()} {told} {after.lstrip()}" if before else f"{told} {after}"


def _marked(text: str, question: Any) -> str:
    """The line of a question with the doubtful part between arrows."""
    start = text.rfind("\n", 0, question.start) + 1
    end = text.find("\n", question.end)
    end = len(text) if end < 0 else end
    return f"{text[start : question.start]}»{text[question.start : question.end].strip()}«{text[question.end : end]}"


def as_file(incident: Any, target: str) -> str:
    """The incident as a YAML or JSON file."""
    from facts.writer import write_incident

    text = write_incident(incident)
    if target == "yaml":
        return text
    import json

    return json.dumps(as_plain(text), ensure_ascii=False, indent=2) + "\n"


def as_plain(text: str) -> Any:
    """The content of an incident file as plain data."""
    from facts.yamlnodes import Collector, compose, plain

    node = compose(text, Collector(""))
    assert node is not None  # the writer's own text
    return plain(node)


def as_data(understood: Any, language: str, ruling: Any, incident: Any = None) -> dict[str, Any]:
    """Everything as JSON-ready data, by ``say.schema``."""
    from facts.writer import write_incident
    from say.schema import SCHEMA

    data: dict[str, Any] = {
        "schema": SCHEMA,
        "language": spoken(language),
        "typed": understood.text if understood is not None else None,
        "understood": [] if understood is None else [shown._asdict() for shown in understood.shown],
        "questions": [],
        "faults": [],
        "incident": as_plain(write_incident(incident)) if incident is not None else None,
        "ruling": None,
    }
    if understood is not None:
        data["questions"] = [_question(question) for question in understood.questions]
        data["faults"] = [fault._asdict() for fault in understood.faults]
    if ruling is not None:
        from explain.data import as_data as of_ruling

        data["ruling"] = of_ruling(ruling, language)
    return data


def _question(question: Any) -> dict[str, Any]:
    return {**question._asdict(), "answers": [answer._asdict() for answer in question.answers]}
