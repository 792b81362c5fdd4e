"""The felt: a calm, slightly mottled ground, made once for a theme, that repeats without a seam."""

from __future__ import annotations

import random
from functools import lru_cache

import pygame
from PIL import Image

SIDE = 512
"""Pixels after which the felt repeats; tiles are cut so that they fit."""


@lru_cache(maxsize=4)
def felt(colour: tuple[int, int, int], seed: int = 5) -> pygame.Surface:
    """A square of felt of that colour. Kept: never draw on it.

    Soft clouds of light from a few octaves of noise that wrap round, and the fine grain of the fibres over them.
    """
    rng = random.Random(seed)
    base = pygame.Surface((SIDE, SIDE))
    base.fill(colour)
    for cells, strength in ((4, 3), (16, 2), (64, 2)):
        _mottle(base, _noise(rng, cells), strength)
    grain = pygame.Surface((SIDE, SIDE))
    levels = bytes(rng.choices(range(9), weights=(1, 3, 6, 8, 9, 8, 6, 3, 1), k=SIDE * SIDE))
    for sign, keep in ((1, lambda v: max(v - 4, 0)), (-1, lambda v: max(4 - v, 0))):
        table = bytes(keep(v) if v < 9 else 0 for v in range(256))
        grey = pygame.image.frombytes(bytes(b for v in levels.translate(table) for b in (v, v, v)), (SIDE, SIDE), "RGB")
        grain.blit(grey, (0, 0))
        base.blit(grain, (0, 0), special_flags=pygame.BLEND_RGB_ADD if sign > 0 else pygame.BLEND_RGB_SUB)
    return base.convert() if pygame.display.get_surface() else base


def _noise(rng: random.Random, cells: int) -> pygame.Surface:
    """Grey clouds that wrap round: random cells with a border of their opposite side, drawn large and smooth."""
    border = 4
    values = rng.randbytes(cells * cells)
    wide = cells + 2 * border
    rows = (values[((j - border) % cells) * cells + (i - border) % cells] for j in range(wide) for i in range(wide))
    step = SIDE // cells
    large = Image.frombytes("L", (wide, wide), bytes(rows)).resize((wide * step, wide * step), Image.Resampling.BICUBIC)
    part = large.crop((border * step, border * step, border * step + SIDE, border * step + SIDE)).convert("RGB")
    return pygame.image.frombytes(part.tobytes(), part.size, "RGB")


def _mottle(base: pygame.Surface, noise: pygame.Surface, strength: int) -> None:
    """Lighten and darken by the noise, by at most so many steps of 255."""
    light = noise.copy()
    light.fill((strength * 2,) * 3, special_flags=pygame.BLEND_RGB_MULT)
    base.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    base.fill((strength,) * 3, special_flags=pygame.BLEND_RGB_SUB)
