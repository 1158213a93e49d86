"""The timeline of an incident file: acts as they were seen or agreed on, and events by their vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from facts.amounts import NotUnderstood, parse_act, parse_words
from facts.fronts import Fronts
from facts.incident import Act, Event, Value, Words
from facts.incident_keys import ACT_EXTRA_KEYS, ACT_KEYS, EventSpecs, Key, told_slots
from facts.reader_values import ValueReader, place
from facts.yamlnodes import Field, ListNode, MapNode, Node, ScalarNode, describe, short

_KEYS: Mapping[str, Key] = {key.name: key for key in ACT_KEYS}
_CHIP_KEYS = ("chips", "motions", "columns")
_ACT_FORM = "write `A: bet 20`, `A: {chips: [500]}` or `{event: ..., seat: A}`"
_Told = TypeVar("_Told")


class ActionReader(ValueReader):
    """Reads the items of ``actions`` and ``events``.

    ``vocabulary`` is asked for the event types when the first event comes: most stories have none, and then the file of
    the vocabulary need not be read. ``stack_lines``: the line in which each stack was told.
    """

    def __init__(self, file: str, vocabulary: Callable[[], EventSpecs]) -> None:
        super().__init__(file)
        self.vocabulary = vocabulary
        self.stack_lines: dict[str, int] = {}

    def timeline(self, node: Node, stacks: Mapping[str, int], fronts: Fronts) -> tuple[Act | Event, ...]:
        """Acts and events in their order. Acts that need more chips than the player's stack held are faults."""
        told: list[Act | Event] = []
        for item in self.items(node, "actions"):
            entry = self._entry(item)
            if isinstance(entry, Event):
                fronts.disturb()
            elif entry is not None and entry.seat in self.seats:
                self._check_stack(item, entry, stacks, fronts)
            if entry is not None:
                told.append(entry)
        return tuple(told)

    def events(self, node: Node) -> tuple[Event, ...]:
        """Events only."""
        told: list[Event] = []
        for item in self.items(node, "events"):
            if isinstance(item, MapNode) and not _is_event(item):
                self.fault(item, "events: an event begins with `event: ` and its name", "acts belong to actions")
                continue
            entry = self._entry(item)
            if isinstance(entry, Event):
                told.append(entry)
        return tuple(told)

    def _entry(self, item: Node) -> Act | Event | None:
        if not isinstance(item, MapNode):
            self.fault(item, f"expected an act or an event, this is {describe(item)}", _ACT_FORM)
            return None
        if _is_event(item):
            return self._event(item)
        fields = self.fields(item, "act")
        for name, spare in list(fields.items())[1:]:
            self.fault(spare.key, f"act: a second entry '{short(name)}' in one item", "one act each; details go in {}")
        for name, field in list(fields.items())[:1]:
            seat = self.known_seat(field.key, name.strip(), "actions")
            act = self._act(seat or name, field)
            return act if seat is not None else None
        if not item.pairs:
            self.fault(item, "an empty act", _ACT_FORM)
        return None

    def _act(self, seat: str, field: Field) -> Act:
        where = place(field.key)
        if isinstance(field.value, ScalarNode):
            does, to = self._understood(field.value, seat, parse_act) or (None, None)
            return Act(seat, does, to, place=where)
        told = self.fields(field.value, seat, _KEYS)
        fields = {name: entry for name, entry in told.items() if not _is_null(entry.value)}
        agreed = self._understood(fields["does"].value, f"{seat} does", parse_act) if "does" in fields else None
        does, to = agreed or (None, None)
        motions = self._motions(fields, seat)
        simple = self._simple(fields, seat)
        gesture = simple.get("gesture")
        prompted = simple.get("prompted")
        picked_up = simple.get("picked_up")
        return Act(
            seat,
            does,
            to,
            words=self._words(fields, seat),
            motions=motions,
            handful=bool("columns" in fields and motions),
            picked_up=picked_up if isinstance(picked_up, int) else None,
            gesture=gesture if isinstance(gesture, str) else None,
            prompted=prompted if isinstance(prompted, str) else None,
            extra={key.name: simple[key.name] for key in ACT_EXTRA_KEYS if key.name in simple},
            place=where,
        )

    def _simple(self, fields: Mapping[str, Field], seat: str) -> dict[str, Value]:
        """The keys whose value needs no grammar of its own; what was left empty is left out."""
        found: dict[str, Value] = {}
        for name in ("picked_up", "gesture", "prompted", *(key.name for key in ACT_EXTRA_KEYS)):
            if name in fields:
                key = _KEYS[name]
                value = self.value(fields[name].value, f"{seat} {name}", key.kind, key.domain, key.least)
                if value is not None:
                    found[name] = value
        return found

    def _words(self, fields: Mapping[str, Field], seat: str) -> Words | None:
        """None as long as nobody told whether he spoke."""
        says, silent, when = (fields.get(name) for name in ("says", "silent", "said_when"))
        timing = self.word(when.value, f"{seat} said_when", _KEYS["said_when"].domain) if when else None
        still = self.flag(silent.value, f"{seat} silent") if silent else None
        if says and silent:
            self.fault(silent.key, f"{seat}: says and silent contradict each other", "keep one of them")
        if silent and still and (gesture := fields.get("gesture")) and _text(gesture.value) not in ("none", None):
            self.fault(gesture.key, f"{seat}: silent means no gesture either", "write `says: nothing` beside a gesture")
        if when and not says:
            self.fault(when.key, f"{seat}: said_when without says", "write what was said under says")
        if says:
            return self._understood(says.value, f"{seat} says", lambda text: parse_words(text, timing or "before"))
        return Words("nothing") if still else None

    def _motions(self, fields: Mapping[str, Field], seat: str) -> tuple[tuple[int, ...], ...] | None:
        given = [name for name in _CHIP_KEYS if name in fields]
        for name in given[1:]:
            self.fault(fields[name].key, f"{seat}: {given[0]} and {name} both tell the chips", "keep one of them")
        if not given:
            return None
        name, node = given[0], fields[given[0]].value
        if name == "chips":
            chips = self.chip_list(node, f"{seat} chips")
            return None if chips is None else (chips,) if chips else ()
        items = self.items(node, f"{seat} {name}")
        if name == "columns" and isinstance(node, ListNode) and not items:
            self.fault(node, f"{seat} columns: no column at all", "leave it out")
        motions = [self._motion(item, f"{seat} {name}") for item in items]
        return tuple(motion for motion in motions if motion)

    def _motion(self, item: Node, what: str) -> tuple[int, ...] | None:
        chips = self.chip_list(item, what)
        if chips == () or _is_null(item):
            self.fault(item, f"{what}: no chips in it", "leave it out")
        return chips

    def _event(self, item: MapNode) -> Event | None:
        fields = self.fields(item, "event")
        known = self.vocabulary()
        if _is_null(fields["event"].value):
            self.fault(fields["event"].key, "event: its name is missing", self.near("", known))
            return None
        name = self.word(fields["event"].value, "event", known)
        if name is None:
            return None
        specs = told_slots(known[name])
        slots: dict[str, Value] = {}
        for slot, (key, node) in fields.items():
            if slot == "event":
                continue
            if slot not in specs:
                self.fault(key, f"{name}: unknown key '{short(slot)}'", self.near(slot, specs))
                continue
            value = self.value(node, f"{name} {slot}", specs[slot].type, specs[slot].domain)
            if value is not None:
                slots[slot] = value
        for slot, spec in specs.items():
            if spec.required and (slot not in fields or _is_null(fields[slot].value)):
                self.fault(item, f"{name}: '{slot}' is missing", "this event cannot be told without it")
        return Event(name, slots, place(item))

    def _check_stack(self, item: Node, act: Act, stacks: Mapping[str, int], fronts: Fronts) -> None:
        needed = fronts.needs(act)
        stack = stacks.get(act.seat)
        if stack is not None and needed > stack:
            message = f"{act.seat} put in {needed} on this street, but started it with {stack}"
            hint = f"correct the stack (line {self.stack_lines.get(act.seat, 0)}) or the amount"
            self.fault_at(act.place.line, act.place.column, message, hint)
        if act.handful and act.picked_up is not None and sum(map(sum, act.motions or ())) > act.picked_up:
            self.fault(item, f"{act.seat}: the columns are worth more than the {act.picked_up} picked up")

    def _understood(self, node: Node, what: str, parse: Callable[[str], _Told]) -> _Told | None:
        """What a small grammar makes of a text; None with a fault when it makes nothing of it."""
        text = self.text(node, what)
        if text is None:
            return None
        try:
            return parse(text)
        except NotUnderstood as error:
            self.fault(node, f"{what}: {error.message}", error.hint)
            return None


def _is_event(item: MapNode) -> bool:
    return any(isinstance(key, ScalarNode) and key.text == "event" for key, _ in item.pairs)


def _is_null(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.is_null


def _text(node: Node) -> str | None:
    return node.text.strip().lower() if isinstance(node, ScalarNode) and not node.is_null else None
