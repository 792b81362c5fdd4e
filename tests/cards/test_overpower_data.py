"""The OverPower card sets: complete, consistent, and with decks that the rules allow. Only tomli reads them here."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import tomli

FOLDER = Path(__file__).parents[2] / "cardsets" / "overpower"
NO_SETS = {"table.toml", "texts.toml", "rules.toml", "frames.toml"}
TYPES = ("energy", "fighting", "strength", "intellect")
LIMITS = {12: 58, 13: 62, 14: 67, 15: 72, 16: 76}
"""The point limit of a team by the sum of its Characters' ranks (base rule deck-points)."""

Card = dict[str, Any]


def read(path: Path) -> dict[str, Any]:
    return tomli.loads(path.read_text(encoding="utf-8"))


SETS = {
    data["set"]["id"]: data for data in map(read, sorted(p for p in FOLDER.glob("*.toml") if p.name not in NO_SETS))
}
CARDS: dict[str, Card] = {f"{key}/{card['id']}": card for key, data in SETS.items() for card in data["card"]}
DECKS = {path.stem: read(path) for path in sorted((FOLDER / "decks").glob("*.toml"))}
TABLE = read(FOLDER / "table.toml")
TEXTS = read(FOLDER / "texts.toml")
RULES = read(FOLDER / "rules.toml")


def of_type(kind: str) -> list[Card]:
    return [card for card in CARDS.values() if card["type"] == kind]


def ratings(card: Card) -> dict[str, int]:
    return dict(zip(TYPES, [*card["grid"], 0][:4], strict=True))


def words(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def test_every_printed_set_is_there() -> None:
    assert set(SETS) == {"mv", "ps", "mc", "iq", "dc", "jl", "mn", "cl", "im", "xm", "pr", "power", "activators"}
    assert [data["set"]["name"] for data in SETS.values() if not data["card"]] == []
    made_up = Counter(card["type"] for key in ("power", "activators") for card in SETS[key]["card"])
    assert made_up == {"power": 48, "activator": 138}


def test_ids_are_unique_in_a_set() -> None:
    assert len(CARDS) == sum(len(data["card"]) for data in SETS.values())


def test_power_cards_of_all_types_and_levels() -> None:
    found = {("".join(words(card["power"])), card["level"]) for card in SETS["power"]["card"]}
    assert found == {(power, level) for power in (*TYPES, "".join(TYPES), "any") for level in range(1, 9)}
    old = {("".join(words(card["power"])), card["level"]) for card in SETS["mv"]["card"] if card["type"] == "power"}
    assert old == {(power, level) for power in TYPES[:3] for level in range(1, 9)} | {
        ("".join(TYPES[:3]), level) for level in range(1, 5)
    }
    assert all(card.get("opd") for card in of_type("power") if card["power"] == "any")


def test_cards_have_the_fields_that_their_type_needs_and_no_others() -> None:
    common = {"id", "name", "type", "text", "picture", "words", "assumed"}
    for key, card in CARDS.items():
        kind = TABLE["types"][card["type"]]
        needs, may = set(kind["needs"]), set(kind["fields"])
        assert needs <= set(card), key
        assert set(card) <= common | needs | may, key
        assert set(card.get("assumed", ())) <= set(card), key


def test_field_values_are_words_that_the_table_knows() -> None:
    for key, card in CARDS.items():
        for name, value in card.items():
            allowed = TABLE["fields"].get(name, {}).get("values")
            if allowed:
                assert set(words(value)) <= set(allowed), (key, name)


def test_every_kind_of_special_has_a_text_and_every_code_is_told() -> None:
    assert {card["code"] for card in of_type("special") if not card.get("text")} <= set(TEXTS)
    assert {card["kind"] for card in CARDS.values() if "kind" in card} <= set(TEXTS)
    assert len([name for name in TEXTS if re.fullmatch(r"[A-L][A-Z]", name)]) == 208
    assert all(text["text"].endswith((".", "]")) for name, text in TEXTS.items() if len(name) == 2)


def test_cards_without_a_made_text_bring_their_own() -> None:
    for key, card in CARDS.items():
        kind = TABLE["types"][card["type"]]
        if "text_by" not in kind and not kind.get("blank"):
            assert card.get("text"), key


def test_a_plain_name_is_one_character() -> None:
    plain = Counter(card["name"] for card in of_type("character") if "variant" not in card)
    assert set(plain.values()) == {1}
    assert {card["name"] for card in of_type("character")} - set(plain) == {"Angel", "Shang-Chi"}
    four = {card["name"] for card in of_type("character") if len(card["grid"]) == 4}
    few = {card["name"] for card in of_type("character") if "variant" not in card and len(card["grid"]) == 3}
    assert not few & four
    assert few == {"Galactus"}


def test_specials_belong_to_characters_of_the_sets() -> None:
    names = {card["name"] for card in of_type("character")} | {"any"}
    assert {card["character"] for card in of_type("special")} - names == {"Brass", "Voodoo"}


def test_missions_come_in_sets_of_seven() -> None:
    numbers: dict[str, list[int]] = {}
    for card in of_type("mission"):
        numbers.setdefault(card["set"], []).append(card["number"])
    assert len(numbers) == 19
    assert sorted(numbers.pop("The Brave and the Bold")) == [1, 2, 3, 4, 6, 7]
    assert all(sorted(found) == [1, 2, 3, 4, 5, 6, 7] for found in numbers.values())


def test_locations_list_six_names_or_take_everybody() -> None:
    for card in of_type("location"):
        assert card["characters"] == "any" or len(set(card["characters"])) == 6, card["name"]


def test_rule_pages_say_something() -> None:
    assert sum(name.islower() for name in RULES) == 83
    assert sum(name.isupper() and len(name) == 2 for name in RULES) == len(RULES) - 83 == 62
    assert all(page["title"] and len(page["text"]) > 40 and page["source"] for page in RULES.values())


@pytest.fixture(params=sorted(DECKS))
def deck(request: pytest.FixtureRequest) -> dict[str, list[Card]]:
    """The cards of each section of a deck, copies included."""
    sections = DECKS[request.param]["sections"]
    return {
        name: [CARDS[key] for key, number in cards.items() for _ in range(number)] for name, cards in sections.items()
    }


def test_there_are_decks_for_both_seats() -> None:
    assert len(DECKS) == 9
    assert [name for name, data in DECKS.items() if "homebase" in data["sections"]] == [
        "earths-mightiest",
        "first-family",
    ]
    assert [name for name, data in DECKS.items() if "battlesite" in data["sections"]] == [
        "carnage-rules",
        "sinister-alliance",
    ]
    assert all(data["game"] == "overpower" and data["about"] for data in DECKS.values())


def test_deck_sections_are_those_of_the_table(deck: dict[str, list[Card]]) -> None:
    assert set(deck) <= set(TABLE["sections"])


def team_of(deck: dict[str, list[Card]]) -> list[Card]:
    return deck["front"] + deck["reserve"]


def test_deck_team(deck: dict[str, list[Card]]) -> None:
    team = team_of(deck)
    assert len(deck["front"]) == 3
    assert len(deck["reserve"]) == 1
    assert len({card["name"] for card in team}) == 4
    assert all(card["type"] == "character" for card in team)
    points = sum(card.get("deck_points", sum(card["grid"])) for card in team)
    assert points <= LIMITS[sum(len(card["grid"]) for card in team)]


def test_deck_missions_and_events(deck: dict[str, list[Card]]) -> None:
    missions = deck["missions"]
    assert sorted(card["number"] for card in missions) == [1, 2, 3, 4, 5, 6, 7]
    assert len({card["set"] for card in missions}) == 1
    events = [card for card in deck["main"] if card["type"] == "event"]
    assert len(events) <= 5
    assert {card["set"] for card in events} <= {card["set"] for card in missions}


def test_draw_deck_size_and_one_per_deck(deck: dict[str, list[Card]]) -> None:
    assert len(deck["main"]) >= 51
    once = Counter(id(card) for name in ("main", "site_cards") for card in deck.get(name, ()) if card.get("opd"))
    assert set(once.values()) == {1}
    assert not {card["type"] for card in deck["main"]} & {"character", "mission", "location"}


def test_deck_specials_belong_to_the_team(deck: dict[str, list[Card]]) -> None:
    names = {card["name"] for card in team_of(deck)}
    specials = [card for card in deck["main"] if card["type"] == "special"]
    assert specials
    assert {card["character"] for card in specials} <= names | {"any"}
    if "battlesite" in deck:
        assert all(card["character"] != "any" for card in specials)


def test_deck_locations(deck: dict[str, list[Card]]) -> None:
    names = {card["name"] for card in team_of(deck)}
    for home in deck.get("homebase", ()):
        assert home["characters"] == "any" or names <= set(home["characters"])
    listed = {name for site in deck.get("battlesite", ()) for name in site["characters"]}
    assert not names & listed
    assert {card["character"] for card in deck.get("site_cards", ())} <= listed
    assert {card["character"] for card in deck["main"] if card["type"] == "activator"} <= listed


def test_power_and_universe_cards_of_a_deck_can_be_used(deck: dict[str, list[Card]]) -> None:
    best = {power: max(ratings(card)[power] for card in team_of(deck)) for power in TYPES}
    least = {power: min(ratings(card)[power] for card in team_of(deck)) for power in TYPES}
    for card in deck["main"]:
        powers = words(card["power"]) if "power" in card else []
        if card["type"] == "power":
            assert card["level"] <= max(best[power] for power in (TYPES if powers == ["any"] else powers)), card["name"]
        elif card["type"] == "universe" and card["kind"] == "training":
            assert any(least[power] <= card["to_use"] for power in powers), card["name"]
        elif card["type"] == "universe" and "to_use_max" in card:
            assert least[powers[0]] <= card["to_use_max"], card["name"]
        elif card["type"] in ("universe", "tactic"):
            assert card["to_use"] <= max(best[power] for power in (TYPES if powers == ["any"] else powers)), card[
                "name"
            ]
