"""The texts: complete in every language, cheap to load, and none of them outside their files."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.facts import Fact
from explain import texts
from explain.wording import Wording
from facts.amounts import ACT_VERBS, COUNTS_AS
from facts.lexicon import SlotSpec, vocabulary
from knowledge.loading import installed, load_rulebook

NAME = re.compile(r"\$\w+")
HEAVY = {"jinja2", "jsonschema", "msgspec", "pydantic", "click", "rich", "textwrap", "string"}


def entries() -> Iterator[tuple[str, dict[str, str]]]:
    """Every text with its place."""
    for group, content in texts.texts().items():
        for key, entry in content.items():
            yield f"{group}.{key}", dict(entry)


def specs() -> Iterator[SlotSpec]:
    """Every slot of the vocabulary, of facts, events and topics."""
    known = vocabulary()
    for name in known.types():
        yield from known.slots_of(name).values()


def test_yes_to_whether_he_lacks_chips_says_that_he_does() -> None:
    """The question of a flag asks what its statement states; here it once asked the opposite."""
    lacks = vocabulary().facts["act"].slots["lacks"]
    assert lacks.statement["en"] == "$seat named more than he has"
    assert lacks.question["en"] == "Did $seat name more than he has?"
    assert lacks.question["ru"] == "Назвал ли $seat больше, чем у него есть?"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "the act of C: all-in"),
        ("ru", "заявка C: олл-ин"),
        ("lt", "žaidėjo C veiksmas: olinas"),
        ("bg", "действие на C: ол-ин"),
    ],
)
def test_an_act_is_stated_without_an_article(language: str, said: str) -> None:
    fact = Fact("act", "act 3", {"seat": "C", "does": "all-in"})
    assert Wording(language, vocabulary()).statement(fact, "does") == said


def test_the_languages_are_those_that_everything_is_said_in() -> None:
    assert texts.languages() == ("en", "ru", "lt", "bg")


def test_one_language_is_the_same_part_of_every_text() -> None:
    for language in texts.languages():
        spoken = texts.spoken(language)
        kept = {f"{group}.{key}": spoken[group][key] for group, told in texts.texts().items() for key in told}
        assert kept == {place: entry[language] for place, entry in entries()}


def test_what_is_looked_up_and_is_not_there() -> None:
    spoken = texts.spoken("en")
    with pytest.raises(KeyError, match="no-such-group"):
        spoken["no-such-group"]
    with pytest.raises(KeyError, match="no-such-word"):
        spoken["words"]["no-such-word"]
    assert spoken["words"].get("no-such-word") is None
    assert "no-such-word" not in spoken["words"]
    assert "no-limit" in spoken["words"]
    assert "slot.no-limit" not in spoken["words"]


def test_the_words_of_hands_are_there_in_every_language() -> None:
    hands = texts.hand_texts()
    asked = [hands["list"], *hands["ranks"].values(), *hands["suits"].values()]
    asked += [told for entry in hands["classes"].values() for told in (entry["title"], entry["hand"])]
    asked += [told for tail in hands["tails"].values() for told in tail.values()]
    lacking = [told for told in asked if not set(texts.languages()) <= set(told)]
    assert not lacking
    for told in (entry["hand"] for entry in hands["classes"].values()):
        assert len({frozenset(NAME.findall(text)) for text in told.values()}) == 1, told


def test_every_language_has_its_place_in_the_order_of_the_others() -> None:
    for language in texts.languages():
        assert sorted([language, *texts.nearest(language)]) == sorted(texts.languages())


def test_a_mark_is_told_from_what_only_looks_like_one() -> None:
    assert texts.unmarked(texts.marked("Рэйз.", "ru")) == ("Рэйз.", "ru")
    assert texts.unmarked("[4] chips") == ("[4] chips", "")
    assert texts.marks("A: [ru] Рэйз. [en] A bet. [ru] Колл.") == ("ru", "en")


def test_every_text_asks_for_the_same_values_in_every_language() -> None:
    faults = []
    for place, entry in entries():
        wanted = {language: set(NAME.findall(text)) for language, text in entry.items()}
        if len({frozenset(names) for names in wanted.values()}) > 1:
            faults.append(f"{place}: {wanted}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_word_of_a_domain_can_be_said(language: str) -> None:
    words = texts.texts()["words"]
    said = {(spec.name, word) for spec in specs() for word in spec.domain if spec.name != "class"}
    missing = {f"{slot}.{word}" for slot, word in said if word not in words and f"{slot}.{word}" not in words}
    assert not missing
    assert {w for spec in specs() for w in spec.domain if spec.name == "class"} == set(texts.hand_texts()["classes"])


def test_no_word_is_worded_that_nobody_says() -> None:
    said = {word for spec in specs() for word in (*spec.domain, *(f"{spec.name}.{word}" for word in spec.domain))}
    known = set(texts.texts()["words"]) - {"main", "side", *(f"offence.{n}" for n in ("1", "2", "3", "2+", "3+"))}
    assert not known - said


def test_every_topic_with_a_choice_has_a_name_for_it() -> None:
    acts = {topic.act for topic in vocabulary().topics.values() if topic.act}
    assert acts <= set(texts.texts()["acts"])


def test_every_official_has_a_name() -> None:
    officials = texts.texts()["officials"]
    named = {spec.confirm for spec in specs() if spec.confirm}
    for book in map(load_rulebook, installed()):
        named.add(book.official)
        named.update(rule.discretion.by for rule in book.rules if rule.discretion)
        named.update(clause.readings.by for clause in book.clauses.values() if clause.readings)
    assert named <= set(officials)


def spoken(source: str) -> Iterator[tuple[int, str]]:
    """Strings of a module that are sentences: several words, or letters that are not Latin; with their lines.

    Left out are docstrings and what is said to a programmer or on a fault: arguments of ``raise`` and of ``assert``.
    """
    tree = ast.parse(source)
    aside: set[int] = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            aside.add(id(body[0].value))
        if isinstance(node, ast.Raise | ast.Assert):
            aside.update(id(part) for part in ast.walk(node))
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in aside else None
        if isinstance(text, str) and re.search(r"[^\W\d_][’']?[,;:]? +[^\W\d_]|[А-я]", text):
            yield node.lineno, text


SCHEMAS = ("schema.py", "compareschema.py", "verbschema.py", "shapes.py")


def test_no_text_for_people_stands_in_the_code() -> None:
    """Sentences come from the texts; the descriptions in the schemas are for programs and their authors."""
    folder = Path(texts.__file__).parent
    paths = [path for path in sorted(folder.glob("*.py")) if path.name not in SCHEMAS]
    faults = [
        f"{path.name}:{line}: {text}" for path in paths for line, text in spoken(path.read_text(encoding="utf-8"))
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('x = "the pot goes to"', ["the pot goes to"]),
        ('x = f"{seat} may raise to {to}"', [" may raise to "]),
        ('x = "фолд"', ["фолд"]),
        ('"""A module of two words."""\nraise ValueError("no such thing")', []),
        ('x = "may-raise", "a", ", ", "act {n}"', []),
    ],
)
def test_a_sentence_in_the_code_would_be_seen(source: str, found: list[str]) -> None:
    assert [text for _, text in spoken(source)] == found


# -- loading --------------------------------------------------------------------------------------------------------


def test_texts_are_kept_compiled_and_read_anew_when_they_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLOORCALL_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "some.yaml"
    file.write_text("group: {key: {en: one}}", encoding="utf-8")
    assert texts.compiled([file]) == [{"group": {"key": {"en": "one"}}}]
    (kept,) = (tmp_path / "cache").iterdir()
    assert texts.compiled([file]) == [{"group": {"key": {"en": "one"}}}]
    kept.write_bytes(b"damaged")
    assert texts.compiled([file]) == [{"group": {"key": {"en": "one"}}}]
    file.write_text("group: {key: {en: two}}", encoding="utf-8")
    assert texts.compiled([file]) == [{"group": {"key": {"en": "two"}}}]


def test_a_cache_that_cannot_be_written_harms_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be", encoding="utf-8")
    monkeypatch.setenv("FLOORCALL_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "some.yaml"
    file.write_text("a: {}", encoding="utf-8")
    assert texts.compiled([file]) == [{"a": {}}]


def test_a_plain_text_imports_nothing_heavy(root: Path, tmp_path: Path) -> None:
    program = (
        "import sys, explain.text, explain.texts; explain.texts.texts(); "
        "print(*sorted(name for name in sys.modules if '.' not in name))"
    )
    before = ["-c", "import sys; print(*sorted(name for name in sys.modules if '.' not in name))"]
    environment = {"PYTHONPATH": str(root), "FLOORCALL_CACHE": str(tmp_path), "PATH": ""}
    bare = loaded(before, root, environment)
    loaded(["-c", program], root, environment)  # fills the cache
    warm = loaded(["-c", program], root, environment)
    assert not HEAVY & (warm - bare)
    assert "yaml" not in warm
    assert "engine.showdown" not in warm


def loaded(arguments: list[str], root: Path, environment: dict[str, str]) -> set[str]:
    """Top-level modules of a process."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


# -- wording --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "amount", "text"),
    [
        ("en", 90, "90"),
        ("en", 9999, "9999"),
        ("en", 10000, "10,000"),
        ("en", 1234567, "1,234,567"),
        ("ru", 12500, "12\u00a0500"),
        ("ru", 1500, "1500"),
    ],
)
def test_thousands_are_set_apart_from_five_digits_on(language: str, amount: int, text: str) -> None:
    assert Wording(language, vocabulary(), grouped=True).number(amount) == text
    assert Wording(language, vocabulary()).number(amount) == str(amount)


@pytest.mark.parametrize(
    ("names", "text"), [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")]
)
def test_lists_are_read_aloud(names: list[str], text: str) -> None:
    assert Wording("en", vocabulary()).listed(names) == text


def test_a_slot_tells_two_meanings_of_a_word_apart() -> None:
    say = Wording("ru", vocabulary())
    assert say.word("to", "means") != say.word("to")
    assert say.word("none", "type") == "без взыскания"
    assert say.word("side-2") == "побочный банк 2"
    assert say.word("never heard of") == "never heard of"


def test_a_value_that_is_missing_can_be_seen() -> None:
    assert Wording("en", vocabulary()).fill("$seat owes $much", {"seat": "A"}) == "A owes $much"


def test_every_act_can_be_told_without_its_size() -> None:
    sized = [verb for verb in ACT_VERBS if verb not in ("check", "fold")]
    assert not [verb for verb in sized if f"{COUNTS_AS.get(verb, verb)}-bare" not in texts.texts()["act"]]
