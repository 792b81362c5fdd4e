"""How the values of fields read in made texts: the table [words] of a texts.toml.

A value is a word ("universe"), words with colons ("power_card:energy:1-4"), or a key of a table with its value
("attack -2"). In a key of [words] `*` stands for any word and `#` for a number or a range of numbers; `{1}`, `{2}` in
its phrase are what stood there, read by the plain words. A plain key goes before a pattern, an earlier pattern before
a later one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from tabletop.cards.text import Fields, readable

_WILD = re.compile(r"[*#]")
_WILD_PATTERNS = {"*": r"([^:\s]+)", "#": r"(\d+(?:-\d+)?)"}
_PLACE = re.compile(r"\{(\d+)\}")


def faults(key: str, phrase: str) -> list[str]:
    """What is wrong with one entry of [words]: its phrase asks for more than the key has signs for."""
    have = len(_WILD.findall(key))
    return [f'"{place.group()}" has no * or # in "{key}"' for place in _PLACE.finditer(phrase)
            if not 0 < int(place.group(1)) <= have]  # fmt: skip


class Wording:
    """The phrases for the values of a game's fields. Without any phrases every value reads as it is written."""

    def __init__(self, phrases: Mapping[str, str]) -> None:
        self._plain = {key: phrase for key, phrase in phrases.items() if not _WILD.search(key)}
        self._patterns = [(_compiled(key), phrase) for key, phrase in phrases.items() if _WILD.search(key)]
        self.phrase = cache(self._phrase)

    def __bool__(self) -> bool:
        return bool(self._plain or self._patterns)

    def shown(self, fields: Fields, names: Iterable[str]) -> dict[str, Any]:
        """Those of the fields that `names` lists, as texts are to show them."""
        return {name: self.say(fields[name]) for name in names if name in fields}

    def say(self, value: Any) -> Any:
        """A value with its words replaced. Lists stay lists; a table becomes one text."""
        if isinstance(value, str):
            return self.phrase(value)
        if isinstance(value, tuple | list):
            return tuple(
                self.phrase(readable(part)) if isinstance(part, tuple | list) else self.say(part) for part in value
            )
        if isinstance(value, Mapping):
            return ", ".join(self.phrase(f"{key} {readable(part)}") for key, part in value.items())
        return value

    def _phrase(self, word: str) -> str:
        plain = self._plain.get(word)
        if plain is not None:
            return plain
        for pattern, phrase in self._patterns:
            match = pattern.fullmatch(word)
            if match is not None:
                parts = [self._plain.get(part, part) for part in match.groups()]
                return _PLACE.sub(lambda place, parts=parts: _part(parts, int(place.group(1))), phrase)  # type: ignore[misc]
        return word


def _compiled(key: str) -> re.Pattern[str]:
    return re.compile("".join(_WILD_PATTERNS.get(part, re.escape(part)) for part in re.split(r"([*#])", key)))


def _part(parts: list[str], number: int) -> str:
    return parts[number - 1] if 0 < number <= len(parts) else ""
