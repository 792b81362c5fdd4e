"""Faces as pygame surfaces in a few sizes, drawn in the background.

A face is asked for in the width that is wanted and comes from the next larger of a few widths. What is not there yet is
asked of the source, whose workers draw it; until then the face is shown from another width, or as a plain card with its
name. So the first frame never waits, and nothing is drawn with Pillow in the window's own thread.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable

import pygame

from tabletop.cards.facesource import FaceKey, FaceSource, bucket
from tabletop.ui.sprites import Face

KEPT = 80 << 20
"""Bytes of drawn faces that are kept as surfaces."""

SOURCE_KEPT = 24 << 20
"""Bytes of drawn faces that the source itself needs to keep beside them."""

NEAR = -1
"""The priority of a face that somebody looks at up close."""


class FaceCache:
    """Faces by what they show and their width. `plain(face, width)` draws what stands in for one that is not there."""

    def __init__(self, source: FaceSource | None, plain: Callable[[Face, int], pygame.Surface]) -> None:
        self.source = source
        self.plain = plain
        self._waiting: dict[FaceKey, Face] = {}
        self._faces: OrderedDict[tuple[Face, int], pygame.Surface] = OrderedDict()
        self._widths: dict[Face, set[int]] = {}
        self._bytes = 0

    def face(
        self, face: Face, width: int, *, near: bool = False, ask: bool = True
    ) -> tuple[pygame.Surface, bool]:
        """A picture of a face that is at least nearly so wide, and whether it is the best there will be.

        `near`: somebody looks at it up close, so it is drawn first. Without `ask` what is there already has to do.
        """
        wanted = bucket(width)
        found = self._faces.get((face, wanted))
        if found is not None:
            self._faces.move_to_end((face, wanted))
            return found, True
        if ask and self.want(face, width, near=near):
            return self._faces[face, wanted], True
        there = self._widths.get(face)
        if there:
            best = min(there, key=lambda have: (have < wanted, abs(have - wanted)))
            return self._faces[face, best], False
        return self.plain(face, wanted), False

    def want(self, face: Face, width: int, *, near: bool = False) -> bool:
        """Have a face drawn this wide; whether it was ready at once."""
        if self.source is None:
            return False
        key = face.key(bucket(width))
        if key in self._waiting and not near:
            return False
        ready = self.source.request(key, NEAR if near else 0)
        if ready is None:
            self._waiting[key] = face
            return False
        self._put(face, key.width, _surface(ready.size, ready.pixels))
        return True

    def poll(self, most: int = 24) -> set[Face]:
        """Take in what the workers have finished; the faces that are there now."""
        arrived: set[Face] = set()
        if self.source is None or not self._waiting:
            return arrived
        for ready in self.source.poll(most):
            face = self._waiting.pop(ready.key, None)
            if face is not None:
                self._put(face, ready.key.width, _surface(ready.size, ready.pixels))
                arrived.add(face)
        return arrived

    def unwant(self) -> None:
        """Draw nothing more of what is waited for: another zoom wants other widths."""
        if self.source is not None and self._waiting:
            self.source.cancel(lambda key: True)
            self._waiting.clear()

    def forget(self, keys: Iterable[FaceKey] | None = None) -> set[Face]:
        """These are stale, because their set or picture has changed (None: all); the faces that they were of."""
        widths = None if keys is None else {(key.kind, key.ref, key.text, key.value, key.sides) for key in keys}
        gone = {
            face for face in self._widths
            if widths is None or (key := face.key(8), (key.kind, key.ref, key.text, key.value, key.sides))[1] in widths
        }  # fmt: skip
        for at in [at for at in self._faces if at[0] in gone]:
            self._bytes -= _size(self._faces.pop(at))
        for face in gone:
            del self._widths[face]
        return gone

    @property
    def busy(self) -> bool:
        """Whether faces are still being drawn."""
        return bool(self._waiting)

    def close(self) -> None:
        """Stop the workers."""
        if self.source is not None:
            self.source.close()

    def _put(self, face: Face, width: int, surface: pygame.Surface) -> None:
        old = self._faces.pop((face, width), None)
        if old is not None:
            self._bytes -= _size(old)
        self._faces[face, width] = surface
        self._widths.setdefault(face, set()).add(width)
        self._bytes += _size(surface)
        while self._bytes > KEPT and len(self._faces) > 1:
            (other, at), gone = self._faces.popitem(last=False)
            self._bytes -= _size(gone)
            self._widths[other].discard(at)


def _surface(size: tuple[int, int], pixels: bytes) -> pygame.Surface:
    return pygame.image.frombuffer(pixels, size, "RGBA").convert_alpha()


def _size(surface: pygame.Surface) -> int:
    return surface.width * surface.height * 4
