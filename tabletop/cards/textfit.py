"""Text that fits its box: shrunk first, then hyphenated, then cut with an ellipsis.

Icons stand in the text as words in braces.

Everything is in pixels. A layout depends on nothing but its arguments, so layouts are kept and shared by all threads.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tabletop.cards.fonts import metrics, rounded, text_width

ICON_SIZE = 1.0
"""The height and width of an icon in text, in sizes of its font."""

PARAGRAPH_GAP = 0.38
"""The extra room between two paragraphs, in lines."""

ELLIPSIS = "…"
_ICON = re.compile(r"\{([A-Za-z][\w-]*)\}")
_BREAKS = re.compile(r"(?<=[-–—/])(?=\w)")
_SHRINK = 0.94


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text, or an icon, with the left end of its baseline relative to the box's corner."""

    x: float
    baseline: float
    text: str
    icon: bool = False


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text laid out: its size, the pieces, how much room they take, and whether all of the text is there."""

    size: float
    pieces: tuple[Piece, ...]
    width: float
    height: float
    lines: int
    complete: bool


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is to be set. `size` is the largest size in pixels, `smallest` the smallest; `leading` is in sizes."""

    font: str = "body"
    size: float = 12.0
    smallest: float = 6.0
    lines: int = 0
    """At most so many lines; 0 for as many as fit."""
    align: str = "left"
    valign: str = "top"
    leading: float = 1.17


@lru_cache(maxsize=4096)
def fit(text: str, width: float, height: float, style: Style, icons: frozenset[str] = frozenset()) -> Fitted:
    """Lays `text` out in a box of `width` x `height` in the largest size that fits.

    Words in braces that `icons` names become icons; others stay as words. When even the smallest size is too large,
    long words are hyphenated and the end is cut off with an ellipsis.
    """
    paragraphs = _paragraphs(text, icons)
    if not paragraphs or width < 1 or height < 1:
        return Fitted(style.size, (), 0, 0, 0, not paragraphs)
    sizes = _sizes(style.size, style.smallest, height, style.leading)
    low, high = 0, len(sizes) - 1
    best: tuple[float, list[_Line]] | None = None
    while low <= high:  # a larger size never fits where a smaller one does not
        middle = (low + high) // 2
        lines = _wrapped(paragraphs, sizes[middle], width, height, style)
        if lines is None:
            low = middle + 1
        else:
            best, high = (sizes[middle], lines), middle - 1
    complete = best is not None
    size, lines = best if best is not None else (sizes[-1], _cut(paragraphs, sizes[-1], width, height, style))
    return _place(size, lines, width, height, style, complete)


@dataclass(slots=True)
class _Word:
    parts: tuple[tuple[str, bool], ...]
    """(text, whether it is an icon)"""
    space: bool
    """Whether a space comes before it."""

    def width(self, font: str, size: float) -> float:
        return sum(size * ICON_SIZE if icon else text_width(font, size, text) for text, icon in self.parts)


@dataclass(slots=True)
class _Line:
    words: list[_Word]
    width: float
    first: bool
    """Whether a paragraph begins here."""


def _paragraphs(text: str, icons: frozenset[str]) -> list[list[_Word]]:
    found: list[list[_Word]] = []
    for paragraph in text.split("\n"):
        words: list[_Word] = []
        for word in paragraph.split():
            for number, piece in enumerate(_BREAKS.split(word)):
                parts: list[tuple[str, bool]] = []
                for i, part in enumerate(_ICON.split(piece)):  # every second part is a word in braces
                    icon = i % 2 == 1 and part in icons
                    if parts and not icon and not parts[-1][1]:
                        parts[-1] = (parts[-1][0] + part, False)
                    elif part:
                        parts.append((part, icon))
                words.append(_Word(tuple(parts), number == 0))
        if words:
            found.append(words)
    return found


def _sizes(largest: float, smallest: float, height: float, leading: float) -> list[float]:
    """The sizes to try, the largest first. A line higher than the box is never tried, whatever `smallest` says."""
    top = min(largest, height / min(leading, 1.0))
    sizes = [rounded(top)]
    while sizes[-1] * _SHRINK >= smallest:
        smaller = rounded(sizes[-1] * _SHRINK)
        sizes.append(smaller if smaller < sizes[-1] else sizes[-1] - 0.5)
    return sizes


def _line_height(size: float, style: Style) -> float:
    return size * style.leading


def _heights(lines: list[_Line], size: float, style: Style) -> float:
    gaps = sum(line.first for line in lines[1:])
    # The last line needs its letters only, not the gap below them.
    return (len(lines) - 1 + gaps * PARAGRAPH_GAP) * _line_height(size, style) + size * min(style.leading, 1.12)


def _wrapped(
    paragraphs: list[list[_Word]], size: float, width: float, height: float, style: Style
) -> list[_Line] | None:
    """The lines, or None where a word is too wide, or the lines are too many or too high."""
    lines: list[_Line] = []
    space = text_width(style.font, size, " ")
    for words in paragraphs:
        line = _Line([], 0.0, True)
        lines.append(line)
        for word in words:
            wide = word.width(style.font, size)
            if wide > width:
                return None
            gap = space if word.space and line.words else 0.0
            if line.words and line.width + gap + wide > width:
                line = _Line([], 0.0, False)
                lines.append(line)
                if style.lines and len(lines) > style.lines:
                    return None
                gap = 0.0
            line.words.append(word)
            line.width += gap + wide
    if style.lines and len(lines) > style.lines:
        return None
    return lines if _heights(lines, size, style) <= height + 0.01 else None


def _cut(paragraphs: list[list[_Word]], size: float, width: float, height: float, style: Style) -> list[_Line]:
    """As many lines as there is room for, long words hyphenated, the last line ending in an ellipsis."""
    font = style.font
    room = [[piece for word in words for piece in _hyphenated(word, font, size, width)] for words in paragraphs]
    loose = Style(font, size, size, 0, style.align, style.valign, style.leading)
    lines = _wrapped(room, size, width, float("inf"), loose) or []
    most = len(lines) if not style.lines else min(style.lines, len(lines))
    while most > 1 and _heights(lines[:most], size, style) > height:
        most -= 1
    if most == len(lines):  # hyphens alone were enough
        return lines
    last = lines[most - 1]
    words = list(last.words)
    while words:
        end = _Word((*words[-1].parts, (ELLIPSIS, False)), words[-1].space)
        wide = _line_width([*words[:-1], end], font, size)
        if wide <= width:
            lines[most - 1] = _Line([*words[:-1], end], wide, last.first)
            break
        shorter = _shortened(words[-1])
        words[-1:] = [shorter] if shorter is not None else []
    else:
        lines[most - 1] = _Line([], 0.0, last.first)
    return lines[:most]


def _shortened(word: _Word) -> _Word | None:
    text, icon = word.parts[-1]
    parts = word.parts[:-1] if icon or len(text) < 2 else (*word.parts[:-1], (text[:-1].rstrip(",.;:- "), False))
    return _Word(parts, word.space) if parts and parts[-1][0] else None


def _line_width(words: list[_Word], font: str, size: float) -> float:
    space = text_width(font, size, " ")
    return sum(word.width(font, size) + (space if word.space and i else 0.0) for i, word in enumerate(words))


def _hyphenated(word: _Word, font: str, size: float, width: float) -> list[_Word]:
    """The word, cut with hyphens so that no piece is wider than the line."""
    if word.width(font, size) <= width:
        return [word]
    found: list[_Word] = []
    space = word.space
    for text, icon in word.parts:
        while not icon and len(text) > 1 and text_width(font, size, text) > width:
            count = len(text) - 1
            while count > 1 and text_width(font, size, text[:count] + "-") > width:
                count -= 1
            found.append(_Word(((text[:count] + "-", False),), space))
            text, space = text[count:], False
        if icon or text_width(font, size, text) <= width:
            found.append(_Word(((text, icon),), space))
        space = False
    return found


def _place(
    size: float, lines: list[_Line], width: float, height: float, style: Style, complete: bool
) -> Fitted:
    ascent, descent, capital = metrics(style.font, size)
    step = _line_height(size, style)
    gaps = sum(line.first for line in lines[1:])
    span = (len(lines) - 1 + gaps * PARAGRAPH_GAP) * step
    # Seen from afar a line is as high as its capitals: these are put in the middle, not the line's full height.
    total = span + capital
    if style.valign == "middle":
        top = (height - total) / 2
    elif style.valign == "bottom":
        top = height - total - min(descent, size * 0.22)
    else:
        top = max(0.0, min(ascent, size * 0.92) - capital)
    baseline = max(top, 0.0) + capital
    space = text_width(style.font, size, " ")
    pieces: list[Piece] = []
    for number, line in enumerate(lines):
        if number:
            baseline += step * (1 + PARAGRAPH_GAP if line.first else 1)
        x = {"left": 0.0, "center": (width - line.width) / 2, "right": width - line.width}[style.align]
        text, start = "", x
        for i, word in enumerate(line.words):
            if word.space and i:
                text, x = text + " ", x + space
            for part, icon in word.parts:
                if icon:
                    if text.strip():
                        pieces.append(Piece(start, baseline, text))
                    pieces.append(Piece(x, baseline, part, True))
                    x += size * ICON_SIZE
                    text, start = "", x
                else:
                    text, x = text + part, x + text_width(style.font, size, part)
        if text.strip():
            pieces.append(Piece(start, baseline, text))
    widest = max((line.width for line in lines), default=0.0)
    return Fitted(size, tuple(pieces), widest, _heights(lines, size, style) if lines else 0.0, len(lines), complete)
