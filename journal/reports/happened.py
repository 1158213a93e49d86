"""What happened, told in the language of a report: the table first, then acts and events in their order.

Acts are worded by the explain room, events by the vocabulary. Nothing is added that was not told, and names and notes
are data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from explain.story import act_told, cards
from explain.texts import marked, unmarked
from explain.wording import Wording, capital
from facts.incident import Act, Event, Incident
from facts.lexicon import SlotSpec, Vocabulary
from facts.records import NamedTuple
from journal.reports import blocks
from journal.reports.blocks import Block, own
from journal.reports.plain import line
from journal.reports.tongue import Said, Tongue


class Step(NamedTuple):
    """One act or event in words. ``seats``: whom it names."""

    said: Said
    seats: tuple[str, ...]


class Story:
    """An incident in one language. ``called``: the name of the player in a seat, empty where nobody named him."""

    def __init__(
        self, incident: Incident, vocabulary: Vocabulary, tongue: Tongue, called: Callable[[str], str]
    ) -> None:
        self.incident = incident
        self.tongue = tongue
        self.wording = Wording(tongue.language, vocabulary, grouped=True)
        self.called = called

    # -- the table --------------------------------------------------------------------------------------------------

    def head(self, note: str = "") -> Block:
        """Game, stakes, seats with their players, chips, pot and cards, as far as told. ``note``: of the official."""
        told, say = self.incident, self.tongue
        rows = (
            ("game", self._game()),
            ("stakes", ", ".join(self._stakes())),
            ("seats", "; ".join(self._seated(seat) for seat in told.seats)),
            ("button", self._button()),
            ("stacks", "; ".join(f"{line(seat)} {say.number(chips)}" for seat, chips in told.stacks.items())),
            ("pot", "" if told.pot is None else say.number(told.pot)),
            ("board", cards(told.board)),
            ("cards", self._held(told.cards)),
            ("up_cards", self._held(told.up_cards)),
            ("more", ", ".join(self._more())),
            ("note", line(note or told.note)),
        )
        return blocks.pairs([(say.text(f"tale.{key}"), own(text)) for key, text in rows])

    def _game(self) -> str:
        told = self.incident
        named = (told.game, told.structure, told.street)
        return capital(" · ".join(self.tongue.word(word)["text"] for word in named if word))

    def _stakes(self) -> Iterator[str]:
        left, say = dict(self.incident.stakes), self.tongue
        if "sb" in left and "bb" in left:
            yield say.text("stake.blinds", sb=say.number(left.pop("sb")), bb=say.number(left.pop("bb")))
        yield from (self._stake(name, amount) for name, amount in left.items())

    def _stake(self, name: str, value: object) -> str:
        told = self.tongue.number(value) if isinstance(value, int) else line(value)
        return self.tongue.text(f"stake.{name}", n=told) if self.tongue.knows(f"stake.{name}") else f"{name} {told}"

    def _seated(self, seat: str) -> str:
        player = self.called(seat)
        return f"{line(seat)} = {player}" if player else line(seat)

    def _button(self) -> str:
        """Where nobody says otherwise, the first seat sits left of the button; in stud nobody has one."""
        told = self.incident
        usual = told.seats[-1] if len(told.seats) > 1 and told.game != "stud7" and told.players is None else ""
        return line(told.button or usual)

    def _held(self, told: Mapping[str, Sequence[str]]) -> str:
        return "; ".join(f"{line(seat)} {cards(held)}" for seat, held in told.items())

    def _more(self) -> Iterator[str]:
        told = self.incident
        for name in ("min_chip", "players", "began_with", "begins"):
            value = getattr(told, name)
            if value is not None:
                yield self._stake(name, value)
        if told.dead_small_blind:
            yield self.tongue.text("stake.dead_small_blind")

    # -- acts and events --------------------------------------------------------------------------------------------

    def steps(self) -> list[Step]:
        """The acts and events in their order."""
        return [
            Step(own(self._act(entry)), (entry.seat,)) if isinstance(entry, Act) else self._event(entry)
            for entry in self.incident.timeline
        ]

    def _act(self, act: Act) -> str:
        return line(act_told(act, self.wording, self.tongue.number)) + "."

    def _event(self, event: Event) -> Step:
        """The title of the event, whom it names, and what is known of it."""
        type = self.wording.vocabulary.facts[event.type]
        told, aside, seats = [], [], []
        for name, value in event.slots.items():
            if value is None:
                continue
            spec = type.slots[name]
            if spec.type in ("seat", "seats"):
                seats += [str(seat) for seat in (value if isinstance(value, tuple) else (value,))]
            statement = self._statement(spec, event)
            told += [statement] if statement else []
            aside += [] if statement or isinstance(value, bool) else [self._plain(value)]
        title = self.wording.of(type.title)
        known = " ".join(told)
        aside = [text for text in aside if text not in known]
        if aside and title:
            title = f"{title} ({', '.join(aside)})"
        if told and (not title or unmarked(told[0])[0].lower().startswith(unmarked(title)[0].lower())):
            title, told = told[0], told[1:]  # the statement says it all
        return Step(_in_one(title or line(event.type), told), tuple(seats))

    def _plain(self, value: Any) -> str:
        if isinstance(value, tuple):
            return ", ".join(line(part) for part in value)
        return self.tongue.number(value) if isinstance(value, int) else line(value)

    def _statement(self, spec: SlotSpec, event: Event) -> str:
        value = event.slots[spec.name]
        pattern = self.wording.of(spec.negation if value is False else spec.statement)
        if not pattern:
            return ""
        shown = cards(tuple(map(str, value))) if spec.type == "cards" and isinstance(value, tuple) else value
        others = {name: told for name, told in event.slots.items() if isinstance(told, str)}
        return line(self.wording.fill(pattern, {**others, "value": self.wording.value(spec, shown)}))


def _in_one(title: str, statements: Sequence[str]) -> Said:
    """A title and what is known, as one sentence; in another language as a whole, or with the marks of its parts."""
    parts = [unmarked(part) for part in (title, *statements)]
    languages = {language for _, language in parts}
    one = len(languages) == 1
    texts = [text if one or not language else marked(text, language) for text, language in parts]
    sentence = capital(texts[0].rstrip("?.")) + (": " + "; ".join(texts[1:]) if texts[1:] else "") + "."
    return Said(text=sentence, lang=languages.pop() if one else "")


__all__ = ["Step", "Story"]
