"""Skirmish: a game with an agenda that has one of everything (a hand, piles, a question, a window, a coin, a
knock-out), for the tests of what plays games. See its cards and rule pages beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tabletop.cards.library import Library
from tabletop.cards.model import CardDef
from tabletop.rules.agenda import AgendaGame, Tasks
from tabletop.rules.game import CardRef, CaseGame, CaseStart
from tabletop.rules.model import (
    Ask,
    Consequence,
    Do,
    Gesture,
    Luck,
    Move,
    Plan,
    Question,
    Violation,
    Window,
)
from tabletop.table import acts
from tabletop.table.ops import Fact, Op, Reveal, touched
from tabletop.table.state import Piece, Table

FOLDER = Path(__file__).parent / "cardsets" / "skirmish"
RULINGS = Path(__file__).parent / "rulings"
HAND = 5

tasks = Tasks()


class Board:
    """The table as Skirmish reads it: nothing on it need be as the rules have it."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def turn(self) -> str:
        turn = self.table.facts.get("turn")
        return turn if isinstance(turn, str) and turn in self.table.seats else ""

    def other(self, seat: str) -> str:
        return "B" if seat == "A" else "A"

    def type(self, piece: int | None) -> str:
        found = self.table.pieces.get(piece) if isinstance(piece, int) else None
        kept = self.table.definitions.get(found.card) if found is not None else None
        return kept.type if kept is not None else ""

    def name(self, piece: int | None) -> str:
        found = self.table.pieces.get(piece) if isinstance(piece, int) else None
        kept = self.table.definitions.get(found.card) if found is not None else None
        return kept.name if kept is not None else ""

    def number(self, piece: int, field: str) -> int:
        found = self.table.pieces.get(piece)
        kept = self.table.definitions.get(found.card) if found is not None else None
        value = kept.data.get(field) if kept is not None else None
        return value if isinstance(value, int) else 0

    def zone(self, piece: int | None) -> str:
        found = self.table.pieces.get(piece) if isinstance(piece, int) else None
        return found.zone if found is not None else ""

    def fighters(self, seat: str) -> list[int]:
        return [i for i in self.table.cards(f"{seat}.field") if self.type(i) == "fighter"]

    def damage(self, fighter: int) -> int:
        return sum(self.number(i, "power") for i in self.table.cards(f"{fighter}.hits"))

    def lost(self, piece: int) -> list[Op]:
        owner = self.table.pieces[piece].owner or "A"
        return acts.move(self.table, [piece], f"{owner}.lost").ops

    def draw(self, seat: str, number: int) -> list[Op]:
        return acts.draw(self.table, f"{seat}.deck", number, f"{seat}.hand").ops


class Skirmish(AgendaGame[Board], CaseGame):
    id = "skirmish"
    name = "Skirmish"
    tasks = tasks

    def board(self, table: Table) -> Board:
        return Board(table)

    def start(self, table: Table) -> Plan[None]:
        for seat in table.everyone:
            yield from acts.draw(table, f"{seat}.deck", 5, f"{seat}.hand").ops
        yield Fact("turn", "A")

    # judging

    def violations(self, board: Board, move: Move, window: Window | None) -> Iterator[Violation]:
        facts = board.table.facts
        named = (move.card,) if move.card in board.table.pieces else ()
        if window is not None and not (move.do == "parry" and move.seat == window.seat):
            yield Violation("timing", f"{{{window.seat}}} may parry first.")
        if move.do == "parry":
            if window is None:
                yield Violation("timing", "There is nothing to parry.", named)
        elif facts.get("turn") != move.seat:
            yield Violation("turn", f"It is not the turn of {{{move.seat}}}.")
        if move.do == "end":
            return
        if move.do not in ("play", "strike", "parry"):
            yield Violation("kind", "That is nothing that can be done.")
            return
        if not named or board.zone(move.card) != f"{move.seat}.hand":
            yield Violation("hand", f"{{{move.card}}} is not in the hand of {{{move.seat}}}.", named)
        yield from getattr(self, f"_{move.do}_violations")(board, move, named)

    def _play_violations(self, board: Board, move: Move, named: tuple[int, ...]) -> Iterator[Violation]:
        kind = board.type(move.card)
        if kind not in ("fighter", "trick") or board.name(move.card) == "Parry":
            yield Violation("kind", f"{{{move.card}}} is not played by itself.", named)
        if kind == "fighter" and board.table.facts.get("fielded"):
            yield Violation("one-fighter", f"{{{move.seat}}} has brought in a fighter in this turn already.", named)

    def _strike_violations(self, board: Board, move: Move, named: tuple[int, ...]) -> Iterator[Violation]:
        if board.type(move.card) != "strike":
            yield Violation("kind", f"{{{move.card}}} is no Strike.", named)
        if board.table.facts.get("struck"):
            yield Violation("one-strike", f"{{{move.seat}}} has struck in this turn already.", named)
        if move.by not in board.fighters(move.seat):
            yield Violation("target", f"No fighter of {{{move.seat}}} strikes.")
        if move.target not in board.fighters(board.other(move.seat)):
            yield Violation("target", "A strike is aimed at a fighter of the other side.")

    def _parry_violations(self, board: Board, move: Move, named: tuple[int, ...]) -> Iterator[Violation]:
        if board.name(move.card) != "Parry":
            yield Violation("kind", f"{{{move.card}}} does not parry.", named)
        if not board.table.cards("clash"):
            yield Violation("timing", "Nothing is left to parry.", named)

    # playing

    def begin(self, board: Board, move: Move) -> Plan[None]:
        table = board.table
        if move.do == "end":
            yield Do("limit", {"seat": move.seat})
            yield Do("next_turn", {"seat": move.seat})
            return
        assert move.card is not None
        card = table.pieces[move.card]
        if move.do == "strike":
            yield Fact("struck", True)
            yield from acts.move(table, [card.id], "clash").ops
            yield Window("parry", board.other(move.seat))
            yield Do("land", {"card": card.id, "target": move.at[0]})
        elif move.do == "parry":
            yield from board.lost(card.id)
            for strike in list(table.cards("clash")):
                yield from board.lost(strike)
        elif board.type(card.id) == "fighter":
            yield Fact("fielded", True)
            yield from acts.move(table, [card.id], f"{move.seat}.field").ops
        else:
            yield from board.lost(card.id)
            name = board.name(card.id)
            if name == "Double or Nothing":
                yield Do("gamble", {"seat": move.seat})
            elif name == "Far Scout":
                yield Do("scout", {"seat": move.seat})

    def consequences(self, table: Table) -> Iterator[Consequence]:
        board = Board(table)
        for seat in table.everyone:
            for fighter in board.fighters(seat):
                health = board.number(fighter, "health")
                if health and board.damage(fighter) >= health:
                    hits = list(table.cards(f"{fighter}.hits"))
                    ops: list[Op] = []
                    for piece in [*hits, fighter]:  # the hits go first, so none of them is left behind on the table
                        ops += [op for op in board.lost(piece) if touched(op) == piece]
                    yield Consequence("ko", f"{{{fighter}}} is knocked out", (fighter,), tuple(ops))
        for seat in table.everyone:
            out = [i for i in table.cards(f"{seat}.lost") if board.type(i) == "fighter"]
            if len(out) >= 3 and table.facts.get("winner") is None:
                yield Consequence("win", f"{{{board.other(seat)}}} has won", (), (Fact("winner", board.other(seat)),))

    def moves(self, table: Table, seat: str) -> Iterator[Move]:
        board = Board(table)
        if table.facts.get("winner") is not None:
            return
        question = self.question(table)
        if question is not None:
            if question.seat == seat:
                yield from (move for move in self.answers(question) if self.judge(table, move).legal)
            return
        window = self.window(table)
        if window is not None and window.seat == seat:
            yield Move(seat, "pass")
        for move in self._possible(board, seat):
            if self.judge(table, move).legal:
                yield move

    def _possible(self, board: Board, seat: str) -> Iterator[Move]:
        for card in board.table.cards(f"{seat}.hand"):
            if board.type(card) == "strike":
                for by in board.fighters(seat):
                    for target in board.fighters(board.other(seat)):
                        yield Move(seat, "strike", card=card, by=by, at=(target,))
            elif board.name(card) == "Parry":
                yield Move(seat, "parry", card=card)
            else:
                yield Move(seat, "play", card=card)
        yield Move(seat, "end")

    def to_act(self, table: Table) -> tuple[str, ...]:
        if table.facts.get("winner") is not None:
            return ()
        question, window = self.question(table), self.window(table)
        seat = question.seat if question else window.seat if window else Board(table).turn
        return (seat,) if seat in table.seats else ()

    def outcome(self, table: Table) -> str | None:
        winner = table.facts.get("winner")
        return winner if isinstance(winner, str) else None

    def describe(self, table: Table, move: Move) -> str:
        if move.do == "strike":
            return f"strikes {{{move.target}}} with {{{move.card}}} by {{{move.by}}}"
        if move.do in ("play", "parry"):
            return f"{'parries with' if move.do == 'parry' else 'plays'} {{{move.card}}}"
        told = {"end": "ends the turn", "pass": "does not parry", "choose": "answers"}
        return told.get(move.do, "does something odd")

    def interpret(self, table: Table, gesture: Gesture) -> Sequence[Move]:
        board, seat = Board(table), gesture.seat
        card = gesture.pieces[0] if len(gesture.pieces) == 1 else None
        if card is None or board.zone(card) not in ("A.hand", "B.hand"):
            return ()
        onto = gesture.onto
        if onto is None and gesture.zone.endswith(".hits"):
            onto = int(gesture.zone.partition(".")[0])
        kind = board.type(card)
        if kind == "strike" and onto is not None and board.type(onto) == "fighter":
            return [Move(seat, "strike", card=card, by=by, at=(onto,)) for by in board.fighters(seat)]
        if kind == "fighter" and gesture.zone == f"{seat}.field":
            return [Move(seat, "play", card=card)]
        if kind == "trick" and gesture.zone in ("clash", f"{seat}.lost"):
            return [Move(seat, "parry" if board.name(card) == "Parry" else "play", card=card)]
        return ()

    def panel(self, table: Table, seat: str | None) -> Sequence[tuple[str, str]]:
        turn = Board(table).turn
        return [("Turn", f"Seat {turn}" if turn else "nobody's")]

    def coverage(self, library: Library) -> Mapping[str, str]:
        found = {"ko": "python", "Old Banner": "text"}
        for card in library.cards.values():
            found.setdefault(card.title, "verbs" if card.type in ("fighter", "strike") else "python")
        return found

    # cases

    def case_card(self, name: str, entry: Mapping[str, Any] | None, library: Library) -> CardDef:
        card = library.find_title(name)
        if card is None:
            raise KeyError(f"no card is called {name!r}")
        return card

    def case_start(self, table: Table, given: CaseStart) -> Plan[None]:
        for key, value in given.now.items():
            if key not in ("turn", "fielded", "struck"):
                raise KeyError(key)
            yield Fact(key, value)
        for numbers in given.numbers.values():
            for key in numbers:
                raise KeyError(key)

    def read_fact(self, table: Table, name: str) -> Any:
        if name == "prompt":
            question = self.question(table)
            return question.seat if question else "none"
        if name == "clash":
            return [CardRef(i) for i in table.cards("clash")]
        if name in ("turn", "winner", "fielded", "struck"):
            return table.facts.get(name)
        raise KeyError(name)

    def read_number(self, table: Table, seat: str, name: str) -> Any:
        raise KeyError(name)

    def read_mark(self, table: Table, piece: Piece, name: str) -> Any:
        if name == "damage":
            return Board(table).damage(piece.id)
        raise KeyError(name)


# what goes on in steps


@tasks.task
def land(board: Board, card: int, target: int) -> Plan[None]:
    if board.zone(card) == "clash" and target in board.table.pieces:
        yield from acts.move(board.table, [card], f"{target}.hits").ops


@tasks.task
def gamble(board: Board, seat: str) -> Plan[None]:
    favour = yield Luck("coin", seat=seat)
    if favour:
        yield from board.draw(seat, 2)
        return
    hand = board.table.cards(f"{seat}.hand")
    if hand:
        gone = yield Luck("random", tuple(hand))
        yield from board.lost(gone[0])


@tasks.task
def scout(board: Board, seat: str) -> Plan[None]:
    top = list(board.table.cards(f"{seat}.deck")[:2])
    for piece in top:
        yield Reveal(piece, (*board.table.pieces[piece].known, seat))
    if top:
        args = {"seat": seat, "seen": top}
        yield Ask(Question(seat, "Take one of these cards.", tuple(top), "take", args, secret=True))


@tasks.task
def take(board: Board, seat: str, seen: list[int], picked: list[int]) -> Plan[None]:
    yield from acts.move(board.table, picked, f"{seat}.hand").ops
    yield from acts.put_under(board.table, [i for i in seen if i not in picked], f"{seat}.deck").ops


@tasks.task
def limit(board: Board, seat: str) -> Plan[None]:
    hand = board.table.cards(f"{seat}.hand")
    over = len(hand) - HAND
    if over > 0:
        yield Ask(
            Question(seat, f"Discard down to {HAND} cards.", tuple(hand), "discard", {"seat": seat}, over, over)
        )


@tasks.task
def discard(board: Board, seat: str, picked: list[int]) -> Plan[None]:
    for piece in picked:
        yield from board.lost(piece)


@tasks.task
def next_turn(board: Board, seat: str) -> Plan[None]:
    following = board.other(seat)
    yield Fact("turn", following)
    yield Fact("fielded", None)
    yield Fact("struck", None)
    if not board.table.cards(f"{following}.deck"):
        yield Fact("winner", seat)
    yield from board.draw(following, 1)


def game() -> Skirmish:
    return Skirmish()


def library() -> Library:
    found, problems = Library.load(FOLDER)
    assert found is not None, problems
    return found
