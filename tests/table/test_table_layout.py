"""Where pieces lie, and where drops go."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tables import do, duel, put

from tabletop.table import acts, layout
from tabletop.table.ops import Fact, Move, SetCardZone, SetZone
from tabletop.table.state import Piece, Snapshot, Table
from tabletop.table.zones import TABLE, CardZone, Zone

CARD = (63.0, 88.0)


def xs(zone: Zone, number: int, box: tuple[float, float] = CARD) -> list[float]:
    return [round(slot.x, 3) for slot in layout.arrange(zone, [box] * number)]


def test_a_row_starts_at_the_left_and_closes_up_when_it_is_full() -> None:
    zone = Zone("z", "Z", arrangement="row", w=200, h=88)
    assert xs(zone, 2) == [-68.5, -1.5]
    full = xs(zone, 5)
    assert full[0] == -68.5
    assert full[-1] == 68.5
    assert len({round(b - a, 2) for a, b in pairwise(full)}) == 1


def test_a_fan_lies_in_the_middle() -> None:
    zone = Zone("z", "Z", arrangement="fan", w=630, h=88)
    assert xs(zone, 1) == [0.0]
    assert xs(zone, 3) == [-67.0, 0.0, 67.0]
    wide = xs(zone, 30)
    assert (wide[0], wide[-1]) == (-283.5, 283.5)


def test_a_narrow_fan_goes_down_and_one_at_a_card_away_from_it() -> None:
    narrow = Zone("z", "Z", arrangement="fan", w=63, h=148)
    assert [slot.y for slot in layout.arrange(narrow, [CARD] * 3)] == [-15, 0, 15]
    above = Zone("1.a", "A", arrangement="fan", w=63, h=30, y=-15, anchor=1)
    assert [slot.y for slot in layout.arrange(above, [CARD] * 3)] == [0, -15, -30]
    below = Zone("1.a", "A", arrangement="fan", w=63, h=30, y=15, anchor=1)
    assert [slot.y for slot in layout.arrange(below, [CARD] * 3)] == [0, 15, 30]


def test_a_grid_fills_line_after_line() -> None:
    zone = Zone("z", "Z", arrangement="grid", w=200, h=300)
    slots = layout.arrange(zone, [CARD] * 4)
    assert [slot.y for slot in slots[:2]] == [-106, -106]
    assert slots[3].y == slots[0].y + 92 if slots[2].y == -106 else slots[2].y == slots[0].y + 92
    crowded = layout.arrange(zone, [CARD] * 40)
    assert max(slot.y for slot in crowded) <= 106.001


def test_a_pile_shows_its_thickness_up_to_a_point() -> None:
    slots = layout.arrange(Zone("z", "Z", arrangement="pile"), [CARD] * 100)
    assert slots[0] == slots[1], "the top cards of a thick pile lie equally high"
    assert slots[-1] == (0.0, 0.0)
    assert layout.arrange(Zone("z", "Z", arrangement="pile"), []) == []


@pytest.mark.parametrize("arrangement", ["pile", "fan", "row", "grid"])
@pytest.mark.parametrize("size", [(1.0, 1.0), (63.0, 88.0), (1e6, 1e6)])
@pytest.mark.parametrize("number", [1, 2, 200])
def test_any_zone_has_a_place_for_every_piece(arrangement: str, size: tuple[float, float], number: int) -> None:
    zone = Zone("z", "Z", arrangement=arrangement, w=size[0], h=size[1])  # type: ignore[arg-type]
    assert len(layout.arrange(zone, [CARD] * number)) == number


def test_turned_pieces_take_the_room_they_need() -> None:
    assert layout.extent(63, 88, 0) == (63, 88)
    assert layout.extent(63, 88, 90) == (88, 63)
    assert layout.extent(63, 88, 270) == (88, 63)
    assert layout.extent(63, 88, -90) == (88, 63)
    assert layout.extent(63, 88, 180) == (63, 88)


def test_sizes() -> None:
    document = duel()
    table = document.table
    assert layout.size(table, Piece(1)) == CARD
    document.history.do("x", [Fact("table.card", [70, 120])])
    assert layout.size(table, Piece(1)) == (70, 120)
    assert layout.size(table, Piece(1, "die")) == (18, 18)
    put(document, [1, 3], "A.play")
    do(document, acts.turn(table, [3], 90))
    assert layout.boxes(table, table.zones["A.play"]) == [(70, 120), (120, 70)]


def test_both_sides_are_each_others_reflection() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3], "A.play")
    put(document, [2, 4], "B.play")
    for a, b in zip(layout.places(table, "A.play"), layout.places(table, "B.play"), strict=True):
        assert (b.x, b.y) == (-a.x, -a.y)
        assert (a.rotation, b.rotation) == (0, 180)


def test_place_and_places_agree() -> None:
    document = duel(5, hands=2)
    table = document.table
    put(document, [1, 3, 5], TABLE, at=(100.0, 50.0))
    put(document, [2, 7], "B.play")
    put(document, [9], "2.hits")
    do(document, acts.attach(table, [3], 1))
    do(document, acts.attach(table, [5], 3))
    for zone_id in table.order:
        for piece, place in zip(table.pieces_in(zone_id), layout.places(table, zone_id), strict=True):
            assert layout.place(table, piece) == place


def test_what_lies_on_a_card_travels_with_it() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3], TABLE, at=(0.0, 0.0))
    do(document, acts.attach(table, [3], 1))
    do(document, acts.attach(table, [5], 3))
    before = [layout.place(table, table.pieces[i]) for i in (1, 3, 5)]
    put(document, [1], TABLE, at=(200.0, -100.0))
    for old, i in zip(before, (1, 3, 5), strict=True):
        new = layout.place(table, table.pieces[i])
        assert (new.x, new.y) == (old.x + 200, old.y - 100)


def test_zones_with_an_anchor_travel_and_free_ones_take_their_pieces_along() -> None:
    document = duel()
    table = document.table
    put(document, [1], TABLE, at=(0.0, 0.0))
    document.history.do("x", [SetZone("mat", Zone("mat", "Mat", x=100, y=0, w=200, h=100, anchor=1))])
    put(document, [3, 5], "mat", at=(110.0, 5.0))
    assert [layout.place(table, table.pieces[i])[:2] for i in (3, 5)] == [(110, 5), (125, 5)]
    put(document, [1], TABLE, at=(50.0, 50.0))
    assert layout.middle(table, table.zones["mat"]) == (150, 50)
    assert [layout.place(table, table.pieces[i])[:2] for i in (3, 5)] == [(160, 55), (175, 55)]
    assert layout.zone_at(table, 150.0, 50.0).id == "mat"
    assert layout.zone_at(table, 150.0, 50.0, leave_out=[1]).id == TABLE
    put(document, [3, 5], TABLE)
    assert [layout.place(table, table.pieces[i])[:2] for i in (3, 5)] == [(160, 55), (175, 55)]
    do(document, acts.remove(table, [1]))
    assert layout.middle(table, table.zones["mat"]) == (150, 50), "a zone stays where it was when its card goes"


def test_an_anchor_that_is_not_there_is_no_trouble() -> None:
    zone = Zone("mat", "Mat", x=5, y=6, anchor=77, arrangement="row")
    table = Table.restore(Snapshot(zones={"mat": zone}, pieces=[Piece(1, zone="mat")]))
    assert layout.middle(table, zone) == (5, 6)
    assert layout.places(table, "mat")


def test_drops_go_to_the_smallest_zone_that_holds_the_point() -> None:
    document = duel()
    table = document.table
    put(document, [1], "A.play")
    at = layout.place(table, table.pieces[1])
    assert layout.zone_at(table, 500.0, 250.0).id == "A.deck"
    assert layout.zone_at(table, at.x, at.y).id == "A.play"
    assert layout.zone_at(table, at.x, at.y + 60).id == "1.hits", "heroes in play have hits"
    assert layout.zone_at(table, at.x, at.y + 60, leave_out=[1]).id == TABLE
    assert layout.zone_at(table, 0.0, 400.0).id == TABLE, "hands are the window's own"
    assert layout.zone_at(table, 1e9, 1e9).id == TABLE


def test_cards_have_zones_by_their_type_and_place() -> None:
    document = duel()
    table = document.table
    hits = table.card_zones["hits"]
    assert layout.has_card_zone(table, table.pieces[1], hits, "A.play")
    assert not layout.has_card_zone(table, table.pieces[1], hits, "A.deck")
    assert not layout.has_card_zone(table, table.pieces[3], hits, "A.play"), "a power card is no hero"
    anywhere = CardZone("notes", "Notes")
    assert layout.has_card_zone(table, table.pieces[3], anywhere, TABLE)
    assert not layout.has_card_zone(table, table.pieces[3], anywhere, "A.deck")
    assert not layout.has_card_zone(table, table.pieces[3], anywhere, "A.hand")
    document.history.do("x", [SetCardZone("gear", CardZone("gear", "Gear", on=("power",), within=(TABLE,)))])
    put(document, [1, 3], TABLE)
    assert [zone.id for zone in layout.card_zones_at(table)] == ["3.gear"]


def test_which_place_in_the_order_a_drop_takes() -> None:
    document = duel(6)
    table = document.table
    row = table.zones["A.play"]
    put(document, [1, 3, 5], "A.play")
    places = layout.places(table, "A.play")
    assert layout.index_at(table, row, places[0].x - 1, 150.0) == 0
    assert layout.index_at(table, row, places[1].x - 1, 150.0) == 1
    assert layout.index_at(table, row, places[2].x + 1, 150.0) == 3
    assert layout.index_at(table, row, places[2].x + 1, 150.0, leave_out=[5]) == 2
    assert layout.index_at(table, table.zones["A.deck"], 500.0, 250.0) == 0
    assert layout.index_at(table, table.zones[TABLE], 0.0, 0.0) == 0
    assert layout.index_at(table, table.zones["B.grid"], 0.0, 0.0) == 0


@pytest.mark.parametrize("number", [1, 2, 5, 15])
@pytest.mark.parametrize("zone_id", ["A.play", "B.play", "A.grid", "B.grid", "A.secret", "B.secret", "A.hand"])
def test_a_card_dropped_just_before_its_place_keeps_it(zone_id: str, number: int) -> None:
    document = duel(8)
    table = document.table
    put(document, range(1, number + 1), zone_id)
    zone = table.zones[zone_id]
    sign = -1 if zone.turn else 1
    for index, (piece, place) in enumerate(zip(list(table.cards(zone_id)), layout.places(table, zone_id), strict=True)):
        found = layout.index_at(table, zone, place.x - 0.5 * sign, place.y, leave_out=[piece])
        with document.history.trial() as trial:
            trial.do_all(acts.move(table, [piece], zone_id, index=found).ops)
            assert table.cards(zone_id).index(piece) == index


def test_rings_of_anchors_can_be_looked_at() -> None:
    """No operation makes such a table; a snapshot that was written by somebody else might."""
    pieces = [Piece(1, zone="2.attached"), Piece(2, zone="1.attached"), Piece(3, zone="3.attached")]
    table = Table.restore(Snapshot(pieces=pieces, card_zones=Table().card_zones))
    for piece in table:
        assert layout.place(table, piece)
        assert table.zone(piece.zone).anchor
    assert table.carries(1, "1.attached")
    assert layout.zone_at(table, 0.0, 0.0).id == TABLE
    Move(3, TABLE).apply(table)
