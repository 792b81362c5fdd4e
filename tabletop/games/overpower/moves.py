"""Which moves a seat has: candidates put together from its cards, and judged by the same rules as any other move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabletop.games.overpower import (
    hidden,
    holding,
    judge_battle,
    judge_defence,
    judge_phases,
    mimic,
    queries,
    twofold,
    use,
)
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.compose import compose, compose_defence
from tabletop.games.overpower.filters import card_fits
from tabletop.games.overpower.plays import SITE, Grant, Play, grants_of
from tabletop.games.overpower.registry import codes
from tabletop.games.overpower.spec import Spec
from tabletop.rules.model import Move, Ref

if TYPE_CHECKING:
    from tabletop.games.overpower.codes.base import Code

Line = tuple[tuple[int, ...], tuple[str, ...], str]
"""The cards of a play in order, what is named with it, and its mode."""


def moves(board: Board, seat: str) -> Iterator[Move]:
    """The legal moves of a seat, but for answers to questions."""
    phase = board.phase
    play = board.play()
    if phase == "battle" and play is not None:
        if seat == judge_defence.answering(board, play):
            yield Move(seat, "accept")
            yield from defences(board, seat, play)
        return
    if phase == "battle":
        if seat != judge_battle.actor_seat(board):
            return
        grants = grants_of(board)
        if grants:
            for grant in reversed(grants):
                yield from offensive(board, seat, grant)
                if grant.must:
                    return
            yield Move(seat, "decline")
            return
        if not board.passed(seat):
            yield from offensive(board, seat)
        for verb in ("pass", "concede"):
            if not any(judge_phases.violations(board, Move(seat, verb))):
                yield Move(seat, verb)
        return
    for move in phase_moves(board, seat):
        if not any(judge_phases.violations(board, move)):
            yield move


def phase_moves(board: Board, seat: str) -> Iterator[Move]:
    """Candidates for the phases around the battle phase."""
    phase = board.phase
    if phase == "setup":
        yield Move(seat, "start")
    elif phase in ("draw", "discard", "place"):
        hand = board.zone(seat, "hand")
        if phase == "discard":
            going = tuple(card for card in hand if holding.unusable(board, seat, card))
            for card in hand:
                yield Move(seat, "discard", cards=(card,))
            if len(going) > 1:
                yield Move(seat, "discard", cards=going)
        elif phase == "place":
            placeable = [card for card in hand if queries.placeable(board, card)]
            for char in board.team(seat):
                for card in placeable:
                    if use.can_use(board, char, card):
                        yield Move(seat, "place", by=char, cards=(card,))
        yield Move(seat, "done")
    elif phase == "venture":
        least, most, _ = queries.mission_limits(board, seat)
        reserve, completed = len(board.zone(seat, "missions_reserve")), len(board.zone(seat, "missions_completed"))
        for amount in range(least, most + 1):
            for lifted in range(min(completed, amount) + 1):
                if amount - lifted <= reserve:
                    source = ("reserve",) * (amount - lifted) + ("completed",) * lifted
                    yield Move(seat, "venture", amount=amount, source=source)
        yield Move(seat, "concede")
        yield Move(seat, "done")


def possible(board: Board, seat: str, grant: Grant) -> bool:
    """Whether a further attack of a grant can be made at all."""
    return next(offensive(board, seat, grant), None) is not None


def offensive(board: Board, seat: str, grant: Grant | None = None) -> Iterator[Move]:
    """The legal offensive plays of a seat, as its own action or as a further attack of a grant."""
    yield from _offensive(board, seat, grant)
    for card, option, guised in mimic.guises(board, seat):
        for move in _offensive(guised, seat, grant):
            if card in move.using:
                yield mimic.listed(move, option)


def _offensive(board: Board, seat: str, grant: Grant | None) -> Iterator[Move]:
    actors = board.team(seat)
    if grant is not None and grant.by:
        actors = [char for char in actors if char in grant.by]
    hand = board.zone(seat, "hand")
    for by in actors:
        reserve = board.is_reserve(by)
        pool = [*hand, *board.at(by, "placed")]
        if grant is not None and grant.card is not None and not board.spec(grant.card).is_boost:
            pool = [grant.card]
        for card in pool:
            if reserve and not queries.from_reserve(board, by, card):
                continue
            if not _leads(board, by, card, grant):
                continue
            for line in _lines(board, seat, by, card, grant):
                yield from _aimed(board, seat, by, line, grant)


def _leads(board: Board, by: int, card: int, grant: Grant | None) -> bool:
    """A quick look at whether a card could lead a play of a Character."""
    spec = board.spec(card)
    if grant is not None and grant.free:
        return True
    if spec.is_power:
        return (grant is None or grant.power) and (
            bool(use.power_types(board, by, card, "attack")) or _lifted(board, board.seat_of(by), card)
        )
    if spec.is_special:
        return (grant is None or grant.special) and not any(use.special_violations(board, by, card))
    if grant is not None and not grant.any_card and grant.card is None:
        return False
    return spec.type == "activator" or (not spec.is_boost and use.can_use(board, by, card))


def _lifted(board: Board, seat: str, card: int) -> bool:
    """Whether a Special that is held could make a card usable that nobody can use now."""
    return any(
        (code := codes_of(board, other)) is not None and code.makes_usable(board, seat, other, card)
        for other in board.held(seat)
    )


def codes_of(board: Board, card: int) -> Code | None:
    """The code of a Special."""
    return codes.get(board.spec(card).code)


def _lines(board: Board, seat: str, by: int, card: int, grant: Grant | None) -> Iterator[Line]:
    spec = board.spec(card)
    hand = board.zone(seat, "hand")
    pool = [other for other in (*hand, *board.at(by, "placed")) if other != card]
    going = [other for char in board.team(seat) for other in board.at(char, "placed") if char != by] + pool
    along = [
        c
        for c in going
        if board.spec(c).is_special
        and (k := codes.get(board.spec(c).code)) is not None
        and k.goes_along(board, board.spec(c), True)
        and c != card
    ]
    if spec.type == "activator":
        for fetched in board.zone(seat, "site_cards"):
            if board.spec(fetched).character == spec.character:
                yield from _special_lines(board, seat, by, (card,), fetched, along)
        return
    if spec.is_special:
        yield from _special_lines(board, seat, by, (), card, along)
        return
    declares: list[tuple[str, ...]] = [()]
    if spec.is_multi:
        free = grant is not None and grant.free
        declares += [(kind,) for kind in (spec.types if free else use.power_types(board, by, card, "attack"))]
    followers: list[tuple[int, ...]] = [()]
    if spec.is_power:
        brought = [grant.card] if grant is not None and grant.card is not None and grant.card != card else []
        boosts = [c for c in (*pool, *brought) if board.spec(c).is_boost and use.boost_types(board, by, c, "attack")]
        if grant is None or grant.boost:
            followers += [(c,) for c in boosts]
            if any(board.on("many_basics", by)):
                basics = [c for c in boosts if board.spec(c).kind == "basic"]
                followers += [heap for size in range(2, len(basics) + 1) for heap in combinations(basics, size)]
        if any(board.on("combine", by)):
            followers += [(c,) for c in pool if board.spec(c).is_power]
            followers += [heap for heap in _heaps(board, by, card, pool) if len(heap) > 1]
        followers += [(*extra, c) for extra in list(followers) for c in along if c not in extra]
    elif spec.kind == "teamwork":
        followers += [(c,) for c in along]
    elif spec.kind == "doubleshot":
        followers = [(c,) for c in going if board.spec(c).is_power]
        followers += [(*extra, c) for extra in list(followers) for c in along]
    for extra in followers:
        for declare in declares:
            yield (card, *extra), declare, ""


def _special_lines(
    board: Board, seat: str, by: int, before: tuple[int, ...], card: int, along: list[int]
) -> Iterator[Line]:
    """What a Special may be played with, alone or fetched by the card `before` it, and what may be named with it."""
    spec = board.spec(card)
    code = codes.get(spec.code)
    if code is None:
        return
    for extra in code.sets(board, seat, by, card):
        for declare in _declarations(board, code, by, spec, extra):
            for option in code.options(board, spec):
                yield (*before, card, *extra), declare, option
                for other in along:
                    if other not in extra:
                        yield (*before, card, *extra, other), declare, option


def _declarations(board: Board, code: Code, by: int, spec: Spec, extra: tuple[int, ...]) -> list[tuple[str, ...]]:
    """What may be named with a Special and the cards after it: a type of a Multipower card, where the Special itself
    leaves nothing to name.
    """
    found = list(code.declarations(board, spec))
    if found == [()]:
        found += [(kind,) for card in extra if board.spec(card).is_multi for kind in board.spec(card).types]
    return found


def _heaps(board: Board, by: int, card: int, pool: list[int]) -> Iterator[tuple[int, ...]]:
    """The sets of Power cards that may follow one in an attack of several (BU), each set once."""
    for effect in board.on("combine", by):
        if effect.use == "heap":
            found = [c for c in pool if c > card and board.spec(c).pure and card_fits(effect.words, board.spec(c))]
            for size in range(1, len(found) + 1):
                yield from combinations(found, size)


def _aimed(board: Board, seat: str, by: int, line: Line, grant: Grant | None) -> Iterator[Move]:
    cards, declare, option = line
    lead = next((c for c in cards if board.spec(c).type != "activator"), cards[0])
    spec = board.spec(lead)
    code = codes.get(spec.code) if spec.is_special else None
    for _kind, stand_in in code.kinds(board, spec, seat) if code is not None else ((("", None)),):
        first = Move(
            seat,
            "attack",
            by=by,
            using=cards,
            declare=declare,
            option=option,
            at=(stand_in,) if stand_in is not None else (),
        )
        play, wrong = compose(board, first, grant)
        plain = code is None and not play.companions and not any(found.test for found in board.on("forbid", by))
        if wrong or (plain and any(judge_battle.cards_violations(board, play))):
            continue
        verb = "attack" if play.kind in ("numeric", "effect") else "play"
        for target in _targets(board, play, stand_in):
            at = (target,) if target is not None else ()
            move = replace(first, do=verb, at=at)
            if not plain:
                aimed, wrong = compose(board, move, grant)
                if wrong or aimed.kind != play.kind:
                    continue
                if grant is not None and any(judge_battle.grant_violations(board, aimed, grant)):
                    continue
                if any(judge_battle.cards_violations(board, aimed)):
                    continue
            elif isinstance(target, int) and any(queries.may_attack(board, by, target)):
                continue
            else:
                aimed = replace(play, at=target, aimed=target)
            if any(judge_battle.target_violations(board, aimed)):
                continue
            if grant is not None and any(judge_battle.grant_violations(board, aimed, grant)):
                continue
            yield move


def _targets(board: Board, play: Play, stand_in: Ref | None) -> list[Ref | None]:
    spec = board.spec(play.lead) if play.lead is not None else board.spec(-1)
    other = board.opponent(play.seat)
    if spec.kind == "artifact":
        return list(board.front(play.seat))
    found: list[Ref | None]
    if spec.is_special and (code := codes.get(spec.code)) is not None:
        found = list(code.targets(board, play))
    else:
        found = [*board.front(other), *([SITE] if board.site(other) is not None else [])]
    if play.kind in ("numeric", "effect"):
        found += judge_battle.reserve_targets(board, play)
    if play.kind == "numeric":
        found += [effect.source for effect in board.for_seat("shield", other) if effect.source is not None]
    return list(dict.fromkeys(found))


def defences(board: Board, seat: str, play: Play) -> Iterator[Move]:
    """The legal defences of a seat against a play."""
    yield from _defences(board, seat, play)
    for card, option, guised in mimic.guises(board, seat):
        for move in _defences(guised, seat, play):
            if card in move.using:
                yield mimic.listed(move, option)


def _defences(board: Board, seat: str, play: Play) -> Iterator[Move]:
    blind = hidden.is_hidden(play)
    for move in dict.fromkeys(_defence_candidates(board, seat, play)):
        if blind:
            if not hidden.blind_violations(board, move, play):
                yield move
            continue
        defence, wrong = compose_defence(board, move, play)
        if not wrong and not any(judge_defence.judge_defence(board, defence, play)):
            yield move
    if not blind and twofold.rule(board, play):
        yield from twofold.listed(board, seat, play, _defence_candidates(board, seat, play))


def _defence_candidates(board: Board, seat: str, play: Play) -> Iterator[Move]:
    hand = board.zone(seat, "hand")
    for by in board.team(seat):
        pool = [*hand, *board.at(by, "placed")]
        going = pool + [c for char in board.team(seat) if char != by for c in board.at(char, "placed")]
        along = [
            c
            for c in going
            if board.spec(c).is_special
            and (k := codes.get(board.spec(c).code)) is not None
            and k.goes_along(board, board.spec(c), False)
        ]
        blocks = (play.kind == "numeric" and play.at in (by, SITE)) or any(board.on("avoid_with", by))
        for card in pool:
            spec = board.spec(card)
            if spec.is_power and blocks:
                yield from _blocks(board, seat, by, card, pool, along)
            elif spec.kind == "doubleshot" and play.kind == "numeric":
                for given in going:
                    if board.spec(given).is_power:
                        yield Move(seat, "defend", by=by, using=(card, given))
            elif spec.type == "activator":
                for fetched in board.zone(seat, "site_cards"):
                    if board.spec(fetched).character == spec.character:
                        yield from _answers(board, seat, by, (card,), fetched, along, play)
            elif spec.is_special:
                yield from _answers(board, seat, by, (), card, along, play)
                code = codes.get(spec.code)
                for other in pool if code is not None and code.lends_others else ():
                    if other != card and board.spec(other).is_special:
                        yield from _answers(board, seat, by, (card,), other, along, play)


def _blocks(board: Board, seat: str, by: int, card: int, pool: list[int], along: list[int]) -> Iterator[Move]:
    spec = board.spec(card)
    declares: list[tuple[str, ...]] = [()]
    if spec.is_multi:
        declares += [(kind,) for kind in use.power_types(board, by, card, "defense")]
    followers: list[tuple[int, ...]] = [()]
    followers += [(c,) for c in pool if board.spec(c).is_boost and (along or use.boost_types(board, by, c, "defense"))]
    followers += [(*extra, c) for extra in list(followers) for c in along if c not in extra]
    for extra in followers:
        for declare in declares:
            for at in _beside(board, by, extra):
                yield Move(seat, "defend", by=by, using=(card, *extra), at=at, declare=declare)


def _beside(board: Board, by: int, cards: tuple[int, ...]) -> list[tuple[Ref, ...]]:
    """What may be named with the Specials that go along with a block."""
    for card in cards:
        code = codes_of(board, card)
        if board.spec(card).is_special and code is not None:
            return [(ref,) if ref is not None else () for ref in code.beside_targets(board, by)]
    return [()]


def _answers(
    board: Board, seat: str, by: int, before: tuple[int, ...], card: int, along: list[int], play: Play
) -> Iterator[Move]:
    spec = board.spec(card)
    code = codes.get(spec.code)
    if code is None:
        return
    for extra in code.defence_sets(board, seat, by, card):
        for target in code.defence_targets(board, seat, by, spec, play):
            for declare in dict.fromkeys(((), *code.declarations(board, spec))):
                at = (target,) if target is not None else ()
                yield Move(seat, "defend", by=by, using=(*before, card, *extra), at=at, declare=declare)
                if code.defence_kind(board, spec) == "block":
                    for other in along:
                        yield Move(seat, "defend", by=by, using=(*before, card, *extra, other), at=at, declare=declare)
