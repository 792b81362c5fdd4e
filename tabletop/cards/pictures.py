"""Pictures of cards, read with suspicion: only png, jpg and webp, only from the game's folder, never a bomb."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import IO

from PIL import Image, ImageOps, UnidentifiedImageError

from tabletop.cards.problems import Problem
from tabletop.table import files

MAX_PIXELS = 40_000_000
MAX_BYTES = 32 * 2**20
FORMATS = ("PNG", "JPEG", "WEBP")

_ORIENTATION = 0x0112  # the EXIF tag; 5 to 8 are the turned ones
_TURNED = (5, 6, 7, 8)
_UNREADABLE = "cannot be read as a picture"

# Our own limit is lower than the one at which Pillow warns, and is checked before anything is decoded.
warnings.filterwarnings("ignore", category=Image.DecompressionBombWarning)


def load_picture(
    path: Path, root: Path, *, want: tuple[int, int] | None = None, max_pixels: int = MAX_PIXELS,
    max_bytes: int = MAX_BYTES,
) -> Image.Image | Problem:  # fmt: skip
    """The picture in a file inside the folder `root`, as RGB or RGBA and upright, or a warning that says what is wrong.

    `want` is the size in pixels that it will cover: a larger picture may come back smaller, but not below that, and
    is read faster. Size limits are checked before the picture is decoded. Never raises for what is wrong with a file.
    """
    try:
        if not path.resolve().is_relative_to(root.resolve()):
            return _problem(path, "lies outside the folder of the game's pictures", "put the picture into images/")
        with files.open_file(path) as file:
            info = path.stat()
            if info.st_size == 0:
                return _problem(path, "is an empty file", "save the picture again")
            if info.st_size > max_bytes:
                return _problem(path, f"is larger than {max_bytes / 2**20:.0f} MB", "save it smaller")
            return _decoded(path, file, want, max_pixels)
    except FileNotFoundError:
        return _problem(path, "is not there", "check the name, capital letters too")
    except IsADirectoryError:
        return _problem(path, "is a folder", "write the name of a picture in it")
    except (OSError, RuntimeError, ValueError) as fault:  # RuntimeError: a circle of links
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        return _problem(path, f"cannot be read: {reason}")


def _decoded(path: Path, file: IO[bytes], want: tuple[int, int] | None, max_pixels: int) -> Image.Image | Problem:
    # A decoder given a broken file can raise nearly anything, and whatever it is, the picture cannot be shown.
    try:
        image = Image.open(file, formats=FORMATS)
    except UnidentifiedImageError:
        return _problem(path, "is no png, jpg or webp picture", "save it in one of these formats")
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return _too_large(path, max_pixels)
    except Exception:
        return _problem(path, _UNREADABLE, "save the picture again")
    with image:
        if image.width * image.height > max_pixels:
            return _too_large(path, max_pixels)
        try:
            if want is not None and image.format == "JPEG":
                turned = image.getexif().get(_ORIENTATION) in _TURNED
                image.draft("RGB", want[::-1] if turned else want)
            image.load()
            return _reduced(_plain(ImageOps.exif_transpose(image)), want)
        except Exception:
            return _problem(path, f"{_UNREADABLE}: it is damaged or cut off", "save the picture again")


def _plain(image: Image.Image) -> Image.Image:
    """The image as RGBA where it has transparent parts, else as RGB."""
    if image.mode.startswith("I"):  # 16 bits a channel
        return image.point(lambda value: value * (1 / 256)).convert("L").convert("RGB")
    clear = image.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in image.info
    return image.convert("RGBA" if clear else "RGB")


def _reduced(image: Image.Image, want: tuple[int, int] | None) -> Image.Image:
    factor = min(image.width // want[0], image.height // want[1]) if want is not None else 1
    return image.reduce(factor) if factor > 1 else image


def _too_large(path: Path, max_pixels: int) -> Problem:
    message = f"has more than {max_pixels // 1_000_000} million pixels"
    return _problem(path, message, "save it smaller: 1000 x 1400 is plenty")


def _problem(path: Path, message: str, hint: str = "") -> Problem:
    return Problem(path, None, None, None, f"the picture {message}", hint, "warning")
