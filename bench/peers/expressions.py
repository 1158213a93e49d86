"""Trees of the rule language written in the expression language of another program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bench.chapter import Fixed
from knowledge.expressions import Tree, names


class Style(NamedTuple):
    """How a program writes its expressions. ``place`` names a value; ``least`` formats the smaller of two."""

    place: Callable[[str], str]
    word: Callable[[str], str]
    true: str
    false: str
    least: str
    one_of: Callable[[str, list[str]], str]


def written(tree: Tree, style: Style) -> str:
    """The expression as text."""
    kind = tree[0]
    if kind == "var":
        return style.place(tree[1])
    if kind == "num":
        return str(tree[1])
    if kind == "word":
        return style.word(tree[1])
    if kind == "flag":
        return style.true if tree[1] else style.false
    if kind == "not":
        return f"not ({written(tree[1], style)})"
    if kind == "min":
        return style.least.format(written(tree[1], style), written(tree[2], style))
    return f"({written(tree[1], style)} {kind} {written(tree[2], style)})"


def value(told: object, style: Style) -> str:
    """A constant as text."""
    if isinstance(told, bool):
        return style.true if told else style.false
    return str(told) if isinstance(told, int) else style.word(str(told))


def condition(fixed: Fixed, style: Style) -> str:
    """A condition on one value as text."""
    place, told = style.place(fixed.path), [value(each, style) for each in fixed.values]
    if len(told) == 1:
        return f"{place} {'==' if fixed.holds else '!='} {told[0]}"
    one_of = style.one_of(place, told)
    return one_of if fixed.holds else f"not ({one_of})"


def flat(path: str) -> str:
    """A place as one name: ``act.owed`` is ``act_owed``."""
    return path.replace(".", "_").replace("-", "_")


PYTHON = Style(
    place=flat,
    word=repr,
    true="True",
    false="False",
    least="min({}, {})",
    one_of=lambda place, told: f"{place} in ({', '.join(told)},)",
)


def function(*trees: Tree) -> Callable[..., object]:
    """A Python function of the values in some trees, by their flat names; one value for one tree, else a tuple."""
    wanted = sorted({flat(name) for tree in trees for name in names(tree, "var")})
    body = ", ".join(written(tree, PYTHON) for tree in trees)
    made: Callable[..., object] = eval(f"lambda {', '.join(wanted)}: {body if len(trees) == 1 else f'({body})'}")
    return made


def by_keyword(*trees: Tree) -> Callable[..., tuple[Any, ...]]:
    """The values of some trees, for a call that names more values than it needs."""
    wanted = sorted({flat(name) for tree in trees for name in names(tree, "var")})
    body = ", ".join(written(tree, PYTHON) for tree in trees)
    made: Callable[..., tuple[Any, ...]] = eval(f"lambda {''.join(f'{name}, ' for name in wanted)}**_: ({body},)")
    return made
