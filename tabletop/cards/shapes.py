"""Vector shapes: outlines written like SVG paths, and the antialiased masks that faces are painted through."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from tabletop.cards.bytecache import ByteCache

UNIT = 100.0
"""Every shape is drawn in a square of this side."""

_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\S")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}
_STEPS = 14  # points on a curve; at 4 times oversampling no corner is seen up to a whole card's width

Point = tuple[float, float]
Outline = tuple[Point, ...]

_masks: ByteCache[tuple[str, int, int, int], Image.Image] = ByteCache(24 << 20)


class PathError(ValueError):
    """A path that cannot be read; the text says which part and why."""


@lru_cache(maxsize=1024)
def outlines(path: str) -> tuple[Outline, ...]:
    """The closed polygons of an SVG-like path.

    Raises PathError for a letter that is not one of M L H V C Q A Z (or small), or for a wrong number of numbers.
    """
    found: list[Outline] = []
    points: list[Point] = []
    at: Point = (0.0, 0.0)
    for letter, args in _commands(path):
        kind = letter.upper()
        dx, dy = at if letter.islower() else (0.0, 0.0)
        if kind in "MZ" and len(points) > 2:
            found.append(tuple(points))
        if kind == "M":
            at = (args[0] + dx, args[1] + dy)
            points = [at]
        elif kind == "Z":
            at = points[0] if points else at
            points = []
        elif kind == "L":
            at = (args[0] + dx, args[1] + dy)
            points.append(at)
        elif kind == "H":
            at = (args[0] + dx, at[1])
            points.append(at)
        elif kind == "V":
            at = (at[0], args[0] + dy)
            points.append(at)
        elif kind == "A":
            end = (args[5] + dx, args[6] + dy)
            points.extend(_arc(at, args[0], args[1], args[2], bool(args[3]), bool(args[4]), end))
            at = end
        else:
            control = [(args[i] + dx, args[i + 1] + dy) for i in range(0, len(args), 2)]
            if kind == "Q":  # a quadratic curve is a cubic one with its control points two thirds of the way
                c, end = control
                control = [_between(at, c, 2 / 3), _between(end, c, 2 / 3), end]
            points.extend(_cubic(at, *control))
            at = control[-1]
    if len(points) > 2:
        found.append(tuple(points))
    if not found:
        raise PathError("the path draws nothing: it needs M, at least two further points, and Z")
    return tuple(found)


def mask(path: str, width: int, height: int, turn: int = 0) -> Image.Image:
    """The shape stretched to `width` x `height` pixels as an antialiased "L" image; `turn` in quarter turns clockwise.

    The image is shared: do not draw on it.
    """
    width, height = max(1, width), max(1, height)
    key = (path, width, height, turn)
    found = _masks.get(key)
    if found is None:
        found = _draw(path, width, height, turn)
        _masks.put(key, found, width * height)
    return found


def _draw(path: str, width: int, height: int, turn: int) -> Image.Image:
    over = 8 if max(width, height) <= 24 else 4 if max(width, height) <= 400 else 2
    size = (width * over, height * over)
    sx, sy = size[0] / UNIT, size[1] / UNIT
    whole: Image.Image | None = None
    for outline in outlines(path):
        layer = Image.new("L", size, 0)
        ImageDraw.Draw(layer).polygon([(x * sx, y * sy) for x, y in (_turned(p, turn) for p in outline)], fill=255)
        whole = layer if whole is None else ImageChops.difference(whole, layer)
    assert whole is not None
    return whole.resize((width, height), Image.Resampling.BOX)


def _turned(point: Point, turn: int) -> Point:
    x, y = point
    return ((x, y), (UNIT - y, x), (UNIT - x, UNIT - y), (y, UNIT - x))[turn % 4]


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    tokens = _TOKEN.findall(path)
    i = 0
    while i < len(tokens):
        letter = tokens[i]
        wanted = _NUMBERS.get(letter.upper())
        if wanted is None:
            raise PathError(f"{letter!r} is not one of the path letters M L H V C Q A Z")
        i += 1
        numbers: list[float] = []
        while i < len(tokens) and not tokens[i].isalpha():
            try:
                numbers.append(float(tokens[i].strip(",") or "nan"))
            except ValueError:
                raise PathError(f"{tokens[i]!r} is no number") from None
            i += 1
        numbers = [n for n in numbers if n == n]  # a comma alone
        if wanted == 0 and not numbers:
            yield letter, numbers
        elif wanted and numbers and len(numbers) % wanted == 0:
            for start in range(0, len(numbers), wanted):
                again = "L" if letter == "M" else "l" if letter == "m" else letter
                yield (letter if start == 0 else again), numbers[start : start + wanted]
        else:
            raise PathError(f"{letter} takes {wanted} numbers (or a multiple), not {len(numbers)}")


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _cubic(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    for i in range(1, _STEPS + 1):
        t = i / _STEPS
        u = 1 - t
        k = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        yield (
            k[0] * a[0] + k[1] * b[0] + k[2] * c[0] + k[3] * d[0],
            k[0] * a[1] + k[1] * b[1] + k[2] * c[1] + k[3] * d[1],
        )


def _arc(a: Point, rx: float, ry: float, tilt: float, large: bool, sweep: bool, b: Point) -> Iterator[Point]:
    """Points of an SVG arc, by the conversion to a centre that the SVG specification gives (appendix B.2.4)."""
    rx, ry = abs(rx), abs(ry)
    if a == b or not rx or not ry:
        yield b
        return
    phi = math.radians(tilt)
    cos, sin = math.cos(phi), math.sin(phi)
    hx, hy = (a[0] - b[0]) / 2, (a[1] - b[1]) / 2
    x, y = cos * hx + sin * hy, -sin * hx + cos * hy
    grow = x * x / (rx * rx) + y * y / (ry * ry)
    if grow > 1:
        rx, ry = rx * math.sqrt(grow), ry * math.sqrt(grow)
    below = rx * rx * y * y + ry * ry * x * x
    k = math.sqrt(max(0.0, (rx * rx * ry * ry - below) / below)) * (-1 if large == sweep else 1)
    cx, cy = k * rx * y / ry, -k * ry * x / rx
    start = math.atan2((y - cy) / ry, (x - cx) / rx)
    span = math.atan2((-y - cy) / ry, (-x - cx) / rx) - start
    if sweep and span < 0:
        span += 2 * math.pi
    elif not sweep and span > 0:
        span -= 2 * math.pi
    mx, my = cos * cx - sin * cy + (a[0] + b[0]) / 2, sin * cx + cos * cy + (a[1] + b[1]) / 2
    for i in range(1, 2 * _STEPS + 1):
        t = start + span * i / (2 * _STEPS)
        ex, ey = rx * math.cos(t), ry * math.sin(t)
        yield cos * ex - sin * ey + mx, sin * ex + cos * ey + my
