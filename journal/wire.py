"""What a journal asks of a database. Statements go by the names that ``journal.tables`` gives them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from sqlalchemy import Select

Row = Sequence[Any]


class Wire(Protocol):
    """A connection. Whatever the database refuses is raised as Faults; ``shown`` names it in them."""

    shown: str

    def version(self) -> str | None:
        """The version of its tables; empty for a database without any; None where the tables are something else."""
        ...

    def rows(self, name: str, /, **values: Any) -> Sequence[Row]:
        """What a statement finds."""
        ...

    def stream(self, name: str, /, **values: Any) -> Iterator[Row]:
        """The same, row by row, for what is too much to hold."""
        ...

    def chosen(self, statement: Select[Any]) -> Sequence[Row]:
        """What a statement finds that was put together for one question."""
        ...

    def run(self, name: str, /, **values: Any) -> None:
        """Writes. Only between ``begin`` and ``commit``."""
        ...

    def run_many(self, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Writes several rows."""
        ...

    def begin(self) -> None:
        """Begins a transaction that writes."""
        ...

    def commit(self) -> None:
        """Ends it; what was written is then safe on the disk."""
        ...

    def rollback(self) -> None:
        """Ends it as if nothing had been written; never raises."""
        ...

    def wipe(self) -> None:
        """Makes sure that nothing is left of what was deleted, as far as that can be done from here."""
        ...

    def close(self) -> None:
        """Lets go."""
        ...
