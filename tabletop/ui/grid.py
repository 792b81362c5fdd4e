"""A grid over the table that finds sprites by place."""

from __future__ import annotations

import math

from tabletop.ui.camera import Box

CELL = 160.0
"""Millimetres of a cell's side."""


class Grid:
    """Which pieces touch which cells."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], set[int]] = {}

    def add(self, piece: int, box: Box) -> None:
        """A piece fills this box."""
        for cell in _cells(box):
            self._cells.setdefault(cell, set()).add(piece)

    def remove(self, piece: int, box: Box) -> None:
        """A piece that was added with this box goes."""
        for cell in _cells(box):
            found = self._cells.get(cell)
            if found is not None:
                found.discard(piece)

    def near(self, box: Box) -> set[int]:
        """The pieces that may touch a box."""
        found: set[int] = set()
        for cell in _cells(box):
            here = self._cells.get(cell)
            if here:
                found |= here
        return found

    def at(self, x: float, y: float) -> set[int]:
        """The pieces that may lie at a point."""
        return self._cells.get((math.floor(x / CELL), math.floor(y / CELL)), set())


def _cells(box: Box) -> list[tuple[int, int]]:
    left, right = math.floor(box.left / CELL), math.floor(box.right / CELL)
    top, bottom = math.floor(box.top / CELL), math.floor(box.bottom / CELL)
    return [(i, j) for j in range(top, bottom + 1) for i in range(left, right + 1)]
