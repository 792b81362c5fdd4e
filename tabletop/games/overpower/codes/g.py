"""The codes GA to GL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tabletop.games.overpower import blocks, settle
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code, codes
from tabletop.games.overpower.codes.kinds import Binds, Heals, Numeric, OnOpponent, OnTarget, OwnPlay
from tabletop.games.overpower.plays import Grant, Play, lead_spec
from tabletop.games.overpower.spec import TYPES, Spec
from tabletop.rules.model import Move, Plan, Ref, Violation
from tabletop.table.ops import Mark


@code
class GA(Binds):
    """The target plays no Special of any kind for the battle, in attack or defence; it may still answer this one.
    Source: code document, GA; M 110.
    """

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Specials are closed to the target."""
        yield self.holds(marker, "forbid", words=("special",))


@code
class GB(Numeric):
    """A level attack; on a hit, on a Battlesite too, Missions of a player move from one pile to another. Source: code
    document, GB; M 122.
    """

    keys = "level*, power*, source*, to*, count (1), scope*"
    any_hit = True

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The Missions move, as many as lie there."""
        spec = lead_spec(board, play)
        seat = play.seat if self.param(spec, "scope") == "self" else board.opponent(play.seat)
        for source, target in zip(self.param(spec, "source")[:1], self.param(spec, "to")[:1], strict=False):
            yield from blocks.move_missions(board, seat, source, target, self.param(spec, "count"))


@code
class GC(Heals):
    """As many hits as there are Missions in an own pile leave the Permanent Records of its Character and its teammates,
    the Reserve too, spread as its player likes. Source: code document, GC.
    """

    keys = "per (missions_defeated), count (1), scope (self_or_teammate)"

    def patients(self, board: Board, seat: str, by: int | None, spec: Spec) -> list[int]:
        """The Reserve counts as a teammate."""
        scope = self.param(spec, "scope")
        if scope == "self":
            return [by] if by is not None else []
        return [char for char in board.team(seat) if scope != "teammate" or char != by]

    def number_of(self, board: Board, seat: str, by: int | None, spec: Spec) -> int:
        """How many hits it removes at most."""
        per, each = str(self.param(spec, "per")), self.number(spec, "count")
        if per == "own_record":
            return each * len(board.at(by, "record")) if by is not None else 0
        return each * len(board.zone(seat, "hand" if per == "own_hand" else per))

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """There has to be such a hit, and a Mission."""
        yield from super().violations(board, play)
        if not self.number_of(board, play.seat, play.by, lead_spec(board, play)):
            yield Violation(
                self.id, f"There is nothing for which {{{play.lead}}} would remove a hit.", (play.lead or 0,)
            )

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The hits are picked and go to their owners' piles."""
        spec = lead_spec(board, play)
        found = self.hits_of(board, play.seat, play.by, spec)
        most = self.number_of(board, play.seat, play.by, spec)
        if most:
            text = "Which hits are removed?"
            yield from blocks.pick(board, play.seat, text, found, "remove_picked", rule=self.id, count=most, at_least=1)

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for a hit and for a Mission."""
        spec = board.spec(card)
        return super().waits(board, seat, card, users) or not any(
            self.number_of(board, seat, char, spec) for char in users
        )


@code
class GD(Numeric):
    """EJ with a high number for the attack and a low one for the hit, 0 included. Source: code document, GD."""

    keys = "level*, power*, hit_level*, hit_power*"


@code
class GE(OwnPlay):
    """A teammate that its player names is knocked out at once; all its hits go, and none of them counts for Venture.
    Source: code document, GE (the Reserve may be named).
    """

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """The other Characters of the team."""
        yield from (char for char in board.team(play.seat) if char != play.by)

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The Character falls."""
        if not isinstance(play.at, int) or play.at not in board.team(play.seat):
            return
        if any(board.on("fights_on", play.at)):
            yield from blocks.to_pile(board, [*board.at(play.at, "record"), *board.at(play.at, "hits")])
            yield Mark(play.at, "falls", True)
            return
        yield from settle.falling(board, play.seat, play.at, hits_count=False)


@code
class GF(OwnPlay):
    """Hits from Current Battle of its Character, its team or both teams move to the Permanent Records; with a number
    only if the attack lands. Source: code document, GF (that "any" means both teams is the wording of a card); M 122.
    """

    keys = "scope*, level, power"
    any_hit = True

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The hits move."""
        scope = self.param(lead_spec(board, play), "scope")
        mine = board.team(play.seat)
        chars = {
            "self": [play.by] if play.by is not None else [],
            "teammate": [char for char in mine if char != play.by],
            "opponent": board.team(board.opponent(play.seat)),
            "any": [*mine, *board.team(board.opponent(play.seat))],
        }.get(scope, mine)
        for char in chars:
            for piece in list(board.at(char, "hits")):
                yield from blocks.to(board, piece, f"{char}.record")


@code
class GG(OnOpponent):
    """O's Dead Pile leaves the game. Source: code document, GG."""

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """All its cards go."""
        other = board.opponent(play.seat)
        for card in list(board.zone(other, "dead")):
            yield from blocks.to(board, card, f"{other}.removed")


@code
class GH(OnOpponent):
    """Its player's Character attacks one of its own Front Line teammates with an attack card, no Universe or Tactic
    card, that is placed to one of O's Characters. O may negate it, and nothing else; then the own side may defend. The
    card stays O's. An attack like others, it may follow another one. Source: code document, GH; M 31, M 137.
    """

    def role(self, board: Board, move: Move, card: int, roles: tuple[str, ...], attack: bool) -> str:
        """The card that is taken."""
        return "taken" if attack and "taken" not in roles else ""

    def targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """The Front Line teammates."""
        yield from (char for char in board.front(play.seat) if char != play.by)

    def sets(self, board: Board, seat: str, by: int, card: int) -> Iterator[tuple[int, ...]]:
        """Each card placed on the other side."""
        yield from ((other,) for other in board.placed(board.opponent(seat)))

    def declarations(self, board: Board, spec: Spec) -> Sequence[tuple[str, ...]]:
        """What the card that is taken may be declared as."""
        return ((), *((kind,) for kind in TYPES))

    def declared_as(self, board: Board, seat: str, card: int) -> set[tuple[str, ...]]:
        """What a card that is taken may be declared as."""
        spec = board.spec(card)
        if spec.is_multi:
            return {(), *((kind,) for kind in spec.types)}
        own = codes.get(spec.code) if spec.is_special else None
        return set(own.declarations(board, spec)) if own is not None else {()}

    def takable(self, board: Board, seat: str) -> list[int]:
        """The cards placed on the other side that are attacks of the right kind."""
        return [
            card
            for card in board.placed(board.opponent(seat))
            if board.spec(card).is_power
            or (board.spec(card).is_special and self.kind_as_attack(board, board.spec(card), seat) in PLAYS)
        ]

    def kind_as_attack(self, board: Board, spec: Spec, seat: str) -> str:
        """What kind of play a Special is by itself."""
        own = codes.get(spec.code)
        if own is None or own.play_of(spec) == "defense" or own.param(spec, "needs"):
            return ""
        return next((kind for kind, _ in own.kinds(board, spec, seat) if kind in PLAYS), "")

    def attack(self, board: Board, play: Play) -> Play | None:
        """The attack with the card that is taken, at the teammate; None where it makes none."""
        cards = play.with_role("taken")
        if len(cards) != 1 or not isinstance(play.at, int) or cards[0] not in self.takable(board, play.seat):
            return None
        return self.made(board, play, cards[0])

    def made(self, board: Board, play: Play, card: int) -> Play | None:
        """What a card makes as an attack on the teammate."""
        from tabletop.games.overpower.compose import compose

        at = (play.at,) if play.at is not None else ()
        found, wrong = compose(board, Move(play.seat, "attack", by=play.by, using=(card,), at=at, declare=play.declare))
        return None if wrong or found.kind not in PLAYS else found

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """One such card; its Character may attack, and the card could do something."""
        taken = play.with_role("taken")
        found = self.takable(board, play.seat)
        if len(taken) != 1 or taken[0] not in found:
            text = f"{{{play.lead}}} takes an attack that is placed to a Character of the opponent, no Universe card."
            yield Violation(self.id, text, taken)
        elif isinstance(play.at, int):
            attack = self.attack(board, play)
            own = codes.get(board.spec(taken[0]).code)
            if attack is None:
                yield Violation(self.id, f"{{{taken[0]}}} makes no attack by itself.", taken)
            elif play.declare not in self.declared_as(board, play.seat, taken[0]):
                said = " and ".join(play.declare) or "nothing"
                yield Violation(self.id, f"{{{taken[0]}}} is not declared as {said.replace('{', '')}.", taken)
            elif own is not None and any(own.violations(board, attack)):
                yield Violation(self.id, f"{{{taken[0]}}} could do nothing to {{{play.at}}}.", taken)

    def destination(self, board: Board, play: Play, card: int) -> str | None:
        """The card that is taken waits for the second part."""
        if play.role(card) == "taken" and play.outcome == "hit":
            return f"{play.seat}.action"
        return None

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The attack waits for the own side."""
        from tabletop.games.overpower.battle import put_play

        (card,) = play.with_role("taken")
        attack = self.made(board, play, card)
        if attack is None:
            yield from blocks.to_pile(board, [card])
            return
        grant = Grant(self.id, play.lead or 0, chains=False)
        yield put_play(replace(attack, answer=play.seat, grant=grant))

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for the opponent to place such a card."""
        return not self.takable(board, seat)


PLAYS = ("numeric", "effect")
"""The kinds of plays that go at a Character."""


@code
class GI(OwnPlay):
    """No Event affects its player's Character for the game, those in force included; what one has taken does not
    return. Source: code document, GI.
    """

    lasts = "game"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Events do not touch it."""
        yield self.holds(marker, "no_events")


@code
class GJ(Numeric):
    """AA whose own attack is of a declared type, like AQ. Source: code document, GJ."""

    keys = "level*, power*, extra (1), extra_at"


@code
class GK(OnTarget):
    """All hits on the target's Permanent Record become Hits from Current Battle and count for Venture again. Source:
    code document, GK; M 143.
    """

    def works_on(self, board: Board, play: Play, char: int) -> bool:
        """Only on a Character with a record."""
        return bool(board.at(char, "record"))

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """The target needs a record."""
        if isinstance(play.at, int) and not self.works_on(board, play, play.at):
            yield Violation(self.id, f"{{{play.at}}} has no hits on its Permanent Record.", (play.at,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The hits move."""
        if isinstance(play.at, int):
            for piece in list(board.at(play.at, "record")):
                yield from blocks.to(board, piece, f"{play.at}.hits")

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for a record on the other side."""
        return not any(board.at(char, "record") for char in board.front(board.opponent(seat)))


@code
class GL(OnOpponent):
    """Its player looks through O's Draw Pile and takes a card of it out of the game; O shuffles. Source: code document,
    GL.
    """

    keys = "count (1)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The pile is searched and shuffled."""
        other = board.opponent(play.seat)
        pile = f"{other}.draw"
        yield from blocks.search(
            board,
            play.seat,
            list(board.table.cards(pile)),
            pile,
            f"{other}.removed",
            rule=self.id,
            count=self.param(lead_spec(board, play), "count"),
            text="Which card leaves the game?",
        )
