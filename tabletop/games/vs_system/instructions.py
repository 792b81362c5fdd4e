"""The verbs of effects: what a row such as `{ do = "stun", at = "character" }` does as its effect resolves.

`at` is a target that is chosen on announcement, `all` a group that is looked up as the row is carried out. Rows are
carried out in order; one whose target has become illegal is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec

from tabletop.games.vs_system import asking, deeds
from tabletop.games.vs_system.effects import Effect, told
from tabletop.games.vs_system.places import HIDDEN, VISIBLE
from tabletop.games.vs_system.powers import Ability, Resolve, Target
from tabletop.games.vs_system.targets import TARGETS
from tabletop.games.vs_system.tasks import tasks
from tabletop.rules.lasting import Lasting
from tabletop.rules.model import Do, Plan
from tabletop.rules.verbs import VerbError, Verbs
from tabletop.table.ops import Pose

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board

instructions = Verbs()

Group = Literal["", "self", "it", "own characters", "opposing characters", "characters", "adjacent", "you", "opponent"]
At = Literal[
    "", "character", "own character", "opposing character", "attacker", "defender", "resource", "equipment", "effect"
]
Until = Literal["attack", "turn", "play"]
SEATS = ("you", "opponent")
BY_NAME = ("", "self", "it")


class Instruction(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"lasts": "for", "defence": "def"}
):
    """One row. What the verbs have in common is whom it is about."""

    at: At = ""
    all: Group = ""

    kind: ClassVar[Literal["pieces", "seats"]] = "pieces"

    def pieces(self, b: Board, e: Effect, target: int | None) -> list[int]:
        """The pieces that it is about."""
        if self.at:
            return [target] if target is not None else []
        if self.all == "self":
            return [e.source] if b.alive(e.origin) else []
        if self.all == "it":
            found = e.event.get("piece")
            if isinstance(found, int) and b.in_play(found) and b.object(found) == e.event.get("object", 0):
                return [found]
            return []
        me = b.me(e.source)._replace(seat=e.seat)
        return [piece for piece in b.characters() if b.in_group(self.all, me, piece)]

    def seats(self, b: Board, e: Effect) -> list[str]:
        """The players that it is about."""
        return [e.seat if self.all == "you" else b.opponent(e.seat)]

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        return
        yield

    def wrong(self) -> str | None:
        """What is wrong with the row, if its parameters do not fit together."""
        if bool(self.at) == bool(self.all):
            return 'needs either "at" (a target) or "all" (a group)'
        if self.kind == "seats" and self.all not in SEATS:
            return 'is for a player: all = "you" or all = "opponent"'
        if self.kind == "pieces" and self.all in SEATS:
            return "is for cards, not for a player"
        return None


@instructions.verb("stun")
class Stun(Instruction, frozen=True, kw_only=True):
    """The characters become stunned, all at the same time."""

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        yield from deeds.stun(b, pieces, {piece: [e.source] for piece in pieces})


@instructions.verb("ko")
class Ko(Instruction, frozen=True, kw_only=True):
    """The characters, resources or equipment are KO'd."""

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        yield from deeds.ko(b, pieces, e.seat)


@instructions.verb("exhaust")
class Exhaust(Instruction, frozen=True, kw_only=True):
    """They become exhausted."""

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        for piece in pieces:
            yield from deeds.exhaust(b, piece)


@instructions.verb("ready")
class Ready(Instruction, frozen=True, kw_only=True):
    """They become ready; stunned characters do not."""

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        for piece in pieces:
            yield from deeds.ready(b, piece)


@instructions.verb("recover")
class Recover(Instruction, frozen=True, kw_only=True):
    """Stunned characters recover."""

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        yield from deeds.recover(b, pieces)


@instructions.verb("return")
class Return(Instruction, frozen=True, kw_only=True):
    """They return to their owners' hands."""

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        yield from deeds.leave_play(b, pieces, "hand")


@instructions.verb("remove")
class Remove(Instruction, frozen=True, kw_only=True):
    """They are removed from the game."""

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        yield from deeds.leave_play(b, pieces, "removed")


@instructions.verb("control")
class Control(Instruction, frozen=True, kw_only=True):
    """The player of the effect takes control: the character moves to a free position of the same area on that side."""

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Ask for the position."""
        for piece in pieces:
            if b.controller(piece) != e.seat:
                rows = HIDDEN if b.hidden(piece) else VISIBLE
                yield asking.position(b, e.seat, piece, rows, "move_picked", piece=piece, seat=e.seat)


@instructions.verb("move")
class MoveTo(Instruction, frozen=True, kw_only=True):
    """Its controller moves each character: to the hidden or visible area, or to another position of the same one."""

    to: Literal["hidden", "visible", "same"] = "same"

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Ask for the positions."""
        for piece in pieces:
            seat = b.controller(piece)
            hidden = b.hidden(piece)
            if seat is None or (self.to != "same" and hidden == (self.to == "hidden")):
                continue
            rows = HIDDEN if (hidden if self.to == "same" else self.to == "hidden") else VISIBLE
            yield asking.position(b, seat, piece, rows, "move_picked", piece=piece, seat=seat)


@tasks.task
def move_picked(b: Board, piece: int, seat: str, picked: list[Any]) -> Plan[None]:
    """A character moves to the position that was named."""
    place = asking.picked_place(b, seat, picked)
    if place is not None:
        yield from deeds.move(b, piece, place)


@instructions.verb("pump")
class Pump(Instruction, frozen=True, kw_only=True):
    """ATK and DEF change for an attack or a turn. A group is looked at all the time: newcomers get it, too."""

    atk: int = 0
    defence: int = 0
    lasts: Literal["attack", "turn"] = "turn"
    without: str = ""
    """Not characters with this version."""

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Let the bonus come into force; one for an attack does nothing where there is none."""
        if self.lasts == "attack" and b.attack is None:
            return
        value: dict[str, Any] = {"atk": self.atk, "def": self.defence}
        if self.without:
            value["without"] = self.without
        if self.all in BY_NAME:
            if pieces:
                yield deeds.lasts(b, Lasting("stats", self.lasts, e.source, e.seat, tuple(pieces), value))
        else:
            yield deeds.lasts(b, Lasting("stats", self.lasts, e.source, e.seat, (), {**value, "group": self.all}))


class Qualities(Instruction, frozen=True, kw_only=True):
    """Identities, versions or affiliations, for a turn or until the object leaves play. Who has them is settled now."""

    affiliations: tuple[str, ...] = ()
    identities: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    lasts: Literal["turn", "play"] = "turn"

    word: ClassVar[str] = "gain"

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Let the change come into force."""
        value = {
            name: list(words)
            for name, words in (
                ("affiliations", self.affiliations), ("identities", self.identities), ("versions", self.versions),
            )
            if words
        }  # fmt: skip
        if pieces:
            yield deeds.lasts(b, Lasting(self.word, self.lasts, e.source, e.seat, tuple(pieces), value))


@instructions.verb("gain")
class Gain(Qualities, frozen=True, kw_only=True):
    """They gain qualities."""


@instructions.verb("lose")
class Lose(Qualities, frozen=True, kw_only=True):
    """They lose qualities."""

    word: ClassVar[str] = "lose"


@instructions.verb("counter")
class PutCounter(Instruction, frozen=True, kw_only=True):
    """+1 ATK / +1 DEF counters are put on them."""

    n: int = 1

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        for piece in pieces:
            yield from deeds.plus_counter(b, piece, self.n)


@instructions.verb("endurance")
class GainEndurance(Instruction, frozen=True, kw_only=True):
    """The player gains endurance (loses it, if n is negative), if the total is not more than `at_most`."""

    n: int
    at_most: int | None = None

    kind: ClassVar[Literal["pieces", "seats"]] = "seats"

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        for seat in seats:
            if self.at_most is None or b.number(seat, "endurance") <= self.at_most:
                yield from deeds.gain(b, seat, self.n)


@instructions.verb("draw")
class Draw(Instruction, frozen=True, kw_only=True):
    """The player draws cards; n = "hand" means as many as are in that player's hand."""

    n: int | Literal["hand"] = 1

    kind: ClassVar[Literal["pieces", "seats"]] = "seats"

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        for seat in seats:
            yield from deeds.draw(b, seat, len(b.hand(seat)) if self.n == "hand" else self.n)


@instructions.verb("discard")
class DiscardCards(Instruction, frozen=True, kw_only=True):
    """The player discards cards of choice, one after the other."""

    n: int = 1

    kind: ClassVar[Literal["pieces", "seats"]] = "seats"

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Ask which, and in which order."""
        for seat in seats:
            text = "Which cards are discarded, and in which order?" if self.n > 1 else "Which card is discarded?"
            yield asking.cards(seat, text, b.hand(seat), self.n, "discard_picked", secret=True, seat=seat)


@tasks.task
def discard_picked(b: Board, seat: str, picked: list[Any]) -> Plan[None]:
    """The cards that were named are discarded in that order."""
    yield from deeds.discard(b, seat, [piece for piece in picked if isinstance(piece, int)])


@instructions.verb("negate")
class Negate(Instruction, frozen=True, kw_only=True):
    """The effect on the chain is negated."""

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        for piece in pieces:
            yield from deeds.off_chain(b, piece)


@instructions.verb("replace")
class Replace(Instruction, frozen=True, kw_only=True):
    """The resource is replaced."""

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        for piece in pieces:
            yield from deeds.replace(b, piece)


@instructions.verb("turn_down")
class TurnDown(Instruction, frozen=True, kw_only=True):
    """The resource is turned face down; it stays the same object."""

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        for piece in pieces:
            if b.is_resource(piece):
                yield Pose(piece, up=False)


@instructions.verb("lose_game")
class LoseGame(Instruction, frozen=True, kw_only=True):
    """The player loses the game."""

    kind: ClassVar[Literal["pieces", "seats"]] = "seats"

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        for seat in seats:
            yield from deeds.lose_game(b, seat)


@instructions.verb("power_up")
class PowerUp(Instruction, frozen=True, kw_only=True):
    """The characters become powered-up."""

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        for piece in pieces:
            yield from deeds.power_up(b, piece)


@instructions.verb("cannot_attack")
class CannotAttack(Instruction, frozen=True, kw_only=True):
    """The characters cannot attack for the rest of the turn."""

    def carry(self, b: Board, e: Effect, pieces: Sequence[int], seats: Sequence[str]) -> Plan[None]:
        """Do it."""
        if pieces:
            yield deeds.lasts(b, Lasting("cannot attack", "turn", e.source, e.seat, tuple(pieces)))


# rows as abilities


def bind(rows: Any, where: str) -> tuple[Instruction, ...]:
    """Rows as instructions. Raises VerbError for one that cannot be read."""
    if not isinstance(rows, Sequence) or isinstance(rows, str):
        raise VerbError(f'{where}: a list of instructions, for example [{{ do = "draw", all = "you" }}]')
    found: list[Instruction] = []
    for number, row in enumerate(rows, 1):
        at = f"{where}, row {number}"
        one = instructions.bind(row, at)
        assert isinstance(one, Instruction)
        if (wrong := one.wrong()) is not None:
            raise VerbError(f"{at}: {row['do']} {wrong}")
        found.append(one)
    return tuple(found)


def ability_of(rows: tuple[Instruction, ...]) -> Mapping[str, Any]:
    """The fields of an ability that carries out these rows."""
    aims: tuple[Target, ...] = tuple(TARGETS[row.at] for row in rows if row.at)
    return {"targets": aims, "resolve": carry_rows, "rows": rows}


def carry_rows(b: Board, e: Effect) -> Plan[None]:
    """Carry out the rows of an effect, one after the other."""
    ability = b.ability(e.card, e.ability)
    for index in range(len(ability.rows) if ability is not None else 0):
        yield Do("instruct", {"effect": e.data, "index": index})


@tasks.task
def instruct(b: Board, effect: dict[str, Any], index: int) -> Plan[None]:
    """Carry out one row of an effect."""
    e = told(effect)
    ability = b.ability(e.card, e.ability)
    if not isinstance(ability, Ability) or index >= len(ability.rows):
        return
    row = ability.rows[index]
    if row.kind == "seats":
        yield from row.carry(b, e, (), row.seats(b, e))
        return
    target = e.target(sum(1 for other in ability.rows[:index] if other.at)) if row.at else None
    yield from row.carry(b, e, row.pieces(b, e, target), ())


__all__ = ["Instruction", "Resolve", "ability_of", "bind", "instructions"]
