"""What a card may pick out: candidates, and what protects a card from being picked out or removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop.games.lnh.board import DAMAGED, Board
from tabletop.games.lnh.cards import Card, Pick
from tabletop.games.lnh.damage import ATTACKS
from tabletop.rules.model import Ref, Violation


def places(board: Board, seat: str, pick: Pick, but: Iterable[int] = ()) -> Iterator[int]:
    """The pieces in the places that a pick looks at, from a seat's point of view, without those that are `but`."""
    opponent = board.opponent(seat)
    match pick.zone:
        case "play":
            found: Iterable[int] = board.in_play()
        case "hand" | "deck" | "outside":
            found = board.ids(seat, pick.zone)
        case "hand_or_deck":
            found = [*board.hand(seat), *board.deck(seat)]
        case "lost":
            found = [*board.lost(seat), *board.lost(opponent)] if pick.whose == "any" else board.lost(seat)
        case "played":
            found = dict.fromkeys(board.played_last(opponent))
        case "damage":
            found = dict.fromkeys(wound.source for wound in board.wounds if wound.victim == seat)
        case "attacks":
            found = dict.fromkeys(attack.card for attack in board.attacks if attack.by == seat and not attack.blast)
        case _:
            found = ()
    pieces = board.table.pieces
    skipped = set(but)
    return (piece for piece in found if piece in pieces and piece not in skipped)


def fits(board: Board, seat: str, pick: Pick, piece: int) -> bool:
    """Whether a piece in the right place is one that a pick means. A card in a deck that is not known could be one."""
    if pick.zone == "hand_or_deck" and not board.table.pieces[piece].card:
        return True
    card = board.card(piece)
    kinds = board.kinds(piece)
    if pick.kind and kinds.isdisjoint(pick.kind):
        return False
    if pick.name and card.name not in pick.name:
        return False
    if (pick.sort and card.sorts.isdisjoint(pick.sort)) or (pick.not_sort and not card.sorts.isdisjoint(pick.not_sort)):
        return False
    if pick.zone == "play":
        if pick.whose != "any" and (board.controller(piece) == seat) != (pick.whose == "me"):
            return False
        if pick.new and piece not in board.played_last(board.opponent(seat)):
            return False
        if pick.damaged is not None and bool(board.mark(piece, DAMAGED)) != pick.damaged:
            return False
        if pick.usable and (not board.is_up(piece) or board.mark(piece, DAMAGED)):
            return False
        return not pick.counters or board.counters(piece) > 0
    if pick.zone == "damage":
        return _fits_damage(board, seat, pick, piece)
    if pick.zone == "played":
        if pick.new:
            where = board.table.pieces[piece].zone
            return board.is_in_play(piece) or where == f"{board.opponent(seat)}.lost"
        return not card.permanent
    if pick.attack and not card.attack:
        return False
    return not pick.off_list or not listed(board, seat, card)


def _fits_damage(board: Board, seat: str, pick: Pick, piece: int) -> bool:
    opponent = board.opponent(seat)
    for wound in board.wounds:
        if wound.victim != seat or wound.source != piece:
            continue
        if pick.whose != "any" and (wound.by == seat) != (pick.whose == "me"):
            continue
        if pick.attack and wound.kind not in ATTACKS:
            continue
        made = board.fact_of("attacks_last", opponent, ())
        if pick.last_turn and (not isinstance(made, list | tuple) or piece not in made):
            continue
        return True
    return False


def seats(board: Board, seat: str, pick: Pick) -> tuple[str, ...]:
    """The seats that a pick may name."""
    if pick.seats == "any":
        return ("A", "B")
    return (board.opponent(seat),) if pick.seats else ()


def candidates(board: Board, seat: str, pick: Pick, card: int, but: Iterable[int] = ()) -> Iterator[Ref]:
    """Everything that a card may pick out for a seat; of cards that are not known the first stands for all."""
    unknown = False
    for piece in places(board, seat, pick, but):
        if not board.table.pieces[piece].card:
            if unknown:
                continue
            unknown = True
        if fits(board, seat, pick, piece) and next(protection(board, seat, pick, piece, card), None) is None:
            yield piece
    yield from seats(board, seat, pick)


def protection(board: Board, seat: str, pick: Pick, piece: int, card: int) -> Iterator[Violation]:
    """What keeps a card in play from being picked out by another, `card`, that a seat plays or uses."""
    if pick.zone != "play" or piece == card:
        return
    yield from untouchable(board, piece)
    if pick.removes:
        yield from unremovable(board, seat, piece)


def untouchable(board: Board, piece: int) -> Iterator[Violation]:
    """What says that a card cannot be picked out."""
    for held in board.trait("untouchable"):
        if held.piece == piece:
            when = " while it lies face up" if held.trait.up else ""
            yield Violation(board.name(piece), f"{{{piece}}} cannot be chosen{when}.", (piece,))


def unremovable(board: Board, by: str, piece: int) -> Iterator[Violation]:
    """What keeps a Hero from being removed from play by an effect of a seat."""
    if not board.is_hero(piece):
        return
    if board.card(piece).male:
        for held in board.trait("guards"):
            text = f"{{{held.piece}}} keeps {{{piece}}} in play: no male Hero can be removed."
            yield Violation(board.name(held.piece), text, (held.piece, piece))
    owner = board.controller(piece)
    if owner is not None and owner != by:
        for held in board.trait("shields", owner):
            if held.piece != piece:
                text = f"{{{held.piece}}} shields {{{piece}}} from the opponent's effects."
                yield Violation(board.name(held.piece), text, (held.piece, piece))


def can_pick(board: Board, by: str, piece: int, *, removes: bool) -> bool:
    """Whether an effect of a seat may pick out a card in play, to remove it or not."""
    if next(untouchable(board, piece), None) is not None:
        return False
    return not removes or next(unremovable(board, by, piece), None) is None


def removable(board: Board, by: str, pieces: Iterable[int]) -> list[int]:
    """Those of many cards that an effect of a seat removes together: protected ones are skipped, and who takes it all
    upon himself leaves without the other Heroes.
    """
    found = [piece for piece in pieces if next(unremovable(board, by, piece), None) is None]
    heroes = [piece for piece in found if board.is_hero(piece)]
    if len(heroes) > 1:
        takers = {held.piece for held in board.trait("shields")} & set(heroes)
        if takers:
            return [piece for piece in found if piece in takers or piece not in heroes]
    return found


def listed(board: Board, seat: str, card: Card) -> bool:
    """Whether an Origin that a seat has in play lists a Power."""
    return any(card.limits.get(origin, 0) > 0 for origin in board.origins(seat))
