"""Repeat offences: which occasion an offence is, counted from the journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from journal.store import Reader


def with_occasions(
    incident: Any, rulebook: Any, vocabulary: Any, journal: Reader, event: str, players: Mapping[str, str]
) -> tuple[Any, Mapping[str, Any]]:
    """The incident with the occasion of each offence filled in, and what the journal shall keep of the counting.

    Called by ``rule --log`` and ``log add`` inside the transaction that then writes the ruling, before the ruling.
    ``incident``: a ``facts.incident.Incident``; ``players``: the key of the player in each seat, where it is told. What
    comes back second stands in the incident's entry as ``data["occasions"]`` (JSON-ready) and is shown with the ruling.
    """
    return incident, {}
