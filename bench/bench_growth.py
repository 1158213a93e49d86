"""How a warm ruling grows: with the rules of the book (50 to 2,000) and with the facts of the story (5 to 200), beside
plain experta with the same rules. Draws ``rules.svg`` and ``facts.svg``.

Rules: those of the largest rulebook, what the story can touch first; past its end others are repeated under new ids. So
the work of the ruling stays what it is, and only the book around it grows. Facts: longer and longer hands in which
every act is chips without a word, so that each has to be read. One pass each, because plain experta makes no more.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import floorcall
from bench.common import EXAMPLES, Data, Options, Table, alone, middle, no_collector, once, say
from bench.engines import engines, pool_of, with_rules
from bench.peers.plain_matcher import PlainMatcher, whole_book
from engine.conductor import conduct
from engine.pool import Pool
from engine.ruling import decide
from facts.incident import Incident
from knowledge.loading import load
from knowledge.model import Rule, Rulebook

HERE = Path(__file__).parent
STORY = EXAMPLES / "short-all-in.yaml"
BOOK = "bpt"
SIZES = (50, 100, 200, 500, 1000, 2000)
SEATS = tuple("ABCDEFGHI")
HANDS = ((2, 1), (2, 2), (3, 4), (4, 8), (6, 12), (9, 18), (6, 18), (9, 27))  # players, acts
STREETS = ("turn", "river")
PLAIN = "plain experta"


def sized(book: Rulebook, first: tuple[Rule, ...], size: int) -> Rulebook:
    """The book cut down or filled up to ``size`` rules, those of ``first`` kept as long as there is room."""
    touched = {rule.id for rule in first}
    rest = [rule for rule in book.rules if rule.id not in touched]
    rules = [*first, *rest][:size]
    while len(rules) < size:
        rules.extend(rule._replace(id=f"{rule.id}-{len(rules)}") for rule in rest[: size - len(rules)])
    return with_rules(book, rules)


def hand(players: int, acts: int) -> Incident:
    """A hand from the flop on in which ``acts`` acts have to be read: a silent bet on each street, then calls."""
    seats = SEATS[:players]
    told: list[Data] = []
    for number in range(acts):
        street, place = divmod(number, players)
        if street and not place:
            told.append({"event": "dealt", "street": STREETS[street - 1]})
        told.append({seats[place]: {"chips": [100], "silent": True}})
    story = {"game": "holdem", "structure": "no-limit", "stakes": {"sb": 50, "bb": 100}, "street": "flop"}
    stacks = dict.fromkeys(seats, 1_000_000)
    return floorcall.read_incident(json.dumps({**story, "seats": list(seats), "stacks": stacks, "actions": told}))


def measure(options: Options) -> Data:
    """Milliseconds by size, one series for each engine."""
    with no_collector():
        return {"book": BOOK, "story": STORY.stem, "rules": _rules(options), "facts": _facts(options)}


def _rules(options: Options) -> Data:
    book, words = load(BOOK)
    incident = floorcall.load_incident(STORY)
    first = decide(incident, book, words, pool_of("experta")).trace.considered
    series: dict[str, list[float]] = {name: [] for name in (*engines(), PLAIN)}
    for size in SIZES:
        say(f"growth, {size} rules")
        cut = sized(book, first, size)
        readings = cut.readings()
        calls: dict[str, Any] = {
            engine: partial(conduct, incident, cut, words, readings, {}, pool_of(engine)) for engine in engines()
        }
        calls[PLAIN] = partial(conduct, incident, cut, words, readings, {}, whole_book(cut, readings))
        for name, values in _taken(calls, options).items():
            series[name].append(middle(values) / 1000)
    return {"sizes": list(SIZES), "touched": len(first), "series": series}


def _facts(options: Options) -> Data:
    book, words = load("bfsp")
    readings = book.readings()
    pools: dict[str, Any] = {engine: pool_of(engine) for engine in engines()}
    pools[PLAIN] = whole_book(book, readings)
    pools[f"{PLAIN}, rules touched"] = Pool(PlainMatcher)
    series: dict[str, list[float]] = {name: [] for name in pools}
    sizes = []
    for players, acts in HANDS:
        say(f"growth, {acts} acts to read")
        incident = hand(players, acts)
        calls: dict[str, Any] = {
            name: partial(conduct, incident, book, words, readings, {}, pool) for name, pool in pools.items()
        }
        sizes.append(len(calls["experta"]().facts))
        for name, values in _taken(calls, options).items():
            series[name].append(middle(values) / 1000)
    return {"sizes": sizes, "acts": [acts for _, acts in HANDS], "series": series}


def _taken(calls: dict[str, Any], options: Options) -> dict[str, list[float]]:
    """Microseconds in turn; what takes long is asked less often."""
    for call in calls.values():
        call()
    taken: dict[str, list[float]] = {name: [] for name in calls}
    for run in range(options.of(15, 3)):
        for name, call in calls.items():
            if run < 3 or middle(taken[name]) < 100_000:
                taken[name].append(once(call))
    return taken


def tables(found: Data) -> list[Table]:
    """Rules, then facts."""
    rules, facts = found["rules"], found["facts"]
    title = f"one pass by the number of rules, {found['story']}, {rules['touched']} rules touched, ms"
    return [
        Table(title, ("rules", *rules["series"]), _rows(rules["sizes"], rules)),
        Table("one pass by the number of facts, ms", ("facts", *facts["series"]), _rows(facts["sizes"], facts)),
    ]


def _rows(sizes: list[int], told: Data) -> list[list[str]]:
    return [[str(size), *(f"{values[n]:.2f}" for values in told["series"].values())] for n, size in enumerate(sizes)]


if __name__ == "__main__":
    raise SystemExit(alone(measure, tables))
