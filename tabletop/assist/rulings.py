"""Running ruling cases against the rules that are installed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tabletop import games
from tabletop.cards.library import Library
from tabletop.places import find_games
from tabletop.rules.cases import Result, case_files, run_file
from tabletop.rules.game import Game


@cache
def game_and_library(game_id: str) -> tuple[Game, Library] | None:
    """The rules and the cards of a game by its id; None if there are no cards of it."""
    folder = next((folder for folder in find_games() if folder.name == game_id), None)
    library = Library.load(folder)[0] if folder is not None else None
    return (games.load(game_id), library) if library is not None else None


def run(paths: Iterable[Path]) -> Iterator[Result]:
    """Run every case at these paths (files, or folders with their subfolders)."""
    for path in paths:
        for file in case_files(path):
            yield from run_file(file, game_and_library)
