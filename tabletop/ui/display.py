"""Whether there is a display to open a window on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pygame

from tabletop.ui.app import NoDisplayError

_UNSEEN = ("offscreen", "dummy")
"""SDL falls back to these where there is no display: the window would be open, and nobody could see it."""


def need_display() -> None:
    """Raises NoDisplayError where a window would not be seen, unless SDL_VIDEODRIVER asks for that."""
    try:
        with _quiet():
            pygame.display.init()
    except pygame.error as fault:
        raise NoDisplayError(str(fault)) from None
    if not os.environ.get("SDL_VIDEODRIVER") and pygame.display.get_driver() in _UNSEEN:
        pygame.display.quit()
        raise NoDisplayError("neither DISPLAY nor WAYLAND_DISPLAY leads to one")


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what libraries write to the error output while they look for a display; the outcome is told in our words."""
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
