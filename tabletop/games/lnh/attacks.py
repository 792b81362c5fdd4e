"""Direct attacks: made, flipped for, and what they do."""

from __future__ import annotations

import msgspec

from tabletop.games.lnh.board import Attack, Board
from tabletop.games.lnh.coins import won
from tabletop.games.lnh.damage import attack_amount, hurt
from tabletop.games.lnh.rows import Act
from tabletop.games.lnh.tasks import tasks
from tabletop.rules.model import Plan
from tabletop.table.ops import Fact, Note, Op


def made(board: Board, act: Act, *, blast: bool = False) -> Op:
    """A direct attack is made, whether it hits or not."""
    attack = Attack(act.seat, act.card, blast)
    return Fact("attacks", [*board.listed("attacks"), msgspec.to_builtins(attack)])


@tasks.task
def strike(
    board: Board, act: Act, base: int, miss: int = 0, *, flipped: bool = True, strength: bool = True, sure: bool = False
) -> Plan[None]:
    """What a direct attack does after its flip."""
    act = Act.of(act)
    amount = base if not flipped or won(board) else miss
    if sure:
        yield from hurt(board, board.opponent(act.seat), act.card, amount, act.seat, "sure")
        return
    amount = attack_amount(board, act.seat, amount, strength=strength)
    if amount:
        yield from hurt(board, board.opponent(act.seat), act.card, amount, act.seat, "attack")
    else:
        yield Note(f"{{{act.card}}} misses")
