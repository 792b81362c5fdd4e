"""Colours, fonts and sizes of the window, from one palette (`assets/themes/<name>.toml`) and one scale.

Lengths in the window's code are written for a scale of 100 % and go through `Theme.px`; text is drawn in the real size,
never scaled up, so that it is sharp at every scale.
"""

from __future__ import annotations

import tomllib
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pygame

from tabletop.cards.assets import asset, assets_folder

DEFAULT = "calm"
SCALES = (1.0, 1.25, 1.5, 1.75, 2.0)
"""The scales that the settings offer."""

_FACES = {
    "body": ("fonts/RobotoCondensed-Regular.ttf", 16),
    "bold": ("fonts/RobotoCondensed-Bold.ttf", 16),
    "italic": ("fonts/RobotoCondensed-Italic.ttf", 16),
    "small": ("fonts/RobotoCondensed-Regular.ttf", 14),
    "tiny": ("fonts/RobotoCondensed-Regular.ttf", 12),
    "small_bold": ("fonts/RobotoCondensed-Bold.ttf", 14),
    "head": ("fonts/RobotoSlab-Bold.otf", 18),
    "title": ("fonts/RobotoSlab-Bold.otf", 30),
    "display": ("fonts/RobotoSlab-Bold.otf", 44),
}
_FALLBACK = "fonts/DejaVuSansCondensed.ttf"
_TEXTS = 1500
_WORDS = 20_000
_PLAIN = frozenset([*map(chr, range(32, 127)), *map(chr, range(161, 256)), *"–—‘’“”…"])

SEAT_SIGNS = {"A": "●", "B": "▲", "C": "■", "D": "◆"}
"""A sign for each seat beside its colour, for those who do not see the colour."""


class ThemeError(ValueError):
    """A theme file is missing or broken; says which and why."""


def names() -> list[str]:
    """The themes that can be chosen: the files in `assets/themes`."""
    found = sorted(path.stem for path in (assets_folder() / "themes").glob("*.toml"))
    return sorted(found, key=lambda name: name != DEFAULT)


@lru_cache(maxsize=16)
def palette(name: str) -> Mapping[str, pygame.Color]:
    """The colours of a theme by their names. Raises ThemeError if the file cannot be used."""
    colours = {} if name == DEFAULT else dict(palette(DEFAULT))
    path = asset(f"themes/{name}.toml")
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise ThemeError(f"{path}: {fault}") from None
    for key, value in data.get("colours", {}).items():
        try:
            colours[key] = pygame.Color(value)
        except (ValueError, TypeError):
            raise ThemeError(f'{path}: colour "{key}" is {value!r}; write "#rrggbb"') from None
    return colours


def title(name: str) -> str:
    """What a theme is called in the settings."""
    try:
        return str(tomllib.loads(asset(f"themes/{name}.toml").read_text("utf-8")).get("name", name))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return name


class Theme:
    """The looks at one scale: `colour("panel")`, `px(12)`, `font("body")`, `text("Words", "body", "ink")`."""

    def __init__(self, name: str = DEFAULT, scale: float = 1.0) -> None:
        self.name = name
        self.scale = min(max(scale, SCALES[0]), SCALES[-1])
        self.warning = ""
        try:
            self._colours = palette(name)
        except ThemeError as fault:
            self.name, self.warning = DEFAULT, f"{fault}; the theme {DEFAULT!r} is used"
            self._colours = palette(DEFAULT)
        self._fonts: dict[str, pygame.font.Font] = {}
        self._texts: OrderedDict[tuple[str, str, str], pygame.Surface] = OrderedDict()
        self._words: dict[tuple[str, str], int] = {}
        if not pygame.font.get_init():
            pygame.font.init()

    def colour(self, name: str) -> pygame.Color:
        """A colour of the palette. Raises KeyError for a name that it does not have."""
        return self._colours[name]

    def seat_colour(self, index: int) -> pygame.Color:
        """The colour of a seat's things, by the seat's own colour number."""
        return self._colours[("seat_a", "seat_b", "seat_c", "seat_d")[index % 4]]

    def px(self, length: float) -> int:
        """A length at this scale, in whole pixels; never 0 for what is not 0."""
        scaled = round(length * self.scale)
        return scaled if scaled or not length else 1

    def font(self, role: str) -> pygame.font.Font:
        """The font of a role: body, bold, italic, small, tiny, small_bold, head, title, display."""
        found = self._fonts.get(role)
        if found is None:
            face, size = _FACES[role]
            found = self._fonts[role] = pygame.font.Font(asset(face), round(size * self.scale))
        return found

    def line(self, role: str) -> int:
        """The height of a line in pixels."""
        return self.font(role).get_linesize()

    def width(self, words: str, role: str = "body") -> int:
        """How wide a text is, in pixels."""
        return sum(font.size(part)[0] for font, part in self._runs(words, role))

    def text(self, words: str, role: str = "body", colour: str = "ink") -> pygame.Surface:
        """A line of text as a picture with a clear ground. Kept: never draw on it."""
        key = (words, role, colour)
        found = self._texts.get(key)
        if found is not None:
            self._texts.move_to_end(key)
            return found
        runs = [font.render(part, True, self._colours[colour]) for font, part in self._runs(words, role)]
        height = self.line(role)
        if len(runs) == 1 and runs[0].height <= height:
            found = runs[0]
        else:
            found = pygame.Surface((max(sum(run.width for run in runs), 1), height), pygame.SRCALPHA)
            ascent, x = self.font(role).get_ascent(), 0
            for (font, _), run in zip(self._runs(words, role), runs, strict=True):
                found.blit(run, (x, ascent - font.get_ascent()))
                x += run.width
        self._texts[key] = found
        if len(self._texts) > _TEXTS:
            self._texts.popitem(last=False)
        return found

    def cut(self, words: str, width: int, role: str = "body") -> str:
        """The text, or as much of it as fits into `width` pixels with an ellipsis."""
        if self.width(words, role) <= width:
            return words
        low, high = 0, len(words)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(words[:middle].rstrip() + "…", role) <= width:
                low = middle
            else:
                high = middle - 1
        return words[:low].rstrip() + "…" if low else "…"

    def wrap(self, words: str, width: int, role: str = "body") -> list[str]:
        """The text in lines of at most `width` pixels; a word that is wider is broken."""
        lines: list[str] = []
        space = self._word(" ", role)
        for paragraph in words.split("\n"):
            line: list[str] = []
            used = 0
            for word in paragraph.split():
                wide = self._word(word, role)
                if line and used + space + wide <= width:
                    line.append(word)
                    used += space + wide
                    continue
                if line:
                    lines.append(" ".join(line))
                while wide > width and len(word) > 1:
                    count = len(word) - 1
                    while count > 1 and self.width(word[:count], role) > width:
                        count -= 1
                    lines.append(word[:count])
                    word = word[count:]
                    wide = self.width(word, role)
                line, used = [word], wide
            lines.append(" ".join(line))
        return lines

    def _word(self, word: str, role: str) -> int:
        """The width of a word, remembered: texts are made of the same words again and again."""
        key = (word, role)
        found = self._words.get(key)
        if found is None:
            if len(self._words) > _WORDS:
                self._words.clear()
            found = self._words[key] = self.width(word, role)
        return found

    def gui(self) -> dict[str, Any]:
        """The theme of pygame_gui's own elements (text fields and text boxes), for `UIManager` and `load_theme`."""
        shape = {
            "shape": "rounded_rectangle", "shape_corner_radius": str(self.px(4)),
            "border_width": "1", "shadow_width": "0",
        }  # fmt: skip
        font = {
            "name": "tabletop", "size": str(round(16 * self.scale)),
            "regular_path": str(asset(_FACES["body"][0])), "bold_path": str(asset(_FACES["bold"][0])),
            "italic_path": str(asset(_FACES["italic"][0])), "bold_italic_path": str(asset(_FACES["bold"][0])),
        }  # fmt: skip
        return {
            "defaults": {"colours": self._gui_colours(), "font": font, "misc": shape},
            # A text field has no ground of its own: the sheet that it lies on paints that, and its placeholder.
            "text_entry_line": {
                "font": font, "colours": {"dark_bg": "#00000000", "disabled_dark_bg": "#00000000"},
                "misc": {"shape": "rectangle", "border_width": "0", "shadow_width": "0", "padding": "2,2"},
            },
            "text_box": {"font": font, "misc": {**shape, "padding": f"{self.px(10)},{self.px(8)}"}},
            "text_box.vertical_scroll_bar": {"misc": {**shape, "enable_arrow_buttons": "0"}},
            "vertical_scroll_bar": {"misc": {**shape, "enable_arrow_buttons": "0"}},
        }  # fmt: skip

    def _gui_colours(self) -> dict[str, str]:
        names = {
            "normal_bg": "button", "hovered_bg": "button_hover", "disabled_bg": "panel", "selected_bg": "button_hover",
            "active_bg": "button_down", "dark_bg": "panel_sunk", "disabled_dark_bg": "panel_sunk",
            "normal_text": "ink", "hovered_text": "ink", "disabled_text": "ink_faint", "selected_text": "ink",
            "active_text": "ink", "normal_border": "edge_strong", "hovered_border": "accent", "disabled_border": "edge",
            "selected_border": "focus", "active_border": "focus", "link_text": "rules", "link_hover": "accent",
            "link_selected": "accent", "text_shadow": "panel", "filled_bar": "accent", "unfilled_bar": "panel_sunk",
            "text_cursor": "ink",
        }  # fmt: skip
        colours = {key: _hex(self._colours[name]) for key, name in names.items()}
        return {**colours, "selected_bg": _hex(self._colours["edge_strong"])}

    def _runs(self, words: str, role: str) -> list[tuple[pygame.font.Font, str]]:
        """The text in pieces that one font has; what Roboto lacks comes from DejaVu, in the same size."""
        font = self.font(role)
        if _PLAIN.issuperset(words):
            return [(font, words)]
        found: list[tuple[pygame.font.Font, str]] = []
        for char in words:
            if not char.isprintable():
                char = " "
            use = font if char in _PLAIN or _has(role, char) else self._fallback(role)
            if found and found[-1][0] is use:
                found[-1] = (use, found[-1][1] + char)
            else:
                found.append((use, char))
        return found or [(font, "")]

    def _fallback(self, role: str) -> pygame.font.Font:
        key = f"fallback {role}"
        found = self._fonts.get(key)
        if found is None:
            size = _FACES[role][1]
            found = self._fonts[key] = pygame.font.Font(asset(_FALLBACK), round(size * self.scale * 0.92))
        return found


def _hex(colour: pygame.Color) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)


@lru_cache(maxsize=8)
def _probe(face: str) -> pygame.font.Font:
    return pygame.font.Font(asset(face), 24)


@lru_cache(maxsize=4096)
def _has(role: str, char: str) -> bool:
    """Whether the font of a role has a character itself: what it lacks, it draws like U+FFFF, which no font has."""
    return char.isspace() or _picture(role, char) != _picture(role, "\uffff")


def _picture(role: str, char: str) -> bytes:
    return pygame.image.tobytes(_probe(_FACES[role][0]).render(char, True, "white", "black"), "RGB")


def theme_file(name: str) -> Path:
    """Where a theme lies, for messages."""
    return asset(f"themes/{name}.toml")
