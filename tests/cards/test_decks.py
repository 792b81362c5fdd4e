from pathlib import Path

import pytest
from small_game import DECK, SET, write_game

from tabletop.cards.decks import load_deck
from tabletop.cards.library import Library
from tabletop.cards.model import Deck
from tabletop.cards.problems import Problem

TWINS = (
    SET
    + """
[[card]]
id = "blast-2"
name = "Blast"
type = "power"
level = 3
"""
)


def load(folder: Path, deck: str, cards: str = SET) -> tuple[Deck | None, list[Problem]]:
    library, problems = Library.load(write_game(folder, cards=cards, deck=deck))
    assert library is not None
    assert not problems
    return load_deck(library.game.folder / "decks" / "fists.toml", library)


def test_a_deck_names_cards_by_id_title_or_name(tmp_path: Path) -> None:
    deck, problems = load(tmp_path, DECK + '"Kick" = 1\n')
    assert deck is not None
    assert [str(problem.message) for problem in problems] == ['the same card as "core/kick"; the numbers are added up']
    assert deck.sections == {"main": (("core/kick", 5), ("core/blast", 2), ("core/both", 1))}
    assert (deck.id, deck.name, deck.game, deck.count(), deck.count("main")) == ("fists", "Two-fisted", "duel", 8, 8)


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ('"core/kik" = 1', "no such card", '"core/kick"'),
        ('"cor/kick" = 1', "no such card", '"core/kick"'),
        ('"Both Hand" = 1', "no such card", '"Both Hands"'),
        ('"kick" = 1', "no such card", '"Kick"'),
        ('"both" = 1', "no such card", '"core/both"'),
        ('"zzzzzz" = 1', "no such card", ""),
        ('"Both Hands" = 0', "at least 1", "take the line out"),
        ('"Both Hands" = -3', "at least 1", "take the line out"),
        ('"Both Hands" = 1.5', "how many", "whole number"),
        ('"Both Hands" = true', "how many", "whole number"),
        ('"Both Hands" = "2"', "how many", "write 2 without quotes"),
        ('"Both Hands" = 100000', "at most 1000", ""),
        ("[sections.mian]", "no section", '"main"'),
        ("[secions.main]", "unknown key", "about"),
    ],
)
def test_a_bad_line_costs_only_itself(tmp_path: Path, line: str, message: str, hint: str) -> None:
    text = DECK.replace('"Both Hands" = 1\n', "") + line + "\n"
    deck, problems = load(tmp_path, text)
    assert deck is not None
    told = next(problem for problem in problems if message in problem.message)
    assert hint in told.hint
    assert told.line is not None
    if line.startswith('"'):
        assert told.line == text.count("\n")
        assert deck.sections["main"] == (("core/kick", 4), ("core/blast", 2))


def test_a_name_of_several_cards_is_told(tmp_path: Path) -> None:
    deck, problems = load(tmp_path, DECK.replace("Blast, Burning", "Blast"), TWINS)
    assert deck is not None
    assert not problems, "a full title goes before names"
    no_title = TWINS.replace("level = 3", "version = 'b'\nlevel = 3")
    deck, problems = load(tmp_path / "two", DECK.replace("Blast, Burning", "Blast"), no_title)
    assert deck is not None
    assert problems[0].message == "2 cards have this name"
    assert problems[0].hint == 'write "core/blast" or "core/blast-2"'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [('game = "duel"', 'game = "lnh"', 'for the game "lnh"'), ('name = "Two', "name = Two", "not valid TOML")],
)
def test_some_decks_cannot_be_used(tmp_path: Path, old: str, new: str, message: str) -> None:
    deck, problems = load(tmp_path, DECK.replace(old, new))
    assert deck is None
    assert message in problems[0].message
    assert problems[0].hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('game = "duel"\n[sections.main]\n"Kick" = 1', '"name" is missing'),
        ('name = "x"\n[sections.main]\n"Kick" = 1', '"game" is missing'),
        ('name = "x"\ngame = "duel"', "no cards"),
        ('name = "x"\ngame = "duel"\nsections = 3', "wants a table"),
        ('name = "x"\ngame = "duel"\n[sections]\nmain = 3', "wants a table"),
        ('name = "x"\ngame = "duel"\n[section.main]\n"Kick" = 1', "unknown key"),
        ('name = "x"\ngame = "duel"\nabuot = "y"\n[sections.main]\n"Kick" = 1', "unknown key"),
    ],
)
def test_an_odd_deck_is_told_and_kept(tmp_path: Path, text: str, message: str) -> None:
    deck, problems = load(tmp_path, text)
    assert deck is not None
    assert message in problems[0].message
