"""All that a seat may legally do, one after the other, each judged by the very judges that verdicts come from.

Of what is too much to be written out, some is listed, and every other that the judge finds legal is legal all the same:
team attacks are listed as pairs and as the largest team of each affiliation; positions as the first free one of a row
where a character is recruited, and in the formation step in as many columns as there are characters, for each of those
that have not moved yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import TYPE_CHECKING

from tabletop.games.vs_system import judge_attack, targets
from tabletop.games.vs_system.costs import Cost, NameTeams
from tabletop.games.vs_system.judge_build import recruit_costs
from tabletop.games.vs_system.judges import JUDGES
from tabletop.games.vs_system.names import USED
from tabletop.games.vs_system.places import FORMED, HIDDEN, VISIBLE
from tabletop.games.vs_system.powers import Me, Paid, Payment
from tabletop.games.vs_system.printed import CHARACTER, EQUIPMENT, LOCATION, PLOT_TWIST
from tabletop.games.vs_system.rulebook import EQUIP, RULES, rows_for
from tabletop.rules.memo import Lazily
from tabletop.rules.model import Move
from tabletop.rules.model import Ref as Choice

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board


def legal(b: Board, seat: str) -> Iterator[Move]:
    """What a seat with priority may legally do beside passing; worked out once for a table as it is."""
    memo = b.memo()
    found: Lazily[Move] | None = memo.get(("legal", seat))
    if found is None:
        found = memo["legal", seat] = Lazily(_legal(b, seat))
    yield from found


def _legal(b: Board, seat: str) -> Iterator[Move]:
    may_move = None
    for move in candidates(b, seat):
        if move.do == "move" and move.card == may_move:
            yield move  # To one free place of its area as well as to another.
        elif next(JUDGES[move.do](b, move), None) is None:
            yield move
            may_move = move.card if move.do == "move" else None


def candidates(b: Board, seat: str) -> Iterator[Move]:
    """What a seat with priority may think of; what is obviously out of place in this step is left out."""
    step, _, whose = b.step.partition(":")
    quiet = not b.chain() and b.attack is None
    if whose == seat and (quiet or b.house.recruit_on_chain):
        if step == "resource" and not b.this_turn(seat, "resources"):
            for piece in b.hand(seat):
                yield Move(seat, "resource", piece)
        elif step == "recruit":
            yield from recruits(b, seat)
        elif step == "formation":
            yield from formations(b, seat)
        elif step == "attack":
            yield from attacks(b, seat)
    have = len(b.resources(seat))
    for piece, card in b.face_down(seat, LOCATION):
        if card.cost <= have:
            yield Move(seat, "flip", piece)
    yield from plays(b, seat)
    yield from uses(b, seat)
    yield from in_the_attack(b, seat)


def picks(b: Board, me: Me, wanted: tuple[Cost, ...]) -> Iterator[tuple[Choice, ...]]:
    """What may be named to pay costs, in every combination."""
    return product(*(list(cost.choices(b, me)) for cost in wanted if cost.picks))


def declared(b: Board, me: Me, wanted: tuple[Cost, ...]) -> Iterator[tuple[str, ...]]:
    """The teams that may be named as a cost."""
    named = next((cost for cost in wanted if isinstance(cost, NameTeams)), None)
    if named is None:
        yield ()
        return
    teams = [str(team) for team in named.choices(b, me)]
    for size in range(named.least, named.most + 1):
        yield from combinations(teams, size)


def recruits(b: Board, seat: str) -> Iterator[Move]:
    """Cards that may be recruited, wherever they may go."""
    points = b.number(seat, "resource_points")
    for piece in (*b.hand(seat), *b.resources(seat)):
        kind = b.card(piece).type
        from_row = b.is_resource(piece)
        if kind not in (CHARACTER, EQUIPMENT) or (from_row and "Reservist" not in b.keywords(piece)):
            continue
        if b.recruit_cost(piece) > points:
            continue
        me = Me(piece, seat)
        for option in ("", "boost") if "Boost" in b.keywords(piece) else ("",):
            for paid in picks(b, me, recruit_costs(b, seat, piece, option == "boost")):
                for beyond in ((), *((one,) for one in b.hand(seat))) if from_row else ((),):
                    pick = (*paid, *beyond)
                    if kind == EQUIPMENT:
                        for bearer in targets.legal(b, RULES[EQUIP].targets[0], me):
                            yield Move(seat, "recruit", piece, at=(bearer,), pick=pick, option=option)
                        continue
                    yield Move(seat, "recruit", piece, pick=pick, option=option)
                    for row in rows_for(b, piece):
                        to = f"{row}:{b.first_free(seat, row)}"
                        yield Move(seat, "recruit", piece, pick=pick, option=option, to=to)


def formations(b: Board, seat: str) -> Iterator[Move]:
    """Moves and transfers of the formation step."""
    moved = b.table.facts.get(FORMED)
    beyond = len(b.characters(seat))
    for piece in b.characters(seat):
        if not (isinstance(moved, list) and piece in moved):
            for place in b.free(seat, HIDDEN if b.hidden(piece) else VISIBLE):
                if place.column <= beyond:
                    yield Move(seat, "move", piece, to=place.word)
        for worn in b.equipment(piece):
            if "Transferable" in b.keywords(worn):
                for other in b.characters(seat):
                    yield Move(seat, "transfer", worn, at=(other,))


def attacks(b: Board, seat: str) -> Iterator[Move]:
    """Attacks of single characters and of teams."""
    able = [c for c in b.characters(seat) if next(judge_attack.attacker_wanting(b, seat, c), None) is None]
    able.sort()
    groups: list[tuple[int, ...]] = [(piece,) for piece in able]
    groups += combinations(able, 2)
    for team in dict.fromkeys(team for piece in able for team in b.teams(piece)):
        members = tuple(piece for piece in able if team in b.teams(piece))
        if len(members) > 2 and members not in groups:
            groups.append(members)
    aims: tuple[Choice, ...] = (*b.characters(b.opponent(seat)), b.opponent(seat))
    for group in groups:
        for aim in aims:
            yield Move(seat, "attack", using=group, at=(aim,))


def _announced(b: Board, me: Me, ability: Paid, verb: str, amount: int | None) -> Iterator[Move]:
    if next(ability.only(b, me), None) is not None:
        return
    aims: list[list[int]] | None = None
    for option in ability.options or ("",):
        wanted = ability.costs_of(option)
        if any(next(cost.wanting(b, me, None, ()), None) for cost in wanted if not cost.picks and not cost.declares):
            continue
        if aims is None:
            aims = [targets.legal(b, target, me) for target in ability.targets]
        for named in declared(b, me, wanted):
            for pick in picks(b, me, wanted):
                for at in product(*aims):
                    yield Move(me.seat, verb, me.piece, at=at, pick=pick, declare=named, option=option, amount=amount)


def plays(b: Board, seat: str) -> Iterator[Move]:
    """Plot twists in hand and face down in the row."""
    phase = b.phase
    for me, ability, window in _in_reach(b, seat):
        if window in ("", phase):
            yield from _announced(b, me, ability, "play", None)


def _in_reach(b: Board, seat: str) -> list[tuple[Me, Paid, str]]:
    """The plot twists for which there are resources enough, and the phase that they are for."""
    laid = b.laid()
    found: list[tuple[Me, Paid, str]] | None = laid.get(("in reach", seat))
    if found is None:
        have = len(b.resources(seat))
        found = laid["in reach", seat] = [
            (Me(piece, seat, b.object(piece)), card.play, card.window)
            for piece, card in (*b.in_hand(seat, PLOT_TWIST), *b.face_down(seat, PLOT_TWIST))
            if card.cost <= have and card.play is not None
        ]
    return found


def uses(b: Board, seat: str) -> Iterator[Move]:
    """Payment powers."""
    phase = b.phase
    for me, ability, number in _usable(b, seat):
        if ability.window in ("", phase):
            yield from _announced(b, me, ability, "use", number)


def _usable(b: Board, seat: str) -> list[tuple[Me, Payment, int | None]]:
    """The payment powers that work and are not used up, with their numbers where a card has several."""
    laid = b.laid()
    found: list[tuple[Me, Payment, int | None]] | None = laid.get(("usable", seat))
    if found is None:
        found = laid["usable", seat] = [
            (b.me(piece), ability, number if len(card.payments) > 1 else None)
            for piece, card in b.sources(seat)
            for number, (key, ability) in enumerate(card.payments, 1)
            if _there(b, piece, ability) and not _spent(b, piece, key, ability)
        ]
    return found


def _there(b: Board, piece: int, ability: Payment) -> bool:
    return b.is_resource(piece) if ability.place == "row" else b.working(piece)


def _spent(b: Board, piece: int, key: str, ability: Payment) -> bool:
    used = b.table.pieces[piece].marks.get(USED)
    return ability.once and isinstance(used, list) and key in used


def in_the_attack(b: Board, seat: str) -> Iterator[Move]:
    """Power-ups and reinforcements."""
    attack = b.fighting
    if attack is None:
        return
    own: Iterable[int] = [c for c in (*attack.attackers, attack.defender) if c is not None and b.controller(c) == seat]
    for fighter in own:
        for piece in b.hand(seat):
            if b.is_character_card(piece) and b.same_name(piece, fighter):
                yield Move(seat, "power_up", piece, at=(fighter,))
        if fighter == attack.defender:
            for helper in b.characters(seat):
                place = b.place(helper)
                if place is not None and place.support and not b.exhausted(helper):
                    yield Move(seat, "reinforce", by=helper, at=(fighter,))
