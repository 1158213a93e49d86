"""The amounts of a story: what each number means, what an increase comes to, and which numbers are asked back.

Nothing is decided here about the play: ``raises by 300`` is only added to what lies there, and a number is asked back
when it can be read in two ways or cannot be meant at all.
"""

from __future__ import annotations

from collections.abc import Mapping

from facts.records import NamedTuple
from say.drafts import ActDraft, Amount, Draft, EventDraft, Span
from say.seating import Seating
from say.tables import Tables
from say.troubles import Choice, Trouble

_RAISES = frozenset({"raise", "reraise", "cap"})
_WAGERS = frozenset({"bet", *_RAISES})
_MOST_OFFERED = 2


class Counted(NamedTuple):
    """``read``: the meaning of each amount by its place. ``stakes`` with their places. ``totals``: by ``id`` of an act
    what the player has in front after it.
    """

    read: Mapping[Span, int]
    stakes: Mapping[str, tuple[int, Span]]
    totals: Mapping[int, int]

    def chips(self, amount: Amount) -> int:
        """Whole chips; 0 where a number means nothing (that is a fault already)."""
        return self.read.get(amount.span, 0)


def count(draft: Draft, seating: Seating, tables: Tables) -> tuple[Counted, list[Trouble]]:
    """Everything that is counted in a story, and what has to be asked."""
    counter = _Counter(draft, seating, tables)
    counter.stakes()
    counter.simple()
    counter.timeline()
    return Counted(counter.read, counter.staked, counter.totals), counter.troubles


class _Counter:
    def __init__(self, draft: Draft, seating: Seating, tables: Tables) -> None:
        self.draft = draft
        self.seating = seating
        self.plausible = tables.plausible
        self.read: dict[Span, int] = {}
        self.staked: dict[str, tuple[int, Span]] = {}
        self.totals: dict[int, int] = {}
        self.troubles: list[Trouble] = []
        self.stacks: dict[str, int] = {}
        self.level: int | None = 0
        self.front: dict[str, int] = {}

    # -- stakes and what stands for itself --------------------------------------------------------------------------

    def stakes(self) -> None:
        draft = self.draft
        for name, amount in draft.stakes.items():
            self.staked[name] = (self._meant(amount), amount.span)
        if not draft.pair:
            return
        structure = draft.words.get("structure")
        limit = structure is not None and structure.value == "limit" and not draft.pair_named
        for name, amount in zip(("low", "high") if limit else ("sb", "bb"), draft.pair, strict=False):
            self.staked[name] = (self._meant(amount), amount.span)
        for amount in draft.pair[2:3]:
            self._third(amount)

    def _third(self, amount: Amount) -> None:
        """``100/200/25``: an ante when it is below the big blind, a straddle from twice of it on, else a question."""
        big, third = self._stake("bb"), self._meant(amount)
        if third < big:
            self.staked["ante"] = (third, amount.span)
            return
        before = amount.span.start
        choices = (
            Choice(f" {{key.ante}} {third}", "third-ante"),
            Choice(f"; UTG {{verb.post}} {third}; ", "third-straddle"),
        )
        self.troubles.append(Trouble(Span(before - 1, amount.span.end), "third", {"amount": third}, choices))

    def simple(self) -> None:
        for amount in self.draft.amounts.values():
            self._meant(amount)
        for seat, amount in self.draft.stacks:
            self.stacks[self.seating.name(seat)] = self._meant(amount)

    def _stake(self, name: str) -> int:
        return self.staked[name][0] if name in self.staked else 0

    # -- one number -------------------------------------------------------------------------------------------------

    def _meant(self, amount: Amount, most: int = 0) -> int:
        """The meaning of a number; ``most``: more than this is out of the question (0: no bound is known)."""
        found = [self._in_chips(amount, number) for number in amount.readings]
        told = [number for number in found if number is not None]
        fits = [number for number in told if not most or number <= most] or told
        if not told:
            code = "no-blind" if amount.in_blinds and amount.readings else "no-number"
            self.troubles.append(Trouble(amount.span, code))
            return 0
        if len(fits) > 1:
            choices = tuple(Choice(f" {number}", "") for number in fits)
            self.troubles.append(Trouble(amount.span, "two-numbers", {}, choices))
        self.read[amount.span] = fits[0]
        return fits[0]

    def _in_chips(self, amount: Amount, number: int) -> int | None:
        if not amount.in_blinds:
            return number
        whole, rest = divmod(number * self._stake("bb"), 1000)
        return whole if not rest and whole else None

    # -- acts -------------------------------------------------------------------------------------------------------

    def timeline(self) -> None:
        self._open_round(self._street())
        for told in self.draft.timeline:
            if isinstance(told, EventDraft):
                self._event(told)
            else:
                self._act(told)

    def _street(self) -> str:
        street = self.draft.words.get("street")
        return street.value if street else "preflop" if self._stake("bb") else ""

    def _open_round(self, street: str) -> None:
        self.level, self.front = 0, {}
        if street != "preflop":
            return
        self.level = self._stake("bb") or None
        for position, name in (("SB", "sb"), ("BB", "bb")):
            seat = self.seating.by_position.get(position, position)
            self.front[seat] = self._stake(name)

    def _event(self, event: EventDraft) -> None:
        for value in event.slots.values():
            if isinstance(value, Amount):
                self._meant(value)
        if event.type.value == "dealt":
            self._open_round("")

    def _act(self, act: ActDraft) -> None:
        seat = self.seating.name(act.seat)
        most = self.stacks.get(seat, 0)
        for chips in (*act.motions, *act.chips.values()):
            for amount in [chips] if isinstance(chips, Amount) else [amount for _, amount in chips.parts]:
                self._meant(amount, most)
        if act.said_amount is not None:
            self._meant(act.said_amount)
        if act.motions or (act.said is not None and act.said.value not in ("check", "fold", "nothing", "call")):
            self.level = None  # how high it goes is for the ruling
        if act.does is not None:
            self._agreed(act, seat, most)

    def _agreed(self, act: ActDraft, seat: str, most: int) -> None:
        assert act.does is not None
        verb, amount = act.does.value, act.amount
        if amount is None:
            if verb in _WAGERS or verb == "all-in":
                self.level = None
            elif verb == "call" and self.level is not None:
                self.front[seat] = self.level
            return
        if amount.share is not None:
            number = self._part_of_pot(amount, verb)
            if number is None:
                return
        else:
            number = self._meant(amount, most)
        total = self._total(act, seat, number)
        if total is None:
            return
        if verb in _WAGERS and not amount.exact:
            self._plausible(amount, number, seat)
        self.totals[id(act)] = total
        self.front[seat] = total
        if self.level is not None:
            self.level = max(self.level, total)

    def _part_of_pot(self, amount: Amount, verb: str) -> int | None:
        """What a part of the pot comes to, where the pot is told and nothing lies before this bet; else it is asked."""
        assert amount.share is not None
        pot = self.draft.amounts.get("pot")
        chips = self.read.get(pot.span, 0) if pot is not None else 0
        number, rest = divmod(chips * amount.share[0], amount.share[1])
        if verb == "bet" and chips and self.level == 0 and not rest and number:
            self.read[amount.span] = number
            return number
        self.level = None
        self.troubles.append(Trouble(amount.span, "part-of-pot"))
        return None

    def _total(self, act: ActDraft, seat: str, number: int) -> int | None:
        """What the player then has in front; None when that cannot be told."""
        assert act.does is not None
        assert act.amount is not None
        verb, how = act.does.value, act.amount.how
        if verb in _RAISES and not how:
            return self._to_or_by(act, seat, number)
        if how not in ("by", "more"):
            return number
        from_level = verb in _RAISES or verb == "bet"
        under = self.level if from_level else self.front.get(seat, 0)
        if under is None:
            self.troubles.append(Trouble(act.amount.span, "by-what", {"amount": number}))
            return None
        return under + number

    def _to_or_by(self, act: ActDraft, seat: str, number: int) -> int:
        """``raises 900``: where both can be meant it is asked."""
        assert act.amount is not None
        level = self.level
        if level == 0:
            return number
        if level is not None and number <= level:
            return level + number
        stack = self.stacks.get(seat, 0)
        if level is not None and stack and level + number > stack:
            return number
        shown = {} if level is None else {"total": level + number}
        choices = (
            Choice(f" {{mark.to}} {number}", "raise-to", {"amount": number}),
            Choice(f" {{mark.by}} {number}", "raise-by" if shown else "raise-by-open", {"amount": number, **shown}),
        )
        self.troubles.append(Trouble(act.amount.span, "to-or-by", {"amount": number, **shown}, choices))
        return number

    def _plausible(self, amount: Amount, number: int, seat: str) -> None:
        """A bet that nobody can mean is asked back."""
        blind = self._stake("bb")
        pot = self.draft.amounts.get("pot")
        pot_chips = self.read.get(pot.span, 0) if pot is not None else 0
        stack = self.stacks.get(seat, 0)
        bound = stack * self.plausible["most_stacks"] if stack else max(pot_chips, blind) * self.plausible["most_pots"]
        if bound and number >= bound:
            offered = [stack] if stack else []
            smaller = number
            while smaller % 10 == 0 and smaller:
                smaller //= 10
                if (smaller <= stack if stack else smaller * 10 < bound) and smaller >= (blind or bound // 1000 or 1):
                    offered.append(smaller)
            self._ask_back(amount, number, offered, stack, "too-much")
        elif blind and number and number * self.plausible["blind_parts"] < blind:
            zeros = [number * 10**power for power in range(1, 7)]
            offered = [more for more in zeros if more >= blind and (not stack or more <= stack)]
            self._ask_back(amount, number, offered, stack, "too-little")

    def _ask_back(self, amount: Amount, number: int, offered: list[int], stack: int, code: str) -> None:
        how = f" {{mark.{amount.how}}}" if amount.how in ("to", "by") else ""
        numbers = [*dict.fromkeys(offered[:_MOST_OFFERED])]
        choices = tuple(Choice(f"{how} {chips}") for chips in numbers)
        if not stack or number <= stack:
            choices += (Choice(f"{how} {{mark.exactly}} {number}", "exactly", {"amount": number}),)
        self.troubles.append(Trouble(amount.span, code, {"amount": number}, choices))
