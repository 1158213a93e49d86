"""What the checks find, as values; ``check.report`` and the command line turn them into JSON and text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from facts.incident import Incident

CONFIRMED, UNCONFIRMED, OUTSIDE = "confirmed", "unconfirmed", "outside"


class Overlap(NamedTuple):
    """Two rules that answer ``topic`` differently about the same subject, without a relation between them.

    ``status``: confirmed (the engine reports it on ``incident``), unconfirmed (the solver knows no reason against it,
    but the engine does not report it on any story that was tried: ``why``), outside (part of the rules lies outside of
    what the solver can be asked: ``why``). ``readings``: those under which it happens, where not the default.
    """

    topic: str
    rules: tuple[str, str]
    status: str
    incident: Incident | None
    readings: Mapping[str, str]
    why: tuple[str, ...]


class Tally(NamedTuple):
    """How many pairs of rules on one topic there are, and what was done about them."""

    pairs: int
    related: int
    proved: int
    two_events: int


class Outcome(NamedTuple):
    """The overlaps of a rulebook, and how many pairs were looked at."""

    overlaps: tuple[Overlap, ...]
    tally: Tally
