"""The table by keyboard alone."""

from __future__ import annotations

import pygame
import pytest
from windowed import CTRL, SHIFT, TableWindow

from tabletop.table import acts
from tabletop.table.zones import TABLE

TAB, ENTER, ESC = pygame.K_TAB, pygame.K_RETURN, pygame.K_ESCAPE
LEFT, RIGHT, UP, DOWN = pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN


def tab_to(window: TableWindow, zone: str) -> None:
    for _ in range(30):
        if window.screen.focus.on and window.screen.focus.zone == zone:
            return
        window.key(TAB)
    raise AssertionError(f"Tab does not reach {zone}")


def carry_to(window: TableWindow, zone: str) -> None:
    for _ in range(30):
        if window.screen.scene.drop_zone == zone:
            return
        window.key(TAB)
        window.frames()
    raise AssertionError(f"Tab does not carry to {zone}")


def test_tab_goes_through_all_zones_and_back(window: TableWindow) -> None:
    seen = []
    for _ in window.table.zones:
        window.key(TAB)
        seen.append(window.screen.focus.zone)
    assert sorted(seen) == sorted(window.table.zones)
    assert seen[0] == "A.hand"
    window.key(TAB, SHIFT)
    assert window.screen.focus.zone == seen[-2]


def test_arrows_go_from_card_to_card_and_on_to_the_next_zone(window: TableWindow) -> None:
    tab_to(window, "A.hand")
    hand = window.hand()
    assert window.screen.focus.piece == hand[0]
    for card in hand[1:]:
        window.key(RIGHT)
        assert window.screen.focus.piece == card
    window.key(UP)
    assert window.screen.focus.zone != "A.hand"


def test_a_key_acts_on_what_the_ring_is_on_and_the_mouse_takes_over(window: TableWindow) -> None:
    first, second = window.play(2)
    tab_to(window, TABLE)
    focused = window.screen.focus.piece
    assert focused in (first, second)
    window.key(pygame.K_f)
    assert not window.table.pieces[focused].up
    other = second if focused == first else first
    window.move(window.at(other))
    assert not window.screen.focus.on
    window.key(pygame.K_f)
    assert not window.table.pieces[other].up


def test_piles_are_drawn_from_by_keyboard(window: TableWindow) -> None:
    tab_to(window, "A.deck")
    top, count = window.top(), len(window.hand())
    window.key(pygame.K_1, text="1")
    window.key(ENTER)
    assert window.hand()[-1] == top
    assert len(window.hand()) == count + 1
    assert window.screen.focus.piece == window.top()


def test_a_card_is_carried_to_a_zone_and_lands_as_its_ghost(window: TableWindow) -> None:
    tab_to(window, "A.hand")
    card = window.hand()[0]
    window.key(ENTER)
    window.frames()
    assert window.screen.gestures.dragging
    carry_to(window, "A.play")
    ghost = window.screen.scene.ghost(card)
    assert ghost is not None
    steps = window.session.history.at
    window.key(ENTER)
    window.frames()
    assert window.session.history.at == steps + 1
    sprite = window.screen.scene.sprites[card]
    assert (sprite.zone, sprite.x, sprite.y, sprite.look.face) == (ghost.zone, ghost.x, ghost.y, ghost.look.face)
    assert window.screen.focus.piece == card


def test_arrows_carry_over_the_free_table_finely_with_ctrl(window: TableWindow) -> None:
    card = window.play(1)[0]
    x, y = window.table.pieces[card].x, window.table.pieces[card].y
    tab_to(window, TABLE)
    window.key(pygame.K_m)
    window.key(RIGHT)
    window.key(RIGHT)
    window.key(UP, CTRL)
    window.key(ENTER)
    piece = window.table.pieces[card]
    wide = window.table.card_size[0] + 4
    assert piece.zone == TABLE
    assert piece.x == pytest.approx(x + wide, abs=2)
    assert piece.y == pytest.approx(y - 1, abs=2)


def test_escape_puts_back_and_enter_at_once_changes_nothing(window: TableWindow) -> None:
    tab_to(window, "A.hand")
    window.key(RIGHT)
    order, steps = list(window.hand()), window.session.history.at
    window.key(ENTER)
    carry_to(window, "A.lost")
    window.key(ESC)
    window.frames()
    assert not window.screen.gestures.dragging
    window.key(ENTER)
    window.key(ENTER)
    window.frames()
    assert (list(window.hand()), window.session.history.at) == (order, steps)


def test_rotating_and_turning_over_in_the_hand(window: TableWindow) -> None:
    card = window.play(1)[0]
    tab_to(window, TABLE)
    window.key(ENTER)
    window.key(RIGHT)
    window.key(pygame.K_e)
    window.key(pygame.K_f)
    window.key(ENTER)
    piece = window.table.pieces[card]
    assert (piece.rotation, piece.up) == (90.0, False)


def test_a_mouse_button_sends_what_the_keys_carry_home(window: TableWindow) -> None:
    card = window.play(1)[0]
    tab_to(window, TABLE)
    window.key(ENTER)
    window.key(RIGHT)
    window.move((400, 300))
    assert window.screen.gestures.dragging
    window.click((400, 300))
    assert not window.screen.gestures.dragging
    assert window.table.pieces[card].x == -200.0


def test_locked_cards_stay(window: TableWindow) -> None:
    card = window.play(1)[0]
    window.session.act(acts.lock(window.table, [card]))
    tab_to(window, TABLE)
    window.key(ENTER)
    assert not window.screen.gestures.dragging
    assert "locked" in window.desk.notice.text


def test_the_menu_key_opens_the_menu_of_the_ring(window: TableWindow) -> None:
    tab_to(window, "A.deck")
    window.key(pygame.K_MENU)
    assert window.desk.menu.shown
    assert "Shuffle" in [entry.words for entry in window.desk.menu.levels[0].entries if entry]


def test_insert_selects_and_the_selection_is_carried(window: TableWindow) -> None:
    first, second = window.play(2)
    tab_to(window, TABLE)
    window.key(pygame.K_INSERT)
    window.key(RIGHT if window.screen.focus.piece == first else LEFT)
    window.key(pygame.K_INSERT)
    assert window.screen.selection == {first, second}
    window.key(ENTER)
    carry_to(window, "A.lost")
    window.key(ENTER)
    assert {first, second} <= set(window.table.cards("A.lost"))


def test_the_ring_is_not_left_on_another_seats_cards_after_handing_over(window: TableWindow) -> None:
    tab_to(window, "A.hand")
    window.key(TAB, CTRL)
    window.frames()
    assert not window.screen.focus.on


def test_escape_first_drops_the_ring_then_opens_the_menu(window: TableWindow) -> None:
    tab_to(window, "A.hand")
    window.key(ESC)
    assert not window.screen.focus.on
    assert not window.desk.menu.shown
    window.key(ESC)
    assert window.desk.menu.shown
