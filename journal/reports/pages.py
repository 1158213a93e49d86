"""A report as Markdown or HTML, filled in by Jinja2 in its sandbox: a template can read the report and nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from journal.reports import house
from journal.reports.plain import broken

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~&$])")
# What begins a list, a rule or a heading where a line begins with it.
_FIRST = re.compile(r"^(\d*)([-+=]|(?<=\d)[.)])")
_BAR = 20


def to_markdown(report: dict[str, Any], folder: Path | None = None) -> str:
    """The report as Markdown. ``folder``: the templates of a house. Raises Faults that name a template and its line."""
    text = _filled(report, folder, "md")
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def to_html(report: dict[str, Any], folder: Path | None = None) -> str:
    """The report as one HTML file that needs no other. Raises Faults that name a template and its line."""
    return re.sub(r"\n{2,}", "\n", _filled(broken(report), folder, "html")).strip() + "\n"


def _filled(report: dict[str, Any], folder: Path | None, ending: str) -> str:
    from jinja2 import TemplateError, TemplateSyntaxError

    names = [f"{report['kind']}.{ending}.j2", f"report.{ending}.j2"]
    own = house.chosen(folder, report["kind"], f"{ending}.j2")
    try:
        template = environment(folder, ending).select_template(names)
        return str(template.render(report=report))
    except TemplateSyntaxError as error:
        house.failed(error.filename or own or names[1], error.lineno, error.message or "")
    except TemplateError as error:
        house.failed(*_place(error, own or names[1]), error.message or type(error).__name__)
    except Exception as error:  # a template may do anything that goes wrong in an expression
        house.failed(*_place(error, own or names[1]), f"{type(error).__name__}: {error}")


def _place(error: BaseException, otherwise: Path | str) -> tuple[Path | str, int]:
    """The innermost line of a template that an error came from."""
    found: tuple[Path | str, int] = (otherwise, 0)
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.endswith(".j2"):
            found = (file, trace.tb_lineno)
        trace = trace.tb_next
    return found


def environment(folder: Path | None, ending: str) -> Any:
    """The sandbox in which templates are filled in. ``floorcall/NAME`` is a template that comes with floorcall, so that
    one of the same name can extend it.
    """
    from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    shipped = FileSystemLoader(str(house.OWN))
    loaders = [] if folder is None else [FileSystemLoader(str(folder))]
    markdown = ending == "md"
    found = ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([*loaders, PrefixLoader({"floorcall": shipped}), shipped]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=not markdown,
        **({"finalize": escaped} if markdown else {}),
    )
    found.filters |= {"bar": bar, "fenced": fenced}
    return found


def escaped(value: Any) -> Any:
    """A text with what Markdown would read as markup made harmless; what a template calls safe is left alone."""
    if type(value) is not str:
        return value
    flat = _MARKUP.sub(r"\\\1", re.sub(r"\s*\n\s*", " ", value))
    return _FIRST.sub(r"\1\\\2", flat)


def bar(part: int, longest: int = _BAR) -> str:
    """A bar of a chart in letters; ``part`` from 0 to 1000, which is ``longest`` letters."""
    return "█" * max(1 if part else 0, round(part * longest / 1000))


def fenced(text: str) -> Any:
    """A text as it was typed, between fences that are longer than any in it."""
    from markupsafe import Markup

    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return Markup(f"{fence}\n{text}\n{fence}")


__all__ = ["bar", "environment", "escaped", "fenced", "to_html", "to_markdown"]
