"""Self-play: it plays, it is the same again, and it finds each kind of fault that rules can have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from toy.skirmish import Board, Skirmish, library

from tabletop.assist import handplay, invariants
from tabletop.assist.selfplay import Conduct, SelfPlay, mixed, subject
from tabletop.cards.dealing import lay_out
from tabletop.rules.game import Game
from tabletop.rules.model import Consequence, Do, Move, Plan, Verdict, Violation
from tabletop.table import acts, saves
from tabletop.table.ops import Fact, Remove
from tabletop.table.state import Table

LIBRARY = library()


def played(make: Callable[[], Game], folder: Path | None = None, games: int = 12, **conduct: float) -> SelfPlay:
    conduct.setdefault("thorough", 0.3)
    play = SelfPlay(LIBRARY, make, 7, Conduct(**conduct), folder=folder)  # type: ignore[arg-type]
    for _ in play.run(games):
        pass
    return play


@pytest.mark.parametrize("by_hand", [0.0, 0.3])
def test_games_are_played(by_hand: float) -> None:
    tally = played(Skirmish, by_hand=by_hand).tally
    assert (tally.games, tally.broken, tally.save) == (12, "", None)
    assert by_hand or not tally.unfinished
    found = tally.summary("skirmish")
    assert list(found)[:8] == [
        "game", "games", "seconds", "games_per_s", "steps_per_s", "judge_per_s", "propose_per_s", "broken",
    ]  # fmt: skip
    assert found["games"] == 12
    assert found["broken"] == 0
    assert all(isinstance(found[key], float) and found[key] > 0 for key in ("seconds", "games_per_s", "steps_per_s"))


def test_the_same_seed_gives_the_same_games() -> None:
    counts = [played(Skirmish, games=4, by_hand=0.2, thorough=thorough).tally.play.count for thorough in (0.0, 1.0)]
    assert counts[0] == counts[1]
    assert played(Skirmish, games=4, by_hand=0.1).tally.play.count != counts[0]


def test_decks_of_random_cards_have_the_same_build() -> None:
    deck = LIBRARY.decks["red"]
    other = mixed(LIBRARY, deck, Random(3))
    assert other.count("main") == deck.count("main")
    assert dict(other.sections["main"]) != dict(deck.sections["main"])
    assert not played(Skirmish, games=4, mixed=True).tally.broken


def test_a_game_that_takes_too_long_is_given_up() -> None:
    tally = played(Skirmish, games=3, limit=5).tally
    assert (tally.games, tally.unfinished, tally.play.count) == (3, 3, 15)


def test_free_play_is_played_with_the_cards_of_some_game() -> None:
    cards, make = subject("freeform")
    assert make().id == "freeform"
    assert cards not in ("freeform", "skirmish")
    with pytest.raises(KeyError):
        subject("nothing")


@pytest.mark.usefixtures("installed_skirmish")
def test_an_installed_game_is_found() -> None:
    cards, make = subject("skirmish")
    assert (cards, make().id) == ("skirmish", "skirmish")
    assert make() is not make()


# faults that rules can have


class Remembers(Skirmish):
    """Holds something that changes."""

    def __init__(self) -> None:
        self.asked = 0

    def moves(self, table: Table, seat: str) -> Iterator[Move]:
        self.asked += 1
        found = list(super().moves(table, seat))
        yield from found[: max(1, len(found) - self.asked // 40)]


class ListsTooMuch(Skirmish):
    """Lists a move that it judges illegal, beside the others."""

    def moves(self, table: Table, seat: str) -> Iterator[Move]:
        yield from super().moves(table, seat)
        for card in table.cards(f"{seat}.deck")[:1]:
            yield Move(seat, "play", card=card)


class CannotDo(Skirmish):
    """Lists a move that it cannot carry out."""

    def begin(self, board: Board, move: Move) -> Plan[None]:
        if move.do == "end":
            yield Do("dance")
        yield from super().begin(board, move)


class Crashes(Skirmish):
    """Fails in the midst of the game."""

    def begin(self, board: Board, move: Move) -> Plan[None]:
        yield from super().begin(board, move)
        if len(board.table.cards("A.lost")) > 3:
            yield Fact("x", 1 / 0)


class Eats(Skirmish):
    """Removes cards for good."""

    def consequences(self, table: Table) -> Iterator[Consequence]:
        yield from super().consequences(table)
        for card in table.cards("A.lost")[3:4]:
            yield Consequence("eaten", f"{{{card}}} is eaten", (card,), (Remove(card),))


class Tells(Skirmish):
    """Names a card that the others may not know."""

    def describe(self, table: Table, move: Move) -> str:
        if move.do == "end":
            ids = [*table.cards(f"{move.seat}.deck"), *table.cards(f"{Board(table).other(move.seat)}.deck")]
            told = ", ".join(Board(table).name(i) for i in ids)
            return f"ends the turn before {told}"
        return super().describe(table, move)


class Mislays(Skirmish):
    """Puts cards into a zone that there is not."""

    def consequences(self, table: Table) -> Iterator[Consequence]:
        yield from super().consequences(table)
        for card in table.cards("A.lost")[1:2]:
            yield Consequence("", "", (card,), tuple(acts.move(table, [card], "A.limbo").ops))


class Stuck(Skirmish):
    """Has no moves after a while, and is not over."""

    def moves(self, table: Table, seat: str) -> Iterator[Move]:
        return super().moves(table, seat) if len(table.cards("A.deck")) > 20 else iter(())


class ClingsToATable(Skirmish):
    """Knows one table only, and no other that is just the same."""

    def moves(self, table: Table, seat: str) -> Iterator[Move]:
        found = list(super().moves(table, seat))
        return iter(found if table in KNOWN or not KNOWN else found[1:])

    def start(self, table: Table) -> Plan[None]:
        KNOWN[:] = [table]
        return super().start(table)


KNOWN: list[Table] = []


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (Remembers, "made anew list other moves"),
        (ListsTooMuch, "judged illegal|is refused"),
        (CannotDo, "cannot be carried out|is refused"),
        (Crashes, "ZeroDivisionError"),
        (Eats, "removed card"),
        (Tells, "of the hidden card"),
        (Mislays, "there is no zone A.limbo"),
        (Stuck, "there is no legal move"),
        (ClingsToATable, "written down and read again allows"),
    ],
)
def test_a_fault_is_found_told_and_saved(make: Callable[[], Game], message: str, tmp_path: Path) -> None:
    tally = played(make, tmp_path, games=20).tally
    assert tally.broken.startswith("game ")
    assert "(seed 7): " in tally.broken
    assert tally.save is not None
    assert re.search(message, tally.broken), tally.broken
    loaded = saves.load(tally.save)
    assert not loaded.report
    assert loaded.document.history.done
    assert loaded.document.header.game == "skirmish"
    assert tally.summary("skirmish")["message"] == tally.broken


def test_judging_that_disagrees_with_listing_is_found_on_a_sound_table() -> None:
    class Moody(Skirmish):
        def judge(self, table: Table, move: Move) -> Verdict:
            return Verdict((Violation("turn", "No."),)) if move.do == "end" else super().judge(table, move)

        def moves(self, table: Table, seat: str) -> Iterator[Move]:
            yield from super().moves(table, seat)
            yield Move(seat, "end")

    assert "end" in played(Moody).tally.broken


# acts of hands


def test_random_acts_fit_every_table() -> None:
    """Each act either does nothing or can be made, taken back and made again."""
    document = lay_out(LIBRARY, list(LIBRARY.decks.values()), seed=4)
    rng, history = Random(9), document.history
    done = 0
    for _ in range(1500):
        act = handplay.random_act(document.table, rng)
        if history.do(act.label, act.ops) is not None:
            done += 1
    assert done > 900
    invariants.check_places(document.table)
    invariants.check_undo(document)
    invariants.check_replay(document)


# the invariants themselves


def test_a_lost_piece_is_noticed() -> None:
    document = lay_out(LIBRARY, list(LIBRARY.decks.values()), seed=4)
    table = document.table
    invariants.check_places(table)
    table.order["A.deck"].pop()
    with pytest.raises(invariants.Broken, match="lie nowhere"):
        invariants.check_places(table)
    table.order["A.deck"].append(table.order["A.deck"][0])
    with pytest.raises(invariants.Broken, match="more than one place"):
        invariants.check_places(table)
    table.order["A.deck"][-1] = 9999
    with pytest.raises(invariants.Broken, match="not on the table"):
        invariants.check_places(table)


def test_a_table_written_to_behind_the_back_of_history_is_noticed() -> None:
    document = lay_out(LIBRARY, list(LIBRARY.decks.values()), seed=4)
    document.table.facts["turn"] = "C"
    with pytest.raises(invariants.Broken):
        invariants.check_saved(Skirmish(), document, "AB")
    for check in (invariants.check_replay, invariants.check_undo):
        with pytest.raises(invariants.Broken):
            check(document)
