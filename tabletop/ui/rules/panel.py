"""The rules in the side panel: mode, phase, turn, totals, allowances, and the lasting effects with what ends them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from tabletop.assist.panel import EffectLine, effect_lines, end_effect, panel_lines
from tabletop.ui.listing import Listing

if TYPE_CHECKING:
    from tabletop.ui.overlay import Overlay
    from tabletop.ui.sheet import Sheet


class RulesView:
    """What the rules show, line by line. Numbers are changed in the facts; an effect is ended by its line."""

    def __init__(self, desk: Overlay) -> None:
        self.desk = desk
        self.listing = Listing("rules", self._paint, height=20, pick=self._picked, open=self._open)
        self._rows: list[tuple[str, Any]] = []

    def show(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Put it on a sheet."""
        px, theme, session = sheet.theme.px, sheet.theme, self.desk.session
        self._rows = []
        width = rect.w - px(24)
        for name, value in panel_lines(session.game, session.table, session.seat):
            if theme.width(f"{name}  {value}", "small") <= width:
                self._rows.append(("pair", (name, value)))
            else:
                self._rows.append(("name", name))
                self._rows += [("value", row) for row in theme.wrap(value, width - px(12), "small")]
        effects = effect_lines(session.table, session.seat, session.game)
        self._rows.append(("head", "Lasting effects" if effects else "No lasting effects"))
        for effect in effects:
            told = f"{effect.name}: {effect.text}"
            self._rows += [("effect", (effect, row)) for row in theme.wrap(told, width - px(12), "small")]
            self._rows.append(("until", (effect, f"until {effect.until}" if effect.until else "until it is ended")))
        self.listing.height = theme.line("small") + px(3)
        foot = px(34)
        self.listing.fill(self._rows)
        sheet.listing(self.listing, pygame.Rect(rect.x, rect.y, rect.w, rect.h - foot))
        row = pygame.Rect(rect.x + px(6), rect.bottom - foot + px(4), rect.w - px(12), px(26))
        half = (row.w - px(6)) // 2
        sheet.button("effect end", pygame.Rect(row.x, row.y, half, row.h), "End effect", self._end,
                     enabled=self._chosen() is not None, role="small", tip="The chosen effect ends")  # fmt: skip
        sheet.button("rules facts", pygame.Rect(row.right - half, row.y, half, row.h), "Change…",
                     partial(self.desk.side.show_tab, "facts"), role="small",
                     tip="Turn, phase and all else are facts: change them there")  # fmt: skip

    def _chosen(self) -> EffectLine | None:
        index = self.listing.chosen
        if not 0 <= index < len(self._rows):
            return None
        kind, value = self._rows[index]
        found: EffectLine | None = value[0] if kind in ("effect", "until") else None
        return found

    def _picked(self, index: int) -> None:
        effect = self._chosen()
        self.desk.rules.shown = effect.cards if effect is not None else ()

    def _open(self, index: int) -> None:
        effect = self._chosen()
        if effect is not None and effect.effect.rule:
            self.desk.show_rule(effect.effect.rule)

    def _end(self) -> None:
        effect = self._chosen()
        if effect is not None:
            self.desk.act(end_effect(self.desk.session.table, effect.effect))

    def _paint(self, sheet: Sheet, rect: pygame.Rect, index: int, chosen: bool) -> None:
        kind, value = self._rows[index]
        px, theme = sheet.theme.px, sheet.theme
        x, y = rect.x + px(8), rect.y + px(1)
        if kind == "pair":
            name, told = value
            sheet.label(x, y, name, "small", "ink_soft")
            wide = theme.width(told, "small_bold")
            sheet.label(rect.right - px(8) - wide, y, told, "small_bold", "ink")
        elif kind == "name":
            sheet.label(x, y, value, "small", "ink_soft", width=rect.w - px(14))
        elif kind == "value":
            sheet.label(x + px(12), y, value, "small", "ink", width=rect.w - px(24))
        elif kind == "head":
            sheet.rule(rect.x + px(4), rect.y, rect.w - px(8))
            sheet.label(x, y, value, "small_bold", "accent", width=rect.w - px(14))
        else:
            colour = "ink" if kind == "effect" else "ink_faint"
            sheet.label(x, y, value[1], "small", colour, width=rect.w - px(14))
