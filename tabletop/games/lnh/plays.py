"""Playing a card: it is announced, automatic stops come, the opponent may nullify it, it takes effect, and it goes
where it belongs (pages `order`, `nullify`, `temporary`, `permanent`).
"""

from __future__ import annotations

from tabletop.games.lnh import picks
from tabletop.games.lnh.answers import can_answer
from tabletop.games.lnh.board import ANNOUNCED, NULLIFIED, Board
from tabletop.games.lnh.coins import flip, won
from tabletop.games.lnh.coming import enter
from tabletop.games.lnh.damage import hurt
from tabletop.games.lnh.moving import announced, ask, discard_random, lose, shuffle, to_pile
from tabletop.games.lnh.rows import Act
from tabletop.games.lnh.tasks import tasks
from tabletop.games.lnh.verbs import run_rows
from tabletop.games.lnh.ways import Args, chosen, discards, fillings, partner_of, play_ways
from tabletop.rules.model import Do, Plan, Ref, Window
from tabletop.table.ops import Fact, Mark, Note

ALLOWED, EARLY = "allowed", "early"
"""How a card is played that takes one of the plays of a turn, in its main part or before; effects play the others."""


def act_for(board: Board, seat: str, piece: int, args: Args, *, free: bool = False) -> Act:
    """The act of playing a card with what was named."""
    ways = play_ways(board.card(piece))
    numbers = chosen(ways, args.option) or [0]
    way = ways[numbers[0]]
    partner = partner_of(board, seat, piece, way, args.using)[0] if way.nest == "power" else None
    return Act(
        seat, piece, way=f"play.{numbers[0]}", at=args.at, using=args.using, option=args.option, declare=args.declare,
        before=board.last_card(seat), partner=partner, free=free,
    )  # fmt: skip


def play(board: Board, act: Act, *, how: str = "") -> Plan[None]:
    """A card is played. `how` is `ALLOWED` or `EARLY` for one of the plays of the turn."""
    quiet = yield from _announce(board, act, how)
    number = sum(held.trait.kind in board.card(act.card).kinds for held in board.trait("interferes"))
    if number:
        yield Do("interfere", {"act": act, "number": number})
    elif not (yield from answer(board, act)) and quiet:
        # Nothing has happened yet that anything could follow from.
        yield from _resolve(board, act)
        return
    yield Do("resolve", {"act": act})


def pieces_of(act: Act) -> list[int]:
    """The cards that are played in one play."""
    return [act.card] if act.partner is None else [act.card, act.partner]


def _announce(board: Board, act: Act, how: str) -> Plan[bool]:
    """A card leaves the hand and its costs are paid. Whether nothing else has happened."""
    seat, card = act.seat, board.card(act.card)
    played = pieces_of(act)
    allowance = (board.allowance(seat, card) or "") if how else ""
    ways = play_ways(card)
    number = int(act.way.partition(".")[2] or 0)
    args = Args(act.at, act.using, act.option, act.declare)
    due = discards(board, seat, act.card, ways[number], args) if number < len(ways) else 0
    quiet = not due and all(piece in board.hand(seat) for piece in played)
    for piece in played:
        yield announced(piece)
    made = board.facts.get("plays")
    made = made if isinstance(made, dict) else {}
    before = made.get(seat)
    entry = [allowance, *reversed(played), *([EARLY] if how == EARLY else [])]
    yield Fact("plays", {**made, seat: [*(before if isinstance(before, list) else ()), entry]})
    if board.plays(seat) > 1 and seat == board.turn:
        for held in board.trait("burns"):
            quiet = False
            yield from hurt(board, seat, held.piece, held.trait.amount, held.seat)
    if "Power" in card.kinds and board.origins(seat) and not picks.listed(board, seat, card):
        for held in board.trait("any_power", seat)[:1]:
            quiet = False
            yield from lose(board, seat, held.trait.amount, f" as {{{held.piece}}} plays a foreign Power")
    for _ in range(due):
        yield from discard_random(board, seat, seat)
    return quiet


@tasks.task
def interfere(board: Board, act: Act, number: int) -> Plan[None]:
    """The player flips a coin for each interference; then the card goes on if luck was with it."""
    act = Act.of(act)
    yield from flip(board, act.seat, act.card)
    yield Do("interfered", {"act": act, "number": number})


@tasks.task
def interfered(board: Board, act: Act, number: int) -> Plan[None]:
    """After such a flip: against its player the card is removed from the game."""
    act = Act.of(act)
    if not won(board):
        for piece in pieces_of(act):
            yield to_pile(board, piece, "removed")
        return
    if number > 1:
        yield Do("interfere", {"act": act, "number": number - 1})
    else:
        yield from answer(board, act)


def answer(board: Board, act: Act) -> Plan[bool]:
    """What nullifies a card by itself, or else the opponent's one chance to do so. Whether there was either."""
    kinds = board.card(act.card).kinds
    for held in board.trait("stops"):
        if not kinds.isdisjoint(held.trait.kinds):
            yield Mark(act.card, NULLIFIED, True)
            yield Note(f"{{{held.piece}}} nullifies {{{act.card}}}")
            return True
    window = Window("play", board.opponent(act.seat), {"cards": pieces_of(act), "seat": act.seat})
    if can_answer(board, window):
        yield window
        return True
    return False


@tasks.task
def resolve(board: Board, act: Act) -> Plan[None]:
    """A card takes effect, unless it was nullified or is gone."""
    yield from _resolve(board, Act.of(act))


def _resolve(board: Board, act: Act) -> Plan[None]:
    played = [
        piece for piece in pieces_of(act) if (found := board.piece(piece)) is not None and found.zone == ANNOUNCED
    ]
    if act.card not in played:
        return
    if any(board.mark(piece, NULLIFIED) for piece in played):
        for piece in played:
            if board.mark(piece, NULLIFIED) is not None:
                yield Mark(piece, NULLIFIED, None)
            yield to_pile(board, piece, "lost")
        return
    if board.card(act.card).permanent:
        yield from enter(board, act.card, act.seat, played=True, act=act)
        return
    yield from run_rows(board, act)
    yield Do("finish", {"pieces": played})


@tasks.task
def finish(board: Board, pieces: list[int]) -> Plan[None]:
    """Temporary cards that have taken effect go to the lost pile, if they have not gone elsewhere."""
    for piece in pieces:
        found = board.piece(piece)
        if found is not None and found.zone == ANNOUNCED:
            yield to_pile(board, piece, "lost")


# cards that an effect plays


@tasks.task
def play_from(board: Board, seat: str, card: int, free: bool = False, named: dict[str, object] | None = None,
              asked: str = "", picked: list[Ref] | None = None, auto: bool = False) -> Plan[None]:  # fmt: skip
    """An effect plays a card: what it needs is asked, one thing after the other, and then it is played.

    `named` is what has been answered so far, `asked` the thing that `picked` answers. With `auto` a question with one
    possible answer is not asked.
    """
    known = dict(named or {})
    if asked and picked:
        known[asked] = picked[0]
    found = board.piece(card)
    if found is None:
        return
    open_ways = [
        args for args in fillings(board, seat, card, play_ways(board.card(card)), free=free) if _agrees(args, known)
    ]  # fmt: skip
    if not open_ways:
        return
    for thing, text in THINGS.items():
        if thing in known:
            continue
        values = list(dict.fromkeys(_value(args, thing) for args in open_ways))
        if values == [""]:
            continue
        if len(values) == 1 and auto:
            known[thing] = values[0]
            continue
        args = {"seat": seat, "card": card, "free": free, "named": known, "asked": thing, "auto": auto}
        yield ask(seat, f"{{{card}}}: {text}", values, "play_from", args, kind=thing)
        return
    where = found.zone
    act = act_for(board, seat, card, open_ways[0], free=free)
    yield from play(board, act)
    if where == f"{seat}.deck":
        yield from shuffle(board, seat)


THINGS = {
    "option": "what is it for?",
    "with": "choose what goes with it",
    "with it": "choose what goes with that",
    "at": "choose its target",
    "declare": "name a card, or the word before a colon",
}


def _value(args: Args, thing: str) -> Ref:
    if thing == "option":
        return args.option
    if thing == "declare":
        return args.declare
    if thing == "at":
        return args.at[0] if args.at else ""
    index = 0 if thing == "with" else 1
    return args.using[index] if index < len(args.using) else ""


def _agrees(args: Args, named: dict[str, object]) -> bool:
    return all(_value(args, thing) == value for thing, value in named.items())
