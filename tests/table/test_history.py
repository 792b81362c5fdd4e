"""Steps, undo, redo, trials, and who is told."""

from __future__ import annotations

import pytest
from tables import card_name, do, duel, put, state

from tabletop.table import acts
from tabletop.table.history import History, Ref, Step, showed
from tabletop.table.ops import Create, Fact, Mark, Move, Note, OpError
from tabletop.table.state import Piece, Table
from tabletop.table.zones import TABLE


def counting(number: int) -> History:
    """A history with so many steps, each of which sets the fact "n"."""
    history = History(Table())
    for n in range(number):
        history.do(f"counts {n}", [Fact("n", n)])
    return history


def test_a_step_that_fails_is_taken_back_and_not_kept() -> None:
    document = duel()
    before, at = state(document.table), document.history.at
    with pytest.raises(OpError, match="no piece 99"):
        document.history.do("moves", [Move(1, TABLE), Mark(1, "m", 1), Move(99, TABLE)])
    assert state(document.table) == before
    assert document.history.at == at
    assert len(document.history.trail) == at


def test_a_step_in_which_anything_else_goes_wrong_is_taken_back_too() -> None:
    document = duel()
    before = state(document.table)

    def fail() -> None:
        with document.history.step("moves") as step:
            step.do(Move(1, TABLE))
            raise KeyError("mistake")

    with pytest.raises(KeyError):
        fail()
    assert state(document.table) == before
    assert document.history.do("moves", [Move(1, TABLE)]) is not None, "the history can go on"


def test_an_act_of_nothing_is_no_step() -> None:
    history = counting(1)
    assert history.do("does nothing", []) is None
    assert (history.at, len(history.trail)) == (1, 1)


def test_only_one_step_is_open_at_a_time() -> None:
    history = counting(2)
    with history.step("one") as step:
        step.do(Note("x"))
        assert not history.can_undo
        assert history.undo() is None
        assert history.redo() is None
        history.goto(0)
        assert history.at == 2
        with pytest.raises(RuntimeError, match="open already"), history.step("two"):
            pass
    assert history.at == 3


def test_operations_may_come_one_after_the_other() -> None:
    table = duel().table
    history = History(table)

    def as_it_goes():
        yield Fact("n", 1)
        yield Fact("n", table.facts["n"] + 1)

    history.do("counts", as_it_goes())
    assert table.facts["n"] == 2


def test_undo_and_redo_without_limit() -> None:
    history = counting(500)
    for n in reversed(range(500)):
        assert history.table.facts["n"] == n
        history.undo()
    assert history.table.facts == {}
    assert history.undo() is None
    assert history.last is None
    for _ in range(500):
        history.redo()
    assert history.table.facts == {"n": 499}
    assert history.redo() is None


def test_a_step_after_an_undo_cuts_and_keeps_what_was_ahead() -> None:
    history = counting(5)
    history.goto(2)
    assert history.can_redo
    ahead = history.steps[2:]
    history.do("counts on", [Fact("n", 99)])
    assert history.cut == ahead
    assert [step.label for step in history.done] == ["counts 0", "counts 1", "counts on"]
    assert not history.can_redo


@pytest.mark.parametrize(("to", "at"), [(-3, 0), (0, 0), (2, 2), (99, 4)])
def test_going_to_a_step(to: int, at: int) -> None:
    history = counting(4)
    history.goto(1)
    history.goto(to)
    assert history.at == at
    assert history.table.facts.get("n") == (at - 1 if at else None)


def test_a_redo_that_does_not_fit_leaves_all_as_it_was() -> None:
    """It cannot happen as long as only steps write to the table; here somebody else does."""
    document = duel()
    put(document, [1, 3], "A.play")
    document.history.undo()
    document.table.pieces.pop(3)
    document.table.order["A.deck"].remove(3)
    before = state(document.table)
    with pytest.raises(OpError):
        document.history.redo()
    assert state(document.table) == before


def test_a_trial_leaves_nothing_behind() -> None:
    document = duel()
    table = document.table
    before, revision, next_id = state(table), table.revision, table.next_id
    seen = set()
    for _ in range(3):
        with document.history.trial() as trial:
            trial.do(Create(Piece(77)))
            trial.do(Move(1, TABLE))
            assert 77 in table.pieces
            seen.add(table.revision)
    assert len(seen) == 3, "what is cached by revision in one trial must not be taken for another"
    assert max(seen) < 0
    assert (state(table), table.revision, table.next_id) == (before, revision, next_id)
    assert document.history.trail == document.history.trail[:1]


def test_a_trial_that_fails_is_taken_back() -> None:
    document = duel()
    before = state(document.table)
    with pytest.raises(OpError), document.history.trial() as trial:
        trial.do_all([Move(1, TABLE), Move(99, TABLE)])
    assert state(document.table) == before


def test_a_trial_inside_a_step_sees_the_step_so_far() -> None:
    document = duel()
    table = document.table
    with document.history.step("moves") as step:
        step.do(Move(1, TABLE))
        with document.history.trial() as trial:
            trial.do(Move(1, "A.hand"))
        assert table.pieces[1].zone == TABLE
    document.history.undo()
    assert table.pieces[1].zone == "A.deck"


def test_listeners_hear_everything_in_order() -> None:
    history = counting(0)
    heard: list[tuple[str, str]] = []
    history.listeners.append(lambda what, step: heard.append((what, step.label)))
    history.do("one", [Fact("n", 1)])
    history.undo()
    history.redo()
    assert heard == [("step", "one"), ("undo", "one"), ("redo", "one")]
    assert [(what, step.label) for what, step in history.trail] == heard


def test_a_listener_that_makes_a_step_has_it_told_to_all_afterwards() -> None:
    history = counting(0)
    heard: list[list[str]] = [[], []]

    def answers(what: str, step: Step) -> None:
        heard[0].append(step.label)
        if step.label == "asks":
            history.do("answers", [Fact("answer", 42)])

    history.listeners += [answers, lambda what, step: heard[1].append(step.label)]
    history.do("asks", [Fact("question", 1)])
    assert heard == [["asks", "answers"], ["asks", "answers"]]


def test_a_listener_may_go_while_it_is_told() -> None:
    history = counting(0)
    heard: list[str] = []

    def once(what: str, step: Step) -> None:
        heard.append("once")
        history.listeners.remove(once)

    history.listeners += [once, lambda what, step: heard.append("always")]
    history.do("one", [Fact("n", 1)])
    history.do("two", [Fact("n", 2)])
    assert heard == ["once", "always", "always"]


def test_a_step_keeps_who_might_know_what_it_touched() -> None:
    document = duel()
    table = document.table
    top = table.cards("A.deck")[0]
    do(document, acts.draw(table, "A.deck", 1, "A.hand"))
    step = document.history.last
    assert step is not None
    assert step.refs == {top: Ref(card_name(top), (), ("A",))}
    assert step.refs[top].known_to("A")
    assert not step.refs[top].known_to("B")
    assert not step.refs[top].known_to(None)
    put(document, [top], TABLE)
    assert document.history.steps[-1].refs[top] == Ref(card_name(top), ("A",), ("A", "B"))


def test_a_removed_card_is_known_as_it_was() -> None:
    document = duel()
    put(document, [1], TABLE, up=True)
    do(document, acts.remove(document.table, [1]))
    assert document.history.steps[-1].refs[1] == Ref(card_name(1), ("A", "B"), ("A", "B"))


def test_a_new_piece_is_known_to_who_sees_it() -> None:
    document = duel()
    document.history.do("makes {90}", [Create(Piece(90, card="set/1", zone="A.hand", up=False))])
    assert document.history.steps[-1].refs[90] == Ref(card_name(1), ("A",), ("A",))


def test_what_a_step_showed() -> None:
    step = Step("x", refs={1: Ref("One", ("A",), ("A", "B")), 2: Ref("Two", (), ("B",)), 3: Ref("Three", ("A",), ())})
    assert showed(step) == {"B": [1, 2]}
    step.how = "setup"
    assert showed(step) == {}


def test_a_replayed_step_is_told_to_nobody() -> None:
    history = counting(0)
    heard = []
    history.listeners.append(lambda what, step: heard.append(step))
    history.replay(Step("from a save", ops=[Fact("n", 1)]))
    assert history.table.facts == {"n": 1}
    assert heard == []
    assert len(history.trail) == 1
    with pytest.raises(OpError):
        history.replay(Step("does not fit", ops=[Fact("n", 2), Move(1, TABLE)]))
    assert history.table.facts == {"n": 1}
    history.undo()
    assert history.table.facts == {}
