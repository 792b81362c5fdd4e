"""Cards that come into play, leave it and change sides, with all that this brings about.

Leaving is one thing whatever the card calls it (page `leave-play`): cards that leave through one effect leave together,
and a clause that wants another card to leave is ignored for one that is leaving anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop.games.lnh import picks
from tabletop.games.lnh.board import AGE, ATTACHED, COUNTER, NAMED, SWAPPED, Board
from tabletop.games.lnh.moving import ask, cleaned, lose, lose_half, to_pile
from tabletop.games.lnh.rows import Act
from tabletop.games.lnh.tasks import tasks
from tabletop.games.lnh.traits import Exchange, Gem, LosesGame, Many, Redeemed, Survives, TakesAlong, TakesHero
from tabletop.rules import lasting
from tabletop.rules.model import Do, Plan, Ref
from tabletop.table.ops import Counter, Fact, Mark, Move, Note, Op, Pose, Remove

PLOT_TYPES = frozenset({"Crossover", "Imaginary Story", "Location", "Misunderstanding", "Patronage", "Villain"})


def aside(board: Board, piece: int) -> Op:
    """A card lies in the middle of the table until it is known where it goes."""
    return Move(piece, "table", -1, 0.0, 0.0, 0.0, True)


# leaving


@tasks.task("leave")
def leave_task(board: Board, ids: list[int], by: str, to: str = "lost", spare: str = "") -> Plan[None]:
    """Cards leave play."""
    yield from leave(board, ids, by=by, to=to, spare=spare)


def leave(
    board: Board, ids: Iterable[int], *,
    by: str, to: str = "lost", picked: bool = False, cause: int | None = None, spare: str = "",
) -> Plan[None]:  # fmt: skip
    """Cards leave play through an effect of the seat `by`: to their owners' lost piles, hands, or out of the game.

    `picked` if the effect picked them out; `cause` is the card that did. `spare` is a seat that loses no Prestige for
    its Gems.
    """
    going = [piece for piece in dict.fromkeys(ids) if board.is_in_play(piece)]
    if picked and to != "hand":
        survivors: list[int] = []
        for piece in going:
            survives = board.own_trait(piece, "survives", Survives)
            if survives is not None and board.is_up(piece):
                survivors.append(piece)
                yield Pose(piece, up=False)
                yield Counter(piece, COUNTER, survives.counters)
                yield Note(f"{{{piece}}} is turned face down instead of leaving")
            elif survives is not None:
                to = "removed"
        going = [piece for piece in going if piece not in survivors]
    going = _with_followers(board, going)
    staying: list[int] = []
    for piece in going:
        redeemed = board.own_trait(piece, "redeemed", Redeemed)
        seat = board.controller(piece)
        if redeemed is not None and seat is not None and redeemed.origin in board.origins(seat):
            staying.append(piece)
            text = f"Lose {redeemed.amount} Prestige to keep {{{piece}}}?"
            args = {"piece": piece, "seat": seat, "amount": redeemed.amount, "by": by, "to": to}
            yield ask(seat, text, ("yes", "no"), "redeem", args, kind="keep")
    going = [piece for piece in going if piece not in staying]
    yield from _go(board, going, to, cause if picked else None, spare)


@tasks.task
def redeem(board: Board, piece: int, seat: str, amount: int, by: str, to: str, picked: list[Ref]) -> Plan[None]:
    """A player has been asked whether to keep a card for Prestige."""
    if picked == ["yes"]:
        yield from lose(board, seat, amount, f" to keep {{{piece}}}")
    elif board.is_in_play(piece):
        yield from _go(board, [piece], to, None, "")


def _with_followers(board: Board, going: Sequence[int]) -> list[int]:
    """Cards that leave with all that leaves along with them."""
    found = list(going)
    for piece in found:
        seat = board.controller(piece)
        for text in board.texts(piece):
            for _, trait in text.traits:
                if isinstance(trait, TakesAlong) and seat is not None:
                    found += [
                        other for other in board.play(seat) if other not in found and trait.kind in board.kinds(other)
                    ]
    return found


def _go(board: Board, going: Sequence[int], to: str, cause: int | None, spare: str) -> Plan[None]:
    """Cards go from play to where they go, and what their going brings about follows."""
    told = [(piece, board.controller(piece) or board.turn, board.traits_of(piece)) for piece in going]
    homes: list[tuple[int, str]] = []
    for piece, _, found in told:
        if any(isinstance(trait, Exchange) for trait in found):
            homes += _homes(board, piece)
    if cause is not None and told:
        yield _remember(board, cause, [(piece, seat) for piece, seat, _ in told])
    for piece, _, _ in told:
        for inner in list(board.table.order.get(f"{piece}.{ATTACHED}", ())):
            yield from cleaned(board, inner)
            yield to_pile(board, inner, "lost")
        if board.card(piece).type == "Token":
            yield Remove(piece)
            continue
        yield from cleaned(board, piece)
        yield to_pile(board, piece, to)
    gone = {piece for piece, _, _ in told}
    yield from lasting.end(board.table, lambda effect: effect.kind == "borrowed" and not gone.isdisjoint(effect.on))
    yield from _forget(board, gone)
    for piece, seat, found in told:
        for trait in found:
            if isinstance(trait, Gem) and seat != spare:
                yield from lose_half(board, seat, f" with {{{piece}}}")
            elif isinstance(trait, LosesGame):
                yield Fact("beaten", [*board.listed("beaten"), seat])
            elif isinstance(trait, TakesHero):
                yield Do("follow", {"seat": seat, "piece": piece})
    for seat in ("A", "B"):
        home = [piece for piece, back in homes if back == seat and board.controller(piece) not in (None, seat)]
        yield from give(board, home, seat)


def _homes(board: Board, piece: int) -> list[tuple[int, str]]:
    """The Heroes that an exchange has sent over, and to whom each goes back."""
    swapped = board.mark(piece, SWAPPED)
    return [(entry[0], entry[1]) for entry in swapped if len(entry) == 2] if isinstance(swapped, list) else []


def _remember(board: Board, cause: int, told: list[tuple[int, str]]) -> Op:
    """What a card picked out and removed is kept in mind, for the card that undoes it."""
    kept = board.facts.get("took")
    took = dict(kept) if isinstance(kept, dict) else {}
    took[str(cause)] = [*took.get(str(cause), ()), *(list(entry) for entry in told)]
    return Fact("took", took)


def _forget(board: Board, gone: set[int]) -> Plan[None]:
    """A Hero that leaves play is no longer one that was named in secret, or sent over by an exchange: one that comes
    back later is another.
    """
    for piece in list(board.in_play()):
        swapped = board.mark(piece, SWAPPED)
        if isinstance(swapped, list):
            left = [entry for entry in swapped if entry[:1] and entry[0] not in gone]
            if len(left) != len(swapped):
                yield Mark(piece, SWAPPED, left or None)
        if board.mark(piece, NAMED) in gone:
            yield Note(f"{{{piece}}} had named {{{board.mark(piece, NAMED)}}}")
            yield Mark(piece, NAMED, None)


@tasks.task
def follow(board: Board, seat: str, piece: int) -> Plan[None]:
    """One of a player's Heroes leaves play with a card that took it along."""
    heroes = [hero for hero in board.heroes(seat) if picks.can_pick(board, seat, hero, removes=True)]
    if heroes:
        text = f"{{{piece}}} has left play: choose a Hero who leaves with it"
        yield ask(seat, text, heroes, "followed", {"seat": seat}, kind="remove")


@tasks.task
def followed(board: Board, seat: str, picked: list[Ref]) -> Plan[None]:
    """The Hero that a player has chosen leaves play."""
    yield from leave(board, [ref for ref in picked if isinstance(ref, int)], by=seat, picked=True)


# changing sides


def give(board: Board, ids: Iterable[int], seat: str) -> Plan[None]:
    """A seat takes control of cards in play: they move to its side and keep their owner, face and counters."""
    for piece in list(ids):
        before = board.controller(piece)
        found = board.piece(piece)
        if before is None or before == seat or found is None:
            continue
        gem = board.own_trait(piece, "gem", Gem)
        yield Move(piece, f"{seat}.play", -1, 0.0, 0.0, found.rotation, found.up)
        yield Note(f"{{{seat}}} controls {{{piece}}} now")
        if gem is not None:
            yield from lose_half(board, before, f" with {{{piece}}}")


# coming into play


def enter(board: Board, piece: int, seat: str, *, played: bool = False, act: Act | None = None) -> Plan[None]:
    """A card comes into play under a seat: what it replaces leaves first, then its arrival takes effect."""
    if played:
        for held in board.trait("sweeps"):
            shielded = board.is_villain(held.piece) and board.escapes(seat)
            if held.trait.kind in board.card(piece).kinds and not shielded:
                yield Note(f"{{{held.piece}}} removes {{{piece}}} at once")
                yield to_pile(board, piece, "lost")
                return
    yield from _go(board, _replaced(board, piece, seat), "lost", None, "")
    age = board.next_age()
    yield Move(piece, f"{seat}.play", -1, 0.0, 0.0, 0.0, True)
    yield Mark(piece, AGE, age)
    if board.card(piece).arrives:
        arrival = Act(seat, piece, way="arrives", at=act.at if act is not None else ())
        yield Do("effect", {"act": arrival})


def _replaced(board: Board, piece: int, seat: str) -> list[int]:
    """The cards in play that one which comes into play replaces: a Plot of its type, a Hero of its name."""
    card = board.card(piece)
    found: list[int] = []
    if "Hero" in card.kinds:
        found += [hero for side in board.seats for hero in board.heroes(side) if board.name(hero) == card.name]
    types = card.kinds & PLOT_TYPES if card.type == "Plot" else frozenset()
    for other in board.in_play():
        if types and not types.isdisjoint(kinds := board.kinds(other)) and "Plot" in kinds:
            mine = board.controller(other) == seat
            if not (mine and _both_allowed(board, seat, types, card.name == board.name(other))):
                found.append(other)
    return _with_followers(board, [other for other in dict.fromkeys(found) if other != piece])


def _both_allowed(board: Board, seat: str, types: frozenset[str], same: bool) -> bool:
    many: list[Many] = [held.trait for held in board.trait("many", seat)]
    return any(one.kind in types and (one.same or not same) for one in many)
