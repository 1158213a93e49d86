"""A story told from nothing: what happened, to whom, and if it is about betting, act by act.

The engine asks for everything else. What has to be known before it can is only which event there was, or who plays and
what was done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import log
from typing import Any

from ask.answers import Option, Prompt, Unread
from ask.interview import ACT, BETTING, DONE, HAPPENED, SEATS, TOLD, Interview
from ask.known import Root
from ask.words import kinds, near, plain, say
from facts.lexicon import FactType, Vocabulary
from knowledge.model import Rulebook

OTHER = "other"
_MOST_FOUND = 9
_LANGUAGES = ("en", "ru")
_LEAST_LETTERS = 4
_TITLE = 9  # a word of the title counts like so many in the texts around it


def opening_place(interview: Interview, vocabulary: Vocabulary) -> Root | None:
    """What has to be told before anything can be ruled on; None when the engine can go on."""
    if interview.start.timeline or interview.start.seats or interview.told(TOLD) is not None:
        return None
    happened = interview.told(HAPPENED)
    if happened is None:
        return HAPPENED
    if happened.value == BETTING:
        return SEATS if interview.told(SEATS) is None else ACT if interview.told(DONE) is None else None
    slots = vocabulary.events[str(happened.value)].slots
    needed = ((str(happened.value), "event 1", name) for name, slot in slots.items() if slot.required)
    return next((root for root in needed if interview.told(root) is None), None)


def opening_prompt(root: Root, vocabulary: Vocabulary, rulebook: Rulebook, language: str) -> Prompt:
    """The question for a place that ``opening_place`` names."""
    if root == HAPPENED:
        options = [Option(BETTING, say(language, "betting"), (BETTING,))]
        options += [Option(kind["kind"], kind["title"][language], (kind["kind"],)) for kind in _used(rulebook)]
        return Prompt(root, say(language, "happened"), "happened", tuple(options))
    if root == SEATS:
        return Prompt(root, say(language, "seats"), "names", hint=say(language, "names"))
    if root == ACT:
        return Prompt(root, say(language, "act"), "act")
    spec = vocabulary.events[root[0]].slots[root[2]]
    text = (spec.question or {}).get(language) or f"{root[0]}: {root[2]}?"
    options = [Option(word, word) for word in spec.domain]
    return Prompt(root, text.replace("$seat", ""), spec.type, tuple(options), hint=say(language, "name"))


def kind_prompt(kind: str, vocabulary: Vocabulary, rulebook: Rulebook, language: str) -> Prompt:
    """The event types of one kind to choose from."""
    events = next(entry["events"] for entry in kinds() if entry["kind"] == kind)
    used = _types(rulebook)
    return _offer([vocabulary.events[name] for name in events if name in used], language)


def found_prompt(typed: str, vocabulary: Vocabulary, rulebook: Rulebook, language: str) -> Prompt:
    """The event types that sound like what was typed. Raises Unread when none does."""
    texts = _texts(vocabulary, rulebook)
    scored = _scored(typed, texts)
    best = max((score for score, _ in scored), default=0.0)
    found = [(score, name) for score, name in scored if score > 0 and score >= best / 2]
    if not found:
        known = [vocabulary.events[name].title.get(language, "") for name in texts]
        hint = near(language, typed, known) or say(language, "kind", "hints")
        raise Unread(say(language, "happened", "faults", typed=typed[:40]), hint)
    found.sort(key=lambda pair: -pair[0])
    return _offer([vocabulary.events[name] for _, name in found[:_MOST_FOUND]], language)


def _offer(events: list[FactType], language: str) -> Prompt:
    options = [Option(event.name, event.title.get(language, event.name), (event.name,)) for event in events]
    options.append(Option(OTHER, say(language, "other")))
    return Prompt(HAPPENED, say(language, "which"), "kind", tuple(options))


def _used(rulebook: Rulebook) -> Iterator[Mapping[str, Any]]:
    """The kinds of which a rulebook says anything."""
    used = _types(rulebook)
    yield from (entry for entry in kinds() if used.intersection(entry["events"]))


def _types(rulebook: Rulebook) -> frozenset[str]:
    """The fact types that the rules look at."""
    rules = rulebook.rules
    return frozenset(p.type for rule in rules for c in rule.conditions for p in c.patterns)


def _stems(text: str) -> set[str]:
    """The beginnings of the longer words of a text: enough to find a title again in either language."""
    words = "".join(letter if letter.isalnum() else " " for letter in plain(text)).split()
    return {word[:5] for word in words if len(word) >= _LEAST_LETTERS}


def _texts(vocabulary: Vocabulary, rulebook: Rulebook) -> dict[str, Counter[str]]:
    """What is said about each event type, by the beginnings of its words: its title, its slots, and the sentences and
    clauses of the rules that look at it.
    """
    found: dict[str, Counter[str]] = {}
    for name in _types(rulebook) & vocabulary.happenings:
        event = vocabulary.events[name]
        found[name] = Counter(dict.fromkeys(_words(_spoken(event.title), name), _TITLE))
        for slot in event.slots.values():
            found[name].update(_words((*_spoken(slot.question), *_spoken(slot.statement))))
    for rule in rulebook.rules:
        clause = rulebook.clauses[rule.clause]
        said = _words((*_spoken(rule.says), *_spoken(clause.title), *_spoken(clause.gist)))
        for name in {p.type for c in rule.conditions for p in c.patterns} & found.keys():
            found[name].update(said)
    return found


def _spoken(text: Mapping[str, str]) -> tuple[str, ...]:
    """A text in the languages in which an interview is held."""
    return tuple(text[language] for language in _LANGUAGES if language in text)


def _words(texts: Iterable[str], name: str = "") -> set[str]:
    return set().union(*map(_stems, texts), _stems(name.replace("-", " ")))


def _scored(typed: str, texts: dict[str, Counter[str]]) -> list[tuple[float, str]]:
    """How much of what was typed is said about each event type; a word that is said of few counts more."""
    wanted = _stems(typed)
    rare = {word: log(len(texts) / n) for word in wanted if (n := sum(word in told for told in texts.values()))}
    return [
        (sum(weight * min(told[word], _TITLE) ** 0.5 for word, weight in rare.items()) / (5 + len(told)) ** 0.25, name)
        for name, told in texts.items()
    ]


def is_title(typed: str, vocabulary: Vocabulary) -> bool:
    """Whether what was typed is, in either language, the title of something that can happen."""
    titles = (title for name in vocabulary.happenings for title in _spoken(vocabulary.events[name].title))
    return plain(typed) in map(plain, titles)


def is_kind(value: object) -> bool:
    """Whether a choice names a kind of incidents rather than an event type."""
    return any(entry["kind"] == value for entry in kinds())


__all__ = ["OTHER", "found_prompt", "is_kind", "is_title", "kind_prompt", "opening_place", "opening_prompt"]
