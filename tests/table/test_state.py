"""The table itself: zones, ids, snapshots and digests; and the zones module below it."""

from __future__ import annotations

import math

import msgspec
import pytest
from tables import do, duel, put, state

from tabletop.table import acts
from tabletop.table.ops import Counter, Create, Define, Fact, Mark, Move, SetCardZone, SetSeat, SetZone
from tabletop.table.state import Definition, Piece, Seat, Snapshot, Table, encode
from tabletop.table.zones import ATTACHED, FAR, TABLE, CardZone, Zone, host_id, seat_zone, sound, split


def test_zone_ids_fall_into_halves() -> None:
    assert [split(zone) for zone in ("A.deck", "12.hits", "table")] == [("A", "deck"), ("12", "hits"), ("", "table")]


def test_seat_zone_is_the_other_way_of_split() -> None:
    assert split(seat_zone("B", "hand")) == ("B", "hand")


@pytest.mark.parametrize(
    ("zone", "host"),
    [("12.hits", 12), ("A.deck", None), ("table", None), ("12", None), ("012.hits", None), ("0.hits", None),
     ("-1.hits", None), (".hits", None), ("²3.hits", None), ("٣.hits", None), ("9" * 5000 + ".hits", None)],
)  # fmt: skip
def test_only_a_plain_number_names_a_piece(zone: str, host: int | None) -> None:
    assert host_id(zone) == host
    assert Table().zone(zone).anchor is None, "a zone of no piece can still be looked at"


def test_a_sound_zone_stays_the_very_same() -> None:
    zone = Zone("A.deck", "Deck", w=63.0, h=88.0)
    assert sound(zone) is zone
    assert sound(ATTACHED) is ATTACHED


@pytest.mark.parametrize(
    "field", [{"w": 0.0}, {"w": -5.0}, {"h": math.nan}, {"x": math.inf}, {"y": -2 * FAR}, {"scale": 0.0}, {"turn": 360}]
)
def test_an_impossible_zone_is_brought_into_range(field: dict[str, float]) -> None:
    zone = sound(Zone("z", "Z", **field))  # type: ignore[arg-type]
    assert zone != Zone("z", "Z", **field)  # type: ignore[arg-type]
    assert sound(zone) is zone
    assert zone.w >= 1
    assert zone.h >= 1
    assert zone.scale > 0


def test_the_table_stays_free_and_public() -> None:
    assert sound(Zone(TABLE, "T", arrangement="pile", sight="hidden", anchor=3)) == Zone(TABLE, "T")


def test_card_zones_lie_at_their_card_and_take_its_side() -> None:
    document = duel()
    table = document.table
    put(document, [2], "B.play")
    zone = table.zone("2.hits")
    assert (zone.anchor, zone.seat, zone.turn, zone.y) == (2, "B", 180, -60)
    put(document, [2], "A.play")
    zone = table.zone("2.hits")
    assert (zone.seat, zone.turn, zone.y) == ("A", 0, 60)
    assert table.zone("2.hits") is zone, "asked again and again while nothing moves"


def test_a_changed_kind_of_card_zone_counts_at_once() -> None:
    document = duel()
    assert document.table.zone("1.hits").w == 63
    document.history.do("x", [SetCardZone("hits", CardZone("hits", "Hits", w=99.0))])
    assert document.table.zone("1.hits").w == 99


def test_carrying_goes_through_cards_on_cards() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3, 5], TABLE)
    do(document, acts.attach(table, [3], 1))
    do(document, acts.attach(table, [5], 3))
    assert [host.id for host in table.hosts("5.attached")] == [5, 3, 1]
    assert table.carries(1, "5.attached")
    assert not table.carries(5, "1.attached")
    assert table.zones_of(1) == ["1.attached"]
    assert table.zone("5.attached").seat is None


def test_zones_by_role_are_the_seats_own_first() -> None:
    table = duel().table
    found = table.zone_with_role("draw", "B")
    assert found is not None
    assert found.id == "B.deck"
    assert table.zone_with_role("no such role", "A") is None
    assert table.zone_with_role("play", None) is table.zones[TABLE]


def test_tops_and_indexes() -> None:
    document = duel()
    table = document.table
    top = table.top("A.deck")
    assert top is not None
    assert table.index(top.id) == 0
    assert table.top("A.play") is None
    assert table.cards("no such zone") == []
    assert len(table) == 12
    assert {piece.id for piece in table} == set(range(1, 13))


@pytest.mark.parametrize("value", [None, [63], [0, 88], ["a", "b"], [None, None], [1e9, 88], {"w": 1}, [63, "x"], "63"])
def test_a_card_size_that_makes_no_sense_is_that_of_a_usual_card(value: object) -> None:
    table = Table()
    table.facts["table.card"] = value
    assert table.card_size == (63.0, 88.0)


def test_the_card_size_is_a_fact() -> None:
    document = duel()
    document.history.do("x", [Fact("table.card", (70, 120))])
    assert document.table.card_size == (70.0, 120.0)


def test_a_snapshot_makes_the_table_again() -> None:
    document = duel(hands=2)
    table = document.table
    put(document, [1, 2], "A.play")
    document.history.do("x", [Mark(1, "m", [1]), Counter(1, "c", 3), Counter("A", "life", 20), Fact("turn", "A")])
    again = Table.restore(table.snapshot())
    assert state(again) == state(table)
    assert again.next_id == table.next_id
    assert again.everyone == ("A", "B")


def test_a_snapshot_stands_apart_from_its_table() -> None:
    document = duel()
    snapshot = document.table.snapshot()
    kept = msgspec.json.encode(snapshot)
    put(document, [1], "A.play")
    document.history.do("x", [Mark(2, "m", 1), Counter(2, "c", 1), SetSeat("C", Seat("Cleo"))])
    assert msgspec.json.encode(snapshot) == kept
    again = Table.restore(snapshot)
    again.pieces[1].marks["m"] = 1
    assert msgspec.json.encode(snapshot) == kept


def test_pieces_that_no_order_lists_lie_on_top() -> None:
    table = Table.restore(Snapshot(pieces=[Piece(1), Piece(2), Piece(3)], order={TABLE: [3, 3, 9]}))
    assert sorted(table.cards(TABLE)) == [1, 2, 3]
    assert table.cards(TABLE)[-1] == 3


@pytest.mark.parametrize(
    "change",
    [Mark(1, "m", 1), Counter(1, "c", 1), Counter("A", "c", 1), Fact("f", 1), Move(1, TABLE),
     SetSeat("A", Seat("Else")), Create(Piece(99)), Define("set/1", Definition("Else")),
     SetZone("new", Zone("new", "New")), SetCardZone("new", CardZone("new", "New"))],
)  # fmt: skip
def test_every_change_changes_the_digest(change: object) -> None:
    document = duel()
    before = document.table.digest()
    document.history.do("x", [change])  # type: ignore[list-item]
    assert document.table.digest() != before
    document.history.undo()
    assert document.table.digest() == before


def test_the_digest_does_not_mind_how_a_number_is_written() -> None:
    one, other = duel(), duel()
    one.history.do("x", [Move(1, TABLE, x=1, y=2, rotation=90), SetZone("z", Zone("z", "Z", w=50, h=60))])
    other.history.do("x", [Move(1, TABLE, x=1.0, y=2.0, rotation=90.0), SetZone("z", Zone("z", "Z", w=50.0, h=60.0))])
    assert one.table.digest() == other.table.digest()


def test_the_digest_does_not_mind_the_order_of_making() -> None:
    one, other = duel(), duel()
    one.history.do("x", [Fact("a", 1), Fact("b", {"x": 1, "y": 2}), Mark(1, "m", 1), Mark(1, "n", 1)])
    other.history.do("x", [Fact("b", {"y": 2, "x": 1}), Fact("a", 1), Mark(1, "n", 1), Mark(1, "m", 1)])
    assert one.table.digest() == other.table.digest()


def test_half_characters_are_kept_as_question_marks() -> None:
    assert msgspec.json.decode(encode({"a\udcff": ["b\udcff", 1]})) == {"a?": ["b?", 1]}
    document = duel()
    document.history.do("says \udcff", [SetSeat("A", Seat("\udcff"))])
    assert document.table.digest()
