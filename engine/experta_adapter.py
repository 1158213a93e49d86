"""Rules of our language on experta's RETE network.

The patterns become alpha nodes (shared between rules), joins and tests become beta nodes, absent patterns become NOT
nodes, and every alternative of a rule ends in one conflict set node. Conditions let through what is not refuted, so
that one production serves a rule that holds and a rule that is pending; ``classify`` tells them apart when it fires.
Salience is compiled from the stage.

Some parts of experta are replaced through the hooks it offers, because they take most of its time here: wiring (it
rewrites rules into normal form again and again), the alpha nodes (every node copies the token before it looks at it),
collecting activations (it asks every rule after every fact) and the agenda order (it sorts facts by recency, which no
answer of ours depends on). Joins, NOT nodes, memories, conflict set, agenda and execution are experta's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.evaluate import admits, bind, certain, classify, joins, repeated, surely_joins
from engine.experta_compat import (
    Agenda,
    ConflictSetNode,
    FactList,
    FeatureTesterNode,
    NotNode,
    OrdinaryMatchNode,
    ReteMatcher,
    Strategy,
    WhereNode,
    experta,
)
from engine.facts import Fact, Match
from knowledge.expressions import evaluate
from knowledge.model import Condition, Pattern, Rule

Settle = Callable[[int], Iterable[Fact]]
_SALIENCE_STEP = 10


class Record(experta.Fact):  # type: ignore[misc]
    """One of our facts inside experta."""


class Turn(experta.Fact):  # type: ignore[misc]
    """The phase fact: a new one for each act, for the hands, and for the end of the story."""


class ExpertaEngine:
    """Working memory and rules of one rulebook under one set of parameters.

    ``rules``: those that can be touched. ``stages``: for each stage its phase, ``act``, ``hands`` or ``end``.
    """

    def __init__(self, rules: Sequence[Rule], stages: Sequence[str], parameters: Mapping[str, Any]) -> None:
        self._stages = stages
        self._parameters = parameters
        self._memory: dict[str, list[Fact]] = {}
        self._handles: dict[int, Any] = {}
        self._matches: list[Match] = []
        self._settle: Settle = lambda stage: ()
        self._last = frozenset({phase: i for i, phase in enumerate(stages)}.values())  # the last stage of each phase
        self._turns = 0
        self._turn: Any = None
        self._machine = self._build(rules)
        self._empty()

    def clear(self) -> None:
        """Empties working memory; the network stays."""
        self._memory.clear()
        self._handles.clear()
        self._matches.clear()
        self._turn = None
        self._empty()

    def _empty(self) -> None:
        """experta's reset without its search for methods that declare facts; we have none."""
        machine = self._machine
        machine.agenda, machine.facts = Agenda(), FactList()
        machine.matcher.reset()
        machine.facts.declare(experta.InitialFact())  # experta warns when nothing was declared before the first fact
        machine.running = False

    def add(self, fact: Fact) -> None:
        """Puts a fact into working memory."""
        self._memory.setdefault(fact.type, []).append(fact)
        self._handles[id(fact)] = self._machine.declare(Record(type=fact.type, fact=fact))

    def remove(self, fact: Fact) -> None:
        """Takes a fact out of working memory."""
        self._memory[fact.type].remove(fact)
        self._machine.retract(self._handles.pop(id(fact)))

    def run(self, phase: str, settle: Settle) -> None:
        """Fires the stages of a phase in their order. After each, ``settle`` gives the findings that feed the next."""
        self._settle = settle
        if self._turn is not None:
            self._machine.retract(self._turn)
        self._turns += 1
        self._turn = self._machine.declare(Turn(phase=phase, number=self._turns))
        self._machine.run()

    def matches(self, stage: int) -> list[Match]:
        """What fired in a stage since the last run, taken out."""
        taken = [m for m in self._matches if m.rule.stage == stage]
        self._matches = [m for m in self._matches if m.rule.stage != stage]
        return taken

    def _build(self, rules: Sequence[Rule]) -> Any:
        engine = self

        class Wired(_DirectMatcher):
            """The matcher of this engine: it wires our rules instead of decorated methods."""

            def build_network(self) -> None:
                """Called by experta when the machine is made."""
                _wire(self, engine, rules)

        machine = type("Machine", (experta.KnowledgeEngine,), {"__matcher__": Wired, "__strategy__": _StageOrder})
        return machine()

    def fire(self, rule: Rule, condition: Condition, facts: Sequence[Fact]) -> None:
        """Called by the network when a production fires."""
        match = classify(rule, condition, facts, self._memory, self._parameters)
        if match is not None:
            self._matches.append(match)

    def settle_stage(self, machine: Any, stage: int) -> None:
        """Called by the network when a stage has nothing left to fire."""
        for fact in self._settle(stage):
            self.add(fact)
        if stage in self._last:
            machine.halt()  # later stages stay on the agenda until their phase comes


class _DirectMatcher(ReteMatcher):  # type: ignore[misc]
    """experta's RETE with our wiring; activations are collected from the nodes that were reached."""

    def reset(self) -> None:
        """Empties the nodes that remember something; experta would walk the whole network."""
        for node in self.remembering:
            node._reset()
        self.reached.clear()

    def changes(self, adding: Any = None, deleting: Any = None) -> tuple[list[Any], list[Any]]:
        for fact in deleting or ():
            self.root_node.remove(fact)
        for fact in adding or ():
            self.root_node.add(fact)
        added: list[Any] = []
        removed: list[Any] = []
        for node in self.reached:
            new, old = node.get_activations()
            added.extend(new)
            removed.extend(old)
        self.reached.clear()
        return added, removed


class _Conflict(ConflictSetNode):  # type: ignore[misc]
    """A conflict set node that reports when it is reached."""

    def __init__(self, rule: Any, reached: dict[Any, None]) -> None:
        super().__init__(rule)
        self._reached = reached

    def _activate(self, token: Any) -> None:
        self._reached[self] = None
        super()._activate(token)


class _StageOrder(Strategy):  # type: ignore[misc]
    """The agenda in the order of salience; among equals the order does not matter, since arbitration sorts what they
    propose.
    """

    def update_agenda(self, agenda: Any, added: Iterable[Any], removed: Iterable[Any]) -> None:
        self._update_agenda(agenda, added, removed)

    def _update_agenda(self, agenda: Any, added: Iterable[Any], removed: Iterable[Any]) -> None:
        gone = list(removed)
        if gone:
            agenda.activations = [a for a in agenda.activations if a not in gone]
        agenda.activations.extend(added)
        agenda.activations.sort(key=lambda activation: activation.rule.salience)


class _Production(experta.Rule):  # type: ignore[misc]
    """A rule of experta that is made from a function at once; its decorator inspects the signature of every one."""

    def __new__(cls, name: str, salience: int, fire: Callable[..., None]) -> _Production:
        made: _Production = super().__new__(cls, salience=salience)
        made.__name__ = name
        made._fire = fire
        return made

    def __call__(self, machine: Any, **context: Any) -> None:
        self._fire(machine, **context)

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


class _Alpha(FeatureTesterNode):  # type: ignore[misc]
    """A one-input node that looks at the fact before it copies anything; it adds nothing to the context."""

    def activate(self, token: Any) -> None:
        (fact,) = token.data
        if self.matcher(fact):
            for child in self.children:
                child.callback(token)


class _Dispatch(FeatureTesterNode):  # type: ignore[misc]
    """Hands a record to the node of its type instead of asking the node of every type."""

    def __init__(self) -> None:
        super().__init__(_pass)
        self.by_type: dict[str, Any] = {}

    def activate(self, token: Any) -> None:
        (fact,) = token.data
        node = self.by_type.get(fact["type"]) if type(fact) is Record else None
        if node is not None:
            node.activate(token)


class _Capture(FeatureTesterNode):  # type: ignore[misc]
    """Puts the record into the context under the name of its pattern."""

    def __init__(self, name: str) -> None:
        super().__init__(_pass)
        self._name = name

    def activate(self, token: Any) -> None:
        (fact,) = token.data
        named = token.__class__(token.tag, token.data, {self._name: fact})
        for child in self.children:
            child.callback(named)


def _pass(record: Any) -> bool:
    return True


def _wire(matcher: Any, engine: ExpertaEngine, rules: Sequence[Rule]) -> None:
    matcher.reached = {}
    matcher.remembering = []
    alphas: dict[Any, Any] = {}
    records = _child(matcher.root_node, _Dispatch())
    turns = _child(matcher.root_node, _Alpha(_is_turn))
    count = len(engine._stages)
    for rule in rules:
        for condition in rule.conditions:
            node = _beta(records, alphas, condition, engine._parameters, matcher.remembering)
            production = _production(engine, rule, condition, (count - rule.stage) * _SALIENCE_STEP)
            matcher.remembering.append(_child(node, _Conflict(production, matcher.reached)))
    for stage, phase in enumerate(engine._stages):
        turn = _child(turns, _Alpha(_in_phase(phase)))
        settle = _Production(f"settle {stage}", (count - stage) * _SALIENCE_STEP - 1, _settling(engine, stage))
        matcher.remembering.append(_child(turn, _Conflict(settle, matcher.reached)))


def _child(parent: Any, node: Any) -> Any:
    parent.add_child(node, node.activate)
    return node


def _is_turn(fact: Any) -> bool:
    return type(fact) is Turn


def _in_phase(phase: str) -> Callable[[Any], bool]:
    return lambda fact: bool(fact["phase"] == phase)


def _settling(engine: ExpertaEngine, stage: int) -> Callable[..., None]:
    def settle(machine: Any, **_: Any) -> None:
        engine.settle_stage(machine, stage)

    return settle


def _production(engine: ExpertaEngine, rule: Rule, condition: Condition, salience: int) -> Any:
    wanted = [f"f{i}" for i, pattern in enumerate(condition.patterns) if not pattern.absent]

    def fire(machine: Any, **context: Any) -> None:
        engine.fire(rule, condition, [context[name]["fact"] for name in wanted])

    return _Production(rule.id, salience, fire)


def _beta(
    records: Any, alphas: dict[Any, Any], condition: Condition, parameters: Mapping[str, Any], remembering: list[Any]
) -> Any:
    """The node that stands for all conditions: alpha nodes joined one by one, then the tests."""
    node: Any = None
    patterns = condition.patterns
    for i, pattern in enumerate(patterns):
        right = _alpha(records, alphas, pattern, i)
        if node is None:
            node = right
            continue
        kind = NotNode if pattern.absent else OrdinaryMatchNode
        joined = kind(_join(patterns, i))
        remembering.append(joined)
        node.add_child(joined, joined.activate_left)
        right.add_child(joined, joined.activate_right)
        node = joined
    if condition.tests:
        node = _child(node, WhereNode(_where(condition, parameters)))
    return node


def _alpha(records: Any, alphas: dict[Any, Any], pattern: Pattern, i: int) -> Any:
    """The node for the constants of a pattern, shared by all rules that ask the same, and its capture for place
    ``i``. Only what fits for certain speaks against an absent pattern.
    """
    twice = repeated(pattern)
    constants = tuple(slot for slot in pattern.slots if slot.kind in ("is", "not") or slot.variable in twice)
    if pattern.type not in records.by_type:
        # by_type is a shortcut into the network; the node is a child all the same, so that a reset reaches it
        records.by_type[pattern.type] = _Alpha(_pass)
        records.children.append(_Silent(records.by_type[pattern.type]))
    node = records.by_type[pattern.type]
    if constants:
        key = (pattern.type, constants, pattern.absent)
        if key not in alphas:
            alphas[key] = _child(node, _Alpha(_fits(pattern._replace(slots=constants))))
        node = alphas[key]
    captured = (pattern.type, constants, pattern.absent, i)
    if captured not in alphas:
        alphas[captured] = _child(node, _Capture(f"f{i}"))
    return alphas[captured]


class _Silent:
    """A child in the sense of experta's walk over the network that no token is sent to."""

    def __init__(self, node: Any) -> None:
        self.node = node

    def callback(self, token: Any) -> None:
        """Never called: _Dispatch chooses."""


def _fits(pattern: Pattern) -> Callable[[Any], bool]:
    fits = certain if pattern.absent else admits
    return lambda record: fits(pattern, record["fact"])


def _bound(patterns: Sequence[Pattern], context: Mapping[str, Any]) -> dict[str, Any]:
    bound: dict[str, Any] = {}
    for i, pattern in enumerate(patterns):
        record = context.get(f"f{i}")
        if record is not None and not pattern.absent:
            bind(pattern, record["fact"], bound)
    return bound


def _join(patterns: Sequence[Pattern], i: int) -> Callable[[Any, Any], bool]:
    pattern, name = patterns[i], f"f{i}"
    if not any(slot.kind == "same" for slot in pattern.slots):
        return lambda left, right: True
    fits = surely_joins if pattern.absent else joins
    return lambda left, right: fits(pattern, right[name]["fact"], _bound(patterns[:i], left))


def _where(condition: Condition, parameters: Mapping[str, Any]) -> Callable[[Any], bool]:
    def holds(context: Mapping[str, Any]) -> bool:
        bound = _bound(condition.patterns, context)
        return all(evaluate(test, bound, parameters) is not False for test in condition.tests)

    return holds
