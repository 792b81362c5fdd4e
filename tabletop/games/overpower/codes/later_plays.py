"""Codes later than the code document that are no attacks with a number, as the text of their cards has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tabletop.games.overpower import blocks, queries
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code, codes
from tabletop.games.overpower.codes.e import hand_loss
from tabletop.games.overpower.codes.j import Costs
from tabletop.games.overpower.codes.kinds import (
    Avoid,
    Binds,
    Discards,
    Heals,
    OnOpponent,
    OwnPlay,
    VentureChange,
)
from tabletop.games.overpower.filters import attack_fits, card_fits
from tabletop.games.overpower.plays import Defence, Play, Seen, lead_spec
from tabletop.games.overpower.queries import Hit
from tabletop.games.overpower.spec import Spec
from tabletop.games.overpower.tasks import tasks
from tabletop.rules.model import Plan, Ref, Violation
from tabletop.table.ops import Mark

# what its Character is


class Bargain(OwnPlay):
    """Ratings, bonuses and the points that knock its Character out change together, to the better and the worse."""

    keys = "grid, bonus, cards, hits_to_ko*"
    lasts = "game"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Whatever the card prints."""
        yield self.holds(marker, "hits_to_ko", amount=self.number(marker.spec, "hits_to_ko"))
        grid, bonus = self.table(marker.spec, "grid"), self.table(marker.spec, "bonus")
        if grid:
            yield self.holds(marker, "grid", table=grid)
        if bonus:
            yield self.holds(marker, "bonus", table=bonus, words=self.param(marker.spec, "cards"))


@code
class FF(Bargain):
    """Easier to knock out, and stronger with some cards, for the battle. Source: the card."""

    keys = "bonus*, cards, hits_to_ko*"
    lasts = "battle"


@code
class JO(Bargain):
    """Much easier to knock out, and higher ratings, for the game. Source: the card."""

    keys = "grid*, hits_to_ko*"


@code
class JP(Bargain):
    """Harder to knock out, and weaker in everything, for the game. Source: the card."""

    keys = "bonus*, hits_to_ko*"


@code
class FL(OwnPlay):
    """Hits of the current battle on its Character with some icons count nothing for Venture, for the game. Source: the
    cards.
    """

    lasts = "game"
    keys = "cards*"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """They count for the KO only."""
        wanted = self.param(marker.spec, "cards")

        def worthless(board: Board, one: Hit) -> Hit | None:
            return queries.changed(one, venture=0) if card_fits(wanted, one.spec) else None

        yield self.holds(marker, "hit_as", test=worthless)


@code
class MM(OwnPlay):
    """Hits of the current battle on its Character come off O's Venture total instead of adding to it. Source: the
    card.
    """

    lasts = "battle"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """They count the other way."""

        def against(board: Board, one: Hit) -> Hit | None:
            return None if one.record else queries.changed(one, venture=-one.venture)

        yield self.holds(marker, "hit_as", test=against)


@code
class MR(OwnPlay):
    """Attacks of a type by its Character are moved to nobody, for the game. Source: the cards."""

    lasts = "game"
    keys = "cards*"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """They stay where they are aimed."""
        wanted = self.param(marker.spec, "cards")

        def fits(board: Board, play: Play) -> bool:
            return attack_fits(wanted, Seen(board, play))

        yield self.holds(marker, "no_shift", test=fits)


# whom it protects or serves


@code
class KC(OwnPlay):
    """All attacks of O's team go at its Character (some cards: with a penalty), as long as it may be attacked. Source:
    the cards.
    """

    lasts = "battle"
    keys = "bonus"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The others are closed."""

        def stands(board: Board) -> bool:
            return board.is_front(marker.host) and queries.may_be_attacked(board, marker.host or 0)

        def elsewhere(board: Board, play: Play, char: int | None = None) -> bool:
            return char != marker.host and stands(board)

        yield self.holds(marker, "protect", on=None, test=elsewhere)
        yield self.holds(marker, "protect_things", on=None, test=elsewhere)
        bonus, other = self.table(marker.spec, "bonus"), board.opponent(marker.seat)
        if bonus:
            yield self.holds(marker, "bonus", seat=other, on=None, versus=marker.host, table=bonus)


@code
class KG(OwnPlay):
    """No card of some numbers attacks its Character in this battle. Source: the card."""

    lasts = "battle"
    keys = "against*"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Closed to attacks with such a card."""
        wanted = self.param(marker.spec, "against")

        def strong(board: Board, play: Play, char: int) -> bool:
            return any(card_fits(wanted, spec) for spec in Seen(board, play).specs)

        yield self.holds(marker, "protect", test=strong)


@code
class KP(Costs):
    """A Power card is given up: no Power card of at most its number attacks its Character in this battle. Source: the
    card.
    """

    lasts = "battle"

    def marker_data(self, board: Board, play: Play | Defence, card: int) -> dict[str, Any]:
        """The number."""
        levels = [board.spec(paid).level or 0 for paid in play.with_role("cost")]
        return {**super().marker_data(board, play, card), "level": max(levels, default=0)}

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Closed to such attacks."""
        level = marker.data.get("level")
        if isinstance(level, int):
            yield self.holds(marker, "protect", words=(f"power_card:0-{level}",))


class ForTeammate(OwnPlay):
    """It serves a teammate, or whoever is named, where it lies for the game."""

    lasts = "game"
    lies = "at"

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """The Front Line teammates."""
        yield from (char for char in board.front(play.seat) if char != play.by)


@code
class MF(ForTeammate):
    """A teammate plays the Specials of some Characters too, for the game. Source: the cards."""

    keys = "scope (teammate), specials_of*"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """They are lent."""
        yield self.holds(marker, "plays", words=self.param(marker.spec, "specials_of"), table={"names": ()})


@code
class MW(ForTeammate):
    """A Character of the own Front Line has a bonus for the game. Source: the cards."""

    keys = "bonus*, scope"

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """Anybody of the Front Line."""
        yield from board.front(play.seat)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The bonus."""
        yield self.holds(marker, "bonus", table=self.table(marker.spec, "bonus"))


@code
class MK(Avoid):
    """An attack of a kind on its Character is avoided, and hits of a kind leave the Permanent Records of the team.
    Source: the card.
    """

    keys = "against*, scope (team), cards*, count (all)"

    def scope(self, spec: Spec) -> str:
        """It avoids for its own Character; the scope is that of the hits."""
        return "self"

    def defended(self, board: Board, defence: Defence, play: Play) -> Plan[None]:
        """The hits go."""
        wanted = self.param(lead_spec(board, defence), "cards")
        hits = [piece for char in board.team(defence.seat) for piece in board.at(char, "record")]
        yield from blocks.to_pile(board, [piece for piece in hits if queries.fits(board, piece, wanted)])


# hits


@code
class KR(Heals):
    """A hit of a kind leaves an own Character. Source: the card."""

    keys = "scope*, cards*, count (1), source (record)"


@code
class KS(Heals):
    """A Power card hit leaves a Permanent Record. Source: the card."""

    keys = "scope*, cards*, count (1)"


@code
class MS(Heals):
    """A hit of a kind leaves the Permanent Record of its Character. Source: the cards."""

    keys = "scope*, cards*, count (1)"


@code
class KQ(OwnPlay):
    """A hit leaves the own Battlesite. Source: the card."""

    keys = "count (1)"

    def found(self, board: Board, seat: str) -> list[int]:
        """The hits on it."""
        site = board.site(seat)
        return [*board.at(site, "hits"), *board.at(site, "record")] if site is not None else []

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """There has to be one."""
        if not self.found(board, play.seat):
            yield Violation(self.id, f"{{{play.lead}}} finds no hit on a Battlesite.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """One is picked."""
        yield from blocks.pick(
            board,
            play.seat,
            "Which hit leaves the Battlesite?",
            self.found(board, play.seat),
            "remove_picked",
            rule=self.id,
            count=self.param(lead_spec(board, play), "count"),
        )

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for a hit."""
        return not self.found(board, seat)


@code
class KD(Binds):
    """Hits of a kind on the target count twice for its cumulative KO, for the game; their Venture points stay. Source:
    the cards.
    """

    lasts = "game"
    keys = "scope (target), cards*"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """They count twice."""
        wanted = self.param(marker.spec, "cards")

        def twice(board: Board, one: Hit) -> Hit | None:
            fits = card_fits(wanted, one.spec)
            return queries.changed(one, level=2 * one.level, venture=one.venture) if fits else None

        yield self.holds(marker, "hit_as", test=twice)


# what binds the other side


@code
class FN(Binds):
    """The target makes no attack and plays no Specials for the battle. Source: the card."""

    keys = "cards (special)"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Bound."""
        yield self.holds(marker, "may_not_attack")
        yield self.holds(marker, "forbid", words=self.param(marker.spec, "cards"))


@code
class MI(Binds):
    """Attacks on the target, this one too, are moved to nobody, for the game. Source: the cards."""

    lasts = "game"
    keys = "scope (target)"

    def defence_rules(self, board: Board, play: Play, defence: Defence) -> Iterator[Violation]:
        """Nor is this one."""
        if defence.kind == "shift":
            yield Violation(self.id, f"{{{play.lead}}} is moved to nobody.", defence.cards)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """They stay where they are aimed."""
        yield self.holds(marker, "fixed")


class Bans(OnOpponent):
    """O's team plays no cards of a kind."""

    keys = "cards*"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The cards are closed to it."""
        yield self.holds(marker, "forbid", words=self.param(marker.spec, "cards"), on=None)


@code
class FM(Bans):
    """No Aspects for the battle. Source: the card."""

    lasts = "battle"


@code
class LS(Bans):
    """No Activators in the next battle. Source: the card."""

    lasts = "next_battle"


@code
class NS(Bans):
    """No Specials that last longer than their play, for the game. Source: the card."""

    lasts = "game"
    keys = "scope (opponent), cards (special)"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Those that last are closed to it."""

        def lasts(board: Board, card: int, *_: object) -> bool:
            spec = board.spec(card)
            found = codes.get(spec.code)
            return found is not None and found.lasts_of(spec) in ("battle", "game")

        yield self.holds(marker, "forbid", words=self.param(marker.spec, "cards"), on=None, test=lasts)


@code
class KL(OnOpponent):
    """O's Specials that are in effect for the battle or the game are discarded. Source: the cards."""

    keys = "scope (opponent), cards (special), count (all), source (effects)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """All of them, wherever they lie."""
        other, wanted = board.opponent(play.seat), self.param(lead_spec(board, play), "cards")
        for marker in list(board.markers()):
            lying = marker.owner == other and board.zone_of(marker.piece)[1] == "effects"
            found = codes.get(marker.spec.code)
            lasting = found is not None and found.lasts_of(marker.spec) in ("battle", "game")
            if lying and lasting and found is not None and card_fits(wanted, marker.spec):
                yield from found.when_negated(board, marker.piece)
                yield from blocks.discard(board, [marker.piece])


@code
class MZ(Discards):
    """O's team loses placed cards; it may be played from the Reserve. Source: the card."""

    keys = "scope (target), cards, count (1), chooser (self), from_reserve"


@code
class OC(OnOpponent):
    """O discards cards of his choice from his hand. Source: the card."""

    keys = "count*, chooser (opponent), source (hand)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards are picked."""
        yield from hand_loss(board, play, self.id)


# Venture and Missions


class SetVenture(VentureChange):
    """A Venture total changes, twice as much if O has one of the sets of Missions in `names`."""

    keys = "venture*, scope*, names"

    def marker_data(self, board: Board, play: Play | Defence, card: int) -> dict[str, Any]:
        """The amount."""
        spec, other = board.spec(card), board.opponent(play.seat)
        zones = ("missions_reserve", "missions_completed", "missions_defeated", "ventured")
        sets = {str(board.spec(mission).get("set")) for zone in zones for mission in board.zone(other, zone)}
        amount = self.number(spec, "venture")
        twice = not sets.isdisjoint(self.param(spec, "names"))
        return {**super().marker_data(board, play, card), "amount": 2 * amount if twice else amount}

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The total of the seat where it lies."""
        amount = marker.data.get("amount", self.number(marker.spec, "venture"))
        yield self.holds(marker, "venture", amount=amount if isinstance(amount, int) else 0, on=None)


@code
class JQ(SetVenture):
    """The own total rises, twice as much against some Missions. Source: the card."""


@code
class KH(SetVenture):
    """O's total falls, twice as much with some Missions. Source: the cards."""


@code
class NC(VentureChange):
    """The own total rises after a battle that was won, twice as much after one that was lost. Source: the card."""

    def marker_data(self, board: Board, play: Play | Defence, card: int) -> dict[str, Any]:
        """The amount."""
        winner, amount = board.fact("battle_winner"), self.number(board.spec(card), "venture")
        told = amount if winner == play.seat else 2 * amount if winner in board.seats else 0
        return {**super().marker_data(board, play, card), "amount": told}

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The total of the seat where it lies."""
        amount = marker.data.get("amount")
        yield self.holds(marker, "venture", amount=amount if isinstance(amount, int) else 0, on=None)


@code
class MD(Costs):
    """A Power card is given up, and its number goes to the own Venture total; with an amount of its own it may do
    without. Source: the cards.
    """

    lasts = "battle"
    lies = "team"
    keys = "needs*, scope (self), venture"

    def sets(self, board: Board, seat: str, by: int, card: int) -> Iterator[tuple[int, ...]]:
        """Without a card too, where it may."""
        if self.number(board.spec(card), "venture"):
            yield ()
        yield from super().sets(board, seat, by, card)

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """A Power card, where it has to be."""
        if play.with_role("cost") or not self.number(lead_spec(board, play), "venture"):
            yield from super().violations(board, play)

    def marker_data(self, board: Board, play: Play | Defence, card: int) -> dict[str, Any]:
        """The amount."""
        levels = sum(board.spec(paid).level or 0 for paid in play.with_role("cost"))
        amount = self.number(board.spec(card), "venture") + levels
        return {**super().marker_data(board, play, card), "amount": amount}

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The total of the seat where it lies."""
        amount = marker.data.get("amount")
        yield self.holds(marker, "venture", amount=amount if isinstance(amount, int) else 0, on=None)


@code
class ME(OwnPlay):
    """A teammate is named: in the battle in which it is knocked out the own Venture total rises. Source: the card."""

    lasts = "game"
    lies = "team"
    keys = "scope (teammate), venture*"

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """The teammates."""
        yield from (char for char in board.team(play.seat) if char != play.by)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """It has fallen in this battle."""
        at = marker.at
        if at in board.fallen(marker.seat) and board.mark(at or 0, "ko") == board.battle:
            yield self.holds(marker, "venture", amount=self.number(marker.spec, "venture"), on=None)


@code
class KF(OwnPlay):
    """For each hit on the Permanent Record of its Character a Mission moves from pile to pile. Source: the card."""

    keys = "scope (self), count (1), per (own_record), source*, to*"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """As many as there are hits."""
        spec = lead_spec(board, play)
        source, target = self.param(spec, "source"), self.param(spec, "to")
        number = self.number(spec, "count") * (len(board.at(play.by, "record")) if play.by is not None else 0)
        if source and target:
            yield from blocks.move_missions(board, play.seat, source[0], target[0], number)


@code
class KK(OwnPlay):
    """All Missions of both players go to their Reserve piles; the ventured ones count as ventured from there. Source:
    the cards.
    """

    keys = "count (all), to (missions_reserve)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """Both piles of either side."""
        for seat in board.seats:
            for pile in ("missions_completed", "missions_defeated"):
                yield from blocks.move_missions(board, seat, pile, "missions_reserve", "all")
            for card in list(board.zone(seat, "ventured")):
                yield Mark(card, "from", "reserve")


@code
class NL(OwnPlay):
    """In the next battle nobody ventures more Missions than it says. Source: the card."""

    lasts = "next_battle"
    lies = "team"
    keys = "count*"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """For both."""
        yield self.holds(marker, "mission_limit", amount=self.number(marker.spec, "count"), seat="", on=None)


# cards


@code
class KE(OwnPlay):
    """Its player draws two cards, keeps one of them, even a duplicate, and puts the other under his Draw Pile. Source:
    the card.
    """

    keys = "count (2)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The draw."""
        drawn = yield from blocks.draw(board, play.seat, self.number(lead_spec(board, play), "count"))
        if len(drawn) > 1:
            text = "Which card do you keep?"
            yield from blocks.ask(
                play.seat, text, drawn, "one_kept", rule=self.id, secret=True, seat=play.seat, drawn=drawn
            )


@tasks.task
def one_kept(board: Board, seat: str, drawn: list[int], picked: list[int]) -> Plan[None]:
    """The cards that were not picked go under the Draw Pile."""
    for card in drawn:
        if card not in picked:
            yield from blocks.to(board, card, f"{seat}.draw", 1 << 30)


@code
class LV(OwnPlay):
    """Its player takes a card of a kind that duplicates none of his out of a pile. Source: the cards."""

    keys = "cards*, source (draw)"

    def pile(self, spec: Spec) -> str:
        """The pile."""
        return str((self.param(spec, "source") or ("draw",))[0])

    def found(self, board: Board, spec: Spec, seat: str, lead: int) -> list[int]:
        """The cards that would do."""
        held = [card for card in board.held(seat) if card != lead]
        return [
            card
            for card in board.zone(seat, self.pile(spec))
            if card_fits(self.param(spec, "cards"), board.spec(card))
            and not any(queries.same(board, card, other) for other in held)
        ]

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """In an open pile there has to be one."""
        spec = lead_spec(board, play)
        if self.pile(spec) != "draw" and not self.found(board, spec, play.seat, play.lead or 0):
            yield Violation(self.id, f"{{{play.lead}}} finds no such card.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """A search, or a look into an open pile."""
        spec, seat = lead_spec(board, play), play.seat
        pile, zone, found = f"{seat}.{self.pile(spec)}", f"{seat}.hand", self.found(board, spec, seat, play.lead or 0)
        if self.pile(spec) == "draw":
            yield from blocks.search(board, seat, found, pile, zone, rule=self.id)
        else:
            yield from blocks.pick(
                board, seat, "Which card do you take?", found, "move_picked", rule=self.id, zone=zone
            )


@code
class LY(Costs):
    """A Power card is given up: for the game its player discards no duplicates of its type and number. Source: the
    cards.
    """

    lasts = "game"
    lies = "team"

    def marker_data(self, board: Board, play: Play | Defence, card: int) -> dict[str, Any]:
        """What it was."""
        shown = [board.spec(paid) for paid in play.with_role("cost")]
        kept = {"power": list(shown[0].power), "level": shown[0].level} if shown else {}
        return {**super().marker_data(board, play, card), **kept}

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Such cards are kept."""

        def of_that_kind(board: Board, card: int, other: int) -> bool:
            spec = board.printed(card)
            return list(spec.power) == marker.data.get("power") and spec.level == marker.data.get("level")

        yield self.holds(marker, "keep_duplicates", on=None, test=of_that_kind)
