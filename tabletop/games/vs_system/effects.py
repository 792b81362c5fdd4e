"""Effects: what lies on the chain, or waits to be put there, as data.

Every effect on the chain is a piece in the zone `chain`: the card itself if it is played from a hand, else a token
of its source. The piece's mark `effect` tells the rest. The newest effect is the first of the zone.
"""

from __future__ import annotations

from typing import Any

import msgspec

CHAIN = "chain"
"""The zone of the chain."""

EFFECT = "effect"
"""The mark with which a piece in that zone tells its effect."""

RESOLVING = "resolving"
"""The mark of a card that lies in that zone while its effect is being carried out."""

Ref = tuple[int, int]
"""An object: a piece, and which object it was (0: as it lay there at the start). A card that comes back is another."""


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """One effect.

    `kind` is how it came about: "plot twist", "payment", "trigger", "recruit" or "game" (power-ups, reinforcements).
    `ability` names what it does: a key of the card `card` (which tells it even if the source has gone), or a rule of
    the game. `targets` are in the order of the ability; a target that has become illegal is None once it resolves.
    `event` is what triggered it, `paid` what was chosen as its cost was paid, `option` the mode.
    """

    number: int
    kind: str
    seat: str
    source: int
    object: int
    card: str
    ability: str
    targets: tuple[Ref | None, ...] = ()
    option: str = ""
    to: str = ""
    own_card: bool = False
    """Whether the source's card itself lies on the chain."""
    event: dict[str, Any] = {}
    paid: dict[str, Any] = {}

    def target(self, index: int = 0) -> int | None:
        """The piece that is a target, if there is one and it is still legal."""
        ref = self.targets[index] if index < len(self.targets) else None
        return ref[0] if ref is not None else None

    @property
    def origin(self) -> Ref:
        """The object that the effect came from."""
        return (self.source, self.object)

    @property
    def data(self) -> dict[str, Any]:
        """The effect as JSON, for marks and tasks."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found


def read(data: Any) -> Effect | None:
    """The effect that a mark tells; None if somebody has written something else there."""
    try:
        return msgspec.convert(data, Effect)
    except (msgspec.ValidationError, ValueError, TypeError):
        return None


def told(data: Any) -> Effect:
    """The effect that a task was given. Raises KeyError if it is none."""
    found = read(data)
    if found is None:
        raise KeyError("an effect")
    return found
