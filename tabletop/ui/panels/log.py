"""The log, as the looking seat may read it. Signs and colours tell how each line came about."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import pygame

from tabletop.assist.session import LogLine
from tabletop.ui.listing import Listing
from tabletop.ui.theme import SEAT_SIGNS

if TYPE_CHECKING:
    from tabletop.assist.rulebook import Rulebook
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


AGAINST = "Against the rules"
"""How the lines of broken rules begin (`tabletop.assist.telling`)."""

INSET = 8

_RULE = re.compile(r"\[([^\[\]]+)\]$")


class Row(NamedTuple):
    """One line of text on the screen: part of a line of the log, the first part with its signs."""

    words: str
    colour: str
    sign: str
    seat: str | None
    rule: str = ""
    """The rule that the line names: a click opens its page."""
    inset: int = 0


class LogView:
    """The log as a list of rows, wrapped to the width; new lines are wrapped as they come."""

    def __init__(
        self, session: Session, book: Rulebook | None = None, open_rule: Callable[[str], object] | None = None
    ) -> None:
        self.session = session
        self._book = book
        self._open_rule = open_rule
        self.rows: list[Row] = []
        self._told = 0
        self._key: tuple[object, ...] = ()
        self.listing = Listing(
            "log", self._paint, height=20, open=self._open, single=True, plain=True, pickable=book is not None,
            empty="Nothing has happened yet.",
        )  # fmt: skip

    def show(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Put the log on a sheet; it stays at its end unless somebody has scrolled up."""
        theme = sheet.theme
        self.listing.height = theme.line("small") + theme.px(1)
        width = rect.w - theme.px(42)
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
        text, rule = line.text, ""
        found = _RULE.search(text)
        if found is not None and self._book is not None and self._book.find(found[1]) is not None:
            rule = found[1]
            text = f"{text[: found.start()]}[{self._book.title(rule)}]"
        if not line.detail:
            parts = sheet.theme.wrap(text, width, "small")
            return [
                Row(part, colour, sign if not i else "", line.seat if not i else None, rule)
                for i, part in enumerate(parts)
            ]
        # What a step brought with it stands a little to the right below it.
        against = text.startswith(AGAINST)
        if colour not in ("undone",):
            colour = "bad" if against else "ink_soft"
        parts = sheet.theme.wrap(text, width - sheet.theme.px(INSET), "small")
        return [Row(part, colour, ("!" if against else "›") if not i else "", None, rule, INSET)
                for i, part in enumerate(parts)]  # fmt: skip

    def _open(self, index: int) -> None:
        rule = self.rows[index].rule
        if rule and self._open_rule is not None:
            self._open_rule(rule)

    def _paint(self, sheet: Sheet, rect: pygame.Rect, index: int, chosen: bool) -> None:
        row, px = self.rows[index], sheet.theme.px
        if row.seat is not None:
            seat = self.session.table.seats.get(row.seat)
            mark = seat_sign(sheet, row.seat, seat.colour if seat is not None else 0)
            sheet.surface.blit(mark, mark.get_rect(center=(rect.x + px(9), rect.centery)))
        if row.sign:
            sheet.label(rect.x + px(18 + row.inset), rect.y, row.sign, "small_bold", row.colour)
        sheet.label(rect.x + px(30 + row.inset), rect.y, row.words, "small", row.colour)


def seat_sign(sheet: Sheet, seat: str, colour: int) -> pygame.Surface:
    """The sign of a seat in its colour."""
    names = ("seat_a", "seat_b", "seat_c", "seat_d")
    return sheet.theme.text(SEAT_SIGNS.get(seat, "●"), "small", names[colour % 4])
