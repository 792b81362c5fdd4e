"""The verbs of card effects. A card's rows in its set name them; each says here what it does and what it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec

from tabletop.cards.problems import suggest_or_list
from tabletop.games.lnh.attacks import made
from tabletop.games.lnh.board import NULLIFIED, Board, Wound
from tabletop.games.lnh.coins import flip, toss, won
from tabletop.games.lnh.damage import change_wound, hurt, left_of, set_wounds, wound_from
from tabletop.games.lnh.moving import (
    gain,
    lose,
    to_pile,
)
from tabletop.games.lnh.rows import Act, Row, effects
from tabletop.games.lnh.speech import told
from tabletop.games.lnh.tasks import tasks
from tabletop.rules import lasting
from tabletop.rules.lasting import Lasting
from tabletop.rules.model import Ask, Do, Plan, Window
from tabletop.table.ops import Fact, Mark, Note

FRAMES = (Do, Ask, Window)
What = Literal["at", "with", "self"]
Who = Literal["me", "opponent", "active", "each", "controller", "named"]
Until = Literal["turn", "my_turn", "their_turn", "next_turn"]


def pieces_of(act: Act, what: What) -> list[int]:
    """The pieces that an act is about."""
    if what == "self":
        return [act.card]
    return list(act.using) if what == "with" else [ref for ref in act.at if isinstance(ref, int)]


def seats_of(board: Board, act: Act, who: Who) -> tuple[str, ...]:
    """The seats that an effect means, the active player first."""
    if who == "each":
        return board.seats
    if who == "controller":
        found = [board.controller(piece) for piece in pieces_of(act, "at")]
        return tuple(seat for seat in found if seat is not None)
    if who == "active":
        return (act.active or board.turn,)
    if who == "named":
        return tuple(ref for ref in act.at if isinstance(ref, str) and ref in board.table.seats)
    return (act.seat if who == "me" else board.opponent(act.seat),)


def until_of(board: Board, seat: str, until: Until) -> str:
    """The event that ends a lasting effect: the end of this turn, the beginning of a turn of the seat or its opponent,
    or the end of the seat's next turn.
    """
    if until == "turn":
        return "turn"
    if until == "next_turn":
        return f"next:{seat}"
    return f"begin:{seat if until == 'my_turn' else board.opponent(seat)}"


def lasts(
    board: Board, act: Act, kind: str, until: str, seat: str, value: object = None, on: tuple[int, ...] = ()
) -> Fact:
    """An effect comes into force that lasts, and cites the card whose text it is."""
    rule = (board.text(act.text) if act.text else board.card(act.card)).name
    added = lasting.add(board.table, Lasting(kind, until, act.card, seat, on, value, rule))
    assert isinstance(added, Fact)
    return added


def _replaced(wound: Wound, **changes: Any) -> Wound:
    changed: Wound = msgspec.structs.replace(wound, **changes)
    return changed


# chance and attacks


@effects.verb("flip")
class Flip(Row, frozen=True, kw_only=True):
    """Flip a coin: rows that follow may ask whether it was `won` or `lost`."""

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Flip, with the chance that the opponent has it flipped again."""
        yield from flip(board, act.seat, act.card)


@effects.verb("attack")
class MakeAttack(Row, frozen=True, kw_only=True):
    """Make a direct attack of base `hit`; with a flip, of base `miss` if the coin falls against its player. Without
    `strength` Super-Strength adds nothing; a `sure` one is never changed.
    """

    hit: int
    miss: int = 0
    flips: bool = True
    strength: bool = True
    sure: bool = False

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Make it, flip for it, and do what it does."""
        yield made(board, act)
        if self.flips:
            yield from flip(board, act.seat, act.card)
        yield Do("strike", {
            "act": act, "base": self.hit, "miss": self.miss, "flipped": self.flips, "strength": self.strength,
            "sure": self.sure,
        })  # fmt: skip

    @property
    def damage_kind(self) -> str:
        """A direct attack."""
        return "sure" if self.sure else "attack"


@effects.verb("attack_made")
class AttackMade(Row, frozen=True, kw_only=True):
    """This counts as a direct attack, though it does nothing to the opponent; a `blast` only for their permission."""

    blast: bool = False

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Remember that it was made."""
        yield made(board, act, blast=self.blast)

    @property
    def damage_kind(self) -> str:
        """An Energy Blast, if it is one."""
        return "blast" if self.blast else ""


@effects.verb("reflip")
class Reflip(Row, frozen=True, kw_only=True):
    """The coin that was flipped last is flipped again, for the same player; the new result stands."""

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Flip again for the opponent, whose flip it was."""
        yield from toss(board.opponent(act.seat), act.using[0] if act.using else act.card)


# Prestige and damage


def _through(act: Act) -> str:
    """The card that does something by itself at the beginning or the end of a turn."""
    return f" through {{{act.card}}}" if act.way.startswith("when") else ""


@effects.verb("lose")
class Lose(Row, frozen=True, kw_only=True):
    """Lose Prestige, at once."""

    amount: int = 1
    who: Who = "me"

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Take it off."""
        for seat in seats_of(board, act, self.who):
            yield from lose(board, seat, self.amount, _through(act))


@effects.verb("gain")
class Gain(Row, frozen=True, kw_only=True):
    """Gain Prestige up to the maximum."""

    amount: int = 1
    who: Who = "me"

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Put it on."""
        for seat in seats_of(board, act, self.who):
            yield from gain(board, seat, self.amount, _through(act))


@effects.verb("hurt")
class Hurt(Row, frozen=True, kw_only=True):
    """Do damage that is no direct attack. It waits. A `blast` can be reduced like an attack; `origin` is the Origin
    that its player needs.
    """

    amount: int = 1
    who: Who = "opponent"
    blast: bool = False
    origin: str = ""

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Do it."""
        if self.origin and self.origin not in board.origins(act.seat):
            return
        for seat in seats_of(board, act, self.who):
            yield from hurt(board, seat, act.card, self.amount, act.seat, "blast" if self.blast else "")


@effects.verb("avoid")
class Avoid(Row, frozen=True, kw_only=True):
    """All damage of the source that was named is avoided, or of `every` source; with `gains` the player gains as much
    Prestige.
    """

    gains: bool = False
    every: bool = False

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Drop the damage of that source."""
        if self.every:
            yield set_wounds([wound for wound in board.wounds if wound.victim != act.seat])
            return
        index = wound_from(board, act.seat, act.at[0] if act.at else None)
        if index is not None:
            amount = left_of(board, board.wounds[index])
            yield change_wound(board, index, None)
            if self.gains:
                yield from gain(board, act.seat, amount)


@effects.verb("prevent")
class Prevent(Row, frozen=True, kw_only=True):
    """Points of damage of the source that was named are prevented."""

    amount: int = 1

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Take points off that source."""
        index = wound_from(board, act.seat, act.at[0] if act.at else None)
        if index is not None:
            wound = board.wounds[index]
            yield change_wound(board, index, _replaced(wound, prevented=wound.prevented + self.amount))


@effects.verb("cut")
class Cut(Row, frozen=True, kw_only=True):
    """The direct attack that was named does less; not together with other reductions."""

    amount: int

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Mark the attack."""
        index = wound_from(board, act.seat, act.at[0] if act.at else None)
        if index is not None:
            wound = board.wounds[index]
            yield change_wound(board, index, _replaced(wound, cut=max(wound.cut, self.amount)))


# turns, plays, words


@effects.verb("extra")
class Extra(Row, frozen=True, kw_only=True):
    """Play one card more this turn: any card, or a direct attack ("attack")."""

    kind: Literal["any", "attack"] = "any"
    number: int = 1

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Allow it."""
        yield lasts(board, act, "extra", "turn", act.seat, {"kind": self.kind, "number": self.number})


@effects.verb("lasting")
class LastingEffect(Row, frozen=True, kw_only=True):
    """Something holds for a while. kind: permission (to make direct attacks), ambush (they give none back), no_attacks,
    no_uses, no_plays, only_attacks, stronger (direct attacks do 1 more), costume (Villains do not affect the player),
    excused (from speech duties), slow (Super-speeds give nothing), spared (the price of one Super-speed).
    """

    kind: Literal[
        "permission", "ambush", "no_attacks", "no_uses", "no_plays", "only_attacks", "stronger", "costume", "excused",
        "slow", "spared",
    ]  # fmt: skip
    until: Until = "turn"
    who: Literal["me", "opponent"] = "me"

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Put it into force."""
        seat = act.seat if self.who == "me" else board.opponent(act.seat)
        until = until_of(board, seat, self.until)
        yield lasts(board, act, self.kind, until, seat)


@effects.verb("speak")
class Speak(Row, frozen=True, kw_only=True):
    """From now until the player's next turn begins they have to talk in a certain way."""

    duty: str

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Oblige them."""
        yield lasts(board, act, "duty", f"begin:{act.seat}", act.seat, self.duty)
        yield Note(f"{{{act.seat}}} has {told(self.duty)} until their next turn begins")


@effects.verb("end_turn")
class EndTurn(Row, frozen=True, kw_only=True):
    """The player's turn ends when this has been dealt with."""

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Remember to end it."""
        if act.seat == board.turn:
            yield Fact("ending", True)


@effects.verb("leave_game")
class LeaveGame(Row, frozen=True, kw_only=True):
    """This card is removed from the game. The text of a copied card does not move the card that it lies on."""

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Remove the card that was played."""
        found = board.piece(act.card)
        if not act.text and found is not None and not board.is_in_play(act.card):
            yield to_pile(board, act.card, "removed")


@effects.verb("nullify")
class Nullify(Row, frozen=True, kw_only=True):
    """The card that is being played, or used, is nullified."""

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Mark what this answers (the pieces are named as the answer is made)."""
        for piece in act.using:
            if board.piece(piece) is not None:
                yield Mark(piece, NULLIFIED, True)
                yield Note(f"{{{piece}}} is nullified")


# what fits no verb

Special = Callable[[Board, Act], Plan[None]]
specials: dict[str, Special] = {}


def special(name: str) -> Callable[[Special], Special]:
    """Register a function as what one card does. Raises ValueError if the name is taken."""

    def register(function: Special) -> Special:
        if name in specials:
            raise ValueError(f"there is a special {name!r} already")
        specials[name] = function
        return function

    return register


@effects.verb("special")
class DoSpecial(Row, frozen=True, kw_only=True):
    """What only one card does: a function of that name in the module of the card's type."""

    name: str
    kind: str = ""
    """The kind of the damage it does, if it does any: "attack" or "blast"."""

    def __post_init__(self) -> None:
        if self.name not in specials:
            raise ValueError(f'no card does "{self.name}"; {suggest_or_list(self.name, specials)}'.rstrip("; "))

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Call it."""
        yield from specials[self.name](board, act)

    @property
    def damage_kind(self) -> str:
        """The kind of its damage."""
        return self.kind


# carrying out


@tasks.task
def effect(board: Board, act: Act, row: int = 0) -> Plan[None]:
    """Carry out the rows of a text, from one on. Where one of them leaves something to be done first, those after it
    wait for that.
    """
    act = Act.of(act)
    if act.way != "arrives" or board.is_in_play(act.card):
        yield from run_rows(board, act, row)


def run_rows(board: Board, act: Act, first: int = 0) -> Plan[None]:
    """Carry out the rows of a text, from one on."""
    rows = (board.text(act.text) if act.text else board.card(act.card)).rows(act.way)
    for number in range(first, len(rows)):
        one = rows[number]
        if one.on and won(board) != (one.on == "won"):
            continue
        framed = False
        result: object = None
        run = one.run(board, act)
        while True:
            try:
                item = run.send(result)
            except StopIteration:
                break
            framed = framed or isinstance(item, FRAMES)
            result = yield item
        if framed and number + 1 < len(rows):
            yield Do("effect", {"act": act, "row": number + 1})
            return


def all_specials() -> Iterator[str]:
    """The names of the functions that cards may call."""
    return iter(specials)
