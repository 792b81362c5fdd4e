"""The codes CM to CZ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop.games.overpower import blocks, queries, use
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes import code
from tabletop.games.overpower.codes.kinds import Bonus, Numeric, OnOpponent, OwnPlay, Protection
from tabletop.games.overpower.filters import card_fits, named
from tabletop.games.overpower.plays import Defence, Grant, Play, lead_spec
from tabletop.games.overpower.spec import TYPES, Spec
from tabletop.games.overpower.tasks import check, tasks
from tabletop.rules.model import Move, Plan, Question, Ref, Violation


@code
class CM(Bonus):
    """O's attacks and blocks count less against its player's side for the battle; damage does not change. It may go
    along with an own block that needs it. Source: code document, CM ("both" against later editions).
    """

    keys = "bonus*, versus, cards"
    lies = "opponent"
    companion = frozenset({"block"})

    def kind_of(self, board: Board, spec: Spec, seat: str, at: Ref | None) -> str:
        """An attack on the opponent."""
        return "opponent"

    def goes_along(self, board: Board, spec: Spec, attack: bool) -> bool:
        """With a block, where O's attacks count less."""
        return not attack and bool({"all", "attack", *TYPES} & set(self.table(spec, "bonus")))

    def own_action(self, spec: Spec) -> bool:
        """It joins any block of the team, unless it serves the one who plays it alone."""
        return bool(self.param(spec, "versus") == "self")

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The penalty for the team at whose seat it lies, or (versus self) only towards the one who played it."""
        only = self.param(marker.spec, "versus") == "self"
        if not only or marker.by is not None:
            yield self.holds(
                marker,
                "bonus",
                table=self.table(marker.spec, "bonus"),
                words=self.param(marker.spec, "cards"),
                versus=marker.by if only else None,
                on=None,
            )


@code
class CN(Protection):
    """AH; where it needs a Power card the type of that card is the one that is closed. In defence any card of the
    attack's type will do, however low. Source: code document, CN.
    """

    keys = "against*, needs"

    def role(self, board: Board, move: Move, card: int, roles: tuple[str, ...], attack: bool) -> str:
        """One Power card, where it needs one."""
        lead = next((c for c in move.using if board.spec(c).code == self.id), None)
        needs = self.param(board.spec(lead), "needs") if lead is not None else ()
        return "power" if needs and board.spec(card).is_power and "power" not in roles else ""

    def declarations(self, board: Board, spec: Spec) -> Sequence[tuple[str, ...]]:
        """The type of a Multipower card; without a Power card the type itself, where it is to be named."""
        if self.param(spec, "needs"):
            return ((), *((kind,) for kind in TYPES))
        return tuple((kind,) for kind in TYPES) if self.asks(spec) else ((),)

    def asks(self, spec: Spec) -> bool:
        """Whether a type has to be named or shown."""
        listed = (*self.param(spec, "against"), *self.param(spec, "needs"))
        return any("chosen" in word.split(":") for word in listed)

    def defence_sets(self, board: Board, seat: str, by: int, card: int) -> Iterator[tuple[int, ...]]:
        """Each Power card that would do."""
        yield from self.sets(board, seat, by, card)

    def shown(self, board: Board, play: Play | Defence) -> str:
        """The type that is named, or shown by the Power card; "" if there is none."""
        declared = play.declare[0] if play.declare else ""
        for card in play.with_role("power"):
            spec = board.spec(card)
            if not spec.is_multi:
                return spec.power[0] if not declared and spec.power else ""
            return declared if declared in spec.power else ""
        return declared if declared in TYPES and not self.param(lead_spec(board, play), "needs") else ""

    def choice(self, board: Board, play: Play | Defence) -> Iterator[Violation]:
        """The Power card is there and usable, and one type follows from it."""
        spec = lead_spec(board, play)
        needs, powers = self.param(spec, "needs"), play.with_role("power")
        if needs and not powers:
            yield Violation(self.id, f"{{{play.lead}}} needs a Power card ({', '.join(needs)}) with it.")
        for card in powers:
            if not queries.fits(board, card, needs):
                yield Violation(self.id, f"{{{play.lead}}} goes with {', '.join(needs)}, not with {{{card}}}.", (card,))
        if (powers or self.asks(spec)) and not self.shown(board, play):
            yield Violation(self.id, f"One type has to be named with {{{play.lead}}}.")

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """The choice of a type."""
        yield from self.choice(board, play)

    def avoided(self, board: Board, defence: Defence, play: Play) -> tuple[str, ...]:
        """Only attacks of the type that is shown."""
        return named(self.param(lead_spec(board, defence), "against"), self.shown(board, defence))

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """An attack on its player of the type that is shown."""
        yield from self.choice(board, defence)
        by, chosen = defence.by, defence.declare[0] if defence.declare else ""
        for card in defence.with_role("power"):
            yield from use.power_violations(board, by or 0, card, chosen, None, "defense")
        yield from super().answers(board, defence, play)

    def marker_data(self, board: Board, play: Play | Defence, card: int) -> dict[str, object]:
        """The type that is closed."""
        data = super().marker_data(board, play, card)
        chosen = self.shown(board, play)
        return {**data, "declare": [chosen]} if chosen else data


@code
class CO(OnOpponent):
    """O may play no Universe card from his hand in this battle; placed ones stay usable. Source: code document, CO."""

    lasts = "battle"
    keys = "cards (universe)"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Cards in hand may not be played."""

        def in_hand(board: Board, card: int, *_: object) -> bool:
            return board.zone_of(card)[1] == "hand"

        yield self.holds(marker, "forbid", words=self.param(marker.spec, "cards"), on=None, test=in_hand)


@code
class CP(OwnPlay):
    """The rest of the own hand is discarded and as many cards are drawn, which are kept. Source: code document, CP."""

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """A new hand."""
        hand = list(board.zone(play.seat, "hand"))
        yield from blocks.discard(board, hand, counts=False)
        yield from blocks.draw(board, play.seat, len(hand))


@code
class CQ(OwnPlay):
    """Hits of this battle made with Specials of its player's Character count twice for Venture, earlier ones too.
    Source: code document, CQ.
    """

    lasts = "battle"

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """A hit that has become a Power card counts once."""
        name = board.spec(marker.host).name if marker.host is not None else ""

        def own_special(board: Board, one: queries.Hit) -> bool:
            turned = one.power_card and one.spec.code != "CC"
            return one.spec.is_special and one.spec.character == name and not turned

        if name:
            yield self.holds(marker, "counts_twice", on=None, test=own_special)


@code
class CR(OnOpponent):
    """Two Power cards of one level on the Permanent Records of two Front Line Characters of O change places. Source:
    code document, CR.
    """

    keys = "cards (power_card)"

    def level(self, board: Board, spec: Spec, card: int) -> int | None:
        """The level of a hit that counts as a Power card; None for any other."""
        one = queries.hit(board, card)
        wanted = self.param(spec, "cards")
        turned = one.power_card and not one.spec.is_power and "power_card" in wanted
        return one.level if turned or card_fits(wanted, one.spec) else None

    def partners(self, board: Board, spec: Spec, seat: str) -> list[int]:
        """The hits that could change places with another one."""
        found = {
            card: (level, char)
            for char in board.front(board.opponent(seat))
            for card in board.at(char, "record")
            if (level := self.level(board, spec, card)) is not None
        }
        return [
            card
            for card, (level, char) in found.items()
            if any(level == other and char != host for other, host in found.values())
        ]

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """There has to be such a pair."""
        if not self.partners(board, lead_spec(board, play), play.seat):
            yield Violation(self.id, f"{{{play.lead}}} finds no two Power cards of one level.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """Two hits are picked."""
        found = self.partners(board, lead_spec(board, play), play.seat)
        yield from blocks.pick(
            board, play.seat, "Which two hits change places?", found, "swap_equals", rule=self.id, count=2
        )

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for such a pair."""
        return not self.partners(board, board.spec(card), seat)


@tasks.task
def swap_equals(board: Board, picked: list[int]) -> Plan[None]:
    """Two hits of one level change places."""
    yield from blocks.swap(board, picked[0], picked[1])


@check("swap_equals")
def of_one_level(board: Board, question: Question, picked: tuple[Ref, ...]) -> Iterator[str]:
    """The hits are of one level and lie at two Characters."""
    hits = [queries.hit(board, card) for card in picked if isinstance(card, int)]
    if len({one.level for one in hits}) != 1 or len({one.host for one in hits}) != len(hits):
        yield "two Power cards of one level at two Characters change places."


@code
class CS(OwnPlay):
    """A Basic Universe card is searched in the own Draw Pile, shown and taken into the hand. Source: code document,
    CS.
    """

    keys = "cards (basic)"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The search; a card need not be usable."""
        wanted = self.param(lead_spec(board, play), "cards")
        pile = f"{play.seat}.draw"
        found = [card for card in board.zone(play.seat, "draw") if queries.fits(board, card, wanted)]
        other = board.opponent(play.seat)
        yield from blocks.search(board, play.seat, found, pile, f"{play.seat}.hand", rule=self.id, shown=other)


@code
class CT(OwnPlay):
    """For the game every attack at its player's Character goes at a Front Line teammate instead; in reaction the attack
    that waits is shifted so. Source: code document, CT.
    """

    play = "both"
    lasts = "game"
    lies = "self"
    meant = "shift"

    def mates(self, board: Board, seat: str, by: int | None) -> list[int]:
        """Who may be named: the Front Line teammates."""
        return [char for char in board.front(seat) if char != by]

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """A Front Line teammate."""
        yield from self.mates(board, play.seat, play.by)

    def defence_targets(self, board: Board, seat: str, by: int, spec: Spec, play: Play) -> Iterator[Ref | None]:
        """A Front Line teammate."""
        yield from self.mates(board, seat, by)

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """An attack at its player that has not been moved; it need have no effect on the teammate."""
        lead = defence.lead or 0
        if play.kind not in ("numeric", "effect") or play.at != defence.by:
            yield from self.wrong(f"{{{lead}}} moves attacks on {{{defence.by}}}; this is none.", lead)
        if play.shifted:
            yield Violation("shift-once", "An attack is shifted once.", (lead,))
            yield Violation(self.id, "An attack is shifted once.", (lead,))
        if defence.at not in self.mates(board, defence.seat, defence.by):
            yield from self.wrong("The attack has to go at a teammate in the Front Line.", lead)
        yield from queries.unmovable(board, play)

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """Attacks go at the teammate, as long as that one stands in the Front Line."""
        if marker.at is not None:
            yield self.holds(marker, "redirect", use="must", versus=marker.at)

    def play_ended(self, board: Board, marker: Marker, play: Play) -> Plan[None]:
        """It ends when the teammate has been knocked out."""
        if marker.at is not None and marker.at in board.fallen(marker.seat):
            yield from blocks.to_pile(board, [marker.piece])

    def at_clean_up(self, board: Board, marker: Marker) -> Plan[None]:
        """So it does when the battle ends."""
        if marker.at is not None and marker.at in board.fallen(marker.seat):
            yield from blocks.to_pile(board, [marker.piece])


@code
class CU(Numeric):
    """A level attack; on a hit the target loses placed cards, which its player or the attacker picks. Source: code
    document, CU.
    """

    keys = "level*, power*, chooser (self), count (1), cards"

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards are picked."""
        spec = lead_spec(board, play)
        wanted = self.param(spec, "cards")
        placed = board.at(play.at, "placed") if isinstance(play.at, int) else []
        yield from blocks.discard_by(
            board,
            play.seat,
            [card for card in placed if not wanted or queries.fits(board, card, wanted)],
            self.param(spec, "chooser"),
            "Which placed card is discarded?",
            rule=self.id,
            count=self.param(spec, "count"),
        )


@code
class CV(Numeric):
    """A level attack that only one Power card of a printed level stops; that card then becomes a hit on the attacker,
    without any defence. Source: code document, CV (no negation either: M 58).
    """

    keys = "level*, power*, defend_only*"

    def block_needed(self, board: Board, play: Play, value: int) -> int:
        """The right card stops it, whatever its value."""
        return 0

    def afterwards(self, board: Board, play: Play) -> Plan[None]:
        """The card that has stopped it strikes back."""
        defence, by = play.defence, play.by
        if play.outcome == "blocked" and defence is not None and by is not None and by in board.team(play.seat):
            for card in defence.with_role("power", "special"):
                yield from blocks.land(board, card, by, defence.by)


@code
class CW(Protection):
    """An attack on its player is avoided, and nobody may attack that Character for the rest of the battle. Source: code
    document, CW.
    """

    play = "defense"


@code
class CX(Numeric):
    """AE with any one Power card that is pure or Any-Power. Source: code document, CX."""

    keys = "level*, power*, combine (energy, fighting, strength, intellect, any)"


@code
class CY(Numeric):
    """A level attack, then one further attack for each type that it lists, each with one pure Power card. Source: code
    document, CY.
    """

    keys = "level*, power*, extra_with*"

    def grants(self, board: Board, play: Play) -> Iterator[Grant]:
        """One attack for each entry."""
        entries = tuple((word,) for word in self.param(lead_spec(board, play), "extra_with"))
        yield Grant(self.id, play.lead or 0, len(entries), (play.by or 0,), entries=entries, special=False, boost=False)

    def follow_up(self, board: Board, play: Play, grant: Grant) -> Iterator[Violation]:
        """One pure Power card, nothing combined."""
        powers = play.with_role("power")
        if len(powers) != 1 or not board.spec(powers[0]).pure:
            yield Violation(self.id, f"What follows {{{grant.source}}} is made with one pure Power card.", play.cards)


@code
class CZ(Numeric):
    """A level attack; on a hit all cards placed to the target go to the Dead Pile, Power cards too. Source: code
    document, CZ.
    """

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """What is placed to the target goes; cards in effect stay."""
        if isinstance(play.at, int):
            yield from blocks.discard(board, list(board.at(play.at, "placed")), dead=True)
