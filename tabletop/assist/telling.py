"""What a step brought with it, told line by line for a seat: chance, what followed by the rules, broken rules, remarks.

The line of the step itself comes from `tabletop.table.words`; these stand below it in the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from tabletop.rules.model import Verdict
from tabletop.table import words
from tabletop.table.history import Step
from tabletop.table.ops import Chance, Note, Op
from tabletop.table.state import Table


def details(table: Table, step: Step, seat: str | None) -> list[str]:
    """The lines below a step, in the order in which things happened; each only once in a row."""
    told: list[str] = []
    for label in _labels(table, step):
        text = words.fill(table, label, seat, step.refs).strip()
        text = text[:1].upper() + text[1:]
        if text and (not told or told[-1] != text):
            told.append(text)
    return told


def verdict_of(step: Step) -> Verdict:
    """The verdict that a step was made with; an empty one if it has none that can be read."""
    try:
        return msgspec.convert(step.verdict or {}, Verdict)
    except (msgspec.ValidationError, ValueError):
        return Verdict()


def _labels(table: Table, step: Step) -> Iterator[str]:
    verdict = verdict_of(step)
    for violation in verdict.violations:
        yield f"Against the rules: {violation.message} [{words.quote(violation.rule)}]"
    for number, op in enumerate(step.ops):
        if isinstance(op, Note):
            if step.label != f"says: {words.quote(op.text)}":
                yield op.text
        elif isinstance(op, Chance) and step.how != "manual" and not _told_anyway(step.ops[number + 1 :], op):
            yield _chance(table, op)
    yield from verdict.notes


def _told_anyway(following: Sequence[Op], op: Chance) -> bool:
    """Whether the rules themselves tell next what came of a coin or a die."""
    after = following[0] if following else None
    return isinstance(after, Note) and op.what in ("coin", "die") and op.what in after.text.lower()


def _chance(table: Table, op: Chance) -> str:
    result = op.result
    if op.what == "coin":
        return "the coin comes up in favor" if result else "the coin comes up against"
    if op.what == "die":
        return f"the die shows {result}"
    found = result if isinstance(result, list) else [result]
    ids = [ref for ref in found if isinstance(ref, int)]
    told = [f"{{{ref}}}" if ref in table.seats else words.quote(str(ref)) for ref in found if not isinstance(ref, int)]
    return f"at random: {words.listed([*([words.pieces(ids)] if ids else []), *told])}"
