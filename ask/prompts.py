"""From a question of the engine to a question for a person: its words, its answers, what it hangs on."""

from __future__ import annotations

from collections.abc import Iterator

from ask.answers import Option, Prompt
from ask.choosing import Choice
from ask.known import BUTTON, Root, place_of
from ask.words import say, spoken
from engine.outcomes import asks
from engine.ruling import Ruling, carrying
from explain.asking import answers_of
from explain.outlook import question_data
from explain.view import View
from explain.wording import Wording
from facts.incident_keys import ALL_STREETS, STREETS
from facts.lexicon import SlotSpec

_BLINDS = ("table", "table", "big_blind")


def prompt_of(choice: Choice, ruling: Ruling, language: str) -> Prompt:
    """The question as it is put to a person."""
    say_in = Wording(language, ruling.vocabulary, grouped=True)
    view = View.of(ruling, say_in)
    root = choice.root
    if root[0] == "act" and root[2] == "skipped_did":
        return _skipped(root, ruling, say_in)
    spec = ruling.vocabulary.facts[root[0]].slots[root[2]]
    if place_of(root) == BUTTON:
        spec = ruling.vocabulary.facts["place"].slots["next"]
    text = _text(choice, view)
    kind = _kind(root, spec)
    assumed = "" if choice.assumed is None else say_in.answer(spec, choice.assumed)
    options = tuple(_options(choice, kind, spec, ruling, language))
    return Prompt(root, text, kind, options, assumed, _hint(kind, language))


def _text(choice: Choice, view: View) -> str:
    if place_of(choice.root) == BUTTON:
        return view.wording.question("place", "from_button", None)
    return view.question(choice.root)


def _kind(root: Root, spec: SlotSpec) -> str:
    if root == _BLINDS:
        return "blinds"
    if root[0] == "act" and root[2] in ("put", "chips"):
        return "chip-list"
    return spec.type


def _options(choice: Choice, kind: str, spec: SlotSpec, ruling: Ruling, language: str) -> Iterator[Option]:
    both = [Wording(other, ruling.vocabulary) for other in ("en", "ru") if other != language]
    own = Wording(language, ruling.vocabulary)
    if kind == "flag":
        yield Option(True, own.plain(True), spoken("", "yes"))
        yield Option(False, own.plain(False), spoken("", "no"))
    elif kind == "seat":
        yield from (Option(seat, seat) for seat in ruling.incident.seats)
    elif kind == "word":
        for value in _domain(choice.root, spec, ruling):
            yield Option(value, own.answer(spec, value), (value, *(other.answer(spec, value) for other in both)))
    elif kind == "count":
        for answer in choice.question.answers:
            yield Option(answer.values[0], own.answer(spec, answer.values[0]))


def _domain(root: Root, spec: SlotSpec, ruling: Ruling) -> tuple[str, ...]:
    if root[0] != "table" or root[2] != "street":
        return spec.domain
    streets = STREETS.get(ruling.incident.game or "holdem", ALL_STREETS)
    return tuple(word for word in spec.domain if word in streets or word == ALL_STREETS[-1])


def _hint(kind: str, language: str) -> str:
    key = {"chips": "amount", "blinds": "blinds", "chip-list": "chips", "count": "count", "cards": "cards"}.get(kind)
    return say(language, key or ("names" if kind == "seats" else "name")) if key or kind in ("seats", "seat") else ""


def _skipped(root: Root, ruling: Ruling, wording: Wording) -> Prompt:
    """What a skipped player does: told as an act of his, so that the story goes on by it."""
    table, language = ruling.trace.table, wording.language
    seat = table.seats[table.turn] if table.turn >= 0 else table.seats[0]
    able = ("fold", "call", "raise") if table.owed(table.turn) else ("check", "bet")
    options = tuple(Option((seat.name, does), wording.word(does), (does, *spoken("verbs", does))) for does in able)
    return Prompt(root, say(language, "skipped", seat=seat.name), "skipped", options)


def why(choice: Choice, ruling: Ruling, language: str) -> list[str]:
    """Why a question is asked: the clauses that hang on its answer, and what each answer leads to."""
    view = View.of(ruling, Wording(language, ruling.vocabulary, grouped=True))
    lines = [f"  {view.cite(clause)}  {title}" for clause, title in _clauses(choice, ruling, view)]
    lines = [say(language, "why-rules"), *lines] if lines else [say(language, "why-figures")]
    told = answers_of(view, question_data(view, choice.question))
    if told:
        lines.append(say(language, "why-answers"))
        lines += [f"  {answer}: {'; '.join(text.rstrip('.') for text in texts)}" for answer, texts in told]
    return lines


def _clauses(choice: Choice, ruling: Ruling, view: View) -> list[tuple[str, str]]:
    """The clauses of the rules that wait for the answer, and of those that look at it and decide, with their titles."""
    kind, _, slot = choice.root
    waiting = [rule for rule in ruling.trace.considered if rule.id in choice.question.rules]
    deciding = [
        match.rule
        for answer in choice.question.answers
        for verdict in answer.trace.verdicts
        for match in carrying(verdict)
        if asks(match.rule, kind, slot)
    ]
    clauses = dict.fromkeys(rule.clause for rule in (*waiting, *deciding))
    known = ruling.rulebook.clauses
    return [(clause, view.wording.of(known[clause].title)) for clause in clauses if clause in known]


__all__ = ["prompt_of", "why"]
