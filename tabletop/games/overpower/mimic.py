"""A Special that is played as another one that lies on the table (code DY), before it is known as that on the table.

The option of a move names what it is played as: the id of that card's definition, and, after two colons, the option
that the copied Special itself asks for.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.games.overpower.board import Board
from tabletop.games.overpower.registry import codes
from tabletop.games.overpower.spec import Spec
from tabletop.rules.model import Move
from tabletop.table.ops import Define, Mark, Op
from tabletop.table.state import Definition

BEFORE_OPTION = "::"
_OF = "@"


def _mimics(board: Board, card: int) -> bool:
    spec = board.spec(card)
    code = codes.get(spec.code) if spec.is_special else None
    return code is not None and code.mimics


def copyable(board: Board, card: int) -> Iterator[int]:
    """The Specials that lie face up on the table on either side, where the card lets itself be played as one of those:
    placed, as hits of either record, as markers. A mimic that stands for nothing is none.
    """
    wanted = board.spec(card).words("source") or ("placed", "hits", "record", "effects")
    for seat in board.seats:
        zones = [f"{seat}.effects"] if "effects" in wanted else []
        hosts = [piece for zone in ("front", "reserve", "defeated", "battlesite") for piece in board.zone(seat, zone)]
        zones += [f"{host}.{zone}" for host in hosts for zone in wanted]
        for zone in zones:
            for piece in board.table.cards(zone):
                if piece != card and board.spec(piece).is_special and not _mimics(board, piece):
                    yield piece


def named(board: Board, card: int, option: str) -> int | None:
    """The Special on the table that an option means: by its definition, or by its name."""
    wanted = option.partition(BEFORE_OPTION)[0]
    plain = wanted.partition("#")[0]
    found = list(copyable(board, card))
    specs = [board.spec(piece) for piece in found]
    ids, aliases, names = (
        [spec.id for spec in specs],
        [spec.id.rpartition("/")[2] for spec in specs],
        [spec.name for spec in specs],
    )
    for text, words in ((wanted, ids), (plain, aliases), (plain, names)):
        if text in words:
            return found[words.index(text)]
    return None


def _copy(board: Board, card: int, original: int) -> tuple[str, Definition]:
    """The definition of a card as another one, with its own Character's name in place of the printed one."""
    spec = board.spec(original)
    character = board.spec(card).character
    data = {**spec.data, "character": character}
    return f"{spec.id.partition(_OF)[0]}{_OF}{character}", Definition(spec.name, "special", data)


def _chosen(board: Board, move: Move) -> tuple[int, int] | None:
    if not move.option:
        return None
    card = next((card for card in move.using if _mimics(board, card)), None)
    original = named(board, card, move.option) if card is not None else None
    return (card, original) if card is not None and original is not None else None


def _plain(move: Move) -> Move:
    return replace(move, option=move.option.partition(BEFORE_OPTION)[2])


def assume(board: Board, move: Move) -> tuple[Board, Move]:
    """The board on which a mimic is what a move plays it as, and the move as it is then."""
    chosen = _chosen(board, move)
    if chosen is None:
        return board, move
    name, definition = _copy(board, *chosen)
    return board.standing({chosen[0]: Spec(name, definition)}), _plain(move)


def put_on(board: Board, move: Move) -> Iterator[Op]:
    """A mimic becomes what a move plays it as; it stays so until it lies in a pile."""
    chosen = _chosen(board, move)
    if chosen is not None:
        name, definition = _copy(board, *chosen)
        if name not in board.table.definitions:
            yield Define(name, definition)
        yield Mark(chosen[0], "as", name)


def without_option(board: Board, move: Move) -> Move:
    """The move as it is once its mimic has become what it is played as."""
    return _plain(move) if _chosen(board, move) is not None else move


def normal(board: Board, move: Move) -> Move:
    """A move whose option names a Special by its name, with the definition instead, as it is listed."""
    chosen = _chosen(board, move)
    if chosen is None:
        return move
    _, colons, option = move.option.partition(BEFORE_OPTION)
    return replace(move, option=f"{board.spec(chosen[1]).id}{colons}{option}")


def guises(board: Board, seat: str) -> Iterator[tuple[int, str, Board]]:
    """The mimics of a seat with each Special that they could be played as, and the board on which they are that."""
    for card in (*board.held(seat), *board.zone(seat, "site_cards")):
        if not _mimics(board, card):
            continue
        told: set[str] = set()
        for original in copyable(board, card):
            option = board.spec(original).id
            if option not in told:
                told.add(option)
                name, definition = _copy(board, card, original)
                yield card, option, board.standing({card: Spec(name, definition)})


def listed(move: Move, option: str) -> Move:
    """A move that was put together for a mimic in one of its guises, as it is to be made."""
    return replace(move, option=f"{option}{BEFORE_OPTION}{move.option}" if move.option else option)
