"""The referee: the one entrance through which hands and rules act on a table, in whatever mode assist is.

Off: nothing is judged, hands just act. Flag: a legal move takes effect as the rules say; an illegal one is made all the
same, and its cards carry a flag with the reasons. Referee: an illegal move goes back with its reasons, and can be done
anyway (the same plan, marked as forced) or as a mere movement of the card. The player is above the rules in every mode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from tabletop.rules.agenda import CHOOSE, PASS
from tabletop.rules.game import EXEMPT, OFFERED, Game
from tabletop.rules.model import CannotPlan, Consequence, Gesture, Move, Ref, Verdict, Violation
from tabletop.rules.perform import Fortune, carry_out, perform
from tabletop.table.acts import Act
from tabletop.table.history import History, Open, Step
from tabletop.table.ops import Fact, Mark, Op, OpError, Pose, touched
from tabletop.table.ops import Move as MoveOp
from tabletop.table.state import Piece, Table

Mode = Literal["off", "flag", "referee"]
MODES: tuple[Mode, ...] = ("off", "flag", "referee")

ASSIST = "assist"
"""The fact that says in which mode assist is: the choice is part of the table."""

FLAG = "flag"
"""The mark of a card that came to lie as it does by an illegal move: the violations, as data."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a gesture could mean: the move, its verdict, and the move in words (a label)."""

    move: Move
    verdict: Verdict
    label: str


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a wish: done (with its step), refused (with the reasons), or a choice among several meanings.

    A refusal keeps what was wished, so that it can be done anyway.
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
    """Judges and carries out what people at one table want, by the rules of its game."""

    def __init__(self, history: History, game: Game, fortune: Callable[[], Fortune]) -> None:
        self.history = history
        self.game = game
        self._fortune = fortune

    @property
    def table(self) -> Table:
        """The table, to be read."""
        return self.history.table

    @property
    def mode(self) -> Mode:
        """In which mode assist is on this table."""
        mode = self.table.facts.get(ASSIST)
        return mode if mode in MODES else "off"

    def set_mode(self, mode: Mode, seat: str | None = None) -> Step | None:
        """Switch assist; a step like any other. Nothing happens if it is in that mode."""
        if mode == self.mode:
            return None
        label = "switches the rules off" if mode == "off" else f"switches the rules to {mode}"
        return self.history.do(label, [Fact(ASSIST, mode)], seat)

    # asking

    def options(self, gesture: Gesture) -> tuple[Option, ...]:
        """Everything that a gesture could mean, the legal meanings first."""
        found = []
        for move in dict.fromkeys(self.game.interpret(self.table, gesture)):
            found.append(Option(move, self.game.judge(self.table, move), self.game.describe(self.table, move)))
        return tuple(sorted(found, key=lambda option: not option.verdict.legal))

    def offers(self) -> tuple[Offer, ...]:
        """What would follow for cards that a hand has just moved, and waits for somebody's word."""
        listed = self.table.facts.get(OFFERED)
        if not isinstance(listed, list) or self.mode == "off":
            return ()
        wanted = set(map(str, listed))
        return tuple(
            Offer(found) for found in self.game.consequences(self.table)
            if any(str(card) in wanted for card in found.cards) and not self._exempt(found)
        )  # fmt: skip

    # doing

    def wish(self, gesture: Gesture, act: Act, *, only: Move | None = None) -> Result:
        """A hand has made a gesture; `act` is what it would do without any rules. `only` is the meaning that was chosen
        where there were several.
        """
        if self.mode == "off":
            return self.by_hand(act, gesture.seat)
        options = self.options(gesture)
        if only is not None:
            options = tuple(option for option in options if option.move == only)
        if not options:
            return self.by_hand(act, gesture.seat)
        legal = [option for option in options if option.verdict.legal]
        if len(legal) == 1 or (only is not None and legal):
            return self.propose(legal[0].move, act)
        if legal:
            return Result("choice", options=tuple(legal), act=act)
        if self.mode == "flag":
            return self.force(options[0].move, act)
        return Result("refused", verdict=options[0].verdict, options=options, act=act)

    def propose(self, move: Move, act: Act | None = None) -> Result:
        """Make a move if it is legal; else flag it or send it back, as the mode says. `act` is what the hand did to
        express it.
        """
        verdict = self.game.judge(self.table, move)
        if not verdict.legal:
            if self.mode == "flag":
                return self.force(move, act)
            if self.mode == "referee":
                option = Option(move, verdict, self.game.describe(self.table, move))
                return Result("refused", verdict=verdict, options=(option,), act=act)
        return self._perform(move, verdict, forced=False, act=act)

    def force(self, move: Move, act: Act | None = None) -> Result:
        """Make a move although it is illegal: its plan as it is, marked as forced; if the table does not allow even
        that, only the movement of the cards.
        """
        return self._perform(move, self.game.judge(self.table, move), forced=True, act=act)

    def by_hand(self, act: Act, seat: str | None = None) -> Result:
        """Do what a hand does. What follows by the rules is done too, but for what would touch the hand's own cards."""
        if not act.ops:
            return Result("nothing", act=act)
        try:
            with self.history.step(act.label, seat) as step:
                step.do_all(act.ops)
                if self.mode != "off":
                    self._settle(step, act.ops)
        except OpError as fault:
            return Result("nothing", act=act, why=str(fault))
        return Result("done", step.step)

    def answer(self, seat: str, pick: Sequence[Ref]) -> Result:
        """Answer the question that waits."""
        return self.propose(Move(seat, CHOOSE, pick=tuple(pick)))

    def let_pass(self, seat: str) -> Result:
        """Let the window that is open go by."""
        return self.propose(Move(seat, PASS))

    def accept(self, offer: Offer, seat: str | None = None) -> Result:
        """Let follow what was offered."""
        left = [card for card in self._offered() if card not in offer.consequence.cards]
        with self.history.step(offer.label, seat, "rules") as step:
            step.do(Fact(OFFERED, left or None))
            carry_out(self.game.settle(self.table), step, self._fortune())
        return Result("done", step.step)

    def decline(self, offer: Offer, seat: str | None = None) -> Result:
        """What was offered shall not follow: its cards are exempt as long as they lie where they lie."""
        cards = [card for card in offer.consequence.cards if card in self.table.pieces]
        ops: list[Op] = [Mark(card, EXEMPT, self.table.pieces[card].zone) for card in cards]
        ops.append(Fact(OFFERED, [card for card in self._offered() if card not in cards] or None))
        step = self.history.do(f"does not let follow: {offer.label}", ops, seat)
        return Result("done", step)

    def clear_flags(self, ids: Iterable[int], seat: str | None = None) -> Step | None:
        """Accept what was flagged: the flags go, the cards stay as they are."""
        flagged = [i for i in ids if i in self.table.pieces and FLAG in self.table.pieces[i].marks]
        names = "{" + ",".join(map(str, flagged)) + "}"
        return self.history.do(f"clears the flag of {names}", [Mark(i, FLAG, None) for i in flagged], seat)

    # inside

    def _perform(self, move: Move, verdict: Verdict, *, forced: bool, act: Act | None) -> Result:
        try:
            step = perform(
                self.history, self.game, move, self._fortune(),
                how="forced" if forced and not verdict.legal else "rules", verdict=verdict,
                extra=lambda table: _flag_ops(table, move, verdict),
            )  # fmt: skip
        except (CannotPlan, OpError) as fault:
            if act is None or not act.ops:
                return Result("refused", verdict=verdict, why=str(fault))
            return self._moved_only(act, move, verdict, str(fault))
        return Result("done", step, verdict)

    def _moved_only(self, act: Act, move: Move, verdict: Verdict, why: str) -> Result:
        """The plan could not be carried out on this table: the cards are moved, and flagged."""
        with self.history.step(act.label, move.seat) as step:
            step.do_all(act.ops)
            step.do_all(_flag_ops(self.table, move, verdict))
            self._settle(step, act.ops)
        return Result("done", step.step, verdict, why=why)

    def _settle(self, step: Open, ops: Sequence[Op]) -> None:
        moved = {piece for op in ops if isinstance(op, MoveOp | Pose | Mark) and (piece := touched(op)) is not None}
        concerned = sorted(
            {card for found in self.game.consequences(self.table) for card in found.cards if card in moved}
        )
        offered = concerned or None
        if offered != self.table.facts.get(OFFERED):
            step.do(Fact(OFFERED, offered))
        carry_out(self.game.settle(self.table), step, self._fortune())

    def _offered(self) -> list[int]:
        listed = self.table.facts.get(OFFERED)
        return listed if isinstance(listed, list) else []

    def _exempt(self, consequence: Consequence) -> bool:
        pieces = [self.table.pieces.get(card) for card in consequence.cards]
        return any(piece is not None and piece.marks.get(EXEMPT) == piece.zone for piece in pieces)


def flag_of(piece: Piece) -> tuple[Violation, ...]:
    """The reasons that a card's flag gives; none if it has no flag."""
    try:
        return msgspec.convert(piece.marks.get(FLAG) or (), tuple[Violation, ...])
    except msgspec.ValidationError:
        return ()


def _flag_ops(table: Table, move: Move, verdict: Verdict) -> list[Op]:
    if verdict.legal:
        return []
    listed = [msgspec.to_builtins(violation) for violation in verdict.violations]
    cards = [card for card in dict.fromkeys((move.card, *move.using, *move.cards)) if card in table.pieces]
    if not cards and move.by in table.pieces:
        cards = [move.by]
    return [Mark(card, FLAG, listed) for card in cards if card is not None]
