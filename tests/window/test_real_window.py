"""The program as a person uses it: a real window, a real mouse, a real keyboard."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from realwindow import ROOT, Display, RealWindow

from tabletop.assist.session import AUTOSAVES
from tabletop.table import saves
from tabletop.table.zones import TABLE


def lay_five(window: RealWindow) -> list[int]:
    """Five cards of the hand lie on the free table with gaps, the fourth turned."""
    ids = window.table().cards("A.hand")[:5]
    top = window.zone("A.play")[1]
    middle = (top + window.zone("B.play")[1]) / 2
    left = window.zone("A.play")[0]
    for number, piece in enumerate(ids):
        window.carry(window.at(piece), (left - 260 + 62 * number + 4 * number * number, middle + 3 * (number % 2)))
        if number == 3:
            window.key("e")
        window.let_go()
    window.rest()
    return list(ids)


def test_a_card_is_dragged_from_the_hand_to_a_zone(window: RealWindow) -> None:
    card = window.table().cards("A.hand")[3]
    window.drag(window.at(card), window.zone("A.play"))
    table = window.table()
    assert table.pieces[card].zone == "A.play"
    assert table.pieces[card].up
    last = window.document().history.last
    assert last is not None
    assert last.seat == "A"
    assert window.probe()["pieces"][str(card)]["zone"] == "A.play"


def test_five_with_gaps_and_a_turned_one_are_boxed_and_moved_together(window: RealWindow) -> None:
    ids = lay_five(window)
    before = window.table()
    assert {before.pieces[i].zone for i in ids} == {TABLE}
    assert [before.pieces[i].rotation for i in ids] == [0, 0, 0, 90, 0]
    steps = window.document().history.at
    shapes = [window.probe()["pieces"][str(i)] for i in ids]
    left, right = min(s["x"] for s in shapes) - 45, max(s["x"] for s in shapes) + 45
    y = shapes[0]["y"]
    window.drag((left, y - 30), (right, y + 20))
    assert window.probe()["selection"] == sorted(ids)
    start = window.at(ids[1])
    window.drag(start, (start[0] + 90, start[1] - 6))
    after, document = window.table(), window.document()
    old, new = before.pieces, after.pieces
    shifts = {(round(new[i].x - old[i].x, 1), round(new[i].y - old[i].y, 1)) for i in ids}
    assert len(shifts) == 1
    assert shifts.pop()[0] > 20
    assert [after.pieces[i].rotation for i in ids] == [0, 0, 0, 90, 0]
    assert document.history.at == steps + 1
    window.key("ctrl+z")
    assert window.table().digest() == before.digest()


def test_three_are_drawn_by_typing_it_and_all_is_taken_back(window: RealWindow) -> None:
    begin = window.document()
    start, digest = begin.history.at, begin.table.digest()
    deck, hand = list(begin.table.cards("A.deck")), list(begin.table.cards("A.hand"))
    top = window.at(deck[0])
    window.move(top)
    window.key("3", "Return")
    assert window.table().cards("A.hand") == [*hand, *deck[:3]]
    window.move(top)
    window.key("r")
    shuffled = window.table().cards("A.deck")
    assert shuffled != deck[3:]
    assert sorted(shuffled) == sorted(deck[3:])
    card = lay_five(window)[0]
    window.move(window.at(card))
    window.key("f")
    assert not window.table().pieces[card].up
    for _ in range(window.document().history.at - start):
        window.key("ctrl+z")
    assert window.table().digest() == digest


def test_a_killed_program_finds_its_table_as_it_was(
    window: RealWindow, start: Callable[..., RealWindow], tmp_path: Path
) -> None:
    card = window.table().cards("A.hand")[0]
    window.drag(window.at(card), window.zone("A.play"))
    window.key("F5")
    window.rest()
    saved = saves.load(next(window.saves.glob("*.table"))).document.table
    assert saved.pieces[card].zone == "A.play"
    other = window.table().cards("A.hand")[0]
    window.drag(window.at(other), window.zone("A.play"))
    before = window.table()
    window.kill()
    journal = next((window.saves / AUTOSAVES).glob("*.table"))
    assert not saves.was_closed(journal)
    again = start("open", str(journal), "--saves", str(window.saves))
    again.rest()
    assert again.table().digest() == before.digest()
    assert again.probe()["pieces"][str(other)]["zone"] == "A.play"
    again.key("ctrl+z")
    assert again.table().pieces[other].zone == "A.hand"


def test_the_wheel_zooms_at_the_pointer_and_the_middle_button_pans(window: RealWindow) -> None:
    home = window.probe()
    card = window.table().cards("A.deck")[0]
    at = window.at(card)
    window.move(at)
    window.xdo("click", 4, "click", 4)
    near = window.probe()
    assert near["camera"][2] == pytest.approx(home["camera"][2] * 2**0.5, rel=0.01)
    shape = near["pieces"][str(card)]
    assert shape["w"] == pytest.approx(home["pieces"][str(card)]["w"] * 2**0.5, rel=0.05)
    assert (shape["x"], shape["y"]) == pytest.approx(at, abs=8)
    window.drag((400, 300), (330, 260), 2)
    panned = window.probe()["pieces"][str(card)]
    assert (panned["x"] - shape["x"], panned["y"] - shape["y"]) == pytest.approx((-70, -40), abs=3)
    window.key("Home")
    assert window.probe()["camera"] == pytest.approx(home["camera"])
    assert window.document().history.at == home["steps"]


@pytest.mark.parametrize("how", ["Escape", "second button", "focus"])
def test_a_drag_that_is_lost_goes_home(window: RealWindow, how: str) -> None:
    begin = window.table()
    card = begin.cards("A.hand")[1]
    goal = window.zone("A.play")
    window.carry(window.at(card), goal)
    if how == "Escape":
        window.key("Escape")
    elif how == "second button":
        window.press(3)
        window.let_go(3)
    else:
        # Another window takes the keyboard.
        code = "import pygame; pygame.display.set_mode((60, 40)); pygame.time.wait(6000)"
        other = subprocess.Popen([sys.executable, "-c", code], env=window.env, stdout=subprocess.DEVNULL)
        found = subprocess.run(
            ["xdotool", "search", "--sync", "--pid", str(other.pid)], env=window.env, capture_output=True, check=True,
            timeout=30,
        )  # fmt: skip
        window.xdo("windowfocus", found.stdout.split()[0].decode())
        window.rest()
        other.terminate()
        other.wait(10)
    window.let_go()
    probe = window.probe()
    assert probe["carried"] == []
    assert not probe["modal"]
    assert window.table().digest() == begin.digest()
    window.drag(window.at(card), goal)
    assert window.table().pieces[card].zone == "A.play"


def test_keys_of_a_drag_are_part_of_what_lands(window: RealWindow) -> None:
    card = window.table().cards("A.hand")[2]
    x, y = window.zone("A.play")
    goal = (x, (y + window.zone("B.play")[1]) / 2)
    window.carry(window.at(card), goal)
    window.key("e")
    window.xdo("keydown", "shift")
    window.let_go()
    window.xdo("keyup", "shift")
    piece = window.table().pieces[card]
    assert (piece.zone, piece.rotation, piece.up) == (TABLE, 90.0, False)
    assert window.probe()["pieces"][str(card)]["face"] == "back"


def test_the_bench_prints_what_it_measured(display: Display) -> None:
    env = {**os.environ, "DISPLAY": display.name, "PYTHONPATH": str(ROOT)}
    env.pop("SDL_VIDEODRIVER", None)
    command = [sys.executable, "-m", "tabletop", "bench", "window", "--cards", "60", "--size", "1024x640", "--json"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert set(found) == {"drag", "pan", "zoom", "first_frame_s"}
    for part in ("drag", "pan", "zoom"):
        assert set(found[part]) == {"draw_p50_ms", "draw_p99_ms", "frame_p99_ms", "worst_ms"}
        assert 0 < found[part]["draw_p50_ms"] <= found[part]["draw_p99_ms"] <= found[part]["worst_ms"]
    assert 0 < found["first_frame_s"] < 30
