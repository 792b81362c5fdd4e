"""What happened, and which powers it triggers.

Triggered effects wait in the fact `waiting` until a player would next get priority. Who looks is settled before
something happens, so that a power whose source stops working in that very moment still sees it; what it sees is
the table after it.

An event is a mapping with its word under `on`; `object` tells which object a piece was:

* "comes into play": `piece`, `object`, `seat`
* "becomes stunned": `piece`, `object`, `seat`, `by` (who stunned it), `role` ("defender", "attacker" or "")
* "leaves play": `piece`, `seat` (who controlled it), `to` ("ko", "hand", "removed")
* "attacks": `piece`, `object`, `seat`
* "breaks through": `by` (the attackers), `seat`, `direct`, `amount`
* "powers up": `piece`, `object`, `seat`
* "discards": `piece`, `seat`, `first` (whether it is the seat's first this turn)
* "flips": `piece`, `seat`
* "step begins": `step`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tabletop.games.vs_system.effects import Effect
from tabletop.games.vs_system.powers import Me, Triggered
from tabletop.rules.lasting import Lasting, end
from tabletop.table.ops import Fact, Op

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board

WAITING = "waiting"
NUMBERS = "numbers"

Watch = list[tuple[Me, str, Triggered]]


def number(b: Board) -> int:
    """The next number for an object or an effect; `used` writes down that it is taken."""
    found = b.table.facts.get(NUMBERS, 0)
    return (found if isinstance(found, int) else 0) + 1


def used(count: int) -> Op:
    """Numbers up to this one are taken."""
    return Fact(NUMBERS, count)


def watch(b: Board, *events: str) -> Watch:
    """The powers that look for such events now."""
    return b.watching(*events)


def note(b: Board, watching: Watch, happened: Iterable[dict[str, Any]]) -> Iterator[Op]:
    """Events that happened together: what they trigger waits."""
    if not watching:
        return
    waiting: list[Any] = []
    taken: set[tuple[Me, str]] = set()
    spent: set[tuple[int, str]] = set()
    for event in happened:
        for me, key, power in watching:
            if event["on"] not in power.on or (power.once and (me, key) in taken) or not power.when(b, me, event):
                continue
            taken.add((me, key))
            if power.delayed:
                if (me.piece, key) in spent:
                    continue
                spent.add((me.piece, key))
            draft = Effect(
                0, "trigger", me.seat, me.piece, me.object, _card(b, me.piece), key,
                event={**event, **power.remember(b, me)},
            )  # fmt: skip
            waiting.append(draft.data)
    if waiting:
        before = b.table.facts.get(WAITING)
        yield Fact(WAITING, [*(before if isinstance(before, list) else ()), *waiting])
    if spent:
        yield from end(b.table, lambda effect: _is(effect, spent))


def _card(b: Board, piece: int) -> str:
    found = b.table.pieces.get(piece)
    return found.card if found is not None else ""


def _is(effect: Lasting, spent: set[tuple[int, str]]) -> bool:
    value = effect.value if isinstance(effect.value, dict) else {}
    return effect.kind == "delayed" and any((piece, value.get("ability")) in spent for piece in effect.on)
