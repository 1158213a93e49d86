"""The published contract of a ruling: JSON Schema 2020-12, made here and kept in docs/ruling.schema.json.

``python -m explain.schema`` prints it. A program that reads rulings may rely on every key named here. A key is added or
changed only together with the number at the end of ``schema``.
"""

from __future__ import annotations

import json

from explain.data import SCHEMA
from explain.shapes import LANGUAGE, Schema
from explain.shapes import a_list as _list
from explain.shapes import a_number as _number
from explain.shapes import a_ref as _ref
from explain.shapes import a_text as _text
from explain.shapes import an_object as _object
from explain.shapes import by_seat as _by_seat
from explain.shapes import clauses as _clauses
from explain.shapes import texts as _texts

STATUSES = ("determined", "determined on assumptions", "needs facts", "conflict", "discretion")
_VERDICTS = ("settled", "open", "conflict")
_ACTS = ("fold", "check", "call", "bet", "raise", "bring-in", "complete", "stay", "all-in")


def ruling_schema() -> Schema:
    """The schema as plain data, made anew."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:" + SCHEMA.replace(".", ":").replace("/", ":"),
        "title": "Poker ruling",
        "description": "What a rulebook says about one incident, with the clauses, the reasons, and what is not known. "
        "Amounts are whole chips; to, min and max are street totals, more is what has to be added.",
        **_object(_top(), optional=("incomplete", "irregular", "disputes")),
        "$defs": _definitions(),
    }


def as_text() -> str:
    """The schema as it stands in docs/ruling.schema.json."""
    return json.dumps(ruling_schema(), ensure_ascii=False, indent=2) + "\n"


def _top() -> Schema:
    return {
        "schema": {"const": SCHEMA},
        "rulebook": _text("Id of the rulebook"),
        "edition": _text("Its edition, in the language of the ruling"),
        "language": _text(LANGUAGE),
        "status": {"enum": list(STATUSES), "description": "How sure the ruling on the play is, sanctions apart"},
        "ruling": _list(_object({"text": _text(), "clauses": _clauses()}), "The answer in sentences"),
        "findings": _list(_ref("finding"), "What was settled, is open or in conflict, in reading order"),
        "options": _list(_ref("option"), "What each player with a decision may do, in the order to act"),
        "chips": _ref("chips"),
        "procedure": _list(_ref("step"), "What the dealer has to do, in order"),
        "sanctions": _list(_ref("sanction"), "Sanctions, apart from the play"),
        "reasoning": _list(_ref("reason"), "The reasons, numbered from 1, one claim each"),
        "defeated": _list(_ref("defeat"), "Rules whose conditions hold but that an exception put aside"),
        "pending": _list(_ref("pending"), "Rules that wait for something nobody told"),
        "assumptions": _list(_ref("assumption"), "What was taken without having been told"),
        "questions": _list(_ref("question"), "What should be asked, and where each answer leads"),
        "readings": _list(_ref("reading"), "Clauses that can be read otherwise with another outcome"),
        "layers": _list(_ref("layer"), "Regulations of an event or a house that took part, the uppermost first"),
        "citations": _list(_ref("citation"), "Every clause that is named above, each once"),
        "disputes": _ref("disputes"),
        "incomplete": _text("What is at hand of a rulebook whose text is not at hand as a whole"),
        "irregular": _list(_ref("irregular"), "Of a hand history only: acts and deals that were not regular"),
    }


def _definitions() -> Schema:
    return {
        "chips-amount": {"type": "integer", "minimum": 0},
        "value": {
            "description": "Whole chips or a count, a word, a flag, names, or null: unknown",
            "type": ["integer", "string", "boolean", "array", "null"],
            "items": {"type": "string"},
        },
        "discretion": _object({"by": _text("The official who decides"), "range": _text(), "clause": _text()}),
        "finding": _finding(),
        "option": _option(),
        "act": _act(),
        "chips": _chips(),
        "step": _object(
            {"act": _number("Number of the act"), "step": _text(), "text": _text(), "clauses": _clauses()},
            ("act", "step"),
        ),
        "sanction": _sanction(),
        "reason": _object(
            {"n": _number(), "text": _text(), "clauses": _clauses(), "facts": _texts("What it rests on")}
        ),
        "defeat": _defeat(),
        "pending": _pending(),
        "assumption": _assumption(),
        "question": _question(),
        "reading": _reading(),
        "layer": _layer(),
        "citation": _citation(),
        "irregular": _irregular(),
        "disputes": _disputes(),
    }


def _irregular() -> Schema:
    return _object(
        {
            "kind": _text("What was irregular: out-of-turn, below-least, not-open, event ..."),
            "line": _number("Line in the file, counted from 1"),
            "column": _number("Column in the file, counted from 1"),
            "act": _number("Number of the act, counted from 1"),
            "event": _text("Name of the event, where it is no act"),
            "text": _text(),
        },
        optional=("act", "event"),
    )


def _finding() -> Schema:
    side = _object({"rule": _text(), "clauses": _clauses(), "text": _text()})
    return _object(
        {
            "topic": _text("The question that was answered"),
            "subject": _text("What it is about: 'act 3', a seat, 'table', 'event 1', a pot"),
            "seat": _text("The player it is about"),
            "act": _number("Number of the act, counted from 1"),
            "status": {"enum": list(_VERDICTS)},
            "values": {"type": "object", "additionalProperties": _ref("value")},
            "clauses": _clauses(),
            "rule": {"type": ["string", "null"], "description": "The rule that tells it best; null unless settled"},
            "rules": _texts("All rules that carry it"),
            "text": _text(),
            "sides": _list(_list(side), "The groups of rules that disagree"),
            "discretion": _ref("discretion"),
        },
        ("seat", "act", "sides", "discretion"),
    )


def _option() -> Schema:
    barred = _object({"act": {"enum": list(_ACTS)}, "clauses": _clauses(), "text": _text()})
    return _object(
        {
            "seat": _text(),
            "acts": _list(_ref("act")),
            "may_not": _list(barred, "What a clause keeps him from"),
            "open": _list({"enum": list(_ACTS)}, "Acts that an open question decides"),
        }
    )


def _act() -> Schema:
    bound = {"anyOf": [_ref("chips-amount"), {"type": "null"}]}
    return _object(
        {
            "act": {"enum": list(_ACTS)},
            "to": _ref("chips-amount"),
            "more": _ref("chips-amount"),
            "all_in": {"type": "boolean", "description": "It takes his last chips"},
            "min": bound,
            "max": {**bound, "description": "null: nothing told bounds it but the stack"},
            "or_to": {**_ref("chips-amount"), "description": "It goes to min or to this, to nothing between them"},
            "name": {"enum": ["raise", "reraise", "cap", "complete"]},
            "forfeits": _ref("chips-amount"),
            "takes_back": _ref("chips-amount"),
            "clauses": _clauses(),
        },
        ("to", "more", "all_in", "min", "max", "or_to", "name", "forfeits", "takes_back"),
    )


def _chips() -> Schema:
    amount = _ref("chips-amount")
    folds = _object({"forfeits": amount, "takes_back": amount}, ("forfeits", "takes_back"))
    eligible = _texts("Who can win it")
    pot = _object({"name": _text(), "amount": amount, "eligible": eligible, "clauses": _clauses(), "text": _text()})
    completed = _object({"to": amount, "more": amount})
    return _object(
        {
            "returned": _by_seat(amount, "What comes back at once"),
            "if_folds": _by_seat(folds, "What a fold costs or brings back"),
            "to_complete": _by_seat(completed, "What an insufficient wager is completed to"),
            "pots": _list(pot, "The pots when there is more than one"),
            "awarded": _by_seat(amount, "What each player takes from all pots together"),
        }
    )


def _sanction() -> Schema:
    nothing = {"type": ["integer", "null"], "minimum": 0}
    word = {"type": ["string", "null"]}
    return _object(
        {
            "seat": _text(),
            "act": _number("Number of the act it is for"),
            "event": _number("Number of the event it is for, where it is no act"),
            "type": word,
            "rounds": nothing,
            "rounds_max": nothing,
            "by": word,
            "status": {"enum": list(_VERDICTS)},
            "clauses": _clauses(),
            "text": _text("The sanction, or the question that decides"),
            "discretion": _ref("discretion"),
        },
        ("discretion", "act", "event"),
    )


def _defeat() -> Schema:
    return _object(
        {
            "rule": _text("The rule put aside"),
            "clauses": _clauses(),
            "topic": _text(),
            "subject": _text(),
            "values": {"type": "object", "additionalProperties": _ref("value"), "description": "What it proposed"},
            "by": _text("The rule that puts it aside"),
            "relation": {"enum": ["overrides", "restricts", "reinstates", "layer"]},
            "clause": _text("The clause in which that relation stands"),
            "by_clause": _text("The clause of the rule that puts it aside"),
            "claim": _text("What it would have said"),
            "reason": _text("What the other says instead"),
            "facts": _texts("Why it seems to apply"),
            "text": _text(),
        }
    )


def _pending() -> Schema:
    place = _object({"fact": _text(), "key": _text(), "slot": _text(), "question": _text()})
    return _object(
        {
            "rule": _text(),
            "clauses": _clauses(),
            "topic": _text(),
            "subject": _text(),
            "matters": {"type": "boolean", "description": "Whether it could change the outcome of its topic"},
            "unknown": _list(place),
        }
    )


def _assumption() -> Schema:
    text = {"text": _text()}
    default = {"fact": _text(), "key": _text(), "slot": _text(), "value": _ref("value"), **text}
    default |= {"confirm": _text("Who would know"), "for": {"enum": ["play", "sanction"]}}
    reading = {"clauses": _clauses(), "reading": _text(), **text, "confirm": _text("Who fixes it")}
    borrowed = {"clauses": _clauses(), "book": _text("The book that lends them"), **text}
    kinds = (("default", default), ("reading", reading), ("taken-from", borrowed))
    return {"oneOf": [_object({"kind": {"const": kind}, **keys}) for kind, keys in kinds]}


def _question() -> Schema:
    leads_to = _object(
        {
            "status": {"enum": list(STATUSES)},
            "text": _texts("What the ruling would then say"),
            "findings": _list(_ref("finding")),
            "options": _list(_ref("option")),
        }
    )
    answer = _object(
        {
            "values": _list(_ref("value"), "Answers that lead to the same ruling"),
            "said": _texts("The same in words"),
            "leads_to": leads_to,
        }
    )
    return _object(
        {
            "id": _text("Fact and slot, such as 'act 2.declared'"),
            "question": _text(),
            "matters": {"type": "boolean", "description": "Whether its answers lead apart"},
            "for": {"enum": ["play", "sanction"]},
            "answers": _list(answer),
        }
    )


def _reading() -> Schema:
    other = _object({"name": _text(), "meaning": _text(), "differs": _texts("What would change")})
    return _object(
        {
            "clause": _text(),
            "chosen": _text("Name of the reading in force"),
            "meaning": _text(),
            "fixed": {"type": "boolean", "description": "Whether the event has fixed it"},
            "by": _text("The official who fixes it"),
            "others": _list(other),
        }
    )


def _layer() -> Schema:
    below = _object(
        {
            "rulebook": _text("Id of the book under these regulations"),
            "name": _text(),
            "status": {"enum": list(STATUSES)},
            "same": {"type": "boolean", "description": "Whether it comes to the same result"},
            "differs": _texts("What it says and the ruling above it does not"),
            "findings": _list(_ref("finding")),
            "options": _list(_ref("option")),
            "citations": _list(_ref("citation"), "Its clauses in whose place the regulations stepped"),
        }
    )
    return _object(
        {
            "rulebook": _text("Id of the regulations"),
            "layer": {"enum": ["event", "house"]},
            "name": _text(),
            "clauses": _clauses(),
            "below": below,
            "text": _text("Which clause decided, over which one, and what would hold without it"),
        }
    )


def _disputes() -> Schema:
    version = _object({"by": _texts("Who says so"), "value": _text("As in an incident file; - : it was not so")})
    fact = _object(
        {
            "fact": _text("Its name, see docs/verbs.md"),
            "matters": {"type": "boolean", "description": "Whether its versions are ruled otherwise"},
            "versions": _list(version, "What is said, and by whom"),
        }
    )
    part = _object({"fact": _text(), "value": _text(), "by": _texts("Who says so")})
    telling = _object(
        {
            "facts": _list(part, "One version of each fact that matters"),
            "differs": _texts("The parts of the ruling that differ from the first telling"),
            "ruling": {"$ref": "#", "description": "The ruling on it"},
        }
    )
    return {
        **_object(
            {
                "matters": {"type": "boolean", "description": "Whether any of them does"},
                "facts": _list(fact, "The facts of which there are several versions"),
                "tellings": _list(telling, "The ruling on every combination; none where no dispute matters"),
                "hearing": _list(
                    _object({"text": _text(), "clauses": _clauses()}), "Whom to hear or believe, where the book says so"
                ),
            }
        ),
        "description": "Facts with several versions. Where one matters, the ruling around this counts it as not told",
    }


def _citation() -> Schema:
    return _object(
        {
            "clause": _text(),
            "cite": _text("As it is cited to people"),
            "title": _text(),
            "gist": _text(),
            "book": _text("Id of the book that says it: the rulebook, one that it extends, or regulations over it"),
            "taken_from": _text("The book that lends the clause"),
        },
        ("taken_from",),
    )


if __name__ == "__main__":
    print(as_text(), end="")
