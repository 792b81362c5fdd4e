"""Flags: marks on cards that came to lie as they do by an illegal move, with the reasons.

A flag holds where it was put: once the card lies elsewhere it means nothing any more, and the step that moves the card
takes it away (a mark must not make a card known in a shuffled pile).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from tabletop.rules.game import EXEMPT
from tabletop.rules.model import Move, Verdict, Violation
from tabletop.table.ops import Mark, Op
from tabletop.table.state import Piece, Table

FLAG = "flag"
"""The mark's name. Its value is data of `Flag`."""


class Flag(msgspec.Struct, frozen=True):
    """What a flag says: the rules that were broken, and the zone in which the card lay then."""

    zone: str
    reasons: tuple[Violation, ...]


def flag_of(piece: Piece) -> tuple[Violation, ...]:
    """The reasons that a card's flag gives; none if it has no flag, or has gone elsewhere since."""
    value = piece.marks.get(FLAG)
    if value is None:
        return ()
    try:
        flag = msgspec.convert(value, Flag)
    except (msgspec.ValidationError, ValueError):
        return ()
    return flag.reasons if flag.zone == piece.zone else ()


def flagged(table: Table) -> Iterator[tuple[int, tuple[Violation, ...]]]:
    """The cards of a table that bear a flag, with its reasons."""
    for piece in table:
        if FLAG in piece.marks and (reasons := flag_of(piece)):
            yield piece.id, reasons


def flag_ops(table: Table, move: Move, verdict: Verdict) -> list[Op]:
    """Flag the cards that an illegal move was made with: those that it plays, else the one that acts."""
    if verdict.legal:
        return []
    cards = [card for card in dict.fromkeys((move.card, *move.using, *move.cards)) if card in table.pieces]
    if not cards and move.by in table.pieces:
        cards = [move.by]
    return [
        Mark(card, FLAG, msgspec.to_builtins(Flag(table.pieces[card].zone, verdict.violations)))
        for card in cards if card is not None
    ]  # fmt: skip


def stale_ops(table: Table, ids: Iterable[int], *, all_flags: bool = False) -> Iterator[Op]:
    """Take away the flags and exemptions of these pieces that mean nothing where they lie now (`all_flags`: every flag
    of theirs, and no exemption).
    """
    for i in ids:
        piece = table.pieces.get(i)
        if piece is None or not piece.marks:
            continue
        if FLAG in piece.marks and (all_flags or not flag_of(piece)):
            yield Mark(i, FLAG, None)
        if not all_flags and EXEMPT in piece.marks and piece.marks[EXEMPT] != piece.zone:
            yield Mark(i, EXEMPT, None)
