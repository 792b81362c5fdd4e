"""The line at the foot of the window: what the pointer is over and what can be done with it. It follows the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from tabletop.table import sight
from tabletop.ui.commands import heading, hints
from tabletop.ui.commands.base import pieces
from tabletop.ui.commands.cards import NOTE
from tabletop.ui.sheet import Sheet

if TYPE_CHECKING:
    from tabletop.ui.overlay import Overlay

HEIGHT = 26

_FELT = (("drag", "select with a box"), ("middle drag", "move the view"), ("wheel", "zoom"))
"""What can be done where nothing lies."""


class HintLine(Sheet):
    """Shown at the foot of the window, unless panels are hidden."""

    def __init__(self, desk: Overlay) -> None:
        super().__init__(desk.theme)
        self.desk = desk
        self._shown: tuple[object, ...] = ()

    def follow(self) -> None:
        """Look whether there is something else to say."""
        said = self._words()
        if said != self._shown:
            self._shown, self.dirty = said, True

    def _words(self) -> tuple[object, ...]:
        desk = self.desk
        if desk.keys.waiting:
            return ("wait", desk.keys.waiting)
        if desk.dragging:
            return ("drag",)
        target = desk.target
        found = pieces(desk, target)
        note = str(sight.marks(found[0]).get(NOTE, "")) if len(found) == 1 else ""
        listed = tuple(hints(desk, target, desk.keys.bindings.labels))
        return ("over", heading(desk, target), note, listed, desk.session.fault or "")

    def paint(self) -> None:
        """What is under the pointer at the left, then its keys as far as there is room."""
        px = self.theme.px
        pygame.draw.rect(self.surface, self.theme.colour("edge"), (0, 0, self.rect.w, px(1)))
        said = self._shown = self._words()
        y = (self.rect.h - self.theme.line("small")) // 2 + px(1)
        x, right = px(12), self.rect.w - px(12)
        help_key = self.desk.keys.bindings.labels.get("help", "")
        if help_key:
            words = f"{help_key}  all keys"
            wide = self.theme.width(words, "small")
            right -= wide
            spot = pygame.Rect(right - px(6), 0, wide + px(12), self.rect.h)
            over = self.region("help", spot, lambda: self.desk.show("keys"), stop=False)
            self.label(right, y, words, "small", "accent_hover" if over else "ink_faint")
            right -= px(18)
        if said[0] == "wait":
            x += self.label(x, y, f"{said[1]} …", "small_bold", "accent") + px(14)
            self.label(x, y, "type more digits, Enter at once, Esc not at all", "small", "ink_soft", width=right - x)
            return
        if said[0] == "drag":
            for key, what in (("Q E", "rotate"), ("F", "turn over"), ("Shift", "face down"), ("Esc", "put back")):
                x = self._pair(x, y, right, key, what)
            return
        fault = str(said[4])
        if fault:
            spot = pygame.Rect(0, 0, self.rect.w, self.rect.h)
            self.region("fault", spot, lambda: self.desk.show("report"), stop=False)
            self.label(x, y, f"⚠ {fault}", "small_bold", "warn", width=right - x)
            return
        x += self.label(x, y, str(said[1]), "small_bold", "ink", width=min(right - x, px(300))) + px(12)
        if said[2]:
            x += self.label(x, y, f"“{said[2]}”", "small", "warn", width=min(right - x, px(260))) + px(12)
        listed = said[3] or _FELT
        assert isinstance(listed, tuple)
        for key, what in (*listed, ("right click", "everything else")):
            x = self._pair(x, y, right, key, what)

    def _pair(self, x: int, y: int, right: int, key: str, what: str) -> int:
        """A key and what it does; nothing where there is no room for both."""
        px, theme = self.theme.px, self.theme
        wide = theme.width(key, "small_bold") + px(5) + theme.width(what, "small") + px(16)
        if x + wide > right:
            return right
        x += self.label(x, y, key, "small_bold", "accent") + px(5)
        return x + self.label(x, y, what, "small", "ink_soft") + px(16)
