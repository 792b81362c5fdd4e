"""The panel at the right: seats and turn, undo and redo, and below them the log, the undo list or the facts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

import pygame

from tabletop.ui.panels import seats
from tabletop.ui.panels.facts import FactsView
from tabletop.ui.panels.log import LogView
from tabletop.ui.panels.steps import StepsView
from tabletop.ui.sheet import Sheet

if TYPE_CHECKING:
    from tabletop.ui.overlay import Overlay

Tab = Literal["log", "steps", "facts"]
TABS: tuple[tuple[Tab, str], ...] = (("log", "Log"), ("steps", "Undo list"), ("facts", "Facts"))

WIDTH = 268
MOST = 0.4
"""The panel never takes more than this part of the window."""


class SidePanel(Sheet):
    """Shown at the right edge of the window, unless panels are hidden."""

    def __init__(self, desk: Overlay) -> None:
        super().__init__(desk.theme)
        self.desk = desk
        self.tab: Tab = "log"
        self.log = LogView(desk.session)
        self.steps = StepsView(desk)
        self.facts = FactsView(desk)

    def paint(self) -> None:
        """From the top: seats, turn, buttons, tabs, and what the chosen tab shows."""
        px, surface = self.theme.px, self.surface
        pygame.draw.rect(surface, self.theme.colour("edge"), (0, 0, px(1), self.rect.h))
        pad = px(8)
        x, width = pad, self.rect.w - 2 * pad
        compact = self.rect.h < seats.height(self.desk, width, False) + px(330)
        y = pad
        seats.paint(self, self.desk, pygame.Rect(x, y, width, self.rect.h), compact)
        y += seats.height(self.desk, width, compact)
        if seats.has_turn(self.desk):
            self.rule(x, y, width)
            seats.paint_turn(self, self.desk, pygame.Rect(x, y + px(3), width, px(30)))
            y += px(36)
        self._buttons(x, y, width)
        y += px(36)
        self._tabs(x, y, width)
        y += px(28)
        content = pygame.Rect(x, y, width, self.rect.h - y - pad)
        self.box(content, "panel_sunk", "", 0)
        shown: LogView | StepsView | FactsView = self.log
        if self.tab != "log":
            shown = self.steps if self.tab == "steps" else self.facts
        shown.show(self, content.inflate(-px(4), -px(6)))

    def _buttons(self, x: int, y: int, width: int) -> None:
        px, desk = self.theme.px, self.desk
        labels = desk.keys.bindings.labels
        menu = px(40)
        each = (width - menu - 2 * px(6)) // 2
        history = desk.session.history
        top, tall = y + px(2), px(30)
        self.button("undo", pygame.Rect(x, top, each, tall), "↶ Undo", desk.undo, enabled=history.can_undo,
                    tip=f"Take back the last step  {labels.get('undo', '')}")  # fmt: skip
        self.button("redo", pygame.Rect(x + each + px(6), top, each, tall), "↷ Redo", desk.redo,
                    enabled=history.can_redo, tip=f"Make it again  {labels.get('redo', '')}")  # fmt: skip
        self.button("menu", pygame.Rect(x + width - menu, top, menu, tall), "☰", desk.main_menu,
                    tip="Save, open, settings, keys …  Esc")  # fmt: skip

    def _tabs(self, x: int, y: int, width: int) -> None:
        px = self.theme.px
        step = width // len(TABS)
        for number, (tab, name) in enumerate(TABS):
            rect = pygame.Rect(x + number * step, y, step if number < len(TABS) - 1 else width - number * step, px(28))
            chosen = tab == self.tab
            if chosen:
                self.box(rect, "panel_sunk", "", 0)
                pygame.draw.rect(self.surface, self.theme.colour("accent"), (rect.x, rect.y, rect.w, px(2)))
            over = self.region(f"tab {tab}", rect, partial(self.show_tab, tab))
            colour = "ink" if chosen else "accent_hover" if over else "ink_soft"
            top = rect.y + (rect.h - self.theme.line("small")) // 2
            self.label(rect.x, top, name, "small_bold" if chosen else "small", colour, width=rect.w, align="center")

    def show_tab(self, tab: Tab) -> None:
        """Show another tab."""
        self.tab, self.dirty = tab, True
