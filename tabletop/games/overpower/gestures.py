"""What a gesture on the table could mean: cards dragged onto a Character, a pile or a Mission, or tapped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop.games.overpower import judge_battle, judge_defence, moves
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.plays import SITE
from tabletop.rules.model import Gesture, Move


def interpret(board: Board, gesture: Gesture) -> Sequence[Move]:
    """The moves that a gesture could mean, legal or not; legal ones first where there are any."""
    cards = tuple(card for card in gesture.pieces if board.piece(card) is not None)
    if not cards:
        return ()
    seat = gesture.seat
    target = gesture.onto if gesture.onto is not None else board.host_of_zone(gesture.zone)
    found = list(_meanings(board, seat, cards, target, gesture.zone))
    return list(dict.fromkeys(found))


def _meanings(board: Board, seat: str, cards: tuple[int, ...], target: int | None, zone: str) -> Iterator[Move]:
    phase = board.phase
    whose, _, name = zone.rpartition(".")
    own = all(board.seat_of(card) == seat for card in cards)
    if not own:
        return
    if phase == "discard" and name in ("power_pack", "dead") and whose == seat:
        yield Move(seat, "discard", cards=cards)
    elif phase == "place" and target in board.team(seat):
        yield Move(seat, "place", by=target, cards=cards)
    elif phase == "venture" and name == "ventured" and whose == seat:
        source = tuple(sorted((board.zone_of(card)[1].removeprefix("missions_") for card in cards), reverse=True))
        yield Move(seat, "venture", amount=len(cards), source=source)
    elif phase == "battle":
        yield from _battle(board, seat, cards, target, zone)


def _battle(board: Board, seat: str, cards: tuple[int, ...], target: int | None, zone: str) -> Iterator[Move]:
    play = board.play()
    chosen = set(cards)
    if play is not None and seat == judge_defence.answering(board, play):
        legal = [move for move in moves.defences(board, seat, play) if chosen <= set(move.using)]
        exact = [move for move in legal if set(move.using) == chosen]
        for move in exact or legal:
            if target is None or move.by == target or target in move.at or not board.is_front(target, seat):
                yield move
        if not legal:
            yield Move(seat, "defend", by=target if target in board.team(seat) else play.target, using=cards)
        return
    legal = [move for move in _plays(board, seat) if chosen <= set(move.using)]
    exact = [move for move in legal if set(move.using) == chosen]
    aim = SITE if target is not None and target == board.site(board.opponent(seat)) else target
    fitting = [move for move in exact or legal if aim is None or aim in move.at or (aim == move.by and not move.at)]
    yield from fitting
    if not fitting and (target is not None or zone):
        host = board.host(cards[0])
        for by in [host] if host is not None else board.front(seat):
            yield Move(seat, "attack", by=by, using=cards, at=(aim,) if aim is not None else ())


def _plays(board: Board, seat: str) -> Iterator[Move]:
    if seat == judge_battle.actor_seat(board) and board.play() is None:
        yield from (move for move in moves.moves(board, seat) if move.do in ("attack", "play"))
