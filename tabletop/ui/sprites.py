"""What the window shows of a piece: where it is drawn, how large, and everything that decides how it looks.

A sprite is worked out from the table and is never changed: if the table changes, a new one takes its place, and two
that are equal look the same. That is how the window knows what has to be drawn anew.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from tabletop.cards.facesource import FaceKey
from tabletop.ui.camera import Box, Camera


class Face(NamedTuple):
    """What a picture shows, at any width: the front of a card (`ref` is its id, `text` its name), a back (`ref` is its
    id, "" for the game's own), or a die, coin, counter or note.
    """

    kind: str
    ref: str = ""
    text: str = ""
    value: int = 0
    sides: int = 6

    def key(self, width: int) -> FaceKey:
        """The same for the source that draws it."""
        if self.kind in ("card", "back"):
            return FaceKey(self.kind, self.ref, width, self.text)  # type: ignore[arg-type]
        return FaceKey("piece", self.kind, width, self.text, self.value, self.sides)


LOCKED = 1
SELECTED = 2
KNOWN = 4
FLAGGED = 8
"""Flags: the piece is locked; it is selected; it lies face down, but the one who looks at it knows what it is; it came
to lie there against the rules.
"""


class Look(NamedTuple):
    """How a piece looks, apart from where: what is drawn on it, its counters and flags, how many cards lie under it."""

    face: Face
    flags: int = 0
    badges: tuple[tuple[str, int], ...] = ()
    under: int = 0
    tint: int = -1


class Sprite(NamedTuple):
    """A piece as it is drawn. `x`, `y` are its middle, `w`, `h` its size before it is turned: in millimetres on the
    table, or, with `edge`, in pixels of the window (a card in a hand). `z` orders sprites from the bottom to the top.
    """

    piece: int
    zone: str
    x: float
    y: float
    w: float
    h: float
    rotation: float
    z: tuple[float, ...]
    look: Look
    edge: bool = False
    buried: bool = False
    """Under others of its pile: neither drawn nor hit."""

    def extent(self) -> tuple[float, float]:
        """Width and height of the upright box around the turned piece."""
        return turned_extent(self.w, self.h, self.rotation)

    def box(self) -> Box:
        """The upright box around it, in its own unit."""
        w, h = self.extent()
        return Box(self.x - w / 2, self.y - h / 2, self.x + w / 2, self.y + h / 2)


class Shape(NamedTuple):
    """Where a sprite is in the window just now, in pixels: middle, size before turning, rotation."""

    x: float
    y: float
    w: float
    h: float
    rotation: float

    def rect(self, margin: int = 0) -> tuple[int, int, int, int]:
        """Left, top, width and height of the box around it, with a margin."""
        w, h = turned_extent(self.w, self.h, self.rotation)
        left, top = math.floor(self.x - w / 2) - margin, math.floor(self.y - h / 2) - margin
        return left, top, math.ceil(w) + 2 * margin + 1, math.ceil(h) + 2 * margin + 1

    def holds(self, px: float, py: float) -> bool:
        """Whether a pixel lies on the piece."""
        dx, dy = px - self.x, py - self.y
        if self.rotation:
            angle = math.radians(-self.rotation)
            dx, dy = dx * math.cos(angle) - dy * math.sin(angle), dx * math.sin(angle) + dy * math.cos(angle)
        return abs(dx) <= self.w / 2 and abs(dy) <= self.h / 2

    def towards(self, other: Shape, part: float) -> Shape:
        """The shape so far on the way to another; turning goes the short way round."""
        turn = (other.rotation - self.rotation + 180) % 360 - 180
        return Shape(
            self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part,
            self.w + (other.w - self.w) * part, self.h + (other.h - self.h) * part,
            (self.rotation + turn * part) % 360,
        )  # fmt: skip


def shape(sprite: Sprite, camera: Camera) -> Shape:
    """Where a sprite is in the window, on the same pixels as in the tiles of the table."""
    if sprite.edge:
        return Shape(sprite.x, sprite.y, sprite.w, sprite.h, sprite.rotation)
    x, y = camera.to_window(sprite.x, sprite.y)
    return Shape(x, y, sprite.w * camera.zoom, sprite.h * camera.zoom, sprite.rotation)


def turned_extent(w: float, h: float, rotation: float) -> tuple[float, float]:
    """The upright box around a rectangle turned by any angle."""
    if rotation % 180 == 0:
        return w, h
    if rotation % 180 == 90:
        return h, w
    angle = math.radians(rotation)
    c, s = abs(math.cos(angle)), abs(math.sin(angle))
    return w * c + h * s, w * s + h * c

