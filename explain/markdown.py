"""The ruling as Markdown, for a journal, a report or a page; filled in by Jinja2, which only this format pays for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from engine.ruling import Ruling
from explain.data import Teller
from explain.layout import Section
from explain.text import AUDIENCES, PLAYER, for_player, sections

TEMPLATES = Path(__file__).parent / "templates"
# What would be read as markup, and line breaks: a seat may be called *A* or [x].
_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~&])")
_BREAKS = re.compile(r"\s*[\r\n\u2028\u2029]+\s*")


def to_markdown(ruling: Ruling, language: str = "en", audience: str = "judge", teller: Teller | None = None) -> str:
    """The ruling as Markdown, ending in a line break. ``teller``: one that has told it before. Raises ValueError for an
    unknown language or audience.
    """
    if audience not in AUDIENCES:
        raise ValueError(f"no audience {audience}: one of {', '.join(AUDIENCES)}")
    teller = teller or Teller(ruling)
    view, data = teller.view(language, grouped=True), teller.data(language, grouped=True)
    name = "player.md.j2" if audience == PLAYER else "ruling.md.j2"
    found: list[Section] = [] if audience == PLAYER else sections(view, data, audience, ruling)
    text = (
        _environment()
        .get_template(name)
        .render(
            data=data,
            sections=[section for section in found if section.rows],
            sentences=for_player(view, data),
            book=view.wording.of(ruling.rulebook.name),
            edition=data["edition"],
        )
    )
    if audience != PLAYER and data.get("disputes", {}).get("matters"):
        from explain.disputes import side_by_side_in_markdown  # late: in most stories nothing is disputed

        return str(text).rstrip() + "\n\n" + side_by_side_in_markdown(view, ruling)
    return str(text).rstrip() + "\n"


@cache
def _environment() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(str(TEMPLATES)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # this is no HTML: `finalize` escapes what Markdown would read as markup
        finalize=escaped,
    )


def escaped(value: Any) -> Any:
    """A text with its markup made harmless."""
    return _MARKUP.sub(r"\\\1", _BREAKS.sub(" ", value)) if isinstance(value, str) else value
