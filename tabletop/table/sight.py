"""Sight: what may a seat see of this table? The one place that screen, log, search, ghost and pictures ask.

* A public zone shows what lies face up. A private zone shows everything to its seat, and what lies face up to all.
  A hidden zone shows nothing but a face-up card on its top.
* Beyond what shows, a seat may *know* a piece: it held it, or saw it turned down, or peeked at it. It keeps knowing it
  until the piece is shuffled or goes into somebody else's private zone.
* `None` as the seat means nobody in particular: only what everybody sees.
"""

from __future__ import annotations

from tabletop.table.state import Json, Piece, Table
from tabletop.table.zones import Zone

FACE_DOWN = "a face-down card"

SECRET = "secret."
"""Marks and facts whose names begin like that are shown to nobody: what was named in secret, a choice not yet told."""


def is_secret(name: str) -> bool:
    """Whether a mark or a fact of this name is kept from every window, log and list. Its value lies on the table and in
    the save all the same, for the rules.
    """
    return name.strip().casefold().startswith(SECRET)


def marks(piece: Piece) -> dict[str, Json]:
    """The marks of a piece that may be shown."""
    return {name: value for name, value in piece.marks.items() if not is_secret(name)}


def seers(table: Table, piece: Piece) -> tuple[str, ...]:
    """The seats that may know what a piece is, in the order of the seats or of their learning it."""
    zone = table.zones.get(piece.zone) or table.zone(piece.zone)
    if _open(table, piece, zone):
        return table.everyone
    if zone.sight == "private" and zone.seat is not None and zone.seat not in piece.known:
        return (*piece.known, zone.seat)
    return piece.known


def knows(table: Table, seat: str | None, piece: Piece) -> bool:
    """Whether a seat may know what a piece is. Only cards and tokens can be hidden; dice, coins and notes show."""
    if piece.kind not in ("card", "token"):
        return True
    if seat is not None:
        return seat in seers(table, piece)
    if _open(table, piece, table.zone(piece.zone)):
        return True
    who = seers(table, piece)
    return bool(table.everyone) and all(each in who for each in table.everyone)


def shows(table: Table, seat: str | None, piece: Piece) -> bool:
    """Whether the face of a piece is to be drawn for a seat: it lies face up where it shows, or in the seat's own
    private zone. A piece that a seat merely knows is drawn with its back.
    """
    if piece.kind not in ("card", "token"):
        return True
    zone = table.zone(piece.zone)
    if _open(table, piece, zone):
        return True
    return not piece.up and zone.sight == "private" and zone.seat == seat is not None and zone.role == "hand"


def true_name(table: Table, piece: Piece) -> str:
    """What a piece is called, whoever asks. Only for those who have asked `knows`."""
    if piece.kind in ("card", "token"):
        definition = table.definitions.get(piece.card)
        return (definition.name if definition else "") or piece.card or piece.kind
    return piece.card or piece.kind


def name(table: Table, seat: str | None, piece: Piece) -> str:
    """What a piece is called for a seat: its name, or "a face-down card"."""
    return true_name(table, piece) if knows(table, seat, piece) else FACE_DOWN


def sees_order(table: Table, seat: str | None, zone_id: str) -> bool:
    """Whether a seat may look through a zone freely: every public zone, and its own private ones."""
    zone = table.zone(zone_id)
    return zone.sight == "public" or (zone.sight == "private" and zone.seat == seat)


def _open(table: Table, piece: Piece, zone: Zone) -> bool:
    """Whether everybody sees the face of a piece where it lies."""
    return piece.up and (zone.sight != "hidden" or table.order[piece.zone][0] == piece.id)


def known_after(table: Table, piece: Piece, before: tuple[str, ...]) -> tuple[str, ...]:
    """Who still knows a piece that has just come to lie where it is now, if `before` could see it before."""
    zone = table.zones.get(piece.zone) or table.zone(piece.zone)
    if zone.sight == "private":
        return (zone.seat,) if zone.seat in before else ()
    return before


def as_seen(table: Table, seat: str | None) -> Table:
    """The table as far as a seat may know it, only to be read: a piece that it does not know is of no card. Whoever
    judges or guesses on it cannot give away anything hidden.
    """
    seen = Table.__new__(Table)
    for slot in Table.__slots__:
        setattr(seen, slot, getattr(table, slot))
    seen.kept = {}
    seen.pieces = {piece.id: _as_seen(piece, knows(table, seat, piece), seat) for piece in table}
    return seen


def _as_seen(piece: Piece, known: bool, seat: str | None) -> Piece:
    """A piece without its card where that is not known, and without the secrets that another seat keeps with it."""
    secret = bool(piece.marks) and piece.owner != seat and any(map(is_secret, piece.marks))
    if known and not secret:
        return piece
    copied = piece.copy()
    if not known:
        copied.card = ""
    if secret:
        copied.marks = marks(piece)
    return copied
