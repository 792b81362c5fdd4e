"""Drawn card faces and backs, at any width, from the frames of a game.

Every function here is safe to call from several threads at once and gives the same pixels for the same arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from PIL import Image, ImageDraw, ImageOps

from tabletop.cards.bytecache import ByteCache
from tabletop.cards.facefields import FaceFields
from tabletop.cards.frames import (
    Box,
    Colour,
    Drawing,
    Frame,
    FrameBook,
    Shades,
    frames_of,
    mixed,
    plain_book,
    readable_on,
)
from tabletop.cards.model import CardDef, GameDef
from tabletop.cards.paint import Canvas, Px, rounded_mask
from tabletop.cards.shapes import outlines
from tabletop.cards.text import holds, missing, template
from tabletop.cards.textfit import Fitted, Style, fit

SMALLEST_TEXT = 5.5
"""No text is drawn smaller than so many pixels: it could not be read."""

SAME_SHAPE = 0.09
"""A picture of the card's own shape, within this share, covers the whole face unless something else is said."""

_drawings: ByteCache[tuple[Any, ...], Image.Image] = ByteCache(16 << 20)


def draw_face(
    card: CardDef, game: GameDef, width_px: int, *, compact: bool | None = None, picture: Image.Image | None = None,
    size: tuple[float, float] | None = None,
) -> Image.Image:  # fmt: skip
    """The face of a card as an RGBA image `width_px` wide, with transparent round corners.

    `compact` chooses the face for far away (a large name, and the numbers that matter); by default the width decides.
    `picture` (RGB or RGBA, any size) takes the art box or the whole face, as its shape and the frame say. `size` is
    the card's in millimetres, where its set has another than its game.
    """
    book = frames_of(game)
    spec = game.types.get(card.type)
    frame = book.frame(spec.frame if spec is not None else card.type)
    fields = FaceFields(card, game, book.icon_words)
    covers = str(card.get("picture_covers") or frame.covers)
    return _draw(book, frame, fields, size or game.card_size, width_px, compact, picture, covers)


def draw_back(
    game: GameDef, back_id: str | None, width_px: int, *, size: tuple[float, float] | None = None
) -> Image.Image:
    """The back of a game's cards; `back_id` names one of frames.toml, None the game's usual one."""
    book = frames_of(game)
    frame = book.back(back_id or game.back)
    card = CardDef(id="", name=game.name, title=game.name, type="")
    fields = FaceFields(card, game, book.icon_words)
    return _draw(book, frame, fields, size or game.card_size, width_px, None, None, "art")


def draw_placeholder(
    name: str, width_px: int, *, type_name: str = "", text: str = "", note: str = "The card set is not here",
    size: tuple[float, float] = (63.0, 88.0),
) -> Image.Image:  # fmt: skip
    """A face for a card whose set is gone: its name, and what the table itself still knows of it."""
    book = plain_book()
    card = CardDef(id="", name=name, title=name, type=type_name, text=text, fields={"note": note})
    fields = FaceFields(card, None, book.icon_words)
    return _draw(book, book.frame("missing"), fields, size, width_px, None, None, "art")


def height_for(width_px: int, size: tuple[float, float]) -> int:
    """The height in pixels of a card of `size` drawn `width_px` wide."""
    return max(1, round(width_px * size[1] / size[0]))


def covers_face(picture: Image.Image, size: tuple[float, float], how: str) -> bool:
    """Whether a picture takes the whole face of a card of `size`; `how` is "art", "face" or "auto"."""
    if how in ("art", "face"):
        return how == "face"
    ratio, wanted = picture.width / picture.height, size[0] / size[1]
    return abs(ratio / wanted - 1) <= SAME_SHAPE


def _draw(
    book: FrameBook, frame: Frame, fields: FaceFields, size: tuple[float, float], width: int, compact: bool | None,
    picture: Image.Image | None, covers: str,
) -> Image.Image:  # fmt: skip
    width = max(8, width)
    height = height_for(width, size)
    radius = round(book.corner * width / book.size[0])
    if picture is not None and covers_face(picture, size, covers):
        return _whole_picture(picture, width, height, radius)
    shades = book.shades(frame.palette, _palette_words(frame, fields))
    painter = _Painter(book, fields, shades, width, height, picture)
    if compact is None:
        compact = width < book.compact_below
    boxes = frame.compact if compact and frame.compact else frame.pictured if picture is not None else frame.full
    painter.paper(frame)
    for box in boxes:
        painter.box(box)
    painter.edge(frame, radius)
    image = painter.canvas.image.convert("RGBA")
    image.putalpha(rounded_mask(width, height, radius))
    return image


def _whole_picture(picture: Image.Image, width: int, height: int, radius: int) -> Image.Image:
    image = ImageOps.fit(picture, (width, height), Image.Resampling.LANCZOS).convert("RGBA")
    ground = Image.new("RGBA", image.size, (255, 255, 255, 255))
    image = Image.alpha_composite(ground, image)
    image.putalpha(rounded_mask(width, height, radius))
    return image


def _palette_words(frame: Frame, fields: FaceFields) -> tuple[str, ...]:
    """The words that choose the colours."""
    if not frame.colour_by:
        return ()
    return fields.words("type_id" if frame.colour_by == "type" else frame.colour_by)


class _Painter:
    """Draws the boxes of one face."""

    def __init__(
        self, book: FrameBook, fields: FaceFields, shades: tuple[Shades, ...], width: int, height: int,
        picture: Image.Image | None,
    ) -> None:  # fmt: skip
        self.book = book
        self.fields = fields
        self.shades, *self.several = shades
        self.picture = picture
        self.sx, self.sy = width / book.size[0], height / book.size[1]
        self.canvas = Canvas(width, height, (255, 255, 255, 255))

    def paper(self, frame: Frame) -> None:
        width, height = self.canvas.size
        self.canvas.panel((0, 0, width, height), self._colours(frame.paper))

    def edge(self, frame: Frame, radius: int) -> None:
        if frame.edge and frame.edge_width > 0:
            width, height = self.canvas.size
            thickness = max(1, round(frame.edge_width * self.sx))
            self.canvas.border((0, 0, width, height), self._colour(frame.edge), thickness, radius)

    def box(self, box: Box) -> None:
        if not all(_holds(self.fields, condition) for condition in box.when):
            return
        x, y, w, h = box.at
        area = (round(x * self.sx), round(y * self.sy), round((x + w) * self.sx), round((y + h) * self.sy))
        if area[2] <= area[0] or area[3] <= area[1]:
            return
        fill = self._colours(box.fill)
        self._ground(box, area, fill)
        pad_x, pad_y = round(box.pad[0] * self.sx), round(box.pad[1] * self.sy)
        inner = (area[0] + pad_x, area[1] + pad_y, area[2] - pad_x, area[3] - pad_y)
        if box.tile:
            self._tile(box, area)
        if box.picture and self.picture is not None:
            image = ImageOps.fit(
                self.picture, (area[2] - area[0], area[3] - area[1]), Image.Resampling.LANCZOS, centering=(0.5, 0.35)
            )
            self.canvas.picture(image, area, round(box.radius * self.sx))
        if box.drawing:
            self._drawing(box, inner)
        if box.stamps:
            self._stamps(box, inner)
        ink = self._ink(box, fill)
        if box.icon and not box.stamps:
            self._icon(template(box.icon).render(self.fields), inner, ink, box)
        if box.icons:
            self._icons(box, inner, ink)
        if box.text:
            self._text(box, inner, ink)

    def _ground(self, box: Box, area: Px, fill: tuple[Colour, ...]) -> None:
        radius = round(box.radius * self.sx)
        line = max(1, round(box.line_width * self.sx)) if box.line else 0
        if box.shape:
            path = self.book.shapes[box.shape]
            if line:
                self.canvas.shape(path, area, (self._colour(box.line),))
                area = (area[0] + line, area[1] + line, area[2] - line, area[3] - line)
            self.canvas.shape(path, area, fill)
            return
        if box.split and len(self.several) > 1 and box.fill:
            self.canvas.stripes(area, [self.book.colour(box.fill[0], shades) for shades in self.several], radius)
        else:
            self.canvas.panel(area, fill, radius)
        if line:
            self.canvas.border(area, self._colour(box.line), line, radius)

    def _tile(self, box: Box, area: Px) -> None:
        icon = self.book.icons.get(template(box.tile).render(self.fields))
        path = icon.path if icon is not None else self.book.shapes.get(box.tile)
        if path is not None:
            self.canvas.tiles(path, area, box.every * self.sx, box.each * self.sx, self._ink(box, ()))

    def _icon(self, word: str, area: Px, ink: Colour, box: Box) -> None:
        icon = self.book.icons.get(word)
        if icon is None:
            return
        side = min(area[2] - area[0], area[3] - area[1])
        left, top = (area[0] + area[2] - side) // 2, (area[1] + area[3] - side) // 2
        colour = self._colour(icon.colour) if icon.colour and box.colour == "auto" and not box.fill else ink
        self.canvas.shape(icon.path, (left, top, left + side, top + side), (colour,), box.turn)

    def _icons(self, box: Box, area: Px, ink: Colour) -> None:
        """A row or column of icons, one for each word of a field, each on its own ground if wanted."""
        words = [word for word in self.fields.words(box.icons) if word in self.book.icons]
        if not words:
            return
        along = area[3] - area[1] if box.column else area[2] - area[0]
        across = area[2] - area[0] if box.column else area[3] - area[1]
        gap = max(1, round(box.gap * self.sx))
        side = max(2, min(round(box.each * self.sx), across, (along - gap * (len(words) - 1)) // len(words)))
        used = side * len(words) + gap * (len(words) - 1)
        start = {"left": 0, "center": (along - used) // 2, "right": along - used}[box.align]
        for i, word in enumerate(words):
            move, aside = start + i * (side + gap), (across - side) // 2
            left, top = (area[0] + aside, area[1] + move) if box.column else (area[0] + move, area[1] + aside)
            icon = self.book.icons[word]
            spot = (left, top, left + side, top + side)
            colour = self._colour(icon.colour) if icon.colour and box.colour == "auto" else ink
            if box.ground:
                entry = self.book.palettes.get(box.icons, {}).get(word)
                ground = self.book.colour(entry["main"], {}) if entry is not None else self._colour("@main")
                self.canvas.shape(self.book.shapes[box.ground], spot, (ground,))
                margin = max(1, round(side * 0.19))
                spot = (left + margin, top + margin, left + side - margin, top + side - margin)
                colour = readable_on(ground, self.book) if box.colour == "auto" else ink
            self.canvas.shape(icon.path, spot, (colour,))

    def _stamps(self, box: Box, area: Px) -> None:
        """An icon at each place of a layout."""
        icon = self.book.icons.get(template(box.icon).render(self.fields)) if box.icon else None
        layout = self.book.layouts.get(template(box.stamps).render(self.fields))
        if icon is None or layout is None:
            return
        side = round(box.each * self.sx)
        ink = self._ink(box, ())
        for x, y, turned in layout:
            left = round(area[0] + x * (area[2] - area[0]) - side / 2)
            top = round(area[1] + y * (area[3] - area[1]) - side / 2)
            self.canvas.shape(icon.path, (left, top, left + side, top + side), (ink,), 2 if turned else 0)

    def _drawing(self, box: Box, area: Px) -> None:
        drawing = self.book.drawings.get(template(box.drawing).render(self.fields))
        if drawing is None:
            return
        wide, high = area[2] - area[0], area[3] - area[1]
        scale = min(wide / drawing.size[0], high / drawing.size[1])
        width, height = max(1, round(drawing.size[0] * scale)), max(1, round(drawing.size[1] * scale))
        image = _rendered(drawing, width, height, self.book, self.shades)
        left, top = (area[0] + area[2] - width) // 2, (area[1] + area[3] - height) // 2
        self.canvas.image.paste(image, (left, top), image)

    def _text(self, box: Box, area: Px, ink: Colour) -> None:
        text = template(box.text).render(self.fields).strip()
        if not text:
            return
        if box.caps:
            text = _upper(text)
        width, height = area[2] - area[0], area[3] - area[1]
        if box.turn % 2:
            width, height = height, width
        size = box.size * self.sx
        smallest = max(SMALLEST_TEXT, (box.smallest or box.size * 0.6) * self.sx)
        style = Style(
            box.font, size, min(size, smallest), box.lines, box.align, box.valign if not box.turn else "middle",
            box.leading,
        )  # fmt: skip
        fitted = fit(text, width, height, style, self.book.icon_words)
        if box.turn:
            self.canvas.turned_text(fitted, area, box.font, ink, box.turn)
            return
        outline = self._colour(box.outline) if box.outline else None
        thickness = max(1, round(fitted.size * 0.07)) if outline else 0
        self.canvas.text(fitted, area[0], area[1], box.font, ink, outline, thickness, self._text_icons(fitted, ink))

    def _text_icons(self, fitted: Fitted, ink: Colour) -> dict[str, tuple[str, Colour]]:
        found: dict[str, tuple[str, Colour]] = {}
        for piece in fitted.pieces:
            if piece.icon and piece.text not in found:
                icon = self.book.icons[piece.text]
                found[piece.text] = (icon.path, self._colour(icon.colour) if icon.colour else ink)
        return found

    def _ink(self, box: Box, fill: tuple[Colour, ...]) -> Colour:
        if box.colour != "auto":
            return self._colour(box.colour)
        if not fill:
            return self.book.colour("ink", {})
        ground = fill[0] if len(fill) == 1 else mixed(fill[0], fill[1], 0.5)
        return readable_on(ground, self.book)

    def _colour(self, name: str) -> Colour:
        return self.book.colour(name, self.shades)

    def _colours(self, names: tuple[str, ...]) -> tuple[Colour, ...]:
        return tuple(self._colour(name) for name in names)


@lru_cache(maxsize=1024)
def _condition(source: str) -> tuple[str, str, str]:
    """Field, sign ("", "!", "=" or "!=") and value of a condition."""
    name, sign, value = source.partition("!=")
    if not sign:
        name, sign, value = source.partition("=")
    if sign:
        return name.strip(), sign, value.strip()
    return (source[1:].strip(), "!", "") if source.startswith("!") else (source.strip(), "", "")


def _holds(fields: FaceFields, source: str) -> bool:
    name, sign, wanted = _condition(source)
    value = fields.get(name)
    if sign in ("", "!"):
        return missing(value) is (sign == "!")
    return any(holds(value, word.strip()) for word in wanted.split("|")) is (sign == "=")


def _upper(text: str) -> str:
    """Capital letters, but icons stay what they are."""
    parts = text.split("{")
    return "{".join([parts[0].upper(), *(a + b + c.upper() for a, b, c in (part.partition("}") for part in parts[1:]))])


def _rendered(drawing: Drawing, width: int, height: int, book: FrameBook, shades: Mapping[str, str]) -> Image.Image:
    key = (drawing, width, height, tuple(shades.items()), tuple(book.colours.items()))
    found = _drawings.get(key)
    if found is not None:
        return found
    over = 4 if max(width, height) <= 400 else 2
    size = (width * over, height * over)
    image = Image.new("RGBA", size)
    draw = ImageDraw.Draw(image)
    kx, ky = size[0] / drawing.size[0], size[1] / drawing.size[1]
    for half in (0, 1) if drawing.mirror else (0,):
        for layer in drawing.layers:
            x, y, w, h = layer.at
            for outline in outlines(layer.path):
                points = [_quarter(px, py, layer.turn) for px, py in outline]
                points = [(x + px * w / 100, y + py * h / 100) for px, py in points]
                if half:
                    points = [(drawing.size[0] - px, drawing.size[1] - py) for px, py in points]
                corners = [(px * kx, py * ky) for px, py in points]
                if layer.fill:
                    draw.polygon(corners, fill=book.colour(layer.fill, shades))
                if layer.line:
                    thickness = max(1, round(layer.line_width * kx))
                    draw.line([*corners, corners[0], corners[1]], book.colour(layer.line, shades), thickness, "curve")
    # Premultiplied, or the transparent ground would darken the edges.
    found = image.convert("RGBa").resize((width, height), Image.Resampling.BOX).convert("RGBA")
    _drawings.put(key, found, width * height * 4)
    return found


def _quarter(x: float, y: float, turn: int) -> tuple[float, float]:
    return ((x, y), (100 - y, x), (100 - x, 100 - y), (y, 100 - x))[turn % 4]
