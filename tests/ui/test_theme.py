from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tabletop.ui import theme
from tabletop.ui.theme import Theme


@pytest.fixture(autouse=True)
def _fonts() -> None:
    pygame.font.init()


def luminance(colour: pygame.Color) -> float:
    parts = [c / 255 for c in (colour.r, colour.g, colour.b)]
    r, g, b = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: pygame.Color, other: pygame.Color) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", theme.names())
@pytest.mark.parametrize("ground", ["panel", "panel_raised", "panel_sunk", "button", "curtain"])
def test_text_stands_out_from_its_ground(name: str, ground: str) -> None:
    look = Theme(name)
    least = 7.0 if name == "contrast" else 4.5
    for ink in ("ink", "ink_soft", "good", "warn", "bad", "rules", "accent", "seat_a", "seat_b", "seat_c", "seat_d"):
        assert contrast(look.colour(ink), look.colour(ground)) >= least, ink
    assert contrast(look.colour("on_accent"), look.colour("accent")) >= least
    assert contrast(look.colour("zone_text"), look.colour("felt")) >= least


def test_every_theme_has_every_colour() -> None:
    assert all(set(theme.palette(name)) == set(theme.palette(theme.DEFAULT)) for name in theme.names())
    assert len(theme.names()) >= 2


def test_sizes_follow_the_scale() -> None:
    small, large = Theme(scale=1.0), Theme(scale=2.0)
    assert large.px(13) == 26
    assert large.px(0) == 0
    assert small.px(0.2) == 1
    assert abs(large.width("Some words") - 2 * small.width("Some words")) <= 6
    assert Theme(scale=9).scale == 2.0


def test_signs_that_the_font_lacks_come_from_another() -> None:
    look = Theme()
    assert look.text("↶ ◊ 漢").width > look.text("◊").width
    fonts = {id(font) for font, _ in look._runs("a ↶ ●", "head")}
    assert len(fonts) == 2


def test_cut_and_wrap_hold_their_width() -> None:
    look = Theme()
    words = "A rather long sentence that does not fit, with Donaudampfschifffahrtsgesellschaftskapitän in it"
    for width in (30, 60, 120, 300):
        assert look.width(look.cut(words, width)) <= width
        assert all(look.width(line) <= width for line in look.wrap(words, width))
    assert "".join(look.wrap(words, 60)).replace(" ", "") == words.replace(" ", "")
    assert look.cut("short", 300) == "short"


def test_a_broken_theme_gives_the_usual_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    usual = theme.palette(theme.DEFAULT)
    broken = tmp_path / "broken.toml"
    broken.write_text('[colours]\nink = "mud"\n')
    monkeypatch.setattr(theme, "asset", lambda name: broken)
    look = Theme("broken")
    assert "mud" in look.warning
    assert look.colour("ink") == usual["ink"]
