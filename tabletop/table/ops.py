"""Operations: the only writers of a table. Applying one does it and returns its inverse.

An operation is a fact ("card 41 lies there now"), never an intention; saves keep these. `None` in a mark, counter,
fact, zone or seat means that it is absent, so that an inverse restores absence too. An operation that does not fit the
table raises `OpError` and changes nothing.
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar

import msgspec

from tabletop.table.sight import known_after, seers
from tabletop.table.state import Definition, Json, Piece, Seat, Table, encode
from tabletop.table.zones import FAR, TABLE, CardZone, Zone, sound, split

V = TypeVar("V")

LARGEST = 1 << 53
"""Whole numbers from here on are not exact everywhere."""

DEEPEST = 64
"""Values on the table are nested at most so deeply."""


class OpError(ValueError):
    """An operation does not fit the table: it names a piece, zone or order that is not there."""


class _Op(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="op"):
    pass


class Create(_Op, frozen=True, tag="create"):
    """A new piece comes to lie in its zone, at `index` (-1: at the end)."""

    piece: Piece
    index: int = 0

    def apply(self, table: Table) -> Remove:
        """Raises OpError if a piece of that id is there already, or if there is no such zone."""
        piece = self.piece
        if piece.id in table.pieces:
            raise OpError(f"piece {piece.id} is on the table already")
        if not 0 < piece.id < LARGEST:
            raise OpError(f"no piece can have the number {piece.id}")
        _check_place(piece.x, piece.y, piece.rotation)
        if piece.zone not in table.zones and not table.has_zone(piece.zone):
            raise OpError(f"there is no zone {piece.zone}")
        for name, value in piece.counters.items():
            _check_number(name, value)
        new = piece.copy()
        new.marks = {name: _plain(value) for name, value in piece.marks.items()}
        table.pieces[piece.id] = new
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
        """Raises OpError if the piece or the zone is not there, or if the zone lies at the piece itself."""
        piece = table.pieces.get(self.piece)
        if piece is None:
            raise OpError(f"there is no piece {self.piece}")
        zone = self.zone
        stored = table.zones.get(zone)
        if stored is None or stored.anchor is not None:
            if stored is None and not table.has_zone(zone):
                raise OpError(f"there is no zone {zone}")
            if table.carries(piece.id, zone):
                raise OpError(f"piece {piece.id} cannot lie in its own zone {zone}")
        _check_place(self.x, self.y, self.rotation)
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
        _check_place(self.x, self.y, self.rotation)
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
        if old:
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
        """Raises OpError if the piece is not there, or if the value is nothing that a save can keep."""
        piece = _piece(table, self.piece)
        value = _plain(self.value)
        inverse = Mark(piece.id, self.name, piece.marks.get(self.name))
        _put(piece.marks, self.name, value)
        table.revision += 1
        return inverse


class Counter(_Op, frozen=True, tag="counter"):
    """A number on a piece (its id) or of a seat (its letter) is that now (None: there is no such number)."""

    at: int | str
    name: str
    value: int | None

    def apply(self, table: Table) -> Counter:
        """Raises OpError if the piece or the seat is not there, or if the number is past all counting."""
        _check_number(self.name, self.value)
        if isinstance(self.at, int):
            counters = _piece(table, self.at).counters
        else:
            seat = table.seats.get(self.at)
            if seat is None:
                raise OpError(f"there is no seat {self.at}")
            counters = dict(seat.counters)
            table.seats[self.at] = Seat(seat.name, seat.colour, counters)
            table.told += 1
        inverse = Counter(self.at, self.name, counters.get(self.name))
        _put(counters, self.name, self.value)
        table.revision += 1
        return inverse


class Fact(_Op, frozen=True, tag="fact"):
    """A fact of the game (turn, phase, a question that waits) is that now (None: there is no such fact)."""

    name: str
    value: Json

    def apply(self, table: Table) -> Fact:
        """Raises OpError if the value is nothing that a save can keep."""
        value = _plain(self.value)
        inverse = Fact(self.name, table.facts.get(self.name))
        _put(table.facts, self.name, value)
        table.revision += 1
        table.told += 1
        return inverse


class Define(_Op, frozen=True, tag="define"):
    """The table keeps this definition of a card (None: it forgets it)."""

    card: str
    definition: Definition | None

    def apply(self, table: Table) -> Define:
        """Raises OpError if the definition is nothing that a save can keep."""
        if self.definition is not None:
            _plain(self.definition.data)
        inverse = Define(self.card, table.definitions.get(self.card))
        _put(table.definitions, self.card, self.definition)
        table.revision += 1
        return inverse


class SetZone(_Op, frozen=True, tag="zone"):
    """A zone is there, as described (None: no more; what lay in it is dealt with before). A new one comes to stand at
    `index` among the zones (-1: at the end).
    """

    id: str
    zone: Zone | None
    index: int = -1

    def apply(self, table: Table) -> SetZone:
        """Raises OpError if pieces would lie in a zone that is gone, for the table itself, and for a zone that cannot
        be: with another id, an impossible size or place, or anchored on a piece that lies in it.
        """
        zone = self.zone
        if zone is None:
            if self.id == TABLE or table.order.get(self.id):
                raise OpError(f"zone {self.id} cannot go: it is {'the table' if self.id == TABLE else 'not empty'}")
        else:
            if zone.id != self.id:
                raise OpError(f"zone {self.id} cannot have the id {zone.id}")
            if sound(zone) is not zone:
                raise OpError(f"zone {self.id} has an impossible size or place")
            host = table.pieces.get(zone.anchor) if zone.anchor is not None else None
            if host is not None and (host.zone == self.id or _lies_under(table, host.zone, self.id)):
                raise OpError(f"zone {self.id} cannot be anchored on piece {host.id}, which lies in it")
        inverse = SetZone(self.id, table.zones.get(self.id), _index(table.zones, self.id))
        table.zones = _put_at(table.zones, self.id, zone, self.index)
        table.revision += 1
        return inverse


class SetCardZone(_Op, frozen=True, tag="card_zone"):
    """Cards have a zone of this kind (None: no more). A new one stands at `index` among them (-1: at the end)."""

    id: str
    zone: CardZone | None
    index: int = -1

    def apply(self, table: Table) -> SetCardZone:
        """Raises OpError if pieces would lie in zones that are gone, and for a zone that cannot be: with another id,
        or an impossible size or place.
        """
        zone = self.zone
        if zone is None:
            for used, ids in table.order.items():
                if ids and used not in table.zones and split(used)[1] == self.id:
                    raise OpError(f"the zones {self.id} of cards cannot go: {used} is not empty")
        elif zone.id != self.id:
            raise OpError(f"the zone {self.id} of cards cannot have the id {zone.id}")
        elif sound(zone) is not zone:
            raise OpError(f"the zone {self.id} of cards has an impossible size or place")
        inverse = SetCardZone(self.id, table.card_zones.get(self.id), _index(table.card_zones, self.id))
        table.card_zones = _put_at(table.card_zones, self.id, zone, self.index)
        table.revision += 1
        return inverse


class SetSeat(_Op, frozen=True, tag="seat"):
    """A seat is there, as described (None: no more). Seats are taken and left in the order of their letters."""

    id: str
    seat: Seat | None

    def apply(self, table: Table) -> SetSeat:
        """Raises OpError for numbers past all counting."""
        inverse = SetSeat(self.id, table.seats.get(self.id))
        for name, value in (self.seat.counters if self.seat is not None else {}).items():
            _check_number(name, value)
        _put(table.seats, self.id, self.seat)
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
        """Raises OpError if the result is nothing that a save can keep."""
        _plain(self.result)
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
    if order[0] == piece.id:
        index = 0
    elif order[-1] == piece.id:
        index = len(order) - 1
    else:
        index = order.index(piece.id)
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


def _put(entries: dict[str, V], name: str, value: V | None) -> None:
    if value is None:
        entries.pop(name, None)
    else:
        entries[name] = value


def _put_at(entries: dict[str, V], name: str, value: V | None, index: int) -> dict[str, V]:
    """The entries with this one; a new one comes to stand at `index`, since the order of zones means something."""
    if value is None or name in entries or not 0 <= index < len(entries):
        _put(entries, name, value)
        return entries
    listed = list(entries.items())
    listed.insert(index, (name, value))
    return dict(listed)


def _index(entries: dict[str, V], name: str) -> int:
    return list(entries).index(name) if name in entries else -1


def _lies_under(table: Table, zone: str, other: str) -> bool:
    """Whether something that carries a zone lies in another zone."""
    return any(host.zone == other for host in table.hosts(zone))


def _check_place(x: float | None, y: float | None, rotation: float | None) -> None:
    for value in (x, y, rotation):
        if value is not None and not -FAR <= value <= FAR:
            raise OpError(f"{value} is no place on the table, nor an angle")


def _check_number(name: str, value: int | None) -> None:
    if value is not None and not -LARGEST < value < LARGEST:
        raise OpError(f"the number {name} is past all counting")


def _plain(value: Json) -> Json:
    """A value as a save gives it back: lists for tuples, and nothing shared with who gave it. Raises OpError if a save
    cannot keep it.
    """
    if value is None or value is True or value is False:
        return value
    try:
        text = encode(value)
        kept = msgspec.json.decode(text)
    except (TypeError, ValueError, OverflowError, RecursionError) as fault:
        raise OpError(f"a value cannot be kept: {fault}") from fault
    if text.count(b"[") + text.count(b"{") > DEEPEST and depth(kept) > DEEPEST:
        raise OpError("a value is nested too deeply to be kept")
    return kept


def depth(value: Json) -> int:
    """How deeply a value is nested; past DEEPEST it is not looked at any more closely."""
    found = 0
    level = [value]
    while level and found <= DEEPEST:
        inner = [list(entry.values()) if isinstance(entry, dict) else entry for entry in level]
        level = [each for entry in inner if isinstance(entry, (list, tuple)) for each in entry]
        found += bool(level)
    return found
