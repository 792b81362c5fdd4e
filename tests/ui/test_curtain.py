from __future__ import annotations

import pygame
import pytest
from test_panels import hidden_names, spot
from windowed import CTRL, TableWindow

from tabletop.ui.dialogs.pile import PileDialog
from tabletop.ui.theme import Theme


def test_handing_over_draws_a_curtain_that_hides_everything(
    window: TableWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: set[str] = set()
    old = Theme.text

    def text(self: Theme, words: str, role: str = "body", colour: str = "ink") -> pygame.Surface:
        said.add(words)
        return old(self, words, role, colour)

    window.click(spot(window.desk.side, "look B"))
    monkeypatch.setattr(Theme, "text", text)
    window.app.redraw()
    window.frames()
    curtain = window.desk.curtain
    assert curtain is not None
    assert curtain.rect == window.app.window.get_rect()
    assert window.session.seat is None
    everything = " ".join(said)
    assert "Ben" in everything
    assert not [name for name in hidden_names(window.table, "C") if name in everything]


def test_nothing_happens_behind_the_curtain(window: TableWindow) -> None:
    window.on_deck()
    window.desk.hand_over()
    digest, steps = window.table.digest(), len(window.session.history.trail)
    window.key(pygame.K_r)
    window.key(pygame.K_3, 0, "3")
    window.key(pygame.K_z, CTRL)
    window.key(pygame.K_f, CTRL)
    window.click(window.desk.clear_rect().midleft, 3)
    assert window.table.digest() == digest
    assert len(window.session.history.trail) == steps
    assert window.desk.curtain is not None
    assert not window.desk.menu.shown


def test_enter_lifts_the_curtain_for_the_next_seat(window: TableWindow) -> None:
    window.key(pygame.K_TAB, CTRL)
    assert window.desk.curtain is not None
    window.key(pygame.K_RETURN)
    window.frames()
    assert window.desk.curtain is None
    assert window.session.seat == "B"
    assert window.screen.scene.hands[0].seat in ("A", "B")
    assert any(hand.own and hand.seat == "B" for hand in window.screen.scene.hands)


def test_escape_goes_back_to_who_looked_before(window: TableWindow) -> None:
    window.desk.hand_over("B")
    window.key(pygame.K_ESCAPE)
    assert window.desk.curtain is None
    assert window.session.seat == "A"


def test_the_curtain_ends_a_search_and_a_drag(window: TableWindow) -> None:
    window.desk.search("A.deck")
    assert isinstance(window.desk.dialogs.top, PileDialog)
    window.desk.hand_over("B")
    assert window.desk.dialogs.top is None
    window.key(pygame.K_ESCAPE)
    ids = window.play(1)
    pos = window.at(ids[0])
    window.move(pos)
    window.send(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=False))
    window.move((pos[0] + 30, pos[1]), (1, 0, 0))
    assert window.desk.dragging
    window.desk.hand_over("B")
    assert not window.desk.dragging
    window.send(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=False))
    assert window.table.pieces[ids[0]].x == -200.0


def test_the_log_of_the_next_seat_is_its_own(window: TableWindow) -> None:
    window.desk.hand_over("B")
    window.key(pygame.K_RETURN)
    window.frames()
    told = " ".join(row.words for row in window.desk.side.log.rows)
    assert "10 face-down cards" in told
    mine = [line.text for line in window.session.log("B")]
    assert len(" ".join(mine)) >= len(told) - 40


def test_without_the_curtain_the_seat_changes_at_once(window: TableWindow) -> None:
    window.desk.settings.curtain = False
    window.key(pygame.K_TAB, CTRL)
    assert window.session.seat == "B"
    assert window.desk.curtain is None
