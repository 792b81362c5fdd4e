"""Fixtures: a display for all tests, and the program for each."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from realwindow import Display, RealWindow, missing_tools


@pytest.fixture(scope="session")
def display() -> Iterator[Display]:
    missing = missing_tools()
    if missing and not os.environ.get("CI"):
        pytest.skip(f"install {' and '.join(missing)} for the tests with a real window")
    found = Display()
    yield found
    found.close()


@pytest.fixture
def start(display: Display, tmp_path: Path) -> Iterator[Callable[..., RealWindow]]:
    """start("open", save): the program with these arguments, on the folder of the test."""
    running: list[RealWindow] = []

    def begin(*args: str) -> RealWindow:
        running.append(RealWindow(display, tmp_path, *args))
        return running[-1]

    yield begin
    for window in running:
        window.close()


@pytest.fixture
def window(start: Callable[..., RealWindow], tmp_path: Path) -> RealWindow:
    """A table of LNH Storycards, the same each time."""
    saves = str(tmp_path / "saves")
    found = start("play", "lnh", "--seed", "7", "--name", "Anna", "--name", "Ben", "--saves", saves)
    found.rest()
    return found
