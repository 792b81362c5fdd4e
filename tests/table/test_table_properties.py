"""What holds whatever is done at a table: undo, redo, saving, and no card is made or lost."""

from __future__ import annotations

import math
import tempfile
from collections import Counter as Multiset
from pathlib import Path

import msgspec
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tables import CHANGE_CARDS, KINDS, LOOKERS, SEATS, check_sound, duel, profile, reread, some_act, state

from tabletop.table import words
from tabletop.table.history import Step
from tabletop.table.ops import (
    Chance,
    Counter,
    Create,
    Define,
    Fact,
    Mark,
    Move,
    Note,
    OpError,
    Pose,
    Remove,
    Reorder,
    Reveal,
    SetCardZone,
    SetSeat,
    SetZone,
)
from tabletop.table.state import Definition, Piece, Seat, encode
from tabletop.table.zones import CardZone, Zone

numbers = st.tuples(*[st.integers(0, 10_000)] * 4)
ids = st.integers(-1, 20)
zone_ids = st.sampled_from(
    ["table", "A.deck", "B.hand", "A.play", "box", "box2", "nowhere", "", "1.attached", "2.attached", "3.hits", "4.box",
     "99.hits", "01.hits", "1.nothing", "9" * 30 + ".hits"]
)  # fmt: skip
faces = st.one_of(st.none(), st.booleans())
floats = st.one_of(st.none(), st.floats(), st.floats(-500, 500))
known = st.one_of(st.none(), st.lists(st.sampled_from(["A", "B", "X"]), max_size=3).map(tuple))
values = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(),
    st.sampled_from([(1, (2, 3)), {"a": [1, {"b": None}]}, {1: 2}, object(), "\ud800", 10**30, [63, 88], [0, "x"]]),
)  # fmt: skip
sizes = st.one_of(st.floats(), st.floats(1, 500))
zones = st.builds(
    Zone, zone_ids, st.just("Box"), seat=st.sampled_from([None, "A", "B", "X"]),
    arrangement=st.sampled_from(["pile", "fan", "row", "grid", "free"]),
    sight=st.sampled_from(["public", "private", "hidden"]),
    x=sizes, y=sizes, w=sizes, h=sizes, turn=st.sampled_from([0, 90, 180, -5, 10**30]), scale=sizes,
    anchor=st.one_of(st.none(), ids),
)  # fmt: skip
pieces = st.builds(
    Piece, st.one_of(ids, st.just(2**60)), st.sampled_from(["card", "die", "note"]), st.sampled_from(["set/1", "?"]),
    zone=zone_ids, x=sizes, up=st.booleans(), marks=st.dictionaries(st.just("m"), values),
    counters=st.dictionaries(st.just("c"), st.integers()),
)  # fmt: skip
absurd = st.one_of(
    st.builds(Create, pieces, st.integers(-2, 9)),
    st.builds(Remove, ids),
    st.builds(Move, ids, zone_ids, st.integers(-2, 99), floats, floats, floats, faces, known),
    st.builds(Pose, ids, floats, floats, floats, faces, known),
    st.builds(Reorder, zone_ids, st.lists(ids, max_size=4).map(tuple)),
    st.builds(Reveal, ids, known.map(lambda found: found or ())),
    st.builds(Mark, ids, st.just("m"), values),
    st.builds(Counter, st.one_of(ids, st.sampled_from(["A", "Z"])), st.just("c"), st.one_of(st.none(), st.integers())),
    st.builds(Fact, st.sampled_from(["phase", "table.card"]), values),
    st.builds(Define, st.sampled_from(["set/1", "new"]), st.one_of(st.none(), st.just(Definition("New", "hero")))),
    zones.map(lambda zone: SetZone(zone.id, zone)),
    st.builds(SetZone, zone_ids, st.one_of(st.none(), zones), st.integers(-1, 5)),
    st.builds(SetCardZone, st.sampled_from(["hits", "attached", "box"]),
              st.one_of(st.none(), st.builds(CardZone, st.sampled_from(["hits", "box"]), st.just("Box"), w=sizes))),
    st.builds(SetSeat, st.sampled_from(["A", "B", "C"]), st.one_of(st.none(), st.builds(Seat, st.text()))),
    st.builds(Note, st.text()),
    st.builds(Chance, st.just("d6"), values),
)  # fmt: skip


class Play(RuleBasedStateMachine):
    """Two people who do what comes to their minds, and a table that must stand it."""

    @initialize()
    def lay(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.document = duel(5, hands=2)
        self.history.goto(0)
        self.states = [state(self.table)]
        while self.history.redo():
            self.states.append(state(self.table))

    def teardown(self) -> None:
        if not hasattr(self, "document"):
            return
        self.folder.cleanup()
        self.history.goto(len(self.states))
        for at in reversed(range(len(self.states))):
            assert state(self.table) == self.states[at]
            self.history.undo()
        self.history.goto(len(self.states))
        assert state(self.table) == self.states[-1]

    @property
    def history(self):
        return self.document.history

    @property
    def table(self):
        return self.document.table

    def made(self) -> None:
        at = self.history.at
        assert len(self.history.steps) == at
        del self.states[at:]
        if len(self.states) == at:
            self.states.append(state(self.table))
        else:
            assert state(self.table) == self.states[at]

    def cards(self) -> Multiset[str]:
        return Multiset(f"{piece.id} {piece.card}" for piece in self.table)

    @rule(kind=st.sampled_from(KINDS), numbers=numbers, seat=st.sampled_from(SEATS))
    def act(self, kind: str, numbers: tuple[int, ...], seat: str) -> None:
        if seat not in self.table.seats:
            return
        before, cards, at = state(self.table), self.cards(), self.history.at
        act = some_act(self.table, kind, numbers, seat)
        assert state(self.table) == before, "planning an act must not touch the table"
        try:
            step = self.history.do(act.label, act.ops, seat)
        except OpError:
            assert state(self.table) == before
            return
        if kind not in CHANGE_CARDS:
            assert self.cards() == cards
        if step is None:
            assert self.history.at == at
        else:
            self.made()

    @rule(ops=st.lists(absurd, min_size=1, max_size=4))
    def absurd_step(self, ops: list) -> None:
        with self.history.step("does something odd with {1} and {@1.attached}", "A") as step:
            for op in ops:
                before = state(self.table)
                try:
                    step.do(op)
                except OpError:
                    assert state(self.table) == before, f"{op} failed and changed the table"
            done = bool(step.step.ops)
        if done:
            self.made()

    @rule(ops=st.lists(absurd, max_size=3))
    def trial(self, ops: list) -> None:
        before, revision, next_id = state(self.table), self.table.revision, self.table.next_id
        with self.history.trial() as trial:
            for op in ops:
                try:
                    trial.do(op)
                except OpError:
                    continue
            assert self.table.revision < 0
        assert (state(self.table), self.table.revision, self.table.next_id) == (before, revision, next_id)

    @rule()
    def undo(self) -> None:
        self.history.undo()
        assert state(self.table) == self.states[self.history.at]

    @rule()
    def redo(self) -> None:
        self.history.redo()
        assert state(self.table) == self.states[self.history.at]

    @precondition(lambda self: self.history.trail)
    @rule()
    def save_and_load(self) -> None:
        loaded = reread(self.document, Path(self.folder.name) / "duel.table")
        assert loaded.report == []
        assert loaded.closed
        again = loaded.document
        assert state(again.table)[:2] == state(self.table)[:2]
        assert [(what, as_read(step)) for what, step in again.history.trail] == [
            (what, as_read(step)) for what, step in self.history.trail
        ]
        assert (again.history.at, len(again.history.steps)) == (self.history.at, len(self.history.steps))
        for seat in LOOKERS:
            for (what, step), (what_then, step_then) in zip(again.history.trail, self.history.trail, strict=True):
                assert words.tell(again.table, step, seat, what) == words.tell(self.table, step_then, seat, what_then)
        self.document = again
        self.states = [(*found[:2], *order[2:]) for found, order in zip(self.states, self._replayed(), strict=True)]

    def _replayed(self) -> list:
        """The states of the loaded table: only the order in which zones were made may differ from before."""
        at = self.history.at
        self.history.goto(0)
        found = [state(self.table)]
        while self.history.redo():
            found.append(state(self.table))
        self.history.goto(at)
        for then, now in zip(self.states, found, strict=True):
            assert then[:2] == now[:2]
        return found

    @invariant()
    def sound(self) -> None:
        if hasattr(self, "document"):
            check_sound(self.table)


def as_read(step: Step) -> Step:
    """A step as a save gives it back, whatever 1 or 1.0 somebody wrote."""
    return msgspec.json.decode(encode(step), type=Step)


TestPlay = Play.TestCase
TestPlay.settings = profile(60, 25)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1e7])
def test_no_place_is_beyond_the_end_of_the_world(bad: float) -> None:
    document = duel()
    before = state(document.table)
    for op in (Move(1, "table", x=bad), Pose(1, y=bad), Pose(1, rotation=bad), Create(Piece(99, x=bad))):
        with pytest.raises(OpError, match="no place"):
            document.history.do("x", [op])
    assert state(document.table) == before
