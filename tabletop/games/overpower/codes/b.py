"""The codes BA to BP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabletop.games.overpower import queries
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.base import Code
from tabletop.games.overpower.codes.kinds import (
    Binds,
    Bonus,
    NamesType,
    Numeric,
    OnOpponent,
    OwnPlay,
    Protection,
    TurnsLead,
    WhenBonus,
)
from tabletop.games.overpower.plays import Defence, Grant, Play, grants_of, lead_spec
from tabletop.games.overpower.spec import TYPES
from tabletop.rules.model import Plan, Violation


@code
class BA(Numeric):
    """A level attack that only some cards, or Characters of one gender, may stop; it may always be negated. Source:
    code document, BA (against M 58).
    """

    keys = "level*, power*, defend_only, defend_not"
    negatable = True


@code
class BB(WhenBonus):
    """A bonus in attack and block towards the opposing Character who landed the latest hit on its player in this
    battle; who that is, is fixed as it is played. Source: code document, BB.
    """

    keys = "bonus ({ all = 2 }), versus (hitter)"

    def hitter(self, board: Board, char: int) -> int | None:
        """The opposing Character that made the latest hit of this battle."""
        for piece in (*reversed(board.at(char, "hits")), *board.at(char, "record")):
            by = board.mark(piece, "by")
            if (
                isinstance(by, int)
                and board.mark(piece, "battle") == board.battle
                and board.seat_of(by) != board.seat_of(char)
            ):
                return by
        return None

    def unmet(self, board: Board, seat: str, by: int) -> str:
        """There has to be a hit of this battle."""
        return "" if self.hitter(board, by) is not None else f"{{{by}}} has not been hit in this battle."

    def along(self, board: Board, play: Play, card: int) -> Iterator[Violation]:
        """The attack goes at the one who made the hit."""
        yield from super().along(board, play, card)
        if play.by is not None and play.aimed != self.hitter(board, play.by):
            yield Violation(self.id, f"{{{card}}} works towards the one who hit {{{play.by}}} last.", (card,))

    def beside(self, board: Board, defence: Defence, play: Play, card: int) -> Iterator[Violation]:
        """The attack comes from the one who made the hit."""
        yield from super().beside(board, defence, play, card)
        if defence.by is not None and (play.shifted or play.by != self.hitter(board, defence.by)):
            yield Violation(self.id, f"{{{card}}} works towards the one who hit {{{defence.by}}} last.", (card,))

    def marker_data(self, board: Board, play: Play | Defence, card: int) -> dict[str, Any]:
        """The one who made the hit."""
        found = self.hitter(board, play.by) if play.by is not None else None
        return {**super().marker_data(board, play, card), "hitter": found}

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The bonus towards that one."""
        found = marker.data.get("hitter")
        versus = found if isinstance(found, int) else self.hitter(board, marker.host) if marker.host else None
        if versus is not None:
            yield self.holds(marker, "bonus", table=self.table(marker.spec, "bonus"), versus=versus)


@code
class BC(OnOpponent):
    """O's Reserve, which would move up after a knock-out in this battle, stays out of the next line-up. Source: code
    document, BC.
    """

    lasts = "next_battle"

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """A Character of O fell in this battle, and his Reserve would move up."""
        other = board.opponent(play.seat)
        if not any(board.mark(char, "ko") == board.battle for char in board.fallen(other)):
            yield Violation(self.id, f"No Character of {{{other}}} has been knocked out in this battle.")
        if not board.reserve(other) or len(board.front(other)) >= 3:
            yield Violation(self.id, f"{{{other}}} has no Reserve that would move up.")

    def marker_place(self, board: Board, play: Play | Defence, card: int) -> tuple[int | None, str]:
        """At O's Reserve."""
        other = board.opponent(play.seat)
        return next(iter(board.reserve(other)), None), other

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """It does not move up, unless nobody else would stand in the Front Line."""
        yield self.holds(marker, "stays_in_reserve")


@code
class BD(NamesType, Binds):
    """The target has no rating of a type that is named, for the battle. Source: code document, BD."""

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The rating is switched off."""
        if marker.chosen in TYPES:
            yield self.holds(marker, "grid", table={marker.chosen: 0})


@code
class BE(Code):
    """After O's concession its player makes one attack on one Character, which may be defended; then the battle is
    lost for O. Source: code document, BE (Tactic cards excluded: against M 62); M 126.
    """

    play = "defense"
    answers_concession = True

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """A concession in the battle phase."""
        if play.kind != "concession":
            yield from self.wrong(f"{{{defence.lead}}} answers a concession.", defence.lead or 0)

    def outcome(self, board: Board, defence: Defence, play: Play) -> str:
        """The attack comes before the concession."""
        return "attack"

    def defended(self, board: Board, defence: Defence, play: Play) -> Plan[None]:
        """The attack is open; what it would grant is lost."""
        from tabletop.games.overpower.battle import put_grants

        grant = Grant(
            self.id,
            defence.lead or 0,
            by=(defence.by or 0,),
            any_card=True,
            chains=False,
            after_concession=True,
            data={"seat": defence.seat},
        )
        yield put_grants([*grants_of(board), grant])

    def follow_up(self, board: Board, play: Play, grant: Grant) -> Iterator[Violation]:
        """A Power card or a Special of its player, at a Character."""
        spec, lead = lead_spec(board, play), play.lead or 0
        fetched = "activator" in play.roles
        if not (spec.is_power or spec.is_special) or (not fetched and queries.is_any_hero(board, lead)):
            yield Violation(self.id, f"{{{lead}}} is no attack of {{{play.by}}} alone.", (lead,))
        elif play.kind not in ("numeric", "effect") or not isinstance(play.at, int):
            yield Violation(self.id, f"{{{grant.source}}} allows one attack on a Character.", (lead,))


@code
class BF(OwnPlay):
    """Ten more points are needed to knock its player out, for the game. Source: code document, BF; M 64."""

    lasts = "game"
    keys = "hits_to_ko (10)"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """More points for the cumulative KO."""
        yield self.holds(marker, "hits_to_ko", amount=self.number(marker.spec, "hits_to_ko"))


@code
class BG(Bonus):
    """A bonus for the whole team; it may go along with a teammate's attack or block. Source: code document, BG."""

    keys = "bonus*"
    lies = "team"


@code
class BH(Bonus):
    """A defence bonus for the whole team; it may go along with a block. Source: code document, BH."""

    keys = "bonus*"
    lies = "team"
    companion = frozenset({"block"})


@code
class BI(TurnsLead):
    """A teammate makes one attack of given types at a bonus, without a Universe card; it is compulsory. Source: code
    document, BI.
    """

    keys = "extra_with*, extra_bonus (4), extra_by (teammate)"

    def grants(self, board: Board, play: Play) -> Iterator[Grant]:
        """The attack of the teammate."""
        spec = lead_spec(board, play)
        yield self.grant(
            play,
            by=self.mates(board, play),
            made=self.param(spec, "extra_with"),
            boost=False,
            must=True,
            joined=True,
            bonus=self.number(spec, "extra_bonus"),
            chains=False,
        )


@code
class BJ(Protection):
    """Nobody may attack the Character for the battle; in defence the attack is avoided first. Source: code document,
    BJ; M 12, M 66.
    """

    keys = "scope (self)"


@code
class BK(Code):
    """Its player's attacks with a number are declared face down for the battle; O answers them blind. It may go along
    with a Power card, Tactic or Special attack. Source: code document, BK.
    """

    lasts = "battle"
    lies = "self"
    keys = "cards (numeric)"
    companion = frozenset({"attack", "doubleshot"})

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Attacks with a number lie face down."""
        yield self.holds(marker, "face_down", words=self.param(marker.spec, "cards"))


@code
class BL(Code):
    """O's concession does not happen, and he may not concede in this battle; as an offensive play it forbids later
    ones. Source: code document, BL (whose turn follows: against M 70).
    """

    play = "defense"
    kind = "opponent"
    lasts = "battle"
    keys = "play"
    lies = "opponent"
    answers_concession = True

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """A concession in the battle phase."""
        if play.kind != "concession":
            yield from self.wrong(f"{{{defence.lead}}} answers a concession.", defence.lead or 0)

    def outcome(self, board: Board, defence: Defence, play: Play) -> str:
        """The concession does not happen."""
        return "cancelled"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The player at whose seat it lies may not concede."""
        yield self.holds(marker, "no_concession", on=None)


@code
class BM(Numeric):
    """A level attack; on a hit the target may not attack for the battle, or (versus self) not its player. Source: code
    document, BM.
    """

    keys = "level*, power*, versus"
    lasts = "battle"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The target is bound."""
        only = marker.data.get("by") if self.param(marker.spec, "versus") == "self" else None
        yield self.holds(marker, "may_not_attack", versus=only)


@code
class BO(Numeric):
    """AE with higher numbers. Source: code document, BO."""

    keys = "level*, power*, combine*"


@code
class BP(Numeric):
    """A level attack that may also be made out of the Reserve. Source: code document, BP."""

    keys = "level*, power*, from_reserve (true)"

    def kept_for_reserve(self, board: Board, card: int, users: object) -> bool:
        """It never has to be placed."""
        return True
