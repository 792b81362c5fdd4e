"""Commands on the whole table, the view and the program."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from tabletop.table import acts, words
from tabletop.table.acts import SIDES, VALUE
from tabletop.table.state import Piece
from tabletop.ui.commands.base import Command, Desk, Entry

if TYPE_CHECKING:
    from tabletop.ui.scene import Target

TABLE_GROUP = "Table"
VIEW = "View"
PROGRAM = "Program"

TURN = "turn"
PHASE = "phase"


def _create(desk: Desk, target: Target, **what: Any) -> object:
    x, y = target.point
    return desk.act(acts.create(desk.session.table, Piece(0, x=round(x, 2), y=round(y, 2), **what)))


def _die(desk: Desk, target: Target, sides: int) -> object:
    return _create(desk, target, kind="die", marks={SIDES: sides, VALUE: sides})


def _create_entries(desk: Desk, target: Target) -> list[Entry | None]:
    def make(**what: Any) -> Callable[[], object]:
        return lambda: _create(desk, target, **what)

    return [
        Entry("A die with 6 sides", lambda: _die(desk, target, 6)),
        Entry("A die with 20 sides", lambda: _die(desk, target, 20)),
        Entry("A die with other sides…", lambda: desk.ask_number(
            "A die", "How many sides?", lambda n: _die(desk, target, n), start=10, low=2, high=1000)),
        Entry("A coin", make(kind="coin")),
        None,
        Entry("A counter…", lambda: desk.ask_text(
            "A counter", "What stands on it? A word or a number.",
            lambda text: _create(desk, target, kind="counter", card=text), start="1", limit=24)),
        Entry("A token…", lambda: desk.ask_text(
            "A token", "What is it called? It can do all that cards can.",
            lambda text: _create(desk, target, kind="token", card=text), limit=60)),
        Entry("A note…", lambda: desk.ask_text(
            "A note", "What stands on it? Everybody can read it.",
            lambda text: _create(desk, target, kind="note", card=text))),
    ]  # fmt: skip


def phases(desk: Desk) -> tuple[str, ...]:
    """The phases of a turn in this game; none where its table has no turn."""
    library = desk.session.library
    if library is not None and library.game.phases:
        return library.game.phases
    now = desk.session.table.facts.get(PHASE)
    return (now,) if isinstance(now, str) else ()


def next_phase(desk: Desk) -> object:
    """The next phase; after the last one the next seat's turn. Where the rules are on, the way on that they offer."""
    if desk.rules.on:
        return desk.rules.primary()
    table = desk.session.table
    listed, now = phases(desk), table.facts.get(PHASE)
    at = listed.index(now) if now in listed else -1
    if not listed:
        return None
    if at + 1 < len(listed):
        return desk.act(acts.set_fact(PHASE, listed[at + 1]))
    seats = list(table.seats)
    turn = table.facts.get(TURN)
    after = seats[(seats.index(turn) + 1) % len(seats)] if turn in seats else seats[0] if seats else None
    first, second = acts.set_fact(TURN, after), acts.set_fact(PHASE, listed[0])
    name = f"{{{after}}}" if after in table.seats else str(after)
    return desk.act(acts.Act(f"passes the turn to {name}", [*first.ops, *second.ops]))


def pass_turn(desk: Desk) -> object:
    """The next seat's turn, from its first phase. Where the rules are on, the way on that they offer."""
    if desk.rules.on:
        return desk.rules.primary()
    table = desk.session.table
    seats, turn, listed = list(table.seats), table.facts.get(TURN), phases(desk)
    if not seats:
        return None
    after = seats[(seats.index(turn) + 1) % len(seats)] if turn in seats else seats[0]
    ops = list(acts.set_fact(TURN, after).ops)
    if listed:
        ops += acts.set_fact(PHASE, listed[0]).ops
    return desk.act(acts.Act(f"passes the turn to {{{after}}}", ops))


def _has_turns(desk: Desk, target: Target) -> bool:
    return bool(phases(desk)) or TURN in desk.session.table.facts


def _keep_view(desk: Desk, target: Target, number: int) -> None:
    desk.screen.keep_view(number)
    desk.say(f"This view is kept: Shift+{number} comes back to it.")


def _go_view(desk: Desk, target: Target, number: int) -> None:
    if not desk.screen.go_view(number):
        desk.say(f"No view is kept under {number} yet: Ctrl+{number} keeps the one you see.")


def _undo_words(desk: Desk, target: Target) -> str:
    last = desk.session.history.last
    return "Undo" if last is None else f"Undo: {_short(words.tell(desk.session.table, last, desk.session.seat))}"


def _redo_words(desk: Desk, target: Target) -> str:
    history = desk.session.history
    if not history.can_redo:
        return "Redo"
    step = history.steps[history.at]
    return f"Redo: {_short(words.tell(desk.session.table, step, desk.session.seat))}"


def _short(text: str) -> str:
    return text if len(text) <= 44 else text[:43].rstrip() + "…"


def _seat_entries(desk: Desk, target: Target) -> list[Entry | None]:
    table, now = desk.session.table, desk.session.seat
    return [
        Entry(words.seat_name(table, seat), partial(desk.hand_over, seat), checked=seat == now) for seat in table.seats
    ]


TABLE_COMMANDS = (
    Command("undo", TABLE_GROUP, "table", _undo_words, lambda d, t: d.undo(), lambda d, t: d.session.history.can_undo,
            ("Ctrl+Z",), "", True, plain="Undo"),
    Command("redo", TABLE_GROUP, "table", _redo_words, lambda d, t: d.redo(), lambda d, t: d.session.history.can_redo,
            ("Ctrl+Y", "Ctrl+Shift+Z"), "", True, plain="Redo"),
    Command("paste", TABLE_GROUP, "table", "Paste", lambda d, t: d.session.paste(t.point),
            lambda d, t: bool(d.session.clipboard), ("Ctrl+V",)),
    Command("create", TABLE_GROUP, "table", "Put here", lambda d, t: None, children=_create_entries),
    Command("browse", TABLE_GROUP, "table", "Cards of the game…", lambda d, t: d.show("cards"), keys=("Ctrl+B",)),
    Command("next_phase", TABLE_GROUP, "table", "Next phase", lambda d, t: next_phase(d), _has_turns, ("Ctrl+Space",)),
    Command("pass", TABLE_GROUP, "table", "Pass the turn", lambda d, t: pass_turn(d), _has_turns, ("Ctrl+Enter",)),
    Command("hand_over", TABLE_GROUP, "table", "Hand over", lambda d, t: d.hand_over(),
            lambda d, t: len(d.session.table.seats) > 1, ("Ctrl+Tab",)),
    Command("look_as", TABLE_GROUP, "table", "Look as", lambda d, t: None, lambda d, t: len(d.session.table.seats) > 1,
            children=_seat_entries),
    Command("home", VIEW, "table", "Whole table", lambda d, t: d.screen.home(), keys=("Home", "0")),
    Command("keep_view", VIEW, "table", "Keep this view", lambda d, t: _keep_view(d, t, 1), keys=("Ctrl+Digit",),
            number=_keep_view, plain="Keep this view under a number"),
    Command("go_view", VIEW, "table", "Go to a view", lambda d, t: _go_view(d, t, 1), keys=("Shift+Digit",),
            number=_go_view, plain="Go to the view with that number"),
    Command("panels", VIEW, "program", "Show or hide the panels", lambda d, t: d.toggle_panels(), keys=("F9",)),
    Command("panel_keys", VIEW, "program", "Keyboard to the panels", lambda d, t: d.panel_keys(), keys=("F6",)),
    Command("full_screen", VIEW, "program", "Full screen", lambda d, t: d.toggle_full_screen(), keys=("F11",)),
    Command("quick_save", PROGRAM, "program", "Quick save", lambda d, t: d.quick_save(), keys=("F5",)),
    Command("quick_load", PROGRAM, "program", "Quick load", lambda d, t: d.quick_load(), keys=("F7",)),
    Command("save_as", PROGRAM, "program", "Save as…", lambda d, t: d.show("save"), keys=("Ctrl+S",)),
    Command("open", PROGRAM, "program", "Open…", lambda d, t: d.show("open"), keys=("Ctrl+O",)),
    Command("start", PROGRAM, "program", "Another game…", lambda d, t: d.leave(), keys=("Ctrl+N",)),
    Command("settings", PROGRAM, "program", "Settings…", lambda d, t: d.show("settings"), keys=("F10",)),
    Command("help", PROGRAM, "program", "Keys and mouse", lambda d, t: d.show("keys"), keys=("Question", "F1")),
    Command("tour", PROGRAM, "program", lambda d, t: "End the tour" if d.screen.tour.shown else "Tour",
            lambda d, t: d.screen.tour.end() if d.screen.tour.shown else d.screen.tour.begin(), plain="Tour"),
    Command("quit", PROGRAM, "program", "Quit", lambda d, t: d.app.quit(), keys=("Ctrl+Q",)),
)  # fmt: skip
