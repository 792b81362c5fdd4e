"""The program without a display, and hands that press its keys and buttons."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from tabletop.table import acts
from tabletop.ui.app import App
from tabletop.ui.overlay import Overlay
from tabletop.ui.table_screen import TableScreen

SIZE = (1280, 720)
CTRL, SHIFT, ALT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT, pygame.KMOD_LALT


class Window:
    """The program, driven by events."""

    def __init__(self, app: App) -> None:
        self.app = app

    def frames(self, count: int = 2) -> None:
        for _ in range(count):
            # An event of no meaning keeps the loop from sleeping.
            pygame.event.post(pygame.event.Event(pygame.USEREVENT))
            self.app.frame()

    def send(self, *events: pygame.event.Event) -> None:
        for event in events:
            pygame.event.post(event)
            self.app.frame()

    def move(self, pos: tuple[int, int], buttons: tuple[int, int, int] = (0, 0, 0)) -> None:
        self.send(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=buttons, touch=False))

    def click(self, pos: tuple[int, int], button: int = 1) -> None:
        self.move(pos)
        self.send(
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button, touch=False),
            pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=button, touch=False),
        )

    def wheel(self, pos: tuple[int, int], notches: int) -> None:
        self.move(pos)
        precise = float(notches)
        self.send(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches, precise_y=precise, pos=pos, flipped=False))

    def key(self, key: int, mod: int = 0, text: str = "") -> None:
        self.send(
            pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text, scancode=0),
            pygame.event.Event(pygame.KEYUP, key=key, mod=mod, unicode=text, scancode=0),
        )

    def type(self, text: str) -> None:
        for letter in text:
            key = pygame.key.key_code(letter) if letter.isalnum() and letter.isascii() else pygame.K_SPACE
            self.send(
                pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=letter, scancode=0),
                pygame.event.Event(pygame.TEXTINPUT, text=letter),
                pygame.event.Event(pygame.KEYUP, key=key, mod=0, unicode=letter, scancode=0),
            )


class TableWindow(Window):
    """The program with a table."""

    def __init__(self, app: App, screen: TableScreen) -> None:
        super().__init__(app)
        self.screen = screen
        self.session = screen.session
        self.table = screen.session.table

    @property
    def desk(self) -> Overlay:
        found = self.screen.desk
        assert isinstance(found, Overlay)
        return found

    def at(self, piece: int) -> tuple[int, int]:
        """Where a piece lies in the window."""
        shape = self.screen.scene.shape_of(piece)
        return round(shape.x), round(shape.y)

    def deck(self, seat: str = "A") -> str:
        return f"{seat}.deck"

    def hand(self, seat: str = "A") -> list[int]:
        return list(self.table.cards(f"{seat}.hand"))

    def top(self, seat: str = "A") -> int:
        return self.table.cards(self.deck(seat))[0]

    def on_deck(self, seat: str = "A") -> None:
        """Put the pointer on a deck."""
        self.move(self.at(self.top(seat)))

    def play(self, count: int = 3) -> list[int]:
        """Cards of the hand come to lie on the free table, side by side."""
        ids = self.hand()[:count]
        spots = {i: (-200.0 + 90.0 * n, 0.0) for n, i in enumerate(ids)}
        self.session.act(acts.move(self.table, ids, "table", at=spots, up=True))
        self.frames()
        return ids
