"""May these attack that? Proposals, the second look, power-ups and reinforcements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from tabletop.games.vs_system.judging import empty_chain, name, no, owned_by, step_is, there
from tabletop.games.vs_system.places import Attack
from tabletop.rules.model import Move, Violation

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board


def attacker_wanting(b: Board, seat: str, attacker: int) -> Iterator[Violation]:
    """Why a character is no legal proposed attacker, whatever it attacks."""
    place = b.place(attacker)
    if place is None:
        yield no("zone", f"{{{attacker}}} is no character in play.", attacker)
        return
    if place.seat != seat:
        yield no("control", f"{{{attacker}}} is {{{place.seat}}}'s, not {{{seat}}}'s.", attacker)
    if b.stunned(attacker):
        yield no("stunned", f"{{{attacker}}} is stunned, and a stunned character does not attack.", attacker)
    if b.exhausted(attacker):
        yield no("attacker-ready", f"{{{attacker}}} is exhausted, and only ready characters attack.", attacker)
    if place.support and not b.range(attacker):
        yield no("attacker-range", f"{{{attacker}}} is in a support row and has no range.", attacker)
    if b.lasts_on("cannot attack", attacker):
        yield no("cannot-attack", f"{{{attacker}}} cannot attack any more this turn.", attacker)


def pair_wanting(b: Board, attacker: int, defender: int) -> Iterator[Violation]:
    """Why a character is no legal proposed defender for that attacker."""
    both = (attacker, defender)
    if b.hidden(defender) and not opened(b, attacker, defender):
        yield no("hidden", f"{{{defender}}} is hidden, and nothing lets {{{attacker}}} attack it.", *both)
    if b.protected(defender) and not b.flight(attacker):
        text = f"{{{defender}}} is protected and {{{attacker}}} has no flight."
        yield no("protected", text, *both)
    ref = list(b.ref(defender))
    if any(effect.value == ref for effect in b.lasts_on("attacked", attacker)):
        text = f"{{{attacker}}} has attacked {{{defender}}} this turn, and cannot do so twice."
        yield no("cannot-attack", text, *both)


def defender_wanting(b: Board, seat: str, defender: int) -> Iterator[Violation]:
    """Why a character is no legal proposed defender, whoever attacks it."""
    place = b.place(defender)
    if place is None:
        yield no("zone", f"{{{defender}}} is no character in play.", defender)
        return
    if place.seat == seat:
        yield no("control", f"{{{defender}}} is {{{seat}}}'s own, and only opposing characters are attacked.", defender)
    if b.stunned(defender):
        yield no("stunned", f"{{{defender}}} is stunned, and a stunned character cannot be attacked.", defender)


def opened(b: Board, attacker: int, defender: int) -> bool:
    """Whether an effect lets a character attack that hidden one (CR 601.3e)."""
    for effect in b.lasting("reachable"):
        below = effect.value if isinstance(effect.value, int) else 0
        if defender in effect.on and b.controller(attacker) == effect.seat and b.cost(attacker) < below:
            return True
    return False


def may_attack(b: Board, attacker: int, defender: int) -> bool:
    """Whether a character is a legal proposed defender for another one that may attack."""
    seat = b.controller(attacker)
    return (
        seat is not None
        and next(defender_wanting(b, seat, defender), None) is None
        and next(pair_wanting(b, attacker, defender), None) is None
    )


def could_attack(b: Board, attacker: int, seat: str) -> int | None:
    """A character of a player that this one could legally attack."""
    return next((d for d in b.characters(seat) if may_attack(b, attacker, d)), None)


def team_wanting(b: Board, attackers: Sequence[int]) -> Iterator[Violation]:
    """A team attack needs one team that all share."""
    if len(attackers) < 2:
        return
    if b.house.team_pairwise:
        short = any(not b.share_team(one, other) for one, other in combinations(attackers, 2))
    else:
        short = not set.intersection(*(set(b.teams(attacker)) for attacker in attackers))
    if short:
        told = "{" + ",".join(map(str, attackers)) + "}"
        yield no("team-attack", f"{told} do not share one team, so they cannot attack together.", *attackers)


def attack(b: Board, move: Move) -> Iterator[Violation]:
    """A proposal: with priority in the own attack step, the chain empty, every attacker legal, a legal defender."""
    yield from step_is(b, "attack", move.seat, "timing", "An attack")
    yield from empty_chain(b, "An attack")
    attackers = tuple(dict.fromkeys(move.using))
    if not attackers:
        yield no("zone", "An attack needs at least one attacker.")
    if len(attackers) != len(move.using):
        yield no("zone", "A character attacks only once in an attack.", *attackers)
    for attacker in attackers:
        yield from attacker_wanting(b, move.seat, attacker)
    yield from team_wanting(b, attackers)
    target = move.target
    if isinstance(target, int):
        found = list(defender_wanting(b, move.seat, target))
        yield from found
        if b.place(target) is not None:
            for attacker in attackers:
                if b.place(attacker) is not None:
                    yield from pair_wanting(b, attacker, target)
    elif target in b.table.seats and target != move.seat:
        for attacker in attackers:
            if b.place(attacker) is not None and (there_ := could_attack(b, attacker, str(target))) is not None:
                text = f"{{{attacker}}} could attack {{{there_}}}, so it cannot attack {{{target}}} directly."
                yield no("direct-attack", text, attacker, there_)
    else:
        text = f"An attack goes against an opposing character or the opponent, not {name(target)}."
        yield no("zone", text)
        if target == move.seat:
            yield no("direct-attack", text)


def still_legal(b: Board, proposed: Attack) -> list[int]:
    """The attackers of a proposed attack that may attack now; none if the attack is illegal."""
    if not proposed.player and proposed.defender is None:
        return []
    left: list[int] = []
    for attacker in proposed.attackers:
        fine = next(attacker_wanting(b, proposed.seat, attacker), None) is None
        if fine and proposed.defender is not None:
            fine = may_attack(b, attacker, proposed.defender)
        if fine:
            left.append(attacker)
    if len(left) < len(proposed.attackers) and not b.house.team_drop:
        return []
    if proposed.player and any(could_attack(b, attacker, proposed.player) is not None for attacker in left):
        return []
    return [] if next(team_wanting(b, left), None) is not None else left


def power_up(b: Board, move: Move) -> Iterator[Violation]:
    """Discard a character card of the same name for an own attacker or defender."""
    card, target = move.card, move.target
    if not there(b, card) or card not in b.hand(move.seat):
        yield no("zone", f"Powering up takes a character card from the own hand, not {name(card)}.")
        if card is not None and there(b, card):
            yield from owned_by(b, move.seat, card)
    elif not b.is_character_card(card):
        yield no("zone", f"{{{card}}} is no character card.", card)
    if not isinstance(target, int) or b.place(target) is None:
        yield no("power-up", f"{name(target)} is no character in play.")
        yield no("target", f"{name(target)} is no attacker or defender.")
        return
    if not b.in_combat(target):
        text = f"{{{target}}} is neither attacker nor defender, and only those are powered up."
        yield no("power-up", text, target)
        yield no("target", text, target)
    if b.controller(target) != move.seat:
        yield no("power-up", f"{{{target}}} is not {{{move.seat}}}'s.", target)
        yield no("control", f"{{{target}}} is not {{{move.seat}}}'s.", target)
    if card is not None and there(b, card) and not b.same_name(card, target):
        text = f"{{{card}}} has another name than {{{target}}}, so it does not power it up."
        yield no("power-up", text, card, target)


def reinforce(b: Board, move: Move) -> Iterator[Violation]:
    """Exhaust a ready support row character for an own defender (CR 507.1c)."""
    helper, target = move.by, move.target
    place = b.place(helper) if helper is not None else None
    if helper is None or place is None:
        yield no("reinforce", f"{name(helper)} is no character in play.")
        yield no("zone", f"{name(helper)} is no character in play.")
    else:
        if place.seat != move.seat:
            yield no("reinforce", f"{{{helper}}} is not {{{move.seat}}}'s.", helper)
            yield no("control", f"{{{helper}}} is not {{{move.seat}}}'s.", helper)
        if not place.support:
            yield no("reinforce", f"{{{helper}}} is in a front row, and only support row characters reinforce.", helper)
        if b.stunned(helper):
            yield no("reinforce", f"{{{helper}}} is stunned.", helper)
            yield no("stunned", f"{{{helper}}} is stunned.", helper)
        if b.exhausted(helper):
            yield no("reinforce", f"{{{helper}}} is exhausted, and reinforcing exhausts a ready character.", helper)
            yield no("cost", f"{{{helper}}} is exhausted, and reinforcing exhausts a ready character.", helper)
    if not isinstance(target, int) or not b.defending(target):
        yield no("reinforce", f"{name(target)} is no defender, so it cannot be reinforced.")
        yield no("target", f"{name(target)} is no defender.")
    elif b.controller(target) != move.seat:
        yield no("reinforce", f"{{{target}}} is not {{{move.seat}}}'s.", target)
        yield no("control", f"{{{target}}} is not {{{move.seat}}}'s.", target)
