"""The rows of effects: their common base, their registry, and the act that they are carried out for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from tabletop.rules.model import Plan, Ref
from tabletop.rules.verbs import Verbs

if TYPE_CHECKING:
    from tabletop.games.lnh.board import Board

effects = Verbs()


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """A text that is being carried out: whose it is, and what was named with it.

    `seat` is the "you" of the text, `card` the piece that it came from. `text` is the definition whose text it is where
    that is not the piece's own (a copied card), `way` which part of it. `active` is the player whose turn begins or
    ends, `before` the card that the player had played before this one.
    """

    seat: str
    card: int
    text: str = ""
    way: str = "play.0"
    at: tuple[Ref, ...] = ()
    using: tuple[int, ...] = ()
    option: str = ""
    declare: str = ""
    active: str = ""
    before: int | None = None
    partner: int | None = None
    """The Power that is played together with a Latent Ability."""
    free: bool = False
    """The effect that plays it gives the permission for a direct attack."""

    @classmethod
    def of(cls, given: Any) -> Act:
        """The act that was put on the agenda: as it was, or as data."""
        return given if isinstance(given, Act) else msgspec.convert(given, Act)


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One effect. With `on` it happens only if the coin that was flipped before it was `won`, or `lost`."""

    on: Literal["", "won", "lost"] = ""

    def run(self, board: Board, act: Act) -> Plan[None]:
        """What it does: operations at once, frames in order before the rows that follow."""
        raise NotImplementedError

    @property
    def damage_kind(self) -> str:
        """The kind of the damage that the row does: "attack", "blast", "sure" or ""."""
        return ""
