"""What every game keeps, whoever wrote it. A game is found by itself; nothing here knows any of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import islice
from random import Random

import pytest
from absurd import absurd, gesture, near_moves, odd_moves
from subjects import Played, Subject, document_of, fresh, lay, played, random_play, subjects

from tabletop.assist import invariants, telling
from tabletop.assist.coverage import TIERS
from tabletop.assist.hints import Hints
from tabletop.assist.panel import effect_lines, panel_lines
from tabletop.assist.prompts import prompt_for
from tabletop.assist.referee import Referee, Result
from tabletop.assist.selfplay import Conduct, SelfPlay
from tabletop.rules.game import Game
from tabletop.rules.model import CannotPlan, Move, Violation
from tabletop.rules.pages import load_pages
from tabletop.rules.perform import RandomFortune, carry_out, perform
from tabletop.table import sight, words
from tabletop.table.history import History
from tabletop.table.ops import OpError
from tabletop.table.state import Table

ROUNDS = int(os.environ.get("CONTRACT_ROUNDS", "1"))
"""How much of everything is tried. More rounds have other seeds too."""

MakeMoves = Callable[[Table, Played, Random, int], list[Move]]

each_game = pytest.mark.parametrize("subject", subjects(), ids=str)


# playing


@each_game
@pytest.mark.parametrize(
    ("by_hand", "mixed"), [(0.0, False), (0.0, True), (0.25, False)], ids=["play", "mixed", "hand"]
)
def test_random_play_keeps_the_invariants(subject: Subject, by_hand: float, mixed: bool) -> None:
    """Cards are conserved, rules made anew list the same, listed moves are legal and can be made, undo of everything
    restores, saves lose nothing, logs tell nothing hidden.
    """
    conduct = Conduct(by_hand=by_hand, limit=120, thorough=0.1, mixed=mixed)
    play = SelfPlay(subject.library, subject.make, ROUNDS, conduct)
    done = list(play.run(3 * ROUNDS))
    assert not play.tally.broken
    assert len(done) == 3 * ROUNDS


@each_game
def test_every_listed_move_is_legal_and_can_be_made(subject: Subject) -> None:
    game, rng = subject.make(), Random(1)
    for snapshot in played(subject.id).tables[: 12 * ROUNDS]:
        history = fresh(snapshot)
        for seat in history.table.everyone:
            moves = list(islice(game.moves(history.table, seat), 150))
            assert len(set(moves)) == len(moves), "a move is listed twice"
            assert all(move.seat == seat for move in moves)
            some = rng.sample(moves, min(len(moves), 25))
            invariants.check_moves(game, history, some, RandomFortune(rng))


@each_game
def test_only_seats_that_the_game_waits_for_have_moves(subject: Subject) -> None:
    game = subject.make()
    for snapshot in played(subject.id).tables:
        table = Table.restore(snapshot)
        waiting = game.to_act(table)
        assert set(waiting) <= set(table.seats)
        assert any(True for seat in waiting for _ in game.moves(table, seat))


@each_game
def test_a_question_survives_save_and_load(subject: Subject) -> None:
    """It is asked again in the same words, and its answer leads to the same table."""
    found = played(subject.id).questions
    game = subject.make()
    for snapshot in found.values():
        document = document_of(snapshot, subject.id)
        invariants.check_saved(game, document, document.table.everyone)
        question = game.question(document.table)
        assert question is not None
        prompt = prompt_for(game, document.table, question.seat)
        assert prompt is not None
        assert prompt.text
        assert all(choice.text for choice in prompt.choices)
        answers = list(islice(game.moves(document.table, question.seat), 3))
        assert answers, "a question has no legal answer"
        for answer in answers:
            ends = []
            for _ in range(2):
                history = fresh(snapshot)
                perform(history, subject.make(), answer, RandomFortune(Random(4)))
                ends.append(history.table.digest())
            assert ends[0] == ends[1]


@each_game
def test_the_same_seed_gives_the_same_game(subject: Subject) -> None:
    ends = []
    for _ in range(2):
        document = None
        for document, _, _ in islice(random_play(subject, Random(11)), 40):  # noqa: B007
            pass
        assert document is not None
        ends.append(document.table.digest())
    assert ends[0] == ends[1]


# the modes


@each_game
def test_an_illegal_move_is_sent_back_or_made_and_always_taken_back(subject: Subject) -> None:
    """Referee: nothing has changed. Anyway, or with flags: the plan is made, or it is said why it cannot be."""
    known, game, rng = played(subject.id), subject.make(), Random(8)
    for snapshot in known.tables[: 6 * ROUNDS]:
        history = fresh(snapshot)
        referee = Referee(history, game, lambda: RandomFortune(rng), strict=True)
        for move in near_moves(history.table, known, rng, 20):
            before = history.table.digest()
            if game.judge(history.table, move).legal:
                continue
            assert referee.propose(move).kind == "refused"
            assert history.table.digest() == before
            for act in (referee.force, _flagging(referee)):
                result = act(move)
                if result.kind == "done":
                    assert result.step is not None
                    assert result.step.how == "forced"
                    words.tell(history.table, result.step, None)
                    telling.details(history.table, result.step, None)
                else:
                    assert (result.kind, bool(result.why)) == ("refused", True)
                history.goto(0)
                assert history.table.digest() == before


def _flagging(referee: Referee) -> Callable[[Move], Result]:
    def propose(move: Move) -> Result:
        referee.set_mode("flag")
        return referee.propose(move)

    return propose


# odd tables


@each_game
@pytest.mark.parametrize("part", range(3))
def test_nothing_raises_on_absurd_tables(subject: Subject, part: int) -> None:
    known, game = played(subject.id), subject.make()
    for number in range(20 * ROUNDS):
        rng = Random(f"absurd/{part}/{number}")
        history = absurd(subject, known, game, rng)
        try:
            exercise(game, history, odd_moves(history.table, known, rng, 12), rng)
        except Exception as fault:
            raise AssertionError(f"absurd/{part}/{number}: {type(fault).__name__}: {fault}") from fault


def exercise(game: Game, history: History, odd: list[Move], rng: Random) -> None:
    """Ask everything that can be asked of rules, and try to carry out what they list."""
    table, fortune = history.table, RandomFortune(rng)
    before = table.digest()
    game.question(table)
    game.outcome(table)
    game.to_act(table)
    for seat in (None, "A", "B", "Z"):
        panel_lines(game, table, seat)
        effect_lines(table, seat, game)
        prompt_for(game, table, seat)
    for seat in table.everyone:
        Hints(game, table, seat, rng.sample(list(table.pieces), min(2, len(table.pieces))), strict=True).search()
    consequences = list(islice(game.consequences(table), 50))
    moves = [move for seat in ("A", "B", "Z") for move in islice(game.moves(table, seat), 10)]
    meant = [move for _ in range(8) for move in list(game.interpret(table, gesture(table, rng)))[:4]]
    for consequence in consequences:
        words.fill(table, consequence.label, None, {})
    for move in [*moves, *meant, *odd]:
        for violation in game.judge(table, move).violations:
            words.fill(table, violation.message, "A", {})
        words.fill(table, game.describe(table, move), "B", {})
    assert table.digest() == before, "asking has changed the table"
    for move in rng.sample([*moves, *meant, *odd], min(15, len(moves) + len(meant) + len(odd))):
        with history.trial() as trial:
            try:
                carry_out(game.plan(table, move), trial, fortune)
                carry_out(game.settle(table), trial, fortune)
            except (CannotPlan, OpError):
                continue
    assert table.digest() == before


# words


@each_game
def test_every_rule_that_a_verdict_cites_has_a_page(subject: Subject) -> None:
    pages, problems = load_pages(subject.library.game.folder)
    assert not problems
    cards = {name for card in subject.library.cards.values() for name in (card.title, card.name)}
    known = {*pages, *subject.library.game.texts, *cards}
    missing: dict[str, str] = {}
    for table, violation in violations(subject, odd_moves):
        if violation.rule not in known:
            missing[violation.rule] = words.fill(table, violation.message, None, {})
    assert not missing


@each_game
def test_every_verdict_is_a_sentence(subject: Subject) -> None:
    wrong = set()
    for table, violation in violations(subject, near_moves):
        text = words.fill(table, violation.message, None, {})
        sentence = violation.message[:1].isupper() or not text[:1].isalpha() or violation.message[:1] == "{"
        if not sentence or text[-1] not in ".!?\"”" or "  " in text or "None" in text or "_" in text:
            wrong.add(text)
    assert not wrong


def violations(subject: Subject, moves: MakeMoves) -> list[tuple[Table, Violation]]:
    """What is wrong with moves that are legal at another time, or nearly so, on tables of the game."""
    known, game, rng = played(subject.id), subject.make(), Random(2)
    found = []
    for snapshot in known.tables[: 15 * ROUNDS]:
        table = Table.restore(snapshot)
        for move in moves(table, known, rng, 60):
            found += [(table, violation) for violation in game.judge(table, move).violations]
    return found


@each_game
def test_moves_and_panels_are_told_in_words(subject: Subject) -> None:
    game = subject.make()
    for snapshot in played(subject.id).tables:
        table = Table.restore(snapshot)
        for seat in (None, *table.everyone):
            for name, value in game.panel(table, seat):
                assert isinstance(name, str)
                assert isinstance(value, str)
                assert name
        for seat in table.everyone:
            for move in islice(game.moves(table, seat), 40):
                told = words.fill(table, game.describe(table, move), seat, {})
                assert told
                assert "None" not in told
                assert "{" not in told


# hints


@each_game
def test_hints_give_nothing_away(subject: Subject) -> None:
    """Two tables that a seat cannot tell apart give it the same hints."""
    game, rng = subject.make(), Random(5)
    for snapshot in played(subject.id).tables[: 5 * ROUNDS]:
        table = Table.restore(snapshot)
        for seat in table.everyone:
            hand = [piece.id for piece in table if table.zone(piece.zone).role == "hand" and piece.kind == "card"]
            picked = rng.sample(hand, min(2, len(hand)))
            other = Table.restore(snapshot)
            _swap_hidden(other, seat, rng)
            for piece in picked:
                told = []
                for seen in (table, other):
                    hints = Hints(game, seen, seat, [piece], strict=True)
                    assert hints.search()
                    told.append((hints.zones, hints.pieces, hints.at("table"), hints.at(f"{seat}.hand")))
                assert told[0] == told[1]


def _swap_hidden(table: Table, seat: str, rng: Random) -> None:
    hidden = [piece for piece in table if not sight.knows(table, seat, piece)]
    cards = [piece.card for piece in hidden]
    rng.shuffle(cards)
    for piece, card in zip(hidden, cards, strict=True):
        piece.card = card


# what a game says of itself


@each_game
def test_a_game_and_its_decks(subject: Subject) -> None:
    game = subject.make()
    assert game.id in (subject.id, "freeform")
    assert game.name
    for deck in subject.library.decks.values():
        assert list(game.judge_deck(subject.library, deck)) == []
    document = lay(subject, game, Random(1))
    assert game.outcome(document.table) is None


@each_game
def test_coverage_names_cards_and_rules(subject: Subject) -> None:
    pages, _ = load_pages(subject.library.game.folder)
    cards = {name for card in subject.library.cards.values() for name in (card.title, card.name)}
    for name, tier in subject.make().coverage(subject.library).items():
        assert tier in TIERS, name
        assert name in cards or name in pages or name in subject.library.game.texts, name
