"""The codes HA to HL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop.games.overpower import blocks, queries, use
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.base import Code
from tabletop.games.overpower.codes.kinds import Avoid, Binds, Numeric, OnOpponent, OnTarget, OwnPlay
from tabletop.games.overpower.filters import attack_fits, card_fits, named
from tabletop.games.overpower.plays import Defence, Grant, Play, Seen, lead_spec
from tabletop.games.overpower.queries import Hit
from tabletop.games.overpower.spec import TYPES, Spec
from tabletop.games.overpower.tasks import check, tasks
from tabletop.rules.model import Do, Move, Plan, Question, Ref, Violation


@code
class HA(Binds):
    """The target does not defend against attacks with some Power cards, boosted or not, and hits with them, old ones
    too, count nothing for its Spectrum KO. Teammates may defend for it; Tactic attacks are free. Source: code document,
    HA (for the game: the real card).
    """

    lasts = "game"
    keys = "against*"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """No defence by the target, and such hits are outside the Spectrum."""
        against = self.param(marker.spec, "against")

        def undefended(board: Board, play: Play, defence: Defence, effect: Effect) -> Iterator[Violation]:
            small = play.lead_role != "doubleshot" and attack_fits(against, Seen(board, play))
            if defence.by == marker.host and play.is_attack and small:
                text = f"{{{marker.host}}} does not defend against such an attack ({{{marker.piece}}})."
                yield Violation(self.id, text, (marker.piece,))

        def outside(board: Board, one: Hit) -> Hit | None:
            fits = one.spec.is_power and card_fits(against, one.spec)
            return queries.changed(one, spectrum=False) if fits else None

        yield self.holds(marker, "defence_rule", test=undefended)
        yield self.holds(marker, "hit_as", test=outside)


@code
class HB(OnOpponent):
    """Cards of O's Power Pack go to his Dead Pile, as the player of the Special picks; the Power Pack is shuffled.
    Source: code document, HB.
    """

    keys = "count (3)"

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """The Power Pack is open, so that there has to be a card."""
        if not board.zone(board.opponent(play.seat), "power_pack"):
            yield Violation(self.id, f"{{{play.lead}}} finds an empty Power Pack.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards are picked."""
        other = board.opponent(play.seat)
        yield from blocks.pick(
            board,
            play.seat,
            "Which cards leave the Power Pack?",
            board.zone(other, "power_pack"),
            "move_picked",
            rule=self.id,
            count=self.param(lead_spec(board, play), "count"),
            zone=f"{other}.dead",
            shuffled=f"{other}.power_pack",
        )


@code
class HC(OwnPlay):
    """Its Character may add any number of Basic Universe cards to a Power card with which it attacks, for the battle.
    Source: code document, HC.
    """

    lasts = "battle"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """More than one Basic card."""
        yield self.holds(marker, "many_basics")


@code
class HD(OwnPlay):
    """An Event of the own Defeated pile goes back into the Draw Pile, which is shuffled. Source: code document, HD."""

    keys = "cards (event)"

    def found(self, board: Board, spec: Spec, seat: str) -> list[int]:
        """The cards that may return."""
        wanted = self.param(spec, "cards")
        return [card for card in board.zone(seat, "defeated") if queries.fits(board, card, wanted)]

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """The pile is open, so that there has to be one."""
        if not self.found(board, lead_spec(board, play), play.seat):
            yield Violation(self.id, f"{{{play.lead}}} finds no Event in the Defeated pile.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """One is picked."""
        draw = f"{play.seat}.draw"
        yield from blocks.pick(
            board,
            play.seat,
            "Which Event returns into the Draw Pile?",
            self.found(board, lead_spec(board, play), play.seat),
            "move_picked",
            rule=self.id,
            zone=draw,
            shuffled=draw,
        )

    def unusable(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """Useless without an Event in the Defeated pile."""
        return not self.found(board, board.spec(card), seat)


class Bars(Avoid):
    """O's team does not attack with some cards for the battle; in defence an attack with such a card on any own
    Character is avoided first (blocks forbid_cards, avoid).
    """

    play = "both"
    kind = "opponent"
    lasts = "battle"
    lies = "opponent"
    keys = "against*"

    def scope(self, spec: Spec) -> str:
        """It protects the whole team."""
        return "team"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Attacks with the cards are closed to the team at whose seat it lies."""
        words = named(self.param(marker.spec, "against"), marker.chosen)
        yield self.holds(marker, "forbid", words=words, use="attack")


@code
class HE(Bars):
    """O's Characters with high ratings do not attack with cards that bear an icon (or of a type that is named) for the
    battle; in defence such an attack on the team is avoided first. Source: code document, HE; the named type is the
    wording of cards.
    """

    keys = "if_grid*, against*"

    def asks(self, spec: Spec) -> bool:
        """Whether a type has to be named."""
        listed = [*self.param(spec, "against"), *self.table(spec, "if_grid")]
        return any("chosen" in word.split(":") for word in listed)

    def declarations(self, board: Board, spec: Spec) -> Sequence[tuple[str, ...]]:
        """A type, where it is to be named."""
        return tuple((kind,) for kind in TYPES) if self.asks(spec) else ((),)

    def choice(self, board: Board, play: Play | Defence) -> Iterator[Violation]:
        """A type is named where it has to be."""
        if self.asks(lead_spec(board, play)) and (len(play.declare) != 1 or play.declare[0] not in TYPES):
            yield Violation(self.id, f"One of {', '.join(TYPES)} has to be named with {{{play.lead}}}.")

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """A type is named where it has to be."""
        yield from self.choice(board, play)

    def strong(self, board: Board, spec: Spec, chosen: str, char: int) -> bool:
        """Whether a Character has the ratings that it asks for, as they are now."""
        grid = board.grid(char, "attack")
        wanted = self.table(spec, "if_grid").items()
        return all(grid.get(chosen if kind == "chosen" else kind, 0) >= value for kind, value in wanted)

    def avoided(self, board: Board, defence: Defence, play: Play) -> tuple[str, ...]:
        """Attacks with the cards that it names."""
        chosen = defence.declare[0] if defence.declare else ""
        return named(self.param(lead_spec(board, defence), "against"), chosen)

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """An attack with such a card by such a Character."""
        spec, chosen = lead_spec(board, defence), defence.declare[0] if defence.declare else ""
        yield from self.choice(board, defence)
        yield from super().answers(board, defence, play)
        if play.by is not None and not self.strong(board, spec, chosen, play.by):
            yield from self.wrong(f"{{{play.by}}} has not the rating for {{{defence.lead}}}.", defence.lead or 0)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The cards are closed to the strong ones."""

        def strong(board: Board, card: int, char: int, *_: object) -> bool:
            return self.strong(board, marker.spec, marker.chosen, char)

        words = named(self.param(marker.spec, "against"), marker.chosen)
        yield self.holds(marker, "forbid", words=words, use="attack", test=strong)


@code
class HF(Numeric):
    """A level attack of one of its types: declared, or as the defender likes; as a hit it is any one of them. Source:
    code document, HF.
    """


@code
class HG(Avoid):
    """For the battle its Character may avoid any one attack on itself or a teammate with a Power card of some number
    that it can use; in defence it is played together with the first such card. Source: code document, HG.
    """

    play = "both"
    kind = "own"
    lasts = "battle"
    lies = "self"
    keys = "needs*, scope (self_or_teammate)"

    def role(self, board: Board, move: Move, card: int, roles: tuple[str, ...], attack: bool) -> str:
        """In defence one Power card goes with it."""
        return "power" if not attack and board.spec(card).is_power and "power" not in roles else ""

    def defence_sets(self, board: Board, seat: str, by: int, card: int) -> Iterator[tuple[int, ...]]:
        """Each Power card that would do."""
        needs = self.param(board.spec(card), "needs")
        for other in (*board.zone(seat, "hand"), *board.at(by, "placed")):
            if board.spec(other).is_power and queries.fits(board, other, needs):
                yield (other,)

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """On the own turn it lies down alone."""
        return
        yield

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """Any attack in its scope, with a Power card that fits and that its Character can use."""
        needs, powers = self.param(lead_spec(board, defence), "needs"), defence.with_role("power")
        if not powers:
            text = f"{{{defence.lead}}} avoids together with a Power card ({', '.join(needs)})."
            yield from self.wrong(text, defence.lead or 0)
        for card in powers:
            if not queries.fits(board, card, needs):
                yield from self.wrong(f"{{{defence.lead}}} takes {', '.join(needs)}, not {{{card}}}.", card)
            chosen = defence.declare[0] if defence.declare else ""
            yield from use.power_violations(board, defence.by or 0, card, chosen, None, "defense")
        yield from super().answers(board, defence, play)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Power cards avoid."""
        scope = {"scope": self.param(marker.spec, "scope")}
        yield self.holds(marker, "avoid_with", words=self.param(marker.spec, "needs"), table=scope)


@code
class HH(OwnPlay):
    """Any number of different Specials may be placed to its Character, for the game. Source: code document, HH."""

    lasts = "game"
    keys = "count (any), cards (special)"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """More room."""
        count = self.number(marker.spec, "count") or 99
        yield self.holds(marker, "slots", words=self.param(marker.spec, "cards"), amount=count)


class Lends(Code):
    """Its Character places and plays Specials of others as its own, for the game; in defence it is played together with
    the first of them (block play_others).
    """

    play = "both"
    lasts = "game"
    lies = "self"
    keys = "specials_of*, names"
    lends_others = True

    def defence_kind(self, board: Board, spec: Spec) -> str:
        """Alone it stops nothing."""
        return "other"

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """Not by itself."""
        lead = defence.lead or 0
        yield from self.wrong(f"{{{lead}}} answers only together with a Special that it lends.", lead)

    def beside(self, board: Board, defence: Defence, play: Play, card: int) -> Iterator[Violation]:
        """The Special that defends is one of those that it lends."""
        spec, led = board.spec(card), lead_spec(board, defence)
        names = self.param(spec, "names")
        if led.character not in self.param(spec, "specials_of") or (names and led.name not in names):
            yield Violation(self.id, f"{{{card}}} does not lend {{{defence.lead}}}.", (card,))

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The Specials that are lent."""
        names = {"names": self.param(marker.spec, "names")}
        yield self.holds(marker, "plays", words=self.param(marker.spec, "specials_of"), table=names)


@code
class HI(Lends):
    """All Specials of other Characters, or those that it names. Source: code document, HI (in hand it saves none of
    them: against M 153).
    """

    keys = "specials_of*, names"


@code
class HJ(OwnPlay):
    """A hit of the Permanent Record of one Front Line teammate and one of another change places. Source: code document,
    HJ.
    """

    keys = "cards*"

    def partners(self, board: Board, spec: Spec, seat: str, by: int | None) -> list[int]:
        """The hits that could change places with another one."""
        wanted = self.param(spec, "cards")
        found: list[list[int]] = []
        for char in board.front(seat):
            hits = [queries.hit(board, piece) for piece in board.at(char, "record")] if char != by else []
            fitting = [one.piece for one in hits if card_fits(wanted, one.spec, level=one.level, types=one.types)]
            if fitting:
                found.append(fitting)
        return [piece for pieces in found for piece in pieces] if len(found) > 1 else []

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """There has to be such a pair."""
        if not self.partners(board, lead_spec(board, play), play.seat, play.by):
            yield Violation(self.id, f"{{{play.lead}}} finds no hits of two teammates to swap.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """Two hits are picked."""
        found = self.partners(board, lead_spec(board, play), play.seat, play.by)
        yield from blocks.pick(
            board, play.seat, "Which two hits change places?", found, "swap_of_two", rule=self.id, count=2
        )

    def unusable(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """Useless with fewer than two teammates in the Front Line."""
        return all(sum(mate != char for mate in board.front(seat)) < 2 for char in users)

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for such a pair."""
        return not any(self.partners(board, board.spec(card), seat, char) for char in users)


@tasks.task
def swap_of_two(board: Board, picked: list[int]) -> Plan[None]:
    """Two hits change places."""
    yield from blocks.swap(board, picked[0], picked[1])


@check("swap_of_two")
def of_two_characters(board: Board, question: Question, picked: tuple[Ref, ...]) -> Iterator[str]:
    """They lie on different Characters."""
    if len({board.host(piece) for piece in picked if isinstance(piece, int)}) != 2:
        yield "the hits of two teammates change places."


@code
class HK(OnTarget):
    """On O's next turn the target has to attack as long as it can, one attack after the other, and nobody else attacks;
    then the turn comes back. Source: code document, HK; M 137.
    """

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """It waits for O's turn; a player who has passed has none in this battle."""
        if play.lead is not None and isinstance(play.at, int):
            data = {"by": play.by, "at": play.at}
            yield from blocks.lay_lasting(board, play.lead, play.at, play.seat, data, "battle", self.id)

    def turn_begins(self, board: Board, marker: Marker, seat: str) -> Plan[None]:
        """The target has to attack now."""
        from tabletop.games.overpower.battle import put_grants

        if marker.seat != seat or marker.host is None:
            return
        yield from blocks.end_lasting(board, source=marker.piece)
        data = {"must_all": True}
        grant = Grant(self.id, marker.piece, -1, (marker.host,), any_card=True, must=True, chains=False, data=data)
        yield put_grants([grant])
        yield Do("proceed")

    def follow_up(self, board: Board, play: Play, grant: Grant) -> Iterator[Violation]:
        """Attacks that need no teammate; Any Hero Specials are among them."""
        spec = lead_spec(board, play)
        if spec.type == "tactic" or spec.kind in ("teamwork", "ally"):
            yield Violation(self.id, f"{{{play.lead}}} needs a teammate; {{{play.by}}} attacks alone.", play.cards)
        elif not play.is_attack:
            yield Violation(self.id, f"{{{play.by}}} has to attack now.", play.cards)


@code
class HL(Bars):
    """O's team does not attack with some Power cards for the battle, boosted or combined neither; in defence such an
    attack on the team is avoided first. Source: code document, HL.
    """

    keys = "against*"
