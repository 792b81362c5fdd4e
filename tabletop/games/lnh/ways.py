"""Ways to play and use a card: what has to be named with it, what is wrong with what was named, and all that could be.

The same declarations (`cards.Way`, `cards.Pick`) serve the judge, the listing of legal moves and the questions that are
asked for a card which an effect plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from tabletop.games.lnh import picks
from tabletop.games.lnh.board import Board
from tabletop.games.lnh.cards import NO_WAY, Card, Pick, Way
from tabletop.games.lnh.needs import FIRST, TIMED, needs
from tabletop.rules.model import Move, Ref, Violation

MAX_NEST = 3
"""A copied card may copy another; three deep is more than two decks can do."""


class Args(NamedTuple):
    """What is named with a card."""

    at: tuple[Ref, ...] = ()
    using: tuple[int, ...] = ()
    option: str = ""
    declare: str = ""

    @classmethod
    def of(cls, move: Move) -> Args:
        """What a move names."""
        return cls(move.at, move.using, move.option, move.declare[0] if move.declare else "")


def play_ways(card: Card) -> Sequence[Way]:
    """The ways to play a card."""
    return card.play or NO_WAY


def chosen(ways: Sequence[Way], option: str) -> list[int]:
    """The numbers of the ways that an option names. A way with a nested card leaves the option to that card."""
    return [number for number, way in enumerate(ways) if way.option == option or way.nest]


def partner_of(
    board: Board, seat: str, card: int, way: Way, using: Sequence[int]
) -> tuple[int | None, tuple[int, ...]]:
    """The card that is carried out together with a nesting one, and what else was named; the first that fits is it."""
    if way.using is not None:
        there = set(picks.places(board, seat, way.using, (card,)))
        for piece in using:
            if piece in there and picks.fits(board, seat, way.using, piece):
                return piece, tuple(other for other in using if other != piece)
    return None, tuple(using)


def discards(board: Board, seat: str, card: int, way: Way, args: Args, depth: int = 0) -> int:
    """How many cards have to be discarded at random for a way."""
    number = way.discards
    if way.nest and depth < MAX_NEST:
        partner, rest = partner_of(board, seat, card, way, args.using)
        if partner is not None:
            inner = play_ways(board.card(partner))
            for index in chosen(inner, args.option)[:1]:
                number += discards(board, seat, partner, inner[index], args._replace(using=rest), depth + 1)
    return number


# judging


def attack_violations(board: Board, seat: str, card: int, *, free: bool) -> Iterator[Violation]:
    """Why a seat may not make a direct attack now; `free` if an effect gives the permission."""
    if seat == board.turn:
        for effect in board.effects("no_attacks", seat):
            if effect.until == f"end:{seat}":
                text = f"{{{effect.source}}} does not let {{{seat}}} make direct attacks this turn."
                yield Violation(effect.rule, text, (card,))
    opponent = board.opponent(seat)
    if free or opponent in board.listed("attacked_last") or board.effects("permission", seat) or board.trait("permits"):
        return
    text = f"{{{card}}} is a direct attack, and {{{opponent}}} made none in their last turn."
    yield Violation("direct-attack", text, (card,))


def way_violations(
    board: Board,
    seat: str,
    card: int,
    way: Way,
    args: Args,
    *,
    free: bool = False,
    copied: bool = False,
    depth: int = 0,
) -> Iterator[Violation]:
    """What is wrong with one way to play or use a card: permission, conditions, what was named."""
    if way.attack:
        yield from attack_violations(board, seat, card, free=free)
    for name in way.needs:
        if copied and name == FIRST:
            continue
        why = needs[name](board, seat, card) if name in needs else ""
        if why:
            if name in TIMED:
                yield Violation("timing", why, (card,))
            yield Violation(board.name(card), why, (card,))
    if way.nest:
        yield from _nest_violations(board, seat, card, way, args, free=free, depth=depth)
        return
    if way.at is not None:
        yield from _at_violations(board, seat, card, way.at, args.at[0] if args.at else None)
    if way.using is not None:
        yield from _using_violations(board, seat, card, way.using, args.using)
    if way.declare and not args.declare.strip():
        yield Violation("target", f"{{{card}}} needs a name: say which.", (card,))


def ways_violations(
    board: Board, seat: str, card: int, ways: Sequence[Way], args: Args, *,
    free: bool = False, copied: bool = False, depth: int = 0,
) -> list[Violation]:  # fmt: skip
    """What is wrong with a card as it was named, by the way that comes closest."""
    numbers = chosen(ways, args.option)
    if not numbers:
        return [wrong_option(card, ways)]
    best: list[Violation] | None = None
    for number in numbers:
        found = list(
            way_violations(board, seat, card, ways[number], args, free=free, copied=copied, depth=depth)
        )  # fmt: skip
        if best is None or len(found) < len(best):
            best = found
        if not found:
            break
    return best or []


def wrong_option(card: int, ways: Sequence[Way]) -> Violation:
    """A card was played or used in a way that it does not have."""
    options = " or ".join(dict.fromkeys(way.option for way in ways if way.option))
    text = f"Say what {{{card}}} is for: {options}." if options else f"There is only one way for {{{card}}}."
    return Violation("target", text, (card,))


def _nest_violations(
    board: Board, seat: str, card: int, way: Way, args: Args, *, free: bool, depth: int
) -> Iterator[Violation]:
    partner, rest = partner_of(board, seat, card, way, args.using)
    if partner is None or depth >= MAX_NEST:
        what = "a Power in your hand that your Origins do not list"
        if way.nest == "copy":
            what = "a temporary card that your opponent played last turn"
        yield Violation("target", f"{{{card}}} needs {what}.", (card,))
        return
    inner = play_ways(board.card(partner))
    yield from ways_violations(
        board, seat, partner, inner, args._replace(using=rest), free=free, copied=way.nest == "copy", depth=depth + 1
    )


def _at_violations(board: Board, seat: str, card: int, pick: Pick, ref: Ref | None) -> Iterator[Violation]:
    if ref is None:
        yield Violation("target", f"{{{card}}} needs a target: {told(pick)}.", (card,))
    elif isinstance(ref, str):
        if ref not in picks.seats(board, seat, pick):
            yield Violation("target", f"{{{card}}} cannot be aimed at that: it wants {told(pick)}.", (card,))
    elif ref not in set(picks.places(board, seat, pick)) or not picks.fits(board, seat, pick, ref):
        yield Violation("target", f"{{{card}}} cannot be aimed at {{{ref}}}: it wants {told(pick)}.", (card, ref))
    else:
        yield from picks.protection(board, seat, pick, ref, card)


def _using_violations(board: Board, seat: str, card: int, pick: Pick, using: tuple[int, ...]) -> Iterator[Violation]:
    if pick.every:
        wanted = every(board, seat, pick, card)
        swords = [piece for piece in using if board.is_in_play(piece)]
        if sorted(piece for piece in using if piece not in swords) != sorted(wanted):
            names = f": {{{','.join(map(str, wanted))}}}" if wanted else ": there are none"
            yield Violation(
                "target", f"{{{card}}} takes all direct attacks of your hand that can be played{names}.", (card,)
            )
        return
    if len(using) != pick.number or len(set(using)) != len(using):
        many = "" if pick.number == 1 else f"{pick.number} cards: "
        yield Violation("target", f"{{{card}}} needs {many}{told(pick)}.", (card,))
        return
    there = set(picks.places(board, seat, pick, (card,)))
    for piece in using:
        if piece not in there or not picks.fits(board, seat, pick, piece):
            yield Violation("target", f"{{{card}}} does not go with {{{piece}}}: it wants {told(pick)}.", (card, piece))
        else:
            yield from picks.protection(board, seat, pick, piece, card)


def every(board: Board, seat: str, pick: Pick, card: int) -> list[int]:
    """All direct attacks of a hand that an effect could play now. Of those that need a Sword only as many as there are
    Swords.
    """
    found: list[int] = []
    if seat == board.turn and card in board.hand(seat) and board.trait("one_card_only"):
        return found
    swords: int | None = None
    for piece in picks.places(board, seat, pick, (card,)):
        inner = board.card(piece)
        if not inner.attack or next(card_violations(board, seat, piece), None) is not None:
            continue
        filling = next(fillings(board, seat, piece, play_ways(inner), free=True, but=(card,)), None)
        if filling is None:
            continue
        if filling.using:
            way = play_ways(inner)[0]
            if swords is None and way.using is not None:
                swords = len(list(picks.candidates(board, seat, way.using, piece)))
            if not swords:
                continue
            swords -= 1
        found.append(piece)
    return found


def card_violations(board: Board, seat: str, piece: int, *, listed: bool = True) -> Iterator[Violation]:
    """What forbids a card to be played by anything that plays it, whatever is named with it. `listed` is whether its
    LIMIT counts. Permission for attacks is a matter of its ways.
    """
    card = board.card(piece)
    for held in board.trait("ban"):
        if held.trait.kind not in card.kinds or (held.trait.whom == "opponent" and held.seat == seat):
            continue
        if board.is_villain(held.piece) and board.escapes(seat):
            continue
        text = f"{{{piece}}} cannot be played while {{{held.piece}}} is in play."
        yield Violation(board.name(held.piece), text, (piece, held.piece))
    for effect in board.effects("no_plays", seat):
        yield Violation(effect.rule, f"After {{{effect.source}}} {{{seat}}} plays no other card this turn.", (piece,))
    if not card.attack:
        for effect in board.effects("only_attacks", seat):
            text = f"After {{{effect.source}}} {{{seat}}} can play nothing but direct attacks this turn."
            yield Violation(effect.rule, text, (piece,))
    for held in board.capped(seat):
        text = f"{{{held.piece}}} lets {{{seat}}} play one card this turn and no more."
        yield Violation(board.name(held.piece), text, (piece, held.piece))
    if listed and "Power" in card.kinds:
        origins = board.origins(seat)
        if origins and not picks.listed(board, seat, card) and not board.trait("any_power", seat):
            names = " and ".join(origins)
            yield Violation("limit", f"{{{piece}}} is not a Power that {names} may play.", (piece,))


# filling in


def fillings(
    board: Board, seat: str, card: int, ways: Sequence[Way], *,
    free: bool = False, but: tuple[int, ...] = (), copied: bool = False, depth: int = 0,
) -> Iterator[Args]:  # fmt: skip
    """Everything that could legally be named with a card. `but` are cards that are no longer in the hand then."""
    if depth > MAX_NEST:
        return
    for way in ways:
        if way.attack and next(attack_violations(board, seat, card, free=free), None) is not None:
            continue
        if any(
            name in needs and needs[name](board, seat, card) for name in way.needs if not (copied and name == FIRST)
        ):
            continue
        gone = (*but, card)
        in_hand = [piece for piece in board.hand(seat) if piece not in gone] if way.discards else ()
        if len(in_hand) < way.discards:
            continue
        if way.nest:
            yield from _nested(board, seat, card, way, free=free, but=gone, depth=depth)
            continue
        ats: list[tuple[Ref, ...]] = [()]
        if way.at is not None:
            ats = [(ref,) for ref in picks.candidates(board, seat, way.at, card)]
            if not ats:
                continue
        usings: list[tuple[int, ...]] = [()]
        if way.using is not None:
            usings = _usings(board, seat, card, way.using, gone)
        for using in usings:
            for at in ats:
                for declare in names(board) if way.declare else ("",):
                    yield Args(at, using, way.option, declare)


def _usings(board: Board, seat: str, card: int, pick: Pick, gone: tuple[int, ...]) -> list[tuple[int, ...]]:
    if pick.every:
        return [tuple(every(board, seat, pick, card))]
    found = [piece for piece in picks.candidates(board, seat, pick, card, gone) if isinstance(piece, int)]
    return list(combinations(found, pick.number))


def _nested(
    board: Board, seat: str, card: int, way: Way, *, free: bool, but: tuple[int, ...], depth: int
) -> Iterator[Args]:
    if way.using is None:
        return
    for partner in picks.candidates(board, seat, way.using, card, but):
        if not isinstance(partner, int):
            continue
        if way.nest == "power" and next(card_violations(board, seat, partner, listed=False), None) is not None:
            continue
        inner = play_ways(board.card(partner))
        gone = (*but, partner) if way.nest == "power" else but
        copied = way.nest == "copy"
        for filled in fillings(board, seat, partner, inner, free=free, but=gone, copied=copied, depth=depth + 1):
            args = filled._replace(using=(partner, *filled.using))
            if not way.discards or _can_pay(board, seat, card, way, args, but):
                yield args


def _can_pay(board: Board, seat: str, card: int, way: Way, args: Args, gone: tuple[int, ...]) -> bool:
    left = [piece for piece in board.hand(seat) if piece not in gone and piece not in args.using[:1]]
    return len(left) >= discards(board, seat, card, way, args)


def names(board: Board) -> list[str]:
    """What may be named: every name on the table, and every word before a colon."""
    found: set[str] = set()
    for kept in board.table.definitions:
        card = board.text(kept)
        found.add(card.name)
        if card.word:
            found.add(card.word)
    return sorted(found)


# in words


def told(pick: Pick) -> str:
    """What a pick wants, in words."""
    parts: list[str] = []
    if pick.zone in ("damage", "attacks"):
        what = "a direct attack" if pick.attack or pick.zone == "attacks" else "a source of damage"
        if pick.name:
            what = " or ".join(pick.name)
        who = "that you made this turn" if pick.zone == "attacks" else "that damaged you"
        return f"{what} {who}"
    if pick.name or pick.kind or pick.sort:
        words = [*pick.name, *pick.kind] if pick.name or pick.kind else []
        what = " or ".join(words)
        if pick.sort:
            what = f"{' or '.join(pick.sort)} {what or 'Equipment'}".strip()
        if pick.not_sort:
            what += f" that is not {' or '.join(pick.not_sort)}"
        parts.append(what)
    elif pick.zone != "none":
        parts.append("a permanent" if pick.zone == "play" else "a card")
    if pick.damaged:
        parts[-1:] = [f"a damaged {parts[-1]}"]
    where = {
        "hand_or_deck": "in your hand or deck",
        "hand": "in your hand",
        "deck": "in your deck",
        "outside": "outside the game",
        "lost": "in a lost pile",
    }
    tail = where.get(pick.zone, "")
    if pick.zone == "lost" and pick.whose == "me":
        tail = "in your lost pile"
    if pick.zone == "play" and pick.whose != "any":
        tail = "of yours" if pick.whose == "me" else "of the opponent's"
    if pick.new:
        tail = "that the opponent played last turn"
    if tail and parts:
        parts[-1] = f"{parts[-1]} {tail}"
    if pick.seats:
        parts.append("a player" if pick.seats == "any" else "the opponent")
    return " or ".join(parts) or "a target"
