"""Images of networks on disk: a shortcut that changes no answer and that nobody is trusted for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine import clips_image
from engine.clips_adapter import ClipsEngine
from engine.clips_image import network_of
from knowledge import store
from knowledge.model import Condition, Rule
from tests.engine.building import fact, pattern, rule
from tests.engine.engines import STAGES, fire

ROOT = Path(__file__).resolve().parents[2]
DIGEST = "0123"
RULES = (
    rule("silent", conditions=(Condition((pattern("act", id="$act", silent=True, said="none"),), ()),)),
    rule("seat", conditions=(Condition((pattern("act", seat="$who"), pattern("seat", id="same:who")), ()),)),
)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder of this test."""
    folder = tmp_path / "cache é"
    monkeypatch.setenv("FLOORCALL_CACHE", str(folder))
    return folder


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Notes each time that a network is built, by how many rules it has."""
    noted: list[int] = []
    real = clips_image.built

    def build(rules: Sequence[Rule]) -> object:
        noted.append(len(rules))
        return real(rules)

    monkeypatch.setattr(clips_image, "built", build)
    return noted


def found(digest: str = DIGEST, rules: Sequence[Rule] = RULES) -> list[str]:
    """What the network of some rules makes of a small story: the ids of the rules that come up."""
    engine = ClipsEngine(network_of(digest, lambda: rules), STAGES)
    engine.begin(rules, {})
    engine.add(fact("act", "act 1", id="act 1", silent=True, said="none", seat="A"))
    engine.add(fact("seat", "A", id="A"))
    return sorted(match.rule.id for match in fire(engine))


def stored(cache: Path) -> Path:
    """The one image."""
    (path,) = cache.glob("*.clips")
    return path


def test_an_image_answers_like_what_it_was_made_from(
    cache: Path, built: list[int], capfd: pytest.CaptureFixture[str]
) -> None:
    assert found() == found() == ["seat", "silent"]
    assert built == [2], "the second network should have come from the image"
    assert stored(cache).name.startswith(DIGEST + ".")
    assert [path.name for path in cache.iterdir()] == [stored(cache).name], "no draft is left behind"
    assert capfd.readouterr() == ("", "")


def test_another_rulebook_has_another_image(cache: Path, built: list[int]) -> None:
    assert found() == ["seat", "silent"]
    assert found("4567", RULES[:1]) == ["silent"]
    assert built == [2, 1]
    assert found() == ["seat", "silent"]
    assert found("4567", RULES[:1]) == ["silent"]
    assert built == [2, 1]


@pytest.mark.parametrize("at", [0.0, 0.1, 0.5, 0.9, 0.999999])
def test_a_damaged_image_is_not_loaded(
    cache: Path, built: list[int], capfd: pytest.CaptureFixture[str], at: float
) -> None:
    """CLIPS itself would believe it, and might end the process."""
    found()
    data = bytearray(stored(cache).read_bytes())
    data[int(at * len(data))] ^= 1
    stored(cache).write_bytes(data)
    assert found() == ["seat", "silent"]
    assert found() == ["seat", "silent"]
    assert built == [2, 2], "it should have been made anew, once"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("kept", [0, 1, 15, 16, 31, 32, 33, 1000, -17, -1])
def test_a_short_image_is_not_loaded(cache: Path, built: list[int], kept: int) -> None:
    found()
    stored(cache).write_bytes(stored(cache).read_bytes()[:kept])
    assert found() == ["seat", "silent"]
    assert built == [2, 2]


def test_an_image_of_another_name_is_not_loaded(cache: Path, built: list[int]) -> None:
    """The seal is bound to the name: an image that was copied to another place is none for it."""
    found("4567", RULES[:1])
    other = stored(cache)
    found()
    own = next(path for path in cache.glob("*.clips") if path != other)
    own.write_bytes(other.read_bytes())
    assert found() == ["seat", "silent"]
    assert built == [1, 2, 2]


@pytest.mark.parametrize("payload", [b"", b"\1\2\3\4CLIPS", b"nonsense" * 100])
def test_a_well_sealed_image_that_clips_refuses_is_made_anew(
    cache: Path, built: list[int], monkeypatch: pytest.MonkeyPatch, payload: bytes
) -> None:
    found()
    path = stored(cache)
    raw = path.read_bytes()
    told = int.from_bytes(raw[-32:-16], "big")
    made = payload + raw[-32 - told : -16]
    path.write_bytes(made + store.seal(made, path.name))
    assert found() == ["seat", "silent"]
    assert built == [2, 2]


def test_a_well_sealed_image_with_other_data_behind_it_is_made_anew(cache: Path, built: list[int]) -> None:
    import marshal

    for told in (marshal.dumps(1), marshal.dumps((1, 2, 3)), marshal.dumps(({}, {"act": 1}, ())), b"", b"?"):
        found()
        path = stored(cache)
        raw = path.read_bytes()
        own = int.from_bytes(raw[-32:-16], "big")
        made = raw[: -32 - own] + told + len(told).to_bytes(16, "big")
        path.write_bytes(made + store.seal(made, path.name))
        built.clear()
        assert found() == ["seat", "silent"]
        assert built == [2]


def test_what_another_clips_or_another_adapter_made_is_not_looked_at(
    cache: Path, built: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    found()
    real = clips_image.clips()
    monkeypatch.setattr(clips_image, "clips", lambda: real._replace(stamp="another build"))
    assert found() == ["seat", "silent"]
    assert built == [2, 2]
    monkeypatch.undo()


def test_a_cache_that_cannot_be_written_to_is_done_without(
    built: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path(os.devnull)):
        monkeypatch.setenv("FLOORCALL_CACHE", str(folder))
        assert found() == ["seat", "silent"]
    assert built == [2, 2, 2]
    assert capfd.readouterr() == ("", "")


def test_without_any_cache_folder_rules_are_applied_all_the_same(
    built: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "cache_folder", lambda: None)
    assert found() == ["seat", "silent"]
    assert built == [2]


def test_an_image_in_the_place_of_which_lies_a_folder_is_done_without(cache: Path, built: list[int]) -> None:
    found()
    path = stored(cache)
    path.unlink()
    path.mkdir()
    assert found() == ["seat", "silent"]
    assert built == [2, 2]
    assert [one.name for one in cache.iterdir()] == [path.name]


def test_old_images_are_tidied_away(cache: Path) -> None:
    for n in range(40):
        found(f"{n:04}", RULES[:1])
    assert len(list(cache.glob("*.clips"))) == 32


def test_processes_that_start_together_do_not_disturb_each_other(cache: Path) -> None:
    program = "import floorcall; print(floorcall.rule(floorcall.load_incident('examples/string-bet.yaml')).status)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "FLOORCALL_ENGINE": "clips"}
    started = [
        subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    answers = {(process.communicate()[0], process.returncode) for process in started}
    assert len(answers) == 1
    assert answers.pop()[1] == 0
