"""What a ruling hangs on: assumptions, questions and where their answers lead, other readings and what they change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.arbitration import SETTLED
from engine.ruling import Alternative, Answer, Assumption, Question, Ruling
from explain.headline import decided
from explain.options import line, options, phrases
from explain.view import View
from explain.wording import ending

Data = dict[str, Any]


# -- assumptions ----------------------------------------------------------------------------------------------------


def assumptions(view: View, ruling: Ruling) -> list[Data]:
    """What was taken without having been told, and who should confirm it."""
    kinds = {"default": _default, "reading": _reading, "taken-from": _taken_from}
    return [kinds[assumption.kind](view, assumption) for assumption in ruling.assumptions]


def _default(view: View, assumption: Assumption) -> Data:
    type, key, slot = assumption.subject
    fact, say = view.fact(type, key), view.wording
    statement = say.statement(fact, slot) if fact is not None else f"{slot}: {say.plain(assumption.value)}"
    entry = {"kind": "default", "fact": type, "key": key, "slot": slot, "value": assumption.value}
    text = say.say("assumed", "default", statement=view.capital(statement))
    what = "sanction" if assumption.apart else "play"
    return {**entry, "text": text, "confirm": assumption.confirm, "for": what}


def _reading(view: View, assumption: Assumption) -> Data:
    clause, name = assumption.subject[0], str(assumption.value)
    text = view.wording.say("assumed", "reading", clause=clause, name=name, meaning=meaning(view, clause, name))
    return {"kind": "reading", "clauses": [clause], "reading": name, "text": text, "confirm": assumption.confirm}


def _taken_from(view: View, assumption: Assumption) -> Data:
    clauses, say = list(assumption.subject), view.wording
    why = say.of(view.rulebook.clauses[clauses[0]].taken_why)
    text = say.say("assumed", "taken-from", clauses=clauses, book=str(assumption.value).upper(), why=why)
    return {"kind": "taken-from", "clauses": clauses, "book": assumption.value, "text": text}


def meaning(view: View, clause: str, name: str) -> str:
    """What a reading of a clause means."""
    reading = view.rulebook.clauses[clause].readings
    return view.wording.of(reading.options[name]) if reading is not None else ""


# -- questions ------------------------------------------------------------------------------------------------------


def questions(view: View, ruling: Ruling) -> list[Data]:
    """The questions that nobody has answered, those about the play first, with what each answer leads to."""
    return [question_data(view, question) for question in ruling.questions]


def question_data(view: View, question: Question) -> Data:
    """One question in words, with its answers and what they lead to."""
    return {
        "id": f"{question.key}.{question.slot}",
        "question": view.question((question.type, question.key, question.slot)),
        "matters": question.matters,
        "for": "sanction" if question.apart else "play",
        "answers": [_answer(view, question, answer) for answer in question.answers],
    }


def _answer(view: View, question: Question, answer: Answer) -> Data:
    from explain.data import findings  # the two modules tell each other's parts of one contract

    then = view.other(answer.trace)
    found = [] if question.apart else options(then)
    return {
        "values": list(answer.values),
        "said": _said(view, question, answer),
        "leads_to": {
            "status": answer.status,
            "text": _beside(view, then, question.key) if question.apart else differences(view, then),
            "findings": findings(then, apart=question.apart),
            "options": found,
        },
    }


def _said(view: View, question: Question, answer: Answer) -> list[str]:
    """The answers in words; counts that run to the end of those that were tried as "3 or more"."""
    spec, values = view.vocabulary.slots_of(question.type).get(question.slot), list(answer.values)
    if spec is None or spec.type != "count":
        return [view.wording.answer(spec, value) for value in values]
    tried = sorted(value for each in question.answers for value in each.values)
    if len(values) < len(tried) and values == tried[-len(values) :]:
        return [view.wording.bound(spec, values[0], "+")]
    if 1 < len(values) < len(tried) and values == tried[: len(values)]:
        return [view.wording.bound(spec, values[-1], "-")]
    return [view.wording.answer(spec, value) for value in values]


def _beside(now: View, then: View, subject: str) -> list[str]:
    """What an answer makes of conduct and rights: the sanction, or else all that it settles and what is still to be
    asked.
    """
    sanction, known = then.settled("sanction", subject), now.verdicts.get(("sanction", subject))
    if sanction is not None and (known is None or known.values != sanction.values):
        return [then.sentence(sanction)]
    texts = []
    for verdict in then.ordered:
        known = now.verdicts.get((verdict.topic, verdict.subject))
        if then.apart(verdict) and verdict.status == SETTLED and (known is None or known.values != verdict.values):
            texts.append(then.sentence(verdict))
    asked = then.open_questions(apart=True, subject=subject)
    texts.extend(then.wording.say("ask", "then", question=question) for question in asked)
    return list(dict.fromkeys(texts))


def differences(now: View, then: View) -> list[str]:
    """What ``then`` says and ``now`` does not: sentences, of the choices only the new ones, what is still unknown."""
    before, after = options(now), options(then)
    known = {entry["seat"]: entry for entry in before}
    told = set(_sentences(now))
    texts = [text for text in _sentences(then) if text not in told]
    for entry in after:
        new = _changes(now, then, known.get(entry["seat"]), entry)
        if new:
            texts.append(line(then, entry["seat"], new))
    gone = [seat for seat in known if all(seat != entry["seat"] for entry in after)]
    if gone and not texts:  # else what is new says why he is not asked any more
        texts.append(then.wording.say("option", "over", seats=gone))
    texts.extend(text for text in _elsewhere(now, then) if text not in texts)
    return texts + [then.wording.say("ask", "then", question=question) for question in then.open_questions()]


def _changes(now: View, then: View, before: Data | None, after: Data) -> list[str]:
    """The choices of one seat that are new, and the acts that are open to it no longer."""
    if before is None:
        return phrases(then, after)
    known, say = phrases(now, before), then.wording
    told = {act["act"] for act in (*after["acts"], *after["may_not"])} | set(after["open"])
    gone = [act["act"] for act in before["acts"] if act["act"] not in told]
    new = [text for text in phrases(then, after) if text not in known]
    return new + [say.say("option", "not", name=say.label("acts", act)) for act in gone]


def _elsewhere(now: View, then: View) -> Iterator[str]:
    """What differs in the steps of the dealer, in the places of cards, in sanctions."""
    from explain.data import procedure  # late: the two modules tell each other's parts of one contract

    before, after = (Counter(step["text"] for step in procedure(view)) for view in (now, then))
    if less := before - after:
        yield then.wording.say("reading", "without", steps="; ".join(text.rstrip(".") for text in less.elements()))
    if more := after - before:
        yield ending(more.elements())
    for verdict in then.ordered:
        known = now.verdicts.get((verdict.topic, verdict.subject))
        if verdict.status == SETTLED and (known is None or known.values != verdict.values):
            topic = then.topic(verdict)
            if topic.subject == "position" or "sanction" in (topic.name, topic.told):
                yield then.sentence(verdict)


def _sentences(view: View) -> list[str]:
    """What was decided, and what comes back."""
    if view.sentences is None:
        say, returned = view.wording, view.trace.given_back()
        back = (say.say("chips", "back-sentence", amount=amount, seat=seat) for seat, amount in returned.items())
        view.sentences = [*(headline.text for headline in decided(view, with_open=False)), *back]
    return view.sentences


# -- readings -------------------------------------------------------------------------------------------------------


def readings(view: View, ruling: Ruling) -> list[Data]:
    """Clauses that can be read otherwise, with what the ruling would then say differently."""
    by_clause: dict[str, list[Alternative]] = {}
    for alternative in ruling.alternatives:
        by_clause.setdefault(alternative.clause, []).append(alternative)
    return [_alternatives(view, clause, found) for clause, found in by_clause.items()]


def _alternatives(view: View, clause: str, found: list[Alternative]) -> Data:
    chosen, reading = found[0].chosen, view.rulebook.clauses[clause].readings
    return {
        "clause": clause,
        "chosen": chosen,
        "meaning": meaning(view, clause, chosen),
        "fixed": found[0].explicit,
        "by": reading.by if reading is not None else "",
        "others": [
            {
                "name": other.other,
                "meaning": meaning(view, clause, other.other),
                "differs": differences(view, view.other(other.trace)) or [view.wording.say("reading", "elsewhere")],
            }
            for other in found
        ],
    }
