"""Hints: where may the pieces go that a seat has picked up, and why not elsewhere?

They are judged on the table as the seat may know it (`tabletop.table.sight.as_seen`), so that neither a highlight nor a
reason can give away what a hidden card is. The referee judges on the table as it is.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tabletop.assist.meanings import meanings
from tabletop.rules.game import Game
from tabletop.rules.model import Gesture, Move, Verdict
from tabletop.table import layout, sight, words
from tabletop.table.state import Piece, Table

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something may not be done: the id of the rule page, a sentence for the seat, the cards to highlight."""

    rule: str
    text: str
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a drop could mean: the move, in words for the seat, and why it is not allowed (empty: it is)."""

    move: Move
    text: str
    reasons: tuple[Reason, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the rules allow it, as far as the seat can know."""
        return not self.reasons


@dataclass(frozen=True, slots=True)
class Hint:
    """What a drop at a place could mean, the legal meanings first. Without any meaning it is a mere movement."""

    meanings: tuple[Meaning, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether at least one meaning is allowed."""
        return bool(self.meanings) and self.meanings[0].legal

    @property
    def text(self) -> str:
        """What the drop would do, in words; for several meanings the first, and that there are more."""
        told = [meaning.text for meaning in self.meanings if meaning.legal == self.legal]
        if not told:
            return ""
        return told[0] if len(told) == 1 else f"{told[0]} (or {len(told) - 1} more)"

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why the drop is not allowed; empty if it is."""
        return self.meanings[0].reasons if self.meanings and not self.legal else ()


PLAIN = Hint()
"""The hint of a place where a drop means nothing to the rules."""

Place = tuple[str, int | None]


class Hints:
    """The hints for some pieces in a seat's hand, on one table at one time: `stale` once the table has changed.

    `zones` and `pieces` hold the legal places found so far; `search` looks for more, for as long as it may. `at` tells
    of any place at once.
    """

    def __init__(
        self, game: Game, table: Table, seat: str, pieces: Sequence[int], *, strict: bool = False
    ) -> None:  # fmt: skip
        """With `strict` a fault in the rules of the game is raised, not logged."""
        self.game = game
        self.strict = strict
        self.seat = seat
        self.picked = tuple(dict.fromkeys(i for i in pieces if i in table.pieces))
        self.zones: dict[str, Hint] = {}
        self.pieces: dict[int, Hint] = {}
        self._table = table
        self._revision = table.revision
        self._seen = sight.as_seen(table, seat)
        self._found: dict[tuple[Place, int | None], Hint] = {}
        self._verdicts: dict[Move, Verdict] = {}
        self._left = self._places() if self.picked else iter(())

    @property
    def stale(self) -> bool:
        """Whether the table has changed since the pieces were picked up."""
        return self._table.revision != self._revision

    def search(self, seconds: float | None = None) -> bool:
        """Look for legal places, for so long at the most. True once all have been looked at."""
        end = None if seconds is None else time.perf_counter() + seconds
        for zone_id, onto in self._left:
            hint = self.at(zone_id, onto)
            if hint.legal and hint.meanings != self._around(zone_id, onto).meanings:
                if onto is None:
                    self.zones[zone_id] = hint
                else:
                    self.pieces[onto] = hint
            if end is not None and time.perf_counter() >= end:
                return False
        return True

    def at(self, zone_id: str, onto: int | None = None, index: int | None = None) -> Hint:
        """What dropping the pieces into a zone, or onto a piece that lies there, would mean."""
        key = ((zone_id, onto), index)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._told(Gesture(self.seat, self.picked, zone_id, onto, index=index))
        return found

    def _around(self, zone_id: str, onto: int | None) -> Hint:
        """The hint of the wider place that a place lies in: what means just the same there is no place of its own."""
        if onto is not None:
            return self.at(zone_id)
        anchor = self._seen.zone(zone_id).anchor
        host = self._seen.pieces.get(anchor) if anchor is not None else None
        return self.at(host.zone) if host is not None else PLAIN

    def _told(self, gesture: Gesture) -> Hint:
        try:
            told = [self._meaning(move) for move in meanings(self.game, self._seen, gesture)]
        except Exception as fault:
            if self.strict:
                raise
            _log.error("The rules of %s failed to give a hint", self.game.id, exc_info=fault)
            return PLAIN
        return Hint(tuple(sorted(told, key=lambda meaning: not meaning.legal))) if told else PLAIN

    def _meaning(self, move: Move) -> Meaning:
        verdict = self._verdicts.get(move)
        if verdict is None:
            verdict = self._verdicts[move] = self.game.judge(self._seen, move)
        text = self._fill(self.game.describe(self._seen, move))
        reasons = tuple(
            Reason(violation.rule, self._fill(violation.message), violation.cards) for violation in verdict.violations
        )
        return Meaning(move, text, reasons)

    def _fill(self, label: str) -> str:
        text = words.fill(self._seen, label, self.seat, {})
        return text[:1].upper() + text[1:]

    def _places(self) -> Iterator[Place]:
        """Where pieces can be dropped: the seat's own zones, those of all, those of the others, then single pieces."""
        table = self._seen
        own = {self.seat: 0, None: 1}
        stored = [zone for zone in table.zones.values() if zone.anchor is None]
        at_cards = [zone for zone in layout.card_zones_at(table) if zone.anchor not in self.picked]
        for zone in sorted([*stored, *at_cards], key=lambda zone: own.get(zone.seat, 2)):
            yield zone.id, None
        for piece in table.pieces.values():
            if self._can_be_hit(table, piece):
                yield piece.zone, piece.id

    def _can_be_hit(self, table: Table, piece: Piece) -> bool:
        """Whether a drop can fall onto a piece: it lies open on the table, or on top of a pile."""
        if piece.id in self.picked:
            return False
        zone = table.zone(piece.zone)
        if zone.at_edge or zone.role == "hand":
            return False
        return zone.arrangement != "pile" or table.cards(zone.id)[0] == piece.id
