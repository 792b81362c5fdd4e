"""The course of a turn: its beginning, its end, and what happens at both (page `turn`)."""

from __future__ import annotations

from typing import Any

import msgspec

from tabletop.games.lnh.answers import can_answer
from tabletop.games.lnh.board import BROUGHT, COPIES, MAXIMUM, PREGAME, PRESTIGE, READY, TARGET, Board
from tabletop.games.lnh.coming import give, leave
from tabletop.games.lnh.damage import pending
from tabletop.games.lnh.judge import judge_play
from tabletop.games.lnh.moving import ask, count, draw, shuffle, stocked, to_pile
from tabletop.games.lnh.rows import Act
from tabletop.games.lnh.speech import remind
from tabletop.games.lnh.tasks import tasks
from tabletop.games.lnh.traits import Gem, Survives
from tabletop.games.lnh.verbs import run_rows
from tabletop.rules import lasting
from tabletop.rules.model import Do, Move, Plan, Ref, Window
from tabletop.table.ops import Counter, Fact, Mark, Note, Pose

FIRST_HAND = 10
START_PRESTIGE = 10


# the start


def start(board: Board, *, shuffled: bool) -> Plan[None]:
    """The game starts: where no hand was dealt ten cards are drawn, from a deck that is shuffled unless it is already;
    then the first turn begins.
    """
    for seat in board.seats:
        for piece in board.play(seat):
            if board.card(piece).type == "Origin":
                yield Mark(piece, PREGAME, True)
        yield Counter(seat, PRESTIGE, START_PRESTIGE)
        yield Counter(seat, MAXIMUM, START_PRESTIGE)
    yield Fact("ran_out", [seat for seat in board.seats if not board.deck(seat)] or None)
    for seat in board.seats:
        if not board.hand(seat):
            if not shuffled:
                yield from shuffle(board, seat)
            yield from draw(board, seat, FIRST_HAND)
    yield Fact("winner", None)
    yield Do("begin_turn", {"seat": board.turn})


# the beginning


@tasks.task
def begin_turn(board: Board, seat: str) -> Plan[None]:
    """A turn begins: effects end, cards are reset, and what happens at the beginning of a turn happens."""
    yield Fact("turn", seat)
    yield Fact("phase", "beginning")
    last = {one: board.last_card(one) for one in board.seats if board.played(one)}
    if last:
        yield Fact("last_card", {**_dict(board, "last_card"), **last})
    for fact in ("plays", "attacks", "regained", "moved", "ending"):
        if fact in board.facts:
            yield Fact(fact, None)
    yield Note(f"The turn of {{{seat}}} begins")
    yield from _effects_end(board, seat)
    yield from stocked(board)
    yield from remind(board, seat)
    gems = []
    for piece in list(board.play(seat)):
        found = board.table.pieces[piece]
        if COPIES in found.marks:
            yield Mark(piece, COPIES, None)
        if found.up:
            continue
        if board.own_trait(piece, "gem", Gem) and board.piece(board.mark(piece, BROUGHT) or -1) is not None:
            gems.append(piece)
        elif board.own_trait(piece, "survives", Survives) and board.counters(piece):
            yield count(board, piece, -1)
            if not board.counters(piece):
                yield Pose(piece, up=True)
        else:
            yield Pose(piece, up=True)
    for piece in gems:
        text = f"Turn {{{piece}}} up, or leave it face down and keep {{{board.mark(piece, BROUGHT)}}}?"
        yield ask(seat, text, ("up", "down"), "reset_gem", {"piece": piece}, kind="reset")
    yield Do("early", {"seat": seat})


def _effects_end(board: Board, seat: str) -> Plan[None]:
    """What lasts until the beginning of this turn ends; what lasts to the end of the next turn of this seat ends with
    this turn now. Cards that wait for a turn of their player's are ready.
    """
    yield from lasting.end_at(board.table, f"begin:{seat}")
    effects = board.lasting
    if any(effect.until == f"next:{seat}" for effect in effects):
        armed = [
            msgspec.structs.replace(effect, until=f"end:{seat}") if effect.until == f"next:{seat}" else effect
            for effect in effects
        ]
        yield Fact(lasting.EFFECTS, [msgspec.to_builtins(effect) for effect in armed])
    pieces = board.table.pieces
    for piece in board.by_age():
        if pieces[piece].marks.get(READY) is False and board.controller(piece) == seat:
            yield Mark(piece, READY, True)


@tasks.task
def reset_gem(board: Board, piece: int, picked: list[Ref]) -> Plan[None]:
    """A Gem is turned up, or left face down."""
    if picked == ["up"] and board.is_in_play(piece):
        yield Pose(piece, up=True)


@tasks.task
def early(board: Board, seat: str) -> Plan[None]:
    """Before anything else happens the player may change costume, if there is a Villain in play."""
    if can_change(board, seat):
        yield Window("early", seat)
    yield Do("triggers", {"at": "begin", "seat": seat})
    yield Do("begun", {"seat": seat})


def can_change(board: Board, seat: str) -> bool:
    """Whether a player may play a Costume Change at the beginning of the turn."""
    costumes = [piece for piece in board.hand(seat) if any(way.early for way in board.card(piece).play)]
    if not costumes or not any(board.is_villain(piece) for piece in board.in_play()):
        return False
    window = Window("early", seat)
    return any(next(judge_play(board, Move(seat, "play", card=piece), window), None) is None for piece in costumes)


@tasks.task
def begun(board: Board, seat: str) -> Plan[None]:
    """The last chance of the opponent against Super-speed; then the main part of the turn."""
    window = Window("speed", board.opponent(seat), {"seat": seat})
    if any(held.trait.kind == "any" for held in board.trait("extra_play", seat)) and can_answer(board, window):
        yield window
    yield Do("main", {})


@tasks.task
def main(board: Board) -> Plan[None]:
    """The main part of the turn."""
    yield Fact("phase", "main")


# what happens at the beginning or the end of a turn


@tasks.task
def triggers(board: Board, at: str, seat: str) -> Plan[None]:
    """All that happens at the beginning or the end of this turn, oldest card first."""
    for piece in board.by_age():
        for card in board.texts(piece):
            for number, when in enumerate(card.when):
                if when.at == at and _concerns(board, piece, when.whose, seat):
                    yield Do("trigger", {"piece": piece, "text": card.id, "number": number, "seat": seat})


def _concerns(board: Board, piece: int, whose: str, seat: str) -> bool:
    controller = board.controller(piece)
    if controller is None:
        return False
    match whose:
        case "me":
            return controller == seat
        case "opponent":
            return controller != seat
        case "target":
            return bool(board.mark(piece, TARGET) == seat)
        case _:
            return True


@tasks.task
def trigger(board: Board, piece: int, text: str, number: int, seat: str) -> Plan[None]:
    """One of these things happens, if its card is still there to do it and the player does not escape it."""
    card = next((found for found in board.texts(piece) if found.id == text), None)
    controller = board.controller(piece)
    if card is None or controller is None or number >= len(card.when):
        return
    when = card.when[number]
    if not _concerns(board, piece, when.whose, seat):
        return
    if when.affects and board.is_villain(piece) and board.escapes(seat):
        yield Note(f"{{{piece}}} does not affect {{{seat}}} this turn")
        return
    own = card is board.card(piece)
    yield from run_rows(board, Act(controller, piece, text="" if own else text, way=f"when.{number}", active=seat))


# the end


@tasks.task
def end_turn(board: Board, seat: str, amount: int | None = None) -> Plan[None]:
    """A turn ends: what happens at its end, then damage, then the hand."""
    yield Fact("phase", "end")
    if "ending" in board.facts:
        yield Fact("ending", None)
    yield Do("triggers", {"at": "end", "seat": seat})
    yield Do("returns", {"seat": seat})
    yield Do("last_help", {"seat": seat})
    yield Do("take_damage", {"seat": seat})
    yield Do("hands", {"seat": seat, "amount": amount})
    yield Do("pass_turn", {"seat": seat})


@tasks.task
def returns(board: Board, seat: str) -> Plan[None]:
    """Heroes that were borrowed until now go home; Gems that were taken until now are removed from the game."""
    for effect in list(board.effects("borrowed")):
        if effect.until == f"end:{seat}":
            home = [piece for piece in effect.on if board.controller(piece) == effect.seat]
            yield from give(board, home, str(effect.value))
    yield from lasting.end(board.table, lambda one: one.kind == "borrowed" and one.until == f"end:{seat}")
    for effect in list(board.effects("gems", seat)):
        gems = [piece for piece in board.in_play() if board.own_trait(piece, "gem", Gem)]
        taker = [effect.source] if effect.source is not None and board.is_in_play(effect.source) else []
        yield from lasting.end(board.table, lambda one: one.kind == "gems" and one.seat == seat)
        yield from leave(board, [*gems, *taker], by=effect.seat, to="removed", spare=effect.seat)


@tasks.task
def last_help(board: Board, seat: str) -> Plan[None]:
    """Damage can still be prevented, as long as there is any and something that helps."""
    if pending(board, seat) > 0:
        window = Window("end", seat)
        if can_answer(board, window):
            yield window


@tasks.task
def hands(board: Board, seat: str, amount: int | None = None) -> Plan[None]:
    """The player discards down to their Prestige, or draws up to it."""
    if board.trait("no_draw"):
        for side in board.seats:
            for piece in list(board.hand(side)):
                yield to_pile(board, piece, "removed")
        return
    if len(board.hand(seat)) > board.prestige(seat):
        yield Do("discard_down", {"seat": seat})
    else:
        yield Do("fill", {"seat": seat, "most": amount})


@tasks.task
def pass_turn(board: Board, seat: str) -> Plan[None]:
    """What the turn was becomes the last turn of its player, and the next turn begins."""
    attacks = [attack for attack in board.attacks if attack.by == seat]
    attacked = bool(attacks) and not board.effects("ambush", seat)
    made = [attack.card for attack in attacks if not attack.blast]
    yield from _now(board, "played_last", {**_dict(board, "played_last"), seat: list(board.played(seat))})
    yield from _now(board, "attacked_last", _noted(board, "attacked_last", seat, attacked))
    yield from _now(board, "attacks_last", {**_dict(board, "attacks_last"), seat: made})
    yield from _now(board, "regained_last", _noted(board, "regained_last", seat, seat in board.listed("regained")))
    took = _dict(board, "took")
    if took:
        kept = {str(card) for one in ("A", "B") for card in board.played_last(one)}
        yield from _now(board, "took", {card: told for card, told in took.items() if card in kept})
    yield from lasting.end(board.table, lambda effect: effect.until in ("turn", f"end:{seat}"))
    yield Do("begin_turn", {"seat": (yield from _following(board, seat))})


def _following(board: Board, seat: str) -> Plan[str]:
    """Whose turn is next. After an extra turn the order goes on from the last regular one (`regular`)."""
    extra = board.listed("extra_turns")
    if extra:
        yield from _now(board, "extra_turns", list(extra[1:]))
        if "regular" not in board.facts:
            yield Fact("regular", seat)
        return str(extra[0])
    regular = str(board.facts.get("regular", seat))
    if "regular" in board.facts:
        yield Fact("regular", None)
    return board.opponent(regular)


def _now(board: Board, fact: str, value: Any) -> Plan[None]:
    """A fact is that now; nothing is done if it was."""
    kept = value or None
    if board.facts.get(fact) != kept:
        yield Fact(fact, kept)


def _noted(board: Board, fact: str, seat: str, holds: bool) -> list[str]:
    """A list of seats, in which a seat is or is not."""
    found = {one for one in board.listed(fact) if one in ("A", "B") and one != seat}
    return sorted(found | {seat}) if holds else sorted(found)


def _dict(board: Board, fact: str) -> dict[str, object]:
    found = board.facts.get(fact)
    return dict(found) if isinstance(found, dict) else {}
