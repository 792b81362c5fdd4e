"""Reading saves. Everything that can be read is read: a damaged line costs what stood in it, later acts that no longer
fit are left out, and one report says so.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tabletop.table import files, salvage
from tabletop.table.document import FORMAT, MIGRATIONS, Document, Header, Loaded, SaveError, StepLine
from tabletop.table.history import History, Step
from tabletop.table.mending import mended
from tabletop.table.ops import DEEPEST, Op, OpError, depth
from tabletop.table.state import Json, Piece, Snapshot, Table
from tabletop.table.zones import ATTACHED

_MOST_TOLD = 12
"""So many sentences of a report are given; a file that is damaged all over has no end of them."""

_step_decoder = msgspec.json.Decoder(StepLine)


def load(path: Path) -> Loaded:
    """Read a save, or as much of it as can be read.

    Raises SaveError if it is no save at all, cannot be opened, or is of a newer format.
    """
    try:
        data = files.read_bytes(path)
    except (OSError, ValueError) as fault:
        why = (fault.strerror if isinstance(fault, OSError) else None) or fault
        raise SaveError(f"{path}: could not be opened ({why}).") from fault
    return _Reader(path, data).read()


def read_header(path: Path) -> Header | None:
    """The header of a save, for lists of saves; None if there is none to be read."""
    try:
        with files.open_file(path) as file:
            first = json.loads(file.readline(1 << 20))
    except (OSError, ValueError, RecursionError):
        return None
    return salvage.rescue(first, Header)[0] if isinstance(first, dict) and "tabletop" in first else None


def looks_saved(path: Path) -> bool:
    """Whether a file without a readable header is a damaged save all the same."""
    try:
        with files.open_file(path) as file:
            return _has_acts(file.read(1 << 16))
    except OSError:
        return False


def was_closed(path: Path) -> bool:
    """Whether the last line of a save says that it was left in good order."""
    try:
        with files.open_file(path) as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - 200))
            tail = file.read()
    except OSError:
        return True
    return tail.rstrip().rsplit(b"\n", 1)[-1].startswith(b'{"closed"')


def _has_acts(data: bytes) -> bool:
    return b'"snapshot"' in data or b'"step"' in data


class _Reader:
    """Reads one save. Line numbers in the report start with 1."""

    def __init__(self, path: Path, data: bytes) -> None:
        self.path = path
        data = data.removeprefix(b"\xef\xbb\xbf")
        self.torn = bool(data) and not data.endswith(b"\n")
        self.rows = data.split(b"\n")
        if not self.rows[-1]:
            self.rows.pop()
        self.report: list[str] = []
        self.closed = False
        self.format = FORMAT
        self.next = 0
        """The index of the next line to be read."""
        self.unread = 0
        """Acts of which nothing could be read."""
        self.unfit = 0
        """Acts that did not fit the table as it was read."""
        self.numbers: list[int] = []
        """What the acts are called in the save: those that stand, and those that can be made again."""

    def read(self) -> Loaded:
        """Read it all. Raises SaveError if there is nothing to be read."""
        header = self._header()
        start, wrong = mended(self._snapshot())
        self.report += wrong
        table = Table.restore(start)
        self.history = History(table)
        last_digest = max((number for number, row in enumerate(self.rows) if row.startswith(b'{"digest"')), default=-1)
        for number in range(self.next, len(self.rows)):
            self.closed = False
            row = self.rows[number]
            if number == last_digest and not self.report and not self.unread and not self.unfit:
                self._compare(number, row)
            elif row.strip():
                self._row(number, row)
        told = self.report[:_MOST_TOLD]
        if len(self.report) > len(told):
            told.append(f"So it goes on in {len(self.report) - len(told)} more places.")
        if self.unread:
            told.append(f"{_acts(self.unread)} could not be read.")
        if self.unfit:
            told.append(f"{_acts(self.unfit)} did not fit what could be read, as a whole or in part.")
        return Loaded(Document(header, table, self.history, start), self.closed, told)

    # the first two lines

    def _header(self) -> Header:
        row = self.rows[0] if self.rows else b""
        first = self._json(row)
        if isinstance(first, dict) and "tabletop" in first:
            self.next = 1
            version = first["tabletop"]
            if isinstance(version, int) and version > FORMAT:
                raise SaveError(
                    f"{self.path}: was saved by a newer version of the program (format {str(version)[:9]}; this one "
                    f"reads up to {FORMAT}). Update the program to open it; the file is left as it is."
                )
            if isinstance(version, int):
                self.format = max(version, 0)
            header, lost = salvage.rescue(self._migrated(first), Header)
            if header is not None:
                header.tabletop = FORMAT
                if lost:
                    self.report.append("Line 1 (the header) could not be read as a whole.")
                return header
        elif not any(_has_acts(row) for row in self.rows[:4]):
            raise SaveError(f'{self.path}: is not a saved table (its first line should begin with {{"tabletop":).')
        elif not row.startswith((b'{"snapshot"', b'{"step"')):
            self.next = 1
        self.report.append("Line 1 (the header) could not be read: the name of the game may be missing.")
        game = salvage.text(row, "game") or ""
        return Header(game=game if re.fullmatch(r"[\w-]+", game) else "", title=salvage.text(row, "title") or "")

    def _snapshot(self) -> Snapshot:
        row = self.rows[self.next] if len(self.rows) > self.next else b""
        told = f"Line {self.next + 1} (the table at the start)"
        if row.startswith((b'{"step"', b'{"undo"', b'{"redo"', b'{"digest"', b'{"closed"')):
            self.report.append(f"{told} is missing.")
            return Table().snapshot()
        self.next += 1
        data = self._json(row)
        data = self._migrated(data) if isinstance(data, dict) else {}
        if "snapshot" in data:
            found, lost = salvage.rescue(data["snapshot"], Snapshot)
            if found is not None and not lost:
                return found
            if found is not None:
                self.report.append(f"{told}: {lost} entries could not be read.")
                found.card_zones.setdefault(ATTACHED.id, ATTACHED)
                return found
        self.report.append(f"{told} could not be read as a whole.")
        parts = salvage.entries(row, [part.encode_name for part in msgspec.structs.fields(Snapshot)])
        found = salvage.rescue(parts, Snapshot)[0] or Snapshot()
        if not found.pieces:
            read = (salvage.convert(piece, Piece) for piece in salvage.objects(row, '{"id":'))
            found.pieces = [piece for piece in read if piece is not salvage.LOST]
        found.card_zones.setdefault(ATTACHED.id, ATTACHED)
        return found

    # acts

    def _row(self, number: int, row: bytes) -> None:
        if self.format == FORMAT and row.startswith(b'{"step"'):
            try:
                line = _step_decoder.decode(row)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                pass
            else:
                self._replay(line.step, line.n)
                return
        data = self._json(row)
        if isinstance(data, dict):
            data = self._migrated(data)
            if "step" in data:
                self._step(number, data)
            elif "undo" in data or "redo" in data:
                self._move(data)
            elif "closed" in data:
                self.closed = True
        elif self.torn and number == len(self.rows) - 1:
            self.report.append("The last act was not written to its end and is missing.")
        elif b'{"op":' in row:
            self._broken(number, row)
        else:
            self.unread += 1

    def _step(self, number: int, data: dict[str, Any]) -> None:
        """An act in an older format, or with values of the wrong type."""
        step, lost = salvage.rescue(data["step"], Step)
        if step is None or not step.ops:
            self.unread += 1
            return
        if lost:
            self.report.append(f"Line {number + 1}: part of an act could not be read.")
        self._replay(step, data.get("n"))

    def _broken(self, number: int, row: bytes) -> None:
        """An act whose line is no JSON any more."""
        read = (salvage.convert(op, Op) for op in salvage.objects(row, '{"op":'))
        ops = [op for op in read if op is not salvage.LOST]
        if not ops:
            self.unread += 1
            return
        self.report.append(f"Line {number + 1}: only part of an act could be read.")
        label = salvage.text(row, "label") or "does something that could be read in part"
        found = re.search(rb'"n":(\d{1,9})\}\s*$', row)
        self._replay(Step(label, salvage.text(row, "seat"), ops=ops), int(found[1]) if found is not None else None)

    def _replay(self, step: Step, n: Json) -> None:
        history = self.history
        if not isinstance(n, int):
            n = self.numbers[history.at - 1] + 1 if history.at else 0
        elif self.unread or self.unfit:
            self._stand(n)
        if depth(step.move) > DEEPEST or depth(step.verdict) > DEEPEST:
            step.move = step.verdict = None
        try:
            history.replay(step)
        except OpError:
            self.unfit += 1
            step.ops[:] = list(_fitting(history.table, step.ops))
            if not step.ops:
                return
            history.replay(step)
        del self.numbers[history.at - 1 :]
        self.numbers.append(n)

    def _move(self, data: dict[str, Any]) -> None:
        """An act was taken back, or made again. Where lines are missing more than one may have been."""
        n = data.get("undo", data.get("redo"))
        at = self.history.at
        if not isinstance(n, int) or not (self.numbers and self.numbers[0] <= n <= max(self.numbers)):
            self.unread += 1
            return
        self._stand(n if "undo" in data else n + 1)
        if abs(self.history.at - at) != 1:
            self.unread += 1

    def _stand(self, n: int) -> None:
        """Undo and redo until the acts stand that come before number `n`."""
        history, numbers = self.history, self.numbers
        while history.at and numbers[history.at - 1] >= n:
            history.undo()
        while history.at < len(numbers) and numbers[history.at] < n:
            history.redo()

    def _compare(self, number: int, row: bytes) -> None:
        data = self._json(row)
        if not isinstance(data, dict) or data.get("digest") != self.history.table.digest():
            self.report.append(f"Line {number + 1}: the table is not quite as it was when it was saved.")

    def _migrated(self, data: dict[str, Any]) -> dict[str, Any]:
        """A line in the format of today, as far as an older one can be understood."""
        for version in range(self.format, FORMAT):
            migration = MIGRATIONS.get(version)
            if migration is None:
                continue
            try:
                data = migration(data)
            except (KeyError, TypeError, ValueError, AttributeError):
                return {}
        return data

    @staticmethod
    def _json(row: bytes) -> Json:
        try:
            return msgspec.json.decode(row)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None


def _fitting(table: Table, ops: list[Op]) -> Iterator[Op]:
    """The operations of a step that can be applied, one after the other; the table is left as it was."""
    kept: list[Op] = []
    with History(table).trial() as trial:
        for op in ops:
            try:
                trial.do(op)
            except OpError:
                continue
            kept.append(op)
    yield from kept


def _acts(number: int) -> str:
    return "One act" if number == 1 else f"{number} acts"
