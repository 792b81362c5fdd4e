from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from small_game import write_game

from tabletop.cards.games import load_game
from tabletop.cards.layout import layout_zones, overlaps, seat_names
from tabletop.cards.model import GameDef, SeatZone, SetUp
from tabletop.table.zones import TABLE, Zone


def game_with(zones: list[SeatZone]) -> GameDef:
    return GameDef(
        "g", "G", Path("g"), (2,), "", "{name}", (63, 88), "plain", {}, {}, {}, (), (), SetUp(), tuple(zones), ()
    )


def seat_zone_of(
    zone_id: str, x: float, y: float, w: float, h: float, per: str = "seat", role: str = "play"
) -> SeatZone:
    return SeatZone(zone_id, zone_id, role, "table" if per == "table" else "seat", "row", "public", "up", x, y, w, h)


def by_id(zones: list[Zone]) -> dict[str, Zone]:
    return {zone.id: zone for zone in zones}


def test_two_seats_face_each_other(tmp_path: Path) -> None:
    game, _ = load_game(write_game(tmp_path))
    assert game is not None
    zones = by_id(layout_zones(game, 2))
    assert set(zones) == {TABLE, "chain", *(f"{seat}.{zone}" for seat in "AB" for zone in ("draw", "play", "hand"))}
    assert (zones["A.draw"].x, zones["A.draw"].y, zones["A.draw"].turn, zones["A.draw"].seat) == (200, 120, 0, "A")
    assert (zones["B.draw"].x, zones["B.draw"].y, zones["B.draw"].turn, zones["B.draw"].seat) == (-200, -120, 180, "B")
    assert zones["A.hand"].at_edge
    assert zones["A.hand"].sight == "private"
    assert not zones["A.draw"].at_edge
    assert (zones["chain"].seat, zones["chain"].x, zones["chain"].y) == (None, 0, 0)
    table = zones[TABLE]
    assert (table.arrangement, table.sight, table.seat) == ("free", "public", None)
    assert all(table.contains(zone.x, zone.y) for zone in zones.values())


def test_one_seat_has_the_near_side(tmp_path: Path) -> None:
    game, _ = load_game(write_game(tmp_path))
    assert game is not None
    assert {zone.seat for zone in layout_zones(game, 1)} == {None, "A"}


def test_four_seats_share_two_sides(tmp_path: Path) -> None:
    game, _ = load_game(write_game(tmp_path))
    assert game is not None
    zones = by_id(layout_zones(game, 4))
    near, far = ("A.draw", "C.draw"), ("B.draw", "D.draw")
    assert all(zones[name].y > 0 and zones[name].turn == 0 for name in near)
    assert all(zones[name].y < 0 and zones[name].turn == 180 for name in far)
    assert zones["A.draw"].x < zones["C.draw"].x
    assert not overlaps(zones.values())


def test_a_third_seat_leaves_the_far_side_to_the_second(tmp_path: Path) -> None:
    game, _ = load_game(write_game(tmp_path))
    assert game is not None
    two, three = by_id(layout_zones(game, 2)), by_id(layout_zones(game, 3))
    assert three["B.play"] == two["B.play"]
    assert three["A.play"].x < 0 < three["C.play"].x


@pytest.mark.parametrize("seats", [0, 5, -1])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="1 to 4 seats"):
        layout_zones(game_with([]), seats)
    with pytest.raises(ValueError, match="1 to 4 seats"):
        seat_names(seats)


sizes = st.tuples(st.integers(10, 300), st.integers(10, 200))


def side_by_side(sizes: list[tuple[int, int]], left: int, middle: bool, per: str) -> list[SeatZone]:
    """Zones in a row from `left` on: around the middle of the table, or all of them on seat A's side of it."""
    zones = []
    for number, (w, h) in enumerate(sizes):
        zones.append(seat_zone_of(f"{per}{number}", left + w / 2, 0 if middle else 110 + h / 2, w, h, per))
        left += w + 5
    return zones


@given(st.lists(sizes, min_size=1, max_size=5), st.lists(sizes, max_size=2), st.integers(-700, 300), st.booleans())
def test_whatever_is_apart_for_two_seats_is_apart_for_more(
    own: list[tuple[int, int]], shared: list[tuple[int, int]], left: int, beside: bool
) -> None:
    zones = side_by_side(own, left, False, "seat") + side_by_side(shared, left, True, "table")
    if beside:  # something for all beside seat A's zones, where seats that share a side would be shifted to
        zones.append(seat_zone_of("beside", max(zone.x + zone.w / 2 for zone in zones) + 60, 150, 100, 200, "table"))
    game = game_with(zones)
    assume(not overlaps(layout_zones(game, 2)))
    for seats in (1, 3, 4):
        laid = layout_zones(game, seats)
        assert not overlaps(laid)
        assert len(laid) == 1 + len(zones) - len(own) + seats * len(own)


def test_overlaps_are_found_but_not_with_the_table_or_hands() -> None:
    one, other = Zone("a", "a", x=0, w=10, h=10), Zone("b", "b", x=9, w=10, h=10)
    apart, hand = Zone("c", "c", x=20, w=10, h=10), Zone("h", "h", w=50, h=50, at_edge=True)
    table = Zone(TABLE, "t", w=900, h=900)
    assert overlaps([table, one, other, apart, hand]) == [(one, other)]
