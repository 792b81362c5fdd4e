"""Commands that move the ring of the keyboard through zones and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop.ui.commands.base import Command, Desk, Run, pieces

if TYPE_CHECKING:
    from tabletop.ui.scene import Target

GROUP = "By keyboard alone"


def _step(by: int) -> Run:
    return lambda desk, target: desk.screen.focus.step(by)


def _go(dx: int, dy: int) -> Run:
    return lambda desk, target: desk.screen.focus.go(dx, dy)


def _on_piece(desk: Desk, target: Target) -> bool:
    return bool(pieces(desk, target))


def _ring_on_piece(desk: Desk, target: Target) -> bool:
    return bool(desk.screen.focus.on) and _on_piece(desk, target)


def _toggle(desk: Desk, target: Target) -> None:
    focus = desk.screen.focus
    chosen = {focus.piece} if focus.on and focus.piece is not None else set(target.pieces)
    desk.select(sorted(desk.screen.selection ^ chosen))


RING_COMMANDS = (
    Command("zone_next", GROUP, "table", "The next zone", _step(1), keys=("Tab",), repeat=True),
    Command("zone_before", GROUP, "table", "The zone before", _step(-1), keys=("Shift+Tab",), repeat=True),
    Command("ring_left", GROUP, "table", "To the left", _go(-1, 0), keys=("Left",), repeat=True),
    Command("ring_right", GROUP, "table", "To the right", _go(1, 0), keys=("Right",), repeat=True),
    Command("ring_up", GROUP, "table", "Up", _go(0, -1), keys=("Up",), repeat=True),
    Command("ring_down", GROUP, "table", "Down", _go(0, 1), keys=("Down",), repeat=True),
    Command("pick_up", GROUP, "cards", "Pick up", lambda d, t: d.screen.focus.pick_up(t), _on_piece, ("M",),
            plain="Pick up; arrows or Tab carry, Ctrl+arrows finely, Enter puts down"),
    Command("pick_up_ring", GROUP, "cards", "Pick up", lambda d, t: d.screen.focus.pick_up(t), _ring_on_piece,
            ("Enter",), "pick up", plain="Pick up what the ring is on"),
    Command("choose", GROUP, "cards", "Select or not", _toggle, _on_piece, ("Insert",), plain="Select, or not"),
)  # fmt: skip
