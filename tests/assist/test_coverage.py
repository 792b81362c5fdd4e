"""Coverage: tiers of cards and rules, and the cases that name them."""

from __future__ import annotations

from pathlib import Path

from toy.skirmish import RULINGS, Skirmish, library

from tabletop.assist.coverage import NO_TEXT, case_names, entries, summary
from tabletop.games import load

CASES = """
game = "skirmish"
[[case]]
id = "one"
title = "Quick Jab is not named here"
rules = ["turn"]
A = { hand = ["Parry#1..2"], "Tall Knight#3" = { hits = ["Heavy Smash"] } }
steps = [ { seat = "A", do = "play", card = "Old Banner", illegal = "ko", note = "Far Scout" } ]
[[case]]
id = "two"
rules = ["turn", "Parry"]
"""


def test_cards_and_rules_with_tiers_and_cases() -> None:
    found = {(entry.kind, entry.id): entry for entry in entries(Skirmish(), library(), [RULINGS])}
    assert found["card", "Tall Knight"].tier == "verbs"
    assert "one-fighter" in found["card", "Tall Knight"].cases
    assert found["card", "Old Banner"].tier == "text"
    assert found["card", "Old Banner"].cases == ()
    assert found["rule", "ko"].tier == "python"
    assert found["rule", "ko"].cases == ("knocked-out",)
    assert found["rule", "win"].tier == ""
    assert found["rule", "choice"].cases == ("scout",)
    counts = summary(found.values())
    assert counts["card", "core"] == {"verbs": 4, "python": 3, "text": 1}
    assert sum(counts["rule", ""].values()) == 10


def test_a_game_without_rules_has_texts_and_cards_without_any() -> None:
    lib = library()
    found = {entry.id: entry for entry in entries(load(""), lib)}
    assert found["Parry"].tier == "text"
    assert found["Tall Knight"].tier == NO_TEXT


def test_names_in_cases(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(CASES, encoding="utf-8")
    (tmp_path / "b.toml").write_text('game = "other"\n[[case]]\nid = "x"\nrules = ["turn"]\n', encoding="utf-8")
    (tmp_path / "c.toml").write_text("no toml [", encoding="utf-8")
    named = case_names("skirmish", [tmp_path])
    assert named["turn"] == ["one", "two"]
    assert named["Parry"] == ["one", "two"]
    assert named["Tall Knight"] == named["Heavy Smash"] == named["Old Banner"] == named["ko"] == ["one"]
    assert "Quick Jab" not in named
    assert "Far Scout" not in named
