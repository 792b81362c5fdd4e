"""Every Special of a known code, played once in a made-up position in which it is legal: something comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli

from tabletop.assist.rulings import game_and_library
from tabletop.cards.library import Library
from tabletop.cards.model import CardDef
from tabletop.games.overpower.codes import codes
from tabletop.games.overpower.spec import TYPES
from tabletop.rules.cases import Run, case_files
from tabletop.rules.game import CaseGame
from tabletop.rules.model import Move
from tabletop.rules.perform import RandomFortune, perform
from tabletop.table.ops import Reveal
from tabletop.table.state import Table

OWNER = "Owner"
SPECIAL = "special"
ACTS = 12
"""So many answers at most until an action is over."""

TRIED = 6
"""So many ways to play it are tried in a position."""

IDLE = frozenset(("agenda", "play", "turn", "passed", "acted", "age", "placing", "done"))
"""Facts that change with any action."""


@cache
def overpower() -> tuple[CaseGame, Library]:
    found = game_and_library("overpower")
    assert found is not None
    assert isinstance(found[0], CaseGame)
    return found[0], found[1]


@cache
def specials() -> dict[str, list[CardDef]]:
    """The Specials of known codes, those together that are the same by the rules."""
    found: dict[str, list[CardDef]] = {}
    for card in overpower()[1].cards.values():
        if card.type == "special" and card.get("code") in codes:
            fields = {name: value for name, value in card.fields.items() if name not in ("character", "variant", "opd")}
            found.setdefault(repr(sorted(fields.items())), []).append(card)
    return found


def position(card: CardDef, **more: Any) -> dict[str, Any]:
    """A table in the middle of a battle, rich enough for most that a Special may want."""
    made: dict[str, Any] = {
        SPECIAL: {**card.fields, "type": "special", "name": card.name, "words": list(card.words), "text": card.text},
        OWNER: {"type": "character", "name": str(card.get("character")), "grid": [8, 8, 8, 8]},
        "push": {"type": "special", "character": "Bold-7777", "code": "AO", "level": 3, "power": "energy"},
        "trick": {"type": "special", "character": "Bold-7777", "code": "AV"},
        **{f"foul-{kind}": {"type": "special", "character": "Wall-8888", "code": "AO", "level": 5, "power": kind}
           for kind in TYPES},
        "hex": {"type": "special", "character": "Wall-8888", "code": "AV"},
        "pair": {"type": "universe", "kind": "basic", "power": "energy", "to_use": 6, "bonus": 2},
    }
    case: dict[str, Any] = {
        "now": {"turn": "A", "phase": "battle"},
        "cards": made,
        "A": {
            "front": [OWNER, "Bold-7777", "Mate-6666"], "reserve": ["Spare-5555"],
            "hand": [SPECIAL, "E4", "F4", "S4", "I4", "M3", "X3", "pair", "trick", "push"],
            "draw": ["E2", "F3", "push", "S1", "I2"], "power_pack": ["E5", "F6"], "dead": ["push"],
            "ventured": ["Quest-mission-1", "Quest-mission-2"], "missions_reserve": ["Quest-mission-3"],
            "missions_defeated": ["Quest-mission-4"], "missions_completed": ["Quest-mission-5"],
            OWNER: {"record": ["E1"], "hits": ["F2"]}, "Bold-7777": {"hits": ["S2"], "placed": ["F5"]},
        },
        "B": {
            "front": ["Wall-8888", "Xeno-7444", "Yeti-5555"], "reserve": ["Zed-3333"],
            "hand": ["E3", "F7", "S5", "I4", "M2", "hex", "pair", *(f"foul-{kind}" for kind in TYPES)],
            "draw": ["E6", "F1", "S2", "hex", "I1", "pair"], "power_pack": ["I5"],
            "dead": ["hex"], "ventured": ["Hunt-mission-1", "Hunt-mission-2"],
            "missions_completed": ["Hunt-mission-3"], "missions_defeated": ["Hunt-mission-4"],
            "Wall-8888": {"hits": ["S1"], "placed": ["E2", "pair"]}, "Xeno-7444": {"record": ["I3"]},
        },
    }  # fmt: skip
    for name, value in more.items():
        case[name] = value
    return case


def positions(card: CardDef) -> Iterator[tuple[Run, str]]:
    """Tables in which a Special may be playable, with what is to be answered."""
    game, library = overpower()
    single = ("E3", "F7", "S5", "I4", "M2", "hex", *(f"foul-{kind}" for kind in TYPES))
    led = [("E3", "pair"), *((name,) for name in single)]
    attacks = [("", (), ""), *(("Wall-8888", cards, at) for at in (OWNER, "Bold-7777") for cards in led)]
    cases = [(position(card), *attack) for attack in attacks]
    for kind in ("E", "F", "S", "I", "M"):
        hurt = position(card)
        hurt["A"] |= {
            OWNER: {"record": [f"{kind}1"], "hits": [f"{kind}2"]},
            "Bold-7777": {"record": [f"{kind}1"], "hits": [f"{kind}3"], "placed": [f"{kind}4"]},
        }
        hurt["B"] |= {"Wall-8888": {"record": [f"{kind}1"], "hits": [f"{kind}2"], "placed": [f"{kind}6"]}}
        hurt["A"]["hand"] = [SPECIAL, f"{kind}7", f"{kind}2", "trick"]
        hurt["A"]["defeated"] = ["Lost-4444"]
        cases.append((hurt, "", (), ""))
    for phase in ("draw", "discard", "place", "venture"):
        early = position(card)
        early["now"] = {"turn": "A", "phase": phase}
        cases.append((early, "", (), ""))
    for case, by, cards, at in cases:
        if by:
            case["now"] = {"turn": "B", "phase": "battle"}
        run = Run(game, library, case)
        run.set_up()
        if by:
            move = Move(
                "B", "attack", by=run.find(by, "B"), using=tuple(run.find(name, "B") for name in cards),
                at=(run.find(at, "A"),),
            )  # fmt: skip
            if not game.judge(run.table, move).legal:
                continue
            perform(run.history, game, move, RandomFortune(Random(1)))
        yield run, by


def plays(run: Run) -> list[Move]:
    """The legal moves that play the Special."""
    game, _ = overpower()
    card = run.find(SPECIAL, "A")
    return [move for move in game.moves(run.table, "A") if card in (move.card, *move.using)]


def outcome(run: Run, move: Move) -> set[str]:
    """Play it, let the opponent answer with nothing, and say what has changed but for the Special's own way."""
    game, _ = overpower()
    card, before, at = run.find(SPECIAL, "A"), told(run.table), run.history.at
    perform(run.history, game, move, RandomFortune(Random(1)))
    for _ in range(ACTS):
        waits = game.to_act(run.table)
        listed = [found for seat in waits[:1] for found in game.moves(run.table, seat)]
        answer = next((found for found in listed if found.do in ("choose", "accept")), None)
        if answer is None:
            break
        perform(run.history, game, answer, RandomFortune(Random(1)))
    after = told(run.table)
    after["shown"] = sum(isinstance(op, Reveal) for step in run.history.done[at:] for op in step.ops) or None
    changed = {key for key in {**before, **after} if before.get(key) != after.get(key)}
    gone = run.table.pieces.get(card)
    if gone is not None and gone.zone.rpartition(".")[2] in ("dead_pile", "dead", "action", "hand"):
        changed.discard(f"piece {card}")
    return changed


def tried(run: Run, move: Move) -> set[str]:
    """The same, and all is taken back."""
    at = run.history.at
    try:
        return outcome(run, move)
    finally:
        while run.history.at > at:
            run.history.undo()


def told(table: Table) -> dict[str, Any]:
    """All that may change on a table."""
    pieces = {
        f"piece {number}": (piece.zone, piece.up, piece.known, dict(piece.marks))
        for number, piece in table.pieces.items()
    }
    return {**pieces, **{name: value for name, value in table.facts.items() if name not in IDLE}}


RARE = frozenset((
    "BB", "BC", "BE", "BL", "BQ", "CR", "CS", "DB", "DN", "DS", "DY", "HD", "HG", "HJ", "HM", "HT", "IF", "IG", "JI",
    "KL", "KQ", "LA", "LB", "LD", "LF", "LJ", "LM", "LV", "MN", "MS",
))  # fmt: skip
"""Codes that want a position of their own: a fallen teammate, a concession, a draw, an Artifact, a mimic ..."""

RARE_CARDS = frozenset(("xm/mercury-metallic-control", "ps/black-cat-bad-luck"))
"""The same of single cards: they answer Aspects, or act on what the opponent plays later."""


@pytest.mark.parametrize("code", sorted({str(cards[0].get("code")) for cards in specials().values()} - RARE))
def test_something_comes_of_every_special(code: str) -> None:
    wrong = []
    for card, *_ in (cards for cards in specials().values() if cards[0].get("code") == code):
        if card.id in RARE_CARDS:
            continue
        found = False
        for run, _ in positions(card):
            found = any(tried(run, move) for move in plays(run)[:TRIED])
            if found:
                break
        if not found:
            wrong.append(f"{card.id}: {card.fields}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("code", sorted(RARE))
def test_what_wants_a_rare_position_is_played_in_a_ruling_case(code: str) -> None:
    assert any(code in rules for rules in ruled())


@cache
def ruled() -> list[tuple[str, ...]]:
    """The rules that each ruling case of the program names."""
    folder = Path(__file__).parents[2] / "rulings" / "overpower"
    return [
        tuple(case.get("rules", ()))
        for path in case_files(folder)
        for case in tomli.loads(path.read_text(encoding="utf-8")).get("case", ())
        if case.get("steps")
    ]
