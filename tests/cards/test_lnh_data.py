"""The data of LNH Storycards: all cards are there, the decks are legal, the table has room."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import tomli

FOLDER = Path(__file__).parents[2] / "cardsets" / "lnh"
ORIGINS = {"Brick", "Cosmic Crusader", "Hodge-Podge", "Martial Artist", "Mentalist", "Mystic"}
DUTIES = {
    "Bicycle Repair Man": "cockney",
    "Kid Kirby": "kirby",
    "Special Bonding Boy": "compliment",
    "Rebel Yell": "southern",
}
DIRECT_ATTACKS = {
    "Kick", "Punch", "Roundhouse", "Pow! Smash! Bop!", "Sword Attack", "Claw Attack", "BIGGUN (tm)", "Master Blaster",
}  # fmt: skip
COUNTS = {
    "Origin": 6, "Power": 27, "Plot": 39, "Plot Twist": 50, "Catastrophe": 10, "Equipment": 17, "Hero": 26, "Token": 1,
}  # fmt: skip
LIMITED = {
    1: {
        "Crossover: Cosmic Plot Device Caper", "Crossover: Electrocutioner's Song", "Crossover: Omaha Project",
        "Crossover: Retcon Hour", "Crossover: The Flame Wars", "Crossover: The Flame Wars II",
        "Crossover: The Flame Wars III", "Location: Mindscape", "Patronage: Catalyst Lass",
        "Patronage: Continuity Champ", "Patronage: Curly", "Patronage: Occultism Kid", "Patronage: Ultimate Ninja",
        "Deus Ex Machina: Basic-Mysterious-Cosmic Dude", "Incident: Amnesia", "Retcon: Only a Flesh Wound",
        'Slogan: "Advantageous!"', "Time Travel: Trans-Dimensional Warp", "Villain Attack: Kamikaze",
        "Nuclear Explosion", "Reboot", "BIGGUN (tm)", "Ginsu Katana", "Insanity Gem: Cover Gimmick",
        "Insanity Gem: Crossover", "Insanity Gem: Death", "Insanity Gem: Guest Star", "Insanity Gem: Mystery Past",
        "Insanity Gem: Origin", "Kid Anarky's Claymore", "Shamcutter", "Sword of Sig",
    },
    2: {
        "Ally: Friends in High Places", 'Slogan: "Oops."', 'Slogan: "The Best at What I Do"',
        "Time Travel: Loop Conundrum", "Death of a Hero", "Credit Card",
    },
    3: {
        "Return to LNHQ: Peril Room", "Villain Attack: Team Attack", "Alien Invasion",
    },
}  # fmt: skip
"""How many copies a deck may have of the cards that say so themselves, as the rule text prints it."""
COMMON = {"id", "name", "type", "text", "picture", "words", "assumed"}


def read(name: str) -> dict[str, Any]:
    return tomli.loads((FOLDER / name).read_text(encoding="utf-8"))


CARDS: list[dict[str, Any]] = read("core.toml")["card"]
BY_NAME = {card["name"]: card for card in CARDS}
TABLE = read("table.toml")
DECKS = sorted((FOLDER / "decks").glob("*.toml"))


def section(deck: dict[str, Any], name: str) -> Counter[str]:
    """The cards of a section by name; raises KeyError for a card that does not exist."""
    by_id = {f"core/{card['id']}": card["name"] for card in CARDS}
    return Counter({by_id.get(key) or BY_NAME[key]["name"]: n for key, n in deck["sections"].get(name, {}).items()})


def faults(deck: dict[str, Any]) -> set[str]:
    """The deck building rules that a deck breaks."""
    found = set()
    main = section(deck, "main")
    (origin,) = section(deck, "origin").elements()
    origin = origin.removeprefix("Origin: ")
    cards = {name: BY_NAME[name] for name in main}
    if main.total() < 50:
        found.add("deck-size")
    if any(n > cards[name].get("lim", 6) for name, n in main.items()):
        found.add("copies")
    if sum(n for name, n in main.items() if cards[name]["type"] == "Catastrophe") > 6:
        found.add("catastrophe-cap")
    if any(n > 1 for name, n in main.items() if cards[name]["type"] == "Hero"):
        found.add("hero-cap")
    strangers = Counter[str]()
    for name, n in main.items():
        if cards[name]["type"] == "Power":
            allowed = cards[name]["limits"].get(origin, 0)
            if allowed == 0:
                strangers[name] = n
            elif n > allowed:
                found.add("limit")
    if origin == "Mystic":
        if strangers.total() > 5 or any(n > 1 for n in strangers.values()):
            found.add("mystic-five")
    elif strangers.total() > main["Latent Ability"]:
        found.add("latent")
    return found


def test_every_card_of_the_game_is_there() -> None:
    assert Counter(card["type"] for card in CARDS) == COUNTS
    assert sum(card["type"] != "Token" for card in CARDS) == 175


def test_ids_and_names_are_unique() -> None:
    assert len({card["id"] for card in CARDS}) == len(CARDS)
    assert len(BY_NAME) == len(CARDS)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", card["id"]) for card in CARDS)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card["id"])
def test_a_card_has_what_its_type_asks_for(card: dict[str, Any]) -> None:
    spec = TABLE["types"][card["type"]]
    fields = card.keys() - COMMON
    assert fields <= set(spec["fields"]) | set(spec.get("needs", []))
    assert fields <= TABLE["fields"].keys()
    assert set(spec.get("needs", [])) <= fields
    assert card["kind"] in {"permanent", "temporary"}
    assert card["text"].strip() == card["text"] != ""
    assert card["words"]
    if card["type"] == "Plot Twist":
        assert card["kind"] == "temporary"
    elif card["type"] not in {"Power", "Catastrophe"}:
        assert card["kind"] == "permanent"
    if card["type"] in {"Plot", "Plot Twist"}:
        assert card["subtype"] == card["name"].split(":")[0]
    assert card.get("direct_attack", False) == (card["name"] in DIRECT_ATTACKS)
    assert card.get("duty") == DUTIES.get(card["name"])


def test_only_these_cards_are_limited_by_themselves() -> None:
    found: dict[int, set[str]] = {}
    for card in CARDS:
        if "lim" in card:
            found.setdefault(card["lim"], set()).add(card["name"])
    assert found == LIMITED


def test_powers_say_what_each_origin_allows() -> None:
    for card in CARDS:
        if card["type"] == "Power":
            assert set(card["limits"]) <= ORIGINS
            assert all(1 <= n <= 6 for n in card["limits"].values())
            line = "Limit: " + ", ".join(f"{origin} {n}" for origin, n in card["limits"].items()) + "."
            assert card["text"].splitlines()[-1] == line
        elif "lim" in card:
            assert card["text"].splitlines()[-1] == f"Limit: {card['lim']}."
        else:
            assert "Limit:" not in card["text"]


def test_there_are_three_decks() -> None:
    assert len(DECKS) >= 3


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_a_deck_is_legal(path: Path) -> None:
    deck = read(f"decks/{path.name}")
    assert deck["game"] == "lnh"
    assert deck["name"]
    assert deck["about"]
    assert deck["sections"].keys() <= TABLE["sections"].keys()
    assert section(deck, "outside").keys() <= BY_NAME.keys()
    assert faults(deck) == set()


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        ({"Punch": -6}, "deck-size"),
        ({"Angst: MST3K": 7}, "copies"),
        ({"Crossover: Omaha Project": 2}, "copies"),
        ({"Bomb Explosion": 4, "Reboot": 1, "Viral Agent": 2}, "catastrophe-cap"),
        ({"Panta": 2}, "hero-cap"),
        ({"Kick": 3}, "limit"),
        ({"Telepathy": 1}, "latent"),
    ],
)
def test_faults_of_a_deck_are_found(cards: dict[str, int], rule: str) -> None:
    main = {"Punch": 6, "Roundhouse": 6, "Angst: Insult": 6, "Incident: Rage": 6, "Incident: Ambush": 6} | {
        "Super-Strength": 6, "Location: Montana": 6, "Ninja Bush": 6, "Kick": 2,
    }  # fmt: skip
    assert faults({"sections": {"origin": {"Origin: Brick": 1}, "main": main}}) == set()
    spoiled = main | {name: n for name, n in cards.items() if n > 0}
    for name in (name for name, n in cards.items() if n < 0):
        del spoiled[name]
    assert rule in faults({"sections": {"origin": {"Origin: Brick": 1}, "main": spoiled}})


def test_a_mystic_has_five_strangers_of_different_names() -> None:
    deck = read("decks/six-bright-gems.toml")
    deck["sections"]["main"]["Kick"] = 1
    assert faults(deck) == {"mystic-five"}
    deck["sections"]["main"]["Kick"] = 2
    del deck["sections"]["main"]["Super-speed"]
    assert faults(deck) == {"mystic-five"}


def test_zones_lie_apart_on_a_table_of_1000_by_520() -> None:
    boxes: list[tuple[str, float, float, float, float]] = []
    for zone in TABLE["zones"]:
        if zone["per"] == "seat" and "at" in zone:
            (x, y), (w, h) = zone["at"], zone["size"]
            boxes += [
                (f"{seat}.{zone['id']}", side * x - w / 2, side * y - h / 2, side * x + w / 2, side * y + h / 2)
                for seat, side in (("A", 1), ("B", -1))
            ]
    assert len(boxes) == 10
    for name, left, top, right, bottom in boxes:
        assert left >= -500, name
        assert right <= 500, name
        assert top >= -260, name
        assert bottom <= 260, name
    gap = 10
    for one, other in combinations(boxes, 2):
        apart = (
            one[3] + gap <= other[1] or other[3] + gap <= one[1] or one[4] + gap <= other[2] or other[4] + gap <= one[2]
        )
        assert apart, f"{one[0]} and {other[0]} are too close"


def test_the_table_names_its_own_zones() -> None:
    zones = {zone["id"] for zone in TABLE["zones"]}
    assert zones == {"deck", "hand", "lost", "removed", "play", "outside", "attached"}
    assert {spec["zone"] for spec in TABLE["sections"].values()} <= zones
    assert {TABLE["setup"]["from"], TABLE["setup"]["to"]} <= zones
    assert [spec["start"] for spec in TABLE["counters"].values()] == [10, 10]


def test_every_rule_page_is_complete() -> None:
    pages = read("rules.toml")
    for rule, page in pages.items():
        assert page.keys() == {"title", "text", "source"}, rule
        assert all(value.strip() for value in page.values()), rule
    assert {f"I{n}" for n in range(1, 68)} <= pages.keys()
    assert len(pages) == 107
    # The ids that this file's own deck check uses are rules that people can read up.
    assert {"deck-size", "copies", "limit", "catastrophe-cap", "hero-cap", "mystic-five", "latent"} <= pages.keys()
    cited = {ref for page in pages.values() for ref in re.findall(r"\bI\d+\b", page["source"])}
    assert cited <= pages.keys()
