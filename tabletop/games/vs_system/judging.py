"""What all judges share: is it the player's turn to act, and is the card where the move needs it?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from tabletop.rules.model import Move, Violation, Window

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board

PRIORITY = "priority"
"""The name of the window of the player with priority."""

Judge: TypeAlias = Callable[["Board", Move], Iterator[Violation]]


def no(rule: str, text: str, *cards: int) -> Violation:
    """A broken rule."""
    return Violation(rule, text, cards)


def name(ref: object) -> str:
    """A piece or word in a message."""
    return f"{{{ref}}}" if isinstance(ref, int) else str(ref)


def priority(b: Board, move: Move, window: Window | None) -> Iterator[Violation]:
    """Only a player with priority acts."""
    if b.over:
        yield no("timing", "The game is over.")
    elif window is None or window.name != PRIORITY:
        yield no("timing", "Nobody has priority now.")
    elif window.seat != move.seat:
        yield no("timing", f"{{{window.seat}}} has priority, not {{{move.seat}}}.")


def empty_chain(b: Board, what: str) -> Iterator[Violation]:
    """Some things need an empty chain and no attack."""
    if b.chain():
        yield no("timing", f"{what} needs an empty chain, and {len(b.chain())} effects wait on it.", b.chain()[0][0])
    if b.attack is not None:
        yield no("timing", f"{what} has to wait until the attack is over.")


def step_is(b: Board, step: str, seat: str, rule: str, what: str) -> Iterator[Violation]:
    """Some things belong into one step of the own turn."""
    if b.step != f"{step}:{seat}":
        for broken in dict.fromkeys((rule, "timing")):
            yield no(broken, f"{what} belongs into the own {step} step, and this is {step_words(b.step)}.")


def step_words(step: str) -> str:
    """A step in words, with its player as a place in a label."""
    word, colon, seat = step.partition(":")
    if colon:
        return f"the {word} step of {{{seat}}}"
    return {"setup": "before the first turn", "over": "after the end", "wrap-up": "the recovery wrap-up"}.get(
        word, f"the {word} phase"
    )


def owned_by(b: Board, seat: str, piece: int) -> Iterator[Violation]:
    """Nobody uses what belongs to the other player: a card in another hand or row, an object on another side."""
    side = b.side(piece)
    if side != seat:
        yield no("control", f"{{{piece}}} is {{{side}}}'s, not {{{seat}}}'s.", piece)


def there(b: Board, piece: int | None) -> bool:
    """Whether a move names a card that is on the table."""
    return piece is not None and piece in b.table.pieces
