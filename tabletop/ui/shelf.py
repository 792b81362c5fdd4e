"""What the window takes games from and keeps tables in: games are read in the background, so that nothing waits."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tabletop import places
from tabletop.cards.library import Library
from tabletop.cards.model import Deck
from tabletop.cards.problems import Problem


@dataclass(slots=True)
class Game:
    """A game on the shelf. `library` is None where its table cannot be read; `problems` says why."""

    id: str
    folder: Path
    library: Library | None = None
    problems: list[Problem] = field(default_factory=list)
    ready: bool = False
    """Whether its cards and decks are read, too."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.library.game.name if self.library is not None else self.id


class Shelf:
    """All games that are found. `load` reads them in a thread; asking for one that is not read yet reads it at once."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        self.saves: Path = places.saves()
        """The folder for saved tables."""
        self.problems: list[Problem] = []
        self.notices: list[str] = []
        """What is to be said once, by the first screen that can."""
        self.revision = 0
        """Grows with everything that has been read."""
        self.done = False
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._first: str | None = None

    def load(self, first: str | None = None) -> None:
        """Begin to read all games in the background; `first` before the others."""
        self._first = first
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._read, name="games", daemon=True)
            self._thread.start()

    def library(self, game_id: str) -> Library | None:
        """The library of a game, read now if need be; None if there is no such game."""
        with self._lock:
            found = self.games.get(game_id)
            if found is None:
                folder = places.find_game(game_id)
                if folder is None:
                    return None
                found = self._open(game_id, folder)
            return found.library

    def notice(self) -> str:
        """What is to be said, as one text; it is said then."""
        told, self.notices = " ".join(self.notices), []
        return told

    def game_name(self, game_id: str) -> str:
        """What a game is called; its id where it is not known."""
        found = self.games.get(game_id)
        return found.name if found is not None else game_id

    def _open(self, game_id: str, folder: Path) -> Game:
        library, problems = Library.load(folder)
        found = Game(game_id, folder, library, list(problems))
        self.games[game_id] = found
        self.revision += 1
        return found

    def _read(self) -> None:
        """The tables of all games first, for the list; then cards and decks, the most wanted game first."""
        folders = {folder.name: folder for folder in places.find_games()}
        self.problems = list(places.clashes())
        for game_id, folder in folders.items():
            with self._lock:
                if game_id not in self.games:
                    self._open(game_id, folder)
        left = [game for game in self.games.values() if not game.ready]
        while left:
            left.sort(key=lambda game: game.id != self._first)
            game = left.pop(0)
            with self._lock:
                if game.library is not None:
                    game.problems = list(game.library.problems)
                game.ready = True
                self.revision += 1
        self.done = True
        self.revision += 1


def usual_decks(library: Library, seats: int) -> list[Deck | None]:
    """The decks for so many seats where nobody has chosen: the first ones of the game, in their order. Where all cards
    go into zones that the seats share, one deck is enough for all.
    """
    decks = list(library.decks.values())
    shared = {zone.id for zone in library.game.zones if zone.per == "table"}
    sections = library.game.sections.values()
    if sections and all(section.zone in shared for section in sections):
        return [decks[0] if decks and not seat else None for seat in range(seats)]
    return [decks[seat % len(decks)] if decks else None for seat in range(seats)]


@cache
def shelf() -> Shelf:
    """The one shelf of the program."""
    return Shelf()
