"""The codes JH to JN."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tabletop.games.overpower import blocks, queries
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.base import Code
from tabletop.games.overpower.codes.j import Costs, counted_cards, least_hit
from tabletop.games.overpower.codes.kinds import Numeric, OnOpponent, OwnPlay
from tabletop.games.overpower.filters import card_fits
from tabletop.games.overpower.plays import Play, lead_spec
from tabletop.games.overpower.spec import Spec
from tabletop.games.overpower.tasks import tasks
from tabletop.rules.model import Plan, Ref, Violation


@code
class JH(Numeric):
    """A level attack; on a hit the target has a penalty for the battle. Source: code document, JH."""

    keys = "level*, power*, bonus ({ defense = -2 })"
    lasts = "battle"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The penalty."""
        yield self.holds(marker, "bonus", table=self.table(marker.spec, "bonus"))


@code
class JI(OnOpponent):
    """O, who has ventured a Completed Mission, lifts none out of his Defeated pile with it. Source: code document,
    JI.
    """

    lasts = "battle"

    def lifted(self, board: Board, seat: str) -> bool:
        """Whether a player has ventured a Completed Mission."""
        return any(board.mark(card, "from") == "completed" for card in board.zone(seat, "ventured"))

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """He has to have done so."""
        if not self.lifted(board, board.opponent(play.seat)):
            text = f"{{{board.opponent(play.seat)}}} has not ventured a Completed Mission."
            yield Violation(self.id, text, (play.lead or 0,))

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Nothing is lifted."""
        yield self.holds(marker, "no_lift", on=None)

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for a Completed Mission of O."""
        other = board.opponent(seat)
        return not board.zone(other, "missions_completed") and not self.lifted(board, other)


@code
class JJ(Costs):
    """A Power card is discarded, and all hits of at most its number leave the Permanent Record of its Character.
    Source: code document, JJ.
    """

    keys = "needs (power_card)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The hits go, by what they count as there."""
        most = max((board.spec(card).level or 0 for card in play.with_role("cost")), default=-1)
        record = board.at(play.by, "record") if play.by is not None else []
        yield from blocks.to_pile(board, [piece for piece in record if queries.hit(board, piece).level <= most])

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for a hit, or for a Power card that reaches one."""
        return not any(self.helps(board, board.spec(card), seat, char) for char in users)

    def helps(self, board: Board, spec: Spec, seat: str, char: int) -> bool:
        """Whether a Character has a hit and a Power card that reaches it."""
        least = least_hit(board, [char])
        pool = (*board.zone(seat, "hand"), *board.at(char, "placed"))
        paying = (other for other in pool if self.pays(board, spec, char, other))
        return least is not None and any((board.spec(other).level or 0) >= least for other in paying)


@code
class JK(OwnPlay):
    """All hits of a kind on the Permanent Records of the own Front Line, or (scope any) of both, move to the Permanent
    Record of its Character or of a teammate. Source: code document, JK; scope and teammate are the wording of cards.
    """

    keys = "cards*, scope (team), to (self)"

    def drawn(self, board: Board, spec: Spec, seat: str, onto: Sequence[int]) -> list[int]:
        """The hits that would move, those on the Characters that may get them left out where there is one only."""
        scope, wanted = self.param(spec, "scope"), self.param(spec, "cards")
        chars = [*board.front(seat), *(board.front(board.opponent(seat)) if scope == "any" else ())]
        hits = [
            queries.hit(board, piece)
            for char in chars
            if len(onto) != 1 or char not in onto
            for piece in board.at(char, "record")
        ]
        return [one.piece for one in hits if card_fits(wanted, one.spec, level=one.level, types=one.types)]

    def takers(self, board: Board, spec: Spec, seat: str, by: int) -> list[int]:
        """Who may get the hits."""
        if "teammate" in self.param(spec, "to"):
            return [char for char in board.front(seat) if char != by]
        return [by]

    def found(self, board: Board, spec: Spec, seat: str, by: int) -> list[int]:
        """The hits that would move if a Character played it."""
        takers = self.takers(board, spec, seat, by)
        return self.drawn(board, spec, seat, takers) if takers else []

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """There has to be such a hit."""
        if not self.found(board, lead_spec(board, play), play.seat, play.by or 0):
            yield Violation(self.id, f"{{{play.lead}}} finds no hit to move.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The hits move; the teammate is picked."""
        spec, seat, by = lead_spec(board, play), play.seat, play.by or 0
        takers, hits = self.takers(board, spec, seat, by), self.found(board, spec, seat, by)
        yield from blocks.ask(seat, "Who gets the hits?", takers, "hits_drawn", rule=self.id, hits=hits)

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for such a hit."""
        return not any(self.found(board, board.spec(card), seat, char) for char in users)


@tasks.task
def hits_drawn(board: Board, hits: list[int], picked: list[int]) -> Plan[None]:
    """Hits move to the Permanent Record of the Character that was picked."""
    for char in picked:
        for piece in hits:
            yield from blocks.to(board, piece, f"{char}.record")


@code
class JL(OwnPlay):
    """The hits of this battle on Characters of both sides go at its end instead of moving to the Permanent Records.
    Source: code document, JL.
    """

    lasts = "battle"
    lies = "team"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """They are dropped."""
        yield self.holds(marker, "drop_hits", on=None)


@code
class JM(Code):
    """Missions of its player, or (scope opponent) of O, move from pile to pile. Source: code document, JM."""

    keys = "source (missions_defeated), to (missions_reserve), count (1), scope (self)"

    def kind_of(self, board: Board, spec: Spec, seat: str, at: Ref | None) -> str:
        """An attack on the opponent where his Missions move."""
        return "opponent" if self.param(spec, "scope") == "opponent" else "own"

    def pile(self, board: Board, spec: Spec, seat: str) -> list[int]:
        """The Missions that could move."""
        whose = board.opponent(seat) if self.param(spec, "scope") == "opponent" else seat
        return [card for name in self.param(spec, "source") for card in board.zone(whose, name)]

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """The pile has to hold one."""
        if not self.pile(board, lead_spec(board, play), play.seat):
            yield Violation(self.id, f"{{{play.lead}}} finds no Mission to move.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The Missions move."""
        spec = lead_spec(board, play)
        whose = board.opponent(play.seat) if play.kind == "opponent" else play.seat
        source, target = self.param(spec, "source"), self.param(spec, "to")
        if source and target:
            yield from blocks.move_missions(board, whose, source[0], target[0], self.param(spec, "count"))

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for a Mission there."""
        return not self.pile(board, board.spec(card), seat)


@code
class JN(Numeric):
    """An attack that counts more for each card left in the own hand as it is declared; as a hit it is a Power card of a
    number and type of its own. Source: code document, JN.
    """

    keys = "level*, power*, bonus ({ attack = 1 }), per (own_hand), hit_level*, hit_power*"

    def compose(self, board: Board, play: Play) -> Play:
        """The bonus."""
        play, spec = super().compose(board, play), lead_spec(board, play)
        each = self.table(spec, "bonus").get("attack", 0)
        return replace(play, bonus=play.bonus + int(each) * counted_cards(board, play, self.param(spec, "per")))
