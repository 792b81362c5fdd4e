"""The codes BA to BZ."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.base import Code
from tabletop.games.overpower.codes.kinds import Bonus, Numeric, OwnPlay, Protection, TurnsLead
from tabletop.games.overpower.plays import Defence, Grant, Play, lead_spec
from tabletop.rules.model import Violation


@code
class BA(Numeric):
    """A level attack that only some cards, or Characters of one gender, may stop; it may always be negated. Source:
    code document, BA (against M 58).
    """

    keys = "level*, power*, defend_only, defend_not"
    negatable = True


@code
class BF(OwnPlay):
    """Ten more points are needed to knock its player out, for the game. Source: code document, BF; M 64."""

    lasts = "game"
    keys = "hits_to_ko (10)"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """More points for the cumulative KO."""
        yield self.holds(marker, "hits_to_ko", amount=self.number(marker.spec, "hits_to_ko"))


@code
class BG(Bonus):
    """A bonus for the whole team; it may go along with a teammate's attack or block. Source: code document, BG."""

    keys = "bonus*"
    lies = "team"


@code
class BH(Bonus):
    """A defence bonus for the whole team; it may go along with a block. Source: code document, BH."""

    keys = "bonus*"
    lies = "team"
    companion = frozenset({"block"})


@code
class BI(TurnsLead):
    """A teammate makes one attack of given types at a bonus, without a Universe card; it is compulsory. Source: code
    document, BI.
    """

    keys = "extra_with*, extra_bonus (4), extra_by (teammate)"

    def grants(self, board: Board, play: Play) -> Iterator[Grant]:
        """The attack of the teammate."""
        spec = lead_spec(board, play)
        yield self.grant(
            play,
            by=self.mates(board, play),
            made=self.param(spec, "extra_with"),
            boost=False,
            must=True,
            bonus=self.number(spec, "extra_bonus"),
            chains=False,
        )


@code
class BJ(Protection):
    """Nobody may attack the Character for the battle; in defence the attack is avoided first. Source: code document,
    BJ; M 12, M 66.
    """

    keys = "scope (self)"


@code
class BL(Code):
    """O's concession does not happen, and he may not concede in this battle; as an offensive play it forbids later
    ones. Source: code document, BL (whose turn follows: against M 70).
    """

    play = "defense"
    kind = "opponent"
    lasts = "battle"
    keys = "play"
    lies = "opponent"
    answers_concession = True

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """A concession in the battle phase."""
        if play.kind != "concession":
            yield from self.wrong(f"{{{defence.lead}}} answers a concession.", defence.lead or 0)

    def outcome(self, board: Board, defence: Defence, play: Play) -> str:
        """The concession does not happen."""
        return "cancelled"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The player at whose seat it lies may not concede."""
        yield self.holds(marker, "no_concession", on=None)


@code
class BM(Numeric):
    """A level attack; on a hit the target may not attack for the battle, or (versus self) not its player. Source: code
    document, BM.
    """

    keys = "level*, power*, versus"
    lasts = "battle"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The target is bound."""
        only = marker.data.get("by") if self.param(marker.spec, "versus") == "self" else None
        yield self.holds(marker, "may_not_attack", versus=only)


@code
class BO(Numeric):
    """AE with higher numbers. Source: code document, BO."""

    keys = "level*, power*, combine*"


@code
class BP(Numeric):
    """A level attack that may also be made out of the Reserve. Source: code document, BP."""

    keys = "level*, power*, from_reserve (true)"

    def kept_for_reserve(self, board: Board, card: int, users: object) -> bool:
        """It never has to be placed."""
        return True
