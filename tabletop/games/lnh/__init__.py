"""LNH Storycards: the rules of the card game of the Legion of Net.Heroes, version 0.2.

A card says in its card set how it is carried out (`cards`, `rows`, `traits`): ways to play and use it, triggers,
traits, rows of verbs (`verbs`, `card_verbs`) and, where these do not reach, a function of its own (`powers`, `plots`,
`villains`, `twists`, `catastrophes`, `equipment`, `heroes`). The same declarations serve the judge (`judge`, `ways`,
`picks`, `needs`), the listing of legal moves and the meaning of gestures (`listing`), and the questions that are asked.

What happens is written as tasks (`plays`, `uses`, `turn`, `coming`, `damage`, `moving`, `coins`, `attacks`) and as what
follows by itself (`follows`). `board` is the typed view of the table, `telling` puts it into words, `deck` judges
decks, `case` reads ruling cases.
"""

from __future__ import annotations

from tabletop.games.lnh.game import Lnh
from tabletop.rules.game import Game


def game() -> Game:
    """The rules of LNH Storycards."""
    return Lnh()
