"""What was understood, said back: one line for each part of the story."""

from __future__ import annotations

from collections.abc import Iterator

from facts.records import NamedTuple
from facts.yamlnodes import ListNode, MapNode, Node, ScalarNode
from say.building import Built, Places
from say.drafts import ActDraft, Draft, EventDraft, SeatRef, Span
from say.phrasing import Phrasing

_HEAD = ("stakes", "pot", "button", "stacks", "board", "hands", "up_cards", "began_with", "begins", "min_chip",
         "dead_small_blind", "rulebook", "note")  # fmt: skip
_FLAGS = ("deliberate", "overlooked_raise", "unclear", "gathered")


class Shown(NamedTuple):
    """One thing that was understood: what was typed for it (may be empty) and what it says; line and column from 1."""

    typed: str
    says: str
    line: int
    column: int


def shown_of(draft: Draft, built: Built, text: str, phrasing: Phrasing) -> tuple[Shown, ...]:
    """Everything that was understood, the table first, then act by act."""
    return tuple(_Showing(draft, built, text, phrasing).lines())


class _Showing:
    def __init__(self, draft: Draft, built: Built, text: str, phrasing: Phrasing) -> None:
        self.draft = draft
        self.built = built
        self.text = text
        self.say = phrasing
        self.places = Places(text)

    def lines(self) -> Iterator[Shown]:
        fields = {key.text: value for key, value in self.built.root.pairs if isinstance(key, ScalarNode)}
        game = [self.say.word(key, _text(fields[key])) for key in ("game", "structure") if key in fields]
        if game:
            yield self._head("show.game" if "game" in fields else "show.structure", ", ".join(game))
        if "street" in fields:
            yield self._head("show.street", self.say.word("street", _text(fields["street"])))
        if "seats" in fields:
            key = "show.seats-supposed" if self.built.seating.implied else "show.seats"
            yield self._head(key, ", ".join(self.built.seating.seats))
        for key in _HEAD:
            if key in fields:
                yield self._head(f"show.{key}", self._stakes(fields[key]) if key == "stakes" else _flat(fields[key]))
        actions = fields.get("actions")
        nodes = iter(actions.items if isinstance(actions, ListNode) else [])
        for told in self.draft.timeline:
            if isinstance(told, EventDraft):
                yield self._line(told.span, self._event(told, next(nodes)))
            elif told.happened:
                yield self._line(told.span, self._act(told, next(nodes)))
            else:
                yield self._line(told.span, self.say.text("show.to-act", {"seat": self._name(told.seat)}))

    def _head(self, key: str, told: str) -> Shown:
        return Shown("", self.say.text(key, {"told": told}), 1, 1)

    def _stakes(self, node: Node) -> str:
        assert isinstance(node, MapNode)
        return ", ".join(f"{self.say.said('key.' + _text(key))} {_flat(value)}" for key, value in node.pairs)

    def _line(self, span: Span, says: str) -> Shown:
        typed = " ".join(self.text[span.start : span.end].split())
        return Shown(typed, says, *self.places.of(span.start))

    def _name(self, seat: SeatRef) -> str:
        return self.built.seating.name(seat)

    # -- acts and events ----------------------------------------------------------------------------------------

    def _act(self, act: ActDraft, node: Node) -> str:
        assert isinstance(node, MapNode)
        details = node.pairs[0][1]
        assert isinstance(details, MapNode)
        fields = {_text(key): value for key, value in details.pairs}
        parts: list[str] = []
        if act.does is not None:
            verb, _, total = _text(fields["does"]).partition(" ")
            shown = {"seat": "", "verb": self.say.word("", verb), "total": total}
            parts.append(self.say.text("show.does-to" if total else "show.does", shown).removeprefix(": "))
        if "says" in fields:
            parts.append(self._spoken(_text(fields["says"]), fields))
        for key in ("chips", "motions", "columns", "picked_up", "in_front", "pulled_back"):
            if key in fields:
                told = _flat(fields[key], " | ")
                empty = "show.no-chips" if key == "chips" else f"show.{key}"
                shown = {"chips": told or self.say.text("show.nothing")}
                parts.append(self.say.text(f"show.{key}" if told else empty, shown))
        if "gesture" in fields:
            parts.append(self.say.text("show.gesture", {"told": self.say.word("gesture", _text(fields["gesture"]))}))
        parts += [self.say.text(f"show.{key}.{_text(fields[key])}") for key in (*_FLAGS, "prompted") if key in fields]
        if "offence" in fields:
            parts.append(self.say.text("show.offence", {"told": _text(fields["offence"])}))
        return f"{self._name(act.seat)}: {', '.join(parts)}"

    def _spoken(self, told: str, fields: dict[str, Node]) -> str:
        if told == "nothing":
            return self.say.text("show.silent")
        word, _, rest = told.partition(" ")
        how, _, number = rest.rpartition(" ")
        shown = " ".join(part for part in (self.say.word("", word), how and self.say.word("", how), number) if part)
        shown = number if word == "amount" else shown
        if "said_when" in fields:
            when = self.say.word("", _text(fields["said_when"]))
            return self.say.text("show.says-when", {"words": shown, "when": when})
        return self.say.text("show.says", {"words": shown})

    def _event(self, event: EventDraft, node: Node) -> str:
        """The title of the event and each of its facts in the words of the vocabulary."""
        known = self.say.vocabulary.events[event.type.value]
        assert isinstance(node, MapNode)
        fields = {_text(key): value for key, value in node.pairs[1:]}
        names = {name: _flat(value) for name, value in fields.items()}
        parts: list[str] = []
        for name, told in names.items():
            spec = known.slots.get(name)
            if spec is None:
                continue
            value = self.say.word(name, told) if spec.type == "word" else told
            denied = spec.type == "flag" and told in ("no", "false")
            pattern = self.say.of(spec.negation if denied else spec.statement)
            if pattern:
                parts.append(self.say.fill(pattern, {**names, "value": value}))
            elif spec.type == "seat":
                parts.insert(0, value)
            elif spec.type != "flag":
                parts.append(value)
        title = self.say.of(known.title)
        if parts and parts[0].startswith(title):  # the fact says it all
            return "; ".join(parts)
        return f"{title}: {'; '.join(parts)}" if parts else title


def _text(node: Node) -> str:
    return node.text if isinstance(node, ScalarNode) else ""


def _flat(node: Node, between: str = ", ") -> str:
    """A value on one line."""
    if isinstance(node, ScalarNode):
        return node.text
    if isinstance(node, ListNode):
        return between.join(_flat(item) for item in node.items)
    return between.join(f"{_text(key)} {_flat(value)}" for key, value in node.pairs)
