"""Where the files lie that the program ships to show: fonts, shapes, pictures."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import tabletop


@cache
def assets_folder() -> Path:
    """The folder `assets`: inside the installed package, or beside it in a checkout.

    Raises FileNotFoundError where the installation is incomplete.
    """
    package = Path(tabletop.__file__).resolve().parent
    for folder in (package / "_data" / "assets", package.parent / "assets"):
        if (folder / "fonts").is_dir():
            return folder
    raise FileNotFoundError(f"the program's own files (assets/fonts) are missing beside {package}; install it again")


def asset(name: str) -> Path:
    """The path of one shipped file, as "fonts/RobotoSlab-Bold.otf"."""
    return assets_folder() / name
