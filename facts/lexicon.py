"""The vocabulary as values: what can be said, in which words it is asked, and which topics are settled in which stage.

The data lies in ``facts/vocabulary/*.yaml``. It is small and fixed for a release, so it is read once and then kept in
the compiled file that the knowledge room writes; ``as_data`` and ``from_data`` bring it there and back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from os import listdir
from os.path import dirname, join
from typing import Any, NamedTuple

# Paths on the way of a ruling are plain texts: importing pathlib would cost every start five milliseconds.
FOLDER = join(dirname(__file__), "vocabulary")
# The kinds of vocabulary files. Each kind may be spread over several files: events.yaml, events-dealing.yaml ...
KINDS = ("facts", "topics", "events", "derivations", "steps")


def files() -> tuple[str, ...]:
    """Names of the vocabulary files, sorted; ``hands.yaml`` belongs to the hand reader and is none of them."""
    names = sorted(name for name in listdir(FOLDER) if name.endswith(".yaml"))
    return tuple(name for name in names if _kind(name) in KINDS)


def _kind(name: str) -> str:
    return name.removesuffix(".yaml").partition("-")[0]


Text = Mapping[str, str]


class SlotSpec(NamedTuple):
    """One slot. ``type``: seat, act, chips, count, flag, word, seats, cards, steps. ``default`` is None where none is
    allowed.

    ``replayed``: the table replay itself goes by it. ``derive``: what follows from the acts told before an event, where
    nobody told it (``moment``: before, during or after the first round; ``acted``: whether the seat had acted).
    ``statement``, ``negation`` and ``question`` are templates by language. ``confirm``: who would know (dealer,
    player, judge, record).
    """

    name: str
    type: str
    domain: tuple[str, ...]
    required: bool
    derived: bool
    replayed: bool
    derive: str
    default: Any
    confirm: str
    statement: Text
    negation: Text
    question: Text

    @property
    def kind(self) -> str:
        """Type of its values in expressions: number, flag or word."""
        return {"chips": "number", "count": "number", "flag": "flag"}.get(self.type, "word")


class FactType(NamedTuple):
    """One type of fact; ``key`` is the slot that identifies a fact. An event type is a fact type told in the story.

    ``derives``: the module of facts/ that tells what follows from the story about such an event. ``replayed``: an event
    that moves the table and is no fact of its own. ``known_to_acts``: its fact is there for the acts ruled after it.
    """

    name: str
    title: Text
    key: str
    event: bool
    derives: str
    replayed: bool
    known_to_acts: bool
    slots: Mapping[str, SlotSpec]


class FactTypes(Mapping[str, FactType]):
    """Fact types by name, each made from its plain content when it is first asked for.

    A story speaks of a few of the hundreds of events that all rulebooks together know. So the others cost it nothing,
    and yet it may name any of them, whether the rulebook that it is ruled by has a rule about it or not.
    """

    def __init__(self, facts: Mapping[str, Any], events: Mapping[str, Any]) -> None:
        self._facts, self._events = facts, events
        self._made: dict[str, FactType] = {}

    def __getitem__(self, name: str) -> FactType:
        made = self._made.get(name)
        if made is None:
            raw, event = (self._facts[name], False) if name in self._facts else (self._events[name], True)
            made = self._made[name] = _event_type(raw, name) if event else _fact_type(raw, name, raw["key"])
        return made

    def __contains__(self, name: object) -> bool:
        return name in self._facts or name in self._events

    def __iter__(self) -> Iterator[str]:
        yield from self._facts
        yield from self._events

    def __len__(self) -> int:
        return len(self._facts) + len(self._events)

    def events(self) -> FactTypes:
        """The types of events alone."""
        return FactTypes({}, self._events)


class Topic(NamedTuple):
    """One question that rules answer. ``stage`` counts from 0. ``act``: the act that a ``may-`` topic is about.

    ``told``: the topic in whose section its finding is read out, where that is not its own. ``ends``: the values by
    slot that end the hand, for the seat where the subject is one, else for everybody. ``routine``: it tells where the
    play stands, not what was decided about the incident.
    """

    name: str
    stage: int
    subject: str
    inherits: str
    act: str
    told: str
    ends: Mapping[str, tuple[str, ...]]
    routine: bool
    title: Text
    slots: Mapping[str, SlotSpec]


class Stage(NamedTuple):
    """One stage. ``phase``: act (once for each act), hands (once, before anybody is told what he may do) or end (once).
    ``apart``: it does not bear on the status of the play.
    """

    name: str
    phase: str
    apart: bool
    title: Text


class Vocabulary(NamedTuple):
    """Everything that can be said. ``derivations``: the wording of what the replay derives, by code;
    ``quiet``: the codes that stand behind a number without being read out. ``inheriting``: by stage the topics whose
    findings carry over from an earlier one. ``steps``: the wording of what a dealer or
    judge does in a procedure, by word.
    """

    facts: Mapping[str, FactType]
    topics: Mapping[str, Topic]
    stages: tuple[Stage, ...]
    derivations: Mapping[str, Text]
    quiet: frozenset[str]
    steps: Mapping[str, Text]
    inheriting: tuple[tuple[str, ...], ...]

    @property
    def events(self) -> Mapping[str, FactType]:
        """The event types of an incident file."""
        if isinstance(self.facts, FactTypes):
            return self.facts.events()
        return {name: fact for name, fact in self.facts.items() if fact.event}

    def types(self) -> tuple[str, ...]:
        """Names that a rule may match: facts, events and topics."""
        return (*self.facts, *self.topics)

    def slots_of(self, name: str) -> Mapping[str, SlotSpec]:
        """Slots of a fact type or of a topic's finding (which has ``of`` besides its own)."""
        if name in self.facts:
            return self.facts[name].slots
        topic = self.topics[name]
        return {"of": _slot("of", {"type": topic.subject}), **topic.slots}


def _slot(name: str, raw: Mapping[str, Any]) -> SlotSpec:
    default = raw.get("default")
    if raw.get("type") == "flag" and isinstance(default, str):
        default = default == "true"
    return SlotSpec(
        name,
        str(raw["type"]),
        tuple(str(word) for word in raw.get("domain", ())),
        bool(raw.get("required", False)),
        bool(raw.get("derived", False)),
        bool(raw.get("replayed", False)),
        str(raw.get("derive", "")),
        default,
        str(raw.get("confirm", "")),
        dict(raw.get("statement", {})),
        dict(raw.get("negation", {})),
        dict(raw.get("question", {})),
    )


def as_data(found: Mapping[str, Any]) -> dict[str, Any]:
    """The plain content of the vocabulary files by kind, as kept in a compiled rulebook."""
    data: dict[str, Any] = {kind: [] for kind in KINDS}
    data["stages"] = []
    for name in sorted(found):
        content = found[name]
        if _kind(name) == "topics" and isinstance(content, Mapping):
            data["stages"].extend(content.get("stages") or ())
            content = content["topics"]
        data[_kind(name)].extend(content or ())
    return data


def from_data(data: Mapping[str, Any]) -> Vocabulary:
    """The vocabulary from the plain content of its files."""
    facts = FactTypes({raw["fact"]: raw for raw in data["facts"]}, {raw["event"]: raw for raw in data["events"]})
    stages = tuple(
        Stage(raw["stage"], raw["phase"], bool(raw.get("apart", False)), raw["title"]) for raw in data["stages"]
    )
    number = {stage.name: i for i, stage in enumerate(stages)}
    topics = {
        raw["topic"]: Topic(
            raw["topic"],
            number[raw["stage"]],
            raw["subject"],
            raw.get("inherits", ""),
            raw.get("act", ""),
            raw.get("told", ""),
            {slot: tuple(values) for slot, values in raw.get("ends", {}).items()},
            "act" in raw or bool(raw.get("routine", False)),
            raw["title"],
            {name: _slot(name, slot) for name, slot in raw["slots"].items()},
        )
        for raw in data["topics"]
    }
    derivations = data["derivations"]
    quiet = frozenset(raw["code"] for raw in derivations if raw.get("quiet"))
    steps = {raw["step"]: raw["says"] for raw in data["steps"]}
    worded = {raw["code"]: raw["says"] for raw in derivations}
    inheriting = tuple(
        tuple(topic.name for topic in topics.values() if topic.stage == i and topic.inherits)
        for i in range(len(stages))
    )
    return Vocabulary(facts, topics, stages, worded, quiet, steps, inheriting)


def _event_type(raw: Mapping[str, Any], name: str) -> FactType:
    slots = {"id": {"type": "event", "derived": True}, **raw["slots"]}
    return _fact_type({**raw, "slots": slots}, name, "id", event=True)


def _fact_type(raw: Mapping[str, Any], name: str, key: str, event: bool = False) -> FactType:
    slots = {slot: _slot(slot, spec) for slot, spec in raw["slots"].items()}
    replayed, known = (bool(raw.get(flag, False)) for flag in ("replayed", "known_to_acts"))
    return FactType(name, raw["title"], key, event, raw.get("derives", ""), replayed, known, slots)


def read_files() -> dict[str, Any]:
    """Content of the vocabulary files from disk. Raises Faults when one is broken."""
    from facts.yamlnodes import (
        Collector,
        compose,
        plain,
        read_text,
    )  # late: a compiled rulebook brings the vocabulary along

    found: dict[str, Any] = {}
    for name in files():
        collector = Collector(join(FOLDER, name))
        text = read_text(join(FOLDER, name), collector)
        node = None if text is None else compose(text, collector)
        collector.raise_if_any()
        found[name] = None if node is None else plain(node)
    return found


@cache
def vocabulary() -> Vocabulary:
    """The vocabulary of this release, read from its files."""
    return from_data(as_data(read_files()))
