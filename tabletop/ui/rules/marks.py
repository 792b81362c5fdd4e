"""What the rules draw over the table: where a carried card may go, what a question offers, arrows, and words beside the
pointer.

Every highlight has an outline and a sign; colour is never the only difference.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import pygame

from tabletop.table import layout
from tabletop.table.zones import TABLE
from tabletop.ui import zonemarks
from tabletop.ui.camera import Box
from tabletop.ui.rules.arrows import Arrow, Arrows
from tabletop.ui.rules.signs import STYLES, Signs, outline

if TYPE_CHECKING:
    from tabletop.ui.overlay import Overlay

BADGE = "small_bold"
"""The lettering of what stands at the foot of cards."""

REASONS = 3
"""So many reasons are told at the pointer."""


class Mark(NamedTuple):
    """A highlight: its kind (`STYLES`), and the rectangle around what it marks, in the window."""

    kind: str
    rect: tuple[int, int, int, int]


class Badge(NamedTuple):
    """A few letters at the foot of a card, and the rectangle of their plate in the window."""

    words: str
    rect: tuple[int, int, int, int]


class RuleMarks:
    """Draws the highlights of a desk, and knows which parts of the window they change."""

    def __init__(self, desk: Overlay) -> None:
        self.desk = desk
        self.marks: list[Mark] = []
        self.arrows: list[Arrow] = []
        self.badges: list[Badge] = []
        self._signs = Signs()
        self._painter = Arrows()
        self._words: tuple[str, tuple[str, ...]] = ("", ())
        self._box = pygame.Rect(0, 0, 0, 0)

    # following

    def follow(self) -> list[pygame.Rect]:
        """Work out what is highlighted now; the parts of the window that look different since the last call."""
        theme = self.desk.theme
        marks, arrows, badges = set(self.marks), set(self.arrows), set(self.badges)
        hidden = self.desk.curtain is not None
        self.marks = [] if hidden else self._find()
        self.arrows = [] if hidden else self._find_arrows()
        self.badges = [] if hidden else list(self._find_badges())
        room = theme.px(30)
        found = [pygame.Rect(mark.rect).inflate(room, room) for mark in marks ^ set(self.marks)]
        found += [arrow.area(theme) for arrow in arrows ^ set(self.arrows)]
        found += [pygame.Rect(badge.rect) for badge in badges ^ set(self.badges)]
        words, box = self._said()
        if (words, box) != (self._words, self._box):
            found += [self._box, box]
            self._words, self._box = words, box
        return found

    def _find(self) -> list[Mark]:
        rules, scene = self.desk.rules, self.desk.screen.scene
        if not rules.there:
            return []
        found: list[Mark] = []
        hints = rules.hints
        if hints is not None:
            bad = rules.aimed is not None and not rules.aimed.legal
            zones = [zone for zone in hints.zones if zone != TABLE and self._host(zone) not in hints.pieces]
            found += [Mark("legal", rect) for zone in zones if (rect := self._zone(zone)) is not None]
            found += [Mark("legal", rect) for piece in hints.pieces if (rect := self._piece(piece)) is not None]
            if bad and rules.aimed_at is not None:
                zone, onto = rules.aimed_at
                rect = self._piece(onto) if onto is not None else self._zone(zone) if zone != TABLE else None
                if rect is not None:
                    found = [mark for mark in found if mark.rect != rect]
                    found.append(Mark("bad", rect))
            return found
        if scene.carried:
            return []
        if rules.refusal is not None:
            cards = dict.fromkeys(card for reason in rules.refusal.reasons for card in reason.cards)
            found += [Mark("reason", rect) for card in cards if (rect := self._piece(card)) is not None]
        elif (prompt := rules.mine) is not None:
            picked = {prompt.choices[number].piece for number in rules.picks}
            for piece in dict.fromkeys(prompt.pieces):
                rect = self._piece(piece)
                if rect is not None:
                    found.append(Mark("picked" if piece in picked else "choice", rect))
        found += [Mark("shown", rect) for piece in rules.shown if (rect := self._piece(piece)) is not None]
        return found

    def _host(self, zone_id: str) -> int | None:
        """The card that a zone lies at; what a highlight of that card says need not be said twice."""
        table = self.desk.session.table
        return table.zone(zone_id).anchor if table.has_zone(zone_id) else None

    def _zone(self, zone_id: str) -> tuple[int, int, int, int] | None:
        scene = self.desk.screen.scene
        table = scene.session.table
        hand = next((hand for hand in scene.hands if hand.zone == zone_id), None)
        if hand is not None:
            return tuple(hand.rect.inflate(-4, -4))  # type: ignore[return-value]
        if not table.has_zone(zone_id) or table.zone(zone_id).at_edge:
            return None
        zone = table.zone(zone_id)
        x, y = layout.middle(table, zone)
        w, h = zone.w / 2 + zonemarks.PAD, zone.h / 2 + zonemarks.PAD
        return tuple(scene.window_rect(Box(x - w, y - h, x + w, y + h)))  # type: ignore[return-value]

    def _piece(self, piece: int) -> tuple[int, int, int, int] | None:
        scene = self.desk.screen.scene
        sprite = scene.sprites.get(piece)
        if sprite is None or sprite.buried or piece in scene.held:
            return None
        rect = pygame.Rect(scene.shape_of(piece).rect(1))
        if sprite.edge:
            rect.h = min(rect.bottom, scene.clear.bottom) - rect.y
            rect.w = min(rect.w, scene.seen_width(piece))
        return tuple(rect)  # type: ignore[return-value]

    def _find_arrows(self) -> list[Arrow]:
        rules, scene = self.desk.rules, self.desk.screen.scene
        found = []
        for piece, ref in rules.arrows:
            start = self._piece(piece)
            end: tuple[int, int] | None = None
            if isinstance(ref, int):
                rect = self._piece(ref)
                end = _short_of(start, rect) if rect is not None and start is not None else None
            else:
                hand = next((hand for hand in scene.hands if hand.seat == ref), None)
                end = (hand.rect.centerx, hand.rect.bottom if not hand.own else hand.rect.top) if hand else None
            if start is not None and end is not None and pygame.Rect(start).center != end:
                found.append(Arrow(pygame.Rect(start).center, end))
        return found

    def _find_badges(self) -> Iterator[Badge]:
        """The plates; a card that is seen too small for its letters has none."""
        theme = self.desk.theme
        for piece, words in self.desk.rules.badges:
            rect = self._piece(piece)
            if rect is None:
                continue
            plate = pygame.Rect(0, 0, theme.width(words, BADGE) + theme.px(10), theme.line(BADGE) + theme.px(2))
            plate.center = pygame.Rect(rect).midbottom
            if plate.w <= rect[2] * 1.3:
                yield Badge(words, tuple(plate))  # type: ignore[arg-type]

    # words at the pointer

    def _said(self) -> tuple[tuple[str, tuple[str, ...]], pygame.Rect]:
        desk, theme = self.desk, self.desk.theme
        aimed = desk.rules.aimed
        nothing: tuple[str, tuple[str, ...]] = ("", ())
        if aimed is None or desk.modal:
            return nothing, pygame.Rect(0, 0, 0, 0)
        if aimed.legal:
            kind, told = "legal", [aimed.text]
        else:
            kind, reasons = "bad", aimed.reasons
            told = [reason.text for reason in reasons[:REASONS]]
            if len(reasons) > REASONS:
                told.append(f"… and {len(reasons) - REASONS} more")
        px = theme.px
        wide = px(330)
        rows = [row for text in told for row in theme.wrap(text, wide, "body")]
        width = max(theme.width(row) for row in rows) + px(48)
        height = theme.line("body") * len(rows) + px(12)
        box = pygame.Rect(0, 0, width, height)
        x, y = desk.pos
        # Beside the card that hangs from the pointer, on the side where there is room.
        held = next((pygame.Rect(at.rect()) for _, at in desk.screen.scene.carried.values()), pygame.Rect(x, y, 1, 1))
        for _, at in desk.screen.scene.carried.values():
            held.union_ip(pygame.Rect(at.rect()))
        box.midleft = (held.right + px(8), held.centery)
        if box.right > desk.viewport.right - px(6):
            box.midright = (held.left - px(8), held.centery)
        box.clamp_ip(desk.viewport)
        return (kind, tuple(rows)), box

    # drawing

    def draw_marks(self, surface: pygame.Surface) -> None:
        """Highlights, badges and arrows, over table and hands and under what is carried."""
        theme, clip = self.desk.theme, surface.get_clip()
        for mark in self.marks:
            rect = pygame.Rect(mark.rect)
            if rect.inflate(theme.px(30), theme.px(30)).colliderect(clip):
                outline(surface, rect, STYLES[mark.kind], theme)
                sign = self._signs.sign(mark.kind, theme)
                surface.blit(sign, (rect.right - sign.width + theme.px(7), rect.top - theme.px(7)))
        for badge in self.badges:
            plate = pygame.Rect(badge.rect)
            if plate.colliderect(clip):
                round_ = theme.px(5)
                pygame.draw.rect(surface, theme.colour("panel_sunk"), plate, border_radius=round_)
                pygame.draw.rect(surface, theme.colour("accent"), plate, theme.px(1), border_radius=round_)
                text = theme.text(badge.words, BADGE, "ink")
                surface.blit(text, text.get_rect(center=plate.center))
        for arrow in self.arrows:
            self._painter.draw(surface, arrow, theme)

    def draw_words(self, surface: pygame.Surface) -> None:
        """What a release would mean, beside the pointer."""
        kind, rows = self._words
        if not rows:
            return
        theme, px, box = self.desk.theme, self.desk.theme.px, self._box
        pygame.draw.rect(surface, theme.colour("panel_raised"), box, border_radius=px(6))
        pygame.draw.rect(surface, theme.colour(STYLES[kind].colour), box, px(1), border_radius=px(6))
        sign = self._signs.sign(kind, theme)
        surface.blit(sign, (box.x + px(7), box.centery - sign.height // 2))
        y = box.y + px(6)
        for row in rows:
            surface.blit(theme.text(row, "body", "ink"), (box.x + px(36), y))
            y += theme.line("body")


def _short_of(start: tuple[int, int, int, int], rect: tuple[int, int, int, int]) -> tuple[int, int]:
    """Where an arrow from the middle of one card ends on another, so that its name can still be read."""
    (x0, y0), (x1, y1) = pygame.Rect(start).center, pygame.Rect(rect).center
    length = max(math.dist((x0, y0), (x1, y1)), 1.0)
    part = max(length - min(rect[2], rect[3]) * 0.45, 0.0) / length
    return round(x0 + (x1 - x0) * part), round(y0 + (y1 - y0) * part)
