"""The contract of a game: the few functions that the rest of the program needs of its rules.

A game holds nothing that changes while it is played: everything lies on the table that it is given. Throw a game object
away after every step, make a new one, and nothing is different.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletop.cards.library import Library
from tabletop.cards.model import CardDef, Deck
from tabletop.rules.lasting import Lasting
from tabletop.rules.model import Consequence, Gesture, Move, Plan, Question, Ref, Verdict, Violation, Window
from tabletop.table.ops import Note
from tabletop.table.state import Piece, Table


@dataclass(frozen=True, slots=True)
class CardFault:
    """Something wrong with a card that only the rules of its game notice: the id of the card, the key of its table,
    and what is wrong, with the likely meaning.
    """

    card: str
    key: str
    message: str


class Game(ABC):
    """The rules of one game. `id` is the id of its folder of card sets."""

    id: str
    name: str

    @abstractmethod
    def judge(self, table: Table, move: Move) -> Verdict:
        """Every rule that a move would break. Touches nothing, never raises, whatever lies on the table."""

    @abstractmethod
    def plan(self, table: Table, move: Move) -> Plan[None]:
        """What a move does, legal or not. Raises CannotPlan if what it needs is not there."""

    @abstractmethod
    def consequences(self, table: Table) -> Iterator[Consequence]:
        """What follows by itself from the table as it is, most pressing first; after each the question is asked anew.
        What a hand keeps from following (`held`) may be among them: it is left out by those who ask.
        """

    def settle(self, table: Table) -> Plan[None]:
        """What follows by itself from the table as it is, but for what a hand keeps from following (`held`)."""
        for _ in range(1000):
            consequence = next((found for found in self.consequences(table) if not held(table, found)), None)
            if consequence is None:
                return
            yield told(consequence)
            yield from consequence.items

    @abstractmethod
    def moves(self, table: Table, seat: str) -> Iterator[Move]:
        """The legal moves of a seat, one after the other as they are wanted."""

    @abstractmethod
    def to_act(self, table: Table) -> tuple[str, ...]:
        """The seats that the game waits for. Empty when it is over."""

    @abstractmethod
    def outcome(self, table: Table) -> str | None:
        """The seat that has won, "draw", or None while the game goes on."""

    @abstractmethod
    def describe(self, table: Table, move: Move) -> str:
        """A move in words, as a label (`tabletop.table.words`) that follows the name of the seat."""

    @abstractmethod
    def interpret(self, table: Table, gesture: Gesture) -> Sequence[Move]:
        """What a gesture could mean, legal moves or not; none if it has nothing to do with the rules."""

    def question(self, table: Table) -> Question | None:
        """The question that waits for an answer."""
        return None

    def effect_text(self, table: Table, effect: Lasting) -> tuple[str, str] | None:
        """What a lasting effect does, and what ends it, as labels; None leaves it to the words that the effect is made
        of.
        """
        return None

    def window_text(self, table: Table, window: Window) -> str:
        """What a window is for, as a label: who may do what in it."""
        return f"{{{window.seat}}} may respond ({window.name.replace('_', ' ')}), or pass."

    def start(self, table: Table) -> Plan[None]:
        """What happens as a game begins on a table that has been laid: facts are set, counters filled."""
        return
        yield

    def judge_deck(self, library: Library, deck: Deck) -> Iterable[Violation]:
        """What makes a deck illegal by the rules of the game."""
        return ()

    def panel(self, table: Table, seat: str | None) -> Sequence[tuple[str, str]]:
        """What the panel beside the table shows, as pairs of labels: phase, turn, totals, what may still be done."""
        return ()

    def arrows(self, table: Table) -> Sequence[tuple[int, Ref]]:
        """What points at what, for the window to draw: attackers at what they attack, effects that wait at their
        targets. From a piece to a piece, or to a seat.
        """
        return ()

    def badges(self, table: Table, seat: str | None) -> Sequence[tuple[int, str]]:
        """What people reckon with all the time, written at the foot of cards in a few letters: the damage on a
        character, the values that an attacker has now. Only what a seat may know.
        """
        return ()

    def faults(self, library: Library) -> Iterable[CardFault]:
        """What is wrong with what cards say for the rules, such as the rows by which they are carried out."""
        return ()

    def coverage(self, library: Library) -> Mapping[str, str]:
        """For each card (by title) and rule id: "text" (carry it out yourselves), "verbs" or "python"; "no text"
        for a card that has nothing to carry out.
        """
        return {}


EXEMPT = "exempt"
"""The mark of a card that a hand has exempted from what would follow; its value is the zone in which it holds."""

OFFERED = "offered"
"""The fact that lists the cards a hand has just moved: what would follow for them is offered, and not done."""


def held(table: Table, consequence: Consequence) -> bool:
    """Whether a hand keeps something from following: it concerns a card that is exempt where it lies, or one for which
    it is only offered. What was done by hand is never silently undone.
    """
    offered = table.facts.get(OFFERED)
    listed = offered if isinstance(offered, list) else ()
    return any(card in listed for card in consequence.cards) or exempt(table, consequence)


def exempt(table: Table, consequence: Consequence) -> bool:
    """Whether something concerns a card that a hand has exempted from it, where the card lies now."""
    for card in consequence.cards:
        piece = table.pieces.get(card)
        if piece is not None and piece.marks.get(EXEMPT) == piece.zone:
            return True
    return False


def told(consequence: Consequence) -> Note:
    """What the log says of a consequence: its words, and the rule in square brackets."""
    return Note(f"{consequence.label} [{consequence.rule}]" if consequence.rule else consequence.label)


class CaseGame(Game):
    """A game whose rulings can be written as cases: what the runner of cases needs beside the rules.

    The words of cases are those of the game's vocabulary.
    """

    @abstractmethod
    def case_card(self, name: str, entry: Mapping[str, Any] | None, library: Library) -> CardDef:
        """The card that a case names. `entry` is what [case.cards] says of it; without one the name is a shorthand or
        that of a card of the library. Raises KeyError for a name that nothing explains.
        """

    @abstractmethod
    def case_start(self, table: Table, given: CaseStart) -> Plan[None]:
        """What makes a table on which the pieces of a case lie one that is in play: facts, numbers, marks.

        Raises KeyError for a word that the vocabulary does not have.
        """

    @abstractmethod
    def read_fact(self, table: Table, name: str) -> Any:
        """The value of a fact, in the words of cases, with `CardRef` for pieces. Raises KeyError for an unknown one."""

    @abstractmethod
    def read_number(self, table: Table, seat: str, name: str) -> Any:
        """A number of a seat. Raises KeyError for an unknown one."""

    @abstractmethod
    def read_mark(self, table: Table, piece: Piece, name: str) -> Any:
        """A mark of a card, with `CardRef` for pieces. Raises KeyError for an unknown one."""

    ordered: frozenset[str] = frozenset()
    """The readouts that are lists whose order counts."""

    def case_zone(self, table: Table, seat: str, name: str) -> str | None:
        """The zone of a seat that cases call by that name, or None."""
        zone = f"{seat}.{name}"
        return zone if zone in table.zones else None

    def case_owner(self, zone: str, seat: str, opponent: str) -> str:
        """Whose cards those are that a case lists in a zone at a card which lies at `seat`."""
        return seat

    def case_zone_cards(self, table: Table, zone: str) -> Sequence[int]:
        """The pieces that a zone holds in the eyes of cases."""
        return table.cards(zone)

    def case_move(self, table: Table, move: Move) -> Move:
        """A case's move as the game takes it: the place to sort out what cases may leave open."""
        return move

    def lists(self, table: Table, move: Move) -> bool:
        """Whether a legal move is among those that the game lists."""
        return any(listed == move for listed in self.moves(table, move.seat))

    def case_answered(self, table: Table, move: Move) -> bool:
        """Whether an answer is one that the rules have given by themselves, because there was no other."""
        return False

    def case_passes(self, table: Table, verb: str, step: Mapping[str, Any]) -> Iterator[Move] | None:
        """The moves that a step of the runner stands for (passes of both players), each made before the next is asked
        for; None if the verb is a move like any other. Raises ValueError, with the reason, if the step does not fit.
        """
        return None

    def case_lets_pass(self, table: Table, following: Mapping[str, Any] | None) -> Move | None:
        """After a step: the pass of a window that the next step of the case (None: there is none) leaves unused; asked
        again until it is None.
        """
        return None

    def case_hands_over(self, table: Table, step: Mapping[str, Any]) -> Move | None:
        """Before a step: a pass that has to come first; asked again until it is None. Raises ValueError, with the
        reason, if the case is wrong.
        """
        return None


@dataclass(frozen=True, slots=True)
class CardRef:
    """A piece as a readout gives it, so that it is told from a number."""

    id: int


@dataclass(frozen=True, slots=True)
class CaseStart:
    """How a case begins: [case.now], the numbers of each seat, the marks of each card, and the way to find a piece by
    the name that the case gives it (of a seat, where both have one), or a card of which no piece need lie there. Both
    raise KeyError for a name unknown.
    """

    now: Mapping[str, Any]
    numbers: Mapping[str, Mapping[str, Any]]
    marks: Mapping[int, Mapping[str, Any]]
    find: Callable[..., int]
    card: Callable[[str], CardDef]
