"""Damage: done, waiting, reduced, prevented, and taken at the end of its victim's turn."""

from __future__ import annotations

import msgspec

from tabletop.games.lnh.board import COUNTER, DAMAGED, PRESTIGE, Board, Wound
from tabletop.games.lnh.moving import ask
from tabletop.games.lnh.tasks import tasks
from tabletop.games.lnh.traits import Absorbs, Reduces
from tabletop.rules.model import Do, Plan, Ref
from tabletop.table.ops import Counter, Fact, Note, Op

SURE = "sure"
ATTACKS = ("attack", SURE)
REDUCED = ("attack", "blast")


def set_wounds(wounds: list[Wound]) -> Op:
    """All damage that waits is that."""
    return Fact("damage", [msgspec.to_builtins(wound) for wound in wounds] or None)


def hurt(board: Board, victim: str, source: int, amount: int, by: str, kind: str = "") -> Plan[None]:
    """Damage is done. It waits for the end of the victim's turn."""
    if amount <= 0:
        return
    if board.is_villain(source) and board.is_in_play(source) and board.escapes(victim):
        yield Note(f"{{{source}}} does not affect {{{victim}}} this turn")
        return
    yield set_wounds([*board.wounds, Wound(victim, source, amount, by, kind)])
    yield Note(f"{{{source}}} does {amount} damage to {{{victim}}}")


def attack_amount(board: Board, attacker: str, base: int, *, strength: bool = True) -> int:
    """What a direct attack does: its base and, if that is not nothing, all that strengthens it when it is made."""
    if base <= 0:
        return 0
    total: int = base
    for held in board.trait("stronger", attacker):
        if strength or not held.trait.strength:
            total += held.trait.amount
    total += len(board.effects("stronger", attacker))
    total += sum(held.trait.amount for held in board.trait("weaker", board.opponent(attacker)))
    return total


def reduction(board: Board, wound: Wound) -> int:
    """What comes off an attack now: the best of the kinds of reductions that its victim has."""
    if wound.kind not in REDUCED:
        return 0
    best: int = wound.cut
    added = 0
    for held in board.trait("reduces", wound.victim):
        trait: Reduces = held.trait
        if trait.adds:
            added += trait.amount
        elif not board.mark(held.piece, DAMAGED):
            best = max(best, trait.amount)
    return max(best, added)


def left_of(board: Board, wound: Wound) -> int:
    """What a wound would take if it were calculated now."""
    left = max(0, wound.amount - reduction(board, wound))
    if left and wound.kind != SURE:
        left += wound.rider
    return max(0, left - wound.prevented)


def pending(board: Board, seat: str) -> int:
    """What a seat would take if its damage were calculated now."""
    wounds = board.wounds
    return sum(left_of(board, wound) for wound in wounds if wound.victim == seat) if wounds else 0


def wound_from(board: Board, victim: str, source: Ref | None) -> int | None:
    """The index of the wound that a source did to a victim; of several the one that would take most."""
    best: int | None = None
    most = -1
    for index, wound in enumerate(board.wounds):
        if wound.victim == victim and wound.source == source and (left := left_of(board, wound)) > most:
            best, most = index, left
    return best


def change_wound(board: Board, index: int, wound: Wound | None) -> Op:
    """A wound is changed, or gone."""
    wounds = list(board.wounds)
    if wound is None:
        del wounds[index]
    else:
        wounds[index] = wound
    return set_wounds(wounds)


@tasks.task
def take_damage(board: Board, seat: str) -> Plan[None]:
    """All damage that waits for a seat is calculated and taken; who can absorb it is asked first."""
    if pending(board, seat) > 0:
        takers = [held.piece for held in board.trait("absorbs", seat)]
        yield Do("absorb", {"seat": seat, "takers": takers})
    else:
        yield from _drop_wounds(board, seat)


@tasks.task
def absorb(board: Board, seat: str, takers: list[int], picked: list[Ref] | None = None) -> Plan[None]:
    """Those who can take the damage upon themselves are asked one after the other; then it is taken."""
    asked = takers[0] if takers else None
    if picked == ["yes"] and asked is not None and board.controller(asked) == seat:
        yield Counter(asked, COUNTER, board.counters(asked) + 1)
        yield Note(f"{{{asked}}} takes all the damage of {{{seat}}}")
        yield from _drop_wounds(board, seat)
        return
    left = takers if picked is None else takers[1:]
    left = [one for one in left if board.controller(one) == seat and board.own_trait(one, "absorbs", Absorbs)]
    if left:
        total = pending(board, seat)
        text = f"Put a counter on {{{left[0]}}} instead of taking {total} damage?"
        yield ask(seat, text, ("yes", "no"), "absorb", {"seat": seat, "takers": left}, kind="absorb")
        return
    yield from _take(board, seat)


def _take(board: Board, seat: str) -> Plan[None]:
    wounds = [wound for wound in board.wounds if wound.victim == seat]
    total = pending(board, seat)
    attacks = sum(left_of(board, wound) > 0 for wound in wounds if wound.kind)
    yield from _drop_wounds(board, seat)
    now = board.prestige(seat)
    left = max(0, now - total)
    floors = board.trait("floor", seat)
    if left < 1 and floors and now >= 1:
        left = 1
        yield Note(f"{{{floors[0].piece}}} keeps {{{seat}}} at 1 Prestige")
    if total:
        yield Counter(seat, PRESTIGE, left)
        yield Note(f"{{{seat}}} takes {total} damage and has {left} Prestige left")
    breaking = [
        held.piece for held in board.trait("reduces", seat)
        if held.trait.breaks and not board.mark(held.piece, DAMAGED)
    ]  # fmt: skip
    for _ in range(attacks):
        for piece in breaking:
            yield Do("armor", {"seat": seat, "piece": piece})


def _drop_wounds(board: Board, seat: str) -> Plan[None]:
    left = [wound for wound in board.wounds if wound.victim != seat]
    if len(left) != len(board.wounds):
        yield set_wounds(left)
