"""Open-face Chinese poker in a pass: what each debtor has when his debt comes up, in the order settled by rules."""

from __future__ import annotations

from engine.arbitration import SETTLED
from engine.workspace import Workspace
from facts.ofc import DEBT, purses


def settle_debts(work: Workspace) -> None:
    """Tells every ``ofc-debt`` whose turn is settled what its payer has by then."""
    debts = {fact.key: fact for fact in work.facts if fact.type == DEBT}
    found = {key: work.verdicts.get(("settling-turn", key)) for key in debts}
    turns = {key: int(v.values["number"]) for key, v in found.items() if v is not None and v.status == SETTLED}
    told = {key: fact.slots for key, fact in debts.items()}
    for key, purse in purses(told, turns):
        if told[key].get("purse") is None:
            work.revise(debts[key], {"purse": purse})
