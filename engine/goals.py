"""An outcome as a person types it: ``call``, ``A may-raise``, ``settles=call``, ``B returned=300``.

    outcome := [who] what
    who     := a seat | act N | event N
    what    := topic | topic=value | topic.slot=value | value | returned | returned=amount

A value alone is a word that a finding can hold; of an act it is what the act counts as. A topic alone is settled, and
of a choice (``may-raise``) it is open to the player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.arbitration import NONE, SETTLED, Verdict
from engine.trace import Trace
from facts.amounts import NotUnderstood, parse_amount
from facts.incident import Act, Event, Incident
from facts.lexicon import SlotSpec, Vocabulary
from facts.patterns import Late
from facts.records import NamedTuple
from facts.yamlnodes import FLAGS, closest, short

RETURNED = "returned"
_FIRST = ("settles", "hand", "deal", "sanction", "answer", "binding")
_NUMBERED = Late(r"(act|event) ?([0-9]{1,4})(?: (.+))?")


class Wanted(NamedTuple):
    """One way in which an outcome can come about: a value in a slot of a topic; None: settled, whatever it says."""

    topic: str
    slot: str | None
    value: Any


class Goal(NamedTuple):
    """An outcome. ``who``: a seat, ``act N``, ``event N`` or nothing: whoever. ``ways``: any of them will do."""

    text: str
    who: str
    ways: tuple[Wanted, ...]

    def reached(self, trace: Trace, incident: Incident) -> bool:
        """Whether a ruling comes to it."""
        return any(True for _ in self.carried(trace, incident)) or self._paid(trace)

    def carried(self, trace: Trace, incident: Incident) -> Iterator[Verdict]:
        """The findings that come to it."""
        if self._paid(trace):
            yield from self._payers(trace)
        for verdict in trace.verdicts:
            settled = verdict.status == SETTLED and self._concerns(verdict, incident)
            if settled and any(_is(verdict, wanted) for wanted in self.ways):
                yield verdict

    def _payers(self, trace: Trace) -> Iterator[Verdict]:
        """The findings by which chips come back."""
        for step in trace.steps:
            if step.returned and self.who in ("", step.act.seat):
                yield from (v for v in step.verdicts if v.topic == "settles" and v.status == SETTLED)
        yield from (back.verdict for back in trace.returned if back.chips and self.who in ("", back.seat))

    def instead(self, trace: Trace, incident: Incident) -> Iterator[Verdict]:
        """The findings on the same topics that come to something else, or are not settled."""
        topics = {wanted.topic for wanted in self.ways}
        for verdict in trace.verdicts:
            if verdict.topic not in topics or verdict.status == NONE or not self._concerns(verdict, incident):
                continue
            if verdict.status != SETTLED or not any(_is(verdict, wanted) for wanted in self.ways):
                yield verdict

    def _concerns(self, verdict: Verdict, incident: Incident) -> bool:
        return self.who in ("", verdict.subject, seat_of(verdict.subject, incident))

    def _paid(self, trace: Trace) -> bool:
        for wanted in self.ways:
            if wanted.topic == RETURNED:
                paid = trace.given_back()
                amounts = [chips for seat, chips in paid.items() if self.who in ("", seat)]
                if any(chips == wanted.value or wanted.value is None for chips in amounts):
                    return True
        return False

    def amounts(self) -> tuple[int, ...]:
        """The totals that it names."""
        return tuple(w.value for w in self.ways if w.slot == "to" and isinstance(w.value, int))

    def aims(self, vocabulary: Vocabulary) -> dict[str, Mapping[str, tuple[Any, ...]]]:
        """By topic the values that a rule would have to propose; of a topic that inherits also the one before it."""
        found: dict[str, dict[str, tuple[Any, ...]]] = {}
        for wanted in self.ways:
            names = [wanted.topic] if wanted.topic in vocabulary.topics else []
            names += [vocabulary.topics[name].inherits for name in names if vocabulary.topics[name].inherits]
            for name in names:
                slots = found.setdefault(name, {})
                if wanted.slot is not None and wanted.slot in vocabulary.topics[name].slots:
                    slots[wanted.slot] = (*slots.get(wanted.slot, ()), wanted.value)
        return dict(found)


def seat_of(subject: str, incident: Incident) -> str:
    """The seat that a subject is about; empty for the table, a pot."""
    if subject in incident.seats:
        return subject
    kind, _, number = subject.partition(" ")
    if not number.isdigit():
        return ""
    if kind == "act":
        acts = [entry for entry in incident.timeline if isinstance(entry, Act)]
        return acts[int(number) - 1].seat if 0 < int(number) <= len(acts) else ""
    events = [entry for entry in incident.timeline if isinstance(entry, Event)]
    return str(events[int(number) - 1].slots.get("seat") or "") if 0 < int(number) <= len(events) else ""


def _is(verdict: Verdict, wanted: Wanted) -> bool:
    if verdict.topic != wanted.topic:
        return False
    if wanted.slot is None:
        return verdict.values.get("allowed") is not False
    value = verdict.values.get(wanted.slot)
    return bool(value == wanted.value) or (isinstance(value, tuple) and wanted.value in _bare(value))


def _bare(items: tuple[Any, ...]) -> list[str]:
    """The items of a list; of steps without the clause that orders them."""
    return [str(item).partition("@")[0] for item in items]


def parse_goal(text: str, incident: Incident, vocabulary: Vocabulary) -> Goal:
    """The outcome that ``text`` names. Raises NotUnderstood with the nearest name for what names none."""
    bare = " ".join(text.split())
    first, dotted, rest = bare.partition(".")
    who, what = _who(f"{first} {rest}" if dotted and first in incident.seats else bare, incident)
    if not what and who:
        return Goal(bare, who, tuple(Wanted(name, None, None) for name in vocabulary.topics))
    name, equals, value = (part.strip() for part in what.partition("="))
    if name == RETURNED:
        return Goal(bare, who, (Wanted(RETURNED, None, _amount(value, RETURNED) if equals else None),))
    topic, dot, slot = name.partition(".")
    topic = topic if topic in vocabulary.topics else topic.replace(" ", "-")  # "may raise", as one says it
    if topic in vocabulary.topics:
        return Goal(bare, who, (_of_topic(topic, slot if dot else "", value if equals else None, vocabulary),))
    if not equals and not dot and (ways := _by_word(what, vocabulary)):
        return Goal(bare, who, ways)
    raise NotUnderstood(f"'{short(what)}' is no outcome", closest(topic if equals or dot else what, names(vocabulary)))


def names(vocabulary: Vocabulary) -> list[str]:
    """Everything that can be named as an outcome alone: topics, words, ``returned``."""
    words = (word for topic in vocabulary.topics.values() for s in topic.slots.values() for word in s.domain)
    return list(dict.fromkeys((*vocabulary.topics, RETURNED, *words)))


def _who(text: str, incident: Incident) -> tuple[str, str]:
    if match := _NUMBERED.fullmatch(text):
        return f"{match.group(1)} {int(match.group(2))}", match.group(3) or ""
    seat = max((s for s in incident.seats if text == s or text.startswith(s + " ")), key=len, default="")
    return seat, text[len(seat) :].strip() if seat else text


def _amount(text: str, name: str) -> int:
    try:
        return parse_amount(text)
    except NotUnderstood as error:
        raise NotUnderstood(f"{name}: {error.message}", error.hint) from None


def _of_topic(topic: str, slot: str, value: str | None, vocabulary: Vocabulary) -> Wanted:
    slots = vocabulary.topics[topic].slots
    if slot and slot not in slots:
        raise NotUnderstood(f"{topic} has no '{short(slot)}'", closest(slot, slots))
    if value is None:
        if slot:
            raise NotUnderstood(f"{topic}.{slot}: the value is missing", _values(slots[slot]))
        return Wanted(topic, "allowed", True) if "allowed" in slots else Wanted(topic, None, None)
    if slot:
        return Wanted(topic, slot, _value(f"{topic}.{slot}", slots[slot], value))
    fits = [name for name, spec in slots.items() if _fits(spec, value)]
    if len(fits) == 1 or (fits and vocabulary.topics[topic].slots[fits[0]].domain):
        return Wanted(topic, fits[0], _value(topic, slots[fits[0]], value))
    if fits:
        raise NotUnderstood(
            f"{topic}={value} could be several", " or ".join(f"{topic}.{name}={value}" for name in fits)
        )
    words = [word for spec in slots.values() for word in spec.domain]
    raise NotUnderstood(f"{topic}: '{short(value)}' is not known", closest(value, words or slots))


def _fits(spec: SlotSpec, value: str) -> bool:
    try:
        _value("", spec, value)
    except NotUnderstood:
        return False
    return True


def _value(name: str, spec: SlotSpec, value: str) -> Any:
    """A typed value of a slot."""
    if spec.type == "flag":
        if value.lower() not in FLAGS:
            raise NotUnderstood(f"{name}: '{short(value)}' is neither yes nor no")
        return FLAGS[value.lower()]
    if spec.type in ("chips", "count"):
        return _amount(value, name)
    if spec.domain and value not in spec.domain:
        raise NotUnderstood(f"{name}: '{short(value)}' is not known", closest(value, spec.domain))
    return value


def _values(spec: SlotSpec) -> str:
    known = ("yes", "no") if spec.type == "flag" else spec.domain
    return "one of " + ", ".join(known) if known else ""


def _by_word(word: str, vocabulary: Vocabulary) -> tuple[Wanted, ...]:
    """The findings that can hold a word; where acts, hands and deals can, those only."""
    order = (*_FIRST, *vocabulary.topics)
    ways = [
        Wanted(name, slot.name, word)
        for name in dict.fromkeys(order)
        if name in vocabulary.topics
        for slot in vocabulary.topics[name].slots.values()
        if word in slot.domain
    ]
    main = [wanted for wanted in ways if wanted.topic in _FIRST and wanted.slot in ("as", "status", "type", "how")]
    return tuple(main[:1] or ways)


__all__ = ["RETURNED", "Goal", "Wanted", "names", "parse_goal", "seat_of"]
