"""A drag: pieces in the hand, where they would land, and the act that a release makes.

The ghost is the result of that very act, tried out: what is shown is what happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from tabletop.table import acts, layout, words
from tabletop.table.acts import HEAP, LOCKED, Act
from tabletop.table.ops import Move, Op, SetZone
from tabletop.table.state import Table
from tabletop.table.zones import TABLE, Zone
from tabletop.ui.hands import HandPlace
from tabletop.ui.scene import Scene
from tabletop.ui.sprites import Shape, Sprite, turned_extent

GRID = 23.0
"""Millimetres between the lines of the grid: about a third of a card."""

MOST = 80
"""So many pieces of a large group are drawn while they are carried."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Where a release would put the pieces: the zone, the place in its order, and the lead piece's middle in mm."""

    zone: str
    index: int
    point: tuple[float, float]


class Drag:
    """Pieces that follow the pointer. `lead` is the one that was grabbed, `whole` the pile that is carried as one."""

    def __init__(
        self, scene: Scene, ids: Sequence[int], lead: int, pointer: tuple[float, float], *, whole: str | None = None
    ) -> None:
        self.scene = scene
        self.ids = list(ids)
        self.lead = lead
        self.whole = whole
        self.turned = 0.0
        self.flipped = False
        self.face_down = False
        self.grid = False
        """Whether what is put on the free table lies on a grid."""
        at = scene.place_of(lead)
        grab = ((pointer[0] - at.x) / max(at.w, 1.0), (pointer[1] - at.y) / max(at.h, 1.0))
        # A card that is picked up from a list hangs from the pointer by its middle.
        self._grab = grab if max(map(abs, turned_extent(*grab, at.rotation))) <= 0.75 else (0.0, 0.0)
        self._offsets = self._spacing()
        self._loose = any(self.table.pieces[i].kind not in ("card", "token") for i in self.ids)
        self._shown: object = None

    @property
    def table(self) -> Table:
        """The table, to be read."""
        return self.scene.session.table

    @property
    def alive(self) -> bool:
        """Whether all that is carried is still there to be moved."""
        pieces = self.table.pieces
        return all(i in pieces and i in self.scene.sprites for i in self.ids)

    def _spacing(self) -> dict[int, tuple[float, float]]:
        """Where each piece is from the lead, in millimetres: as they lie, or side by side if they come from a hand."""
        sprites = self.scene.sprites
        lead = sprites[self.lead]
        offsets: dict[int, tuple[float, float]] = {}
        place = self.ids.index(self.lead)
        for number, i in enumerate(self.ids):
            sprite = sprites[i]
            if lead.edge or sprite.edge:
                offsets[i] = (layout.PEEK * (number - place), 0.0)
            else:
                offsets[i] = (sprite.x - lead.x, sprite.y - lead.y)
        return offsets

    # aiming

    def middle(self, pointer: tuple[float, float], hand: HandPlace | None) -> tuple[float, float]:
        """Where in the window the middle of the lead piece is when the pointer is there."""
        w, h = self._size(self.lead, hand)
        return pointer[0] - self._grab[0] * w, pointer[1] - self._grab[1] * h

    def _size(self, i: int, hand: HandPlace | None) -> tuple[float, float]:
        """How large a piece is drawn while it is carried, in pixels."""
        w, h = layout.size(self.table, self.table.pieces[i])
        if hand is not None:
            wide, high = self.table.card_size
            return w * hand.card[0] / wide, h * hand.card[1] / high
        return w * self.scene.camera.zoom, h * self.scene.camera.zoom

    def aim(self, pointer: tuple[float, float]) -> Aim | None:
        """What a release with the pointer there would aim at; None where nothing can be dropped."""
        scene, table = self.scene, self.table
        hand = scene.hand_at(*pointer)
        if hand is not None:
            if self._loose:
                return None
            count = sum(1 for i in table.cards(hand.zone) if i not in self.ids)
            return Aim(hand.zone, hand.index(pointer[0], count), (0.0, 0.0))
        point = scene.camera.to_table(*self.middle(pointer, None))
        x, y = scene.camera.to_table(*pointer)
        zone = table.zones[TABLE]
        if not self._loose:
            zone = layout.zone_at(table, x, y, leave_out=self.ids)
        if self.whole is not None and zone.id == self.whole:
            zone = table.zones[TABLE] if zone.role == HEAP else zone
        if self.grid and zone.id == TABLE:
            step = GRID
            point = round(point[0] / step) * step, round(point[1] / step) * step
        index = layout.index_at(table, zone, x, y, leave_out=self.ids)
        return Aim(zone.id, index, point)

    # the act

    def act(self, aim: Aim) -> Act:
        """What a release does. It has no operations if nothing would change."""
        table = self.table
        zone = table.zone(aim.zone)
        ids = self._sorted(zone)
        if zone.id == TABLE and self.whole is not None and len(ids) > 1:
            return self._pile_to_table(ids, aim.point)
        if zone.arrangement != "free":
            return self._turned(acts.move(table, ids, zone.id, index=aim.index), zone)
        heaps = self._whole_heaps() if zone.id == TABLE else {}
        inside = {i for heap in heaps.values() for i in heap}
        rest = [i for i in ids if i not in inside]
        spots = {i: self._spot(i, aim.point) for i in rest}
        act = self._turned(acts.move(table, rest, zone.id, index=aim.index, at=spots), zone) if rest else Act("", [])
        if not heaps:
            return act
        ops: list[Op] = []
        for zone_id, heap in heaps.items():
            ops.append(self._shifted(table.zones[zone_id], self._spot(heap[0], aim.point)))
        return Act(f"moves {words.pieces(ids)}", [*ops, *act.ops])

    def _spot(self, i: int, point: tuple[float, float]) -> tuple[float, float]:
        dx, dy = self._offsets[i]
        return point[0] + dx, point[1] + dy

    def _sorted(self, zone: Zone) -> list[int]:
        """The pieces in the order in which they are laid down: as they lie in a pile or a row; from the free table from
        left to right, and onto a pile so that what lay on top comes on top.
        """
        free = [i for i in self.ids if self.scene.sprites[i].zone == TABLE]
        ids = self.scene.in_order(self.ids)
        if self.whole is not None and self.flipped:
            return list(reversed(ids))
        if len(free) < 2 or zone.arrangement == "free":
            return ids
        if zone.arrangement == "pile":
            free = list(reversed(self.scene.in_order(free)))
        else:
            sign = self.scene.camera.sign
            free.sort(key=lambda i: (sign * self.scene.sprites[i].x, sign * self.scene.sprites[i].y))
        return [*(i for i in ids if i not in set(free)), *free]

    def _whole_heaps(self) -> dict[str, list[int]]:
        """The piles on the free table of which every card is carried: they move as piles."""
        table, chosen = self.table, set(self.ids)
        zones = dict.fromkeys(table.pieces[i].zone for i in self.ids)
        heaps = [zone for zone in zones if table.zone(zone).role == HEAP]
        return {zone: list(table.cards(zone)) for zone in heaps if set(table.cards(zone)) <= chosen}

    def _shifted(self, zone: Zone, spot: tuple[float, float]) -> Op:
        felt = self.table.zones[TABLE]
        x = min(max(spot[0], felt.x - felt.w / 2), felt.x + felt.w / 2)
        y = min(max(spot[1], felt.y - felt.h / 2), felt.y + felt.h / 2)
        return SetZone(zone.id, msgspec.structs.replace(zone, x=round(x, 2), y=round(y, 2)))

    def _pile_to_table(self, ids: list[int], point: tuple[float, float]) -> Act:
        """A whole pile goes to the free table and stays a pile."""
        table = self.table
        assert self.whole is not None
        zone = table.zone(self.whole)
        if zone.role == HEAP:
            ops: list[Op] = [self._shifted(zone, point)]
            if self.flipped:
                ops += acts.flip_pile(table, zone.id).ops
            return Act(f"moves {words.zone(zone.id)}", ops)
        grouped = acts.group(table, list(reversed(ids)))
        ops = [
            self._shifted(op.zone, point) if isinstance(op, SetZone) and op.zone is not None else op
            for op in grouped.ops
        ]
        act = Act(f"moves {words.pieces(ids)} from {words.zone(zone.id)}", ops)
        return self._turned(act, zone)

    def _turned(self, act: Act, zone: Zone) -> Act:
        """The same act, with what keys changed: faces turned over or down, pieces rotated."""
        if not (self.turned or self.flipped or self.face_down) or zone.role == "hand":
            return act
        table, rotates = self.table, zone.arrangement != "pile"
        if not act.ops:
            return self._turned_in_place(rotates)
        ops: list[Op] = []
        for op in act.ops:
            if isinstance(op, Move) and op.piece in self._offsets:
                up = table.pieces[op.piece].up if op.up is None else op.up
                up = False if self.face_down else not up if self.flipped else up
                rotation = op.rotation
                if rotates and self.turned:
                    rotation = ((rotation or 0.0) + self.turned) % 360
                op = msgspec.structs.replace(op, up=up, rotation=rotation)
            ops.append(op)
        return Act(act.label, ops)

    def _turned_in_place(self, rotates: bool) -> Act:
        table = self.table
        turn = acts.turn(table, self.ids, self.turned) if rotates and self.turned else Act("", [])
        if self.face_down:
            over = acts.face(table, self.ids, False)
        else:
            over = acts.flip(table, self.ids) if self.flipped else Act("", [])
        return Act(over.label or turn.label or "moves nothing", [*over.ops, *turn.ops])

    # showing

    def show(self, pointer: tuple[float, float], aim: Aim | None, *, ghost: bool = True) -> None:
        """Draw the pieces at the pointer, and their ghosts where a release would put them; without `ghost` something
        else says what a release does.
        """
        scene = self.scene
        key = (pointer, aim, ghost, self.turned, self.flipped, self.face_down, scene.camera.view, self.table.revision)
        if key == self._shown:
            return
        self._shown = key
        scene.preview(self.act(aim) if aim is not None and ghost else None)
        scene.drop_zone = aim.zone if aim is not None and ghost else None
        hand = scene.hand_at(*pointer) if aim is not None else None
        scene.carry(self._carried(pointer, hand), self.ids)

    def _carried(
        self, pointer: tuple[float, float], hand: HandPlace | None
    ) -> dict[int, tuple[Sprite, Shape]]:
        scene = self.scene
        x, y = self.middle(pointer, hand)
        w, h = self._size(self.lead, hand)
        wide, high = layout.size(self.table, self.table.pieces[self.lead])
        scale_x, scale_y = scene.camera.sign * w / wide, scene.camera.sign * h / high
        if self.whole is not None:
            shown = self.ids[:1]
        else:
            shown = sorted(self.ids, key=lambda i: scene.sprites[i].z)[-MOST:]
            if self.lead not in shown:
                shown.append(self.lead)
        carried: dict[int, tuple[Sprite, Shape]] = {}
        for i in shown:
            sprite = scene.ghost(i) or scene.sprites[i]
            dx, dy = self._offsets[i]
            size = self._size(i, hand)
            at = Shape(x + dx * scale_x, y + dy * scale_y, *size, sprite.rotation)
            carried[i] = (sprite._replace(buried=False), at)
        return carried


def draggable(table: Table, ids: Sequence[int]) -> list[int]:
    """The pieces that the mouse may move: those that are there and not locked."""
    return [i for i in ids if i in table.pieces and not table.pieces[i].marks.get(LOCKED)]
