"""floorcall why, why-not, requires, what-if and nearest."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from explain.verbschema import as_text, verbs_schema
from tests.cli.running import EXAMPLE, ROOT, STORY, call, start, write
from tests.cli.test_light import among, imported

Capture = pytest.CaptureFixture[str]
EXAMPLES = sorted((ROOT / "examples").glob("*.yaml"))
CALLS = (("why",), ("why-not", "raise"), ("requires", "raise"), ("nearest",))
OVERSIZED, STRING = (ROOT / "examples" / f"{name}.yaml" for name in ("oversized-chip", "string-bet"))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("words", CALLS, ids=lambda words: words[0])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_answers_and_keeps_the_contract(
    capsys: Capture, path: Path, words: tuple[str, ...], language: str
) -> None:
    verb, *rest = words
    told = call(capsys, verb, path, *rest, "--lang", language)
    assert (told.code, told.err) == (0, "")
    assert "$" not in told.out
    assert max(map(len, told.out.splitlines())) <= 80
    data = call(capsys, verb, path, *rest, "--lang", language, "--format", "json").data
    jsonschema.Draft202012Validator(verbs_schema()).validate(data)
    assert data["schema"] == f"floorcall.{verb}/1"


def test_the_published_schema_is_the_generated_one(capsys: Capture) -> None:
    published = (ROOT / "docs" / "verbs.schema.json").read_text(encoding="utf-8")
    assert published == as_text(), "write it anew: python -m explain.verbschema > docs/verbs.schema.json"
    assert call(capsys, "schema", "verbs").data == json.loads(published)
    jsonschema.Draft202012Validator.check_schema(json.loads(published))


# -- why ------------------------------------------------------------------------------------------------------------


def nodes(found: list[dict[str, object]]) -> list[dict[str, object]]:
    """All nodes of some proofs."""
    below = [node for one in found for node in nodes(one["because"])]  # type: ignore[arg-type]
    return [*found, *below]


def test_a_proof_goes_down_to_what_was_told(capsys: Capture) -> None:
    data = call(capsys, "why", EXAMPLE, "--format", "json").data
    leaves = [node for node in nodes(data["findings"]) if not node["because"]]
    assert {"told: act 2: B's raise to 60", "told: act 3: C's all-in of 90"} <= {node["text"] for node in leaves}
    first = data["findings"][0]
    assert (first["topic"], first["rules"], first["clauses"][0]) == ("settles", ["all-in-is-no-raise"], "4.9.8.p4")


def test_a_proof_names_what_was_put_aside_and_under_which_clause(capsys: Capture) -> None:
    data = call(capsys, "why", EXAMPLE, "B may-raise=no", "--format", "json").data
    (finding,) = data["findings"]
    aside = [node for node in finding["because"] if node["kind"] == "defeated"]
    assert {node["rule"] for node in aside} == {"may-raise", "may-reraise"}
    assert all(node["clauses"][0] == "4.9.8.p4.e1" for node in aside)


@pytest.mark.parametrize(("depth", "levels"), [(1, 2), (2, 3)])
def test_the_depth_of_a_proof_can_be_chosen(capsys: Capture, depth: int, levels: int) -> None:
    def height(found: list[dict[str, object]]) -> int:
        return max((1 + height(node["because"]) for node in found), default=0)  # type: ignore[arg-type]

    data = call(capsys, "why", EXAMPLE, "--depth", depth, "--format", "json").data
    assert height(data["findings"]) == levels
    assert height(call(capsys, "why", EXAMPLE, "--format", "json").data["findings"]) > levels
    assert f"--depth {depth + 1}" in call(capsys, "why", EXAMPLE, "--depth", depth).out


def test_a_default_is_named_with_who_can_confirm_it(capsys: Capture, tmp_path: Path) -> None:
    story = write(tmp_path, "story.yaml", STORY.replace("street: flop\n", "game: holdem\nstreet: flop\n"))
    assert "taken for granted" not in call(capsys, "why", story).out
    odd = ROOT / "examples" / "early-turn.yaml"
    story = write(tmp_path, "odd.yaml", odd.read_text(encoding="utf-8").replace("game: holdem\n", ""))
    assert "taken for granted: the game is hold'em; ask the dealer" in " ".join(call(capsys, "why", story).out.split())


def test_chips_that_come_back_are_proved_by_the_finding_that_gives_them(capsys: Capture) -> None:
    data = call(capsys, "why", OVERSIZED, "B returned=300", "--format", "json").data
    assert [(node["topic"], node["subject"]) for node in data["findings"]] == [("settles", "act 2")]


def test_what_the_ruling_does_not_say_cannot_be_proved(capsys: Capture) -> None:
    told = call(capsys, "why", EXAMPLE, "B may-raise")
    assert (told.code, told.err) == (0, "")
    assert "does not say so: B may-raise" in told.out


# -- why not --------------------------------------------------------------------------------------------------------


def test_the_condition_that_failed_is_told_with_both_values(capsys: Capture) -> None:
    data = call(capsys, "why-not", EXAMPLE, "all-in-is-a-raise", "--format", "json").data
    (rule,) = data["rules"]
    assert (rule["fate"], rule["failing"], rule["clause"]) == ("failed", 1, "4.9.8.p4")
    (condition,) = rule["conditions"]
    assert (condition["slot"], condition["met"]) == ("to", 90)
    assert condition["needed"] == {"value": 100, "bound": "at-least"}
    assert "@open.all_in_share" in condition["test"]
    assert "to 90 in all; needed: reads as: to 100 or more" in condition["text"]


def test_a_word_that_was_not_said_is_told(capsys: Capture) -> None:
    data = call(capsys, "why-not", OVERSIZED, "B raise", "--format", "json").data
    assert [found["clauses"][0] for found in data["instead"]] == ["4.12.p1"]
    found = {rule["rule"]: rule["conditions"] for rule in data["rules"][:2]}
    (condition,) = found["raise-with-chips"]
    assert (condition["met"], condition["needed"]) == ("nothing", ["raise", "reraise", "cap"])


def test_who_put_a_rule_aside_is_told_and_where_that_stands(capsys: Capture) -> None:
    data = call(capsys, "why-not", EXAMPLE, "B may-raise", "--format", "json").data
    first = data["rules"][0]
    assert (first["fate"], first["by_clause"], first["relation"]) == ("defeated", "4.9.8.p4.e1", "overrides")
    assert first["under"] == "4.9.8.p4.e1"


def test_a_reading_that_is_not_in_force_is_told(capsys: Capture) -> None:
    data = call(capsys, "why-not", EXAMPLE, "adding-up-lifts-the-bar", "--format", "json").data
    assert data["rules"][0]["fate"] == "reading"
    assert "add-up" in data["rules"][0]["text"]


def test_what_waits_for_an_answer_is_told_with_the_question(capsys: Capture) -> None:
    told = call(capsys, "why-not", ROOT / "examples" / "what-did-he-say.yaml", "oversized-chip-is-a-call")
    assert told.code == 0
    assert "words that count: nothing" in " ".join(told.out.split())


def test_what_the_story_cannot_touch_is_told(capsys: Capture) -> None:
    data = call(capsys, "why-not", EXAMPLE, "redeal", "--format", "json").data
    assert {rule["fate"] for rule in data["rules"]} == {"untouched"}


def test_all_clauses_below_a_number_are_asked(capsys: Capture) -> None:
    data = call(capsys, "why-not", OVERSIZED, "4.12", "--format", "json").data
    assert {clause["clause"] for clause in data["clauses"]} >= {"4.12.p1", "4.12.p2"}
    assert data["holds"]


def test_a_clause_that_no_rule_carries_out_says_why(capsys: Capture) -> None:
    told = call(capsys, "why-not", OVERSIZED, "2.1.6")
    assert (told.code, told.err) == (0, "")
    assert "not computable" in told.out


# -- requires -------------------------------------------------------------------------------------------------------


def sets(data: dict[str, list[dict[str, list[dict[str, str]]]]]) -> list[dict[str, str]]:
    """The sets of changes by fact."""
    return [{c["fact"]: c["value"] for c in one["changes"]} for one in data["sets"]]


def test_the_least_change_that_leads_there_comes_first(capsys: Capture) -> None:
    data = call(capsys, "requires", EXAMPLE, "B may-raise", "--format", "json").data
    assert sets(data)[0] == {"C.stack": "100"}
    assert data["sets"][0]["clauses"] == ["4.9.8.p4"]
    assert data["sets"][0]["changes"][0]["told"] == "90"


def test_every_set_leads_there(capsys: Capture) -> None:
    data = call(capsys, "requires", STRING, "raise", "--format", "json").data
    assert len(data["sets"]) > 1
    for one in data["sets"]:
        changes = [f"{change['fact']}={change['value']}" for change in one["changes"]]
        after = call(capsys, "what-if", STRING, *changes, "--format", "json").data
        assert any("counts as a raise" in line["text"] for line in after["after"]["outcome"]), changes


def test_an_outcome_that_is_reached_says_by_what(capsys: Capture) -> None:
    told = call(capsys, "requires", OVERSIZED, "call")
    assert "comes to it as it is: One chip of 500 without a word is a call of 200" in " ".join(told.out.split())


def test_two_facts_are_changed_where_one_will_not_do(capsys: Capture) -> None:
    data = call(capsys, "requires", OVERSIZED, "under-raise", "--format", "json").data
    assert sets(data)[0] == {"act2.says": "raise", "act2.chips": "[350]"}  # in steps of 50, as the story is told
    assert {len(one) for one in sets(data)} == {2}


def test_an_amount_can_be_asked_for(capsys: Capture) -> None:
    data = call(capsys, "requires", OVERSIZED, "B settles.to=600", "--format", "json").data
    assert {"act2.says": "raise to 600"} in sets(data)


def test_the_answer_to_an_open_question_is_enough(capsys: Capture) -> None:
    path = ROOT / "examples" / "bet-out-of-turn.yaml"
    data = call(capsys, "requires", path, "C binding=free", "--format", "json").data
    assert sets(data) == [{"act 1.skipped_did": "bet or raise"}]
    assert data["sets"][0]["clauses"] == ["4.10.p2"]


def test_that_nothing_was_found_is_said_with_how_much_was_tried(capsys: Capture) -> None:
    told = call(capsys, "requires", EXAMPLE, "redeal")
    assert (told.code, told.err) == (0, "")
    assert "No change of up to 3 facts leads there" in told.out


# -- what if --------------------------------------------------------------------------------------------------------


def test_before_and_after_stand_side_by_side(capsys: Capture) -> None:
    told = call(capsys, "what-if", OVERSIZED, "act2.says=raise")
    text = " ".join(told.out.split())
    assert "act2.says=raise (told: silent=yes)" in text
    assert "It changes (≠): ruling, chips back, options." in text
    data = call(capsys, "what-if", OVERSIZED, "act2.says=raise", "--format", "json").data
    jsonschema.Draft202012Validator(verbs_schema()).validate(data)
    assert data["before"]["returned"] == {"B": 300}
    assert data["after"]["returned"] == {}
    assert "4.14.2.e3" in data["clauses"]
    assert data["differs"] == ["outcome", "back", "next"]


def test_words_and_signs_say_the_same(capsys: Capture) -> None:
    one = call(capsys, "what-if", OVERSIZED, "act2.says=raise").out
    assert call(capsys, "what-if", OVERSIZED, "act", "2", "says", "raise").out == one
    assert call(capsys, "what-if", OVERSIZED, "act 2 says raise").out == one
    assert call(capsys, "what-if", OVERSIZED, "B.says=raise").out == one


def test_what_if_about_an_undecided_story_is_short(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path, "s.yaml", "seats: [A, B, C]\nactions:\n  - A: bet 200\n  - B: {chips: [500]}\n")
    told = call(capsys, "what-if", path, "act2.says=raise").out
    assert "–  no-limit: B's “raise” with 500 in chips counts as a" in told
    assert "fold · call" not in told


def test_a_change_without_consequence_says_so(capsys: Capture) -> None:
    told = call(capsys, "what-if", OVERSIZED, "A.stack=4100")
    assert "Nothing changes in the ruling." in told.out
    assert call(capsys, "what-if", OVERSIZED, "A.stack=4100", "--format", "json").data["same"]


def test_several_facts_change_at_once(capsys: Capture) -> None:
    data = call(capsys, "what-if", OVERSIZED, "act2.chips=[250, 250]", "A.stack=9000", "--format", "json").data
    assert [change["fact"] for change in data["changes"]] == ["act2.chips", "A.stack"]
    assert data["after"]["returned"] == {}


# -- nearest --------------------------------------------------------------------------------------------------------


def test_the_smallest_change_flips_the_ruling_and_its_clause_is_named(capsys: Capture) -> None:
    data = call(capsys, "nearest", EXAMPLE, "--format", "json").data
    first = data["flips"][0]
    assert first["changes"] == [{"fact": "C.stack", "value": "100", "told": "90"}]
    assert first["clauses"] == ["4.9.8.p4"]
    assert first["then"][0] == "C's all-in of 100 counts as a raise."


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_flip_flips(capsys: Capture, path: Path) -> None:
    data = call(capsys, "nearest", path, "--format", "json").data
    for one in data["flips"] if not data["open"] else ():
        changes = [f"{change['fact']}={change['value']}" for change in one["changes"]]
        assert not call(capsys, "what-if", path, *changes, "--format", "json").data["same"], changes
        assert one["clauses"]


def test_an_amount_just_short_of_the_nearest_one_changes_nothing_of_note(capsys: Capture) -> None:
    after = call(capsys, "what-if", EXAMPLE, "C.stack=99", "--format", "json").data
    assert [line["text"] for line in after["after"]["outcome"]] == ["C's all-in of 99 counts as a call."]


def test_a_story_that_is_open_is_settled_by_its_answers(capsys: Capture) -> None:
    data = call(capsys, "nearest", ROOT / "examples" / "what-did-he-say.yaml", "--format", "json").data
    assert data["open"]
    assert {one["changes"][0]["fact"] for one in data["flips"]} == {"act 2.declared"}
    assert len(data["flips"]) > 3


# -- what is typed wrong --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("what-if", OVERSIZED, "act2.sayz=raise"), "did you mean act2.says?"),
        (("what-if", OVERSIZED, "act2.says=raze"), "did you mean raise?"),
        (("what-if", OVERSIZED, "act9.says=raise"), "the story has no act 9"),
        (("what-if", OVERSIZED, "pot"), "the value is missing"),
        (("what-if", OVERSIZED, "pot=100", "pot=200"), "pot is changed twice"),
        (("what-if", OVERSIZED, "B.stack=100"), "put in 500"),
        (("what-if", OVERSIZED, "act2.chips=[500"), "not closed"),
        (("requires", OVERSIZED, "rase"), "did you mean raise?"),
        (("requires", OVERSIZED, "may-raise=200"), "may-raise.min=200"),
        (("why", OVERSIZED, "kall"), "did you mean call?"),
        (("why-not", OVERSIZED, "4.12.p9"), "did you mean 4.12.p"),
        (("why-not", OVERSIZED, "oversized-chip-is-a-cal"), "did you mean oversized-chip-is-a-call?"),
        (("why-not", OVERSIZED, "settles.az=call"), "settles has no 'az'"),
        (("why-not", OVERSIZED, ""), "no such clause or rule"),
    ],
)
def test_what_is_typed_wrong_is_answered_with_the_nearest_name(
    capsys: Capture, words: tuple[object, ...], told: str
) -> None:
    answer = call(capsys, *words)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert "Traceback" not in answer.err


def test_all_faults_of_several_changes_come_at_once(capsys: Capture) -> None:
    answer = call(capsys, "what-if", OVERSIZED, "pott=100", "act9=fold", "--format", "json")
    assert answer.code == 2
    assert len(answer.data["faults"]) == 2


def test_a_faulty_incident_is_refused_as_by_rule(capsys: Capture, tmp_path: Path) -> None:
    story = write(tmp_path, "story.yaml", STORY.replace("flop", "flopp"))
    for verb, *rest in CALLS:
        answer = call(capsys, verb, story, *rest)
        assert answer.code == 2
        assert f"{story}:3:9" in answer.err.replace("\n", "")


def test_readings_and_books_are_taken_as_by_rule(capsys: Capture) -> None:
    data = call(capsys, "why", EXAMPLE, "--rulebook", "tda", "--format", "json").data
    assert data["rulebook"] == "tda"
    answer = call(capsys, "why", EXAMPLE, "--reading", "4.9.8.p4.e1=nonsense")
    assert answer.code == 2


def test_a_story_from_a_pipe(capsys: Capture) -> None:
    told = start("nearest", "-", stdin=STORY.encode())
    assert (told.code, told.err) == (0, "")
    assert "act2.says=raise" in told.out


@pytest.mark.parametrize("words", CALLS, ids=lambda words: words[0])
def test_no_engine_and_nothing_heavy_is_imported(words: tuple[str, ...]) -> None:
    verb, *rest = words
    found = imported([verb, "examples/short-all-in.yaml", *rest, "--lang", "en", "--width", "80"])
    assert among(found, ("experta", "jinja2", "jsonschema", "msgspec", "pydantic", "check", "z3")) == []


# -- disputed facts -------------------------------------------------------------------------------------------------

SAID = ROOT / "examples" / "disputed" / "what-was-said.yaml"


@pytest.mark.parametrize("words", CALLS, ids=lambda words: words[0])
def test_a_disputed_fact_counts_as_not_told_and_that_is_said(capsys: Capture, words: tuple[str, ...]) -> None:
    verb, *rest = words
    told = call(capsys, verb, SAID, *rest)
    assert told.code == 0
    assert "count as not told here: act2.says" in " ".join(told.out.split())
    assert call(capsys, verb, SAID, *rest, "--format", "json").data["disputed"] == ["act2.says"]


def test_one_version_can_be_tried(capsys: Capture) -> None:
    data = call(capsys, "what-if", SAID, "act2.says=call", "--format", "json").data
    assert any("a call of 200" in line["text"] for line in data["after"]["outcome"])


def test_a_comparison_of_books_says_that_it_cannot(capsys: Capture) -> None:
    told = call(capsys, "compare", SAID)
    assert (told.code, told.out) == (2, "")
    assert "act2.says is disputed: books are compared on one story" in told.err
    assert f"{SAID}:14:3".rpartition("/")[2] in told.err


def test_a_hand_is_proved_from_the_cards(capsys: Capture) -> None:
    data = call(capsys, "why", ROOT / "examples" / "odd-chip.yaml", "--format", "json").data
    told = [str(node["text"]) for node in nodes(data["findings"]) if node["kind"] == "told"]
    assert any(text.startswith("told: Anna has ") and "the hand is" in text for text in told)


def test_the_greatest_wager_is_reckoned_with_its_clause(capsys: Capture) -> None:
    data = call(capsys, "why", ROOT / "examples" / "pot-limit-chips.yaml", "--format", "json").data
    reckoned = [node for node in nodes(data["findings"]) if node["kind"] == "derived" and not node["because"]]
    (size,) = (node for node in reckoned if node["clauses"][:1] == ["4.9.5.p5"])  # type: ignore[index]
    assert "400" in str(size["text"])
