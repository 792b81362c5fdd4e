"""May this equipment be on that character? The one test for recruiting and transferring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tabletop.games.vs_system.powers import Me
from tabletop.rules.model import Violation

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board

FATE_ARTIFACT = "Fate Artifact"


def wanting(b: Board, me: Me, character: int) -> Iterator[Violation]:
    """Why an equipment (the source `me`) may not be on a character."""
    equipment = me.piece
    card = b.card(equipment)
    both = (equipment, character)
    if card.only and card.only not in b.teams(character):
        text = f"{{{equipment}}} may only be on a {card.only} character, and {{{character}}} is none."
        yield Violation("equip-only", text, both)
    if b.hidden(character) and not b.crosses_areas(equipment):
        text = f"{{{character}}} is hidden, and {{{equipment}}} has no Concealed-Optional."
        yield Violation("equip-area", text, both)
        yield Violation("faq-9", text, both)
    carried = [worn for worn in b.equipment(character) if worn != equipment]
    limit = b.equipment_limit(character)
    if len(carried) >= limit and not b.unlimited(equipment, character):
        text = f"{{{character}}} carries {len(carried)} equipment and may carry {limit}: no room for {{{equipment}}}."
        yield Violation("equip-limit", text, (*both, *carried))
        if FATE_ARTIFACT in b.versions(equipment):
            yield Violation("faq-8", text, (*both, *carried))


def transfer_wanting(b: Board, me: Me, character: int) -> Iterator[Violation]:
    """Why an equipment in play may not be transferred to a character."""
    yield from wanting(b, me, character)
    bearer = b.bearer(me.piece)
    if bearer is not None and b.hidden(bearer) and not b.hidden(character) and not b.crosses_areas(me.piece):
        text = f"{{{me.piece}}} has no Concealed-Optional, so it does not go from a hidden to a visible character."
        yield Violation("equip-area", text, (me.piece, character))


def may_transfer(b: Board, equipment: int, character: int) -> bool:
    """Whether an equipment may be transferred to a character."""
    return next(transfer_wanting(b, b.me(equipment), character), None) is None
