"""Whole chips, chips by denomination, spoken words and agreed acts, as people type them.

Every function here reads one short text and raises :class:`NotUnderstood` (a ValueError) with a message and a hint;
places and collecting faults are the business of ``facts.reader``. Nothing is guessed: what can be read in two ways is
refused, and a bare number after a word of betting keeps its meaning open.
"""

from __future__ import annotations

import re

from facts.faults import nearest
from facts.incident import Words
from facts.patterns import Late

LARGEST = 10**15
"""No amount reaches this; sums of a whole table then fit into 64 bits, which one of the engines computes with."""

MOST_CHIPS = 1_000
"""More chips than this in one motion is a slip of the keyboard."""

ACT_VERBS = ("post", "check", "fold", "call", "bet", "raise", "reraise", "cap", "all-in", "complete", "bring-in")
"""What a player does when everybody at the table agrees on it."""

SPOKEN = ("nothing", "check", "call", "bet", "raise", "reraise", "cap", "all-in", "fold", "amount", "pot")
"""What a player may have declared; ``nothing`` is known silence, ``amount`` a number without any other word,
``pot`` the size of the pot."""

WITHOUT_AMOUNT = frozenset({"nothing", "check", "fold"})

# What an act told as agreed comes to on the table.
COUNTS_AS = {"reraise": "raise", "cap": "raise", "complete": "raise", "post": "bet"}
_SPELLINGS = {"all in": "all-in", "allin": "all-in", "re-raise": "reraise", "bring in": "bring-in"}
_SPELLED = Late(r"(all in|allin|re-raise|bring in)(?![\w-])")
_BLANKS = "\u00a0\u2009\u202f"
_DIGITS = Late(r"[0-9]+")
_GROUPED = Late(r"[1-9][0-9]{0,2}(?:([ ,.'_’])[0-9]{3})(?:\1[0-9]{3})*")
_THOUSANDS = Late(r"([0-9]+)(?:[.,]([0-9]+))? ?[kк]", re.IGNORECASE)
_SIGNED = Late(r"[-\u2212\u2013] ?[0-9].*")
_FRACTION = Late(r"[0-9]+[.,][0-9]+")
_MANY = Late(r"([0-9]+) ?[x×*хХX] ?(.+)")
_PLUS = Late(r"[+;]|,(?!\S)")  # a comma with nothing after it divides; within digits it separates thousands


class NotUnderstood(ValueError):
    """A text that is no amount, word or act. ``message`` says what is wrong, ``hint`` the way out (may be empty)."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.message = message
        self.hint = hint
        super().__init__(f"{message} ({hint})" if hint else message)


def parse_amount(text: str) -> int:
    """Whole chips: ``1000``, ``1 000``, ``1,000``, ``12.500``, ``1'000``, ``45k``, ``1.5k``.

    One separator before groups of three digits separates thousands; before ``k`` it is a decimal point. Raises
    NotUnderstood for anything else: negative, not whole, readable in two ways, or no number at all.
    """
    bare = text.strip().translate(dict.fromkeys(map(ord, _BLANKS), " "))
    if _DIGITS.fullmatch(bare):
        return _bounded(bare)
    if match := _THOUSANDS.fullmatch(bare):
        return _in_thousands(bare, match.group(1), match.group(2) or "")
    if _GROUPED.fullmatch(bare):
        return _bounded(re.sub(r"[^0-9]", "", bare))
    shown = _cut(bare)
    if _SIGNED.fullmatch(bare):
        raise NotUnderstood(f"{shown} is negative", "chips are counted from 0")
    if _FRACTION.fullmatch(bare):
        raise NotUnderstood(f"{shown} is not whole", "amounts are whole chips")
    raise NotUnderstood(f"'{shown}' is no number of chips", "write 1000, 1 000, 1,000 or 45k")


def _bounded(digits: str) -> int:
    if len(digits.lstrip("0")) > 15:
        raise NotUnderstood(f"{_cut(digits)} is more than any table holds")
    return int(digits)


def _in_thousands(shown: str, whole: str, decimals: str) -> int:
    """``1.5k``. Three decimals could also be a separator of thousands, so they are refused."""
    kept = decimals.rstrip("0")
    if len(decimals) == 3:
        raise NotUnderstood(f"'{_cut(shown)}' can be read in two ways", "write the amount in full")
    if len(kept) > 3:
        raise NotUnderstood(f"{_cut(shown)} is not whole", "amounts are whole chips")
    return _bounded(whole + kept.ljust(3, "0"))


def parse_chips(text: str) -> tuple[int, ...]:
    """Chips by denomination, in the order told: ``500``, ``5x100``, ``2x100 + 25``, ``2x1k, 500``. Never empty.

    Raises NotUnderstood for a denomination of zero, a number of zero, or more than ``MOST_CHIPS`` chips.
    """
    chips: list[int] = []
    for piece in _PLUS.split(text):
        match = _MANY.fullmatch(piece.strip())
        number = _bounded(match.group(1)) if match else 1
        chip = _denomination(match.group(2) if match else piece)
        if chip == 0:
            raise NotUnderstood("a chip of 0 does not exist", "leave the chips out when none were pushed")
        if number == 0:
            raise NotUnderstood(f"'{_cut(piece)}': no chips at all", "the number of chips is counted from 1")
        if len(chips) + number > MOST_CHIPS:
            raise NotUnderstood(f"more than {MOST_CHIPS} chips in one motion")
        chips.extend([chip] * number)
    return tuple(chips)


def _denomination(text: str) -> int:
    try:
        return parse_amount(text)
    except NotUnderstood as error:
        if "no number" in error.message:
            error.hint = "write 500, 5x100 or 2x100 + 25"
        raise


def parse_words(text: str, when: str = "before") -> Words:
    """A declaration: ``nothing``, ``check``, ``call 60``, ``raise to 500`` (total), ``raise by 300``, ``raise +300``.

    A bare number (``raise 500``) keeps ``means`` None: whether it is a total or an increase has to be asked. Raises
    NotUnderstood for other words, for an amount where none can be, and for ``to`` or ``by`` without a number.
    """
    word, rest = _verb(text, SPOKEN)
    if not rest and word == "amount":
        raise NotUnderstood("'amount': the number is missing", "write 'amount 1400'")
    if not rest:
        return Words(word, when=when)
    if word in WITHOUT_AMOUNT:
        raise NotUnderstood(f"'{word}' takes no amount, this says '{_cut(rest)}'")
    means, number = None, rest
    for mark, meaning in (("to", "to"), ("by", "by"), ("+", "by")):
        if rest == mark:
            raise NotUnderstood(f"'{_cut(text)}': the amount is missing", f"write '{word}' when no number was said")
        if rest.startswith(mark) and (mark == "+" or rest[len(mark)] == " "):
            means, number = meaning, rest[len(mark) :]
    return Words(word, parse_amount(number), means, when)


def parse_act(text: str) -> tuple[str, int | None]:
    """An agreed act and its street total: ``bet 20``, ``raise to 60``, ``raise 60``, ``call``, ``all-in 90``, ``fold``.

    The total is what the player has in front of him after the act; None when it was not told. Raises NotUnderstood for
    an unknown verb, an amount after check or fold, a total of 0, and an increment (``raise by 40``), which is no total.
    """
    verb, rest = _verb(text, ACT_VERBS)
    if not rest:
        return verb, None
    if verb in WITHOUT_AMOUNT:
        raise NotUnderstood(f"'{verb}' takes no amount, this says '{_cut(rest)}'")
    if rest.startswith(("by ", "+")) or rest == "by":
        raise NotUnderstood("an agreed act names the total, not the increase", f"write '{verb} to' and that total")
    if rest == "to":
        raise NotUnderstood(f"'{_cut(text)}': the amount is missing", f"write '{verb}' when the amount is unknown")
    total = parse_amount(rest.removeprefix("to "))
    if not total:
        raise NotUnderstood(f"'{verb} 0' puts no chips in", "write 'check' or 'fold', or what was said as {says: …}")
    return verb, total


def _verb(text: str, known: tuple[str, ...]) -> tuple[str, str]:
    """The first word, in its one spelling, and what follows it."""
    bare = " ".join(text.split()).lower()
    match = _SPELLED.match(bare)
    if match:
        bare = _SPELLINGS[match.group(1)] + bare[match.end() :]
    word, _, rest = bare.partition(" ")
    if word not in known:
        raise NotUnderstood(f"'{_cut(word)}' is not known", nearest(word[:40], known))
    return word, rest.strip()


def _cut(text: str) -> str:
    return text if len(text) <= 24 else text[:23] + "…"
