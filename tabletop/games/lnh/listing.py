"""All legal moves of a seat, one after the other, and what a gesture of the hand could mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop.games.lnh import answers
from tabletop.games.lnh.board import Board
from tabletop.games.lnh.cards import Way
from tabletop.games.lnh.judge import MAIN, judge_build, judge_start, use_ways
from tabletop.games.lnh.ways import Args, card_violations, fillings, play_ways
from tabletop.rules.model import Gesture, Move, Question, Window

PILES = ("lost", "removed")


def play_move(seat: str, piece: int, args: Args) -> Move:
    """The play of a card as a move."""
    declare = (args.declare,) if args.declare else ()
    return Move(seat, "play", card=piece, using=args.using, at=args.at, option=args.option, declare=declare)


def plays(board: Board, seat: str, *, free: bool = False) -> Iterator[Move]:
    """The legal plays of a seat; `free` of the number of cards a turn (Retcon Hour)."""
    if not free and board.capped(seat):
        return
    for piece in list(board.hand(seat)):
        card = board.card(piece)
        if card.type == "Origin" or (not free and board.allowance(seat, card) is None):
            continue
        if next(card_violations(board, seat, piece), None) is None:
            for args in fillings(board, seat, piece, play_ways(card)):
                yield play_move(seat, piece, args)


def uses(board: Board, seat: str, window: Window | None) -> Iterator[Move]:
    """The legal uses of a seat's cards."""
    for piece in list(board.play(seat)):
        ways = use_ways(board, piece)
        if ways:
            yield from answers.uses(board, seat, piece, ways, window)


def moves(board: Board, seat: str, window: Window | None) -> Iterator[Move]:
    """All legal moves of a seat but answers to questions."""
    if board.phase == "before":
        for word, judge in (("start", judge_start), ("build", judge_build)):
            move = Move(seat, word)
            if next(judge(board, move, None), None) is None:
                yield move
        return
    if board.phase == "over" or seat not in board.table.seats:
        return
    if window is not None:
        if window.seat == seat:
            yield Move(seat, "pass")
            if window.name == "retcon":
                yield from plays(board, seat, free=True)
            elif window.name == "early":
                yield from (move for move in plays(board, seat) if _early(board, move))
            else:
                yield from uses(board, seat, window)
    elif seat == board.turn and board.phase == MAIN:
        yield from plays(board, seat)
        yield from uses(board, seat, None)
        yield Move(seat, "end_turn")
        for number in range(max(0, board.prestige(seat) - len(board.hand(seat)))):
            yield Move(seat, "end_turn", amount=number)
    if window is None or window.name != "retcon":
        accused = board.opponent(seat)
        for bound, duty in board.duties():
            if bound == accused:
                yield Move(seat, "forfeit_claim", declare=(duty,))


def _early(board: Board, move: Move) -> bool:
    return move.card is not None and any(way.early for way in board.card(move.card).play)


# gestures


def meanings(board: Board, gesture: Gesture, question: Question | None, window: Window | None) -> Sequence[Move]:
    """What dragging cards somewhere, or double-clicking one, could mean, legal or not."""
    seat, pieces = gesture.seat, gesture.pieces
    table = board.table
    if not pieces or seat not in table.seats or any(piece not in table.pieces for piece in pieces):
        return ()
    if question is not None:
        return _answering(board, gesture, question)
    first = pieces[0]
    if gesture.kind == "tap":
        return _tapped(board, seat, first, window)
    onto = gesture.onto
    if first in board.hand(seat):
        return _from_hand(board, gesture, window)
    if board.controller(first) == seat and (onto is not None or gesture.zone):
        aimed: int | str | None = onto
        if aimed is None and gesture.zone.partition(".")[0] in table.seats and table.pieces[first].zone != gesture.zone:
            aimed = gesture.zone.partition(".")[0]
        if aimed is not None:
            return _aimed(board, seat, first, aimed, window)
    return ()


def _answering(board: Board, gesture: Gesture, question: Question) -> Sequence[Move]:
    if question.seat != gesture.seat or not all(piece in question.choices for piece in gesture.pieces):
        return ()
    name = gesture.zone.partition(".")[2]
    wanted = {"discard": PILES, "remove": PILES}.get(question.kind)
    if gesture.kind == "drag" and wanted is not None and name not in wanted:
        return ()
    return (Move(gesture.seat, "choose", pick=gesture.pieces),)


def _tapped(board: Board, seat: str, piece: int, window: Window | None) -> Sequence[Move]:
    if board.controller(piece) is None:
        return ()
    ways = use_ways(board, piece)
    if not ways:
        return ()
    legal = list(answers.uses(board, seat, piece, ways, window))
    if legal:
        return legal
    return tuple(Move(seat, "use", by=piece, option=option) for option in dict.fromkeys(way.option for way in ways))


def _from_hand(board: Board, gesture: Gesture, window: Window | None) -> Sequence[Move]:
    seat, first, rest = gesture.seat, gesture.pieces[0], gesture.pieces[1:]
    table, onto = board.table, gesture.onto
    owner, _, name = gesture.zone.partition(".")
    if (onto is None and name in ("hand", "deck", "removed", "outside")) or (
        onto is not None and onto in board.hand(seat)
    ):
        return ()
    if onto is None and name == "lost" and board.card(first).permanent:
        return ()
    found: list[Move] = []
    card = board.card(first)
    filled = [args for args in fillings(board, seat, first, play_ways(card)) if set(rest) <= set(args.using)]
    if onto is not None and board.is_in_play(onto):
        aimed = [args for args in filled if onto in args.at or onto in args.using]
        found += [play_move(seat, first, args) for args in aimed]
        for way in use_ways(board, onto):
            if way.using is not None:
                found.append(Move(seat, "use", by=onto, using=(first, *rest), option=way.option))
        if found:
            return found
        options = _options(play_ways(card))
        return tuple(Move(seat, "play", card=first, at=(onto,), using=rest, option=option) for option in options)
    if owner in table.seats and owner != seat:
        aimed = [args for args in filled if owner in args.at]
        filled = aimed or filled
    if filled:
        return [play_move(seat, first, args) for args in filled]
    return tuple(Move(seat, "play", card=first, using=rest, option=option) for option in _options(play_ways(card)))


def _aimed(board: Board, seat: str, piece: int, aimed: int | str, window: Window | None) -> Sequence[Move]:
    ways = use_ways(board, piece)
    legal = [
        move for move in answers.uses(board, seat, piece, ways, window) if aimed in move.at or aimed in move.using
    ]  # fmt: skip
    if legal:
        return legal
    return tuple(
        Move(seat, "use", by=piece, at=(aimed,), option=way.option) for way in ways if way.at is not None
    )  # fmt: skip


def _options(ways: Sequence[Way]) -> list[str]:
    return list(dict.fromkeys(way.option for way in ways))
