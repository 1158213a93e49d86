"""An act as it was told, in a sentence: what a player said and put in, never what it counts as (``story.yaml``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from os.path import dirname, join
from typing import Any

from explain.acts import words_of
from explain.texts import compiled
from explain.wording import Wording
from facts.incident import Act

_FILE = join(dirname(__file__), "story.yaml")
_FLAGS = ("deliberate", "overlooked_raise", "unclear", "gathered")
_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def act_told(act: Act, wording: Wording, number: Callable[[int], str] | None = None) -> str:
    """Everything that is told of an act, in one sentence without its full stop. ``number`` words an amount, by default
    as the wording does.
    """
    return _Teller(wording, number or wording.number).act(act)


def cards(told: Sequence[str]) -> str:
    """Cards as people see them: ranks with the signs of their suits."""
    return " ".join(("10" if card[0] == "T" else card[0]) + _SUITS.get(card[1:], card[1:]) for card in told if card)


class _Teller:
    def __init__(self, wording: Wording, number: Callable[[int], str]) -> None:
        self.wording = wording
        self.number = number
        self.texts: Mapping[str, Mapping[str, Mapping[str, str]]] = compiled([_FILE])[0]

    def say(self, group: str, key: str, /, **values: Any) -> str:
        told = {name: self.number(value) if isinstance(value, int) else value for name, value in values.items()}
        return self.wording.fill(self.wording.of(self.texts[group][key]), told)

    def act(self, act: Act) -> str:
        return "; ".join((self._doing(act), *self._details(act)))

    def _doing(self, act: Act) -> str:
        said, say = act.words, self.say
        spoke = said is not None and said.word != "nothing"
        words = self.wording.say("language", "quoted", text=words_of(act, self.wording)) if spoke else ""
        if act.does is not None:
            bare = act.to is None and f"{act.does}-bare" in self.texts["does"]
            doing = say("does", f"{act.does}-bare" if bare else act.does, seat=act.seat, to=act.to)
            return say("seen", "words", act=doing, words=words) if spoke else doing
        chips = self._motions(act) if act.motions else ""
        if said is not None and spoke:
            key = f"says-{said.when}" if chips else "says-none" if act.motions is not None else "says"
            return say("seen", key, seat=act.seat, words=words, chips=chips)
        if chips:
            return say("seen", "chips" if said is None else "silent-chips", seat=act.seat, chips=chips)
        if act.gesture is not None:
            return say("seen", act.gesture, seat=act.seat)
        return say("seen", "bare" if said is None else "silent", seat=act.seat)

    def _motions(self, act: Act) -> str:
        found = [self._chips(motion) for motion in act.motions or ()]
        if act.handful:
            return self.say("chips", "columns", n=len(found), chips="; ".join(found))
        if len(found) == 1:
            return found[0]
        if len(found) == 2:
            return self.say("chips", "motions-2", first=found[0], then=found[1])
        return self.say("chips", "motions", n=len(found), chips="; ".join(found))

    def _chips(self, chips: Sequence[int]) -> str:
        """The chips of one motion, those of one size together, with their sum where there are several."""
        runs = [(chip, len(list(run))) for chip, run in groupby(chips)]
        told = [self.say("chips", "one" if n == 1 else "some", chip=chip, n=n) for chip, n in runs]
        listed = self.wording.listed(told)
        return self.say("chips", "motion", chips=listed, sum=sum(chips)) if len(chips) > 1 else listed

    def _details(self, act: Act) -> Iterator[str]:
        say = self.say
        spoke = act.words is not None and act.words.word != "nothing"
        if act.gesture not in (None, "none") and (act.does or spoke or act.motions):
            yield say("seen", str(act.gesture), seat=act.seat)
        if act.picked_up is not None:
            yield say("detail", "picked_up", n=act.picked_up)
        if act.prompted is not None:
            yield say("detail", f"prompted-{act.prompted}")
        for name, value in act.extra.items():
            if name in _FLAGS:
                yield say("detail", name if value else f"{name}-not")
            elif isinstance(value, tuple):
                key = name if value else f"{name}-none"
                yield say("detail", key, chips=self._chips([int(chip) for chip in value]))
            elif value is not None:
                yield say("detail", name, n=value)


__all__ = ["act_told", "cards"]
