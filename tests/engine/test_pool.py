"""Which engine rules: the one that was asked for, else the fastest that is there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import floorcall
from engine import clips_compat
from engine.clips_compat import NoClips, clips
from engine.pool import ENGINES, ClipsPool, NoEngine, Pool, pool_of

ROOT = Path(__file__).resolve().parents[2]
STORY = ROOT / "examples" / "string-bet.yaml"


@pytest.fixture(autouse=True)
def nobody_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FLOORCALL_ENGINE", raising=False)


@pytest.fixture
def without_clips(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A place where modules are looked for, and no clipspy in it."""
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.setattr(clips_compat, "clips", clips.__wrapped__)
    monkeypatch.delitem(sys.modules, "clips._clips", raising=False)
    return tmp_path


def test_clips_comes_first() -> None:
    assert ENGINES[0] == "clips"
    assert isinstance(pool_of(), ClipsPool)


@pytest.mark.parametrize(("name", "kind"), [("clips", ClipsPool), ("experta", Pool)])
def test_an_engine_is_chosen_by_name(monkeypatch: pytest.MonkeyPatch, name: str, kind: type) -> None:
    assert isinstance(pool_of(name), kind)
    monkeypatch.setenv("FLOORCALL_ENGINE", name)
    assert isinstance(pool_of(), kind)
    other = next(engine for engine in ENGINES if engine != name)
    assert not isinstance(pool_of(other), kind), "what is said in the call goes before the variable"


def test_an_empty_variable_chooses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLOORCALL_ENGINE", "")
    assert isinstance(pool_of(), ClipsPool)


@pytest.mark.parametrize(("name", "hint"), [("clip", "did you mean clips?"), ("EXPERTA", ""), ("", ""), ("\n", "")])
def test_an_unknown_name_is_said_with_those_that_there_are(name: str, hint: str) -> None:
    with pytest.raises(NoEngine, match="there is no such engine") as told:
        pool_of(name)
    assert hint in str(told.value)
    assert "clips" in told.value.hint


def test_a_variable_with_an_unknown_name_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLOORCALL_ENGINE", "jess")
    with pytest.raises(NoEngine, match=r"^FLOORCALL_ENGINE=jess: "):
        pool_of()
    with pytest.raises(floorcall.NoEngine):
        floorcall.rule(floorcall.load_incident(STORY))


def test_without_clipspy_experta_rules(without_clips: Path) -> None:
    assert isinstance(pool_of(), Pool)
    with pytest.raises(NoEngine, match=r"clipspy is not installed \(pip install clipspy"):
        pool_of("clips")


@pytest.mark.parametrize("content", [None, b"", b"\x7fELF no library"])
def test_a_broken_clipspy_is_none(without_clips: Path, content: bytes | None) -> None:
    package = without_clips / "clips"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError('the package itself is never imported')")
    if content is not None:
        (package / "_clips.abi3.so").write_bytes(content)
    with pytest.raises(NoClips):
        clips_compat.clips()
    assert isinstance(pool_of(), Pool)


def test_another_release_of_clipspy_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clips_compat, "clips", clips.__wrapped__)
    monkeypatch.setattr(clips_compat, "_USED", ("Reset", "SomethingElse"))
    with pytest.raises(NoClips, match="another release: it has no SomethingElse"):
        clips_compat.clips()
    assert isinstance(pool_of(), Pool)


def test_without_experta_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "engine.experta_adapter", None)
    with pytest.raises(NoEngine, match=r"experta cannot be loaded: .*\(pip install experta\)"):
        pool_of("experta")
    assert isinstance(pool_of(), ClipsPool)


def test_both_engines_rule_alike_and_stay_apart() -> None:
    incident = floorcall.load_incident(STORY)
    rulings = [floorcall.as_json(floorcall.rule(incident, engine=name)) for name in (*ENGINES, None)]
    assert rulings[0] == rulings[1] == rulings[2]
    compared = [floorcall.as_json(floorcall.compare(incident, ["bfsp", "tda"], engine=name)) for name in ENGINES]
    assert compared[0] == compared[1]


def test_a_program_that_imports_clipspy_as_well_gets_both() -> None:
    """The package is loaded whole there, and its environments live beside ours."""
    import clips as package

    other = package.Environment()
    other.assert_string("(mine 1)")
    ruled = floorcall.as_json(floorcall.rule(floorcall.load_incident(STORY), engine="clips"))
    assert ruled["status"]
    assert [str(fact) for fact in other.facts()] == ["(mine 1)"]
