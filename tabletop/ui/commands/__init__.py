"""The one table of commands: keys, menus, the hint line and the list of keys come from it, and so cannot disagree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tabletop.table import sight
from tabletop.ui.commands.base import Command, Desk, Entry, On, pieces, pile, zone, zone_words
from tabletop.ui.commands.cards import CARD_COMMANDS
from tabletop.ui.commands.making import MAKING_COMMANDS
from tabletop.ui.commands.piles import PILE_COMMANDS
from tabletop.ui.commands.ring import RING_COMMANDS
from tabletop.ui.commands.rules import RULES_COMMANDS
from tabletop.ui.commands.whole import TABLE_COMMANDS

if TYPE_CHECKING:
    from tabletop.ui.scene import Target

# Piles come first: a key that shuffles a pile and rolls a die does the one on a pile and the other on a die.
COMMANDS: Mapping[str, Command] = {
    command.id: command
    for listed in (PILE_COMMANDS, CARD_COMMANDS, RULES_COMMANDS, TABLE_COMMANDS, MAKING_COMMANDS, RING_COMMANDS)
    for command in listed
}

CARD_MENU = (
    "by_rules", "flag", "end_exemption", None,
    "flip", "tap", "rotate_right", "rotate_left", None, "roll", "to_hand", "discard", "move_to", "under", None, "group",
    "attach", "detach", "mix", None, "counters", "write", "peek_cards", "reveal", "no_arrows", "lock", "front",
    "back", None, "copy", "remove",
)  # fmt: skip
PILE_MENU = (
    "draw", "shuffle", "search", "peek", None, "deal", "cut", "spread", "scatter", "flip_pile", "move_all", None,
    "select_all", "zone",
)
ZONE_MENU = ("search", "sort_hand", "shuffle_hand", "open_hand", "move_all", "select_all", "zone")
TABLE_MENU = (
    "create", "browse", "paste", "select_all", None, "rules_moves", "next_phase", "pass", "hand_over", None, "undo",
    "redo", None, "new_zone", "grid", "all_arrows", "ping", "reset", None, "home",
)  # fmt: skip
MAIN_MENU = (
    "quick_save", "save_as", "open", "start", None, "assist_mode", "rules_pages", None,
    "look_as", "undo", "redo", None, "home", "panels", "panel_keys",
    "full_screen", None, "settings", "help", "tour", "quit",
)  # fmt: skip

Keys = Mapping[str, str]
"""The first key of each command, as people read it."""


def entry(desk: Desk, target: Target, command: Command, keys: Keys) -> Entry | None:
    """A command as a line of a menu; None where it cannot be used."""
    if not command.available(desk, target):
        return None
    children = command.children(desk, target) if command.children is not None else None
    if command.children is not None and not children:
        return None
    return Entry(
        command.named(desk, target), lambda: command.run(desk, target), keys.get(command.id, ""), children=children
    )  # fmt: skip


def entries(desk: Desk, target: Target, ids: tuple[str | None, ...], keys: Keys) -> list[Entry | None]:
    """Commands as lines of a menu, without those that cannot be used and without empty parts."""
    listed: list[Entry | None] = []
    for command_id in ids:
        found = None if command_id is None else entry(desk, target, COMMANDS[command_id], keys)
        if found is not None or (command_id is None and listed and listed[-1] is not None):
            listed.append(found)
    while listed and listed[-1] is None:
        listed.pop()
    return listed


def menu(desk: Desk, target: Target, keys: Keys) -> tuple[str, list[Entry | None]]:
    """The menu for what is under the pointer, and its heading."""
    found = pieces(desk, target)
    heap = pile(desk, target)
    if heap is not None:
        listed = entries(desk, target, PILE_MENU, keys)
        if found:
            listed += [None, Entry("The top card", children=entries(desk, target, CARD_MENU, keys))]
        return heading(desk, target), listed
    if found:
        listed = entries(desk, target, CARD_MENU, keys)
        here = entries(desk, target, ZONE_MENU, keys)
        if len(found) == 1 and here and desk.session.table.zone(found[0].zone).ordered:
            listed += [None, Entry(zone_words(desk, found[0].zone), children=here)]
        return heading(desk, target), listed
    where = zone(desk, target)
    listed = entries(desk, target, ZONE_MENU if where is None or where.ordered else ("zone",), keys)
    if listed:
        listed.append(None)
    return heading(desk, target), [*listed, *entries(desk, target, TABLE_MENU, keys)]


def heading(desk: Desk, target: Target) -> str:
    """What is under the pointer, in the words of the looking seat: "Kick", "5 pieces", "Draw Pile, 40 cards"."""
    table = desk.session.table
    found = pieces(desk, target)
    heap = pile(desk, target)
    if heap is not None:
        count = len(table.cards(heap.id))
        return f"{zone_words(desk, heap.id)}, {count} {'card' if count == 1 else 'cards'}"
    if len(found) > 1:
        return f"{len(found)} pieces"
    if found:
        told = sight.name(table, desk.session.seat, found[0])
        return told[:1].upper() + told[1:]
    where = zone(desk, target)
    return zone_words(desk, where.id) if where is not None else "Table"


def hints(desk: Desk, target: Target, keys: Keys) -> list[tuple[str, str]]:
    """What the hint line says about what is under the pointer: pairs of a key and a word or two."""
    return [
        (keys[command.id], command.hint)
        for command in COMMANDS.values()
        if command.hint and keys.get(command.id) and command.available(desk, target)
    ]


def groups() -> dict[str, list[Command]]:
    """All commands by the heading under which the list of keys shows them."""
    listed: dict[str, list[Command]] = {}
    for command in COMMANDS.values():
        listed.setdefault(command.group, []).append(command)
    return listed


__all__ = [
    "COMMANDS", "MAIN_MENU", "Command", "Desk", "Entry", "Keys", "On", "entries", "entry", "groups", "heading", "hints",
    "menu",
]  # fmt: skip
