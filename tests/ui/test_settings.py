from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from tabletop.ui import settings
from tabletop.ui.settings import Settings


def test_a_missing_file_is_no_fault(tmp_path: Path) -> None:
    found, warning = settings.load(tmp_path / "none.toml")
    assert found == Settings()
    assert warning == ""


def test_what_was_saved_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.toml"
    mine = Settings(scale=1.5, theme="contrast", names=["Anna", "Ben"], window=[1920, 1080], animations=False)
    assert settings.save(mine, path) == ""
    assert settings.load(path) == (mine, "")
    assert [each.name for each in path.parent.iterdir()] == ["settings.toml"]


@pytest.mark.parametrize("text", ["scale = ", "\x00\x01", '[a\nb = "', "scale = 1\nscale = 2"])
def test_a_broken_file_gives_defaults_and_one_warning(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text)
    found, warning = settings.load(path)
    assert found == Settings()
    assert str(path) in warning


def test_bytes_that_are_no_text_give_defaults(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"\xff\xfe\x00")
    found, warning = settings.load(path)
    assert found == Settings()
    assert warning


def test_wrong_values_cost_only_themselves_and_are_told_together(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    wrong = ("scale = 9", "volume = true", "cards = \"sideways\"", "names = [1]", "window = [1]", "colour = 1")
    path.write_text("\n".join((*wrong, "sounds = false")))
    found, warning = settings.load(path)
    assert found == Settings(sounds=False)
    for key in ("scale", "volume", "cards", "names", "window", "colour"):
        assert f'"{key}"' in warning
    assert "\n" not in warning


def test_every_setting_is_checked() -> None:
    assert set(settings._CHECKS) == {each.name for each in fields(Settings)}


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be kept" in settings.save(Settings(scale=2.0), tmp_path / "file" / "settings.toml")
