"""What a game consists of: the kinds of its cards, the cards, the decks, and the shape of its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from tabletop.cards.wording import Wording
from tabletop.table.zones import Arrangement, CardZone, Face, Sight

FieldKind = Literal["text", "number", "numbers", "bool", "words", "any"]


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field that the cards of a game may have: its kind, the word people read, and the words it may hold.

    `also` are other names for it when cards are looked for, `parts` names for the places of a list that it holds.
    """

    name: str
    kind: FieldKind
    label: str
    values: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TypeSpec:
    """One kind of card: the word a card's `type` uses, how people read it, its frame and its fields."""

    id: str
    name: str
    frame: str
    needs: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    text_by: str | None = None
    blank: bool = False
    """Whether cards of this type are fine without any text (a plain number card, say)."""


@dataclass(frozen=True, slots=True)
class TextSpec:
    """A text for many cards, made from their fields: what a code or a common effect says."""

    id: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class SetDef:
    """The head of a card set: its id and name, and where its cards differ from the game's size and back."""

    id: str
    name: str
    path: Path
    card_size: tuple[float, float] | None = None
    back: str | None = None


@dataclass(frozen=True, slots=True)
class CardDef:
    """A card as its set prints it. Nothing here changes during a game.

    `id` is "<set>/<card>"; `title` is the full name made from the game's title pattern; `fields` holds the type's own
    fields, already checked (a list of words or numbers is a tuple).
    """

    id: str
    name: str
    title: str
    type: str
    text: str = ""
    picture: str | None = None
    words: tuple[str, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    assumed: tuple[str, ...] = ()

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a field, or `default` where the card does not have it."""
        return self.fields.get(name, default)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a deck: the zone its cards start in (without the seat), and whether it is shuffled."""

    id: str
    name: str
    zone: str
    shuffle: bool = False


@dataclass(frozen=True, slots=True)
class SeatZone:
    """A zone as table.toml describes it, before it is laid out for each seat: millimetres, as seat A sees it."""

    id: str
    name: str
    role: str
    per: Literal["seat", "table"]
    arrangement: Arrangement
    sight: Sight
    face: Face
    x: float
    y: float
    w: float
    h: float
    label: str = ""
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class CounterSpec:
    """A number that every seat keeps (life, endurance, prestige) and what it starts with."""

    id: str
    name: str
    start: int = 0


@dataclass(frozen=True, slots=True)
class SetUp:
    """What happens when a game is laid out: cards drawn, from which zone to which (zone names without the seat)."""

    draw: int = 0
    source: str = "deck"
    to: str = "hand"


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: for each section the ids of its cards with their numbers, in the order of the file."""

    id: str
    name: str
    game: str
    sections: Mapping[str, tuple[tuple[str, int], ...]]
    about: str = ""
    path: Path | None = None

    def count(self, section: str | None = None) -> int:
        """How many cards the deck, or one section of it, holds."""
        sections = self.sections.values() if section is None else [self.sections.get(section, ())]
        return sum(number for cards in sections for _, number in cards)


@dataclass(frozen=True, slots=True)
class GameDef:
    """A game as its folder describes it, without its cards."""

    id: str
    name: str
    folder: Path
    seats: tuple[int, ...]
    summary: str
    title: str
    card_size: tuple[float, float]
    back: str
    fields: Mapping[str, FieldSpec]
    types: Mapping[str, TypeSpec]
    sections: Mapping[str, Section]
    counters: tuple[CounterSpec, ...]
    phases: tuple[str, ...]
    setup: SetUp
    zones: tuple[SeatZone, ...]
    card_zones: tuple[CardZone, ...]
    texts: Mapping[str, TextSpec] = field(default_factory=dict)
    wording: Wording = field(default_factory=lambda: Wording({}))
    """How the values of fields read in the texts."""
