"""A table that was laid for free play, and goes on by the rules."""

from __future__ import annotations

import pytest

from tabletop import games, places
from tabletop.assist.session import Session
from tabletop.cards.library import Library


@pytest.mark.parametrize("game", sorted(games.makers()))
def test_a_game_laid_for_free_play_can_be_begun_by_its_rules(game: str) -> None:
    folder = places.find_game(game)
    if folder is None:
        pytest.skip("no cards of this game here")
    library, _ = Library.load(folder)
    assert library is not None
    decks = list(library.decks.values())
    by_rules = Session.start(library, [decks[0], decks[-1]], seed=5, assist="referee")
    assert by_rules.begun
    by_hand = Session.start(library, [decks[0], decks[-1]], seed=5)
    assert by_hand.begun, "no rules are on that could have begun it"
    by_hand.set_assist("flag")
    assert not by_hand.begun
    laid = by_hand.table.digest()
    assert by_hand.begin_now() is None
    assert by_hand.begun
    assert by_hand.assist == "flag"

    def counts(session: Session) -> dict[str, int]:
        return {zone: len(session.table.cards(zone)) for zone in session.table.zones}

    assert counts(by_hand) == counts(by_rules)
    assert by_hand.table.facts.keys() == by_rules.table.facts.keys()
    for seat in by_hand.table.seats:
        assert by_hand.game.to_act(by_hand.table), seat
    by_hand.undo()
    assert by_hand.table.digest() == laid
    assert not by_hand.begun
