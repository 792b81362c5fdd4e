"""Where the codes of Specials are found by their two letters. `codes/` fills it as it is loaded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from tabletop.games.overpower.codes.base import Code

C = TypeVar("C", bound="type[Code]")


class Codes:
    """The codes by their two letters."""

    def __init__(self) -> None:
        self._found: dict[str, Code] = {}

    def register(self, kind: C) -> C:
        """Make a class a code: its name are the letters. Raises ValueError for a name taken or a missing docstring."""
        if kind.__name__ in self._found:
            raise ValueError(f"there is a code {kind.__name__} already")
        if not kind.__doc__:
            raise ValueError(f"the code {kind.__name__} needs a docstring that says what it does, with its source")
        kind.id = kind.__name__
        self._found[kind.__name__] = kind()
        return kind

    def get(self, name: str) -> Code | None:
        """The code of that name, or None."""
        return self._found.get(name)

    def __getitem__(self, name: str) -> Code:
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)


codes = Codes()
