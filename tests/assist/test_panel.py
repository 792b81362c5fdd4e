"""The panel: what the game shows, and lasting effects that a hand can end."""

from __future__ import annotations

import pytest
from toy.position import Position

from tabletop.assist.panel import effect_lines, end_effect, panel_lines
from tabletop.rules import lasting
from tabletop.rules.lasting import Lasting
from tabletop.table import sight
from tabletop.table.ops import Fact

pytestmark = pytest.mark.usefixtures("installed_skirmish")

DUEL = {"A_field": ["Tall Knight"], "B_field": ["Swift Archer"], "B_hand": ["Parry"]}


def test_the_panel_is_told_in_words() -> None:
    p = Position("referee", **DUEL)
    assert panel_lines(p.session.game, p.table, "A") == [("Turn", "Seat A")]


def test_lasting_effects_are_told_and_ended() -> None:
    p = Position("referee", **DUEL)
    knight, archer, parry = p["Tall Knight"], p["Swift Archer"], p["Parry"]
    given = [
        Lasting("may_not_strike", "end_of_turn", source=knight, on=(archer, 999)),
        Lasting("extra", "game", seat="B", value=2, rule="one-strike"),
        Lasting("shield", "turn", source=parry, on=(parry,), value=True),
        Lasting("odd", "turn", source=999),
    ]
    for effect in given:
        p.session.history.do("begins", [lasting.add(p.table, effect)])
    lines = effect_lines(p.table, "A")
    assert [(line.name, line.text, line.until) for line in lines] == [
        ("Tall Knight", "may not strike on Swift Archer", "end of turn"),
        ("one-strike", "extra 2 for Bea", "game"),
        (sight.FACE_DOWN, f"shield on {sight.FACE_DOWN}", "turn"),
        ("odd", "odd", "turn"),
    ]
    assert lines[0].cards == (knight, archer)
    assert effect_lines(p.table, "B")[2].name == "Parry"
    p.session.act(end_effect(p.table, given[0]))
    assert lasting.effects(p.table) == given[1:]
    assert p.log()[-1] == "Anna ends the effect of Tall Knight"
    assert not end_effect(p.table, given[0]).ops
    for effect in given[1:]:
        p.session.act(end_effect(p.table, effect))
    assert lasting.EFFECTS not in p.table.facts


def test_effects_that_cannot_be_read_are_left_out() -> None:
    p = Position("referee", **DUEL)
    p.session.history.do("breaks", [Fact(lasting.EFFECTS, [5, {"kind": 1}, {"kind": "x", "until": "turn"}])])
    assert [line.name for line in effect_lines(p.table, None)] == ["x"]
