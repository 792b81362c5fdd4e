"""Characters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tabletop.games.vs_system import asking, costs, deeds, lexicon
from tabletop.games.vs_system.cards.declaring import card
from tabletop.games.vs_system.effects import Effect, told
from tabletop.games.vs_system.places import HIDDEN, VISIBLE
from tabletop.games.vs_system.powers import Continuous, Event, Me, Payment, Target, Triggered
from tabletop.games.vs_system.printed import EQUIPMENT, LOCATION
from tabletop.games.vs_system.rulebook import rows_for
from tabletop.games.vs_system.targets import CHARACTER, FIGHTER, OWN_CHARACTER
from tabletop.games.vs_system.tasks import tasks
from tabletop.rules.lasting import Lasting
from tabletop.rules.model import Do, Plan, Violation

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board


def _this(b: Board, me: Me, event: Event) -> bool:
    return bool(event.get("piece") == me.piece)


def _own(b: Board, me: Me, event: Event) -> bool:
    return bool(event.get("seat") == me.seat)


# Adam Strange


def _strange(b: Board, e: Effect) -> Plan[None]:
    target = e.target()
    if target is None or not b.alive(e.origin) or e.source not in b.resources(e.seat):
        return
    if not (yield from deeds.ko(b, [target], e.seat)):
        return
    yield from deeds.ko(b, [e.source], e.seat)
    text = "Put a card from hand face down into the resource row?"
    yield asking.card(e.seat, text, b.hand(e.seat), "row_picked", optional=True, secret=True, seat=e.seat)


@tasks.task
def row_picked(b: Board, seat: str, picked: list[Any]) -> Plan[None]:
    """The card that was named goes face down to the right end of the row."""
    for piece in picked:
        if piece in b.hand(seat):
            yield from deeds.into_row(b, seat, piece)


card(
    "Adam Strange, Champion of Rann",
    Payment(
        costs=(costs.RevealSelf(),), once=True, window="recovery", place="row",
        targets=(Target("character", "a character of cost 1", lambda b, me, x: b.cost(x) == 1),),
        resolve=_strange,
    ),
)  # fmt: skip


# Bart Allen


def _bart_scores(b: Board, me: Me, event: Event) -> bool:
    return me.piece in event.get("by", ()) and (event["on"] == "breaks through" or event.get("role") == "defender")


def _rests(b: Board, e: Effect) -> Plan[None]:
    if b.alive(e.origin):
        yield deeds.lasts(b, Lasting("cannot attack", "turn", e.source, e.seat, (e.source,)))


card(
    "Bart Allen ◊ The Flash, Impulsive Speedster",
    Continuous("stays ready", lambda b, me, x: x == me.piece),
    Continuous("never twice", lambda b, me, x: x == me.piece),
    Triggered(on=("becomes stunned", "breaks through"), when=_bart_scores, resolve=_rests, once=True),
)


# Dr. Fate, Hector Hall


def _artifacts(b: Board, me: Me, character: int) -> tuple[int, int]:
    other = character != me.piece and b.controller(character) == me.seat
    return (len(b.equipment(me.piece)), 0) if other else (0, 0)


def _veil(b: Board, me: Me, piece: int) -> tuple[str, ...]:
    return ("Concealed-Optional",) if b.card(piece).type == EQUIPMENT and b.side(piece) == me.seat else ()


card("Dr. Fate, Hector Hall", Continuous("stats", _artifacts), Continuous("keywords", _veil))


# Huntress


def _earth_two(b: Board, me: Me, piece: int) -> tuple[str, ...]:
    """Own characters and, outside play, own character cards; in the resource row, too."""
    mine = b.is_character_card(piece) and (b.side(piece) if b.is_character(piece) else b.owner(piece)) == me.seat
    return ("Earth 2",) if mine else ()


card("Huntress, Earth 2", Continuous("versions", _earth_two))


# June Moon


def _enchants(limit: int) -> Callable[[Board, Effect], Plan[None]]:
    def resolve(b: Board, e: Effect) -> Plan[None]:
        target = e.target()
        whose = b.controller(target) if target is not None else None
        if target is None or whose is None:
            return
        yield from deeds.stun(b, [target], {target: [e.source]})
        if b.number(e.seat, "endurance") > limit and b.alive(e.origin):
            rows = HIDDEN if b.hidden(e.source) else VISIBLE
            yield asking.position(b, whose, e.source, rows, "move_picked", piece=e.source, seat=whose)
            yield asking.word(
                whose, f"Which team does {{{e.source}}} gain?", lexicon.teams(b), "team_gained", effect=e.data
            )  # fmt: skip

    return resolve


@tasks.task
def team_gained(b: Board, effect: dict[str, Any], picked: list[Any]) -> Plan[None]:
    """The source gains the team that was named, until it leaves play."""
    yield from _gains(b, told(effect), "affiliations", picked)


@tasks.task
def identity_gained(b: Board, effect: dict[str, Any], picked: list[Any]) -> Plan[None]:
    """The source gains the identity that was named, until it leaves play."""
    yield from _gains(b, told(effect), "identities", picked)


def _gains(b: Board, e: Effect, quality: str, picked: list[Any]) -> Plan[None]:
    if picked and b.alive(e.origin):
        yield deeds.lasts(b, Lasting("gain", "play", e.source, e.seat, (e.source,), {quality: [str(picked[0])]}))


def _own_attack_step_only(b: Board, me: Me) -> Iterator[Violation]:
    if b.step != f"attack:{me.seat}":
        yield Violation("play-only", f"{{{me.piece}}} is for {{{me.seat}}}'s own attack step only.", (me.piece,))


card(
    "June Moon ◊ Enchantress, Good Witch",
    Payment(
        costs=(costs.Activate(),),
        targets=(Target("character", "a character of cost 3 or less", lambda b, me, x: b.cost(x) <= 3),),
        resolve=_enchants(25),
    ),
)
card(
    "June Moon ◊ Enchantress, Bad Witch",
    Payment(
        costs=(costs.Activate(),), only=_own_attack_step_only, targets=(CHARACTER,), resolve=_enchants(10)
    ),
)  # fmt: skip


# Katar Hol and Kendra Saunders: the ally powers are rows


def _kin(b: Board, me: Me, piece: int) -> bool:
    return any(
        b.in_combat(fighter) and b.share_identity(fighter, piece) for fighter in b.characters(me.seat)
    )  # fmt: skip


def _powers_up(b: Board, e: Effect) -> Plan[None]:
    target = e.target()
    if target is not None:
        yield from deeds.power_up(b, target)


_WINGS = Payment(
    costs=(costs.Discard(test=_kin, words="discarding a card that shares an identity with a fighter of yours"),),
    targets=(FIGHTER,),
    resolve=_powers_up,
)
card("Katar Hol ◊ Hawkman, Eternal Hero", _WINGS)
card("Kendra Saunders ◊ Hawkgirl, Eternal Heroine", _WINGS)


# Kate Spencer


def _hunts(b: Board, me: Me, character: int) -> tuple[int, int]:
    attack = b.fighting
    if attack is None or attack.defender is None or character not in attack.attackers:
        return (0, 0)
    return (1, 0) if b.controller(character) == me.seat and b.cost(attack.defender) > b.cost(character) else (0, 0)


def _tracks(b: Board, e: Effect) -> Plan[None]:
    target = e.target()
    if target is not None:
        yield deeds.lasts(b, Lasting("reachable", "turn", e.source, e.seat, (target,), b.cost(target)))


card(
    "Kate Spencer ◊ Manhunter, Fearless Renegade",
    Continuous("stats", _hunts),
    Payment(
        once=True,
        targets=(
            Target(
                "character", "a hidden character of an opponent",
                lambda b, me, x: b.hidden(x) and b.controller(x) != me.seat,
            ),
        ),
        resolve=_tracks,
    ),
)  # fmt: skip


# Mordru


def _chooses(b: Board, e: Effect) -> Plan[None]:
    if b.alive(e.origin):
        name = f"{{{e.source}}}"
        yield asking.word(e.seat, f"Which team does {name} gain?", lexicon.teams(b), "team_gained", effect=e.data)
        yield asking.word(
            e.seat, f"Which identity does {name} gain?", lexicon.identities(b), "identity_gained", effect=e.data
        )  # fmt: skip


card("Mordru, Dark Lord", Triggered(on=("comes into play",), when=_this, resolve=_chooses, own=True))


# Obsidian


def _shadows(b: Board, e: Effect) -> Plan[None]:
    target = e.target()
    up = sum(1 for piece in b.resources(e.seat) if b.table.pieces[piece].up)
    if target is not None and up:
        yield deeds.lasts(b, Lasting("stats", "turn", e.source, e.seat, (target,), {"atk": up, "def": 0}))


card(
    "Obsidian, Todd James Rice",
    Payment(costs=(costs.KoResource(),), once=True, targets=(OWN_CHARACTER,), resolve=_shadows),
)


# Talia


def _first_discard(b: Board, me: Me, event: Event) -> bool:
    piece = event["piece"]
    return _own(b, me, event) and event["first"] and b.is_character_card(piece) and b.cost(piece) <= 2


def _may_return(b: Board, e: Effect) -> bool:
    piece = e.event.get("piece")
    return (
        isinstance(piece, int)
        and piece in b.ko_pile(e.seat)
        and not any(b.same_name(piece, own) for own in b.characters(e.seat))
    )


def _pit(b: Board, e: Effect) -> Plan[None]:
    if _may_return(b, e):
        text = f"Put {{{e.event['piece']}}} into the front row?"
        yield asking.may(e.seat, text, "talia_wants", effect=e.data)


@tasks.task
def talia_wants(b: Board, effect: dict[str, Any], picked: list[Any]) -> Plan[None]:
    """The discarded card comes into play in a position of the front row."""
    e = told(effect)
    if picked == [asking.YES] and _may_return(b, e):
        piece = e.event["piece"]
        yield asking.position(b, e.seat, piece, _front_rows(b, piece), "enter_picked", piece=piece, seat=e.seat)


def _front_rows(b: Board, piece: int) -> tuple[str, ...]:
    return tuple(row for row in rows_for(b, piece) if row in ("front", "hidden_front"))


card("Talia, Daughter of Madness", Triggered(on=("discards",), when=_first_discard, resolve=_pit))


# The Monitor


def _shields(b: Board, me: Me, piece: int, seat: str) -> bool:
    mine = b.controller(piece) == me.seat and seat != me.seat
    return mine and (b.is_character(piece) or b.is_resource(piece))


def _recovers(b: Board, e: Effect) -> Plan[None]:
    piece = e.event.get("piece")
    if isinstance(piece, int) and b.object(piece) == e.event.get("object"):
        yield from deeds.recover(b, [piece])


card(
    "The Monitor, Guardian of the Multiverse",
    Continuous("shield", _shields),
    Triggered(on=("becomes stunned",), when=_own, resolve=_recovers),
)


# Valentina Vostok


def _saps(b: Board, e: Effect) -> Plan[None]:
    token = e.paid.get("exhaustion")
    if isinstance(token, list) and b.alive(e.origin) and b.still_exhausted(token):
        value = {"group": "opposing characters", "atk": 0, "def": -3, "while": token}
        yield deeds.lasts(b, Lasting("stats", "turn", e.source, e.seat, value=value))


card(
    "Valentina Vostok ◊ Negative Woman, Bishop",
    Payment(costs=(costs.Activate(tracked=True),), window="build", backup=True, resolve=_saps),
)


# Zazzala


def _in_combat_phase(b: Board, me: Me, event: Event) -> bool:
    return b.phase == "combat"


def _stings(b: Board, e: Effect) -> Plan[None]:
    yield from deeds.gain(b, b.opponent(e.seat), -2)


card(
    "Zazzala ◊ Queen Bee, Mistress of the Hive",
    Triggered(on=("leaves play",), when=_in_combat_phase, resolve=_stings),
)


# Michael Holt


def _outclassed(b: Board, me: Me, character: int) -> tuple[int, int]:
    attack = b.fighting
    if attack is None or b.controller(character) != me.seat:
        return (0, 0)
    if character in attack.attackers:
        costlier = attack.defender is not None and b.cost(attack.defender) > b.cost(character)
    else:
        costlier = character == attack.defender and any(b.cost(a) > b.cost(character) for a in attack.attackers)
    return (2, 2) if costlier and b.exhausted(character) and "JSA" in b.teams(character) else (0, 0)


card("Michael Holt ◊ Mr. Terrific, Renaissance Man", Continuous("stats", _outclassed))


# Shazam


def _no_twist(b: Board, seat: str) -> bool:
    return b.this_turn(seat, "plot_twists") == 0


def _combat_starts(b: Board, me: Me, event: Event) -> bool:
    return event.get("step") == "combat" and _no_twist(b, me.seat)


def _levels(b: Board, e: Effect) -> Plan[None]:
    opponent = b.opponent(e.seat)
    total = b.number(e.seat, "endurance")
    text = f"Let {{{opponent}}}'s endurance become {total}?"
    yield asking.may(e.seat, text, "shazam_levels", seat=e.seat)


@tasks.task
def shazam_levels(b: Board, seat: str, picked: list[Any]) -> Plan[None]:
    """The opponent's total becomes equal to the own one, the real one (FAQ, item 10)."""
    opponent = b.opponent(seat)
    if picked == [asking.YES]:
        yield from deeds.gain(b, opponent, b.number(seat, "endurance") - b.number(opponent, "endurance"))


card(
    "Shazam",
    Triggered(on=("step begins",), when=_combat_starts, still=lambda b, e: _no_twist(b, e.seat), resolve=_levels),
)


# Black Alice


def _in_combat_only(b: Board, me: Me) -> Iterator[Violation]:
    if not b.in_combat(me.piece):
        text = f"{{{me.piece}}} is neither attacker nor defender."
        yield Violation("play-only", text, (me.piece,))
        yield Violation("faq-4", text, (me.piece,))


def _magic(b: Board, e: Effect) -> Plan[None]:
    if b.alive(e.origin):
        yield deeds.lasts(b, Lasting("stats", "attack", e.source, e.seat, (e.source,), {"atk": 3, "def": 3}))


card(
    "Black Alice, Lori Zechlin",
    Payment(costs=(costs.Endurance(half=True),), once=True, only=_in_combat_only, resolve=_magic),
)


# Witchfire


def _burns(b: Board, me: Me, event: Event) -> bool:
    return me.piece in event.get("by", ()) and b.number(me.seat, "endurance") <= 25


def _feeds(b: Board, e: Effect) -> Plan[None]:
    piece = e.event.get("piece")
    if isinstance(piece, int):
        yield from deeds.gain(b, e.seat, b.cost(piece))


card("Witchfire, Rebecca Carstairs", Triggered(on=("becomes stunned",), when=_burns, resolve=_feeds))


# Nightshade


def _low(b: Board, seat: str) -> bool:
    return b.number(seat, "endurance") <= 25


def _night_falls(b: Board, me: Me, event: Event) -> bool:
    return event.get("step") == f"attack:{me.seat}" and _low(b, me.seat)


def _shades(b: Board, e: Effect) -> Plan[None]:
    target = e.target()
    if target is not None:
        text = f"Let {{{target}}} be moved to the hidden area?"
        yield asking.may(e.seat, text, "nightshade_wants", target=target)


@tasks.task
def nightshade_wants(b: Board, target: int, picked: list[Any]) -> Plan[None]:
    """The target's controller moves it to a free position of the hidden area."""
    seat = b.controller(target)
    if picked == [asking.YES] and seat is not None and not b.hidden(target):
        yield asking.position(b, seat, target, HIDDEN, "move_picked", piece=target, seat=seat)


card(
    "Nightshade, Shadow Siren",
    Triggered(
        on=("step begins",), when=_night_falls, still=lambda b, e: _low(b, e.seat),
        targets=(Target("character", "a character that is not protected", lambda b, me, x: not b.protected(x)),),
        resolve=_shades,
    ),
)  # fmt: skip


# Ahmed Samsarra: losing the game is a row


def _searches(b: Board, e: Effect) -> Plan[None]:
    yield from deeds.show(b, b.deck(e.seat), e.seat)
    found = [piece for piece in b.deck(e.seat) if b.card(piece).type == LOCATION]
    yield asking.card(e.seat, "Which card is taken?", found, "searched", optional=True, secret=True, seat=e.seat)


card("Ahmed Samsarra, White King", Payment(costs=(costs.Activate(),), resolve=_searches))


# Lex Luthor


def _recalls(b: Board, e: Effect) -> Plan[None]:
    found = [piece for piece in b.hand(e.seat) if b.is_character_card(piece) and "Secret Six" in b.teams(piece)]
    text = "Put which card into the front row, stunned?"
    yield asking.card(e.seat, text, found, "lex_picked", optional=True, secret=True, seat=e.seat)


@tasks.task
def lex_picked(b: Board, seat: str, picked: list[Any]) -> Plan[None]:
    """The card that was named comes into play stunned."""
    for piece in picked:
        if piece in b.hand(seat):
            rows = _front_rows(b, piece)
            yield asking.position(b, seat, piece, rows, "enter_picked", piece=piece, seat=seat, stunned=True)


card("Lex Luthor ◊ Mockingbird", Payment(costs=(costs.Activate(),), resolve=_recalls))


# Mammoth: his KO when he becomes stunned is a row

LEGACY = "legacy"


def _falls(b: Board, me: Me, event: Event) -> bool:
    return _this(b, me, event) and event.get("to") == "ko"


def _arrives(b: Board, e: Effect) -> Plan[None]:
    yield asking.card(e.seat, "Which resource is KO'd?", b.resources(e.seat), "ko_picked", seat=e.seat)
    yield Do("mammoth_stays", {"effect": e.data})


@tasks.task
def mammoth_stays(b: Board, effect: dict[str, Any]) -> Plan[None]:
    """When this Mammoth is next put into a KO'd pile, the row gets a card (FAQ, item 13.1)."""
    e = told(effect)
    if b.alive(e.origin):
        value = {"ability": LEGACY, "card": e.card}
        yield deeds.lasts(b, Lasting("delayed", "play", e.source, e.seat, (e.source,), value))


def _refills(b: Board, e: Effect) -> Plan[None]:
    for piece in b.deck(e.seat)[:1]:
        yield from deeds.into_row(b, e.seat, piece)


card(
    "Mammoth",
    Triggered(on=("comes into play",), when=_this, resolve=_arrives, own=True),
    later={LEGACY: Triggered(on=("leaves play",), when=_falls, resolve=_refills, delayed=True)},
    recruit_costs=(
        costs.Reveal(
            test=lambda b, me, x: b.is_character_card(x) and "Fearsome Five" in b.teams(x),
            words="revealing another Fearsome Five character card from hand", also=("faq-13.1",),
        ),
    ),
)  # fmt: skip
