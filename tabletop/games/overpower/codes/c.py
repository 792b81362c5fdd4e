"""The codes CA to CL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tabletop.games.overpower import blocks, queries
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.b_more import BW
from tabletop.games.overpower.codes.base import Code
from tabletop.games.overpower.codes.kinds import Binds, CombinedHit, Numeric, OwnPlay, Protection
from tabletop.games.overpower.filters import terms
from tabletop.games.overpower.plays import Defence, Play, lead_spec
from tabletop.games.overpower.queries import Hit
from tabletop.games.overpower.spec import TYPES, Spec
from tabletop.rules.model import Move, Plan, Ref, Violation
from tabletop.table.ops import Mark


@code
class CA(OwnPlay):
    """The whole Permanent Records of its player's Character and of a Front Line teammate change places. Source: code
    document, CA.
    """

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """A Front Line teammate."""
        yield from (char for char in board.front(play.seat) if char != play.by)

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """One of the two has a record."""
        chars = [char for char in (play.by, play.at) if isinstance(char, int)]
        if len(chars) == 2 and not any(board.at(char, "record") for char in chars):
            yield Violation(self.id, f"Neither {{{play.by}}} nor {{{play.at}}} has a hit on the Permanent Record.")

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """All cards change places."""
        if not isinstance(play.at, int) or play.by is None:
            return
        own, other = list(board.at(play.by, "record")), list(board.at(play.at, "record"))
        for card in own:
            yield from blocks.to(board, card, f"{play.at}.record")
        for card in other:
            yield from blocks.to(board, card, f"{play.by}.record")

    def unusable(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """Useless without a second Character in the Front Line."""
        return len(board.front(seat)) < 2

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for a hit on the Permanent Record of its Character or of a Front Line teammate."""
        return not any(board.at(char, "record") for char in {*users, *board.front(seat)})


@code
class CB(Code):
    """An attack with an own Power card and a Basic or Training card that is placed to a Character of O; only a negation
    stops the taking. Source: code document, CB.
    """

    kind = "numeric"
    keys = "cards (basic, training)"

    def offered(self, board: Board, spec: Spec, seat: str) -> list[int]:
        """The Universe cards that it could take from the opponent of a seat."""
        wanted = self.param(spec, "cards")
        return [card for card in board.placed(board.opponent(seat)) if queries.fits(board, card, wanted)]

    def role(self, board: Board, move: Move, card: int, roles: tuple[str, ...], attack: bool) -> str:
        """One own Power card, one Universe card of O."""
        spec = board.spec(card)
        if attack and spec.is_power and "power" not in roles:
            return "power"
        taken = board.zone_of(card)[1] == "placed" and board.seat_of(card) != move.seat
        return "boost" if attack and spec.is_boost and taken and "boost" not in roles else ""

    def takes(self, board: Board, play: Play, card: int, role: str) -> bool:
        """The Universe card comes from a Character of O."""
        return role == "boost" and card in self.offered(board, lead_spec(board, play), play.seat)

    def targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """An opposing Character, never a Battlesite."""
        yield from board.front(board.opponent(play.seat))

    def sets(self, board: Board, seat: str, by: int, card: int) -> Iterator[tuple[int, ...]]:
        """An own Power card with each Universe card of O."""
        powers = [c for c in (*board.zone(seat, "hand"), *board.at(by, "placed")) if board.spec(c).is_power]
        for power in powers:
            for other in self.offered(board, board.spec(card), seat):
                yield power, other

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """Both cards are there."""
        if not play.with_role("power") or not play.with_role("boost"):
            yield Violation(
                self.id, f"{{{play.lead}}} takes an own Power card and a Universe card placed to an opposing Character."
            )

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for O to place such a card."""
        return not self.offered(board, board.spec(card), seat)


@code
class CC(Numeric):
    """A Special that is a Power card: it attacks or blocks with its number, whatever the ratings. Of several types
    it is a Multipower card and fuses as a hit. Source: code document, CC.
    """

    play = "both"
    keys = "level*, power*, defend_power, combine"

    def defence_kind(self, board: Board, spec: Spec) -> str:
        """It blocks."""
        return "block"

    def as_hit(self, board: Board, one: Hit) -> Hit:
        """A Power card; with several types it fuses with Multipower hits."""
        return replace_hit(
            super().as_hit(board, one), fuses=len(one.types) > 1 and bool(board.option("multipower_fusion"))
        )


def replace_hit(one: Hit, *, fuses: bool) -> Hit:
    """The hit as a Power card."""
    from dataclasses import replace as change

    return change(one, fuses=fuses, power_card=True)


@code
class CD(Protection):
    """O's team may attack its player only with one kind of attack; in defence any other attack is avoided first.
    Source: code document, CD.
    """

    keys = "only*"

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """An attack on its player that does not match."""
        from tabletop.games.overpower.filters import attack_fits
        from tabletop.games.overpower.plays import Seen

        yield from super().answers(board, defence, play)
        only = self.param(board.spec(defence.lead or 0), "only")
        if attack_fits(only, Seen(board, play)):
            yield from self.wrong(f"{{{defence.lead}}} does not close its player to this attack.", defence.lead or 0)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Closed to everything but the kind that it names."""
        yield self.holds(marker, "protect", words=self.param(marker.spec, "only"), use="only")


@code
class CE(BW):
    """The top card of O's Draw Pile goes to his Dead Pile, whatever it is. Source: code document, CE."""

    keys = "count (1)"

    def piles(self, spec: Spec) -> tuple[str, ...]:
        """The Draw Pile."""
        return ("draw",)


@code
class CF(Code):
    """One more Mission of either side, from the Reserve or the Completed Missions, is ventured in this battle. Source:
    code document, CF.
    """

    keys = "count (1)"

    def kind_of(self, board: Board, spec: Spec, seat: str, at: Ref | None) -> str:
        """An attack on the opponent where it is his Mission."""
        return "opponent" if at == board.opponent(seat) else "own"

    def kinds(self, board: Board, spec: Spec, seat: str) -> Sequence[tuple[str, Ref | None]]:
        """Either side's."""
        return (("own", None), ("opponent", board.opponent(seat)))

    def options(self, board: Board, spec: Spec) -> Sequence[str]:
        """The pile."""
        return ("reserve", "completed")

    def side(self, board: Board, play: Play) -> str:
        """Whose Mission it is."""
        return board.opponent(play.seat) if play.kind == "opponent" else play.seat

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """A pile is named in which a Mission lies."""
        side = self.side(board, play)
        if play.option not in ("reserve", "completed"):
            yield Violation(self.id, f"{{{play.lead}}} takes a Mission from reserve or completed.")
        elif not board.zone(side, f"missions_{play.option}"):
            yield Violation(self.id, f"No Mission of {{{side}}} lies in {play.option}.")

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The Mission joins those that are ventured; nobody draws for it."""
        side = self.side(board, play)
        pile = list(board.zone(side, f"missions_{play.option}"))
        for mission in pile[: self.number(lead_spec(board, play), "count")]:
            yield Mark(mission, "from", play.option)
            yield from blocks.to(board, mission, f"{side}.ventured")

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits while all four piles are empty."""
        piles = ("missions_reserve", "missions_completed")
        return not any(board.zone(each, pile) for each in board.seats for pile in piles)


@code
class CG(OwnPlay):
    """No Spectrum KO for its player, for the game. Source: code document, CG; M 89."""

    lasts = "game"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The Spectrum KO does not count."""
        yield self.holds(marker, "no_ko", words=("spectrum",))


@code
class CH(Binds):
    """The target loses all its placed cards and may not attack for the battle. Source: code document, CH."""

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """What is placed to the target goes; cards in effect stay."""
        if isinstance(play.at, int):
            yield from blocks.discard(board, list(board.at(play.at, "placed")))

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The target is bound."""
        yield self.holds(marker, "may_not_attack")


class WithPower(CombinedHit):
    """A Special that attacks with one Power card and nothing else (CI, CJ)."""

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """No further Special goes along."""
        yield from super().violations(board, play)
        for card in play.companions:
            yield Violation(self.id, f"{{{play.lead}}} goes with one Power card alone, not with {{{card}}}.", (card,))


@code
class CI(WithPower):
    """An attack with one Power card that it names; landed, both stay, and the Special counts extra points for the KO,
    none for Venture. Source: code document, CI.
    """

    keys = "damage*, needs*"

    def kinds_of_power(self, spec: Spec) -> tuple[str, ...]:
        """The types of the Power cards that it goes with."""
        return tuple(kind for term in terms(self.param(spec, "needs")) for kind in (term.word, term.type))

    def as_hit(self, board: Board, one: Hit) -> Hit:
        """Extra points of the type of its Power card."""
        kinds = tuple(kind for kind in TYPES if kind in self.kinds_of_power(one.spec))
        return queries.changed(one, level=self.number(one.spec, "damage"), venture=0, types=kinds)

    def unusable(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """Useless if nobody who plays it could use such a Power card."""
        kinds = [kind for kind in TYPES if kind in self.kinds_of_power(board.spec(card))] or TYPES
        return not any(board.grid(char)[kind] > 0 for char in users for kind in kinds)


@code
class CJ(WithPower):
    """An attack with one Power card, which returns on top of the Draw Pile when it is blocked or avoided. Source: code
    document, CJ.
    """

    keys = "needs (power_card)"

    def destination(self, board: Board, play: Play, card: int) -> str | None:
        """A Power card that was stopped goes onto the Draw Pile."""
        returns = play.role(card) == "power" and play.outcome in ("blocked", "avoided")
        return f"{board.owner(card)}.draw" if returns else None


@code
class CK(OwnPlay):
    """A teammate who is knocked out joins the Front Line for the next battle, without hits, and falls again at its end.
    Source: code document, CK; M 90, M 94, M 108.
    """

    lasts = "next_battle"
    lies = "team"

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """Somebody of the own team who is knocked out."""
        yield from (char for char in board.fallen(play.seat) if char != play.by)

    def marker_data(self, board: Board, play: Play | Defence, card: int) -> dict[str, Any]:
        """Who returns, and in which battle; it counts already that somebody will."""
        data = super().marker_data(board, play, card)
        return {**data, "battle": None, "returns": board.battle + 1, "until": "game"}

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """As long as somebody is to return the team is not beaten."""
        battle = marker.data.get("returns")
        if isinstance(battle, int) and (battle > board.battle or (battle == board.battle and board.phase == "draw")):
            yield self.holds(marker, "returns", on=None)

    def at_line_up(self, board: Board, marker: Marker) -> Plan[None]:
        """The Character joins, if need be as a fourth."""
        char = marker.at
        if char is not None and marker.data.get("returns") == board.battle and char in board.fallen(marker.seat):
            yield from blocks.to_pile(board, [*board.at(char, "hits"), *board.at(char, "record")])
            yield Mark(char, "ko", None)
            yield from blocks.into_front(board, char)

    def at_clean_up(self, board: Board, marker: Marker) -> Plan[None]:
        """The Character is knocked out in any case."""
        battle = marker.data.get("returns")
        if isinstance(battle, int) and battle > board.battle:
            return
        if marker.at is not None and marker.at in board.team(marker.seat):
            yield from blocks.knock_out(board, marker.at)
        yield from blocks.to_pile(board, [marker.piece])

    def when_negated(self, board: Board, card: int) -> Plan[None]:
        """Who has returned through it falls again."""
        data = board.mark(card, "data")
        char = data.get("at") if isinstance(data, dict) else None
        if isinstance(char, int) and data.get("returns") == board.battle and char in board.team(board.owner(card)):
            yield from blocks.knock_out(board, char)

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for somebody to be knocked out."""
        return not board.fallen(seat)


@code
class CL(OwnPlay):
    """In the next battle its player's Character uses the Specials of a teammate who is knocked out; what they do for
    the game ends with that battle. Source: code document, CL; M 94, M 108.
    """

    lasts = "next_battle"

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """Somebody of the own team who is knocked out."""
        yield from (char for char in board.fallen(play.seat) if char != play.by)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The Specials may be placed and played."""
        if marker.at is not None:
            yield self.holds(marker, "plays", words=(board.spec(marker.at).name,), use="battle")

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for a teammate to be knocked out."""
        return not board.fallen(seat)
