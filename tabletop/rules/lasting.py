"""Lasting effects: entries on the table that hold until something ends them. Nothing ever edits what a card prints.

They lie in the fact `effects`, oldest first, where the panel shows them and a hand can take them away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from tabletop.table.ops import Fact, Op
from tabletop.table.state import Table

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
    listed = table.facts.get(EFFECTS)
    if not listed or not isinstance(listed, list):
        return []
    found = []
    for entry in listed:
        if kind is not None and (not isinstance(entry, dict) or entry.get("kind") != kind):
            continue
        try:
            found.append(msgspec.convert(entry, Lasting))
        except (msgspec.ValidationError, ValueError, TypeError):
            continue
    return found


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
