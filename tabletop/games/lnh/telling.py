"""Moves and the state of the game in words."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.games.lnh import speech
from tabletop.games.lnh.board import TARGET, Board
from tabletop.games.lnh.damage import pending
from tabletop.rules.agenda import frames
from tabletop.rules.lasting import Lasting
from tabletop.rules.model import Do, Move, Question, Ref, Window
from tabletop.table import words

PHASES = {
    "before": "before the game", "beginning": "beginning of the turn", "main": "main part", "retcon": "Retcon Hour",
    "end": "end of the turn", "over": "the game is over",
}  # fmt: skip
OPTIONS = {
    "nullify": "to nullify", "remove": "to remove", "hand": "against the hand", "prestige": "for Prestige",
    "damage": "for damage", "reduce": "to reduce", "repair": "to repair", "retrieve": "to retrieve",
    "counter": "against the price of Super-speed", "build": "to build", "prevent": "to prevent damage of",
}  # fmt: skip
UNTIL = {
    "turn": "end of this turn", "begin": "beginning of the next turn of {}", "end": "end of this turn",
    "next": "end of the next turn of {}",
}  # fmt: skip
LASTING = {
    "permission": "{} may make direct attacks", "ambush": "the attacks of {} give no permission back",
    "no_attacks": "{} may make no direct attacks", "no_uses": "{} may use no cards",
    "no_plays": "{} plays no more cards", "only_attacks": "{} plays nothing but direct attacks",
    "stronger": "the direct attacks of {} do 1 more", "costume": "no Villain affects {}",
    "excused": "{} is free of speech duties", "slow": "the Super-speeds of {} give no extra cards",
    "spared": "a Super-speed costs {} nothing", "gems": "{} holds the Gems until they leave the game",
    "borrowed": "{} controls a borrowed Hero", "number": "{} may play three cards in all",
    "extra": "more cards to play for {}: {value}", "duty": "{} has to talk in a special way: {value}",
}  # fmt: skip


def describe(board: Board, move: Move, question: Question | None, window: Window | None) -> str:
    """A move as a label that follows the name of the seat."""
    if move.do == "play" and move.card is not None:
        return f"plays {{{move.card}}}{_with(move)}{_aim(move)}"
    if move.do == "use":
        piece = move.by if move.by is not None else move.card
        if window is not None and window.name == "play" and move.seat == window.seat:
            listed = window.args.get("cards")
            if isinstance(listed, list) and listed:
                return f"uses {{{piece}}} to nullify {words.pieces(listed)}"
        if window is not None and window.name == "flip" and move.seat == window.seat:
            return f"uses {{{piece}}}: the coin is flipped again"
        return f"uses {{{piece}}}{_with(move)}{_aim(move)}"
    if move.do == "choose":
        return _chooses(move, question)
    if move.do == "end_turn":
        if move.amount is None:
            return "ends the turn"
        return f"ends the turn and draws {'no card' if not move.amount else f'at most {move.amount}'}"
    if move.do == "pass":
        return "stops playing cards" if window is not None and window.name == "retcon" else "lets it pass"
    if move.do == "forfeit_claim":
        duty = speech.told(move.declare[0]) if move.declare else "a duty"
        return f"claims that {{{board.opponent(move.seat)}}} forgot {words.quote(duty)}"
    told = {"start": "starts the game", "build": "hands in the deck"}
    return told.get(move.do, words.quote(move.do.replace("_", " ")))


def window_text(window: Window) -> str:
    """What a window is for, as a label."""
    who, listed = f"{{{window.seat}}}", window.args.get("cards")
    cards = words.pieces(listed) if isinstance(listed, list) and listed else "a card"
    match window.name:
        case "play" | "use":
            return f"{who} may nullify {cards}, or pass."
        case "flip":
            return f"{who} may have the coin for {cards} flipped again, or pass."
        case "speed":
            return f"{who} may keep Super-speed from giving extra cards this turn, or pass."
        case "early":
            return f"{who} may play a Costume Change before the Villains do anything, or pass."
        case "end":
            return f"{who} may still prevent damage before it is taken, or pass."
        case "retcon":
            return f"{who} plays a card in Retcon Hour, or passes to end it."
        case _:
            return f"{who} may respond, or pass."


def _with(move: Move) -> str:
    return f" with {words.pieces(move.using)}" if move.using else ""


def _aim(move: Move) -> str:
    said = f" and says {words.quote(move.declare[0])}" if move.declare and move.declare[0] else ""
    purpose = OPTIONS.get(move.option, words.quote(move.option))
    target = _ref(move.at[0]) if move.at else ""
    if move.option:
        return f" {purpose}{f' {target}' if target else ''}{said}"
    return f" on {target}{said}" if target else said


def _seat(seat: object) -> str:
    return f"{{{seat}}}" if seat in ("A", "B") else words.quote(str(seat))


def _ref(ref: Ref) -> str:
    return f"{{{ref}}}"


ANSWERS = {
    ("drawn", "yes"): "draws a card at the beginning of the turn",
    ("drawn", "no"): "draws no card at the beginning of the turn",
    ("reset_gem", "up"): "turns {piece} up",
    ("reset_gem", "down"): "leaves {piece} face down",
    ("absorb", "yes"): "has the damage taken by {taker}",
    ("absorb", "no"): "takes the damage",
    ("redeem", "yes"): "keeps {piece}",
    ("redeem", "no"): "lets {piece} go",
    ("riffle", "yes"): "has the deck shuffled",
    ("riffle", "no"): "leaves the deck as it is",
    ("accused", "yes"): "admits it",
    ("accused", "no"): "denies it",
    ("spread", "no"): "puts {piece} on nobody",
    ("exchanged", "no"): "exchanges no card",
    ("forgotten", "no"): "lets the cards be",
    ("given", "no"): "gives nobody away",
    ("borrowed", "no"): "takes on no abilities",
    ("invasion", "discard"): "chooses a random discard",
}
"""Answers in words, by the task that goes on with them."""

NOTHING = {"search": "takes nothing", "remove": "removes nothing"}
PICKED = {
    "discard": "discards", "search": "takes", "take": "takes", "remove": "removes", "some": "picks",
    "give": "gives away", "copy": "takes on the abilities of",
}  # fmt: skip


def _chooses(move: Move, question: Question | None) -> str:
    if question is None:
        return "answers"
    if question.kind == "secret":
        return "makes a secret choice"
    if question.kind == "order":
        return "puts the cards back in an order of choice"
    pieces = [ref for ref in move.pick if isinstance(ref, int)]
    if pieces:
        return f"{PICKED.get(question.kind, 'chooses')} {words.pieces(pieces)}"
    word = str(move.pick[0]) if move.pick else ""
    told = ANSWERS.get((question.then, word))
    if told is not None:
        takers = question.args.get("takers")
        taker = takers[0] if isinstance(takers, list) and takers else question.seat
        return told.replace("{piece}", f"{{{question.args.get('piece')}}}").replace("{taker}", f"{{{taker}}}")
    if word == "no" and question.kind in NOTHING:
        return NOTHING[question.kind]
    return f"chooses {', '.join(question.words.get(str(ref), _word(str(ref))) for ref in move.pick)}"


def _word(ref: str) -> str:
    return {"A": "{A}", "B": "{B}"}.get(ref, words.quote(ref))


def panel(board: Board) -> Iterator[tuple[str, str]]:
    """What the panel beside the table shows, as labels."""
    turn = board.turn
    yield "Turn", _seat(turn)
    yield "Phase", words.quote(PHASES.get(board.phase, board.phase))
    winner = board.facts.get("winner")
    if winner:
        yield "Winner", "nobody: a draw" if winner == "draw" else _seat(winner)
    for seat in ("A", "B"):
        told = f"{board.prestige(seat)} of {board.number(seat, 'max_prestige')}"
        waits = pending(board, seat)
        yield f"Prestige of {{{seat}}}", f"{told}, {waits} damage waiting" if waits else told
    yield "Cards left to play", _left(board, turn)
    for seat in ("A", "B"):
        if seat in board.listed("attacked_last"):
            yield "Permission", f"{{{board.opponent(seat)}}} was attacked and may attack"
    for bound, duty in board.duties():
        yield "Speech", f"{_seat(bound)} has {words.quote(speech.told(duty))}"


def arrows(board: Board) -> Iterator[tuple[int, Ref]]:
    """What points at what: a card that is being played at its target, a source in play at whom it has hurt, the Police
    at whom they hunt.
    """
    for frame in frames(board.table):
        if isinstance(frame, Do) and frame.task in ("resolve", "take_effect"):
            act = frame.args.get("act")
            if isinstance(act, dict) and isinstance(act.get("card"), int):
                yield from ((act["card"], ref) for ref in act.get("at", ()) if isinstance(ref, int | str))
    for wound in board.wounds:
        if board.is_in_play(wound.source):
            yield wound.source, wound.victim
    for seat in ("A", "B"):
        for piece in board.play(seat):
            target = board.mark(piece, TARGET)
            if isinstance(target, str):
                yield piece, target


def _left(board: Board, seat: str) -> str:
    parts = [str(board.plays_left(seat))]
    extras = [held.trait for held in board.trait("extra_play") if held.seat == seat or held.trait.each]
    for kind, name in (("Location", "a Location"), ("Hero", "a Hero"), ("Villain", "a Villain"),
                       ("Return to LNHQ", "a Return to LNHQ"), ("plot", "a Plot or Plot Twist")):  # fmt: skip
        left = sum(one.kind == kind for one in extras) - board.spent(seat, kind)
        if left > 0:
            parts.append(name if left == 1 else f"{left} of the kind {kind}")
    attacks = board.extra(seat, "attack") - board.spent(seat, "attack")
    if board.effects("only_attacks", seat):
        parts.append("any number of direct attacks")
    elif attacks > 0:
        parts.append("a direct attack" if attacks == 1 else f"{attacks} direct attacks")
    if board.attack_played(seat):
        if any(one.kind == "attack" for one in extras) and not board.spent(seat, "after attack"):
            parts.append("one more direct attack")
        if any(one.kind == "Power" for one in extras) and not board.spent(seat, "Power"):
            parts.append("a Power")
    return ", and ".join(parts) if not board.capped(seat) else "0"


def effect_text(effect: Lasting) -> tuple[str, str] | None:
    """What a lasting effect does and what ends it, as labels."""
    told = LASTING.get(effect.kind)
    if told is None:
        return None
    number = effect.value.get("number") if isinstance(effect.value, dict) else effect.value
    event, _, seat = effect.until.partition(":")
    until = UNTIL.get(event, words.quote(effect.until)).replace("{}", _seat(seat))
    return told.replace("{}", _seat(effect.seat)).replace("{value}", words.quote(str(number))), until
