"""The certificate of an exam: who answered how much of what right, as Markdown, as a web page, or as a PDF to print."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from datetime import datetime
from os.path import dirname, join
from typing import Any

from facts.faults import Fault, Faults
from training.quiz import result_of
from training.records import Asked, Question, Sitting
from training.said import clock_time, say

TEMPLATES = join(dirname(__file__), "templates")
FORMS = {".md": "md", ".html": "html", ".pdf": "pdf"}

Cites = Callable[[Question], Callable[[str], str]]
"""How the clauses of a question are cited, by their ids."""


def form_of(file: str) -> str:
    """The form of a file by the ending of its name: md, html or pdf. Raises Faults."""
    ending = os.path.splitext(file)[1].lower()
    if ending not in FORMS:
        hint = "one of " + ", ".join(FORMS)
        raise Faults([Fault(file, 0, 0, "a certificate cannot be written into such a file", hint)])
    if FORMS[ending] == "pdf":
        from importlib.util import find_spec

        if find_spec("typst") is None:
            message = "a certificate as PDF needs the package typst"
            raise Faults([Fault(file, 0, 0, message, "pip install 'floorcall[training]'")])
    return FORMS[ending]


def write(file: str, sitting: Sitting, asked: Sequence[Asked], language: str, cites: Cites) -> None:
    """Writes the certificate of an exam that is over. Raises Faults when the file cannot be written."""
    made = rendered(form_of(file), certificate(sitting, asked, language, cites))
    try:
        with open(file, "wb") as stream:
            stream.write(made)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Faults([Fault(file, 0, 0, f"the certificate cannot be written: {reason}")]) from None


def certificate(sitting: Sitting, asked: Sequence[Asked], language: str, cites: Cites) -> dict[str, Any]:
    """What the certificate tells, in words."""

    def said(key: str, **values: Any) -> str:
        return say(language, key, "certificate", **values)

    result, plan = result_of(sitting, tuple(asked)), sitting.plan
    ended = sitting.ended or sitting.begun
    told = said("result-told", right=result.right, size=result.size, percent=result.percent)
    facts = [
        (said("rulebooks"), ", ".join(dict.fromkeys(one.question.rulebook for one in asked))),
        (said("begun"), _day(sitting.begun)),
        (said("took"), clock_time((ended - sitting.begun).total_seconds())),
        *([(said("allowed"), clock_time(plan.seconds))] if plan.seconds else []),
        (said("result"), told),
        (said("mark"), said("mark-told", mark=plan.pass_mark)),
        *([(said("unanswered"), str(result.size - result.answered))] if result.answered < result.size else []),
        (said("seed"), str(sitting.seed)),
        (said("number"), sitting.key),
    ]
    return {
        "language": language,
        "title": said("title"),
        "name": sitting.trainee.name,
        "verdict": said("passed" if result.passed else "failed"),
        "facts": facts,
        "head": [said("clause"), said("asked"), said("right")],
        "rows": _rows(asked, cites),
    }


def _rows(asked: Sequence[Asked], cites: Cites) -> list[list[str]]:
    """By topic: how often it was asked, and how often the answer was right."""
    found: dict[str, list[int]] = {}
    for one in asked:
        question = one.question
        name = cites(question)(question.topic) if question.clauses else question.topic
        told = found.setdefault(name, [0, 0])
        told[0] += 1
        told[1] += one.right
    return [[name, str(given), str(right)] for name, (given, right) in found.items()]


def _day(at: datetime) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M %z")


def rendered(form: str, told: dict[str, Any]) -> bytes:
    """The certificate in a form: md, html or pdf."""
    if form == "pdf":
        import typst

        with open(join(TEMPLATES, "certificate.typ.j2"), "rb") as stream:
            page = stream.read()
        made = typst.compile(page, format="pdf", sys_inputs={"told": json.dumps(told)}, ignore_system_fonts=True)
        return bytes(made)
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from explain.markdown import escaped

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=form == "html",
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["md"] = escaped
    return environment.get_template(f"certificate.{form}.j2").render(told=told).encode("utf-8")


__all__ = ["FORMS", "certificate", "form_of", "rendered", "write"]
