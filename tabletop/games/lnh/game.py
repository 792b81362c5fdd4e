"""The rules of LNH Storycards, version 0.2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tabletop.cards.dealing import definition
from tabletop.cards.library import Library
from tabletop.cards.model import CardDef, Deck
from tabletop.games.lnh import (  # noqa: F401 - some register the verbs, tasks and specials that the cards name
    card_verbs,
    case,
    catastrophes,
    deck,
    equipment,
    follows,
    heroes,
    judge,
    listing,
    plots,
    powers,
    speech,
    telling,
    turn,
    twists,
    verbs,
    villains,
)
from tabletop.games.lnh.board import Board
from tabletop.games.lnh.cards import faults, read
from tabletop.games.lnh.moving import NO, ask, stocked
from tabletop.games.lnh.plays import ALLOWED, EARLY, act_for, play
from tabletop.games.lnh.tasks import tasks
from tabletop.games.lnh.uses import use
from tabletop.games.lnh.ways import Args, chosen, play_ways
from tabletop.rules.agenda import AGENDA, CHOOSE, AgendaGame, as_data, waiting
from tabletop.rules.game import CardFault, CaseGame, CaseStart
from tabletop.rules.lasting import Lasting
from tabletop.rules.model import (
    Ask,
    CannotPlan,
    Consequence,
    Do,
    Gesture,
    Move,
    Plan,
    Question,
    Ref,
    Verdict,
    Violation,
    Window,
)
from tabletop.rules.pages import load_pages
from tabletop.table import words
from tabletop.table.ops import Fact, Note
from tabletop.table.state import Piece, Table


class Lnh(AgendaGame[Board], CaseGame):
    """LNH Storycards: two newcomers, one Legion, ten Prestige each."""

    id = "lnh"
    name = "LNH Storycards"
    tasks = tasks

    def __init__(self) -> None:
        self._board: Board | None = None

    def board(self, table: Table) -> Board:
        """The board of a table; the last one is kept, as it reads its table anew when that has changed."""
        kept = self._board
        if kept is None or kept.table is not table:
            kept = self._board = Board(table)
        return kept

    # judging

    def judge(self, table: Table, move: Move) -> Verdict:
        """Every rule that a move would break."""
        if table.facts.get("phase") == "over":
            return Verdict.of(judge.violations(self.board(table), move, None))
        return super().judge(table, move)

    def violations(self, board: Board, move: Move, window: Window | None) -> Iterator[Violation]:
        """Every rule that a move breaks, if it is no answer to a question."""
        return judge.violations(board, move, window)

    def answer_violations(self, board: Board, question: Question, move: Move) -> Iterator[Violation]:
        """To choose nothing is an answer by itself."""
        if NO in move.pick and len(move.pick) > 1:
            yield Violation("choice", "Choose some of these, or nothing.")

    # doing

    def closes(self, board: Board, move: Move, window: Window) -> bool:
        """A window is for one answer; a claim that somebody dropped an accent leaves it open."""
        return move.do != "forfeit_claim"

    def begin(self, board: Board, move: Move) -> Plan[None]:
        """What a move starts."""
        yield from stocked(board)
        window = self.window(board.table)
        match move.do:
            case "play":
                yield from self._play(board, move, window)
            case "use":
                yield from use(board, move, window)
                if window is not None and window.name == "end":
                    yield Do("last_help", {"seat": window.seat})
            case "end_turn":
                yield Do("end_turn", {"seat": board.turn, "amount": move.amount})
            case "forfeit_claim":
                accused = board.opponent(move.seat)
                duty = speech.told(move.declare[0]) if move.declare else "a duty"
                text = (
                    f"{{{move.seat}}} says that you forgot {words.quote(duty)}. Is that so? Then you forfeit the game"
                )
                yield ask(accused, text, ("yes", "no"), "accused", {"seat": accused}, kind="claim")
            case "start":
                yield from turn.start(board, shuffled=False)
            case "build":
                yield Note(f"{{{move.seat}}} hands in a deck of {len(board.deck(move.seat))} cards")
            case "pass":
                return
            case _:
                raise CannotPlan("There is no such move in this game.")

    def _play(self, board: Board, move: Move, window: Window | None) -> Plan[None]:
        if move.card is None or board.piece(move.card) is None:
            raise CannotPlan("There is no such card to play.")
        act = act_for(board, move.seat, move.card, Args.of(move))
        hour = window is not None and window.name == "retcon"
        if hour:
            yield Fact(plots.GONE_ON, True)
        early = window is not None and window.name == "early"
        yield from play(board, act, how="" if hour else EARLY if early else ALLOWED)

    def idle(self, board: Board) -> Plan[None]:
        """A turn that an effect has ended ends when all is dealt with."""
        if board.facts.get("ending") and board.phase != "over":
            yield Do("end_turn", {"seat": board.turn})

    def consequences(self, table: Table) -> Iterator[Consequence]:
        """What follows by itself."""
        return follows.consequences(self.board(table))

    def over(self, table: Table) -> bool:
        """Whether the game is over."""
        return table.facts.get("phase") == "over"

    def start(self, table: Table) -> Plan[None]:
        """A game begins on a laid table."""
        agenda: list[Any] = []
        yield from self._run(turn.start(self.board(table), shuffled=True), agenda)
        yield from self.advance(table, agenda)
        yield from self._keep(agenda)

    def _keep(self, agenda: list[Any]) -> Plan[None]:
        kept = as_data(agenda)
        if kept is not None:
            yield Fact(AGENDA, kept)

    def outcome(self, table: Table) -> str | None:
        """The winner, or "draw"."""
        winner = table.facts.get("winner")
        return winner if isinstance(winner, str) and winner else None

    # what can be done

    def moves(self, table: Table, seat: str) -> Iterator[Move]:
        """The legal moves of a seat."""
        top = waiting(table)
        board = self.board(table)
        if isinstance(top, Ask):
            if top.question.seat == seat and board.phase != "over":
                for move in self.answers(top.question):
                    if next(self.answer_violations(board, top.question, move), None) is None:
                        yield move
            return
        yield from listing.moves(board, seat, top)

    def to_act(self, table: Table) -> tuple[str, ...]:
        """Who has to answer, or whose turn it is."""
        phase = table.facts.get("phase")
        if phase == "over":
            return ()
        top = waiting(table)
        if isinstance(top, Ask):
            return (top.question.seat,)
        if isinstance(top, Window):
            return (top.seat,)
        return table.everyone if phase == "before" else (self.board(table).turn,)

    def interpret(self, table: Table, gesture: Gesture) -> Sequence[Move]:
        """What a gesture could mean."""
        top = waiting(table)
        question = top.question if isinstance(top, Ask) else None
        board = self.board(table)
        if board.phase in ("before", "over"):
            return ()
        return listing.meanings(board, gesture, question, top if isinstance(top, Window) else None)

    # in words

    def describe(self, table: Table, move: Move) -> str:
        """A move in words."""
        top = waiting(table)
        question = top.question if isinstance(top, Ask) else None
        return telling.describe(self.board(table), move, question, top if isinstance(top, Window) else None)

    def arrows(self, table: Table) -> Sequence[tuple[int, Ref]]:
        """What points at what."""
        return list(telling.arrows(self.board(table)))

    def effect_text(self, table: Table, effect: Lasting) -> tuple[str, str] | None:
        """What a lasting effect does, and what ends it."""
        return telling.effect_text(effect)

    def window_text(self, table: Table, window: Window) -> str:
        """What a window is for."""
        return telling.window_text(window)

    def panel(self, table: Table, seat: str | None) -> Sequence[tuple[str, str]]:
        """Turn, phase, Prestige, what may still be played, what lasts."""
        return list(telling.panel(self.board(table)))

    def judge_deck(self, library: Library, deck_: Deck) -> Iterable[Violation]:
        """What makes a deck illegal."""
        return deck.judge_deck(library, deck_)

    def coverage(self, library: Library) -> Mapping[str, str]:
        """How each card and rule is done: "verbs", "python", "text" (by the players) or "no text"."""
        found: dict[str, str] = {}
        for card in library.cards.values():
            kept = definition(card)
            if next(faults(card.id, kept), None) is not None:
                found[card.title] = "text"
                continue
            made = read(card.id, kept)
            parts = [way.effects for way in (*made.play, *made.use)] + [when.effects for when in made.when]
            rows = [row for part in (*parts, made.arrives) for row in part]
            if made.bare:
                found[card.title] = "text"
            elif made.blank:
                found[card.title] = "no text"
            else:
                found[card.title] = "python" if any(isinstance(row, verbs.DoSpecial) for row in rows) else "verbs"
        pages, _ = load_pages(library.game.folder)
        found.update(dict.fromkeys((rule for rule in pages if rule not in found), "python"))
        return found

    def faults(self, library: Library) -> Iterator[CardFault]:
        """What is wrong with the rows of the cards."""
        for card in library.cards.values():
            yield from faults(card.id, definition(card))

    # ruling cases

    def case_card(self, name: str, entry: Mapping[str, Any] | None, library: Library) -> CardDef:
        """The card that a case names."""
        return case.card(name, entry, library)

    def case_start(self, table: Table, given: CaseStart) -> Plan[None]:
        """The table of a case comes into play."""
        yield from case.start(self.board(table), given)

    def read_fact(self, table: Table, name: str) -> Any:
        """A fact, in the words of cases."""
        top = waiting(table)
        prompt = "none"
        if isinstance(top, Ask):
            prompt = top.question.seat
        elif isinstance(top, Window) and top.name == "retcon":
            prompt = top.seat
        return case.fact(self.board(table), table, name, prompt)

    def read_number(self, table: Table, seat: str, name: str) -> Any:
        """A number of a seat."""
        return case.number(self.board(table), seat, name)

    def read_mark(self, table: Table, piece: Piece, name: str) -> Any:
        """A mark of a card."""
        return case.mark(self.board(table), piece, name)

    def case_move(self, table: Table, move: Move) -> Move:
        """A use names its card with `by`, and nothing is named that no way of the card takes."""
        if move.do not in ("play", "use"):
            return move
        piece = move.card if move.do == "play" or move.by is None else move.by
        board = self.board(table)
        ways = play_ways(board.card(piece or -1)) if move.do == "play" else judge.use_ways(board, piece or -1)
        named = [ways[number] for number in chosen(ways, move.option)]
        nests = any(way.nest for way in named) or not named
        return Move(
            move.seat,
            move.do,
            card=piece if move.do == "play" else None,
            by=piece if move.do == "use" else None,
            using=move.using if nests or any(way.using for way in named) else (),
            at=move.at if nests or any(way.at for way in named) else (),
            option=move.option,
            declare=move.declare if nests or any(way.declare for way in named) else (),
        )

    def lists(self, table: Table, move: Move) -> bool:
        """Whether a move is listed; sets and orders of cards, numbers and names count as listed if they are legal."""
        if move.do == CHOOSE and len(move.pick) > 1:
            return self.judge(table, move).legal
        if move.do == "end_turn" and move.amount is not None:
            return any(listed.do == "end_turn" for listed in self.moves(table, move.seat))
        if move.do == "play" and (move.declare or len(move.using) > 1):
            return any(_alike(listed, move) for listed in self.moves(table, move.seat))
        return any(listed == move for listed in self.moves(table, move.seat))

    def case_passes(self, table: Table, verb: str, step: Mapping[str, Any]) -> Iterator[Move] | None:
        """A window opens only for a player who can do something in it; a case may let it go by all the same."""
        if verb == "pass" and not step.get("illegal") and waiting(table) is None and not self.over(table):
            return iter(())
        return None

    def case_lets_pass(self, table: Table, following: Mapping[str, Any] | None) -> Move | None:
        """A window that the next step does not use is let pass; a go in Retcon Hour is none."""
        window = self.window(table)
        if window is None or window.name == "retcon" or (following and following.get("seat") == window.seat):
            return None
        return Move(window.seat, "pass")


def _alike(listed: Move, move: Move) -> bool:
    """Whether two plays differ only in the order of the cards that go along, or in a name that is said."""
    same = (listed.card, listed.at, listed.option) == (move.card, move.at, move.option)
    return same and bool(listed.declare) == bool(move.declare) and sorted(listed.using) == sorted(move.using)


@tasks.task
def accused(board: Board, seat: str, picked: list[Ref]) -> Plan[None]:
    """A player has said whether they broke a speech duty."""
    if picked == ["yes"]:
        yield Fact("beaten", [*board.listed("beaten"), seat])
        yield Note(f"{{{seat}}} forfeits the game")
