"""A table with its whole history, and the form in which it is kept: JSON lines.

```
{"tabletop": 1, "game": "...", ...}      the header
{"snapshot": {...}}                      the table before the first act
{"step": {...}, "n": 0}                  one act, as it happened
{"undo": 0}  {"redo": 0}                 act number 0 was taken back, made again
{"digest": "...", "n": 1}                what the table's digest is after n acts
{"closed": "..."}                        the table was left in good order
```

Fields and lines that a reader does not know are left unread, so a format may grow without a new number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import msgspec

from tabletop.table.history import History, Step, What
from tabletop.table.state import Snapshot, Table, encode

FORMAT = 1
"""The format that this program writes. A higher one is refused: it may mean things that we would lose."""

SUFFIX = ".table"

Migration = Callable[[dict[str, Any]], dict[str, Any]]
MIGRATIONS: dict[int, Migration] = {}
"""For each older format: makes one of its lines a line of the next format."""


class SaveError(Exception):
    """A save cannot be read or written. The message names the file and what can be done."""


class Header(msgspec.Struct):
    """The first line of a save: its format, its game, and the card sets it was made with (their digests, by id)."""

    tabletop: int = FORMAT
    game: str = ""
    title: str = ""
    created: str = ""
    sets: dict[str, str] = {}
    seed: int = 0


@dataclass
class Document:
    """A table with its header and its whole history. `start` is the table before the first act."""

    header: Header
    table: Table
    history: History
    start: Snapshot

    @classmethod
    def new(cls, game: str = "", title: str = "", seed: int = 0) -> Document:
        """An empty table."""
        table = Table()
        return cls(Header(game=game, title=title, created=_now(), seed=seed), table, History(table), table.snapshot())


@dataclass
class Loaded:
    """What was read: the document, whether it had been left in good order, and a report of what could not be read."""

    document: Document
    closed: bool
    report: list[str] = field(default_factory=list)


class StepLine(msgspec.Struct):
    """The line of an act: the step, and its place among the acts that stand."""

    step: Step
    n: int


def lines(document: Document) -> Iterator[bytes]:
    """The lines of a save, each with its newline."""
    yield encode(document.header) + b"\n"
    yield encode({"snapshot": document.start}) + b"\n"
    at = 0
    for what, step in document.history.trail:
        at += -1 if what == "undo" else 1
        yield act_line(what, step, at)
    yield digest_line(document)


def act_line(what: What, step: Step, at: int) -> bytes:
    """The line of something that happened, after which `at` acts stand."""
    if what == "step":
        return encode(StepLine(step, at - 1)) + b"\n"
    return encode({what: at if what == "undo" else at - 1}) + b"\n"


def digest_line(document: Document) -> bytes:
    """The line that says what the table is like now."""
    return encode({"digest": document.table.digest(), "n": document.history.at}) + b"\n"


def closed_line() -> bytes:
    """The line that ends a table that was left in good order."""
    return encode({"closed": _now()}) + b"\n"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
