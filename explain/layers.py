"""Which regulations took part in a ruling, in whose place they stepped, and what would hold without them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from engine.arbitration import SETTLED, Verdict
from engine.flips import alike
from engine.ruling import Below, Ruling, carrying
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
    replaced = [found for found in _replaced(view, lower, below) if found]
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
            "citations": [citation(lower, clause) for clause in dict.fromkeys(chain(*replaced))],
        },
        "text": _text(view, lower, below, list(dict.fromkeys(replaced[0] if replaced else ())), differs),
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


def _replaced(view: View, lower: View, below: Below) -> Iterator[list[str]]:
    """The clauses below in whose place the regulations stepped, the most direct ones first: those of the numbers that
    they set anew; of the rules that they put aside, repealed or put otherwise; of all that is settled otherwise now.
    """
    former = lower.rulebook.parameters
    set_anew = {name for name in below.layer.former if view.rulebook.parameters[name].clause in below.clauses}
    yield [former[name].clause for name in below.layer.former if name in set_anew & former.keys()]
    yield [*_put_aside(view, below), *_gone(view, lower, below)]
    yield [
        clause
        for verdict in lower.ordered
        if verdict.status == SETTLED and not _stands(view, verdict)
        for clause in lower.clauses_behind(verdict)[:1]
    ]


def _put_aside(view: View, below: Below) -> Iterator[str]:
    for verdict in view.ordered:
        for defeat in verdict.defeats:
            if defeat.winner.rule.book == below.layer.book and defeat.loser.rule.book != below.layer.book:
                yield defeat.loser.rule.clause


def _gone(view: View, lower: View, below: Below) -> Iterator[str]:
    """Of the rules that decide below, those that are not there any more or stand in the regulations now."""
    kept = {rule.id for rule in view.rulebook.rules if rule.book != below.layer.book}
    for verdict in lower.ordered:
        yield from (match.rule.clause for match in carrying(verdict) if match.rule.id not in kept)


def _stands(view: View, verdict: Verdict) -> bool:
    now = view.verdicts.get((verdict.topic, verdict.subject))
    return now is not None and (now.status, now.values) == (SETTLED, verdict.values)


__all__ = ["layers"]
