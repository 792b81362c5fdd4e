"""Where a table's faces come from: its game's library, or what the table itself kept if the game is not there."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PIL import Image, ImageDraw

from tabletop.assist.session import Session
from tabletop.cards.faces import draw_placeholder, height_for
from tabletop.cards.facesource import Drawn, FaceKey, FaceSource, LibraryFaces
from tabletop.cards.pieces import draw_piece
from tabletop.ui.facecache import SOURCE_KEPT

WORKERS = 1
"""Faces are drawn by one thread: a second one would only take the window's time from it."""

TRICKLE = 0.2
"""Seconds between two faces while the gate is shut."""


class Gate:
    """Holds the drawing of faces back while the window needs the time: what moves under the hand comes first."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self._open.set()

    def set(self, is_open: bool) -> None:
        """Open or shut it."""
        if is_open != self._open.is_set():
            (self._open.set if is_open else self._open.clear)()

    def wait(self) -> None:
        """Wait until it is open, but not for ever."""
        self._open.wait(TRICKLE)


def feed(session: Session, gate: Gate) -> FaceSource:
    """The source of a session's faces."""
    draw: Callable[[FaceKey], Drawn]
    draw = LibraryFaces(session.library) if session.library is not None else KeptFaces(session)

    def in_turn(key: FaceKey) -> Drawn:
        gate.wait()
        return draw(key)

    return FaceSource(in_turn, workers=WORKERS, budget=SOURCE_KEPT)


class KeptFaces:
    """Draws the cards of a table whose game is not installed, from the definitions that the table kept."""

    def __init__(self, session: Session) -> None:
        self._kept = session.table.definitions
        self._size = session.table.card_size

    def __call__(self, key: FaceKey) -> Drawn:
        """The picture for a key. Called in the worker."""
        if key.kind == "piece":
            return Drawn(draw_piece(key.ref, key.text, key.value, key.width, sides=key.sides))
        if key.kind == "back":
            return Drawn(_back(key.width, height_for(key.width, self._size)))
        kept = self._kept.get(key.ref)
        text = str(kept.data.get("text", "")) if kept is not None else ""
        kind = kept.type if kept is not None else ""
        name = key.text or key.ref
        return Drawn(draw_placeholder(name, key.width, type_name=kind, text=text, size=self._size))


def _back(width: int, height: int) -> Image.Image:
    """A back for cards of a game that nobody knows."""
    over = 4
    image = Image.new("RGBA", (width * over, height * over))
    draw = ImageDraw.Draw(image)
    radius = width * over * 0.048
    whole = (0, 0, width * over - 1, height * over - 1)
    draw.rounded_rectangle(whole, radius, fill="#2f4a63", outline="#dfe7ee", width=over)
    inset = width * over * 0.08
    inner = (inset, inset, width * over - 1 - inset, height * over - 1 - inset)
    draw.rounded_rectangle(inner, radius * 0.7, outline="#dfe7ee", width=over)
    return image.convert("RGBa").resize((width, height), Image.Resampling.BOX).convert("RGBA")
