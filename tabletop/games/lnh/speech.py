"""Speech duties: what some Heroes oblige their player to. No program can hear it; the player is reminded."""

from __future__ import annotations

from tabletop.games.lnh.board import Board
from tabletop.rules.model import Plan
from tabletop.table.ops import Note

DUTIES = {
    "cockney": "to speak bad cockney",
    "kirby": "to speak like a Kirby character",
    "compliment": "to compliment the opponent on every card",
    "southern": "to speak with a Southern accent",
}


def told(duty: str) -> str:
    """A duty in words: "to speak bad cockney"."""
    return DUTIES.get(duty, f"to keep to {duty}")


def remind(board: Board, seat: str) -> Plan[None]:
    """The duties of a seat that are in force are told."""
    for bound, duty in board.duties():
        if bound == seat:
            yield Note(f"{{{seat}}} has {told(duty)}")
