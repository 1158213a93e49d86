"""The chapter written by hand as one chain of ifs: the floor under every figure, and a benchmark peer only.

Law belongs into the rulebooks. It stands here once more so that it can be seen what a machine has to do at least.
"""

from __future__ import annotations

from typing import Any

from bench.chapter import Chapter, Facts

NAME = "if-chain in Python"
PACKAGE = ""
HOLDS = "all 64 rules by hand, as nested conditions"
LACKS = (
    "the law is code: no rule, clause, relation or reading can be seen or changed apart; no unknown, trace, citation"
)

WAGERS = ("raise", "reraise", "cap")
TOLD_RAISES = ("raise", "reraise", "cap", "complete")
Reading = tuple[str, int]


class Peer:
    """Answers from the facts of one act."""

    def __init__(self, held: Chapter) -> None:
        pass

    def __call__(self, facts: Facts) -> dict[str, Any]:
        """The outcome: as, to, choice, complete_to."""
        act, structure = facts["act"], facts["table"]["structure"]
        word = _heard(act)
        chips = _accepted(act)
        reading = _reads(act, structure, word, chips)
        if reading is not None:
            reading = _within_the_stack(act, word, reading)
        found = _settles(act, structure, word, reading)
        return {"as": found[0], "to": found[1], "choice": found[2], "complete_to": found[3]}


def _heard(act: Any) -> str:
    if act["when"] in ("after-first-motion", "after") and act["motions"] != 0:
        return "nothing"
    if act["declared"] == "nothing":
        return "nothing"
    return act["declared"] if act["when"] in ("before", "with") else ""


def _accepted(act: Any) -> tuple[int, int, int] | None:
    """How many chips count, what they are worth, and the smallest of them."""
    whole = act["chips"], act["put"], act["smallest"]
    if act["motions"] >= 2:
        named = act["amount"] != 0 and act["when"] == "before"
        return whole if named or act["handful"] else (act["first_chips"], act["first_put"], act["first_smallest"])
    if act["motions"] == 1 or (act["kept_back"] and act["handful"]):
        return whole
    return None


def _reads(act: Any, structure: str, word: str, chips: tuple[int, int, int] | None) -> Reading | None:
    if word == "nothing" and chips is not None:
        read = _silent(act, structure, *chips)
        if read is not None:
            return read
    if word == "all-in":
        return "all-in", act["stack"]
    if act["gesture"] == "tap" and act["motions"] == 0:
        return "check", 0
    if word in ("check", "fold"):
        return word, 0
    if word == "call" and act["opened"]:
        return "call", act["level"]
    if word == "bet" and not act["opened"]:
        if act["amount"] > 0:
            return "bet", act["amount"]
        if chips is not None:
            return "bet", act["prior"] + chips[1]
    if word in WAGERS and act["opened"]:
        return _announced(act, chips) or _told(act)
    return _told(act)


def _silent(act: Any, structure: str, count: int, put: int, smallest: int) -> Reading | None:
    total, owed = act["prior"] + put, act["owed"]
    if not act["opened"]:
        if count == 1 and structure == "pot-limit":
            return "bet", min(total, act["max_to"])
        if count == 1 and structure == "no-limit":
            return "bet", total
        if count >= 2 or structure == "limit":
            return "bet", total
    elif count >= 2 and put > owed:
        needed = owed > 0 and put - smallest < owed
        return ("call", act["level"]) if needed else ("raise", total)
    elif put > owed:
        return "call", act["level"]
    if owed > 0 and put == owed:
        return "call", act["level"]
    if owed > 0 and put < owed:
        return "call", total
    return None


def _announced(act: Any, chips: tuple[int, int, int] | None) -> Reading | None:
    if act["amount"] > 0 and act["means"] == "to":
        return "raise", act["amount"]
    if act["amount"] > 0 and act["means"] == "by":
        return "raise", act["level"] + act["amount"]
    if act["amount"] == 0 and chips is not None:
        return "raise", act["prior"] + chips[1]
    if act["amount"] == 0 and act["motions"] == 0:
        return "raise", act["min_to"]
    return None


def _told(act: Any) -> Reading | None:
    does = act["does"]
    if does in ("all-in", "bet"):
        return does, act["to"]
    if does == "call":
        return "call", act["level"]
    if does in ("check", "fold"):
        return does, 0
    if does in TOLD_RAISES:
        return "raise", act["to"]
    return None


def _within_the_stack(act: Any, word: str, reading: Reading) -> Reading:
    kind, to = reading
    if act["lacks"] and word in ("bet", *WAGERS):
        return kind, act["stack"]
    if act["all_in"] and word == "call" and act["stack"] < act["level"]:
        return kind, act["stack"]
    return kind, to


def _settles(act: Any, structure: str, word: str, reading: Reading | None) -> tuple[str, int, str, int]:
    if reading is None:
        return "", 0, "none", 0
    kind, to = reading
    settled = _base(act, structure, word, kind, to)
    limit = act["max_to"]
    if structure in ("limit", "pot-limit") and to > limit:
        if act["opened"] and kind in ("raise", "all-in"):
            if structure == "pot-limit" or not act["raises_used_up"]:
                settled = ("raise", limit, *settled[2:])
        elif not act["opened"] and kind in ("bet", "all-in"):
            settled = ("bet", limit, *settled[2:])
    if act["opened"] and kind == "raise":
        reraise = word == "reraise" and act["raises_before"] == 0
        if reraise or (word == "cap" and structure in ("no-limit", "pot-limit")):
            settled = ("raise", *settled[1:])
    return settled


def _base(act: Any, structure: str, word: str, kind: str, to: int) -> tuple[str, int, str, int]:
    level, opened, all_in = act["level"], act["opened"], act["all_in"]
    if act["closed"] and kind in ("bet", "raise", "all-in"):
        return "none", 0, "none", 0
    if opened and kind in ("raise", "all-in") and to > level:
        barred = act["wagered"] and not act["faces_full"] and act["faces"] > 0
        if act["raises_used_up"] or barred:
            return "call", level, "none", 0
    if all_in and opened and kind in ("call", "all-in", "raise") and to <= level:
        return "call", to, "none", 0
    if act["owes"] == "undercall" and kind == "raise":
        return "call", level, "none", 0
    if all_in and not opened and kind in ("all-in", "bet") and to < act["min_to"]:
        return "bet", to, "none", 0
    if act["owes"] == "underbet" and kind == "bet" and to != act["min_to"]:
        return "bet", act["min_to"], "none", 0
    if all_in and not opened and kind in ("all-in", "bet"):
        return "bet", to, "none", 0
    if all_in and opened and kind in ("all-in", "raise") and to > level:
        return ("raise" if 2 * (to - level) >= act["needed"] * _share(structure) else "call"), to, "none", 0
    if not all_in and (short := _too_small(act, word, kind, to)) is not None:
        return short
    if kind == "check":
        if act["owed"] > 0:
            return "none", 0, "again", 0
        if act["does"] == "nothing":
            return "check", 0, "none", 0
    return kind, to, "none", 0


def _share(structure: str) -> int:
    """How many halves of a full raise make an all-in a raise."""
    return 1 if structure == "limit" else 2


def _too_small(act: Any, word: str, kind: str, to: int) -> tuple[str, int, str, int] | None:
    least, level = act["min_to"], act["level"]
    if kind == "call" and to < level:
        return "undercall", to, "complete-or-fold", level
    if kind == "bet" and not act["opened"] and to < least:
        return "underbet", to, "complete-or-fold", least
    if kind == "raise" and act["opened"] and to < least:
        declared = word == "nothing" or word in WAGERS
        if declared or act["does"] in TOLD_RAISES:
            return "under-raise", to, "complete-or-fold", least
    return None
