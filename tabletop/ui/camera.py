"""The camera: which part of the table the window shows, and how large.

Three planes: the *table* in millimetres, the *layer* in pixels at one zoom (the table's middle is its origin; it is
what tiles are cut from), and the *window* in pixels. The layer differs from the window only by whole pixels, so that
what lies still and what moves are drawn on the same grid.
"""

from __future__ import annotations

import math
from typing import NamedTuple

NEAREST = 14.0
"""Pixels for a millimetre when zoomed in as far as it goes."""

FARTHEST = 0.12
STEP = 2 ** (1 / 4)
"""How much one notch of the wheel zooms."""

GLIDE = 0.13
"""Seconds that a zoom or a flight takes."""

MAX_FIT = 3.2
"""Fitting a nearly empty table does not zoom in further than this."""


class View(NamedTuple):
    """A place of the camera: the millimetres in the middle of the window, and pixels for a millimetre."""

    x: float = 0.0
    y: float = 0.0
    zoom: float = 1.0


class Box(NamedTuple):
    """A rectangle on the table in millimetres."""

    left: float
    top: float
    right: float
    bottom: float

    def joined(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box(
            min(self.left, other.left), min(self.top, other.top),
            max(self.right, other.right), max(self.bottom, other.bottom),
        )  # fmt: skip


class Camera:
    """Pan, zoom at a point, fit. `turn` is 180 when the table is seen from the far side."""

    def __init__(self, size: tuple[int, int] = (1280, 720)) -> None:
        self.size = size
        self.turn = 0
        self.view = View()
        self.goal = View()
        self.bounds = Box(-1200.0, -800.0, 1200.0, 800.0)
        """The table: its middle of the window never leaves it."""
        self.fitted = True
        """Whether the view is still the one that `fit` chose, and so follows the window's size."""
        self.animate = True
        self._start = View()
        self._elapsed = GLIDE
        self._anchor: tuple[float, float, float, float] | None = None

    # planes

    @property
    def zoom(self) -> float:
        """Pixels for a millimetre, now."""
        return self.view.zoom

    @property
    def sign(self) -> int:
        """-1 when the table is seen from the far side, else 1."""
        return -1 if self.turn == 180 else 1

    @property
    def moving(self) -> bool:
        """Whether a flight or a zoom is under way."""
        return self._elapsed < GLIDE

    @property
    def zooming(self) -> bool:
        """Whether the zoom is changing."""
        return self.moving and self.goal.zoom != self.view.zoom

    def origin(self) -> tuple[int, int]:
        """The pixel of the layer that lies in the window's upper left corner."""
        return self.origin_of(self.view)

    def origin_of(self, view: View) -> tuple[int, int]:
        """The same for another view."""
        return (
            round(self.sign * view.x * view.zoom - self.size[0] / 2),
            round(self.sign * view.y * view.zoom - self.size[1] / 2),
        )

    def to_window(self, x: float, y: float) -> tuple[float, float]:
        """A point of the table in the window."""
        left, top = self.origin()
        scale = self.sign * self.view.zoom
        return x * scale - left, y * scale - top

    def to_table(self, px: float, py: float) -> tuple[float, float]:
        """A point of the window on the table."""
        left, top = self.origin()
        scale = self.sign * self.view.zoom
        return (px + left) / scale, (py + top) / scale

    # moves

    def resize(self, size: tuple[int, int]) -> None:
        """The window has another size; its middle shows the same place."""
        self.size = size

    def set(self, view: View) -> None:
        """Be there at once."""
        self.view = self.goal = self._held(view)
        self._elapsed, self._anchor = GLIDE, None

    def fly(self, view: View) -> None:
        """Go there in a short flight (at once without animation)."""
        self.goal = self._held(view)
        self._anchor = None
        self._begin()

    def pan(self, dx: float, dy: float) -> None:
        """The table follows the hand by so many pixels; a flight ends."""
        scale = self.sign * self.view.zoom
        self.fitted = False
        self.set(View(self.view.x - dx / scale, self.view.y - dy / scale, self.view.zoom))

    def zoom_at(self, px: float, py: float, notches: float) -> None:
        """Zoom so that what lies at this pixel stays there."""
        x, y = self.to_table(px, py)
        self.fitted = False
        zoom = min(max(self.goal.zoom * STEP**notches, FARTHEST), NEAREST)
        self._anchor = (px, py, x, y)
        self.goal = self._anchored(zoom)
        self._begin()

    def fit(self, box: Box, clear: tuple[int, int, int, int], *, fly: bool = False) -> None:
        """Show a whole box in the part of the window that panels and hands leave clear: left, top, width, height."""
        left, top, width, height = clear
        wide, high = max(box.right - box.left, 1.0), max(box.bottom - box.top, 1.0)
        zoom = min(max(width, 50) / wide, max(height, 50) / high, MAX_FIT)
        zoom = min(max(zoom, FARTHEST), NEAREST)
        scale = self.sign * zoom
        view = View(
            (box.left + box.right) / 2 - (left + width / 2 - self.size[0] / 2) / scale,
            (box.top + box.bottom) / 2 - (top + height / 2 - self.size[1] / 2) / scale,
            zoom,
        )
        if fly:
            self.fly(view)
        else:
            self.set(view)
        self.fitted = True

    def update(self, seconds: float) -> bool:
        """Let time pass; whether the view has changed."""
        if not self.moving:
            return False
        self._elapsed += seconds
        part = min(self._elapsed / GLIDE, 1.0)
        if part >= 1.0:
            self.view, self._anchor, self._elapsed = self.goal, None, GLIDE
            return True
        part = 1 - (1 - part) ** 3
        start, goal = self._start, self.goal
        zoom = start.zoom * (goal.zoom / start.zoom) ** part
        if self._anchor is not None:
            self.view = self._anchored(zoom)
        else:
            self.view = View(start.x + (goal.x - start.x) * part, start.y + (goal.y - start.y) * part, zoom)
        return True

    def _begin(self) -> None:
        if not self.animate or self.goal == self.view:
            self.set(self.goal)
        else:
            self._start, self._elapsed = self.view, 0.0

    def _anchored(self, zoom: float) -> View:
        assert self._anchor is not None
        px, py, x, y = self._anchor
        scale = self.sign * zoom
        return self._held(View(x - (px - self.size[0] / 2) / scale, y - (py - self.size[1] / 2) / scale, zoom))

    def _held(self, view: View) -> View:
        """The view with its middle on the table and its numbers sound."""
        if not all(map(math.isfinite, view)):
            return View()
        box = self.bounds
        return View(
            min(max(view.x, box.left), box.right),
            min(max(view.y, box.top), box.bottom),
            min(max(view.zoom, FARTHEST), NEAREST),
        )
