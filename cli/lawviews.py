"""What is said about an incident whose earlier offences could not be counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cli.faults import printable
from cli.output import Screen
from cli.tables import paragraph
from cli.words import law_word as word


def uncounted(occasions: Mapping[str, Any], screen: Screen) -> None:
    """Asks for the player in each seat that nobody was named for, and says what was ruled as it was typed."""
    language = screen.language
    typed = {told["subject"] for told in occasions.get("typed") or ()}
    for seat in dict.fromkeys(told["seat"] for told in occasions.get("unmatched") or ()):
        paragraph(word("unmatched", language, seat=printable(seat)), screen)
    if typed:
        paragraph(word("typed", language), screen)
