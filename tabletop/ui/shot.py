"""A picture of a table without a window: what `tabletop shot` writes."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabletop.assist.session import Session

KINDS = (".png", ".jpg", ".jpeg", ".webp", ".bmp")

PATIENCE = 60.0
"""Seconds at most that the faces of the cards may take to be drawn."""


def take_shot(session: Session, path: Path, size: tuple[int, int], *, panels: bool = False) -> None:
    """Draw the table as the session's seat sees it, and write it to a file.

    Raises ValueError for a kind of file that cannot be written, OSError where it cannot be written.
    """
    if path.suffix.lower() not in KINDS:
        raise ValueError(f"write the picture as one of {', '.join(KINDS)}")
    # SDL draws into memory instead of a window.
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    import pygame

    from tabletop.ui.app import App
    from tabletop.ui.settings import Settings
    from tabletop.ui.table_screen import TableScreen

    app = App(Settings(animations=False, panels=panels), size=size)
    try:
        screen = TableScreen(session)
        app.goto(screen)
        app.frame()
        screen.desk.dialogs.close_all()
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and (screen.faces.busy or not screen.scene.settled):
            app.frame()
        app.redraw()
        app.frame()
        picture = app.window.copy()
        _write(pygame.image.tobytes(picture, "RGB"), picture.get_size(), path)
    finally:
        app.close()


def _write(pixels: bytes, size: tuple[int, int], path: Path) -> None:
    from PIL import Image

    image = Image.frombytes("RGB", size, pixels)
    part = path.with_name(f".{path.name}.part")
    try:
        image.save(part, format={".jpg": "JPEG", ".jpeg": "JPEG"}.get(path.suffix.lower(), path.suffix[1:].upper()))
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
