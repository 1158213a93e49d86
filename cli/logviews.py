"""The journal on the screen: entries as lines and one by one, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cli.faults import printable
from cli.output import Screen
from cli.tables import paragraph, table
from cli.words import log_word as word

_LONGEST = 300


def acknowledged(event: str, entries: Sequence[Any], language: str) -> Iterator[str]:
    """What was written for a ruling: the number of each entry, and what is still to be said about a penalty."""
    for entry in entries:
        told = f"{word('logged', language)}  {printable(event)} {word('entry', language)} {entry.number}"
        if entry.kind == "incident":
            yield told
            continue
        data = entry.data
        notes = [f"{word('penalty', language)}: {text_of(data['text'], language).rstrip('.')}"]
        notes.append(printable(data["player"]) if data["player"] else word("nobody-named", language))
        if data["hands"] is not None:
            notes.append(f"{data['hands']} {word('hands', language)}")
        least, most = data.get("rounds_least"), data.get("rounds_max")
        if least is not None and most is not None and data["rounds"] == least < most:
            notes.append(f"{word('least-taken', language)} ({least}-{most})")
        yield f"{told}, {'; '.join(notes)}"


def text_of(texts: Any, language: str) -> str:
    """One of the texts of several languages, safe for a terminal."""
    if isinstance(texts, Mapping):
        texts = texts.get(language) or next(iter(texts.values()), "")
    return printable(" ".join(str(texts).split()))


def line_of(entry: Any, language: str) -> str:
    """What an entry says, on one line."""
    data = entry.data

    def say(name: str) -> str:
        return text_of(data.get(name) or "", language)

    parts: list[str] = []
    if entry.about is not None:
        parts.append(f"{word('about', language)} {entry.about}:")
    if entry.kind == "incident":
        parts.append(say("headline"))
    elif entry.kind == "decision":
        parts.append(word("accepted" if data.get("accepted") else "overridden", language))
        if data.get("instead"):
            parts.append(f"{word('instead', language)}: {say('instead')}")
    elif entry.kind in ("player", "erased"):
        parts.append(say("key"))
    elif entry.kind == "opened":
        parts.append(say("name"))
    else:
        told = (say(name) for name in ("player", "how", "outcome", "hands", "text"))
        parts.extend(part for part in told if part)
    if entry.kind == "correction":
        parts.append(values_of(data.get("values") or {}))
    if data.get("reason"):
        parts.append(f"({say('reason')})")
    shown = " ".join(parts)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def values_of(values: Mapping[str, Any]) -> str:
    """Corrected values on one line."""
    from journal.chain import canonical

    told = (f"{name}={value if isinstance(value, str) else canonical(value)}" for name, value in values.items())
    return printable(", ".join(told))


def listing(entries: Iterable[Any], zones: Mapping[str, Any], screen: Screen, several: bool) -> None:
    """Entries in a table. ``zones``: the time zone of each event; ``several``: entries of more than one event."""
    language = screen.language
    rows = []
    for entry in entries:
        at = entry.at.astimezone(zones[entry.event]).strftime("%Y-%m-%d %H:%M")
        own = [printable(entry.event)] if several else []
        where = printable(entry.table)
        rows.append([*own, str(entry.number), at, word(entry.kind, language), where, line_of(entry, language)])
    table(rows, screen)


def shown(entry: Any, body: Any, about: Sequence[Any], zone: Any, screen: Screen) -> None:
    """One entry with all that it holds, and the entries about it."""
    language = screen.language
    head = f"{printable(entry.event)} {word('entry', language)} {entry.number}  {word(entry.kind, language)}"
    screen.line(screen.styled(head, "bold"))
    paragraph(line_of(entry, language), screen, "  ")
    rows = [["", entry.at.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S %Z")]]
    for name in ("table", "hand", "by"):
        if getattr(entry, name):
            rows.append([word(name, language), printable(getattr(entry, name))])
    rows += _facts(entry, language)
    rows.append([word("digest", language), entry.digest])
    table(rows, screen, "  ")
    if body is not None:
        _body(body, entry, screen)
    if about:
        screen.line()
        screen.line(screen.styled(word("followed", language), "bold"))
        table([[str(e.number), word(e.kind, language), line_of(e, language)] for e in about], screen, "  ")


def _facts(entry: Any, language: str) -> list[list[str]]:
    data = entry.data
    rows = []
    if data.get("players"):
        told = ", ".join(f"{seat}={key}" for seat, key in data["players"].items())
        rows.append([word("players", language), printable(told)])
    if entry.kind == "incident":
        book = data["rulebook"]
        rows.append([word("rulebook", language), f"{book['id']} ({text_of(book['edition'], language)})"])
        rows.append([word("engine", language), f"{data['engine']}, floorcall {data['version']}"])
    if entry.kind == "decision" and data.get("standard"):
        rows.append([word("standard", language), text_of(data["standard"], language)])
    return rows


def _body(body: Any, entry: Any, screen: Screen) -> None:
    language = screen.language
    from explain.texts import texts

    ruling = body.rulings.get(language) or next(iter(body.rulings.values()))
    status = texts()["statuses"].get(ruling["status"], {}).get(language, ruling["status"])
    screen.line()
    screen.line(screen.styled(f"{word('ruling', language)}  {printable(status)}", "bold"))
    for line in ruling["reasoning"]:
        paragraph(f"{line['n']}  {printable(line['text'])}  {' '.join(line['clauses'])}", screen, "  ")
    screen.line()
    screen.line(screen.styled(f"{word('text', language)}  {printable(entry.data['file'])}", "bold"))
    for part in body.text.decode("utf-8", "replace").splitlines():
        screen.line("  " + printable(part.replace("\t", "    ")))


def entry_data(entry: Any) -> dict[str, Any]:
    """An entry as JSON has it."""
    told: dict[str, Any] = entry._asdict()
    return told | {"at": entry.at.isoformat().replace("+00:00", "Z"), "data": dict(entry.data)}


def contract(journal: Any, **more: Any) -> dict[str, Any]:
    """An answer by the contract ``floorcall.log/1``."""
    from journal.contract import SCHEMA

    return {"schema": SCHEMA, "database": journal.shown, **more}


def written(entries: Sequence[Any], journal: Any, arguments: Any, screen: Screen) -> None:
    """Acknowledges entries that a command wrote, as text or as JSON."""
    if arguments.format == "json":
        screen.json(contract(journal, entries=[entry_data(entry) for entry in entries]))
        return
    language = screen.language
    for entry in entries:
        told = f"{printable(entry.event)} {word('entry', language)} {entry.number}, {word(entry.kind, language)}"
        paragraph(f"{word('logged', language)}  {told}: {line_of(entry, language)}", screen)


def players(found: Sequence[Any], journal: Any, event: str, arguments: Any, screen: Screen) -> None:
    """The players of an event, as text or as JSON."""
    if arguments.format == "json":
        told = [record._asdict() | {"details": dict(record.details)} for record in found]
        screen.json(contract(journal, event=event, players=told))
        return
    rows = []
    for record in found:
        details = "; ".join(f"{name}: {value}" for name, value in record.details.items())
        gone = word("details-gone", screen.language) if record.erased else ""
        rows.append([printable(record.key), printable(record.name), printable(details) or gone])
    if not rows:
        screen.line(word("nothing-found", screen.language))
    table(rows, screen)


def verified(found: Sequence[Any], screen: Screen) -> None:
    """Whether each chain is whole, and what is wrong where."""
    language = screen.language
    for one in found:
        state, colour = ("broken", "red") if one.broken else ("whole", "green")
        told = screen.styled(word(state, language), "bold", colour)
        screen.line(f"{printable(one.event)}  {told}  {one.entries} {word('entries', language)}")
        table([[str(b.number), b.what] for b in one.broken], screen, "  ")
        screen.line(f"  {word('last-digest', language)} {one.entries}={one.head}")
    if not found:
        screen.line(word("no-events", language))
