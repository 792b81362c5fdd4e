"""The curtain: while the screen is handed from one player to another, nobody's cards are seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from tabletop.table import words
from tabletop.ui.panels.log import seat_sign
from tabletop.ui.sheet import Sheet

if TYPE_CHECKING:
    from tabletop.assist.session import Session
    from tabletop.ui.theme import Theme


class Curtain(Sheet):
    """Covers the whole window until the next player is there. `lifted` is called with the seat that looks then."""

    ground = "curtain"

    def __init__(
        self, theme: Theme, session: Session, to: str, back: str | None, lifted: Callable[[str | None], object]
    ) -> None:
        super().__init__(theme)
        self.session = session
        self.to = to
        self.back = back
        self._lifted = lifted

    def paint(self) -> None:
        """Folds, and in the middle whose turn it is to look."""
        px, theme, surface = self.theme.px, self.theme, self.surface
        w, h = self.rect.size
        fold = px(64)
        light = pygame.Color(theme.colour("curtain")).lerp(theme.colour("felt"), 0.35)
        for x in range(0, w, fold):
            for step in range(fold // 2):
                part = 1 - abs(step - fold / 4) / (fold / 4)
                colour = pygame.Color(theme.colour("curtain")).lerp(light, part * 0.55)
                pygame.draw.line(surface, colour, (x + step, 0), (x + step, h))
        name = words.seat_name(self.session.table, self.to)
        seat = self.session.table.seats.get(self.to)
        box = pygame.Rect(0, 0, min(px(560), w - px(40)), px(236))
        box.center = (w // 2, h // 2)
        self.box(box, "panel", "edge_strong", 10)
        sign = seat_sign(self, self.to, seat.colour if seat is not None else 0)
        large = pygame.transform.smoothscale(sign, (sign.width * 2, sign.height * 2))
        surface.blit(large, large.get_rect(center=(box.centerx, box.y + px(34))))
        self.label(box.x + px(10), box.y + px(56), name, "title", "ink", width=box.w - px(20), align="center")
        told = f"The table is hidden until {name} is at the screen."
        place = pygame.Rect(box.x + px(30), box.y + px(108), box.w - px(60), px(44))
        self.lines(place, told, "body", "ink_soft", "center")
        ready = f"I am {name}"
        wide = max(theme.width(ready) + px(48), px(160))
        side = 0
        if self.back is not None:
            again = f"Back to {words.seat_name(self.session.table, self.back)}"
            side = theme.width(again) + px(32)
            place = pygame.Rect(box.centerx - (wide + side + px(10)) // 2, box.bottom - px(58), side, px(38))
            self.button("back", place, again, lambda: self._lifted(self.back))
        left = box.centerx - (wide + (side + px(10) if side else 0)) // 2 + (side + px(10) if side else 0)
        self.button("ready", pygame.Rect(left, box.bottom - px(58), wide, px(38)), ready,
                    lambda: self._lifted(self.to), primary=True)  # fmt: skip
        if self.focus is None:
            self.focus = "ready"

    def key(self, event: pygame.event.Event) -> bool:
        """Enter lifts it; Esc goes back."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self._lifted(self.to)
            return True
        if event.key == pygame.K_ESCAPE and self.back is not None:
            self._lifted(self.back)
            return True
        return False
