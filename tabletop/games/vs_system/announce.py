"""What a move starts: announcing, paying, proposing. Legal or not: what is not there is left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tabletop.games.vs_system import chain, costs, deeds, targets
from tabletop.games.vs_system.catalogue import PLAY
from tabletop.games.vs_system.effects import CHAIN, Effect, Ref
from tabletop.games.vs_system.events import note, watch
from tabletop.games.vs_system.judge_build import divide, recruit_costs
from tabletop.games.vs_system.judge_play import chosen_payment
from tabletop.games.vs_system.names import CHOSEN, USED
from tabletop.games.vs_system.places import ATTACK, FORMED
from tabletop.games.vs_system.powers import Ability, Me, Payment
from tabletop.games.vs_system.printed import EQUIPMENT
from tabletop.games.vs_system.rulebook import EQUIP, POWER_UP, RECRUIT, REINFORCE, RULES
from tabletop.rules.model import CannotPlan, Do, Move, Plan
from tabletop.table.ops import Fact, Mark, Pose
from tabletop.table.ops import Move as MoveOp

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board


def _card(b: Board, piece: int | None) -> int:
    if piece is None or piece not in b.table.pieces:
        raise CannotPlan("The card that the move needs is not there.")
    return piece


def _aimed(b: Board, ability: Ability, move: Move) -> tuple[Ref, ...]:
    return tuple(
        targets.ref(b, target, aimed)
        for target, aimed in zip(ability.targets, move.at, strict=False)
        if isinstance(aimed, int)
    )


def _pay(b: Board, me: Me, wanted: tuple[costs.Cost, ...], move: Move) -> Plan[dict[str, Any]]:
    remembered: dict[str, Any] = {}
    for cost, pick in divide(wanted, move.pick)[0]:
        remembered |= yield from cost.pay(b, me, pick, move.declare if cost.declares else ())
    return remembered


def play(b: Board, move: Move) -> Plan[None]:
    """A plot twist is played: onto the chain from hand, or turned face up in the row."""
    card = _card(b, move.card)
    ability = b.card(card).play
    if ability is None:
        raise CannotPlan("Only plot twists are played.")
    aimed = _aimed(b, ability, move)
    from_row = b.is_resource(card)
    me = Me(card, move.seat, b.object(card))
    if from_row:
        yield Pose(card, up=True)
    else:
        yield MoveOp(card, CHAIN, 0, 0.0, 0.0, 0.0, True)
    paid = yield from _pay(b, me, ability.costs_of(move.option), move)
    if from_row and (chosen := _chosen(paid)) is not None:
        yield Mark(card, CHOSEN, chosen)
    yield deeds.tally(b, move.seat, "plot_twists")
    yield deeds.count_name(b, move.seat, b.card(card).name)
    e = Effect(
        0, "plot twist", move.seat, card, me.object, b.table.pieces[card].card, PLAY, aimed, move.option,
        own_card=not from_row, paid=paid,
    )  # fmt: skip
    yield from chain.push(b, e)


def _chosen(paid: dict[str, Any]) -> Any:
    if "teams" in paid:
        return paid["teams"]
    return [paid["removed"], *paid["character"]] if "removed" in paid and "character" in paid else None


def use(b: Board, move: Move) -> Plan[None]:
    """A payment power is used."""
    card = _card(b, move.card)
    found = chosen_payment(b, move)
    if found is None:
        raise CannotPlan("The card has no power to be used.")
    key, ability = found
    aimed = _aimed(b, ability, move)
    me = Me(card, move.seat, b.object(card))
    paid = yield from _pay(b, me, ability.costs_of(move.option), move)
    if isinstance(ability, Payment) and ability.once and b.in_play(card):
        used = b.table.pieces[card].marks.get(USED)
        yield Mark(card, USED, [*(used if isinstance(used, list) else ()), key])
    e = Effect(
        0, "payment", move.seat, card, me.object, b.table.pieces[card].card, key, aimed, move.option, paid=paid
    )  # fmt: skip
    yield from chain.push(b, e)


def flip(b: Board, move: Move) -> Plan[None]:
    """A location is turned face up: no chain, but uniqueness and what it triggers."""
    card = _card(b, move.card)
    yield Pose(card, up=True, rotation=0.0)
    yield from deeds.uniqueness(b, card)
    yield from note(b, watch(b, "flips"), [{"on": "flips", "piece": card, "seat": move.seat}])


def resource(b: Board, move: Move) -> Plan[None]:
    """A card goes face down to the right end of the row."""
    yield from deeds.into_row(b, move.seat, _card(b, move.card))
    yield deeds.tally(b, move.seat, "resources")


def recruit(b: Board, move: Move) -> Plan[None]:
    """A card is recruited: it waits on the chain, paid for."""
    card = _card(b, move.card)
    equipment = b.card(card).type == EQUIPMENT
    key = EQUIP if equipment else RECRUIT
    aimed = _aimed(b, RULES[key], move)
    boost = move.option == "boost"
    wanted = recruit_costs(b, move.seat, card, boost)
    beyond = [piece for piece in divide(wanted, move.pick)[1] if isinstance(piece, int)]
    row = b.resources(move.seat)
    index = row.index(card) if card in row else None
    me = Me(card, move.seat, 0)
    if index is not None:
        yield from deeds.show(b, [card])
    yield MoveOp(card, CHAIN, 0, 0.0, 0.0, 0.0, True)
    if index is not None:
        yield from deeds.forget_object(b, card)
        if beyond and beyond[0] in b.hand(move.seat):
            yield from deeds.into_row(b, move.seat, beyond[0], index)
    paid = yield from _pay(b, me, wanted, move)
    e = Effect(
        0, "recruit", move.seat, card, 0, b.table.pieces[card].card, key, aimed, move.option, move.to,
        own_card=True, paid=paid,
    )  # fmt: skip
    yield from chain.push(b, e)


def move(b: Board, wanted: Move) -> Plan[None]:
    """A character moves in the formation step."""
    card = _card(b, wanted.card)
    old = b.place(card)
    place = b.read_place(old.seat if old is not None else wanted.seat, wanted.to)
    if old is None or place is None:
        raise CannotPlan("There is no such character or no such position.")
    yield from deeds.move(b, card, place)
    moved = b.table.facts.get(FORMED)
    yield Fact(FORMED, [*(moved if isinstance(moved, list) else ()), card])


def transfer(b: Board, move: Move) -> Plan[None]:
    """An equipment goes to another character."""
    target = move.target
    if not isinstance(target, int) or b.place(target) is None:
        raise CannotPlan("An equipment goes to a character in play.")
    yield from deeds.equip(b, _card(b, move.card), target)


def attack(b: Board, move: Move) -> Plan[None]:
    """An attack is proposed."""
    target = move.target
    aimed = list(b.ref(target)) if isinstance(target, int) and b.place(target) is not None else None
    player = target if target in b.table.seats else ""
    if aimed is None and not player:
        raise CannotPlan("An attack goes against a character in play or a player.")
    refs = [list(b.ref(piece)) for piece in move.using if b.place(piece) is not None]
    yield Fact(
        ATTACK,
        {"state": "proposed", "seat": move.seat, "attackers": refs, "defender": aimed, "player": player, "team": False},
    )  # fmt: skip


def power_up(b: Board, move: Move) -> Plan[None]:
    """A character card is discarded to power up a character of its name."""
    card, target = _card(b, move.card), move.target
    if not isinstance(target, int) or b.place(target) is None:
        raise CannotPlan("Only a character in play is powered up.")
    aimed = b.ref(target)
    yield from deeds.discard(b, move.seat, [card])
    e = Effect(0, "game", move.seat, target, aimed[1], b.table.pieces[card].card, POWER_UP, (aimed,))
    yield from chain.push(b, e)


def reinforce(b: Board, move: Move) -> Plan[None]:
    """A support row character is exhausted for a defender."""
    helper, target = _card(b, move.by), move.target
    if not isinstance(target, int) or b.place(target) is None:
        raise CannotPlan("Only a character in play is reinforced.")
    aimed = b.ref(target)
    yield from deeds.exhaust(b, helper)
    e = Effect(
        0, "game", move.seat, helper, b.object(helper), b.table.pieces[helper].card, REINFORCE, (aimed,)
    )  # fmt: skip
    yield from chain.push(b, e)


def start(b: Board, move: Move) -> Plan[None]:
    """The opening hands are drawn."""
    yield Do("opening_hands")


def check_deck(b: Board, move: Move) -> Plan[None]:
    """Looking a deck over changes nothing."""
    return
    yield


ACTS: dict[str, Callable[[Board, Move], Plan[None]]] = {
    "play": play, "use": use, "flip": flip, "resource": resource, "recruit": recruit, "move": move,
    "transfer": transfer, "attack": attack, "power_up": power_up, "reinforce": reinforce, "start": start,
    "check_deck": check_deck,
}  # fmt: skip
"""What each verb starts."""
