"""How fast faces are drawn: 200 pixels wide in 8 ms, 400 in 20 ms, each card for the first time in its size."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest

from tabletop import places
from tabletop.cards.faces import draw_face
from tabletop.cards.library import Library

LIMITS = {70: 0.004, 200: 0.008, 400: 0.020}  # width in pixels -> seconds


@pytest.mark.parametrize("width", LIMITS)
@pytest.mark.parametrize("name", ["lnh", "overpower", "standard", "vs_system"])
def test_one_face(benchmark: Any, name: str, width: int) -> None:
    library, _ = Library.load(places.shipped_cardsets() / name)
    assert library is not None
    cards = cycle(library.cards.values())
    count = min(120, len(library.cards))
    benchmark.pedantic(lambda: draw_face(next(cards), library.game, width), rounds=count, warmup_rounds=3)
    assert benchmark.stats["median"] <= LIMITS[width]
