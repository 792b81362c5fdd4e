"""What a card prints. Nothing here changes during a game; `tabletop.games.vs_system.board` says what holds now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tabletop.table.state import Definition

if TYPE_CHECKING:
    from tabletop.games.vs_system.costs import Cost
    from tabletop.games.vs_system.powers import Ability, Continuous, Payment, Play, Power, Triggered

CHARACTER = "character"
PLOT_TWIST = "plot twist"
LOCATION = "location"
EQUIPMENT = "equipment"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card as it is printed. `cost` is the cost of a character or equipment, else the threshold.

    `abilities` are all that makes effects, by the keys that effects keep. `problem` says what is wrong with the rows
    of a card whose powers could not be read, so that it is played as if it had none.
    """

    id: str
    title: str
    name: str
    type: str
    identities: tuple[str, ...] = ()
    versions: frozenset[str] = frozenset()
    cost: int = 0
    atk: int = 0
    defence: int = 0
    teams: tuple[str, ...] = ()
    flight: bool = False
    range: bool = False
    keywords: Mapping[str, int] = field(default_factory=dict)
    publisher: str = "DC"
    unique: bool = True
    window: str = ""
    only: str = ""
    gives: tuple[str, ...] = ()
    ongoing: bool = False
    play: Play | None = None
    powers: tuple[Power, ...] = ()
    recruit_costs: tuple[Cost, ...] = ()
    abilities: Mapping[str, Ability] = field(default_factory=dict)
    continuous: tuple[Continuous, ...] = ()
    triggered: tuple[tuple[str, Triggered], ...] = ()
    payments: tuple[tuple[str, Payment], ...] = ()
    problem: str = ""

    @property
    def army(self) -> bool:
        """Whether it is printed as one of many."""
        return "Army" in self.versions


def number(value: Any, default: int = 0) -> int:
    """A number that a definition holds, whatever somebody wrote there."""
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def words(value: Any) -> tuple[str, ...]:
    """The words that a definition lists; a single one counts as a list of one."""
    if isinstance(value, str):
        return (value,)
    return tuple(word for word in value if isinstance(word, str)) if isinstance(value, list | tuple) else ()


def keyword(text: str) -> tuple[str, int]:
    """A keyword and its number: "Boost 2" is ("Boost", 2)."""
    name, _, tail = text.rpartition(" ")
    return (name, int(tail)) if name and tail.isdecimal() else (text, 0)


def facts(card_id: str, definition: Definition) -> dict[str, Any]:
    """The plain facts of a definition, as the fields of `Card`."""
    data = definition.data
    name = str(data.get("name", definition.name))
    identity, version = data.get("identity"), data.get("version")
    versions = frozenset((*words(data.get("versions")), *((version,) if isinstance(version, str) else ())))
    threshold = definition.type in (PLOT_TWIST, LOCATION)
    unique = data.get("unique")
    return {
        "id": card_id,
        "title": definition.name,
        "name": name,
        "type": definition.type,
        "identities": (identity,) if isinstance(identity, str) else (name,),
        "versions": versions,
        "cost": number(data.get("threshold" if threshold else "cost")),
        "atk": number(data.get("atk")),
        "defence": number(data.get("def")),
        "teams": words(data.get("teams")),
        "flight": data.get("flight") is True,
        "range": data.get("range") is True,
        "keywords": dict(keyword(text) for text in words(data.get("keywords"))),
        "publisher": str(data.get("publisher", "DC")),
        "unique": unique if isinstance(unique, bool) else True,
        "window": str(data.get("window", "")),
        "only": str(data.get("only", "")),
        "gives": words(data.get("identities")),
        "ongoing": bool(data.get("ongoing")),
    }
