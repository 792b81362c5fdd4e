"""The codes CA to CZ."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.kinds import Numeric, OwnPlay, Protection
from tabletop.games.overpower.plays import Defence, Play
from tabletop.games.overpower.queries import Hit
from tabletop.games.overpower.spec import Spec
from tabletop.rules.model import Violation


@code
class CC(Numeric):
    """A Special that is a Power card: it attacks or blocks with its number, whatever the ratings. Of several types
    it is a Multipower card and fuses as a hit. Source: code document, CC.
    """

    play = "both"
    keys = "level*, power*, defend_power, combine"

    def defence_kind(self, board: Board, spec: Spec) -> str:
        """It blocks."""
        return "block"

    def as_hit(self, board: Board, one: Hit) -> Hit:
        """A Power card; with several types it fuses with Multipower hits."""
        return replace_hit(
            super().as_hit(board, one), fuses=len(one.types) > 1 and bool(board.option("multipower_fusion"))
        )


def replace_hit(one: Hit, *, fuses: bool) -> Hit:
    """The hit as a Power card."""
    from dataclasses import replace as change

    return change(one, fuses=fuses, power_card=True)


@code
class CD(Protection):
    """O's team may attack its player only with one kind of attack; in defence any other attack is avoided first.
    Source: code document, CD.
    """

    keys = "only*"

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """An attack on its player that does not match."""
        from tabletop.games.overpower.filters import attack_fits
        from tabletop.games.overpower.plays import Seen

        yield from super().answers(board, defence, play)
        only = self.param(board.spec(defence.lead or 0), "only")
        if attack_fits(only, Seen(board, play)):
            yield from self.wrong(f"{{{defence.lead}}} does not close its player to this attack.", defence.lead or 0)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Closed to everything but the kind that it names."""
        yield self.holds(marker, "protect", words=self.param(marker.spec, "only"), use="only")


@code
class CG(OwnPlay):
    """No Spectrum KO for its player, for the game. Source: code document, CG; M 89."""

    lasts = "game"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The Spectrum KO does not count."""
        yield self.holds(marker, "no_ko", words=("spectrum",))
