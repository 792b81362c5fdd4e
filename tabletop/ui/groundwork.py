"""Painting what lies still: the felt with its wooden edge, and the pieces on it."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from tabletop.table import layout
from tabletop.table.zones import Zone
from tabletop.ui.felt import SIDE, felt
from tabletop.ui.sprites import Look, Shape, Sprite
from tabletop.ui.stamps import Stamps
from tabletop.ui.theme import Theme

RAIL = 14.0
"""Millimetres of the table's wooden edge."""

_WOOD = pygame.Color("#3b2a1c")


def paint_felt(surface: pygame.Surface, area: pygame.Rect, zoom: float, table: Zone, theme: Theme) -> None:
    """The felt and, where it ends, the edge of the table. `area` is what the surface shows of the layer, in pixels."""
    colour = theme.colour("felt")
    cloth = felt((colour.r, colour.g, colour.b))
    left, top = area.x % SIDE, area.y % SIDE
    for y in range(-top, area.h, SIDE):
        for x in range(-left, area.w, SIDE):
            surface.blit(cloth, (x, y))
    w, h = round(table.w * zoom), round(table.h * zoom)
    edge = pygame.Rect(round(table.x * zoom - w / 2) - area.x, round(table.y * zoom - h / 2) - area.y, w, h)
    if edge.contains(surface.get_rect()):
        return
    rail = max(3, round(RAIL * zoom))
    outer = edge.inflate(2 * rail, 2 * rail)
    for part in _around(outer, surface.get_rect()):
        surface.fill(theme.colour("panel_sunk"), part)
    light = _WOOD.lerp("white", 0.18)
    pygame.draw.rect(surface, _WOOD, outer, rail, border_radius=rail)
    pygame.draw.rect(surface, light, outer.inflate(-rail, -rail), max(1, rail // 8), border_radius=rail)
    pygame.draw.rect(surface, theme.colour("felt_deep"), edge, max(1, rail // 4))


def paint_pieces(
    surface: pygame.Surface, area: pygame.Rect, zoom: float, sign: int, sprites: Iterable[Sprite], stamps: Stamps,
    *, rough: bool = False,
) -> None:  # fmt: skip
    """Pieces from the bottom to the top, on a surface that shows an area of the layer; `rough`: with the faces that are
    there already.
    """
    scale = zoom * sign
    blits: list[tuple[pygame.Surface, tuple[int, int]]] = []
    for sprite in sprites:
        look = sprite.look
        w, h = stamp_size(sprite, zoom)
        x, y = sprite.x * scale - area.x, sprite.y * scale - area.y
        side = pile_side(stamps, look, x, y, w, h, zoom) if look.under else None
        if side is not None:
            blits.append(side)
        stamps.put(blits, look.face, x, y, (w, h), sprite.rotation, rough=rough)
        if look.flags or look.badges:
            surface.fblits(blits)
            blits = []
            there = Shape(x, y, w, h, sprite.rotation)
            stamps.decorate(surface, look, pygame.Rect(there.rect()), sprite.rotation)
    surface.fblits(blits)


def stamp_size(sprite: Sprite, zoom: float) -> tuple[int, int]:
    """The pixels of a piece before it is turned."""
    return max(4, round(sprite.w * zoom)), max(4, round(sprite.h * zoom))


def pile_side(
    stamps: Stamps, look: Look, x: float, y: float, w: int, h: int, zoom: float
) -> tuple[pygame.Surface, tuple[int, int]] | None:
    """The side of a pile, and where it goes, whose top card has its middle at (x, y); None for one too thin to see."""
    lift = round(min(look.under, layout.PILE_DEPTH) * layout.PILE_STEP * zoom)
    if lift < 1:
        return None
    block = stamps.block(w, h, lift)
    margin_x, margin_y = (block.width - lift // 2 - w) // 2, (block.height - lift - 2 - h) // 2
    return block, (round(x - w / 2) - margin_x, round(y - h / 2) - margin_y)


def _around(inner: pygame.Rect, outer: pygame.Rect) -> list[pygame.Rect]:
    """The parts of a rectangle that lie outside of another."""
    hole = inner.clip(outer)
    if not hole.w or not hole.h:
        return [outer]
    return [
        pygame.Rect(outer.left, outer.top, outer.w, hole.top - outer.top),
        pygame.Rect(outer.left, hole.bottom, outer.w, outer.bottom - hole.bottom),
        pygame.Rect(outer.left, hole.top, hole.left - outer.left, hole.h),
        pygame.Rect(hole.right, hole.top, outer.right - hole.right, hole.h),
    ]
