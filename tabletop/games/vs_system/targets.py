"""What effects can be aimed at: the words of rows, and how targets are found and looked at again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tabletop.games.vs_system.effects import CHAIN, Ref
from tabletop.games.vs_system.powers import Me, Target
from tabletop.games.vs_system.printed import EQUIPMENT
from tabletop.rules.model import Violation

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board

CHARACTER = Target("character", "a character")
OWN_CHARACTER = Target("character", "a character you control", lambda b, me, x: b.controller(x) == me.seat)
FIGHTER = Target(
    "character", "an attacker or defender you control",
    lambda b, me, x: b.controller(x) == me.seat and b.in_combat(x),
)  # fmt: skip

TARGETS: dict[str, Target] = {
    "character": CHARACTER,
    "own character": OWN_CHARACTER,
    "opposing character": Target(
        "character", "a character of an opponent", lambda b, me, x: b.controller(x) not in (me.seat, None)
    ),
    "attacker": Target("character", "an attacker", lambda b, me, x: b.attacking(x)),
    "defender": Target("character", "a defender", lambda b, me, x: b.defending(x)),
    "resource": Target("resource", "a resource"),
    "equipment": Target("equipment", "an equipment in play"),
    "effect": Target("effect", "an effect on the chain"),
}
"""The words that rows of effects may use after `at`."""


def candidates(b: Board, target: Target, me: Me) -> Iterable[int]:
    """Everything of the sort that a target is, whether it fits or not."""
    if target.kind == "character":
        return b.characters()
    if target.kind == "resource":
        return [piece for seat in b.table.everyone for piece in b.resources(seat)]
    if target.kind == "equipment":
        return [piece for piece in b.objects() if b.card(piece).type == EQUIPMENT and b.bearer(piece) is not None]
    if target.kind == "effect":
        return [piece for piece, _ in b.chain()]
    return [piece for piece in b.ko_pile(me.seat) if b.is_character_card(piece)]


def legal(b: Board, target: Target, me: Me) -> list[int]:
    """What may be chosen as a target now."""
    return [piece for piece in candidates(b, target, me) if fits(b, target, me, piece)]


def fits(b: Board, target: Target, me: Me, piece: int) -> bool:
    """Whether a piece is a legal target now."""
    if piece not in candidates(b, target, me) or not target.test(b, me, piece):
        return False
    return target.reasons is None or next(target.reasons(b, me, piece), None) is None


def wanting(b: Board, target: Target, me: Me, piece: Any) -> Iterator[Violation]:
    """Why something is no legal target."""
    if not isinstance(piece, int):
        yield Violation("target", f"{{{me.piece}}} needs {target.words} as its target, not {piece}.", (me.piece,))
        return
    if piece not in candidates(b, target, me) or not target.test(b, me, piece):
        text = f"{{{piece}}} is not {target.words}, which {{{me.piece}}} needs as its target."
        yield Violation("target", text, (me.piece, piece))
    elif target.reasons is not None:
        yield from target.reasons(b, me, piece)


def ref(b: Board, target: Target, piece: int) -> Ref:
    """A target as the object that it is now: on the chain the number of the effect tells it."""
    if target.kind == "effect":
        found = b.on_chain(piece)
        return (piece, found.number if found is not None else 0)
    return (piece, 0) if target.kind == "ko" else b.ref(piece)


def still(b: Board, target: Target, me: Me, aimed: Ref | None) -> bool:
    """Whether a target is still the same thing and still legal."""
    if aimed is None:
        return False
    piece, object_ = aimed
    if target.kind == "effect":
        found = b.on_chain(piece)
        if found is None or found.number != object_:
            return False
    elif target.kind != "ko" and b.object(piece) != object_:
        return False
    return fits(b, target, me, piece)


def newest_effect_of(b: Board, source: int) -> int | None:
    """The newest effect on the chain that comes from a piece."""
    return next((piece for piece, effect in b.chain() if source in (effect.source, piece)), None)


__all__ = ["CHAIN", "TARGETS", "Target", "candidates", "fits", "legal", "newest_effect_of", "ref", "still", "wanting"]
