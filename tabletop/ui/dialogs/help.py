"""The list of keys: everything that hands can do, by mouse and by keyboard. It comes from the table of commands."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pygame

from tabletop.ui.commands import groups
from tabletop.ui.dialogs.base import Dialog
from tabletop.ui.keys import FILE, Bindings
from tabletop.ui.settings import config_folder

if TYPE_CHECKING:
    from tabletop.ui.app import App

MOUSE = (
    ("drag", "Move a card, or the selection"),
    ("drag on the felt", "Select with a box; Ctrl adds"),
    ("Shift while dropping", "Face down"),
    ("Q, E, F in a drag", "Rotate, turn over"),
    ("Esc in a drag", "Put it back"),
    ("right click", "Everything that can be done"),
    ("double click", "Tap, untap"),
    ("middle click", "Turn over"),
    ("middle drag, Space+drag", "Move the view; also W A S D"),
    ("wheel", "Zoom at the pointer"),
    ("Alt held", "Magnify; the wheel resizes"),
    ("click a flag ⚑", "Read the rule that was broken"),
    ("Space", "By the rules: pass, go on, hand over"),
    ("Enter", "To the buttons above the table"),
    ("a fast swing", "Throw: a card slides, a die tumbles"),
    ("Ctrl in a drag", "With the grid, or without"),
    ("Ctrl+drag on a pile", "The whole pile; also its caption"),
    ("drag a counter", "To another card"),
    ("Shift+right drag", "An arrow from card to card"),
    ("Ctrl+right click", "Ping: draw all eyes there"),
)
"""What the mouse does; the gestures themselves are not in the table of commands."""


class KeysHelp(Dialog):
    """Shown with "?". A key acts on what is under the pointer, or on the selection if the pointer is over one of it."""

    size = (1120, 690)
    title = "Keys and mouse"

    def __init__(self, app: App, bindings: Bindings) -> None:
        super().__init__(app)
        self.bindings = bindings
        self.offset = 0
        self._most = 0
        self.first = "ok"

    def body(self, rect: pygame.Rect) -> None:
        """The groups in columns, as many as there is room for."""
        px = self.theme.px
        left = self.buttons(rect, ("ok", "Close", self.done, True))
        where = f"Change keys in {config_folder() / FILE}"
        self.label(rect.x, rect.bottom - px(26), where, "small", "ink_faint", width=rect.w - px(120))
        intro = "A key acts on the card under the pointer, or on the selection if the pointer is over one of its cards."
        used = self.lines(pygame.Rect(left.x, left.y, left.w, px(44)), intro, "body", "ink_soft") + px(8)
        place = pygame.Rect(left.x, left.y + used, left.w, left.h - used)
        blocks = [("Mouse", list(MOUSE))]
        for name, commands in groups().items():
            lines = [(self.bindings.all_of(each.id), each.title.rstrip("…")) for each in commands]
            blocks.append((name, [line for line in lines if line[0]]))
        count = max(1, min(3, place.w // px(310)))
        self._columns(place, blocks, count)

    def _columns(self, place: pygame.Rect, blocks: list[tuple[str, list[tuple[str, str]]]], count: int) -> None:
        px, theme = self.theme.px, self.theme
        step, head, gap = theme.line("small") + px(3), theme.line("small_bold") + px(5), px(12)
        heights = [head + step * len(lines) + gap for _, lines in blocks]
        columns = _split(heights, count)
        self._most = max(_tallest(heights, columns) - place.h, 0)
        self.offset = min(self.offset, self._most)
        wide = place.w // len(columns)
        old = self.surface.get_clip()
        self.surface.set_clip(place)
        for at, column in enumerate(columns):
            x, y = place.x + at * wide, place.y - self.offset
            for number in column:
                name, lines = blocks[number]
                self.label(x, y, name, "small_bold", "accent")
                y += head
                side = max(px(84), min(max(theme.width(key, "small_bold") for key, _ in lines), wide * 9 // 20))
                for key, what in lines:
                    self.label(x, y, key, "small_bold", "ink", width=side)
                    start = x + side + px(12)
                    self.label(start, y, what, "small", "ink_soft", width=x + wide - start - px(12))
                    y += step
                y += gap
        self.surface.set_clip(old)
        self.region("scroll", place, stop=False, wheel=lambda notches: self.scroll(-notches * 3))

    def scroll(self, rows: int) -> None:
        """Scroll by rows, where not all of it fits."""
        self.offset = min(max(self.offset + rows * self.theme.px(20), 0), self._most)
        self.dirty = True

    def key(self, event: pygame.event.Event) -> bool:
        """The arrows scroll; the key that opened it closes it."""
        steps = {pygame.K_UP: -2, pygame.K_DOWN: 2, pygame.K_PAGEUP: -12, pygame.K_PAGEDOWN: 12}
        if event.key in steps:
            self.scroll(steps[event.key])
            return True
        if event.key == pygame.K_F1 or getattr(event, "unicode", "") == "?":
            self.done()
            return True
        return super().key(event)


def _split(heights: list[int], count: int) -> list[list[int]]:
    """Blocks of these heights in at most so many columns, in their order, the tallest column as low as can be."""
    best = [list(range(len(heights)))]
    for cuts in combinations(range(1, len(heights)), min(count, len(heights)) - 1):
        ends = (0, *cuts, len(heights))
        columns = [list(range(low, high)) for low, high in pairwise(ends)]
        if _tallest(heights, columns) < _tallest(heights, best):
            best = columns
    return best


def _tallest(heights: list[int], columns: list[list[int]]) -> int:
    return max(sum(heights[number] for number in column) for column in columns)
