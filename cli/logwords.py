"""The words around the journal, in every language of a ruling."""

from __future__ import annotations

_LANGUAGES = ("en", "ru", "lt", "bg")
_WORDS: dict[str, tuple[str, str, str, str]] = {
    "opened": ("opened", "начало", "pradėta", "начало"),
    "incident": ("incident", "ситуация", "incidentas", "инцидент"),
    "decision": ("decision", "решение", "sprendimas", "решение"),
    "penalty": ("penalty", "взыскание", "nuobauda", "наказание"),
    "served": ("served", "отбыто", "atlikta", "изтърпяно"),
    "lifted": ("lifted", "снято", "panaikinta", "отменено"),
    "protest": ("protest", "протест", "protestas", "протест"),
    "protest-decision": ("protest decided", "решение по протесту", "protestas išspręstas", "решение по протеста"),
    "player": ("player", "игрок", "žaidėjas", "играч"),
    "erased": ("erased", "стёрто", "ištrinta", "изтрито"),
    "correction": ("correction", "исправление", "pataisymas", "поправка"),
    "closed": ("event over", "турнир закончен", "turnyras baigtas", "турнирът приключи"),
    "note": ("note", "заметка", "pastaba", "бележка"),
    "logged": ("LOGGED", "В ЖУРНАЛЕ", "ĮRAŠYTA", "ЗАПИСАНО"),
    "entry": ("entry", "запись", "įrašas", "запис"),
    "about": ("about", "о записи", "dėl įrašo", "за запис"),
    "seat": ("seat", "место", "vieta", "място"),
    "nobody-named": (
        "no player was named for the seat",
        "игрок за этим местом не назван",
        "žaidėjas šioje vietoje neįvardytas",
        "играчът на това място не е посочен",
    ),
    "hands": ("hands", "раздач", "dalijimų", "раздавания"),
    "least-taken": (
        "the least of the range was taken",
        "взято наименьшее",
        "paimta mažiausia iš galimų",
        "взето е най-малкото от възможното",
    ),
    "accepted": ("accepted", "принято", "priimta", "прието"),
    "overridden": ("overridden", "отменено", "pakeista", "променено"),
    "instead": ("instead", "вместо этого", "vietoj to", "вместо това"),
    "standard": ("the ruling was", "решение было", "sprendimas buvo", "решението беше"),
    "reason": ("reason", "причина", "priežastis", "причина"),
    "sanction": ("sanction", "взыскание", "nuobauda", "наказание"),
    "table": ("table", "стол", "stalas", "маса"),
    "hand": ("hand", "раздача", "dalijimas", "раздаване"),
    "by": ("entered by", "внёс", "įrašė", "въведено от"),
    "players": ("players", "игроки", "žaidėjai", "играчи"),
    "rulebook": ("rulebook", "правила", "taisyklės", "правила"),
    "engine": ("engine", "механизм", "variklis", "механизъм"),
    "digest": ("digest", "отпечаток", "maiša", "хеш"),
    "text": ("as it was entered", "как записано", "kaip įvesta", "както е въведено"),
    "ruling": ("ruling", "решение", "sprendimas", "решение"),
    "followed": ("followed by", "далее", "toliau", "следва"),
    "nothing-found": (
        "Nothing in the journal fits that.",
        "В журнале ничего такого нет.",
        "Žurnale nieko tokio nėra.",
        "В дневника няма нищо такова.",
    ),
    "no-events": (
        "The journal holds no event yet.",
        "В журнале пока нет турниров.",
        "Žurnale dar nėra nė vieno turnyro.",
        "В дневника още няма турнир.",
    ),
    "older-left-out": (
        "Earlier ones are left out; --limit 0 shows all.",
        "Более ранние не показаны; --limit 0 покажет все.",
        "Ankstesni nerodomi; visus parodys --limit 0.",
        "По-ранните не са показани; --limit 0 показва всички.",
    ),
    "whole": ("whole", "цел", "nepažeistas", "цял"),
    "broken": ("NOT WHOLE", "НАРУШЕН", "PAŽEISTAS", "НАРУШЕН"),
    "entries": ("entries", "записей", "įrašų", "записа"),
    "last-digest": ("last digest", "последний отпечаток", "paskutinė maiša", "последен хеш"),
    "exported": ("written to", "записано в", "įrašyta į", "записано в"),
    "details-gone": (
        "personal details are erased",
        "личные данные стёрты",
        "asmens duomenys ištrinti",
        "личните данни са изтрити",
    ),
    "personal": (
        "kept beside the journal, can be erased",
        "хранится отдельно, можно стереть",
        "laikoma atskirai nuo žurnalo, galima ištrinti",
        "пази се отделно от дневника, може да се изтрие",
    ),
    "begun": ("The journal of", "Журнал турнира", "Turnyro žurnalas", "Дневникът на"),
    "is-begun": ("is open", "начат", "pradėtas", "е започнат"),
    "in-database": ("in", "в", "vieta:", "в"),
    "upgraded": (
        "The journal was brought up to date from version",
        "Журнал обновлён с версии",
        "Žurnalas atnaujintas iš versijos",
        "Дневникът е обновен от версия",
    ),
}


def word(name: str, language: str) -> str:
    """A word or phrase by its name."""
    return _WORDS[name][_LANGUAGES.index(language)]
