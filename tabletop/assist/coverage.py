"""Coverage: how each card and rule of a game is carried out (by its text alone, by verbs, by Python), and the ruling
cases that prove it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import tomli

from tabletop.cards.library import Library
from tabletop.rules.cases import case_files, expand
from tabletop.rules.game import Game
from tabletop.rules.pages import load_pages
from tabletop.table import files

NO_TEXT = "no text"
"""The tier of a card that prints no text: there is nothing to carry out."""

TEXT = "text"
"""The tier of a card whose text people carry out themselves."""

TIERS = (NO_TEXT, TEXT, "verbs", "python")

Kind = Literal["card", "rule"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A card (by its full title) or a rule (by its id): the set of a card, the tier ("" where the rules do not say),
    and the ids of the ruling cases that name it.
    """

    id: str
    kind: Kind
    set: str
    tier: str
    cases: tuple[str, ...] = ()


def entries(game: Game, library: Library, cases: Iterable[Path] = ()) -> list[Entry]:
    """Every card and rule of a game, cards first, set by set. `cases` are files or folders of rulings."""
    tiers = dict(game.coverage(library))
    names = case_names(library.game.id, cases)
    found: dict[tuple[Kind, str, str], Entry] = {}
    titles: set[str] = set()
    for card in library.cards.values():
        titles.update((card.title, card.name))
        card_set = card.id.partition("/")[0]
        tier = tiers.get(card.title, tiers.get(card.name, TEXT))
        if tier == TEXT and not card.text.strip():
            tier = NO_TEXT
        proved = (*names.get(card.title, ()), *(names.get(card.name, ()) if card.name != card.title else ()))
        entry = Entry(card.title, "card", card_set, tier, tuple(dict.fromkeys(proved)))
        found.setdefault(("card", card_set, card.title), entry)
    pages, _ = load_pages(library.game.folder)
    for rule in dict.fromkeys([*pages, *library.game.texts, *(name for name in tiers if name not in titles)]):
        found["rule", "", rule] = Entry(rule, "rule", "", tiers.get(rule, ""), tuple(names.get(rule, ())))
    return list(found.values())


def summary(found: Iterable[Entry]) -> dict[tuple[str, str], Counter[str]]:
    """How many entries of each tier there are, for the cards of each set and for the rules."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for entry in found:
        counts.setdefault((entry.kind, entry.set), Counter())[entry.tier or "unsaid"] += 1
    return counts


def case_names(game_id: str, paths: Iterable[Path]) -> dict[str, list[str]]:
    """For each name (of a card, a rule, a code) the ids of the cases of a game that name it."""
    named: dict[str, list[str]] = {}
    for path in paths:
        for file in case_files(path):
            try:
                data = tomli.loads(files.read_text(file))
            except (OSError, UnicodeDecodeError, tomli.TOMLDecodeError):
                continue
            listed = data.get("case")
            if data.get("game") != game_id or not isinstance(listed, list):
                continue
            for case in listed:
                if isinstance(case, Mapping):
                    for name in dict.fromkeys(_names(case)):
                        named.setdefault(name, []).append(str(case.get("id", "?")))
    return named


def _names(case: Mapping[str, Any]) -> Iterator[str]:
    """Every name in a case: the rules that it is about, those that verdicts must cite, codes and cards."""
    for key, value in case.items():
        if key not in ("id", "title", "source"):
            yield from _words(value)


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        for name in expand(value):
            yield name.partition("#")[0]
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            if key != "note":
                yield str(key).partition("#")[0]
                yield from _words(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from _words(entry)
