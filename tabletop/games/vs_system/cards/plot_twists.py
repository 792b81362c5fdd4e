"""Plot twists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tabletop.games.vs_system import asking, costs, deeds, lexicon
from tabletop.games.vs_system.cards.declaring import card
from tabletop.games.vs_system.effects import Effect, told
from tabletop.games.vs_system.names import CHOSEN
from tabletop.games.vs_system.places import HIDDEN, VISIBLE
from tabletop.games.vs_system.powers import Continuous, Me, Payment, Play, Target
from tabletop.games.vs_system.printed import CHARACTER, LOCATION, PLOT_TWIST
from tabletop.games.vs_system.rulebook import rows_for
from tabletop.games.vs_system.targets import CHARACTER as ANY_CHARACTER
from tabletop.games.vs_system.tasks import tasks
from tabletop.rules.lasting import Lasting
from tabletop.rules.model import Do, Plan, Violation

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board

TEAM_UP = "Team-Up"


def _checkmate_card(b: Board, me: Me, piece: int) -> bool:
    return b.is_character_card(piece) and "Checkmate" in b.teams(piece)


def _in_row(b: Board, e: Effect) -> bool:
    """Whether the source is in its player's row, as the object that was played (face up or down)."""
    return not e.own_card and b.alive(e.origin) and e.source in b.resources(e.seat)


# A Moment of Crisis


def _crisis(b: Board, e: Effect) -> Plan[None]:
    text = "Which identity do your characters gain?"
    yield asking.word(e.seat, text, lexicon.identities(b), "crisis_named", effect=e.data)


@tasks.task
def crisis_named(b: Board, effect: dict[str, Any], picked: list[Any]) -> Plan[None]:
    """The characters controlled now are flagged; from the row there may be a card to draw."""
    e = told(effect)
    own = tuple(b.characters(e.seat))
    if own and picked:
        yield deeds.lasts(b, Lasting("gain", "turn", e.source, e.seat, own, {"identities": [str(picked[0])]}))
    if _in_row(b, e) and b.has_team(e.seat, "JSA"):
        yield from deeds.draw(b, e.seat, 1)


card("A Moment of Crisis", play=Play(resolve=_crisis))


# Check and Mate!


def _mate(b: Board, e: Effect) -> Plan[None]:
    if deeds.times_played(b, e.seat, b.printed(e.card).name) <= 1:
        yield deeds.lasts(b, Lasting("recruit cost", "turn", e.source, e.seat, value=1))


card(
    "Check and Mate!",
    play=Play(
        costs=(costs.Discard(test=_checkmate_card, words="discarding a Checkmate character card"),), resolve=_mate
    ),
)


# It's Not Over Yet


def _not_over(b: Board, e: Effect) -> Plan[None]:
    target = e.target()
    if target is not None:
        yield from deeds.recover(b, [target]) if e.option == "recover" else deeds.gain(b, e.seat, b.cost(target))


card(
    "It's Not Over Yet",
    play=Play(
        costs=(costs.Discard(words="discarding a card"),),
        modes=("recover", "gain"),
        targets=(
            Target(
                "character", "a stunned Secret Six character you control",
                lambda b, me, x: b.controller(x) == me.seat and b.stunned(x) and "Secret Six" in b.teams(x),
            ),
        ),
        resolve=_not_over,
    ),
)  # fmt: skip


# Join Us or Die


def _join(b: Board, e: Effect) -> Plan[None]:
    target = e.target()
    if target is None:
        return
    yield from deeds.stun(b, [target])
    if "Villains United" in b.teams(target) and b.stunned(target):
        yield asking.may(e.seat, f"Recover {{{target}}} at once?", "join_recovers", target=target)


@tasks.task
def join_recovers(b: Board, target: int, picked: list[Any]) -> Plan[None]:
    """It recovers at once, if its player wants that."""
    if picked == [asking.YES]:
        yield from deeds.recover(b, [target])


card(
    "Join Us or Die",
    play=Play(
        targets=(
            Target(
                "character", "an unstunned character you control",
                lambda b, me, x: b.controller(x) == me.seat and not b.stunned(x),
            ),
        ),
        resolve=_join,
    ),
)  # fmt: skip


# Knights' Gambit, 3 . . . 2 . . . 1 . . .


def _ko_or_replace(b: Board, e: Effect) -> Plan[None]:
    target = e.target()
    if _in_row(b, e):
        yield from deeds.ko(b, [e.source], e.seat)
        if target is not None:
            yield from deeds.ko(b, [target], e.seat)
    elif target is not None:
        yield from deeds.replace(b, target)


def _needs(team: str) -> Callable[[Board, Me], Iterator[Violation]]:
    def only(b: Board, me: Me) -> Iterator[Violation]:
        if not b.has_team(me.seat, team):
            text = f"{{{me.piece}}} is only for those who control a {team} character."
            yield Violation("play-only", text, (me.piece,))

    return only


def _ongoing(b: Board, me: Me, piece: int) -> bool:
    found = b.card(piece)
    up = b.table.pieces[piece].up
    return found.type == PLOT_TWIST and found.ongoing and up and TEAM_UP not in b.versions(piece)


def _face_up_location(b: Board, me: Me, piece: int) -> bool:
    return b.card(piece).type == LOCATION and b.table.pieces[piece].up


card(
    "Knights' Gambit",
    play=Play(
        only=_needs("Checkmate"),
        targets=(Target("resource", "a face-up ongoing plot twist that is no Team-Up", _ongoing),),
        resolve=_ko_or_replace,
    ),
)
card(
    "3 . . . 2 . . . 1 . . .",
    play=Play(
        only=_needs("Villains United"),
        targets=(Target("resource", "a face-up location", _face_up_location),),
        resolve=_ko_or_replace,
    ),
)


# Mourn for the Lost


def _cheap_effect(b: Board, me: Me, piece: int) -> bool:
    found = b.on_chain(piece)
    if found is None or found.kind not in ("plot twist", "payment"):
        return False
    source = b.printed(found.card)
    return source.type == PLOT_TWIST and source.cost <= 1


def _mourn(b: Board, e: Effect) -> Plan[None]:
    target = e.target()
    if target is not None:
        yield from deeds.off_chain(b, target)
    if b.has_team(e.seat, "Gotham Knights"):
        yield from deeds.draw(b, e.seat, 1)


card(
    "Mourn for the Lost",
    play=Play(
        costs=(
            costs.Discard(test=lambda b, me, x: b.is_character_card(x), words="discarding a character card"),
        ),
        targets=(
            Target("effect", "an effect, not a triggered one, of a plot twist of cost 0 or 1", _cheap_effect),
        ),
        resolve=_mourn,
    ),
)  # fmt: skip


# Multiverse Power Battery


def _battery(b: Board, e: Effect) -> Plan[None]:
    target = e.target()
    seat = b.controller(target) if target is not None else None
    if target is not None and seat is not None:
        rows = HIDDEN if b.hidden(target) else VISIBLE
        yield asking.position(b, seat, target, rows, "move_picked", piece=target, seat=seat)
        yield Do("battery_breaks", {"target": target, "by": e.seat})


@tasks.task
def battery_breaks(b: Board, target: int, by: str) -> Plan[None]:
    """The controller of the target KO's one equipment on it."""
    seat, worn = b.controller(target), b.equipment(target)
    if seat is not None and worn:
        yield asking.card(seat, "Which equipment is KO'd?", worn, "ko_picked", seat=seat)


@tasks.task
def ko_picked(b: Board, seat: str, picked: list[Any]) -> Plan[None]:
    """What was named is KO'd."""
    yield from deeds.ko(b, [piece for piece in picked if isinstance(piece, int)], seat)


def _earth_two(b: Board, me: Me, piece: int) -> bool:
    """Whether a character card is not unique: it is Earth 2, and no Earth 2 character of its name is there."""
    if b.owner(piece) != me.seat or not b.is_character_card(piece) or "Earth 2" not in b.versions(piece):
        return False
    return not any(
        other != piece and b.same_name(other, piece) and "Earth 2" in b.versions(other)
        for other in b.characters(me.seat)
    )


card(
    "Multiverse Power Battery",
    Continuous("common", _earth_two),
    play=Play(targets=(ANY_CHARACTER,), resolve=_battery),
)


# Pawn of the Black King


def _strip(b: Board, e: Effect) -> Plan[None]:
    target = e.target()
    if target is not None:
        yield deeds.lasts(b, Lasting("only teams", "turn", e.source, e.seat, (target,), ["Checkmate"]))


card(
    "Pawn of the Black King",
    play=Play(
        costs=(
            costs.Discard(test=_checkmate_card, words="discarding a Checkmate character card"),
            costs.ExhaustOther(test=_face_up_location, words="exhausting a ready location you control"),
        ),
        targets=(ANY_CHARACTER,),
        resolve=_strip,
    ),
)


# Removed from Continuity


def _continuity(b: Board, e: Effect) -> Plan[None]:
    target = e.target()
    whose = b.controller(target) if target is not None else None
    if target is None or whose is None:
        return
    yield from deeds.leave_play(b, [target], "removed")
    text = f"Discard a card to remove every copy of {{{target}}}?"
    yield asking.card(
        e.seat, text, b.hand(e.seat), "continuity_copies", optional=True, secret=True, seat=e.seat, whose=whose,
        target=target,
    )  # fmt: skip


@tasks.task
def continuity_copies(b: Board, seat: str, whose: str, target: int, picked: list[Any]) -> Plan[None]:
    """For a discarded card, every copy in that player's deck, hand and KO'd pile is removed; the deck is shuffled."""
    if not picked or not isinstance(picked[0], int):
        return
    yield from deeds.discard(b, seat, picked)
    removed = b.card(target)
    places = [*b.deck(whose), *b.hand(whose), *b.ko_pile(whose)]
    yield from deeds.show(b, places, seat)
    for piece in places:
        found = b.card(piece)
        if found.name == removed.name and found.versions == removed.versions:
            yield deeds.to_pile(b, piece, "removed")
    yield from deeds.shuffle(b, whose)


card(
    "Removed from Continuity",
    play=Play(
        costs=(
            costs.ExhaustOther(
                test=lambda b, me, x: b.is_character(x) and b.card(x).publisher == "DC",
                words="exhausting a ready DC character you control", also=("logo",),
            ),
        ),
        targets=(
            Target(
                "character", "a stunned character without the version Army",
                lambda b, me, x: b.stunned(x) and not b.army(x),
            ),
        ),
        resolve=_continuity,
    ),
)  # fmt: skip


# Taking Up the Mantle


def _jsa_card(b: Board, me: Me, piece: int) -> bool:
    return b.is_character_card(piece) and "JSA" in b.teams(piece)


def _mantle(b: Board, e: Effect) -> Plan[None]:
    chosen = e.paid.get("character")
    if chosen and b.alive(chosen):
        yield from deeds.plus_counter(b, chosen[0])


def _heir(b: Board, me: Me, piece: int) -> tuple[str, ...]:
    """The identities of the removed card, for the chosen character as long as it is in play."""
    chosen = b.table.pieces[me.piece].marks.get(CHOSEN)
    if not isinstance(chosen, list) or len(chosen) != 3 or chosen[1] != piece or not b.alive(chosen[1:]):
        return ()
    return b.identities(chosen[0]) if b.zone_of(chosen[0]).endswith(".removed") else ()


card(
    "Taking Up the Mantle",
    Continuous("identities", _heir),
    play=Play(
        costs=(
            costs.RemoveFromKo(test=_jsa_card, words="removing a JSA character card in your KO'd pile from the game"),
            costs.ChooseCharacter(),
        ),
        resolve=_mantle,
    ),
)


# Heroic Rescue


def _rescue(b: Board, e: Effect) -> Plan[None]:
    target = e.target()
    if target is not None:
        yield deeds.lasts(b, Lasting("rescue", "turn", e.source, e.seat, (target,)))


card(
    "Heroic Rescue",
    play=Play(
        targets=(
            Target(
                "character", "a JSA character you control",
                lambda b, me, x: b.controller(x) == me.seat and "JSA" in b.teams(x),
            ),
        ),
        resolve=_rescue,
    ),
)  # fmt: skip


# Team-Ups


def _chosen_teams(b: Board, me: Me) -> tuple[str, ...]:
    chosen = b.table.pieces[me.piece].marks.get(CHOSEN)
    return tuple(team for team in chosen if isinstance(team, str)) if isinstance(chosen, list) else ()


def _allied(b: Board, me: Me, character: int) -> tuple[int, int]:
    own = b.controller(character) == me.seat and b.defending(character)
    return (1, 0) if own and b.exhausted(character) and "JSA" in b.teams(character) else (0, 0)


_CROSSOVER = Continuous("crossover", _chosen_teams)
_UP_TO_TWO = Play(costs=(costs.NameTeams(least=0),))
_TWO = Play(costs=(costs.NameTeams(),))

card("Allied Against the Dark", _CROSSOVER, Continuous("stats", _allied), play=_UP_TO_TWO)
card("Checkmate Safe House", _CROSSOVER, play=_UP_TO_TWO)
card("Justice United", _CROSSOVER, play=_TWO)
card("Forbidden Loyalties", _CROSSOVER, play=_TWO)


# Dodge the Bullet


def _dodge(b: Board, e: Effect) -> Plan[None]:
    target = e.target()
    if target is not None:
        rows = rows_for(b, target)
        yield asking.position(b, e.seat, target, rows, "enter_picked", piece=target, seat=e.seat, stunned=True)


card(
    "Dodge the Bullet",
    play=Play(targets=(Target("ko", f"a {CHARACTER} card in your KO'd pile"),), resolve=_dodge),
)


# Null Time Zone


def _zone(b: Board, e: Effect) -> Plan[None]:
    text = "Which plot twist, one without an ongoing part, can opponents not play this turn?"
    yield asking.word(e.seat, text, lexicon.passing_plot_twists(b), "zone_named", effect=e.data)


@tasks.task
def zone_named(b: Board, effect: dict[str, Any], picked: list[Any]) -> Plan[None]:
    """Cards of that name cannot be played against this player this turn."""
    e = told(effect)
    if picked:
        yield deeds.lasts(b, Lasting("named", "turn", e.source, e.seat, value=str(picked[0]), rule="named"))


def _replace_itself(b: Board, e: Effect) -> Plan[None]:
    if b.alive(e.origin):
        yield from deeds.replace(b, e.source)


card(
    "Null Time Zone",
    Payment(costs=(costs.Discard(),), resolve=_replace_itself),
    play=Play(resolve=_zone),
)
