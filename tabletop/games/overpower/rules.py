"""The rules of OverPower as the rest of the program asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Any

from msgspec.structs import replace

from tabletop.cards.library import Library
from tabletop.cards.model import CardDef, Deck
from tabletop.games.overpower import battle, blocks, case, deck, gestures, judge_phases, moves, phases, settle, words
from tabletop.games.overpower import codes as _codes  # noqa: F401 - the codes register themselves as they are loaded
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.tasks import checks, tasks
from tabletop.rules.agenda import AgendaGame
from tabletop.rules.game import CaseGame, CaseStart
from tabletop.rules.model import Consequence, Gesture, Move, Plan, Question, Ref, Violation, Window
from tabletop.table.ops import Fact
from tabletop.table.state import Piece, Table

_BEGIN: Mapping[str, Callable[[Board, Move], Plan[None]]] = {
    "start": phases.start,
    "done": phases.done,
    "discard": phases.discard,
    "place": phases.place,
    "venture": phases.venture,
    "attack": battle.declare,
    "play": battle.declare,
    "defend": battle.defend,
    "accept": battle.accept,
    "decline": battle.decline,
    "pass": battle.pass_turn,
    "concede": battle.concede,
}


SETS = 2000
"""More sets of one size than a question of this game has."""


def _same(listed: Move, move: Move) -> bool:
    """Whether a move is one that is listed; the order in which its cards are named does not matter for that."""
    return listed == move or (
        sorted(listed.using) == sorted(move.using) and replace(listed, using=()) == replace(move, using=())
    )


class OverPower(AgendaGame[Board], CaseGame):
    """The rules of OverPower. Everything that changes lies on the table."""

    id = "overpower"
    name = "OverPower"
    tasks = tasks
    choice_rule = timing_rule = "turn"

    def board(self, table: Table) -> Board:
        """The typed view of a table."""
        return Board(table)

    def violations(self, board: Board, move: Move, window: Window | None) -> Iterator[Violation]:
        """Every rule that a move breaks."""
        return judge_phases.violations(board, move)

    def answer_violations(self, board: Board, question: Question, move: Move) -> Iterator[Violation]:
        """A wrong answer breaks the rule for which it is asked."""
        rule = question.kind or self.choice_rule
        if not question.fits(move.pick):
            yield Violation(rule, f"That may not be picked: {question.text}")
        elif question.then in checks:
            for text in checks[question.then](board, question, move.pick):
                yield Violation(rule, text)

    def begin(self, board: Board, move: Move) -> Plan[None]:
        """What a move starts."""
        task = _BEGIN.get(move.do)
        if task is not None:
            yield from task(board, move)

    def consequences(self, table: Table) -> Iterator[Consequence]:
        """What follows by itself from the table as it is."""
        return settle.consequences(Board(table))

    def moves(self, table: Table, seat: str) -> Iterator[Move]:
        """The legal moves of a seat."""
        question = self.question(table)
        if question is not None:
            if question.seat == seat:
                yield from self._answers(table, question)
            return
        yield from moves.moves(Board(table), seat)

    def _answers(self, table: Table, question: Question) -> Iterator[Move]:
        """The answers to a question; where they have to fit together, sets of the choices that do."""
        found = checks.get(question.then)
        if found is None:
            yield from self.answers(question)
            return
        board = Board(table)
        for size in range(question.least, question.most + 1):
            for pick in islice(combinations(question.choices, size), SETS):
                if not any(found(board, question, pick)):
                    yield Move(question.seat, "choose", pick=pick)

    def lists(self, table: Table, move: Move) -> bool:
        """Whether a legal move is among those listed. Sets of discards and answers of several cards are not all
        listed.
        """
        if move.do in ("discard", "check_deck"):
            return True
        question = self.question(table)
        if question is not None:
            return move.seat == question.seat and not any(self.answer_violations(Board(table), question, move))
        return any(_same(listed, move) for listed in self.moves(table, move.seat))

    def to_act(self, table: Table) -> tuple[str, ...]:
        """The seats that the game waits for."""
        board = Board(table)
        question = self.question(table)
        if board.phase == "over":
            return ()
        if question is not None:
            return (question.seat,)
        if board.phase == "battle":
            return battle.waits_for(board)
        if board.phase == "discard":
            return tuple(seat for seat in board.seats if not board.finished(seat))
        if board.phase == "place":
            return (judge_phases.placing_seat(board),)
        if board.phase == "venture":
            asked = judge_phases.conceding_seat(board)
            if asked:
                return (asked,)
            ventured = board.listed("ventured")
            return (board.first,) if board.first not in ventured else (board.opponent(board.first),)
        return (board.first,) if board.phase == "draw" else board.seats

    def outcome(self, table: Table) -> str | None:
        """The seat that has won, "draw", or None."""
        winner = Board(table).fact("winner")
        return str(winner) if winner is not None else None

    def over(self, table: Table) -> bool:
        """Whether the game is over."""
        return table.facts.get("phase") == "over"

    def start(self, table: Table) -> Plan[None]:
        """The game begins on a table that has been laid: first hands go back, the first player is drawn."""
        board = Board(table)
        if not board.seats or len(board.seats) < 2:
            return
        for seat in board.seats:
            for card in list(board.zone(seat, "hand")):
                yield from blocks.to(board, card, f"{seat}.draw")
        yield from phases.start(board, None)

    def judge_deck(self, library: Library, deck_: Deck) -> Iterable[Violation]:
        """What makes a deck illegal."""
        return deck.library_deck(library, deck_)

    def describe(self, table: Table, move: Move) -> str:
        """A move in words."""
        return words.describe(Board(table), move)

    def panel(self, table: Table, seat: str | None) -> Sequence[tuple[str, str]]:
        """What the panel shows."""
        return words.panel(Board(table), seat)

    def badges(self, table: Table, seat: str | None) -> Sequence[tuple[int, str]]:
        """The damage on those who have been hit, and the Power Types that they have collected."""
        return words.badges(Board(table))

    def arrows(self, table: Table) -> Sequence[tuple[int, Ref]]:
        """The attack that waits for its answer points at its target."""
        play = Board(table).play()
        if play is None or play.at is None or (play.at not in table.pieces and play.at not in table.seats):
            return ()
        found = next((card for card in (*play.cards, play.by) if card in table.pieces and card != play.at), None)
        return ((found, play.at),) if found is not None else ()

    def interpret(self, table: Table, gesture: Gesture) -> Sequence[Move]:
        """What dragging cards could mean."""
        return gestures.interpret(Board(table), gesture)

    def coverage(self, library: Library) -> Mapping[str, str]:
        """How each card is carried out."""
        return words.coverage(library)

    # cases

    def case_card(self, name: str, entry: Mapping[str, Any] | None, library: Library) -> CardDef:
        """The card that a case names. Raises KeyError for a name that nothing explains."""
        if entry is not None:
            return case.made_up(name, entry)
        return case.shorthand(name) or case.named(name, library)

    def case_start(self, table: Table, given: CaseStart) -> Plan[None]:
        """The facts of a case."""
        yield from case.start(table, given)
        yield Fact("age", None)

    def case_owner(self, zone: str, seat: str, opponent: str) -> str:
        """Hits belong to the opponent of the Character they lie on."""
        return opponent if zone in ("hits", "record") else seat

    def read_fact(self, table: Table, name: str) -> Any:
        """A fact in the words of cases."""
        return case.read_fact(table, name)

    def read_number(self, table: Table, seat: str, name: str) -> Any:
        """A number of a seat."""
        return case.read_number(table, seat, name)

    def read_mark(self, table: Table, piece: Piece, name: str) -> Any:
        """A mark of a card."""
        return case.read_mark(table, piece, name)

    def case_move(self, table: Table, move: Move) -> Move:
        """A case's move in its normal form."""
        return case.move(table, move)

    def case_lets_pass(self, table: Table, following: Mapping[str, Any] | None) -> Move | None:
        """The pass of a chance to concede that the case leaves unused."""
        return case.lets_pass(table, following)

    def case_hands_over(self, table: Table, step: Mapping[str, Any]) -> Move | None:
        """A chance to concede that goes by before a step."""
        return case.hands_over(table, step)
