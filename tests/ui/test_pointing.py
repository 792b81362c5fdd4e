"""Arrows, ping, counters carried, zones drawn by hand, the grid, and the table set back, in the window."""

from __future__ import annotations

import pygame
import pytest
from test_gestures import LEFT, drag, let_go, press, spot, zone_spot
from windowed import TableWindow

from tabletop.table import acts
from tabletop.table.zones import TABLE
from tabletop.ui.dragging import GRID
from tabletop.ui.stamps import BADGES_FROM

RIGHT = (0, 0, 1)


@pytest.fixture
def mods(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The modifier keys that are held."""
    held = [0]
    monkeypatch.setattr(pygame.key, "get_mods", lambda: held[0])
    return held


def point(window: TableWindow, start: int, goal: tuple[int, int]) -> None:
    press(window, window.at(start), 3)
    window.move(goal, RIGHT)
    let_go(window, goal, 3)


def test_an_arrow_from_card_to_card_is_one_step_and_goes_again(window: TableWindow, mods: list[int]) -> None:
    one, two = window.play(2)
    mods[0] = pygame.KMOD_LSHIFT
    steps = window.session.history.at
    point(window, one, window.at(two))
    assert acts.arrows(window.table) == [(one, two)]
    assert window.session.history.at == steps + 1
    assert window.screen.pointing._arrows
    point(window, one, window.at(two))
    assert acts.arrows(window.table) == []
    point(window, one, (700, 300))
    assert acts.arrows(window.table) == []
    assert not window.desk.menu.shown


def test_escape_gives_an_arrow_up(window: TableWindow, mods: list[int]) -> None:
    one, two = window.play(2)
    mods[0] = pygame.KMOD_LSHIFT
    press(window, window.at(one), 3)
    window.move(window.at(two), RIGHT)
    window.key(pygame.K_ESCAPE)
    assert not window.screen.pointing.active
    let_go(window, window.at(two), 3)
    assert acts.arrows(window.table) == []


def test_a_ping_is_seen_for_a_moment_and_is_no_step(window: TableWindow, mods: list[int]) -> None:
    mods[0] = pygame.KMOD_LCTRL
    steps = window.session.history.at
    window.click((500, 300), 3)
    pointing = window.screen.pointing
    assert pointing.busy
    assert not window.desk.menu.shown
    pointing.update(1.5)
    assert not pointing.busy
    assert window.session.history.at == steps


def test_a_counter_is_carried_from_card_to_card(window: TableWindow) -> None:
    one, two = window.play(2)
    window.session.act(acts.count(window.table, [one], "damage", 2))
    window.screen.camera.zoom_at(400, 300, 4)
    window.frames(8)
    scene = window.screen.scene
    area = pygame.Rect(scene.shape_of(one).rect())
    ((_, place),) = scene.stamps.badge_places(scene.sprites[one].look, area)
    drag(window, place.center, window.at(two))
    assert (window.table.pieces[one].counters, window.table.pieces[two].counters) == ({"damage": 1}, {"damage": 1})
    assert window.table.pieces[one].x == -200.0


def test_counters_stay_on_their_card(window: TableWindow) -> None:
    """However long their names and numbers are, and however small the card is drawn."""
    (card,) = window.play(1)
    for name, number in (("damage", 3), ("a counter with a very long name", 12345), ("x", 10**14)):
        window.session.act(acts.count(window.table, [card], name, number))
    window.frames(2)
    stamps, look = window.screen.scene.stamps, window.screen.scene.sprites[card].look
    for width in range(BADGES_FROM, 200, 7):
        area = pygame.Rect(10, 20, width, width * 3 // 2)
        for name, pill in stamps.badge_places(look, area):
            assert area.contains(pill), name
            text = stamps._badge(name, dict(look.badges)[name], area)
            assert stamps.theme.width(text, "small_bold") <= pill.w


def test_a_zone_is_drawn_named_moved_and_removed(window: TableWindow) -> None:
    table = window.table
    window.move((500, 300))
    window.desk.run("new_zone", window.desk.target)
    drag(window, spot(window, -100, -40), spot(window, 100, 40))
    window.key(pygame.K_RETURN)
    window.frames(3)
    zone = table.zones["zone-1"]
    assert (zone.x, zone.y) == (pytest.approx(0, abs=3), pytest.approx(0, abs=3))
    assert (zone.w, zone.h) == (pytest.approx(200, abs=5), pytest.approx(80, abs=5))
    card = window.hand()[0]
    goal = zone_spot(window, "zone-1")
    drag(window, window.at(card), goal)
    assert table.pieces[card].zone == "zone-1"
    window.move(spot(window, 90, 0))
    window.desk.run("zone_place", window.desk.target)
    x = table.pieces[card].x
    window.click(spot(window, 50, 0))
    assert table.zones["zone-1"].x == pytest.approx(50, abs=3)
    assert table.pieces[card].x == pytest.approx(x + 50, abs=4)
    assert not acts.remove_zone(table, "zone-1").ops


def test_the_grid_and_the_key_without_it(window: TableWindow, mods: list[int]) -> None:
    window.app.settings.grid = True
    card = window.play(1)[0]
    start = window.at(card)
    drag(window, start, (start[0] + 61, start[1] + 7))
    piece = window.table.pieces[card]
    assert piece.x % GRID == pytest.approx(0, abs=0.01)
    assert piece.y % GRID == pytest.approx(0, abs=0.01)
    start = window.at(card)
    press(window, start)
    window.move((start[0] + 31, start[1] + 8), LEFT)
    mods[0] = pygame.KMOD_LCTRL
    let_go(window, (start[0] + 31, start[1] + 8))
    assert window.table.pieces[card].x % GRID != pytest.approx(0, abs=0.01)


def test_the_table_is_set_back_after_a_question(window: TableWindow) -> None:
    cards = window.play(3)
    count = len(window.hand()) + 3
    window.move((500, 300))
    window.desk.run("reset", window.desk.target)
    window.frames()
    window.key(pygame.K_RETURN)
    window.frames()
    assert len(window.hand()) == count
    assert not window.table.cards(TABLE)
    window.session.undo()
    assert set(window.table.cards(TABLE)) == set(cards)


def test_an_open_hand_is_seen_by_the_other_seat(window: TableWindow) -> None:
    held = window.hand()
    window.move(window.at(held[0]))
    assert window.desk.run("open_hand", window.desk.target)
    window.session.seat = "B"
    window.frames(3)
    assert all(window.screen.scene.sprites[i].look.face.kind == "card" for i in held)
