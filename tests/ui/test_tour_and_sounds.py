"""The tour of the first start, and the sounds."""

from __future__ import annotations

import wave
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from test_gestures import drag, zone_spot
from windowed import CTRL, TableWindow

from tabletop.cards.assets import asset
from tabletop.table import acts
from tabletop.table.state import Piece
from tabletop.ui import settings as kept
from tabletop.ui import soundmaking
from tabletop.ui.sounds import NAMES
from tabletop.ui.tour import PARTS


def test_the_tour_goes_on_as_things_are_done(window: TableWindow) -> None:
    tour = window.screen.tour
    assert not tour.shown
    tour.begin()
    window.frames()
    drag(window, window.at(window.hand()[0]), zone_spot(window, "A.play"))
    assert tour.at == 1
    window.move(window.at(window.table.cards("A.play")[-1]))
    window.key(pygame.K_f)
    assert tour.at == 2
    window.on_deck()
    window.key(pygame.K_2, text="2")
    window.key(pygame.K_RETURN)
    assert tour.at == 3
    window.click((500, 300), 3)
    window.frames()
    assert tour.at == 4
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_z, CTRL)
    assert tour.at == len(PARTS) - 1
    next_button = tour.region_of("tour next")
    assert next_button is not None
    window.click(next_button.rect.move(tour.rect.topleft).center)
    assert not tour.shown
    assert kept.load()[0].toured


def test_the_tour_is_skipped_with_one_click(window: TableWindow) -> None:
    tour = window.screen.tour
    tour.begin()
    window.frames()
    skip = tour.region_of("tour skip")
    assert skip is not None
    steps = window.session.history.at
    window.click(skip.rect.move(tour.rect.topleft).center)
    assert not tour.shown
    assert window.session.history.at == steps
    assert kept.load()[0].toured


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_all_parts_fit(open_table: Callable[..., TableWindow], scale: float) -> None:
    window = open_table(scale=scale)
    window.screen.tour.begin()
    for _ in PARTS:
        window.frames()
        room = window.screen.tour.rect.h - window.app.theme.px(86)
        part = PARTS[window.screen.tour.at or 0]
        rows = window.app.theme.wrap(part.text, window.screen.tour.rect.w - window.app.theme.px(28), "body")
        assert len(rows) * window.app.theme.line("body") <= room + window.app.theme.px(4), part.title
        window.screen.tour.next()


def test_what_happens_is_heard_unless_sounds_are_off(window: TableWindow) -> None:
    sounds, table = window.screen.sounds, window.table

    def heard(act: acts.Act) -> list[str]:
        sounds.played, sounds._last = [], 0.0
        window.session.act(act)
        return sounds.played

    card = window.hand()[0]
    assert heard(acts.move(table, [card], "A.play")) == ["place"]
    assert heard(acts.flip(table, [card])) == ["flip"]
    assert heard(acts.shuffle(table, "A.deck", window.session.rng)) == ["shuffle"]
    window.session.act(acts.create(table, Piece(0, kind="die")))
    assert heard(acts.roll(table, [max(table.pieces)], window.session.rng)) == ["die"]
    assert heard(acts.set_fact("round", 2)) == []
    window.app.settings.sounds = False
    assert heard(acts.flip(table, [card])) == []


def test_the_shipped_sounds_are_what_the_program_makes(tmp_path: Path) -> None:
    made = {path.stem: path for path in soundmaking.write(tmp_path)}
    assert set(made) == set(NAMES)
    for name, path in made.items():
        assert path.read_bytes() == asset(f"sounds/{name}.wav").read_bytes()
        with wave.open(str(path)) as file:
            assert 0.05 < file.getnframes() / file.getframerate() < 0.6
