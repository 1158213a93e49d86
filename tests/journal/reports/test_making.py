"""What stands in a report: its parts, in their order, and nothing that nobody said."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from facts.faults import Faults
from journal.records import PlayerRecord
from journal.reports.chronicle import Chronicle
from journal.reports.making import KINDS, make
from journal.reports.whole import _busy
from tests.journal.reports.made_up import EARLY_TURN, EVENT, OUT_OF_TURN, PENALTY, ROOT, SHORT_ALL_IN, Paper, spring


def sections(report: dict[str, Any], sheet: int = 0) -> dict[str, Any]:
    return {part["id"]: part["blocks"] for part in report["sheets"][sheet]["sections"]}


def texts(value: Any) -> list[str]:
    """All texts in some blocks, in their order."""
    if isinstance(value, dict):
        return [text for part in value.values() for text in texts(part)]
    if isinstance(value, list):
        return [text for part in value for text in texts(part)]
    return [value] if isinstance(value, str) else []


def told(value: Any) -> str:
    return "\n".join(texts(value)).replace("\u00a0", " ")


@pytest.fixture(scope="module")
def paper() -> Paper:
    return spring()


# -- the ruling -----------------------------------------------------------------------------------------------------


def test_a_ruling_has_its_parts_in_the_order_of_an_official_report(paper: Paper) -> None:
    report = make(paper, "spring", "ruling", "en", 3)
    assert list(sections(report)) == [
        *("happened", "facts", "assumptions", "rules", "decision", "reasoning", "options", "remedy", "sanction"),
        *("official", "protest", "signatures"),
    ]


def test_a_ruling_names_event_place_time_and_table(paper: Paper) -> None:
    head = make(paper, "spring", "ruling", "en", 3)["sheets"][0]["head"]
    rows = {row["label"]: row["said"]["text"] for row in head["rows"]}
    assert rows["Date and time"] == "12 March 2027, 17:21"  # in the zone of the event
    assert (rows["Event"], rows["Place"], rows["Table"], rows["Hand"]) == ("Spring Open 2027", "Vilnius", "4", "113")
    assert rows["Rules"].endswith("earlier edition")


def test_the_options_are_those_of_the_ruling_in_the_order_to_act(paper: Paper) -> None:
    (table,) = sections(make(paper, "spring", "ruling", "en", 3))["options"]
    assert [[cell["text"] for cell in row] for row in table["rows"]] == [
        ["C · 31 · Георги Щърбанов", "fold · call 200 · raise to at least 400"],
        ["A · 17 · Ivan Ivanov", "fold · call 200 · raise to at least 400"],
    ]


@pytest.mark.parametrize(
    ("language", "told"),
    [("lt", "pasuoti · lyginti 200 · kelti bent iki 400"), ("bg", "пас · кол 200 · рейз поне до 400")],
)
def test_the_options_are_said_in_the_language_of_the_report(paper: Paper, language: str, told: str) -> None:
    (table,) = sections(make(paper, "spring", "ruling", language, 3))["options"]
    assert table["rows"][0][1] == {"text": told, "lang": ""}


@pytest.mark.parametrize(("language", "other"), [("lt", "en"), ("bg", "ru"), ("en", ""), ("ru", "")])
def test_what_the_language_lacks_stands_in_the_nearest_one_and_is_marked(
    paper: Paper, language: str, other: str
) -> None:
    report = make(paper, "spring", "ruling", language, 3)
    (table,) = sections(report)["rules"]
    assert {row[1]["lang"] for row in table["rows"]} == {other}
    assert any(f"[{other}]" in note for note in report["notes"]) == bool(other)


def test_a_finding_of_the_ruling_is_no_fact_found(paper: Paper) -> None:
    facts = texts([item["said"] for item in sections(make(paper, "spring", "ruling", "en", 3))["facts"][0]["items"]])
    assert "B acted out of turn." in facts
    assert not [fact for fact in facts if fact.lower().startswith("reads as")]
    assert len(facts) // 2 == len({fact for fact in facts if fact})  # each once, beside its empty mark


def test_an_override_names_the_standard_ruling_and_the_reason(paper: Paper) -> None:
    official = told(sections(make(paper, "spring", "ruling", "en", 5))["official"])
    assert "departs from the standard ruling (M. Kazlauskas" in official
    assert "The early turn is put back and the round is finished." in official
    assert "The hand is void, every player takes his chips back." in official
    assert "The stub was mixed with the muck" in official


def test_an_accepted_ruling_says_by_whom(paper: Paper) -> None:
    assert "accepted as it stands by A. Petrov" in told(sections(make(paper, "spring", "ruling", "en", 2))["official"])
    nobody = told(sections(make(paper, "spring", "ruling", "en", 3))["official"])
    assert nobody.startswith("text\nNo decision of the official is on record.")


def test_a_penalty_is_told_with_hands_and_how_far_it_is_served(paper: Paper) -> None:
    sanction = told(sections(make(paper, "spring", "ruling", "en", 3))["sanction"])
    assert "sitting out: 1 round (9 hands)" in sanction
    assert "served: 4 of 9" in sanction
    assert "BFSP 7.1.12" in sanction


def test_the_right_of_protest_comes_from_the_clauses_of_the_rulebook(paper: Paper) -> None:
    protest = sections(make(paper, "spring", "ruling", "en", 3))["protest"]
    assert [item["note"].replace("\u00a0", " ") for item in protest[0]["items"]] == [
        *("BFSP 7.3.1", "BFSP 7.3.2", "BFSP 7.3.3", "BFSP 7.3.4"),
    ]


def test_a_protest_is_told_with_the_day_by_which_it_has_to_be_decided(paper: Paper) -> None:
    protest = told(sections(make(paper, "spring", "ruling", "en", 8))["protest"])
    assert "Protest 11 of 17 · Ivan Ivanov against entry 8" in protest
    assert "13 April 2027 (30 days from its receipt, BFSP 7.3.4)" in protest
    assert "open" in protest


def test_a_book_that_says_nothing_of_protests_is_said_to() -> None:
    paper = Paper(EVENT._replace(rulebook="club"))
    paper.incident(OUT_OF_TURN, {}, "club")
    assert "say nothing about protests" in told(sections(make(paper, "spring", "ruling", "en"))["protest"])


def test_a_report_does_without_its_rulebook() -> None:
    paper = Paper(EVENT._replace(rulebook="gone"))
    number = paper.incident(SHORT_ALL_IN, {"A": "17"})
    entry = paper.found[number - 1]
    paper.found[number - 1] = entry._replace(data={**entry.data, "rulebook": {"id": "gone"}})
    report = make(paper, "spring", "ruling", "en")
    assert "BFSP 4.9.8" in told(sections(report)["rules"])  # the ruling brought its clauses along
    assert "gone" in told(report["sheets"][0]["head"])
    assert "4.9.8" in told(make(paper, "spring", "protocol", "en"))


def test_what_was_corrected_stands_in_the_report() -> None:
    paper = Paper()
    number = paper.incident(OUT_OF_TURN, {"A": "17"}, table="4")
    paper.write("correction", {"values": {"table": "9", "players": {"A": "22"}}, "reason": "Noted wrongly."}, number)
    report = make(paper, "spring", "ruling", "en")
    assert {row["label"]: row["said"]["text"] for row in report["sheets"][0]["head"]["rows"]}["Table"] == "9"
    assert "Žydrūnė" in told(sections(report)["happened"])
    assert "Noted wrongly." in told(sections(make(paper, "spring", "protocol", "en"))["corrections"])


# -- which entry ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", [3, 4, 10])
def test_an_entry_about_an_incident_stands_for_it(paper: Paper, entry: int) -> None:
    assert make(paper, "spring", "ruling", "en", entry)["sheets"] == make(paper, "spring", "ruling", "en", 3)["sheets"]


@pytest.mark.parametrize(
    ("kind", "entry", "said"),
    [
        ("ruling", None, "which one is not said (--entry N: 2, 3, 5, 8)"),
        ("ruling", 1, "entry 1 (opened) is about no incident"),
        ("ruling", 99, "entry 99 is not in the journal of this event (they go from 1 to 12)"),
        ("disqualification", 3, "entry 3 is no disqualification (--entry N: 9)"),
    ],
)
def test_which_entry_is_asked_and_not_guessed(paper: Paper, kind: str, entry: int | None, said: str) -> None:
    with pytest.raises(Faults) as found:
        make(paper, "spring", kind, "en", entry)
    assert said in str(found.value)


def test_an_event_without_incidents_says_so() -> None:
    empty = Paper()
    for kind in ("protocol", "statistics"):
        assert "No incident is on record." in told(make(empty, "spring", kind, "en"))
    assert "None." in told(make(empty, "spring", "disqualification", "en"))
    with pytest.raises(Faults, match="no incident is on record"):
        make(empty, "spring", "ruling", "en")


# -- the others -----------------------------------------------------------------------------------------------------


def test_a_notice_goes_to_each_who_was_punished_and_is_short(paper: Paper) -> None:
    report = make(paper, "spring", "notice", "en", 3)
    (sheet,) = report["sheets"]
    assert sheet["subtitle"] == "22 · Žydrūnė Šimkutė"
    assert "Sitting out: 1 round (9 hands)." in told(sections(report)["sanction"])
    assert list(sections(report)) == ["did", "decision", "sanction", "rules", "protest", "signatures"]


def test_a_notice_without_a_penalty_goes_to_everybody_who_was_named(paper: Paper) -> None:
    report = make(paper, "spring", "notice", "en", 2)
    assert [sheet["subtitle"][:2] for sheet in report["sheets"]] == ["17", "22", "31"]
    assert "sanction" not in sections(report)


def test_a_notice_tells_what_was_decided_instead(paper: Paper) -> None:
    assert "The hand is void" in told(sections(make(paper, "spring", "notice", "en", 5))["decision"])


def test_a_protocol_has_all_incidents_by_day(paper: Paper) -> None:
    found = sections(make(paper, "spring", "protocol", "en"))
    assert [table["caption"] for table in found["incidents"]] == ["12 March 2027", "13 March 2027"]
    rows = [[cell["text"] for cell in row] for table in found["incidents"] for row in table["rows"]]
    assert [row[0] for row in rows] == ["2", "3", "5", "8"]
    assert rows[0][1:3] == ["17:14", "4 / 112"]
    assert rows[0][5] == "A: 17 · Ivan Ivanov; B: 22 · Žydrūnė Šimkutė; C: 31 · Георги Щърбанов"
    punished = "B: 22 · Žydrūnė Šimkutė – sitting out: 1 round (9 hands); A: 17 · Ivan Ivanov; C: 31 · Георги Щърбанов"
    assert rows[1][5] == punished
    assert rows[2][3].startswith("* The hand is void")
    assert [column["room"] for column in found["incidents"][0]["columns"]] == [0, 0, 0, 9, 3, 5]
    assert rows[2][2] == "12 / 40"  # as it was corrected
    assert len(found["penalties"][0]["rows"]) == 2
    assert len(found["disqualifications"][0]["rows"]) == 1
    assert len(found["overrides"][0]["rows"]) == 1
    assert "Protest 11 of 17" in told(found["protests"])


def test_the_statistics_count_by_kind_table_error_clause_and_hour(paper: Paper) -> None:
    found = sections(make(paper, "spring", "statistics", "en"))

    def counted(part: str) -> dict[str, int]:
        (chart,) = found[part]
        return {row["label"]["text"].replace("\u00a0", " "): row["count"] for row in chart["rows"]}

    assert counted("tables") == {"4": 2, "2": 1, "12": 1}
    assert counted("errors") == {"the next board card was dealt during a betting round": 1}
    assert counted("hours") == {"17:00": 4}
    assert counted("clauses")["BFSP 7.1.12 Acting or leaving out of turn"] == 2
    assert counted("kinds") == {"bet": 2, "call": 1, "the next board card was dealt during a betting round": 1}


def test_a_bar_is_as_long_as_its_count(paper: Paper) -> None:
    (chart,) = sections(make(paper, "spring", "statistics", "en"))["tables"]
    assert [(row["part"], row["shown"], row["share"]) for row in chart["rows"]] == [
        (500, "1", "25%"), (1000, "2", "50%"), (500, "1", "25%"),
    ]  # fmt: skip
    assert [row["label"]["text"] for row in chart["rows"]] == ["2", "4", "12"]  # by their numbers


@pytest.mark.parametrize(
    ("hours", "shown"),
    [([18], [18]), ([18, 21], [18, 19, 20, 21]), ([0, 2, 22], [22, 23, 0, 1, 2]), ([9, 14, 23], list(range(9, 24))),
     ([0, 10, 11, 23], [*range(10, 24), 0])],
)  # fmt: skip
def test_an_evening_that_ends_after_midnight_stays_together(hours: list[int], shown: list[int]) -> None:
    assert _busy(hours) == shown


def test_a_disqualification_is_recorded_with_what_went_before() -> None:
    paper = Paper()
    first = paper.incident(OUT_OF_TURN, {"B": "17"})
    paper.write("penalty", {**PENALTY, "player": "17", "type": "warning", "rounds": None, "hands": None}, first)
    second = paper.incident(OUT_OF_TURN, {"B": "17"})
    out = paper.write("penalty", {**PENALTY, "player": "17", "type": "disqualified-season", "hands": None}, second)
    paper.people[0] = PlayerRecord("17", "Ivan Ivanov", {"licence": "BY-0412"}, False)
    report = make(paper, "spring", "disqualification", "en", out)
    found = sections(report)
    assert "Disqualification for the season." in told(found["sanction"])
    assert "BY-0412" in told(found["player"])
    assert [row[2]["text"] for row in found["earlier"][0]["rows"]] == ["warning"]
    roles = [row["role"] for row in found["signatures"][0]["rows"]]
    assert roles == ["Official who ruled", "Head judge", "Received for the federation"]


def test_personal_details_that_were_erased_are_gone_and_said_to_be(paper: Paper) -> None:
    other = spring()
    other.people[0] = PlayerRecord("17", "", {}, True)
    report = told(make(other, "spring", "disqualification", "en"))
    assert "personal details erased" in report
    assert "Ivanov" not in report


# -- penalties ------------------------------------------------------------------------------------------------------


def state(paper: Paper) -> str:
    (penalty,) = Chronicle.read(paper, "spring").penalties
    return penalty.state


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        ([], "open"),
        ([("served", {"hands": 4}, 3)], "partly"),
        ([("served", {"hands": 4}, 3), ("served", {"hands": 5}, 3)], "served"),
        ([("lifted", {"how": "forgiven", "reason": ""}, 3)], "forgiven"),
        ([("lifted", {"how": "overturned", "reason": ""}, 2)], "overturned"),  # the incident with all of it
    ],
)
def test_a_penalty_is_open_until_it_is_served_or_lifted(later: list[Any], expected: str) -> None:
    paper = Paper()
    paper.incident(OUT_OF_TURN, {"B": "22"})
    paper.write("penalty", PENALTY, 2)
    for kind, data, about in later:
        paper.write(kind, data, about)
    assert state(paper) == expected


# -- all of them ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", ["en", "ru", "lt", "bg"])
def test_no_value_is_left_out_of_a_text(paper: Paper, kind: str, language: str) -> None:
    report = make(paper, "spring", kind, language, None if kind in KINDS[2:] else 3)
    assert "$" not in told([report["sheets"], report["notes"]])


def test_the_progress_counts_every_incident(paper: Paper) -> None:
    for kind in ("protocol", "statistics"):
        seen: list[tuple[int, int]] = []
        make(paper, "spring", kind, "en", tick=lambda done, of, seen=seen: seen.append((done, of)))
        assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_report_bears_the_time_of_the_last_entry(paper: Paper) -> None:
    report = make(paper, "spring", "ruling", "en", 3)
    assert report["at"] == int((EVENT.opened + timedelta(minutes=7 * 12)).timestamp())
    assert report["digest"]["text"] == paper.found[-1].digest


def test_an_incident_with_a_dealer_error_is_told_with_its_steps() -> None:
    paper = Paper()
    paper.incident(EARLY_TURN, {})
    remedy = sections(make(paper, "spring", "ruling", "en"))["remedy"]
    assert remedy[0]["ordered"]
    assert len(remedy[0]["items"]) > 1


def test_facts_that_are_told_in_two_ways_stand_side_by_side() -> None:
    paper = Paper()
    paper.incident(ROOT / "examples" / "disputed" / "what-was-said.yaml", {})
    found = sections(make(paper, "spring", "ruling", "lt"))
    versions, tellings = found["disputes"][:2]
    assert [row[3]["text"] for row in versions["rows"]] == ["taip", "taip"]
    assert len(tellings["rows"]) == 2
    assert tellings["rows"][0][1]["lang"] == "en"


def test_the_rules_of_a_report_are_those_that_the_ruling_rests_on(paper: Paper) -> None:
    (table,) = sections(make(paper, "spring", "ruling", "en", 2))["rules"]
    cited = {row[0]["text"].replace("\u00a0", " ") for row in table["rows"]}
    ruling = paper.kept[2].rulings["en"]
    named = {c for part in ("ruling", "reasoning") for told in ruling[part] for c in told["clauses"]}
    assert cited == {c["cite"] for c in ruling["citations"] if c["clause"] in named}
