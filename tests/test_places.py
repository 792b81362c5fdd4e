import os
from pathlib import Path

import pytest

from tabletop import places

ROOT = Path(__file__).resolve().parents[1]


def game(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "table.toml").write_text(f'[game]\nid = "{folder.name}"\nname = "x"\n', encoding="utf-8")
    return folder


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "user"
    monkeypatch.setattr(places, "user_data", lambda: folder)
    monkeypatch.delenv(places.EXTRA_CARDSETS, raising=False)
    return folder


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    package = tmp_path / "site-packages" / "tabletop"
    game(package / "_data" / "cardsets" / "lnh")
    monkeypatch.setattr(places, "_PACKAGE", package)
    return package


def test_a_checkout_is_its_own_place(user: Path) -> None:
    assert places.checkout() == ROOT
    assert places.shipped_cardsets() == ROOT / "cardsets"
    assert places.assets() == ROOT / "assets"
    assert places.saves() == ROOT / "saves"
    assert places.user_cardsets() == user / "cardsets"


def test_an_installed_program_keeps_saves_with_the_user(user: Path, installed: Path) -> None:
    assert places.checkout() is None
    assert places.shipped_cardsets() == installed / "_data" / "cardsets"
    assert places.shipped_saves() == installed / "_data" / "saves"
    assert places.saves() == user / "saves"
    assert [folder.name for folder in places.find_games()] == ["lnh"]


def test_the_users_games_come_first(user: Path, installed: Path) -> None:
    mine = game(user / "cardsets" / "zoo")
    (user / "cardsets" / "notes").mkdir()
    assert places.find_games() == [mine, installed / "_data" / "cardsets" / "lnh"]
    assert places.find_game("zoo") == mine
    assert places.find_game("nothing") is None
    assert places.clashes() == []


def test_a_taken_id_is_left_out_and_told(user: Path, installed: Path) -> None:
    mine = game(user / "cardsets" / "lnh")
    assert places.find_games() == [installed / "_data" / "cardsets" / "lnh"]
    (problem,) = places.clashes()
    assert problem.severity == "warning"
    assert problem.path == mine / "table.toml"
    assert '"lnh"' in problem.message


def test_more_folders_by_environment(
    user: Path, installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = game(tmp_path / "one" / "chess"), game(tmp_path / "two" / "go")
    named = [tmp_path / "one", tmp_path / "two", tmp_path / "gone", tmp_path / "one", places.shipped_cardsets()]
    monkeypatch.setenv(places.EXTRA_CARDSETS, os.pathsep.join(["", *map(str, named)]))
    assert places.find_games() == [first, second, installed / "_data" / "cardsets" / "lnh"]
    assert places.clashes() == [], "a folder that is named twice does not clash with itself"


def test_user_data_has_a_place() -> None:
    assert places.user_data().name == "tabletop"
