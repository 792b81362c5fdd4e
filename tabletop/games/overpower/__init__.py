"""OverPower (1995-1999): the whole game. `game()` gives its rules.

board, spec, filters: reading the table and its cards. effects, queries: what holds now, asked in one place.
compose, plays: from a move to what is played. judge_*: what is legal. moves: what can be done. battle, phases,
settle, blocks: what happens. codes/: the Special codes. deck: deck construction. case: the words of ruling cases.
words: moves in words.
"""

from __future__ import annotations

from tabletop.games.overpower.rules import OverPower
from tabletop.rules.game import Game


def game() -> Game:
    """The rules of OverPower."""
    return OverPower()
