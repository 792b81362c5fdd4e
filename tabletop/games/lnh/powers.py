"""What only one Power does."""

from __future__ import annotations

import msgspec

from tabletop.games.lnh.board import Board
from tabletop.games.lnh.cards import Way
from tabletop.games.lnh.coming import enter
from tabletop.games.lnh.damage import change_wound
from tabletop.games.lnh.moving import forced_discard, gain, hand_of, lose
from tabletop.games.lnh.plays import act_for, play_from
from tabletop.games.lnh.rows import Act
from tabletop.games.lnh.verbs import run_rows, special
from tabletop.games.lnh.ways import Args, chosen, partner_of, play_ways
from tabletop.rules import lasting
from tabletop.rules.model import Do, Plan
from tabletop.table.ops import Note, Pose


@special("insult_to_injury")
def insult_to_injury(board: Board, act: Act) -> Plan[None]:
    """A direct attack of this turn does more if it does anything: 1, and 1 for each Super-Strength (I21)."""
    victim, source = board.opponent(act.seat), act.at[0] if act.at else None
    indices = [i for i, wound in enumerate(board.wounds) if wound.source == source and wound.victim == victim]
    if not indices:
        yield Note(f"{{{act.card}}} adds nothing to an attack that did no damage")
        return
    wound = board.wounds[indices[-1]]
    more = 1 + sum(held.trait.strength for held in board.trait("stronger", act.seat))
    yield change_wound(board, indices[-1], msgspec.structs.replace(wound, rider=wound.rider + more))


@special("mind_wipe")
def mind_wipe(board: Board, act: Act) -> Plan[None]:
    """The opponent discards every card of the name that was said, or with that word before the colon (I53)."""
    name = act.declare.strip()
    victim = board.opponent(act.seat)
    fits = hand_of(board, victim, lambda piece: name in (board.card(piece).name, board.card(piece).word))
    yield from forced_discard(board, victim, fits, act.seat)


@special("draw_sword")
def draw_sword(board: Board, act: Act) -> Plan[None]:
    """The Sword that goes with the attack is used in place of its own effect."""
    for piece in act.using[:1]:
        if board.is_up(piece) and board.is_in_play(piece):
            yield Pose(piece, up=False)
        yield Do("part", {"piece": piece, "seat": act.seat})


@special("latent")
def latent(board: Board, act: Act) -> Plan[None]:
    """The Power that is played together with a Latent Ability takes effect (I66)."""
    partner = act.partner
    if partner is None:
        for piece in act.using[:1]:
            yield from play_from(board, act.seat, piece)
        return
    args = Args(act.at, tuple(piece for piece in act.using if piece != partner), act.option, act.declare)
    inner = act_for(board, act.seat, partner, args, free=act.free)
    if board.card(partner).permanent:
        yield from enter(board, partner, act.seat, played=True, act=inner)
    else:
        yield from run_rows(board, inner)


@special("copy")
def copy(board: Board, act: Act) -> Plan[None]:
    """The text of a temporary card of the opponent's last turn is carried out as the player's own (I51)."""
    way = _way_of(board, act)
    if way is None:
        return
    copied, rest = partner_of(board, act.seat, act.card, way, act.using)
    if copied is None:
        return
    card = board.card(copied)
    numbers = chosen(play_ways(card), act.option)
    yield Note(f"{{{act.card}}} does what {{{copied}}} says")
    yield from run_rows(board, msgspec.structs.replace(
        act, text=card.id, way=f"play.{numbers[0] if numbers else 0}", using=rest, partner=None,
    ))  # fmt: skip


def _way_of(board: Board, act: Act) -> Way | None:
    part, _, number = act.way.partition(".")
    card = board.text(act.text) if act.text else board.card(act.card)
    ways = card.use if part == "use" else card.play
    index = int(number) if number.isdecimal() else 0
    return ways[index] if index < len(ways) else None


@special("speed_price")
def speed_price(board: Board, act: Act) -> Plan[None]:
    """Super-speed costs 1 Prestige, unless somebody has spared its player that."""
    spared = board.effects("spared", act.seat)
    if spared:
        first = spared[0]
        seen: list[bool] = []

        def once(effect: lasting.Lasting) -> bool:
            if effect == first and not seen:
                seen.append(True)
                return True
            return False

        yield from lasting.end(board.table, once)
        yield Note(f"{{{act.card}}} costs {{{act.seat}}} nothing this turn")
    else:
        yield from lose(board, act.seat, 1, f" for {{{act.card}}}")


@special("heal")
def heal(board: Board, act: Act) -> Plan[None]:
    """Healing Factor helps in a turn in which its player has played no card."""
    if not board.plays(act.seat):
        yield from gain(board, act.seat, 1)
