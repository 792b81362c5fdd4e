"""The zones of a table for a number of seats, from the one side that table.toml describes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tabletop.cards.games import MAX_SEATS
from tabletop.cards.model import GameDef, SeatZone
from tabletop.table.zones import TABLE, Zone, seat_zone

SEATS = "ABCD"[:MAX_SEATS]

GAP = 30.0
"""Millimetres between two seats that share a side."""

MARGIN = 300.0
"""Millimetres of free table around all zones."""


@dataclass(frozen=True, slots=True)
class _Side:
    """Where a seat sits: how far its zones are shifted along the side, and whether it sits opposite of seat A."""

    shift: float
    opposite: bool


def seat_names(count: int) -> tuple[str, ...]:
    """The letters of the seats: 2 gives ("A", "B"). Raises ValueError for a number of seats that cannot be."""
    if not 1 <= count <= len(SEATS):
        raise ValueError(f"a table has 1 to {len(SEATS)} seats, not {count}")
    return tuple(SEATS[:count])


def layout_zones(game: GameDef, seats: int) -> list[Zone]:
    """All zones of a game for so many seats: the table itself, what all share, then each seat's own.

    A sits at the near side and B opposite, turned by a half. With three or four seats A and C share the near side (A on
    the left), B and D the far one; each seat's zones are shifted as a whole so that none overlap. What all share stays
    where it is. Raises ValueError for fewer than 1 or more than 4 seats.
    """
    names = seat_names(seats)
    own = [zone for zone in game.zones if zone.per == "seat"]
    shared = [zone for zone in game.zones if zone.per == "table"]
    sides = _sides(seats, own, shared)
    zones = [_zone(zone, zone.id, None, _Side(0.0, False)) for zone in shared]
    for name, side in zip(names, sides, strict=False):
        zones += [_zone(zone, seat_zone(name, zone.id), name, side) for zone in own]
    return [_table(zones), *zones]


def _zone(zone: SeatZone, zone_id: str, seat: str | None, side: _Side) -> Zone:
    x, y = zone.x + side.shift, zone.y
    return Zone(
        id=zone_id, name=zone.name, role=zone.role, seat=seat, arrangement=zone.arrangement, sight=zone.sight,
        face=zone.face, x=-x if side.opposite else x, y=-y if side.opposite else y, w=zone.w, h=zone.h,
        turn=180 if side.opposite else 0, label=zone.label, scale=zone.scale,
        at_edge=zone.role == "hand" and seat is not None,
    )  # fmt: skip


def _sides(seats: int, own: list[SeatZone], shared: list[SeatZone]) -> list[_Side]:
    """The sides of the seats A, B, C, D. A seat that has its side for itself stays in its middle."""
    if seats <= 2 or not own:
        return [_Side(0.0, False), _Side(0.0, True), _Side(0.0, False), _Side(0.0, True)]
    left, top, right, bottom = _extent(own)
    # A seat as tall as what all share must also go past that, on either side of the table.
    free_left = free_right = GAP / 2
    for zone in shared:
        for sign in (1, -1):
            if sign * zone.y + zone.h / 2 > top and sign * zone.y - zone.h / 2 < bottom:
                free_left = max(free_left, zone.w / 2 - sign * zone.x + GAP)
                free_right = max(free_right, zone.w / 2 + sign * zone.x + GAP)
    to_left, to_right = -free_left - right, free_right - left
    # Seat B is seen from the other end: what is its left is on the table's right, opposite of seat A's.
    alone = _Side(0.0, True)
    far = [_Side(to_left, True), _Side(to_right, True)] if seats == 4 else [alone, alone]
    return [_Side(to_left, False), far[0], _Side(to_right, False), far[1]]


def _extent(zones: Iterable[SeatZone | Zone]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what some zones cover."""
    zones = list(zones)
    return (
        min(zone.x - zone.w / 2 for zone in zones), min(zone.y - zone.h / 2 for zone in zones),
        max(zone.x + zone.w / 2 for zone in zones), max(zone.y + zone.h / 2 for zone in zones),
    )  # fmt: skip


def _table(zones: list[Zone]) -> Zone:
    """The table itself, around all zones and with its middle at [0, 0]."""
    left, top, right, bottom = _extent(zones) if zones else (0.0, 0.0, 0.0, 0.0)
    width = 2 * (max(-left, right) + MARGIN)
    height = 2 * (max(-top, bottom) + MARGIN)
    return Zone(id=TABLE, name="Table", role="table", w=max(width, 1600.0), h=max(height, 1000.0))


def overlaps(zones: Iterable[Zone]) -> list[tuple[Zone, Zone]]:
    """The pairs of zones that lie on each other; the table itself and hands at the window's edge do not count."""
    lying = [zone for zone in zones if zone.id != TABLE and not zone.at_edge]
    return [
        (one, other)
        for number, one in enumerate(lying)
        for other in lying[number + 1 :]
        if abs(one.x - other.x) < (one.w + other.w) / 2 - 0.01 and abs(one.y - other.y) < (one.h + other.h) / 2 - 0.01
    ]
