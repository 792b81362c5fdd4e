"""Typed verbs: rows of TOML bound to small classes. The loader is the linter.

A game declares a verb as a frozen msgspec struct with a docstring; its fields are the verb's parameters:

```python
@verbs.verb("draw")
class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    "Draw cards from the acting seat's deck; fewer if it runs out."
    count: int = 1
```

and a card says `effects = [{ do = "draw", count = 3 }]`.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

V = TypeVar("V", bound=type[msgspec.Struct])
S = TypeVar("S", bound=msgspec.Struct)


class VerbError(ValueError):
    """A row does not fit its verb: says what is wrong, and the likely meaning."""


class Verbs:
    """The verbs of a game by name."""

    def __init__(self) -> None:
        self._found: dict[str, type[msgspec.Struct]] = {}

    def verb(self, name: str) -> Callable[[V], V]:
        """Register a struct as a verb. Raises ValueError if the name is taken or the struct has no docstring."""

        def register(kind: V) -> V:
            if name in self._found:
                raise ValueError(f"there is a verb {name!r} already")
            if not kind.__doc__:
                raise ValueError(f"the verb {name!r} needs a docstring: it is the manual of those who write cards")
            self._found[name] = kind
            return kind

        return register

    def bind(self, row: Any, where: str = "") -> msgspec.Struct:
        """The verb of a row with its parameters. Raises VerbError, which begins with `where`."""
        at = f"{where}: " if where else ""
        if not isinstance(row, Mapping) or not isinstance(row.get("do"), str):
            raise VerbError(f'{at}a row names its verb, for example {{ do = "{next(iter(self._found), "draw")}" }}')
        name = row["do"]
        kind = self._found.get(name)
        if kind is None:
            raise VerbError(f'{at}there is no verb "{name}"{_perhaps(name, self._found)}')
        return _convert(kind, {key: value for key, value in row.items() if key != "do"}, f"{at}{name}", "parameter")

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __getitem__(self, name: str) -> type[msgspec.Struct]:
        return self._found[name]


def bind_table(kind: type[S], raw: Any, where: str) -> S:
    """A table of TOML as a struct, checked like a row of verbs. Raises VerbError, which begins with `where`."""
    if not isinstance(raw, Mapping):
        raise VerbError(f"{where}: this wants a table, {{ ... }}")
    return _convert(kind, raw, where, "key")


def _convert(kind: type[S], given: Mapping[str, Any], where: str, what: str) -> S:
    known = [field.encode_name for field in msgspec.structs.fields(kind)]
    for key in given:
        if key not in known:
            raise VerbError(f'{where} has no {what} "{key}"{_perhaps(key, known)}')
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as fault:
        raise VerbError(f"{where}: {fault}") from fault


def _perhaps(word: str, known: Any) -> str:
    near = difflib.get_close_matches(word, list(known), 1)
    return f'; did you mean "{near[0]}"?' if near else ""
