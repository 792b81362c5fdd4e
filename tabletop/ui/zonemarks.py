"""Zones as they are drawn on the felt: a quiet panel with its outline, and a caption with name and count."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pygame

from tabletop.table.acts import HEAP
from tabletop.table.zones import Zone
from tabletop.ui.camera import Box
from tabletop.ui.theme import Theme

PAD = 3.0
"""Millimetres between the outline of a zone and its cards."""

SMALLEST = 30
"""Zones narrower than so many pixels have no caption."""

LETTERS = 4
"""A name of which fewer letters than that are left says nothing, and is left out: the hint line tells it."""

COVERED = 0.25
"""A caption that would cover more than this part of the height of its cards is no more than their number."""


class Caption(NamedTuple):
    """A zone's caption: where it lies, what it says, and in which font."""

    at: pygame.Rect
    words: str
    role: str


class ZoneMark(NamedTuple):
    """A zone and what its caption says. `room` is the free space below it in millimetres, as the viewer sees it."""

    zone: Zone
    x: float
    y: float
    cards: int
    room: float
    colour: int

    def area(self, zoom: float, sign: int, pad: float = PAD) -> pygame.Rect:
        """The zone's panel in the layer's pixels."""
        width, height = round((self.zone.w + 2 * pad) * zoom), round((self.zone.h + 2 * pad) * zoom)
        x, y = self.x * zoom * sign, self.y * zoom * sign
        return pygame.Rect(round(x - width / 2), round(y - height / 2), width, height)

    def box(self) -> Box:
        """All of the table that the panel and its caption may cover."""
        w, h = self.zone.w / 2 + 8.0, self.zone.h / 2 + 30.0
        return Box(self.x - w, self.y - h, self.x + w, self.y + h)


def room_below(zone: Zone, others: Iterable[Zone], sign: int) -> float:
    """Millimetres between a zone and the next one below it, at most 24."""
    room = 24.0
    for other in others:
        if other is zone or other.at_edge or abs(other.x - zone.x) >= (other.w + zone.w) / 2:
            continue
        gap = sign * (other.y - zone.y) - (other.h + zone.h) / 2
        if -1.0 < gap < room:
            room = max(gap, 0.0)
    return room


def paint_panel(surface: pygame.Surface, area: pygame.Rect, mark: ZoneMark, theme: Theme) -> None:
    """The ground of a zone. `area` is its panel on the surface."""
    if mark.zone.role == HEAP:
        return
    fill = theme.colour("zone_fill")
    keep = 255 - fill.a
    surface.fill((keep, keep, keep), area.inflate(-2, -2), special_flags=pygame.BLEND_RGB_MULT)
    line = theme.colour("zone_line")
    if mark.colour >= 0:
        line = line.lerp(theme.seat_colour(mark.colour), 0.25)
    pygame.draw.rect(surface, line, area, theme.px(1), border_radius=theme.px(5))


def paint_empty(surface: pygame.Surface, area: pygame.Rect, mark: ZoneMark, theme: Theme) -> None:
    """What an empty zone is called and what it is for, in its middle."""
    if mark.cards or mark.zone.role == HEAP or area.w < SMALLEST:
        return
    role, inner = "small", area.inflate(-theme.px(8), -theme.px(6))
    if max(theme.width(word, role) for word in mark.zone.name.split() or [""]) > inner.w:
        role, inner = "tiny", area.inflate(-theme.px(3), -theme.px(6))
    named = [theme.cut(word, inner.w, role) for word in mark.zone.name.split()]
    if any(_is_stump(word) for word in named):
        return
    lines = [(line, "zone_text") for line in _lines(mark.zone.name, inner.w, role, theme)]
    step = theme.line(role)
    if len(lines) * step > inner.h:
        return
    hints = _lines(mark.zone.label, inner.w, role, theme) if mark.zone.label else []
    if hints and (len(lines) + len(hints)) * step <= inner.h:
        lines += [(line, "zone_hint") for line in hints]
    y = inner.y + (inner.h - len(lines) * step) // 2
    for words, colour in lines:
        text = theme.text(words, role, colour)
        surface.blit(text, (inner.centerx - text.width // 2, y))
        y += step


def caption(
    area: pygame.Rect, mark: ZoneMark, zoom: float, sign: int, theme: Theme
) -> Caption | None:
    """Where a zone's caption lies (its panel lies at `area`) and what it says; None where it has none.

    It lies below the panel as far as there is room; in a row at the end that fills up last.
    """
    if not mark.cards or area.w < SMALLEST:
        return None
    number = str(mark.cards)
    role = "small" if theme.width(f"{mark.zone.name} {number}", "small") <= area.w else "tiny"
    room = area.w - theme.width(f" {number}", role) - theme.px(4)
    name = theme.cut(mark.zone.name, room, role) if room > theme.px(16) else ""
    free = round(max(mark.room - PAD, 0.0) * zoom)
    if theme.line(role) + 1 - free > area.h * COVERED:
        role = "tiny"
        if theme.line(role) + 1 - free > area.h * COVERED:
            name = ""
    words = f"{name} {number}" if name and not _is_stump(name) else number
    width, height = theme.width(words, role) + theme.px(10), theme.line(role) + 1
    top = area.bottom - max(height - free, 0) + (1 if free else 0)
    if mark.zone.arrangement in ("row", "grid", "free"):
        along = (mark.zone.turn == 180) == (sign < 0)
        left = area.right - width if along else area.left
    else:
        left = area.centerx - width // 2
    return Caption(pygame.Rect(left, top, width, height), words, role)


def paint_caption(surface: pygame.Surface, at: pygame.Rect, words: str, theme: Theme, role: str = "small") -> None:
    """A caption: a dark pill with light words, so that it can be read on felt and cards alike."""
    pill = pygame.Surface(at.size, pygame.SRCALPHA)
    ground = pygame.Color(theme.colour("panel_sunk"))
    ground.a = 205
    pygame.draw.rect(pill, ground, pill.get_rect(), border_radius=at.h // 2)
    surface.blit(pill, at)
    surface.blit(theme.text(words, role, "zone_text"), (at.x + theme.px(5), at.y))


def _is_stump(cut: str) -> bool:
    """Whether of a name that was cut too little is left to be understood."""
    return cut.endswith("…") and len(cut) <= LETTERS


def _lines(words: str, width: int, role: str, theme: Theme) -> list[str]:
    """The words in lines; one that is wider than a line is cut, not broken."""
    return theme.wrap(" ".join(theme.cut(word, width, role) for word in words.split()), width, role)
