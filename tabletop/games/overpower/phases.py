"""The phases around the battle phase, and its end: line-up, draws, Events, placing, venturing, result, clean-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tabletop.games.overpower import blocks, holding, queries
from tabletop.games.overpower.battle import put_grants, put_play
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.effects import rows
from tabletop.games.overpower.filters import card_fits
from tabletop.games.overpower.registry import codes
from tabletop.games.overpower.spec import Spec, words
from tabletop.games.overpower.tasks import tasks
from tabletop.rules import lasting
from tabletop.rules.model import Do, Luck, Move, Plan
from tabletop.table.ops import Fact, Mark, Op


def start(board: Board, move: Move | None) -> Plan[None]:
    """The game begins (base rule 5): Draw Piles shuffled, the first player drawn."""
    for seat in board.seats:
        yield from blocks.shuffle(board, f"{seat}.draw")
    (first,) = yield Luck("random", choices=tuple(board.seats))
    yield Fact("first", first)
    yield Fact("turn", first)
    yield Fact("battle", 1)
    yield Fact("phase", "draw")


def done(board: Board, move: Move) -> Plan[None]:
    """A seat is done with a phase."""
    phase, seat = board.phase, move.seat
    if phase == "draw":
        yield Do("line_up")
        return
    finished = [*board.listed("done"), seat]
    yield Fact("done", finished)
    both = all(found in finished for found in board.seats)
    if phase == "discard" and both:
        yield from enter(board, "place")
        yield Fact("placing", board.first)
    elif phase == "place":
        if both:
            yield Do("end_placing")
        else:
            yield Fact("placing", board.opponent(seat))
    elif phase == "venture" and both:
        yield from enter(board, "battle")
        yield Fact("turn", board.first)


def enter(board: Board, phase: str) -> Iterator[Op]:
    """A phase begins."""
    yield Fact("phase", phase)
    yield Fact("done", None)
    yield Fact("placing", None)


# line-up and draws


@tasks.task
def line_up(board: Board) -> Plan[None]:
    """The Reserve fills a gap in the Front Line (base rule 6.0); what was kept for this battle begins to work."""
    for marker in list(board.waiting_markers()):
        code = codes.get(marker.spec.code) if marker.spec.is_special else None
        if code is not None:
            yield from code.at_line_up(board, marker)
    for seat in board.seats:
        for char in list(board.reserve(seat)):
            stays = any(board.on("stays_in_reserve", char)) and board.front(seat)
            if len(board.front(seat)) < 3 and not stays:
                yield from blocks.into_front(board, char)
    yield Do("draw_hands")


@tasks.task
def draw_hands(board: Board) -> Plan[None]:
    """Each player draws (base rule 6.1), as many cards as an Artifact's player chooses where one says so."""
    for effect in {found.source: found for found in board.effects("draw_count")}.values():
        if effect.source is not None and effect.words and board.mark(effect.source, "draw_of") != board.battle:
            owner = board.owner(effect.source)
            yield from blocks.ask(
                owner,
                "How many cards are drawn?",
                list(effect.words),
                "draw_chosen",
                rule=effect.rule,
                card=effect.source,
            )
            yield Do("draw_hands")
            return
    for seat in (board.first, board.opponent(board.first)):
        yield from blocks.draw(board, seat, queries.hand_size(board, seat) - len(board.zone(seat, "hand")))
    yield Do("events", {"seats": [board.first, board.opponent(board.first)]})


@tasks.task
def draw_chosen(board: Board, card: int, picked: list[str]) -> Plan[None]:
    """The number of cards to draw has been chosen."""
    yield Mark(card, "draw", int(picked[0]) if picked and picked[0].isdecimal() else 8)
    yield Mark(card, "draw_of", board.battle)


def _events_in(board: Board, seat: str) -> list[int]:
    return [card for card in board.zone(seat, "hand") if board.spec(card).type == "event"]


@tasks.task
def events(board: Board, seats: list[str]) -> Plan[None]:
    """Who has drawn an Event plays one (base rule 6.2), the first player first."""
    if not seats:
        yield Do("events_over")
        return
    seat, *rest = seats
    found = _events_in(board, seat)
    if found and any(board.effects("no_event_phase")):
        for card in found:
            yield from blocks.to(board, card, f"{seat}.defeated")
        yield from _replace(board, seat)
        yield Do("events", {"seats": rest})
        return
    yield from blocks.ask(seat, "Which Event do you play?", found, "play_event", rule="events", seat=seat)
    yield Do("events", {"seats": rest})


@tasks.task
def play_event(board: Board, seat: str, picked: list[int]) -> Plan[None]:
    """An Event is played and replaced; the others are discarded and not replaced."""
    (chosen,) = picked
    spec = board.spec(chosen)
    piece = board.piece(chosen)
    for card in _events_in(board, seat):
        yield from blocks.to(board, card, f"{seat}.defeated")
    yield from _replace(board, seat)
    played = board.listed("events")
    if board.option("identical_events") == "once" and any(
        isinstance(entry, dict) and entry.get("name") == spec.name for entry in played
    ):
        return
    if piece is not None:
        yield Fact("events", [*played, {"card": piece.card, "name": spec.name, "seat": seat}])
        yield from event_now(board, spec, seat)


def _replace(board: Board, seat: str) -> Plan[None]:
    drawn = yield from blocks.draw(board, seat, 1)
    for card in drawn:
        if board.spec(card).type == "event":
            yield from blocks.to(board, card, f"{seat}.defeated")


def event_now(board: Board, spec: Spec, owner: str) -> Plan[None]:
    """What an Event does at once."""
    for row in rows(spec.data):
        both = row.get("both", True)
        whom = (
            [owner]
            if row.get("scope") == "self"
            else [board.opponent(owner)]
            if row.get("scope") == "opponent"
            else ([board.first, board.opponent(board.first)] if both else [owner])
        )
        yield from happen(board, row, whom)


def happen(board: Board, row: Mapping[str, Any], whom: list[str]) -> Plan[None]:
    """An effect word that happens once (codes page 1.6), for these players."""
    word, cards, count = row.get("effect"), words(row.get("cards")), row.get("count", 1)
    if word == "first_player":
        totals = {seat: sum(len(board.at(char, "record")) for char in board.front(seat)) for seat in board.seats}
        ranked = sorted(board.seats, key=lambda seat: totals[seat], reverse=True)
        if totals[ranked[0]] != totals[ranked[1]]:
            yield Fact("first", ranked[0])
            yield Fact("turn", ranked[0])
        return
    for seat in whom:
        if word == "mill":
            yield from blocks.mill(board, seat, int(count) if isinstance(count, int) else 99)
        elif word == "draw":
            yield from blocks.draw(board, seat, int(count) if isinstance(count, int) else 1)
        elif word == "discard_placed":
            found = [
                c
                for char in board.team(seat)
                if not _immune(board, char)
                for c in board.at(char, "placed")
                if not cards or card_fits(cards, board.spec(c))
            ]
            yield from blocks.discard(board, found)
        elif word == "remove_hits":
            zones = words(row.get("source")) or ("record",)
            for char in board.team(seat):
                found = [
                    hit
                    for zone in zones
                    for hit in board.at(char, zone)
                    if not cards or card_fits(cards, board.spec(hit))
                ]
                if not _immune(board, char):
                    yield from blocks.pick(
                        board,
                        seat,
                        f"Which hit leaves {{{char}}}?",
                        found,
                        "remove_picked",
                        rule="events",
                        count=min(int(count), len(found)) if isinstance(count, int) else count,
                    )
        elif word == "missions_move":
            source, target = words(row.get("source")), words(row.get("to"))
            if source and target:
                yield from blocks.move_missions(board, seat, source[0], target[0], count)
        elif word == "reserve_joins":
            for char in list(board.reserve(seat)):
                if not _immune(board, char):
                    yield Mark(char, "joined", board.battle)
                    yield from blocks.into_front(board, char)


def _immune(board: Board, char: int) -> bool:
    return any(board.on("no_events", char))


@tasks.task
def events_over(board: Board) -> Plan[None]:
    """The Event phase is over; discarding begins."""
    yield from enter(board, "discard")


# discarding, placing, venturing


def discard(board: Board, move: Move) -> Plan[None]:
    """A seat discards duplicates and unusable cards."""
    yield from blocks.discard(board, move.cards)


def place(board: Board, move: Move) -> Plan[None]:
    """A card is placed to a Character."""
    for card in move.cards[:1]:
        yield from blocks.to(board, card, f"{move.by}.placed")
    other = board.opponent(move.seat)
    yield Fact("placing", move.seat if board.finished(other) else other)


@tasks.task
def end_placing(board: Board) -> Plan[None]:
    """What had to be placed and was not is discarded (base rule 6.4); venturing begins."""
    for seat in board.seats:
        yield from blocks.discard(
            board, [card for card in board.zone(seat, "hand") if holding.waiting(board, seat, card)]
        )
    if board.option("missions_used"):
        yield from enter(board, "venture")
        return
    yield from enter(board, "battle")
    yield Fact("turn", board.first)


def venture(board: Board, move: Move) -> Plan[None]:
    """A seat ventures Missions; for more than two the opponent may draw (base rule 6.5)."""
    amount = move.amount or 0
    for pile in move.source or ("reserve",) * amount:
        cards = board.zone(move.seat, f"missions_{pile}")
        if cards:
            card = cards[0]
            yield Mark(card, "from", pile)
            yield from blocks.to(board, card, f"{move.seat}.ventured")
    yield Fact("ventured", [*board.listed("ventured"), move.seat])
    penalty = amount - 2
    if penalty > 0 and not any(board.for_seat("no_penalty", move.seat)):
        other = board.opponent(move.seat)
        yield from blocks.ask(
            other,
            f"How many cards do you draw for the Missions of {{{move.seat}}}?",
            [str(n) for n in range(penalty + 1)],
            "penalty",
            rule="venture-penalty",
            seat=other,
        )


@tasks.task
def penalty(board: Board, seat: str, picked: list[str]) -> Plan[None]:
    """A seat draws cards for the opponent's venture; duplicates and unusable ones go at once."""
    number = int(picked[0]) if picked and str(picked[0]).isdecimal() else 0
    for _ in range(number):
        drawn = yield from blocks.draw(board, seat, 1)
        yield from blocks.keep_or_discard(board, seat, drawn)


# the end of a battle


@tasks.task
def end_battle(board: Board) -> Plan[None]:
    """The battle phase is over: who has won, and what follows (base rules 6.9, 6.10)."""
    yield from blocks.lay_down_guises(board)
    yield put_play(None)
    yield put_grants([])
    yield Fact("phase", "end")
    yield Fact("done", None)
    winner = battle_winner(board)
    yield Fact("battle_winner", winner)
    yield Do("mission_moves", {"winner": winner})
    yield Do("clean_up")
    yield Do("next_battle", {"winner": winner})


def battle_winner(board: Board) -> str | None:
    """Who has won the battle that ends; None for nobody."""
    loser = board.fact("conceded") or board.fact("battle_lost")
    if loser in board.seats:
        return board.opponent(str(loser))
    if any(board.effects("no_venture")) or not board.option("missions_used"):
        return None
    one, other = board.seats
    totals = {seat: queries.venture_total(board, seat) for seat in board.seats}
    if totals[one] == totals[other]:
        return None
    return one if totals[one] > totals[other] else other


@tasks.task
def mission_moves(board: Board, winner: str | None) -> Plan[None]:
    """The ventured Missions go where the result sends them (base rules 6.9.4, 6.9.5)."""
    for seat in board.seats:
        ventured = list(board.zone(seat, "ventured"))
        limit = min((effect.amount for effect in board.for_seat("mission_moves", seat)), default=99)
        stay = bool(board.fact("missions_stay")) or winner is None
        moving = [] if stay else ventured
        if not stay and limit < len(ventured):
            piles = {str(board.mark(card, "from", "reserve")) for card in ventured}
            if len(piles) > 1:
                yield from blocks.pick(
                    board,
                    seat,
                    "Which Missions move?",
                    ventured,
                    "missions_moved",
                    rule="mission-moves",
                    count=limit,
                    seat=seat,
                    won=seat == winner,
                )
                continue
            moving = ventured[:limit]
        yield Do("missions_moved", {"seat": seat, "won": seat == winner, "picked": moving})


@tasks.task
def missions_moved(board: Board, seat: str, won: bool, picked: list[int]) -> Plan[None]:
    """The Missions of a seat that move do so; the others return to their piles."""
    lifts = not any(board.for_seat("no_lift", seat))
    lifted = sum(board.mark(card, "from") == "completed" for card in picked) if won and lifts else 0
    for card in list(board.zone(seat, "ventured")):
        source = str(board.mark(card, "from", "reserve"))
        target = source
        if card in picked:
            target = "completed" if won else "defeated" if source == "reserve" else "reserve"
        yield Mark(card, "from", None)
        yield from blocks.to(board, card, f"{seat}.missions_{target}")
    back = int(lifted * board.option("completed_venture_gain"))
    yield from blocks.move_missions(board, seat, "missions_defeated", "missions_reserve", back)


@tasks.task
def clean_up(board: Board) -> Plan[None]:
    """The end of a battle (base rule 6.10), in its order."""
    if board.phase == "over":
        return
    for marker in list(board.markers()):
        code = codes.get(marker.spec.code) if marker.spec.is_special else None
        if code is not None:
            yield from code.at_clean_up(board, marker)
    yield Do("late_knock_outs")
    yield Do("hits_to_record")
    yield Do("markers_end")
    yield Do("hands_go")
    yield Do("line_restored")


@tasks.task
def late_knock_outs(board: Board) -> Plan[None]:
    """Who fought on after a KO falls now."""
    for seat in board.seats:
        for char in list(board.team(seat)):
            if board.mark(char, "falls"):
                yield Mark(char, "falls", None)
                yield from blocks.knock_out(board, char)


@tasks.task
def hits_to_record(board: Board) -> Plan[None]:
    """Hits from the current battle move to the Permanent Records; those of the fallen go to their owners' piles."""
    dropped = any(board.effects("drop_hits"))
    for seat in board.seats:
        for char in board.fallen(seat):
            yield from blocks.to_pile(board, board.at(char, "hits"))
        for char in [*board.team(seat), *board.zone(seat, "battlesite")]:
            for card in list(board.at(char, "hits")):
                if dropped and board.spec(char).type == "character":
                    yield from blocks.to_pile(board, [card])
                else:
                    yield from blocks.to(board, card, f"{char}.record")


def ends_now(board: Board, spec: Spec, data: Mapping[str, Any]) -> bool:
    """Whether a card in effect leaves with the end of this battle (base rule 6.10.3)."""
    if spec.is_special and (code := codes.get(spec.code)) is not None:
        until = data.get("until") or code.lasts_of(spec)
        if until == "next_battle":
            return not (isinstance(data.get("battle"), int) and data["battle"] > board.battle)
        return bool(until != "game")
    if spec.kind == "artifact":
        return (spec.get("duration") or ("game" if spec.opd else "battle")) != "game"
    return True


@tasks.task
def markers_end(board: Board) -> Plan[None]:
    """Cards that are in effect for the battle leave play."""
    for seat in board.seats:
        zones = [f"{seat}.effects", *(f"{char}.effects" for char in board.team(seat))]
        for zone in zones:
            for card in list(board.table.cards(zone)):
                data = board.mark(card, "data")
                if ends_now(board, board.spec(card), data if isinstance(data, dict) else {}):
                    yield from blocks.to_pile(board, [card])
    yield from lasting.end_at(board.table, "battle")


@tasks.task
def hands_go(board: Board) -> Plan[None]:
    """What is left in the hands is discarded (base rule 6.10.4)."""
    for seat in board.seats:
        yield from blocks.to_pile(board, [*board.zone(seat, "hand"), *board.zone(seat, "action")])
        for card in list(board.zone(seat, "revealed")):
            yield from blocks.to(board, card, f"{board.owner(card)}.dead")


@tasks.task
def line_restored(board: Board) -> Plan[None]:
    """Who stood in the Front Line for this battle only goes back; a Character that was moved away returns."""
    for seat in board.seats:
        for char in list(board.front(seat)):
            if board.mark(char, "joined") is not None:
                yield Mark(char, "joined", None)
                yield from blocks.into_reserve(board, char)
        reserve = board.reserve(seat)
        if len(reserve) > 1:
            free = 3 - len(board.front(seat))
            yield from blocks.pick(
                board,
                seat,
                "Who moves up into the Front Line?",
                reserve,
                "moved_up",
                rule="clean-up",
                count=min(max(free, 0), len(reserve)),
            )


@tasks.task
def moved_up(board: Board, picked: list[int]) -> Plan[None]:
    """Characters move up from the Reserve."""
    for char in picked:
        yield from blocks.into_front(board, char)


@tasks.task
def next_battle(board: Board, winner: str | None) -> Plan[None]:
    """The next battle waits to begin; the winner goes first (base rule 6)."""
    if board.phase == "over":
        return
    first = winner or board.first
    for name in (
        "passed",
        "acted",
        "ventured",
        "events",
        "lost",
        "conceded",
        "battle_lost",
        "missions_stay",
        "conceding",
        "after_conceding",
    ):
        yield Fact(name, None)
    yield Fact("first", first)
    yield Fact("turn", first)
    yield Fact("battle", board.battle + 1)
    yield from enter(board, "draw")


@tasks.task
def draw_on_ko(board: Board, seat: str, count: int) -> Plan[None]:
    """An inherent ability lets a player draw when its Character is knocked out."""
    yield from blocks.draw(board, seat, count)
