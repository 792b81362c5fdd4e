"""The commands about rules, as people and scripts call them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from toy.skirmish import RULINGS, Skirmish
from typer.testing import CliRunner, Result

from tabletop import cli_rules, places
from tabletop.assist.selfplay import RandomGame
from tabletop.cards.library import Library
from tabletop.cli_rules import app
from tabletop.rules.model import Move
from tabletop.rules.pages import load_pages
from tabletop.table import saves
from tabletop.table.state import Table

pytestmark = pytest.mark.usefixtures("installed_skirmish")


def run(*args: object) -> Result:
    return CliRunner().invoke(app, [str(arg) for arg in args])


def last(result: Result) -> str:
    return result.stdout.strip().splitlines()[-1]


# rulings


def test_rulings_that_pass() -> None:
    result = run("rulings", RULINGS)
    assert result.exit_code == 0
    assert result.stdout == "6 passed, 0 failed\n"
    assert json.loads(last(run("rulings", RULINGS, "--json"))) == {"passed": 6, "failed": 0, "failures": []}


def test_rulings_that_fail_are_told_in_a_line_each(tmp_path: Path) -> None:
    text = (RULINGS / "skirmish.toml").read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text.replace('damage" = 2', 'damage" = 3').replace('"Far Scout"]', '"Far Skout"]'), "utf-8")
    result = run("rulings", RULINGS, wrong)
    assert result.exit_code == 1
    lines = result.stdout.strip().splitlines()
    assert lines[-1] == "10 passed, 2 failed"
    assert lines[0] == f"{wrong}: strike-lands: step 2: expected B.Tall Knight#2.damage = 3; found 2"
    assert "scout: setup: expected a card; found 'Far Skout'" in lines[1]
    assert len(lines) == 3
    failures = json.loads(last(run("rulings", wrong, "--json")))["failures"]
    assert failures[0] == {
        "file": str(wrong), "case": "strike-lands", "step": 2, "expected": "B.Tall Knight#2.damage = 3", "found": "2",
    }  # fmt: skip


def test_rulings_that_are_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.toml", tmp_path):
        for command in (("rulings", path), ("coverage", "skirmish", "--cases", path)):
            result = run(*command)
            assert result.exit_code == 2
            assert str(path) in result.stderr
            assert not result.stdout
    (tmp_path / "odd.toml").write_text('game = "skirmish', encoding="utf-8")
    result = run("rulings", tmp_path)
    assert (result.exit_code, last(result)) == (1, "0 passed, 1 failed")
    (tmp_path / "odd.toml").write_text('game = "chess"\n[[case]]\nid = "x"\n', encoding="utf-8")
    result = run("rulings", tmp_path)
    assert (result.exit_code, last(result)) == (1, "0 passed, 1 failed")
    assert "chess" in result.stdout


# coverage


def test_coverage() -> None:
    result = run("coverage", "skirmish", "--cases", RULINGS)
    assert result.exit_code == 0
    assert "skirmish core: 4 verbs, 3 python, 1 text" in result.stdout
    assert "knocked-out" in result.stdout
    found = json.loads(last(run("coverage", "skirmish", "--cases", RULINGS, "--json")))
    assert (found["game"], found["cards"]) == ("skirmish", {"verbs": 4, "python": 3, "text": 1})
    parry = next(entry for entry in found["entries"] if entry["id"] == "Parry")
    assert parry == {"id": "Parry", "kind": "card", "set": "core", "tier": "python", "cases": ["parry"]} or (
        "parry" in parry["cases"]
    )


# rules


def test_rule_pages() -> None:
    listed = run("rules", "skirmish")
    assert "one-fighter" in listed.stdout
    assert "Parry" not in listed.stdout
    page = run("rules", "skirmish", "TURN")
    assert "Taking turns" in page.stdout
    assert "Skirmish, page 1" in page.stdout
    assert "the strike is lost" in run("rules", "skirmish", "Parry").stdout
    found = run("rules", "skirmish", "--search", "COIN hand").stdout
    assert "Double or Nothing" in found
    assert "one-fighter" not in found
    assert "No page" in run("rules", "skirmish", "--search", "xyzzy").stdout
    assert "played freely" in run("rules", "standard").stdout


def test_the_page_of_a_code_is_in_plain_words() -> None:
    folder = places.find_game("overpower")
    assert folder is not None
    library = Library.load(folder)[0]
    assert library is not None
    codes = set(library.game.texts) - set(load_pages(folder)[0])
    assert codes
    pages = cli_rules._pages(library)
    for code in codes:
        text = pages[code].text
        assert text
        assert not set("[]{}") & set(text), f"{code}: {text}"
    assert "of a front-line teammate" in pages["AE"].text
    assert "level" in pages["AE"].text


def test_a_rule_that_is_not_there() -> None:
    result = run("rules", "skirmish", "one-fihter")
    assert result.exit_code == 2
    assert 'has no rule, code or card "one-fihter"; did you mean one-fighter or one-strike?' in result.stderr
    assert not result.stdout


@pytest.mark.parametrize("command", ["rules", "coverage", "selfplay"])
def test_a_game_that_is_not_there(command: str) -> None:
    result = run(command, "skirmihs")
    assert result.exit_code == 2
    assert result.stderr == 'tabletop: there is no game "skirmihs"; did you mean "skirmish"?\n'


# selfplay


def test_selfplay() -> None:
    result = run("selfplay", "skirmish", "--games", 5, "--seed", 3, "--by-hand", 0.1, "--json")
    assert result.exit_code == 0
    found = json.loads(last(result))
    assert (found["game"], found["games"], found["broken"]) == ("skirmish", 5, 0)
    told = run("selfplay", "skirmish", "--games", 2, "--mixed")
    assert told.stdout.startswith("skirmish: 2 games")
    assert "nothing broken" in told.stdout


def test_selfplay_that_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def describe(self: Skirmish, table: Table, move: Move) -> str:
        raise RuntimeError("no words")

    monkeypatch.setattr(Skirmish, "describe", describe)
    result = run("selfplay", "skirmish", "--games", 5, "--saves", tmp_path, "--json")
    assert result.exit_code == 1
    found = json.loads(last(result))
    assert found["broken"] == 1
    assert "game 1 (seed 1): RuntimeError: no words (test_cli_rules.py:" in found["message"]
    assert found["message"] in result.stderr
    assert Path(found["save"]).parent == tmp_path
    assert not saves.load(Path(found["save"])).report


def test_selfplay_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    play = RandomGame.play
    number = iter(range(100))

    def cancelled(self: RandomGame) -> None:
        if next(number) == 2:
            raise KeyboardInterrupt
        play(self)

    monkeypatch.setattr(RandomGame, "play", cancelled)
    result = run("selfplay", "skirmish", "--games", 50, "--json")
    assert result.exit_code == 130
    assert json.loads(last(result))["games"] == 2
