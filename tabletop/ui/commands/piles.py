"""Commands on piles and other zones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tabletop.table import acts, sight, words
from tabletop.table.zones import TABLE, Zone
from tabletop.ui.commands.base import Command, Desk, Entry, hand, pile, zone

if TYPE_CHECKING:
    from tabletop.ui.scene import Target

GROUP = "Piles and zones"
USUAL = (1, 2, 3, 4, 5, 7, 10)
"""The numbers that a submenu for drawing offers."""


def _pile(desk: Desk, target: Target) -> bool:
    return pile(desk, target) is not None


def _big(desk: Desk, target: Target) -> bool:
    found = pile(desk, target)
    return found is not None and len(desk.session.table.cards(found.id)) > 1


def _id(desk: Desk, target: Target) -> str:
    found = pile(desk, target)
    return found.id if found is not None else ""


def _draw(desk: Desk, target: Target, number: int) -> object:
    """The top cards of the pile go to the hand of the seat that looks; without a hand, onto the table beside it."""
    table = desk.session.table
    to = hand(table, desk.session.seat)
    return desk.act(acts.draw(table, _id(desk, target), number, to.id if to is not None else TABLE))


def _draw_entries(desk: Desk, target: Target) -> list[Entry | None]:
    most = len(desk.session.table.cards(_id(desk, target)))
    listed: list[Entry | None] = [
        Entry(f"{number} {'card' if number == 1 else 'cards'}", partial(_draw, desk, target, number), str(number))
        for number in USUAL if number <= most
    ]  # fmt: skip
    ask = desk.ask_number
    return [*listed, None, Entry("Another number…", lambda: ask(
        "Draw cards", f"How many? The pile has {most}.", lambda n: _draw(desk, target, n), high=most
    ))]  # fmt: skip


def _deal(desk: Desk, target: Target, number: int) -> object:
    table = desk.session.table
    hands = [found.id for seat in table.seats if (found := hand(table, seat)) is not None]
    return desk.act(acts.deal(table, _id(desk, target), number, hands))


def _can_deal(desk: Desk, target: Target) -> bool:
    table = desk.session.table
    return _pile(desk, target) and len([seat for seat in table.seats if hand(table, seat) is not None]) > 1


def _ask_deal(desk: Desk, target: Target) -> None:
    table = desk.session.table
    seats = max(len(table.seats), 1)
    most = max(len(table.cards(_id(desk, target))) // seats, 1)
    desk.ask_number("Deal", "How many cards does each seat get?", lambda n: _deal(desk, target, n), high=most)


def _ask_cut(desk: Desk, target: Target) -> None:
    table, zone_id = desk.session.table, _id(desk, target)
    count = len(table.cards(zone_id))
    desk.ask_number(
        "Cut the pile", f"How many cards go from the top to the bottom? The pile has {count}.",
        lambda n: desk.act(acts.cut(table, zone_id, n)), start=count // 2, high=count - 1,
    )  # fmt: skip


def _peek(desk: Desk, target: Target, number: int) -> None:
    desk.peek(_id(desk, target), number)


def _peek_entries(desk: Desk, target: Target) -> list[Entry | None]:
    most = len(desk.session.table.cards(_id(desk, target)))
    listed: list[Entry | None] = [
        Entry("The top card" if number == 1 else f"The top {number} cards", partial(_peek, desk, target, number))
        for number in USUAL if number <= most
    ]  # fmt: skip
    ask, text = desk.ask_number, f"At how many cards? The pile has {most}."
    return [*listed, None, Entry("Another number…", lambda: ask(
        "Look at the top", text, lambda n: _peek(desk, target, n), start=min(3, most), high=most
    ))]  # fmt: skip


def _can_peek(desk: Desk, target: Target) -> bool:
    found = pile(desk, target)
    if found is None or desk.session.seat is None:
        return False
    top = desk.session.table.top(found.id)
    return top is not None and not sight.shows(desk.session.table, desk.session.seat, top)


def _searched(desk: Desk, target: Target) -> Zone | None:
    """The zone to look through: one with cards in an order. Other seats' hands are theirs."""
    found = zone(desk, target)
    if found is None or not found.ordered or not desk.session.table.cards(found.id):
        return None
    if found.sight == "private" and found.seat != desk.session.seat:
        return None
    return found if len(target.pieces) <= 1 else None


def _search(desk: Desk, target: Target) -> None:
    found = _searched(desk, target)
    if found is not None:
        desk.search(found.id)


def _hand_here(desk: Desk, target: Target) -> Zone | None:
    found = zone(desk, target)
    mine = found is not None and found.role == "hand" and found.seat == desk.session.seat
    return found if mine and found is not None and len(desk.session.table.cards(found.id)) > 1 else None


def _is_hand(desk: Desk, target: Target) -> bool:
    return _hand_here(desk, target) is not None


def _sort(desk: Desk, target: Target) -> object:
    """The hand by type, then by name."""
    found = _hand_here(desk, target)
    if found is None:
        return None
    table = desk.session.table

    def order(piece_id: int) -> tuple[str, str, int]:
        piece = table.pieces[piece_id]
        definition = table.definitions.get(piece.card)
        return (definition.type if definition else "", sight.true_name(table, piece), piece_id)

    return desk.act(acts.sort(table, found.id, sorted(table.cards(found.id), key=order)))


def _shuffle_hand(desk: Desk, target: Target) -> object:
    found = _hand_here(desk, target)
    return desk.act(acts.shuffle(desk.session.table, found.id, desk.session.rng)) if found is not None else None


def _select_all(desk: Desk, target: Target) -> None:
    """Everything in the zone under the pointer; on the free table, everything that lies there."""
    table = desk.session.table
    zone_id = target.zone if target.zone is not None and table.has_zone(target.zone) else TABLE
    ids = [i for i in table.cards(zone_id) if not table.pieces[i].marks.get(acts.LOCKED)]
    desk.select(ids)
    if not ids:
        desk.say("There is nothing to select here.")


def _all_of(desk: Desk, target: Target) -> bool:
    found = zone(desk, target)
    return found is not None and len(desk.session.table.cards(found.id)) > 1


def _move_all_entries(desk: Desk, target: Target) -> list[Entry | None]:
    """Where all cards of a zone may go: every other pile and hand of its seat."""
    table = desk.session.table
    here = zone(desk, target)
    if here is None:
        return []
    ids = list(table.cards(here.id))

    def to(zone_id: str) -> Callable[[], object]:
        return lambda: desk.act(acts.move(table, ids, zone_id))

    seats = (here.seat or desk.session.seat, None)
    return [
        Entry(words.zone_name(table, found.id, desk.session.seat).removeprefix("the "), to(found.id))
        for found in table.zones.values()
        if found.id not in (here.id, TABLE) and found.seat in seats
    ]


PILE_COMMANDS = (
    Command("shuffle", GROUP, "pile", "Shuffle",
            lambda d, t: d.act(acts.shuffle(d.session.table, _id(d, t), d.session.rng)), _big, ("R",), "shuffle"),
    Command("draw", GROUP, "pile", "Draw", lambda d, t: _draw(d, t, 1), _pile, ("Digit",), "draw",
            number=_draw, children=_draw_entries, plain="Draw so many cards"),
    Command("search", GROUP, "zone", "Look through…", _search, lambda d, t: _searched(d, t) is not None, ("Ctrl+F",),
            "search"),
    Command("peek", GROUP, "pile", "Look at the top", lambda d, t: _peek(d, t, 1), _can_peek, ("Alt+Shift",), "peek",
            number=_peek, children=_peek_entries, plain="Look at the top card; with a digit at more"),
    Command("deal", GROUP, "pile", "Deal…", _ask_deal, _can_deal),
    Command("cut", GROUP, "pile", "Cut…", _ask_cut, _big),
    Command("spread", GROUP, "pile", "Spread out", lambda d, t: d.act(acts.spread(d.session.table, _id(d, t))), _pile,
            ("Shift+G",), "spread"),
    Command("scatter", GROUP, "pile", "Scatter about", lambda d, t: d.screen.tossing.scatter(_id(d, t)), _big),
    Command("flip_pile", GROUP, "pile", "Turn the whole pile over",
            lambda d, t: d.act(acts.flip_pile(d.session.table, _id(d, t))), _pile, ("Shift+F",)),
    Command("move_all", GROUP, "zone", "Move all to", lambda d, t: None, _all_of, children=_move_all_entries),
    Command("sort_hand", GROUP, "zone", "Sort the hand", _sort, _is_hand, ("Shift+H",)),
    Command("shuffle_hand", GROUP, "zone", "Shuffle the hand", _shuffle_hand, _is_hand),
    Command("select_all", GROUP, "table", "Select all here", _select_all, keys=("Ctrl+A",)),
)  # fmt: skip
