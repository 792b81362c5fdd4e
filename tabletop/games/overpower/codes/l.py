"""The codes LA to LQ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tabletop.games.overpower import blocks, queries
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.kinds import (
    Avoid,
    Binds,
    Discards,
    Numeric,
    OnOpponent,
    OwnPlay,
    Protection,
    Shift,
)
from tabletop.games.overpower.plays import SITE, Defence, Grant, Play, lead_spec
from tabletop.games.overpower.spec import Spec
from tabletop.games.overpower.tasks import tasks
from tabletop.rules.model import Luck, Plan, Ref, Violation


def no_site(board: Board, seat: str) -> bool:
    """Whether the opponent of a seat has no Battlesite that stands."""
    return board.site(board.opponent(seat)) is None


@code
class LA(OnOpponent):
    """Specials under O's Battlesite, picked blind, go to his Defeated pile; only a negation answers. Source: code
    document, LA.
    """

    keys = "count (1)"

    def under(self, board: Board, seat: str) -> list[int]:
        """The Specials under the opponent's Battlesite."""
        other = board.opponent(seat)
        return [card for card in board.zone(other, "site_cards") if board.spec(card).is_special]

    def targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """The Battlesite."""
        if not no_site(board, play.seat):
            yield SITE

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """A Special has to lie there."""
        if not self.under(board, play.seat):
            yield Violation(self.id, f"{{{play.lead}}} finds no Special under a Battlesite.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """As many as it says, at random."""
        found, count = self.under(board, play.seat), self.param(lead_spec(board, play), "count")
        if isinstance(count, int) and count < len(found):
            found = list((yield Luck("random", tuple(found), count)))
        for card in found:
            yield from blocks.to(board, card, f"{board.opponent(play.seat)}.defeated")

    def unusable(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """Useless without a Battlesite of O."""
        return no_site(board, seat)


@code
class LB(Protection):
    """An attack on its Character out of O's Battlesite is avoided; none may follow in this battle. Source: code
    document, LB.
    """

    play = "defense"
    keys = ""

    def filter(self, board: Board, spec: Spec, play: Play) -> tuple[str, ...]:
        """Attacks out of a Battlesite."""
        return ("battlesite",)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Closed to them."""
        yield self.holds(marker, "protect", words=("battlesite",))

    def unusable(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """Useless without a Battlesite of O."""
        return no_site(board, seat)


@code
class LC(Numeric):
    """A level attack at a Character, or with another number and type at O's Battlesite. Source: code document, LC."""

    keys = "level*, power*, site_level*, site_power*"

    def compose(self, board: Board, play: Play) -> Play:
        """At a Battlesite the other type counts too."""
        play = super().compose(board, play)
        if play.at == SITE:
            types = queries.any_types(self.param(lead_spec(board, play), "site_power"))
            return replace(play, types=types, open=len(types) > 1)
        return play


@code
class LD(OnOpponent):
    """No card from under O's Battlesite attacks or defends in this battle. Source: code document, LD."""

    lasts = "battle"

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """O has to have a Battlesite."""
        if no_site(board, play.seat):
            yield Violation(self.id, f"{{{board.opponent(play.seat)}}} has no Battlesite.", (play.lead or 0,))

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Neither attack nor defence; other plays are free."""
        for way in ("attack", "defense"):
            yield self.holds(marker, "forbid", words=("battlesite",), use=way, on=None)

    def unusable(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """Useless without a Battlesite of O."""
        return no_site(board, seat)


@code
class LE(Binds):
    """The target plays no Tactic cards, in attack or defence; it may still give a card to a teammate's. Source: code
    document, LE.
    """

    keys = "cards (tactic)"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The cards are closed to it."""
        yield self.holds(marker, "forbid", words=self.param(marker.spec, "cards"))


@code
class LF(Discards):
    """AI, as a rule for Tactic cards. Source: code document, LF."""

    keys = "scope (target), cards (tactic), count (1), chooser (self)"


@code
class LG(OwnPlay):
    """Its Character fights on when it is knocked out, until the battle is over, for the game. Source: code document,
    LG.
    """

    lasts = "game"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """It fights on."""
        yield self.holds(marker, "fights_on")


@code
class LH(OwnPlay):
    """In the next battle its player may venture so many Missions without giving O cards, and no more. Source: code
    document, LH.
    """

    lasts = "next_battle"
    lies = "team"
    keys = "count (4)"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """No penalty, and a limit."""
        yield self.holds(marker, "no_penalty", on=None)
        yield self.holds(marker, "mission_limit", amount=self.number(marker.spec, "count"), on=None)


@code
class LI(OwnPlay):
    """All cards placed to its Character (scope teammate: to one whom it names) are discarded, and all hits leave the
    Permanent Record. Source: code document, LI; the teammate is the wording of a card.
    """

    keys = "scope (self)"

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """Nobody is named, or a teammate."""
        if self.param(lead_spec(board, play), "scope") == "teammate":
            yield from (char for char in board.front(play.seat) if char != play.by)
        else:
            yield None

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards go, then the hits."""
        char = play.at if isinstance(play.at, int) else play.by
        if char is not None:
            yield from blocks.discard(board, board.at(char, "placed"), counts=False)
            yield from blocks.to_pile(board, board.at(char, "record"))

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for something to clear."""
        mates = self.param(board.spec(card), "scope") == "teammate"
        whom = [mate for char in users for mate in board.front(seat) if mate != char] if mates else users
        return not any(board.at(char, "record") or any(c != card for c in board.at(char, "placed")) for char in whom)


@code
class LJ(OwnPlay):
    """Its player takes an Activator that duplicates none in his hand out of his Draw Pile. Source: code document,
    LJ.
    """

    keys = "cards (activator)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The search."""
        seat, wanted = play.seat, self.param(lead_spec(board, play), "cards")
        hand = board.zone(seat, "hand")
        found = [
            card
            for card in board.zone(seat, "draw")
            if queries.fits(board, card, wanted) and not any(queries.same(board, card, other) for other in hand)
        ]
        yield from blocks.search(board, seat, found, f"{seat}.draw", f"{seat}.hand", rule=self.id)


@code
class LK(OwnPlay):
    """Attacks of its Character may go at O's Reserve, for the battle. Source: code document, LK."""

    lasts = "battle"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The Reserve is in reach."""
        yield self.holds(marker, "attack_reserve")


@code
class LM(Numeric):
    """A level attack at O's Battlesite and at nothing else. Source: code document, LM (against the real card)."""

    def targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """The Battlesite."""
        if not no_site(board, play.seat):
            yield SITE

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """Nothing else."""
        yield from super().violations(board, play)
        if play.at != SITE:
            yield Violation(self.id, f"{{{play.lead}}} attacks a Battlesite only.", (play.lead or 0,))

    def unusable(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """Useless without a Battlesite of O."""
        return no_site(board, seat)


@code
class LN(Shift):
    """For the battle its player may send each attack on his team at another Character of his Front Line, which then
    defends; in answer to an attack that one is moved at once. Source: code document, LN ("both" against later rulings).
    """

    play = "both"
    lasts = "battle"
    lies = "team"
    needs_effect = False

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Attacks on the team may be moved."""
        yield self.holds(marker, "redirect", use="may", on=None)

    def unusable(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It may serve later."""
        return False


@code
class LO(Avoid):
    """An attack of a kind is avoided, and its player may draw; a duplicate or unusable card goes. Source: code
    document, LO.
    """

    keys = "against*, scope (self), count (1)"
    takes_tactics = True
    stays_with_reserve = True

    def defended(self, board: Board, defence: Defence, play: Play) -> Plan[None]:
        """The draw is asked for, if there is a card."""
        seat = defence.seat
        count = self.number(lead_spec(board, defence), "count")
        if board.zone(seat, "draw") or board.zone(seat, "power_pack"):
            text = f"Do you draw {count} card{'s' if count != 1 else ''}?"
            yield from blocks.ask(seat, text, ["yes", "no"], "drawn_after", rule=self.id, seat=seat, count=count)


@tasks.task
def drawn_after(board: Board, seat: str, count: int, picked: list[str]) -> Plan[None]:
    """Cards are drawn if the player wants to."""
    if "yes" in picked:
        drawn = yield from blocks.draw(board, seat, count)
        yield from blocks.keep_or_discard(board, seat, drawn)


@code
class LP(OnOpponent):
    """In the next battle all Events drawn are discarded without effect, and each player replaces one. It is negated in
    the battle in which it is played or not at all. Source: code document, LP.
    """

    lasts = "next_battle"

    def may_leave(self, board: Board, card: int) -> bool:
        """As long as its battle has not come."""
        data = board.mark(card, "data")
        battle = data.get("battle") if isinstance(data, dict) else None
        return not isinstance(battle, int) or battle > board.battle

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """For both players."""
        yield self.holds(marker, "no_event_phase", seat="", on=None)


@code
class LQ(Numeric):
    """A level attack; on a hit its Character may make one more attack of given types at whom it hit, without Universe
    cards, and nothing answers that. Source: code document, LQ (the same Character: real cards).
    """

    keys = "level*, power*, extra (1), extra_with*, extra_at (same)"

    def grants_after(self, play: Play) -> bool:
        """Only a hit."""
        return play.outcome == "hit"

    def grants(self, board: Board, play: Play) -> Iterator[Grant]:
        """One attack at the Character that was hit."""
        if isinstance(play.at, int) and board.is_character(play.at):
            for grant in super().grants(board, play):
                yield replace(grant, ref=play.at, boost=False, undefended=True)
