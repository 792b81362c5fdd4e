"""Makes a snapshot that was read from somewhere one that a table can be: nothing in it stands in a ring, lies in a
place that is not there, or has a size that cannot be drawn.

A sound snapshot comes back as it is, so that an undisturbed save loses nothing.
"""

from __future__ import annotations

import msgspec

from tabletop.table.ops import DEEPEST, LARGEST, depth
from tabletop.table.state import Definition, Json, Piece, Seat, Snapshot, Table
from tabletop.table.zones import ATTACHED, FAR, TABLE, CardZone, Z, Zone, host_id, sound, split


def mended(snapshot: Snapshot) -> tuple[Snapshot, list[str]]:
    """A snapshot that makes a sound table, and what had to be mended, in sentences."""
    report: list[str] = []
    seats = {name: _seat(seat) for name, seat in sorted(snapshot.seats.items())}
    zones = {zone_id: _named(zone, zone_id) for zone_id, zone in snapshot.zones.items()}
    card_zones = {zone_id: _named(zone, zone_id) for zone_id, zone in snapshot.card_zones.items()}
    definitions = {card: _definition(kept) for card, kept in snapshot.definitions.items()}
    facts = {name: value for name, value in snapshot.facts.items() if value is not None and _shallow(value)}
    pieces = [_piece(piece) for piece in snapshot.pieces if 0 < piece.id < LARGEST]
    pieces = list({piece.id: piece for piece in pieces}.values())
    new = Snapshot(seats, zones, card_zones, definitions, pieces, snapshot.order, facts)
    if new != snapshot:
        report.append("Some values were out of all bounds and have been put right.")
    homeless = _house(new)
    if homeless:
        report.append(f"{_many(homeless)} lay where no place is, and a place was made.")
    rings = _break_rings(new)
    if rings:
        report.append(f"{_many(rings)} lay on each other in a ring and were put on the table.")
    return (new, report) if report else (snapshot, report)


def _house(snapshot: Snapshot) -> int:
    """Make places for pieces in zones that are not there, as many as those are."""
    known = {piece.id for piece in snapshot.pieces}
    homeless = 0
    for piece in snapshot.pieces:
        host, name = host_id(piece.zone), split(piece.zone)[1]
        if piece.zone in snapshot.zones or piece.zone == TABLE or (host in known and name in snapshot.card_zones):
            continue
        homeless += 1
        if host in known:
            snapshot.card_zones[name] = CardZone(name, name.capitalize()) if name != ATTACHED.id else ATTACHED
        elif host is not None or not piece.zone:
            piece.zone = TABLE
        else:
            seat = split(piece.zone)[0]
            snapshot.zones[piece.zone] = Zone(
                piece.zone, (name or piece.zone).capitalize(), seat=seat if seat in snapshot.seats else None,
                arrangement="pile", x=80.0 * (len(snapshot.zones) % 12) - 440.0,
            )  # fmt: skip
    return homeless


def _break_rings(snapshot: Snapshot) -> int:
    """Put pieces on the table that carry themselves, as many as they are."""
    table = Table.restore(snapshot)
    rings = 0
    for piece in snapshot.pieces:
        if table.carries(piece.id, piece.zone):
            piece.zone = table.pieces[piece.id].zone = TABLE
            rings += 1
    return rings


def _named(zone: Z, zone_id: str) -> Z:
    if zone.id != zone_id:
        zone = msgspec.structs.replace(zone, id=zone_id)
    return sound(zone)


def _seat(seat: Seat) -> Seat:
    counters = _counted(seat.counters)
    colour = seat.colour if 0 <= seat.colour < LARGEST else 0
    return seat if counters == seat.counters and colour == seat.colour else Seat(seat.name, colour, counters)


def _piece(piece: Piece) -> Piece:
    piece = piece.copy()
    piece.x, piece.y, piece.rotation = (
        value if -FAR <= value <= FAR else 0.0 for value in (piece.x, piece.y, piece.rotation)
    )  # fmt: skip
    piece.counters = _counted(piece.counters)
    piece.marks = {name: value for name, value in piece.marks.items() if value is not None and _shallow(value)}
    return piece


def _definition(kept: Definition) -> Definition:
    return kept if _shallow(kept.data) else Definition(kept.name, kept.type)


def _counted(counters: dict[str, int]) -> dict[str, int]:
    return {name: value for name, value in counters.items() if -LARGEST < value < LARGEST}


def _shallow(value: Json) -> bool:
    return depth(value) <= DEEPEST


def _many(number: int) -> str:
    return "One piece" if number == 1 else f"{number} pieces"
