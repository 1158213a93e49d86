"""The items of one case: its story drawn anew, ruled, told, and asked about in every way that it allows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, TypeVar

from engine.outcomes import ASSUMING, DETERMINED, NEEDS
from engine.ruling import Ruling
from explain.headline import headlines
from explain.reasoning import reasons
from explain.view import View
from explain.wording import capital
from facts.incident import Incident
from facts.records import NamedTuple
from training.desk import Desk
from training.distractors import defensible, distractors, left_open
from training.item import Item, Option
from training.levels import complexity_of, level_of
from training.neighbours import beside, clauses_beside, questions_beside
from training.possible import possible
from training.questions import (
    Asked,
    answer,
    askable,
    behind,
    clauses,
    looked_at,
    question,
    reason,
    steps,
)
from training.redrawn import Drawn, drawn, forgetful
from training.rivals import Rivals
from training.shelf import Told
from training.telling import given, story
from training.texts import Texts

FEWEST_WRONG, MOST_WRONG = 2, 3
"""An item has so many wrong options; with fewer good ones it is not made."""
_SURE = (DETERMINED, ASSUMING)
_TRIES = 3


class Clone(NamedTuple):
    """A story drawn from a case, with its ruling in the language of the items. ``given``: what is told beside it;
    ``rivals``: rulings that could be taken for it.
    """

    ruling: Ruling
    view: View
    texts: Texts
    given: tuple[str, ...]
    rivals: Rivals


class _Wrong(NamedTuple):
    """A wrong option. ``by``: the clause of the book that whoever takes it would name, empty where there is none."""

    option: Option
    by: str = ""

    @property
    def text(self) -> str:
        """What the option says."""
        return self.option.text


Made = TypeVar("Made", Option, _Wrong)


def item_of(desk: Desk, case: Told, kind: str, language: str, seed: int, number: int) -> Item | None:
    """Variant ``number`` (from 1) of the items of one kind that a case gives; None where it gives none.

    Where a story can be asked about in several ways, variants take them in turn.
    """
    name = f"{desk.rulebook.id}/{case.id}/{kind}/{number}"
    if kind == "first-question":
        asking = unsure(desk, case, language, seed, number)
        return None if asking is None else _first_question(asking, name, case, language, seed, number)
    clone = sure(desk, case, language, seed, number)
    if clone is None:
        return None
    asked = list(askable(clone.view, (kind,)))
    for at in range(len(asked)):
        item = _item(clone, asked[(at + number - 1) % len(asked)], name, case, language, seed, number)
        if item is not None:
            return item
    return None


# -- clones ---------------------------------------------------------------------------------------------------------


def _redrawn(desk: Desk, incident: Incident, case: Told, language: str, seed: int, number: int) -> Iterator[Drawn]:
    texts = desk.texts(language)
    dice = Random(f"{desk.rulebook.id}/{case.id} {number} {seed}")
    return drawn(incident, dice, desk.vocabulary, lambda n: texts.say("names", str(n)))


def sure(desk: Desk, case: Told, language: str, seed: int, number: int) -> Clone | None:
    """The case drawn anew with a ruling that needs nobody any more; None where there is none to be had."""
    found: Clone | None = desk.kept(
        (case.id, language, seed, number), lambda: _sure(desk, case, language, seed, number)
    )
    return found


def _sure(desk: Desk, case: Told, language: str, seed: int, number: int) -> Clone | None:
    known = desk.known(case)
    if known.status not in _SURE or known.trace.unanswered or known.trace.missing:
        return None
    for one in _redrawn(desk, case.incident, case, language, seed, number):
        if not possible(one.incident):
            continue
        ruling = desk.try_to_rule(one.incident, case.readings)
        if ruling is None or ruling.status not in _SURE or not possible(one.incident, ruling.trace):
            continue
        if shape(ruling, one.names, one.amounts) != shape(known, {name: name for name in one.names}, one.amounts):
            continue
        view, texts = looked_at(ruling, language)
        told = given(view, ruling, texts)
        return None if told is None else Clone(ruling, view, texts, told, Rivals(ruling, desk.pool))
    return None


def unsure(desk: Desk, case: Told, language: str, seed: int, number: int) -> Clone | None:
    """The case drawn anew so that something has to be asked: as it is, or with one fact less."""
    known = desk.known(case)
    dice = Random(f"{desk.rulebook.id}/{case.id} asked {number} {seed}")
    if known.status == NEEDS:
        found = [case.incident]
    elif known.status in _SURE:
        found = forgetful(case.incident, desk.vocabulary, dice)[:_TRIES]
    else:
        return None
    for incident in found:
        if not desk.waits(incident, case.readings):
            continue
        for one in _redrawn(desk, incident, case, language, seed, number):
            ruling = desk.try_to_rule(one.incident, case.readings) if possible(one.incident) else None
            if ruling is None or not possible(one.incident, ruling.trace):
                continue
            if ruling.status == NEEDS and any(q.matters for q in ruling.questions):
                view, texts = looked_at(ruling, language)
                told = given(view, ruling, texts) or ()
                return Clone(ruling, view, texts, told, Rivals(ruling, desk.pool))
            break
    return None


def shape(ruling: Ruling, names: Any, amounts: bool) -> Any:
    """What must stay when a story is drawn anew: which acts had to be read, and what was found about what. With
    ``amounts`` changed the findings may be others, as long as the same acts are irregular.
    """
    back = {new: old for old, new in names.items()}
    trace = ruling.trace
    acts = tuple((step.number, step.plain, step.in_turn) for step in trace.steps)
    if amounts:
        return acts, trace.open_acts
    return acts, trace.open_acts, {(v.topic, back.get(v.subject, v.subject), v.status) for v in trace.verdicts}


# -- items ----------------------------------------------------------------------------------------------------------


def _item(clone: Clone, asked: Asked, name: str, case: Told, language: str, seed: int, number: int) -> Item | None:
    view, texts = clone.view, clone.texts
    dice = Random(f"options of {name} {seed}")
    stands = clauses(view, asked)
    if not stands:
        return None
    claim = ""
    if asked.kind == "order-steps":
        options = _in_any_order(clone, asked, stands[0], dice)
    elif asked.kind == "reading":
        claim, options = _judged(clone, asked, stands[0], dice)
    else:
        options = _chosen(clone, asked, stands[0], dice)
    if options is None:
        return None
    return _made(clone, asked, name, case, language, seed, number, question(view, asked, texts, claim), options)


def _made(
    clone: Clone, asked: Asked, name: str, case: Told, language: str, seed: int, number: int,
    asks: str, options: tuple[Option, ...],
) -> Item:  # fmt: skip
    view, ruling = clone.view, clone.ruling
    if asked.kind == "order-steps":
        right = steps(view, asked)
        key = tuple(next(at for at, one in enumerate(options) if one.text == text) for text in right)
    else:
        key = tuple(at for at, option in enumerate(options) if option.key)
    stands = clauses(view, asked) if asked.kind != "first-question" else ()
    found = behind(view, asked)
    kind_of_clause = view.rulebook.clauses[stands[0]].kind if stands and stands[0] in view.rulebook.clauses else ""
    told = story(ruling.incident, clone.texts)
    return Item(
        id=name,
        rulebook=view.rulebook.id,
        case=case.id,
        kind=asked.kind,
        language=language,
        number=number,
        seed=seed,
        story=" ".join((told, *clone.given)),
        question=asks,
        options=options,
        answer=key,
        ruling=" ".join(line.text for line in headlines(view)),
        reasoning=_reasoning(view),
        clauses=stands,
        level=level_of(asked.kind, kind_of_clause),
        complexity=complexity_of(ruling, found, stands),
        incident=ruling.incident,
        readings=tuple(sorted(case.readings.items())),
    )


def _reasoning(view: View) -> tuple[str, ...]:
    say = view.wording.say
    return tuple(
        say("headline", "side", text=line.text, clause=view.wording.listed([view.cite(c) for c in line.clauses]))
        if line.clauses
        else line.text
        for line in reasons(view)
    )


def _chosen(clone: Clone, asked: Asked, clause: str, dice: Random) -> tuple[Option, ...] | None:
    """The key among wrong options."""
    key = answer(clone.view, asked, clone.texts)
    if key is None:
        return None
    right = Option(capital(key), True, reason(clone.view, asked), clause)
    return _mixed(right, wrong(clone, asked, dice), dice)


def wrong(clone: Clone, asked: Asked, dice: Random) -> Iterator[Option]:
    """Wrong options, those that teach most first; none where somebody may decide otherwise what is asked about."""
    return (one.option for one in _wrong(clone, asked, dice))


def _wrong(clone: Clone, asked: Asked, dice: Random) -> Iterator[_Wrong]:
    """The same, each with the clause that whoever takes it would name."""
    view, texts = clone.view, clone.texts
    if left_open(view, asked):
        return
    for one in distractors(view, asked, texts, clone.rivals, dice):
        yield _Wrong(Option(one.text, False, one.why, one.clause, one.misconception), one.by)
    taken = {text.casefold() for text in defensible(view, asked, texts, clone.ruling)}
    for option in beside(view, asked, texts, dice):
        text = capital(option.text)
        if text.casefold() not in taken:
            yield _Wrong(option._replace(text=text))


def _mixed(right: Option, others: Iterator[Option], dice: Random) -> tuple[Option, ...] | None:
    """The options in the order drawn; None with too few wrong ones."""
    options = [right, *islice(_different(others, right.text), MOST_WRONG)]
    if len(options) <= FEWEST_WRONG:
        return None
    dice.shuffle(options)
    return tuple(options)


def _in_any_order(clone: Clone, asked: Asked, clause: str, dice: Random) -> tuple[Option, ...] | None:
    right = steps(clone.view, asked)
    if len(set(right)) < len(right):
        return None
    why = reason(clone.view, asked)
    shown = [Option(text, True, why, clause) for text in right]
    while tuple(option.text for option in shown) == right:
        dice.shuffle(shown)
    return tuple(shown)


def _different(options: Iterator[Made], key: str) -> Iterator[Made]:
    """The options that say something else than the key and each other."""
    seen = {key.casefold()}
    for option in options:
        if option.text.casefold() not in seen:
            seen.add(option.text.casefold())
            yield option


def _judged(clone: Clone, asked: Asked, clause: str, dice: Random) -> tuple[str, tuple[Option, ...] | None]:
    """A claim about the story, and whether it is right and by which clause."""
    view, texts = clone.view, clone.texts
    key = answer(view, asked, texts)
    others = list(islice(_different(_wrong(clone, asked, dice), capital(key or "")), MOST_WRONG))
    teaching = others[0].option.misconception != "value" if others else False
    near = [clause, *clauses_beside(view, asked, dice, MOST_WRONG)]  # the right clause alone must not tell the key
    if key is None or not teaching or len(others) < FEWEST_WRONG or len(near) <= MOST_WRONG:
        return "", None  # a claim that nobody would make teaches nothing
    is_right = dice.random() < 0.4
    claim = capital(key) if is_right else others[0].text

    def judged(text: str, stands: str) -> str:
        title = view.wording.of(view.rulebook.clauses[stands].title)
        verdict = "right" if text == claim else "wrong"
        shown = text[:1].lower() + text[1:]
        return texts.say("reading", verdict, answer=shown, cite=view.cite(stands), title=title)

    right = Option(judged(capital(key), clause), True, reason(view, asked), clause)
    names = iter(near)
    named = [one.by if one.by in view.rulebook.clauses else next(names) for one in others]
    rest = (one.option._replace(text=judged(one.text, name)) for one, name in zip(others, named, strict=True))
    return claim, _mixed(right, rest, dice)


def _first_question(clone: Clone, name: str, case: Told, language: str, seed: int, number: int) -> Item | None:
    view, texts, dice = clone.view, clone.texts, Random(f"options of {name} {seed}")
    first = next(q for q in clone.ruling.questions if q.matters)
    asks = view.question((first.type, first.key, first.slot))
    clause = next((rule.clause for rule in view.rulebook.rules if rule.id in first.rules), "")
    right = Option(asks, True, texts.say("why", "first-question"), clause)
    by = {"right": view.cite(clause)} if clause else {}

    def why(told: bool) -> str:
        key = "told-already" if told else "changes-nothing"
        return texts.say("why", f"{key}-by" if clause else key, asks=asks, **by)

    rest = (
        Option(text, False, why(told), clause, "question")
        for text, told in questions_beside(view, clone.ruling, first, dice)
    )
    options = _mixed(right, rest, dice)
    if options is None or "$" in asks:
        return None
    asked = Asked("first-question", "question", "0")
    item = _made(clone, asked, name, case, language, seed, number, texts.say("ask", "first-question"), options)
    ruling = view.wording.say("headline", "unknown", question=asks)
    return item._replace(clauses=(clause,) if clause else (), ruling=ruling)


__all__ = ["Clone", "item_of", "shape", "sure", "unsure", "wrong"]
