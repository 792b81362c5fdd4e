"""What only one Equipment does."""

from __future__ import annotations

from tabletop.games.lnh.board import DAMAGED, Board
from tabletop.games.lnh.coins import flip, won
from tabletop.games.lnh.coming import leave
from tabletop.games.lnh.moving import ask, draw, show, shuffle, to_pile
from tabletop.games.lnh.rows import Act
from tabletop.games.lnh.tasks import tasks
from tabletop.games.lnh.verbs import lasts, special
from tabletop.rules import lasting
from tabletop.rules.model import Do, Plan, Ref
from tabletop.table.ops import Move

PAPRIKA = 3


@special("mystery_past")
def mystery_past(board: Board, act: Act) -> Plan[None]:
    """A card is drawn; if it is neither a Plot nor a Plot Twist it is removed from the game."""
    top = board.deck(act.seat)[:1]
    yield from draw(board, act.seat, 1)
    for piece in top:
        if board.card(piece).type not in ("Plot", "Plot Twist"):
            yield to_pile(board, piece, "removed")


@special("claymore")
def claymore(board: Board, act: Act) -> Plan[None]:
    """A coin decides where the top card of the deck goes; with a face-up Kid Anarky there is no flip."""
    if any(board.name(piece) == "Kid Anarky" and board.is_up(piece) for piece in board.play(act.seat)):
        yield from _top_card(board, act.seat, "hand")
        return
    yield from flip(board, act.seat, act.card)
    yield Do("slashed", {"seat": act.seat})


@tasks.task
def slashed(board: Board, seat: str) -> Plan[None]:
    """The top card goes to the hand, or to the lost pile."""
    yield from _top_card(board, seat, "hand" if won(board) else "lost")


def _top_card(board: Board, seat: str, to: str) -> Plan[None]:
    for piece in board.deck(seat)[:1]:
        yield Move(piece, f"{seat}.hand", -1, 0.0, 0.0, 0.0, False) if to == "hand" else to_pile(board, piece, to)


@special("paprika")
def paprika(board: Board, act: Act) -> Plan[None]:
    """The player's number of cards for the turn is three; they use no others until the opponent's turn begins."""
    seat = act.seat
    if board.number_of_cards(seat) >= PAPRIKA:
        return
    speeds = sum(held.trait.kind == "any" for held in board.trait("extra_play", seat))
    if board.effects("slow", seat):
        speeds = 0
    yield from lasting.end(board.table, lambda one: one.seat == seat and one.kind == "number")
    yield from lasting.end(board.table, lambda one: one.seat == seat and one.kind == "extra" and _any(one.value))
    yield lasts(board, act, "number", "turn", seat, {"cards": PAPRIKA, "speeds": speeds})
    yield lasts(board, act, "no_uses", f"begin:{board.opponent(seat)}", seat)


def _any(value: object) -> bool:
    return isinstance(value, dict) and value.get("kind") == "any"


@special("net_ronomicon")
def net_ronomicon(board: Board, act: Act) -> Plan[None]:
    """The player sees the top card of a deck, and may have the deck shuffled."""
    for seat in act.at:
        if isinstance(seat, str) and board.deck(seat):
            yield from show(board, board.deck(seat)[:1], act.seat)
            yield ask(
                act.seat, f"Have the deck of {{{seat}}} shuffled?", ("yes", "no"), "riffle", {"seat": seat}, kind="may"
            )


@tasks.task
def riffle(board: Board, seat: str, picked: list[Ref]) -> Plan[None]:
    """The deck is shuffled if that was the answer."""
    if picked == ["yes"]:
        yield from shuffle(board, seat)


@tasks.task
def armor(board: Board, seat: str, piece: int) -> Plan[None]:
    """An armor that let damage through is in danger."""
    if board.controller(piece) == seat and not board.mark(piece, DAMAGED):
        yield from flip(board, seat, piece)
        yield Do("cracked", {"seat": seat, "piece": piece})


@tasks.task
def cracked(board: Board, seat: str, piece: int) -> Plan[None]:
    """Without luck it leaves play."""
    if not won(board):
        yield from leave(board, [piece], by=seat)
