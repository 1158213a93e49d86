"""Working memory and the network of one set of rules in CLIPS: facts go in, what came onto the agenda is read out.

Nothing is fired: CLIPS matches, keeps the conflict set and orders it by salience; each activation is read from the
agenda and taken off it, so that it does not come again for the same facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.clips_compat import Clips, clips
from engine.clips_program import LARGEST, OTHER, UNKNOWN, UNSAID, Closed, Program, Template, stage_of
from engine.facts import Fact

_NEVER = 1 << 30  # a stage behind all others
_MOST_VALUES = 4096  # of incidents: numbers, names of players; kept from one to the next


class Network:
    """One environment of CLIPS with a program in it, which it destroys when it is no longer needed.

    ``rules``: their ids by the number in the names of the defrules. ``next_stage``: nothing stands on the agenda for an
    earlier one.
    """

    def __init__(self, environment: Any, program: Program) -> None:
        self._clips = found = clips()
        self._environment = environment
        self.rules = program.rules
        self._templates = program.templates
        self._values = _Values(found, environment, program.symbols)
        self._makers: dict[str, _Maker | None] = {}
        self._count = 0
        self.next_stage = 0
        self._text = found.lib.CreateStringBuilder(environment, 256)
        found.lib.SetFactDuplication(environment, True)

    def empty(self) -> None:
        """Takes all facts out."""
        self._clips.lib.Reset(self._environment)
        self._count = self.next_stage = 0
        if len(self._values) > _MOST_VALUES:
            self._values.forget()

    def __del__(self) -> None:
        lib = self._clips.lib
        for part in (self._values, *self._makers.values()):
            if part is not None:
                part.dispose()
        lib.SBDispose(self._text)
        lib.DestroyEnvironment(self._environment)

    def put(self, fact: Fact) -> tuple[str, Any] | None:
        """Puts a fact in; gives the name that activations have for it, and its handle. None where no pattern asks for
        its type.
        """
        try:
            maker = self._makers[fact.type]
        except KeyError:
            maker = self._makers[fact.type] = self._maker(fact.type)
        if maker is None:
            return None
        self._count += 1  # CLIPS counts so as well
        self.next_stage = 0
        return f"f-{self._count}", maker.make(fact)

    def take(self, handle: Any) -> None:
        """Takes a fact out by its handle; rules that want none such may come up for it."""
        self.next_stage = 0
        self._clips.lib.Retract(handle)

    def activations(self, until: int) -> list[tuple[int, str, list[str]]]:
        """What stands on the agenda for the stages up to ``until``, taken off it: the stage, the name of the rule, and
        the names of the facts by pattern (``*`` for an absent one).
        """
        lib, environment, text, nothing = self._clips.lib, self._environment, self._text, self._clips.ffi.NULL
        stages: list[int] = []
        self.next_stage = _NEVER
        while first := lib.GetNextActivation(environment, nothing):
            stage = stage_of(lib.ActivationGetSalience(first))
            if stage > until:
                self.next_stage = stage
                break
            if not stages:
                lib.SBReset(text)
            lib.ActivationPPForm(first, text)
            lib.DeleteActivation(first)
            stages.append(stage)
        if not stages:
            return []
        # "-1     r7.0: f-3,*-2     r12.1: f-3,f-4": CLIPS puts nothing between one activation and the next
        told = (self._clips.ffi.string(text.contents).decode("ascii") + "-").split(" r")
        rows = [part[: part.rindex("-")].split(": ") for part in told[1:]]
        return [(stage, rule, facts.split(",")) for stage, (rule, facts) in zip(stages, rows, strict=True)]

    def _maker(self, kind: str) -> _Maker | None:
        template = self._templates.get(kind)
        return None if template is None else _Maker(self._clips, self._environment, template, self._values)


class _Values(dict[Any, Any]):
    """By value what stands for it in CLIPS, made when it is first asked for; None for 0, which open slots have anyhow.

    CLIPS forgets a value that nothing holds: constants are held for good, those of incidents until ``forget``.
    """

    def __init__(self, found: Clips, environment: Any, symbols: Mapping[Any, str]) -> None:
        super().__init__()
        self._clips, self._environment = found, environment
        self._for_good, self._for_now = (found.lib.CreateMultifieldBuilder(environment, 64) for _ in range(2))
        self._symbols = {None: UNKNOWN, **symbols}
        self._constants = {0: None}
        self.forget()

    def forget(self) -> None:
        """Leaves the constants of the rules."""
        self.clear()
        self.update(self._constants)
        self._clips.lib.MBReset(self._for_now)

    def dispose(self) -> None:
        """Gives the memory back."""
        for builder in (self._for_good, self._for_now):
            self._clips.lib.MBDispose(builder)

    def __missing__(self, value: Any) -> Any:
        if value in self._symbols:
            made = self._constants[value] = self.symbol(self._symbols[value])
        elif isinstance(value, int) and abs(value) <= LARGEST:
            made = self._number(value, self._for_now)
        else:
            made = self._symbol(f"d{len(self)}", self._for_now)
        self[value] = made
        return made

    def constant(self, value: Any, text: str) -> Any:
        """A constant whose text in CLIPS is ``text``."""
        return self.symbol(text) if text.isidentifier() else self._number(int(value), self._for_good)

    def symbol(self, name: str) -> Any:
        """A symbol that is kept for good."""
        return self._symbol(name, self._for_good)

    def _symbol(self, name: str, holder: Any) -> Any:
        return self._held("lexemeValue", self._clips.lib.CreateSymbol(self._environment, name.encode()), holder)

    def _number(self, value: int, holder: Any) -> Any:
        return self._held("integerValue", self._clips.lib.CreateInteger(self._environment, value), holder)

    def _held(self, kind: str, made: Any, holder: Any) -> Any:
        held = self._clips.ffi.new("CLIPSValue *")
        setattr(held, kind, made)
        self._clips.lib.MBAppend(holder, held)
        return held


class _Maker:
    """Makes facts of one type.

    Only what differs from the default of its slot is put: most of what is told about a hand is asked for nowhere.
    """

    def __init__(self, found: Clips, environment: Any, template: Template, values: _Values) -> None:
        self._clips = found
        self._maker = found.lib.CreateFactBuilder(environment, template.name.encode())
        self._values, self._unsaid = values, values.symbol(UNSAID)
        self._open = [(slot, name.encode()) for slot, name in template.open]
        self._closed = [(c.slot, c.name.encode(), self._told(c), self._other(c)) for c in template.closed]
        self._every = [*self._open, *((slot, name) for slot, name, *_ in self._closed)]

    def dispose(self) -> None:
        """Gives the memory back."""
        self._clips.lib.FBDispose(self._maker)

    def _told(self, closed: Closed) -> dict[Any, Any]:
        """By value what is put for it, nothing where it is the default of the slot."""
        told = {
            value: None if text == closed.default else self._values.constant(value, text)
            for value, text in closed.told.items()
        }
        return {None: self._values[None], **told}

    def _other(self, closed: Closed) -> Any:
        """What is put for a value that no pattern asks for."""
        return None if closed.default == OTHER else self._values.symbol(OTHER)

    def make(self, fact: Fact) -> Any:
        """The fact in CLIPS."""
        maker, put, values, said = self._maker, self._clips.lib.FBPutSlot, self._values, fact.slots.get
        for slot, name, told, other in self._closed:
            value = told.get(said(slot), other)
            if value is not None:
                put(maker, name, value)
        for slot, name in self._open:
            value = values[said(slot)]
            if value is not None:
                put(maker, name, value)
        if fact.settled:
            self._leave_unsaid(fact.slots)
        return self._clips.lib.FBAssert(maker)

    def _leave_unsaid(self, slots: Mapping[str, Any]) -> None:
        for slot, name in self._every:
            if slots.get(slot) is None:
                self._clips.lib.FBPutSlot(self._maker, name, self._unsaid)
