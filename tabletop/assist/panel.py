"""The panel beside the table: what the rules of a game show, and the lasting effects in force, told for a seat.

Everything in it lies on the table as facts, so a hand can set it; effects are ended by `end_effect`.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from tabletop.rules.game import Game
from tabletop.rules.lasting import EFFECTS, Lasting, effects
from tabletop.table import sight, words
from tabletop.table.acts import Act
from tabletop.table.ops import Fact
from tabletop.table.state import Table


@dataclass(frozen=True, slots=True)
class EffectLine:
    """A lasting effect in words: where it comes from, what it does, and what ends it; the cards to highlight."""

    effect: Lasting
    name: str
    text: str
    until: str
    cards: tuple[int, ...]


def panel_lines(game: Game, table: Table, seat: str | None) -> list[tuple[str, str]]:
    """What the game shows to a seat (phase, turn, totals, allowances), as pairs of words."""
    shown = game.panel(table, seat)
    return [(words.fill(table, name, seat, {}), words.fill(table, value, seat, {})) for name, value in shown]


def effect_lines(table: Table, seat: str | None, game: Game | None = None) -> list[EffectLine]:
    """The lasting effects in force, oldest first, in the words of the game where it has some."""
    return [_line(table, effect, seat, game) for effect in effects(table)]


def end_effect(table: Table, effect: Lasting) -> Act:
    """A hand ends a lasting effect, one only if there are several that are just the same."""
    left = effects(table)
    if effect not in left:
        return Act("ends nothing", [])
    left.remove(effect)
    name = words.pieces([effect.source]) if effect.source in table.pieces else words.quote(effect.rule or effect.kind)
    return Act(f"ends the effect of {name}", [Fact(EFFECTS, [msgspec.to_builtins(each) for each in left] or None)])


def _line(table: Table, effect: Lasting, seat: str | None, game: Game | None) -> EffectLine:
    source = table.pieces.get(effect.source) if effect.source is not None else None
    name = sight.name(table, seat, source) if source is not None else effect.rule or effect.kind
    text = effect.kind.replace("_", " ").replace(".", " ")
    if isinstance(effect.value, (int, str)) and not isinstance(effect.value, bool) and effect.value != "":
        text += f" {effect.value}"
    on = [piece for piece in effect.on if piece in table.pieces]
    if on:
        text += f" on {words.card_names(table, on, seat, {})}"
    elif effect.seat in table.seats:
        text += f" for {words.seat_name(table, effect.seat)}"
    until = effect.until.replace("_", " ")
    told = game.effect_text(table, effect) if game is not None else None
    if told is not None:
        text, until = (words.fill(table, label, seat, {}) for label in told)
    cards = tuple(dict.fromkeys([*([source.id] if source is not None else []), *on]))
    return EffectLine(effect, name, text, until, cards)
