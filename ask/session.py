"""An interview as plain data and back: what a session file holds, so that nothing typed is lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ask.interview import ANSWER, BOTH, UNKNOWN, Interview, Step, Version
from facts.faults import Fault, Faults
from facts.incident import Incident
from facts.incident_keys import Events
from facts.reader import read_incident
from facts.writer import write_incident

SCHEMA = "floorcall.interview/1"


class Line(NamedTuple):
    """A line that was typed and is no answer: kept with what was wrong with it."""

    question: str
    typed: str
    fault: str


class Session(NamedTuple):
    """An interview with what surrounds it. ``rulebook``, ``event``, ``readings``: as asked for on the command line.
    ``source``: the file or line that it began with. ``finished``: whether the ruling was reached.
    """

    interview: Interview
    language: str = "en"
    rulebook: str = ""
    event: str = ""
    readings: tuple[str, ...] = ()
    source: str = ""
    lines: tuple[Line, ...] = ()
    finished: bool = False


def as_data(session: Session) -> dict[str, Any]:
    """The session as JSON-ready data."""
    start = session.interview.start
    return {
        "schema": SCHEMA,
        "language": session.language,
        "rulebook": session.rulebook,
        "event": session.event,
        "readings": list(session.readings),
        "source": session.source,
        "start": write_incident(start) if _tells(start) else "",
        "steps": [_step(step) for step in session.interview.steps],
        "lines": [line._asdict() for line in session.lines],
        "finished": session.finished,
    }


def _tells(incident: Incident) -> bool:
    """Whether anything was known at the beginning."""
    return bool(incident.timeline or incident.seats)


def _step(step: Step) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": step.kind, "about": list(step.root), "typed": step.typed}
    if step.kind == BOTH:
        told["versions"] = [{"value": version.value, "who": version.who} for version in step.versions]
    elif step.value is not None:
        told["value"] = step.value
    return told


def from_data(data: object, file: str, events: Events = None) -> Session:
    """The session in plain data. Raises Faults when it is none, or tells something that cannot be."""
    if not isinstance(data, Mapping) or data.get("schema") != SCHEMA:
        raise Faults([Fault(file, 0, 0, "this is no interview", f"a file with schema {SCHEMA}")])
    try:
        steps = tuple(_read_step(told) for told in data["steps"])
        lines = tuple(Line(*(str(told[name]) for name in Line._fields)) for told in data["lines"])
        start = str(data["start"])
        known = read_incident(start, file, events) if start else Incident(())
        language, book, event, source = (str(data[name]) for name in ("language", "rulebook", "event", "source"))
        readings = tuple(str(reading) for reading in data["readings"])
        interview = Interview(known, steps)
        session = Session(interview, language, book, event, readings, source, lines, data["finished"] is True)
        session.interview.stories()
    except Faults:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        message = f"the interview is damaged: {type(error).__name__} {error}"
        raise Faults([Fault(file, 0, 0, message, "begin a new one")]) from None
    return session


def _read_step(told: Mapping[str, Any]) -> Step:
    kind, about = told["kind"], tuple(str(part) for part in told["about"])
    if kind not in (ANSWER, UNKNOWN, BOTH) or len(about) != 3:
        raise ValueError(f"step {kind} {about}")
    versions = tuple(Version(_plain(one["value"]), str(one["who"])) for one in told.get("versions", ()))
    if (kind == BOTH) != (len(versions) == 2):
        raise ValueError("a dispute has two versions")
    return Step(kind, (about[0], about[1], about[2]), str(told["typed"]), _plain(told.get("value")), versions)


def _plain(value: Any) -> Any:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(_plain(part) for part in value)
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"{value!r}")


__all__ = ["SCHEMA", "Line", "Session", "as_data", "from_data"]
