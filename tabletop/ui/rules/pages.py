"""The rule pages: a list that can be searched, and the page with its text and its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from tabletop.rules.pages import Page
from tabletop.ui.dialogs.base import Dialog
from tabletop.ui.field import Field
from tabletop.ui.listing import Listing
from tabletop.ui.sheet import Sheet

if TYPE_CHECKING:
    from tabletop.assist.rulebook import Rulebook
    from tabletop.ui.app import App
    from tabletop.ui.theme import Theme


class RulePages(Dialog):
    """Opened on the page that a verdict cites, or on the first."""

    size = (980, 620)
    title = "Rules"

    def __init__(self, app: App, book: Rulebook, rule: str | None = None) -> None:
        super().__init__(app)
        self.book = book
        self.line = self.new_field(Field(app.ui, placeholder="Search the rules", changed=self._typed))
        self.list = Listing("pages", self._row, height=28, pick=self._picked, empty="No rule has these words.")
        self.text = Listing("text", self._text_row, height=22, pickable=False)
        self._rows: list[tuple[str, str, str]] = []
        self._for: tuple[object, ...] = ()
        self.page: Page | None = None
        self._fill("")
        found = book.find(rule) if rule is not None else None
        if found is not None:
            self._show(found)
        elif rule is not None:
            self._show(Page(rule, rule, "There is no page on this.", ""))
        elif self.list.items:
            self._show(self.list.items[0])
        self.first = "pages" if rule is not None else "filter"

    def body(self, rect: pygame.Rect) -> None:
        """The list at the left, the page at the right."""
        px = self.theme.px
        left = self.buttons(rect, ("close", "Close", self.done, True))
        side = min(px(320), rect.w * 2 // 5)
        self.field("filter", pygame.Rect(left.x, left.y, side, px(32)), self.line)
        self.regions.insert(0, self.regions.pop())
        place = pygame.Rect(left.x, left.y + px(40), side, left.h - px(40))
        self.box(place, "panel_sunk", "edge")
        self.list.height = px(28)
        self.list.room(place.inflate(-px(8), -px(8)))
        if self._for != (self.page,):
            self._for = (self.page,)
            if self.list.chosen >= 0:
                self.list.reveal(self.list.chosen)
        self.listing(self.list, place.inflate(-px(8), -px(8)))
        shown = pygame.Rect(left.x + side + px(14), left.y, left.w - side - px(14), left.h)
        self.box(shown, "panel_raised", "edge", 6)
        inner = shown.inflate(-px(28), -px(24))
        self.text.height = self.theme.line("body") + px(2)
        self._wrap(inner.w - px(14))
        self.text.fill(self._rows)
        self.listing(self.text, inner)

    def _wrap(self, width: int) -> None:
        page, theme = self.page, self.theme
        self._rows = []
        if page is None:
            return
        self._rows += [(row, "head", "accent") for row in theme.wrap(page.title, width, "head")]
        self._rows.append(("", "body", "ink"))
        self._rows += [(row, "body", "ink") for row in theme.wrap(page.text.strip(), width)]
        if page.source:
            self._rows.append(("", "body", "ink"))
            self._rows += [(row, "small", "ink_soft") for row in theme.wrap(page.source, width, "small")]

    def _text_row(self, sheet: Sheet, rect: pygame.Rect, index: int, chosen: bool) -> None:
        words, role, colour = self._rows[index]
        self.label(rect.x, rect.y, words, role, colour)

    def _row(self, sheet: Sheet, rect: pygame.Rect, index: int, chosen: bool) -> None:
        page, px = self.list.items[index], self.theme.px
        y = rect.y + (rect.h - self.theme.line("small")) // 2
        wide = 0
        if page.id != page.title:
            wide = min(self.theme.width(page.id, "small"), rect.w // 3)
            self.label(rect.right - px(8) - wide, y, page.id, "small", "ink_faint", width=wide)
        self.label(rect.x + px(8), y, page.title, "small_bold" if chosen else "small", "ink",
                   width=rect.w - wide - px(26))  # fmt: skip

    def _fill(self, text: str) -> None:
        self.list.fill(self.book.search(text), -1)

    def _show(self, page: Page) -> None:
        self.page = page
        ids = [each.id for each in self.list.items]
        self.list.chosen = ids.index(page.id) if page.id in ids else -1
        self.text.scroll(-1e6)
        self.dirty = True

    def _picked(self, index: int) -> None:
        self._show(self.list.items[index])

    def _typed(self, text: str) -> None:
        self._fill(text)
        if self.list.items:
            self._show(self.list.items[0])
        self.dirty = True

    def restyle(self, theme: Theme) -> None:
        """Another scale."""
        self._for = ()
        super().restyle(theme)

    def key(self, event: pygame.event.Event) -> bool:
        """Down goes from the search to the list, Up and the arrows through it; page keys scroll the page."""
        if self.typing and event.key in (pygame.K_DOWN, pygame.K_RETURN, pygame.K_KP_ENTER):
            self.focus_on("pages")
            return True
        steps = {pygame.K_PAGEUP: -10, pygame.K_PAGEDOWN: 10}
        if event.key in steps:
            self.text.scroll(steps[event.key])
            self.dirty = True
            return True
        return super().key(event)
