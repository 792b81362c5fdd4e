"""Blocks: what effects are made of (codes page, section 3). Each is a piece of a task that yields operations and
frames.

Nothing here knows a code. What a player has to pick is asked with `pick`, which goes on with a task of this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tabletop.games.overpower.board import MARKER, Board
from tabletop.games.overpower.tasks import tasks
from tabletop.rules import lasting
from tabletop.rules.model import Ask, Do, Luck, Plan, Question, Ref
from tabletop.table import acts
from tabletop.table.ops import Fact, Mark, Op, Reorder, Reveal
from tabletop.table.ops import Move as MoveOp

# moving cards


def to(board: Board, piece: int, zone_id: str, index: int | None = None, *, up: bool | None = None) -> Iterator[Op]:
    """A piece goes to a zone: on top of a pile, at the end elsewhere, unless `index` says where; as the zone wants it,
    or with that side `up`.
    """
    table = board.table
    found = table.pieces.get(piece)
    if found is None or (found.zone == zone_id and index is None):
        return
    zone = table.zone(zone_id)
    place = index if index is not None else (0 if zone.arrangement == "pile" else 1 << 30)
    face = acts.landing_face(table, found, zone) if up is None else up
    yield MoveOp(piece, zone_id, place, 0.0, 0.0, 0.0, face)


def home(board: Board, piece: int) -> str:
    """The pile of its owner to which a card goes when it is finished (base rule 11)."""
    spec, owner = board.printed(piece), board.owner(piece)
    if spec.is_power:
        return f"{owner}.power_pack"
    if spec.type in ("character", "location") or board.mark(piece, "site"):
        return f"{owner}.defeated"
    if spec.type == "mission":
        return f"{owner}.missions_reserve"
    return f"{owner}.dead"


def to_pile(board: Board, cards: Iterable[int]) -> Iterator[Op]:
    """Cards are finished: each goes to its owner's pile and is again what it prints."""
    for card in list(cards):
        piece = board.piece(card)
        if piece is None:
            continue
        yield from to(board, card, home(board, card))
        yield from forget(board, card)


def forget(board: Board, card: int) -> Iterator[Op]:
    """A card loses the marks of what it was in play. What a mimic stands for (DY) is still asked for while the play or
    the defence that it belongs to has its effect and its further attacks: it is laid down with the action.
    """
    piece = board.piece(card)
    if piece is None:
        return
    for name in ("data", "by", "battle", "as", "site", "shown"):
        if name not in piece.marks:
            continue
        if name == "as" and _in_play(board, card):
            yield Fact(GUISES, [*board.listed(GUISES), card])
            continue
        yield Mark(card, name, None)


GUISES = "guises"
"""The fact that lists the mimics in a pile that stand for another card until the action is over."""


def _in_play(board: Board, card: int) -> bool:
    play = board.play()
    return play is not None and (card in play.cards or (play.defence is not None and card in play.defence.cards))


def lay_down_guises(board: Board) -> Iterator[Op]:
    """An action is over: the mimics of it that are finished are what they print again."""
    listed = board.listed(GUISES)
    for card in listed:
        piece = board.piece(card)
        if piece is not None and "as" in piece.marks:
            yield Mark(card, "as", None)
    if listed:
        yield Fact(GUISES, None)


def discard(
    board: Board, cards: Iterable[int], *, counts: bool = True, seat: str | None = None, dead: bool = False
) -> Iterator[Op]:
    """Cards are discarded by rule or by the opponent; `counts` says whether HM remembers it, `dead` that all of them go
    to the Dead Pile.
    """
    listed = list(cards)
    if counts and listed:
        lost = dict(board.fact("lost", {}))
        for card in listed:
            owner = seat or board.owner(card)
            lost[owner] = lost.get(owner, 0) + 1
        yield Fact("lost", lost)
    for card in listed if dead else ():
        yield from to(board, card, f"{board.owner(card)}.dead")
        yield from forget(board, card)
    yield from to_pile(board, () if dead else listed)


def shuffle(board: Board, zone_id: str) -> Plan[None]:
    """A pile is shuffled, and nobody knows any more what lies where."""
    cards = tuple(board.table.cards(zone_id))
    if len(cards) > 1:
        order = yield Luck("shuffle", choices=cards)
        yield Reorder(zone_id, tuple(order))
    yield from acts.forget(board.table, board.table.cards(zone_id))


def refill(board: Board, seat: str) -> Plan[None]:
    """The Power Pack becomes the Draw Pile (base rule 11)."""
    for card in list(board.zone(seat, "power_pack")):
        yield from to(board, card, f"{seat}.draw", 1 << 30)
    yield from shuffle(board, f"{seat}.draw")


def draw(board: Board, seat: str, count: int) -> Plan[list[int]]:
    """A seat draws cards, refilling the Draw Pile when cards must be drawn; fewer if there are none. Gives the
    cards.
    """
    drawn: list[int] = []
    for _ in range(max(count, 0)):
        pile = board.zone(seat, "draw")
        if not pile and board.zone(seat, "power_pack"):
            yield from refill(board, seat)
            pile = board.zone(seat, "draw")
        if not pile:
            break
        drawn.append(pile[0])
        yield from to(board, pile[0], f"{seat}.hand")
    return drawn


def keep_or_discard(board: Board, seat: str, cards: Sequence[int], *, unusable: bool = True) -> Iterator[Op]:
    """Cards that have just been drawn: a duplicate of a card held or placed goes, if nothing lets it be kept, and
    (`unusable`) one nobody can use. Of two equal ones the first drawn stays.
    """
    from tabletop.games.overpower import holding

    for at, card in enumerate(cards):
        if holding.twins(board, seat, card, cards[at + 1 :]) or (unusable and holding.unusable(board, seat, card)):
            yield from to_pile(board, [card])


def mill(board: Board, seat: str, count: int, zone: str = "draw") -> Iterator[Op]:
    """The top cards of a pile go to the Dead Pile, whatever they are."""
    for card in list(board.zone(seat, zone))[: max(count, 0)]:
        yield from to(board, card, f"{seat}.dead")


def glimpse(board: Board, cards: Iterable[int], seat: str) -> Iterator[Op]:
    """Block reveal: a seat sees cards for a moment; afterwards they are known to whom they were known before."""
    for card in cards:
        piece = board.piece(card)
        if piece is not None and seat not in piece.known:
            known = piece.known
            yield Reveal(card, (*known, seat))
            yield Reveal(card, known)


# what is named and picked


def ask(
    seat: str,
    text: str,
    choices: Sequence[Ref],
    then: str,
    /,
    *,
    rule: str,
    least: int = 1,
    most: int = 1,
    secret: bool = False,
    words: dict[str, str] | None = None,
    always: bool = False,
    **args: Any,
) -> Iterator[Ask | Do]:
    """A player decides; the task `then` goes on with `picked`. With only one possible answer it is taken at once, if he
    is not `always` asked; with none nothing is asked. A wrong answer breaks `rule`.
    """
    most = min(most, len(choices))
    least = min(least, most)
    if not choices or most == 0:
        return
    if least == most == len(choices) and not always:
        yield Do(then, {**args, "picked": list(choices)})
        return
    yield Ask(Question(seat, text, tuple(choices), then, args, least, most, rule, words or {}, secret))


def pick(
    board: Board,
    seat: str,
    text: str,
    cards: Sequence[int],
    then: str,
    /,
    *,
    rule: str,
    count: int | str = 1,
    at_least: int | None = None,
    secret: bool = False,
    **args: Any,
) -> Iterator[Ask | Do]:
    """A player picks cards: `count` of them, "all", or "any" (as many as he likes)."""
    if not cards:
        return
    if count == "all":
        yield Do(then, {**args, "picked": list(cards)})
        return
    number = len(cards) if count == "any" or not isinstance(count, int) else count
    least = 0 if count == "any" else number
    yield from ask(
        seat,
        text,
        list(cards),
        then,
        rule=rule,
        least=least if at_least is None else at_least,
        most=number,
        secret=secret,
        **args,
    )


@tasks.task
def discard_picked(board: Board, picked: list[int], counts: bool = True) -> Plan[None]:
    """Block discard: the cards that were picked go to their owners' piles."""
    yield from discard(board, picked, counts=counts)


def discard_from_hand(
    board: Board, seat: str, cards: Sequence[int], chooser: str, *, rule: str, count: int | str = 1
) -> Plan[None]:
    """Block discard: cards of the hand of a seat are discarded, picked by a seat or at "random". Another seat that
    picks sees what it picks from.
    """
    if chooser == "random" and isinstance(count, int):
        picked = (yield Luck("random", tuple(cards), count)) if len(cards) > count else cards
        yield from discard(board, picked)
        return
    if chooser != seat:
        yield from glimpse(board, cards, chooser)
    text = "Which card of the hand is discarded?"
    yield from pick(board, chooser, text, cards, "discard_picked", rule=rule, count=count, secret=True)


def discard_by(
    board: Board,
    seat: str,
    cards: Sequence[int],
    chooser: Any,
    text: str,
    /,
    *,
    rule: str,
    count: int | str = 1,
    secret: bool = False,
) -> Plan[None]:
    """Block discard: cards are discarded that a Special of a seat is for; the `chooser` of its parameters picks: the
    "opponent", chance ("random"), else the player of the Special.
    """
    if chooser == "random" and isinstance(count, int):
        picked = (yield Luck("random", tuple(cards), count)) if len(cards) > count else cards
        yield from discard(board, picked)
        return
    picker = board.opponent(seat) if chooser == "opponent" else seat
    yield from pick(board, picker, text, cards, "discard_picked", rule=rule, count=count, secret=secret)


@tasks.task
def remove_picked(board: Board, picked: list[int]) -> Plan[None]:
    """Block hits_remove: the hits that were picked go to their owners' piles."""
    yield from to_pile(board, picked)


@tasks.task
def move_picked(board: Board, picked: list[int], zone: str, shuffled: str = "", shown: str = "") -> Plan[None]:
    """Block pile_move: the cards that were picked go to a zone, `shown` to a seat on the way; a pile that was searched
    is shuffled.
    """
    for card in picked:
        if shown:
            yield from glimpse(board, [card], shown)
        yield from to(board, card, zone)
    if shuffled:
        yield from shuffle(board, shuffled)


def search(
    board: Board,
    seat: str,
    cards: Sequence[int],
    pile: str,
    zone: str,
    *,
    rule: str,
    count: int | str = 1,
    text: str = "Which card do you take?",
    shown: str = "",
) -> Iterator[Ask | Do]:
    """Block pile_move: a player looks through a pile for cards and takes them to a zone, `shown` to the other seat; the
    pile is shuffled, also if there is none (G15). He is asked even for a single card, as long as others lie there too.
    """
    if not cards:
        yield Do("move_picked", {"picked": [], "zone": zone, "shuffled": pile})
        return
    yield from pick(
        board,
        seat,
        text,
        cards,
        "move_picked",
        rule=rule,
        count=count,
        secret=True,
        always=len(board.table.cards(pile)) > len(cards),
        zone=zone,
        shuffled=pile,
        shown=shown,
    )


# Missions, Characters


def move_missions(board: Board, seat: str, source: str, target: str, count: int | str) -> Iterator[Op]:
    """Block missions: Missions of a seat go from pile to pile, as many as there are."""
    pile = list(board.zone(seat, source))
    for card in pile if count == "all" else pile[: int(count)]:
        yield from to(board, card, f"{seat}.{target}")


def missions_with(board: Board, seat: str, source: str) -> list[int]:
    """The Missions in a pile of a seat."""
    return list(board.zone(seat, source))


def swap(board: Board, one: int, other: int) -> Iterator[Op]:
    """Block hits_move: two cards change places."""
    first, second = board.piece(one), board.piece(other)
    if first is None or second is None:
        return
    there, here = second.zone, first.zone
    yield from to(board, one, there)
    yield from to(board, other, here)


def land(board: Board, card: int, target: int, by: int | None) -> Iterator[Op]:
    """A card stays as a hit on a Character or a Battlesite; it remembers who made it, and in which battle (G17)."""
    yield from to(board, card, f"{target}.hits")
    yield Mark(card, "by", by)
    yield Mark(card, "battle", board.battle)


def into_reserve(board: Board, char: int) -> Iterator[Op]:
    """Block line_up: a Character goes to its team's Reserve with what lies at it."""
    yield from to(board, char, f"{board.seat_of(char)}.reserve")


def into_front(board: Board, char: int) -> Iterator[Op]:
    """Block line_up: a Character goes to its team's Front Line with what lies at it."""
    yield from to(board, char, f"{board.seat_of(char)}.front")


def knock_out(board: Board, char: int, *, hits_count: bool = True) -> Iterator[Op]:
    """A Character is knocked out (base rule 9.4): it goes to the Defeated pile; what is placed to it, its Permanent
    Record and the cards in effect on it go to their owners' piles. This battle's hits stay on it, because they count.
    """
    for name in ("placed", "record", "effects") if hits_count else ("placed", "record", "effects", "hits"):
        yield from to_pile(board, board.at(char, name))
    yield from end_lasting(board, host=char)
    yield Mark(char, "ko", board.battle)
    yield from to(board, char, f"{board.seat_of(char)}.defeated")


# lasting


def lay_marker(board: Board, card: int, host: int | None, seat: str, data: dict[str, Any]) -> Iterator[Op]:
    """Block marker: a card comes into effect, at a Character or at a seat."""
    age = int(board.fact("age", 0)) + 1
    yield Fact("age", age)
    yield Mark(card, "data", {key: value for key, value in {**data, "age": age}.items() if value is not None})
    yield from to(board, card, f"{host}.effects" if host is not None else f"{seat}.effects")


def lay_lasting(
    board: Board, card: int, host: int | None, seat: str, data: dict[str, Any], until: str, rule: str
) -> Iterator[Op]:
    """Block marker for a numeric attack: the card lies among the hits, its effect goes on. `as` keeps what a mimic
    stands for (DY).
    """
    age = int(board.fact("age", 0)) + 1
    yield Fact("age", age)
    told = {**data, "age": age, "as": board.mark(card, "as")}
    value = {key: entry for key, entry in told.items() if entry is not None}
    yield lasting.add(
        board.table,
        lasting.Lasting(
            MARKER,
            until,
            card,
            seat,
            (host,) if host is not None else (),
            value,
            rule,
        ),
    )


def end_lasting(board: Board, *, host: int | None = None, source: int | None = None) -> Iterator[Op]:
    """The lasting effects of hits end: those on a Character, or those that come from a card."""
    yield from lasting.end(
        board.table,
        lambda effect: (
            effect.kind == MARKER
            and ((host is not None and effect.on == (host,)) or (source is not None and effect.source == source))
        ),
    )
