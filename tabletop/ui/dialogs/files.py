"""Saving under a name, and opening a saved table."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from tabletop.assist.session import Saved, saved_tables
from tabletop.table import saves
from tabletop.ui.dialogs.ask import Confirm
from tabletop.ui.dialogs.base import Dialog
from tabletop.ui.field import Field
from tabletop.ui.listing import Listing

if TYPE_CHECKING:
    from tabletop.ui.app import App
    from tabletop.ui.sheet import Sheet

NAME_LIMIT = 80


def when(stamp: float) -> str:
    """How long ago a moment was, in words: "10 minutes ago", "yesterday", "3 May 2024"."""
    ago = time.time() - stamp
    if ago < 90:
        return "just now"
    if ago < 5400:
        return f"{round(ago / 60)} minutes ago"
    now, then = time.localtime(), time.localtime(stamp)
    clock = time.strftime("%H:%M", then)
    if (now.tm_year, now.tm_yday) == (then.tm_year, then.tm_yday):
        return f"today {clock}"
    if ago < 2 * 86400 and (now.tm_yday - then.tm_yday) in (1, -364, -365):
        return f"yesterday {clock}"
    return f"{then.tm_mday} {time.strftime('%b', then)}" + (f" {then.tm_year}" if then.tm_year != now.tm_year else "")


def paint_saved(sheet: Sheet, rect: pygame.Rect, saved: Saved, game: str) -> None:
    """A saved table as a row of a list: its title, and below its game and when it was written."""
    px, theme = sheet.theme.px, sheet.theme
    ago = when(saved.when)
    wide = theme.width(ago, "small")
    sheet.label(rect.right - wide - px(10), rect.y + px(5), ago, "small", "ink_faint")
    sheet.label(rect.x + px(10), rect.y + px(4), saved.title or "Without a name", "bold",
                width=rect.w - wide - px(30))  # fmt: skip
    kind = "running game" if saved.autosave and not saved.closed else "kept by itself" if saved.autosave else "saved"
    told = f"{game}  ·  {kind}" if game else kind
    sheet.label(rect.x + px(10), rect.y + px(24), told, "small", "ink_soft", width=rect.w - px(20))


class SaveAs(Dialog):
    """Asks for a name to save under; a click on an older save takes its name."""

    size = (560, 460)
    title = "Save the table"

    def __init__(self, app: App, folder: Path, start: str, done: Callable[[str], object]) -> None:
        super().__init__(app)
        self.folder = folder
        self._done = done
        self.old = [saved for saved in saved_tables(folder) if not saved.autosave]
        self.line = self.new_field(
            Field(app.ui, start, limit=NAME_LIMIT, placeholder="A name", changed=self._typed, entered=self._typed_all)
        )
        empty = "Nothing is saved here yet."
        self.list = Listing("old", self._row, height=46, pick=self._picked, on_click=True, empty=empty)
        self.first = "name"

    def body(self, rect: pygame.Rect) -> None:
        """The name, the older saves, the buttons."""
        px = self.theme.px
        left = self.buttons(rect, ("cancel", "Cancel", self.cancel, True), ("save", "Save", self._press, self._fine))
        self.field("name", pygame.Rect(left.x, left.y, left.w, px(34)), self.line)
        self.lines(pygame.Rect(left.x, left.y + px(40), left.w, px(20)), f"In {self.folder}", "small", "ink_faint")
        place = pygame.Rect(left.x, left.y + px(66), left.w, left.h - px(66))
        self.box(place, "panel_sunk", "edge")
        self.list.height = px(46)
        self.list.fill(self.old)
        self.listing(self.list, place.inflate(-px(6), -px(6)))

    @property
    def _fine(self) -> bool:
        return bool(self.line.text.strip(" ."))

    def _row(self, sheet: Sheet, rect: pygame.Rect, index: int, chosen: bool) -> None:
        paint_saved(sheet, rect, self.old[index], self.old[index].game)

    def _picked(self, index: int) -> None:
        self.line.text = self.old[index].title

    def _typed(self, text: str) -> None:
        self.list.chosen = -1

    def _typed_all(self, text: str) -> None:
        self._press()

    def _press(self) -> None:
        if not self._fine:
            return
        name = self.line.text.strip()
        if saves.path_for(self.folder, name).exists() and self.stack is not None:
            text = f"There is a table “{name}” already. Save over it?"
            self.stack.open(Confirm(self.app, "Save over it?", text, "Save over it", lambda: self._take(name)))
        else:
            self._take(name)

    def _take(self, name: str) -> None:
        self.done()
        self._done(name)

    def key(self, event: pygame.event.Event) -> bool:
        """Enter saves, wherever the keyboard is."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._press()
            return True
        return super().key(event)


class OpenSaved(Dialog):
    """A list of all saved tables, with a filter that also takes the path of a file."""

    size = (620, 520)
    title = "Open a saved table"

    def __init__(
        self, app: App, folder: Path, done: Callable[[Path], object], game: Callable[[str], str], *,
        now: Path | None = None,
    ) -> None:  # fmt: skip
        super().__init__(app)
        self._done = done
        self._game = game
        self.all = [saved for saved in saved_tables(folder) if saved.path != now]
        self.found = list(self.all)
        hint = "Type part of a name, or the path of a file"
        press = self._press
        self.line = self.new_field(Field(app.ui, placeholder=hint, changed=self._typed, entered=lambda _: press()))
        empty = f"Nothing is saved in {folder}."
        self.list = Listing("saved", self._row, height=46, open=lambda _: press(), empty=empty)
        self.list.fill(self.found, 0 if self.found else -1)
        self.first = "saved" if self.found else "filter"

    def body(self, rect: pygame.Rect) -> None:
        """The filter, the list, the buttons."""
        px = self.theme.px
        fine = self._chosen() is not None
        left = self.buttons(rect, ("cancel", "Cancel", self.cancel, True), ("open", "Open", self._press, fine))
        self.field("filter", pygame.Rect(left.x, left.y, left.w, px(34)), self.line)
        place = pygame.Rect(left.x, left.y + px(44), left.w, left.h - px(44))
        self.box(place, "panel_sunk", "edge")
        self.list.height = px(46)
        self.listing(self.list, place.inflate(-px(6), -px(6)))

    def _row(self, sheet: Sheet, rect: pygame.Rect, index: int, chosen: bool) -> None:
        paint_saved(sheet, rect, self.found[index], self._game(self.found[index].game))

    def _typed(self, text: str) -> None:
        words = text.casefold().split()
        self.found = [saved for saved in self.all if all(word in self._text(saved) for word in words)]
        self.list.fill(self.found, 0 if self.found else -1)
        self.list.empty = "No saved table has such a name."

    def _text(self, saved: Saved) -> str:
        """What the filter looks in. Files that were named by the program have nothing to say."""
        stem = "" if saved.autosave else saved.path.stem
        return f"{saved.title} {stem} {self._game(saved.game)}".casefold()

    def _chosen(self) -> Path | None:
        typed = self.line.text.strip()
        if typed and ("/" in typed or "\\" in typed or typed.endswith(saves.SUFFIX)):
            path = Path(typed).expanduser()
            if path.is_file():
                return path
        found = self.list.current
        return found.path if found is not None else None

    def _press(self) -> None:
        path = self._chosen()
        if path is not None:
            self.done()
            self._done(path)

    def key(self, event: pygame.event.Event) -> bool:
        """The arrows go through the list while the filter is typed; Enter opens."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._press()
            return True
        if event.key in (pygame.K_UP, pygame.K_DOWN) and self.list.key(event):
            self.dirty = True
            return True
        return super().key(event)
