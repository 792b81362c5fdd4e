"""What is drawn over the still table in every frame: pieces on their way, ghosts, hands, what is carried, frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from tabletop.table import layout, words
from tabletop.table.zones import TABLE
from tabletop.ui import zonemarks
from tabletop.ui.camera import Box
from tabletop.ui.groundwork import pile_side
from tabletop.ui.hands import HandPlace
from tabletop.ui.layers import MARGIN
from tabletop.ui.sprites import Face, Shape, Sprite, shape

if TYPE_CHECKING:
    from tabletop.ui.scene import Scene

_GHOST = 120
"""How opaque the ghost of a carried card is, of 255."""


class Moving:
    """Draws the moving part of a scene, and knows which parts of the window it changes from frame to frame."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._last: dict[object, tuple[pygame.Rect, object]] = {}
        self._trays: dict[object, pygame.Surface] = {}

    # which parts change

    def follow(self) -> list[pygame.Rect]:
        """The parts of the window that look different since the last call."""
        scene = self.scene
        now: dict[object, tuple[pygame.Rect, object]] = {}
        margin = MARGIN * 2
        for i, sprite in scene.moving():
            if sprite.edge:
                for hand in scene.hands:
                    if hand.zone == sprite.zone:
                        now["hand", i] = (self.hand_area(hand), (sprite, scene.shape_of(i)))
                continue
            at = shape(sprite, scene.camera) if i in scene.held else scene.shape_of(i)
            now["over", i] = (pygame.Rect(at.rect(margin)), (sprite, at))
        for i, (sprite, at) in scene.carried.items():
            now["carried", i] = (pygame.Rect(at.rect(margin + round(at.h * 0.12))), (sprite, at))
        area = self._drop_area()
        if area is not None:
            now["drop"] = (area.inflate(12, 12), None)
        for hand in scene.hands:
            if hand.zone == scene.drop_zone:
                now["tray", hand.zone] = (self.hand_area(hand), None)
        area = self._hover_area()
        if area is not None:
            now["hover"] = (area.inflate(6, 6), None)
        if scene.box is not None:
            now["box"] = (scene.box.inflate(4, 4), None)
        old, self._last = self._last, now
        return [each[key][0] for key in old.keys() | now.keys() if old.get(key) != now.get(key)
                for each in (old, now) if key in each]  # fmt: skip

    def hand_area(self, hand: HandPlace) -> pygame.Rect:
        """The part of the window that a hand and its raised cards may cover."""
        scene = self.scene
        area = hand.rect.inflate(2 * scene.theme.px(20), 2 * scene.theme.px(30))
        if hand.own:
            high = hand.card[1] + scene.theme.px(24)
            area.union_ip(pygame.Rect(area.x, scene.clear.bottom - high, area.w, high))
        return area

    # drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what lies in the surface's clip."""
        scene, clip = self.scene, surface.get_clip()
        self._draw_drop_zone(surface)
        above = [sprite for _, sprite in scene.moving() if not sprite.edge]
        for sprite in sorted(above, key=lambda sprite: sprite.z):
            self._draw_sprite(surface, sprite, clip)
        self._draw_hover(surface)
        for hand in scene.hands:
            if self.hand_area(hand).colliderect(clip):
                self._draw_hand(surface, hand, clip)
        if scene.marks_above is not None:
            scene.marks_above(surface)
        for sprite, at in scene.carried.values():
            self._draw_at(surface, sprite, at, lifted=True)
        if scene.box is not None:
            self._draw_box(surface, scene.box)

    def _draw_sprite(self, surface: pygame.Surface, sprite: Sprite, clip: pygame.Rect) -> None:
        scene, i = self.scene, sprite.piece
        ghost = i in scene.held
        at = shape(sprite, scene.camera) if ghost else scene.shape_of(i)
        if not pygame.Rect(at.rect(MARGIN * 2)).colliderect(clip):
            return
        face = scene.face_on_the_way(i) or sprite.look.face
        if face != sprite.look.face:
            sprite = sprite._replace(look=sprite.look._replace(face=face))
        self._draw_at(surface, sprite, at, ghost=ghost)

    def _draw_at(
        self, surface: pygame.Surface, sprite: Sprite, at: Shape, *, lifted: bool = False, ghost: bool = False
    ) -> None:
        """Draw a piece at a place in the window."""
        stamps, look = self.scene.stamps, sprite.look
        w, h = max(4, round(at.w)), max(4, round(at.h))
        if look.under and not lifted:
            side = pile_side(stamps, look, at.x, at.y, w, h, at.w / max(sprite.w, 1e-6))
            if side is not None:
                surface.blit(*side)
        if ghost:
            self._draw_ghost(surface, look.face, at, (w, h))
            return
        blits: list[tuple[pygame.Surface, tuple[int, int]]] = []
        stamps.put(blits, look.face, at.x, at.y, (w, h), at.rotation, lifted=lifted)
        surface.fblits(blits)
        if look.flags or look.badges:
            stamps.decorate(surface, look, pygame.Rect(at.rect()), at.rotation)

    def _draw_ghost(self, surface: pygame.Surface, face: Face, at: Shape, size: tuple[int, int]) -> None:
        """The place where a carried piece would land: the piece as it would lie, faint, with an outline."""
        theme = self.scene.theme
        picture = self.scene.stamps.stamp(face, *size, at.rotation)
        picture.set_alpha(_GHOST)
        surface.blit(picture, (round(at.x - picture.width / 2), round(at.y - picture.height / 2)))
        picture.set_alpha(255)
        outline = pygame.Rect(at.rect())
        pygame.draw.rect(surface, theme.colour("ghost"), outline, theme.px(2), border_radius=theme.px(5))

    # hands

    def _draw_hand(self, surface: pygame.Surface, hand: HandPlace, clip: pygame.Rect) -> None:
        scene = self.scene
        cards = scene.session.table.cards(hand.zone)
        shown = [
            scene.sprites[i] for i in cards
            if i in scene.sprites and i not in scene.held and i not in scene.previewed
        ]  # fmt: skip
        shown += [sprite for sprite in scene.previewed.values() if sprite.zone == hand.zone]
        if hand.own or hand.zone == scene.drop_zone:
            self._draw_tray(surface, hand)
        raised = scene.raised()
        for sprite in sorted(shown, key=lambda sprite: (sprite.piece in raised, sprite.z)):
            self._draw_sprite(surface, sprite, clip)
        self._draw_name(surface, hand, len(cards))

    def _draw_tray(self, surface: pygame.Surface, hand: HandPlace) -> None:
        """The ground of a hand; brighter where a drag would drop into it."""
        theme = self.scene.theme
        over = hand.zone == self.scene.drop_zone
        key = (hand.rect.size, over, theme)
        tray = self._trays.get(key)
        if tray is not None:
            surface.blit(tray, hand.rect)
            return
        tray = pygame.Surface(hand.rect.size, pygame.SRCALPHA)
        colour = pygame.Color(theme.colour("drop" if over else "panel_sunk"))
        colour.a = 60 if over else 70
        radius = theme.px(10)
        foot = 0 if hand.own else radius
        pygame.draw.rect(
            tray, colour, tray.get_rect(), border_top_left_radius=radius, border_top_right_radius=radius,
            border_bottom_left_radius=foot, border_bottom_right_radius=foot,
        )  # fmt: skip
        if len(self._trays) > 8:
            self._trays.clear()
        self._trays[key] = tray.convert_alpha()
        surface.blit(tray, hand.rect)

    def _draw_name(self, surface: pygame.Surface, hand: HandPlace, count: int) -> None:
        """Whose hand it is and how many cards it holds; the viewer's own says so only when it is empty."""
        theme = self.scene.theme
        told = f"{words.seat_name(self.scene.session.table, hand.seat)}  {count}"
        width, line = theme.width(told, "small") + theme.px(10), theme.line("small")
        if hand.own:
            if count:
                return
            told = "Your hand is empty"
            width = theme.width(told, "small") + theme.px(10)
            at = pygame.Rect(hand.rect.centerx - width // 2, hand.rect.centery - line // 2, width, line)
        else:
            at = pygame.Rect(hand.rect.right - width - theme.px(6), hand.rect.top + theme.px(4), width, line)
        zonemarks.paint_caption(surface, at, told, theme)

    # frames

    def _draw_drop_zone(self, surface: pygame.Surface) -> None:
        area, theme = self._drop_area(), self.scene.theme
        if area is not None:
            pygame.draw.rect(surface, theme.colour("drop"), area, theme.px(3), border_radius=theme.px(6))

    def _drop_area(self) -> pygame.Rect | None:
        scene = self.scene
        zone_id = scene.drop_zone
        if zone_id is None or zone_id == TABLE or any(hand.zone == zone_id for hand in scene.hands):
            return None
        table = scene.session.table
        zone = table.zone(zone_id)
        x, y = layout.middle(table, zone)
        w, h = zone.w / 2 + zonemarks.PAD, zone.h / 2 + zonemarks.PAD
        return scene.window_rect(Box(x - w, y - h, x + w, y + h))

    def _draw_hover(self, surface: pygame.Surface) -> None:
        area, theme = self._hover_area(), self.scene.theme
        if area is not None:
            pygame.draw.rect(surface, theme.colour("ghost"), area, theme.px(2), border_radius=theme.px(5))

    def _hover_area(self) -> pygame.Rect | None:
        scene, i = self.scene, self.scene.hover
        if i is None or i not in scene.sprites or scene.sprites[i].edge or scene.box is not None or scene.is_lifted(i):
            return None
        return pygame.Rect(scene.shape_of(i).rect(1))

    def _draw_box(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        theme = self.scene.theme
        if box.w > 2 and box.h > 2:
            veil = pygame.Surface(box.size, pygame.SRCALPHA)
            colour = pygame.Color(theme.colour("select"))
            colour.a = 36
            veil.fill(colour)
            surface.blit(veil, box)
        pygame.draw.rect(surface, theme.colour("select"), box, theme.px(1))
