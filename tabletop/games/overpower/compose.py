"""From a move to what is played: which card leads, what the others do beside it, what the whole counts as.

The same is done for an offensive play and for a defence. What does not fit together is told as violations; the play is
put together all the same, so that every other rule can be judged too.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.games.overpower import queries, use
from tabletop.games.overpower.board import Board, Effect
from tabletop.games.overpower.filters import attack_fits, card_fits
from tabletop.games.overpower.plays import LEADS, SITE, Defence, Grant, Play, Seen
from tabletop.games.overpower.registry import codes
from tabletop.games.overpower.spec import ANY, TYPES, Spec
from tabletop.rules.model import Move, Ref, Violation

_NUMBERED = ("power", "special", "teamwork", "ally", "doubleshot", "given", "taken")


def compose(board: Board, move: Move, grant: Grant | None = None) -> tuple[Play, list[Violation]]:
    """The offensive play that a move means, and what about its cards does not fit together."""
    wrong: list[Violation] = []
    cards = tuple(dict.fromkeys(move.using or ((move.card,) if move.card is not None else ())))
    roles = _roles(board, move, cards, wrong, attack=True)
    at: Ref | None = move.at[0] if move.at else None
    lead = _first(cards, roles)
    spec = board.spec(lead) if lead is not None else board.spec(-1)
    code = codes.get(spec.code) if spec.is_special else None
    kind = "own"
    if spec.is_special and code is not None:
        kind = code.kind_of(board, spec, move.seat, at)
        if kind == "opponent" and at is None:
            at = board.opponent(move.seat)
    elif spec.type in ("power", "universe") or spec.kind == "doubleshot":
        kind = "numeric"
    if at is not None and at == board.site(board.opponent(move.seat)):
        at = SITE
    play = Play(
        move.seat,
        kind,
        move.by,
        cards,
        roles,
        at,
        at,
        tuple(move.declare),
        move.option,
        grant=grant,
        bonus=grant.bonus if grant is not None and not grant.universe and not grant.bonuses else 0,
        site="activator" in roles,
    )
    if kind == "numeric":
        play = _count(board, play, spec, grant)
    if spec.is_power and roles.count("power") > 1:
        heap = _heap(board, play)
        if heap is not None:
            play = replace(play, data={**play.data, "parts": heap.source})
    if code is not None:
        play = code.compose(board, play)
    return play, wrong


def _heap(board: Board, play: Play) -> Effect | None:
    """The effect that lets a Character attack with any number of Power cards, where no other allows the pair (BU)."""
    cards = [board.spec(card) for card in play.with_role("power")]
    if play.by is None or (len(cards) == 2 and _pair(board, play.by, *cards)):
        return None
    fitting = (effect for effect in board.on("combine", play.by) if effect.use == "heap")
    return next((effect for effect in fitting if all(_heaps(effect, spec) for spec in cards)), None)


def _heaps(effect: Effect, spec: Spec) -> bool:
    return bool(spec.pure) and card_fits(effect.words, spec)


def compose_defence(board: Board, move: Move, play: Play) -> tuple[Defence, list[Violation]]:
    """The defence that a move means, and what about its cards does not fit together."""
    from tabletop.games.overpower import twofold

    both = twofold.compose(board, move, play)
    if both is not None:
        return both
    wrong: list[Violation] = []
    cards = tuple(dict.fromkeys(move.using or ((move.card,) if move.card is not None else ())))
    roles = _roles(board, move, cards, wrong, attack=False)
    lead = _first(cards, roles)
    spec = board.spec(lead) if lead is not None else board.spec(-1)
    code = codes.get(spec.code) if spec.is_special else None
    kind = "other"
    if spec.is_power or spec.kind == "doubleshot":
        kind = "block"
    elif code is not None:
        kind = code.defence_kind(board, spec)
    defence = Defence(
        move.seat, move.by, cards, roles, kind, move.at[0] if move.at else None, tuple(move.declare), move.option
    )
    if kind == "block" and move.by is not None:
        supposed = queries.with_companions(board, defence)
        defence = replace(defence, value=block_value(supposed, defence, play))
        if avoids_with(board, defence, play):
            defence = replace(defence, kind="avoid")
    return defence, wrong


def avoids_with(board: Board, defence: Defence, play: Play) -> bool:
    """Whether a lone Power card does not block but avoids, as an effect allows (HG, Artifacts): it is used so where it
    would not hold as a block.
    """
    if len(defence.cards) != 1 or defence.by is None or play.kind not in ("numeric", "effect"):
        return False
    if play.kind == "numeric" and play.at == defence.by and defence.value >= queries.attack_value(board, play):
        return False
    return any(True for _ in avoiding(board, defence, play))


def avoiding(board: Board, defence: Defence, play: Play) -> Iterator[Effect]:
    """The effects that let a Character avoid a play with this card."""
    card = defence.cards[0]
    spec = board.spec(card)
    for effect in board.on("avoid_with", defence.by or 0):
        wanted = effect.words or tuple(effect.table.get("needs") or ())
        scope = str(effect.table.get("scope") or "self")
        against = tuple(effect.table.get("against") or ())
        if (
            isinstance(play.at, int)
            and card_fits(wanted, spec)
            and (not against or attack_fits(against, Seen(board, play)))
            and (not spec.is_power or use.power_types(board, defence.by or 0, card, "defense"))
            and (scope != "self" or play.at == defence.by)
            and (scope != "teammate" or play.at != defence.by)
            and board.seat_of(play.at) == defence.seat
        ):
            yield effect


def block_value(board: Board, defence: Defence, play: Play) -> int:
    """The value of a block with its bonuses."""
    total = 0
    types: list[str] = []
    specs = []
    doubled = doubles(board, defence.cards, defence.roles)
    for card, role in zip(defence.cards, defence.roles, strict=False):
        spec = board.spec(card)
        if role in _NUMBERED:
            total += spec.level or 0
            specs.append(spec)
            types += [*(spec.words("defend_power") or spec.power)]
        elif role == "boost" and defence.by is not None:
            total += queries.boost_bonus(board, defence.by, card, doubled)
    if defence.declare:
        types = list(defence.declare)
    if defence.by is not None:
        total += queries.block_bonus(board, defence.by, specs, dict.fromkeys(types), play)
    return max(total, 0)


def doubles(board: Board, cards: tuple[int, ...], roles: tuple[str, ...]) -> bool:
    """Whether a Special that goes along doubles the Universe bonus of the action (AK)."""
    for card, role in zip(cards, roles, strict=False):
        if role == "companion":
            code = codes.get(board.spec(card).code)
            if code is not None and code.doubles_bonus:
                return True
    return False


def _first(cards: tuple[int, ...], roles: tuple[str, ...]) -> int | None:
    return next((card for card, role in zip(cards, roles, strict=False) if role in LEADS), None)


def _roles(
    board: Board, move: Move, cards: tuple[int, ...], wrong: list[Violation], *, attack: bool
) -> tuple[str, ...]:
    roles: list[str] = []
    lead: Spec | None = None
    seen: list[int] = []
    if not cards:
        wrong.append(Violation("action-cards", "No card is played."))
    for card in cards:
        spec = board.spec(card)
        role = ""
        if lead is None:
            if spec.type == "activator" and not roles:
                role = "activator"
            else:
                role = _lead_role(spec)
                code = codes.get(spec.code) if spec.is_special else None
                if code is not None and code.lends_others and not attack and _next_special(board, cards, card):
                    role = "lent"
                elif role:
                    lead = spec
        elif (
            lead.is_special
            and (code := codes.get(lead.code)) is not None
            and (found := code.role(board, move, card, tuple(roles), attack))
        ):
            role = found
        elif spec.is_special and (code := codes.get(spec.code)) is not None and code.goes_along(board, spec, attack):
            role = "companion"
        elif (lead.is_power and spec.is_boost and "boost" not in roles and roles.count("power") < 2) or (
            lead.is_power
            and spec.kind == "basic"
            and attack
            and roles.count("power") < 2
            and move.by is not None
            and any(board.on("many_basics", move.by))
            and all(board.spec(c).kind != "training" for c in seen)
        ):
            role = "boost"
        elif (
            lead.is_power
            and spec.is_power
            and move.by is not None
            and _together(board, move.by, lead, spec, roles, attack)
        ):
            role = "power"
        elif lead.kind == "doubleshot" and spec.is_power and "given" not in roles:
            role = "given"
        if not role:
            role = "stray"
            if lead is None:
                wrong.append(Violation("action-cards", f"{{{card}}} cannot be played alone.", (card,)))
            else:
                wrong.append(
                    Violation("action-cards", f"{{{card}}} cannot be played together with {{{seen[-1]}}}.", (card,))
                )
                if spec.is_boost and "boost" in roles:
                    wrong.append(
                        Violation(
                            "basic-universe",
                            f"Only one Universe card goes into an action, so {{{card}}} is too many.",
                            (card,),
                        )
                    )
                if lead.is_power and attack and move.by is not None:
                    wrong += _uncombined(board, move.by, card, roles)
                if lead.is_special and lead.code in codes:
                    wrong.append(Violation(lead.code, f"{{{card}}} does not go with {{{seen[-1]}}}.", (card,)))
                if spec.is_special and spec.code in codes:
                    wrong.append(Violation(spec.code, f"{{{card}}} does not go along with that.", (card,)))
        roles.append(role)
        seen.append(card)
    if cards and "activator" in roles and (lead is None or not lead.is_special):
        wrong.append(Violation("activator", "An Activator fetches one Special from under the Battlesite."))
    return tuple(roles)


def _uncombined(board: Board, by: int, card: int, roles: list[str]) -> Iterator[Violation]:
    """What lets a Character combine Power cards, and does not let this card take part (DW, BU, ES)."""
    spec = board.spec(card)
    if spec.is_power or (spec.is_boost and roles.count("power") > 1):
        for effect in board.on("combine", by):
            text = f"{{{effect.source}}} does not let {{{card}}} take part."
            yield Violation(effect.rule, text, (card,))


def _next_special(board: Board, cards: tuple[int, ...], card: int) -> bool:
    """Whether a Special stands right after a card."""
    after = cards[cards.index(card) + 1 :]
    return bool(after) and board.spec(after[0]).is_special


def _lead_role(spec: Spec) -> str:
    if spec.is_power:
        return "power"
    if spec.is_special:
        return "special"
    return spec.kind if spec.kind in ("teamwork", "ally", "doubleshot", "artifact") else ""


def _together(board: Board, by: int, lead: Spec, spec: Spec, roles: list[str], attack: bool) -> bool:
    """Whether a marker lets a Character combine Power cards: two (DW, ES, EU) or several (BU)."""
    if not attack or "boost" in roles:
        return False
    heaps = (effect for effect in board.on("combine", by) if effect.use == "heap")
    if any(_heaps(effect, lead) and _heaps(effect, spec) for effect in heaps):
        return True
    return roles.count("power") == 1 and _pair(board, by, lead, spec)


def _pair(board: Board, by: int, lead: Spec, spec: Spec) -> bool:
    """Whether a marker lets a Character combine just these two Power cards."""
    for effect in board.on("combine", by):
        one, other = effect.words, tuple(effect.table.get("combine", ()))
        if (lead.pure in one and spec.pure in other) or (lead.pure in other and spec.pure in one):
            return True
    return False


def _count(board: Board, play: Play, lead: Spec, grant: Grant | None) -> Play:
    by = play.by if play.by is not None else -1
    declared = next((word for word in play.declare if word in TYPES or word == ANY), "")
    boosts = play.with_role("boost")
    doubled = doubles(board, play.cards, play.roles)
    base = sum(board.spec(card).level or 0 for card in play.with_role(*_NUMBERED))
    universe = sum(queries.boost_bonus(board, by, card, doubled) for card in boosts)
    if grant is not None and grant.universe:
        extra = grant.next_bonus
        universe += queries.changed_bonus(board, by, board.spec(grant.source), extra, bool(grant.data.get("doubled")))
    types: list[str] = []
    undeclared = False
    for card in play.with_role(*_NUMBERED):
        spec = board.spec(card)
        kinds = spec.types
        if spec.is_power and spec.is_multi:
            usable = use.power_types(board, by, card, "attack") or spec.types
            if boosts:
                fits = {kind for boost in boosts for kind in use.boost_types(board, by, boost, "attack")}
                usable = tuple(kind for kind in usable if kind in fits) or usable
            kinds = (declared,) if declared else usable
        elif spec.is_special and len(spec.power) > 1:
            kinds = (declared,) if declared in spec.power else spec.types
            if play.at == SITE and spec.words("site_power"):
                kinds = spec.words("site_power")
        undeclared = undeclared or (len(kinds) > 1 and (spec.is_multi or spec.is_special))
        types += [kind for kind in kinds if kind in TYPES]
    return replace(play, base=base, universe=universe, types=tuple(dict.fromkeys(types)), open=undeclared)
