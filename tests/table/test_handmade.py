"""Arrows, counters that change hands, open hands, zones made by hand, and the table set back."""

from __future__ import annotations

from random import Random

from tables import check_sound, do, duel

from tabletop.table import acts, layout, sight
from tabletop.table.resetting import laid_out, reset
from tabletop.table.zones import TABLE


def test_an_arrow_is_laid_and_taken_away_and_goes_with_its_piece() -> None:
    document = duel(hands=3)
    table = document.table
    one, two = table.cards("A.hand")[:2]
    do(document, acts.arrow(table, one, two))
    assert acts.arrows(table) == [(one, two)]
    do(document, acts.arrow(table, one, two))
    assert acts.arrows(table) == []
    do(document, acts.arrow(table, two, one))
    do(document, acts.remove(table, [one]))
    assert acts.arrows(table) == []
    document.history.undo()
    assert acts.arrows(table) == [(two, one)]
    do(document, acts.clear_arrows(table))
    assert acts.arrows(table) == []


def test_strange_arrows_are_left_out() -> None:
    document = duel()
    document.history.do("x", [acts.Fact(acts.ARROWS, [[1, 2, 3], "a", [True, 2], [1, 9999], [1, 2]])])
    assert acts.arrows(document.table) == [(1, 2)]


def test_counters_change_hands_at_most_those_that_are_there() -> None:
    document = duel(hands=2)
    table = document.table
    one, two = table.cards("A.hand")[:2]
    do(document, acts.count(table, [one], "damage", 2))
    do(document, acts.pass_counter(table, one, two, "damage", 5))
    assert (table.pieces[one].counters, table.pieces[two].counters) == ({}, {"damage": 2})
    assert not acts.pass_counter(table, one, two, "damage").ops


def test_an_open_hand_shows_what_it_holds_and_what_comes_into_it() -> None:
    document = duel(hands=2)
    table = document.table
    held = list(table.cards("A.hand"))
    assert not any(sight.knows(table, "B", table.pieces[i]) for i in held)
    do(document, acts.open_hand(table, "A.hand", True))
    do(document, acts.draw(table, "A.deck", 1, "A.hand"))
    assert all(sight.shows(table, "B", table.pieces[i]) for i in table.cards("A.hand"))
    do(document, acts.open_hand(table, "A.hand", False))
    assert not any(sight.shows(table, "B", table.pieces[i]) for i in table.cards("A.hand"))
    do(document, acts.draw(table, "A.deck", 1, "A.hand"))
    assert not sight.knows(table, "B", table.pieces[table.cards("A.hand")[-1]])


def test_zones_are_made_changed_and_taken_away_when_empty() -> None:
    document = duel(hands=2)
    table = document.table
    do(document, acts.new_zone(table, "Bank", (100.0, -50.0, 200.0, 120.0)))
    zone = table.zones["zone-1"]
    assert (zone.name, zone.x, zone.y, zone.w, zone.h) == ("Bank", 200.0, 10.0, 200.0, 120.0)
    card = table.cards("A.hand")[0]
    do(document, acts.move(table, [card], "zone-1", at=(150.0, 0.0)))
    do(document, acts.change_zone(table, "zone-1", x=250.0, name="Vault"))
    assert table.zones["zone-1"].name == "Vault"
    assert table.pieces[card].x == 200.0
    do(document, acts.change_zone(table, "zone-1", arrangement="row"))
    shown = layout.place(table, table.pieces[card])
    do(document, acts.change_zone(table, "zone-1", arrangement="free"))
    assert (table.pieces[card].x, table.pieces[card].y) == (shown.x, shown.y)
    assert not acts.remove_zone(table, "zone-1").ops
    assert not acts.remove_zone(table, TABLE).ops
    do(document, acts.move(table, [card], TABLE))
    do(document, acts.remove_zone(table, "zone-1"))
    assert "zone-1" not in table.zones
    check_sound(table)


def test_a_reset_puts_everything_back_and_can_be_undone() -> None:
    document = duel(hands=3)
    laid = laid_out(document)
    table = document.table
    deck, hand = list(table.cards("A.deck")), list(table.cards("A.hand"))
    do(document, acts.move(table, hand[:2], TABLE, at=(0.0, 0.0)))
    do(document, acts.count(table, hand[:1], "damage", 3))
    do(document, acts.lock(table, hand[1:2]))
    do(document, acts.group(table, hand[:2]))
    do(document, acts.set_fact("round", 3))
    do(document, acts.count(table, "A", "life", 5))
    before = table.digest()
    do(document, reset(document, Random(3)))
    for zone in laid.zones:
        assert len(table.cards(zone)) == len(laid.cards(zone)), zone
    assert table.zones.keys() == laid.zones.keys()
    assert {*table.cards("A.deck"), *table.cards("A.hand")} == {*deck, *hand}
    assert table.cards("A.deck") != deck or table.cards("A.hand") != hand
    assert not table.pieces[hand[0]].counters
    assert not table.pieces[hand[1]].marks
    assert (table.facts, table.seats) == (laid.facts, laid.seats)
    assert not any(sight.knows(table, "B", table.pieces[i]) for i in table.cards("A.hand"))
    check_sound(table)
    document.history.undo()
    assert table.digest() == before


def test_what_was_removed_stays_removed_and_what_was_made_stays() -> None:
    document = duel(hands=3)
    table = document.table
    gone = table.cards("A.hand")[0]
    do(document, acts.copies(table, [table.pieces[table.cards("A.hand")[1]]], (10.0, 10.0)))
    made = max(table.pieces)
    do(document, acts.remove(table, [gone]))
    do(document, reset(document, Random(3)))
    assert gone not in table.pieces
    assert table.pieces[made].zone == TABLE
    check_sound(table)
