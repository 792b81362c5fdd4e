"""The codes BQ to BZ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from tabletop.games.overpower import blocks, moves, queries
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.base import Code
from tabletop.games.overpower.codes.kinds import (
    Numeric,
    OnOpponent,
    OwnPlay,
    TurnsLead,
)
from tabletop.games.overpower.filters import card_fits, named
from tabletop.games.overpower.plays import Defence, Grant, Play, grants_of, lead_spec
from tabletop.games.overpower.spec import TYPES, Spec
from tabletop.games.overpower.tasks import tasks
from tabletop.rules.model import Move, Plan, Ref, Violation


@code
class BQ(OwnPlay):
    """It is exchanged for another card of the Dead Pile, which its player's Character plays at once or which (`to`
    hand) goes into the hand. Source: code document, BQ; codes page 2.3 for the cards with `to` hand.
    """

    keys = "to (play), cards, usable (true)"

    def in_hand(self, spec: Spec) -> bool:
        """Whether the card that it brings goes into the hand."""
        return "hand" in self.param(spec, "to")

    def eligible(self, board: Board, spec: Spec, seat: str, by: int, lead: int, again: bool) -> Iterator[int]:
        """The cards that it could bring; `again` says that it has itself been brought so, and then it brings none of
        its own kind.
        """
        wanted = self.param(spec, "cards")
        for card in board.zone(seat, "dead"):
            other = board.spec(card)
            if card == lead or other.type not in ("power", "special", "universe", "tactic", "activator"):
                continue
            no_retrieval = queries.is_any_hero(board, card) or (again and other.code == self.id)
            if no_retrieval or (wanted and not card_fits(wanted, other)):
                continue
            if self.in_hand(spec):
                held = (c for c in board.held(seat) if c != lead)
                if self.fetches(spec, other) and not any(queries.same(board, card, c) for c in held):
                    yield card
            elif other.type != "activator" and self.playable(board, spec, seat, by, card):
                yield card

    def fetches(self, spec: Spec, other: Spec) -> bool:
        """Only an Any Hero card brings Activators, and none brings The Beyonder."""
        return other.type != "activator" or (spec.any_hero and "The Beyonder" not in (other.name, other.character))

    def playable(self, board: Board, spec: Spec, seat: str, by: int, card: int) -> bool:
        """Whether the Character could play a card now; with `usable` false it has to be one that is not its own."""
        if self.param(spec, "usable") is False:
            other = board.spec(card)
            if not other.is_special or queries.plays_special_of(board, by, other):
                return False
        return moves.possible(board, seat, self.opening(spec, by, card, -1))

    def opening(self, spec: Spec, by: int, card: int, lead: int) -> Grant:
        """The play of the card that has been brought: it must be made."""
        free = self.param(spec, "usable") is False
        return Grant(self.id, lead, by=(by,), card=card, plays=True, must=True, free=free)

    def found(self, board: Board, play: Play) -> list[int]:
        """What it could bring as it is played now."""
        again = play.grant is not None and play.grant.rule == self.id
        spec = lead_spec(board, play)
        return list(self.eligible(board, spec, play.seat, play.by or 0, play.lead or 0, again))

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """There has to be such a card."""
        if not self.found(board, play):
            yield Violation(self.id, f"No card of the Dead Pile would do for {{{play.lead}}}.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """One card is picked."""
        cards = self.found(board, play)
        if self.in_hand(lead_spec(board, play)):
            zone = f"{play.seat}.hand"
            yield from blocks.pick(
                board, play.seat, "Which card do you take?", cards, "move_picked", rule=self.id, zone=zone
            )
        else:
            yield from blocks.pick(board, play.seat, "Which card is played?", cards, "play_fetched", rule=self.id)


@tasks.task
def play_fetched(board: Board, picked: list[int]) -> Plan[None]:
    """A card of the Dead Pile is to be played at once."""
    from tabletop.games.overpower.battle import put_grants

    play = board.play()
    if play is not None and picked:
        grant = BQ().opening(lead_spec(board, play), play.by or 0, picked[0], play.lead or 0)
        yield put_grants([*grants_of(board), grant])


@code
class BR(OwnPlay):
    """More cards may be placed to its player's Character, for the game. Source: code document, BR."""

    lasts = "game"
    keys = "count (1), cards, from_reserve"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Further slots."""
        count = self.number(marker.spec, "count") or 99
        yield self.holds(marker, "slots", words=self.param(marker.spec, "cards"), amount=count)


@code
class BS(Code):
    """A bare Power card with which its player's Character blocks a bare Power card attack of the same number becomes a
    hit on the attacker, for the battle. Source: code document, BS.
    """

    play = "both"
    lasts = "battle"
    companion = frozenset({"block"})
    lifts_block = False

    def bare(self, board: Board, play: Play, defence: Defence, besides: int | None = None) -> bool:
        """Whether one unmodified Power card meets another one of its number, `besides` left out of the block, and no
        other card stands behind the attack.
        """
        own = [card for card in defence.cards if card != besides]
        if len(own) != 1 or len(play.cards) != 1 or play.shifted or play.kind != "numeric":
            return False
        one, other = board.spec(own[0]), board.spec(play.cards[0])
        number = other.level or 0
        return (
            one.is_power
            and other.is_power
            and play.grant is None
            and one.level == number == queries.attack_value(board, play) == defence.value
        )

    def beside(self, board: Board, defence: Defence, play: Play, card: int) -> Iterator[Violation]:
        """Such a block."""
        yield from super().beside(board, defence, play, card)
        if play.at != defence.by or not self.bare(board, play, defence, card):
            yield Violation(self.id, f"{{{card}}} goes along with one Power card of just the attack's number.", (card,))

    def play_ended(self, board: Board, marker: Marker, play: Play) -> Plan[None]:
        """The card that has blocked so strikes back; there is no defence against that."""
        defence = play.defence
        if play.outcome != "blocked" or defence is None or defence.kind != "block" or play.by is None:
            return
        beside = marker.piece if marker.piece in defence.cards else None
        struck = board.is_front(play.by) or board.is_reserve(play.by)
        if defence.by == marker.host and play.at == marker.host and struck and self.bare(board, play, defence, beside):
            for card in defence.with_role("power"):
                yield from blocks.land(board, card, play.by, defence.by)


@code
class BT(OnOpponent):
    """O's hits with some pure Power cards count nothing for his Venture total in this battle. Source: code document,
    BT.
    """

    lasts = "battle"
    keys = "cards*"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """They do not count."""
        yield self.holds(marker, "not_counted", words=self.param(marker.spec, "cards"), on=None)


@code
class BU(Code):
    """One attack with two or more small pure Power cards; a block may stop as many of them as it is worth. Laid down
    first, it allows such an attack later in the battle. Source: code document, BU.
    """

    lasts = "battle"
    lies = "self"
    keys = "combine*"

    def kind_of(self, board: Board, spec: Spec, seat: str, at: Ref | None) -> str:
        """An attack where a target is named, else it is laid down."""
        return "own" if at is None else "numeric"

    def kinds(self, board: Board, spec: Spec, seat: str) -> Sequence[tuple[str, Ref | None]]:
        """Both."""
        there = board.front(board.opponent(seat))
        return (("own", None), *((("numeric", there[0]),) if there else ()))

    def role(self, board: Board, move: Move, card: int, roles: tuple[str, ...], attack: bool) -> str:
        """Power cards, as many as there are."""
        return "power" if attack and board.spec(card).is_power else ""

    def sets(self, board: Board, seat: str, by: int, card: int) -> Iterator[tuple[int, ...]]:
        """No card, or every set of two and more that fit."""
        wanted = self.param(board.spec(card), "combine")
        yield ()
        pool = [c for c in (*board.zone(seat, "hand"), *board.at(by, "placed")) if self.fits(wanted, board.spec(c))]
        for size in range(2, len(pool) + 1):
            yield from combinations(pool, size)

    def fits(self, wanted: Sequence[str], spec: Spec) -> bool:
        """Whether a card may take part."""
        return bool(spec.pure) and card_fits(wanted, spec)

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """Two cards or more of those that it names."""
        wanted = self.param(lead_spec(board, play), "combine")
        powers = play.with_role("power")
        for card in powers:
            if not self.fits(wanted, board.spec(card)):
                yield Violation(self.id, f"{{{play.lead}}} takes {', '.join(wanted)}, not {{{card}}}.", (card,))
        if (play.kind == "numeric" and len(powers) < 2) or (play.kind == "own" and powers):
            yield Violation(self.id, f"{{{play.lead}}} attacks with two Power cards or more.", (play.lead or 0,))

    def compose(self, board: Board, play: Play) -> Play:
        """The attack may be stopped in parts."""
        return replace(play, data={**play.data, "parts": play.lead}) if play.kind == "numeric" else play

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """One attack of several cards is allowed."""
        yield self.holds(marker, "combine", words=self.param(marker.spec, "combine"), use="heap")

    def play_ended(self, board: Board, marker: Marker, play: Play) -> Plan[None]:
        """It is used up by that attack."""
        if play.data.get("parts") == marker.piece:
            yield from blocks.to_pile(board, [marker.piece])


@code
class BV(TurnsLead):
    """Its player's Character makes as many attacks as wanted, each with one usable Power card and nothing else. Source:
    code document, BV.
    """

    keys = "extra (any), extra_with (power_card)"

    def grants(self, board: Board, play: Play) -> Iterator[Grant]:
        """The attacks."""
        spec = lead_spec(board, play)
        extra = self.param(spec, "extra")
        yield self.grant(
            play,
            left=extra if isinstance(extra, int) else -1,
            by=(play.by or 0,),
            made=self.param(spec, "extra_with"),
            special=False,
            boost=False,
        )

    def follow_up(self, board: Board, play: Play, grant: Grant) -> Iterator[Violation]:
        """One Power card each, and nothing with it."""
        if len(play.cards) > 1:
            yield Violation(self.id, f"Each attack after {{{grant.source}}} is made with one Power card.", play.cards)


@code
class BW(OnOpponent):
    """The top cards of a pile of O go to his Dead Pile, Power cards too; the Draw Pile is not refilled for it. Source:
    code document, BW.
    """

    keys = "count*, source (draw)"

    def piles(self, spec: Spec) -> tuple[str, ...]:
        """The piles that it strikes."""
        return tuple(self.param(spec, "source"))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards go."""
        spec, other = lead_spec(board, play), board.opponent(play.seat)
        for zone in self.piles(spec):
            count = self.param(spec, "count")
            pile = board.zone(other, zone)
            yield from blocks.mill(board, other, count if isinstance(count, int) else len(pile), zone)


@code
class BX(Numeric):
    """A level attack that may take a Basic or Training card of its type along; with `universe_to_venture` the bonus
    counts for its player's Venture total on a hit. Source: code document, BX.
    """

    keys = "level*, power*, combine (basic, training), universe_to_venture"

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """The Universe card is of the attack's type."""
        yield from super().violations(board, play)
        kinds = set(play.types)
        for boost in play.with_role("boost"):
            if not kinds & set(board.spec(boost).types):
                yield Violation(self.id, f"{{{boost}}} does not match the type of {{{play.lead}}}.", (boost,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The bonus goes to the Venture total, where it stays although the hit may be removed."""
        if lead_spec(board, play).get("universe_to_venture") and play.universe and play.lead is not None:
            data = {"by": play.by, "venture": play.universe}
            yield from blocks.lay_lasting(board, play.lead, None, play.seat, data, "battle", self.id)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The bonus of the Universe card."""
        amount = marker.data.get("venture")
        if isinstance(amount, int):
            yield self.holds(marker, "venture", amount=amount, on=None)


@code
class BY(Code):
    """O discards cards from his hand (or where `source` says) that match, all or so many of his choice. With a target
    it is an attack that has to succeed first. Source: code document, BY; M 103; codes page 2.3 for Power Leech.
    """

    keys = "cards*, source (hand), count (all), chooser (opponent), scope"

    def kind_of(self, board: Board, spec: Spec, seat: str, at: Ref | None) -> str:
        """An attack on the opponent, or on one Character."""
        return "effect" if self.param(spec, "scope") == "target" else "opponent"

    def asks(self, spec: Spec) -> bool:
        """Whether an icon has to be named."""
        return any("chosen" in word.split(":") for word in self.param(spec, "cards"))

    def declarations(self, board: Board, spec: Spec) -> Sequence[tuple[str, ...]]:
        """An icon, where it is to be named."""
        return tuple((kind,) for kind in TYPES) if self.asks(spec) else ((),)

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """An icon is named where it has to be."""
        if self.asks(lead_spec(board, play)) and (len(play.declare) != 1 or play.declare[0] not in TYPES):
            yield Violation(self.id, f"One of {', '.join(TYPES)} has to be named with {{{play.lead}}}.")

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards are picked by O, unless the card says otherwise, and go to their piles."""
        spec, other = lead_spec(board, play), board.opponent(play.seat)
        wanted = named(self.param(spec, "cards"), play.declare[0] if play.declare else "")
        source = self.param(spec, "source")
        pool = [
            *(board.zone(other, "hand") if "hand" in source else ()),
            *(board.placed(other) if "placed" in source else ()),
        ]
        yield from blocks.discard_by(
            board,
            play.seat,
            [card for card in pool if queries.fits(board, card, wanted)],
            self.param(spec, "chooser"),
            "Which card is discarded?",
            rule=self.id,
            count=self.param(spec, "count"),
            secret=True,
        )


@code
class BZ(OnOpponent):
    """O's hand lies open for the battle, cards drawn later too. Source: code document, BZ."""

    lasts = "battle"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The hand of the seat where it lies is open."""
        yield self.holds(marker, "open_hand", on=None)
