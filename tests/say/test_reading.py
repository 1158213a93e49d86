"""How a story in shorthand is read: the table, players, amounts, acts, words and chips, events."""

from __future__ import annotations

import pytest

from facts.incident import Act, Event, Incident, Words
from facts.writer import unplaced
from say import Understood, read_shorthand


def read(text: str, language: str = "en") -> Incident:
    """The incident, without places; a question or a fault fails the test."""
    understood = read_shorthand(text, language=language)
    assert understood.incident is not None, (understood.faults, understood.questions)
    return unplaced(understood.incident)


def acts(text: str) -> tuple[Act | Event, ...]:
    """What happened."""
    return read(text).timeline


def asked(text: str) -> Understood:
    """The answer, where something is asked."""
    understood = read_shorthand(text)
    assert understood.incident is None
    assert not understood.faults, understood.faults
    assert understood.questions
    return understood


# -- the table ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "game", "structure"),
    [
        ("NL", None, "no-limit"),
        ("NLHE", "holdem", "no-limit"),
        ("no-limit hold'em", "holdem", "no-limit"),
        ("PLO", "omaha", "pot-limit"),
        ("PL omaha", "omaha", "pot-limit"),
        ("limit stud", "stud7", "limit"),
        ("НЛ холдем", "holdem", "no-limit"),
        ("Безлимитный холдем", "holdem", "no-limit"),
        ("пот-лимит омаха", "omaha", "pot-limit"),
        ("лимит стад", "stud7", "limit"),
    ],
)
def test_game_and_structure(text: str, game: str | None, structure: str) -> None:
    told = read(f"{text}, A checks")
    assert (told.game, told.structure) == (game, structure)


@pytest.mark.parametrize(
    ("text", "stakes"),
    [
        ("NL 100/200", {"sb": 100, "bb": 200}),
        ("NL 100-200", {"sb": 100, "bb": 200}),
        ("NL blinds 1k/2k", {"sb": 1000, "bb": 2000}),
        ("NL 100/200/25", {"sb": 100, "bb": 200, "ante": 25}),
        ("limit 10/20", {"low": 10, "high": 20}),
        ("10/20 limit", {"low": 10, "high": 20}),
        ("limit blinds 5/10, sizes 10/20", {"sb": 5, "bb": 10, "low": 10, "high": 20}),
        ("stud ante 1, bring-in 2", {"ante": 1, "bring_in": 2}),
        ("блайнды 50/100, анте 10", {"sb": 50, "bb": 100, "ante": 10}),
    ],
)
def test_stakes(text: str, stakes: dict[str, int]) -> None:
    assert read(f"{text}; seats A B; A checks").stakes == stakes


@pytest.mark.parametrize(
    "text", ["flop, pot 600", "600 in the pot on the flop", "флоп, банк 600", "В банке 600, флоп", "POT 600 FLOP"]
)
def test_street_and_pot_in_any_order(text: str) -> None:
    told = read(f"{text}. A checks")
    assert (told.street, told.pot) == ("flop", 600)


@pytest.mark.parametrize("text", ["board Ah 7d 2c", "board AhKd2c", "flop 10s 9♠ 2c", "борд Ah 7б 2ч"])
def test_the_board(text: str) -> None:
    assert len(read(f"{text}; seats A B; A checks").board) == 3


def test_cards_of_players() -> None:
    told = read("showdown, board Ks Kd Qh Qc Jd; A holds Jh2c, B: Td 3s")
    assert told.cards == {"A": ("Jh", "2c"), "B": ("Td", "3s")}


def test_a_doubtful_suit_says_how_to_write_it() -> None:
    understood = read_shorthand("seats A B; board 2с")
    assert [fault.hint for fault in understood.faults] == ["Cyrillic С may be clubs or spades: write c or s"]


# -- players --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seats", "button"),
    [
        ("flop; C bets 100; A and B to act", ("A", "B", "C"), None),
        ("flop; В ставит 100; А пас; Б пас", ("А", "Б", "В"), None),
        ("seats Anna B #3, flop; B checks", ("Anna", "B", "#3"), None),
        ("seats 1, 2, 3; flop; seat 2 checks", ("#1", "#2", "#3"), None),
        ("NL 1/2 preflop; UTG calls; BTN folds", ("SB", "BB", "UTG", "BTN"), None),
        ("flop; BTN bets 10; SB folds; HJ calls", ("SB", "HJ", "BTN"), None),
        ("NL 1/2 preflop; A (UTG) calls; B (BTN) folds", ("SB", "BB", "A", "B"), "B"),
        ("flop; button B; A checks; B checks; C checks", ("C", "A", "B"), "B"),
        ("flop; Анна ставит 10; Борис пас", ("Анна", "Борис"), None),
    ],
)
def test_who_sits_where(text: str, seats: tuple[str, ...], button: str | None) -> None:
    told = read_shorthand(text)
    assert told.incident is not None or told.questions, told.faults
    shown = [shown.says for shown in told.shown if "seats clockwise" in shown.says]
    assert shown
    assert shown[0].endswith(": " + ", ".join(seats))
    if told.incident is not None:
        assert told.incident.button == button


def test_a_position_is_the_player_who_has_it() -> None:
    told = read("NL 1/2 preflop, seats A B C D, button D; C calls; BTN raises to 8; SB folds; big blind calls")
    assert [act.seat for act in told.timeline if isinstance(act, Act)] == ["C", "D", "A", "B"]


def test_letters_of_two_alphabets_are_one_player() -> None:
    told = read("flop; A bets 300; B calls; А folds")  # the last one is Cyrillic
    assert told.seats == ("A", "B")


def test_a_small_letter_is_a_player_when_he_acts() -> None:
    assert [act.seat for act in acts("flop; a bets 300; b folds") if isinstance(act, Act)] == ["A", "B"]


def test_an_article_is_no_player() -> None:
    assert acts("seats A B; a card exposed by dealer") == (Event("hole-cards-exposed", {"by": "dealer"}),)


def test_stacks() -> None:
    told = read("flop, seats A 5k B 12,500 C; A checks; C 1 500")
    assert told.stacks == {"A": 5000, "B": 12500, "C": 1500}


# -- acts and amounts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "chips"),
    [
        *(("45k", 45000), ("1.5k", 1500), ("1,5k", 1500), ("2M", 2_000_000), ("15.000", 15000), ("12,500", 12500)),
        *(("1 500", 1500), ("15к", 15000), ("1.5тыс", 1500), ("15 тыс", 15000), ("2kk", 2_000_000), ("1'000", 1000)),
        *(("300 chips", 300), ("2.5bb", 500), ("3 big blinds", 600), ("two thousand", 2000)),
    ],
)
def test_amounts_as_people_write_them(typed: str, chips: int) -> None:
    assert acts(f"NL 100/200 flop; A 3M; A bets {typed}") == (Act("A", "bet", chips),)


@pytest.mark.parametrize(
    ("text", "does", "total"),
    [
        ("B raises to 900", "raise", 900),
        ("B raises by 300", "raise", 600),
        ("B raises +300", "raise", 600),
        ("B raises 300 more", "raise", 600),
        ("B raises 600 to 900", "raise", 900),
        ("raises B to 900", "raise", 900),
        ("B raises 200", "raise", 500),
        ("B calls", "call", None),
        ("B goes all in for 450", "all-in", 450),
        ("B is all-in", "all-in", None),
        ("Б рейз до 900", "raise", 900),
        ("Б поднимает на 300", "raise", 600),
        ("Б ва-банк 450", "all-in", 450),
        ("Б скинул", "fold", None),
    ],
)
def test_what_players_do(text: str, does: str, total: int | None) -> None:
    told = acts(f"NL 100/200 flop, seats A B Б; A bets 300; {text}")[1]
    assert isinstance(told, Act)
    assert (told.does, told.to) == (does, total)


@pytest.mark.parametrize(
    ("typed", "total"),
    [
        ("bets pot", 600),
        ("bets the pot", 600),
        ("bets half pot", 300),
        ("bets half the pot", 300),
        ("bets 1/2 pot", 300),
        ("bets 2/3 pot", 400),
        ("ставит банк", 600),
        ("ставит полбанка", 300),
        ("ставит 1/3 банка", 200),
    ],
)
def test_a_bet_of_a_part_of_the_pot_that_is_told(typed: str, total: int) -> None:
    told = read_shorthand(f"NL 50/100 flop pot 600; A {typed}; B folds")
    assert told.incident is not None, told.faults
    assert unplaced(told.incident).timeline[0] == Act("A", "bet", total)
    assert any(str(total) in shown.says for shown in told.shown)


@pytest.mark.parametrize(
    "text",
    [
        "NL 50/100 flop; A bets half pot",
        "NL 50/100 flop pot 600; A bets 100; B raises pot",
        "NL 50/100 flop pot 1000; A bets 1/3 pot",
        "NL 50/100 preflop pot 600; A bets pot",
    ],
)
def test_a_part_of_the_pot_that_cannot_be_reckoned_is_no_amount(text: str) -> None:
    told = read_shorthand(text)
    assert told.incident is None
    assert [fault.message.partition(": ")[2] for fault in told.faults if "pot" in fault.message] == [
        "how much is that?"
    ]


def test_the_pot_after_a_comma_is_the_pot_and_no_bet() -> None:
    told = read("NL 50/100 flop, A bets, pot 600")
    assert (told.pot, told.timeline) == (600, (Act("A", "bet"),))


@pytest.mark.parametrize(
    "typed", ["says pot", "says raise pot", 'says "raise pot"', "говорит банк", "говорит рейз банк"]
)
def test_pot_as_a_word(typed: str) -> None:
    assert acts(f"PL 50/100 flop pot 600; A bets 100; B {typed}")[1] == Act("B", words=Words("pot"))


@pytest.mark.parametrize(
    ("typed", "street"),
    [
        ("flop, A bets 300; turn dealt before C acted", "turn"),
        ("flop, A bets 300; burned and turned before C acted", "turn"),
        ("turn, A bets 300; the dealer burned and turned before C could act", "river"),
        ("флоп, A ставит 300; тёрн открыли до хода C", "turn"),
        ("тёрн, A ставит 300; дилер сжёг и открыл до хода C", "river"),
    ],
)
def test_a_street_before_a_player_acted(typed: str, street: str) -> None:
    told = read(typed)
    assert told.timeline[1:] == (Event("board-during-round", {"street": street}),)
    assert told.seats == ("A", "C")


def test_several_players_at_once() -> None:
    told = acts("flop; A, B and C check; D bets 5; A B fold")
    assert [(act.seat, act.does) for act in told if isinstance(act, Act)] == [
        *(("A", "check"), ("B", "check"), ("C", "check"), ("D", "bet"), ("A", "fold"), ("B", "fold")),
    ]


def test_the_next_street_with_its_card() -> None:
    told = acts("flop; A checks; B checks; turn 5h; A bets 20; river; B folds")
    assert told[2] == Event("dealt", {"street": "turn", "cards": ("5h",)})
    assert told[4] == Event("dealt", {"street": "river"})


# -- words and chips ------------------------------------------------------------------------------------------------

SILENT = Words("nothing")


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("B silent 1x1000", Act("B", words=SILENT, motions=((1000,),))),
        ("B puts a 1000 chip without a word", Act("B", words=SILENT, motions=((1000,),))),
        ("B silently pushes four chips of 100", Act("B", words=SILENT, motions=((100,) * 4,))),
        ("B puts 500+100", Act("B", motions=((500, 100),))),
        ("B 2x100 then 3x100 silent", Act("B", words=SILENT, motions=((100,) * 2, (100,) * 3))),
        ("B says raise, 2x500", Act("B", words=Words("raise"), motions=((500, 500),))),
        ("B says raise 900", Act("B", words=Words("raise", 900))),
        ("B says raise to 900", Act("B", words=Words("raise", 900, "to"))),
        ('B says "raise by 300"', Act("B", words=Words("raise", 300, "by"))),
        ("B announces all in", Act("B", words=Words("all-in"))),
        ('B "call", 1x500', Act("B", words=Words("call"), motions=((500,),))),
        ('B says "eleven", one chip of 5000', Act("B", words=Words("amount", 11), motions=((5000,),))),
        ("B says pot", Act("B", words=Words("pot"))),
        ("B puts 1x500, says call after the chips", Act("B", words=Words("call", when="after"), motions=((500,),))),
        ("B taps", Act("B", gesture="tap")),
        ("B folds, prompted", Act("B", "fold", prompted="dealer")),
        ("B calls, on purpose, second time", Act("B", "call", extra={"deliberate": True, "offence": 2})),
        ("B bets 20, not on purpose", Act("B", "bet", 20, extra={"deliberate": False})),
        ("Б молча 1х1000", Act("Б", words=SILENT, motions=((1000,),))),
        ("Б говорит рейз, 2х500", Act("Б", words=Words("raise"), motions=((500, 500),))),
        ("Б «колл»", Act("Б", words=Words("call"))),
        ("Б стучит", Act("Б", gesture="tap")),
    ],
)
def test_words_and_chips_apart(text: str, act: Act) -> None:
    assert acts(f"river, seats A B Б; {text}") == (act,)


# -- events ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "event", "slots"),
    [
        ("turn early", "board-during-round", {"street": "turn"}),
        ("the turn was dealt too early, round not over", "board-during-round", {"street": "turn", "round_over": False}),
        ("flop 4 cards", "extra-board-cards", {"street": "flop", "cards": 4}),
        ("B shows", "shows-hand", {"seat": "B"}),
        ("dealer skipped C", "seat-skipped", {"seat": "C"}),
        ("C was skipped by the dealer, had time", "seat-skipped", {"seat": "C", "had_time": True}),
        ("burn missed before the river", "burn-error", {"before": "river"}),
        ("card exposed by dealer, 2 cards", "hole-cards-exposed", {"by": "dealer", "cards": 2}),
        ("misdeal", "misdeal-claim", {}),
        ("C wants to take back", "request", {"seat": "C", "wants": "take-back"}),
        ("C wants to raise to 900", "request", {"seat": "C", "wants": "raise", "to": 900}),
        ("B finds 3 cards", "wrong-card-count", {"seat": "B", "cards": 3}),
        ("a player opens his hand: B", "shows-hand", {"seat": "B"}),
        ("seat skipped: C", "seat-skipped", {"seat": "C"}),
        ("тёрн рано, круг не окончен", "board-during-round", {"street": "turn", "round_over": False}),
        ("флоп 4 карты", "extra-board-cards", {"street": "flop", "cards": 4}),
        ("B показал", "shows-hand", {"seat": "B"}),
        ("дилер пропустил C", "seat-skipped", {"seat": "C"}),
        ("игрока пропустили C", "seat-skipped", {"seat": "C"}),
        ("B нашёл 3 карты", "wrong-card-count", {"seat": "B", "cards": 3}),
    ],
)
def test_irregularities(text: str, event: str, slots: dict[str, object]) -> None:
    assert acts(f"flop, seats A B C; {text}") == (Event(event, slots),)


# -- questions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "spellings"),
    [
        ("NL 100/200 flop; A bets 300; B raises 900", ["to 900", "by 900"]),
        ("flop; A bets 1.500k", ["1500", "1500000"]),
        ("flop; A bets 1.5", ["1500", "1500000"]),
        ("flop; A puts 500", ["1x500", "5x100", "20x25"]),
        ("flop; A 2x500, says raise", ["before the chips", "with the chips", "after the chips"]),
        ("flop; A silent 2x100, 3x100", ["+", "then"]),
        ("NL 100/200/200 flop; A checks", ["ante 200", "; UTG posts 200;"]),
        ("NL 100/200 preflop; A calls; B folds", ["seats SB BB A B;", "seats A B;"]),
        ("flop, A 300; A bets 300000", ["300"]),
        ("NL 100/200 flop; A bets 3", ["300", "3000", "exactly 3"]),
        ("flop; seats A B C; A bets 300; C to act", ["B folds;", "skipped B;"]),
        ("flop; A bets 300 out of turn", ["seats X A;"]),
    ],
)
def test_what_can_be_read_in_two_ways_is_asked(text: str, spellings: list[str]) -> None:
    (question,) = asked(text).questions
    told = [answer.spelling for answer in question.answers]
    assert told == spellings
    for answer in question.answers:
        again = read_shorthand(answer.text)
        assert question.asks not in [other.asks for other in again.questions], answer


def test_stacks_settle_what_is_out_of_doubt() -> None:
    told = acts("NL 100/200 flop, seats A 5k B 1000; A bets 300; B raises 900")
    assert told[1] == Act("B", "raise", 900)  # by 900 would be more than he has
    assert acts("flop, A 5k; A bets 1.500k") == (Act("A", "bet", 1500),)


@pytest.mark.parametrize(
    ("text", "language", "shown"),
    [
        ("NL, A checks", "en", "betting: no-limit"),
        ("НЛ, А чек", "ru", "торговля: безлимит"),
        ("NLHE, A checks", "en", "game: hold'em, no-limit"),
    ],
)
def test_the_structure_alone_is_no_game(text: str, language: str, shown: str) -> None:
    assert read_shorthand(text, language=language).shown[0].says == shown


@pytest.mark.parametrize(("language", "says"), [("en", "the next street was dealt"), ("ru", "сдана следующая улица")])
def test_what_happened_is_said_once(language: str, says: str) -> None:
    shown = read_shorthand("NL flop; A bets 300; B calls; turn; A checks", language=language).shown
    assert [one.says.count(says) for one in shown if says in one.says] == [1]


def test_questions_are_asked_in_russian() -> None:
    (question,) = read_shorthand("НЛ 100/200 флоп; А ставит 300; Б рейз 900", language="ru").questions
    assert question.asks == "поднял до 900 или на 900?"
    assert [answer.spelling for answer in question.answers] == ["до 900", "на 900"]


# -- faults ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("flop; A raisse 900", 8, "not understood: raisse 900", "did you mean raise?"),
        ("flop; bets 300", 6, "who does this? bets 300", "begin with the player: A bets 300"),
        ("seats A B; D folds", 11, "actions: there is no seat 'D'", "one of A, B"),
        (
            'flop; A says "oops"',
            13,
            'these words are no act: "oops"',
            'write says call, says raise to 900, or note "…"',
        ),
        (
            "flop; A bets; B raises by 300",
            23,
            "an increase of 300: over what? what lies there is not known",
            "write what it comes to: to …",
        ),
        (
            "stud, flop, seats A B; A checks",
            6,
            "street: stud7 has no flop",
            "one of third, fourth, fifth, sixth, seventh, showdown",
        ),
    ],
)
def test_a_fault_points_at_its_place(text: str, place: int, message: str, hint: str) -> None:
    fault = read_shorthand(text).faults[0]
    assert (fault.line, fault.column - 1) == (1, place)
    assert (fault.message, fault.hint) == (message, hint)


def test_all_faults_are_told_at_once_with_what_was_understood() -> None:
    told = read_shorthand("flop; A bets 300; gibberisch\nB calls; more nonsenze")
    assert [(fault.line, fault.column) for fault in told.faults] == [(1, 19), (2, 10)]
    assert [shown.typed for shown in told.shown if shown.typed] == ["A bets 300", "B calls"]


def test_a_text_of_nothing() -> None:
    assert [fault.message for fault in read_shorthand(" ; ").faults] == ["nothing is told here"]
    assert [fault.message for fault in read_shorthand(" ; ", language="ru").faults] == ["здесь ничего не рассказано"]
