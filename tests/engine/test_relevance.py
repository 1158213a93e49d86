"""The rules that a story can touch: what the bits say is what the words of the rules say."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from threading import Barrier, Thread
from time import sleep
from typing import Any

import pytest

from engine import relevance
from engine.relevance import Present, relevant_rules
from engine.workspace import Workspace
from facts.lexicon import Vocabulary
from facts.reader import load_incident
from knowledge.loading import load
from knowledge.model import Pattern, Rulebook

ROOT = Path(__file__).parents[2]
STORIES = sorted((ROOT / "examples").glob("*.yaml"))
BOOKS = ("bfsp", "bpt", "club")


def said(book: Rulebook, words: Vocabulary, present: Present, readings: Mapping[str, str]) -> list[str]:
    """Rule by rule, pattern by pattern: whether one alternative asks for nothing that cannot be there."""
    able: set[str] = set()
    found = []
    for rule in book.rules:
        alive = all(any(pair == (c, readings.get(c)) for pair in rule.reading) for c, _ in rule.reading)
        if alive and any(all(possible(p, able, words, present) for p in c.patterns) for c in rule.conditions):
            found.append(rule.id)
            able.add(rule.topic)
            able.update(topic.name for topic in words.topics.values() if topic.inherits == rule.topic)
    return found


def possible(pattern: Pattern, able: set[str], words: Vocabulary, present: Present) -> bool:
    if pattern.absent:
        return True
    if pattern.type in words.topics:
        return pattern.type in able
    return any(fits(pattern, fixed) for fixed in present.get(pattern.type, ()))


def fits(pattern: Pattern, fixed: Mapping[str, Any]) -> bool:
    for slot in pattern.slots:
        value = fixed.get(slot.name)
        if value is not None and slot.kind in ("is", "not") and (value in slot.values) != (slot.kind == "is"):
            return False
    return True


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_the_rules_that_a_story_can_touch(name: str, path: Path) -> None:
    book, words = load(name)
    usual = book.readings()
    other = {clause: list(book.clauses[clause].readings.options)[-1] for clause in usual}  # type: ignore[union-attr]
    for readings in (usual, other):
        work = Workspace(load_incident(path), book, words, readings, {}, None)  # type: ignore[arg-type]
        considered = relevant_rules(book, words, work.present, readings)
        assert [rule.id for rule in considered.rules] == said(book, words, work.present, readings)
        assert considered is work.considered, "asked again it is the same"
        assert considered.phases == {words.stages[rule.stage].phase for rule in considered.rules}


def test_several_facts_of_a_type_are_looked_at_one_by_one() -> None:
    book, words = load("bfsp")
    readings = book.readings()
    acts = [{"declared": "raise", "motions": 0}, {"declared": "nothing", "motions": 2}]
    for facts in (acts, acts[:1], acts[1:], [*acts, {}], []):
        present: Present = {"table": [{"structure": "no-limit"}], "seat": [{}], "act": facts}
        found = [rule.id for rule in relevant_rules(book, words, present, readings).rules]
        assert found == said(book, words, present, readings)


class Hesitant(dict[Any, int]):
    """Lets other threads go first between the count of its keys and the next step."""

    def __len__(self) -> int:
        count = super().__len__()
        sleep(0)
        return count


def test_threads_that_share_an_index_give_out_each_bit_once() -> None:
    book, vocabulary = load("tda")
    kinds = sorted({pattern.type for rule in book.rules for way in rule.conditions for pattern in way.patterns})
    readings = book.readings()
    index = relevance._Index(book, vocabulary)
    index._bits = Hesitant(index._bits)
    start = Barrier(6)

    def look(shift: int) -> None:
        start.wait()
        for kind in kinds[shift:] + kinds[:shift]:
            index.considered({kind: [{}]}, readings)

    threads = [Thread(target=look, args=(n * len(kinds) // 6,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(index._bits.values())) == len(index._bits)
