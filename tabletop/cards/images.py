"""Where the pictures of a game's cards may lie: inside its images folder, and nowhere else."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path, PurePosixPath

PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")

_DRIVE = re.compile(r"[A-Za-z]:")


class ImageFolder:
    """The images of a game. Asking for many pictures is cheap: what was learnt of a folder is kept.

    A picture's name is a path inside the folder with / between its parts. Names that lead out of it, by "..", by an
    absolute path or by a link, are refused.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._inside: dict[str, bool] = {}
        self._root: Path | None = None

    def find(self, name: str) -> Path | None:
        """The file of a picture, or None where there is none or the name may not be used."""
        path = self.folder.joinpath(*PurePosixPath(name).parts)
        return path if not self.fault(name) and path.is_file() else None

    def fault(self, name: str) -> tuple[str, str] | None:
        """Why a picture of this name may not be used, and the mend; None where it may (even if it is not there)."""
        if not name or not name.isprintable():
            return "the picture's name is empty or holds signs that cannot be printed", 'write picture = "name.png"'
        if "\\" in name:
            return f'the picture "{name}" is written with \\', "write / between folder and file"
        path = PurePosixPath(name)
        if name[0] in "/~" or _DRIVE.match(name):
            return f'the picture "{name}" lies outside the game', f'put it into images/ and write "{path.name}"'
        if ".." in path.parts:
            return f'the picture "{name}" leads out of images/ by ".."', f'put it into images/ and write "{path.name}"'
        if path.suffix.lower() not in PICTURE_SUFFIXES:
            return f'"{name}" is no kind of picture that can be shown', "use png, jpg or webp"
        if not self._stays_inside(name):
            return f'the picture "{name}" is a link that leads out of images/', "put the picture itself into images/"
        return None

    def _stays_inside(self, name: str) -> bool:
        folder, _, _ = name.rpartition("/")
        if folder not in self._inside:
            self._inside[folder] = self._resolves_inside(folder)
        if not self._inside[folder]:
            return False
        try:
            mode = os.lstat(f"{self.folder}/{name}").st_mode
        except (OSError, ValueError):
            return True
        return not stat.S_ISLNK(mode) or self._resolves_inside(name)

    def _resolves_inside(self, name: str) -> bool:
        try:
            if self._root is None:
                self._root = self.folder.resolve()
            found = (self.folder / name).resolve()
            # Links in a circle are refused with RuntimeError up to Python 3.12, and left as they are since.
            return not found.is_symlink() and found.is_relative_to(self._root)
        except (OSError, RuntimeError, ValueError):
            return False
