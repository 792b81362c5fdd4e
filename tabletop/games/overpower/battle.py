"""What happens in the battle phase: a play is declared, answered, settled; further attacks; the turn passes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tabletop.games.overpower import blocks, hidden, judge_battle, judge_defence, mimic, moves, queries
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.compose import compose, compose_defence
from tabletop.games.overpower.effects import rows
from tabletop.games.overpower.plays import SITE, Defence, Grant, Play, grants_of, lead_spec
from tabletop.games.overpower.registry import codes
from tabletop.games.overpower.tasks import check, tasks
from tabletop.rules.model import Ask, Do, Move, Plan, Question, Ref
from tabletop.table.ops import Fact, Mark, Op

if TYPE_CHECKING:
    from tabletop.games.overpower.codes.base import Code

LANDING = ("power", "special", "teamwork", "ally", "doubleshot", "given", "taken")
"""The roles of the cards that stay as hits when an attack lands."""


def put_play(play: Play | None) -> Op:
    """The play that waits, as a fact."""
    return Fact("play", msgspec.to_builtins(play) if play is not None else None)


def put_grants(grants: list[Grant]) -> Op:
    """The further attacks that are open, as a fact."""
    return Fact("grants", [msgspec.to_builtins(grant) for grant in grants] or None)


def declare(board: Board, move: Move) -> Plan[None]:
    """A play is made: its cards lie open, or face down (BK), and it waits for its answer."""
    plain = mimic.without_option(board, move)
    yield from mimic.put_on(board, move)
    move = plain
    grant = judge_battle.fitting_grant(board, move)
    play, _ = compose(board, move, grant)
    if grant is not None:
        grants = grants_of(board)
        at = len(grants) - 1 - grants[::-1].index(grant)
        entry = judge_battle.fitting_entry(board, play, grant) if grant.entries else None
        left = grant.after(play.by, entry)
        yield put_grants([*grants[:at], *([left] if left.left else []), *(grants[at + 1 :])])
    if board.listed("passed") and not board.option("pass_is_final"):
        yield Fact("passed", None)
    if move.seat not in board.listed("acted"):
        yield Fact("acted", [*board.listed("acted"), move.seat])
    others = (card for card in play.cards if board.owner(card) != play.seat)
    kept = [board.piece(card) for card in (*play.with_role("cost", "taken"), *others)]
    origin = {str(piece.id): piece.zone for piece in kept if piece is not None}
    if origin:
        play = replace(play, data={**play.data, "from": origin})
    down = [card for card in play.cards if card not in hidden.open_cards(play)] if hidden.conceals(board, play) else []
    yield put_play(hidden.concealed(play) if down else play)
    yield from _lay_open(board, play.seat, play.cards, play.roles, down)
    yield Do("declared")


def _lay_open(
    board: Board, seat: str, cards: tuple[int, ...], roles: tuple[str, ...], down: Sequence[int] = ()
) -> Iterator[Op]:
    for card, role in zip(cards, roles, strict=False):
        if role == "special" and "activator" in roles:
            yield Mark(card, "site", True)
        if role == "activator":
            yield Mark(card, "site", True)
        if board.piece(card) is not None:
            yield from blocks.to(board, card, f"{seat}.action", up=False if card in down else None)


@tasks.task
def declared(board: Board) -> Plan[None]:
    """An attack has been declared: markers look at it, and what redirects attacks moves it before the defence."""
    play = board.play()
    if play is None:
        return
    for marker in list(board.markers()):
        code = codes.get(marker.spec.code) if marker.spec.is_special else None
        if code is not None:
            yield from code.declared(board, marker, play)
    if play.kind not in ("numeric", "effect") or not isinstance(play.at, int) or play.shifted:
        return
    fixed = (play.grant is not None and play.grant.undefended) or any(queries.unmovable(board, play))
    if fixed or not board.is_character(play.at):
        return
    for effect in board.on("redirect", play.at):
        if effect.use == "must" and effect.versus is not None and board.is_front(effect.versus):
            yield put_play(replace(play, at=effect.versus, shifted=True, shifter=play.at))
            return
        if effect.use == "may":
            seat = board.seat_of(play.at)
            others = [char for char in board.front(seat) if char != play.at]
            yield from blocks.ask(
                seat,
                f"Where shall the attack on {{{play.at}}} go?",
                ["no", *others],
                "redirected",
                rule=effect.rule,
            )
            return


@tasks.task
def redirected(board: Board, picked: list[int | str]) -> Plan[None]:
    """A player has said where an attack goes."""
    play = board.play()
    if play is not None and picked and isinstance(picked[0], int):
        yield put_play(replace(play, at=picked[0], shifted=True, shifter=play.at if isinstance(play.at, int) else None))


def accept(board: Board, move: Move) -> Plan[None]:
    """A play is let through."""
    yield from _turn_up(board)
    yield Do("resolve", {"outcome": "hit"})


def _turn_up(board: Board) -> Iterator[Op]:
    """An attack that waits face down is turned up."""
    play = board.play()
    if play is not None and hidden.is_hidden(play):
        yield from hidden.turn_up(board, play)
        yield put_play(hidden.opened(board, play))


def defend(board: Board, move: Move) -> Plan[None]:
    """Cards are played in answer: the play is stopped, moved, or hits all the same."""
    play = board.play()
    if play is None:
        return
    blind = hidden.is_hidden(play)
    plain = mimic.without_option(board, move)
    yield from mimic.put_on(board, move)
    move = plain
    yield from _turn_up(board)
    play = board.play()
    defence, _ = compose_defence(board, move, play)
    spent = blind and any(judge_defence.judge_defence(board, defence, play))
    yield from _lay_open(board, defence.seat, defence.cards, defence.roles)
    if spent:
        yield from blocks.to_pile(board, defence.cards)
        yield Do("resolve", {"outcome": "hit"})
        return
    spec = lead_spec(board, defence)
    code = codes.get(spec.code) if spec.is_special else None
    outcome = {"block": "blocked", "avoid": "avoided"}.get(defence.kind, "hit")
    if code is not None and defence.kind != "block":
        outcome = code.outcome(board, defence, play)
    yield put_play(replace(play, defence=defence, outcome=outcome))
    yield Do("defended", {"outcome": outcome})


@tasks.task
def defended(board: Board, outcome: str) -> Plan[None]:
    """The cards of a defence have been shown: they do what they do, and the play ends or waits again."""
    play = board.play()
    if play is None or play.defence is None:
        return
    defence = play.defence
    settle: list[Do] = []
    for card, role in zip(defence.cards, defence.roles, strict=False):
        settle.append(Do("settle_defence", {"card": card, "role": role}))
    if outcome == "shifted":
        moved = replace(play, at=defence.at, shifted=True, shifter=defence.by, defence=None, outcome="")
        for card, role in zip(defence.cards, defence.roles, strict=False):
            yield from _settle_defence(board, defence, card, role)
        yield put_play(moved)
        return
    for half in defence.parts or (defence,):
        spec = lead_spec(board, half)
        code = codes.get(spec.code) if spec.is_special else None
        if code is not None:
            yield from code.defended(board, half, play)
    if outcome == "attacks":
        return
    if play.kind == "concession":
        for card, role in zip(defence.cards, defence.roles, strict=False):
            yield from _settle_defence(board, defence, card, role)
        yield Do("concession_answered", {"outcome": outcome})
        return
    yield from settle
    value = queries.attack_value(board, play)
    if outcome == "blocked" and play.data.get("parts") and defence.value < value:
        yield from _ask_parts(board, play, defence, value)
        return
    yield Do("resolve", {"outcome": outcome if outcome != "stays" else "hit"})


def _ask_parts(board: Board, play: Play, defence: Defence, value: int) -> Iterator[Ask | Do]:
    """A block that does not stop a whole attack of several cards stops some of them: the defender says which (BU)."""
    room = defence.value - max(value - play.base, 0)
    cards = [card for card in play.with_role("power") if (board.spec(card).level or 0) <= room]
    yield from blocks.ask(
        defence.seat,
        "Which cards does the block stop?",
        cards,
        "stop_parts",
        rule=board.spec(play.data["parts"]).code,
        most=len(cards),
        room=room,
    )


@check("stop_parts")
def fits_the_block(board: Board, question: Question, picked: tuple[Ref, ...]) -> Iterator[str]:
    """A block stops as many cards as it is worth."""
    room = question.args.get("room", 0)
    total = sum(board.spec(card).level or 0 for card in picked if isinstance(card, int))
    if total > room:
        yield f"these cards make {total}, and the block stops {room}."


@tasks.task
def stop_parts(board: Board, room: int, picked: list[int]) -> Plan[None]:
    """The cards that were picked are stopped, the others of the attack land."""
    play = board.play()
    if play is not None:
        yield put_play(replace(play, data={**play.data, "stopped": picked}))
        yield Do("resolve", {"outcome": "hit"})


@tasks.task
def settle_defence(board: Board, card: int, role: str) -> Plan[None]:
    """A card of a defence goes where it belongs."""
    play = board.play()
    if play is not None and play.defence is not None:
        whole = play.defence
        half = next((part for part in whole.parts if card in part.cards), whole)
        yield from _settle_defence(board, half, card, role)


def _settle_defence(board: Board, defence: Defence, card: int, role: str) -> Iterator[Op]:
    """A card of a defence is finished, or stays in effect."""
    if board.zone_of(card)[1] != "action":
        return
    spec = board.spec(card)
    code = codes.get(spec.code) if spec.is_special and role in ("special", "companion", "lent") else None
    if (code is not None and code.lasts_of(spec) != "instant" and defence.kind != "block") or (
        code is not None and role in ("companion", "lent") and code.lasts_of(spec) != "instant"
    ):
        host, seat = code.marker_place(board, defence, card)
        yield from blocks.lay_marker(board, card, host, seat, _kept(board, code, defence, card))
        return
    yield from blocks.to_pile(board, [card])


def _kept(board: Board, code: Code, play: Play | Defence, card: int) -> dict[str, Any]:
    """What is kept with a marker. What a Special that is only lent for the battle does for the game ends with the
    battle (CL).
    """
    data, spec = code.marker_data(board, play, card), board.spec(card)
    lent = play.by is not None and any(
        effect.use == "battle" and spec.character in effect.words for effect in board.on("plays", play.by)
    )
    if lent and code.lasts_of(spec) == "game" and spec.character != board.spec(play.by or 0).name:
        data["until"] = "battle"
    return data


# settling


@tasks.task
def resolve(board: Board, outcome: str) -> Plan[None]:
    """A play ends: its cards land, stay in effect or go; then follow its effect and its further attacks."""
    play = board.play()
    if play is None:
        return
    if play.kind == "concession":
        yield Do("concession_stands")
        return
    play = replace(play, outcome=outcome, stage="settled")
    yield put_play(play)
    spec = lead_spec(board, play)
    code = codes.get(spec.code) if spec.is_special else None
    target = play.at if isinstance(play.at, int) else board.site(board.opponent(play.seat)) if play.at == SITE else None
    landed = (
        outcome == "hit"
        and play.kind == "numeric"
        and target is not None
        and board.spec(target).type in ("character", "location")
    )
    struck = outcome == "hit" and play.kind == "numeric" and target is not None and not landed
    for card, role in zip(play.cards, play.roles, strict=False):
        yield from _settle_card(board, play, card, role, target if landed else None, struck)
    if struck and target is not None:
        yield from blocks.to_pile(board, [target])
    if outcome == "hit":
        on_character = target is not None and board.spec(target).type == "character"
        if code is not None and (play.kind != "numeric" or on_character or (landed and code.any_hit)):
            yield Do("take_effect", {"card": play.lead})
        for card in play.companions:
            yield Do("take_effect", {"card": card})
        if play.lead_role == "artifact" and play.lead is not None:
            yield Do("artifact_now", {"card": play.lead})
    if outcome not in ("negated",):
        for card in (play.lead, *play.companions):
            if card is not None and board.spec(card).is_special:
                yield Do("end_of_play", {"card": card})
    yield Do("markers_look")
    yield Do("open_grants")
    yield Do("proceed")


@tasks.task
def markers_look(board: Board) -> Plan[None]:
    """Cards in effect look at a play that is over."""
    play = board.play()
    over = play is not None and play.stage == "settled"
    for marker in list(board.markers()) if over and board.phase == "battle" else ():
        code = codes.get(marker.spec.code) if marker.spec.is_special else None
        if code is not None and play is not None:
            yield from code.play_ended(board, marker, play)


@tasks.task
def artifact_now(board: Board, card: int) -> Plan[None]:
    """What an Artifact does once as it comes into play: it may clear away all Artifacts and then goes itself."""
    if not any(row.get("effect") == "clear_artifacts" for row in rows(board.spec(card).data)):
        return
    for marker in list(board.markers()):
        if marker.spec.kind == "artifact":
            yield from blocks.to_pile(board, [marker.piece])


def _settle_card(board: Board, play: Play, card: int, role: str, target: int | None, struck: bool) -> Iterator[Op]:
    if board.zone_of(card)[1] != "action":
        return
    spec = board.spec(card)
    code = codes.get(spec.code) if spec.is_special else None
    lead = codes.get(lead_spec(board, play).code) if lead_spec(board, play).is_special else None
    wanted = lead.destination(board, play, card) if lead is not None else None
    if wanted is not None:
        yield from blocks.to(board, card, wanted)
        return
    if role in ("companion", "lent"):
        if code is not None and code.stays(board, play, card):
            host, seat = code.marker_place(board, play, card)
            yield from blocks.lay_marker(board, card, host, seat, _kept(board, code, play, card))
        else:
            yield from blocks.to_pile(board, [card])
        return
    origin = play.data.get("from", {}).get(str(card))
    if play.outcome == "negated" and (origin or role in ("cost", "taken")):
        yield from blocks.to(board, card, str(origin)) if origin else blocks.to_pile(board, [card])
        return
    if card in play.data.get("stopped", ()):
        yield from blocks.to_pile(board, [card])
        return
    stays = role != "special" or code is None or code.lands(board, play, card)
    lasting = role == "special" and code is not None and code.lasts_of(spec) != "instant"
    if target is not None and role in LANDING and stays:
        yield from land(board, play, card, target)
        if lasting and code is not None and (board.spec(target).type == "character" or code.any_hit):
            host, seat = code.marker_place(board, play, card)
            data = _kept(board, code, play, card)
            yield from blocks.lay_lasting(board, card, host, seat, data, code.lasts_of(spec), code.id)
        return
    if lasting and code is not None and play.outcome == "hit" and play.kind != "numeric":
        host, seat = code.marker_place(board, play, card)
        yield from blocks.lay_marker(board, card, host, seat, _kept(board, code, play, card))
        return
    if role == "artifact" and play.outcome == "hit" and isinstance(play.at, int):
        yield from blocks.lay_marker(board, card, play.at, play.seat, {"by": play.by})
        return
    yield from blocks.to_pile(board, [card])


def land(board: Board, play: Play, card: int, target: int) -> Iterator[Op]:
    """A card of an attack stays as a hit on a Character or a Battlesite."""
    yield from blocks.land(board, card, target, play.by)


@tasks.task
def take_effect(board: Board, card: int) -> Plan[None]:
    """A Special that has succeeded does what its code says."""
    play = board.play()
    code = codes.get(board.spec(card).code)
    if play is not None and code is not None and board.phase == "battle" and (card == play.lead):
        yield from code.effect(board, play)
    elif play is not None and code is not None and board.phase == "battle":
        yield from code.companion_effect(board, play, card)


@tasks.task
def end_of_play(board: Board, card: int) -> Plan[None]:
    """What a Special does at the end of its play, however that ended."""
    play = board.play()
    code = codes.get(board.spec(card).code)
    if play is not None and play.stage == "settled" and code is not None and board.phase == "battle":
        yield from code.afterwards(board, play)


@tasks.task
def open_grants(board: Board) -> Plan[None]:
    """The further attacks that a play opens (base rules 8.4, 8.5; G7)."""
    play = board.play()
    if play is None or play.stage != "settled" or play.outcome == "negated" or board.phase != "battle":
        return
    if play.grant is not None and not play.grant.chains:
        return
    spec = lead_spec(board, play)
    opened: list[Grant] = []
    if spec.kind == "teamwork":
        grant = judge_battle.teamwork_grant(board, play)
        opened += [grant] if grant is not None else []
    elif spec.kind == "ally":
        opened.append(judge_battle.ally_grant(board, play))
    elif spec.is_special and (code := codes.get(spec.code)) is not None:
        opened += code.grants(board, play)
    if opened:
        yield put_grants([*grants_of(board), *opened])


@tasks.task
def proceed(board: Board) -> Plan[None]:
    """A play is over: further attacks that cannot be made are lost; with none left the turn passes on. A play that it
    has led to waits first (GH, a concession by a card).
    """
    play = board.play()
    if play is not None and play.stage != "settled":
        return
    if play is not None:
        yield put_play(None)
    if board.phase != "battle":
        return
    over = any(not board.front(seat) for seat in board.seats)
    grants = [] if over else grants_of(board)
    left = [grant for grant in grants if not lost(board, grant)]
    if left != grants_of(board):
        yield put_grants(left)
    if left:
        return
    yield Do("end_action")


def lost(board: Board, grant: Grant) -> bool:
    """Whether a further attack is lost: nobody is there to make it, no target is there for it, or (where it is
    compulsory) there is no card for it.
    """
    if not grant.left:
        return True
    seat = grant.data.get("seat")
    owner = str(seat) if isinstance(seat, str) else board.turn
    if grant.by and not any(
        board.is_front(char, owner) or board.is_reserve(char, owner)
        for char in grant.by
        if not (grant.each and char in grant.used)
    ):
        return True
    others = board.front(board.opponent(owner))
    if grant.at == "different" and not any(char != grant.ref for char in others):
        return True
    if grant.at == "same" and grant.ref not in (*others, SITE, *board.reserve(board.opponent(owner))):
        return True
    return grant.must and not moves.possible(board, owner, grant)


def decline(board: Board, move: Move) -> Plan[None]:
    """The further attacks that are open are given up."""
    yield put_grants([])
    yield Do("end_action")


@tasks.task
def end_action(board: Board) -> Plan[None]:
    """The action of a turn is over. A card that was turned up for it and not used is lost (FB)."""
    yield from blocks.lay_down_guises(board)
    if board.phase != "battle":
        return
    if board.fact("conceding"):
        yield Do("concession_stands")
        return
    for each in board.seats:
        for card in list(board.zone(each, "revealed")):
            yield from blocks.to(board, card, f"{board.owner(card)}.dead")
    seat = board.turn
    other = board.opponent(seat)
    held = [effect for effect in board.effects("keeps_turn") if effect.seat == seat]
    if not board.passed(other) and not held:
        yield Fact("turn", other)
        yield Do("turn_begins", {"seat": other})


@tasks.task
def turn_begins(board: Board, seat: str) -> Plan[None]:
    """The turn has passed to a seat: cards in effect may say what it has to do (HK)."""
    for marker in list(board.markers()) if board.phase == "battle" else ():
        code = codes.get(marker.spec.code) if marker.spec.is_special else None
        if code is not None:
            yield from code.turn_begins(board, marker, seat)


# passing and conceding


def pass_turn(board: Board, move: Move) -> Plan[None]:
    """A seat passes: for good, or (by option) for this turn."""
    passed = [*board.listed("passed"), move.seat]
    other = board.opponent(move.seat)
    yield Fact("passed", passed)
    if other not in passed:
        yield Fact("turn", other)
        yield Do("turn_begins", {"seat": other})


def concede(board: Board, move: Move) -> Plan[None]:
    """A seat concedes: before the battle at once, in the battle phase after the opponent's answer."""
    if board.phase == "venture":
        yield Fact("conceded", move.seat)
        yield Do("end_battle")
        return
    yield Fact("conceding", move.seat)
    yield put_play(Play(move.seat, "concession"))


@tasks.task
def concession_waits(board: Board, seat: str) -> Plan[None]:
    """A card has made its player concede; the opponent may answer the concession."""
    yield Fact("conceding", seat)
    yield put_play(Play(seat, "concession"))


@tasks.task
def concession_answered(board: Board, outcome: str) -> Plan[None]:
    """A Special has answered a concession: it is cancelled, it stands, or an attack comes first."""
    play = board.play()
    if play is None:
        return
    yield put_play(None)
    if outcome == "cancelled":
        yield from blocks.lay_down_guises(board)
        yield Fact("conceding", None)
        yield Fact("after_conceding", None)
        yield Fact("missions_stay", None)
    elif outcome == "stays" or (outcome == "attack" and not grants_of(board)):
        yield Do("concession_stands")


@tasks.task
def concession_stands(board: Board) -> Plan[None]:
    """Nothing cancels a concession any more: before the battle ends, a bearer of an Artifact for it may attack."""
    other = board.opponent(str(board.fact("conceding")))
    effects = [] if board.fact("after_conceding") else list(board.effects("after_concession"))
    by = tuple(char for char in board.front(other) if any(effect.concerns(char, other) for effect in effects))
    if not by:
        yield Do("concede_now")
        return
    yield put_play(None)
    yield Fact("after_conceding", True)
    source = effects[0].source if effects[0].source is not None else by[0]
    yield put_grants([Grant(effects[0].rule, source, by=by, chains=False, after_concession=True, data={"seat": other})])
    yield Do("proceed")


@tasks.task
def concede_now(board: Board) -> Plan[None]:
    """A concession stands: the battle is over and lost."""
    seat = board.fact("conceding")
    yield put_play(None)
    yield put_grants([])
    yield Fact("conceding", None)
    if seat:
        yield Fact("conceded", seat)
        yield Do("end_battle")


def waits_for(board: Board) -> tuple[str, ...]:
    """The seats that a battle waits for."""
    play = board.play()
    if play is not None:
        return (judge_defence.answering(board, play),)
    return (judge_battle.actor_seat(board),)


def readable_value(board: Board, play: Play) -> int:
    """The value of the attack that waits."""
    return queries.attack_value(board, play) if play.kind == "numeric" else 0
