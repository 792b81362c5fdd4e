"""What a card prints, made ready for the rules: one `Spec` for each definition that lies on a table.

The fields are those of cardsets/overpower/table.toml. Nothing here changes during a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from tabletop.table.state import Definition

TYPES = ("energy", "fighting", "strength", "intellect")
"""The four Power Types, in the order of a Power Grid."""

ANY = "any"
NOTHING: Mapping[str, Any] = {}


def words(value: Any) -> tuple[str, ...]:
    """A field that is a list of words; a single word is a list of one."""
    if isinstance(value, str):
        return (value,)
    return tuple(str(word) for word in value) if isinstance(value, list | tuple) else ()


def whole(value: Any, default: int | None = None) -> int | None:
    """A field that is a whole number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return default
    return int(value)


class Spec:
    """A printed card. `level` is the number in its corner as an attack or a block counts it (None: it has none)."""

    def __init__(self, card: str, definition: Definition) -> None:
        data = definition.data
        self.id = card
        self.data: Mapping[str, Any] = data
        self.type = definition.type
        self.name = str(data.get("name", definition.name))
        self.kind = str(data.get("kind", ""))
        self.power = words(data.get("power"))
        self.opd = (
            bool(data.get("opd")) or definition.type == "event" or (self.power == (ANY,) and self.type == "power")
        )
        self.code = str(data.get("code", "")) if definition.type == "special" else ""
        self.character = str(data.get("character", ""))
        self.level = self._level()
        self.is_power = self.type == "power"
        self.is_special = self.type == "special"
        self.is_multi = self.is_power and len(self.power) > 1
        self.is_any = self.is_power and self.power == (ANY,)
        self.pure = self.power[0] if self.is_power and len(self.power) == 1 and self.power != (ANY,) else ""
        self.is_boost = self.type == "universe" and self.kind in ("basic", "training")
        self.any_hero = self.is_special and self.character == ANY

    def _level(self) -> int | None:
        data = self.data
        if self.type in ("power", "special"):
            return whole(data.get("level"))
        if self.type == "universe" and self.kind in ("teamwork", "ally"):
            return whole(data.get("acts_as"), 6 if self.kind == "teamwork" else 1)
        if self.type == "tactic" and self.kind == "doubleshot":
            return whole(data.get("acts_as"), 4)
        return None

    @cached_property
    def icons(self) -> frozenset[str]:
        """The icons of the four Power Types printed on it."""
        if "icons" in self.data:
            return frozenset(words(self.data["icons"])) & frozenset(TYPES)
        if self.is_special and self.level is None and self.number("damage") is None:
            return frozenset()
        keys = ("power", "hit_power", "defend_power", "site_power", "follow_up", "contributes", "teammate_power")
        return frozenset(word for key in keys for word in words(self.data.get(key))) & frozenset(TYPES)

    @property
    def numeric(self) -> bool:
        """Whether it has a number and an icon in its corner."""
        return self.level is not None or (self.is_special and self.number("damage") is not None)

    @property
    def placeable(self) -> bool:
        """Whether it may be placed as far as its kind goes (base rule 6.4)."""
        if self.type in ("power", "universe", "tactic"):
            return True
        return self.is_special and bool(self.data.get("placeable", not self.any_hero))

    @property
    def slot(self) -> str:
        """Which of the four slots of a Character it takes."""
        return self.type if self.type in ("power", "universe", "tactic") else "special"

    @cached_property
    def types(self) -> tuple[str, ...]:
        """The Power Types among its `power`."""
        return tuple(word for word in self.power if word in TYPES)

    @cached_property
    def grid(self) -> dict[str, int]:
        """The ratings of a Character; a card without an Intellect rating has 0 there."""
        listed = self.data.get("grid")
        if not isinstance(listed, list | tuple):
            return dict.fromkeys(TYPES, 0)
        ratings = [whole(value, 0) or 0 for value in listed][:4]
        return dict(zip(TYPES, [*ratings, 0, 0, 0, 0][:4], strict=True))

    @property
    def rank(self) -> int:
        """How many Power Types a Character's grid prints."""
        listed = self.data.get("grid")
        return len(listed) if isinstance(listed, list | tuple) else 0

    def get(self, key: str, default: Any = None) -> Any:
        """A field as it is printed."""
        return self.data.get(key, default)

    def number(self, key: str, default: int | None = None) -> int | None:
        """A field that is a whole number."""
        return whole(self.data.get(key), default)

    def words(self, key: str) -> tuple[str, ...]:
        """A field that is a list of words."""
        return words(self.data.get(key))

    def table(self, key: str) -> Mapping[str, Any]:
        """A field that is a table."""
        value = self.data.get(key)
        return value if isinstance(value, Mapping) else NOTHING

    @cached_property
    def duplicate_key(self) -> tuple[Any, ...]:
        """What two cards must have in common to be duplicates (base rule 6.3)."""
        data = self.data
        if self.is_power:
            return ("power", self.level)
        if self.is_special:
            if self.any_hero and data.get("duplicate_by_code"):
                return ("special", ANY, self.code)
            return ("special", self.character, self.name)
        if self.type == "activator":
            return ("activator", self.character)
        if self.type == "universe":
            to_use = (data.get("to_use"), data.get("to_use_max"))
            if self.kind == "basic":
                return ("basic", self.power, to_use, data.get("bonus"))
            if self.kind == "training":
                return ("training", frozenset(self.power), data.get("bonus"))
            return (self.kind, self.power, to_use, self.level if self.kind == "ally" else None)
        if self.type == "tactic" and self.kind == "doubleshot":
            keys = ("to_use", "teammate_power", "teammate_to_use", "contributes")
            return ("doubleshot", self.power, *(words(data.get(key)) or data.get(key) for key in keys))
        return (self.type, self.name)


_FOUND: dict[int, tuple[Definition, Spec]] = {}
UNKNOWN = Spec("", Definition("a card that is unknown"))


def spec_of(card: str, definition: Definition | None) -> Spec:
    """The spec of a definition; made once for each."""
    if definition is None:
        return UNKNOWN
    found = _FOUND.get(id(definition))
    if found is not None and found[0] is definition:
        return found[1]
    spec = Spec(card, definition)
    if len(_FOUND) > 20_000:
        _FOUND.clear()
    _FOUND[id(definition)] = (definition, spec)
    return spec
