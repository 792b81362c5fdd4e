"""What every Special code is made of: the class `Code`, whose attributes and methods answer everything asked of a code.

See `codes/__init__.py` for how to declare one.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from tabletop.games.overpower import queries
from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.codes.keys import DURATIONS, FILTERS, LISTS, PRINTING, read_keys
from tabletop.games.overpower.filters import PLAIN, FilterError, card_fits, terms
from tabletop.games.overpower.plays import SITE, Defence, Grant, Play, lead_spec
from tabletop.games.overpower.queries import Hit
from tabletop.games.overpower.spec import ANY, NOTHING, TYPES, Spec, words
from tabletop.rules.model import Move, Plan, Ref, Violation


class Code:
    """One Special code. A subclass is its declaration: attributes for what is common, methods for what is its own."""

    id: ClassVar[str] = ""
    play: ClassVar[str] = "offense"
    """offense, defense or both; a card's own `play` goes before it."""
    kind: ClassVar[str] = "own"
    """numeric, effect (an attack without a number on a Character), opponent (an attack on the other player), own."""
    lasts: ClassVar[str] = "instant"
    keys: ClassVar[str] = ""
    """The parameters as the index of the codes page writes them: `level*, extra (1), scope (self)`."""
    meant: ClassVar[str] = ""
    """What it is meant as in defence, cited when it does not fit: avoid, shift, negate, or nothing."""
    companion: ClassVar[frozenset[str]] = frozenset()
    """What it may go along with (G8): attack, block, boost (also where a Universe card takes part), teamwork."""
    alone: ClassVar[bool] = True
    """Whether it may be played by itself on the own turn."""
    lies: ClassVar[str] = ""
    """Where its marker lies: self, target, at (what it was aimed at), team, opponent. Default by its kind."""
    burdens: ClassVar[bool] = False
    """A companion that burdens the target: it stays only if the attack lands (G8.2)."""
    any_hit: ClassVar[bool] = False
    """The effect of a hit needs no Character: a Battlesite will do (M 122)."""
    doubles_bonus: ClassVar[bool] = False
    answers_concession: ClassVar[bool] = False
    reserve_target: ClassVar[bool] = False
    """It may be aimed at the opposing Reserve."""

    needed: ClassVar[frozenset[str]]
    defaults: ClassVar[Mapping[str, Any]]

    def __init_subclass__(cls) -> None:
        cls.needed, cls.defaults = read_keys(cls.keys)

    # parameters

    def param(self, spec: Spec, key: str) -> Any:
        """A parameter of a card: what it prints, else the default of the code; lists as tuples."""
        value = spec.data.get(key)
        if value is None:
            value = self.defaults.get(key)
        if key in LISTS:
            return words(value)
        return value

    def number(self, spec: Spec, key: str) -> int:
        """A parameter that is a whole number, 0 where it is missing."""
        value = self.param(spec, key)
        return value if isinstance(value, int) else 0

    def table(self, spec: Spec, key: str) -> Mapping[str, Any]:
        """A parameter that is a table."""
        value = self.param(spec, key)
        return value if isinstance(value, Mapping) else NOTHING

    def problems(self, spec: Spec) -> Iterator[str]:
        """What is wrong with the parameters of a card: named with the code and the parameters that exist."""
        known = sorted(self.defaults)
        for key in spec.data:
            if key in PRINTING or key in self.defaults:
                continue
            near = difflib.get_close_matches(key, [*known, *PRINTING], 1)
            hint = f'; did you mean "{near[0]}"?' if near else ""
            reads = f"{self.id} reads {', '.join(known) or 'none'}"
            yield f'{spec.name}: {self.id} has no parameter "{key}"{hint} ({reads})'
        for key in sorted(self.needed - spec.data.keys()):
            yield f'{spec.name}: {self.id} needs the parameter "{key}"'
        for key in FILTERS:
            try:
                terms(words(spec.data.get(key)))
            except FilterError as fault:
                yield f"{spec.name}: {key}: {fault}"

    # how it is played

    def kind_of(self, board: Board, spec: Spec, seat: str, at: Ref | None) -> str:
        """What kind of play it is on the own turn; a card with a number is a numeric attack (1.1.4)."""
        return "numeric" if spec.level is not None else self.kind

    def play_of(self, spec: Spec) -> str:
        """When it may be played: offense, defense or both."""
        value = spec.get("play")
        return value if value in ("offense", "defense", "both") else self.play

    def lasts_of(self, spec: Spec) -> str:
        """How long it holds: instant, battle, next_battle or game."""
        value = self.param(spec, "duration")
        return value if value in DURATIONS else self.lasts

    def goes_along(self, board: Board, spec: Spec, attack: bool) -> bool:
        """Whether it may stand last in an attack, or in a block, of other cards."""
        if attack and self.play_of(spec) == "defense":
            return False
        return ("attack" if attack else "block") in self.companion

    def role(self, board: Board, move: Move, card: int, roles: tuple[str, ...], attack: bool) -> str:
        """What another card does beside this Special, which leads; "" where it does not belong there.

        By default: cards of `combine` (one), of `needs` (one, as a part of the attack).
        """
        lead = next((c for c in move.using if board.spec(c).code == self.id), None)
        if lead is None or not attack:
            return ""
        spec, other = board.spec(lead), board.spec(card)
        combine = self.param(spec, "combine")
        if combine:
            if other.is_boost and "boost" not in roles and ("basic" in combine or "training" in combine):
                return "boost" if card_fits(combine, other) else ""
            if other.is_power and "power" not in roles:
                return "power"
        if self.param(spec, "needs") and other.is_power and "power" not in roles:
            return "power"
        return ""

    mimics: ClassVar[bool] = False
    """It is played as another Special, which the option of the move names (DY)."""

    def takes(self, board: Board, play: Play, card: int, role: str) -> bool:
        """Whether it lets a card take part that lies neither in the hand nor with the one who plays it (CB)."""
        return False

    lends_others: ClassVar[bool] = False
    """It may stand first, before a Special of another Character that it lets its player use at once (HI, HU)."""

    def compose(self, board: Board, play: Play) -> Play:
        """The play with what this code changes about it as it is put together: bonus, types, data."""
        spec = lead_spec(board, play)
        if play.kind == "numeric" and play.at == SITE and self.param(spec, "site_level") is not None:
            return replace(play, base=self.number(spec, "site_level"))
        return play

    def targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """What it may be aimed at as far as its kind goes (None: nothing is named)."""
        other = board.opponent(play.seat)
        if play.kind in ("numeric", "effect"):
            yield from board.front(other)
            if self.reserve_target:
                yield from board.reserve(other)
            if play.kind == "numeric" and board.site(other) is not None:
                yield SITE
        elif play.kind == "opponent":
            yield other
        else:
            yield from self.own_targets(board, play)

    def own_targets(self, board: Board, play: Play) -> Iterator[Ref | None]:
        """What an own play may name."""
        yield None

    def kinds(self, board: Board, spec: Spec, seat: str) -> Sequence[tuple[str, Ref | None]]:
        """The kinds of play that it may be, each with a target that stands for it (a seat, a Character or None)."""
        return ((self.kind_of(board, spec, seat, None), None),)

    def declarations(self, board: Board, spec: Spec) -> Sequence[tuple[str, ...]]:
        """What may be named with it. By default: one of several types, or nothing."""
        if spec.level is not None and len(spec.power) > 1:
            return ((), *((kind,) for kind in spec.power))
        return ((),)

    def options(self, board: Board, spec: Spec) -> Sequence[str]:
        """The modes in which it may be played."""
        return ("",)

    def sets(self, board: Board, seat: str, by: int, card: int) -> Iterator[tuple[int, ...]]:
        """The cards that may stand after it, each set once: candidates, which are judged."""
        spec = board.spec(card)
        combine, needs = self.param(spec, "combine"), self.param(spec, "needs")
        if not needs:
            yield ()
        if combine or needs:
            pool = list(board.zone(seat, "hand"))
            if self.param(spec, "combine_by") == "teammate":
                pool += [c for mate in board.front(seat) if mate != by for c in board.at(mate, "placed")]
            else:
                pool += board.at(by, "placed")
            for other in pool:
                if other != card and card_fits((*combine, *needs), board.spec(other)):
                    yield (other,)

    def violations(self, board: Board, play: Play) -> Iterator[Violation]:
        """What the code itself demands of the play: its conditions, and the cards combined with it."""
        spec = lead_spec(board, play)
        combine, needs = self.param(spec, "combine"), self.param(spec, "needs")
        powers = play.with_role("power")
        for card in powers:
            if not card_fits((*combine, *needs), board.spec(card)):
                listed = ", ".join((*combine, *needs))
                yield Violation(self.id, f"{{{play.lead}}} goes with {listed}, not with {{{card}}}.", (card,))
        if needs and self.kind == "numeric" and not powers:
            yield Violation(self.id, f"{{{play.lead}}} needs a Power card ({', '.join(needs)}) with it.")
        several = spec.level is not None and len(spec.power) > 1
        if several and any(word not in spec.power for word in play.declare):
            yield Violation(self.id, f"{{{play.lead}}} attacks as {' or '.join(spec.power)}.")

    def along(self, board: Board, play: Play, card: int) -> Iterator[Violation]:
        """What it demands of the attack that it goes along with (G8.1): no Universe, Teamwork, Ally or Tactic card."""
        lead = lead_spec(board, play)
        if "boost" in play.roles and "boost" not in self.companion:
            yield Violation(self.id, f"{{{card}}} does not go along with a Universe card in the same action.", (card,))
        if play.lead_role in ("teamwork", "ally", "doubleshot", "artifact") and play.lead_role not in self.companion:
            yield Violation(
                self.id, f"{{{card}}} goes along with a Power card or a Special, not with {{{play.lead}}}.", (card,)
            )
        elif lead.is_special and not play.is_attack:
            yield Violation(self.id, f"{{{card}}} goes along with an attack; {{{play.lead}}} is none.", (card,))

    def beside(self, board: Board, defence: Defence, play: Play, card: int) -> Iterator[Violation]:
        """What it demands of the block that it goes along with (G8.3): the block must need it, and hold with it."""
        from tabletop.games.overpower.compose import block_value

        if defence.kind != "block":
            yield Violation(self.id, f"{{{card}}} goes along with a block.", (card,))
            return
        if "boost" in defence.roles and "boost" not in self.companion:
            yield Violation(self.id, f"{{{card}}} does not go along with a Universe card in the same block.", (card,))
        if lead_spec(board, defence).kind == "doubleshot":
            yield Violation(
                self.id, f"{{{card}}} goes along with a Power card that blocks, not with a Tactic.", (card,)
            )
        value = queries.attack_value(board, play)
        without = block_value(board, defence, play)
        if play.kind == "numeric" and without >= value and self.lifts_block:
            yield Violation(self.id, f"The block holds without {{{card}}}: {without} against {value}.", (card,))

    def beside_targets(self, board: Board, by: int) -> Iterator[Ref | None]:
        """What may be named as it goes along with a block of a Character (DX)."""
        yield None

    def own_action(self, spec: Spec) -> bool:
        """Whether it goes along only with what its own Character plays (AM), not with a teammate's action (BG)."""
        return True

    lifts_block: ClassVar[bool] = True
    """Whether a block that holds alone shuts it out as a companion of it."""

    # further rules of the attack

    def defence_rules(self, board: Board, play: Play, defence: Defence) -> Iterator[Violation]:
        """What it forbids in defence against the attack that it is part of (block defense_rule)."""
        if play.lead is not None and lead_spec(board, play).code == self.id:
            yield from self.shut_out(board, play.lead, defence)

    def follow_up_defence(self, board: Board, play: Play, defence: Defence) -> Iterator[Violation]:
        """What it forbids in defence against a further attack that it has granted (JW)."""
        return
        yield

    def shut_out(self, board: Board, lead: int, defence: Defence) -> Iterator[Violation]:
        """The cards of a defence that `defend_only` and `defend_not` of one of its cards shut out."""
        spec = board.spec(lead)
        only, never = self.param(spec, "defend_only"), self.param(spec, "defend_not")
        if not (only or never) or (defence.kind == "negate" and self.negatable):
            return
        sex = queries.gender(board, defence.by) if defence.by is not None else "neuter"
        boosted = "boost" in defence.roles
        for card, role in zip(defence.cards, defence.roles, strict=False):
            other = board.spec(card)
            facts: dict[str, Any] = {
                "with_universe": boosted,
                "gender": sex,
                "site": role != "activator" and defence.site,
                "defensive": defence.kind not in ("block",),
            }
            if only and role != "activator" and not card_fits(only, other, **facts):
                yield Violation(
                    self.id, f"{{{lead}}} is stopped only by {', '.join(only)}; {{{card}}} is none.", (card,)
                )
            if never and card_fits(never, other, **facts):
                yield Violation(
                    self.id, f"{{{card}}} may not be used against {{{lead}}} ({', '.join(never)}).", (card,)
                )

    def block_needed(self, board: Board, play: Play, value: int) -> int:
        """What a block has to reach against an attack that it leads: the value of the attack."""
        return value

    def touched(self, board: Board, play: Play) -> Sequence[int] | None:
        """The Characters that it would touch although it aims at none (DO); None: it concerns a player."""
        return None

    stopped_twice: ClassVar[bool] = False
    """Whether only two defences at once stop an attack that it takes part in (FC)."""

    negatable: ClassVar[bool] = False
    """Whether a negation stops it although its defence is limited (BA)."""

    def lands(self, board: Board, play: Play, card: int) -> bool:
        """Whether it stays as a hit when the attack lands."""
        return board.spec(card).numeric

    def destination(self, board: Board, play: Play, card: int) -> str | None:
        """A zone to which a card of its attack goes instead of its owner's pile (`play.outcome` says how it ended)."""
        return None

    # what it does

    ends_with_hit: ClassVar[bool] = True
    """Whether the lasting effect of its hit ends when the hit is negated later (G4)."""

    def works_on(self, board: Board, play: Play, char: int) -> bool:
        """Whether it could have an effect on a Character that it would be shifted to (M 101)."""
        return True

    def effect(self, board: Board, play: Play) -> Plan[None]:
        """What happens when it succeeds: let through, or (a numeric attack) landed on a Character. Operations, frames,
        as in a task; see `blocks.py`.
        """
        return
        yield

    def companion_effect(self, board: Board, play: Play, card: int) -> Plan[None]:
        """What happens when the attack that it went along with has landed."""
        return
        yield

    def afterwards(self, board: Board, play: Play) -> Plan[None]:
        """What happens at the end of the play however it ended (`play.outcome`), but for a negation."""
        return
        yield

    def grants(self, board: Board, play: Play) -> Iterator[Grant]:
        """The further attacks that it opens. By default those that its `extra` parameters describe."""
        spec = lead_spec(board, play)
        if "extra" not in self.defaults or not self.grants_after(play):
            return
        extra = self.param(spec, "extra")
        others = tuple(char for char in board.front(play.seat) if char != play.by)
        by = {"teammate": others, "each_teammate": others}.get(self.param(spec, "extra_by") or "self", (play.by or 0,))
        made = self.param(spec, "extra_with")
        yield Grant(
            self.id,
            play.lead or 0,
            -1 if extra == "any" else int(extra or 1),
            by,
            made=() if made == ("all",) else made,
            each=self.param(spec, "extra_by") == "each_teammate",
            at=self.param(spec, "extra_at") or "any",
            ref=play.aimed,
            bonus=self.number(spec, "extra_bonus"),
        )

    def grants_after(self, play: Play) -> bool:
        """Whether the way in which the play ended opens its further attacks (a negation never does)."""
        return True

    def follow_up(self, board: Board, play: Play, grant: Grant) -> Iterator[Violation]:
        """What it demands of a further attack beyond what the grant says."""
        return
        yield

    # in effect

    def may_leave(self, board: Board, card: int) -> bool:
        """Whether a negation may still take its card off the table (LP)."""
        return True

    def marker_place(self, board: Board, play: Play | Defence, card: int) -> tuple[int | None, str]:
        """Where its marker comes to lie: at a Character, or (None) at a seat."""
        other = board.opponent(play.seat)
        spec = board.spec(card)
        lies = self.lies_of(board, spec, play)
        target = play.at if isinstance(play.at, int) else None
        if lies == "team":
            return None, play.seat
        if lies == "opponent":
            return None, other
        if lies in ("target", "at") and target is not None:
            return target, board.seat_of(target)
        return play.by, play.seat

    def lies_of(self, board: Board, spec: Spec, play: Play | Defence) -> str:
        """Where its marker lies, as a word."""
        if self.lies:
            return self.lies
        kind = play.kind if isinstance(play, Play) else self.kind
        return {"effect": "target", "numeric": "target", "opponent": "opponent"}.get(kind, "self")

    def marker_data(self, board: Board, play: Play | Defence, card: int) -> dict[str, Any]:
        """What is kept with its marker: who played it, at whom, what was named, and from which battle on it works."""
        data: dict[str, Any] = {"by": play.by}
        if isinstance(play.at, int):
            data["at"] = play.at
        if play.declare:
            data["declare"] = list(play.declare)
        if self.lasts_of(board.spec(card)) == "next_battle":
            data["battle"] = board.battle + 1
        return data

    def supposed(self, board: Board, play: Play | Defence, card: int) -> Marker | None:
        """The marker that it will be, while the play or block that it goes along with is being judged."""
        host, seat = self.marker_place(board, play, card)
        data = {key: value for key, value in self.marker_data(board, play, card).items() if key != "battle"}
        return Marker(card, board.spec(card), host, seat, play.seat, data)

    def stays(self, board: Board, play: Play, card: int) -> bool:
        """Whether a companion stays in effect when the attack has ended as `play.outcome` says (G8.2)."""
        if self.lasts_of(board.spec(card)) == "instant" or play.outcome == "negated":
            return False
        return play.outcome == "hit" or not self.is_burden(board, play, card)

    def is_burden(self, board: Board, play: Play, card: int) -> bool:
        """Whether it burdens the other side."""
        _, seat = self.marker_place(board, play, card)
        return self.burdens or seat != play.seat

    def when_negated(self, board: Board, card: int) -> Plan[None]:
        """What else ends when its marker or hit is negated on the own turn of the other seat (CK)."""
        return
        yield

    def effects(self, board: Board, marker: Marker) -> Iterator[Effect]:
        """What holds while it is in effect: as a marker, or (a numeric attack) by its hit."""
        return
        yield

    def holds(self, marker: Marker, kind: str, **what: Any) -> Effect:
        """An effect that concerns the Character at which a marker lies, or the team of the seat where it lies."""
        on = frozenset({marker.host}) if marker.host is not None else None
        given: dict[str, Any] = {"rule": self.id, "source": marker.piece, "seat": marker.seat, "on": on} | what
        return Effect(kind=kind, **given)

    def declared(self, board: Board, marker: Marker, play: Play) -> Plan[None]:
        """What happens to its marker when an attack has been declared (AZ)."""
        return
        yield

    def play_ended(self, board: Board, marker: Marker, play: Play) -> Plan[None]:
        """What its marker does when any play is over: `play.outcome` and `play.defence` say how it went (BS)."""
        return
        yield

    def turn_begins(self, board: Board, marker: Marker, seat: str) -> Plan[None]:
        """What its marker does as the turn passes to a seat (HK)."""
        return
        yield

    def at_clean_up(self, board: Board, marker: Marker) -> Plan[None]:
        """What its marker does at the end of a battle, before hits and cards move (JL, CK, CL)."""
        return
        yield

    def at_line_up(self, board: Board, marker: Marker) -> Plan[None]:
        """What its marker does as a battle begins (BC, CK)."""
        return
        yield

    def as_hit(self, board: Board, one: Hit) -> Hit:
        """What it counts as once it has landed. By default: its level and types, or `hit_level` and `hit_power`, which
        make it a Power card; `damage` is added for the KO. Nothing is asked but prints and options.
        """
        spec = one.spec
        host = board.spec(one.host)
        if host.type == "location" and self.param(spec, "site_level") is not None:
            level = self.number(spec, "site_level")
            return queries.changed(one, level=level, types=queries.any_types(spec.words("site_power")))
        if self.param(spec, "hit_level") is not None:
            types = queries.any_types(self.param(spec, "hit_power"))
            return queries.changed(one, level=self.number(spec, "hit_level"), types=types, power_card=True)
        if ANY in spec.power:
            return queries.changed(one, types=())
        return one

    # in defence

    def defence_kind(self, board: Board, spec: Spec) -> str:
        """How it works in defence: block, avoid, shift, negate, answer, other."""
        return self.meant or ("answer" if self.answers_concession else "avoid" if self.play == "both" else "other")

    def wrong(self, text: str, *cards: int) -> Iterator[Violation]:
        """It is played at the wrong time, in answer to the wrong thing or for the wrong Character."""
        yield Violation(self.id, text, cards)
        if self.meant:
            yield Violation(self.meant, text, cards)

    def answers(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """What it demands of what it answers, and of whom it protects."""
        yield from self.wrong(f"{{{defence.lead}}} is no answer to that.", defence.lead or 0)

    def block_rules(self, board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
        """What it demands of the block that it leads (CC)."""
        return
        yield

    def outcome(self, board: Board, defence: Defence, play: Play) -> str:
        """How the play ends when it has been answered with this: avoided, negated, shifted, blocked, hit or stays."""
        return {"avoid": "avoided", "negate": "negated", "shift": "shifted", "block": "blocked"}.get(
            defence.kind, "avoided"
        )

    def defended(self, board: Board, defence: Defence, play: Play) -> Plan[None]:
        """What it does in defence beyond its outcome (draw a card, put somebody into the Reserve)."""
        return
        yield

    def defence_targets(self, board: Board, seat: str, by: int, spec: Spec, play: Play) -> Iterator[Ref | None]:
        """What may be named as it is played in defence."""
        yield None

    def defence_sets(self, board: Board, seat: str, by: int, card: int) -> Iterator[tuple[int, ...]]:
        """The cards that may stand after it in defence."""
        yield ()

    # in the hand

    frees_reserve: ClassVar[bool] = False
    """Held or placed, it keeps the cards of the Reserve from having to be placed (JB)."""

    def kept_for_reserve(self, board: Board, card: int, users: Sequence[int]) -> bool:
        """Whether a card that only the Reserve could play may stay in hand although it is not placed."""
        return False

    def unusable(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """Whether nobody can ever use it as things are, so that it goes in the discard phase (U)."""
        return False

    def waits(self, board: Board, seat: str, card: int, users: Sequence[int]) -> bool:
        """Whether it survives the discard phase only by being placed (PD)."""
        return False

    def makes_usable(self, board: Board, seat: str, card: int, other: int) -> bool:
        """Whether it could make another card usable that nobody can use as things are (AY, DX)."""
        return False


def in_scope(board: Board, scope: str, by: int, char: int) -> bool:
    """Whether a Character is among those that a `scope` means for an avoid: teammates include the Reserve."""
    if scope == "self":
        return char == by
    same = board.seat_of(char) == board.seat_of(by)
    if scope == "teammate":
        return same and char != by
    return same


def type_names(listed: Sequence[str]) -> str:
    """Types as people read them."""
    return " or ".join(word.capitalize() for word in listed if word in (*TYPES, ANY))


def known_word(word: str) -> bool:
    """Whether a word may stand in a filter."""
    return word.partition(":")[0] in PLAIN
