"""The codes EN to EZ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop.games.overpower import blocks, queries, use
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.e import HealsOne
from tabletop.games.overpower.codes.kinds import (
    Avoid,
    Binds,
    Bonus,
    Combines,
    Heals,
    NamesType,
    Numeric,
    OnOpponent,
    OwnPlay,
    TurnsLead,
)
from tabletop.games.overpower.plays import Defence, Grant, Play, lead_spec
from tabletop.games.overpower.queries import Hit
from tabletop.games.overpower.spec import Spec
from tabletop.rules.model import Do, Luck, Plan, Ref, Violation
from tabletop.table.ops import Fact


@code
class EN(Numeric):
    """A level attack that counts more than its number for the cumulative KO and for Venture once it has landed. With
    the rider `concede` (The Fortress of Solitude) its player gives the battle up, and every ventured Mission returns to
    its pile; not after more than two of his own. Source: code document, EN.
    """

    keys = "level*, power*, damage*, rider"

    def concedes(self, spec: Spec) -> bool:
        """Whether it is the variant that concedes."""
        return bool(spec.get("rider") == "concede")

    def problems(self, spec: Spec) -> Iterator[str]:
        """The variant that concedes has no numbers."""
        needless = {f'{spec.name}: {self.id} needs the parameter "{key}"' for key in self.needed}
        yield from (text for text in super().problems(spec) if not self.concedes(spec) or text not in needless)

    def kind_of(self, board: Board, spec: Spec, seat: str, at: Ref | None) -> str:
        """An own play where it concedes."""
        return "own" if self.concedes(spec) else "numeric"

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """A concession has to be allowed, after at most two own Missions."""
        yield from super().violations(board, play)
        if not self.concedes(lead_spec(board, play)):
            return
        ventured = len(board.zone(play.seat, "ventured"))
        if ventured > 2:
            yield Violation(self.id, f"{{{play.seat}}} has ventured {ventured} Missions, and two are the most.")
        barred = [*queries.may_concede(board, play.seat)]
        barred += [
            Violation(effect.rule, "You may not concede now.") for effect in board.for_seat("must_act", play.seat)
        ]
        yield from barred
        if barred:
            yield Violation(self.id, f"{{{play.lead}}} concedes, which is forbidden now.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The concession waits for its answer; no Mission will move."""
        if self.concedes(lead_spec(board, play)):
            yield Fact("missions_stay", True)
            yield Do("concession_waits", {"seat": play.seat})

    def as_hit(self, board: Board, one: Hit) -> Hit:
        """Its extra points count too."""
        return queries.changed(one, level=one.level + self.number(one.spec, "damage"))


@code
class EO(Numeric):
    """A level attack; on a hit neither the target nor the one who played it may attack for the battle, and the KO of
    one does not free the other. Source: code document, EO.
    """

    lasts = "battle"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Whoever it holds for is bound."""
        yield self.holds(marker, "may_not_attack")

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The one who played it is bound apart from the target."""
        if play.lead is not None:
            until = self.lasts_of(lead_spec(board, play))
            yield from blocks.lay_lasting(board, play.lead, play.by, play.seat, {"by": play.by}, until, self.id)


@code
class EP(OnOpponent):
    """A random card of O's Draw Pile goes to his Dead Pile, whatever it is, and he shuffles; impossible, and of no use,
    without a Draw Pile. Source: code document, EP.
    """

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """There has to be a Draw Pile."""
        other = board.opponent(play.seat)
        if not board.zone(other, "draw"):
            yield Violation(self.id, f"{{{other}}} has no Draw Pile to cut.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The card cut to goes, the rest is shuffled."""
        other = board.opponent(play.seat)
        pile = tuple(board.zone(other, "draw"))
        if pile:
            (card,) = yield Luck("random", pile)
            yield from blocks.to(board, card, f"{other}.dead")
            yield from blocks.shuffle(board, f"{other}.draw")

    def unusable(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """Nothing to cut."""
        return not board.zone(board.opponent(seat), "draw")


@code
class EQ(Bonus):
    """Actions count more or less by their type, in attack and block, for the battle; alone, with a numeric Special or
    Power card attack, or with a block. An action of several types counts each number once. Source: code document, EQ.
    """

    def along(self, board: Board, play: Play, card: int) -> Iterator[Violation]:
        """With an attack that has a number."""
        yield from super().along(board, play, card)
        if play.kind != "numeric":
            yield Violation(self.id, f"{{{card}}} goes along with an attack that has a number.", (card,))

    def stays(self, board: Board, play: Play, card: int) -> bool:
        """For the own Character it stays also where the Special that it went with was negated."""
        own = not self.is_burden(board, play, card)
        return super().stays(board, play, card) or (own and play.lead_role == "special")


@code
class ER(OwnPlay):
    """Its player takes a Power card of certain types that its Character can use from his Draw Pile, a duplicate too.
    Source: code document, ER; M 99.
    """

    keys = "cards*, usable (true)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The pile is searched and shuffled."""
        spec, pile = lead_spec(board, play), f"{play.seat}.draw"
        wanted, usable = self.param(spec, "cards"), bool(self.param(spec, "usable"))
        found = [
            card
            for card in board.table.cards(pile)
            if board.spec(card).is_power
            and queries.fits(board, card, wanted)
            and bool(use.power_types(board, play.by or 0, card)) == usable
        ]
        yield from blocks.search(board, play.seat, found, pile, f"{play.seat}.hand", rule=self.id)


@code
class ES(Combines):
    """Two Power cards as one attack, like DW: one card of either side. Source: code document, ES."""


@code
class ET(HealsOne):
    """One or two hits leave the Permanent Record of an own Character. Source: code document, ET."""

    keys = "count (2), cards, scope (self)"
    up_to = True


@code
class EU(Combines):
    """The same as ES. Source: code document, EU."""


@code
class EV(NamesType, Heals):
    """All hits that bear an icon which its player names leave the Permanent Record of its Character. Source: code
    document, EV.
    """

    keys = ""

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The hits go."""
        found = self.hits_of(board, play.seat, play.by, lead_spec(board, play))
        icons = set(play.declare)
        yield from blocks.to_pile(board, [piece for piece in found if board.spec(piece).icons & icons])


@code
class EW(TurnsLead):
    """A teammate makes one attack at a bonus, without a Universe card; it is compulsory. Source: code document, EW."""

    keys = "extra_bonus (2), extra_by (teammate)"

    def grants(self, board: Board, play: Play) -> Iterator[Grant]:
        """The attack of the teammate."""
        bonus = self.number(lead_spec(board, play), "extra_bonus")
        yield self.grant(
            play, by=self.mates(board, play), boost=False, must=True, joined=True, bonus=bonus, chains=False
        )


def closed_cards(code: Binds | Avoid, marker: Marker) -> Iterator[Effect]:
    """The cards that a marker names may be used neither to attack nor to defend."""
    for way in ("attack", "defense"):
        yield code.holds(marker, "forbid", words=code.param(marker.spec, "against"), use=way)


@code
class EX(Binds):
    """The target neither attacks nor defends with cards of a kind, for the battle. In defence it binds its own
    Character or a teammate, and the attack goes on. Source: code document, EX (read literally).
    """

    play = "both"
    keys = "against*"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The cards are closed."""
        yield from closed_cards(self, marker)

    def defence_kind(self, board: Board, spec: Spec) -> str:
        """It stops nothing."""
        return "other"

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """Any attack; it names an own Character."""
        if not play.is_attack:
            yield from self.wrong(f"{{{defence.lead}}} answers attacks.", defence.lead or 0)
        if not isinstance(defence.at, int) or not board.is_front(defence.at, defence.seat):
            yield from self.wrong(f"In defence {{{defence.lead}}} names a Character of the own Front Line.")

    def defence_targets(self, board: Board, seat: str, by: int, spec: Spec, play: Play) -> Iterator[Ref | None]:
        """The own Front Line."""
        yield from board.front(seat)

    def outcome(self, board: Board, defence: Defence, play: Play) -> str:
        """The attack hits."""
        return "hit"


@code
class EY(Avoid):
    """O's team neither attacks nor defends with cards of a kind, for the battle; in defence an attack with such a card
    on any own Character is avoided first. Source: code document, EY.
    """

    play = "both"
    kind = "opponent"
    lasts = "battle"
    lies = "opponent"
    keys = "against*"

    def scope(self, spec: Spec) -> str:
        """It protects the whole team."""
        return "team"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The cards are closed to the team at whose seat it lies."""
        yield from closed_cards(self, marker)


@code
class EZ(OwnPlay):
    """In the next battle, from its line-up on, ratings of its player's Character have other numbers, higher or lower.
    Source: code document, EZ.
    """

    lasts = "next_battle"
    keys = "grid*"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The ratings."""
        yield self.holds(marker, "grid", table=self.table(marker.spec, "grid"))
