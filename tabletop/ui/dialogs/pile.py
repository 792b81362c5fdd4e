"""Looking through a pile, or at its top cards: as pictures side by side, with a filter, to take cards out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

import pygame

from tabletop.cards.finding import Finder, QueryError
from tabletop.cards.model import CardDef
from tabletop.table import acts, sight
from tabletop.table.state import Piece
from tabletop.table.zones import TABLE
from tabletop.ui.commands import CARD_MENU, entries
from tabletop.ui.commands.base import hand, zone_words
from tabletop.ui.dialogs.base import Dialog
from tabletop.ui.dialogs.cardgrid import CardGrid
from tabletop.ui.field import Field
from tabletop.ui.scene import Target

if TYPE_CHECKING:
    from tabletop.ui.overlay import Overlay
    from tabletop.ui.sheet import Sheet

Order = Literal["pile", "name", "type"]
ORDERS: tuple[tuple[Order, str], ...] = (("pile", "As they lie"), ("name", "By name"), ("type", "By type"))

_LYING = ("rotate_left", "rotate_right", "tap", "group", "mix", "peek_cards")
MENU = tuple(each for each in CARD_MENU if each not in _LYING)


class PileDialog(Dialog):
    """Shows cards that the looking seat knows by now, and takes them out. With `zone` it follows what lies there; with
    `most` only its top cards. `held` closes it when Alt or Shift is let go; a digit
    shows so many until then.
    """

    size = (1010, 620)

    def __init__(
        self, desk: Overlay, title: str, *, zone: str | None = None, cards: Sequence[int] = (), most: int | None = None,
        held: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(desk.app, title)
        self.desk = desk
        self.zone = zone
        self.held = held
        self.order: Order = "pile"
        self._revision = -1
        self._wait = 0.0
        self._finder: tuple[list[int], Finder] | None = None
        table = desk.session.table
        self._cards = list(table.cards(zone)[:most] if zone is not None and most is not None else cards)
        self._all = zone is not None and most is None
        self.line = self.new_field(
            Field(desk.app.ui, placeholder="Filter: name, type, text", changed=self._typed, entered=self._entered)
        )
        self._empty = "Nothing is found here. Look for fewer words, or for their beginnings."
        if not self._all:
            self._empty = "There is nothing to see any more."
        self.grid = CardGrid("cards", self._paint, open=self._open, lift=self._lift, picked=self._picked)
        self.first = "filter" if self._all else "cards"
        self._gather()

    # which cards

    def _gather(self) -> None:
        """The cards that there are now, in the order that is wanted, as far as the filter lets them."""
        table = self.desk.session.table
        if table.revision != self._revision:
            # What the seat may know may have changed with the table.
            self._finder = None
            self._revision = table.revision
        ids = list(table.cards(self.zone)) if self._all and self.zone is not None else self._cards
        ids = [i for i in ids if i in table.pieces and (self.zone is None or table.pieces[i].zone == self.zone)]
        self.grid.empty = self._empty
        if self.line.text.strip():
            ids = self._found(ids)
        if self.order != "pile":
            ids.sort(key=self._sort_key)
        self.grid.fill(ids)
        self.dirty = True

    def _name(self, piece: Piece) -> str:
        return sight.name(self.desk.session.table, self.desk.session.seat, piece)

    def _knows(self, piece: Piece) -> bool:
        return sight.knows(self.desk.session.table, self.desk.session.seat, piece)

    def _found(self, ids: list[int]) -> list[int]:
        """Those that the filter finds, by what the seat may know of them; why it finds none is told in their place."""
        if self._finder is None or self._finder[0] != ids:
            library = self.desk.session.library
            game, sets = (library.game, library.sets) if library is not None else (None, None)
            self._finder = ids, Finder([self._seen(i) for i in ids], game, sets)
        try:
            return [ids[at] for at in self._finder[1].places(self.line.text)]
        except QueryError as fault:
            self.grid.empty = f"{fault}"[:1].upper() + f"{fault}"[1:]
            return []

    def _seen(self, i: int) -> CardDef:
        piece = self.desk.session.table.pieces[i]
        card = self.desk.session.card(piece) if self._knows(piece) else None
        name = self._name(piece)
        return card if card is not None else CardDef("", name, name, "")

    def _sort_key(self, i: int) -> tuple[str, str]:
        piece = self.desk.session.table.pieces[i]
        card = self.desk.session.card(piece) if self._knows(piece) else None
        name = self._name(piece)
        return (card.type if card is not None and self.order == "type" else "", name)

    # painting

    def body(self, rect: pygame.Rect) -> None:
        """The filter and the order, the cards, at the right the one under the pointer, below what can be done."""
        px = self.theme.px
        side = min(px(236), rect.w // 3)
        foot = px(42)
        left = pygame.Rect(rect.x, rect.y, rect.w - side - px(14), rect.h - foot)
        top = px(32)
        x = left.right
        for order, words in reversed(ORDERS):
            wide = self.theme.width(words, "small") + px(18)
            x -= wide + px(4)
            place = pygame.Rect(x, left.y, wide, top)
            now = order == self.order
            self.button(f"order {order}", place, words, partial(self._sort, order), role="small", chosen=now)
        self.field("filter", pygame.Rect(left.x, left.y, max(x - left.x - px(8), px(90)), top), self.line)
        self.regions.insert(len(self.regions) - len(ORDERS) - 1, self.regions.pop())
        place = pygame.Rect(left.x, left.y + top + px(8), left.w, left.h - top - px(8))
        self.box(place, "panel_sunk", "edge")
        size = self.desk.session.table.card_size
        self.grid.card = (px(100), round(px(100) * size[1] / size[0]))
        self.listing(self.grid, place.inflate(-px(12), -px(12)))
        self._show(pygame.Rect(rect.right - side, rect.y, side, rect.h - foot))
        self._actions(pygame.Rect(rect.x, rect.bottom - px(34), rect.w, px(34)))

    def _show(self, rect: pygame.Rect) -> None:
        """The card under the pointer, large enough to be read."""
        table, px = self.desk.session.table, self.theme.px
        i = self.grid.hovered_card
        if i is None or i not in table.pieces:
            return
        piece = table.pieces[i]
        wide, high = table.card_size
        height = min(round(rect.w * high / wide), rect.h - px(66))
        place = pygame.Rect(0, 0, round(height * wide / high), height)
        place.midtop = (rect.centerx, rect.y)
        self.grid.waiting |= not self._paint(self, place, i)
        y = place.bottom + px(8)
        y += self.lines(pygame.Rect(rect.x, y, rect.w, px(40)), self._name(piece), "bold", "ink", "center")
        if self.zone is not None and piece.zone == self.zone and table.zone(self.zone).arrangement == "pile":
            at = table.index(i) + 1
            told = "the top card" if at == 1 else f"number {at} from the top"
            self.label(rect.x, y, told, "small", "ink_soft", width=rect.w, align="center")

    def _paint(self, sheet: Sheet, rect: pygame.Rect, i: int) -> bool:
        piece = self.desk.session.table.pieces.get(i)
        if piece is None:
            return True
        face = self.desk.face_of(piece, self._knows(piece))
        picture, best = self.desk.faces.face(face, rect.w)
        if picture.get_size() != rect.size:
            picture = pygame.transform.smoothscale(picture, rect.size)
        sheet.surface.blit(picture, rect)
        return best

    def _actions(self, rect: pygame.Rect) -> None:
        px, table = self.theme.px, self.desk.session.table
        chosen = bool(self.grid.chosen)
        x = rect.x
        found: list[tuple[str, str, object]] = []
        if hand(table, self.desk.session.seat) is not None:
            found.append(("to hand", "To your hand", self.take))
        found.append(("to table", "Onto the table", self._to_table))
        if self.zone is not None and table.zone(self.zone).arrangement == "pile":
            found += [("on top", "On top", self._on_top), ("under", "Underneath", self._underneath)]
        found.append(("more", "More…", self._more))
        for id, words, action in found:
            wide = self.theme.width(words) + px(24)
            assert callable(action)
            self.button(id, pygame.Rect(x, rect.y, wide, rect.h), words, action, enabled=chosen)
            x += wide + px(6)
        count = len(self.grid.ids)
        told = f"{count} {'card' if count == 1 else 'cards'}"
        if chosen:
            told = f"{len(self.grid.chosen)} of {told} chosen"
        right = rect.right
        close = self.theme.width("Close") + px(32)
        self.button("close", pygame.Rect(right - close, rect.y, close, rect.h), "Close", self.done, primary=True)
        right -= close + px(8)
        if self._all and self.zone is not None and table.zone(self.zone).arrangement == "pile":
            wide = self.theme.width("Shuffle and close") + px(24)
            if right - wide > x:
                place = pygame.Rect(right - wide, rect.y, wide, rect.h)
                self.button("shuffle", place, "Shuffle and close", self._shuffle)
                self.regions.insert(len(self.regions) - 2, self.regions.pop())
                right -= wide + px(10)
        if right - x > px(60):
            self.label(x + px(6), rect.y + px(9), told, "small", "ink_soft", width=right - x - px(8))

    # doing

    def take(self) -> None:
        """The chosen cards go to the looking seat's hand."""
        found = hand(self.desk.session.table, self.desk.session.seat)
        if found is not None:
            self._do(acts.move(self.desk.session.table, self.grid.chosen, found.id))

    def _to_table(self) -> None:
        at = self.desk.middle()
        self._do(acts.move(self.desk.session.table, self.grid.chosen, TABLE, at=at, up=True))

    def _on_top(self) -> None:
        if self.zone is not None:
            self._do(acts.move(self.desk.session.table, self.grid.chosen, self.zone, index=0))

    def _underneath(self) -> None:
        if self.zone is not None:
            self._do(acts.put_under(self.desk.session.table, self.grid.chosen, self.zone))

    def _more(self) -> None:
        region = self.region_of("more")
        pos = (0, 0) if region is None else (self.rect.x + region.rect.x, self.rect.y + region.rect.y)
        target = Target(tuple(self.grid.chosen), self.zone, self.desk.middle(), pos)
        listed = entries(self.desk, target, MENU, {})
        self.desk.menu.open(listed, pos, f"{len(self.grid.chosen)} chosen", keyboard=self.keyboard)

    def _do(self, act: acts.Act) -> None:
        self.desk.act(act)
        self._gather()

    def _shuffle(self) -> None:
        zone = self.zone
        self.done()
        if zone is not None:
            self.desk.act(acts.shuffle(self.desk.session.table, zone, self.desk.session.rng))

    def _open(self, i: int) -> None:
        if i not in self.grid.chosen:
            self.grid.chosen = [i]
        self.take()

    def _lift(self, pos: tuple[int, int]) -> None:
        """The chosen cards are dragged out: the dialog goes, and they are in the hand."""
        ids = list(self.grid.chosen)
        self.done()
        self.desk.lift(ids, (pos[0] + self.rect.x, pos[1] + self.rect.y))

    def _picked(self) -> None:
        self.dirty = True

    def _sort(self, order: Order) -> None:
        self.order = order
        self._gather()

    def _typed(self, text: str) -> None:
        self._gather()

    def _entered(self, text: str) -> None:
        if self.grid.ids:
            self.focus_on("cards")

    # events

    def handle(self, event: pygame.event.Event) -> bool:
        """Letting go of Alt or Shift closes what was opened with them."""
        if self.held and event.type == pygame.KEYUP and event.key in _HELD:
            self.done()
            return True
        digit = getattr(event, "key", 0) - pygame.K_0
        if self.held and event.type == pygame.KEYDOWN and 1 <= digit <= 9 and self.zone is not None:
            self.desk.peek(self.zone, digit)
            return True
        pressed = event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN)
        if self.held and pressed and getattr(event, "key", 0) not in _HELD:
            self.held = False
        return super().handle(event)

    def key(self, event: pygame.event.Event) -> bool:
        """Down goes from the filter to the cards; a letter anywhere else goes to the filter."""
        if self.typing and event.key in (pygame.K_DOWN, pygame.K_RETURN, pygame.K_KP_ENTER):
            self._entered("")
            return True
        if event.key == pygame.K_UP and self.focus == "cards" and self._all:
            self.focus_on("filter")
            return True
        return super().key(event)

    def update(self, seconds: float) -> None:
        """Follow the table, and take in better pictures as they come."""
        if self.desk.session.table.revision != self._revision:
            self._gather()
        if self.grid.waiting:
            self._wait += seconds
            if self._wait >= 0.12:
                self._wait, self.dirty = 0.0, True

    @property
    def waiting(self) -> bool:
        """Whether it wants to be shown again soon."""
        return self.grid.waiting


def title_for(desk: Overlay, zone_id: str, number: int | None = None) -> str:
    """What the dialog is called: "Draw Pile", "The top 3 cards of Draw Pile"."""
    name = zone_words(desk, zone_id)
    if number is None:
        return name
    return f"The top card of {name}" if number == 1 else f"The top {number} cards of {name}"


_HELD = (pygame.K_LALT, pygame.K_RALT, pygame.K_LSHIFT, pygame.K_RSHIFT)

__all__ = ["PileDialog", "title_for"]
