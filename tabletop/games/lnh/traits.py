"""Traits: what a card in play does all the time, as rows of its `always`. A trait changes nothing by itself: the rules
that it bends ask for it by name (`Board.trait`).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from tabletop.rules.verbs import Verbs

traits = Verbs()


class Trait(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a card does while it lies in play; with `up` only while it lies face up."""

    up: bool = False


@traits.verb("nothing")
class Nothing(Trait, frozen=True, kw_only=True):
    """The card has no text. Says that nothing was forgotten."""


# playing


@traits.verb("extra_play")
class ExtraPlay(Trait, frozen=True, kw_only=True):
    """One play more each turn: of this kind ("any", "attack", "plot" for Plots and Plot Twists, or a kind of card), for
    the card's player or for each; with `after_attack` only once a direct attack was played in the turn.
    """

    kind: str
    each: bool = False
    after_attack: bool = False


@traits.verb("ban")
class Ban(Trait, frozen=True, kw_only=True):
    """Cards of a kind cannot be played, by anybody or by the opponent."""

    kind: str
    whom: Literal["each", "opponent"] = "each"


@traits.verb("stops")
class Stops(Trait, frozen=True, kw_only=True):
    """Cards of these kinds are nullified as anybody plays them."""

    kinds: tuple[str, ...]


@traits.verb("interferes")
class Interferes(Trait, frozen=True, kw_only=True):
    """Who plays a card of this kind flips a coin; against them the card is removed from the game."""

    kind: str


@traits.verb("sweeps")
class Sweeps(Trait, frozen=True, kw_only=True):
    """Cards of a kind that are played are removed at once, without having come into play."""

    kind: str


@traits.verb("one_card_only")
class OneCardOnly(Trait, frozen=True, kw_only=True):
    """Each player plays one card in their turn, whatever allows more."""


@traits.verb("burns")
class Burns(Trait, frozen=True, kw_only=True):
    """Each card that a player plays in their own turn after the first does damage to them."""

    amount: int = 1


@traits.verb("any_power")
class AnyPower(Trait, frozen=True, kw_only=True):
    """Its player may play Powers that their Origins do not list, and loses Prestige for each."""

    amount: int = 1


# attacks and damage


@traits.verb("stronger")
class Stronger(Trait, frozen=True, kw_only=True):
    """The direct attacks of its player that do damage do more; `strength` if it is Super-Strength that does it."""

    amount: int = 1
    strength: bool = False


@traits.verb("weaker")
class Weaker(Trait, frozen=True, kw_only=True):
    """Direct attacks on its player that do damage do more."""

    amount: int = 1


@traits.verb("permits")
class Permits(Trait, frozen=True, kw_only=True):
    """Both players may make direct attacks."""


@traits.verb("reduces")
class Reduces(Trait, frozen=True, kw_only=True):
    """Direct attacks and Energy Blasts on its player do less; copies add up if it `adds`. With `breaks` its player
    flips a coin for each that still does damage, and it leaves play if the coin goes against them.
    """

    amount: int
    adds: bool = False
    breaks: bool = False


@traits.verb("absorbs")
class Absorbs(Trait, frozen=True, kw_only=True):
    """When its player takes damage they may put a counter on it, and take none."""


@traits.verb("floor")
class Floor(Trait, frozen=True, kw_only=True):
    """Damage leaves its player at least 1 Prestige."""


@traits.verb("doubles")
class Doubles(Trait, frozen=True, kw_only=True):
    """What these cards do to Prestige is doubled."""

    names: tuple[str, ...]


# Prestige and hands


@traits.verb("patronage")
class Patronage(Trait, frozen=True, kw_only=True):
    """With an Origin its player's Prestige and maximum are higher."""

    origin: str
    amount: int


@traits.verb("iron_will")
class IronWill(Trait, frozen=True, kw_only=True):
    """The opponent's cards do not make its player discard."""


@traits.verb("open_hands")
class OpenHands(Trait, frozen=True, kw_only=True):
    """Both players play with open hands."""


@traits.verb("no_draw")
class NoDraw(Trait, frozen=True, kw_only=True):
    """Nobody draws at the end of turns: both hands are removed from the game instead."""


@traits.verb("avenges")
class Avenges(Trait, frozen=True, kw_only=True):
    """If a card of the opponent's makes its player discard this, the opponent loses Prestige."""

    amount: int


@traits.verb("speech")
class Speech(Trait, frozen=True, kw_only=True):
    """Its player has to talk in a certain way as long as it is in play."""

    duty: str


# protection


@traits.verb("guards")
class Guards(Trait, frozen=True, kw_only=True):
    """Male Heroes can be neither used nor removed."""


@traits.verb("shields")
class Shields(Trait, frozen=True, kw_only=True):
    """The opponent's effects cannot remove other Heroes of its player; what would remove it and other Heroes removes
    only it.
    """


@traits.verb("untouchable")
class Untouchable(Trait, frozen=True, kw_only=True):
    """No card can pick it out."""


@traits.verb("survives")
class Survives(Trait, frozen=True, kw_only=True):
    """An effect aimed at it that would remove it turns it face down with counters instead; face down, it removes it
    from the game. At a reset it loses a counter first, and turns up with none left.
    """

    counters: int


@traits.verb("redeemed")
class Redeemed(Trait, frozen=True, kw_only=True):
    """Whenever it would leave play, a player with this Origin may lose Prestige to keep it."""

    origin: str
    amount: int = 1


# coming and going


@traits.verb("many")
class Many(Trait, frozen=True, kw_only=True):
    """Its player may have several Plots of a type in play: of different names, or also of the `same` name."""

    kind: str
    same: bool = False


@traits.verb("takes_along")
class TakesAlong(Trait, frozen=True, kw_only=True):
    """When it leaves play, its player's cards of a kind leave with it."""

    kind: str


@traits.verb("takes_hero")
class TakesHero(Trait, frozen=True, kw_only=True):
    """When it leaves play, one of its player's Heroes leaves play, and it leaves when its player has no Hero."""


@traits.verb("gem")
class Gem(Trait, frozen=True, kw_only=True):
    """Whoever has it when it leaves play or changes control loses half of their Prestige. What it brought is removed
    from the game when it turns face up.
    """


@traits.verb("loses_game")
class LosesGame(Trait, frozen=True, kw_only=True):
    """When it leaves play its player loses the game."""


@traits.verb("needs_heroes")
class NeedsHeroes(Trait, frozen=True, kw_only=True):
    """It leaves play as soon as there is no Hero in play, or with `both` as soon as a player has none."""

    both: bool = False


@traits.verb("exchange")
class Exchange(Trait, frozen=True, kw_only=True):
    """The Heroes that it sent to the other side go home when it leaves play."""


@traits.verb("claims")
class Claims(Trait, frozen=True, kw_only=True):
    """Whenever the opponent has the card of that name its player takes control of it."""

    name: str


@traits.verb("counters")
class Counters(Trait, frozen=True, kw_only=True):
    """With so many counters it leaves play, or the game `ends` and who has more Prestige has won."""

    most: int
    ends: bool = False


@traits.verb("partner")
class Partner(Trait, frozen=True, kw_only=True):
    """When it is used and its player has no card of that name in play, it leaves play afterwards."""

    name: str
