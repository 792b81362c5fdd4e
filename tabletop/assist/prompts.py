"""Prompts: who must decide what now, in the words of the seat that looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tabletop.rules.agenda import AGENDA, frames, waiting
from tabletop.rules.game import Game
from tabletop.rules.model import Ask, Question, Ref
from tabletop.table import sight, words
from tabletop.table.state import Table


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the answers: what is picked, in words, and the piece to highlight if it is one."""

    ref: Ref
    text: str
    piece: int | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the game waits for. A question has choices, from `least` to `most` of which are picked; a window can be used
    or passed. A `hidden` one is asked behind the curtain: who looks now is not the one who decides.
    """

    kind: Literal["question", "window"]
    seat: str
    text: str
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    hidden: bool = False

    @property
    def pieces(self) -> tuple[int, ...]:
        """The pieces to highlight."""
        return tuple(choice.piece for choice in self.choices if choice.piece is not None)


def prompt_for(game: Game, table: Table, seat: str | None) -> Prompt | None:
    """The prompt as a seat may read it, or None if the game waits for nobody's answer."""
    question = game.question(table)
    if question is not None:
        return _question(table, question, seat)
    top = waiting(table)
    if top is None or isinstance(top, Ask):
        return None
    return Prompt("window", top.seat, words.fill(table, game.window_text(table, top), seat, {}))


def veiled(table: Table, seat: str | None) -> frozenset[str]:
    """The facts that a seat may know to be there, and not read: what is to be decided where only another may look."""
    asked = any(isinstance(each, Ask) and each.question.secret and each.question.seat != seat for each in frames(table))
    return frozenset((AGENDA,)) if asked else frozenset()


def _question(table: Table, question: Question, seat: str | None) -> Prompt:
    if question.secret and seat != question.seat:
        name = words.seat_name(table, question.seat)
        text = f"{name} has something to decide that is not for others to see."
        return Prompt("question", question.seat, text, hidden=True)
    choices = tuple(_choice(table, question, ref, seat) for ref in question.choices)
    text = words.fill(table, question.text, seat, {})
    return Prompt("question", question.seat, text, choices, question.least, question.most)


def _choice(table: Table, question: Question, ref: Ref, seat: str | None) -> Choice:
    piece = table.pieces.get(ref) if isinstance(ref, int) else None
    said = question.words.get(str(ref))
    if said is not None:
        text = words.fill(table, said, seat, {})
    elif piece is not None:
        text = sight.name(table, seat, piece)
    elif ref in table.seats:
        text = words.seat_name(table, str(ref))
    elif isinstance(ref, str) and table.has_zone(ref):
        text = words.zone_name(table, ref, seat)
    else:
        text = str(ref).replace("_", " ")
    return Choice(ref, text, piece.id if piece is not None else None)
