"""What the training remembers, in its database: trainees and their groups, sittings, questions, answers, cards.

Each method is one transaction: what it has given back is kept, also when the program is killed right after it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from facts.faults import Fault, Faults
from facts.records import NamedTuple
from training.database import Database
from training.records import Asked, Card, Plan, Question, Sitting, Trainee

_LONGEST = 80
_ASKED = "id, sitting, position, shown, asked, answered, chosen, seconds, rating"
_CARD = "rulebook, topic, state, step, stability, difficulty, due, last, answers, lapses"
_SITTING = "s.id, s.key, t.id, t.name, s.kind, s.plan, s.seed, s.begun, s.deadline, s.ended"


class Answer(NamedTuple):
    """An answer that was given, without what was shown. ``sitting``: the key of its sitting; ``case``: of its story."""

    trainee: str
    sitting: str
    exam: bool
    position: int
    rulebook: str
    case: str
    kind: str
    topic: str
    answered: datetime
    right: bool
    seconds: float
    misconception: str


class Store:
    """The training database as the rest of the room sees it. All methods raise Faults when the file does not let them.

    Times are aware and in UTC.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, path: str, *, reading: bool = False, wait: float = 5.0) -> Store:
        """Opens the database in a file; see :meth:`training.database.Database.open`."""
        return cls(Database.open(path, reading=reading, wait=wait))

    @property
    def path(self) -> str:
        """The file of the database."""
        return self._database.path

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    # -- who learns -------------------------------------------------------------------------------------------------

    def trainee(self, name: str, at: datetime) -> Trainee:
        """The trainee of a name, small and capital letters being the same; a new one where there is none."""
        told = _named(name, "--trainee")
        with self._database.writing():
            found = self.find(told)
            if found is not None:
                return found
            made = self._database.run(
                "INSERT INTO trainee (name, plain, since) VALUES (?, ?, ?)", (told, told.casefold(), _text(at))
            )
            return Trainee(int(made.lastrowid or 0), told)

    def find(self, name: str) -> Trainee | None:
        """The trainee of a name, None where nobody is called so."""
        rows = self._database.rows("SELECT id, name FROM trainee WHERE plain = ?", (_plain(name),))
        return Trainee(*rows[0]) if rows else None

    def trainees(self, team: str = "") -> tuple[Trainee, ...]:
        """All trainees by name, or those of a group."""
        if not team:
            return tuple(Trainee(*row) for row in self._database.rows("SELECT id, name FROM trainee ORDER BY plain"))
        query = "SELECT t.id, t.name FROM trainee t JOIN member m ON m.trainee = t.id WHERE m.plain = ?"
        return tuple(Trainee(*row) for row in self._database.rows(f"{query} ORDER BY t.plain", (_plain(team),)))

    def join(self, trainee: Trainee, team: str) -> None:
        """Puts a trainee into a group, which is there as soon as somebody is in it."""
        told = _named(team, "--group")
        with self._database.writing():
            self._database.run(
                "INSERT OR IGNORE INTO member (trainee, team, plain) VALUES (?, ?, ?)",
                (trainee.id, told, told.casefold()),
            )

    def teams(self) -> tuple[str, ...]:
        """The groups by name."""
        rows = self._database.rows("SELECT min(team) FROM member GROUP BY plain ORDER BY plain")
        return tuple(name for (name,) in rows)

    # -- sittings ---------------------------------------------------------------------------------------------------

    def begin(
        self, trainee: Trainee, kind: str, plan: Plan, seed: int, at: datetime, deadline: datetime | None = None
    ) -> Sitting:
        """A new sitting."""
        from os import urandom

        key = urandom(12).hex()
        with self._database.writing():
            made = self._database.run(
                "INSERT INTO sitting (key, trainee, kind, plan, seed, begun, deadline) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (key, trainee.id, kind, _json(plan.as_data()), seed, _text(at), _text(deadline)),
            )
        return Sitting(int(made.lastrowid or 0), key, trainee, kind, plan, seed, at, deadline, None)

    def sittings(self, trainee: Trainee) -> tuple[Sitting, ...]:
        """The sittings of a trainee, the last one first."""
        query = f"SELECT {_SITTING} FROM sitting s JOIN trainee t ON t.id = s.trainee WHERE t.id = ?"
        rows = self._database.rows(f"{query} ORDER BY s.begun DESC, s.id DESC", (trainee.id,))
        return tuple(self._sitting(row) for row in rows)

    def unfinished(self, trainee: Trainee) -> Sitting | None:
        """The last sitting of a trainee that was not brought to its end; None where there is none."""
        query = (
            f"SELECT {_SITTING} FROM sitting s JOIN trainee t ON t.id = s.trainee WHERE t.id = ? AND s.ended IS NULL"
        )
        rows = self._database.rows(f"{query} ORDER BY s.begun DESC, s.id DESC LIMIT 1", (trainee.id,))
        return self._sitting(rows[0]) if rows else None

    def end(self, sitting: Sitting, at: datetime) -> Sitting:
        """The sitting is over; a time that was set before stands."""
        with self._database.writing():
            self._database.run("UPDATE sitting SET ended = ? WHERE id = ? AND ended IS NULL", (_text(at), sitting.id))
            ((ended,),) = self._database.rows("SELECT ended FROM sitting WHERE id = ?", (sitting.id,))
        return sitting._replace(ended=_time(ended))

    def replan(self, sitting: Sitting, plan: Plan) -> Sitting:
        """The sitting with another plan for what is still to come."""
        with self._database.writing():
            self._database.run("UPDATE sitting SET plan = ? WHERE id = ?", (_json(plan.as_data()), sitting.id))
        return sitting._replace(plan=plan)

    def _sitting(self, row: Any) -> Sitting:
        id, key, who, name, kind, plan, seed, begun, deadline, ended = row
        told = self._read(plan, Plan.from_data)
        return Sitting(id, key, Trainee(who, name), kind, told, seed, _sure(begun), _time(deadline), _time(ended))

    # -- questions and answers --------------------------------------------------------------------------------------

    def ask(self, sitting: Sitting, question: Question, at: datetime) -> Asked:
        """Keeps a question before it is shown. Where another one waits for its answer, that one is given back."""
        with self._database.writing():
            waiting = self.waiting(sitting)
            if waiting is not None:
                return waiting
            ((last,),) = self._database.rows("SELECT max(position) FROM question WHERE sitting = ?", (sitting.id,))
            told = (question.item, question.rulebook, question.case, question.kind, question.topic)
            position = (last or 0) + 1
            made = self._database.run(
                "INSERT INTO question (sitting, position, item, rulebook, story, kind, topic, shown, asked)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (sitting.id, position, *told, _json(question.as_data()), _text(at)),
            )
        return Asked(int(made.lastrowid or 0), sitting.id, position, question, at, None, None, 0.0, 0)

    def reword(self, asked: Asked, question: Question) -> None:
        """Puts a question that waits in other words; one that was answered stays as it was shown."""
        with self._database.writing():
            self._database.run(
                "UPDATE question SET shown = ? WHERE id = ? AND answered IS NULL",
                (_json(question.as_data()), asked.id),
            )

    def waiting(self, sitting: Sitting) -> Asked | None:
        """The question of a sitting that was shown and not answered; None where there is none."""
        query = f"SELECT {_ASKED} FROM question WHERE sitting = ? AND answered IS NULL ORDER BY position LIMIT 1"
        rows = self._database.rows(query, (sitting.id,))
        return self._asked(rows[0]) if rows else None

    def asked(self, sitting: Sitting) -> tuple[Asked, ...]:
        """The questions of a sitting in their order."""
        query = f"SELECT {_ASKED} FROM question WHERE sitting = ? ORDER BY position"
        return tuple(self._asked(row) for row in self._database.rows(query, (sitting.id,)))

    def answer(
        self, asked: Asked, chosen: tuple[int, ...], seconds: float, rating: int, at: datetime,
        trainee: Trainee, review: Callable[[Card | None], Card],
    ) -> Asked | None:  # fmt: skip
        """Keeps an answer, and with it the card of its topic as ``review`` makes it from the one that is there.

        None when the question was answered meanwhile, in another terminal: that answer stands.
        """
        question = asked.question
        with self._database.writing():
            done = self._database.run(
                "UPDATE question SET answered = ?, chosen = ?, correct = ?, seconds = ?, rating = ?, misconception = ?"
                " WHERE id = ? AND answered IS NULL",
                (
                    _text(at), _json(chosen), int(question.is_right(chosen)), seconds, rating,
                    question.mistake(chosen), asked.id,
                ),
            )  # fmt: skip
            if done.rowcount == 0:
                return None
            card = review(self._card(trainee, question.rulebook, question.topic))
            self._database.run(
                f"INSERT OR REPLACE INTO card (trainee, {_CARD}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (trainee.id, *card._replace(due=_text(card.due), last=_text(card.last))),  # type: ignore[arg-type]
            )
        return asked._replace(answered=at, chosen=chosen, seconds=seconds, rating=rating)

    def _asked(self, row: Any) -> Asked:
        id, sitting, position, shown, asked, answered, chosen, seconds, rating = row
        question = self._read(shown, Question.from_data)
        told = None if chosen is None else self._read(chosen, tuple)
        return Asked(id, sitting, position, question, _sure(asked), _time(answered), told, seconds or 0.0, rating or 0)

    def _read(self, text: str, make: Callable[[Any], Any]) -> Any:
        """What a JSON column holds. Raises Faults when somebody else wrote into it."""
        try:
            return make(json.loads(text))
        except (ValueError, TypeError, KeyError, AttributeError):
            message = "the training database holds something that floorcall did not write"
            raise Faults([Fault(self.path, 0, 0, message, "go on with a copy, or name another file")]) from None

    # -- the schedule -----------------------------------------------------------------------------------------------

    def cards(self, trainee: Trainee, due_by: datetime | None = None) -> tuple[Card, ...]:
        """The cards of a trainee, what is due first standing first; only what is due by then, where that is told."""
        query = f"SELECT {_CARD} FROM card WHERE trainee = ?"
        values: list[Any] = [trainee.id]
        if due_by is not None:
            query, values = f"{query} AND due <= ?", [*values, _text(due_by)]
        rows = self._database.rows(f"{query} ORDER BY due, rulebook, topic", values)
        return tuple(_card(row) for row in rows)

    def _card(self, trainee: Trainee, rulebook: str, topic: str) -> Card | None:
        query = f"SELECT {_CARD} FROM card WHERE trainee = ? AND rulebook = ? AND topic = ?"
        rows = self._database.rows(query, (trainee.id, rulebook, topic))
        return _card(rows[0]) if rows else None

    def stories(self, trainee: Trainee, rulebook: str, topic: str) -> tuple[tuple[str, str], ...]:
        """The stories (case and kind) by which a trainee was asked about a topic, the last one first."""
        query = (
            "SELECT q.story, q.kind FROM question q JOIN sitting s ON s.id = q.sitting"
            " WHERE s.trainee = ? AND q.rulebook = ? AND q.topic = ? ORDER BY q.asked DESC, q.id DESC LIMIT 50"
        )
        return tuple((case, kind) for case, kind in self._database.rows(query, (trainee.id, rulebook, topic)))

    def cases_on(self, rulebook: str, topic: str) -> tuple[str, ...]:
        """The cases that turned out to be about a topic, whoever was asked."""
        query = "SELECT DISTINCT story FROM question WHERE rulebook = ? AND topic = ? ORDER BY story"
        return tuple(case for (case,) in self._database.rows(query, (rulebook, topic)))

    def answers(self, trainees: Iterable[Trainee]) -> tuple[Answer, ...]:
        """All answers of some trainees, in the order in which they were given."""
        query = (
            "SELECT t.name, s.key, s.kind = 'exam', q.position, q.rulebook, q.story, q.kind, q.topic, q.answered,"
            " q.correct, q.seconds, q.misconception FROM question q JOIN sitting s ON s.id = q.sitting"
            " JOIN trainee t ON t.id = s.trainee WHERE t.id = ? AND q.answered IS NOT NULL"
        )
        found = [Answer(*row) for who in trainees for row in self._database.rows(query, (who.id,))]
        told = (one._replace(answered=_sure(one.answered), right=bool(one.right), exam=bool(one.exam)) for one in found)
        return tuple(sorted(told, key=lambda one: (one.answered, one.sitting, one.position)))


def _card(row: Any) -> Card:
    told = Card(*row)
    return told._replace(due=_sure(row[6]), last=_sure(row[7]))


def _named(name: str, option: str) -> str:
    """A name without needless blanks. Raises Faults for one that cannot be shown."""
    told = " ".join(name.split())
    if not told or len(told) > _LONGEST or not told.isprintable():
        raise Faults([Fault(option, 0, 0, "this is no name", f"letters, {_LONGEST} at most")])
    return told


def _plain(name: str) -> str:
    """A name as it is compared."""
    return " ".join(name.split()).casefold()


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _text(at: datetime | None) -> str | None:
    """A time as it is kept: always as long, so that later ones sort behind earlier ones."""
    if at is None:
        return None
    from datetime import UTC

    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _sure(text: Any) -> datetime:
    return datetime.fromisoformat(text)


__all__ = ["Answer", "Store"]
