"""Text in boxes: it fits, whole if it can, and keeps its words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.cards.fonts import FONT_NAMES, has_glyph, metrics, runs, text_width
from tabletop.cards.shapes import PathError, mask, outlines
from tabletop.cards.textfit import Style, fit

WORDS = st.lists(
    st.text(
        st.characters(min_codepoint=33, max_codepoint=0x24FF, exclude_categories=["C", "Z", "M"]),
        min_size=1,
        max_size=24,
    ),
    max_size=40,
)


@settings(max_examples=150, deadline=None)
@given(
    words=WORDS,
    width=st.integers(8, 400),
    height=st.integers(6, 300),
    size=st.integers(6, 60),
    lines=st.integers(0, 4),
    font=st.sampled_from(FONT_NAMES),
    align=st.sampled_from(["left", "center", "right"]),
    valign=st.sampled_from(["top", "middle", "bottom"]),
)
def test_no_text_leaves_its_box(
    words: list[str], width: int, height: int, size: int, lines: int, font: str, align: str, valign: str
) -> None:
    style = Style(font, size, 6, lines, align, valign)
    found = fit(" ".join(words), width, height, style)
    assert not lines or found.lines <= lines
    _, _, capital = metrics(font, found.size)
    for piece in found.pieces:
        assert piece.x >= -0.01
        assert (
            piece.x + text_width(font, found.size, piece.text.rstrip()) <= width + 0.01 or len(piece.text.strip()) == 1
        )
        assert piece.baseline - capital >= -1
        assert piece.baseline <= height + 1 or found.lines == 1


def test_all_words_are_there_in_order() -> None:
    text = "One two three four five six seven eight nine ten eleven twelve"
    found = fit(text, 120, 80, Style("body", 16, 6))
    assert found.complete
    assert " ".join(piece.text.strip() for piece in found.pieces) == text


def test_text_shrinks_before_it_is_cut() -> None:
    text = "Some words that need room"
    large = fit(text, 400, 40, Style("body", 20, 6, 1))
    small = fit(text, 110, 40, Style("body", 20, 6, 1))
    tiny = fit(text, 40, 40, Style("body", 20, 6, 1))
    assert large.size > small.size >= 6
    assert large.complete
    assert small.complete
    assert not tiny.complete
    assert tiny.pieces[-1].text.endswith("…")


def test_a_long_word_is_hyphenated_when_nothing_else_helps() -> None:
    found = fit("Donaudampfschifffahrtsgesellschaft", 60, 100, Style("body", 12, 8))
    assert len(found.pieces) > 1
    assert all(piece.text.endswith("-") for piece in found.pieces[:-1])
    assert "".join(piece.text.rstrip("-") for piece in found.pieces) == "Donaudampfschifffahrtsgesellschaft"


def test_icons_stand_in_text() -> None:
    found = fit("Needs {bolt} 6, or {nothing}", 300, 30, Style("body", 14, 6), frozenset({"bolt"}))
    icons = [piece for piece in found.pieces if piece.icon]
    assert [piece.text for piece in icons] == ["bolt"]
    words = [piece for piece in found.pieces if not piece.icon]
    assert words[0].text == "Needs "
    assert words[0].x + text_width("body", found.size, "Needs ") == pytest.approx(icons[0].x)
    assert words[1].x == pytest.approx(icons[0].x + found.size)
    assert words[1].text == " 6, or nothing"


def test_paragraphs_begin_new_lines_with_a_gap() -> None:
    close = fit("one two", 26, 100, Style("body", 12, 12))
    apart = fit("one\ntwo", 100, 100, Style("body", 12, 12))
    assert close.lines == apart.lines == 2
    assert apart.pieces[1].baseline - apart.pieces[0].baseline > close.pieces[1].baseline - close.pieces[0].baseline


@pytest.mark.parametrize("text", ["", "   ", "\n\n"])
def test_nothing_is_nothing(text: str) -> None:
    found = fit(text, 100, 100, Style())
    assert found.pieces == ()
    assert found.complete


def test_signs_that_a_font_lacks_come_from_another() -> None:
    assert has_glyph("body", "A")
    assert not has_glyph("title", "★")
    assert runs("title", "A★B") == (("title", "A"), ("fallback", "★"), ("title", "B"))
    assert all(has_glyph("fallback", sign) or has_glyph("body", sign) for sign in "◊★♠♥♦♣→≤½™–—…“”’")


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("", "draws nothing"),
        ("M 1", "takes 2 numbers"),
        ("X 1 2", "path letters"),
        ("M 1 2 L 3 4 5 Z", "takes 2"),
        ("M 1 2 Z", "nothing"),
    ],
)
def test_paths_that_cannot_be_read(path: str, word: str) -> None:
    with pytest.raises(PathError, match=word):
        outlines(path)


def test_paths_small_letters_and_arcs() -> None:
    assert outlines("M 10 10 h 20 v 20 h -20 z") == outlines("M 10 10 H 30 V 30 H 10 Z")
    disc = outlines("M 0 50 A 50 50 0 0 1 100 50 A 50 50 0 0 1 0 50 Z")[0]
    assert all(((x - 50) ** 2 + (y - 50) ** 2) ** 0.5 == pytest.approx(50) for x, y in disc)


def test_where_outlines_overlap_there_is_a_hole() -> None:
    image = mask("M 0 0 H 100 V 100 H 0 Z M 25 25 H 75 V 75 H 25 Z", 40, 40)
    assert image.getpixel((2, 2)) == 255
    assert image.getpixel((20, 20)) == 0
