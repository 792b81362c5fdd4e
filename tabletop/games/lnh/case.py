"""LNH Storycards in ruling cases: the names of cards, how a case begins, what is read off its table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tabletop.cards.library import Library
from tabletop.cards.model import CardDef
from tabletop.games.lnh.board import (
    AGE,
    BROUGHT,
    COPIES,
    COUNTER,
    DAMAGED,
    KIND,
    MAXIMUM,
    NAMED,
    PREGAME,
    PRESTIGE,
    READY,
    TARGET,
    Attack,
    Board,
    Wound,
)
from tabletop.games.lnh.damage import ATTACKS, pending
from tabletop.games.lnh.turn import START_PRESTIGE
from tabletop.rules import lasting
from tabletop.rules.game import CardRef, CaseStart
from tabletop.rules.lasting import Lasting
from tabletop.rules.model import Plan
from tabletop.table.ops import Counter, Create, Fact, Mark, Pose, Remove
from tabletop.table.state import Piece, Table

_MALE = re.compile(r"(Boy|Lad|Man)\b")
"""Male are the Heroes whose names say so (I34)."""

_BLANK = re.compile(r"x\d+")
SEATS = ("A", "B")
GIVEN = "given"
"""The allowance of cards that a case says were played before: `plays_left` does not count them."""
MARKS = ("face", "counters", "damaged", "owner", "kind", "target", "named", "copies", "brought", "pregame")
NUMBERS = ("prestige", "max_prestige", "plays_left")
FACTS = (
    "turn", "phase", "winner", "damage", "coin", "shown", "shown_to", "duties", "attacked_last", "regained_last",
    "played_now", "played_last", "prompt", "open_hands",
)  # fmt: skip
TYPES = ("Hero", "Plot", "Plot Twist", "Power", "Equipment", "Catastrophe", "Origin", "Foreign")


def card(name: str, entry: Mapping[str, Any] | None, library: Library) -> CardDef:
    """The card that a case names: made up, a blank Plot Twist, or one of the library. Raises KeyError for others."""
    if entry is not None:
        made = str(entry.get("type", ""))
        if made not in TYPES:
            raise KeyError(f"a made-up card needs a type, one of {', '.join(TYPES)}")
        fields = {key: value for key, value in entry.items() if key != "type"}
        if made == "Hero" and _MALE.search(name):
            fields.setdefault("male", True)
        return CardDef(f"case/{name}", name, name, made, fields=fields)
    if _BLANK.fullmatch(name):
        return CardDef(f"case/{name}", name, name, "Plot Twist", fields={"kind": "temporary"})
    found = library.find_title(name)
    if found is None:
        raise KeyError(library.suggest(name) or f"there is no card {name!r}")
    return found


def start(board: Board, given: CaseStart) -> Plan[None]:
    """The table of a case comes into play. Raises KeyError for words that the vocabulary does not have."""
    for name in given.now:
        if name not in FACTS:
            raise KeyError(name)
    turn = str(given.now.get("turn", "A"))
    yield Fact("turn", turn)
    yield Fact("phase", given.now.get("phase", "main"))
    yield from _ages(board)
    for piece, marks in given.marks.items():
        yield from _marks(board, piece, marks, given)
    bonus = _bonus(board)
    if bonus:
        yield Fact("bonus", bonus)
    for seat in board.seats:
        numbers = given.numbers.get(seat, {})
        for name in numbers:
            if name not in NUMBERS:
                raise KeyError(name)
        highest = numbers.get("max_prestige", START_PRESTIGE + bonus.get(seat, 0))
        yield Counter(seat, MAXIMUM, highest)
        yield Counter(seat, PRESTIGE, numbers.get("prestige", highest))
    yield Fact("ran_out", [seat for seat in SEATS if not board.deck(seat)] or None)
    yield from _facts(board, given)
    for seat in SEATS:
        left = given.numbers.get(seat, {}).get("plays_left")
        if left is not None and left != board.number_of_cards(seat):
            extra = {"kind": "any", "number": left - board.number_of_cards(seat)}
            yield lasting.add(board.table, Lasting("extra", "turn", None, seat, (), extra))


def _ages(board: Board) -> Plan[None]:
    age = 0
    for seat in SEATS:
        for piece in list(board.play(seat)):
            age += 1
            yield Mark(piece, AGE, age)
            if board.card(piece).type == "Origin":
                yield Mark(piece, PREGAME, True)
            for inner in list(board.table.order.get(f"{piece}.attached", ())):
                age += 1
                yield Mark(inner, AGE, age)
                yield Mark(inner, READY, seat == board.turn)
            if board.name(piece) == "Viral Agent":
                yield Mark(piece, READY, seat == board.turn)


def _marks(board: Board, piece: int, marks: Mapping[str, Any], given: CaseStart) -> Plan[None]:
    for name, value in marks.items():
        match name:
            case "face":
                yield Pose(piece, up=value == "up")
            case "counters":
                yield Counter(piece, COUNTER, value or None)
            case "damaged":
                yield Mark(piece, DAMAGED, True if value else None)
            case "kind":
                yield Mark(piece, KIND, value if value in ("Hero", "Villain") else None)
            case "target":
                yield Mark(piece, TARGET, value)
            case "named":
                yield Mark(piece, NAMED, given.find(value, board.opponent(board.controller(piece) or "A")))
            case "copies":
                yield Mark(piece, COPIES, given.find(value) if value else None)
            case "brought":
                yield Mark(piece, BROUGHT, given.find(value, board.controller(piece)) if value else None)
            case "pregame":
                yield Mark(piece, PREGAME, True if value else None)
            case "owner":
                yield from _owned(board, piece, value)
            case _:
                raise KeyError(name)


def _owned(board: Board, piece: int, owner: str) -> Plan[None]:
    """A card is another seat's: it is laid down anew, as no operation changes whose a card is."""
    found = board.table.pieces[piece]
    if found.owner == owner:
        return
    changed = found.copy()
    changed.owner = owner
    index = board.table.index(piece)
    held = {zone: list(board.table.cards(zone)) for zone in board.table.zones_of(piece)}
    inner = [board.table.pieces[one].copy() for ids in held.values() for one in ids]
    for one in inner:
        yield Remove(one.id)
    yield Remove(piece)
    yield Create(changed, index)
    for one in inner:
        yield Create(one, -1)


def _bonus(board: Board) -> dict[str, int]:
    found: dict[str, int] = {}
    for held in board.trait("patronage"):
        if held.trait.origin in board.origins(held.seat):
            found[held.seat] = found.get(held.seat, 0) + held.trait.amount
    return found


def _facts(board: Board, given: CaseStart) -> Plan[None]:
    now = given.now
    for name in ("coin", "winner", "shown_to"):
        if now.get(name, "none") != "none":
            yield Fact(name, now[name])
    if now.get("shown"):
        yield Fact("shown", [given.find(name) for name in now["shown"]])
    for name in ("attacked_last", "regained_last"):
        if now.get(name):
            yield Fact(name, list(now[name]))
    last: dict[str, int] = {}
    for name in ("played_last", "played_now"):
        played = {seat: list(_there(given, names, seat)) for seat, names in now.get(name, {}).items()}
        if played and name == "played_last":
            yield Fact(name, played)
            last.update({seat: ids[-1] for seat, ids in played.items() if ids})
        elif played:
            yield Fact("plays", {
                seat: [[GIVEN] for _ in now[name][seat][len(ids):]] + [[GIVEN, one] for one in ids]
                for seat, ids in played.items()
            })  # fmt: skip
    if last:
        yield Fact("last_card", last)
    attacks = [
        Attack(board.turn, one, card.damage == "blast")
        for one in board.played(board.turn) if (card := board.card(one)).attack or card.damage == "blast"
    ]  # fmt: skip
    if attacks:
        yield Fact("attacks", [msgspec.to_builtins(attack) for attack in attacks])
    for seat, duty in now.get("duties", ()):
        yield lasting.add(board.table, Lasting("duty", f"begin:{seat}", None, seat, (), duty))
    yield from _damage(board, given)


def _there(given: CaseStart, names: Sequence[str], seat: str) -> Iterator[int]:
    """The cards of these names; one that was played may lie where the case does not look."""
    for name in names:
        try:
            yield given.find(name, seat)
        except KeyError:
            continue


def _damage(board: Board, given: CaseStart) -> Plan[None]:
    wounds: list[Wound] = []
    made: dict[str, list[int]] = {}
    for victim, name, amount in given.now.get("damage", ()):
        doer = board.opponent(victim)
        source = given.find(name, doer)
        zone = board.table.zone(board.table.pieces[source].zone)
        by = zone.seat if zone.seat in SEATS else doer
        kind = board.card(source).damage
        wounds.append(Wound(victim, source, amount, by or doer, kind))
        if kind in ATTACKS and by is not None:
            made.setdefault(by, []).append(source)
    if wounds:
        yield Fact("damage", [msgspec.to_builtins(wound) for wound in wounds])
    if made:
        yield Fact("attacks_last", made)


# reading


def number(board: Board, seat: str, name: str) -> int:
    """A number of a seat. Raises KeyError for an unknown one."""
    match name:
        case "prestige":
            return board.prestige(seat)
        case "max_prestige":
            return board.number(seat, MAXIMUM)
        case "pending_damage":
            return pending(board, seat)
        case "plays_left":
            return board.plays_left(seat)
    raise KeyError(name)


def mark(board: Board, piece: Piece, name: str) -> Any:
    """A mark of a card. Raises KeyError for an unknown one."""
    match name:
        case "face":
            return "up" if piece.up else "down"
        case "counters":
            return piece.counters.get(COUNTER, 0)
        case "damaged":
            return bool(piece.marks.get(DAMAGED))
        case "owner":
            return piece.owner
        case "kind":
            kinds = board.kinds(piece.id)
            return "Villain" if "Villain" in kinds else "Hero" if "Hero" in kinds else board.card(piece.id).type
        case "target":
            return piece.marks.get(TARGET, "")
        case "named" | "copies" | "brought":
            found = piece.marks.get({"named": NAMED, "copies": COPIES, "brought": BROUGHT}[name])
            return CardRef(found) if isinstance(found, int) else ""
        case "pregame":
            return bool(piece.marks.get(PREGAME))
    raise KeyError(name)


def fact(board: Board, table: Table, name: str, prompt: str) -> Any:
    """A fact of the game. Raises KeyError for an unknown one."""
    match name:
        case "turn":
            return board.turn
        case "phase":
            return board.phase
        case "prompt":
            return prompt
        case "winner" | "coin" | "shown_to":
            return table.facts.get(name) or "none"
        case "damage":
            return [[wound.victim, CardRef(wound.source), wound.amount] for wound in board.wounds]
        case "shown":
            return _refs(board.listed("shown"))
        case "open_hands":
            return bool(board.trait("open_hands"))
        case "duties":
            return [list(duty) for duty in board.duties()]
        case "attacked_last" | "regained_last":
            return list(board.listed(name))
        case "played_now":
            return {seat: _refs(board.played(seat)) for seat in SEATS}
        case "played_last":
            return {seat: _refs(board.played_last(seat)) for seat in SEATS}
    raise KeyError(name)


def _refs(ids: Sequence[Any]) -> list[CardRef]:
    return [CardRef(one) for one in ids if isinstance(one, int)]
