"""The options of the game (rules page, section 16): what each means, its default, and what else it may be.

A table has its own values in the fact `options`, a table of names and values; what is not named there, or makes no
sense, is as by default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its default, what it says, and the other values; with `numbers` any number from 0 will do."""

    default: Any
    says: str
    others: tuple[Any, ...] = ()
    numbers: bool = False

    def allows(self, value: Any) -> bool:
        """Whether a value makes sense for it."""
        if self.numbers and isinstance(value, int | float) and not isinstance(value, bool):
            return value >= 0
        return any(value == each and type(value) is type(each) for each in (self.default, *self.others))


OPTIONS: Mapping[str, Option] = {
    "hits_to_ko": Option(20, "the points that knock a Character out", numbers=True),
    "ko_at_limit": Option(True, "whether just as many points as the limit are enough", (False,)),
    "min_draw_deck": Option(51, "the least cards of a draw deck", numbers=True),
    "min_with_events": Option(51, "the least cards of a draw deck with Events in it (56 in 2025)", numbers=True),
    "point_limit": Option(
        "rank", "the points of a team: by its rank, or one number that binds every team", numbers=True
    ),
    "max_events": Option(5, "the most Events of a deck", numbers=True),
    "sides_mixed": Option(True, "whether heroes and villains may be in one team", (False,)),
    "pass_is_final": Option(
        True, "whether a pass holds for the battle; else both have to pass in succession", (False,)
    ),
    "power_duplicate_key": Option("value", "what makes Power cards duplicates", ("type_value",)),
    "universe_duplicate_key": Option("numbers", "what makes Universe cards duplicates", ("name",)),
    "identical_events": Option("once", "how often the same Event of both players takes effect", ("twice",)),
    "any_hero_with_battlesite": Option(False, "whether Any Hero Specials go with a Battlesite", (True,)),
    "any_hero_with_homebase": Option(True, "whether Any Hero Specials go with a Homebase", (False,)),
    "completed_venture_gain": Option(
        1, "the Missions that return from Defeated for one ventured from Completed and won (0.5: one for two)", (0.5,)
    ),
    "multipower_fusion": Option(True, "whether all Multipower hits together count as one type", (False,)),
    "battlesite_hits_to_ko": Option(20, "the points that knock a Battlesite out", numbers=True),
    "battlesite_spectrum": Option(False, "whether three types knock a Battlesite out", (True,)),
    "doubleshot_defends": Option("self", "whom a Doubleshot protects", ("team",)),
    "missions_used": Option(True, "whether there are Missions, Events, venturing and conceding", (False,)),
}


def chosen(options: object, name: str) -> Any:
    """The value of an option in a table's `options`, its default where nothing sensible is said."""
    option = OPTIONS[name]
    value = options.get(name) if isinstance(options, Mapping) else None
    return value if value is not None and option.allows(value) else option.default
