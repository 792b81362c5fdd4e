"""What only one Villain does."""

from __future__ import annotations

from tabletop.games.lnh import picks
from tabletop.games.lnh.board import NAMED, SWAPPED, Board
from tabletop.games.lnh.coming import give, leave
from tabletop.games.lnh.damage import hurt
from tabletop.games.lnh.moving import NO, ask, discard, draw, gain
from tabletop.games.lnh.rows import Act
from tabletop.games.lnh.tasks import tasks
from tabletop.games.lnh.verbs import special
from tabletop.rules.model import Plan, Ref
from tabletop.table.ops import Mark


@special("exchange")
def exchange(board: Board, act: Act) -> Plan[None]:
    """Acton Lord comes: the Heroes in play change sides, until he leaves (I60)."""
    if any(board.escapes(seat) for seat in board.seats):
        return
    sides = {seat: list(board.heroes(seat)) for seat in board.seats}
    yield Mark(act.card, SWAPPED, [[hero, seat] for seat, heroes in sides.items() for hero in heroes] or None)
    for seat, heroes in sides.items():
        yield from give(board, heroes, board.opponent(seat))


@special("harras")
def harras(board: Board, act: Act) -> Plan[None]:
    """A face-up Hero of the player's may go over to the opponent, for 1 Prestige."""
    heroes = [
        hero for hero in board.heroes(act.seat)
        if board.is_up(hero) and picks.can_pick(board, act.seat, hero, removes=False)
    ]  # fmt: skip
    if heroes:
        text = f"{{{act.card}}}: give a Hero to your opponent?"
        yield ask(act.seat, text, [*heroes, NO], "given", {"act": act}, kind="give")


@tasks.task
def given(board: Board, act: Act, picked: list[Ref]) -> Plan[None]:
    """The Hero changes sides and the player gains 1 Prestige."""
    act = Act.of(act)
    heroes = [ref for ref in picked if isinstance(ref, int) and board.controller(ref) == act.seat]
    if heroes:
        yield from give(board, heroes, board.opponent(act.seat))
        yield from gain(board, act.seat, 1)


@special("pointless_death")
def pointless_death(board: Board, act: Act) -> Plan[None]:
    """The player whose turn begins removes one of their Heroes from play (I59)."""
    heroes = [hero for hero in board.heroes(act.active) if picks.can_pick(board, act.seat, hero, removes=True)]
    if heroes:
        text = f"{{{act.card}}}: choose a Hero of yours who leaves play"
        yield ask(act.active, text, heroes, "removed", {"act": act}, kind="remove")


@special("claymore_comes")
def claymore_comes(board: Board, act: Act) -> Plan[None]:
    """The Anti-Drizzt leaves play if Kid Anarky's Claymore is in play."""
    if board.named("Kid Anarky's Claymore"):
        yield from leave(board, [act.card], by=act.seat)


@special("name_hero")
def name_hero(board: Board, act: Act) -> Plan[None]:
    """Time Crapper's player names a Hero of the opponent's in secret (I45)."""
    opponent = board.opponent(act.seat)
    heroes = [hero for hero in board.heroes(opponent) if picks.can_pick(board, act.seat, hero, removes=False)]
    if heroes and not board.escapes(opponent):
        text = f"{{{act.card}}}: name a Hero of {{{opponent}}} in secret"
        yield ask(act.seat, text, heroes, "named", {"piece": act.card}, kind="secret", secret=True)


@tasks.task
def named(board: Board, piece: int, picked: list[Ref]) -> Plan[None]:
    """The Hero is named."""
    if board.is_in_play(piece) and picked:
        yield Mark(piece, NAMED, picked[0])


@special("toll")
def toll(board: Board, act: Act) -> Plan[None]:
    """As long as the named Hero is in play, the opponent removes one of their permanents from play."""
    hero = board.mark(act.card, NAMED)
    if not isinstance(hero, int) or not board.is_in_play(hero):
        return
    found = [piece for piece in board.play(act.active) if picks.can_pick(board, act.seat, piece, removes=True)]
    if found:
        text = f"{{{act.card}}}: choose a permanent of yours that leaves play"
        yield ask(act.active, text, found, "removed", {"act": act}, kind="remove")


@special("tsar_chasm")
def tsar_chasm(board: Board, act: Act) -> Plan[None]:
    """One or two cards of the hand may be exchanged for new ones."""
    hand = board.hand(act.seat)
    if hand:
        text = f"{{{act.card}}}: discard one or two cards and draw as many?"
        yield ask(act.seat, text, [*hand, NO], "exchanged", {"seat": act.seat}, most=min(2, len(hand)), kind="some")


@tasks.task
def exchanged(board: Board, seat: str, picked: list[Ref]) -> Plan[None]:
    """The cards are discarded, and as many drawn."""
    chosen = [ref for ref in picked if isinstance(ref, int) and ref in board.hand(seat)]
    if chosen:
        yield from discard(board, seat, chosen, seat)
        yield from draw(board, seat, len(chosen))


@special("wreamicus")
def wreamicus(board: Board, act: Act) -> Plan[None]:
    """A player who played no Plot Twist in their turn takes 1 damage."""
    if not any(board.card(piece).type == "Plot Twist" for piece in board.played(act.active)):
        yield from hurt(board, act.active, act.card, 1, act.seat)
