"""What dragging and double-clicking mean: the moves, legal or not, that a hand could have wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tabletop.games.vs_system.effects import CHAIN
from tabletop.games.vs_system.judge_build import divide, recruit_costs
from tabletop.games.vs_system.listing import candidates, declared, picks
from tabletop.games.vs_system.places import ROWS
from tabletop.games.vs_system.powers import Me, Paid
from tabletop.games.vs_system.printed import CHARACTER, EQUIPMENT, LOCATION, PLOT_TWIST
from tabletop.games.vs_system.targets import newest_effect_of
from tabletop.rules.model import Gesture, Move
from tabletop.rules.model import Ref as Choice
from tabletop.table.zones import TABLE, split

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board

MANY = 40
"""More ways to pay than a person would look through."""


def interpret(b: Board, gesture: Gesture) -> list[Move]:
    """The moves that a gesture could mean; none if it has nothing to do with the rules."""
    pieces = [piece for piece in gesture.pieces if piece in b.table.pieces]
    if not pieces:
        return []
    found = _tap(b, gesture, pieces[0]) if gesture.kind == "tap" else _drag(b, gesture, pieces)
    return list(dict.fromkeys(found))


def _drag(b: Board, gesture: Gesture, pieces: list[int]) -> Iterator[Move]:
    seat, piece = gesture.seat, pieces[0]
    place = b.place(piece)
    if place is not None:
        yield from _character(b, gesture, pieces)
        return
    if len(pieces) != 1:
        return
    kind = b.card(piece).type
    onto = gesture.onto
    zone_seat, zone = split(gesture.zone)
    in_hand, in_row = piece in b.hand(seat), piece in b.resources(seat)
    if in_hand and zone == "resources" and zone_seat == seat:
        yield Move(seat, "resource", piece)
    elif kind == EQUIPMENT and b.bearer(piece) is not None:
        if onto is not None and b.place(onto) is not None:
            yield Move(seat, "transfer", piece, at=(onto,))
    elif kind == EQUIPMENT and onto is not None and b.place(onto) is not None:
        yield from _recruits(b, seat, piece, at=(onto,))
    elif kind == CHARACTER and onto is not None and in_hand and b.in_combat(onto):
        yield Move(seat, "power_up", piece, at=(onto,))
        yield from _paying_for(b, seat, piece, onto)
    elif kind == CHARACTER and zone in ROWS and zone_seat == seat and (in_hand or in_row):
        yield from _recruits(b, seat, piece, to=_aimed_place(b, gesture, zone))
    elif kind == PLOT_TWIST and (in_hand or in_row):
        if onto is not None or zone in (CHAIN, TABLE) or (in_row and zone == "resources"):
            yield from _played(b, seat, piece, "play", onto)
    elif kind == LOCATION and in_row and zone in (CHAIN, TABLE):
        yield Move(seat, "flip", piece)


def _character(b: Board, gesture: Gesture, pieces: list[int]) -> Iterator[Move]:
    """A character in play is dragged: into a fight, to help, or to another position."""
    seat, onto = gesture.seat, gesture.onto
    zone_seat, zone = split(gesture.zone)
    opponent = b.opponent(seat)
    if onto is not None and b.place(onto) is not None:
        if b.controller(onto) != seat:
            yield Move(seat, "attack", using=tuple(sorted(pieces)), at=(onto,))
        elif len(pieces) == 1:
            yield Move(seat, "reinforce", by=pieces[0], at=(onto,))
        return
    if zone_seat == opponent:
        yield Move(seat, "attack", using=tuple(sorted(pieces)), at=(opponent,))
    elif zone_seat == seat and zone in ROWS and len(pieces) == 1:
        yield Move(seat, "move", pieces[0], to=_aimed_place(b, gesture, zone))


def _aimed_place(b: Board, gesture: Gesture, row: str) -> str:
    """The free position nearest to where a card is let go in a row."""
    free = [place.column for place in b.free(gesture.seat, (row,))]
    if gesture.index is None or not free:
        return f"{row}:{b.first_free(gesture.seat, row)}"
    columns = list(b.columns(f"{gesture.seat}.{row}").values())
    wanted = columns[gesture.index - 1] + 1 if 0 < gesture.index <= len(columns) else 0 if columns else gesture.index
    return f"{row}:{min(free, key=lambda column: (abs(column - wanted), column))}"


def _recruits(b: Board, seat: str, piece: int, *, at: tuple[Choice, ...] = (), to: str = "") -> Iterator[Move]:
    me = Me(piece, seat)
    for option in ("", "boost") if "Boost" in b.keywords(piece) else ("",):
        wanted = recruit_costs(b, seat, piece, option == "boost")
        ways = list(picks(b, me, wanted))[:MANY] or [()]
        for pick in ways:
            yield Move(seat, "recruit", piece, at=at, pick=pick, option=option, to=to)
            if b.is_resource(piece):
                for beyond in b.hand(seat):
                    yield Move(seat, "recruit", piece, at=at, pick=(*pick, beyond), option=option, to=to)


def _played(b: Board, seat: str, piece: int, verb: str, onto: int | None) -> Iterator[Move]:
    """Playing or using a card on what it was dropped on, in every way to pay."""
    card = b.card(piece)
    abilities: list[tuple[int | None, Paid]] = []
    if verb == "play" and card.play is not None:
        abilities = [(None, card.play)]
    elif verb == "use":
        many = len(card.payments) > 1
        abilities = [(n if many else None, found) for n, (_, found) in enumerate(card.payments, 1)]
    me = Me(piece, seat, b.object(piece))
    for amount, ability in abilities:
        listed = [
            move for move in candidates(b, seat)
            if move.do == verb and move.card == piece and move.amount == amount
        ]  # fmt: skip
        aim = _effect_or_piece(b, ability, onto)
        fitting = [move for move in listed if aim is None or aim in move.at]
        if fitting:
            yield from fitting[:MANY]
            continue
        at = (aim,) if aim is not None and ability.targets else ()
        for option in ability.options or ("",):
            wanted = ability.costs_of(option)
            pick = next(picks(b, me, wanted), ())
            named = next(declared(b, me, wanted), ())
            yield Move(seat, verb, piece, at=at, pick=pick, declare=named, option=option, amount=amount)


def _effect_or_piece(b: Board, ability: Paid, onto: int | None) -> int | None:
    if onto is not None and any(target.kind == "effect" for target in ability.targets):
        return newest_effect_of(b, onto) or onto
    return onto


def _paying_for(b: Board, seat: str, piece: int, onto: int) -> Iterator[Move]:
    """Powers in play that could be paid with this card and aimed at that one."""
    for source in b.characters(seat):
        for _, ability in b.card(source).payments:
            if any(cost.picks for cost in ability.costs) and ability.targets:
                paid, _ = divide(ability.costs, (piece,))
                if any(pick == piece and pick in cost.choices(b, b.me(source)) for cost, pick in paid):
                    yield Move(seat, "use", source, at=(onto,), pick=(piece,))


def _tap(b: Board, gesture: Gesture, piece: int) -> Iterator[Move]:
    """A double click: flip a location, play a plot twist, use a power, recruit from hand."""
    seat = gesture.seat
    card = b.card(piece)
    if b.in_play(piece) and b.side(piece) == seat:
        if b.is_resource(piece) and not b.table.pieces[piece].up:
            if card.type == LOCATION:
                yield Move(seat, "flip", piece)
            elif card.type == PLOT_TWIST:
                yield from _played(b, seat, piece, "play", None)
        if b.working(piece) or any(ability.place == "row" for _, ability in card.payments):
            yield from _played(b, seat, piece, "use", None)
    elif piece in b.hand(seat):
        if card.type == PLOT_TWIST:
            yield from _played(b, seat, piece, "play", None)
        elif card.type == CHARACTER and b.step == f"recruit:{seat}":
            yield from _recruits(b, seat, piece)
