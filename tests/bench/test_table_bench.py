"""How fast the table is: operations, undo and redo, saves, the log, and finding where a drop goes.

The bars are those of the best round, since other programs run on the same machine.
"""

from __future__ import annotations

import random
import timeit
from pathlib import Path
from typing import Any

import pytest

from tabletop.assist.session import Session
from tabletop.table import acts, layout
from tabletop.table.document import Document
from tabletop.table.ops import Create, Define, Fact, Op, SetCardZone, SetSeat, SetZone
from tabletop.table.saves import load, save_as
from tabletop.table.state import Definition, Piece, Seat
from tabletop.table.zones import CardZone, Zone


def table_for_two(cards: int) -> Document:
    """Two seats with so many cards together, in their draw piles."""
    document = Document.new("bench", "Bench", 1)
    ops: list[Op] = [SetSeat("A", Seat("Anna")), SetSeat("B", Seat("Ben", 1))]
    for seat in "AB":
        for zone in (
            Zone(f"{seat}.deck", "Draw Pile", "draw", seat, "pile", "hidden", "down"),
            Zone(f"{seat}.hand", "Hand", "hand", seat, "fan", "private", at_edge=True),
            Zone(f"{seat}.play", "Play", "play", seat, "row", face="up", w=800.0),
        ):
            ops.append(SetZone(zone.id, zone))
    ops.append(SetCardZone("hits", CardZone("hits", "Hits", on=("hero",))))
    ops.append(Fact("table.card", [63, 88]))
    for number in range(1, cards + 1):
        seat, card = "AB"[number % 2], f"set/{number}"
        kind = "hero" if number % 5 == 0 else "power"
        ops.append(Define(card, Definition(f"Card {number}", kind, {"text": "Some words of text.", "level": 3})))
        ops.append(Create(Piece(number, card=card, owner=seat, zone=f"{seat}.deck", up=False), -1))
    document.history.do("lays the table", ops, how="setup")
    return document


def play(document: Document, steps: int, seed: int = 1) -> Document:
    """So many steps of a game: cards are drawn, played, turned, discarded, counted."""
    rng = random.Random(seed)
    table, history = document.table, document.history
    wanted = history.at + steps
    while history.at < wanted:
        seat = rng.choice("AB")
        hand, row, deck = table.cards(f"{seat}.hand"), table.cards(f"{seat}.play"), f"{seat}.deck"
        match rng.randrange(8):
            case 0 | 1 | 2:
                act = acts.draw(table, deck, rng.randint(1, 3), f"{seat}.hand")
            case 3 | 4:
                act = acts.move(table, [rng.choice(hand)], f"{seat}.play") if hand else acts.Act("", [])
            case 5:
                act = acts.move(table, row[: rng.randint(1, 3)], deck)
            case 6:
                act = acts.tap(table, row[:2])
            case _:
                act = acts.count(table, row[:1], "damage", 1)
        if act.ops:
            history.do(act.label, act.ops, seat)
    return document


def test_acts_a_second(benchmark: Any) -> None:
    document = table_for_two(200)
    benchmark.pedantic(play, (document, 500), rounds=5)
    assert 500 / benchmark.stats.stats.min >= 5_000


def back_and_forth(document: Document, steps: int) -> None:
    at = document.history.at
    document.history.goto(at - steps)
    document.history.goto(at)


@pytest.mark.parametrize("length", [1_000, 50_000])
def test_undo_and_redo(benchmark: Any, length: int) -> None:
    document = play(table_for_two(200), length)
    steps = 900
    done = sum(len(step.ops) for step in document.history.steps[-steps:])
    benchmark.pedantic(back_and_forth, (document, steps), rounds=10)
    speed = 2 * done / benchmark.stats.stats.min
    benchmark.extra_info["operations a second"] = round(speed)
    assert speed >= 100_000


def test_undo_is_no_slower_late_than_early(benchmark: Any) -> None:
    """The very same steps, undone and redone early in a game and late in it."""
    early, late = (play(play(table_for_two(200), before), 900, seed=3) for before in (100, 49_100))
    best_early = min(timeit.repeat(lambda: back_and_forth(early, 900), number=1, repeat=15))
    benchmark.pedantic(back_and_forth, (late, 900), rounds=15)
    per_operation = [
        best / sum(len(step.ops) for step in document.history.steps[-900:])
        for best, document in ((best_early, early), (benchmark.stats.stats.min, late))
    ]
    assert per_operation[1] <= 1.5 * per_operation[0]


@pytest.fixture(scope="module")
def long_game() -> Document:
    """A table with 10,000 steps behind it."""
    return play(table_for_two(200), 10_000)


def test_saving_a_long_game(benchmark: Any, long_game: Document, tmp_path: Path) -> None:
    benchmark.pedantic(save_as, (tmp_path / "a.table", long_game), rounds=5)
    assert benchmark.stats.stats.min <= 0.2


def test_loading_a_long_game(benchmark: Any, long_game: Document, tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    save_as(path, long_game)
    loaded = benchmark.pedantic(load, (path,), rounds=5)
    assert loaded.report == []
    assert loaded.document.table.digest() == long_game.table.digest()
    assert benchmark.stats.stats.min <= 0.6


def test_writing_the_log(benchmark: Any, long_game: Document) -> None:
    number = len(benchmark.pedantic(lambda: Session(long_game).log("A"), rounds=5))
    assert number >= 10_000
    assert benchmark.stats.stats.min <= 0.3


def test_a_log_that_grows_is_not_written_anew(benchmark: Any, long_game: Document) -> None:
    session = Session(long_game)
    session.log("A")
    benchmark(session.log, "A")
    assert benchmark.stats.stats.min <= 0.0005


def spread_out(cards: int) -> Document:
    """So many cards that lie open on the table."""
    document = table_for_two(cards)
    rng = random.Random(1)
    spots = {i: (rng.uniform(-1000, 1000), rng.uniform(-700, 700)) for i in range(1, cards + 1)}
    act = acts.move(document.table, list(spots), "table", at=spots, up=True)
    document.history.do(act.label, act.ops, "A")
    return document


def test_where_a_drop_goes_among_a_thousand_cards(benchmark: Any) -> None:
    table = spread_out(1000).table
    benchmark(layout.zone_at, table, 100.0, 100.0, leave_out=[5])
    assert benchmark.stats.stats.min <= 0.004


def test_the_ghost_of_five_hundred_cards(benchmark: Any) -> None:
    document = spread_out(1000)
    table, ids = document.table, list(range(1, 501))

    def ghost() -> int:
        with document.history.trial() as trial:
            trial.do_all(acts.move(table, ids, "table", at=(50.0, 60.0)).ops)
            return len(layout.places(table, "table"))

    assert benchmark(ghost) == 1000
    assert benchmark.stats.stats.min <= 0.03


def test_the_digest_of_a_thousand_cards(benchmark: Any) -> None:
    benchmark(spread_out(1000).table.digest)
    assert benchmark.stats.stats.min <= 0.01
