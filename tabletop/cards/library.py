"""All of one game: its cards, decks and pictures, read when they are first asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from tabletop.cards.decks import load_deck
from tabletop.cards.finding import Finder
from tabletop.cards.games import DECKS_FOLDER, IMAGES_FOLDER, SPECIAL_FILES, load_game
from tabletop.cards.images import ImageFolder
from tabletop.cards.model import CardDef, Deck, GameDef, SetDef
from tabletop.cards.problems import Problem, closest, either
from tabletop.cards.sets import read_set


class Library:
    """The cards and decks of a game.

    Nothing is read before it is asked for: `cards` reads the card sets, `decks` reads those and the decks. What is
    wrong with any of it never raises; it stands in `problems`.
    """

    def __init__(self, game: GameDef, problems: Sequence[Problem] = ()) -> None:
        self.game = game
        self.images = ImageFolder(game.folder / IMAGES_FOLDER)
        self._game_problems = list(problems)
        self._set_problems: list[Problem] = []
        self._deck_problems: list[Problem] = []

    @classmethod
    def load(cls, folder: Path) -> tuple[Library | None, list[Problem]]:
        """The library of the game in a folder, and what is wrong with its table; None where that cannot be read."""
        game, problems = load_game(folder)
        return (cls(game, problems), problems) if game is not None else (None, problems)

    @cached_property
    def _loaded(self) -> tuple[dict[str, SetDef], dict[str, CardDef]]:
        sets: dict[str, SetDef] = {}
        cards: dict[str, CardDef] = {}
        problems: list[Problem] = []
        for path in set_files(self.game.folder):
            head, found, wrong = read_set(path, self.game)
            problems += wrong
            if (other := sets.get(head.id)) is not None:
                message = f'the set "{head.id}" is in {other.path.name} already, and the cards of this one are left out'
                problems.append(Problem(path, None, None, "set.id", message, "give each set an id of its own"))
                continue
            sets[head.id] = head
            for card in found:
                cards[card.id] = card
        self._set_problems = problems
        return sets, cards

    @property
    def sets(self) -> Mapping[str, SetDef]:
        """The card sets by their ids."""
        return self._loaded[0]

    @property
    def cards(self) -> Mapping[str, CardDef]:
        """The cards by their full ids, set after set in the order of the files."""
        return self._loaded[1]

    @cached_property
    def decks(self) -> Mapping[str, Deck]:
        """The decks of the game's folder by their ids (the name of the file)."""
        decks: dict[str, Deck] = {}
        problems: list[Problem] = []
        for path in deck_files(self.game.folder):
            deck, wrong = load_deck(path, self)
            problems += wrong
            if deck is not None:
                decks[deck.id] = deck
        self._deck_problems = problems
        return decks

    @property
    def problems(self) -> list[Problem]:
        """Everything that is wrong with the game, its sets and its decks. Reads all of them."""
        _ = self.decks, self.cards
        return [*self._game_problems, *self._set_problems, *self._deck_problems]

    def card(self, card_id: str) -> CardDef | None:
        """The card with this full id ("core/kick"), or None."""
        return self.cards.get(card_id)

    def find_title(self, name: str) -> CardDef | None:
        """The card with this full title, else the only card with this name; None where there is none or more than one.

        `titled` gives them all, to tell one from the other.
        """
        found = self.titled(name)
        return found[0] if len(found) == 1 else None

    def titled(self, name: str) -> tuple[CardDef, ...]:
        """All cards with this full title; where no title fits, all cards with this name."""
        titles, names = self._by_title
        return tuple(titles.get(name) or names.get(name) or ())

    def suggest(self, name: str) -> str:
        """'did you mean "core/kick"?' for a card's id or name that does not exist, or ""."""
        near = closest(name, self.cards if "/" in name else [*self._by_title[0], *self._by_title[1]])
        if not near:
            near = [
                card_id for end in closest(name.rpartition("/")[2], self._by_id_end) for card_id in self._by_id_end[end]
            ]
        return f"did you mean {either(near[:3])}?" if near else ""

    def size_of(self, card: CardDef) -> tuple[float, float]:
        """The width and height of a card in millimetres: those of its set, else of its game."""
        head = self.sets.get(card.id.partition("/")[0])
        return head.card_size if head is not None and head.card_size is not None else self.game.card_size

    def back_of(self, card: CardDef) -> str:
        """The back of a card, as frames.toml names it: that of its set, else of its game."""
        head = self.sets.get(card.id.partition("/")[0])
        return head.back if head is not None and head.back is not None else self.game.back

    def picture(self, card: CardDef) -> Path | None:
        """The file of a card's picture; None where it has none or the file is not there."""
        return self.images.find(card.picture) if card.picture is not None else None

    @cached_property
    def finder(self) -> Finder:
        """The index in which cards are found by queries, over all cards in their order."""
        return Finder(tuple(self.cards.values()), self.game, self.sets)

    @cached_property
    def _by_title(self) -> tuple[dict[str, list[CardDef]], dict[str, list[CardDef]]]:
        titles: dict[str, list[CardDef]] = {}
        names: dict[str, list[CardDef]] = {}
        for card in self.cards.values():
            titles.setdefault(card.title, []).append(card)
            names.setdefault(card.name, []).append(card)
        return titles, names

    @cached_property
    def _by_id_end(self) -> dict[str, list[str]]:
        """Full ids by what stands after the set's id."""
        ends: dict[str, list[str]] = {}
        for card_id in self.cards:
            ends.setdefault(card_id.partition("/")[2], []).append(card_id)
        return ends


def set_files(folder: Path) -> list[Path]:
    """The card sets in a game's folder, by name."""
    return [path for path in toml_files(folder) if path.name not in SPECIAL_FILES]


def deck_files(folder: Path) -> list[Path]:
    """The decks in a game's folder, by name."""
    return toml_files(folder / DECKS_FOLDER)


def toml_files(folder: Path) -> list[Path]:
    """The TOML files right inside a folder, by name; none where there is no such folder."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".toml" and not path.name.startswith("."))
    except OSError:
        return []
