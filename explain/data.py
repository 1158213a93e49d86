"""The ruling as plain data: the published contract ``floorcall.ruling/3`` (docs/ruling.schema.json).

Keys come in a fixed order and lists in reading order, so that the same ruling gives the same bytes. Everything that
text and Markdown show comes from here; only the auditor also looks into the trace.
"""

from __future__ import annotations

from typing import Any

from engine.arbitration import CONFLICT, NONE, OPEN, SETTLED, Verdict
from engine.facts import Match
from engine.ruling import Ruling, carrying
from explain.headline import headlines
from explain.options import chips, options
from explain.outlook import assumptions, questions, readings
from explain.reasoning import reasons
from explain.view import View, lost, strength
from explain.wording import Wording

SCHEMA = "floorcall.ruling/3"
Data = dict[str, Any]


def as_data(ruling: Ruling, language: str = "en", grouped: bool = False) -> Data:
    """The ruling as JSON-ready data. ``grouped`` sets thousands apart in the texts.

    Amounts are whole chips; ``to``, ``min`` and ``max`` street totals, ``more`` what has to be added. Raises
    ValueError for a language that is not spoken.
    """
    return data_of(View.of(ruling, Wording(language, ruling.vocabulary, grouped)), ruling)


class Teller:
    """Tells one ruling in several languages, for programs and for the eye: each as it is alone, but what no language
    changes is worked out once, and nothing is told twice. What it gives is shared and must not be changed.
    """

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling
        self._views: dict[tuple[str, bool], View] = {}
        self._told: dict[tuple[str, bool], Data] = {}

    def view(self, language: str, grouped: bool = False) -> View:
        """The ruling looked at in a language. Raises ValueError for one that is not spoken."""
        found = self._views.get((language, grouped))
        if found is None:
            wording = Wording(language, self.ruling.vocabulary, grouped)
            first = next(iter(self._views.values()), None)
            found = View.of(self.ruling, wording) if first is None else first.said(wording)
            self._views[language, grouped] = found
        return found

    def data(self, language: str, grouped: bool = False) -> Data:
        """See ``as_data``."""
        plain = self._told.get((language, False))
        if plain is not None and not (grouped and self._views[language, False].wording.long):
            return plain
        found = self._told.get((language, grouped))
        if found is None:
            found = self._told[language, grouped] = data_of(self.view(language, grouped), self.ruling)
        return found


def data_of(view: View, ruling: Ruling) -> Data:
    """The same by a view of the ruling."""
    found = options(view)
    data: Data = {
        "schema": SCHEMA,
        "rulebook": ruling.rulebook.id,
        "edition": view.wording.of(ruling.rulebook.edition),
        "language": view.wording.language,
        "status": ruling.status,
        "ruling": [{"text": line.text, "clauses": line.clauses} for line in headlines(view)],
        "findings": findings(view),
        "options": found,
        "chips": chips(view, found),
        "procedure": procedure(view),
        "sanctions": _sanctions(view),
        "reasoning": [
            {"n": n, "text": line.text, "clauses": list(line.clauses), "facts": list(line.facts)}
            for n, line in enumerate(reasons(view), 1)
        ],
        "defeated": _defeated(view),
        "pending": _pending(view),
        "assumptions": assumptions(view, ruling),
        "questions": questions(view, ruling),
        "readings": readings(view, ruling),
        "layers": _layers(view, ruling),
    }
    if ruling.disputed is not None:
        from explain.disputes import disputes_data  # late: in most stories nothing is disputed

        data["disputes"] = disputes_data(view, ruling.disputed)
    data["citations"] = _citations(view, data)
    if ruling.rulebook.incomplete:
        data["incomplete"] = view.wording.of(ruling.rulebook.incomplete)
    return data


def _layers(view: View, ruling: Ruling) -> list[Data]:
    if ruling.below is None:
        return []
    from explain.layers import layers  # late: only regulations over a rulebook pay for it

    return layers(view, ruling)


# -- findings -------------------------------------------------------------------------------------------------------


def findings(view: View, apart: bool | None = None) -> list[Data]:
    """What was settled, is open or in conflict, in reading order. ``apart``: only conduct and rights, or the play."""
    shown = (v for v in view.ordered if v.status != NONE and (apart is None or view.apart(v) == apart))
    return [_finding(view, verdict) for verdict in shown]


def _finding(view: View, verdict: Verdict) -> Data:
    entry: Data = {"topic": verdict.topic, "subject": verdict.subject}
    seat = view.seat_of(verdict.subject)
    if seat:
        entry["seat"] = seat
    if verdict.subject.startswith("act "):
        entry["act"] = view.number_in(verdict.subject)
    settled = verdict.status == SETTLED
    behind = [*view.told(verdict, inherited=True), *carrying(verdict)] if settled else []
    rules = list(dict.fromkeys(match.rule.id for match in behind))
    entry |= {
        "status": verdict.status,
        "values": {name: _json(value) for name, value in verdict.values.items()} if settled else {},
        "clauses": view.clauses_behind(verdict) if settled else [],
        "rule": rules[0] if rules else None,
        "rules": rules,
        "text": view.sentence(verdict) if settled else _unsettled(view, verdict),
    }
    if verdict.status == CONFLICT:
        entry["sides"] = [[_side(view, match) for match in side] for side in verdict.sides]
    told = discretion(view, verdict)
    return entry | ({"discretion": told} if told else {})


def _json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _side(view: View, match: Match) -> Data:
    return {"rule": match.rule.id, "clauses": list(view.clauses(match)), "text": view.wording.says(match)}


def _unsettled(view: View, verdict: Verdict) -> str:
    if verdict.status == CONFLICT:
        return " ".join(view.wording.says(max(side, key=strength)) for side in verdict.sides)
    return " ".join(dict.fromkeys(view.question(place) for m in verdict.pending for place in m.unknown))


def discretion(view: View, verdict: Verdict) -> Data | None:
    """Who may decide a finding, and within which range."""
    for match in carrying(verdict):
        if match.rule.discretion is not None:
            by, within = match.rule.discretion.by, view.wording.range(match)
            return {"by": by, "range": within, "clause": match.rule.clause}
    return None


# -- what follows ---------------------------------------------------------------------------------------------------


def procedure(view: View) -> list[Data]:
    said = [v for v in view.ordered if v.topic == "announce" and v.status == SETTLED]
    found: list[Data] = [
        {"act": view.number_in(v.subject), "text": view.sentence(v), "clauses": view.clauses_behind(v)} for v in said
    ]
    for verdict in view.ordered:
        if verdict.topic == "procedure" and verdict.status == SETTLED:
            found.extend(_step(view, verdict, step) for step in verdict.values.get("steps") or ())
    return found


def _step(view: View, verdict: Verdict, step: str) -> Data:
    """One step of a procedure, with the clause it stands in when that is another than the rule's."""
    word, _, clause = step.partition("@")
    text = view.wording.of(view.vocabulary.steps[word])
    return {"step": word, "text": text, "clauses": [clause] if clause else view.clauses_behind(verdict)}


def _sanctions(view: View) -> list[Data]:
    found = []
    for verdict in view.ordered:
        if verdict.topic != "sanction" or verdict.status == NONE:
            continue
        entry: Data = {"seat": view.seat_of(verdict.subject), _kind(verdict): view.number_in(verdict.subject)}
        values = verdict.values if verdict.status == SETTLED else {}
        entry |= {name: values.get(name) for name in ("type", "rounds", "rounds_max", "by")}
        told = discretion(view, verdict) if verdict.status == SETTLED else None
        entry |= {
            "status": verdict.status,
            "clauses": view.clauses_behind(verdict) if verdict.status == SETTLED else _open_clauses(verdict),
            "text": view.sentence(verdict) if verdict.status == SETTLED else _unsettled(view, verdict),
        }
        found.append(entry | ({"discretion": told} if told else {}))
    return found


def _kind(verdict: Verdict) -> str:
    """Whether a verdict is about an act or an event."""
    return "event" if verdict.subject.startswith("event ") else "act"


def _open_clauses(verdict: Verdict) -> list[str]:
    matches = (*verdict.pending, *(match for side in verdict.sides for match in side))
    return list(dict.fromkeys(match.rule.clause for match in matches))


# -- what did not apply ---------------------------------------------------------------------------------------------


def _defeated(view: View) -> list[Data]:
    """Each rule that an exception put aside, with what it would have said and why it does not; more telling first."""
    found: dict[tuple[str, ...], Data] = {}
    for verdict in view.ordered:
        for defeat in sorted(lost(verdict), key=lambda d: strength(d.loser), reverse=True):
            loser, winner = defeat.loser, defeat.winner
            claim, reason = view.wording.says(loser), view.wording.says(winner)
            relation = view.wording.label("relations", defeat.relation)
            values = {"claim": claim.rstrip("."), "by": winner.rule.clause, "relation": relation}
            entry = {
                "rule": loser.rule.id,
                "clauses": list(view.clauses(loser)),
                "topic": verdict.topic if defeat in verdict.defeats else (verdict.inherited or verdict).topic,
                "subject": verdict.subject,
                "values": {name: _json(value) for name, value in loser.outcome.items()},
                "by": winner.rule.id,
                "relation": defeat.relation,
                "clause": defeat.clause or winner.rule.clause,
                "by_clause": winner.rule.clause,
                "claim": claim,
                "reason": reason,
                "facts": view.statements(loser),
                "text": view.wording.say("defeated", "text", **values),
            }
            key = (loser.rule.id, verdict.subject, winner.rule.id)
            found.setdefault(key, entry)
    return list(found.values())


def _pending(view: View) -> list[Data]:
    """Each rule that waits for something unknown; ``matters``: it could change the outcome of its topic."""
    return [
        {
            "rule": match.rule.id,
            "clauses": list(view.clauses(match)),
            "topic": verdict.topic,
            "subject": verdict.subject,
            "matters": verdict.status == OPEN and match in verdict.pending,
            "unknown": [_place(view, place) for place in match.unknown],
        }
        for verdict in view.ordered
        for match in (*verdict.pending, *verdict.idle)
    ]


def _place(view: View, place: tuple[str, str, str]) -> Data:
    type, key, slot = place
    return {"fact": type, "key": key, "slot": slot, "question": view.question(place)}


# -- citations ------------------------------------------------------------------------------------------------------


def _citations(view: View, data: Data) -> list[Data]:
    """Every clause that the ruling names, each once, in the order in which it comes up: what it rests on first."""
    named: dict[str, None] = {}
    _name(data, named)
    return [citation(view, clause) for clause in named if clause in view.rulebook.clauses]


def citation(view: View, name: str) -> Data:
    """A clause in words, with the book of the lineage that says it."""
    clause, say = view.rulebook.clauses[name], view.wording
    entry = {"clause": name, "cite": view.cite(name), "title": say.of(clause.title), "gist": say.of(clause.gist)}
    entry["book"] = clause.book
    if clause.taken_from:
        entry["taken_from"] = clause.taken_from
    return entry


# What another book says is cited there; values are no clauses.
_UNNAMED = ("below", "values")


def _name(entry: Data, found: dict[str, None]) -> None:
    """Adds the clauses that ``entry`` names to ``found``."""
    for key, part in entry.items():
        kind = type(part)
        if kind is str:  # most parts are texts
            if key == "clause" or key == "by_clause":
                found[part] = None
        elif kind is list:
            if key == "clauses":
                for clause in part:
                    found[clause] = None
            elif part and type(part[0]) is not str:
                _name_all(part, found)
        elif kind is dict and key not in _UNNAMED:
            _name(part, found)


def _name_all(entries: list[Any], found: dict[str, None]) -> None:
    for part in entries:
        if type(part) is dict:
            _name(part, found)
        elif type(part) is list:
            _name_all(part, found)
