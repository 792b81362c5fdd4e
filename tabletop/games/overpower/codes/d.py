"""The codes DA to DV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tabletop.games.overpower import blocks, queries, use
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.b import BF
from tabletop.games.overpower.codes.kinds import (
    Binds,
    Bonus,
    EitherSide,
    NamesType,
    Negate,
    Numeric,
    OnOpponent,
    OnTarget,
    OwnPlay,
    Protection,
    TurnsLead,
    WhenBonus,
)
from tabletop.games.overpower.filters import card_fits, terms
from tabletop.games.overpower.plays import Defence, Grant, Play, Seen, lead_spec
from tabletop.games.overpower.registry import codes
from tabletop.games.overpower.spec import Spec
from tabletop.games.overpower.tasks import check, tasks
from tabletop.rules.model import Plan, Question, Ref, Violation


@code
class DA(NamesType, Binds):
    """The target may not defend with cards as a type that is named, for the battle; a card of several types serves as
    another one. Source: code document, DA.
    """

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """A limit of the target's defences."""
        if marker.chosen and marker.host is not None:
            yield Effect("defence_rule", self.id, marker.piece, marker.seat, words=(marker.chosen,), test=self.limit)

    def limit(self, board: Board, play: Play, defence: Defence, effect: Effect) -> Iterator[Violation]:
        """The cards of a defence serve as another type."""
        (kind,) = effect.words
        if effect.source is None or defence.by != board.host(effect.source):
            return
        for card, role in zip(defence.cards, defence.roles, strict=False):
            if role in ("power", "special", "doubleshot") and self.serves_as(board, defence, card, kind):
                text = f"{{{defence.by}}} may not defend with {{{card}}} as {kind.capitalize()}."
                yield Violation(self.id, text, (card, effect.source))

    def serves_as(self, board: Board, defence: Defence, card: int, kind: str) -> bool:
        """Whether a card of a defence can serve as this type only."""
        spec, by = board.spec(card), defence.by or 0
        if spec.is_special and not spec.numeric:
            return False
        kinds = set(spec.words("defend_power") or spec.power)
        if defence.declare and (spec.is_multi or spec.is_special):
            kinds &= set(defence.declare)
        elif spec.is_multi:
            kinds &= set(use.power_types(board, by, card, "defense"))
            for boost in defence.with_role("boost"):
                kinds &= set(use.boost_types(board, by, boost, "defense"))
        return kinds == {kind}


@code
class DB(OnTarget):
    """The target loses a placed Teamwork card; in defence the first attack of a Teamwork at anybody of the team is
    cancelled with all that would follow. Source: code document, DB.
    """

    play = "both"
    meant = "avoid"

    def teamworks(self, board: Board, char: Ref | None) -> list[int]:
        """The Teamwork cards placed to a Character."""
        placed = board.at(char, "placed") if isinstance(char, int) else []
        return [card for card in placed if board.spec(card).kind == "teamwork"]

    def works_on(self, board: Board, play: Play, char: int) -> bool:
        """Only on a Character with such a card."""
        return bool(self.teamworks(board, char))

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """A Teamwork card is placed to the target."""
        if not self.teamworks(board, play.at):
            yield Violation(self.id, f"{{{play.lead}}} finds no placed Teamwork card there.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """One of them is discarded."""
        yield from blocks.pick(
            board,
            play.seat,
            "Which Teamwork card is discarded?",
            self.teamworks(board, play.at),
            "discard_picked",
            rule=self.id,
        )

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """The first attack of a Teamwork."""
        lead = defence.lead or 0
        if play.lead_role != "teamwork" or not isinstance(play.at, int) or board.spec(play.at).type != "character":
            yield from self.wrong(f"{{{lead}}} answers the first attack of a Teamwork.", lead)

    def outcome(self, board: Board, defence: Defence, play: Play) -> str:
        """Nothing follows the attack."""
        return "negated"


@code
class DD(Bonus):
    """A bonus towards one opposing Character, in attack and in blocks of its attacks; it may go along with an attack at
    that one. An avoid, a shift or a negation leaves no bonus. Source: code document, DD.
    """

    keys = "bonus ({ attack = 2, defense = 2 }), versus (target)"
    play = "offense"
    lies = "self"
    companion = frozenset({"attack"})

    def kind_of(self, board: Board, spec: Spec, seat: str, at: Ref | None) -> str:
        """An effect attack."""
        return "effect"

    def along(self, board: Board, play: Play, card: int) -> Iterator[Violation]:
        """It is aimed at a Character, as the attack has to be."""
        yield from super().along(board, play, card)
        if play.at is not None and not board.is_character(play.target):
            yield Violation(self.id, f"{{{card}}} is aimed at a Character; the attack is not.", (card,))

    def destination(self, board: Board, play: Play, card: int) -> str | None:
        """Shifted away it is spent."""
        return blocks.home(board, card) if card == play.lead and play.shifted else None

    def stays(self, board: Board, play: Play, card: int) -> bool:
        """A block of the attack that it went along with does not stop it."""
        return play.outcome in ("hit", "blocked") and not play.shifted

    def marker_data(self, board: Board, play: Play | Defence, card: int) -> dict[str, Any]:
        """The Character that it was aimed at."""
        aimed = play.aimed if isinstance(play, Play) else None
        return {**super().marker_data(board, play, card), "at": aimed}

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The bonus towards that Character."""
        if marker.at is not None:
            yield self.holds(marker, "bonus", table=self.table(marker.spec, "bonus"), versus=marker.at)


def wounded(board: Board, char: int) -> bool:
    """Whether a Character has a hit in either record."""
    return bool(board.at(char, "hits") or board.at(char, "record"))


@code
class DE(Bonus):
    """A bonus for the attacks of a Front Line teammate who has been hit; it may go along with an attack of that one.
    Source: code document, DE.
    """

    keys = "bonus ({ attack = 2 }), scope (teammate)"
    play = "offense"
    companion = frozenset({"attack"})

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """Those who have been hit."""
        for char in super().own_targets(board, play):
            if wounded(board, char if isinstance(char, int) else play.by or 0):
                yield char

    def along(self, board: Board, play: Play, card: int) -> Iterator[Violation]:
        """The attacker has been hit, and a teammate plays it."""
        yield from super().along(board, play, card)
        if play.by is None:
            return
        if not wounded(board, play.by):
            yield Violation(self.id, f"{{{play.by}}} has not been hit.", (card,))
        host = board.host(card)
        mates = [char for char in board.front(play.seat) if char != play.by and host in (None, char)]
        alone = self.param(board.spec(card), "scope") == "teammate"
        if alone and not any(not any(use.special_violations(board, char, card)) for char in mates):
            yield Violation(self.id, f"{{{card}}} serves a teammate of the one who plays it.", (card,))


@code
class DF(OwnPlay):
    """The Power Pack is shuffled into the Draw Pile. Source: code document, DF."""

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """There is a Power Pack."""
        if not board.zone(play.seat, "power_pack"):
            yield Violation(self.id, "Your Power Pack is empty.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards go back."""
        yield from blocks.refill(board, play.seat)

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits while no Power card is in the Power Pack or in the hand."""
        held = any(board.spec(other).is_power for other in board.zone(seat, "hand"))
        return not board.zone(seat, "power_pack") and not held


@code
class DG(Numeric):
    """A weak attack, then up to two further ones at a bonus. Source: code document, DG."""

    keys = "level*, power*, extra (2), extra_bonus"


@code
class DH(Numeric):
    """A weak attack, then up to two further ones of given types. Source: code document, DH."""

    keys = "level*, power*, extra (2), extra_with*, extra_at"


@code
class DI(Protection):
    """O's team may use no Universe card to attack its player's Character nor to defend against it; in defence an attack
    with one is avoided first. Source: code document, DI.
    """

    def filter(self, board: Board, spec: Spec, play: Play) -> tuple[str, ...]:
        """Attacks that contain a Universe card."""
        return ("universe",)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Closed to attacks with Universe cards; O's defences are limited too."""
        yield self.holds(marker, "protect", words=("universe",))
        other = board.opponent(marker.seat)
        yield Effect("defence_rule", self.id, marker.piece, other, test=self.limit)

    def limit(self, board: Board, play: Play, defence: Defence, effect: Effect) -> Iterator[Violation]:
        """No Universe card against an attack of its player."""
        if effect.source is None or play.by != board.host(effect.source) or play.shifted:
            return
        for card in defence.cards:
            if board.spec(card).type == "universe":
                text = f"{{{card}}} may not be used against {{{play.by}}} ({{{effect.source}}})."
                yield Violation(self.id, text, (card, effect.source))


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
class DK(WhenBonus):
    """A bonus for the attacks of its player's Character, who has been hit; it stays if the hits go. Source: code
    document, DK.
    """

    keys = "bonus ({ attack = 2 })"
    play = "offense"
    companion = frozenset({"attack"})

    def unmet(self, board: Board, seat: str, by: int) -> str:
        """There has to be a hit in either record."""
        return "" if wounded(board, by) else f"{{{by}}} has not been hit."


@code
class DL(EitherSide, Bonus):
    """A Character of either side attacks weaker and defends stronger for the battle. It may go along with an attack at
    an opposing one, and lands with it, or with a block. Source: code document, DL.
    """

    keys = "bonus ({ attack = -2, defense = 2 }), scope (any)"

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """Anybody of the own Front Line, or its player alone."""
        if self.param(lead_spec(board, play), "scope") == "self":
            yield None
        else:
            yield from super().own_targets(board, play)

    def kinds(self, board: Board, spec: Spec, seat: str) -> Sequence[tuple[str, Ref | None]]:
        """An own play only, where it serves its player alone."""
        return (("own", None),) if self.param(spec, "scope") == "self" else super().kinds(board, spec, seat)

    def targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """Nobody of O, where it serves its player alone."""
        if play.kind != "effect" or self.param(lead_spec(board, play), "scope") != "self":
            yield from super().targets(board, play)

    def goes_along(self, board: Board, spec: Spec, attack: bool) -> bool:
        """With an attack only where it may be put on an opposing Character."""
        if attack and self.param(spec, "scope") == "self":
            return False
        return super().goes_along(board, spec, attack)

    def own_action(self, spec: Spec) -> bool:
        """Anybody's block may be served."""
        return bool(self.param(spec, "scope") == "self")

    def along(self, board: Board, play: Play, card: int) -> Iterator[Violation]:
        """It belongs to the attacker, and the attack goes at a Character."""
        yield from super().along(board, play, card)
        if play.by is not None and any(use.special_violations(board, play.by, card)):
            yield Violation(self.id, f"{{{play.by}}} does not play {{{card}}}.", (card,))
        if not isinstance(play.at, int):
            yield Violation(self.id, f"{{{card}}} goes along with an attack at a Character.", (card,))

    def supposed(self, board: Board, play: Play | Defence, card: int) -> Marker | None:
        """It counts for the block that it goes along with, but not before it has landed with an attack."""
        return super().supposed(board, play, card) if isinstance(play, Defence) else None


@code
class DM(Bonus):
    """AM for some cards only. Source: code document, DM."""

    keys = "bonus*, cards*"

    def along(self, board: Board, play: Play, card: int) -> Iterator[Violation]:
        """The attack contains such a card."""
        yield from super().along(board, play, card)
        wanted = self.param(board.spec(card), "cards")
        if not any(queries.fits(board, other, wanted) for other in play.cards if other != card):
            yield Violation(self.id, f"{{{card}}} serves {', '.join(wanted)}; there is none here.", (card,))


@code
class DN(WhenBonus):
    """AM for a Character whose team is outnumbered as it is played. Source: code document, DN."""

    keys = "bonus ({ all = 2 })"

    def unmet(self, board: Board, seat: str, by: int) -> str:
        """Fewer Characters than O has, the Reserves counted."""
        own, other = len(board.team(seat)), len(board.team(board.opponent(seat)))
        return "" if own < other else f"{own} against {other} Characters are not outnumbered."


@code
class DO(Negate):
    """AO for Specials that concern its player's Character alone: aimed at it, touching nobody else, or lying at it.
    Source: code document, DO.
    """

    def may_negate(self, board: Board, by: int, card: int, play: Play | None) -> bool:
        """Whether a Special concerns that Character alone."""
        if play is None:
            return board.host(card) == by
        if play.kind in ("numeric", "effect"):
            found = codes.get(board.spec(card).code)
            burden = found is not None and (
                found.is_burden(board, play, card) or found.kind_of(board, board.spec(card), play.seat, by) == "effect"
            )
            return bool(play.at == by and (play.role(card) not in ("", "companion") or burden))
        lead = codes.get(lead_spec(board, play).code)
        touched = lead.touched(board, play) if lead is not None and card == play.lead else None
        return touched is not None and list(touched) == [by]


@code
class DP(NamesType, Binds):
    """The target may use no card that bears an icon which is named, and take no part in a Teamwork that shows it.
    Source: code document, DP.
    """

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Cards with the icon are out of use."""
        if marker.chosen:
            yield self.holds(marker, "forbid", words=(f"icon:{marker.chosen}",))


@code
class DQ(BF):
    """Two more points are needed to knock its player out, for the game; several add up. Source: code document, DQ."""

    keys = "hits_to_ko (2)"


@code
class DR(OnOpponent):
    """O turns up the top card of his Draw Pile, and loses what duplicates it in his hand and among his placed cards;
    then that card goes too. Source: code document, DR.
    """

    keys = "count (1)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """Card by card."""
        other = board.opponent(play.seat)
        for _ in range(self.number(lead_spec(board, play), "count")):
            if not board.zone(other, "draw"):
                yield from blocks.refill(board, other)
            for card in board.zone(other, "draw")[:1]:
                yield from blocks.to(board, card, f"{other}.revealed", up=True)
                yield from blocks.discard(
                    board, [held for held in board.held(other) if queries.same(board, held, card)]
                )
                yield from blocks.discard(board, [card], counts=False)


@code
class DS(OwnPlay):
    """A Special that its player's Character can use is searched in the own Draw Pile and taken into the hand: no
    duplicate, no Any Hero Special. Source: code document, DS.
    """

    keys = "cards (special), usable (true)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The search."""
        spec, seat, by = lead_spec(board, play), play.seat, play.by or 0
        found = [card for card in board.zone(seat, "draw") if self.would_do(board, spec, seat, by, card)]
        yield from blocks.search(board, seat, found, f"{seat}.draw", f"{seat}.hand", rule=self.id)

    def would_do(self, board: Board, spec: Spec, seat: str, by: int, card: int) -> bool:
        """Whether a card may be taken."""
        other = board.spec(card)
        wanted = self.param(spec, "cards")
        if not other.is_special or queries.is_any_hero(board, card) or not card_fits(wanted, other):
            return False
        usable = queries.plays_special_of(board, by, other)
        held = (*board.zone(seat, "hand"), *board.at(by, "placed"))
        return usable is bool(self.param(spec, "usable")) and not any(queries.same(board, card, own) for own in held)


@code
class DT(Protection):
    """O may not attack its player with a Power card of a printed level that a Power card on the Permanent Record has;
    in defence such an attack is avoided first. Source: code document, DT (for the game, as its cards say).
    """

    lasts = "game"
    keys = "duration"

    def filter(self, board: Board, spec: Spec, play: Play) -> tuple[str, ...]:
        """Attacks with a Power card."""
        return ("power_card",)

    def known(self, board: Board, play: Play, char: int) -> bool:
        """Whether a Power card of an attack has the level of one on the record."""
        record = (queries.hit(board, card) for card in board.at(char, "record"))
        levels = {one.spec.level if one.spec.is_power else one.level for one in record if one.power_card}
        used = (spec for spec in Seen(board, play).specs if spec.is_power or spec.code == "CC")
        return any(spec.level in levels for spec in used)

    def fits(self, board: Board, wanted: Sequence[str], play: Play) -> bool:
        """An attack with such a card."""
        return isinstance(play.at, int) and super().fits(board, wanted, play) and self.known(board, play, play.at)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Closed to such attacks, as the record is when they are declared."""
        yield self.holds(marker, "protect", words=("power_card",), test=self.known)


@code
class DU(TurnsLead):
    """Its player declares a line: so many attacks, each at a bonus, one after the other; where they are made with Power
    cards only, no Universe card goes along. Source: code document, DU; M 1, M 2, M 9.
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
        made = self.param(spec, "extra_with")
        for number, bonus in self.param(spec, "extra_options") or ():
            if str(number) == play.option:
                yield self.grant(
                    play,
                    left=int(number),
                    by=(play.by or 0,),
                    bonus=int(bonus),
                    boost=not any(term.word == "power_card" for term in terms(made)),
                    made=made,
                )


@code
class DV(TurnsLead):
    """Its player makes one attack at a bonus, without a Universe card; it is compulsory. Source: code document, DV."""

    keys = "extra_bonus (4)"

    def grants(self, board: Board, play: Play) -> Iterator[Grant]:
        """The attack."""
        bonus = self.number(lead_spec(board, play), "extra_bonus")
        yield self.grant(play, by=(play.by or 0,), bonus=bonus, boost=False, must=True, joined=True)
