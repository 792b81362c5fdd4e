"""Cards between deck, hand and piles: drawing, discarding, shuffling, looking. Written once, used by every rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tabletop.games.lnh.board import ANNOUNCED, COUNTER, PRESTIGE, Board
from tabletop.games.lnh.tasks import tasks
from tabletop.games.lnh.traits import Avenges
from tabletop.rules.model import Ask, Do, Luck, Plan, Question, Ref
from tabletop.table import words
from tabletop.table.ops import Counter, Fact, Mark, Move, Note, Op, Reorder, Reveal

NO = "no"
KEPT_MARKS = frozenset({"locked"})


def to_pile(board: Board, piece: int, zone: str) -> Op:
    """A card goes to a pile of its owner ("lost", "removed"), on top and face up, or to the hand or under the deck."""
    found = board.table.pieces[piece]
    owner = found.owner if found.owner in board.table.seats else board.turn
    if zone == "hand":
        return Move(piece, f"{owner}.hand", -1, 0.0, 0.0, 0.0, False)
    return Move(piece, f"{owner}.{zone}", 0, 0.0, 0.0, 0.0, True)


def announced(piece: int) -> Op:
    """A card lies in the middle of the table, for all to see, while it is being played."""
    return Move(piece, ANNOUNCED, -1, 0.0, 0.0, 0.0, True)


def cleaned(board: Board, piece: int) -> Plan[None]:
    """A card is again what is printed on it: no marks, no counters."""
    found = board.table.pieces[piece]
    for name in list(found.marks):
        if name not in KEPT_MARKS:
            yield Mark(piece, name, None)
    for name in list(found.counters):
        yield Counter(piece, name, None)


def count(board: Board, piece: int, by: int) -> Op:
    """Counters come onto a card, or off it."""
    return Counter(piece, COUNTER, max(0, board.counters(piece) + by) or None)


# Prestige


def lose(board: Board, seat: str, amount: int, why: str = "") -> Plan[None]:
    """A seat loses Prestige, at once."""
    now = board.prestige(seat)
    left = max(0, now - max(0, amount))
    if left != now:
        yield Counter(seat, PRESTIGE, left)
        yield Note(f"{{{seat}}} loses {now - left} Prestige{why} and has {left} left")


def lose_half(board: Board, seat: str, why: str = "") -> Plan[None]:
    """A seat loses half of its Prestige, rounded up."""
    return lose(board, seat, (board.prestige(seat) + 1) // 2, why)


def gain(board: Board, seat: str, amount: int, why: str = "") -> Plan[None]:
    """A seat gains Prestige up to its maximum; what it regains in its own turn is remembered."""
    now = board.prestige(seat)
    then = max(now, min(now + amount, board.number(seat, "max_prestige")))
    if then == now:
        yield Note(f"{{{seat}}} has as much Prestige as there can be")
        return
    yield Counter(seat, PRESTIGE, then)
    yield Note(f"{{{seat}}} gains {then - now} Prestige{why} and has {then} now")
    if seat == board.turn and seat not in board.listed("regained"):
        yield Fact("regained", [*board.listed("regained"), seat])


# decks


def shuffle(board: Board, seat: str) -> Plan[None]:
    """A deck is shuffled; nobody knows any more where which card lies."""
    zone = f"{seat}.deck"
    ids = tuple(board.deck(seat))
    if len(ids) > 1:
        order = yield Luck("shuffle", choices=ids, seat=seat)
        if tuple(order) != ids:
            yield Reorder(zone, tuple(order))
        yield Note(f"{words.zone(zone)} is shuffled")
    pieces = board.table.pieces
    for piece in ids:
        if pieces[piece].known:
            yield Reveal(piece, ())


def draw(board: Board, seat: str, number: int) -> Plan[None]:
    """A seat draws; if its deck runs out on the way the rest is drawn from the new one."""
    deck = board.deck(seat)
    taken = min(number, len(deck))
    ran_out = taken == len(deck)
    for piece in list(deck[:taken]):
        yield Move(piece, f"{seat}.hand", -1, 0.0, 0.0, 0.0, False)
    if ran_out and 0 < taken < number:
        yield Do("draw", {"seat": seat, "number": number - taken})


@tasks.task("draw")
def draw_on(board: Board, seat: str, number: int) -> Plan[None]:
    """What was left of a draw when the deck ran out."""
    yield from draw(board, seat, number)


@tasks.task
def fill(board: Board, seat: str, most: int | None = None) -> Plan[None]:
    """A seat draws up to its Prestige, or `most` cards; after running out its Prestige is looked at anew."""
    due = board.prestige(seat) - len(board.hand(seat))
    if most is not None:
        due = min(due, most)
    taken = min(due, len(board.deck(seat)))
    if taken <= 0:
        return
    yield from draw(board, seat, taken)
    if taken < due:
        yield Do("fill", {"seat": seat, "most": None if most is None else most - taken})


def reshuffle(board: Board, seat: str) -> Plan[None]:
    """A lost pile is shuffled into its deck."""
    for piece in list(board.lost(seat)):
        yield Move(piece, f"{seat}.deck", -1, 0.0, 0.0, 0.0, False)
    yield from shuffle(board, seat)


@tasks.task
def run_out(board: Board, seat: str) -> Plan[None]:
    """The last card has left a deck: half the Prestige, discards down to it, and the lost pile is the new deck."""
    yield from lose_half(board, seat, " for running out of cards")
    yield Do("discard_down", {"seat": seat})
    yield Do("new_deck", {"seat": seat})


@tasks.task
def new_deck(board: Board, seat: str) -> Plan[None]:
    """The lost pile becomes the deck."""
    yield from reshuffle(board, seat)
    yield from stocked(board)


def stocked(board: Board) -> Plan[None]:
    """A deck that holds cards again can run out again."""
    listed = board.listed("ran_out")
    left = [seat for seat in listed if not board.deck(seat)]
    if listed and left != listed:
        yield Fact("ran_out", left or None)


# discarding


@tasks.task
def discard_down(board: Board, seat: str) -> Plan[None]:
    """A seat chooses and discards what it holds beyond its Prestige."""
    hand = board.hand(seat)
    over = len(hand) - board.prestige(seat)
    if over > 0:
        many = "a card" if over == 1 else f"{over} cards"
        yield ask(seat, f"Discard {many}", hand, "discarded", {"seat": seat}, least=over, most=over, kind="discard")


@tasks.task
def discarded(board: Board, seat: str, picked: list[Ref], by: str = "") -> Plan[None]:
    """The cards that a seat has chosen to discard; `by` is the player whose effect asked for it."""
    chosen = [piece for piece in picked if isinstance(piece, int) and piece in board.hand(seat)]
    yield from discard(board, seat, chosen, by or seat)


def discard(board: Board, seat: str, ids: Iterable[int], by: str) -> Plan[None]:
    """Cards of a hand are discarded through an effect of `by`: a card may avenge that."""
    losses = 0
    for piece in list(ids):
        card = board.card(piece)
        if by != seat:
            losses += sum(trait.amount for _, trait in card.traits if isinstance(trait, Avenges))
        yield to_pile(board, piece, "lost")
    if losses:
        yield from lose(board, by, losses, " for making the opponent discard it")


def forced_discard(board: Board, seat: str, ids: Iterable[int], by: str) -> Plan[None]:
    """An effect of `by` makes a seat discard cards; an Iron Will does not let the opponent's do that."""
    chosen = list(ids)
    if by != seat and (held := board.trait("iron_will", seat)):
        if chosen:
            yield Note(f"{{{held[0].piece}}} keeps {{{seat}}} from discarding")
        return
    yield from discard(board, seat, chosen, by)


def discard_random(board: Board, seat: str, by: str) -> Plan[None]:
    """A seat discards a card at random."""
    hand = tuple(board.hand(seat))
    if hand:
        chosen = yield Luck("random", choices=hand, seat=seat)
        yield from discard(board, seat, [piece for piece in chosen if isinstance(piece, int)], by)


# looking and asking


def show(board: Board, ids: Sequence[int], seat: str) -> Plan[None]:
    """A seat looks at cards: it knows them now, and the facts say what the last look was."""
    yield from known(board, ids, seat)
    yield Fact("shown", list(ids))
    yield Fact("shown_to", seat)


def known(board: Board, ids: Iterable[int], seat: str) -> Plan[None]:
    """A seat knows cards from now on."""
    pieces = board.table.pieces
    for piece in ids:
        who = pieces[piece].known
        if seat not in who:
            yield Reveal(piece, (*who, seat))


def ask(
    seat: str,
    text: str,
    choices: Iterable[Ref],
    then: str,
    args: dict[str, Any],
    *,
    least: int = 1,
    most: int = 1,
    kind: str = "",
    words: dict[str, str] | None = None,
    secret: bool = False,
) -> Ask:
    """A question to a seat, as a whole sentence."""
    asked = text if text.endswith(("?", ".")) else f"{text}."
    return Ask(Question(seat, asked, tuple(choices), then, args, least, most, kind, words or {}, secret))


def hand_of(board: Board, seat: str, fits: Callable[[int], bool], *, but: int | None = None) -> list[int]:
    """The cards of a hand that fit, without the one that is being played."""
    return [piece for piece in board.hand(seat) if piece != but and fits(piece)]
