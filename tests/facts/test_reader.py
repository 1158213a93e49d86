"""The incident reader: stories are recorded as they were told, and all that cannot be is listed with its place."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from facts.faults import Faults
from facts.incident import Act, Event, Incident, Place, Words
from facts.lexicon import vocabulary
from facts.reader import default_events, load_incident, read_incident
from facts.writer import unplaced, write_incident
from tests.facts.samples import BAD, EVENTS, FOLDER, GOOD, name

SLIPS = "[]{}:,-?#&*!|>'\"%@` \n\t~01.kxABÑя\x00\ufeff\u2028<=+"
HEAVY = {"typing_extensions", "jsonschema", "difflib", "pydantic", "jinja2", "msgspec", "experta", "clips", "rich"}


def read(text: str) -> Incident:
    """An incident told in the vocabulary of these tests."""
    return read_incident(text, "f", EVENTS)


def faults(text: str | bytes) -> list[str]:
    """What is wrong with a text."""
    with pytest.raises(Faults) as caught:
        read_incident(text, "f", EVENTS)
    return [str(fault) for fault in caught.value.faults]


def read_or_faults(text: str) -> Incident | Faults:
    """What comes of a text that may be sound or not."""
    try:
        return read(text)
    except Faults as found:
        return found


def act(line: str, seats: str = "A, B, C") -> Act:
    """The one act of a story."""
    (told,) = read(f"seats: [{seats}]\nactions:\n  - {line}\n").timeline
    assert isinstance(told, Act)
    return told


def sample(file: str) -> Incident:
    """A good incident of the samples."""
    return load_incident(FOLDER / "good" / file, EVENTS)


def expected_faults() -> dict[str, list[str]]:
    """The faults of each bad file, as faults.txt lists them."""
    listed: dict[str, list[str]] = {}
    for line in (FOLDER / "faults.txt").read_text(encoding="utf-8").splitlines():
        listed.setdefault(line.partition(":")[0], []).append(line)
    return listed


def test_a_story_of_agreed_acts() -> None:
    incident = sample("short-all-in.yaml")
    assert unplaced(incident) == Incident(
        seats=("A", "B", "C"),
        game="holdem",
        structure="no-limit",
        street="flop",
        stakes={"sb": 10, "bb": 20},
        stacks={"C": 90},
        pot=60,
        timeline=(Act("A", "bet", 20), Act("B", "raise", 60), Act("C", "all-in", 90)),
    )
    assert incident.file.endswith("short-all-in.yaml")
    assert [told.place for told in incident.timeline] == [Place(10, 5), Place(11, 5), Place(12, 5)]


def test_a_story_as_it_was_seen() -> None:
    incident = unplaced(sample("as-it-was-seen.yaml"))
    assert incident.stacks == {"A": 12_500, "B": 8000}
    assert (incident.pot, incident.began_with, incident.min_chip, incident.button) == (1200, 4, 25, "C")
    assert incident.board == ("As", "Kd", "7c", "2h")
    assert incident.timeline == (
        Act("D", motions=((500,),), words=Words("raise")),
        Act("A", motions=((100, 100),), words=Words("nothing")),
        Act("B", motions=((100,) * 2, (100,) * 3), words=Words("raise", 500, "to", "after-first-motion")),
        Act("C", motions=((100,) * 4, (100, 100, 25)), handful=True, picked_up=800, words=Words("nothing")),
        Act("D", "call", 200, prompted="dealer"),
        Act("A", gesture="tap"),
        Act("B", "bet", 200, extra={"deliberate": False, "offence": 1, "overlooked_raise": True}),
        Act("C", motions=((1000, 500),), words=Words("raise", 300, "by", "with")),
        Act("D", motions=((100, 100, 25),), words=Words("nothing"), gesture="points"),
        Act("A", motions=()),
        Act("B"),
        Event("request", {"seat": "B", "wants": "check"}),
        Event(
            "cards-thrown",
            {"seat": "D", "touched": "other-hand", "separable": True, "other": "A", "told_by": ("B", "C")},
        ),
        Event("wrong-card-count", {"seat": "D", "cards": 3, "seen": ("2s", "3s")}),
        Event("noticed", {"by": "player"}),
    )


def test_names_are_what_was_typed() -> None:
    incident = sample("odd-names.yaml")
    assert incident.seats[:6] == ("Y", "No", "off", "1", "010", "1_000")
    assert incident.seats[6:] == ("null", "Вася", "10:30", "A: b", "O'Neil", "Seat 3")
    assert incident.button == "off"
    assert incident.stacks == {"1": 10, "010": 20, "No": 30, "null": 40, "Вася": 50}
    assert incident.cards == {"No": ("Ah", "Ad"), "10:30": ("Tc", "Td")}
    acts = [told for told in incident.timeline if isinstance(told, Act)]
    assert tuple(told.seat for told in acts) == incident.seats
    assert acts[2].words is None
    assert incident.timeline[-1] == Event("request", {"seat": "off", "wants": "take-back"}, Place(23, 5))


def test_broken_rules_of_betting_are_recorded() -> None:
    incident = sample("irregular.yaml")
    told = [(entry.seat, entry.does, entry.to) for entry in incident.timeline if isinstance(entry, Act)]
    assert told[:3] == [("C", "bet", 3), ("A", "bet", 1), ("A", "raise", 2)]
    assert told[-3:] == [("C", "check", None), ("C", "fold", None), ("C", "call", 3)]


def test_what_nobody_told_is_unknown() -> None:
    incident = unplaced(sample("nothing-told.yaml"))
    assert incident == Incident(seats=("A", "B"), timeline=(Act("A"), Act("B"), Event("request", {"seat": "A"})))
    assert read("seats: [A]") == Incident(("A",), file="f")


def test_json_is_read_like_yaml() -> None:
    incident = sample("told-in.json")
    assert incident.seats == ("A", "B", "3")
    assert incident.note == "🃏 да / tabs"
    assert [told.place for told in incident.timeline] == [Place(10, 4), Place(11, 4), Place(12, 3)]
    story: dict[str, Any] = {
        "game": "holdem",
        "seats": ["A", "B", 3],
        "stakes": {"sb": 10, "bb": 20},
        "actions": [{"A": "bet 20"}, {"3": {"chips": [100, "2x25"], "silent": True, "prompted": None}}],
    }
    lines = "game: holdem\nseats: [A, B, 3]\nstakes: {sb: 10, bb: 20}\nactions:\n- A: bet 20\n"
    as_yaml = read(lines + "- 3: {chips: [100, 2x25], silent: yes}\n")
    for indent in (None, 2, "\t"):
        assert unplaced(read(json.dumps(story, indent=indent))) == unplaced(as_yaml)


def test_anchors_and_merge_keys() -> None:
    incident = unplaced(sample("anchors.yaml"))
    silent = Words("nothing")
    assert incident.stakes == {"sb": 10, "bb": 20, "ante": 20}
    assert incident.timeline == (
        Act("A", motions=((100, 100),), words=silent),
        Act("B", motions=((100, 100),), words=silent),
        Act("C", motions=((500,),), words=silent),
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("A: Check", Act("A", "check")),
        ("A: raise to 1 000", Act("A", "raise", 1000)),
        ("A: {does: fold}", Act("A", "fold")),
        ("A: {chips: 5x100}", Act("A", motions=((100,) * 5,))),
        ("A: {chips: '2x100 + 25'}", Act("A", motions=((100, 100, 25),))),
        ("A: {chips: []}", Act("A", motions=())),
        ("A: {motions: []}", Act("A", motions=())),
        ("A: {motions: [[500, 2x25], 100]}", Act("A", motions=((500, 25, 25), (100,)))),
        ("A: {says: no}", None),
        ("A: {says: nothing, gesture: tap}", Act("A", words=Words("nothing"), gesture="tap")),
        ("A: {silent: yes, gesture: none}", Act("A", words=Words("nothing"), gesture="none")),
        ("A: {silent: no}", Act("A")),
        ("A: {says: call 60, said_when: after}", Act("A", words=Words("call", 60, None, "after"))),
        ("A: {deliberate: , offence: 3}", Act("A", extra={"offence": 3})),
        ("? A\n    : bet 20", Act("A", "bet", 20)),
    ],
)
def test_forms_of_an_act(line: str, told: Act | None) -> None:
    if told is None:
        assert faults(f"seats: [A]\nactions: [{line}]")
    else:
        assert unplaced(Incident(("A",), timeline=(act(line),))).timeline == (told,)


@pytest.mark.parametrize("path", GOOD, ids=name)
def test_both_yaml_parsers_tell_the_same_story(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = load_incident(path, EVENTS)
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert load_incident(path, EVENTS) == fast


@pytest.mark.parametrize("parser", ["c", "python"])
@pytest.mark.parametrize("path", BAD, ids=name)
def test_all_faults_of_a_file_are_listed(path: Path, parser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if parser == "python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    with pytest.raises(Faults) as caught:
        load_incident(path, EVENTS)
    assert [str(fault).replace(str(path), path.name) for fault in caught.value.faults] == expected_faults()[path.name]


def test_every_bad_file_has_its_faults_written_down() -> None:
    assert set(expected_faults()) == {path.name for path in BAD}


@pytest.mark.parametrize(
    ("game", "most"), [("holdem", 22), ("omaha", 11), ("stud7", 8), ("", 22)], ids=["holdem", "omaha", "stud7", "any"]
)
def test_more_seats_than_the_deck_serves(game: str, most: int) -> None:
    def told(number: int) -> str:
        return f"game: {game}\nseats: [{', '.join(f's{i}' for i in range(number))}]"

    assert len(read(told(most)).seats) == most
    assert faults(told(most + 1))[0].startswith(f"f:2:8: seats: {most + 1} players; the deck serves at most {most}")


@pytest.mark.parametrize(
    ("stack", "acts", "needed"),
    [
        (90, "A: all-in 90", None),
        (89, "A: all-in 90", 90),
        (90, "A: {chips: [50, 25, 15]}", None),
        (89, "A: {chips: [50, 25, 15]}", 90),
        (89, "A: {picked_up: 90}", 90),
        (90, "A: bet 20\n- B: raise 50\n- C: fold\n- A: {chips: 70}", None),
        (89, "A: bet 20\n- B: raise 50\n- C: fold\n- A: {chips: 70}", 90),
        (90, "A: bet 20\n- B: raise 50\n- C: fold\n- A: {does: call 50, chips: 70}", None),
        # A stack that holds each act alone: the chips of an act out of turn may have come back.
        (70, "B: bet 20\n- A: bet 20\n- A: {chips: 70}", None),
        (70, "A: bet 20\n- {event: request, seat: A, wants: take-back}\n- A: {chips: 70}", None),
        (70, "A: {does: bet 20, deliberate: no}\n- B: call\n- C: call\n- A: {chips: 70}", None),
    ],
)
def test_a_stack_holds_what_was_put_in(stack: int, acts: str, needed: int | None) -> None:
    text = f"street: flop\nseats: [A, B, C]\nstacks: {{A: {stack}}}\nactions:\n- {acts}\n"
    if needed is None:
        assert read(text).stacks == {"A": stack}
    else:
        (fault,) = faults(text)
        assert f"A put in {needed} on this street, but started it with {stack} (correct the stack (line 3)" in fault


def test_blinds_count_towards_the_stack() -> None:
    story = "seats: [A, B, C]\nstreet: preflop\nstacks: {B: 100}\nactions:\n- A: post 10\n- B: post 20\n- C: call 20\n"
    assert read(story + "- A: call\n- B: {chips: 80}\n")
    assert "B put in 120" in faults(story + "- A: call\n- B: {chips: 4x25}\n")[0]


def test_a_wrong_seat_list_does_not_spoil_every_act() -> None:
    assert faults("seats: A, B\nactions:\n  - A: bet 20\n  - B: call\n") == [
        "f:1:8: seats: expected a list, this is 'A, B'"
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "f:1:1: the file is empty"),
        ("~", "f:1:1: seats are missing (seats: [A, B, C] names the players clockwise, the button last)"),
        ("{}", "f:1:1: seats are missing (seats: [A, B, C] names the players clockwise, the button last)"),
        ("seats: []", "f:1:8: seats: nobody sits at the table (name the players clockwise)"),
        ("seats:", "f:1:7: seats: nobody sits at the table (name the players clockwise)"),
        ("a story", "f:1:1: incident: expected a mapping (key: value), this is 'a story'"),
        (b"seats: [\xc0]", "f:1:9: the file is not UTF-8 text (save it with the encoding UTF-8)"),
        ("seats: [A]\nnote: " + "x" * 1_000_000, "f: the text is longer than 1000000 characters"),
        ("seats: [[[[[[[[[[[[A]]]]]]]]]]]]", "f:1:19: nested more than 12 levels deep"),
    ],
    ids=["empty", "null", "no-keys", "nobody", "seats-null", "text", "bytes", "long", "deep"],
)
def test_texts_that_tell_no_story(text: str | bytes, fault: str) -> None:
    assert faults(text) == [fault]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("A: {motions: [~]}", "f:2:25: A motions: no chips in it (leave it out)"),
        ("A: {chips: [600x5, 600x5]}", "f:2:22: A chips: more than 1000 chips in one motion"),
        ("{event: cards-thrown, seat: A, told_by: }", None),
        ("{event: cards-thrown, seat: A, told_by: []}", None),
    ],
)
def test_empty_and_endless_lists(line: str, fault: str | None) -> None:
    text = f"seats: [A]\nactions: [{line}]\n"
    assert read(text) if fault is None else faults(text) == [fault]


def test_a_missing_file_is_a_fault() -> None:
    with pytest.raises(Faults) as caught:
        load_incident(FOLDER / "good" / "short-all-im.yaml")
    (fault,) = caught.value.faults
    assert (fault.line, fault.message, fault.hint) == (0, "there is no such file", "did you mean short-all-in.yaml?")


def test_the_vocabulary_of_the_package_is_the_default() -> None:
    assert set(default_events()) == {fact for fact, spec in vocabulary().facts.items() if spec.event}
    assert read_incident("seats: [A]\nactions:\n  - {event: request, seat: A, wants: check}\n").timeline


@given(st.data())
def test_a_slip_of_the_keyboard_is_a_story_or_a_list_of_faults(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([path.read_text(encoding="utf-8") for path in GOOD]))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        text = text[:start] + data.draw(st.text(SLIPS, max_size=6)) + text[end:]
    outcome = read_or_faults(text)
    if isinstance(outcome, Incident):
        assert unplaced(read(write_incident(outcome))) == unplaced(outcome)
        return
    lines = text.count("\n") + 2
    assert all(fault.message and 1 <= fault.line <= lines and fault.column >= 1 for fault in outcome.faults)


def test_many_faults_take_little_time() -> None:
    seats = ", ".join(f"s{i}" for i in range(4000))
    acts = "\n".join(f"  - Q{i}: bet x" for i in range(3000))
    start = time.perf_counter()
    assert len(faults(f"seats: [{seats}]\nactions:\n{acts}\n")) == 6001
    assert time.perf_counter() - start < 5  # names are not looked for without end; 0.4 s when this was written


def test_reading_is_fast() -> None:
    text = (FOLDER / "good" / "as-it-was-seen.yaml").read_text(encoding="utf-8")
    times = []
    for _ in range(20):
        start = time.perf_counter()
        read(text)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.003


def test_reading_imports_nothing_heavy(root: Path) -> None:
    program = (
        "import sys; from facts.reader import load_incident;"
        f"load_incident({str(FOLDER / 'good' / 'short-all-in.yaml')!r}, {{}}); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert not HEAVY & set(done.stdout.split())
