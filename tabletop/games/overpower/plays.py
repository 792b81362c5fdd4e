"""What is being played: a play that waits for its answer, a defence against it, and the further attacks it opens.

All three are data, so that they lie on the table as facts (`play`, `grants`) and a game can be saved between any two
moves. A play is put together from a move in one place (`compose.py`), for judging and for carrying out alike.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from tabletop.games.overpower.board import Board, decode
from tabletop.games.overpower.spec import UNKNOWN, Spec
from tabletop.rules.model import Ref

LEADS = ("power", "special", "teamwork", "ally", "doubleshot", "artifact")
"""The roles of the card that leads a play. The others: boost (Basic or Training), given (contributed by a teammate),
companion (a Special that goes along), activator, cost (discarded or exchanged for a Special), lent (a Special played
together with the card that lends it).
"""

SITE = "battlesite"
"""The word for the opposing Battlesite as a target."""


class Grant(msgspec.Struct, frozen=True, omit_defaults=True):
    """Further attacks that a play has opened (block follow_up, G7).

    `rule` is cited when a follow-up does not fit, `source` the card that opened them; `left` how many (-1: any
    number). `by` are the Characters that may make them, `each` says that each of them may do so only once (`used`
    have). `made` is a filter of what they are made as (empty: anything); `entries` are such filters of which each
    is used up by one attack. `power`, `special` and `boost` say whether a Power card, a Special or a Basic or
    Training card may take part; `plays` allows Specials that are no attacks. `card` is the only card that will do.
    `at` is any, same or different, measured at `ref`. `bonus` (or the next of `bonuses`) is added to the attack.
    `must`: it may not be declined. `joined`: it is one action with its source, so that a negation of that stops it too.
    `free` are requirements of the card that need not be met (FB, BQ). `chains`:
    what the follow-up itself grants is granted.
    """

    rule: str
    source: int
    left: int = 1
    by: tuple[int, ...] = ()
    each: bool = False
    used: tuple[int, ...] = ()
    made: tuple[str, ...] = ()
    entries: tuple[tuple[str, ...], ...] = ()
    power: bool = True
    special: bool = True
    boost: bool = True
    plays: bool = False
    any_card: bool = False
    card: int | None = None
    at: str = "any"
    ref: Ref | None = None
    bonus: int = 0
    bonuses: tuple[int, ...] = ()
    universe: bool = False
    must: bool = False
    joined: bool = False
    free: bool = False
    chains: bool = True
    undefended: bool = False
    after_concession: bool = False
    data: dict[str, Any] = {}

    @property
    def next_bonus(self) -> int:
        """What the next of them adds."""
        return self.bonuses[0] if self.bonuses else self.bonus

    def after(self, by: int | None, entry: int | None) -> Grant:
        """What is left when one of them has been made."""
        entries = (
            tuple(found for i, found in enumerate(self.entries) if i != entry) if entry is not None else self.entries
        )
        return msgspec.structs.replace(
            self,
            left=self.left - 1 if self.left > 0 else self.left,
            used=(*self.used, by) if by is not None else self.used,
            entries=entries,
            bonuses=self.bonuses[1:],
            must=self.data.get("must_all", False) and self.must,
        )


class Defence(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is played in answer to a play: by whom, with which cards in which roles, and how it works.

    `kind` is block, avoid, shift, negate, answer (to a concession) or other; `value` the value of a block. Two defences
    that are declared together are the `parts` of one; each of them is a `half` (FC).
    """

    seat: str
    by: int | None = None
    cards: tuple[int, ...] = ()
    roles: tuple[str, ...] = ()
    kind: str = "other"
    at: Ref | None = None
    declare: tuple[str, ...] = ()
    option: str = ""
    value: int = 0
    half: bool = False
    parts: tuple[Defence, ...] = ()

    def with_role(self, *roles: str) -> tuple[int, ...]:
        """The cards in these roles."""
        return tuple([card for card, role in zip(self.cards, self.roles, strict=False) if role in roles])

    @property
    def lead(self) -> int | None:
        """The card that leads it."""
        for card, role in zip(self.cards, self.roles, strict=False):
            if role in LEADS:
                return card
        return None

    @property
    def site(self) -> bool:
        """Whether it comes from under a Battlesite."""
        return "activator" in self.roles


class Play(msgspec.Struct, frozen=True, omit_defaults=True):
    """An offensive play, as it waits for its answer.

    `kind` is numeric, effect (an attack without a number on one Character), opponent (an attack on the other player),
    own, or concession. `at` is where it goes now, `aimed` where it was declared at. `types` are what it counts as; if
    `open` it was not declared and the defender may take it as any of them. `base` is the sum of the printed levels,
    `universe` what Universe, Teamwork and Tactic cards add, `bonus` what belongs to this attack alone beside them.
    """

    seat: str
    kind: str = "own"
    by: int | None = None
    cards: tuple[int, ...] = ()
    roles: tuple[str, ...] = ()
    at: Ref | None = None
    aimed: Ref | None = None
    declare: tuple[str, ...] = ()
    option: str = ""
    types: tuple[str, ...] = ()
    open: bool = False
    base: int = 0
    universe: int = 0
    bonus: int = 0
    grant: Grant | None = None
    shifted: bool = False
    shifter: int | None = None
    site: bool = False
    answer: str = ""
    stage: str = "waits"
    outcome: str = ""
    defence: Defence | None = None
    data: dict[str, Any] = {}

    def with_role(self, *roles: str) -> tuple[int, ...]:
        """The cards in these roles."""
        return tuple([card for card, role in zip(self.cards, self.roles, strict=False) if role in roles])

    def role(self, card: int) -> str:
        """The role of a card of the play."""
        return next((role for found, role in zip(self.cards, self.roles, strict=False) if found == card), "")

    @property
    def lead(self) -> int | None:
        """The card that leads the play."""
        for card, role in zip(self.cards, self.roles, strict=False):
            if role in LEADS:
                return card
        return None

    @property
    def lead_role(self) -> str:
        """The role of the card that leads."""
        return next((role for role in self.roles if role in LEADS), "")

    @property
    def companions(self) -> tuple[int, ...]:
        """The Specials that go along with it."""
        return self.with_role("companion")

    @property
    def numeric(self) -> bool:
        """Whether it is an attack with a number."""
        return self.kind == "numeric"

    @property
    def is_attack(self) -> bool:
        """Whether it is an attack at all (G1)."""
        return self.kind in ("numeric", "effect", "opponent")

    @property
    def target(self) -> int | None:
        """The Character (or other piece) it goes at now."""
        return self.at if isinstance(self.at, int) else None


class Seen:
    """A play as filters look at it."""

    __slots__ = ("__dict__", "board", "play")

    def __init__(self, board: Board, play: Play, *, whole: bool = True) -> None:
        """With `whole` the Specials that only go along take part: what stops them stops all (G8.1). What a further
        attack has to be is asked of it without them.
        """
        self.board = board
        self.play = play
        self._whole = whole

    @property
    def numeric(self) -> bool:
        """Whether it is an attack with a number."""
        return self.play.kind == "numeric"

    @property
    def number(self) -> int | None:
        """The number that "n or less" looks at (G12)."""
        return self.play.base + self.play.universe if self.play.kind == "numeric" else None

    @property
    def types(self) -> tuple[str, ...]:
        """What it counts as; all that it might be taken as where nothing was declared."""
        return self.play.types

    @cached_property
    def specs(self) -> tuple[Spec, ...]:
        """The cards of the attack, the Teamwork card that it follows included."""
        play, board = self.play, self.board
        parts = zip(play.cards, play.roles, strict=False)
        cards = [board.spec(card) for card, role in parts if self._whole or role != "companion"]
        if play.grant is not None and play.grant.universe:
            cards.append(board.spec(play.grant.source))
        return tuple(cards)

    @cached_property
    def icons(self) -> frozenset[str]:
        """All icons of all cards (M 18, M 86)."""
        found: set[str] = set()
        for spec in self.specs:
            found |= spec.icons
        for card in self.play.companions:
            found |= self.board.spec(card).icons
        return frozenset(found)

    @property
    def universe(self) -> bool:
        """Whether it is made with a Universe card."""
        return any(spec.type == "universe" for spec in self.specs)

    @property
    def teamwork_lead(self) -> bool:
        """Whether it is the first attack of a Teamwork."""
        return self.play.lead_role == "teamwork"

    @property
    def site(self) -> bool:
        """Whether it comes from a Battlesite."""
        return self.play.site


def grants_of(board: Board) -> list[Grant]:
    """The further attacks that are open, the innermost last."""
    found = (decode(entry, Grant) for entry in board.listed("grants"))
    return [grant for grant in found if grant is not None]


def lead_spec(board: Board, play: Play | Defence) -> Spec:
    """What leads a play or a defence."""
    return board.spec(play.lead) if play.lead is not None else UNKNOWN
