"""The agenda: what is still to be done, as data on the table, so that a game can be saved, undone and touched by hand
while it waits.

Rules code is written as *tasks*: named generators that yield operations, requests for chance, and frames. A frame is
another task to be done next, a question or a window. Frames are dealt with in the order in which a task yields them,
before anything that was waiting below. A question names the task that goes on with its answer. Nothing is ever
suspended: between two moves the agenda lies in the fact `agenda`, its next entry last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar, overload

import msgspec

from tabletop.rules.game import Game, held, told
from tabletop.rules.model import (
    LEGAL,
    Ask,
    CannotPlan,
    Do,
    Frame,
    Item,
    Move,
    Plan,
    Question,
    Verdict,
    Violation,
    Window,
)
from tabletop.table.ops import Fact, Note
from tabletop.table.state import Json, Table

AGENDA = "agenda"
CHOOSE = "choose"
PASS = "pass"

LIMIT = 5000
"""More tasks in one step than any game needs: a loop in the rules."""

B = TypeVar("B")
TaskFunction = Callable[..., Plan[None]]
F = TypeVar("F", bound=TaskFunction)

_FRAMES = (Do, Ask, Window)


class Tasks:
    """The tasks of a game by name. `@tasks.task` registers a function under its own name or one that is given."""

    def __init__(self) -> None:
        self._found: dict[str, TaskFunction] = {}

    @overload
    def task(self, name: str) -> Callable[[F], F]: ...

    @overload
    def task(self, name: F) -> F: ...

    def task(self, name: str | F) -> F | Callable[[F], F]:
        """Register a generator function as a task. Raises ValueError if the name is taken."""
        if not isinstance(name, str):
            return self._register(name.__name__, name)

        def register(function: F) -> F:
            return self._register(name, function)

        return register

    def __getitem__(self, name: str) -> TaskFunction:
        return self._found[name]

    def get(self, name: str) -> TaskFunction | None:
        """The task of that name, or None."""
        return self._found.get(name)

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def _register(self, name: str, function: F) -> F:
        if name in self._found:
            raise ValueError(f"there is a task {name!r} already")
        self._found[name] = function
        return function


def frames(table: Table) -> list[Frame]:
    """The agenda of a table, the next entry last. Entries that cannot be read (somebody edited them) are left out."""
    return [frame for frame in _read(table) if frame is not None]


def _read(table: Table) -> tuple[Frame | None, ...]:
    """The entries of the agenda; None for one that cannot be read. They are read once for each value of the fact."""
    listed = table.facts.get(AGENDA)
    if not listed or not isinstance(listed, list):
        return ()
    kept: tuple[Json, tuple[Frame | None, ...]] | None = table.kept.get(AGENDA)
    if kept is not None and kept[0] is listed:
        return kept[1]
    found = tuple(map(_frame, listed))
    table.kept[AGENDA] = (listed, found)
    return found


def _frame(entry: Json) -> Frame | None:
    try:
        found: Frame = msgspec.convert(entry, Frame)
    except (msgspec.ValidationError, ValueError, TypeError):
        return None
    return found


def as_data(agenda: list[Frame]) -> Json:
    """An agenda as the value of its fact; None if nothing is left."""
    # As JSON, so that it is equal to what lies on the table, where tuples are lists.
    return msgspec.json.decode(msgspec.json.encode(agenda)) or None


def waiting(table: Table) -> Ask | Window | None:
    """What the game waits for, if it waits for an answer."""
    found = _read(table)
    top = found[-1] if found else None
    return None if isinstance(top, Do) else top


class AgendaGame(Game, Generic[B]):
    """A game that keeps an agenda. `B` is its board: the typed view of a table that tasks and judges work with.

    A game gives `board`, `begin` (what a move starts) and `tasks`; answers to questions and the passing of windows are
    the same in every game. What follows by itself (`consequences`) must not depend on the agenda.
    """

    tasks: Tasks
    _settled: tuple[Table, int] | None = None
    """The table, and its revision, from which nothing more was found to follow: it is not asked twice."""
    choice_rule = "choice"
    """The rule that an answer breaks which its question does not offer."""
    timing_rule = "timing"
    """The rule that a move breaks which has to wait for an answer."""

    def board(self, table: Table) -> B:
        """The typed view of a table."""
        raise NotImplementedError

    def begin(self, board: B, move: Move) -> Plan[None]:
        """What a move starts: operations and frames, as in a task. Answers and passes of windows do not come here."""
        raise NotImplementedError

    def violations(self, board: B, move: Move, window: Window | None) -> Iterator[Violation]:
        """Every rule that a move breaks, if it is no answer to a question; `window` is the one that is open."""
        raise NotImplementedError

    def answer_violations(self, board: B, question: Question, move: Move) -> Iterator[Violation]:
        """Further rules that an answer breaks which its question does offer."""
        return iter(())

    def closes(self, board: B, move: Move, window: Window) -> bool:
        """Whether a move that is made in a window closes it, before anything that the move does."""
        return False

    def idle(self, board: B) -> Plan[None]:
        """What happens when the agenda has come to its end; asked again until it has nothing more to do."""
        return
        yield

    def over(self, table: Table) -> bool:
        """Whether the game is over, so that nothing of the agenda is done any more."""
        return False

    def question(self, table: Table) -> Question | None:
        """The question that waits for an answer."""
        top = waiting(table)
        return top.question if isinstance(top, Ask) else None

    def window(self, table: Table) -> Window | None:
        """The window that is open."""
        top = waiting(table)
        return top if isinstance(top, Window) else None

    def judge(self, table: Table, move: Move) -> Verdict:
        """Every rule that a move would break."""
        top = waiting(table)
        board = self.board(table)
        if isinstance(top, Ask):
            return Verdict.of(self._judge_answer(board, top.question, move))
        if move.do == CHOOSE:
            return Verdict((Violation(self.timing_rule, "No question is waiting for an answer."),))
        if isinstance(top, Window) and move.do == PASS and move.seat == top.seat:
            return LEGAL
        return Verdict.of(self.violations(board, move, top))

    def _judge_answer(self, board: B, question: Question, move: Move) -> Iterator[Violation]:
        if move.do != CHOOSE:
            text = f"{{{question.seat}}} must answer first: {question.text}"
            yield Violation(self.timing_rule, text)
            yield from self.violations(board, move, None)
            return
        if move.seat != question.seat:
            yield Violation(self.timing_rule, f"It is for {{{question.seat}}} to answer: {question.text}")
        if not question.fits(move.pick):
            yield Violation(self.choice_rule, f"That is not among the answers: {question.text}")
        yield from self.answer_violations(board, question, move)

    def answers(self, question: Question) -> Iterator[Move]:
        """The answers that a question offers: each choice, and for several the first fitting sets of them."""
        if question.least == 0:
            yield Move(question.seat, CHOOSE)
        if question.least <= 1 <= question.most:
            for ref in dict.fromkeys(question.choices):
                yield Move(question.seat, CHOOSE, pick=(ref,))
        for size in range(max(2, question.least), min(question.most, len(question.choices)) + 1):
            yield Move(question.seat, CHOOSE, pick=question.choices[:size])
            if size < len(question.choices):
                yield Move(question.seat, CHOOSE, pick=question.choices[-size:])

    def plan(self, table: Table, move: Move) -> Plan[None]:
        """What a move does. Raises CannotPlan if what it needs is not there."""
        agenda = frames(table)
        before = table.facts.get(AGENDA)
        top = agenda[-1] if agenda else None
        with _on_this_table():
            board = self.board(table)
            if move.do == CHOOSE:
                if not isinstance(top, Ask):
                    raise CannotPlan("No question is waiting for an answer.")
                agenda.pop()
                agenda.append(Do(top.question.then, {**top.question.args, "picked": list(move.pick)}))
            elif isinstance(top, Window) and move.do == PASS:
                agenda.pop()
            else:
                if isinstance(top, Window) and self.closes(board, move, top):
                    agenda.pop()
                yield from self._run(self.begin(board, move), agenda)
            yield from self.advance(table, agenda)
        yield from self.keep(table, agenda, before)

    def settle(self, table: Table) -> Plan[None]:
        """What follows by itself from the table as it is, the agenda included."""
        agenda = frames(table)
        before = table.facts.get(AGENDA)
        with _on_this_table():
            yield from self.advance(table, agenda)
        yield from self.keep(table, agenda, before)

    def keep(self, table: Table, agenda: list[Frame], before: Json) -> Plan[None]:
        """The agenda goes back onto the table, where it was `before`. From the agenda nothing follows."""
        after = as_data(agenda)
        if after == before:
            return
        settled = self._settled is not None and self._settled == (table, table.revision)
        yield Fact(AGENDA, after)
        if settled:
            self._settled = (table, table.revision)

    def advance(self, table: Table, agenda: list[Frame]) -> Plan[None]:
        """Carry out the agenda until it is empty or waits for an answer; what follows is done after each task.

        A question about pieces that have all gone is withdrawn; one that has lost some of them offers the others.
        """
        board = self.board(table)
        for _ in range(LIMIT):
            settled = self._settled
            if settled is None or settled[1] != table.revision or settled[0] is not table:
                yield from self._follow(table, agenda)
            if self.over(table):
                agenda.clear()
                return
            if not agenda:
                revision = table.revision
                yield from self._run(self.idle(board), agenda)
                if not agenda and table.revision == revision:
                    return
                continue
            top = agenda[-1]
            if isinstance(top, Ask):
                left = _still_offered(table, top.question)
                if left is None:
                    agenda.pop()
                    yield Note(f"The question to {{{top.question.seat}}} is withdrawn: its cards are gone")
                    continue
                if left is not top.question:
                    agenda[-1] = Ask(left)
            if not isinstance(agenda[-1], Do):
                return
            frame = agenda.pop()
            assert isinstance(frame, Do)
            task = self.tasks.get(frame.task)
            if task is None:
                raise CannotPlan(f"Nothing is known of the task {frame.task!r}.")
            yield from self._run(task(board, **frame.args), agenda)
        raise CannotPlan("The rules go round in a circle.")

    def _follow(self, table: Table, agenda: list[Frame]) -> Plan[None]:
        for _ in range(LIMIT):
            consequence = next((found for found in self.consequences(table) if not held(table, found)), None)
            if consequence is None:
                self._settled = (table, table.revision)
                return
            later: list[Frame] = []
            yield told(consequence)
            for item in consequence.items:
                if isinstance(item, _FRAMES):
                    later.append(item)
                else:
                    yield item
            agenda.extend(reversed(later))
            if later:
                return
        raise CannotPlan("The rules go round in a circle.")

    def _run(self, task: Plan[None], agenda: list[Frame]) -> Plan[None]:
        later: list[Frame] = []
        result: Any = None
        while True:
            try:
                item: Item = task.send(result)
            except StopIteration:
                break
            if isinstance(item, _FRAMES):
                later.append(item)
                result = None
            else:
                result = yield item
        agenda.extend(reversed(later))


@contextmanager
def _on_this_table() -> Iterator[None]:
    """Rules that find the table otherwise than any game would leave it cannot go on: that is no fault of theirs."""
    try:
        yield
    except (LookupError, AttributeError, TypeError, ValueError, AssertionError) as fault:
        raise CannotPlan(f"Something that this needs is not there ({type(fault).__name__}: {fault}).") from fault


def _still_offered(table: Table, question: Question) -> Question | None:
    """A question without the choices that are pieces which have gone; None if nothing is left of it."""
    choices = tuple(ref for ref in question.choices if not isinstance(ref, int) or ref in table.pieces)
    if len(choices) == len(question.choices):
        return question
    if not choices:
        return None
    least, most = min(question.least, len(choices)), min(question.most, len(choices))
    return msgspec.structs.replace(question, choices=choices, least=least, most=most)
