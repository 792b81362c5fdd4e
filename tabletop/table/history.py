"""History: steps, undo and redo. A step is what a person (or a rule) did; its operations are what the table did."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Literal

import msgspec

from tabletop.table import sight
from tabletop.table.ops import (
    Chance,
    Create,
    Define,
    Fact,
    Move,
    Note,
    Op,
    Remove,
    Reorder,
    SetCardZone,
    SetSeat,
    SetZone,
    touched,
)
from tabletop.table.state import Json, Piece, Table
from tabletop.table.zones import host_id, split

How = Literal["rules", "forced", "manual", "setup"]


class Ref(msgspec.Struct, frozen=True, omit_defaults=True, array_like=True):
    """A piece as a step saw it: its name, and the seats that might know it before and after the step."""

    name: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    def known_to(self, seat: str | None) -> bool:
        """Whether the step may name the piece to a seat."""
        return seat in self.before or seat in self.after


class Step(msgspec.Struct, omit_defaults=True):
    """One act: who did it, how it is told (`tabletop.table.words`), how it came about, and its operations.

    `refs` keeps the pieces that it touched, by id, with who might know them, so that the log tells each seat what that
    seat could see at the time, whatever it learns later. `move` and `verdict` are what a rules engine adds.
    """

    label: str
    seat: str | None = None
    how: How = "manual"
    ops: list[Op] = []
    refs: dict[int, Ref] = {}
    move: Json = None
    verdict: Json = None


class Open:
    """A step that is being made. `do` applies an operation; who saw what it touched is recorded on the way."""

    __slots__ = ("_before", "_inverses", "_table", "step")

    def __init__(self, table: Table, step: Step) -> None:
        self.step = step
        self._table = table
        self._inverses: list[Op] = []
        self._before: dict[int, tuple[str, tuple[str, ...] | None]] = {}

    def do(self, op: Op) -> None:
        """Apply an operation. Raises OpError, and changes nothing, if it does not fit."""
        table = self._table
        if type(op) in _TOUCHES_NO_PIECE:
            self._inverses.append(op.apply(table))
            self.step.ops.append(op)
            return
        piece = touched(op)
        if piece is not None and piece not in self._before:
            found = table.pieces.get(piece)
            if found is not None:
                self._note(found)
            elif isinstance(op, Create):
                self._before[piece] = (sight.true_name(table, op.piece), None)
        self.mention(_laid_bare(table, op))
        self._inverses.append(op.apply(table))
        self.step.ops.append(op)

    def do_all(self, ops: Iterable[Op]) -> None:
        """Apply operations one after the other, as they come: a generator sees the table after each."""
        for op in ops:
            self.do(op)

    def mention(self, pieces: Iterable[int]) -> None:
        """Let the step's label name pieces that it does not touch."""
        table = self._table
        for piece in pieces:
            found = table.pieces.get(piece)
            if found is not None and piece not in self._before:
                self._note(found)

    def _note(self, piece: Piece) -> None:
        self._before[piece.id] = (sight.true_name(self._table, piece), sight.seers(self._table, piece))

    def _mention_label(self) -> None:
        """What the label names is named as it is known now, not as it will be known when the log is read."""
        for place in _PLACES.findall(self.step.label):
            if place[0] == "@":
                zone = self._table.zones.get(place[1:])
                host = zone.anchor if zone is not None else host_id(place[1:])
                self.mention(() if host is None else (host,))
            else:
                self.mention(int(part) for part in place.split(",") if part.isdecimal() and len(part) < 17)

    def _close(self) -> list[Op]:
        self._mention_label()
        table, refs = self._table, self.step.refs
        for piece, (name, before) in self._before.items():
            found = table.pieces.get(piece)
            after = sight.seers(table, found) if found is not None else before or ()
            refs[piece] = Ref(name, after if before is None else before, after)
        return self._inverses

    def _roll_back(self) -> None:
        while self._inverses:
            self._inverses.pop().apply(self._table)
        self.step.ops.clear()


_TOUCHES_NO_PIECE = frozenset({Fact, Note, Chance, Define, SetSeat})
"""Operations that neither touch a piece nor show one."""

_PLACES = re.compile(r"\{(@[^{}]+|\d[\d,]*)\}")


def _laid_bare(table: Table, op: Op) -> Iterable[int]:
    """The pieces that an operation may show without touching them: those in a zone whose sight it changes, and those
    that come to lie on top of a hidden pile.
    """
    if isinstance(op, SetZone):
        return table.cards(op.id)
    if isinstance(op, SetCardZone):
        return [i for zone, ids in table.order.items() if split(zone)[1] == op.id for i in ids]
    if isinstance(op, Reorder):
        return op.order[:1]
    if isinstance(op, (Move, Remove)):
        piece = table.pieces.get(op.piece)
        below = table.cards(piece.zone)[1:2] if piece is not None else ()
        return [i for i in below if table.pieces[i].up]
    return ()


What = Literal["step", "undo", "redo"]

Listener = Callable[[What, Step], None]
"""Called after every change with what happened and the step."""


class History:
    """All steps of a table and where we stand among them. Undo and redo have no limit.

    A new step after an undo cuts the steps ahead; they are kept in `cut` until the next cut, so that a window can say
    what was lost and bring it back.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.steps: list[Step] = []
        self.at = 0
        self.cut: list[Step] = []
        self.trail: list[tuple[What, Step]] = []
        self.listeners: list[Listener] = []
        self._inverses: list[list[Op]] = []
        self._open: Open | None = None
        self._trials = 0
        self._untold: deque[tuple[What, Step]] = deque()
        self._telling = False

    @contextmanager
    def step(self, label: str, seat: str | None = None, how: How = "manual", *, move: Json = None,
             verdict: Json = None) -> Iterator[Open]:  # fmt: skip
        """Make a step: `with history.step("draws {12}", "A") as step: step.do(...)`.

        If anything raises, the table is as it was and no step is made. A step without operations is not kept. Raises
        RuntimeError if a step is open already.
        """
        if self._open is not None:
            raise RuntimeError("a step is open already")
        opened = Open(self.table, Step(label, seat, how, move=move, verdict=verdict))
        self._open = opened
        try:
            yield opened
        except BaseException:
            opened._roll_back()
            raise
        finally:
            self._open = None
        inverses = opened._close()
        if opened.step.ops:
            self._append(opened.step, inverses)
            self._tell("step", opened.step)

    def do(self, label: str, ops: Iterable[Op], seat: str | None = None, how: How = "manual") -> Step | None:
        """A step of these operations, or None if there are none. Raises OpError if one does not fit."""
        with self.step(label, seat, how) as step:
            step.do_all(ops)
        return step.step if step.step.ops else None

    @contextmanager
    def trial(self) -> Iterator[Open]:
        """What if: operations applied inside are taken back at the end, and nobody is told.

        Revisions inside are below zero and never come again, so that what is cached by revision stays right.
        """
        table = self.table
        opened = Open(table, Step("trial"))
        revision, told, next_id = table.revision, table.told, table.next_id
        self._trials += 1
        table.revision = -(self._trials << 32)
        try:
            yield opened
        finally:
            opened._roll_back()
            table.revision, table.told, table.next_id = revision, told, next_id

    def undo(self) -> Step | None:
        """Take back the last step; None if there is none."""
        if not self.can_undo:
            return None
        self.at -= 1
        for inverse in reversed(self._inverses[self.at]):
            inverse.apply(self.table)
        step = self.steps[self.at]
        self._tell("undo", step)
        return step

    def redo(self) -> Step | None:
        """Make again the step that was taken back last, its very operations. None if there is none."""
        if not self.can_redo:
            return None
        step = self.steps[self.at]
        self._inverses[self.at] = self._applied(step)
        self.at += 1
        self._tell("redo", step)
        return step

    def goto(self, at: int) -> None:
        """Undo or redo until `at` steps are done (at the least 0, at the most all)."""
        at = max(0, min(at, len(self.steps)))
        while self.at > at and self.undo():
            pass
        while self.at < at and self.redo():
            pass

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self.at > 0 and self._open is None

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to make again."""
        return self.at < len(self.steps) and self._open is None

    @property
    def done(self) -> list[Step]:
        """The steps that stand, oldest first."""
        return self.steps[: self.at]

    @property
    def last(self) -> Step | None:
        """The step that an undo would take back."""
        return self.steps[self.at - 1] if self.at else None

    def replay(self, step: Step) -> None:
        """Make a step that was read from a save: its operations are applied, nothing is recorded anew, nobody is told.

        Raises OpError, and leaves the table as it was, if one does not fit.
        """
        self._append(step, self._applied(step))
        self.trail.append(("step", step))

    def _applied(self, step: Step) -> list[Op]:
        """The inverses of a step's operations, which are applied: all of them, or none if one does not fit."""
        inverses: list[Op] = []
        try:
            for op in step.ops:
                inverses.append(op.apply(self.table))
        except BaseException:
            for inverse in reversed(inverses):
                inverse.apply(self.table)
            raise
        return inverses

    def _append(self, step: Step, inverses: list[Op]) -> None:
        if self.at < len(self.steps):
            self.cut = self.steps[self.at :]
            del self.steps[self.at :]
            del self._inverses[self.at :]
        self.steps.append(step)
        self._inverses.append(inverses)
        self.at += 1

    def _tell(self, what: What, step: Step) -> None:
        """Tell all listeners. One that makes a step itself has that told to all when this one has been."""
        self.trail.append((what, step))
        self._untold.append((what, step))
        if self._telling:
            return
        self._telling = True
        try:
            while self._untold:
                news = self._untold.popleft()
                for listener in list(self.listeners):
                    listener(*news)
        finally:
            self._telling = False


def showed(step: Step) -> dict[str, list[int]]:
    """What a step let each seat see that it had not known before: the reason why taking it back must be said."""
    found: dict[str, list[int]] = {}
    if step.how == "setup":
        return found
    for piece, ref in step.refs.items():
        for seat in ref.after:
            if seat not in ref.before:
                found.setdefault(seat, []).append(piece)
    return found
