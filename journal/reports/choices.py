"""What a ruling says in numbers and names, put into the language of a report: options, penalties, who is who.

The sentences of a ruling exist in the languages of the rulebook; what stands in its data besides (who may call how
much, what a penalty is and how long it lasts) can be said in every language of a report.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from journal.reports.blocks import own
from journal.reports.plain import line
from journal.reports.tongue import Said, Tongue

_AMOUNTS = ("to", "more", "min", "max", "or_to", "forfeits", "takes_back")


def options(data: Mapping[str, Any], tongue: Tongue) -> Iterator[tuple[str, Said]]:
    """Each seat with a choice, in the order in which it is read out, with what it may do."""
    for entry in data.get("options") or ():
        found = [_phrase(act, tongue) for act in entry["acts"]]
        found += [tongue.explain("option", "open", name=_act(act, tongue)) for act in entry["open"]]
        found += [tongue.explain("option", "not", name=_act(bar["act"], tongue)) for bar in entry["may_not"]]
        if entry["acts"] or entry["open"]:
            yield line(entry["seat"]), _joined(found, tongue)


def _joined(found: list[Said], tongue: Tongue) -> Said:
    other = next((said["lang"] for said in found if said["lang"]), "")
    return {"text": tongue.explain("option", "joined")["text"].join(said["text"] for said in found), "lang": other}


def _phrase(act: Mapping[str, Any], tongue: Tongue) -> Said:
    amounts = {name: tongue.number(act[name]) for name in _AMOUNTS if act.get(name) is not None}
    return tongue.explain("option", _pattern(act), name=_act(str(act.get("name") or act["act"]), tongue), **amounts)


def _act(name: str, tongue: Tongue) -> str:
    return tongue.explain("acts", name)["text"]


def _pattern(act: Mapping[str, Any]) -> str:
    """The pattern of the explain room that says an act with the amounts that it has."""
    name = str(act["act"])
    if name in ("bet", "raise"):
        return name + _bounds(act)
    if name == "fold":
        return "fold-forfeits" if "forfeits" in act else "fold-takes-back" if "takes_back" in act else "fold"
    if name in ("call", "complete", "stay") and act.get("to") is None:
        return f"{name}-unsized"
    if name != "call":
        return name
    if act["more"] == 0:
        return "call-in"
    return "call-all-in" if act.get("all_in") else "call" if act["more"] == act["to"] else "call-more"


def _bounds(act: Mapping[str, Any]) -> str:
    if act.get("min") is None:
        return ""
    if act.get("or_to") is not None:
        return "-either"
    if act.get("max") is None:
        return "-least"
    return "-exact" if act["max"] <= act["min"] else "-range"


def penalty(data: Mapping[str, Any], tongue: Tongue, with_hands: bool = True) -> str:
    """A penalty by its type, with the rounds and the hands that it costs."""
    what = _type(data.get("type"), tongue)
    rounds, most = data.get("rounds"), data.get("rounds_max")
    if rounds and data.get("type") == "sit-out":
        told = tongue.count("rounds", rounds)
        if most and most != rounds and data.get("hands") is None:
            told = tongue.text("penalty.range", least=tongue.number(rounds), most=tongue.count("rounds", most))
        what = tongue.text("penalty.rounds", what=what, rounds=told)
    if data.get("type_max") and data["type_max"] != data.get("type"):
        what = tongue.text("penalty.up-to", what=what, most=_type(data["type_max"], tongue))
    if with_hands and data.get("hands") and data.get("type") != "missed-hand":
        what = tongue.text("penalty.hands", what=what, hands=tongue.count("hands", data["hands"]))
    return what


def _type(name: object, tongue: Tongue) -> str:
    key = f"penalty.{name}"
    return tongue.text(key) if tongue.knows(key) else line(name)


def state(found: Any, tongue: Tongue) -> str:
    """How far a penalty is served."""
    if found.state == "partly":
        hands = tongue.number(found.hands or 0)
        return tongue.text("state.partly", served=tongue.number(found.served), hands=hands)
    key = f"state.{found.state}"
    return tongue.text(key) if tongue.knows(key) else line(found.state)


def official(who: object, tongue: Tongue) -> str:
    """An official by what the rules call him."""
    return tongue.explain("officials", str(who))["text"]


def counted_as(data: Mapping[str, Any], tongue: Tongue) -> Iterator[Said]:
    """What each act that had to be read comes to, where the ruling has no sentences in this language."""
    for found in data.get("findings") or ():
        values = found.get("values") or {}
        if found["topic"] != "settles" or not found.get("seat") or not values.get("as"):
            continue
        word = tongue.explain("acts", str(values["as"]))
        if word["lang"] or (word["text"] == values["as"] and tongue.language != "en"):
            continue
        amount = f" {tongue.number(values['to'])}" if isinstance(values.get("to"), int) and values["to"] else ""
        yield own(tongue.text("line.act", seat=line(found["seat"]), what=word["text"] + amount))
