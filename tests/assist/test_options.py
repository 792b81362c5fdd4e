"""Legal moves in words, the rulebook, and decks before the game."""

from __future__ import annotations

import pytest
from toy.position import Position
from toy.skirmish import Skirmish, library

from tabletop.assist import decks
from tabletop.assist.options import Moves
from tabletop.assist.rulebook import Rulebook
from tabletop.cards.library import Library
from tabletop.cards.model import Deck
from tabletop.rules.model import Violation
from tabletop.table import acts
from tabletop.table.state import Table

pytestmark = pytest.mark.usefixtures("installed_skirmish")

DUEL = {
    "A_field": ["Tall Knight"], "A_hand": ["Quick Jab", "Swift Archer"], "A_deck": ["Old Banner"],
    "B_field": ["Swift Archer#2"], "B_hand": ["Parry"], "B_deck": ["Old Banner#2"],
}  # fmt: skip


def moves(p: Position, seat: str = "A") -> Moves:
    return Moves(p.session.game, p.table, seat)


def test_the_moves_of_a_seat_in_words() -> None:
    p = Position(**DUEL)
    found = moves(p)
    assert found.search()
    assert {line.text for line in found.found} == {
        "strikes Swift Archer with Quick Jab by Tall Knight", "plays Swift Archer", "ends the turn",
    }  # fmt: skip
    assert [line.move.do for line in found.bare()] == ["end"]
    assert [line.move.do for line in found.of(p["Quick Jab"])] == ["strike"]
    assert [line.move.do for line in found.of(p["Tall Knight"])] == ["strike"]
    assert found.of(p["Swift Archer#2"]) == [], "it is only aimed at"
    assert found.actors() == [p["Quick Jab"], p["Swift Archer"]]
    assert found.led_by(p["Tall Knight"]) == []


def test_they_are_found_bit_by_bit_and_are_stale_after_a_step() -> None:
    p = Position(**DUEL)
    found = moves(p)
    assert not found.search(0.0)
    assert len(found.found) == 1
    p.session.act(acts.tap(p.table, [p["Tall Knight"]]))
    assert found.stale
    found.search()
    assert len(found.found) == 1


def test_rules_that_fail_to_list_list_what_they_have(monkeypatch: pytest.MonkeyPatch) -> None:
    def describe(self: Skirmish, table: Table, move: object) -> str:
        raise RuntimeError("no words")

    monkeypatch.setattr(Skirmish, "describe", describe)
    found = moves(Position(**DUEL))
    assert found.search()
    assert found.found == []


def test_the_rulebook_finds_pages_and_cards() -> None:
    book = Rulebook(library())
    assert "turn" in book.pages
    assert book.title("turn") == book.pages["turn"].title
    card = book.find("Tall Knight")
    assert card is not None
    assert card.title == "Tall Knight"
    assert book.find("no such rule") is None
    assert book.title("no such rule") == "no such rule"
    assert [page.id for page in book.search("")] == list(book.pages)
    assert "ko" in [page.id for page in book.search("KNOCKED")]
    assert book.search("xyzzy") == []
    assert Rulebook(None).pages == {}


def test_decks_are_judged_before_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge_deck(self: Skirmish, library: Library, deck: Deck) -> list[Violation]:
        return [Violation("deck-size", "it has too few cards {{for now}")]

    lib = library()
    deck = next(iter(lib.decks.values()))
    assert decks.has_rules(lib.game.id)
    assert not decks.has_rules("freeform")
    assert not decks.has_rules("some folder")
    assert decks.deck_reasons(lib, deck) == ()
    monkeypatch.setattr(Skirmish, "judge_deck", judge_deck)
    (reason,) = decks.deck_reasons(lib, deck)
    assert (reason.rule, reason.text) == ("deck-size", "It has too few cards {for now}")
    monkeypatch.setattr(Skirmish, "judge_deck", lambda *_: 1 / 0)
    assert decks.deck_reasons(lib, deck) == ()
