"""Ruling cases: rules written as positions, moves and readouts that a machine can check.

A case file is TOML: `game`, and `[[case]]` with the seats' zones, marks and numbers, facts (`now`), known chance
(`luck`), steps and what must hold after them. The words are those of the game's vocabulary.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli

from tabletop.cards.dealing import definition
from tabletop.cards.layout import layout_zones
from tabletop.cards.library import Library
from tabletop.cards.model import CardDef
from tabletop.rules.agenda import CHOOSE
from tabletop.rules.game import CardRef, CaseGame, CaseStart, Game
from tabletop.rules.model import CannotPlan, Move, Ref
from tabletop.rules.perform import GivenFortune, carry_out, perform
from tabletop.table import files
from tabletop.table.history import History
from tabletop.table.ops import Create, Define, Fact, OpError, SetCardZone, SetSeat, SetZone
from tabletop.table.state import Piece, Seat, Table

_CASE_KEYS = {"id", "title", "rules", "cards", "now", "luck", "steps", "expect", "source"}
_STEP_KEYS = {"seat", "do", "illegal", "probe", "then", "note"}
_ARGUMENTS = {"by", "with", "card", "cards", "at", "declare", "option", "amount", "from", "to", "pick"}
_SEAT = re.compile(r"[A-D]")
_COPIES = re.compile(r"(.+)#(\d+)(?:\.\.|-)(\d+)")
_SERIES = re.compile(r"(\D+)(\d+)\.\.(?:\1)?(\d+)")
_LUCK = {"coins": "coin", "random": "random", "shuffles": "shuffle", "dice": "die"}


@dataclass(frozen=True, slots=True)
class Failure:
    """What is wrong with a case: where (file, id, step from 1 on; 0: before the first), and expected against found."""

    path: Path
    case: str
    step: int
    expected: str
    found: str

    def __str__(self) -> str:
        at = f"step {self.step}" if self.step else "setup"
        return f"{self.path}: {self.case}: {at}: expected {self.expected}; found {self.found}"


@dataclass(frozen=True, slots=True)
class Result:
    """A case that was run: its failure, or None if everything held; and the rules that it names."""

    path: Path
    case: str
    rules: tuple[str, ...]
    failure: Failure | None


class Wrong(Exception):  # noqa: N818 - the outcome of a check
    """Something in a case does not hold."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(expected, found)
        self.expected, self.found = expected, found


def case_files(path: Path) -> list[Path]:
    """The case files at a path: the file itself, or those of a folder and its subfolders, without vocabularies."""
    if path.is_dir():
        return [found for found in sorted(path.rglob("*.toml")) if found.name != "vocabulary.toml"]
    return [path]


def run_file(path: Path, game_of: Callable[[str], tuple[Game, Library] | None]) -> Iterator[Result]:
    """Run the cases of a file one after the other. `game_of` gives the rules and the cards of a game by its id."""
    try:
        data = tomli.loads(files.read_text(path))
    except (OSError, UnicodeDecodeError, tomli.TOMLDecodeError) as fault:
        yield Result(path, "-", (), Failure(path, "-", 0, "a TOML file", files.why(fault)))
        return
    found = game_of(str(data.get("game")))
    for number, case in enumerate(data.get("case", ()), 1):
        name = str(case.get("id", f"case {number}"))
        rules = tuple(str(rule) for rule in case.get("rules", ()))
        failure: Failure | None
        if found is None or not isinstance(found[0], CaseGame):
            failure = Failure(path, name, 0, "a game whose rulings can be run", f"game {data.get('game')!r}")
        else:
            failure = run_case(path, name, case, found[0], found[1])
        yield Result(path, name, rules, failure)


def run_case(path: Path, name: str, case: Mapping[str, Any], game: CaseGame, library: Library) -> Failure | None:
    """Run one case: its failure, or None if everything holds."""
    run = Run(game, library, case)
    step = 0
    try:
        run.set_up()
        steps = list(case.get("steps", ()))
        for step, row in enumerate(steps, 1):
            run.make(row, steps[step] if step < len(steps) else None)
        run.check(case.get("expect", {}))
        run.undo_all()
    except Wrong as wrong:
        return Failure(path, name, step, wrong.expected, wrong.found)
    except Exception as fault:
        return Failure(path, name, step, "no error", f"{type(fault).__name__}: {fault}")
    return None


def expand(names: Any) -> list[str]:
    """Names as a list, with series written out: "x3..x5" is x3, x4, x5; "Punch#1..3" and "E1#1-3" are three copies."""
    found: list[str] = []
    for name in names if isinstance(names, list) else [names]:
        text = str(name)
        if match := _COPIES.fullmatch(text):
            found += [f"{match[1]}#{n}" for n in range(int(match[2]), int(match[3]) + 1)]
        elif match := _SERIES.fullmatch(text):
            found += [f"{match[1]}{n}" for n in range(int(match[2]), int(match[3]) + 1)]
        else:
            found.append(text)
    return found


class Run:
    """One case on its way: the table, the names of its pieces, its chance."""

    def __init__(self, game: CaseGame, library: Library, case: Mapping[str, Any]) -> None:
        self.game = game
        self.library = library
        self.case = case
        self.history = History(Table())
        self.names: dict[int, str] = {}
        luck = case.get("luck", {})
        self.fortune = _CaseFortune(self, luck)

    @property
    def table(self) -> Table:
        """The table of the case."""
        return self.history.table

    # setting up

    def set_up(self) -> None:
        """Lay the table as the case says. Raises Wrong for names and words that nothing explains."""
        for key in self.case:
            if key not in _CASE_KEYS and not _SEAT.fullmatch(key):
                raise Wrong("a key of a case or a seat", repr(key))
        for key in self.case.get("luck", {}):
            if key not in _LUCK:
                raise Wrong("coins, random, shuffles or dice", f"luck.{key}")
        game = self.library.game
        seats = {key: value for key, value in self.case.items() if _SEAT.fullmatch(key)}
        number = max((ord(seat) - ord("A") + 1 for seat in seats), default=0)
        numbers: dict[str, dict[str, Any]] = {}
        marks: dict[int, dict[str, Any]] = {}
        with self.history.step("sets the case up", how="setup") as step:
            for i in range(max(number, min(game.seats))):
                step.do(SetSeat("ABCD"[i], Seat("", i, {counter.id: counter.start for counter in game.counters})))
            for zone in layout_zones(game, len(self.table.seats)):
                step.do(SetZone(zone.id, zone))
            for card_zone in game.card_zones:
                step.do(SetCardZone(card_zone.id, card_zone))
            step.do(Fact("table.card", list(game.card_size)))
            attached: list[tuple[str, str, Mapping[str, Any]]] = []
            for seat, entries in seats.items():
                numbers[seat] = {}
                for key, value in entries.items():
                    zone_id = self.game.case_zone(self.table, seat, key)
                    if zone_id is not None:
                        for name in expand(value):
                            step.do_all(self._create(name, zone_id, seat))
                    elif isinstance(value, Mapping):
                        attached.append((seat, key, value))
                    else:
                        numbers[seat][key] = value
            opponent = {"A": "B", "B": "A"}
            for seat, name, entries in attached:
                host = self.find(name, seat)
                own: dict[str, Any] = {}
                for key, value in entries.items():
                    if key in self.table.card_zones:
                        owner = self.game.case_owner(key, seat, opponent.get(seat, seat))
                        for inner in expand(value):
                            step.do_all(self._create(inner, f"{host}.{key}", owner))
                    else:
                        own[key] = value
                marks[host] = own
            given = CaseStart(self.case.get("now", {}), numbers, marks, self.find, self.card)
            try:
                carry_out(self.game.case_start(self.table, given), step, self.fortune)
            except KeyError as fault:
                raise Wrong("words of the vocabulary", str(fault)) from fault

    def _create(self, name: str, zone_id: str, seat: str) -> Iterator[Any]:
        base = name.partition("#")[0]
        entry = self.case.get("cards", {}).get(base)
        try:
            card = self.game.case_card(base, entry, self.library)
        except KeyError as fault:
            raise Wrong("a card", f"{name!r} ({fault})") from fault
        kept = definition(card)
        if self.table.definitions.get(card.id) != kept:
            yield Define(card.id, kept)
        piece = self.table.next_id
        self.names[piece] = name
        zone = self.table.zone(zone_id)
        up = zone.face != "down" and zone.role != "hand"
        yield Create(Piece(piece, card=card.id, owner=seat, zone=zone_id, up=up), -1)

    def card(self, name: str) -> CardDef:
        """The card that the case calls so, whether a piece of it lies on the table or not. Raises KeyError."""
        return self.game.case_card(name, self.case.get("cards", {}).get(name), self.library)

    # names

    def name(self, piece: int) -> str:
        """A piece as the case calls it; one that came up during the case by its title."""
        if piece in self.names:
            return self.names[piece]
        found = self.table.pieces.get(piece)
        kept = self.table.definitions.get(found.card) if found is not None else None
        return kept.name if kept is not None else f"piece {piece}"

    def candidates(self, name: str) -> list[int]:
        """The pieces of that name."""
        found = [piece for piece, known in self.names.items() if known == name and piece in self.table.pieces]
        if not found:
            found = [piece for piece in self.table.pieces if piece not in self.names and self.name(piece) == name]
        return found

    def find(self, name: str, seat: str | None = None, owner: str | None = None) -> int:
        """The piece of that name, that of the seat where there are several. Raises KeyError for an unknown name."""
        found = self.candidates(name)
        if not found:
            raise KeyError(f"no card of the case is called {name!r}")
        if seat is not None:
            here = [piece for piece in found if self._seat(piece) == seat]
            found = here or found
        if owner is not None:
            here = [piece for piece in found if self.table.pieces[piece].owner == owner]
            found = here or found
        return found[0]

    def _seat(self, piece: int) -> str | None:
        """Where a piece lies now: the seat of its zone, or of what it lies at."""
        return self.table.zone(self.table.pieces[piece].zone).seat

    # steps

    def make(self, row: Mapping[str, Any], following: Mapping[str, Any] | None) -> None:
        """Make one step and check what must hold after it."""
        for key in row:
            if key not in _STEP_KEYS and key not in _ARGUMENTS:
                raise Wrong("a key of a step", repr(key))
        game, history = self.game, self.history
        verb, illegal = str(row["do"]), row.get("illegal", False)
        try:
            passes = game.case_passes(self.table, verb, row)
            if passes is not None:
                for move in passes:
                    self._perform(move)
                self._let_pass(following)
                self.check(row.get("then", {}))
                return
            mark = history.at
            while (first := game.case_hands_over(self.table, row)) is not None:
                self._perform(first)
        except ValueError as fault:
            raise Wrong("a step that fits", str(fault)) from fault
        question = game.question(self.table)
        if verb == CHOOSE and question is None and not illegal:
            self.check(row.get("then", {}))
            return
        move = game.case_move(self.table, self.move(row))
        strange = verb == CHOOSE and question is not None and not question.fits(move.pick)
        if strange and not illegal and game.case_answered(self.table, move):
            self.check(row.get("then", {}))
            return
        verdict = game.judge(self.table, move)
        if illegal:
            if verdict.legal:
                raise Wrong(f"an illegal move ({illegal})", "a legal one")
            if isinstance(illegal, str) and not verdict.breaks(illegal):
                raise Wrong(f"a breach of {illegal!r}", self._told(verdict.violations))
        else:
            if not verdict.legal:
                raise Wrong("a legal move", self._told(verdict.violations))
            if not game.lists(self.table, move):
                raise Wrong("a move among those that the game lists", "it is not listed")
            if not row.get("probe"):
                self._perform(move)
                self._let_pass(following)
        if illegal or row.get("probe"):
            history.goto(mark)
        self.check(row.get("then", {}))

    def _perform(self, move: Move) -> None:
        try:
            perform(self.history, self.game, move, self.fortune)
        except (CannotPlan, OpError, LookupError) as fault:
            raise Wrong("a move that can be carried out", f"{type(fault).__name__}: {fault}") from fault

    def _let_pass(self, following: Mapping[str, Any] | None) -> None:
        for _ in range(100):
            move = self.game.case_lets_pass(self.table, following)
            if move is None:
                return
            self._perform(move)
        raise Wrong("windows that end", "the runner passes for ever")

    def move(self, row: Mapping[str, Any]) -> Move:
        """The move that a step writes down. Raises Wrong for a card that the case does not have."""
        seat = str(row.get("seat", ""))
        one = {key: self._piece(row[key], seat) for key in ("card", "by") if key in row}
        many = {
            key: tuple(self._piece(name, seat) for name in expand(row[key])) for key in ("with", "cards") if key in row
        }
        declare = row.get("declare", ())
        source = row.get("from", ())
        return Move(
            seat, str(row["do"]), one.get("card"), one.get("by"), many.get("with", ()), many.get("cards", ()),
            tuple(self._ref(name, seat) for name in _listed(row.get("at", ()))),
            self._picked(_listed(row.get("pick", ())), seat),
            tuple(str(word) for word in _listed(declare)), str(row.get("option", "")), row.get("amount"),
            tuple(str(word) for word in _listed(source)), str(row.get("to", "")),
        )  # fmt: skip

    def _piece(self, name: Any, seat: str) -> int:
        try:
            return self.find(str(name), seat)
        except KeyError as fault:
            raise Wrong("a card of the case", str(fault)) from fault

    def _ref(self, name: Any, seat: str) -> Ref:
        text = str(name)
        if text in self.table.seats:
            return text
        other = next((found for found in self.table.seats if found != seat), seat)
        return self.find(text, other) if self.candidates(text) else text

    def _picked(self, names: list[Any], seat: str) -> tuple[Ref, ...]:
        question = self.game.question(self.table)
        offered = list(question.choices) if question is not None else []
        found: list[Ref] = []
        for name in (text for entry in names for text in expand(entry)):
            options: list[Ref] = [*self.candidates(name), name]
            match = next((ref for ref in options if ref in offered), None)
            if match is None and not offered and len(options) > 1:
                match = self.find(name, seat)
            found.append(options[0] if match is None else match)
            if match in offered:
                offered.remove(match)
        return tuple(found)

    def _told(self, violations: Any) -> str:
        return "; ".join(f"{violation.rule}: {violation.message}" for violation in violations)

    # readouts

    def check(self, expected: Mapping[str, Any]) -> None:
        """Check readouts. Raises Wrong for the first that does not hold."""
        for key, value in expected.items():
            found, kind = self.read(key)
            if not _same(value, found, ordered=kind in self.game.ordered or key.endswith("^"), top=key.endswith("^")):
                raise Wrong(f"{key} = {value!r}", f"{found!r}")

    def read(self, key: str) -> tuple[Any, str]:
        """The value of a readout, pieces by their names, and its last word. Raises Wrong for an unknown one."""
        suffix = key[-1] if key[-1:] in ("#", "^") else ""
        seat, dot, rest = key.removesuffix(suffix).partition(".")
        try:
            if not dot or seat not in self.table.seats:
                return self._named(self.game.read_fact(self.table, key)), key
            zone_id = self.game.case_zone(self.table, seat, rest)
            if zone_id is not None:
                return self._zone(zone_id, suffix), rest
            card, dot, last = rest.rpartition(".")
            if not dot:
                return self._named(self.game.read_number(self.table, seat, rest)), rest
            pieces = [piece for piece in self.candidates(card) if self._seat(piece) == seat]
            if not pieces:
                raise Wrong(f"{card} at seat {seat} ({key})", self._whereabouts(card))
            if last in self.table.card_zones:
                return self._zone(f"{pieces[0]}.{last}", suffix), last
            return self._named(self.game.read_mark(self.table, self.table.pieces[pieces[0]], last)), last
        except KeyError as fault:
            raise Wrong(f"a readout ({key})", f"unknown: {fault}") from fault

    def _zone(self, zone_id: str, suffix: str) -> Any:
        ids = list(self.game.case_zone_cards(self.table, zone_id))
        return len(ids) if suffix == "#" else [self.name(piece) for piece in ids]

    def _whereabouts(self, card: str) -> str:
        places = [self.table.pieces[piece].zone for piece in self.candidates(card)]
        return f"in {', '.join(places)}" if places else "nowhere"

    def _named(self, value: Any) -> Any:
        if isinstance(value, CardRef):
            return self.name(value.id)
        if isinstance(value, Mapping):
            return {key: self._named(entry) for key, entry in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [self._named(entry) for entry in value]
        return value

    def undo_all(self) -> None:
        """Take everything back: the table must be as it was before. Raises Wrong if it is not."""
        done, at = self.table.digest(), self.history.at
        self.history.goto(1)
        self.history.goto(at)
        if self.table.digest() != done:
            raise Wrong("the same table after undo and redo", "another one")


class _CaseFortune(GivenFortune):
    """The chance of a case: its names are those of pieces."""

    def __init__(self, run: Run, luck: Mapping[str, Any]) -> None:
        super().__init__({kind: luck.get(word, ()) for word, kind in _LUCK.items()})
        self._run = run

    def draw(self, request: Any) -> Any:
        """The next result, with names turned into pieces."""
        result = super().draw(request)
        if request.kind == "coin":
            return result == "favor"
        if request.kind == "random":
            return tuple(self._chosen(request, result))
        if request.kind == "shuffle" and result is not request.choices:
            return tuple(self._order(request, result))
        return result

    def _chosen(self, request: Any, names: Any) -> Iterator[Ref]:
        left = list(request.choices)
        for name in names:
            options: list[Ref] = [*self._run.candidates(str(name)), str(name)]
            match = next((ref for ref in options if ref in left), None)
            if match is None:
                raise LookupError(f"luck gives {name!r}, which is not among what may come up")
            left.remove(match)
            yield match

    def _order(self, request: Any, names: Any) -> Iterator[Ref]:
        listed = expand(list(names))
        first = list(self._chosen(request, listed))
        yield from first
        yield from (ref for ref in request.choices if ref not in first)


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _same(expected: Any, found: Any, *, ordered: bool, top: bool = False) -> bool:
    if isinstance(expected, list) and isinstance(found, list | tuple):
        listed = [text for entry in expected for text in (expand(entry) if isinstance(entry, str) else [entry])]
        if top:
            return listed == list(found)[: len(listed)]
        if ordered:
            return listed == list(found)
        return _counted(listed) == _counted(list(found))
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        return expected.keys() == found.keys() and all(
            _same(value, found[key], ordered=ordered) for key, value in expected.items()
        )
    return type(expected) is type(found) and bool(expected == found)


def _counted(values: list[Any]) -> Counter[str]:
    return Counter(
        repr(sorted(map(repr, value))) if isinstance(value, list | dict) else repr(value) for value in values
    )

