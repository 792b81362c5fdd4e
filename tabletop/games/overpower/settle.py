"""What follows by itself from the table as it is: knock-outs, victory, the end of a battle (base rules 9, 10, 15)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.games.overpower import blocks, queries
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.effects import inherent_rows, rows
from tabletop.games.overpower.plays import grants_of
from tabletop.rules.model import Consequence, Do, Item
from tabletop.table.ops import Fact, Mark, Pose


def consequences(board: Board) -> Iterator[Consequence]:
    """What follows, the most pressing first."""
    if board.phase in ("setup", "over"):
        return
    for seat in board.seats:
        for char in _struck(board, seat):
            yield from _fall(board, seat, char)
        for site in board.zone(seat, "battlesite"):
            rule = queries.knocked_out(board, site)
            if rule:  # its hits count for nothing any more, and leave at once
                items = [
                    *blocks.to_pile(board, (*board.at(site, "hits"), *board.at(site, "record"))),
                    *(
                        op
                        for card in (*board.zone(seat, "site_cards"), site)
                        for op in blocks.to(board, card, f"{seat}.defeated")
                    ),
                ]
                yield Consequence(rule, f"{{{site}}} is knocked out", (site,), tuple(items))
    winner = _winner(board)
    if winner:
        over = (Fact("winner", winner), Fact("phase", "over"), Fact("play", None), Fact("grants", None))
        yield Consequence(
            "victory", f"{{{winner}}} has won the game" if winner != "draw" else "the game is a draw", (), over
        )
        return
    yield from _open_hands(board)
    given_up = board.fact("conceding") or board.fact("conceded")
    if board.phase == "battle" and board.play() is None and not grants_of(board) and not given_up:
        if any(not board.front(seat) for seat in board.seats):
            yield Consequence("battle-end", "the battle is over: a Front Line is empty", (), (Do("end_battle"),))
        elif all(board.passed(seat) for seat in board.seats):
            yield Consequence("battle-end", "the battle is over: both have passed", (), (Do("end_battle"),))


def _struck(board: Board, seat: str) -> list[int]:
    """The Characters of a team that have hits, or fight on: nobody else can fall."""
    laid = board.laid()
    found: list[int] | None = laid.get(("struck", seat)) if laid is not None else None
    if found is None:
        found = [
            char
            for char in board.team(seat)
            if board.at(char, "hits") or board.at(char, "record") or board.mark(char, "falls")
        ]
        if laid is not None:
            laid["struck", seat] = found
    return found


def _open_hands(board: Board) -> Iterator[Consequence]:
    """A hand that an effect lays open lies face up, cards drawn later too, and is closed again afterwards (BZ)."""
    some = board.effects("open_hand")
    for seat in board.seats:
        if not some and not any("shown" in board.table.pieces[card].marks for card in board.zone(seat, "hand")):
            continue
        shown = any(effect.seat == seat for effect in board.for_seat("open_hand", seat))
        turned = [card for card in board.zone(seat, "hand") if bool(board.mark(card, "shown")) != shown]
        if turned:
            ops = [op for card in turned for op in (Pose(card, up=shown), Mark(card, "shown", shown or None))]
            yield Consequence("sight", f"the hand of {{{seat}}} lies {'open' if shown else 'closed'}", (), tuple(ops))


def _fall(board: Board, seat: str, char: int) -> Iterator[Consequence]:
    if board.mark(char, "falls"):
        if not any(board.on("fights_on", char)):
            ops = (Mark(char, "falls", None), *falling(board, seat, char))
            yield Consequence("ko-timing", f"{{{char}}} fights on no longer", (char,), ops)
        return
    rule = queries.knocked_out(board, char)
    if not rule or stands(board, char):
        return
    if any(board.on("fights_on", char)):
        yield Consequence(rule, f"{{{char}}} is knocked out and fights on", (char,), (Mark(char, "falls", True),))
        return
    yield Consequence(rule, f"{{{char}}} is knocked out", (char,), tuple(falling(board, seat, char)))


def falling(board: Board, seat: str, char: int, *, hits_count: bool = True) -> Iterator[Item]:
    """What happens as a Character is knocked out: it leaves, the Reserve may join, its team may draw; `hits_count` says
    whether its hits from the current battle stay for Venture.
    """
    from_front = board.is_front(char)
    yield from blocks.knock_out(board, char, hits_count=hits_count)
    joins = any(
        row.get("effect") == "reserve_joins" and row.get("when") == "on_ko"
        for home in board.zone(seat, "homebase")
        for row in rows(board.spec(home).data)
    )
    if joins and from_front:
        for reserve in board.reserve(seat)[:1]:
            yield from blocks.into_front(board, reserve)
    for row in inherent_rows(board.spec(char)):
        if row.get("when") == "on_ko" and row.get("effect") == "draw":
            yield Do("draw_on_ko", {"seat": seat, "count": int(row.get("count", 1))})


def hits_of(board: Board, char: int) -> list[int]:
    """The hits on a Character, of both records, as a list that can be compared."""
    return sorted([*board.at(char, "hits"), *board.at(char, "record")])


def stands(board: Board, char: int) -> bool:
    """Whether a Character stands with just the hits with which it was set up: whoever lays out a position means it."""
    kept = board.mark(char, "stands")
    return kept is not None and kept == hits_of(board, char)


def _winner(board: Board) -> str:
    """The seat that has won, "draw", or "" while the game goes on."""
    beaten = [seat for seat in board.seats if _beaten(board, seat)]
    if len(beaten) == 2:
        return _battle_won(board) or "draw"
    if beaten:
        return board.opponent(beaten[0])
    if board.phase == "end" and any(board.zone(seat, "ventured") for seat in board.seats):
        return ""
    won = [
        seat
        for seat in board.seats
        if _missions(board, seat, "completed") >= 7 or _missions(board, board.opponent(seat), "defeated") >= 7
    ]
    if len(won) == 2:
        return _battle_won(board) or "draw"
    return won[0] if won else ""


def _battle_won(board: Board) -> str:
    """Who wins the battle as it stands, or has won the last one; "" for nobody (base rule 15)."""
    if board.phase != "battle":
        return str(board.fact("battle_winner") or "")
    one, other = board.seats
    ahead = queries.venture_total(board, one) - queries.venture_total(board, other)
    return "" if not ahead else one if ahead > 0 else other


def _missions(board: Board, seat: str, pile: str) -> int:
    return len(board.zone(seat, f"missions_{pile}"))


def _beaten(board: Board, seat: str) -> bool:
    """Whether all Characters of a team are knocked out and none is to return."""
    return not board.team(seat) and bool(board.fallen(seat)) and not any(board.for_seat("returns", seat))
