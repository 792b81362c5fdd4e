"""The mouse on the table: drags, box selection, clicks, panning and zooming. A drag always ends: never a stuck card."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from tabletop.table.acts import LOCKED
from tabletop.ui.dragging import Aim, Drag, draggable

if TYPE_CHECKING:
    from tabletop.ui.table_screen import TableScreen

THRESHOLD = 5
"""Pixels that the pointer moves with the button down before a press becomes a drag."""

DOUBLE = 0.35
"""Seconds between the clicks of a double click."""

PAN_SPEED = 1000.0
"""Pixels a second that the keys pan."""

TURN = 90.0
TILT = 15.0
"""What Q and E turn a carried piece by, and with Shift."""

PAN_KEYS = {pygame.K_a: (1, 0), pygame.K_d: (-1, 0), pygame.K_w: (0, 1), pygame.K_s: (0, -1)}

_LOST = (
    pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN, pygame.WINDOWSIZECHANGED, pygame.VIDEORESIZE,
)  # fmt: skip

Point = tuple[int, int]


@dataclass(slots=True)
class _Press:
    """A left button that is down and has not moved far yet."""

    at: Point
    piece: int | None
    pile: str | None
    """The pile whose caption was pressed: it is carried whole."""
    ctrl: bool


class Gestures:
    """Turns mouse events into acts. `pointer` is where the pointer was last."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.pointer: Point = (-1, -1)
        self.drag: Drag | None = None
        self._press: _Press | None = None
        self._box: Point | None = None
        self._box_keeps: frozenset[int] = frozenset()
        self._pan: int | None = None
        self._pan_moved = False
        self._pan_from: Point = (0, 0)
        self._space = False
        self._held: set[int] = set()
        self._swallow: set[int] = set()
        """Buttons whose release belongs to a gesture that was given up."""
        self._clicked: tuple[float, int | None, Point] = (0.0, None, (0, 0))

    @property
    def dragging(self) -> bool:
        """Whether pieces are being carried: no key acts but those of the drag."""
        return self.drag is not None

    @property
    def active(self) -> bool:
        """Whether any gesture is under way."""
        return self.drag is not None or self._box is not None or self._pan is not None or self._press is not None

    @property
    def busy(self) -> bool:
        """Whether the table moves by itself: a key that pans is down."""
        return bool(self._held)

    # events

    def handle(self, event: pygame.event.Event) -> bool:
        """An event that nothing over the table took; whether it was used."""
        if event.type == pygame.MOUSEMOTION:
            return self._move(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._down(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._up(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type in (pygame.KEYDOWN, pygame.KEYUP):
            return self._key(event)
        if event.type in _LOST:
            self.cancel()
            self._held.clear()
            self._space = False
        return False

    def cancel(self) -> None:
        """Give up what is under way: carried pieces go home, nothing is selected."""
        if self.drag is not None or self._press is not None or self._box is not None:
            self._swallow.add(1)
        if self._pan is not None:
            self._swallow.add(self._pan)
        carried = self.drag is not None
        self.drag = self._press = self._box = self._pan = None
        self.screen.scene.box = None
        if carried:
            self.screen.desk.rules.follow_drag(None, self.pointer, None)
            self.screen.scene.release()

    def update(self, seconds: float) -> None:
        """Let time pass: keys pan, and what is carried stays under the pointer."""
        if self._held and not self.screen.typing:
            dx = sum(PAN_KEYS[key][0] for key in self._held)
            dy = sum(PAN_KEYS[key][1] for key in self._held)
            if dx or dy:
                self.screen.camera.pan(dx * PAN_SPEED * seconds, dy * PAN_SPEED * seconds)
        if self.drag is not None:
            if self.drag.alive:
                self._show()
            else:
                self.cancel()

    def _move(self, event: pygame.event.Event) -> bool:
        self.pointer = event.pos
        left, buttons = event.buttons[0], event.buttons
        if not left:
            self._swallow.discard(1)
            if self.drag is not None or self._press is not None or self._box is not None:
                # The release was lost: it went to another window, or never came.
                self.cancel()
                self._swallow.discard(1)
        if self._pan is not None:
            if self._pan <= 3 and not buttons[self._pan - 1]:
                self._pan = None
            else:
                self._pan_by(event.pos)
                return True
        if self._press is not None and _far(self._press.at, event.pos, THRESHOLD * self.screen.app.scale):
            self._begin(self._press)
        if self.drag is not None:
            return True
        if self._box is not None:
            self._stretch(self._box)
            return True
        return False

    def _down(self, event: pygame.event.Event) -> bool:
        self.pointer = event.pos
        if event.button > 3:
            return False
        if self.active:
            # A second button: whatever was under way is given up, and this press does nothing.
            self.cancel()
            self._swallow.add(event.button)
            return True
        if event.button == 2 or (event.button == 1 and self._space):
            self._pan, self._pan_moved, self._pan_from = event.button, False, event.pos
            return True
        if event.button != 1:
            return False
        scene = self.screen.scene
        piece = scene.piece_at(*event.pos)
        pile = None
        if scene.hand_at(*event.pos) is None:
            caption = scene.caption_at(*event.pos)
            if caption is not None and scene.session.table.zone(caption).arrangement == "pile":
                pile = caption
        self._press = _Press(event.pos, piece, pile, _ctrl())
        return True

    def _up(self, event: pygame.event.Event) -> bool:
        self.pointer = event.pos
        if event.button in self._swallow:
            self._swallow.discard(event.button)
            return True
        if event.button == self._pan:
            self._pan = None
            if event.button == 2 and not self._pan_moved:
                self.screen.press("Middle click", event.pos)
            return True
        if event.button != 1:
            return False
        press, box, drag = self._press, self._box, self.drag
        self._press = self._box = None
        if drag is not None:
            self._drop(drag)
            return True
        if box is not None:
            self._stretch(box)
            self.screen.scene.box = None
            return True
        if press is not None:
            self._click(press)
            return True
        return False

    def _wheel(self, event: pygame.event.Event) -> bool:
        if self.screen.magnifier.shown:
            self.screen.magnifier.resize(event.y)
            return True
        notches = getattr(event, "precise_y", float(event.y)) or float(event.y)
        if notches:
            self.screen.camera.zoom_at(*self.pointer, notches)
        return True

    def _key(self, event: pygame.event.Event) -> bool:
        down = event.type == pygame.KEYDOWN
        if event.key == pygame.K_SPACE:
            self._space = down
        if event.key in PAN_KEYS:
            if down and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
                self._held.add(event.key)
            elif not down:
                self._held.discard(event.key)
        drag = self.drag
        if drag is None:
            if down and event.key == pygame.K_ESCAPE and (self._box is not None or self._press is not None):
                self.cancel()
                return True
            return event.key in self._held
        if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
            drag.face_down = down
        elif down and event.key == pygame.K_ESCAPE:
            self.cancel()
        elif down and event.key in (pygame.K_q, pygame.K_e):
            step = TILT if event.mod & pygame.KMOD_SHIFT else TURN
            drag.turned = (drag.turned + (step if event.key == pygame.K_e else -step)) % 360
        elif down and event.key == pygame.K_f:
            drag.flipped = not drag.flipped
        return True

    # what gestures do

    def _begin(self, press: _Press) -> None:
        """A press has moved far enough: pieces are picked up, or a box is drawn."""
        self._press = None
        self.screen.desk.keys.forget()
        scene = self.screen.scene
        table = scene.session.table
        piece = press.piece
        if piece is not None and (piece not in table.pieces or table.pieces[piece].marks.get(LOCKED)):
            piece = None
        whole = press.pile
        if whole is None and piece is not None and press.ctrl and piece not in scene.selection:
            zone = table.pieces[piece].zone
            whole = zone if table.zone(zone).arrangement == "pile" else None
        if whole is not None:
            ids = draggable(table, table.cards(whole))
            if ids:
                self._pick_up(ids, ids[0], press.at, whole if len(ids) == len(table.cards(whole)) else None)
            return
        if piece is None:
            self._box = press.at
            self._box_keeps = frozenset(scene.selection) if press.ctrl else frozenset()
            self._stretch(press.at)
            return
        if piece in scene.selection:
            ids = draggable(table, scene.in_order(scene.selection))
        else:
            scene.select(())
            ids = [piece]
        self._pick_up(ids, piece, press.at, None)

    def _pick_up(self, ids: list[int], lead: int, at: Point, whole: str | None) -> None:
        scene = self.screen.scene
        scene.refresh()
        drag = Drag(scene, ids, lead, at, whole=whole)
        drag.face_down = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
        self.carry(drag)
        scene.hover = None
        self._show()

    def carry(self, drag: Drag) -> None:
        """From now on this is carried. Digits that were typed before are forgotten: nothing but the drag acts."""
        self.screen.desk.keys.forget()
        self.drag = drag

    def _aim(self, drag: Drag) -> Aim | None:
        other = _ctrl() and drag.whole is None and not self.screen.focus.carrying
        drag.grid = self.screen.app.settings.grid != other
        return None if self.screen.covered(self.pointer) else drag.aim(self.pointer)

    def _show(self) -> None:
        rules, drag = self.screen.desk.rules, self.drag
        if drag is not None:
            aim = self._aim(drag)
            rules.follow_drag(drag, self.pointer, aim)
            drag.show(self.pointer, aim, ghost=rules.aimed is None)

    def _drop(self, drag: Drag) -> None:
        aim = self._aim(drag) if drag.alive else None
        self.drag = None
        if self.screen.desk.rules.aimed is None and self.screen.tossing.let_go(drag, aim):
            self.screen.desk.rules.follow_drag(None, self.pointer, None)
            return
        if aim is not None:
            act = drag.act(aim)
            self.screen.desk.rules.drop(drag, aim, act, self.pointer)
        self.screen.desk.rules.follow_drag(None, self.pointer, None)
        self.screen.scene.release()

    def drop(self) -> None:
        """Put down what is carried, as if the button was let go."""
        if self.drag is not None:
            self._drop(self.drag)

    def _stretch(self, start: Point) -> None:
        box = pygame.Rect(start, (0, 0)).union(pygame.Rect(self.pointer, (1, 1)))
        scene = self.screen.scene
        scene.box = box
        scene.select(self._box_keeps | scene.inside(box))

    def _click(self, press: _Press) -> None:
        scene = self.screen.scene
        piece, now = press.piece, time.monotonic()
        if not press.ctrl and self.screen.desk.rules.clicked(piece, press.at):
            self._clicked = (0.0, None, press.at)
            return
        before, last, at = self._clicked
        self._clicked = (now, piece, press.at)
        double = now - before < DOUBLE and last == piece and not _far(at, press.at, 6)
        if piece is not None and double:
            self._clicked = (0.0, None, press.at)
            self.screen.press("Double click", press.at)
        elif piece is None:
            if not press.ctrl:
                scene.select(())
        elif press.ctrl:
            scene.select(scene.selection ^ {piece})
        else:
            scene.select({piece})

    def _pan_by(self, pos: Point) -> None:
        if not self._pan_moved and not _far(self._pan_from, pos, 3):
            return
        self._pan_moved = True
        self.screen.camera.pan(pos[0] - self._pan_from[0], pos[1] - self._pan_from[1])
        self._pan_from = pos


def _far(one: Point, other: Point, limit: float) -> bool:
    return abs(one[0] - other[0]) > limit or abs(one[1] - other[1]) > limit


def _ctrl() -> bool:
    return bool(pygame.key.get_mods() & (pygame.KMOD_CTRL | pygame.KMOD_META))
