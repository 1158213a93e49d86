"""Which regulations took part in a ruling, in whose place they stepped, and what would hold without them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.arbitration import SETTLED
from engine.flips import alike
from engine.ruling import Below, Ruling
from explain.data import citation, findings
from explain.options import options
from explain.outlook import differences
from explain.view import View
from explain.wording import ending

Data = dict[str, Any]
# In the sentence; the data has all.
_CITED, _SENTENCES = 2, 2


def layers(view: View, ruling: Ruling) -> list[Data]:
    """The regulations that took part, the uppermost first, each with what the book below them says."""
    found: list[Data] = []
    while ruling.below is not None:
        lower = View.of(ruling.below.ruling, view.wording)
        found.append(_layer(view, lower, ruling, ruling.below))
        view, ruling = lower, ruling.below.ruling
    return found


def _layer(view: View, lower: View, ruling: Ruling, below: Below) -> Data:
    say, other = view.wording, below.ruling
    same = alike(ruling, other, ruling.vocabulary)
    differs = [] if same else differences(view, lower) or [say.say("reading", "elsewhere")]
    replaced = list(dict.fromkeys(_replaced(view, lower, below)))
    return {
        "rulebook": below.layer.book,
        "layer": below.layer.kind,
        "name": say.of(below.layer.name),
        "clauses": list(below.clauses),
        "below": {
            "rulebook": other.rulebook.id,
            "name": say.of(other.rulebook.name),
            "status": other.status,
            "same": same,
            "differs": differs,
            "findings": findings(lower),
            "options": options(lower),
            "citations": [citation(lower, clause) for clause in replaced],
        },
        "text": _text(view, lower, below, replaced, differs),
    }


def _text(view: View, lower: View, below: Below, replaced: list[str], differs: list[str]) -> str:
    say = view.wording
    key = ("over" if differs else "same") if replaced else ("own" if differs else "own-same")
    return say.say(
        "layer",
        key,
        upper=say.listed([view.cite(clause) for clause in below.clauses[:_CITED]]),
        lower=say.listed([lower.cite(clause) for clause in replaced[:_CITED]]),
        book=lower.rulebook.cites,
        text=ending(_closed(text) for text in differs[:_SENTENCES]),
    )


def _closed(text: str) -> str:
    """A text with a full stop where it has none: what a player may do is told without one."""
    return text if text.endswith((".", "?", "!")) else text + "."


def _replaced(view: View, lower: View, below: Below) -> Iterator[str]:
    """The clauses below in whose place the regulations stepped: those of what is settled otherwise now, of the rules
    that they put aside, of the parameters that they set anew.
    """
    for verdict in lower.ordered:
        now = view.verdicts.get((verdict.topic, verdict.subject))
        if verdict.status == SETTLED and (now is None or (now.status, now.values) != (SETTLED, verdict.values)):
            yield from lower.clauses_behind(verdict)[:1]
    for verdict in view.ordered:
        for defeat in verdict.defeats:
            if defeat.winner.rule.book == below.layer.book and defeat.loser.rule.book != below.layer.book:
                yield defeat.loser.rule.clause
    former = lower.rulebook.parameters
    for name in below.layer.former:
        if view.rulebook.parameters[name].clause in below.clauses and name in former:
            yield former[name].clause


__all__ = ["layers"]
