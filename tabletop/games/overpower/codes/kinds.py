"""The kinds of codes: what many codes have in common, to be inherited from (codes page, G1 to G18 and section 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, ClassVar

from msgspec.structs import replace

from tabletop.games.overpower import blocks, moves, queries
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes.base import Code, in_scope, type_names
from tabletop.games.overpower.filters import attack_fits, card_fits, named, terms
from tabletop.games.overpower.plays import Defence, Grant, Play, Seen, lead_spec
from tabletop.games.overpower.registry import codes
from tabletop.games.overpower.spec import TYPES, Spec
from tabletop.rules.model import Move, Plan, Ref, Violation


class Numeric(Code):
    """A level attack; everything else is said by its parameters (block numeric_attack)."""

    kind = "numeric"
    keys = "level*, power*"


class OnTarget(Code):
    """An attack without a number on one Character: avoid, shift and negation answer it (block effect_attack)."""

    kind = "effect"


class OnOpponent(Code):
    """An attack on the other player: only a negation answers it (block untargeted)."""

    kind = "opponent"


class OwnPlay(Code):
    """A play for the own side, or on the game: only a negation answers it (block untargeted)."""

    kind = "own"


class Binds(OnTarget):
    """An effect attack that leaves a marker at its target for the battle."""

    lasts = "battle"
    lies = "target"


class NamesType(Code):
    """Its player names one of the four Power Types (or icons) while it is played."""

    def declarations(self, board: Board, spec: Spec) -> Sequence[tuple[str, ...]]:
        """Each type."""
        return tuple((kind,) for kind in TYPES)

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """One type is named."""
        yield from super().violations(board, play)
        if len(play.declare) != 1 or play.declare[0] not in TYPES:
            yield Violation(self.id, f"One of {', '.join(TYPES)} has to be named with {{{play.lead}}}.")


class EitherSide(Code):
    """It is put on a Front Line Character of either side: an own play, or an effect attack on the opposing one."""

    lasts = "battle"
    lies = "at"

    def kind_of(self, board: Board, spec: Spec, seat: str, at: Ref | None) -> str:
        """An effect attack where it goes at an opposing Character."""
        return "effect" if isinstance(at, int) and board.seat_of(at) != seat else "own"

    def kinds(self, board: Board, spec: Spec, seat: str) -> Sequence[tuple[str, Ref | None]]:
        """Both."""
        there = board.front(board.opponent(seat))
        return (("own", None), *((("effect", there[0]),) if there else ()))

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """Every Character of the own Front Line, the one who plays it included."""
        yield from board.front(play.seat)


class Avoid(Code):
    """A defence that makes an attack miss (block avoid)."""

    play = "defense"
    meant = "avoid"
    takes_tactics: ClassVar[bool] = False
    """Whether an attack with a Tactic card is one with a Universe card for it (AD 2)."""
    stays_with_reserve: ClassVar[bool] = False
    """Whether a Reserve whose Special slot is full may keep it, whomever it protects (AD, AG)."""

    def filter(self, board: Board, spec: Spec, play: Play) -> tuple[str, ...]:
        """Which attacks it avoids; all where the code has no filter."""
        return self.param(spec, "against") if "against" in self.defaults else ("all",)

    def avoided(self, board: Board, defence: Defence, play: Play) -> tuple[str, ...]:
        """Which attacks it avoids as it is played now."""
        return self.filter(board, lead_spec(board, defence), play)

    def scope(self, spec: Spec) -> str:
        """Whom it protects."""
        return str(self.param(spec, "scope") or "self")

    def kept_for_reserve(self, board: Board, card: int, users: Sequence[int]) -> bool:
        """A Reserve whose Special slot is full may keep an avoid that would help teammates, or itself."""
        keeps = self.stays_with_reserve or self.scope(board.spec(card)) != "self"
        return keeps and not any(queries.free_slot(board, char, card) for char in users)

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """It has to be an attack on a Character in its scope, of the kind that it names."""
        spec, by, lead = lead_spec(board, defence), defence.by or 0, defence.lead or 0
        if (
            play.kind not in ("numeric", "effect")
            or not isinstance(play.at, int)
            or board.spec(play.at).type != "character"
        ):
            yield from self.wrong(f"{{{lead}}} avoids attacks on a Character; this is none.", lead)
            return
        scope = self.scope(spec)
        if not in_scope(board, scope, by, play.at):
            whom = {"self": "the one who plays it", "teammate": "a teammate"}.get(scope, "the team")
            yield from self.wrong(f"{{{lead}}} protects {whom}; the attack is at {{{play.at}}}.", lead, play.at)
        wanted = self.avoided(board, defence, play)
        if not self.fits(board, wanted, play):
            text = f"{{{lead}}} avoids {', '.join(wanted)}; {self.told(board, play)}."
            yield from self.wrong(text, lead)
            if play.kind == "numeric" and any(term.low is not None for term in terms(tuple(wanted))):
                yield Violation("avoid-number", text, (lead,))

    def fits(self, board: Board, wanted: Sequence[str], play: Play) -> bool:
        """Whether an attack is of the kind that it avoids."""
        seen = Seen(board, play)
        tactics = self.takes_tactics and "universe" in wanted
        return attack_fits(wanted, seen) or (tactics and any(spec.type == "tactic" for spec in seen.specs))

    def told(self, board: Board, play: Play) -> str:
        """The attack in words, with the number that "n or less" looks at."""
        seen = Seen(board, play)
        number = f"an attack of {seen.number}" if seen.number is not None else "an attack without a number"
        return f"this is {number}{' as ' + ' and '.join(play.types) if play.types else ''}"


class Shift(Code):
    """A defence that moves an attack to another Character, once (block shift)."""

    play = "defense"
    meant = "shift"
    needs_effect: ClassVar[bool] = True
    """Whether the attack has to be able to have an effect on the new target (M 101)."""

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """The attack aims at somebody it may be taken from, it has not been moved, and the new target may take it."""
        spec, by, lead = lead_spec(board, defence), defence.by or 0, defence.lead or 0
        if (
            play.kind not in ("numeric", "effect")
            or not isinstance(play.at, int)
            or board.spec(play.at).type != "character"
        ):
            yield from self.wrong(f"{{{lead}}} moves attacks on a Character; this is none.", lead)
            return
        if not board.is_front(by):
            yield from self.wrong(f"{{{by}}} is not in the Front Line and moves no attack.", lead, by)
        if play.shifted:
            yield Violation("shift-once", "An attack is shifted once.", (lead,))
            yield Violation(self.id, "An attack is shifted once.", (lead,))
        yield from queries.unmovable(board, play)
        if not in_scope(board, str((self.param(spec, "source") or ("team",))[0]), by, play.at):
            yield from self.wrong(f"{{{lead}}} does not take over an attack on {{{play.at}}}.", lead)
        if defence.at not in self.takers(board, by, spec, play):
            yield from self.wrong("The attack has to go at a Front Line Character who may take it over.", lead)
        elif self.needs_effect and not has_effect_on(board, play, defence.at):
            yield from self.wrong(f"The attack would have no effect on {{{defence.at}}}.", lead)

    def takers(self, board: Board, by: int, spec: Spec, play: Play) -> list[int]:
        """Who may take the attack over."""
        front = board.front(board.seat_of(by))
        to = str((self.param(spec, "to") or ("team",))[0])
        found = [by] if to == "self" else [char for char in front if to == "team" or char != by]
        return [char for char in found if char != play.at and char in front]

    def defence_targets(self, board: Board, seat: str, by: int, spec: Spec, play: Play) -> Iterator[Ref | None]:
        """Whoever may take the attack over."""
        yield from self.takers(board, by, spec, play)

    def unusable(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """Useless without a second Character in the Front Line."""
        return len(board.front(seat)) < 2


def has_effect_on(board: Board, play: Play, char: Ref | None) -> bool:
    """Whether an attack could have an effect on another Character (M 101)."""
    spec = lead_spec(board, play)
    code = codes.get(spec.code) if spec.is_special else None
    if code is None or play.kind != "effect":
        return True
    moved = replace(play, at=char)
    return code.works_on(board, moved, char if isinstance(char, int) else 0)


class Negate(Code):
    """Cancels a Special while it is being played, or takes one off the table on the own turn (block negate, G3)."""

    play = "both"
    kind = "own"
    meant = "negate"

    def may_negate(self, board: Board, by: int, card: int, play: Play | None) -> bool:
        """Whether a Special is one that it negates; `play` is the play that it belongs to, if it is being played."""
        return True

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """The play contains a Special that it negates."""
        lead, by = defence.lead or 0, defence.by or 0
        cards = [
            card
            for card, role in zip(play.cards, play.roles, strict=False)
            if role in ("special", "companion", "lent") and board.spec(card).is_special
        ]
        if play.grant is not None and play.grant.joined:
            cards.append(play.grant.source)
        if play.data.get("no_negation") or not any(self.may_negate(board, by, card, play) for card in cards):
            yield from self.wrong(f"There is no Special here that {{{lead}}} negates.", lead)

    def outcome(self, board: Board, defence: Defence, play: Play) -> str:
        """The play comes to nothing."""
        return "negated"

    def on_table(self, board: Board, seat: str, by: int) -> list[int]:
        """The opponent's Specials that lie on the table as hits or markers and may be negated."""
        other = board.opponent(seat)
        found = []
        for each in board.seats:
            chars = [
                *board.front(each),
                *board.reserve(each),
                *board.zone(each, "defeated"),
                *board.zone(each, "battlesite"),
            ]
            zones = [f"{each}.effects", *(f"{char}.{name}" for char in chars for name in ("hits", "record", "effects"))]
            found += [card for zone in zones for card in board.table.cards(zone)]
        return [
            card
            for card in found
            if board.owner(card) == other
            and board.spec(card).is_special
            and not self.turned(board, card)
            and self.may_negate(board, by, card, None)
        ]

    def turned(self, board: Board, card: int) -> bool:
        """Whether a hit has become a Power card, or its time is over, so that it cannot be negated any more (G3.3)."""
        code = codes.get(board.spec(card).code)
        if code is not None and not code.may_leave(board, card):
            return True
        where = board.zone_of(card)[1]
        return where in ("hits", "record") and queries.hit(board, card).power_card and board.spec(card).code != "CC"

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """A Special of the opponent on the table."""
        yield from self.on_table(board, play.seat, play.by or 0)

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """On the own turn it names a Special of the opponent on the table."""
        if play.at not in self.on_table(board, play.seat, play.by or 0):
            yield from self.wrong(
                f"{{{play.lead}}} takes a Special of the opponent off the table; that is none.", play.lead or 0
            )
            if isinstance(play.at, int) and board.spec(play.at).is_special and self.turned(board, play.at):
                yield Violation(
                    board.spec(play.at).code, f"{{{play.at}}} is a Power card now and is not negated.", (play.at,)
                )

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The Special leaves; what it still does ends."""
        if isinstance(play.at, int):
            code = codes.get(board.spec(play.at).code)
            if code is not None:
                yield from code.when_negated(board, play.at)
            if code is None or code.ends_with_hit:
                yield from blocks.end_lasting(board, source=play.at)
            yield from blocks.to_pile(board, [play.at])


class Protection(Avoid):
    """An own play that closes a Character to attacks, or a defence that avoids one first (blocks protect, avoid,
    marker).
    """

    play = "both"
    kind = "own"
    meant = "avoid"
    lasts = "battle"

    def filter(self, board: Board, spec: Spec, play: Play) -> tuple[str, ...]:
        """What it avoids: `avoid`, else `against`, else every attack."""
        listed = (self.param(spec, "avoid") if "avoid" in self.defaults else ()) or super().filter(board, spec, play)
        return tuple(listed) or ("all",)

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """Nobody is named, or (scope teammate) one Front Line teammate."""
        spec = lead_spec(board, play)
        if self.scope(spec) in ("teammate", "self_or_teammate"):
            if self.scope(spec) == "self_or_teammate":
                yield None
            yield from (char for char in board.front(play.seat) if char != play.by)
        else:
            yield None

    def marker_place(self, board: Board, play: Play | Defence, card: int) -> tuple[int | None, str]:
        """At the Character that it protects: the one named or attacked; for a team at the seat."""
        scope = self.scope(board.spec(card))
        if scope == "team":
            return None, play.seat
        if isinstance(play, Play) and isinstance(play.at, int):
            return play.at, play.seat
        waiting = board.play()
        if isinstance(play, Defence) and scope != "self" and waiting is not None and isinstance(waiting.at, int):
            return waiting.at, play.seat
        return play.by, play.seat

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """No attack of the kind may be declared at the Character."""
        against = self.param(marker.spec, "against") if "against" in self.defaults else ()
        yield self.holds(marker, "protect", words=named(against, marker.chosen))


class Bonus(Code):
    """A bonus or a penalty for numbered cards: alone, along with an attack, or with a block (block bonus, G8)."""

    play = "both"
    kind = "own"
    lasts = "battle"
    keys = "bonus*, scope (self)"
    companion = frozenset({"attack", "block"})

    def kind_of(self, board: Board, spec: Spec, seat: str, at: Ref | None) -> str:
        """An effect attack where it burdens an opposing Character."""
        return "effect" if self.param(spec, "scope") == "target" else "own"

    def goes_along(self, board: Board, spec: Spec, attack: bool) -> bool:
        """With an attack only what counts for attacks, with a block only what counts for blocks; a penalty on a target
        goes with an attack.
        """
        bonus = self.table(spec, "bonus")
        if self.param(spec, "scope") == "target":
            return attack and "attack" in self.companion
        only_defence = set(bonus) <= {"defense"}
        only_attack = set(bonus) <= {"attack"}
        return not (only_defence if attack else only_attack) and super().goes_along(board, spec, attack)

    def along(self, board: Board, play: Play, card: int) -> Iterator[Violation]:
        """A penalty on the target needs a Character as the target."""
        yield from super().along(board, play, card)
        burden = self.param(board.spec(card), "scope") == "target"
        if burden and play.at is not None and not (isinstance(play.at, int) and board.is_character(play.at)):
            yield Violation(self.id, f"{{{card}}} burdens a Character; the attack is aimed at none.", (card,))

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """Nobody is named, or a teammate where the scope allows one."""
        scope = self.param(lead_spec(board, play), "scope")
        if scope != "teammate":
            yield None
        if scope in ("teammate", "self_or_teammate"):
            yield from (char for char in board.front(play.seat) if char != play.by)

    def own_action(self, spec: Spec) -> bool:
        """It goes along with its own Character's action only, unless it serves others."""
        return self.param(spec, "scope") not in ("teammate", "team", "self_or_teammate") and self.lies != "team"

    def marker_place(self, board: Board, play: Play | Defence, card: int) -> tuple[int | None, str]:
        """At the one it burdens or serves."""
        spec = board.spec(card)
        if self.lies:
            return super().marker_place(board, play, card)
        if self.param(spec, "scope") == "target" and isinstance(play.at, int):
            return play.at, board.seat_of(play.at)
        own = isinstance(play, Play) and play.lead == card and isinstance(play.at, int)
        return (play.at if own and isinstance(play.at, int) else play.by), play.seat

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The bonus, for the cards that it names."""
        cards = self.param(marker.spec, "cards") if "cards" in self.defaults else ()
        yield self.holds(marker, "bonus", table=self.table(marker.spec, "bonus"), words=cards)

    def beside(self, board: Board, defence: Defence, play: Play, card: int) -> Iterator[Violation]:
        """Only with a block that needs it."""
        if not self.goes_along(board, board.spec(card), False):
            yield Violation(self.id, f"{{{card}}} does nothing for a block.", (card,))
        yield from super().beside(board, defence, play, card)


class WhenBonus(Bonus):
    """A bonus that may be played only while something holds (BB, DK, DN)."""

    def unmet(self, board: Board, seat: str, by: int) -> str:
        """What does not hold for the Character that plays it, as a sentence; "" if all does."""
        raise NotImplementedError

    def _condition(self, board: Board, seat: str, by: int | None, card: int) -> Iterator[Violation]:
        text = self.unmet(board, seat, by) if by is not None else ""
        if text:
            yield Violation(self.id, text, (card,))

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """The condition."""
        yield from super().violations(board, play)
        yield from self._condition(board, play.seat, play.by, play.lead or 0)

    def along(self, board: Board, play: Play, card: int) -> Iterator[Violation]:
        """The condition."""
        yield from super().along(board, play, card)
        yield from self._condition(board, play.seat, play.by, card)

    def beside(self, board: Board, defence: Defence, play: Play, card: int) -> Iterator[Violation]:
        """The condition."""
        yield from super().beside(board, defence, play, card)
        yield from self._condition(board, defence.seat, defence.by, card)


class VentureChange(Code):
    """Changes a Venture total for the battle: the own one, or the opponent's as an attack on him (block venture)."""

    lasts = "battle"
    keys = "venture*, scope*"

    def kind_of(self, board: Board, spec: Spec, seat: str, at: Ref | None) -> str:
        """An attack on the opponent where his total is meant."""
        scope = self.param(spec, "scope")
        if scope == "either":
            return "opponent" if at == board.opponent(seat) else "own"
        return "opponent" if scope == "opponent" else "own"

    def kinds(self, board: Board, spec: Spec, seat: str) -> Sequence[tuple[str, Ref | None]]:
        """Both, where the player chooses."""
        if self.param(spec, "scope") == "either":
            return (("own", None), ("opponent", board.opponent(seat)))
        return super().kinds(board, spec, seat)

    def marker_place(self, board: Board, play: Play | Defence, card: int) -> tuple[int | None, str]:
        """In the seat zone of the player whose total changes."""
        opponent = isinstance(play, Play) and play.kind == "opponent"
        return None, board.opponent(play.seat) if opponent else play.seat

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The total of the seat where the marker lies changes."""
        amount = self.number(marker.spec, "venture")
        if self.param(marker.spec, "scope") == "either" and marker.seat != marker.owner:
            amount = -abs(amount)
        yield self.holds(marker, "venture", amount=amount, on=None)


class Discards(Code):
    """Discards cards placed to Characters of the opponent (block discard)."""

    keys = "scope (target), cards, count (1), chooser (self)"

    def kind_of(self, board: Board, spec: Spec, seat: str, at: Ref | None) -> str:
        """An effect attack on one Character, or an attack on the opponent."""
        return "effect" if self.param(spec, "scope") == "target" else "opponent"

    def cards_of(self, board: Board, spec: Spec, seat: str, at: Ref | None) -> list[int]:
        """The placed cards that it could take: those of the target, or of the whole team of `seat`."""
        wanted = self.param(spec, "cards")
        chars = [at] if isinstance(at, int) else board.team(seat)
        return [
            card
            for char in chars
            for card in board.at(char, "placed")
            if not wanted or queries.fits(board, card, wanted)
        ]

    def works_on(self, board: Board, play: Play, char: int) -> bool:
        """Only on a Character with such a card."""
        return bool(self.cards_of(board, lead_spec(board, play), board.opponent(play.seat), char))

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """There has to be such a card."""
        spec = lead_spec(board, play)
        at = play.at if play.kind == "effect" else None
        if not self.cards_of(board, spec, board.opponent(play.seat), at):
            yield Violation(self.id, f"{{{play.lead}}} finds no placed card to discard.", (play.lead or 0,))

    def touched(self, board: Board, play: Play) -> Sequence[int] | None:
        """The Characters who have such a card."""
        spec, other = lead_spec(board, play), board.opponent(play.seat)
        return [char for char in board.team(other) if self.cards_of(board, spec, other, char)]

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The cards are picked and go to their owners' piles."""
        spec, other = lead_spec(board, play), board.opponent(play.seat)
        cards = self.cards_of(board, spec, other, play.at if play.kind == "effect" else None)
        yield from blocks.discard_by(
            board,
            play.seat,
            cards,
            self.param(spec, "chooser"),
            "Which placed card is discarded?",
            rule=self.id,
            count=self.param(spec, "count"),
        )

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for the opponent to place such a card."""
        return not self.cards_of(board, board.spec(card), board.opponent(seat), None)


class Heals(OwnPlay):
    """Removes hits from own Characters (block hits_remove); with a level it is an attack that heals on a hit."""

    def patients(self, board: Board, seat: str, by: int | None, spec: Spec) -> list[int]:
        """Whose hits may go."""
        scope = str(self.param(spec, "scope") or "self")
        front = board.front(seat)
        if scope == "self":
            return [by] if by is not None else []
        if scope == "team":
            return board.team(seat)
        mates = [char for char in front if char != by]
        return mates if scope == "teammate" else [*([by] if by is not None else []), *mates]

    def wanted(self, board: Board, spec: Spec, piece: int) -> bool:
        """Whether a hit is of the kind that may go."""
        cards = self.param(spec, "cards") if "cards" in self.defaults else ()
        one = queries.hit(board, piece)
        return not cards or card_fits(cards, one.spec, level=one.level, types=one.types)

    def hits_of(self, board: Board, seat: str, by: int | None, spec: Spec) -> list[int]:
        """The hits that it could remove."""
        zones = self.param(spec, "source") or ("record",)
        return [
            piece
            for char in self.patients(board, seat, by, spec)
            for zone in zones
            for piece in board.at(char, zone)
            if self.wanted(board, spec, piece)
        ]

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """There has to be such a hit."""
        spec = lead_spec(board, play)
        if play.kind == "own" and not self.hits_of(board, play.seat, play.by, spec):
            yield Violation(self.id, f"{{{play.lead}}} finds no hit to remove.", (play.lead or 0,))

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """The hits are picked and go to their owners' piles."""
        spec = lead_spec(board, play)
        found = self.hits_of(board, play.seat, play.by, spec)
        yield from blocks.pick(
            board,
            play.seat,
            "Which hit is removed?",
            found,
            "remove_picked",
            rule=self.id,
            count=self.param(spec, "count") or 1,
        )

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """It waits for a hit that it could remove; the variant that is an attack does not."""
        spec = board.spec(card)
        return spec.level is None and not any(self.hits_of(board, seat, char, spec) for char in users)


class TurnsLead(OwnPlay):
    """An own play that leads to attacks, which follow as further moves of the action (block follow_up)."""

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """At least one of the attacks has to be possible."""
        if not any(moves.possible(board, play.seat, grant) for grant in self.grants(board, play)):
            yield Violation(self.id, f"No attack could follow {{{play.lead}}}.", (play.lead or 0,))

    def mates(self, board: Board, play: Play) -> tuple[int, ...]:
        """The Front Line teammates of the one who plays it."""
        return tuple(char for char in board.front(play.seat) if char != play.by)

    def grant(self, play: Play, **what: Any) -> Grant:
        """A grant of this card."""
        return Grant(self.id, play.lead or 0, **what)


class Combines(OwnPlay):
    """Its Character may attack with two pure Power cards as one, one of a type in `power` and one of a type in
    `combine`, for the battle; it may be played together with the first such attack (block combine: DW, ES, EU).
    """

    lasts = "battle"
    keys = "power*, combine*"

    def kind_of(self, board: Board, spec: Spec, seat: str, at: Ref | None) -> str:
        """An attack where it is aimed at somebody: it goes with its first pair."""
        return "numeric" if at is not None and at != seat else "own"

    def kinds(self, board: Board, spec: Spec, seat: str) -> Sequence[tuple[str, Ref | None]]:
        """Alone, or with the first pair."""
        there = board.front(board.opponent(seat))
        return (("own", None), *((("numeric", there[0]),) if there else ()))

    def role(self, board: Board, move: Move, card: int, roles: tuple[str, ...], attack: bool) -> str:
        """The two Power cards."""
        return "power" if attack and board.spec(card).is_power and roles.count("power") < 2 else ""

    def sets(self, board: Board, seat: str, by: int, card: int) -> Iterator[tuple[int, ...]]:
        """Nothing, or a pair."""
        spec = board.spec(card)
        pool = [c for c in (*board.zone(seat, "hand"), *board.at(by, "placed")) if board.spec(c).pure]
        yield ()
        yield from (pair for pair in combinations(pool, 2) if self.fits(board, spec, pair))

    def fits(self, board: Board, spec: Spec, pair: Sequence[int]) -> bool:
        """Whether two cards are one of each side."""
        if len(pair) != 2:
            return False
        (one, other), power = [board.spec(card).pure for card in pair], self.param(spec, "power")
        combine = self.param(spec, "combine")
        return bool(one and other) and ((one in power and other in combine) or (other in power and one in combine))

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """With its first attack it takes one pure Power card of either side, alone it takes none."""
        spec, pair = lead_spec(board, play), play.with_role("power")
        if play.kind == "numeric" and not self.fits(board, spec, pair):
            sides = " with ".join(type_names(self.param(spec, key)) for key in ("power", "combine"))
            yield Violation(self.id, f"{{{play.lead}}} combines one pure Power card each: {sides}.", pair)
        elif play.kind != "numeric" and pair:
            yield Violation(self.id, f"The attack with {{{play.lead}}} needs a target.", pair)

    def compose(self, board: Board, play: Play) -> Play:
        """It counts as the types of the pair, whatever stands on the Special."""
        if play.kind != "numeric":
            return play
        types = dict.fromkeys(kind for card in play.with_role("power") for kind in board.spec(card).types)
        return replace(play, types=tuple(types), open=False)

    def destination(self, board: Board, play: Play, card: int) -> str | None:
        """Played with its first attack it comes into effect however that ended, but for a negation."""
        if card == play.lead and play.kind == "numeric" and play.outcome != "negated" and play.by is not None:
            return f"{play.by}.effects"
        return None

    def afterwards(self, board: Board, play: Play) -> Plan[None]:
        """It lies at its Character."""
        if play.kind == "numeric" and play.lead is not None and play.by is not None:
            yield from blocks.lay_marker(board, play.lead, play.by, play.seat, {"by": play.by})

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """The two sides."""
        sides = {"combine": self.param(marker.spec, "combine")}
        yield self.holds(marker, "combine", words=self.param(marker.spec, "power"), table=sides)


class CombinedHit(Numeric):
    """An attack whose Special adds something to the Power card that must go with it (CI, CJ, FC)."""

    def lands(self, board: Board, play: Play, card: int) -> bool:
        """Only a Special with a number stays as a hit."""
        return board.spec(card).numeric
