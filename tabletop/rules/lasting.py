"""Lasting effects: entries on the table that hold until something ends them. Nothing ever edits what a card prints.

They lie in the fact `effects`, oldest first, where the panel shows them and a hand can take them away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from tabletop.table.ops import Fact, Op
from tabletop.table.state import Json, Table

EFFECTS = "effects"


class Lasting(msgspec.Struct, frozen=True, omit_defaults=True):
    """One effect: its kind (what asks for it), whose it is, what it holds for, how much, and what ends it.

    `source` is the piece it came from (which may have gone since), `on` the pieces it holds for (none: all that `kind`
    means), `seat` the seat it serves or burdens, `until` the word of the event that ends it.
    """

    kind: str
    until: str
    source: int | None = None
    seat: str = ""
    on: tuple[int, ...] = ()
    value: Any = None
    rule: str = ""
    """The rule or card to cite when the effect forbids something."""


def effects(table: Table, kind: str | None = None) -> list[Lasting]:
    """The effects in force, or those of one kind. Entries that cannot be read are left out."""
    found = _read(table)
    return list(found) if kind is None else [effect for effect in found if effect.kind == kind]


def _read(table: Table) -> tuple[Lasting, ...]:
    """The effects that can be read; they are read once for each value of the fact."""
    listed = table.facts.get(EFFECTS)
    if not listed or not isinstance(listed, list):
        return ()
    kept: tuple[Json, tuple[Lasting, ...]] | None = table.kept.get(EFFECTS)
    if kept is not None and kept[0] is listed:
        return kept[1]
    found = tuple(effect for effect in map(_effect, listed) if effect is not None)
    table.kept[EFFECTS] = (listed, found)
    return found


def _effect(entry: Json) -> Lasting | None:
    try:
        return msgspec.convert(entry, Lasting)
    except (msgspec.ValidationError, ValueError, TypeError):
        return None


def add(table: Table, effect: Lasting) -> Op:
    """An effect comes into force."""
    listed = table.facts.get(EFFECTS)
    return Fact(EFFECTS, [*(listed if isinstance(listed, list) else ()), msgspec.to_builtins(effect)])


def end(table: Table, over: Callable[[Lasting], bool]) -> Iterator[Op]:
    """The effects for which `over` holds are no longer in force."""
    found = effects(table)
    left = [msgspec.to_builtins(effect) for effect in found if not over(effect)]
    if len(left) != len(found):
        yield Fact(EFFECTS, left or None)


def end_at(table: Table, event: str) -> Iterator[Op]:
    """An event happens: the effects that last until it are over."""
    return end(table, lambda effect: effect.until == event)
