"""The benchmark's chapter: every program that holds it answers as the rulebook does, and the product knows of none."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bench import bench_peers, workloads
from bench.bench_peers import PEERS, WrongAnswer, check
from bench.chapter import chapter, first_match, topic_of
from bench.engines import engines, pool_of
from bench.peers import ours
from bench.peers.plain_matcher import PlainMatcher
from engine.conductor import conduct
from engine.pool import Pool
from facts.reader import load_incident
from knowledge.loading import load
from tests.test_repository import ROOMS, ROOT, project, with_ending


@pytest.fixture(scope="module")
def acts() -> list[dict[str, Any]]:
    """Facts of acts, each with what the rulebook makes of it."""
    return workloads.sizing(40)


def test_the_chapter_holds_the_rules_with_exceptions_first() -> None:
    rules = chapter().rules()
    assert {"oversized-chip-is-a-call", "several-chips-are-a-raise", "all-in-is-a-raise"} <= set(rules)
    assert rules.index("several-chips-are-a-raise") < rules.index("excess-is-not-yet-a-raise")
    assert rules.index("no-raise-left") < rules.index("raise-too-small")
    assert "bring-in-has-its-size" not in rules  # stud alone
    assert "silent-chips-in-limit-are-a-call" not in rules  # another reading


def test_the_acts_differ_in_what_they_settle_at(acts: list[dict[str, Any]]) -> None:
    # sizing() itself raises when the walk through the tables differs from the rulebook
    assert len({line["outcome"]["as"] for line in acts}) >= 5
    assert {line["outcome"]["choice"] for line in acts} >= {"none", "complete-or-fold"}
    assert all(first_match(chapter(), line["facts"]) == line["outcome"] for line in acts)


@pytest.mark.parametrize("name", PEERS)
def test_a_program_answers_as_the_rulebook_does(name: str, acts: list[dict[str, Any]]) -> None:
    module = import_module(f"bench.peers.{name}")
    try:
        peer = module.Peer(chapter())
    except ImportError as missing:
        if not module.PACKAGE or module.PACKAGE == "experta":
            raise  # these need nothing that the tests do without
        pytest.skip(str(missing))
    check({name: (peer, {})}, acts)


@pytest.mark.parametrize("engine", engines())
def test_our_engines_answer_so_too(engine: str, acts: list[dict[str, Any]]) -> None:
    check({engine: (ours.Peer(chapter(), engine), {})}, acts)


def test_a_program_that_answers_otherwise_stops_the_run(acts: list[dict[str, Any]]) -> None:
    with pytest.raises(WrongAnswer, match="a coin"):
        check({"a coin": (lambda facts: {"as": "heads"}, {})}, acts)


@pytest.mark.parametrize(
    ("package", "reason"),
    [("no-such-package", "is not installed"), ("experta", r"1\.9\.4 does not load on Python 3[0-9.]+: no such symbol")],
)
def test_a_program_that_does_not_run_is_named_with_the_reason(
    package: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Missing:
        NAME = "nowhere"
        PACKAGE = package

        @staticmethod
        def Peer(held: object) -> None:  # noqa: N802 - as in the modules
            raise ImportError("folder/of/a/machine.so: no such symbol")

    monkeypatch.setattr(bench_peers, "PEERS", ("nowhere",))
    monkeypatch.setattr(bench_peers, "import_module", lambda name: Missing)
    there, missing = bench_peers.peers()
    assert [name for name in there if not name.startswith("floorcall")] == []
    (told,) = [told["reason"] for told in missing if told["name"] == "nowhere"]
    assert re.fullmatch(reason, told)


@pytest.mark.parametrize("story", ["short-all-in", "half-a-raise", "limit-half-bet"])
def test_plain_experta_comes_to_our_findings(story: str) -> None:
    book, words = load("bfsp")
    incident = load_incident(ROOT / "examples" / f"{story}.yaml", words.events)
    plain, own = (
        conduct(incident, book, words, book.readings(), {}, pool) for pool in (Pool(PlainMatcher), pool_of("experta"))
    )
    assert [(v.topic, v.subject, v.values) for v in plain.verdicts] == [
        (v.topic, v.subject, v.values) for v in own.verdicts
    ]
    assert own.verdicts


def test_a_table_answers_one_topic() -> None:
    assert [topic_of(table.name) for table in chapter().tables] == [
        "heard",
        "accepted",
        *["reads-as"] * 2,
        *["settles"] * 3,
    ]


def test_the_product_does_not_know_the_benchmarks() -> None:
    modules = [*with_ending(".py", below=ROOMS), ROOT / "floorcall.py"]
    knowing = [path.name for path in modules if "bench" in imported(path)]
    assert not knowing
    assert not [
        pattern for pattern in project()["tool"]["setuptools"]["packages"]["find"]["include"] if "bench" in pattern
    ]


def imported(path: Path) -> set[str]:
    """The top packages that a module imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found
