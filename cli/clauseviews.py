"""Clauses as text: the table of a whole rulebook, and all about one clause."""

from __future__ import annotations

import os
from typing import Any

from cli.faults import shown_path
from cli.output import Screen
from cli.tables import paragraph, table
from cli.words import word

_STYLES = {"encoded": "green", "not computable": "yellow", "out of scope": "dim"}


def print_table(head: dict[str, Any], clauses: list[dict[str, Any]], screen: Screen) -> None:
    """All clauses by section, each with its status; then how many there are of each status."""
    language = screen.language
    screen.line(screen.styled(f"{head['name']}, {head['edition']}", "bold"))
    if head["authority"]:
        screen.line(head["authority"])
    width = max((len(clause["clause"]) for clause in clauses), default=0)
    section = None
    for clause in clauses:
        if clause["section"] != section:
            section = clause["section"]
            screen.line()
            screen.line(screen.styled(section, "bold"))
        name = clause["clause"] + " " * (width - len(clause["clause"]))
        status = "" if clause["status"] == "encoded" else f" [{word(clause['status'], language)}]"
        table([(name, clause["title"] + status)], screen, "  ")
    screen.line()
    counts = {status: sum(c["status"] == status for c in clauses) for status in _STYLES}
    screen.line(", ".join(f"{word(status, language)}: {number}" for status, number in counts.items()))


def print_clause(clause: dict[str, Any], screen: Screen) -> None:
    """Title, gist, status, readings, and what stands on the clause."""
    language = screen.language
    status = screen.styled(word(clause["status"], language), _STYLES[clause["status"]])
    screen.line(f"{screen.styled(clause['clause'] + '  ' + clause['title'], 'bold')}  [{status}]")
    paragraph(clause["gist"], screen, "  ")
    if clause["why"]:
        paragraph(f"{word('why', language)}: {clause['why']}", screen, "  ")
    if clause["taken_from"]:
        taken = clause["taken_from"]
        paragraph(f"{word('taken-from', language)} {taken['book']}: {taken['why']}", screen, "  ")
    _readings(clause["readings"], screen)
    _repeats(clause["repeats"], screen)
    _rules("rules", clause["rules"], screen)
    _rules("cited-by", clause["also_cited_by"], screen)
    _list("parameters", [_parameter(p) for p in clause["parameters"]], screen)
    for key in ("derivations", "depends_on", "needed_by"):
        _list(key.replace("_", "-"), clause[key], screen)
    cases = [(case["case"], case["title"]) for case in clause["cases"]]
    _heading("cases", bool(cases), screen)
    table(cases, screen, "    ")
    screen.line(screen.styled(f"  {shown_path(clause['file'])}:{clause['line']}", "dim"))


def _heading(name: str, wanted: bool, screen: Screen) -> None:
    if wanted:
        screen.line(f"  {word(name, screen.language)}")


def _readings(told: dict[str, Any] | None, screen: Screen) -> None:
    if told is None:
        return
    screen.line(f"  {word('readings', screen.language)} ({word('fixed-by', screen.language)}: {told['by']})")
    for name, about in told["options"].items():
        default = f" ({word('default', screen.language)})" if name == told["default"] else ""
        screen.line(f"    {screen.styled(name, 'bold')}{default}")
        paragraph(about, screen, "      ")


def _repeats(told: dict[str, Any] | None, screen: Screen) -> None:
    """What a clause counts whose answer hangs on how often it happened."""
    if told is None:
        return
    language = screen.language
    name = "same" if told["same"] else "clauses"
    counts = word(f"repeats-{name}", language).format(listed=", ".join(told[name]))
    paragraph(f"{word('part-repeats', language)}: {counts}", screen, "  ")


def _rules(name: str, rules: list[dict[str, Any]], screen: Screen) -> None:
    _heading(name, bool(rules), screen)
    for rule in rules:
        where = f"{os.path.basename(rule['file'])}:{rule['line']}"
        screen.line(f"    {screen.styled(rule['rule'], 'bold')}  {screen.styled(where, 'dim')}")
        paragraph(rule["says"], screen, "      ")


def _parameter(parameter: dict[str, Any]) -> str:
    value = parameter["value"]
    if isinstance(value, dict):
        return str(parameter["name"])
    return f"{parameter['name']} = {'/'.join(map(str, value)) if isinstance(value, list) else value}"


def _list(name: str, items: list[str], screen: Screen) -> None:
    if items:
        paragraph(f"{word(name, screen.language)}: {', '.join(items)}", screen, "  ")
