"""Questions to players, in the few shapes that the game has. A question with one possible answer is not put."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tabletop.games.vs_system.places import Place
from tabletop.games.vs_system.tasks import tasks
from tabletop.rules.model import Ask, Do, Frame, Plan, Question, Ref
from tabletop.table.ops import Fact, Op

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board

NONE = "none"
ANY = "any"
YES, NO = "yes", "no"

_ROW_NAMES = {
    "front": "front row", "support": "support row", "hidden_front": "hidden front row",
    "hidden_support": "hidden support row",
}  # fmt: skip


ANSWERED = "answered"
"""The fact that lists the answers that went without saying since somebody last acted: seat and what was picked."""


def put(question: Question) -> Frame:
    """Ask a question; one with a single possible answer is answered at once, and one with none is passed over."""
    if not question.choices or question.least == question.most == len(question.choices) == 1:
        picked = list(question.choices)
        return Do("goes_without_saying", {"seat": question.seat, "then": question.then, "args": question.args,
                                          "picked": picked})  # fmt: skip
    return Ask(question)


@tasks.task
def goes_without_saying(b: Board, seat: str, then: str, args: dict[str, Any], picked: list[Any]) -> Plan[None]:
    """What the only possible answer leads to."""
    if picked:
        before = b.table.facts.get(ANSWERED)
        yield Fact(ANSWERED, [*(before if isinstance(before, list) else ()), [seat, picked]])
    yield Do(then, {**args, "picked": picked})


def forget_answers(b: Board) -> Iterator[Op]:
    """Somebody acts: what went without saying before is of no interest any more."""
    if b.table.facts.get(ANSWERED) is not None:
        yield Fact(ANSWERED, None)


def place_words(word: str) -> str:
    """A position as people read it: "front:2" is "front row, column 3"."""
    row, _, column = word.partition(":")
    return f"{_ROW_NAMES.get(row, row)}, column {int(column) + 1}" if column.isdecimal() else row


def position(b: Board, seat: str, piece: int, rows: tuple[str, ...], then: str, /, **args: Any) -> Frame:
    """A player names a free position of the own rows for a character."""
    choices = tuple(place.word for place in b.free(seat, rows))
    words = {choice: place_words(choice) for choice in choices}
    return put(
        Question(seat, f"Where does {{{piece}}} go?", choices, then, args, kind="position", words=words)
    )  # fmt: skip


def picked_place(b: Board, seat: str, picked: Sequence[Any]) -> Place | None:
    """The position that was named."""
    return b.read_place(seat, str(picked[0])) if picked else None


def may(seat: str, text: str, then: str, /, **args: Any) -> Frame:
    """A player may do something, or not."""
    return Ask(Question(seat, text, (YES, NO), then, args, kind="yes or no"))


def card(
    seat: str,
    text: str,
    among: Iterable[int],
    then: str,
    /,
    *,
    optional: bool = False,
    secret: bool = False,
    **args: Any,
) -> Frame:
    """A player names one of these cards, or "none" where that is allowed."""
    choices: tuple[Ref, ...] = (*among, *((NONE,) if optional else ()))
    words = {NONE: "none of them"} if optional else {}
    if optional and len(choices) == 1:
        return Do(then, {**args, "picked": [NONE]})
    return put(Question(seat, text, choices, then, args, kind="cards", words=words, secret=secret))


def cards(
    seat: str, text: str, from_: Sequence[int], count: int, then: str, /, *, secret: bool = False, **args: Any
) -> Frame:
    """A player names so many of these cards, in an order that may count; fewer if there are not so many."""
    number = min(count, len(from_))
    return put(
        Question(seat, text, tuple(from_), then, args, least=number, most=number, kind="cards", secret=secret)
    )  # fmt: skip


def word(seat: str, text: str, choices: Iterable[str], then: str, /, **args: Any) -> Frame:
    """A player names a team, an identity, a card."""
    return put(Question(seat, text, tuple(choices), then, args, kind="words"))
