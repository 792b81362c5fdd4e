"""The codes JA to JG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from tabletop.games.overpower import blocks, queries, use
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.i import line_given_up
from tabletop.games.overpower.codes.kinds import Numeric, OnTarget, OwnPlay, Protection
from tabletop.games.overpower.filters import card_fits
from tabletop.games.overpower.plays import Grant, Play, lead_spec
from tabletop.games.overpower.queries import Hit
from tabletop.games.overpower.spec import Spec
from tabletop.games.overpower.tasks import tasks
from tabletop.rules.model import Move, Plan, Violation
from tabletop.table.ops import Mark


class Costs(OwnPlay):
    """An own play for which a Power card is discarded that its Character can use, from the hand or placed to it; it
    stays if the play is negated (G3.1).
    """

    keys = "needs*"

    def role(self, board: Board, move: Move, card: int, roles: tuple[str, ...], attack: bool) -> str:
        """One Power card is the price."""
        return "cost" if attack and board.spec(card).is_power and "cost" not in roles else ""

    def pays(self, board: Board, spec: Spec, by: int | None, card: int) -> bool:
        """Whether a card is one that may be discarded."""
        other = board.spec(card)
        usable = by is not None and bool(use.power_types(board, by, card))
        return other.is_power and usable and card_fits(self.param(spec, "needs"), other)

    def sets(self, board: Board, seat: str, by: int, card: int) -> Iterator[tuple[int, ...]]:
        """Each card that would do."""
        for other in (*board.zone(seat, "hand"), *board.at(by, "placed")):
            if other != card and self.pays(board, board.spec(card), by, other):
                yield (other,)

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """One such card is discarded."""
        spec, paid = lead_spec(board, play), play.with_role("cost")
        listed = ", ".join(self.param(spec, "needs"))
        if not paid:
            yield Violation(self.id, f"A Power card ({listed}) is discarded for {{{play.lead}}}.", (play.lead or 0,))
        for card in paid:
            if not self.pays(board, spec, play.by, card):
                text = f"For {{{play.lead}}} {{{play.by}}} discards a Power card that it can use ({listed})."
                yield Violation(self.id, text, (card,))


@code
class JA(Costs):
    """A Power card is discarded, and its player draws cards, unusable ones and duplicates too. Source: code document,
    JA.
    """

    keys = "needs*, count (4)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """Cards are drawn."""
        yield from blocks.draw(board, play.seat, self.number(lead_spec(board, play), "count"))


@code
class JB(OwnPlay):
    """All hits of its Character go, and it changes places with the Reserve; placed cards stay with it. As long as it is
    held or placed the Reserve's cards need not be placed. Source: code document, JB; M 131.
    """

    frees_reserve = True

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """It goes, and the Reserve comes; with nobody left in the Front Line the battle is lost."""
        by, seat = play.by, play.seat
        if by is None:
            return
        yield from blocks.to_pile(board, [*board.at(by, "record"), *board.at(by, "hits")])
        others = list(board.reserve(seat))
        yield from blocks.into_reserve(board, by)
        if others:
            yield from blocks.ask(seat, "Who comes out of the Reserve?", others, "comes_out", rule=self.id)
        else:
            yield from line_given_up(board, seat)


@tasks.task
def comes_out(board: Board, picked: list[int]) -> Plan[None]:
    """Somebody comes out of the Reserve into the Front Line."""
    for char in picked:
        yield from blocks.into_front(board, char)


@code
class JC(Numeric):
    """A level attack; then its Character may play one more Special of its own, attack or not, or (extra_by teammate)
    attack with a Special of a teammate. Source: code document, JC; the teammate is the wording of cards.
    """

    keys = "level*, power*, extra (1), extra_with (special), extra_by"

    def grants(self, board: Board, play: Play) -> Iterator[Grant]:
        """One Special."""
        for grant in super().grants(board, play):
            mates = self.param(lead_spec(board, play), "extra_by") == "teammate"
            yield replace(grant, by=(play.by or 0,), power=False, plays=not mates, free=mates)

    def follow_up(self, board: Board, play: Play, grant: Grant) -> Iterator[Violation]:
        """Of a teammate in the Front Line, where that is said."""
        spec = lead_spec(board, play)
        mates = {board.spec(char).name for char in board.front(play.seat) if char != play.by}
        if grant.free and spec.is_special and spec.character not in mates:
            yield Violation(self.id, f"{{{play.lead}}} is no Special of a teammate of {{{play.by}}}.", play.cards)


@code
class JD(Protection):
    """Nobody attacks its Character with Basic Universe cards in this battle, and it attacks with none for the game. In
    defence such an attack is avoided first. Source: code document, JD (its durations, against the real card).
    """

    lasts = "game"
    keys = ""

    def filter(self, board: Board, spec: Spec, play: Play) -> tuple[str, ...]:
        """Attacks with a Basic Universe card."""
        return ("basic",)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The protection, as long as it holds, and the ban."""
        if not marker.data.get("over"):
            yield self.holds(marker, "protect", words=("basic",))
        yield self.holds(marker, "forbid", words=("basic",), use="attack")

    def at_clean_up(self, board: Board, marker: Marker) -> Plan[None]:
        """The protection is over, if the card does not say that it lasts."""
        if marker.spec.get("duration") != "game":
            yield Mark(marker.piece, "data", {**marker.data, "over": True})


@code
class JE(OwnPlay):
    """Hits with several icons on the Permanent Record of its Character count as Any-Power, for the game. Source: code
    document, JE.
    """

    lasts = "game"
    keys = "cards (icons:2-4)"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """They are of no type."""
        wanted = self.param(marker.spec, "cards")

        def blurred(board: Board, one: Hit) -> Hit | None:
            fits = one.record and card_fits(wanted, one.spec)
            return queries.changed(one, types=(), fuses=False) if fits else None

        yield self.holds(marker, "hit_as", test=blurred)


@code
class JF(OnTarget):
    """Any-Power hits on the Permanent Record of the target count as a type, for the game, those too that come there
    later. Source: code document, JF.
    """

    lasts = "game"
    lies = "target"
    keys = "hit_power*"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """They are of a type; hits outside the Spectrum stay so (HN)."""
        types = queries.any_types(self.param(marker.spec, "hit_power"))

        def coloured(board: Board, one: Hit) -> Hit | None:
            fits = one.record and not one.types and one.spectrum
            return queries.changed(one, types=types, fuses=False) if fits else None

        yield self.holds(marker, "hit_as", test=coloured)


@code
class JG(OwnPlay):
    """Its Character leads, and holds placed, Teamworks of some types whatever they ask for, for the game. Source: code
    document, JG.
    """

    lasts = "game"
    keys = "power*"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The types."""
        yield self.holds(marker, "teamwork_any", words=self.param(marker.spec, "power"))


def counted_cards(board: Board, play: Play, per: Any) -> int:
    """How many cards a number is multiplied by: those in the own hand that are not played now, or those on the own
    Permanent Record.
    """
    if per == "own_record":
        return len(board.at(play.by, "record")) if play.by is not None else 0
    return sum(card not in play.cards for card in board.zone(play.seat, "hand"))


def least_hit(board: Board, chars: Sequence[int]) -> int | None:
    """The lowest number of a hit on the Permanent Records of some Characters; None without any."""
    levels = [queries.hit(board, piece).level for char in chars for piece in board.at(char, "record")]
    return min(levels, default=None)
