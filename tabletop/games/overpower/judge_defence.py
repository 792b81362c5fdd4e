"""Judging what is played in answer: blocks, avoids, shifts, negations, answers to a concession (base rule 7.4)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.games.overpower import hidden, mimic, queries, twofold, use
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.compose import compose_defence
from tabletop.games.overpower.judge_battle import companion_players
from tabletop.games.overpower.plays import SITE, Defence, Play, lead_spec
from tabletop.games.overpower.registry import codes
from tabletop.rules.model import Move, Violation


def answering(board: Board, play: Play | None) -> str:
    """The seat that has to answer a play; "" if none waits."""
    if play is None:
        return ""
    return play.answer or board.opponent(play.seat)


def accept_violations(board: Board, move: Move) -> Iterator[Violation]:
    """Why a seat may not let something through."""
    play = board.play()
    if play is None:
        yield Violation("turn", "Nothing waits for an answer.")
    elif move.seat != answering(board, play):
        yield Violation("turn", f"It is for {{{answering(board, play)}}} to answer.")


def defence_violations(board: Board, move: Move) -> Iterator[Violation]:
    """Every rule that a defence breaks."""
    play = board.play()
    if play is None:
        yield Violation("turn", "Nothing waits for an answer.")
        return
    if move.seat != answering(board, play):
        yield Violation("turn", f"It is for {{{answering(board, play)}}} to answer.")
        return
    board, move = mimic.assume(board, move)
    if hidden.is_hidden(play):
        yield from hidden.blind_violations(board, move, play)
        return
    defence, wrong = compose_defence(board, move, play)
    yield from wrong
    yield from judge_defence(board, defence, play)


def judge_defence(board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
    """Every rule that a defence breaks as it has been put together."""
    if defence.parts:
        yield from twofold.violations(board, defence, play)
        return
    by, lead = defence.by, defence.lead
    if by is None or by not in board.team(defence.seat):
        yield Violation("action-actor", "A Character of your team has to play it.")
        return
    if lead is None:
        return
    if "stray" in defence.roles:
        yield Violation("defence-once", "Only one defence answers an attack.")
    spec = board.spec(lead)
    supposed = queries.with_companions(board, defence)
    yield from _whence(board, defence, by, play)
    code = codes.get(spec.code) if spec.is_special else None
    if spec.is_special and "activator" in defence.roles:
        (activator, *_) = defence.with_role("activator")
        if board.spec(activator).character != spec.character:
            yield Violation("activator", f"{{{activator}}} does not fetch {{{lead}}}.", (activator, lead))
        if not board.is_front(by):
            yield Violation("activator", f"{{{by}}} is not in the Front Line.", (by,))
    elif spec.is_special:
        yield from use.special_violations(supposed, by, lead)
    if board.is_reserve(by) and by != play.at and not (spec.is_special and queries.from_reserve(board, by, lead)):
        yield Violation("defence-reserve", f"{{{by}}} is in Reserve and defends nobody but itself.", (by,))
    for card, role in zip(defence.cards, defence.roles, strict=False):
        if role == "given":
            continue
        able = companion_players(board, card, by, defence.seat) if role == "companion" else [by]
        site = defence.site and role == "special"
        told = [list(queries.forbidden(board, card, char, "defense", site=site, play=play)) for char in able]
        yield from min(told, key=len, default=[])
    if play.at == SITE and defence.kind in ("avoid", "shift"):
        yield Violation(
            "battlesite", f"An attack on a Battlesite is blocked or negated; {{{lead}}} does neither.", (lead,)
        )
    if play.grant is not None and play.grant.undefended:
        yield Violation(play.grant.rule, "This attack cannot be defended.", play.cards)
    for card in play.with_role("special", "companion"):
        found = codes.get(board.spec(card).code)
        if found is not None:
            yield from found.defence_rules(board, play, defence)
    granting = codes.get(play.grant.rule) if play.grant is not None else None
    if granting is not None:
        yield from granting.follow_up_defence(board, play, defence)
    for effect in board.for_seat("defence_rule", defence.seat):
        if effect.test is not None:
            yield from effect.test(board, play, defence, effect)
    if code is not None and code.play_of(spec) == "offense" and defence.kind != "block":
        yield from code.wrong(f"{{{lead}}} is played on the own turn only.", lead)
    elif code is not None and defence.kind != "block":
        if play.kind == "concession" and not code.answers_concession:
            yield from code.wrong(f"{{{lead}}} is no answer to a concession.", lead)
        else:
            yield from code.answers(board, defence, play)
    elif defence.kind == "block":
        yield from block_violations(supposed, defence, play)
        if code is not None:
            if code.play_of(spec) == "offense":
                yield Violation(spec.code, f"{{{lead}}} does not block.", (lead,))
            yield from code.block_rules(board, defence, play)
    elif defence.kind != "avoid":
        yield Violation("action-cards", f"{{{lead}}} is no defence.", (lead,))
    for card in defence.with_role("lent"):
        found = codes.get(board.spec(card).code)
        yield from use.special_violations(board, by, card)
        if found is not None:
            yield from found.beside(board, defence, play, card)
    for card in defence.with_role("companion"):
        found = codes.get(board.spec(card).code)
        if found is not None:
            yield from found.beside(board, defence, play, card)
            if not companion_players(board, card, by, defence.seat):
                yield Violation("special-character", f"Nobody plays {{{card}}} along with that.", (card,))


def _whence(board: Board, defence: Defence, by: int, play: Play) -> Iterator[Violation]:
    seat = defence.seat
    for card, role in zip(defence.cards, defence.roles, strict=False):
        whose, where = board.zone_of(card)
        if role == "special" and "activator" in defence.roles:
            if not (where == "site_cards" and whose == seat):
                yield Violation("activator", f"{{{card}}} does not lie under your Battlesite.", (card,))
            continue
        if where == "hand" and whose == seat:
            continue
        if where == "placed" and board.seat_of(card) == seat:
            if int(whose) == by or role in ("given", "companion", "stray"):
                continue
            yield Violation(
                "placed-cards", f"{{{card}}} is placed to {{{whose}}}, who alone plays it.", (card, int(whose))
            )
            continue
        yield Violation("action-actor", f"{{{card}}} is neither in your hand nor placed to {{{by}}}.", (card,))
        if where == "site_cards":
            yield Violation("activator", f"{{{card}}} is fetched from under the Battlesite by an Activator.", (card,))


def block_violations(board: Board, defence: Defence, play: Play) -> Iterator[Violation]:
    """Why cards do not block a play (base rules 7.3, 7.4)."""
    by, lead = defence.by, defence.lead
    assert by is not None
    assert lead is not None
    spec = lead_spec(board, defence)
    value = queries.attack_value(board, play)
    if play.kind != "numeric":
        yield Violation("block-numeric", "Only an attack with a number can be blocked.", defence.cards)
    if play.at == SITE:
        if not board.is_front(by):
            for rule in ("block-own", "battlesite"):
                yield Violation(rule, f"{{{by}}} is not in the Front Line.", (by,))
    elif play.at != by and isinstance(play.at, int):
        if spec.kind == "doubleshot" and board.option("doubleshot_defends") != "self":
            pass
        elif spec.kind == "doubleshot":
            yield Violation("doubleshot", f"{{{lead}}} protects only the one who plays it.", (lead, by))
            yield Violation("block-own", f"The attack is at {{{play.at}}}, who has to block it.", (by, play.at))
        else:
            yield Violation("block-own", f"The attack is at {{{play.at}}}, who has to block it.", (by, play.at))
    boosts = defence.with_role("boost")
    declared = defence.declare[0] if defence.declare else ""
    if spec.is_power:
        yield from use.power_violations(board, by, lead, declared, boosts[0] if boosts else None, "defense")
        for boost in boosts:
            kinds = (
                ("any",)
                if spec.is_any
                else (declared,)
                if declared
                else use.power_types(board, by, lead, "defense") or spec.types
            )
            yield from use.boost_violations(board, by, boost, kinds, lead, "defense")
    elif spec.kind == "doubleshot":
        given = defence.with_role("given")
        if not use.meets(board, by, spec, use="defense") or not given:
            yield Violation("doubleshot", f"{{{by}}} cannot play {{{lead}}} so.", (lead, by))
        for card in given:
            if not any(_gives(board, defence, mate, card) for mate in board.front(defence.seat)):
                yield Violation("doubleshot", f"No teammate can give {{{card}}} to {{{lead}}}.", (card,))
    if play.kind == "numeric" and defence.value < queries.block_needed(board, play):
        yield Violation("block", f"A block of {defence.value} does not stop an attack of {value}.", defence.cards)


def _gives(board: Board, defence: Defence, mate: int, card: int) -> bool:
    spec, given = lead_spec(board, defence), board.spec(card)
    if mate == defence.by or board.host(card) not in (None, mate):
        return False
    most = spec.number("contributes_max", 4) or 4
    return (
        use.meets(board, mate, spec, "teammate_", "defense")
        and given.pure in spec.words("contributes")
        and 1 <= (given.level or 0) <= most
        and bool(use.power_types(board, mate, card, "defense"))
        and not any(queries.forbidden(board, card, mate, "defense"))
    )
