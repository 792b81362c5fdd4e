"""The parameters that a Special may have, and how a code declares those that it reads (codes page, 1.3 and 2.4)."""

from __future__ import annotations

import re
from typing import Any

import tomli

PRINTING = frozenset(
    {
        "type",
        "name",
        "variant",
        "character",
        "code",
        "opd",
        "icons",
        "text",
        "picture",
        "words",
        "assumed",
        "id",
        "play",
        "from_reserve",
        "placeable",
        "duplicate_by_code",
        "duration",
    }
)
"""The keys that every Special may have, whatever its code."""

KEYS = (
    frozenset(
        {
            "level",
            "power",
            "defend_power",
            "hit_level",
            "hit_power",
            "damage",
            "site_level",
            "site_power",
            "combine",
            "combine_by",
            "needs",
            "defend_only",
            "defend_not",
            "universe_to_venture",
            "rider",
            "extra",
            "extra_with",
            "extra_at",
            "extra_by",
            "extra_bonus",
            "extra_options",
            "scope",
            "against",
            "avoid",
            "only",
            "versus",
            "if_grid",
            "cards",
            "count",
            "per",
            "chooser",
            "usable",
            "source",
            "to",
            "specials_of",
            "names",
            "bonus",
            "grid",
            "hits_to_ko",
            "venture",
        }
    )
    | PRINTING
)
"""The closed list of keys (codes page 1.3)."""

FILTERS = ("combine", "needs", "defend_only", "defend_not", "extra_with", "against", "avoid", "only", "cards")
LISTS = frozenset(
    {*FILTERS, "power", "defend_power", "hit_power", "site_power", "source", "to", "specials_of", "names", "icons"}
)
DURATIONS = ("instant", "battle", "next_battle", "game")

_KEY = re.compile(r"([a-z_]+)(\*?)\s*(?:\((.*?)\))?\s*(?:,\s*|$)")


def read_keys(text: str) -> tuple[frozenset[str], dict[str, Any]]:
    """The required keys and the defaults of a line such as `level*, extra (1), bonus ({ all = 2 })`."""
    needed: set[str] = set()
    defaults: dict[str, Any] = {}
    for name, star, default in _KEY.findall(text):
        if name not in KEYS:
            raise ValueError(f"there is no key {name!r}")
        if star:
            needed.add(name)
        defaults[name] = _value(name, default)
    return frozenset(needed), defaults


def _value(name: str, text: str) -> Any:
    if not text:
        return () if name in LISTS else None
    if text.startswith(("{", "[")):
        return tomli.loads(f"x = {text}")["x"]
    if re.fullmatch(r"[+-]?\d+", text):
        return int(text)
    if text in ("true", "false"):
        return text == "true"
    return tuple(part.strip() for part in text.split(",")) if name in LISTS else text
