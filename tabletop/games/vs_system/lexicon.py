"""Words that players may name: teams, identities, names of plot twists, of the table and of the sets at hand."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from tabletop.cards.dealing import definition
from tabletop.cards.library import Library
from tabletop.games.vs_system import printed
from tabletop.places import find_games
from tabletop.table.state import Definition

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board

GAME = "vs_system"

Words = tuple[frozenset[str], frozenset[str], frozenset[str]]


@cache
def _of_the_sets() -> Words:
    """The words of the cards in the game's folder; none where it is not there."""
    folder = next((folder for folder in find_games() if folder.name == GAME), None)
    library = Library.load(folder)[0] if folder is not None else None
    return _collect((card.id, definition(card)) for card in (library.cards.values() if library is not None else ()))


def _collect(definitions: Iterable[tuple[str, Definition]]) -> Words:
    teams: set[str] = set()
    identities: set[str] = set()
    names: set[str] = set()
    for card_id, kept in definitions:
        facts = printed.facts(card_id, kept)
        if facts["type"] == printed.PLOT_TWIST and not facts["ongoing"]:
            names.add(facts["name"])
        if facts["type"] == printed.CHARACTER:
            teams.update(facts["teams"])
            identities.update(facts["identities"])
    return frozenset(teams), frozenset(identities), frozenset(names)


def _all(b: Board, which: int) -> list[str]:
    return sorted(_of_the_sets()[which] | _collect(b.table.definitions.items())[which])


def teams(b: Board) -> list[str]:
    """The teams that may be named."""
    return _all(b, 0)


def identities(b: Board) -> list[str]:
    """The identities that may be named."""
    return _all(b, 1)


def passing_plot_twists(b: Board) -> list[str]:
    """The names of plot twists without an ongoing part (FAQ, Mourn for the Lost: what Null Time Zone may name)."""
    return _all(b, 2)
