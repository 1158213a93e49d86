"""Putting values into words: patterns filled in, amounts, seat lists, words of the vocabulary, statements, questions.

A :class:`Wording` speaks one language. Every text comes from ``explain/texts``, from the vocabulary or from the
rulebook; none stands here. A sentence of the rulebook or the vocabulary that the language lacks is given in the nearest
one that has it, with the mark of that language before it and its words in that language as well: ``[ru] …``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.facts import Fact, Match
from explain.texts import chosen, hand_texts, marked, spoken, unmarked
from facts.derivations import Derived
from facts.lexicon import SlotSpec, Vocabulary
from facts.memo import ByIdentity
from facts.patterns import Late
from knowledge.model import Rule

_NAME = Late(r"\$([A-Za-z_]\w*)")
_SIDE = Late(r"side-(\d+)")
# An amount is read more easily in groups of three from here on; shorter ones are plain.
_GROUPED_FROM = 10_000


@lru_cache(maxsize=8192)
def _parts(pattern: str) -> tuple[str, ...]:
    """A pattern cut at its names: text, name, text, name ... text."""
    return tuple(_NAME.split(pattern))


# By variable of a rule the type of fact and the slot that it has its value from.
_bound_by: ByIdentity[Rule, dict[str, tuple[str, str]]] = ByIdentity(
    lambda rule: {
        slot.variable: (pattern.type, slot.name)
        for condition in rule.conditions
        for pattern in condition.patterns
        for slot in pattern.slots
        if slot.kind == "bind"
    }
)


class Wording:
    """One language. ``grouped``: thousands are set apart, for the eye (text), not for programs (JSON).

    Raises ValueError when the language is not one of :func:`explain.texts.languages`.
    """

    def __init__(self, language: str, vocabulary: Vocabulary, grouped: bool = False) -> None:
        self.texts = spoken(language)
        self.language = language
        self.vocabulary = vocabulary
        self.grouped = grouped
        self._long = False
        self._known: dict[str, Wording] = {language: self}
        self._said: ByIdentity[Match, str] = ByIdentity(lambda match: self._sentence(match.rule.says, match))

    # -- texts ------------------------------------------------------------------------------------------------------

    def of(self, text: Mapping[str, str]) -> str:
        """A text of the vocabulary or the rulebook in this language; empty when there is none at all."""
        return text.get(self.language) or self._foreign(text, lambda _, found: found)

    def _foreign(self, text: Mapping[str, str], told: Callable[[Wording, str], str]) -> str:
        """What ``told`` makes of a text in the nearest language that has it, with its mark."""
        language = chosen(text, self.language)
        return marked(told(self._others(language), text[language]), language) if language else ""

    def _others(self, language: str) -> Wording:
        """The same voice in another language."""
        if language not in self._known:
            self._known[language] = Wording(language, self.vocabulary, self.grouped)
        return self._known[language]

    def label(self, group: str, key: str) -> str:
        """A fixed text; the key itself when nobody has worded it."""
        return self.texts[group].get(key, key)

    def say(self, group: str, key: str, /, **values: Any) -> str:
        """A pattern filled in; numbers and lists are worded, everything else is taken as it is."""
        return self.fill(self.texts[group][key], values)

    def fill(self, pattern: str, values: Mapping[str, Any]) -> str:
        """``$name`` replaced by the worded value; a name without a value stays, so that a mistake can be seen."""
        parts = _parts(pattern)
        if len(parts) == 1:
            return pattern
        words = list(parts)
        for i in range(1, len(parts), 2):
            name = parts[i]
            words[i] = self.plain(values[name]) if name in values else f"${name}"
        return "".join(words)

    # -- values -----------------------------------------------------------------------------------------------------

    def plain(self, value: Any) -> str:
        """A value without a slot to tell what it is."""
        if type(value) is str:
            return value
        if value is None:
            return self.label("values", "unknown")
        if isinstance(value, bool):
            return self.label("values", "yes" if value else "no")
        if isinstance(value, int):
            return self.number(value)
        if isinstance(value, list | tuple):
            return self.listed([str(part) for part in value])
        return str(value)

    def number(self, amount: int) -> str:
        """Whole chips."""
        if abs(amount) < _GROUPED_FROM:
            return str(amount)
        self._long = True
        if not self.grouped:
            return str(amount)
        return f"{amount:,}".replace(",", self.label("language", "thousands"))

    @property
    def long(self) -> bool:
        """Whether any amount that was worded is one whose thousands are set apart where ``grouped``."""
        return any(each._long for each in self._known.values())

    def listed(self, names: Sequence[str], last: str = "list-last") -> str:
        """A, B and C."""
        if len(names) < 2:
            return "".join(names)
        comma, final = self.label("language", "list-comma"), self.label("language", last)
        return comma.join(names[:-1]) + final + names[-1]

    def word(self, word: str, slot: str = "") -> str:
        """A word of a domain; ``slot`` tells two meanings of one word apart."""
        known = self.texts["words"]
        found = known.get(f"{slot}.{word}") or known.get(word)
        if found is not None:
            return found
        side = _SIDE.fullmatch(word)
        return self.say("words", "side", n=int(side[1])) if side else word

    def value(self, spec: SlotSpec | None, value: Any) -> str:
        """A value of a known slot."""
        if spec is None or not isinstance(value, str) or spec.type != "word":
            return self.plain(value)
        if spec.name == "class":
            return self.of(hand_texts()["classes"][value]["title"])
        return self.word(value, spec.name)

    def answer(self, spec: SlotSpec | None, value: Any) -> str:
        """A value as the answer to a question; how often something happened is told as "the first time"."""
        if spec is not None and isinstance(value, int) and f"{spec.name}.{value}" in self.texts["words"]:
            return self.word(str(value), spec.name)
        return self.value(spec, value)

    def bound(self, spec: SlotSpec, value: int, side: str) -> str:
        """A count and all above it (``+``) or below it (``-``)."""
        if f"{spec.name}.{value}{side}" in self.texts["words"]:
            return self.word(f"{value}{side}", spec.name)
        return self.say("said", {"+": "at-least", "-": "at-most"}[side], count=self.value(spec, value))

    # -- rules ------------------------------------------------------------------------------------------------------

    def says(self, match: Match, who: str | None = None) -> str:
        """The sentence of a rule with the values of a match; ``who`` stands in for the subject's name."""
        return self._said(match) if who is None else self._sentence(match.rule.says, match, who)

    def range(self, match: Match) -> str:
        """Within what an official may decide otherwise; empty where the rule leaves nothing open or does not say."""
        left = match.rule.discretion
        return self._sentence(left.range, match) if left is not None and left.range else ""

    def _sentence(self, text: Mapping[str, str], match: Match, who: str | None = None) -> str:
        own = text.get(self.language)
        if own:
            return self._filled(match, own, who)
        return self._foreign(text, lambda say, pattern: say._filled(match, pattern, who))

    def _filled(self, match: Match, pattern: str, who: str | None = None) -> str:
        parts = _parts(pattern)
        if len(parts) == 1:
            return pattern
        words = list(parts)
        for i in range(1, len(parts), 2):
            value = match.values.get(parts[i])
            if who is not None and value == match.subject:
                words[i] = who
            elif value is None:
                spec = self._spec(match.rule, parts[i])
                words[i] = self.label("values", "untold" if spec is None or spec.type == "chips" else "unknown")
            elif isinstance(value, str):
                words[i] = self._string(match.rule, parts[i], value, pattern)
            else:
                words[i] = self.plain(value)
        return "".join(words)

    def _string(self, rule: Rule, name: str, value: str, pattern: str) -> str:
        """A word of a domain, with a capital where it begins the sentence; a seat keeps its name as it is."""
        spec = self._spec(rule, name)
        if spec is None or spec.type != "word":
            return value
        text = self.value(spec, value)
        return capital(text) if pattern.startswith(f"${name}") else text

    def _spec(self, rule: Rule, variable: str) -> SlotSpec | None:
        place = _bound_by(rule).get(variable)
        return None if place is None else self.vocabulary.slots_of(place[0])[place[1]]

    def derived(self, derived: Derived) -> str:
        """How the table replay came to a value."""
        text = self.vocabulary.derivations[derived.code]
        own = text.get(self.language)
        if own:
            return self.fill(own, derived.values)
        return self._foreign(text, lambda say, pattern: say.fill(pattern, derived.values))

    # -- facts ------------------------------------------------------------------------------------------------------

    def statement(self, fact: Fact, slot: str) -> str:
        """What a slot of a fact says, without a full stop; empty when the vocabulary has no words for it."""
        value = fact.slots.get(slot)
        spec = self.vocabulary.slots_of(fact.type).get(slot)
        if spec is None or value is None:
            return ""
        text = spec.negation if value is False else spec.statement
        own = text.get(self.language)
        if own:
            return self._stated(own, spec, fact)
        return self._foreign(text, lambda say, pattern: say._stated(pattern, spec, fact))

    def _stated(self, pattern: str, spec: SlotSpec, fact: Fact) -> str:
        value, parts = fact.slots[spec.name], _parts(pattern)
        if len(parts) == 1:
            return parts[0]
        words = list(parts)
        for i in range(1, len(parts), 2):
            name = parts[i]
            told = self.value(spec, value) if name == "value" else fact.slots.get(name)
            words[i] = told if isinstance(told, str) else f"${name}"  # a text speaks of other slots by their words
        return "".join(words)

    def question(self, type: str, slot: str, fact: Fact | None, seat: str = "") -> str:
        """The question about a slot. ``seat`` names the player when the fact is not at hand."""
        spec = self.vocabulary.slots_of(type).get(slot)
        text = spec.question if spec else {}
        values = {"seat": seat, "id": seat} if fact is None else _names(fact)
        own = text.get(self.language)
        if own:
            return self.fill(own, values)
        return self._foreign(text, lambda say, pattern: say.fill(pattern, values)) or f"{type}.{slot}?"

    def official(self, who: str) -> str:
        """An official, or whoever would know."""
        return self.label("officials", who)


def _names(fact: Fact) -> dict[str, Any]:
    """Slots that the texts about the other slots of a fact speak of."""
    return {name: value for name, value in fact.slots.items() if isinstance(value, str)}


def capital(text: str) -> str:
    """The text with a capital letter at its beginning, behind the mark of another language if there is one."""
    if text.startswith("["):
        bare, language = unmarked(text)
        if language:
            return marked(capital(bare), language)
    return text[:1].upper() + text[1:]


def ending(texts: Iterable[str]) -> str:
    """Sentences in a row."""
    return " ".join([text for text in texts if text])
