"""Words for where things lie and when: rows, areas, positions, the attack, steps; and the names of the facts."""

from __future__ import annotations

from typing import Final, NamedTuple

from tabletop.table.state import Piece

ROWS: Final = ("front", "support", "hidden_front", "hidden_support")
VISIBLE: Final = ("front", "support")
HIDDEN: Final = ("hidden_front", "hidden_support")

STEP: Final = "step"
TURN: Final = "turn"
PHASE: Final = "phase"
INITIATIVE: Final = "initiative"
WINNER: Final = "winner"
PASSED: Final = "passed"
ATTACK: Final = "attack"
THIS_TURN: Final = "this_turn"

FORMED: Final = "formed"
"""The fact that lists the characters moved in this formation step."""

COLUMN: Final = "column"
OBJECT: Final = "object"

LEAST_COLUMNS: Final = 10
"""So many columns are offered in every row, and always two more than the player has characters."""


class Place(NamedTuple):
    """A position: the seat, the row ("front", "hidden_support") and the column."""

    seat: str
    row: str
    column: int

    @property
    def hidden(self) -> bool:
        """Whether it is in the hidden area."""
        return self.row in HIDDEN

    @property
    def support(self) -> bool:
        """Whether it is in a support row."""
        return self.row in ("support", "hidden_support")

    @property
    def word(self) -> str:
        """As prompts and cases write it: "front:2"."""
        return f"{self.row}:{self.column}"

    @property
    def zone(self) -> str:
        """The zone of the row."""
        return f"{self.seat}.{self.row}"


class Attack(NamedTuple):
    """The attack that is on. `defender` is a character, or None where it is a player (`player`) or has gone."""

    state: str
    seat: str
    attackers: tuple[int, ...]
    defender: int | None
    player: str
    team: bool

    @property
    def going(self) -> bool:
        """Whether it is more than a proposal."""
        return self.state == "attack"


def phase_of(step: str) -> str:
    """The phase of a step."""
    name = step.partition(":")[0]
    if name in ("resource", "recruit", "formation"):
        return "build"
    return {"attack": "combat", "wrap-up": "recovery"}.get(name, name)


def sideways(piece: Piece) -> bool:
    """Whether a piece lies sideways."""
    return round(piece.rotation) % 180 == 90
