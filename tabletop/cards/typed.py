"""Typed access to the tables of a TOML document: every wrong value becomes a problem, never an exception."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isfinite
from typing import Any, TypeVar

from tabletop.cards.document import Document, Key
from tabletop.cards.problems import shown, suggest, suggest_or_list

IDENTIFIER = re.compile(r"[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?\Z")
"""What the ids of games, sets, cards and zones look like."""

LARGEST = 10.0**15
"""Numbers beyond this are refused: they could not be saved without loss."""

T = TypeVar("T")


def identifier_hint(text: str) -> str:
    """How an id should rather be written."""
    better = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return f'write "{better}"' if better else "write lower case letters, digits and -"


def finite(value: object) -> bool:
    """Whether a TOML value is a number that can be reckoned with: no bool, not nan, not infinite, not huge."""
    return (type(value) is int or (type(value) is float and isfinite(value))) and -LARGEST <= value <= LARGEST


class TypedTable:
    """One table of a document. Each getter takes a key; `done` at the end warns of the keys that nobody took.

    A getter gives its default where the key is missing, and also where the value is wrong, after noting that.
    """

    def __init__(self, document: Document, data: dict[str, Any], at: Sequence[Key], card: str | None = None) -> None:
        self.document = document
        self.data = data
        self.at = tuple(at)
        self._card = card
        self._taken: dict[str, None] = {}

    def error(self, message: str, key: str | None = None, hint: str = "") -> None:
        """Notes an error at a key of this table, or at the table itself."""
        self.document.error(message, (*self.at, key) if key else self.at, hint=hint, card=self._card)

    def warn(self, message: str, key: str | None = None, hint: str = "") -> None:
        """Notes a warning at a key of this table, or at the table itself."""
        self.document.warn(message, (*self.at, key) if key else self.at, hint=hint, card=self._card)

    def take(self, key: str) -> Any:
        """The raw value of a key, or None."""
        self._taken[key] = None
        return self.data.get(key)

    def done(self) -> None:
        """Warns of keys that have no meaning here."""
        for key in self.data:
            if key not in self._taken:
                hint = suggest_or_list(key, [name for name in self._taken if name not in self.data], "possible here")
                self.warn("unknown key", key, hint)

    def text(self, key: str, default: str = "", *, needed: bool = False) -> str:
        """Text; with `needed` a missing or empty one is an error."""
        value = self.take(key)
        if value is None:
            if needed:
                self.error(f'"{key}" is missing', hint=f'add {key} = "…"')
            return default
        if not isinstance(value, str):
            hint = "put it in quotes" if not isinstance(value, list | dict) else "write one text in quotes"
            self.error(f'"{key}" wants text, found {shown(value)}', key, hint)
            return default
        if needed and not value.strip():
            self.error(f'"{key}" is empty', key, f'write {key} = "…"')
            return default
        return value

    def identifier(self, key: str, default: str = "") -> str:
        """A short word in lower case letters, digits, - and _."""
        value = self.text(key, default, needed=True)
        if value and not IDENTIFIER.match(value):
            self.error(f'"{value}" cannot be an id: lower case letters, digits and - only', key, identifier_hint(value))
            return default
        return value

    def number(self, key: str, default: float = 0.0) -> float:
        """A finite number."""
        value = self.take(key)
        if value is None:
            return default
        if not finite(value):
            self.error(f'"{key}" wants a number, found {shown(value)}', key, number_hint(value))
            return default
        return float(value)

    def whole(self, key: str, default: int = 0, least: int | None = None, most: int | None = None) -> int:
        """A whole number within limits."""
        value = self.take(key)
        if value is None:
            return default
        if type(value) is not int or not finite(value):
            self.error(f'"{key}" wants a whole number, found {shown(value)}', key, number_hint(value))
            return default
        if (least is not None and value < least) or (most is not None and value > most):
            limits = f"at least {least}" if most is None else f"from {least} to {most}"
            self.error(f'"{key}" wants a number {limits}, found {value}', key)
            return default
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        """True or false."""
        value = self.take(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.error(f'"{key}" wants true or false, found {shown(value)}', key, "write true or false, without quotes")
            return default
        return value

    def choice(self, key: str, choices: Sequence[str], default: str) -> str:
        """One of some words."""
        value = self.text(key, default)
        if value not in choices:
            hint = suggest(value, choices) or f"possible: {', '.join(choices)}"
            self.error(f'"{value}" is no {key}', key, hint)
            return default
        return value

    def words(self, key: str) -> tuple[str, ...]:
        """A list of words; a single word counts as a list of one."""
        value = self.take(key)
        if value is None:
            return ()
        if isinstance(value, str):
            return (value,)
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            self.error(f'"{key}" wants a list of words, found {shown(value)}', key, 'write ["one", "two"]')
            return ()
        return tuple(dict.fromkeys(value))

    def known(self, key: str, words: Iterable[str], known: Iterable[str], what: str) -> tuple[str, ...]:
        """Those of the words that are known; the others are errors at `key`."""
        known = list(known)
        good = []
        for word in words:
            if word in known:
                good.append(word)
            else:
                self.error(f'"{word}" is no {what}', key, suggest_or_list(word, known))
        return tuple(good)

    def pair(self, key: str, default: tuple[float, float], *, positive: bool = False,
             needed: bool = False) -> tuple[float, float]:  # fmt: skip
        """Two numbers, such as a place or a size in millimetres."""
        value = self.take(key)
        if value is None:
            if needed:
                self.error(f'"{key}" is missing', hint=f"add {key} = [0, 0], in millimetres")
            return default
        if not isinstance(value, list) or len(value) != 2 or not all(finite(number) for number in value):
            self.error(f'"{key}" wants two numbers, found {shown(value)}', key, f"write {key} = [63, 88]")
            return default
        if positive and min(value) <= 0:
            self.error(f'"{key}" wants two numbers above 0', key, f"write {key} = [63, 88]")
            return default
        return float(value[0]), float(value[1])

    def table(self, key: str) -> TypedTable:
        """A table inside this one; an empty one where it is missing or no table."""
        value = self.take(key)
        if value is not None and not isinstance(value, dict):
            self.error(f'"{key}" wants a table, found {shown(value)}', key, f"write [{key}] and its keys below")
            value = None
        return TypedTable(self.document, value or {}, (*self.at, key))

    def tables(self, key: str) -> Iterator[tuple[str, TypedTable]]:
        """The tables inside a table, by their names."""
        outer = self.table(key)
        for name, value in outer.data.items():
            if isinstance(value, dict):
                yield name, TypedTable(self.document, value, (*outer.at, name))
            else:
                outer.error(f"wants a table, found {shown(value)}", name, f"write [{key}.{name}] and its keys below")

    def array(self, key: str) -> Iterator[TypedTable]:
        """The tables of an array of tables."""
        value = self.take(key)
        if value is None:
            return
        if not isinstance(value, list):
            self.error(f'"{key}" wants a list of tables, found {shown(value)}', key, f"write [[{key}]] in two brackets")
            return
        for number, item in enumerate(value):
            if isinstance(item, dict):
                yield TypedTable(self.document, item, (*self.at, key, number))
            else:
                self.error(f"wants a table, found {shown(item)}", key, f"write [[{key}]] and its keys below")

    def each(self, key: str, build: Callable[[str, TypedTable], T | None]) -> dict[str, T]:
        """What `build` makes of each table inside a table; those it makes nothing of are left out."""
        built = ((name, build(name, table)) for name, table in self.tables(key))
        return {name: thing for name, thing in built if thing is not None}


def number_hint(value: object) -> str:
    """How to write the number that somebody meant by a wrong value."""
    if isinstance(value, str):
        word = value.strip()
        number = word if re.fullmatch(r"-?\d{1,15}(\.\d{1,15})?", word) else "a number"
        return f"write {number} without quotes"
    if isinstance(value, bool):
        return "true and false are no numbers"
    if isinstance(value, list) and len(value) == 1 and finite(value[0]):
        return f"write {value[0]} without brackets"
    if isinstance(value, float) and isfinite(value) and value.is_integer() and abs(value) <= LARGEST:
        return f"write {int(value)}"
    if isinstance(value, int | float):
        return "it must be finite and not beyond a million billions"
    return "write one number"
