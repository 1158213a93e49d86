"""What rulebooks decide differently about sizes and raises, for the replay of the table."""

from __future__ import annotations

from facts.records import NamedTuple


class BettingRules(NamedTuple):
    """The parameters of a rulebook that the replay needs; names as in ``rulebook.yaml`` without the group. What a
    rulebook does not set is custom (``facts/vocabulary/customs.yaml``); nothing is set here.

    ``raises``: raises allowed in a limit round. ``lower_rounds``: how many rounds of limit are played at the lower
    size. ``heads_up``: ``always`` or ``not-heads-up``, whether that number also binds a round that began with two.
    ``share_limit`` and ``share_open``: (numerator, denominator), the part of a full raise that makes an all-in a raise
    in limit and in pot- and no-limit. ``after_short``: next minimum after a short all-in (``on-top``, ``to-full``,
    ``plus-big-blind``). ``after_short_limit``: the same in limit. ``short_opening``: next minimum after an opening
    all-in below the minimum bet (``minimum-bet-on-top``, ``complete``, ``double-big-blind``, ``double-the-all-in``).
    ``completing``: ``counts`` or ``does-not-count``, whether completing a short all-in uses up a raise.
    ``blinds_of_two``: with two players the button posts the small blind and acts first ``before-the-flop`` or in
    ``every-round``; ``never``: the player after the button does both, as among more.
    ``short_blind``: ``nominal`` when a short big blind is priced as if complete, anything else: as posted.
    ``open_pair``: ``either-size`` when an open pair in the second round of limit stud opens the upper size beside the
    lower. ``after_upper``: ``upper-only`` or ``either``, the size of raises once the upper one was used. ``bring_in``:
    ``bet`` when completing the bring-in goes to the bet of the round and is no raise, ``raise`` when it goes on top.
    """

    raises: int
    lower_rounds: int
    heads_up: str
    share_limit: tuple[int, int]
    share_open: tuple[int, int]
    after_short: str
    after_short_limit: str
    short_opening: str
    completing: str
    short_blind: str
    blinds_of_two: str
    open_pair: str
    after_upper: str
    bring_in: str


__all__ = ["BettingRules"]
