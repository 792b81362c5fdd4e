"""A contact sheet: many faces on one picture, to look at frames while they are made.

python tests/cards/contact.py GAME OUT.png [--width 200] [--columns 8] [--most 40] [--type WORD] [--only PART]
    [--picture FILE]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from tabletop.cards.faces import draw_back, draw_face
from tabletop.cards.library import Library

GAP = 8
GROUND = (38, 66, 54)
CARDSETS = Path(__file__).parents[2] / "cardsets"


def sheet(faces: Sequence[Image.Image], columns: int) -> Image.Image:
    columns = max(1, min(columns, len(faces)))
    width, height = max(f.width for f in faces) + GAP, max(f.height for f in faces) + GAP
    image = Image.new("RGB", (columns * width + GAP, -(-len(faces) // columns) * height + GAP), GROUND)
    for i, face in enumerate(faces):
        image.paste(face, (GAP + i % columns * width, GAP + i // columns * height), face)
    return image


def main() -> None:
    args = argparse.ArgumentParser()
    args.add_argument("game")
    args.add_argument("out")
    args.add_argument("--width", type=int, default=200)
    args.add_argument("--columns", type=int, default=8)
    args.add_argument("--most", type=int, default=40)
    args.add_argument("--type", default="")
    args.add_argument("--only", default="")
    args.add_argument("--picture")
    given = args.parse_args()
    library, problems = Library.load(CARDSETS / given.game)
    assert library is not None, problems
    picture = Image.open(given.picture).convert("RGB") if given.picture else None
    cards = [c for c in library.cards.values() if given.type in ("", c.type) and given.only in c.id]
    step = max(1, len(cards) // given.most)
    faces = [draw_face(card, library.game, given.width, picture=picture) for card in cards[::step][: given.most]]
    faces.append(draw_back(library.game, None, given.width))
    sheet(faces, given.columns).save(given.out)


if __name__ == "__main__":
    main()
