"""A hook for tests that use a real mouse: where everything is in the window.

With the environment variable `TABLETOP_PROBE` naming a file, the program writes there, whenever all has come to rest
after an event, one JSON object: the screen, the window's size, and for a table the places of pieces and zones in
pixels. The file is replaced whole, so a reader never sees half of one.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, ClassVar

import pygame

_PRESSES = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)

VARIABLE = "TABLETOP_PROBE"


class Probe:
    """Writes where everything is, once after each time that something happened."""

    _heard: ClassVar[int] = 0
    """Keys and buttons that have come, on whatever screen: a test knows by them that its own has."""

    def __init__(self) -> None:
        name = os.environ.get(VARIABLE)
        self.path = Path(name) if name else None
        self._count = 0
        self._due = True

    @property
    def due(self) -> bool:
        """Whether something has happened since the last writing that is to be told."""
        return self._due and self.path is not None

    def happened(self, event: pygame.event.Event) -> None:
        """Something has happened."""
        self._due = True
        if event.type in _PRESSES:
            Probe._heard += 1

    def write(self, found: dict[str, Any]) -> None:
        """Write it, with a number that grows with each writing."""
        if self.path is None:
            return
        self._due = False
        self._count += 1
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps({**found, "number": self._count, "heard": Probe._heard}), "utf-8")
        part.replace(self.path)
