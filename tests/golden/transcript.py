"""A random game as a text that people can read: what a log tells somebody who only sees what everybody sees."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from subjects import Subject, random_play

from tabletop.assist import telling
from tabletop.rules.game import Game
from tabletop.table import words
from tabletop.table.history import History
from tabletop.table.ops import SetSeat
from tabletop.table.state import Table

WIDTH = 120
MOVES = 400
FREE_MOVES = 40
"""Free play never ends, and has little to tell."""
NAMES = ("Anna", "Bea", "Cleo", "Dora")


def transcript(subject: Subject, number: int) -> str:
    """One game, the same for the same number."""
    return "\n".join(_lines(subject, number)) + "\n"


def _lines(subject: Subject, number: int) -> Iterator[str]:
    game, rng = subject.make(), Random(f"golden/{number}")
    yield f"{subject.library.game.name}: random game {number}, as everybody sees it"
    yield ""
    moves = MOVES if game.id == subject.id else FREE_MOVES
    panel: dict[str, str] = {}
    at, table = 0, None
    for document, _, _ in islice(random_play(subject, rng), moves):
        table = document.table
        if at == 0:
            _name_players(document.history)
        yield from _told(document.history, at)
        at = document.history.at
        yield from _panel(game, table, panel)
    assert table is not None
    yield from _told(document.history, at)
    yield from _panel(game, table, panel)
    yield ""
    outcome = game.outcome(table)
    winner = words.seat_name(table, outcome) if outcome is not None and outcome in table.seats else ""
    yield f"{winner} has won." if winner else "It is a draw." if outcome else f"After {moves} moves the game is left."


def _name_players(history: History) -> None:
    for seat, name in zip(history.table.seats, NAMES, strict=False):
        found = history.table.seats[seat]
        history.do(f"is {name}", [SetSeat(seat, type(found)(name, found.colour, found.counters))], seat, "setup")


def _told(history: History, at: int) -> Iterator[str]:
    for step in history.steps[at : history.at]:
        if step.how == "setup" and step.label.startswith("is "):
            continue
        yield words.tell(history.table, step, None)
        for detail in telling.details(history.table, step, None):
            yield f"    {detail}"


def _panel(game: Game, table: Table, shown: dict[str, str]) -> Iterator[str]:
    """What has changed in the panel, in square brackets, over several lines if need be."""
    now = {words.fill(table, name, None, {}): words.fill(table, value, None, {})
           for name, value in game.panel(table, None)}  # fmt: skip
    changed = [f"{name}: {value}" for name, value in now.items() if shown.get(name) != value]
    shown.clear()
    shown.update(now)
    line = ""
    for pair in changed:
        if line and len(line) + len(pair) > WIDTH - 12:
            yield f"        [{line}]"
            line = ""
        line = f"{line}; {pair}" if line else pair
    if line:
        yield f"        [{line}]"
