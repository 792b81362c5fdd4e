"""What ruling cases cannot say: decks as files, questions by options, forced moves, hands that interfere."""

from __future__ import annotations

import pytest
from lnh_tables import Lay

from tabletop.cards.library import Library
from tabletop.cards.model import Deck
from tabletop.games.lnh.game import Lnh
from tabletop.rules.cases import Run
from tabletop.rules.model import CannotPlan, Move
from tabletop.rules.perform import GivenFortune, begin, carry_out, perform
from tabletop.table import acts


def deck(library: Library, origin: str | None, **cards: int) -> Deck:
    def card_id(title: str) -> str:
        card = library.find_title(title)
        assert card is not None, title
        return card.id

    main = tuple((card_id(title), number) for title, number in cards.items())
    filler = 50 - sum(cards.values())
    six = ("Revelation: Secret Identity", "Return to LNHQ: Monitor Room", "Villain Attack: Solo Attack", "Ally: Solo",
           "Ally: Team", "Angst: Abandoned", "Angst: Insult", "Incident: Ambush", "Incident: Rage")  # fmt: skip
    fill = tuple((card_id(title), min(6, filler - 6 * i)) for i, title in enumerate(six) if filler > 6 * i)
    origins = ((card_id(origin), 1),) if origin else ()
    return Deck("d", "D", "lnh", {"main": main + fill, "origin": origins})


@pytest.mark.parametrize(
    ("origin", "cards", "rules"),
    [
        ("Origin: Brick", {}, []),
        (None, {}, ["setup"]),
        ("Origin: Brick", {"Punch": 6, "Kick": 2}, []),
        ("Origin: Brick", {"Kick": 3}, ["limit"]),
        ("Origin: Brick", {"Telepathy": 1}, ["limit"]),
        ("Origin: Brick", {"Latent Ability": 1, "Telepathy": 1}, []),
        ("Origin: Brick", {"Latent Ability": 1, "Telepathy": 2}, ["latent", "limit"]),
        ("Origin: Hodge-Podge", {"Latent Ability": 1}, ["limit"]),
        ("Origin: Mystic", {"Punch": 1, "Kick": 1, "Roundhouse": 1, "Mind Wipe": 1, "Super-speed": 1}, []),
        ("Origin: Mystic", {"Punch": 2}, ["mystic-five"]),
        ("Origin: Mystic", {"Latent Ability": 1, "Telepathy": 1}, []),
        ("Origin: Martial Artist", {"Curly": 2}, ["hero-cap"]),
        ("Origin: Martial Artist", {"Villain Attack: Team Attack": 4}, ["copies"]),
        ("Origin: Martial Artist", {"Angst: MST3K": 7}, ["copies"]),
        ("Origin: Martial Artist", {"Bomb Explosion": 6, "wRitten by wReam": 1}, ["catastrophe-cap"]),
        ("Origin: Martial Artist", {"Kiwi token": 1}, ["setup"]),
    ],
)
def test_decks_are_judged(
    game: Lnh, library: Library, origin: str | None, cards: dict[str, int], rules: list[str]
) -> None:
    found = game.judge_deck(library, deck(library, origin, **cards))
    assert [violation.rule for violation in found] == rules


def test_a_small_deck_says_how_small(game: Lnh, library: Library) -> None:
    small = Deck("d", "D", "lnh", {"main": (("core/kick", 2),), "origin": (("core/origin-brick", 1),)})
    (violation,) = game.judge_deck(library, small)
    assert violation.message == "The deck has 2 cards and needs at least 50."


def test_the_shipped_decks_are_legal(game: Lnh, library: Library) -> None:
    assert len(library.decks) >= 3
    for each in library.decks.values():
        assert list(game.judge_deck(library, each)) == []


def test_an_option_is_asked_before_the_target(lay: Lay) -> None:
    run = lay(
        A={"play": ["Origin: Mentalist"], "hand": ['Slogan: "The Focused Totality of My Powers"'],
           "deck": ["Mental Block", "x1"]},
        B={"play": ["Super-speed"], "hand": ["Punch"]},
    )  # fmt: skip
    run.make({"seat": "A", "do": "play", "card": 'Slogan: "The Focused Totality of My Powers"'}, {"seat": "A"})
    run.make({"seat": "A", "do": "choose", "pick": ["Mental Block"]}, {"seat": "A"})
    run.make({"seat": "A", "do": "choose", "pick": ["remove"]}, {"seat": "A"})
    run.make({"seat": "A", "do": "choose", "pick": ["Super-speed"]}, {"seat": "A"})
    run.check({"B.lost": ["Super-speed"], "B.hand": ["Punch"], "A.deck": ["x1"]})


def force(game: Lnh, run: Run, **step: object) -> None:
    move = run.move(step)
    assert not game.judge(run.table, move).legal
    perform(run.history, game, move, GivenFortune({"coin": [True] * 5}), how="forced")


def test_an_illegal_play_can_be_made_all_the_same(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["x1"]}, B={"hand": ["Punch"]})
    force(game, run, seat="B", do="play", card="Punch")
    run.check({"A.pending_damage": 1, "B.lost": ["Punch"], "turn": "A"})


def test_a_forced_play_without_a_target_does_nothing(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["Touch of Death"]}, B={"play": ["Curly"]})
    force(game, run, seat="A", do="play", card="Touch of Death")
    run.check({"A.lost": ["Touch of Death"], "B.play": ["Curly"]})


def test_a_protected_hero_can_be_removed_by_force(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["Touch of Death"]}, B={"play": ["Panta", "Sig.Lad"]})
    force(game, run, seat="A", do="play", card="Touch of Death", at="Sig.Lad")
    run.check({"B.play": ["Panta"]})


def test_what_is_not_there_cannot_be_planned(game: Lnh, lay: Lay) -> None:
    run = lay(A={"play": ["Super-Strength"]}, B={})
    for move in (Move("A", "play", card=999), Move("A", "use", by=run.find("Super-Strength")), Move("A", "dance")):
        with run.history.trial() as trial, pytest.raises(CannotPlan):
            carry_out(game.plan(run.table, move), trial, GivenFortune({}))


def test_a_hand_that_takes_the_last_card_runs_the_deck_out(game: Lnh, lay: Lay) -> None:
    run = lay(A={"deck": ["x1"], "lost": ["x2", "x3"]}, B={})
    act = acts.draw(run.table, "A.deck", 1, "A.hand")
    run.history.do(act.label, act.ops, "A")
    found = [consequence.rule for consequence in game.consequences(run.table)]
    assert found == ["run-out"]
    with run.history.step("what follows") as step:
        carry_out(game.settle(run.table), step, GivenFortune({}))
    run.check({"A.prestige": 5, "A.hand": ["x1"], "A.deck": ["x2", "x3"]})


def test_verdicts_read_the_table_as_hands_left_it(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["Punch"]}, B={"lost": ["Misunderstanding: Hero vs. Hero"]})
    punch = run.move({"seat": "A", "do": "play", "card": "Punch"})
    assert game.judge(run.table, punch).breaks("direct-attack")
    act = acts.move(run.table, [run.find("Misunderstanding: Hero vs. Hero")], "B.play")
    run.history.do(act.label, act.ops, "B")
    assert game.judge(run.table, punch).legal
    run.history.undo()
    assert game.judge(run.table, punch).breaks("direct-attack")


def test_a_hand_may_set_the_turn(game: Lnh, lay: Lay) -> None:
    run = lay(A={"hand": ["x1"]}, B={"hand": ["x2"]})
    act = acts.set_fact("turn", "B")
    run.history.do(act.label, act.ops, "B")
    assert game.to_act(run.table) == ("B",)
    assert game.judge(run.table, run.move({"seat": "B", "do": "play", "card": "x2"})).legal


def test_a_game_begins_on_a_laid_table(game: Lnh, lay: Lay) -> None:
    run = lay(
        now={"phase": "before"},
        A={"play": ["Origin: Brick"], "deck": ["x1..x30"]}, B={"play": ["Origin: Mystic"], "deck": ["x31..x60"]},
    )  # fmt: skip
    begin(run.history, game, GivenFortune({}))
    run.check({"A.hand#": 10, "B.hand#": 10, "phase": "main", "turn": "A", "A.Origin: Brick.pregame": True})
