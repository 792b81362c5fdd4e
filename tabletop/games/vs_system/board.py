"""The board: what every card and object has and is now. The upper half; `layout` says where things lie.

What a card has is what it prints, and what it gained, and not what it lost (FAQ, items 2 and 2.2). Nothing is stored
but the lasting effects on the table; everything else is asked anew, and kept only until the table changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tabletop.games.vs_system.house import House, house_rules
from tabletop.games.vs_system.layout import Layout
from tabletop.games.vs_system.names import EXHAUSTION, PLUS
from tabletop.games.vs_system.places import Place
from tabletop.games.vs_system.powers import Ability, Continuous, ContinuousKind, Me, Paid, Triggered
from tabletop.games.vs_system.printed import CHARACTER, EQUIPMENT, LOCATION, PLOT_TWIST
from tabletop.games.vs_system.rulebook import RULES
from tabletop.rules.lasting import Lasting, effects

__all__ = ["CHARACTER", "EQUIPMENT", "LOCATION", "PLOT_TWIST", "Board", "Place"]


class Board(Layout):
    """A view of a table with everything that the rules ask."""

    @property
    def house(self) -> House:
        """The house rules of this table."""
        return house_rules(self.table)

    # lasting effects

    def lasting(self, kind: str) -> list[Lasting]:
        """The lasting effects of a kind, oldest first."""
        memo = self.places()
        found: dict[str, list[Lasting]] | None = memo.get("lasting")
        if found is None:
            found = memo["lasting"] = {}
            for effect in effects(self.table):
                found.setdefault(effect.kind, []).append(effect)
        return found.get(kind, [])

    def lasts_on(self, kind: str, piece: int) -> list[Lasting]:
        """The lasting effects of a kind that hold for a piece by name."""
        return [effect for effect in self.lasting(kind) if piece in effect.on]

    # continuous powers

    def me(self, piece: int) -> Me:
        """An object as the source of its powers."""
        return Me(piece, self.side(piece), self.object(piece))

    def continuous(self, kind: ContinuousKind) -> list[tuple[Me, Continuous]]:
        """The continuous powers of a kind that work now, with their sources."""
        memo = self.laid()
        found: dict[str, list[tuple[Me, Continuous]]] | None = memo.get("continuous")
        if found is None:
            found = memo["continuous"] = {}
            for piece in self.objects():
                powers = self.card(piece).continuous
                if powers and self.working(piece):
                    me = self.me(piece)
                    for power in powers:
                        found.setdefault(power.kind, []).append((me, power))
        return found.get(kind, [])

    def watching(self, *events: str) -> list[tuple[Me, str, Triggered]]:
        """The triggered powers that look for one of these events now, with their sources and keys.

        Powers about leaving play look although their source is stunned (FAQ, item 12).
        """
        found = [watch for watch in self._watchful() if any(word in watch[2].on for word in events)]
        for effect in self.lasting("delayed"):
            value = effect.value if isinstance(effect.value, Mapping) else {}
            key = str(value.get("ability"))
            delayed = self.ability(str(value.get("card")), key)
            if isinstance(delayed, Triggered) and effect.on and any(word in delayed.on for word in events):
                found.append((Me(effect.on[0], effect.seat, self.object(effect.on[0])), key, delayed))
        return found

    def _watchful(self) -> list[tuple[Me, str, Triggered]]:
        """All triggered powers of objects that look for anything now."""
        memo = self.laid()
        found: list[tuple[Me, str, Triggered]] | None = memo.get("watchful")
        if found is None:
            found = memo["watchful"] = []
            for piece in self.objects():
                for key, power in self.card(piece).triggered:
                    if self.working(piece) or ("leaves play" in power.on and self.is_character(piece)):
                        found.append((self.me(piece), key, power))
        return found

    def ability(self, card_id: str, key: str) -> Ability | None:
        """An ability by the key that an effect keeps."""
        return RULES.get(key) or self.printed(card_id).abilities.get(key)

    def payment(self, card_id: str, key: str) -> Paid | None:
        """An ability that is announced and paid for, by its key."""
        found = self.ability(card_id, key)
        return found if isinstance(found, Paid) else None

    # qualities

    def _gained(self, piece: int, quality: str) -> list[str]:
        found: list[str] = []
        for effect in self.lasts_on("gain", piece):
            if isinstance(effect.value, Mapping):
                found += _words(effect.value.get(quality))
        return found

    def _lost(self, piece: int, quality: str) -> set[str]:
        lost: set[str] = set()
        for effect in self.lasts_on("lose", piece):
            if isinstance(effect.value, Mapping):
                lost.update(_words(effect.value.get(quality)))
        return lost

    def identities(self, piece: int) -> tuple[str, ...]:
        """The identities of a card, in whatever zone."""
        return self._quality("identities", piece)

    def versions(self, piece: int) -> tuple[str, ...]:
        """The versions of a card, in whatever zone."""
        return self._quality("versions", piece)

    def _quality(self, quality: str, piece: int) -> tuple[str, ...]:
        memo = self.places()
        key = (quality, piece)
        found: tuple[str, ...] | None = memo.get(key)
        if found is None:
            card = self.card(piece)
            if quality == "identities":
                listed = [*card.identities, *self._gained(piece, quality)]
                for worn in self.equipment(piece):
                    if self.working(worn):
                        listed += self.card(worn).gives
                powers = self.continuous("identities")
            else:
                listed = [*sorted(card.versions), *self._gained(piece, quality)]
                powers = self.continuous("versions")
            for me, power in powers:
                listed += power.ask(self, me, piece)
            lost = self._lost(piece, quality)
            found = memo[key] = tuple(word for word in dict.fromkeys(listed) if word not in lost)
        return found

    def army(self, piece: int) -> bool:
        """Whether a card has the version Army."""
        return "Army" in self.versions(piece)

    def teams(self, piece: int) -> tuple[str, ...]:
        """The team affiliations of a card, in whatever zone."""
        memo = self.places()
        key = ("teams", piece)
        found: tuple[str, ...] | None = memo.get(key)
        if found is None:
            found = memo[key] = self._teams(piece)
        return found

    def _teams(self, piece: int) -> tuple[str, ...]:
        teams = dict.fromkeys(self.card(piece).teams)
        allowed: set[str] | None = None
        if not any(piece in effect.on for effect in self.lasting("only teams")):
            teams.update(dict.fromkeys(self._gained(piece, "affiliations")))
            return tuple(self._crossed(piece, teams))
        # A loss of all teams counts from when it was made: gains of before go, gains of after come if they may. A team
        # that it cannot have brings no crossed-over one either.
        for effect in effects(self.table):
            if piece not in effect.on:
                continue
            if effect.kind == "only teams":
                teams = {}
                allowed = set(_words(effect.value)) & (allowed if allowed is not None else set(_words(effect.value)))
            elif effect.kind == "gain" and isinstance(effect.value, Mapping):
                gained = _words(effect.value.get("affiliations"))
                teams.update(dict.fromkeys(team for team in gained if allowed is None or team in allowed))
        crossed = self._crossed(piece, teams)
        return tuple(team for team in crossed if allowed is None or team in allowed)

    def _crossed(self, piece: int, teams: dict[str, None]) -> Iterable[str]:
        pairs = self.crossovers(self.side(piece))
        if not pairs or not self.is_character_card(piece):
            return teams
        if not self.house.crossover_all_zones and not self.in_play(piece):
            return teams
        found = dict(teams)
        changed = True
        while changed:
            changed = False
            for pair in pairs:
                if any(team in found for team in pair) and not all(team in found for team in pair):
                    found.update(dict.fromkeys(pair))
                    changed = True
        return found

    def crossovers(self, seat: str) -> list[tuple[str, ...]]:
        """The teams that are crossed over for a player."""
        memo = self.places()
        key = ("crossovers", seat)
        found: list[tuple[str, ...]] | None = memo.get(key)
        if found is None:
            asked = (tuple(power.ask(self, me)) for me, power in self.continuous("crossover") if me.seat == seat)
            found = memo[key] = [pair for pair in asked if len(pair) > 1]
        return found

    def share_team(self, one: int, other: int) -> bool:
        """Whether two cards share a team affiliation."""
        return not set(self.teams(one)).isdisjoint(self.teams(other))

    def share_identity(self, one: int, other: int) -> bool:
        """Whether two cards share an identity (FAQ, item 2.1)."""
        return not set(self.identities(one)).isdisjoint(self.identities(other))

    def same_name(self, one: int, other: int) -> bool:
        """Whether two cards have the same name."""
        return self.card(one).name == self.card(other).name

    def has_team(self, seat: str, team: str) -> bool:
        """Whether a player controls a character of a team."""
        return any(team in self.teams(character) for character in self.characters(seat))

    # keywords and icons

    def keywords(self, piece: int) -> dict[str, int]:
        """The keywords in force with their numbers; those of an object whose text box is off are not."""
        memo = self.places()
        key = ("keywords", piece)
        found: dict[str, int] | None = memo.get(key)
        if found is None:
            off = self.card(piece).type in (CHARACTER, EQUIPMENT) and self._bearing(piece) and not self.working(piece)
            found = memo[key] = {} if off else dict(self.card(piece).keywords)
            for me, power in self.continuous("keywords"):
                for word in power.ask(self, me, piece):
                    found.setdefault(word, 0)
        return found

    def _bearing(self, piece: int) -> bool:
        """Whether a piece is a character or an equipment in play, whose text can be off."""
        return self.place(piece) is not None or self.bearer(piece) is not None

    def willpower(self, piece: int) -> int:
        """The willpower in force."""
        return self.keywords(piece).get("Willpower", 0)

    def flight(self, character: int) -> bool:
        """Whether a character has flight (an icon, so it is there while stunned)."""
        return self.card(character).flight or any(
            self.card(worn).flight and self.working(worn) for worn in self.equipment(character)
        )

    def range(self, character: int) -> bool:
        """Whether a character has range."""
        return self.card(character).range or any(
            self.card(worn).range and self.working(worn) for worn in self.equipment(character)
        )

    def protected(self, character: int) -> bool:
        """Whether a character is protected: in a support row, behind somebody, and neither is stunned."""
        place = self.place(character)
        if place is None or not place.support or self.stunned(character):
            return False
        front = self.at(place.seat, "hidden_front" if place.hidden else "front", place.column)
        return front is not None and not self.stunned(front)

    def hidden(self, character: int) -> bool:
        """Whether a character is in the hidden area."""
        place = self.place(character)
        return place is not None and place.hidden

    def reinforced(self, character: int) -> bool:
        """Whether a character has reinforcement."""
        if self.lasts_on("reinforcement", character):
            return True
        for effect in self.lasting("rescue"):
            if character in effect.on:
                return True
            target = effect.on[0] if effect.on else None
            mine = self.controller(character) == effect.seat and not self.army(character)
            if target is not None and mine and self.share_identity(character, target):
                return True
        return False

    # numbers

    def cost(self, piece: int) -> int:
        """The cost: what stun loss and comparisons use."""
        return self.card(piece).cost

    def recruit_cost(self, piece: int) -> int:
        """The points that recruiting a card takes, without a boost."""
        extra = 0
        if self.is_character_card(piece):
            extra = sum(effect.value for effect in self.lasting("recruit cost") if isinstance(effect.value, int))
        return max(0, self.cost(piece) + extra)

    def atk(self, piece: int) -> int:
        """ATK in force; it may be negative, and then counts as 0."""
        return self.stats(piece)[0]

    def defence(self, piece: int) -> int:
        """DEF in force; it may be negative, and then counts as 0."""
        return self.stats(piece)[1]

    def stats(self, piece: int) -> tuple[int, int]:
        """ATK and DEF in force: printed, counters, equipment, lasting effects, continuous powers."""
        memo = self.memo()
        key = ("stats", piece)
        found: tuple[int, int] | None = memo.get(key)
        if found is None:
            found = memo[key] = self._stats(piece)
        return found

    def _stats(self, piece: int) -> tuple[int, int]:
        card = self.card(piece)
        atk, defence = card.atk, card.defence
        if card.type != CHARACTER or self.place(piece) is None:
            return atk, defence
        plus = self.table.pieces[piece].counters.get(PLUS, 0)
        atk, defence = atk + plus, defence + plus
        for worn in self.equipment(piece):
            if self.working(worn):
                atk, defence = atk + self.card(worn).atk, defence + self.card(worn).defence
        for effect in self.lasting("stats"):
            value = effect.value
            if isinstance(value, Mapping) and self._reaches(effect, value, piece):
                atk, defence = atk + _number(value.get("atk")), defence + _number(value.get("def"))
        for me, power in self.continuous("stats"):
            more = power.ask(self, me, piece)
            atk, defence = atk + more[0], defence + more[1]
        return atk, defence

    def _reaches(self, effect: Lasting, value: Mapping[str, Any], piece: int) -> bool:
        """Whether a lasting bonus holds for a character: by name, or because it fits the description now."""
        while_ = value.get("while")
        if isinstance(while_, list) and not self.still_exhausted(while_):
            return False
        if effect.on:
            return piece in effect.on
        return self.in_group(str(value.get("group")), Me(effect.source or 0, effect.seat), piece) and not (
            value.get("without") and value["without"] in self.versions(piece)
        )

    def still_exhausted(self, token: list[Any]) -> bool:
        """Whether an object has been exhausted without a break since it got this token (its piece and the number)."""
        piece = self.table.pieces.get(token[0]) if len(token) == 2 and isinstance(token[0], int) else None
        return piece is not None and self.exhausted(piece.id) and piece.marks.get(EXHAUSTION) == token[1]

    def in_group(self, group: str, me: Me, character: int) -> bool:
        """Whether a character belongs to a group that a card names."""
        if group == "self":
            return character == me.piece
        if group == "characters":
            return self.is_character(character)
        if group == "own characters":
            return self.controller(character) == me.seat
        if group == "opposing characters":
            return self.controller(character) not in (me.seat, None)
        if group == "adjacent":
            return self.adjacent(me.piece, character)
        return False

    # equipment

    def equipment_limit(self, character: int) -> int:
        """How many equipment a character may carry."""
        return max((power.ask(self, me, character) for me, power in self.continuous("capacity")), default=1)

    def unlimited(self, equipment: int, character: int) -> bool:
        """Whether a character may carry any number of equipment of this one's version (FAQ, item 8)."""
        versions = self.versions(equipment)
        return any(
            power.ask(self, me) in versions
            for me, power in self.continuous("any number")
            if me.piece != equipment and self.bearer(me.piece) == character
        )

    def crosses_areas(self, equipment: int) -> bool:
        """Whether an equipment may be on hidden characters and stays on as its bearer changes areas."""
        return not {"Concealed", "Concealed-Optional"}.isdisjoint(self.keywords(equipment))

    # uniqueness

    def unique(self, piece: int) -> bool:
        """Whether an object is unique as it comes into play."""
        card = self.card(piece)
        if card.type == CHARACTER:
            return not self.army(piece) and not any(
                power.ask(self, me, piece) for me, power in self.continuous("common")
            )
        if card.type == EQUIPMENT:
            return "Unique" in self.keywords(piece)
        return card.type == LOCATION and card.unique

    def namesakes(self, piece: int) -> list[int]:
        """The other objects of its name that its controller has; a face-down resource has no name."""
        name, seat = self.card(piece).name, self.controller(piece)
        return [
            other
            for other in (self.objects(seat) if seat is not None else ())
            if other != piece
            and self.card(other).name == name
            and (not self.is_resource(other) or self.table.pieces[other].up)
        ]


def _words(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [word for word in value if isinstance(word, str)] if isinstance(value, list | tuple) else []


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0
