"""Positions of the toy game, set up for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tabletop.assist.referee import Mode
from tabletop.assist.session import Session
from tabletop.cards.dealing import definition, lay_out
from tabletop.cards.library import Library
from tabletop.rules.model import Gesture
from tabletop.table import acts
from tabletop.table.ops import Create, Define, Fact
from tabletop.table.state import Piece

from .skirmish import library


class Position:
    """A session of Skirmish with these cards; a card is named, further copies with #2, #3."""

    def __init__(
        self, mode: Mode = "referee", turn: str = "A", folder: Path | None = None, **zones: Sequence[str]
    ) -> None:  # fmt: skip
        """Zones are given as `A_field=["Tall Knight", ...]`."""
        self.library: Library = library()
        document = lay_out(self.library, [None, None], names=["Anna", "Bea"], draw=False)
        self.ids: dict[str, int] = {}
        with document.history.step("sets up", how="setup") as step:
            for card in self.library.cards.values():
                step.do(Define(card.id, definition(card)))
            for key, names in zones.items():
                zone = document.table.zone(key.replace("_", "."))
                for name in names:
                    card = self.library.find_title(name.partition("#")[0])
                    assert card is not None
                    self.ids[name] = document.table.next_id
                    up = zone.face != "down" and zone.role != "hand"
                    piece = Piece(document.table.next_id, card=card.id, owner=zone.seat, zone=zone.id, up=up)
                    step.do(Create(piece, -1))
            step.do(Fact("turn", turn))
            step.do(Fact("assist", mode))
        self.session = Session(document, self.library, folder=folder)
        self.session.referee.strict = True
        self.table = self.session.table
        self.referee = self.session.referee

    def __getitem__(self, name: str) -> int:
        return self.ids[name]

    def zone(self, name: str) -> str:
        """Where a card lies."""
        return self.table.pieces[self[name]].zone

    def drag(self, name: str, zone: str, onto: str | None = None, seat: str = "A"):
        """A card is dragged to a zone, or onto a card there."""
        target = self[onto] if onto is not None else None
        gesture = Gesture(seat, (self[name],), zone, target)
        return self.session.wish(gesture, acts.move(self.table, [self[name]], zone))

    def hand(self, name: str, zone: str, seat: str = "A"):
        """A hand just moves a card."""
        return self.referee.by_hand(acts.move(self.table, [self[name]], zone), seat)

    def log(self, seat: str | None = None) -> list[str]:
        """The log, details indented."""
        return [f"  {line.text}" if line.detail else line.text for line in self.session.log(seat)]

    def marks(self, name: str) -> Mapping[str, object]:
        """The marks of a card."""
        return self.table.pieces[self[name]].marks
