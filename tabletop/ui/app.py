"""The program in its window: display, clock, screens. It sleeps while nothing happens, and draws what has changed."""

from __future__ import annotations

import contextlib
import gc
import os
import time
from collections.abc import Callable
from typing import Any, Protocol

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")
os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")

import pygame
import pygame_gui

from tabletop.assist.session import Session
from tabletop.ui.settings import Settings
from tabletop.ui.settings import save as save_settings
from tabletop.ui.theme import Theme

TITLE = "Tabletop"
SMALLEST = (1024, 640)
FRAMES = 60

DOZE = 0.01
"""Seconds between two looks for events while nothing happens. (SDL's own waiting looks every millisecond.)"""

GARBAGE = 5_000
"""New objects after which Python looks for garbage; its own choice of 700 would be several times in a frame."""

_MANY = 12
"""More damaged rectangles than this are drawn as their union."""


class NoDisplayError(RuntimeError):
    """There is no display to open a window on."""


class Screen(Protocol):
    """One of the faces of the program: the start, or a table.

    A screen may also have `busy` (it wants the next frame soon), `damage` (the rectangles that changed; without it the
    whole window is drawn after each event) with `spoilt` (all has changed), `rest()` (work for idle time; whether there
    is more), and `nap` (the longest time in seconds that it may sleep).
    """

    def open(self, app: App) -> None:
        """It comes to be seen."""

    def handle(self, event: pygame.event.Event) -> bool:
        """An event that no dialog or text field took; whether it was consumed."""

    def update(self, seconds: float) -> None:
        """Time passes."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what lies inside the surface's clip."""

    def close(self) -> None:
        """It goes."""


Meter = Callable[[float, float], None]
"""Called after each frame that was drawn, with the seconds spent on own work and those until it was shown."""


class App:
    """The window and its loop. `goto` changes the screen; `redraw` marks what has to be drawn."""

    def __init__(self, settings: Settings | None = None, *, size: tuple[int, int] | None = None) -> None:
        """Open the window. Raises NoDisplayError if there is no display."""
        self.settings = settings or Settings()
        self.scale = self.settings.scale
        self.theme = Theme(self.settings.theme, self.scale)
        wanted = size or (self.settings.window[0], self.settings.window[1])
        try:
            pygame.display.init()
            pygame.font.init()
            flags = pygame.RESIZABLE
            if self.settings.full_screen and size is None:
                flags, wanted = pygame.FULLSCREEN, pygame.display.get_desktop_sizes()[0]
            self.window = pygame.display.set_mode(wanted, flags)
        except pygame.error as fault:
            raise NoDisplayError(str(fault)) from None
        pygame.display.set_caption(TITLE)
        pygame.key.set_repeat(350, 40)
        self.full_screen = bool(flags & pygame.FULLSCREEN)
        self.ui = pygame_gui.UIManager(self.window.get_size(), self.theme.gui())
        self.screen: Screen | None = None
        self.running = True
        self.touring = False
        """Whether the first table that is opened begins with the tour: somebody sits at the window."""
        self.meter: Meter | None = None
        self.drawn = False
        """Whether the last frame drew anything."""
        self._next: Screen | None = None
        self._damage: list[pygame.Rect] = []
        self._spoilt = True
        self._shown_ui: dict[int, tuple[int, pygame.Rect]] = {}
        self._last = time.perf_counter()
        self._clock = pygame.time.Clock()
        self._windowed = wanted
        self._hotkey: int | None = None
        """The key that is down and was pressed while no text field had the keyboard."""
        self._pressed: int | None = None
        """The key that was pressed last."""

    # what screens call

    def goto(self, screen: Screen) -> None:
        """Show another screen, from the next frame on."""
        self._next = screen

    def quit(self) -> None:
        """End the program after this frame."""
        self.running = False

    def open_session(self, session: Session) -> None:
        """Show a table."""
        from tabletop.ui.table_screen import TableScreen

        self.goto(TableScreen(session))

    def show_start(self) -> None:
        """Show the start screen."""
        from tabletop.ui.start_screen import StartScreen

        self.goto(StartScreen())

    def redraw(self, rect: pygame.Rect | None = None) -> None:
        """Draw this part of the window anew (None: all of it)."""
        if rect is None:
            self._spoilt = True
        else:
            self._damage.append(rect)

    def restyle(self) -> None:
        """The settings for theme or scale have changed. The screen is told by an event of type `RESTYLED`."""
        self.scale = self.settings.scale
        self.theme = Theme(self.settings.theme, self.scale)
        self.ui.get_theme().load_theme(self.theme.gui())
        self.ui.rebuild_all_from_changed_theme_data()
        pygame.event.post(pygame.event.Event(RESTYLED))
        self.redraw()

    def toggle_full_screen(self) -> None:
        """Full screen, and back to the window as it was."""
        self.full_screen = not self.full_screen
        if self.full_screen:
            self._windowed = self.window.get_size()
            self.window = pygame.display.set_mode(pygame.display.get_desktop_sizes()[0], pygame.FULLSCREEN)
        else:
            self.window = pygame.display.set_mode(self._windowed, pygame.RESIZABLE)
        self._resized()

    @property
    def typing(self) -> bool:
        """Whether a text field of pygame_gui has the keyboard."""
        return bool(self._text_fields())

    # the loop

    def run(self) -> None:
        """Until somebody quits."""
        self.touring = True
        try:
            while self.running:
                self.frame()
            self._remember()
        finally:
            self.close()

    def frame(self) -> None:
        """One turn: wait for what happens, handle it, let time pass, draw what changed."""
        self._change_screen()
        events = self._wait()
        began = time.perf_counter()
        seconds = min(began - self._last, 0.1)
        self._last = began
        for event in events:
            self._dispatch(event)
        if not self.running:
            return
        self._change_screen()
        screen = self.screen
        self.ui.update(seconds)
        if screen is not None:
            screen.update(seconds)
            if events and not hasattr(screen, "damage"):
                self._spoilt = True
        self._follow_ui()
        self._draw(began)

    def close(self) -> None:
        """Close the screen and the window."""
        if self.screen is not None:
            self.screen.close()
            self.screen = None
        pygame.display.quit()

    def _remember(self) -> None:
        """Keep the window's size for the next start."""
        size = list(self._windowed if self.full_screen else self.window.get_size())
        if (size, self.full_screen) != (self.settings.window, self.settings.full_screen):
            self.settings.window, self.settings.full_screen = size, self.full_screen
            save_settings(self.settings)

    def _change_screen(self) -> None:
        while self._next is not None:
            new, self._next = self._next, None
            if self.screen is not None:
                self.screen.close()
                gc.unfreeze()
                gc.collect()
            self.screen = new
            new.open(self)
            # Looking through all that was loaded for garbage would cost a frame now and then.
            gc.freeze()
            gc.set_threshold(GARBAGE, 20, 100)
            self.redraw()

    def _wait(self) -> list[pygame.event.Event]:
        """The events that have come; sleeps if there is nothing to do until one does."""
        screen = self.screen
        busy = bool(self._spoilt or self._damage or getattr(screen, "busy", False))
        if busy or self.meter is not None:
            self._clock.tick(FRAMES)
            return pygame.event.get()
        events = pygame.event.get()
        if events:
            return events
        rest = getattr(screen, "rest", None)
        if rest is not None and rest():
            return pygame.event.get()
        nap = min(0.1 if self.typing else 1.0, getattr(screen, "nap", 1.0))
        ends = time.perf_counter() + nap
        while time.perf_counter() < ends:
            time.sleep(DOZE)
            events = pygame.event.get()
            if events:
                self._last = max(self._last, time.perf_counter() - 1 / FRAMES)
                return events
        return []

    def _dispatch(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            handled = self.screen is not None and self.screen.handle(event)
            if not handled:
                self.quit()
            return
        if event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            self._resized()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
            self.redraw()
        if self._belongs_to_a_hotkey(event):
            return
        if self.ui.process_events(event):
            return
        if self.screen is not None:
            self.screen.handle(event)

    def _belongs_to_a_hotkey(self, event: pygame.event.Event) -> bool:
        """Whether an event is the letter of a key that opened the text field which has the keyboard now. The letter
        comes as an event of its own, after that of the key (and again while the key is held): it was no typing.
        """
        if event.type == pygame.KEYDOWN:
            if not self.typing:
                self._hotkey = event.key
            self._pressed = event.key
        elif event.type == pygame.KEYUP:
            if event.key == self._hotkey:
                self._hotkey = None
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._hotkey = None
        elif event.type == pygame.TEXTINPUT:
            return self.typing and self._hotkey is not None and self._pressed == self._hotkey
        return False

    def _resized(self) -> None:
        surface = pygame.display.get_surface()
        if surface is None:
            return
        size = surface.get_size()
        if not self.full_screen and (size[0] < SMALLEST[0] or size[1] < SMALLEST[1]):
            with contextlib.suppress(pygame.error):
                size = max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])
                surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        self.window = surface
        if self.ui.window_resolution != surface.get_size():
            self.ui.set_window_resolution(surface.get_size())
            pygame.event.post(pygame.event.Event(RESIZED, size=surface.get_size()))
        self.redraw()

    def _follow_ui(self) -> None:
        """Mark what has changed of pygame_gui's elements."""
        now: dict[int, tuple[int, pygame.Rect]] = {}
        typing = self.typing
        for image, rect, *_ in self.ui.get_sprite_group().visible:
            if image is not None and rect is not None and rect.w and rect.h:
                key = (id(image) * 31 + rect.x * 7 + rect.y) & ((1 << 62) - 1)
                now[key] = (id(image), pygame.Rect(rect))
        old = self._shown_ui
        if now.keys() != old.keys():
            for key in now.keys() ^ old.keys():
                self._damage.append((now.get(key) or old[key])[1])
            self._shown_ui = now
        if typing:
            self._damage += [pygame.Rect(element.rect) for element in self._text_fields()]

    def _text_fields(self) -> list[Any]:
        """The text fields of pygame_gui that have the keyboard."""
        focus: Any = self.ui.focused_set
        return [element for element in focus or () if isinstance(element, _TEXT_FIELDS)]

    def _draw(self, began: float) -> None:
        screen, window = self.screen, self.window
        damage, self._damage = self._damage, []
        if screen is not None:
            mine = getattr(screen, "damage", None)
            if mine:
                damage += mine
                mine.clear()
        area = window.get_rect()
        if self._spoilt or getattr(screen, "spoilt", False):
            parts = [area]
        else:
            parts = _merged([rect.clip(area) for rect in damage])
        self._spoilt = False
        self.drawn = bool(parts)
        if not parts:
            return
        for part in parts:
            window.set_clip(part)
            if screen is not None:
                screen.draw(window)
            else:
                window.fill(self.theme.colour("felt_deep"), part)
            self.ui.draw_ui(window)
        window.set_clip(None)
        own = time.perf_counter() - began
        if len(parts) == 1 and parts[0] == area:
            pygame.display.flip()
        else:
            pygame.display.update(parts)
        if self.meter is not None:
            self.meter(own, time.perf_counter() - began)


def _merged(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    """Rectangles that cover the same and do not overlap."""
    found: list[pygame.Rect] = []
    for rect in rects:
        if not rect.w or not rect.h:
            continue
        new = pygame.Rect(rect)
        while True:
            hit = new.collidelist(found)
            if hit < 0:
                break
            new.union_ip(found.pop(hit))
        found.append(new)
    if len(found) > _MANY:
        return [found[0].unionall(found[1:])]
    return found


RESIZED = pygame.event.custom_type()
"""Posted after the window has got another size."""

RESTYLED = pygame.event.custom_type()
"""Posted after theme or scale have changed."""

_TEXT_FIELDS = (pygame_gui.elements.UITextEntryLine, pygame_gui.elements.UITextEntryBox)
