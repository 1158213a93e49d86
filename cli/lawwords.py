"""The words around penalties, protests and replay, in both languages."""

from __future__ import annotations

_WORDS: dict[str, tuple[str, str]] = {
    "open": ("open", "не отбыто"),
    "served": ("served", "отбыто"),
    "given": ("given", "вынесено"),
    "forgiven": ("forgiven", "прощено"),
    "overturned": ("overturned", "отменено"),
    "overridden": ("overridden", "заменено судьёй"),
    "left-of": ("{left} of {hands} hands left", "осталось раздач: {left} из {hands}"),
    "left-unknown": (
        "rounds: {rounds}; nobody told how many hands that is, missed so far: {served}",
        "кругов: {rounds}; сколько это раздач, никто не сказал, пропущено: {served}",
    ),
    "nobody": ("nobody named", "игрок не назван"),
    "no-penalties": ("No penalty was given in {event}.", "В {event} взысканий не было."),
    "none-open": ("No penalty is open in {event}.", "Неотбытых взысканий в {event} нет."),
    "closed-left-out": (
        "Not shown, for nothing is left of them: {n}. --all shows them.",
        "Не показаны, ничего не осталось: {n}. Все покажет --all.",
    ),
    "banned": (
        "{player} {name}: a ban for the season stands in {event}, entry {entry}. Whether it is the same person and "
        "season is for the head judge to say.",
        "{player} {name}: в {event}, запись {entry}, есть дисквалификация на сезон. Тот ли это человек и сезон, "
        "решает главный судья.",
    ),
    "decided": ("decided", "решён"),
    "inadmissible": ("inadmissible", "не принимается"),
    "late": ("LATE", "ПРОСРОЧЕН"),
    "pending": ("open", "ждёт решения"),
    "unsent": ("not received yet", "ещё не получен"),
    "upheld": ("upheld", "удовлетворён"),
    "rejected": ("rejected", "отклонён"),
    "decided-late": ("after the last day", "после срока"),
    "against": ("against entry {entry}", "на запись {entry}"),
    "due": (
        "received {received}, to be decided by {due}, day {days} of {all}",
        "получен {received}, решить до {due}, день {days} из {all}",
    ),
    "received": ("received {received}", "получен {received}"),
    "no-protests": ("No protest was filed in {event}.", "Протестов в {event} не было."),
    "protests-sum": ("Waiting for a decision: {open}, late: {late}.", "Ждут решения: {open}, просрочено: {late}."),
    "event-over": ("The event is over.", "Турнир закончен."),
    "event-on": (
        "The event is going on; 'floorcall log close' says that it is over.",
        "Турнир идёт; что он закончен, говорит «floorcall log close».",
    ),
    "to-tell": ("To be told: {question}", "Нужно узнать: {question}"),
    "add-facts": (
        "floorcall log protest {event} --entry {entry} adds the answers.",
        "Ответы добавляет floorcall log protest {event} --entry {entry}.",
    ),
    "replay-none": ("{event} has no incident to rule again.", "В {event} нет ситуаций, которые можно разобрать снова."),
    "replay-same": ("Ruled again: {n}. All came out the same.", "Разобрано снова: {n}. Все решения те же."),
    "replay-sum": (
        "Ruled again: {n}. The same: {same}, the same by other reasons: {reasons}, different: {differs}, "
        "not ruled: {unreadable}.",
        "Разобрано снова: {n}. Те же: {same}, те же по другим причинам: {reasons}, другие: {differs}, "
        "не разобрано: {unreadable}.",
    ),
    "replay-changed": (
        "Their rulebook has another content by now: {n}.",
        "Правила с тех пор изменились, таких решений: {n}.",
    ),
    "differs": ("different", "другое решение"),
    "reasons": ("the same by other reasons", "то же по другим причинам"),
    "unreadable": ("not ruled", "не разобрано"),
    "then": ("then", "тогда"),
    "now": ("now", "теперь"),
    "paths": ("differs in", "отличается в"),
    "dropped": ("readings of then that this rulebook does not know", "прочтения, которых в этих правилах нет"),
    "typed": (
        "What was typed about earlier offences was ruled as told, for no player is named: the journal counted nothing.",
        "Сказанное о прежних нарушениях принято на слово: игрок не назван, журнал ничего не считал.",
    ),
    "unmatched": (
        "Seat {seat}: no player was named, so earlier offences are not counted. --players {seat}=PLAYER",
        "Место {seat}: игрок не назван, прежние нарушения не сосчитаны. --players {seat}=ИГРОК",
    ),
}


def word(name: str, language: str, /, **values: object) -> str:
    """A word or phrase by its name, with values put in."""
    english, russian = _WORDS[name]
    return (russian if language == "ru" else english).format(**values)
