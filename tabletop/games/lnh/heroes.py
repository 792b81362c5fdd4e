"""What only one Hero does."""

from __future__ import annotations

from tabletop.games.lnh import picks
from tabletop.games.lnh.board import AGE, COPIES, Board
from tabletop.games.lnh.damage import hurt
from tabletop.games.lnh.moving import NO, ask, discard, hand_of, show
from tabletop.games.lnh.rows import Act
from tabletop.games.lnh.tasks import tasks
from tabletop.games.lnh.verbs import special
from tabletop.rules.model import Luck, Plan, Ref
from tabletop.table.ops import Create, Define, Mark, Note, Reorder
from tabletop.table.state import Definition, Piece

TOP = 4

TOKEN_ID = "core/kiwi-token"
TOKEN = Definition("Kiwi token", "Token", {
    "name": "Kiwi token",
    "kind": "permanent",
    "use": [{
        "ability": True, "window": ["main", "end"], "at": {"zone": "damage"},
        "effects": [{"do": "prevent"}, {"do": "remove", "what": "self"}],
    }],
    "text": "At any time in your turn you may remove this token to prevent 1 damage to you. A token that leaves play "
            "is gone for good.",
    "words": ["prevent", "token"],
})  # fmt: skip
"""The token as the card set has it, so that it can come onto any table."""


@special("peek")
def peek(board: Board, act: Act) -> Plan[None]:
    """Kid Anarky's player sees a random card of the opponent's hand."""
    hand = tuple(board.hand(board.opponent(act.seat)))
    if hand:
        chosen = yield Luck("random", choices=hand, seat=act.seat)
        yield from show(board, [piece for piece in chosen if isinstance(piece, int)], act.seat)


@special("kiwi")
def kiwi(board: Board, act: Act) -> Plan[None]:
    """A Kiwi token comes into play."""
    if TOKEN_ID not in board.table.definitions:
        yield Define(TOKEN_ID, TOKEN)
    number, age = board.table.next_id, board.next_age()
    yield Create(Piece(number, "token", TOKEN_ID, act.seat, f"{act.seat}.play", marks={AGE: age}), -1)
    yield Note(f"{{{number}}} comes into play")


@special("lurk")
def lurk(board: Board, act: Act) -> Plan[None]:
    """Lurking Girl's player orders the top four cards of the opponent's deck."""
    opponent = board.opponent(act.seat)
    top = list(board.deck(opponent)[:TOP])
    if top:
        yield from show(board, top, act.seat)
    if len(top) > 1:
        text = f"Put these cards back on the deck of {{{opponent}}}, the top card first"
        args = {"seat": opponent}
        yield ask(act.seat, text, top, "ordered", args, least=len(top), most=len(top), kind="order", secret=True)


@tasks.task
def ordered(board: Board, seat: str, picked: list[Ref]) -> Plan[None]:
    """The cards lie on top of the deck in the order that was chosen."""
    deck = board.deck(seat)
    first = [ref for ref in picked if isinstance(ref, int) and ref in deck]
    order = (*first, *(piece for piece in deck if piece not in first))
    if list(order) != deck:
        yield Reorder(f"{seat}.deck", order)


@special("retconan")
def retconan(board: Board, act: Act) -> Plan[None]:
    """RetConan's player discards a direct attack, or takes 1 damage without one."""
    attacks = hand_of(board, act.seat, lambda piece: board.card(piece).attack)
    if attacks:
        yield ask(act.seat, "Discard a direct attack", attacks, "unmade", {"seat": act.seat}, kind="discard")
    else:
        yield from hurt(board, act.seat, act.card, 1, act.seat)


@tasks.task
def unmade(board: Board, seat: str, picked: list[Ref]) -> Plan[None]:
    """The attack is discarded."""
    yield from discard(board, seat, [ref for ref in picked if ref in board.hand(seat) and isinstance(ref, int)], seat)


@special("borrow")
def borrow(board: Board, act: Act) -> Plan[None]:
    """With a Sword of Sig in play Sig.Lad may have the abilities of another Hero as well."""
    if not board.named("Sword of Sig"):
        return
    found = [
        piece for piece in board.in_play()
        if piece != act.card and board.is_hero(piece) and picks.can_pick(board, act.seat, piece, removes=False)
    ]  # fmt: skip
    if found:
        text = f"{{{act.card}}}: take on the abilities of another Hero?"
        yield ask(act.seat, text, [*found, NO], "borrowed", {"piece": act.card}, kind="copy")


@tasks.task
def borrowed(board: Board, piece: int, picked: list[Ref]) -> Plan[None]:
    """Sig.Lad has the abilities of the Hero that was chosen."""
    hero = picked[0] if picked and isinstance(picked[0], int) else None
    if hero is not None and board.is_in_play(piece):
        yield Mark(piece, COPIES, hero)
        yield Note(f"{{{piece}}} has the abilities of {{{hero}}}")
