"""Faces drawn in the background, so that a window never waits for one.

A window asks for what it wants to show; what is ready comes back at once, the rest is drawn by worker threads and is
fetched with `poll` once a frame. `LibraryFaces` draws what a game's table can show.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Literal

from PIL import Image

from tabletop.cards.bytecache import ByteCache
from tabletop.cards.faces import draw_back, draw_face, draw_placeholder, height_for
from tabletop.cards.library import Library
from tabletop.cards.pictures import load_picture
from tabletop.cards.pieces import draw_piece
from tabletop.cards.problems import Problem

BUDGET = 128 * 2**20
"""The bytes of finished faces that are kept by default."""

BUCKETS = (48, 64, 84, 112, 150, 200, 268, 356, 476, 634, 846, 1128)
"""The widths that faces are drawn in while a table is zoomed; between two of them a face shrinks by a third at most."""

Stamp = tuple[int, int] | None
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FaceKey:
    """What a picture shows, and how wide it is in pixels.

    `ref` is a card's full id, the id of a back ("" for the game's usual one), or a kind of piece. `text`, `value` and
    `sides` are a piece's; for a card that no set knows, `text` is the name that the table keeps.
    """

    kind: Literal["card", "back", "piece"]
    ref: str
    width: int
    text: str = ""
    value: int = 0
    sides: int = 6
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn picture, the files it was made of, and what was wrong with them."""

    image: Image.Image
    files: tuple[Path, ...] = ()
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Face:
    """A finished picture: width and height in pixels, and its pixels as red, green, blue, alpha bytes, row by row."""

    key: FaceKey
    size: tuple[int, int]
    pixels: bytes


def bucket(width: float) -> int:
    """The width to draw a face in that is shown `width` pixels wide: the next one that is not smaller."""
    return next((one for one in BUCKETS if one >= width), BUCKETS[-1])


class LibraryFaces:
    """Draws the cards, backs and pieces of one game. Safe to call from several threads."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def __call__(self, key: FaceKey) -> Drawn:
        """The picture for a key; a card that the library does not know becomes a placeholder."""
        library = self.library
        if key.kind == "piece":
            return Drawn(
                draw_piece(key.ref, key.text, key.value, key.width, sides=key.sides, colour=key.colour or None)
            )
        frames = library.game.folder / "frames.toml"
        if key.kind == "back":
            return Drawn(draw_back(library.game, key.ref or None, key.width), (frames,))
        card = library.card(key.ref)
        if card is None:
            return Drawn(draw_placeholder(key.text or key.ref, key.width, size=library.game.card_size))
        size = library.size_of(card)
        picture: Image.Image | None = None
        problem: Problem | None = None
        files: tuple[Path, ...] = (frames,)
        if card.picture:
            path = library.images.folder / card.picture
            files = (frames, path)
            found = load_picture(path, library.images.folder, want=(key.width, height_for(key.width, size)))
            if isinstance(found, Problem):
                problem = found
            else:
                picture = found
        return Drawn(draw_face(card, library.game, key.width, picture=picture, size=size), files, problem)


class FaceSource:
    """Draws faces in worker threads and keeps the finished ones, the longest unused going first.

    All methods return at once and belong to one thread, the window's. `draw` is called in the workers.
    """

    def __init__(self, draw: Callable[[FaceKey], Drawn], *, workers: int = 2, budget: int = BUDGET) -> None:
        self._draw = draw
        self._kept: ByteCache[FaceKey, Face] = ByteCache(budget)
        self._made_of: dict[FaceKey, tuple[tuple[Path, Stamp], ...]] = {}
        self._wake = threading.Condition()
        self._heap: list[tuple[int, int, FaceKey]] = []
        self._waiting: dict[FaceKey, tuple[int, int]] = {}
        self._drawing: dict[FaceKey, int] = {}
        self._ready: list[Face] = []
        self._problems: list[Problem] = []
        self._told: set[tuple[Path, str]] = set()
        self._serial = itertools.count()
        self._era = 0
        self._closed = False
        self._threads = [
            threading.Thread(target=self._work, name=f"faces-{number}", daemon=True) for number in range(workers)
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> FaceSource:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pending(self) -> int:
        """How many faces are waited for, those being drawn included."""
        with self._wake:
            return len(self._waiting) + len(self._drawing)

    @property
    def used(self) -> int:
        """The bytes of the faces kept now."""
        return self._kept.used

    def request(self, key: FaceKey, priority: int = 0) -> Face | None:
        """The face if it is ready; else None, and it is drawn, those of a lower `priority` number first.

        Asking again for what is waited for already only changes its priority.
        """
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        with self._wake:
            before = self._waiting.get(key)
            if key in self._drawing or self._closed or (before is not None and before[0] == priority):
                return None
            place = (priority, next(self._serial))
            self._waiting[key] = place
            heapq.heappush(self._heap, (*place, key))
            self._wake.notify()
        return None

    def poll(self, most: int | None = None) -> list[Face]:
        """The faces that became ready since the last call, at most so many of them."""
        with self._wake:
            count = len(self._ready) if most is None else min(most, len(self._ready))
            found, self._ready = self._ready[:count], self._ready[count:]
            return found

    def new_problems(self) -> list[Problem]:
        """What was wrong with pictures since the last call; each problem is told once."""
        with self._wake:
            found, self._problems = self._problems, []
            return found

    def cancel(self, unwanted: Callable[[FaceKey], bool]) -> int:
        """Takes back requests that no worker has begun; returns how many."""
        with self._wake:
            keys = [key for key in self._waiting if unwanted(key)]
            for key in keys:
                del self._waiting[key]
            return len(keys)

    def keep_only(self, wanted: Iterable[FaceKey]) -> int:
        """Takes back every request but these."""
        keys = set(wanted)
        return self.cancel(lambda key: key not in keys)

    def invalidate(self, stale: Callable[[FaceKey], bool] = lambda key: True) -> list[FaceKey]:
        """Forgets finished faces, so that they are drawn anew when next asked for.

        Returns their keys, also of those that are not kept any more: whoever made something of them should ask again.
        """
        with self._wake:
            self._era += 1
            self._kept.discard(stale)
            keys = [key for key in self._made_of if stale(key)]
            for key in keys:
                del self._made_of[key]
            self._ready = [face for face in self._ready if not stale(face.key)]
            # What is being drawn now may show the old state: it is drawn once more.
            for key in [key for key in self._drawing if stale(key)]:
                self._drawing[key] = -1
            return keys

    def replace(self, draw: Callable[[FaceKey], Drawn]) -> list[FaceKey]:
        """Draws everything in another way from now on (card sets were read again); returns the keys that are stale."""
        self._draw = draw
        with self._wake:
            self._told.clear()
        return self.invalidate()

    def refresh(self) -> list[FaceKey]:
        """Forgets the faces that were made of files that have changed since; returns their keys, as `invalidate` does.

        Looks at each file once, so it is cheap enough to be called once a second.
        """
        now: dict[Path, Stamp] = {}
        changed: set[FaceKey] = set()
        with self._wake:
            made_of = list(self._made_of.items())
        for key, files in made_of:
            for path, stamp in files:
                if path not in now:
                    now[path] = _stamp(path)
                if now[path] != stamp:
                    changed.add(key)
                    with self._wake:
                        self._told = {told for told in self._told if told[0] != path}
        return self.invalidate(changed.__contains__) if changed else []

    def close(self) -> None:
        """Stops the workers; a face that is being drawn is finished and dropped."""
        with self._wake:
            self._closed = True
            self._waiting.clear()
            self._heap.clear()
            self._wake.notify_all()
        for thread in self._threads:
            thread.join(timeout=2)

    # in the workers

    def _work(self) -> None:
        while True:
            with self._wake:
                key = self._next()
                while key is None:
                    if self._closed:
                        return
                    self._wake.wait()
                    key = self._next()
                era = self._drawing[key] = self._era
                draw = self._draw
            drawn, files = self._safely(draw, key)
            image = drawn.image if drawn.image.mode == "RGBA" else drawn.image.convert("RGBA")
            face = Face(key, image.size, image.tobytes())
            with self._wake:
                again = self._drawing.pop(key) != era
                if self._closed:
                    return
                if again:
                    self._waiting[key] = place = (0, next(self._serial))
                    heapq.heappush(self._heap, (*place, key))
                    continue
                self._kept.put(key, face, len(face.pixels))
                self._made_of[key] = files
                self._ready.append(face)
                problem = drawn.problem
                if problem is not None and (problem.path, problem.message) not in self._told:
                    self._told.add((problem.path, problem.message))
                    self._problems.append(problem)

    def _next(self) -> FaceKey | None:
        """The most wanted key that is still waited for; the lock is held."""
        while self._heap:
            priority, serial, key = heapq.heappop(self._heap)
            if self._waiting.get(key) == (priority, serial):
                del self._waiting[key]
                return key
        return None

    @staticmethod
    def _safely(
        draw: Callable[[FaceKey], Drawn], key: FaceKey
    ) -> tuple[Drawn, tuple[tuple[Path, Stamp], ...]]:
        """The picture, and the files that it was made of with the state they were in."""
        try:
            drawn = draw(key)
        except Exception:
            # One face that cannot be drawn must not end the worker, and with it all further faces.
            _log.exception("the face of %s could not be drawn", key)
            drawn = Drawn(draw_placeholder(key.text or key.ref, key.width, note="This face could not be drawn"))
        return drawn, tuple((path, _stamp(path)) for path in drawn.files)


def _stamp(path: Path) -> Stamp:
    try:
        info = path.stat()
    except OSError:
        return None
    return info.st_mtime_ns, info.st_size
