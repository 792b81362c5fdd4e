"""Conditions that are printed on cards: each gives the sentence that says why it does not hold, or nothing."""

from __future__ import annotations

from collections.abc import Callable

from tabletop.games.lnh.board import Board

Need = Callable[[Board, str, int], str]

needs: dict[str, Need] = {}

FIRST = "first"
"""The first thing in a turn: a condition of playing or using a card, not of what it does."""

TIMED = (FIRST, "their_turn", "their_mystic")
"""The needs that are a matter of timing as well."""


def need(name: str) -> Callable[[Need], Need]:
    """Register a condition: given the board, the seat and the card it says why it does not hold, or ""."""

    def register(function: Need) -> Need:
        needs[name] = function
        return function

    return register


@need(FIRST)
def first(board: Board, seat: str, card: int) -> str:
    """Only before the player has played or used anything this turn."""
    moved = board.has_moved(seat)
    return f"{{{card}}} has to be the first thing that {{{seat}}} does in the turn." if moved else ""


@need("behind")
def behind(board: Board, seat: str, card: int) -> str:
    """Only with less Prestige than the opponent."""
    mine, theirs = board.prestige(seat), board.prestige(board.opponent(seat))
    if mine < theirs:
        return ""
    return f"{{{card}}} is for the player with less Prestige: {{{seat}}} has {mine}, the opponent {theirs}."


@need("regained")
def regained(board: Board, seat: str, card: int) -> str:
    """Only if the opponent regained Prestige in their last turn."""
    if board.opponent(seat) in board.listed("regained_last"):
        return ""
    return f"{{{card}}} needs an opponent who regained Prestige in their last turn."


@need("last_card_lost")
def last_card_lost(board: Board, seat: str, card: int) -> str:
    """Only if the card that the player played last lies in their lost pile."""
    last = board.last_card(seat)
    if last is not None and last in board.lost(seat):
        return ""
    where = f": {{{last}}} does not" if last is not None and last in board.table.pieces else ""
    return f"For {{{card}}} the card that {{{seat}}} played last has to lie in the lost pile{where}."


@need("no_card_played")
def no_card_played(board: Board, seat: str, card: int) -> str:
    """Only before the player has played a card this turn."""
    if not board.plays(seat):
        return ""
    return f"{{{card}}} is for a turn in which {{{seat}}} has not played a card."


@need("one_card_in_deck")
def one_card_in_deck(board: Board, seat: str, card: int) -> str:
    """Only while the player's deck is exactly one card."""
    number = len(board.deck(seat))
    return (
        "" if number == 1 else f"{{{card}}} helps when one card is left in the deck of {{{seat}}}; there are {number}."
    )


@need("their_turn")
def their_turn(board: Board, seat: str, card: int) -> str:
    """Only in a turn of the opponent's."""
    return "" if board.turn != seat else f"{{{card}}} is for the turns of the opponent."


@need("their_mystic")
def their_mystic(board: Board, seat: str, card: int) -> str:
    """Only against a player with Origin: Mystic."""
    opponent = board.opponent(seat)
    return (
        "" if "Mystic" in board.origins(opponent) else f"{{{card}}} works against a Mystic, and {{{opponent}}} is none."
    )
