"""Attacks that only two defences at once stop (code FC): the two as one answer, and how each of them is judged.

Both are declared in one move, by the Character that is attacked: the cards of the one, then those of the other. Each is
put together and judged like a defence of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from msgspec.structs import replace

from tabletop.games.overpower import use
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.plays import Defence, Play
from tabletop.games.overpower.registry import codes
from tabletop.rules.model import Move, Violation

KINDS = ("block", "avoid")
"""What counts as one of the two."""


def rule(board: Board, play: Play) -> str:
    """The code for which an attack has to be stopped twice; "" for all others."""
    for card in play.with_role("special", "companion"):
        code = codes.get(board.spec(card).code)
        if code is not None and code.stopped_twice:
            return code.id
    return ""


def split(board: Board, move: Move) -> list[tuple[int, ...]]:
    """The cards of a move by the defences that they make: each begins with a card that may lead one."""
    found: list[tuple[int, ...]] = []
    for card in dict.fromkeys(move.using):
        spec = board.spec(card)
        code = codes.get(spec.code) if spec.is_special else None
        last = found[-1] if found else ()
        before = board.spec(last[-1]) if last else None
        follows = before is not None and (
            spec.is_boost
            or (code is not None and code.goes_along(board, spec, False))
            or (before.kind == "doubleshot" and spec.is_power)
            or (before.type == "activator" and spec.is_special)
        )
        if follows:
            found[-1] = (*last, card)
        else:
            found.append((card,))
    return found


def compose(board: Board, move: Move, play: Play) -> tuple[Defence, list[Violation]] | None:
    """The defences that a move declares together, as one; None where it declares only one, or nothing needs two."""
    from tabletop.games.overpower.compose import compose_defence

    needed = rule(board, play)
    groups = split(board, move) if needed else []
    if len(groups) < 2:
        return None
    halves, wrong = [], []
    for cards in groups:
        fits = [word for word in move.declare if any(word in board.spec(card).types for card in cards)]
        half = replace(move, by=_player(board, move, cards), using=cards, declare=tuple(fits[:1]))
        defence, found = compose_defence(board, half, play)
        halves.append(replace(defence, half=True))
        wrong += found
    kind = "block" if all(half.kind == "block" for half in halves) else "avoid"
    cards = tuple(card for half in halves for card in half.cards)
    roles = tuple(word for half in halves for word in half.roles)
    value = min(half.value for half in halves)
    whole = Defence(move.seat, move.by, cards, roles, kind, None, tuple(move.declare), value=value, parts=tuple(halves))
    return whole, wrong


def _player(board: Board, move: Move, cards: tuple[int, ...]) -> int | None:
    """Who plays one of the two: the Character that declares them, or a teammate whose Special it is."""
    lead = next((card for card in cards if board.spec(card).type != "activator"), None)
    if lead is None or not board.spec(lead).is_special or len(cards) > 1:
        return move.by
    host = board.host(lead)
    able = [
        char
        for char in board.front(move.seat)
        if host in (None, char) and not any(use.special_violations(board, char, lead))
    ]
    return move.by if move.by in able or not able else able[0]


def violations(board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
    """Every rule that two defences at once break."""
    from tabletop.games.overpower.judge_defence import judge_defence

    needed = rule(board, play)
    if len(defence.parts) != 2:
        yield Violation(needed, f"Two defences at once stop this attack, not {len(defence.parts)}.", defence.cards)
        yield Violation("defence-once", "Nobody makes more defences than the attack asks for.", defence.cards)
    if isinstance(play.at, int) and defence.by != play.at:
        yield Violation(needed, f"The attack is at {{{play.at}}}, who has to stop it twice.", (play.at,))
    for half in defence.parts:
        if half.kind not in KINDS:
            yield Violation(needed, "Only blocks and avoids count as one of the two defences.", half.cards)
        yield from judge_defence(board, half, play)


def listed(board: Board, seat: str, play: Play, candidates: Iterable[Move]) -> Iterator[Move]:
    """The pairs of defences that stop a play, as one move each."""
    from tabletop.games.overpower.compose import compose_defence
    from tabletop.games.overpower.judge_defence import judge_defence

    halves = []
    for move in dict.fromkeys(candidates):
        made, wrong = compose_defence(board, move, play)
        half = replace(made, half=True)
        if not wrong and half.kind in KINDS and not any(judge_defence(board, half, play)):
            halves.append(move)
    for one, other in combinations(halves, 2):
        if set(one.using) & set(other.using):
            continue
        by = play.at if isinstance(play.at, int) else one.by
        pair = Move(seat, "defend", by=by, using=(*one.using, *other.using), declare=(*one.declare, *other.declare))
        defence, wrong = compose_defence(board, pair, play)
        if not wrong and not any(judge_defence(board, defence, play)):
            yield pair
