from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ui.camera import FARTHEST, GLIDE, NEAREST, Box, Camera, View

points = st.tuples(st.floats(-800, 800), st.floats(-500, 500))
pixels = st.tuples(st.integers(0, 1279), st.integers(0, 719))
views = st.builds(View, st.floats(-600, 600), st.floats(-400, 400), st.floats(FARTHEST, NEAREST))
HOME = View()
turns = st.sampled_from([0, 180])


def camera(view: View = HOME, turn: int = 0) -> Camera:
    found = Camera((1280, 720))
    found.animate = False
    found.turn = turn
    found.set(view)
    return found


@given(views, turns, points)
def test_a_point_of_the_table_comes_back_from_the_window(view: View, turn: int, point: tuple[float, float]) -> None:
    eye = camera(view, turn)
    back = eye.to_table(*eye.to_window(*point))
    assert math.dist(back, point) < 1e-6 * max(1.0, *map(abs, point))


@given(views, turns, pixels, st.integers(-6, 6))
def test_zoom_keeps_the_place_under_the_pointer(view: View, turn: int, pixel: tuple[int, int], notches: int) -> None:
    eye = camera(view, turn)
    eye.bounds = Box(-1e6, -1e6, 1e6, 1e6)
    before = eye.to_table(*pixel)
    eye.zoom_at(*pixel, notches)
    # The layer is moved by whole pixels, so the place may be off by one of them.
    assert math.dist(eye.to_window(*before), pixel) < 1.5


@given(views, turns, st.integers(-300, 300), st.integers(-300, 300))
def test_pan_moves_the_table_with_the_hand(view: View, turn: int, dx: int, dy: int) -> None:
    eye = camera(view, turn)
    eye.bounds = Box(-1e6, -1e6, 1e6, 1e6)
    x, y = eye.to_window(10.0, 20.0)
    eye.pan(dx, dy)
    assert math.dist(eye.to_window(10.0, 20.0), (x + dx, y + dy)) < 1.5


@given(turns, st.floats(20, 900), st.floats(20, 500), points)
def test_fit_shows_the_whole_box_in_what_is_clear(turn: int, wide: float, high: float, at: tuple[float, float]) -> None:
    eye = camera(turn=turn)
    eye.bounds = Box(-1e6, -1e6, 1e6, 1e6)
    box = Box(at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2)
    eye.fit(box, (100, 40, 900, 500))
    for corner in ((box.left, box.top), (box.right, box.bottom)):
        x, y = eye.to_window(*corner)
        assert 98 <= x <= 1002
        assert 38 <= y <= 542
    assert eye.fitted


def test_the_middle_of_the_view_stays_on_the_table() -> None:
    eye = camera()
    eye.pan(1e9, -1e9)
    assert eye.view[:2] == (-1200.0, 800.0)
    eye.zoom_at(640, 360, 1000)
    assert eye.zoom == NEAREST
    eye.zoom_at(640, 360, -1000)
    assert eye.zoom == FARTHEST


def test_a_flight_ends_exactly_where_it_should() -> None:
    eye = camera()
    eye.animate = True
    eye.fly(View(100.0, 50.0, 2.0))
    seen = [eye.zoom]
    while eye.update(GLIDE / 7):
        seen.append(eye.zoom)
    assert eye.view == View(100.0, 50.0, 2.0)
    assert seen == sorted(seen)
    assert len(seen) > 5
    assert not eye.moving


def test_the_wheel_turned_on_during_a_zoom_adds_up() -> None:
    eye = camera()
    eye.animate = True
    eye.zoom_at(300, 300, 1)
    eye.update(0.02)
    eye.zoom_at(300, 300, 1)
    while eye.update(0.02):
        pass
    assert eye.zoom == pytest.approx(2 ** (2 / 4))


def test_a_pan_during_a_flight_takes_over() -> None:
    eye = camera()
    eye.animate = True
    eye.fly(View(400.0, 0.0, 3.0))
    eye.update(0.03)
    zoom = eye.zoom
    eye.pan(5, 5)
    assert not eye.moving
    assert eye.zoom == zoom
    assert not eye.fitted
