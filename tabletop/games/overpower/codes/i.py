"""The codes IA to IG."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.games.overpower import blocks, judge_battle, queries
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.base import Code
from tabletop.games.overpower.codes.kinds import Numeric, OnOpponent, OnTarget, OwnPlay
from tabletop.games.overpower.plays import Defence, Grant, Play, grants_of, lead_spec
from tabletop.games.overpower.spec import Spec
from tabletop.games.overpower.tasks import tasks
from tabletop.rules.model import Do, Plan, Ref, Violation
from tabletop.table.ops import Fact


@code
class IA(OnTarget):
    """The target loses its placed cards and goes into the Reserve, beside whoever is there, for the battle. In defence
    the same happens to an own Character, and an attack at it that cannot reach the Reserve is avoided. Source: code
    document, IA; M 131.
    """

    play = "both"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The target goes."""
        if isinstance(play.at, int):
            yield from blocks.discard(board, board.at(play.at, "placed"))
            if board.is_front(play.at):
                yield from blocks.into_reserve(board, play.at)

    def defence_kind(self, board: Board, spec: Spec) -> str:
        """It avoids."""
        return "avoid"

    def defence_targets(self, board: Board, seat: str, by: int, spec: Spec, play: Play) -> Iterator[Ref | None]:
        """Anybody of the own Front Line."""
        yield from board.front(seat)

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """Any attack; somebody of the own Front Line is named."""
        lead = defence.lead or 0
        if not play.is_attack:
            yield from self.wrong(f"{{{lead}}} answers attacks.", lead)
        if not isinstance(defence.at, int) or not board.is_front(defence.at, defence.seat):
            yield from self.wrong(f"In defence {{{lead}}} names a Character of the own Front Line.", lead)

    def outcome(self, board: Board, defence: Defence, play: Play) -> str:
        """The attack misses if it was at the one who goes and has no way to follow."""
        misses = defence.at == play.at and not judge_battle.reaches_reserve(board, play)
        return "avoided" if misses else "hit"

    def defended(self, board: Board, defence: Defence, play: Play) -> Plan[None]:
        """The Character goes. Who clears his own Front Line so has lost the battle."""
        if isinstance(defence.at, int):
            yield from blocks.discard(board, board.at(defence.at, "placed"), counts=False)
            yield from blocks.into_reserve(board, defence.at)
            yield from line_given_up(board, defence.seat)


def line_given_up(board: Board, seat: str) -> Plan[None]:
    """Who has cleared his own Front Line with a Special loses the battle, whatever the totals (M 131)."""
    if not board.front(seat):
        yield Fact("battle_lost", seat)


@code
class IB(OnOpponent):
    """O discards all placed cards of a kind, the Reserve's too, and his Venture total changes for the battle. Source:
    code document, IB.
    """

    lasts = "battle"
    keys = "cards (ally), venture*"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards go; there need be none."""
        wanted = self.param(lead_spec(board, play), "cards")
        placed = board.placed(board.opponent(play.seat))
        yield from blocks.discard(board, [card for card in placed if queries.fits(board, card, wanted)])

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The total of the seat where it lies."""
        yield self.holds(marker, "venture", amount=self.number(marker.spec, "venture"), on=None)


@code
class IC(OwnPlay):
    """Its player's copies of some Specials are Any Hero Specials, with all that goes with it, for the game; what is
    placed already stays with its holder. Source: code document, IC.
    """

    lasts = "game"
    lies = "team"
    keys = "specials_of*, names*"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The Specials that anybody plays."""
        names = {"names": self.param(marker.spec, "names")}
        yield self.holds(marker, "any_hero", words=self.param(marker.spec, "specials_of"), table=names, on=None)


@code
class ID(Numeric):
    """A level attack; then its player says how many further ones its Character makes, each at the bonus that goes with
    that number. Source: code document, ID.
    """

    keys = "level*, power*, extra_options ([[2, 1], [1, 2]])"

    def lines(self, spec: Spec) -> dict[str, int]:
        """The numbers of further attacks with the bonus of each."""
        return {str(number): int(bonus) for number, bonus in self.param(spec, "extra_options") or ()}

    def afterwards(self, board: Board, play: Play) -> Plan[None]:
        """The number is asked for."""
        if play.lead is None or play.by is None or (play.grant is not None and not play.grant.chains):
            return
        numbers = ["0", *self.lines(lead_spec(board, play))]
        text = f"How many attacks follow {{{play.lead}}}?"
        yield from blocks.ask(play.seat, text, numbers, "line_named", rule=self.id, card=play.lead, by=play.by)

    def opened(self, board: Board, card: int, by: int, number: str) -> Iterator[Grant]:
        """The attacks of a line."""
        bonus = self.lines(board.spec(card)).get(number)
        if bonus is not None:
            yield Grant(self.id, card, int(number), (by,), bonus=bonus)


@tasks.task
def line_named(board: Board, card: int, by: int, picked: list[str]) -> Plan[None]:
    """A player has said how many attacks follow."""
    from tabletop.games.overpower.battle import put_grants

    opened = [grant for number in picked for grant in ID().opened(board, card, by, number)]
    yield put_grants([*grants_of(board), *opened])


@code
class IE(OnOpponent):
    """Of O's ventured Missions only so many move when the battle is decided, up or down. Source: code document, IE."""

    lasts = "battle"
    keys = "count (1)"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The number."""
        yield self.holds(marker, "mission_moves", amount=self.number(marker.spec, "count"), on=None)


@code
class IF(Code):
    """Cards of the own hand go on top of the Draw Pile: in answer to O's concession, which then stands; or on the own
    turn its player concedes with it. Source: code document, IF.
    """

    play = "defense"
    keys = "play*, count (any)"
    answers_concession = True

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """A concession of O in the battle phase."""
        if play.kind != "concession":
            yield from self.wrong(f"{{{defence.lead}}} answers a concession.", defence.lead or 0)

    def outcome(self, board: Board, defence: Defence, play: Play) -> str:
        """The concession stands."""
        return "stays"

    def defended(self, board: Board, defence: Defence, play: Play) -> Plan[None]:
        """The cards are picked first."""
        yield from self.saved(board, defence.seat, lead_spec(board, defence))

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """A concession has to be allowed."""
        barred = [*queries.may_concede(board, play.seat)]
        barred += [Violation(found.rule, "You may not concede now.") for found in board.for_seat("must_act", play.seat)]
        yield from barred
        if barred:
            yield Violation(self.id, f"{{{play.lead}}} concedes, which is forbidden now.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards are picked; then the concession waits for its answer."""
        yield from self.saved(board, play.seat, lead_spec(board, play))
        yield Do("concession_waits", {"seat": play.seat})

    def saved(self, board: Board, seat: str, spec: Spec) -> Plan[None]:
        """Cards are picked, the one first named to lie on top."""
        hand, count = board.zone(seat, "hand"), self.param(spec, "count")
        most = count if isinstance(count, int) else len(hand)
        text = "Which cards go on top of your Draw Pile, the first on top?"
        yield from blocks.ask(
            seat, text, list(hand), "laid_on_top", rule=self.id, least=0, most=most, secret=True, seat=seat
        )


@tasks.task
def laid_on_top(board: Board, seat: str, picked: list[int]) -> Plan[None]:
    """Cards go on top of the Draw Pile, the first on top."""
    for card in reversed(picked):
        yield from blocks.to(board, card, f"{seat}.draw", 0)


@code
class IG(OwnPlay):
    """Its player searches his Draw Pile; as many cards as he likes go to his Dead Pile, Power cards too. Source: code
    document, IG.
    """

    keys = "count (any)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The search."""
        pile, text = f"{play.seat}.draw", "Which cards go to your Dead Pile?"
        found, count = board.table.cards(pile), self.param(lead_spec(board, play), "count")
        yield from blocks.search(
            board, play.seat, found, pile, f"{play.seat}.dead", rule=self.id, count=count, text=text
        )
