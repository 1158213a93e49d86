"""Rulings in languages that a rulebook need not speak: the words around them are there, what is lacking is marked."""

from __future__ import annotations

import json
from types import MappingProxyType

import pytest

from cli.main import main
from cli.output import RULED
from engine.facts import Fact
from explain import texts
from explain.data import as_data
from explain.text import to_text
from explain.view import View
from explain.wording import Wording, capital
from facts.lexicon import SlotSpec, vocabulary
from tests.explain.samples import EXAMPLES, NAMES, ruling

NEW = ("lt", "bg")


def test_the_command_line_offers_what_can_be_said() -> None:
    assert texts.languages() == RULED


@pytest.mark.parametrize("language", NEW)
@pytest.mark.parametrize("name", NAMES)
def test_every_ruling_can_be_told(name: str, language: str) -> None:
    told, english = as_data(ruling(name), language), as_data(ruling(name), "en")
    assert told["language"] == language
    assert list(told) == list(english)
    assert [line["clauses"] for line in told["ruling"]] == [line["clauses"] for line in english["ruling"]]
    assert "$" not in json.dumps([told[key] for key in ("ruling", "options", "reasoning", "questions", "assumptions")])


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("lt", ["Žaidėjo B vienas žetonas 500 laikomas lyginimu iki 300.", "200 žaidėjui B", "nuspręsta"]),
        ("bg", ["Единственият чип от 500 на B се смята за кол от 300.", "200 на B", "решено"]),
    ],
)
def test_what_stands_around_the_sentences_of_the_rulebook_is_in_the_language(
    capsys: pytest.CaptureFixture[str], language: str, said: list[str]
) -> None:
    story = "NL 100/200 flop; A bets 300; B silent 1x500"
    assert main(["say", story, "--rulebook", "tda", "--lang", language, "--width", "100"]) == 0
    answer = " ".join(capsys.readouterr().out.split())
    assert [part for part in said if part not in answer] == []


def test_options_and_sections_read_as_a_native_says_them() -> None:
    lines = {language: to_text(ruling("example bet-out-of-turn"), language, width=100) for language in NEW}
    assert "SPRENDIMAS" in lines["lt"]
    assert "čekuoti · statyti ne mažiau kaip 100" in lines["lt"]
    assert "РЕШЕНИЕ" in lines["bg"]
    assert "чек · залог поне 100" in lines["bg"]


def _spec(**texts: dict[str, str]) -> SlotSpec:
    spec = vocabulary().facts["act"].slots["does"]
    return spec._replace(**{name: MappingProxyType(told) for name, told in texts.items()})


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("lt", "[en] the act of C: call"),
        ("bg", "[ru] заявка C: колл"),
        ("ru", "заявка C: колл"),
        ("en", "the act of C: call"),
    ],
)
def test_a_sentence_that_is_lacking_is_marked_and_its_words_are_in_its_own_language(language: str, said: str) -> None:
    say = Wording(language, vocabulary())
    spec = _spec(statement={"en": "the act of $seat: $value", "ru": "заявка $seat: $value"})
    fact = Fact("act", "act 3", {"seat": "C", "does": "call"})
    own = spec.statement.get(language)
    told = say._stated(own, spec, fact) if own else say._foreign(spec.statement, lambda w, p: w._stated(p, spec, fact))
    assert told == said


def test_the_sentence_of_a_rule_is_marked_where_it_is_lacking_and_only_there() -> None:
    found = ruling("example bet-out-of-turn")
    match = next(match for verdict in found.trace.verdicts for match in verdict.by if "ru" in match.rule.says)
    only = {name: match.rule.says[name] for name in ("en", "ru")}
    lacking = match._replace(rule=match.rule._replace(says=only))
    say = Wording("bg", found.vocabulary)
    assert say.says(lacking) == "[ru] " + Wording("ru", found.vocabulary).says(match)
    whole = match._replace(rule=match.rule._replace(says={**only, "bg": "Казано на български."}))
    assert say.says(whole) == "Казано на български."


def test_a_marked_sentence_gets_its_capital_and_keeps_the_name_of_a_seat() -> None:
    assert capital("[ru] рэйз до 400") == "[ru] Рэйз до 400"
    view = View.of(ruling("example bet-out-of-turn"), Wording("lt", vocabulary()))
    seat = view.incident.seats[0]
    assert view.capital(f"[en] {seat.lower()} acts") == f"[en] {capital(seat.lower())} acts"
    assert view.lower("[en] The bet stands.") == "[en] The bet stands."


def test_the_rooms_that_ask_say_which_languages_they_speak(capsys: pytest.CaptureFixture[str]) -> None:
    incident = str(EXAMPLES / "bet-out-of-turn.yaml")
    for words in (["ask", incident], ["find", "a bet"], ["quiz"], ["rulebook", "list"]):
        assert main([*words, "--lang", "lt"]) == 2
        assert "'lt' is not known (one of en, ru)" in capsys.readouterr().err


@pytest.mark.parametrize("language", NEW)
def test_the_terminal_s_language_is_taken_where_it_is_spoken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    incident = str(EXAMPLES / "bet-out-of-turn.yaml")
    assert main(["rule", incident, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["language"] == language
    assert main(["rulebook", "list"]) == 0
    assert "clauses" in capsys.readouterr().out


def test_no_text_of_the_vocabulary_asks_for_other_values_in_another_language() -> None:
    import re

    known = vocabulary()
    faults = []
    for kind in known.types():
        for spec in known.slots_of(kind).values():
            for text in (spec.statement, spec.negation, spec.question):
                names = {
                    language: set(re.findall(r"\$\w+", told)) for language, told in text.items() if language != "ru"
                }
                if len({frozenset(found) for found in names.values()}) > 1:
                    faults.append(f"{kind}.{spec.name}: {names}")
    assert not faults, "\n".join(faults)
