"""How ruling cases name cards and read the table: the words of the game's vocabulary."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tabletop.cards.library import Library
from tabletop.cards.model import CardDef
from tabletop.games.overpower import battle, judge_battle, judge_phases, mimic, queries, settle
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.compose import compose
from tabletop.games.overpower.plays import SITE, grants_of
from tabletop.games.overpower.spec import TYPES, spec_of
from tabletop.rules.game import CardRef, CaseStart
from tabletop.rules.model import Move, Plan
from tabletop.table.ops import Define, Fact, Mark
from tabletop.table.state import Piece, Table

LETTERS = {"E": ("energy",), "F": ("fighting",), "S": ("strength",), "I": ("intellect",), "M": TYPES, "X": ("any",)}
_POWER = re.compile(r"([EFSIMX])([1-8])")
_GRID = re.compile(r"[A-Z][A-Za-z]*-(\d{4})")
_MISSION = re.compile(r"([A-Z][A-Za-z]*)-mission-([1-7])")


def shorthand(name: str) -> CardDef | None:
    """A card that cases write as a shorthand: E4, Bruiser-3782, Quest-mission-3."""
    if match := _POWER.fullmatch(name):
        power = LETTERS[match[1]]
        fields: dict[str, Any] = {"power": power, "level": int(match[2])}
        return CardDef(f"case/{name.lower()}", name, name, "power", fields=fields)
    if match := _GRID.fullmatch(name):
        return CardDef(f"case/{name.lower()}", name, name, "character", fields={"grid": tuple(map(int, match[1]))})
    if match := _MISSION.fullmatch(name):
        return CardDef(f"case/{name.lower()}", name, name, "mission", fields={"set": match[1], "number": int(match[2])})
    return None


def made_up(name: str, entry: Mapping[str, Any]) -> CardDef:
    """A card that a case makes up."""
    fields = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    shown = str(fields.pop("name", name))
    kind = str(fields.pop("type", "special"))
    return CardDef(f"case/{name}", shown, shown, kind, fields=fields)


def named(name: str, library: Library) -> CardDef:
    """A card of the library by its name; of a Character's printings the one with four ratings. Raises KeyError."""
    found = library.titled(name)
    if not found:
        raise KeyError(f"no card is called {name!r}")
    if len(found) == 1:
        return found[0]
    four = [card for card in found if card.type == "character" and len(card.get("grid", ())) == 4]
    characters = [card for card in found if card.type == "character"]
    return (four or characters or list(found))[0]


def start(table: Table, given: CaseStart) -> Plan[None]:
    """The facts of a case and the marks and numbers that it gives."""
    now = dict(given.now)
    turn = str(now.pop("turn", now.get("first", "A")))
    first = str(now.pop("first", turn))
    phase = str(now.pop("phase", "battle"))
    yield Fact("turn", turn if phase == "battle" else first)
    yield Fact("first", first)
    yield Fact("phase", phase)
    yield Fact("battle", int(now.pop("battle", 1)))
    events = []
    for name in now.pop("events_resolved", ()):
        card = given.card(str(name))
        yield Define(card.id, _definition(card))
        events.append({"card": card.id, "name": card.name, "seat": first})
    yield Fact("events", events or None)
    for name in ("battle_winner", "winner", "conceded"):
        value = now.pop(name, None)
        if value not in (None, "none"):
            yield Fact(name, value)
    if "options" in now:
        yield Fact("options", dict(now.pop("options")))
    if now:
        raise KeyError(f"nothing is known of {', '.join(now)}")
    passed = [seat for seat, numbers in given.numbers.items() if numbers.get("passed")]
    yield Fact("passed", passed or None)
    for seat, numbers in given.numbers.items():
        for key in numbers:
            if key != "passed":
                raise KeyError(f"{seat}.{key}")
    for piece, marks in given.marks.items():
        for key, value in marks.items():
            if key != "from":
                raise KeyError(f"mark {key}")
            yield Mark(piece, "from", value)
    board = Board(table)
    for seat in board.seats:
        for standing in board.team(seat):
            if queries.knocked_out(board, standing):
                yield Mark(standing, "stands", settle.hits_of(board, standing))
    for char in list(table.pieces.values()):
        if char.zone.endswith(".defeated") and _spec(table, char).type == "character":
            yield Mark(char.id, "ko", 0)
    if phase == "battle":
        for seat in table.seats:
            for mission in table.cards(f"{seat}.ventured"):
                if "from" not in table.pieces[mission].marks:
                    yield Mark(mission, "from", "reserve")


def _definition(card: CardDef) -> Any:
    from tabletop.cards.dealing import definition

    return definition(card)


def _spec(table: Table, piece: Piece) -> Any:
    return spec_of(piece.card, table.definitions.get(piece.card))


# reading


def read_fact(table: Table, name: str) -> Any:
    """A fact in the words of cases. Raises KeyError for an unknown one."""
    board = Board(table)
    play = board.play()
    simple = {"winner": "none", "battle_winner": "none", "conceded": "none", "forfeited": "none"}
    if name in simple:
        return board.fact(name, simple[name])
    if name in ("turn", "first", "phase", "battle"):
        return getattr(board, name)
    if name == "attack":
        return play is not None
    if name == "attack_value":
        return battle.readable_value(board, play) if play is not None else 0
    if name == "attack_types":
        return list(play.types) if play is not None else []
    if name == "attack_at":
        at = play.at if play is not None else None
        return CardRef(at) if isinstance(at, int) else at
    if name == "prompt":
        from tabletop.rules.agenda import waiting
        from tabletop.rules.model import Ask

        top = waiting(table)
        return top.question.seat if isinstance(top, Ask) else "none"
    if name == "follow_ups":
        if board.phase != "battle":
            return 0
        return sum(max(grant.left, 0) for grant in grants_of(board))
    if name == "events_resolved":
        return [entry["name"] for entry in board.listed("events")]
    raise KeyError(name)


def read_number(table: Table, seat: str, name: str) -> Any:
    """A number of a seat. Raises KeyError for an unknown one."""
    board = Board(table)
    if name == "venture":
        return queries.venture_total(board, seat) if board.phase in ("battle", "venture", "end", "over") else 0
    if name == "passed":
        return board.passed(seat)
    if name == "hand_size":
        return queries.hand_size(board, seat)
    raise KeyError(name)


def read_mark(table: Table, piece: Piece, name: str) -> Any:
    """A mark of a card. Raises KeyError for an unknown one."""
    board, char = Board(table), piece.id
    if name == "ko":
        return board.zone_of(char)[1] == "defeated" and board.spec(char).type in ("character", "location")
    if name == "damage":
        return queries.damage(board, char)
    if name == "current":
        return sum(queries.hit(board, card).venture for card in board.at(char, "hits"))
    if name == "grid":
        return "/".join(str(value) for value in board.grid(char).values())
    if name == "may_attack":
        return not any(queries.may_attack(board, char))
    if name == "may_be_attacked":
        return queries.may_be_attacked(board, char)
    if name == "from":
        return piece.marks.get("from", "reserve")
    if name == "face":
        return "up" if piece.up else "down"
    if name == "acts_as":
        types = queries.hit(board, char).types
        return types[0] if len(types) == 1 else "any"
    if name == "spectrum":
        kinds = [hit.types[0] for hit in queries.hits(board, char) if hit.spectrum and len(hit.types) == 1]
        return list(dict.fromkeys(kinds))
    if name == "hits_to_ko":
        return queries.hits_to_ko(board, char)
    if name == "seen_by":
        from tabletop.table.sight import seers

        return [seat for seat in board.seats if seat in seers(table, piece)]
    raise KeyError(name)


# moves


def move(table: Table, given: Move) -> Move:
    """A case's move in the form in which the game lists it."""
    board = Board(table)
    if given.do in ("attack", "play"):
        return offensive(board, given)
    if given.do == "venture":
        amount = given.amount if given.amount is not None else 1
        source = given.source or ("reserve",) * amount
        return replace(given, amount=amount, source=tuple(sorted(source, reverse=True)))
    if given.do == "defend":
        play = board.play()
        at = given.at
        if play is not None and at and isinstance(at[0], str) and at[0] in table.seats:
            at = ()
        return mimic.normal(board, replace(given, at=at, declare=plain_declare(board, given)))
    return given


def offensive(board: Board, given: Move) -> Move:
    """An offensive play in its normal form: its verb, its target, and a declaration only where it says something."""
    at = given.at
    if at and at[0] == board.site(board.opponent(given.seat)):
        at = (SITE,)
    given = mimic.normal(board, given)
    moved = replace(given, at=at, declare=plain_declare(board, given))
    board, assumed = mimic.assume(board, moved)
    grant = judge_battle.fitting_grant(board, assumed)
    play, _ = compose(board, assumed, grant)
    verb = "attack" if play.kind in ("numeric", "effect") else "play"
    if play.kind == "opponent" and play.at is not None:
        at = (play.at,)
    elif play.kind == "own" and at and at[0] == given.seat:
        at = ()
    return replace(moved, do=verb, at=at)


def plain_declare(board: Board, given: Move) -> tuple[str, ...]:
    """A declaration without what goes without saying: the only type of a card."""
    lead = next((card for card in given.using if board.spec(card).type != "activator"), None)
    if lead is not None and given.declare and given.declare == board.spec(lead).power:
        return ()
    return given.declare


def lets_pass(table: Table, following: Mapping[str, Any] | None) -> Move | None:
    """The chance to concede before the battle goes by where the case does not use it."""
    board = Board(table)
    if board.phase != "venture":
        return None
    seat = judge_phases.conceding_seat(board)
    if not seat or following is None:
        return None
    used = following.get("do") in ("concede", "done") and following.get("seat") == seat
    return None if used else Move(seat, "done")


def hands_over(table: Table, step: Mapping[str, Any]) -> Move | None:
    """A chance to concede that has to go by before a step can be made."""
    board = Board(table)
    if board.phase != "venture":
        return None
    seat = judge_phases.conceding_seat(board)
    if not seat:
        return None
    do, by = step.get("do"), step.get("seat")
    if do in ("attack", "play", "pass") or (do in ("concede", "done") and by != seat and not step.get("illegal")):
        return Move(seat, "done")
    return None
