"""Tokens, counters, dice, coins and notes."""

from __future__ import annotations

import pytest
from PIL import Image

from tabletop.cards.pieces import PIECE_KINDS, draw_piece


@pytest.mark.parametrize("kind", PIECE_KINDS)
@pytest.mark.parametrize("size", [16, 40, 90, 200])
def test_every_kind_at_every_size(kind: str, size: int) -> None:
    image = draw_piece(kind, "A few words on it", 3, size)
    assert image.mode == "RGBA"
    assert image.width == size
    assert image.height == (round(size * 0.75) if kind == "note" else size)
    corner, middle = image.getpixel((0, 0)), image.getpixel((size // 2, image.height // 2))
    assert isinstance(corner, tuple)
    assert isinstance(middle, tuple)
    assert middle[3] == 255
    assert corner[3] < 255


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20, 100])
def test_each_side_of_a_die_looks_different(sides: int) -> None:
    faces = {draw_piece("die", "", value, 60, sides=sides).tobytes() for value in range(1, min(sides, 12) + 1)}
    assert len(faces) == min(sides, 12)


def test_pips_are_counted_not_written() -> None:
    """Each pip is as dark as the next, so six of them are about six times as much ink as one."""

    def ink(value: int) -> int:
        grey = draw_piece("die", "", value, 100).convert("L")
        return sum(grey.histogram()[:90])

    one = ink(1)
    assert [round(ink(value) / one) for value in range(1, 7)] == [1, 2, 3, 4, 5, 6]


def test_heads_and_tails_differ_by_more_than_colour() -> None:
    heads, tails = (draw_piece("coin", "", value, 80).convert("L") for value in (1, 0))
    level = [image.point(lambda v: 255 if v < 128 else 0) for image in (heads, tails)]
    assert level[0].tobytes() != level[1].tobytes()


def test_a_colour_may_be_given_and_else_follows_the_words() -> None:
    assert draw_piece("token", "", 0, 50, colour="#00ff00").getpixel((25, 25)) == (0, 255, 0, 255)
    assert draw_piece("counter", "damage", 1, 50).tobytes() == draw_piece("counter", "damage", 1, 50).tobytes()
    assert draw_piece("counter", "damage", 1, 50).tobytes() != draw_piece("counter", "damage", 2, 50).tobytes()


def test_a_kind_that_is_none() -> None:
    with pytest.raises(ValueError, match=r'"pawn" is no kind of piece: token'):
        draw_piece("pawn")


def test_an_empty_piece_is_drawn() -> None:
    assert isinstance(draw_piece("note", "", 0, 30), Image.Image)
    assert isinstance(draw_piece("token", "", 0, 1), Image.Image)
