"""The table by keyboard alone: a ring that goes through zones and cards, and pieces that are carried with the arrows.

The ring stands in for the pointer. Whatever acts on what is under the pointer (keys, menus, the hint line, the
magnifier) acts on what the ring is on, until the mouse moves. What is carried is an ordinary drag, with its ghost.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pygame

from tabletop.table import layout
from tabletop.table.zones import TABLE
from tabletop.ui import zonemarks
from tabletop.ui.camera import Box
from tabletop.ui.dragging import Drag, draggable
from tabletop.ui.scene import Target
from tabletop.ui.sprites import shape

if TYPE_CHECKING:
    from tabletop.ui.table_screen import TableScreen

ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)

FINE = 1.0
"""Millimetres that Ctrl and an arrow move what is carried."""

ASIDE = 2.2
"""How much farther a millimetre to the side counts than one in the direction of the arrow."""

Point = tuple[float, float]


class Focus:
    """Where the ring is: on a piece, or on a zone (`piece` is None). It is there while `on`."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.on = False
        self.zone = TABLE
        self.piece: int | None = None
        self._index = 0
        self._mouse: tuple[int, int] = (-1, -1)
        self._drawn = pygame.Rect(0, 0, 0, 0)
        self._carries: Drag | None = None
        self._follow: int | None = None
        self._at: Point = (0.0, 0.0)
        self._aimed = ""
        """The zone that Tab has carried to last."""

    # what it is on

    @property
    def carrying(self) -> bool:
        """Whether pieces are being carried by keyboard."""
        return self._carries is not None and self.screen.gestures.drag is self._carries

    def target(self) -> Target | None:
        """What a command acts on; None while the mouse is used."""
        if not self.on or self.carrying:
            return None
        self._settle()
        scene, px = self.screen.scene, self.point()
        pieces: tuple[int, ...] = ()
        if self.piece is not None:
            chosen = self.piece in scene.selection
            pieces = tuple(scene.in_order(scene.selection)) if chosen else (self.piece,)
        return Target(pieces, self.zone, scene.camera.to_table(*px), (round(px[0]), round(px[1])))

    def point(self) -> Point:
        """The pixel of the window that stands for the pointer."""
        scene = self.screen.scene
        if self.piece is not None and self.piece in scene.sprites:
            at = scene.place_of(self.piece)
            return at.x, min(at.y, scene.clear.bottom - 2)
        area = self._zone_area(self.zone)
        return float(area.centerx), float(area.centery)

    def off(self) -> None:
        """The mouse is used, or somebody else looks: no ring."""
        self.on = False
        self._carries = self._follow = None

    def put(self, piece: int) -> None:
        """The ring goes to a piece."""
        self.on, self.piece, self.zone = True, piece, self.screen.session.table.pieces[piece].zone
        self._settle()
        self._show()

    def _settle(self) -> None:
        """Follow the table: the piece may have gone, and another may lie on top of its pile."""
        table, scene = self.screen.session.table, self.screen.scene
        if self._follow is not None and self._follow in table.pieces:
            self.zone, self.piece = table.pieces[self._follow].zone, self._follow
        self._follow = None
        if not table.has_zone(self.zone):
            moved = table.pieces.get(self.piece) if self.piece is not None else None
            self.zone = moved.zone if moved is not None else TABLE
        order = table.cards(self.zone)
        if table.zone(self.zone).arrangement == "pile":
            self.piece = order[0] if order else None
        elif self.piece not in order:
            self.piece = order[min(self._index, len(order) - 1)] if order else None
        if self.piece is not None:
            self._index = order.index(self.piece)
            if self.piece not in scene.sprites:
                scene.refresh()

    # going about

    def stations(self) -> list[str]:
        """The zones in the order of Tab: the hand and the zones of the one who looks, what all share, the others'."""
        table, seat = self.screen.session.table, self.screen.session.seat

        def rank(zone_id: str) -> tuple[int, str]:
            zone = table.zones[zone_id]
            if zone.seat == seat and seat is not None:
                return (0 if zone.at_edge else 1), ""
            return (2 if zone.seat is None else 4 if zone.at_edge else 3), zone.seat or ""

        return sorted(table.zones, key=rank)

    def step(self, by: int) -> None:
        """To the next zone (-1: the one before)."""
        listed = self.stations()
        if self.on:
            here = self.zone
            if here not in listed:
                # A zone at a card: on from where that card lies.
                hosts = self.screen.session.table.hosts(here)
                here = next((host.zone for host in hosts if host.zone in listed), TABLE)
            self.zone = listed[(listed.index(here) + by) % len(listed)]
        else:
            self._begin()
            self.zone = listed[0]
        self.piece, self._index = None, 0
        self._settle()
        if self.zone == TABLE:
            self._nearest_on_table()
        self._show()

    def go(self, dx: int, dy: int) -> None:
        """To the nearest card or empty zone in the direction of an arrow."""
        if not self.on:
            self._begin()
            hover = self.screen.scene.hover
            if hover is not None:
                self.put(hover)
                return
            self.step(0)
            return
        self._settle()
        found = self._nearest(dx, dy)
        if found is not None:
            self.zone, self.piece = found
            self._settle()
        self._show()

    def _begin(self) -> None:
        self.on = True
        self._mouse = self.screen.gestures.pointer

    def _nearest_on_table(self) -> None:
        """Of what lies loose, the card nearest to the middle of the view."""
        scene, clear = self.screen.scene, self.screen.scene.table_clear()
        ids = [i for i in self.screen.session.table.cards(TABLE) if i in scene.sprites]
        middle = scene.camera.to_table(*clear.center)
        self.piece = min(
            ids, key=lambda i: math.dist(middle, (scene.sprites[i].x, scene.sprites[i].y)), default=None
        )  # fmt: skip
        if self.piece is not None:
            self._index = self.screen.session.table.cards(TABLE).index(self.piece)

    def _nearest(self, dx: int, dy: int) -> tuple[str, int | None] | None:
        scene, table = self.screen.scene, self.screen.session.table
        px, py = self.point()
        best: tuple[str, int | None] | None = None
        least = math.inf

        def look(x: float, y: float, zone: str, piece: int | None) -> None:
            nonlocal best, least
            along, aside = (x - px) * dx + (y - py) * dy, abs((x - px) * dy) + abs((y - py) * dx)
            if along < 3 or aside > along * 2.5:
                return
            far = (along + ASIDE * aside) * (0.7 if zone == self.zone else 1.0)
            if far < least:
                best, least = (zone, piece), far

        for i, sprite in scene.sprites.items():
            if not sprite.buried and i != self.piece:
                at = scene.place_of(i) if sprite.edge else shape(sprite, scene.camera)
                look(at.x, min(at.y, scene.clear.bottom - 2), sprite.zone, i)
        for zone_id in table.zones:
            if zone_id not in (TABLE, self.zone) and not table.cards(zone_id):
                area = self._zone_area(zone_id)
                look(area.centerx, area.centery, zone_id, None)
        return best

    def _zone_area(self, zone_id: str) -> pygame.Rect:
        """A zone in the window."""
        scene, table = self.screen.scene, self.screen.session.table
        for hand in scene.hands:
            if hand.zone == zone_id:
                return hand.rect.copy()
        if zone_id == TABLE:
            return scene.table_clear()
        zone = table.zone(zone_id)
        x, y = layout.middle(table, zone)
        w, h = zone.w / 2 + zonemarks.PAD, zone.h / 2 + zonemarks.PAD
        return scene.window_rect(Box(x - w, y - h, x + w, y + h))

    def _show(self) -> None:
        """Bring what the ring is on into the part of the window that nothing covers, and the pointer with it."""
        scene, px = self.screen.scene, self.point()
        edge = any(hand.zone == self.zone for hand in scene.hands)
        if not edge and (self.zone != TABLE or self.piece is not None):
            px = self._into_view(px)
        self.screen.gestures.pointer = (round(px[0]), round(px[1]))

    def _into_view(self, px: Point) -> Point:
        clear = self.screen.scene.table_clear()
        room = clear.inflate(-min(clear.w // 3, 120), -min(clear.h // 3, 120))
        dx = min(max(px[0], room.left), room.right) - px[0]
        dy = min(max(px[1], room.top), room.bottom) - px[1]
        if abs(dx) >= 1 or abs(dy) >= 1:
            self.screen.camera.pan(round(dx), round(dy))
            return px[0] + round(dx), px[1] + round(dy)
        return px

    # carrying

    def pick_up(self, target: Target) -> None:
        """Take the target's pieces into the hand; the arrows carry them, Enter puts them down, Esc puts them back."""
        scene, gestures = self.screen.scene, self.screen.gestures
        scene.refresh()
        ids = draggable(scene.session.table, [i for i in target.pieces if i in scene.sprites])
        if not ids:
            self.screen.desk.say("Nothing here can be picked up." if not target.pieces else "It is locked.")
            return
        if not self.on:
            self._begin()
        lead = self.piece if self.piece in ids and self.piece is not None else ids[0]
        self.zone, self.piece = scene.session.table.pieces[lead].zone, lead
        self._at, self._aimed = self.point(), ""
        gestures.pointer = (round(self._at[0]), round(self._at[1]))
        self._carries = Drag(scene, ids, lead, self._at)
        gestures.carry(self._carries)
        scene.hover = None

    def handle(self, event: pygame.event.Event) -> bool:
        """Follow the mouse and, while something is carried, the keys; whether the event was used."""
        if event.type == pygame.MOUSEMOTION:
            if self.carrying:
                return True
            if self.on and self._mouse != event.pos:
                self.off()
            self._mouse = event.pos
            return False
        if event.type == pygame.MOUSEBUTTONUP and self.carrying:
            # It was pressed before anything was picked up, and puts nothing down.
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button <= 3:
            if self.carrying:
                self.screen.gestures.cancel()
                self.off()
                return True
            self.off()
        if event.type != pygame.KEYDOWN or not self.carrying:
            return False
        if event.key in ARROWS:
            self._carry(*ARROWS[event.key], fine=bool(event.mod & pygame.KMOD_CTRL))
        elif event.key == pygame.K_TAB:
            self._carry_to_zone(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif event.key in ENTER or event.key == pygame.K_m:
            self._drop()
        else:
            return False
        return True

    def _carry(self, dx: int, dy: int, *, fine: bool) -> None:
        scene, drag = self.screen.scene, self._carries
        assert drag is not None
        hand = scene.hand_at(*self._at)
        if hand is not None and dx:
            count = len(scene.session.table.cards(hand.zone)) + 1
            slots = hand.slots(max(count, 2))
            wide = high = max(slots[1] - slots[0], 1.0)
        elif fine:
            wide = high = max(FINE * scene.camera.zoom, 1.0)
        else:
            w, h = layout.size(scene.session.table, scene.session.table.pieces[drag.lead])
            wide, high = (w + layout.GAP) / 2 * scene.camera.zoom, (h + layout.GAP) / 2 * scene.camera.zoom
        clear = scene.clear
        x = min(max(self._at[0] + dx * wide, clear.left + 1.0), clear.right - 2.0)
        y = min(max(self._at[1] + dy * high, clear.top + 1.0), clear.bottom - 2.0)
        if (x, y) == self._at and (dx or dy):
            return
        self._point_at((x, y))

    def _carry_to_zone(self, by: int) -> None:
        scene, table = self.screen.scene, self.screen.session.table
        drag = self._carries
        assert drag is not None
        listed = self.stations()
        here = self._aimed or scene.zone_at(*self._at, leave_out=drag.ids).id
        at = listed.index(here) if here in listed else 0
        zone = table.zones[listed[(at + by) % len(listed)]]
        area = self._zone_area(zone.id)
        point: Point = (float(area.centerx), float(area.centery))
        rest = [i for i in table.cards(zone.id) if i not in drag.ids]
        if rest and zone.arrangement in ("row", "fan") and not zone.at_edge:
            last = scene.place_of(rest[-1])
            sign = 1 if zone.turn == scene.camera.turn else -1
            point = (last.x + sign * last.w * 0.6, last.y)
        elif rest and zone.at_edge:
            point = (scene.place_of(rest[-1]).x + 3.0, float(area.centery))
        if not zone.at_edge:
            point = self._into_view(point)
        self._point_at(point)
        self._aimed = zone.id

    def _point_at(self, point: Point) -> None:
        self._aimed = ""
        hand = self.screen.scene.hand_at(*point)
        self._at = self._into_view(point) if hand is None and not self._near_hand(point) else point
        self.screen.gestures.pointer = (round(self._at[0]), round(self._at[1]))

    def _near_hand(self, point: Point) -> bool:
        """Whether the table must not be moved away, since a hand is being made for."""
        return not self.screen.scene.table_clear().collidepoint(*point)

    def _drop(self) -> None:
        drag, self._carries = self._carries, None
        assert drag is not None
        self._follow = drag.lead
        self.screen.gestures.drop()
        self._settle()
        self._show()

    # showing

    def update(self) -> None:
        """Follow what the ring is on from frame to frame."""
        if self._carries is not None and not self.carrying:
            self._carries = None
        now = self._area()
        if now != self._drawn:
            self.screen.scene.damage += [rect for rect in (self._drawn, now) if rect.w]
            self._drawn = now

    def _area(self) -> pygame.Rect:
        if not self.on or self.carrying or self.screen.modal:
            return pygame.Rect(0, 0, 0, 0)
        self._settle()
        return self._ring().inflate(12, 12)

    def _ring(self) -> pygame.Rect:
        scene, px = self.screen.scene, self.screen.app.theme.px
        if self.piece is not None and self.piece in scene.sprites:
            return pygame.Rect(scene.shape_of(self.piece).rect(px(4)))
        return self._zone_area(self.zone)

    def draw(self, surface: pygame.Surface) -> None:
        """The ring: a double line with strong corners, so that it is told by its shape and not by its colour alone."""
        if not self._drawn.w or not self._drawn.colliderect(surface.get_clip()):
            return
        theme, ring = self.screen.app.theme, self._ring()
        px = theme.px
        pygame.draw.rect(surface, theme.colour("panel_sunk"), ring.inflate(px(4), px(4)), px(2), border_radius=px(7))
        pygame.draw.rect(surface, theme.colour("focus"), ring, px(2), border_radius=px(6))
        long = max(px(8), min(ring.w, ring.h) // 6)
        for x, sx in ((ring.left, 1), (ring.right - 1, -1)):
            for y, sy in ((ring.top, 1), (ring.bottom - 1, -1)):
                pygame.draw.line(surface, theme.colour("focus"), (x, y), (x + sx * long, y), px(5))
                pygame.draw.line(surface, theme.colour("focus"), (x, y), (x, y + sy * long), px(5))
