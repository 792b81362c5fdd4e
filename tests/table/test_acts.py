"""What hands do."""

from __future__ import annotations

from random import Random

import pytest
from tables import check_sound, do, duel, put, state

from tabletop.table import acts, layout, words
from tabletop.table.ops import Chance, Counter, Create, Move, Note, Reorder, SetZone
from tabletop.table.state import Piece
from tabletop.table.zones import TABLE, Zone


def spots(document, ids):
    return [layout.place(document.table, document.table.pieces[i])[:2] for i in ids]


# moving


def test_a_group_lands_with_its_spacing() -> None:
    document = duel()
    put(document, [1, 3, 5], TABLE, at={1: (0.0, 0.0), 3: (80.0, 10.0), 5: (-40.0, 95.0)})
    put(document, [1, 3, 5], TABLE, at=(200.0, 100.0))
    assert spots(document, [1, 3, 5]) == [(200, 100), (280, 110), (160, 195)]
    put(document, [3, 5], TABLE, at=(0.0, 0.0))
    assert spots(document, [1, 3, 5]) == [(200, 100), (0, 0), (-120, 85)]


def test_a_group_keeps_its_spacing_at_the_edge_of_the_table() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3, 5], TABLE, at={1: (0.0, 0.0), 3: (80.0, 10.0), 5: (-40.0, 95.0)})
    put(document, [1, 3, 5], TABLE, at=(5000.0, -5000.0))
    assert spots(document, [1, 3, 5]) == [(1120, -800), (1200, -790), (1080, -705)]
    felt = table.zones[TABLE]
    assert all(felt.contains(*spot) for spot in spots(document, [1, 3, 5]))


def test_a_group_wider_than_the_table_stays_on_it() -> None:
    document = duel()
    put(document, [1, 3], TABLE, at={1: (-1200.0, 0.0), 3: (1200.0, 0.0)})
    document.history.do("x", [SetZone(TABLE, Zone(TABLE, "Table", w=800, h=800))])
    put(document, [1, 3], TABLE, at=(0.0, 0.0))
    assert spots(document, [1, 3]) == [(0, 0), (400, 0)]


def test_cards_from_a_hand_are_fanned_out_and_those_of_the_table_keep_their_distances() -> None:
    document = duel(hands=2)
    hand = list(document.table.cards("A.hand"))
    put(document, [5, 7], TABLE, at={5: (500.0, 300.0), 7: (600.0, 300.0)})
    put(document, [hand[0], 5, hand[1], 7], TABLE, at=(0.0, 0.0))
    assert spots(document, [hand[0], hand[1]]) == [(0, 0), (15, 0)]
    assert spots(document, [5, 7]) == [(15, 0), (115, 0)]


def test_moving_without_a_place_stays_where_it_lies_or_goes_to_the_middle() -> None:
    document = duel()
    put(document, [1], TABLE, at=(30.0, 40.0))
    put(document, [1], TABLE)
    assert spots(document, [1]) == [(30, 40)]
    put(document, [3], TABLE)
    assert spots(document, [3]) == [(0, 0)]


def test_a_pile_dropped_into_a_hand_keeps_its_order() -> None:
    document = duel()
    table = document.table
    pile = list(table.cards("A.deck"))
    put(document, pile, "A.hand")
    assert table.cards("A.hand") == pile
    put(document, pile, "A.discard", index=0)
    assert table.cards("A.discard") == pile
    put(document, pile, "A.deck")
    assert table.cards("A.deck") == pile


def test_pieces_land_at_the_index_among_those_that_stay() -> None:
    document = duel(6)
    table = document.table
    put(document, [1, 3, 5, 7, 9], "A.play")
    put(document, [3, 9], "A.play", index=1)
    assert table.cards("A.play") == [1, 3, 9, 5, 7]
    put(document, [1], "A.play", index=99)
    assert table.cards("A.play") == [3, 9, 5, 7, 1]
    put(document, [7, 3], "A.play", index=0)
    assert table.cards("A.play") == [7, 3, 9, 5, 1]


def test_a_move_that_moves_nothing_is_no_act() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3], "A.play")
    assert acts.move(table, [1, 3], "A.play", index=0).ops == []
    assert acts.move(table, [99], TABLE).ops == []
    assert acts.move(table, [], TABLE).ops == []
    assert acts.move(table, [1], "1.attached").ops == []


@pytest.mark.parametrize(
    ("source", "to", "before", "after"),
    [("A.deck", "A.hand", False, False), ("A.hand", "A.play", False, True), ("A.hand", TABLE, False, True),
     ("A.hand", "A.deck", False, False), ("A.hand", "B.hand", False, False), (TABLE, "A.deck", True, False),
     ("A.deck", "A.discard", False, True), (TABLE, TABLE, False, False), ("A.deck", TABLE, False, False),
     ("A.hand", "dark", False, False), ("A.hand", "mine", False, False), (TABLE, "dark", True, True)],
)  # fmt: skip
def test_which_side_is_up_where_a_card_lands(source: str, to: str, before: bool, after: bool) -> None:
    document = duel()
    table = document.table
    document.history.do("x", [
        SetZone("dark", Zone("dark", "Dark", arrangement="pile", sight="hidden")),
        SetZone("mine", Zone("mine", "Mine", seat="A", arrangement="fan", sight="private")),
        Move(1, source, 0, up=before),
    ])  # fmt: skip
    put(document, [1], to, at=(9.0, 9.0))
    assert table.pieces[1].up is after
    assert acts.landing_face(table, table.pieces[1], table.zone(to)) is after


def test_what_is_turned_lies_straight_in_piles_and_hands() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3, 5], TABLE, rotation=90.0)
    put(document, [1], "A.deck")
    put(document, [3], "A.hand")
    put(document, [5], "A.play")
    assert [table.pieces[i].rotation for i in (1, 3, 5)] == [0, 0, 90]


def test_what_lies_on_a_card_stays_on_the_table_where_it_cannot_go_along() -> None:
    document = duel()
    table = document.table
    put(document, [1], "A.play")
    put(document, [3, 5], "1.hits")
    put(document, [1], TABLE)
    assert table.zones_of(1) == [], "heroes have hits in play only"
    assert {table.pieces[i].zone for i in (3, 5)} == {TABLE}
    document.history.undo()
    assert table.cards("1.hits") == [3, 5]
    put(document, [1, 3], "A.discard")
    assert sorted(table.cards("A.discard")) == [1, 3]
    assert table.pieces[5].zone == TABLE


def test_draw_and_deal() -> None:
    document = duel(6)
    table = document.table
    top = table.cards("A.deck")[:5]
    do(document, acts.draw(table, "A.deck", 1, "A.hand"))
    do(document, acts.deal(table, "A.deck", 2, ["A.hand", "B.hand"]))
    assert table.cards("A.hand") == [top[0], top[1], top[3]]
    assert table.cards("B.hand") == [top[2], top[4]]
    assert words.tell(table, document.history.steps[-1], None) == (
        "Anna deals 2 cards each from Anna's Draw Pile to Anna's Hand and Ben's Hand"
    )
    do(document, acts.draw(table, "A.deck", 99, "A.hand"))
    assert table.cards("A.deck") == []
    assert acts.draw(table, "A.deck", 1, "A.hand").ops == []
    assert acts.draw(table, "B.deck", -1, "B.hand").ops == []
    assert acts.deal(table, "A.deck", 1, ["A.hand"]).ops == []


def test_dealing_to_a_pile_that_hands_made() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3], TABLE)
    do(document, acts.group(table, [1, 3]))
    heap = table.pieces[1].zone
    do(document, acts.deal(table, heap, 1, ["A.hand", heap]))
    check_sound(table)
    assert table.cards("A.hand") == [3]


def test_front_back_and_under() -> None:
    document = duel(4)
    table = document.table
    put(document, [1, 3, 5], TABLE)
    do(document, acts.to_front(table, [1]))
    assert table.cards(TABLE) == [3, 5, 1], "a later one lies over an earlier one on the table"
    do(document, acts.to_back(table, [5, 1]))
    assert table.cards(TABLE) == [5, 1, 3]
    one, two, three, four = table.cards("B.deck")
    do(document, acts.to_front(table, [three]))
    assert table.cards("B.deck") == [three, one, two, four]
    do(document, acts.to_back(table, [three, two]))
    assert table.cards("B.deck") == [one, four, three, two]
    do(document, acts.put_under(table, [1, 5], "B.deck"))
    assert table.cards("B.deck") == [one, four, three, two, 1, 5]
    assert acts.to_front(table, [one]).ops == []
    assert acts.to_front(table, [99]).ops == []


# piles made by hand


def test_a_pile_made_by_hand_comes_and_goes() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3, 5], TABLE, at={1: (10.0, 20.0), 3: (80.0, 0.0), 5: (200.0, 0.0)})
    do(document, acts.group(table, [1, 3, 5]))
    heap = table.pieces[1].zone
    assert table.cards(heap) == [5, 3, 1]
    assert (table.zones[heap].x, table.zones[heap].y) == (10, 20)
    put(document, [5], "A.hand")
    assert table.cards(heap) == [3, 1]
    put(document, [3], "A.hand")
    assert heap not in table.zones
    assert spots(document, [1]) == [(10, 20)]
    document.history.goto(document.history.at - 2)
    assert table.cards(heap) == [5, 3, 1]
    assert acts.group(table, [1]).ops == []
    do(document, acts.group(table, [5, 3, 1]))
    assert heap not in table.zones
    assert len(table.cards(table.pieces[1].zone)) == 3


def test_a_pile_is_spread_in_its_order() -> None:
    document = duel()
    table = document.table
    pile = list(table.cards("A.deck"))
    do(document, acts.spread(table, "A.deck"))
    xs = [x for x, _ in spots(document, pile)]
    assert xs == sorted(xs, reverse=True), "the top card lies on the right"
    assert not any(table.pieces[i].up for i in pile)
    assert acts.spread(table, "A.deck").ops == []


def test_attaching() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3, 5], TABLE)
    do(document, acts.attach(table, [3, 1, 5, 5, 99], 1))
    assert table.cards("1.attached") == [3, 5]
    line = words.tell(table, document.history.steps[-1], "A")
    assert line == "Anna attaches 2 face-down cards to a face-down card", "the host is not attached to itself"
    assert acts.attach(table, [1], 3).ops == [], "a card cannot be attached to what is attached to it"


# turning


def test_turning_over() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3], TABLE, up=True)
    do(document, acts.flip(table, [1]))
    assert [table.pieces[i].up for i in (1, 3)] == [False, True]
    do(document, acts.face(table, [1, 3], True))
    assert len(document.history.steps[-1].ops) == 1
    assert acts.face(table, [1, 3], True).ops == []


def test_a_pile_turned_over_as_one() -> None:
    document = duel()
    table = document.table
    pile = list(table.cards("A.deck"))
    do(document, acts.flip_pile(table, "A.deck"))
    assert table.cards("A.deck") == pile[::-1]
    assert all(table.pieces[i].up for i in pile)
    do(document, acts.flip_pile(table, "A.deck"))
    assert table.cards("A.deck") == pile
    assert acts.flip_pile(table, "A.play").ops == []


def test_turning_and_tapping() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3], "A.play")
    do(document, acts.turn(table, [1], -45))
    assert table.pieces[1].rotation == 315
    do(document, acts.tap(table, [1, 3]))
    assert [table.pieces[i].rotation for i in (1, 3)] == [90, 90]
    do(document, acts.tap(table, [1, 3]))
    assert [table.pieces[i].rotation for i in (1, 3)] == [0, 0]
    do(document, acts.tap(table, [1]))
    act = acts.tap(table, [1, 3])
    assert len(act.ops) == 1
    assert act.label.startswith("taps"), "where some are tapped the others are too"


# order


def test_shuffling_keeps_the_cards() -> None:
    document = duel(20)
    table = document.table
    pile = list(table.cards("A.deck"))
    do(document, acts.shuffle(table, "A.deck", Random(3)))
    assert table.cards("A.deck") != pile
    assert sorted(table.cards("A.deck")) == sorted(pile)
    assert acts.shuffle(table, "A.play", Random(3)).ops == []


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    document = duel(3)
    rng = Random(1)
    found: dict[tuple[int, ...], int] = {}
    for _ in range(3000):
        op = acts.shuffle(document.table, "A.deck", rng).ops[0]
        assert isinstance(op, Reorder)
        found[op.order] = found.get(op.order, 0) + 1
    assert len(found) == 6
    assert all(400 < number < 600 for number in found.values())


def test_mixing_on_the_table_swaps_places() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3, 5], TABLE, at={1: (0.0, 0.0), 3: (80.0, 0.0), 5: (200.0, 0.0)})
    before = sorted(spots(document, [1, 3, 5]))
    do(document, acts.mix(table, [1, 3, 5, 7], Random(2)))
    assert sorted(spots(document, [1, 3, 5])) == before
    assert acts.mix(table, [1], Random(2)).ops == []


def test_cutting() -> None:
    document = duel(4)
    table = document.table
    one, two, three, four = table.cards("A.deck")
    do(document, acts.cut(table, "A.deck", 3))
    assert table.cards("A.deck") == [four, one, two, three]
    for number in (-1, 0, 4, 99):
        assert acts.cut(table, "A.deck", number).ops == []


def test_sorting() -> None:
    document = duel(4)
    table = document.table
    ids = sorted(table.cards("A.deck"), reverse=True)
    do(document, acts.sort(table, "A.deck", ids))
    assert table.cards("A.deck") == ids
    assert acts.sort(table, "A.deck", ids).ops == []


def test_looking() -> None:
    table = duel().table
    assert acts.peek(table, "A.play", 3, "A").ops == []
    assert acts.peek(table, "A.deck", -3, "A").ops == []
    assert acts.look_through("A.deck").ops == [Note("")]
    assert acts.reveal(table, [1], []).ops == []


def test_looking_again_at_what_one_knows_is_still_told() -> None:
    document = duel()
    do(document, acts.peek(document.table, "A.deck", 1, "A"))
    act = acts.peek(document.table, "A.deck", 1, "A")
    assert act.ops == [Note("")]
    assert "looks at the top card" in act.label


def test_showing() -> None:
    document = duel(hands=1)
    table = document.table
    card = table.cards("A.hand")[0]
    do(document, acts.reveal(table, [card], ["B"]))
    assert table.pieces[card].known == ("B",)
    assert acts.reveal(table, [card], ["B"]).ops == []


# marks, counters, facts


def test_locking() -> None:
    document = duel()
    table = document.table
    do(document, acts.lock(table, [1]))
    do(document, acts.lock(table, [1, 3]))
    assert [table.pieces[i].marks for i in (1, 3)] == [{"locked": True}] * 2
    do(document, acts.lock(table, [1, 3]))
    assert [table.pieces[i].marks for i in (1, 3)] == [{}] * 2


def test_marks() -> None:
    document = duel()
    table = document.table
    do(document, acts.mark(table, [1, 3], "face {1}", "down"))
    assert words.tell(table, document.history.steps[-1], "A") == "Anna sets face {1} = down on 2 face-down cards"
    assert acts.mark(table, [1, 3], "face {1}", "down").ops == []
    do(document, acts.mark(table, [1], "face {1}", None))
    assert table.pieces[1].marks == {}


def test_counters() -> None:
    document = duel()
    table = document.table
    do(document, acts.count(table, [1], "hits", 2))
    do(document, acts.count(table, [1, 3], "hits", -2))
    assert [table.pieces[i].counters for i in (1, 3)] == [{}, {"hits": -2}]
    do(document, acts.count(table, "A", "life", 3))
    do(document, acts.count(table, "A", "life", -3))
    assert table.seats["A"].counters == {"life": 0}, "a seat's number is never gone"
    assert words.tell(table, document.history.steps[-1], None) == "Anna changes life of Anna from 3 to 0"
    assert acts.count(table, [1], "hits", 0).ops == []
    assert acts.count(table, "Z", "life", 1).ops == [Counter("Z", "life", 1)]


def test_facts_names_and_words() -> None:
    document = duel()
    table = document.table
    do(document, acts.set_fact("phase", "draw"))
    do(document, acts.set_fact("phase", None))
    assert "phase" not in table.facts
    do(document, acts.rename(table, "A", "Zoë {B}"))
    assert table.seats["A"].name == "Zoë {B}"
    assert acts.rename(table, "A", "Zoë {B}").ops == []
    assert words.tell(table, document.history.steps[-1], None) == "Zoë {B} is called Zoë {B}"


# pieces that come and go


def test_new_pieces() -> None:
    document = duel()
    table = document.table
    do(document, acts.create(table, Piece(1, "note", "Remember", x=5.0)))
    assert table.pieces[13].card == "Remember"
    assert table.cards(TABLE)[-1] == 13
    do(document, acts.create(table, Piece(1, card="set/1", zone="A.deck")))
    assert table.cards("A.deck")[0] == 14


def test_copies_are_tokens_that_lie_as_the_originals_did() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3], TABLE, at={1: (0.0, 0.0), 3: (80.0, 10.0)}, up=True)
    do(document, acts.lock(table, [1]))
    do(document, acts.copies(table, [table.pieces[1], table.pieces[3]], (100.0, 100.0)))
    new = [table.pieces[i] for i in (13, 14)]
    assert [(piece.kind, piece.card, piece.x, piece.y) for piece in new] == [
        ("token", "set/1", 100, 100), ("token", "set/3", 180, 110),
    ]  # fmt: skip
    assert new[0].marks == {}
    assert acts.copies(table, [], (0.0, 0.0)).ops == []


def test_removing_a_card_leaves_what_lay_on_it() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3, 5], TABLE)
    do(document, acts.attach(table, [3], 1))
    do(document, acts.attach(table, [5], 3))
    before = state(table)
    do(document, acts.remove(table, [1]))
    assert 1 not in table.pieces
    assert table.pieces[3].zone == TABLE
    document.history.undo()
    assert state(table) == before
    do(document, acts.remove(table, [1, 3, 5]))
    assert not {1, 3, 5} & set(table.pieces)
    document.history.undo()
    assert state(table) == before


def test_dice_and_coins() -> None:
    document = duel()
    table = document.table
    ops = [Create(Piece(50, "die", marks={"sides": 20})), Create(Piece(51, "coin")), Create(Piece(52, "die"))]
    document.history.do("x", ops)
    seen: dict[int, set[object]] = {50: set(), 51: set(), 52: set()}
    rng = Random(1)
    for _ in range(200):
        do(document, acts.roll(table, [50, 51, 52, 1], rng))
        seen[50].add(table.pieces[50].marks["value"])
        seen[51].add(table.pieces[51].up)
        seen[52].add(table.pieces[52].marks["value"])
    assert seen == {50: set(range(1, 21)), 51: {True, False}, 52: set(range(1, 7))}
    chances = [op for op in document.history.steps[-1].ops if isinstance(op, Chance)]
    assert [op.what for op in chances] == ["d20", "coin", "d6"]
    assert str(table.pieces[50].marks["value"]) in words.tell(table, document.history.steps[-1], None)


@pytest.mark.parametrize("sides", ["many", 0, -3, None, 1.5, [6], 10**12])
def test_a_die_with_strange_sides_can_be_rolled(sides: object) -> None:
    document = duel()
    document.history.do("x", [Create(Piece(50, "die", marks={"sides": sides} if sides is not None else {}))])
    do(document, acts.roll(document.table, [50], Random(1)))
    assert document.table.pieces[50].marks["value"] >= 1


def test_planning_changes_nothing() -> None:
    document = duel(hands=2)
    table = document.table
    before, revision = state(table), table.revision
    acts.move(table, [1, 3], TABLE)
    acts.shuffle(table, "A.deck", Random(1))
    acts.remove(table, [1])
    acts.group(table, [1, 3, 5])
    assert state(table) == before
    assert table.revision == revision
