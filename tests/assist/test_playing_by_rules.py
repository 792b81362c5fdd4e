"""Sessions that play by the rules: how they begin, what their log tells, what is asked and hinted."""

from __future__ import annotations

import pytest
from toy.position import Position
from toy.skirmish import Skirmish, library

from tabletop import games
from tabletop.assist import telling
from tabletop.assist.hints import PLAIN, Hints
from tabletop.assist.prompts import prompt_for
from tabletop.assist.session import Session
from tabletop.games import freeform
from tabletop.rules.agenda import as_data
from tabletop.rules.model import Ask, Gesture, Move, Plan, Question
from tabletop.table import acts, sight
from tabletop.table.history import Step
from tabletop.table.ops import Chance, Fact, Note, Reveal
from tabletop.table.state import Table

pytestmark = pytest.mark.usefixtures("installed_skirmish")

DUEL = {
    "A_field": ["Tall Knight"], "A_hand": ["Quick Jab", "Heavy Smash", "Swift Archer", "Double or Nothing"],
    "A_deck": ["Old Banner", "Far Scout", "Parry#3"], "B_field": ["Swift Archer#2"],
    "B_hand": ["Parry", "Tall Knight#2"], "B_deck": ["Old Banner#2", "Quick Jab#2"],
}  # fmt: skip


def texts(session: Session, seat: str | None = None) -> list[str]:
    return [line.text for line in session.log(seat)]


# beginning


def test_a_game_by_the_rules_begins_by_them() -> None:
    lib = library()
    session = Session.start(lib, list(lib.decks.values()), seed=5, assist="referee")
    assert session.assist == "referee"
    assert [len(session.table.cards(f"{seat}.hand")) for seat in "AB"] == [5, 5]
    assert texts(session)[-2:] == ["Plays by the rules (referee)", "Begins Skirmish"]
    again = Session.start(lib, list(lib.decks.values()), seed=5, assist="referee")
    assert again.table.digest() == session.table.digest()
    assert session.history.done[-1].how == "setup"


def test_a_game_without_rules_on_is_laid_out_for_hands() -> None:
    lib = library()
    session = Session.start(lib, list(lib.decks.values()), seed=5)
    assert session.assist == "off"
    assert [len(session.table.cards(f"{seat}.hand")) for seat in "AB"] == [5, 5]
    assert "turn" in session.table.facts
    assert session.hints(session.table.cards("A.hand")[:1]) is None


def test_a_game_without_an_engine_ignores_assist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "makers", lambda: {"freeform": freeform.game})
    lib = library()
    session = Session.start(lib, list(lib.decks.values()), seed=5, assist="referee")
    assert session.assist == "off"
    assert [len(session.table.cards(f"{seat}.hand")) for seat in "AB"] == [5, 5]


def test_rules_that_cannot_begin_leave_a_table_and_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(self: Skirmish, table: Table) -> Plan[None]:
        yield Fact("turn", "A")
        raise RuntimeError("no dice")

    monkeypatch.setattr(Skirmish, "start", start)
    session = Session.start(library(), [None, None], seed=5, assist="flag")
    assert session.report == ["The rules of Skirmish could not begin (RuntimeError: no dice)."]
    assert session.act(acts.set_fact("turn", "B")) is not None


def test_rules_that_cannot_be_loaded_leave_a_free_table(monkeypatch: pytest.MonkeyPatch) -> None:
    games.load.cache_clear()
    real = games.make

    def make(game_id: str):  # type: ignore[no-untyped-def]
        if game_id == "skirmish":
            raise ImportError("no such module")
        return real(game_id)

    monkeypatch.setattr(games, "make", make)
    session = Session.start(library(), [None, None], seed=5)
    assert session.game.id == "freeform"
    assert session.report == ['The rules of "skirmish" could not be loaded (ImportError: no such module).']


def test_acts_of_hands_go_through_the_referee() -> None:
    p = Position("referee", **DUEL)
    step = p.session.act(acts.move(p.table, [p["Heavy Smash"]], f"{p['Swift Archer#2']}.hits"))
    assert step is not None
    assert (step.how, step.seat) == ("manual", "A")
    assert p.zone("Swift Archer#2") == "B.lost"
    assert p.session.act(acts.move(p.table, [], "table")) is None


# the log


def test_the_log_tells_chance_and_what_followed() -> None:
    p = Position("referee", **DUEL)
    luck = Given(True, False, (p["Quick Jab"],))
    p.session.referee._fortune = lambda: luck
    p.referee.propose(Move("A", "play", card=p["Double or Nothing"]))
    assert p.log("A")[-2:] == ["Anna plays Double or Nothing", "  The coin comes up in favor"]
    p.session.undo()
    p.referee.propose(Move("A", "play", card=p["Double or Nothing"]))
    assert p.log("B")[-2:] == ["  The coin comes up against", "  At random: Quick Jab"]
    p.session.undo()
    assert p.log()[-1] == "Taken back: Anna plays Double or Nothing (Bea had seen hidden cards)"


class Given:
    """Chance that is known before."""

    def __init__(self, *results: object) -> None:
        self.left = list(results)

    def draw(self, request: object) -> object:
        return self.left.pop(0)


def test_details_are_told_once_and_never_twice_what_was_said() -> None:
    table = Table()
    said = Step("says: Hello {{you}", ops=[Note("Hello {you}")])
    assert telling.details(table, said, None) == []
    noted = Step("plays", how="rules", ops=[
        Note(""), Note("one thing"), Note("one thing"), Chance("die", 4), Chance("random", ["left", "right"]),
        Chance("random", "up"),
    ])  # fmt: skip
    assert telling.details(table, noted, None) == [
        "One thing", "The die shows 4", "At random: left and right", "At random: up",
    ]  # fmt: skip
    assert telling.details(table, Step("rolls 4 (of 6)", ops=[Chance("d6", 4)]), None) == []
    coin = Step("plays", how="rules", ops=[Chance("coin", True), Note("the coin falls in favor of {A}")])
    assert telling.details(table, coin, None) == ["The coin falls in favor of A"]


@pytest.mark.parametrize("junk", [None, 5, "x", {"violations": 3}, {"violations": [{"rule": 1}]}])
def test_a_verdict_that_cannot_be_read_is_empty(junk: object) -> None:
    assert telling.verdict_of(Step("plays", verdict=junk)).legal


# prompts


def test_a_secret_question_is_hidden_from_the_others() -> None:
    p = Position("referee", A_hand=["Far Scout"], A_deck=["Parry", "Old Banner", "Tall Knight"], B_deck=["Parry#2"])
    p.referee.propose(Move("A", "play", card=p["Far Scout"]))
    mine, other, nobody = (p.session.prompt("A"), p.session.prompt("B"), prompt_for(p.session.game, p.table, None))
    assert mine is not None
    assert [choice.text for choice in mine.choices] == ["Parry", "Old Banner"]
    assert (mine.kind, mine.text, mine.least, mine.most) == ("question", "Take one of these cards.", 1, 1)
    for prompt in (other, nobody):
        assert prompt is not None
        assert (prompt.hidden, prompt.choices, prompt.seat) == (True, (), "A")
        assert prompt.text == "Anna has something to decide that is not for others to see."


def test_a_window_is_asked_of_its_seat() -> None:
    p = Position("referee", **DUEL)
    assert p.session.prompt() is None
    p.drag("Quick Jab", f"{p['Swift Archer#2']}.hits")
    prompt = p.session.prompt("A")
    assert prompt is not None
    assert (prompt.kind, prompt.seat, prompt.text) == ("window", "B", "Bea may respond (parry), or pass.")
    assert p.session.let_pass().kind == "refused"
    assert p.session.let_pass("B").kind == "done"
    assert p.session.prompt() is None


def test_choices_are_told_in_words() -> None:
    p = Position("referee", **DUEL)
    asked = Question("A", "Well, {B}?", (p["Parry"], p["Tall Knight"], "A", "B.lost", "yes_please", "odd"), "take",
                     words={"odd": "something about {B}"})  # fmt: skip
    p.session.history.do("asks", [Fact("agenda", as_data([Ask(asked)]))])
    prompt = p.session.prompt("A")
    assert prompt is not None
    assert prompt.text == "Well, Bea?"
    assert [choice.text for choice in prompt.choices] == [
        sight.FACE_DOWN, "Tall Knight", "Anna", "Bea's Lost Pile", "yes please", "something about Bea",
    ]  # fmt: skip
    assert prompt.pieces == (p["Parry"], p["Tall Knight"])


# hints


def test_hints_show_where_a_card_may_go_and_why_not_elsewhere() -> None:
    p = Position("referee", **DUEL)
    hints = p.session.hints([p["Swift Archer"]])
    assert hints is not None
    assert hints.search()
    assert (set(hints.zones), hints.pieces) == ({"A.field"}, {})
    assert hints.zones["A.field"].text == "Plays Swift Archer"
    assert hints.at("B.field") is PLAIN
    p.session.history.do("plays", [Fact("fielded", True), Fact("turn", "B")])
    assert hints.stale
    hints = Hints(p.session.game, p.table, "A", [p["Swift Archer"]], strict=True)
    hints.search()
    assert not hints.zones
    reasons = hints.at("A.field").reasons
    assert {reason.rule for reason in reasons} == {"turn", "one-fighter"}
    assert "Anna has brought in a fighter in this turn already." in [reason.text for reason in reasons]
    assert hints.at("A.field").text == "Plays Swift Archer"


def test_hints_for_targets() -> None:
    p = Position("referee", **{**DUEL, "A_field": ["Tall Knight", "Tall Knight#4"]})
    hints = Hints(p.session.game, p.table, "A", [p["Quick Jab"]], strict=True)
    assert hints.search()
    target = p["Swift Archer#2"]
    assert set(hints.pieces) == {target}
    assert set(hints.zones) == {f"{target}.hits"}
    assert hints.pieces[target].text.endswith("(or 1 more)")
    own = hints.at("A.field", p["Tall Knight"])
    assert [reason.text for reason in own.reasons] == ["A strike is aimed at a fighter of the other side."]


def test_hints_can_be_looked_for_bit_by_bit() -> None:
    p = Position("referee", **DUEL)
    hints = Hints(p.session.game, p.table, "A", [p["Swift Archer"]])
    rounds = 1
    while not hints.search(0.0):
        rounds += 1
    assert rounds > 5
    assert set(hints.zones) == {"A.field"}
    assert Hints(p.session.game, p.table, "A", [12345]).search()


def test_hints_give_nothing_away() -> None:
    """A hidden card is hinted for like any other hidden card, whatever it is."""
    p = Position("referee", **DUEL)
    for hidden in ("Parry", "Tall Knight#2", "Old Banner", "Far Scout"):
        hints = Hints(p.session.game, p.table, "A", [p[hidden]], strict=True)
        hints.search()
        assert (hints.zones, hints.pieces) == ({}, {})
        for zone in ("A.field", "clash", f"{p['Swift Archer#2']}.hits"):
            assert hints.at(zone) is PLAIN
    known = Hints(p.session.game, p.table, "B", [p["Parry"]], strict=True)
    assert known.at("clash").meanings[0].text == "Parries with Parry"


def test_reasons_name_hidden_cards_by_no_name() -> None:
    class Teller(Skirmish):
        def interpret(self, table: Table, gesture: Gesture) -> list[Move]:
            return [Move(gesture.seat, "play", card=piece) for piece in table.cards("B.hand")]

    p = Position("referee", **DUEL)
    hints = Hints(Teller(), p.table, "A", [p["Quick Jab"]], strict=True)
    told = hints.at("clash")
    words = " ".join([meaning.text for meaning in told.meanings] + [r.text for m in told.meanings for r in m.reasons])
    assert sight.FACE_DOWN in words
    assert "Parry" not in words
    assert "Knight" not in words


def test_a_fault_in_the_rules_gives_no_hint(caplog: pytest.LogCaptureFixture) -> None:
    class Faulty(Skirmish):
        def interpret(self, table: Table, gesture: Gesture) -> list[Move]:
            raise RuntimeError("no")

    p = Position("referee", **DUEL)
    hints = Hints(Faulty(), p.table, "A", [p["Quick Jab"]])
    assert hints.search()
    assert not hints.zones
    assert "failed to give a hint" in caplog.text
    with pytest.raises(RuntimeError):
        Hints(Faulty(), p.table, "A", [p["Quick Jab"]], strict=True).search()


def test_the_table_as_seen() -> None:
    p = Position("referee", **DUEL)
    seen = sight.as_seen(p.table, "A")
    assert seen.pieces[p["Parry"]].card == ""
    assert seen.pieces[p["Quick Jab"]] is p.table.pieces[p["Quick Jab"]]
    assert p.table.pieces[p["Parry"]].card == "core/parry"
    p.session.history.do("shows", [Reveal(p["Parry"], ("A",))])
    assert sight.as_seen(p.table, "A").pieces[p["Parry"]].card == "core/parry"
    assert sight.as_seen(p.table, None).pieces[p["Quick Jab"]].card == ""
