"""The game without rules: everything is done by hand, nothing is ever illegal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop.rules.game import Game
from tabletop.rules.model import LEGAL, Consequence, Gesture, Move, Plan, Verdict
from tabletop.table import acts
from tabletop.table.state import Table


class Freeform(Game):
    """Rules that forbid nothing and know only three moves: to draw, to shuffle, and to end one's turn."""

    id = "freeform"
    name = "Free play"

    def judge(self, table: Table, move: Move) -> Verdict:
        """Everything is legal."""
        return LEGAL

    def plan(self, table: Table, move: Move) -> Plan[None]:
        """Draw the top card of a pile, or hand the turn on."""
        if move.do == "draw" and isinstance(move.target, str):
            hand = table.zone_with_role("hand", move.seat)
            yield from acts.draw(table, move.target, 1, hand.id if hand else "table").ops
        elif move.do == "end_turn":
            seats = list(table.seats)
            following = seats[(seats.index(move.seat) + 1) % len(seats)] if move.seat in seats else move.seat
            yield from acts.set_fact("turn", following).ops

    def consequences(self, table: Table) -> Iterator[Consequence]:
        """Nothing ever follows."""
        return iter(())

    def moves(self, table: Table, seat: str) -> Iterator[Move]:
        """Draw from a pile that is the seat's or everybody's, or end the turn."""
        for zone in table.zones.values():
            if zone.role == "draw" and zone.seat in (None, seat) and table.cards(zone.id):
                yield Move(seat, "draw", at=(zone.id,))
        yield Move(seat, "end_turn")

    def to_act(self, table: Table) -> tuple[str, ...]:
        """Anybody, at any time."""
        return table.everyone

    def outcome(self, table: Table) -> str | None:
        """People know themselves who has won."""
        return None

    def describe(self, table: Table, move: Move) -> str:
        """A move in words."""
        if move.do == "draw":
            return f"draws from {{@{move.target}}}"
        return "ends the turn" if move.do == "end_turn" else move.do

    def interpret(self, table: Table, gesture: Gesture) -> Sequence[Move]:
        """Gestures mean just what they do."""
        return ()


def game() -> Game:
    """The rules of free play."""
    return Freeform()
