"""The Special codes: `codes["AE"]` is the code AE, one instance of its class for all cards that bear it.

How to add a code
=================
Write a class with the two letters as its name into the module of its first letter and decorate it with `@code`; it is
found from then on. Most codes are attributes only:

    @code
    class AE(Numeric):
        '''A level attack that may be combined with one Power card. Source: code document, AE.'''

        keys = "level*, power*, combine*, combine_by"

`keys` is the line of the index of the codes page: `*` needs a value on the card, brackets give the default. A
parameter is read with `self.param(spec, "count")` (lists as tuples), `self.number(...)`, `self.table(...)`; a key
that the code does not list is told as a mistake of the card (`problems`). These parameters work by themselves once
they are listed: `combine`, `combine_by`, `needs` (cards of the same action), `extra*` (further attacks),
`defend_only`, `defend_not` (limits of the defence), `hit_level`, `hit_power`, `site_level`, `site_power`, `duration`,
`play`, `from_reserve`, `placeable`.

Kinds to inherit from (`kinds.py`)
----------------------------------
* `Numeric`: an attack with a number. `effect` runs when it hits a Character (`any_hit`: a Battlesite too).
* `OnTarget`: an attack without a number on one Character. `Binds`: one that leaves a marker at it for the battle.
* `OnOpponent`: an attack on the other player. `OwnPlay`: a play for the own side.
* `Avoid`, `Shift`, `Negate`: defences. `Protection`: own play or defence, then a marker (AH, BJ, CD, DI).
* `Bonus`: alone, or along with an attack or a block (AM, BG, EQ); `WhenBonus`: while something holds (BB, DK, DN).
  `VentureChange` (AF), `Discards` (AI), `Heals` (AL).
* `NamesType`: a type or icon is named (BD, DA, DP). `EitherSide`: put on a Character of either side (DL, DZ).
* `TurnsLead`: an own play that leads to attacks (BI, BV, DU, DV, EW); its `grants` say which. `Combines`: two Power
  cards as one attack (DW, ES, EU).

Attributes
----------
`play`, `kind`, `lasts` (instant, battle, next_battle, game), `meant` (avoid, shift, negate: cited too), `companion`
(attack, block, boost, teamwork: what it may go along with), `alone`, `lies` (where its marker lies: self, target, at,
team, opponent), `burdens`, `any_hit`, `reserve_target`, `negatable`, `answers_concession`, `doubles_bonus`,
`lends_others`, `mimics` (DY), `ends_with_hit`, `lifts_block`, `frees_reserve`, `stopped_twice` (FC).

Methods to override (`base.Code` has a default for each)
--------------------------------------------------------
* on the own turn: `kind_of`, `kinds` (where the kind depends on the target), `targets`, `own_targets`,
  `declarations`, `options`, `role` and `sets` (cards played with it: roles power, boost, special, cost, taken),
  `violations` (conditions), `along` (as a companion), `own_action`, `compose` (bonus, types and data of the play),
  `lands`, `destination`, `works_on`, `takes` (a card from elsewhere, CB), `touched` (whom an untargeted play touches)
* what it does: `effect` (success or hit), `companion_effect`, `afterwards` (however it ended), `grants`,
  `grants_after`, `follow_up`
* in effect: `effects` yields `self.holds(marker, kind, ...)`; `marker_place`, `marker_data`, `stays`, `declared` (an
  attack has been declared), `play_ended` (a play is over), `turn_begins`, `at_line_up`, `at_clean_up`,
  `when_negated`, `may_leave` (whether a negation still reaches it)
* as a hit: `as_hit` with `queries.changed(hit, ...)`
* in defence: `answers` (`yield from self.wrong(text)` where it is no answer), `outcome` (avoided, negated, shifted,
  blocked, hit; for a concession cancelled, stays, attack, or attacks where `defended` has put an attack), `defended`,
  `defence_targets`, `defence_sets`, `defence_rules` and `follow_up_defence` (what the attack, or one that it grants,
  forbids), `block_needed` (what a block has to reach), `beside` and `beside_targets` (as a companion of a block),
  `block_rules`; `Avoid.avoided`
* in the hand: `unusable` (U), `waits` (PD), `makes_usable`, `kept_for_reserve`

`effect`, `afterwards`, `defended` and what markers do are pieces of tasks: they yield operations, `Do`, `Ask` and
`Luck`. `tabletop.games.overpower.blocks` has draws, discards, searches, shuffles, moves of hits, Missions and
Characters. A prompt goes on with a task: one of `blocks` (`discard_picked`, `remove_picked`, `move_picked`) or your
own, decorated with `@tasks.task`; `@check("task")` tells what does not fit about an answer. `play.outcome` is hit,
blocked, avoided, negated. An effect may put another play, which waits for its own answer (GH, `concession_waits`).

Kinds of effects, what they read, and who asks
----------------------------------------------
* bonus: `table` of all, attack, defense or types; `words` (only with these cards), `versus` (only towards that
  Character)
* universe_bonus: `words`, `amount` (0: bonuses count nothing). double: `words`
* may_not_attack: `versus` (only that Character). must_act (no pass, no concession). keeps_turn: `seat`
* protect: `words` (closed to these attacks; none: to all), `use="only"` (closed to all others), `test(board, play,
  char)`
* forbid: `words`; `use` all, attack, defense, play or place; `test(board, card, char, use, play)`
* defence_rule: `test(board, play, defence, effect)` yields violations. avoid_with: `words` or `table` needs, scope,
  against
* grid: `table` of ratings (0 switches one off); `words=("raise",)` never lowers; `use`. teamwork_any: `words` (types)
* hits_to_ko: `amount`. no_ko: `words` spectrum, cumulative; `table` cards. fights_on. hit_as: `test(board, hit)`
  gives a hit
* venture: `amount`. not_counted: `words`. counts_twice: `test(board, hit)`
* slots: `words`, `amount` or `table` count; `use="shared"`. keep_duplicates: `words`, `table` names, `test(board,
  card, other)`
* plays: `words` (Specials of), `table` names, `use="battle"` (what they do for the game ends with it). any_hero:
  `words`, `table` names. from_reserve, attack_with, defend_with: `words`
* attack_reserve: `words`. shield. protect_things (a Battlesite, a shield): `test(board, play)`. redirect: `versus`,
  `use` must or may. no_shift: `words`, `test(board, play)`. fixed. combine: `words`, `table` combine, or
  `use="heap"` (any number of `words`). many_basics. face_down: `words`. open_hand: `seat`
* no_concession. mission_limit, mission_exact, mission_moves: `amount`. no_lift, no_penalty, no_venture, no_placing
* draw_count: `amount` or `words`. stays_in_reserve. returns: `seat`. no_events, no_event_phase. drop_hits
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

from tabletop.games.overpower.codes.keys import KEYS
from tabletop.games.overpower.registry import codes as codes
from tabletop.games.overpower.spec import Spec

code = codes.register

for _module in pkgutil.iter_modules(__path__):
    if len(_module.name.partition("_")[0]) == 1 or _module.name.startswith("later_"):
        importlib.import_module(f"{__name__}.{_module.name}")


def problems(spec: Spec) -> Iterator[str]:
    """What is wrong with a Special: an unknown code, a key that does not exist, or parameters that do not fit the
    code.
    """
    found = codes.get(spec.code)
    if found is None:
        known = "the rules tell AA to LQ and some later ones"
        yield f"{spec.name}: there is no code {spec.code or '(none given)'}; {known}"
        return
    for key in spec.data:
        if key not in KEYS:
            yield f'{spec.name}: there is no key "{key}" for Specials'
    yield from found.problems(spec)
