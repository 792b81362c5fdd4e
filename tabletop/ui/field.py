"""A text field: pygame_gui's entry line, placed on a sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UITextEntryLine

KEY_REPEAT = (400, 35)
"""Milliseconds until a held key repeats, and between its repeats; the same in fields and on the table."""


class _Line(UITextEntryLine):
    """Leaves the repeat of keys as it found it: the original switches it off for the whole window."""

    def focus(self) -> None:
        super().focus()  # type: ignore[no-untyped-call]
        pygame.key.set_repeat(*KEY_REPEAT)

    def unfocus(self) -> None:
        super().unfocus()  # type: ignore[no-untyped-call]
        pygame.key.set_repeat(*KEY_REPEAT)


class Field:
    """One line of text that can be typed into. `changed` and `entered` are told of typing and of Enter."""

    def __init__(
        self, gui: pygame_gui.UIManager, text: str = "", *, placeholder: str = "", limit: int = 200,
        changed: Callable[[str], object] | None = None, entered: Callable[[str], object] | None = None,
        allowed: str = "",
    ) -> None:  # fmt: skip
        self._gui = gui
        self._changed = changed
        self._entered = entered
        self.placeholder = placeholder
        """What an empty field says, painted by its sheet."""
        self._line: Any = _Line(pygame.Rect(0, 0, 100, 30), gui, visible=0)
        self._line.set_text_length_limit(limit)
        if allowed:
            self._line.set_allowed_characters(list(allowed))
        if text:
            self._line.set_text(text)

    @property
    def text(self) -> str:
        """What stands in the field."""
        return str(self._line.get_text())

    @text.setter
    def text(self, text: str) -> None:
        self._line.set_text(text)

    @property
    def focused(self) -> bool:
        """Whether keys go into the field."""
        return bool(self._line.is_focused) and bool(self._line.visible)

    def place(self, rect: pygame.Rect) -> None:
        """Show the field there, in the window."""
        if self._line.rect.size != rect.size:
            self._line.set_dimensions(rect.size)
        if self._line.rect.topleft != rect.topleft:
            self._line.set_position(rect.topleft)
        if not self._line.visible:
            self._line.show()

    def hide(self) -> None:
        """Show it no more; it keeps its text."""
        if self._line.visible:
            self.blur()
            self._line.hide()

    def close(self) -> None:
        """Take it out of the window for good."""
        self.blur()
        self._line.kill()

    def focus(self) -> None:
        """Take the keyboard, with the cursor at the end and all of the text marked."""
        self._gui.set_focus_set(self._line)
        length = len(self.text)
        self._line.edit_position = length
        self._line.select_range = [0, length]
        self._line.cursor_has_moved_recently = True

    def blur(self) -> None:
        """Give the keyboard away."""
        if self._line.is_focused:
            self._gui.set_focus_set(None)

    def key(self, event: pygame.event.Event) -> bool:
        """Whether a key is the field's own, so that nobody else may use it: everything but the keys that leave it."""
        leaving = (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_UP, pygame.K_DOWN)
        return event.key not in leaving and not pygame.K_F1 <= event.key <= pygame.K_F12

    def heard(self, event: pygame.event.Event) -> bool:
        """Hear what pygame_gui tells of the field; whether it was of this one."""
        if getattr(event, "ui_element", None) is not self._line:
            return False
        if event.type == pygame_gui.UI_TEXT_ENTRY_CHANGED and self._changed is not None:
            self._changed(self.text)
        elif event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED and self._entered is not None:
            self._entered(self.text)
        return True
