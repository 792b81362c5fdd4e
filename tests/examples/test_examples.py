from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.assist.session import Session
from tabletop.cards.library import Library
from tabletop.places import find_game, find_games, shipped_saves

EXAMPLES = shipped_saves() / "examples"


def library_of(game: str) -> Library | None:
    folder = find_game(game)
    return Library.load(folder)[0] if folder is not None else None


def test_every_game_has_one() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.table")} == {folder.name for folder in find_games()}


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.table")), ids=lambda path: path.stem)
def test_it_opens_without_a_word_of_complaint(path: Path) -> None:
    session = Session.open(path, library_of)
    assert session.report == []
    at = session.history.at
    assert at > 5
    before = session.table.digest()
    session.history.goto(0)
    assert session.table.snapshot() == session.document.start
    session.history.goto(at)
    assert session.table.digest() == before
