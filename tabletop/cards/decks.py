"""Decks from TOML."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tabletop.cards.document import Document
from tabletop.cards.model import CardDef, Deck
from tabletop.cards.problems import Problem, either, errors, shown, suggest, suggest_or_list
from tabletop.cards.typed import TypedTable, number_hint

if TYPE_CHECKING:
    from tabletop.cards.library import Library

MAX_COPIES = 1000
"""More copies of one card than this are refused: the table could not show them."""

_MAX_SUGGESTIONS = 20


def load_deck(path: Path, library: Library) -> tuple[Deck | None, list[Problem]]:
    """The deck in a file, and what is wrong with it.

    None where the file is no TOML or is for another game; a single wrong line costs only its cards. Whether the rules
    of the game allow the deck is not looked at here.
    """
    document = Document(path)
    if not document.readable:
        return None, document.problems
    top = TypedTable(document, document.data, ())
    name = top.text("name", path.stem, needed=True)
    about = top.text("about")
    game = top.text("game", needed=True)
    if game and game != library.game.id:
        top.error(f'the deck is for the game "{game}", not for "{library.game.id}"', "game",
                  suggest(game, [library.game.id]) or "take a deck of this game")  # fmt: skip
        return None, document.problems
    reader = _EntryReader(library)
    sections: dict[str, tuple[tuple[str, int], ...]] = {}
    for word, table in top.tables("sections"):
        if word not in library.game.sections:
            hint = suggest_or_list(word, list(library.game.sections), "possible")
            table.error(f'"{word}" is no section of a deck of {library.game.name}', None, hint)
            continue
        sections[word] = reader.read(table)
    top.done()
    if not any(sections.values()) and not errors(document.problems):
        document.warn("the deck has no cards", hint='write [sections.…] and "card" = 1 below')
    return Deck(path.stem, name, game or library.game.id, sections, about, path), document.problems


class _EntryReader:
    """Reads the lines of a deck's sections."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._suggestions = 0

    def read(self, table: TypedTable) -> tuple[tuple[str, int], ...]:
        counts: dict[str, int] = {}
        written: dict[str, str] = {}
        for key, number in table.data.items():
            card = self._card(table, key)
            if type(number) is not int:
                whole = number_hint(number) if isinstance(number, str) else "write a whole number"
                table.error(f"wants how many of this card, found {shown(number)}", key, whole)
            elif number < 1:
                table.error(f"wants at least 1 of this card, found {number}", key, "take the line out")
            elif number > MAX_COPIES:
                table.error(f"wants at most {MAX_COPIES} of this card, found {shown(number)}", key)
            elif card is not None:
                if card.id in written:
                    table.warn(f'the same card as "{written[card.id]}"; the numbers are added up', key, "write it once")
                written.setdefault(card.id, key)
                counts[card.id] = counts.get(card.id, 0) + number
        return tuple(counts.items())

    def _card(self, table: TypedTable, key: str) -> CardDef | None:
        library = self._library
        if (card := library.card(key)) is not None:
            return card
        found = library.titled(key)
        if len(found) == 1:
            return found[0]
        if found:
            table.error(f"{len(found)} cards have this name", key, f"write {either([card.id for card in found[:4]])}")
            return None
        self._suggestions += 1
        table.error("there is no such card", key, library.suggest(key) if self._suggestions <= _MAX_SUGGESTIONS else "")
        return None
