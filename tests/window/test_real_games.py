"""Whole battles and turns as people play them: every move by the mouse, in both modes in which rules judge."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random

import pytest
from realwindow import RealWindow
from test_real_rules import RulesWindow

from tabletop.assist.session import Session
from tabletop.cards.library import Library
from tabletop.places import find_games
from tabletop.table import saves
from tabletop.table.state import Table

Start = Callable[..., RealWindow]
NEITHER = "Only move the card"
LONG = 60
"""So many acts at most a whole battle, or two turns, may take."""


def played_until(
    path: Path, game: str, mode: str, reached: Callable[[Table], bool], wanted: Callable[[Table], bool]
) -> Path:
    """Save the table of a game that has played itself so far: the first that is as it is wanted."""
    for seed in count(1):
        session = played(game, mode, seed, reached)
        if wanted(session.table):
            saves.save_as(path, session.document)
            break
    return path


def played(game: str, mode: str, seed: int, reached: Callable[[Table], bool]) -> Session:
    """A game that plays itself until something is reached, or it is over."""
    folder = next(folder for folder in find_games() if folder.name == game)
    library, _ = Library.load(folder)
    assert library is not None
    decks = list(library.decks.values())[:2]
    session = Session.start(library, decks, names=("Anna", "Ben"), seats=2, seed=seed, assist=mode)
    rng = Random(seed)
    while session.game.outcome(session.table) is None and not reached(session.table):
        (waits, *_) = session.game.to_act(session.table)
        moves = [move for move in session.game.moves(session.table, waits) if move.do != "concede"]
        # Those who build have somebody to fight with.
        moves = [move for move in moves if move.do in ("resource", "recruit") and move.to != "hidden"] or moves
        session.referee.propose(rng.choice(moves))
    return session


def act(seat: RulesWindow, waits: str) -> None:
    """Make one legal move as a person does: drag a card, press what the bar offers, or go on with Space."""
    if seat.game.question(seat.table()) is not None:
        seat.press("choice 0")
        if "confirm" in seat.window.probe()["regions"]:
            seat.press("confirm")
        return
    moves = [move for move in seat.moves(waits) if move.do in ("attack", "defend") and len(move.using) == 1]
    if not moves:
        seat.window.key("space")
        return
    goal = moves[0].target if moves[0].do == "attack" else moves[0].by
    assert isinstance(goal, int)
    seat.drag(moves[0].using[0], goal)
    menu = seat.window.probe()["menu"]
    if menu:
        seat.pick(next(words for words in menu if words != NEITHER))


def power_cards(table: Table, seat: str) -> list[int]:
    """The Power cards in a hand."""
    return [card for card in table.cards(f"{seat}.hand") if table.definitions[table.pieces[card].card].type == "power"]


def try_what_is_not_allowed(seat: RulesWindow, waits: str) -> None:
    """Attack when it is the other's turn: flagged and taken back, or sent back at once."""
    other = "B" if waits == "A" else "A"
    table = seat.table()
    (card, *_) = power_cards(table, other)
    seat.look_as(other)
    refused(seat, card, table.cards(f"{waits}.front")[0])


def refused(seat: RulesWindow, card: int, goal: int | str) -> None:
    """Drag a card where the rules do not want it, and have things as they were."""
    before, mode = seat.steps(), seat.rules()["mode"]
    seat.drag(card, goal)
    menu = seat.window.probe()["menu"]
    if menu:
        seat.pick(next(words for words in menu if words != NEITHER))
    if mode == "referee":
        assert seat.rules()["refused"]
        assert seat.steps() == before
        seat.window.key("Escape")
        assert not seat.rules()["refused"]
    else:
        assert seat.rules()["flags"]
        assert seat.steps() == before + 1
        seat.window.key("ctrl+z")
        assert not seat.rules()["flags"]
        assert seat.steps() == before


@pytest.mark.parametrize("mode", ["flag", "referee"])
def test_overpower_a_whole_battle_by_mouse(start: Start, tmp_path: Path, mode: str) -> None:
    save = played_until(
        tmp_path / "battle.table", "overpower", mode,
        reached=lambda table: table.facts.get("phase") == "battle",
        wanted=lambda table: all(power_cards(table, seat) for seat in "AB"),
    )  # fmt: skip
    window = start("open", str(save), "--saves", str(tmp_path / "saves"))
    window.rest()
    seat = RulesWindow(window, "overpower")
    battle = seat.table().facts["battle"]
    attacks = 0
    for number in range(LONG):
        table = seat.table()
        if table.facts["phase"] != "battle" or table.facts["battle"] != battle:
            break
        (waits, *_) = seat.game.to_act(table)
        if number == 0:
            try_what_is_not_allowed(seat, waits)
        seat.look_as(waits)
        before = seat.steps()
        act(seat, waits)
        assert seat.steps() == before + 1, seat.window.probe()["rules"]
        assert seat.last().how == "rules"
        assert not seat.rules()["flags"]
        attacks += bool(seat.rules()["arrows"])
    else:
        raise AssertionError("the battle does not end")
    assert attacks >= 2
    assert seat.rules()["badges"], "somebody has been hit"


def build_or_fight(seat: RulesWindow, waits: str) -> None:
    """Make one legal move of Vs. System: build by dragging cards from the hand, attack by dragging a character."""
    table = seat.table()
    if seat.game.question(table) is not None:
        seat.press("choice 0")
        if "confirm" in seat.window.probe()["regions"]:
            seat.press("confirm")
        return
    moves = seat.moves(waits)
    for move in moves:
        if move.do == "resource" and move.card is not None:
            seat.drag(move.card, f"{waits}.resources")
        elif move.do == "recruit" and move.card is not None and move.to.startswith("front"):
            seat.drag(move.card, f"{waits}.front")
        elif move.do == "attack" and len(move.using) == 1:
            goal = move.target
            seat.drag(move.using[0], f"{goal}.front" if isinstance(goal, str) else int(goal or 0))
        else:
            continue
        menu = seat.window.probe()["menu"]
        if menu:
            seat.pick(next(words for words in menu if words != NEITHER))
        return
    seat.window.key("space")


@pytest.mark.parametrize("mode", ["flag", "referee"])
def test_vs_system_two_whole_turns_by_mouse(start: Start, tmp_path: Path, mode: str) -> None:
    save = played_until(
        tmp_path / "turns.table", "vs_system", mode,
        reached=lambda table: table.facts.get("turn") == 2,
        wanted=lambda table: bool(table.cards("A.front") or table.cards("B.front")),
    )  # fmt: skip
    window = start("open", str(save), "--saves", str(tmp_path / "saves"))
    window.rest()
    seat = RulesWindow(window, "vs_system")
    done: set[str] = set()
    for number in range(2 * LONG):
        table = seat.table()
        if table.facts["turn"] == 4:
            break
        (waits, *_) = seat.game.to_act(table)
        if number == 0:
            try_to_attack_while_building(seat)
        seat.look_as(waits)
        before = seat.steps()
        build_or_fight(seat, waits)
        assert seat.steps() == before + 1, seat.window.probe()["rules"]
        assert seat.last().how == "rules"
        assert not seat.rules()["flags"]
        done.add(seat.last().move["do"])
    else:
        raise AssertionError("the turns do not end")
    assert {"resource", "recruit", "attack", "pass"} <= done


def try_to_attack_while_building(seat: RulesWindow) -> None:
    """Attack in a step that is not for it: flagged and taken back, or sent back at once."""
    table = seat.table()
    mine, other = ("A", "B") if table.cards("A.front") else ("B", "A")
    seat.look_as(mine)
    refused(seat, table.cards(f"{mine}.front")[0], f"{other}.front")
