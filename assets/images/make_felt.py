"""Makes felt.png: a seamless tile of grey felt that the window tints with the colour of its table.

python assets/images/make_felt.py
"""

import random
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

SIDE = 256


def noise(seed: int, blur: float, stretch: tuple[int, int] = (1, 1)) -> Image.Image:
    """Grey noise that goes on seamlessly over all four edges, blurred and drawn out into fibres."""
    dice = random.Random(seed)
    size = SIDE // stretch[0], SIDE // stretch[1]
    small = Image.frombytes("L", size, dice.randbytes(size[0] * size[1]))
    grain = small.resize((SIDE, SIDE), Image.Resampling.BICUBIC)
    wide = Image.new("L", (3 * SIDE, 3 * SIDE))
    for x in range(3):
        for y in range(3):
            wide.paste(grain, (x * SIDE, y * SIDE))
    return wide.filter(ImageFilter.GaussianBlur(blur)).crop((SIDE, SIDE, 2 * SIDE, 2 * SIDE))


def spread(image: Image.Image, contrast: float) -> Image.Image:
    """The image with its values around the middle grey, spread or drawn together."""
    low, high = image.getextrema()
    middle = (low + high) / 2
    return image.point(lambda value: 128 + (value - middle) * contrast * 255 / max(1, high - low))


def main() -> None:
    """Writes felt.png beside this file."""
    fibres = ImageChops.add(spread(noise(1, 0.7, (1, 4)), 0.22), spread(noise(2, 0.7, (4, 1)), 0.22), 2)
    # Larger patches would show where the tile is repeated.
    felt = ImageChops.add(fibres, spread(noise(3, 5), 0.12), 2)
    spread(felt, 0.12).save(Path(__file__).with_name("felt.png"), optimize=True)


if __name__ == "__main__":
    main()
