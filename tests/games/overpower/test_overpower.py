"""OverPower: own ruling cases, parameters of codes, and games that play themselves without a broken invariant."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tabletop.assist.rulings import game_and_library, run
from tabletop.cards.dealing import lay_out
from tabletop.cards.library import Library
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.codes import codes, problems
from tabletop.games.overpower.codes.keys import read_keys
from tabletop.games.overpower.filters import FilterError, terms
from tabletop.games.overpower.queries import Hit, spectrum_size
from tabletop.games.overpower.spec import TYPES, UNKNOWN, Spec
from tabletop.rules.cases import Run
from tabletop.rules.game import CaseGame, Game
from tabletop.rules.model import Move
from tabletop.rules.pages import load_pages
from tabletop.rules.perform import RandomFortune, begin, perform
from tabletop.table.state import Definition

CASES = Path(__file__).parents[2] / "rulings" / "overpower"


@cache
def overpower() -> tuple[Game, Library]:
    found = game_and_library("overpower")
    assert found is not None
    return found


@pytest.mark.parametrize("path", sorted(CASES.glob("*.toml")), ids=lambda path: path.stem)
def test_own_ruling_cases(path: Path) -> None:
    results = list(run([path]))
    assert results
    assert [str(result.failure) for result in results if result.failure] == []


def special(**fields: object) -> Spec:
    return Spec("x/y", Definition("Jab", "special", {"name": "Jab", "character": "Able", **fields}))


def test_a_wrong_parameter_is_named_with_its_code_and_those_that_exist() -> None:
    (text,) = problems(special(code="AE", level=4, power=["fighting"], combine=["energy"], count=2))
    assert "AE has no parameter" in text
    assert "combine_by" in text
    (text,) = problems(special(code="AB", level=4, power=["fighting"]))
    assert text == 'Jab: AB needs the parameter "extra_with"'
    (text,) = problems(special(code="ZZ"))
    assert "no code ZZ" in text
    (text,) = problems(special(code="AD", against=["enrgy"]))
    assert 'did you mean "energy"' in text


def test_keys_are_read_as_the_index_writes_them() -> None:
    needed, defaults = read_keys("level*, extra (1), bonus ({ all = 2 }), cards (basic, training), scope (self)")
    assert needed == {"level"}
    assert defaults == {"level": None, "extra": 1, "bonus": {"all": 2}, "cards": ("basic", "training"), "scope": "self"}


def test_filter_words_that_do_not_exist_are_told() -> None:
    with pytest.raises(FilterError, match="did you mean"):
        terms(("power_crad",))
    with pytest.raises(FilterError, match="neither a Power Type nor a range"):
        terms(("power_card:many",))


def test_every_code_has_a_docstring_with_its_source() -> None:
    for name in codes:
        assert "Source:" in (type(codes[name]).__doc__ or ""), name


def test_spectrum_is_a_matching_and_multipower_hits_are_one() -> None:
    def hit(*types: str, fuses: bool = False) -> Hit:
        return Hit(1, UNKNOWN, 1, True, 1, 1, types, fuses)

    wild = hit(*TYPES, fuses=True)
    assert spectrum_size([wild, wild, hit("energy")]) == 2
    assert spectrum_size([wild, hit("energy"), hit("fighting")]) == 3
    assert spectrum_size([hit("energy", "fighting"), hit("energy"), hit("fighting")]) == 2
    assert spectrum_size([hit("energy", "intellect"), hit("energy"), hit("fighting")]) == 3


@pytest.mark.parametrize("seed", range(4))
def test_games_play_themselves_and_keep_every_card(seed: int) -> None:
    game, library = overpower()
    rng = random.Random(seed)
    decks = list(library.decks.values())
    document = lay_out(library, [rng.choice(decks), rng.choice(decks)], seed=seed)
    history, table = document.history, document.table
    fortune = RandomFortune(rng)
    begin(history, game, fortune)
    owned = Counter(piece.owner for piece in table)
    cited = set()
    for _ in range(400):
        seats = game.to_act(table)
        if not seats:
            break
        moves = [move for seat in seats for move in game.moves(table, seat)]
        assert moves, (seed, table.facts)
        digest = table.digest()
        move = rng.choice(moves)
        assert game.judge(table, move).legal
        verb = rng.choice(["attack", "defend", "place", "venture", "discard"])
        by, using = rng.choice(list(table.pieces)), tuple(rng.sample(list(table.pieces), 2))
        stray = Move(rng.choice(["A", "B"]), verb, by=by, using=using, at=("A",))
        cited |= {violation.rule for violation in game.judge(table, stray).violations}
        assert table.digest() == digest
        perform(history, game, move, fortune)
        assert Counter(piece.owner for piece in table) == owned
        assert not table.cards("A.action") or Board(table).play() is not None
    pages, _ = load_pages(library.game.folder)
    titles = {card.name for card in library.cards.values()}
    assert {rule for rule in cited if rule not in pages and rule not in codes and rule not in titles} == set()
    done = table.digest()
    at = history.at
    history.goto(1)
    history.goto(at)
    assert table.digest() == done


def test_badges_tell_damage_and_the_power_types_collected() -> None:
    game, library = overpower()
    case = {
        "now": {"turn": "A", "phase": "battle"},
        "A": {"front": ["Able-5555", "Bold-5555"], "Able-5555": {"record": ["E8", "M3"], "hits": ["F4"]}},
        "B": {"front": ["Wall-6444"]},
    }
    assert isinstance(game, CaseGame)
    run = Run(game, library, case)
    run.set_up()
    assert game.badges(run.table, "B") == [(run.find("Able-5555", "A"), "15/20 EFM")]
