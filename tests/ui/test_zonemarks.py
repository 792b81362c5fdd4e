"""Captions of zones: they say what fits, and leave the cards to be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tabletop.ui import zonemarks
from tabletop.ui.app import App


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
def test_captions_leave_cards_readable_and_no_stumps_of_names(
    open_table: Callable[..., object], size: tuple[int, int], scale: float
) -> None:
    window = open_table(size, scale=scale)
    scene = window.screen.scene  # type: ignore[attr-defined]
    zoom, sign, theme = scene.camera.zoom, scene.camera.sign, scene.theme
    told = 0
    for mark in scene.marks.values():
        area = mark.area(zoom, sign)
        found = zonemarks.caption(area, mark, zoom, sign, theme)
        if found is None:
            continue
        told += 1
        name = found.words.removesuffix(str(mark.cards)).strip()
        over = area.clip(found.at).h / area.h
        assert not name or over <= zonemarks.COVERED + 0.03, (mark.zone.id, over)
        assert not name.endswith("…") or len(name) > zonemarks.LETTERS
        assert found.words.endswith(str(mark.cards))
    assert told


def test_a_name_of_which_two_letters_are_left_is_no_name(open_app: Callable[..., App]) -> None:
    theme = open_app().theme
    assert zonemarks._is_stump(theme.cut("Homebase", theme.width("Hom…", "tiny"), "tiny"))
    assert not zonemarks._is_stump(theme.cut("Homebase", theme.width("Homeb…", "tiny"), "tiny"))
    assert not zonemarks._is_stump("Hand")
