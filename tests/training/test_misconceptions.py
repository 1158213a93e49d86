"""Each misconception: laid over every book that it names, it turns the rulings that it says it turns, and no clause
that refutes it is made up.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.comparison import differing
from engine.outcomes import cited
from engine.pool import pool_of
from engine.ruling import Ruling, decide
from facts.faults import Fault, Faults
from facts.incident import Incident
from facts.reader import incident_from_node
from knowledge.casefiles import cases_of
from knowledge.loading import load
from training.believing import check, lay
from training.listed import as_markdown, listed
from training.misconception import Turned, read_misconceptions
from training.misled import beliefs_touching, believed, misled

ALL = check()
PAIRS = [(one.id, book) for one in ALL for book in one.books]
NAMED_IN_THE_ISSUE = {
    "half-raise-in-no-limit",
    "short-all-in-reopens",
    "several-chips-are-a-raise",
    "minimum-raise-doubles-the-bet",
    "odd-chip-to-the-button",
}


def test_there_are_those_that_dealers_hold() -> None:
    names = {one.id for one in ALL}
    assert names >= NAMED_IN_THE_ISSUE
    assert len(names) >= 20
    assert {book for _, book in PAIRS} == {"bfsp", "bg", "bpt", "club", "tda"}


@pytest.mark.parametrize(("name", "book"), PAIRS)
def test_it_turns_the_rulings_that_it_says(name: str, book: str) -> None:
    rulebook, vocabulary = load(book)
    laid, pool = misled(rulebook, vocabulary), pool_of()
    against = next(one for one in ALL if one.id == name).books[book]
    known = {case.id: case for case in cases_of(rulebook, vocabulary)}
    for turned in against.turned:
        incident = _incident(turned, {id: case.incident for id, case in known.items()}, name)
        ruling = decide(incident, rulebook, vocabulary, pool)
        assert name in [belief.id for belief in beliefs_touching(ruling, laid)]
        other = believed(ruling, laid, name, pool)
        assert differing(ruling, other)
        assert _behind(ruling, other) & set(laid.beliefs[name].clauses), "no clause that refutes it is cited"
        for topic, subject, values in turned.leads_to:
            came = other.verdict(topic.name, subject.name)
            assert came is not None, f"{topic.name} {subject.name}"
            assert {slot: came.values.get(slot) for slot in values} == values
            was = ruling.verdict(topic.name, subject.name)
            assert was is None or {slot: was.values.get(slot) for slot in values} != values


def _behind(ruling: Ruling, other: Ruling) -> set[str]:
    """The clauses of the ruling that are not those of the believer's."""
    return set(cited(ruling.trace, ruling.rulebook))


def _incident(turned: Turned, cases: dict[str, Incident], file: str) -> Incident:
    if turned.case is not None:
        return cases[turned.case.name]
    assert turned.incident is not None
    return incident_from_node(turned.incident, file)


@pytest.mark.parametrize("book", ["bfsp", "bpt", "tda", "bg", "club"])
def test_a_rule_of_each_can_fire_only_while_it_is_held(book: str) -> None:
    rulebook, vocabulary = load(book)
    laid, pool = misled(rulebook, vocabulary), pool_of()
    case = next(iter(cases_of(rulebook, vocabulary)))
    plain = decide(case.incident, rulebook, vocabulary, pool)
    with_none = decide(case.incident, laid.book, vocabulary, pool)
    assert not differing(plain, with_none)
    assert {rule.book for rule in laid.book.rules} > {rule.book for rule in rulebook.rules}


GOOD = """\
misconception: made-up
title: {en: "A made-up one", ru: "Придуманная"}
tempting: {en: "It sounds right.", ru: "Звучит верно."}
where: {structures: [no-limit]}
rules:
  - rule: folds-are-nothing
    topic: reads-as
    of: $act
    when:
      - act: {id: $act, seat: $who}
      - heard: {of: $act, word: fold}
    propose: {as: none}
    says: {en: "$who only said it.", ru: "$who лишь сказал."}
books:
  tda:
    refuted_by: ["3"]
    shown_by: [{case: tda-58-a, leads_to: {settles: {act 2: {as: none}}}}]
"""


def _checked(tmp_path: Path, text: str, name: str = "made-up.yaml") -> list[str]:
    (tmp_path / name).write_text(text, encoding="utf-8")
    try:
        check(str(tmp_path))
    except Faults as found:
        return [str(fault).removeprefix(f"{tmp_path}/") for fault in found.faults]
    return []


def test_a_sound_one_has_no_faults(tmp_path: Path) -> None:
    assert _checked(tmp_path, GOOD) == []
    assert [one.id for one in read_misconceptions(str(tmp_path))] == ["made-up"]


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ('["3"]', '["3-Z"]', "made-up.yaml:16:18: tda has no clause 3-Z"),
        ("word: fold}", "word: folds}", ":11:33: rule folds-are-nothing: word cannot be 'folds' (did you mean fold?)"),
        ("  tda:", "  tdb:", "made-up.yaml:15:3: there is no rulebook tdb (did you mean tda?)"),
        ("[no-limit]", "[nolimit]", ":4:22: where, structures: 'nolimit' is not known (did you mean no-limit?)"),
        ("topic: reads-as", "topic: read-as", "did you mean reads-as?"),
        ("{settles: {", "{settels: {", "topic 'settels' (did you mean settles?)"),
        ("{act 2: {as: none}}", "{act 2: {ass: none}}", "topic settles has no slot 'ass' (did you mean as?)"),
        ("case: tda-58-a", "case: tda-58-z", "tda has no case tda-58-z"),
        ("title:", "titel:", "did you mean title?"),
        ("    of: $act\n", "    of: $act\n    clause: '3'\n", "a misconception stands on no clause (leave it out)"),
        ("    refuted_by: [\"3\"]\n", "", "which clause refutes it? 'refuted_by' is missing"),
        ("made-up\n", "other\n", "misconception other stands in made-up.yaml (other.yaml)"),
        ("rules:", "parameters: {blind.shot: x}\nrules:", "no parameter blind.shot (did you mean blind.short?)"),
        ("rules:", "parameters: {blind.short: 3}\nrules:", "parameter blind.short is a number, in tda it is a word"),
        ("rules:", "repeal: [fold-by-words]\nrules:", "tda has no rule fold-by-words (did you mean fold-by-word?)"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_place_and_the_nearest_name(tmp_path: Path, right: str, wrong: str, told: str) -> None:
    assert right in GOOD
    found = _checked(tmp_path, GOOD.replace(right, wrong, 1))
    assert any(told in fault for fault in found), found
    assert all(fault.startswith("made-up.yaml:") for fault in found)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    text = GOOD.replace('["3"]', '["3-Z"]').replace("word: fold}", "word: folds}")
    assert len(_checked(tmp_path, text)) == 2


# -- damaged files --------------------------------------------------------------------------------------------------

SLIPS = "[]{}:,-?#&*!|>'\"%@$` \n\t~019.+/<=()abcXЯ\ufeff\u2028"
WORDS = ("null", "[]", "{}", "''", "- ", "$x", "@y", "not", "any", "if", "<<: *a", "&a ", "true", "-1", "1.5", "9" * 30)


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damaged")


def _laid_or_refused(folder: Path, text: str) -> None:
    """Laid over a rulebook, or refused with faults that have places; nothing else happens."""
    (folder / "made-up.yaml").write_text(text, encoding="utf-8", newline="")
    book, vocabulary = load("tda")
    faults: tuple[Fault, ...] = ()
    try:
        lay(book, vocabulary, "digest", str(folder))
    except Faults as found:
        faults = found.faults
    assert all(fault.message for fault in faults)
    assert all((fault.line > 0) == (fault.column > 0) for fault in faults)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 800), st.integers(0, 40), st.text(SLIPS, max_size=5))
def test_slips_of_the_pen(damaged: Path, at: int, gone: int, put: str) -> None:
    at %= len(GOOD)
    _laid_or_refused(damaged, GOOD[:at] + put + GOOD[at + gone :])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 60), st.sampled_from(WORDS))
def test_values_of_another_kind(damaged: Path, number: int, word: str) -> None:
    """One value after a colon becomes something else."""
    pieces = GOOD.split(": ")
    at = 1 + number % (len(pieces) - 1)
    pieces[at] = word + "\n" + pieces[at].partition("\n")[2]
    _laid_or_refused(damaged, ": ".join(pieces))


# -- the page -------------------------------------------------------------------------------------------------------

PAGE = Path(__file__).parents[2] / "docs" / "misconceptions.md"


def test_the_page_lists_all_of_them() -> None:
    """Made with training.listed.as_markdown()."""
    shown = PAGE.read_text(encoding="utf-8").partition("<!-- list -->\n")[2].partition("\n<!-- end of list -->")[0]
    assert shown == as_markdown()


def test_the_example_of_the_page_is_a_file_as_it_stands() -> None:
    shown = PAGE.read_text(encoding="utf-8").partition("```yaml\n# training/")[2].partition("\n```")[0]
    name, _, text = shown.partition("\n")
    told = (PAGE.parents[1] / "training" / name).read_text(encoding="utf-8")
    assert told.startswith(text)


def test_the_list_of_one_book() -> None:
    club = list(listed("ru", ["club"]))
    assert club
    assert {refuted.book for one in club for refuted in one.refuted} == {"club"}
    assert len(list(listed())) == len(ALL) > len(club)
