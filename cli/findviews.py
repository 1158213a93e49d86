"""What ``floorcall find`` shows: the cases with their rulings, and what an incident was started with."""

from __future__ import annotations

from typing import Any

from cli.output import Screen
from cli.tables import paragraph
from cli.words import text as in_language
from cli.words import word

_INDENT = "   "


def print_found(told: str, found: Any, rulebook: str | None, screen: Screen) -> None:
    """The cases, best first, each with how it is ruled on."""
    language = screen.language
    if not found.matches:
        paragraph(word("no-case-found", language), screen)
        return
    from cli import engines
    from precedents.ruled import Desk

    desk = Desk(language, rulebook, lambda: engines.pool(None))
    for number, match in enumerate(found.matches, 1):
        if number > 1:
            screen.line()
        _print_match(number, match, desk, screen)
    screen.line()
    paragraph(f"{word('next-steps', language)}: floorcall find … --take 1 --to FILE", screen)


def _print_match(number: int, match: Any, desk: Any, screen: Screen) -> None:
    language, precedent = screen.language, match.precedent
    head = f"{number}  {screen.styled(precedent.id, 'bold')}  {precedent.rulebook} · {match.score:.2f}"
    screen.line(head)
    paragraph(in_language(precedent.title, language), screen, _INDENT)
    ruled = desk.rule(precedent)
    cited = ", ".join(ruled.clauses or precedent.clauses)
    source = f"{ruled.rulebook} {cited}".strip()  # where the text is silent there is no clause to cite
    paragraph(f"{word('ruling', language)}: {ruled.text} [{source}]", screen, _INDENT)
    for clause, name in precedent.readings.items():
        paragraph(f"{word('read-so', language)}: {clause} {name}", screen, _INDENT)
    also = _also(match)
    if also:
        screen.line(screen.styled(f"{_INDENT}{word('also-in', language)}: {also}", "dim"))


def _also(match: Any) -> str:
    """The other places of the same story: rulebooks under which the case holds, and cases of other names."""
    under = list(match.precedent.under)
    return ", ".join([*under, *dict.fromkeys(f"{one.id} ({one.rulebook})" for one in match.also)])


def print_started(precedent: Any, started: Any, file: str, screen: Screen) -> None:
    """Which file was written, what of it was told, and what has to be confirmed."""
    language = screen.language
    screen.line(
        f"{screen.styled(file, 'bold')}: {word('started-from', language)} {precedent.id} ({precedent.rulebook})"
    )
    for name, lines in (("as-told", started.told), ("no-place", started.unplaced), ("confirm", started.confirm)):
        if lines:
            screen.line(f"{word(name, language)}:")
            for line in lines:
                screen.line(f"{_INDENT}{line}")
    screen.line(f"{word('next-steps', language)}: floorcall rule {file}")


__all__ = ["print_found", "print_started"]
