"""The table in the window: scene, camera and gestures, and around them panels, menus, keys and dialogs."""

from __future__ import annotations

import time
from typing import Any

import pygame

from tabletop.assist.session import Session
from tabletop.table.acts import Act
from tabletop.table.history import Step
from tabletop.ui.app import RESIZED, RESTYLED, App
from tabletop.ui.camera import Camera, View
from tabletop.ui.facecache import FaceCache
from tabletop.ui.facefeed import Gate, feed
from tabletop.ui.focus import Focus
from tabletop.ui.gestures import Gestures
from tabletop.ui.magnifier import Magnifier
from tabletop.ui.overlay import Overlay
from tabletop.ui.plain import plain_face
from tabletop.ui.pointing import Pointing
from tabletop.ui.probe import Probe
from tabletop.ui.scene import Scene, Target
from tabletop.ui.sounds import Sounds
from tabletop.ui.sprites import Face
from tabletop.ui.tossing import Tossing
from tabletop.ui.tour import Tour

MOVING_BUDGET = 0.003
RESTING_BUDGET = 0.004
"""Seconds of a frame in which missing tiles are drawn, while something moves and while nothing does."""

REST = 0.006
"""Seconds of idle work before looking for events again."""

LOOK_AGAIN = 1.5
"""Seconds between looks whether pictures or sets have changed on the disk."""


class TableScreen:
    """One table. `session` is what is played, `scene` what is seen, `gestures` the mouse, `desk` all around them."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.views: dict[int, View] = {}
        self._looked = time.monotonic()
        self._view = View()
        self._probe = Probe()
        self._ends = 0.0
        self._steps = session.history.at
        self._later = False
        self.gate = Gate()

    # a screen

    def open(self, app: App) -> None:
        """The table comes to be seen."""
        self.app = app
        self.camera = Camera(app.window.get_size())
        self.camera.animate = app.settings.animations
        self.faces = FaceCache(feed(self.session, self.gate), self._plain)
        self.scene = Scene(self.session, app.theme, self.faces, self.camera)
        self.magnifier = Magnifier(self.scene)
        self.gestures = Gestures(self)
        self.focus = Focus(self)
        self.tossing = Tossing(self)
        self.pointing = Pointing(self)
        self.desk = Overlay(self)
        self.tour = Tour(self.desk)
        self.sounds = Sounds(self.session, app.settings)
        self.scene.marks_above = self.desk.marks.draw_marks
        self._follow_settings()
        self._arrange()
        self.scene.refresh()
        self.home(fly=False)
        self.scene.finish()
        if app.touring and not app.settings.toured:
            self.tour.begin()

    def close(self) -> None:
        """The table goes; it was saved all the time."""
        self.tossing.settle()
        self.sounds.close()
        self.tour.close()
        self.scene.close()
        self.gate.set(True)
        self.faces.close()
        self.desk.close()
        self.session.close()

    def handle(self, event: pygame.event.Event) -> bool:
        """Dialogs and menus first, then a drag, then keys, then the mouse on the table."""
        self._probe.happened(event)
        if event.type == RESIZED:
            self._resized()
        elif event.type == RESTYLED:
            self._restyled()
        if self.tossing.busy and self.tossing.interrupted_by(event):
            self.tossing.settle()
        self.magnifier.handle(event)
        if event.type == pygame.MOUSEMOTION:
            self.tossing.watch(event.pos)
        if self.tour.shown and not self.modal and not self.gestures.active and self.tour.handle(event):
            return True
        if not self.modal and self.pointing.handle(event):
            return True
        if self.focus.handle(event):
            return True
        if event.type == pygame.MOUSEMOTION and not self.focus.on:
            self.gestures.pointer = event.pos
        if self.gestures.dragging or (self.gestures.active and event.type not in _KEYS):
            return self.gestures.handle(event)
        if self.desk.handle(event):
            return True
        return self.gestures.handle(event)

    def update(self, seconds: float) -> None:
        """Time passes."""
        began = time.perf_counter()
        if self.gestures.active and self.modal:
            self.gestures.cancel()
        if self.session.seat != self._seat:
            self.gestures.cancel()
            self.focus.off()
            self.pointing.cancel()
            self._change_seat()
        self.camera.update(seconds)
        self.gestures.update(seconds)
        self.tossing.update(seconds)
        self.pointing.update(seconds)
        self.tour.follow()
        self._hover()
        self.focus.update()
        moving = self.gestures.active or self.camera.moving or self.gestures.busy
        self.gate.set(not moving and self.scene.ground.settled)
        self.scene.update(seconds, faces=2 if moving else 24)
        self._follow_camera()
        self.scene.damage += self.magnifier.follow(self.gestures.pointer, self._magnified())
        # The panels follow an act one frame later, so that letting go of a card does not have to wait for them.
        self._later = self.session.history.at != self._steps
        self._steps = self.session.history.at
        if not self._later:
            self.desk.update(seconds)
        if self.desk.clear_rect() != self.scene.clear:
            self._arrange_anew()
        self._ends = began + (MOVING_BUDGET if moving else RESTING_BUDGET)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what lies inside the surface's clip."""
        self.scene.draw(surface, self._ends)
        self.focus.draw(surface)
        self.pointing.draw(surface)
        if self.tour.shown and self.desk.curtain is None:
            self.tour.draw(surface)
        self.magnifier.draw(surface)
        self.desk.draw(surface)
        self.scene.spoilt = False

    def rest(self) -> bool:
        """Idle work: tiles around the window, the small picture of the table, a look at the files of the faces. Whether
        there is more to do at once.
        """
        more = self.scene.ground.rest(self.camera, self.camera.bounds, REST)
        if not more:
            self._look_at_files()
        if not more and self._probe.due:
            self._write_probe()
        return more

    @property
    def damage(self) -> list[pygame.Rect]:
        """What has to be drawn anew."""
        return self.scene.damage

    @property
    def spoilt(self) -> bool:
        """Whether everything has to be drawn anew."""
        return self.scene.spoilt

    @property
    def busy(self) -> bool:
        """Whether the next frame is wanted soon."""
        scene = self.scene
        moving = scene.busy or self.gestures.busy or bool(scene.damage) or not scene.ground.settled
        moving = moving or self.tossing.busy or self.pointing.busy
        return moving or self.desk.busy or self._later

    @property
    def nap(self) -> float:
        """The longest time to sleep: short while faces are being drawn."""
        return 0.03 if self.faces.busy else min(0.5, self.desk.nap)

    # what keys, menus and panels call

    @property
    def selection(self) -> set[int]:
        """The selected pieces."""
        return self.scene.selection

    @property
    def typing(self) -> bool:
        """Whether a text field has the keyboard."""
        return self.app.typing or self.desk.typing

    @property
    def modal(self) -> bool:
        """Whether a dialog, a menu or a curtain lies over the table."""
        return self.desk.modal

    def covered(self, pos: tuple[int, int]) -> bool:
        """Whether a panel, menu or dialog lies over the table at a pixel."""
        return self.desk.covers(pos) or (self.tour.shown and self.tour.rect.collidepoint(pos))

    def act(self, act: Act) -> Step | None:
        """Make an act of a hand."""
        return self.desk.act(act)

    def press(self, chord: str, pos: tuple[int, int]) -> None:
        """A mouse chord ("Middle click", "Double click") is pressed at a pixel."""
        self.desk.press(chord, pos)

    def target(self) -> Target:
        """What is under the pointer now."""
        return self.focus.target() or self.scene.target_at(self.gestures.pointer)

    def home(self, *, fly: bool = True) -> None:
        """Show the whole table."""
        clear = self.scene.table_clear()
        self.camera.fit(self.scene.bounds(), (clear.x, clear.y, clear.w, clear.h), fly=fly)

    def keep_view(self, number: int) -> None:
        """Remember this view under a number."""
        self.views[number] = self.camera.goal

    def go_view(self, number: int) -> bool:
        """Go to the view with that number; whether there is one."""
        view = self.views.get(number)
        if view is not None:
            self.camera.fitted = False
            self.camera.fly(view)
        return view is not None

    # following

    def _arrange(self) -> None:
        """Lay hands and table out in what the panels leave."""
        self._seat = self.session.seat
        self._turn_camera()
        self.scene.arrange(self.desk.clear_rect())

    def _arrange_anew(self) -> None:
        """The same, at once and without animation; a view that showed the whole table goes on showing it."""
        self._arrange()
        self.scene.refresh()
        self.scene.finish()
        if self.camera.fitted:
            self.home(fly=False)

    def _turn_camera(self) -> None:
        """The table is seen from the side of the seat that looks."""
        table = self.session.table
        zones = [zone for zone in table.zones.values() if zone.seat is not None and zone.seat == self.session.seat]
        turn = zones[0].turn if zones else 0
        if turn != self.camera.turn:
            self.camera.turn = turn
            self.scene.ground.clear()

    def _change_seat(self) -> None:
        self._arrange_anew()
        self.home(fly=False)

    def _resized(self) -> None:
        self.gestures.cancel()
        self.camera.resize(self.app.window.get_size())
        self.desk.resized()
        self.tour.lay()
        self._arrange_anew()

    def _restyled(self) -> None:
        self.gestures.cancel()
        self.scene.restyle(self.app.theme)
        self.desk.restyled()
        self.tour.lay()
        self._follow_settings()
        self._arrange_anew()

    def _follow_settings(self) -> None:
        settings = self.app.settings
        self.camera.animate = self.scene.animate = settings.animations
        self.scene.laying.upright = settings.cards == "upright"
        self.tossing.enabled = settings.physics
        self.sounds.follow_settings()

    def _follow_camera(self) -> None:
        """A view that has changed spoils the whole window."""
        if self.camera.view != self._view:
            if self.camera.view.zoom != self._view.zoom:
                self.faces.unwant()
            self._view = self.camera.view
            self.scene.spoilt = True
        elif not self.scene.ground.settled:
            self.scene.spoilt = True

    def _hover(self) -> None:
        """Find what the pointer is over."""
        scene, pointer = self.scene, self.gestures.pointer
        if self.gestures.active or self.modal or self.covered(pointer) or pointer[0] < 0:
            scene.hover = None
        elif self.focus.on:
            scene.hover = self.focus.piece
        else:
            scene.hover = scene.piece_at(*pointer)

    def _magnified(self) -> int | None:
        if self.gestures.active or self.modal:
            return None
        return self.scene.hover

    def _look_at_files(self) -> None:
        """Pictures and card sets that have changed on the disk are drawn anew."""
        now = time.monotonic()
        if now - self._looked < LOOK_AGAIN or self.gestures.active or self.faces.source is None:
            return
        self._looked = now
        stale = self.faces.source.refresh()
        if stale:
            self.scene.reload(stale)
        problems = self.faces.source.new_problems()
        if problems:
            self.session.report += [str(problem) for problem in problems]
            more = f" ({len(problems)} such pictures)" if len(problems) > 1 else ""
            self.desk.say(f"{problems[0].path.name}: {problems[0].message}{more}. Its card is drawn instead.")

    def _plain(self, face: Face, width: int) -> pygame.Surface:
        wide, high = self.session.table.card_size
        return plain_face(self.app.theme, face, width, max(8, round(width * high / wide)))

    def _write_probe(self) -> None:
        if self.scene.settled and not self.gestures.busy:
            found: dict[str, Any] = {
                "screen": "table", "size": list(self.camera.size), "faces": self.faces.busy, "modal": self.modal,
                **self.scene.probe(), **self.desk.probe(),
            }  # fmt: skip
            if self.session.journal is not None:
                found["journal"] = str(self.session.journal.path)
            self._probe.write(found)


_KEYS = (pygame.KEYDOWN, pygame.KEYUP)
