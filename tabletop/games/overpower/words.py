"""Moves and the state of the game in words."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop.cards.library import Library
from tabletop.games.overpower import battle, hidden, mimic, queries
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.plays import SITE, grants_of
from tabletop.games.overpower.registry import codes
from tabletop.games.overpower.spec import TYPES
from tabletop.rules.model import Move
from tabletop.rules.pages import load_pages
from tabletop.table import words as labels


def describe(board: Board, move: Move) -> str:
    """A move as a label that follows the name of its seat."""
    cards = labels.pieces(move.using) if move.using else ""
    by = f"{{{move.by}}}" if move.by is not None else "somebody"
    if move.do in ("attack", "play"):
        named = f" as {' and '.join(move.declare)}" if move.declare else ""
        mode = f" ({_mode(board, move.option)})" if move.option else ""
        verb = "attacks" if move.do == "attack" else "plays"
        return labels_at(
            board,
            move,
            f"has {by} play {cards}{named}{mode}" if verb == "plays" else f"attacks by {by} with {cards}{named}{mode}",
        )
    if move.do == "defend":
        mode = f" ({_mode(board, move.option)})" if move.option else ""
        return labels_at(board, move, f"answers by {by} with {cards}{mode}")
    if move.do == "accept":
        play = board.play()
        return "lets the concession stand" if play is not None and play.kind == "concession" else "lets it through"
    if move.do == "place":
        return f"places {labels.pieces(move.cards)} to {by}"
    if move.do == "discard":
        return f"discards {labels.pieces(move.cards)}"
    if move.do == "venture":
        lifted = move.source.count("completed")
        extra = f", {lifted} of them from Completed" if lifted else ""
        return f"ventures {move.amount} Mission{'s' if move.amount != 1 else ''}{extra}"
    if move.do == "choose":
        told = [f"{{{ref}}}" if isinstance(ref, int) else labels.quote(str(ref)) for ref in move.pick]
        return f"chooses {labels.listed(told)}" if told else "chooses nothing"
    return _PLAIN.get(move.do, labels.quote(move.do))


_PLAIN = {
    "pass": "passes for this battle",
    "concede": "concedes the battle",
    "decline": "makes no further attack",
    "done": "is done",
    "start": "starts the game",
    "check_deck": "has the deck checked",
}


def _mode(board: Board, option: str) -> str:
    """The option of a move in words: the Special that a card is played as by its name."""
    found, _, inner = option.partition(mimic.BEFORE_OPTION)
    definition = board.table.definitions.get(found)
    return labels.quote(", ".join(filter(None, (f"as {definition.name}" if definition else found, inner))))


def labels_at(board: Board, move: Move, text: str) -> str:
    """A label with what the move is aimed at."""
    target = move.at[0] if move.at else None
    if target is None:
        return text
    if target == SITE:
        return f"{text} at the Battlesite"
    return f"{text} at {{{target}}}"


def panel(board: Board, seat: str | None) -> list[tuple[str, str]]:
    """What the panel shows: battle and phase, whose turn, both Venture totals, the attack that waits, follow-ups."""
    totals = ", ".join(f"{{{each}}} {queries.venture_total(board, each)}" for each in board.seats)
    found = [("Battle", f"{board.battle}, {board.phase} phase"), ("Venture Totals", totals)]
    found.append(("First player", f"{{{board.first}}}"))
    if board.phase == "battle":
        found.append(("Turn", f"{{{board.turn}}}"))
    found += [("Has passed", f"{{{each}}}") for each in board.seats if board.passed(each)]
    play = board.play()
    if play is not None and play.kind == "numeric":
        kinds = " and ".join(play.types) or "Any-Power"
        told = "face down" if hidden.is_hidden(play) else f"{battle.readable_value(board, play)} as {kinds}"
        found.append(("Attack", told))
    for grant in grants_of(board):
        number = "any number" if grant.left < 0 else str(grant.left)
        found.append(("Further attacks", f"{number} after {{{grant.source}}}"))
    del seat
    return found


def badges(board: Board) -> list[tuple[int, str]]:
    """For each that has been hit and can be knocked out: its points and how many knock it out, and a letter for each
    Power Type among its hits (M: a hit of several types).
    """
    found = []
    for seat in board.seats:
        site = board.site(seat)
        for piece in (*board.team(seat), *([site] if site is not None else [])):
            hits = list(queries.hits(board, piece))
            if not hits:
                continue
            single = {one.types[0] for one in hits if one.spectrum and len(one.types) == 1}
            several = any(one.spectrum and len(one.types) > 1 for one in hits)
            letters = "".join(kind[0].upper() for kind in TYPES if kind in single) + ("M" if several else "")
            points = f"{sum(one.level for one in hits)}/{queries.hits_to_ko(board, piece)}"
            found.append((piece, f"{points} {letters}".rstrip()))
    return found


def coverage(library: Library) -> Mapping[str, str]:
    """For each rule, card and code how it is carried out: rules and Specials (by their code) in Python, all other cards
    by what they print.
    """
    pages, _ = load_pages(library.game.folder)
    found: dict[str, str] = dict.fromkeys(pages, "python")
    for card in library.cards.values():
        code = card.get("code")
        if card.type == "special":
            found[card.title] = "python" if code in codes else "text"
            if code in codes or code in library.game.texts:
                found[str(code)] = found[card.title]
        else:
            found[card.title] = "verbs"
            if (kind := card.get("kind")) in library.game.texts:
                found.setdefault(str(kind), "python")
    return found
