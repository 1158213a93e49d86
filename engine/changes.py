"""Which change of a story could give a slot of a fact another value, and which changes are worth trying at all.

The slots of facts are what rules look at; the facts that a person tells stand behind them: the price follows from the
wager before, the chips that count from those that were pushed. Thresholds come from the rules that nearly fire.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import gcd
from typing import Any

from engine.misses import Attempt, Miss, Place
from facts.addresses import ACT, EVENT, SEAT, STAKES, TABLE, Address, Change
from facts.amounts import WITHOUT_AMOUNT
from facts.incident import Act, Incident, numbered
from facts.incident_keys import ACT_EXTRA_KEYS
from facts.lexicon import SlotSpec, Vocabulary
from knowledge.expressions import Tree, evaluate, names

# Slots of an act that a key of the file tells as it is.
_SAME = {"gesture": "gesture", "prompted": "prompted", "when": "said_when"} | {k.name: k.name for k in ACT_EXTRA_KEYS}
# What is said, or not said, with chips.
_WORDS = ("nothing", "call", "raise", "bet", "all-in")
_PRICE = ("level", "owed", "min_to", "needed", "faces", "opened")
_STACK = ("stack", "all_in", "lacks", "covers", "max_to")
_CHIPS = ("put", "chips", "first_put", "first_chips", "two_put", "two_chips", "motions", "smallest", "handful")
_TABLE = {"structure": "structure", "street": "street", "game": "game", "pot": "pot", "min_chip": "min_chip"}
_BLIND = ("big_blind", "unit")
# What is only said of an act that had to be read, and what only of one that everybody agrees on.
_OF_READ = (*_CHIPS, "declared", "amount", "means", "bare", "when", "gesture")
_OF_AGREED = ("does", "to")
# Findings that say which of the words or chips of an act count, with the slots of the act that they look at.
_HEARD = {("heard", "word"): "declared", ("accepted", "put"): "put", ("accepted", "chips"): "chips"}
_FAR = 1 << 40  # no comparison of amounts is tipped further away
_NUMBERS = ("<", "<=", ">", ">=", "==", "!=")


def unit_of(incident: Incident) -> int:
    """The amount in steps of which this story is told: the greatest that divides everything in it."""
    told = [*incident.stakes.values(), *incident.stacks.values(), incident.pot or 0]
    for act in _acts(incident):
        told += [act.to or 0, *(chip for motion in act.motions or () for chip in motion)]
        told.append(act.words.amount or 0 if act.words is not None else 0)
    return gcd(*told) or 1


def is_read(act: Act) -> bool:
    """Whether an act was told as it was seen, by words or chips, and not as everybody agrees on it."""
    return act.does is None or act.words is not None or act.motions is not None


def _acts(incident: Incident) -> list[Act]:
    return [entry for entry in incident.timeline if isinstance(entry, Act)]


# -- from slots to changes ------------------------------------------------------------------------------------------


def changes_for(place: Place, value: Any, incident: Incident, vocabulary: Vocabulary) -> Iterator[Change]:
    """The changes of a story that could give a slot a value; none where nobody could tell it."""
    type, key, slot = place
    if (type, slot) in _HEARD:
        type, slot = "act", _HEARD[(type, slot)]
    if type == "act" and key.startswith("act "):
        yield from _of_act(int(key[4:]), slot, value, incident)
    elif type == "seat" and key in incident.seats:
        if slot in _STACK:
            yield from _stack(key, value)
        elif slot in _PRICE:
            yield from _price(len(_acts(incident)) + 1, slot, value, incident)
    elif type == "table":
        if slot in _TABLE:
            yield Change(Address(TABLE, _TABLE[slot]), _typed(value))
        elif slot in _BLIND and type_is_amount(value):
            yield Change(Address(STAKES, "bb"), str(value))
        elif slot in _PRICE:
            yield from _price(len(_acts(incident)) + 1, slot, value, incident)
    elif key.startswith("event "):
        spec = vocabulary.facts[type].slots.get(slot) if type in vocabulary.facts else None
        if spec is not None and not spec.derived and slot != vocabulary.facts[type].key:
            yield Change(Address(EVENT, slot, int(key[6:])), _typed(value))


def type_is_amount(value: Any) -> bool:
    """Whether a value is whole chips or a count, not a flag."""
    return isinstance(value, int) and not isinstance(value, bool)


def _typed(value: Any) -> str:
    """A value as it is typed in a file."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_typed, value))}]"
    return str(value)


def _of_act(number: int, slot: str, value: Any, incident: Incident) -> Iterator[Change]:
    acts = _acts(incident)
    if not 1 <= number <= len(acts):
        return
    act = acts[number - 1]
    if slot in (_OF_AGREED if is_read(act) else _OF_READ):
        return

    def change(key: str, told: Any) -> Change:
        return Change(Address(ACT, key, number), _typed(told))

    if slot in _SAME:
        if slot != "when" or (act.words is not None and act.words.word != "nothing" and value):
            yield change(_SAME[slot], value)
    elif slot == "declared":
        if value == "nothing":
            yield change("silent", True)
        elif value:
            yield change("says", _said(act, str(value)))
    elif slot in ("amount", "means", "bare") and act.words is not None and act.words.word not in WITHOUT_AMOUNT:
        yield from (change("says", said) for said in _amounts_said(act, slot, value))
    elif slot == "does" and value and value != "nothing" and act.does != "all-in":
        yield change("does", value if act.to is None or value in ("check", "fold") else f"{value} {act.to}")
    elif slot == "to" and act.does and type_is_amount(value) and value > 0:
        yield from _sized(number, act, value, incident)
    elif slot in _CHIPS:
        yield from _pushed(number, act, slot, value, incident)
    elif slot in _PRICE:
        yield from _price(number, slot, value, incident)
    elif slot in _STACK:
        yield from _stack(act.seat, value)


def _said(act: Act, word: str) -> str:
    told = act.words
    if told is None or told.amount is None or word in WITHOUT_AMOUNT:
        return word
    return f"{word} {told.means + ' ' if told.means else ''}{told.amount}"


def _amounts_said(act: Act, slot: str, value: Any) -> Iterator[str]:
    told = act.words
    assert told is not None
    if slot == "amount" and type_is_amount(value):
        yield f"{told.word} {told.means + ' ' if told.means else ''}{value}" if value else told.word
    elif slot == "means" and told.amount and value in ("to", "by"):
        yield f"{told.word} {value} {told.amount}"
    elif slot == "bare" and told.amount and isinstance(value, bool):
        yield f"{told.word} {told.amount}" if value else f"{told.word} to {told.amount}"


def _pushed(number: int, act: Act, slot: str, value: Any, incident: Incident) -> Iterator[Change]:
    """Other chips: another sum by changing the last of them, another number of them with the same sum."""
    chips = [chip for motion in act.motions or () for chip in motion]
    put, unit = sum(chips), unit_of(incident)

    def change(told: Sequence[int]) -> Change:
        return Change(Address(ACT, "chips", number), _typed(tuple(told)))

    if slot in ("put", "first_put", "two_put") and type_is_amount(value) and value > 0:
        for told in dict.fromkeys((-(-value // unit) * unit, value // unit * unit)):
            if sum(chips[:-1]) < told:
                yield change((*chips[:-1], told - sum(chips[:-1])))
            if len(chips) > 1 and told:
                yield change((told,))
    elif slot in ("chips", "first_chips", "two_chips") and type_is_amount(value) and put and value > 0:
        if put % value == 0:
            yield change((put // value,) * value)
    elif slot == "motions" and value == 1 and chips:
        yield change(chips)
    elif slot == "motions" and value == 2 and len(chips) > 1:
        yield Change(Address(ACT, "motions", number), _typed((tuple(chips[:1]), tuple(chips[1:]))))
    elif slot == "handful" and value is True and len(act.motions or ()) > 1:
        yield Change(Address(ACT, "columns", number), _typed(act.motions))


def _sized(number: int, act: Act, value: int, incident: Incident) -> Iterator[Change]:
    """Another size of an agreed act; an all-in is as large as the stack."""
    if act.does == "all-in" and act.seat in incident.stacks:
        yield from _stack(act.seat, value)
    else:
        yield Change(Address(ACT, "does", number), f"{act.does} {value}")


def _stack(seat: str, value: Any) -> Iterator[Change]:
    if type_is_amount(value) and value > 0:
        yield Change(Address(SEAT, "stack", 0, seat), str(value))


def _price(number: int, slot: str, value: Any, incident: Incident) -> Iterator[Change]:
    """Another price by another size of the last wager before an act."""
    before = [(n, act) for n, act in enumerate(_acts(incident)[: number - 1], 1) if act.does and act.to]
    if before and type_is_amount(value) and value > 0 and slot in ("level", "owed"):
        n, act = before[-1]
        yield from _sized(n, act, value, incident)


# -- from what a rule lacks to changes ------------------------------------------------------------------------------


def remedies(miss: Miss, attempt: Attempt, parameters: Any, incident: Incident, vocabulary: Vocabulary) -> list[Change]:
    """The changes that could make a condition hold which fails."""
    found: list[Change] = []
    if miss.test is not None:
        for name, value in _solutions(miss.test, attempt.bound, parameters):
            if name in attempt.source:
                found += changes_for(attempt.source[name], value, incident, vocabulary)
        found += _carried(miss.test, attempt, parameters, incident)
    elif miss.fact is not None and miss.slot is not None:
        place = (miss.fact.type, miss.fact.key, miss.slot.name)
        for value in _wanted(miss, vocabulary):
            found += changes_for(place, value, incident, vocabulary)
    elif miss.fact is not None and miss.fact.key.startswith("event "):
        found.append(Change(Address(EVENT, "", int(miss.fact.key[6:])), "-"))
    return list(dict.fromkeys(found))


def _wanted(miss: Miss, vocabulary: Vocabulary) -> Iterator[Any]:
    """The values that a slot would have to have."""
    slot, fact = miss.slot, miss.fact
    assert slot is not None
    assert fact is not None
    if slot.kind == "is":
        yield from slot.values
    elif slot.kind == "same":
        yield miss.values.get(slot.variable)
    elif slot.kind == "not":
        spec = vocabulary.slots_of(fact.type).get(slot.name)
        yield from (value for value in domain(spec) if value not in slot.values) if spec else ()
        if spec is not None and spec.type in ("chips", "count"):
            yield 1


def domain(spec: SlotSpec) -> tuple[Any, ...]:
    """The values of a word or a flag; none for numbers, seats and cards."""
    return (True, False) if spec.type == "flag" else tuple(spec.domain)


def _solutions(test: Tree, bound: Any, parameters: Any) -> Iterator[tuple[str, Any]]:
    """For each variable of a comparison the values nearest to its own that make it true while the others stay."""
    left, right = (evaluate(side, bound, parameters) for side in test[1:3]) if test[0] in _NUMBERS else (None, None)
    for name in dict.fromkeys(names(test, "var")):
        now = bound.get(name)

        def holds(value: Any, name: str = name) -> bool:
            return evaluate(test, {**bound, name: value}, parameters) is True

        if type_is_amount(now):
            equal = [side for side in (left, right) if type_is_amount(side) and holds(side)] if test[0] == "==" else []
            yield from ((name, value) for value in equal or tipping(now, holds))
        else:
            sides = [side for side in (left, right) if side is not None and side is not now]
            tried: list[Any] = [s + step for s in sides if type_is_amount(s) for step in (0, 1, -1)]
            tried += [side for side in sides if isinstance(side, str)] or [True, False]
            yield from ((name, value) for value in tried if holds(value))


def tipping(now: int, holds: Callable[[int], bool]) -> Iterator[int]:
    """The nearest numbers below and above ``now`` for which a comparison holds that does not hold for it."""
    for sign in (1, -1):
        far, near = 1, 0
        while far < _FAR and not holds(now + sign * far) and now + sign * far > 0:
            far, near = 2 * far, far
        if not holds(now + sign * far):
            continue
        while far - near > 1:
            middle = (far + near) // 2
            far, near = (middle, near) if holds(now + sign * middle) else (far, middle)
        yield now + sign * far


def _carried(test: Tree, attempt: Attempt, parameters: Any, incident: Incident) -> Iterator[Change]:
    """Another size of an act where a finding carries the size into a comparison: agreed on, named, or pushed."""
    acts = _acts(incident)
    for name, value in _solutions(test, attempt.bound, parameters):
        type, key, slot = attempt.source.get(name, ("", "", ""))
        if slot != "to" or type not in ("reads-as", "settles") or not key.startswith("act ") or value <= 0:
            continue
        number, act = int(key[4:]), acts[int(key[4:]) - 1]
        if not is_read(act):
            yield from _sized(number, act, value, incident)
            continue
        before = next((f.slots.get("prior") for f in attempt.facts if f.type == "act" and f.key == key), 0)
        yield from _of_act(number, "amount", value, incident)
        yield from _of_act(number, "put", value - (before or 0), incident)


# -- changes worth trying whatever the rules say --------------------------------------------------------------------


def everyday(incident: Incident, vocabulary: Vocabulary) -> Iterator[Change]:
    """The facts that a story most often gets wrong, each with its other values: words, who prompted, what an event was
    like.
    """
    act_slots = vocabulary.facts["act"].slots
    for number, act in enumerate(_acts(incident), 1):
        for word in _WORDS if is_read(act) else ():
            yield from _of_act(number, "declared", word, incident)
        if len(act.motions or ()) > 1:
            yield from _of_act(number, "handful", True, incident)
            yield from _of_act(number, "motions", 1, incident)
        slots: Iterable[str] = ("when",) if act.words is not None else ()
        for slot in (*slots, *(name for name in ("prompted", "deliberate") if name in act.extra or act.prompted)):
            for value in domain(act_slots[slot]):
                yield from _of_act(number, slot, value, incident)
    for name, event in numbered(incident):
        for slot, spec in vocabulary.facts[event.type].slots.items():
            for value in domain(spec):
                yield from changes_for((event.type, name, slot), value, incident, vocabulary)


def to_amount(amount: int, incident: Incident) -> Iterator[Change]:
    """The changes after which an act could come to a total: it is named in words, or pushed, or agreed on."""
    for number, act in enumerate(_acts(incident), 1):
        if not is_read(act):
            verbs = (act.does, "raise") if act.does not in ("all-in", "post") else ()
            yield from (Change(Address(ACT, "does", number), f"{verb} {amount}") for verb in dict.fromkeys(verbs))
            continue
        yield from (Change(Address(ACT, "says", number), f"{word} {amount}") for word in ("raise to", "bet to"))
        yield from _of_act(number, "put", amount, incident)


__all__ = [
    "changes_for",
    "domain",
    "everyday",
    "is_read",
    "remedies",
    "tipping",
    "to_amount",
    "type_is_amount",
    "unit_of",
]
