"""What ``floorcall rulebook check`` found, as text: a few lines for each finding, with the incident to copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cli.output import Screen
from cli.words import check_word, counted, said, word

INSTALL = "pip install 'floorcall[check]'"


def print_check(data: dict[str, Any], screen: Screen) -> None:
    """Prints what was checked and what was found."""
    language = screen.language
    told = ", ".join(counted(data[name], name[:-1], language) for name in ("clauses", "rules", "parameters", "cases"))
    screen.line(f"{screen.styled(data['rulebook'], 'bold')}: {word('checked', language)}: {told}")
    if data["solver_missing"]:
        _wrapped(_word("solver", screen), screen)
        screen.line(f"  {INSTALL}")
    static = data["static"]
    if static is None:
        return
    if static["overlaps"] is not None:
        _overlaps(static["overlaps"], screen)
    if static["gaps"] is not None:
        _gaps(static["gaps"], screen)
    for one in static["stale"]:
        what = " · ".join(one["overlap"]) if one["overlap"] else one["gap"]
        screen.line(screen.styled(f"{_place(one)}: {what}: {_word('stale', screen)}", "red"))
    if static["unexplained"]:
        screen.line(screen.styled(f"{_word('unexplained', screen)}: {static['unexplained']}", "red"))


def _overlaps(found: dict[str, Any], screen: Screen) -> None:
    tally = found["tally"]
    screen.line()
    screen.line(screen.styled(_word("overlaps", screen), "bold"))
    for name in ("pairs", "proved", "related", "two_events"):
        screen.line(f"{tally[name]:>7}  {_word(name, screen)}")
    open_ones = [one for one in found["found"] if not one["explained"]]
    for status in ("confirmed", "outside", "unconfirmed"):
        for one in (one for one in open_ones if one["status"] == status):
            _overlap(one, screen)
    explained = [one for one in found["found"] if one["explained"]]
    if explained:
        screen.line(f"{len(explained):>7}  {_word('explained', screen)}")
    for one in explained:
        screen.line(f"  {one['topic']}: {_pair(one)}")
        _wrapped(one["explained"], screen, 4)
    if not found["found"]:
        screen.line(f"         {_word('none', screen)}")


def _overlap(one: dict[str, Any], screen: Screen) -> None:
    colour = "red" if one["status"] == "confirmed" else "yellow"
    screen.line(f"  {screen.styled(one['topic'], colour)}: {_pair(one)}")
    if one["readings"]:
        read = ", ".join(f"{clause}={name}" for clause, name in one["readings"].items())
        screen.line(f"    {_word('readings', screen)} {read}")
    screen.line(f"    {_word(one['status'], screen)}{':' if one['status'] == 'confirmed' else ''}")
    for reason in one["reasons"]:
        _wrapped(_reason(reason, screen), screen, 6)
    _incident(one["incident"], screen)


def _pair(one: dict[str, Any]) -> str:
    return " · ".join(f"{rule['rule']} ({rule['clause']})" for rule in one["rules"])


def _gaps(found: dict[str, Any], screen: Screen) -> None:
    screen.line()
    screen.line(screen.styled(_word("gaps", screen), "bold"))
    screen.line(f"{found['events']:>7}  {_word('kinds', screen)}")
    if found["explained"]:
        screen.line(f"{len(found['explained']):>7}  {_word('explained-gaps', screen)}")
    for one in found["found"]:
        where = "; ".join((*_slots(one["where"], screen), *_slots(one["table"], screen), *one["if"]))
        screen.line(f"  {screen.styled(one['event'], 'red')}: {where or _word('anything', screen)}")
        screen.line(f"    {_word('silent', screen)} ({', '.join(one['topics'])}); {_word('for-instance', screen)}:")
        _incident(one["incident"], screen)
    if not found["found"]:
        screen.line(f"         {_word('none', screen)}")
    if found["not_looked_at"]:
        screen.line(f"  {_word('not-looked-at', screen)}:")
    for event, reasons in found["not_looked_at"].items():
        _wrapped(f"{event}: {'; '.join(_reason(reason, screen) for reason in reasons)}", screen, 4)


def _slots(slots: dict[str, list[Any]], screen: Screen) -> list[str]:
    return [f"{slot}: {', '.join(_value(value, screen) for value in values)}" for slot, values in slots.items()]


def _value(value: Any, screen: Screen) -> str:
    return _word("yes" if value else "no", screen) if isinstance(value, bool) else str(value)


def _incident(told: str | None, screen: Screen) -> None:
    for line in (told or "").splitlines():
        screen.line(f"      {line}")


def _reason(reason: dict[str, Any], screen: Screen) -> str:
    return said("checks", reason["reason"], screen.language, "reasons").format(*reason["rules"])


def _word(name: str, screen: Screen) -> str:
    return check_word(name, screen.language)


def _wrapped(text: str, screen: Screen, indent: int = 0) -> None:
    from textwrap import wrap

    blank = " " * indent
    for line in wrap(text, max(40, screen.width), initial_indent=blank, subsequent_indent=blank):
        screen.line(line)


def _place(one: dict[str, Any]) -> str:
    return f"{one['file']}:{one['line']}"


__all__: Sequence[str] = ("print_check",)
