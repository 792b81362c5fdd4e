"""The rules as a person uses them: a real window, a real mouse, a real keyboard, three games, all three modes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from realwindow import Point, RealWindow

from tabletop import games
from tabletop.rules.model import Move
from tabletop.table.state import Table

Start = Callable[..., RealWindow]


class RulesWindow:
    """A real window on a game with its rules."""

    def __init__(self, window: RealWindow, game: str) -> None:
        self.window = window
        self.game = games.load(game)

    # looking

    def rules(self) -> dict[str, Any]:
        found: dict[str, Any] = self.window.probe()["rules"]
        return found

    def table(self) -> Table:
        return self.window.table()

    def steps(self) -> int:
        return self.window.document().history.at

    def last(self) -> Any:
        return self.window.document().history.last

    def find(self, zone: str, name: str) -> int:
        """A card of that name in a zone."""
        table = self.table()
        return next(i for i in table.cards(zone) if table.definitions[table.pieces[i].card].name == name)

    def place(self, id: str, part: str = "regions") -> Point:
        found = self.window.probe()[part]
        assert id in found, f"no {id} among {sorted(found)}"
        x, y, w, h = found[id]
        return x + w / 2, y + h / 2

    # doing

    def press(self, id: str) -> None:
        self.window.click(self.place(id))

    def pick(self, words: str) -> None:
        self.window.click(self.place(words, "menu"))

    def lay(self, piece: int, goal: Point) -> None:
        """Lay a card down: carried there, and held for a moment, so that it is not thrown."""
        self.window.carry(self.window.at(piece), goal)
        time.sleep(0.3)
        self.window.let_go()

    def drag(self, piece: int, onto: int | str) -> None:
        self.lay(piece, self.window.zone(onto) if isinstance(onto, str) else self.window.at(onto))

    def look_as(self, seat: str) -> None:
        if self.window.probe()["seat"] != seat:
            self.press(f"look {seat}")
            self.window.key("Return")
            self.window.rest()

    def moves(self, seat: str) -> list[Move]:
        return list(self.game.moves(self.table(), seat))


@pytest.fixture
def play(start: Start, tmp_path: Path) -> Callable[..., RulesWindow]:
    def begin(game: str, mode: str, *args: str, seed: int = 1) -> RulesWindow:
        window = start(
            "play", game, "--seed", str(seed), "--rules", mode, "--name", "Anna", "--name", "Ben", "--saves",
            str(tmp_path / "saves"), *args,
        )  # fmt: skip
        window.rest()
        return RulesWindow(window, game)

    return begin


LNH = ("lnh", ("--deck", "katana-weather", "--deck", "smash-hour"))
ATTACK = "Sword Attack"


def test_off_hands_just_act(play: Callable[..., RulesWindow]) -> None:
    seat = play("lnh", "off", *LNH[1])
    assert seat.rules()["mode"] == "off"
    card = seat.table().cards("A.hand")[0]
    seat.drag(card, "A.play")
    assert seat.table().pieces[card].zone == "A.play"
    assert seat.last().how == "manual"
    assert seat.rules()["flags"] == {}


def test_an_illegal_direct_attack_is_flagged_with_its_reason_and_undone(play: Callable[..., RulesWindow]) -> None:
    seat = play("lnh", "flag", *LNH[1])
    before = seat.table().digest()
    card = seat.find("A.hand", ATTACK)
    seat.window.carry(seat.window.at(card), seat.window.zone("A.play"))
    time.sleep(0.3)
    assert seat.rules()["aimed"].startswith("Plays")
    assert [kind for kind, *_ in seat.rules()["marks"]] == ["bad"]
    seat.window.let_go()
    assert seat.last().how == "forced"
    assert list(seat.rules()["flags"]) == [str(card)]
    assert "direct attack" in seat.window.probe()["notice"]
    x, y, w, h = seat.rules()["flags"][str(card)]
    seat.window.click((x + w / 2, y + h / 2))
    assert seat.window.probe()["dialog"] == "Rules"
    seat.window.key("Escape")
    seat.window.key("ctrl+z")
    assert seat.table().digest() == before
    assert seat.rules()["flags"] == {}


def test_the_same_is_sent_back_and_then_done_anyway(play: Callable[..., RulesWindow]) -> None:
    seat = play("lnh", "referee", *LNH[1])
    before = seat.table().digest()
    card = seat.find("A.hand", ATTACK)
    seat.drag(card, "A.play")
    assert seat.table().digest() == before
    assert "direct-attack" in seat.rules()["refused"]
    seat.press("anyway")
    assert seat.last().how == "forced"
    assert seat.table().pieces[card].zone != "A.hand"
    assert seat.rules()["refused"] == []
    assert str(card) in seat.rules()["flags"]
    seat.window.key("ctrl+z")
    assert seat.table().digest() == before
    seat.drag(card, "A.play")
    seat.press("only move")
    assert seat.table().pieces[card].zone == "A.play"
    assert seat.last().how == "manual"


def test_a_legal_play_the_end_of_the_turn_and_f2(play: Callable[..., RulesWindow]) -> None:
    seat = play("lnh", "referee", *LNH[1])
    card = seat.find("A.hand", "Shamcutter")
    seat.drag(card, "A.play")
    assert seat.table().pieces[card].zone == "A.play"
    assert seat.last().how == "rules"
    seat.window.key("space")
    assert seat.table().facts["turn"] == "B"
    assert seat.rules()["prompt"].startswith("Ben")
    seat.window.key("space")
    assert seat.window.probe()["curtain"]
    seat.window.key("Return")
    assert seat.window.probe()["seat"] == "B"
    seat.window.key("F2")
    assert seat.rules()["mode"] == "off"
    seat.window.key("ctrl+z")
    assert seat.rules()["mode"] == "referee"


def test_a_program_that_dies_in_the_middle_of_a_question_asks_it_again(
    play: Callable[..., RulesWindow], start: Start, tmp_path: Path
) -> None:
    seat = play("lnh", "referee", *LNH[1])
    # A hand makes room scarce: at the end of the turn cards have to be discarded.
    for _ in range(3):
        seat.press("less A prestige")
    seat.press("move 0")
    assert seat.rules()["prompt"].startswith("Discard")
    hand = seat.table().cards("A.hand")
    seat.window.click(seat.window.at(hand[0]))
    assert [kind for kind, *_ in seat.rules()["marks"]].count("picked") == 1
    before = seat.table().digest()
    journal = seat.window.probe()["journal"]
    seat.window.kill()
    window = start("open", journal, "--saves", str(tmp_path / "saves"))
    window.rest()
    again = RulesWindow(window, "lnh")
    assert again.table().digest() == before
    question = again.game.question(again.table())
    assert question is not None
    for card in again.table().cards("A.hand")[: question.least]:
        # In the middle of what is seen of it: the card that has risen under the pointer covers some of the next one.
        shape = again.window.probe()["pieces"][str(card)]
        again.window.click((shape["x"] - shape["w"] * 0.1, shape["y"]))
    assert [kind for kind, *_ in again.rules()["marks"]].count("picked") == question.least
    again.window.key("Return")
    assert again.table().facts["turn"] == "B"
    assert len(again.table().cards("A.hand")) == len(hand) - question.least


def test_overpower_an_attack_and_its_block_by_mouse(play: Callable[..., RulesWindow]) -> None:
    seat = play("overpower", "flag")
    for _ in range(60):
        waits = seat.game.to_act(seat.table())
        if seat.table().facts.get("phase") == "battle":
            break
        seat.look_as(waits[0])
        discard = next((move for move in seat.moves(waits[0]) if move.do == "discard"), None)
        if discard is not None:
            seat.drag(discard.cards[0], f"{waits[0]}.power_pack")
            assert discard.cards[0] not in seat.table().cards(f"{waits[0]}.hand")
        elif (place := next((move for move in seat.moves(waits[0]) if move.do == "place"), None)) is not None:
            assert place.by is not None
            seat.drag(place.cards[0], place.by)
        elif any(move.do == "venture" for move in seat.moves(waits[0])):
            seat.press("move 0")
        else:
            seat.window.key("space")
    assert seat.table().facts["phase"] == "battle"
    attacker = seat.game.to_act(seat.table())[0]
    seat.look_as(attacker)
    attack = next(move for move in seat.moves(attacker) if move.do == "attack" and len(move.using) == 1
                  and isinstance(move.target, int) and not move.declare)  # fmt: skip
    before = seat.steps()
    assert isinstance(attack.target, int)
    seat.drag(attack.using[0], attack.target)
    menu = seat.window.probe()["menu"]
    if menu:
        seat.pick(next(words for words in menu if words != "Only move the card"))
    assert seat.steps() == before + 1
    assert seat.last().how == "rules"
    assert seat.rules()["arrows"] == 1
    (defender,) = seat.game.to_act(seat.table())
    assert defender != attacker
    seat.look_as(defender)
    block = next((move for move in seat.moves(defender) if move.do == "defend" and len(move.using) == 1), None)
    if block is None:
        # Nothing in the hand stops it: a card that does not is flagged, or sent back.
        seat.drag(seat.table().cards(f"{defender}.hand")[0], attack.target)
        assert seat.rules()["refused"] or seat.rules()["flags"]
        return
    seat.drag(block.using[0], block.by if block.by is not None else attack.target)
    menu = seat.window.probe()["menu"]
    if menu:
        seat.pick(next(words for words in menu if words != "Only move the card"))
    assert seat.last().how == "rules"
    assert seat.last().seat == defender
    assert seat.rules()["arrows"] == 0


def test_vs_system_recruit_and_attack_by_mouse(play: Callable[..., RulesWindow]) -> None:
    seat = play("vs_system", "referee")
    recruited: set[str] = set()
    for _ in range(120):
        table = seat.table()
        (waits, *_) = seat.game.to_act(table)
        seat.look_as(waits)
        if seat.game.question(table) is not None:
            seat.press("choice 1")
            continue
        moves = seat.moves(waits)
        attack = next((move for move in moves if move.do == "attack" and isinstance(move.target, str)), None)
        recruit = next((move for move in moves if move.do == "recruit" and move.to.startswith("front")), None)
        resource = next((move for move in moves if move.do == "resource"), None)
        before = seat.steps()
        if attack is not None:
            other = attack.target
            seat.drag(attack.using[0], f"{other}.front")
            assert seat.steps() == before + 1
            assert seat.last().how == "rules"
            assert seat.rules()["arrows"] >= 1
            break
        if recruit is not None and recruit.card is not None:
            seat.drag(recruit.card, f"{waits}.front")
            if seat.window.probe()["menu"]:
                seat.pick(next(iter(seat.window.probe()["menu"])))
            assert seat.last().seat == waits
            recruited.add(waits)
        elif resource is not None and resource.card is not None:
            seat.drag(resource.card, f"{waits}.resources")
            assert seat.table().pieces[resource.card].zone == f"{waits}.resources"
        else:
            seat.window.key("space")
            assert seat.steps() == before + 1
    else:
        raise AssertionError("nobody could attack")
    assert recruited
