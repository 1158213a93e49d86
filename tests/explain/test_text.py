"""The ruling as text: sections, audiences, languages, widths, colour."""

from __future__ import annotations

import re

import pytest

import floorcall
from explain.text import AUDIENCES, to_text
from tests.explain.samples import LANGUAGES, NAMES, data, ruling

ANSI = re.compile(r"\x1b\[[0-9;]*m")
CLAUSE = re.compile(r"\d+\.\d+\.\w+|\d+\.\d+\.p\d")
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f]")


def flat(text: str) -> str:
    """A text without its line breaks and clause column."""
    return " ".join(text.split())


def labels(text: str) -> list[str]:
    """The labels of a text in the order in which they stand."""
    return re.findall(r"^([A-ZА-ЯЁ]{2,}(?: [A-ZА-ЯЁ]{2,})*)(?= |$)", text, re.MULTILINE)


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_width_is_kept(name: str, language: str, audience: str) -> None:
    for width in (40, 59, 60, 71, 72, 80, 120):
        for line in to_text(ruling(name), language, audience, width).splitlines():
            assert len(line) <= width or breaks_nowhere(line, width), f"{width}: {line}"


def breaks_nowhere(line: str, width: int) -> bool:
    """Whether a line is too long only because of one word that does not fit beside its indentation and number."""
    return len(re.sub(r"^\s*(\d+|–)?\s*", "", line).split(" ")) == 1 and len(line.strip()) > width // 2


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_plain_text_holds_no_codes_and_no_gaps(name: str, language: str, audience: str) -> None:
    text = to_text(ruling(name), language, audience)
    assert not CONTROL.search(text.replace("\n", ""))
    assert "$" not in text.replace("$motions", "") or audience == "auditor"
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert not [line for line in text.splitlines() if line != line.rstrip(" ")]


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("name", NAMES)
def test_colour_changes_nothing_but_colour(name: str, width: int) -> None:
    for audience in AUDIENCES:
        plain = to_text(ruling(name), "en", audience, width)
        coloured = to_text(ruling(name), "en", audience, width, colour=True)
        assert ANSI.sub("", coloured) == plain
        assert (coloured != plain) == (audience != "player")


def test_a_width_below_a_phone_is_taken_as_forty() -> None:
    assert to_text(ruling("short-all-in"), width=10) == to_text(ruling("short-all-in"), width=40)


def test_names_cannot_smuggle_codes_in() -> None:
    import floorcall

    bad = "A\x1b[31m"
    incident = floorcall.Incident(
        seats=(bad, "B"), game="holdem", structure="no-limit", street="flop", stakes={"sb": 50, "bb": 100}, pot=300
    )
    for audience in AUDIENCES:
        text = to_text(floorcall.rule(incident), audience=audience)
        assert "\x1b" not in text
        assert "A?[31m" in text


def test_unknown_audiences_and_languages_are_refused() -> None:
    with pytest.raises(ValueError, match="player, judge, trainer, auditor"):
        to_text(ruling("regular"), audience="dealer")
    with pytest.raises(ValueError, match="en, ru"):
        to_text(ruling("regular"), language="de")


# -- the judge ------------------------------------------------------------------------------------------------------


def test_the_answer_comes_first_then_the_reasons() -> None:
    text = to_text(ruling("short-all-in"))
    assert labels(text) == ["RULING", "STATUS", "NEXT", "WHY", "NOT APPLIED", "READING"]
    lines = text.splitlines()
    assert re.fullmatch(r"RULING   C's all-in of 90 counts as a call\. +BFSP 4\.9\.8", lines[0])
    assert lines[2] == "NEXT     A  fold · call 70 more · raise to at least 130"
    assert lines[3] == "         B  fold · call 30 more · no raise"
    assert re.search(r"1  B raised from 20 to 60: a full raise of 40\. +4\.9\.6\.p3$", text, re.MULTILINE)
    assert "As “to-full”: A: raise to at least 100" in text


def test_the_same_in_russian() -> None:
    text = to_text(ruling("short-all-in"), "ru")
    assert labels(text) == ["РЕШЕНИЕ", "СТАТУС", "ДАЛЬШЕ", "ПОЧЕМУ", "НЕ ПРИМЕНЕНО", "ТОЛКОВАНИЕ"]
    assert text.startswith("РЕШЕНИЕ  Олл-ин C на 90 считается коллом.")
    assert "A  пас · колл ещё 70 · рэйз не меньше чем до 130" in text
    assert "B  пас · колл ещё 30 · рэйз нельзя" in text


def test_clauses_stand_in_a_column_or_in_parentheses() -> None:
    wide, narrow = to_text(ruling("oversized-chip"), width=80), to_text(ruling("oversized-chip"), width=50)
    ends = {
        len(line) - len(line.split()[-1]) for line in wide.splitlines() if line.split()[-1] in ("4.12.p1", "4.9.5.p3")
    }
    assert len(ends) == 1
    assert "(4.12.p1)" not in wide
    assert "(4.12.p1)" in narrow


def test_a_phone_has_labels_on_their_own_lines() -> None:
    lines = to_text(ruling("oversized-chip"), width=40).splitlines()
    assert {"RULING", "STATUS", "NEXT", "BACK", "ANNOUNCE", "WHY"} <= set(lines)
    assert lines[1].startswith("  B's single chip")


def test_what_comes_back_and_what_is_announced() -> None:
    text = to_text(ruling("oversized-chip"))
    assert re.search(r"^BACK     300 to B$", text, re.MULTILINE)
    assert re.search(r"^ANNOUNCE The dealer announces a call\.", text, re.MULTILINE)


def test_a_ruling_that_needs_facts_leads_with_the_question() -> None:
    text = to_text(ruling("words-unknown"))
    assert labels(text)[:3] == ["ASK", "RULING", "STATUS"]
    body = flat(text)
    assert "Did B say or show anything with these chips, and what?" in body
    assert "nothing: B's single chip of 500 counts as a call of 200." in body
    assert "raise / re-raise / cap: B's “raise” with 500 in chips counts as a raise to 500." in body
    assert "Still to be asked" in body or "still to be asked" in body


def test_amounts_that_were_tried_are_told_as_ranges() -> None:
    text = flat(to_text(ruling("stack-unknown")))
    assert "1–60, for instance 60: C's “all-in” counts as a call of 60." in text
    assert "counts as a call of 20" not in text


def test_one_discretion_is_told_once() -> None:
    text = "{structure: no-limit, game: holdem, stakes: {sb: 50, bb: 100}, street: flop, pot: 300, seats: [A, B, C]"
    incident = floorcall.read_incident(text + ", actions: [{A: bet 200}, {C: fold}, {B: call 200}]}")
    assert flat(to_text(floorcall.rule(incident))).count("the text does not speak of a fold out of turn") == 1


def test_a_sanction_stands_apart_with_its_range() -> None:
    text = flat(to_text(ruling("out-of-turn-again")))
    assert "SANCTION B acted out of turn again" in text
    assert "Left to the judge: one or two rounds of hands." in text


def test_an_open_sanction_says_what_decides() -> None:
    text = flat(to_text(ruling("out-of-turn")))
    assert "SANCTION Open for B: Is it the first time in this event that B does this?" in text
    assert "– the first time: B acted out of turn for the first time: a warning." in text


def test_discretion_names_the_official_and_the_range() -> None:
    assert "STATUS at the discretion of the judge: whether the changed act" in flat(to_text(ruling("dealer-caused")))
    assert "the head judge decides (BFSP 2.1.6)" in flat(to_text(ruling("unforeseen")))
    assert "решает главный судья" in flat(to_text(ruling("unforeseen"), "ru"))


def test_conduct_alone_is_at_the_discretion_of_the_one_who_punishes() -> None:
    incident = floorcall.read_incident("actions: [{event: offence, seat: A, what: other}]")
    text = flat(to_text(floorcall.rule(incident)))
    assert "RULING No clause names this act of A: a judge or the head judge may punish it" in text
    assert "STATUS at the discretion of the judge: any sanction within his power" in text
    assert "the rules are silent" not in text


def test_assumptions_say_who_confirms_them() -> None:
    assert "The game is hold'em (taken for granted); to confirm: the dealer." in flat(to_text(ruling("short-blind")))
    assert "Игра — холдем (принято по умолчанию); подтверждает дилер." in flat(to_text(ruling("short-blind"), "ru"))


def test_what_stands_above_is_not_repeated_below() -> None:
    for name in ("string-bet", "out-of-turn-again", "undercall"):
        text = flat(to_text(ruling(name), width=400))
        found = data(name)
        for entry in (*found["ruling"], *found["sanctions"]):
            assert text.count(entry["text"]) == 1


def test_large_amounts_are_grouped_for_the_eye_only() -> None:
    assert "call 40,000 · go all-in for 60,000" in to_text(ruling("short-stack"))
    assert "колл 40\u00a0000 · олл-ин на 60\u00a0000" in to_text(ruling("short-stack"), "ru")
    assert "40,000" not in str(data("short-stack"))
    assert "1000" in to_text(ruling("regular"))


# -- the others -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_player_gets_a_few_sentences_without_clauses(name: str, language: str) -> None:
    text = to_text(ruling(name), language, "player", 400)
    assert not CLAUSE.search(text)
    assert not labels(text)
    if data(name)["status"] != "needs facts":
        assert 1 <= len(re.findall(r"[.?](?=\s)", text)) <= 4


def test_what_a_player_hears() -> None:
    assert flat(to_text(ruling("short-all-in"), "en", "player")) == (
        "C's all-in of 90 counts as a call. A may fold, call 70 more or raise to at least 130. "
        "B may fold or call 30 more, but not raise."
    )
    assert flat(to_text(ruling("short-all-in"), "ru", "player")) == (
        "Олл-ин C на 90 считается коллом. A может: пас, колл ещё 70 или рэйз не меньше чем до 130. "
        "B может: пас или колл ещё 30, но не рэйз."
    )
    asked = flat(to_text(ruling("words-unknown"), "en", "player"))
    assert asked.startswith("The ruling hangs on one question: Did B say")
    assert "If the answer is “nothing”: B's single chip of 500 counts as a call of 200." in asked


def test_a_player_hears_who_decides_in_the_end() -> None:
    assert "It is at the discretion of the tournament director." in flat(
        to_text(ruling("example wrong-amount-told"), "en", "player")
    )
    assert "discretion" not in to_text(ruling("short-all-in"), "en", "player")


def test_a_trainer_hears_what_is_tempting_and_what_refutes_it() -> None:
    text = to_text(ruling("short-all-in"), audience="trainer")
    assert labels(text) == ["RULING", "STATUS", "NEXT", "WHY", "TEMPTING", "READING", "CLAUSES"]
    body = flat(text)
    assert re.search(r"“Someone before has raised, so B may re-raise to at least 130” \([\d.p]+\) is tempting", body)
    assert "Yet 4.9.8.p4.e1 refutes it: B has already answered the last full wager" in body
    assert "60 + 40 = 100" in body


def test_an_auditor_sees_every_rule_with_its_conditions() -> None:
    for name in ("short-all-in", "words-unknown", "dealer-caused", "columns"):
        text = flat(to_text(ruling(name), audience="auditor"))
        for rule in ruling(name).trace.considered:
            assert f"{rule.id} [{rule.clause}] " in text, rule.id


def test_an_auditor_sees_values_fates_parameters_and_readings() -> None:
    text = flat(to_text(ruling("columns"), audience="auditor", width=200))
    assert "handful-in-columns [4.11.p3] fired: act 2: act 2: seat = B, motions = 2, handful = yes" in text
    assert "first-motion-only [4.11.p2] defeated: act 2:" in text
    assert "by handful-in-columns (exception, 4.11.p3)" in text
    assert "told-bet [5.6.4.p2] failed: act 2: does = nothing, asked for bet" in text
    assert "limit.raises = 3" in text
    assert "4.9.8.p4.e1 = on-top" in text
    waiting = flat(to_text(ruling("words-unknown"), audience="auditor", width=200))
    assert "silence [4.14.2.e1] pending: act 2: act 2: seat = B, declared = unknown; unknown act 2.declared" in waiting


def test_an_auditor_sees_what_is_custom_and_no_clause() -> None:
    story = (
        "{structure: no-limit, street: flop, stakes: {sb: 50, bb: 100}, seats: [A, B], pot: 300, actions: [{A: check}]}"
    )
    text = flat(to_text(floorcall.rule(floorcall.read_incident(story), "club"), audience="auditor", width=200))
    assert "raise.after_short = on-top, by custom: the rulebook does not set it" in text
    assert "blind.heads_up = before-the-flop, by custom" not in text


def test_no_act_of_a_void_hand_is_read_out() -> None:
    story = (
        "{structure: no-limit, game: holdem, stakes: {sb: 50, bb: 100}, street: preflop, seats: [A, B, C], actions: "
        "[{C: {says: raise to 300}}, {A: fold}, {B: {says: call}}%s]}"
    )
    twins = ", {event: deck-defect, defect: twins, copies: 2, deck_time: hand}"
    played, void = (floorcall.rule(floorcall.read_incident(story % more)) for more in ("", twins))
    assert "counts as a raise" in to_text(played)
    text = flat(to_text(void))
    assert "counts as" not in text
    assert "round is closed" not in text
    assert "BACK 50 to A 300 to B 300 to C" in text


# -- the other books ------------------------------------------------------------------------------------------------

CLUB = (
    "{game: holdem, structure: no-limit, stakes: {sb: 50, bb: 100}, seats: [B, C, D, E, A], button: A, street: preflop"
)


def under(book: str, story: str, language: str = "en", audience: str = "judge") -> str:
    """What a rulebook says about a story, as one line."""
    import floorcall

    return flat(to_text(floorcall.rule(floorcall.read_incident(story), book), language, audience))


@pytest.mark.parametrize(
    ("book", "who", "wer"),
    [
        ("bfsp", "the head judge decides (BFSP 2.1.6)", "решает главный судья (BFSP 2.1.6)"),
        ("bpt", "the head judge decides (BPT 2.1.6)", "решает главный судья (BPT 2.1.6)"),
        ("tda", "the tournament director decides (TDA 1)", "решает турнирный директор (TDA 1)"),
        ("bg", "the tournament director decides (BG 1)", "решает турнирный директор (BG 1)"),
    ],
)
def test_each_book_has_its_own_official_for_what_it_does_not_foresee(book: str, who: str, wer: str) -> None:
    story = "{actions: [{event: " + ("entry, seat: S" if book in ("tda", "bg") else "redeal-wish") + "}]}"
    assert who in under(book, story)
    assert wer in under(book, story, "ru")


def test_a_text_that_gives_silence_to_nobody_is_not_cited_for_it() -> None:
    story = CLUB + ", actions: [{D: raise 300}, {E: {chips: [1000], silent: yes}}]}"
    text = under("club", story)
    assert "E's single chip of 1000: the text at hand is silent on it; ask the club poker manager." in text
    assert "does not say who decides; ask the club poker manager NOTE" in text
    assert "(CLUB )" not in text
    assert "спросите: менеджер клубного покера" in under("club", story, "ru")


def test_a_number_without_a_clause_is_not_read_out_as_law() -> None:
    text = under("club", CLUB + ", actions: [{D: raise 300}]}")
    assert "re-raise to at least 500" in text
    assert "usual is a raise to at least 500. 2.5.2.p2" in text
    assert "The least re-raise is" not in text
    assert "a full raise of 200" not in text
    assert "The least re-raise is to 300 + 200 = 500." in under("tda", CLUB + ", actions: [{D: raise 300}]}")


def test_an_excerpt_says_so_under_every_ruling() -> None:
    story = CLUB + ", actions: [{D: raise 300}]}"
    assert "NOTE Only sections 2.2 to 3.3.6 of the club rules are at hand" in under("club", story)
    assert "УЧЕСТЬ Из правил клуба доступны лишь разделы" in under("club", story, "ru")
    assert "NOTE" not in under("bfsp", story)


def test_what_one_official_decides_is_told_in_one_breath() -> None:
    text = under("club", CLUB + ", actions: [{D: raise 150}]}")
    assert text.count("at the discretion of the club poker manager") == 1
    assert "to the usual least size; the text at hand sets no bet sizes" in text


def test_what_is_at_somebodys_discretion_beside_the_play_is_told_where_it_is_decided() -> None:
    device = "{event: device-used, seat: A, purpose: text-message, live_hand: no, at_table: yes}"
    alone = under("tda", "{actions: [" + device + "]}")
    assert "STATUS at the discretion of the tournament director: not where it is a nuisance" in alone
    assert "silent" not in alone
    beside = under("tda", CLUB + ", actions: [{D: {chips: [500], silent: yes}}, " + device + "]}")
    assert "the device may be used. Left to the tournament director: not where it is a nuisance" in beside


def test_a_question_is_put_once() -> None:
    story = "{actions: [{event: device-used, seat: A, purpose: text-message, at_table: yes}]}"
    text = under("tda", story)
    assert text.count("It has to be asked first") == 0
    assert text.startswith("ASK Has A a live hand?")


def test_steps_that_repair_something_are_never_called_regular() -> None:
    text = under("tda", "{actions: [{event: stub-in-disorder, order_known: no, mixed_with: burns}]}")
    assert "STEPS" in text
    assert "Nothing irregular" not in text


def test_a_check_that_cannot_stand_is_not_said_to_stand() -> None:
    story = "{game: holdem, structure: no-limit, stakes: {sb: 50, bb: 100}, seats: [A, B, C], street: flop, pot: 300"
    text = under("tda", story + ", actions: [{A: bet 600}, {B: check}]}")
    assert "B's check does not suffice: B goes to 600 in all or folds." in text


def test_a_bring_in_is_not_called_a_bet() -> None:
    story = "{game: stud7, structure: limit, street: third, stakes: {ante: 5, bring_in: 10, low: 20, high: 40}"
    story += ", seats: [P1, P2, P3], up_cards: {P1: 9s, P2: 2h, P3: Kd}, min_chip: 5"
    story += ", actions: [{P2: {chips: [5], silent: yes}}]}"
    assert "P2's single chip of 5 counts as the bring-in of 10." in under("bfsp", story)


def test_what_leads_nowhere_new_is_told_as_no_change_and_what_follows_is_asked() -> None:
    text = under("tda", "{actions: [{event: offence, seat: A, what: left-table, has_cards: yes}]}")
    assert "To be asked: How was A punished for it the last time" in text
    assert "rounds of hands: still to be asked: How many rounds" in text


def test_the_sanction_is_the_answer_where_nothing_else_happened() -> None:
    text = under("bg", "{actions: [{event: offence, seat: A, what: insulted}]}")
    assert text.startswith("RULING A insulted somebody: a penalty must follow")
    assert text.count("a penalty must follow") == 1
