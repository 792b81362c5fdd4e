"""What gestures could mean: the one way from a gesture to the moves of a game, for the referee and for hints."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tabletop.rules.game import Game
from tabletop.rules.model import Gesture, Move
from tabletop.table.state import Table


def meanings(game: Game, table: Table, gesture: Gesture) -> tuple[Move, ...]:
    """The moves that a gesture could mean, legal or not.

    A drop has a zone, and perhaps a piece that it fell onto. What means nothing to the game in that closeness is asked
    again as a drop onto the piece that the zone lies at, then as one into the zone as a whole.
    """
    for asked in _closer_to_wider(table, gesture):
        found = tuple(dict.fromkeys(game.interpret(table, asked)))
        if found:
            return found
    return ()


def _closer_to_wider(table: Table, gesture: Gesture) -> Iterator[Gesture]:
    yield gesture
    if gesture.kind != "drag":
        return
    anchor = table.zone(gesture.zone).anchor if gesture.zone else None
    host = table.pieces.get(anchor) if anchor is not None else None
    if host is not None and host.id != gesture.onto:
        yield msgspec.structs.replace(gesture, onto=host.id, zone=host.zone)
    if gesture.onto is not None and gesture.zone:
        yield msgspec.structs.replace(gesture, onto=None)
