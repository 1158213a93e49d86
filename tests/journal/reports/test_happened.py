"""What happened, in the words of each language: nothing invented, nothing left out, and every text taken as data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from explain.texts import marks
from facts.incident import Event, Incident
from facts.lexicon import vocabulary
from facts.reader import read_incident
from journal.records import Body
from journal.reports.found import FOLLOWS, FOUND, LEFT_OUT, sorted_facts
from journal.reports.happened import Story
from journal.reports.making import make
from journal.reports.tongue import LANGUAGES, Tongue
from tests.journal.reports.made_up import EARLY_TURN, OUT_OF_TURN, ROOT, SHORT_ALL_IN, Paper, spring
from tests.journal.reports.test_formats import HOSTILE
from tests.journal.reports.test_making import sections, told

STORIES = sorted([*(ROOT / "examples").glob("*.yaml"), *(ROOT / "tests" / "explain" / "incidents").glob("*.yaml")])


def story(text: str, language: str = "en") -> Story:
    incident = read_incident(text.encode(), "story.yaml", vocabulary().events)
    return Story(incident, vocabulary(), Tongue(language), lambda seat: "")


SLIP = {
    "en": "he acts out of turn by oversight; in this event it is his offence number 2 of this kind",
    "ru": "он действует вне очереди по невнимательности; в этом турнире это его нарушение такого рода номер 2",
    "lt": "ne savo eile jis veikia per neapsižiūrėjimą; kelintas kartas šiame turnyre: 2",
    "bg": "извън реда си той действа по невнимание; за кой път на този турнир: 2",
}


def steps(text: str, language: str = "en") -> list[str]:
    return [step.said["text"] for step in story(text, language).steps()]


def acts(*lines: str) -> str:
    return "seats: [A, B, C]\nactions:\n" + "".join(f"  - {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "B bets 200; ", "A checks."),
        ("ru", "B делает бет 200; ", "A делает чек."),
        ("lt", "B stato 200; ", "A čekuoja."),
        ("bg", "B залага 200; ", "A прави чек."),
    ],
)
def test_a_ruling_begins_with_what_happened(language: str, first: str, second: str) -> None:
    head, items = sections(make(spring(), "spring", "ruling", language, 3))["happened"]
    assert [item["said"] for item in items["items"]] == [
        {"text": f"{first}{SLIP[language]}.", "lang": ""},
        {"text": second, "lang": ""},
    ]
    assert items["ordered"]
    rows = [row["said"]["text"] for row in head["rows"]]
    assert rows[2] == "A = 17 · Ivan Ivanov; B = 22 · Žydrūnė Šimkutė; C = 31 · Георги Щърбанов"
    assert rows[3:] == ["C", "300"]


def test_the_table_is_told_as_far_as_somebody_told_it() -> None:
    head = story(EARLY_TURN.read_text(encoding="utf-8")).head("Camera 3 has it.")
    assert {row["label"]: row["said"]["text"] for row in head["rows"]} == {
        "Game": "Hold'em · no-limit · flop",
        "Stakes": "blinds 50/100",
        "Seats, clockwise": "Anna; Boris; Viktor",
        "Button": "Viktor",
        "Pot": "300",
        "Board": "A♥ 7♦ 2♣",
        "Note": "Camera 3 has it.",
    }
    (row,) = story("seats: [A]\n").head()["rows"]
    assert row["said"]["text"] == "A"


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (
            "A: {says: raise 400, chips: 500, said_when: after}",
            "A puts in one chip of 500 and only then says “raise 400”.",
        ),
        ("A: {silent: yes, chips: 100+100}", "Without a word A puts in 2 chips of 100 (200 in all)."),
        ("A: {motions: [100, 200]}", "A puts in one chip of 100, then in a second motion one chip of 200."),
        ("A: {says: call, chips: []}", "A says “call” and puts in no chips."),
        ("A: {gesture: tap}", "A taps the table."),
        ("A: {does: raise 1500, prompted: dealer}", "A raises to 1,500; the dealer had told him to act."),
        ("A: all-in", "A goes all-in."),
    ],
)
def test_an_act_is_told_as_it_was_seen(act: str, expected: str) -> None:
    assert steps(acts(act)) == [expected]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_every_story_can_be_told_in_every_language(path: Path, language: str) -> None:
    whole = story(path.read_text(encoding="utf-8"), language)
    told_steps = whole.steps()
    assert len(told_steps) == len(whole.incident.timeline)
    for step in told_steps:
        assert "$" not in step.said["text"]
        assert step.said["text"].endswith(".")
        assert language not in marks(step.said["text"])
    assert "$" not in told(whole.head())


def test_an_event_is_told_with_what_is_known_of_it_and_whom_it_names() -> None:
    (text,) = steps("seats: [A, B]\nevents:\n  - {event: wrong-card-count, seat: B, cards: 3}\n")
    assert text == "A player holds a wrong number of cards: B has 3 cards."
    (step,) = story("seats: [A, B]\nevents:\n  - {event: wrong-card-count, seat: B}\n").steps()
    assert step.said["text"] == "A player holds a wrong number of cards (B)."
    assert step.seats == ("B",)


def test_what_stands_in_no_language_of_the_report_is_marked() -> None:
    for language in LANGUAGES:
        for event in vocabulary().events.values():
            if event.title and not event.title.get(language):
                incident = Incident(seats=("A", "B"), timeline=(Event(event.name),))
                (step,) = Story(incident, vocabulary(), Tongue(language), str).steps()
                assert step.said["lang"] not in ("", language), event.name


# -- what cannot be told ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_text_that_cannot_be_read_any_more_stands_as_it_was_entered(name: str, language: str) -> None:
    paper = spring()
    paper.kept[3] = Body(HOSTILE[name].encode("utf-8", "surrogatepass"), paper.kept[3].rulings)
    happened = sections(make(paper, "spring", "ruling", language, 3))["happened"]
    assert [block["block"] for block in happened] == ["table", "text", "verbatim"]
    assert "Žydrūnė" in told(happened[0])
    assert "facts" in sections(make(paper, "spring", "ruling", language, 3))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_note_of_the_official_is_told_and_stays_data(name: str) -> None:
    paper = Paper()
    paper.incident(OUT_OF_TURN, {"A": "17"}, data={"note": HOSTILE[name]})
    head = sections(make(paper, "spring", "ruling", "en"))["happened"][0]
    (note,) = (row["said"]["text"] for row in head["rows"] if row["label"] == "Note")
    assert "\n" not in note
    assert not set(note) & set("\x00\x07\x1b\u202e\u2066\ud83d\ufffe")


def test_a_story_typed_in_shorthand_is_told_and_stands_in_its_words() -> None:
    from say import read_shorthand

    typed = "NLH 50/100, flop, A bets 200, B calls"
    assert read_shorthand(typed, vocabulary(), "x").incident is not None
    paper = spring()
    paper.found[2] = paper.found[2]._replace(data={**paper.found[2].data, "format": "shorthand"})
    paper.kept[3] = Body(typed.encode(), paper.kept[3].rulings)
    found = sections(make(paper, "spring", "ruling", "en", 3))
    assert "A bets 200." in told(found["happened"])
    assert found["entered"][0]["text"] == typed


def test_a_hand_history_is_told_in_words() -> None:
    paper = spring()
    text = (ROOT / "examples" / "short-all-in.phh").read_bytes()
    paper.found[1] = paper.found[1]._replace(data={**paper.found[1].data, "format": "phh", "file": "x.phh"})
    paper.kept[2] = Body(text, paper.kept[2].rulings)
    found = sections(make(paper, "spring", "ruling", "en", 2))
    assert "ordered" in found["happened"][-1]
    assert "entered" not in found


# -- facts ------------------------------------------------------------------------------------------------------------


def test_facts_are_told_or_counted_and_what_follows_stands_in_a_line() -> None:
    items, follows = sections(make(spring(), "spring", "ruling", "en", 3))["facts"]
    assert [item["said"]["text"] for item in items["items"]] == [
        "B acted out of turn.", "The players skipped did: check or fold.", "Times B has done this in the event: 2.",
    ]  # fmt: skip
    (row,) = follows["rows"]
    assert row["label"] == "What follows from them"
    assert row["said"]["text"] == "the highest wager is 200; the last full increase is 200"


@pytest.mark.parametrize("kind", ["ruling", "disqualification"])
def test_how_the_play_stands_is_no_fact_of_a_report(kind: str) -> None:
    facts = told(sections(make(spring(), "spring", kind, "en", 8))["facts"])
    for fragment in ("has a decision", "not known to be", "the game is", "a bet stands before"):
        assert fragment not in facts


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fact_is_sorted_by_the_slot_that_it_is_about(language: str) -> None:
    def said(type: str, slot: str, negated: bool = False) -> str:
        spec = vocabulary().facts[type].slots[slot]
        text = (spec.negation if negated else spec.statement)[language]
        return text.replace("$seat", "B").replace("$id", "B").replace("$value", "60")

    told = {
        FOUND: [said("act", "in_turn", negated=True), "what nobody has worded"],
        FOLLOWS: [said("table", "level")],
        LEFT_OUT: [said("seat", "to_act"), said("table", "game")],
    }
    facts = [fact for part in told.values() for fact in part]
    assert sorted_facts(facts, language, vocabulary(), frozenset(), above=True) == told
    unread = sorted_facts(facts, language, vocabulary(), frozenset(), above=False)
    assert said("table", "game") in unread[FOUND]


def test_the_lists_of_facts_name_what_the_vocabulary_has() -> None:
    from explain.texts import compiled
    from journal.reports import found

    for names in compiled([found._FILE])[0].values():
        for name in names:
            type, _, slot = name.partition(".")
            assert slot == "*" or slot in vocabulary().facts[type].slots, name


# -- the notice and protests ------------------------------------------------------------------------------------------


def test_a_notice_says_what_the_player_did_before_the_sanction() -> None:
    found = sections(make(spring(), "spring", "notice", "en", 3))
    assert [block["said"]["text"] for block in found["did"]] == [
        f"B bets 200; {SLIP['en']}.",
    ]
    assert told(found["sanction"]).index("B acted out of turn again") < told(found["sanction"]).index("Sitting out")


def test_a_player_who_did_nothing_is_told_how_the_story_ends() -> None:
    paper = Paper()
    paper.incident(SHORT_ALL_IN, {})
    (sheet,) = make(paper, "spring", "notice", "en")["sheets"]
    (part,) = (part for part in sheet["sections"] if part["id"] == "did")
    assert part["title"] == "What happened"
    assert len(part["blocks"]) == 1


def test_a_player_of_whom_the_story_tells_nothing_did_not_do_it() -> None:
    paper = Paper()
    paper.incident(EARLY_TURN, {"Viktor": "17"})
    (sheet,) = make(paper, "spring", "notice", "en")["sheets"]
    titles = {part["id"]: part["title"] for part in sheet["sections"]}
    assert titles["did"] == "What happened"


def test_two_protests_of_the_same_words_are_each_shown_and_what_is_said_of_them_once() -> None:
    paper = spring()
    ruled: dict[str, Any] = {"allowed": True, "clauses": ["7.3.2"], "text": {"en": ["It was filed in time."]}}
    data = {**paper.found[10].data, "ruled": ruled}
    paper.found[10] = paper.found[10]._replace(data=data)
    paper.write("protest", data, about=8)  # as it was: the same words of the same moment
    protests = told(sections(make(paper, "spring", "ruling", "en", 8))["protest"])
    assert "Protest 11 of" in protests
    assert "Protest 13 of" in protests
    assert protests.count("the dealer pointed at me.") == 2
    assert protests.count("It was filed in time.") == 1
