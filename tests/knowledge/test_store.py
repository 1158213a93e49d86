"""Compiled rulebooks: a shortcut that never changes an answer, whatever happens to the file or its folder."""

from __future__ import annotations

import marshal
import os
import shutil
from pathlib import Path

import pytest

from knowledge import assembly, loading, packing, store
from knowledge.loading import load, load_fresh
from knowledge.model import Rule, Rulebook
from knowledge.packing import pack, unpack

MINIMAL = Path(__file__).parent / "rulebooks" / "good" / "minimal"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder of this test."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("FLOORCALL_CACHE", str(folder))
    return folder


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes each time that a rulebook is read from its YAML."""
    noted: list[str] = []
    real = assembly.assemble

    def assemble(lineage: list[Path], *others: object) -> Rulebook:
        noted.append(lineage[0].name)
        return real(lineage, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(assembly, "assemble", assemble)
    return noted


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A copy of the small rulebook that a test may change."""
    return Path(shutil.copytree(MINIMAL, tmp_path / "minimal"))


def stored(cache: Path) -> Path:
    """The one compiled file."""
    (path,) = cache.glob("*.rulebook")
    return path


def test_what_is_kept_is_what_was_read(cache: Path, readings: list[str]) -> None:
    first, words = load(MINIMAL)
    again, same_words = load(MINIMAL)
    assert again == first == load_fresh(MINIMAL)[0]
    assert same_words == words
    assert readings == ["minimal"] * 2, "the second load should have used what was kept, the fresh one not"
    assert again.hash == first.hash == store.digests_of([MINIMAL]).hash


def test_the_content_is_the_same_wherever_it_lies(book: Path) -> None:
    here, there = load(MINIMAL)[0], load(book)[0]
    assert here.content == there.content
    assert here.hash != there.hash
    with (book / "rules" / "acts.yaml").open("a", encoding="utf-8") as stream:
        stream.write("# changed\n")
    assert load(book)[0].content != here.content


@pytest.mark.parametrize("part", ["rulebook.yaml", "clauses/acts.yaml", "rules/acts.yaml"])
def test_a_changed_file_is_seen(cache: Path, readings: list[str], book: Path, part: str) -> None:
    load(book)
    before = (book / part).stat()
    text = (book / part).read_text(encoding="utf-8")
    for old, new in (("small", "SMALL"), ("Silent", "Quiet!"), ("One round", "One ROUND")):
        text = text.replace(old, new)
    whole = (book / part).read_text(encoding="utf-8")
    (book / part).write_text(text, encoding="utf-8")
    os.utime(book / part, ns=(before.st_atime_ns, before.st_mtime_ns))
    load(book)
    assert readings == ["minimal", "minimal"]
    (book / part).write_text(whole, encoding="utf-8")
    load(book)
    assert len(readings) == 2, "the first state is still kept"


def test_a_new_file_is_seen(cache: Path, readings: list[str], book: Path) -> None:
    load(book)
    (book / "rules" / "more.yaml").write_text("[]\n")
    load(book)
    (book / "rules" / "more.yaml").unlink()
    (book / "cases" / "more.yaml").write_text("[]\n")
    load(book)
    assert len(readings) == 2, "cases are no part of a compiled rulebook"


def test_a_change_in_the_book_below_is_seen(cache: Path, readings: list[str], book: Path, tmp_path: Path) -> None:
    overlay = Path(shutil.copytree(MINIMAL.parent / "overlay", tmp_path / "overlay"))
    load(overlay)
    text = (book / "clauses" / "acts.yaml").read_text(encoding="utf-8")
    (book / "clauses" / "acts.yaml").write_text(text.replace("Silent chips, ru", "Quiet chips, ru"), encoding="utf-8")
    assert load(overlay)[0].clauses["1"].title["en"] == "Quiet chips"
    assert readings == ["overlay", "overlay"]


@pytest.mark.parametrize("length", [0, 1, 15, 16, 17, 200, -1])
def test_a_truncated_file_is_made_anew(cache: Path, readings: list[str], length: int) -> None:
    load(MINIMAL)
    path = stored(cache)
    path.write_bytes(path.read_bytes()[:length])
    assert load(MINIMAL)[0] == load_fresh(MINIMAL)[0]
    assert readings == ["minimal"] * 3
    load(MINIMAL)
    assert readings == ["minimal"] * 3, "what was made anew should have been kept"


@pytest.mark.parametrize("at", [0, 8, 16, 40, -1])
def test_a_damaged_file_is_made_anew(cache: Path, readings: list[str], at: int) -> None:
    load(MINIMAL)
    data = bytearray(stored(cache).read_bytes())
    data[at] ^= 0xFF
    stored(cache).write_bytes(bytes(data))
    load(MINIMAL)
    assert readings == ["minimal"] * 2


@pytest.mark.parametrize(
    "data", [{"book": (1, 2), "vocabulary": {}}, {"book": None}, [1], None, {"book": "x" * 14, "vocabulary": 3}]
)
def test_sound_data_of_another_shape_is_made_anew(cache: Path, readings: list[str], data: object) -> None:
    load(MINIMAL)
    path = stored(cache)
    payload = marshal.dumps(data)
    path.write_bytes(store.seal(payload, path.name) + payload)
    assert load(MINIMAL)[0].id == "minimal"
    assert readings == ["minimal"] * 2


def test_data_that_cannot_be_unpacked_is_made_anew(cache: Path, readings: list[str]) -> None:
    load(MINIMAL)
    path = stored(cache)
    for payload in (b"", b"nonsense", marshal.dumps({"book": 1})[:-1]):
        path.write_bytes(store.seal(payload, path.name) + payload)
        load(MINIMAL)
    assert readings == ["minimal"] * 4


def test_what_another_version_compiled_is_not_read(
    cache: Path, readings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load(MINIMAL)
    monkeypatch.setattr(store, "FORMAT", "another")
    load(MINIMAL)
    assert readings == ["minimal"] * 2
    assert len(list(cache.glob("*.rulebook"))) == 2


@pytest.mark.parametrize("kind", ["a file", "below a file", "a folder in its place"])
def test_a_folder_that_cannot_be_written_harms_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, readings: list[str], kind: str
) -> None:
    place = tmp_path / "place"
    if kind == "a folder in its place":
        digest = store.digests_of([MINIMAL]).hash
        (place / store._named(digest)).mkdir(parents=True)
    else:
        place.write_text("")
    monkeypatch.setenv("FLOORCALL_CACHE", str(place if kind != "below a file" else place / "deeper"))
    assert load(MINIMAL)[0] == load(MINIMAL)[0]
    assert readings == ["minimal"] * 2
    assert not list(tmp_path.rglob("*.tmp")), "a draft was left behind"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_the_right_to_write_harms_nothing(cache: Path, readings: list[str]) -> None:
    cache.mkdir(mode=0o500)
    load(MINIMAL)
    load(MINIMAL)
    assert readings == ["minimal"] * 2


def test_without_any_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, readings: list[str]) -> None:
    for name in ("FLOORCALL_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert store.cache_folder() is None
    load(MINIMAL)
    load(MINIMAL)
    assert readings == ["minimal"] * 2


def test_where_compiled_books_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("FLOORCALL_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert store.cache_folder() == str(tmp_path / "floorcall")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    assert store.cache_folder() == str(tmp_path / "me" / ".cache" / "floorcall")
    monkeypatch.setenv("FLOORCALL_CACHE", "here")
    assert store.cache_folder() == "here"


def test_what_is_packed_comes_back_as_it_was() -> None:
    book, words = load_fresh("bfsp")
    told, vocabulary = unpack(marshal.loads(marshal.dumps(pack(book, words))))
    assert told == book
    assert (dict(vocabulary.facts), dict(vocabulary.topics)) == (dict(words.facts), dict(words.topics))
    assert vocabulary[2:] == words[2:]
    assert type(vocabulary.facts["table"].slots["opened"].derived) is bool


def test_a_stored_book_brings_back_only_what_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    whole, data = packing._rule, pack(*load_fresh("bfsp"))

    def noted(raw: tuple[str, ...]) -> Rule:
        made.append(raw[0])
        return whole(raw)

    monkeypatch.setattr(packing, "_rule", noted)
    book, _ = unpack(data)
    assert made == []
    assert book.rules[3] is book.rules[3]
    assert made == [book.rules[3].id]
    assert book.rules[-2:] == tuple(book.rules)[-2:]


def test_old_files_are_cleared_away(cache: Path, monkeypatch: pytest.MonkeyPatch, book: Path) -> None:
    monkeypatch.setattr(store, "_MOST_KEPT", 3)
    for n in range(5):
        (book / "rules" / "more.yaml").write_text("[]\n" * 1 + f"# {n}\n")
        load(book)
        for path in cache.glob("*.rulebook"):
            os.utime(path, ns=(path.stat().st_mtime_ns - 10**9,) * 2)
    assert len(list(cache.glob("*.rulebook"))) == 3
    assert store.fetch(loading.load(book)[0].hash) is not None


def test_what_is_used_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FLOORCALL_CACHE", str(tmp_path))
    for number in range(4):
        assert store.keep(f"{number:032x}", {"n": number}, most=4)
    for age, path in enumerate(sorted(tmp_path.iterdir())):
        os.utime(path, (1000 + age, 1000 + age))
    assert store.fetch(f"{0:032x}", needs=("n",)) == {"n": 0}
    assert store.keep(f"{9:032x}", {"n": 9}, most=4)
    assert store.fetch(f"{0:032x}", needs=("n",)) == {"n": 0}
    assert store.fetch(f"{1:032x}", needs=("n",)) is None
