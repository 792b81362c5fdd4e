"""The turn: its steps and what happens by itself in them, the start of the game, the recovery wrap-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletop.games.vs_system import asking, deeds
from tabletop.games.vs_system.events import note, watch
from tabletop.games.vs_system.names import USED
from tabletop.games.vs_system.places import ATTACK, FORMED, INITIATIVE, THIS_TURN, TURN
from tabletop.games.vs_system.tasks import tasks
from tabletop.rules.lasting import end_at
from tabletop.rules.model import Ask, Do, Luck, Plan, Question
from tabletop.table.ops import Fact, Mark, Move

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board

HAND = 4
DRAWN = 2


def steps(b: Board) -> list[str]:
    """The steps of a turn in order."""
    found = ["draw", "build"]
    for seat in b.seats:
        found += [f"resource:{seat}", f"recruit:{seat}", f"formation:{seat}"]
    found.append("combat")
    found += [f"attack:{seat}" for seat in b.seats]
    return [*found, "recovery"]


# the start


@tasks.task
def roll_initiative(b: Board) -> Plan[None]:
    """A random player says who has the initiative on turn 1."""
    first, *others = b.table.everyone
    winner = first if (yield Luck("coin", seat=first)) or not others else others[0]
    yield Ask(
        Question(winner, "Who has the initiative on turn 1?", b.table.everyone, "initiative_picked", kind="seat")
    )  # fmt: skip


@tasks.task
def initiative_picked(b: Board, picked: list[Any]) -> Plan[None]:
    """The first player of turn 1 is settled."""
    yield Fact(INITIATIVE, picked[0] if picked and picked[0] in b.table.seats else b.table.everyone[0])
    yield Do("opening_hands")


@tasks.task
def opening_hands(b: Board) -> Plan[None]:
    """All have four cards in hand, and may change them, the player with the initiative first."""
    for seat in b.seats:
        yield from deeds.draw(b, seat, HAND - len(b.hand(seat)))
    for seat in b.seats:
        text = "Put all four cards under the deck and draw four new ones?"
        yield asking.may(seat, text, "mulligan", seat=seat)
    yield Do("begin_step", {"step": "draw"})


@tasks.task
def mulligan(b: Board, seat: str, picked: list[Any]) -> Plan[None]:
    """All cards of a hand go under the deck, as many new ones are drawn, the deck is shuffled."""
    if picked != [asking.YES]:
        return
    hand = list(b.hand(seat))
    for piece in hand:
        yield Move(piece, f"{seat}.deck", -1, 0.0, 0.0, 0.0, False)
    yield from deeds.draw(b, seat, len(hand))
    yield from deeds.shuffle(b, seat)


# steps


@tasks.task
def begin_step(b: Board, step: str) -> Plan[None]:
    """A step begins: what happens by itself, what triggers, then priority."""
    if b.over:
        return
    watching = watch(b, "step begins")
    name, _, seat = step.partition(":")
    if name == "draw" and b.turn == 0:
        yield Fact(TURN, 1)
    yield from deeds.set_step(b, step)
    if name == "draw":
        for who in b.seats:
            yield from deeds.draw(b, who, DRAWN)
    elif name == "recruit":
        yield from deeds.points(b, seat, len(b.resources(seat)))
    yield from note(b, watching, [{"on": "step begins", "step": step}])
    yield Do("give_priority")


@tasks.task
def end_step(b: Board) -> Plan[None]:
    """All have passed: the step is over, the next one begins."""
    listed = steps(b)
    step = b.step
    if b.table.facts.get(FORMED) is not None:
        yield Fact(FORMED, None)
    if step.startswith("recruit:"):
        for seat in b.table.everyone:
            yield from deeds.points(b, seat, 0)
    index = listed.index(step) if step in listed else len(listed) - 1
    if index + 1 < len(listed):
        yield Do("begin_step", {"step": listed[index + 1]})
    else:
        yield Do("wrap_up")


# the recovery wrap-up


@tasks.task
def wrap_up(b: Board) -> Plan[None]:
    """First of all, who has no endurance left loses."""
    yield from deeds.set_step(b, "wrap-up")
    totals = {seat: b.number(seat, "endurance") for seat in b.table.everyone}
    losers = [seat for seat, total in totals.items() if total <= 0]
    if len(losers) == len(totals):
        best = max(totals.values())
        losers = [seat for seat in losers if totals[seat] < best]
    left = [seat for seat in totals if seat not in losers]
    if losers:
        yield from deeds.finish(b, left[0])
        return
    yield Do("ask_recovery", {"seats": list(b.seats), "chosen": []})


@tasks.task
def ask_recovery(b: Board, seats: list[str], chosen: list[int]) -> Plan[None]:
    """Each player may choose one stunned character to recover."""
    for index, seat in enumerate(seats):
        stunned = [piece for piece in b.characters(seat) if b.stunned(piece)]
        if stunned:
            yield asking.card(
                seat, "Which stunned character recovers?", stunned, "recovery_picked", optional=True,
                seats=seats[index + 1 :], chosen=chosen,
            )  # fmt: skip
            return
    yield Do("close_turn", {"chosen": chosen})


@tasks.task
def recovery_picked(b: Board, seats: list[str], chosen: list[int], picked: list[Any]) -> Plan[None]:
    """A player has chosen."""
    yield Do("ask_recovery", {"seats": seats, "chosen": [*chosen, *(p for p in picked if isinstance(p, int))]})


@tasks.task
def close_turn(b: Board, chosen: list[int]) -> Plan[None]:
    """The chosen recover together, the other stunned characters are KO'd, all readies, the turn is over."""
    yield from deeds.recover(b, chosen)
    yield from deeds.leave_play(b, [piece for piece in b.characters() if b.stunned(piece)], "ko")
    for piece in b.objects():
        yield from deeds.ready(b, piece)
        if USED in b.table.pieces[piece].marks:
            yield Mark(piece, USED, None)
    if b.table.facts.get(ATTACK) is not None:
        yield Fact(ATTACK, None)
    yield from end_at(b.table, "attack")
    yield from end_at(b.table, "turn")
    if b.table.facts.get(THIS_TURN) is not None:
        yield Fact(THIS_TURN, None)
    yield Fact(INITIATIVE, b.opponent(b.initiative))
    yield Fact(TURN, b.turn + 1)
    yield Do("begin_step", {"step": "draw"})
