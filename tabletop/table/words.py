"""Words for what happened: a step's label, told to a seat with the names that the seat may know.

A label is written once, with places for what must be told apart by who reads it: `{12}` or `{12,15}` are pieces,
`{@A.deck}` is a zone, `{A}` is a seat; `{{` is a brace. The seat who acts is put in front.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from tabletop.table import sight
from tabletop.table.history import Ref, Step, What, showed
from tabletop.table.state import Table
from tabletop.table.zones import split

_PLACE = re.compile(r"\{\{|\{([^{}]*)\}")
_NUMBER = re.compile(r"[-_ ]\d+$")


def quote(text: str) -> str:
    """Free text (a note, a name that somebody typed) for a label."""
    return text.replace("{", "{{")


def pieces(ids: Iterable[int]) -> str:
    """The place of these pieces in a label."""
    return "{" + ",".join(map(str, ids)) + "}"


def zone(zone_id: str) -> str:
    """The place of a zone in a label."""
    return "{@" + zone_id + "}"


def tell(table: Table, step: Step, seat: str | None, what: What = "step") -> str:
    """A step as one line for a seat (None: for nobody in particular)."""
    told = fill(table, step.label, seat, step.refs) or "does something"
    if step.seat is not None:
        told = f"{seat_name(table, step.seat)} {told}"
    if step.how == "forced":
        told += " (against the rules)"
    if what == "undo":
        told = f"Taken back: {told}"
        seen = [seat_name(table, who) for who in showed(step)]
        if seen:
            told += f" ({listed(seen)} had seen hidden cards)"
    elif what == "redo":
        told = f"Made again: {told}"
    return told[:1].upper() + told[1:]


def fill(table: Table, label: str, seat: str | None, refs: dict[int, Ref]) -> str:
    """A label with its places filled for a seat."""

    def place(match: re.Match[str]) -> str:
        if match[0] == "{{":
            return "{"
        inside = match[1]
        if inside.startswith("@"):
            return zone_name(table, inside[1:], seat, refs)
        if inside in table.seats:
            return seat_name(table, inside)
        ids = [int(part) for part in inside.split(",") if part.isdecimal() and len(part) < 17]
        return card_names(table, ids, seat, refs) if ids else inside

    return _PLACE.sub(place, label)


def card_names(table: Table, ids: Iterable[int], seat: str | None, refs: dict[int, Ref]) -> str:
    """The names of pieces as a seat may know them: "Kick (2), Punch and 3 face-down cards"."""
    known: list[str] = []
    hidden = 0
    for piece in ids:
        ref = refs.get(piece)
        found = table.pieces.get(piece)
        if ref is not None and (ref.known_to(seat) or (seat is None and _all_know(table, ref))):
            known.append(ref.name)
        elif ref is None and found is not None and sight.knows(table, seat, found):
            known.append(sight.true_name(table, found))
        else:
            hidden += 1
    names = [_counted(name, number) for name, number in Counter(known).items()]
    if hidden:
        names.append(sight.FACE_DOWN if hidden == 1 else f"{hidden} face-down cards")
    return listed(names)


_NAMELESS = {"die": "dice", "coin": "coins", "counter": "counters", "note": "notes", "token": "tokens"}
"""What pieces are called that have no name but their kind: one, and several."""


def _counted(name: str, number: int) -> str:
    if name in _NAMELESS:
        return f"a {name}" if number == 1 else f"{number} {_NAMELESS[name]}"
    return f"{name} ({number})" if number > 1 else name


def zone_name(table: Table, zone_id: str, seat: str | None = None, refs: dict[int, Ref] | None = None) -> str:
    """A zone as it is called in a sentence: "Anna's Draw Pile", "the Table", "Hits of Wolverine"."""
    zone = table.zone(zone_id)
    owner, own_name = split(zone_id)
    if not table.has_zone(zone_id):
        # It has gone since. Its id was made from its name, with a number at the end where there were several.
        name = _NUMBER.sub("", own_name).replace("_", " ").capitalize() or zone_id
        return f"{seat_name(table, owner)}'s {name}" if owner in table.seats else f"the {name}"
    if zone.anchor is not None:
        return f"{zone.name} of {card_names(table, [zone.anchor], seat, refs or {})}"
    if zone.seat is not None and owner == zone.seat:
        return f"{seat_name(table, zone.seat)}'s {zone.name}"
    return f"the {zone.name}"


def seat_name(table: Table, seat: str) -> str:
    """A seat as it is called: its player's name, or "Seat A"."""
    found = table.seats.get(seat)
    return found.name if found is not None and found.name else f"Seat {seat}"


def listed(words: list[str]) -> str:
    """Words as a list in a sentence: "a", "a and b", "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def _all_know(table: Table, ref: Ref) -> bool:
    return all(ref.known_to(seat) for seat in table.everyone)
