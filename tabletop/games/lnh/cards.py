"""Cards as the rules read them: what a definition says of its ways to be played and used, its triggers and traits,
bound to typed verbs. Binding is also the check of the data: a mistake names the card, the key and the likely meaning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from tabletop.games.lnh.rows import Row, effects
from tabletop.games.lnh.traits import Nothing, Trait, traits
from tabletop.rules.game import CardFault
from tabletop.rules.verbs import VerbError, bind_table
from tabletop.table.state import Definition

Words = tuple[str, ...]


class Pick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a card may pick out: cards of these kinds, names or sorts of Equipment (none given: all cards), in a place.

    `zone`: in play, a hand, deck or pile, the temporaries that the opponent played last turn (`played`), the sources of
    the damage that waits for the player (`damage`), the direct attacks made this turn (`attacks`), or nothing but
    `seats`. `whose` counts from the player: who controls the card, whose pile it is, who did the damage.
    """

    kind: Words = ()
    name: Words = ()
    sort: Words = ()
    not_sort: Words = ()
    zone: Literal["play", "hand", "deck", "hand_or_deck", "lost", "outside", "played", "damage", "attacks", "none"] = (
        "play"
    )
    whose: Literal["any", "me", "opponent"] = "any"
    seats: Literal["", "any", "opponent"] = ""
    damaged: bool | None = None
    usable: bool = False
    counters: bool = False
    attack: bool = False
    """A direct attack: a card that makes one, or damage done by one."""
    last_turn: bool = False
    """Damage of the opponent's last turn."""
    off_list: bool = False
    """A Power that the player's Origins do not list."""
    new: bool = False
    """A card that the opponent played in their last turn."""
    removes: bool = False
    """It is picked out to be removed from play."""
    number: int = 1
    every: bool = False
    """All that fit, in the order wanted."""


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to play or to use a card: what is named with it, its conditions and cost, and what it does.

    `window` names the windows in which a use answers something (none: in the main phase), `against` the kinds of cards
    that it answers. An `ability` does not turn the card down. `nest`: the first card `with` it is carried out too, a
    Power of the hand (`power`) or a temporary of the opponent's (`copy`).
    """

    option: str = ""
    at: Pick | None = None
    using: Pick | None = msgspec.field(default=None, name="with")
    declare: bool = False
    needs: Words = ()
    discards: int = 0
    attack: bool = False
    window: Words = ()
    against: Words = ()
    ability: bool = False
    early: bool = False
    """It may be played at the beginning of the turn while a Villain is in play."""
    nest: Literal["", "power", "copy"] = ""
    effects: tuple[Any, ...] = ()


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happens at the beginning or the end of turns: of its player, the opponent, each, or the player
    that the card is aimed at (`target`).
    """

    at: Literal["begin", "end"]
    whose: Literal["me", "opponent", "each", "target"] = "me"
    affects: bool = True
    """It does something to the player whose turn it is: a Costume Change may help against a Villain's."""
    effects: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A card as the rules read it."""

    id: str
    name: str
    type: str
    word: str
    """The word before the colon of its name, or ""."""
    kinds: frozenset[str]
    """All that the card counts as: its type, the type of a Plot or Plot Twist, the word before its colon."""
    sorts: frozenset[str]
    """The sorts of an Equipment: "TECH: Vehicle" is TECH and Vehicle."""
    permanent: bool
    limits: Mapping[str, int]
    lim: int
    male: bool
    duty: str
    attack: bool
    """To play it is a direct attack."""
    damage: str
    """The kind of the damage it does: "attack", "blast" (an Energy Blast), "sure" (nothing changes it) or ""."""
    text: str
    play: tuple[Way, ...]
    use: tuple[Way, ...]
    when: tuple[When, ...]
    traits: tuple[tuple[str, Trait], ...]
    origin: str
    """The Origin that it is, without the word before the colon, or ""."""
    arrives: tuple[Row, ...]
    source: Definition

    def rows(self, way: str) -> tuple[Row, ...]:
        """The effects of one of its parts: "play.0", "use.1", "when.0" or "arrives"."""
        part, _, number = way.partition(".")
        if part == "arrives":
            return self.arrives
        listed: tuple[Any, ...] = getattr(self, part, ()) if part in ("play", "use", "when") else ()
        index = int(number) if number.isdecimal() else 0
        return listed[index].effects if index < len(listed) else ()

    @property
    def bare(self) -> bool:
        """Whether nothing is known of what its text does."""
        return not (self.play or self.use or self.when or self.traits or self.arrives)

    @property
    def blank(self) -> bool:
        """Whether it says that it has no text."""
        return any(isinstance(trait, Nothing) for _, trait in self.traits)


_TYPES_THAT_STAY = frozenset({"Origin", "Plot", "Equipment", "Hero", "Token", "Foreign"})
NO_WAY = (Way(),)
"""How a card is played that asks for nothing."""


def read(card_id: str, kept: Definition) -> Card:
    """A card from what a table keeps of its definition. Raises VerbError for rows that do not fit."""
    data = kept.data
    name = str(data.get("name", kept.name))
    word = name.partition(": ")[0] if ": " in name else ""
    subtype = str(data.get("subtype", "") or "")
    kinds = {kept.type, word}
    if kept.type == "Equipment":
        sorts = frozenset(part.strip() for part in subtype.split(":") if part.strip())
    else:
        sorts = frozenset()
        kinds.add(subtype)
    kinds.discard("")
    lasts = data.get("kind")
    stays = (
        lasts == "permanent" if isinstance(lasts, str) else bool(data.get("permanent", kept.type in _TYPES_THAT_STAY))
    )
    play = _bound(Way, data, "play", card_id)
    use = _bound(Way, data, "use", card_id)
    attack = any(way.attack for way in play) and not stays
    ways = (*play, *use)
    kinds_of_damage = [row.damage_kind for way in ways for row in way.effects if row.damage_kind]
    return Card(
        id=card_id, name=name, type=kept.type, word=word, kinds=frozenset(kinds), sorts=sorts, permanent=stays,
        limits=_limits(data.get("limits")), lim=_number(data.get("lim"), 0), male=bool(data.get("male", False)),
        duty=str(data.get("duty", "") or ""), attack=attack,
        damage=kinds_of_damage[0] if kinds_of_damage else "", text=str(data.get("text", "") or ""), play=play, use=use,
        when=_bound(When, data, "when", card_id), traits=_traits(data, card_id),
        origin=name.removeprefix("Origin: ") if kept.type == "Origin" else "",
        arrives=_rows(data.get("arrives", ()), f"{card_id}: arrives"), source=kept,
    )  # fmt: skip


def faults(card_id: str, kept: Definition) -> Iterator[CardFault]:
    """What is wrong with the rows of a card, one sentence each; each row is looked at by itself."""
    for part in ("play", "use", "when", "always", "arrives"):
        listed = kept.data.get(part)
        rows = listed if isinstance(listed, list | tuple) else [listed]
        for number, row in enumerate(rows):
            alone = [row] if rows is listed else row
            if alone is None:
                continue
            try:
                read(card_id, Definition(kept.name, kept.type, {"name": kept.name, part: alone}))
            except (VerbError, TypeError, ValueError) as fault:
                told = str(fault).removeprefix(f"{card_id}: ").replace(f"{part}[0]", f"{part}[{number}]", 1)
                yield CardFault(card_id, part, told)


READ: dict[int, tuple[Definition, Card]] = {}
"""The cards that were read, by the identity of their definitions (which are kept, so that it stays theirs)."""

_NAMED: dict[str, Card] = {}


def card_of(card_id: str, kept: Definition) -> Card:
    """The card that belongs to a definition, read once. Rows that do not fit are left out: then its text is for the
    players to carry out.
    """
    found = READ.get(id(kept))
    if found is not None:
        return found[1]
    card = _NAMED.get(card_id)
    if card is None or card.source != kept:
        try:
            card = read(card_id, kept)
        except (VerbError, TypeError, ValueError):
            bare = {key: value for key, value in kept.data.items() if key in ("name", "subtype", "kind", "permanent")}
            card = read(card_id, Definition(kept.name, kept.type, bare))
        _NAMED[card_id] = card
    if len(READ) > 4096:
        READ.clear()
    READ[id(kept)] = (kept, card)
    return card


def _bound(kind: Any, data: Mapping[str, Any], key: str, card_id: str) -> tuple[Any, ...]:
    listed = data.get(key, ())
    if not isinstance(listed, list | tuple):
        raise VerbError(f"{card_id}: {key} wants a list of tables")
    found = []
    for number, raw in enumerate(listed):
        where = f"{card_id}: {key}[{number}]"
        bound = bind_table(kind, raw, where)
        rows = _rows(bound.effects, f"{where}.effects")
        found.append(msgspec.structs.replace(bound, effects=rows))
    return tuple(found)


def _rows(raw: Any, where: str) -> tuple[Row, ...]:
    if not isinstance(raw, list | tuple):
        raise VerbError(f"{where} wants a list of rows")
    return tuple(effects.bind(row, f"{where}[{number}]") for number, row in enumerate(raw))  # type: ignore[misc]


def _traits(data: Mapping[str, Any], card_id: str) -> tuple[tuple[str, Trait], ...]:
    listed = data.get("always", ())
    if not isinstance(listed, list | tuple):
        raise VerbError(f"{card_id}: always wants a list of rows")
    found: list[tuple[str, Trait]] = []
    for number, row in enumerate(listed):
        bound = traits.bind(row, f"{card_id}: always[{number}]")
        assert isinstance(bound, Trait)
        found.append((row["do"], bound))
    return tuple(found)


def _limits(raw: Any) -> Mapping[str, int]:
    if not isinstance(raw, Mapping):
        return {}
    return {str(origin): number for origin, number in raw.items() if isinstance(number, int)}


def _number(raw: Any, default: int) -> int:
    return raw if isinstance(raw, int) and not isinstance(raw, bool) else default
