"""Attacks that are declared face down (code BK): what the defender may do about them, and how they are turned up.

While such an attack waits, the fact `play` keeps who attacks whom with how many cards, and no more. A defence is legal
if it could be legal against some attack of so many cards; whether it stops the real one is seen when that is turned up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

from msgspec.structs import replace

from tabletop.games.overpower import queries
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.compose import compose, compose_defence
from tabletop.games.overpower.filters import attack_fits
from tabletop.games.overpower.plays import Play, Seen
from tabletop.games.overpower.spec import ANY, TYPES, Spec
from tabletop.rules.memo import Lazily
from tabletop.rules.model import Move, Violation
from tabletop.table.ops import Op, Pose
from tabletop.table.state import Definition

HIDDEN = "hidden"
_OPEN = ("companion", "activator")
"""The roles of the cards that lie open in spite of it."""


def conceals(board: Board, play: Play) -> bool:
    """Whether an attack is declared face down."""
    if play.kind != "numeric" or play.by is None:
        return False
    effects = queries.with_companions(board, play).on("face_down", play.by)
    return any(not effect.words or attack_fits(effect.words, Seen(board, play)) for effect in effects)


def is_hidden(play: Play) -> bool:
    """Whether an attack that waits lies face down."""
    return bool(play.data.get(HIDDEN))


def open_cards(play: Play) -> tuple[int, ...]:
    """The cards of an attack that lie open although it is declared face down."""
    return play.with_role(*_OPEN)


def concealed(play: Play) -> Play:
    """The play as it waits face down: without anything that its cards would tell."""
    roles = tuple(role if role in _OPEN else HIDDEN for role in play.roles)
    data = {HIDDEN: True, **({"from": play.data["from"]} if "from" in play.data else {})}
    return replace(play, roles=roles, base=0, universe=0, bonus=0, types=(), open=False, data=data)


def opened(board: Board, play: Play) -> Play:
    """A play that waits face down with all that its cards tell."""
    move = Move(
        play.seat,
        "attack",
        by=play.by,
        using=play.cards,
        at=(play.aimed,) if play.aimed is not None else (),
        declare=play.declare,
        option=play.option,
    )
    found, _ = compose(board, move, play.grant)
    kept = {key: value for key, value in play.data.items() if key != HIDDEN}
    return replace(found, at=play.at, shifted=play.shifted, shifter=play.shifter, data={**found.data, **kept})


def turn_up(board: Board, play: Play) -> Iterator[Op]:
    """The cards of an attack are turned up."""
    for card in play.cards:
        piece = board.piece(card)
        if piece is not None and not piece.up:
            yield Pose(card, up=True)


# what the defender can know


@lru_cache(maxsize=8)
def _imagined(number: int) -> tuple[tuple[tuple[Spec, str], ...], ...]:
    """Attacks of so many cards as anybody could make, each as its cards with their roles; the weakest first."""

    def card(type_: str, **data: Any) -> Spec:
        return Spec("", Definition("a face-down card", type_, data))

    powers = [card("power", power=[kind], level=level) for level, kind in product(range(1, 9), TYPES)]
    mixed = [card("power", power=power, level=level) for level, power in product((1, 8), (list(TYPES), [ANY]))]
    specials = [card("special", code="AR", power=[kind], level=level) for level, kind in product((1, 5, 10), TYPES)]
    if number <= 1:
        alone = [(spec, "power") for spec in (*powers, *mixed)] + [(spec, "special") for spec in specials]
        for kind in TYPES:
            alone.append((card("universe", kind="teamwork", power=[kind], to_use=1, follow_up=list(TYPES)), "teamwork"))
            alone.append((card("universe", kind="ally", power=[kind], to_use=1, acts_as=1), "ally"))
        return tuple((entry,) for entry in alone)
    found: list[tuple[tuple[Spec, str], ...]] = []
    boost = {kind: card("universe", kind="basic", power=[kind], to_use=1, bonus=1) for kind in TYPES}
    shot = {kind: card("tactic", kind="doubleshot", power=[kind], to_use=1) for kind in TYPES}
    rest = ((powers[0], "power"),) * (number - 2)
    for spec in powers:
        found.append(((spec, "power"), (boost[spec.pure], "boost"), *rest))
        found.append(((specials[TYPES.index(spec.pure)], "special"), (spec, "power"), *rest))
        found.append(((shot[spec.pure], "doubleshot"), (spec, "given"), *rest))
    return tuple(found)


def _guesses(board: Board, play: Play) -> Iterator[tuple[Board, Play]]:
    """The attacks that a hidden one could be, each with the board on which its cards are what is imagined."""
    memo = board.memo()
    kept: tuple[Play, Lazily[tuple[Board, Play]]] | None = memo.get("guesses")
    if kept is None or kept[0] is not play:
        kept = memo["guesses"] = (play, Lazily(_imagine(board, play)))
    return iter(kept[1])


def _imagine(board: Board, play: Play) -> Iterator[tuple[Board, Play]]:
    shown = [(card, play.role(card)) for card in open_cards(play)]
    words = [effect.words for effect in board.on("face_down", play.by or 0) if effect.words]
    for attack in _imagined(len(play.cards) - len(shown)):
        ids = range(-1, -len(attack) - 1, -1)
        specs = [spec for spec, _ in attack]
        guessed = board.standing(dict(zip(ids, specs, strict=True)))
        there = replace(
            play,
            cards=(*ids, *(card for card, _ in shown)),
            roles=(*(role for _, role in attack), *(role for _, role in shown)),
            base=sum(spec.level or 0 for spec in specs),
            universe=sum(spec.number("bonus") or 0 for spec in specs),
            types=tuple(dict.fromkeys(kind for spec in specs for kind in spec.types if spec.type != "universe")),
            data={},
        )
        if not words or any(attack_fits(listed, Seen(guessed, there)) for listed in words):
            yield guessed, there


def blind_violations(board: Board, move: Move, play: Play) -> list[Violation]:
    """Every rule that a defence breaks whatever the hidden attack may be; none if there is an attack against which it
    is legal.
    """
    from tabletop.games.overpower.judge_defence import judge_defence

    best: list[Violation] | None = None
    for guessed, there in _guesses(board, play):
        defence, wrong = compose_defence(guessed, move, there)
        found = [*wrong, *judge_defence(guessed, defence, there)]
        if not found:
            return []
        if best is None or len(found) < len(best):
            best = found
    return best or []
