"""What a command is, and what it may ask of the desk that it is given on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from tabletop.table import sight, words
from tabletop.table.state import Piece, Table
from tabletop.table.zones import Zone

if TYPE_CHECKING:
    from tabletop.assist.session import Session
    from tabletop.table.acts import Act
    from tabletop.table.history import Step
    from tabletop.ui.scene import Target
    from tabletop.ui.settings import Settings

On = Literal["cards", "dice", "pile", "zone", "seat", "table", "program"]
"""What a command acts on. Two commands may share a key if they act on different things."""


class Desk(Protocol):
    """What the window offers to commands: the session, and ways to ask and to show. They never write to the table."""

    session: Session
    settings: Settings
    counter: str
    """The counter that + and - change: the one that was used last."""

    @property
    def screen(self) -> Any:
        """The table surface: its camera, its selection."""

    @property
    def app(self) -> Any:
        """The window."""

    @property
    def rules(self) -> Any:
        """The rules of the table: their mode, moves, flags and pages."""

    def show_rule(self, rule: str | None) -> None:
        """Show the page of a rule (None: all pages)."""

    def act(self, act: Act) -> Step | None:
        """Make an act of a hand; None, and a word why, if there is nothing to do."""

    def say(self, text: str) -> None:
        """Tell something in passing, at the foot of the window."""

    def ask_number(
        self, title: str, text: str, done: Callable[[int], object], *, start: int = 1, low: int = 1, high: int = 99
    ) -> None:
        """Ask for a number, and go on with it."""

    def ask_text(
        self, title: str, text: str, done: Callable[[str], object], *, start: str = "", limit: int = 200,
        empty: bool = False,
    ) -> None:  # fmt: skip
        """Ask for a line of text, and go on with it."""

    def confirm(self, title: str, text: str, yes: str, done: Callable[[], object]) -> None:
        """Ask whether to go on."""

    def select(self, ids: Sequence[int]) -> None:
        """Select these pieces and no others."""

    def search(self, zone_id: str) -> None:
        """Look through a zone."""

    def peek(self, zone_id: str, number: int) -> None:
        """Look at the top cards of a pile."""

    def peek_cards(self, ids: Sequence[int]) -> None:
        """Look at face-down cards on the table."""

    def show(self, what: str) -> None:
        """Show a dialog: keys, settings, save, open, report, main, cards."""

    def hand_over(self, seat: str | None = None) -> None:
        """Let another seat look (None: the next)."""

    def undo(self) -> None:
        """Take back the last step."""

    def redo(self) -> None:
        """Make again what was taken back."""

    def quick_save(self) -> None:
        """Save under the name for quick saves."""

    def quick_load(self) -> None:
        """Open the quick save."""

    def leave(self) -> None:
        """Go to the start screen."""

    def toggle_full_screen(self) -> None:
        """Full screen, and back."""

    def panel_keys(self) -> None:
        """Let the keyboard go through the panels, and back to the table."""

    def toggle_panels(self) -> None:
        """Show or hide the panels."""


Words = str | Callable[[Desk, "Target"], str]
Run = Callable[[Desk, "Target"], object]
Available = Callable[[Desk, "Target"], bool]


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that can be done: the same for keys, menus, the hint line and the list of keys.

    `keys` are the keys it has unless the user's key file says otherwise. `hint` is a word or two for the hint line.
    `number` is what a digit does: keys with "Digit" call it, and so does `children`, the submenu.
    """

    id: str
    group: str
    on: On
    words: Words
    run: Run
    available: Available = lambda desk, target: True
    keys: tuple[str, ...] = ()
    hint: str = ""
    repeat: bool = False
    """Whether a held key does it again and again."""
    number: Callable[[Desk, Target, int], object] | None = None
    children: Callable[[Desk, Target], list[Entry | None]] | None = None
    plain: str = ""
    """What it is called in the list of keys, where `words` depend on the table."""

    def named(self, desk: Desk, target: Target) -> str:
        """Its words, for this target."""
        return self.words if isinstance(self.words, str) else self.words(desk, target)

    @property
    def title(self) -> str:
        """Its words, whatever it is used on."""
        return self.plain or (self.words if isinstance(self.words, str) else self.id)


@dataclass(slots=True)
class Entry:
    """A line of a menu; None in a list of entries is a rule between them."""

    words: str
    run: Callable[[], object] | None = None
    keys: str = ""
    enabled: bool = True
    checked: bool = False
    children: list[Entry | None] | None = None


# what commands ask of the table


def pieces(desk: Desk, target: Target) -> list[Piece]:
    """The pieces of a target that are still there."""
    table = desk.session.table
    return [table.pieces[i] for i in target.pieces if i in table.pieces]


def cards(desk: Desk, target: Target) -> list[int]:
    """The ids of the target's cards and tokens."""
    return [piece.id for piece in pieces(desk, target) if piece.kind in ("card", "token")]


def zone(desk: Desk, target: Target) -> Zone | None:
    """The zone of a target, if there is one beside the table itself."""
    table = desk.session.table
    return table.zone(target.zone) if target.zone is not None and table.has_zone(target.zone) else None


def pile(desk: Desk, target: Target) -> Zone | None:
    """The pile of a target: one under the pointer with cards in it, unless several pieces are chosen elsewhere."""
    found = zone(desk, target)
    if found is None or found.arrangement != "pile":
        return None
    table = desk.session.table
    ids = table.cards(found.id)
    chosen = set(target.pieces)
    return found if ids and (chosen == set(ids) or (len(chosen) <= 1 and chosen <= set(ids))) else None


def hand(table: Table, seat: str | None) -> Zone | None:
    """The hand of a seat."""
    found = table.zone_with_role("hand", seat) if seat is not None else None
    return found if found is not None and found.seat == seat else None


def named(desk: Desk, ids: Sequence[int]) -> str:
    """Pieces as the looking seat may name them: "Kick and a face-down card"."""
    table, seat = desk.session.table, desk.session.seat
    found = [sight.name(table, seat, table.pieces[i]) for i in ids if i in table.pieces]
    return found[0] if len(found) == 1 else f"{len(found)} cards" if found else ""


def zone_words(desk: Desk, zone_id: str) -> str:
    """A zone as the looking seat calls it: its own without its name."""
    table = desk.session.table
    found = table.zone(zone_id)
    if found.seat is not None and found.seat == desk.session.seat and found.anchor is None:
        return found.name
    told = words.zone_name(table, zone_id, desk.session.seat)
    return told.removeprefix("the ")
