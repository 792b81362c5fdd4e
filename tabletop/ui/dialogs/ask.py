"""Small dialogs: a number, a line of text, yes or no, a report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from tabletop.ui.dialogs.base import Dialog
from tabletop.ui.field import Field
from tabletop.ui.listing import Listing

if TYPE_CHECKING:
    from tabletop.ui.app import App
    from tabletop.ui.sheet import Sheet
    from tabletop.ui.theme import Theme


class AskText(Dialog):
    """Asks for a line of text."""

    size = (460, 196)

    def __init__(
        self, app: App, title: str, text: str, done: Callable[[str], object], *, start: str = "", limit: int = 200,
        empty: bool = False, yes: str = "OK",
    ) -> None:  # fmt: skip
        super().__init__(app, title)
        self.text = text
        self._done = done
        self._empty = empty
        self._yes = yes
        self.line = self.new_field(Field(app.ui, start, limit=limit, changed=self._typed, entered=self._enter))
        self.first = "text"

    def body(self, rect: pygame.Rect) -> None:
        """What is asked, the field, the buttons."""
        px = self.theme.px
        y = rect.y
        if self.text:
            y += self.lines(pygame.Rect(rect.x, rect.y, rect.w, px(48)), self.text, "body", "ink_soft")
        self.field("text", pygame.Rect(rect.x, y + px(8 if self.text else 0), rect.w, px(34)), self.line)
        fine = self.fine
        self.buttons(rect, ("cancel", "Cancel", self.cancel, True), ("ok", self._yes, self._press, fine))

    @property
    def fine(self) -> bool:
        """Whether what stands in the field can be taken."""
        return self._empty or bool(self.line.text.strip())

    def take(self, text: str) -> None:
        """Go on with the text."""
        self.done()
        self._done(text)

    def _press(self) -> None:
        if self.fine:
            self.take(self.line.text)

    def _typed(self, text: str) -> None:
        self.dirty = True

    def _enter(self, text: str) -> None:
        self._press()

    def key(self, event: pygame.event.Event) -> bool:
        """Enter takes what stands there, wherever the keyboard is."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._press()
            return True
        return super().key(event)


class AskNumber(AskText):
    """Asks for a whole number between two bounds; the wheel, the arrows and two buttons change it."""

    size = (420, 190)

    def __init__(
        self, app: App, title: str, text: str, done: Callable[[int], object], *, start: int = 1, low: int = 1,
        high: int = 99,
    ) -> None:  # fmt: skip
        self.low, self.high = min(low, high), max(low, high)
        start = min(max(start, self.low), self.high)
        super().__init__(app, title, text, lambda words: done(self.value(words)), start=str(start), limit=6)

    def value(self, words: str) -> int:
        """The number that was typed, within the bounds."""
        return min(max(int(words.strip().replace("−", "-")), self.low), self.high)

    @property
    def fine(self) -> bool:
        """Whether it is a whole number within the bounds."""
        words = self.line.text.strip().replace("−", "-")
        return words.lstrip("-").isdecimal() and words.count("-") <= 1 and self.low <= int(words) <= self.high

    def body(self, rect: pygame.Rect) -> None:
        """What is asked, the number between its two buttons, and its bounds."""
        px = self.theme.px
        y = rect.y
        if self.text:
            y += self.lines(pygame.Rect(rect.x, y, rect.w, px(44)), self.text, "body", "ink_soft") + px(8)
        side = px(36)
        self.button("less", pygame.Rect(rect.x, y, side, px(34)), "−", lambda: self.change(-1), role="bold")
        self.field("text", pygame.Rect(rect.x + side + px(8), y, px(90), px(34)), self.line)
        more = pygame.Rect(rect.x + side + px(106), y, side, px(34))
        self.button("more", more, "+", lambda: self.change(1), role="bold")
        self.region("wheel", pygame.Rect(rect.x, y, rect.w, px(34)), stop=False, wheel=self.change)
        # The field answers before the place of the wheel that lies around it.
        self.regions.insert(0, self.regions.pop())
        bounds = f"{self.low} to {self.high}".replace("-", "−")
        colour = "ink_faint" if self.fine else "bad"
        self.label(rect.x + 2 * side + px(122), y + px(8), bounds, "small", colour)
        self.buttons(rect, ("cancel", "Cancel", self.cancel, True), ("ok", "OK", self._press, self.fine))

    def change(self, by: int) -> None:
        """One more or less."""
        now = self.value(self.line.text) if self.fine else self.low
        self.line.text = str(min(max(now + by, self.low), self.high))
        self.dirty = True

    def key(self, event: pygame.event.Event) -> bool:
        """The arrows change the number."""
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            self.change(1 if event.key == pygame.K_UP else -1)
            return True
        return super().key(event)


class Confirm(Dialog):
    """Asks whether to go on. `other` is a third way out, between the two."""

    size = (480, 196)

    def __init__(
        self, app: App, title: str, text: str, yes: str, done: Callable[[], object], *, no: str = "Cancel",
        declined: Callable[[], object] | None = None, other: tuple[str, Callable[[], object]] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(app, title)
        self.text, self._yes, self._no = text, yes, no
        self._done, self._declined, self._other = done, declined, other
        self.first = "yes"

    def body(self, rect: pygame.Rect) -> None:
        """The question and its answers."""
        listed = [("no", self._no, self.cancel, True), ("yes", self._yes, lambda: self._take(self._done), True)]
        if self._other is not None:
            words, action = self._other
            listed.insert(1, ("other", words, lambda: self._take(action), True))
        left = self.buttons(rect, *listed)
        self.lines(left, self.text, "body", "ink")

    def cancel(self) -> None:
        """No."""
        self.done()
        if self._declined is not None:
            self._declined()

    def _take(self, action: Callable[[], object]) -> None:
        self.done()
        action()


class Report(Dialog):
    """A list of what is to be known, each with its mend: problems in files, what of a save could not be read."""

    size = (720, 460)

    def __init__(self, app: App, title: str, intro: str, lines: Sequence[str]) -> None:
        super().__init__(app, title)
        self.intro = intro
        self.said = list(lines)
        self._rows: list[tuple[str, bool]] = []
        self._width = 0
        self.rows = Listing("lines", self._row, height=22, pickable=False, empty="Nothing to report.")
        self.first = "ok"

    def body(self, rect: pygame.Rect) -> None:
        """An introduction, then the lines."""
        px = self.theme.px
        left = self.buttons(rect, ("ok", "Close", self.done, True))
        used = self.lines(pygame.Rect(left.x, left.y, left.w, px(60)), self.intro, "body", "ink_soft") + px(8)
        place = pygame.Rect(left.x, left.y + used, left.w, left.h - used)
        self.box(place, "panel_sunk", "edge")
        inner = place.inflate(-px(8), -px(8))
        width = inner.w - px(36)
        self.rows.height = self.theme.line("body") + px(2)
        if width != self._width:
            self._width = width
            self._rows = [
                (part, not number)
                for line in self.said for number, part in enumerate(self.theme.wrap(line, width))
            ]  # fmt: skip
        self.rows.fill(self._rows)
        self.listing(self.rows, inner)

    def restyle(self, theme: Theme) -> None:
        """Another scale wraps the lines anew."""
        self._width = 0
        super().restyle(theme)

    def _row(self, sheet: Sheet, rect: pygame.Rect, index: int, chosen: bool) -> None:
        words, first = self._rows[index]
        px = self.theme.px
        if first:
            self.label(rect.x + px(4), rect.y, "•", "body", "warn")
        self.label(rect.x + px(20), rect.y, words)

    def key(self, event: pygame.event.Event) -> bool:
        """The arrows scroll."""
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -10, pygame.K_PAGEDOWN: 10}
        if event.key in steps:
            self.rows.scroll(steps[event.key])
            self.dirty = True
            return True
        return super().key(event)
