"""The fonts of card faces: shipped with the program, so that a card looks the same everywhere.

A character that a font lacks is taken from the fallback font, which has nearly all signs. Font objects belong to one
thread each, since FreeType's are not made to be shared.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import lru_cache
from typing import Literal, get_args

from PIL import Image, ImageDraw, ImageFont

from tabletop.cards.assets import asset

FontName = Literal["body", "bold", "italic", "title"]
FONT_NAMES: tuple[str, ...] = get_args(FontName)

_FILES = {
    "body": "fonts/RobotoCondensed-Regular.ttf",
    "bold": "fonts/RobotoCondensed-Bold.ttf",
    "italic": "fonts/RobotoCondensed-Italic.ttf",
    "title": "fonts/RobotoSlab-Bold.otf",
    "fallback": "fonts/DejaVuSansCondensed.ttf",
}
_OPEN_FONTS = 96  # for each thread; a set of faces in one size needs about twenty
_PLAIN = frozenset(chr(c) for c in (*range(32, 127), *range(161, 256)))  # every shipped font has these


class _Open(threading.local):
    def __init__(self) -> None:
        self.fonts: OrderedDict[tuple[str, float], ImageFont.FreeTypeFont] = OrderedDict()


_open = _Open()


def rounded(size: float) -> float:
    """The size in pixels that is really used: fine steps where they are seen, few of them where not."""
    if size < 20:
        return max(1.0, round(size * 2) / 2)
    return float(round(size)) if size < 60 else round(size / 2) * 2.0


def font(name: str, size: float) -> ImageFont.FreeTypeFont:
    """This thread's font object of a name and a size in pixels."""
    key = (name, size)
    fonts = _open.fonts
    found = fonts.get(key)
    if found is None:
        # The basic layout is the same on every system and needs no further library.
        found = ImageFont.truetype(str(asset(_FILES[name])), size, layout_engine=ImageFont.Layout.BASIC)
        fonts[key] = found
        if len(fonts) > _OPEN_FONTS:
            fonts.popitem(last=False)
    else:
        fonts.move_to_end(key)
    return found


@lru_cache(maxsize=40_000)
def text_width(name: str, size: float, text: str) -> float:
    """How wide a text is in pixels."""
    return sum(font(part, size).getlength(piece) for part, piece in runs(name, text))


@lru_cache(maxsize=512)
def metrics(name: str, size: float) -> tuple[int, int, int]:
    """Ascent, descent and the height of a capital letter, in pixels."""
    of = font(name, size)
    ascent, descent = of.getmetrics()
    return ascent, descent, int(-of.getbbox("H", anchor="ls")[1])


@lru_cache(maxsize=4096)
def runs(name: str, text: str) -> tuple[tuple[str, str], ...]:
    """The text cut into pieces that one font has: (font name, piece)."""
    if _PLAIN.issuperset(text):
        return ((name, text),) if text else ()
    found: list[tuple[str, str]] = []
    for char in text:
        part = name if char in _PLAIN or has_glyph(name, char) else "fallback"
        if found and found[-1][0] == part:
            found[-1] = (part, found[-1][1] + char)
        else:
            found.append((part, char))
    return tuple(found)


@lru_cache(maxsize=8192)
def has_glyph(name: str, char: str) -> bool:
    """Whether a font can draw a character: what it cannot, it draws like U+FFFF, which no font has."""
    if char.isspace():
        return True
    of = font(name, 24.0)
    return bytes(of.getmask(char)) != bytes(of.getmask("\uffff"))


def draw_text(
    draw: ImageDraw.ImageDraw, x: float, baseline: float, text: str, name: str, size: float,
    fill: tuple[int, ...], outline: tuple[int, ...] | None = None, outline_width: int = 0,
) -> None:  # fmt: skip
    """Draws one line of text from `x` on a baseline; `outline` is a second colour around the letters."""
    for part, piece in runs(name, text):
        of = font(part, size)
        if outline is not None and outline_width:
            draw.text((x, baseline), piece, fill, of, anchor="ls", stroke_width=outline_width, stroke_fill=outline)
        else:
            draw.text((x, baseline), piece, fill, of, anchor="ls")
        x += of.getlength(piece)


def text_mask(text: str, name: str, size: float) -> Image.Image:
    """A text as an "L" image of its own, cut to its ink: for text that is turned."""
    width = max(1, round(text_width(name, size, text)) + 2)
    ascent, descent, _ = metrics(name, size)
    image = Image.new("L", (width, ascent + descent))
    draw_text(ImageDraw.Draw(image), 1, ascent, text, name, size, (255,))
    return image
