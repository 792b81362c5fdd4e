"""How a game's cards are drawn, as its frames.toml says: frames made of boxes, colours, icons, drawings and card backs.

The format is told in cardsets/README.md. Every game builds on the shipped frames of assets/frames.toml, so a game
without frames of its own has readable cards. Reading never fails: what cannot be used is left out and is a problem.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, cast

import tomli

from tabletop.cards.assets import asset
from tabletop.cards.document import Document
from tabletop.cards.fonts import FONT_NAMES
from tabletop.cards.model import GameDef
from tabletop.cards.problems import Problem, suggest, suggest_or_list
from tabletop.cards.shapes import PathError, outlines
from tabletop.cards.text import template
from tabletop.cards.typed import TypedTable, finite

PLAIN = "plain"
"""The frame and the back that every game has."""

COMPACT_BELOW = 150
"""Faces narrower than this many pixels are drawn compact, unless a frames.toml says another number."""

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\Z")
_SHARE = re.compile(r"(?P<colour>\S.*?)\s+(?P<share>\d{1,3})%\Z")
_SHADES = ("main", "pale", "deep", "ink")
_COVERS = ("auto", "art", "face")
_ALIGNS = ("left", "center", "right")
_VALIGNS = ("top", "middle", "bottom")
_MAX_DEPTH = 16

Colour = tuple[int, int, int, int]
Rect = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """One rectangle of a face and what it shows. Lengths are in the units of the frames file: millimetres as a rule."""

    name: str
    at: Rect = (0.0, 0.0, 0.0, 0.0)
    when: tuple[str, ...] = ()
    layer: int = 0
    shape: str = ""
    radius: float = 0.0
    fill: tuple[str, ...] = ()
    split: bool = False
    line: str = ""
    line_width: float = 0.3
    pad: tuple[float, float] = (0.0, 0.0)
    text: str = ""
    font: str = "body"
    size: float = 3.0
    smallest: float = 0.0
    lines: int = 1
    align: str = "left"
    valign: str = "middle"
    leading: float = 1.17
    colour: str = "auto"
    outline: str = ""
    caps: bool = False
    turn: int = 0
    icon: str = ""
    icons: str = ""
    ground: str = ""
    each: float = 4.0
    gap: float = 0.6
    column: bool = False
    stamps: str = ""
    drawing: str = ""
    tile: str = ""
    every: float = 5.0
    picture: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A way to draw a card: whole, whole with a picture in its art box, and compact for far away."""

    name: str
    paper: tuple[str, ...]
    edge: str
    edge_width: float
    colour_by: str
    palette: str
    covers: str
    full: tuple[Box, ...]
    pictured: tuple[Box, ...]
    compact: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Icon:
    """A sign that stands for a word: its outline, and its colour ("" for the colour of the text around it)."""

    path: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Layer:
    """One filled outline of a drawing, stretched to a part of it."""

    path: str
    at: Rect
    fill: str
    line: str
    line_width: float
    turn: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture made of outlines; with `mirror` everything is drawn a second time, turned half round."""

    size: tuple[float, float]
    layers: tuple[Layer, ...]
    mirror: bool


Shades = Mapping[str, str]
"""The colours that a palette gives one word: main, pale, deep, ink."""


@dataclass(slots=True)
class FrameBook:
    """Everything a game's faces are drawn with."""

    size: tuple[float, float] = (63.0, 88.0)
    corner: float = 3.0
    compact_below: int = COMPACT_BELOW
    colours: dict[str, str] = field(default_factory=dict)
    palettes: dict[str, dict[str, Shades]] = field(default_factory=dict)
    shapes: dict[str, str] = field(default_factory=dict)
    icons: dict[str, Icon] = field(default_factory=dict)
    drawings: dict[str, Drawing] = field(default_factory=dict)
    layouts: dict[str, tuple[tuple[float, float, int], ...]] = field(default_factory=dict)
    frames: dict[str, Frame] = field(default_factory=dict)
    backs: dict[str, Frame] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    icon_words: frozenset[str] = frozenset()
    """The words that stand in texts in braces and become icons."""

    def frame(self, name: str) -> Frame:
        """The frame of that name, or the plain one."""
        return self.frames.get(name) or self.frames[PLAIN]

    def back(self, name: str) -> Frame:
        """The back of that name, or the plain one."""
        return self.backs.get(name) or self.backs[PLAIN]

    def shades(self, palette: str, words: Iterable[str]) -> tuple[Shades, ...]:
        """The colours of the card as a whole, then those of each word; of no words those of "*".

        As a whole, several words have the colours "+", or where the palette has none those of the first.
        """
        entries = self.palettes.get(palette, {})
        other = entries.get("*") or _NO_SHADES
        each = tuple(entries.get(word, other) for word in words) or (other,)
        return (entries["+"] if len(each) > 1 and "+" in entries else each[0], *each)

    def colour(self, name: str, shades: Shades) -> Colour:
        """Red, green, blue and alpha of a colour as a frame names it; black where nobody knows it."""
        share = _SHARE.match(name)
        alpha = 255
        if share is not None:
            name, alpha = share["colour"], min(255, int(share["share"]) * 255 // 100)
        for _ in range(4):  # a name may stand for another name
            if name.startswith("#"):
                break
            name = shades.get(name[1:], "#000000") if name.startswith("@") else self.colours.get(name, "#000000")
        red, green, blue, own = parse_hex(name)
        return red, green, blue, own * alpha // 255


def parse_hex(text: str) -> Colour:
    """The colour of "#rgb", "#rrggbb" or "#rrggbbaa"; black where it is none of these."""
    if not _HEX.match(text):
        return 0, 0, 0, 255
    digits = "".join(2 * c for c in text[1:]) if len(text) == 4 else text[1:]
    alpha = int(digits[6:8], 16) if len(digits) == 8 else 255
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16), alpha


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """The colour between two, `share` of the way from `a` to `b`."""
    red, green, blue, alpha = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue, alpha


def luminance(colour: Colour) -> float:
    """How bright a colour is, from 0 to 1, as WCAG 2 reckons it."""
    red, green, blue = (c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: Colour, b: Colour) -> float:
    """The contrast ratio of two colours, from 1 to 21 (WCAG 2)."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def frames_of(game: GameDef) -> FrameBook:
    """The frames of a game, read again when its file has changed. Safe to call from any thread."""
    path = game.folder / "frames.toml"
    try:
        stat = path.stat()
        stamp: tuple[int, int] | None = (stat.st_mtime_ns, stat.st_size)
    except OSError:
        stamp = None
    with _lock:
        found = _books.get(path)
        if found is None or found[0] != stamp:
            found = _books[path] = (stamp, load_frames(path, game.fields))
        return found[1]


def plain_book() -> FrameBook:
    """The shipped frames alone, for cards whose game is not there."""
    with _lock:
        found = _books.get(None)
        if found is None:
            found = _books[None] = (None, load_frames(None))
        return found[1]


_books: dict[Path | None, tuple[tuple[int, int] | None, FrameBook]] = {}
_lock = threading.Lock()


def load_frames(path: Path | None, known_fields: Iterable[str] | None = None) -> FrameBook:
    """The shipped frames with those of a file put over them; the book's `problems` say what is wrong in that file.

    `known_fields` are the fields of the game: templates that speak of others are warned of.
    """
    book = FrameBook()
    shapes = tomli.loads(asset("shapes.toml").read_text(encoding="utf-8"))
    book.shapes.update(shapes)
    raw: _Raw = {"frames": {}, "backs": {}}
    _Reader(book, raw, Document(asset("frames.toml")), None).read()
    if path is not None and path.exists():
        document = Document(path)
        reader = _Reader(book, raw, document, known_fields)
        if document.readable:
            reader.read()
        book.problems = tuple(document.problems)
    book.icon_words = frozenset(word for word in book.icons if re.fullmatch(r"[A-Za-z][\w-]*", word))
    return book


_Partial = dict[str, Any]
"""The keys of a box that its table really has, already checked."""


@dataclass(slots=True)
class _RawFrame:
    like: str
    own: dict[str, Any]
    variants: dict[str, dict[str, _Partial]]


_Raw = dict[str, dict[str, _RawFrame]]
_NO_SHADES: Shades = {"main": "#5b6470", "pale": "#e6e8eb", "deep": "#3c434c", "ink": "#ffffff"}
_BOX_KEYS = {spec.name: spec.default for spec in fields(Box) if spec.name != "name"}


class _Reader:
    """Reads one frames file into a book; `raw` keeps the frames as written, so that a later file can build on them."""

    def __init__(self, book: FrameBook, raw: _Raw, document: Document, known_fields: Iterable[str] | None) -> None:
        self.book = book
        self.raw = raw
        self.top = TypedTable(document, document.data, ())
        self.known_fields = frozenset(known_fields) if known_fields is not None else None

    def read(self) -> None:
        book, top = self.book, self.top
        book.size = top.pair("size", book.size, positive=True)
        book.corner = top.number("corner", book.corner)
        book.compact_below = top.whole("compact_below", book.compact_below, 0, 2000)
        self._colours(top.table("colours"))
        for name, table in top.tables("palettes"):
            self._palette(name, table)
        self._shapes(top.table("shapes"))
        self._icons(top.table("icons"))
        book.drawings.update(top.each("drawings", self._drawing))
        self._layouts(top.table("layouts"))
        own = {kind: self._raw_frames(kind) for kind in ("frames", "backs")}
        top.done()
        for kind, target in (("frames", book.frames), ("backs", book.backs)):
            for name in self.raw[kind]:
                at = self._table(kind, name) if name in own[kind] else None
                target[name] = self._frame(kind, name, at)

    # colours, icons, drawings

    def _colours(self, table: TypedTable) -> None:
        for name in list(table.data):
            text = table.text(name)
            if self._good_colour(table, name, text, ()):
                self.book.colours[name] = text

    def _good_colour(self, table: TypedTable, key: str, text: str, shades: Iterable[str] = _SHADES) -> bool:
        share = _SHARE.match(text)
        name = share["colour"] if share is not None else text
        if _HEX.match(name) or name in self.book.colours or (name.startswith("@") and name[1:] in shades):
            return True
        known = [*self.book.colours, *(f"@{shade}" for shade in shades)]
        hint = "" if name.startswith("#") else suggest(name, known)
        hint = hint or "write #rrggbb or a name of [colours]"
        table.error(f'"{text}" is no colour', key, hint)
        return False

    def _palette(self, name: str, table: TypedTable) -> None:
        entries = self.book.palettes.setdefault(name, {})
        for word, value in table.data.items():
            if isinstance(value, str):
                table.take(word)
                given = {"main": value} if self._good_colour(table, word, value, ()) else {}
            else:
                inner = table.table(word)
                given = {
                    shade: text
                    for shade in _SHADES
                    if (text := inner.text(shade)) and self._good_colour(inner, shade, text, ())
                }
                inner.done()
            entries[word] = self._shades(given)
        table.done()

    def _shades(self, given: dict[str, str]) -> Shades:
        """Fills in the colours that a palette leaves out: a pale and a deep one, and one to write on the main one."""
        book = self.book
        main = book.colour(given.get("main", _NO_SHADES["main"]), {})
        made = {
            "main": main,
            "pale": mixed(main, (255, 255, 255, 255), 0.82),
            "deep": mixed(main, (0, 0, 0, 255), 0.38),
            "ink": readable_on(main, book),
        }
        return {
            shade: given.get(shade) or "#{:02x}{:02x}{:02x}{:02x}".format(*colour) for shade, colour in made.items()
        }

    def _shapes(self, table: TypedTable) -> None:
        for name in list(table.data):
            path = table.text(name)
            if self._good_path(table, name, path):
                self.book.shapes[name] = path

    def _good_path(self, table: TypedTable, key: str, path: str) -> bool:
        try:
            outlines(path)
        except PathError as fault:
            table.error(f"not an outline: {fault}", key, 'write it like an SVG path: "M 0 0 L 100 0 L 50 100 Z"')
            return False
        return True

    def _icons(self, table: TypedTable) -> None:
        for word, value in table.data.items():
            if isinstance(value, str):
                table.take(word)
                shape, colour = value, ""
                inner, key = table, word
            else:
                inner, key = table.table(word), "shape"
                shape, colour = inner.text("shape", needed=True), inner.text("colour")
                inner.done()
                if colour and not self._good_colour(inner, "colour", colour):
                    colour = ""
            if shape in self.book.shapes:
                self.book.icons[word] = Icon(self.book.shapes[shape], colour)
            elif shape:
                inner.error(f'"{shape}" is no shape', key, suggest(shape, self.book.shapes) or "see assets/shapes.toml")
        table.done()

    def _drawing(self, name: str, table: TypedTable) -> Drawing | None:
        size = table.pair("size", (100.0, 100.0), positive=True)
        mirror = table.flag("mirror")
        layers: list[Layer] = []
        for layer in table.array("layers"):
            path, shape = layer.text("path"), layer.text("shape")
            at = self._rect(layer, "at", (0.0, 0.0, 100.0, 100.0) if path else (0.0, 0.0, *size))
            fill, line = layer.text("fill"), layer.text("line")
            width = layer.number("line_width", 1.0)
            turn = layer.whole("turn", 0, 0, 3)
            layer.done()
            good = all(self._good_colour(layer, key, text) for key, text in (("fill", fill), ("line", line)) if text)
            if shape and shape not in self.book.shapes:
                layer.error(f'"{shape}" is no shape', "shape", suggest(shape, self.book.shapes))
            elif path and not self._good_path(layer, "path", path):
                continue
            elif not path and not shape:
                layer.error('a layer wants "path" or "shape"')
            elif good:
                layers.append(Layer(path or self.book.shapes[shape], at, fill, line, width, turn))
        table.done()
        return Drawing(size, tuple(layers), mirror)

    def _layouts(self, table: TypedTable) -> None:
        for name in list(table.data):
            value = table.take(name)
            spots: list[tuple[float, float, int]] = []
            for spot in value if isinstance(value, list) else [None]:
                if not isinstance(spot, list) or len(spot) not in (2, 3) or not all(finite(n) for n in spot):
                    table.error("a layout is a list of places", name, "write [[0.5, 0.1], [0.5, 0.9, 1]]")
                    break
                spots.append((float(spot[0]), float(spot[1]), int(spot[2]) if len(spot) == 3 else 0))
            else:
                self.book.layouts[name] = tuple(spots)

    def _rect(self, table: TypedTable, key: str, default: Rect) -> Rect:
        value = table.take(key)
        if value is None:
            return default
        if not isinstance(value, list) or len(value) != 4 or not all(finite(n) for n in value) or min(value[2:]) <= 0:
            table.error(f'"{key}" wants four numbers: left, top, width, height', key, f"write {key} = [4, 4, 55, 8]")
            return default
        return cast(Rect, tuple(float(n) for n in value))

    # frames

    def _table(self, kind: str, name: str) -> TypedTable:
        return TypedTable(self.top.document, self.top.data[kind][name], (kind, name))

    def _raw_frames(self, kind: str) -> set[str]:
        found: set[str] = set()
        for name, table in self.top.tables(kind):
            # A frame of the same name builds on the shipped one, if it does not say what it is like.
            like = table.text("like")
            own: dict[str, Any] = {}
            for key in ("edge", "colour_by", "palette"):
                if key in table.data:
                    own[key] = table.text(key)
            if "paper" in table.data:
                own["paper"] = self._fill(table, "paper")
            if "edge_width" in table.data:
                own["edge_width"] = table.number("edge_width")
            if "covers" in table.data:
                own["covers"] = table.choice("covers", _COVERS, "auto")
            if own.get("edge") and not self._good_colour(table, "edge", own["edge"]):
                del own["edge"]
            variants = {"full": self._boxes(table)}
            for variant in ("pictured", "compact"):
                inner = table.table(variant)
                variants[variant] = self._boxes(inner)
                inner.done()
            table.done()
            before = self.raw[kind].get(name)
            if before is not None and not like:
                variants = {v: _over(before.variants[v], boxes) for v, boxes in variants.items()}
                own, like = {**before.own, **own}, before.like
            self.raw[kind][name] = _RawFrame(like, own, variants)
            found.add(name)
        return found

    def _boxes(self, table: TypedTable) -> dict[str, _Partial]:
        inner = table.table("boxes")
        found: dict[str, _Partial] = {}
        for name, value in inner.data.items():
            if value is False:
                inner.take(name)
                found[name] = {"hide": True}
            else:
                found[name] = self._box(inner.table(name))
        return found

    def _box(self, table: TypedTable) -> _Partial:
        found: _Partial = {}
        for key, default in _BOX_KEYS.items():
            if key not in table.data:
                continue
            found[key] = self._value(table, key, default)
        table.done()
        return found

    def _value(self, table: TypedTable, key: str, default: Any) -> Any:
        special: dict[str, Callable[[], Any]] = {
            "at": lambda: self._rect(table, key, default),
            "when": lambda: table.words(key),
            "fill": lambda: self._fill(table, key),
            "pad": lambda: self._pad(table, key),
            "align": lambda: table.choice(key, _ALIGNS, default),
            "valign": lambda: table.choice(key, _VALIGNS, default),
            "font": lambda: table.choice(key, FONT_NAMES, default),
            "turn": lambda: table.whole(key, default, 0, 3),
            "lines": lambda: table.whole(key, default, 0, 99),
            "layer": lambda: table.whole(key, default),
            "shape": lambda: self._shape(table, key),
            "ground": lambda: self._shape(table, key),
            "drawing": lambda: self._template(table, key),
        }
        if key in special:
            return special[key]()
        if isinstance(default, bool):
            return table.flag(key, default)
        if isinstance(default, float):
            return table.number(key, default)
        if key in ("text", "icon", "stamps", "tile"):
            return self._template(table, key)
        text = table.text(key, default)
        good = text in ("auto", "") or key == "icons" or self._good_colour(table, key, text)
        if key == "icons":
            self._field(table, key, text)
        return text if good else default

    def _shape(self, table: TypedTable, key: str) -> str:
        name = table.text(key)
        if name and name not in self.book.shapes:
            table.error(f'"{name}" is no shape', key, suggest(name, self.book.shapes) or "see assets/shapes.toml")
            return ""
        return name

    def _fill(self, table: TypedTable, key: str) -> tuple[str, ...]:
        """One colour, or two for a gradient from top to bottom."""
        names = table.words(key)
        if len(names) > 2:
            table.error(f'"{key}" wants one colour, or two: the upper and the lower one', key)
            names = names[:1]
        return tuple(name for name in names if self._good_colour(table, key, name))

    def _pad(self, table: TypedTable, key: str) -> tuple[float, float]:
        value = table.data[key]
        if finite(value):
            table.take(key)
            return float(value), float(value)
        return table.pair(key, (0.0, 0.0))

    def _template(self, table: TypedTable, key: str) -> str:
        source = table.text(key)
        made = template(source)
        for fault in made.faults:
            table.error(fault, key)
        for name in made.fields:
            self._field(table, key, name)
        return source

    def _field(self, table: TypedTable, key: str, name: str) -> None:
        known = self.known_fields
        if known is None or not name:
            return
        stem = name
        while stem and stem not in known and stem not in COMPUTED:
            stem = stem.rpartition("_")[0]
        if not stem:
            table.warn(f"{{{name}}} is no field of this game", key, suggest_or_list(name, [*known, *COMPUTED]))

    def _frame(self, kind: str, name: str, table: TypedTable | None) -> Frame:
        chain = self._chain(kind, name, table)
        own: dict[str, Any] = {}
        variants: dict[str, dict[str, _Partial]] = {"full": {}, "pictured": {}, "compact": {}}
        for raw in chain:
            own.update(raw.own)
            for variant in ("full", "compact"):
                variants[variant] = _over(variants[variant], raw.variants[variant])
            # What a frame says of a box counts with a picture too, but does not bring back what a picture hides.
            pictured = _over(variants["pictured"], raw.variants["full"], keep_hidden=True)
            variants["pictured"] = _over(pictured, raw.variants["pictured"])
        colour_by = own.get("colour_by", "")
        palette = own.get("palette", "") or colour_by
        if table is not None and palette and palette not in self.book.palettes:
            key = "palette" if own.get("palette") else "colour_by"
            table.error(f'there is no [palettes.{palette}]', key, suggest(palette, self.book.palettes))
        return Frame(
            name=name,
            paper=own.get("paper") or ("#ffffff",),
            edge=own.get("edge", ""),
            edge_width=own.get("edge_width", 0.4),
            colour_by=colour_by,
            palette=palette,
            covers=own.get("covers", "auto"),
            full=self._finished(variants["full"], table, ()),
            pictured=self._finished(variants["pictured"], table, ("pictured",)),
            compact=self._finished(variants["compact"], table, ("compact",)),
        )

    def _chain(self, kind: str, name: str, table: TypedTable | None) -> list[_RawFrame]:
        """The frame and all that it is like, the remotest first."""
        chain: list[_RawFrame] = []
        seen: set[str] = set()
        while name:
            raw = self.raw[kind].get(name)
            if raw is None:
                if table is not None:
                    table.error(f'there is no [{kind}.{name}]', "like", suggest(name, self.raw[kind]))
                break
            if name in seen or len(chain) >= _MAX_DEPTH:
                if table is not None:
                    table.error("this frame is like itself", "like")
                break
            seen.add(name)
            chain.append(raw)
            name = raw.like
        return chain[::-1]

    def _finished(
        self, boxes: dict[str, _Partial], table: TypedTable | None, variant: tuple[str, ...]
    ) -> tuple[Box, ...]:
        made: list[Box] = []
        for name, partial in boxes.items():
            if partial.get("hide"):
                continue
            if "at" not in partial:
                if table is not None:
                    at = (*table.at, *variant, "boxes", name)
                    table.document.error('a box wants "at"', at, hint="add at = [left, top, width, height]")
                continue
            made.append(replace(Box(name), **partial))
        return tuple(sorted(made, key=lambda box: box.layer))


COMPUTED = ("name", "title", "text", "type", "type_id", "set", "id", "game", "facts", "seat")
"""What templates of frames may speak of beside a game's own fields."""


def readable_on(ground: Colour, book: FrameBook) -> Colour:
    """The ink or the light colour of a book, whichever can be read better on a ground."""
    ink, light = book.colour("ink", {}), book.colour("light", {})
    return ink if contrast(ink, ground) > contrast(light, ground) * 1.35 else light


def _over(
    below: dict[str, _Partial], above: dict[str, _Partial], *, keep_hidden: bool = False
) -> dict[str, _Partial]:
    """Boxes put over others of the same names: each key that is given replaces the one below."""
    merged = dict(below)
    for name, partial in above.items():
        before = merged.get(name, {})
        if not keep_hidden:
            before = {key: value for key, value in before.items() if key != "hide"}
        merged[name] = {**before, **partial}
    return merged
