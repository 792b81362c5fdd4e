"""The names of marks and counters that objects in play bear."""

from __future__ import annotations

from typing import Final

PLUS: Final = "+1/+1"
"""The counter +1 ATK / +1 DEF."""
COSMIC: Final = "cosmic"
"""The counter that a Cosmic character comes with."""
USED: Final = "used"
"""The powers that were used this turn, by their keys."""
BOOSTED: Final = "boosted"
"""Whether the boost was paid."""
EXHAUSTION: Final = "exhaustion"
"""The number of an activation; it goes as the object readies."""
CHOSEN: Final = "chosen"
"""What was chosen for a plot twist: the teams of a crossover, or a removed card and a character."""
