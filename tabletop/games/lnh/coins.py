"""Flipping coins: in whose favor, and the chance to have it done again."""

from __future__ import annotations

from tabletop.games.lnh.answers import can_answer
from tabletop.games.lnh.board import Board
from tabletop.rules.model import Luck, Plan, Window
from tabletop.table.ops import Fact, Note

FAVOR, AGAINST = "favor", "against"


def toss(seat: str, card: int) -> Plan[None]:
    """A coin is flipped for a seat because of a card; the fact `coin` says how it fell."""
    won = yield Luck("coin", seat=seat)
    yield Note(f"The coin for {{{card}}} falls {'in favor of' if won else 'against'} {{{seat}}}")
    yield Fact("coin", FAVOR if won else AGAINST)


def flip(board: Board, seat: str, card: int) -> Plan[None]:
    """A coin is flipped for a seat because of a card. The opponent may be able to have it flipped again, so what
    follows is a frame.
    """
    yield from toss(seat, card)
    window = Window("flip", board.opponent(seat), {"cards": [card], "seat": seat})
    if can_answer(board, window):
        yield window


def won(board: Board) -> bool:
    """Whether the last flip came up in favor of the player whose flip it was."""
    return board.facts.get("coin") == FAVOR
