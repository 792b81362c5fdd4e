"""The choices of a question as cards side by side: for cards that lie in piles, where they cannot be clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from tabletop.table import sight
from tabletop.ui.dialogs.base import Dialog
from tabletop.ui.dialogs.cardgrid import CardGrid
from tabletop.ui.rules.wording import sentence

if TYPE_CHECKING:
    from tabletop.ui.overlay import Overlay
    from tabletop.ui.sheet import Sheet


class ChooseCards(Dialog):
    """Shows the pieces that the question of a desk offers. What is chosen is the answer."""

    size = (900, 560)

    def __init__(self, desk: Overlay) -> None:
        prompt = desk.rules.mine
        super().__init__(desk.app, prompt.text if prompt is not None else "")
        self.desk = desk
        self.prompt = prompt
        self.grid = CardGrid("cards", self._paint, open=self._open, lift=lambda pos: None, picked=self._picked,
                             empty="There is nothing to choose any more.")  # fmt: skip
        self.first = "cards"
        self._wait = 0.0
        self.grid.fill(list(dict.fromkeys(prompt.pieces)) if prompt is not None else [])

    def body(self, rect: pygame.Rect) -> None:
        """The cards, and below them how many are chosen of how many."""
        px, prompt = self.theme.px, self.prompt
        count = len(self.grid.chosen)
        fits = prompt is not None and prompt.least <= count <= prompt.most
        left = self.buttons(rect, ("close", "Close", self.done, True), ("choose", "Choose", self.answer, fits))
        if prompt is not None:
            goal = str(prompt.least) if prompt.least == prompt.most else f"{prompt.least} to {prompt.most}"
            more = ", in this order; Ctrl adds one" if prompt.most > 1 else ""
            name = self._name(self.grid.hovered_card)
            told = f"{count} of {goal} chosen{more}.   {name}"
            self.label(rect.x, rect.bottom - px(26), told, "small", "ink_soft", width=rect.w - px(230))
        self.box(left, "panel_sunk", "edge")
        size = self.desk.session.table.card_size
        self.grid.card = (px(124), round(px(124) * size[1] / size[0]))
        self.listing(self.grid, left.inflate(-px(12), -px(12)))

    def answer(self) -> None:
        """Answer with the chosen cards."""
        chosen = list(self.grid.chosen)
        self.done()
        self.desk.rules.answer_cards(chosen)

    def update(self, seconds: float) -> None:
        """The question may have gone; better pictures may have come."""
        if self.desk.rules.mine != self.prompt:
            self.done()
        if self.grid.waiting:
            self._wait += seconds
            if self._wait >= 0.12:
                self._wait, self.dirty = 0.0, True

    def _name(self, piece: int | None) -> str:
        found = self.desk.session.table.pieces.get(piece) if piece is not None else None
        return sentence(sight.name(self.desk.session.table, self.desk.session.seat, found)) if found is not None else ""

    def _paint(self, sheet: Sheet, rect: pygame.Rect, i: int) -> bool:
        table, seat = self.desk.session.table, self.desk.session.seat
        piece = table.pieces.get(i)
        if piece is None:
            return True
        face = self.desk.face_of(piece, sight.knows(table, seat, piece))
        picture, best = self.desk.faces.face(face, rect.w)
        if picture.get_size() != rect.size:
            picture = pygame.transform.smoothscale(picture, rect.size)
        sheet.surface.blit(picture, rect)
        return best

    def _open(self, i: int) -> None:
        if self.prompt is not None and self.prompt.most == 1:
            self.grid.chosen = [i]
            self.answer()

    def _picked(self) -> None:
        self.dirty = True
