from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tabletop.ui import keys
from tabletop.ui.keys import chords, parse, readable


def event(key: int, mod: int = 0, text: str = "", scancode: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text, scancode=scancode)


@pytest.mark.parametrize(
    ("typed", "chord"),
    [
        ("f", "F"), ("shift+ctrl+z", "Ctrl+Shift+Z"), ("Ctrl + Delete", "Ctrl+Delete"), ("del", "Delete"),
        ("pgup", "PageUp"), ("+", "Plus"), ("Ctrl++", "Ctrl+Plus"), ("-", "Minus"), ("?", "Question"), ("F11", "F11"),
        ("alt+shift", "Alt+Shift"), ("middle CLICK", "Middle click"), ("ctrl+digit", "Ctrl+Digit"), ("7", "7"),
        ("hyper+x", None), ("", None), ("Ctrl", None), ("FF", None), ("F13", None), ("A+B", None),
    ],
)  # fmt: skip
def test_keys_are_read_as_people_write_them(typed: str, chord: str | None) -> None:
    assert parse(typed) == chord


def test_keys_are_shown_as_people_read_them() -> None:
    assert readable("Ctrl+Delete") == "Ctrl+Del"
    assert readable("Ctrl+Digit") == "Ctrl+1–9"
    assert readable("Minus") == "−"


def test_pressed_keys_give_their_chords() -> None:
    ctrl, shift, alt = pygame.KMOD_LCTRL, pygame.KMOD_RSHIFT, pygame.KMOD_LALT
    assert chords(event(pygame.K_z, ctrl | shift)) == [("Ctrl+Shift+Z", 0)]
    assert chords(event(pygame.K_SLASH, shift, "?")) == [("Question", 0)]
    assert chords(event(pygame.K_KP_PLUS, 0, "+")) == [("Plus", 0)]
    assert chords(event(pygame.K_KP_5, 0, "5")) == [("5", 5), ("Digit", 5)]
    assert chords(event(pygame.K_3, ctrl)) == [("Ctrl+3", 3), ("Ctrl+Digit", 3)]
    assert chords(event(pygame.K_LALT, shift)) == [("Alt+Shift", 0)]
    assert chords(event(pygame.K_LSHIFT, alt)) == [("Alt+Shift", 0)]
    assert chords(event(pygame.K_LSHIFT)) == []
    assert chords(event(pygame.K_RETURN)) == [("Enter", 0)]
    assert chords(event(pygame.K_KP_ENTER)) == [] or chords(event(pygame.K_KP_ENTER)) == [("Enter", 0)]


def test_digits_are_found_by_their_place_where_the_layout_prints_something_else() -> None:
    assert chords(event(233, 0, "é", pygame.KSCAN_2)) == [("2", 2), ("Digit", 2)]


def test_the_users_file_changes_keys(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text('[keys]\nshuffle = "S"\nflip = ["V", "middle click"]\nlock = []\n')
    found = keys.load(path)
    assert found.problems == []
    assert found.chords["shuffle"] == ("S",)
    assert found.chords["flip"] == ("V", "Middle click")
    assert found.chords["lock"] == ()
    assert "lock" not in found.labels
    assert found.labels["shuffle"] == "S"
    assert [command.id for command in found.commands("S")] == ["shuffle"]
    assert keys.clashes(found.chords) == []


def test_a_usual_key_gives_way_to_the_users(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text('[keys]\nlock = "F"\n')
    found = keys.load(path)
    assert found.chords["lock"] == ("F",)
    assert found.chords["flip"] == ("Middle click",)
    assert keys.clashes(found.chords) == []


def test_a_key_for_the_table_clashes_with_every_other(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text('[keys]\nundo = "R"\n')
    found = keys.load(path)
    assert found.chords["undo"] == ("R",)
    assert all("R" not in found.chords[each] for each in ("shuffle", "roll", "mix"))


def test_clashes_and_mistakes_cost_only_themselves(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text('[keys]\nlock = "K"\nflip = "K"\nshufle = "S"\nundo = 3\nredo = ["Ctrl+Y", "Banana"]\n')
    found = keys.load(path)
    told = "\n".join(found.problems)
    assert 'stands for "lock" and for "flip"' in told
    assert 'did you mean "shuffle"' in told
    assert '"undo" wants a key' in told
    assert '"Banana"' in told
    assert all(str(path) in problem for problem in found.problems)
    assert found.chords["lock"] == ("K",)
    assert found.chords["flip"] == ()
    assert found.chords["undo"] == ("Ctrl+Z",)
    assert found.chords["redo"] == ("Ctrl+Y",)


@pytest.mark.parametrize("text", ["[keys", "\x00", "keys = 3", "[other]\na = 1"])
def test_a_broken_file_leaves_the_usual_keys(tmp_path: Path, text: str) -> None:
    path = tmp_path / "keys.toml"
    path.write_text(text)
    found = keys.load(path)
    assert found.chords == keys.usual().chords
    assert len(found.problems) == 1


def test_no_file_is_no_problem(tmp_path: Path) -> None:
    assert keys.load(tmp_path / "none.toml").problems == []
