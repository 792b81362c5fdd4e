"""What the rules say: moves, verdicts, the panel; and what they keep to themselves."""

from __future__ import annotations

from typing import Any

import pytest
from lnh_tables import Lay

from tabletop.assist.panel import effect_lines
from tabletop.assist.prompts import prompt_for
from tabletop.games.lnh.board import NAMED
from tabletop.games.lnh.game import Lnh
from tabletop.rules.cases import Run
from tabletop.table import words
from tabletop.table.history import Step
from tabletop.table.sight import knows


def say(run: Run, label: str, seat: str | None = None) -> str:
    return words.fill(run.table, label, seat, {})


def told(game: Lnh, run: Run, **step: Any) -> str:
    """A move as its label says it."""
    return say(run, game.describe(run.table, run.move(step)), step["seat"])


def why(game: Lnh, run: Run, **step: Any) -> list[str]:
    """The reasons against a move."""
    verdict = game.judge(run.table, game.case_move(run.table, run.move(step)))
    return [say(run, violation.message, step["seat"]) for violation in verdict.violations]


def test_moves_are_told_as_people_say_them(game: Lnh, lay: Lay) -> None:
    run = lay(
        A={"play": ["Origin: Cosmic Crusader", "BIGGUN (tm)", "Kid Kirby"],
           "hand": ["Touch of Death", "Mind Wipe", "Mental Block", "Power Armor"]},
        B={"play": ["Curly", "Villain: Tsar Chasm", "Bicycle Repair Man"]},
    )  # fmt: skip
    assert told(game, run, seat="A", do="play", card="Touch of Death", at="Curly") == "plays Touch of Death on Curly"
    assert told(game, run, seat="A", do="play", card="Mental Block", option="hand") == (
        "plays Mental Block against the hand"
    )
    assert told(game, run, seat="A", do="play", card="Mind Wipe", declare="Slogan") == "plays Mind Wipe and says Slogan"
    assert told(game, run, seat="A", do="use", by="Kid Kirby", **{"with": ["Power Armor"]}) == (
        "uses Kid Kirby with Power Armor"
    )
    assert told(game, run, seat="A", do="use", by="BIGGUN (tm)", option="remove", at="Villain: Tsar Chasm") == (
        "uses BIGGUN (tm) to remove Villain: Tsar Chasm"
    )
    assert told(game, run, seat="A", do="end_turn") == "ends the turn"
    assert told(game, run, seat="A", do="end_turn", amount=0) == "ends the turn and draws no card"
    assert told(game, run, seat="A", do="forfeit_claim", declare="cockney") == (
        "claims that Seat B forgot to speak bad cockney"
    )


def test_answers_are_told_with_what_they_answer(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["Villain Attack: Team Attack"]}, B={"play": ["Imaginary Story: Hoax"]})
    run.make({"seat": "A", "do": "play", "card": "Villain Attack: Team Attack"}, {"seat": "B"})
    assert told(game, run, seat="B", do="use", by="Imaginary Story: Hoax") == (
        "uses Imaginary Story: Hoax to nullify Villain Attack: Team Attack"
    )
    assert told(game, run, seat="B", do="pass") == "lets it pass"


def test_windows_say_what_they_are_for(game: Lnh, lay: Lay) -> None:
    run = lay(
        luck={"coins": ["favor"]},
        A={"hand": ["Villain Attack: Team Attack"]}, B={"play": ["Imaginary Story: Hoax", "Bad-Timing Boy"]},
    )  # fmt: skip
    run.make({"seat": "A", "do": "play", "card": "Villain Attack: Team Attack"}, {"seat": "B"})
    prompt = prompt_for(game, run.table, "B")
    assert prompt is not None
    assert prompt.text == "Seat B may nullify Villain Attack: Team Attack, or pass."
    run.make({"seat": "B", "do": "pass"}, {"seat": "B"})
    prompt = prompt_for(game, run.table, "B")
    assert prompt is not None
    assert prompt.text == "Seat B may have the coin for Villain Attack: Team Attack flipped again, or pass."


@pytest.mark.parametrize(
    ("case", "step", "reasons"),
    [
        (
            {"A": {"hand": ["Punch"]}, "B": {}},
            {"seat": "A", "do": "play", "card": "Punch"},
            ["Punch is a direct attack, and Seat B made none in their last turn."],
        ),
        (
            {"A": {"play": ["Origin: Brick"], "hand": ["Telepathy"]}, "B": {}},
            {"seat": "A", "do": "play", "card": "Telepathy"},
            ["Telepathy is not a Power that Brick may play."],
        ),
        (
            {"A": {"hand": ["Touch of Death"]}, "B": {"play": ["Panta", "Sig.Lad"]}},
            {"seat": "A", "do": "play", "card": "Touch of Death", "at": "Sig.Lad"},
            ["Panta keeps Sig.Lad in play: no male Hero can be removed."],
        ),
        (
            {"A": {"play": ["Location: Coastal City"], "hand": ["Villain: Tsar Chasm"]}, "B": {}},
            {"seat": "A", "do": "play", "card": "Villain: Tsar Chasm"},
            ["Villain: Tsar Chasm cannot be played while Location: Coastal City is in play."],
        ),
        (
            {"A": {"hand": ["Ally: Solo"]}, "B": {}},
            {"seat": "A", "do": "play", "card": "Ally: Solo"},
            ["Ally: Solo needs a target: Villain Attack: Solo Attack that damaged you."],
        ),
        (
            {"A": {"prestige": 5, "hand": ["Deus Ex Machina: Last Ditch Effort"]}, "B": {"prestige": 5}},
            {"seat": "A", "do": "play", "card": "Deus Ex Machina: Last Ditch Effort"},
            ["Deus Ex Machina: Last Ditch Effort is for the player with less Prestige: Seat A has 5, the opponent 5."],
        ),
        (
            {"A": {"play": ["Panta"], "Panta": {"face": "down"}}, "B": {}},
            {"seat": "A", "do": "use", "by": "Panta"},
            ["Panta lies face down."],
        ),
        (
            {"A": {"hand": ["Meditation"]}, "B": {}},
            {"seat": "A", "do": "play", "card": "Meditation"},
            ["For Meditation Seat A has to discard a card from the hand at random."],
        ),
    ],
)
def test_reasons_name_cards_and_numbers(
    game: Lnh, lay: Lay, case: dict[str, Any], step: dict[str, Any], reasons: list[str]
) -> None:
    assert why(game, lay(**case), **step) == reasons


def test_every_reason_is_given(game: Lnh, lay: Lay) -> None:
    run = lay(A={}, B={"play": ["Origin: Mentalist"], "hand": ["Punch"]})
    verdict = game.judge(run.table, run.move({"seat": "B", "do": "play", "card": "Punch"}))
    assert [violation.rule for violation in verdict.violations] == ["timing", "limit", "direct-attack"]


def test_the_panel_tells_what_counts_now(game: Lnh, lay: Lay) -> None:
    run = lay(
        now={"attacked_last": ["B"], "damage": [["A", "Punch", 2]]},
        A={"play": ["Flight", "Rebel Yell"], "hand": ["Angst: Insult"], "plays_left": 2},
        B={"lost": ["Punch"]},
    )  # fmt: skip
    run.make({"seat": "A", "do": "play", "card": "Angst: Insult"}, None)
    lines = [say(run, f"{name}: {value}") for name, value in game.panel(run.table, "A")]
    assert lines == [
        "Turn: Seat A",
        "Phase: main part",
        "Prestige of Seat A: 10 of 10, 2 damage waiting",
        "Prestige of Seat B: 10 of 10",
        "Cards left to play: 1, and a Location, and a direct attack",
        "Permission: Seat A was attacked and may attack",
        "Speech: Seat A has to speak with a Southern accent",
    ]
    effects = [(line.name, line.text, line.until) for line in effect_lines(run.table, "A", game)]
    assert ("Angst: Insult", "Seat A may make direct attacks", "end of this turn") in effects


def test_arrows_point_at_targets(game: Lnh, lay: Lay) -> None:
    run = lay(
        luck={"coins": ["favor"]},
        A={"hand": ["Touch of Death"], "play": ["Panta"]}, B={"play": ["Curly", "Imaginary Story: You Wish"]},
    )  # fmt: skip
    run.make({"seat": "A", "do": "use", "by": "Panta"}, None)
    assert game.arrows(run.table) == [(run.find("Panta"), "B")]
    run.make({"seat": "A", "do": "play", "card": "Touch of Death", "at": "Curly"}, {"seat": "B"})
    assert (run.find("Touch of Death"), run.find("Curly")) in game.arrows(run.table)
    run.make({"seat": "B", "do": "pass"}, None)
    assert game.arrows(run.table) == [(run.find("Panta"), "B")]


def last(run: Run) -> Step:
    return run.history.steps[-1]


def test_a_secret_name_stays_secret(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["Villain: Time Crapper"]}, B={"play": ["Curly", "Panta"]})
    run.make({"seat": "A", "do": "play", "card": "Villain: Time Crapper"}, {"seat": "A"})
    question = game.question(run.table)
    assert question is not None
    assert question.secret
    run.make({"seat": "A", "do": "choose", "pick": ["Curly"]}, None)
    assert words.tell(run.table, last(run), "B") == "Seat A makes a secret choice"
    assert run.table.pieces[run.find("Villain: Time Crapper")].marks[NAMED] == run.find("Curly")
    assert not any("Curly" in value for _, value in game.panel(run.table, "B"))


def test_a_search_is_told_to_the_searcher_only(game: Lnh, lay: Lay) -> None:
    run = lay(A={"prestige": 1, "hand": ['Slogan: "Advantageous!"'], "deck": ["Reboot", "x1", "x2"]}, B={})
    run.make({"seat": "A", "do": "play", "card": 'Slogan: "Advantageous!"'}, {"seat": "A"})
    reboot = run.table.pieces[run.find("Reboot")]
    assert knows(run.table, "A", reboot)
    assert not knows(run.table, "B", reboot)
    run.make({"seat": "A", "do": "choose", "pick": ["Reboot"]}, None)
    assert words.tell(run.table, last(run), "A") == "Seat A takes Reboot"
    assert words.tell(run.table, last(run), "B") == "Seat A takes a face-down card"
    assert not any(knows(run.table, "A", run.table.pieces[run.find(name)]) for name in ("x1", "x2"))


def test_looking_at_a_hand_lets_one_seat_know_it(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["Telepathy", "x2"]}, B={"hand": ["x1"]})
    assert not knows(run.table, "A", run.table.pieces[run.find("x1")])
    run.make({"seat": "A", "do": "play", "card": "Telepathy"}, None)
    assert not knows(run.table, "B", run.table.pieces[run.find("x2")])
    assert knows(run.table, "A", run.table.pieces[run.find("x1")])


def test_open_hands_are_known_to_both(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["Catalyst Lass", "x1"], "deck": ["x3", "x4"]}, B={"hand": ["x2"]})
    run.make({"seat": "A", "do": "play", "card": "Catalyst Lass"}, None)
    pieces = run.table.pieces
    assert knows(run.table, "B", pieces[run.find("x1")])
    assert knows(run.table, "A", pieces[run.find("x2")])
    run.make({"seat": "A", "do": "end_turn", "amount": 1}, None)
    assert knows(run.table, "B", pieces[run.find("x3")]), "cards that are drawn later too"
