"""The story of an incident in sentences that a trainee reads, in the language of the texts.

Events are told by the vocabulary: the title of the event with the player's name in it, and its statements. Nothing that
the incident does not tell is added, and nothing that it tells is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from engine.ruling import Ruling
from explain.outlook import meaning
from explain.story import act_told, cards
from explain.view import View
from explain.wording import Wording, capital
from facts.incident import Act, Event, Incident
from training.quotes import nested
from training.texts import Texts, words

# "a player", in Russian in any case; a name that is not declined stands in its place.
_PLAYER = {
    "en": re.compile(r"\b(?:a (?:stud )?player|someone|somebody)\b"),
    "ru": re.compile(r"\b(?:игрок(?:а|у|ом|е)?|кто-то)(?: в стад)?\b", re.IGNORECASE),
}
_ONE = re.compile(r"\b1 (?:card|player|place|seat|year|minute)s\b")


def story(incident: Incident, texts: Texts) -> str:
    """The incident told, head first."""
    teller = _Teller(incident, texts)
    return " ".join(sentence for sentence in (*teller.head(), *teller.happenings()) if sentence)


class _Teller:
    def __init__(self, incident: Incident, texts: Texts) -> None:
        self.incident = incident
        self.texts = texts
        self.wording: Wording = texts.wording
        self.acts = any(isinstance(entry, Act) for entry in incident.timeline)

    # -- the head ---------------------------------------------------------------------------------------------------

    def head(self) -> Iterator[str]:
        """Game, stakes, seats, pot, cards and chips, a sentence each."""
        told, say = self.incident, self.texts.say
        yield self._game()
        yield from self._stakes()
        if told.min_chip is not None:
            yield say("head", "min-chip", min_chip=told.min_chip)
        yield from self._seats()
        if told.pot is not None:
            yield say("head", "pot" if told.pot else "pot-empty", pot=told.pot)
        if told.board:
            yield say("head", "board", board=cards(told.board))
        if told.stacks:
            key = "stacks" if told.street and self.acts else "stacks-no-street"
            stacks = [say("head", "stack", seat=seat, chips=chips) for seat, chips in told.stacks.items()]
            yield capital(say("head", key, stacks=", ".join(stacks)))
        yield from (say("head", "hand", seat=seat, cards=cards(held)) for seat, held in told.cards.items())
        yield from (say("head", "up-cards", seat=seat, cards=cards(shown)) for seat, shown in told.up_cards.items())

    def _game(self) -> str:
        told, say = self.incident, self.texts.say
        name = " ".join(part for part in (told.structure, told.game) if part)
        game = say("games", name) if name else ""
        if told.street:
            game = say("streets", told.street, game=game) if game else say("only-street", told.street)
        return say("head", "game", game=game) if game else ""

    def _stakes(self) -> Iterator[str]:
        left, say = dict(self.incident.stakes), self.texts.say
        if "sb" in left and "bb" in left:
            yield say("head", "blinds", sb=left.pop("sb"), bb=left.pop("bb"))
        if "low" in left and "high" in left:
            yield say("head", "sizes", low=left.pop("low"), high=left.pop("high"))
        names = {"sb": "small-blind", "bb": "big-blind"}
        yield from (say("head", names.get(name, name), **{name: amount}) for name, amount in left.items())

    def _seats(self) -> Iterator[str]:
        told, say = self.incident, self.texts.say
        if len(told.seats) > 1:
            key = "seats-from-button" if told.button is None and told.game != "stud7" else "seats"
            yield say("head", key, seats=", ".join(told.seats))
        if told.button is not None:
            yield say("head", "button", button=told.button)
        if told.players is not None:
            yield say("head", "players", players=told.players)
        if told.began_with is not None:
            yield say("head", "began-with", began_with=told.began_with)
        if told.begins is not None:
            yield say("head", "begins", begins=told.begins)
        if told.dead_small_blind:
            yield say("head", "dead-small-blind")

    # -- what happened ----------------------------------------------------------------------------------------------

    def happenings(self) -> Iterator[str]:
        """The acts and events in their order."""
        for entry in self.incident.timeline:
            told = self._act(entry) if isinstance(entry, Act) else self._event(entry)
            if told:
                yield told

    def _act(self, act: Act) -> str:
        return nested(act_told(act, self.wording), self.wording.language) + "."

    # -- events -----------------------------------------------------------------------------------------------------

    def _event(self, event: Event) -> str:
        type, say = self.wording.vocabulary.facts[event.type], self.texts.say
        title = self._title(event)
        seats = {k: v for k, v in event.slots.items() if v is not None and type.slots[k].type in ("seat", "seats")}
        unsaid = [v for k, v in seats.items() if not self._pattern(event, k)]
        named = [str(name) for v in unsaid for name in (v if isinstance(v, tuple) else (v,))]
        pattern = _PLAYER.get(self.wording.language)
        if not title:
            named = []  # the statements name him
        elif named and named[0] in title:
            named = named[1:]
        elif named and pattern is not None and pattern.search(title):
            title = pattern.sub(lambda _: named[0], title, count=1)
            named = named[1:]
        if named:
            title = say("events", "others", title=title, names=", ".join(named))
        statements = [text for slot in event.slots if (text := self._statement(event, slot))]
        if type.circumstance and not statements:
            return ""  # it is there for what it tells
        if not title and not statements:
            title = self.wording.of(type.title)
        if statements and statements[0].lower().startswith(title.lower()):
            title, statements = statements[0], statements[1:]  # the statement says it all, or there is no title
        found = "; ".join(statements)
        title = title if any(title.startswith(seat) for seat in map(str, seats.values())) else capital(title)
        if found:
            return say("events", "told", title=title.rstrip("?"), statements=found)
        return title if title.endswith("?") else say("events", "bare", title=title)

    def _title(self, event: Event) -> str:
        if self.texts.has("untitled", event.type):
            return ""
        if self.texts.has("titles", event.type):
            return self.texts.say("titles", event.type, seat=event.slots.get("seat"))
        return self.wording.of(self.wording.vocabulary.facts[event.type].title)

    def _statement(self, event: Event, slot: str) -> str:
        value = event.slots[slot]
        spec = self.wording.vocabulary.facts[event.type].slots[slot]
        pattern = self._pattern(event, slot)
        if value is None or not pattern:
            return ""
        shown: Any = cards(tuple(map(str, value))) if spec.type == "cards" and isinstance(value, tuple) else value
        others = {k: v for k, v in event.slots.items() if isinstance(v, str)}
        text = self.wording.fill(pattern, {**others, "value": self.wording.value(spec, shown)})
        return _ONE.sub(lambda many: self.texts.say("singular", many[0]), text) if value == 1 else text

    def _pattern(self, event: Event, slot: str) -> str:
        """How a slot is told: by the vocabulary, else by a text of this room; empty where neither says anything."""
        spec = self.wording.vocabulary.facts[event.type].slots[slot]
        told = self.wording.of(spec.negation if event.slots[slot] is False else spec.statement)
        name = f"{event.type}.{slot}"
        return told or (self.wording.of(words()["slots"][name]) if self.texts.has("slots", name) else "")


def given(view: View, ruling: Ruling, texts: Texts) -> tuple[str, ...] | None:
    """What the ruling takes for granted, told as part of the story, and how the event reads the clauses that it hangs
    on; None where something of it has no wording.
    """
    found: dict[str, None] = {}
    for assumption in ruling.assumptions:
        if assumption.kind == "default":
            type, key, slot = assumption.subject
            fact = view.fact(type, key)
            statement = texts.wording.statement(fact, slot) if fact is not None else ""
            if not statement:
                return None
            found[texts.say("head", "given", statement=statement)] = None
        elif assumption.kind == "taken-from":
            found[texts.say("head", "given-book", book=str(assumption.value).upper())] = None
    for other in ruling.alternatives:
        meant = meaning(view, other.clause, other.chosen)
        found[texts.say("head", "given-reading", clause=view.cite(other.clause), meaning=meant.rstrip("."))] = None
    return tuple(found)


__all__ = ["given", "story"]
