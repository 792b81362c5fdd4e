"""How fast the window draws: a real window, and drags, pans and zooms made of real events.

For each frame two times are taken: that of the program's own work (events, layout, drawing), and that until the frame
was handed to the display.
"""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pygame

from tabletop.assist.session import Session
from tabletop.cards.images import PICTURE_SUFFIXES, ImageFolder
from tabletop.cards.library import Library
from tabletop.cards.model import CardDef, GameDef, SetDef, SetUp, TypeSpec
from tabletop.table.ops import Create, Define, Fact, Op, SetSeat, SetZone
from tabletop.table.saves import Document
from tabletop.table.state import Definition, Piece, Seat
from tabletop.table.zones import TABLE, Zone
from tabletop.ui.app import App
from tabletop.ui.settings import Settings
from tabletop.ui.table_screen import TableScreen

SIZE = (1920, 1080)
FRAMES = 240
"""Frames of each part."""

WARM_UP = 30.0
"""Seconds at most that the bench waits for faces before it measures."""


def bench_window(
    cards: int, pictures: Path | None = None, *, size: tuple[int, int] = SIZE, frames: int = FRAMES,
    tell: Callable[[str], None] = lambda line: None,
) -> dict[str, Any]:  # fmt: skip
    """Measure a window with so many cards. Raises NoDisplayError without a display, ValueError for a number below 1.

    Every card has a face of its own: one of the pictures in the folder `pictures`, or a drawn one with text. The
    answer has `drag`, `pan` and `zoom`, each with draw_p50_ms, draw_p99_ms, frame_p99_ms and worst_ms, and
    first_frame_s: the seconds from opening the window to the first picture.
    """
    if cards < 1:
        raise ValueError(f"a bench needs at least one card, not {cards}")
    began = time.perf_counter()
    app = App(Settings(animations=True), size=size)
    library = bench_library(cards, pictures)
    session = Session(document(cards, library), library)
    screen = TableScreen(session)
    app.goto(screen)
    app.frame()
    first = time.perf_counter() - began
    tell(f"first frame {first:.3f} s")
    try:
        _settle(app, screen)
        measured = {
            "drag": _measured(app, _drag(screen, frames)),
            "pan": _measured(app, _pan(screen, frames)),
            "zoom": _measured(app, _zoom(screen, frames)),
        }
    finally:
        app.close()
    for name, result in measured.items():
        tell(f"{name}: " + ", ".join(f"{key} {value}" for key, value in result.items()))
    return {**measured, "first_frame_s": round(first, 3)}


class _BenchLibrary(Library):
    """A game that is not on the disk, with as many cards as wanted."""

    def __init__(self, game: GameDef, folder: Path, cards: Mapping[str, CardDef]) -> None:
        super().__init__(game)
        self.images = ImageFolder(folder)
        self._bench_cards = cards

    @property
    def cards(self) -> Mapping[str, CardDef]:
        return self._bench_cards

    @property
    def sets(self) -> Mapping[str, SetDef]:
        return {}


def bench_library(cards: int, pictures: Path | None) -> Library:
    """A game of so many different cards, with pictures from a folder. Raises ValueError if it holds none."""
    folder = pictures if pictures is not None else Path(tempfile.gettempdir())
    names: list[str | None] = [None]
    if pictures is not None:
        names = [path.name for path in sorted(pictures.iterdir()) if path.suffix.lower() in PICTURE_SUFFIXES]
        if not names:
            raise ValueError(f"{pictures} holds no pictures (png, jpg or webp)")
    kind = TypeSpec("card", "Card", "plain")
    game = GameDef(
        id="bench", name="Bench", folder=folder, seats=(1,), summary="", title="{name}", card_size=(63.0, 88.0),
        back="plain", fields={}, types={"card": kind}, sections={}, counters=(), phases=(), setup=SetUp(), zones=(),
        card_zones=(),
    )  # fmt: skip
    text = "Words for the bench, about as many as there are on a card: draw one, then discard one, then draw again."
    found: dict[str, CardDef] = {}
    for number in range(cards):
        id, name = f"bench/card-{number + 1}", f"Card {number + 1}"
        found[id] = CardDef(id, name, name, "card", text, names[number % len(names)])
    return _BenchLibrary(game, folder, found)


def document(cards: int, library: Library) -> Document:
    """A table with so many cards of a library lying about, some turned, some face down, and a hand."""
    rng = Random(1)
    document = Document.new("bench", "Bench", 1)
    high = math.sqrt(cards * 40 * 60 / 1.7)
    wide = high * 1.7
    ops: list[Op] = [
        SetSeat("A", Seat("A")),
        SetZone(TABLE, Zone(TABLE, "Table", role="table", w=wide + 400, h=high + 400)),
        SetZone("A.hand", Zone("A.hand", "Hand", "hand", "A", "fan", "private", "down", at_edge=True)),
        Fact("table.card", list(library.game.card_size)),
    ]
    ids = list(library.cards)
    ops += [Define(id, Definition(library.cards[id].title, "card")) for id in ids]
    for number in range(cards):
        piece = Piece(number + 1, card=ids[number % len(ids)])
        if number < min(10, cards // 10):
            piece.zone, piece.up = "A.hand", False
        else:
            piece.x, piece.y = round(rng.uniform(-wide / 2, wide / 2), 2), round(rng.uniform(-high / 2, high / 2), 2)
            piece.rotation, piece.up = (90.0 if rng.random() < 0.1 else 0.0), rng.random() < 0.9
        ops.append(Create(piece, -1))
    document.history.do("lays out the bench", ops, how="setup")
    return document


def _settle(app: App, screen: TableScreen) -> None:
    """Run until every face is there and the picture is at rest."""
    ends = time.perf_counter() + WARM_UP
    while time.perf_counter() < ends:
        app.frame()
        if not screen.rest() and screen.scene.settled and not screen.faces.busy:
            return


def _measured(app: App, script: Iterable[None]) -> dict[str, float]:
    """Run a script that posts events before each frame, and measure the frames that were drawn."""
    own: list[float] = []
    whole: list[float] = []

    def meter(drawing: float, frame: float) -> None:
        own.append(drawing * 1000)
        whole.append(frame * 1000)

    app.meter = meter
    for _ in script:
        app.frame()
    app.meter = None
    if not own:
        return {"draw_p50_ms": 0.0, "draw_p99_ms": 0.0, "frame_p99_ms": 0.0, "worst_ms": 0.0}
    return {
        "draw_p50_ms": round(_part(own, 0.5), 2), "draw_p99_ms": round(_part(own, 0.99), 2),
        "frame_p99_ms": round(_part(whole, 0.99), 2), "worst_ms": round(max(whole), 2),
    }  # fmt: skip


def _part(values: list[float], part: float) -> float:
    """The value below which this part of all values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(part * len(ordered)) - 1)]


def _post(kind: int, **fields: Any) -> None:
    pygame.event.post(pygame.event.Event(kind, **fields))


def _motion(at: tuple[int, int], button: int) -> None:
    buttons = tuple(int(button == number) for number in (1, 2, 3))
    _post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=buttons, touch=False)


def _press(at: tuple[int, int], button: int) -> None:
    _post(pygame.MOUSEBUTTONDOWN, pos=at, button=button, touch=False)


def _let_go(at: tuple[int, int], button: int) -> None:
    _post(pygame.MOUSEBUTTONUP, pos=at, button=button, touch=False)


def _drag(screen: TableScreen, frames: int) -> Iterable[None]:
    """One card after the other is carried across the table and put down."""
    width, height = screen.camera.size
    rng = Random(2)
    lying = [i for i, sprite in screen.scene.sprites.items() if not sprite.edge]
    done = 0
    while done < frames:
        at = screen.scene.shape_of(rng.choice(lying))
        start = (round(at.x), round(at.y))
        goal = (rng.randrange(width // 4, width * 3 // 4), rng.randrange(height // 4, height // 2))
        _press(start, 1)
        for number in range(60):
            part = number / 59
            _motion((round(start[0] + (goal[0] - start[0]) * part), round(start[1] + (goal[1] - start[1]) * part)), 1)
            yield
            done += 1
        _let_go(goal, 1)
        for _ in range(10):
            yield
            done += 1


def _pan(screen: TableScreen, frames: int) -> Iterable[None]:
    """The table is pulled about, close up."""
    screen.camera.zoom_at(screen.camera.size[0] / 2, screen.camera.size[1] / 2, 4)
    for _ in range(60):
        yield
    width, height = screen.camera.size
    at = (width // 2, height // 2)
    _press(at, 2)
    for number in range(frames):
        angle = number / 40
        x, y = 0.5 + 0.4 * math.sin(angle), 0.5 + 0.35 * math.sin(angle * 1.7)
        at = (round(width * x), round(height * y))
        _motion(at, 2)
        yield
    _let_go(at, 2)
    yield


def _zoom(screen: TableScreen, frames: int) -> Iterable[None]:
    """The wheel is turned in and out at the pointer."""
    width, height = screen.camera.size
    screen.home(fly=False)
    for number in range(frames):
        if number % 8 == 0:
            _motion((width // 2 + (number * 37) % 400 - 200, height // 2 + (number * 53) % 300 - 150), 0)
            notches = 1 if (number // 48) % 2 == 0 else -1
            fine = {"precise_x": 0.0, "precise_y": float(notches)}
            _post(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False, touch=False, **fine)
        yield
