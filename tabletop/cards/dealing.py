"""Laying out a game: seats, zones and decks come onto an empty table, as steps that can be undone like any others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from tabletop.cards.layout import layout_zones, seat_names
from tabletop.cards.library import Library
from tabletop.cards.model import CardDef, Deck
from tabletop.table import acts, words
from tabletop.table.ops import Create, Define, Fact, Op, SetCardZone, SetSeat, SetZone
from tabletop.table.saves import Document
from tabletop.table.state import Definition, Piece, Seat, Table
from tabletop.table.zones import TABLE, seat_zone


def lay_out(
    library: Library,
    decks: Sequence[Deck | None],
    *,
    names: Sequence[str] = (),
    seats: int | None = None,
    seed: int = 0,
    draw: bool = True,
) -> Document:
    """A table of the library's game: one seat for each deck (None: no deck) or as many as `seats` says.

    Decks are shuffled where their section says so, and first hands are drawn; all chance comes from `seed`. Raises
    ValueError for a number of seats that no table has, and for more decks than seats.
    """
    game = library.game
    number = seats if seats is not None else max(len(decks), game.seats[0])
    taken = seat_names(number)
    if len(decks) > number:
        raise ValueError(f"{len(decks)} decks are too many for {number} seats")
    title = game.name
    document = Document.new(game.id, title, seed)
    history, rng = document.history, Random(seed)
    history.do(f"lays the table for {words.quote(title)}", _table_ops(library, number, names), how="setup")
    for seat, deck in zip(taken, decks, strict=False):
        if deck is not None:
            lay_deck(document, library, deck, seat, rng)
    if draw and game.setup.draw:
        for seat in taken:
            act = acts.draw(
                document.table, _zone(document.table, seat, game.setup.source), game.setup.draw,
                _zone(document.table, seat, game.setup.to),
            )  # fmt: skip
            history.do(act.label, act.ops, seat, "setup")
    return document


def lay_deck(document: Document, library: Library, deck: Deck, seat: str, rng: Random) -> None:
    """A seat's deck comes onto the table, each section into its zone; those that are shuffled are shuffled at once."""
    table = document.table
    label = f"lays out {words.quote(deck.name)}"
    document.history.do(label, _deck_ops(table, library, deck, seat), seat, "setup")
    for section in library.game.sections.values():
        zone = _zone(table, seat, section.zone)
        if section.shuffle and deck.sections.get(section.id):
            act = acts.shuffle(table, zone, rng)
            document.history.do(act.label, act.ops, seat, "setup")


_KEPT: dict[int, tuple[CardDef, Definition]] = {}
"""Cards by their identity, with what tables keep of them: all tables of a program share it."""


def definition(card: CardDef) -> Definition:
    """What a table keeps of a card, so that it opens without the card's set. Made once a card, and never changed."""
    found = _KEPT.get(id(card))
    if found is None or found[0] is not card:
        if len(_KEPT) > 20_000:
            _KEPT.clear()
        found = _KEPT[id(card)] = card, _definition(card)
    return found[1]


def _definition(card: CardDef) -> Definition:
    data = {"name": card.name, **_plain(card.fields)}
    if card.text:
        data["text"] = card.text
    if card.picture:
        data["picture"] = card.picture
    if card.words:
        data["words"] = list(card.words)
    return Definition(card.title, card.type, data)


def card_def(card_id: str, kept: Definition) -> CardDef:
    """The card that a table kept, where its set is gone."""
    data = dict(kept.data)
    name, text, picture = data.pop("name", kept.name), data.pop("text", ""), data.pop("picture", None)
    listed = data.pop("words", ())
    fields = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
    return CardDef(
        card_id, str(name), kept.name, kept.type, str(text), picture if isinstance(picture, str) else None,
        tuple(str(word) for word in listed) if isinstance(listed, list) else (), fields,
    )  # fmt: skip


def _table_ops(library: Library, number: int, names: Sequence[str]) -> Iterator[Op]:
    game = library.game
    start = {counter.id: counter.start for counter in game.counters}
    for i, seat in enumerate(seat_names(number)):
        yield SetSeat(seat, Seat(names[i] if i < len(names) else "", i, dict(start)))
    for zone in layout_zones(game, number):
        yield SetZone(zone.id, zone)
    for card_zone in game.card_zones:
        yield SetCardZone(card_zone.id, card_zone)
    yield Fact("table.card", list(game.card_size))
    if game.phases:
        yield Fact("turn", "A")
        yield Fact("phase", game.phases[0])


def _deck_ops(table: Table, library: Library, deck: Deck, seat: str) -> Iterator[Op]:
    number = table.next_id
    for section_id, cards in deck.sections.items():
        section = library.game.sections[section_id]
        zone_id = _zone(table, seat, section.zone)
        zone = table.zone(zone_id)
        for card_id, count in cards:
            card = library.card(card_id)
            if card is None:
                continue
            if card_id not in table.definitions:
                yield Define(card_id, definition(card))
            for _ in range(count):
                up = zone.face != "down" and zone.role != "hand"
                yield Create(Piece(number, card=card_id, owner=seat, zone=zone_id, up=up), -1)
                number += 1


def _zone(table: Table, seat: str, name: str) -> str:
    """A zone by the name that table.toml gives it: the seat's own, else the one that all share, else the table."""
    own = seat_zone(seat, name)
    return own if own in table.zones else name if name in table.zones else TABLE


def _plain(fields: Mapping[str, object]) -> dict[str, object]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in fields.items()}
