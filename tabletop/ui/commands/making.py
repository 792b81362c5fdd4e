"""Commands on zones that hands make, on arrows, on open hands, and on the table as it was laid out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tabletop.table import acts
from tabletop.table.resetting import reset
from tabletop.table.zones import TABLE, Zone
from tabletop.ui.commands.base import Command, Desk, Entry, pieces, zone

if TYPE_CHECKING:
    from tabletop.ui.scene import Target

GROUP = "Zones and arrows"

_SIGHTS = (("Everybody sees its cards", "public"), ("Only its seat sees them", "private"),
           ("Nobody sees them", "hidden"))  # fmt: skip
_ARRANGEMENTS = (("Cards lie freely", "free"), ("In a row", "row"), ("In a fan", "fan"), ("In a grid", "grid"),
                 ("As a pile", "pile"))  # fmt: skip


def _zone(desk: Desk, target: Target) -> Zone | None:
    """The zone on the table that a command changes; neither the table itself, nor a hand, nor a zone at a card."""
    found = zone(desk, target)
    table = desk.session.table
    plain = found is not None and found.id in table.zones and found.id != TABLE and not found.at_edge
    return found if plain and found is not None and found.anchor is None else None


def _there(desk: Desk, target: Target) -> bool:
    return _zone(desk, target) is not None


def _new(desk: Desk, target: Target) -> None:
    table = desk.session.table

    def drawn(box: tuple[float, float, float, float] | None, at: tuple[float, float]) -> None:
        w, h = table.card_size
        place = box or (at[0] - w * 0.6, at[1] - h * 0.6, w * 1.2, h * 1.2)
        desk.ask_text("A new zone", "What is it called?", lambda name: desk.act(acts.new_zone(table, name, place)),
                      start="Zone", limit=40)  # fmt: skip

    desk.say("Draw a box on the table: the zone will be there. Esc not at all.")
    desk.screen.pointing.ask_box(drawn)


def _place(desk: Desk, target: Target) -> None:
    found = _zone(desk, target)
    if found is None:
        return
    table, zone_id = desk.session.table, found.id

    def drawn(box: tuple[float, float, float, float] | None, at: tuple[float, float]) -> object:
        if box is None:
            return desk.act(acts.change_zone(table, zone_id, x=round(at[0], 2), y=round(at[1], 2)))
        left, top, w, h = box
        return desk.act(acts.change_zone(
            table, zone_id, x=round(left + w / 2, 2), y=round(top + h / 2, 2), w=round(max(w, 20.0), 2),
            h=round(max(h, 20.0), 2),
        ))  # fmt: skip

    desk.say("Click where its middle will be, or draw a box for its new place and size. Esc not at all.")
    desk.screen.pointing.ask_box(drawn)


def _rename(desk: Desk, target: Target) -> None:
    found = _zone(desk, target)
    if found is not None:
        table, zone_id = desk.session.table, found.id
        desk.ask_text("The zone's name", "What is it called?",
                      lambda name: desk.act(acts.change_zone(table, zone_id, name=name)), start=found.name,
                      limit=40)  # fmt: skip


def _changes(desk: Desk, target: Target) -> list[Entry | None]:
    found, table = _zone(desk, target), desk.session.table
    if found is None:
        return []
    zone_id = found.id

    def to(**changes: object) -> Callable[[], object]:
        return lambda: desk.act(acts.change_zone(table, zone_id, **changes))

    listed: list[Entry | None] = [
        Entry("Rename…", lambda: _rename(desk, target)), Entry("Move or resize…", lambda: _place(desk, target)), None,
    ]  # fmt: skip
    listed += [Entry(told, to(arrangement=value), checked=found.arrangement == value)
               for told, value in _ARRANGEMENTS]  # fmt: skip
    listed.append(None)
    listed += [Entry(told, to(sight=value), checked=found.sight == value)
               for told, value in _SIGHTS if value != "private" or found.seat is not None]  # fmt: skip
    if not table.cards(zone_id):
        listed += [None, Entry("Remove the zone", lambda: desk.act(acts.remove_zone(table, zone_id)))]
    return listed


def _arrows(desk: Desk, target: Target) -> bool:
    ids = {piece.id for piece in pieces(desk, target)}
    return any(ids.intersection(pair) for pair in acts.arrows(desk.session.table))


def _hand(desk: Desk, target: Target) -> Zone | None:
    found = zone(desk, target)
    return found if found is not None and found.role == "hand" and found.seat == desk.session.seat else None


def _open_words(desk: Desk, target: Target) -> str:
    found = _hand(desk, target)
    return "Take the hand up again" if found is not None and found.sight == "public" else "Lay the hand open"


def _open(desk: Desk, target: Target) -> object:
    found = _hand(desk, target)
    return desk.act(acts.open_hand(desk.session.table, found.id, found.sight != "public")) if found else None


def _reset(desk: Desk, target: Target) -> None:
    session = desk.session
    desk.confirm(
        "Back to the beginning", "All pieces go back to where they were laid out; draw piles are shuffled anew, and "
        "hands drawn anew from them. It can be undone.", "Set back",
        lambda: desk.act(reset(session.document, session.rng)),
    )  # fmt: skip


def _grid(desk: Desk, target: Target) -> None:
    from tabletop.ui.settings import save

    desk.settings.grid = not desk.settings.grid
    save(desk.settings)
    desk.say("What is put on the free table lies on a grid now; Ctrl in a drag is without it."
             if desk.settings.grid else "No grid any more; Ctrl in a drag is with it.")  # fmt: skip


MAKING_COMMANDS = (
    Command("new_zone", GROUP, "table", "New zone…", _new, keys=("Ctrl+Shift+N",)),
    Command("zone", GROUP, "zone", "This zone", lambda d, t: None, _there, children=_changes),
    Command("zone_place", GROUP, "zone", "Move or resize the zone…", _place, _there, ("Ctrl+Shift+M",)),
    Command("open_hand", GROUP, "zone", _open_words, _open, lambda d, t: _hand(d, t) is not None,
            plain="Lay the hand open, or take it up"),
    Command("no_arrows", GROUP, "cards", "Take its arrows away",
            lambda d, t: d.act(acts.clear_arrows(d.session.table, t.pieces)), _arrows),
    Command("all_arrows", GROUP, "table", "Take all arrows away",
            lambda d, t: d.act(acts.clear_arrows(d.session.table)), lambda d, t: bool(acts.arrows(d.session.table)),
            ("Ctrl+Shift+A",)),
    Command("ping", GROUP, "table", "Ping", lambda d, t: d.screen.pointing.ping(t.point), keys=("P",),
            plain="Draw everybody's eye here"),
    Command("grid", GROUP, "table", lambda d, t: "Without the grid" if d.settings.grid else "Lay things on a grid",
            _grid, keys=("Ctrl+Shift+G",), plain="A grid for what lies free, or not"),
    Command("reset", GROUP, "table", "Back to the beginning…", _reset),
)  # fmt: skip
