"""The vocabulary as values: every type can be made, and is made when it is asked for."""

from __future__ import annotations

import pytest

from facts.lexicon import FactTypes, as_data, from_data, read_files, vocabulary

TOLD = {
    "seat-taken": {"event": "seat-taken", "title": {"en": "x"}, "slots": {"seat": {"type": "seat", "required": True}}}
}
FACTS = {"table": {"fact": "table", "title": {"en": "x"}, "key": "id", "slots": {"id": {"type": "word"}}}}


def test_every_type_of_the_release_can_be_made() -> None:
    made = from_data(as_data(read_files()))
    assert len(list(made.facts.values())) == len(made.facts) > 100
    assert all(fact.name == name and fact.key in fact.slots for name, fact in made.facts.items())


def test_facts_come_first_and_events_are_those_that_a_story_tells() -> None:
    found = vocabulary()
    kinds = [fact.event for fact in found.facts.values()]
    assert kinds == sorted(kinds)
    assert list(found.events) == [name for name, fact in found.facts.items() if fact.event]
    assert "table" not in found.events
    assert len(found.events) == kinds.count(True)


def test_a_type_is_made_once_and_only_when_asked_for() -> None:
    types = FactTypes(FACTS, {**TOLD, "broken": {}})  # nobody asks for the broken one
    assert types["seat-taken"] is types["seat-taken"]
    assert types["seat-taken"].slots["seat"].required
    assert types["seat-taken"].slots["id"].derived
    assert (types["table"].event, types["seat-taken"].event) == (False, True)
    assert "broken" in types
    assert types.get("unknown") is None
    assert list(types) == ["table", "seat-taken", "broken"]
    with pytest.raises(KeyError):
        types["unknown"]


def test_two_vocabularies_of_one_content_are_equal() -> None:
    data = as_data(read_files())
    assert from_data(data) == from_data(data)
