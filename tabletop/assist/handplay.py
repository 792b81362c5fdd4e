"""Acts that a hand might do at any time, drawn at random: for self-play and tests of what rules make of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, get_args

from tabletop.assist.referee import ASSIST
from tabletop.table import acts
from tabletop.table.acts import Act
from tabletop.table.state import Kind, Piece, Table
from tabletop.table.zones import TABLE

LAID = frozenset((ASSIST, "table.card"))
"""Facts that say how the table is laid, not how the game stands."""

NOTHING = Act("does nothing", [])


def random_act(table: Table, rng: Random) -> Act:
    """Some act of a hand on this table; one without operations if what was drawn cannot be done here."""
    return rng.choice(_KINDS)(table, rng)


def _some(table: Table, rng: Random) -> list[int]:
    """One piece, or a few."""
    ids = list(table.pieces)
    return rng.sample(ids, min(len(ids), rng.choice((1, 1, 1, 2, 3)))) if ids else []


def _zone(table: Table, rng: Random) -> str:
    at_pieces = [f"{i}.{name}" for i in _some(table, rng) for name in table.card_zones]
    return rng.choice([*table.zones, *at_pieces])


def _move(table: Table, rng: Random) -> Act:
    zone, at = _zone(table, rng), None
    if zone == TABLE:
        at = (rng.uniform(-400, 400), rng.uniform(-300, 300))
    return acts.move(table, _some(table, rng), zone, at=at, up=rng.choice((None, None, True, False)))


def _draw(table: Table, rng: Random) -> Act:
    return acts.draw(table, _zone(table, rng), rng.randint(1, 3), _zone(table, rng))


def _turn(table: Table, rng: Random) -> Act:
    ids = _some(table, rng)
    return rng.choice((acts.flip(table, ids), acts.tap(table, ids), acts.turn(table, ids, 45.0)))


def _pile(table: Table, rng: Random) -> Act:
    zone = _zone(table, rng)
    return rng.choice((acts.shuffle(table, zone, rng), acts.cut(table, zone, 1), acts.flip_pile(table, zone)))


def _order(table: Table, rng: Random) -> Act:
    ids = _some(table, rng)
    return rng.choice((acts.to_front(table, ids), acts.to_back(table, ids), acts.put_under(table, ids, TABLE)))


def _look(table: Table, rng: Random) -> Act:
    if not table.everyone:
        return NOTHING
    return acts.peek(table, _zone(table, rng), rng.randint(1, 3), rng.choice(table.everyone))


def _count(table: Table, rng: Random) -> Act:
    by = rng.choice((-3, -1, 1, 5))
    seats = [seat for seat in table.seats.values() if seat.counters]
    if seats and rng.random() < 0.5:
        seat = rng.choice(table.everyone)
        names = list(table.seats[seat].counters)
        return acts.count(table, seat, rng.choice(names), by) if names else NOTHING
    return acts.count(table, _some(table, rng), rng.choice(("counter", "damage")), by)


def _mark(table: Table, rng: Random) -> Act:
    """Clear or change a mark that lies on the table, or set one that no rule knows."""
    bearing = [piece for piece in table if piece.marks]
    if not bearing or rng.random() < 0.3:
        return acts.mark(table, _some(table, rng), "remark", rng.choice(("odd", 1, True)))
    piece = rng.choice(bearing)
    name = rng.choice(list(piece.marks))
    return acts.mark(table, [piece.id], name, other_value(table, rng, piece.marks[name]))


def _fact(table: Table, rng: Random) -> Act:
    names = [name for name in table.facts if name not in LAID]
    if not names:
        return NOTHING
    name = rng.choice(names)
    return acts.set_fact(name, other_value(table, rng, table.facts[name]))


def other_value(table: Table, rng: Random, value: Any) -> Any:
    """A value that people might put in the place of another: of the same kind mostly, or none."""
    if rng.random() < 0.25:
        return None
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 2))
    if isinstance(value, str):
        return rng.choice([*table.everyone, *(fact for fact in table.facts.values() if isinstance(fact, str)), ""])
    if isinstance(value, list):
        return value[:-1] or None
    if isinstance(value, dict) and value:
        gone = rng.choice(list(value))
        return {key: entry for key, entry in value.items() if key != gone}
    return None


def _create(table: Table, rng: Random) -> Act:
    kind = rng.choice(_PIECES)
    card = rng.choice(sorted(table.definitions)) if table.definitions and kind in ("card", "token") else "odd"
    owner = rng.choice((None, *table.everyone))
    return acts.create(table, Piece(0, kind, card, owner, _zone(table, rng), up=rng.random() < 0.5))


def _remove(table: Table, rng: Random) -> Act:
    return acts.remove(table, _some(table, rng)[:1])


def _attach(table: Table, rng: Random) -> Act:
    ids = _some(table, rng)
    return acts.attach(table, ids[1:], ids[0]) if len(ids) > 1 else NOTHING


def _group(table: Table, rng: Random) -> Act:
    return acts.group(table, _some(table, rng))


_PIECES: tuple[Kind, ...] = get_args(Kind)

_KINDS: tuple[Callable[[Table, Random], Act], ...] = (
    _move, _move, _move, _move, _draw, _turn, _pile, _order, _look, _count, _mark, _fact, _create, _remove, _attach,
    _group,
)  # fmt: skip
