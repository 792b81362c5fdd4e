"""The game that cardsets/README.md tells of can be made just as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

from PIL import Image

from tabletop import places
from tabletop.cards.check import check_path
from tabletop.cards.dealing import lay_out
from tabletop.cards.library import Library


def test_the_game_of_the_readme_has_no_problems(tmp_path: Path) -> None:
    text = (places.shipped_cardsets() / "README.md").read_text("utf-8")
    folder = tmp_path / "brawl"
    (folder / "decks").mkdir(parents=True)
    (folder / "images").mkdir()
    Image.new("RGB", (100, 140)).save(folder / "images" / "kick.png")
    parts = {heading: re.findall(r"```toml\n(.*?)```", part, re.DOTALL) for heading, part in
             re.findall(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)}  # fmt: skip
    for heading, name in (("A card set", "core.toml"), ("A game", "table.toml"), ("Texts from fields", "texts.toml"),
                          ("A deck", "decks/two-fisted.toml")):  # fmt: skip
        blocks = next(blocks for title, blocks in parts.items() if title.startswith(heading))
        assert blocks
        (folder / name).write_text("\n".join(blocks), "utf-8")
    problems = check_path(folder)
    assert not problems, "\n".join(map(str, problems))
    library, _ = Library.load(folder)
    assert library is not None
    deck = next(iter(library.decks.values()))
    table = lay_out(library, [deck, deck]).table
    assert len(table.cards("A.hand")) == min(library.game.setup.draw, deck.count())
    assert "fighting" in library.cards["core/feint"].text
