"""How fast the rules are at the table: from picking a card up to all highlights in 16 ms, and the bars of self-play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from subjects import Subject, lay, subjects

from tabletop.assist.hints import Hints
from tabletop.assist.selfplay import Conduct, SelfPlay
from tabletop.table import acts
from tabletop.table.state import Table

HAND, PLAY = 20, 40

games_with_rules = pytest.mark.parametrize(
    "subject", [subject for subject in subjects() if subject.make().id == subject.id], ids=str
)


def crowded(subject: Subject) -> tuple[Table, list[int]]:
    """A table with many cards in play on both sides, and the hand of seat A, which is large too."""
    document = lay(subject, subject.make(), Random(3))
    table, history = document.table, document.history
    for seat in table.everyone:
        zones = [zone for zone in table.zones.values() if zone.seat == seat]
        hand = next(zone.id for zone in zones if zone.role == "hand")
        deck = next(zone.id for zone in zones if zone.role == "draw")
        open_zones = [zone.id for zone in zones if zone.sight == "public" and zone.arrangement in ("row", "grid")]
        history.do("draws", acts.draw(table, deck, HAND - len(table.cards(hand)), hand).ops, seat)
        for number in range(PLAY // 2):
            zone = open_zones[number % len(open_zones)]
            history.do("plays", acts.move(table, table.cards(deck)[:1], zone).ops, seat)
    return table, table.cards("A.hand")


@games_with_rules
def test_highlights(benchmark: Any, subject: Subject) -> None:
    table, hand = crowded(subject)
    assert len(hand) >= HAND
    game = subject.make()

    def pick_up_each() -> int:
        found = 0
        for piece in hand:
            hints = Hints(game, table, "A", [piece], strict=True)
            hints.search()
            found += len(hints.zones) + len(hints.pieces)
        return found

    benchmark.pedantic(pick_up_each, rounds=7, warmup_rounds=1)
    assert benchmark.stats["min"] / len(hand) <= 0.016


@games_with_rules
def test_self_play(benchmark: Any, subject: Subject) -> None:
    """20 games a second, 20,000 judgements a second, 5,000 proposals a second."""

    def play() -> SelfPlay:
        found = SelfPlay(subject.library, subject.make, 1, Conduct(thorough=0.0))
        assert len(list(found.run(20))) == 20
        return found

    tally = benchmark.pedantic(play, rounds=1, warmup_rounds=1).tally
    found = tally.summary(subject.id)
    assert found["games_per_s"] >= 20
    assert found["judge_per_s"] >= 20_000
    assert found["propose_per_s"] >= 5_000
