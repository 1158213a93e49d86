"""What a learning platform has of an item: the question, what stands below the answer, what an option is worth."""

from __future__ import annotations

from training.exports.collection import Collection, several
from training.exports.markup import element, html, listed
from training.exports.words import say
from training.item import Item, Option

_LONGEST_NUMBER = 100  # letters of an id number that Moodle keeps


def id_number(item: Item) -> str:
    """The id number of a question: the item's id and language, of a long one the end, which tells variants apart."""
    return f"{item.id} {item.language}"[-_LONGEST_NUMBER:]


def tags(item: Item) -> tuple[str, ...]:
    """The tags by which questions are chosen."""
    clauses = (f"clause:{clause}" for clause in item.clauses)
    return (f"kind:{item.kind}", f"level:{item.level}", f"complexity:{item.complexity}", *clauses)


def question(item: Item) -> str:
    """Story and question as HTML."""
    return element("p", html(item.story)) + element("p", element("strong", html(item.question)))


def after(item: Item, told: Collection) -> str:
    """What is shown once the answer is given, as HTML: the right order, the ruling, the reasons, the clauses."""
    language = told.language
    clauses = [told.clauses[clause] for clause in item.clauses if clause in told.clauses]
    return (
        _part(say("right-order", language) if item.ordered else "", listed(step(option, told) for option in item.keys))
        + _part(say("ruling", language), element("p", html(item.ruling)))
        + _part(say("reasons", language), listed(item.reasoning))
        + _part(say("clauses", language), listed((f"{c.cite}: {c.gist or c.title}" for c in clauses), name="ul"))
    )


def step(option: Option, told: Collection) -> str:
    """A step in its right place, with what stands behind it."""
    why = told.why(option)
    return f"{option.text} \N{EM DASH} {why}" if why else option.text


def _part(head: str, content: str) -> str:
    return element("p", element("strong", html(head))) + content if head and content else ""


def share(item: Item, option: Option) -> str:
    """What an option is worth in percent, as Moodle writes it. Of several right ones each is worth its part, and each
    wrong one costs as much, so that marking everything earns nothing.
    """
    if not several(item):
        return "100" if option.key else "0"
    part = f"{100 / len(item.answer):.5f}".rstrip("0").rstrip(".")
    return part if option.key else f"-{part}"


__all__ = ["after", "id_number", "question", "share", "step", "tags"]
