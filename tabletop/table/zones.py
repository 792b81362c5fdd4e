"""Zones: the named places of a table, and what each is like."""

from __future__ import annotations

from typing import Literal

import msgspec

Arrangement = Literal["pile", "fan", "row", "grid", "free"]
Sight = Literal["public", "private", "hidden"]
Face = Literal["up", "down", "keep"]

TABLE = "table"
"""The zone that is the table itself: free, public, shared. Every table has it."""


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
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


class CardZone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
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


def seat_zone(seat: str, name: str) -> str:
    """The id of a seat's zone: seat "A" and name "deck" give "A.deck"."""
    return f"{seat}.{name}"


def split(zone: str) -> tuple[str, str]:
    """The two halves of a zone id: ("A", "deck"), ("12", "hits"), or ("", "table") for a zone that all share."""
    owner, dot, name = zone.partition(".")
    return (owner, name) if dot else ("", owner)


ATTACHED = CardZone("attached", "Attached cards", arrangement="fan", face="keep", y=-15.0)
"""What is attached to a card lies in this zone of it, and peeks out behind it, unless its game has one of its own."""
