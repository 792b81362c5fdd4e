"""What makes a deck legal (base rule 4): judged for a deck of a file and for the zones of a table alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tabletop.cards.dealing import definition
from tabletop.cards.library import Library
from tabletop.cards.model import Deck
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.effects import inherent_rows, rows
from tabletop.games.overpower.options import chosen
from tabletop.games.overpower.spec import ANY, Spec, words
from tabletop.rules.model import Violation

LIMITS = {12: 58, 13: 62, 14: 67, 15: 72, 16: 76}
"""The most points of a team by the sum of its Characters' ranks."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A deck by its parts. Each card has the piece it is on a table, or 0."""

    characters: list[tuple[Spec, int]]
    missions: list[tuple[Spec, int]]
    homebase: list[tuple[Spec, int]]
    battlesite: list[tuple[Spec, int]]
    under: list[tuple[Spec, int]]
    draw: list[tuple[Spec, int]]
    options: Mapping[str, object]

    def option(self, name: str) -> Any:
        """An option of the game."""
        return chosen(self.options, name)


def table_deck(board: Board, seat: str) -> Iterator[Violation]:
    """What is illegal about the deck that lies in the zones of a seat before the game."""

    def zone(*names: str) -> list[tuple[Spec, int]]:
        return [(board.spec(piece), piece) for name in names for piece in board.zone(seat, name)]

    options = board.table.facts.get("options")
    yield from deck_violations(
        Parts(
            zone("front", "reserve"),
            zone("missions_reserve"),
            zone("homebase"),
            zone("battlesite"),
            zone("site_cards"),
            zone("draw", "hand"),
            options if isinstance(options, dict) else {},
        )
    )


def library_deck(library: Library, deck: Deck) -> Iterator[Violation]:
    """What is illegal about a deck of a file."""

    def section(*names: str) -> list[tuple[Spec, int]]:
        found = []
        for name in names:
            for card_id, number in deck.sections.get(name, ()):
                card = library.card(card_id)
                if card is not None:
                    found += [(Spec(card.id, definition(card)), 0)] * number
        return found

    yield from deck_violations(
        Parts(
            section("front", "reserve"),
            section("missions"),
            section("homebase"),
            section("battlesite"),
            section("site_cards"),
            section("main"),
            {},
        )
    )


def deck_violations(parts: Parts) -> Iterator[Violation]:
    """Every rule of deck construction that a deck breaks."""
    yield from _characters(parts)
    yield from _missions(parts)
    counted = sum(spec.type not in ("character", "mission", "location") for spec, _ in parts.draw)
    least = parts.option("min_draw_deck")
    if any(spec.type == "event" for spec, _ in parts.draw):
        least = max(least, parts.option("min_with_events"))
    if counted < least:
        yield Violation("deck-size", f"The draw deck has {counted} cards; it needs at least {least}.")
    yield from _points(parts)
    yield from _specials(parts)
    yield from _one_per_deck(parts)
    yield from _events(parts)
    yield from _homebase(parts)
    yield from _battlesite(parts)
    yield from _codes(parts)


def _name(spec: Spec, piece: int) -> str:
    return f"{{{piece}}}" if piece else spec.name.replace("{", "{{")


def _ids(entries: Iterable[tuple[Spec, int]]) -> tuple[int, ...]:
    return tuple(piece for _, piece in entries if piece)


def _characters(parts: Parts) -> Iterator[Violation]:
    team = [entry for entry in parts.characters if entry[0].type == "character"]
    if len(team) != 4 or len(parts.characters) != 4:
        yield Violation("deck-characters", f"A team is four Characters; here are {len(team)}.", _ids(team))
    for name, number in Counter(spec.name for spec, _ in team).items():
        if number > 1:
            twice = [entry for entry in team if entry[0].name == name]
            yield Violation("deck-characters", f"{_name(*twice[0])} is in the team {number} times.", _ids(twice))
    sides = {spec.get("side") for spec, _ in team} & {"hero", "villain"}
    if len(sides) > 1 and not parts.option("sides_mixed"):
        yield Violation("deck-characters", "Heroes and villains are not in one team.", _ids(team))


def _missions(parts: Parts) -> Iterator[Violation]:
    if not parts.option("missions_used"):
        return
    numbers = sorted(spec.number("number") or 0 for spec, _ in parts.missions if spec.type == "mission")
    sets = {str(spec.get("set")) for spec, _ in parts.missions}
    if numbers != [1, 2, 3, 4, 5, 6, 7] or len(parts.missions) != 7:
        listed = ", ".join(map(str, numbers)) or "none"
        yield Violation(
            "deck-missions", f"The Missions have to be 1 to 7, each once; here are {listed}.", _ids(parts.missions)
        )
    elif len(sets) > 1:
        yield Violation(
            "deck-missions", f"The Missions are of several sets: {', '.join(sorted(sets))}.", _ids(parts.missions)
        )


def points(spec: Spec) -> int:
    """The deck points of a Character."""
    printed = spec.number("deck_points")
    return printed if printed is not None else sum(spec.grid.values())


def _points(parts: Parts) -> Iterator[Violation]:
    team = [spec for spec, _ in parts.characters if spec.type == "character"]
    home = parts.homebase[0][0] if parts.homebase else None
    flat = parts.option("point_limit")
    if (
        flat == "rank"
        and home is not None
        and home.get("characters") != ANY
        and words(home.get("characters")) != (ANY,)
        and _all_listed(team, home)
    ):
        return
    rank = sum(spec.rank for spec in team)
    limit = LIMITS.get(rank, 76 if rank > 16 else 58) if flat == "rank" else flat
    total = sum(points(spec) for spec in team)
    if total > limit:
        summed = " + ".join(str(points(spec)) for spec in team)
        whose = f"with rank {rank} it may have" if flat == "rank" else "a team may have"
        text = f"The team has {total} points ({summed}); {whose} {limit}."
        yield Violation("deck-points", text, _ids(parts.characters))


def _all_listed(team: list[Spec], location: Spec) -> bool:
    listed = words(location.get("characters"))
    return listed == (ANY,) or all(spec.name in listed for spec in team)


def _plays(parts: Parts, special: Spec) -> bool:
    """Whether somebody in the team may play a Special: by name, or by an inherent ability or that of the Homebase."""
    if any(spec.name == special.character for spec, _ in parts.characters):
        return True
    abilities = [row for spec, _ in parts.characters for row in inherent_rows(spec)]
    abilities += [row for spec, _ in parts.homebase for row in rows(spec.data)]
    for row in abilities:
        if row.get("effect") == "play_others" and special.character in words(row.get("specials_of")):
            names = words(row.get("names"))
            if not names or special.name in names:
                return True
    return False


def _specials(parts: Parts) -> Iterator[Violation]:
    for spec, piece in parts.draw:
        if spec.is_special and not spec.any_hero and not _plays(parts, spec):
            yield Violation(
                "deck-specials",
                f"{_name(spec, piece)} is a Special of {spec.character}, whom nobody in the team plays.",
                _ids([(spec, piece)]),
            )


def _one_per_deck(parts: Parts) -> Iterator[Violation]:
    seen: dict[tuple[str, str, str], list[tuple[Spec, int]]] = {}
    for entry in (*parts.draw, *parts.under):
        spec = entry[0]
        if spec.opd:
            seen.setdefault((spec.type, spec.character, spec.name), []).append(entry)
    for found in seen.values():
        if len(found) > 1:
            yield Violation(
                "deck-opd", f"{_name(*found[0])} is One Per Deck, but in it {len(found)} times.", _ids(found)
            )


def _events(parts: Parts) -> Iterator[Violation]:
    events = [entry for entry in parts.draw if entry[0].type == "event"]
    most = parts.option("max_events")
    if events and not parts.option("missions_used"):
        yield Violation("deck-events", "Without Missions there are no Events.", _ids(events))
    if len(events) > most:
        yield Violation("deck-events", f"A deck has at most {most} Events; here are {len(events)}.", _ids(events))
    sets = {str(spec.get("set")) for spec, _ in parts.missions}
    for spec, piece in events:
        if str(spec.get("set")) not in (*sets, ANY):
            yield Violation(
                "deck-events",
                f"{_name(spec, piece)} belongs to {spec.get('set')}, not to the Missions' set.",
                _ids([(spec, piece)]),
            )


def _homebase(parts: Parts) -> Iterator[Violation]:
    if len(parts.homebase) > 1:
        yield Violation("deck-homebase", "A deck has one Homebase at most.", _ids(parts.homebase))
    for spec, piece in parts.homebase:
        listed = words(spec.get("characters"))
        for char, at in parts.characters:
            if listed != (ANY,) and char.name not in listed:
                yield Violation(
                    "deck-homebase",
                    f"{_name(char, at)} is not on the list of {_name(spec, piece)}.",
                    _ids([(char, at), (spec, piece)]),
                )


def _battlesite(parts: Parts) -> Iterator[Violation]:
    heroes = [entry for entry in (*parts.draw, *parts.under) if entry[0].any_hero]
    activators = [entry for entry in parts.draw if entry[0].type == "activator"]
    listed: tuple[str, ...] = ()
    if len(parts.battlesite) > 1:
        yield Violation("deck-battlesite", "A deck has one Battlesite at most.", _ids(parts.battlesite))
    for spec, piece in parts.battlesite[:1]:
        listed = words(spec.get("characters"))
        if listed == (ANY,):
            yield Violation(
                "deck-battlesite",
                f"{_name(spec, piece)} is for any legal team and no Battlesite.",
                _ids([(spec, piece)]),
            )
        for char, at in parts.characters:
            if char.name in listed:
                yield Violation(
                    "deck-battlesite",
                    f"{_name(char, at)} is in the team and on the list of {_name(spec, piece)}.",
                    _ids([(char, at), (spec, piece)]),
                )
        if heroes and not parts.option("any_hero_with_battlesite"):
            yield Violation(
                "deck-any-hero", f"With a Battlesite there are no Any Hero Specials: {_name(*heroes[0])}.", _ids(heroes)
            )
    if heroes and parts.homebase and not parts.option("any_hero_with_homebase"):
        yield Violation(
            "deck-any-hero", f"With a Homebase there are no Any Hero Specials: {_name(*heroes[0])}.", _ids(heroes)
        )
    for spec, piece in parts.under:
        if not spec.is_special or spec.character not in listed:
            yield Violation(
                "deck-battlesite",
                f"{_name(spec, piece)} is no Special of a Character on the Battlesite's list.",
                _ids([(spec, piece)]),
            )
        elif _plays(parts, spec):
            yield Violation(
                "deck-battlesite",
                f"{_name(spec, piece)} may be played by the team and not lie under the Battlesite.",
                _ids([(spec, piece)]),
            )
    for spec, piece in activators:
        if spec.character not in listed:
            yield Violation(
                "deck-activators",
                f"{_name(spec, piece)} calls a Character that is on no Battlesite of yours.",
                _ids([(spec, piece)]),
            )


def _codes(parts: Parts) -> Iterator[Violation]:
    """Specials whose code does not exist, or whose parameters do not fit it."""
    from tabletop.games.overpower.codes import problems

    told = set()
    for spec, piece in (*parts.draw, *parts.under):
        if spec.is_special and spec.id not in told:
            told.add(spec.id)
            for text in problems(spec):
                yield Violation(spec.code or "deck-specials", text.replace("{", "{{"), _ids([(spec, piece)]))
