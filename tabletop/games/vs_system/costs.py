"""Costs: what is paid on announcement, completely and at once.

A cost that needs a card to be named takes the next of the move's `pick`; one that names teams takes `declare`. Paying
gives what the effect has to remember of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tabletop.games.vs_system import deeds
from tabletop.games.vs_system.events import number, used
from tabletop.games.vs_system.names import EXHAUSTION
from tabletop.games.vs_system.powers import Me
from tabletop.rules.model import Plan, Violation
from tabletop.rules.model import Ref as Choice
from tabletop.table.ops import Mark

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board

Paid = dict[str, Any]
Test = Callable[["Board", Me, int], bool]


def everything(b: Board, me: Me, piece: int) -> bool:
    """Any card will do."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """A cost that needs nothing named and is always payable. The others build on it."""

    picks: bool = False
    takes: bool = True
    """Whether what is named is used up, so that it cannot pay twice."""
    declares: bool = False
    also: tuple[str, ...] = ()
    """Further rules that are broken where it cannot be paid."""

    def choices(self, b: Board, me: Me) -> Iterable[Choice]:
        """What may be named to pay it."""
        return ()

    def wanting(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Iterator[Violation]:
        """Why it cannot be paid, or not with that."""
        return iter(())

    def pay(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Plan[Paid]:
        """Pay it; gives what the effect has to remember."""
        return {}
        yield

    def _short(self, me: Me, text: str, *cards: int) -> Iterator[Violation]:
        for rule in ("cost", *self.also):
            yield Violation(rule, text, (me.piece, *cards))


@dataclass(frozen=True, slots=True, kw_only=True)
class Activate(Cost):
    """Exhaust the source. `tracked`: the effect has to know whether it stays exhausted from here on."""

    tracked: bool = False
    also: tuple[str, ...] = ("activate",)

    def wanting(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Iterator[Violation]:
        """It must be ready."""
        if b.exhausted(me.piece):
            yield from self._short(me, f"{{{me.piece}}} is exhausted, and activating it takes a ready one.")

    def pay(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Plan[Paid]:
        """Exhaust it."""
        yield from deeds.exhaust(b, me.piece)
        if not self.tracked:
            return {}
        count = number(b)
        yield used(count)
        yield Mark(me.piece, EXHAUSTION, count)
        return {"exhaustion": [me.piece, count]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Cost):
    """A cost that takes a card or an object: which, in words, and how it is asked for."""

    picks: bool = True
    words: str = "a card"
    test: Test = everything

    def among(self, b: Board, me: Me) -> Iterable[int]:
        """Where it comes from."""
        return ()

    def choices(self, b: Board, me: Me) -> Iterable[Choice]:
        """What may be named to pay it."""
        return [piece for piece in self.among(b, me) if piece != me.piece and self.test(b, me, piece)]

    def wanting(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Iterator[Violation]:
        """Something must be named, and it must fit."""
        if pick is None:
            yield from self._short(me, f"{{{me.piece}}} costs more than was paid: {self.words}.")
        elif pick not in self.choices(b, me):
            told = (pick,) if isinstance(pick, int) else ()
            name = f"{{{pick}}}" if isinstance(pick, int) else str(pick)
            yield from self._short(me, f"{name} does not pay for {{{me.piece}}}, which costs {self.words}.", *told)


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Pick):
    """Discard a card from hand."""

    def among(self, b: Board, me: Me) -> Iterable[int]:
        """The hand."""
        return b.hand(me.seat)

    def pay(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Plan[Paid]:
        """Discard it."""
        if isinstance(pick, int):
            yield from deeds.discard(b, me.seat, [pick])
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class KoResource(Pick):
    """KO an own resource."""

    words: str = "a resource you control"

    def choices(self, b: Board, me: Me) -> Iterable[Choice]:
        """The row; the source itself, too."""
        return list(b.resources(me.seat))

    def pay(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Plan[Paid]:
        """KO it."""
        if isinstance(pick, int):
            yield from deeds.ko(b, [pick], me.seat)
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExhaustOther(Pick):
    """Exhaust another ready object that the player controls."""

    def among(self, b: Board, me: Me) -> Iterable[int]:
        """What is in play and ready."""
        return [piece for piece in b.objects(me.seat) if not b.exhausted(piece)]

    def pay(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Plan[Paid]:
        """Exhaust it."""
        if isinstance(pick, int):
            yield from deeds.exhaust(b, pick)
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveFromKo(Pick):
    """Remove a card of the own KO'd pile from the game."""

    def among(self, b: Board, me: Me) -> Iterable[int]:
        """The KO'd pile."""
        return b.ko_pile(me.seat)

    def pay(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Plan[Paid]:
        """Remove it."""
        if not isinstance(pick, int):
            return {}
        yield deeds.to_pile(b, pick, "removed")
        return {"removed": pick}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseCharacter(Pick):
    """Choose a character that the player controls (no target)."""

    words: str = "a character you control is chosen"
    takes: bool = False

    def among(self, b: Board, me: Me) -> Iterable[int]:
        """The own characters."""
        return b.characters(me.seat)

    def pay(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Plan[Paid]:
        """Remember it."""
        return {"character": list(b.ref(pick))} if isinstance(pick, int) else {}
        yield


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Pick):
    """Reveal a card from hand (or, with `row`, from the resource row); it stays where it is."""

    takes: bool = False
    row: bool = False

    def among(self, b: Board, me: Me) -> Iterable[int]:
        """The hand, and the row where that counts."""
        return [*b.hand(me.seat), *(b.resources(me.seat) if self.row else ())]

    def pay(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Plan[Paid]:
        """Show it to all."""
        if isinstance(pick, int):
            yield from deeds.show(b, [pick])
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealSelf(Cost):
    """Reveal the source, which stays where it is."""

    def pay(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Plan[Paid]:
        """Show it to all."""
        yield from deeds.show(b, [me.piece])
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class StunSelf(Cost):
    """Stun the source."""

    def wanting(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Iterator[Violation]:
        """It must not be stunned."""
        if b.stunned(me.piece):
            yield from self._short(me, f"{{{me.piece}}} is stunned already.")

    def pay(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Plan[Paid]:
        """Stun it."""
        yield from deeds.stun(b, [me.piece])
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Endurance(Cost):
    """Pay endurance: so much, or half of what there is, rounded up (FAQ, items 3 and 10)."""

    amount: int = 0
    half: bool = False

    def due(self, b: Board, me: Me) -> int:
        """How much it is now."""
        return (max(0, b.number(me.seat, "endurance")) + 1) // 2 if self.half else self.amount

    def wanting(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Iterator[Violation]:
        """There must be so much; of a total of 0 or less only 0 can be paid."""
        have, due = b.number(me.seat, "endurance"), self.due(b, me)
        if due > max(0, have) and not b.house.pay_below_zero:
            text = f"{{{me.piece}}} costs {due} endurance, and {{{me.seat}}} has {have}."
            for rule in ("pay-endurance", "cost", *(("faq-10",) if have <= 0 else ())):
                yield Violation(rule, text, (me.piece,))

    def pay(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Plan[Paid]:
        """Lose it."""
        yield from deeds.gain(b, me.seat, -self.due(b, me))
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Points(Cost):
    """Pay resource points, which there are only in the own recruit step."""

    amount: int = 1

    def wanting(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Iterator[Violation]:
        """There must be so many."""
        have = b.number(me.seat, "resource_points")
        if have < self.amount:
            many = f"{self.amount} resource point{'s' if self.amount != 1 else ''}"
            text = f"{{{me.piece}}} costs {many}, and {{{me.seat}}} has {have}."
            yield from self._short(me, text)
            if b.step != f"recruit:{me.seat}":
                yield Violation("resource-points", text, (me.piece,))

    def pay(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Plan[Paid]:
        """Spend them."""
        yield from deeds.points(b, me.seat, max(0, b.number(me.seat, "resource_points") - self.amount))
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTeams(Cost):
    """Name different teams among the characters that the player controls (FAQ, item 11)."""

    declares: bool = True
    least: int = 2
    most: int = 2

    def choices(self, b: Board, me: Me) -> Iterable[Choice]:
        """The teams of the own characters."""
        return sorted({team for character in b.characters(me.seat) for team in b.teams(character)})

    def wanting(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Iterator[Violation]:
        """So many, all different, all there."""
        there = set(self.choices(b, me))
        many = f"{self.least} different teams" if self.least == self.most else f"up to {self.most} different teams"
        for team in declared:
            if team not in there:
                yield from self._faq(me, f"{team} is no team of a character that {{{me.seat}}} controls.")
        if len(set(declared)) != len(declared) or not self.least <= len(declared) <= self.most:
            yield from self._faq(me, f"{{{me.piece}}} asks for {many} among the characters of {{{me.seat}}}.")

    def _faq(self, me: Me, text: str) -> Iterator[Violation]:
        yield Violation("faq-11", text, (me.piece,))
        yield Violation("cost", text, (me.piece,))

    def pay(self, b: Board, me: Me, pick: Choice | None, declared: tuple[str, ...]) -> Plan[Paid]:
        """Remember them."""
        return {"teams": list(declared)}
        yield
