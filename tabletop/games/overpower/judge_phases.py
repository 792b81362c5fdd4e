"""Judging the moves around the battle: set-up, draw, discards, placing, venturing, passing, conceding (base rule 6,
10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tabletop.games.overpower import deck, holding, judge_battle, judge_defence, queries, use
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.plays import grants_of
from tabletop.rules.model import Move, Violation

Judge = Callable[[Board, Move], Iterator[Violation]]


def violations(board: Board, move: Move) -> Iterator[Violation]:
    """Every rule that a move breaks."""
    judge = VERBS.get(move.do)
    if board.phase == "over":
        yield Violation("phase", "The game is over.")
    if judge is None:
        yield Violation("phase", f"Nothing is known of the move {move.do.replace('{', '')!r}.")
        return
    if move.seat not in board.seats:
        yield Violation("turn", "Nobody sits there.")
        return
    yield from judge(board, move)


def _start(board: Board, move: Move) -> Iterator[Violation]:
    if board.phase != "setup":
        yield Violation("phase", "The game has begun.")
    for seat in board.seats:
        yield from deck.table_deck(board, seat)


def _check_deck(board: Board, move: Move) -> Iterator[Violation]:
    yield from deck.table_deck(board, move.seat)


def _done(board: Board, move: Move) -> Iterator[Violation]:
    phase, seat = board.phase, move.seat
    if phase == "draw":
        if seat != board.first:
            yield Violation("turn", f"The first player, {{{board.first}}}, begins the battle.")
    elif phase == "discard":
        if board.finished(seat):
            yield Violation("phase", "You are done with discarding.")
        yield from holding.must_go(board, seat)
    elif phase == "place":
        yield from _placer(board, seat)
    elif phase == "venture":
        yield from _chance(board, seat)
    else:
        yield Violation("phase", "There is no phase to be done with.")


def placing_seat(board: Board) -> str:
    """Whose turn to place a card it is."""
    seat = board.fact("placing", board.first)
    return str(seat) if not board.finished(str(seat)) else board.opponent(str(seat))


def _placer(board: Board, seat: str) -> Iterator[Violation]:
    if board.finished(seat):
        yield Violation("place-turns", "You are done with placing.")
    elif seat != placing_seat(board):
        yield Violation("place-turns", f"It is {{{placing_seat(board)}}}'s turn to place a card.")


def conceding_seat(board: Board) -> str:
    """Who may concede before the battle: the first player, then the other; "" while Missions are still to be
    ventured.
    """
    if len(board.listed("ventured")) < len(board.seats):
        return ""
    order = (board.first, board.opponent(board.first))
    return next((seat for seat in order if not board.finished(seat)), "")


def _chance(board: Board, seat: str) -> Iterator[Violation]:
    asked = conceding_seat(board)
    if not asked:
        yield Violation("venture-turns", "Both players venture Missions first.")
    elif seat != asked:
        yield Violation("turn", f"It is for {{{asked}}} to concede or not.")


def _discard(board: Board, move: Move) -> Iterator[Violation]:
    if board.phase != "discard":
        yield Violation("phase", "Cards are discarded in the discard phase.")
    if board.finished(move.seat):
        yield Violation("phase", "You are done with discarding.")
    if not move.cards:
        yield Violation("discard-only", "No card is discarded.")
    yield from holding.may_discard(board, move.seat, move.cards)


def _place(board: Board, move: Move) -> Iterator[Violation]:
    seat, char = move.seat, move.by
    if board.phase != "place":
        yield Violation("phase", "Cards are placed in the placing phase.")
    else:
        yield from _placer(board, seat)
    for effect in board.for_seat("no_placing", seat):
        for rule in queries.cited(effect):
            yield Violation(rule, "No cards may be placed in this battle.")
    if len(move.cards) != 1:
        yield Violation("place-turns", "One card is placed at a time.")
    if char is None or char not in board.team(seat):
        yield Violation("place-usable", "A card is placed to a Character of your team.")
        return
    for card in move.cards:
        if card not in board.zone(seat, "hand"):
            yield Violation("place-kinds", f"{{{card}}} does not lie in your hand.", (card,))
            continue
        if not queries.placeable(board, card):
            made = queries.made_any_hero(board, card)
            for rule in ("place-kinds", *((made.rule,) if made is not None else ())):
                yield Violation(rule, f"{{{card}}} cannot be placed.", (card,))
        elif not use.can_use(board, char, card):
            yield Violation("place-usable", f"{{{char}}} cannot use {{{card}}}.", (card, char))
        if not queries.free_slot(board, char, card):
            yield Violation("place-slots", f"{{{char}}} has no free place for {{{card}}}.", (card, char))
        yield from queries.forbidden(board, card, char, "place")


def _venture(board: Board, move: Move) -> Iterator[Violation]:
    seat = move.seat
    ventured = board.listed("ventured")
    if board.phase != "venture":
        yield Violation("phase", "Missions are ventured in the venture phase.")
    elif seat in ventured:
        yield Violation("venture-turns", "You have ventured already.")
    elif seat != board.first and board.first not in ventured:
        yield Violation("venture-turns", f"{{{board.first}}} ventures first.")
    amount = move.amount if move.amount is not None else 0
    source = move.source or ("reserve",) * amount
    least, most, rules = queries.mission_limits(board, seat)
    if amount < 1 or len(source) != amount:
        yield Violation("venture-amount", "At least one Mission is ventured, each from a pile.")
    elif amount < least or amount > most:
        for word in rules:
            yield Violation(
                word,
                f"{amount} Missions are not allowed; it has to be {least} to {most}."
                if least != most
                else f"It has to be {most} Missions, not {amount}.",
            )
    for pile in dict.fromkeys(source):
        if pile not in ("reserve", "completed"):
            yield Violation(
                "venture-piles", f"Missions are ventured from Reserve or Completed, not from {pile.replace('{', '')}."
            )
            continue
        there = len(board.zone(seat, f"missions_{pile}"))
        if source.count(pile) > there:
            yield Violation("venture-amount", f"Only {there} Missions lie in {pile.capitalize()}.")


def _pass(board: Board, move: Move) -> Iterator[Violation]:
    yield from _own_turn(board, move.seat, "pass", "pass")
    if board.phase == "battle":
        for effect in board.for_seat("must_act", move.seat):
            yield Violation(effect.rule, "You may not pass now.")


def _concede(board: Board, move: Move) -> Iterator[Violation]:
    if board.phase == "venture":
        asked = conceding_seat(board)
        if move.seat != asked:
            yield Violation("concede-before", "A player concedes after both have ventured, when he is asked.")
            yield Violation("concede", "It is not your time to concede.")
    else:
        yield from _own_turn(board, move.seat, "concede", "concede")
        for effect in board.for_seat("must_act", move.seat):
            yield Violation(effect.rule, "You may not concede now.")
    yield from queries.may_concede(board, move.seat)


def _own_turn(board: Board, seat: str, rule: str, word: str) -> Iterator[Violation]:
    if board.phase != "battle":
        yield Violation("phase", f"One can {word} in the battle phase.")
    if board.play() is not None:
        yield Violation(rule, f"Nobody can {word} while a play waits for its answer.")
    if seat != judge_battle.actor_seat(board):
        yield Violation(rule, f"One can {word} on one's own turn only.")
        yield Violation("turn", f"It is {{{judge_battle.actor_seat(board)}}}'s turn.")
    if board.phase == "battle" and rule == "pass" and board.passed(seat):
        yield Violation("pass", "You have passed already.")
    grants = grants_of(board)
    for grant in reversed(grants):
        yield Violation(
            grant.rule, f"{{{grant.source}}} has to be followed first, or the rest declined.", (grant.source,)
        )
        break


def _decline(board: Board, move: Move) -> Iterator[Violation]:
    grants = grants_of(board)
    if not grants or board.play() is not None:
        yield Violation("turn", "There is nothing to decline.")
    elif move.seat != judge_battle.actor_seat(board):
        yield Violation("turn", f"It is {{{judge_battle.actor_seat(board)}}}'s turn.")
    else:
        for grant in grants:
            if grant.must:
                yield Violation(grant.rule, f"{{{grant.source}}} has to be followed.", (grant.source,))


VERBS: dict[str, Judge] = {
    "start": _start,
    "check_deck": _check_deck,
    "done": _done,
    "discard": _discard,
    "place": _place,
    "venture": _venture,
    "pass": _pass,
    "concede": _concede,
    "decline": _decline,
    "attack": judge_battle.play_violations,
    "play": judge_battle.play_violations,
    "defend": judge_defence.defence_violations,
    "accept": judge_defence.accept_violations,
}
