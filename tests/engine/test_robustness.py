"""What must hold for every incident: order of facts, dropped facts, renamed and rotated seats, scaled chips."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import floorcall
from engine.experta_adapter import ExpertaEngine
from engine.facts import Fact
from engine.pool import Pool
from engine.ruling import DETERMINED, Ruling, decide, outcome
from facts.incident import Act, Event, Incident, Words
from facts.lexicon import Vocabulary, vocabulary
from knowledge.casefiles import read_cases
from knowledge.loading import load
from knowledge.model import Rule, Rulebook

ROOT = Path(__file__).parents[2]
BOOKS = ("bfsp", "bpt")


class Story(NamedTuple):
    """An incident and the rulebook that it is ruled under. ``name``: both, for messages."""

    book: str
    name: str
    incident: Incident


@cache
def book(name: str) -> tuple[Rulebook, Vocabulary]:
    return load(name)


@cache
def stories() -> tuple[Story, ...]:
    """The examples, and the incidents of the cases that a book tells itself: in each edition what is special to it."""
    told = [(path.stem, floorcall.load_incident(path)) for path in sorted((ROOT / "examples").glob("*.yaml"))]
    examples = [
        Story(name, f"{name} {stem}", incident)
        for name in BOOKS
        for stem, incident in told
        if incident.rulebook in (None, name)  # others are of another book
    ]
    cases = [
        Story(name, f"{name} {case.id}", case.incident)
        for name in BOOKS
        for case in read_cases(Path(book(name)[0].folder) / "cases", book(name)[1])
    ]
    return (*examples, *cases)


def ruled(story: Story, incident: Incident | None = None) -> Ruling:
    """The ruling on a story, or on another incident under its book."""
    return floorcall.rule(incident or story.incident, story.book)


@cache
def plain(name: str) -> Ruling:
    """The ruling on a story as it is told."""
    return ruled(next(story for story in stories() if story.name == name))


def some(count: int, seed: int) -> list[Story]:
    """So many of the stories of both books, always the same ones: each property looks at others."""
    return random.Random(seed).sample(stories(), count)


def found_by(ruling: Ruling) -> dict[Any, Any]:
    """What a ruling says about the play, and apart from it about conduct and rights."""
    return {**_said(ruling, apart=False), **_said(ruling, apart=True)}


def _said(ruling: Ruling, apart: bool) -> dict[Any, Any]:
    return outcome(ruling.trace, ruling.vocabulary, apart=apart)


def said(ruling: Ruling) -> Any:
    """Everything a ruling says that is no wording."""
    return (
        ruling.status,
        found_by(ruling),
        [(q.type, q.key, q.slot, q.matters, [a.values for a in q.answers]) for q in ruling.questions],
        [(a.clause, a.other) for a in ruling.alternatives],
        ruling.assumptions,
    )


class Shuffling(ExpertaEngine):
    """An engine that sees its facts in another order."""

    def __init__(self, rules: Sequence[Rule], stages: Sequence[str], parameters: Mapping[str, Any]) -> None:
        shuffled = list(rules)
        self._random = random.Random(len(shuffled))
        self._random.shuffle(shuffled)
        self._waiting: list[Fact] = []
        super().__init__(shuffled, stages, parameters)

    def clear(self) -> None:
        self._waiting.clear()
        super().clear()

    def add(self, fact: Fact) -> None:
        self._waiting.append(fact)

    def remove(self, fact: Fact) -> None:
        self._put()
        super().remove(fact)

    def run(self, phase: str, settle: Any) -> None:
        def shuffled(stage: int) -> list[Fact]:
            found = list(settle(stage))
            self._put()  # what was put in while the stage was settled
            self._random.shuffle(found)
            for fact in found:
                super(Shuffling, self).add(fact)
            return []

        self._put()
        super().run(phase, shuffled)

    def _put(self) -> None:
        self._random.shuffle(self._waiting)
        for fact in self._waiting:
            super().add(fact)
        self._waiting = []


def test_the_order_of_facts_and_rules_never_matters() -> None:
    pools = {name: Pool(Shuffling) for name in BOOKS}
    for story in some(500, seed=1):
        other = decide(story.incident, *book(story.book), pools[story.book])
        assert said(other) == said(plain(story.name)), story.name


def test_the_order_of_keys_in_a_file_never_matters() -> None:
    for story in some(250, seed=2):
        told = story.incident
        turned = told._replace(
            stakes=dict(reversed(told.stakes.items())),
            stacks=dict(reversed(told.stacks.items())),
            cards=dict(reversed(told.cards.items())),
            up_cards=dict(reversed(told.up_cards.items())),
        )
        assert said(ruled(story, turned)) == said(plain(story.name)), story.name


def without(incident: Incident) -> Iterator[tuple[str, Incident]]:
    """The incident with one known fact after the other left out."""
    for name in ("game", "structure", "street", "pot", "button", "began_with", "min_chip"):
        if getattr(incident, name) is not None:
            yield name, incident._replace(**{name: None})
    for stake in incident.stakes:
        yield f"stakes.{stake}", incident._replace(stakes={k: v for k, v in incident.stakes.items() if k != stake})
    for seat in incident.stacks:
        yield f"stacks.{seat}", incident._replace(stacks={k: v for k, v in incident.stacks.items() if k != seat})
    for n, entry in enumerate(incident.timeline):
        for what, changed in _entry_without(entry):
            timeline = (*incident.timeline[:n], changed, *incident.timeline[n + 1 :])
            yield f"{n}.{what}", incident._replace(timeline=timeline)


def _entry_without(entry: Act | Event) -> Iterator[tuple[str, Act | Event]]:
    if isinstance(entry, Event):
        specs = vocabulary().facts[entry.type].slots
        for slot in entry.slots:
            if slot != "seat" and not specs[slot].required:
                yield slot, entry._replace(slots={k: v for k, v in entry.slots.items() if k != slot})
        return
    if entry.words is not None:
        yield "words", entry._replace(words=None)
        if entry.words.means is not None:
            yield "means", entry._replace(words=Words(entry.words.word, entry.words.amount, None, entry.words.when))
    for name in ("prompted", "gesture", "picked_up"):
        if getattr(entry, name) is not None:
            yield name, entry._replace(**{name: None})
    for slot in entry.extra:
        yield slot, entry._replace(extra={k: v for k, v in entry.extra.items() if k != slot})


# A dropped fact may go unmissed only where the ruling itself shows that it was not told (an open maximum), or where
# leaving it out tells another story that is complete in itself: which seat has the button, how many began the round,
# one box of open-face Chinese alone, nobody who has placed cards yet, a pot that whole chips share out evenly.
ANOTHER_STORY = (
    *("button", "began_with", "picked_up", "gesture", "touched", "wants", "other", "min_chip"),
    *("bottom", "middle", "top", "placed"),
)


def _without_limits(ruling: Ruling) -> dict[Any, Any]:
    said = found_by(ruling).items()
    return {key: value for key, value in said if key[0] != "maximum" and (key[0] != "returned" or value)}


def test_a_dropped_fact_is_asked_for_assumed_aloud_or_immaterial() -> None:
    for story in some(250, seed=3):
        name, incident = story.name, story.incident
        full = plain(name)
        for what, less in without(incident) if full.status == DETERMINED else ():
            ruling = ruled(story, less)
            if ruling.status != DETERMINED or _tells_another_story(what, incident) or _assumed(what, ruling):
                continue
            now, before = _without_limits(ruling), _without_limits(full)
            if what.startswith("stacks."):
                # his options then say that only a stack that nobody told limits him
                seat = what.removeprefix("stacks.")
                now = {key: value for key, value in now.items() if key[1] != seat and key[0] != "pots"}
                before = {key: value for key, value in before.items() if key[1] != seat and key[0] != "pots"}
            if what == "pot":  # who takes it is told all the same, how much it is is not
                now, before = _without_shares(now), _without_shares(before)
            asked = {key for key, value in now.items() if value == "open"}  # a question beside the play
            before = {key: value for key, value in before.items() if key in now or not _hangs(key, asked, what)}
            assert {**before, **dict.fromkeys(asked, "open")} == now, f"{name} without {what}"


def _assumed(what: str, ruling: Ruling) -> bool:
    """Whether the ruling says what it takes for granted instead; conduct alone does not change the status."""
    return any(found.kind == "default" and found.subject[2] == what.split(".")[-1] for found in ruling.assumptions)


def _hangs(key: tuple[str, str], asked: set[tuple[str, str]], what: str) -> bool:
    """Whether a finding may go where another is open: who may impose a sanction, that the act calls for one, how many
    hands it is; and side pots where nobody told how much lies in the main pot.
    """
    topic, subject = key
    if what == "pot":
        return topic in ("pots", "award")
    told = vocabulary().topics[topic].told if topic in vocabulary().topics else ""
    return ("sanction", subject) in asked and (told == "sanction" or topic in ("permission", "competence"))


def _without_shares(found: dict[Any, Any]) -> dict[Any, Any]:
    return {k: {"to": v["to"]} if k[0] == "award" and isinstance(v, dict) else v for k, v in found.items()}


def _tells_another_story(what: str, incident: Incident) -> bool:
    """Whether a story without this fact is complete in itself; of events only, nobody need have been betting."""
    only_events = bool(incident.timeline) and all(isinstance(entry, Event) for entry in incident.timeline)
    return what.split(".")[-1] in ANOTHER_STORY or (only_events and what in ("street", "structure"))


def scaled(incident: Incident, by: int) -> Incident:
    """The same story with every chip worth ``by`` times as much."""

    def act(entry: Act | Event) -> Act | Event:
        if isinstance(entry, Event):
            specs = vocabulary().facts[entry.type].slots
            slots = {k: v * by if specs[k].type == "chips" and v is not None else v for k, v in entry.slots.items()}
            return entry._replace(slots=slots)
        words = entry.words and entry.words._replace(
            amount=None if entry.words.amount is None else entry.words.amount * by
        )
        motions = entry.motions and tuple(tuple(chip * by for chip in motion) for motion in entry.motions)
        picked = None if entry.picked_up is None else entry.picked_up * by
        return entry._replace(
            to=None if entry.to is None else entry.to * by, words=words, motions=motions, picked_up=picked
        )

    return incident._replace(
        stakes={k: v * by for k, v in incident.stakes.items()},
        stacks={k: v * by for k, v in incident.stacks.items()},
        pot=None if incident.pot is None else incident.pot * by,
        min_chip=None if incident.min_chip is None else incident.min_chip * by,
        timeline=tuple(act(entry) for entry in incident.timeline),
    )


DIVIDED = ("award", "pot-division")


def _times(key: tuple[str, str], value: Any, by: int) -> Any:
    """What was found, with every amount of chips multiplied."""
    if isinstance(value, dict):
        slots = vocabulary().topics[key[0]].slots
        return {k: v * by if slots[k].type == "chips" and v is not None else v for k, v in value.items()}
    return value * by if isinstance(value, int) and not isinstance(value, bool) else value


@pytest.mark.parametrize("by", [5, 100])
def test_scaling_all_chips_scales_the_ruling(by: int) -> None:
    for story in some(250, seed=by):
        small, large = found_by(plain(story.name)), found_by(ruled(story, scaled(story.incident, by)))
        if story.incident.min_chip is None and any(topic in DIVIDED for topic, _ in small):
            continue  # without a smallest chip a pot is split into whole chips, which does not scale
        if any(topic in ("payment", "quantity") for topic, _ in small):
            continue  # numbers that may be of points, hands or players as well as of chips
        assert large == {k: _times(k, v, by) for k, v in small.items()}, story.name


def test_renaming_seats_renames_the_ruling() -> None:
    for story in some(250, seed=4):
        names = {seat: f"player-{n}" for n, seat in enumerate(story.incident.seats)}
        other, told = found_by(ruled(story, renamed(story.incident, names))), found_by(plain(story.name))
        assert other == {
            (topic, names.get(subject, subject)): _named(value, names) for (topic, subject), value in told.items()
        }, story.name


def _named(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {k: _named(v, names) for k, v in value.items()}
    if isinstance(value, tuple):
        return tuple(names.get(part, part) for part in value)
    return names.get(value, value) if isinstance(value, str) else value


def renamed(incident: Incident, names: Mapping[str, str]) -> Incident:
    """The same story with other names for the players."""

    def entry(one: Act | Event) -> Act | Event:
        if isinstance(one, Act):
            return one._replace(seat=names[one.seat])
        return one._replace(slots={k: _named(v, names) for k, v in one.slots.items()})

    return incident._replace(
        seats=tuple(names[seat] for seat in incident.seats),
        stacks={names[seat]: chips for seat, chips in incident.stacks.items()},
        cards={names[seat]: cards for seat, cards in incident.cards.items()},
        up_cards={names[seat]: cards for seat, cards in incident.up_cards.items()},
        button=None if incident.button is None else names[incident.button],
        begins=None if incident.begins is None else names[incident.begins],
        timeline=tuple(entry(one) for one in incident.timeline),
    )


def test_an_unrelated_fact_adds_its_own_finding_and_changes_nothing() -> None:
    for story in some(250, seed=5):
        if not story.incident.seats or plain(story.name).trace.missing:
            continue  # nothing is ruled before the table itself is known
        seat = story.incident.seats[-1]
        event = Event("time-out", {"seat": seat, "limit_set": False})
        more = story.incident._replace(timeline=(*story.incident.timeline, event))
        told = found_by(plain(story.name))
        if ("hand", seat) in told:
            continue  # then the event is not unrelated
        found = found_by(ruled(story, more))
        assert found.pop(("hand", seat)) == {"status": "live"}, story.name
        assert found == told, story.name
