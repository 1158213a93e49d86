"""The lexicon: which words stand for which notion, and which notions and facts name a kind of incident."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from facts.records import NamedTuple
from precedents.tokens import words

FOLDER = os.path.join(os.path.dirname(__file__), "lexicon")
FILES = ("words.yaml", "kinds.yaml", "values.yaml")
# A part of a phrase that stands for any word, and one for any number.
_ANY = "*"
_NUMBER = "#"
# Shorter words, and words of the lexicon, are too near to others to have a slip in them.
_SHORTEST_TO_GUESS, _SHORTEST_GUESSED = 5, 4

# A word of the lexicon: its letters, and whether any ending may follow.
Part = tuple[str, bool]
# A way to tell or to recognise something: what must be there and what must not.
Pattern = tuple[tuple[str, ...], tuple[str, ...]]


class Kind(NamedTuple):
    """A kind of incident. ``told``: notions that name it; ``facts``: what a case of the kind tells or expects."""

    name: str
    told: tuple[Pattern, ...]
    facts: tuple[Pattern, ...]


class Forms(NamedTuple):
    """Notions by word, by beginning of a word, and by the first of several words; plain data, to be kept."""

    exact: Mapping[str, tuple[str, ...]]
    starts: Mapping[str, tuple[str, ...]]
    phrases: Mapping[str, tuple[tuple[tuple[Part, ...], str], ...]]
    longest: int


class Lexicon:
    """Reads notions out of words, and kinds out of notions. What it finds for a word it keeps."""

    def __init__(self, forms: Forms, kinds: tuple[Kind, ...], values: Mapping[str, Any]) -> None:
        self.forms = forms
        self.kinds = kinds
        self.values = values
        self._by_word: dict[str, tuple[frozenset[str], tuple[tuple[tuple[Part, ...], str], ...]]] = {}

    def notions(self, told: Sequence[str], guess: Callable[[str], bool] = lambda _: False) -> set[str]:
        """The notions that the words name. ``guess``: whether a word that names none may have one slip in it."""
        found: set[str] = set()
        for i, word in enumerate(told):
            alone, phrases = self._of(word)
            found |= alone
            if not alone and len(word) >= _SHORTEST_TO_GUESS and word.isalpha() and guess(word):
                found |= self._nearly(word)
            for rest, notion in phrases:
                if notion not in found and _follows(told, i + 1, rest):
                    found.add(notion)
        return found

    def placed(self, told: Sequence[str]) -> list[set[str]]:
        """For each word the notions that it names or that a phrase names which begins there."""
        found = []
        for i, word in enumerate(told):
            alone, phrases = self._of(word)
            found.append({*alone, *(notion for rest, notion in phrases if _follows(told, i + 1, rest))})
        return found

    def _of(self, word: str) -> tuple[frozenset[str], tuple[tuple[tuple[Part, ...], str], ...]]:
        """The notions of a word by itself, and the phrases that it begins, without their first word."""
        if word not in self._by_word:
            exact, starts, phrases, longest = self.forms
            ends = [word[:end] for end in range(1, min(len(word), longest) + 1)]
            alone = {*exact.get(word, ()), *(notion for end in ends for notion in starts.get(end, ()))}
            begun = (told for first in (_NUMBER, *ends) for told in phrases.get(first, ()))
            rest = tuple((parts[1:], notion) for parts, notion in begun if _fits(word, *parts[0]))
            self._by_word[word] = (frozenset(alone), rest)
        return self._by_word[word]

    def _nearly(self, word: str) -> set[str]:
        return {
            notion
            for forms, whole in ((self.forms.starts, False), (self.forms.exact, True))
            for form, notions in forms.items()
            if len(form) >= _SHORTEST_GUESSED and form[:2] == word[:2] and _one_slip(word, form, whole)
            for notion in notions
        }

    def kinds_told(self, notions: set[str]) -> dict[str, int]:
        """The kinds that the notions name, each with the number of notions that name it."""
        found: dict[str, int] = {}
        for kind in self.kinds:
            sizes = [len(has) for has, lacks in kind.told if notions.issuperset(has) and notions.isdisjoint(lacks)]
            if sizes:
                found[kind.name] = max(sizes)
        return found


def _follows(told: Sequence[str], i: int, parts: tuple[Part, ...]) -> bool:
    """Whether the words from ``i`` on are those of the rest of a phrase."""
    if i + len(parts) > len(told):
        return False
    for part, open_end in parts:
        if not _fits(told[i], part, open_end):
            return False
        i += 1
    return True


def _fits(word: str, part: str, open_end: bool) -> bool:
    if open_end:
        return word.startswith(part) or part == _ANY or (part == _NUMBER and word[0].isdecimal())
    return word == part


def _one_slip(word: str, form: str, whole: bool) -> bool:
    """Whether a word is a form but for one letter that is wrong, missing, too many or swapped with the next one."""
    if whole and word[-1] != form[-1]:  # another ending is no slip
        return False
    ends = [len(form)] if whole else [len(form) - 1, len(form), len(form) + 1]
    if whole and abs(len(word) - len(form)) > 1:
        return False
    return any(_near(word if whole else word[:end], form) for end in ends if whole or end <= len(word))


def _near(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > 1:
        return False
    i = 0
    while i < min(len(one), len(other)) and one[i] == other[i]:
        i += 1
    left, right = one[i:], other[i:]
    return (
        left[1:] == right[1:]
        or left[1:] == right
        or left == right[1:]
        or (left[:2] == right[:2][::-1] and left[2:] == right[2:])
    )


def compiled(told: Mapping[str, Any], kinds: Mapping[str, Any], values: Mapping[str, Any]) -> Lexicon:
    """The lexicon of its files as they were read."""
    exact: dict[str, set[str]] = {}
    starts: dict[str, set[str]] = {}
    phrases: dict[str, list[tuple[tuple[Part, ...], str]]] = {}
    for notion, by_language in told.items():
        for form in (form for forms in by_language.values() for form in str(forms).split(",")):
            parts = _parts(form)
            if len(parts) == 1:
                text, open_end = parts[0]
                (starts if open_end else exact).setdefault(text, set()).add(notion)
            elif parts:
                phrases.setdefault(parts[0][0], []).append((parts, notion))
    longest = max((len(form) for form in (*starts, *phrases)), default=0)
    forms = Forms(
        {form: tuple(sorted(names)) for form, names in exact.items()},
        {form: tuple(sorted(names)) for form, names in starts.items()},
        {first: tuple(rest) for first, rest in phrases.items()},
        longest,
    )
    told_kinds = (
        Kind(name, _patterns(raw.get("told", ())), _patterns(raw.get("facts", ()))) for name, raw in kinds.items()
    )
    return Lexicon(forms, tuple(told_kinds), values)


def _parts(form: str) -> tuple[Part, ...]:
    parts: list[Part] = []
    for piece in form.split():
        if piece in (_ANY, _NUMBER):
            parts.append((piece, True))
            continue
        found = words(piece)
        parts += [(word, piece.endswith("*") and i == len(found)) for i, word in enumerate(found, 1)]
    return tuple(parts)


def _patterns(told: Iterable[str]) -> tuple[Pattern, ...]:
    return tuple(
        (
            tuple(name for name in text.split() if not name.startswith("!")),
            tuple(name[1:] for name in text.split() if name.startswith("!")),
        )
        for text in told
    )


def read() -> Lexicon:
    """The lexicon of this release, compiled from its files."""
    from precedents.yamlfiles import load

    return compiled(*(load(os.path.join(FOLDER, name)) for name in FILES))


__all__ = ["FILES", "FOLDER", "Forms", "Kind", "Lexicon", "Pattern", "compiled", "read"]
