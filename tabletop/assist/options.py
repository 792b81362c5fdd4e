"""The legal moves of a seat, in words: what the window offers as buttons and menus."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass

from tabletop.rules.game import Game
from tabletop.rules.model import Move
from tabletop.table import sight, words
from tabletop.table.state import Table

_log = logging.getLogger(__name__)

MOST = 600
"""More moves than anybody looks through."""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A legal move, and what it does in words that follow the name of the seat: "plays Kick"."""

    move: Move
    text: str

    @property
    def bare(self) -> bool:
        """Whether it names no piece: to pass, to end the turn, to go on."""
        return not self.move.pieces()


class Moves:
    """The legal moves of a seat on one table at one time, found bit by bit: `search` looks for more for as long as it
    may. They are looked for on the table as the seat may know it.
    """

    def __init__(self, game: Game, table: Table, seat: str) -> None:
        self.seat = seat
        self.found: list[MoveLine] = []
        self.done = False
        self._game = game
        self._table = table
        self._revision = table.revision
        self._seen = sight.as_seen(table, seat)
        self._left: Iterator[Move] = iter(game.moves(self._seen, seat))

    @property
    def stale(self) -> bool:
        """Whether the table has changed since."""
        return self._table.revision != self._revision

    def search(self, seconds: float | None = None) -> bool:
        """Look for moves, for so long at the most. True once all have been found."""
        end = None if seconds is None else time.perf_counter() + seconds
        while not self.done and not self.stale:
            try:
                move = next(self._left, None)
                line = None if move is None else MoveLine(move, self._told(move))
            except Exception as fault:
                _log.error("The rules of %s failed to list the moves", self._game.id, exc_info=fault)
                line = None
            if line is None or len(self.found) >= MOST:
                self.done = True
            else:
                self.found.append(line)
            if end is not None and time.perf_counter() >= end:
                break
        return self.done

    def bare(self) -> list[MoveLine]:
        """Those that name no piece."""
        return [line for line in self.found if line.bare]

    def of(self, piece: int) -> list[MoveLine]:
        """Those that are made with a piece: it is played, acts or goes along. Those aimed at it are not among them."""
        return [line for line in self.found if piece in _actors(line.move)]

    def actors(self) -> list[int]:
        """The pieces with which something can be done, in the order in which they were found."""
        listed = (_actors(line.move) for line in self.found)
        return list(dict.fromkeys(pieces[0] for pieces in listed if pieces))

    def _told(self, move: Move) -> str:
        return words.fill(self._seen, self._game.describe(self._seen, move), self.seat, {})

    def led_by(self, piece: int) -> list[MoveLine]:
        """Those whose first piece it is."""
        return [line for line in self.found if _actors(line.move)[:1] == (piece,)]


def _actors(move: Move) -> tuple[int, ...]:
    named = (move.card, move.by, *move.using, *move.cards)
    return tuple(ref for ref in named if ref is not None) or tuple(ref for ref in move.pick if isinstance(ref, int))
