"""How fast cards are read: a set of 10,000 cards in 0.4 s, all shipped sets together in 0.3 s."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletop import places
from tabletop.cards.games import load_game
from tabletop.cards.library import Library
from tabletop.cards.sets import load_set

TABLE = """
[game]
id = "big"
name = "Big"
title = "{name}[, {version}]"
[fields]
level = { kind = "number" }
power = { kind = "words", values = ["energy", "fighting"] }
once = { kind = "bool" }
version = { kind = "text" }
[types.power]
needs = ["level"]
fields = ["power", "once", "version"]
"""


@pytest.fixture(scope="module")
def big_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "big"
    folder.mkdir()
    (folder / "table.toml").write_text(TABLE, encoding="utf-8")
    cards = "".join(
        f'[[card]]\nid = "card-{n}"\nname = "Card {n}"\ntype = "power"\n'
        f'text = "A text of the usual length for card {n}."\n'
        f'level = {n % 8}\npower = ["energy", "fighting"]\nonce = true\nversion = "Number {n}"\n'
        for n in range(10_000)
    )
    (folder / "cards.toml").write_text('[set]\nid = "big"\nname = "Big"\n' + cards, encoding="utf-8")
    return folder / "cards.toml"


def test_ten_thousand_cards(benchmark: Any, big_set: Path) -> None:
    game, problems = load_game(big_set.parent)
    assert game is not None
    assert not problems
    cards, problems = benchmark.pedantic(load_set, args=(big_set, game), rounds=7, warmup_rounds=1)
    assert len(cards) == 10_000
    assert not problems
    assert benchmark.stats["min"] <= 0.4


def test_all_shipped_games(benchmark: Any) -> None:
    def load_all() -> int:
        count = 0
        for folder in sorted(places.shipped_cardsets().iterdir()):
            library, _ = Library.load(folder) if folder.is_dir() else (None, [])
            count += len(library.cards) if library is not None else 0
        return count

    count = benchmark.pedantic(load_all, rounds=7, warmup_rounds=1)
    assert count > 500
    assert benchmark.stats["min"] <= 0.3
