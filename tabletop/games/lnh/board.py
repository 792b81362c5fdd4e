"""The typed view of a table of LNH Storycards: zones, cards, what they count as, what is in force.

A board keeps nothing but what it has read off its table, and reads it again when the table has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import is_
from typing import Any, NamedTuple, TypeVar

import msgspec

from tabletop.games.lnh.cards import READ, Card, card_of
from tabletop.games.lnh.traits import ExtraPlay, Trait
from tabletop.rules import lasting
from tabletop.rules.lasting import Lasting
from tabletop.table.state import Definition, Piece, Table
from tabletop.table.zones import TABLE

T = TypeVar("T", bound=Trait)

COUNTER = "counter"
PRESTIGE = "prestige"
MAXIMUM = "max_prestige"
ATTACHED = "attached"
ANNOUNCED = TABLE
"""Where a card lies while it is being played: in the middle of the table."""

KIND, DAMAGED, TARGET, COPIES, BROUGHT, PREGAME = "kind", "damaged", "target", "copies", "brought", "pregame"
NAMED = "secret.named"
NULLIFIED = "nullified"
AGE, READY, SWAPPED = "age", "ready", "swapped"

_HERO = frozenset({"Hero"})
_VILLAIN = frozenset({"Plot", "Villain"})
_NOTHING = card_of("", Definition("a card", ""))
_NO_IDS: list[int] = []

_ORIGIN, _WHEN = "origin", "when"
"""The names under which the index keeps the Origins, and the cards that do something as turns begin or end."""

_ATTACHED = f".{ATTACHED}"

PLAY = {seat: f"{seat}.play" for seat in "ABCD"}


class Held(NamedTuple):
    """A trait that is in force: the piece that has it, and the seat that controls the piece."""

    piece: int
    seat: str
    trait: Any


class Wound(msgspec.Struct, frozen=True, omit_defaults=True):
    """Damage that waits: to whom, from which card, by whom, the amount as dealt, and what has changed it since.

    `kind` is "attack" for a direct attack, "blast" for an Energy Blast, "sure" for one that nothing changes, else "".
    """

    victim: str
    source: int
    amount: int
    by: str
    kind: str = ""
    rider: int = 0
    """What Insult to Injury adds if anything is left after reductions."""
    prevented: int = 0
    cut: int = 0
    """What Shamcutter would take off."""


class Attack(msgspec.Struct, frozen=True, omit_defaults=True):
    """A direct attack that was made this turn, hit or miss. A `blast` counts for the opponent's permission only."""

    by: str
    card: int
    blast: bool = False


class Board:
    """A table of LNH Storycards, to be read."""

    __slots__ = (
        "_effects", "_effects_raw", "_how", "_index", "_lying", "_revision", "_turn", "_wounds", "_wounds_raw", "facts",
        "table",
    )  # fmt: skip

    def __init__(self, table: Table) -> None:
        self.table = table
        self.facts = table.facts
        self._revision: int | None = None
        self._index: dict[str, list[Held]] = {}
        self._turn: tuple[str, int] = ("", -1)
        self._how: list[Any] = []
        self._lying: list[Piece] = []
        self._effects_raw: Any = None
        self._effects: list[Lasting] = []
        self._wounds_raw: Any = None
        self._wounds: list[Wound] = []

    # seats and numbers

    @property
    def turn(self) -> str:
        """The seat whose turn it is."""
        return str(self.facts.get("turn", "A"))

    @property
    def phase(self) -> str:
        """before, beginning, main, retcon, end or over."""
        return str(self.facts.get("phase", "main"))

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, the active player first."""
        turn = self.turn
        return (turn, self.opponent(turn))

    def opponent(self, seat: str) -> str:
        """The other seat."""
        return "A" if seat == "B" else "B"

    def number(self, seat: str, name: str) -> int:
        """A number that a seat keeps."""
        found = self.table.seats.get(seat)
        return found.counters.get(name, 0) if found is not None else 0

    def prestige(self, seat: str) -> int:
        """The Prestige of a seat, Patronage included."""
        return self.number(seat, PRESTIGE)

    def fact_of(self, name: str, seat: str, default: Any = None) -> Any:
        """What a fact that is kept for each seat says of one."""
        found = self.facts.get(name)
        return found.get(seat, default) if isinstance(found, dict) else default

    def listed(self, name: str) -> list[Any]:
        """A fact that is a list."""
        found = self.facts.get(name)
        return found if isinstance(found, list) else []

    def _plays(self, seat: str) -> list[list[Any]]:
        """The plays that a seat has made this turn (fact `plays`): of each the allowance it took, and its cards."""
        found = self.fact_of("plays", seat)
        return [one for one in found if isinstance(one, list)] if isinstance(found, list) else []

    def played(self, seat: str) -> list[int]:
        """The cards that a seat has played this turn, in order."""
        return [piece for play in self._plays(seat) for piece in play[1:] if type(piece) is int]

    def played_last(self, seat: str) -> list[int]:
        """The cards that a seat played in its latest finished turn."""
        return _ids(self.fact_of("played_last", seat))

    def plays(self, seat: str) -> int:
        """How many plays a seat has made this turn (two cards that are one play count once)."""
        return len(self._plays(seat))

    def has_moved(self, seat: str) -> bool:
        """Whether a seat has played or used anything in the main part of this turn."""
        return bool(self.facts.get("moved")) or any(
            play[:1] != [""] and play[-1:] != ["early"] for play in self._plays(seat)
        )

    def last_card(self, seat: str) -> int | None:
        """The card that a seat played last, in this turn or before."""
        now = self.played(seat)
        found = now[-1] if now else self.fact_of("last_card", seat)
        return found if type(found) is int else None

    # zones

    def ids(self, seat: str, zone: str) -> list[int]:
        """The pieces in a zone of a seat, in order. Not to be changed."""
        return self.table.order.get(f"{seat}.{zone}", _NO_IDS)

    def play(self, seat: str) -> list[int]:
        """The cards in play that a seat controls, oldest first."""
        return self.table.order.get(PLAY.get(seat, ""), _NO_IDS)

    def hand(self, seat: str) -> list[int]:
        """The cards in a seat's hand."""
        return self.table.order.get(f"{seat}.hand", _NO_IDS)

    def deck(self, seat: str) -> list[int]:
        """The cards of a seat's deck, top first."""
        return self.table.order.get(f"{seat}.deck", _NO_IDS)

    def lost(self, seat: str) -> list[int]:
        """The cards in a seat's lost pile."""
        return self.table.order.get(f"{seat}.lost", _NO_IDS)

    def in_play(self) -> Iterator[int]:
        """All cards in play, those of the active player first, with what is attached to them."""
        order = self.table.order
        attached = self._attached()
        for seat in self.seats:
            if not attached:
                yield from self.play(seat)
                continue
            for piece in self.play(seat):
                yield piece
                yield from order.get(f"{piece}.{ATTACHED}", ())

    def _attached(self) -> list[str]:
        """The zones that hold something which is attached to a card."""
        return [zone for zone, ids in self.table.order.items() if zone.endswith(_ATTACHED) and ids]

    def is_in_play(self, piece: int) -> bool:
        """Whether a card lies in play, or is attached to one that does."""
        return self.controller(piece) is not None

    def controller(self, piece: int) -> str | None:
        """The seat that controls a card in play: in whose part of the table it lies."""
        found = self.table.pieces.get(piece)
        if found is None:
            return None
        owner, _, name = found.zone.partition(".")
        if name == "play":
            return owner
        if name == ATTACHED and owner.isdecimal() and int(owner) != piece:
            return self.controller(int(owner))
        return None

    def by_age(self) -> list[int]:
        """The cards in play that do something at the beginning or the end of turns, oldest first."""
        found = [held.piece for held in self.trait(_WHEN)]
        for zone in self._attached():
            found += [piece for piece in self.table.order[zone] if self.card(piece).when and self.is_in_play(piece)]
        found.sort(key=self._age)
        return found

    def next_age(self) -> int:
        """The age of the card that comes into play next: the order in which cards came."""
        return max((self._age(piece) for piece in self.in_play()), default=0) + 1

    def _age(self, piece: int) -> int:
        found = self.table.pieces.get(piece)
        age = found.marks.get(AGE) if found is not None else None
        return age if isinstance(age, int) and age < (1 << 30) else 0

    # cards

    def piece(self, piece: int) -> Piece | None:
        """A piece, or None."""
        return self.table.pieces.get(piece)

    def card(self, piece: int) -> Card:
        """The card that a piece is, as the rules read it."""
        table = self.table
        found = table.pieces.get(piece)
        kept = table.definitions.get(found.card) if found is not None else None
        if found is None or kept is None:
            return _NOTHING
        known = READ.get(id(kept))
        return known[1] if known is not None else card_of(found.card, kept)

    def text(self, card_id: str) -> Card:
        """The card of a definition."""
        kept = self.table.definitions.get(card_id)
        return card_of(card_id, kept) if kept is not None else _NOTHING

    def name(self, piece: int) -> str:
        """The name of a card."""
        return self.card(piece).name

    def kinds(self, piece: int) -> frozenset[str]:
        """All that a card counts as now: a Change of Heart makes a Hero a Villain, or the other way round."""
        found = self.table.pieces.get(piece)
        if found is None:
            return frozenset()
        if found.marks and (now := found.marks.get(KIND)) is not None:
            if now == "Hero":
                return _HERO
            if now == "Villain":
                return _VILLAIN
        return self.card(piece).kinds

    def is_hero(self, piece: int) -> bool:
        """Whether a card counts as a Hero now."""
        return "Hero" in self.kinds(piece)

    def heroes(self, seat: str) -> list[int]:
        """The Heroes that a seat controls."""
        return [piece for piece in self.play(seat) if self.is_hero(piece)]

    def is_up(self, piece: int) -> bool:
        """Whether a card lies face up."""
        found = self.table.pieces.get(piece)
        return found is not None and found.up

    def mark(self, piece: int, name: str) -> Any:
        """A mark of a card."""
        found = self.table.pieces.get(piece)
        return found.marks.get(name) if found is not None else None

    def counters(self, piece: int) -> int:
        """The counters on a card."""
        found = self.table.pieces.get(piece)
        return found.counters.get(COUNTER, 0) if found is not None else 0

    def has(self, seat: str, name: str) -> bool:
        """Whether a seat has a card of that name in play."""
        return any(self.name(piece) == name for piece in self.play(seat))

    def named(self, name: str) -> list[int]:
        """The cards of that name in play, on either side."""
        return [piece for piece in self.in_play() if self.name(piece) == name]

    def origins(self, seat: str) -> list[str]:
        """The Origins that a seat has in play, without the word before the colon."""
        return [held.trait for held in self.trait(_ORIGIN, seat)]

    def texts(self, piece: int) -> list[Card]:
        """The cards whose texts a card in play has: its own, and that of the Hero whose abilities it has borrowed."""
        own = self.card(piece)
        copied = self.mark(piece, COPIES)
        if isinstance(copied, int) and copied in self.table.pieces:
            return [own, self.card(copied)]
        return [own]

    # traits

    @property
    def index(self) -> dict[str, list[Held]]:
        """The traits in force by name, those of the active player's cards first."""
        table = self.table
        if self._revision != table.revision:
            self._revision = table.revision
            turn, pieces, order = self.turn, table.pieces, table.order
            first = turn if turn in PLAY else "A"
            mine = order.get(PLAY[first], _NO_IDS)
            lying = [pieces[number] for number in mine]
            lying += [pieces[number] for number in order.get(PLAY[self.opponent(first)], _NO_IDS)]
            how = [(piece.up, piece.marks.get(COPIES)) for piece in lying]
            # Most operations change nothing here: then the index is still right. Pieces are compared as objects.
            if (turn, len(mine)) != self._turn or how != self._how or not all(map(is_, lying, self._lying)):
                self._turn, self._how, self._lying = (turn, len(mine)), how, lying
                self._index = self._read_traits(lying, len(mine), first)
        return self._index

    def _read_traits(self, lying: list[Piece], mine: int, first: str) -> dict[str, list[Held]]:
        found: dict[str, list[Held]] = {}
        definitions = self.table.definitions
        for number, piece in enumerate(lying):
            kept = definitions.get(piece.card)
            if kept is None:
                continue
            known = READ.get(id(kept))
            card = known[1] if known is not None else card_of(piece.card, kept)
            listed = card.traits
            if COPIES in piece.marks:
                listed = tuple(entry for text in self.texts(piece.id) for entry in text.traits)
            elif not listed and not card.origin and not card.when:
                continue
            seat = first if number < mine else self.opponent(first)
            for name, trait in listed:
                if piece.up or not trait.up:
                    found.setdefault(name, []).append(Held(piece.id, seat, trait))
            if card.origin:
                found.setdefault(_ORIGIN, []).append(Held(piece.id, seat, card.origin))
            if card.when or (COPIES in piece.marks and any(text.when for text in self.texts(piece.id))):
                found.setdefault(_WHEN, []).append(Held(piece.id, seat, None))
        return found

    def trait(self, name: str, seat: str | None = None) -> list[Held]:
        """The traits of that name that are in force, or those of a seat's cards."""
        held = self.index.get(name)
        if not held:
            return []
        return held if seat is None else [entry for entry in held if entry.seat == seat]

    def traits_of(self, piece: int) -> list[Trait]:
        """All traits of a card in play, whether it is face up or not."""
        return [trait for text in self.texts(piece) for _, trait in text.traits]

    def own_trait(self, piece: int, name: str, kind: type[T]) -> T | None:
        """A trait that a card in play has, whether it is face up or not."""
        for text in self.texts(piece):
            for found, trait in text.traits:
                if found == name and isinstance(trait, kind):
                    return trait
        return None

    # lasting effects and damage

    @property
    def lasting(self) -> list[Lasting]:
        """All lasting effects."""
        raw = self.facts.get(lasting.EFFECTS)
        if raw is None:
            return []
        if raw is not self._effects_raw:
            self._effects = lasting.effects(self.table)
            self._effects_raw = raw
        return self._effects

    def effects(self, kind: str, seat: str | None = None) -> list[Lasting]:
        """The lasting effects of a kind, or those that concern a seat."""
        if lasting.EFFECTS not in self.facts:
            return []
        return [one for one in self.lasting if one.kind == kind and (seat is None or one.seat == seat)]

    @property
    def wounds(self) -> list[Wound]:
        """All damage that waits, in the order in which it was done."""
        raw = self.facts.get("damage")
        if not raw or not isinstance(raw, list):
            return []
        if raw is not self._wounds_raw:
            self._wounds = [wound for entry in raw if (wound := _converted(entry, Wound)) is not None]
            self._wounds_raw = raw
        return self._wounds

    @property
    def attacks(self) -> list[Attack]:
        """The direct attacks of this turn."""
        return [attack for entry in self.listed("attacks") if (attack := _converted(entry, Attack)) is not None]

    def escapes(self, seat: str) -> bool:
        """Whether no Villain's text affects a seat (Costume Change)."""
        return bool(self.effects("costume", seat))

    def is_villain(self, piece: int) -> bool:
        """Whether a card counts as a Villain now, so that a Costume Change helps against it."""
        return "Villain" in self.kinds(piece)

    def attack_played(self, seat: str) -> bool:
        """Whether a seat has played a direct attack this turn."""
        return any(self.card(piece).attack for piece in self.played(seat))

    # allowances

    def number_of_cards(self, seat: str) -> int:
        """How many cards of any kind a seat may play this turn."""
        slow = bool(self.effects("slow", seat))
        speeds = 0 if slow else sum(held.trait.kind == "any" for held in self.trait("extra_play", seat))
        total = 1 + speeds
        for effect in self.effects("number", seat):
            then = effect.value if isinstance(effect.value, dict) else {}
            total = _int(then.get("cards")) + max(0, speeds - _int(then.get("speeds")))
        return total + self.extra(seat, "any")

    def extra(self, seat: str, kind: str) -> int:
        """How many plays of a kind effects of this turn have given a seat."""
        found = 0
        for effect in self.effects("extra", seat):
            given = effect.value
            if isinstance(given, dict) and given.get("kind") == kind:
                found += _int(given.get("number"))
        return found

    def spent(self, seat: str, allowance: str) -> int:
        """How many plays of a seat's turn were taken from an allowance."""
        return sum(play[:1] == [allowance] for play in self._plays(seat))

    def plays_left(self, seat: str) -> int:
        """What is left of the plays of any kind; 0 for the player whose turn it is not, and where a Super Apathy Lad
        stops further cards.
        """
        if seat != self.turn or self.capped(seat):
            return 0
        return max(0, self.number_of_cards(seat) - self.spent(seat, "any"))

    def capped(self, seat: str) -> list[Held]:
        """What stops a seat from playing more than the one card of its turn."""
        if seat != self.turn or self.plays(seat) < 1:
            return []
        return self.trait("one_card_only")

    def allowance(self, seat: str, card: Card) -> str | None:
        """The narrowest allowance that fits a card: the name under which it is spent; None if none is left."""
        if card.attack:
            if self.effects("only_attacks", seat):
                return "attack"
            if self.spent(seat, "attack") < self.extra(seat, "attack"):
                return "attack"
        extras: list[ExtraPlay] = [
            held.trait for held in self.trait("extra_play") if held.seat == seat or held.trait.each
        ]
        if extras:
            attacked: bool | None = None
            for kind, name, fits in (
                ("attack", "after attack", card.attack), ("Power", "Power", "Power" in card.kinds),
            ):  # fmt: skip
                if fits and not self.spent(seat, name) and any(one.kind == kind for one in extras):
                    attacked = self.attack_played(seat) if attacked is None else attacked
                    if attacked:
                        return name
            for kind in ("Location", "Hero", "Villain", "Return to LNHQ"):
                if kind in card.kinds and self.spent(seat, kind) < sum(one.kind == kind for one in extras):
                    return kind
            if card.type in ("Plot", "Plot Twist"):
                number = sum(one.kind == "plot" for one in extras)
                if self.spent(seat, "plot") < number:
                    return "plot"
        return "any" if self.number_of_cards(seat) > self.spent(seat, "any") else None

    # speech

    def duties(self) -> list[tuple[str, str]]:
        """The speech duties in force, as seat and duty."""
        found = [(effect.seat, str(effect.value)) for effect in self.effects("duty")]
        found += [(held.seat, held.trait.duty) for held in self.trait("speech")]
        free = {effect.seat for effect in self.effects("excused")}
        return [duty for duty in dict.fromkeys(found) if duty[0] not in free]


def _int(value: Any) -> int:
    return value if type(value) is int else 0


def _ids(value: Any) -> list[int]:
    return [one for one in value if type(one) is int] if isinstance(value, list) else _NO_IDS


def _converted(entry: Any, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(entry, kind)
    except (msgspec.ValidationError, TypeError, ValueError):
        return None
