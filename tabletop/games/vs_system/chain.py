"""Priority and the chain: who may act, what passes do, how effects come onto the chain and resolve.

Between two acts the agenda holds a window for the player with priority and, below it, the task `passed`. An act leaves
the window where it is (its player has priority again); a pass takes it away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tabletop.games.vs_system import asking, deeds, stopping, targets
from tabletop.games.vs_system.catalogue import PLAY
from tabletop.games.vs_system.effects import CHAIN, EFFECT, RESOLVING, Effect, read, told
from tabletop.games.vs_system.events import WAITING, number, used
from tabletop.games.vs_system.judging import PRIORITY
from tabletop.games.vs_system.places import PASSED
from tabletop.games.vs_system.powers import Me, Target, Triggered
from tabletop.games.vs_system.printed import PLOT_TWIST
from tabletop.games.vs_system.rulebook import POWER_UP, REINFORCE
from tabletop.games.vs_system.tasks import tasks
from tabletop.rules.model import Ask, Do, Plan, Question, Window
from tabletop.table import acts
from tabletop.table.ops import Create, Fact, Mark, Move
from tabletop.table.state import Piece

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board


@tasks.task
def give_priority(b: Board) -> Plan[None]:
    """Waiting effects go onto the chain, then the primary player gets priority."""
    if b.over:
        return
    if b.table.facts.get(PASSED) is not None:
        yield Fact(PASSED, None)
    yield Do("add_triggers")
    yield Do("hand_priority", {"seat": b.primary})


@tasks.task
def hand_priority(b: Board, seat: str) -> Plan[None]:
    """A player gets priority; one who can do nothing passes at once, unless the table says that play stops there."""
    if stopping.stops(b, seat):
        yield Window(PRIORITY, seat)
    yield Do("passed", {"seat": seat})


@tasks.task
def passed(b: Board, seat: str) -> Plan[None]:
    """A player has passed: the next one gets priority, or, if all have, the top effect resolves or things go on."""
    if b.over:
        return
    yield from asking.forget_answers(b)
    before = b.table.facts.get(PASSED)
    have = [*(before if isinstance(before, list) else ()), seat]
    for other in b.seats:
        if other not in have:
            if stopping.stops(b, other):
                yield Fact(PASSED, have)
                yield Window(PRIORITY, other)
                yield Do("passed", {"seat": other})
                return
            have.append(other)
    if before is not None:
        yield Fact(PASSED, None)
    if b.chain():
        yield Do("resolve_top")
        yield Do("give_priority")
    else:
        yield Do("go_on")


# onto the chain

_TOLD = {POWER_UP: "power-up", REINFORCE: "reinforcement"}


def push(b: Board, e: Effect) -> Plan[None]:
    """An effect goes onto the chain, with the card itself or a token for it."""
    count = number(b)
    yield used(count)
    e = msgspec.structs.replace(e, number=count)
    if e.own_card:
        if b.zone_of(e.source) != CHAIN:
            yield Move(e.source, CHAIN, 0, 0.0, 0.0, 0.0, True)
        yield Mark(e.source, EFFECT, e.data)
        return
    marks = {EFFECT: e.data, "note": f"{_TOLD.get(e.ability) or e.kind} of Seat {e.seat}"}
    token = Piece(b.table.next_id, "token", e.card, e.seat, CHAIN, marks=marks)
    yield Create(token, 0)


@tasks.task
def add_triggers(b: Board) -> Plan[None]:
    """All effects that have triggered go onto the chain: the primary player's first, each player's own in the order
    that the player wants. One without a legal target stays away.
    """
    waiting = b.table.facts.get(WAITING)
    if not waiting:
        return
    yield Fact(WAITING, None)
    found = [e for e in map(read, waiting if isinstance(waiting, list) else ()) if e is not None and _can_aim(b, e)]
    first = b.primary
    for seat in (first, *(other for other in b.seats if other != first)):
        mine = [e for e in found if e.seat == seat]
        if len({e.source for e in mine}) > 1:
            text = "In which order do these effects resolve?"
            yield Ask(
                Question(
                    seat, text, (*(e.source for e in mine), asking.ANY), "order_triggers",
                    {"drafts": [e.data for e in mine]}, 1, len(mine), "order", {asking.ANY: "in any order"},
                )
            )  # fmt: skip
        elif mine:
            yield Do("place_triggers", {"drafts": [e.data for e in reversed(mine)]})


@tasks.task
def order_triggers(b: Board, drafts: list[Any], picked: list[Any]) -> Plan[None]:
    """Effects go onto the chain so that they resolve in the order that was named."""
    left = list(drafts)
    ordered = []
    for source in picked:
        match = next((draft for draft in left if draft.get("source") == source), None)
        if match is not None:
            left.remove(match)
            ordered.append(match)
    yield Do("place_triggers", {"drafts": [*reversed(left), *reversed(ordered)]})


@tasks.task
def place_triggers(b: Board, drafts: list[Any]) -> Plan[None]:
    """Effects go onto the chain one after the other; the last one lies on top."""
    for draft in drafts:
        yield Do("place_trigger", {"draft": draft})


def _aims(b: Board, e: Effect) -> tuple[Target, ...]:
    ability = b.ability(e.card, e.ability)
    return ability.targets if ability is not None else ()


def _legal(b: Board, e: Effect) -> list[list[int]]:
    """What may be chosen as each target."""
    me = Me(e.source, e.seat, e.object)
    return [targets.legal(b, aim, me) for aim in _aims(b, e)]


def _can_aim(b: Board, e: Effect) -> bool:
    return b.ability(e.card, e.ability) is not None and all(_legal(b, e))


@tasks.task
def place_trigger(b: Board, draft: dict[str, Any]) -> Plan[None]:
    """A triggered effect goes onto the chain; its targets are chosen as it does, all in one answer."""
    e = read(draft)
    if e is None:
        return
    legal = _legal(b, e)
    if not legal:
        yield from push(b, e)
    elif all(legal):
        words = " and ".join(aim.words for aim in _aims(b, e))
        choices = tuple(piece for one in legal for piece in one)
        text = f"{{{e.source}}}: choose {words}."
        args = {"draft": draft, "legal": legal}
        number = len(legal)
        yield asking.put(Question(e.seat, text, choices, "aim_trigger", args, number, number, kind="target"))


@tasks.task
def aim_trigger(b: Board, draft: dict[str, Any], legal: list[Any], picked: list[Any]) -> Plan[None]:
    """The targets of a triggered effect were chosen."""
    e = told(draft)
    aimed = tuple(
        targets.ref(b, aim, piece) for aim, piece in zip(_aims(b, e), picked, strict=False) if isinstance(piece, int)
    )
    yield from push(b, msgspec.structs.replace(e, targets=aimed))


# off the chain


@tasks.task
def resolve_top(b: Board) -> Plan[None]:
    """The top effect resolves: targets are looked at again, a condition of kind C too; then it is carried out."""
    chain = b.chain()
    if not chain:
        return
    piece, e = chain[0]
    ability = b.ability(e.card, e.ability)
    me = Me(e.source, e.seat, e.object)
    aims = _aims(b, e)
    legal = [targets.still(b, aim, me, e.targets[i] if i < len(e.targets) else None) for i, aim in enumerate(aims)]
    if e.own_card:
        yield Mark(piece, EFFECT, None)
        yield Mark(piece, RESOLVING, True)
    else:
        yield from acts.remove(b.table, [piece]).ops
    negated = ability is None or (bool(aims) and not any(legal))
    if isinstance(ability, Triggered) and not ability.still(b, e):
        negated = True
    if not negated:
        left = tuple(ref if i < len(legal) and legal[i] else None for i, ref in enumerate(e.targets))
        yield Do("carry_out", {"effect": msgspec.structs.replace(e, targets=left).data})
    if e.own_card:
        yield Do("put_away", {"piece": piece})


@tasks.task
def carry_out(b: Board, effect: dict[str, Any]) -> Plan[None]:
    """An effect does what it does."""
    e = told(effect)
    ability = b.ability(e.card, e.ability)
    if ability is not None:
        yield from ability.resolve(b, e)


@tasks.task
def put_away(b: Board, piece: int) -> Plan[None]:
    """A card whose effect has resolved leaves the chain."""
    yield from deeds.card_off_chain(b, piece)


def is_play(e: Effect) -> bool:
    """Whether an effect is that of a plot twist as it was played."""
    return e.ability == PLAY


def from_plot_twist(b: Board, e: Effect) -> bool:
    """Whether an effect's source is a plot twist."""
    return b.printed(e.card).type == PLOT_TWIST
