"""What can be answered in a window: a window opens only for a player who can do something in it."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.games.lnh.board import Board
from tabletop.games.lnh.cards import Way
from tabletop.games.lnh.damage import left_of, pending
from tabletop.games.lnh.judge import ready_violations, use_ways
from tabletop.games.lnh.ways import Args, fillings
from tabletop.rules.model import Move, Window


def answers(board: Board, window: Window) -> Iterator[Move]:
    """The uses by which the player of a window can answer it."""
    seat = window.seat
    for piece in list(board.play(seat)):
        for way in use_ways(board, piece):
            if window.name in way.window:
                yield from uses(board, seat, piece, [way], window)


def uses(board: Board, seat: str, piece: int, ways: list[Way], window: Window | None) -> Iterator[Move]:
    """The legal uses of a card in these ways."""
    for way in ways:
        if next(ready_violations(board, seat, piece, way, window), None) is not None:
            continue
        for args in fillings(board, seat, piece, [way]):
            yield use_move(seat, piece, args)


def use_move(seat: str, piece: int, args: Args) -> Move:
    """The use of a card as a move."""
    declare = (args.declare,) if args.declare else ()
    return Move(seat, "use", by=piece, using=args.using, at=args.at, option=args.option, declare=declare)


def can_answer(board: Board, window: Window) -> bool:
    """Whether the player of a window can do something in it. At the end of the turn: something that helps."""
    if window.name == "end" and pending(board, window.seat) <= 0:
        return False
    found = answers(board, window)
    if window.name != "end":
        return next(found, None) is not None
    return any(_helps(board, move) for move in found)


def _helps(board: Board, move: Move) -> bool:
    return any(
        wound.victim == move.seat and wound.source == move.target and left_of(board, wound) > 0
        and (move.option != "reduce" or wound.kind == "attack")
        for wound in board.wounds
    )  # fmt: skip
