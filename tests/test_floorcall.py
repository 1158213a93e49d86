"""The public surface for other programs: everything in it is documented, typed, immutable, and works as it says."""

from __future__ import annotations

import doctest
import inspect
import json
import threading
from pathlib import Path

import pytest

import floorcall

ROOT = Path(__file__).parents[1]
SHORT = ROOT / "examples" / "short-all-in.yaml"


def test_every_name_is_documented_and_mentioned_in_this_file() -> None:
    here = Path(__file__).read_text(encoding="utf-8")
    for name in floorcall.__all__:
        thing = getattr(floorcall, name)
        assert inspect.getdoc(thing), name
        assert name in here, name


def test_the_example_of_the_module_runs() -> None:
    assert doctest.testmod(floorcall).failed == 0


def test_rule_takes_an_id_a_folder_or_a_rulebook() -> None:
    incident = floorcall.load_incident(SHORT)
    book = floorcall.load_rulebook("bfsp")
    rulings = [floorcall.rule(incident, of) for of in ("bfsp", book.folder, Path(book.folder), book)]
    assert len({json.dumps(floorcall.as_json(ruling)) for ruling in rulings}) == 1
    assert isinstance(rulings[0], floorcall.Ruling)
    assert isinstance(book, floorcall.Rulebook)
    assert isinstance(book.clauses["4.9.8.p4"], floorcall.Clause)
    assert "bfsp" in floorcall.rulebooks()


def test_regulations_tell_what_the_book_below_says() -> None:
    four = floorcall.load_incident(ROOT / "examples" / "four-card-flop.yaml")
    assert floorcall.rule(four, "tda").below is None
    below = floorcall.rule(four, ROOT / "examples" / "house").below
    assert isinstance(below, floorcall.Below)
    assert below.ruling.rulebook.id == "tda"


def test_compare_shows_each_book_against_the_first() -> None:
    incident = floorcall.load_incident(SHORT)
    found = floorcall.compare(incident, ["bfsp", "bpt"])
    assert isinstance(found, floorcall.Comparison)
    one, other = found.rows
    assert isinstance(other, floorcall.Compared)
    assert isinstance(other.rulebook, floorcall.Rulebook)
    assert isinstance(other.ruling, floorcall.Ruling)
    assert (one.differs, other.differs, other.seats) == ((), ("next",), ("A",))
    with pytest.raises(AttributeError):
        other.differs = ()  # type: ignore[misc]
    data = floorcall.as_json(found, "ru")
    assert (data["schema"], data["language"], data["alike"]) == ("floorcall.compare/1", "ru", [])


def test_compare_asks_all_installed_books_first_that_of_the_incident() -> None:
    incident = floorcall.load_incident(SHORT)
    assert {row.rulebook.id for row in floorcall.compare(incident).rows} >= {"bfsp", "bpt", "bg", "tda", "club"}
    assert floorcall.compare(incident).rows[0].rulebook.id == "bfsp"
    assert floorcall.compare(incident._replace(rulebook="tda")).rows[0].rulebook.id == "tda"
    book = floorcall.load_rulebook("bfsp")
    assert len(floorcall.compare(incident, [book, "bfsp", Path(book.folder)]).rows) == 1


def test_compare_under_another_reading_and_what_it_refuses() -> None:
    incident = floorcall.load_incident(SHORT)
    read = {"bfsp": {"4.9.8.p4.e1": "plus-big-blind"}}
    assert floorcall.compare(incident, ["bfsp", "bpt"], read).rows[1].differs == ()
    with pytest.raises(KeyError, match="to-fill"):
        floorcall.compare(incident, ["bfsp"], {"bfsp": {"4.9.8.p4.e1": "to-fill"}})
    with pytest.raises(floorcall.Faults, match="no such rulebook"):
        floorcall.compare(incident, ["bfsp", "bfps"])
    with pytest.raises(ValueError, match="no rulebook"):
        floorcall.compare(incident, [])


def test_rule_under_another_reading() -> None:
    incident = floorcall.load_incident(SHORT)
    ruling = floorcall.rule(incident, readings={"4.9.8.p4.e1": "to-full"})
    verdict = ruling.verdict("may-raise", "A")
    assert isinstance(verdict, floorcall.Verdict)
    assert verdict.values["min"] == 100
    with pytest.raises(KeyError, match="to-fill"):
        floorcall.rule(incident, readings={"4.9.8.p4.e1": "to-fill"})


def test_what_a_ruling_holds() -> None:
    ruling = floorcall.rule(floorcall.load_incident(ROOT / "examples" / "what-did-he-say.yaml"))
    (question,) = ruling.questions
    assert isinstance(question, floorcall.Question)
    assert all(isinstance(answer, floorcall.Answer) for answer in question.answers)
    short = floorcall.rule(floorcall.load_incident(SHORT))
    assert all(isinstance(other, floorcall.Alternative) for other in short.alternatives)
    assert all(isinstance(one, floorcall.Assumption) for one in short.assumptions)


def test_an_incident_can_be_built_without_a_file() -> None:
    incident = floorcall.Incident(
        ("A", "B"),
        game="holdem",
        structure="no-limit",
        street="flop",
        stakes={"sb": 50, "bb": 100},
        stacks={"A": 3000, "B": 3000},
        pot=300,
        timeline=(
            floorcall.Act("A", "bet", 200),
            floorcall.Act("B", words=floorcall.Words("nothing"), motions=((500,),)),
            floorcall.Event("request", {"seat": "B", "wants": "raise"}),
        ),
    )
    verdict = floorcall.rule(incident).verdict("settles", "act 2")
    assert verdict is not None
    assert verdict.values == {"as": "call", "to": 200}
    with pytest.raises(AttributeError):
        incident.pot = 1  # type: ignore[misc]


def test_faults_are_all_told_at_once() -> None:
    with pytest.raises(floorcall.Faults) as caught:
        floorcall.read_incident("seats: [A, B]\nstreet: flap\nactions:\n  - C: bet 20\n", "told.yaml")
    faults = caught.value.faults
    assert all(isinstance(fault, floorcall.Fault) for fault in faults)
    assert [(fault.line, fault.file) for fault in faults] == [(2, "told.yaml"), (4, "told.yaml")]
    with pytest.raises(floorcall.Faults, match="no such rulebook"):
        floorcall.load_rulebook("bfps")


@pytest.mark.parametrize("engine", ["clips", "experta"])
def test_threads_rule_side_by_side(engine: str) -> None:
    incident = floorcall.load_incident(SHORT)
    expected = json.dumps(floorcall.as_json(floorcall.rule(incident, engine=engine), "ru"))
    found: list[str] = []

    def work() -> None:
        found.extend(json.dumps(floorcall.as_json(floorcall.rule(incident, engine=engine), "ru")) for _ in range(5))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 20


def test_an_engine_that_is_not_there_is_said() -> None:
    incident = floorcall.load_incident(SHORT)
    for ask in (floorcall.rule, floorcall.compare):
        with pytest.raises(floorcall.NoEngine, match=r"engine clip: there is no such engine \(did you mean clips\?\)"):
            ask(incident, engine="clip")  # type: ignore[operator]
