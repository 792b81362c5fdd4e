"""Locations and equipment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tabletop.games.vs_system import asking, attaching, costs, deeds
from tabletop.games.vs_system.cards.declaring import card
from tabletop.games.vs_system.effects import Effect, told
from tabletop.games.vs_system.places import HIDDEN, VISIBLE
from tabletop.games.vs_system.powers import Continuous, Event, Me, Payment, Target, Triggered
from tabletop.games.vs_system.tasks import tasks
from tabletop.rules.model import Plan

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board


# Dr. Fate's Tower


def _flipped(b: Board, me: Me, event: Event) -> bool:
    return bool(event.get("piece") == me.piece)


def _tower_flipped(b: Board, e: Effect) -> Plan[None]:
    text = "Discard a card to search for a Fate Artifact?"
    yield asking.card(e.seat, text, b.hand(e.seat), "tower_discarded", optional=True, secret=True, seat=e.seat)


@tasks.task
def tower_discarded(b: Board, seat: str, picked: list[Any]) -> Plan[None]:
    """If a card is discarded, the deck is searched."""
    if not picked or not isinstance(picked[0], int):
        return
    yield from deeds.discard(b, seat, picked)
    yield from deeds.show(b, b.deck(seat), seat)
    found = [piece for piece in b.deck(seat) if "Fate Artifact" in b.versions(piece)]
    yield asking.card(
        seat, "Which card is taken?", found, "searched", optional=True, secret=True, seat=seat
    )  # fmt: skip


@tasks.task
def searched(b: Board, seat: str, picked: list[Any]) -> Plan[None]:
    """The card that was found is shown to all and taken into the hand; the deck is shuffled."""
    yield from deeds.take_from_deck(b, seat, [piece for piece in picked if isinstance(piece, int)])


def _tower_used(b: Board, e: Effect) -> Plan[None]:
    own = b.characters(e.seat)
    if len(own) > 1:
        text = "From which character does the equipment go, and to which?"
        yield asking.cards(e.seat, text, own, 2, "tower_ends", seat=e.seat)


@tasks.task
def tower_ends(b: Board, seat: str, picked: list[Any]) -> Plan[None]:
    """Both characters are named: in which order does the equipment go?"""
    giver, taker = picked
    worn = b.equipment(giver)
    if worn:
        text = "In which order is the equipment transferred?"
        yield asking.cards(seat, text, worn, len(worn), "tower_transfers", taker=taker)


@tasks.task
def tower_transfers(b: Board, taker: int, picked: Sequence[Any]) -> Plan[None]:
    """Each equipment goes if it may; what may not stays."""
    for piece in picked:
        if isinstance(piece, int) and b.bearer(piece) is not None and attaching.may_transfer(b, piece, taker):
            yield from deeds.equip(b, piece, taker)


card(
    "Dr. Fate's Tower",
    Triggered(on=("flips",), when=_flipped, resolve=_tower_flipped, own=True),
    Payment(costs=(costs.Activate(),), window="build", backup=True, resolve=_tower_used),
)


# House of Secrets


def _secrets(b: Board, e: Effect) -> Plan[None]:
    yield from deeds.gain(b, e.seat, 4 if b.has_team(e.seat, "Secret Six") else 2)


card(
    "House of Secrets",
    Payment(ways={"discard": (costs.Discard(),), "point": (costs.Points(),)}, once=True, resolve=_secrets),
)


# Rook Control


def _castle(b: Board, e: Effect) -> Plan[None]:
    hidden = [piece for piece in b.characters(e.seat) if b.hidden(piece)]
    if hidden:
        text = "Which hidden character comes out?"
        yield asking.card(e.seat, text, hidden, "rook_out", effect=e.data)


@tasks.task
def rook_out(b: Board, effect: dict[str, Any], picked: list[Any]) -> Plan[None]:
    """The character that comes out is named: where does it go?"""
    e = told(effect)
    yield asking.position(b, e.seat, picked[0], VISIBLE, "rook_in", piece=picked[0], effect=effect)


@tasks.task
def rook_in(b: Board, piece: int, effect: dict[str, Any], picked: list[Any]) -> Plan[None]:
    """It comes out; then the target goes in."""
    e = told(effect)
    place = asking.picked_place(b, e.seat, picked)
    if place is None:
        return
    yield from deeds.move(b, piece, place)
    target = e.target()
    if target is not None and b.controller(target) == e.seat and not b.hidden(target):
        yield asking.position(b, e.seat, target, HIDDEN, "move_picked", piece=target, seat=e.seat)


card(
    "Rook Control",
    Payment(
        costs=(costs.Activate(),),
        targets=(
            Target(
                "character", "a visible Checkmate character you control",
                lambda b, me, x: b.controller(x) == me.seat and not b.hidden(x) and "Checkmate" in b.teams(x),
            ),
        ),
        resolve=_castle,
    ),
)  # fmt: skip


# The Rock of Eternity


def _own_attack_step(b: Board, me: Me, event: Event) -> bool:
    return bool(event.get("step") == f"attack:{me.seat}")


def _noted(b: Board, me: Me) -> dict[str, Any]:
    """All exhausted characters, anybody's: one that its player wins over until the resolution was noted, too."""
    return {"noted": [list(b.ref(piece)) for piece in b.characters() if b.exhausted(piece)]}


def _rock(b: Board, e: Effect) -> Plan[None]:
    noted = [tuple(ref) for ref in e.event.get("noted", ())]
    for piece in list(b.characters(e.seat)):
        if b.ref(piece) in noted and "JSA" in b.teams(piece):
            yield from deeds.ready(b, piece)
        else:
            yield from deeds.exhaust(b, piece)


card(
    "The Rock of Eternity",
    Triggered(on=("step begins",), when=_own_attack_step, remember=_noted, resolve=_rock),
)


# Pier 4


def _two(b: Board, me: Me, character: int) -> int:
    return 2 if b.controller(character) == me.seat and "Fantastic Four" in b.teams(character) else 1


card("Pier 4", Continuous("capacity", _two))
