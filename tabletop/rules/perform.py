"""Carrying out plans: operations are applied as they come, chance is drawn and written down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Protocol

import msgspec

from tabletop.rules.game import Game
from tabletop.rules.model import Ask, CannotPlan, Do, Luck, Move, Plan, Verdict, Window
from tabletop.table.history import History, How, Open, Step
from tabletop.table.ops import Chance, Op


class Fortune(Protocol):
    """Where chance comes from."""

    def draw(self, request: Luck) -> Any:
        """The result that `tabletop.rules.model.Luck` describes."""
        ...


class RandomFortune:
    """Chance from a random number generator."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def draw(self, request: Luck) -> Any:
        """A random result."""
        if request.kind == "coin":
            return self.rng.random() < 0.5
        if request.kind == "die":
            return self.rng.randint(1, max(request.number, 1))
        if request.kind == "random":
            return tuple(self.rng.sample(request.choices, min(request.number, len(request.choices))))
        order = list(request.choices)
        self.rng.shuffle(order)
        return tuple(order)


_FRAMES = (Do, Ask, Window)


def carry_out(plan: Plan[Any], step: Open, fortune: Fortune) -> None:
    """Apply what a plan yields. Raises what the plan raises, OpError, and CannotPlan for an operation that is none; the
    step is then rolled back by its owner.
    """
    result: Any = None
    while True:
        try:
            item = plan.send(result)
        except StopIteration:
            return
        if isinstance(item, _FRAMES):
            raise TypeError(f"{item} can only be yielded by a task of a game with an agenda")
        try:
            result = _apply(item, step, fortune)
        except (TypeError, AttributeError) as fault:
            # What lies on the table, edited by a hand, has found its way into the operation.
            raise CannotPlan(f"Something that this needs is not as it should be ({fault}).") from fault


def _apply(item: Op | Luck, step: Open, fortune: Fortune) -> Any:
    """Apply an operation, or draw chance and write it down; the result of chance."""
    if not isinstance(item, Luck):
        step.do(item)
        return None
    result = fortune.draw(item)
    if item.kind != "shuffle":
        step.do(Chance(item.kind, list(result) if isinstance(result, tuple) else result))
    return result


def perform(
    history: History,
    game: Game,
    move: Move,
    fortune: Fortune,
    *,
    how: How = "rules",
    verdict: Verdict | None = None,
    before: Iterable[Op] = (),
    extra: Callable[[Open], Iterable[Op]] | None = None,
) -> Step:
    """Make a move as one step: operations `before` it, its plan, what follows from it, and `extra` operations made from
    the step so far. Nothing is judged here.

    Raises CannotPlan (and leaves the table as it was) if the move cannot be carried out.
    """
    table = history.table
    noted = msgspec.to_builtins(verdict) if verdict is not None and (verdict.violations or verdict.notes) else None
    label = game.describe(table, move)
    with history.step(label, move.seat, how, move=msgspec.to_builtins(move), verdict=noted) as step:
        step.mention(move.pieces())
        step.do_all(before)
        carry_out(game.plan(table, move), step, fortune)
        carry_out(game.settle(table), step, fortune)
        if extra is not None:
            step.do_all(extra(step))
    return step.step


def begin(
    history: History, game: Game, fortune: Fortune, *, before: Callable[[Open], object] | None = None
) -> Step | None:
    """Make the step of a game's start on a table that has been laid; `before` does in it what has to come first."""
    with history.step(f"begins {game.name}", None, "setup") as step:
        if before is not None:
            before(step)
        carry_out(game.start(history.table), step, fortune)
        carry_out(game.settle(history.table), step, fortune)
    return step.step if step.step.ops else None


class GivenFortune:
    """Chance that is known before: the results of each kind, in the order in which they are needed."""

    def __init__(self, results: dict[str, Sequence[Any]]) -> None:
        self.left = {kind: list(values) for kind, values in results.items()}

    def draw(self, request: Luck) -> Any:
        """The next result of that kind; a shuffle without one keeps the order. Raises LookupError when none is left."""
        left = self.left.get(request.kind)
        if not left:
            if request.kind == "shuffle":
                return request.choices
            raise LookupError(f"a random result ({request.kind}) is needed and not given")
        if request.kind == "random":
            return tuple(left.pop(0) for _ in range(min(request.number, len(request.choices), len(left))))
        return left.pop(0)
