"""Laying out: the sprites of a table's zones, for whoever looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tabletop.assist.flags import flag_of
from tabletop.assist.session import Session
from tabletop.table import layout, sight
from tabletop.table.acts import LOCKED, SIDES, VALUE
from tabletop.table.state import Piece
from tabletop.table.zones import TABLE, Zone
from tabletop.ui import sprites as flags_of
from tabletop.ui.camera import Camera
from tabletop.ui.hands import HandPlace
from tabletop.ui.sprites import Face, Look, Sprite

Known = Mapping[int, bool] | None
"""What the viewer knows, by piece, where that is not to be asked of the table as it is just now."""

FREE_RANK = 1000.0
"""The first number of `z` of what lies loose on the table: it lies over what lies in zones."""


_HAND_RANK = 2000.0


class Laying:
    """Works out sprites. `upright`: all cards are drawn upright for the viewer, whichever side they lie on."""

    def __init__(self, session: Session, camera: Camera, selection: set[int]) -> None:
        self.session = session
        self.camera = camera
        self.selection = selection
        self.upright = True
        self.hands: list[HandPlace] = []
        self.stack: dict[int, float] = {}
        """How high pieces lie in a free zone, where that is not their place in its order."""

    def work_out(
        self, zones: Iterable[str], before: Mapping[int, Sprite], *, only: set[int] | None = None, known: Known = None
    ) -> dict[int, Sprite]:
        """The sprites of these zones and of those at their cards; in free zones only the pieces in `only`, if given.
        `known` says what the viewer knows; what is not in it is asked of sight. `before` are the sprites of all others.
        """
        table = self.session.table
        order = {zone: rank for rank, zone in enumerate(table.zones)}
        anchored = [zone_id for zone_id in table.order if table.zone(zone_id).anchor is not None]
        plain = [zone for zone in zones if zone in table.order and table.zone(zone).anchor is None]
        found: dict[int, Sprite] = {}
        for zone_id in plain:
            rank = FREE_RANK if zone_id == TABLE else float(order.get(zone_id, 900))
            for sprite in self._zone_sprites(table.zone(zone_id), rank, only, known):
                found[sprite.piece] = sprite
        for zone_id in sorted(anchored, key=lambda zone_id: self._depth(zone_id)):
            host = table.zone(zone_id).anchor
            under = found.get(host) if host is not None else None
            if under is None and host is not None:
                under = before.get(host)
            for sprite in self._zone_sprites(table.zone(zone_id), 0.0, None, known, under):
                found[sprite.piece] = sprite
        return found

    def _depth(self, zone_id: str) -> int:
        table, depth = self.session.table, 0
        anchor = table.zone(zone_id).anchor
        while anchor is not None and anchor in table.pieces and depth < 16:
            anchor = table.zone(table.pieces[anchor].zone).anchor
            depth += 1
        return depth

    def _zone_sprites(
        self, zone: Zone, rank: float, only: set[int] | None, known: Known,
        under: Sprite | None = None,
    ) -> Iterator[Sprite]:  # fmt: skip
        table = self.session.table
        pieces = table.pieces_in(zone.id)
        if zone.at_edge:
            yield from self._hand_sprites(zone, pieces, rank, known)
            return
        if zone.arrangement == "free":
            for index, piece in enumerate(pieces):
                if only is None or piece.id in only:
                    place = layout.Placement(piece.x, piece.y, piece.rotation, zone.scale)
                    height = self.stack.get(piece.id, float(index))
                    yield self._sprite(piece, zone, place, (rank, height, 0.0), known)
            return
        places = layout.places(table, zone.id)
        if zone.arrangement == "pile":
            yield from self._pile_sprites(zone, pieces, places, rank, known, under)
            return
        along = zone.turn == self.camera.turn
        for index, (piece, place) in enumerate(zip(pieces, places, strict=True)):
            if under is not None:
                z = (*under.z[:-1], -(index + 1.0), 0.0)
            else:
                z = (rank, float(index if along else -index), 0.0)
            yield self._sprite(piece, zone, place, z, known)

    def _pile_sprites(
        self, zone: Zone, pieces: list[Piece], places: list[layout.Placement], rank: float,
        known: Known, under: Sprite | None,
    ) -> Iterator[Sprite]:  # fmt: skip
        """A pile leans up and to the left for whoever looks. Only its top card is drawn, and those that lie askew."""
        x, y = layout.middle(self.session.table, zone)
        slots = layout.arrange(zone, layout.boxes(self.session.table, zone))
        sign = self.camera.sign
        top: float | None = None
        for index, (piece, place, slot) in enumerate(zip(pieces, places, slots, strict=True)):
            there = place._replace(x=x + sign * slot.x, y=y + sign * slot.y)
            z = (rank, -float(index), 0.0) if under is None else (*under.z[:-1], -(index + 1.0), 0.0)
            sprite = self._sprite(piece, zone, there, z, known)
            if top is None:
                top = sprite.rotation
                thick = min(len(pieces) - 1, layout.PILE_DEPTH)
                yield sprite._replace(look=sprite.look._replace(under=thick))
            else:
                yield sprite._replace(buried=(sprite.rotation - top) % 180 == 0)

    def _hand_sprites(
        self, zone: Zone, pieces: list[Piece], rank: float, known: Known
    ) -> Iterator[Sprite]:
        hand = next((hand for hand in self.hands if hand.zone == zone.id), None)
        if hand is None:
            return
        slots = hand.slots(len(pieces))
        wide, high = self.session.table.card_size
        for index, (piece, x) in enumerate(zip(pieces, slots, strict=True)):
            w, h = layout.size(self.session.table, piece)
            w, h = w * hand.card[0] / wide, h * hand.card[1] / high
            y = hand.base + hand.card[1] / 2 + hand.arc(index, len(pieces))
            z = (_HAND_RANK + rank, float(index), 0.0)
            yield Sprite(piece.id, zone.id, x, y, w, h, piece.rotation, z, self._look(piece, known), edge=True)

    def _sprite(
        self, piece: Piece, zone: Zone, place: layout.Placement, z: tuple[float, ...], known: Known
    ) -> Sprite:
        w, h = layout.size(self.session.table, piece)
        rotation = piece.rotation % 360 if self.upright else (place.rotation + self.camera.turn) % 360
        return Sprite(
            piece.id, zone.id, place.x, place.y, w * place.scale, h * place.scale, rotation, z,
            self._look(piece, known),
        )  # fmt: skip

    def _look(self, piece: Piece, known: Known) -> Look:
        session = self.session
        viewer = session.seat
        knows = known.get(piece.id) if known is not None else None
        if knows is None:
            knows = sight.knows(session.table, viewer, piece)
        shows = knows and sight.shows(session.table, viewer, piece)
        flags = flags_of.SELECTED if piece.id in self.selection else 0
        if piece.marks.get(LOCKED):
            flags |= flags_of.LOCKED
        if knows and not shows and piece.kind in ("card", "token"):
            flags |= flags_of.KNOWN
        if piece.marks and flag_of(piece):
            flags |= flags_of.FLAGGED
        badges = tuple(piece.counters.items()) if piece.counters else ()
        return Look(self.face_of(piece, shows), flags, badges)

    def face_of(self, piece: Piece, shows: bool) -> Face:
        """What is drawn of a piece: its face if it shows, else the back it shares with others."""
        table, library = self.session.table, self.session.library
        if piece.kind == "die":
            sides = _number(piece.marks.get(SIDES), 6)
            return Face("die", value=_number(piece.marks.get(VALUE), sides), sides=sides)
        if piece.kind == "coin":
            return Face("coin", value=int(piece.up))
        if piece.kind == "counter":
            return Face("token", text=piece.card)
        if piece.kind == "note":
            return Face("note", text=piece.card)
        if shows:
            definition = table.definitions.get(piece.card)
            return Face("card", piece.card, definition.name if definition is not None else piece.card)
        card = library.card(piece.card) if library is not None else None
        return Face("back", library.back_of(card) if library is not None and card is not None else "")


def _number(value: Any, other: int) -> int:
    """A mark that should be a number; another where it is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) else other
