"""``read_shorthand``: a story as it is typed becomes an incident, or questions and faults at their places."""

from __future__ import annotations

from facts.faults import Fault, Faults
from facts.incident import Incident
from facts.lexicon import Vocabulary
from facts.reader import incident_from_node
from facts.records import NamedTuple
from facts.yamlnodes import UNPRINTABLE
from say.building import Built, Places, build
from say.clauses import read_clauses
from say.drafts import Span
from say.phrasing import Phrasing
from say.showing import Shown, shown_of
from say.slots import Known
from say.tables import Tables, tables
from say.texts import spoken
from say.tokens import MOST_LETTERS
from say.troubles import Trouble
from say.turns import turn_troubles

FILE = "<say>"


class Answer(NamedTuple):
    """One answer to a question. ``spelling`` stands in the place of the doubtful text; ``text`` is the whole story with
    it; ``about`` says what it means (may be empty).
    """

    spelling: str
    text: str
    about: str


class Question(NamedTuple):
    """What can be read in two ways. ``start`` and ``end`` count letters of the text from 0; line and column from 1."""

    asks: str
    start: int
    end: int
    line: int
    column: int
    answers: tuple[Answer, ...]


class Understood(NamedTuple):
    """What became of a story.

    ``incident``: None while there are questions or faults. ``shown``: what was understood, in the order of the story,
    also where something else was not. ``text`` is what was typed, whole; ``file`` where.
    """

    text: str
    file: str
    incident: Incident | None
    shown: tuple[Shown, ...]
    questions: tuple[Question, ...]
    faults: tuple[Fault, ...]


def read_shorthand(
    text: str, vocabulary: Vocabulary | None = None, file: str = FILE, language: str = "en"
) -> Understood:
    """Reads a story in shorthand, in English or Russian words.

    ``vocabulary`` says which events can be told (None: that of this package); ``file`` names the source in faults and
    in the incident; ``language`` is that of everything said back (en, ru; for others the nearest). Never raises for
    anything typed.
    """
    if vocabulary is None:
        from facts.lexicon import vocabulary as own

        vocabulary = own()
    return _Reading(text, vocabulary, file, language).understood()


class _Reading:
    def __init__(self, text: str, vocabulary: Vocabulary, file: str, language: str) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.file = file
        self.tables: Tables = tables()
        self.places = Places(text)
        self.phrasing = Phrasing(spoken(language), vocabulary, self.tables)
        self.faults: list[Fault] = []
        self.questions: list[Question] = []

    def understood(self) -> Understood:
        shown: tuple[Shown, ...] = ()
        incident = None
        if self._readable():
            draft, troubles = read_clauses(self.text, self.tables, Known(self.vocabulary.events, self.tables))
            built = build(draft, self.text, self.tables)
            shown = shown_of(draft, built, self.text, self.phrasing)
            self._sort(troubles + built.troubles)
            if not self.questions:  # what is asked may be the very cause of what would be wrong
                incident = self._checked(built, bool(troubles or self.faults))
                self._sort(turn_troubles(draft, built.seating, incident))
        sound = not self.faults and not self.questions
        faults = tuple(sorted(dict.fromkeys(self.faults)))
        questions = tuple(sorted(self.questions, key=lambda question: question.start))
        return Understood(self.text, self.file, incident if sound else None, shown, questions, faults)

    def _readable(self) -> bool:
        if len(self.text) > MOST_LETTERS:
            self._fault(Trouble(Span(MOST_LETTERS, MOST_LETTERS + 1), "too-long"))
        elif match := UNPRINTABLE.search(self.text):
            self._fault(Trouble(Span(match.start(), match.end()), "letter"))
        elif not any(letter.isalnum() for letter in self.text):
            self._fault(Trouble(Span(0, 0), "nothing"))
        return not self.faults

    def _checked(self, built: Built, troubled: bool) -> Incident | None:
        """The incident by the same checks as a file; what they find wrong is a fault here too."""
        if not built.root.pairs or (troubled and not built.seating.seats):
            if not troubled:
                self._fault(Trouble(Span(0, 0), "nothing"))
            return None
        try:
            return incident_from_node(built.root, self.file, self.vocabulary.events)
        except Faults as found:
            self.faults += found.faults
            return None

    def _sort(self, troubles: list[Trouble]) -> None:
        for trouble in troubles:
            if trouble.choices:
                self.questions.append(self._question(trouble))
            else:
                self._fault(trouble)

    def _fault(self, trouble: Trouble) -> None:
        line, column = self.places.of(trouble.span.start)
        typed = " ".join(self.text[trouble.span.start : trouble.span.end].split())
        message = self.phrasing.text(f"fault.{trouble.code}", {"typed": _cut(typed), **trouble.values})
        hint = self.phrasing.hint(trouble.code, typed)
        self.faults.append(Fault(self.file, line, column, message, hint))

    def _question(self, trouble: Trouble) -> Question:
        start, end = trouble.span
        line, column = self.places.of(start)
        answers = []
        for choice in trouble.choices:
            about = self.phrasing.text(f"choice.{choice.about}", choice.values) if choice.about else ""
            spelling = self.phrasing.spelled(choice.spelling)
            if spelling[:1] == " " and (start == 0 or self.text[start - 1].isspace()):
                spelling = spelling[1:]
            if end < len(self.text) and self.text[end].isalnum() and not spelling.endswith(" "):
                spelling += " "
            answers.append(Answer(spelling.strip(), self.text[:start] + spelling + self.text[end:], about))
        asks = self.phrasing.text(f"ask.{trouble.code}", trouble.values)
        return Question(asks, start, end, line, column, tuple(answers))


def _cut(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
