"""LNH Storycards for its tests: the rules, the cards, and tables as a ruling case would lay them."""

from __future__ import annotations

from typing import Any

import pytest
from lnh_tables import Lay

from tabletop.assist.rulings import game_and_library
from tabletop.cards.library import Library
from tabletop.games.lnh.game import Lnh
from tabletop.rules.cases import Run


@pytest.fixture(scope="session")
def library() -> Library:
    found = game_and_library("lnh")
    assert found is not None
    return found[1]


@pytest.fixture
def game() -> Lnh:
    return Lnh()


@pytest.fixture
def lay(game: Lnh, library: Library) -> Lay:
    """Lay a table: `lay(A={...}, B={...}, now={...}, luck={...})`, in the words of ruling cases."""

    def laid(**case: Any) -> Run:
        run = Run(game, library, case)
        run.set_up()
        return run

    return laid
