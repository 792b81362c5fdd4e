"""The board: a typed view of an OverPower table, made anew for each question. It holds nothing but the table.

What is derived (the effects in force) is kept until the table changes, never longer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec

from tabletop.games.overpower.options import chosen
from tabletop.games.overpower.registry import codes
from tabletop.games.overpower.spec import NOTHING, TYPES, UNKNOWN, Spec, spec_of
from tabletop.rules import lasting
from tabletop.rules.agenda import AGENDA
from tabletop.rules.memo import NEVER, Arrangement, Memo
from tabletop.table.state import Piece, Table

PHASES = ("setup", "draw", "discard", "place", "venture", "battle", "end", "over")

MARKER = "code"
"""The kind of the lasting effects that a hit leaves behind: the card lies among the hits, its effect goes on."""

_NO_MATTER = (AGENDA, "acted", "age", "done", "placing", "ventured")
"""Facts that only say whose move it is: no effect, and nothing else that boards keep (`Board.memo`), asks for them."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A card that is in effect: in play beside a Character or a team, or as the lasting effect of a hit.

    `host` is the Character it lies at (None: it lies at the seat), `seat` the seat it lies at, `owner` whose card
    it is, `data` what was named as it was played: `by` (who played it), `at`, `declare`.
    """

    piece: int
    spec: Spec
    host: int | None
    seat: str
    owner: str
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def by(self) -> int | None:
        """The Character that played it, if that is known; else the one it lies at."""
        by = self.data.get("by")
        return by if isinstance(by, int) else self.host

    @property
    def at(self) -> int | None:
        """The Character that it was aimed at."""
        at = self.data.get("at")
        return at if isinstance(at, int) else None

    @property
    def chosen(self) -> str:
        """The type that was named."""
        declared = self.data.get("declare")
        return str(declared[0]) if isinstance(declared, list | tuple) and declared else ""


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that holds now, whatever makes it hold. `codes/__init__.py` lists the kinds and what they read.

    `rule` is cited when it forbids something, `source` is the piece it comes from; `event` and `home` say that this is
    an Event or a Homebase. It concerns the Characters `on`, or
    the whole team of `seat` where `on` is None (both teams where `seat` is empty too).
    """

    kind: str
    rule: str
    source: int | None = None
    seat: str = ""
    on: frozenset[int] | None = None
    amount: int = 0
    words: tuple[str, ...] = ()
    table: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    use: str = "all"
    versus: int | None = None
    test: Any = None
    event: bool = False
    home: bool = False

    def concerns(self, char: int, seat: str) -> bool:
        """Whether it holds for a Character of that seat."""
        if self.on is not None:
            return char in self.on
        return not self.seat or self.seat == seat

    def for_seat(self, seat: str) -> bool:
        """Whether it holds for a player."""
        return not self.seat or self.seat == seat


_LAID, _NOW, _PLAY = "overpower laid", "overpower now", "overpower play"
"""Where a table keeps what boards have worked out of how its cards lie, and of all of it, and the play that waits."""


class Board:
    """A table of OverPower, as its rules read it. `extra` are markers that are only supposed to lie there, `stands`
    says for what else pieces are supposed to stand.
    """

    __slots__ = ("_laid", "_now", "_own", "_plain", "_revision", "extra", "stands", "table")

    def __init__(self, table: Table, extra: tuple[Marker, ...] = (), stands: Mapping[int, Spec] | None = None) -> None:
        self.table = table
        self.extra = extra
        self.stands = stands
        self._revision = NEVER
        self._own: dict[Any, Any] = {}
        # Pieces that are only imagined are in nobody's way: what they stand for changes nothing on the table.
        self._plain = not extra and (stands is None or table.pieces.keys().isdisjoint(stands))
        laid: Arrangement | None = table.kept.get(_LAID)
        if laid is None:
            laid = table.kept[_LAID] = Arrangement(table)
        self._laid = laid
        now: Memo | None = table.kept.get(_NOW)
        if now is None:
            now = table.kept[_NOW] = Memo(table, *_NO_MATTER)
        self._now = now

    def memo(self) -> dict[Any, Any]:
        """What has been worked out of this board, as long as nothing changes on the table but facts that do not matter;
        boards on which nothing is supposed share it.
        """
        if self._plain:
            return self._now.now()
        if self._revision != self.table.revision:
            self._own = {}
            self._revision = self.table.revision
        return self._own

    def laid(self) -> dict[Any, Any] | None:
        """What has been worked out of how the cards lie; None where pieces stand for others."""
        return self._laid.now() if self.stands is None else None

    def supposing(self, *markers: Marker) -> Board:
        """The board as it would be with further markers in play."""
        return Board(self.table, (*self.extra, *markers), self.stands) if markers else self

    def standing(self, stands: Mapping[int, Spec]) -> Board:
        """The board as it would be if pieces stood for other cards (DY), or if there were such pieces."""
        return Board(self.table, self.extra, {**(self.stands or {}), **stands})

    # facts

    def fact(self, name: str, default: Any = None) -> Any:
        """A fact, or `default` where it is missing."""
        value = self.table.facts.get(name)
        return default if value is None else value

    def listed(self, name: str) -> list[Any]:
        """A fact that is a list; empty where it is none."""
        value = self.table.facts.get(name)
        return value if isinstance(value, list) else []

    def option(self, name: str) -> Any:
        """An option of the game as this table has it."""
        return chosen(self.table.facts.get("options"), name)

    @property
    def phase(self) -> str:
        """The phase of the battle."""
        phase = self.table.facts.get("phase")
        return phase if phase in PHASES else "setup"

    @property
    def first(self) -> str:
        """The first player of the battle."""
        return str(self.fact("first", self.seats[0] if self.seats else "A"))

    @property
    def turn(self) -> str:
        """Whose offensive turn it is; outside the battle phase the first player."""
        return str(self.fact("turn", self.first))

    @property
    def battle(self) -> int:
        """The number of the battle, from 1."""
        value = self.table.facts.get("battle")
        return value if isinstance(value, int) else 1

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that play."""
        return self.table.everyone[:2]

    def opponent(self, seat: str) -> str:
        """The other player."""
        return next((other for other in self.seats if other != seat), seat)

    def passed(self, seat: str) -> bool:
        """Whether a seat has passed in this battle."""
        return seat in self.listed("passed")

    def finished(self, seat: str) -> bool:
        """Whether a seat is done with the present phase."""
        return seat in self.listed("done")

    # pieces

    def spec(self, piece: int) -> Spec:
        """What a piece is; a card that stands for another one (DY) is that one."""
        if self.stands is not None and piece in self.stands:
            return self.stands[piece]
        laid = self._laid.now()
        spec: Spec | None = laid.get(piece)
        if spec is None:
            spec = laid[piece] = self._spec(piece)
        return spec

    def _spec(self, piece: int) -> Spec:
        found = self.table.pieces.get(piece)
        if found is None:
            return UNKNOWN
        card = found.marks.get("as") or found.card
        return spec_of(str(card), self.table.definitions.get(str(card)))

    def printed(self, piece: int) -> Spec:
        """What a piece is by its print, whatever it stands for."""
        found = self.table.pieces.get(piece)
        return spec_of(found.card, self.table.definitions.get(found.card)) if found is not None else UNKNOWN

    def piece(self, piece: int) -> Piece | None:
        """A piece by its id."""
        return self.table.pieces.get(piece)

    def owner(self, piece: int) -> str:
        """Whose card a piece is; the seat it lies at where nobody is named."""
        found = self.table.pieces.get(piece)
        return (found.owner or self.seat_of(piece)) if found is not None else ""

    def mark(self, piece: int, name: str, default: Any = None) -> Any:
        """A mark of a piece."""
        found = self.table.pieces.get(piece)
        return found.marks.get(name, default) if found is not None else default

    def zone_of(self, piece: int) -> tuple[str, str]:
        """Where a piece lies: whose zone (a seat, a piece's id as text, or ""), and the zone's name."""
        found = self.table.pieces.get(piece)
        if found is None:
            return "", ""
        whose, _, name = found.zone.rpartition(".")
        return whose, name

    def seat_of(self, piece: int) -> str:
        """The seat at which a piece lies, directly or at another piece."""
        seats: dict[int, str] = self._of_all("seats")
        seat = seats.get(piece)
        if seat is None:
            seat = seats[piece] = self._seat_of(piece)
        return seat

    def _of_all(self, what: str) -> dict[Any, Any]:
        """What is kept of one kind as long as the cards lie as they do."""
        laid = self._laid.now()
        found: dict[Any, Any] | None = laid.get(what)
        if found is None:
            found = laid[what] = {}
        return found

    def _seat_of(self, piece: int) -> str:
        for _ in range(8):
            whose, _name = self.zone_of(piece)
            if not whose.isdecimal():
                return whose
            piece = int(whose)
        return ""

    def host(self, piece: int) -> int | None:
        """The piece at which a piece lies."""
        whose, _ = self.zone_of(piece)
        return int(whose) if whose.isdecimal() else None

    def host_of_zone(self, zone_id: str) -> int | None:
        """The piece to which a zone belongs."""
        whose, _, _ = zone_id.rpartition(".")
        return int(whose) if whose.isdecimal() else None

    def zone(self, seat: str, name: str) -> list[int]:
        """The pieces in a seat's zone. Not to be changed."""
        return self.table.cards(f"{seat}.{name}")

    def at(self, piece: int, name: str) -> list[int]:
        """The pieces in a zone of a piece (placed, hits, record, effects). Not to be changed."""
        return self.table.cards(f"{piece}.{name}")

    def _characters(self, seat: str, name: str) -> list[int]:
        if self.stands is not None:
            return [piece for piece in self.zone(seat, name) if self.spec(piece).type == "character"]
        rows = self._of_all(name)
        found: list[int] | None = rows.get(seat)
        if found is None:
            found = [piece for piece in self.zone(seat, name) if self.spec(piece).type == "character"]
            rows[seat] = found
        return list(found)

    def front(self, seat: str) -> list[int]:
        """The Characters of a Front Line."""
        return self._characters(seat, "front")

    def reserve(self, seat: str) -> list[int]:
        """The Characters in Reserve."""
        return self._characters(seat, "reserve")

    def team(self, seat: str) -> list[int]:
        """The Characters of a team that are not knocked out: Front Line and Reserve."""
        return [*self.front(seat), *self.reserve(seat)]

    def fallen(self, seat: str) -> list[int]:
        """The Characters of a team that are knocked out."""
        return self._characters(seat, "defeated")

    def is_character(self, piece: int | None) -> bool:
        """Whether a piece is a Character, and neither a Location nor a card that may be attacked (EB)."""
        return piece is not None and self.spec(piece).type == "character"

    def is_front(self, piece: int | None, seat: str | None = None) -> bool:
        """Whether a piece stands in a Front Line (of that seat)."""
        if piece is None:
            return False
        whose, name = self.zone_of(piece)
        return name == "front" and (seat is None or whose == seat) and self.spec(piece).type == "character"

    def is_reserve(self, piece: int | None, seat: str | None = None) -> bool:
        """Whether a piece is a Character in Reserve (of that seat)."""
        if piece is None:
            return False
        whose, name = self.zone_of(piece)
        return name == "reserve" and (seat is None or whose == seat) and self.spec(piece).type == "character"

    def site(self, seat: str) -> int | None:
        """The Battlesite of a seat, if it has one that stands."""
        return next((p for p in self.zone(seat, "battlesite") if self.spec(p).type == "location"), None)

    def placed(self, seat: str) -> list[int]:
        """All cards placed to Characters of a seat, the Reserve's too."""
        return [card for char in self.team(seat) for card in self.at(char, "placed")]

    def held(self, seat: str) -> list[int]:
        """All cards that a seat could play or keep: hand, and what is placed."""
        return [*self.zone(seat, "hand"), *self.placed(seat)]

    # what is in effect

    def markers(self) -> Iterator[Marker]:
        """The cards in effect now, the oldest first where their age is known."""
        found = [marker for marker in self._markers() if self._works_now(marker)]
        found.sort(key=lambda marker: marker.data.get("age", 0))
        yield from found

    def waiting_markers(self) -> Iterator[Marker]:
        """The cards in effect, those that wait for the next battle included."""
        return self._markers()

    def _markers(self) -> Iterator[Marker]:
        table = self.table
        yield from self._lying()
        for effect in lasting.effects(table, MARKER):
            if effect.source in table.pieces and isinstance(effect.source, int):
                host = effect.on[0] if effect.on else None
                data = effect.value if isinstance(effect.value, dict) else {}
                seat = self.seat_of(host) if host is not None else effect.seat
                # the effect goes on when its card has gone, and a mimic in a pile is only itself again (DY)
                played = data.get("as")
                spec = spec_of(played, table.definitions.get(played)) if isinstance(played, str) else None
                if host is None or host in table.pieces:
                    yield Marker(
                        effect.source, spec or self.spec(effect.source), host, seat, self.owner(effect.source), data
                    )
        yield from self._going_along()
        yield from self.extra

    def _lying(self) -> Sequence[Marker]:
        """The markers that lie on the table as cards."""
        laid = self.laid()
        found: list[Marker] | None = laid.get("markers") if laid is not None else None
        if found is None:
            table, found = self.table, []
            for seat in self.seats:
                found += [self._marker(piece, None, seat) for piece in table.cards(f"{seat}.effects")]
                for zone in ("front", "reserve"):
                    for char in table.cards(f"{seat}.{zone}"):
                        found += [self._marker(piece, char, seat) for piece in table.cards(f"{char}.effects")]
            if laid is not None:
                laid["markers"] = found
        return found

    def _going_along(self) -> Iterator[Marker]:
        """The Specials that go along with the play that waits: they count already (G8.1)."""
        play = self.play()
        if play is None or not play.companions:
            return
        for card in play.companions:
            code = codes.get(self.spec(card).code)
            if code is not None and self.zone_of(card)[1] == "action":
                marker = code.supposed(self, play, card)
                if marker is not None:
                    yield marker

    def _marker(self, piece: int, host: int | None, seat: str) -> Marker:
        data = self.mark(piece, "data")
        return Marker(piece, self.spec(piece), host, seat, self.owner(piece), data if isinstance(data, dict) else {})

    def _works_now(self, marker: Marker) -> bool:
        battle = marker.data.get("battle")
        return not isinstance(battle, int) or battle <= self.battle

    def effects(self, kind: str) -> Sequence[Effect]:
        """Everything of a kind that holds now."""
        memo = self.memo()
        told: dict[str, list[Effect]] | None = memo.get("effects")
        if told is None:
            told = memo["effects"] = self._all_effects()
        return told.get(kind, ())

    def _all_effects(self) -> dict[str, list[Effect]]:
        from tabletop.games.overpower.effects import all_effects

        found: dict[str, list[Effect]] = {}
        for effect in all_effects(self):
            found.setdefault(effect.kind, []).append(effect)
        return found

    def on(self, kind: str, char: int) -> Iterator[Effect]:
        """What of a kind holds for a Character."""
        found = self.effects(kind)
        if found:
            seat = self.seat_of(char)
            for effect in found:
                if effect.concerns(char, seat) and not self._ignores(char, effect):
                    yield effect

    def _ignores(self, char: int, effect: Effect) -> bool:
        """Events do not touch a Character that is immune to them (GI)."""
        return effect.event and any(found.on is not None and char in found.on for found in self.effects("no_events"))

    def for_seat(self, kind: str, seat: str) -> Iterator[Effect]:
        """What of a kind holds for a player."""
        return (effect for effect in self.effects(kind) if effect.for_seat(seat))

    # ratings

    def grid(self, char: int, use: str = "all") -> dict[str, int]:
        """The Power Grid of a Character now: printed ratings, then what changes them, the older change first.

        `use` is "attack", "defense" or "all" for whatever does not depend on it.
        """
        ratings = dict(self.spec(char).grid)
        for effect in self.on("grid", char):
            if effect.use not in ("all", use):
                continue
            raises = effect.words == ("raise",)
            for kind, value in effect.table.items():
                if kind in TYPES and isinstance(value, int):
                    ratings[kind] = max(ratings[kind], value) if raises else value
        return ratings

    def best(self, char: int, use: str = "all") -> int:
        """The highest rating of a Character."""
        return max(self.grid(char, use).values())

    def play(self) -> Any:
        """The play that waits for its answer (`plays.Play`), or None."""
        table = self.table
        fact = table.facts.get("play")
        if fact is None:
            return None
        kept = table.kept.get(_PLAY)
        if kept is None or kept[0] is not fact:
            from tabletop.games.overpower.plays import Play

            kept = table.kept[_PLAY] = (fact, decode(fact, Play))
        return kept[1]


def decode(value: Any, kind: Any) -> Any:
    """A fact as a struct; None where it is missing or somebody has edited it beyond recognition."""
    if not isinstance(value, dict):
        return None
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, ValueError, TypeError):
        return None


@lru_cache(maxsize=64)
def gender_word(word: str) -> str:
    """The gender of a Character; groups and whoever prints none are neuter (M 57)."""
    return word if word in ("male", "female") else "neuter"
