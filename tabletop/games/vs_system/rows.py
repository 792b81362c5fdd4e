"""Powers as rows of a card set: `{ on, effect }` triggered, `{ cost, effect }` paid for, `{ all, atk, def }` always.

The loader is the linter: a word or key that is not known is an error that names the row and the likely meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from tabletop.games.vs_system import costs
from tabletop.games.vs_system.instructions import ability_of, bind
from tabletop.games.vs_system.names import BOOSTED, COSMIC
from tabletop.games.vs_system.powers import Continuous, Event, Me, Payment, Power, Triggered
from tabletop.rules.verbs import VerbError, Verbs

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board

shapes = Verbs()

When = Callable[["Board", Me, Event], bool]


def _this(b: Board, me: Me, event: Event) -> bool:
    return bool(event.get("piece") == me.piece)


def _own(b: Board, me: Me, event: Event) -> bool:
    return bool(event.get("seat") == me.seat)


def _to_ko(b: Board, me: Me, event: Event) -> bool:
    return bool(event.get("piece") == me.piece and event.get("to") == "ko")


def _direct(b: Board, me: Me, event: Event) -> bool:
    return me.piece in event.get("by", ()) and event.get("direct") is True


def _step(step: str, *, own: bool = False) -> When:
    def when(b: Board, me: Me, event: Event) -> bool:
        return bool(event.get("step") == (f"{step}:{me.seat}" if own else step))

    return when


EVENTS: Mapping[str, tuple[str, When, bool]] = {
    "comes into play": ("comes into play", _this, True),
    "becomes stunned": ("becomes stunned", _this, True),
    "leaves play": ("leaves play", _this, True),
    "put into a KO'd pile": ("leaves play", _to_ko, True),
    "breaks through directly": ("breaks through", _direct, True),
    "own character attacks": ("attacks", _own, False),
    "own character powers up": ("powers up", _own, False),
    "own character becomes stunned": ("becomes stunned", _own, False),
    "draw phase starts": ("step begins", _step("draw"), False),
    "build phase starts": ("step begins", _step("build"), False),
    "combat phase starts": ("step begins", _step("combat"), False),
    "own attack step starts": ("step begins", _step("attack", own=True), False),
    "recovery phase starts": ("step begins", _step("recovery"), False),
}
"""The words that a triggered row may have after `on`."""

Phase = Literal["", "draw", "build", "combat", "recovery"]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"while_": "while", "defence": "def"}):
    """What the shapes have in common."""

    def power(self, where: str) -> Power:
        """The power that the row describes. Raises VerbError."""
        raise NotImplementedError


@shapes.verb("triggered")
class TriggeredRow(Row, frozen=True):
    """A triggered power; with `team` only where the character that the event is about has that team."""

    on: str
    effect: list[Any]
    team: str = ""

    def power(self, where: str) -> Power:
        """The power that the row describes. Raises VerbError."""
        found = EVENTS.get(self.on)
        if found is None:
            raise VerbError(f'{where}: "{self.on}" is no event; the events are {", ".join(EVENTS)}')
        word, when, own = found
        team = self.team

        def with_team(b: Board, me: Me, event: Event) -> bool:
            return when(b, me, event) and team in b.teams(event["piece"])

        rows = bind(self.effect, where)
        return Triggered(on=(word,), when=with_team if team else when, own=own, **ability_of(rows))


@shapes.verb("payment")
class PaymentRow(Row, frozen=True):
    """A payment power. Costs: activate, discard, ko resource, endurance:N, points:N; none: free."""

    cost: list[str]
    effect: list[Any]
    once: bool = False
    window: Phase = ""

    def power(self, where: str) -> Power:
        """The power that the row describes. Raises VerbError."""
        paid = tuple(_cost(word, where) for word in self.cost)
        rows = bind(self.effect, where)
        backup = self.window == "build" and any(isinstance(cost, costs.Activate) for cost in paid)
        return Payment(costs=paid, once=self.once, window=self.window, backup=backup, **ability_of(rows))


@shapes.verb("continuous")
class ContinuousRow(Row, frozen=True):
    """A continuous bonus for a group, for characters of a `team`, in a support row, only while boosted or cosmic."""

    all: Literal["self", "own characters", "opposing characters", "characters", "adjacent"]
    atk: int = 0
    defence: int = 0
    while_: Literal["", "boosted", "cosmic"] = ""
    team: str = ""
    row: Literal["", "front", "support"] = ""

    def power(self, where: str) -> Power:
        """The power that the row describes."""
        bonus = (self.atk, self.defence)

        def ask(b: Board, me: Me, character: int) -> tuple[int, int]:
            piece = b.table.pieces[me.piece]
            if self.while_ == "boosted" and not piece.marks.get(BOOSTED):
                return (0, 0)
            if self.while_ == "cosmic" and not piece.counters.get(COSMIC):
                return (0, 0)
            if self.team and self.team not in b.teams(character):
                return (0, 0)
            if self.row:
                place = b.place(character)
                if place is None or place.support != (self.row == "support"):
                    return (0, 0)
            return bonus if b.in_group(self.all, me, character) else (0, 0)

        return Continuous("stats", ask)


@shapes.verb("any number")
class AnyNumberRow(Row, frozen=True):
    """The equipped character may be equipped with any number of equipment of this version."""

    any_number: str

    def power(self, where: str) -> Power:
        """The power that the row describes."""
        return Continuous("any number", lambda b, me: self.any_number)


def power(row: Any, where: str) -> Power:
    """The power that a row describes. Raises VerbError for one that cannot be read."""
    if not isinstance(row, Mapping):
        raise VerbError(f"{where}: a power is a table such as {{ on = ..., effect = [...] }}")
    kinds = {"on": "triggered", "cost": "payment", "any_number": "any number"}
    shape = next((kind for key, kind in kinds.items() if key in row), "continuous")
    found = shapes.bind({**row, "do": shape}, where)
    assert isinstance(found, Row)
    return found.power(where)


def _cost(word: str, where: str) -> costs.Cost:
    name, _, amount = word.partition(":")
    if name in ("endurance", "points") and amount.isdecimal():
        return (costs.Endurance if name == "endurance" else costs.Points)(amount=int(amount))
    plain: Mapping[str, Callable[[], costs.Cost]] = {
        "activate": costs.Activate, "discard": costs.Discard, "ko resource": costs.KoResource,
    }  # fmt: skip
    if word not in plain:
        raise VerbError(f'{where}: "{word}" is no cost; costs are {", ".join(plain)}, endurance:N and points:N')
    return plain[word]()
