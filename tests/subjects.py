"""The games that the contract holds for: every one that is found, and the toy game; and what their play looks like."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from random import Random

from toy import skirmish

from tabletop import games
from tabletop.assist.referee import ASSIST, Referee
from tabletop.assist.selfplay import mixed
from tabletop.cards.dealing import lay_out
from tabletop.cards.library import Library
from tabletop.cards.model import Deck
from tabletop.places import find_games
from tabletop.rules.game import Game
from tabletop.rules.model import Move
from tabletop.rules.perform import RandomFortune, begin
from tabletop.table.document import Document
from tabletop.table.history import History
from tabletop.table.ops import Fact
from tabletop.table.state import Snapshot, Table

GAMES = 4
STEPS = 140


@dataclass(frozen=True)
class Subject:
    """A game: its id, the way to make its rules anew, its cards."""

    id: str
    make: Callable[[], Game]
    library: Library

    def __str__(self) -> str:
        return self.id


@dataclass
class Played:
    """What some random games of a subject came by: tables, moves, and the names of what lay on them."""

    tables: list[Snapshot] = field(default_factory=list)
    questions: dict[str, Snapshot] = field(default_factory=dict)
    """A table for each task that a question goes on with, and for each window."""
    moves: list[Move] = field(default_factory=list)
    facts: set[str] = field(default_factory=set)
    marks: set[str] = field(default_factory=set)
    counters: set[str] = field(default_factory=set)


@cache
def subjects() -> tuple[Subject, ...]:
    found = []
    for folder in find_games():
        library, problems = Library.load(folder)
        assert library is not None, problems
        found.append(Subject(folder.name, _maker(folder.name), library))
    return (*found, Subject("skirmish", skirmish.game, skirmish.library()))


def _maker(game_id: str) -> Callable[[], Game]:
    return lambda: games.make(game_id)


def lay(subject: Subject, game: Game, rng: Random, *, odd_decks: bool = False) -> Document:
    """A table laid and begun by the rules, with decks of the game's."""
    seats = 2 if 2 in subject.library.game.seats else min(subject.library.game.seats)
    chosen: list[Deck | None] = []
    for _ in range(seats):
        decks = list(subject.library.decks.values())
        deck = rng.choice(decks) if decks else None
        chosen.append(mixed(subject.library, deck, rng) if odd_decks and deck is not None else deck)
    rules = game.id == subject.library.game.id
    document = lay_out(subject.library, chosen, seats=seats, seed=rng.randrange(1 << 30), draw=not rules)
    document.history.do("plays by the rules", [Fact(ASSIST, "referee")], how="setup")
    begin(document.history, game, RandomFortune(rng))
    return document


Moment = tuple[Document, str, list[Move]]


def random_play(subject: Subject, rng: Random, *, odd_decks: bool = False) -> Iterator[Moment]:
    """A random game: the table before each move, whose turn to act it is, and what that seat may do."""
    game = subject.make()
    document = lay(subject, game, rng, odd_decks=odd_decks)
    referee = Referee(document.history, game, lambda: RandomFortune(rng), strict=True)
    while game.outcome(document.table) is None:
        waiting = game.to_act(document.table)
        seat = rng.choice(waiting) if waiting else ""
        moves = list(islice(game.moves(document.table, seat), 120))
        if not moves:
            return
        yield document, seat, moves
        result = referee.propose(rng.choice(moves))
        assert result.kind == "done", (result.why, result.verdict)


@cache
def played(subject_id: str) -> Played:
    """Some random games of a subject, played once for all tests."""
    subject = next(found for found in subjects() if found.id == subject_id)
    found, game = Played(), subject.make()
    for number in range(GAMES):
        rng = Random(f"contract/{number}")
        for document, _, moves in islice(random_play(subject, rng, odd_decks=number % 2 == 1), STEPS):
            table = document.table
            found.facts.update(table.facts)
            found.marks.update(name for piece in table for name in piece.marks)
            found.counters.update(name for piece in table for name in piece.counters)
            found.moves += rng.sample(moves, min(2, len(moves)))
            question = game.question(table)
            if question is not None and question.then not in found.questions:
                found.questions[question.then] = table.snapshot()
            if rng.random() < 0.08:
                found.tables.append(table.snapshot())
    return found


def fresh(snapshot: Snapshot) -> History:
    """A history of nothing yet on a copy of a table."""
    return History(Table.restore(snapshot))


def document_of(snapshot: Snapshot, game_id: str) -> Document:
    """A document that begins with a table."""
    document = Document.new(game_id)
    table = Table.restore(snapshot)
    return Document(document.header, table, History(table), table.snapshot())
