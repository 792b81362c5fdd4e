"""The panel at the right: seats and turn, undo and redo, and below them the log, the undo list or the facts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

import pygame

from tabletop.ui.panels import seats
from tabletop.ui.panels.facts import FactsView
from tabletop.ui.panels.log import LogView
from tabletop.ui.panels.steps import StepsView
from tabletop.ui.rules.panel import RulesView
from tabletop.ui.sheet import Sheet

if TYPE_CHECKING:
    from tabletop.ui.overlay import Overlay

Tab = Literal["log", "rules", "steps", "facts"]
TABS: tuple[tuple[Tab, str], ...] = (
    ("log", "Log"), ("rules", "Rules"), ("steps", "Undo list"), ("facts", "Facts"),
)  # fmt: skip

WIDTH = 268
MOST = 0.4
"""The panel never takes more than this part of the window."""


class SidePanel(Sheet):
    """Shown at the right edge of the window, unless panels are hidden."""

    def __init__(self, desk: Overlay) -> None:
        super().__init__(desk.theme)
        self.desk = desk
        self.tab: Tab = "log"
        self.log = LogView(desk.session, desk.rules.book, desk.show_rule)
        self.rules = RulesView(desk)
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
        if self.desk.rules.there and not compact:
            self._mode(x, y, width)
            y += px(34)
        if seats.has_turn(self.desk) and not self.desk.rules.on:
            self.rule(x, y, width)
            seats.paint_turn(self, self.desk, pygame.Rect(x, y + px(3), width, px(30)))
            y += px(36)
        self._buttons(x, y, width, compact and self.desk.rules.there)
        y += px(36)
        self._tabs(x, y, width)
        y += px(28)
        content = pygame.Rect(x, y, width, self.rect.h - y - pad)
        self.box(content, "panel_sunk", "", 0)
        views: dict[Tab, LogView | RulesView | StepsView | FactsView] = {
            "log": self.log, "rules": self.rules, "steps": self.steps, "facts": self.facts,
        }  # fmt: skip
        views[self.tab].show(self, content.inflate(-px(4), -px(6)))

    def _buttons(self, x: int, y: int, width: int, with_mode: bool) -> None:
        px, desk = self.theme.px, self.desk
        labels = desk.keys.bindings.labels
        menu = px(40)
        if with_mode:
            wide = self.theme.width("§ referee", "small") + px(14)
            rect = pygame.Rect(x + width - wide, y + px(2), wide, px(30))
            self.button("rules mode", rect, f"§ {desk.session.assist}", partial(self._choose_mode, rect), role="small",
                        chosen=desk.rules.on, tip=f"How the rules are on  {labels.get('assist', '')}")  # fmt: skip
            width -= wide + px(6)
        each = (width - menu - 2 * px(6)) // 2
        history = desk.session.history
        top, tall = y + px(2), px(30)
        self.button("undo", pygame.Rect(x, top, each, tall), "↶ Undo", desk.undo, enabled=history.can_undo,
                    tip=f"Take back the last step  {labels.get('undo', '')}")  # fmt: skip
        self.button("redo", pygame.Rect(x + each + px(6), top, each, tall), "↷ Redo", desk.redo,
                    enabled=history.can_redo, tip=f"Make it again  {labels.get('redo', '')}")  # fmt: skip
        self.button("menu", pygame.Rect(x + width - menu, top, menu, tall), "☰", desk.main_menu,
                    tip="Save, open, settings, keys …  Esc")  # fmt: skip

    def _mode(self, x: int, y: int, width: int) -> None:
        """How the rules are on, and the way to their pages."""
        px, desk = self.theme.px, self.desk
        pages = self.theme.width("Pages", "small") + px(24)
        mode = desk.session.assist
        rect = pygame.Rect(x, y + px(2), width - pages - px(6), px(28))
        self.button("rules mode", rect, f"§ Rules: {mode}", partial(self._choose_mode, rect), role="small",
                    chosen=mode != "off", keys=desk.keys.bindings.labels.get("assist", ""),
                    tip="Off: hands just act. Flag: what is illegal bears a flag. Referee: it goes back")  # fmt: skip
        rect = pygame.Rect(x + width - pages, y + px(2), pages, px(28))
        self.button("rules pages", rect, "Pages", lambda: desk.show_rule(None), role="small",
                    tip=f"What the rules say  {desk.keys.bindings.labels.get('rules_pages', '')}")  # fmt: skip

    def _choose_mode(self, rect: pygame.Rect) -> None:
        pos = self.rect.x + rect.x, self.rect.y + rect.bottom + self.theme.px(2)
        self.desk.open_entries(self.desk.rules.mode_entries(), "The rules", pos, keyboard=self.keyboard)

    def _tabs(self, x: int, y: int, width: int) -> None:
        px = self.theme.px
        tabs = [each for each in TABS if each[0] != "rules" or self.desk.rules.there]
        if self.tab not in dict(tabs):
            self.tab = "log"
        step = width // len(tabs)
        for number, (tab, name) in enumerate(tabs):
            rect = pygame.Rect(x + number * step, y, step if number < len(tabs) - 1 else width - number * step, px(28))
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
