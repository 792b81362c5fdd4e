"""The codes AA to AZ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from tabletop.games.overpower import blocks, holding, queries, use
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code, codes
from tabletop.games.overpower.codes.base import Code
from tabletop.games.overpower.codes.kinds import (
    Avoid,
    Binds,
    Bonus,
    Discards,
    Heals,
    Negate,
    Numeric,
    OnOpponent,
    OwnPlay,
    Protection,
    Shift,
    VentureChange,
)
from tabletop.games.overpower.plays import Defence, Play, lead_spec
from tabletop.games.overpower.spec import Spec
from tabletop.games.overpower.tasks import tasks
from tabletop.rules.model import Luck, Plan, Ref, Violation


@code
class AA(Numeric):
    """A level attack; then, unless it was negated, one further attack of the same Character (G7). Source: code
    document, AA.
    """

    keys = "level*, power*, extra (1), extra_at"


@code
class AB(Numeric):
    """A level attack; then one further attack made as a given type, with a Basic or Training card if it fits. Source:
    code document, AB.
    """

    keys = "level*, power*, extra (1), extra_with*, extra_at"


@code
class AC(Shift):
    """An attack on one own Character goes at another one of the Front Line, who may defend, once. Source: code
    document, AC; M 101.
    """

    keys = "source*, to*"


@code
class AD(Avoid):
    """One attack of a kind is avoided; numbers are those of the cards with the Universe bonus, without bonuses of
    Specials. Source: code document, AD; M 17.
    """

    keys = "against*, scope (self), from_reserve"
    takes_tactics = True
    stays_with_reserve = True


@code
class AE(Numeric):
    """A level attack, alone or together with one Power card of a kind; one attack, two hits. Source: code document,
    AE; M 15, M 92.
    """

    keys = "level*, power*, combine*, combine_by"


@code
class AF(VentureChange):
    """The own Venture total rises, or the opponent's falls, for this battle. Source: code document, AF."""

    keys = "venture*, scope*, from_reserve"


@code
class AG(Avoid):
    """One attack is avoided, numeric or not. Source: code document, AG."""

    keys = "scope (self)"
    stays_with_reserve = True


@code
class AH(Protection):
    """Closed to one kind of attack for the battle; in defence such an attack is avoided first. Source: code document,
    AH.
    """

    keys = "against*, avoid, scope (self), play"


@code
class AI(Discards):
    """One placed card of a Character, or of the whole opposing team, is discarded. Source: code document, AI."""

    keys = "scope (target), cards, count (1), chooser (self)"


@code
class AJ(OnOpponent):
    """Its player sees cards of the opponent's hand or the top of his Draw Pile; the sight ends with the action. Source:
    code document, AJ.
    """

    keys = "source*, count*, cards, chooser"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards are shown for this action only."""
        spec, other = lead_spec(board, play), board.opponent(play.seat)
        zone = (self.param(spec, "source") or ("hand",))[0]
        wanted, count = self.param(spec, "cards"), self.param(spec, "count")
        cards = [card for card in board.zone(other, zone) if not wanted or queries.fits(board, card, wanted)]
        if self.param(spec, "chooser") == "random" and isinstance(count, int) and count < len(cards):
            cards = list((yield Luck("random", tuple(cards), count)))
        elif isinstance(count, int):
            cards = cards[:count]
        yield from blocks.glimpse(board, cards, play.seat)


@code
class AK(Code):
    """The bonus of a Universe card counts twice in one action of its player: with a Basic or Training card in attack or
    block, or with a Teamwork that it leads; the variant for the battle doubles matching bonuses of the team. Source:
    code document, AK.
    """

    play = "both"
    keys = "duration, cards"
    companion = frozenset({"attack", "block", "boost", "teamwork"})
    doubles_bonus = True
    lies = "team"

    def goes_along(self, board: Board, spec: Spec, attack: bool) -> bool:
        """The variant for the battle is played alone."""
        return self.lasts_of(spec) == "instant"

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """The variant for one action goes along with it."""
        if self.lasts_of(lead_spec(board, play)) == "instant":
            yield Violation(self.id, f"{{{play.lead}}} goes along with a Universe card.", (play.lead or 0,))

    def along(self, board: Board, play: Play, card: int) -> Iterator[Violation]:
        """There has to be a bonus to double."""
        yield from super().along(board, play, card)
        if "boost" not in play.roles and play.lead_role != "teamwork":
            yield Violation(self.id, f"{{{card}}} finds no Universe bonus to double.", (card,))

    def beside(self, board: Board, defence: Defence, play: Play, card: int) -> Iterator[Violation]:
        """There has to be a Basic or Training card in the block."""
        if "boost" not in defence.roles:
            yield Violation(self.id, f"{{{card}}} finds no Universe bonus to double.", (card,))

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Matching bonuses of the team are doubled."""
        if self.lasts_of(marker.spec) != "instant":
            yield self.holds(marker, "double", words=self.param(marker.spec, "cards"), on=None)


@code
class AL(Heals):
    """A hit leaves the record of an own Character; with a level only if the attack lands. Source: code document, AL."""

    keys = "scope*, source (record), count (1), cards, level, power"


@code
class AM(Bonus):
    """A bonus for a Character's actions, or a penalty on a target, for the battle. Source: code document, AM (sentence
    on Universe attacks from the earlier edition); M 54.
    """

    keys = "bonus*, scope (self)"


@code
class AN(Numeric):
    """A level attack that may go at the Reserve, which may defend itself. Source: code document, AN."""

    keys = "level*, power*"
    reserve_target = True


@code
class AO(Negate):
    """Any Special of the opponent is negated, as it is played or on the own turn from the table. Source: code document,
    AO; M 93, M 97.
    """


@code
class AP(Numeric):
    """A level attack against which no card with some icons may be used. Source: code document, AP; M 44."""

    keys = "level*, power*, defend_not*"


@code
class AQ(Numeric):
    """A strong attack of one declared type; undeclared the defender may take it as any. As a hit it is any one of its
    types. Source: code document, AQ.
    """

    keys = "level*, power*"


@code
class AR(Numeric):
    """A plain level attack; with the rider `copy_grid` a hit gives its player the target's grid for the battle. Source:
    code document, AR; M 46.
    """

    keys = "level*, power*, rider"

    def lasts_of(self, spec: Spec) -> str:
        """Only the rider lasts."""
        return "battle" if spec.get("rider") == "copy_grid" else "instant"

    lies = "self"

    def marker_data(self, board: Board, play: Play | Defence, card: int) -> dict[str, Any]:
        """The grid of the target as it is now is kept."""
        data = super().marker_data(board, play, card)
        if isinstance(play.at, int):
            data["grid"] = board.grid(play.at)
        return data

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The grid that was taken over."""
        if marker.spec.get("rider") == "copy_grid" and isinstance(marker.data.get("grid"), dict):
            yield self.holds(marker, "grid", table=marker.data["grid"])


@code
class AS(Numeric):
    """A very strong attack. The rider binds its player afterwards unless it was negated; `bonus` with `per` counts the
    cards of the own record as the attack is declared. Source: code document, AS.
    """

    keys = "level*, power*, rider, bonus, per"

    def compose(self, board: Board, play: Play) -> Play:
        """The bonus for each hit on the own Permanent Record."""
        play = super().compose(board, play)
        spec = lead_spec(board, play)
        if self.param(spec, "per") == "own_record" and play.by is not None:
            each = self.table(spec, "bonus").get("attack", 0)
            return replace(play, bonus=play.bonus + int(each) * len(board.at(play.by, "record")))
        return play

    def afterwards(self, board: Board, play: Play) -> Plan[None]:
        """The one who played it may not attack any more in this battle."""
        if lead_spec(board, play).get("rider") == "self_may_not_attack" and play.lead is not None:
            data = {"by": play.by, "bound": True}
            yield from blocks.lay_lasting(board, play.lead, play.by, play.seat, data, "battle", self.id)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The one who played it is bound."""
        if marker.data.get("bound"):
            yield self.holds(marker, "may_not_attack")


@code
class AT(OwnPlay):
    """Its player draws cards and keeps them even as duplicates. Source: code document, AT."""

    keys = "count (1)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """Cards are drawn."""
        yield from blocks.draw(board, play.seat, self.number(lead_spec(board, play), "count"))


@code
class AU(Discards):
    """Several placed cards of a Character or of the whole opposing team are discarded; the variant that may strike the
    hand takes the place with more cards. Source: code document, AU; M 50, M 103.
    """

    keys = "scope*, cards, count (all), chooser (self), source (placed)"

    def places(self, board: Board, spec: Spec, seat: str) -> dict[str, list[int]]:
        """The cards that it could take from each place."""
        wanted = self.param(spec, "cards")
        found = {"placed": self.cards_of(board, spec, seat, None)}
        if "hand" in self.param(spec, "source"):
            found["hand"] = [c for c in board.zone(seat, "hand") if not wanted or queries.fits(board, c, wanted)]
        return found

    def touched(self, board: Board, play: Play) -> Sequence[int] | None:
        """Those who have placed cards; the variant that may strike the hand concerns the player."""
        return None if "hand" in self.param(lead_spec(board, play), "source") else super().touched(board, play)

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """There has to be a placed card, but for the variant that may strike the hand."""
        if "hand" not in self.param(lead_spec(board, play), "source"):
            yield from super().violations(board, play)

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The place with more cards loses them; on a tie its player picks the place."""
        spec, other = lead_spec(board, play), board.opponent(play.seat)
        if "hand" not in self.param(spec, "source"):
            yield from super().effect(board, play)
            return
        found = self.places(board, spec, other)
        most = max(len(cards) for cards in found.values())
        names = [name for name, cards in found.items() if len(cards) == most]
        yield from blocks.ask(play.seat, "Which place is struck?", names, "strike_place", rule=self.id, places=found)

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """The variant that may strike the hand waits for nothing."""
        spec = board.spec(card)
        return "hand" not in self.param(spec, "source") and super().waits(board, seat, card, users)


@tasks.task
def strike_place(board: Board, places: dict[str, list[int]], picked: list[str]) -> Plan[None]:
    """The cards of the place that was picked are discarded."""
    yield from blocks.discard(board, places[picked[0]])


@code
class AV(Binds):
    """The target may make no attack of any kind for the battle. Source: code document, AV."""

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The target is bound."""
        yield self.holds(marker, "may_not_attack")


@code
class AW(VentureChange):
    """A Venture total changes, in this battle or (duration next_battle) in the next one. Source: code document, AW; the
    earlier edition knows the current battle only.
    """

    keys = "venture*, scope*, duration"


@code
class AX(Binds):
    """If it succeeds neither the target nor the one who played it may attack for the battle; a KO of one does not free
    the other. Source: code document, AX.
    """

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The target is bound; its player through the lasting effect."""
        yield self.holds(marker, "may_not_attack")

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The one who played it is bound apart from the marker, so that the target's KO does not free it."""
        if play.lead is not None:
            yield from blocks.lay_lasting(board, play.lead, play.by, play.seat, {"by": play.by}, "battle", self.id)


@code
class AY(Bonus):
    """Ratings of its player rise for the battle (or the game): alone, with a Power card attack, or with a block that is
    impossible without. With `against` it avoids an attack of that kind first. Source: code document, AY; M 55.
    """

    keys = "grid*, duration (battle), against"
    meant = ""
    companion = frozenset({"attack", "block"})

    def kind_of(self, board: Board, spec: Spec, seat: str, at: Ref | None) -> str:
        """An own play."""
        return "own"

    def goes_along(self, board: Board, spec: Spec, attack: bool) -> bool:
        """With a Power card attack or block; the variant that avoids goes along with nothing."""
        return not self.param(spec, "against")

    def play_of(self, spec: Spec) -> str:
        """The variant that avoids is played in defence only."""
        return "defense" if self.param(spec, "against") else super().play_of(spec)

    def along(self, board: Board, play: Play, card: int) -> Iterator[Violation]:
        """With one Power card attack, without a Universe card."""
        yield from super().along(board, play, card)
        if play.lead_role != "power":
            yield Violation(self.id, f"{{{card}}} goes along with a Power card.", (card,))

    def beside(self, board: Board, defence: Defence, play: Play, card: int) -> Iterator[Violation]:
        """With a Power card that could not be used without it; a Universe card may take part."""
        lead = defence.lead
        if lead is None or defence.by is None or not board.spec(lead).is_power:
            yield Violation(self.id, f"{{{card}}} goes along with a Power card.", (card,))
        elif use.power_types(board, defence.by, lead, "defense") and all(
            use.boost_types(board, defence.by, boost, "defense") for boost in defence.with_role("boost")
        ):
            yield Violation(self.id, f"{{{defence.by}}} can use {{{lead}}} without {{{card}}}.", (card,))

    def defence_kind(self, board: Board, spec: Spec) -> str:
        """It avoids, where it names what."""
        return "avoid" if self.param(spec, "against") else "other"

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """An attack on its player of the kind that it names."""
        spec = lead_spec(board, defence)
        if not self.param(spec, "against"):
            yield from self.wrong(f"{{{defence.lead}}} answers only together with a Power card.", defence.lead or 0)
            return
        avoid = codes["AD"]
        for found in avoid.answers(board, defence, play):
            yield replace(found, rule=self.id if found.rule == "AD" else found.rule)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The ratings; a rating that is higher already is not lowered."""
        yield self.holds(marker, "grid", table=self.table(marker.spec, "grid"), words=("raise",))

    def makes_usable(self, board: Board, seat: str, card: int, other: int) -> bool:
        """A card that its Character could use with the raised rating (G9)."""
        spec = board.spec(card)
        for char in holding.users(board, seat, card):
            raised = board.supposing(Marker(card, spec, char, seat, seat, {"by": char}))
            if use.can_use(raised, char, other):
                return True
        return False


@code
class AZ(Binds):
    """The target may not attack the one who played it until that one declares an attack at it. Source: code document,
    AZ.
    """

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The target may not attack the one who played it."""
        yield self.holds(marker, "may_not_attack", versus=marker.data.get("by"))

    def declared(self, board: Board, marker: Marker, play: Play) -> Plan[None]:
        """An attack on the target by the one who played it ends the marker."""
        if play.by == marker.data.get("by") and play.at == marker.host and marker.host is not None:
            yield from blocks.to_pile(board, [marker.piece])
