"""What only one Plot does: Crossovers, Locations, Misunderstandings."""

from __future__ import annotations

import msgspec

from tabletop.games.lnh import picks
from tabletop.games.lnh.board import TARGET, Board
from tabletop.games.lnh.card_verbs import search
from tabletop.games.lnh.coins import flip, won
from tabletop.games.lnh.coming import leave
from tabletop.games.lnh.moving import NO, ask, draw, lose, show, shuffle, to_pile
from tabletop.games.lnh.rows import Act
from tabletop.games.lnh.tasks import tasks
from tabletop.games.lnh.verbs import lasts, special
from tabletop.games.lnh.ways import card_violations, fillings, play_ways
from tabletop.rules.model import Ask, Do, Item, Plan, Ref, Window
from tabletop.table.ops import Fact, Mark, Move, Note

# Crossover: Retcon Hour (I65)

GONE_ON = "hour_goes_on"
"""The fact that the player whose go it was has played a card."""


@special("retcon_hour")
def retcon_hour(board: Board, act: Act) -> Plan[None]:
    """The players play cards in turn, its player first."""
    yield Fact("phase", "retcon")
    yield Do("retcon_go", {"seat": act.seat, "card": act.card})


@tasks.task
def retcon_go(board: Board, seat: str, card: int) -> Plan[None]:
    """It is a player's go: the Hour ends if they can play nothing, if its card is gone, or if the turn is ending."""
    if not board.is_in_play(card) or board.facts.get("ending") or not playable(board, seat):
        yield from end_retcon(board, card)
        return
    yield Fact(GONE_ON, None)
    yield Window("retcon", seat, {"card": card})
    yield Do("retcon_after", {"seat": seat, "card": card})


@tasks.task
def retcon_after(board: Board, seat: str, card: int) -> Plan[None]:
    """Whoever has played a card hands the go on; whoever has passed ends the Hour."""
    if board.facts.get(GONE_ON):
        yield Fact(GONE_ON, None)
        yield Do("retcon_go", {"seat": board.opponent(seat), "card": card})
    else:
        yield from end_retcon(board, card)


def end_retcon(board: Board, card: int) -> Plan[None]:
    """The Crossover leaves play and the turn goes on."""
    yield Fact("phase", "main")
    if board.is_in_play(card):
        yield from leave(board, [card], by=board.controller(card) or board.turn)


def playable(board: Board, seat: str) -> bool:
    """Whether a player has a card that could be played in Retcon Hour."""
    for piece in board.hand(seat):
        card = board.card(piece)
        if card.type == "Origin" or next(card_violations(board, seat, piece), None) is not None:
            continue
        if next(fillings(board, seat, piece, play_ways(card)), None) is not None:
            return True
    return False


# Crossover: The Flame Wars III


@special("flame_wars_three")
def flame_wars_three(board: Board, act: Act) -> Plan[None]:
    """The player whose turn begins may search for a Time Travel card that can be played now, and play it."""
    seat = act.active
    found = [
        piece for piece in board.deck(seat)
        if "Time Travel" in board.kinds(piece) and can_be_played(board, seat, piece)
    ]  # fmt: skip
    if found:
        yield from search(board, seat, found, "time_travel", {"act": act})


@tasks.task
def time_travel(board: Board, act: Act, picked: list[Ref]) -> Plan[None]:
    """The Time Travel card is played; then its player plays no other card this turn."""
    act = Act.of(act)
    piece = picked[0] if picked and isinstance(picked[0], int) else None
    if piece is None:
        yield from shuffle(board, act.active)
        return
    yield Do("play_from", {"seat": act.active, "card": piece})
    yield Do("no_more", {"act": act})


@tasks.task
def no_more(board: Board, act: Act) -> Plan[None]:
    """A player plays no other card this turn."""
    act = Act.of(act)
    yield lasts(board, act, "no_plays", "turn", act.active)


def can_be_played(board: Board, seat: str, piece: int) -> bool:
    """Whether an effect could play a card for a seat now."""
    if next(card_violations(board, seat, piece), None) is not None:
        return False
    return next(fillings(board, seat, piece, play_ways(board.card(piece))), None) is not None


# Locations


@special("alt_veria")
def alt_veria(board: Board, act: Act) -> Plan[None]:
    """If a Flight Thingee is in play a coin is flipped for it."""
    if board.named("Flight Thingee"):
        yield from flip(board, act.seat, act.card)
        yield Do("crash", {"act": act})


@tasks.task
def crash(board: Board, act: Act) -> Plan[None]:
    """With luck the player may remove a Flight Thingee from play."""
    act = Act.of(act)
    found = [piece for piece in board.named("Flight Thingee") if picks.can_pick(board, act.seat, piece, removes=True)]
    if won(board) and found:
        text = f"{{{act.card}}}: remove a Flight Thingee from play?"
        yield ask(act.seat, text, [*found, NO], "removed", {"act": act}, kind="remove")


@tasks.task
def removed(board: Board, act: Act, picked: list[Ref]) -> Plan[None]:
    """The cards that a player has picked leave play."""
    act = Act.of(act)
    yield from leave(
        board, [ref for ref in picked if isinstance(ref, int)], by=act.seat, picked=True, cause=act.card
    )  # fmt: skip


@special("may_draw")
def may_draw(board: Board, act: Act) -> Plan[None]:
    """The player whose turn begins may draw a card."""
    if board.deck(act.active):
        yield ask(act.active, f"{{{act.card}}}: draw a card?", ("yes", "no"), "drawn", {"seat": act.active}, kind="may")


@tasks.task
def drawn(board: Board, seat: str, picked: list[Ref]) -> Plan[None]:
    """A card is drawn if that was the answer."""
    if picked == ["yes"]:
        yield from draw(board, seat, 1)


@special("mindscape")
def mindscape(board: Board, act: Act) -> Plan[None]:
    """Both hands are shuffled into their decks."""
    for seat in board.seats:
        hand = list(board.hand(seat))
        for piece in hand:
            yield Move(piece, f"{seat}.deck", -1, 0.0, 0.0, 0.0, False)
        if hand:
            yield from shuffle(board, seat)


@special("mindscape_turn")
def mindscape_turn(board: Board, act: Act) -> Plan[None]:
    """The player whose turn begins takes as many cards of their choice as they would draw."""
    seat = act.active
    deck = board.deck(seat)
    due = min(board.prestige(seat) - len(board.hand(seat)), len(deck))
    if due > 0:
        for item in search(board, seat, list(deck), "dreamt", {"act": act}, free=False):
            yield _asking(item, due)


def _asking(item: Item, due: int) -> Item:
    if isinstance(item, Ask):
        many = "a card" if due == 1 else f"{due} cards"
        return Ask(msgspec.structs.replace(item.question, least=due, most=due, text=f"Take {many} from your deck."))
    return item


@tasks.task
def dreamt(board: Board, act: Act, picked: list[Ref]) -> Plan[None]:
    """The cards are taken and shown to the other player, who may remove some of them for Prestige."""
    act = Act.of(act)
    seat, other = act.active, board.opponent(act.active)
    taken = [ref for ref in picked if isinstance(ref, int) and ref in board.deck(seat)]
    for piece in taken:
        yield Move(piece, f"{seat}.hand", -1, 0.0, 0.0, 0.0, False)
    yield from shuffle(board, seat)
    yield from show(board, taken, other)
    if taken:
        text = f"Lose 1 Prestige for each of these cards of {{{seat}}} that you remove from the game"
        args = {"seat": seat, "other": other}
        yield ask(other, text, [*taken, NO], "forgotten", args, most=len(taken), kind="some", secret=True)


@tasks.task
def forgotten(board: Board, seat: str, other: str, picked: list[Ref]) -> Plan[None]:
    """The cards that were paid for are removed from the game."""
    paid = [ref for ref in picked if isinstance(ref, int) and board.piece(ref) is not None]
    if paid:
        yield from lose(board, other, len(paid))
        for piece in paid:
            yield to_pile(board, piece, "removed")


# Misunderstanding: Hunted by Police


@special("hunted")
def hunted(board: Board, act: Act) -> Plan[None]:
    """It is aimed at a player; one that was put into play without a target asks for it."""
    aimed = [ref for ref in act.at if ref in ("A", "B")]
    if aimed:
        yield Mark(act.card, TARGET, aimed[0])
    else:
        text = f"{{{act.card}}}: who is hunted?"
        yield ask(act.seat, text, ("A", "B"), "aim", {"piece": act.card}, words={"A": "{A}", "B": "{B}"}, kind="at")


@tasks.task
def aim(board: Board, piece: int, picked: list[Ref]) -> Plan[None]:
    """A card is aimed at the player who was chosen."""
    if board.is_in_play(piece) and picked:
        yield Mark(piece, TARGET, picked[0])
        yield Note(f"{{{piece}}} is aimed at {{{picked[0]}}}")
