"""What only one Catastrophe does."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop.games.lnh import picks
from tabletop.games.lnh.board import ATTACHED, PREGAME, READY, Board
from tabletop.games.lnh.coins import won
from tabletop.games.lnh.coming import aside, leave
from tabletop.games.lnh.damage import hurt
from tabletop.games.lnh.moving import NO, ask, discard_random, forced_discard, lose, reshuffle, stocked, to_pile
from tabletop.games.lnh.rows import Act
from tabletop.games.lnh.tasks import tasks
from tabletop.games.lnh.verbs import special
from tabletop.rules.model import Do, Plan, Ref
from tabletop.table.ops import Mark, Move, Note

BOMB, NUCLEAR = 2, 4


def doubled(board: Board, act: Act, amount: int) -> int:
    """What an explosion does: twice as much in a place that says so (I41)."""
    name = (board.text(act.text) if act.text else board.card(act.card)).name
    return amount * 2 if any(name in held.trait.names for held in board.trait("doubles")) else amount


@special("invaded")
def invaded(board: Board, act: Act) -> Plan[None]:
    """The opponent may remove a permanent that was not there before the game, or make the player discard (I58)."""
    opponent = board.opponent(act.seat)
    choices: list[Ref] = [
        piece for piece in board.in_play()
        if not board.mark(piece, PREGAME) and picks.can_pick(board, act.seat, piece, removes=True)
    ]  # fmt: skip
    if board.hand(act.seat):
        choices.append("discard")
    if choices:
        text = f"{{{act.card}}}: remove a permanent from play, or make {{{act.seat}}} discard a card?"
        told = {"discard": f"{{{act.seat}}} discards a card at random"}
        yield ask(opponent, text, [*choices, NO], "invasion", {"act": act}, words=told, kind="remove")


@tasks.task
def invasion(board: Board, act: Act, picked: list[Ref]) -> Plan[None]:
    """What the opponent has chosen happens."""
    act = Act.of(act)
    if picked == ["discard"]:
        yield from discard_random(board, act.seat, act.seat)
    else:
        yield from leave(
            board, [ref for ref in picked if isinstance(ref, int)], by=act.seat, picked=True, cause=act.card
        )  # fmt: skip


@special("bomb")
def bomb(board: Board, act: Act) -> Plan[None]:
    """Whom the coin favors removes a Hero from play, or does damage to the other player (I58)."""
    favored = act.seat if won(board) else board.opponent(act.seat)
    heroes = _heroes(board, act.seat)
    amount = doubled(board, act, BOMB)
    told = {"damage": f"{amount} damage to {{{board.opponent(favored)}}}"}
    text = f"{{{act.card}}}: remove a Hero from play, or do {amount} damage?"
    args = {"act": act, "victim": board.opponent(favored), "amount": amount}
    yield ask(favored, text, [*heroes, "damage"], "exploded", args, words=told, kind="remove")


@tasks.task
def exploded(board: Board, act: Act, victim: str, amount: int, picked: list[Ref]) -> Plan[None]:
    """What the favored player has chosen happens."""
    act = Act.of(act)
    if picked == ["damage"]:
        yield from hurt(board, victim, act.card, amount, act.seat)
    else:
        yield from leave(
            board, [ref for ref in picked if isinstance(ref, int)], by=act.seat, picked=True, cause=act.card
        )  # fmt: skip


def _heroes(board: Board, by: str) -> list[int]:
    return [
        piece for piece in board.in_play() if board.is_hero(piece) and picks.can_pick(board, by, piece, removes=True)
    ]


@special("nuclear")
def nuclear(board: Board, act: Act) -> Plan[None]:
    """Both players lose Prestige and discard down to what is left; Locations leave, and so does this from the game."""
    amount = doubled(board, act, NUCLEAR)
    both = (act.seat, board.opponent(act.seat))
    for seat in both:
        yield from lose(board, seat, amount)
    yield from leave(board, _all(board, "Location"), by=act.seat)
    if not act.text and board.piece(act.card) is not None:
        yield to_pile(board, act.card, "removed")
    for seat in both:
        if seat != act.seat and (held := board.trait("iron_will", seat)):
            yield Note(f"{{{held[0].piece}}} keeps {{{seat}}} from discarding")
        else:
            yield Do("discard_down", {"seat": seat})


def _all(board: Board, kind: str) -> Iterable[int]:
    return [piece for piece in board.in_play() if kind in board.kinds(piece)]


@special("reboot")
def reboot(board: Board, act: Act) -> Plan[None]:
    """Hands and everything in play go to the lost piles, these into the decks, and both players draw (I42)."""
    for seat in board.seats:
        yield from forced_discard(board, seat, list(board.hand(seat)), act.seat)
    yield from leave(board, picks.removable(board, act.seat, list(board.in_play())), by=act.seat)
    yield Do("rebooted", {})


@tasks.task
def rebooted(board: Board) -> Plan[None]:
    """The lost piles are shuffled into the decks, and both players draw up to their Prestige."""
    for seat in board.seats:
        yield from reshuffle(board, seat)
    yield from stocked(board)
    for seat in board.seats:
        yield Do("fill", {"seat": seat})


# Viral Agent (I46)


@special("infect")
def infect(board: Board, act: Act) -> Plan[None]:
    """It is attached to the Hero it was played on; one that comes into play without a Hero asks for one."""
    heroes = [ref for ref in act.at if isinstance(ref, int) and board.is_hero(ref)]
    if heroes:
        yield from _attach(act.card, heroes[0])
        return
    found = [hero for hero in _all(board, "Hero") if picks.can_pick(board, act.seat, hero, removes=False)]
    if found:
        text = f"Put {{{act.card}}} on a Hero"
        yield ask(act.seat, text, found, "spread", {"piece": act.card, "seat": act.seat}, kind="at")
    else:
        yield Mark(act.card, READY, False)


def _attach(piece: int, hero: int) -> Plan[None]:
    yield Move(piece, f"{hero}.{ATTACHED}", -1, 0.0, 0.0, 0.0, True)
    yield Mark(piece, READY, False)


@special("sickness")
def sickness(board: Board, act: Act) -> Plan[None]:
    """At the end of a turn: the Hero it is on is removed when it is due, or the player before whom it lies pays."""
    if board.mark(act.card, READY) is not True:
        return
    found = board.piece(act.card)
    host, _, name = found.zone.partition(".") if found is not None else ("", "", "")
    if name != ATTACHED:
        yield from lose(board, act.seat, 1, f" to {{{act.card}}}")
        return
    hero = int(host)
    yield aside(board, act.card)
    player = _player(board, act)
    if next(picks.unremovable(board, player, hero), None) is None:
        yield from leave(board, [hero], by=player, picked=True)
    yield Do("move_on", {"piece": act.card, "seat": act.seat})


def _player(board: Board, act: Act) -> str:
    found = board.piece(act.card)
    return found.owner if found is not None and found.owner in ("A", "B") else act.seat


@tasks.task
def move_on(board: Board, piece: int, seat: str) -> Plan[None]:
    """The player of the Hero may put it on any Hero in play; without any it lies before them."""
    found = [hero for hero in _all(board, "Hero") if picks.can_pick(board, seat, hero, removes=False)]
    if found:
        yield ask(
            seat, f"Put {{{piece}}} on another Hero?", [*found, NO], "spread", {"piece": piece, "seat": seat}, kind="at"
        )
    else:
        yield Move(piece, f"{seat}.play", -1, 0.0, 0.0, 0.0, True)
        yield Mark(piece, READY, False)


@tasks.task
def spread(board: Board, piece: int, seat: str, picked: list[Ref]) -> Plan[None]:
    """It goes to the Hero that was chosen, or it is spent."""
    hero = picked[0] if picked and isinstance(picked[0], int) else None
    if hero is not None and board.is_in_play(hero):
        yield from _attach(piece, hero)
    elif board.piece(piece) is not None:
        yield Mark(piece, READY, None)
        yield to_pile(board, piece, "lost")
