"""Faces of the things on a table that are no cards: tokens, counters, dice, coins and notes."""

from __future__ import annotations

from zlib import crc32

from PIL import Image

from tabletop.cards import shapes
from tabletop.cards.frames import Colour, FrameBook, mixed, parse_hex, plain_book, readable_on
from tabletop.cards.paint import Canvas, rounded_mask
from tabletop.cards.textfit import Style, fit

PIECE_KINDS = ("token", "counter", "die", "coin", "note")

NOTE_SHAPE = 0.75
"""The height of a note in widths; everything else is as high as it is wide."""

COLOURS = ("#b3282d", "#22578f", "#2a7d3c", "#8a5a12", "#6d2c7d", "#1d7480", "#b5541c", "#4a5568")
"""What tokens and counters are coloured with, by their words, where nothing else is said."""

_DIE_SHAPES = {4: "triangle", 8: "diamond", 10: "lozenge", 12: "pentagon", 20: "hexagon"}
_DIE_MIDDLE = {4: 0.62, 12: 0.54}  # where a shape's middle lies, of its height
_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


def draw_piece(
    kind: str, text: str = "", value: int = 0, size: int = 64, *, sides: int = 6, colour: str | None = None
) -> Image.Image:
    """The face of a piece as an RGBA image `size` pixels wide.

    A token shows its text, a counter its value and its text below, a die its value (up to six sides as pips), a coin
    heads (value 1) or tails (0), a note its text. `colour` is "#rrggbb". Raises ValueError for a kind that is none.
    """
    if kind not in PIECE_KINDS:
        raise ValueError(f'"{kind}" is no kind of piece: {", ".join(PIECE_KINDS)}')
    size = max(8, size)
    book = plain_book()
    main = parse_hex(colour) if colour else parse_hex(COLOURS[crc32(text.encode()) % len(COLOURS)])
    if kind == "note":
        return _note(text, size, parse_hex(colour) if colour else parse_hex("#f6e58d"), book)
    if kind == "die":
        return _die(value, sides, size, parse_hex(colour) if colour else parse_hex("#f4efe2"), book)
    if kind == "coin":
        return _coin(value, size, book)
    return _disc(text, str(value) if kind == "counter" else "", size, main, book)


def _disc(text: str, number: str, size: int, main: Colour, book: FrameBook) -> Image.Image:
    canvas = Canvas(size, size, mixed(main, (0, 0, 0, 255), 0.35))
    rim, inner = max(1, round(size * 0.05)), max(2, round(size * 0.085))
    circle = book.shapes["circle"]
    canvas.shape(circle, (rim, rim, size - rim, size - rim), (mixed(main, (255, 255, 255, 255), 0.55),))
    canvas.shape(circle, (inner, inner, size - inner, size - inner), (main,))
    ink = readable_on(main, book)
    if number:
        label = bool(text) and size >= 40
        _write(canvas, number, (0.16, 0.14 if label else 0.2, 0.68, 0.5 if label else 0.6), "title", size, 0.5, ink, 1)
        if label:
            _write(canvas, text, (0.24, 0.63, 0.52, 0.19), "bold", size, 0.18, ink, 1)
    else:
        _write(canvas, text, (0.18, 0.22, 0.64, 0.56), "bold", size, 0.28, ink, 3)
    return _cut_out(canvas, shapes.mask(book.shapes["circle"], size, size))


def _die(value: int, sides: int, size: int, main: Colour, book: FrameBook) -> Image.Image:
    ink = readable_on(main, book)
    light, dark = mixed(main, (255, 255, 255, 255), 0.5), mixed(main, (0, 0, 0, 255), 0.28)
    canvas = Canvas(size, size, dark)
    edge = max(1, round(size * 0.05))
    if sides == 6 or (sides < 6 and sides != 4):
        canvas.panel((edge, edge, size - edge, size - edge), (light, main), round(size * 0.16))
        outline = rounded_mask(size, size, round(size * 0.19))
        if value in _PIPS:
            side = max(2, round(size * 0.19))
            for column, row in _PIPS[value]:
                x, y = (round(size * (0.25 + 0.25 * n) - side / 2) for n in (column, row))
                canvas.shape(book.shapes["circle"], (x, y, x + side, y + side), (ink,))
            return _cut_out(canvas, outline)
    else:
        path = book.shapes[_DIE_SHAPES.get(sides, "circle")]
        outline = shapes.mask(path, size, size)
        canvas.shape(path, (edge, edge, size - edge, size - edge), (light, main))
    middle = _DIE_MIDDLE.get(sides, 0.5)
    wide = 0.36 if sides in (4, 10) else 0.5
    _write(canvas, str(value), (0.5 - wide / 2, middle - 0.22, wide, 0.44), "title", size, 0.4, ink, 1)
    return _cut_out(canvas, outline)


def _coin(value: int, size: int, book: FrameBook) -> Image.Image:
    heads = value == 1
    main = parse_hex("#d9a93a" if heads else "#b9c0c8")
    dark = mixed(main, (0, 0, 0, 255), 0.45)
    canvas = Canvas(size, size, mixed(main, (0, 0, 0, 255), 0.25))
    circle = book.shapes["circle"]
    for share, fill in ((0.04, (mixed(main, (255, 255, 255, 255), 0.45), main)), (0.1, (main,))):
        inset = max(1, round(size * share))
        canvas.shape(circle, (inset, inset, size - inset, size - inset), fill)
    # The sign and the word tell heads from tails, not the metal alone.
    left, right = round(size * 0.3), size - round(size * 0.3)
    top = round(size * (0.17 if size >= 40 else 0.3))
    canvas.shape(book.shapes["crown" if heads else "star"], (left, top, right, top + right - left), (dark,))
    if size >= 40:
        _write(canvas, "heads" if heads else "tails", (0.2, 0.62, 0.6, 0.2), "bold", size, 0.17, dark, 1)
    return _cut_out(canvas, shapes.mask(circle, size, size))


def _note(text: str, size: int, main: Colour, book: FrameBook) -> Image.Image:
    height = round(size * NOTE_SHAPE)
    canvas = Canvas(size, height, main)
    canvas.panel((0, 0, size, height), (mixed(main, (255, 255, 255, 255), 0.35), main))
    canvas.panel((0, 0, size, max(2, round(height * 0.1))), (mixed(main, (0, 0, 0, 255), 0.14),))
    box = (0.06, 0.14, 0.88, 0.72)
    style = Style("body", size * 0.13, max(5.5, size * 0.045), 0, "left", "middle")
    fitted = fit(text, size * box[2], height * box[3], style)
    canvas.text(fitted, size * box[0], height * box[1], "body", readable_on(main, book))
    fold = max(3, round(size * 0.12))
    canvas.shape(
        "M 0 0 H 100 L 0 100 Z", (size - fold, height - fold, size, height), (mixed(main, (0, 0, 0, 255), 0.25),)
    )
    mask = rounded_mask(size, height, max(1, round(size * 0.02))).copy()
    cut = shapes.mask("M 100 0 V 100 H 0 Z", fold, fold)
    mask.paste(0, (size - fold, height - fold), cut)
    return _cut_out(canvas, mask)


def _write(
    canvas: Canvas, text: str, box: tuple[float, float, float, float], font: str, size: int, share: float,
    ink: Colour, lines: int,
) -> None:  # fmt: skip
    """Text in the middle of a box given in shares of the size; `share` is the largest size of the letters."""
    style = Style(font, size * share, max(5.5, size * share * 0.4), lines, "center", "middle", 1.0)
    fitted = fit(text, size * box[2], size * box[3], style)
    canvas.text(fitted, size * box[0], size * box[1], font, ink)


def _cut_out(canvas: Canvas, mask: Image.Image) -> Image.Image:
    image = canvas.image.convert("RGBA")
    image.putalpha(mask)
    return image
