"""The tour of the first start: a minute on the real table. Each part goes on by itself when its act was done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from tabletop.table.history import Step, What
from tabletop.table.ops import Move, Pose
from tabletop.ui.settings import save
from tabletop.ui.sheet import Sheet

if TYPE_CHECKING:
    from tabletop.ui.overlay import Overlay

SIZE = (330, 158)


@dataclass(frozen=True, slots=True)
class Part:
    """One part: what to do, the command whose key it names ("" for the mouse), and when it was done."""

    title: str
    text: str
    command: str = ""
    done: Callable[[What, Step], bool] = lambda what, step: False
    menu: bool = False
    """Whether it is done when a menu opens."""


PARTS = (
    Part("Move a card", "Drag a card from your hand onto the table. The faint card shows exactly where it will lie.",
         done=lambda what, step: what == "step" and any(isinstance(op, Move) for op in step.ops)),
    Part("Turn it over", "Put the pointer on a card and press {key}. A key acts on what is under the pointer.", "flip",
         lambda what, step: what == "step" and any(isinstance(op, Pose) and op.up is not None for op in step.ops)),
    Part("Draw", "Put the pointer on your draw pile and type a number: so many cards come into your hand.", "",
         lambda what, step: what == "step" and step.label.startswith("draws ")),
    Part("Everything else", "Right click a card, a pile or the table: a menu has all that can be done, with the keys.",
         menu=True),
    Part("Take it back", "{key} takes back whatever was done last, shuffles included. Nothing is ever lost.", "undo",
         lambda what, step: what == "undo"),
    Part("That is all", "{key} lists all keys. Tab and the arrows do everything without a mouse. Have fun!", "help"),
)  # fmt: skip


class Tour(Sheet):
    """A small sheet in a corner of the table. It never keeps anybody from playing."""

    def __init__(self, desk: Overlay) -> None:
        super().__init__(desk.theme)
        self.desk = desk
        self.at: int | None = None
        desk.session.history.listeners.append(self._heard)

    @property
    def shown(self) -> bool:
        """Whether it is under way."""
        return self.at is not None

    def begin(self) -> None:
        """From the start."""
        self.at = 0
        self.lay()

    def end(self) -> None:
        """It was seen, or skipped, and does not come again by itself."""
        self.at = None
        self.desk.app.redraw(self.rect)
        self.place(pygame.Rect(0, 0, 0, 0))
        self.desk.settings.toured = True
        save(self.desk.settings)

    def next(self) -> None:
        """To the next part."""
        if self.at is None:
            return
        if self.at + 1 >= len(PARTS):
            self.end()
            return
        self.at += 1
        self.dirty = True
        self.desk.app.redraw(self.rect)

    def close(self) -> None:
        """Listen to the table no more."""
        if self._heard in self.desk.session.history.listeners:
            self.desk.session.history.listeners.remove(self._heard)

    def _heard(self, what: What, step: Step) -> None:
        if self.at is not None and PARTS[self.at].done(what, step):
            self.next()

    def follow(self) -> None:
        """Look whether a menu was opened, and show what has changed."""
        if self.at is None:
            return
        if PARTS[self.at].menu and self.desk.menu.shown:
            self.next()
        if self.dirty:
            self.desk.app.redraw(self.rect)

    def lay(self) -> None:
        """Lie in the upper left corner of what the panels leave."""
        self.restyle(self.desk.theme)
        if self.at is None:
            return
        px, view = self.theme.px, self.desk.viewport
        wide, high = min(px(SIZE[0]), view.w - px(16)), px(SIZE[1])
        self.place(pygame.Rect(view.x + px(8), view.y + px(8), wide, high))
        self.desk.app.redraw(self.rect)

    def paint(self) -> None:
        """The part, how far it is, and the ways on."""
        if self.at is None:
            return
        px, part = self.theme.px, PARTS[self.at]
        whole = self.surface.get_rect()
        self.box(whole, "panel", "accent", 8)
        pad = px(14)
        self.label(pad, px(10), part.title, "bold", "accent", width=whole.w - 2 * pad - px(50))
        count = f"{self.at + 1} of {len(PARTS)}"
        self.label(whole.w - pad - self.theme.width(count, "small"), px(12), count, "small", "ink_faint")
        key = self.desk.keys.bindings.labels.get(part.command, "its key") if part.command else ""
        room = pygame.Rect(pad, px(36), whole.w - 2 * pad, whole.h - px(86))
        self.lines(room, part.text.format(key=key), "body", "ink")
        tall, wide = px(30), px(92)
        last = self.at + 1 == len(PARTS)
        self.button("tour next", pygame.Rect(whole.w - pad - wide, whole.h - tall - px(10), wide, tall),
                    "Done" if last else "Next", self.next)  # fmt: skip
        if not last:
            self.button("tour skip", pygame.Rect(pad, whole.h - tall - px(10), px(120), tall), "Skip the tour",
                        self.end)  # fmt: skip
