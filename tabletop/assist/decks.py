"""Decks before the game: whether a game has rules, and what they say to a deck."""

from __future__ import annotations

import logging
from pathlib import Path

from tabletop import games
from tabletop.assist.hints import Reason
from tabletop.cards.library import Library
from tabletop.cards.model import Deck
from tabletop.cards.problems import Problem

_log = logging.getLogger(__name__)

FREE = "freeform"
"""The rules of games without rules."""


def has_rules(game_id: str) -> bool:
    """Whether a game has rules that can be switched on."""
    return game_id != FREE and game_id in games.makers()


def deck_reasons(library: Library, deck: Deck) -> tuple[Reason, ...]:
    """What makes a deck illegal by the rules of its game; nothing for a game without rules, or where they fail."""
    if not has_rules(library.game.id):
        return ()
    try:
        found = tuple(games.load(library.game.id).judge_deck(library, deck))
    except Exception as fault:
        _log.error("The rules of %s failed to judge a deck", library.game.id, exc_info=fault)
        return ()
    return tuple(Reason(each.rule, _plain(each.message)) for each in found)


def _plain(label: str) -> str:
    """There is no table yet whose cards a label could name."""
    text = label.replace("{{", "{")
    return text[:1].upper() + text[1:]


class RulesCheck:
    """Judges people's decks and cards by the rules of their game (`tabletop.cards.check.Rules`)."""

    def deck(self, library: Library, deck: Deck) -> list[Problem]:
        """Every rule of its game that a deck breaks, each with the id of the rule."""
        path = deck.path or Path(deck.id)
        if not has_rules(library.game.id):
            return []
        try:
            found = tuple(games.load(library.game.id).judge_deck(library, deck))
        except Exception as fault:
            return [_failed(path, library, fault)]
        return [
            Problem(path, None, None, None, f"{_plain(each.message).rstrip('.')} [{each.rule}]") for each in found
        ]  # fmt: skip

    def cards(self, library: Library) -> list[Problem]:
        """What the rules of a game find wrong with its cards: of each the id and the key."""
        if not has_rules(library.game.id):
            return []
        try:
            found = tuple(games.load(library.game.id).faults(library))
        except Exception as fault:
            return [_failed(library.game.folder, library, fault)]
        return [Problem(library.game.folder, None, each.card, each.key, each.message) for each in found]


def _failed(path: Path, library: Library, fault: Exception) -> Problem:
    _log.error("The rules of %s failed", library.game.id, exc_info=fault)
    return Problem(path, None, None, None, f"the rules of {library.game.name} could not judge this ({fault})")
