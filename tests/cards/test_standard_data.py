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


def test_rows_of_four_people_fit_around_the_middle() -> None:
    zones = {zone["id"]: zone for zone in TABLE["zones"]}
    inner = zones["play"]["at"][1] - zones["play"]["size"][1] / 2
    assert zones["play"]["size"][0] / 2 <= inner
    for name in ("stock", "discard", "middle"):
        (x, y), (w, h) = zones[name]["at"], zones[name]["size"]
        assert max(abs(x) + w / 2, abs(y) + h / 2) <= inner, name
    assert zones["middle"]["at"][0] - zones["middle"]["size"][0] / 2 > zones["stock"]["at"][0] + 63 / 2
