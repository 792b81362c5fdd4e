from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from windowed import TableWindow

from tabletop.ui.commands import Entry
from tabletop.ui.menus import Menu
from tabletop.ui.theme import Theme


def long_menu(count: int) -> list[Entry | None]:
    child: list[Entry | None] = [Entry(f"Child {n}") for n in range(30)]
    return [Entry(f"A rather long line number {n}", keys="Ctrl+Shift+Z", children=child) for n in range(count)]


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("count", [1, 12, 60])
def test_menus_never_leave_the_window(scale: float, count: int) -> None:
    pygame.font.init()
    bounds = pygame.Rect(0, 0, 1024, 640)
    menu = Menu(Theme(scale=scale), bounds)
    for pos in ((0, 0), (1023, 0), (0, 639), (1023, 639), (512, 320), (900, 600)):
        menu.open(long_menu(count), pos, "A heading that is quite long as well, and says what it is")
        menu.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode=""))
        menu.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode=""))
        assert len(menu.levels) == 2
        for level in menu.levels:
            assert bounds.contains(level.rect)
        surface = pygame.Surface(bounds.size)
        menu.draw(surface)
        menu.close()


def test_a_click_elsewhere_only_closes_the_menu(window: TableWindow) -> None:
    ids = window.play(3)
    window.screen.scene.select(ids[:1])
    window.click(window.at(ids[0]), 3)
    assert window.desk.menu.shown
    steps = len(window.session.history.steps)
    elsewhere = window.at(window.top("B"))
    assert not window.desk.menu.rect.collidepoint(elsewhere)
    window.click(elsewhere)
    assert not window.desk.menu.shown
    assert window.screen.selection == {ids[0]}
    assert len(window.session.history.steps) == steps
    assert not window.screen.gestures.active


def test_escape_closes_one_menu_after_the_other(window: TableWindow) -> None:
    window.click(window.at(window.top()), 3)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RIGHT)
    assert len(window.desk.menu.levels) == 2
    window.key(pygame.K_ESCAPE)
    assert len(window.desk.menu.levels) == 1
    window.key(pygame.K_ESCAPE)
    assert not window.desk.menu.shown


def test_a_menu_is_used_with_the_arrows_and_enter(window: TableWindow) -> None:
    have = len(window.hand())
    window.click(window.at(window.top()), 3)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert len(window.hand()) == have + 2
    assert not window.desk.menu.shown


def test_a_menu_is_used_with_the_mouse(window: TableWindow) -> None:
    ids = window.play(1)
    window.click(window.at(ids[0]), 3)
    row = window.desk.menu.levels[0].rows[0]
    window.click(row.center)
    assert not window.table.pieces[ids[0]].up
    assert not window.desk.menu.shown


def test_a_letter_goes_to_the_next_line_that_begins_with_it(window: TableWindow) -> None:
    window.click(window.at(window.top()), 3)
    level = window.desk.menu.levels[0]
    window.key(pygame.K_s, 0, "s")
    entry = level.entries[level.chosen]
    assert entry is not None
    assert entry.words == "Shuffle"


def test_no_key_reaches_the_table_behind_a_menu(window: TableWindow) -> None:
    ids = window.play(1)
    window.click(window.at(ids[0]), 3)
    steps = len(window.session.history.steps)
    for key in (pygame.K_f, pygame.K_DELETE, pygame.K_l):
        window.key(key)
    assert len(window.session.history.steps) == steps


def test_menus_name_only_what_the_seat_may_know(open_table: Callable[..., TableWindow], tmp_path: Path) -> None:
    window = open_table()
    theirs = window.hand("B")[0]
    window.click(window.at(theirs), 3)
    assert window.desk.menu.levels[0].heading == "A face-down card"


def test_right_clicks_with_ctrl_or_shift_open_no_menu(window: TableWindow) -> None:
    ids = window.play(1)
    pygame.key.set_mods(pygame.KMOD_LSHIFT)
    window.click(window.at(ids[0]), 3)
    pygame.key.set_mods(0)
    assert not window.desk.menu.shown
