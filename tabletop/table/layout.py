"""Where pieces lie, in millimetres: what the arrangement of a zone makes of the order of its pieces.

The window draws from it, drops are aimed with it, and the ghost of a drag is read from it after the drop was tried, so
that what is shown and what happens cannot differ. Nothing here changes the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tabletop.table.state import Piece, Table
from tabletop.table.zones import TABLE, CardZone, Zone

GAP = 4.0
"""Millimetres between cards that lie side by side."""

PEEK = 15.0
"""Millimetres of a card that stay free where the next one lies over it in a fan: its name bar."""

PILE_STEP = 0.35
PILE_DEPTH = 14
"""A pile shows its thickness: so much a card, up to so many cards."""

_SIZES: dict[str, tuple[float, float]] = {
    "counter": (22.0, 22.0),
    "die": (18.0, 18.0),
    "coin": (24.0, 24.0),
    "note": (60.0, 40.0),
}


class Placement(NamedTuple):
    """Where a piece lies on the table: its middle, its rotation with the turn of its seat's side, and its scale."""

    x: float
    y: float
    rotation: float
    scale: float


class Slot(NamedTuple):
    """A place in a zone, from the middle of the zone, as its own seat sees it."""

    x: float
    y: float


def size(table: Table, piece: Piece) -> tuple[float, float]:
    """Width and height of a piece lying upright, in millimetres at scale 1."""
    return _SIZES.get(piece.kind) or table.card_size


def extent(width: float, height: float, rotation: float) -> tuple[float, float]:
    """The box that a turned piece fills, in quarters of a turn."""
    return (height, width) if 45 <= rotation % 180 < 135 else (width, height)


def arrange(zone: Zone, boxes: Sequence[tuple[float, float]]) -> list[Slot]:
    """The places of pieces with these boxes (width and height in millimetres, at the zone's scale) in a zone.

    A pile lies in the middle, index 0 on top. A row starts at the left and closes up when it gets too long. A fan lies
    in the middle and overlaps; in a zone not much wider than a card it goes down or up, away from what it is
    anchored to. A grid fills line after line. A free zone has no places of its own: its pieces lie where they were put.
    """
    count = len(boxes)
    if not count:
        return []
    if zone.arrangement == "row":
        return _row(zone, boxes)
    if zone.arrangement == "fan":
        return _fan(zone, boxes)
    if zone.arrangement == "grid":
        return _grid(zone, boxes)
    lift = [min(count - 1 - i, PILE_DEPTH) * PILE_STEP for i in range(count)]
    return [Slot(-up * 0.5, -up) for up in lift]


def _row(zone: Zone, boxes: Sequence[tuple[float, float]]) -> list[Slot]:
    wide = sum(w for w, _ in boxes) + GAP * (len(boxes) - 1)
    squeeze = 0.0
    if wide > zone.w and len(boxes) > 1:
        squeeze = (wide - zone.w) / (len(boxes) - 1)
    left = -zone.w / 2
    slots = []
    for w, _ in boxes:
        slots.append(Slot(left + w / 2, 0.0))
        left += w + GAP - squeeze
    return slots


def _fan(zone: Zone, boxes: Sequence[tuple[float, float]]) -> list[Slot]:
    count = len(boxes)
    w, h = boxes[0]
    if zone.w < w * 1.3:
        away = -1 if zone.y < 0 and zone.anchor is not None else 1
        room = max(zone.h - h, 0.0) if zone.anchor is None else PEEK * zone.scale * 6
        step = min(PEEK * zone.scale, room / (count - 1)) if count > 1 else 0.0
        start = 0.0 if zone.anchor is not None else -step * (count - 1) / 2
        return [Slot(0.0, start + away * step * i) for i in range(count)]
    step = min(w + GAP, (zone.w - w) / (count - 1)) if count > 1 else 0.0
    start = -step * (count - 1) / 2
    return [Slot(start + step * i, 0.0) for i in range(count)]


def _grid(zone: Zone, boxes: Sequence[tuple[float, float]]) -> list[Slot]:
    w, h = max(b[0] for b in boxes), max(b[1] for b in boxes)
    columns = max(1, int((zone.w + GAP) // (w + GAP)))
    lines = -(-len(boxes) // columns)
    step = h + GAP
    if lines > 1 and h + step * (lines - 1) > zone.h:
        step = max((zone.h - h) / (lines - 1), 1.0)
    top = -zone.h / 2 + h / 2
    left = -zone.w / 2 + w / 2
    return [Slot(left + (i % columns) * (w + GAP), top + (i // columns) * step) for i in range(len(boxes))]


def boxes(table: Table, zone: Zone) -> list[tuple[float, float]]:
    """The boxes of the pieces in a zone, at its scale."""
    found = []
    card = table.card_size
    for piece in table.pieces_in(zone.id):
        w, h = extent(*(_SIZES.get(piece.kind) or card), piece.rotation)
        found.append((w * zone.scale, h * zone.scale))
    return found


def middle(table: Table, zone: Zone) -> tuple[float, float]:
    """The middle of a zone on the table; one with an anchor lies where its anchor does."""
    host = table.pieces.get(zone.anchor) if zone.anchor is not None else None
    if host is None:
        return zone.x, zone.y
    # Each zone lies at its host, which lies in the next zone. The last one stands on the table by itself, so the way
    # goes from there inwards.
    hosts = [host, *table.hosts(host.zone)]
    zones = [zone, *(table.zone(host.zone) for host in hosts)]
    x, y = zones[-1].x, zones[-1].y
    for i in reversed(range(len(hosts))):
        at = _place(table, zones[i + 1], hosts[i], x, y)
        x, y = at.x + zones[i].x * at.scale, at.y + zones[i].y * at.scale
    return x, y


def place(table: Table, piece: Piece) -> Placement:
    """Where one piece lies. For a whole zone `places` is faster."""
    zone = table.zone(piece.zone)
    return _place(table, zone, piece, *middle(table, zone))


def places(table: Table, zone_id: str) -> list[Placement]:
    """Where the pieces of a zone lie, in the order of the zone."""
    zone = table.zone(zone_id)
    found = table.pieces_in(zone_id)
    x, y = middle(table, zone)
    if zone.arrangement == "free":
        return [_free(zone, piece, x, y) for piece in found]
    return [
        _placed(zone, piece, slot, x, y)
        for piece, slot in zip(found, arrange(zone, boxes(table, zone)), strict=True)
    ]


def _place(table: Table, zone: Zone, piece: Piece, x: float, y: float) -> Placement:
    """Where a piece lies in a zone whose middle is at `x`, `y`."""
    if zone.arrangement == "free":
        return _free(zone, piece, x, y)
    return _placed(zone, piece, arrange(zone, boxes(table, zone))[table.index(piece.id)], x, y)


def _free(zone: Zone, piece: Piece, x: float, y: float) -> Placement:
    if zone.anchor is None:
        return Placement(piece.x, piece.y, piece.rotation, zone.scale)
    return Placement(x + piece.x, y + piece.y, piece.rotation, zone.scale)


def _placed(zone: Zone, piece: Piece, slot: Slot, x: float, y: float) -> Placement:
    sign = -1 if zone.turn == 180 else 1
    return Placement(x + sign * slot.x, y + sign * slot.y, (piece.rotation + zone.turn) % 360, zone.scale)


def zone_at(table: Table, x: float, y: float, *, leave_out: Sequence[int] = ()) -> Zone:
    """The zone that a drop at a point of the table goes to: the smallest one that holds the point, else the table.

    Zones at cards count where their card lies; those at the pieces in `leave_out` do not. Hands are the window's own.
    """
    best = table.zones[TABLE]
    area = best.w * best.h
    for zone in table.zones.values():
        if zone.at_edge or zone.w * zone.h >= area or (zone.anchor is not None and zone.anchor in leave_out):
            continue
        mx, my = (zone.x, zone.y) if zone.anchor is None else middle(table, zone)
        if abs(x - mx) <= zone.w / 2 and abs(y - my) <= zone.h / 2:
            best, area = zone, zone.w * zone.h
    for zone, mx, my in _card_zones_with_middles(table):
        if zone.w * zone.h < area and zone.anchor not in leave_out:
            if abs(x - mx) > zone.w / 2 or abs(y - my) > zone.h / 2:
                continue
            best, area = zone, zone.w * zone.h
    return best


def has_card_zone(table: Table, piece: Piece, template: CardZone, zone_id: str) -> bool:
    """Whether a piece would have a zone of that kind if it lay in `zone_id`."""
    if template.on:
        definition = table.definitions.get(piece.card)
        if definition is None or definition.type not in template.on:
            return False
    if template.within:
        return zone_id in template.within or zone_id.partition(".")[2] in template.within
    zone = table.zone(zone_id)
    return zone.arrangement != "pile" and zone.role != "hand"


def card_zones_at(table: Table) -> list[Zone]:
    """The zones that cards have where they lie now, empty ones included, but for those that every card may have."""
    templates = [template for template in table.card_zones.values() if template.on]
    if not templates:
        return []
    return [
        table.zone(f"{piece.id}.{template.id}")
        for piece in table.pieces.values()
        for template in templates
        if has_card_zone(table, piece, template, piece.zone)
    ]


def _card_zones_with_middles(table: Table) -> Iterator[tuple[Zone, float, float]]:
    """The zones that cards have, with their middles; each zone that cards lie in is laid out once."""
    laid: dict[str, dict[int, Placement]] = {}
    for zone in card_zones_at(table):
        host = table.pieces.get(zone.anchor) if zone.anchor is not None else None
        if host is None:
            continue
        if host.zone not in laid:
            laid[host.zone] = dict(zip(table.cards(host.zone), places(table, host.zone), strict=True))
        at = laid[host.zone][host.id]
        yield zone, at.x + zone.x * at.scale, at.y + zone.y * at.scale


def index_at(table: Table, zone: Zone, x: float, y: float, *, leave_out: Sequence[int] = ()) -> int:
    """Which place in the order of a zone a drop at a point of the table takes. A pile takes it on top, a free zone
    over all others; in a row, fan or grid it comes before the piece that the point lies left of.
    """
    if zone.arrangement == "pile":
        return 0
    pieces = [piece for piece in table.pieces_in(zone.id) if piece.id not in leave_out]
    if zone.arrangement == "free" or not pieces:
        return len(pieces)
    mx, my = middle(table, zone)
    sign = -1 if zone.turn == 180 else 1
    return slot_before(zone, [_box(table, piece, zone) for piece in pieces], sign * (x - mx), sign * (y - my))


def slot_before(zone: Zone, taken: Sequence[tuple[float, float]], x: float, y: float) -> int:
    """The index that a point (from the middle of a zone, as its seat sees it) stands for among these boxes.

    In a row or grid with room it is that of the first box that the point lies before. Where one box more moves the
    others (fans, and rows that close up) it is that of the nearest place after the drop: a card that is put down where
    it was taken up comes to lie as before.
    """
    slots = arrange(zone, taken)
    if zone.arrangement == "grid":
        h = max(box[1] for box in taken)
        for index, slot in enumerate(slots):
            if y < slot.y - h / 2 or (y <= slot.y + h / 2 and x < slot.x):
                return index
        return len(slots)
    after = arrange(zone, [*taken, taken[-1]])
    if zone.arrangement == "row" and after[: len(slots)] == slots:
        return next((index for index, slot in enumerate(slots) if x < slot.x), len(slots))
    return min(range(len(after)), key=lambda index: (x - after[index].x) ** 2 + (y - after[index].y) ** 2)


def _box(table: Table, piece: Piece, zone: Zone) -> tuple[float, float]:
    w, h = extent(*size(table, piece), piece.rotation)
    return w * zone.scale, h * zone.scale

