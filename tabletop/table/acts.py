"""What hands do: each act as its operations and the sentence that tells it. Nothing here changes the table.

`history.do(act.label, act.ops, seat)` makes an act. Engines, bots, keys, menus and the mouse use the same acts, so that
a card that leaves a pile does so in one way. An act that would change nothing has no operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

import msgspec

from tabletop.table import layout, sight, words
from tabletop.table.ops import (
    Chance,
    Counter,
    Create,
    Define,
    Fact,
    Mark,
    Move,
    Note,
    Op,
    Pose,
    Remove,
    Reorder,
    Reveal,
    SetSeat,
    SetZone,
)
from tabletop.table.state import Definition, Json, Piece, Seat, Table
from tabletop.table.zones import ATTACHED, TABLE, Zone

HEAP = "heap"
"""The role of a pile that hands made on the free table. It goes when fewer than two cards are left in it."""

HAND_MADE = "own"
"""The role of a zone that hands made."""

ARROWS = "table.arrows"
"""The fact that keeps the arrows that hands laid: a list of pairs of pieces."""

LOCKED = "locked"
VALUE = "value"
SIDES = "sides"

Spot = tuple[float, float]


class Act(NamedTuple):
    """An act of a hand: how it is told (`tabletop.table.words`), and its operations."""

    label: str
    ops: list[Op]


# moving


def move(
    table: Table,
    ids: Sequence[int],
    zone_id: str,
    *,
    index: int | None = None,
    at: Spot | Mapping[int, Spot] | None = None,
    up: bool | None = None,
    rotation: float | None = None,
) -> Act:
    """Pieces go to a zone, in the order given.

    `index` counts among the pieces that lie there and do not move (None: on top of a pile, at the end elsewhere). In a
    free zone `at` is where the first piece comes to lie, in millimetres, and the others keep their distance to it; or a
    place for each. Where `up` is None pieces land as the zone wants them; those that leave a hand turn up. What lies on
    a piece that goes where it cannot carry it stays on the table.
    """
    ids = [i for i in _there(table, ids) if not table.carries(i, zone_id)]
    if not ids:
        return Act("moves nothing", [])
    zone = table.zone(zone_id)
    if index is None:
        index = 0 if zone.arrangement == "pile" else 1 << 30
    spots = _spots(table, ids, zone, at)
    ops: list[Op] = []
    for i in ids:
        ops += _spill(table, i, zone_id, ids)
    order = list(table.cards(zone_id))
    if zone_id == TABLE:
        order += [op.piece for op in ops if isinstance(op, Move)]
    going = set(ids)
    rest = [i for i in order if i not in going]
    before = rest[index] if 0 <= index < len(rest) else None
    before_all = list(order)
    moved = False
    for piece_id in ids:
        piece = table.pieces[piece_id]
        if piece.zone == zone_id:
            order.remove(piece_id)
        place = order.index(before) if before is not None else len(order)
        order.insert(place, piece_id)
        x, y = spots.get(piece_id, (0.0, 0.0))
        turned = _landing_rotation(piece, zone) if rotation is None else rotation
        op = Move(piece_id, zone_id, place, x, y, turned, landing_face(table, piece, zone) if up is None else up)
        moved = moved or (x, y, turned, op.up) != (piece.x, piece.y, piece.rotation, piece.up)
        ops.append(op)
    if not moved and order == before_all:
        return Act("moves nothing", [])
    sources = list(dict.fromkeys(table.pieces[i].zone for i in ids))
    label = f"moves {words.pieces(ids)}"
    if sources == [zone_id]:
        label += f" within {words.zone(zone_id)}"
    else:
        if len(sources) == 1:
            label += f" from {words.zone(sources[0])}"
        label += f" to {words.zone(zone_id)}"
    return Act(label, [*ops, *_tidy(table, ids, (zone_id,))])


def draw(table: Table, source: str, number: int, to: str) -> Act:
    """The top cards of a pile go to the end of another zone, a hand as a rule; fewer if the pile runs out."""
    ids = table.cards(source)[: max(number, 0)]
    if not ids:
        return Act("draws nothing", [])
    return Act(f"draws {words.pieces(ids)} from {words.zone(source)}", move(table, ids, to).ops)


def deal(table: Table, source: str, number: int, to: Sequence[str]) -> Act:
    """So many cards from the top of a pile go to each of these zones, one after the other in turn."""
    cards = table.cards(source)[: max(number, 0) * len(to)]
    if not cards:
        return Act("deals nothing", [])
    ops: list[Op] = []
    taken: dict[str, list[int]] = {zone: [] for zone in to}
    for i, piece in enumerate(cards):
        taken[to[i % len(to)]].append(piece)
    for zone, ids in taken.items():
        ops += [op for op in move(table, ids, zone).ops if isinstance(op, Move)]
    each = "a card" if number == 1 else f"{number} cards"
    whom = words.listed([words.zone(zone) for zone in to])
    return Act(f"deals {each} each from {words.zone(source)} to {whom}", [*ops, *_tidy(table, cards, to)])


def to_front(table: Table, ids: Sequence[int]) -> Act:
    """Pieces come to lie over all others of their zone (a pile: on top; a row: first)."""
    return Act(f"brings {words.pieces(ids)} to the front", _restack(table, ids, front=True))


def to_back(table: Table, ids: Sequence[int]) -> Act:
    """Pieces come to lie under all others of their zone (a pile: at the bottom; a row: last)."""
    return Act(f"puts {words.pieces(ids)} under the others", _restack(table, ids, front=False))


def put_under(table: Table, ids: Sequence[int], zone_id: str) -> Act:
    """Pieces go to the bottom of a pile."""
    act = move(table, ids, zone_id, index=1 << 30)
    return Act(f"puts {words.pieces(ids)} under {words.zone(zone_id)}", act.ops)


def group(table: Table, ids: Sequence[int]) -> Act:
    """Pieces on the free table become one pile, where the first of them lies; the last one given lies on top."""
    ids = [i for i in dict.fromkeys(ids) if i in table.pieces]
    if len(ids) < 2:
        return Act("groups nothing", [])
    at = layout.place(table, table.pieces[ids[0]])
    w, h = table.card_size
    zone_id = f"pile-{_free_number(table)}"
    heap = Zone(zone_id, "Pile", role=HEAP, arrangement="pile", x=at.x, y=at.y, w=w, h=h)
    ops: list[Op] = [SetZone(zone_id, heap)]
    for piece in ids:
        ops += _spill(table, piece, zone_id, ids)
    ops += [Move(i, zone_id, 0, 0.0, 0.0, 0.0, table.pieces[i].up) for i in ids]
    return Act(f"makes a pile of {words.pieces(ids)}", [*ops, *_tidy(table, ids, (zone_id,))])


def spread(table: Table, zone_id: str) -> Act:
    """The cards of a pile are laid out side by side on the table, the top card on the right."""
    ids = list(reversed(table.cards(zone_id)))
    if not ids:
        return Act("spreads nothing", [])
    zone = table.zone(zone_id)
    x, y = layout.middle(table, zone)
    step = min(table.card_size[0] * 0.4, 900.0 / max(len(ids), 1))
    spots = {piece: (x + step * i, y + 12.0) for i, piece in enumerate(ids)}
    act = move(table, ids, TABLE, at=spots)
    ups: list[Op] = [
        Move(op.piece, op.zone, op.index, op.x, op.y, op.rotation, table.pieces[op.piece].up)
        if isinstance(op, Move) and op.piece in spots else op
        for op in act.ops
    ]  # fmt: skip
    return Act(f"spreads {words.zone(zone_id)}", ups)


def scatter(table: Table, zone_id: str, spots: Mapping[int, tuple[float, float, float]]) -> Act:
    """The cards of a zone lie about on the table: for each its middle in millimetres and its rotation in degrees. Those
    without a place lie in the middle of the zone. They keep their faces, and the top card lies on top.
    """
    ids = list(reversed(table.cards(zone_id)))
    if not ids:
        return Act("scatters nothing", [])
    x, y = layout.middle(table, table.zone(zone_id))
    places = {i: spots.get(i, (x, y, 0.0)) for i in ids}
    act = move(table, ids, TABLE, at={i: place[:2] for i, place in places.items()})
    ops: list[Op] = [
        msgspec.structs.replace(op, rotation=places[op.piece][2] % 360, up=table.pieces[op.piece].up)
        if isinstance(op, Move) and op.piece in places else op
        for op in act.ops
    ]  # fmt: skip
    return Act(f"scatters {words.zone(zone_id)}", ops)


def attach(table: Table, ids: Sequence[int], host: int) -> Act:
    """Pieces are attached to a card: they lie behind it and travel with it."""
    zone_id = f"{host}.{ATTACHED.id}"
    ids = [i for i in _there(table, ids) if not table.carries(i, zone_id)]
    return Act(f"attaches {words.pieces(ids)} to {words.pieces([host])}", move(table, ids, zone_id).ops)


# turning


def flip(table: Table, ids: Sequence[int]) -> Act:
    """Each piece is turned over; a whole pile with all its cards and its order."""
    ids = _there(table, ids)
    return Act(f"turns over {words.pieces(ids)}", [Pose(i, up=not table.pieces[i].up) for i in ids])


def flip_pile(table: Table, zone_id: str) -> Act:
    """A pile is turned over as one: its order is reversed, and every card shows its other side."""
    ids = table.cards(zone_id)
    ops: list[Op] = [Reorder(zone_id, tuple(reversed(ids)))] if len(ids) > 1 else []
    return Act(f"turns over {words.zone(zone_id)}", [*ops, *flip(table, ids).ops])


def face(table: Table, ids: Sequence[int], up: bool) -> Act:
    """Pieces are turned up, or down."""
    ids = [i for i in _there(table, ids) if table.pieces[i].up != up]
    return Act(f"turns {words.pieces(ids)} {'up' if up else 'down'}", [Pose(i, up=up) for i in ids])


def turn(table: Table, ids: Sequence[int], degrees: float) -> Act:
    """Pieces are turned clockwise by so many degrees."""
    ids = _there(table, ids)
    ops: list[Op] = [Pose(i, rotation=(table.pieces[i].rotation + degrees) % 360) for i in ids]
    return Act(f"turns {words.pieces(ids)} by {degrees:g} degrees", ops)


def tap(table: Table, ids: Sequence[int]) -> Act:
    """Pieces are tapped (turned sideways); if all of them are tapped already they are untapped."""
    ids = _there(table, ids)
    tapped = all(table.pieces[i].rotation % 360 == 90 for i in ids)
    to = 0.0 if tapped else 90.0
    ops: list[Op] = [Pose(i, rotation=to) for i in ids if table.pieces[i].rotation % 360 != to]
    return Act(f"{'untaps' if tapped else 'taps'} {words.pieces(ids)}", ops)


# piles


def shuffle(table: Table, zone_id: str, rng: Random) -> Act:
    """A pile is shuffled; nobody knows any more where which card lies."""
    ids = list(table.cards(zone_id))
    if len(ids) < 2:
        return Act("shuffles nothing", [])
    rng.shuffle(ids)
    ops: list[Op] = [Reorder(zone_id, tuple(ids)), *forget(table, ids)]
    return Act(f"shuffles {words.zone(zone_id)}", ops)


def mix(table: Table, ids: Sequence[int], rng: Random) -> Act:
    """Pieces on the free table change places at random; nobody knows any more which face-down one is which."""
    ids = [i for i in _there(table, ids) if table.zone(table.pieces[i].zone).arrangement == "free"]
    if len(ids) < 2:
        return Act("shuffles nothing", [])
    spots = [(table.pieces[i].x, table.pieces[i].y, table.pieces[i].rotation) for i in ids]
    rng.shuffle(spots)
    ops: list[Op] = [Pose(i, *spot) for i, spot in zip(ids, spots, strict=True)]
    return Act(f"shuffles {words.pieces(ids)}", [*ops, *forget(table, ids)])


def forget(table: Table, ids: Iterable[int]) -> Iterator[Op]:
    """Nobody knows these pieces any more but those who see them."""
    return (Reveal(i, ()) for i in ids if table.pieces[i].known)


def cut(table: Table, zone_id: str, number: int) -> Act:
    """So many cards from the top of a pile go under the rest."""
    ids = table.cards(zone_id)
    if not 0 < number < len(ids):
        return Act("cuts nothing", [])
    ops: list[Op] = [Reorder(zone_id, (*ids[number:], *ids[:number]))]
    return Act(f"cuts {words.zone(zone_id)}", ops)


def peek(table: Table, zone_id: str, number: int, seat: str) -> Act:
    """A seat looks at the top cards of a pile and knows them until it is shuffled. The others see that it did."""
    ids = table.cards(zone_id)[: max(number, 0)]
    ops: list[Op] = [
        Reveal(i, (*table.pieces[i].known, seat)) for i in ids if seat not in table.pieces[i].known
    ]  # fmt: skip
    many = "the top card" if len(ids) == 1 else f"the top {len(ids)} cards"
    return Act(f"looks at {many} of {words.zone(zone_id)}", ops or [Note("")] if ids else [])


def look_through(zone_id: str) -> Act:
    """A seat looks through a zone; the log says that it did, not what it saw."""
    return Act(f"looks through {words.zone(zone_id)}", [Note("")])


def reveal(table: Table, ids: Sequence[int], seats: Sequence[str]) -> Act:
    """Pieces are shown to some seats, who know them from now on."""
    ops: list[Op] = []
    for i in _there(table, ids):
        known = table.pieces[i].known
        new = [seat for seat in seats if seat not in known]
        if new:
            ops.append(Reveal(i, (*known, *new)))
    whom = words.listed([f"{{{seat}}}" for seat in seats])
    return Act(f"shows {words.pieces(ids)} to {whom}", ops)


def sort(table: Table, zone_id: str, ids: Sequence[int]) -> Act:
    """The pieces of a zone are put into the order given."""
    changed = list(ids) != table.cards(zone_id)
    return Act(f"sorts {words.zone(zone_id)}", [Reorder(zone_id, tuple(ids))] if changed else [])


# marks, counters, facts


def lock(table: Table, ids: Sequence[int]) -> Act:
    """Pieces are locked, so that the mouse does not move them; if all of them are they are unlocked."""
    ids = _there(table, ids)
    locked = all(table.pieces[i].marks.get(LOCKED) for i in ids)
    ops: list[Op] = [
        Mark(i, LOCKED, None if locked else True) for i in ids if bool(table.pieces[i].marks.get(LOCKED)) == locked
    ]
    return Act(f"{'unlocks' if locked else 'locks'} {words.pieces(ids)}", ops)


def mark(table: Table, ids: Sequence[int], name: str, value: Json) -> Act:
    """Pieces get a mark (None: lose it)."""
    ids = [i for i in _there(table, ids) if table.pieces[i].marks.get(name) != value]
    if sight.is_secret(name):
        told = "changes what is kept secret with"
    else:
        told = f"clears {words.quote(name)} on" if value is None else f"sets {words.quote(f'{name} = {value}')} on"
    return Act(f"{told} {words.pieces(ids)}", [Mark(i, name, value) for i in ids])


def count(table: Table, at: Sequence[int] | str, name: str, by: int) -> Act:
    """A counter on pieces or of a seat goes up or down; on a piece one that reaches 0 is gone."""
    if not by:
        return Act("counts nothing", [])
    if isinstance(at, str):
        now = table.seats[at].counters.get(name, 0) if at in table.seats else 0
        return Act(f"changes {words.quote(name)} of {{{at}}} from {now} to {now + by}", [Counter(at, name, now + by)])
    ops: list[Op] = []
    for i in _there(table, at):
        value = table.pieces[i].counters.get(name, 0) + by
        ops.append(Counter(i, name, value or None))
    return Act(f"puts {by:+d} {words.quote(name)} on {words.pieces(at)}", ops)


def set_fact(name: str, value: Json) -> Act:
    """A fact of the game (turn, phase) is set by hand."""
    if sight.is_secret(name):
        return Act("changes what is kept secret", [Fact(name, value)])
    told = f"clears {name}" if value is None else f"sets {name} to {value}"
    return Act(words.quote(told), [Fact(name, value)])


def rename(table: Table, seat: str, name: str) -> Act:
    """A seat's player is called something else."""
    old = table.seats.get(seat, Seat(""))
    ops: list[Op] = [SetSeat(seat, Seat(name, old.colour, old.counters))] if name != old.name else []
    return Act(f"is called {words.quote(name)}", ops)


def say(text: str) -> Act:
    """Something is said; it stands in the log."""
    return Act(f"says: {words.quote(text)}", [Note(words.quote(text))])


def arrows(table: Table) -> list[tuple[int, int]]:
    """The arrows that hands laid, each from a piece to a piece; those whose ends are gone are left out."""
    kept = table.facts.get(ARROWS)
    pairs = kept if isinstance(kept, list) else []
    return [
        (pair[0], pair[1]) for pair in pairs
        if isinstance(pair, list) and len(pair) == 2 and all(type(i) is int and i in table.pieces for i in pair)
    ]  # fmt: skip


def arrow(table: Table, start: int, end: int) -> Act:
    """An arrow is laid from one piece to another; where it lies already it is taken away."""
    if start == end or not {start, end} <= table.pieces.keys():
        return Act("points at nothing", [])
    there = arrows(table)
    gone = (start, end) in there
    new = [list(pair) for pair in there if pair != (start, end)] + ([] if gone else [[start, end]])
    told = "takes away the arrow from" if gone else "points from"
    return Act(f"{told} {words.pieces([start])} to {words.pieces([end])}", [Fact(ARROWS, new or None)])


def clear_arrows(table: Table, ids: Iterable[int] | None = None) -> Act:
    """The arrows from and to these pieces are taken away (None: all of them)."""
    there, chosen = arrows(table), None if ids is None else set(ids)
    left = [list(pair) for pair in there if chosen is not None and not chosen.intersection(pair)]
    return Act("takes arrows away", [Fact(ARROWS, left or None)] if len(left) < len(there) else [])


def pass_counter(table: Table, start: int, end: int, name: str, number: int = 1) -> Act:
    """So many counters of a kind go from one piece to another, at most those that are there."""
    if start == end or not {start, end} <= table.pieces.keys():
        return Act("moves no counter", [])
    number = min(number, table.pieces[start].counters.get(name, 0))
    if number <= 0:
        return Act("moves no counter", [])
    ops = [*count(table, [start], name, -number).ops, *count(table, [end], name, number).ops]
    many = words.quote(f"{number} {name}")
    return Act(f"moves {many} from {words.pieces([start])} to {words.pieces([end])}", ops)


def open_hand(table: Table, zone_id: str, opened: bool) -> Act:
    """A hand is laid open for all to see (a dummy's, for example), or taken up again. Who saw its cards knows them."""
    zone, ids = table.zone(zone_id), list(table.cards(zone_id))
    new = msgspec.structs.replace(zone, sight="public" if opened else "private", face="up" if opened else "down")
    turned: list[Op] = [Pose(i, up=opened) for i in ids if table.pieces[i].up != opened]
    change: list[Op] = [SetZone(zone_id, new)] if new != zone else []
    told = "lays open" if opened else "takes up"
    return Act(f"{told} {words.zone(zone_id)}", [*change, *turned] if opened else [*turned, *change])


# zones that hands make


def new_zone(table: Table, name: str, box: tuple[float, float, float, float]) -> Act:
    """A new zone on the table: left, top, width and height in millimetres."""
    number = 1
    while f"zone-{number}" in table.zones:
        number += 1
    left, top, w, h = box
    zone = Zone(f"zone-{number}", name, role=HAND_MADE, x=round(left + w / 2, 2), y=round(top + h / 2, 2),
                w=round(max(w, 20.0), 2), h=round(max(h, 20.0), 2))  # fmt: skip
    return Act(f"makes the zone {words.quote(name)}", [SetZone(zone.id, zone)])


def change_zone(table: Table, zone_id: str, **changes: Json) -> Act:
    """A zone is changed: its name, place, size, arrangement or sight (the fields of `Zone`)."""
    zone = table.zones.get(zone_id)
    if zone is None:
        return Act("changes nothing", [])
    new = msgspec.structs.replace(zone, **changes)
    ops: list[Op] = [SetZone(zone_id, new)] if new != zone else []
    if zone.arrangement != "free" and new.arrangement == "free":
        # What lay in an order lies where it was shown.
        for i, at in zip(table.cards(zone_id), layout.places(table, zone_id), strict=True):
            ops.append(Pose(i, round(at.x, 2), round(at.y, 2)))
    elif zone.arrangement == new.arrangement == "free" and zone.anchor is None:
        dx, dy = new.x - zone.x, new.y - zone.y
        if dx or dy:
            ops += [Pose(i, round(table.pieces[i].x + dx, 2), round(table.pieces[i].y + dy, 2))
                    for i in table.cards(zone_id)]  # fmt: skip
    return Act(f"changes {words.zone(zone_id)}", ops)


def remove_zone(table: Table, zone_id: str) -> Act:
    """An empty zone is taken away; nothing happens to one that holds something, or to the table itself."""
    if zone_id == TABLE or zone_id not in table.zones or table.cards(zone_id):
        return Act("removes nothing", [])
    return Act(f"removes the zone {words.quote(table.zones[zone_id].name)}", [SetZone(zone_id, None)])


# pieces that come and go


def create(table: Table, piece: Piece) -> Act:
    """A new piece comes onto the table (its id is given by the table)."""
    new = piece.copy()
    new.id = table.next_id
    index = 0 if table.zone(new.zone).arrangement == "pile" else -1
    return Act(f"puts {words.pieces([new.id])} onto the table", [Create(new, index)])


def put_card(
    table: Table, card: str, definition: Definition, owner: str | None, zone_id: str, *, index: int | None = None,
    at: Spot = (0.0, 0.0),
) -> Act:  # fmt: skip
    """A new card comes to lie in a zone as the zone wants its cards, with what the table keeps of it; its owner knows
    it. `index` as in `move`; `at` is its middle in millimetres in a free zone.
    """
    zone = table.zone(zone_id)
    x, y = _on_table(table, *at) if zone.arrangement == "free" else (0.0, 0.0)
    new = Piece(table.next_id, card=card, owner=owner, zone=zone_id, x=round(x, 2), y=round(y, 2))
    new.up = zone.face != "down" and zone.role != "hand"
    if not new.up and owner is not None:
        new.known = (owner,)
    count = len(table.cards(zone_id))
    if index is None:
        index = 0 if zone.arrangement == "pile" else count
    ops: list[Op] = [Define(card, definition)] if table.definitions.get(card) != definition else []
    return Act(f"puts {words.pieces([new.id])} onto the table", [*ops, Create(new, min(max(index, 0), count))])


def copies(table: Table, pieces: Sequence[Piece], at: Spot) -> Act:
    """Copies of these pieces, as they were when they were copied, come onto the table; the first lies at `at`.
    Copies of cards are tokens.
    """
    if not pieces:
        return Act("copies nothing", [])
    x0, y0 = pieces[0].x, pieces[0].y
    ops: list[Op] = []
    for number, piece in enumerate(pieces):
        new = piece.copy()
        new.id = table.next_id + number
        new.kind = "token" if piece.kind == "card" else piece.kind
        new.zone, new.known = TABLE, ()
        new.marks.pop(LOCKED, None)
        new.x, new.y = _on_table(table, at[0] + piece.x - x0, at[1] + piece.y - y0)
        ops.append(Create(new, -1))
    return Act(f"copies {words.pieces(table.next_id + n for n in range(len(pieces)))}", ops)


def remove(table: Table, ids: Sequence[int]) -> Act:
    """Pieces are removed for good; what lies on them stays on the table, and so do zones that were anchored on them."""
    ids = _there(table, ids)
    ops: list[Op] = []
    for zone in table.zones.values():
        if zone.anchor is not None and zone.anchor in ids:
            x, y = layout.middle(table, zone)
            ops.append(SetZone(zone.id, msgspec.structs.replace(zone, x=x, y=y, anchor=None)))
    for i in ids:
        ops += _spill(table, i, None, ids)
    innermost_first = sorted(ids, key=lambda i: sum(1 for _ in table.hosts(table.pieces[i].zone)), reverse=True)
    ops += [Remove(i) for i in innermost_first]
    return Act(f"removes {words.pieces(ids)}", [*ops, *_tidy(table, ids)])


def roll(table: Table, ids: Sequence[int], rng: Random) -> Act:
    """Dice are rolled and coins flipped; what came out is written down."""
    ops: list[Op] = []
    told: list[str] = []
    for i in _there(table, ids):
        piece = table.pieces[i]
        if piece.kind == "die":
            given = piece.marks.get(SIDES)
            sides = min(max(given, 2), 1_000_000) if isinstance(given, int) else 6
            value = rng.randint(1, sides)
            ops += [Chance(f"d{sides}", value), Mark(i, VALUE, value)]
            told.append(f"{value} (of {sides})")
        elif piece.kind == "coin":
            heads = rng.random() < 0.5
            ops += [Chance("coin", "heads" if heads else "tails"), Pose(i, up=heads)]
            told.append("heads" if heads else "tails")
    return Act(f"rolls {words.listed(told)}", ops)


# what the acts have in common


def landing_face(table: Table, piece: Piece, zone: Zone) -> bool:
    """Which side is up when a piece comes to lie in a zone without anybody saying so.

    What leaves a hand is played, so it turns up, but not where only some may see it.
    """
    if piece.zone == zone.id:
        return piece.up
    if zone.role == "hand":
        return zone.sight == "public" and zone.face == "up"
    if zone.face != "keep":
        return zone.face == "up"
    return zone.sight == "public" if table.zone(piece.zone).role == "hand" else piece.up


def _landing_rotation(piece: Piece, zone: Zone) -> float:
    if zone.arrangement == "pile" or zone.role == "hand":
        return 0.0
    return piece.rotation


def _there(table: Table, ids: Iterable[int]) -> list[int]:
    return [i for i in dict.fromkeys(ids) if i in table.pieces]


def _spots(table: Table, ids: Sequence[int], zone: Zone, at: Spot | Mapping[int, Spot] | None) -> dict[int, Spot]:
    """Where pieces come to lie in a free zone; they have no places of their own elsewhere."""
    if zone.arrangement != "free":
        return {}
    if isinstance(at, Mapping):
        spots = {i: _on_table(table, *at[i]) if i in at else layout.place(table, table.pieces[i])[:2] for i in ids}
    elif at is None and table.zone(table.pieces[ids[0]].zone).arrangement == "free":
        spots = {i: layout.place(table, table.pieces[i])[:2] for i in ids}
    else:
        spots = _group(table, ids, at or layout.middle(table, zone))
    if zone.anchor is not None:
        x, y = layout.middle(table, zone)
        spots = {i: (spot[0] - x, spot[1] - y) for i, spot in spots.items()}
    return spots


def _group(table: Table, ids: Sequence[int], at: Spot) -> dict[int, Spot]:
    """Where the pieces of a group come to lie, the first of them at `at`. Those that lie open keep their distances;
    those from hands and piles are fanned out. A group that would reach over the table's edge is moved back as a whole.
    """
    spots: dict[int, Spot] = {}
    fanned = 0
    first: Spot | None = None
    for i in ids:
        origin = table.zone(table.pieces[i].zone)
        if origin.at_edge or origin.arrangement == "pile":
            spots[i] = (at[0] + layout.PEEK * fanned, at[1])
            fanned += 1
            continue
        place = layout.place(table, table.pieces[i])
        if first is None:
            first = (place.x - layout.PEEK * fanned, place.y)
        spots[i] = (at[0] + place.x - first[0], at[1] + place.y - first[1])
    felt = table.zones[TABLE]
    dx = _back([x for x, _ in spots.values()], felt.x - felt.w / 2, felt.x + felt.w / 2)
    dy = _back([y for _, y in spots.values()], felt.y - felt.h / 2, felt.y + felt.h / 2)
    return {i: _on_table(table, x + dx, y + dy) for i, (x, y) in spots.items()}


def _back(values: Sequence[float], least: float, most: float) -> float:
    """By how much values are to be moved so that they lie between two others; by nothing if they are too far apart."""
    low, high = min(values), max(values)
    if high - low > most - least:
        return 0.0
    return max(least - low, 0.0) + min(most - high, 0.0)


def _on_table(table: Table, x: float, y: float) -> Spot:
    """A place in hundredths of a millimetre that is not beyond the table's edge."""
    felt = table.zones[TABLE]
    x = min(max(x, felt.x - felt.w / 2), felt.x + felt.w / 2)
    y = min(max(y, felt.y - felt.h / 2), felt.y + felt.h / 2)
    return round(x, 2), round(y, 2)


def _spill(table: Table, piece: int, to: str | None, going: Sequence[int]) -> list[Op]:
    """What lies in the zones of a piece that goes where it has no such zones is left on the table."""
    ops: list[Op] = []
    for zone_id in table.zones_of(piece):
        template = table.card_zones.get(zone_id.partition(".")[2])
        found = table.pieces[piece]
        if to is not None and template is not None and layout.has_card_zone(table, found, template, to):
            continue
        left = [i for i in table.cards(zone_id) if i not in going]
        at = layout.place(table, found)
        for number, i in enumerate(left):
            x, y = _on_table(table, at.x + layout.PEEK * number, at.y + layout.PEEK)
            ops.append(Move(i, TABLE, -1, x, y))
    return ops


def _tidy(table: Table, gone: Sequence[int], to: Sequence[str] = ()) -> list[Op]:
    """Piles that hands made go when they hold fewer than two cards after the act."""
    ops: list[Op] = []
    leaving = set(gone)
    for zone_id in dict.fromkeys(table.pieces[i].zone for i in gone):
        zone = table.zones.get(zone_id)
        if zone is None or zone.role != HEAP or zone_id in to:
            continue
        left = [i for i in table.cards(zone_id) if i not in leaving]
        if len(left) < 2:
            ops += [Move(i, TABLE, -1, zone.x, zone.y) for i in left]
            ops.append(SetZone(zone_id, None))
    return ops


def _restack(table: Table, ids: Sequence[int], *, front: bool) -> list[Op]:
    ops: list[Op] = []
    by_zone: dict[str, list[int]] = {}
    for i in _there(table, ids):
        by_zone.setdefault(table.pieces[i].zone, []).append(i)
    for zone_id, moving in by_zone.items():
        order = table.cards(zone_id)
        chosen = set(moving)
        these = [i for i in order if i in chosen]
        rest = [i for i in order if i not in chosen]
        first = front == table.zone(zone_id).ordered
        new = (*these, *rest) if first else (*rest, *these)
        if list(new) != order:
            ops.append(Reorder(zone_id, new))
    return ops


def _free_number(table: Table) -> int:
    number = 1
    while f"pile-{number}" in table.zones:
        number += 1
    return number
