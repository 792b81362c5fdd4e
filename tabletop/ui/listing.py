"""A list on a sheet: only the rows that show are painted, so that its length does not matter."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pygame

if TYPE_CHECKING:
    from tabletop.ui.sheet import Sheet

DOUBLE_CLICK = 0.4
"""Seconds between two clicks that open a row."""

PaintRow = Callable[["Sheet", pygame.Rect, int, bool], None]
"""Paints a row into a rectangle; the bool says whether it is the chosen one. Ground and hover are painted already."""


class Listing:
    """Rows of one height. `chosen` is the row that the keyboard is on (-1: none); `open` is called on Enter and a
    double click (with `single` on every click), `pick` whenever another row is chosen (with `on_click` also for the row
    that is chosen already).
    """

    def __init__(
        self, id: str, row: PaintRow, *, height: int, pick: Callable[[int], object] | None = None,
        open: Callable[[int], object] | None = None, pickable: bool = True, on_click: bool = False,
        single: bool = False, plain: bool = False, empty: str = "",
    ) -> None:  # fmt: skip
        self.id = id
        self.items: Sequence[Any] = ()
        self.chosen = -1
        self.height = height
        self.pickable = pickable
        self.empty = empty
        """What an empty list says to do."""
        self._row = row
        self._pick = pick
        self._open = open
        self._on_click = on_click
        self._single = single
        self._plain = plain
        """Whether the chosen row looks like the others until the keyboard is on the list."""
        self._offset = 0
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._over = -1
        self._grip: int | None = None
        self._clicked = (-1, 0.0)

    # rows

    def fill(self, items: Sequence[Any], chosen: int | None = None) -> None:
        """Show these items; the choice stays where it is unless one is given."""
        self.items = items
        if chosen is not None:
            self.chosen = chosen
        self.chosen = min(self.chosen, len(items) - 1)
        self.scroll(0)

    @property
    def current(self) -> Any:
        """The chosen item, or None."""
        return self.items[self.chosen] if 0 <= self.chosen < len(self.items) else None

    def choose(self, index: int) -> None:
        """Choose a row and bring it into view."""
        if not self.items:
            return
        index = min(max(index, 0), len(self.items) - 1)
        changed, self.chosen = index != self.chosen, index
        self.reveal(index)
        if changed and self._pick is not None:
            self._pick(index)

    def reveal(self, index: int) -> None:
        """Scroll so that a row is in view."""
        top = index * self.height
        room = max(self._rect.h, self.height)
        if top < self._offset:
            self._offset = top
        elif top + self.height > self._offset + room:
            self._offset = top + self.height - room

    def room(self, rect: pygame.Rect) -> None:
        """The list will be shown there; one that showed its end goes on showing it."""
        follows = self._rect.h not in (0, rect.h) and self.at_end
        self._rect = pygame.Rect(rect)
        if follows:
            self.to_end()
        self.scroll(0)

    def to_end(self) -> None:
        """Scroll to the last row."""
        self._offset = self._most()

    @property
    def at_end(self) -> bool:
        """Whether the last row is in view."""
        return self._offset >= self._most() - self.height // 2

    def scroll(self, rows: float) -> None:
        """Scroll by rows; down is positive."""
        self._offset = min(max(self._offset + round(rows * self.height), 0), self._most())

    def _most(self) -> int:
        return max(len(self.items) * self.height - self._rect.h, 0)

    # painting

    def paint(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Paint the rows that show, and a bar that says where they are among all."""
        self.room(rect)
        theme = sheet.theme
        if not self.items and self.empty:
            pad = theme.px(10)
            sheet.lines(rect.inflate(-2 * pad, -2 * pad), self.empty, "body", "ink_faint")
            return
        bar = theme.px(8) if self._most() else 0
        old = sheet.surface.get_clip()
        sheet.surface.set_clip(rect.clip(old))
        first = self._offset // self.height
        last = min((self._offset + rect.h - 1) // self.height + 1, len(self.items))
        for index in range(first, last):
            row = pygame.Rect(rect.x, rect.y + index * self.height - self._offset, rect.w - bar, self.height)
            shown = not self._plain or (sheet.focus == self.id and sheet.keyboard)
            chosen = index == self.chosen and self.pickable and shown
            if chosen:
                sheet.box(row, "button", "accent" if sheet.focus == self.id else "edge_strong")
            elif index == self._over and sheet.hover == self.id and self.pickable and not self._plain:
                sheet.box(row, "panel_raised")
            self._row(sheet, row, index, chosen)
        if bar:
            track = pygame.Rect(rect.right - theme.px(6), rect.y, theme.px(5), rect.h)
            sheet.box(track, "panel_sunk", radius=3)
            sheet.box(self._thumb(track), "edge_strong", radius=3)
        sheet.surface.set_clip(old)

    def _thumb(self, track: pygame.Rect) -> pygame.Rect:
        whole = len(self.items) * self.height
        size = max(track.h * track.h // whole, min(24, track.h))
        top = (track.h - size) * self._offset // max(self._most(), 1)
        return pygame.Rect(track.x, track.y + top, track.w, size)

    # the mouse and the keyboard, in the sheet's coordinates

    def index_at(self, pos: tuple[int, int]) -> int:
        """The row at a point, or -1."""
        y = pos[1]
        index = (y - self._rect.y + self._offset) // self.height
        return index if self._rect.top <= y < self._rect.bottom and 0 <= index < len(self.items) else -1

    def hovered(self, pos: tuple[int, int]) -> bool:
        """The pointer is there; whether that changes the looks."""
        over, self._over = self._over, self.index_at(pos)
        return over != self._over

    def press(self, pos: tuple[int, int]) -> bool:
        """The button went down there; whether the scroll bar is being dragged now."""
        x, y = pos
        if self._most() and x >= self._rect.right - 14:
            self._grip = y
            thumb = self._thumb(pygame.Rect(self._rect.right - 6, self._rect.y, 5, self._rect.h))
            if not thumb.top <= y <= thumb.bottom:
                self._grip = thumb.centery
                self.drag(pos)
            return True
        return False

    def drag(self, pos: tuple[int, int]) -> None:
        """The bar is dragged there."""
        if self._grip is None:
            return
        y = pos[1]
        track = pygame.Rect(0, self._rect.y, 5, self._rect.h)
        room = max(track.h - self._thumb(track).h, 1)
        move = (y - self._grip) * self._most() / room
        self._grip = y
        self._offset = min(max(round(self._offset + move), 0), self._most())

    def release(self, pos: tuple[int, int]) -> None:
        """The bar is let go."""
        self._grip = None

    def click(self, pos: tuple[int, int]) -> None:
        """The button was pressed and released on a row: a click chooses it, a second one opens it."""
        index = self.index_at(pos)
        if index < 0 or not self.pickable:
            return
        now = time.monotonic()
        last, when = self._clicked
        self._clicked = (index, now)
        same = index == self.chosen
        self.choose(index)
        if same and self._on_click and self._pick is not None:
            self._pick(index)
        double = last == index and now - when <= DOUBLE_CLICK
        if self._open is not None and (double or self._single):
            self._clicked = (-1, 0.0)
            self._open(index)

    def key(self, event: pygame.event.Event) -> bool:
        """A key while the list has the keyboard; whether it was used."""
        if not self.pickable or not self.items:
            return False
        page = max(self._rect.h // self.height - 1, 1)
        steps = {
            pygame.K_UP: self.chosen - 1, pygame.K_DOWN: self.chosen + 1, pygame.K_PAGEUP: self.chosen - page,
            pygame.K_PAGEDOWN: self.chosen + page, pygame.K_HOME: 0, pygame.K_END: len(self.items) - 1,
        }  # fmt: skip
        if event.key in steps:
            self.choose(steps[event.key])
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE) and self.chosen >= 0:
            if self._open is not None and event.key != pygame.K_SPACE:
                self._open(self.chosen)
                return True
            if self._on_click and self._pick is not None:
                self._pick(self.chosen)
                return True
        return False
