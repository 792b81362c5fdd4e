"""What can happen to cards, players and objects, each in one place: it changes the table, keeps what belongs together
together, and notes what it triggers. Tasks, costs and cards call these and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from tabletop.games.vs_system.effects import CHAIN, EFFECT, RESOLVING
from tabletop.games.vs_system.events import Watch, note, number, used, watch
from tabletop.games.vs_system.names import BOOSTED, CHOSEN, COSMIC, EXHAUSTION, PLUS, USED
from tabletop.games.vs_system.places import ATTACK, COLUMN, OBJECT, PHASE, STEP, THIS_TURN, WINNER, Place, phase_of
from tabletop.rules.lasting import EFFECTS, Lasting, add, effects
from tabletop.rules.model import Luck, Plan
from tabletop.table import acts
from tabletop.table.ops import Counter, Fact, Mark, Move, Op, Pose, Reorder

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board

NAMES_PLAYED = "names_played"
"""The fact that counts the plot twists of each name that a seat has played."""

SINCE = (COLUMN, OBJECT, USED, BOOSTED, EXHAUSTION, CHOSEN)
"""The marks that an object loses as it leaves play."""


# players


def gain(b: Board, seat: str, amount: int) -> Iterator[Op]:
    """A player gains endurance, or loses it if the amount is negative."""
    if amount and seat in b.table.seats:
        yield Counter(seat, "endurance", b.number(seat, "endurance") + amount)


def points(b: Board, seat: str, amount: int) -> Iterator[Op]:
    """A player has so many resource points."""
    if b.number(seat, "resource_points") != amount:
        yield Counter(seat, "resource_points", amount)


def tally(b: Board, seat: str, what: str, count: int = 1) -> Op:
    """A seat has done something (again) this turn."""
    done = b.table.facts.get(THIS_TURN)
    listed = dict(done) if isinstance(done, dict) else {}
    mine = listed.get(seat)
    listed[seat] = {**(mine if isinstance(mine, dict) else {}), what: b.this_turn(seat, what) + count}
    return Fact(THIS_TURN, listed)


def count_name(b: Board, seat: str, name: str) -> Op:
    """A player has played a plot twist of that name (it counts for the whole game)."""
    before = b.table.facts.get(NAMES_PLAYED)
    listed = dict(before) if isinstance(before, dict) else {}
    return Fact(NAMES_PLAYED, {**listed, seat: {**listed.get(seat, {}), name: times_played(b, seat, name) + 1}})


def times_played(b: Board, seat: str, name: str) -> int:
    """How many plot twists of a name a player has played this game."""
    listed = b.table.facts.get(NAMES_PLAYED)
    mine = listed.get(seat) if isinstance(listed, dict) else None
    found = mine.get(name, 0) if isinstance(mine, dict) else 0
    return found if isinstance(found, int) else 0


def lose_game(b: Board, seat: str) -> Iterator[Op]:
    """A player loses the game at once."""
    if not b.over:
        yield from finish(b, b.opponent(seat))


def finish(b: Board, winner: str) -> Iterator[Op]:
    """The game is over."""
    yield Fact(WINNER, winner)
    yield from set_step(b, "over")


def set_step(b: Board, step: str) -> Iterator[Op]:
    """A step begins."""
    yield Fact(STEP, step)
    if b.table.facts.get(PHASE) != phase_of(step):
        yield Fact(PHASE, phase_of(step))


# cards


def draw(b: Board, seat: str, count: int) -> Iterator[Op]:
    """A player draws cards, fewer if the deck runs out."""
    for piece in list(b.deck(seat)[: max(count, 0)]):
        yield Move(piece, f"{seat}.hand", -1, 0.0, 0.0, 0.0, False)


def shuffle(b: Board, seat: str) -> Plan[None]:
    """A deck is shuffled."""
    ids = list(b.deck(seat))
    if len(ids) > 1:
        order = yield Luck("shuffle", tuple(ids), seat=seat)
        yield Reorder(f"{seat}.deck", tuple(order))
    yield from acts.forget(b.table, ids)


def take_from_deck(b: Board, seat: str, cards: Sequence[int]) -> Plan[None]:
    """Cards that a search has found are shown to all and go into the hand; then the deck is shuffled."""
    for piece in cards:
        yield from show(b, [piece])
        yield Move(piece, f"{seat}.hand", -1, 0.0, 0.0, 0.0, False, b.table.everyone)
    yield from shuffle(b, seat)


def discard(b: Board, seat: str, cards: Iterable[int]) -> Iterator[Op]:
    """A player discards cards from hand, one after the other (FAQ, Talia)."""
    for piece in cards:
        if piece not in b.hand(seat):
            continue
        watching = watch(b, "discards")
        first = b.this_turn(seat, "discarded") == 0
        yield to_pile(b, piece, "ko")
        yield tally(b, seat, "discarded")
        yield from note(b, watching, [{"on": "discards", "piece": piece, "seat": seat, "first": first}])


def show(b: Board, pieces: Iterable[int], *seats: str) -> Iterator[Op]:
    """Cards are shown to these players (none named: to all)."""
    return iter(acts.reveal(b.table, list(pieces), seats or b.table.everyone).ops)


def into_row(b: Board, seat: str, piece: int, index: int = -1) -> Iterator[Op]:
    """A card comes to lie face down in a resource row, at the right end unless an index is given."""
    yield Move(piece, f"{seat}.resources", index, 0.0, 0.0, 0.0, False)
    yield from _new_object(b, piece)


def to_pile(b: Board, piece: int, pile: str) -> Op:
    """A card goes to its owner's pile or hand ("ko", "removed", "hand"), whoever had it."""
    up = pile != "hand"
    return Move(piece, f"{b.owner(piece)}.{pile}", 0 if up else -1, 0.0, 0.0, 0.0, up)


def _new_object(b: Board, piece: int) -> Iterator[Op]:
    count = number(b)
    yield used(count)
    yield Mark(piece, OBJECT, count)


def forget_object(b: Board, piece: int) -> Iterator[Op]:
    """What a piece had because it was that object in play is gone: marks, counters, lasting effects."""
    found = b.table.pieces[piece]
    for name in SINCE:
        if name in found.marks:
            yield Mark(piece, name, None)
    for name in (PLUS, COSMIC):
        if name in found.counters:
            yield Counter(piece, name, None)
    if b.table.facts.get(EFFECTS):
        yield from _end_on(b, piece)


def _end_on(b: Board, piece: int) -> Iterator[Op]:
    """Lasting effects no longer hold for a piece by name; those that held for nothing else are over."""
    found = effects(b.table)
    if not any(piece in effect.on for effect in found):
        return
    left = []
    for effect in found:
        on = tuple(other for other in effect.on if other != piece)
        if on or not effect.on:
            left.append(msgspec.to_builtins(msgspec.structs.replace(effect, on=on)))
    yield Fact(EFFECTS, left or None)


def lasts(b: Board, effect: Lasting) -> Op:
    """A lasting effect comes into force."""
    return add(b.table, effect)


# objects


def leave_play(b: Board, pieces: Sequence[int], to: str) -> Plan[list[int]]:
    """Objects leave play together, to their owners' "ko" or "removed" pile or "hand". Gives those that did.

    The equipment of a character goes to the KO'd pile. It is one event, whoever and how many they are.
    """
    going = [piece for piece in dict.fromkeys(pieces) if b.in_play(piece)]
    if not going:
        return []
    watching = watch(b, "leaves play")
    happened = []
    loose: list[int] = []
    for piece in going:
        if b.is_character(piece):
            happened.append({"on": "leaves play", "piece": piece, "seat": b.controller(piece), "to": to})
            loose += [worn for worn in b.equipment(piece) if worn not in going]
    for piece in loose:
        yield to_pile(b, piece, "ko")
        yield from forget_object(b, piece)
    for piece in going:
        yield from out_of_attack(b, piece)
        yield to_pile(b, piece, to)
    yield from note(b, watching, happened)
    for piece in going:
        yield from forget_object(b, piece)
    return going


def ko(b: Board, pieces: Sequence[int], seat: str) -> Plan[list[int]]:
    """An effect of a seat KO's objects; gives those that it really did. "Cannot" beats "can"."""
    shields = b.continuous("shield")
    return (
        yield from leave_play(
            b, [piece for piece in pieces if not any(s.ask(b, me, piece, seat) for me, s in shields)], "ko"
        )
    )


def replace(b: Board, piece: int) -> Plan[None]:
    """A resource is replaced: it goes, and the top card of its controller's deck comes into its place."""
    seat = b.controller(piece)
    if seat is None or not b.is_resource(piece):
        return
    index = b.resources(seat).index(piece)
    yield from leave_play(b, [piece], "ko")
    deck = b.deck(seat)
    if deck:
        yield from into_row(b, seat, deck[0], index)


def exhaust(b: Board, piece: int) -> Iterator[Op]:
    """An object becomes exhausted."""
    if b.in_play(piece) and not b.exhausted(piece):
        yield Pose(piece, rotation=90.0)


def ready(b: Board, piece: int) -> Iterator[Op]:
    """An object becomes ready, unless it is stunned."""
    if b.in_play(piece) and b.exhausted(piece) and not b.stunned(piece):
        yield Pose(piece, rotation=0.0)
        if EXHAUSTION in b.table.pieces[piece].marks:
            yield Mark(piece, EXHAUSTION, None)


def stun(b: Board, pieces: Sequence[int], by: Mapping[int, Sequence[int]] | None = None) -> Plan[None]:
    """An effect or a cost stuns characters, all at the same time. `by` are the characters that stun each of them."""
    watching = watch(b, "becomes stunned")
    happened = yield from stun_quietly(b, pieces, by or {}, {})
    yield from note(b, lookers(b, watching, pieces), happened)


def stun_quietly(
    b: Board, pieces: Sequence[int], by: Mapping[int, Sequence[int]], roles: Mapping[int, str]
) -> Plan[list[dict[str, Any]]]:
    """Characters become stunned together: face down, exhausted, out of the attack; their players lose their cost.

    Gives the events, for the caller to note. `roles` is what each was in an attack.
    """
    happened = []
    for piece in dict.fromkeys(pieces):
        seat = b.controller(piece)
        if seat is None or not b.is_character(piece) or b.stunned(piece):
            continue
        safe = "Invulnerability" in b.keywords(piece)
        yield Pose(piece, rotation=90.0, up=False)
        if COSMIC in b.table.pieces[piece].counters:
            yield Counter(piece, COSMIC, None)
        yield from out_of_attack(b, piece)
        if not safe:
            yield from gain(b, seat, -b.cost(piece))
        happened.append(
            {"on": "becomes stunned", "piece": piece, "object": b.object(piece), "seat": seat,
             "by": list(by.get(piece, ())), "role": roles.get(piece, "")}
        )  # fmt: skip
    return happened


def lookers(b: Board, watching: Watch, struck: Sequence[int]) -> Watch:
    """Who still looks when characters are struck: by our ruling all who looked the moment before."""
    if b.house.lookback_stun:
        return watching
    return [found for found in watching if found[0].piece not in struck or found[2].own]


def recover(b: Board, pieces: Iterable[int]) -> Iterator[Op]:
    """Stunned characters recover; they stay exhausted."""
    for piece in pieces:
        if b.stunned(piece):
            yield Pose(piece, up=True)


def plus_counter(b: Board, piece: int, count: int = 1) -> Iterator[Op]:
    """+1 ATK / +1 DEF counters are put on a character."""
    if b.is_character(piece) and count:
        yield Counter(piece, PLUS, b.table.pieces[piece].counters.get(PLUS, 0) + count or None)


def power_up(b: Board, piece: int) -> Iterator[Op]:
    """A character becomes powered-up: +1 ATK / +1 DEF this attack."""
    watching = watch(b, "powers up")
    yield lasts(b, Lasting("stats", "attack", piece, on=(piece,), value={"atk": 1, "def": 1}))
    yield from note(b, watching, [_event(b, "powers up", piece)])


# positions


def stand(b: Board, piece: int, place: Place, *, up: bool | None = None, rotation: float | None = None) -> Iterator[Op]:
    """A card comes to stand in a position; the row stays in the order of its columns."""
    index = sum(
        1 for other, column in b.columns(place.zone).items() if other != piece and column < place.column
    )  # fmt: skip
    yield Move(piece, place.zone, index, 0.0, 0.0, rotation, up)
    yield Mark(piece, COLUMN, place.column)


def move(b: Board, piece: int, place: Place) -> Plan[None]:
    """A character in play moves to a position; in another area it loses equipment that cannot follow, on another side
    its controller changes and it is out of the attack.
    """
    old = b.place(piece)
    if old is None:
        return
    if old.hidden != place.hidden:
        yield from leave_play(b, [worn for worn in b.equipment(piece) if not b.crosses_areas(worn)], "ko")
    if old.seat != place.seat:
        yield from out_of_attack(b, piece)
    yield from stand(b, piece, place)


def enter(b: Board, piece: int, place: Place, *, stunned: bool = False, boosted: bool = False) -> Plan[None]:
    """A character card comes into play in a position: the uniqueness rule follows at once, then what it triggers.

    One that comes into play stunned triggers nothing and gets no cosmic counter (FAQ, item 13).
    """
    yield from stand(b, piece, place, up=not stunned, rotation=90.0 if stunned else 0.0)
    yield from _new_object(b, piece)
    if boosted:
        yield Mark(piece, BOOSTED, True)
    if not stunned and "Cosmic" in b.card(piece).keywords:
        yield Counter(piece, COSMIC, 1)
    yield from uniqueness(b, piece)
    if not stunned:
        yield from note(b, watch(b, "comes into play"), [_event(b, "comes into play", piece)])


def _event(b: Board, word: str, piece: int) -> dict[str, Any]:
    return {"on": word, "piece": piece, "object": b.object(piece), "seat": b.controller(piece)}


def equip(b: Board, piece: int, character: int) -> Plan[None]:
    """An equipment comes into play on a character, or is transferred to it."""
    new = not b.in_play(piece)
    yield Move(piece, f"{character}.equipment", -1, 0.0, 0.0, 0.0 if new else None, True)
    if new:
        yield from _new_object(b, piece)
        yield from uniqueness(b, piece)


def uniqueness(b: Board, piece: int) -> Plan[None]:
    """A unique newcomer sends its controller's other objects of that name to their owners' KO'd piles."""
    if b.unique(piece):
        yield from leave_play(b, b.namesakes(piece), "ko")


# the attack


def out_of_attack(b: Board, piece: int) -> Iterator[Op]:
    """A character loses attacker, team attacker and defender for good."""
    fact = b.table.facts.get(ATTACK)
    if not isinstance(fact, dict) or fact.get("state") != "attack":
        return
    attackers = [ref for ref in fact.get("attackers", ()) if ref[0] != piece]
    defender = fact.get("defender")
    if isinstance(defender, list) and defender and defender[0] == piece:
        defender = None
    if attackers != fact.get("attackers") or defender != fact.get("defender"):
        yield Fact(ATTACK, {**fact, "attackers": attackers, "defender": defender})


# the chain


def off_chain(b: Board, piece: int) -> Iterator[Op]:
    """An effect leaves the chain without having done anything; a card that lies there goes to its owner's KO'd pile."""
    found = b.on_chain(piece)
    if found is None:
        return
    if found.own_card:
        yield Mark(piece, EFFECT, None)
        yield to_pile(b, piece, "ko")
    else:
        yield from acts.remove(b.table, [piece]).ops


def card_off_chain(b: Board, piece: int) -> Iterator[Op]:
    """A card whose effect is done goes from the chain to its owner's KO'd pile, if it is still there."""
    if b.zone_of(piece) == CHAIN:
        if RESOLVING in b.table.pieces[piece].marks:
            yield Mark(piece, RESOLVING, None)
        yield to_pile(b, piece, "ko")
