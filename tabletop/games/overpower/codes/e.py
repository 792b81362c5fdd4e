"""The codes EA to EM."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop.games.overpower import blocks, queries, use
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code, codes
from tabletop.games.overpower.codes.kinds import Avoid, Heals, Negate, Numeric, OnOpponent, OwnPlay
from tabletop.games.overpower.plays import Defence, Play, lead_spec
from tabletop.games.overpower.spec import Spec
from tabletop.games.overpower.tasks import check, tasks
from tabletop.rules.model import Do, Move, Plan, Question, Ref, Violation


class HealsOne(Heals):
    """Removes hits of one own Character (block hits_remove): all of a kind, or as many as it says."""

    up_to: bool = False
    """Whether fewer may be removed, but for none."""

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The Character and its hits are picked."""
        spec = lead_spec(board, play)
        found = self.hits_of(board, play.seat, play.by, spec)
        count = self.param(spec, "count")
        if count == "all":
            hosts = list(dict.fromkeys(board.host(piece) for piece in found))
            text = "Whose hits are removed?"
            yield from blocks.ask(
                play.seat, text, [h for h in hosts if h is not None], "heal_all", rule=self.id, hits=found
            )
            return
        text = "Which hits are removed?"
        yield from blocks.pick(
            board,
            play.seat,
            text,
            found,
            "heal_some",
            rule=self.id,
            count=count or 1,
            at_least=1,
            hits=found,
            number=None if self.up_to or not isinstance(count, int) else count,
        )


@tasks.task
def heal_all(board: Board, hits: list[int], picked: list[int]) -> Plan[None]:
    """All the hits in question of the Character that was picked go to their owners' piles."""
    yield from blocks.to_pile(board, [piece for piece in hits if board.host(piece) in picked])


@tasks.task
def heal_some(board: Board, hits: list[int], picked: list[int], number: int | None = None) -> Plan[None]:
    """The hits that were picked go to their owners' piles."""
    yield from blocks.to_pile(board, picked)


@check("heal_some")
def of_one_character(board: Board, question: Question, picked: tuple[Ref, ...]) -> Iterator[str]:
    """They are hits of one Character, and as many of it as the card removes."""
    hosts = {board.host(piece) for piece in picked if isinstance(piece, int)}
    if len(hosts) > 1:
        yield "these are hits of different Characters."
        return
    number = question.args.get("number")
    there = sum(board.host(piece) in hosts for piece in question.args.get("hits", ()))
    if isinstance(number, int) and len(picked) < min(number, there):
        yield f"{min(number, there)} hits are removed."


@code
class EA(HealsOne):
    """All hits of a kind (or so many) leave the Permanent Record of an own Character. Source: code document, EA, which
    calls it defensive and sends everything to AL: played on the own turn only.
    """

    keys = "cards*, scope (self), count (all), source (record)"


@code
class EB(OwnPlay):
    """A shield for the battle: its player's Character may not be attacked, the shield may, with a number; only a
    negation stops that, and the shield goes with the attack. Source: code document, EB.
    """

    lasts = "battle"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The Character is closed, the shield may be attacked and not be defended."""

        def undefended(board: Board, play: Play, defence: Defence, effect: Effect) -> Iterator[Violation]:
            if play.at == marker.piece and defence.kind != "negate":
                yield Violation(self.id, f"Nothing but a negation defends {{{marker.piece}}}.", (marker.piece,))

        yield self.holds(marker, "protect")
        yield self.holds(marker, "shield")
        yield self.holds(marker, "defence_rule", test=undefended)


@code
class EC(OnOpponent):
    """O discards cards of a kind from his hand, of his choice; none is no harm. Source: code document, EC; M 103."""

    keys = "cards*, count (1), chooser (opponent)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards are picked and discarded."""
        yield from hand_loss(board, play, self.id)


def hand_loss(board: Board, play: Play, rule: str) -> Plan[None]:
    """The other player discards cards of his hand as the card's `cards`, `count` and `chooser` say."""
    spec, other = lead_spec(board, play), board.opponent(play.seat)
    own = codes[rule]
    wanted = own.param(spec, "cards") if "cards" in own.defaults else ()
    found = [card for card in board.zone(other, "hand") if not wanted or queries.fits(board, card, wanted)]
    word = own.param(spec, "chooser") if "chooser" in own.defaults else "opponent"
    chooser = {"self": play.seat, "random": "random"}.get(word, other)
    count = own.param(spec, "count") if "count" in own.defaults else "all"
    yield from blocks.discard_from_hand(board, other, found, chooser, rule=rule, count=count)


@code
class ED(Negate):
    """A Special is negated that takes part in no attack with a number and is no hit. Source: code document, ED."""

    def may_negate(self, board: Board, by: int, card: int, play: Play | None) -> bool:
        """What goes along with a numeric attack is out of reach until it lies there as a marker."""
        return play.kind != "numeric" if play is not None else board.zone_of(card)[1] == "effects"


@code
class EE(Avoid, Heals):
    """An attack with a Power card on its player's team is avoided, the follow-ups of a Teamwork too; or, on the own
    turn, a Power card hit of either record is removed. Source: code document, EE.
    """

    play = "both"
    kind = "own"
    keys = "scope (self_or_teammate)"

    def filter(self, board: Board, spec: Spec, play: Play) -> tuple[str, ...]:
        """Attacks with a Power card."""
        return ("power_card",)

    def patients(self, board: Board, seat: str, by: int | None, spec: Spec) -> list[int]:
        """Whoever is in its scope, the Reserve too."""
        if self.scope(spec) == "self":
            return [by] if by is not None else []
        return [char for char in board.team(seat) if self.scope(spec) != "teammate" or char != by]

    def hits_of(self, board: Board, seat: str, by: int | None, spec: Spec) -> list[int]:
        """The hits of both records that count as Power cards."""
        found = (one for char in self.patients(board, seat, by, spec) for one in queries.hits(board, char))
        return [one.piece for one in found if one.power_card]

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """One hit is picked and goes to its owner's pile."""
        found = self.hits_of(board, play.seat, play.by, lead_spec(board, play))
        yield from blocks.pick(board, play.seat, "Which hit is removed?", found, "remove_picked", rule=self.id)

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It may always answer an attack."""
        return False


@code
class EF(OwnPlay):
    """All cards of the own hand that the Character which plays it could not use now are discarded, and as many are
    drawn, duplicates too. Source: code document, EF (Any Hero Specials count as usable).
    """

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """Cards are discarded and drawn."""
        if play.by is None:
            return
        useless = [card for card in board.zone(play.seat, "hand") if not usable_now(board, play.by, card)]
        yield from blocks.discard(board, useless, counts=False)
        yield from blocks.draw(board, play.seat, len(useless))


def usable_now(board: Board, char: int, card: int) -> bool:
    """Whether a Character could use a card in some way, as ratings, names and what is in effect are, whatever there is
    to aim at.
    """
    spec, seat = board.spec(card), board.seat_of(char)
    if spec.type == "activator":
        under = board.zone(seat, "site_cards")
        return board.site(seat) is not None and any(board.spec(c).character == spec.character for c in under)
    if not use.can_use(board, char, card):
        return False
    if spec.kind in ("teamwork", "ally", "doubleshot", "artifact"):
        second = "teammate_" if spec.type == "tactic" else ""
        mates = [mate for mate in board.front(seat) if mate != char]
        if not any(not second or use.meets(board, mate, spec, second) for mate in mates):
            return False
    bound = any(queries.may_attack(board, char))
    return any(
        not (way == "attack" and bound) and not any(queries.forbidden(board, card, char, way))
        for way in ways(board, seat, spec)
    )


def ways(board: Board, seat: str, spec: Spec) -> tuple[str, ...]:
    """For what a card may be used: attack, defense, play."""
    if spec.is_power or spec.is_boost or spec.kind == "doubleshot":
        return ("attack", "defense")
    own = codes.get(spec.code) if spec.is_special else None
    if own is None:
        return ("play",) if spec.kind == "artifact" else ("attack",)
    told = own.play_of(spec)
    kinds = {kind for kind, _ in own.kinds(board, spec, seat)}
    turn = (*(("play",) if "own" in kinds else ()), *(("attack",) if kinds - {"own"} else ()))
    return (*(turn if told != "defense" else ()), *(("defense",) if told != "offense" else ()))


@code
class EG(Numeric):
    """A level attack; on a hit O discards all cards of a kind from his hand. Source: code document, EG; M 122."""

    keys = "level*, power*, cards*"
    any_hit = True

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards are discarded."""
        yield from hand_loss(board, play, self.id)


@code
class EH(Numeric):
    """A level attack; on a hit its player's Character makes no attack and may not be attacked for the battle, even if
    the hit is negated later. Source: code document, EH.
    """

    lasts = "battle"
    lies = "self"
    any_hit = True
    ends_with_hit = False

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Bound and closed."""
        yield self.holds(marker, "may_not_attack")
        yield self.holds(marker, "protect")


@code
class EI(Numeric):
    """A level attack; or, in answer to O's concession, the same attack at one Character, which O may defend; then the
    battle is over. Source: code document, EI.
    """

    play = "both"
    answers_concession = True

    def attack(self, board: Board, defence: Defence) -> Play:
        """The attack that the answer to a concession is."""
        from tabletop.games.overpower.compose import compose

        at = (defence.at,) if defence.at is not None else ()
        move = Move(defence.seat, "attack", by=defence.by, using=defence.cards, at=at, declare=defence.declare)
        return compose(board, move)[0]

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """A concession; the attack has to be one that its Character may make."""
        from tabletop.games.overpower import judge_battle

        lead = defence.lead or 0
        if play.kind != "concession":
            yield from self.wrong(f"{{{lead}}} answers a concession, nothing else.", lead)
            return
        attack = self.attack(board, defence)
        if not isinstance(attack.at, int) or not board.is_character(attack.at):
            yield from self.wrong(f"{{{lead}}} has to be aimed at a Character.", lead)
        yield from judge_battle.judge_play(board, attack)

    def defence_targets(self, board: Board, seat: str, by: int, spec: Spec, play: Play) -> Iterator[Ref | None]:
        """The Front Line of the one who concedes."""
        yield from board.front(board.opponent(seat))

    def outcome(self, board: Board, defence: Defence, play: Play) -> str:
        """It is an attack, which waits for its own answer."""
        return "attacks"

    def defended(self, board: Board, defence: Defence, play: Play) -> Plan[None]:
        """The attack waits; the concession stands when it is over."""
        from tabletop.games.overpower.battle import put_play

        yield put_play(self.attack(board, defence))
        yield Do("declared")


@code
class EJ(Numeric):
    """A level attack that lands as a Power card of another level and type: only these count from then on, and no
    negation takes it away. Source: code document, EJ.
    """

    keys = "level*, power*, hit_level*, hit_power*"


@code
class EK(OwnPlay):
    """No cumulative KO for its player's Character, for the game; a Spectrum KO works, and so do twenty points with
    three types. Source: code document, EK; M 89.
    """

    lasts = "game"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The cumulative KO does not count."""
        yield self.holds(marker, "no_ko", words=("cumulative",))


@code
class EL(Numeric):
    """A level attack; on a hit the target uses no card of a kind for anything, nor attacks within a Teamwork that shows
    the icon. Source: code document, EL; M 110.
    """

    keys = "level*, power*, against*"
    lasts = "battle"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The cards are closed to the target."""
        yield self.holds(marker, "forbid", words=self.param(marker.spec, "against"))


@code
class EM(Numeric):
    """A level attack; on a hit O discards a card of his choice from his hand. Source: code document, EM; M 122."""

    keys = "level*, power*, count (1), chooser (opponent)"
    any_hit = True

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The card is picked and discarded."""
        yield from hand_loss(board, play, self.id)
