"""Operations: each does one thing, gives back its inverse, and refuses what cannot be."""

from __future__ import annotations

import math

import pytest
from tables import check_sound, do, duel, put, state

from tabletop.table import acts, layout
from tabletop.table.ops import (
    DEEPEST,
    LARGEST,
    Chance,
    Counter,
    Create,
    Define,
    Fact,
    Mark,
    Move,
    Note,
    Op,
    OpError,
    Pose,
    Remove,
    Reorder,
    Reveal,
    SetCardZone,
    SetSeat,
    SetZone,
    depth,
    touched,
)
from tabletop.table.state import Definition, Piece, Seat
from tabletop.table.zones import ATTACHED, TABLE, CardZone, Zone

HOST, RIDER = 1, 3


def table_with_rider():
    document = duel(hands=1)
    put(document, [HOST, RIDER, 2, 4], TABLE, at=(0.0, 0.0))
    do(document, acts.attach(document.table, [RIDER], HOST))
    document.history.do("x", [SetZone("box", Zone("box", "Box", arrangement="pile", anchor=HOST))])
    return document


FITTING: list[Op] = [
    Create(Piece(50, "die", marks={"value": 3}, counters={"n": 1}), 0),
    Create(Piece(50, zone="1.attached"), -1),
    Remove(RIDER),
    Move(2, "A.deck", 2),
    Move(2, "B.hand", -1, known=("A",)),
    Move(2, TABLE, 0, 1.0, 2.0, 90.0, False),
    Move(HOST, TABLE, 9, 5.0, 5.0),
    Move(4, "3.attached"),
    Move(4, "box"),
    Pose(2, 1.0, 2.0, 45.0, False),
    Pose(2, up=False, known=()),
    Reorder("A.deck", ()),
    Reveal(2, ("B",)),
    Mark(2, "m", {"a": [1]}),
    Mark(2, "m", None),
    Counter(2, "c", -3),
    Counter(2, "c", None),
    Counter("B", "life", 0),
    Fact("turn", "B"),
    Fact("turn", None),
    Define("set/1", Definition("Else")),
    Define("set/1", None),
    Define("new", Definition("New", data={"grid": [1, 2]})),
    SetZone("new", Zone("new", "New")),
    SetZone("new", Zone("new", "New"), 2),
    SetZone("box", None),
    SetZone("box", Zone("box", "Box", anchor=RIDER)),
    SetZone("A.deck", Zone("A.deck", "Deck", sight="public", arrangement="pile")),
    SetCardZone("hits", None),
    SetCardZone("new", CardZone("new", "New")),
    SetCardZone("attached", CardZone("attached", "On it", y=5.0)),
    SetSeat("C", Seat("Cleo", 2, {"life": 3})),
    SetSeat("A", None),
    Note("hello"),
    Chance("d6", 4),
]


@pytest.mark.parametrize("op", FITTING, ids=str)
def test_an_inverse_restores_everything(op: Op) -> None:
    document = table_with_rider()
    table = document.table
    if isinstance(op, Reorder):
        op = Reorder(op.zone, tuple(reversed(table.cards(op.zone))))
    before = state(table)
    revision = table.revision
    inverse = op.apply(table)
    check_sound(table)
    after = state(table)
    if not isinstance(op, (Note, Chance)):
        assert table.revision > revision
        again = inverse.apply(table)
        assert state(table) == before
        again.apply(table)
        assert state(table) == after
    else:
        assert after == before


UNFIT: list[tuple[Op, str]] = [
    (Create(Piece(1)), "already"),
    (Create(Piece(0)), "number 0"),
    (Create(Piece(-7)), "number -7"),
    (Create(Piece(LARGEST)), "number"),
    (Create(Piece(50, zone="nowhere")), "no zone nowhere"),
    (Create(Piece(50, zone="50.attached")), "no zone 50.attached"),
    (Create(Piece(50, zone="01.attached")), "no zone"),
    (Create(Piece(50, counters={"n": LARGEST})), "number n"),
    (Create(Piece(50, marks={"n": object()})), "cannot be kept"),
    (Remove(99), "no piece 99"),
    (Remove(HOST), "still carries"),
    (Move(99, TABLE), "no piece 99"),
    (Move(2, "nowhere"), "no zone nowhere"),
    (Move(2, "99.attached"), "no zone 99.attached"),
    (Move(2, "1.nothing"), "no zone 1.nothing"),
    (Move(HOST, "1.attached"), "own zone"),
    (Move(HOST, "3.attached"), "own zone"),
    (Move(HOST, "box"), "own zone"),
    (Pose(99), "no piece"),
    (Reorder("A.deck", (1, 2)), "just the pieces"),
    (Reorder("nowhere", (1,)), "just the pieces"),
    (Reveal(99, ()), "no piece"),
    (Mark(99, "m", 1), "no piece"),
    (Mark(2, "m", {1, object()}), "cannot be kept"),
    (Counter(99, "c", 1), "no piece"),
    (Counter("Z", "c", 1), "no seat"),
    (Counter(2, "c", -LARGEST), "past all counting"),
    (Counter("A", "c", LARGEST), "past all counting"),
    (Fact("f", object()), "cannot be kept"),
    (Fact("f", 10**5000), "cannot be kept"),
    (Chance("f", object()), "cannot be kept"),
    (Define("new", Definition("New", data={"x": object()})), "cannot be kept"),
    (SetZone(TABLE, None), "is the table"),
    (SetZone("A.deck", None), "not empty"),
    (SetZone("a", Zone("b", "B")), "cannot have the id"),
    (SetZone("a", Zone("a", "A", w=0.0)), "impossible size"),
    (SetZone("a", Zone("a", "A", x=math.nan)), "impossible size"),
    (SetZone(TABLE, Zone(TABLE, "T", anchor=1)), "impossible"),
    (SetCardZone("attached", None), "not empty"),
    (SetCardZone("a", CardZone("b", "B")), "cannot have the id"),
    (SetCardZone("a", CardZone("a", "A", h=math.inf)), "impossible size"),
    (SetSeat("A", Seat("Anna", counters={"n": LARGEST})), "past all counting"),
]


@pytest.mark.parametrize(("op", "why"), UNFIT, ids=[f"{type(op).__name__}-{i}" for i, (op, _) in enumerate(UNFIT)])
def test_what_cannot_be_is_refused_and_changes_nothing(op: Op, why: str) -> None:
    document = table_with_rider()
    before, revision = state(document.table), document.table.revision
    with pytest.raises(OpError, match=why):
        op.apply(document.table)
    assert state(document.table) == before
    assert document.table.revision == revision


def test_a_zone_cannot_be_anchored_on_what_lies_in_it() -> None:
    document = table_with_rider()
    put(document, [2], "box")
    put(document, [4], "2.attached")
    for anchor in (2, 4):
        with pytest.raises(OpError, match="lies in it"):
            SetZone("box", Zone("box", "Box", anchor=anchor)).apply(document.table)


def test_a_stored_zone_may_stand_for_one_of_a_card() -> None:
    """A hand that gives "1.attached" a place of its own takes it off the card, which may then lie in it."""
    document = table_with_rider()
    table = document.table
    document.history.do("x", [SetZone("1.attached", Zone("1.attached", "Mat"))])
    put(document, [HOST], "1.attached")
    check_sound(table)
    assert table.zones_of(HOST) == []
    do(document, acts.remove(table, [HOST]))
    check_sound(table)
    assert table.cards("1.attached") == [RIDER]


def test_zones_come_back_where_they_stood_among_the_others() -> None:
    document = duel()
    table = document.table
    order = list(table.zones)
    document.history.do("x", [SetZone("A.play", None)])
    document.history.do("x", [SetCardZone("attached", None)])
    document.history.undo()
    document.history.undo()
    assert list(table.zones) == order
    assert list(table.card_zones) == [ATTACHED.id, "hits"]


def test_nothing_is_left_of_an_empty_reorder() -> None:
    document = duel()
    Reorder("A.play", ()).apply(document.table)
    assert "A.play" not in document.table.order


def test_the_index_of_a_move_counts_without_the_piece_itself() -> None:
    document = duel(4)
    table = document.table
    one, two, three, four = table.cards("A.deck")
    Move(one, "A.deck", 2).apply(table)
    assert table.cards("A.deck") == [two, three, one, four]
    Move(four, "A.deck", -1).apply(table)
    Move(one, "A.deck", 99).apply(table)
    assert table.cards("A.deck") == [two, three, four, one]


def test_values_are_kept_as_a_save_gives_them_back() -> None:
    document = duel()
    given = {"who": ("A", ["B"]), "n": 1.5}
    document.history.do("x", [Fact("q", given), Mark(1, "m", (1, 2))])
    kept = document.table.facts["q"]
    assert kept == {"who": ["A", ["B"]], "n": 1.5}
    assert document.table.pieces[1].marks["m"] == [1, 2]
    given["who"] = None
    assert document.table.facts["q"] == kept


def test_a_value_that_is_no_number_is_no_value() -> None:
    document = duel()
    document.history.do("x", [Fact("q", 1), Mark(1, "m", 1)])
    document.history.do("x", [Fact("q", math.nan), Mark(1, "m", math.inf)])
    assert "q" not in document.table.facts
    assert "m" not in document.table.pieces[1].marks


def test_values_may_be_nested_so_far_and_no_further() -> None:
    value: object = 1
    for _ in range(DEEPEST):
        value = [value]
    assert depth(value) == DEEPEST
    table = duel().table
    Fact("q", value).apply(table)
    with pytest.raises(OpError, match="nested too deeply"):
        Fact("q", [value]).apply(table)
    Fact("wide", [[i] for i in range(500)]).apply(table)


def test_seats_stand_in_the_order_of_their_letters() -> None:
    document = duel()
    document.history.do("x", [SetSeat("D", Seat("Dora")), SetSeat("C", Seat("Cleo"))])
    assert document.table.everyone == ("A", "B", "C", "D")
    document.history.do("x", [SetSeat("B", None)])
    document.history.undo()
    assert document.table.everyone == ("A", "B", "C", "D")


def test_what_an_operation_concerns() -> None:
    assert touched(Create(Piece(7))) == 7
    assert touched(Counter(3, "c", 1)) == 3
    assert touched(Counter("A", "c", 1)) is None
    assert touched(Move(4, TABLE)) == 4
    assert touched(Fact("turn", 1)) is None


def test_deep_piles_of_attached_cards_are_no_trouble() -> None:
    document = duel(300)
    table = document.table
    put(document, [1], TABLE)
    for i in range(1, 599):
        Move(i + 1, f"{i}.attached").apply(table)
    assert layout.place(table, table.pieces[599])
    assert table.zone("599.attached").anchor == 599
    assert sum(1 for _ in table.hosts("599.attached")) == 599
