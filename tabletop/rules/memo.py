"""Memos: what readers have worked out of a table, kept until something changes that it depends on.

Everything is derived from the table, again and again; a memo saves the work without becoming a second truth. Whoever
makes boards anew for each question keeps its memo in `Table.kept`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

from tabletop.table.state import Json, Seat, Table

T = TypeVar("T")


class Memo:
    """What depends on pieces, zones, seats and facts of a table, but for the facts that are `ignored`."""

    __slots__ = ("_arranged", "_facts", "_found", "_ignored", "_revision", "_seats", "_table")

    def __init__(self, table: Table, *ignored: str) -> None:
        self._table = table
        self._ignored = frozenset(ignored)
        self._found: dict[Any, Any] = {}
        self._seats: dict[str, Seat] = {}
        self._facts: dict[str, Json] = {}
        self._arranged = self._revision = NEVER

    def now(self) -> dict[Any, Any]:
        """What has been worked out of the table as it is: to be read, and to be added to before the next operation."""
        if self._revision != self._table.revision:
            self._look()
            self._revision = self._table.revision
        return self._found

    def _look(self) -> None:
        """Something has happened: does it matter?"""
        table, ignored = self._table, self._ignored
        facts = {name: value for name, value in table.facts.items() if name not in ignored}
        if self._arranged != table.arranged or self._facts != facts or self._seats != table.seats:
            self._arranged, self._facts, self._seats = table.arranged, facts, dict(table.seats)
            self._found = {}


class Arrangement(Memo):
    """What depends on nothing but the pieces, how they lie, and the zones: no fact and no number of a seat."""

    __slots__ = ()

    def _look(self) -> None:
        if self._arranged != self._table.arranged:
            self._arranged = self._table.arranged
            self._found = {}


NEVER = -1
"""A revision that no table has: trials count from far below."""


class Lazily(Generic[T]):
    """What is worked out one by one as somebody wants it, and once for all who do."""

    __slots__ = ("_found", "_rest")

    def __init__(self, source: Iterable[T]) -> None:
        self._found: list[T] = []
        self._rest = iter(source)

    def __iter__(self) -> Iterator[T]:
        found, index = self._found, 0
        while True:
            if index == len(found):
                following = next(self._rest, None)
                if following is None:
                    return
                found.append(following)
            yield found[index]
            index += 1
