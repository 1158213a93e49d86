"""The table replay: ten actions from the beginning of a street, and the same through pokerkit where it is installed.

Microseconds, medians. ``replay``: the table set up and ten steps; ``p10``: its 10th percentile, the machine at rest.
``+ answers``: after every step also price, least and greatest raise, raises left, order, whether the round is closed.
Target: a replay within 50.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench import common
from bench.common import WORKLOADS, Data, Options, alone, in_turn, middle, ratio, say, undisturbed
from facts.derivations import min_to
from facts.incident import Act, Incident
from facts.opening import betting_rules, opening
from facts.reader import load_incident
from facts.table import LIMIT, NO_LIMIT, POT_LIMIT, Table
from knowledge.loading import load

try:
    import pokerkit
except ImportError:  # only the test extra brings it
    pokerkit = None

RUNS = 201
TARGET = 50.0
KINDS = {"reraise": "raise", "cap": "raise"}
Step = tuple[int, str, "int | None"]


def steps_of(incident: Incident, begun: Table) -> tuple[Step, ...]:
    """The acts as the replay takes them; an all-in above the price is a full wager or a short one."""
    steps: list[Step] = []
    table = begun
    for act in incident.timeline:
        if not isinstance(act, Act):
            continue
        kind = KINDS.get(str(act.does), str(act.does))
        if kind == "all-in":
            kind = "raise" if table.is_full(act.to or 0) else "short"
        steps.append((table.index(act.seat), kind, act.to))
        table = table.after(*steps[-1])
    return tuple(steps)


def replays(incident: Incident, rules: Any) -> tuple[Callable[[], Table], Callable[[], Table]]:
    """The replay alone, and the replay with everything that is asked of a table after each step."""
    steps = steps_of(incident, opening(incident, rules))

    def replay() -> Table:
        table = opening(incident, rules)
        for i, kind, total in steps:
            table = table.after(i, kind, total)
        return table

    def answered() -> Table:
        table = opening(incident, rules)
        for i, kind, total in steps:
            table = table.after(i, kind, total)
            table.owed(table.turn), table.raises_left(), table.order(), table.closed()
            min_to(table), table.max_raise_to(table.turn)
        return table

    return replay, answered


def theirs(incident: Incident) -> Callable[[], Any]:
    """The same hand in pokerkit: it posts the blinds itself and deals, then the other acts follow."""
    names = (
        "ANTE_POSTING",
        "BET_COLLECTION",
        "BLIND_OR_STRADDLE_POSTING",
        "CARD_BURNING",
        "HOLE_DEALING",
        "BOARD_DEALING",
    )
    automations = tuple(getattr(pokerkit.Automation, name) for name in names)
    stakes = incident.stakes
    game, sizes = {
        NO_LIMIT: (pokerkit.NoLimitTexasHoldem, (stakes["bb"],)),
        POT_LIMIT: (pokerkit.PotLimitOmahaHoldem, (stakes["bb"],)),
        LIMIT: (pokerkit.FixedLimitTexasHoldem, (stakes.get("low"), stakes.get("high"))),
    }[str(incident.structure)]
    stacks = [incident.stacks[name] for name in incident.seats]
    acts = [act for act in incident.timeline if isinstance(act, Act) and act.does != "post"]

    def replay() -> Any:
        state = game.create_state(automations, True, 0, (stakes["sb"], stakes["bb"]), *sizes, stacks, len(stacks))
        for act in acts:
            if act.does == "fold":
                state.fold()
            elif act.does == "call":
                state.check_or_call()
            else:
                state.complete_bet_or_raise_to(act.to)
        return state

    return replay


def measure(options: Options) -> Data:
    """Microseconds by workload; both programs must leave the same chips, or the ratio would mean nothing."""
    book, known = load("bfsp")
    rules = betting_rules(book.values(book.readings({})), known.customs)
    figures = []
    for path in sorted(WORKLOADS.glob("replay-*.yaml")):
        say(f"replay, {path.stem}")
        incident = load_incident(path)
        replay, answered = replays(incident, rules)
        calls: dict[str, tuple[Callable[[], object], int]] = {"replay": (replay, 25), "answers": (answered, 10)}
        if pokerkit is not None and incident.street == "preflop":
            other = theirs(incident)
            assert [seat.behind for seat in replay().seats] == list(other().stacks), path.name
            calls["pokerkit"] = (other, 1)
        runs = in_turn(calls, options.of(RUNS, RUNS // 4))
        figure: Data = {"workload": path.stem, "actions": len(incident.timeline), "p10": undisturbed(runs["replay"])}
        figure |= {name: middle(values) for name, values in runs.items()}
        if "pokerkit" in runs:
            figure["times"] = ratio(runs["pokerkit"], runs["replay"])
        figures.append(figure)
    return {"figures": figures}


def tables(found: Data) -> list[common.Table]:
    """One row for each workload, and whether the slowest is within the target."""
    rows = [
        [
            f["workload"],
            str(f["actions"]),
            *(f"{f[name]:.1f}" for name in ("replay", "p10", "answers")),
            *([f"{f['pokerkit']:.0f}", f"x {f['times']:.0f}"] if "times" in f else ["-", "-"]),
        ]
        for f in found["figures"]
    ]
    worst = max(f["replay"] for f in found["figures"])
    met = "met" if worst <= TARGET else "MISSED"
    title = f"table replay, microseconds; target {TARGET:.0f} for ten actions: slowest {worst:.1f}, {met}"
    return [common.Table(title, ("workload", "actions", "replay", "p10", "+ answers", "pokerkit", "ratio"), rows)]


if __name__ == "__main__":
    raise SystemExit(alone(measure, tables))
