"""Tables to try things on, and what must hold of every table."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

from hypothesis import HealthCheck, settings

from tabletop.table import acts, layout, saves, sight, words
from tabletop.table.acts import Act
from tabletop.table.document import Document, Loaded, lines
from tabletop.table.ops import Create, Define, Op, SetCardZone, SetSeat, SetZone
from tabletop.table.state import Definition, Piece, Seat, Table
from tabletop.table.zones import TABLE, CardZone, Zone

T = TypeVar("T")

SEATS = ("A", "B")
LOOKERS = (*SEATS, None)


def profile(examples: int, steps: int = 30) -> settings:
    """Settings for properties: without a clock, and always the same in CI."""
    return settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, derandomize=bool(os.environ.get("CI")),
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip


def card_name(number: int) -> str:
    """A name that stands nowhere else, so that a log can be searched for it."""
    return f"Qx{number:03d}q"


def table_ops() -> list[Op]:
    ops: list[Op] = [SetSeat("A", Seat("Anna")), SetSeat("B", Seat("Ben", 1))]
    for seat in SEATS:
        turn, side = (0, 1) if seat == "A" else (180, -1)
        for zone in (
            Zone("deck", "Draw Pile", "draw", arrangement="pile", sight="hidden", face="down", x=500, y=250),
            Zone("discard", "Discard", "discard", arrangement="pile", face="up", x=600, y=250),
            Zone("play", "Play", "play", arrangement="row", face="up", y=150, w=600),
            Zone("secret", "Reserve", "reserve", arrangement="fan", sight="private", face="down", x=-500, y=250, w=200),
            Zone("grid", "Grid", "grid", arrangement="grid", x=-600, y=100, w=220, h=300),
            Zone("hand", "Hand", "hand", arrangement="fan", sight="private", y=400, w=630, at_edge=True),
        ):
            zone_id = f"{seat}.{zone.id}"
            ops.append(SetZone(zone_id, Zone(
                zone_id, zone.name, zone.role, seat, zone.arrangement, zone.sight, zone.face, zone.x * side,
                zone.y * side, zone.w, zone.h, turn, at_edge=zone.at_edge,
            )))  # fmt: skip
    ops.append(SetCardZone("hits", CardZone("hits", "Hits", on=("hero",), within=("play",), y=60)))
    return ops


def duel(cards: int = 6, *, hands: int = 0) -> Document:
    """A table for two with so many cards in each draw pile, of which `hands` are drawn. Cards 1, 3, 5 ... are A's,
    the others B's; 1 and 2 are heroes. A card's name is `card_name` of its number.
    """
    document = Document.new("duel", "Duel", 7)
    ops = table_ops()
    for number in range(1, 2 * cards + 1):
        seat = SEATS[(number - 1) % 2]
        kind = "hero" if number < 3 else "power"
        ops.append(Define(f"set/{number}", Definition(card_name(number), kind, {"level": 1})))
        ops.append(Create(Piece(number, card=f"set/{number}", owner=seat, zone=f"{seat}.deck", up=False), -1))
    document.history.do("lays the table", ops, how="setup")
    for seat in SEATS:
        do(document, acts.draw(document.table, f"{seat}.deck", hands, f"{seat}.hand"), seat)
    return document


def do(document: Document, act: Act, seat: str | None = "A") -> None:
    """Make an act; it must fit."""
    document.history.do(act.label, act.ops, seat)


def put(document: Document, pieces: Sequence[int], zone: str, **how: object) -> None:
    """Move pieces by the hand of seat A."""
    do(document, acts.move(document.table, pieces, zone, **how))  # type: ignore[arg-type]


def state(table: Table) -> tuple[object, str, list[str], list[str]]:
    """All that makes a table: what it holds, its digest, and the order of its zones."""
    return table.snapshot(), table.digest(), list(table.zones), list(table.card_zones)


def check_sound(table: Table) -> None:
    """What holds of every table, whatever was done to it."""
    listed = [i for ids in table.order.values() for i in ids]
    assert sorted(listed) == sorted(table.pieces)
    assert all(table.order.values()), "an empty zone has an order"
    for zone_id, ids in table.order.items():
        assert table.has_zone(zone_id)
        assert all(table.pieces[i].zone == zone_id for i in ids)
    for piece in table:
        assert not table.carries(piece.id, piece.zone)
        assert 0 < piece.id < table.next_id
    assert table.everyone == tuple(table.seats) == tuple(sorted(table.seats))


def use(loaded: Loaded) -> None:
    """Do with a loaded table what people do: look at it, read its log, undo, redo, play on, save."""
    document = loaded.document
    table, history = document.table, document.history
    check_sound(table)
    before = state(table)
    for zone_id in [*table.zones, *table.order]:
        assert len(layout.places(table, zone_id)) == len(table.cards(zone_id))
        assert words.zone_name(table, zone_id)
    for piece in table:
        layout.place(table, piece)
        for seat in LOOKERS:
            assert sight.name(table, seat, piece)
    layout.zone_at(table, 10.0, 10.0)
    for seat in LOOKERS:
        for what, step in history.trail:
            assert words.tell(table, step, seat, what)
    at = history.at
    history.goto(0)
    history.goto(at)
    assert state(table) == before
    if len(table):
        act = acts.move(table, list(table.pieces)[:3], TABLE, at=(5.0, 5.0))
        history.do(act.label, act.ops, "A")
        check_sound(table)
    assert b"".join(lines(document))


def pick(entries: Sequence[T], number: int) -> T:
    """One of the entries, whatever the number is."""
    return entries[number % len(entries)]


KINDS = (
    "draw", "move", "move", "move_many", "move_at", "deal", "shuffle", "put_under", "front", "back", "group", "spread",
    "attach", "flip", "flip_pile", "face", "turn", "tap", "mix", "cut", "peek", "reveal", "sort", "lock", "mark",
    "count", "count_seat", "fact", "rename", "say", "create", "copies", "remove", "roll", "shuffle_in",
)  # fmt: skip
"""The acts of `some_act`. More moves than anything else, as at a real table."""

CHANGE_CARDS = frozenset(("create", "copies", "remove"))


def some_act(table: Table, kind: str, numbers: Sequence[int], seat: str) -> Act:
    """An act of that kind on pieces and zones that the numbers choose."""
    a, b, c, d = numbers
    zones = [*table.zones, *(f"{i}.{name}" for i in list(table.pieces)[:3] for name in table.card_zones)]
    piles = [zone.id for zone in table.zones.values() if zone.arrangement == "pile"] or [TABLE]
    ids = list(table.pieces) or [1]
    some = [pick(ids, a + k * (1 + b % 5)) for k in range(1 + c % 4)]
    rng = Random(a * 31 + b)
    zone, pile = pick(zones, b), pick(piles, b)
    match kind:
        case "draw":
            return acts.draw(table, f"{seat}.deck", 1 + a % 3, f"{seat}.hand")
        case "move":
            return acts.move(table, [pick(ids, a)], zone, index=c % 5 if d % 2 else None)
        case "move_many":
            up, rotation = (None, True, False)[d % 3], (None, 90.0)[d % 2]
            return acts.move(table, some, zone, index=d % 5, up=up, rotation=rotation)
        case "move_at":
            return acts.move(table, some, TABLE, at=(float(b * 7 % 3000 - 1500), float(d * 11 % 2000 - 1000)))
        case "deal":
            return acts.deal(table, pile, 1 + a % 2, [f"{who}.hand" for who in SEATS])
        case "shuffle":
            return acts.shuffle(table, pile, rng)
        case "shuffle_in":
            into = acts.move(table, some, pile)
            with_history = Document.new().history
            with_history.table = table
            with with_history.trial() as trial:
                trial.do_all(into.ops)
                mixed = acts.shuffle(table, pile, rng).ops
            return Act(f"shuffles {words.pieces(some)} into {words.zone(pile)}", [*into.ops, *mixed])
        case "put_under":
            return acts.put_under(table, some, pile)
        case "front":
            return acts.to_front(table, some)
        case "back":
            return acts.to_back(table, some)
        case "group":
            return acts.group(table, some)
        case "spread":
            return acts.spread(table, pile)
        case "attach":
            return acts.attach(table, some, pick(ids, d))
        case "flip":
            return acts.flip(table, some)
        case "flip_pile":
            return acts.flip_pile(table, pile)
        case "face":
            return acts.face(table, some, bool(d % 2))
        case "turn":
            return acts.turn(table, some, float(d))
        case "tap":
            return acts.tap(table, some)
        case "mix":
            return acts.mix(table, some, rng)
        case "cut":
            return acts.cut(table, pile, d % 6)
        case "peek":
            return acts.peek(table, pile, 1 + d % 3, seat)
        case "reveal":
            return acts.reveal(table, some, [pick(SEATS, d)])
        case "sort":
            return acts.sort(table, zone, sorted(table.cards(zone)))
        case "lock":
            return acts.lock(table, some)
        case "mark":
            return acts.mark(table, some, "stunned", (None, True, 3, [1, 2])[d % 4])
        case "count":
            return acts.count(table, some, "damage", d % 5 - 2)
        case "count_seat":
            return acts.count(table, seat, "life", d % 5 - 2)
        case "fact":
            return acts.set_fact("phase", (None, "draw", {"who": "A"})[d % 3])
        case "rename":
            return acts.rename(table, seat, ("Anna", "Ben", "Cleo {1}")[d % 3])
        case "say":
            return acts.say("hello {12} {{")
        case "create":
            die = Piece(0, "die", zone=TABLE, marks={acts.SIDES: 20})
            return acts.create(table, (die, Piece(0, "coin"), Piece(0, "note", "Remember"))[d % 3])
        case "copies":
            found = [table.pieces[i].copy() for i in some if i in table.pieces]
            return acts.copies(table, found, (10.0, 10.0))
        case "remove":
            return acts.remove(table, some[:1])
        case "roll":
            return acts.roll(table, ids, rng)
    raise AssertionError(kind)


def reread(document: Document, path: Path) -> Loaded:
    """Save and load."""
    saves.save_as(path, document)
    return saves.load(path)
