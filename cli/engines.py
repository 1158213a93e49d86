"""The engine that a command line asks for."""

from __future__ import annotations

from typing import Any

from facts.faults import Fault, Faults


def pool(name: str | None) -> Any:
    """A pool of engines of the kind that ``--engine`` names, see ``engine.pool``. Faults when there is none."""
    from engine.pool import NoEngine, pool_of

    try:
        return pool_of(name)
    except NoEngine as missing:
        asked = missing.asked if name is None else f"--engine {name}"
        raise Faults([Fault(asked, 0, 0, missing.why, missing.hint)]) from None
