"""The workload files: made by a seeded script from the cases and examples of the repository, the same on every machine.

``betting.jsonl`` and ``everything.jsonl`` hold one incident a line as a person tells it; ``sizing.jsonl`` holds, for
the chapter that other programs can hold as well (``chapter.py``), the facts of one act and what it settles at. They are
made on the first run, and again when what they are made from has changed; the digest of each stands with the figures.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import yaml

import floorcall
from bench.chapter import BOOK, EMPTY, OUTCOME, TOLD, chapter, first_match
from engine.facts import Fact
from facts.faults import Faults

HERE = Path(__file__).parent / "workloads"
ROOT = Path(__file__).parent.parent
SEED = 20_261_130
SIZE, SINGLE = 500, 300
# The files of cases about what an act counts as and what the players may do next.
BETTING = {
    "bfsp": ("4.",),
    "bpt": ("4.",),
    "tda": ("4", "50", "51", "52", "53", "54", "55"),
    "bg": ("29-", "30-", "31", "32-", "34-"),
    "club": ("2.5-",),
}
Told = dict[str, Any]
_loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def path_of(name: str) -> Path:
    """The file of a workload, made where it is missing or what it is made from has changed."""
    path, stamp = HERE / f"{name}.jsonl", HERE / f"{name}.stamp"
    wanted = _digest_of_sources()
    if not path.exists() or not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        lines = {"betting": _betting, "everything": _everything, "sizing": sizing}[name]()
        path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
        stamp.write_text(wanted, encoding="utf-8")
    return path


def lines_of(name: str) -> list[Told]:
    """The lines of a workload."""
    return [json.loads(line) for line in path_of(name).read_text(encoding="utf-8").splitlines()]


def incidents(name: str) -> list[floorcall.Incident]:
    """The incidents of ``betting`` or ``everything``."""
    return [floorcall.read_incident(json.dumps(told)) for told in lines_of(name)]


def digest(name: str) -> str:
    """Eight letters that name the content of a workload."""
    return blake2b(path_of(name).read_bytes(), digest_size=4).hexdigest()


@cache
def _digest_of_sources() -> str:
    state = blake2b(digest_size=16)
    sources = [Path(__file__), Path(__file__).with_name("chapter.py"), *ROOT.glob("examples/*.yaml")]
    for path in sorted([*sources, *ROOT.glob("knowledge/*/*/*.yaml"), *ROOT.glob("facts/vocabulary/*.yaml")]):
        state.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return state.hexdigest()


# -- incidents as told ------------------------------------------------------------------------------------------------


def _cases() -> Iterator[tuple[str, str, Told]]:
    """Rulebook, file and incident of every case."""
    for path in sorted(ROOT.glob("knowledge/*/cases/*.yaml")):
        for case in yaml.load(path.read_text(encoding="utf-8"), Loader=_loader):
            yield path.parent.parent.name, path.name, case["incident"]


def _examples() -> list[Told]:
    return [
        yaml.load(path.read_text(encoding="utf-8"), Loader=_loader) for path in sorted(ROOT.glob("examples/*.yaml"))
    ]


def _betting() -> list[Told]:
    """Incidents with acts, from the chapters on betting."""
    found = [told for book, file, told in _cases() if BETTING[book] and file.startswith(BETTING[book])]
    return _sample([told for told in (*found, *_examples()) if any("event" not in act for act in _acts(told))])


def _everything() -> list[Told]:
    """Incidents of every chapter of every rulebook."""
    return _sample([told for _, _, told in _cases()] + _examples())


def _acts(told: Told) -> list[Told]:
    return [act for act in told.get("actions") or () if isinstance(act, dict)]


def _sample(found: list[Told]) -> list[Told]:
    """As many as SIZE, in a mixed order, none twice."""
    mixed = random.Random(SEED)
    mixed.shuffle(found)
    kept: list[Told] = []
    for told in found:
        plain = {key: value for key, value in told.items() if key != "rulebook"}
        if _is_read(plain) and plain not in kept:
            kept.append(plain)
        if len(kept) == SIZE:
            break
    return kept


def _is_read(told: Told) -> bool:
    try:
        floorcall.read_incident(json.dumps(told))
    except Faults:
        return False
    return True


# -- the sizing of one act --------------------------------------------------------------------------------------------

CHIPS = (5, 25, 100, 500, 1000)


def sizing(count: int = SINGLE) -> list[Told]:
    """Facts of single acts of all structures; only what is settled for certain, for others know nothing else."""
    chance = random.Random(SEED)
    found: list[Told] = []
    while len(found) < count:
        line = _measured(_incident(chance))
        if line is not None and line not in found:
            found.append(line)
    return found


def _measured(told: Told) -> Told | None:
    """The facts of the last act with what the rulebook settles; None where something is open or more acts are read."""
    if not _is_read(told):  # a player who puts in more than he has
        return None
    ruling = floorcall.rule(floorcall.read_incident(json.dumps(told)), BOOK)
    facts = ruling.trace.facts
    acts = [n for n, fact in enumerate(facts) if fact.type == "act"]
    if len(acts) != 1:
        return None
    table = next(fact for fact in reversed(facts[: acts[0]]) if fact.type == "table")
    shown = {"act": _shown(facts[acts[0]]), "table": _shown(table)}
    verdict = ruling.verdict("settles", facts[acts[0]].key)
    if verdict is None or verdict.status != "settled" or None in (*shown["act"].values(), *shown["table"].values()):
        return None
    outcome = {slot: verdict.values.get(slot, EMPTY["settles"][slot]) for slot in OUTCOME}
    if (walked := first_match(chapter(), shown)) != outcome:
        raise ValueError(f"the tables give {walked}, the rulebook {outcome}: {told}")
    return {"incident": told, "facts": shown, "outcome": outcome}


def _shown(fact: Fact) -> Told:
    """The slots that the chapter looks at; a size that the act does not have is none at all for every program."""
    assert fact.type in TOLD
    slots = {name: fact.slots[name] for name in chapter().slots[fact.type]}
    return {**slots, "to": slots["to"] or 0} if fact.type == "act" else slots


def _incident(chance: random.Random) -> Told:
    """A street with some agreed acts and one more to be read."""
    structure = chance.choices(("no-limit", "limit", "pot-limit"), (5, 3, 2))[0]
    unit = chance.choice((10, 20, 50, 100))
    seats = ["A", "B", "C", "D"][: chance.randint(2, 4)]
    stacks = {seat: unit * chance.choice((1, 2, 3, 5, 8, 20, 60)) + chance.choice((0, 0, 5)) for seat in seats}
    stakes = {"low": unit, "high": 2 * unit} if structure == "limit" else {"sb": unit // 2, "bb": unit}
    told = {"game": "holdem", "structure": structure, "stakes": stakes, "street": "flop", "seats": seats}
    acts, level, number = _agreed(chance, structure, unit, seats, stacks)
    act = _to_be_read(chance, level, unit, stacks[seats[number]])
    return {**told, "stacks": stacks, "pot": 6 * unit, "actions": [*acts, {seats[number]: act}]}


def _agreed(
    chance: random.Random, structure: str, unit: int, seats: list[str], stacks: Told
) -> tuple[list[Told], int, int]:
    """Acts that need no reading, the price after them, and the number of the seat that acts next."""
    acts: list[Told] = []
    level = size = 0
    for number, seat in enumerate(seats[:-1]):
        if chance.random() < 0.3:
            return acts, level, number
        wanted = level + max(size, unit) * (1 if structure == "limit" else chance.randint(1, 2))
        kind = chance.choice(("check", "bet") if not level else ("call", "raise", "raise"))
        if kind in ("bet", "raise") and stacks[seat] > wanted:
            acts.append({seat: f"{kind} {wanted}"})
            level, size = wanted, wanted - level
        elif kind in ("bet", "raise") and stacks[seat] > level:
            acts.append({seat: f"all-in {stacks[seat]}"})
            size, level = max(size, stacks[seat] - level), stacks[seat]
        elif kind == "call" and stacks[seat] > level:
            acts.append({seat: f"call {level}"})
        else:
            acts.append({seat: "check" if not level else "fold"})
    return acts, level, len(seats) - 1


def _to_be_read(chance: random.Random, level: int, unit: int, stack: int) -> Any:
    """Chips, words or both, about the sizes at which the rules part."""
    around = max(1, level or unit)
    size = chance.choice(
        (around // 2, around - 5, around, around + 5, around * 3 // 2, 2 * around, 2 * around + 5, stack)
    )
    size = max(5, size - size % 5)
    kind = chance.randrange(10)
    if kind < 2:
        return {"chips": [chance.choice(CHIPS)], "silent": True}
    if kind < 4:
        return {"chips": _paid(size), "silent": True}
    if kind < 6:
        return {"chips": _paid(size), "says": chance.choice(("raise", "call", "bet", "reraise"))}
    if kind == 6:
        return {"says": f"{chance.choice(('raise to', 'raise by', 'bet'))} {size}"}
    if kind == 7:
        return {"motions": [_paid(size), _paid(max(5, size // 2))], "silent": True}
    if kind == 8:
        return {"says": chance.choice(("all-in", "call", "check", "fold", "raise"))}
    return {"columns": [_paid(size), _paid(size)], "silent": True}


def _paid(size: int) -> list[int]:
    """Chips that make up a size, the large ones first."""
    chips: list[int] = []
    for chip in reversed(CHIPS):
        chips += [chip] * (size // chip)
        size %= chip
    return chips or [CHIPS[0]]
