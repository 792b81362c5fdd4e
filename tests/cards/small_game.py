"""A small game in a folder, for tests of what reads it."""

from __future__ import annotations

from pathlib import Path

TABLE = """
[game]
id    = "duel"
name  = "Duel"
seats = [2]
title = "{name}[, {version}]"

[card]
size = [63, 88]
back = "plain"

[fields]
level   = { kind = "number", label = "Level" }
power   = { kind = "words", values = ["energy", "fighting", "strength"] }
grid    = { kind = "numbers" }
once    = { kind = "bool" }
version = { kind = "text" }
code    = { kind = "text" }
misc    = { kind = "any" }

[types.power]
name   = "Power card"
needs  = ["level"]
fields = ["power", "once", "version", "misc", "grid"]

[types.special]
name    = "Special"
fields  = ["code", "level", "power"]
text_by = "code"

[sections.main]
name    = "Deck"
zone    = "draw"
shuffle = true

[setup]
draw = 3
from = "draw"
to   = "hand"

[counters.life]
name  = "Life"
start = 20

[turn]
phases = ["draw", "main"]

[[zones]]
id    = "draw"
name  = "Draw Pile"
per   = "seat"
sight = "hidden"
at    = [200, 120]

[[zones]]
id   = "play"
arrangement = "row"
per  = "seat"
at   = [-50, 120]
size = [400, 88]

[[zones]]
id   = "hand"
per  = "seat"
role = "hand"

[[zones]]
id   = "chain"
per  = "table"
at   = [0, 0]
size = [300, 88]

[[zones]]
id  = "hits"
per = "card"
on  = ["power"]
within = ["play"]
at   = [0, 20]
size = [63, 30]
"""

TEXTS = """
[AE]
text = "Acts as a level {level} {power} attack[, at a {code}]."
"""

SET = """
[set]
id   = "core"
name = "First edition"

[[card]]
id    = "kick"
name  = "Kick"
type  = "power"
text  = "Hits."
level = 4
power = ["fighting", "strength"]

[[card]]
id    = "blast"
name  = "Blast"
type  = "power"
version = "Burning"
level = 7
power = "energy"

[[card]]
id    = "both"
name  = "Both Hands"
type  = "special"
code  = "AE"
level = 5
power = ["fighting", "energy"]
"""

DECK = """
name = "Two-fisted"
game = "duel"

[sections.main]
"core/kick" = 4
"Blast, Burning" = 2
"Both Hands" = 1
"""


def write_game(
    folder: Path, *, table: str = TABLE, cards: str = SET, texts: str | None = TEXTS, deck: str | None = DECK
) -> Path:
    """Writes the game "duel" into a folder and returns the game's own folder."""
    game = folder / "duel"
    (game / "decks").mkdir(parents=True)
    (game / "table.toml").write_text(table, encoding="utf-8")
    (game / "core.toml").write_text(cards, encoding="utf-8")
    if texts is not None:
        (game / "texts.toml").write_text(texts, encoding="utf-8")
    if deck is not None:
        (game / "decks" / "fists.toml").write_text(deck, encoding="utf-8")
    return game
