"""What follows by itself from the table as it is, checked after every effect until nothing changes."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.games.lnh.board import BROUGHT, MAXIMUM, PRESTIGE, Board
from tabletop.games.lnh.coming import give, leave
from tabletop.games.lnh.moving import to_pile
from tabletop.games.lnh.tasks import tasks
from tabletop.rules.model import Consequence, Do, Item, Plan
from tabletop.table.ops import Counter, Fact, Mark, Reveal

SEATS = ("A", "B")


def consequences(board: Board) -> Iterator[Consequence]:
    """Everything that follows now, most pressing first."""
    facts, table = board.facts, board.table
    if facts.get("phase") in ("over", "before"):
        return
    if "beaten" in facts or any(seat.counters.get(PRESTIGE, 0) <= 0 for seat in table.seats.values()):
        yield from _win(board)
    index = board.index
    if "patronage" in index or "bonus" in facts:
        yield from _patronage(board)
    if "gem" in index:
        yield from _gems(board)
    if "counters" in index:
        yield from _counters(board)
    if "claims" in index:
        yield from _claims(board)
    if "takes_hero" in index or "needs_heroes" in index:
        yield from _heroless(board)
    if not table.order.get("A.deck") or not table.order.get("B.deck"):
        yield from _run_out(board)
    if "open_hands" in index:
        yield from _open_hands(board)


def _win(board: Board) -> Iterator[Consequence]:
    beaten = board.listed("beaten")
    losers = [seat for seat in SEATS if seat in beaten or board.prestige(seat) <= 0]
    if losers:
        winner = board.opponent(losers[0]) if len(losers) == 1 else "draw"
        yield ended(winner)


def ended(winner: str, rule: str = "win") -> Consequence:
    """The game is over."""
    told = "The game is drawn" if winner == "draw" else f"{{{winner}}} wins the game"
    return Consequence(rule, told, (), (Fact("winner", winner), Fact("phase", "over")))


def _run_out(board: Board) -> Iterator[Consequence]:
    known = board.listed("ran_out")
    seats = [seat for seat in board.seats if not board.deck(seat) and seat not in known]
    if seats:
        # Two who run out together are one consequence: the active player is through with it before the other begins.
        items: list[Item] = [Fact("ran_out", [*known, *seats]), *(Do("run_out", {"seat": seat}) for seat in seats)]
        who = " and ".join(f"{{{seat}}}" for seat in seats)
        yield Consequence("run-out", f"{who} {'has' if len(seats) == 1 else 'have'} run out of cards", (), tuple(items))


def _patronage(board: Board) -> Iterator[Consequence]:
    kept = board.facts.get("bonus")
    now = {seat: by for seat, by in kept.items() if type(by) is int} if isinstance(kept, dict) else {}
    held = board.trait("patronage")
    if not held and not now:
        return
    due: dict[str, int] = {}
    for one in held:
        if one.trait.origin in board.origins(one.seat):
            due[one.seat] = due.get(one.seat, 0) + one.trait.amount
    for seat in SEATS:
        by = due.get(seat, 0) - now.get(seat, 0)
        if by:
            prestige = max(0, board.prestige(seat) + by)
            cards = tuple(one.piece for one in held if one.seat == seat)
            bonus = {one: number for one, number in {**now, seat: due.get(seat, 0)}.items() if number}
            items = (
                Counter(seat, PRESTIGE, prestige), Counter(seat, MAXIMUM, board.number(seat, MAXIMUM) + by),
                Fact("bonus", bonus or None),
            )  # fmt: skip
            told = f"The Prestige of {{{seat}}} {'rises' if by > 0 else 'falls'} by {abs(by)} with a Patronage"
            yield Consequence("I32", told, cards, items)


def _gems(board: Board) -> Iterator[Consequence]:
    for held in board.trait("gem"):
        brought = board.mark(held.piece, BROUGHT)
        if brought is not None and board.is_up(held.piece):
            items: list[Item] = [Mark(held.piece, BROUGHT, None)]
            if isinstance(brought, int) and board.piece(brought) is not None:
                items.append(Do("send_off", {"piece": brought, "by": held.seat}))
            yield Consequence(
                "I44", f"{{{held.piece}}} is face up: what it brought leaves the game", (held.piece,), tuple(items)
            )


@tasks.task
def send_off(board: Board, piece: int, by: str) -> Plan[None]:
    """A card that a Gem brought is removed from the game, wherever it is."""
    if board.is_in_play(piece):
        yield from leave(board, [piece], by=by, to="removed")
    elif board.piece(piece) is not None:
        yield to_pile(board, piece, "removed")


def _counters(board: Board) -> Iterator[Consequence]:
    for held in board.trait("counters"):
        number = board.counters(held.piece)
        if number < held.trait.most:
            continue
        if held.trait.ends:
            mine, theirs = board.prestige(held.seat), board.prestige(board.opponent(held.seat))
            winner = "draw" if mine == theirs else held.seat if mine > theirs else board.opponent(held.seat)
            yield ended(winner, board.name(held.piece))
        else:
            yield _leaves(board, held.piece, held.seat, f"{{{held.piece}}} has {number} counters and leaves play")


def _leaves(board: Board, piece: int, seat: str, label: str) -> Consequence:
    return Consequence(board.name(piece), label, (piece,), (Do("leave", {"ids": [piece], "by": seat}),))


def _claims(board: Board) -> Iterator[Consequence]:
    for held in board.trait("claims"):
        opponent = board.opponent(held.seat)
        found = [piece for piece in board.play(opponent) if board.name(piece) == held.trait.name]
        if found and not board.escapes(opponent):
            told = f"{{{held.seat}}} takes control of {{{','.join(map(str, found))}}}"
            items = (Do("claim", {"ids": found, "seat": held.seat}),)
            yield Consequence(board.name(held.piece), told, tuple(found), items)


@tasks.task
def claim(board: Board, ids: list[int], seat: str) -> Plan[None]:
    """A seat takes control of cards."""
    yield from give(board, ids, seat)


def _heroless(board: Board) -> Iterator[Consequence]:
    heroes = {seat: bool(board.heroes(seat)) for seat in SEATS}
    for held in board.trait("takes_hero"):
        if not heroes.get(held.seat):
            yield _leaves(board, held.piece, held.seat, f"{{{held.piece}}} leaves play: {{{held.seat}}} has no Hero")
    for held in board.trait("needs_heroes"):
        if not any(heroes.values()) or (held.trait.both and not all(heroes.values())):
            yield _leaves(board, held.piece, held.seat, f"{{{held.piece}}} leaves play for want of Heroes")


def _open_hands(board: Board) -> Iterator[Consequence]:
    pieces = board.table.pieces
    shown = [
        Reveal(piece, (*pieces[piece].known, other))
        for seat in SEATS
        for piece in board.hand(seat)
        if (other := board.opponent(seat)) not in pieces[piece].known and other in board.table.seats
    ]
    if shown:
        yield Consequence("Catalyst Lass", "Both hands are open", (), tuple(shown))
