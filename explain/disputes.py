"""Disputed facts in a ruling: whether they matter, the versions side by side, and whom to hear or believe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.arbitration import SETTLED
from engine.comparison import versions
from engine.disputes import Disputed, Telling
from engine.ruling import Ruling
from explain.compare import Side, sides
from explain.comparetext import beside, beside_in_markdown, parts_named
from explain.layout import Row, Section
from explain.view import View
from facts.incident import Dispute, Version

Data = dict[str, Any]
NOT_SO = "-"


def disputes_data(view: View, found: Disputed) -> Data:
    """The disputes as JSON-ready data; every telling with its whole ruling."""
    matters = any(found.matters)
    told = sides_of(view, found) if matters else []
    return {
        "matters": matters,
        "facts": [
            {
                "fact": dispute.fact,
                "matters": counts,
                "versions": [{"by": list(version.by), "value": version.value} for version in dispute.versions],
            }
            for dispute, counts in zip(found.disputes, found.matters, strict=True)
        ],
        "tellings": [
            {
                "facts": list(_facts(found, telling)),
                "differs": list(side.compared.differs),
                "ruling": _ruling(view, telling),
            }
            for telling, side in zip(found.tellings, told, strict=matters)
        ],
        "hearing": [{"text": text, "clauses": clauses} for text, clauses in _hearing(view, found)],
    }


def _ruling(view: View, telling: Telling) -> Data:
    from explain.data import as_data  # the two modules tell each other's parts of one contract

    return as_data(telling.ruling, view.wording.language, view.wording.grouped)


def _facts(found: Disputed, telling: Telling) -> Iterator[Data]:
    for dispute, n in zip(found.mattering, telling.chosen, strict=True):
        version = dispute.versions[n]
        yield {"fact": dispute.fact, "value": version.value, "by": list(version.by)}


def _hearing(view: View, found: Disputed) -> Iterator[tuple[str, list[str]]]:
    """What the rulebook says about whom to hear or believe, each sentence once."""
    other = view.other(found.hearing)
    told: set[str] = set()
    for verdict in other.ordered:
        text = other.sentence(verdict) if verdict.status == SETTLED and verdict.subject == "event 1" else ""
        if text and text not in told:
            told.add(text)
            yield text, other.clauses_behind(verdict)


# -- text -----------------------------------------------------------------------------------------------------------


def dispute_sections(view: View, data: Data) -> list[Section]:
    """First of all whether the disputes matter, then whom to hear or believe where one does."""
    say = view.wording
    disputes = {dispute.fact: dispute for dispute in _all(view, data)}
    rows = [
        Row(say.say("dispute", "matters" if one["matters"] else "idle", **_worded(view, disputes[one["fact"]])))
        for one in data["facts"]
    ]
    found = [Section(say.label("verb-sections", "dispute"), rows)]
    if not data["matters"]:
        return found
    hearing = [Row(one["text"], [view.cite(clause) for clause in one["clauses"][:1]]) for one in data["hearing"]]
    official = say.official(view.rulebook.official)
    nobody = [Row(say.say("dispute", "nobody", official=official), _unforeseen(view))]
    return [*found, Section(say.label("verb-sections", "believe"), hearing or nobody)]


def _all(view: View, data: Data) -> list[Dispute]:
    """The disputes of the data: in the story of one version they are settled, so it does not hold them any more."""
    return [
        Dispute(one["fact"], tuple(Version(tuple(v["by"]), v["value"]) for v in one["versions"]))
        for one in data["facts"]
    ]


def _unforeseen(view: View) -> list[str]:
    return [view.cite(view.rulebook.unforeseen)] if view.rulebook.unforeseen else []


def _worded(view: View, dispute: Dispute) -> dict[str, str]:
    say = view.wording
    texts = [
        say.say(
            "dispute",
            "version" if len(version.by) == 1 else "versions",
            value=say.label("dispute", "not-so") if version.value == NOT_SO else version.value,
            who=_people(view, version),
        )
        for version in dispute.versions
    ]
    text = texts[0]
    for more in texts[1:]:
        text = say.say("dispute", "several", first=text, last=more)
    return {"fact": _named(view, dispute), "versions": text}


def _people(view: View, version: Version) -> str:
    """Those who say so; of officials the name in the language of the ruling."""
    return view.wording.listed([view.wording.official(who) for who in version.by])


def _named(view: View, dispute: Dispute) -> str:
    """A fact by its name; of an act with the act as it was seen."""
    head = dispute.fact.partition(".")[0]
    step = view.step(f"act {head[3:]}") if head.startswith("act") and head[3:].isdigit() else None
    return view.wording.say("dispute", "fact", fact=dispute.fact, act=view.act(step)) if step else dispute.fact


# -- side by side ---------------------------------------------------------------------------------------------------


def sides_of(view: View, found: Disputed) -> list[Side]:
    """The rulings on the tellings, each under the names of those who say so."""
    told = [(_label(view, found, telling), telling.ruling) for telling in found.tellings]
    return sides(versions(told), view.wording.language, view.wording.grouped)


def _label(view: View, found: Disputed, telling: Telling) -> str:
    say, several = view.wording, len(found.mattering) > 1
    parts = []
    for dispute, n in zip(found.mattering, telling.chosen, strict=True):
        who = _people(view, dispute.versions[n])
        parts.append(say.say("dispute", "of", fact=dispute.fact, who=who) if several else who)
    text = parts[0]
    for more in parts[1:]:
        text = say.say("dispute", "several", first=text, last=more)
    return text


def _above(view: View, told: Sequence[Side]) -> list[str]:
    cells = dict.fromkeys(cell for side in told for cell in side.compared.differs)
    return [view.wording.say("dispute", "differ", parts=parts_named(view.wording, list(cells)))]


def side_by_side(view: View, ruling: Ruling, width: int, colour: bool) -> str:
    """The rulings on the versions as text."""
    assert ruling.disputed is not None
    told = sides_of(view, ruling.disputed)
    return beside(told, _above(view, told), width, colour, "story")


def side_by_side_in_markdown(view: View, ruling: Ruling) -> str:
    """The rulings on the versions as a Markdown table."""
    assert ruling.disputed is not None
    told = sides_of(view, ruling.disputed)
    return beside_in_markdown(told, _above(view, told), "story")


__all__ = ["dispute_sections", "disputes_data", "side_by_side", "side_by_side_in_markdown"]
