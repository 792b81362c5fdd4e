"""The log, as the looking seat may read it. Signs and colours tell how each line came about."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pygame

from tabletop.assist.session import LogLine
from tabletop.ui.listing import Listing
from tabletop.ui.theme import SEAT_SIGNS

if TYPE_CHECKING:
    from tabletop.assist.session import Session
    from tabletop.ui.sheet import Sheet

KINDS = {
    "manual": ("", "ink"),
    "rules": ("§", "rules"),
    "forced": ("!", "bad"),
    "setup": ("", "ink_faint"),
    "undo": ("↶", "undone"),
    "redo": ("↷", "ink_soft"),
}
"""The sign and the colour of a line, by how it came about. By hand is the usual way and has no sign."""


class Row(NamedTuple):
    """One line of text on the screen: part of a line of the log, the first part with its signs."""

    words: str
    colour: str
    sign: str
    seat: str | None


class LogView:
    """The log as a list of rows, wrapped to the width; new lines are wrapped as they come."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.rows: list[Row] = []
        self._told = 0
        self._key: tuple[object, ...] = ()
        self.listing = Listing("log", self._paint, height=20, pickable=False, empty="Nothing has happened yet.")

    def show(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Put the log on a sheet; it stays at its end unless somebody has scrolled up."""
        theme = sheet.theme
        self.listing.height = theme.line("small") + theme.px(1)
        width = rect.w - theme.px(34)
        seat = self.session.seat
        lines = self.session.log(seat)
        key = (seat, width, theme.scale, theme.name)
        if key != self._key or len(lines) < self._told:
            self._key, self._told, self.rows = key, 0, []
            follow = True
        else:
            follow = self.listing.at_end
        if self._told < len(lines):
            for line in lines[self._told :]:
                self.rows += self._wrapped(sheet, line, width)
            self._told = len(lines)
        self.listing.room(rect)
        self.listing.fill(self.rows)
        if follow:
            self.listing.to_end()
        sheet.listing(self.listing, rect)

    def _wrapped(self, sheet: Sheet, line: LogLine, width: int) -> list[Row]:
        sign, colour = KINDS[line.what if line.what != "step" else line.how]
        parts = sheet.theme.wrap(line.text, width, "small")
        return [Row(part, colour, sign if not i else "", line.seat if not i else None) for i, part in enumerate(parts)]

    def _paint(self, sheet: Sheet, rect: pygame.Rect, index: int, chosen: bool) -> None:
        row, px = self.rows[index], sheet.theme.px
        if row.seat is not None:
            seat = self.session.table.seats.get(row.seat)
            mark = seat_sign(sheet, row.seat, seat.colour if seat is not None else 0)
            sheet.surface.blit(mark, mark.get_rect(center=(rect.x + px(9), rect.centery)))
        if row.sign:
            sheet.label(rect.x + px(18), rect.y, row.sign, "small_bold", row.colour)
        sheet.label(rect.x + px(30), rect.y, row.words, "small", row.colour)


def seat_sign(sheet: Sheet, seat: str, colour: int) -> pygame.Surface:
    """The sign of a seat in its colour."""
    names = ("seat_a", "seat_b", "seat_c", "seat_d")
    return sheet.theme.text(SEAT_SIGNS.get(seat, "●"), "small", names[colour % 4])
