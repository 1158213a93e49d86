"""``python -m soak``: many generated stories, ruled by every engine and turned over; see ``--help``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from cli.codes import BAD_INPUT, FAILED, INTERRUPTED, OK
from facts.faults import Faults, nearest
from facts.reader import load_incident
from facts.writer import write_incident
from soak.engines import engine_of, known
from soak.examining import Wrong, examine
from soak.progress import Bar, summary
from soak.properties import PROPERTIES
from soak.running import ENOUGH, run, stoppable
from soak.state import Plan, State, Unreadable, fingerprint, load
from soak.stories import Story, story

FOLDER = Path(".cache") / "soak"

_EPILOG = """examples:
  python -m soak --count 1000
  python -m soak --count 100000 --seed 2 --jobs 2
  python -m soak --engines experta,reference --properties none
  python -m soak --show 4711
  python -m soak --replay .cache/soak/seed1-4711-engines.yaml

A run goes on where the one before it ended, unless something that stories or rulings come from has changed since;
then --fresh begins anew. Ctrl-C ends it at any time. Exit code 0: nothing wrong; 1: something is, and lies in the
folder as an incident file; 2: it could not be run; 130: broken off."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs, shows or replays; gives the exit code."""
    told = _parser().parse_args(arguments)
    if told.show is not None:
        return _show(told)
    if told.replay:
        return max(_replay(Path(file), told) for file in told.replay)
    return _run(told)


def _run(told: Namespace) -> int:
    plan = Plan(told.seed, told.engines, told.properties, fingerprint())
    path = told.folder / "state.json"
    try:
        kept = None if told.fresh else load(path)
    except Unreadable as error:
        return _refused(f"{error}; --fresh begins anew")
    if kept is not None and kept.plan != plan:
        return _refused(f"{path} is of another run ({_unlike(kept.plan, plan)}); --fresh begins anew")
    state = kept or State(plan)
    if state.next >= told.count:
        print(f"nothing to do: {state.next} stories are done already")
    bar = Bar(state.next, told.count)
    broken_off = False
    try:
        with stoppable():
            state = run(state, told.count, told.jobs, path, bar.step)
    except KeyboardInterrupt:
        bar.clear()
        broken_off = True
        state = load(path) or state
        print(f"broken off after {state.next} stories; the same command goes on from there")
    except BrokenProcessPool:
        bar.clear()
        state = load(path) or state
        print(f"a process died on one of the stories from {state.next} on: --jobs 1 shows on which", file=sys.stderr)
        return FAILED
    bar.clear()
    print("\n".join(summary(state)))
    for wrong in state.wrong:
        print(f"kept as {_kept(wrong, told.folder)}")
    if len(state.wrong) >= ENOUGH:
        print(f"ended after {ENOUGH} wrong ones")
    if state.wrong:
        return FAILED
    return INTERRUPTED if broken_off else OK


def _unlike(kept: Plan, plan: Plan) -> str:
    names = [name for name in Plan._fields if getattr(kept, name) != getattr(plan, name)]
    return ", ".join("the code or a rulebook" if name == "code" else f"its {name}" for name in names)


def _kept(wrong: Wrong, folder: Path) -> Path:
    """Writes a story that shows something wrong, with how to look at it again."""
    path = folder / f"seed{wrong.seed}-{wrong.number}-{wrong.what}.yaml"
    head = f"# {wrong.what}: {wrong.detail}\n# python -m soak --replay {path}\n"
    path.write_text(head + wrong.told, encoding="utf-8")
    return path


def _show(told: Namespace) -> int:
    one = story(told.seed, told.show)
    print(f"# story {told.show} of seed {told.seed}: {one.kind}, under {one.book}")
    print(write_incident(one.incident._replace(rulebook=one.book)), end="")
    return OK


def _replay(path: Path, told: Namespace) -> int:
    """Examines an incident file again: all engines, every property."""
    try:
        incident = load_incident(path)
    except Faults as faults:
        return _refused(str(faults))
    book = incident.rulebook or "bfsp"
    engines = [engine_of(name) for name in told.engines]
    found: dict[tuple[str, str], Wrong] = {}
    for number in range(max(1, len(told.properties))):
        again = Story(told.seed, number, "replayed", book, incident, incident)
        result = examine(again, engines, told.properties, most=0)
        found.update({(wrong.what, wrong.detail): wrong for wrong in result.wrong})
    for wrong in found.values():
        print(f"{path}: WRONG under {book}, {wrong.what}: {wrong.detail}")
    if not found:
        print(f"{path}: nothing wrong under {book}")
    return FAILED if found else OK


def _refused(message: str) -> int:
    print(message, file=sys.stderr)
    return BAD_INPUT


def _names(of: Sequence[str], what: str) -> object:
    """The reader of a list of names with commas between them."""

    def read(text: str) -> tuple[str, ...]:
        told = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
        wrong = [name for name in told if name not in of]
        if wrong:
            each = "; ".join(f"there is no {what} '{name}' ({nearest(name, of)})" for name in wrong)
            raise ArgumentTypeError(each)
        return told

    return read


def _properties(text: str) -> tuple[str, ...]:
    if text in ("all", "none"):
        return tuple(PROPERTIES) if text == "all" else ()
    return _names(tuple(PROPERTIES), "property")(text)  # type: ignore[operator,no-any-return]


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"'{text}' is no number from 1 on")
    return int(text)


def _number(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"'{text}' is no whole number")
    return int(text)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m soak",
        description="Makes up stories, rules on each with every engine, and looks for a difference: between engines, "
        "and after what must not change a ruling.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    installed = known()
    parser.add_argument("--count", type=_positive, default=100_000, metavar="N", help="stories in all (100000)")
    parser.add_argument("--seed", type=_number, default=1, metavar="S", help="which stories (1)")
    parser.add_argument("--jobs", type=_positive, default=1, metavar="J", help="processes (1)")
    parser.add_argument(
        "--engines",
        type=_names(installed, "engine"),  # type: ignore[arg-type]
        default=installed if len(installed) == 2 else installed[:-1],
        metavar="A,B",
        help=f"engines to compare, the first also for the properties; there are {', '.join(installed)}",
    )
    parser.add_argument(
        "--properties", type=_properties, default=tuple(PROPERTIES), metavar="NAMES", help="all, none, or some by name"
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, metavar="DIR", help=f"where a run is kept ({FOLDER})")
    parser.add_argument("--fresh", action="store_true", help="begin anew, whatever is kept")
    parser.add_argument("--show", type=_number, metavar="NUMBER", help="print one story instead")
    parser.add_argument("--replay", nargs="+", metavar="FILE", help="examine incident files instead")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
