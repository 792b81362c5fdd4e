"""Where play stops: a player who can do nothing but pass is passed over, unless that player wants to be asked.

The fact `stops` says so, and lists for each seat the steps in which play stops all the same ("attack:B", "recovery",
or "all"). Without the fact play stops in every window, as the rules have it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop.games.vs_system import listing

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board

STOPS = "stops"
ALL = "all"


def stops(b: Board, seat: str) -> bool:
    """Whether a player who gets priority now is asked."""
    wanted = b.table.facts.get(STOPS)
    if not isinstance(wanted, dict):
        return True
    mine = wanted.get(seat)
    if isinstance(mine, list) and (ALL in mine or b.step in mine):
        return True
    if b.step == "draw" and seat == b.primary and not any(b.hand(who) for who in b.table.everyone):
        return True  # With empty hands all turns could go by without anybody being asked.
    return next(listing.legal(b, seat), None) is not None
