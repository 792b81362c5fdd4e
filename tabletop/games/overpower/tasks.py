"""The tasks of the game: named pieces of what is to be done, which the agenda keeps (`tabletop.rules.agenda`).

A question whose answer has to fit together (one hit of either record, say) has a check: a function registered under the
name of the task that goes on with the answer, which tells what an answer breaks beyond not being offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tabletop.rules.agenda import Tasks
from tabletop.rules.model import Question, Ref

if TYPE_CHECKING:
    from tabletop.games.overpower.board import Board

tasks = Tasks()

Check = Callable[["Board", Question, tuple[Ref, ...]], Iterator[str]]
checks: dict[str, Check] = {}


def check(task: str) -> Callable[[Check], Check]:
    """Register a function that tells, as sentences, what does not fit about an answer with which a task goes on."""

    def register(function: Check) -> Check:
        if task in checks:
            raise ValueError(f"there is a check of {task!r} already")
        checks[task] = function
        return function

    return register
