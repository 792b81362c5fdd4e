"""Pictures of cards: what can be shown is shown, everything else costs one warning and nothing more."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from tabletop.cards.faces import covers_face, draw_face
from tabletop.cards.library import Library
from tabletop.cards.model import CardDef, GameDef
from tabletop.cards.pictures import load_picture
from tabletop.cards.problems import Problem


@pytest.fixture
def images(tmp_path: Path) -> Path:
    folder = tmp_path / "images"
    folder.mkdir()
    return folder


def good(found: Image.Image | Problem) -> Image.Image:
    assert isinstance(found, Image.Image), found
    return found


def bad(found: Image.Image | Problem) -> str:
    assert isinstance(found, Problem)
    assert found.severity == "warning"
    return str(found)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, body: bytes = b"") -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp"])
def test_kinds_that_can_be_shown(images: Path, suffix: str) -> None:
    Image.new("RGB", (40, 60), "#336699").save(images / f"a.{suffix}")
    image = good(load_picture(images / f"a.{suffix}", images))
    assert image.size == (40, 60)
    assert image.mode == "RGB"


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16"])
def test_modes(images: Path, mode: str) -> None:
    Image.new(mode, (10, 10), 1).save(images / "a.png")
    assert good(load_picture(images / "a.png", images)).mode in ("RGB", "RGBA")


def test_cmyk_and_a_wrong_suffix(images: Path) -> None:
    Image.new("CMYK", (10, 10)).save(images / "a.jpg")
    (images / "a.jpg").rename(images / "b.png")
    assert good(load_picture(images / "b.png", images)).mode == "RGB"


def test_missing_empty_folder_text_and_gif(images: Path) -> None:
    (images / "empty.png").touch()
    (images / "text.png").write_text("this is no picture")
    (images / "folder.png").mkdir()
    Image.new("L", (9, 9)).save(images / "moving.gif")
    assert "is not there" in bad(load_picture(images / "none.png", images))
    assert "empty" in bad(load_picture(images / "empty.png", images))
    assert "no png, jpg or webp" in bad(load_picture(images / "text.png", images))
    assert "folder" in bad(load_picture(images / "folder.png", images))
    assert "no png, jpg or webp" in bad(load_picture(images / "moving.gif", images))


def test_nothing_outside_the_folder(images: Path) -> None:
    outside = images.parent / "secret.png"
    Image.new("L", (9, 9)).save(outside)
    (images / "link.png").symlink_to(outside)
    for path in (outside, images / ".." / "secret.png", images / "link.png"):
        assert "outside" in bad(load_picture(path, images))
    (images / "circle.png").symlink_to(images / "circle.png")
    bad(load_picture(images / "circle.png", images))
    bad(load_picture(images / "nul\0.png", images))


def test_bombs_are_refused_before_they_are_decoded(images: Path) -> None:
    packed = zlib.compress(b"\0" * 1000)
    for name, size in (("wide", (30_000, 30_000)), ("huge", (60_000, 60_000)), ("just", (8_000, 8_000))):
        (images / f"{name}.png").write_bytes(png(*size, packed))
        assert "pixels" in bad(load_picture(images / f"{name}.png", images))
    Image.new("RGB", (200, 200)).save(images / "small.png")
    assert "pixels" in bad(load_picture(images / "small.png", images, max_pixels=30_000))
    assert "MB" in bad(load_picture(images / "small.png", images, max_bytes=20))


def test_damaged_at_any_byte_never_raises(images: Path) -> None:
    for suffix in ("png", "jpg", "webp"):
        path = images / f"a.{suffix}"
        Image.effect_noise((60, 80), 90).convert("RGB").save(path)
        whole = path.read_bytes()
        for cut in range(1, len(whole), max(1, len(whole) // 40)):
            path.write_bytes(whole[:cut])
            assert isinstance(load_picture(path, images), Image.Image | Problem)
        for at in range(0, len(whole), max(1, len(whole) // 60)):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
            assert isinstance(load_picture(path, images), Image.Image | Problem)
        path.write_bytes(whole[: len(whole) // 2])
        assert "damaged" in bad(load_picture(path, images))


def test_a_turned_picture_comes_upright(images: Path) -> None:
    image = Image.new("RGB", (600, 400), "red")
    image.paste("blue", (0, 0, 300, 400))
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by a quarter clockwise: its left side becomes its top
    image.save(images / "a.jpg", exif=exif)
    for want in (None, (100, 150)):
        found = good(load_picture(images / "a.jpg", images, want=want))
        assert found.height > found.width
        top = found.getpixel((found.width // 2, 5))
        assert isinstance(top, tuple)
        assert top[2] > 200 > 50 > top[0]


@pytest.mark.parametrize("suffix", ["png", "jpg"])
def test_large_pictures_come_smaller_but_not_too_small(images: Path, suffix: str) -> None:
    Image.new("RGB", (2000, 2800), "#336699").save(images / f"a.{suffix}")
    found = good(load_picture(images / f"a.{suffix}", images, want=(200, 280)))
    assert 200 <= found.width < 500
    assert 280 <= found.height < 700


GREEN = (10, 200, 30)


@pytest.fixture
def game() -> GameDef:
    from tabletop import places

    library, _ = Library.load(places.shipped_cardsets() / "lnh")
    assert library is not None
    return library.game


def test_a_picture_of_the_cards_shape_takes_the_whole_face(game: GameDef) -> None:
    card = CardDef("x/y", "Name", "Name", "Power", "Some text")
    face = draw_face(card, game, 200, picture=Image.new("RGB", (630, 880), GREEN))
    assert face.getpixel((100, 20)) == (*GREEN, 255)
    assert face.getpixel((100, 250)) == (*GREEN, 255)
    assert face.getpixel((0, 0))[3] == 0  # type: ignore[index]


def test_another_picture_takes_the_art_box(game: GameDef) -> None:
    card = CardDef("x/y", "Name", "Name", "Power", "Some text")
    face = draw_face(card, game, 200, picture=Image.new("RGB", (900, 400), GREEN))
    assert face.getpixel((100, 70)) == (*GREEN, 255)
    assert face.getpixel((3, 200)) != (*GREEN, 255)
    clear = draw_face(card, game, 200, picture=Image.new("RGBA", (900, 400), (*GREEN, 0)))
    assert clear.getpixel((100, 70)) != (*GREEN, 255)


def test_who_decides_what_a_picture_covers() -> None:
    portrait, landscape = Image.new("L", (63, 88)), Image.new("L", (88, 63))
    assert covers_face(portrait, (63, 88), "auto")
    assert not covers_face(landscape, (63, 88), "auto")
    assert covers_face(landscape, (63, 88), "face")
    assert not covers_face(portrait, (63, 88), "art")
