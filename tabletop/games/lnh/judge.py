"""Judging moves: every rule that a play, a use, the end of a turn or a claim would break. Nothing here changes a thing.

The rules are those of the pages named in each violation (`cardsets/lnh/rules.toml`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tabletop.games.lnh import deck
from tabletop.games.lnh.board import DAMAGED, Board
from tabletop.games.lnh.cards import Way
from tabletop.games.lnh.ways import (
    Args,
    card_violations,
    chosen,
    discards,
    partner_of,
    play_ways,
    way_violations,
    ways_violations,
    wrong_option,
)
from tabletop.rules.model import Move, Violation, Window

MAIN = "main"
Judge = Callable[[Board, Move, "Window | None"], Iterator[Violation]]


def violations(board: Board, move: Move, window: Window | None) -> Iterator[Violation]:
    """Every rule that a move breaks; `window` is the one that is open."""
    if board.phase == "over":
        yield Violation("win", "The game is over.")
        yield Violation("timing", "The game is over.")
        return
    judge = JUDGES.get(move.do)
    if judge is None:
        yield Violation("timing", "There is no such move in this game.")
        return
    if move.seat not in board.table.seats:
        yield Violation("timing", "Nobody sits there.")
        return
    yield from judge(board, move, window)


def main_time(board: Board, seat: str, window: Window | None) -> Iterator[Violation]:
    """Why it is not the main part of a seat's own turn, with nothing open."""
    if window is not None:
        told = f"{{{window.seat}}} may answer first."
        if window.name == "retcon":
            told = f"It is for {{{window.seat}}} to play a card in Retcon Hour, or to pass."
        yield Violation("timing", told)
    if seat != board.turn:
        yield Violation("timing", f"It is the turn of {{{board.turn}}}.")
    elif window is None and board.phase != MAIN:
        told = "The game has not started yet." if board.phase == "before" else "It is not the main part of the turn."
        yield Violation("timing", told)


# playing


def judge_play(board: Board, move: Move, window: Window | None) -> Iterator[Violation]:
    """A card is played from the hand."""
    seat, piece = move.seat, move.card
    if piece is None or piece not in board.table.pieces:
        yield Violation("hand", "There is no such card to play.")
        return
    card = board.card(piece)
    ways = play_ways(card)
    retcon = window is not None and window.name == "retcon" and window.seat == seat
    early = window is not None and window.name == "early" and window.seat == seat and any(way.early for way in ways)
    if not retcon and not early:
        yield from main_time(board, seat, window)
    if piece not in board.hand(seat):
        yield Violation("hand", f"{{{piece}}} is not in the hand of {{{seat}}}.", (piece,))
    if card.type == "Origin":
        yield Violation("origin", f"{{{piece}}} is an Origin: it is not played by itself.", (piece,))
    if not retcon and (board.capped(seat) or board.allowance(seat, card) is None):
        number = board.plays(seat)
        many = "no card" if not number else "a card" if number == 1 else f"{number} cards"
        told = f"{{{seat}}} has played {many} this turn, and no play is left for {{{piece}}}."
        yield Violation("one-card", told, (piece,))
    yield from card_violations(board, seat, piece)
    args = Args.of(move)
    yield from ways_violations(board, seat, piece, ways, args)
    for number in chosen(ways, args.option)[:1]:
        partner, _ = partner_of(board, seat, piece, ways[number], args.using)
        if partner is not None and ways[number].nest == "power":
            yield from card_violations(board, seat, partner, listed=False)
    yield from cost_violations(board, seat, piece, ways, args)


def cost_violations(board: Board, seat: str, piece: int, ways: Sequence[Way], args: Args) -> Iterator[Violation]:
    """Whether the random discards of a card can be paid."""
    for number in chosen(ways, args.option)[:1]:
        way = ways[number]
        gone = {piece}
        if way.nest == "power":
            partner, _ = partner_of(board, seat, piece, way, args.using)
            gone.add(partner if partner is not None else piece)
        due = discards(board, seat, piece, way, args)
        if due and len([one for one in board.hand(seat) if one not in gone]) < due:
            many = "a card" if due == 1 else f"{due} cards"
            yield Violation(
                "cost", f"For {{{piece}}} {{{seat}}} has to discard {many} from the hand at random.", (piece,)
            )


# using


def judge_use(board: Board, move: Move, window: Window | None) -> Iterator[Violation]:
    """A permanent is used, or an ability of one."""
    piece = move.by if move.by is not None else move.card
    if piece is None or piece not in board.table.pieces:
        yield Violation("use", "There is no such card to use.")
        return
    seat, args = move.seat, Args.of(move)
    ways = use_ways(board, piece)
    named = chosen(ways, args.option)
    best: list[Violation] | None = None
    for number in named:
        found = list(use_violations(board, seat, piece, ways[number], args, window))
        if best is None or len(found) < len(best):
            best = found
    if best is not None:
        yield from best
        return
    yield from holder_violations(board, seat, piece)
    yield from main_time(board, seat, window)
    if not ways:
        yield Violation("use", f"{{{piece}}} has nothing that can be used.", (piece,))
    else:
        yield wrong_option(piece, ways)


def use_ways(board: Board, piece: int) -> list[Way]:
    """The ways to use a card in play, with those of the Hero whose abilities it has borrowed."""
    return [way for card in board.texts(piece) for way in card.use]


def use_violations(
    board: Board, seat: str, piece: int, way: Way, args: Args, window: Window | None
) -> Iterator[Violation]:
    """Every rule that one way to use a card would break."""
    yield from ready_violations(board, seat, piece, way, window)
    yield from way_violations(board, seat, piece, way, args)
    yield from cost_violations(board, seat, piece, [way], args)


def ready_violations(board: Board, seat: str, piece: int, way: Way, window: Window | None) -> Iterator[Violation]:
    """Every rule that a way to use a card would break, whatever is named with it."""
    yield from holder_violations(board, seat, piece)
    if not way.ability:
        yield from barred(board, seat, piece)
    yield from when_violations(board, seat, piece, way, window)


def holder_violations(board: Board, seat: str, piece: int) -> Iterator[Violation]:
    """Whether a seat has a card in play that could be used at all: its own, face up, undamaged."""
    controller = board.controller(piece)
    if controller is None:
        yield Violation("use", f"{{{piece}}} is not in play.", (piece,))
    elif controller != seat:
        yield Violation("use", f"{{{piece}}} is controlled by {{{controller}}}.", (piece,))
    elif not board.is_up(piece):
        yield Violation("use", f"{{{piece}}} lies face down.", (piece,))
    if board.mark(piece, DAMAGED):
        yield Violation("use", f"{{{piece}}} is damaged and has to be repaired first.", (piece,))


def barred(board: Board, seat: str, piece: int) -> Iterator[Violation]:
    """What keeps a seat from using cards, or this one."""
    for effect in board.effects("no_uses", seat):
        yield Violation("use", f"{{{seat}}} cannot use cards now.", (piece,))
        yield Violation(effect.rule, f"{{{effect.source}}} does not let {{{seat}}} use cards for now.", (piece,))
    if board.is_hero(piece) and board.card(piece).male:
        for held in board.trait("guards"):
            text = f"{{{held.piece}}} keeps {{{piece}}} from being used: no male Hero can be."
            yield Violation(board.name(held.piece), text, (piece, held.piece))
            yield Violation("use", f"{{{piece}}} cannot be used now.", (piece,))


def when_violations(board: Board, seat: str, piece: int, way: Way, window: Window | None) -> Iterator[Violation]:
    """Whether now is the time for a way to use a card: the main phase, or a window that it answers."""
    if not way.window or "main" in way.window:
        if window is not None and window.name in way.window and window.seat == seat:
            return
        yield from main_time(board, seat, window)
        return
    if window is None or window.seat != seat or window.name not in way.window:
        yield Violation("timing", f"There is nothing now that {{{piece}}} could answer.", (piece,))
    elif way.against and not answered(board, window) & set(way.against):
        kinds = " or ".join(way.against)
        yield Violation("timing", f"{{{piece}}} answers a {kinds}, not this card.", (piece,))


def answered(board: Board, window: Window) -> set[str]:
    """The kinds of the cards that a window lets one answer."""
    listed = window.args.get("cards")
    found: set[str] = set()
    for one in listed if isinstance(listed, list) else ():
        if isinstance(one, int):
            found |= board.card(one).kinds
    return found


# the rest


def judge_end_turn(board: Board, move: Move, window: Window | None) -> Iterator[Violation]:
    """The turn ends."""
    yield from main_time(board, move.seat, window)
    if move.amount is not None and move.amount < 0:
        yield Violation("hand-size", "Nobody draws fewer cards than none.")


def judge_pass(board: Board, move: Move, window: Window | None) -> Iterator[Violation]:
    """A window is let pass, by somebody whose window it is not."""
    if window is None:
        yield Violation("timing", "There is nothing to let pass.")
    else:
        yield Violation("timing", f"It is for {{{window.seat}}} to pass.")


def judge_claim(board: Board, move: Move, window: Window | None) -> Iterator[Violation]:
    """A player claims that the other broke a speech duty."""
    if board.phase == "before":
        yield Violation("timing", "The game has not started yet.")
    if window is not None and window.name == "retcon":
        yield Violation("timing", f"It is for {{{window.seat}}} to play a card in Retcon Hour, or to pass.")
    duty = move.declare[0] if move.declare else ""
    accused = board.opponent(move.seat)
    if (accused, duty) not in board.duties():
        yield Violation("speech", f"{{{accused}}} is not bound to speak like that now.")


def judge_start(board: Board, move: Move, window: Window | None) -> Iterator[Violation]:
    """The game begins."""
    if board.phase != "before":
        yield Violation("timing", "The game has started already.")
    for seat in ("A", "B"):
        number = len(board.origins(seat))
        if number != 1:
            many = "no Origin" if not number else f"{number} Origins"
            yield Violation("setup", f"{{{seat}}} has {many} in play; each player starts with one.")


def judge_build(board: Board, move: Move, window: Window | None) -> Iterator[Violation]:
    """A deck is handed in."""
    if board.phase != "before":
        yield Violation("timing", "Decks are handed in before the game starts.")
    cards = [board.card(piece) for piece in board.deck(move.seat)]
    yield from deck.violations(board.origins(move.seat), cards)


JUDGES: dict[str, Judge] = {
    "play": judge_play,
    "use": judge_use,
    "end_turn": judge_end_turn,
    "pass": judge_pass,
    "forfeit_claim": judge_claim,
    "start": judge_start,
    "build": judge_build,
}
