"""What the checks find, as values; ``check.report`` and the command line turn them into JSON and text."""

from __future__ import annotations

from collections.abc import Mapping

from facts.incident import Incident
from facts.records import NamedTuple

CONFIRMED, UNCONFIRMED, OUTSIDE = "confirmed", "unconfirmed", "outside"


class Reason(NamedTuple):
    """Why something is not settled. ``code`` is one of:

    ``apart``: two rules do not fire together in the stories that were tried. ``defeats``: the first rule puts the
    second aside there. ``no-story``: no story that is tried lets both apply. ``gave-up``: the solver took too long.
    ``not-linear``: a product or quotient of two amounts. ``mixed``: values that the solver cannot compare.
    ``with-more``: the rule answers where more than the event is as it wants. ``only-with-more``: all rules are so.
    ``untellable``: facts that no file can tell. ``many``: more combinations than are looked at.
    """

    code: str
    rules: tuple[str, ...] = ()


REASONS = (
    *("apart", "defeats", "no-story", "gave-up", "not-linear", "mixed"),
    *("with-more", "only-with-more", "untellable", "many"),
)


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
    why: tuple[Reason, ...]


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


class Gap(NamedTuple):
    """Facts about one kind of event for which no rule of the book answers any of its main ``topics``.

    ``where``: by slot the values, of the event itself or of the ``table``; ``tests``: what else must hold, as an
    expression over slots. Told as little as possible: what is not named does not matter. ``incident`` is an example.
    """

    event: str
    topics: tuple[str, ...]
    where: Mapping[str, tuple[object, ...]]
    table: Mapping[str, tuple[object, ...]]
    tests: tuple[str, ...]
    incident: Incident


class Silence(NamedTuple):
    """The gaps of a rulebook. ``events``: how many kinds of event it looks at; ``undecided``: those of which not
    everything was looked at, with the reasons.
    """

    gaps: tuple[Gap, ...]
    events: int
    undecided: Mapping[str, tuple[Reason, ...]]
