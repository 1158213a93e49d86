"""What a case tells and expects, as short names that the lexicon asks for: only the shape of a file, no poker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_MENU = {"yes": "yes", "true": "yes", "no": "no", "false": "no"}
_DECIDES = ("decides",)
# Where an incident happens.
HEAD = ("game", "structure", "street")


def traits(case: Mapping[str, Any]) -> set[str]:
    """The names: ``game:stud7``, ``event:burn-error.burned=2``, ``act:early=check``, ``expects:binding``."""
    incident = case.get("incident")
    found: set[str] = set()
    if isinstance(incident, Mapping):
        found.update(f"{key}:{_value(incident[key])}" for key in HEAD if key in incident)
        for name, slots in events(incident):
            found.add(f"event:{name}")
            found.update(f"event:{name}.{slot}={_value(value)}" for slot, value in slots.items())
        found.update(_acts(incident))
    found.update(_expected(case.get("expect")))
    found.update(f"rule:{rule}" for rule in _rules(case))
    return found


def events(incident: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The events with their slots."""
    for item in _timeline(incident):
        if isinstance(item, Mapping) and "event" in item:
            yield str(item["event"]), {slot: value for slot, value in item.items() if slot != "event"}


def _timeline(incident: Mapping[str, Any]) -> list[Any]:
    lists = (incident.get(key) for key in ("actions", "events"))
    return [item for told in lists if isinstance(told, list) for item in told]


def _value(value: Any) -> str:
    text = str(value).strip() if not isinstance(value, list | dict) else "several"
    return _MENU.get(text.lower(), text)


# -- acts -------------------------------------------------------------------------------------------------------------


def acts(incident: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """The acts: who, and how. What is agreed on (``bet 200``) stands under ``does``."""
    found: list[tuple[str, Mapping[str, Any]]] = []
    for item in _timeline(incident):
        if isinstance(item, Mapping) and "event" not in item:
            found += [(seat, how if isinstance(how, Mapping) else {"does": how}) for seat, how in item.items()]
    return found


def _acts(incident: Mapping[str, Any]) -> Iterator[str]:
    told = acts(incident)
    all_ins = 0
    for n, (_, act) in enumerate(told):
        names = set(_how(act))
        all_ins += "act:all-in" in names
        if n == 0 and incident.get("street") != "preflop":
            names.add("act:opens")
        yield from names
    if all_ins > 1:
        yield "act:two-all-ins"
    yield from _early(incident, told)


def _how(act: Mapping[str, Any]) -> Iterator[str]:
    """How one act is told: silently, with one chip or several, with which word, in several motions ..."""
    for key in act:
        yield f"act:{key}"
    does, says = (str(act.get(key, "")).split() for key in ("does", "says"))
    if does:
        yield f"act:does={does[0]}"
    if "all-in" in (*does[:1], *says[:1]):
        yield "act:all-in"
    if says:
        yield f"act:says={says[0]}"
        number = says[-1].lstrip("+")
        if number.isdecimal():
            yield "act:says-amount"
            if int(number) < 100:
                yield "act:says-small"
    for key in ("prompted", "said_when", "gesture"):
        if key in act:
            yield f"act:{key}={act[key]}"
    if "chips" in act:
        yield "act:one-chip" if _count(act["chips"]) == 1 else "act:several-chips"


def _count(chips: Any) -> int:
    """How many chips are told: a number, ``2x500``, or a list of those."""
    pieces = chips if isinstance(chips, list) else str(chips).replace("+", ",").split(",")
    total = 0
    for piece in pieces:
        number, times, _ = str(piece).partition("x")
        total += int(number) if times and number.strip().isdecimal() else 1
    return total


def _early(incident: Mapping[str, Any], told: list[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
    """Acts on the first lap round the table that stand before the act of somebody who sits nearer to the start."""
    seats = incident.get("seats")
    if not isinstance(seats, list) or not told or str(incident.get("game", "")) in ("stud", "razz"):
        return
    start = seats.index(told[0][0]) if told[0][0] in seats and incident.get("street") == "preflop" else 0
    places = {seat: (n - start) % len(seats) for n, seat in enumerate(seats)}
    acted: set[str] = set()
    for n, (seat, act) in enumerate(told):
        nearer = {other for other, _ in told[n + 1 :] if places.get(other, 0) < places.get(seat, 0)}
        if seat not in acted and nearer - acted:
            yield "act:early"
            does, says = (str(act.get(key, "")).split() for key in ("does", "says"))
            yield f"act:early={(does or says or ['chips'])[0]}"
        acted.add(seat)


# -- what is expected -------------------------------------------------------------------------------------------------


def _expected(block: Any) -> Iterator[str]:
    if not isinstance(block, Mapping):
        return
    for topic, by_subject in block.items():
        yield f"expects:{topic}"
        for slots in by_subject.values() if isinstance(by_subject, Mapping) else ():
            for slot, value in slots.items() if isinstance(slots, Mapping) else ():
                yield f"expects:{topic}.{slot}={_value(value)}"
                for inner, what in value.items() if isinstance(value, Mapping) else ():
                    yield f"expects:{topic}.{slot}.{inner}={_value(what)}"


def _rules(case: Mapping[str, Any]) -> Iterator[str]:
    """The rules that the case says decide in it."""
    expected, shows = case.get("expect"), case.get("shows")
    decided = expected.get("decided_by") if isinstance(expected, Mapping) else None
    if isinstance(decided, list):
        yield from map(str, decided)
    for rule, how in shows.items() if isinstance(shows, Mapping) else ():
        if any(word in _DECIDES for word in (how if isinstance(how, list) else [how])):
            yield str(rule)


__all__ = ["HEAD", "acts", "events", "traits"]
