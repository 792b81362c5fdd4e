"""Checks people's data: every problem of a card set, a table, a deck, a whole folder, before a game meets it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from tabletop import places
from tabletop.cards.decks import load_deck
from tabletop.cards.document import CARD_HEADER, TABLE_HEADER, Document
from tabletop.cards.frames import FrameBook, load_frames
from tabletop.cards.games import DECKS_FOLDER, FRAMES_FILE, IMAGES_FOLDER, RULES_FILE, TABLE_FILE, TEXTS_FILE, load_game
from tabletop.cards.layout import layout_zones, overlaps
from tabletop.cards.library import Library, set_files
from tabletop.cards.model import CardDef, Deck, GameDef
from tabletop.cards.problems import Problem, errors, suggest
from tabletop.cards.sets import read_set
from tabletop.cards.typed import TypedTable


class Rules(Protocol):
    """What the rules of games say to cards and decks, for those who know of rules; nothing for a game without any."""

    def deck(self, library: Library, deck: Deck) -> list[Problem]:
        """Why the rules of its game do not allow a deck."""

    def cards(self, library: Library) -> list[Problem]:
        """What only the rules notice about the cards of a game."""


Checker = Callable[[Path], list[Problem]]
"""Checks one file of a kind that this module does not know, such as a saved table."""

MAX_NAMED = 5
"""So many cards with the same lack are named one by one; more are told together."""


def check_path(
    path: Path, others: Mapping[str, Checker] | None = None, progress: Callable[[Path], None] | None = None,
    rules: Rules | None = None,
) -> list[Problem]:  # fmt: skip
    """Every problem of a file or of all files in a folder, in the order of the files.

    TOML files are told apart by their names and by the folder they lie in. `others` are checkers for further kinds of
    files by suffix (".table"). `progress` is called with each file before it is read. `rules` judge decks and cards by
    the rules of their game. Never raises for bad data.
    """
    return _Checker(others or {}, progress or (lambda _: None), rules).check(path)


class _Checker:
    """One run over some paths; each game's library is read once."""

    def __init__(
        self, others: Mapping[str, Checker], progress: Callable[[Path], None], rules: Rules | None = None
    ) -> None:
        self._others = others
        self._progress = progress
        self._rules = rules
        self._card_faults: dict[Path, list[Problem]] = {}
        self._libraries: dict[Path, Library | None] = {}

    def check(self, path: Path) -> list[Problem]:
        try:
            if path.is_dir():
                files = list(self._files(path))
                if not files:
                    return [Problem(path, None, None, None, "there is nothing to check here",
                                    "name a game's folder or a file", "warning")]  # fmt: skip
                return [problem for file in files for problem in self._file(file)]
            if path.is_file():
                return self._file(path)
        except (OSError, ValueError) as fault:
            reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
            return [Problem(path, None, None, None, f"cannot be read: {reason}")]
        return [Problem(path, None, None, None, "there is no such file or folder")]

    def _files(self, folder: Path) -> Iterator[Path]:
        """The files to check in a folder and the folders in it, table.toml first. Links to folders are not followed."""
        suffixes = {".toml", *self._others}
        entries = sorted(folder.iterdir(), key=lambda entry: (entry.name != TABLE_FILE, entry.is_dir(), entry.name))
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.is_dir():
                if entry.name != IMAGES_FOLDER and not entry.is_symlink():
                    yield from self._files(entry)
            elif entry.suffix in suffixes:
                yield entry

    def _file(self, path: Path) -> list[Problem]:
        self._progress(path)
        checker = self._others.get(path.suffix)
        if checker is not None:
            return checker(path)
        if path.suffix != ".toml":
            return [Problem(path, None, None, None, "this is no kind of file that can be checked",
                            f"it ends in none of {', '.join(sorted(('.toml', *self._others)))}")]  # fmt: skip
        path = path.absolute() if len(path.parts) < 3 else path  # the folders around it tell what it is
        if path.name == TABLE_FILE:
            return self._table(path)
        if path.name == RULES_FILE:
            return check_rules(path)
        folder = path.parent.parent if path.parent.name == DECKS_FOLDER else path.parent
        if not (folder / TABLE_FILE).is_file():
            return self._stray(path)
        library = self._library(folder)
        if library is None:
            document = Document(path)
            return document.problems or [_without_game(path)]
        if path.parent.name == DECKS_FOLDER:
            return self._deck(path, library)
        if path.name == FRAMES_FILE:
            return list(load_frames(path, library.game.fields).problems)
        if path.name == TEXTS_FILE:
            return [problem for problem in load_game(folder)[1] if problem.path.name == TEXTS_FILE]
        return self._set(path, library)

    def _library(self, folder: Path) -> Library | None:
        if folder not in self._libraries:
            self._libraries[folder] = Library.load(folder)[0]
        return self._libraries[folder]

    def _table(self, path: Path) -> list[Problem]:
        game, problems = load_game(path.parent)
        problems = [problem for problem in problems if problem.path.name == TABLE_FILE]
        if game is None:
            return problems
        return [*problems, *_crowded_zones(game, path), *_unknown_frames(game, path)]

    def _set(self, path: Path, library: Library) -> list[Problem]:
        head, cards, problems = read_set(path, library.game)
        other = library.sets.get(head.id)
        if other is not None and other.path.name != path.name and path in set_files(path.parent):
            problems += [problem for problem in library.problems if problem.path == path and problem.key == "set.id"]
        document = Document(path, part=CARD_HEADER)
        return [*problems, *_without_text(document, library.game, cards), *_without_picture(document, library, cards),
                *self._by_rules(document, library, {card.id for card in cards})]  # fmt: skip

    def _by_rules(self, document: Document, library: Library, cards: Set[str]) -> list[Problem]:
        """What the rules of the game notice about the cards of a set, at the lines of the cards."""
        if self._rules is None:
            return []
        folder = library.game.folder
        if folder not in self._card_faults:
            self._card_faults[folder] = self._rules.cards(library)
        before = len(document.problems)
        numbers = _raw_cards(document)
        for problem in self._card_faults[folder]:
            name = (problem.card or "").partition("/")[2]
            if problem.card in cards and name in numbers:
                at: tuple[str | int, ...] = ("card", numbers[name], *([problem.key] if problem.key else []))
                document.error(problem.message, at, card=name, key=problem.key, hint=problem.hint)
        return document.problems[before:]

    def _deck(self, path: Path, library: Library) -> list[Problem]:
        """What is wrong with a deck, and why the rules of its game do not allow it."""
        deck, problems = load_deck(path, library)
        if deck is None or self._rules is None:
            return problems
        judged = self._rules.deck(library, deck)
        if errors(problems):
            hint = "this counts only the lines that could be read"
            judged = [replace(problem, hint=hint) for problem in judged]
        return [*problems, *judged]

    def _stray(self, path: Path) -> list[Problem]:
        """A file that lies in no game's folder: a deck, or a set that nobody will find."""
        document = Document(path)
        if not document.readable or ("sections" not in document.data and "game" not in document.data):
            return document.problems or [_without_game(path)]
        name = document.data.get("game")
        folder = places.find_game(name) if isinstance(name, str) else None
        library = self._library(folder) if folder is not None else None
        if library is not None:
            return self._deck(path, library)
        if isinstance(name, str):
            document.error(f'there is no game "{name}"', ("game",),
                           hint=suggest(name, [game.name for game in places.find_games()]))  # fmt: skip
        else:
            document.error("the deck does not name its game", hint='add game = "…"')
        return document.problems


def check_rules(path: Path) -> list[Problem]:
    """What is wrong with the pages of a rules.toml: each is a table with a title, a text and, if known, its source."""
    document = Document(path, part=TABLE_HEADER)
    top = TypedTable(document, document.data, ())
    for name in document.data:
        page = top.table(name)
        for key in ("title", "text"):
            page.text(key, needed=True)
        page.text("source")
        page.done()
    return document.problems


def _without_game(path: Path) -> Problem:
    message = f"this file belongs to no game: {TABLE_FILE} is not beside it or cannot be read"
    return Problem(path, None, None, None, message, f"put it into the folder of a game, beside its {TABLE_FILE}")


def _crowded_zones(game: GameDef, path: Path) -> list[Problem]:
    """A warning for each pair of zones that lie on each other when the table is laid out."""
    document = Document(path)
    listed = document.data.get("zones")
    rows = [zone if isinstance(zone, dict) else {} for zone in (listed if isinstance(listed, list) else ())]
    places_of = {row["id"]: number for number, row in enumerate(rows) if isinstance(row.get("id"), str)}
    told: set[tuple[str, str]] = set()
    for seats in game.seats:
        for one, other in overlaps(layout_zones(game, seats)):
            pair = (one.id.rpartition(".")[2], other.id.rpartition(".")[2])
            if pair not in told:
                told.add(pair)
                document.warn(f'the zones "{one.id}" and "{other.id}" lie on each other with {seats} seats',
                              ("zones", places_of.get(pair[0], 0), "at"),
                              hint="move them apart, or make one smaller")  # fmt: skip
    return document.problems


def _unknown_frames(game: GameDef, path: Path) -> list[Problem]:
    """Warnings of frames and backs that neither the game nor the program has."""
    book: FrameBook = load_frames(path.parent / FRAMES_FILE, game.fields)
    document = Document(path)
    for word, kind in game.types.items():
        if kind.frame != word and kind.frame not in book.frames:
            document.warn(f'there is no frame "{kind.frame}" in {FRAMES_FILE}', ("types", word, "frame"),
                          hint=suggest(kind.frame, book.frames) or "its cards are drawn plain")  # fmt: skip
    if game.back not in book.backs:
        document.warn(f'there is no back "{game.back}" in {FRAMES_FILE}', ("card", "back"),
                      hint=suggest(game.back, book.backs) or "the plain back is drawn")  # fmt: skip
    return document.problems


def _raw_cards(document: Document) -> dict[str, int]:
    """Where the cards of a set stand in its file, by their ids."""
    cards = document.data.get("card")
    return {
        card["id"]: number
        for number, card in enumerate(cards if isinstance(cards, list) else ())
        if isinstance(card, dict) and isinstance(card.get("id"), str)
    }


def _without_text(document: Document, game: GameDef, cards: list[CardDef]) -> list[Problem]:
    """Warnings of cards that say nothing, where neither they nor their type say that this is meant."""
    before = len(document.problems)
    numbers = _raw_cards(document)
    lacking: dict[str, list[str]] = {}
    for card in cards:
        name = card.id.partition("/")[2]
        kind = game.types[card.type]
        told = kind.blank or "text" in card.assumed or (kind.text_by and card.get(kind.text_by))
        told = told or "text" in document.data["card"][numbers[name]]
        if not card.text and not told:
            lacking.setdefault(card.type, []).append(name)
    for word, names in lacking.items():
        hint = f'add text = "…"; text = "" on a card, or blank = true in [types.{word}], say that none is meant'
        _tell(document, names, numbers, (), "has no text and no template", f'cards of the type "{word}"', hint)
    return document.problems[before:]


def _without_picture(document: Document, library: Library, cards: list[CardDef]) -> list[Problem]:
    """Warnings of cards whose picture is not there."""
    before = len(document.problems)
    lacking = [card.id.partition("/")[2] for card in cards if card.picture and library.picture(card) is None]
    hint = f"put it into {library.images.folder.name}/, or take the key out: the card is drawn without it"
    _tell(document, lacking, _raw_cards(document), ("picture",), "names a picture that is not there", "cards", hint)
    return document.problems[before:]


def _tell(document: Document, names: list[str], numbers: Mapping[str, int], key: tuple[str, ...], what: str, whole: str,
          hint: str) -> None:  # fmt: skip
    """Warns of each card by name, or of all together where there are many."""
    if len(names) > MAX_NAMED:
        some = ", ".join(names[:3])
        document.warn(f"each of {len(names)} {whole} {what}: {some} and others", ("card", numbers[names[0]], *key),
                      key=key[0] if key else "card", hint=hint)  # fmt: skip
        return
    for name in names:
        document.warn(what, ("card", numbers[name], *key), card=name, key=key[0] if key else None, hint=hint)
