"""`tabletop check` judges decks and cards by the rules of their games as well."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tabletop import games, places
from tabletop.assist.decks import RulesCheck, has_rules
from tabletop.cards.check import check_path
from tabletop.cards.library import Library
from tabletop.cli import run

SHIPPED = places.shipped_cardsets()
WITH_RULES = sorted(folder.name for folder in SHIPPED.iterdir() if has_rules(folder.name))

WRONG = {
    "lnh": (
        "six-bright-gems.toml",
        '[sections.origin]\n"Origin: Brick" = 1\n[sections.main]\n"Kick" = 7\n"Claw Attack" = 1\n"Kid Kirby" = 2\n',
        {"deck-size", "copies", "limit", "hero-cap"},
    ),
    "overpower": (
        "first-family.toml",
        '[sections.front]\n"iq/thing" = 1\n[sections.missions]\n"mn/coming-of-galactus-1" = 2\n'
        '[sections.main]\n"power/e7" = 9\n',
        {"deck-characters", "deck-missions", "deck-size"},
    ),
    "vs_system": (
        "heirs_of_the_mantle.toml",
        '[sections.main]\n"Batman, Earth 2" = 5\n',
        {"deck-copies", "deck-size"},
    ),
}  # fmt: skip
"""For each game with rules a good deck, and one that breaks several rules at once."""


def test_each_game_with_rules_is_tried() -> None:
    assert set(WRONG) == set(WITH_RULES)


@pytest.mark.parametrize("game", WITH_RULES)
def test_every_shipped_deck_and_card_is_allowed(game: str) -> None:
    library = Library.load(SHIPPED / game)[0]
    assert library is not None
    rules = RulesCheck()
    assert [problem for deck in library.decks.values() for problem in rules.deck(library, deck)] == []
    assert rules.cards(library) == []


@pytest.mark.parametrize("game", WITH_RULES)
@pytest.mark.parametrize("stray", [False, True], ids=["in the game's folder", "elsewhere"])
def test_every_rule_that_a_deck_breaks_is_told_with_its_id_and_file(
    game: str, stray: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, lines, rules = WRONG[game]
    folder = tmp_path
    if not stray:
        shutil.copytree(SHIPPED / game, tmp_path / game, ignore=shutil.ignore_patterns("images"))
        folder = tmp_path / game / "decks"
    (folder / "wrong.toml").write_text(f'name = "Wrong"\ngame = "{game}"\n{lines}', encoding="utf-8")
    shutil.copy(SHIPPED / game / "decks" / good, folder / "good.toml")
    assert run(["check", str(folder)]) == 1
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("error: ")]
    assert all("wrong.toml: " in line for line in told), told
    assert {line.rpartition("[")[2].rstrip("]") for line in told} >= rules, told
    (folder / "wrong.toml").unlink()
    assert run(["check", str(folder)]) == 0


def test_a_deck_of_which_lines_are_lost_is_judged_by_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = tmp_path / "wrong.toml"
    deck.write_text('name = "W"\ngame = "lnh"\n[sections.main]\n"Kid Kirby" = 2\n"Kidd" = 1\n', encoding="utf-8")
    assert run(["check", str(deck)]) == 1
    told = capsys.readouterr().out
    assert "there is no such card" in told
    assert "[hero-cap]; this counts only the lines that could be read" in told


def test_what_a_game_finds_at_its_cards_is_told_at_their_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "lnh"
    shutil.copytree(SHIPPED / "lnh", folder, ignore=shutil.ignore_patterns("images"))
    mine = folder / "mine.toml"
    mine.write_text(
        '[set]\nid = "mine"\nname = "Mine"\n\n[[card]]\nid = "odd"\nname = "Odd"\ntype = "Hero"\nkind = "permanent"\n'
        'text = "Odd."\nuse = [{ effects = [{ do = "hrut" }] }]\n',
        encoding="utf-8",
    )
    assert run(["check", str(mine)]) == 1
    (told,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("error: ")]
    assert 'mine.toml:11: card "odd", key "use": use[0]' in told
    assert 'did you mean "hurt"?' in told
    assert [problem.path.name for problem in check_path(folder, rules=RulesCheck())] == ["mine.toml"]


@pytest.mark.parametrize("name", ["judge_deck", "faults"])
def test_rules_that_fail_are_told_and_end_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = type(games.load("lnh"))
    monkeypatch.setattr(game, name, lambda *_: 1 / 0)
    library = Library.load(SHIPPED / "lnh")[0]
    assert library is not None
    rules = RulesCheck()
    deck = next(iter(library.decks.values()))
    (problem,) = rules.deck(library, deck) if name == "judge_deck" else rules.cards(library)
    assert "could not judge this" in problem.message
