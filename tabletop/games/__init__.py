"""The games that have rules. A game is a package in here, or one that another distribution announces with an entry
point of the group `tabletop.games`; each has a function `game()` that gives its rules. There is no list of games.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points

from tabletop.rules.game import Game

GROUP = "tabletop.games"


@cache
def makers() -> dict[str, Callable[[], Game]]:
    """For each game with rules its id and the function that gives them, the shipped ones first."""
    found: dict[str, Callable[[], Game]] = {}
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            found[module.name] = _maker(f"{__name__}.{module.name}")
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, point.load)
    return found


@cache
def load(game_id: str) -> Game:
    """The rules of a game; one without any is played freely. Games hold no state, so each is made once."""
    return make(game_id)


def make(game_id: str) -> Game:
    """The rules of a game, made anew; one without any is played freely."""
    maker = makers().get(game_id) or makers()["freeform"]
    made = maker()
    return made() if callable(made) and not isinstance(made, Game) else made


def _maker(module: str) -> Callable[[], Game]:
    def make() -> Game:
        found: Game = importlib.import_module(module).game()
        return found

    return make
