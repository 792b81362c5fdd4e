"""The frame of all dialogs, and the stack in which they lie over the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from tabletop.ui.field import Field
from tabletop.ui.sheet import Sheet

if TYPE_CHECKING:
    from tabletop.ui.app import App


class Dialog(Sheet):
    """A sheet in the middle of the window, with a title. `size` is its width and height at 100 %."""

    ground = ""
    size = (460, 240)
    title = ""

    @property
    def veiled(self) -> bool:
        """Whether a veil lies over the window below it."""
        return True

    def __init__(self, app: App, title: str = "") -> None:
        super().__init__(app.theme)
        self.app = app
        self.title = title or self.title
        self.stack: Stack | None = None
        self.first: str | None = None
        """The region that has the keyboard at first."""
        self.owned: list[Field] = []

    def body(self, rect: pygame.Rect) -> None:
        """Paint what lies below the title."""

    def cancel(self) -> None:
        """Close without doing anything (Esc, a click beside it)."""
        self.done()

    def done(self) -> None:
        """Close."""
        if self.stack is not None:
            self.stack.close(self)

    def new_field(self, field: Field) -> Field:
        """Remember a text field, so that it goes with the dialog."""
        self.owned.append(field)
        return field

    def lay(self, window: tuple[int, int]) -> None:
        """Lie in the middle of a window of that size, and never reach beyond it."""
        gap = self.theme.px(12)
        width = min(self.theme.px(self.size[0]), window[0] - 2 * gap)
        height = min(self.theme.px(self.size[1]), window[1] - 2 * gap)
        self.place(pygame.Rect((window[0] - width) // 2, (window[1] - height) // 2, width, height))

    def paint(self) -> None:
        """The frame and the title, then the body."""
        px = self.theme.px
        whole = self.surface.get_rect()
        self.box(whole, "panel", "edge_strong", 8)
        pad = px(18)
        self.label(pad, px(13), self.title, "head", "accent", width=whole.w - 2 * pad)
        top = px(46)
        self.body(pygame.Rect(pad, top, whole.w - 2 * pad, whole.h - top - px(16)))

    def buttons(self, rect: pygame.Rect, *buttons: tuple[str, str, object, bool]) -> pygame.Rect:
        """Buttons in a row at the foot, the last one at the right and primary: (id, words, action, enabled). The room
        that is left above them.
        """
        px = self.theme.px
        tall = px(34)
        right = rect.right
        for number, (id, words, action, enabled) in enumerate(reversed(buttons)):
            wide = max(self.theme.width(words) + px(32), px(90))
            place = pygame.Rect(right - wide, rect.bottom - tall, wide, tall)
            assert callable(action)
            self.button(id, place, words, action, enabled=enabled, primary=number == 0)
            right -= wide + px(10)
        # The keyboard goes through them from left to right.
        count = len(buttons)
        self.regions[-count:] = reversed(self.regions[-count:])
        return pygame.Rect(rect.x, rect.y, rect.w, rect.h - tall - px(12))

    def key(self, event: pygame.event.Event) -> bool:
        """Esc closes."""
        if event.key == pygame.K_ESCAPE:
            self.cancel()
            return True
        return False

    def heard(self, event: pygame.event.Event) -> None:
        """Hear what pygame_gui tells of the text fields."""
        for field in list(self.owned):
            if field.heard(event):
                self.dirty = True

    def update(self, seconds: float) -> None:
        """Time passes."""

    def opened(self) -> None:
        """It has come to lie on top."""
        if self.first is not None:
            self.focus_on(self.first, keyboard=True)

    def close(self) -> None:
        """It goes, with its text fields."""
        super().close()
        for field in self.owned:
            field.close()
        self.owned.clear()


class Stack:
    """The open dialogs, the last one on top. While one is open it uses every event of the mouse and the keyboard."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.dialogs: list[Dialog] = []

    @property
    def top(self) -> Dialog | None:
        """The dialog that has the keyboard."""
        return self.dialogs[-1] if self.dialogs else None

    def open(self, dialog: Dialog) -> None:
        """Lay a dialog on top."""
        if self.top is not None:
            Sheet.close(self.top)
        dialog.stack = self
        self.dialogs.append(dialog)
        dialog.lay(self.app.window.get_size())
        dialog.opened()
        self.app.redraw()

    def close(self, dialog: Dialog) -> None:
        """Take a dialog away."""
        if dialog in self.dialogs:
            self.dialogs.remove(dialog)
            dialog.close()
            if self.top is not None:
                self.top.dirty = True
            self.app.redraw()

    def close_all(self) -> None:
        """Take all away."""
        for dialog in reversed(self.dialogs):
            dialog.close()
        self.dialogs.clear()
        self.app.redraw()

    def lay(self) -> None:
        """The window has another size, or things another scale."""
        for dialog in self.dialogs:
            dialog.restyle(self.app.theme)
            dialog.lay(self.app.window.get_size())

    def handle(self, event: pygame.event.Event) -> bool:
        """Give an event to the top dialog."""
        top = self.top
        if top is None:
            return False
        top.heard(event)
        if event.type in _USED:
            top.handle(event)
            self._follow(top)
            return True
        return False

    def update(self, seconds: float) -> None:
        """Time passes."""
        if self.top is not None:
            top = self.top
            top.update(seconds)
            # What it showed may have gone, and the dialog with it.
            if self.top is top:
                self._follow(top)

    def _follow(self, dialog: Dialog) -> None:
        dialog.look()
        if dialog.dirty and dialog in self.dialogs:
            self.app.redraw(dialog.rect)

    def draw(self, target: pygame.Surface) -> None:
        """Show the dialogs, with a veil over everything below the top one."""
        for dialog in self.dialogs:
            if dialog is self.top and dialog.veiled:
                veil = pygame.Surface(target.get_clip().size, pygame.SRCALPHA)
                veil.fill(self.app.theme.colour("veil"))
                target.blit(veil, target.get_clip())
            if dialog is self.top or dialog.rect.w:
                dialog.draw(target)


_USED = (
    pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL, pygame.KEYDOWN, pygame.KEYUP,
    pygame.TEXTINPUT,
)  # fmt: skip
