"""Judging offensive plays: who acts, with which cards, at whom (base rules 7.1, 7.2, 8; codes G1 to G8)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.games.overpower import mimic, queries, use
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.compose import compose
from tabletop.games.overpower.filters import attack_fits
from tabletop.games.overpower.plays import SITE, Grant, Play, Seen, grants_of, lead_spec
from tabletop.games.overpower.registry import codes
from tabletop.games.overpower.spec import Spec
from tabletop.rules.model import Move, Violation


def play_violations(board: Board, move: Move) -> Iterator[Violation]:
    """Every rule that an offensive play breaks."""
    if board.phase != "battle":
        yield Violation("phase", "Cards are played in the battle phase.")
    board, move = mimic.assume(board, move)
    waiting = board.play()
    grants = grants_of(board)
    acting = actor_seat(board)
    if waiting is not None:
        yield Violation("turn", "The play before waits for its answer.")
    if move.seat != acting:
        yield Violation("turn", f"It is {{{acting}}}'s turn.")
    if board.passed(move.seat) and not (grants and move.seat == acting):
        yield Violation("pass", "You have passed in this battle.")
    if not grants or move.seat != acting:
        play, wrong = compose(board, move)
        yield from wrong
        yield from judge_play(board, play)
        return
    best: list[Violation] | None = None
    for grant in reversed(grants):
        found = list(under_grant(board, move, grant))
        if not found:
            return
        best = best if best is not None else found
        if grant.must:
            break
    yield from best or ()


def fitting_grant(board: Board, move: Move) -> Grant | None:
    """The grant under which a follow-up is made: the innermost that it fits, else the innermost of all."""
    grants = grants_of(board)
    for grant in reversed(grants):
        if not any(under_grant(board, move, grant)):
            return grant
        if grant.must:
            break
    return grants[-1] if grants else None


def under_grant(board: Board, move: Move, grant: Grant) -> Iterator[Violation]:
    """Every rule that a play breaks as a further attack."""
    play, wrong = compose(board, move, grant)
    yield from wrong
    unfit = list(grant_violations(board, play, grant))
    yield from unfit
    if not unfit:
        yield from judge_play(board, play)
    else:
        yield from target_violations(board, play)


def actor_seat(board: Board) -> str:
    """Whose offensive play is awaited: the seat of the turn, or whoever has further attacks open."""
    grants = grants_of(board)
    seat = grants[-1].data.get("seat") if grants else None
    return seat if isinstance(seat, str) else board.turn


def judge_play(board: Board, play: Play) -> Iterator[Violation]:
    """Every rule that a play breaks as it has been put together."""
    yield from cards_violations(board, play)
    yield from target_violations(board, play)


def cards_violations(board: Board, play: Play) -> Iterator[Violation]:
    """What is wrong about who plays and with what; what it is aimed at is judged apart."""
    by, seat = play.by, play.seat
    if by is None or board.spec(by).type != "character" or by not in (*board.front(seat), *board.reserve(seat)):
        yield Violation("action-actor", "A Character of your team has to play it.")
        return
    lead = play.lead
    if board.is_reserve(by) and not (
        lead is not None and "activator" not in play.roles and queries.from_reserve(board, by, lead)
    ):
        yield Violation("action-actor", f"{{{by}}} is in Reserve and does not act.", (by,))
    if lead is None:
        return
    supposed = queries.with_companions(board, play)
    yield from _whence(board, play, by)
    yield from _requirements(supposed, play, by)
    spec = board.spec(lead)
    use_word = "attack" if play.is_attack else "play"
    icons = frozenset(Seen(board, play).icons)
    for card, role in zip(play.cards, play.roles, strict=False):
        if role in ("cost", "taken"):
            continue
        yield from queries.forbidden(
            board,
            card,
            _user(board, play, card, role, by),
            use_word,
            icons=icons,
            site=play.site and role == "special",
            play=play,
        )
    if play.grant is not None and play.grant.universe:
        yield from queries.forbidden(board, play.grant.source, by, use_word, icons=icons, play=play)
    if play.is_attack:
        at = play.at if isinstance(play.at, int) else None
        yield from queries.may_attack(board, by, at)
    for card in play.with_role("given"):
        if not any(_contributes(board, play, mate, card) for mate in board.front(seat)):
            yield from _no_giver(board, play, card)
    if spec.is_special and (code := codes.get(spec.code)) is not None:
        yield from code.violations(supposed, play)
        if code.play_of(spec) == "defense":
            yield from code.wrong(f"{{{lead}}} is played in defence only.", lead)
        if not code.alone and len(play.cards) == 1:
            yield Violation(spec.code, f"{{{lead}}} goes along with other cards only.", (lead,))
    elif spec.is_special:
        yield Violation("action-cards", f"Nothing is known of the code {spec.code.replace('{', '')}.", (lead,))
    for card in play.companions:
        code = codes.get(board.spec(card).code)
        if code is not None:
            yield from code.along(board, play, card)


def _user(board: Board, play: Play, card: int, role: str, by: int) -> int:
    if role == "power" and _added_by_mate(board, play):
        mate = _adder(board, play, card)
        return by if mate is None else mate
    if role == "given":
        host = board.host(card)
        return host if host is not None else by
    if role == "companion":
        able = companion_players(board, card, by, play.seat)
        free = (char for char in able if not any(queries.forbidden(board, card, char, "attack", play=play)))
        return next(free, able[0] if able else by)
    return by


def _added_by_mate(board: Board, play: Play) -> bool:
    """Whether a teammate contributes the Power card of a combined attack (`combine_by`)."""
    spec = lead_spec(board, play)
    code = codes.get(spec.code) if spec.is_special else None
    return code is not None and code.param(spec, "combine_by") == "teammate"


def _adder(board: Board, play: Play, card: int) -> int | None:
    """The teammate who adds a Power card: one who can use it, if possible one whom nothing keeps from attacking so."""
    host = board.host(card)
    mates = [host] if host is not None else [char for char in board.front(play.seat) if char != play.by]
    able = [mate for mate in mates if use.power_types(board, mate, card, "attack")]
    free = (mate for mate in able if not any(_kept_from(board, play, mate, card)))
    return next(free, able[0] if able else None)


def _kept_from(board: Board, play: Play, mate: int, *cards: int) -> Iterator[Violation]:
    """What keeps a teammate from taking part in an attack with these cards (AV, DP)."""
    yield from queries.may_attack(board, mate)
    for card in cards:
        yield from queries.forbidden(board, card, mate, "attack", play=play)


def companion_players(board: Board, card: int, by: int, seat: str) -> list[int]:
    """Who could play a Special that goes along with what a Character plays: that one first, or a teammate (BG)."""
    away = (char for char in board.reserve(seat) if queries.from_reserve(board, char, card))
    players = [by, *(char for char in (*board.front(seat), *away) if char != by)]
    code = codes.get(board.spec(card).code)
    if code is not None and code.own_action(board.spec(card)):
        players = [by]
    if board.zone_of(card)[1] == "placed":
        host = board.host(card)
        players = [char for char in players if char == host]
    return [char for char in players if not any(use.special_violations(board, char, card))]


def _whence(board: Board, play: Play, by: int) -> Iterator[Violation]:
    """Cards come from the hand or from what is placed to the one who plays them (base rule 7.1)."""
    seat = play.seat
    for card, role in zip(play.cards, play.roles, strict=False):
        whose, where = board.zone_of(card)
        if role == "special" and "activator" in play.roles:
            if not (where == "site_cards" and whose == seat):
                yield Violation("activator", f"{{{card}}} does not lie under your Battlesite.", (card,))
            continue
        if where == "hand" and whose == seat:
            continue
        if where == "placed" and board.seat_of(card) == seat:
            host = int(whose)
            if host == by or role in ("given", "stray"):
                continue
            if (
                role == "power"
                and play.lead is not None
                and (code := codes.get(board.spec(play.lead).code)) is not None
                and (code.param(board.spec(play.lead), "combine_by") == "teammate" and board.is_front(host))
            ):
                continue
            there = board.is_front(host) or queries.from_reserve(board, host, card)
            if role == "companion" and there and board.spec(card).character == board.spec(host).name:
                continue
            yield Violation("placed-cards", f"{{{card}}} is placed to {{{host}}}, who alone plays it.", (card, host))
            continue
        if play.grant is not None and play.grant.card == card:
            continue
        if role == "taken" or _taken(board, play, card, role):
            continue
        yield Violation("action-actor", f"{{{card}}} is neither in your hand nor placed to {{{by}}}.", (card,))
        if where == "site_cards":
            yield Violation("activator", f"{{{card}}} is fetched from under the Battlesite by an Activator.", (card,))


def _taken(board: Board, play: Play, card: int, role: str) -> bool:
    """Whether the Special that leads the play takes a card from where it lies (CB)."""
    code = codes.get(lead_spec(board, play).code)
    return code is not None and code.takes(board, play, card, role)


def _requirements(board: Board, play: Play, by: int) -> Iterator[Violation]:
    """Ratings, names and partners (base rules 8.1 to 8.10)."""

    free = play.grant is not None and play.grant.free
    declared = play.declare[0] if play.declare else ""
    powers = play.with_role("power")
    boosts = play.with_role("boost")
    lead = play.lead
    assert lead is not None
    spec = board.spec(lead)
    by_mate = _added_by_mate(board, play)
    code = codes.get(spec.code) if spec.is_special else None
    of_power = spec.is_power or (code is not None and list(code.declarations(board, spec)) == [()])
    for card in powers:
        if free and card == lead:
            continue
        if by_mate:
            mate = _adder(board, play, card)
            if mate is None:
                yield Violation("power-grid", f"No teammate can use {{{card}}}.", (card,))
            else:
                yield from queries.may_attack(board, mate)
            continue
        yield from use.power_violations(
            board, by, card, declared if of_power else "", boosts[0] if boosts else None, "attack"
        )
    for boost in boosts:
        if powers and (spec.is_power or spec.is_special):
            power = powers[0]
            kinds = (
                ("any",)
                if board.spec(power).is_any
                else (
                    (declared,)
                    if declared and board.spec(power).is_multi
                    else use.power_types(board, by, power, "attack") or board.spec(power).types
                )
            )
            yield from use.boost_violations(board, by, boost, kinds, power, "attack")
        elif spec.is_special:
            kinds = play.types if "any" not in spec.power else ("any",)
            yield from use.boost_violations(board, by, boost, kinds, lead, "attack")
    partners = spec.type == "tactic" or spec.kind in ("teamwork", "ally")
    if partners and len(board.front(play.seat)) < 2:
        yield Violation("few-characters", f"{{{lead}}} needs a second Character in the Front Line.", (lead,))
    if spec.kind == "teamwork":
        yield from _teamwork(board, play, by)
    elif spec.kind == "ally":
        yield from _ally(board, play, by)
    elif spec.kind == "doubleshot":
        if not free and not use.meets(board, by, spec):
            yield Violation("doubleshot", f"{{{lead}}} needs {_asked(spec)}; {{{by}}} has less.", (lead, by))
            yield from use.lowered(board, by, spec.power, lead)
        if not play.with_role("given"):
            yield Violation("doubleshot", f"A teammate has to give a Power card to {{{lead}}}.", (lead,))
    elif spec.kind == "artifact":
        if not free and not use.meets(board, by, spec):
            yield Violation(
                "artifact", f"{{{lead}}} needs {_asked(spec)} of the one who plays it, not {{{by}}}.", (lead, by)
            )
            yield from use.lowered(board, by, spec.power, lead)
    elif spec.is_special:
        if "activator" in play.roles:
            (activator, *_) = play.with_role("activator")
            if board.spec(activator).character != spec.character:
                text = f"{{{activator}}} fetches Specials of {board.spec(activator).character}, not {{{lead}}}."
                yield Violation("activator", text, (activator, lead))
            if not board.is_front(by):
                yield Violation("activator", f"{{{by}}} is not in the Front Line.", (by,))
        elif not free:
            yield from use.special_violations(board, by, lead)
    for card in play.companions:
        if not companion_players(board, card, by, play.seat):
            yield Violation("special-character", f"Nobody plays {{{card}}} along with that.", (card,))


def _asked(spec: Spec) -> str:
    kind = " or ".join(word.capitalize() for word in spec.power)
    most = spec.number("to_use_max")
    return f"{kind} {most} or less" if most is not None else f"{kind} {spec.number('to_use') or 0}"


def _teamwork(board: Board, play: Play, by: int) -> Iterator[Violation]:
    lead = play.lead or 0
    spec = board.spec(lead)
    free = play.grant is not None and play.grant.free
    if not free and not use.leads_teamwork(board, by, spec):
        kind = (spec.types or ("energy",))[0]
        need, has = spec.number("to_use") or 0, board.grid(by)[kind]
        text = f"{{{lead}}} needs {kind.capitalize()} {need}; {{{by}}} has {kind.capitalize()} {has}."
        yield Violation("teamwork", text, (lead, by))
        yield from use.lowered(board, by, (kind,), lead)
    kinds = spec.words("follow_up")
    kept: list[Violation] = []
    for mate in (char for char in board.front(play.seat) if char != by):
        for card in (*board.zone(play.seat, "hand"), *board.at(mate, "placed")):
            if (
                card not in play.cards
                and board.spec(card).is_power
                and set(use.power_types(board, mate, card, "attack")) & set(kinds)
            ):
                why = list(_kept_from(board, play, mate, lead, card))
                if not why:
                    return
                kept += why
    yield Violation("teamwork", f"No teammate can follow {{{lead}}} with {' or '.join(kinds)}.", (lead,))
    yield from dict.fromkeys(kept)


def _ally(board: Board, play: Play, by: int) -> Iterator[Violation]:
    from tabletop.games.overpower.moves import possible

    lead = play.lead or 0
    spec = board.spec(lead)
    if not (play.grant is not None and play.grant.free) and not use.meets(board, by, spec):
        yield Violation("ally", f"{{{lead}}} needs {_asked(spec)}, which {{{by}}} does not have.", (lead, by))
        yield from use.lowered(board, by, spec.power, lead)
    if not possible(board, play.seat, ally_grant(board, play)):
        yield Violation("ally", f"No teammate can play a Special after {{{lead}}}.", (lead,))
        for mate in (char for char in board.front(play.seat) if char != by):
            yield from queries.may_attack(board, mate)


def ally_grant(board: Board, play: Play) -> Grant:
    """The Special that must follow an Ally (base rule 8.5)."""
    mates = tuple(char for char in board.front(play.seat) if char != play.by)
    return Grant("ally-special", play.lead or 0, 1, mates, power=False, plays=True, must=True)


def teamwork_grant(board: Board, play: Play) -> Grant | None:
    """The follow-ups of a Teamwork (base rule 8.4); None with nobody who could make one."""
    lead = play.lead or 0
    spec = board.spec(lead)
    mates = tuple(char for char in board.front(play.seat) if char != play.by)
    kinds = spec.words("follow_up")
    listed = spec.get("bonuses")
    bonuses = tuple(int(value) for value in listed) if isinstance(listed, list | tuple) else (0, 0)
    number = min(2, len(mates), len(kinds) or 2)
    if not number:
        return None
    from tabletop.games.overpower.compose import doubles

    doubled = doubles(board, play.cards, play.roles)
    return Grant(
        "teamwork-follow-up",
        lead,
        number,
        mates,
        each=True,
        entries=tuple((kind,) for kind in kinds),
        special=False,
        boost=False,
        bonuses=(*bonuses, 0, 0)[:2],
        universe=True,
        must=True,
        data={"doubled": True} if doubled else {},
    )


def _contributes(board: Board, play: Play, mate: int, card: int) -> bool:
    """Whether a teammate gives a Power card to a Doubleshot attack."""
    return _could_give(board, play, mate, card) and not any(_kept_from(board, play, mate, card))


def _could_give(board: Board, play: Play, mate: int, card: int) -> bool:
    spec = lead_spec(board, play)
    given = board.spec(card)
    if mate == play.by or board.host(card) not in (None, mate):
        return False
    most = spec.number("contributes_max", 4) or 4
    wanted = spec.words("contributes")
    return (
        use.meets(board, mate, spec, "teammate_")
        and given.pure in wanted
        and 1 <= (given.level or 0) <= most
        and bool(use.power_types(board, mate, card, "attack"))
    )


def _no_giver(board: Board, play: Play, card: int) -> Iterator[Violation]:
    spec = lead_spec(board, play)
    kinds = " or ".join(spec.words("contributes"))
    most = spec.number("contributes_max", 4)
    need = f"{' or '.join(spec.words('teammate_power'))} {spec.number('teammate_to_use') or 0}"
    text = (
        f"{{{card}}} cannot be given: a teammate with {need} gives a {kinds} Power card of 1 to {most} that it can use."
    )
    yield Violation("doubleshot", text, (card,))
    for mate in board.front(play.seat):
        if _could_give(board, play, mate, card):
            yield from _kept_from(board, play, mate, card)


# targets


def target_violations(board: Board, play: Play) -> Iterator[Violation]:
    """What is wrong about what a play is aimed at."""
    spec = lead_spec(board, play)
    other = board.opponent(play.seat)
    if play.lead is None or play.by is None:
        return
    code = codes.get(spec.code) if spec.is_special else None
    if spec.kind == "artifact":
        mates = [
            char for char in board.front(play.seat) if char != play.by and use.meets(board, char, spec, "teammate_")
        ]
        if play.at not in mates:
            yield Violation(
                "artifact", f"{{{play.lead}}} goes onto a Front Line teammate who has what it asks for.", (play.lead,)
            )
        return
    allowed = (
        list(code.targets(board, play))
        if code is not None
        else [*board.front(other), *([SITE] if board.site(other) else [])]
    )
    if play.kind in ("numeric", "effect"):
        allowed += reserve_targets(board, play)
    if play.kind == "numeric":
        allowed += [effect.source for effect in board.for_seat("shield", other) if effect.source is not None]
    if play.at not in allowed:
        if play.kind in ("numeric", "effect"):
            yield Violation("targets", _no_target(board, play), (play.lead,))
            if play.at == SITE:
                yield Violation("battlesite", _no_target(board, play), (play.lead,))
        else:
            yield Violation("targets", f"{{{play.lead}}} cannot be aimed at that.", (play.lead,))
            if code is not None:
                yield Violation(code.id, f"{{{play.lead}}} cannot be aimed at that.", (play.lead,))
    if play.kind in ("numeric", "effect") and isinstance(play.at, int) and board.spec(play.at).type == "character":
        yield from queries.protected(board, play, play.at)
    elif play.kind == "numeric":
        for effect in board.for_seat("protect_things", other):
            if effect.test is None or effect.test(board, play):
                yield Violation(effect.rule, f"{{{play.lead}}} cannot be aimed at that now.", (play.lead,))


def reserve_targets(board: Board, play: Play) -> list[int]:
    """The opposing Reserve, where an effect lets the attacker aim at it."""
    return board.reserve(board.opponent(play.seat)) if _let_at_reserve(board, play) else []


def _let_at_reserve(board: Board, play: Play) -> bool:
    from tabletop.games.overpower.filters import card_fits

    spec = lead_spec(board, play)
    effects = board.on("attack_reserve", play.by) if play.by is not None else ()
    return any(not effect.words or card_fits(effect.words, spec) for effect in effects)


def reaches_reserve(board: Board, play: Play) -> bool:
    """Whether an attack may go at a Character in Reserve, by its card or by an effect."""
    code = codes.get(lead_spec(board, play).code)
    return (code is not None and code.reserve_target) or _let_at_reserve(board, play)


def _no_target(board: Board, play: Play) -> str:
    if play.at is None:
        return "The attack needs a target."
    if play.at == SITE:
        return f"{{{play.lead}}} cannot be aimed at a Battlesite, or there is none."
    if isinstance(play.at, int):
        return f"{{{play.at}}} is no target for {{{play.lead}}}: it is not in the opposing Front Line."
    return f"{{{play.lead}}} has to be aimed at an opposing Character."


# further attacks


def grant_violations(board: Board, play: Play, grant: Grant) -> Iterator[Violation]:
    """What a play breaks as one of the further attacks that a grant describes (G7)."""
    rule, lead = grant.rule, play.lead
    spec = lead_spec(board, play)
    source = f"{{{grant.source}}}"
    brought = grant.card if grant.card is not None and board.spec(grant.card).is_boost else None
    if grant.card is not None and (grant.card not in play.cards if brought is not None else lead != grant.card):
        yield Violation(rule, f"It has to be {{{grant.card}}}.", (grant.card,))
    if grant.by and play.by not in grant.by:
        named = ",".join(map(str, grant.by))
        yield Violation(rule, f"After {source} only {{{named}}} may follow, not {{{play.by}}}.")
    elif grant.each and play.by in grant.used:
        yield Violation(rule, f"{{{play.by}}} has followed {source} already.")
    if not grant.any_card and grant.card is None:
        if spec.type in ("tactic", "activator") or "activator" in play.roles or spec.kind in ("teamwork", "ally"):
            yield Violation(rule, f"No Teamwork, Ally, Tactic or Activator follows {source}.", (lead,) if lead else ())
        elif spec.is_special and lead is not None and queries.is_any_hero(board, lead):
            yield Violation(rule, f"No Any Hero Special follows {source}.", (lead,))
            yield Violation("any-hero", f"An Any Hero Special is no follow-up: {{{lead}}}.", (lead,))
        elif (spec.is_power and not grant.power) or (spec.is_special and not grant.special):
            yield Violation(rule, f"{{{lead}}} is not what may follow {source}.", (lead,) if lead else ())
        elif spec.is_special and not play.is_attack and not grant.plays:
            yield Violation(rule, f"Only an attack may follow {source}.", (lead,) if lead else ())
    if "boost" in play.roles and not grant.boost:
        yield Violation(rule, f"No Universe card goes with what follows {source}.")
    if grant.entries and fitting_entry(board, play, grant) is None:
        wanted = " or ".join(word for entry in grant.entries for word in entry)
        yield Violation(rule, f"What follows {source} has to be {wanted}.", (lead,) if lead else ())
    elif grant.made and not _made_as(board, play, grant.made):
        yield Violation(rule, f"What follows {source} has to be {' or '.join(grant.made)}.", (lead,) if lead else ())
    if grant.at == "different" and (play.at == grant.ref or not board.is_character(play.target)):
        yield Violation(rule, f"What follows {source} goes at a different Character.")
    elif grant.at == "same" and play.at != grant.ref:
        yield Violation(rule, f"What follows {source} goes at the same Character.")
    code = codes.get(rule)
    if code is not None:
        yield from code.follow_up(board, play, grant)


def _undeclared(board: Board, play: Play, made: tuple[str, ...]) -> bool:
    """Whether a card of several types is not declared as one that is asked for."""
    from tabletop.games.overpower.spec import TYPES

    if not play.open or any(word not in TYPES for word in made):
        return False
    return any(kind not in made for kind in play.types)


def fitting_entry(board: Board, play: Play, grant: Grant) -> int | None:
    """Which entry of a grant a follow-up uses up."""
    return next((i for i, entry in enumerate(grant.entries) if _made_as(board, play, entry)), None)


def _made_as(board: Board, play: Play, made: tuple[str, ...]) -> bool:
    """Whether a follow-up is made as it has to be. Where a Power card is asked for no Special stands in (code CC)."""
    if not lead_spec(board, play).is_power:
        made = tuple(word for word in made if word.partition(":")[0] != "power_card")
    return attack_fits(made, Seen(board, play, whole=False)) and not _undeclared(board, play, made)
