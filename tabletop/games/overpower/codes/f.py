"""The codes FA to FE."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.games.overpower import blocks, moves
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.kinds import CombinedHit, Numeric, OnTarget, OwnPlay, TurnsLead
from tabletop.games.overpower.plays import SITE, Defence, Grant, Play, lead_spec
from tabletop.games.overpower.registry import codes
from tabletop.games.overpower.spec import Spec
from tabletop.games.overpower.tasks import tasks
from tabletop.rules.model import Do, Luck, Plan, Violation


@code
class FA(OwnPlay):
    """Its player's Character makes no attacks and may not be attacked for the battle; attacks may still be shifted onto
    it. Source: code document, FA (on the own turn only).
    """

    lasts = "battle"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Bound and closed."""
        yield self.holds(marker, "may_not_attack")
        yield self.holds(marker, "protect")


@code
class FB(TurnsLead):
    """The top card of the own Draw Pile, or a card of the own hand that O draws unseen, is turned up; if it is an
    attack its Character may make it at once, whatever its ratings and whosever Special it is. Otherwise, or not used,
    it goes to the Dead Pile. Source: code document, FB; M 140.
    """

    keys = "source*, chooser"

    def from_hand(self, spec: Spec) -> bool:
        """Whether the card comes from the own hand."""
        return "hand" in self.param(spec, "source")

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """There has to be a card to turn up."""
        zones = ("hand",) if self.from_hand(lead_spec(board, play)) else ("draw", "power_pack")
        if not any(card != play.lead for zone in zones for card in board.zone(play.seat, zone)):
            yield Violation(self.id, f"There is no card for {{{play.lead}}} to turn up.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """A card is turned up."""
        seat, spec = play.seat, lead_spec(board, play)
        if self.from_hand(spec):
            hand = list(board.zone(seat, "hand"))
            if self.param(spec, "chooser") == "self":
                text = "Which card is turned up?"
                yield from blocks.pick(board, seat, text, hand, "turn_up", rule=self.id, secret=True)
                return
            if hand:
                (card,) = yield Luck("random", tuple(hand))
                yield Do("turn_up", {"picked": [card]})
            return
        if not board.zone(seat, "draw"):
            yield from blocks.refill(board, seat)
        yield Do("turn_up", {"picked": list(board.zone(seat, "draw")[:1])})

    def grants(self, board: Board, play: Play) -> Iterator[Grant]:
        """The attack with the card that lies turned up."""
        for card in board.zone(play.seat, "revealed")[-1:]:
            yield self.grant(play, by=(play.by or 0,), card=card, free=True)

    def follow_up(self, board: Board, play: Play, grant: Grant) -> Iterator[Violation]:
        """Only an attack."""
        if not play.is_attack:
            yield Violation(self.id, f"{{{play.lead}}} is no attack.", (play.lead or 0,))


@tasks.task
def turn_up(board: Board, picked: list[int]) -> Plan[None]:
    """A card is turned up for an attack; one with which none can be made is lost."""
    play = board.play()
    own = codes.get(lead_spec(board, play).code) if play is not None else None
    for card in picked:
        yield from blocks.to(board, card, f"{board.owner(card)}.revealed")
        grants = list(own.grants(board, play)) if own is not None and play is not None else []
        if not any(moves.possible(board, board.owner(card), grant) for grant in grants):
            yield from blocks.to(board, card, f"{board.owner(card)}.dead")


@code
class FC(CombinedHit):
    """With one pure Power card of a type that it names it makes an attack that only two defences at once stop, each of
    which would do by itself; one negation stops it. Source: code document, FC (no Universe card).
    """

    keys = "needs*"
    stopped_twice = True

    def defence_rules(self, board: Board, play: Play, defence: Defence) -> Iterator[Violation]:
        """One block or one avoid is not enough."""
        yield from super().defence_rules(board, play, defence)
        if not defence.half and defence.kind in ("block", "avoid"):
            yield Violation(self.id, f"Only two defences at once stop {{{play.lead}}}.", defence.cards)


@code
class FD(OnTarget):
    """A duel for the battle: only its player's Character and the target attack, defend, play cards and may be attacked;
    no Teamwork, Ally or Tactic card is played. It goes on when one of them is knocked out. Source: code document, FD
    (that only they may be attacked is the wording of the cards).
    """

    lasts = "battle"
    lies = "team"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """All others are out of it."""
        pair = (marker.data.get("by"), marker.data.get("at"))
        if None in pair:
            return
        others = frozenset(char for seat in board.seats for char in board.team(seat) if char not in pair)
        for kind in ("may_not_attack", "protect", "forbid"):
            yield self.holds(marker, kind, on=others)
        everybody = {"seat": "", "on": None}
        yield self.holds(marker, "forbid", words=("teamwork", "ally", "tactic"), **everybody)

        def apart(board: Board, play: Play) -> bool:
            return play.at == SITE or (isinstance(play.at, int) and board.host(play.at) not in pair)

        yield self.holds(marker, "protect_things", test=apart, **everybody)
        # whoever takes an attack over from one of the two is a third, so that none is moved
        yield self.holds(marker, "fixed", seat="", on=frozenset(pair))


@code
class FE(Numeric):
    """A level attack; then, unless it was negated, each other Front Line Character may make one attack with a Power
    card alone or with a Special of its own. Source: code document, FE.
    """

    keys = "level*, power*, extra_by (each_teammate), extra_with"

    def grants(self, board: Board, play: Play) -> Iterator[Grant]:
        """The attacks of the teammates; what they would grant is lost."""
        spec = lead_spec(board, play)
        mates = tuple(char for char in board.front(play.seat) if char != play.by)
        made = self.param(spec, "extra_with")
        left = len(mates) if self.param(spec, "extra_by") == "each_teammate" else min(1, len(mates))
        if left:
            yield Grant(
                self.id,
                play.lead or 0,
                left,
                mates,
                each=True,
                made=() if made == ("all",) else made,
                boost=False,
                chains=False,
            )
