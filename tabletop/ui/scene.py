"""The scene: everything of a table that the window draws, and what lies under the pointer.

Sprites are worked out from the table zone by zone. What lies still is drawn into the tiles of the ground; cards that
are carried, tried out (the ghost of a drag) or on their way are lifted out of them and drawn over it in every frame.
Faces and names come by way of `tabletop.table.sight` alone.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pygame

from tabletop.assist.session import Session
from tabletop.cards.facesource import FaceKey
from tabletop.table import layout, sight
from tabletop.table.acts import LOCKED, Act
from tabletop.table.history import Step, What
from tabletop.table.ops import Create, Define, Fact, Move, Op, Reorder, SetCardZone, SetSeat, SetZone, touched
from tabletop.table.zones import TABLE, Zone
from tabletop.ui import hands, zonemarks
from tabletop.ui.camera import Box, Camera
from tabletop.ui.facecache import FaceCache
from tabletop.ui.grid import Grid
from tabletop.ui.groundwork import paint_felt, paint_pieces, stamp_size
from tabletop.ui.hands import HandPlace
from tabletop.ui.layers import MARGIN, SHADOW, Ground
from tabletop.ui.laying import FREE_RANK, Laying
from tabletop.ui.moving import Moving
from tabletop.ui.sprites import SELECTED, Face, Shape, Sprite, shape
from tabletop.ui.stamps import Stamps
from tabletop.ui.theme import Theme
from tabletop.ui.zonemarks import ZoneMark

MOVE_TIME = 0.14
"""Seconds that a card takes to its new place."""

RISE_TIME = 0.09


@dataclass(frozen=True, slots=True)
class Target:
    """What a key, a menu or a click acts on: the piece under the pointer (or the whole selection, if it is one of it),
    the zone, and the point, on the table in millimetres and in the window.
    """

    pieces: tuple[int, ...]
    zone: str | None
    point: tuple[float, float]
    screen: tuple[int, int]


@dataclass(slots=True)
class _Motion:
    """A piece on its way to where it lies."""

    start: Shape
    elapsed: float = 0.0
    flipped_from: Face | None = None


class Scene:
    """What is drawn, for the seat that looks."""

    def __init__(self, session: Session, theme: Theme, faces: FaceCache, camera: Camera) -> None:
        self.session = session
        self.theme = theme
        self.camera = camera
        self.faces = faces
        self.stamps = Stamps(theme, faces)
        self.ground = Ground(self._paint, self._prepare, theme.colour("felt"))
        self.selection: set[int] = set()
        self._selected: frozenset[int] = frozenset()
        self.laying = Laying(session, camera, self.selection)
        self.above = Moving(self)
        self.sprites: dict[int, Sprite] = {}
        self.marks: dict[str, ZoneMark] = {}
        self.hands: list[HandPlace] = []
        self.animate = True
        self.hover: int | None = None
        self.drop_zone: str | None = None
        """The zone that a drag would drop into."""
        self.box: pygame.Rect | None = None
        """The rectangle of a box selection."""
        self.clear = pygame.Rect((0, 0), camera.size)
        """What panels leave of the window."""
        self.hand_size = 1.0
        self.damage: list[pygame.Rect] = []
        """What has to be drawn anew in the window."""
        self.spoilt = True
        """Whether all of the window has to be drawn anew."""
        self.previewed: dict[int, Sprite] = {}
        """The pieces that an act that is tried out would move, as they would lie."""
        self.carried: dict[int, tuple[Sprite, Shape]] = {}
        """The pieces in the hand of a drag, from the bottom to the top, and where they are."""
        self.held: frozenset[int] = frozenset()
        """All pieces of the drag, also those that are not drawn one by one: their landing places are ghosts."""
        self.marks_above: Callable[[pygame.Surface], None] | None = None
        """Draws what is highlighted, over the table and the hands and under what is carried."""
        self._grid = Grid()
        self._motions: dict[int, _Motion] = {}
        self._rise: dict[int, float] = {}
        self._lifted: set[int] = set()
        self._stale: set[str] | None = None
        self._named: set[int] = set()
        self._moved: set[int] = set()
        self._over = 0.0
        self._changed = True
        self._viewer = session.seat
        session.history.listeners.append(self._heard)
        self.arrange()

    def close(self) -> None:
        """Listen to the table no more."""
        if self._heard in self.session.history.listeners:
            self.session.history.listeners.remove(self._heard)

    # the window's shape

    def arrange(self, clear: pygame.Rect | None = None) -> None:
        """Panels leave this part of the window, or who looks has changed: hands and sprites are laid out anew."""
        if clear is not None:
            self.clear = clear
        table = self.session.table
        found = [(zone.seat, zone.id) for zone in table.zones.values() if zone.at_edge and zone.seat is not None]
        wide, high = table.card_size
        self.hands = hands.places(found, self.session.seat, self.clear, wide / high, self.theme, self.hand_size)
        self.laying.hands = self.hands
        self._stale, self._changed, self.spoilt = None, True, True
        self.camera.bounds = _zone_box(table.zones[TABLE])

    def table_clear(self) -> pygame.Rect:
        """What panels and hands leave of the window for the table itself."""
        rect = self.clear.copy()
        gap = self.theme.px(10)
        for hand in self.hands:
            if hand.own:
                rect.h = hand.rect.top - gap - rect.top
            else:
                bottom = rect.bottom
                rect.top = max(rect.top, hand.rect.bottom + gap // 2)
                rect.h = bottom - rect.top
        return rect.inflate(-2 * gap, -gap)

    def bounds(self) -> Box:
        """The box around all zones and pieces on the table, in millimetres."""
        box: Box | None = None
        for zone in self.session.table.zones.values():
            if zone.id != TABLE and not zone.at_edge:
                here = _zone_box(zone, zonemarks.PAD)
                box = here if box is None else box.joined(here)
        for sprite in self.sprites.values():
            if not sprite.edge and not sprite.buried:
                box = sprite.box() if box is None else box.joined(sprite.box())
        return box or Box(-300.0, -200.0, 300.0, 200.0)

    def window_rect(self, box: Box) -> pygame.Rect:
        """A box of the table in the window."""
        x0, y0 = self.camera.to_window(box.left, box.top)
        x1, y1 = self.camera.to_window(box.right, box.bottom)
        left, right = sorted((x0, x1))
        top, bottom = sorted((y0, y1))
        width, height = math.ceil(right - left) + 1, math.ceil(bottom - top) + 1
        return pygame.Rect(math.floor(left), math.floor(top), width, height)

    # following the table

    def _heard(self, what: What, step: Step) -> None:
        self._changed = True
        for op in step.ops:
            self._note(op)

    def _note(self, op: Op) -> None:
        """An operation was done or taken back: which zones have to be worked out anew?"""
        piece = touched(op)
        if piece is not None:
            self._named.add(piece)
        resized = isinstance(op, Fact) and op.name == "table.card"
        if resized or isinstance(op, (SetZone, SetSeat, SetCardZone, Define)):
            self._stale = None
        if isinstance(op, (Move, Create)) and piece is not None:
            self._moved.add(piece)
        if isinstance(op, Reorder):
            self._named.update(op.order)
            self._moved.update(op.order)
        if self._stale is None:
            return
        if isinstance(op, Reorder):
            self._stale.add(op.zone)
        if isinstance(op, (Move, Create)):
            self._stale.add(op.zone if isinstance(op, Move) else op.piece.zone)
        if piece is not None:
            old, now = self.sprites.get(piece), self.session.table.pieces.get(piece)
            self._stale.update(each.zone for each in (old, now) if each is not None)

    def refresh(self) -> None:
        """Follow what has happened on the table since the last time."""
        if self.session.seat != self._viewer:
            self._change_viewer()
        if not self._changed:
            return
        table, named, stale = self.session.table, self._named, self._stale
        zones = set(table.order) if stale is None else stale
        moved = self._moved
        self._changed, self._stale, self._named, self._moved = False, set(), set(), set()
        if stale is None:
            self._set_marks()
        only = self._on_top(zones, named, moved) if stale is not None else None
        new = self.laying.work_out(zones, self.sprites, only=only)
        for i, sprite in list(self.sprites.items()):
            if i not in new and (stale is None or i not in table.pieces or table.pieces[i].zone != sprite.zone):
                self._drop(i)
        for i, sprite in new.items():
            old = self.sprites.get(i)
            if old == sprite:
                continue
            if old is not None and i not in named and old._replace(z=sprite.z) == sprite:
                self.sprites[i] = sprite
            else:
                self._replace(i, old, sprite)
        self._count(zones)
        if self.hover is not None and self.hover not in table.pieces:
            self.hover = None

    def _on_top(self, zones: set[str], named: set[int], moved: set[int]) -> set[int] | None:
        """Which pieces of free zones have to be worked out if all that moved there came to lie over the others; None if
        something else happened, and all of them have to be. A large free table need not be looked through then.
        """
        table, stack = self.session.table, self.laying.stack
        stack.clear()
        for zone in zones:
            order = table.cards(zone)
            if table.zone(zone).arrangement != "free":
                continue
            came = {i for i in moved if i in table.pieces and table.pieces[i].zone == zone}
            tail = order[len(order) - len(came) :]
            if came != set(tail):
                stack.clear()
                return None
            for i in named - came:
                if i in self.sprites:
                    stack[i] = self.sprites[i].z[1]
            for i in tail:
                self._over = max(self._over, float(len(order))) + 1.0
                stack[i] = self._over
        return named

    def _change_viewer(self) -> None:
        """Another seat looks: nothing may be seen on its way from the one's knowledge to the other's."""
        self._viewer = self.session.seat
        self.carry({})
        self._set_preview({})
        self.select(())
        self._motions.clear()
        self._rise.clear()
        self.hover = self.drop_zone = self.box = None
        for i in list(self.sprites):
            self._drop(i)
        self.arrange()

    def _replace(self, i: int, old: Sprite | None, sprite: Sprite) -> None:
        if old is not None:
            start = self.shape_of(i)
            self._unplace(i, old)
            turned = old.look.face != sprite.look.face
            shown = i in self.carried or i in self.previewed or (old.buried and sprite.buried)
            if self.animate and not shown and (turned or _apart(start, shape(sprite, self.camera))):
                self._motions[i] = _Motion(start, flipped_from=old.look.face if turned else None)
        self._place(i, sprite)

    def _drop(self, i: int) -> None:
        old = self.sprites.get(i)
        if old is not None:
            self._unplace(i, old)
            del self.sprites[i]
        self._motions.pop(i, None)
        self._rise.pop(i, None)
        self.selection.discard(i)

    def _place(self, i: int, sprite: Sprite) -> None:
        self.sprites[i] = sprite
        if not sprite.edge:
            self._grid.add(i, sprite.box())
        self._retouch(i)

    def _unplace(self, i: int, sprite: Sprite) -> None:
        self._retouch(i)
        if not sprite.edge:
            self._grid.remove(i, sprite.box())

    def _retouch(self, i: int, *, urgent: bool = True) -> None:
        """A piece looks different where it lies."""
        sprite = self.sprites.get(i)
        if sprite is None or sprite.buried:
            return
        if sprite.edge:
            self.damage += [self.above.hand_area(hand) for hand in self.hands if hand.zone == sprite.zone]
            return
        box = sprite.box()
        if sprite.look.under:
            lift = min(sprite.look.under, layout.PILE_DEPTH) * layout.PILE_STEP
            box = Box(box.left - lift, box.top - lift, box.right + lift, box.bottom + lift)
        self._touch(box, urgent=urgent)

    def _touch(self, box: Box, *, urgent: bool = True) -> None:
        """What lies in this box of the table must be drawn anew."""
        self.ground.touch(box, urgent=urgent)
        margin = 2 * (MARGIN + math.ceil(SHADOW * self.camera.zoom) + 1)
        self.damage.append(self.window_rect(box).inflate(margin, margin))

    def _set_marks(self) -> None:
        """Work out the panels and captions of all zones."""
        table, old = self.session.table, self.marks
        zones = [zone for zone in table.zones.values() if zone.id != TABLE and not zone.at_edge]
        self.marks = {}
        for zone in zones:
            seat = table.seats.get(zone.seat) if zone.seat is not None else None
            x, y = layout.middle(table, zone)
            room = zonemarks.room_below(zone, zones, self.camera.sign)
            colour = seat.colour if seat is not None else -1
            self.marks[zone.id] = ZoneMark(zone, x, y, len(table.cards(zone.id)), room, colour)
        for zone_id in old.keys() | self.marks.keys():
            if old.get(zone_id) != self.marks.get(zone_id):
                for mark in (old.get(zone_id), self.marks.get(zone_id)):
                    if mark is not None:
                        self._touch(mark.box())

    def _count(self, zones: Iterable[str]) -> None:
        for zone_id in zones:
            mark = self.marks.get(zone_id)
            count = len(self.session.table.cards(zone_id))
            if mark is not None and mark.cards != count:
                self.marks[zone_id] = mark._replace(cards=count)
                self._touch(mark.box())

    # what is tried out, carried, and on its way

    def preview(self, act: Act | None) -> None:
        """Show how the table would be after an act (None: as it is). Nobody learns from it what he may not know."""
        if act is None or not act.ops:
            self._set_preview({})
            return
        table, seat = self.session.table, self.session.seat
        moves = [op for op in act.ops if isinstance(op, Move)]
        zones = {op.zone for op in moves} | {table.pieces[op.piece].zone for op in moves if op.piece in table.pieces}
        zones |= {op.id for op in act.ops if isinstance(op, SetZone)}
        moved = {op.piece for op in moves}
        asked = moved.union(*(table.cards(zone) for zone in zones if table.zone(zone).ordered))
        known = {i: sight.knows(table, seat, table.pieces[i]) for i in asked if i in table.pieces}
        with self.session.history.trial() as trial:
            trial.do_all(act.ops)
            new = self.laying.work_out(zones, self.sprites, only=moved, known=known)
        self._set_preview({i: sprite for i, sprite in new.items() if i in moved or self._differs(i, sprite)})

    def _differs(self, i: int, sprite: Sprite) -> bool:
        old = self.sprites.get(i)
        return old is None or old._replace(z=sprite.z) != sprite

    def ghost(self, i: int) -> Sprite | None:
        """How a piece would lie after the act that is tried out; as it lies if that does not touch it."""
        return self.previewed.get(i) or self.sprites.get(i)

    def _set_preview(self, preview: dict[int, Sprite]) -> None:
        if preview != self.previewed:
            self.previewed = preview
            self._lift()

    def carry(self, carried: dict[int, tuple[Sprite, Shape]], held: Iterable[int] = ()) -> None:
        """These pieces are in the hand: drawn over all others, in the order given, at these places. `held` are all that
        move with them.
        """
        self.carried = carried
        self.held = frozenset(held) | carried.keys()
        for i in carried:
            self._motions.pop(i, None)
        self._lift()

    def release(self) -> None:
        """Nothing is in the hand any more, and nothing tried out: all goes from where it was shown to where it lies."""
        self.refresh()
        starts = {i: shape(sprite, self.camera) for i, sprite in self.previewed.items()}
        starts |= {i: at for i, (_, at) in self.carried.items()}
        self.carried, self.previewed, self.drop_zone, self.held = {}, {}, None, frozenset()
        for i, start in starts.items():
            sprite = self.sprites.get(i)
            if sprite is not None and self.animate and not sprite.buried and _apart(start, shape(sprite, self.camera)):
                self._motions[i] = _Motion(start)
        self._lift()

    def finish(self) -> None:
        """End all animation: everything is where it lies."""
        self._motions.clear()
        self._lift()

    def _lift(self) -> None:
        """Work out which pieces the tiles leave out."""
        now = {*self.previewed, *self.held, *self._motions}
        changed, self._lifted = now ^ self._lifted, now
        for i in changed:
            self._retouch(i)

    def is_lifted(self, i: int) -> bool:
        """Whether a piece is drawn over the table instead of on it."""
        return i in self._lifted

    def moving(self) -> list[tuple[int, Sprite]]:
        """What is drawn over the table: pieces on their way, those that a trial moves, ghosts of what is carried."""
        found = [(i, sprite) for i, sprite in self.previewed.items() if i not in self.carried or self._ghost_seen(i)]
        found += [(i, self.sprites[i]) for i in self._motions if i in self.sprites and i not in self.previewed]
        return [(i, sprite) for i, sprite in found if not sprite.buried or i in self._motions]

    def _ghost_seen(self, i: int) -> bool:
        """Whether a carried piece is not just where it would land."""
        ghost, (_, at) = self.previewed[i], self.carried[i]
        there = shape(ghost, self.camera)
        return ghost.zone != TABLE or abs(there.x - at.x) + abs(there.y - at.y) > 3

    def shape_of(self, i: int) -> Shape:
        """Where a piece is seen in the window just now, in pixels. Raises KeyError if it is not there."""
        goal, motion = self.place_of(i), self._motions.get(i)
        if motion is None or i in self.carried:
            return goal
        part = min(motion.elapsed / MOVE_TIME, 1.0)
        return motion.start.towards(goal, 1 - (1 - part) ** 2)

    def place_of(self, i: int) -> Shape:
        """Where a piece lies, in pixels of the window, even while it is still seen on its way. Raises KeyError."""
        if i in self.carried:
            return self.carried[i][1]
        sprite = self.previewed.get(i) or self.sprites[i]
        goal = shape(sprite, self.camera)
        rise = self._rise.get(i, 0.0)
        if rise and sprite.edge:
            up = self.clear.bottom - self.theme.px(6) - sprite.h / 2
            goal = goal._replace(y=goal.y + (min(up, goal.y) - goal.y) * rise)
        return goal

    def sign_rect(self, i: int, name: str) -> pygame.Rect:
        """Where a sign on a piece lies in the window; empty if it bears none of that name."""
        sprite = self.sprites.get(i)
        if sprite is None or sprite.buried:
            return pygame.Rect(0, 0, 0, 0)
        area = pygame.Rect(self.shape_of(i).rect())
        return self.stamps.sign_places(sprite.look, area).get(name, pygame.Rect(0, 0, 0, 0))

    def seen_width(self, i: int) -> int:
        """How much of a card in a hand is seen, in pixels from its left edge: the next one lies over the rest."""
        sprite = self.sprites[i]
        order = self.session.table.cards(sprite.zone)
        at = order.index(i) if i in order else len(order)
        over = self.sprites.get(order[at + 1]) if at + 1 < len(order) else None
        if over is None or i in self.raised():
            return math.ceil(sprite.w)
        return max(8, math.ceil(min(over.x - sprite.x, sprite.w)))

    def face_on_the_way(self, i: int) -> Face | None:
        """The face that a piece which is being turned over still shows."""
        motion = self._motions.get(i)
        return motion.flipped_from if motion is not None and motion.elapsed < MOVE_TIME / 2 else None

    def raised(self) -> set[int]:
        """The cards of the hand that have risen under the pointer."""
        return {i for i, part in self._rise.items() if part > 0}

    # time

    def update(self, seconds: float, *, faces: int = 24) -> None:
        """Let time pass: follow the table, move what is on its way, take in some of the faces that have arrived."""
        self.refresh()
        for i, motion in list(self._motions.items()):
            motion.elapsed += seconds
            if motion.elapsed >= MOVE_TIME or not self.animate:
                del self._motions[i]
        self._lift()
        if self.selection != self._selected:
            self.select(self.selection)
        self._raise(seconds)
        arrived = self.faces.poll(faces)
        if arrived:
            self._take_faces(arrived)
        self.damage += self.above.follow()

    def _take_faces(self, arrived: set[Face]) -> None:
        self.stamps.arrived(arrived)
        for i, sprite in self.sprites.items():
            if sprite.look.face in arrived:
                self._retouch(i, urgent=False)
        above = list(self.carried.values())
        above += [(sprite, shape(sprite, self.camera)) for _, sprite in self.moving()]
        self.damage += [pygame.Rect(at.rect(MARGIN)) for sprite, at in above if sprite.look.face in arrived]

    def _raise(self, seconds: float) -> None:
        """Cards of the viewer's hand rise under the pointer."""
        hover = self.hover if not self.carried else None
        sprite = self.sprites.get(hover) if hover is not None else None
        if hover is not None and sprite is not None and sprite.edge and self._is_own(sprite.zone):
            self._rise.setdefault(hover, 0.0)
        for i, part in list(self._rise.items()):
            goal = 1.0 if i == hover else 0.0
            step = seconds / RISE_TIME if self.animate else 1.0
            now = min(part + step, goal) if goal > part else max(part - step, goal)
            if now != part:
                self._retouch(i)
            self._rise[i] = now
            if now == goal == 0.0:
                del self._rise[i]

    def _is_own(self, zone: str) -> bool:
        return any(hand.own and hand.zone == zone for hand in self.hands)

    @property
    def busy(self) -> bool:
        """Whether the next frame differs from this one."""
        rising = any(part < 1.0 or i != self.hover for i, part in self._rise.items())
        return bool(self._motions or self._changed or self.camera.moving or rising)

    @property
    def settled(self) -> bool:
        """Whether the picture is complete and at rest."""
        return not self.busy and self.ground.settled and not self.ground.dirty(self.camera)

    # drawing

    def draw(self, surface: pygame.Surface, ends: float) -> None:
        """Draw the table inside the surface's clip; missing tiles until the time `ends` (`time.perf_counter`)."""
        self.ground.draw(surface, self.camera, ends)
        self.above.draw(surface)

    def _paint(self, surface: pygame.Surface, area: pygame.Rect, zoom: float, sign: int, rough: bool) -> None:
        """Draw what lies still in an area of the layer; `rough`: with the faces that are there already."""
        theme = self.theme
        paint_felt(surface, area, zoom, self.session.table.zones[TABLE], theme)
        marks: list[tuple[ZoneMark, pygame.Rect]] = []
        reach = area.inflate(2 * theme.px(40), 2 * theme.px(40))
        for mark in self.marks.values():
            panel = mark.area(zoom, sign)
            if panel.colliderect(reach):
                panel.move_ip(-area.x, -area.y)
                marks.append((mark, panel))
                zonemarks.paint_panel(surface, panel, mark, theme)
        for mark, panel in marks:
            zonemarks.paint_empty(surface, panel, mark, theme)
        near = self._near(area, zoom, sign)
        loose = next((n for n, sprite in enumerate(near) if sprite.z[0] == FREE_RANK), len(near))
        paint_pieces(surface, area, zoom, sign, near[:loose], self.stamps, rough=rough)
        for mark, panel in marks:
            found = zonemarks.caption(panel, mark, zoom, sign, theme)
            if found is not None:
                zonemarks.paint_caption(surface, found.at, found.words, theme, found.role)
        # What lies loose on the table lies over captions too.
        paint_pieces(surface, area, zoom, sign, near[loose:], self.stamps, rough=rough)

    def _prepare(self, area: pygame.Rect, zoom: float, sign: int, rough: bool, ends: float) -> bool:
        """Make the stamps that painting an area needs, until that time; whether all are there."""
        for sprite in self._near(area, zoom, sign):
            self.stamps.stamp(sprite.look.face, *stamp_size(sprite, zoom), sprite.rotation, rough=rough)
            if time.perf_counter() >= ends:
                return False
        return True

    def _near(self, area: pygame.Rect, zoom: float, sign: int) -> list[Sprite]:
        """The sprites that lie still and touch an area of the layer, from the bottom to the top."""
        scale, pad = zoom * sign, (MARGIN + 3) / zoom + SHADOW + 1.0
        left, right = sorted((area.left / scale, area.right / scale))
        top, bottom = sorted((area.top / scale, area.bottom / scale))
        box = Box(left - pad, top - pad, right + pad, bottom + pad)
        near = []
        for i in self._grid.near(box) - self._lifted:
            sprite = self.sprites[i]
            if sprite.buried:
                continue
            w, h = (sprite.w, sprite.h) if not sprite.rotation else (sprite.w + sprite.h,) * 2
            if (
                sprite.x - w / 2 < box.right and sprite.x + w / 2 > box.left
                and sprite.y - h / 2 < box.bottom and sprite.y + h / 2 > box.top
            ):  # fmt: skip
                near.append(sprite)
        near.sort(key=_by_z)
        return near

    # what is where

    def piece_at(self, px: float, py: float, *, leave_out: Iterable[int] = ()) -> int | None:
        """The piece that lies under a pixel of the window, or None. A card that only flies past is not under it."""
        out = set(leave_out)
        raised = {i for i, part in self._rise.items() if part > 0.3}
        for hand in self.hands:
            cards = [i for i in self.session.table.cards(hand.zone) if i in self.sprites and i not in out]
            for i in sorted(cards, key=lambda i: (i in raised, self.sprites[i].z), reverse=True):
                if self.place_of(i).holds(px, py):
                    return i
            if hand.own and hand.rect.collidepoint(px, py):
                return None
        found = self._grid.at(*self.camera.to_table(px, py)) - out
        for sprite in sorted((self.sprites[i] for i in found), key=_by_z, reverse=True):
            if not sprite.buried and shape(sprite, self.camera).holds(px, py):
                return sprite.piece
        return None

    def hand_at(self, px: float, py: float) -> HandPlace | None:
        """The hand whose place a pixel lies on."""
        return next((hand for hand in self.hands if hand.rect.collidepoint(px, py)), None)

    def zone_at(self, px: float, py: float, *, leave_out: Iterable[int] = ()) -> Zone:
        """The zone under a pixel: a hand, a zone on the table, or the table."""
        table = self.session.table
        hand = self.hand_at(px, py)
        if hand is not None:
            return table.zone(hand.zone)
        return layout.zone_at(table, *self.camera.to_table(px, py), leave_out=tuple(leave_out))

    def caption_at(self, px: float, py: float) -> str | None:
        """The zone whose caption lies under a pixel."""
        left, top = self.camera.origin()
        for mark in self.marks.values():
            panel = mark.area(self.camera.zoom, self.camera.sign).move(-left, -top)
            found = zonemarks.caption(panel, mark, self.camera.zoom, self.camera.sign, self.theme)
            if found is not None and found.at.collidepoint(px, py):
                return mark.zone.id
        return None

    def target_at(self, pos: tuple[int, int]) -> Target:
        """What a key or a menu at a pixel of the window acts on."""
        piece = self.piece_at(*pos)
        pieces: tuple[int, ...] = ()
        if piece is not None:
            pieces = tuple(self.in_order(self.selection)) if piece in self.selection else (piece,)
        zone = self.session.table.pieces[piece].zone if piece is not None else self.zone_at(*pos).id
        return Target(pieces, zone, self.camera.to_table(*pos), (int(pos[0]), int(pos[1])))

    def in_order(self, ids: Iterable[int]) -> list[int]:
        """Pieces in the order in which they lie: zone by zone, in each as it is ordered.

        The zones come by their ids. The table's own order of them is no guide: it is another one after a zone has been
        emptied and filled again, if only for trying an act out.
        """
        table, chosen = self.session.table, [i for i in dict.fromkeys(ids) if i in self.session.table.pieces]
        inside: dict[str, set[int]] = {}
        for i in chosen:
            inside.setdefault(table.pieces[i].zone, set()).add(i)
        return [i for zone in sorted(inside) for i in table.cards(zone) if i in inside[zone]]

    def inside(self, box: pygame.Rect) -> set[int]:
        """The pieces that a box in the window touches; of a pile all its cards. Locked ones are left alone."""
        corners = (self.camera.to_table(*box.topleft), self.camera.to_table(*box.bottomright))
        left, right = sorted((corners[0][0], corners[1][0]))
        top, bottom = sorted((corners[0][1], corners[1][1]))
        near = {i for i in self._grid.near(Box(left, top, right, bottom)) if not self.sprites[i].buried}
        for hand in self.hands:
            if hand.own and hand.rect.colliderect(box):
                near.update(i for i in self.session.table.cards(hand.zone) if i in self.sprites)
        return set().union(*(self._touched(i, box) for i in near))

    def _touched(self, i: int, box: pygame.Rect) -> set[int]:
        piece = self.session.table.pieces[i]
        if piece.marks.get(LOCKED) or not pygame.Rect(self.place_of(i).rect()).colliderect(box):
            return set()
        if self.session.table.zone(piece.zone).arrangement == "pile":
            return set(self.session.table.cards(piece.zone))
        return {i}

    def select(self, ids: Iterable[int]) -> None:
        """These pieces are selected now, and no others."""
        new = set(ids) & self.session.table.pieces.keys()
        changed = new ^ self._selected
        self._selected = frozenset(new)
        self.selection.clear()
        self.selection |= new
        for i in changed:
            sprite = self.sprites.get(i)
            if sprite is not None:
                flags = sprite.look.flags & ~SELECTED | (SELECTED if i in new else 0)
                self.sprites[i] = sprite._replace(look=sprite.look._replace(flags=flags))
                self._retouch(i)

    # other looks

    def restyle(self, theme: Theme) -> None:
        """Another theme or scale: everything is drawn anew."""
        self.theme = theme
        self.stamps = Stamps(theme, self.faces)
        self.ground = Ground(self._paint, self._prepare, theme.colour("felt"))
        self.arrange()

    def reload(self, keys: Iterable[FaceKey] | None = None) -> None:
        """Faces have changed on the disk: draw them anew (None: all)."""
        gone = self.faces.forget(keys)
        self._take_faces(gone)
        if keys is None:
            self.stamps.clear()
            self.ground.clear()
            self.spoilt = True

    def probe(self) -> dict[str, Any]:
        """Where everything is in the window, for tests that use the mouse."""
        pieces = {}
        for i, sprite in self.sprites.items():
            at = self.place_of(i)
            pieces[str(i)] = {
                "x": round(at.x, 1), "y": round(at.y, 1), "w": round(at.w, 1), "h": round(at.h, 1),
                "rotation": at.rotation, "zone": sprite.zone, "buried": sprite.buried,
                "face": sprite.look.face.kind, "shows": sprite.look.face.text,
            }  # fmt: skip
        zones = {mark.zone.id: list(self.window_rect(_zone_box(mark.zone))) for mark in self.marks.values()}
        zones |= {hand.zone: list(hand.rect) for hand in self.hands}
        return {
            "pieces": pieces, "zones": zones, "selection": sorted(self.selection), "seat": self.session.seat,
            "camera": list(self.camera.view), "steps": self.session.history.at, "carried": sorted(self.carried),
        }  # fmt: skip


def _apart(one: Shape, other: Shape) -> bool:
    """Whether two shapes can be told apart by eye."""
    return abs(one.x - other.x) + abs(one.y - other.y) > 2 or one.rotation != other.rotation


def _by_z(sprite: Sprite) -> tuple[float, ...]:
    return sprite.z


def _zone_box(zone: Zone, pad: float = 0.0) -> Box:
    w, h = zone.w / 2 + pad, zone.h / 2 + pad
    return Box(zone.x - w, zone.y - h, zone.x + w, zone.y + h)
