"""May this deck be played? Size, copies, and the date from which a set is legal (3, FAQ 1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from tabletop.rules.model import Violation

SIZE = 60
COPIES = 4

LEGAL_FROM: Mapping[str, date] = {"dcr": date(2006, 5, 27)}
"""The first day on which a card set may be used in tournaments; a set that is not named always may (FAQ, item 1)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A card of a deck: its full id, what tells copies apart (name and versions), and how many."""

    id: str
    title: str
    name: str
    versions: frozenset[str]
    number: int = 1


def violations(entries: Iterable[Entry], day: date, *, army_unlimited: bool = True) -> Iterator[Violation]:
    """What is wrong with a deck on that day."""
    listed = list(entries)
    size = sum(entry.number for entry in listed)
    if size < SIZE:
        yield Violation("deck-size", f"The deck has {size} cards, and a deck needs at least {SIZE}.")
    copies: dict[tuple[str, frozenset[str]], int] = {}
    titles: dict[tuple[str, frozenset[str]], str] = {}
    for entry in listed:
        key = (entry.name, entry.versions)
        copies[key] = copies.get(key, 0) + entry.number
        titles.setdefault(key, entry.title)
    for key, number in copies.items():
        if number > COPIES and not (army_unlimited and "Army" in key[1]):
            text = f"The deck has {number} copies of {titles[key]}, and {COPIES} are allowed."
            yield Violation("deck-copies", text)
    early: dict[str, str] = {}
    for entry in listed:
        first = LEGAL_FROM.get(entry.id.partition("/")[0])
        if first is not None and day < first and entry.id not in early:
            early[entry.id] = f"{entry.title} may be played from {first:%d %B %Y} on, and this is {day:%d %B %Y}."
    for text in early.values():
        yield Violation("faq-1", text)


def read_day(word: str) -> date | None:
    """A date as cases write it ("2006-05-27"); None if it is none."""
    try:
        return date.fromisoformat(word)
    except ValueError:
        return None
