"""The runner of the benchmarks, its page, its charts and its workloads; nothing here measures time."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest

import floorcall
from bench import report, run, workloads
from bench.bench_growth import hand, sized
from bench.bench_memory import peak
from bench.chart import chart
from bench.common import Options, environment
from bench.run import ALONE, NAMES, main
from knowledge.loading import load

BENCH = Path(run.__file__).parent
ABOUT = {
    "cores": 2,
    "processor": "p",
    "system": "s",
    "python": "v",
    "date": "d",
    "commit": "c",
    "quick": False,
    "load": 1.0,
}


def test_every_benchmark_is_run_or_can_be_run_alone() -> None:
    assert {path.stem.removeprefix("bench_") for path in BENCH.glob("bench_*.py")} == {*NAMES, *ALONE}
    assert all(callable(import_module(f"bench.bench_{name}").main) for name in ALONE)


@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_measures_and_tells(name: str) -> None:
    module = import_module(f"bench.bench_{name}")
    assert callable(module.measure)
    assert callable(module.tables)


def test_an_unknown_benchmark_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as told:
        main(["peer"])
    assert told.value.code == 2
    said = capsys.readouterr().err
    assert "no such benchmark: peer" in said
    assert all(name in said for name in NAMES)


def test_a_part_is_kept_beside_the_rest_and_only_when_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results" / "latest.json"
    monkeypatch.setattr(run, "RESULTS", results)
    monkeypatch.setattr(run, "_measured", lambda name, options: {"quick": options.quick, "third": 1 / 3})
    monkeypatch.setattr(run, "_reported", lambda told: 0)
    assert main(["start", "--quick"]) == 0
    assert not results.exists()
    assert "not kept" in capsys.readouterr().err
    assert main(["start", "--keep"]) == 0
    assert main(["replay", "--quick", "--keep"]) == 0
    kept = json.loads(results.read_text())
    assert {name: told["third"] for name, told in kept["benchmarks"].items()} == {"start": 0.3333, "replay": 0.3333}
    about = {name: told["about"] for name, told in kept["benchmarks"].items()}
    assert (about["start"]["quick"], about["replay"]["quick"]) == (False, True)
    assert about["start"]["python"].endswith(sys.version.split()[0])


def test_the_page_shows_the_kept_results() -> None:
    results = json.loads(report.RESULTS.read_text(encoding="utf-8"))
    page = report.PAGE.read_text(encoding="utf-8")
    assert report.figures(results) in page
    assert set(results["benchmarks"]) == set(NAMES)


def test_figures_are_put_between_the_marks_and_nothing_else_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Before\n\n{report.BEGIN}\n\nold\n\n{report.END}\n\nafter\n", encoding="utf-8")
    monkeypatch.setattr(report, "PAGE", page)
    replay = {"about": ABOUT, "figures": [{"replay": 20.0, "times": 30.0}, {"replay": 60.2}]}
    report.write_page({"benchmarks": {"replay": replay}})
    told = page.read_text(encoding="utf-8")
    assert told.startswith("# Before\n\n")
    assert told.endswith("\n\nafter\n")
    assert "old" not in told
    assert (
        "| table replay of ten actions |  | 20 to 60 µs; pokerkit takes 30 to 30 times as long | 50 µs | missed |"
        in told
    )


def test_a_page_without_marks_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Nothing\n", encoding="utf-8")
    monkeypatch.setattr(report, "PAGE", page)
    with pytest.raises(ValueError, match="no place for figures"):
        report.write_page({"benchmarks": {}})


def test_what_was_measured_apart_is_told_apart() -> None:
    replay = {"figures": [{"replay": 20.0}]}
    quiet, busy = {"about": ABOUT, **replay}, {"about": {**ABOUT, "quick": True, "load": 9.4}, **replay}
    one = report.figures({"benchmarks": {"replay": quiet}}).splitlines()[0]
    assert one == "Measured on d at commit c, 2 cores, p, s, v."
    first, second, *_ = report.figures({"benchmarks": {"replay": quiet, "other": busy}}).splitlines()
    assert first == "Measured: replay on d at commit c, 2 cores, p, s, v."
    said = "other on d at commit c, 2 cores, p, s, v, a quick run. The machine was busy with other work: load 9 to 9."
    assert second == said


def test_a_chart_rises_with_its_line() -> None:
    text = chart("growth", "rules", [10, 100, 1000], {"flat": [2.0, 2.0, 2.0], "rising": [1.0, 10.0, 100.0]})
    lines = ElementTree.fromstring(text).findall("{http://www.w3.org/2000/svg}polyline")
    heights = [[float(point.split(",")[1]) for point in line.get("points", "").split()] for line in lines]
    rising, flat = heights  # the highest at the end comes first
    assert len(set(flat)) == 1
    assert rising == sorted(rising, reverse=True)
    assert rising[0] - rising[1] == pytest.approx(rising[1] - rising[2], abs=0.2)


def test_workloads_are_the_same_whenever_they_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workloads, "HERE", tmp_path)
    monkeypatch.setattr(workloads, "SIZE", 30)
    once = {name: workloads.path_of(name).read_bytes() for name in ("betting", "everything")}
    for path in tmp_path.iterdir():
        path.unlink()
    assert {name: workloads.path_of(name).read_bytes() for name in once} == once
    for name in once:
        assert len(workloads.incidents(name)) == 30


def test_a_workload_is_made_anew_when_its_sources_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workloads, "HERE", tmp_path)
    monkeypatch.setattr(workloads, "SIZE", 3)
    path = workloads.path_of("everything")
    whole = path.read_bytes()
    path.write_text("kept\n", encoding="utf-8")
    assert workloads.path_of("everything").read_text(encoding="utf-8") == "kept\n"
    path.with_suffix(".stamp").write_text("another", encoding="utf-8")
    assert workloads.path_of("everything").read_bytes() == whole


@pytest.mark.parametrize("size", [50, 700])
def test_a_book_of_any_size_keeps_what_the_story_touches(size: int) -> None:
    book, _ = load("bfsp")
    first = tuple(book.rules[:40])
    cut = sized(book, first, size)
    assert len(cut.rules) == len(cut.outlines) == size
    assert len({rule.id for rule in cut.rules}) == size
    assert {rule.id for rule in first} <= {rule.id for rule in cut.rules}


def test_longer_hands_have_more_to_read() -> None:
    short, long = (floorcall.rule(hand(players, acts), "bfsp") for players, acts in ((2, 2), (4, 8)))
    read = [[fact for fact in ruling.trace.facts if fact.type == "act"] for ruling in (short, long)]
    assert [len(facts) for facts in read] == [2, 8]


def test_the_peak_is_that_of_what_was_started() -> None:
    pytest.importorskip("resource")
    small, large = (
        peak([sys.executable, "-c", f"import time; x = bytearray({size}); time.sleep(0.3)"], environment())[0]
        for size in (1, 64 * 1024 * 1024)
    )
    assert 60 < large - small < 80


def test_quick_runs_do_less() -> None:
    assert (Options().of(9, 2), Options(quick=True).of(9, 2)) == (9, 2)
