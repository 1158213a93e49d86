"""The words around the journal, in both languages."""

from __future__ import annotations

_WORDS: dict[str, tuple[str, str]] = {
    "opened": ("opened", "начало"),
    "incident": ("incident", "ситуация"),
    "decision": ("decision", "решение"),
    "penalty": ("penalty", "взыскание"),
    "served": ("served", "отбыто"),
    "lifted": ("lifted", "снято"),
    "protest": ("protest", "протест"),
    "protest-decision": ("protest decided", "решение по протесту"),
    "player": ("player", "игрок"),
    "erased": ("erased", "стёрто"),
    "correction": ("correction", "исправление"),
    "closed": ("event over", "турнир закончен"),
    "note": ("note", "заметка"),
    "logged": ("LOGGED", "В ЖУРНАЛЕ"),
    "entry": ("entry", "запись"),
    "about": ("about", "о записи"),
    "seat": ("seat", "место"),
    "nobody-named": ("no player was named for the seat", "игрок за этим местом не назван"),
    "hands": ("hands", "раздач"),
    "least-taken": ("the least of the range was taken", "взято наименьшее"),
    "accepted": ("accepted", "принято"),
    "overridden": ("overridden", "отменено"),
    "instead": ("instead", "вместо этого"),
    "standard": ("the ruling was", "решение было"),
    "reason": ("reason", "причина"),
    "sanction": ("sanction", "взыскание"),
    "table": ("table", "стол"),
    "hand": ("hand", "раздача"),
    "by": ("entered by", "внёс"),
    "players": ("players", "игроки"),
    "rulebook": ("rulebook", "правила"),
    "engine": ("engine", "механизм"),
    "digest": ("digest", "отпечаток"),
    "text": ("as it was entered", "как записано"),
    "ruling": ("ruling", "решение"),
    "followed": ("followed by", "далее"),
    "nothing-found": ("Nothing in the journal fits that.", "В журнале ничего такого нет."),
    "no-events": ("The journal holds no event yet.", "В журнале пока нет турниров."),
    "older-left-out": (
        "Earlier ones are left out; --limit 0 shows all.",
        "Более ранние не показаны; --limit 0 покажет все.",
    ),
    "whole": ("whole", "цел"),
    "broken": ("NOT WHOLE", "НАРУШЕН"),
    "entries": ("entries", "записей"),
    "last-digest": ("last digest", "последний отпечаток"),
    "exported": ("written to", "записано в"),
    "details-gone": ("personal details are erased", "личные данные стёрты"),
    "personal": ("kept beside the journal, can be erased", "хранится отдельно, можно стереть"),
    "begun": ("The journal of", "Журнал турнира"),
    "is-begun": ("is open", "начат"),
    "in-database": ("in", "в"),
    "upgraded": ("The journal was brought up to date from version", "Журнал обновлён с версии"),
}


def word(name: str, language: str) -> str:
    """A word or phrase by its name."""
    english, russian = _WORDS[name]
    return russian if language == "ru" else english
