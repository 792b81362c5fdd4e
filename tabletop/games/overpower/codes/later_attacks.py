"""Codes later than the code document that are attacks with a number, as the text of their cards has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tabletop.games.overpower import blocks, queries, settle
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.a import AS
from tabletop.games.overpower.codes.c import WithPower
from tabletop.games.overpower.codes.e import hand_loss
from tabletop.games.overpower.codes.kinds import Heals, Numeric
from tabletop.games.overpower.plays import Defence, Play, lead_spec
from tabletop.rules.model import Plan, Violation

# what stops them


@code
class JZ(Numeric):
    """A level attack that no Special defends. Source: the cards."""

    keys = "level*, power*, defend_not*"


@code
class JW(Numeric):
    """A level attack, then one further attack with a Power card; no Special defends either. Source: the cards."""

    keys = "level*, power*, defend_not*, extra (1), extra_with*"

    def follow_up_defence(self, board: Board, play: Play, defence: Defence) -> Iterator[Violation]:
        """The same for the further attack."""
        source = play.grant.source if play.grant is not None else 0
        yield from self.shut_out(board, source, defence)


@code
class MA(Numeric):
    """A level attack of one of its types that no card from a Battlesite defends. Source: the cards."""

    keys = "level*, power*, defend_not*"


@code
class NU(Numeric):
    """A level attack that only some Power cards defend. Source: the cards."""

    keys = "level*, power*, defend_only*"


@code
class NO(Numeric):
    """A level attack; on a hit attacks on the target are moved to nobody, for the game. Source: the cards."""

    lasts = "game"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """They stay where they are aimed."""
        yield self.holds(marker, "fixed")


# what they count


@code
class KA(Numeric):
    """An attack of one of its types, stronger for each Character that is knocked out. Source: the card."""

    keys = "level*, power*, bonus*"

    def compose(self, board: Board, play: Play) -> Play:
        """The fallen of both sides."""
        play, each = super().compose(board, play), self.table(lead_spec(board, play), "bonus").get("attack", 0)
        return replace(play, bonus=play.bonus + int(each) * sum(len(board.fallen(seat)) for seat in board.seats))


@code
class LT(Numeric):
    """An attack that is stronger for each Mission in a pile of its player or (scope opponent) O. Source: the cards."""

    keys = "level*, power*, bonus*, per*, scope (self)"

    def compose(self, board: Board, play: Play) -> Play:
        """The Missions of the pile."""
        play, spec = super().compose(board, play), lead_spec(board, play)
        seat = board.opponent(play.seat) if self.param(spec, "scope") == "opponent" else play.seat
        each = self.table(spec, "bonus").get("attack", 0)
        return replace(play, bonus=play.bonus + int(each) * len(board.zone(seat, str(self.param(spec, "per")))))


@code
class MO(Numeric):
    """An attack that is stronger for each teammate with high ratings. Source: the card."""

    keys = "level*, power*, bonus*, if_grid*"

    def compose(self, board: Board, play: Play) -> Play:
        """The teammates who have them."""
        play, spec = super().compose(board, play), lead_spec(board, play)
        wanted, each = self.table(spec, "if_grid"), self.table(spec, "bonus").get("attack", 0)
        mates = [board.grid(char) for char in board.team(play.seat) if char != play.by]
        strong = sum(all(grid.get(kind, 0) >= value for kind, value in wanted.items()) for grid in mates)
        return replace(play, bonus=play.bonus + int(each) * strong)


@code
class MN(Numeric):
    """A very strong attack of one who has fifteen points or more on the Permanent Record. Source: the card."""

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """The points."""
        yield from super().violations(board, play)
        record = board.at(play.by, "record") if play.by is not None else []
        points = sum(queries.hit(board, piece).level for piece in record)
        if points < 15:
            yield Violation(self.id, f"{{{play.by}}} has {points} points on the Permanent Record, not 15.")


@code
class LR(Numeric):
    """A level attack of one of its types that may be combined with a Power card. Source: the card."""

    keys = "level*, power*, combine*"


# what they do on a hit


@code
class FH(Heals):
    """A level attack; on a hit all hits of a kind leave its Character and a teammate. Source: the card."""

    keys = "level*, power*, scope, cards*, count, source (record)"
    kind = "numeric"
    any_hit = True

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The own hits go; the teammate is picked."""
        found = {piece: board.host(piece) for piece in self.hits_of(board, play.seat, play.by, lead_spec(board, play))}
        yield from blocks.to_pile(board, [piece for piece, host in found.items() if host == play.by])
        hosts = [host for host in dict.fromkeys(found.values()) if host is not None and host != play.by]
        yield from blocks.ask(play.seat, "Whose hits are removed?", hosts, "heal_all", rule=self.id, hits=list(found))


@code
class FI(Numeric):
    """A level attack; on a hit cards are drawn, and duplicates go. Source: the card."""

    keys = "level*, power*, count*"
    any_hit = True

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """Cards are drawn."""
        drawn = yield from blocks.draw(board, play.seat, self.number(lead_spec(board, play), "count"))
        yield from blocks.keep_or_discard(board, play.seat, drawn, unusable=False)


@code
class JV(Numeric):
    """A level attack; on a hit O's hand lies open for the battle. Source: the card."""

    lasts = "battle"
    lies = "opponent"
    any_hit = True

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The hand of the seat where it lies."""
        yield self.holds(marker, "open_hand", on=None)


@code
class KB(Numeric):
    """A level attack that lies on the Permanent Record of whom it hits at once, with another number and type, and so
    counts nothing for Venture. Source: the cards.
    """

    keys = "level*, power*, hit_level*, hit_power*"

    def destination(self, board: Board, play: Play, card: int) -> str | None:
        """The Permanent Record of a Character."""
        hit = play.outcome == "hit" and isinstance(play.at, int) and board.is_character(play.at)
        return f"{play.at}.record" if hit and card == play.lead else None


@code
class KO(WithPower):
    """An attack with one Power card; on a hit all hits of at most its number leave the Permanent Record of its
    Character. Source: the card.
    """

    keys = "needs*"
    any_hit = True

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The hits go."""
        most = max((board.spec(card).level or 0 for card in play.with_role("power")), default=-1)
        record = board.at(play.by, "record") if play.by is not None else []
        yield from blocks.to_pile(board, [piece for piece in record if queries.hit(board, piece).level <= most])


@code
class LZ(Numeric):
    """A level attack that may go at the Reserve, who may defend; when it hits there all attacks of its Character may go
    there for the game. Source: the cards.
    """

    keys = "level*, power*, duration"
    reserve_target = True

    def lasts_of(self, spec: Any) -> str:
        """What lasts is laid by the hit."""
        return "instant"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The Reserve comes into reach."""
        if isinstance(play.at, int) and board.is_reserve(play.at) and play.lead is not None:
            yield from blocks.lay_lasting(board, play.lead, play.by, play.seat, {"by": play.by}, "game", self.id)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """It is in reach."""
        yield self.holds(marker, "attack_reserve")


@code
class NI(Numeric):
    """A level attack; on a hit O discards cards of a kind from his hand. Source: the cards."""

    keys = "level*, power*, cards*, count (all)"
    any_hit = True

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards go."""
        yield from hand_loss(board, play, self.id)


@code
class NT(Numeric):
    """A level attack; on a hit O discards cards of his choice until both hands are equal. Source: the card."""

    keys = "level*, power*, chooser (opponent)"
    any_hit = True

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """As many as he has more."""
        other = board.opponent(play.seat)
        hand = board.zone(other, "hand")
        more = len(hand) - len(board.zone(play.seat, "hand"))
        if more > 0:
            yield from blocks.discard_from_hand(board, other, hand, other, rule=self.id, count=more)


@code
class NV(Numeric):
    """A level attack; on a hit the target plays no cards of a kind for the battle. Source: the cards."""

    keys = "level*, power*, cards*"
    lasts = "battle"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The cards are closed to it."""
        yield self.holds(marker, "forbid", words=self.param(marker.spec, "cards"))


@code
class NW(Numeric):
    """A level attack; on a hit the target falls if it has fifteen points or more, whatever protects it. Source: the
    cards.
    """

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The points are counted."""
        other = board.opponent(play.seat)
        if isinstance(play.at, int) and play.at in board.team(other) and queries.damage(board, play.at) >= 15:
            yield from settle.falling(board, other, play.at)


# what they do afterwards


@code
class FG(Numeric):
    """A level attack; if it is stopped O's Venture total changes for the battle. Source: the cards."""

    keys = "level*, power*, venture*, scope (opponent)"

    def afterwards(self, board: Board, play: Play) -> Plan[None]:
        """The total changes."""
        if play.outcome != "hit" and play.lead is not None:
            seat = play.seat if self.param(lead_spec(board, play), "scope") == "self" else board.opponent(play.seat)
            yield from blocks.lay_lasting(board, play.lead, None, seat, {"by": play.by}, "battle", self.id)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The total of the seat where it lies."""
        yield self.holds(marker, "venture", amount=self.number(marker.spec, "venture"), on=None)


@code
class FJ(AS):
    """A strong attack of one of its types, which binds its Character afterwards. Source: the card."""

    keys = "level*, power*, rider"


@code
class JX(Numeric):
    """A level attack; if it knocks the target out a Mission moves from pile to pile. Source: the card."""

    keys = "level*, power*, scope (self), count (1), source*, to*"

    def afterwards(self, board: Board, play: Play) -> Plan[None]:
        """The target has fallen."""
        spec, other = lead_spec(board, play), board.opponent(play.seat)
        source, target = self.param(spec, "source"), self.param(spec, "to")
        if play.outcome == "hit" and play.at in board.fallen(other) and source and target:
            seat = other if self.param(spec, "scope") == "opponent" else play.seat
            yield from blocks.move_missions(board, seat, source[0], target[0], self.param(spec, "count"))


class BindsTeam(Numeric):
    """A very strong attack after which others of the own team make no attack for the battle."""

    def afterwards(self, board: Board, play: Play) -> Plan[None]:
        """They are bound."""
        if play.lead is not None:
            yield from blocks.lay_lasting(board, play.lead, None, play.seat, {"by": play.by}, "battle", self.id)

    def bound(self, board: Board, marker: Marker) -> list[int]:
        """Who is bound."""
        return board.team(marker.seat)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """No attack."""
        yield self.holds(marker, "may_not_attack", on=frozenset(self.bound(board, marker)))


@code
class MC(BindsTeam):
    """A very strong attack of one of its types, after which the own team makes no attack. Source: the cards."""


@code
class NB(BindsTeam):
    """A very strong attack, after which the teammates make no attack. Source: the card."""

    def bound(self, board: Board, marker: Marker) -> list[int]:
        """Everybody but its Character."""
        return [char for char in board.team(marker.seat) if char != marker.by]


@code
class NK(Numeric):
    """A level attack; if it is defended cards are drawn, and duplicates go. Source: the cards."""

    keys = "level*, power*, count*"

    def afterwards(self, board: Board, play: Play) -> Plan[None]:
        """Cards are drawn."""
        if play.outcome in ("blocked", "avoided"):
            drawn = yield from blocks.draw(board, play.seat, self.number(lead_spec(board, play), "count"))
            yield from blocks.keep_or_discard(board, play.seat, drawn, unusable=False)
