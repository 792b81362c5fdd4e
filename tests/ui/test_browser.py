"""The card browser: it filters as one types, and puts cards onto the table in one step, by mouse and by keyboard."""

from __future__ import annotations

import pygame
import pytest
from windowed import ALT, CTRL, TableWindow

from tabletop.table import sight
from tabletop.ui.dialogs.browser import BrowserDialog
from tabletop.ui.dialogs.pile import PileDialog


def browse(window: TableWindow) -> BrowserDialog:
    window.key(pygame.K_b, CTRL)
    window.frames()
    top = window.desk.dialogs.top
    assert isinstance(top, BrowserDialog)
    return top


def spot(dialog: BrowserDialog, index: int) -> tuple[int, int]:
    place = dialog.grid._place(index)
    return dialog.rect.x + place.centerx, dialog.rect.y + place.centery


def lift(window: TableWindow, dialog: BrowserDialog, index: int, to: tuple[int, int]) -> None:
    start = spot(dialog, index)
    window.move(start)
    window.send(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False))
    window.move((start[0] + 20, start[1] + 20), (1, 0, 0))
    window.move(to, (1, 0, 0))
    window.frames()


def let_go(window: TableWindow, at: tuple[int, int]) -> None:
    window.send(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False))
    window.frames()


def test_it_filters_as_one_types_and_remembers(window: TableWindow) -> None:
    dialog = browse(window)
    everything = len(dialog.finder.cards)
    assert len(dialog.grid.ids) == everything > 50
    window.type("type:hero")
    window.frames()
    assert 0 < len(dialog.grid.ids) < everything
    assert {dialog.finder.cards[i].type for i in dialog.grid.ids} <= {"hero", "Hero"}
    window.key(pygame.K_ESCAPE)
    assert window.desk.dialogs.top is None
    assert browse(window).line.text == "type:hero"


def test_nothing_found_and_a_wrong_field_say_what_to_do(window: TableWindow) -> None:
    dialog = browse(window)
    window.type("nothinglikethis")
    window.frames()
    assert not dialog.grid.ids
    assert "fewer words" in dialog.grid.empty
    dialog.line.text = "tipe:hero"
    dialog._gather()
    window.frames()
    assert 'did you mean "type"?' in dialog.grid.empty


def test_enter_puts_a_card_into_the_middle_in_one_step(window: TableWindow) -> None:
    before = set(window.table.pieces)
    definitions = dict(window.table.definitions)
    steps = len(window.session.log("A"))
    dialog = browse(window)
    unknown = next(card for card in dialog.finder.cards if card.id not in definitions)
    dialog.line.text = f"id={unknown.id}"
    dialog._gather()
    window.frames()
    window.key(pygame.K_RETURN)
    window.frames()
    (new,) = set(window.table.pieces) - before
    piece = window.table.pieces[new]
    assert (piece.card, piece.owner, piece.zone, piece.up) == (unknown.id, "A", "table", True)
    assert unknown.id in window.table.definitions
    assert len(window.session.log("A")) == steps + 1
    assert unknown.title in window.session.log("B")[-1].text
    window.desk.undo()
    assert set(window.table.pieces) == before
    assert window.table.definitions == definitions


def test_a_card_is_dragged_onto_the_table(window: TableWindow) -> None:
    before = set(window.table.pieces)
    dialog = browse(window)
    card = dialog.finder.cards[dialog.grid.ids[2]]
    to = (window.desk.viewport.centerx + 30, window.desk.viewport.centery)
    lift(window, dialog, 2, to)
    assert not dialog.veiled
    assert set(window.table.pieces) == before
    let_go(window, to)
    (new,) = set(window.table.pieces) - before
    assert window.table.pieces[new].card == card.id
    assert window.desk.dialogs.top is None


def test_a_card_is_dragged_into_the_hand_unseen_by_others(window: TableWindow) -> None:
    dialog = browse(window)
    card = dialog.finder.cards[dialog.grid.ids[1]]
    hand = next(hand for hand in window.screen.scene.hands if hand.own)
    before = set(window.table.pieces)
    lift(window, dialog, 1, hand.rect.center)
    let_go(window, hand.rect.center)
    (new,) = set(window.table.pieces) - before
    assert new in window.hand()
    piece = window.table.pieces[new]
    assert sight.knows(window.table, "A", piece)
    assert not sight.knows(window.table, "B", piece)
    assert card.title not in window.session.log("B")[-1].text


def test_escape_and_a_drop_beside_the_table_bring_the_browser_back(window: TableWindow) -> None:
    before = set(window.table.pieces)
    dialog = browse(window)
    lift(window, dialog, 0, window.desk.viewport.center)
    window.key(pygame.K_ESCAPE)
    assert dialog.veiled
    let_go(window, window.desk.viewport.center)
    assert window.desk.dialogs.top is dialog
    lift(window, dialog, 0, (window.app.window.get_width() - 2, 2))
    let_go(window, (window.app.window.get_width() - 2, 2))
    assert window.desk.dialogs.top is dialog
    assert set(window.table.pieces) == before


@pytest.mark.parametrize(
    "event",
    [
        pygame.event.Event(pygame.MOUSEMOTION, pos=(400, 300), rel=(1, 1), buttons=(0, 0, 0), touch=False),
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(400, 300), button=3, touch=False),
    ],
    ids=["release", "second button"],
)
def test_a_drag_that_is_lost_puts_nothing(window: TableWindow, event: pygame.event.Event) -> None:
    before = set(window.table.pieces)
    dialog = browse(window)
    lift(window, dialog, 0, window.desk.viewport.center)
    assert not dialog.veiled
    window.send(event)
    assert dialog.veiled
    let_go(window, window.desk.viewport.center)
    assert set(window.table.pieces) == before


def test_one_card_is_chosen_at_a_time(window: TableWindow) -> None:
    dialog = browse(window)
    dialog.grid.chosen = dialog.grid.ids[:3]
    dialog._picked()
    assert dialog.grid.chosen == dialog.grid.ids[2:3]


def test_alt_magnifies_the_card_under_the_pointer(window: TableWindow) -> None:
    dialog = browse(window)
    window.move(spot(dialog, 0))
    plain = dialog.surface.copy()
    window.key(pygame.K_LALT, ALT)
    window.frames()
    if not dialog._near:
        dialog.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LALT, mod=ALT))
        window.frames()
    assert pygame.image.tobytes(plain, "RGB") != pygame.image.tobytes(dialog.surface, "RGB")


def test_a_pile_is_searched_in_the_same_language(window: TableWindow) -> None:
    window.desk.search("A.deck")
    window.frames()
    dialog = window.desk.dialogs.top
    assert isinstance(dialog, PileDialog)
    dialog.line.text = "type:hero"
    dialog._gather()
    heroes = set(dialog.grid.ids)
    dialog.line.text = "-type:hero"
    dialog._gather()
    assert heroes
    assert heroes | set(dialog.grid.ids) == set(window.table.cards("A.deck"))
    dialog.line.text = "tipe:hero"
    dialog._gather()
    assert not dialog.grid.ids
    assert 'did you mean "type"?' in dialog.grid.empty
