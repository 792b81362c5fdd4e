"""Where things lie and how: rows, areas, positions, faces, the chain, the attack. The lower half of the board.

What a rule needs lies in places where a hand can see and change it: a stunned character lies face down in its row, an
exhausted object lies sideways, a resource that works lies face up. Columns are the mark `column`; where marks and the
order in a row disagree (a hand put something between), the order counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabletop.games.vs_system import catalogue
from tabletop.games.vs_system.effects import CHAIN, EFFECT, Effect, Ref, read
from tabletop.games.vs_system.places import (
    ATTACK,
    COLUMN,
    INITIATIVE,
    LEAST_COLUMNS,
    OBJECT,
    PHASE,
    ROWS,
    STEP,
    THIS_TURN,
    TURN,
    WINNER,
    Attack,
    Place,
    phase_of,
    sideways,
)
from tabletop.games.vs_system.printed import CHARACTER, EQUIPMENT, LOCATION, PLOT_TWIST, Card
from tabletop.rules.agenda import AGENDA
from tabletop.rules.memo import Arrangement, Memo
from tabletop.table.state import SEATS, Definition, Table


class Layout:
    """A view of a table, made anew for each judgement or plan. What it has worked out holds until the table changes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._memo = Memo(table, *_NO_MATTER)
        self._laid = Arrangement(table)
        self._cards: dict[str, tuple[Definition, Card]] = {}

    def memo(self) -> dict[Any, Any]:
        """What has been worked out for the table as it is now, in this step."""
        places = self._memo.now()
        key = ("step", self.step)
        found: dict[Any, Any] | None = places.get(key)
        if found is None:
            found = places[key] = {}
        return found

    def places(self) -> dict[Any, Any]:
        """What has been worked out of places, marks, numbers and effects, whatever the step."""
        return self._memo.now()

    def laid(self) -> dict[Any, Any]:
        """What has been worked out of nothing but how the cards lie."""
        return self._laid.now()

    # seats and time

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, the one with the initiative first."""
        everyone = self.table.everyone
        first = self.initiative
        return (first, *(seat for seat in everyone if seat != first)) if first in everyone else everyone

    def opponent(self, seat: str) -> str:
        """The other player."""
        return next((other for other in self.table.everyone if other != seat), seat)

    @property
    def initiative(self) -> str:
        """The seat with the initiative."""
        found = self.table.facts.get(INITIATIVE)
        known = isinstance(found, str) and found in self.table.seats
        return str(found) if known else next(iter(self.table.everyone), "A")

    @property
    def turn(self) -> int:
        """The number of the turn; 0 before the first."""
        found = self.table.facts.get(TURN)
        return found if isinstance(found, int) else 0

    @property
    def step(self) -> str:
        """The step: "draw", "recruit:A" ... "setup" before the first turn, "over" at the end."""
        found = self.table.facts.get(STEP)
        return found if isinstance(found, str) else "setup"

    @property
    def phase(self) -> str:
        """The phase that the step belongs to."""
        return phase_of(self.step)

    @property
    def stepper(self) -> str | None:
        """Whose step it is, if it is one player's own."""
        _, colon, seat = self.step.partition(":")
        return seat if colon else None

    @property
    def primary(self) -> str:
        """The player who gets priority first."""
        found = self.stepper
        return found if found in self.table.seats else self.initiative

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.table.facts.get(WINNER) is not None or self.step == "over"

    def number(self, seat: str, name: str) -> int:
        """A number of a seat: "endurance", "resource_points"."""
        found = self.table.seats.get(seat)
        return found.counters.get(name, 0) if found is not None else 0

    def this_turn(self, seat: str, what: str) -> int:
        """How often a seat has done something this turn: "discarded", "plot_twists", "resources"."""
        done = self.table.facts.get(THIS_TURN)
        mine = done.get(seat) if isinstance(done, dict) else None
        found = mine.get(what, 0) if isinstance(mine, dict) else 0
        return found if isinstance(found, int) else 0

    # cards

    def card(self, piece: int) -> Card:
        """What a piece prints."""
        found = self.table.pieces.get(piece)
        return self.printed(found.card) if found is not None else catalogue.NOTHING

    def printed(self, card_id: str) -> Card:
        """What a card of the table prints."""
        definition = self.table.definitions.get(card_id)
        kept = self._cards.get(card_id)
        if kept is not None and kept[0] is definition:
            return kept[1]
        if definition is None:
            return catalogue.NOTHING
        card = catalogue.card_of(card_id, definition)
        self._cards[card_id] = (definition, card)
        return card

    def is_character_card(self, piece: int) -> bool:
        """Whether a card is of the type character, wherever it is."""
        return self.card(piece).type == CHARACTER

    def owner(self, piece: int) -> str:
        """Whose card it is."""
        found = self.table.pieces.get(piece)
        return (found.owner if found is not None else None) or self.initiative

    def zone_of(self, piece: int) -> str:
        """The zone in which a piece lies; "" if there is no such piece."""
        found = self.table.pieces.get(piece)
        return found.zone if found is not None else ""

    def object(self, piece: int) -> int:
        """Which object a piece is."""
        found = self.table.pieces.get(piece)
        number = found.marks.get(OBJECT, 0) if found is not None else 0
        return number if isinstance(number, int) else 0

    def ref(self, piece: int) -> Ref:
        """A piece as the object that it is now."""
        return (piece, self.object(piece))

    def alive(self, ref: Any) -> bool:
        """Whether an object (a piece, and which object it was) is still in play."""
        if not isinstance(ref, list | tuple) or len(ref) != 2 or not isinstance(ref[0], int):
            return False
        return self.in_play(ref[0]) and self.object(ref[0]) == ref[1]

    def hand(self, seat: str) -> list[int]:
        """The cards in a hand."""
        return self.table.cards(f"{seat}.hand")

    def deck(self, seat: str) -> list[int]:
        """A deck, the top card first."""
        return self.table.cards(f"{seat}.deck")

    def ko_pile(self, seat: str) -> list[int]:
        """A KO'd pile."""
        return self.table.cards(f"{seat}.ko")

    def resources(self, seat: str) -> list[int]:
        """A resource row, from left to right."""
        return self.table.cards(f"{seat}.resources")

    # places

    def columns(self, zone: str) -> dict[int, int]:
        """The characters of a row with their columns."""
        memo = self._laid.now()
        found: dict[int, int] | None = memo.get(zone)
        if found is None:
            found = memo[zone] = {}
            last = -1
            for piece in self.table.pieces_in(zone):
                if self.card(piece.id).type != CHARACTER:
                    continue
                marked = piece.marks.get(COLUMN)
                last = max(marked if isinstance(marked, int) else 0, last + 1)
                found[piece.id] = last
        return found

    def place(self, piece: int) -> Place | None:
        """The position of a character; None for anything that is not a character in a row."""
        laid = self._laid.now()
        found: dict[int, Place] | None = laid.get("place")
        if found is None:
            found = laid["place"] = {
                character: Place(seat, row, column)
                for zone, (seat, row) in _ROW_ZONES.items()
                if seat in self.table.seats
                for character, column in self.columns(zone).items()
            }
        return found.get(piece)

    def at(self, seat: str, row: str, column: int) -> int | None:
        """The character in a position."""
        return next((piece for piece, here in self.columns(f"{seat}.{row}").items() if here == column), None)

    def read_place(self, seat: str, word: str) -> Place | None:
        """A position as cases write it ("front:2"; "front" is its first free column); None if it is none."""
        row, colon, tail = word.partition(":")
        if row not in ROWS or (colon and not tail.isdecimal()):
            return None
        return Place(seat, row, int(tail) if colon else self.first_free(seat, row))

    def first_free(self, seat: str, row: str) -> int:
        """The first free column of a row."""
        taken = set(self.columns(f"{seat}.{row}").values())
        return next(column for column in range(len(taken) + 1) if column not in taken)

    def free(self, seat: str, rows: tuple[str, ...]) -> Iterator[Place]:
        """The free positions that are offered in some rows."""
        columns = max(LEAST_COLUMNS, len(self.characters(seat)) + 2)
        for row in rows:
            taken = set(self.columns(f"{seat}.{row}").values())
            for column in range(columns):
                if column not in taken:
                    yield Place(seat, row, column)

    def adjacent(self, one: int, other: int) -> bool:
        """Whether two characters are adjacent: side by side in a row, or one directly in front of the other."""
        a, b = self.place(one), self.place(other)
        if a is None or b is None or a.seat != b.seat or a.hidden != b.hidden:
            return False
        across = abs(a.column - b.column)
        return across == 1 if a.row == b.row else across == 0

    # objects

    def characters(self, seat: str | None = None) -> list[int]:
        """The characters in play, of a seat or of all, row by row and from left to right."""
        memo = self._laid.now()
        key = ("characters", seat)
        found: list[int] | None = memo.get(key)
        if found is None:
            found = memo[key] = []
            for who in self.table.everyone if seat is None else (seat,):
                for row in ROWS:
                    found += self.columns(f"{who}.{row}")
        return found

    def equipment(self, character: int) -> list[int]:
        """The equipment on a character."""
        return self.table.cards(f"{character}.equipment")

    def bearer(self, piece: int) -> int | None:
        """The character that an equipment is on."""
        host, _, name = self.zone_of(piece).partition(".")
        if name != "equipment" or not host.isdecimal() or self.place(int(host)) is None:
            return None
        return int(host)

    def controller(self, piece: int) -> str | None:
        """Who controls an object; None for what is not in play."""
        memo = self._laid.now()
        key = ("controller", piece)
        if key not in memo:
            zone = self.zone_of(piece)
            seat, _, name = zone.partition(".")
            found: str | None = None
            if name == "equipment":
                host = self.bearer(piece)
                found = self.controller(host) if host is not None else None
            elif seat in self.table.seats and (name == "resources" or (name in ROWS and piece in self.columns(zone))):
                found = seat
            memo[key] = found
        answer: str | None = memo[key]
        return answer

    def in_play(self, piece: int) -> bool:
        """Whether a piece is an object in play: a character, an equipment on one, or a resource."""
        return self.controller(piece) is not None

    def side(self, piece: int) -> str:
        """Who looks after a card: its controller in play, its owner elsewhere."""
        return self.controller(piece) or self.owner(piece)

    def objects(self, seat: str | None = None) -> list[int]:
        """All objects in play: characters, their equipment, resources."""
        memo = self._laid.now()
        key = ("objects", seat)
        found: list[int] | None = memo.get(key)
        if found is None:
            found = memo[key] = []
            for character in self.characters(seat):
                found.append(character)
                found += self.equipment(character)
            for who in self.table.everyone if seat is None else (seat,):
                found += self.resources(who)
        return found

    def sources(self, seat: str) -> list[tuple[int, Card]]:
        """The objects of a player that have payment powers."""
        memo = self._laid.now()
        key = ("sources", seat)
        found: list[tuple[int, Card]] | None = memo.get(key)
        if found is None:
            cards = [(piece, self.card(piece)) for piece in self.objects(seat)]
            found = memo[key] = [(piece, card) for piece, card in cards if card.payments]
        return found

    def face_down(self, seat: str, kind: str) -> list[tuple[int, Card]]:
        """The cards of a type that a player has face down in the row."""
        return self._of_type(seat, kind, "resources")

    def in_hand(self, seat: str, kind: str) -> list[tuple[int, Card]]:
        """The cards of a type that a player has in hand."""
        return self._of_type(seat, kind, "hand")

    def _of_type(self, seat: str, kind: str, zone: str) -> list[tuple[int, Card]]:
        memo = self._laid.now()
        key = (zone, kind, seat)
        found: list[tuple[int, Card]] | None = memo.get(key)
        if found is None:
            pieces = [piece for piece in self.table.pieces_in(f"{seat}.{zone}") if zone == "hand" or not piece.up]
            cards = [(piece.id, self.card(piece.id)) for piece in pieces]
            found = memo[key] = [(piece, card) for piece, card in cards if card.type == kind]
        return found

    def is_character(self, piece: int) -> bool:
        """Whether a piece is a character in play."""
        return self.place(piece) is not None

    def is_resource(self, piece: int) -> bool:
        """Whether a piece is a resource."""
        seat, _, name = self.zone_of(piece).partition(".")
        return name == "resources" and seat in self.table.seats

    def stunned(self, character: int) -> bool:
        """Whether a character is stunned: it lies face down in its row."""
        found = self.table.pieces.get(character)
        return found is not None and not found.up and self.place(character) is not None

    def exhausted(self, piece: int) -> bool:
        """Whether an object is exhausted: it lies sideways."""
        found = self.table.pieces.get(piece)
        return found is not None and sideways(found)

    def working(self, piece: int) -> bool:
        """Whether the text box of an object works."""
        card = self.card(piece)
        if card.type == CHARACTER:
            return self.place(piece) is not None and not self.stunned(piece)
        if card.type == EQUIPMENT:
            host = self.bearer(piece)
            return host is not None and not self.stunned(host)
        if card.type in (LOCATION, PLOT_TWIST) and self.is_resource(piece):
            return self.table.pieces[piece].up and (card.type == LOCATION or card.ongoing)
        return False

    # the chain and the attack

    def chain(self) -> list[tuple[int, Effect]]:
        """The effects on the chain with their pieces, the next to resolve first."""
        memo = self._laid.now()
        found: list[tuple[int, Effect]] | None = memo.get("chain")
        if found is None:
            found = memo["chain"] = []
            for piece in self.table.pieces_in(CHAIN):
                effect = read(piece.marks.get(EFFECT)) if EFFECT in piece.marks else None
                if effect is not None:
                    found.append((piece.id, effect))
        return found

    def on_chain(self, piece: int) -> Effect | None:
        """The effect that a piece on the chain stands for."""
        return next((effect for other, effect in self.chain() if other == piece), None)

    @property
    def attack(self) -> Attack | None:
        """The attack that is proposed or going on, with those who are still in it."""
        fact = self.table.facts.get(ATTACK)
        if not isinstance(fact, dict):
            return None
        memo = self.places()
        if "attack" not in memo:
            memo["attack"] = self._attack(fact)
        found: Attack | None = memo["attack"]
        return found

    def _attack(self, fact: dict[str, Any]) -> Attack | None:
        seat, state = fact.get("seat"), fact.get("state")
        if not isinstance(seat, str) or seat not in self.table.seats or state not in ("proposed", "attack"):
            return None
        listed = [ref for ref in _refs(fact.get("attackers")) if self.alive(ref) and self.is_character(ref[0])]
        attackers = tuple(ref[0] for ref in listed)
        defender = next(iter(_refs([fact.get("defender")])), None)
        if defender is not None and not (self.alive(defender) and self.is_character(defender[0])):
            defender = None
        if state == "attack":
            attackers = tuple(a for a in attackers if not self.stunned(a) and self.controller(a) == seat)
            if defender is not None and (self.stunned(defender[0]) or self.controller(defender[0]) == seat):
                defender = None
        player = str(fact.get("player", ""))
        there = defender[0] if defender is not None else None
        return Attack(str(state), str(seat), attackers, there, player, fact.get("team") is True)

    @property
    def fighting(self) -> Attack | None:
        """The attack that is going on, if it is more than a proposal."""
        found = self.attack
        return found if found is not None and found.going else None

    def attacking(self, character: int) -> bool:
        """Whether a character has the attacker characteristic."""
        attack = self.fighting
        return attack is not None and character in attack.attackers

    def defending(self, character: int) -> bool:
        """Whether a character has the defender characteristic."""
        attack = self.fighting
        return attack is not None and character == attack.defender

    def in_combat(self, character: int) -> bool:
        """Whether a character is an attacker or a defender."""
        return self.attacking(character) or self.defending(character)


_NO_MATTER = (AGENDA, STEP, PHASE, "passed", "answered", "numbers", "stops", "waiting")
"""Facts on which nothing depends that is worked out of places and effects; what depends on the step is kept apart."""

_ROW_ZONES = {f"{seat}.{row}": (seat, row) for seat in SEATS for row in ROWS}


def _refs(listed: Any) -> Iterator[Ref]:
    """The objects that a fact lists; what cannot be read is left out."""
    for ref in listed if isinstance(listed, list) else ():
        if isinstance(ref, list) and len(ref) == 2 and all(isinstance(part, int) for part in ref):
            yield (ref[0], ref[1])
