"""Stamps: pieces ready to be put down at one size and rotation, and the soft shadows under them.

A stamp is made once and put down wherever the piece lies; pieces of one size share a shadow. Light comes from above.
"""

from __future__ import annotations

import math
from collections import OrderedDict

import pygame
from PIL import Image, ImageDraw, ImageFilter

from tabletop.ui.facecache import FaceCache
from tabletop.ui.plain import colour_of
from tabletop.ui.sprites import FLAGGED, KNOWN, LOCKED, SELECTED, Face, Look
from tabletop.ui.theme import Theme

KEPT = 96 << 20
"""Bytes of stamps that are kept."""

CORNER = 0.048
"""The radius of a card's corner, as a share of its width."""

BADGES_FROM = 34
"""Cards narrower than so many pixels show no numbers of counters."""

Blits = list[tuple[pygame.Surface, tuple[int, int]]]

SIGNS = ((FLAGGED, "flag"), (LOCKED, "lock"), (KNOWN, "eye"))
"""The signs on pieces, by their flags, from the left."""

_Key = tuple[Face, int, int, int]


class Stamps:
    """Makes and keeps stamps."""

    def __init__(self, theme: Theme, faces: FaceCache) -> None:
        self.theme = theme
        self.faces = faces
        self._stamps: OrderedDict[_Key, pygame.Surface] = OrderedDict()
        self._better: set[_Key] = set()
        self._by_face: dict[Face, set[_Key]] = {}
        self._shadows: dict[tuple[int, int, int, bool], pygame.Surface] = {}
        self._blocks: dict[tuple[int, int, int], pygame.Surface] = {}
        self._signs: dict[tuple[str, int], pygame.Surface] = {}
        self._bytes = 0

    def stamp(
        self, face: Face, width: int, height: int, rotation: float = 0.0, *, rough: bool = False
    ) -> pygame.Surface:
        """The stamp of a face at this size (before turning), turned clockwise. Its middle is the piece's.

        A `rough` one is made of the faces that are there already.
        """
        key = (face, width, height, round(rotation) % 360)
        found = self._stamps.get(key)
        if found is None:
            found = self._make(key, rough)
            self._keep(key, found)
        else:
            self._stamps.move_to_end(key)
            if key in self._better and not rough:
                self.faces.want(face, width)
        return found

    def shadow(
        self, width: int, height: int, rotation: float = 0.0, *, lifted: bool = False
    ) -> tuple[pygame.Surface, int]:
        """The shadow of a piece of this size, and how far down it falls; farther from one that is `lifted`."""
        key = (width, height, round(rotation) % 360, lifted)
        found = self._shadows.get(key)
        if found is None:
            if len(self._shadows) > 200:
                self._shadows.clear()
            blur = max(1.2, height * (0.045 if lifted else 0.02))
            shadow = _blurred(width, height, blur, self.theme.colour("shadow").a)
            found = self._shadows[key] = _turned(shadow, key[2]).convert_alpha() if key[2] else shadow
        return found, max(1, round(height * (0.05 if lifted else 0.012)))

    def put(
        self, blits: Blits, face: Face, x: float, y: float, size: tuple[int, int],
        rotation: float, *, lifted: bool = False, rough: bool = False,
    ) -> None:  # fmt: skip
        """Add what draws a piece with its middle at (x, y)."""
        shadow, drop = self.shadow(*size, rotation, lifted=lifted)
        picture = self.stamp(face, *size, rotation, rough=rough)
        blits.append((shadow, (round(x - shadow.width / 2), round(y - shadow.height / 2) + drop)))
        blits.append((picture, (round(x - picture.width / 2), round(y - picture.height / 2))))

    def arrived(self, faces: set[Face]) -> None:
        """Better pictures of these faces are there: their stamps are made anew when they are wanted."""
        for face in faces:
            for key in self._by_face.pop(face, ()):
                gone = self._stamps.pop(key, None)
                if gone is not None:
                    self._bytes -= _size(gone)
                self._better.discard(key)

    def clear(self) -> None:
        """Make everything anew (another theme, another scale)."""
        self._stamps.clear()
        self._better.clear()
        self._by_face.clear()
        self._shadows.clear()
        self._blocks.clear()
        self._bytes = 0

    def block(self, width: int, height: int, lift: int) -> pygame.Surface:
        """The side of a pile that is `lift` pixels high: the edges of its cards, with the shadow of the lowest."""
        key = (width, height, lift)
        found = self._blocks.get(key)
        if found is None:
            found = self._blocks[key] = self._make_block(width, height, lift)
            if len(self._blocks) > 200:
                self._blocks.pop(next(iter(self._blocks)))
        return found

    def decorate(self, surface: pygame.Surface, look: Look, area: pygame.Rect, rotation: float) -> None:
        """What is drawn on a piece: the frame of a selected one, a padlock, an eye, its counters. `area` is the box
        around the turned piece, on the surface.
        """
        if look.flags & SELECTED:
            self._frame(surface, area, rotation)
        for name, place in self.sign_places(look, area).items():
            self._sign(surface, name, place.x, place.y, place.w)
        if look.badges:
            self._badges(surface, look, area)

    def sign_places(self, look: Look, area: pygame.Rect) -> dict[str, pygame.Rect]:
        """Where the signs of a piece lie, by name; `area` is the box around it."""
        names = [name for flag, name in SIGNS if look.flags & flag]
        side = max(12, min(self.theme.px(20), area.w // 3))
        return {
            name: pygame.Rect(area.x + 2 + number * (side + 2), area.y + 2, side, side)
            for number, name in enumerate(names)
        }

    # making

    def _make(self, key: _Key, rough: bool) -> pygame.Surface:
        face, width, height, rotation = key
        picture, best = self.faces.face(face, width, ask=not rough)
        if not best:
            self._better.add(key)
        if picture.get_size() != (width, height):
            picture = pygame.transform.smoothscale(picture, (width, height))
        return _turned(picture, rotation) if rotation else picture

    def _keep(self, key: _Key, stamp: pygame.Surface) -> None:
        self._stamps[key] = stamp
        self._by_face.setdefault(key[0], set()).add(key)
        self._bytes += _size(stamp)
        while self._bytes > KEPT and len(self._stamps) > 1:
            old, gone = self._stamps.popitem(last=False)
            self._bytes -= _size(gone)
            self._better.discard(old)
            self._by_face.get(old[0], set()).discard(old)

    def _make_block(self, width: int, height: int, lift: int) -> pygame.Surface:
        side = lift // 2
        shadow, _ = self.shadow(width, height)
        margin = (shadow.width - width) // 2
        surface = pygame.Surface((shadow.width + side, shadow.height + lift + 2), pygame.SRCALPHA)
        surface.blit(shadow, (side, lift + 2))
        radius = max(2, round(width * CORNER))
        for up in range(lift):
            shade = (226, 220, 204) if up % 2 else (150, 143, 126)
            rect = (margin + side - up // 2, margin + lift - up, width, height)
            pygame.draw.rect(surface, shade, rect, border_radius=radius)
        return surface.convert_alpha()

    def _frame(self, surface: pygame.Surface, area: pygame.Rect, rotation: float) -> None:
        colour = self.theme.colour("select")
        width = self.theme.px(3)
        if rotation % 90 == 0:
            radius = max(3, round(min(area.size) * CORNER) + width)
            pygame.draw.rect(surface, self.theme.colour("panel_sunk"), area.inflate(2 * width, 2 * width), width + 1,
                             border_radius=radius)  # fmt: skip
            inner = area.inflate(2 * width - 1, 2 * width - 1)
            pygame.draw.rect(surface, colour, inner, width - 1, border_radius=radius)
            return
        pygame.draw.rect(surface, colour, area, 2, border_radius=4)

    def _sign(self, surface: pygame.Surface, name: str, x: int, y: int, side: int) -> None:
        key = (name, side)
        sign = self._signs.get(key)
        if sign is None:
            ground, ink = (("bad", "panel_sunk") if name == "flag" else ("panel", "ink"))
            sign = self._signs[key] = _make_sign(name, side, self.theme.colour(ground), self.theme.colour(ink))
        surface.blit(sign, (x, y))

    def _badges(self, surface: pygame.Surface, look: Look, area: pygame.Rect) -> None:
        """A pill for each counter, from the bottom up: its name if there is room, and its number."""
        theme = self.theme
        if area.w < BADGES_FROM:
            spot = pygame.Rect(area.right - 8, area.bottom - 8, 7, 7)
            pygame.draw.rect(surface, colour_of(look.badges[0][0]), spot, border_radius=3)
            return
        line = theme.line("small_bold")
        for (name, pill), number in zip(self.badge_places(look, area), dict(look.badges).values(), strict=False):
            pygame.draw.rect(surface, colour_of(name), pill, border_radius=line // 2)
            pygame.draw.rect(surface, theme.colour("ink"), pill, 1, border_radius=line // 2)
            label = theme.text(self._badge(name, number, area), "small_bold", "ink")
            surface.blit(label, (pill.x + theme.px(5), pill.y))

    def _badge(self, name: str, number: int, area: pygame.Rect) -> str:
        """What stands in the pill of a counter: its name if there is room, and its number, cut if it is too long."""
        theme, digits = self.theme, str(number)
        most = area.w - theme.px(10) - 4
        room = most - theme.width(f" {digits}", "small_bold")
        words = theme.cut(name, room, "small_bold") if room > theme.px(18) else ""
        return f"{words} {digits}" if words else theme.cut(digits, most, "small_bold")

    def badge_places(self, look: Look, area: pygame.Rect) -> list[tuple[str, pygame.Rect]]:
        """Where the counters of a piece lie, by name, from the bottom up, all inside `area`; none where they are too
        small to be read.
        """
        theme, found = self.theme, []
        line = theme.line("small_bold")
        bottom = area.bottom - 2
        for name, number in look.badges if area.w >= BADGES_FROM else ():
            if bottom - line < area.y:
                break
            width = min(theme.width(self._badge(name, number, area), "small_bold") + theme.px(10), area.w - 4)
            found.append((name, pygame.Rect(area.right - 2 - width, bottom - line, width, line)))
            bottom -= line + 1
        return found


def _make_sign(name: str, side: int, ground: pygame.Color, ink: pygame.Color) -> pygame.Surface:
    """A padlock, an eye or a flag on a square, drawn large and made small for smooth edges."""
    n = 96
    big = pygame.Surface((n, n), pygame.SRCALPHA)
    pygame.draw.rect(big, ground, (0, 0, n, n), border_radius=22)
    if name == "lock":
        pygame.draw.circle(big, ink, (48, 42), 20, 9, draw_top_left=True, draw_top_right=True)
        pygame.draw.rect(big, ink, (28, 40, 9, 12))
        pygame.draw.rect(big, ink, (59, 40, 9, 12))
        pygame.draw.rect(big, ink, (20, 48, 56, 34), border_radius=7)
        pygame.draw.circle(big, ground, (48, 64), 7)
    elif name == "flag":
        pygame.draw.rect(big, ink, (26, 14, 9, 70), border_radius=4)
        pygame.draw.polygon(big, ink, ((35, 16), (76, 32), (35, 50)))
    else:
        pygame.draw.ellipse(big, ink, (12, 28, 72, 42))
        pygame.draw.ellipse(big, ground, (20, 34, 56, 30))
        pygame.draw.circle(big, ink, (48, 49), 12)
    return pygame.transform.smoothscale(big, (side, side)).convert_alpha()


def _turned(surface: pygame.Surface, rotation: int) -> pygame.Surface:
    if rotation % 90 == 0:
        return pygame.transform.rotate(surface, -rotation)
    return pygame.transform.rotozoom(surface, -rotation, 1.0)


def _blurred(width: int, height: int, blur: float, strength: int) -> pygame.Surface:
    """A soft dark card, larger than the card by the reach of the blur."""
    margin = min(math.ceil(blur * 2.2), 48)
    mask = Image.new("L", (width + 2 * margin, height + 2 * margin))
    box = (margin, margin, margin + width - 1, margin + height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, width * CORNER, fill=strength)
    mask = mask.filter(ImageFilter.GaussianBlur(blur))
    image = Image.new("RGBA", mask.size)
    image.putalpha(mask)
    return pygame.image.frombytes(image.tobytes(), image.size, "RGBA").convert_alpha()


def _size(surface: pygame.Surface) -> int:
    return surface.width * surface.height * 4
