"""Keys: which command a key stands for, with the user's own file of keys, and how a key finds what it acts on.

The file is `keys.toml` in the user's config folder:

```toml
[keys]
shuffle = "S"
flip = ["F", "Middle click"]
lock = []                       # no key
```
"""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from tabletop.cards.problems import suggest
from tabletop.table import files
from tabletop.ui.commands import COMMANDS, Command, Desk
from tabletop.ui.settings import config_folder

if TYPE_CHECKING:
    from tabletop.ui.scene import Target

FILE = "keys.toml"
DIGITS_WAIT = 1.0
"""Seconds to type another digit."""

MODIFIERS = ("Ctrl", "Alt", "Shift")
DIGIT = "Digit"
MOUSE = ("Middle click", "Double click")

_NAMES = {
    "return": "Enter", "keypad enter": "Enter", "delete": "Delete", "page up": "PageUp", "page down": "PageDown",
    "space": "Space", "tab": "Tab", "backspace": "Backspace", "home": "Home", "end": "End", "insert": "Insert",
    "up": "Up", "down": "Down", "left": "Left", "right": "Right", "escape": "Escape",
}  # fmt: skip
_SIGNS = {"+": "Plus", "-": "Minus", "?": "Question", "−": "Minus"}
_SIGN_KEYS = {
    pygame.K_PLUS: "Plus", pygame.K_KP_PLUS: "Plus", pygame.K_MINUS: "Minus", pygame.K_KP_MINUS: "Minus",
    pygame.K_QUESTION: "Question",
}  # fmt: skip
_KNOWN = {
    *_NAMES.values(), *_SIGN_KEYS.values(), DIGIT, *(f"F{n}" for n in range(1, 13)), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    *"0123456789",
}  # fmt: skip
_SHORT = {
    "Delete": "Del", "PageUp": "PgUp", "PageDown": "PgDn", "Plus": "+", "Minus": "−", "Question": "?", DIGIT: "1–9",
    "Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "Escape": "Esc",
}  # fmt: skip
_WHERE = {
    "cards": "put the pointer on a card, or select some", "dice": "put the pointer on a die or a coin",
    "pile": "put the pointer on a pile", "zone": "put the pointer on a pile or a zone with cards",
}  # fmt: skip


def readable(chord: str) -> str:
    """A chord as people read it: "Ctrl+Del"."""
    return "+".join(_SHORT.get(part, part) for part in chord.split("+"))


def parse(text: str) -> str | None:
    """A chord in its one spelling ("shift+ctrl+z" gives "Ctrl+Shift+Z"), or None if there is no such key."""
    for name in MOUSE:
        if text.strip().casefold() == name.casefold():
            return name
    whole = text.strip()
    if whole.endswith("+"):
        whole = whole[:-1] + "Plus"
    parts = [part.strip() for part in whole.split("+")]
    mods = {"ctrl": "Ctrl", "control": "Ctrl", "cmd": "Ctrl", "alt": "Alt", "shift": "Shift"}
    held = {mods[part.casefold()] for part in parts if part.casefold() in mods}
    keys = [part for part in parts if part.casefold() not in mods]
    order = [name for name in MODIFIERS if name in held]
    if not keys and held == {"Alt", "Shift"}:
        return "Alt+Shift"
    if len(keys) != 1:
        return None
    spelled = {name.casefold(): name for name in _KNOWN}
    spelled |= {short.casefold(): name for name, short in _SHORT.items()} | _SIGNS
    spelled |= {"pgup": "PageUp", "pgdn": "PageDown", "return": "Enter"}
    key = spelled.get(keys[0].casefold())
    return "+".join([*order, key]) if key is not None else None


def chords(event: pygame.event.Event) -> list[tuple[str, int]]:
    """The chords that a pressed key can stand for, the most particular first, each with the digit that was typed."""
    ctrl = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
    alt, shift = bool(event.mod & pygame.KMOD_ALT), bool(event.mod & pygame.KMOD_SHIFT)
    if event.key in (pygame.K_LALT, pygame.K_RALT, pygame.K_LSHIFT, pygame.K_RSHIFT):
        alt = alt or event.key in (pygame.K_LALT, pygame.K_RALT)
        shift = shift or event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT)
        return [("Alt+Shift", 0)] if alt and shift and not ctrl else []
    mods = [name for name, on in zip(MODIFIERS, (ctrl, alt, shift), strict=True) if on]
    sign = _SIGNS.get(getattr(event, "unicode", ""), _SIGN_KEYS.get(event.key))
    if sign is not None:
        return [("+".join([*(name for name in mods if name != "Shift"), sign]), 0)]
    digit = _digit(event)
    if digit is not None:
        found = [("+".join([*mods, str(digit)]), digit)]
        return [*found, ("+".join([*mods, DIGIT]), digit)]
    name = pygame.key.name(event.key)
    key = _NAMES.get(name, name.upper())
    return [("+".join([*mods, key]), 0)] if key in _KNOWN else []


def _digit(event: pygame.event.Event) -> int | None:
    """The digit of a key: of the number block, or of the row of digits, whatever the layout prints on it."""
    name = pygame.key.name(event.key)
    if name.isdigit() and len(name) == 1:
        return int(name)
    if len(name) == 3 and name[0] == "[" and name[1].isdigit():
        return int(name[1])
    scan = getattr(event, "scancode", 0)
    if pygame.KSCAN_1 <= scan <= pygame.KSCAN_0 and event.key >= 128:
        return (scan - pygame.KSCAN_1 + 1) % 10
    return None


@dataclass(slots=True)
class Bindings:
    """Which chords belong to which commands. `problems` says what was wrong with the user's file."""

    chords: dict[str, tuple[str, ...]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def commands(self, chord: str) -> list[Command]:
        """The commands that a chord can stand for, in the order of the table."""
        return [command for command in COMMANDS.values() if chord in self.chords.get(command.id, ())]

    @property
    def labels(self) -> Mapping[str, str]:
        """The first key of each command that has one, as people read it."""
        return {command_id: readable(keys[0]) for command_id, keys in self.chords.items() if keys}

    def all_of(self, command_id: str) -> str:
        """All keys of a command, as people read them."""
        return ", ".join(readable(chord) for chord in self.chords.get(command_id, ()))


def usual() -> Bindings:
    """The keys as they come."""
    return Bindings({command.id: command.keys for command in COMMANDS.values()})


def load(path: Path | None = None) -> Bindings:
    """The keys with the user's changes. What is wrong in the file costs only itself, and is told in `problems`."""
    path = path or config_folder() / FILE
    found = usual()
    try:
        data = tomllib.loads(files.read_text(path))
    except FileNotFoundError:
        return found
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        found.problems.append(f"The keys in {path} cannot be read ({files.why(fault)}); the usual ones are used.")
        return found
    table = data.get("keys")
    if not isinstance(table, dict):
        found.problems.append(f'{path}: there is no [keys]; write [keys] and below it lines like shuffle = "S".')
        return found
    mine: dict[str, tuple[str, ...]] = {}
    for command_id, value in table.items():
        if command_id not in COMMANDS:
            near = suggest(command_id, COMMANDS)
            found.problems.append(f'{path}: "{command_id}" is no command{"; " + near if near else ""}.')
            continue
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
            found.problems.append(f'{path}: "{command_id}" wants a key ("S") or a list of keys (["S", "Ctrl+S"]).')
            continue
        keys = [parse(each) for each in listed]
        wrong = [each for each, key in zip(listed, keys, strict=True) if key is None]
        if wrong:
            known = 'keys are written like "S", "Ctrl+Shift+Z", "PageUp", "F5", "Plus", "Middle click"'
            found.problems.append(f'{path}: "{command_id}": there is no key "{wrong[0]}"; {known}.')
        mine[command_id] = tuple(dict.fromkeys(key for key in keys if key is not None))
    _settle(found, mine, path)
    return found


def clashes(bindings: Mapping[str, Sequence[str]]) -> list[tuple[str, str, str]]:
    """Chords that two commands share although they act on the same things: (chord, command, command)."""
    found: list[tuple[str, str, str]] = []
    taken: dict[tuple[str, str], str] = {}
    for command_id, keys in bindings.items():
        for chord in keys:
            for on in _grounds(COMMANDS[command_id]):
                other = taken.setdefault((chord, on), command_id)
                if other != command_id and (chord, other, command_id) not in found:
                    found.append((chord, other, command_id))
    return found


def _grounds(command: Command) -> tuple[str, ...]:
    """What a command shares its keys over. The shipped table lets R mix cards and roll dice, and shuffle piles."""
    if command.on in ("table", "program"):
        return ("anything", "cards", "dice", "pile", "zone")
    return (command.on,)


def _settle(found: Bindings, mine: Mapping[str, tuple[str, ...]], path: Path) -> None:
    """The user's keys over the usual ones: a usual key that the user wants for something else goes."""
    clash = clashes(mine)
    own = {command_id: list(keys) for command_id, keys in mine.items()}
    for chord, first, second in clash:
        if chord in own[second]:
            own[second].remove(chord)
        told = f'{readable(chord)} stands for "{first}" and for "{second}"; it stays with "{first}"'
        found.problems.append(f"{path}: {told}.")
    merged = {command_id: tuple(own.get(command_id, keys)) for command_id, keys in found.chords.items()}
    first_mine = dict(sorted(merged.items(), key=lambda each: each[0] not in own))
    for chord, first, second in clashes(first_mine):
        loser = second if second not in own else first
        merged[loser] = tuple(key for key in merged[loser] if key != chord)
    found.chords = merged


class Keys:
    """Turns pressed keys into commands on what the pointer is over."""

    def __init__(self, desk: Desk, bindings: Bindings, clock: Callable[[], float] = time.monotonic) -> None:
        self.desk = desk
        self.bindings = bindings
        self._clock = clock
        self._held: set[int] = set()
        self._number = ""
        self._waiting: tuple[Command, Target, float] | None = None

    @property
    def waiting(self) -> str:
        """What is about to happen while digits are typed: "Draw 12"; "" if nothing is."""
        if self._waiting is None:
            return ""
        command, target, _ = self._waiting
        return f"{command.named(self.desk, target)} {self._number}"

    def handle(self, event: pygame.event.Event, target: Callable[[], Target]) -> bool:
        """Run what a pressed key stands for; `target` finds what it acts on. Whether it stands for anything."""
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
            return False
        if event.type != pygame.KEYDOWN:
            return False
        again = event.key in self._held
        self._held.add(event.key)
        if self._waiting is not None and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.finish()
            return True
        if self._waiting is not None and event.key == pygame.K_ESCAPE:
            self.forget()
            return True
        digit = _digit(event)
        if self._waiting is not None and digit is not None and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_SHIFT):
            if not again:
                self._type(digit)
            return True
        return any(self._run(chord, target, number, again) for chord, number in chords(event))

    def press(self, chord: str, target: Callable[[], Target]) -> bool:
        """Run what a chord stands for, as if it was pressed: "Middle click"."""
        return self._run(chord, target, 0, False)

    def update(self) -> bool:
        """Go on when no more digits come; whether something was done."""
        if self._waiting is not None and self._clock() - self._waiting[2] >= DIGITS_WAIT:
            self.finish()
            return True
        return False

    def finish(self) -> None:
        """Take the digits that were typed as they are."""
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            return
        command, target, _ = waiting
        if command.number is not None and int(self._number) > 0 and command.available(self.desk, target):
            command.number(self.desk, target, int(self._number))

    def forget(self) -> None:
        """Give up the digits that were typed: a drag begins, and nothing may draw cards while it lasts or after it."""
        self._waiting = None

    def release(self) -> None:
        """All keys count as released (the window lost the focus)."""
        self._held.clear()
        self.forget()

    def _type(self, digit: int) -> None:
        assert self._waiting is not None
        command, target, _ = self._waiting
        self._number = (self._number + str(digit))[:3]
        self._waiting = (command, target, self._clock())

    def _run(self, chord: str, find: Callable[[], Target], number: int, again: bool) -> bool:
        found = self.bindings.commands(chord)
        if not found:
            return False
        # What was typed before comes first, and may change what lies under the pointer.
        self.finish()
        target = find()
        for command in found:
            if command.available(self.desk, target):
                if again and not command.repeat:
                    return True
                self._do(command, chord, target, number)
                return True
        if chord.endswith(DIGIT) and not number:
            return False
        if not again:
            self._missing(found, chord)
        return True

    def _do(self, command: Command, chord: str, target: Target, number: int) -> None:
        if not chord.endswith(DIGIT) or command.number is None:
            command.run(self.desk, target)
        elif command.on == "table":
            command.number(self.desk, target, number)
        elif number:
            self._number, self._waiting = str(number), (command, target, self._clock())

    def _missing(self, found: Sequence[Command], chord: str) -> None:
        command = found[0]
        where = _WHERE.get(command.on, "there is nothing to do")
        self.desk.say(f"{readable(chord)}, {command.title.rstrip('…').lower()}: {where}.")
