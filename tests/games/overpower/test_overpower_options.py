"""The options of the game: what each changes, and that nonsense in the table's settings is as if nothing were said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletop import places
from tabletop.assist.rulings import run
from tabletop.games.overpower.options import OPTIONS, chosen
from tabletop.rules.pages import load_pages

HEAD = 'game = "overpower"\n[[case]]\nid = "option"\ntitle = "An option"\n'


def play(tmp_path: Path, options: str, body: str) -> str:
    """What fails in a case that is played with these options; "" if all is as it says."""
    phase = "phase" in options
    now = options if phase else f'turn = "A", phase = "battle", {options}'
    file = tmp_path / "option.toml"
    file.write_text(f"{HEAD}now = {{ {now} }}\n{body}", encoding="utf-8")
    (result,) = run([file])
    return str(result.failure or "")


@pytest.mark.parametrize("value", ["twenty", None, -1, True, [20]])
def test_nonsense_is_the_default(value: Any) -> None:
    assert chosen({"hits_to_ko": value}, "hits_to_ko") == 20
    assert chosen({"pass_is_final": value}, "pass_is_final") is True
    assert chosen(value, "point_limit") == "rank"


def test_every_default_is_allowed() -> None:
    for name, option in OPTIONS.items():
        assert option.allows(option.default), name
        assert all(option.allows(value) for value in option.others), name


LINES = """
A.front = ["Able-5555", "Bold-5555"]
A.hand = ["E4", "F3"]
B.front = ["Wall-4444", "Xeno-4444"]
B.hand = ["S2"]
"""


def test_a_pass_that_is_not_final(tmp_path: Path) -> None:
    steps = """steps = [
      { seat = "A", do = "pass" },
      { seat = "B", do = "attack", by = "Wall-4444", with = ["S2"], at = "Able-5555" },
      { seat = "A", do = "accept", then = { turn = "A", "A.passed" = false } },
      { seat = "A", do = "attack", by = "Able-5555", with = ["E4"], at = "Wall-4444" },
      { seat = "B", do = "accept" },
      { seat = "B", do = "pass", then = { phase = "battle" } },
      { seat = "A", do = "pass", then = { phase = "draw", battle = 2 } },
    ]"""
    assert play(tmp_path, "options = { pass_is_final = false }", LINES + steps) == ""
    assert "step 3" in play(tmp_path, "options = { pass_is_final = true }", LINES + steps)


def test_the_limit_itself(tmp_path: Path) -> None:
    lines = LINES + 'B.Wall-4444.record = ["E8", "E8"]\n'
    steps = """steps = [
      { seat = "A", do = "attack", by = "Able-5555", with = ["E4"], at = "Wall-4444" },
      { seat = "B", do = "accept", then = { "B.Wall-4444.ko" = %s } },
    ]"""
    assert play(tmp_path, "options = { ko_at_limit = true }", lines + steps % "true") == ""
    assert play(tmp_path, "options = { ko_at_limit = false }", lines + steps % "false") == ""
    assert play(tmp_path, "options = { hits_to_ko = 21 }", lines + steps % "false") == ""


DECK = """
A.front = ["Able-5544", "Bold-5544", "Calm-5544"]
A.reserve = ["Dora-%s"]
A.missions_reserve = [%s]
A.draw = ["E1#1-51"%s]
cards.Home = { type = "location", characters = ["Able-5544", "Bold-5544", "Calm-5544", "Dora-8887"] }
B.front = ["Wall-4444"]
steps = [ { seat = "A", do = "check_deck"%s } ]
"""
SEVEN = ", ".join(f'"Quest-mission-{number}"' for number in range(1, 8))
ILLEGAL = ', illegal = "%s"'


@pytest.mark.parametrize(
    ("options", "deck", "rule"),
    [
        ("point_limit = 'rank'", ("8887", SEVEN, ""), "deck-points"),
        ("point_limit = 'rank'", ("8887", SEVEN, "]\nA.homebase = ['Home'"), ""),
        ("point_limit = 80", ("8887", SEVEN, "]\nA.homebase = ['Home'"), "deck-points"),
        ("point_limit = 85", ("8887", SEVEN, ""), ""),
        ("min_with_events = 56", ("4444", SEVEN, ""), ""),
        (
            "min_with_events = 56",
            ("4444", SEVEN, "]\ncards.flood = { type = 'event', set = 'Quest', effect = 'mill' }\nA.hand = ['flood'"),
            "deck-size",
        ),
        ("missions_used = false", ("4444", "", ""), ""),
        ("missions_used = true", ("4444", "", ""), "deck-missions"),
        ("min_draw_deck = 52", ("4444", SEVEN, ""), "deck-size"),
    ],
)
def test_decks(tmp_path: Path, options: str, deck: tuple[str, str, str], rule: str) -> None:
    body = DECK % (*deck, ILLEGAL % rule if rule else "")
    assert play(tmp_path, f'phase = "setup", options = {{ {options} }}', body) == ""


def test_one_mission_back_for_two(tmp_path: Path) -> None:
    body = (
        LINES
        + """
A.missions_defeated = ["Quest-mission-4", "Quest-mission-5", "Quest-mission-6"]
A.ventured = ["Quest-mission-1", "Quest-mission-2", "Quest-mission-3"]
A.Quest-mission-1.from = "completed"
A.Quest-mission-2.from = "completed"
A.Quest-mission-3.from = "completed"
B.Wall-4444.hits = ["E1"]
steps = [
  { seat = "A", do = "pass" },
  { seat = "B", do = "pass", then = { "A.missions_completed#" = 3, "A.missions_reserve#" = %d } },
]"""
    )
    assert play(tmp_path, "options = { completed_venture_gain = 0.5 }", body % 1) == ""
    assert play(tmp_path, "options = { completed_venture_gain = 1 }", body % 3) == ""


def test_without_missions(tmp_path: Path) -> None:
    body = (
        LINES
        + """
steps = [
  { seat = "A", do = "done" },
  { seat = "B", do = "done", then = { phase = "battle", turn = "A" } },
  { seat = "A", do = "concede", illegal = "concede" },
  { seat = "A", do = "pass" },
  { seat = "B", do = "pass", then = { phase = "draw", winner = "none" } },
]"""
    )
    assert play(tmp_path, 'turn = "A", phase = "place", options = { missions_used = false }', body) == ""


def test_a_doubleshot_for_a_teammate(tmp_path: Path) -> None:
    body = """
A.front = ["Able-5575", "Bold-5555"]
A.hand = ["S6"]
B.front = ["Wall-4464", "Xeno-4446", "Yeti-3333"]
B.hand = ["Aquaman & Superman", "S4"]
steps = [
  { seat = "A", do = "attack", by = "Able-5575", with = ["S6"], at = "Yeti-3333" },
  { seat = "B", do = "defend", by = "Wall-4464", with = ["Aquaman & Superman", "S4"]%s },
]"""
    assert play(tmp_path, "options = { doubleshot_defends = 'team' }", body % "") == ""
    assert play(tmp_path, "options = { doubleshot_defends = 'self' }", body % ', illegal = "doubleshot"') == ""


def test_the_page_names_every_option() -> None:
    pages, problems = load_pages(places.shipped_cardsets() / "overpower")
    assert not problems
    assert [name for name in OPTIONS if f"* `{name}` = " not in pages["options"].text] == []
