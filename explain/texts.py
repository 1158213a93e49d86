"""The texts of this room (``texts/*.yaml``) and of the hand reader (``hands.yaml``), read once and then kept compiled.

A plain ruling must not parse YAML for its labels: that would cost more than the rest of the explanation. So the content
is kept in the store of the knowledge room under a digest of the files; missing, stale or damaged, the YAML is read.
"""

from __future__ import annotations

import marshal
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from os import listdir
from os.path import basename, dirname, join
from typing import TYPE_CHECKING, Any

from facts.lexicon import FOLDER as VOCABULARY
from facts.patterns import Late
from knowledge import store
from knowledge.store import blake2b

if TYPE_CHECKING:
    from typing import Protocol

    class Spoken(Protocol):
        """The texts of one language by group. They are looked up, never gone through: not all have been read."""

        def __getitem__(self, group: str, /) -> Mapping[str, str]: ...


FOLDER = join(dirname(__file__), "texts")
_LANGUAGES = join(dirname(__file__), "languages.yaml")
_MARK = Late(r"\[(en|ru|lt|bg)\] ")
# Part of the digest: raised when the shape of what is kept changes.
_FORMAT = "explain 4"

Texts = Mapping[str, Mapping[str, Mapping[str, str]]]


@cache
def texts() -> Texts:
    """All labels, patterns and words: group, then key, then language."""
    found: dict[str, Any] = {}
    for content in compiled(_paths()):
        for group, entries in content.items():
            found.setdefault(group, {}).update(entries)
    return found


@cache
def spoken(language: str) -> Spoken:
    """All labels, patterns and words of one language: group, then key. Raises ValueError when the language is not one
    of :func:`languages`.
    """
    told = _alone(language)
    if not told["groups"]:
        raise ValueError(f"no language {language}: one of {', '.join(languages())}")
    return Groups(told["groups"], Drawers(told["words"]))


class Groups(dict[str, Mapping[str, str]]):
    """Groups of texts, each read when it is first asked for: a ruling needs a dozen of fifty."""

    def __init__(self, packed: Mapping[str, bytes], words: Drawers) -> None:
        super().__init__(words=words)
        self._packed = packed

    def __missing__(self, group: str) -> Mapping[str, str]:
        found: Mapping[str, str] = marshal.loads(self._packed[group])
        self[group] = found
        return found


class Drawers(dict[str, str]):
    """Words, of which a ruling says a few: each lies with those that begin like it, ``slot.word`` with ``word``, and
    they are read together.
    """

    def __init__(self, packed: Mapping[str, bytes]) -> None:
        super().__init__()
        self._packed = dict(packed)

    def _look(self, name: str) -> None:
        drawer = self._packed.get(drawer_of(name))
        if drawer is not None:  # another thread may read it as well; it goes when its words are there
            self.update(marshal.loads(drawer))
            self._packed.pop(drawer_of(name), None)

    def __missing__(self, name: str) -> str:
        self._look(name)
        if not dict.__contains__(self, name):
            raise KeyError(name)
        return dict.__getitem__(self, name)

    def get(self, name: str, otherwise: Any = None) -> Any:
        """See dict."""
        self._look(name)
        return dict.get(self, name, otherwise)

    def __contains__(self, name: object) -> bool:
        self._look(str(name))
        return dict.__contains__(self, name)


def drawer_of(name: str) -> str:
    """With which words one lies."""
    return name.rpartition(".")[2][:1]


def _packed(told: Mapping[str, Mapping[str, str]]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Groups and drawers of one language as they are kept."""
    drawers: dict[str, dict[str, str]] = {}
    for name, text in told["words"].items():
        drawers.setdefault(drawer_of(name), {})[name] = text
    groups = {group: marshal.dumps(dict(entries)) for group, entries in told.items() if group != "words"}
    return groups, {letter: marshal.dumps(entries) for letter, entries in drawers.items()}


@cache
def _alone(language: str) -> Mapping[str, Any]:
    """One language, kept apart from the others because a ruling speaks one: its ``groups`` and ``words``, empty where
    it is not spoken, and which ``languages`` are.
    """
    state = _hashed().copy()
    state.update(language.encode())
    digest = state.hexdigest()
    kept = store.fetch(digest)
    if kept is not None:
        found: Mapping[str, Any] = kept["vocabulary"]
        return found
    whole, common = texts(), _common()
    if language not in common:
        return {"languages": common, "groups": {}, "words": {}}
    told = {group: {key: entry[language] for key, entry in entries.items()} for group, entries in whole.items()}
    groups, words = _packed(told)
    content = {"languages": common, "groups": groups, "words": words}
    store.keep(digest, {"book": None, "vocabulary": content})
    return content


@cache
def _hashed() -> Any:
    """The digest of all files of texts, to go on from."""
    paths = _paths()
    return _hash(paths, [_bytes(path) for path in paths])


@cache
def hand_texts() -> Mapping[str, Any]:
    """The wording of hands; only a showdown asks for it."""
    content: Mapping[str, Any] = compiled([join(VOCABULARY, "hands.yaml")])[0]
    return content


def languages() -> tuple[str, ...]:
    """The languages in which everything can be said: those that every text has, in the order of ``languages.yaml``."""
    return tuple(_alone("en")["languages"])


def _common() -> tuple[str, ...]:
    entries = (entry for group in texts().values() for entry in group.values())
    first = next(entries)
    common = set(first)
    for entry in entries:
        common &= set(entry)
    return tuple(sorted(common, key=[*_order(), *sorted(common)].index))


@cache
def nearest(language: str) -> tuple[str, ...]:
    """The other languages in the order in which they step in for a text that this one lacks (``languages.yaml``)."""
    return tuple(_order().get(language, ()))


def chosen(text: Mapping[str, str], language: str) -> str:
    """The language in which to give a text: the one asked for, else the nearest that has it, else "" for none."""
    if text.get(language):
        return language
    return next((other for other in (*nearest(language), *text) if text.get(other)), "")


def marked(text: str, language: str) -> str:
    """A text in another language than the one around it, with its mark: ``[ru] Рэйз.``"""
    return f"[{language}] {text}"


def unmarked(text: str) -> tuple[str, str]:
    """A text without the mark at its beginning, and the language of the mark; "" when it has none."""
    found = _MARK.match(text)
    return (text[found.end() :], found[1]) if found else (text, "")


def marks(text: str) -> tuple[str, ...]:
    """The languages of all marks in a text, each once."""
    return tuple(dict.fromkeys(_MARK.findall(text))) if "[" in text else ()


@cache
def _order() -> Mapping[str, Sequence[str]]:
    """By language, what :func:`nearest` says."""
    found: Mapping[str, Sequence[str]] = compiled([_LANGUAGES])[0]["nearest"]
    return found


def _paths() -> list[str]:
    return [join(FOLDER, name) for name in sorted(listdir(FOLDER)) if name.endswith(".yaml")]


def compiled(paths: Sequence[str]) -> list[Any]:
    """The plain content of YAML files, from the store when they have not changed. OSError when one cannot be read."""
    raw = [_bytes(path) for path in paths]
    digest = _digest(paths, raw)
    kept = store.fetch(digest)
    if kept is not None:
        content: list[Any] = kept["vocabulary"]
        return content
    from facts.yamlparser import yaml  # late: what is kept compiled needs no parser

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    content = [yaml.load(data, Loader=loader) for data in raw]
    store.keep(digest, {"book": None, "vocabulary": content})  # the store wants both keys; no rulebook comes along here
    return content


def _bytes(path: str) -> bytes:
    with open(path, "rb") as stream:
        return stream.read()


def _digest(paths: Sequence[str], raw: Sequence[bytes]) -> str:
    digest: str = _hash(paths, raw).hexdigest()
    return digest


def _hash(paths: Sequence[str], raw: Sequence[bytes]) -> Any:
    state = blake2b(digest_size=16)
    state.update(f"{_FORMAT} {store.FORMAT} {sys.version_info[:2]}".encode())
    for path, data in zip(paths, raw, strict=True):
        state.update(f"\0{basename(path)}\0{len(data)}\0".encode())
        state.update(data)
    return state
