"""The vocabulary as values: what can be said, in which words it is asked, and which topics are settled in which stage.

The data lies in ``facts/vocabulary/*.yaml``. It is small and fixed for a release, so it is read once and then kept in
the compiled file that the knowledge room writes; ``as_data`` and ``from_data`` bring it there and back.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from os import listdir
from os.path import dirname, join
from types import MappingProxyType
from typing import Any

from facts.lazily import Chosen
from facts.memo import ByIdentity
from facts.records import NamedTuple

# Paths on the way of a ruling are plain texts: importing pathlib would cost every start five milliseconds.
FOLDER = join(dirname(__file__), "vocabulary")
# The kinds of vocabulary files. Each kind may be spread over several files: events.yaml, events-dealing.yaml ...
KINDS = ("facts", "topics", "events", "derivations", "steps", "customs")


def files() -> tuple[str, ...]:
    """Names of the vocabulary files, sorted; ``hands.yaml`` belongs to the hand reader and is none of them."""
    names = sorted(name for name in listdir(FOLDER) if name.endswith(".yaml"))
    return tuple(name for name in names if _kind(name) in KINDS)


def _kind(name: str) -> str:
    return name.removesuffix(".yaml").partition("-")[0]


Text = Mapping[str, str]
_NOTHING: Text = MappingProxyType({})


class SlotSpec(NamedTuple):
    """One slot. ``type``: seat, act, chips, count, flag, word, seats, cards, steps. ``default`` is None where none is
    allowed.

    ``replayed``: the table replay itself goes by it. ``derive``: what follows from the story before an event, where
    nobody told it (``moment``: before, during or after the first round; ``acted``: whether the seat had acted; all of
    them in ``engine.noticed``).
    ``statement``, ``negation`` and ``question`` are templates by language. ``confirm``: who would know (dealer,
    player, judge, record). ``recorded``: what the journal of an event counts for it (occasion, last-penalty,
    last-rounds, hands-left), empty where it counts nothing; ``recorded_as``: by what the journal found, the word of the
    domain, where they differ.
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
    recorded: str = ""
    recorded_as: Mapping[str, str] = _NOTHING

    @property
    def kind(self) -> str:
        """Type of its values in expressions: number, flag or word."""
        return {"chips": "number", "count": "number", "flag": "flag"}.get(self.type, "word")


class FactType(NamedTuple):
    """One type of fact; ``key`` is the slot that identifies a fact. An event type is a fact type told in the story.

    ``derives``: the module of facts/ that tells what follows from the story about such an event. ``replayed``: an event
    that moves the table and is no fact of its own. ``known_to_acts``: its fact is there for the acts ruled after it.
    ``circumstance``: it is told for what else was asked, so that nobody expects an answer to it.
    """

    name: str
    title: Text
    key: str
    event: bool
    derives: str
    replayed: bool
    known_to_acts: bool
    circumstance: bool
    slots: Mapping[str, SlotSpec]


class Topic(NamedTuple):
    """One question that rules answer. ``stage`` counts from 0. ``act``: the act that a ``may-`` topic is about.

    ``told``: the topic in whose section its finding is read out, where that is not its own. ``ends``: the values by
    slot that end the hand, for the seat where the subject is one, else for everybody. ``routine``: it tells where the
    play stands, not what was decided about the incident. ``amount_aside``: its finding is of use also without its
    amount, so that one which nobody told is left open.
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
    amount_aside: bool


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
    judge does in a procedure, by word. ``happenings``: the names of the event types. ``customs``: by parameter what
    the replay goes by where a rulebook sets none, a whole number, a word or a pair.
    """

    facts: Mapping[str, FactType]
    topics: Mapping[str, Topic]
    stages: tuple[Stage, ...]
    derivations: Mapping[str, Text]
    quiet: frozenset[str]
    steps: Mapping[str, Text]
    inheriting: tuple[tuple[str, ...], ...]
    happenings: frozenset[str]
    customs: Mapping[str, Any]

    @property
    def events(self) -> Mapping[str, FactType]:
        """The event types of an incident file."""
        return Chosen(self.facts, self.happenings)

    def types(self) -> tuple[str, ...]:
        """Names that a rule may match: facts, events and topics."""
        return (*self.facts, *self.topics)

    def slots_of(self, name: str) -> Mapping[str, SlotSpec]:
        """Slots of a fact type or of a topic's finding (which has ``of`` besides its own)."""
        if name in self.facts:
            return self.facts[name].slots
        return _slots_of_finding(self.topics[name])


_slots_of_finding: ByIdentity[Topic, Mapping[str, SlotSpec]] = ByIdentity(
    lambda topic: {"of": _slot("of", {"type": topic.subject}), **topic.slots}
)


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
        str(raw.get("recorded", "")),
        dict(raw.get("recorded_as", {})),
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
    facts: dict[str, FactType] = {}
    for raw in data["facts"]:
        facts[raw["fact"]] = _fact_type(raw, raw["fact"], raw["key"], event=False)
    for raw in data["events"]:
        slots = {"id": {"type": "event", "derived": True}, **raw["slots"]}
        facts[raw["event"]] = _fact_type({**raw, "slots": slots}, raw["event"], "id", event=True)
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
            "act" in raw or bool(raw.get("amount_aside", False)),
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
    happenings = frozenset(name for name, fact in facts.items() if fact.event)
    customs = {raw["custom"]: _custom(raw["value"]) for raw in data["customs"]}
    return Vocabulary(facts, topics, stages, worded, quiet, steps, inheriting, happenings, customs)


def _custom(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _fact_type(raw: Mapping[str, Any], name: str, key: str, event: bool) -> FactType:
    slots = {slot: _slot(slot, spec) for slot, spec in raw["slots"].items()}
    replayed, known, beside = (bool(raw.get(flag, False)) for flag in ("replayed", "known_to_acts", "circumstance"))
    return FactType(name, raw["title"], key, event, raw.get("derives", ""), replayed, known, beside, slots)


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
