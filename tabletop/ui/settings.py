"""The user's settings: a TOML file in the user's config folder. A broken file never stops the start.

What the file does not name, or names wrongly, is as it comes; one warning says all that was wrong.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import platformdirs
import tomli_w

from tabletop.table import files

FILE = "settings.toml"

_HEAD = """\
# Settings of tabletop. The program writes this file when you change something in its window; you may edit it as well.
# What you delete is as it comes.

"""


@dataclass(slots=True)
class Settings:
    """What a person sets once and for all. Each has its range in `_CHECKS`."""

    scale: float = 1.0
    """Size of everything but the table: 1.0 to 2.0."""
    theme: str = "calm"
    cards: str = "upright"
    """How the other seats' cards are drawn: "upright" for the one who looks, or "turned" as they lie."""
    animations: bool = True
    grid: bool = False
    """Whether what is put on the free table lies on a grid."""
    physics: bool = True
    """Whether thrown cards slide and dice tumble."""
    sounds: bool = True
    volume: float = 0.6
    panels: bool = True
    full_screen: bool = False
    window: list[int] = field(default_factory=lambda: [1280, 720])
    curtain: bool = True
    """Whether handing over to another seat draws a curtain."""
    assist: str = "flag"
    """How the rules are on at a new table of a game that has some: "off", "flag" or "referee"."""
    names: list[str] = field(default_factory=list)
    """The players' names, as they were typed last, by seat."""
    toured: bool = False
    """Whether the tour of the first start was seen or declined."""


def _number(low: float, high: float) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            raise ValueError(f"wants a number from {low:g} to {high:g}")
        return float(value)

    return check


def _choice(*words: str) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        if value not in words:
            raise ValueError(f"wants one of {', '.join(repr(word) for word in words)}")
        return value

    return check


def _flag(value: Any) -> Any:
    if not isinstance(value, bool):
        raise ValueError("wants true or false")
    return value


def _text(value: Any) -> Any:
    if not isinstance(value, str) or not value:
        raise ValueError("wants a text")
    return value


def _texts(value: Any) -> Any:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError("wants a list of texts")
    return [each[:40] for each in value[:4]]


def _size(value: Any) -> Any:
    if not isinstance(value, list) or len(value) != 2 or not all(type(n) is int and 200 <= n <= 16384 for n in value):
        raise ValueError("wants two whole numbers, the width and height in pixels")
    return list(value)


_CHECKS: Mapping[str, Callable[[Any], Any]] = {
    "scale": _number(1.0, 2.0),
    "theme": _text,
    "cards": _choice("upright", "turned"),
    "animations": _flag,
    "grid": _flag,
    "physics": _flag,
    "sounds": _flag,
    "volume": _number(0.0, 1.0),
    "panels": _flag,
    "full_screen": _flag,
    "window": _size,
    "curtain": _flag,
    "assist": _choice("off", "flag", "referee"),
    "names": _texts,
    "toured": _flag,
}


def config_folder() -> Path:
    """The user's folder for settings and keys. It need not exist yet."""
    return Path(platformdirs.user_config_dir("tabletop", appauthor=False))


def settings_file() -> Path:
    """Where the settings lie."""
    return config_folder() / FILE


def load(path: Path | None = None) -> tuple[Settings, str]:
    """The settings, and a warning that names everything that could not be used ("" if all could)."""
    path = path or settings_file()
    settings = Settings()
    try:
        data = tomllib.loads(files.read_text(path))
    except FileNotFoundError:
        return settings, ""
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        return settings, f"The settings in {path} cannot be read ({files.why(fault)}); they are as they come."
    wrong: list[str] = []
    for key, value in data.items():
        check = _CHECKS.get(key)
        if check is None:
            wrong.append(f'"{key}" is no setting')
            continue
        try:
            setattr(settings, key, check(value))
        except ValueError as fault:
            wrong.append(f'"{key}" {fault}')
    return settings, f"Settings in {path}: {'; '.join(wrong)}." if wrong else ""


def save(settings: Settings, path: Path | None = None) -> str:
    """Keeps the settings; returns "" or why that was not possible. What is as it comes is not written."""
    path = path or settings_file()
    plain = Settings()
    data = {key: value for key, value in asdict(settings).items() if value != getattr(plain, key)}
    try:
        files.write_whole(path, (_HEAD + tomli_w.dumps(data)).encode())
    except OSError as fault:
        return f"The settings cannot be kept in {path}: {fault.strerror or fault}."
    return ""
