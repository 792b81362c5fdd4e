"""Pointing with the mouse: arrows from card to card, a ping, counters carried from one card to another, and boxes drawn
on the table for new zones.

Each begins with a press that nothing else means: Shift and the right button, Ctrl and the right button, a counter under
the left button, or any left press after a zone was asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from tabletop.table import acts
from tabletop.ui.rules.arrows import Arrow, Arrows

if TYPE_CHECKING:
    from tabletop.ui.table_screen import TableScreen

PING = 1.2
"""Seconds that a ping is seen."""

NEAR = 6
"""Pixels that a press may move and still be a click."""

Box = tuple[float, float, float, float]


class Pointing:
    """What is being pointed at on one table, and the arrows that lie on it."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.start: int | None = None
        """The piece that an arrow is being drawn from."""
        self.counter: tuple[int, str] | None = None
        """The piece and the name of the counter that is being carried."""
        self._done: Callable[[Box | None, tuple[float, float]], object] | None = None
        self._from: tuple[int, int] | None = None
        self._pings: list[tuple[tuple[float, float], float]] = []
        self._painter = Arrows()
        self._arrows: list[Arrow] = []
        self._areas: list[pygame.Rect] = []

    @property
    def active(self) -> bool:
        """Whether something is being pointed, carried or drawn."""
        return self.start is not None or self.counter is not None or self._done is not None

    @property
    def busy(self) -> bool:
        """Whether the next frame differs from this one."""
        return bool(self._pings)

    def ask_box(self, done: Callable[[Box | None, tuple[float, float]], object]) -> None:
        """The next box drawn with the left button, in millimetres, is given to `done`; None for a click, with where."""
        self.cancel()
        self._done = done

    def cancel(self) -> None:
        """Nothing is pointed at any more."""
        self.start = self.counter = self._done = self._from = None
        self.screen.scene.box = None

    # events

    def handle(self, event: pygame.event.Event) -> bool:
        """An event before all other gestures; whether it was used."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._down(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._up(event)
        if event.type == pygame.MOUSEMOTION and self.active:
            self.screen.gestures.pointer = event.pos
            held = event.buttons[2] if self.start is not None else event.buttons[0]
            if not held and (self.start is not None or self.counter is not None or self._from is not None):
                self.cancel()
            elif self._from is not None:
                self.screen.scene.box = _box(self._from, event.pos)
            return True
        if event.type == pygame.KEYDOWN and self.active:
            if event.key == pygame.K_ESCAPE:
                self.cancel()
            return True
        if event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWSIZECHANGED) and self.active:
            self.cancel()
        return False

    def _down(self, event: pygame.event.Event) -> bool:
        screen = self.screen
        if self.active:
            if self._done is not None and event.button == 1 and self._from is None and not screen.covered(event.pos):
                self._from = event.pos
                return True
            self.cancel()
            screen.gestures._swallow.add(event.button)
            return True
        if screen.gestures.active or screen.modal or screen.covered(event.pos):
            return False
        mods = pygame.key.get_mods()
        if event.button == 3 and mods & pygame.KMOD_SHIFT:
            self.start = screen.scene.piece_at(*event.pos)
            if self.start is None:
                screen.desk.say("An arrow begins at a card.")
            return True
        if event.button == 3 and mods & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self.ping(screen.scene.camera.to_table(*event.pos))
            return True
        if event.button == 1:
            found = self._counter_at(event.pos)
            if found is not None:
                self.counter, screen.gestures.pointer = found, event.pos
                return True
        return False

    def _up(self, event: pygame.event.Event) -> bool:
        screen, scene = self.screen, self.screen.scene
        table = screen.session.table
        if event.button == 3 and self.start is not None:
            start, self.start = self.start, None
            end = scene.piece_at(*event.pos)
            if end is not None and end != start and start in table.pieces:
                screen.act(acts.arrow(table, start, end))
            elif end == start and acts.clear_arrows(table, [start]).ops:
                screen.act(acts.clear_arrows(table, [start]))
            return True
        if event.button == 1 and self.counter is not None:
            (start, name), self.counter = self.counter, None
            end = scene.piece_at(*event.pos)
            if end is not None and end != start:
                act = acts.pass_counter(table, start, end, name)
                if act.ops:
                    screen.act(act)
            elif end is None and not screen.covered(event.pos):
                screen.desk.say("A counter goes from card to card; - takes it off.")
            return True
        if event.button == 1 and self._from is not None and self._done is not None:
            box, done, begun = _box(self._from, event.pos), self._done, self._from
            self.cancel()
            x0, y0 = scene.camera.to_table(*box.topleft)
            x1, y1 = scene.camera.to_table(*box.bottomright)
            drawn = max(box.w, box.h) > NEAR
            found = (min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0)) if drawn else None
            done(found, scene.camera.to_table(*begun))
            return True
        return False

    def _counter_at(self, pos: tuple[int, int]) -> tuple[int, str] | None:
        """The counter drawn at a pixel: its piece and its name."""
        scene = self.screen.scene
        piece = scene.piece_at(*pos)
        if piece is None or piece not in scene.sprites or not scene.sprites[piece].look.badges:
            return None
        sprite = scene.sprites[piece]
        area = pygame.Rect(scene.place_of(piece).rect())
        places = scene.stamps.badge_places(sprite.look, area)
        return next(((piece, name) for name, place in places if place.collidepoint(pos)), None)

    def ping(self, at: tuple[float, float]) -> None:
        """Draw everybody's eye to a point of the table for a moment."""
        self._pings.append((at, PING))

    # showing

    def update(self, seconds: float) -> None:
        """Let pings fade, and follow the ends of the arrows."""
        self._pings = [(at, left - seconds) for at, left in self._pings if left > seconds]
        theme, scene = self.screen.app.theme, self.screen.scene
        now = [] if self.screen.desk.curtain is not None else self._find()
        areas = [arrow.area(theme) for arrow in now]
        for at, _ in self._pings:
            areas.append(self._ping_area(at))
        if self.counter is not None:
            areas.append(pygame.Rect(0, 0, theme.px(120), theme.px(40)).move(
                self.screen.gestures.pointer[0] - theme.px(60), self.screen.gestures.pointer[1] - theme.px(20)))
        if now != self._arrows or areas != self._areas or self._pings:
            scene.damage += self._areas + areas
            self._arrows, self._areas = now, areas

    def _find(self) -> list[Arrow]:
        table, scene = self.screen.session.table, self.screen.scene
        found = []
        for start, end in acts.arrows(table):
            if start in scene.sprites and end in scene.sprites:
                one, other = scene.shape_of(start), scene.shape_of(end)
                found.append(Arrow((round(one.x), round(one.y)), (round(other.x), round(other.y))))
        if self.start is not None and self.start in scene.sprites:
            one = scene.shape_of(self.start)
            found.append(Arrow((round(one.x), round(one.y)), self.screen.gestures.pointer))
        return [arrow for arrow in found if arrow.start != arrow.end]

    def _ping_area(self, at: tuple[float, float]) -> pygame.Rect:
        x, y = self.screen.camera.to_window(*at)
        side = 2 * self.screen.app.theme.px(60)
        return pygame.Rect(0, 0, side, side).move(round(x - side / 2), round(y - side / 2))

    def draw(self, surface: pygame.Surface) -> None:
        """Arrows, pings, and the counter that is carried, inside the surface's clip."""
        theme = self.screen.app.theme
        for arrow in self._arrows:
            self._painter.draw(surface, arrow, theme)
        for at, left in self._pings:
            x, y = self.screen.camera.to_window(*at)
            for ring in range(3):
                part = ((PING - left) / PING * 1.6 + ring / 3) % 1
                size = max(round(theme.px(52) * part), 3)
                pygame.draw.circle(surface, theme.colour("panel_sunk"), (x, y), size + 2, theme.px(2))
                pygame.draw.circle(surface, theme.colour("focus"), (x, y), size, theme.px(3))
        if self.counter is not None:
            words = theme.text(self.counter[1][:20], "small_bold", "ink")
            place = words.get_rect(center=self.screen.gestures.pointer).inflate(theme.px(14), theme.px(6))
            pygame.draw.rect(surface, theme.colour("panel_raised"), place, border_radius=place.h // 2)
            pygame.draw.rect(surface, theme.colour("focus"), place, theme.px(2), border_radius=place.h // 2)
            surface.blit(words, words.get_rect(center=place.center))


def _box(one: tuple[int, int], other: tuple[int, int]) -> pygame.Rect:
    return pygame.Rect(one, (0, 0)).union(pygame.Rect(other, (1, 1)))
