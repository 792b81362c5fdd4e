"""The facts of the game (turn, phase, marks of the engine, open questions): all of them shown, all of them editable."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pygame

from tabletop.assist.prompts import veiled
from tabletop.table import acts, sight
from tabletop.ui.listing import Listing

if TYPE_CHECKING:
    from tabletop.ui.commands import Desk
    from tabletop.ui.sheet import Sheet

HIDDEN = "table."
"""Facts whose names begin like that are how the table is made, and are left alone."""

VEILED = "not for others to see"
"""What is said of a fact that another seat alone may read now."""


class FactsView:
    """The facts as a list of names and values; opening one edits it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.listing = Listing("facts", self._paint, height=26, open=self._edit, pick=None, on_click=False)

    def show(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Put the list on a sheet, with a button for a new fact below it."""
        px = sheet.theme.px
        self.listing.height = px(26)
        facts = self.desk.session.table.facts
        self.listing.fill(sorted(name for name in facts if not name.startswith(HIDDEN) and not sight.is_secret(name)))
        self.listing.empty = "This table has no facts. A fact is whatever you want to keep in mind: a round, who began."
        foot = px(34)
        sheet.listing(self.listing, pygame.Rect(rect.x, rect.y, rect.w, rect.h - foot))
        row = pygame.Rect(rect.x + px(6), rect.bottom - foot + px(4), rect.w - px(12), px(26))
        half = (row.w - px(6)) // 2
        sheet.button("fact new", pygame.Rect(row.x, row.y, half, row.h), "New fact…", self._new, role="small")
        sheet.button(
            "fact edit", pygame.Rect(row.right - half, row.y, half, row.h), "Change…",
            lambda: self._edit(self.listing.chosen), enabled=self.listing.current is not None, role="small",
        )  # fmt: skip

    def _paint(self, sheet: Sheet, rect: pygame.Rect, index: int, chosen: bool) -> None:
        px = sheet.theme.px
        name = self.listing.items[index]
        y = rect.y + (rect.h - sheet.theme.line("small")) // 2
        left = rect.w * 2 // 5
        sheet.label(rect.x + px(8), y, name, "small", "ink_soft", width=left - px(12))
        value = VEILED if self._veiled(name) else told(self.desk.session.table.facts.get(name))
        sheet.label(rect.x + left, y, value, "small_bold", "ink", width=rect.w - left - px(6))

    def _edit(self, index: int) -> None:
        if not 0 <= index < len(self.listing.items):
            return
        name = self.listing.items[index]
        if self._veiled(name):
            self.desk.say(f"{name[:1].upper()}{name[1:]}: {VEILED}.")
            return
        self.desk.ask_text(
            name[:1].upper() + name[1:], "Its new value; empty to forget it.", lambda text: self._set(name, text),
            start=told(self.desk.session.table.facts.get(name)), limit=2000, empty=True,
        )  # fmt: skip

    def _veiled(self, name: str) -> bool:
        return name in veiled(self.desk.session.table, self.desk.session.seat)

    def _new(self) -> None:
        text = 'Its name and its value, with "=" between them. For example: round = 3'
        self.desk.ask_text("New fact", text, self._add, limit=400)

    def _add(self, text: str) -> None:
        name, _, value = text.partition("=")
        name = name.strip()
        if not name or name.startswith(HIDDEN) or sight.is_secret(name):
            self.desk.say('A fact needs a name of its own, like "round".')
            return
        self._set(name, value.strip() or "true")

    def _set(self, name: str, text: str) -> None:
        self.desk.act(acts.set_fact(name, read(text)))


def told(value: Any) -> str:
    """A fact as people read and write it: text without quotes, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def read(text: str) -> Any:
    """What somebody typed as a fact: a number, true, a list, or the text itself; nothing is None."""
    text = text.strip()
    if not text:
        return None
    try:
        return json.loads(text)
    except ValueError:
        return text
