"""Items as an Anki package, imported into a collection of the real Anki: notes, cards, updates, what the cards show."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from anki.collection import Card, ImportAnkiPackageOptions, ImportAnkiPackageRequest
from anki.collection import Collection as Anki

from tests.training.exports.samples import HOSTILE, collected, hostile, item, ordinary
from training.exports import Missing, fit, render
from training.exports.anki import FIELDS, NOTE_TYPES, deck_number
from training.item import Item

NOW = 1_700_000_000.0  # long ago: what is done in Anki meanwhile is later
_EMPTY = {"br", "hr"}


@pytest.fixture
def anki(tmp_path: Path) -> Iterator[Anki]:
    opened = Anki(str(tmp_path / "collection.anki2"))
    yield opened
    opened.close()


def brought_in(anki: Anki, folder: Path, items: tuple[Item, ...], language: str = "en", now: float = NOW) -> None:
    """Exports items and imports the package as Anki's own window does."""
    path = folder / "items.apkg"
    path.write_bytes(render(collected(items, language), "anki", now))
    options = ImportAnkiPackageOptions(with_scheduling=False, with_deck_configs=False)
    anki.import_anki_package(ImportAnkiPackageRequest(package_path=str(path), options=options))


def cards(anki: Anki) -> list[Card]:
    """All cards, in the order in which new ones are shown."""
    return [anki.get_card(number) for number in anki.find_cards("", order="c.due")]


class Shown(HTMLParser):
    """What a page shows. AssertionError where elements are not closed in their order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.elements: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        if tag == "br":
            self.text += "\n"
        if tag not in _EMPTY:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.text += data

    def close(self) -> None:
        super().close()
        assert not self._open


def shown(html: str) -> Shown:
    page = Shown()
    page.feed(html)
    page.close()
    return page


def test_a_note_and_a_card_for_each_item_in_a_deck_of_the_rulebook(anki: Anki, tmp_path: Path) -> None:
    brought_in(anki, tmp_path, ordinary())
    assert (anki.note_count(), anki.card_count()) == (3, 3)
    (deck,) = {card.did for card in cards(anki)}
    assert anki.decks.name(deck) == "floorcall::Sport poker rules of the Belarusian federation (en)"
    assert [card.note()["Question"] for card in cards(anki)] == [html(one.question) for one in ordinary()]
    assert [one.note()["Id"].split()[0] for one in cards(anki)] == [one.id for one in ordinary()]


def html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def test_importing_again_doubles_nothing_and_keeps_what_was_learned(anki: Anki, tmp_path: Path) -> None:
    brought_in(anki, tmp_path, ordinary())
    first = cards(anki)[0]
    anki.db.execute("update cards set ivl = 30, reps = 4, type = 2, queue = 2 where id = ?", first.id)
    brought_in(anki, tmp_path, ordinary(), now=NOW + 60)
    assert (anki.note_count(), anki.card_count()) == (3, 3)
    again = anki.get_card(first.id)
    assert (again.ivl, again.reps) == (30, 4)
    assert len([deck for deck in anki.decks.all_names_and_ids() if "Belarusian" in deck.name]) == 1
    assert len([kind for kind in anki.models.all_names_and_ids() if "floorcall" in kind.name]) == 1


def test_a_changed_text_comes_with_a_later_export(anki: Anki, tmp_path: Path) -> None:
    brought_in(anki, tmp_path, ordinary())
    changed = tuple(one._replace(question="What is it now?") for one in ordinary())
    brought_in(anki, tmp_path, changed, now=NOW + 60)
    assert anki.note_count() == 3
    assert {card.note()["Question"] for card in cards(anki)} == {"What is it now?"}


def test_a_text_edited_in_anki_is_newer_than_an_older_export(anki: Anki, tmp_path: Path) -> None:
    brought_in(anki, tmp_path, ordinary(), now=NOW)
    note = cards(anki)[0].note()
    note["Question"] = "Mine."
    anki.update_note(note)
    brought_in(anki, tmp_path, ordinary(), now=NOW + 60)
    assert cards(anki)[0].note()["Question"] == "Mine."


def test_further_items_are_added_and_both_languages_stand_side_by_side(anki: Anki, tmp_path: Path) -> None:
    brought_in(anki, tmp_path, ordinary())
    brought_in(anki, tmp_path, (*ordinary(), item(number=2)), now=NOW + 60)
    assert anki.note_count() == 4
    brought_in(anki, tmp_path, ordinary(), "ru", NOW + 120)
    assert anki.note_count() == 7
    names = {anki.decks.name(card.did) for card in cards(anki)}
    assert {name[-4:] for name in names} == {"(en)", "(ru)"}


def test_the_front_asks_and_the_back_answers_with_reasons(anki: Anki, tmp_path: Path) -> None:
    brought_in(anki, tmp_path, ordinary())
    one, many, steps = cards(anki)
    front, back = shown(one.question()), shown(one.answer())
    for text in ("A bets 200. B puts in one chip", "What does B's chip count as?", "A raise to 500", "One answer"):
        assert text in front.text
    for text in ("It is tempting", "counts as a call", "4.12", "✓", "Reasons"):
        assert text not in front.text
        assert text in back.text
    assert "BA call of 200One chip without a word is a call. (BFSP 4.12)✓" in back.text
    assert "Mark everything that is right" in shown(many.question()).text
    assert shown(many.answer()).text.count("✓") == 2
    assert "Number the steps" in shown(steps.question()).text
    order = [shown(steps.answer()).text.index(text) for text in ("A fold", "A raise to 500", "A call of 200")]
    assert order == sorted(order)


def test_headings_are_in_the_language_of_the_cards(anki: Anki, tmp_path: Path) -> None:
    brought_in(anki, tmp_path, ordinary(), "ru")
    back = shown(cards(anki)[0].answer()).text
    for text in ("Решение", "Обоснование", "Пункты", "ранняя редакция"):
        assert text in back
    assert "Верен один ответ" in shown(cards(anki)[0].question()).text


def test_cards_look_right_at_night_and_on_a_phone(anki: Anki, tmp_path: Path) -> None:
    brought_in(anki, tmp_path, ordinary())
    style = cards(anki)[0].render_output().css
    assert ".nightMode" in style
    assert "max-width: 480px" in style
    day, night = (style.partition(".card.nightMode")[part] for part in (0, 2))
    for name in ("--ink", "--paper", "--soft", "--line", "--faint", "--right", "--wrong"):
        assert f"{name}:" in day
        assert f"{name}:" in night


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_shown_as_they_are(anki: Anki, tmp_path: Path, text: str) -> None:
    brought_in(anki, tmp_path, hostile(text))
    assert anki.note_count() == 3
    for card in cards(anki):
        front, back = shown(card.question()), shown(card.answer())
        assert front.text.count(fit(text)) >= 5  # story, question, three options
        assert back.text.count(fit(text)) >= 8
        known = "style main section p div span hr br h2 ol li b footer"
        assert {*front.elements, *back.elements} <= set(known.split())
        assert card.question_av_tags() == card.answer_av_tags() == []


def test_tags_choose_cards(anki: Anki, tmp_path: Path) -> None:
    brought_in(anki, tmp_path, ordinary())
    assert len(anki.find_cards("tag:floorcall::kind::may-do")) == 1
    assert len(anki.find_cards("tag:floorcall::clause::bfsp::4.12.p1")) == 3
    assert len(anki.find_cards("tag:floorcall::level::dealer")) == 3


def test_numbers_by_which_anki_knows_decks_and_note_types_never_change() -> None:
    assert NOTE_TYPES == {"en": 1_764_500_001, "ru": 1_764_500_002}
    fields = "Id Story Question Hint Options Answer Ruling Reasons Clauses Source"
    assert fields.split() == list(FIELDS)
    assert deck_number("bfsp", "en") == 1_629_290_149_935
    numbers = {deck_number(book, language) for book in ("bfsp", "bpt", "tda", "bg", "club") for language in NOTE_TYPES}
    assert len(numbers) == 10


def test_without_genanki_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genanki", None)
    with pytest.raises(Missing, match=r"^genanki$"):
        render(collected(ordinary()), "anki")
