"""Moves and the state of the game in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tabletop.games.vs_system.asking import NO, NONE, YES, place_words
from tabletop.games.vs_system.judging import name, step_words
from tabletop.games.vs_system.places import ROWS
from tabletop.rules.model import Move, Question, Window
from tabletop.table import words

if TYPE_CHECKING:
    from tabletop.games.vs_system.board import Board


def _listed(refs: tuple[int | str, ...]) -> str:
    return words.listed([name(ref) if isinstance(ref, int) else _word(str(ref)) for ref in refs])


def _word(ref: str) -> str:
    row = ref.partition(":")[0]
    return place_words(ref) if row in ROWS else words.quote(ref)


def _at(move: Move, before: str = " at ") -> str:
    if not move.at:
        return ""
    told = [f"{{{ref}}}" if isinstance(ref, int) or len(ref) == 1 else words.quote(ref) for ref in move.at]
    return before + words.listed(told)


def _paying(move: Move) -> str:
    paid = f", naming {_listed(move.pick)}" if move.pick else ""
    return paid + (f", choosing {words.listed(list(move.declare))}" if move.declare else "")


def _recruit(b: Board, move: Move) -> str:
    where = f" to the {place_words(move.to)}" if move.to else _at(move, " onto ")
    boost = " with boost" if move.option == "boost" else ""
    return f"recruits {name(move.card)}{boost}{where}{_paying(move)}"


def _option(move: Move) -> str:
    return f" ({words.quote(move.option)})" if move.option else ""


_TOLD: Mapping[str, Callable[[Board, Move], str]] = {
    "start": lambda b, m: "has the opening hands drawn",
    "check_deck": lambda b, m: "has the deck looked over",
    "resource": lambda b, m: f"puts {name(m.card)} into the resource row",
    "recruit": _recruit,
    "play": lambda b, m: f"plays {name(m.card)}{_option(m)}{_at(m)}{_paying(m)}",
    "flip": lambda b, m: f"flips {name(m.card)}",
    "use": lambda b, m: f"uses {name(m.card)}{_option(m)}{_at(m)}{_paying(m)}",
    "move": lambda b, m: f"moves {name(m.card)} to the {place_words(m.to)}",
    "transfer": lambda b, m: f"transfers {name(m.card)}{_at(m, ' to ')}",
    "attack": lambda b, m: f"proposes that {_listed(m.using)} attack{'s' if len(m.using) == 1 else ''}{_at(m, ' ')}",
    "power_up": lambda b, m: f"powers up{_at(m, ' ')} with {name(m.card)}",
    "reinforce": lambda b, m: f"reinforces{_at(m, ' ')} with {name(m.by)}",
    "pass": lambda b, m: "passes",
}


def describe(b: Board, move: Move, question: Question | None) -> str:
    """A move in words, as a label that follows the name of the seat."""
    if move.do == "choose":
        return _answer(move, question)
    told = _TOLD.get(move.do)
    return told(b, move) if told is not None else words.quote(move.do)


def _answer(move: Move, question: Question | None) -> str:
    if move.pick == (YES,):
        return "says yes"
    if move.pick in ((NO,), (NONE,), ()):
        return "says no" if move.pick == (NO,) else "chooses none"
    if question is not None and question.secret:
        many = len(move.pick)
        return "chooses a card" if many == 1 else f"chooses {many} cards"
    return f"chooses {_listed(move.pick)}"


def window_text(b: Board, window: Window) -> str:
    """Who has priority, in which step, and what a pass would let happen."""
    chain = b.chain()
    if chain:
        waits = f"pass and let {name(chain[-1][1].source)} resolve"
    elif b.attack is not None:
        waits = "pass and let the attack go on"
    else:
        waits = f"pass to end {step_words(b.step)}"
    return f"{{{window.seat}}} has priority: act, or {waits}."


def badges(b: Board) -> list[tuple[int, str]]:
    """ATK and DEF in force of the characters for whom they are not what the card prints."""
    found = []
    for piece in b.characters():
        card, (atk, defence) = b.card(piece), b.stats(piece)
        if not b.stunned(piece) and (atk, defence) != (card.atk, card.defence):
            found.append((piece, f"{atk}/{defence}"))
    return found


def panel(b: Board, seat: str | None, waits: tuple[str, ...]) -> list[tuple[str, str]]:
    """What the panel shows: turn, step, who acts, totals, the chain, the attack."""
    rows = [("Turn", f"{b.turn}, {step_words(b.step)}")]
    for title, number in (("Endurance", "endurance"), ("Resource points", "resource_points")):
        rows.append((title, ", ".join(f"{{{who}}} {b.number(who, number)}" for who in b.table.everyone)))
    if b.table.facts.get("winner") is not None:
        rows.append(("Winner", f"{{{b.table.facts['winner']}}}"))
    elif waits:
        rows.append(("To act", words.listed([f"{{{who}}}" for who in waits])))
    rows.append(("Initiative", f"{{{b.initiative}}}"))
    rows.append(("Resources", ", ".join(f"{{{who}}} {len(b.resources(who))}" for who in b.table.everyone)))
    attack = b.attack
    if attack is not None:
        aim = f"{{{attack.player}}}" if attack.player else name(attack.defender) if attack.defender else "nobody"
        who = _listed(attack.attackers) or "nobody"
        rows.append(("Attack" if attack.going else "Proposed attack", f"{who} against {aim}"))
    for _, effect in b.chain():
        rows.append(("Chain", f"{name(effect.source)}, {effect.kind} of {{{effect.seat}}}"))
    return rows
