"""Tables that no game would lead to: pieces anywhere, unknown cards, junk for facts, marks, counters and the agenda;
and moves and gestures that nobody would make.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from subjects import Played, Subject, fresh

from tabletop.assist import handplay
from tabletop.rules.agenda import AGENDA, AgendaGame, as_data
from tabletop.rules.game import EXEMPT, OFFERED, Game
from tabletop.rules.lasting import EFFECTS
from tabletop.rules.model import Ask, Do, Gesture, Move, Question, Window
from tabletop.table.history import History
from tabletop.table.ops import Counter, Create, Fact, Mark, OpError, SetSeat, SetZone
from tabletop.table.ops import Move as MoveOp
from tabletop.table.state import Piece, Table

Change = Callable[[Table, Random, Subject, Played, Game], Any]


def absurd(subject: Subject, known: Played, game: Game, rng: Random) -> History:
    """A table of a game that was played, changed at random beyond recognition. Its history can be used for trials."""
    history = fresh(rng.choice(known.tables))
    for _ in range(rng.randint(1, 40)):
        change = rng.choice(_CHANGES)
        made = change(history.table, rng, subject, known, game)
        try:
            history.do("is changed", made if isinstance(made, list) else [made])
        except OpError:
            continue
    return history


def junk(table: Table, rng: Random, depth: int = 2) -> Any:
    """Some JSON."""
    plain: list[Any] = [
        None, True, False, 0, -1, 3, 5000, 2.5, "", "x", "A", "B", "Z", "yes", "play", "battle", "hand", "A.hand",
        "999.hits", rng.choice([*table.pieces, 7]), 99999, [], {},
    ]  # fmt: skip
    if depth and rng.random() < 0.4:
        if rng.random() < 0.5:
            return [junk(table, rng, depth - 1) for _ in range(rng.randint(0, 3))]
        return {str(junk(table, rng, 0)): junk(table, rng, depth - 1) for _ in range(rng.randint(0, 3))}
    return rng.choice(plain)


def _anywhere(table: Table, rng: Random) -> str:
    zones = list(table.zones)
    for i in rng.sample(list(table.pieces), min(3, len(table.pieces))):
        zones += [f"{i}.{name}" for name in table.card_zones]
    return rng.choice(zones)


def _move(table: Table, rng: Random, subject: Subject, known: Played, game: Game) -> Any:
    ids = rng.sample(list(table.pieces), min(len(table.pieces), rng.randint(1, 5)))
    zone = _anywhere(table, rng)
    return [MoveOp(i, zone, rng.choice((0, -1)), 0.0, 0.0, rng.choice((0.0, 90.0)), rng.random() < 0.5) for i in ids]


def _by_hand(table: Table, rng: Random, subject: Subject, known: Played, game: Game) -> Any:
    return handplay.random_act(table, rng).ops


def _create(table: Table, rng: Random, subject: Subject, known: Played, game: Game) -> Any:
    card = rng.choice([*table.definitions, *list(subject.library.cards)[:50], "nowhere/nothing", ""])
    kind = rng.choice(("card", "card", "token", "counter", "die", "coin", "note"))
    owner = rng.choice((None, "A", "B", "Z"))
    return Create(Piece(table.next_id, kind, card, owner, _anywhere(table, rng), up=rng.random() < 0.5), 0)  # type: ignore[arg-type]


def _mark(table: Table, rng: Random, subject: Subject, known: Played, game: Game) -> Any:
    name = rng.choice([*sorted(known.marks), EXEMPT, "flag", "odd"])
    return Mark(rng.choice([*table.pieces, 1]), name, junk(table, rng))


def _counter(table: Table, rng: Random, subject: Subject, known: Played, game: Game) -> Any:
    number = rng.choice((None, 0, -5, 1, 99))
    seats = [(seat, name) for seat, found in table.seats.items() for name in found.counters]
    if seats and rng.random() < 0.5:
        seat, name = rng.choice(seats)
        return Counter(seat, name, number)
    return Counter(rng.choice([*table.pieces, 1]), rng.choice([*sorted(known.counters), "odd"]), number)


def _fact(table: Table, rng: Random, subject: Subject, known: Played, game: Game) -> Any:
    names = sorted(known.facts | {"turn", "phase", AGENDA, EFFECTS, OFFERED, "winner", "table.card"})
    return Fact(rng.choice(names), junk(table, rng))


def _part_of_a_fact(table: Table, rng: Random, subject: Subject, known: Played, game: Game) -> Any:
    """A fact that keeps its shape but for one entry."""
    names = [name for name, value in table.facts.items() if isinstance(value, (list, dict)) and value]
    if not names:
        return []
    name = rng.choice(names)
    return Fact(name, _spoilt(table, rng, msgspec.json.decode(msgspec.json.encode(table.facts[name]))))


def _spoilt(table: Table, rng: Random, value: Any) -> Any:
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        value[key] = _spoilt(table, rng, value[key]) if rng.random() < 0.7 else junk(table, rng)
        return value
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        value[at] = _spoilt(table, rng, value[at]) if rng.random() < 0.7 else junk(table, rng)
        return value
    return junk(table, rng)


def _effect(table: Table, rng: Random, subject: Subject, known: Played, game: Game) -> Any:
    listed = table.facts.get(EFFECTS)
    kinds = [entry.get("kind") for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    entry = {"kind": rng.choice([*kinds, "odd"]), "until": "turn", "source": rng.choice([*table.pieces, 99999]),
             "seat": rng.choice(("A", "B", "")), "value": junk(table, rng)}  # fmt: skip
    return Fact(EFFECTS, [*(listed if isinstance(listed, list) else ()), entry])


def _agenda(table: Table, rng: Random, subject: Subject, known: Played, game: Game) -> Any:
    tasks = list(game.tasks) if isinstance(game, AgendaGame) else ["odd"]
    args = {rng.choice(("seat", "card", "target", "picked", "odd")): junk(table, rng) for _ in range(rng.randint(0, 3))}
    seat, task = rng.choice(("A", "B", "Z", "")), rng.choice([*tasks, "odd"])
    choices = tuple(rng.choice((rng.choice([*table.pieces, 1]), 99999, "yes", "odd")) for _ in range(rng.randint(0, 4)))
    frame = rng.choice((
        Do(task, args), Ask(Question(seat, "Well? {99999}", choices, task, args, rng.randint(0, 2), rng.randint(0, 3))),
        Window(rng.choice(("odd", task)), seat, args),
    ))  # fmt: skip
    listed = table.facts.get(AGENDA)
    return Fact(AGENDA, [*(listed if isinstance(listed, list) else ()), *(as_data([frame]) or ())])


def _lay(table: Table, rng: Random, subject: Subject, known: Played, game: Game) -> Any:
    """Zones and seats that are gone or others than the game laid."""
    if rng.random() < 0.7:
        zone = rng.choice(list(table.zones))
        found = table.zones[zone]
        other = rng.choice(list(table.zones.values()))
        return SetZone(zone, rng.choice((None, msgspec.structs.replace(other, id=zone, name=found.name))))
    return SetSeat(rng.choice(("A", "B", "C")), None)


_CHANGES: tuple[Change, ...] = (
    _move, _move, _move, _by_hand, _by_hand, _create, _mark, _mark, _counter, _fact, _fact, _part_of_a_fact,
    _part_of_a_fact, _effect, _agenda, _lay,
)  # fmt: skip


def odd_moves(table: Table, known: Played, rng: Random, number: int) -> list[Move]:
    """Moves that were legal on some table, most of them changed."""
    found = []
    for _ in range(number):
        move = rng.choice(known.moves)
        for name in rng.sample(_FIELDS, rng.randint(0, 3)):
            move = msgspec.structs.replace(move, **{name: _argument(table, known, rng, name)})
        found.append(move)
    return found


def near_moves(table: Table, known: Played, rng: Random, number: int) -> list[Move]:
    """Moves that were legal on some table, made by either seat now and with other cards, but in the same shape."""
    found = []
    for _ in range(number):
        move = rng.choice(known.moves)
        seat = rng.choice(table.everyone) if table.everyone else move.seat
        changed = {name: _other(getattr(move, name), table, rng) for name in ("card", "by", "using", "cards", "at")}
        found.append(msgspec.structs.replace(move, seat=seat, **(changed if rng.random() < 0.7 else {})))
    return [move for move in found if all(piece in table.pieces for piece in move.pieces())]


def _other(value: Any, table: Table, rng: Random) -> Any:
    if isinstance(value, tuple):
        return tuple(_other(entry, table, rng) for entry in value)
    return rng.choice([*table.pieces, value]) if isinstance(value, int) and rng.random() < 0.6 else value


_FIELDS = ("seat", "do", "card", "by", "using", "cards", "at", "pick", "declare", "option", "amount", "source", "to")


def _argument(table: Table, known: Played, rng: Random, name: str) -> Any:
    piece = rng.choice([*table.pieces, 99999])
    word = rng.choice(("", "A", "B", "yes", "A.hand", "odd", str(piece)))
    if name in ("card", "by"):
        return rng.choice((piece, None))
    if name in ("using", "cards"):
        return tuple(rng.choice([*table.pieces, 99999]) for _ in range(rng.randint(0, 3)))
    if name in ("at", "pick"):
        return tuple(rng.choice((piece, word)) for _ in range(rng.randint(0, 3)))
    if name in ("declare", "source"):
        return tuple(word for _ in range(rng.randint(0, 2)))
    if name == "amount":
        return rng.choice((None, -1, 0, 1, 7, 5000))
    if name == "do":
        return rng.choice([move.do for move in known.moves] + ["odd"])
    return rng.choice(("A", "B", "Z", "")) if name == "seat" else word


def gesture(table: Table, rng: Random) -> Gesture:
    """Some drag or double click."""
    pieces = tuple(rng.sample(list(table.pieces), min(len(table.pieces), rng.choice((1, 1, 1, 2, 3)))))
    onto = rng.choice((None, None, rng.choice([*table.pieces, 99999])))
    zone = rng.choice([*table.zones, "nowhere", f"{onto}.attached"])
    kind, index = rng.choice(("drag", "drag", "tap")), rng.choice((None, 0, 5))
    return Gesture(rng.choice(("A", "B", "Z")), pieces, zone, onto, kind, index)  # type: ignore[arg-type]
