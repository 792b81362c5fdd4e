"""The table: pieces, zones, seats and facts. Everybody reads it; only operations (`tabletop.table.ops`) write to it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from tabletop.table.zones import ATTACHED, TABLE, CardZone, Zone, host_id, split

Json: TypeAlias = Any
"""What JSON can say. A value that lies on the table is never changed in place: an operation puts a new one there."""

Kind = Literal["card", "token", "counter", "die", "coin", "note"]

SEATS = ("A", "B", "C", "D")
"""The ids of seats, in order."""


class Definition(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table keeps of a card's definition, so that it opens without the card set.

    `data` is the whole entry as its set had it (fields, text, picture).
    """

    name: str
    type: str = ""
    data: dict[str, Json] = {}


class Piece(msgspec.Struct, omit_defaults=True):
    """One thing on the table.

    `x`, `y` are its middle in millimetres on the table, and count only in a free zone: elsewhere a piece lies where the
    arrangement of its zone puts it (`tabletop.table.layout`). `rotation` is in degrees clockwise. `known` are the seats
    that know the piece although it does not show.
    """

    id: int
    kind: Kind = "card"
    card: str = ""
    """The definition of a card or token; the words of a note or counter."""
    owner: str | None = None
    zone: str = TABLE
    x: float = 0.0
    y: float = 0.0
    rotation: float = 0.0
    up: bool = True
    known: tuple[str, ...] = ()
    marks: dict[str, Json] = {}
    counters: dict[str, int] = {}

    def copy(self) -> Piece:
        """The same piece, apart from the table."""
        return Piece(
            self.id, self.kind, self.card, self.owner, self.zone, self.x, self.y, self.rotation, self.up,
            self.known, dict(self.marks), dict(self.counters),
        )  # fmt: skip


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place at the table: the player's name, the colour of its things (an index into the theme), and its numbers."""

    name: str
    colour: int = 0
    counters: dict[str, int] = {}


class Snapshot(msgspec.Struct, omit_defaults=True):
    """A whole table as data, for saves and for comparing two tables."""

    seats: dict[str, Seat] = {}
    zones: dict[str, Zone] = {}
    card_zones: dict[str, CardZone] = {}
    definitions: dict[str, Definition] = {}
    pieces: list[Piece] = []
    order: dict[str, list[int]] = {}
    facts: dict[str, Json] = {}


class Table:
    """Everything that matters to a game lies here.

    `order[zone]` lists the pieces of a zone. In a pile index 0 is the top; in a fan, row or grid it is the first; in a
    free zone a later piece lies over an earlier one. `revision` grows with every operation, for caches; `told` with
    those that only tell a fact or a number of a seat. `kept` is for what readers have worked out, and no part of the
    table (`tabletop.rules.memo`).
    """

    __slots__ = ("_derived", "card_zones", "definitions", "everyone", "facts", "kept", "next_id", "order", "pieces",
                 "revision", "seats", "told", "zones")  # fmt: skip

    def __init__(self) -> None:
        self.pieces: dict[int, Piece] = {}
        self.zones: dict[str, Zone] = {TABLE: Zone(TABLE, "Table", w=2400.0, h=1600.0)}
        self.card_zones: dict[str, CardZone] = {ATTACHED.id: ATTACHED}
        self.order: dict[str, list[int]] = {}
        self.seats: dict[str, Seat] = {}
        self.everyone: tuple[str, ...] = ()
        self.facts: dict[str, Json] = {}
        self.definitions: dict[str, Definition] = {}
        self.next_id = 1
        self.revision = 0
        self.told = 0
        self.kept: dict[Any, Any] = {}
        self._derived: dict[str, tuple[CardZone, Zone]] = {}

    # reading

    def zone(self, zone_id: str) -> Zone:
        """The zone of that id. A zone at a piece ("12.hits") need not be stored; an id that nothing tells of is read
        as a free public zone in the middle of the table, so that a strange table can still be looked at.
        """
        found = self.zones.get(zone_id)
        if found is not None:
            return found
        name = split(zone_id)[1]
        template = self.card_zones.get(name)
        number = host_id(zone_id)
        piece = self.pieces.get(number) if number is not None else None
        if template is None or piece is None:
            return Zone(zone_id, name or zone_id)
        at = self._ground(piece)
        made_from, derived = self._derived.get(zone_id, (None, None))
        if derived is None or made_from is not template or derived.turn != at.turn or derived.seat != at.seat:
            if len(self._derived) > 10_000:
                self._derived.clear()
            derived = template.at(piece.id, at.seat, at.turn)
            self._derived[zone_id] = (template, derived)
        return derived

    def has_zone(self, zone_id: str) -> bool:
        """Whether the zone is stored, or is one of an existing piece's own."""
        if zone_id in self.zones:
            return True
        return host_id(zone_id) in self.pieces and split(zone_id)[1] in self.card_zones

    def hosts(self, zone_id: str) -> Iterator[Piece]:
        """The pieces that a zone lies at: the one it is anchored on, the one that this is attached to, and so on."""
        seen: set[int] = set()
        while True:
            zone = self.zones.get(zone_id)
            anchor = zone.anchor if zone is not None else host_id(zone_id)
            host = self.pieces.get(anchor) if anchor is not None and anchor not in seen else None
            if host is None:
                return
            yield host
            seen.add(host.id)
            zone_id = host.zone

    def carries(self, piece: int, zone_id: str) -> bool:
        """Whether a zone lies at a piece, or at something that the piece carries."""
        return any(host.id == piece for host in self.hosts(zone_id))

    def _ground(self, piece: Piece) -> Zone:
        """The stored zone that a piece lies in, with whatever carries it."""
        zone = self.zones.get(piece.zone)
        if zone is None:
            for host in self.hosts(piece.zone):
                zone = self.zones.get(host.zone)
                if zone is not None:
                    break
        return zone if zone is not None else self.zones[TABLE]

    def cards(self, zone_id: str) -> list[int]:
        """The ids of the pieces in a zone, in order; empty if there are none. Not to be changed."""
        return self.order.get(zone_id, _NOTHING)

    def pieces_in(self, zone_id: str) -> list[Piece]:
        """The pieces in a zone, in order."""
        pieces = self.pieces
        return [pieces[i] for i in self.order.get(zone_id, _NOTHING)]

    def top(self, zone_id: str) -> Piece | None:
        """The piece on top of a pile (the first of a zone), or None."""
        ids = self.order.get(zone_id)
        return self.pieces[ids[0]] if ids else None

    def index(self, piece: int) -> int:
        """The place of a piece in the order of its zone."""
        return self.order[self.pieces[piece].zone].index(piece)

    def zones_of(self, piece: int) -> list[str]:
        """The ids of a piece's own zones that hold something, by name."""
        prefix = f"{piece}."
        return sorted(zone for zone in self.order if zone.startswith(prefix) and zone not in self.zones)

    def zone_with_role(self, role: str, seat: str | None) -> Zone | None:
        """The first zone of a role that is the seat's, else the first shared one."""
        shared = None
        for zone in self.zones.values():
            if zone.role == role:
                if zone.seat == seat:
                    return zone
                if zone.seat is None and shared is None:
                    shared = zone
        return shared

    @property
    def arranged(self) -> int:
        """Grows with every operation that changes more than a fact or a number of a seat, for caches."""
        return self.revision - self.told

    @property
    def card_size(self) -> tuple[float, float]:
        """Width and height of a card in millimetres (the fact `table.card`, that a game sets as it is laid out)."""
        size = self.facts.get("table.card")
        if isinstance(size, list) and len(size) == 2:
            w, h = size
            if isinstance(w, (int, float)) and isinstance(h, (int, float)) and 1 <= w <= 5000 and 1 <= h <= 5000:
                return float(w), float(h)
        return 63.0, 88.0

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces.values())

    def __len__(self) -> int:
        return len(self.pieces)

    # as data

    def snapshot(self) -> Snapshot:
        """The whole table as data. Empty zones have no order, whether something lay in them before or not."""
        return Snapshot(
            seats=dict(self.seats),
            zones=dict(self.zones),
            card_zones=dict(self.card_zones),
            definitions=dict(self.definitions),
            pieces=[self.pieces[i].copy() for i in sorted(self.pieces)],
            order={zone: list(ids) for zone, ids in self.order.items() if ids},
            facts=dict(self.facts),
        )

    def digest(self) -> str:
        """Sixteen hex digits that are equal for equal tables."""
        # Fields left out for being defaults would make equal tables differ, so every entry is written in full.
        full = msgspec.structs.astuple
        entries = (
            {seat: full(found) for seat, found in self.seats.items()},
            {zone: _zone_in_full(found) for zone, found in self.zones.items()},
            {zone: _zone_in_full(found) for zone, found in self.card_zones.items()},
            {card: full(found) for card, found in self.definitions.items()},
            [_piece_in_full(self.pieces[i]) for i in sorted(self.pieces)],
            {zone: ids for zone, ids in self.order.items() if ids},
            self.facts,
        )
        return hashlib.blake2b(encode(entries, "sorted"), digest_size=8).hexdigest()

    @classmethod
    def restore(cls, snapshot: Snapshot) -> Table:
        """The table that a snapshot describes. Pieces that no zone's order lists lie on top of their zone."""
        table = cls()
        table.seats = dict(sorted(snapshot.seats.items()))
        table.everyone = tuple(table.seats)
        table.zones.update(snapshot.zones)
        table.card_zones = dict(snapshot.card_zones)
        table.definitions = dict(snapshot.definitions)
        table.facts = dict(snapshot.facts)
        table.pieces = {piece.id: piece.copy() for piece in snapshot.pieces}
        table.next_id = max(table.pieces, default=0) + 1
        table.order = _order(snapshot.order, table.pieces)
        return table


def _order(listed: Mapping[str, Iterable[int]], pieces: Mapping[int, Piece]) -> dict[str, list[int]]:
    order: dict[str, list[int]] = {}
    placed: set[int] = set()
    for zone, ids in listed.items():
        here = [i for i in dict.fromkeys(ids) if i in pieces and pieces[i].zone == zone]
        placed.update(here)
        if here:
            order[zone] = here
    for piece in pieces.values():
        if piece.id not in placed:
            order.setdefault(piece.zone, []).insert(0, piece.id)
    return order


def encode(value: Any, order: Literal["sorted"] | None = None) -> bytes:
    """A value as JSON. Half characters, which names of files can hold and JSON cannot, become question marks."""
    try:
        return msgspec.json.encode(value, order=order)
    except UnicodeEncodeError:
        return msgspec.json.encode(_scrubbed(msgspec.to_builtins(value)), order=order)


def _scrubbed(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_scrubbed(key): _scrubbed(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_scrubbed(entry) for entry in value]
    return value


def _piece_in_full(piece: Piece) -> tuple[Any, ...]:
    """All fields of a piece, with 1.0 where somebody wrote 1 for a float."""
    return (
        piece.id, piece.kind, piece.card, piece.owner, piece.zone, float(piece.x), float(piece.y),
        float(piece.rotation), piece.up, piece.known, piece.marks, piece.counters,
    )  # fmt: skip


def _zone_in_full(zone: Zone | CardZone) -> tuple[Any, ...]:
    geometry = (float(zone.x), float(zone.y), float(zone.w), float(zone.h), float(zone.scale))
    plain = msgspec.structs.replace(zone, x=0.0, y=0.0, w=0.0, h=0.0, scale=0.0)
    return (*msgspec.structs.astuple(plain), *geometry)

_NOTHING: list[int] = []
