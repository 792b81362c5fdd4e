"""Cards whose text does not fit into rows: each is a declaration in the module of its type, with short functions.

A module is found by lying in this package; it declares its cards as it is imported.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from tabletop.games.vs_system.cards.declaring import Written, written


@cache
def _load() -> dict[str, Written]:
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return written


def declared(title: str) -> Written | None:
    """What is written in Python of the card with this full title."""
    return _load().get(title)


def titles() -> frozenset[str]:
    """The full titles of all cards that are written in Python."""
    return frozenset(_load())
