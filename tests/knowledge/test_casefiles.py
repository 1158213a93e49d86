"""The case reader: a file of cases becomes values with their places, and every slip in it is listed at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.faults import Faults
from facts.incident import Act, Place
from facts.lexicon import vocabulary
from knowledge.casefiles import read_cases
from knowledge.casemodel import Case, Claim, Option, Returned
from knowledge.loading import HOME, heirs_of

GOOD = """
- case: short-all-in
  title: {en: A short all-in, ru: Неполный олл-ин}
  source_example: yes
  shows: {all-in-is-no-raise: [decides, below], may-raise: defeated}
  clauses: [4.9.8.p4, "4.14.3"]
  readings: {4.9.8.p4.e1: to-full}
  note: the example
  incident: &told
    structure: no-limit
    seats: [A, B, C]
    stacks: {C: 90}
    actions:
      - A: bet 20
      - B: raise 60
      - C: all-in 90
  expect:
    status: determined on assumptions
    settles: {C: {as: call, to: 90}, act 2: {as: raise}}
    pots: {main: {amount: 170, eligible: [A, B, C]}}
    round: {table: none}
    sanction: {C: open}
    returned: {C: 50}
    options:
      A: {fold: yes, call: 90, raise: {min: 130, max: 500, name: reraise}, check: no}
      B: {fold: {forfeits: 60}, raise: no, complete: 100, stay: 90, bet: 40}
    order: [A, B]
    decided_by: [all-in-is-no-raise]
    defeated: [may-raise]
    assumptions: [game]
    taken_from: []
    questions: {act 3 declared: {raise: {settles: {C: {as: raise}}}}, prompted: {dealer: {}}}
    otherwise: {4.9.8.p4.e1: {on-top: {options: {A: {raise: 130}}}}}
  then:
    - acts: [{A: call 90}]
      expect: {options: {B: {raise: no}}}
- case: second
  incident:
    <<: *told
    actions: []
  expect: {}
  then:
    - acts: [{A: check}, {B: check}]
      expect: {}
"""

SLIPS = "[]{}:,-?#&*!|>'\"%@` \n\t~01.kxABÑя\x00\ufeff<=+"


def read(folder: Path, text: str, name: str = "some.yaml") -> tuple[Case, ...]:
    """The cases in a text."""
    (folder / name).write_text(text, encoding="utf-8")
    return read_cases(folder, vocabulary())


def faults(folder: Path, text: str) -> list[str]:
    """What is wrong with a text, without the name of the file."""
    with pytest.raises(Faults) as caught:
        read(folder, text)
    return [str(fault).removeprefix(f"{folder / 'some.yaml'}:") for fault in caught.value.faults]


def test_a_case_is_read_with_all_it_says(tmp_path: Path) -> None:
    first, second = read(tmp_path, GOOD)
    assert (first.id, first.place, first.source_example, first.note) == (
        "short-all-in",
        Place(2, 9),
        True,
        "the example",
    )
    assert first.title == {"en": "A short all-in", "ru": "Неполный олл-ин"}
    assert [(shown.rule, shown.what) for shown in first.shows] == [
        ("all-in-is-no-raise", "decides"),
        ("all-in-is-no-raise", "below"),
        ("may-raise", "defeated"),
    ]
    assert [clause.name for clause in first.clauses] == ["4.9.8.p4", "4.14.3"]
    assert {clause: named.name for clause, named in (first.readings or {}).items()} == {"4.9.8.p4.e1": "to-full"}
    assert first.incident.file == str(tmp_path / "some.yaml")
    assert (second.clauses, second.readings, second.title, second.note) == ((), {}, None, "")


def test_what_is_expected(tmp_path: Path) -> None:
    expected = read(tmp_path, GOOD)[0].expected
    assert expected.status == "determined on assumptions"
    assert expected.claims[0] == Claim("settles", "C", "settled", {"as": "call", "to": 90}, Place(19, 15))
    assert [(c.topic, c.subject, c.status) for c in expected.claims[1:]] == [
        ("settles", "act 2", "settled"),
        ("pots", "main", "settled"),
        ("round", "table", "none"),
        ("sanction", "C", "open"),
    ]
    assert expected.claims[2].slots == {"amount": 170, "eligible": ("A", "B", "C")}
    assert expected.returned == (Returned("C", 50, Place(23, 19)),)
    assert expected.order is not None
    assert expected.order.names == ("A", "B")
    assert expected.taken_from is not None
    assert expected.taken_from.names == ()


def test_the_options_of_each_seat(tmp_path: Path) -> None:
    found = [(o.seat, o.act, o.allowed, o.values) for o in read(tmp_path, GOOD)[0].expected.options]
    assert found == [
        ("A", "fold", True, {}),
        ("A", "call", True, {"to": 90}),
        ("A", "raise", True, {"min": 130, "max": 500, "name": "reraise"}),
        ("A", "check", False, {}),
        ("B", "fold", True, {"forfeits": 60}),
        ("B", "raise", False, {}),
        ("B", "complete", True, {"to": 100}),
        ("B", "stay", True, {"to": 90}),
        ("B", "bet", True, {"min": 40}),
    ]


def test_questions_and_other_readings(tmp_path: Path) -> None:
    expected = read(tmp_path, GOOD)[0].expected
    assert expected.questions is not None
    assert [(asked.subject, asked.slot) for asked in expected.questions] == [("act 3", "declared"), ("", "prompted")]
    assert [value for value, _ in expected.questions[0].answers] == ["raise"]
    (other,) = expected.otherwise
    assert (other.clause, other.reading) == ("4.9.8.p4.e1", "on-top")
    assert other.expected.options == (Option("A", "raise", True, {"min": 130}, Place(33, 54)),)


def test_answers_have_the_type_of_their_slot(tmp_path: Path) -> None:
    text = "- case: x\n  incident: {seats: [A]}\n  expect: {questions: {%s: {%s: {}}}}\n"
    for slot, told, value in (("deliberate", "yes", True), ("offence", "2", 2), ("big_blind", "1k", 1000)):
        (case,) = read(tmp_path, text % (slot, told))
        assert case.expected.questions is not None
        assert [answer for answer, _ in case.expected.questions[0].answers] == [value]


def test_the_story_goes_on_after_its_last_act(tmp_path: Path) -> None:
    first, second = read(tmp_path, GOOD)
    assert [act.seat for act in first.incident.timeline if isinstance(act, Act)] == ["A", "B", "C"]
    (goes_on,) = first.then
    assert [act.seat for act in goes_on.incident.timeline if isinstance(act, Act)] == ["A", "B", "C", "A"]
    assert goes_on.incident.stacks == {"C": 90}
    assert [act.seat for act in second.then[0].incident.timeline if isinstance(act, Act)] == ["A", "B"]


def test_files_come_in_order(tmp_path: Path) -> None:
    text = "- case: %s\n  incident: {seats: [A]}\n  expect: {}\n"
    read(tmp_path, text % "later", "b.yaml")
    assert [case.id for case in read(tmp_path, text % "earlier", "a.yaml")] == ["earlier", "later"]


def test_an_id_stands_once_in_all_files(tmp_path: Path) -> None:
    text = "- case: x\n  incident: {seats: [A]}\n  expect: {}\n"
    read(tmp_path, text, "a.yaml")
    assert faults(tmp_path, text) == ["1:9: case 'x' stands twice (first in a.yaml, line 1)"]


def test_a_folder_without_cases(tmp_path: Path) -> None:
    with pytest.raises(Faults, match="there are no cases here"):
        read_cases(tmp_path, vocabulary())


BAD = """
- case: names
  claus: [4.1]
  shows: {may-raise: decide}
  incident: {seats: [A, B], street: flopp, actions: [{A: bett 20}]}
  expect:
    settle: {A: {as: call}}
    settles: {D: {as: call}, A: {as: cal, too: 5}, act x: {as: call}}
    binding: {A: stands}
    round: {tabel: none}
    answer: {A: {granted: yes}}
    status: determind
    options: {A: {rase: 20, fold: 20, call: lots, raise: {minimum: 20}}, E: {fold: yes}}
    returned: {A: -5}
    order: [A, F]
    questions: {declard: {raise: {}}, declared: {rais: {}}, prompted: {dealer: {assumptions: []}}}
    otherwise: {4.1: {x: {taken_from: []}}}
  then:
    - act: [{A: call 90}]
      expect: {}
    - acts: [{Z: call 90}]
      expect: {order: [A]}
- expect: {}
- a-word
"""

BAD_FAULTS = """\
3:3: case: unknown key 'claus' (did you mean clauses?)
4:22: shows may-raise: 'decide' is not known (did you mean decides?)
5:37: street: 'flopp' is not known (did you mean flop?)
5:58: A: 'bett' is not known (did you mean bet?)
7:5: expect: unknown key 'settle' (did you mean settles?)
8:15: settles: there is no seat 'D' (one of A, B)
8:38: settles A as: 'cal' is not known (did you mean call?)
8:43: settles A: unknown key 'too' (did you mean to?)
8:52: settles: 'act x' is no act (write `act 1`)
9:18: binding A: 'stands' is not known (one of conflict, none, open)
10:13: round: 'tabel' is not the table (write `table`)
11:14: answer: 'A' is no event (write `event 1`)
12:13: status: 'determind' is not known (did you mean determined?)
13:19: options A: unknown key 'rase' (did you mean raise?)
13:35: options A fold: '20' is neither yes nor no
13:45: options A call: 'lots' is no number of chips (write 1000, 1 000, 1,000 or 45k)
13:59: options A raise: unknown key 'minimum' (did you mean min?)
13:74: options: there is no seat 'E' (one of A, B)
14:19: returned A: -5 is negative (chips are counted from 0)
15:16: order: there is no seat 'F' (one of A, B)
16:17: questions: unknown slot 'declard' (did you mean declared?)
16:50: questions declared: 'rais' is not known (did you mean raise?)
16:81: expect: 'assumptions' cannot be expected of an answer or of another reading (it belongs to the whole ruling)
17:27: expect: 'taken_from' cannot be expected of an answer or of another reading (it belongs to the whole ruling)
19:7: then: needs acts and expect
19:7: then: unknown key 'act' (did you mean acts?)
21:15: actions: there is no seat 'Z' (one of A, B)
23:3: case: 'case' is missing (a case has an id, an incident and what is expected)
23:3: case: 'incident' is missing (a case has an id, an incident and what is expected)
24:3: case: expected a mapping (key: value), this is 'a-word'
"""


def test_every_slip_is_listed_with_its_place(tmp_path: Path) -> None:
    assert faults(tmp_path, BAD) == BAD_FAULTS.splitlines()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "1:1: the file is empty"),
        ("case: x\n", "1:1: cases: expected a list, this is a mapping"),
        ("- case: [x]\n  incident: {seats: [A]}\n  expect: {}\n", "1:9: case: expected a text, this is a list"),
        ("- case: x\n  incident: 5\n  expect: {}\n", "2:13: incident: expected a mapping (key: value), this is '5'"),
        (
            "- case: x\n  incident: {seats: [A]}\n  expect: 5\n",
            "3:11: expect: expected a mapping (key: value), this is '5'",
        ),
        ("- case: x\n  incident: {seats: [A]\n", "the mapping is not closed"),
    ],
)
def test_broken_files(tmp_path: Path, text: str, fault: str) -> None:
    assert any(fault in line for line in faults(tmp_path, text))


@given(st.integers(0, len(GOOD)), st.integers(0, 30), st.text(SLIPS, max_size=6))
def test_a_damaged_file_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, at: int, gone: int, put: str
) -> None:
    folder = tmp_path_factory.mktemp("cases")
    found: Faults | None = None
    try:
        read(folder, GOOD[:at] + put + GOOD[at + gone :])
    except Faults as faults_found:
        found = faults_found
    assert found is None or all(str(fault) for fault in found.faults)


def test_the_installed_cases_can_be_read() -> None:
    cases = read_cases(Path(HOME) / "bfsp" / "cases", vocabulary())
    assert {case.id for case in cases} >= {"allin-nl-90-not-raise", "over-example-4143-pl", "rank-pair-tie"}
    assert all(case.note or case.title for case in cases)


HELD = """
- case: one
  holds_under: [over, ovr, tda]
  incident: {seats: [A, B]}
  expect: {}
- case: two
  holds_under:
    upper: ["4.1"]
    base: {clauses: ["4.1"], status: discretion}
    no-such-book-anywhere: {}
  incident: {seats: [A, B]}
  expect: {}
"""


def test_a_case_holds_only_under_a_book_that_extends_its_own(tmp_path: Path) -> None:
    for name, head in (("base", ""), ("over", "extends: base"), ("upper", "extends: over"), ("lost", "extends: nil")):
        (tmp_path / name / "cases").mkdir(parents=True)
        (tmp_path / name / "rulebook.yaml").write_text(head, encoding="utf-8")
    assert faults(tmp_path / "base" / "cases", HELD) == [
        "3:23: holds_under: 'ovr' is no rulebook that extends base (did you mean over?)",
        "3:28: holds_under: 'tda' is no rulebook that extends base (one of over, upper)",
        "9:5: holds_under: 'base' is no rulebook that extends base (one of over, upper)",
        "10:5: holds_under: 'no-such-book-anywhere' is no rulebook that extends base (one of over, upper)",
    ]


def test_no_book_extends_a_folder_that_is_none(tmp_path: Path) -> None:
    found = faults(tmp_path, "- case: one\n  holds_under: [bpt]\n  incident: {seats: [A]}\n  expect: {}\n")
    assert found == [f"2:17: holds_under: 'bpt' is no rulebook that extends {tmp_path.parent.name}"]


def test_installed_books_are_found_below_the_one_they_extend() -> None:
    assert heirs_of(Path(HOME) / "bfsp") == ("bpt",)
    assert heirs_of(Path(HOME) / "bpt") == ()
