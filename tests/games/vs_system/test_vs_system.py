"""Vs. System: own ruling cases, rows of cards, gestures, stops, house rules, hands, and games that play themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabletop import games
from tabletop.assist.rulings import game_and_library, run
from tabletop.assist.selfplay import Conduct, SelfPlay
from tabletop.cards.dealing import definition, lay_out
from tabletop.cards.library import Library
from tabletop.games.vs_system import catalogue, decks
from tabletop.games.vs_system.board import Board
from tabletop.games.vs_system.cards import titles
from tabletop.games.vs_system.case import VsSystem
from tabletop.games.vs_system.instructions import instructions
from tabletop.games.vs_system.names import PLUS
from tabletop.games.vs_system.rows import EVENTS
from tabletop.games.vs_system.targets import TARGETS
from tabletop.rules.agenda import AGENDA, waiting
from tabletop.rules.cases import Run
from tabletop.rules.model import Ask, Gesture, Move, Window
from tabletop.rules.perform import RandomFortune, begin, perform
from tabletop.rules.verbs import VerbError
from tabletop.table import acts, words
from tabletop.table.ops import Counter, Fact
from tabletop.table.state import Definition, Table

CASES = Path(__file__).parents[2] / "rulings" / "vs_system"


@cache
def cards() -> Library:
    found = game_and_library("vs_system")
    assert found is not None
    return found[1]


class Laid:
    """A table laid as a case lays it, with short ways to look at it and to act."""

    def __init__(self, step: str = "build", **case: Any) -> None:
        self.rules = VsSystem()
        now = {"step": step, **case.pop("now", {})}
        self.run = Run(self.rules, cards(), {"now": now, "A": {}, "B": {}, **case})
        self.run.set_up()

    @property
    def table(self) -> Table:
        return self.run.table

    @property
    def board(self) -> Board:
        return Board(self.table)

    def id(self, name: str, seat: str = "A") -> int:
        return self.run.find(name, seat)

    def make(self, move: Move) -> None:
        verdict = self.rules.judge(self.table, move)
        assert verdict.legal, verdict
        perform(self.run.history, self.rules, move, RandomFortune(Random(1)))

    def meant(self, pieces: Sequence[str], zone: str = "", onto: int | None = None, **more: Any) -> tuple[Move, ...]:
        ids = tuple(self.id(name) for name in pieces)
        return tuple(self.rules.interpret(self.table, Gesture("A", ids, zone, onto, **more)))

    def refused(self, move: Move) -> set[str]:
        return {violation.rule for violation in self.rules.judge(self.table, move).violations}


@pytest.mark.parametrize("path", sorted(CASES.glob("*.toml")), ids=lambda path: path.stem)
def test_own_ruling_cases(path: Path) -> None:
    results = list(run([path]))
    assert results
    assert [str(result.failure) for result in results if result.failure] == []


# cards


def test_no_card_of_the_sets_has_rows_that_cannot_be_read() -> None:
    assert [catalogue.card_of(card.id, definition(card)).problem for card in cards().cards.values()] == [""] * 70


def test_no_card_is_left_to_the_players() -> None:
    every = VsSystem().coverage(cards())
    tiers = {card.title: every[card.title] for card in cards().cards.values()}
    assert len(tiers) == 70
    assert set(tiers.values()) == {"python", "verbs", "no text"}


def test_everything_written_in_python_is_a_card() -> None:
    assert titles() <= {card.title for card in cards().cards.values()}


def made(kind: str = "character", **fields: Any) -> Definition:
    return Definition("Test", kind, {"name": "Test", "cost": 1, "atk": 1, "def": 1, **fields})


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"powers": [{"on": "becomes stuned", "effect": []}]}, '"becomes stuned" is no event'),
        ({"powers": [{"cost": ["activte"], "effect": []}]}, '"activte" is no cost'),
        ({"powers": [{"cost": ["activate"], "effect": [{"do": "stnu", "all": "self"}]}]}, 'did you mean "stun"'),
        ({"powers": [{"all": "own charcters", "atk": 1}]}, "Invalid enum value"),
        ({"powers": [{"all": "self", "akt": 1}]}, 'no parameter "akt"; did you mean "atk"'),
        ({"powers": [{"on": "leaves play", "effect": [{"do": "stun"}]}]}, 'needs either "at"'),
        ({"powers": [{"on": "leaves play", "effect": [{"do": "draw", "all": "self", "n": 1}]}]}, "is for a player"),
        ({"powers": [{"on": "leaves play", "effect": [{"do": "ko", "all": "you"}]}]}, "is for cards"),
        ({"powers": ["fly"]}, "a power is a table"),
    ],
)
def test_a_wrong_row_is_told_with_its_place_and_the_mend(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(VerbError, match="Test: powers, power 1") as fault:
        catalogue.read_card("x/test", made(**fields))
    assert told in str(fault.value)
    card = catalogue.card_of("x/test", made(**fields))
    assert told in card.problem
    assert card.powers == ()


def test_a_card_with_rows_of_no_use_is_carried_out_by_the_players() -> None:
    assert catalogue.tier("x/test", made(text="Fly.", powers=["fly"])) == "text"
    assert catalogue.tier("x/test", made(text="Flies about.")) == "text"
    assert catalogue.tier("x/test", made(text="", keywords=["Evasion"])) == "verbs"
    assert catalogue.tier("x/test", made()) == "no text"


# decks


def entries(count: int, number: int = 4, **more: Any) -> list[decks.Entry]:
    return [decks.Entry(f"x/{i}", f"Card {i}", f"Card {i}", frozenset(), number, **more) for i in range(count)]


def test_decks_by_size_copies_and_date() -> None:
    day = date(2006, 5, 26)
    assert list(decks.violations(entries(15), day)) == []
    assert [v.rule for v in decks.violations(entries(15)[1:], day)] == ["deck-size"]
    five = decks.Entry("x/a", "Ace", "Ace", frozenset({"Army"}), 5)
    assert list(decks.violations([*entries(15), five], day)) == []
    (found,) = decks.violations([*entries(15), five], day, army_unlimited=False)
    assert found.message == "The deck has 5 copies of Ace, and 4 are allowed."
    (found,) = decks.violations([*entries(15), decks.Entry("dcr/mordru", "Mordru", "Mordru", frozenset())], day)
    assert found.message == "Mordru may be played from 27 May 2006 on, and this is 26 May 2006."
    assert VsSystem().judge_deck(cards(), cards().decks["heirs_of_the_mantle"]) is not None


def test_a_date_that_is_none_is_told() -> None:
    laid = Laid("setup")
    assert laid.refused(Move("A", "check_deck", declare=("yesterday",))) == {"faq-1"}


# the start


def test_a_game_begins_with_initiative_hands_and_mulligans() -> None:
    rules = games.make("vs_system")
    document = lay_out(cards(), list(cards().decks.values()), seed=3, draw=False)
    table, fortune = document.table, RandomFortune(Random(2))
    begin(document.history, rules, fortune)
    asked = rules.question(table)
    assert asked is not None
    assert asked.choices == ("A", "B")
    perform(document.history, rules, Move(asked.seat, "choose", pick=("B",)), fortune)
    board = Board(table)
    assert [len(board.hand(seat)) for seat in "AB"] == [4, 4]
    first = set(board.hand("B"))
    perform(document.history, rules, Move("B", "choose", pick=("yes",)), fortune)
    assert first.isdisjoint(board.hand("B"))
    perform(document.history, rules, Move("A", "choose", pick=("no",)), fortune)
    assert (board.turn, board.initiative) == (1, "B")
    assert [len(board.hand(seat)) for seat in "AB"] == [6, 6]
    done = table.digest()
    document.history.goto(0)
    document.history.goto(len(document.history.steps))
    assert table.digest() == done


# where play stops


def test_play_stops_only_where_a_player_can_do_something() -> None:
    laid = Laid("draw", A={"hand": ["Kay-1-1-1"], "front": ["Mia-1-1-1"]}, B={"front": ["Lee-1-1-1"]})
    with laid.run.history.step("stops") as step:
        step.do(Fact("stops", {}))
    stopped = []
    for _ in range(12):
        stopped.append((laid.board.step, laid.rules.to_act(laid.table)))
        laid.make(Move(laid.rules.to_act(laid.table)[0], "pass"))
    assert stopped[:4] == [("draw", ("A",)), ("resource:A", ("A",)), ("formation:A", ("A",)), ("formation:B", ("B",))]
    assert ("attack:A", ("A",)) in stopped
    assert all(step not in ("build", "combat", "recovery", "recruit:B") for step, _ in stopped)


def test_a_player_may_want_to_be_asked_elsewhere() -> None:
    laid = Laid("draw", A={"hand": ["Kay-1-1-1"]})
    with laid.run.history.step("stops") as step:
        step.do(Fact("stops", {"A": ["build"], "B": ["all"]}))
    laid.make(Move("A", "pass"))
    assert (laid.board.step, laid.rules.to_act(laid.table)) == ("draw", ("B",))
    laid.make(Move("B", "pass"))
    assert (laid.board.step, laid.rules.to_act(laid.table)) == ("build", ("A",))


def test_turns_do_not_go_by_when_nobody_has_anything_left() -> None:
    laid = Laid("draw")
    with laid.run.history.step("stops") as step:
        step.do(Fact("stops", {}))
    laid.make(Move("A", "pass"))
    assert (laid.board.turn, laid.board.step) == (4, "draw")


# gestures


def test_dragging_from_hand() -> None:
    laid = Laid("resource:A", A={"hand": ["Kay-1-1-1", "Jetpack"], "front": ["Mia-1-1-1"]})
    assert laid.meant(["Kay-1-1-1"], "A.resources") == (Move("A", "resource", laid.id("Kay-1-1-1")),)
    (recruit,) = laid.meant(["Kay-1-1-1"], "A.front", index=1)
    assert recruit == Move("A", "recruit", laid.id("Kay-1-1-1"), to="front:1")
    assert "recruit-step" in laid.refused(recruit)
    (equip,) = laid.meant(["Jetpack"], "A.front", laid.id("Mia-1-1-1"))
    assert equip == Move("A", "recruit", laid.id("Jetpack"), at=(laid.id("Mia-1-1-1"),))


def test_dragging_a_recruit_with_costs_to_choose() -> None:
    laid = Laid("recruit:A", A={"hand": ["Mammoth#1", "Mammoth#2"], "resources": ["Filler#1..4"]})
    meant = laid.meant(["Mammoth#1"], "A.front")
    assert [move.pick for move in meant] == [(laid.id("Mammoth#2"),)]
    assert laid.rules.judge(laid.table, meant[0]).legal


def test_dragging_characters_into_a_fight() -> None:
    laid = Laid(
        "attack:A",
        A={"front": ["Kay-1-1-1-JSA", "Mia-1-1-1-JSA"]},
        B={"front": ["Lee-1-1-1"], "support": ["Ned-1-1-1"]},
    )
    both = tuple(sorted((laid.id("Kay-1-1-1-JSA"), laid.id("Mia-1-1-1-JSA"))))
    lee = laid.id("Lee-1-1-1", "B")
    assert laid.meant(["Mia-1-1-1-JSA", "Kay-1-1-1-JSA"], "B.front", lee) == (
        Move("A", "attack", using=both, at=(lee,)),
    )  # fmt: skip
    (direct,) = laid.meant(["Kay-1-1-1-JSA"], "B.hand")
    assert direct.at == ("B",)
    (violation,) = laid.rules.judge(laid.table, direct).violations
    told = words.fill(laid.table, violation.message, "A", {})
    assert told == "Kay could attack Lee, so it cannot attack Seat B directly."
    (at_ned,) = laid.meant(["Kay-1-1-1-JSA"], "B.support", laid.id("Ned-1-1-1", "B"))
    (violation,) = laid.rules.judge(laid.table, at_ned).violations
    assert words.fill(laid.table, violation.message, "A", {}) == "Ned is protected and Kay has no flight."


def test_dragging_in_the_formation_step_and_for_reinforcement() -> None:
    laid = Laid("formation:A", A={"front": ["Kay-1-1-1", "Mia-1-1-1"], "support": ["Ned-1-1-1"]})
    assert laid.meant(["Kay-1-1-1"], "A.support", index=1) == (Move("A", "move", laid.id("Kay-1-1-1"), to="support:1"),)
    assert laid.meant(["Ned-1-1-1"], "A.front", laid.id("Kay-1-1-1")) == (
        Move("A", "reinforce", by=laid.id("Ned-1-1-1"), at=(laid.id("Kay-1-1-1"),)),
    )  # fmt: skip


def test_dragging_a_card_onto_an_attacker() -> None:
    katar = "Katar Hol ◊ Hawkman, Eternal Hero"
    laid = Laid("attack:A", A={"front": [f"{katar}#1"], "hand": [f"{katar}#2"]}, B={"front": ["Lee-9-1-20"]})
    own, lee = laid.id(f"{katar}#1"), laid.id("Lee-9-1-20", "B")
    laid.make(Move("A", "attack", using=(own,), at=(lee,)))
    laid.make(Move("A", "pass"))
    laid.make(Move("B", "pass"))
    meant = laid.meant([f"{katar}#2"], "A.front", own)
    assert [move.do for move in meant] == ["power_up", "use"]
    assert all(laid.rules.judge(laid.table, move).legal for move in meant)


def test_playing_by_dragging_and_double_clicking() -> None:
    laid = Laid(
        "build",
        A={
            "front": ["Kay-1-1-1"],
            "hand": ["Multiverse Power Battery", "Filler#9"],
            "resources": ["House of Secrets#1", "House of Secrets#2"],
            "House of Secrets#1": {"face": "up"},
        },
    )
    (play,) = laid.meant(["Multiverse Power Battery"], "A.front", laid.id("Kay-1-1-1"))
    assert play.at == (laid.id("Kay-1-1-1"),)
    assert laid.rules.judge(laid.table, play).legal
    assert laid.meant(["House of Secrets#2"], kind="tap") == (Move("A", "flip", laid.id("House of Secrets#2")),)
    uses = laid.meant(["House of Secrets#1"], kind="tap")
    assert [(use.do, use.option, len(use.pick)) for use in uses] == [("use", "discard", 1)] * 2


def test_dragging_in_the_own_resource_row_and_to_the_table() -> None:
    laid = Laid(
        "build", A={"hand": ["Filler#9"], "resources": ["Filler#1", "House of Secrets"], "front": ["Kay-1-1-1"]}
    )  # fmt: skip
    location = laid.id("House of Secrets")
    assert [move.do for move in laid.meant(["Filler#1"], "A.resources")] == ["play"]
    assert [move.do for move in laid.meant(["Filler#1"], "table")] == ["play"]
    assert [move.do for move in laid.meant(["Filler#9"], "table")] == ["play"]
    assert laid.meant(["Filler#1"], kind="tap") == laid.meant(["Filler#1"], "table")
    assert laid.meant(["Filler#9"], "B.resources") == ()
    assert laid.meant(["Filler#1"], "A.ko") == ()
    assert laid.meant(["House of Secrets"], "table") == (Move("A", "flip", location),)
    assert laid.meant(["House of Secrets"], "A.ko") == ()
    assert laid.meant(["Filler#1", "House of Secrets"], "table") == ()


def test_dragging_what_is_worn_and_what_does_not_fit() -> None:
    laid = Laid(
        "formation:A",
        A={
            "front": ["Kay-1-1-1", "Mia-1-1-1"],
            "Kay-1-1-1": {"equipment": ["Jetpack#1"]},
            "hand": ["Jetpack#2", "Ned-1-1-1"],
        },
        B={"front": ["Lee-1-1-1"]},
    )
    mia = laid.id("Mia-1-1-1")
    assert laid.meant(["Jetpack#1"], "A.front", mia) == (Move("A", "transfer", laid.id("Jetpack#1"), at=(mia,)),)
    assert laid.meant(["Jetpack#1"], "A.front") == ()
    assert laid.meant(["Jetpack#2"], "A.front") == ()
    assert laid.meant(["Jetpack#2"], "A.front", laid.id("Ned-1-1-1")) == ()
    assert laid.meant(["Ned-1-1-1"], "B.front") == ()
    assert laid.meant(["Ned-1-1-1"], "A.front", mia) == (Move("A", "recruit", laid.id("Ned-1-1-1"), to="front:2"),)
    assert laid.meant(["Kay-1-1-1", "Mia-1-1-1"], "A.support") == ()
    assert laid.meant(["Kay-1-1-1"], "A.hand") == ()
    assert laid.meant(["Kay-1-1-1", "Mia-1-1-1"], "A.front", laid.id("Jetpack#2")) == ()


def test_dragging_a_twist_aims_it_at_what_it_is_dropped_on() -> None:
    battery = "Multiverse Power Battery"
    laid = Laid(
        "build", A={"front": ["Kay-1-1-1", "Mia-1-1-1"], "hand": [battery], "resources": ["Filler#1", "Filler#2"]}
    )  # fmt: skip
    kay, mia = laid.id("Kay-1-1-1"), laid.id("Mia-1-1-1")
    assert [move.at for move in laid.meant([battery], "A.front", kay)] == [(kay,)]
    assert [move.at for move in laid.meant([battery], "A.front", mia)] == [(mia,)]
    assert {move.at for move in laid.meant([battery], "table")} == {(kay,), (mia,)}


def test_a_card_let_go_in_a_row_takes_the_nearest_free_position() -> None:
    laid = Laid(
        "formation:A",
        A={"front": ["Kay-1-1-1", "Mia-1-1-1"], "support": ["Ned-1-1-1"], "Mia-1-1-1": {"place": "front:3"}},
    )
    places = [laid.meant(["Ned-1-1-1"], "A.front", index=index)[0].to for index in (0, 1, 2)]
    assert places == ["front:1", "front:1", "front:4"]
    assert laid.meant(["Ned-1-1-1"], "A.front")[0].to == "front:1"
    assert laid.meant(["Kay-1-1-1"], "A.hidden_support", index=2)[0].to == "hidden_support:2"


def test_double_clicking_a_hand_recruits_in_the_own_recruit_step_alone() -> None:
    hand = {"hand": ["Kay-1-1-1", "Filler#1"], "resources": ["Filler#2"]}
    (recruit,) = Laid("recruit:A", A=hand).meant(["Kay-1-1-1"], kind="tap")
    assert recruit.do == "recruit"
    assert not recruit.to
    assert Laid("formation:A", A=hand).meant(["Kay-1-1-1"], kind="tap") == ()
    assert [move.do for move in Laid("formation:A", A=hand).meant(["Filler#1"], kind="tap")] == ["play"]


def test_gestures_that_mean_nothing_by_the_rules() -> None:
    laid = Laid("build", A={"hand": ["Kay-1-1-1"], "ko": ["Mia-1-1-1"]})
    assert laid.meant(["Mia-1-1-1"], "A.hand") == ()
    assert laid.meant(["Kay-1-1-1"], "table") == ()
    assert laid.rules.interpret(laid.table, Gesture("A", (999,), "A.front")) == []


# hands above the engine


def test_a_hand_that_turns_an_attacker_down_takes_it_out_of_the_attack() -> None:
    laid = Laid("attack:A", A={"front": ["Kay-3-9-9"]}, B={"front": ["Lee-1-1-1"]})
    kay, lee = laid.id("Kay-3-9-9"), laid.id("Lee-1-1-1", "B")
    laid.make(Move("A", "attack", using=(kay,), at=(lee,)))
    laid.make(Move("A", "pass"))
    laid.make(Move("B", "pass"))
    assert laid.board.attacking(kay)
    act = acts.flip(laid.table, [kay])
    laid.run.history.do(act.label, act.ops, "A")
    assert laid.board.stunned(kay)
    assert not laid.board.attacking(kay)
    laid.make(Move("A", "pass"))
    laid.make(Move("B", "pass"))
    assert laid.board.attack is None
    assert not laid.board.stunned(lee)


def test_a_hand_may_put_a_character_between_others() -> None:
    laid = Laid("build", A={"front": ["Kay-1-1-1", "Mia-1-1-1"], "hand": ["Ned-1-1-1"]})
    act = acts.move(laid.table, [laid.id("Ned-1-1-1")], "A.front", index=1)
    laid.run.history.do(act.label, act.ops, "A")
    columns = laid.board.columns("A.front")
    assert columns == {laid.id("Kay-1-1-1"): 0, laid.id("Ned-1-1-1"): 1, laid.id("Mia-1-1-1"): 2}
    assert laid.board.adjacent(laid.id("Ned-1-1-1"), laid.id("Mia-1-1-1"))


def test_what_a_hand_takes_out_of_play_is_no_object_any_more() -> None:
    laid = Laid("build", A={"front": ["Kay-1-1-1"], "Kay-1-1-1": {"counters": 2, "gained": {"versions": ["Knight"]}}})
    kay = laid.id("Kay-1-1-1")
    act = acts.move(laid.table, [kay], "table", at=(0.0, 0.0))
    laid.run.history.do(act.label, act.ops, "A")
    assert list(laid.rules.consequences(laid.table)) == []
    act = acts.move(laid.table, [kay], "A.hand")
    laid.run.history.do(act.label, act.ops, "A")
    with laid.run.history.step("follows") as step:
        for item in laid.rules.settle(laid.table):
            step.do(item)  # type: ignore[arg-type]
    assert laid.table.pieces[kay].counters == {}
    assert laid.board.versions(kay) == ()
    assert laid.table.facts.get("effects") is None


def test_an_effect_that_a_hand_takes_off_the_chain_is_gone() -> None:
    cheer = {"type": "plot twist", "threshold": 0, "effect": [{"do": "endurance", "all": "you", "n": 3}]}
    laid = Laid("build", cards={"cheer": cheer}, A={"hand": ["cheer"]})
    laid.make(Move("A", "play", laid.id("cheer")))
    assert len(laid.board.chain()) == 1
    act = acts.move(laid.table, [laid.id("cheer")], "A.ko")
    laid.run.history.do(act.label, act.ops, "A")
    with laid.run.history.step("follows") as step:
        for item in laid.rules.settle(laid.table):
            step.do(item)  # type: ignore[arg-type]
    assert laid.board.chain() == []
    laid.make(Move("A", "pass"))
    laid.make(Move("B", "pass"))
    assert laid.board.number("A", "endurance") == 50


# house rules


def house(laid: Laid, **rules: bool) -> None:
    with laid.run.history.step("house rules") as step:
        step.do(Fact("house_rules", rules))


def test_house_rules_for_teams() -> None:
    laid = Laid(
        "attack:A",
        A={"front": ["Kay-1-1-1-JSA-JLA", "Mia-1-1-1-JSA-Rann", "Ned-1-1-1-JLA-Rann"]},
        B={"front": ["Lee-1-1-1"]},
    )
    move = Move("A", "attack", using=tuple(sorted(laid.board.characters("A"))), at=(laid.id("Lee-1-1-1", "B"),))
    assert laid.refused(move) == {"team-attack"}
    house(laid, team_pairwise=True)
    assert laid.refused(move) == set()


def test_house_rules_for_recruits_and_endurance() -> None:
    seer = {"type": "character", "cost": 1, "atk": 1, "def": 1,
            "powers": [{"cost": ["endurance:3"], "effect": [{"do": "draw", "all": "you", "n": 1}]}]}  # fmt: skip
    laid = Laid(
        "recruit:A",
        cards={"seer": seer},
        A={"endurance": 4, "front": ["seer"], "hand": ["Kay-0-1-1"], "deck": ["Filler"]},
    )
    use = Move("A", "use", laid.id("seer"))
    laid.make(use)
    assert "timing" in laid.refused(Move("A", "recruit", laid.id("Kay-0-1-1"), to="front:1"))
    assert laid.refused(use) == {"pay-endurance", "cost"}
    house(laid, recruit_on_chain=True, pay_below_zero=True)
    assert laid.refused(Move("A", "recruit", laid.id("Kay-0-1-1"), to="front:1")) == set()
    laid.make(use)
    assert laid.board.number("A", "endurance") == -2


def test_house_rule_for_crossovers() -> None:
    laid = Laid(
        A={"front": ["Kay-1-1-1-JSA"], "hand": ["Mia-1-1-1-JSA"], "resources": ["Justice United"],
           "Justice United": {"face": "up", "chosen": ["JSA", "Rann"]}}
    )  # fmt: skip
    assert laid.board.teams(laid.id("Mia-1-1-1-JSA")) == ("JSA", "Rann")
    house(laid, crossover_all_zones=False)
    assert laid.board.teams(laid.id("Mia-1-1-1-JSA")) == ("JSA",)
    assert laid.board.teams(laid.id("Kay-1-1-1-JSA")) == ("JSA", "Rann")


def test_house_rule_for_look_back() -> None:
    daze = {"type": "plot twist", "threshold": 0, "effect": [{"do": "stun", "all": "characters"}]}
    monitor, cheetah = "The Monitor, Guardian of the Multiverse", "Cheetah, Feral Feline"
    for lookback, triggers in ((True, 3), (False, 1)):
        laid = Laid(cards={"daze": daze}, A={"front": [monitor, cheetah], "hand": ["daze"]})
        house(laid, lookback_stun=lookback)
        laid.make(Move("A", "play", laid.id("daze")))
        laid.make(Move("A", "pass"))
        laid.make(Move("B", "pass"))
        top = waiting(laid.table)
        asked = len(top.question.choices) - 1 if isinstance(top, Ask) else len(laid.board.chain())
        assert asked == triggers


# words


def test_moves_are_told_as_a_person_would() -> None:
    laid = Laid("attack:A", A={"front": ["Kay-1-1-1"], "hand": ["Filler"]}, B={"front": ["Lee-1-1-1"]})
    kay, lee = laid.id("Kay-1-1-1"), laid.id("Lee-1-1-1", "B")

    def told(move: Move) -> str:
        return words.fill(laid.table, laid.rules.describe(laid.table, move), "A", {})

    assert told(Move("A", "attack", using=(kay,), at=(lee,))) == "proposes that Kay attacks Lee"
    assert told(Move("A", "attack", using=(kay,), at=("B",))) == "proposes that Kay attacks Seat B"
    assert told(Move("A", "move", kay, to="support:2")) == "moves Kay to the support row, column 3"
    assert told(Move("A", "pass")) == "passes"
    assert told(Move("A", "choose", pick=("yes",))) == "says yes"
    assert told(Move("A", "choose", pick=("no",))) == "says no"
    assert told(Move("A", "choose", pick=("none",))) == told(Move("A", "choose")) == "chooses none"
    assert told(Move("A", "choose", pick=(kay,))) == "chooses Kay"


def test_the_panel_names_step_totals_and_attack() -> None:
    laid = Laid("attack:A", A={"front": ["Kay-1-1-1"]}, B={"front": ["Lee-1-1-1"]})
    laid.make(Move("A", "attack", using=(laid.id("Kay-1-1-1"),), at=(laid.id("Lee-1-1-1", "B"),)))
    rows = [
        (words.fill(laid.table, name, None, {}), words.fill(laid.table, value, None, {}))
        for name, value in laid.rules.panel(laid.table, "A")
    ]
    assert ("Turn", "3, the attack step of Seat A") in rows
    assert ("Endurance", "Seat A 50, Seat B 50") in rows
    assert ("Resources", "Seat A 0, Seat B 0") in rows
    assert ("Proposed attack", "Kay against Lee") in rows
    assert ("To act", "Seat A") in rows


def test_who_has_priority_reads_what_a_pass_lets_happen() -> None:
    laid = Laid("attack:A", A={"front": ["Kay-1-1-1"]}, B={"front": ["Lee-1-1-1"]})
    window = Window("priority", "A")
    told = words.fill(laid.table, laid.rules.window_text(laid.table, window), None, {})
    assert told == "Seat A has priority: act, or pass to end the attack step of Seat A."
    laid.make(Move("A", "attack", using=(laid.id("Kay-1-1-1"),), at=(laid.id("Lee-1-1-1", "B"),)))
    told = words.fill(laid.table, laid.rules.window_text(laid.table, window), None, {})
    assert told == "Seat A has priority: act, or pass and let the attack go on."


def test_badges_tell_the_values_that_are_not_those_of_the_print() -> None:
    laid = Laid(A={"front": ["Kay-1-1-1", "Moe-1-2-2"]}, B={"front": ["Lee-1-1-1"]})
    kay = laid.id("Kay-1-1-1")
    assert laid.rules.badges(laid.table, "A") == []
    laid.run.history.do("Two counters", [Counter(kay, PLUS, 2)])
    assert laid.rules.badges(laid.table, "B") == [(kay, "3/3")]


def test_arrows_from_attackers_and_effects() -> None:
    bane = {"type": "plot twist", "threshold": 0, "effect": [{"do": "ko", "at": "character"}]}
    laid = Laid(
        "attack:A", cards={"bane": bane}, A={"front": ["Kay-1-1-1"], "hand": ["bane"]}, B={"front": ["Lee-1-1-1"]}
    )
    kay, lee = laid.id("Kay-1-1-1"), laid.id("Lee-1-1-1", "B")
    assert laid.rules.arrows(laid.table) == []
    laid.make(Move("A", "attack", using=(kay,), at=(lee,)))
    laid.make(Move("A", "play", laid.id("bane"), at=(lee,)))
    assert laid.rules.arrows(laid.table) == [(kay, lee), (laid.id("bane"), lee)]


# playing


@pytest.mark.parametrize(("by_hand", "mixed"), [(0.0, True), (0.2, False)], ids=["mixed", "hand"])
def test_games_play_themselves_without_a_broken_invariant(by_hand: float, mixed: bool) -> None:
    """Cards are conserved, undo of everything restores, rules made anew list the same."""
    play = SelfPlay(
        cards(), lambda: games.make("vs_system"), 6, Conduct(by_hand=by_hand, limit=220, thorough=0.03, mixed=mixed)
    )
    assert list(play.run(2)) == [1, 2]
    assert play.tally.broken == ""


def test_the_agenda_is_all_that_waits() -> None:
    """Between two moves nothing is kept anywhere but on the table: another engine goes on in the same way."""
    document = lay_out(cards(), list(cards().decks.values()), seed=9, draw=False)
    table, rng = document.table, Random(4)
    begin(document.history, games.make("vs_system"), RandomFortune(rng))
    for _ in range(60):
        rules = games.make("vs_system")
        seat = rules.to_act(table)[0]
        listed = list(rules.moves(table, seat))
        assert listed == list(games.make("vs_system").moves(table, seat))
        assert AGENDA in table.facts
        perform(document.history, rules, rng.choice(listed), RandomFortune(rng))
    done = table.digest()
    document.history.goto(0)
    document.history.goto(len(document.history.steps))
    assert table.digest() == done


# the manual of those who write cards


def test_the_manual_names_every_word_of_the_rows() -> None:
    manual = (Path(__file__).parents[3] / "cardsets" / "vs_system" / "README.md").read_text(encoding="utf-8")
    table = {
        word for line in manual.splitlines() if line.startswith("|") for word in re.findall(r"\w+", line.split("|")[1])
    }
    assert set(instructions) <= table
    for word in (*EVENTS, *TARGETS, "activate", "discard", "ko resource", "endurance:N", "points:N", "any_number"):
        assert f'"{word}"' in manual or f"{word} =" in manual, word
