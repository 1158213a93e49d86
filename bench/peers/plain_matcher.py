"""Whole rulebooks on experta as its manual shows it, behind our conductor: the same facts, rules, tests and salience.

One KnowledgeEngine with a Fact class for each type of fact, and for each alternative of each rule a method under @Rule
with MATCH, L, NOT and TEST; ``reset()`` for every incident. What fires is handed to our arbitration after each stage,
because experta has none. It is made from the compiled rules, so nothing else differs from our adapter on experta.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bench.peers.expressions import PYTHON, written
from engine.evaluate import classify
from engine.experta_compat import experta
from engine.facts import Fact, Match
from engine.workspace import Matcher
from knowledge.expressions import Tree, names
from knowledge.model import Condition, Pattern, Rule, Rulebook, Slot

Settle = Callable[[int], Iterable[Fact]]


class Phase(experta.Fact):  # type: ignore[misc]
    """The phase that runs; a new one for each act."""


class PlainMatcher:
    """Rules and working memory. Conditions on what nobody told do not hold here."""

    def __init__(self, rules: Sequence[Rule], stages: Sequence[str], parameters: Mapping[str, Any]) -> None:
        self._memory: dict[str, list[Fact]] = {}
        self._handles: dict[int, Any] = {}
        self._matches: list[Match] = []
        self._parameters = parameters
        self._kinds: dict[str, Any] = {}
        self._settle: Settle = lambda stage: ()
        self._turns = 0
        self._phase: Any = None
        self._last = frozenset({phase: i for i, phase in enumerate(stages)}.values())
        self._engine = self._build(rules, stages)
        self._engine.reset()

    def clear(self) -> None:
        """Empties working memory as the manual does it."""
        self._memory.clear()
        self._handles.clear()
        self._matches.clear()
        self._phase = None
        self._engine.reset()

    def add(self, fact: Fact) -> None:
        """Declares a fact."""
        self._memory.setdefault(fact.type, []).append(fact)
        self._handles[id(fact)] = self._engine.declare(self._kind(fact.type)(ours=fact, **fact.slots))

    def remove(self, fact: Fact) -> None:
        """Retracts a fact."""
        self._memory[fact.type].remove(fact)
        self._engine.retract(self._handles.pop(id(fact)))

    def run(self, phase: str, settle: Settle) -> None:
        """Runs until the last stage of the phase has been settled."""
        self._settle = settle
        if self._phase is not None:
            self._engine.retract(self._phase)
        self._turns += 1
        self._phase = self._engine.declare(Phase(name=phase, number=self._turns))
        self._engine.run()

    def matches(self, stage: int) -> list[Match]:
        """What fired in a stage since it was last asked."""
        taken = [match for match in self._matches if match.rule.stage == stage]
        self._matches = [match for match in self._matches if match.rule.stage != stage]
        return taken

    def _kind(self, type_name: str) -> Any:
        if type_name not in self._kinds:
            self._kinds[type_name] = type(type_name, (experta.Fact,), {})
        return self._kinds[type_name]

    def _build(self, rules: Sequence[Rule], stages: Sequence[str]) -> Any:
        methods: dict[str, Any] = {}
        for rule in rules:
            for condition in rule.conditions:
                salience = (len(stages) - rule.stage) * 10
                made = experta.Rule(*self._conditions(condition), salience=salience)
                methods[f"rule_{len(methods)}"] = made(self._firing(rule, condition))
        for stage, phase in enumerate(stages):
            made = experta.Rule(Phase(name=phase), salience=(len(stages) - stage) * 10 - 1)
            methods[f"settle_{stage}"] = made(self._settling(stage))
        return type("Plain", (experta.KnowledgeEngine,), methods)()

    def _conditions(self, condition: Condition) -> list[Any]:
        bound: set[str] = set()
        found = [self._pattern(n, pattern, bound) for n, pattern in enumerate(condition.patterns)]
        return [*found, *(experta.TEST(_test(tree, self._parameters)) for tree in condition.tests)]

    def _pattern(self, number: int, pattern: Pattern, bound: set[str]) -> Any:
        wanted: dict[str, Any] = {}
        for slot in pattern.slots:
            if pattern.absent and slot.kind == "bind":
                continue
            one = _constraint(slot)
            wanted[slot.name] = wanted[slot.name] & one if slot.name in wanted else one
        if pattern.absent:
            return experta.NOT(self._kind(pattern.type)(**wanted))
        bound.update(slot.variable for slot in pattern.slots if slot.kind == "bind")
        return getattr(experta.AS, f"fact_{number}") << self._kind(pattern.type)(**wanted)

    def _firing(self, rule: Rule, condition: Condition) -> Callable[..., None]:
        wanted = [f"fact_{n}" for n, pattern in enumerate(condition.patterns) if not pattern.absent]

        def fire(_: Any, **context: Any) -> None:
            facts = [context[name]["ours"] for name in wanted]
            match = classify(rule, condition, facts, self._memory, self._parameters)
            if match is not None:
                self._matches.append(match)

        return fire

    def _settling(self, stage: int) -> Callable[..., None]:
        def settle(engine: Any) -> None:
            for fact in self._settle(stage):
                self.add(fact)
            if stage in self._last:
                engine.halt()

        return settle


def _constraint(slot: Slot) -> Any:
    if slot.kind in ("bind", "same"):
        return getattr(experta.MATCH, f"v_{slot.variable}")
    constraint: Any = None
    for value in slot.values:
        one = experta.L(value)
        constraint = one if constraint is None else constraint | one
    return constraint if slot.kind == "is" else ~constraint


def _test(tree: Tree, parameters: Mapping[str, Any]) -> Callable[..., Any]:
    """A Python function of the variables; what nobody told decides nothing."""
    variables = [f"v_{name}" for name in names(tree, "var")]
    guards = "".join(f"{name} is None or " for name in variables)
    style = PYTHON._replace(place=lambda name: f"v_{name}")
    text = "True" if _has_unknown(tree) else written(_filled(tree, parameters), style)
    made: Callable[..., Any] = eval(f"lambda {', '.join(variables)}: {guards}({text})")
    return made


def _has_unknown(tree: Tree) -> bool:
    return tree[0] == "unknown" or any(_has_unknown(part) for part in tree[1:] if isinstance(part, tuple))


def _filled(tree: Tree, parameters: Mapping[str, Any]) -> Tree:
    if tree[0] == "param":
        value = parameters[tree[1]]
        return ("flag" if isinstance(value, bool) else "num" if isinstance(value, int) else "word", value)
    return (tree[0], *(_filled(part, parameters) if isinstance(part, tuple) else part for part in tree[1:]))


def whole_book(book: Rulebook, readings: Mapping[str, str]) -> Callable[..., Matcher]:
    """Makes matchers that hold every rule of a book that lives under ``readings``, whatever the story touches."""
    alive = [rule for rule in book.rules if _lives(rule, readings)]
    warm: dict[Any, PlainMatcher] = {}

    def make(rules: Sequence[Rule], stages: Sequence[str], parameters: Mapping[str, Any], key: Any) -> Matcher:
        if "all" not in warm:
            warm["all"] = PlainMatcher(alive, stages, parameters)
        else:
            warm["all"].clear()
        return warm["all"]

    return make


def _lives(rule: Rule, readings: Mapping[str, str]) -> bool:
    return all(any(pair == (clause, readings.get(clause)) for pair in rule.reading) for clause, _ in rule.reading)
