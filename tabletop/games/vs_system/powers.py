"""What a card can do, as declarations: judge, lists of moves, hints and the chain all read these.

Functions of cards get the board and `me`: the source as it is (or was) in play, and the seat that controls it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from tabletop.rules.model import Plan, Violation

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board
    from tabletop.games.vs_system.costs import Cost
    from tabletop.games.vs_system.effects import Effect
    from tabletop.games.vs_system.instructions import Instruction


class Me(NamedTuple):
    """The source of a power: its piece, the seat that controls it, and which object it is."""

    piece: int
    seat: str
    object: int = 0


Event: TypeAlias = Mapping[str, Any]
"""Something that happened: `on` is its word, the other keys depend on it (see `tabletop.games.vs_system.events`)."""

Resolve = Callable[["Board", "Effect"], Plan[None]]
TargetKind = Literal["character", "resource", "equipment", "effect", "ko"]


def _any(board: Board, me: Me, piece: int) -> bool:
    return True


def _nothing(board: Board, effect: Effect) -> Plan[None]:
    return
    yield


def _no_violation(board: Board, me: Me) -> Iterator[Violation]:
    return iter(())


@dataclass(frozen=True, slots=True)
class Target:
    """One target: what sort of thing, which of them (asked again on resolution), and how it is called."""

    kind: TargetKind
    words: str
    test: Callable[[Board, Me, int], bool] = _any
    reasons: Callable[[Board, Me, int], Iterator[Violation]] | None = None
    """Where a target is refused for rules of its own: which, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """Something that makes an effect on the chain: its targets, and what it does as it resolves.

    `rows` are the instructions that it was made of, if it was made of rows.
    """

    words: str = ""
    targets: tuple[Target, ...] = ()
    resolve: Resolve = _nothing
    rows: tuple[Instruction, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid(Ability):
    """An ability that a player announces: its costs in the order in which they are paid, and when it may be used.

    `ways` are the costs by the word that names the way of paying, `modes` the words of what it may do: one of them is
    chosen on announcement. `only` yields what else forbids it.
    """

    costs: tuple[Cost, ...] = ()
    ways: Mapping[str, tuple[Cost, ...]] = field(default_factory=dict)
    modes: tuple[str, ...] = ()
    window: str = ""
    only: Callable[[Board, Me], Iterator[Violation]] = _no_violation

    @property
    def options(self) -> tuple[str, ...]:
        """The words of which one has to be named; none if there is nothing to choose."""
        return self.modes or tuple(self.ways)

    def costs_of(self, option: str) -> tuple[Cost, ...]:
        """What has to be paid."""
        return self.ways.get(option, ()) if self.ways else self.costs


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Paid):
    """What a plot twist does when it is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment(Paid):
    """A payment power. `once`: once a turn. `place`: it works in play, or only in the resource row."""

    once: bool = False
    place: Literal["play", "row"] = "play"
    backup: bool = False


def _always(board: Board, me: Me, event: Event) -> bool:
    return True


def _still(board: Board, effect: Effect) -> bool:
    return True


def _no_memory(board: Board, me: Me) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Triggered(Ability):
    """A triggered power. `on` are the words of its events.

    `when` is asked as the event happens (is it mine? and the condition of kinds A and C), `still` again on resolution
    (kind C; false: the effect is negated). `remember` gives what has to be noted as it triggers. Of several events
    that happen together `once` takes one only. A `delayed` one is not looked for by itself: an effect creates it.
    """

    on: tuple[str, ...]
    when: Callable[[Board, Me, Event], bool] = _always
    still: Callable[[Board, Effect], bool] = _still
    remember: Callable[[Board, Me], dict[str, Any]] = _no_memory
    once: bool = False
    delayed: bool = False
    own: bool = False
    """Whether it is about something that happens to its own source."""


ContinuousKind = Literal[
    "stats",  # (board, me, character) -> (ATK, DEF)
    "identities", "versions",  # (board, me, card) -> words; the card may be anywhere
    "keywords",  # (board, me, card) -> words; the card may be anywhere
    "crossover",  # (board, me) -> teams
    "shield",  # (board, me, piece, seat) -> whether effects of that seat do not KO the piece
    "capacity",  # (board, me, character) -> how many equipment it may carry
    "any number",  # (board, me) -> a version of which the bearer may carry any number
    "stays ready",  # (board, me, character) -> whether it does not exhaust to attack
    "never twice",  # (board, me, character) -> whether it cannot attack what it attacked this turn
    "common",  # (board, me, card) -> whether a card is not unique as it comes into play
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Continuous:
    """A continuous power: which question it answers, and the function that does.

    Only "stats" may look at the step; what the others answer is kept while nothing but the step changes.
    """

    kind: ContinuousKind
    ask: Callable[..., Any]
    words: str = ""


Power: TypeAlias = Payment | Triggered | Continuous
