"""Regulations of a house or an event: how they lie over a rulebook, and the faults that are theirs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from facts.faults import Faults
from knowledge.casefiles import cases_of
from knowledge.coverage import coverage
from knowledge.loading import load_fresh

GOOD = Path(__file__).parent / "rulebooks" / "good"
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "house"
CLAUSE = "- clause: H-1\n  section: '1'\n  title: {en: One}\n  gist: {en: One.}\n  status: encoded\n"
RULE = """- rule: spoken-raise
  clause: H-1
  topic: settles
  of: $act
  overrides: [silence-is-a-call]
  when:
    - act: {id: $act, declared: raise}
  propose: {as: raise}
  says: {en: "A raise."}
"""


def book(folder: Path, head: str = "", layer: str = "house", over: object = GOOD / "minimal", **parts: str) -> Path:
    """Regulations in English over the minimal rulebook or another."""
    folder.mkdir()
    told = f"rulebook: {folder.name}\nlayer: {layer}\nextends: {over}\nlanguages: [en]\ncites: Club\n"
    (folder / "rulebook.yaml").write_text(told + "name: {en: Club}\nedition: {en: one}\n" + head, encoding="utf-8")
    for part, text in {"clauses": CLAUSE, **parts}.items():
        (folder / part).mkdir()
        (folder / part / "own.yaml").write_text(text, encoding="utf-8")
    return folder


def faults(folder: Path) -> list[str]:
    """The faults, files named from the folder of the book."""
    with pytest.raises(Faults) as caught:
        load_fresh(folder)
    return [str(fault).replace(f"{folder}/", "") for fault in caught.value.faults]


def test_a_layer_knows_what_it_changed(tmp_path: Path) -> None:
    head = "parameters: {limit.raises: {value: 6, clause: H-1}}\nrepeal: {clause: H-1, rules: [sit-out]}\n"
    found = load_fresh(book(tmp_path / "club", head, rules=RULE))[0]
    own, lower = found.layers
    assert found.layered
    assert (own.book, own.kind, own.cites, own.folder) == ("club", "house", "Club", str(tmp_path / "club"))
    assert (lower.book, lower.kind, lower.displaced, lower.former) == ("minimal", "", (), {})
    assert own.former == {"limit.raises": (4, "")}
    assert own.repeals == {"sit-out": "H-1"}
    assert set(own.displaced) == {("act",)}
    assert found.parameters["limit.raises"].book == "club"


def test_clauses_are_cited_by_the_layer_that_says_them(tmp_path: Path) -> None:
    found = load_fresh(book(tmp_path / "club"))[0]
    assert [found.cites_of(found.clauses[name]) for name in ("H-1", "4")] == ["Club", "MIN"]
    assert found.cites_of(None) == "MIN"
    edition = load_fresh("bpt")[0]
    assert not edition.layered
    assert {edition.cites_of(clause) for clause in edition.clauses.values()} == {"BPT"}


def test_one_language_is_enough_where_a_book_speaks_one(tmp_path: Path) -> None:
    found = load_fresh(book(tmp_path / "club", rules=RULE))[0]
    assert (found.languages, dict(found.clauses["H-1"].title)) == (("en",), {"en": "One"})
    wrong = book(tmp_path / "klub", clauses=CLAUSE.replace("{en: One}", "{ru: Один}"))
    assert faults(wrong) == ["clauses/own.yaml:3:10: clause H-1, title: the text in 'en' is missing"]


@pytest.mark.parametrize(
    ("layer", "fault"),
    [
        ("hous", "rulebook.yaml:2:8: layer: 'hous' is not known (did you mean house?)"),
        ("House", ""),
    ],
)
def test_the_kind_of_a_layer(tmp_path: Path, layer: str, fault: str) -> None:
    folder = book(tmp_path / "club", layer=layer)
    if fault:
        assert faults(folder) == [fault]
    else:
        assert load_fresh(folder)[0].layers[0].kind == "house"


def test_a_layer_lies_over_something(tmp_path: Path) -> None:
    folder = book(tmp_path / "club")
    head = (folder / "rulebook.yaml").read_text(encoding="utf-8")
    (folder / "rulebook.yaml").write_text(head.replace(f"extends: {GOOD / 'minimal'}\n", ""), encoding="utf-8")
    assert faults(folder) == ["rulebook.yaml:2:8: a layer lies over a rulebook: 'extends' is missing (extends: tda)"]


def test_a_house_does_not_lie_over_an_event(tmp_path: Path) -> None:
    event = book(tmp_path / "event", layer="event")
    hint = "(an event lies over a house, a house over a rulebook)"
    house = book(tmp_path / "club", over=event)
    assert faults(house) == [f"rulebook.yaml:2:8: layer house cannot lie over the event layer event {hint}"]
    edition = tmp_path / "edition"
    edition.mkdir()
    head = "rulebook: edition\nextends: event\nname: {en: E, ru: Э}\nedition: {en: one, ru: раз}\n"
    (edition / "rulebook.yaml").write_text(head, encoding="utf-8")
    assert faults(edition) == [f"rulebook.yaml:2:10: a rulebook cannot lie over the event layer event {hint}"]
    assert [layer.kind for layer in load_fresh(book(tmp_path / "two", layer="event", over=event))[0].layers] == [
        "event",
        "event",
        "",
    ]


def test_a_repeal_of_a_layer_names_its_clause(tmp_path: Path) -> None:
    folder = book(tmp_path / "club", "repeal: {rules: [sit-out]}\n")
    assert faults(folder) == [
        "rulebook.yaml:8:9: repeal: 'clause' is missing: which house rule repeals this? (clause: H-1)"
    ]
    folder = book(tmp_path / "klub", "repeal: {rules: [sit-outt], clause: H-2}\n")
    assert faults(folder) == [
        "rulebook.yaml:8:18: repeals rule sit-outt, which is not there (did you mean sit-out?)",
        "rulebook.yaml:8:37: repeal: there is no clause H-2 (did you mean H-1?)",
    ]


def test_what_is_gone_below_is_a_fault_of_the_layer(tmp_path: Path) -> None:
    """A later edition below lost a clause and two rules that the house rules build on, and a clause that they cite."""
    lower = tmp_path / "lower"
    shutil.copytree(GOOD / "minimal", lower)
    head = "repeal: {clause: H-1, clauses: ['9.1'], rules: [sit-out]}\n"
    folder = book(
        tmp_path / "club", head, over="lower", rules=RULE.replace("clause: H-1", "clause: H-1\n  also: ['3']")
    )
    clauses = lower / "clauses" / "more.yaml"
    clauses.write_text(CLAUSE.replace("H-1", "'3'").replace("{en: One", "{ru: Три, en: One"), encoding="utf-8")
    assert load_fresh(folder)[0].layered
    clauses.unlink()
    clauses = (lower / "clauses" / "acts.yaml").read_text(encoding="utf-8")
    (lower / "clauses" / "acts.yaml").write_text(clauses[: clauses.index('- clause: "9.1"')], encoding="utf-8")
    rules = (lower / "rules" / "acts.yaml").read_text(encoding="utf-8")
    cut = rules[rules.index("- rule: spoken-raise") : rules.index("- rule: changed-mind")]
    rules = rules[: rules.index("- rule: sit-out")].replace(cut, "").replace("silence-is-a-call", "silent-call")
    (lower / "rules" / "acts.yaml").write_text(rules, encoding="utf-8")
    assert faults(folder) == [
        "rulebook.yaml:8:33: repeals clause 9.1, which is not there (one of 1, 2, 4, 9)",
        "rulebook.yaml:8:49: repeals rule sit-out, which is not there "
        "(one of changed-mind, half-or-double, silent-call)",
        "rules/own.yaml:3:10: rule spoken-raise: there is no clause 3 (one of 1, 2, 4, 9, H-1)",
        "rules/own.yaml:6:15: rule spoken-raise: overrides the rule 'silence-is-a-call', which does not exist "
        "(did you mean silent-call?)",
    ]


@pytest.mark.parametrize(
    ("clause", "needs"),
    [("9", "unforeseen"), ("4", "parameter limit.all_in_share")],
)
def test_a_repealed_clause_that_is_needed_below_is_a_fault_here(tmp_path: Path, clause: str, needs: str) -> None:
    folder = book(tmp_path / "club", f"repeal: {{clause: H-1, clauses: ['{clause}']}}\n")
    found = faults(folder)
    assert all(line.startswith("rulebook.yaml:8:") for line in found if "reading" not in line), found
    assert any(f"repeals clause {clause}, which minimal needs ({needs})" in line for line in found)


def test_texts_in_a_further_language_stay_with_the_clause_they_tell(tmp_path: Path) -> None:
    """The Bulgarian text of a clause of bg is no fault when a layer repeals it, and no text of one that replaces it."""
    bg = load_fresh("bg")[0]
    name = next(clause.id for clause in bg.clauses.values() if "bg" in clause.title)
    replaced = CLAUSE.replace("H-1", f"'{name}'")
    found = load_fresh(book(tmp_path / "club", over="bg", clauses=CLAUSE + replaced))[0]
    assert dict(found.clauses[name].title) == {"en": "One"}
    texts = f"- clause: '{name}'\n  title: Своё\n  gist: Своё.\n"
    found = load_fresh(book(tmp_path / "klub", over="bg", clauses=CLAUSE + replaced, texts=texts))[0]
    assert found.clauses[name].title["own"] == "Своё"


def test_cases_and_coverage_are_those_of_the_layer_itself() -> None:
    found, vocabulary = load_fresh(EXAMPLE)
    cases = cases_of(found, vocabulary)
    assert {Path(case.file).parent.parent for case in cases} == {EXAMPLE}
    covered = {one.clause.id: one for one in coverage(found, cases)}
    assert list(covered) == ["H-1", "H-2", "H-3", "H-4"]
    assert not any(one.lacks for one in covered.values())
    without = {one.clause.id: one.lacks for one in coverage(found, [c for c in cases if "flop" not in c.id])}
    assert without["H-4"] == ("case", "limit")
