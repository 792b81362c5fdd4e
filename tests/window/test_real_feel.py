"""What hands feel in a real window: flicks, arrows, the ring of the keyboard, piles, and drags that are disturbed."""

from __future__ import annotations

import math
import subprocess
import time

import pytest
from realwindow import Point, RealWindow

from tabletop.table import acts
from tabletop.table.zones import TABLE


def free_spot(window: RealWindow, number: int = 0) -> Point:
    """A place on the free table, to the left of the zones and between the two sides."""
    left = window.zone("A.play")[0]
    return left - 250 + 75 * number, (window.zone("A.play")[1] + window.zone("B.play")[1]) / 2


def lay(window: RealWindow, count: int) -> list[int]:
    """Cards of the hand lie on the free table, side by side."""
    ids = list(window.table().cards("A.hand")[:count])
    for number, piece in enumerate(ids):
        window.drag(window.at(piece), free_spot(window, number))
    window.rest()
    assert {window.table().pieces[i].zone for i in ids} == {TABLE}
    return ids


def flick(window: RealWindow, start: Point, way: Point) -> None:
    """Press, move fast and let go while moving, as one stroke."""
    words: list[object] = ["mousemove", *map(round, start), "mousedown", 1, "sleep", 0.2]
    for part in range(1, 17):
        at = (start[0] + way[0] * part / 16, start[1] + way[1] * part / 16)
        words += ["mousemove", *map(round, at), "sleep", 0.008]
    window.xdo(*words, "mouseup", 1, presses=2)


def test_a_flicked_card_slides_on_and_is_one_step_when_it_rests(window: RealWindow) -> None:
    card = lay(window, 1)[0]
    before, steps = window.table(), window.document().history.at
    start = window.at(card)
    flick(window, start, (330, -24))
    time.sleep(2.5)
    window.rest()
    document = window.document()
    last = document.history.last
    assert last is not None
    assert last.label.startswith("throws")
    assert document.history.at == steps + 1
    landed = window.at(card)
    assert math.dist(start, landed) > 360, "it slides on from where it was let go"
    assert window.probe()["carried"] == []
    window.key("ctrl+z")
    assert window.table().digest() == before.digest()


def test_a_card_that_is_put_down_slowly_lies_where_it_was_let_go(window: RealWindow) -> None:
    card = lay(window, 1)[0]
    start = window.at(card)
    window.carry(start, (start[0] + 120, start[1] - 10))
    time.sleep(0.4)
    window.let_go()
    assert window.at(card) == pytest.approx((start[0] + 120, start[1] - 10), abs=3)


def test_shift_and_the_right_button_lay_an_arrow_from_card_to_card(window: RealWindow) -> None:
    one, other = lay(window, 2)
    begin = window.table()
    window.xdo("keydown", "shift", presses=1)
    window.drag(window.at(one), window.at(other), 3)
    window.xdo("keyup", "shift", presses=1)
    assert acts.arrows(window.table()) == [(one, other)]
    assert not window.probe()["menu"]
    window.key("ctrl+z")
    assert window.table().digest() == begin.digest()


def test_the_ring_of_the_keyboard_goes_about_and_its_card_is_acted_on(window: RealWindow) -> None:
    window.move(free_spot(window))
    hand = list(window.table().cards("A.hand"))
    window.key("Tab", "Right", "Right", "Left")
    # The pointer lies still: what follows acts on the card with the ring, the second of the hand.
    window.key("m", "Tab", "Return")
    table = window.table()
    assert table.pieces[hand[1]].zone != "A.hand"
    assert list(table.cards("A.hand")) == [hand[0], *hand[2:]]
    rotation = table.pieces[hand[1]].rotation
    window.key("e")
    assert window.table().pieces[hand[1]].rotation == (rotation + 90) % 360
    window.key("m", "Escape")
    assert window.probe()["carried"] == []
    window.key("ctrl+z", "ctrl+z")
    assert list(window.table().cards("A.hand")) == hand


def test_g_makes_a_pile_of_the_selection_and_shift_g_spreads_it_again(window: RealWindow) -> None:
    ids = lay(window, 3)
    steps = window.document().history.at
    xs = [window.at(i) for i in ids]
    window.drag((xs[0][0] - 45, xs[0][1] - 60), (xs[2][0] + 45, xs[0][1] + 60))
    assert window.probe()["selection"] == sorted(ids)
    window.move(window.at(ids[1]))
    window.key("g")
    table = window.table()
    zones = {table.pieces[i].zone for i in ids}
    assert len(zones) == 1
    pile = zones.pop()
    assert table.zones[pile].role == acts.HEAP
    assert all(table.pieces[i].up for i in ids)
    assert window.document().history.at == steps + 1
    window.move(window.at(table.cards(pile)[0]))
    window.key("shift+g")
    table = window.table()
    assert {table.pieces[i].zone for i in ids} == {TABLE}
    assert pile not in table.zones
    assert len({table.pieces[i].x for i in ids}) == 3
    assert all(table.pieces[i].up for i in ids)
    assert window.document().history.at == steps + 2
    window.key("ctrl+z", "ctrl+z")
    assert window.document().history.at == steps


def test_a_window_that_changes_its_size_in_mid_drag_sends_the_card_home(window: RealWindow) -> None:
    begin = window.table()
    card = begin.cards("A.hand")[1]
    window.carry(window.at(card), window.zone("A.play"))
    found = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--pid", str(window.process.pid)], env=window.env,
        capture_output=True, check=True, timeout=30,
    )  # fmt: skip
    window.xdo("windowsize", found.stdout.split()[0].decode(), 1100, 660)
    time.sleep(0.5)
    window.let_go()
    probe = window.probe()
    assert probe["size"] == [1100, 660]
    assert probe["carried"] == []
    assert window.table().digest() == begin.digest()
    window.drag(window.at(card), window.zone("A.play"))
    assert window.table().pieces[card].zone == "A.play"


def test_no_curtain_comes_down_over_a_drag(window: RealWindow) -> None:
    begin = window.table()
    card = begin.cards("A.hand")[1]
    x, y, w, h = window.probe()["regions"]["look B"]
    window.carry(window.at(card), window.zone("A.play"))
    # Where a click would hand over, a card that is let go only goes home.
    window.move((x + w / 2, y + h / 2))
    window.let_go()
    found = window.probe()
    assert not found["curtain"]
    assert found["carried"] == []
    assert window.table().digest() == begin.digest()
    window.click((x + w / 2, y + h / 2))
    assert window.probe()["curtain"]
    window.drag(window.zone("A.deck"), window.zone("A.play"))
    found = window.probe()
    assert found["curtain"]
    assert found["carried"] == []
    assert window.table().digest() == begin.digest()
