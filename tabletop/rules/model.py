"""The words of the rules: a move, a verdict on it, a question that waits for an answer, a request for chance."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from tabletop.table.ops import Op

Ref: TypeAlias = int | str
"""What an argument of a move names: a piece by its id, or a seat, a zone, a number or another word as text."""


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat wants to do, in the verbs of its game. Pieces are named by id, everything else by words.

    A move knows nothing of the table: whether it is legal is the game's to judge.
    """

    seat: str
    do: str
    card: int | None = None
    by: int | None = None
    using: tuple[int, ...] = ()
    """The cards that go together (`with` in a ruling case)."""
    cards: tuple[int, ...] = ()
    at: tuple[Ref, ...] = ()
    pick: tuple[Ref, ...] = ()
    declare: tuple[str, ...] = ()
    option: str = ""
    amount: int | None = None
    source: tuple[str, ...] = ()
    """Where from (`from` in a ruling case)."""
    to: str = ""

    @property
    def target(self) -> Ref | None:
        """The only or first thing that the move is aimed at."""
        return self.at[0] if self.at else None

    def pieces(self) -> tuple[int, ...]:
        """Every piece that the move names."""
        named = (self.card, self.by, *self.using, *self.cards, *self.at, *self.pick)
        return tuple(ref for ref in named if isinstance(ref, int))


class Violation(msgspec.Struct, frozen=True, omit_defaults=True):
    """One rule that a move breaks.

    `rule` is the id of a rule page (or the name of the card that forbids the move); `message` one plain sentence with
    the cards and numbers at hand, written as a label (`tabletop.table.words`); `cards` are to be highlighted.
    """

    rule: str
    message: str
    cards: tuple[int, ...] = ()


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the rules say to a move: every rule that it breaks, and remarks that do not forbid it."""

    violations: tuple[Violation, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether no rule is broken."""
        return not self.violations

    def breaks(self, rule: str) -> bool:
        """Whether a rule is among those that the move breaks."""
        return any(violation.rule == rule for violation in self.violations)

    @classmethod
    def of(cls, violations: Iterable[Violation], notes: Iterable[str] = ()) -> Verdict:
        """The verdict with these violations, each told once."""
        found = tuple(dict.fromkeys(violations))
        told = tuple(notes)
        return cls(found, told) if found or told else LEGAL


LEGAL = Verdict()


class CannotPlan(Exception):  # noqa: N818 - a statement about the table, not a fault of the program
    """A move cannot be carried out on this table, because something that it needs is not there. Says what."""


# what a plan yields

LuckKind = Literal["coin", "die", "random", "shuffle"]


class Luck(msgspec.Struct, frozen=True):
    """A request for chance; whoever carries out the plan sends the result back.

    coin: `seat` is in whose favour it may fall; the result is True for in favour. die: `number` sides; the result is
    from 1 on. random: `number` of the `choices`; the result is a tuple of them. shuffle: `choices` is the old order;
    the result is the new one.
    """

    kind: LuckKind
    choices: tuple[Ref, ...] = ()
    number: int = 1
    seat: str = ""


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a seat must decide, as it lies on the table until it is answered.

    `text` is a label. The answer picks from `least` to `most` of the `choices` (pieces by id, else words); `words`
    tells a choice in words where it is not a card or plain English. The task `then` goes on with `args` and the answer
    as `picked`. A `secret` question is asked behind the curtain: its choices are not for the others to see.
    """

    seat: str
    text: str
    choices: tuple[Ref, ...]
    then: str
    args: dict[str, Any] = {}
    least: int = 1
    most: int = 1
    kind: str = ""
    words: dict[str, str] = {}
    secret: bool = False

    def fits(self, pick: tuple[Ref, ...]) -> bool:
        """Whether an answer is one that the question offers (each choice as often as it is offered)."""
        if not self.least <= len(pick) <= self.most:
            return False
        left = list(self.choices)
        for ref in pick:
            if ref not in left:
                return False
            left.remove(ref)
        return True


class Do(msgspec.Struct, frozen=True, omit_defaults=True, tag="do"):
    """A task to be done next: a function that the game has registered under that name, with its arguments."""

    task: str
    args: dict[str, Any] = {}


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """A question to be put next."""

    question: Question


class Window(msgspec.Struct, frozen=True, omit_defaults=True, tag="window"):
    """A time in which a seat may answer something, or pass: what may be done in it is the game's to judge."""

    name: str
    seat: str
    args: dict[str, Any] = {}


Frame: TypeAlias = Do | Ask | Window
"""An entry of the agenda: what is still to be done, the next on top."""

Item: TypeAlias = Op | Luck | Frame

T = TypeVar("T")

Plan: TypeAlias = Generator[Item, Any, T]
"""What a move or a task yields, in order. An operation is applied before the generator goes on, so the code below sees
the table after it; a request for chance gives its result; frames go onto the agenda when the task is over.
"""


@dataclass(frozen=True, slots=True)
class Consequence:
    """Something that follows from the table as it is: by which rule, in words (a label), from and for which cards."""

    rule: str
    label: str
    cards: tuple[int, ...]
    items: tuple[Item, ...]


class Gesture(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a hand did on the table: pieces dragged to a zone or onto a piece, or a piece double-clicked ("tap")."""

    seat: str
    pieces: tuple[int, ...]
    zone: str = ""
    onto: int | None = None
    kind: Literal["drag", "tap"] = "drag"
    index: int | None = None
