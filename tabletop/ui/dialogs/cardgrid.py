"""Cards side by side on a sheet, as many as there are: only those that show are painted."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import pygame

from tabletop.ui.listing import DOUBLE_CLICK
from tabletop.ui.sheet import Sheet

DRAG = 6
"""Pixels that the pointer moves before a press becomes a drag."""

Spot = tuple[int, int]
PaintCard = Callable[[Sheet, pygame.Rect, int], bool]
"""Paints the card of an id into a rectangle; whether that is the best picture there will be of it."""


class CardGrid:
    """The cards of a pile. Several can be chosen (with Ctrl or Shift); `open` takes what is double-clicked, `lift` what
    is dragged.
    """

    pickable = True

    def __init__(
        self, id: str, paint: PaintCard, *, open: Callable[[int], object], lift: Callable[[Spot], object],
        picked: Callable[[], object], empty: str = "",
    ) -> None:  # fmt: skip
        self.id = id
        self.ids: Sequence[int] = ()
        self.chosen: list[int] = []
        self.at = 0
        """The place in `ids` that the keyboard is on."""
        self.card = (100, 140)
        self.empty = empty
        self.waiting = False
        """Whether better pictures of some cards are still to come."""
        self._paint = paint
        self._open = open
        self._lift = lift
        self._picked = picked
        self._offset = 0
        self._rect = pygame.Rect(0, 0, 0, 0)
        self._over = -1
        self._pressed: Spot | None = None
        self._lifting = False
        self._clicked = (-1, 0.0)

    def fill(self, ids: Sequence[int]) -> None:
        """Show these cards; the choice keeps those that are still there."""
        self.ids = ids
        there = set(ids)
        self.chosen = [i for i in self.chosen if i in there]
        self.at = min(max(self.at, 0), max(len(ids) - 1, 0))
        self.scroll(0)

    @property
    def hovered_card(self) -> int | None:
        """The card under the pointer, or the one that the keyboard is on."""
        index = self._over if 0 <= self._over < len(self.ids) else self.at
        return self.ids[index] if 0 <= index < len(self.ids) else None

    # where things are

    @property
    def _step(self) -> tuple[int, int]:
        """From one card to the next: the width is used up evenly."""
        gap = max(self.card[0] // 14, 4)
        return (self._rect.w - 12) // self.columns, self.card[1] + gap

    @property
    def columns(self) -> int:
        """Cards side by side."""
        return max((self._rect.w - 12) // (self.card[0] + max(self.card[0] // 14, 4)), 1)

    def _most(self) -> int:
        rows = -(-len(self.ids) // self.columns)
        return max(rows * self._step[1] - self._rect.h + 4, 0)

    def _place(self, index: int) -> pygame.Rect:
        column, row = index % self.columns, index // self.columns
        wide, tall = self._step
        left = self._rect.x + column * wide + (wide - self.card[0]) // 2
        return pygame.Rect(left, self._rect.y + row * tall - self._offset + 2, *self.card)

    def index_at(self, pos: Spot) -> int:
        """The place in the grid at a point, or -1."""
        if not self._rect.collidepoint(pos):
            return -1
        wide, tall = self._step
        column, row = (pos[0] - self._rect.x) // wide, (pos[1] - self._rect.y + self._offset) // tall
        index = row * self.columns + column
        return index if 0 <= column < self.columns and 0 <= index < len(self.ids) else -1

    # what the sheet asks

    def paint(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Paint the cards that show."""
        self._rect = pygame.Rect(rect)
        self.scroll(0)
        self.waiting = False
        px, theme = sheet.theme.px, sheet.theme
        if not self.ids:
            sheet.lines(rect.inflate(-2 * px(10), -2 * px(10)), self.empty, "body", "ink_faint")
            return
        old = sheet.surface.get_clip()
        sheet.surface.set_clip(rect.clip(old))
        first = self._offset // self._step[1] * self.columns
        last = min(((self._offset + rect.h) // self._step[1] + 1) * self.columns, len(self.ids))
        chosen = set(self.chosen)
        for index in range(first, last):
            place = self._place(index)
            self.waiting |= not self._paint(sheet, place, self.ids[index])
            if self.ids[index] in chosen:
                pygame.draw.rect(sheet.surface, theme.colour("select"), place.inflate(4, 4), px(3), border_radius=px(6))
            elif index == self._over and sheet.hover == self.id:
                pygame.draw.rect(sheet.surface, theme.colour("ghost"), place.inflate(2, 2), px(2), border_radius=px(6))
            if index == self.at and sheet.focus == self.id and sheet.keyboard:
                pygame.draw.rect(sheet.surface, theme.colour("focus"), place.inflate(6, 6), px(2), border_radius=px(7))
        if self._most():
            track = pygame.Rect(rect.right - px(6), rect.y, px(5), rect.h)
            sheet.box(track, "panel_sunk", radius=3)
            whole = self._most() + rect.h
            size = max(track.h * rect.h // whole, px(24))
            top = (track.h - size) * self._offset // self._most()
            sheet.box(pygame.Rect(track.x, track.y + top, track.w, size), "edge_strong", radius=3)
        sheet.surface.set_clip(old)

    def hovered(self, pos: Spot) -> bool:
        """The pointer is there."""
        over, self._over = self._over, self.index_at(pos)
        return over != self._over

    def press(self, pos: Spot) -> bool:
        """The button went down: a click or a drag begins."""
        self._pressed, self._lifting = pos, False
        return True

    def drag(self, pos: Spot) -> None:
        """Far enough, and the chosen cards leave the grid."""
        if self._pressed is None or self._lifting:
            return
        if abs(pos[0] - self._pressed[0]) + abs(pos[1] - self._pressed[1]) <= DRAG:
            return
        index = self.index_at(self._pressed)
        if index < 0:
            return
        self._lifting = True
        if self.ids[index] not in self.chosen:
            self.chosen = [self.ids[index]]
        self._lift(pos)

    def release(self, pos: Spot) -> None:
        """The press was a click, if it was no drag."""
        pressed, self._pressed = self._pressed, None
        if not self._lifting and pressed is not None and self.index_at(pos) == self.index_at(pressed):
            self.click(pos)

    def click(self, pos: Spot) -> None:
        """Choose a card; Ctrl adds one or takes it out, Shift adds all up to it; a double click opens it."""
        index = self.index_at(pos)
        if index < 0:
            self.chosen = []
            self._picked()
            return
        now = time.monotonic()
        last, then = self._clicked
        self._clicked = (index, now)
        mods = pygame.key.get_mods()
        if mods & pygame.KMOD_SHIFT and self.chosen:
            low, high = sorted((self.at, index))
            self.chosen = list(dict.fromkeys([*self.chosen, *self.ids[low : high + 1]]))
        elif mods & pygame.KMOD_CTRL:
            self._toggle(index)
        else:
            self.chosen = [self.ids[index]]
        self.at = index
        self._picked()
        if last == index and now - then <= DOUBLE_CLICK and not mods & (pygame.KMOD_CTRL | pygame.KMOD_SHIFT):
            self._clicked = (-1, 0.0)
            self._open(self.ids[index])

    def scroll(self, rows: float) -> None:
        """Scroll; a row of a list is a sixth of a card here."""
        self._offset = min(max(self._offset + round(rows * self._step[1] / 6), 0), self._most())

    def key(self, event: pygame.event.Event) -> bool:
        """The arrows go from card to card, Space chooses, Enter opens."""
        if not self.ids:
            return False
        page = max(self._rect.h // self._step[1], 1) * self.columns
        steps = {
            pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -self.columns, pygame.K_DOWN: self.columns,
            pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page, pygame.K_HOME: -len(self.ids), pygame.K_END: len(self.ids),
        }  # fmt: skip
        if event.key in steps:
            at = self.at + steps[event.key]
            if event.key in (pygame.K_UP, pygame.K_DOWN) and not 0 <= at < len(self.ids):
                return event.key == pygame.K_DOWN and self._go(len(self.ids) - 1)
            return self._go(min(max(at, 0), len(self.ids) - 1))
        if event.key == pygame.K_SPACE:
            self._toggle(self.at)
            self._picked()
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._open(self.ids[self.at])
            return True
        if event.key == pygame.K_a and event.mod & pygame.KMOD_CTRL:
            self.chosen = list(self.ids)
            self._picked()
            return True
        return False

    def _go(self, index: int) -> bool:
        self.at, self._over = index, -1
        place = self._place(index)
        if place.top < self._rect.top:
            self._offset -= self._rect.top - place.top + 2
        elif place.bottom > self._rect.bottom:
            self._offset += place.bottom - self._rect.bottom + 4
        self._picked()
        return True

    def _toggle(self, index: int) -> None:
        card = self.ids[index]
        if card in self.chosen:
            self.chosen.remove(card)
        else:
            self.chosen.append(card)
