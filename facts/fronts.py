"""A lower bound of what stands in front of each player, for one check: did he put in more than his stack holds?

The bound never judges the play. Chips may come back (an act out of turn, an act taken back), so a total counts as lying
there only while everybody has plainly acted in turn. Who is to act is decided by the replay, not here; where rulebooks
differ, among two players before the flop, nothing is taken for plain.
"""

from __future__ import annotations

from facts.incident import Act

_LEFT_OF_BUTTON = ("flop", "turn", "river")
_IRREGULAR = frozenset({"throws-cards", "points"})


class Fronts:
    """Follows the timeline of one street. ``seats`` are clockwise; ``button`` None stands for the last seat."""

    def __init__(self, seats: tuple[str, ...], button: str | None, street: str | None) -> None:
        self.seats = seats
        self.front: dict[str, int] = {}
        self.out: set[str] = set()
        self.orderly = True
        self.expected = _opener(seats, button or (seats[-1] if seats else None), street)

    def needs(self, act: Act) -> int:
        """Chips the player must have had at the start of the street to do this act; the act then counts as done."""
        before = self.front.get(act.seat, 0)
        pushed = max(sum(sum(motion) for motion in act.motions or ()), act.picked_up or 0)
        needed = max(act.to or 0, before + pushed if pushed else 0)
        if act.does == "post":
            self.front[act.seat] = max(before, act.to or 0)
        else:
            self._follow(act)
        return needed

    def disturb(self) -> None:
        """Something irregular happened: from here on, earlier chips may have come back."""
        self.orderly = False
        self.front = {}

    def _follow(self, act: Act) -> None:
        irregular = act.prompted is not None or act.extra or act.gesture in _IRREGULAR
        if irregular or not self.orderly or act.seat != self.expected:
            self.disturb()
            return
        if act.to is not None:
            self.front[act.seat] = act.to
        if act.does in ("fold", "all-in"):
            self.out.add(act.seat)
        self.expected = self._next(act.seat)

    def _next(self, seat: str) -> str | None:
        at = self.seats.index(seat)
        order = self.seats[at + 1 :] + self.seats[: at + 1]
        return next((name for name in order if name not in self.out), None)


def _opener(seats: tuple[str, ...], button: str | None, street: str | None) -> str | None:
    """Who acts first in order; None when that hangs on cards or on the rulebook, or is not told."""
    if button not in seats or len(seats) < 2:
        return None
    at = seats.index(button)
    if street in _LEFT_OF_BUTTON:
        return seats[(at + 1) % len(seats)]
    if street == "preflop":
        return None if len(seats) == 2 else seats[(at + 3) % len(seats)]
    return None
