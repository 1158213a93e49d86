"""The story of a case drawn anew: other players, chips, amounts, suits and ranks, within what keeps it possible.

Nothing here knows a rule of poker. What a change does to the ruling the engine says, and a story that has become
another one is drawn again, with fewer changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import gcd
from random import Random

from facts.incident import Act, Event, Incident
from facts.lexicon import Vocabulary
from facts.records import NamedTuple
from facts.turned import recarded, rechipped, renamed, rotated

# A chip with one of these on its face, and noughts behind it, is one that a table may have.
_FACES = ("1", "2", "5", "25")
_SCALES = ((2, 1), (4, 1), (5, 1), (10, 1), (20, 1), (100, 1), (1, 2), (1, 5), (1, 10), (1, 1))
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_MOST_CHIPS = 10_000_000
_SELDOM = 0.2


class Drawn(NamedTuple):
    """A story drawn anew. ``names``: by name of a player in the case his name here. ``amounts``: whether amounts were
    changed against each other, so that the ruling may have another size.
    """

    incident: Incident
    names: Mapping[str, str]
    amounts: bool


def drawn(incident: Incident, dice: Random, vocabulary: Vocabulary, names: Callable[[int], str]) -> Iterator[Drawn]:
    """The story with many changes, then with fewer, the last time with other names only. ``names``: the name number
    n, from 1, of the language. What is thrown does not hang on the language.
    """
    called = _names(incident, dice, vocabulary, names)
    turn = dice.randrange(len(incident.seats)) if incident.button is not None and incident.seats else 0
    scaled = _scaled(incident, dice, vocabulary)
    carded = _carded(scaled, dice, vocabulary)
    varied = _varied(carded, dice, vocabulary)
    seen: list[Incident] = []
    for one in (varied, carded, scaled, incident):
        if one not in seen:
            seen.append(one)
            turned = rotated(one, turn) if turn else one
            yield Drawn(renamed(turned, called, vocabulary), called, one is varied and one is not carded)


# -- names ----------------------------------------------------------------------------------------------------------


def people(incident: Incident, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The players of a story: those at the table, then those whom only an event names."""
    found = dict.fromkeys(incident.seats)
    for entry in incident.timeline:
        if isinstance(entry, Act):
            found[entry.seat] = None
            continue
        specs = vocabulary.facts[entry.type].slots
        for name, value in entry.slots.items():
            if specs[name].type in ("seat", "seats") and value is not None:
                found.update(dict.fromkeys(map(str, value if isinstance(value, tuple) else (value,))))
    return tuple(found)


def _names(incident: Incident, dice: Random, vocabulary: Vocabulary, names: Callable[[int], str]) -> Mapping[str, str]:
    """New names for all players: letters in the order of the seats, or surnames in any order."""
    old = people(incident, vocabulary)
    letters, order = dice.random() < 0.3, dice.sample(range(1, 17), 16)
    if letters or len(old) > len(order):
        start = 0 if len(old) > 12 else dice.randrange(3)
        new = list(_LETTERS[start : start + len(old)])
    else:
        new = [names(n) for n in order[: len(old)]]
    return dict(zip(old, new, strict=True)) if len(new) == len(old) else {name: name for name in old}


# -- chips ----------------------------------------------------------------------------------------------------------


def amounts_in(incident: Incident, vocabulary: Vocabulary) -> list[int]:
    """Every amount of chips in the story, and every single chip."""
    found: list[int] = []

    def note(amount: int) -> int:
        found.append(amount)
        return amount

    rechipped(incident, note, vocabulary)
    return [amount for amount in found if amount]


def single_chips(incident: Incident) -> set[int]:
    """The faces of the chips that are told one by one."""
    acts = [entry for entry in incident.timeline if isinstance(entry, Act)]
    pushed = {chip for act in acts for motion in act.motions or () for chip in motion}
    lying = {
        int(chip)
        for act in acts
        for name in ("in_front", "pulled_back")
        if isinstance(told := act.extra.get(name), tuple)
        for chip in told
    }
    return pushed | lying | ({incident.min_chip} if incident.min_chip else set())


def is_chip(amount: int) -> bool:
    """Whether a table may have a chip of this size."""
    return str(amount).rstrip("0") in _FACES


def _scaled(incident: Incident, dice: Random, vocabulary: Vocabulary) -> Incident:
    """Every chip worth more, or less, where all stay whole and are chips that a table may have."""
    amounts, chips = amounts_in(incident, vocabulary), single_chips(incident)
    for num, den in dice.sample(_SCALES, len(_SCALES)):
        if any(amount * num % den or amount * num // den > _MOST_CHIPS for amount in amounts):
            continue
        if all(is_chip(chip * num // den) or not is_chip(chip) for chip in chips):
            return rechipped(incident, _times(num, den), vocabulary)
    return incident


def _times(num: int, den: int) -> Callable[[int], int]:
    return lambda amount: amount * num // den


def _varied(incident: Incident, dice: Random, vocabulary: Vocabulary) -> Incident:
    """One wager of another size, wherever the story names it; else another pot."""
    wagers = sorted(
        {
            entry.to
            for entry in incident.timeline
            if isinstance(entry, Act) and entry.does in ("bet", "raise", "reraise", "all-in") and entry.to
        }
    )
    amounts, chips = amounts_in(incident, vocabulary), single_chips(incident)
    steps = [dice.choice((-3, -2, -1, 1, 2, 3)) for _ in range(4)]
    unit = gcd(*amounts) if amounts else 0
    if not wagers:
        told = {value for entry in incident.timeline if isinstance(entry, Event) for value in entry.slots.values()}
        if not incident.pot or not unit or incident.pot in told:  # an event that tells it stays true
            return incident
        return incident._replace(pot=max(unit, incident.pot + steps[0] * max(unit, incident.pot // 8 // unit * unit)))
    old = dice.choice(wagers)
    stakes = set(incident.stakes.values())
    for step in steps:
        new = old + step * max(unit, old // 10 // unit * unit)
        beside = all((wager < old) == (wager < new) for wager in wagers if wager != old)  # a raise stays above the bet
        if new > 0 and beside and new not in wagers and old not in stakes and not (old in chips and not is_chip(new)):
            return _with_amount(incident, old, new)
    return incident


def _with_amount(incident: Incident, old: int, new: int) -> Incident:
    """The story with one amount in place of another; stakes and chips told one by one keep theirs."""

    def entry(one: Act | Event) -> Act | Event:
        if isinstance(one, Event):
            return one._replace(slots={k: new if v == old and type(v) is int else v for k, v in one.slots.items()})
        words = one.words
        if words is not None and words.amount == old:
            words = words._replace(amount=new)
        return one._replace(to=new if one.to == old else one.to, words=words)

    stacks = {seat: new if chips == old else chips for seat, chips in incident.stacks.items()}
    return incident._replace(stacks=stacks, timeline=tuple(map(entry, incident.timeline)))


# -- facts left out -------------------------------------------------------------------------------------------------


def forgetful(incident: Incident, vocabulary: Vocabulary, dice: Random) -> list[Incident]:
    """The story with one fact less, in any order: a slot of an event, the words of an act with chips, a stake."""
    found: list[Incident] = []
    for at, entry in enumerate(incident.timeline):
        if isinstance(entry, Event):
            specs = vocabulary.facts[entry.type].slots
            for name in entry.slots:
                if not specs[name].required and specs[name].question:
                    slots = {slot: value for slot, value in entry.slots.items() if slot != name}
                    found.append(_with_entry(incident, at, entry._replace(slots=slots)))
        elif entry.words is not None and entry.motions and entry.does is None:
            found.append(_with_entry(incident, at, entry._replace(words=None)))
        elif entry.prompted is not None:
            found.append(_with_entry(incident, at, entry._replace(prompted=None)))
    dice.shuffle(found)
    if incident.structure is not None and any(isinstance(entry, Act) for entry in incident.timeline):
        seldom = dice.random() < _SELDOM  # nearly every story of betting hangs on it
        found += [incident._replace(structure=None)] if seldom else []
    return found


def _with_entry(incident: Incident, at: int, entry: Act | Event) -> Incident:
    return incident._replace(timeline=(*incident.timeline[:at], entry, *incident.timeline[at + 1 :]))


# -- cards ----------------------------------------------------------------------------------------------------------


def _carded(incident: Incident, dice: Random, vocabulary: Vocabulary) -> Incident:
    """The suits changed for each other, and all ranks one or two higher or lower where there is room. An ace may stand
    at either end, so that with one the ranks stay.
    """
    told: list[str] = []
    recarded(incident, lambda card: told.append(card) or card, vocabulary)  # type: ignore[func-returns-value]
    if not told:
        return incident
    from facts.cards import RANKS, SUITS  # late: most stories tell no cards

    suits = dict(zip(SUITS, dice.sample(SUITS, len(SUITS)), strict=True))
    by = dice.choice((-2, -1, 1, 2))
    ranks = [RANKS.find(card[:1]) for card in told]
    if -1 in ranks:
        return incident
    if min(ranks) + by < 0 or max(ranks) + by > RANKS.index("K"):
        by = 0
    return recarded(incident, lambda card: RANKS[RANKS.index(card[:1]) + by] + suits[card[1:]], vocabulary)


__all__ = ["Drawn", "amounts_in", "drawn", "forgetful", "is_chip", "people", "single_chips"]
