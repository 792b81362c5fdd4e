"""The standard deck: 52 cards and two jokers, a table for one to four, no rules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import tomli

FOLDER = Path(__file__).parents[2] / "cardsets" / "standard"
SUITS = {"clubs": "black", "diamonds": "red", "hearts": "red", "spades": "black"}
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def load(name: str) -> dict[str, Any]:
    return tomli.loads((FOLDER / name).read_text(encoding="utf-8"))


TABLE = load("table.toml")
CARDS = load("cards.toml")["card"]


def test_fifty_two_cards_each_once() -> None:
    plain = [card for card in CARDS if card["type"] == "card"]
    assert len(plain) == 52
    assert {(card["suit"], card["rank"]) for card in plain} == {(suit, rank) for suit in SUITS for rank in RANKS}
    for card in plain:
        assert card["value"] == RANKS.index(card["rank"]) + 1
        assert card["colour"] == SUITS[card["suit"]]
        assert card["name"].endswith(card["suit"].capitalize())


def test_two_jokers() -> None:
    jokers = [card for card in CARDS if card["type"] == "joker"]
    assert sorted(card["colour"] for card in jokers) == ["black", "red"]
    assert len(CARDS) == 54


def test_ids_and_names_are_unique_and_fields_known() -> None:
    assert len({card["id"] for card in CARDS}) == len({card["name"] for card in CARDS}) == 54
    for card in CARDS:
        kind = TABLE["types"][card["type"]]
        assert set(card) - {"id", "name", "type"} == set(kind["needs"])


def test_decks_hold_each_card_once() -> None:
    ids = Counter(f"cards/{card['id']}" for card in CARDS)
    jokers = Counter(f"cards/{card['id']}" for card in CARDS if card["type"] == "joker")
    assert load("decks/52_cards.toml")["sections"] == {"main": dict(ids - jokers)}
    assert load("decks/54_cards_with_jokers.toml")["sections"] == {"main": dict(ids)}


def test_table_is_for_one_to_four_and_has_no_rules() -> None:
    assert TABLE["game"]["seats"] == [1, 2, 3, 4]
    assert {(zone["id"], zone["per"]) for zone in TABLE["zones"]} == {
        ("stock", "table"), ("discard", "table"), ("middle", "table"), ("play", "seat"), ("hand", "seat"),
    }  # fmt: skip
    assert TABLE["sections"]["main"] == {"name": "Deck", "zone": "stock", "shuffle": True}
    assert TABLE["setup"]["draw"] == 0
    assert TABLE["counters"]["score"]["start"] == 0
    assert not (FOLDER / "rules.toml").exists()


def test_zones_do_not_overlap() -> None:
    zones = {zone["id"]: (*zone["at"], *zone["size"]) for zone in TABLE["zones"] if "at" in zone}
    boxes = [(x, y, w, h) for x, y, w, h in zones.values()]
    x, y, w, h = zones["play"]
    boxes.append((-x, -y, w, h))  # the row of the seat opposite
    for number, (x, y, w, h) in enumerate(boxes):
        for x2, y2, w2, h2 in boxes[number + 1 :]:
            assert abs(x - x2) >= (w + w2) / 2 or abs(y - y2) >= (h + h2) / 2
