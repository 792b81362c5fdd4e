"""The rulebook of a game: its rule pages, and its cards, which are cited as rules too."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from tabletop.cards.library import Library
from tabletop.rules.pages import Page, load_pages


class Rulebook:
    """Finds what a verdict cites: a rule page by its id, else a card by its title."""

    def __init__(self, library: Library | None) -> None:
        self._library = library

    @cached_property
    def pages(self) -> dict[str, Page]:
        """The rule pages by id, in the order of their file."""
        return load_pages(self._library.game.folder)[0] if self._library is not None else {}

    @cached_property
    def _cards(self) -> dict[str, Page]:
        if self._library is None:
            return {}
        return {
            card.title: Page(card.title, card.title, card.text or "This card has no text.", "The text of the card")
            for card in self._library.cards.values()
        }

    def find(self, rule: str) -> Page | None:
        """The page of a rule, or the text of the card of that title; None if there is neither."""
        return self.pages.get(rule) or self._cards.get(rule)

    def title(self, rule: str) -> str:
        """What a rule is called; its id where there is no page."""
        page = self.find(rule)
        return page.title if page is not None else rule

    def search(self, text: str) -> list[Page]:
        """The pages in which all words of a text occur, those that have them in title or id first."""
        wanted = text.casefold().split()
        if not wanted:
            return list(self.pages.values())
        near = [page for page in self.pages.values() if _has(wanted, (page.id, page.title))]
        far = [page for page in self.pages.values() if _has(wanted, (page.id, page.title, page.text, page.source))]
        return list(dict.fromkeys([*near, *far]))


def _has(wanted: Iterable[str], parts: Iterable[str]) -> bool:
    text = " ".join(parts).casefold()
    return all(word in text for word in wanted)
