"""How fast cards are found among all of OverPower: 10 ms a query at most, the index in 0.3 s."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop import places
from tabletop.cards.finding import Finder
from tabletop.cards.library import Library

QUERIES = (
    "w", "wolverine", "code:AE power:fighting owner:wolverine", "energy>=6 -type:special", 'text:"may play"',
    "set:classic type:special -opd:yes level>=4", "name=wolverine",
)  # fmt: skip


@pytest.fixture(scope="module")
def library() -> Library:
    found, _ = Library.load(places.shipped_cardsets() / "overpower")
    assert found is not None
    assert len(found.cards) > 2_500
    return found


def test_the_index(benchmark: Any, library: Library) -> None:
    benchmark.pedantic(Finder, args=(tuple(library.cards.values()), library.game, library.sets), rounds=5)
    assert benchmark.stats["min"] <= 0.3


@pytest.mark.parametrize("query", QUERIES)
def test_a_query(benchmark: Any, library: Library, query: str) -> None:
    finder = Finder(tuple(library.cards.values()), library.game, library.sets)
    benchmark.pedantic(finder.find, args=(query,), rounds=5, warmup_rounds=1)
    assert benchmark.stats["min"] <= 0.010
