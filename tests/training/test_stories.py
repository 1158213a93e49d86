"""Stories drawn anew, told in sentences, and those that cannot have happened."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from explain.texts import languages
from explain.wording import Wording
from facts.incident import Act, Incident
from facts.lexicon import vocabulary
from facts.reader import read_incident
from training.desk import Desk
from training.item import KINDS, LEVELS
from training.levels import level_of, table
from training.possible import faults
from training.redrawn import amounts_in, drawn, forgetful, is_chip, people, single_chips
from training.telling import story
from training.texts import Texts, words

STORY = """
game: holdem
structure: no-limit
street: flop
seats: [A, B, C]
stakes: {sb: 50, bb: 100}
stacks: {B: 900}
pot: 300
board: As Kd 7c
actions:
  - A: bet 200
  - B: {chips: [500], silent: yes}
"""


def test_what_is_there_for_what_it_tells_is_left_out_when_it_tells_nothing() -> None:
    told = STORY.replace("  - A: bet 200", "  - {event: field-at-the-time, players_left: 12}\n  - A: bet 200")
    known = read_incident(told.encode(), "told", vocabulary().events)
    bare = known._replace(timeline=tuple(e._replace(slots={}) if hasattr(e, "slots") else e for e in known.timeline))
    assert "12." in story(known, _texts())
    assert story(bare, _texts()) == story(read_incident(STORY.encode(), "told", vocabulary().events), _texts())


def _texts(language: str = "en") -> Texts:
    return Texts(Wording(language, vocabulary(), grouped=True))


def _told(text: str, language: str = "en") -> str:
    return story(read_incident(text), _texts(language))


def _drawings(number: int) -> list[Incident]:
    texts = _texts()
    made = drawn(read_incident(STORY), Random(number), vocabulary(), lambda n: texts.say("names", str(n)))
    return [one.incident for one in made]


# -- drawn anew -----------------------------------------------------------------------------------------------------


def test_a_drawing_keeps_who_did_what_in_which_order() -> None:
    for number in range(20):
        for told in _drawings(number):
            acts = [entry for entry in told.timeline if isinstance(entry, Act)]
            assert [act.seat for act in acts] == list(told.seats[:2])
            assert [act.does for act in acts] == ["bet", None]
            assert set(told.stacks) == {told.seats[1]}


def test_every_drawing_is_possible_and_some_have_other_chips_suits_and_amounts() -> None:
    found = [told for number in range(30) for told in _drawings(number)[:1]]
    possible = [told for told in found if not list(faults(told))]
    assert len(possible) > len(found) // 2
    assert len({told.stakes["bb"] for told in found}) > 3
    assert len({told.board for told in found}) > 5
    assert len({told.timeline[0].to / told.stakes["bb"] for told in found}) > 3  # type: ignore[union-attr,operator]


def test_chips_stay_such_as_a_table_may_have() -> None:
    for number in range(30):
        for told in _drawings(number):
            assert all(is_chip(chip) for chip in single_chips(told))
            assert all(amount > 0 for amount in amounts_in(told, vocabulary()))


@pytest.mark.parametrize(("chips", "can_be"), [(25, True), (500, True), (2500, True), (40, False), (75, False)])
def test_which_chips_there_are(chips: int, can_be: bool) -> None:
    assert is_chip(chips) is can_be


def test_the_last_drawing_changes_the_names_only() -> None:
    told, last = read_incident(STORY), _drawings(3)[-1]
    assert last.stakes == told.stakes
    assert last.board == told.board
    assert last.seats != told.seats


def test_people_are_those_at_the_table_and_those_whom_an_event_names() -> None:
    told = read_incident("events:\n  - {event: asks-to-see, seat: X, of: B}\n")
    assert people(told._replace(seats=("A", "B")), vocabulary()) == ("A", "B", "X")


def test_a_forgetful_story_lacks_one_thing() -> None:
    told = read_incident(STORY)
    found = forgetful(told, vocabulary(), Random(1))
    silent = found[0].timeline[1]
    assert isinstance(silent, Act)
    assert silent.words is None


# -- what cannot have happened --------------------------------------------------------------------------------------


FOLDED = Act("A", does="fold")
IMPOSSIBLE: dict[str, Callable[[Incident], Incident]] = {
    "As twice": lambda told: told._replace(cards={"C": ("As", "2d")}),
    "A acts after fold": lambda told: told._replace(timeline=(FOLDED, *told.timeline)),
    "A puts in more than he has": lambda told: told._replace(stacks={"A": 150}),
    "A puts in 200, which no chips make": lambda told: told._replace(min_chip=1000),
    "X acts without a seat": lambda told: told._replace(timeline=(Act("X", does="check"),)),
    "too many cards on the board": lambda told: told._replace(board=("As", "Kd", "7c", "2s", "3s", "4s")),
    "the small blind is greater than the big one": lambda told: told._replace(stakes={"sb": 200, "bb": 100}),
}


@pytest.mark.parametrize("fault", IMPOSSIBLE)
def test_a_story_that_cannot_have_happened(fault: str) -> None:
    assert fault in list(faults(IMPOSSIBLE[fault](read_incident(STORY))))


def test_a_story_that_can_have_happened() -> None:
    told = read_incident(STORY)
    assert list(faults(told, Desk("bfsp").rule(told, {}).trace)) == []


# -- told -----------------------------------------------------------------------------------------------------------


def test_a_story_in_english() -> None:
    assert _told(STORY) == (
        "No-limit hold'em, on the flop. Blinds 50/100. Clockwise from the left of the button: A, B, C. "
        "The pot holds 300. Board: A♠ K♦ 7♣. Chips at the start of the round: B has 900. "
        "A bets 200. Without a word B puts in one chip of 500."
    )


def test_a_story_in_russian() -> None:
    assert _told(STORY, "ru") == (
        "Безлимитный холдем, флоп. Блайнды 50/100. По часовой стрелке, начиная слева от баттона: A, B, C. В банке 300. "
        "Борд: A♠ K♦ 7♣. Чипы в начале круга: у B 900. A делает бет 200. B молча ставит один чип 500."
    )


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("{says: raise to 400, chips: [500]}", "A says “raise to 400” and then puts in one chip of 500."),
        ("{says: raise, chips: [500], said_when: after}", "A puts in one chip of 500 and only then says “raise”."),
        ("{motions: [200, [2x100]], silent: yes}",
         "Without a word A puts in one chip of 200, then in a second motion 2 chips of 100 (200 in all)."),
        ("{says: call}", "A says “call”."),
        ("{gesture: tap, says: nothing}", "A taps the table."),
        ("all-in 800", "A goes all-in, 800 in all."),
        ("{does: check, prompted: nobody, deliberate: yes}",
         "A checks; nobody had told him to act; he acts out of turn on purpose."),
    ],
)  # fmt: skip
def test_an_act_is_told_as_it_was_seen(act: str, told: str) -> None:
    assert _told(f"seats: [A, B]\nactions:\n  - A: {act}\n").endswith(told)


@pytest.mark.parametrize(
    ("event", "english", "russian"),
    [
        ("shows-hand, seat: B", "B opens his hand.", "B вскрывает карты."),
        ("wrong-card-count, seat: B, cards: 1", "The number of cards of B is in question: B has 1 card.",
         "Вопрос о числе карт у B: у B карт: 1."),
        ("clock, seat: B", "The clock was called on B.", "B объявлено время."),
        ("contributed, seat: B, chips: 200", "B has put in 200 before.", "B поставил раньше 200."),
        ("offence, seat: B, with: [A], what: passed-chips",
         "An offence (B): B did it together with A; what B did: passed chips to another player.",
         "Нарушение (B): вместе с B это сделал A; что сделал B: передал чипы другому игроку."),
    ],
)  # fmt: skip
def test_an_event_is_told_with_the_name_in_its_title(event: str, english: str, russian: str) -> None:
    text = f"seats: [A, B]\nactions:\n  - A: check\n  - {{event: {event}}}\n"
    assert _told(text).endswith(f"A checks. {english}")
    assert _told(text, "ru").endswith(f"A делает чек. {russian}")


# -- tables ---------------------------------------------------------------------------------------------------------


def test_every_text_is_there_in_english_and_russian() -> None:
    for group in words().keys() - {"broad", "untitled", "untimed"}:  # lists of names, nothing that anybody reads
        for key, entry in words()[group].items():
            for told in [entry] if group != "asked" else [entry["question"], *_values(entry)]:
                assert {"en", "ru"} <= set(told), (group, key)


def _values(entry: dict[str, object]) -> list[dict[str, str]]:
    values = entry["values"]
    return list(values.values()) if isinstance(values, dict) else []


def test_what_is_asked_about_is_in_the_vocabulary() -> None:
    topics = vocabulary().topics
    for name, entry in words()["asked"].items():
        topic, _, slot = name.partition(".")
        spec = topics[topic].slots[slot]
        assert spec.type == {"chips": "chips", "seats": "seat"}.get(str(entry["values"]), "word"), name
        values = entry["values"] if isinstance(entry["values"], dict) else {}
        assert set(values) <= set(spec.domain), name
        assert {value for group in entry.get("near", ()) for value in group} <= set(values), name
        assert set(entry.get("unless", ())) <= set(topics), name


def test_steps_without_a_place_in_time_are_steps() -> None:
    assert set(words()["untimed"]) <= set(vocabulary().steps)


def test_titles_and_slots_are_those_of_events() -> None:
    events = vocabulary().events
    assert {*words()["titles"], *words()["untitled"]} <= set(events)
    for name in words()["slots"]:
        event, _, slot = name.partition(".")
        assert not events[event].slots[slot].statement, name


def test_everything_that_an_event_can_tell_is_told() -> None:
    """But for the player, whom its title names."""
    unsaid = {
        f"{event.name}.{slot.name}"
        for event in (vocabulary().facts[name] for name in vocabulary().happenings)
        for slot in event.slots.values()
        if not slot.statement and not slot.derived and slot.name not in ("id", "seat")
    }
    assert unsaid == set(words()["slots"])


def test_names_of_players_are_different_and_short() -> None:
    for language in ("en", "ru"):
        names = [entry[language] for entry in words()["names"].values()]
        assert len(set(names)) == len(names) == 16
        assert max(map(len, names)) <= 24


def test_the_levels_know_kinds_of_items_and_of_clauses() -> None:
    kinds = {
        clause.kind for book in ("bfsp", "bpt", "tda", "bg", "club") for clause in Desk(book).rulebook.clauses.values()
    }
    assert tuple(table()["levels"]) == LEVELS
    assert set(table()["kinds"]) <= set(KINDS)
    assert set(table()["clauses"]) <= kinds
    for part in ("kinds", "clauses", "complexity"):
        assert all(entry["why"] for entry in table()[part].values())
    assert len(table()["thresholds"]) == 4
    assert table()["thresholds"] == sorted(table()["thresholds"])


def test_the_level_is_the_narrower_of_the_two() -> None:
    assert level_of("counts-as", "bet-form") == "dealer"
    assert level_of("which-clause", "bet-form") == "floor"
    assert level_of("which-clause", "appeal") == "director"


def test_every_language_of_the_explanations_can_tell_a_story() -> None:
    for language in languages():
        assert _told(STORY, language)
