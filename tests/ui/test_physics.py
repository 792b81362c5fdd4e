"""Throwing: the simulation by itself, and in the window."""

from __future__ import annotations

import math
import time

import pygame
import pytest
from test_gestures import LEFT, let_go, press
from windowed import CTRL, TableWindow

from tabletop.table import acts
from tabletop.table.acts import SIDES, VALUE
from tabletop.table.ops import Pose as SetPose
from tabletop.table.state import Piece
from tabletop.table.zones import TABLE
from tabletop.ui.physics import Pose, Thing, World

BOX = (-1000.0, -600.0, 1000.0, 600.0)


def thing(x: float, y: float, *speed: float) -> Thing:
    return Thing(Pose(x, y, 0.0), 63.0, 88.0, (speed[0], speed[1]) if speed else (0.0, 0.0), thrown=bool(speed))


def test_a_thrown_card_slides_and_rests() -> None:
    world = World({1: thing(0, 0, 1200.0, 0.0)}, BOX)
    parts = [world.part]
    while not world.advance(1 / 60):
        parts.append(world.part)
    assert parts == sorted(parts)
    assert 120 < world.poses()[1].x < 260
    assert abs(world.poses()[1].y) < 1


def test_settling_at_once_ends_where_time_would() -> None:
    things = {1: thing(0, 0, 1500.0, 200.0), 2: thing(150, 30)}
    one, other = World(things, BOX), World(things, BOX)
    one.settle()
    while not other.advance(1 / 60):
        pass
    assert one.poses() == other.poses()


def test_it_pushes_what_is_in_its_way_gently() -> None:
    world = World({1: thing(0, 0, 1800.0, 0.0), 2: thing(120, 0), 3: thing(120, 300)}, BOX)
    world.settle()
    poses = world.poses()
    assert 121 < poses[2].x < 400
    assert 3 not in poses


def test_what_it_lay_on_and_what_lies_on_each_other_stays() -> None:
    world = World({1: thing(0, 0, 1500.0, 0.0), 2: thing(10, 5), 3: thing(300, 300), 4: thing(305, 302)}, BOX)
    world.settle()
    assert set(world.poses()) == {1}


@pytest.mark.parametrize("angle", range(0, 360, 30))
def test_nothing_leaves_the_table(angle: int) -> None:
    way = (math.cos(math.radians(angle)) * 9000, math.sin(math.radians(angle)) * 9000)
    world = World({1: thing(900, 500, *way)}, BOX)
    world.settle()
    pose = world.poses().get(1, Pose(900, 500, 0))
    assert BOX[0] <= pose.x <= BOX[2]
    assert BOX[1] <= pose.y <= BOX[3]


def flick(window: TableWindow, piece: int, dx: int, dy: int) -> None:
    """Swing a piece and let go while it moves fast."""
    window.screen.scene.finish()
    at = window.at(piece)
    press(window, at)
    for part in range(1, 9):
        window.move((at[0] + dx * part, at[1] + dy * part), LEFT)
    pos = (at[0] + dx * 8, at[1] + dy * 8)
    # The frames of a test may be slow: what counts is the way of the last moments.
    way, now = window.screen.tossing._way, time.monotonic()
    way.clear()
    way.extend((now - 0.008 * (8 - part), (at[0] + dx * part, at[1] + dy * part)) for part in range(1, 9))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=False))
    window.app.frame()


def run(window: TableWindow) -> None:
    for _ in range(400):
        window.frames(1)
        if not window.screen.tossing.busy:
            return
    raise AssertionError("it never rests")


@pytest.fixture
def lively(window: TableWindow) -> TableWindow:
    window.screen.scene.animate = True
    return window


def test_a_flicked_card_slides_on_and_is_one_step(lively: TableWindow) -> None:
    card = lively.play(1)[0]
    steps, x = lively.session.history.at, lively.table.pieces[card].x
    flick(lively, card, 20, 0)
    assert lively.screen.tossing.busy
    assert lively.session.history.at == steps
    run(lively)
    assert lively.session.history.at == steps + 1
    ended = lively.table.pieces[card].x
    assert ended > x + 160 / lively.screen.camera.zoom + 20
    assert lively.table.pieces[card].zone == TABLE
    lively.session.undo()
    assert lively.table.pieces[card].x == x


def test_a_slow_drop_is_no_throw(lively: TableWindow) -> None:
    card = lively.play(1)[0]
    lively.screen.scene.finish()
    at = lively.at(card)
    press(lively, at)
    for part in range(1, 9):
        lively.move((at[0] + 20 * part, at[1]), LEFT)
    time.sleep(0.08)
    let_go(lively, (at[0] + 160, at[1]))
    assert not lively.screen.tossing.busy
    assert lively.at(card)[0] == pytest.approx(at[0] + 160, abs=2)


def test_undo_settles_a_throw_and_takes_it_back(lively: TableWindow) -> None:
    card = lively.play(1)[0]
    x, steps = lively.table.pieces[card].x, lively.session.history.at
    flick(lively, card, 20, 0)
    lively.key(pygame.K_z, CTRL)
    assert not lively.screen.tossing.busy
    assert lively.session.history.at == steps
    assert lively.session.history.can_redo
    assert lively.table.pieces[card].x == x


def test_the_off_switch(lively: TableWindow) -> None:
    card = lively.play(1)[0]
    lively.screen.tossing.enabled = False
    lively.screen.scene.finish()
    x = lively.at(card)[0]
    flick(lively, card, 20, 0)
    lively.frames()
    assert lively.screen.scene.sprites[card].x == pytest.approx(lively.screen.camera.to_table(x + 160, 0)[0], abs=1)


def test_locked_cards_and_cards_in_zones_are_not_pushed(lively: TableWindow) -> None:
    card, locked, played = lively.play(3)
    lively.session.act(acts.lock(lively.table, [locked]))
    lively.session.act(acts.move(lively.table, [played], "A.play"))
    lively.frames()
    before = {i: (lively.table.pieces[i].x, lively.table.pieces[i].y) for i in (locked, played)}
    flick(lively, card, 14, 0)
    run(lively)
    assert {i: (lively.table.pieces[i].x, lively.table.pieces[i].y) for i in (locked, played)} == before
    assert lively.table.pieces[played].zone == "A.play"
    last = lively.session.history.last
    assert last is not None
    assert not any(isinstance(op, SetPose) for op in last.ops)


def test_a_thrown_die_ends_on_what_was_drawn(lively: TableWindow) -> None:
    marks = {SIDES: 6, VALUE: 6}
    lively.session.act(acts.create(lively.table, Piece(0, kind="die", x=-200.0, y=0.0, marks=marks)))
    die = max(lively.table.pieces)
    lively.frames()
    steps = lively.session.history.at
    flick(lively, die, 20, 0)
    run(lively)
    assert lively.session.history.at == steps + 1
    last = lively.session.history.last
    assert last is not None
    value = lively.table.pieces[die].marks[VALUE]
    assert any(f"{value} (of 6)" in line.text for line in lively.session.log("A")[-3:])
    assert lively.screen.scene.sprites[die].look.face.value == value


def test_scattering_a_pile_is_one_step_and_shows_nothing(lively: TableWindow) -> None:
    ids = list(lively.table.cards("A.deck"))
    steps = lively.session.history.at
    lively.on_deck()
    assert lively.desk.run("scatter", lively.desk.target)
    run(lively)
    assert lively.session.history.at == steps + 1
    assert not lively.table.cards("A.deck")
    assert {lively.table.pieces[i].zone for i in ids} == {TABLE}
    assert not any(lively.table.pieces[i].up for i in ids)
    spots = [(lively.table.pieces[i].x, lively.table.pieces[i].y) for i in ids]
    assert len(set(spots)) > len(ids) / 2
    lively.session.undo()
    assert list(lively.table.cards("A.deck")) == ids
