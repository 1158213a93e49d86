"""What ``floorcall rulebook check`` found, as text: a few lines for each finding, with the incident to copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cli.output import Screen

_WORDS: dict[str, tuple[str, str]] = {
    "overlaps": ("OVERLAPS", "ПЕРЕСЕЧЕНИЯ"),
    "gaps": ("GAPS", "ПРОБЕЛЫ"),
    "pairs": ("pairs of rules on one question", "пар правил об одном вопросе"),
    "proved": ("never apply together or agree", "вместе не применяются либо согласны"),
    "related": ("have a relation", "связаны отношением"),
    "two_events": (
        "need two things to happen at once and were not looked at",
        "требуют двух событий сразу и не рассматривались",
    ),
    "kinds": ("kinds of event that its rules look at", "видов событий, на которые смотрят правила"),
    "none": ("none", "нет"),
    "confirmed": ("the engine reports it on", "механизм сообщает об этом в случае"),
    "unconfirmed": ("not confirmed: the engine reports it on no story", "не подтверждено: ни в одном рассказе"),
    "outside": ("not decided: it lies outside of what the solver knows", "не решено: вне возможностей решателя"),
    "explained": ("explained", "объяснено"),
    "explained-gaps": ("explained", "объяснено"),
    "readings": ("where read as", "при прочтении"),
    "silent": ("no rule answers", "ни одно правило не отвечает"),
    "for-instance": ("for instance", "например"),
    "anything": ("whatever the facts", "при любых фактах"),
    "not-looked-at": ("not looked at everywhere", "рассмотрено не везде"),
    "stale": ("explained, yet nothing is there to explain", "объяснено, но объяснять нечего"),
    "unexplained": ("not explained", "не объяснено"),
    "solver": (
        "Overlaps and gaps were not looked for: they need a solver. Install it with",
        "Пересечения и пробелы не искались: нужен решатель. Установите его командой",
    ),
    "not": ("not", "не"),
    "yes": ("yes", "да"),
    "no": ("no", "нет"),
}

INSTALL = "pip install 'floorcall[check]'"

# By code of check.findings.Reason; {0} and {1} are rules.
_REASONS: dict[str, tuple[str, str]] = {
    "apart": ("{0} and {1} do not fire together in the stories tried", "{0} и {1} не срабатывают вместе"),
    "defeats": ("{0} puts {1} aside", "{0} отменяет {1}"),
    "no-story": ("no story among those tried lets both apply", "ни один рассказ не даёт применить оба"),
    "gave-up": ("the solver took too long", "решатель не успел"),
    "not-linear": ("a product or quotient of two amounts", "произведение или частное двух сумм"),
    "mixed": ("values that cannot be compared", "значения, которые нельзя сравнить"),
    "with-more": ("{0} answers where other facts allow it", "{0} отвечает, если позволяют другие факты"),
    "only-with-more": ("all its rules also look at other facts", "все его правила смотрят и на другие факты"),
    "untellable": ("facts that no incident file can tell", "факты, которых нельзя рассказать в файле"),
    "many": ("more combinations than are looked at", "сочетаний больше, чем рассматривается"),
}


def print_check(data: dict[str, Any], screen: Screen) -> None:
    """Prints what was checked and what was found."""
    from cli.words import counted, word

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
    english, russian = _REASONS[reason["reason"]]
    return (russian if screen.language == "ru" else english).format(*reason["rules"])


def _word(name: str, screen: Screen) -> str:
    english, russian = _WORDS[name]
    return russian if screen.language == "ru" else english


def _wrapped(text: str, screen: Screen, indent: int = 0) -> None:
    from textwrap import wrap

    blank = " " * indent
    for line in wrap(text, max(40, screen.width), initial_indent=blank, subsequent_indent=blank):
        screen.line(line)


def _place(one: dict[str, Any]) -> str:
    return f"{one['file']}:{one['line']}"


__all__: Sequence[str] = ("print_check",)
