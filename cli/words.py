"""The words around an answer, in both languages. What a rulebook says comes from the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

_WORDS: dict[str, tuple[str, str]] = {
    "encoded": ("encoded", "реализован"),
    "not computable": ("not computable", "не вычислим"),
    "out of scope": ("out of scope", "вне охвата"),
    "clause": ("clause", "пункт"),
    "status": ("status", "статус"),
    "title": ("title", "название"),
    "edition": ("edition", "редакция"),
    "authority": ("authority", "издатель"),
    "extends": ("extends", "дополняет"),
    "clauses": ("clauses", "пункты"),
    "rules": ("rules", "правила"),
    "parameters": ("parameters", "параметры"),
    "derivations": ("derivations", "вычисления"),
    "cases": ("cases", "случаи"),
    "readings": ("readings", "прочтения"),
    "fixed-by": ("fixed by", "определяет"),
    "default": ("default", "по умолчанию"),
    "why": ("why", "почему"),
    "taken-from": ("taken from", "взят из"),
    "depends-on": ("depends on", "опирается на"),
    "needed-by": ("needed by", "нужен для"),
    "cited-by": ("also cited by", "упомянут в"),
    "nothing": ("nothing stands on it", "на нём ничего не основано"),
    "does-not-load": ("has faults", "содержит ошибки"),
    "checked": ("checked, no faults", "проверено, ошибок нет"),
    "passed": ("passed", "сошлось"),
    "failed": ("failed", "не сошлось"),
    "expected": ("expected", "ожидалось"),
    "got": ("got", "получено"),
    "no-cases": ("there are no cases to run", "случаев для проверки нет"),
    "decides": ("decides", "решает"),
    "defeated": ("defeated", "уступает"),
    "boundary": ("boundary", "граница"),
    "carried-by": ("carried out by", "исполняется"),
    "missing": ("missing", "не хватает"),
    "lacking": ("encoded clauses that lack something", "реализованные пункты, где чего-то не хватает"),
    "complete": ("nothing is missing", "всё на месте"),
    "lacks-carrier": ("nothing carries it out", "ничем не исполняется"),
    "lacks-case": ("no case where it decides", "нет случая, где он решает"),
    "lacks-limit": ("no case where it yields or just fails", "нет случая, где он уступает или чуть не срабатывает"),
    "gone": ("gone", "снят"),
    "new": ("new", "новый"),
    "changed": ("changed", "изменён"),
    "moved_to": ("the old text now at", "прежнее теперь в"),
    "moved_from": ("was at", "прежде в"),
    "part-title": ("title", "название"),
    "part-gist": ("gist", "суть"),
    "part-kind": ("kind", "вид"),
    "part-status": ("status", "статус"),
    "part-readings": ("readings", "прочтения"),
    "part-repeats": ("what it counts", "что считает"),
    "part-rules": ("rules", "правила"),
    "part-parameters": ("parameters", "параметры"),
    "differ": ("clauses that differ", "различаются"),
    "flip": ("cases that flip", "случаи с другим ответом"),
    "differs-ruling": ("another ruling", "другое решение"),
    "differs-reasons": ("the same ruling on other grounds", "то же решение, другие основания"),
    "nothing-said": ("says nothing", "ничего не говорит"),
    "rules-of-house": ("House rules of", "Правила клуба"),
    "rules-of-event": ("Regulations of", "Регламент турнира"),
    "first-edition": ("first edition", "первая редакция"),
    "written-over": ("written over", "написано поверх"),
    "next-steps": ("next", "дальше"),
    "left-as-below": ("left as they are below", "остаются как в нижнем регламенте"),
    "of-book": ("of", "из"),
    "skipped": ("left out because of faults", "пропущены из-за ошибок"),
    "of-them": ("of them", "из них"),
    "deciding-clause": ("deciding clause", "решающий пункт"),
    "no-clause": ("no clause", "без пункта"),
    "ruled-otherwise": ("ruled otherwise by", "иначе решает"),
    "under-the-first": ("status, and what it becomes", "статус и каким он становится"),
    "no-case-found": (
        "No case tells anything like it. Tell it in other words: what was done, by whom, with how many chips or cards.",
        "Ни один случай на это не похож. Расскажите иначе: что сделали, кто, сколько фишек или карт.",
    ),
    "ruling": ("ruling", "решение"),
    "read-so": ("read so", "при прочтении"),
    "also-in": ("also in", "также в"),
    "which-case": ("Start from which case? Enter for none", "С какого случая начать? Ввод без номера: ни с какого"),
    "started-from": ("started from", "начато со случая"),
    "as-told": ("as told", "как сказано"),
    "no-place": ("said, but it has no sure place there", "сказано, но надёжного места там нет"),
    "confirm": ("from the precedent, confirm", "из прецедента, подтвердите"),
    "failing-cases": ("cases that fail", "случаи, которые не сходятся"),
}

# Counted nouns: English one and many; Russian one, few, many.
_COUNTED: dict[str, tuple[tuple[str, str], tuple[str, str, str]]] = {
    "clause": (("clause", "clauses"), ("пункт", "пункта", "пунктов")),
    "rule": (("rule", "rules"), ("правило", "правила", "правил")),
    "case": (("case", "cases"), ("случай", "случая", "случаев")),
    "parameter": (("parameter", "parameters"), ("параметр", "параметра", "параметров")),
    "incident": (("incident", "incidents"), ("ситуация", "ситуации", "ситуаций")),
    "line": (("line", "lines"), ("строка", "строки", "строк")),
}


def word(name: str, language: str) -> str:
    """A word or phrase by its name."""
    english, russian = _WORDS[name]
    return russian if language == "ru" else english


def text(told: Mapping[str, str], language: str) -> str:
    """A text of a rulebook in a language, or in the one that it has."""
    return told.get(language) or next(iter(told.values()), "")


def counted(number: int, noun: str, language: str) -> str:
    """A number with its noun in the right form: 1 clause, 2 clauses; 1 пункт, 2 пункта, 5 пунктов."""
    english, russian = _COUNTED[noun]
    if language != "ru":
        return f"{number} {english[number != 1]}"
    if number % 10 == 1 and number % 100 != 11:
        form = 0
    else:
        form = 1 if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else 2
    return f"{number} {russian[form]}"
