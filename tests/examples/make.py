"""Makes the example tables in saves/examples anew: `python tests/examples/make.py`.

Each is a game in its middle: by the rules where the game has some, by hand else. The same seed gives the same table.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from tabletop import games
from tabletop.assist.session import Session
from tabletop.cards.library import Library
from tabletop.places import find_games
from tabletop.table import acts, saves

FOLDER = Path(__file__).resolve().parents[2] / "saves" / "examples"
STEPS = 45
SEED = 11


def by_rules(session: Session, rng: Random) -> None:
    """Random legal moves until enough happened, or the game would be over."""
    game, history = session.game, session.history
    start = history.at
    while history.at < start + STEPS:
        seats = game.to_act(session.table)
        moves = [move for seat in seats[:1] for move in game.moves(session.table, seat)]
        if not moves:
            break
        session.referee.propose(rng.choice(moves))
        if game.outcome(session.table) is not None:
            session.undo()
            break


def by_hand(session: Session, rng: Random) -> None:
    """A round of cards dealt, and a trick laid on the table."""
    table = session.table
    session.act(acts.deal(table, "stock", 7, [f"{seat}.hand" for seat in table.seats]), "A")
    for number, seat in enumerate(table.seats):
        card = rng.choice(table.cards(f"{seat}.hand"))
        session.act(acts.move(table, [card], "table", at=(-40.0 + 80 * number, 0.0)), seat)
    session.act(acts.count(table, "A", "score", 1), "A")


def make(folder: Path, library: Library) -> Path:
    """The example of one game; says where it is."""
    ruled = games.load(library.game.id).id != "freeform"
    decks = list(library.decks.values())
    shared = all(zone.per == "table" for zone in library.game.zones if zone.role == "draw")
    chosen = decks[:1] if shared else [decks[0], decks[-1]]
    session = Session.start(
        library, chosen, names=("Anna", "Ben"), seats=2, seed=SEED, assist="referee" if ruled else "off"
    )
    rng = Random(SEED)
    (by_rules if ruled else by_hand)(session, rng)
    session.document.header.title = f"{library.game.name}: an example"
    session.document.header.created = "2026-11-30T12:00:00+00:00"
    path = folder / f"{library.game.id}{saves.SUFFIX}"
    saves.save_as(path, session.document)
    return path


def main() -> None:
    """Make all of them."""
    for folder in find_games():
        library, _ = Library.load(folder)
        if library is not None:
            sys.stdout.write(f"{make(FOLDER, library)}\n")


if __name__ == "__main__":
    main()
