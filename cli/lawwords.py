"""The words around penalties, protests and replay, in every language of a ruling."""

from __future__ import annotations

_LANGUAGES = ("en", "ru", "lt", "bg")
_WORDS: dict[str, tuple[str, str, str, str]] = {
    "open": ("open", "не отбыто", "neatlikta", "неизтърпяно"),
    "served": ("served", "отбыто", "atlikta", "изтърпяно"),
    "given": ("given", "вынесено", "skirta", "наложено"),
    "forgiven": ("forgiven", "прощено", "atleista", "опростено"),
    "overturned": ("overturned", "отменено", "panaikinta", "отменено"),
    "overridden": ("overridden", "заменено судьёй", "teisėjo pakeista", "променено от съдията"),
    "left-of": (
        "{left} of {hands} hands left",
        "осталось раздач: {left} из {hands}",
        "liko dalijimų: {left} iš {hands}",
        "остават раздавания: {left} от {hands}",
    ),
    "left-unknown": (
        "rounds: {rounds}; nobody told how many hands that is, missed so far: {served}",
        "кругов: {rounds}; сколько это раздач, никто не сказал, пропущено: {served}",
        "ratų: {rounds}; kiek tai dalijimų, niekas nepasakė, praleista: {served}",
        "кръгове: {rounds}; колко раздавания са това, никой не е казал, пропуснати: {served}",
    ),
    "nobody": ("nobody named", "игрок не назван", "žaidėjas neįvardytas", "играчът не е посочен"),
    "no-penalties": (
        "No penalty was given in {event}.",
        "В {event} взысканий не было.",
        "Turnyre {event} nuobaudų neskirta.",
        "На {event} няма наложени наказания.",
    ),
    "none-open": (
        "No penalty is open in {event}.",
        "Неотбытых взысканий в {event} нет.",
        "Turnyre {event} neatliktų nuobaudų nėra.",
        "На {event} няма неизтърпени наказания.",
    ),
    "closed-left-out": (
        "Not shown, for nothing is left of them: {n}. --all shows them.",
        "Не показаны, ничего не осталось: {n}. Все покажет --all.",
        "Nerodoma, nes nieko neliko: {n}. Visas parodys --all.",
        "Не са показани, защото нищо не остава: {n}. --all ги показва.",
    ),
    "banned": (
        "{player} {name}: a ban for the season stands in {event}, entry {entry}. Whether it is the same "
        "person and season is for the head judge to say.",
        "{player} {name}: в {event}, запись {entry}, есть дисквалификация на сезон. Тот ли это человек и "
        "сезон, решает главный судья.",
        "{player} {name}: turnyre {event}, įrašas {entry}, galioja diskvalifikacija sezonui. Ar tai tas pats "
        "žmogus ir sezonas, sprendžia vyriausiasis teisėjas.",
        "{player} {name}: на {event}, запис {entry}, има дисквалификация за сезона. Дали са същият човек и "
        "сезон, решава главният съдия.",
    ),
    "decided": ("decided", "решён", "išspręstas", "решен"),
    "inadmissible": ("inadmissible", "не принимается", "nepriimtinas", "недопустим"),
    "late": ("LATE", "ПРОСРОЧЕН", "VĖLUOJAMA", "ПРОСРОЧЕН"),
    "pending": ("open", "ждёт решения", "laukia sprendimo", "чака решение"),
    "unsent": ("not received yet", "ещё не получен", "dar negautas", "още не е получен"),
    "upheld": ("upheld", "удовлетворён", "patenkintas", "уважен"),
    "rejected": ("rejected", "отклонён", "atmestas", "отхвърлен"),
    "decided-late": ("after the last day", "после срока", "pasibaigus terminui", "след срока"),
    "against": ("against entry {entry}", "на запись {entry}", "dėl įrašo {entry}", "срещу запис {entry}"),
    "due": (
        "received {received}, to be decided by {due}, day {days} of {all}",
        "получен {received}, решить до {due}, день {days} из {all}",
        "gautas {received}, nuspręsti iki {due}, diena {days} iš {all}",
        "получен {received}, решение до {due}, ден {days} от {all}",
    ),
    "received": ("received {received}", "получен {received}", "gautas {received}", "получен {received}"),
    "no-protests": (
        "No protest was filed in {event}.",
        "Протестов в {event} не было.",
        "Turnyre {event} protestų nepateikta.",
        "На {event} няма подадени протести.",
    ),
    "protests-sum": (
        "Waiting for a decision: {open}, late: {late}.",
        "Ждут решения: {open}, просрочено: {late}.",
        "Laukia sprendimo: {open}, vėluojama: {late}.",
        "Чакат решение: {open}, просрочени: {late}.",
    ),
    "event-over": ("The event is over.", "Турнир закончен.", "Turnyras baigtas.", "Турнирът приключи."),
    "event-on": (
        "The event is going on; 'floorcall log close' says that it is over.",
        "Турнир идёт; что он закончен, говорит «floorcall log close».",
        "Turnyras vyksta; kad jis baigtas, pasako „floorcall log close“.",
        "Турнирът тече; че е приключил, казва „floorcall log close“.",
    ),
    "to-tell": (
        "To be told: {question}",
        "Нужно узнать: {question}",
        "Reikia sužinoti: {question}",
        "Трябва да се узнае: {question}",
    ),
    "add-facts": (
        "floorcall log protest {event} --entry {entry} adds the answers.",
        "Ответы добавляет floorcall log protest {event} --entry {entry}.",
        "Atsakymus prideda floorcall log protest {event} --entry {entry}.",
        "Отговорите добавя floorcall log protest {event} --entry {entry}.",
    ),
    "replay-none": (
        "{event} has no incident to rule again.",
        "В {event} нет ситуаций, которые можно разобрать снова.",
        "Turnyre {event} nėra incidentų, dėl kurių būtų galima spręsti iš naujo.",
        "На {event} няма инцидент, по който да се реши наново.",
    ),
    "replay-same": (
        "Ruled again: {n}. All came out the same.",
        "Разобрано снова: {n}. Все решения те же.",
        "Nuspręsta iš naujo: {n}. Visi sprendimai tie patys.",
        "Решено наново: {n}. Всички решения са същите.",
    ),
    "replay-sum": (
        "Ruled again: {n}. The same: {same}, the same by other reasons: {reasons}, different: {differs}, not "
        "ruled: {unreadable}.",
        "Разобрано снова: {n}. Те же: {same}, те же по другим причинам: {reasons}, другие: {differs}, не "
        "разобрано: {unreadable}.",
        "Nuspręsta iš naujo: {n}. Tie patys: {same}, tie patys kitu pagrindu: {reasons}, kitokie: {differs}, "
        "nenuspręsta: {unreadable}.",
        "Решено наново: {n}. Същите: {same}, същите на друго основание: {reasons}, различни: {differs}, "
        "нерешени: {unreadable}.",
    ),
    "replay-changed": (
        "Their rulebook has another content by now: {n}.",
        "Правила с тех пор изменились, таких решений: {n}.",
        "Taisyklės nuo to laiko pasikeitė, tokių sprendimų: {n}.",
        "Правилникът оттогава е променен, такива решения: {n}.",
    ),
    "differs": ("different", "другое решение", "kitoks sprendimas", "друго решение"),
    "reasons": (
        "the same by other reasons",
        "то же по другим причинам",
        "tas pats kitu pagrindu",
        "същото на друго основание",
    ),
    "unreadable": ("not ruled", "не разобрано", "nenuspręsta", "не е решено"),
    "then": ("then", "тогда", "tada", "тогава"),
    "now": ("now", "теперь", "dabar", "сега"),
    "paths": ("differs in", "отличается в", "skiriasi", "разлика в"),
    "dropped": (
        "readings of then that this rulebook does not know",
        "прочтения, которых в этих правилах нет",
        "aiškinimai, kurių šis reglamentas nežino",
        "тълкувания, които този правилник не познава",
    ),
    "typed": (
        "What was typed about earlier offences was ruled as told, for no player is named: the journal counted nothing.",
        "Сказанное о прежних нарушениях принято на слово: игрок не назван, журнал ничего не считал.",
        "Kas pasakyta apie ankstesnius pažeidimus, priimta kaip papasakota: žaidėjas neįvardytas, žurnalas "
        "nieko neskaičiavo.",
        "Казаното за по-ранни нарушения е прието на доверие: играчът не е посочен, дневникът не е броил нищо.",
    ),
    "unmatched": (
        "Seat {seat}: no player was named, so earlier offences are not counted. --players {seat}=PLAYER",
        "Место {seat}: игрок не назван, прежние нарушения не сосчитаны. --players {seat}=ИГРОК",
        "Vieta {seat}: žaidėjas neįvardytas, todėl ankstesni pažeidimai neskaičiuojami. --players {seat}=ŽAIDĖJAS",
        "Място {seat}: играчът не е посочен, затова по-ранните нарушения не са броени. --players {seat}=ИГРАЧ",
    ),
}


def word(name: str, language: str, /, **values: object) -> str:
    """A word or phrase by its name, with values put in."""
    return _WORDS[name][_LANGUAGES.index(language)].format(**values)
