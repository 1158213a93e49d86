"""The part of the published contract of ``floorcall log`` that is about penalties, protests and replay."""

from __future__ import annotations

from explain.shapes import (
    Schema,
    a_count,
    a_list,
    a_number,
    a_text,
    an_object,
    by_seat,
    clauses,
    described,
    or_null,
    texts,
)

LAW = ("penalties", "protests", "replay")
"""The names of the answers."""
STATES_OF_PENALTIES = ("open", "served", "given", "forgiven", "overturned", "overridden")
STATES_OF_PROTESTS = ("decided", "inadmissible", "late", "open", "unsent")
STATES_OF_REPLAY = ("same", "reasons", "differs", "unreadable")
OUTCOMES = ("upheld", "rejected")


def law_shapes() -> dict[str, Schema]:
    """By answer the keys that it has beside schema and database."""
    return {"penalties": _penalties(), "protests": _protests(), "replay": _replay()}


def _one_of(words: tuple[str, ...], about: str) -> Schema:
    return {"enum": list(words), "description": about}


def _truth(about: str) -> Schema:
    return {"type": "boolean", "description": about}


def _by_language(about: str, values: Schema | None = None) -> Schema:
    return by_seat(values or a_text(), about)


def _penalties() -> Schema:
    penalty = {
        "entry": a_number("The entry that gives it"),
        "incident": a_number("The entry of the incident"),
        "at": a_text("When the incident was"),
        "table": a_text(),
        "player": a_text("Key of the player, empty where none was named"),
        "seat": a_text(),
        "type": a_text("Kind of sanction, a word of the topic sanction"),
        "rounds": or_null(a_count("Rounds to be missed")),
        "hands": or_null(a_count("Hands to be missed; null where it has none or nobody counted them")),
        "served": a_count("Hands missed so far"),
        "left": or_null(a_count("Hands still to be missed; null where nobody counted them")),
        "state": _one_of(STATES_OF_PENALTIES, "given: there is nothing to serve"),
        "by": a_text("The office that gives it"),
        "clause": a_text("The clause behind it, empty where an official gave it"),
        "text": _by_language("What the ruling said, by language"),
    }
    ban = {"event": a_text(), "entry": a_number(), "player": a_text("Key of the player here"), "clause": a_text()}
    return {
        "event": a_text(),
        "penalties": a_list(an_object(penalty), "In the order of their entries, lifted ones too"),
        "open": a_count("How many are open"),
        "bans": a_list(an_object(ban), "Bans for the season in other events on players with the same name"),
    }


def _protests() -> Schema:
    decision = {
        "entry": a_number(),
        "at": a_text(),
        "outcome": _one_of(OUTCOMES, "What was decided"),
        "text": a_text(),
        "decided_by": a_text(),
    }
    protest = {
        "entry": a_number(),
        "about": or_null(a_number("The entry that it is against")),
        "player": a_text(),
        "text": a_text("As it was filed"),
        "filed": a_text("When, in the time zone of the event"),
        "received": or_null(a_text("When whoever decides received it, in the time zone of the event")),
        "received_by": a_text(),
        "facts": described({"type": "object"}, "The facts that it was ruled on, slots of the event protest"),
        "allowed": or_null({"type": "boolean"}, "Whether the rules admit it; null where they leave it open"),
        "clauses": clauses(),
        "says": _by_language("What the rules say, by language", texts("Sentences")),
        "questions": _by_language("What has to be told first, by language", texts("Questions")),
        "state": _one_of(STATES_OF_PROTESTS, "unsent: days run from its receipt, and nobody has received it"),
        "due": or_null(a_text("The last day for the decision")),
        "days": or_null(described({"type": "integer"}, "Days from its receipt to now, or to the decision")),
        "late": _truth("Whether the decision was or is late"),
        "decision": or_null(an_object(decision)),
    }
    return {
        "event": a_text(),
        "now": a_text("The time for which it is told"),
        "event_over": _truth("Whether the journal says that the event is over"),
        "deadline": or_null(an_object({"days": a_count(), "clause": a_text()}), "The days that a decision may take"),
        "protests": a_list(an_object(protest), "In the order of their entries"),
        "open": a_count("How many wait for a decision"),
        "late": a_count("How many of them are late"),
    }


def _replay() -> Schema:
    ruling = {
        "entry": a_number("The incident"),
        "state": _one_of(STATES_OF_REPLAY, "reasons: the same ruling, by other clauses or in other words"),
        "then": texts("What differs, as it was ruled then"),
        "now": texts("The same as it is ruled now"),
        "clauses_then": clauses(),
        "clauses_now": clauses(),
        "paths": texts("Where else the data of the ruling differ"),
        "fault": a_text("Why it could not be ruled again, empty where it could"),
        "readings_dropped": texts("Clauses whose reading of then the rulebook does not know"),
    }
    return {
        "event": a_text(),
        "rulebook": or_null(a_text("The other rulebook; null: that of then")),
        "incidents": a_count("How many were ruled again"),
        "counts": an_object({state: a_count() for state in STATES_OF_REPLAY}),
        "changed_rulebook": a_count("How many were ruled then by another content of their rulebook"),
        "rulings": a_list(an_object(ruling), "Those that are not the same"),
    }


__all__ = ["LAW", "OUTCOMES", "STATES_OF_PENALTIES", "STATES_OF_PROTESTS", "STATES_OF_REPLAY", "law_shapes"]
