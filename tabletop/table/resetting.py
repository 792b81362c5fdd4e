"""Setting the table back: the pieces that are there go where they were when the game was laid out."""

from __future__ import annotations

from random import Random

from tabletop.table.acts import HEAP, Act
from tabletop.table.document import Document
from tabletop.table.ops import Counter, Fact, Mark, Move, Op, SetZone
from tabletop.table.state import Table


def laid_out(document: Document) -> Table:
    """The table as it was before the first act of a hand, apart from the table in play."""
    table = Table.restore(document.start)
    for step in document.history.steps[: document.history.at]:
        if step.how != "setup":
            break
        for op in step.ops:
            op.apply(table)
    return table


def reset(document: Document, rng: Random) -> Act:
    """All pieces of the lay-out that are still there go back to their zones, without counters and marks, and facts and
    seats' numbers are as they were. Draw piles are shuffled anew with the hands drawn from them, so that nobody knows
    what comes. Pieces that hands made since stay where they are.
    """
    table, laid = document.table, laid_out(document)
    again = _shuffled(laid, table, rng)
    ops: list[Op] = [
        SetZone(zone.id, zone) for zone in laid.zones.values() if table.zones.get(zone.id) != zone
    ]  # fmt: skip
    order = [i for zone in laid.order for i in laid.cards(zone) if i in table.pieces]
    # What is attached to others goes last: its host has to lie there first.
    order.sort(key=lambda i: sum(1 for _ in laid.hosts(laid.pieces[i].zone)))
    for i in order:
        old = laid.pieces[again.get(i, i)]
        ops.append(Move(i, old.zone, 1 << 30, old.x, old.y, old.rotation, old.up, old.known))
        ops += [Mark(i, name, old.marks.get(name)) for name, value in table.pieces[i].marks.items()
                if old.marks.get(name) != value]  # fmt: skip
        ops += [Counter(i, name, old.counters.get(name)) for name, value in table.pieces[i].counters.items()
                if old.counters.get(name) != value]  # fmt: skip
    ops = _placed_in_order(ops, again)
    for zone in table.zones.values():
        if zone.role == HEAP and all(i in laid.pieces for i in table.cards(zone.id)):
            ops.append(SetZone(zone.id, None))
    for seat, found in laid.seats.items():
        now = table.seats[seat].counters if seat in table.seats else {}
        ops += [Counter(seat, name, found.counters.get(name)) for name in sorted({*now, *found.counters})
                if now.get(name) != found.counters.get(name)]  # fmt: skip
    ops += [Fact(name, laid.facts.get(name)) for name in sorted({*table.facts, *laid.facts})
            if table.facts.get(name) != laid.facts.get(name)]  # fmt: skip
    return Act("sets the table back to the beginning", ops)


def _shuffled(laid: Table, table: Table, rng: Random) -> dict[int, int]:
    """For the cards of draw piles and hands: whose place in the lay-out each one takes now."""
    places: dict[int, int] = {}
    for seat in [*laid.seats, None]:
        pool = [
            i for zone in laid.zones.values() if zone.seat == seat and zone.role in ("draw", "hand")
            for i in laid.cards(zone.id) if i in table.pieces
        ]  # fmt: skip
        mixed = list(pool)
        rng.shuffle(mixed)
        places |= dict(zip(mixed, pool, strict=True))
    return places


def _placed_in_order(ops: list[Op], places: dict[int, int]) -> list[Op]:
    """The same operations, so that each card comes to lie at the height of the one whose place it takes."""
    height = {op.piece: number for number, op in enumerate(ops) if isinstance(op, Move)}
    keyed = [
        (height[places.get(op.piece, op.piece)] if isinstance(op, Move) else number, number, op)
        for number, op in enumerate(ops)
    ]
    return [op for _, _, op in sorted(keyed, key=lambda each: each[:2])]
