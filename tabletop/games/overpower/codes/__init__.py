"""The Special codes: `codes["AE"]` is the code AE, one instance of its class for all cards that bear it.

How to add a code
=================
Write a class with the two letters as its name into the module of its first letter and decorate it with `@code`; it is found
from then on. Most codes are attributes only:

    @code
    class AE(Numeric):
        '''A level attack that may be combined with one Power card. Source: code document, AE.'''

        keys = "level*, power*, combine*, combine_by"

`keys` is the line of the index of the codes page: `*` needs a value on the card, brackets give the default. A parameter is
read with `self.param(spec, "count")`, `self.number(...)`, `self.table(...)`; a key that the code does not list is told
as a mistake of the card (`Code.problems`). Generic parameters work without code: `combine`, `combine_by`, `needs` (cards of
the same action), `extra*` (further attacks), `defend_only`, `defend_not` (limits of the defence), `hit_level`, `hit_power`,
`damage`, `site_level`, `site_power`, `duration`, `play`, `from_reserve`, `placeable`.

Kinds (`kinds.py`), to inherit from:

* `Numeric` an attack with a number; `effect` runs on a hit on a Character (`any_hit`: on a Battlesite too)
* `OnTarget` an effect attack on one Character; `OnOpponent` an attack on the other player; `OwnPlay`
* `Avoid`, `Shift`, `Negate` defences. `Protection`: own play or defence, then a marker (AH, BJ, CD, DI, ...)
* `Bonus` a bonus or penalty: alone, or along with an attack or a block (AM, BG, EQ, ...)
* `TurnsLead` an own play that leads to attacks (BI, BV, DU, DV, EW): give `grants`

Attributes: `play`, `kind`, `lasts` (instant, battle, next_battle, game), `meant` (avoid, shift, negate: also cited),
`companion` ({"attack", "block", "boost", "teamwork"}: what it may go along with), `lies` (where its marker lies: self,
target, at, team, opponent), `burdens`, `any_hit`, `reserve_target`, `answers_concession`, `doubles_bonus`, `frees_reserve`.

Methods to override (all have sensible defaults, see `base.Code`):

* own turn: `kind_of` and `kinds` (where the kind depends on the target), `targets`, `own_targets`, `declarations`, `options`,
  `role` and `sets` (cards played along), `violations` (the code's conditions), `along` (as a companion), `compose` (bonus and
  data of the play), `lands`, `destination`
* what it does: `effect` (success or hit), `afterwards` (however it ended), `grants` (further attacks), `follow_up`
* in effect: `effects` yields `Effect`s with `self.holds(marker, kind, ...)`; `marker_place`, `marker_data`, `stays`,
  `declared`, `at_line_up`, `at_clean_up`
* as a hit: `as_hit` with `queries.changed(hit, ...)`
* in defence: `answers` (yield `self.wrong(text)` where it is no answer), `outcome`, `defended`, `defence_targets`,
  `defence_sets`, `defence_rules` (what the attack forbids), `beside` (as a companion of a block)
* in hand: `unusable` (U), `waits` (PD), `makes_usable`, `kept_for_reserve`

`effect`, `afterwards`, `defended` and the marker methods are pieces of tasks: they yield operations, `Do`, `Ask` and `Luck`;
`tabletop.games.overpower.blocks` has draws, discards, searches, moves of hits, Missions and Characters. A prompt goes on with a
task: those of `blocks` (`discard_picked`, `remove_picked`, `move_picked`) or your own, decorated with `@tasks.task`.

Kinds of effects and who asks for them
======================================
bonus (table: all, attack, defense or types; words: only with these cards; versus: only towards that Character) - universe_bonus
(amount; 0 counts nothing), double (words) - may_not_attack (versus) - protect (words: closed to these attacks, none: to all;
use="only": closed to all others; test(board, play, char)) - forbid (words; use: all, attack, defense, play, place;
test(board, card, char, use, play)) - grid (table type -> rating; words=("raise",): never lowers; use) - hits_to_ko (amount) -
no_ko (words: spectrum, cumulative; table["cards"]) - fights_on - hit_as (test(board, hit) -> hit or None) - venture (amount) -
not_counted (words), counts_twice (test(board, hit)) - slots (words, amount; use="shared": together one place) - keep_duplicates
(words, table["names"], test(board, card, other)) - plays (words: Specials of, table["names"]) - any_hero (words: Characters,
table["names"]) - from_reserve - attack_reserve (words) - attack_with, defend_with (words) - combine (words, table["combine"]) -
many_basics - teamwork_any (words: types) - redirect (versus: to whom; use: must or may) - shield - defence_rule
(test(board, play, defence, effect) yields violations) - no_concession - must_act - keeps_turn (seat) - mission_limit,
mission_exact, mission_moves (amount), no_lift, no_penalty - draw_count - stays_in_reserve - returns (seat) - no_events,
no_event_phase - drop_hits, no_venture, no_placing - avoid_with - after_concession - no_shift
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import TypeVar

from tabletop.games.overpower.codes.base import KEYS, Code
from tabletop.games.overpower.spec import Spec

C = TypeVar("C", bound=type[Code])


class Codes:
    """The codes by their two letters."""

    def __init__(self) -> None:
        self._found: dict[str, Code] = {}

    def register(self, kind: C) -> C:
        """Make a class a code: its name are the letters. Raises ValueError for a name taken or a missing docstring."""
        if kind.__name__ in self._found:
            raise ValueError(f"there is a code {kind.__name__} already")
        if not kind.__doc__:
            raise ValueError(f"the code {kind.__name__} needs a docstring that says what it does, with its source")
        kind.id = kind.__name__
        self._found[kind.__name__] = kind()
        return kind

    def get(self, name: str) -> Code | None:
        """The code of that name, or None."""
        return self._found.get(name)

    def __getitem__(self, name: str) -> Code:
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)


codes = Codes()
code = codes.register

for _module in pkgutil.iter_modules(__path__):
    if len(_module.name) == 1:
        importlib.import_module(f"{__name__}.{_module.name}")


def problems(spec: Spec) -> Iterator[str]:
    """What is wrong with a Special: an unknown code, a key that does not exist, or parameters that do not fit the code."""
    found = codes.get(spec.code)
    if found is None:
        yield f"{spec.name}: there is no code {spec.code or '(none given)'}; the codes go from AA to LQ"
        return
    for key in spec.data:
        if key not in KEYS:
            yield f'{spec.name}: there is no key "{key}" for Specials'
    yield from found.problems(spec)
