"""Whether there is a display to open a window on."""

from __future__ import annotations

import os

import pygame

from tabletop.ui.app import NoDisplayError

_UNSEEN = ("offscreen", "dummy")
"""SDL falls back to these where there is no display: the window would be open, and nobody could see it."""


def need_display() -> None:
    """Raises NoDisplayError where a window would not be seen, unless SDL_VIDEODRIVER asks for that."""
    try:
        pygame.display.init()
    except pygame.error as fault:
        raise NoDisplayError(str(fault)) from None
    if not os.environ.get("SDL_VIDEODRIVER") and pygame.display.get_driver() in _UNSEEN:
        pygame.display.quit()
        raise NoDisplayError("neither DISPLAY nor WAYLAND_DISPLAY leads to one")
