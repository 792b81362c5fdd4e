"""Deck building: what makes a deck illegal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tabletop.cards.dealing import definition
from tabletop.cards.library import Library
from tabletop.cards.model import Deck
from tabletop.games.lnh.cards import Card, card_of
from tabletop.rules.model import Violation
from tabletop.table.words import quote

LEAST = 50
MOST_COPIES = 6
MOST_CATASTROPHES = 6
MYSTIC, MYSTICS_OWN = "Mystic", 5
LATENT = "Latent Ability"


def violations(origins: Sequence[str], cards: Iterable[Card]) -> Iterator[Violation]:
    """Everything that is wrong with a deck of these cards for a player who starts with these Origins (without the word
    before the colon).
    """
    numbers: Counter[str] = Counter()
    by_name: dict[str, Card] = {}
    for card in cards:
        numbers[card.name] += 1
        by_name[card.name] = card
    total = numbers.total()
    if len(origins) != 1:
        yield Violation("setup", f"One Origin starts in play; there are {len(origins)}.")
    if total < LEAST:
        yield Violation("deck-size", f"The deck has {total} cards and needs at least {LEAST}.")
    for name, number in numbers.items():
        yield from _copies(by_name[name], number)
    catastrophes = sum(number for name, number in numbers.items() if by_name[name].type == "Catastrophe")
    if catastrophes > MOST_CATASTROPHES:
        told = f"The deck has {catastrophes} Catastrophes; {MOST_CATASTROPHES} are allowed."
        yield Violation("catastrophe-cap", told)
    if origins:
        powers = {name: number for name, number in numbers.items() if by_name[name].type == "Power"}
        yield from _powers(origins[0], powers, by_name)


def _copies(card: Card, number: int) -> Iterator[Violation]:
    name = quote(card.name)
    if card.type == "Hero":
        if number > 1:
            yield Violation("hero-cap", f"{name} is in the deck {number} times; a Hero may be in it once.")
        return
    if card.type == "Token":
        yield Violation("setup", f"{name} is a token, which is no card of a deck.")
    most = card.lim or MOST_COPIES
    if number > most:
        yield Violation("copies", f"{name} is in the deck {number} times; {most} are allowed.")


def _powers(origin: str, powers: dict[str, int], cards: dict[str, Card]) -> Iterator[Violation]:
    foreign: dict[str, int] = {}
    for name, number in powers.items():
        allowed = cards[name].limits.get(origin, 0)
        if not allowed:
            foreign[name] = number
        elif number > allowed:
            told = f"{quote(name)} is in the deck {number} times; {quote(origin)} allows {allowed}."
            yield Violation("limit", told)
    if not foreign:
        return
    total = sum(foreign.values())
    listed = ", ".join(sorted(map(quote, foreign)))
    if origin == MYSTIC:
        if total > MYSTICS_OWN:
            told = f"Mystic allows {MYSTICS_OWN} Powers that do not list it; there are {total} ({listed})."
            yield Violation("mystic-five", told)
        for name, number in foreign.items():
            if number > 1:
                told = f"The Mystic's {MYSTICS_OWN} have different names; {quote(name)} is in the deck {number} times."
                yield Violation("mystic-five", told)
        return
    latent = powers.get(LATENT, 0) if LATENT not in foreign else 0
    if total > latent:
        if latent:
            told = f"{latent} Latent Ability cards allow as many foreign Powers; there are {total} ({listed})."
            yield Violation("latent", told)
        yield Violation("limit", f"{quote(origin)} does not list {listed}.")


def judge_deck(library: Library, deck: Deck) -> Iterator[Violation]:
    """What makes a deck of the library illegal."""

    def cards(section: str) -> Iterator[Card]:
        for card_id, number in deck.sections.get(section, ()):
            found = library.card(card_id)
            if found is not None:
                card = card_of(card_id, definition(found))
                for _ in range(number):
                    yield card

    origins = [card.name.removeprefix("Origin: ") for card in cards("origin") if card.type == "Origin"]
    yield from violations(origins, cards("main"))
