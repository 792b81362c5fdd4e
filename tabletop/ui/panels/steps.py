"""The undo list: all steps that were made, those that stand and those that are taken back. A click goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from tabletop.table import words
from tabletop.ui.listing import Listing
from tabletop.ui.panels.log import seat_sign

if TYPE_CHECKING:
    from tabletop.ui.commands import Desk
    from tabletop.ui.sheet import Sheet


class StepsView:
    """The steps as a list; the first row is the table before all of them, the chosen one is where the table is now."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._at = -1
        self.listing = Listing("steps", self._paint, height=24, pick=self._go)

    def show(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Put the list on a sheet."""
        history = self.desk.session.history
        self.listing.height = sheet.theme.px(24)
        self.listing.fill(range(len(history.steps) + 1), history.at)
        self.listing.room(rect)
        if self._at != history.at:
            self._at = history.at
            self.listing.reveal(history.at)
        sheet.listing(self.listing, rect)

    def _go(self, index: int) -> None:
        session = self.desk.session
        if index == session.history.at:
            return
        warning = session.undo_warning() if index == session.history.at - 1 else None
        session.history.goto(index)
        if warning:
            self.desk.say(f"Taken back: {warning}")

    def _paint(self, sheet: Sheet, rect: pygame.Rect, index: int, chosen: bool) -> None:
        theme, px, session = sheet.theme, sheet.theme.px, self.desk.session
        undone = index > session.history.at
        y = rect.y + (rect.h - theme.line("small")) // 2
        if index == 0:
            sheet.label(rect.x + px(30), y, "The table before it all", "small", "ink_soft")
            return
        step = session.history.steps[index - 1]
        if step.seat is not None:
            seat = session.table.seats.get(step.seat)
            mark = seat_sign(sheet, step.seat, seat.colour if seat is not None else 0)
            sheet.surface.blit(mark, mark.get_rect(center=(rect.x + px(9), rect.centery)))
        colour = "undone" if undone else "ink"
        if undone:
            sheet.label(rect.x + px(18), y, "↶", "small", colour)
        told = words.tell(session.table, step, session.seat)
        sheet.label(rect.x + px(30), y, told, "small", colour, width=rect.w - px(34))
