"""Typed lines into answers: by number, by word, by amount, with the place of a fault and the nearest valid answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ask.known import Root
from ask.words import near, plain, say, spoken
from facts.amounts import NotUnderstood, parse_amount, parse_chips, parse_words

LONGEST = 2_000
CONTROLS = ("unknown", "both", "back", "why", "story", "rule", "help", "quit")
NUMBERED = ("word", "flag", "seat", "happened", "kind", "skipped")
"""Kinds of questions whose answers are chosen from a numbered list."""


class Unread(ValueError):
    """A line that is no answer. ``column`` counts from 1; ``hint`` is the nearest valid answer or the way out."""

    def __init__(self, message: str, hint: str = "", column: int = 1) -> None:
        self.message, self.hint, self.column = message, hint, column
        super().__init__(f"{message} ({hint})" if hint else message)


class Option(NamedTuple):
    """An answer to choose. ``also``: other ways to type it."""

    value: Any
    said: str
    also: tuple[str, ...] = ()


class Prompt(NamedTuple):
    """A question as it is put. ``kind``: a slot type (word, flag, chips, count, seat, seats, cards, steps, chip-list,
    blinds) or happened, kind, names, act, skipped. ``assumed``: in words what is taken for granted meanwhile.
    """

    root: Root
    text: str
    kind: str
    options: tuple[Option, ...] = ()
    assumed: str = ""
    hint: str = ""


def control(typed: str) -> tuple[str, str] | None:
    """The control word in a line, with what follows it (``back 3``); None when there is none."""
    line = plain(typed) or typed.strip()
    for name in CONTROLS:
        for word in spoken("controls", name):
            if line == plain(word) or line == word:
                return name, ""
            if name == "back" and line.startswith(plain(word) + " "):
                return name, line[len(word) :].strip()
    return None


def steps_back(rest: str, language: str) -> int:
    """How many steps ``back 3`` goes. Raises Unread."""
    if not rest:
        return 1
    if not rest.isdecimal() or int(rest) < 1:
        raise Unread(say(language, "back", "faults", typed=rest), column=6)
    return int(rest)


def read(typed: str, prompt: Prompt, language: str) -> Any:
    """The answer in a line, as plain data. Raises Unread."""
    line = " ".join(typed.split())
    column = len(typed) - len(typed.lstrip()) + 1
    if len(line) > LONGEST:
        raise Unread(say(language, "long", "faults", most=LONGEST), column=LONGEST)
    if not line:
        raise Unread(say(language, "empty", "faults"), _all(prompt, language), column)
    if prompt.kind in NUMBERED and (prompt.options or prompt.kind == "happened"):
        return _chosen(line, prompt, language, column)
    if prompt.kind == "count":
        return _count(line, prompt, language, column)
    try:
        return _typed(line, prompt.kind)
    except NotUnderstood as error:
        message = error.message if language == "en" else say(language, "amount", "faults", typed=_cut(line))
        raise Unread(message, error.hint if language == "en" else say(language, "amount", "hints"), column) from None
    except ValueError as error:
        raise Unread(str(getattr(error, "message", error)), str(getattr(error, "hint", "")), column) from None


def _typed(line: str, kind: str) -> Any:
    if kind == "chips":
        return parse_amount(line)
    if kind == "blinds":
        both = [part for part in line.replace("/", " / ").split(" / ") if part.strip()]
        amounts = [parse_amount(part) for part in both]
        return amounts[0] if len(amounts) == 1 else tuple(amounts[:2])
    if kind == "chip-list":
        return parse_chips(line)
    if kind == "cards":
        from facts.cards import parse_cards  # late: few questions are about cards

        return tuple(str(card) for card in parse_cards(line))
    if kind in ("seats", "names", "steps"):
        return tuple(dict.fromkeys(line.replace(",", " ").split()))
    return line


def _chosen(line: str, prompt: Prompt, language: str, column: int) -> Any:
    """One of the options: by its number, by its words, by the beginning of them."""
    options = prompt.options
    by_word = [option for option in options if plain(line) in map(plain, (option.said, *option.also))]
    if by_word:
        return by_word[0].value
    if line.rstrip(".)").isdecimal():
        number = int(line.rstrip(".)"))
        if 0 < number <= len(options):
            return options[number - 1].value
        hint = say(language, "numbers", "hints", most=len(options))
        raise Unread(say(language, "choice-number", "faults", typed=_cut(line)), hint, column)
    if prompt.root[2] == "declared":
        return _declared(line, prompt, language, column)
    begun = [option for option in options if any(plain(word).startswith(plain(line)) for word in _spellings(option))]
    if len(begun) == 1:
        return begun[0].value
    if len(begun) > 1:
        words = " · ".join(option.said for option in begun)
        raise Unread(say(language, "ambiguous", typed=_cut(line), words=words), column=column)
    fault = "seat" if prompt.kind == "seat" else "choice"
    hint = near(language, line, [option.said for option in options], [word for o in options for word in o.also])
    raise Unread(say(language, fault, "faults", typed=_cut(line)), hint or _all(prompt, language), column)


def _declared(line: str, prompt: Prompt, language: str, column: int) -> str:
    """What was said with an amount: ``raise to 500``; the word may be in any language of the options."""
    word, _, rest = line.partition(" ")
    known = next((o for o in prompt.options if plain(word) in map(plain, _spellings(o))), None)
    text = f"{known.value} {rest}".strip() if known is not None else line
    try:
        parse_words(text)
    except NotUnderstood as error:
        hint = near(language, word, [option.said for option in prompt.options]) if known is None else error.hint
        fault = say(language, "choice", "faults", typed=_cut(line))
        raise Unread(fault if known is None else error.message, hint or _all(prompt, language), column) from None
    return text


def _count(line: str, prompt: Prompt, language: str, column: int) -> int:
    """A number; where the question is whether it is the first time, also yes."""
    if line.isdecimal() and len(line) < 10:
        return int(line)
    if plain(line) in spoken("", "yes") and _is_first(prompt):
        return 1
    if plain(line) in spoken("", "no") and _is_first(prompt):
        raise Unread(say(language, "which-time", "faults"), say(language, "count"), column)
    by_word = [o for o in prompt.options if plain(line) == plain(o.said)]
    if by_word:
        return int(by_word[0].value)
    raise Unread(say(language, "count", "faults", typed=_cut(line)), say(language, "count"), column)


def _is_first(prompt: Prompt) -> bool:
    return bool(prompt.options) and prompt.options[0].value == 1


def _spellings(option: Option) -> Sequence[str]:
    return (option.said, *option.also)


def _all(prompt: Prompt, language: str) -> str:
    if prompt.options and prompt.kind in NUMBERED:
        return say(language, "numbers", "hints", most=len(prompt.options))
    return prompt.hint


def _cut(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


__all__ = ["CONTROLS", "NUMBERED", "Option", "Prompt", "Unread", "control", "read", "steps_back"]
