"""The codes HM to HZ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tabletop.games.overpower import blocks, holding, queries, settle, use
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.h import HF, Lends
from tabletop.games.overpower.codes.kinds import Bonus, Numeric, OnOpponent, OwnPlay
from tabletop.games.overpower.filters import card_fits
from tabletop.games.overpower.plays import Defence, Play, lead_spec
from tabletop.games.overpower.queries import Hit
from tabletop.games.overpower.spec import TYPES, Spec
from tabletop.rules.model import Plan, Ref, Violation
from tabletop.table.ops import Mark

OPEN_PILES = ("power_pack", "dead", "defeated")
"""The piles that everybody may look through."""


@code
class HM(OwnPlay):
    """Its player draws a card for each one that he has lost in this battle by a discard: of the Discard Phase, by an
    Event, by O; duplicates are kept. Source: code document, HM.
    """

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """Cards are drawn."""
        lost = board.fact("lost", {})
        number = lost.get(play.seat, 0) if isinstance(lost, dict) else 0
        yield from blocks.draw(board, play.seat, number)


@code
class HN(Numeric):
    """A level attack of whatever type is declared, or the defender likes; as a hit it never counts for a Spectrum KO.
    Source: code document, HN.
    """

    keys = "level*, power (any)"

    def declarations(self, board: Board, spec: Spec) -> Sequence[tuple[str, ...]]:
        """One of the four types, or nothing."""
        return ((), *((kind,) for kind in TYPES))

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """What is declared is a type."""
        yield from super().violations(board, play)
        if any(word not in TYPES for word in play.declare):
            yield Violation(self.id, f"{{{play.lead}}} attacks as one of {', '.join(TYPES)}.")

    def compose(self, board: Board, play: Play) -> Play:
        """It counts as the type that is declared, else as all that it might be taken as."""
        play = super().compose(board, play)
        declared = tuple(word for word in play.declare if word in TYPES)[:1]
        return replace(play, types=declared or TYPES, open=not declared)

    def as_hit(self, board: Board, one: Hit) -> Hit:
        """Of no type, and outside the Spectrum."""
        return queries.changed(super().as_hit(board, one), types=(), spectrum=False)


@code
class HO(Numeric):
    """A level attack; on a hit, on a Battlesite too, a Venture total changes for the battle. Source: code document, HO;
    M 122.
    """

    keys = "level*, power*, venture*, scope (opponent)"
    lasts = "battle"
    any_hit = True

    def lies_of(self, board: Board, spec: Spec, play: Play | Defence) -> str:
        """At the player whose total changes."""
        return "team" if self.param(spec, "scope") == "self" else "opponent"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The total of the seat where it lies."""
        yield self.holds(marker, "venture", amount=self.number(marker.spec, "venture"), on=None)


@code
class HP(OwnPlay):
    """Its Character is knocked out, and one that had fallen takes its place at once, with the hits of the other and
    nothing else. Source: code document, HP.
    """

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """The fallen of the team."""
        yield from board.fallen(play.seat)

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """They trade places; hits from this battle on the one who returns stay with the one who falls, so that each
        counts once for Venture.
        """
        by, back = play.by, play.at
        if by is None or not isinstance(back, int) or back not in board.fallen(play.seat):
            return
        before = list(board.at(back, "hits"))
        for name in ("record", "hits"):
            for card in list(board.at(by, name)):
                yield from blocks.to(board, card, f"{back}.{name}")
        yield from settle.falling(board, play.seat, by)
        for card in before:
            yield from blocks.to(board, card, f"{by}.hits")
        yield Mark(back, "ko", None)
        yield from blocks.into_front(board, back)

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for somebody to fall."""
        return not board.fallen(seat)


@code
class HQ(OwnPlay):
    """Its player draws cards; those that duplicate a card held or placed go. Source: code document, HQ."""

    keys = "count (3)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """Cards are drawn."""
        drawn = yield from blocks.draw(board, play.seat, self.number(lead_spec(board, play), "count"))
        yield from blocks.keep_or_discard(board, play.seat, drawn, unusable=False)


@code
class HR(HF):
    """HF with a higher number. Source: code document, HR."""


@code
class HS(OwnPlay):
    """In the Discard Phase of the next battle its player discards no duplicates. Source: code document, HS."""

    lasts = "next_battle"
    lies = "team"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Duplicates are kept; cards drawn after the Discard Phase follow the normal rule."""
        if board.phase in ("draw", "discard"):
            yield self.holds(marker, "keep_duplicates", on=None)


@code
class HT(OwnPlay):
    """Its player searches a pile of his for a card, as a rule a Power card that its Character cannot use; duplicates
    are allowed. Source: code document, HT.
    """

    keys = "cards (power_card), usable (false), source (draw)"

    def pile(self, spec: Spec) -> str:
        """The pile that is searched."""
        return str((self.param(spec, "source") or ("draw",))[0])

    def found(self, board: Board, spec: Spec, seat: str, by: int) -> list[int]:
        """The cards that would do."""
        wanted, usable = self.param(spec, "cards"), bool(self.param(spec, "usable"))
        return [
            card
            for card in board.zone(seat, self.pile(spec))
            if queries.fits(board, card, wanted) and use.can_use(board, by, card) == usable
        ]

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """In a pile that is open there has to be such a card."""
        spec = lead_spec(board, play)
        if self.pile(spec) in OPEN_PILES and not self.found(board, spec, play.seat, play.by or 0):
            yield Violation(self.id, f"{{{play.lead}}} finds no such card.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The search."""
        spec, seat = lead_spec(board, play), play.seat
        found, pile = self.found(board, spec, seat, play.by or 0), f"{seat}.{self.pile(spec)}"
        yield from blocks.search(board, seat, found, pile, f"{seat}.hand", rule=self.id)


@code
class HU(Lends):
    """HI for the Specials that it names. Source: code document, HU."""

    keys = "specials_of*, names*"


@code
class HV(OwnPlay):
    """Any number of different Teamworks may be placed to its Character, for the game; together they take one place.
    Source: code document, HV.
    """

    lasts = "game"
    keys = "count (any), cards (teamwork)"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """They share a place."""
        yield self.holds(marker, "slots", words=self.param(marker.spec, "cards"), use="shared")


@code
class HW(OnOpponent):
    """Cards of O's Dead Pile go back into his Draw Pile, which is shuffled. Source: code document, HW."""

    keys = "count (2)"

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """The pile is open, so that there has to be a card."""
        if not board.zone(board.opponent(play.seat), "dead"):
            yield Violation(self.id, f"{{{play.lead}}} finds an empty Dead Pile.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards are picked."""
        other = board.opponent(play.seat)
        yield from blocks.pick(
            board,
            play.seat,
            "Which cards go back into the Draw Pile?",
            board.zone(other, "dead"),
            "move_picked",
            rule=self.id,
            count=self.param(lead_spec(board, play), "count"),
            zone=f"{other}.draw",
            shuffled=f"{other}.draw",
        )


@code
class HX(Bonus):
    """The team's numeric Specials count more, as attacks and as blocks, for the battle; numbers in text stay. It may go
    along with such a Special. Source: code document, HX.
    """

    keys = "bonus ({ all = 1 }), cards (numeric_special), from_reserve"
    lies = "team"

    def along(self, board: Board, play: Play, card: int) -> Iterator[Violation]:
        """With a Special that has a number."""
        yield from super().along(board, play, card)
        if not card_fits(self.param(board.spec(card), "cards"), lead_spec(board, play)):
            yield Violation(self.id, f"{{{card}}} goes along with a Special that has a number.", (card,))

    def beside(self, board: Board, defence: Defence, play: Play, card: int) -> Iterator[Violation]:
        """With a Special that has a number."""
        yield from super().beside(board, defence, play, card)
        if not card_fits(self.param(board.spec(card), "cards"), lead_spec(board, defence)):
            yield Violation(self.id, f"{{{card}}} goes along with a Special that has a number.", (card,))


@code
class HY(Numeric):
    """A level attack; on a hit O discards cards that his team could still play, from his hand or placed to the target,
    of his choice. Source: code document, HY; M 122.
    """

    keys = "level*, power*, count (2), chooser (opponent)"
    any_hit = True

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards are picked."""
        spec, other = lead_spec(board, play), board.opponent(play.seat)
        placed = board.at(play.at, "placed") if isinstance(play.at, int) else []
        found = [card for card in (*board.zone(other, "hand"), *placed) if not holding.useless(board, other, card)]
        word = self.param(spec, "chooser")
        chooser = {"self": play.seat, "random": "random"}.get(str(word), other)
        yield from blocks.discard_from_hand(board, other, found, chooser, rule=self.id, count=self.param(spec, "count"))


@code
class HZ(HW):
    """The same as HW. Source: code document, HZ."""
