"""The files that the program ships to show: fonts, shapes, pictures."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tabletop import places


@cache
def assets_folder() -> Path:
    """The folder `assets`. Raises FileNotFoundError where the installation is incomplete."""
    folder = places.assets()
    if not (fonts := folder / "fonts").is_dir():
        raise FileNotFoundError(f"the program's own files are missing: there is no {fonts}; install it again")
    return folder


def asset(name: str) -> Path:
    """The path of one shipped file, as "fonts/RobotoSlab-Bold.otf"."""
    return assets_folder() / name
