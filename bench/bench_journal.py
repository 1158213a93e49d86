"""The journal: how much longer a ruling takes when it is logged, cold and warm, and a search in 100,000 incidents."""

from __future__ import annotations

import os
import random
import resource
import subprocess
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from bench.common import (
    EXAMPLES,
    ROOT,
    Data,
    Options,
    Table,
    alone,
    command,
    environment,
    highest,
    middle,
    once,
    say,
)

INCIDENT = EXAMPLES / "short-all-in.yaml"
PENALTY = EXAMPLES / "bet-out-of-turn.yaml"
EVENT = "spring-open"
INCIDENTS = 100_000
_AT_ONCE = 2_000


def _new(path: Path, size: int = 0) -> None:
    from datetime import UTC, datetime

    from journal.records import EventRecord
    from journal.store import Journal

    opened = datetime(2026, 1, 1, tzinfo=UTC)
    with Journal.open(str(path), create=True) as journal:
        journal.new_event(EventRecord(EVENT, "Spring Open", "bfsp", "", "", "UTC", opened))
        if size:
            _fill(journal, size)


def _fill(journal: Any, size: int) -> None:
    """Incidents as real ones are kept, with the data of rulings on the examples, at 50 tables, of 2,000 players."""
    from datetime import UTC, datetime, timedelta

    from journal.records import Body

    told, dice = _drafts(), random.Random(7)
    opened = datetime(2026, 1, 1, tzinfo=UTC)
    for done in range(0, size, _AT_ONCE):
        say(f"journal: {done} of {size} incidents")
        with journal.writing(EVENT) as pen:
            for n in range(done, min(size, done + _AT_ONCE)):
                draft = dice.choice(told)
                players = {seat: str(dice.randrange(2000)) for seat in "ABC"}
                data = {**draft.data, "players": players, "note": f"hand {n}"}
                at = opened + timedelta(seconds=30 * n)
                pen.append(draft._replace(data=data, table=str(dice.randrange(50)), at=at, body=Body(b"", {})))


def _drafts() -> list[Any]:
    import floorcall
    from facts.faults import Faults
    from journal.incidents import Ruled, drafts

    found = []
    for path in sorted(EXAMPLES.glob("*.yaml")):
        try:
            ruling = floorcall.rule(floorcall.load_incident(path), "bfsp")
        except Faults:
            continue  # no incident
        found.append(drafts(Ruled(path.read_bytes(), path.name, "", ruling, {}, {}, {}, "clips", ""))[0])
    return found


def _warm(path: Path, options: Options) -> Data:
    """Microseconds of a ruling as text in a process that has ruled before: alone, logged, and with an offence that is
    counted and punished. Each time another player commits it, so that each time it is the first.
    """
    from cli.commands import TREE
    from cli.main import _called
    from cli.tree import parser_of

    entry: Any = TREE["rule"]
    offence = path.with_name("offence.yaml")
    offence.write_text(PENALTY.read_text(encoding="utf-8").replace(", offence: 1", ""), encoding="utf-8")
    numbers = count(1)

    def ruled(file: Path, logged: bool) -> Any:
        def call() -> None:
            more = ["--log", EVENT, "--database", str(path), "--players", f"A=a,C={next(numbers)}"] if logged else []
            arguments = parser_of(entry, "floorcall rule").parse_args([str(file), *more])
            with redirect_stdout(StringIO()):
                assert _called(entry, arguments) == 0

        return call

    calls = {
        "alone": ruled(INCIDENT, False),
        "logged": ruled(INCIDENT, True),
        "an offence, alone": ruled(offence, False),
        "an offence, logged": ruled(offence, True),
    }
    return _both(calls, options.of(60, 15))


def _cold(path: Path, options: Options) -> Data:
    """The same of whole processes."""
    calls = {
        "alone": ["rule", str(INCIDENT)],
        "logged": ["rule", str(INCIDENT), "--log", EVENT, "--players", "A=17,C=21"],
    }
    variables = environment(FLOORCALL_DATABASE=str(path))

    def run(words: list[str]) -> Any:
        def call() -> None:
            done = subprocess.run([*command(), *words], cwd=ROOT, env=variables, capture_output=True, check=False)
            assert done.returncode == 0, done.stderr

        return call

    return _both({name: run(words) for name, words in calls.items()}, options.of(21, 7))


def _both(calls: Mapping[str, Callable[[], None]], rounds: int) -> Data:
    """Microseconds of each call, one after the other in each round: medians by the clock and of processor time (also
    that of processes begun), and the medians of what logging adds in each round. One uncounted round comes first.
    """
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in calls}
    for number in range(rounds + 1):
        for name, call in calls.items():
            before, spent = perf_counter(), _spent()
            call()
            if number:
                taken[name].append((perf_counter() - before, _spent() - spent))
    for name in [name for name in taken if name.endswith("logged")]:
        pairs = zip(taken[name], taken[name.replace("logged", "alone")], strict=True)
        taken[f"{name}, more"] = [(one[0] - other[0], one[1] - other[1]) for one, other in pairs]
    return {name: [middle([pair[k] for pair in pairs]) * 1e6 for k in (0, 1)] for name, pairs in taken.items()}


def _spent() -> float:
    told = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in told)


def _searches() -> dict[str, Any]:
    from datetime import UTC, datetime

    from journal.records import Query

    month = datetime(2026, 1, 20, tzinfo=UTC)
    wanted = {
        "player": Query(EVENT, player="17"),
        "table": Query(EVENT, table="5", limit=51),
        "clause": Query(EVENT, clause="4.9.8", limit=51),
        "kind of event": Query(EVENT, happened="offence", limit=51),
        "time": Query(EVENT, since=month, limit=51),
        "text": Query(EVENT, text="all-in counts", limit=51),
        "everything": Query(EVENT, player="17", clause="4.9", table="5", text="all", since=month),
        "nothing fits": Query(EVENT, player="17", clause="9.9.9"),
        "kind of entry": Query(EVENT, kinds=("penalty",)),
    }
    return wanted


def _search(path: Path, options: Options) -> Data:
    from journal.store import Journal

    found: Data = {}
    with Journal.open(str(path)) as journal:
        for name, query in _searches().items():
            hits = len(journal.search(query))
            taken, spent = [], []
            for _ in range(options.of(50, 10)):
                before = process_time()
                taken.append(once(partial(journal.search, query)))
                spent.append((process_time() - before) * 1e6)
            found[name] = {"hits": hits, "us": middle(taken), "highest": highest(taken), "spent": middle(spent)}
    return found


def measure(options: Options) -> Data:
    """Microseconds of rulings alone and logged, and of searches in a journal of many incidents."""
    size = options.of(INCIDENTS, INCIDENTS // 10)
    with TemporaryDirectory() as folder:
        small, large = Path(folder) / "small.sqlite", Path(folder) / "large.sqlite"
        _new(small)
        found = {"warm": _warm(small, options), "cold": _cold(small, options), "incidents": size}
        start = perf_counter()
        _new(large, size)
        found |= {"filled": perf_counter() - start, "bytes": os.path.getsize(large), "search": _search(large, options)}
    return found


def tables(found: Data) -> list[Table]:
    """What logging adds, then the searches."""
    rows = [
        [f"{kind}, {name}", *(f"{us / 1000:.1f}" for us in told)]
        for kind in ("cold", "warm")
        for name, told in found[kind].items()
    ]
    searches = [
        [name, str(told["hits"]), *(f"{told[kind] / 1000:.1f}" for kind in ("us", "highest", "spent"))]
        for name, told in found["search"].items()
    ]
    about = f"{found['incidents']} incidents, {found['bytes'] / 1e6:.0f} MB, entered in {found['filled']:.0f} s"
    return [
        Table("a ruling and its entry in the journal", ["", "ms", "processor"], rows),
        Table(f"searches: {about}", ["by", "found", "ms", "99th", "processor"], searches),
    ]


def main() -> int:
    """Runs it from the command line."""
    return alone(measure, tables)


if __name__ == "__main__":
    raise SystemExit(main())
