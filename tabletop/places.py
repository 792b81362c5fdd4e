"""Where things are on this computer: the data that comes with the program, the user's own, and saved tables."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import platformdirs

from tabletop.cards.games import TABLE_FILE
from tabletop.cards.problems import Problem

EXTRA_CARDSETS = "TABLETOP_CARDSETS"
"""The environment variable that names further folders with games, separated as in PATH."""

_PACKAGE = Path(__file__).resolve().parent


def checkout() -> Path | None:
    """The root of the source tree that the program runs from, or None when it is installed."""
    root = _PACKAGE.parent
    return root if (root / "cardsets").is_dir() and (root / "pyproject.toml").is_file() else None


def shipped() -> Path:
    """The folder with the program's own `assets`, `cardsets` and `saves`: the source tree, or in the package."""
    return checkout() or _PACKAGE / "_data"


def assets() -> Path:
    """The folder of what the program ships to show and sound."""
    return shipped() / "assets"


def shipped_cardsets() -> Path:
    """The folder of the games that come with the program."""
    return shipped() / "cardsets"


def shipped_saves() -> Path:
    """The folder of the example tables that come with the program."""
    return shipped() / "saves"


@cache
def _user_data() -> Path:
    return Path(platformdirs.user_data_dir("tabletop", appauthor=False))


def user_data() -> Path:
    """The folder for the user's own data. It need not exist yet."""
    return _user_data()


def user_cardsets() -> Path:
    """The folder in which people put their own games. It need not exist yet."""
    return user_data() / "cardsets"


def saves() -> Path:
    """The folder for saved tables: `saves` in a source tree, else in the user's data. It need not exist yet."""
    root = checkout()
    return root / "saves" if root is not None else user_data() / "saves"


def cardset_folders() -> list[Path]:
    """The folders that hold games: those of TABLETOP_CARDSETS, the user's own, the shipped one; each only once."""
    named = [Path(part).expanduser() for part in os.environ.get(EXTRA_CARDSETS, "").split(os.pathsep) if part.strip()]
    folders: dict[Path, Path] = {}
    for folder in (*named, user_cardsets(), shipped_cardsets()):
        try:
            folders.setdefault(folder.resolve(), folder)
        except (OSError, RuntimeError, ValueError):
            continue
    return list(folders.values())


def find_games() -> list[Path]:
    """The folders of all games, the user's before the shipped ones; one whose id is taken is left out."""
    return _search()[0]


def find_game(game_id: str) -> Path | None:
    """The folder of the game with this id, or None."""
    return next((folder for folder in find_games() if folder.name == game_id), None)


def clashes() -> list[Problem]:
    """A warning for each game that is left out, because a shipped game or an earlier one has the same id."""
    return _search()[1]


def _search() -> tuple[list[Path], list[Problem]]:
    shipped_folder = shipped_cardsets()
    own = [folder for folder in cardset_folders() if folder != shipped_folder]
    # Shipped games keep their ids: their engines and saves rely on what is in them.
    taken = {game.name: game for game in _games_in(shipped_folder)}
    mine: dict[str, Path] = {}
    problems: list[Problem] = []
    for folder in own:
        for game in _games_in(folder):
            other = taken.get(game.name) or mine.get(game.name)
            if other is None:
                mine[game.name] = game
            else:
                message = f'there is a game "{game.name}" already, in {other}, and this one is left out'
                hint = "give the folder and its game another id"
                problems.append(Problem(game / TABLE_FILE, None, None, "game.id", message, hint, "warning"))
    return [*mine.values(), *taken.values()], problems


def _games_in(folder: Path) -> list[Path]:
    """The games right inside a folder, by name."""
    try:
        return sorted(game for game in folder.iterdir() if (game / TABLE_FILE).is_file())
    except OSError:
        return []
