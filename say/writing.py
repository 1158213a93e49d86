"""``write_shorthand``: an incident as a story in shorthand that reads back to the same incident."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from facts.incident import Act, Event, Incident, Value
from facts.lexicon import Vocabulary
from facts.patterns import Late
from facts.records import NamedTuple
from facts.writer import unplaced
from say.events import phrase_of
from say.slots import labels, values_in
from say.tables import Tables, tables
from say.texts import spoken

_BARE_NAME = Late(r"[^\W\d_][^\W_]*|#[0-9]+")
_FLAGS = ("deliberate", "overlooked_raise", "unclear", "gathered")
_ASIDE = ("in_front", "pulled_back")


class Written(NamedTuple):
    """``text``: the story, one line for the head and one for what happened. ``left_out``: what shorthand cannot hold,
    as ``key: value`` of the incident file; empty when reading ``text`` gives the same incident.
    """

    text: str
    left_out: tuple[str, ...]


def write_shorthand(incident: Incident, vocabulary: Vocabulary | None = None, language: str = "en") -> Written:
    """The story of an incident in shorthand, in the words of a language (en, ru; for others the nearest).

    The text is read again and compared: an entry that does not come back the same is named in ``left_out``.
    """
    if vocabulary is None:
        from facts.lexicon import vocabulary as own

        vocabulary = own()
    writer = _Writer(incident, vocabulary, language)
    text = "\n".join(part for part in (", ".join(writer.head()), "; ".join(writer.story())) if part)
    return Written(text, _missing(text, incident, vocabulary))


def _missing(text: str, incident: Incident, vocabulary: Vocabulary) -> tuple[str, ...]:
    from say.reading import read_shorthand

    read = read_shorthand(text, vocabulary)
    if read.incident is None:
        return (*(fault.message for fault in read.faults), *(question.asks for question in read.questions))
    told, back = unplaced(incident), unplaced(read.incident)
    if told == back:
        return ()
    missing = []
    for name, value in told._asdict().items():
        other = getattr(back, name)
        if name == "timeline" and value != other:
            missing += [f"actions: {entry}" for entry in value if entry not in other] or ["actions: their order"]
        elif value != other:
            missing.append(f"{name}: {value}")
    return tuple(missing)


class _Writer:
    def __init__(self, incident: Incident, vocabulary: Vocabulary, language: str) -> None:
        self.incident = incident
        self.vocabulary = vocabulary
        self.language = spoken(language)
        self.tables: Tables = tables()

    def _word(self, key: str) -> str:
        return str(self.tables.story[key][self.language][0])

    def _name(self, seat: str) -> str:
        bare = _BARE_NAME.fullmatch(seat) and (seat[0].isupper() or seat[0] == "#")
        return seat if bare else '"' + seat.replace('"', '""') + '"'

    # -- the head ---------------------------------------------------------------------------------------------------

    def head(self) -> Iterator[str]:
        """The entries of the head, each for itself."""
        told = self.incident
        if told.rulebook is not None:
            yield f"{self._word('key.rulebook')} {self._quoted(told.rulebook)}"
        if told.note:
            yield f"{self._word('key.note')} {self._quoted(told.note)}"
        game = [self._word(f"structure.{told.structure}")] if told.structure else []
        game += [self._word(f"game.{told.game}")] if told.game else []
        if game:
            yield " ".join(game)
        yield from self._stakes()
        if told.street:
            yield self._word(f"street.{told.street}")
        if told.seats:
            yield f"{self._word('key.seats')} {' '.join(map(self._name, told.seats))}"
        if told.button is not None:
            yield f"{self._word('key.button')} {self._name(told.button)}"
        if told.began_with is not None:
            yield f"{self._word('key.began')} {told.began_with}"
        if told.begins is not None:
            yield f"{self._name(told.begins)} {self._word('key.begins')}"
        if told.pot is not None:
            yield f"{self._word('key.pot')} {told.pot}"
        if told.min_chip is not None:
            yield f"{self._word('key.min_chip')} {told.min_chip}"
        if told.dead_small_blind:
            yield self._word("key.dead_small_blind")
        if told.board:
            yield f"{self._word('key.board')} {' '.join(told.board)}"
        yield from (f"{self._name(seat)} {stack}" for seat, stack in told.stacks.items())
        for key, by_seat in (("hands", told.cards), ("up", told.up_cards)):
            for seat, cards in by_seat.items():
                yield f"{self._name(seat)} {self._word(f'key.{key}')} {' '.join(cards)}"

    def _quoted(self, text: str) -> str:
        return text if text.isalnum() and text.isascii() else '"' + text.replace('"', '""') + '"'

    def _stakes(self) -> Iterator[str]:
        left = dict(self.incident.stakes)
        if "sb" in left and "bb" in left:
            named = f"{self._word('key.blinds')} " if self.incident.structure == "limit" else ""
            yield f"{named}{left.pop('sb')}/{left.pop('bb')}"
        if "low" in left and "high" in left:
            yield f"{self._word('key.sizes')} {left.pop('low')}/{left.pop('high')}"
        yield from (f"{self._word(f'key.{name}')} {amount}" for name, amount in left.items())

    # -- what happened ----------------------------------------------------------------------------------------------

    def story(self) -> Iterator[str]:
        """The acts and events."""
        for told in self.incident.timeline:
            yield self._event(told) if isinstance(told, Event) else self._act(told)

    def _act(self, act: Act) -> str:
        parts = [part for part in (self._does(act), self._says(act), *self._chips(act)) if part]
        parts += self._details(act)
        return f"{self._name(act.seat)} {', '.join(parts)}"

    def _does(self, act: Act) -> str:
        if act.does is None:
            return ""
        verb = self._word(f"verb.{act.does}")
        if act.to is None:
            return verb
        to = f"{self._word('mark.to')} " if act.does in ("raise", "reraise", "cap") else ""
        return f"{verb} {to}{act.to}"

    def _says(self, act: Act) -> str:
        words = act.words
        if words is None:
            return ""
        if words.word == "nothing":
            return self._word("act.silent")
        told = [self._word("act.say"), "" if words.word == "amount" else self._word(f"said.{words.word}")]
        if words.amount is not None:
            told += [self._word(f"mark.{words.means}") if words.means else "", str(words.amount)]
        if words.when != "before":
            told.append(self._word(f"when.{words.when}"))
        return " ".join(part for part in told if part)

    def _chips(self, act: Act) -> Iterator[str]:
        if act.motions is None:
            return
        if not act.motions:
            yield f"{self._word('mark.no')} {self._word('act.chip')}"
            return
        title = f"{self._word('act.columns')} " if act.handful else ""
        yield title + f" {self._word('act.then')} ".join(map(_denominations, act.motions))

    def _details(self, act: Act) -> Iterator[str]:
        if act.picked_up is not None:
            yield f"{self._word('act.picked_up')} {act.picked_up}"
        for key, value in (("gesture", act.gesture), ("prompted", act.prompted)):
            if value is not None:
                yield self._word(f"{key}.{value}")
        for name, told in act.extra.items():
            if name in _FLAGS:
                yield self._word(f"flag.{name}" if told else f"unflag.{name}")
            elif name in _ASIDE:
                chips = told if isinstance(told, tuple) else ()
                shown = _denominations(tuple(int(chip) for chip in chips)) or self._word("said.nothing")
                yield f"{self._word(f'act.{name}')} {shown}"
            else:
                yield f"{self._word(f'act.{name}')} {told}"

    # -- events -----------------------------------------------------------------------------------------------------

    def _event(self, event: Event) -> str:
        specs = self.vocabulary.events[event.type].slots
        left = {name: value for name, value in event.slots.items() if value is not None}
        first = phrase_of(event.type, self.language, self.tables)
        seats = [name for name in left if specs[name].type == "seat"]
        main = "seat" if "seat" in seats else next((name for name in seats if specs[name].required), "")
        if main:
            first = f"{first} {self._name(str(left.pop(main)))}"
        parts = [self._slot(event.type, name, value, specs[name].type) for name, value in left.items()]
        return ", ".join([first, *parts])

    def _slot(self, event: str, name: str, value: Value, kind: str) -> str:
        label = labels(event, name, self.language, self.tables)[0]
        if isinstance(value, bool):
            return label if value else f"{self._word('mark.no')} {label}"
        if kind == "word":
            return f"{label} {values_in(name, str(value), self.language, self.tables)[0]}"
        if kind in ("seat", "seats"):
            names = value if isinstance(value, tuple) else (value,)
            return f"{label} {' '.join(self._name(str(seat)) for seat in names) or self._word('said.nothing')}"
        if isinstance(value, tuple):
            return f"{label} {' '.join(map(str, value))}"
        return f"{label} {value}"


def _denominations(chips: tuple[int, ...]) -> str:
    return " + ".join(f"{len(list(run))}x{chip}" for chip, run in groupby(chips))
