"""The codes DW to DZ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tabletop.games.overpower import holding, mimic, use
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.base import Code
from tabletop.games.overpower.codes.kinds import Avoid, Combines, EitherSide
from tabletop.games.overpower.plays import Defence, Play
from tabletop.games.overpower.spec import Spec
from tabletop.rules.model import Ref, Violation


@code
class DW(Combines):
    """Its player's Character attacks with pairs of pure Power cards of the types that it lists, for the battle; it may
    be played together with the first such attack. Source: code document, DW.
    """


@code
class DX(Code):
    """Its player's Character has the ratings of another one in play, as they are now, for the battle; it may go along
    with a block that it makes possible. Source: code document, DX.
    """

    play = "both"
    lasts = "battle"
    lies = "self"
    companion = frozenset({"block"})

    def named(self, board: Board, by: int | None) -> list[int]:
        """The Characters in play on either side, the Reserves included."""
        return [char for seat in board.seats for char in board.team(seat) if char != by]

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """Another Character in play."""
        yield from self.named(board, play.by)

    def beside_targets(self, board: Board, by: int) -> Iterator[Ref | None]:
        """Another Character in play."""
        yield from self.named(board, by)

    def beside(self, board: Board, defence: Defence, play: Play, card: int) -> Iterator[Violation]:
        """The block would be impossible without it; Universe cards may take part."""
        by, lead = defence.by or 0, defence.lead
        if defence.at not in self.named(board, by):
            yield Violation(self.id, f"{{{card}}} takes over the ratings of another Character in play.", (card,))
        if lead is None or not board.spec(lead).is_power:
            yield Violation(self.id, f"{{{card}}} goes along with a Power card.", (card,))
        elif use.power_types(board, by, lead, "defense") and all(
            use.boost_types(board, by, boost, "defense") for boost in defence.with_role("boost")
        ):
            yield Violation(self.id, f"{{{by}}} can use {{{lead}}} without {{{card}}}.", (card,))

    def marker_data(self, board: Board, play: Play | Defence, card: int) -> dict[str, Any]:
        """The ratings of the one who is named."""
        data = super().marker_data(board, play, card)
        return {**data, "grid": board.grid(play.at)} if isinstance(play.at, int) else data

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The ratings that were taken over."""
        if isinstance(marker.data.get("grid"), dict):
            yield self.holds(marker, "grid", table=marker.data["grid"])

    def makes_usable(self, board: Board, seat: str, card: int, other: int) -> bool:
        """A card that some Character in play could use by its ratings, where somebody is there to take them over."""
        return not board.spec(other).is_special and any(
            char != taker and use.can_use(board, char, other)
            for taker in holding.users(board, seat, card)
            for char in self.named(board, taker)
        )


@code
class DY(Code):
    """It is played as a Special that lies on the table on either side, by its player's Character, and counts as that
    one from then on. Source: code document, DY.
    """

    play = "both"
    keys = "source"
    mimics = True

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """It is always something else as it is played."""
        yield Violation(self.id, f"{{{play.lead}}} is played as a Special that lies on the table.", (play.lead or 0,))

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """It is always something else as it is played."""
        yield Violation(self.id, f"{{{defence.lead}}} is played as a Special that lies on the table.")

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for a Special on the table."""
        return not any(True for _ in mimic.copyable(board, card))


@code
class DZ(EitherSide, Avoid):
    """A Front Line Character of either side may neither attack nor be attacked for the battle; in defence, on the own
    Character under attack, the attack is avoided first. Source: code document, DZ.
    """

    play = "both"

    def scope(self, spec: Spec) -> str:
        """Anybody of the team."""
        return "team"

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """It is put on the one who is attacked."""
        yield from super().answers(board, defence, play)
        if defence.at != play.at:
            yield from self.wrong(
                f"In defence {{{defence.lead}}} is put on the one who is attacked.", defence.lead or 0
            )

    def defence_targets(self, board: Board, seat: str, by: int, spec: Spec, play: Play) -> Iterator[Ref | None]:
        """The one who is attacked."""
        yield play.at

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Out of the fight."""
        yield self.holds(marker, "may_not_attack")
        yield self.holds(marker, "protect")
