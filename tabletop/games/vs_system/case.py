"""Ruling cases of Vs. System: how their words are read and written. The words are those of the game's vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tabletop.cards.dealing import definition
from tabletop.cards.library import Library
from tabletop.cards.model import CardDef
from tabletop.games.vs_system import catalogue
from tabletop.games.vs_system.asking import ANSWERED, ANY
from tabletop.games.vs_system.board import Board
from tabletop.games.vs_system.engine import Rules
from tabletop.games.vs_system.judge_play import chosen_payment
from tabletop.games.vs_system.judging import PRIORITY
from tabletop.games.vs_system.names import CHOSEN, COSMIC, PLUS
from tabletop.games.vs_system.places import (
    COLUMN,
    INITIATIVE,
    PASSED,
    PHASE,
    ROWS,
    STEP,
    THIS_TURN,
    TURN,
    phase_of,
)
from tabletop.games.vs_system.powers import Paid
from tabletop.games.vs_system.rulebook import POWER_UP, REINFORCE
from tabletop.games.vs_system.targets import newest_effect_of
from tabletop.rules.agenda import AGENDA, CHOOSE, PASS, as_data
from tabletop.rules.game import CardRef, CaseGame, CaseStart
from tabletop.rules.lasting import Lasting, add
from tabletop.rules.model import Do, Frame, Move, Plan, Ref, Window
from tabletop.rules.verbs import VerbError
from tabletop.table.ops import Counter, Create, Fact, Mark, Op, Pose, Remove, Reorder
from tabletop.table.state import Piece, Table

_SHORTHAND = re.compile(
    r"(?P<name>[A-Z][a-z]+)-(?P<cost>\d+)-(?P<atk>\d+)-(?P<def>\d+)"
    r"(?P<teams>(?:-[A-Z][A-Za-z]+)*)(?P<words>(?:-(?:flight|range|army|concealed))*)"
)
_FILLER = {"type": "plot twist", "threshold": 99, "text": ""}
_NOW = {"step", "turn", "initiative", "phase"}
_COMMON = {"type", "name", "text", "assumed", "words", "picture"}
_KEYS: Mapping[str, set[str]] = {
    "character": {"version", "versions", "identity", "cost", "atk", "def", "teams", "flight", "range", "keywords",
                  "publisher", "powers"},
    "plot twist": {"version", "versions", "threshold", "window", "effect", "ongoing", "publisher"},
    "location": {"threshold", "unique", "powers", "publisher"},
    "equipment": {"version", "versions", "cost", "atk", "def", "only", "keywords", "flight", "range", "identities",
                  "powers", "publisher"},
}  # fmt: skip
_GAME_EFFECTS = {POWER_UP: "power-up", REINFORCE: "reinforce"}
_LIMIT = 1000


class VsSystem(Rules, CaseGame):
    """The rules, with what the runner of ruling cases needs."""

    # cards and the start

    def case_card(self, name: str, entry: Mapping[str, Any] | None, library: Library) -> CardDef:
        """A card that a case makes up, a shorthand, or a card of the library. Raises KeyError for anything else."""
        if entry is not None:
            return _made(name, entry)
        if name == "Filler":
            return _made(name, _FILLER)
        match = _SHORTHAND.fullmatch(name)
        if match is not None:
            words = match["words"].split("-")[1:]
            teams = [re.sub(r"(?<=[a-z])(?=[A-Z])", " ", team) for team in match["teams"].split("-")[1:]]
            fields: dict[str, Any] = {"type": "character", "name": match["name"], "teams": teams}
            fields |= {key: int(match[key]) for key in ("cost", "atk", "def")}
            fields |= {word: True for word in ("flight", "range") if word in words}
            if "army" in words:
                fields["version"] = "Army"
            if "concealed" in words:
                fields["keywords"] = ["Concealed"]
            return _made(name, fields)
        found = library.find_title(name)
        if found is None:
            raise KeyError(f"no such card {library.suggest(name)}".strip())
        return found

    def case_start(self, table: Table, given: CaseStart) -> Plan[None]:
        """Set facts, numbers and marks. Raises KeyError for a word that the vocabulary does not have."""
        unknown = next((word for word in given.now if word not in _NOW), None)
        if unknown is not None:
            raise KeyError(unknown)
        step = str(given.now.get("step", "draw"))
        seats = table.everyone
        yield Fact(STEP, step)
        yield Fact(PHASE, phase_of(step))
        yield Fact(TURN, 0 if step == "setup" else given.now.get("turn", 3))
        yield Fact(INITIATIVE, given.now.get("initiative", "A"))
        for seat in seats:
            yield from self._numbers(table, seat, given.numbers.get(seat, {}), step)
        for piece, marks in given.marks.items():
            if "owner" in marks:
                yield from _change_owner(table, piece, str(marks["owner"]))
        for piece, marks in given.marks.items():
            yield from self._marks(table, piece, marks, given)
        for zone in [f"{seat}.{row}" for seat in seats for row in ROWS]:
            yield from _in_order(table, zone)
        if step == "wrap-up":
            agenda: list[Frame] = [Do("wrap_up")]
            yield from self.advance(table, agenda)
            yield Fact(AGENDA, as_data(agenda))
        elif step not in ("setup", "over"):
            primary = self.board(table).primary
            yield Fact(AGENDA, as_data([Do("passed", {"seat": primary}), Window(PRIORITY, primary)]))

    def _numbers(self, table: Table, seat: str, given: Mapping[str, Any], step: str) -> Iterator[Op]:
        default = len(table.cards(f"{seat}.resources")) if step == f"recruit:{seat}" else 0
        done: dict[str, int] = {}
        for name, value in given.items():
            if name in ("endurance", "resource_points"):
                yield Counter(seat, name, value)
            elif name in ("plot_twists_played", "discarded"):
                done["plot_twists" if name == "plot_twists_played" else name] = value
            else:
                raise KeyError(name)
        if "resource_points" not in given:
            yield Counter(seat, "resource_points", default)
        if done:
            before = table.facts.get(THIS_TURN) or {}
            yield Fact(THIS_TURN, {**before, seat: done})

    def _marks(self, table: Table, piece: int, marks: Mapping[str, Any], given: CaseStart) -> Iterator[Op]:
        seat = table.zone(table.pieces[piece].zone).seat
        for name, value in marks.items():
            if name == "stunned":
                if value:
                    yield Pose(piece, up=False, rotation=90.0)
            elif name == "exhausted":
                if value:
                    yield Pose(piece, rotation=90.0)
            elif name == "face":
                yield Pose(piece, up=value == "up")
            elif name in ("counters", "cosmic"):
                yield Counter(piece, PLUS if name == "counters" else COSMIC, value or None)
            elif name == "place":
                yield Mark(piece, COLUMN, int(str(value).partition(":")[2]))
            elif name == "chosen":
                yield Mark(piece, CHOSEN, _chosen(table, value, lambda word: given.find(word, seat)))
            elif name == "gained":
                yield add(table, Lasting("gain", "play", piece, seat or "", (piece,), dict(value)))
            elif name != "owner":
                raise KeyError(name)

    # readouts

    def read_fact(self, table: Table, name: str) -> Any:
        """A fact in the words of cases."""
        board = self.board(table)
        if name in ("turn", "initiative", "phase", "step"):
            return getattr(board, name)
        if name == "winner":
            return self.outcome(table) or "none"
        question, window = self.question(table), self.window(table)
        if name == "prompt":
            return question.seat if question is not None else "none"
        if name == "priority":
            return window.seat if window is not None and not board.over else "none"
        if name == "chain":
            return [_GAME_EFFECTS.get(effect.ability) or CardRef(effect.source) for _, effect in board.chain()]
        if name == "combat":
            attack = board.attack
            return "none" if attack is None else attack.state
        raise KeyError(name)

    ordered = frozenset({"chain"})

    def read_number(self, table: Table, seat: str, name: str) -> Any:
        """A number of a seat."""
        board = self.board(table)
        if name in ("endurance", "resource_points"):
            return board.number(seat, name)
        if name in ("plot_twists_played", "discarded"):
            return board.this_turn(seat, "plot_twists" if name == "plot_twists_played" else name)
        raise KeyError(name)

    def read_mark(self, table: Table, piece: Piece, name: str) -> Any:
        """A mark of a card."""
        board, x = self.board(table), piece.id
        if name in ("atk", "cost", "willpower", "flight", "range", "protected", "stunned", "exhausted"):
            return getattr(board, name)(x)
        if name in ("reinforced", "attacking", "defending"):
            return getattr(board, name)(x)
        if name == "def":
            return board.defence(x)
        if name in ("identities", "versions"):
            return list(getattr(board, name)(x))
        if name == "affiliations":
            return list(board.teams(x))
        if name == "keywords":
            return list(board.keywords(x))
        if name == "face":
            return "up" if piece.up else "down"
        if name in ("counters", "cosmic"):
            return piece.counters.get(PLUS if name == "counters" else COSMIC, 0)
        if name == "place":
            place = board.place(x)
            return place.word if place is not None else "none"
        if name == "owner":
            return board.owner(x)
        if name == "chosen":
            return _read_chosen(piece.marks.get(CHOSEN))
        raise KeyError(name)

    # moves

    def case_move(self, table: Table, move: Move) -> Move:
        """A case's move in the form in which moves are listed: whole positions, attackers and teams in order, effects
        by their pieces on the chain.
        """
        board = self.board(table)
        change = msgspec.structs.replace
        if move.do in ("recruit", "move") and move.to in ROWS:
            place = board.read_place(move.seat, move.to)
            return change(move, to=place.word) if place is not None else move
        if move.do == "attack":
            return change(move, using=tuple(sorted(move.using)))
        if move.do == "play" and move.card is not None:
            ability = board.card(move.card).play
            return change(move, at=_aims(board, ability, move.at), declare=tuple(sorted(move.declare)))
        if move.do == "use" and move.card is not None:
            return self._use(table, board, move)
        question = self.question(table)
        if move.do == CHOOSE and question is not None and question.kind == "target":
            picked = tuple(_offered(board, ref, question.choices) for ref in move.pick)
            return change(move, pick=picked)
        return move

    def case_answered(self, table: Table, move: Move) -> bool:
        """Whether an answer is one that has gone without saying since somebody last acted."""
        answered = table.facts.get(ANSWERED)
        if move.pick == (ANY,):
            return True
        return isinstance(answered, list) and [move.seat, list(move.pick)] in answered

    def _use(self, table: Table, board: Board, move: Move) -> Move:
        change = msgspec.structs.replace
        powers = board.card(move.card).payments if move.card is not None else ()
        forms = [change(move, amount=n if len(powers) > 1 else None) for n in range(1, len(powers) + 1)] or [move]
        found = []
        for form in forms:
            chosen = chosen_payment(board, form)
            found.append(change(form, at=_aims(board, chosen[1] if chosen is not None else None, form.at)))
        return next((form for form in found if self.judge(table, form).legal), found[0])

    def case_passes(self, table: Table, verb: str, step: Mapping[str, Any]) -> Iterator[Move] | None:
        """The passes that a step of the runner stands for. Raises ValueError if there is nothing to be passed for."""
        board = self.board(table)
        if verb == "resolve":
            if not board.chain():
                raise ValueError("the chain is empty")
            return self._resolve(table, board, step.get("to") == "empty")
        if verb in ("confirm", "conclude"):
            attack = board.attack
            if board.chain():
                raise ValueError("the chain is not empty")
            if attack is None or attack.going != (verb == "conclude"):
                raise ValueError(f"no attack is there to {verb}")
            return self._until(table, lambda: board.attack is None or board.attack.state != attack.state)
        if verb == "next":
            return self._next(table, board, str(step.get("to", "")))
        return None

    def _pass(self, table: Table) -> Move | None:
        """The pass of whoever has priority; None if a question is open or the game is over."""
        window = self.window(table)
        if window is None or self.outcome(table) is not None:
            return None
        return Move(window.seat, PASS)

    def _until(self, table: Table, done: Any) -> Iterator[Move]:
        for _ in range(_LIMIT):
            move = self._pass(table)
            if move is None:
                return
            yield move
            if done():
                return
        raise ValueError("the passes do not end")

    def _resolve(self, table: Table, board: Board, empty: bool) -> Iterator[Move]:
        while board.chain():
            top = board.chain()[0][1].number
            yield from self._until(table, lambda top=top: all(e.number != top for _, e in board.chain()))
            if not empty or self._pass(table) is None:
                return

    def _next(self, table: Table, board: Board, to: str) -> Iterator[Move]:
        before = (board.turn, board.step)

        def begun() -> bool:
            return (board.turn, board.step) != before and board.step == to

        yield from self._until(table, begun)

    def case_hands_over(self, table: Table, step: Mapping[str, Any]) -> Move | None:
        """The pass that hands priority to the seat of a step. Raises ValueError if it would do more than that."""
        verb, seat = step.get("do"), step.get("seat")
        window = self.window(table)
        if window is None or verb in ("check_deck", "start", CHOOSE) or seat not in table.seats or window.seat == seat:
            return None
        if self.outcome(table) is not None:
            return None
        passed = table.facts.get(PASSED)
        if isinstance(passed, list) and len(passed) + 1 >= len(table.seats):
            raise ValueError(f"priority is {window.seat}'s, and another pass would do more than hand it to {seat}")
        return Move(window.seat, PASS)


def _made(name: str, entry: Mapping[str, Any]) -> CardDef:
    kind = entry.get("type")
    if kind not in _KEYS:
        raise KeyError(f"type {kind!r} is none of {', '.join(_KEYS)}")
    for key in entry:
        if key not in _KEYS[str(kind)] and key not in _COMMON:
            raise KeyError(f"a {kind} has no {key!r}")
    shown = str(entry.get("name", name))
    fields = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
              if key in _KEYS[str(kind)]}  # fmt: skip
    card = CardDef(f"case/{name}", shown, shown, str(kind), str(entry.get("text", "")), fields=fields)
    try:
        catalogue.read_card(card.id, definition(card))
    except VerbError as fault:
        raise KeyError(str(fault)) from fault
    return card


def _change_owner(table: Table, piece: int, owner: str) -> Iterator[Op]:
    """A piece belongs to somebody else; what lies on it goes off and on again."""
    worn = [(table.pieces[i].copy(), zone) for zone in table.zones_of(piece) for i in table.cards(zone)]
    for other, _ in worn:
        yield Remove(other.id)
    found = table.pieces[piece].copy()
    index = table.index(piece)
    found.owner = owner
    yield Remove(piece)
    yield Create(found, index)
    for other, _ in worn:
        yield Create(other, -1)


def _in_order(table: Table, zone: str) -> Iterator[Op]:
    """The characters of a row lie in the order of their columns; without a mark it is their index."""
    ids = list(table.cards(zone))
    for index, piece in enumerate(ids):
        if COLUMN not in table.pieces[piece].marks:
            yield Mark(piece, COLUMN, index)
    ordered = sorted(ids, key=lambda piece: table.pieces[piece].marks[COLUMN])
    if ordered != ids:
        yield Reorder(zone, tuple(ordered))


def _chosen(table: Table, value: Any, find: Any) -> Any:
    words = list(value) if isinstance(value, list | tuple) else [value]
    if len(words) == 2:
        try:
            return [find(str(words[0])), find(str(words[1])), 0]
        except KeyError:
            return words
    return words


def _read_chosen(value: Any) -> Any:
    if isinstance(value, list) and len(value) == 3 and all(isinstance(part, int) for part in value):
        return [CardRef(value[0]), CardRef(value[1])]
    return list(value) if isinstance(value, list) else []


def _aims(board: Board, ability: Paid | None, at: Sequence[Ref]) -> tuple[Ref, ...]:
    """Targets as they are listed: an effect that is named by its source is the newest one of that source."""
    if ability is None:
        return tuple(at)
    kinds = [target.kind for target in ability.targets]
    return tuple(
        _effect(board, ref) if index < len(kinds) and kinds[index] == "effect" else ref for index, ref in enumerate(at)
    )


def _effect(board: Board, ref: Ref) -> Ref:
    if isinstance(ref, int):
        return newest_effect_of(board, ref) or ref
    return next((piece for piece, effect in board.chain() if _GAME_EFFECTS.get(effect.ability) == ref), ref)


def _offered(board: Board, ref: Ref, choices: Sequence[Ref]) -> Ref:
    return ref if ref in choices else _effect(board, ref)
