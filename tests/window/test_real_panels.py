"""Menus, dialogs, curtain and start screen as a person uses them: a real window, a real mouse, a real keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from realwindow import Point, RealWindow

from tabletop.assist.session import AUTOSAVES
from tabletop.table import saves, sight

Start = Callable[..., RealWindow]


def middle(window: RealWindow, id: str, part: str = "regions") -> Point:
    """The middle of something that can be clicked."""
    found = window.probe()
    places = found[part]
    assert id in places, f"no {id} among {sorted(places)}"
    x, y, w, h = places[id]
    return x + w / 2, y + h / 2


def press(window: RealWindow, id: str, part: str = "regions") -> None:
    window.click(middle(window, id, part))


def test_a_game_from_the_start_screen_survives_its_death(start: Start, tmp_path: Path) -> None:
    folder = str(tmp_path / "saves")
    window = start("--saves", folder)
    assert window.probe()["screen"] == "start"
    window.click(middle(window, "name 0"))
    window.xdo("type", "Anna")
    window.key("Tab", "Tab")
    window.xdo("type", "Ben")
    press(window, "start")
    window.rest()
    table = window.table()
    assert [seat.name for seat in table.seats.values()] == ["Anna", "Ben"]
    deck = table.cards("A.deck")
    assert deck
    window.move(window.at(deck[0]))
    window.key("2", "Return", "r")
    before = window.table()
    assert len(before.cards("A.hand")) == len(table.cards("A.hand")) + 2
    window.kill()
    again = start("--saves", folder)
    assert again.probe()["dialog"] == "Go on with the last table?"
    again.key("Return")
    again.rest()
    assert again.table().digest() == before.digest()
    again.key("ctrl+z")
    assert again.table().cards("A.deck") != before.cards("A.deck")


def test_a_menu_opened_with_the_mouse_does_what_its_line_says(window: RealWindow) -> None:
    before = window.table()
    deck = before.cards("A.deck")
    window.click(window.at(deck[0]), 3)
    window.move(middle(window, "Draw", "menu"))
    press(window, "3 cards", "menu")
    assert window.table().cards("A.hand") == [*before.cards("A.hand"), *deck[:3]]
    assert not window.probe()["modal"]


def test_a_click_elsewhere_only_closes_the_menu(window: RealWindow) -> None:
    begin = window.probe()
    digest = window.table().digest()
    window.click(window.at(window.table().cards("A.deck")[0]), 3)
    assert window.probe()["menu"]
    window.click(window.at(window.table().cards("B.deck")[0]))
    found = window.probe()
    assert not found["menu"]
    assert found["selection"] == begin["selection"]
    assert window.table().digest() == digest


def test_a_card_is_found_by_typing_and_dragged_out(window: RealWindow) -> None:
    table = window.table()
    deck = table.cards("A.deck")
    names = [sight.true_name(table, table.pieces[i]) for i in deck]
    wanted = next(i for i, name in zip(deck, names, strict=True) if names.count(name) == 1 and name.isascii())
    window.move(window.at(deck[0]))
    window.key("ctrl+f")
    window.xdo("type", sight.true_name(table, table.pieces[wanted]))
    found = window.probe()
    x, y, _, _ = found["regions"]["cards"]
    goal = window.zone("A.play")
    window.drag((x + 60, y + 60), goal)
    after = window.table()
    assert after.pieces[wanted].zone == "A.play"
    assert window.probe()["dialog"] == ""
    last = window.document().history.steps[-2]
    assert last.label == "looks through {@A.deck}"


def test_a_table_is_saved_under_a_name_and_opened_again(window: RealWindow) -> None:
    window.move(window.at(window.table().cards("A.deck")[0]))
    window.key("r")
    before = window.table()
    window.key("ctrl+s")
    window.xdo("type", "duel v1.2")
    window.key("Return")
    window.rest()
    path = window.saves / "duel v1.2.table"
    assert saves.load(path).document.table.digest() == before.digest()
    window.key("r", "ctrl+o")
    window.key("Tab")
    assert window.probe()["dialog"] == "Open a saved table"
    press(window, "filter")
    window.xdo("type", "v1.2")
    window.key("Return")
    window.rest()
    assert window.probe()["dialog"] == ""
    assert window.table().digest() == before.digest()
    assert len(list((window.saves / AUTOSAVES).glob("*.table"))) == 2


def test_handing_over_needs_the_other_player(window: RealWindow) -> None:
    press(window, "look B")
    found = window.probe()
    assert found["curtain"]
    assert found["seat"] is None
    assert all(piece["face"] == "back" for piece in found["pieces"].values() if piece["zone"].endswith(".hand"))
    window.key("r", "3", "ctrl+z", "F7")
    assert window.probe()["curtain"]
    press(window, "ready")
    found = window.probe()
    assert (found["curtain"], found["seat"]) == (False, "B")
    hands = {zone: {piece["face"] for piece in found["pieces"].values() if piece["zone"] == zone}
             for zone in ("A.hand", "B.hand")}  # fmt: skip
    assert hands["A.hand"] == {"back"}
    assert "back" not in hands["B.hand"]


def test_counters_undo_list_and_redo_by_mouse(window: RealWindow) -> None:
    begin = window.table().digest()
    for _ in range(3):
        press(window, "less B prestige")
    assert window.table().seats["B"].counters["prestige"] == 7
    press(window, "undo")
    assert window.table().seats["B"].counters["prestige"] == 8
    press(window, "redo")
    assert window.table().seats["B"].counters["prestige"] == 7
    press(window, "tab steps")
    at = window.document().history.at
    x, y, wide, _ = window.probe()["regions"]["steps"]
    window.click((x + wide / 2, y + 24 * (at - 3) + 12))
    assert window.table().digest() == begin


def test_panels_go_and_come_with_f9_and_settings_take_effect(window: RealWindow) -> None:
    wide = window.probe()["camera"]
    window.key("F9")
    assert window.probe()["camera"] != wide
    window.key("F9")
    assert window.probe()["camera"] == wide
    window.key("F10")
    press(window, "scale 150%")
    window.key("Escape")
    assert (window.folder / "config" / "tabletop" / "settings.toml").read_text("utf-8").count("scale = 1.5") == 1
    assert window.probe()["regions"]["undo"][3] == 45
