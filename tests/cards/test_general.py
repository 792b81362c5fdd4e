"""Texts made from fields, as they read in general."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.cards.general import in_general


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("Level {level} {to_use|and} attack.", "Level ‹level› ‹to use› attack."),
        ("Hits[by=mate:  of a mate] count.", "Hits (on some cards: of a mate) count."),
        ("[!n:1 card][n=1:1 card][n!=1:{n} cards] each", "(1 card / ‹n› cards) each"),
        ("[!n:5][{n}] or less", "(5 / ‹n›) or less"),
        ("[who=self:You pay][who=team:All pay] 2.", "(You pay / All pay) 2."),
        ("[!n:1 more][n=1:1 more] card", "1 more card"),
        ("Discard 1[ ({cards})].", "Discard 1 (on some cards: ‹cards›)."),
        ("{{star}} {[}x{]}", "{star} [x]"),
        ("[a=1:x[b=2:  and y]]", "(on some cards: x (on some cards: and y))"),
        ("broken [a=1: never closed", "broken (on some cards: never closed)"),
    ],
)
def test_in_general(source: str, told: str) -> None:
    assert in_general(source) == told


@given(st.text(alphabet="[]{}!=:ab |", max_size=40))
def test_any_source_can_be_told(source: str) -> None:
    in_general(source)
