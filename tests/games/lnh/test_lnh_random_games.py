"""Random games with random decks: whatever happens, the invariants hold."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tabletop.cards.dealing import lay_out
from tabletop.cards.library import Library
from tabletop.cards.model import Deck
from tabletop.games.lnh.game import Lnh
from tabletop.rules.perform import RandomFortune, begin, perform
from tabletop.table.history import History
from tabletop.table.state import Table

MOST = 400


def random_deck(library: Library, rng: Random) -> Deck:
    """A legal deck of an Origin at random, with cards outside the game."""
    cards = [card for card in library.cards.values() if card.type not in ("Token", "Foreign")]
    origins = [card for card in cards if card.type == "Origin"]
    origin = rng.choice(origins)
    short = origin.name.removeprefix("Origin: ")
    main: dict[str, int] = {}
    catastrophes = 0
    while sum(main.values()) < 50:
        card = rng.choice(cards)
        most = card.get("lim") or (1 if card.type == "Hero" else 6)
        if card.type == "Power":
            most = card.get("limits", {}).get(short, 0)
        number = min(rng.randint(1, 3), most)
        if card.type == "Catastrophe":
            number = min(number, 6 - catastrophes)
            catastrophes += max(0, number - main.get(card.id, 0))
        if number > main.get(card.id, 0):
            main[card.id] = number
    outside = rng.sample([card for card in cards if card.type in ("Hero", "Catastrophe", "Origin", "Plot")], 8)
    sections = {
        "main": tuple(main.items()),
        "origin": ((origin.id, 1),),
        "outside": tuple((card.id, 1) for card in outside),
    }
    return Deck("random", "Random", "lnh", sections)


def cards_of(table: Table) -> Counter[tuple[str, str | None]]:
    """Which cards there are, whose: all but tokens."""
    return Counter((piece.card, piece.owner) for piece in table if piece.kind == "card")


def check_table(table: Table) -> None:
    """What holds on every table of a game that only rules have touched."""
    for seat in ("A", "B"):
        numbers = table.seats[seat].counters
        assert 0 <= numbers["prestige"] <= numbers["max_prestige"], seat
    for piece in table:
        zone = piece.zone.partition(".")[2] or piece.zone
        assert zone in ("hand", "deck", "lost", "removed", "play", "outside", "attached", "table"), piece
        if zone in ("lost", "removed"):
            assert piece.up
            assert not piece.marks, "a card that left play is what is printed on it"
            assert not piece.counters
            assert table.zone(piece.zone).seat == piece.owner, "cards go home"
        if zone == "deck":
            assert not piece.up
    types = Counter(
        table.definitions[piece.card].data.get("subtype")
        for piece in table
        if piece.zone.endswith(".play") and table.definitions[piece.card].type == "Plot" and "kind" not in piece.marks
    )
    several = {"Imaginary Story", "Villain"}
    assert all(number == 1 for kind, number in types.items() if kind not in several), types


@pytest.mark.parametrize("seed", range(12))
def test_random_games(library: Library, seed: int) -> None:
    rng = Random(seed)
    decks = [random_deck(library, rng) for _ in range(2)]
    game = Lnh()
    assert all(not list(game.judge_deck(library, deck)) for deck in decks)
    document = lay_out(library, decks, seed=seed)
    history, fortune = document.history, RandomFortune(rng)
    begun = history.at
    start = history.table.digest()
    begin(history, game, fortune)
    cards = cards_of(history.table)
    for _ in range(MOST):
        if game.outcome(history.table) is not None:
            break
        seat = game.to_act(history.table)[0]
        moves = list(game.moves(history.table, seat))
        assert moves, "the game waits for somebody who can do nothing"
        assert moves == list(Lnh().moves(history.table, seat)), "rules made anew list the same"
        for move in rng.sample(moves, min(5, len(moves))):
            verdict = Lnh().judge(history.table, move)
            assert verdict.legal, (move, verdict)
        move = rng.choice([move for move in moves if move.do != "forfeit_claim"] or moves)
        same(history, game, rng, fortune, move)
        assert cards_of(history.table) == cards
        check_table(history.table)
    end = history.table.digest()
    history.goto(begun)
    assert history.table.digest() == start, "undo of everything restores the table"
    history.goto(len(history.steps))
    assert history.table.digest() == end


def same(history: History, game: Lnh, rng: Random, fortune: RandomFortune, move: object) -> None:
    """Make a move; rules made anew come to the same table with the same chance."""
    state = rng.getstate()
    perform(history, game, move, fortune)  # type: ignore[arg-type]
    done = history.table.digest()
    history.undo()
    rng.setstate(state)
    perform(history, Lnh(), move, fortune)  # type: ignore[arg-type]
    assert history.table.digest() == done
