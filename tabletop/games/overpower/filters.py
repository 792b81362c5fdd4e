"""Filters: lists of words such as `power_card:fighting:6-8` or `icon:energy`, asked of a card or of an attack.

A list means "or". A filter of a card's fields is read once; a word that does not exist is an error of the card.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from tabletop.games.overpower.spec import ANY, TYPES, Spec

PLAIN = frozenset(
    {
        "all",
        "numeric",
        "non_numeric",
        *TYPES,
        ANY,
        "multi",
        "power_card",
        "special",
        "numeric_special",
        "any_hero",
        "universe",
        "basic",
        "training",
        "teamwork",
        "ally",
        "tactic",
        "doubleshot",
        "artifact",
        "activator",
        "event",
        "aspect",
        "battlesite",
        "icon",
        "icons",
        "chosen",
        "icon_only",
        "opd",
        "defensive_special",
        "power_with_universe",
        "male",
        "female",
        "neuter",
        "spectrum",
        "cumulative",
    }
)


class FilterError(ValueError):
    """A word of a filter does not exist: says which, and the likely meaning."""


class Term(NamedTuple):
    """One word of a filter: the word, the type it asks for, and the range of the printed number."""

    word: str
    type: str = ""
    low: int | None = None
    high: int | None = None

    def in_range(self, number: int | None) -> bool:
        """Whether a number is one that the term asks for."""
        if self.low is None:
            return True
        return number is not None and self.low <= number <= (self.high if self.high is not None else self.low)


@lru_cache(maxsize=4096)
def terms(listed: tuple[str, ...]) -> tuple[Term, ...]:
    """The terms of a list of words. Raises FilterError for a word that does not exist."""
    return tuple(_term(text) for text in listed)


def _term(text: str) -> Term:
    word, *rest = text.split(":")
    if word not in PLAIN:
        near = difflib.get_close_matches(word, PLAIN, 1)
        hint = f'; did you mean "{near[0]}"?' if near else ""
        raise FilterError(f'there is no filter word "{word}" (in "{text}"){hint}')
    kind, low, high = "", None, None
    for part in rest:
        if part in TYPES or part in (ANY, "chosen"):
            kind = part
            continue
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise FilterError(f'"{part}" in "{text}" is neither a Power Type nor a range such as 1-4')
        low, high = int(first), int(last) if dash else int(first)
    return Term(word, kind, low, high)


def named(listed: Iterable[str], chosen: str) -> tuple[str, ...]:
    """A filter in which the type that a player has named stands for `chosen`."""
    if not chosen:
        return tuple(listed)
    return tuple(":".join(chosen if part == "chosen" else part for part in text.split(":")) for text in listed)


def card_fits(
    listed: Sequence[str],
    spec: Spec,
    *,
    level: int | None = None,
    types: Iterable[str] | None = None,
    site: bool = False,
    icons: Iterable[str] = (),
    with_universe: bool = False,
    defensive: bool = False,
    gender: str = "",
    any_hero: bool = False,
) -> bool:
    """Whether a card is one of a filter. `level` and `types` are what it counts as where that differs from its print;
    `icons` are those of the cards it is played with; `site` says that it comes from under a Battlesite.
    """
    number = spec.level if level is None else level
    return any(
        _card_term(term, spec, number, types, site, icons, with_universe, defensive, gender, any_hero)
        for term in terms(tuple(listed))
    )


def _card_term(
    term: Term,
    spec: Spec,
    number: int | None,
    types: Iterable[str] | None,
    site: bool,
    icons: Iterable[str],
    with_universe: bool,
    defensive: bool,
    gender: str,
    any_hero: bool,
) -> bool:
    word = term.word
    if word == "icon":
        return term.type in spec.icons or term.type in tuple(icons)
    if word == "icons":
        return term.in_range(len(spec.icons))
    if word == "icon_only":
        return tuple(types if types is not None else spec.types) == (term.type,)
    if not term.in_range(number):
        return False
    if word in TYPES:
        return spec.pure == word
    if word == "power_card":
        return (spec.is_power and (not term.type or (spec.is_any if term.type == ANY else spec.pure == term.type))) or (
            spec.code == "CC" and not term.type
        )
    if word in ("teamwork", "ally", "basic", "training", "doubleshot", "artifact"):
        return spec.kind == word and (not term.type or term.type in spec.power)
    if word in ("male", "female", "neuter"):
        return gender == word
    test = _CARD_TESTS.get(word)
    if test is not None:
        return test(spec)
    return {
        "battlesite": site,
        "power_with_universe": with_universe,
        "defensive_special": defensive and spec.is_special,
        "any_hero": spec.is_special and (spec.any_hero or any_hero),
    }.get(word, False)


_CARD_TESTS: dict[str, Callable[[Spec], bool]] = {
    "all": lambda spec: True,
    "numeric": lambda spec: spec.numeric,
    "non_numeric": lambda spec: not spec.numeric,
    ANY: lambda spec: spec.is_any,
    "multi": lambda spec: spec.is_multi,
    "special": lambda spec: spec.is_special,
    "numeric_special": lambda spec: spec.is_special and spec.numeric,
    "universe": lambda spec: spec.type == "universe",
    "tactic": lambda spec: spec.type == "tactic",
    "activator": lambda spec: spec.type == "activator",
    "event": lambda spec: spec.type == "event",
    "aspect": lambda spec: spec.type == "aspect",
    "opd": lambda spec: spec.opd,
}


class Attack(Protocol):
    """What a filter asks of an attack: see `tabletop.games.overpower.plays.Seen`."""

    @property
    def numeric(self) -> bool:
        """Whether it has a number."""

    @property
    def number(self) -> int | None:
        """The number that "n or less" looks at."""

    @property
    def types(self) -> tuple[str, ...]:
        """What it counts as."""

    @property
    def specs(self) -> tuple[Spec, ...]:
        """Its cards."""

    @property
    def icons(self) -> frozenset[str]:
        """The icons of all its cards."""

    @property
    def universe(self) -> bool:
        """Whether a Universe card makes it."""

    @property
    def site(self) -> bool:
        """Whether it comes from a Battlesite."""


def attack_fits(listed: Sequence[str], attack: Attack) -> bool:
    """Whether an attack is one of a filter: it is as soon as any of its cards is (M 15, M 18)."""
    return any(_attack_term(term, attack) for term in terms(tuple(listed)))


def _attack_term(term: Term, attack: Attack) -> bool:
    word = term.word
    if word == "all":
        return True
    if word == "numeric":
        return attack.numeric and term.in_range(attack.number)
    if word == "non_numeric":
        return not attack.numeric
    if word in TYPES:
        return word in attack.types and term.in_range(attack.number)
    if word == ANY:
        return any(spec.power == (ANY,) for spec in attack.specs) and attack.numeric
    if word == "icon":
        return term.type in attack.icons
    if word == "universe":
        return attack.universe
    if word == "battlesite":
        return attack.site
    if word == "power_card":
        return any(
            term.in_range(spec.level)
            and (
                (spec.is_power and (not term.type or spec.pure == term.type or (spec.is_any and term.type == ANY)))
                or (spec.code == "CC" and (not term.type or spec.types == (term.type,)))
            )
            for spec in attack.specs
        )
    return any(
        _card_term(term, spec, spec.level, None, attack.site, (), False, False, "", False) for spec in attack.specs
    )
