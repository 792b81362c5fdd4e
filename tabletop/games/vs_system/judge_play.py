"""May this be played or used? Plot twists and payment powers: announcement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tabletop.games.vs_system import targets
from tabletop.games.vs_system.judge_build import costs_wanting
from tabletop.games.vs_system.judging import name, no, owned_by, step_words, there
from tabletop.games.vs_system.names import USED
from tabletop.games.vs_system.powers import Me, Paid, Payment
from tabletop.games.vs_system.printed import CHARACTER, EQUIPMENT, LOCATION, PLOT_TWIST
from tabletop.rules.model import Move, Violation

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board


def announced(b: Board, me: Me, ability: Paid, move: Move) -> Iterator[Violation]:
    """What is announced of any ability: mode, targets, window, costs."""
    if ability.options and move.option not in ability.options:
        rule = "target" if ability.modes else "cost"
        yield no(rule, f"{{{me.piece}}} asks for one of: {', '.join(ability.options)}.", me.piece)
    elif move.option and not ability.options:
        yield no("target", f"{{{me.piece}}} has no choice called {move.option}.", me.piece)
    if len(move.at) != len(ability.targets):
        many = len(ability.targets)
        text = f"{{{me.piece}}} needs {many or 'no'} target{'s' if many != 1 else ''}, and {len(move.at)} are named."
        yield no("target", text, me.piece)
    for target, aimed in zip(ability.targets, move.at, strict=False):
        yield from targets.wanting(b, target, me, aimed)
    yield from _window(b, me, ability)
    yield from costs_wanting(b, me, ability.costs_of(move.option), move.pick, move.declare)


def _window(b: Board, me: Me, ability: Paid) -> Iterator[Violation]:
    window = ability.window or (b.card(me.piece).window if not isinstance(ability, Payment) else "")
    if window and b.phase != window:
        text = f"{{{me.piece}}} is for the {window} phase only, and this is {step_words(b.step)}."
        yield no("play-only", text, me.piece)
        if isinstance(ability, Payment) and ability.backup:
            yield no("faq-6", text, me.piece)
    yield from ability.only(b, me)


def play(b: Board, move: Move) -> Iterator[Violation]:
    """A plot twist from hand or from face down in the own row, with enough resources."""
    card = move.card
    if card is None or not there(b, card):
        yield no("zone", f"{name(card)} is not on the table.")
        return
    printed = b.card(card)
    yield from owned_by(b, move.seat, card)
    if printed.type != PLOT_TWIST:
        yield no("zone", f"{{{card}}} is no plot twist, and only those are played.", card)
        if printed.type == LOCATION:
            yield no("location", f"{{{card}}} is flipped in the resource row, never played.", card)
    if card in b.resources(move.seat):
        if b.table.pieces[card].up:
            yield no("zone", f"{{{card}}} is face up, so it has been played already.", card)
            yield no("plot-twist", f"{{{card}}} is face up, so it has been played already.", card)
    elif card not in b.hand(move.seat):
        yield no("zone", f"{{{card}}} is neither in the hand nor in the resource row of {{{move.seat}}}.", card)
    have = len(b.resources(move.seat))
    if have < printed.cost:
        yield no("threshold", f"{{{card}}} needs {printed.cost} resources, and {{{move.seat}}} has {have}.", card)
    for effect in b.lasting("named"):
        if effect.seat != move.seat and effect.value == printed.name:
            yield no("named", f"Nobody against {{{effect.seat}}} plays {printed.name} this turn.", card)
    if printed.play is not None:
        yield from announced(b, Me(card, move.seat, b.object(card)), printed.play, move)


def payments(b: Board, card: int) -> tuple[tuple[str, Payment], ...]:
    """The payment powers of a card with their keys."""
    return b.card(card).payments


def chosen_payment(b: Board, move: Move) -> tuple[str, Payment] | None:
    """The payment power that a move means: the only one, or that of its number (1 is the first)."""
    if move.card is None:
        return None
    found = payments(b, move.card)
    index = (move.amount or 1) - 1
    return found[index] if 0 <= index < len(found) else None


def use(b: Board, move: Move) -> Iterator[Violation]:
    """A payment power of a card whose text works."""
    card = move.card
    if card is None or not there(b, card):
        yield no("zone", f"{name(card)} is not on the table.")
        return
    yield from owned_by(b, move.seat, card)
    found = chosen_payment(b, move)
    if found is None:
        yield no("zone", f"{{{card}}} has no power to be used.", card)
        return
    key, ability = found
    if ability.place == "row":
        if card not in b.resources(move.seat):
            yield no("zone", f"The power of {{{card}}} works in the resource row only.", card)
            yield no("play-only", f"The power of {{{card}}} works in the resource row only.", card)
    else:
        yield from _works(b, card)
    used = b.table.pieces[card].marks.get(USED)
    if ability.once and isinstance(used, list) and key in used:
        yield no("once-per-turn", f"{{{card}}} was used this turn, and that is possible once a turn.", card)
        if not ability.costs_of(move.option):
            yield no("faq-3", f"{{{card}}} was used this turn: a free power works once a turn.", card)
    yield from announced(b, Me(card, move.seat, b.object(card)), ability, move)


def _works(b: Board, card: int) -> Iterator[Violation]:
    if not b.in_play(card):
        yield no("zone", f"{{{card}}} is not in play.", card)
    elif b.working(card):
        return
    elif b.card(card).type in (CHARACTER, EQUIPMENT) and not b.is_resource(card):
        yield no("stunned", f"{{{card}}} is stunned or on a stunned character, so its text is off.", card)
    else:
        yield no("zone", f"{{{card}}} is face down, so it has no power.", card)
        if b.card(card).type in (LOCATION, PLOT_TWIST):
            rule = "location" if b.card(card).type == LOCATION else "ongoing"
            yield no(rule, f"{{{card}}} is face down, so it has no power.", card)
