"""How a card is declared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tabletop.games.vs_system.costs import Cost
from tabletop.games.vs_system.powers import Play, Power, Triggered


@dataclass(frozen=True, slots=True)
class Written:
    """What a card does as it is played, its powers in play, delayed ones by name, and what recruiting it adds."""

    play: Play | None = None
    powers: tuple[Power, ...] = ()
    later: Mapping[str, Triggered] = field(default_factory=dict)
    recruit_costs: tuple[Cost, ...] = ()


written: dict[str, Written] = {}


def card(
    title: str, *powers: Power, play: Play | None = None, later: Mapping[str, Triggered] | None = None,
    recruit_costs: tuple[Cost, ...] = (),
) -> None:  # fmt: skip
    """Declare the card with this full title. Raises ValueError if it is declared already."""
    if title in written:
        raise ValueError(f"{title!r} is declared twice")
    written[title] = Written(play, powers, later or {}, recruit_costs)
