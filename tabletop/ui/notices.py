"""What is said in passing: a notice at the foot of the table, and the tip at a button under a resting pointer."""

from __future__ import annotations

import pygame

from tabletop.ui.theme import Theme

SHOWN = 3.5
"""Seconds that a short notice is shown; longer ones stay longer."""

REST = 0.6
"""Seconds that the pointer rests until a tip is shown."""


class Notice:
    """One line in the lower middle of the table, for a few seconds. A new one takes the place of the old."""

    def __init__(self) -> None:
        self.text = ""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._left = 0.0

    def say(self, text: str) -> None:
        """Show this."""
        self.text = text
        self._left = SHOWN + len(text) / 22

    @property
    def shown(self) -> bool:
        """Whether something is said."""
        return bool(self.text)

    @property
    def left(self) -> float:
        """Seconds until it goes."""
        return self._left if self.text else 1e9

    def update(self, seconds: float) -> bool:
        """Let time pass; whether it has just gone."""
        if not self.text:
            return False
        self._left -= seconds
        if self._left > 0:
            return False
        self.text = ""
        return True

    def lay(self, theme: Theme, bounds: pygame.Rect) -> pygame.Rect:
        """Where it is shown: in the lower middle of these bounds."""
        px = theme.px
        if not self.text:
            self.rect = pygame.Rect(0, 0, 0, 0)
            return self.rect
        width = min(theme.width(self.text) + px(36), bounds.w - px(20))
        rows = theme.wrap(self.text, width - px(36))
        height = theme.line("body") * len(rows) + px(16)
        self.rect = pygame.Rect(0, 0, width, height)
        self.rect.midbottom = (bounds.centerx, bounds.bottom - px(16))
        return self.rect

    def draw(self, target: pygame.Surface, theme: Theme) -> None:
        """Show it."""
        if self.text and self.rect.w:
            _box(target, theme, self.rect, self.text, "body", 18, "accent")


class Tip:
    """A few words about what the pointer rests on."""

    def __init__(self) -> None:
        self.text = ""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._for = ""
        self._rested = 0.0
        self._pos = (0, 0)

    @property
    def waiting(self) -> bool:
        """Whether one is about to be shown."""
        return bool(self._for) and not self.text

    def moved(self, pos: tuple[int, int]) -> None:
        """The pointer has moved."""
        self._pos = pos
        self._rested = 0.0

    def update(self, seconds: float, words: str, theme: Theme, bounds: pygame.Rect) -> list[pygame.Rect]:
        """Let time pass over something with these words ("": nothing). What has to be drawn anew."""
        if words != self._for:
            self._for, self._rested = words, 0.0
            if self.text:
                old, self.text = self.rect, ""
                return [old]
            return []
        if not words or self.text:
            return []
        self._rested += seconds
        if self._rested < REST:
            return []
        self.text = words
        px = theme.px
        width = min(theme.width(words, "small") + px(20), px(300))
        rows = theme.wrap(words, width - px(20), "small")
        self.rect = pygame.Rect(0, 0, width, theme.line("small") * len(rows) + px(10))
        self.rect.topleft = (self._pos[0] + px(10), self._pos[1] + px(18))
        if self.rect.bottom > bounds.bottom:
            self.rect.bottom = self._pos[1] - px(8)
        self.rect.clamp_ip(bounds)
        return [self.rect]

    def draw(self, target: pygame.Surface, theme: Theme) -> None:
        """Show it."""
        if self.text:
            _box(target, theme, self.rect, self.text, "small", 10, "edge_strong")


def _box(target: pygame.Surface, theme: Theme, rect: pygame.Rect, text: str, role: str, pad: int, edge: str) -> None:
    px = theme.px
    pygame.draw.rect(target, theme.colour("panel_raised"), rect, border_radius=px(6))
    pygame.draw.rect(target, theme.colour(edge), rect, px(1), border_radius=px(6))
    rows = theme.wrap(text, rect.w - 2 * px(pad), role)
    y = rect.y + (rect.h - theme.line(role) * len(rows)) // 2
    for row in rows:
        target.blit(theme.text(row, role, "ink"), (rect.x + px(pad), y))
        y += theme.line(role)
