"""Fixtures: the program without a display."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from windowed import SIZE, TableWindow

from tabletop import places
from tabletop.assist.session import Session
from tabletop.cards.library import Library
from tabletop.ui.app import App
from tabletop.ui.settings import Settings
from tabletop.ui.table_screen import TableScreen


@pytest.fixture(scope="session")
def library() -> Library:
    folder = places.find_game("lnh")
    assert folder is not None
    found, _ = Library.load(folder)
    assert found is not None
    return found


@pytest.fixture(autouse=True)
def _own_config(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def open_app() -> Iterator[Callable[..., App]]:
    opened: list[App] = []

    def make(size: tuple[int, int] = SIZE, **settings: object) -> App:
        pygame.display.quit()
        app = App(Settings(animations=False, **settings), size=size)  # type: ignore[arg-type]
        opened.append(app)
        return app

    yield make
    for app in opened:
        app.close()


@pytest.fixture
def open_table(
    open_app: Callable[..., App], library: Library, tmp_path: Path
) -> Callable[..., TableWindow]:
    def make(
        size: tuple[int, int] = SIZE, *, names: tuple[str, ...] = ("Anna", "Ben"), **settings: object
    ) -> TableWindow:
        app = open_app(size, **settings)
        decks = list(library.decks.values())
        session = Session.start(library, [decks[0], decks[-1]], names=names, seed=5, folder=tmp_path / "saves")
        screen = TableScreen(session)
        app.goto(screen)
        window = TableWindow(app, screen)
        window.frames(3)
        return window

    return make


@pytest.fixture
def window(open_table: Callable[..., TableWindow]) -> TableWindow:
    return open_table()
