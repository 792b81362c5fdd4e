"""What all tests share: the folder of the tests is importable, the toy game can be installed, and golden texts can be
written anew with `--golden-write`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop import games
from tabletop.assist.rulings import game_and_library


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden-write", action="store_true", help="Write the golden texts anew.")


def forget_games() -> None:
    games.makers.cache_clear()
    games.load.cache_clear()
    game_and_library.cache_clear()


@pytest.fixture
def installed_skirmish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game, as another distribution brings it: a folder of cards, and rules behind an entry point."""
    site = tmp_path / "site"
    info = site / "skirmish-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: skirmish\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[tabletop.games]\nskirmish = toy.skirmish:game\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("TABLETOP_CARDSETS", str(Path(__file__).parent / "toy" / "cardsets"))
    forget_games()
    yield
    monkeypatch.undo()
    forget_games()
