"""The attack: the second look, and the conclusion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop.games.vs_system import deeds, judge_attack
from tabletop.games.vs_system.events import note, watch
from tabletop.games.vs_system.places import ATTACK, Attack
from tabletop.games.vs_system.tasks import tasks
from tabletop.rules.lasting import Lasting, end_at
from tabletop.rules.model import Ask, Do, Plan, Question
from tabletop.table.ops import Fact

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board


@tasks.task
def go_on(b: Board) -> Plan[None]:
    """All have passed with an empty chain: the attack or the step goes on to what comes next."""
    attack = b.attack
    if attack is None:
        if b.table.facts.get(ATTACK) is not None:
            yield Fact(ATTACK, None)
        yield Do("end_step")
    else:
        yield Do("conclude" if attack.going else "second_look")


def over(b: Board) -> Plan[None]:
    """The attack is over; the primary player gets priority."""
    yield Fact(ATTACK, None)
    yield from end_at(b.table, "attack")
    yield Do("give_priority")


@tasks.task
def second_look(b: Board) -> Plan[None]:
    """The proposed attack is looked at again: if it is still legal the attackers exhaust and it begins."""
    attack = b.attack
    if attack is None:
        yield from over(b)
        return
    left = judge_attack.still_legal(b, attack)
    if not left:
        yield from over(b)
        return
    defender = attack.defender
    for piece in left:
        if not any(power.ask(b, me, piece) for me, power in b.continuous("stays ready")):
            yield from deeds.exhaust(b, piece)
        if defender is not None and any(power.ask(b, me, piece) for me, power in b.continuous("never twice")):
            value = list(b.ref(defender))
            yield deeds.lasts(b, Lasting("attacked", "turn", piece, attack.seat, (piece,), value))
    refs = [list(b.ref(piece)) for piece in left]
    aimed = list(b.ref(defender)) if defender is not None else None
    yield Fact(
        ATTACK,
        {"state": "attack", "seat": attack.seat, "attackers": refs, "defender": aimed, "player": attack.player,
         "team": len(left) > 1},
    )  # fmt: skip
    attacks = [{"on": "attacks", "piece": piece, "object": b.object(piece), "seat": attack.seat} for piece in left]
    yield from note(b, watch(b, "attacks"), attacks)
    yield Do("give_priority")


@tasks.task
def conclude(b: Board) -> Plan[None]:
    """The attack concludes (CR 602.4): who defends a team attack says which attacker may be stunned back."""
    attack = b.fighting
    if attack is None or not attack.attackers:
        yield from over(b)
    elif attack.player:
        yield Do("direct_hit")
        yield Do("attack_over")
    elif attack.defender is None:
        for piece in attack.attackers:
            yield from deeds.ready(b, piece)
        yield from over(b)
    elif len(attack.attackers) > 1:
        text = "Which attacker may be stunned back?"
        defending = b.controller(attack.defender) or b.opponent(attack.seat)
        yield Ask(Question(defending, text, attack.attackers, "compare", kind="stunned back"))
        yield Do("attack_over")
    else:
        yield Do("compare", {"picked": list(attack.attackers)})
        yield Do("attack_over")


@tasks.task
def attack_over(b: Board) -> Plan[None]:
    """The attack is over."""
    yield from over(b)


def power_of(b: Board, attack: Attack) -> int:
    """The ATK of all attackers together; a negative ATK counts as 0."""
    return sum(max(0, b.atk(piece)) for piece in attack.attackers)


@tasks.task
def direct_hit(b: Board) -> Plan[None]:
    """An attack on a player: all of its ATK is breakthrough."""
    attack = b.fighting
    if attack is not None:
        happened = yield from _break_through(b, attack, attack.player, power_of(b, attack), direct=True)
        yield from note(b, watch(b, "breaks through"), happened)


def _break_through(b: Board, attack: Attack, seat: str, amount: int, *, direct: bool) -> Plan[list[dict[str, Any]]]:
    if amount <= 0:
        return []
    yield from deeds.gain(b, seat, -amount)
    return [
        {"on": "breaks through", "by": list(attack.attackers), "seat": attack.seat, "direct": direct, "amount": amount}
    ]


@tasks.task
def compare(b: Board, picked: list[Any]) -> Plan[None]:
    """ATK against DEF, both ways and at the same time; then breakthrough."""
    attack = b.fighting
    back = picked[0] if picked else None
    if attack is None or attack.defender is None or back not in attack.attackers:
        return
    defender = attack.defender
    seat = b.controller(defender) or b.opponent(attack.seat)
    power, defence = power_of(b, attack), max(0, b.defence(defender))
    falls = power >= defence
    struck = [defender] if falls else []
    if max(0, b.atk(defender)) >= max(0, b.defence(back)):
        struck.append(back)
    through = power - defence if falls and not attack.team and not b.reinforced(defender) else 0
    watching = watch(b, "breaks through", "becomes stunned")
    by = {defender: list(attack.attackers), back: [defender]}
    happened = yield from deeds.stun_quietly(b, struck, by, {defender: "defender", back: "attacker"})
    happened += yield from _break_through(b, attack, seat, through, direct=False)
    yield from note(b, deeds.lookers(b, watching, struck), happened)
