"""LNH Storycards: the rules of the card game of the Legion of Net.Heroes, version 0.2."""

from __future__ import annotations

from tabletop.games.lnh.game import Lnh
from tabletop.rules.game import Game


def game() -> Game:
    """The rules of LNH Storycards."""
    return Lnh()
