"""The loader: sound rulebooks come out as written, layer over layer; of others every fault is named with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from facts.faults import Faults
from knowledge import loading
from knowledge.loading import folder_of, installed, load, load_fresh, load_rulebook
from knowledge.model import Relation, Rule, Rulebook

FOLDER = Path(__file__).parent / "rulebooks"
BAD = sorted(path for path in (FOLDER / "bad").iterdir() if path.is_dir())

HEAD = "rulebook: own\nname: {en: Own, ru: Своё}\nedition: {en: first, ru: первая}\n"
CLAUSE = "- clause: '1'\n  title: {en: One, ru: Один}\n  gist: {en: One., ru: Один.}\n  status: encoded\n"


def expected() -> dict[str, list[str]]:
    """The faults of each bad folder, as faults.txt lists them: a fault may lie in the book that it extends."""
    listed: dict[str, list[str]] = {}
    for line in (FOLDER / "faults.txt").read_text(encoding="utf-8").splitlines():
        listed.setdefault(line.partition("/")[0], []).append(line)
    return listed


def faults(book: Path) -> list[str]:
    """The faults of a rulebook folder, files named from the folder of bad ones."""
    with pytest.raises(Faults) as caught:
        load_fresh(book)
    return [str(fault).replace(f"{FOLDER / 'bad'}/", "") for fault in caught.value.faults]


def rules(book: Rulebook) -> dict[str, Rule]:
    """The rules of a book by name."""
    return {rule.id: rule for rule in book.rules}


def write(folder: Path, **files: str) -> Path:
    """A rulebook folder with a head and the files given: clauses, rules."""
    (folder / "rulebook.yaml").write_text(files.pop("head", HEAD), encoding="utf-8")
    for part, text in files.items():
        (folder / part).mkdir(exist_ok=True)
        (folder / part / "all.yaml").write_text(text, encoding="utf-8")
    return folder


# -- sound books ----------------------------------------------------------------------------------------------------


def test_a_small_book_comes_out_as_it_was_written() -> None:
    book = load_fresh(FOLDER / "good" / "minimal")[0]
    assert (book.id, book.cites, book.lineage, book.unforeseen) == ("minimal", "MIN", ("minimal",), "9")
    assert book.name["en"] == "A very small rulebook"
    assert list(book.clauses) == ["1", "2", "4", "9", "9.1"]
    assert book.clauses["2"].depends_on == ("1",)
    assert (book.clauses["4"].section, book.clauses["1"].section) == ("amounts", "1")
    assert book.clauses["9"].status == "not computable"
    assert book.readings() == {"4": "on-top"}
    assert book.values({"4": "to-full"}) == {
        "limit.raises": 4,
        "limit.all_in_share": (1, 2),
        "limit.all_in_share.num": 1,
        "limit.all_in_share.den": 2,
        "raise.after_short": "to-full",
    }
    assert book.derivations == {"min-bet": ("4",), "raise/no-limit": ("4", "2")}


def test_rules_come_by_stage_and_name_with_all_that_they_say() -> None:
    book = load_fresh(FOLDER / "good" / "minimal")[0]
    found = rules(book)
    assert list(found) == ["changed-mind", "half-or-double", "silence-is-a-call", "spoken-raise", "sit-out"]
    spoken = found["spoken-raise"]
    assert spoken.also == ("4",)
    assert spoken.relations == (Relation("overrides", "silence-is-a-call", "", "2"),)
    assert spoken.parameters == ("limit.all_in_share",)
    assert [(p.type, p.absent) for p in spoken.conditions[0].patterns] == [("act", False), ("cards-thrown", True)]
    assert found["changed-mind"].relations == (Relation("reinstates", "silence-is-a-call", "spoken-raise", "1"),)
    assert not found["changed-mind"].propose
    half = found["half-or-double"]
    assert half.modifies
    assert half.reading == (("4", "to-full"),)
    assert [len(condition.tests) for condition in half.conditions] == [0, 1]
    assert half.discretion is not None
    assert (half.discretion.by, half.discretion.range["en"]) == ("judge", "half to double")
    assert found["silence-is-a-call"].line == 1


def test_a_layer_adds_replaces_and_repeals() -> None:
    book = load_fresh(FOLDER / "good" / "overlay")[0]
    assert book.lineage == ("overlay", "minimal")
    assert list(book.clauses) == ["1", "2", "4", "9", "H1"]
    assert book.clauses["2"].title["en"] == "The word counts here too"
    assert (book.clauses["2"].book, book.clauses["1"].book) == ("overlay", "minimal")
    found = rules(book)
    assert "changed-mind" not in found
    assert (found["spoken-raise"].layer, found["silence-is-a-call"].layer) == (1, 0)
    assert found["spoken-raise"].book == "overlay"
    assert book.parameters["limit.raises"].value == 5
    assert book.derivations == {"min-bet": ("H1",), "raise/no-limit": ("4", "2")}
    assert book.unforeseen == "9"
    assert book.official == "director"
    assert book.incomplete["en"] == "Four clauses are at hand."


def test_a_book_that_names_no_official_leaves_it_to_the_head_judge(tmp_path: Path) -> None:
    book = load_fresh(write(tmp_path))[0]
    assert (book.official, book.unforeseen, book.incomplete) == ("head-judge", "", {})


def test_three_layers_and_a_reading_fixed_by_the_uppermost() -> None:
    book = load_fresh(FOLDER / "good" / "event")[0]
    assert book.lineage == ("event", "overlay", "minimal")
    assert book.values(book.readings())["raise.after_short"] == "to-full"
    assert book.values(book.readings())["limit.raises"] == 5


def test_a_relation_to_a_repealed_rule_is_void(tmp_path: Path) -> None:
    parent = FOLDER / "good" / "minimal"
    head = HEAD + f"extends: {parent}\nrepeal: {{rules: [silence-is-a-call]}}\n"
    found = rules(load_fresh(write(tmp_path, head=head))[0])
    assert found["spoken-raise"].relations == ()
    assert found["changed-mind"].relations == ()


def test_a_clause_that_depends_on_a_repealed_one_stays(tmp_path: Path) -> None:
    head = HEAD + f"extends: {FOLDER / 'good' / 'minimal'}\nrepeal: {{clauses: ['9.1'], rules: [sit-out]}}\n"
    assert "9.1" not in load_fresh(write(tmp_path, head=head))[0].clauses


def test_what_an_upper_layer_replaces_is_no_longer_asked(tmp_path: Path) -> None:
    lower = tmp_path / "lower"
    upper = tmp_path / "upper"
    for folder in (lower, upper):
        folder.mkdir()
    parameter = "parameters: {{limit.raises: {{value: 3, clause: '{}'}}}}\nderivations: {{bet: '{}'}}\n"
    second = CLAUSE.replace("'1'", "'2'")
    write(lower, head=HEAD.replace("own", "lower") + parameter.format(1, 1), clauses=CLAUSE)
    head = HEAD.replace("own", "upper") + "extends: lower\nrepeal: {clauses: ['1']}\n"
    write(upper, head=head + parameter.format(2, 2), clauses=second)
    assert list(load_fresh(upper)[0].clauses) == ["2"]
    write(upper, head=head, clauses=second)
    hint = "(set that anew too, with a clause of your own)"
    assert _faults_of(upper) == [
        f"{upper / 'rulebook.yaml'}:5:20: repeals clause 1, which lower needs ({what}) {hint}"
        for what in ("derivation bet", "parameter limit.raises")
    ]


def _faults_of(book: Path) -> list[str]:
    with pytest.raises(Faults) as caught:
        load_fresh(book)
    return [str(fault) for fault in caught.value.faults]


def test_a_book_of_nothing_but_a_head_is_sound(tmp_path: Path) -> None:
    book = load_fresh(write(tmp_path))[0]
    assert (book.id, book.cites, book.languages) == ("own", "OWN", ("en", "ru"))
    assert not book.rules


def test_a_book_may_say_some_things_in_further_languages(tmp_path: Path) -> None:
    """It must say everything in its own languages; what it says in others besides is kept, text by text."""
    further = CLAUSE.replace("ru: Один}", "ru: Один, lt: Vienas, bg: Едно}")
    rule = "- rule: r\n  clause: '1'\n  topic: settles\n  of: $act\n  when: [{act: {id: $act, declared: raise}}]\n"
    rule += "  propose: {as: raise}\n  says: {en: A raise., ru: Рэйз., lt: Kėlimas.}\n"
    book = load_fresh(write(tmp_path, clauses=further, rules=rule))[0]
    assert book.clauses["1"].title == {"en": "One", "ru": "Один", "lt": "Vienas", "bg": "Едно"}
    assert book.clauses["1"].gist == {"en": "One.", "ru": "Один."}
    assert book.rules[0].says == {"en": "A raise.", "ru": "Рэйз.", "lt": "Kėlimas."}


def test_a_text_in_a_further_language_is_checked_as_well(tmp_path: Path) -> None:
    rule = "- rule: r\n  clause: '1'\n  topic: settles\n  of: $act\n  when: [{act: {id: $act, declared: raise}}]\n"
    rule += "  propose: {as: raise}\n  says: {en: A raise., ru: Рэйз., bg: $act и $nobody.}\n"
    assert [fault for fault in _faults_of(write(tmp_path, clauses=CLAUSE, rules=rule)) if "says (bg)" in fault]


# -- books with faults ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BAD, ids=lambda path: str(path.name))
def test_every_fault_is_named_with_its_place_and_a_hint(book: Path) -> None:
    listed = expected()
    found = faults(book)
    own = [line for line in found if line.startswith(f"{book.name}/")]
    assert own == listed[book.name]
    assert own == found, "a fault in another book"


def test_every_listed_folder_is_there() -> None:
    assert sorted(expected()) == [path.name for path in BAD]


def test_books_that_extend_each_other(tmp_path: Path) -> None:
    for name, other in (("one", "two"), ("two", "one")):
        (tmp_path / name).mkdir()
        write(tmp_path / name, head=HEAD + f"extends: {other}\n")
    assert faults(tmp_path / "one") == [
        f"{tmp_path / 'two' / 'rulebook.yaml'}:4:10: the rulebooks extend each other in a circle: one"
    ]


def test_faults_of_several_files_come_at_once() -> None:
    assert len({line.partition(":")[0] for line in faults(FOLDER / "bad" / "two-files")}) == 2


@pytest.mark.parametrize("text", ["", "[]", "- a\n- b\n", "3", "{", "\x00", "a: b: c", "'"])
@pytest.mark.parametrize("part", ["head", "clauses", "rules"])
def test_no_text_makes_the_loader_fall(tmp_path: Path, part: str, text: str) -> None:
    book = write(tmp_path, **{part: text})
    if (part, text) in (("clauses", "[]"), ("rules", "[]")):
        assert load_fresh(book)
    else:
        assert faults(book)


def test_a_word_of_another_alphabet_is_pointed_out(tmp_path: Path) -> None:
    rule = "- rule: r\n  clause: '1'\n  topic: settles\n  of: $act\n  when:\n    - аct: {id: $act}\n"
    rule += "  propose: {as: call}\n  says: {en: One., ru: Один.}\n"
    (found,) = faults(write(tmp_path, clauses=CLAUSE, rules=rule))
    assert "all.yaml:6:7: rule r: unknown fact 'аct'" in found
    assert "did you mean act? The letters look alike but are of another alphabet" in found


# -- finding books --------------------------------------------------------------------------------------------------


def test_books_are_found_by_id_and_by_path(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "bfsp" in installed()
    assert folder_of("bfsp") == Path(loading.HOME) / "bfsp"
    minimal = FOLDER / "good" / "minimal"
    assert folder_of(minimal) == folder_of(minimal / "rulebook.yaml") == minimal
    monkeypatch.setenv("FLOORCALL_RULEBOOKS", f"{FOLDER / 'good'}")
    assert {"bfsp", "minimal", "overlay", "event"} <= set(installed())
    assert folder_of("overlay") == FOLDER / "good" / "overlay"
    monkeypatch.setenv("FLOORCALL_RULEBOOKS", f"{minimal}:{FOLDER / 'nowhere'}")
    assert folder_of("minimal") == minimal
    assert load_rulebook("minimal").id == "minimal"


@pytest.mark.parametrize(
    ("book", "message"),
    [
        ("bfps", "bfps: there is no such rulebook (did you mean bfsp?)"),
        (str(FOLDER), f"{FOLDER}: this folder is no rulebook: it holds no rulebook.yaml"),
        ("\x00", "\x00: there is no such rulebook"),
    ],
)
def test_a_book_that_is_not_there(book: str, message: str) -> None:
    with pytest.raises(Faults) as caught:
        load(book)
    assert message.split(": ", 1)[1] in str(caught.value)


def test_the_own_rulebook_is_sound() -> None:
    book, vocabulary = load_fresh("bfsp")
    assert {rule.topic for rule in book.rules} <= set(vocabulary.topics)


RANGE = """- rule: one
  clause: "1"
  topic: answer
  of: $event
  when:
    - request: {id: $event, seat: $who, wants: raise, to: $to}
  propose: {granted: no}
  discretion: {by: judge, range: {en: "no, or up to $to for %s", ru: "нет или до $to для %s"}}
  says: {en: "$who may not raise.", ru: "$who не может повысить."}
"""


def test_the_range_of_an_official_may_name_what_the_rule_knows(tmp_path: Path) -> None:
    book = write(tmp_path, clauses=CLAUSE, rules=RANGE % ("$who", "$who"))
    assert rules(load_fresh(book)[0])["one"].discretion is not None


def test_an_unknown_name_in_a_range_is_a_fault(tmp_path: Path) -> None:
    book = write(tmp_path, clauses=CLAUSE, rules=RANGE % ("$whom", "$who"))
    with pytest.raises(Faults) as caught:
        load_fresh(book)
    (fault,) = caught.value.faults
    assert "rule one: discretion (en): $whom is bound nowhere" in str(fault)
    assert "did you mean who" in str(fault)


NUMBERS = """- clause: '1'
  title: {en: One, ru: Один}
  gist: {en: One., ru: Один.}
  status: encoded
  readings:
    default: "3"
    by: organiser
    options:
      "3": {en: Three., ru: Три.}
      "%s": {en: Another., ru: Другое.}
"""
RAISES = HEAD + "parameters:\n  limit.raises: {reading: '1', clause: '1'}\n"


def test_readings_that_are_numbers_make_a_parameter_a_number(tmp_path: Path) -> None:
    book = load_fresh(write(tmp_path, head=RAISES, clauses=NUMBERS % "4"))[0]
    assert book.parameters["limit.raises"].kind == "number"
    assert book.values(book.readings())["limit.raises"] == 3
    assert book.values(book.readings({"1": "4"}))["limit.raises"] == 4


def test_a_number_cannot_hang_on_readings_that_are_words(tmp_path: Path) -> None:
    with pytest.raises(Faults) as caught:
        load_fresh(write(tmp_path, head=RAISES, clauses=NUMBERS % "four"))
    assert "parameter limit.raises must be a number" in str(caught.value.faults[0])
