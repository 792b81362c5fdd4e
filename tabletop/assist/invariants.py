"""What must hold for every game at every moment, whoever plays it. Self-play and the tests check it.

Each check raises `Broken`, which says in a sentence what does not hold; none of them changes the table.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from tabletop.assist import telling
from tabletop.rules.agenda import waiting
from tabletop.rules.game import Game
from tabletop.rules.model import CannotPlan, Move
from tabletop.rules.perform import Fortune, carry_out
from tabletop.table import saves, sight, words
from tabletop.table.document import Document
from tabletop.table.history import History, Ref, Step
from tabletop.table.ops import Op, OpError, Remove
from tabletop.table.state import Snapshot, Table

COMPARED = 60
"""So many of the moves that a game lists are compared."""


class Broken(Exception):  # noqa: N818 - the outcome of a check
    """Something that must always hold does not."""


def check_places(table: Table) -> None:
    """Every piece lies in just one place, in a zone that there is."""
    found: set[int] = set()
    for zone_id, ids in table.order.items():
        if ids and not table.has_zone(zone_id):
            raise Broken(f"{len(ids)} pieces lie in {zone_id!r}, which is no zone of this table")
        for i in ids:
            piece = table.pieces.get(i)
            if piece is None:
                raise Broken(f"the order of {zone_id} lists piece {i}, which is not on the table")
            if i in found or piece.zone != zone_id:
                raise Broken(f"piece {i} lies in more than one place")
            found.add(i)
    if len(found) != len(table.pieces):
        raise Broken(f"pieces {sorted(set(table.pieces) - found)} lie nowhere")


def check_conserved(step: Step, kinds: dict[int, str]) -> None:
    """Rules bring cards to another place, but never remove one for good. `kinds` are the pieces before the step."""
    if step.how in ("rules", "forced"):
        for op in step.ops:
            if isinstance(op, Remove) and kinds.get(op.piece) == "card":
                raise Broken(f"the rules removed card {op.piece} for good")


def check_listed(game: Game, anew: Game, table: Table, seats: Iterable[str]) -> None:
    """Rules that are made anew list the same moves: they hold nothing that changes."""
    for seat in seats:
        if listed(game, table, seat) != listed(anew, table, seat):
            raise Broken(f"rules that are made anew list other moves for seat {seat}")


def check_moves(game: Game, history: History, moves: Iterable[Move], fortune: Fortune, *, odd: bool = False) -> None:
    """Each of these listed moves is judged legal, and can be planned. On an `odd` table, which hands have touched, a
    plan may find that something is missing.
    """
    table = history.table
    for move in moves:
        verdict = game.judge(table, move)
        if not verdict.legal:
            told = "; ".join(f"{violation.rule}: {violation.message}" for violation in verdict.violations)
            raise Broken(f"a listed move is judged illegal: {told_move(move)}: {told}")
        with history.trial() as trial:
            try:
                carry_out(game.plan(table, move), trial, fortune)
                carry_out(game.settle(table), trial, fortune)
            except (CannotPlan, OpError) as fault:
                if not odd:
                    raise Broken(f"a listed move cannot be carried out: {told_move(move)}: {fault}") from fault


def check_replay(document: Document) -> None:
    """The steps that stand lead from the start to this table, and their inverses back; tried on a copy."""
    table = Table.restore(document.start)
    start = table.digest()
    inverses: list[Op] = []
    for step in document.history.done:
        for op in step.ops:
            inverses.append(op.apply(table))
    if table.digest() != document.table.digest():
        raise Broken("playing all steps again leads to another table")
    while inverses:
        inverses.pop().apply(table)
    if table.digest() != start:
        raise Broken("taking all steps back leads to another table than that of the start")


def check_undo(document: Document) -> None:
    """Undo of everything gives the table of the start, and redo of everything this table again."""
    history, now, at = document.history, document.table.digest(), document.history.at
    history.goto(0)
    start = document.table.digest()
    history.goto(at)
    if start != Table.restore(document.start).digest():
        raise Broken("undo of everything leads to another table than that of the start")
    if document.table.digest() != now:
        raise Broken("undo and redo of everything leads to another table")


def check_copied(game: Game, table: Table, seats: Iterable[str]) -> None:
    """A table that was written down and read again is the same, waits for the same, and allows the same moves."""
    read = Table.restore(msgspec.json.decode(msgspec.json.encode(table.snapshot()), type=Snapshot))
    _same(game, table, read, seats, "written down and read again")


def check_saved(game: Game, document: Document, seats: Iterable[str]) -> None:
    """A save can be read without any loss: the same table and question, the same moves, the same number of steps."""
    with tempfile.TemporaryDirectory(prefix="tabletop-") as folder:
        path = Path(folder) / f"check{saves.SUFFIX}"
        saves.save_as(path, document)
        loaded = saves.load(path)
    if loaded.report:
        raise Broken(f"the save cannot be read without loss: {' '.join(loaded.report)}")
    if len(loaded.document.history.done) != len(document.history.done):
        raise Broken("the save does not have all the steps")
    _same(game, document.table, loaded.document.table, seats, "saved and opened")


def check_told(table: Table, step: Step, seats: Iterable[str | None]) -> None:
    """The log of a step names no card to a seat that may not know it. (A name that the seat knows from another card on
    the table is no proof, and passes.)
    """
    cards = {i: ref for i, ref in step.refs.items() if _is_card(table, i)}
    said = _said(step)
    for seat in seats:
        hidden = {ref.name for ref in cards.values() if not _known(table, ref, seat)} - said
        if not hidden:
            continue
        known = {ref.name for ref in cards.values() if _known(table, ref, seat)}
        known |= {sight.true_name(table, piece) for piece in table if sight.knows(table, seat, piece)}
        lines = [words.tell(table, step, seat), *telling.details(table, step, seat)]
        for name in hidden - known:
            if any(_names(line, name, known) for line in lines):
                raise Broken(f"the log tells seat {seat} of the hidden card {name!r}: {lines}")


def listed(game: Game, table: Table, seat: str) -> list[Move]:
    """The first moves that a game lists for a seat."""
    return list(islice(game.moves(table, seat), COMPARED))


def told_move(move: Move) -> str:
    """A move as data, for messages."""
    return msgspec.json.encode(move).decode()


def kinds_of(table: Table) -> dict[int, str]:
    """The kind of each piece."""
    return {piece.id: piece.kind for piece in table}


def _same(game: Game, table: Table, other: Table, seats: Iterable[str], what: str) -> None:
    if other.digest() != table.digest():
        raise Broken(f"a table that was {what} is another one")
    if waiting(other) != waiting(table) or game.question(other) != game.question(table):
        raise Broken(f"a table that was {what} waits for something else")
    for seat in seats:
        if listed(game, table, seat) != listed(game, other, seat):
            raise Broken(f"a table that was {what} allows seat {seat} other moves")


def _is_card(table: Table, i: int) -> bool:
    piece = table.pieces.get(i)
    return piece is None or piece.kind in ("card", "token")


def _known(table: Table, ref: Ref, seat: str | None) -> bool:
    return ref.known_to(seat) if seat is not None else all(ref.known_to(each) for each in table.everyone)


def _said(step: Step) -> set[str]:
    """Names that a player said aloud: a card may be named without being seen."""
    move = step.move if isinstance(step.move, dict) else {}
    spoken: list[str] = []
    for key in ("declare", "pick", "at", "option", "source", "to"):
        value: str | Sequence[object] = move.get(key, ())
        spoken += [value] if isinstance(value, str) else [entry for entry in value if isinstance(entry, str)]
    return set(spoken)


def _names(line: str, name: str, known: Iterable[str]) -> bool:
    """Whether a line has a name as a word of its own, not as a part of a name that is known."""
    for other in known:
        if name in other:
            line = line.replace(other, "")
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) is not None
