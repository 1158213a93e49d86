"""Items made from the cases of a rulebook: the story redrawn, ruled, told and asked about.

The same book, seed and language give the same items; an id and a seed give the same item again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engine.outcomes import ASSUMING, DETERMINED
from explain.headline import headlines
from explain.reasoning import reasons
from explain.view import View
from explain.wording import Wording
from facts.incident import Act, Incident
from knowledge.casemodel import Case
from training.desk import Desk
from training.item import KINDS, Item, Option
from training.questions import Asked, answer, askable, clauses, question
from training.texts import Texts


def make(
    book: str,
    *,
    language: str = "en",
    seed: int = 1,
    count: int | None = None,
    kinds: Sequence[str] | None = None,
    clause: str | None = None,
    case: str | None = None,
    level: str | None = None,
    complexity: int | None = None,
    desk: Desk | None = None,
    variants: int = 20,
) -> Iterator[Item]:
    """Items of a rulebook, no two alike, as many as there are or as ``count`` says.

    ``clause``, ``case``, ``level`` and ``complexity`` narrow them. ``desk``: one of that book which is open already.
    ``variants``: how often each case is redrawn at most.
    Raises Faults when the rulebook cannot be read, ValueError for an unknown language.
    """
    desk = desk or Desk(book)
    found = 0
    seen: set[str] = set()
    cases = [name for name in desk.cases if case in (None, name)]  # each is read when its turn comes
    Random(f"cases of {desk.rulebook.id} {seed}").shuffle(cases)
    for number in range(1, variants + 1):
        for name in cases:
            for item in _family(desk, desk.cases[name], tuple(kinds or KINDS), language, seed, number):
                if clause is not None and clause not in item.clauses:
                    continue
                if level not in (None, item.level) or complexity not in (None, item.complexity):
                    continue
                alike = "\n".join((item.question, item.story, *sorted(option.text for option in item.options)))
                if alike not in seen:
                    seen.add(alike)
                    yield item
                    found += 1
                    if count is not None and found >= count:
                        return


def again(id: str, seed: int, language: str, *, desk: Desk | None = None) -> Item:
    """The item with this id made again. KeyError when the rulebook has no such item any more."""
    book, case, kind, variant = id.split("/")
    desk = desk or Desk(book)
    number = int(variant.partition("-")[0])
    for item in _family(desk, desk.cases[case], (kind,), language, seed, number):
        if item.id == id:
            return item
    raise KeyError(id)


def _family(desk: Desk, case: Case, kinds: tuple[str, ...], language: str, seed: int, number: int) -> Iterator[Item]:
    incident = case.incident
    readings = {clause: named.name for clause, named in (case.readings or {}).items()}
    ruling = desk.rule(incident, readings)
    if ruling.status not in (DETERMINED, ASSUMING):
        return
    wording = Wording(language, desk.vocabulary, grouped=True)
    view, texts = View.of(ruling, wording), Texts(wording)
    for nth, asked in enumerate(askable(view, kinds), 1):
        key = answer(view, asked, texts)
        behind = clauses(view, asked)
        wrong = _simple(asked, key, texts) if key is not None else []
        if key is None or len(wrong) < 2 or not behind:
            continue
        name = f"{desk.rulebook.id}/{case.id}/{asked.kind}/{number}-{nth}"
        why = view.sentence(view.verdicts[asked.topic, asked.subject])
        options = [Option(key, True, why, behind[0]), *(Option(text, False, "", "", "defeated") for text in wrong[:3])]
        Random(f"options of {name} {seed}").shuffle(options)
        yield Item(
            name, desk.rulebook.id, case.id, asked.kind, language, number, seed,
            _story(incident, view), question(view, asked, texts),
            tuple(options), tuple(at for at, option in enumerate(options) if option.key),
            " ".join(line.text for line in headlines(view)),
            tuple(f"{line.text} ({', '.join(map(view.cite, line.clauses))})" for line in reasons(view)),
            behind, "dealer", 1, incident, tuple(sorted(readings.items())),
        )  # fmt: skip


def _simple(asked: Asked, key: str, texts: Texts) -> list[str]:
    found = [texts.say("settles", name) for name in ("check", "fold", "call-bare", "raise-bare", "bet-bare")]
    return [text for text in found if not key.startswith(text)]


def _story(incident: Incident, view: View) -> str:
    acts = (view.subject(f"act {n}") for n, _ in enumerate([e for e in incident.timeline if isinstance(e, Act)], 1))
    return "; ".join(acts)


__all__ = ["again", "make"]
