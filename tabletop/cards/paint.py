"""A canvas with smooth edges: rectangles, shapes, gradients, icons and text on an exact pixel raster.

Pillow draws polygons with hard edges. Here every edge comes from a mask that was made once in a larger scale, so a
face costs a few pastes and is sharp at every size.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw

from tabletop.cards import shapes
from tabletop.cards.bytecache import ByteCache
from tabletop.cards.fonts import draw_text, text_mask
from tabletop.cards.frames import Colour
from tabletop.cards.textfit import ICON_SIZE, Fitted

Px = tuple[int, int, int, int]
"""Left, top, right, bottom in whole pixels."""

_CIRCLE = "M 0 50 A 50 50 0 0 1 100 50 A 50 50 0 0 1 0 50 Z"
_kept: ByteCache[tuple[object, ...], Image.Image] = ByteCache(24 << 20)


class Canvas:
    """An RGB image that is painted on."""

    def __init__(self, width: int, height: int, colour: Colour) -> None:
        self.image = Image.new("RGB", (width, height), colour[:3])
        self._draw: ImageDraw.ImageDraw | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.size

    def through(self, mask: Image.Image, x: int, y: int, colour: Colour) -> None:
        """Paints a colour through a mask whose corner lies at (x, y)."""
        if colour[3] < 255:
            mask = mask.point(_faded(colour[3]))
        self.image.paste(colour[:3], (x, y), mask)

    def panel(self, box: Px, fill: Sequence[Colour], radius: int = 0) -> None:
        """A rectangle, with rounded corners if wanted, in one colour or in a gradient from the first to the second."""
        width, height = box[2] - box[0], box[3] - box[1]
        if width <= 0 or height <= 0 or not fill:
            return
        radius = min(radius, width // 2, height // 2)
        if len(fill) > 1:
            self.image.paste(gradient(width, height, fill[0], fill[1]), box[:2], rounded_mask(width, height, radius))
        elif fill[0][3] < 255 or radius:
            self.through(rounded_mask(width, height, radius), box[0], box[1], fill[0])
        else:
            self.image.paste(fill[0][:3], box)

    def stripes(self, box: Px, fills: Sequence[Colour], radius: int = 0) -> None:
        """A rectangle divided into upright stripes of equal width, one for each colour."""
        width, height = box[2] - box[0], box[3] - box[1]
        if width <= 0 or height <= 0:
            return
        ground = Image.new("RGB", (width, height))
        for i, fill in enumerate(fills):
            ground.paste(fill[:3], (width * i // len(fills), 0, width * (i + 1) // len(fills), height))
        self.image.paste(ground, box[:2], rounded_mask(width, height, min(radius, width // 2, height // 2)))

    def border(self, box: Px, colour: Colour, thickness: int, radius: int = 0) -> None:
        """The outline of a rectangle, drawn inside it."""
        width, height = box[2] - box[0], box[3] - box[1]
        thickness = max(1, thickness)
        if width <= 2 * thickness or height <= 2 * thickness:
            return
        mask = border_mask(width, height, min(radius, width // 2, height // 2), thickness)
        self.through(mask, box[0], box[1], colour)

    def shape(self, path: str, box: Px, fill: Sequence[Colour], turn: int = 0) -> None:
        """An outline stretched to a box, in one colour or a gradient."""
        width, height = box[2] - box[0], box[3] - box[1]
        if width <= 0 or height <= 0 or not fill:
            return
        mask = shapes.mask(path, width, height, turn)
        if len(fill) > 1:
            self.image.paste(gradient(width, height, fill[0], fill[1]), box[:2], mask)
        else:
            self.through(mask, box[0], box[1], fill[0])

    def tiles(self, path: str, box: Px, step: float, size: float, colour: Colour) -> None:
        """A box strewn with a shape in staggered rows."""
        width, height = box[2] - box[0], box[3] - box[1]
        if width > 0 and height > 0 and step >= 2:
            self.through(tile_mask(path, width, height, step, max(1, round(size))), box[0], box[1], colour)

    def picture(self, image: Image.Image, box: Px, radius: int = 0) -> None:
        """An image that has the box's size already; where it is transparent the ground is kept."""
        mask = rounded_mask(image.width, image.height, radius)
        if image.mode == "RGBA":
            mask = ImageChops.multiply(mask, image.getchannel("A"))
        self.image.paste(image.convert("RGB"), box[:2], mask)

    def text(
        self, fitted: Fitted, x: float, y: float, font: str, colour: Colour, outline: Colour | None = None,
        outline_width: int = 0, icons: dict[str, tuple[str, Colour]] | None = None,
    ) -> None:  # fmt: skip
        """A laid-out text with its box's corner at (x, y). `icons` gives an outline and a colour for each icon word."""
        if self._draw is None:
            self._draw = ImageDraw.Draw(self.image)
        size = fitted.size * ICON_SIZE
        for piece in fitted.pieces:
            if not piece.icon:
                draw_text(
                    self._draw, round(x + piece.x), round(y + piece.baseline), piece.text, font, fitted.size,
                    colour[:3], outline[:3] if outline else None, outline_width,
                )  # fmt: skip
            elif icons is not None and piece.text in icons:
                path, ink = icons[piece.text]
                side = max(3, round(size * 0.92))
                left = round(x + piece.x + (size - side) / 2)
                # An icon stands a little below the line, so that its middle meets the middle of the capitals.
                top = round(y + piece.baseline - fitted.size * 0.36 - side / 2)
                self.shape(path, (left, top, left + side, top + side), (ink,))

    def turned_text(self, fitted: Fitted, box: Px, font: str, colour: Colour, turn: int) -> None:
        """A single line of text, turned by quarter turns clockwise, in the middle of a box."""
        mask = text_mask("".join(piece.text for piece in fitted.pieces if not piece.icon), font, fitted.size)
        mask = mask.transpose(
            (Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)[(turn - 1) % 3]
        )
        left, top = (box[0] + box[2] - mask.width) // 2, (box[1] + box[3] - mask.height) // 2
        self.through(mask, left, top, colour)


def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    """An antialiased mask of a rectangle with round corners. Shared: not to be drawn on."""
    key = ("round", width, height, radius)
    found = _kept.get(key)
    if found is None:
        found = Image.new("L", (width, height), 255)
        if radius > 0:
            disc = shapes.mask(_CIRCLE, 2 * radius, 2 * radius)
            for right, bottom in ((0, 0), (1, 0), (0, 1), (1, 1)):
                corner = disc.crop((right * radius, bottom * radius, (right + 1) * radius, (bottom + 1) * radius))
                found.paste(corner, (right * (width - radius), bottom * (height - radius)))
        _kept.put(key, found, width * height)
    return found


def border_mask(width: int, height: int, radius: int, thickness: int) -> Image.Image:
    """The mask of a rectangle's outline."""
    key = ("border", width, height, radius, thickness)
    found = _kept.get(key)
    if found is None:
        inner = Image.new("L", (width, height))
        hole = rounded_mask(width - 2 * thickness, height - 2 * thickness, max(0, radius - thickness))
        inner.paste(hole, (thickness, thickness))
        found = ImageChops.subtract(rounded_mask(width, height, radius), inner)
        _kept.put(key, found, width * height)
    return found


def tile_mask(path: str, width: int, height: int, step: float, size: int) -> Image.Image:
    """A mask of staggered rows of a shape; the middle of the box has a shape in it."""
    key = ("tile", path, width, height, step, size)
    found = _kept.get(key)
    if found is None:
        found = Image.new("L", (width, height))
        one = shapes.mask(path, size, size)
        rows, columns = int(height / step * 1.16) + 2, int(width / step) + 2
        for row in range(-rows // 2, rows // 2 + 1):
            for column in range(-columns // 2 - 1, columns // 2 + 2):
                x = width / 2 + (column + (row % 2) / 2) * step - size / 2
                y = height / 2 + row * step * 0.866 - size / 2
                found.paste(255, (round(x), round(y)), one)
        _kept.put(key, found, width * height)
    return found


def gradient(width: int, height: int, top: Colour, bottom: Colour) -> Image.Image:
    """An image that goes from one colour at the top to another at the bottom. Shared: not to be drawn on."""
    key = ("gradient", width, height, top[:3], bottom[:3])
    found = _kept.get(key)
    if found is None:
        last = max(1, height - 1)
        rows = bytes(
            round(a + (b - a) * y / last) for y in range(height) for a, b in zip(top[:3], bottom[:3], strict=True)
        )
        found = Image.frombytes("RGB", (1, height), rows).resize((width, height), Image.Resampling.NEAREST)
        _kept.put(key, found, width * height * 3)
    return found


def _faded(alpha: int) -> list[int]:
    return [value * alpha // 255 for value in range(256)]
