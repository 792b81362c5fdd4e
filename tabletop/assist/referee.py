"""The referee: the one entrance through which hands and rules act on a table, in whatever mode assist is.

Off: nothing is judged, hands just act. Flag: a legal move takes effect as the rules say; an illegal one is made all the
same, and its cards carry a flag with the reasons. Referee: an illegal move goes back with its reasons, and can be done
anyway (the same plan, marked as forced) or as a mere movement of the card. The player is above the rules in every mode:
a hand may do anything at any time, and what it did is never silently undone by what follows.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from tabletop.assist.flags import flag_of, flag_ops, stale_ops
from tabletop.assist.meanings import meanings
from tabletop.rules.agenda import CHOOSE, PASS
from tabletop.rules.game import EXEMPT, OFFERED, Game, exempt
from tabletop.rules.model import CannotPlan, Consequence, Gesture, Move, Ref, Verdict
from tabletop.rules.perform import Fortune, carry_out, perform
from tabletop.table import words
from tabletop.table.acts import Act
from tabletop.table.history import History, How, Open, Step
from tabletop.table.ops import Counter, Create, Fact, Mark, Op, OpError, Pose, touched
from tabletop.table.ops import Move as MoveOp
from tabletop.table.state import Table

Mode = Literal["off", "flag", "referee"]
MODES: tuple[Mode, ...] = ("off", "flag", "referee")

ASSIST = "assist"
"""The fact that says in which mode assist is: the choice is part of the table."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a gesture could mean: the move, its verdict, and the move in words (a label)."""

    move: Move
    verdict: Verdict
    label: str


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a wish: done (with its step), refused (with the reasons), or a choice among several meanings.

    A refusal keeps what was wished, so that it can be done anyway. `why` says what the rules could not carry out.
    """

    kind: Literal["done", "refused", "choice", "nothing"]
    step: Step | None = None
    verdict: Verdict = field(default_factory=Verdict)
    options: tuple[Option, ...] = ()
    act: Act | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that would follow by the rules but would touch what a hand has just done: the player decides."""

    consequence: Consequence

    @property
    def label(self) -> str:
        """What would happen, in words (a label)."""
        return self.consequence.label


class Referee:
    """Judges and carries out what people at one table want, by the rules of its game.

    With `strict` a fault in the rules of the game is raised; without it the hands go on and the fault is logged.
    """

    def __init__(self, history: History, game: Game, fortune: Callable[[], Fortune], *, strict: bool = False) -> None:
        self.history = history
        self.game = game
        self.strict = strict
        self._fortune = fortune

    @property
    def table(self) -> Table:
        """The table, to be read."""
        return self.history.table

    @property
    def mode(self) -> Mode:
        """In which mode assist is on this table."""
        return mode_of(self.table)

    def set_mode(self, mode: Mode, seat: str | None = None) -> Step | None:
        """Switch assist; a step like any other. Nothing happens if it is in that mode.

        Raises ValueError for a mode that there is not.
        """
        if mode not in MODES:
            raise ValueError(f'assist is {", ".join(MODES[:-1])} or {MODES[-1]}, not "{mode}"')
        if mode == self.mode:
            return None
        label = "switches the rules off" if mode == "off" else f"switches the rules to {mode}"
        return self.history.do(label, [Fact(ASSIST, mode)], seat)

    # asking

    def judge(self, move: Move) -> Verdict:
        """Every rule that a move would break; none where the rules are off, or fail on this table."""
        if self.mode == "off":
            return Verdict()
        try:
            return self.game.judge(self.table, move)
        except Exception as fault:
            self._failed("judge a move", fault)
            return Verdict(notes=("The rules could not judge this.",))

    def options(self, gesture: Gesture) -> tuple[Option, ...]:
        """Everything that a gesture could mean, the legal meanings first; none where the rules are off."""
        if self.mode == "off":
            return ()
        try:
            moves = meanings(self.game, self.table, gesture)
        except Exception as fault:
            self._failed("tell what a gesture means", fault)
            return ()
        found = [Option(move, self.judge(move), self.describe(move)) for move in moves]
        return tuple(sorted(found, key=lambda option: not option.verdict.legal))

    def describe(self, move: Move) -> str:
        """A move in words (a label)."""
        try:
            return self.game.describe(self.table, move)
        except Exception as fault:
            self._failed("tell a move in words", fault)
            return words.quote(move.do.replace("_", " "))

    def offers(self) -> tuple[Offer, ...]:
        """What would follow for cards that a hand has just moved, and waits for somebody's word."""
        wanted = set(self._offered())
        if not wanted or self.mode == "off":
            return ()
        return tuple(
            Offer(found) for found in self._consequences()
            if not wanted.isdisjoint(found.cards) and not exempt(self.table, found)
        )  # fmt: skip

    # doing

    def wish(self, gesture: Gesture, act: Act, *, only: Move | None = None) -> Result:
        """A hand has made a gesture; `act` is what it would do without any rules. `only` is the meaning that was chosen
        where there were several.
        """
        options = self.options(gesture)
        if only is not None:
            options = tuple(option for option in options if option.move == only)
        if not options:
            return self.by_hand(act, gesture.seat)
        legal = [option for option in options if option.verdict.legal]
        if len(legal) == 1:
            return self._perform(legal[0].move, legal[0].verdict, forced=False, act=act)
        if legal:
            return Result("choice", options=tuple(legal), act=act)
        if self.mode == "flag":
            return self._perform(options[0].move, options[0].verdict, forced=True, act=act)
        return Result("refused", verdict=options[0].verdict, options=options, act=act)

    def propose(self, move: Move, act: Act | None = None) -> Result:
        """Make a move if it is legal; else flag it or send it back, as the mode says. `act` is what the hand did to
        express it.
        """
        verdict = self.judge(move)
        if not verdict.legal and self.mode == "referee":
            return Result("refused", verdict=verdict, options=(Option(move, verdict, self.describe(move)),), act=act)
        return self._perform(move, verdict, forced=not verdict.legal, act=act)

    def force(self, move: Move, act: Act | None = None) -> Result:
        """Make a move although it is illegal: its plan as it is, marked as forced; if the table does not allow even
        that, only the movement of the cards.
        """
        return self._perform(move, self.judge(move), forced=True, act=act)

    def by_hand(self, act: Act, seat: str | None = None, how: How = "manual") -> Result:
        """Do what a hand does. What follows by the rules is done too, but for what would touch the hand's own cards."""
        return self._by_hand(act, seat, how, None, Verdict(), "")

    def answer(self, seat: str, pick: Sequence[Ref]) -> Result:
        """Answer the question that waits."""
        return self.propose(Move(seat, CHOOSE, pick=tuple(pick)))

    def let_pass(self, seat: str) -> Result:
        """Let the window that is open go by."""
        return self.propose(Move(seat, PASS))

    def accept(self, offer: Offer, seat: str | None = None) -> Result:
        """Let follow what was offered. Nothing happens if it would not follow any more."""
        if not any(found.consequence.cards == offer.consequence.cards for found in self.offers()):
            return Result("nothing", why="This would not follow any more.")
        left = [card for card in self._offered() if card not in offer.consequence.cards]
        try:
            with self.history.step(f"lets follow: {offer.label}", seat, "rules") as step:
                step.do(Fact(OFFERED, left or None))
                carry_out(self.game.settle(self.table), step, self._fortune())
                step.do_all(self._tidy(step))
        except Exception as fault:
            return Result("nothing", why=self._failed("carry this out", fault))
        return Result("done", step.step)

    def decline(self, offer: Offer, seat: str | None = None) -> Result:
        """What was offered shall not follow: its cards are exempt as long as they lie where they lie."""
        offered = self._offered()
        cards = [card for card in offer.consequence.cards if card in self.table.pieces and card in offered]
        if not cards:
            return Result("nothing", why="This would not follow any more.")
        ops: list[Op] = [Mark(card, EXEMPT, self.table.pieces[card].zone) for card in cards]
        ops.append(Fact(OFFERED, [card for card in offered if card not in cards] or None))
        step = self.history.do(f"does not let follow: {offer.label}", ops, seat)
        return Result("done", step)

    def end_exemption(self, ids: Iterable[int], seat: str | None = None) -> Result:
        """The rules hold again for cards that a hand had exempted; what follows for them is done."""
        marked = [i for i in ids if i in self.table.pieces and EXEMPT in self.table.pieces[i].marks]
        act = Act(f"lets the rules hold again for {words.pieces(marked)}", [Mark(i, EXEMPT, None) for i in marked])
        if not marked:
            return Result("nothing", act=act)
        try:
            with self.history.step(act.label, seat, "rules") as step:
                step.do_all(act.ops)
                if self.mode != "off":
                    carry_out(self.game.settle(self.table), step, self._fortune())
                    step.do_all(self._tidy(step))
        except Exception as fault:
            return Result("done", self.history.do(act.label, act.ops, seat), why=self._failed("go on", fault))
        return Result("done", step.step)

    def clear_flags(self, ids: Iterable[int], seat: str | None = None, *, accepted: bool = False) -> Step | None:
        """The flags of cards go, because they were wrong or because everybody agrees (`accepted`). The cards stay as
        they are.
        """
        flagged = [i for i in ids if i in self.table.pieces and flag_of(self.table.pieces[i])]
        what = f"accepts how {words.pieces(flagged)} came to lie there" if accepted else (
            f"clears the flag of {words.pieces(flagged)}"
        )  # fmt: skip
        return self.history.do(what, [op for i in flagged for op in stale_ops(self.table, (i,), all_flags=True)], seat)

    # inside

    def _perform(self, move: Move, verdict: Verdict, *, forced: bool, act: Act | None) -> Result:
        forced = forced and not verdict.legal
        own = [card for card in (move.card, *move.using, *move.cards) if card in self.table.pieces]
        # What was done anyway shall stay: what would follow for the cards of a forced move is only offered.
        before = [Fact(OFFERED, sorted({*self._offered(), *own}))] if forced and own and self.mode != "off" else []
        how: How = "manual" if self.mode == "off" else "forced" if forced else "rules"
        try:
            step = perform(
                self.history, self.game, move, self._fortune(), how=how, verdict=verdict, before=before,
                extra=lambda step: (*self._tidy(step), *flag_ops(self.table, move, verdict)),
            )  # fmt: skip
        except Exception as fault:
            why = self._failed("carry this out", fault)
            if act is None or not act.ops:
                return Result("refused", verdict=verdict, why=why)
            return self._by_hand(act, move.seat, "manual", move, verdict, why)
        return Result("done", step, verdict)

    def _by_hand(
        self, act: Act, seat: str | None, how: How, move: Move | None, verdict: Verdict, why: str
    ) -> Result:  # fmt: skip
        """What a hand does, as one step with what follows; where that fails, without it. If the hand meant an illegal
        `move`, its cards are flagged.
        """
        if not act.ops:
            return Result("nothing", verdict=verdict, act=act, why=why)
        noted = msgspec.to_builtins(verdict) if not verdict.legal else None
        for follow in (True, False):
            try:
                with self.history.step(act.label, seat, how, verdict=noted) as step:
                    step.do_all(act.ops)
                    if follow and self.mode != "off":
                        self._settle(step)
                    step.do_all(self._tidy(step))
                    if move is not None:
                        step.do_all(flag_ops(self.table, move, verdict))
                return Result("done", step.step, verdict, why=why)
            except Exception as fault:
                if not follow or self.mode == "off" or not _fits(self.history, act):
                    if not isinstance(fault, OpError):
                        raise
                    return Result("nothing", verdict=verdict, act=act, why=str(fault))
                why = why or self._failed("go on", fault)
        return Result("nothing", verdict=verdict, act=act, why=why)

    def _settle(self, step: Open) -> None:
        """What follows from what a hand has done; what touches its own cards is only offered."""
        moved = {piece for op in step.step.ops if isinstance(op, _SETTING) and (piece := touched(op)) is not None}
        waiting = {*self._offered(), *moved}
        self._offer(step, sorted(self._concerned(waiting)))
        carry_out(self.game.settle(self.table), step, self._fortune())

    def _tidy(self, step: Open) -> Iterator[Op]:
        """What a step makes obsolete: flags and exemptions of cards that have gone elsewhere, and offers that would not
        follow any more.
        """
        moved = {op.piece for op in step.step.ops if isinstance(op, MoveOp)}
        yield from stale_ops(self.table, moved)
        offered = self._offered()
        if offered and self.mode != "off":
            left = sorted(self._concerned(set(offered)))
            if left != offered:
                yield Fact(OFFERED, left or None)

    def _offer(self, step: Open, cards: list[int]) -> None:
        if cards != self._offered():
            step.do(Fact(OFFERED, cards or None))

    def _concerned(self, cards: set[int]) -> set[int]:
        """Those of these cards for which something would follow."""
        if not cards:
            return set()
        return {card for found in self._consequences() if not exempt(self.table, found) for card in found.cards} & cards

    def _consequences(self) -> Iterator[Consequence]:
        try:
            yield from self.game.consequences(self.table)
        except Exception as fault:
            self._failed("tell what follows", fault)

    def _offered(self) -> list[int]:
        listed = self.table.facts.get(OFFERED)
        return [card for card in listed if isinstance(card, int)] if isinstance(listed, list) else []

    def _failed(self, what: str, fault: Exception) -> str:
        """Why the rules did not do something, in a sentence. A fault of the rules themselves is raised if it should be,
        else logged: people play on.
        """
        if isinstance(fault, CannotPlan | OpError):
            return str(fault)
        if self.strict:
            raise fault
        _log.error("The rules of %s failed to %s", self.game.id, what, exc_info=fault)
        return f"The rules could not {what} ({type(fault).__name__}: {fault})."


def mode_of(table: Table) -> Mode:
    """In which mode assist is on a table."""
    mode = table.facts.get(ASSIST)
    return mode if mode in MODES else "off"


_SETTING = MoveOp | Pose | Mark | Counter | Create
"""The operations by which a hand says how a card shall be."""


def _fits(history: History, act: Act) -> bool:
    """Whether the operations of an act fit the table."""
    try:
        with history.trial() as trial:
            trial.do_all(act.ops)
    except OpError:
        return False
    return True
