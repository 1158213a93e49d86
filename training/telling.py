"""The story of an incident in sentences that a trainee reads, in the language of the texts.

Events are told by the vocabulary: the title of the event with the player's name in it, and its statements. Nothing that
the incident does not tell is added, and nothing that it tells is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from engine.ruling import Ruling
from explain.acts import words_of
from explain.outlook import meaning
from explain.view import View
from explain.wording import Wording, capital
from facts.incident import Act, Event, Incident
from training.texts import Texts, words

_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
# "a player", in Russian in any case; a name that is not declined stands in its place.
_PLAYER = {
    "en": re.compile(r"\b(?:a (?:stud )?player|someone|somebody)\b"),
    "ru": re.compile(r"\b(?:игрок(?:а|у|ом|е)?|кто-то)(?: в стад)?\b", re.IGNORECASE),
}
_ONE = re.compile(r"\b1 (?:card|player|place|seat|year|minute)s\b")
_FLAGS = ("deliberate", "overlooked_raise", "unclear", "gathered")


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
        text = self._doing(act)
        for detail in self._details(act):
            text = self.texts.say("acts", "with", act=text, detail=detail)
        return f"{text}."

    def _doing(self, act: Act) -> str:
        say, said = self.texts.say, act.words
        spoken = self.wording.say("language", "quoted", text=words_of(act, self.wording)) if said is not None else ""
        chips = self._motions(act) if act.motions else ""
        if act.does is not None:
            bare = act.to is None and self.texts.has("does", f"{act.does}-bare")
            doing = say("does", f"{act.does}-bare" if bare else act.does, seat=act.seat, to=act.to)
            if said is None or said.word == "nothing":
                return doing
            return say("acts", "does-says", act=doing, words=spoken)
        if said is None or said.word == "nothing":
            if chips:
                return say("acts", "chips" if said is None else "silent-chips", seat=act.seat, chips=chips)
            if act.gesture is not None:
                return say("acts", f"gesture-{act.gesture}", seat=act.seat)
            return say("acts", "bare" if said is None else "silent", seat=act.seat)
        if not chips:
            key = "says" if act.motions is None else "says-no-chips"
            return say("acts", key, seat=act.seat, words=spoken)
        keys = {"with": "says-with-chips", "after": "says-after-chips", "after-first-motion": "says-after-first"}
        return say("acts", keys.get(said.when, "says-before-chips"), seat=act.seat, words=spoken, chips=chips)

    def _details(self, act: Act) -> Iterator[str]:
        say = self.texts.say
        if act.picked_up is not None:
            yield say("details", "picked_up", value=act.picked_up)
        spoke = act.words is not None and act.words.word != "nothing"
        if act.gesture not in (None, "none") and (act.does or spoke or act.motions):
            yield say("acts", f"gesture-{act.gesture}", seat=act.seat)
        if act.prompted is not None:
            yield say("details", f"prompted-{act.prompted}")
        for name, value in act.extra.items():
            if name in _FLAGS:
                yield say("details", name if value else f"{name}-not")
            elif isinstance(value, tuple):
                chips = self._chips([int(chip) for chip in value])
                yield say("details", name if value else f"{name}-none", chips=chips)
            elif value is not None:
                yield say("details", name, value=value)

    def _motions(self, act: Act) -> str:
        said = [self._chips(motion) for motion in act.motions or ()]
        if act.handful:
            return self.texts.say("chips", "columns", number=len(said), listed="; ".join(said))
        if len(said) == 1:
            return said[0]
        if len(said) == 2:
            return self.texts.say("chips", "motions-2", first=said[0], then=said[1])
        return self.texts.say("chips", "motions", number=len(said), listed="; ".join(said))

    def _chips(self, chips: Sequence[int]) -> str:
        """The chips of one motion, those of one size together."""
        runs = [(chip, len(list(run))) for chip, run in groupby(chips)]
        told = [
            self.texts.say("chips", "one" if number == 1 else "some", chip=chip, number=number) for chip, number in runs
        ]
        listed = self.wording.listed(told)
        return self.texts.say("chips", "motion-sum", chips=listed, sum=sum(chips)) if len(chips) > 1 else listed

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


def cards(told: Sequence[str]) -> str:
    """Cards as people see them: ranks with the signs of their suits."""
    return " ".join(("10" if card[0] == "T" else card[0]) + _SUITS.get(card[1:], card[1:]) for card in told)


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


__all__ = ["cards", "given", "story"]
