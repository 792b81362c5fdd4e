"""Self-play: random legal play through the referee, with hands that interfere, checking that nothing ever breaks.

What is timed is the play alone: listing moves, choosing one, and all that making it means. The checks between the steps
have a clock of their own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random

from tabletop import games
from tabletop.assist import handplay, invariants, telling
from tabletop.assist.invariants import Broken
from tabletop.assist.referee import ASSIST, Referee
from tabletop.cards.dealing import lay_out
from tabletop.cards.library import Library
from tabletop.cards.model import Deck
from tabletop.places import find_games
from tabletop.rules.game import Game
from tabletop.rules.model import Move
from tabletop.rules.perform import RandomFortune, begin
from tabletop.table import saves, words
from tabletop.table.document import Document
from tabletop.table.ops import Fact
from tabletop.table.state import Table

LISTED = 200
"""One of so many moves is chosen at random."""

STUCK = 20
"""After so many moves in a row that cannot be carried out on a table that hands have touched, a game is given up."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """How self-play goes: with what probability a hand interferes before a move, after how many moves a game is given
    up, with what probability the costly checks are made after a step, and whether decks are of random cards.
    """

    by_hand: float = 0.0
    limit: int = 2000
    thorough: float = 0.04
    mixed: bool = False


@dataclass
class Clock:
    """So many times something was done, and the seconds that it took."""

    count: int = 0
    seconds: float = 0.0

    @contextmanager
    def running(self, count: int = 1) -> Iterator[None]:
        """Time what is done inside."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds += time.perf_counter() - start
            self.count += count

    @property
    def rate(self) -> float:
        """How many a second."""
        return round(self.count / self.seconds, 1) if self.seconds else 0.0


@dataclass
class Tally:
    """What self-play has done so far, and the first thing that broke."""

    games: int = 0
    unfinished: int = 0
    play: Clock = field(default_factory=Clock)
    """The moves made, and the seconds of play."""
    propose: Clock = field(default_factory=Clock)
    """Judge, plan, settle, record, and tell in the log."""
    judge: Clock = field(default_factory=Clock)
    check: Clock = field(default_factory=Clock)
    broken: str = ""
    save: Path | None = None

    def summary(self, game: str) -> dict[str, str | int | float]:
        """The tally as one flat object."""
        seconds = self.play.seconds
        found: dict[str, str | int | float] = {
            "game": game, "games": self.games, "seconds": round(seconds, 3),
            "games_per_s": round(self.games / seconds, 2) if seconds else 0.0, "steps_per_s": self.play.rate,
            "judge_per_s": self.judge.rate, "propose_per_s": self.propose.rate, "broken": 1 if self.broken else 0,
            "steps": self.play.count, "unfinished": self.unfinished, "checking_seconds": round(self.check.seconds, 3),
        }  # fmt: skip
        if self.broken:
            found["message"] = self.broken
        if self.save is not None:
            found["save"] = str(self.save)
        return found


class SelfPlay:
    """Random games of one game, one after the other. All chance comes from the seed and the number of the game."""

    def __init__(
        self, library: Library, make: Callable[[], Game], seed: int, conduct: Conduct | None = None,
        *, folder: Path | None = None,
    ) -> None:  # fmt: skip
        """`make` gives the rules anew. `folder` is where the table of the first broken game is saved."""
        self.library = library
        self.make = make
        self.seed = seed
        self.conduct = conduct or Conduct()
        self.folder = folder
        self.tally = Tally()

    def run(self, number: int) -> Iterator[int]:
        """Play so many games; gives the number of each that is over. Ends with the first one that breaks, which is
        then told in the tally.
        """
        # Card sets are read before the clock runs: it measures play.
        _ = self.library.decks
        for game in range(1, number + 1):
            table = RandomGame(self, game)
            try:
                table.play()
            except Broken as broken:
                self._broke(game, table.document, str(broken))
                return
            except Exception as fault:
                self._broke(game, table.document, f"{type(fault).__name__}: {fault} ({_where(fault)})")
                return
            yield game

    def _broke(self, number: int, document: Document | None, message: str) -> None:
        self.tally.broken = f"game {number} (seed {self.seed}): {message}"
        if document is None or self.folder is None:
            return
        document.header.title = f"Self-play, game {number} of seed {self.seed}"
        path = saves.path_for(self.folder, f"selfplay {document.header.game} {self.seed}-{number}")
        saves.save_as(path, document)
        self.tally.save = path


class RandomGame:
    """One game of self-play."""

    def __init__(self, owner: SelfPlay, number: int) -> None:
        self.library = owner.library
        self.make = owner.make
        self.conduct = owner.conduct
        self.tally = owner.tally
        self.rng = Random(f"{owner.seed}/{number}")
        self.checks = Random(f"{owner.seed}/{number}/checks")
        self.game = owner.make()
        self.document: Document | None = None
        self.odd = False

    def play(self) -> None:
        """Play the game to its end. Raises Broken for the first thing that does not hold."""
        with self.tally.play.running(0):
            document = self._lay()
        referee = Referee(document.history, self.game, lambda: RandomFortune(self.rng), strict=True)
        table, left, failed = document.table, self.conduct.limit, 0
        while left > 0 and self.game.outcome(table) is None:
            left -= 1
            if self.conduct.by_hand and self.rng.random() < self.conduct.by_hand:
                self._by_hand(referee)
                self._check(document, [])
                continue
            kinds = invariants.kinds_of(table)
            before = document.history.at
            with self.tally.play.running():
                seat, moves = self._moves(table)
                move = self.rng.choice(moves) if moves else None
                if move is not None:
                    failed = failed + 1 if not self._propose(referee, move) else 0
            if move is None or failed > STUCK:
                if not self.odd:
                    waits = ", ".join(self.game.to_act(table)) or "nobody"
                    raise Broken(f"the game is not over, it waits for {waits}, and there is no legal move")
                break
            if document.history.at != before:
                invariants.check_conserved(document.history.steps[before], kinds)
            self._judge(table, seat, moves)
            self._check(document, moves)
        self.tally.games += 1
        self.tally.unfinished += self.game.outcome(table) is None
        with self.tally.check.running():
            self._check_end(document)

    def _lay(self) -> Document:
        """Lay the table and begin the game."""
        seats = 2 if 2 in self.library.game.seats else min(self.library.game.seats)
        decks = [self._deck() for _ in range(seats)]
        rules = self.game.id == self.library.game.id
        document = lay_out(self.library, decks, seats=seats, seed=self.rng.randrange(1 << 32), draw=not rules)
        self.document = document
        document.history.do("plays by the rules (referee)", [Fact(ASSIST, "referee")], how="setup")
        begin(document.history, self.game, RandomFortune(self.rng))
        return document

    def _deck(self) -> Deck | None:
        decks = list(self.library.decks.values())
        if not decks:
            return None
        deck = self.rng.choice(decks)
        return mixed(self.library, deck, self.rng) if self.conduct.mixed else deck

    def _moves(self, table: Table) -> tuple[str, list[Move]]:
        """A seat that is to act, and moves that it has."""
        seats = list(self.game.to_act(table))
        self.rng.shuffle(seats)
        for seat in seats:
            moves = list(islice(self.game.moves(table, seat), LISTED))
            if moves:
                return seat, moves
        return "", []

    def _propose(self, referee: Referee, move: Move) -> bool:
        """Make a legal move; whether it could be carried out."""
        with self.tally.propose.running():
            result = referee.propose(move)
            if result.step is not None:
                words.tell(referee.table, result.step, move.seat)
                telling.details(referee.table, result.step, move.seat)
        if result.kind == "done":
            return True
        if self.odd and result.verdict.legal:
            return False
        why = result.why or "; ".join(f"{found.rule}: {found.message}" for found in result.verdict.violations)
        raise Broken(f"a listed move is {result.kind}: {invariants.told_move(move)}: {why}")

    def _by_hand(self, referee: Referee) -> None:
        """A hand interferes: some act, or an undo or a redo, or an answer to what is offered."""
        self.odd = True
        history, rng = referee.history, self.rng
        with self.tally.play.running():
            offers = referee.offers()
            if offers and rng.random() < 0.5:
                rng.choice((referee.accept, referee.decline))(offers[0])
            elif rng.random() < 0.15:
                for _ in range(rng.randint(1, 4)):
                    history.undo() if rng.random() < 0.6 else history.redo()
            else:
                seat = rng.choice((None, *referee.table.everyone))
                result = referee.by_hand(handplay.random_act(referee.table, rng), seat)
                if result.step is not None and result.step.how != "manual":
                    raise Broken("an act of a hand is recorded as something else")

    def _judge(self, table: Table, seat: str, moves: list[Move]) -> None:
        """How fast moves are judged on this table, legal ones and those of somebody else."""
        if self.checks.random() >= 0.1:
            return
        asked = self.checks.sample(moves, min(len(moves), 20))
        asked += [Move(other, move.do, move.card, move.by, move.using, move.cards, move.at, move.pick)
                  for other in table.everyone if other != seat for move in asked[:5]]  # fmt: skip
        judge = self.game.judge
        with self.tally.judge.running(len(asked)):
            for move in asked:
                judge(table, move)

    # checking

    def _check(self, document: Document, moves: list[Move]) -> None:
        """What must hold after every step; the costly checks now and then."""
        with self.tally.check.running():
            table, seats = document.table, document.table.everyone
            invariants.check_places(table)
            invariants.check_listed(self.game, self.make(), table, self.game.to_act(table)[:1])
            if self.checks.random() >= self.conduct.thorough:
                return
            invariants.check_copied(self.game, table, seats)
            invariants.check_replay(document)
            self._check_told(document)
            for seat in seats:
                listed = invariants.listed(self.game, table, seat)
                some = self.checks.sample(listed, min(len(listed), 6))
                invariants.check_moves(self.game, document.history, some, RandomFortune(self.checks), odd=self.odd)

    def _check_end(self, document: Document) -> None:
        self._check_told(document)
        invariants.check_undo(document)
        if self.tally.games <= 3 or self.checks.random() < 0.1:
            invariants.check_saved(self.game, document, document.table.everyone)

    def _check_told(self, document: Document) -> None:
        done = document.history.done
        if done:
            invariants.check_told(document.table, done[-1], (None, *document.table.everyone))


def mixed(library: Library, deck: Deck, rng: Random) -> Deck:
    """A deck of the same build of random cards: each card is one of its type."""
    by_type: dict[str, list[str]] = {}
    for card in library.cards.values():
        by_type.setdefault(card.type, []).append(card.id)
    sections: dict[str, tuple[tuple[str, int], ...]] = {}
    for section, cards in deck.sections.items():
        chosen: dict[str, int] = {}
        for card_id, count in cards:
            known = library.card(card_id)
            for _ in range(count):
                pick = rng.choice(by_type[known.type]) if known is not None else card_id
                chosen[pick] = chosen.get(pick, 0) + 1
        sections[section] = tuple(chosen.items())
    return Deck(deck.id, deck.name, deck.game, sections, deck.about)


def subject(game_id: str) -> tuple[str, Callable[[], Game]]:
    """The id whose cards a game is played with, and the way to make its rules: a game without cards of its own (free
    play) takes those of the first game without rules. Raises KeyError for an unknown id.
    """
    found = [folder.name for folder in find_games()]
    if game_id in found:
        return game_id, lambda: games.make(game_id)
    if game_id in games.makers():
        cards = next((name for name in found if name not in games.makers()), None)
        if cards is not None:
            return cards, lambda: games.make(game_id)
    raise KeyError(game_id)


def _where(fault: BaseException) -> str:
    """The last place of the program that a fault came through."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace is not None else "nowhere"
