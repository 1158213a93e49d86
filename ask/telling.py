"""One act in a few words: ``A bets 200``, ``B silent 1x500``, ``C says raise to 600, 2x500``.

Only what an interview needs where nothing is known yet; it becomes an act as an incident file tells it, which is also
taken as it is (``B: {chips: [500], silent: yes}``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ask.answers import Unread
from ask.words import near, plain, say, spoken
from facts.amounts import ACT_VERBS, WITHOUT_AMOUNT, NotUnderstood, parse_act, parse_amount, parse_chips, parse_words
from facts.incident import Act, Words
from facts.writer import act_text

_TOLD = ("check", "bet", "call", "raise", "fold", "all-in", "reraise", "post", "complete", "bring-in")


def read_act(typed: str, seats: Sequence[str], language: str) -> str:
    """An act as a file tells it. ``seats``: who plays. Raises Unread, with the column of what is not understood."""
    if ":" in typed:
        return typed.strip()  # as in a file; the reader of files finds what is wrong with it
    words = typed.split()
    if not words:
        raise Unread(say(language, "empty", "faults"))
    seat = next((name for name in seats if plain(name) == plain(words[0])), None)
    if seat is None:
        raise Unread(say(language, "seat", "faults", typed=words[0]), near(language, words[0], seats), _at(typed, 0))
    if len(words) == 1:
        raise Unread(say(language, "no-act", "faults"), say(language, "one-of", "hints", words=" · ".join(_TOLD)))
    return act_text(_act(seat, words[1:], typed, language))


def _act(seat: str, words: list[str], typed: str, language: str) -> Act:
    said, rest = _said(words)
    if said or _is("silent", words[0]) or _is("silent", words[-1]):
        chips = " ".join(word for word in rest if not _is("silent", word)).strip(" ,")
        declared = _declared(said, typed, language) if said else parse_words("nothing")
        return Act(seat, words=declared, motions=(_chips(chips, typed, language),) if chips else None)
    verb, count = _verb(words)
    if not verb:
        if words[0][:1].isdigit():  # chips, and nobody knows whether he spoke
            return Act(seat, motions=(_chips(" ".join(words), typed, language),))
        known = [word for name in _TOLD for word in spoken("verbs", name)]
        raise Unread(say(language, "verb", "faults", typed=words[0]), near(language, words[0], known), _at(typed, 1))
    rest = [word for word in words[count:] if not _is("to", word)]
    if not rest:
        return Act(seat, verb)
    amount = " ".join(rest)
    if verb == "bet" or verb not in WITHOUT_AMOUNT:
        return Act(seat, verb, _amount(amount, typed, count, language))
    try:
        parse_act(f"{verb} {amount}")
    except NotUnderstood as error:
        raise Unread(error.message, error.hint, _at(typed, 1 + count)) from None
    return Act(seat, verb)


def _said(words: list[str]) -> tuple[list[str], list[str]]:
    """The words that were said, and what stands beside them: ``says raise to 600, 2x500``."""
    at = next((i for i, word in enumerate(words) if _is("says", word)), None)
    if at is None:
        return [], words
    spoken_words = words[at + 1 :]
    end = next((i for i, word in enumerate(spoken_words) if word.endswith(",")), None)
    if end is None:
        return spoken_words, words[:at]
    said = [*spoken_words[:end], spoken_words[end].rstrip(",")]
    return said, [*words[:at], *spoken_words[end + 1 :]]


def _declared(said: list[str], typed: str, language: str) -> Words:
    verb, count = _verb(said)
    means = {plain(word): name for name in ("to", "by") for word in spoken("verbs", name)}
    rest = [means.get(plain(word), word) for word in said[count:]]
    try:
        return parse_words(" ".join([verb or said[0], *rest]))
    except NotUnderstood as error:
        raise Unread(error.message, error.hint, typed.find(said[0]) + 1) from None


def _verb(words: list[str]) -> tuple[str, int]:
    """The act that the first words name, with how many they are; empty where they name none."""
    known = _verbs()
    for count in (2, 1):
        verb = known.get(plain(" ".join(words[:count])))
        if verb and len(words) >= count:
            return verb, count
    return "", 0


@cache
def _verbs() -> dict[str, str]:
    told = {plain(word): name for name in _TOLD for word in spoken("verbs", name)}
    return {**{verb: verb for verb in ACT_VERBS}, **told}


def _is(name: str, word: str) -> bool:
    return plain(word.rstrip(",")) in map(plain, spoken("verbs", name))


def _amount(text: str, typed: str, count: int, language: str) -> int:
    try:
        return parse_amount(text)
    except NotUnderstood as error:
        raise Unread(error.message, error.hint, _at(typed, 1 + count)) from None


def _chips(text: str, typed: str, language: str) -> tuple[int, ...]:
    try:
        return parse_chips(text)
    except NotUnderstood as error:
        raise Unread(error.message, error.hint, max(0, typed.find(text[:6])) + 1) from None


def _at(typed: str, word: int) -> int:
    """The column at which a word of a line begins."""
    column, words = 0, typed.split()
    for part in words[: word + 1]:
        column = typed.find(part, column)
    return column + 1


__all__ = ["read_act"]
