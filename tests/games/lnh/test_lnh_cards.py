"""The cards and their rows: everything is bound, nothing is left over, mistakes are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.cards.dealing import definition
from tabletop.cards.library import Library
from tabletop.games.lnh import heroes, traits, verbs
from tabletop.games.lnh.cards import card_of, faults, read
from tabletop.games.lnh.game import Lnh
from tabletop.games.lnh.needs import needs
from tabletop.games.lnh.rows import effects
from tabletop.rules.pages import load_pages
from tabletop.rules.verbs import VerbError
from tabletop.table.state import Definition


def test_every_row_of_every_card_is_bound(game: Lnh, library: Library) -> None:
    assert list(game.faults(library)) == []


def test_no_card_is_left_to_its_text(game: Lnh, library: Library) -> None:
    found = game.coverage(library)
    assert {card.title for card in library.cards.values() if found[card.title] == "text"} == set()
    blank = {card.title for card in library.cards.values() if found[card.title] == "no text"}
    assert blank == {"Origin: Hodge-Podge", "Revelation: Secret Identity"}


def test_most_cards_are_rows_of_verbs(game: Lnh, library: Library) -> None:
    found = game.coverage(library)
    python = [card.title for card in library.cards.values() if found[card.title] == "python"]
    assert len(python) < len(library.cards) / 3


def test_nothing_is_declared_that_no_card_uses(library: Library) -> None:
    cards = [read(card.id, definition(card)) for card in library.cards.values()]
    rows = [row for card in cards for part in (*card.play, *card.use, *card.when) for row in part.effects]
    rows += [row for card in cards for row in card.arrives]
    assert {type(row) for row in rows} == {effects[name] for name in effects}
    used = {name for card in cards for name, _ in card.traits}
    assert used == set(traits.traits)
    named = {row.name for row in rows if isinstance(row, verbs.DoSpecial)}
    assert named == set(verbs.all_specials())
    asked = {name for card in cards for way in (*card.play, *card.use) for name in way.needs}
    assert asked == set(needs)


def test_the_token_is_that_of_the_card_set(library: Library) -> None:
    card = library.find_title("Kiwi token")
    assert card is not None
    assert (card.id, definition(card)) == (heroes.TOKEN_ID, heroes.TOKEN)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"play": [{"effects": [{"do": "hrut"}]}]}, 'there is no verb "hrut"; did you mean "hurt"?'),
        (
            {"play": [{"effects": [{"do": "hurt", "amuont": 2}]}]},
            'hurt has no parameter "amuont"; did you mean "amount"?',
        ),
        ({"use": [{"windows": ["play"]}]}, 'use[0] has no key "windows"; did you mean "window"?'),
        ({"always": [{"do": "ban", "kind": 3}]}, "always[0]: ban: Expected `str`, got `int`"),
        ({"play": [{"at": {"zone": "plya"}}]}, "play[0]: Invalid enum value 'plya'"),
        ({"when": {"at": "begin"}}, "when wants a list of tables"),
        ({"arrives": "draw"}, "arrives wants a list of rows"),
    ],
)
def test_mistakes_are_told_with_their_place(data: dict[str, object], told: str) -> None:
    found = list(faults("core/odd", Definition("Odd", "Plot Twist", data)))
    assert len(found) == 1
    assert (found[0].card, found[0].key) == ("core/odd", next(iter(data)))
    assert told in found[0].message


def test_every_row_with_a_mistake_is_told() -> None:
    rows = [{"do": "hurt"}, {"do": "hrut"}, {"do": "special", "name": "no_such"}]
    data = {"arrives": rows, "use": [{"windows": ["play"]}, {"window": ["play"]}, 7]}
    found = [(fault.key, fault.message) for fault in faults("core/odd", Definition("Odd", "Hero", data))]
    assert [key for key, _ in found] == ["use", "use", "arrives", "arrives"]
    places = ("use[0] has no key", "use[2]: this wants a table", "arrives[1]: there is no verb", "arrives[2]: special")
    assert all(message.startswith(place) for (_, message), place in zip(found, places, strict=True)), found


def test_a_card_with_a_mistake_is_carried_out_by_hand(library: Library) -> None:
    kept = Definition("Odd", "Hero", {"name": "Odd", "use": [{"effects": [{"do": "hrut"}]}]})
    with pytest.raises(VerbError):
        read("core/odd", kept)
    card = card_of("core/odd", kept)
    assert card.bare
    assert (card.type, card.permanent) == ("Hero", True)


def test_the_facts_of_a_card_are_read(library: Library) -> None:
    def named(title: str) -> object:
        card = library.find_title(title)
        assert card is not None
        return card_of(card.id, definition(card))

    punch, claw, armor = named("Punch"), named("Claw Attack"), named("Power Armor")
    assert (punch.attack, punch.damage, punch.permanent) == (True, "attack", False)  # type: ignore[attr-defined]
    assert (claw.attack, claw.damage, claw.permanent) == (False, "attack", True)  # type: ignore[attr-defined]
    assert armor.sorts == {"TECH", "Vehicle"}  # type: ignore[attr-defined]
    assert named("Master Blaster").damage == "sure"  # type: ignore[attr-defined]
    assert named("Energy Blast").damage == "blast"  # type: ignore[attr-defined]
    assert named("Villain: Tsar Chasm").kinds == {"Plot", "Villain"}  # type: ignore[attr-defined]
    assert named("Villain Attack: Solo Attack").kinds == {"Plot Twist", "Villain Attack"}  # type: ignore[attr-defined]


def test_direct_attacks_say_so_in_the_data_as_well(library: Library) -> None:
    for card in library.cards.values():
        made = card_of(card.id, definition(card))
        assert bool(card.get("direct_attack")) == (made.damage in ("attack", "sure")), card.title


def test_every_page_is_known_to_the_coverage(game: Lnh, library: Library) -> None:
    pages, problems = load_pages(library.game.folder)
    assert not problems
    assert set(pages) <= set(game.coverage(library))


def test_code_names_no_card_that_does_not_exist(library: Library) -> None:
    """Names of cards in the engine are those of the set (Captain Cleanup is of no set)."""
    titles = {card.title for card in library.cards.values()}
    for module in ("villains.py", "plots.py", "heroes.py", "equipment.py"):
        text = (Path(verbs.__file__).parent / module).read_text(encoding="utf-8")
        for name in ("Flight Thingee", "Kid Anarky's Claymore", "Sword of Sig", "Kid Anarky"):
            if f'"{name}"' in text:
                assert name in titles
