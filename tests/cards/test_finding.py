"""The query language: what each kind of term finds, in any game, and what is told where it cannot be answered."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop import places
from tabletop.cards.finding import Finder, QueryError, Term, folded, parse
from tabletop.cards.library import Library
from tabletop.cards.model import CardDef, FieldSpec, GameDef, SetUp


def _finder(game: str) -> Finder:
    library, _ = Library.load(Path(places.shipped_cardsets()) / game)
    assert library is not None
    return Finder(tuple(library.cards.values()), library.game, library.sets)


@pytest.fixture(scope="module")
def overpower() -> Finder:
    return _finder("overpower")


SMALL = Finder(
    (
        CardDef("a/claws", "Heavy Claws", "Heavy Claws, First", "power", "Strikes hard.", words=("rare",),
                fields={"level": 6, "power": ("fighting",), "opd": True, "deep": {"then": [{"whom": "teammate"}]}}),
        CardDef("a/eclair", "Éclair-Man", "Éclair-Man", "power", "A flash; claws are heavy.", fields={"level": 3.5}),
        CardDef("b/ace", "Ace of ♠", "Ace of ♠", "suit", fields={"level": -1, "power": ("energy", "fighting")}),
    )
)  # fmt: skip


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", "012"), ("   ", "012"), ("-", "012"), ('"', "012"), ("claw", "01"), ("laws", ""), ("HEAVY", "01"),
        ("heavy claws", "01"), ('"heavy claws"', "0"), ('"heavy claw"', ""), ('"heavy claw', "0"), ("eclair", "1"),
        ("éclair-man", "1"), ("♠", "2"), ("teammate", "0"), ("whom", "0"), ("deep.then:team", "0"), ("level:6", "0"),
        ("level=6", "0"), ("level>=3.5", "01"), ("level<0", "2"), ("level:>3", "01"), ("level=-1", "2"),
        ("power:fight", "02"), ("power:fight -power:energy", "0"), ("-power:", "1"), ("power:", "02"), ("set:b", "2"),
        ("type:power", "01"), ("TYPE:Power", "01"), ("name:first", ""), ("title:first", "0"), ("words:rare", "0"),
        ('text:"strikes hard"', "0"), ("name=eclair-man", "1"), ("name=eclair", ""), ("id:claws", "0"), ("-claws", "2"),
    ],
)  # fmt: skip
def test_terms(query: str, found: str) -> None:
    assert "".join(map(str, SMALL.places(query))) == found


def test_fields_of_a_game_and_its_other_names(overpower: Finder) -> None:
    wolverine = overpower.find("type:special owner:wolverine")
    assert wolverine
    assert all(card.type == "special" and "Wolverine" in card.fields["character"] for card in wolverine)
    assert wolverine == overpower.find("character:wolverine type:SPECIAL")
    strong = overpower.find("type:character energy>=8")
    assert strong
    assert all(card.fields["grid"][0] >= 8 for card in strong)
    assert strong == overpower.find("type:character grid.energy>=8")
    assert {card.fields.get("code") for card in overpower.find("code=AE power:fighting")} == {"AE"}
    once = overpower.find("type:special opd:yes")
    assert len(once) + len(overpower.find("type:special opd:no")) == len(overpower.find("type:special"))
    assert once == overpower.find("type:special one_per_deck:true")


def test_a_set_is_found_by_its_id_and_its_name_and_beside_a_field_of_that_name(overpower: Finder) -> None:
    classic = [card for card in overpower.cards if card.id.startswith("cl/")]
    assert overpower.find("set=cl") == classic
    assert overpower.find("set=classic") == classic
    mission = next(card for card in overpower.cards if "set" in card.fields)
    assert mission in overpower.find(f'set:"{mission.fields["set"]}"')


@pytest.mark.parametrize("game", ["lnh", "overpower", "standard", "vs_system"])
def test_every_card_is_found_by_its_name_in_every_game(game: str) -> None:
    finder = _finder(game)
    for card in finder.cards[::23]:
        assert card in finder.find(f'name:"{card.name}"'.replace('""', '"'))


def test_an_unknown_field_names_the_near_one_and_all_there_are(overpower: Finder) -> None:
    with pytest.raises(QueryError, match=r'no field "powr"; did you mean "power"\? The fields are name, .*owner.*ene'):
        overpower.find("powr:fighting nothinglikethis")
    with pytest.raises(QueryError, match='no field "zzzz"; the fields are name'):
        overpower.find("zzzz:1")
    with pytest.raises(QueryError, match='"energy>=many" wants a number: write energy>=6'):
        overpower.find("energy>=many")


def test_parts_are_named_by_the_game() -> None:
    spec = FieldSpec("grid", "any", "Grid", parts=("energy", "fighting"))
    game = GameDef(
        "g", "G", Path(), (2,), "", "{name}", (63, 88), "plain", {"grid": spec}, {}, {}, (), (), SetUp(), (), ()
    )
    cards = [
        CardDef(f"s/{n}", "x", "x", "t", fields={"grid": grid})
        for n, grid in enumerate([[7, 2], {"energy": 5}, [1], [2, 7]])
    ]
    finder = Finder(cards, game)
    assert finder.places("energy>=5") == [0, 1]
    assert finder.places("fighting>=2") == [0, 3]
    assert finder.places("grid>=7") == [0, 3]


@given(st.text(max_size=40))
def test_any_text_is_a_query(text: str) -> None:
    for term in parse(text):
        assert isinstance(term, Term)
    with suppress(QueryError):
        SMALL.find(text)


@given(st.lists(st.sampled_from(['"', "-", ":", "level", ">", "=", "6", " ", "é", ".", "power", "٣"]), max_size=12))
def test_any_pieces_of_queries_are_one(parts: list[str]) -> None:
    with suppress(QueryError):
        SMALL.find("".join(parts))


@given(st.text(max_size=30))
def test_folding_is_done_once(text: str) -> None:
    assert folded(folded(text)) == folded(text)
