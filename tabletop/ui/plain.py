"""What stands in for a face until it is drawn: a plain card with its name, a plain back, a plain round thing."""

from __future__ import annotations

import colorsys
import zlib

import pygame

from tabletop.ui.sprites import Face
from tabletop.ui.theme import Theme

_PAPER = pygame.Color("#efe9da")
_EDGE = pygame.Color("#8b8676")
_BACK = pygame.Color("#2f4a63")
_BACK_EDGE = pygame.Color("#dfe7ee")


def plain_face(theme: Theme, face: Face, width: int, height: int) -> pygame.Surface:
    """A face in this size, as plain as can be."""
    surface = pygame.Surface((width, height), pygame.SRCALPHA)
    area = surface.get_rect()
    if face.kind in ("die", "coin", "counter"):
        pygame.draw.ellipse(surface, colour_of(face.text), area)
        return surface
    radius = max(2, round(width * 0.048))
    back = face.kind == "back"
    pygame.draw.rect(surface, _BACK if back else _PAPER, area, border_radius=radius)
    pygame.draw.rect(surface, _BACK_EDGE if back else _EDGE, area, 1, border_radius=radius)
    if back:
        inset = max(2, width // 12)
        pygame.draw.rect(surface, _BACK_EDGE, area.inflate(-2 * inset, -2 * inset), 1, border_radius=radius)
    elif face.text and width >= 40:
        for number, line in enumerate(theme.wrap(face.text, width - 8, "small")[:3]):
            surface.blit(theme.text(line, "small", "on_accent"), (4, 3 + number * theme.line("small")))
    return surface


def colour_of(words: str) -> pygame.Color:
    """A calm colour that belongs to these words, always the same."""
    hue = zlib.crc32(words.encode("utf-8")) % 360 / 360
    red, green, blue = colorsys.hls_to_rgb(hue, 0.42, 0.45)
    return pygame.Color(round(red * 255), round(green * 255), round(blue * 255))
