"""Arrows over the table: attackers at what they attack, effects at their targets."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import NamedTuple

import pygame

from tabletop.ui.theme import Theme

KEPT = 40
ALPHA = 205


class Arrow(NamedTuple):
    """An arrow in the window, in pixels."""

    start: tuple[int, int]
    end: tuple[int, int]

    def area(self, theme: Theme) -> pygame.Rect:
        """The part of the window that it may cover."""
        rect = pygame.Rect(self.start, (1, 1)).union(pygame.Rect(self.end, (1, 1)))
        bend = round(math.dist(self.start, self.end) * 0.1)
        return rect.inflate(2 * (theme.px(16) + bend), 2 * (theme.px(16) + bend))


class Arrows:
    """Paints arrows; each is made once for its place."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[Arrow, Theme], pygame.Surface] = OrderedDict()

    def draw(self, surface: pygame.Surface, arrow: Arrow, theme: Theme) -> None:
        """Draw one."""
        area = arrow.area(theme)
        if not area.colliderect(surface.get_clip()):
            return
        key = (arrow, theme)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = _make(arrow, area, theme)
            if len(self._made) > KEPT:
                self._made.popitem(last=False)
        surface.blit(made, area)


def _make(arrow: Arrow, area: pygame.Rect, theme: Theme) -> pygame.Surface:
    """A slightly bent arrow with a dark edge."""
    picture = pygame.Surface(area.size, pygame.SRCALPHA)
    x0, y0 = arrow.start[0] - area.x, arrow.start[1] - area.y
    x1, y1 = arrow.end[0] - area.x, arrow.end[1] - area.y
    length = max(math.dist((x0, y0), (x1, y1)), 1.0)
    bend = length * 0.08
    mx, my = (x0 + x1) / 2 - (y1 - y0) / length * bend, (y0 + y1) / 2 + (x1 - x0) / length * bend
    line = []
    for step in range(17):
        t = step / 16
        a, b, c = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
        line.append((a * x0 + b * mx + c * x1, a * y0 + b * my + c * y1))
    head, wide = theme.px(18), theme.px(3)
    for grow, colour in ((theme.px(2), "panel_sunk"), (0, "accent")):
        shape = _outline(line, wide + grow, head + grow, theme.px(9) + grow * 1.6)
        pygame.draw.polygon(picture, theme.colour(colour), shape)
    picture.set_alpha(ALPHA)
    return picture.convert_alpha()


def _outline(line: list[tuple[float, float]], wide: float, head: float, half: float) -> list[tuple[float, float]]:
    """The polygon of an arrow along a line."""
    left: list[tuple[float, float]] = []
    right: list[tuple[float, float]] = []
    tip = line[-1]
    body = [point for point in line if math.dist(point, tip) > head * 0.8] or line[:1]
    for number, (x, y) in enumerate(body):
        nx, ny = body[number + 1] if number + 1 < len(body) else tip
        size = max(math.dist((x, y), (nx, ny)), 1e-6)
        dx, dy = (nx - x) / size, (ny - y) / size
        part = wide * (0.45 + 0.55 * number / max(len(body) - 1, 1))
        left.append((x - dy * part, y + dx * part))
        right.append((x + dy * part, y - dx * part))
    (x, y), size = body[-1], max(math.dist(body[-1], tip), 1e-6)
    dx, dy = (tip[0] - x) / size, (tip[1] - y) / size
    neck = (tip[0] - dx * head, tip[1] - dy * head)
    barbs = ((neck[0] - dy * half, neck[1] + dx * half), (neck[0] + dy * half, neck[1] - dx * half))
    return [*left, barbs[0], tip, barbs[1], *reversed(right)]
