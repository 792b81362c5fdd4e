"""What the game itself puts onto the chain: recruits, power-ups, reinforcements, and what keywords give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tabletop.games.vs_system import asking, attaching, costs, deeds
from tabletop.games.vs_system.effects import Effect
from tabletop.games.vs_system.places import HIDDEN, ROWS, VISIBLE
from tabletop.games.vs_system.powers import Ability, Payment, Target, Triggered
from tabletop.games.vs_system.targets import FIGHTER
from tabletop.games.vs_system.tasks import tasks
from tabletop.rules.lasting import Lasting
from tabletop.rules.model import Plan

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board

RECRUIT, EQUIP, POWER_UP, REINFORCE = "recruit", "equip", "power-up", "reinforce"
EVASION, EVASION_RECOVERY = "evasion", "evasion-recovery"


def rows_for(b: Board, card: int) -> tuple[str, ...]:
    """The rows in which a character card may come into play: Concealed, Concealed-Optional or neither."""
    keywords = b.keywords(card)
    if "Concealed" in keywords:
        return HIDDEN
    return ROWS if "Concealed-Optional" in keywords else VISIBLE


def recruit(b: Board, e: Effect) -> Plan[None]:
    """A recruited character comes into play where it was announced, or, if that is taken, where its player says."""
    place = b.read_place(e.seat, e.to) if e.to else None
    rows = rows_for(b, e.source)
    boosted = e.option == "boost"
    if place is not None and place.row in rows and b.at(*place) is None:
        yield from deeds.enter(b, e.source, place, boosted=boosted)
        return
    yield asking.position(b, e.seat, e.source, rows, "enter_picked", piece=e.source, seat=e.seat, boosted=boosted)


@tasks.task
def enter_picked(
    b: Board, piece: int, seat: str, picked: list[Any], stunned: bool = False, boosted: bool = False
) -> Plan[None]:
    """A character card comes into play in the position that was named."""
    place = asking.picked_place(b, seat, picked)
    if place is not None and piece in b.table.pieces and not b.is_character(piece):
        yield from deeds.enter(b, piece, place, stunned=stunned, boosted=boosted)


def equip(b: Board, e: Effect) -> Plan[None]:
    """A recruited equipment comes into play on its character."""
    bearer = e.target()
    if bearer is not None:
        yield from deeds.equip(b, e.source, bearer)


def power_up(b: Board, e: Effect) -> Plan[None]:
    """The target becomes powered-up."""
    target = e.target()
    if target is not None:
        yield from deeds.power_up(b, target)


def reinforce(b: Board, e: Effect) -> Plan[None]:
    """The target has reinforcement if it shares a team with the helper and is adjacent to it (CR 507.1c)."""
    target, helper = e.target(), e.source
    if target is not None and b.alive(e.origin) and b.adjacent(helper, target) and b.share_team(helper, target):
        yield deeds.lasts(b, Lasting("reinforcement", "attack", helper, e.seat, (target,)))


def evade(b: Board, e: Effect) -> Plan[None]:
    """The character will recover at the start of the recovery phase of this turn."""
    if b.alive(e.origin):
        value = {"ability": EVASION_RECOVERY, "card": e.card}
        yield deeds.lasts(b, Lasting("delayed", "turn", e.source, e.seat, (e.source,), value))


def evasion_recovery(b: Board, e: Effect) -> Plan[None]:
    """It recovers."""
    if b.alive(e.origin):
        yield from deeds.recover(b, [e.source])


RULES: Mapping[str, Ability] = {
    RECRUIT: Ability(resolve=recruit, words="comes into play"),
    EQUIP: Ability(
        targets=(
            Target(
                "character", "a character you control", lambda b, me, x: b.controller(x) == me.seat, attaching.wanting
            ),
        ),
        resolve=equip,
        words="comes into play on its character",
    ),
    POWER_UP: Ability(targets=(FIGHTER,), resolve=power_up, words="powers up"),
    REINFORCE: Ability(
        targets=(
            Target(
                "character", "a defender you control", lambda b, me, x: b.controller(x) == me.seat and b.defending(x)
            ),
        ),
        resolve=reinforce,
        words="reinforces",
    ),
    EVASION: Payment(costs=(costs.StunSelf(),), resolve=evade, words="evades"),
    EVASION_RECOVERY: Triggered(
        on=("step begins",), when=lambda b, me, event: event.get("step") == "recovery", resolve=evasion_recovery,
        delayed=True, words="recovers",
    ),
}  # fmt: skip
"""The abilities of the game itself, by the keys that effects keep."""
