"""What dragging and double-clicking mean: the moves that are offered, legal or not."""

from __future__ import annotations

from time import process_time
from typing import Any

from lnh_tables import Lay

from tabletop.assist.hints import Hints
from tabletop.cards.library import Library
from tabletop.games.lnh.game import Lnh
from tabletop.rules.cases import Run
from tabletop.rules.model import Gesture, Move


def meant(game: Lnh, run: Run, seat: str, *pieces: str, **how: Any) -> list[Move]:
    """What a gesture with these cards means."""
    onto = run.find(how.pop("onto")) if "onto" in how else None
    ids = tuple(run.find(name, seat) for name in pieces)
    return list(game.interpret(run.table, Gesture(seat, ids, onto=onto, **how)))


def legal(game: Lnh, run: Run, moves: list[Move]) -> list[Move]:
    return [move for move in moves if game.judge(run.table, move).legal]


def test_a_card_dragged_to_the_row_is_played(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["Panta"]}, B={})
    assert meant(game, run, "A", "Panta", zone="A.play") == [Move("A", "play", card=run.find("Panta"))]
    assert meant(game, run, "A", "Panta", zone="table") == [Move("A", "play", card=run.find("Panta"))]


def test_a_permanent_dragged_to_the_lost_pile_is_not_a_play(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["Panta", "x1"]}, B={})
    assert meant(game, run, "A", "Panta", zone="A.lost") == []
    assert meant(game, run, "A", "x1", zone="A.lost") == [Move("A", "play", card=run.find("x1"))]


def test_back_into_hand_or_deck_means_nothing(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["x1", "x2"]}, B={})
    assert meant(game, run, "A", "x1", zone="A.deck") == []
    assert meant(game, run, "A", "x1", zone="A.hand") == []
    assert meant(game, run, "A", "x1", onto="x2") == []


def test_a_card_dragged_onto_its_target(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["Touch of Death"]}, B={"play": ["Curly", "Panta"]})
    moves = meant(game, run, "A", "Touch of Death", onto="Curly")
    assert moves == [Move("A", "play", card=run.find("Touch of Death"), at=(run.find("Curly"),))]
    assert legal(game, run, moves) == moves


def test_a_wrong_target_is_a_play_with_a_reason(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["Touch of Death"]}, B={"play": ["Lurking Girl"]})
    (move,) = meant(game, run, "A", "Touch of Death", onto="Lurking Girl")
    assert game.judge(run.table, move).breaks("Lurking Girl")


def test_in_the_open_every_target_is_offered(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["Energy Blast"]}, B={"play": ["Curly", "Panta"]})
    moves = meant(game, run, "A", "Energy Blast", zone="A.play")
    assert {move.target for move in moves} == {run.find("Curly"), run.find("Panta"), "B"}
    at_player = meant(game, run, "A", "Energy Blast", zone="B.lost")
    assert [move.target for move in at_player] == ["B"]


def test_without_any_target_the_play_is_offered_with_its_reason(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["Angst: Abandoned"]}, B={})
    (move,) = meant(game, run, "A", "Angst: Abandoned", zone="table")
    assert game.judge(run.table, move).breaks("target")


def test_two_cards_dragged_together(game: Lnh, lay: Lay) -> None:
    run = lay(A={"play": ["Origin: Brick"], "hand": ["Latent Ability", "Telepathy", "Teleport"]}, B={})
    moves = meant(game, run, "A", "Latent Ability", "Teleport", zone="A.play")
    assert [move.using for move in moves] == [(run.find("Teleport"),)]


def test_a_card_of_the_hand_onto_a_hero_who_takes_it(game: Lnh, lay: Lay) -> None:
    run = lay(A={"play": ["Kid Kirby"], "hand": ["Power Armor"]}, B={})
    moves = meant(game, run, "A", "Power Armor", onto="Kid Kirby")
    assert moves == [Move("A", "use", by=run.find("Kid Kirby"), using=(run.find("Power Armor"),))]
    assert legal(game, run, moves)


def test_a_double_click_uses(game: Lnh, lay: Lay) -> None:
    run = lay(A={"play": ["Panta", "Net.ronomicon", "Super-Strength"]}, B={})
    assert meant(game, run, "A", "Panta", kind="tap") == [Move("A", "use", by=run.find("Panta"))]
    assert {move.target for move in meant(game, run, "A", "Net.ronomicon", kind="tap")} == {"A", "B"}
    assert meant(game, run, "A", "Super-Strength", kind="tap") == []


def test_a_double_click_that_cannot_be_has_its_reason(game: Lnh, lay: Lay) -> None:
    run = lay(A={"play": ["Panta"], "Panta": {"face": "down"}}, B={})
    (move,) = meant(game, run, "A", "Panta", kind="tap")
    assert game.judge(run.table, move).breaks("use")


def test_a_permanent_dragged_onto_what_it_is_for(game: Lnh, lay: Lay) -> None:
    run = lay(A={"play": ["Sword of Sig"]}, B={"play": ["Villain: Tsar Chasm"]})
    moves = meant(game, run, "A", "Sword of Sig", onto="Villain: Tsar Chasm")
    assert legal(game, run, moves) == [
        Move("A", "use", by=run.find("Sword of Sig"), at=(run.find("Villain: Tsar Chasm"),))
    ]


def test_a_token_dragged_onto_the_source(game: Lnh, lay: Lay) -> None:
    run = lay(
        now={"damage": [["A", "Villain Attack: Solo Attack", 1]]},
        A={"play": ["Kiwi token"]}, B={"lost": ["Villain Attack: Solo Attack"]},
    )  # fmt: skip
    moves = meant(game, run, "A", "Kiwi token", onto="Villain Attack: Solo Attack")
    assert len(legal(game, run, moves)) == 1


def test_discards_are_dragged_to_the_lost_pile(game: Lnh, lay: Lay) -> None:
    run = lay(A={"prestige": 2, "hand": ["x1", "x2", "x3", "x4"]}, B={})
    run.make({"seat": "A", "do": "end_turn"}, {"seat": "A", "do": "choose"})
    moves = meant(game, run, "A", "x1", "x4", zone="A.lost")
    assert moves == [Move("A", "choose", pick=(run.find("x1"), run.find("x4")))]
    assert legal(game, run, moves)
    assert meant(game, run, "A", "x1", "x4", zone="A.play") == []
    assert meant(game, run, "B", "x1", zone="A.lost") == []


def test_an_answer_in_a_window(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["Villain Attack: Team Attack"]}, B={"play": ["Imaginary Story: Hoax"]})
    run.make({"seat": "A", "do": "play", "card": "Villain Attack: Team Attack"}, {"seat": "B", "do": "use"})
    moves = meant(game, run, "B", "Imaginary Story: Hoax", kind="tap")
    assert legal(game, run, moves) == [Move("B", "use", by=run.find("Imaginary Story: Hoax"))]


def test_nothing_is_meant_when_the_game_is_over(game: Lnh, lay: Lay) -> None:
    run = lay(now={"phase": "over", "winner": "A"}, A={"hand": ["x1"]}, B={})
    assert meant(game, run, "A", "x1", zone="A.play") == []


def test_hints_do_not_look_into_the_deck(game: Lnh, lay: Lay) -> None:
    """What the player may not know could be an Origin; what lies there is not told."""
    run = lay(A={"hand": ["Retcon: Convoluted Origin"], "deck": ["x1", "Origin: Brick", "x2"]}, B={})
    hints = Hints(game, run.table, "A", [run.find("Retcon: Convoluted Origin")], strict=True)
    hint = hints.at("A.play")
    assert hint.legal
    assert hint.text == "Plays Retcon: Convoluted Origin with a face-down card"
    moves = meant(game, run, "A", "Retcon: Convoluted Origin", zone="A.play")
    assert [move.using for move in moves] == [(run.find("Origin: Brick"),)]


def test_hints_are_fast_enough_not_to_be_felt(game: Lnh, lay: Lay, library: Library) -> None:
    heroes = [card.title for card in library.cards.values() if card.type == "Hero"]
    others = [card.title for card in library.cards.values() if card.type == "Plot Twist"]
    run = lay(A={"play": heroes[:20], "hand": ["Touch of Death", *others[:19]]}, B={"play": heroes[20:]})
    hints = Hints(game, run.table, "A", [run.find("Touch of Death")], strict=True)
    started = process_time()
    assert hints.search()
    assert process_time() - started < 0.2, "a dozen times what a frame may take, on any machine"
    assert hints.pieces
