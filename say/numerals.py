"""What a number that somebody typed can mean: one reading where it is out of doubt, several where it is not."""

from __future__ import annotations

from facts.amounts import LARGEST
from facts.patterns import Late

_GROUPED = Late(r"[1-9]\d{0,2}(?:([.,'’])\d{3})(?:\1\d{3})*")
_FRACTION = Late(r"(\d+)[.,](\d+)")
_UNITS = {"100": 2, "1000": 3, "1000000": 6, "bb": 3}


def readings(digits: str, unit: str = "") -> tuple[int, ...]:
    """The numbers that ``digits`` can mean, the likeliest first; none when it means nothing.

    ``unit``: 1000, 1000000, bb (big blinds) or nothing. ``1,500`` is in thousands; ``1.500k`` is 1500 or 1500000;
    ``1.5`` without a unit lacks its thousands. Big blinds are counted in thousandths.
    """
    zeros = _UNITS.get(unit, 0)
    if digits.isdecimal():
        found = [int(digits[:20]) * 10**zeros]
    elif unit != "bb" and _GROUPED.fullmatch(digits):
        whole = int("".join(letter for letter in digits if letter.isdecimal()))
        found = [_shifted(digits, zeros), whole * 10**zeros] if zeros else [whole]
    elif _FRACTION.fullmatch(digits):
        found = [_shifted(digits, zeros or 3)]
        if not zeros:
            found.append(_shifted(digits, 6))
    else:
        found = []
    return tuple(dict.fromkeys(number for number in found if 0 <= number < LARGEST))


def _shifted(digits: str, zeros: int) -> int:
    """A decimal fraction times a power of ten; -1 when that is not whole."""
    match = _FRACTION.fullmatch(digits)
    if match is None:
        return -1
    whole, part = match.group(1), match.group(2).rstrip("0")
    if len(part) > zeros:
        return -1
    return int(whole + part.ljust(zeros, "0"))
