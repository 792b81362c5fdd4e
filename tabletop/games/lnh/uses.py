"""Using a permanent: it is turned down, its cost is paid, and it takes effect (page `use`)."""

from __future__ import annotations

from tabletop.games.lnh.answers import can_answer
from tabletop.games.lnh.board import NULLIFIED, Board
from tabletop.games.lnh.cards import Way
from tabletop.games.lnh.coming import leave
from tabletop.games.lnh.judge import use_violations
from tabletop.games.lnh.moving import discard_random
from tabletop.games.lnh.rows import Act
from tabletop.games.lnh.tasks import tasks
from tabletop.games.lnh.traits import Partner
from tabletop.games.lnh.verbs import run_rows
from tabletop.games.lnh.ways import Args, chosen, discards
from tabletop.rules.model import CannotPlan, Do, Move, Plan, Window
from tabletop.table.ops import Fact, Mark, Note, Pose


def use(board: Board, move: Move, window: Window | None) -> Plan[None]:
    """A seat uses a card. Raises CannotPlan if the card has no such use."""
    piece = move.by if move.by is not None else move.card
    if piece is None or board.piece(piece) is None:
        raise CannotPlan("There is no such card to use.")
    act, way = _act_for(board, move, piece, window)
    if not way.ability and board.is_up(piece) and board.is_in_play(piece):
        yield Pose(piece, up=False)
    if window is None and board.turn == act.seat and not board.facts.get("moved"):
        yield Fact("moved", True)
    for _ in range(discards(board, act.seat, piece, way, Args(act.at, act.using, act.option, act.declare))):
        yield from discard_random(board, act.seat, act.seat)
    if "Power" in board.kinds(piece) and not way.ability:
        answering = Window("use", board.opponent(act.seat), {"cards": [piece], "seat": act.seat})
        if can_answer(board, answering):
            yield answering
            yield Do("take_effect", {"act": act})
            return
    yield from _take_effect(board, act)


@tasks.task
def take_effect(board: Board, act: Act) -> Plan[None]:
    """A use takes effect, unless it was nullified."""
    yield from _take_effect(board, Act.of(act))


def _take_effect(board: Board, act: Act) -> Plan[None]:
    if board.mark(act.card, NULLIFIED):
        yield Mark(act.card, NULLIFIED, None)
        return
    yield from run_rows(board, act)
    if any(isinstance(trait, Partner) for _, trait in board.card(act.card).traits):
        yield Do("part", {"piece": act.card, "seat": act.seat})


@tasks.task
def part(board: Board, piece: int, seat: str) -> Plan[None]:
    """A card that was used without its partner in play leaves play."""
    trait = board.own_trait(piece, "partner", Partner)
    if trait is not None and board.is_in_play(piece) and not board.has(seat, trait.name):
        yield Note(f"{{{piece}}} leaves play without its partner")
        yield from leave(board, [piece], by=seat)


def _act_for(board: Board, move: Move, piece: int, window: Window | None) -> tuple[Act, Way]:
    args = Args.of(move)
    best: tuple[int, Act, Way] | None = None
    for card in board.texts(piece):
        for number in chosen(card.use, move.option):
            way = card.use[number]
            wrong = sum(1 for _ in use_violations(board, move.seat, piece, way, args, window))
            text = "" if card is board.card(piece) else card.id
            act = Act(
                move.seat, piece, text=text, way=f"use.{number}", at=move.at, using=move.using, option=move.option,
                declare=args.declare, before=board.last_card(move.seat),
            )  # fmt: skip
            if best is None or wrong < best[0]:
                best = wrong, act, way
    if best is None:
        raise CannotPlan(f"{board.name(piece)} has no such use.")
    _, act, way = best
    answered = window.args.get("cards") if window is not None else None
    if isinstance(answered, list) and window is not None and window.name in way.window:
        act = Act(
            act.seat, act.card, text=act.text, way=act.way, at=act.at, using=tuple(answered), option=act.option,
            before=act.before,
        )  # fmt: skip
    return act, way
