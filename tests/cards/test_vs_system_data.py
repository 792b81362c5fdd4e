"""The Vs. System data: complete, consistent with its own table.toml, and with legal decks."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import tomli

FOLDER = Path(__file__).parents[2] / "cardsets" / "vs_system"
SETS = ("dcr", "older")
COMMON = {"id", "name", "type", "text", "picture", "words", "assumed"}

KNOWN_IN_FULL = (
    "Adam Strange, Champion of Rann", "Aspiring Pawn, Army", "Bart Allen ◊ The Flash, Impulsive Speedster",
    "Black Adam, Teth-Adam", "Cheshire, Jade", "Dr. Fate, Hector Hall", "Huntress, Earth 2",
    "June Moon ◊ Enchantress, Good Witch", "June Moon ◊ Enchantress, Bad Witch",
    "Katar Hol ◊ Hawkman, Eternal Hero", "Kate Spencer ◊ Manhunter, Fearless Renegade",
    "Kendra Saunders ◊ Hawkgirl, Eternal Heroine", "Mordru, Dark Lord", "Obsidian, Todd James Rice",
    "Talia, Daughter of Madness", "The Monitor, Guardian of the Multiverse",
    "Valentina Vostok ◊ Negative Woman, Bishop", "Zazzala ◊ Queen Bee, Mistress of the Hive",
    "A Moment of Crisis", "Check and Mate!", "It's Not Over Yet", "Join Us or Die", "Knights' Gambit",
    "3 . . . 2 . . . 1 . . .", "Mourn for the Lost", "Multiverse Power Battery", "Pawn of the Black King",
    "Removed from Continuity", "Taking Up the Mantle",
    "Dr. Fate's Tower", "House of Secrets", "Rook Control", "The Rock of Eternity",
)  # fmt: skip
KNOWN_IN_PART = (
    "Rex Tyler ◊ Hourman", "Richard Tyler ◊ Hourman, Man of the Hour", "Dr. Fate, Kent Nelson",
    "Michael Holt ◊ Mr. Terrific, Renaissance Man", "Shazam", "Black Alice, Lori Zechlin", "Cheetah, Feral Feline",
    "Surveillance Pawn, Army", "Witchfire, Rebecca Carstairs", "Nightshade, Shadow Siren",
    "Ahmed Samsarra, White King", "Harry Stein", "Maxwell Lord, Black King", "The Joker, Permanent Vacation",
    "Lex Luthor ◊ Mockingbird", "Superman, Clark Kent", "Superman, Earth 2", "Batman, Caped Crusader",
    "Batman, Earth 2", "Mammoth", "She-Thing", "Thing", "Dr. Doom", "Heroic Rescue", "Abjuration",
    "Allied Against the Dark", "Checkmate Safe House", "Justice United", "Forbidden Loyalties", "Dodge the Bullet",
    "Nasty Surprise", "Null Time Zone", "Pier 4", "Jetpack", "Helm of Nabu, Fate Artifact",
    "Amulet of Nabu, Fate Artifact", "Cloak of Nabu, Fate Artifact",
)  # fmt: skip
OLDER = {
    "Dr. Fate, Kent Nelson", "Superman, Clark Kent", "Batman, Caped Crusader", "Mammoth", "She-Thing", "Thing",
    "Dr. Doom", "Nasty Surprise", "Null Time Zone", "Pier 4", "Jetpack",
}  # fmt: skip
RULES = {
    "deck-size", "deck-copies", "setup", "mulligan", "empty-deck", "zone", "control", "new-object", "owner-pile",
    "adjacent", "resource-row", "replace", "qualities", "logo", "stunned", "stun-loss", "recover", "ready",
    "activate", "uniqueness", "priority", "turn-order", "timing", "choice", "resource-step", "recruit-step",
    "resource-points",
    "chain", "no-chain", "trigger-wait", "trigger-order", "independent", "negate", "play-only", "target", "cost",
    "once-per-turn", "if-you-do", "cannot", "count-once", "recruit", "equip-limit", "equip-area", "equip-only",
    "transfer", "equipment", "location", "threshold", "plot-twist", "ongoing", "named", "crossover", "formation",
    "protected", "hidden", "control-change", "attacker-ready", "attacker-range", "cannot-attack", "team-attack",
    "direct-attack", "attack-check", "leave-attack", "power-up", "reinforce", "reinforcement", "conclusion",
    "breakthrough", "wrap-up", "winning", "keyword", "loyalty", "equal-endurance", "pay-endurance", "modifier",
    "look-back", "faq-1", "faq-2", "faq-2.1", "faq-2.2", "faq-3", "faq-4", "faq-5", "faq-6", "faq-7", "faq-8",
    "faq-9", "faq-10", "faq-11", "faq-12", "faq-13", "faq-13.1",
}  # fmt: skip


def load(name: str) -> dict[str, Any]:
    return tomli.loads((FOLDER / name).read_text(encoding="utf-8"))


def title(card: dict[str, Any]) -> str:
    """The full name, made as the title pattern of table.toml says."""
    identity = f" ◊ {card['identity']}" if "identity" in card else ""
    version = f", {card['version']}" if "version" in card else ""
    return f"{card['name']}{identity}{version}"


def cards(name: str) -> list[dict[str, Any]]:
    return load(f"{name}.toml")["card"]


TABLE = load("table.toml")
ALL = {title(card): card for name in SETS for card in cards(name)}
DECKS = sorted((FOLDER / "decks").glob("*.toml"))


def test_every_card_is_there_under_its_full_name() -> None:
    assert TABLE["game"]["title"] == "{name}[ ◊ {identity}][, {version}]"
    assert set(ALL) == set(KNOWN_IN_FULL) | set(KNOWN_IN_PART)
    assert {title(card) for card in cards("older")} == OLDER
    assert sum(len(cards(name)) for name in SETS) == len(ALL) == 70


@pytest.mark.parametrize("name", SETS)
def test_ids_are_well_formed_and_unique(name: str) -> None:
    assert load(f"{name}.toml")["set"]["id"] == name
    ids = [card["id"] for card in cards(name)]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z0-9-]+", card_id) for card_id in ids)


@pytest.mark.parametrize("full_name", sorted(ALL))
def test_card_has_the_fields_of_its_type(full_name: str) -> None:
    card = ALL[full_name]
    kind = TABLE["types"][card["type"]]
    own = set(card) - COMMON
    assert own <= {*kind["needs"], *kind["fields"]}
    assert set(kind["needs"]) <= own
    assert set(card.get("assumed", ())) <= {*kind["needs"], *kind["fields"], "text"}
    assert "{" not in card.get("text", "")


def test_every_type_uses_known_fields() -> None:
    for kind in TABLE["types"].values():
        assert {*kind["needs"], *kind["fields"]} <= set(TABLE["fields"])


@pytest.mark.parametrize(
    ("full_name", "numbers"),
    [
        ("Adam Strange, Champion of Rann", (2, 3, 2)),
        ("Cheshire, Jade", (5, 8, 11)),
        ("Dr. Fate, Hector Hall", (6, 12, 12)),
        ("June Moon ◊ Enchantress, Bad Witch", (6, 12, 12)),
        ("The Monitor, Guardian of the Multiverse", (9, 24, 22)),
        ("Mammoth", (4, 10, 9)),
        ("Superman, Earth 2", (7, 15, 15)),
    ],
)
def test_numbers_of_some_characters(full_name: str, numbers: tuple[int, int, int]) -> None:
    card = ALL[full_name]
    assert (card["cost"], card["atk"], card["def"]) == numbers


def test_assumed_values_are_marked() -> None:
    """Flight and range are known of no character; of the cards known in full nothing else is assumed."""
    for full_name, card in ALL.items():
        assumed = set(card.get("assumed", ()))
        icons = {"flight", "range"} if card["type"] == "character" else set()
        assert icons <= assumed, full_name
        if full_name in KNOWN_IN_FULL:
            assert assumed == icons, full_name
        else:
            assert assumed - icons, full_name


def test_cards_without_a_text_are_plain_characters_with_an_assumed_one() -> None:
    for full_name, card in ALL.items():
        if not card.get("text"):
            assert card["type"] == "character", full_name
            assert "text" in card["assumed"], full_name


def test_publisher_and_team_ups() -> None:
    assert {name for name, card in ALL.items() if card.get("publisher") == "Marvel"} == {
        "She-Thing", "Thing", "Dr. Doom", "Pier 4",
    }  # fmt: skip
    assert {name for name, card in ALL.items() if "Team-Up" in card.get("versions", ())} == {
        "Allied Against the Dark", "Checkmate Safe House", "Justice United", "Forbidden Loyalties",
    }  # fmt: skip


def test_there_are_two_decks() -> None:
    assert len(DECKS) == 2


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_deck_is_legal(path: Path) -> None:
    """Exactly 60 cards; four copies of a name and version at most, Army excepted."""
    deck = tomli.loads(path.read_text(encoding="utf-8"))
    assert deck["game"] == "vs_system"
    assert deck["name"]
    assert deck["about"]
    assert set(deck["sections"]) == {"main"} <= set(TABLE["sections"])
    main = deck["sections"]["main"]
    assert set(main) <= set(ALL)
    assert sum(main.values()) == 60
    copies: Counter[tuple[str, str]] = Counter()
    for full_name, number in main.items():
        card = ALL[full_name]
        if card.get("version") != "Army":
            copies[card["name"], card.get("version", "")] += number
    assert max(copies.values()) <= 4


def test_every_rule_has_a_page() -> None:
    pages = load("rules.toml")
    assert set(pages) == RULES
    for rule, page in pages.items():
        assert set(page) == {"title", "text", "source"}, rule
        assert all(isinstance(value, str) and value.strip() for value in page.values()), rule
        assert page["text"].rstrip().endswith("."), rule
    assert len({page["text"] for page in pages.values()}) == len(pages)


def rectangles() -> list[tuple[str, float, float, float, float]]:
    """Every zone that lies on the table, for both seats: name, left, top, right, bottom."""
    found = []
    for zone in TABLE["zones"]:
        if zone["per"] == "card" or "at" not in zone:
            continue
        (x, y), (w, h) = zone["at"], zone["size"]
        for seat, sign in (("A", 1), ("B", -1)) if zone["per"] == "seat" else (("", 1),):
            found.append((seat + zone["id"], sign * x - w / 2, sign * y - h / 2, sign * x + w / 2, sign * y + h / 2))
    return found


def test_zones_do_not_overlap_and_fit_a_wide_screen() -> None:
    zones = rectangles()
    for i, (one, left, top, right, bottom) in enumerate(zones):
        for other, left2, top2, right2, bottom2 in zones[i + 1 :]:
            apart = right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top
            assert apart, f"{one} lies on {other}"
    assert max(abs(edge) for _, left, _, right, _ in zones for edge in (left, right)) <= 600
    assert max(abs(edge) for _, _, top, _, bottom in zones for edge in (top, bottom)) <= 350


def test_rows_have_room_for_six_columns() -> None:
    zones = {zone["id"]: zone for zone in TABLE["zones"]}
    for row in ("front", "support", "hidden_front", "hidden_support"):
        assert zones[row]["size"][0] >= 6 * TABLE["card"]["size"][0], row
    assert zones["front"]["at"][1] < zones["support"]["at"][1] < zones["resources"]["at"][1]


def test_zones_counters_and_setup() -> None:
    assert {zone["id"] for zone in TABLE["zones"]} == {
        "deck", "hand", "front", "support", "hidden_front", "hidden_support", "resources", "ko", "removed", "equipment",
        "chain",
    }  # fmt: skip
    assert {name: counter["start"] for name, counter in TABLE["counters"].items()} == {
        "endurance": 50, "resource_points": 0,
    }  # fmt: skip
    assert TABLE["setup"] == {"draw": 4, "from": "deck", "to": "hand"}
    assert TABLE["turn"]["phases"] == ["draw", "build", "combat", "recovery"]
