"""OverPower: attacks that lie face down, and Specials that are played as others."""

from __future__ import annotations

import msgspec

from tabletop.games.overpower import hidden, mimic
from tabletop.games.overpower.plays import Play
from tabletop.rules.model import Move


def test_a_hidden_attack_keeps_nothing_that_its_cards_would_tell() -> None:
    play = Play(
        "A",
        "numeric",
        by=1,
        cards=(5, 6, 7),
        roles=("power", "boost", "companion"),
        at=2,
        aimed=2,
        types=("fighting",),
        base=6,
        universe=2,
        bonus=1,
        data={"parts": 5, "from": {"6": "B.hand"}},
    )
    kept = msgspec.to_builtins(hidden.concealed(play))
    assert list(kept["roles"]) == [hidden.HIDDEN, hidden.HIDDEN, "companion"]
    assert not {"base", "universe", "bonus", "types", "open"} & set(kept)
    assert kept["data"] == {"hidden": True, "from": {"6": "B.hand"}}
    assert hidden.is_hidden(hidden.concealed(play))
    assert not hidden.is_hidden(play)
    assert hidden.open_cards(play) == (7,)


def test_the_option_of_a_mimic_keeps_the_option_of_what_it_is_played_as() -> None:
    move = Move("A", "play", by=1, using=(3,), option="reserve")
    listed = mimic.listed(move, "case/stake")
    assert listed.option == "case/stake::reserve"
    assert mimic.listed(Move("A", "attack"), "case/jab").option == "case/jab"
