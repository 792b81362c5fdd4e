"""The felt: a calm, slightly mottled ground, made once for a theme, that repeats without a seam."""

from __future__ import annotations

import random
from functools import lru_cache

import pygame
from PIL import Image

SIDE = 512
"""Pixels after which the felt repeats; tiles are cut so that they fit."""

_GRAIN = bytes([*[0] * 20, *[1] * 40, *[2] * 40, *[3] * 20, *[4] * 8, *[0] * 128])
"""How strong the fibres are: lighter for the first half of all bytes, as much darker for the other."""


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
    fibres = rng.randbytes(SIDE * SIDE)
    for flag, first in ((pygame.BLEND_RGB_ADD, 0), (pygame.BLEND_RGB_SUB, 128)):
        strengths = bytes(_GRAIN[(v - first) % 256] for v in range(256))
        base.blit(_grey(Image.frombytes("L", (SIDE, SIDE), fibres.translate(strengths))), (0, 0), special_flags=flag)
    return base.convert() if pygame.display.get_surface() is not None else base


def _noise(rng: random.Random, cells: int) -> pygame.Surface:
    """Grey clouds that wrap round: random cells with a border of their opposite side, drawn large and smooth."""
    border = 4
    values = rng.randbytes(cells * cells)
    wide = cells + 2 * border
    rows = (values[((j - border) % cells) * cells + (i - border) % cells] for j in range(wide) for i in range(wide))
    step = SIDE // cells
    large = Image.frombytes("L", (wide, wide), bytes(rows)).resize((wide * step, wide * step), Image.Resampling.BICUBIC)
    return _grey(large.crop((border * step, border * step, border * step + SIDE, border * step + SIDE)))


def _grey(image: Image.Image) -> pygame.Surface:
    return pygame.image.frombytes(image.convert("RGB").tobytes(), image.size, "RGB")


def _mottle(base: pygame.Surface, noise: pygame.Surface, strength: int) -> None:
    """Lighten and darken by the noise, by at most so many steps of 255."""
    light = noise.copy()
    light.fill((strength * 2,) * 3, special_flags=pygame.BLEND_RGB_MULT)
    base.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    base.fill((strength,) * 3, special_flags=pygame.BLEND_RGB_SUB)
