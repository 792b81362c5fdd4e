"""May this be placed, recruited, moved, transferred? The moves of the build phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tabletop.games.vs_system import attaching, costs, targets
from tabletop.games.vs_system.judging import empty_chain, name, no, owned_by, step_is, there
from tabletop.games.vs_system.powers import Me
from tabletop.games.vs_system.printed import CHARACTER, EQUIPMENT, LOCATION
from tabletop.games.vs_system.rulebook import EQUIP, RULES, rows_for
from tabletop.rules.model import Move, Violation
from tabletop.rules.model import Ref as Choice

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board


def resource(b: Board, move: Move) -> Iterator[Violation]:
    """One card from hand, in the own resource step."""
    yield from step_is(b, "resource", move.seat, "resource-step", "Placing a resource")
    yield from empty_chain(b, "Placing a resource")
    if b.this_turn(move.seat, "resources"):
        yield no("resource-step", f"{{{move.seat}}} has placed a resource this turn.")
    if not there(b, move.card) or move.card not in b.hand(move.seat):
        yield no("zone", f"A resource comes from the own hand, and {name(move.card)} is not there.")
        if move.card is not None and there(b, move.card):
            yield from owned_by(b, move.seat, move.card)


def flip(b: Board, move: Move) -> Iterator[Violation]:
    """A face-down location of the own row, with enough resources."""
    card = move.card
    if card is None or not there(b, card):
        yield no("zone", f"{name(card)} is not on the table.")
        return
    yield from owned_by(b, move.seat, card)
    printed = b.card(card)
    if printed.type != LOCATION:
        yield no("zone", f"{{{card}}} is no location, and only locations are flipped.", card)
        yield no("location", f"{{{card}}} is no location, and only locations are flipped.", card)
        if card in b.resources(move.seat):
            yield no("resource-row", f"{{{card}}} stays face down in the row unless an effect turns it up.", card)
    if card not in b.resources(move.seat):
        yield no("zone", f"{{{card}}} is not in the resource row of {{{move.seat}}}.", card)
        yield no("location", f"{{{card}}} is not in the resource row of {{{move.seat}}}.", card)
    elif b.table.pieces[card].up:
        yield no("zone", f"{{{card}}} is face up already.", card)
    have = len(b.resources(move.seat))
    if have < printed.cost:
        yield no("threshold", f"{{{card}}} needs {printed.cost} resources, and {{{move.seat}}} has {have}.", card)


def recruit_costs(b: Board, seat: str, card: int, boost: bool) -> tuple[costs.Cost, ...]:
    """What recruiting a card takes: points, and what keywords and the card itself add."""
    keywords = b.keywords(card)
    points = b.recruit_cost(card) + (keywords.get("Boost", 0) if boost else 0)
    reveal: tuple[costs.Cost, ...] = ()
    if "Loyalty-Reveal" in keywords and not loyal(b, seat, card):
        reveal = (
            costs.Reveal(
                row=True, also=("faq-5",), words="revealing a character card of a shared team from hand or row",
                test=lambda b, me, x: b.is_character_card(x) and b.share_team(me.piece, x),
            ),
        )  # fmt: skip
    return (costs.Points(amount=points), *reveal, *b.card(card).recruit_costs)


def loyal(b: Board, seat: str, card: int) -> bool:
    """Whether a player controls a character that shares a team with a card."""
    return any(b.share_team(card, character) for character in b.characters(seat) if character != card)


def divide(
    wanted: tuple[costs.Cost, ...], pick: tuple[Choice, ...]
) -> tuple[list[tuple[costs.Cost, Choice | None]], tuple[Choice, ...]]:
    """The costs with what is named for each, and what is named beyond them."""
    left = list(pick)
    return [(cost, left.pop(0) if cost.picks and left else None) for cost in wanted], tuple(left)


def costs_wanting(
    b: Board,
    me: Me,
    wanted: tuple[costs.Cost, ...],
    pick: tuple[Choice, ...],
    declared: tuple[str, ...],
    spare: int = 0,
) -> Iterator[Violation]:
    """Why costs cannot be paid, or not with what is named; `spare` more may be named for something else."""
    paid, beyond = divide(wanted, pick)
    for cost, one in paid:
        yield from cost.wanting(b, me, one, declared if cost.declares else ())
    taken = [one for cost, one in paid if cost.takes and one is not None]
    if len(set(taken)) != len(taken):
        yield no("cost", f"One card does not pay twice for {{{me.piece}}}.", me.piece)
    if len(beyond) > spare:
        yield no("cost", f"{name(beyond[-1])} is more than {{{me.piece}}} costs.", me.piece)
    if declared and not any(cost.declares for cost in wanted):
        yield no("cost", f"{{{me.piece}}} asks for no team to be named.", me.piece)


def recruit(b: Board, move: Move) -> Iterator[Violation]:
    """A character or equipment from hand (a reservist also from the row), paid in the own recruit step."""
    card = move.card
    yield from step_is(b, "recruit", move.seat, "recruit-step", "Recruiting")
    if not b.house.recruit_on_chain:
        yield from empty_chain(b, "Recruiting")
    if card is None or not there(b, card):
        yield no("zone", f"{name(card)} is not on the table.")
        return
    yield from owned_by(b, move.seat, card)
    printed = b.card(card)
    from_row = card in b.resources(move.seat)
    if printed.type not in (CHARACTER, EQUIPMENT):
        yield no("zone", f"{{{card}}} is neither a character nor an equipment.", card)
    if from_row and "Reservist" not in b.keywords(card):
        yield no("zone", f"{{{card}}} is in the resource row and no Reservist.", card)
        yield no("keyword", f"{{{card}}} is in the resource row and no Reservist.", card)
        yield no("resource-row", f"{{{card}}} is in the resource row and no Reservist.", card)
    elif not from_row and card not in b.hand(move.seat):
        yield no("zone", f"{{{card}}} is not in the hand of {{{move.seat}}}.", card)
    if "Loyalty" in b.keywords(card) and not loyal(b, move.seat, card):
        text = f"{{{card}}} has Loyalty, and {{{move.seat}}} controls no character of a shared team."
        yield no("loyalty", text, card)
    boost = move.option == "boost"
    if move.option and not (boost and "Boost" in b.keywords(card)):
        yield no("keyword", f"{{{card}}} has no {move.option}.", card)
    me = Me(card, move.seat)
    wanted = recruit_costs(b, move.seat, card, boost)
    yield from costs_wanting(b, me, wanted, move.pick, move.declare, 1 if from_row else 0)
    for beyond in divide(wanted, move.pick)[1][:1] if from_row else ():
        if beyond not in b.hand(move.seat):
            yield no("zone", f"{name(beyond)} is not in hand, so it cannot take the place in the row.", card)
    if printed.type == EQUIPMENT:
        yield from _bearer(b, me, move)
    elif printed.type == CHARACTER:
        yield from _position(b, move, card)


def _bearer(b: Board, me: Me, move: Move) -> Iterator[Violation]:
    if len(move.at) != 1:
        yield no("target", f"{{{me.piece}}} needs a character to be equipped.", me.piece)
        return
    yield from targets.wanting(b, RULES[EQUIP].targets[0], me, move.at[0])


def _position(b: Board, move: Move, card: int) -> Iterator[Violation]:
    if move.at:
        yield no("target", f"{{{card}}} is aimed at nothing.", card)
    if not move.to:
        return
    place = b.read_place(move.seat, move.to)
    if place is None:
        yield no("recruit", f'"{move.to}" is no position.', card)
        return
    if place.row not in rows_for(b, card):
        area = "the hidden" if "Concealed" in b.keywords(card) else "the visible"
        yield no("keyword", f"{{{card}}} comes into play in {area} area.", card)
    there_ = b.at(*place)
    if there_ is not None:
        yield no("recruit", f"{{{there_}}} stands in that position.", card, there_)


def move(b: Board, wanted: Move) -> Iterator[Violation]:
    """An own character to a free position of its area, in the own formation step."""
    card = wanted.card
    yield from step_is(b, "formation", wanted.seat, "formation", "Moving a character")
    yield from empty_chain(b, "Moving a character")
    old = b.place(card) if card is not None else None
    if card is None or old is None:
        yield no("zone", f"{name(card)} is no character in play.")
        return
    if old.seat != wanted.seat:
        yield no("control", f"{{{card}}} is {{{old.seat}}}'s, not {{{wanted.seat}}}'s.", card)
    place = b.read_place(old.seat, wanted.to)
    if place is None:
        yield no("formation", f'"{wanted.to}" is no position.', card)
        return
    if place.hidden != old.hidden:
        yield no("formation", f"{{{card}}} does not leave its area in the formation step.", card)
        yield no("hidden", f"{{{card}}} does not leave its area in the formation step.", card)
    taken = b.at(*place)
    if taken is not None:
        yield no("formation", f"{{{taken}}} stands in that position.", card, taken)


def transfer(b: Board, move: Move) -> Iterator[Violation]:
    """A transferable equipment to another own character, in the own formation step."""
    card, target = move.card, move.target
    yield from step_is(b, "formation", move.seat, "formation", "Transferring equipment")
    yield from empty_chain(b, "Transferring equipment")
    bearer = b.bearer(card) if card is not None else None
    if card is None or bearer is None or b.card(card).type != EQUIPMENT:
        yield no("zone", f"{name(card)} is no equipment in play.")
        return
    yield from owned_by(b, move.seat, card)
    if "Transferable" not in b.keywords(card):
        yield no("transfer", f"{{{card}}} is not transferable.", card)
    if not isinstance(target, int) or b.controller(target) != move.seat or b.place(target) is None:
        yield no("target", f"{name(target)} is no character that {{{move.seat}}} controls.", card)
        yield no("transfer", f"{name(target)} is no character that {{{move.seat}}} controls.", card)
        return
    if target == bearer:
        yield no("transfer", f"{{{card}}} is on {{{target}}} already.", card, target)
    yield from attaching.transfer_wanting(b, b.me(card), target)
