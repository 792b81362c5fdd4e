"""The rules of Vs. System as the program takes them: judging, planning, listing, telling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import product
from typing import TYPE_CHECKING

import msgspec

from tabletop.cards.dealing import definition
from tabletop.games.vs_system import (
    announce,
    asking,
    catalogue,
    chain,
    combat,
    deeds,
    gestures,
    judging,
    listing,
    telling,
    turn,
)
from tabletop.games.vs_system.board import Board
from tabletop.games.vs_system.decks import Entry, read_day, violations
from tabletop.games.vs_system.effects import CHAIN, EFFECT, RESOLVING
from tabletop.games.vs_system.judges import JUDGES
from tabletop.games.vs_system.names import EXHAUSTION
from tabletop.games.vs_system.places import INITIATIVE, PASSED, PHASE, STEP, TURN, WINNER, sideways
from tabletop.games.vs_system.stopping import STOPS
from tabletop.games.vs_system.tasks import tasks
from tabletop.rules.agenda import AGENDA, CHOOSE, PASS, AgendaGame, as_data, waiting
from tabletop.rules.game import EXEMPT
from tabletop.rules.lasting import EFFECTS
from tabletop.rules.model import Ask, Consequence, Do, Gesture, Move, Plan, Question, Ref, Violation, Window
from tabletop.rules.pages import load_pages
from tabletop.table.ops import Fact, Mark, Op
from tabletop.table.state import SEATS, Piece, Table

if TYPE_CHECKING:
    from tabletop.cards.library import Library
    from tabletop.cards.model import Deck

PARTS = (chain, combat, turn)
"""The modules that register tasks."""


class Rules(AgendaGame[Board]):
    """Vs. System for two, as of the Infinite Crisis set."""

    id = "vs_system"
    name = "Vs. System"
    tasks = tasks
    choice_rule = "choice"

    def __init__(self) -> None:
        self._seen: tuple[Table, Board] | None = None

    def board(self, table: Table) -> Board:
        """The view of a table; it notices by itself when the table has changed."""
        if self._seen is None or self._seen[0] is not table:
            self._seen = (table, Board(table))
        return self._seen[1]

    # judging

    def violations(self, board: Board, move: Move, window: Window | None) -> Iterator[Violation]:
        """Every rule that a move breaks."""
        if move.do == "check_deck":
            yield from self._check_deck(board, move)
        elif move.do == "start":
            if board.step != "setup" or board.turn or board.chain() or waiting(board.table) is not None:
                yield judging.no("timing", "The game has begun.")
        else:
            yield from judging.priority(board, move, window)
            judge = JUDGES.get(move.do)
            if judge is not None:
                yield from judge(board, move)
            elif move.do != PASS:
                yield judging.no("timing", f"Nobody can {move.do} in this game.")

    def answer_violations(self, board: Board, question: Question, move: Move) -> Iterator[Violation]:
        """What else is wrong with an answer: an order must be whole; a target or a position must be a legal one."""
        if question.kind == "order" and "any" not in move.pick and len(move.pick) != question.most:
            yield judging.no(self.choice_rule, f"All of them have to be put in order: {question.text}")
        if question.kind == "order" and "any" in move.pick and len(move.pick) > 1:
            yield judging.no(self.choice_rule, f"Either an order or none: {question.text}")
        if question.then == "mulligan" and move.seat != question.seat:
            yield judging.no("mulligan", "Each player decides once whether to change the opening hand.")
        if question.kind == "target" and question.most > 1 and question.fits(move.pick):
            legal = question.args.get("legal")
            for ref, allowed in zip(move.pick, legal if isinstance(legal, list) else (), strict=False):
                if ref not in allowed:
                    yield judging.no("target", f"{judging.name(ref)} is no legal target: {question.text}")
        if not question.fits(move.pick):
            rule = {"target": "target", "position": "formation", "stunned back": "conclusion"}.get(question.kind)
            if rule is not None:
                yield judging.no(rule, f"That is not among the answers: {question.text}")

    def _check_deck(self, board: Board, move: Move) -> Iterator[Violation]:
        day = read_day(move.declare[0]) if move.declare else NO_DATE
        if day is None:
            yield judging.no("faq-1", f"{move.declare[0]} is no date; write it as 2006-05-27.")
            return
        entries = []
        for piece in board.deck(move.seat):
            card = board.card(piece)
            entries.append(Entry(card.id, card.title, card.name, card.versions))
        yield from violations(entries, day, army_unlimited=board.house.army_unlimited)

    def judge_deck(self, library: Library, deck: Deck) -> Iterable[Violation]:
        """What makes a deck illegal today."""
        entries = []
        for cards in deck.sections.values():
            for card_id, number in cards:
                found = library.card(card_id)
                if found is not None:
                    card = catalogue.card_of(card_id, definition(found))
                    entries.append(Entry(card_id, card.title, card.name, card.versions, number))
        return violations(entries, NO_DATE)

    # planning

    def begin(self, board: Board, move: Move) -> Plan[None]:
        """What a move starts; then what it triggered goes onto the chain, and the same player has priority again."""
        act = announce.ACTS.get(move.do)
        if act is None:
            return
        if board.table.facts.get(PASSED) is not None and move.do != "check_deck":
            yield Fact(PASSED, None)
        yield from asking.forget_answers(board)
        yield from act(board, move)
        if move.do not in ("start", "check_deck"):
            yield Do("add_triggers")

    def start(self, table: Table) -> Plan[None]:
        """A game begins on a table that has been laid: a random player says who has the initiative."""
        yield Fact(STEP, "setup")
        yield Fact(PHASE, "setup")
        yield Fact(TURN, 0)
        yield Fact(STOPS, {seat: [] for seat in table.everyone})
        for name in (INITIATIVE, WINNER):
            if name in table.facts:
                yield Fact(name, None)
        yield Fact(AGENDA, as_data([Do("roll_initiative")]))

    def over(self, table: Table) -> bool:
        """Whether the game is over."""
        return table.facts.get(WINNER) is not None

    def consequences(self, table: Table) -> Iterator[Consequence]:
        """What a hand has put into a hand, deck or pile is no object any more; an effect whose card has gone is off the
        chain. What hands lay on the free table keeps all it has.
        """
        laid, listed = self.board(table).laid(), table.facts.get(EFFECTS)
        if laid.get("in order", laid) is listed:
            return
        nothing = True
        for found in self._loose(table):
            nothing = False
            yield found
        if nothing:
            laid["in order"] = listed

    def _loose(self, table: Table) -> Iterator[Consequence]:
        board, listed = self.board(table), table.facts.get(EFFECTS)
        for piece in table.pieces.values():
            if piece.marks or piece.counters:
                if piece.zone in _OUT:
                    yield from self._gone(board, piece)
                if EXHAUSTION in piece.marks and not sideways(piece):
                    ops: list[Op] = [Mark(piece.id, EXHAUSTION, None)]
                    yield Consequence("ready", f"{{{piece.id}}} is ready again", (), tuple(ops))
                if piece.zone != CHAIN and (EFFECT in piece.marks or RESOLVING in piece.marks):
                    ops = [Mark(piece.id, name, None) for name in (EFFECT, RESOLVING) if name in piece.marks]
                    yield Consequence("chain", f"the effect of {{{piece.id}}} leaves the chain", (), tuple(ops))
        if isinstance(listed, list):
            for number in {number for entry in listed for number in _held_for(entry)}:
                found = table.pieces.get(number)
                if found is not None and found.zone in _OUT:
                    yield from self._gone(board, found)

    def _gone(self, board: Board, piece: Piece) -> Iterator[Consequence]:
        """What a card bears that has left play without the rules."""
        if piece.marks.get(EXEMPT) != piece.zone:
            ops = tuple(deeds.forget_object(board, piece.id))
            if ops:
                yield Consequence("new-object", f"{{{piece.id}}} has left play", (), ops)

    # listing

    def moves(self, table: Table, seat: str) -> Iterator[Move]:
        """The legal moves of a seat."""
        top = waiting(table)
        if isinstance(top, Ask):
            if top.question.seat == seat:
                yield from self.answers(top.question)
            return
        board = self.board(table)
        if isinstance(top, Window) and top.seat == seat and not board.over:
            yield Move(seat, PASS)
            yield from listing.legal(board, seat)
        elif top is None and board.step == "setup" and board.turn == 0:
            yield Move(seat, "start")

    def answers(self, question: Question) -> Iterator[Move]:
        """The answers that a question offers; of an order, the orders that begin with each."""
        legal = question.args.get("legal")
        if question.kind == "target" and question.most > 1 and isinstance(legal, list):
            for pick in product(*legal):
                if question.fits(pick):
                    yield Move(question.seat, CHOOSE, pick=pick)
            return
        if question.kind != "order":
            yield from super().answers(question)
            return
        sources = question.choices[:-1]
        yield Move(question.seat, CHOOSE, pick=("any",))
        for index in range(len(sources)):
            yield Move(question.seat, CHOOSE, pick=(*sources[index:], *sources[:index]))

    def lists(self, table: Table, move: Move) -> bool:
        """Whether a legal move is listed; orders, sets of cards, teams of attackers and positions are too many to be
        written out (`listing`), so that for them the judge answers. Looking a deck over is no act of the game.
        """
        if move.do == "check_deck":
            return True
        if move.do in (CHOOSE, "move") or (move.do == "attack" and len(move.using) > 2):
            return self.judge(table, move).legal
        if move.do == "recruit" and move.to and self.judge(table, move).legal:
            move = msgspec.structs.replace(move, to="")
        return any(listed == move for listed in self.moves(table, move.seat))

    def to_act(self, table: Table) -> tuple[str, ...]:
        """The seat with the question or with priority; before the start all."""
        top = waiting(table)
        if isinstance(top, Ask):
            return (top.question.seat,)
        board = self.board(table)
        if board.over:
            return ()
        if isinstance(top, Window):
            return (top.seat,)
        return table.everyone if board.step == "setup" else ()

    def outcome(self, table: Table) -> str | None:
        """The winner."""
        found = table.facts.get(WINNER)
        return found if isinstance(found, str) else None

    # telling

    def describe(self, table: Table, move: Move) -> str:
        """A move in words."""
        return telling.describe(self.board(table), move, self.question(table))

    def panel(self, table: Table, seat: str | None) -> Sequence[tuple[str, str]]:
        """Turn, step, totals, chain, attack."""
        return telling.panel(self.board(table), seat, self.to_act(table))

    def arrows(self, table: Table) -> Sequence[tuple[int, Ref]]:
        """Attackers, proposed or real, point at what they attack; effects on the chain point at their targets."""
        board = self.board(table)
        found: list[tuple[int, Ref]] = []
        attack = board.attack
        aim = (attack.player or attack.defender) if attack is not None else None
        if attack is not None and aim is not None:
            found += [(attacker, aim) for attacker in attack.attackers]
        for piece, effect in board.chain():
            found += [(piece, ref[0]) for ref in effect.targets if ref is not None and ref[0] in table.pieces]
        return found

    def window_text(self, table: Table, window: Window) -> str:
        """Who has priority, and what a pass lets happen."""
        return telling.window_text(self.board(table), window)

    def badges(self, table: Table, seat: str | None) -> Sequence[tuple[int, str]]:
        """ATK and DEF of the characters for whom they are not what the card prints."""
        return telling.badges(self.board(table))

    def interpret(self, table: Table, gesture: Gesture) -> Sequence[Move]:
        """What a gesture could mean."""
        return gestures.interpret(self.board(table), gesture)

    def coverage(self, library: Library) -> Mapping[str, str]:
        """How each card's text is carried out, and each rule: all of those that have a page are judged."""
        pages, _ = load_pages(library.game.folder)
        cards = {card.title: catalogue.tier(card.id, definition(card)) for card in library.cards.values()}
        return {**dict.fromkeys(pages, "python"), **cards}


_OUT = frozenset(f"{seat}.{zone}" for seat in SEATS for zone in ("hand", "deck", "ko", "removed"))
"""The zones in which a card is no object."""


def _held_for(entry: object) -> Iterator[int]:
    """The pieces that a lasting effect holds for by name."""
    on = entry.get("on", ()) if isinstance(entry, dict) else ()
    return (piece for piece in (on if isinstance(on, list | tuple) else ()) if isinstance(piece, int))


NO_DATE = date.max
"""A deck that is played now: every set of this program has been legal for years, so the day need not be asked."""
