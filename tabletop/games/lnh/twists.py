"""What only one Plot Twist does."""

from __future__ import annotations

import msgspec

from tabletop.games.lnh.board import Board
from tabletop.games.lnh.card_verbs import search
from tabletop.games.lnh.coins import flip, won
from tabletop.games.lnh.coming import aside, enter, give, leave
from tabletop.games.lnh.damage import change_wound, hurt, set_wounds, wound_from
from tabletop.games.lnh.moving import ask, draw, gain, show, shuffle, to_pile
from tabletop.games.lnh.plots import can_be_played
from tabletop.games.lnh.rows import Act
from tabletop.games.lnh.tasks import tasks
from tabletop.games.lnh.traits import Gem
from tabletop.games.lnh.verbs import lasts, special
from tabletop.games.lnh.ways import card_violations
from tabletop.rules.model import Do, Luck, Plan, Ref
from tabletop.table.ops import Fact, Move, Note

TOP = 5
NEW_HAND = 10


@special("flashback")
def flashback(board: Board, act: Act) -> Plan[None]:
    """The damage of a source is the opponent's instead, as it is (I56)."""
    index = wound_from(board, act.seat, act.at[0] if act.at else None)
    if index is not None:
        victim = board.opponent(act.seat)
        yield change_wound(board, index, msgspec.structs.replace(board.wounds[index], victim=victim))
        yield Note(f"The damage of {{{act.at[0]}}} turns on {{{victim}}}")


@special("cosmic_dude")
def cosmic_dude(board: Board, act: Act) -> Plan[None]:
    """The player takes all face-up Gems; at the end of the turn all Gems are removed from the game (I43)."""
    opponent = board.opponent(act.seat)
    for piece in list(board.play(opponent)):
        if board.own_trait(piece, "gem", Gem) is not None and board.is_up(piece):
            yield from give(board, [piece], act.seat)
    found = board.piece(act.card)
    if not act.text and found is not None:
        yield from enter(board, act.card, act.seat)
    yield lasts(board, act, "gems", f"end:{act.seat}", act.seat)


@special("last_ditch_effort")
def last_ditch_effort(board: Board, act: Act) -> Plan[None]:
    """Hand, lost pile and the top five cards go, ten cards come; with fewer than ten left the game is lost."""
    seat = act.seat
    for piece in [*board.hand(seat), *board.lost(seat), *board.deck(seat)[:TOP]]:
        yield to_pile(board, piece, "removed")
    if len(board.deck(seat)) < NEW_HAND:
        yield Fact("beaten", [*board.listed("beaten"), seat])
    else:
        yield from draw(board, seat, NEW_HAND)


@special("sudden_inspiration")
def sudden_inspiration(board: Board, act: Act) -> Plan[None]:
    """The player looks at the top five cards and takes one of them."""
    top = list(board.deck(act.seat)[:TOP])
    if top:
        yield from show(board, top, act.seat)
        args = {"seat": act.seat, "top": top}
        yield ask(act.seat, "Take one of these cards into your hand", top, "inspired", args, kind="take", secret=True)


@tasks.task
def inspired(board: Board, seat: str, top: list[int], picked: list[Ref]) -> Plan[None]:
    """One card goes to the hand, the others are removed from the game."""
    for piece in top:
        if piece in picked:
            yield Move(piece, f"{seat}.hand", -1, 0.0, 0.0, 0.0, False)
        elif board.piece(piece) is not None:
            yield to_pile(board, piece, "removed")


@special("incarceration")
def incarceration(board: Board, act: Act) -> Plan[None]:
    """For a Hero its controller takes 1 damage, for a Villain the player gains 1 Prestige; then it leaves play."""
    for piece in act.at:
        if not isinstance(piece, int):
            continue
        controller = board.controller(piece)
        if controller is not None and board.is_hero(piece):
            yield from hurt(board, controller, act.card, 1, act.seat)
        elif board.is_villain(piece):
            yield from gain(board, act.seat, 1)
        yield from leave(board, [piece], by=act.seat, picked=True, cause=act.card)


@special("rage")
def rage(board: Board, act: Act) -> Plan[None]:
    """The direct attacks that were named are played one after the other (I50)."""
    for piece in act.using:
        if not board.is_in_play(piece):
            yield Do("rage_on", {"seat": act.seat, "card": piece})


@tasks.task
def rage_on(board: Board, seat: str, card: int) -> Plan[None]:
    """One of them is played, if it still can be."""
    if card in board.hand(seat) and next(card_violations(board, seat, card), None) is None:
        yield Do("play_from", {"seat": seat, "card": card, "free": True, "auto": True})


@special("kirbys_lab")
def kirbys_lab(board: Board, act: Act) -> Plan[None]:
    """The player searches for an Equipment that is not MYSTIC; a coin decides what becomes of it."""
    seat = act.seat
    found = [
        piece for piece in board.deck(seat)
        if "Equipment" in board.kinds(piece) and "MYSTIC" not in board.card(piece).sorts
    ]  # fmt: skip
    yield from search(board, seat, found, "built", {"seat": seat})


@tasks.task
def built(board: Board, seat: str, picked: list[Ref]) -> Plan[None]:
    """The device is laid aside, and the coin flipped for it."""
    piece = picked[0] if picked and isinstance(picked[0], int) else None
    if piece is not None:
        yield aside(board, piece)
    yield from shuffle(board, seat)
    if piece is not None:
        yield from flip(board, seat, piece)
        yield Do("tested", {"seat": seat, "piece": piece})


@tasks.task
def tested(board: Board, seat: str, piece: int) -> Plan[None]:
    """The device comes into play, or leaves the game."""
    if won(board):
        yield from enter(board, piece, seat)
    else:
        yield to_pile(board, piece, "removed")


@special("med_lab")
def med_lab(board: Board, act: Act) -> Plan[None]:
    """A card of the hand, at random, is removed from the game for 1 Prestige."""
    hand = tuple(board.hand(act.seat))
    if hand:
        chosen = yield Luck("random", choices=hand, seat=act.seat)
        for piece in chosen:
            yield to_pile(board, piece, "removed")
        yield from gain(board, act.seat, 1)


@special("focused_totality")
def focused_totality(board: Board, act: Act) -> Plan[None]:
    """The player searches for a Power that can be played now, and plays it."""
    seat = act.seat
    found = [piece for piece in board.deck(seat) if "Power" in board.kinds(piece) and can_be_played(board, seat, piece)]
    yield from search(board, seat, found, "focused", {"seat": seat})


@tasks.task
def focused(board: Board, seat: str, picked: list[Ref]) -> Plan[None]:
    """The Power is played."""
    piece = picked[0] if picked and isinstance(picked[0], int) else None
    if piece is None:
        yield from shuffle(board, seat)
    else:
        yield Do("play_from", {"seat": seat, "card": piece})


@special("deja_vu")
def deja_vu(board: Board, act: Act) -> Plan[None]:
    """The card that the player had played before goes back from the lost pile to the hand."""
    if act.before is not None and act.before in board.lost(act.seat):
        yield Move(act.before, f"{act.seat}.hand", -1, 0.0, 0.0, 0.0, False)


@special("extra_turn")
def extra_turn(board: Board, act: Act) -> Plan[None]:
    """The player takes another turn after this one."""
    yield Fact("extra_turns", [*board.listed("extra_turns"), act.seat])


@special("nullify_past")
def nullify_past(board: Board, act: Act) -> Plan[None]:
    """A card of the opponent's last turn goes back to the hand; what it did to the player is undone (I54)."""
    opponent = board.opponent(act.seat)
    for card in act.at:
        if not isinstance(card, int):
            continue
        took = board.fact_of("took", str(card), [])
        left = [wound for wound in board.wounds if not (wound.victim == act.seat and wound.source == card)]
        if len(left) != len(board.wounds):
            yield set_wounds(left)
        if board.is_in_play(card):
            yield from leave(board, [card], by=act.seat, to="hand")
        elif board.piece(card) is not None:
            yield to_pile(board, card, "hand")
        yield Do("choose_discards", {"seat": opponent, "number": 2, "by": act.seat})
        for entry in took:
            if isinstance(entry, list) and len(entry) == 2 and entry[1] == act.seat:
                yield Do("come_back", {"piece": entry[0], "seat": act.seat})


@tasks.task
def choose_discards(board: Board, seat: str, number: int, by: str) -> Plan[None]:
    """A player discards cards of their choice through an effect of the other's, unless an Iron Will holds."""
    number = min(number, len(board.hand(seat)))
    if number and (held := board.trait("iron_will", seat)):
        yield Note(f"{{{held[0].piece}}} keeps {{{seat}}} from discarding")
    elif number:
        many = "a card" if number == 1 else f"{number} cards"
        args = {"seat": seat, "by": by}
        yield ask(
            seat, f"Discard {many}", board.hand(seat), "discarded", args, least=number, most=number, kind="discard"
        )


@tasks.task
def come_back(board: Board, piece: int, seat: str) -> Plan[None]:
    """A permanent that was removed comes back into play, if it lies in a lost pile."""
    if piece in board.lost("A") or piece in board.lost("B"):
        yield from enter(board, piece, seat)
