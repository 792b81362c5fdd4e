"""The codes DA to DZ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop.games.overpower import blocks
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.kinds import Numeric, OwnPlay, TurnsLead
from tabletop.games.overpower.plays import Grant, Play, lead_spec
from tabletop.games.overpower.spec import Spec
from tabletop.games.overpower.tasks import check, tasks
from tabletop.rules.model import Plan, Question, Ref, Violation


@code
class DG(Numeric):
    """A weak attack, then up to two further ones at a bonus. Source: code document, DG."""

    keys = "level*, power*, extra (2), extra_bonus"


@code
class DH(Numeric):
    """A weak attack, then up to two further ones of given types. Source: code document, DH."""

    keys = "level*, power*, extra (2), extra_with*, extra_at"


@code
class DJ(OwnPlay):
    """A hit from the current battle and one of the Permanent Record of its player change places. Source: code document,
    DJ.
    """

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """Both records have to hold a hit."""
        if play.by is not None and not (board.at(play.by, "hits") and board.at(play.by, "record")):
            yield Violation(self.id, f"{{{play.by}}} needs a hit in either record.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """One hit of either record is picked."""
        if play.by is not None:
            both = [*board.at(play.by, "hits"), *board.at(play.by, "record")]
            yield from blocks.pick(
                board, play.seat, "Which two hits change places?", both, "swap_now", rule=self.id, count=2
            )

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for a hit on the Permanent Record."""
        return not any(board.at(char, "record") for char in users)


@tasks.task
def swap_now(board: Board, picked: list[int]) -> Plan[None]:
    """Two hits change places."""
    yield from blocks.swap(board, picked[0], picked[1])


@check("swap_now")
def one_of_each(board: Board, question: Question, picked: tuple[Ref, ...]) -> Iterator[str]:
    """One hit has to come from either record."""
    if len({board.zone_of(hit)[1] for hit in picked if isinstance(hit, int)}) != 2:
        yield "One hit of the current battle and one of the Permanent Record change places."


@code
class DU(TurnsLead):
    """Its player declares a line: so many attacks, each at a bonus, one after the other. Source: code document, DU;
    M 1, M 2, M 9.
    """

    keys = "extra_options*, extra_with"

    def options(self, board: Board, spec: Spec) -> Sequence[str]:
        """The numbers of attacks that the card offers."""
        return tuple(str(line[0]) for line in self.param(spec, "extra_options") or ())

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """One of the lines has to be named."""
        spec = lead_spec(board, play)
        if play.option not in self.options(board, spec):
            yield Violation(
                self.id, f"{{{play.lead}}} offers {', '.join(self.options(board, spec))} attacks.", (play.lead or 0,)
            )
            return
        yield from super().violations(board, play)

    def grants(self, board: Board, play: Play) -> Iterator[Grant]:
        """The attacks of the line."""
        spec = lead_spec(board, play)
        for number, bonus in self.param(spec, "extra_options") or ():
            if str(number) == play.option:
                yield self.grant(
                    play,
                    left=int(number),
                    by=(play.by or 0,),
                    bonus=int(bonus),
                    boost=False,
                    made=self.param(spec, "extra_with"),
                )


@code
class DV(TurnsLead):
    """Its player makes one attack at a bonus, without a Universe card; it is compulsory. Source: code document, DV."""

    keys = "extra_bonus (4)"

    def grants(self, board: Board, play: Play) -> Iterator[Grant]:
        """The attack."""
        bonus = self.number(lead_spec(board, play), "extra_bonus")
        yield self.grant(play, by=(play.by or 0,), bonus=bonus, boost=False, must=True)
