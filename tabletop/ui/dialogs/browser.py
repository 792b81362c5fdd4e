"""All cards of the game as pictures, found as one types, to put any of them onto the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from tabletop.cards.dealing import card_def, definition
from tabletop.cards.finding import Finder, QueryError
from tabletop.table import acts, layout
from tabletop.table.zones import TABLE
from tabletop.ui.dialogs.base import Dialog
from tabletop.ui.dialogs.cardgrid import CardGrid
from tabletop.ui.field import Field
from tabletop.ui.sprites import Face

if TYPE_CHECKING:
    from tabletop.ui.overlay import Overlay
    from tabletop.ui.sheet import Sheet

NOTHING = "No card is found. Look for fewer words, or for their beginnings; Ctrl+A and Delete empty the field."
HELP = 'Words, field:value, level>=6, -not, "two words"'
WAIT = 0.12
"""Seconds between two looks for better pictures."""


class BrowserDialog(Dialog):
    """Finds cards and puts them onto the table, as the looking seat's. `query` is what was looked for last."""

    size = (1010, 620)

    def __init__(self, desk: Overlay, query: str = "") -> None:
        super().__init__(desk.app, "Cards")
        self.desk = desk
        self._wait = 0.0
        self._near = False
        """Whether Alt is held, and the card under the pointer shown large."""
        self._carried: int | None = None
        """The card that is dragged out: the dialog does not show while it is."""
        self._pointer = (0, 0)
        library, table = desk.session.library, desk.session.table
        if library is not None:
            self.finder = library.finder
        else:
            self.finder = Finder([card_def(card, kept) for card, kept in table.definitions.items()])
        self.line = self.new_field(
            Field(desk.app.ui, query, placeholder=HELP, changed=self._typed, entered=self._entered)
        )
        self.grid = CardGrid("cards", self._paint, open=self._open, lift=self._lift, picked=self._picked)
        self.first = "filter"
        self._gather()

    def _gather(self) -> None:
        self.desk.looked_for = self.line.text
        try:
            found, self.grid.empty = self.finder.places(self.line.text), NOTHING
        except QueryError as fault:
            found, self.grid.empty = [], f"{fault}"[:1].upper() + f"{fault}"[1:]
        self.grid.at = 0
        self.grid.chosen = []
        self.grid.fill(found)
        self.dirty = True

    def _face(self, at: int) -> Face:
        card = self.finder.cards[at]
        return Face("card", card.id, card.title)

    # painting

    def body(self, rect: pygame.Rect) -> None:
        """The field, the cards, at the right the one under the pointer, below what can be done."""
        px = self.theme.px
        side = min(px(236), rect.w // 3)
        left = pygame.Rect(rect.x, rect.y, rect.w - side - px(14), rect.h - px(42))
        top = px(32)
        self.field("filter", pygame.Rect(left.x, left.y, left.w, top), self.line)
        place = pygame.Rect(left.x, left.y + top + px(8), left.w, left.h - top - px(8))
        self.box(place, "panel_sunk", "edge")
        wide, high = self.desk.session.table.card_size
        self.grid.card = (px(100), round(px(100) * high / wide))
        self.listing(self.grid, place.inflate(-px(12), -px(12)))
        self._show(pygame.Rect(rect.right - side, rect.y, side, rect.h - px(42)))
        foot = pygame.Rect(rect.x, rect.bottom - px(34), rect.w, px(34))
        put = self.theme.width("Onto the table") + px(24)
        self.button("put", pygame.Rect(foot.x, foot.y, put, foot.h), "Onto the table", self._put,
                    enabled=bool(self.grid.ids))  # fmt: skip
        close = self.theme.width("Close") + px(32)
        self.button("close", pygame.Rect(foot.right - close, foot.y, close, foot.h), "Close", self.done, primary=True)
        room = pygame.Rect(foot.x + put + px(12), foot.y + px(9), foot.w - put - close - px(24), foot.h)
        if room.w > px(60):
            told = f"{len(self.grid.ids)} of {len(self.finder.cards)} cards"
            told += ". Drag one out, or press Enter." if self.grid.ids else ""
            self.label(room.x, room.y, told, "small", "ink_soft", width=room.w)
        if self._near:
            self._magnify(rect)

    def _show(self, rect: pygame.Rect) -> None:
        """The card under the pointer, large enough to be read."""
        at = self.grid.hovered_card
        if at is None:
            return
        px = self.theme.px
        wide, high = self.desk.session.table.card_size
        height = min(round(rect.w * high / wide), rect.h - px(66))
        place = pygame.Rect(0, 0, round(height * wide / high), height)
        place.midtop = (rect.centerx, rect.y)
        self.grid.waiting |= not self._paint(self, place, at)
        card, library = self.finder.cards[at], self.desk.session.library
        y = place.bottom + px(8)
        y += self.lines(pygame.Rect(rect.x, y, rect.w, px(40)), card.title, "bold", "ink", "center")
        head = library.sets.get(card.id.partition("/")[0]) if library is not None else None
        if head is not None:
            self.label(rect.x, y, head.name, "small", "ink_soft", width=rect.w, align="center")

    def _magnify(self, rect: pygame.Rect) -> None:
        """The card under the pointer as large as there is room, on the side where the pointer is not."""
        at = self.grid.hovered_card
        if at is None:
            return
        wide, high = self.desk.session.table.card_size
        height = min(rect.h, round(rect.w * 0.6 * high / wide))
        place = pygame.Rect(0, 0, round(height * wide / high), height)
        place.midleft = rect.midleft
        if pygame.mouse.get_pos()[0] - self.rect.x < rect.centerx:
            place.midright = rect.midright
        self.box(place.inflate(8, 8), "panel_sunk", "edge_strong", 10)
        self.grid.waiting |= not self._paint(self, place, at)

    def _paint(self, sheet: Sheet, rect: pygame.Rect, at: int) -> bool:
        picture, best = self.desk.faces.face(self._face(at), rect.w)
        if picture.get_size() != rect.size:
            picture = pygame.transform.smoothscale(picture, rect.size)
        sheet.surface.blit(picture, rect)
        return best

    @property
    def veiled(self) -> bool:
        """While a card is dragged out, the table shows."""
        return self._carried is None

    def draw(self, target: pygame.Surface) -> None:
        """Show the dialog, or the card that is dragged out of it."""
        if self._carried is None:
            super().draw(target)
            return
        wide, high = self.desk.session.table.card_size
        zoom = self.desk.screen.camera.zoom
        place = pygame.Rect(0, 0, max(round(wide * zoom), 24), max(round(high * zoom), 24))
        place.center = self._pointer
        picture, _ = self.desk.faces.face(self._face(self._carried), place.w)
        if picture.get_size() != place.size:
            picture = pygame.transform.smoothscale(picture, place.size)
        target.blit(picture, place)

    # doing

    def _create(self, at: int, zone: str, index: int | None, spot: tuple[float, float]) -> None:
        """One step: the piece, and what the table keeps of its card."""
        session, card = self.desk.session, self.finder.cards[at]
        kept = session.table.definitions.get(card.id) or definition(card)
        step = self.desk.act(acts.put_card(session.table, card.id, kept, session.seat, zone, index=index, at=spot))
        if step is not None:
            self.desk.say(f"Put onto the table: {card.title}")

    def _put(self) -> None:
        """The chosen card, or the one that the keyboard is on, comes to lie in the middle of what is seen."""
        at = self.grid.chosen[0] if self.grid.chosen else self.grid.ids[self.grid.at] if self.grid.ids else None
        if at is not None:
            self._open(at)

    def _open(self, at: int) -> None:
        self._create(at, TABLE, None, self.desk.middle())

    def _lift(self, pos: tuple[int, int]) -> None:
        self._carried = self.grid.chosen[-1] if self.grid.chosen else None
        self._pointer = (pos[0] + self.rect.x, pos[1] + self.rect.y)
        self.line.hide()
        self.app.redraw()

    def _drop(self) -> None:
        """The carried card lands where the pointer is; over a panel, nowhere."""
        at, self._carried = self._carried, None
        self.dirty = True
        self.app.redraw()
        screen, table = self.desk.screen, self.desk.session.table
        if at is None or not self.desk.viewport.collidepoint(self._pointer):
            return
        hand = screen.scene.hand_at(*self._pointer)
        x, y = screen.camera.to_table(*self._pointer)
        self.done()
        if hand is not None:
            self._create(at, hand.zone, hand.index(self._pointer[0], len(table.cards(hand.zone))), (0.0, 0.0))
        else:
            zone = layout.zone_at(table, x, y)
            self._create(at, zone.id, layout.index_at(table, zone, x, y), (x, y))

    def _picked(self) -> None:
        """One card at a time: a drag and Enter put one onto the table."""
        self.grid.chosen = self.grid.chosen[-1:]
        self.dirty = True

    def _typed(self, text: str) -> None:
        self._gather()

    def _entered(self, text: str) -> None:
        """Enter in the field puts the first card found; where nothing was asked for, it goes to the cards."""
        if text.strip():
            self._put()
        else:
            self._to_cards()

    def _to_cards(self) -> None:
        if self.grid.ids:
            self.focus_on("cards")

    # events

    def handle(self, event: pygame.event.Event) -> bool:
        """A carried card follows the pointer; Alt shows one large."""
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in (pygame.K_LALT, pygame.K_RALT):
            self._near, self.dirty = event.type == pygame.KEYDOWN, True
            return True
        if self._carried is None:
            return super().handle(event)
        lost = event.type == pygame.MOUSEMOTION and not event.buttons[0]
        if lost or (event.type == pygame.MOUSEBUTTONDOWN and event.button != 1):
            self._bring_back()
        elif event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
            self.app.redraw()
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            super().handle(event)
            self._pointer = event.pos
            self._drop()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self._bring_back()
        return True

    def _bring_back(self) -> None:
        """The drag is over, and nothing is put."""
        self._carried, self.dirty = None, True
        self.app.redraw()

    def key(self, event: pygame.event.Event) -> bool:
        """Down goes from the field to the cards, Up from their first row back."""
        if self.typing and event.key == pygame.K_DOWN:
            self._to_cards()
            return True
        if event.key == pygame.K_UP and self.focus == "cards":
            self.focus_on("filter")
            return True
        return super().key(event)

    def update(self, seconds: float) -> None:
        """Take in better pictures as they come."""
        if self.grid.waiting:
            self._wait += seconds
            if self._wait >= WAIT:
                self._wait, self.dirty = 0.0, True

    @property
    def waiting(self) -> bool:
        """Whether it wants to be shown again soon."""
        return self.grid.waiting
