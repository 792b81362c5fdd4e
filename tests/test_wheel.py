"""A wheel that is installed elsewhere runs, with the games, faces and pictures that it carries."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which a freshly built wheel was unpacked, as pip does it."""
    folder = tmp_path_factory.mktemp("wheel")
    made = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder / "site")
    return folder / "site"


def run(installed: Path, *args: str, home: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(installed),
        "HOME": str(home),
        "XDG_DATA_HOME": str(home),
        "SDL_VIDEODRIVER": "dummy",
    }
    # -P and another folder: the source tree must not be found by chance
    return subprocess.run(
        [sys.executable, "-P", "-m", "tabletop", *args], cwd=home, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def test_it_carries_what_it_needs(installed: Path) -> None:
    data = installed / "tabletop" / "_data"
    assert sorted(path.name for path in (data / "cardsets").iterdir() if path.is_dir()) == [
        "lnh", "overpower", "standard", "vs_system",
    ]  # fmt: skip
    assert any((data / "assets" / "fonts").glob("*.ttf"))
    assert any((data / "saves" / "examples").glob("*.table"))


def test_it_runs(installed: Path, tmp_path: Path) -> None:
    games = run(installed, "games", home=tmp_path)
    assert games.returncode == 0, games.stderr
    for name in ("OverPower", "Vs. System", "LNH Storycards"):
        assert name in games.stdout
    assert str(ROOT) not in games.stdout


def test_it_draws(installed: Path, tmp_path: Path) -> None:
    example = next((installed / "tabletop" / "_data" / "saves" / "examples").glob("*.table"))
    picture = tmp_path / "table.png"
    shot = run(installed, "shot", str(example), str(picture), "--size", "640x400", home=tmp_path)
    assert shot.returncode == 0, shot.stderr
    assert picture.read_bytes().startswith(b"\x89PNG")
