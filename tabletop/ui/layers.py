"""The cached picture of everything on the table that does not move.

The table is drawn in tiles, once at each zoom. Panning puts tiles down; a card that is picked up or put down draws only
the part of a tile that it covers. While the zoom changes, the last picture is shown scaled, and the tiles of the new
zoom are drawn when it rests, a few in each frame. Where there is no tile yet, a small picture of the whole table stands
in.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

import pygame

from tabletop.ui.camera import Box, Camera, View

TILE = 256
"""Pixels of a tile's side; the felt repeats after a whole number of tiles."""

LAYERS = 3
"""Zooms whose tiles are kept."""

KEPT = 320
"""Tiles that are kept, if the window does not need more."""

SMALL = 1100.0
"""Pixels of the longer side of the small picture of the whole table."""

FEW = 6
"""Up to so many missing tiles are filled in one by one, more of them all at once."""

MARGIN = 9
"""Pixels around a piece that its frame may cover; its shadow reaches `SHADOW` millimetres farther."""

SHADOW = 5.0

Painter = Callable[[pygame.Surface, pygame.Rect, float, int, bool], None]
"""paint(surface, area, zoom, sign, rough): draw an area of the layer (in pixels from the table's middle).
Rough painting asks for nothing that is not there already.
"""

Preparer = Callable[[pygame.Rect, float, int, bool, float], bool]
"""prepare(area, zoom, sign, rough, ends): make ready what painting an area needs, until that time; whether all is."""

_Cell = tuple[int, int]


class _Tile:
    __slots__ = ("dirty", "stale", "surface")

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface
        self.dirty: pygame.Rect | None = None
        """What is wrong and must be drawn before the tile is shown, in the tile's own pixels."""
        self.stale: pygame.Rect | None = None
        """What could be better (a face has arrived) and is drawn when there is time."""


class _Layer:
    """The tiles of one zoom."""

    def __init__(self, zoom: float, sign: int) -> None:
        self.zoom = zoom
        self.sign = sign
        self.tiles: OrderedDict[_Cell, _Tile] = OrderedDict()

    def area(self, box: Box) -> pygame.Rect:
        """A box of the table in the layer's pixels, with room for shadows."""
        scale = self.zoom * self.sign
        left, right = sorted((box.left * scale, box.right * scale))
        top, bottom = sorted((box.top * scale, box.bottom * scale))
        margin = MARGIN + math.ceil(SHADOW * self.zoom)
        x, y = math.floor(left) - margin, math.floor(top) - margin
        return pygame.Rect(x, y, math.ceil(right) + margin - x, math.ceil(bottom) + margin - y)

    def touch(self, area: pygame.Rect, urgent: bool) -> None:
        for i in range(area.left // TILE, (area.right - 1) // TILE + 1):
            for j in range(area.top // TILE, (area.bottom - 1) // TILE + 1):
                tile = self.tiles.get((i, j))
                if tile is None:
                    continue
                part = area.move(-i * TILE, -j * TILE).clip((0, 0, TILE, TILE))
                if urgent:
                    tile.dirty = part if tile.dirty is None else tile.dirty.union(part)
                else:
                    tile.stale = part if tile.stale is None else tile.stale.union(part)


class Ground:
    """Draws the still part of the table. `paint` draws any area of it; `prepare` does the slow part of that before."""

    def __init__(self, paint: Painter, prepare: Preparer, background: pygame.Color) -> None:
        self.paint = paint
        self.prepare = prepare
        self.background = background
        self._layers: OrderedDict[tuple[float, int], _Layer] = OrderedDict()
        self._spare: list[pygame.Surface] = []
        self._shown: tuple[View, int, tuple[int, int]] | None = None
        self._still: pygame.Surface | None = None
        self._still_view = View()
        self._still_sign = 1
        self._small: _Small | None = None
        self._plate = pygame.Surface((1, 1))
        self._scratch = pygame.Surface((1, 1))
        self.settled = False
        """Whether the last picture was complete and the best there is."""

    def clear(self) -> None:
        """Draw everything anew."""
        self._layers.clear()
        self._small = None
        self._still = None
        self._shown = None

    def touch(self, box: Box, *, urgent: bool = True) -> None:
        """What lies in this box has changed; `urgent` if the old picture of it is wrong, not just coarse."""
        for layer in self._layers.values():
            layer.touch(layer.area(box), urgent)
        if self._small is not None:
            self._small.touch(box)

    def draw(self, surface: pygame.Surface, camera: Camera, ends: float) -> None:
        """Draw the table inside the surface's clip. Tiles that are missing are drawn until the time `ends`; `settled`
        says whether that was enough.
        """
        if camera.zooming:
            self._freeze(camera)
            self._stand_in(surface, camera, surface.get_clip())
            self.settled = False
            return
        if self._scratch.get_size() != camera.size:
            self._make_memory(camera.size)
        layer = self._layer(camera.zoom, camera.sign)
        origin = camera.origin()
        clip = surface.get_clip()
        whole = clip.size == camera.size
        self.settled = self.settled or whole
        blits: list[tuple[pygame.Surface, tuple[int, int]]] = []
        missing: list[tuple[_Cell, tuple[int, int]]] = []
        for cell in self._cells(clip, origin):
            spot = (cell[0] * TILE - origin[0], cell[1] * TILE - origin[1])
            tile = layer.tiles.get(cell)
            if tile is None:
                missing.append((cell, spot))
                continue
            layer.tiles.move_to_end(cell)
            if tile.dirty is not None:
                self._paint(layer, cell, tile, tile.dirty)
                tile.dirty = None
            if tile.stale is not None:
                if time.perf_counter() < ends and self._ready(layer, cell, tile.stale, ends):
                    self._paint(layer, cell, tile, tile.stale)
                    tile.stale = None
                else:
                    self.settled = False
            blits.append((tile.surface, spot))
        if missing:
            self._fill(surface, camera, layer, missing, blits, ends)
        surface.fblits(blits)
        if whole and self.settled:
            self._shown = (camera.view, camera.sign, camera.size)
            self._still = None
        self._trim(max(KEPT, 3 * len(blits)))

    def _fill(
        self, surface: pygame.Surface, camera: Camera, layer: _Layer, missing: list[tuple[_Cell, tuple[int, int]]],
        blits: list[tuple[pygame.Surface, tuple[int, int]]], ends: float,
    ) -> None:  # fmt: skip
        """Draw missing tiles until the time is over, from the middle outwards; for the others something stands in."""
        clip = surface.get_clip()
        middle = pygame.Vector2(clip.center)
        missing.sort(key=lambda item: middle.distance_squared_to((item[1][0] + TILE / 2, item[1][1] + TILE / 2)))
        whole = pygame.Rect(0, 0, TILE, TILE)
        while missing and time.perf_counter() < ends and self._ready(layer, missing[0][0], whole, ends):
            cell, spot = missing.pop(0)
            blits.append((self._new(layer, cell).surface, spot))
        if missing:
            self.settled = False
            if self._shown is not None and self._shown[0].zoom != camera.zoom:
                self._freeze(camera)
        if len(missing) > FEW:
            self._stand_in(surface, camera, clip)
            return
        for _, spot in missing:
            self._stand_in(surface, camera, pygame.Rect(spot, (TILE, TILE)).clip(clip))

    def dirty(self, camera: Camera) -> bool:
        """Whether something on the window's tiles has changed since it was drawn."""
        layer = self._layers.get((camera.zoom, camera.sign))
        if layer is None:
            return True
        for cell in self._cells(pygame.Rect((0, 0), camera.size), camera.origin()):
            tile = layer.tiles.get(cell)
            if tile is None or tile.dirty is not None or tile.stale is not None:
                return True
        return False

    def rest(self, camera: Camera, bounds: Box, budget: float) -> bool:
        """Use idle time: draw the small picture of the table and the tiles around the window. Whether more is to do."""
        ends = time.perf_counter() + budget
        if self._small is None or self._small.bounds != bounds or self._small.sign != camera.sign:
            self._small = _Small(bounds, camera.sign, self.background)
        while self._small.todo:
            if not self._small.work(self.paint, self.prepare, ends) or time.perf_counter() >= ends:
                return True
        layer = self._layer(camera.zoom, camera.sign)
        around = pygame.Rect((0, 0), camera.size).inflate(2 * TILE, 2 * TILE)
        for cell in self._cells(around, camera.origin()):
            if cell not in layer.tiles:
                if not self._ready(layer, cell, pygame.Rect(0, 0, TILE, TILE), ends):
                    return True
                self._new(layer, cell)
                if time.perf_counter() >= ends:
                    return True
        return False

    # tiles

    def _layer(self, zoom: float, sign: int) -> _Layer:
        key = (zoom, sign)
        found = self._layers.get(key)
        if found is None:
            found = self._layers[key] = _Layer(zoom, sign)
            while len(self._layers) > LAYERS:
                _, gone = self._layers.popitem(last=False)
                self._spare += [tile.surface for tile in gone.tiles.values()][: 128 - len(self._spare)]
        self._layers.move_to_end(key)
        return found

    def _new(self, layer: _Layer, cell: _Cell) -> _Tile:
        surface = self._spare.pop() if self._spare else pygame.Surface((TILE, TILE))
        tile = layer.tiles[cell] = _Tile(surface)
        self._paint(layer, cell, tile, pygame.Rect(0, 0, TILE, TILE))
        return tile

    def _ready(self, layer: _Layer, cell: _Cell, part: pygame.Rect, ends: float) -> bool:
        return self.prepare(part.move(cell[0] * TILE, cell[1] * TILE), layer.zoom, layer.sign, False, ends)

    def _paint(self, layer: _Layer, cell: _Cell, tile: _Tile, part: pygame.Rect) -> None:
        area = part.move(cell[0] * TILE, cell[1] * TILE)
        self.paint(tile.surface.subsurface(part), area, layer.zoom, layer.sign, False)

    def _trim(self, keep: int) -> None:
        count = sum(len(layer.tiles) for layer in self._layers.values())
        for layer in list(self._layers.values()):
            while count > keep and layer.tiles:
                _, gone = layer.tiles.popitem(last=False)
                if len(self._spare) < 64:
                    self._spare.append(gone.surface)
                count -= 1

    @staticmethod
    def _cells(area: pygame.Rect, origin: tuple[int, int]) -> list[_Cell]:
        left, top = area.left + origin[0], area.top + origin[1]
        right, bottom = area.right + origin[0], area.bottom + origin[1]
        return [
            (i, j)
            for j in range(top // TILE, (bottom - 1) // TILE + 1)
            for i in range(left // TILE, (right - 1) // TILE + 1)
        ]

    # stand-ins

    def _make_memory(self, size: tuple[int, int]) -> None:
        """Have the memory for stand-ins ready before it is needed in a hurry."""
        self._plate, self._scratch = pygame.Surface(size), pygame.Surface(size)
        self._plate.fill(self.background)
        self._scratch.fill(self.background)

    def _freeze(self, camera: Camera) -> None:
        """Keep the last complete picture, to be shown scaled."""
        if self._still is not None or self._shown is None:
            return
        view, sign, size = self._shown
        layer = self._layers.get((view.zoom, sign))
        if layer is None or size != camera.size:
            return
        still = self._plate if self._plate.get_size() == size else pygame.Surface(size)
        self._plate = still
        origin = camera.origin_of(view)
        for cell in self._cells(still.get_rect(), origin):
            tile = layer.tiles.get(cell)
            if tile is not None:
                still.blit(tile.surface, (cell[0] * TILE - origin[0], cell[1] * TILE - origin[1]))
        self._still, self._still_view, self._still_sign = still, view, sign

    def _stand_in(self, surface: pygame.Surface, camera: Camera, rect: pygame.Rect) -> None:
        """Fill a part of the window with a scaled picture of what belongs there."""
        if rect.w <= 0 or rect.h <= 0:
            return
        still = self._still
        if still is not None and self._still_sign == camera.sign:
            part = self._source(still, self._still_view, camera, rect)
            if part is not None and still.get_rect().contains(part[0]):
                self._scaled(surface, still, *part)
                return
        surface.fill(self.background, rect)
        if self._small is not None and self._small.sign == camera.sign:
            self._small.show(surface, camera, rect, self._scratch)
        if still is not None and self._still_sign == camera.sign and part is not None:
            self._scaled(surface, still, *part)

    @staticmethod
    def _source(
        still: pygame.Surface, view: View, camera: Camera, rect: pygame.Rect
    ) -> tuple[pygame.Rect, pygame.Rect] | None:
        """The part of a still picture that shows what belongs into a part of the window, and where that part goes."""
        now, origin = camera.view, camera.origin()
        old = camera.origin_of(view)
        k = view.zoom / now.zoom
        left, top = (rect.left + origin[0]) * k - old[0], (rect.top + origin[1]) * k - old[1]
        right, bottom = (rect.right + origin[0]) * k - old[0], (rect.bottom + origin[1]) * k - old[1]
        source = pygame.Rect(math.floor(left), math.floor(top), 0, 0)
        source.w, source.h = math.ceil(right) - source.x, math.ceil(bottom) - source.y
        if not still.get_rect().contains(source):
            source = source.clip(still.get_rect())
        if source.w < 2 or source.h < 2:
            return None
        x0, y0 = (source.left + old[0]) / k - origin[0], (source.top + old[1]) / k - origin[1]
        x1, y1 = (source.right + old[0]) / k - origin[0], (source.bottom + old[1]) / k - origin[1]
        target = pygame.Rect(round(x0), round(y0), max(1, round(x1) - round(x0)), max(1, round(y1) - round(y0)))
        return source, target

    def _scaled(
        self, surface: pygame.Surface, picture: pygame.Surface, source: pygame.Rect, target: pygame.Rect
    ) -> None:
        _blit_scaled(surface, picture, source, target, self._scratch)


def _blit_scaled(
    surface: pygame.Surface, picture: pygame.Surface, source: pygame.Rect, target: pygame.Rect, scratch: pygame.Surface
) -> None:
    """Put a part of a picture down in another size. `scratch` is memory to use again: new memory costs more than the
    scaling itself.
    """
    part = picture.subsurface(source)
    if target.w <= scratch.width and target.h <= scratch.height:
        room = scratch.subsurface((0, 0), target.size)
        pygame.transform.scale(part, target.size, room)
        surface.blit(room, target.topleft)
    else:
        surface.blit(pygame.transform.scale(part, target.size), target.topleft)


class _Small:
    """A small picture of the whole table."""

    def __init__(self, bounds: Box, sign: int, background: pygame.Color) -> None:
        self.bounds = bounds
        self.sign = sign
        wide, high = bounds.right - bounds.left, bounds.bottom - bounds.top
        self.zoom = SMALL / max(wide, high, 1.0)
        left, right = sorted((bounds.left * sign, bounds.right * sign))
        top, bottom = sorted((bounds.top * sign, bounds.bottom * sign))
        self.area = pygame.Rect(math.floor(left * self.zoom), math.floor(top * self.zoom), 0, 0)
        self.area.w = math.ceil(right * self.zoom) - self.area.x
        self.area.h = math.ceil(bottom * self.zoom) - self.area.y
        self.surface = pygame.Surface(self.area.size)
        self.surface.fill(background)
        self.todo: set[_Cell] = {
            (i, j) for i in range(-(-self.area.w // 128)) for j in range(-(-self.area.h // 128))
        }  # fmt: skip

    def touch(self, box: Box) -> None:
        scale = self.zoom * self.sign
        left, right = sorted((box.left * scale - self.area.x, box.right * scale - self.area.x))
        top, bottom = sorted((box.top * scale - self.area.y, box.bottom * scale - self.area.y))
        for i in range(int(left - 4) // 128, int(right + 4) // 128 + 1):
            for j in range(int(top - 4) // 128, int(bottom + 4) // 128 + 1):
                if 0 <= i * 128 < self.area.w and 0 <= j * 128 < self.area.h:
                    self.todo.add((i, j))

    def work(self, paint: Painter, prepare: Preparer, ends: float) -> bool:
        """Draw one part that is not right yet; whether there was time."""
        i, j = next(iter(self.todo))
        part = pygame.Rect(i * 128, j * 128, 128, 128).clip(self.surface.get_rect())
        area = part.move(self.area.topleft)
        if not prepare(area, self.zoom, self.sign, True, ends):
            return False
        self.todo.discard((i, j))
        paint(self.surface.subsurface(part), area, self.zoom, self.sign, True)
        return True

    def show(self, surface: pygame.Surface, camera: Camera, rect: pygame.Rect, scratch: pygame.Surface) -> None:
        """Show what belongs into a part of the window."""
        origin = camera.origin()
        k = self.zoom / camera.zoom
        left, top = (rect.left + origin[0]) * k - self.area.x, (rect.top + origin[1]) * k - self.area.y
        right, bottom = (rect.right + origin[0]) * k - self.area.x, (rect.bottom + origin[1]) * k - self.area.y
        source = pygame.Rect(math.floor(left), math.floor(top), 0, 0)
        source.w, source.h = math.ceil(right) - source.x, math.ceil(bottom) - source.y
        source = source.clip(self.surface.get_rect())
        if source.w < 1 or source.h < 1:
            return
        x0, y0 = (source.left + self.area.x) / k - origin[0], (source.top + self.area.y) / k - origin[1]
        x1, y1 = (source.right + self.area.x) / k - origin[0], (source.bottom + self.area.y) / k - origin[1]
        target = pygame.Rect(round(x0), round(y0), max(1, round(x1 - x0)), max(1, round(y1 - y0)))
        _blit_scaled(surface, self.surface, source, target, scratch)
