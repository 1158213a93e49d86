"""Relations between rules as a whole: they may not run in a circle, or nothing could be settled by them."""

from __future__ import annotations

from collections.abc import Sequence

from knowledge.model import Rule


def circles(rules: Sequence[Rule]) -> list[tuple[Rule, ...]]:
    """Circles among the relations that defeat: each as the rules on it, the first by name first."""
    by_id = {rule.id: rule for rule in rules}
    attacks = {rule.id: _attacked(rule, by_id) for rule in rules}
    found: list[tuple[Rule, ...]] = []
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            circle = path[path.index(name) :]
            if not any({rule.id for rule in known} == set(circle) for known in found):
                first = circle.index(min(circle))
                found.append(tuple(by_id[part] for part in (*circle[first:], *circle[:first])))
            return
        if name in done:
            return
        for target in attacks[name]:
            visit(target, (*path, name))
        done.add(name)

    for name in sorted(attacks):
        visit(name, ())
    return found


def _attacked(rule: Rule, known: dict[str, Rule]) -> list[str]:
    targets = (relation.against or relation.rule for relation in rule.relations if relation.kind != "modifies")
    return [target for target in targets if target in known]
