"""Thousands of random events, and what must hold whatever they are; and that no hidden name is ever drawn."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from random import Random

import pygame
import pytest
from windowed import TableWindow

from tabletop.table import acts, sight
from tabletop.table.ops import Move
from tabletop.table.state import Table
from tabletop.ui.dialogs.browser import BrowserDialog
from tabletop.ui.sprites import Sprite
from tabletop.ui.theme import Theme

EVENTS = int(os.environ.get("MONKEY", "1000"))

KEYS = (
    *range(pygame.K_a, pygame.K_z + 1), *range(pygame.K_0, pygame.K_9 + 1), pygame.K_TAB, pygame.K_RETURN,
    pygame.K_ESCAPE, pygame.K_ESCAPE, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_SPACE,
    pygame.K_DELETE, pygame.K_INSERT, pygame.K_HOME, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_F1, pygame.K_F6,
    pygame.K_F9, pygame.K_F10, pygame.K_MENU, pygame.K_LALT, pygame.K_LSHIFT, pygame.K_PLUS, pygame.K_MINUS,
)  # fmt: skip
LEAVES = {pygame.K_q, pygame.K_n, pygame.K_o, pygame.K_s}
"""Keys that, with Ctrl, leave the table or open files."""

MODS = (0, 0, 0, 0, pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LALT)


class Scan:
    """Listens to every text that is drawn in the window."""

    def __init__(self) -> None:
        self.drawn: set[str] = set()
        self.ever: dict[str | None, set[str]] = {}

    def learn(self, table: Table) -> None:
        """Remember what each seat may know now."""
        for seat in (*table.seats, None):
            known = {sight.true_name(table, piece) for piece in table if sight.knows(table, seat, piece)}
            self.ever.setdefault(seat, set()).update(known)

    def names(self, table: Table, seat: str | None) -> set[str]:
        """The drawn texts that hold the name of a card which the seat never might know. What it knew once may still
        stand in its log. Names that are part of a known one (or of a line of it) cannot be told apart.
        """
        self.learn(table)
        ever = self.ever[seat]
        secret = {
            sight.true_name(table, piece) for piece in table
            if piece.kind in ("card", "token") and not sight.knows(table, seat, piece)
        }  # fmt: skip
        secret = {name for name in secret if name and not any(name in other for other in ever)}
        return {text for text in self.drawn for name in secret if name in text}


@pytest.fixture
def scan(monkeypatch: pytest.MonkeyPatch) -> Scan:
    found = Scan()
    for name in ("text", "width"):
        plain = getattr(Theme, name)

        def heard(self: Theme, words: str, *args: object, _plain: Callable[..., object] = plain) -> object:
            found.drawn.add(words)
            return _plain(self, words, *args)

        monkeypatch.setattr(Theme, name, heard)
    return found


class Monkey:
    """Hands that know nothing."""

    def __init__(self, window: TableWindow, seed: int) -> None:
        self.window, self.rng = window, Random(seed)
        self.pos = (400, 300)
        self.down: set[int] = set()
        self.mods = 0

    def event(self) -> Iterator[pygame.event.Event]:
        rng = self.rng
        roll = rng.random()
        if roll < 0.45:
            self.pos = self._somewhere()
            buttons = tuple(int(number in self.down) for number in (1, 2, 3))
            yield pygame.event.Event(pygame.MOUSEMOTION, pos=self.pos, rel=(0, 0), buttons=buttons, touch=False)
        elif roll < 0.72:
            button = rng.choice((1, 1, 1, 2, 3))
            down = button not in self.down
            self.down ^= {button}
            kind = pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP
            yield pygame.event.Event(kind, pos=self.pos, button=button, touch=False)
        elif roll < 0.92:
            key = rng.choice(KEYS)
            mod = rng.choice(MODS)
            if mod & pygame.KMOD_CTRL and key in LEAVES:
                mod = 0
            text = chr(key) if key < 128 and chr(key).isalnum() else ""
            yield pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text, scancode=0)
            yield pygame.event.Event(pygame.KEYUP, key=key, mod=mod, unicode=text, scancode=0)
        elif roll < 0.95:
            turn = rng.choice((-1, 1))
            yield pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=turn, precise_y=float(turn), pos=self.pos, flipped=False)
        elif roll < 0.97:
            yield pygame.event.Event(pygame.WINDOWFOCUSLOST)
            self.down.clear()
        else:
            self.mods = rng.choice((0, 0, pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL))
            # A key that goes down or up is an event of its own, and the next frame shows what it changes.
            yield pygame.event.Event(pygame.USEREVENT)

    def _somewhere(self) -> tuple[int, int]:
        """Mostly a card or a zone, sometimes anywhere."""
        window, rng = self.window, self.rng
        pieces = [i for i, sprite in window.screen.scene.sprites.items() if not sprite.buried]
        if pieces and rng.random() < 0.6:
            at = window.at(rng.choice(pieces))
        else:
            at = (rng.randrange(1280), rng.randrange(720))
        return min(max(at[0], 0), 1279), min(max(at[1], 0), 719)


def landed(sprite: Sprite) -> tuple[float, ...]:
    """Where and how a piece lies."""
    return sprite.x, sprite.y, sprite.w, sprite.h, sprite.rotation


def check(window: TableWindow, scan: Scan) -> None:
    table, screen = window.table, window.screen
    for zone, ids in table.order.items():
        assert all(table.pieces[i].zone == zone for i in ids)
        assert len(ids) == len(set(ids))
    assert sum(map(len, table.order.values())) == len(table.pieces)
    if not screen.gestures.dragging and not screen.tossing.busy:
        assert not screen.scene.carried
    assert screen.selection <= table.pieces.keys()
    # The pages of the rules name cards in their titles, and say so to everybody.
    pages = {page.title for page in screen.desk.rules.book.pages.values()}
    # The browser shows every card of the game to everybody, and nothing of where one lies.
    browsed = {
        card.title for dialog in screen.desk.dialogs.dialogs if isinstance(dialog, BrowserDialog)
        for card in dialog.finder.cards
    }  # fmt: skip
    hidden = scan.names(table, window.session.seat) - pages - browsed
    assert not hidden, hidden


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_events_break_nothing_and_give_nothing_away(
    window: TableWindow, scan: Scan, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkey = Monkey(window, seed)
    monkeypatch.setattr(pygame.key, "get_mods", lambda: monkey.mods)
    window.app.settings.curtain = seed == 2
    begun, start = window.table.digest(), window.session.history.at
    for number in range(EVENTS):
        scan.drawn.clear()
        seat, steps = window.session.seat, window.session.history.at
        shown = {i: window.screen.scene.ghost(i) for i in window.screen.scene.carried}
        carried, drag = window.screen.gestures.dragging, window.screen.gestures.drag
        released = False
        for event in monkey.event():
            released = event.type == pygame.MOUSEBUTTONUP and event.button == 1
            window.send(event)
            scan.learn(window.table)
        if window.app.screen is not window.screen:
            break
        if carried and released and window.session.history.at == steps + 1 and not window.screen.tossing.busy:
            assert drag is not None
            last = window.session.history.last
            thrown = last is None or last.label.startswith("throws")
            moved = {op.piece for op in last.ops if isinstance(op, Move)} if last and not thrown else set()
            for i in moved.intersection(drag.ids):
                sprite, ghost = window.screen.scene.sprites[i], shown.get(i)
                if ghost is not None:
                    assert sprite.zone == ghost.zone, number
                    assert sprite.buried == ghost.buried, number
                    assert landed(sprite) == pytest.approx(landed(ghost), abs=0.01), number
        if window.session.seat == seat:
            check(window, scan)
    window.screen.gestures.cancel()
    window.screen.tossing.settle()
    while window.session.history.at > start:
        assert window.session.undo() is not None
    assert window.table.digest() == begun


def test_nothing_hidden_is_written_anywhere_for_a_seat(window: TableWindow, scan: Scan) -> None:
    """Panels, hints, menus, dialogs, the magnifier: over every piece and every zone, for both seats."""
    table = window.table
    window.play(3)
    window.session.act(acts.flip(table, window.table.cards("table")[:1]))
    window.session.act(acts.deal(table, "A.deck", 2, ["A.hand", "B.hand"]))
    # What is kept secret is told to neither seat, not even to the one that named it.
    window.session.act(acts.mark(table, list(table.pieces), "secret.named", "Qx999q"))
    window.session.act(acts.set_fact("secret.choice", "Qx999q"))
    for seat in table.seats:
        window.session.seat = seat
        window.frames(3)
        scan.drawn.clear()
        window.app.redraw()
        for i, sprite in list(window.screen.scene.sprites.items()):
            if not sprite.buried:
                window.move(window.at(i))
                window.desk.side.dirty = window.desk.hint.dirty = True
                window.frames(1)
                window.desk.open_menu(window.desk.target, window.at(i))
                window.frames(1)
                window.key(pygame.K_ESCAPE)
        for tab in ("log", "steps", "facts"):
            window.desk.side.show_tab(tab)
            window.frames(2)
        for name in ("keys", "settings", "report"):
            window.desk.show(name)
            window.frames(1)
            window.desk.dialogs.close_all()
        assert len(scan.drawn) > 50
        assert not scan.names(table, seat)
        assert not [text for text in scan.drawn if "Qx999q" in text or "secret." in text]


def test_the_scan_finds_what_is_hidden(window: TableWindow, scan: Scan) -> None:
    table = window.table
    names = {sight.true_name(table, piece) for piece in table if sight.knows(table, "A", piece)}
    secret = next(
        name for piece in table
        if not sight.knows(table, "A", piece) and not any((name := sight.true_name(table, piece)) in n for n in names)
    )  # fmt: skip
    window.desk.say(f"Look: {secret}")
    window.frames()
    assert scan.names(table, "A")
