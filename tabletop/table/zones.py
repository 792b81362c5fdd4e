"""Zones: the named places of a table, and what each is like."""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec

Arrangement = Literal["pile", "fan", "row", "grid", "free"]
Sight = Literal["public", "private", "hidden"]
Face = Literal["up", "down", "keep"]

TABLE = "table"
"""The zone that is the table itself: free, public, shared. Every table has it."""

FAR = 1_000_000.0
"""Millimetres from the middle of the table that nothing lies beyond: a kilometre, so only a mistake gets there."""


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """One place where pieces lie.

    Positions are millimetres from the middle of the table, x to the right and y towards seat A; `turn` is the
    rotation in degrees of the seat's side (0 or 180). A zone with `anchor` lies relative to the middle of that piece
    and travels with it.
    """

    id: str
    name: str
    role: str = "play"
    seat: str | None = None
    arrangement: Arrangement = "free"
    sight: Sight = "public"
    face: Face = "keep"
    x: float = 0.0
    y: float = 0.0
    w: float = 63.0
    h: float = 88.0
    turn: int = 0
    scale: float = 1.0
    """How large pieces are drawn here, against their own size."""
    anchor: int | None = None
    label: str = ""
    at_edge: bool = False
    """A hand: the window draws it at its own edge instead of on the table."""

    @property
    def ordered(self) -> bool:
        """Whether the order of the pieces means something that players see (a free zone only has a z-order)."""
        return self.arrangement != "free"

    def contains(self, x: float, y: float) -> bool:
        """Whether a point of the table lies in this zone's rectangle (zones with an anchor: relative to the anchor)."""
        return abs(x - self.x) <= self.w / 2 and abs(y - self.y) <= self.h / 2


class CardZone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A zone that cards of some types (none named: all cards) have while they lie in some zones (none named: in any
    but piles and hands): the hits on a character, for example.

    Its instances are not stored: the zone "12.hits" exists as long as piece 12 does, and is empty until something
    lies in it.
    """

    id: str
    name: str
    on: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    role: str = "attached"
    arrangement: Arrangement = "fan"
    sight: Sight = "public"
    face: Face = "up"
    x: float = 0.0
    y: float = 0.0
    w: float = 63.0
    h: float = 30.0
    scale: float = 1.0

    def at(self, piece: int, seat: str | None, turn: int) -> Zone:
        """The zone as it lies at `piece`; `seat` is the seat that the piece lies at, `turn` its rotation."""
        sign = -1 if turn == 180 else 1
        return Zone(
            id=f"{piece}.{self.id}", name=self.name, role=self.role, seat=seat, arrangement=self.arrangement,
            sight=self.sight, face=self.face, x=self.x * sign, y=self.y * sign, w=self.w, h=self.h, turn=turn,
            scale=self.scale, anchor=piece,
        )  # fmt: skip


Z = TypeVar("Z", Zone, CardZone)


def sound(zone: Z) -> Z:
    """The zone itself if its size and place can be drawn, else one as near to it as can be."""
    w, h = _within(zone.w, 1.0, FAR, 63.0), _within(zone.h, 1.0, FAR, 88.0)
    x, y = _within(zone.x, -FAR, FAR, 0.0), _within(zone.y, -FAR, FAR, 0.0)
    scale = _within(zone.scale, 0.01, 100.0, 1.0)
    if (w, h, x, y, scale) != (zone.w, zone.h, zone.x, zone.y, zone.scale):
        zone = msgspec.structs.replace(zone, w=w, h=h, x=x, y=y, scale=scale)
    if isinstance(zone, Zone):
        if not 0 <= zone.turn < 360:
            zone = msgspec.structs.replace(zone, turn=0)
        if zone.id == TABLE and (zone.anchor is not None or zone.arrangement != "free" or zone.sight != "public"):
            zone = msgspec.structs.replace(zone, anchor=None, arrangement="free", sight="public")
    return zone


def _within(value: float, least: float, most: float, default: float) -> float:
    return min(max(value, least), most) if value == value else default


def seat_zone(seat: str, name: str) -> str:
    """The id of a seat's zone: seat "A" and name "deck" give "A.deck"."""
    return f"{seat}.{name}"


def split(zone: str) -> tuple[str, str]:
    """The two halves of a zone id: ("A", "deck"), ("12", "hits"), or ("", "table") for a zone that all share."""
    owner, dot, name = zone.partition(".")
    return (owner, name) if dot else ("", owner)


def host_id(zone: str) -> int | None:
    """The id of the piece that a zone id puts the zone at: 12 for "12.hits", None for "A.deck" and "table"."""
    owner, dot, _ = zone.partition(".")
    if dot and len(owner) < 17 and owner.isascii() and owner.isdecimal() and owner[0] != "0":
        return int(owner)
    return None


ATTACHED = CardZone("attached", "Attached cards", arrangement="fan", face="keep", y=-15.0)
"""What is attached to a card lies in this zone of it, and peeks out behind it, unless its game has one of its own."""
