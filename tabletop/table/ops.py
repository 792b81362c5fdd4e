"""Operations: the only writers of a table. Applying one does it and returns its inverse.

An operation is a fact ("card 41 lies there now"), never an intention; saves keep these. `None` in a mark, counter,
fact, zone or seat means that it is absent, so that an inverse restores absence too. An operation that does not fit the
table raises `OpError` and changes nothing.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from tabletop.table.sight import known_after, seers
from tabletop.table.state import Definition, Json, Piece, Seat, Table
from tabletop.table.zones import TABLE, CardZone, Zone


class OpError(ValueError):
    """An operation does not fit the table: it names a piece, zone or order that is not there."""


class _Op(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="op", forbid_unknown_fields=True):
    pass


class Create(_Op, frozen=True, tag="create"):
    """A new piece comes to lie in its zone, at `index` (-1: at the end)."""

    piece: Piece
    index: int = 0

    def apply(self, table: Table) -> Remove:
        """Raises OpError if a piece of that id is there already."""
        piece = self.piece
        if piece.id in table.pieces:
            raise OpError(f"piece {piece.id} is on the table already")
        table.pieces[piece.id] = piece.copy()
        _insert(table, piece.zone, self.index, piece.id)
        if piece.id >= table.next_id:
            table.next_id = piece.id + 1
        table.revision += 1
        return Remove(piece.id)


class Remove(_Op, frozen=True, tag="remove"):
    """A piece leaves the table for good. Nothing may lie in its zones."""

    piece: int

    def apply(self, table: Table) -> Create:
        """Raises OpError if the piece is not there, or carries others."""
        piece = _piece(table, self.piece)
        if table.zones_of(piece.id):
            raise OpError(f"piece {piece.id} still carries other pieces")
        index = _take(table, piece)
        del table.pieces[piece.id]
        table.revision += 1
        return Create(piece, index)


class Move(_Op, frozen=True, tag="move"):
    """A piece goes to a place in a zone's order, and to a position. What is None stays as it is.

    `known` is who knows the piece afterwards; None leaves that to what they could see (`tabletop.table.sight`).
    """

    piece: int
    zone: str
    index: int = 0
    x: float | None = None
    y: float | None = None
    rotation: float | None = None
    up: bool | None = None
    known: tuple[str, ...] | None = None

    def apply(self, table: Table) -> Move:
        """Raises OpError if the piece is not there, or if the zone lies at the piece itself."""
        piece = table.pieces.get(self.piece)
        if piece is None:
            raise OpError(f"there is no piece {self.piece}")
        zone = self.zone
        if zone != piece.zone and "." in zone and _carried_by(table, zone, piece.id):
            raise OpError(f"piece {piece.id} cannot lie in its own zone {zone}")
        before = seers(table, piece) if self.known is None else self.known
        index = _take(table, piece)
        inverse = Move(piece.id, piece.zone, index, piece.x, piece.y, piece.rotation, piece.up, piece.known)
        piece.zone = zone
        if self.x is not None:
            piece.x = self.x
        if self.y is not None:
            piece.y = self.y
        if self.rotation is not None:
            piece.rotation = self.rotation
        if self.up is not None:
            piece.up = self.up
        _insert(table, zone, self.index, piece.id)
        piece.known = known_after(table, piece, before) if self.known is None else self.known
        table.revision += 1
        return inverse


class Pose(_Op, frozen=True, tag="pose"):
    """A piece stays in its zone and its order, but turns, flips or shifts. What is None stays as it is."""

    piece: int
    x: float | None = None
    y: float | None = None
    rotation: float | None = None
    up: bool | None = None
    known: tuple[str, ...] | None = None

    def apply(self, table: Table) -> Pose:
        """Raises OpError if the piece is not there."""
        piece = _piece(table, self.piece)
        inverse = Pose(piece.id, piece.x, piece.y, piece.rotation, piece.up, piece.known)
        before = seers(table, piece) if self.known is None else self.known
        if self.x is not None:
            piece.x = self.x
        if self.y is not None:
            piece.y = self.y
        if self.rotation is not None:
            piece.rotation = self.rotation
        if self.up is not None:
            piece.up = self.up
        piece.known = known_after(table, piece, before) if self.known is None else self.known
        table.revision += 1
        return inverse


class Reorder(_Op, frozen=True, tag="reorder"):
    """The pieces of a zone lie in a new order (a shuffle, a sorted hand, another z-order)."""

    zone: str
    order: tuple[int, ...]

    def apply(self, table: Table) -> Reorder:
        """Raises OpError if these are not exactly the pieces of the zone."""
        old = table.order.get(self.zone, [])
        if len(old) != len(self.order) or set(old) != set(self.order):
            raise OpError(f"the order for {self.zone} does not list just the pieces that lie there")
        table.order[self.zone] = list(self.order)
        table.revision += 1
        return Reorder(self.zone, tuple(old))


class Reveal(_Op, frozen=True, tag="reveal"):
    """These seats know a piece now, beside those who see it anyway (none: nobody does any more)."""

    piece: int
    known: tuple[str, ...]

    def apply(self, table: Table) -> Reveal:
        """Raises OpError if the piece is not there."""
        piece = _piece(table, self.piece)
        inverse = Reveal(piece.id, piece.known)
        piece.known = self.known
        table.revision += 1
        return inverse


class Mark(_Op, frozen=True, tag="mark"):
    """A piece bears a mark of that name (None: no more)."""

    piece: int
    name: str
    value: Json

    def apply(self, table: Table) -> Mark:
        """Raises OpError if the piece is not there."""
        piece = _piece(table, self.piece)
        inverse = Mark(piece.id, self.name, piece.marks.get(self.name))
        if self.value is None:
            piece.marks.pop(self.name, None)
        else:
            piece.marks[self.name] = self.value
        table.revision += 1
        return inverse


class Counter(_Op, frozen=True, tag="counter"):
    """A number on a piece (its id) or of a seat (its letter) is that now (None: there is no such number)."""

    at: int | str
    name: str
    value: int | None

    def apply(self, table: Table) -> Counter:
        """Raises OpError if the piece or the seat is not there."""
        table.revision += 1
        if isinstance(self.at, int):
            counters = _piece(table, self.at).counters
            inverse = Counter(self.at, self.name, counters.get(self.name))
            _put(counters, self.name, self.value)
            return inverse
        seat = table.seats.get(self.at)
        if seat is None:
            raise OpError(f"there is no seat {self.at}")
        counters = dict(seat.counters)
        inverse = Counter(self.at, self.name, counters.get(self.name))
        _put(counters, self.name, self.value)
        table.seats[self.at] = Seat(seat.name, seat.colour, counters)
        return inverse


class Fact(_Op, frozen=True, tag="fact"):
    """A fact of the game (turn, phase, a question that waits) is that now (None: there is no such fact)."""

    name: str
    value: Json

    def apply(self, table: Table) -> Fact:
        """Never fails."""
        inverse = Fact(self.name, table.facts.get(self.name))
        if self.value is None:
            table.facts.pop(self.name, None)
        else:
            table.facts[self.name] = self.value
        table.revision += 1
        return inverse


class Define(_Op, frozen=True, tag="define"):
    """The table keeps this definition of a card (None: it forgets it)."""

    card: str
    definition: Definition | None

    def apply(self, table: Table) -> Define:
        """Never fails."""
        inverse = Define(self.card, table.definitions.get(self.card))
        if self.definition is None:
            table.definitions.pop(self.card, None)
        else:
            table.definitions[self.card] = self.definition
        table.revision += 1
        return inverse


class SetZone(_Op, frozen=True, tag="zone"):
    """A zone is there, as described (None: no more; what lay in it is dealt with before)."""

    id: str
    zone: Zone | None

    def apply(self, table: Table) -> SetZone:
        """Raises OpError if pieces would lie in a zone that is gone, or for the table itself."""
        if self.zone is None and (self.id == TABLE or table.order.get(self.id)):
            raise OpError(f"zone {self.id} cannot go: {'it is the table' if self.id == TABLE else 'it is not empty'}")
        inverse = SetZone(self.id, table.zones.get(self.id))
        if self.zone is None:
            table.zones.pop(self.id, None)
        else:
            table.zones[self.id] = self.zone
        table.revision += 1
        return inverse


class SetCardZone(_Op, frozen=True, tag="card_zone"):
    """Cards have a zone of this kind (None: no more)."""

    id: str
    zone: CardZone | None

    def apply(self, table: Table) -> SetCardZone:
        """Never fails."""
        inverse = SetCardZone(self.id, table.card_zones.get(self.id))
        if self.zone is None:
            table.card_zones.pop(self.id, None)
        else:
            table.card_zones[self.id] = self.zone
        table.revision += 1
        return inverse


class SetSeat(_Op, frozen=True, tag="seat"):
    """A seat is there, as described (None: no more). Seats are taken and left in the order of their letters."""

    id: str
    seat: Seat | None

    def apply(self, table: Table) -> SetSeat:
        """Never fails."""
        inverse = SetSeat(self.id, table.seats.get(self.id))
        if self.seat is None:
            table.seats.pop(self.id, None)
        else:
            table.seats[self.id] = self.seat
            if list(table.seats) != sorted(table.seats):
                table.seats = dict(sorted(table.seats.items()))
        table.everyone = tuple(table.seats)
        table.revision += 1
        return inverse


class Note(_Op, frozen=True, tag="note"):
    """Something is said or remarked in the log. The table stays as it is. Words as in a step's label."""

    text: str

    def apply(self, table: Table) -> Note:
        """Never fails."""
        return self


class Chance(_Op, frozen=True, tag="chance"):
    """A random result, as it came out: what was asked (a coin, a die of six, a card at random) and the answer.
    The table stays as it is; what follows from it are other operations.
    """

    what: str
    result: Json

    def apply(self, table: Table) -> Chance:
        """Never fails."""
        return self


Op: TypeAlias = (
    Create | Remove | Move | Pose | Reorder | Reveal | Mark | Counter | Fact | Define | SetZone | SetCardZone
    | SetSeat | Note | Chance
)  # fmt: skip


def touched(op: Op) -> int | None:
    """The piece that an operation concerns, if it concerns one."""
    if isinstance(op, Create):
        return op.piece.id
    if isinstance(op, Counter):
        return op.at if isinstance(op.at, int) else None
    return getattr(op, "piece", None)


def _piece(table: Table, piece: int) -> Piece:
    found = table.pieces.get(piece)
    if found is None:
        raise OpError(f"there is no piece {piece}")
    return found


def _take(table: Table, piece: Piece) -> int:
    order = table.order[piece.zone]
    index = 0 if order[0] == piece.id else order.index(piece.id)
    del order[index]
    if not order:
        del table.order[piece.zone]
    return index


def _insert(table: Table, zone: str, index: int, piece: int) -> None:
    order = table.order.get(zone)
    if order is None:
        table.order[zone] = [piece]
    elif index < 0 or index >= len(order):
        order.append(piece)
    else:
        order.insert(index, piece)


def _put(counters: dict[str, int], name: str, value: int | None) -> None:
    if value is None:
        counters.pop(name, None)
    else:
        counters[name] = value


def _carried_by(table: Table, zone: str, piece: int) -> bool:
    """Whether a zone lies at a piece, or at something that lies in one of its zones."""
    seen = 0
    anchor = table.zone(zone).anchor
    while anchor is not None and seen < 16:
        if anchor == piece:
            return True
        host = table.pieces.get(anchor)
        if host is None:
            return False
        anchor = table.zone(host.zone).anchor
        seen += 1
    return anchor is not None
