"""Hands at the edges of the window: the viewer's as a fan at the bottom, the others' small at the top."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from tabletop.ui.theme import Theme

SHOWN = 0.74
"""The part of a card in the viewer's hand that the window shows until the pointer is on it."""

SHOWN_SMALL = 0.62

READABLE = 160
"""Cards in the own hand are at least so high, in pixels: from this size on a face shows its text."""


@dataclass(frozen=True, slots=True)
class HandPlace:
    """Where a hand lies in the window. `rect` is what a drop into it must hit, `card` the size of its cards in pixels,
    and `base` is the upper edge of the cards.
    """

    seat: str
    zone: str
    own: bool
    rect: pygame.Rect
    card: tuple[int, int]
    base: int

    def slots(self, count: int) -> list[float]:
        """The middles of so many cards, from left to right: side by side, and over each other where they must."""
        if not count:
            return []
        width = self.card[0]
        room = self.rect.w - width - 2 * self.pad
        step = min(width * (1.04 if self.own else 0.5), room / (count - 1)) if count > 1 else 0.0
        left = self.rect.centerx - step * (count - 1) / 2 if self.own else self.rect.left + self.pad + width / 2
        return [left + step * i for i in range(count)]

    @property
    def pad(self) -> int:
        """Pixels between the end of the hand and its first card."""
        return max(4, self.card[0] // 12)

    def arc(self, index: int, count: int) -> float:
        """How much lower a card lies than the middle of the fan, in pixels."""
        if not self.own or count < 2:
            return 0.0
        off = (index - (count - 1) / 2) / max((count - 1) / 2, 1)
        return off * off * min(count, 8) * self.card[1] * 0.007

    def index(self, px: float, count: int) -> int:
        """The place in the order that a drop at this pixel takes among so many cards."""
        for index, middle in enumerate(self.slots(count)):
            if px < middle:
                return index
        return count


def places(
    hands: list[tuple[str, str]], viewer: str | None, clear: pygame.Rect, ratio: float, theme: Theme, size: float = 1.0
) -> list[HandPlace]:
    """Where hands lie. `hands` are seats and their zones, `clear` is what the panels leave of the window, `ratio` the
    width of a card as a part of its height, `size` the setting for the size of cards in hands.
    """
    found: list[HandPlace] = []
    own = [(seat, zone) for seat, zone in hands if seat == viewer]
    others = [(seat, zone) for seat, zone in hands if seat != viewer]
    if own:
        height = round(min(max(clear.h * 0.235, READABLE), 460) * size)
        height = min(height, round(clear.h * 0.5))
        width = max(8, round(height * ratio))
        shown = round(height * SHOWN)
        wide = min(clear.w, max(round(clear.w * 0.8), width * 8))
        rect = pygame.Rect(0, clear.bottom - shown, wide, shown)
        rect.centerx = clear.centerx
        found.append(HandPlace(own[0][0], own[0][1], True, rect, (width, height), rect.top + round(height * 0.03)))
    if others:
        height = max(theme.px(46), round(clear.h * 0.075))
        width = max(6, round(height * ratio))
        shown = round(height * SHOWN_SMALL)
        share = clear.w // len(others)
        for number, (seat, zone) in enumerate(others):
            wide = min(share - 8, max(width * 9, theme.px(240)))
            rect = pygame.Rect(clear.left + share * number + (share - wide) // 2, clear.top, wide, shown)
            found.append(HandPlace(seat, zone, False, rect, (width, height), rect.bottom - height))
    return found
