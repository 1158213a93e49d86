"""The parts of a report about one incident: facts, rules, decision, reasons, options, remedy, sanction, protest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from explain.texts import chosen, unmarked
from facts.faults import Faults
from facts.incident import Event
from facts.lexicon import Vocabulary
from journal.records import Body
from journal.reports import blocks, choices
from journal.reports.appeals import protests, right_of_protest
from journal.reports.blocks import Block, own
from journal.reports.chronicle import Case, Chronicle, seats_of
from journal.reports.found import FOLLOWS, FOUND, sorted_facts
from journal.reports.happened import Step, Story
from journal.reports.law import Law, unbroken
from journal.reports.plain import line, lines
from journal.reports.tongue import Said, Tongue


class Telling:
    """One incident in one language."""

    def __init__(self, chronicle: Chronicle, case: Case, body: Body, law: Law, tongue: Tongue) -> None:
        self.chronicle = chronicle
        self.case = case
        self.law = law
        self.tongue = tongue
        self.spoken = tongue.chosen(body.rulings)
        self.data: Mapping[str, Any] = body.rulings[self.spoken] if self.spoken else {}
        self.body = body
        self.typed = body.text.decode("utf-8", "replace")
        self.seats = seats_of(case)
        self._cites = {told["clause"]: unbroken(told["cite"]) for told in self.data.get("citations") or ()}

    # -- small things -----------------------------------------------------------------------------------------------

    def said(self, text: object) -> Said:
        """A text of the ruling."""
        return self.tongue.said(line(text), self.spoken)

    def cited(self, clauses: Iterable[str], most: int = 3) -> str:
        """Clauses as they are cited, each once."""
        found = dict.fromkeys(self._cites.get(clause) or self.law.cite(clause) for clause in clauses)
        return ", ".join(list(found)[:most])

    def who(self, seat: object) -> str:
        """A seat with its player."""
        told = line(seat)
        return f"{told} · {self.chronicle.called(self.seats[told])}" if told in self.seats else told

    # -- parts ------------------------------------------------------------------------------------------------------

    def head(self) -> Block:
        """Event, time, place and rules."""
        case, event, say = self.case, self.chronicle.event, self.tongue
        return blocks.pairs(
            [
                (say.text("head.event"), own(line(event.name or event.id))),
                (say.text("head.place"), own(line(event.place))),
                (say.text("head.organiser"), own(line(event.organiser))),
                (say.text("head.when"), own(say.moment(case.entry.at))),
                (say.text("head.table"), own(case.table)),
                (say.text("head.hand"), own(case.hand)),
                (say.text("head.official"), own(line(case.entry.by))),
                (say.text("head.status"), self.status()),
                (say.text("head.entry"), own(say.number(case.entry.number))),
                (say.text("head.rulebook"), self.rulebook()),
            ]
        )

    def rulebook(self) -> Said:
        """The rules that the incident was ruled by."""
        name = self.law.name(self.tongue)
        edition = self.said(self.data.get("edition") or "")["text"]
        return name if not edition or edition in name["text"] else own(f"{name['text']}, {edition}")

    def status(self) -> Said:
        """How sure the ruling is."""
        return self.tongue.explain("statuses", str(self.data.get("status") or self.case.data.get("status") or ""))

    def players(self) -> list[Block]:
        """Who sat where."""
        say = self.tongue
        rows = [(own(seat), own(self.chronicle.called(key))) for seat, key in self.seats.items()]
        heads = (say.text("head.seat"), say.text("head.player"))
        return [blocks.table(say.text("section.players"), heads, rows)] if rows else []

    @cached_property
    def story(self) -> Story | None:
        """The incident as it can be told; None where its text cannot be read any more."""
        from journal.stories import story_of

        vocabulary = self.law.vocabulary
        try:
            incident = story_of(self.case.data, self.body, vocabulary)
        except (Faults, LookupError, ValueError):  # the format is older, or what it needs is not there
            return None
        return Story(incident, vocabulary, self.tongue, self._seated)

    def _seated(self, seat: str) -> str:
        return self.chronicle.called(self.seats[line(seat)]) if line(seat) in self.seats else ""

    @cached_property
    def steps(self) -> list[Step]:
        """Acts and events in words; none where the incident cannot be read any more."""
        return [] if self.story is None else self.story.steps()

    def happened(self) -> list[Block]:
        """The table, then what was done, step by step; what cannot be read any more, as it was entered."""
        say, note = self.tongue, line(self.case.data.get("note") or "")
        if self.story is None:
            told = [blocks.pairs([(say.text("tale.note"), own(note))])] if note else []
            return [*self.players(), *told, blocks.text(own(say.text("tale.unread"))), *self.entered()]
        steps = [(step.said, "") for step in self.steps]
        nothing = blocks.text(own(say.text("tale.no-acts")))
        head = self.story.head(note)
        return [*([head] if head["rows"] else []), blocks.items(steps, ordered=True) if steps else nothing]

    def names(self, seat: str) -> bool:
        """Whether the story tells anything of the player in a seat."""
        return any(seat in step.seats for step in self.steps)

    def did(self, seat: str, most: int = 2) -> list[Block]:
        """What the player in a seat did, in a sentence or two; how the story ends, where it tells nothing of him."""
        named = [step.said for step in self.steps if seat in step.seats] or [step.said for step in self.steps[-1:]]
        return [blocks.text(said) for said in named[-most:]]

    def facts(self) -> list[Block]:
        """What the ruling rests on that was told or counted, and in a line below what the replay of the table came to.

        What is irregular in a hand history comes first. What the story says in the same words is not said again, unless
        nothing else would be left.
        """
        irregular = [entry["text"] for entry in self.data.get("irregular") or ()]
        facts = [self.said(fact) for fact in (*irregular, *self._facts[FOUND])]
        story = "\n".join(step.said["text"] for step in self.steps).lower()
        facts = [said for said in facts if said["text"].lower() not in story] or facts
        told = [blocks.items(((_sentence(said), "") for said in facts), ordered=True)] if facts else []
        return [*told, *self._follows()]

    def _follows(self) -> list[Block]:
        by_language: dict[str, list[str]] = {}
        for said in map(self.said, self._facts[FOLLOWS]):
            by_language.setdefault(said["lang"], []).append(said["text"])
        title = self.tongue.text("section.follows")
        rows = [(title, Said(text="; ".join(texts), lang=lang)) for lang, texts in by_language.items()]
        return [blocks.pairs(rows)] if rows else []

    @cached_property
    def _facts(self) -> dict[str, list[str]]:
        """The facts of the reasoning by where they stand; findings of the ruling itself are no facts."""
        titles = _titles(self.spoken, self.law.vocabulary)
        facts = [fact for reason in self.data.get("reasoning") or () for fact in reason["facts"]]
        facts = [fact for fact in facts if unmarked(fact)[0].partition(": ")[0] not in titles]
        vocabulary, story = self.law.vocabulary, self.story
        timeline = story.incident.timeline if story else ()
        told = (entry.type for entry in timeline if isinstance(entry, Event))
        return sorted_facts(
            facts, self.spoken, vocabulary, frozenset(told if story else vocabulary.events), bool(story)
        )

    def disputes(self) -> list[Block]:
        """Facts that are told in several ways, whether it matters, and what is ruled on each telling."""
        disputed, say = self.data.get("disputes"), self.tongue
        if not disputed:
            return []
        heads = [say.text(f"head.{name}") for name in ("fact", "version", "told-by", "matters")]
        rows = [
            (
                own(line(fact["fact"])),
                own(line(version["value"])),
                own(line(", ".join(version["by"]))),
                say.explain("values", "yes" if fact["matters"] else "no"),
            )
            for fact in disputed["facts"]
            for version in fact["versions"]
        ]
        found = [blocks.table(say.text("section.disputes"), heads, rows)]
        hearing = [(self.said(told["text"]), self.cited(told["clauses"])) for told in disputed["hearing"]]
        return [*found, *self._tellings(disputed["tellings"]), *([blocks.items(hearing)] if hearing else [])]

    def _tellings(self, tellings: Iterable[Mapping[str, Any]]) -> list[Block]:
        say = self.tongue
        rows = [
            (
                own(line("; ".join(f"{fact['fact']} = {fact['value']}" for fact in telling["facts"]))),
                self.said(" ".join(told["text"] for told in telling["ruling"]["ruling"])),
            )
            for telling in tellings
        ]
        heads = (say.text("head.version"), say.text("head.decision"))
        return [blocks.table(say.text("section.tellings"), heads, rows)] if rows else []

    def assumptions(self) -> list[Block]:
        """What nobody told and the ruling took for granted, with who should confirm it."""
        told = []
        for found in self.data.get("assumptions") or ():
            text, who = found.get("text", ""), found.get("confirm")
            if who:
                text = self.tongue.text("line.confirm", text=line(text), who=choices.official(who, self.tongue))
            told.append((self.said(text), ""))
        return [blocks.items(told)] if told else []

    def questions(self) -> list[Block]:
        """What has to be asked before it can be ruled."""
        told = [(self.said(found["question"]), "") for found in self.data.get("questions") or ()]
        return [blocks.items(told)] if told else []

    def rules(self, only: frozenset[str] | None = None) -> list[Block]:
        """The clauses that the ruling rests on, with what they say; ``only``: some of them."""
        say = self.tongue
        only = self._applied() if only is None else only
        gists: dict[str, list[str]] = {}
        for told in self.data.get("citations") or ():
            if only and told["clause"] not in only:
                continue
            gists.setdefault(unbroken(told["cite"]), []).append(line(told["gist"] or told["title"]))
        rows = [(own(cite), self.said(" ".join(dict.fromkeys(gist)))) for cite, gist in gists.items()]
        heads = (say.text("head.clause"), say.text("head.says"))
        return [blocks.table(say.text("section.rules"), heads, rows)] if rows else []

    def decision(self) -> list[Block]:
        """What was decided; where it was decided in another language, the acts in this one first."""
        found: list[Block] = []
        if self.spoken != self.tongue.language:
            found += [blocks.text(said, strong=True) for said in choices.counted_as(self.data, self.tongue)]
        for told in self.data.get("ruling") or ():
            found.append(blocks.items([(self.said(told["text"]), self.cited(told["clauses"]))]))
        return _merged(found)

    def headline(self) -> list[Block]:
        """The decision alone, for a reader who wants no more."""
        return [blocks.text(self.said(told["text"]), strong=True) for told in self.data.get("ruling") or ()]

    def _applied(self) -> frozenset[str]:
        """The clauses behind what was decided and why; none where nothing was, and all that come up are told."""
        parts = ("ruling", "sanctions", "procedure", "reasoning")
        lines = [told for part in parts for told in self.data.get(part) or ()]
        return frozenset(clause for told in lines for clause in told["clauses"])

    def deciding(self) -> frozenset[str]:
        """The clauses behind the decision and the sanctions, of each the most telling."""
        lines = [*(self.data.get("ruling") or ()), *(self.data.get("sanctions") or ())]
        return frozenset(clause for part in lines for clause in part["clauses"][:1])

    def reasoning(self) -> list[Block]:
        """Why, step by step, and how clauses were read that can be read in two ways."""
        told = [(self.said(r["text"]), self.cited(r["clauses"])) for r in self.data.get("reasoning") or ()]
        found = [blocks.items(told, ordered=True)] if told else []
        say = self.tongue
        readings = [
            (
                self.said(
                    say.text(
                        "line.reading",
                        clause=self.cited([reading["clause"]]),
                        name=line(reading["chosen"]),
                        meaning=line(reading["meaning"]),
                    )
                ),
                "",
            )
            for reading in self.data.get("readings") or ()
        ]
        layers = [(self.said(layer["text"]), "") for layer in self.data.get("layers") or ()]
        if self.data.get("incomplete"):
            layers.append((self.said(self.data["incomplete"]), ""))
        return [*found, blocks.items([*readings, *layers])] if readings or layers else found

    def defeated(self) -> list[Block]:
        """What was considered and why it does not apply."""
        told = [(self.said(d["text"]), self.cited(d["clauses"])) for d in self.data.get("defeated") or ()]
        return [blocks.items(told)] if told else []

    def options(self) -> list[Block]:
        """What each player may do, in the order in which it is read out."""
        say = self.tongue
        rows = [(own(self.who(seat)), said) for seat, said in choices.options(self.data, say)]
        heads = (say.text("head.seat"), say.text("head.may"))
        return [blocks.table(say.text("section.options"), heads, rows)] if rows else []

    def remedy(self) -> list[Block]:
        """What has to be done to put the game right."""
        steps = [(self.said(s["text"]), self.cited(s["clauses"])) for s in self.data.get("procedure") or ()]
        chips = self.data.get("chips") or {}
        say = self.tongue
        back = [
            (own(say.text("line.back", amount=say.number(amount), seat=self.who(seat))), "")
            for seat, amount in (chips.get("returned") or {}).items()
        ]
        pots = [(self.said(pot["text"]), self.cited(pot["clauses"])) for pot in chips.get("pots") or ()]
        found = [blocks.items(steps, ordered=True)] if steps else []
        found += [blocks.items([*back, *pots])] if back or pots else []
        return found or [blocks.text(own(say.text("line.no-remedy")))]

    def sanction(self) -> list[Block]:
        """What the ruling says about sanctions, and the penalties that were given."""
        told = [(self.said(s["text"]), self.cited(s["clauses"])) for s in self.data.get("sanctions") or ()]
        found = [blocks.items(told)] if told else []
        if self.case.penalties:
            found.append(penalty_table(self.chronicle, self.case.penalties, self.law, self.tongue))
        return found or [blocks.text(own(self.tongue.text("line.no-sanction")))]

    def sanctioned(self, seat: str) -> list[Block]:
        """What the ruling says about a sanction of the player in a seat."""
        told = self.data.get("sanctions") or ()
        return [blocks.text(self.said(s["text"])) for s in told if seat in (s.get("seats") or (s.get("seat"),))]

    def official(self) -> list[Block]:
        """Whether the official took the ruling as it stands, or what he decided instead and why."""
        say, decision = self.tongue, self.case.decision
        if decision is None:
            return [blocks.text(own(say.text("line.undecided")))]
        by, when = line(decision.by) or "—", say.moment(decision.at)
        if not self.case.overridden:
            return [blocks.text(own(say.text("line.accepted", by=by, when=when)))]
        return [blocks.text(own(say.text("line.departed", by=by, when=when)), strong=True), self._departure()]

    def _departure(self) -> Block:
        decision, say = self.case.decision, self.tongue
        assert decision is not None
        data = decision.data
        sanction = data.get("sanction")
        told = [
            (say.text("head.standard"), own(line(data.get("standard") or ""))),
            (say.text("head.instead"), own(line(data.get("instead") or ""))),
        ]
        if isinstance(sanction, Mapping):
            told.append((say.text("head.sanction"), own(choices.penalty(sanction, say))))
        return blocks.pairs([*told, (say.text("head.reason"), own(line(data.get("reason") or "")))])

    def protest(self) -> list[Block]:
        """Who may protest, how and until when, by the clauses; then the protests that were filed."""
        told = protests(self.chronicle, self.case.protests, self.law, self.tongue)
        return [*right_of_protest(self.law, self.tongue), *told]

    def entered(self) -> list[Block]:
        """The incident as it was typed."""
        return [blocks.verbatim(lines(self.typed).strip("\n"))] if self.typed.strip() else []

    def words(self) -> list[Block]:
        """What was typed in words of one's own, beside how it was understood."""
        return self.entered() if self.story is not None and self.case.data.get("format") == "shorthand" else []


def penalty_table(chronicle: Chronicle, found: Iterable[Any], law: Law, tongue: Tongue) -> Block:
    """Penalties with their players, clauses and how far they are served."""
    heads = ("entry", "player", "sanction", "occasion", "clause", "state")
    rows = [
        (
            own(tongue.number(penalty.entry.number)),
            own(chronicle.called(penalty.data.get("player") or penalty.data.get("seat") or "")),
            own(choices.penalty(penalty.data, tongue)),
            own(_occasion(penalty.data.get("occasion"))),
            own(law.cite(str(penalty.data.get("clause") or "")) if penalty.data.get("clause") else ""),
            own(choices.state(penalty, tongue)),
        )
        for penalty in found
    ]
    titles = [tongue.text(f"head.{name}") for name in heads]
    return blocks.table(tongue.text("section.penalties"), titles, rows, (0, 3), room=(0, 4, 4, 0, 2, 2))


def _occasion(told: object) -> str:
    return line(told) if told else ""


def _sentence(said: Said) -> Said:
    """A statement as a sentence."""
    text = said["text"]
    return Said(text=text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else "."), lang=said["lang"])


def _titles(language: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The titles of topics: a finding is told as "title: values"."""
    titles = [topic.title for topic in vocabulary.topics.values()]
    return frozenset(title.get(chosen(title, language), "") for title in titles)


def _merged(found: list[Block]) -> list[Block]:
    """Lists that follow each other as one."""
    merged: list[Block] = []
    for block in found:
        if merged and block["block"] == merged[-1]["block"] == "items":
            merged[-1] = {**block, "items": [*merged[-1]["items"], *block["items"]]}
        else:
            merged.append(block)
    return merged


__all__ = ["Telling", "penalty_table"]
