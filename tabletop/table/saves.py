"""Saves: a table as JSON lines, which is also the journal of a running game.

```
{"tabletop": 1, "game": "lnh", ...}      the header
{"snapshot": {...}}                      the table before the first act
{"step": {...}, "n": 0}                  one act, as it happened
{"undo": 0}  {"redo": 0}                 act number 0 was taken back, made again
{"digest": "...", "n": 1}                what the table's digest is after n acts
{"closed": "..."}                        the table was left in good order
```

A line is written as an act happens, so a program that dies loses at most the act it was writing. Reading takes
everything that can be read: a damaged line costs what stood in it, later acts that no longer fit are left out, and one
report says so.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from tabletop.table.history import History, Step, What
from tabletop.table.ops import Op, OpError
from tabletop.table.state import Json, Piece, Snapshot, Table

FORMAT = 1
"""The format that this program writes. A higher one is refused: it may mean things that we would lose."""

SUFFIX = ".table"

Migration = Callable[[dict[str, Any]], dict[str, Any]]
MIGRATIONS: dict[int, Migration] = {}
"""For each older format: makes one of its lines a line of the next format."""

DIGEST_EVERY = 100


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
        created = datetime.now(UTC).isoformat(timespec="seconds")
        return cls(Header(game=game, title=title, created=created, seed=seed), table, History(table), table.snapshot())


@dataclass
class Loaded:
    """What was read: the document, whether it had been left in good order, and a report of what could not be read."""

    document: Document
    closed: bool
    report: list[str] = field(default_factory=list)


# writing


class _StepLine(msgspec.Struct):
    step: Step
    n: int


_encoder = msgspec.json.Encoder()
_step_decoder = msgspec.json.Decoder(_StepLine)


def lines(document: Document) -> Iterator[bytes]:
    """The lines of a save, each with its newline."""
    yield _encoder.encode(document.header) + b"\n"
    yield _encoder.encode({"snapshot": document.start}) + b"\n"
    at = 0
    for what, step in document.history.trail:
        at += -1 if what == "undo" else 1
        yield _line(what, step, at)
    yield _digest(document)


def save_as(path: Path, document: Document, *, closed: bool = True) -> None:
    """Write a whole save: beside the old one, then in its place, so that a good save is never lost to a bad one.

    Raises SaveError if the disk is full or the folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.stem[:40]}-", suffix=".part", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.writelines(lines(document))
                if closed:
                    file.write(_closed())
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as fault:
        raise SaveError(f"{path}: could not be saved ({fault.strerror or fault}). {_mend(fault)}") from fault


class Journal:
    """The save of a running game: every act is appended as it happens.

    What cannot be written is kept and tried again with the next act; `fault` says why, until it is well again.
    """

    def __init__(self, path: Path, document: Document) -> None:
        self.path = path
        self.fault: str | None = None
        self._document = document
        self._at = document.history.at
        self._whole = False
        self._file: Any = None
        self._rewrite()
        document.history.listeners.append(self._heard)

    def close(self) -> None:
        """Note that the table was left in good order."""
        if self._heard in self._document.history.listeners:
            self._document.history.listeners.remove(self._heard)
        self._write(_digest(self._document) + _closed())
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None

    def _heard(self, what: What, step: Step) -> None:
        self._at += -1 if what == "undo" else 1
        line = _line(what, step, self._at)
        if what == "step" and self._at % DIGEST_EVERY == 0:
            line += _digest(self._document)
        self._write(line)

    def _write(self, line: bytes) -> None:
        if not self._whole:
            self._rewrite()
            return
        try:
            self._file.write(line)
            self._file.flush()
        except (OSError, ValueError) as fault:
            self._failed(fault)

    def _rewrite(self) -> None:
        """Write everything anew: at the start, and after a line could not be written whole."""
        try:
            if self._file is not None:
                with contextlib.suppress(OSError):
                    self._file.close()
                self._file = None
            save_as(self.path, self._document, closed=False)
            self._file = self.path.open("ab")
            self._whole, self.fault = True, None
        except (OSError, SaveError) as fault:
            self._failed(fault)

    def _failed(self, fault: Exception) -> None:
        self._whole = False
        text = str(fault) if isinstance(fault, SaveError) else f"{self.path}: {fault}. {_mend(fault)}"
        self.fault = f"The table is not being saved: {text}"


def _line(what: What, step: Step, at: int) -> bytes:
    if what == "step":
        return _encoder.encode(_StepLine(step, at - 1)) + b"\n"
    return _encoder.encode({what: at if what == "undo" else at - 1}) + b"\n"


def _digest(document: Document) -> bytes:
    return _encoder.encode({"digest": document.table.digest(), "n": document.history.at}) + b"\n"


def _closed() -> bytes:
    return _encoder.encode({"closed": datetime.now(UTC).isoformat(timespec="seconds")}) + b"\n"


def _mend(fault: Exception) -> str:
    number = getattr(fault, "errno", None)
    if number == 28:
        return "The disk is full: free some space, or save into another folder."
    if number in (1, 13, 30):
        return "The folder may not be written: choose another one (--saves DIR)."
    return "Save into another folder (--saves DIR)."


# reading


def load(path: Path) -> Loaded:
    """Read a save, or as much of it as can be read.

    Raises SaveError if it is no save at all, cannot be opened, or is of a newer format.
    """
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise SaveError(f"{path}: could not be opened ({fault.strerror or fault}).") from fault
    return _Reader(path, data).read()


def read_header(path: Path) -> Header | None:
    """The header of a save, for lists of saves; None if there is none to be read."""
    try:
        with path.open("rb") as file:
            return msgspec.convert(json.loads(file.readline(1 << 20)), Header, strict=False, str_keys=True)
    except (OSError, ValueError, msgspec.ValidationError, RecursionError):
        return None


def was_closed(path: Path) -> bool:
    """Whether the last line of a save says that it was left in good order."""
    try:
        with path.open("rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - 200))
            tail = file.read()
    except OSError:
        return True
    return tail.rstrip().rsplit(b"\n", 1)[-1].startswith(b'{"closed"')


class _Reader:
    """Reads one save. Line numbers in the report start with 1."""

    def __init__(self, path: Path, data: bytes) -> None:
        self.path = path
        self.torn = bool(data) and not data.endswith(b"\n")
        self.rows = data.split(b"\n")
        if self.rows and not self.rows[-1]:
            self.rows.pop()
        self.report: list[str] = []
        self.closed = False
        self.missing = 0
        self.unfit = 0
        self.format = FORMAT

    def read(self) -> Loaded:
        header = self._header()
        start = self._snapshot()
        table = Table.restore(start)
        self.history = History(table)
        self.numbers: list[int] = []
        self.wrong_digest: int | None = None
        for number, row in enumerate(self.rows[2:], 3):
            self.closed = False
            if row.strip():
                self._row(number, row)
        if self.missing:
            self.report.append(f"{_acts(self.missing)} could not be read.")
        if self.unfit:
            self.report.append(f"{_acts(self.unfit)} did not fit what could be read and had to be left out.")
        if self.wrong_digest is not None:
            self.report.append(f"Line {self.wrong_digest}: the table is not quite as it was when it was saved.")
        return Loaded(Document(header, table, self.history, start), self.closed, self.report)

    def _header(self) -> Header:
        first = self._json(self.rows[0]) if self.rows else None
        if isinstance(first, dict) and "tabletop" in first:
            version = first["tabletop"]
            if isinstance(version, int) and version > FORMAT:
                raise SaveError(
                    f"{self.path}: was saved by a newer version of the program (format {version}; this one reads up to "
                    f"{FORMAT}). Update the program to open it; the file is left as it is."
                )
            if isinstance(version, int):
                self.format = max(version, 0)
            try:
                return msgspec.convert(self._migrated(first), Header, strict=False, str_keys=True)
            except (msgspec.ValidationError, KeyError, TypeError, ValueError):
                pass
        elif not any(b'"snapshot"' in row or b'"step"' in row for row in self.rows[:4]):
            raise SaveError(f"{self.path}: is not a saved table (its first line should begin with {{\"tabletop\": 1).")
        self.report.append("Line 1 (the header) could not be read: the name of the game may be missing.")
        found = re.search(rb'"game"\s*:\s*"([\w-]+)"', self.rows[0])
        return Header(game=found[1].decode() if found else "")

    def _snapshot(self) -> Snapshot:
        row = self.rows[1] if len(self.rows) > 1 else b""
        data = self._json(row)
        if isinstance(data, dict) and isinstance(data.get("snapshot"), dict):
            whole = self._migrated(data)["snapshot"]
            try:
                return msgspec.convert(whole, Snapshot, str_keys=True)
            except (msgspec.ValidationError, ValueError):
                return self._partly(whole)
        self.report.append("Line 2 (the table at the start) could not be read as a whole.")
        pieces = [piece for piece in (_convert(found, Piece) for found in _salvage(row, b'{"id":')) if piece]
        return Snapshot(pieces=list({piece.id: piece for piece in pieces}.values()))

    def _partly(self, data: dict[str, Any]) -> Snapshot:
        """The parts of a snapshot that can be read, entry by entry."""
        found: dict[str, Any] = {}
        lost = 0
        for part in msgspec.structs.fields(Snapshot):
            value = data.get(part.name)
            if value is None:
                continue
            try:
                found[part.name] = msgspec.convert(value, part.type, str_keys=True)
                continue
            except (msgspec.ValidationError, ValueError):
                pass
            good: Any = [] if isinstance(value, list) else {}
            for key, entry in enumerate(value) if isinstance(value, list) else getattr(value, "items", dict)():
                single: Any = [entry] if isinstance(value, list) else {key: entry}
                try:
                    read = msgspec.convert(single, part.type, str_keys=True)
                except (msgspec.ValidationError, ValueError):
                    lost += 1
                    continue
                good.extend(read) if isinstance(read, list) else good.update(read)
            if isinstance(good, type(value)):
                found[part.name] = good
        self.report.append(f"Line 2 (the table at the start): {lost} entries could not be read.")
        return Snapshot(**found)

    def _row(self, number: int, row: bytes) -> None:
        last = self.torn and number == len(self.rows)
        if self.format == FORMAT and row.startswith(b'{"step"'):
            try:
                line = _step_decoder.decode(row)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                pass
            else:
                self._replay(line.step, line.n)
                return
        data = self._json(row)
        if not isinstance(data, dict):
            if last:
                self.report.append("The last act was not written to its end and is missing.")
            elif b'"step"' in row[:12]:
                self._salvaged(number, row)
            else:
                self.missing += 1
            return
        try:
            data = self._migrated(data)
        except (KeyError, TypeError, ValueError):
            self.missing += 1
            return
        if "step" in data:
            self._step(number, data)
        elif "undo" in data or "redo" in data:
            self._move("undo" if "undo" in data else "redo", data.get("undo", data.get("redo")))
        elif "digest" in data:
            wrong = not self.missing and not self.unfit and data["digest"] != self.history.table.digest()
            if wrong and self.wrong_digest is None:
                self.wrong_digest = number
        elif "closed" in data:
            self.closed = True

    def _step(self, number: int, data: dict[str, Any]) -> None:
        n = data.get("n")
        try:
            step = msgspec.convert(data["step"], Step, str_keys=True)
        except (msgspec.ValidationError, ValueError):
            raw = data["step"] if isinstance(data["step"], dict) else {}
            listed = raw.get("ops")
            ops = [op for op in (_convert(entry, Op) for entry in (listed if isinstance(listed, list) else [])) if op]
            label, seat = raw.get("label"), raw.get("seat")
            step = Step(label if isinstance(label, str) else "does something that could not be read",
                        seat if isinstance(seat, str) else None, ops=ops)  # fmt: skip
            self.report.append(f"Line {number}: part of an act could not be read.")
        self._replay(step, n if isinstance(n, int) else len(self.numbers))

    def _salvaged(self, number: int, row: bytes) -> None:
        ops = [op for op in (_convert(found, Op) for found in _salvage(row, b'{"op":')) if op]
        if not ops:
            self.missing += 1
            return
        self.report.append(f"Line {number}: only part of an act could be read.")
        found = re.search(rb'"n":(\d+)\}\s*$', row)
        self._replay(Step("does something that could be read in part", ops=ops), int(found[1]) if found else -1)

    def _replay(self, step: Step, n: int) -> None:
        try:
            self.history.replay(step)
        except (OpError, KeyError, IndexError, ValueError, TypeError):
            kept = list(_fitting(self.history.table, step.ops))
            self.unfit += 1
            if not kept:
                return
            step.ops[:] = kept
            self.history.replay(step)
        del self.numbers[self.history.at - 1 :]
        self.numbers.append(n)

    def _move(self, what: What, n: Json) -> None:
        at = self.history.at
        if what == "undo" and at and self.numbers[at - 1] == n:
            self.history.undo()
        elif what == "redo" and at < len(self.numbers) and self.numbers[at] == n:
            self.history.redo()
        elif not self.missing and not self.unfit:
            self.missing += 1

    def _migrated(self, data: dict[str, Any]) -> dict[str, Any]:
        for version in range(self.format, FORMAT):
            migration = MIGRATIONS.get(version)
            if migration is not None:
                data = migration(data)
        return data

    @staticmethod
    def _json(row: bytes) -> Json:
        try:
            return msgspec.json.decode(row)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None


def _convert(data: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(data, kind, str_keys=True)
    except (msgspec.ValidationError, ValueError):
        return None


def _salvage(row: bytes, start: bytes) -> Iterator[Any]:
    """Every whole JSON object in a damaged line that begins like that."""
    text = row.decode("utf-8", "replace")
    begin = start.decode()
    decoder = json.JSONDecoder()
    at = text.find(begin)
    while at >= 0:
        try:
            found, end = decoder.raw_decode(text, at)
            yield found
        except (ValueError, RecursionError):
            end = at + 1
        at = text.find(begin, end)


def _fitting(table: Table, ops: list[Op]) -> Iterator[Op]:
    """The operations of a step that can be applied, one after the other; the table is left as it was."""
    history = History(table)
    kept: list[Op] = []
    with history.trial() as trial:
        for op in ops:
            try:
                trial.do(op)
            except (OpError, KeyError, IndexError, ValueError, TypeError):
                continue
            kept.append(op)
    yield from kept


def _acts(number: int) -> str:
    return "One act" if number == 1 else f"{number} acts"


# names of saves


_UNFIT = re.compile(r'[\x00-\x1f<>:"/\\|?*%]')


def path_for(folder: Path, name: str) -> Path:
    """The file for a save of that name. The name is kept as typed as far as file systems allow; a name that differs
    from an existing one only in case gets a file of its own. Raises SaveError for an empty name.
    """
    stem = _UNFIT.sub(lambda match: f"%{ord(match[0]):02X}", name.strip()).rstrip(". ")[:120]
    if not stem:
        raise SaveError("A save needs a name.")
    if stem.split(".")[0].upper() in _RESERVED:
        stem = f"_{stem}"
    taken = {path.name.casefold(): path.name for path in folder.glob(f"*{SUFFIX}")} if folder.is_dir() else {}
    number = 1
    while True:
        wanted = f"{stem}{SUFFIX}" if number == 1 else f"{stem} ({number}){SUFFIX}"
        found = taken.get(wanted.casefold())
        if found is None or (found == wanted and number == 1) or _title(folder / found) == name.strip():
            return folder / (found or wanted)
        number += 1


def _title(path: Path) -> str | None:
    header = read_header(path)
    return header.title if header is not None else None


_RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))}
