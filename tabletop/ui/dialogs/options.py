"""The settings: what is chosen takes effect at once and is kept."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from tabletop.ui import settings as kept
from tabletop.ui import theme as themes
from tabletop.ui.dialogs.base import Dialog
from tabletop.ui.theme import SCALES

if TYPE_CHECKING:
    from tabletop.ui.app import App


VOLUMES = (0.2, 0.4, 0.6, 0.8, 1.0)
"""How loud sounds can be chosen to be; without any sound is a setting of its own."""


class Options(Dialog):
    """Looks, feel and sound."""

    size = (600, 430)
    title = "Settings"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.settings = app.settings
        self.fault = ""
        self.first = "ok"

    def body(self, rect: pygame.Rect) -> None:
        """One line for each setting."""
        px = self.theme.px
        left = self.buttons(rect, ("ok", "Close", self.done, True))
        s = self.settings
        y = left.y
        y = self._choice(left, y, "scale", "Size", [(f"{each:.0%}", each) for each in SCALES])
        y = self._choice(left, y, "theme", "Colours", [(themes.title(name), name) for name in themes.names()])
        y = self._choice(left, y, "cards", "Others' cards", [("Upright for me", "upright"), ("As they lie", "turned")])
        y = self._choice(left, y, "volume", "Volume", [(f"{each:.0%}", each) for each in VOLUMES])
        for number, (name, words, tip) in enumerate((
            ("animations", "Short animations", "Cards glide to their place; nothing ever waits for it"),
            ("physics", "Thrown cards slide, dice tumble", "A card let go of in full swing slides on"),
            ("sounds", "Sounds", ""),
            ("grid", "Things lie on a grid", "What is put on the free table; Ctrl in a drag is the other way round"),
            ("curtain", "A curtain when handing over", "Hides hands and log until the other player is there"),
        )):
            # Two beside each other: at 200 % there is no room for all below each other.
            wide = left.w // 2
            place = pygame.Rect(left.x + wide * (number % 2), y, wide - px(8), px(30))
            on = getattr(s, name)
            self.check(name, place, words, on, partial(self.set, name, not on), tip=tip)
            y += px(34) * (number % 2)
        y += px(34)
        if self.fault:
            self.lines(pygame.Rect(left.x, y, left.w, px(44)), self.fault, "small", "warn")

    def _choice(self, rect: pygame.Rect, y: int, name: str, words: str, choices: list[tuple[str, Any]]) -> int:
        px, theme = self.theme.px, self.theme
        self.label(rect.x, y + px(7), words, "body", "ink_soft", width=px(110))
        x = rect.x + px(116)
        for told, value in choices:
            wide = theme.width(told) + px(20)
            place = pygame.Rect(x, y, wide, px(32))
            self.button(f"{name} {told}", place, told, partial(self.set, name, value),
                        chosen=getattr(self.settings, name) == value)  # fmt: skip
            x += wide + px(6)
        return y + px(42)

    def set(self, name: str, value: Any) -> None:
        """Change a setting, keep it, and let it take effect."""
        setattr(self.settings, name, value)
        self.fault = kept.save(self.settings)
        self.dirty = True
        if name in ("scale", "theme", "cards", "animations", "physics"):
            self.app.restyle()
