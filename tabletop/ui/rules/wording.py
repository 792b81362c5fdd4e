"""Moves in words, for buttons and menus: "plays Kick" becomes "Play Kick"."""

from __future__ import annotations

import re

_OWN = {"is": "", "has": "have", "does": "do", "goes": "go", "says": ""}
"""Verbs that are no button's words by themselves: "says yes" is the button "Yes", "is done" is "Done"."""

_AND = re.compile(r"\band ([a-z]+s) (?=(?:no|at|all|a|an|the|up|it|its|them)\b)")
"""A second verb: "ends the turn and draws no card"."""

_HISSING = ("sses", "shes", "ches", "xes", "zes")


def imperative(text: str) -> str:
    """What a seat does, as what it is told to do."""
    first, _, rest = text.strip().partition(" ")
    rest = _AND.sub(lambda found: f"and {_verb(found[1])} ", rest)
    return sentence(f"{_OWN.get(first) if first in _OWN else _verb(first)} {rest}".strip())


def _verb(first: str) -> str:
    """A verb without the ending of the third person."""
    if first.islower() and first.endswith("ies") and len(first) > 4:
        first = f"{first[:-3]}y"
    elif first.islower() and first.endswith(_HISSING):
        first = first[:-2]
    elif first.islower() and first.endswith("s") and not first.endswith("ss"):
        first = first[:-1]
    return first


def sentence(text: str) -> str:
    """With a capital at the beginning."""
    return text[:1].upper() + text[1:]
