"""Signs that stand beside colours: small discs with a tick, a cross, a question mark."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from tabletop.ui.theme import Theme


class Style(NamedTuple):
    """How a kind of highlight looks: its colour, its sign, whether its outline is broken and the sign filled."""

    colour: str
    sign: str
    dashed: bool = False
    filled: bool = True
    thick: int = 3


STYLES = {
    "legal": Style("good", "✓"),
    "bad": Style("bad", "✕", dashed=True),
    "choice": Style("accent", "?", filled=False, thick=2),
    "picked": Style("accent", "✓", thick=4),
    "reason": Style("bad", "!", dashed=True),
    "shown": Style("rules", "•", thick=2),
}


class Signs:
    """Makes each sign once for a theme."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, Theme], pygame.Surface] = {}

    def sign(self, kind: str, theme: Theme) -> pygame.Surface:
        """The disc of a kind of highlight."""
        found = self._made.get((kind, theme))
        if found is None:
            if len(self._made) > 40:
                self._made.clear()
            found = self._made[kind, theme] = _disc(STYLES[kind], theme)
        return found


def _disc(style: Style, theme: Theme) -> pygame.Surface:
    side = theme.px(22)
    big = pygame.Surface((side * 4, side * 4), pygame.SRCALPHA)
    colour = theme.colour(style.colour)
    centre = (side * 2, side * 2)
    pygame.draw.circle(big, theme.colour("panel_sunk"), centre, side * 2)
    pygame.draw.circle(big, colour, centre, round(side * 1.75))
    if not style.filled:
        pygame.draw.circle(big, theme.colour("panel"), centre, round(side * 1.4))
    disc = pygame.transform.smoothscale(big, (side, side))
    text = theme.text(style.sign, "bold", "on_accent" if style.filled else style.colour)
    disc.blit(text, text.get_rect(center=(side // 2, side // 2)))
    return disc.convert_alpha()


def outline(surface: pygame.Surface, rect: pygame.Rect, style: Style, theme: Theme) -> None:
    """A frame around something, light on dark, so that it is seen on felt and cards alike; broken if its style is."""
    wide = theme.px(style.thick)
    radius = theme.px(6)
    pygame.draw.rect(surface, theme.colour("panel_sunk"), rect.inflate(2, 2), wide + 2, border_radius=radius)
    if not style.dashed:
        pygame.draw.rect(surface, theme.colour(style.colour), rect, wide, border_radius=radius)
        return
    colour, dash = theme.colour(style.colour), theme.px(9)
    for x in range(rect.left, rect.right, dash * 2):
        length = min(dash, rect.right - x)
        pygame.draw.rect(surface, colour, (x, rect.top, length, wide))
        pygame.draw.rect(surface, colour, (x, rect.bottom - wide, length, wide))
    for y in range(rect.top, rect.bottom, dash * 2):
        length = min(dash, rect.bottom - y)
        pygame.draw.rect(surface, colour, (rect.left, y, wide, length))
        pygame.draw.rect(surface, colour, (rect.right - wide, y, wide, length))
