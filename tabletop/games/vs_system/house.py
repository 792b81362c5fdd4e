"""House rules: questions that the sources leave open, with our ruling as the default.

They lie in the fact `house_rules` as a table of words and true or false; what is not there, or is not understood, has
its default.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from tabletop.table.state import Table

HOUSE_RULES = "house_rules"


class House(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rulings that a table may have otherwise."""

    army_unlimited: bool = True
    """Any number of a card with the version Army in a deck (else four)."""
    pay_below_zero: bool = False
    """Endurance may be paid that a player does not have."""
    recruit_on_chain: bool = False
    """Recruits may be announced while effects are on the chain."""
    crossover_all_zones: bool = True
    """A crossover reaches character cards in all zones (else only characters in play)."""
    team_pairwise: bool = False
    """In a team attack it is enough that every two share a team (else all share one)."""
    team_drop: bool = True
    """Members that become illegal before the second look drop out (else the whole attack is off)."""
    lookback_stun: bool = True
    """Powers about an event in which their source becomes stunned look at the moment before."""


_DEFAULT = House()


@lru_cache(maxsize=64)
def _read(given: tuple[tuple[str, bool], ...]) -> House:
    known = set(House.__struct_fields__)
    return House(**{name: value for name, value in given if name in known})


def house_rules(table: Table) -> House:
    """The house rules of a table."""
    found = table.facts.get(HOUSE_RULES)
    if not isinstance(found, dict):
        return _DEFAULT
    return _read(tuple(sorted((str(name), value) for name, value in found.items() if isinstance(value, bool))))
