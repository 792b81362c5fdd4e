"""Steps as sentences."""

from __future__ import annotations

import pytest
from tables import LOOKERS, card_name, do, duel, put

from tabletop.table import acts, words
from tabletop.table.history import Ref, Step
from tabletop.table.ops import Create, Define, SetSeat, SetZone
from tabletop.table.state import Definition, Piece, Seat, Table
from tabletop.table.zones import TABLE, Zone


def told(label: str, seat: str | None = "A", refs: dict[int, Ref] | None = None) -> str:
    return words.fill(duel().table, label, seat, refs or {})


def test_labels_are_filled() -> None:
    refs = {1: Ref("Kick", ("A",)), 2: Ref("Kick", ("A",)), 3: Ref("Punch", ("A",)), 4: Ref("Hidden", ("B",))}
    assert told("{1}", refs=refs) == "Kick"
    assert told("{1,2,3,4}", refs=refs) == "Kick (2), Punch and a face-down card"
    assert told("{3,4,5}", refs=refs) == "Punch and 2 face-down cards"
    assert told("{1,2,3}", None, refs) == "3 face-down cards"
    assert told("{A} and {B}") == "Anna and Ben"
    assert told("{@A.deck}, {@table}") == "Anna's Draw Pile, the Table"
    assert told("{{12} {x} }") == "{12} x }"


@pytest.mark.parametrize(
    "label", ["{" + "9" * 5000 + "}", "{,}", "{}", "{@}", "{@.}", "}{", "{1,,2}", "{²}", "{-1}", "{{{{", ""]
)
def test_a_strange_label_is_told_somehow(label: str) -> None:
    assert isinstance(told(label), str)
    document = duel()
    document.history.do(label, [Create(Piece(90))])
    assert words.tell(document.table, document.history.steps[-1], "A") is not None


def test_free_text_is_not_taken_for_a_place() -> None:
    document = duel()
    do(document, acts.say("look at {1} {@A.deck} {{A}"))
    for seat in LOOKERS:
        line = words.tell(document.table, document.history.steps[-1], seat)
        assert line == "Anna says: look at {1} {@A.deck} {{A}"


def test_a_players_name_and_a_cards_name_may_hold_braces() -> None:
    document = duel()
    ops = [SetSeat("A", Seat("{1}")), Define("set/1", Definition("{A} {3}"))]
    document.history.do("x", ops)
    put(document, [1], TABLE, up=True)
    assert words.tell(document.table, document.history.steps[-1], "B") == (
        "{1} moves {A} {3} from {1}'s Draw Pile to the Table"
    )


def test_undo_redo_and_force_are_told() -> None:
    table = duel().table
    step = Step("waits", "A", "forced")
    assert words.tell(table, step, None) == "Anna waits (against the rules)"
    assert words.tell(table, step, None, "undo") == "Taken back: Anna waits (against the rules)"
    assert words.tell(table, step, None, "redo") == "Made again: Anna waits (against the rules)"
    assert words.tell(table, Step("rain falls"), None) == "Rain falls"
    assert words.tell(table, Step("waits", "Z"), None) == "Seat Z waits"
    assert words.tell(table, Step("waits", "A", refs={1: Ref("K", (), ("A", "B"))}), None, "undo") == (
        "Taken back: Anna waits (Anna and Ben had seen hidden cards)"
    )


def test_seats_without_a_name_have_their_letter() -> None:
    document = duel()
    document.history.do("x", [SetSeat("B", Seat(""))])
    assert words.seat_name(document.table, "B") == "Seat B"
    assert words.zone_name(document.table, "B.hand") == "Seat B's Hand"


def test_zones_of_cards_are_called_after_them() -> None:
    document = duel()
    table = document.table
    put(document, [1], TABLE, up=True)
    put(document, [2], TABLE, up=False)
    assert words.zone_name(table, "1.attached", "B") == f"Attached cards of {card_name(1)}"
    assert words.zone_name(table, "2.attached", "B") == "Attached cards of a face-down card"


def test_zones_that_have_gone_are_called_what_they_were() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3], TABLE, up=True)
    do(document, acts.group(table, [1, 3]))
    heap = table.pieces[1].zone
    put(document, [1], TABLE, at=(300.0, 0.0))
    assert heap not in table.zones
    line = words.tell(table, document.history.steps[-1], "A")
    assert line == f"Anna moves {card_name(1)} from the Pile to the Table"
    document.history.do("x", [SetZone("A.play", None)])
    assert words.zone_name(table, "A.play") == "Anna's Play"
    assert words.zone_name(table, "99.hits") == "the Hits"
    assert words.zone_name(table, "") == "the "


def test_a_seats_zone_under_another_name_is_still_the_seats() -> None:
    document = duel()
    document.history.do("x", [SetZone("shared", Zone("shared", "Stack"))])
    assert words.zone_name(document.table, "shared") == "the Stack"


def test_lists_in_a_sentence() -> None:
    assert words.listed([]) == ""
    assert words.listed(["a"]) == "a"
    assert words.listed(["a", "b"]) == "a and b"
    assert words.listed(["a", "b", "c"]) == "a, b and c"


def test_a_table_without_seats_has_no_secrets() -> None:
    table = Table()
    assert words.fill(table, "{1}", None, {1: Ref("Kick")}) == "Kick"
