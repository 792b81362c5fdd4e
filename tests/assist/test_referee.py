"""The referee in all three modes: what is judged, made, flagged, sent back, offered, and left to hands."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from toy.position import Position
from toy.skirmish import Skirmish

from tabletop.assist.flags import flag_of, flagged
from tabletop.assist.referee import Referee
from tabletop.assist.rulings import game_and_library
from tabletop.assist.session import Session
from tabletop.rules.game import EXEMPT, OFFERED
from tabletop.rules.model import Consequence, Gesture, Move, Verdict
from tabletop.table import acts
from tabletop.table.acts import Act
from tabletop.table.ops import Fact, Mark
from tabletop.table.state import Table

pytestmark = pytest.mark.usefixtures("installed_skirmish")

DUEL = {
    "A_field": ["Tall Knight"], "A_hand": ["Quick Jab", "Heavy Smash", "Swift Archer"], "A_deck": ["Old Banner"],
    "B_field": ["Swift Archer#2"], "B_hand": ["Parry"], "B_deck": ["Old Banner#2", "Quick Jab#2"],
}  # fmt: skip


def knocked(mode: str = "referee") -> Position:
    """Bea's archer bears a fatal hit, put there while the rules were off; now they are on."""
    p = Position("off", **{**DUEL, "B_field": ["Swift Archer#2", "Tall Knight#2"]})
    p.hand("Heavy Smash", f"{p['Swift Archer#2']}.hits")
    p.referee.set_mode(mode)  # type: ignore[arg-type]
    return p


def offered(p: Position) -> Position:
    """The same, and Bea's hand has turned the archer, so that the knock-out is only offered."""
    p.referee.by_hand(acts.tap(p.table, [p["Swift Archer#2"]]), "B")
    assert p.table.facts[OFFERED] == [p["Swift Archer#2"]]
    return p


# modes


def test_off_nothing_is_judged() -> None:
    p = Position("off", turn="B", **DUEL)
    result = p.drag("Quick Jab", f"{p['Swift Archer#2']}.hits")
    assert result.kind == "done"
    assert result.step is not None
    assert result.step.how == "manual"
    assert p.zone("Quick Jab") == f"{p['Swift Archer#2']}.hits"
    assert not list(flagged(p.table))


def test_referee_makes_a_legal_move_as_the_rules_say() -> None:
    p = Position("referee", **DUEL)
    result = p.drag("Quick Jab", f"{p['Swift Archer#2']}.hits")
    assert (result.kind, p.zone("Quick Jab")) == ("done", "clash")
    assert result.step is not None
    assert (result.step.how, result.step.seat, result.step.move["do"]) == ("rules", "A", "strike")
    assert p.referee.let_pass("B").kind == "done"
    assert p.zone("Quick Jab") == f"{p['Swift Archer#2']}.hits"


def test_referee_sends_an_illegal_move_back_with_every_reason() -> None:
    p = Position("referee", turn="B", **DUEL)
    p.session.history.do("strikes", [Fact("struck", True)])
    before = p.table.digest()
    result = p.drag("Quick Jab", f"{p['Swift Archer#2']}.hits")
    assert result.kind == "refused"
    assert {found.rule for found in result.verdict.violations} == {"turn", "one-strike"}
    assert p.table.digest() == before
    assert result.act is not None
    assert result.options[0].move.do == "strike"


def test_do_it_anyway_is_the_same_plan_marked_as_forced() -> None:
    p = Position("referee", turn="B", **DUEL)
    before = p.table.digest()
    refused = p.drag("Quick Jab", f"{p['Swift Archer#2']}.hits")
    done = p.referee.force(refused.options[0].move, refused.act)
    assert done.step is not None
    assert done.step.how == "forced"
    assert (p.zone("Quick Jab"), p.table.facts["struck"]) == ("clash", True)
    assert [reason.rule for reason in flag_of(p.table.pieces[p["Quick Jab"]])] == ["turn"]
    line, reason = p.log()[-2:]
    assert line == "Anna strikes Swift Archer with Quick Jab by Tall Knight (against the rules)"
    assert reason == "  Against the rules: It is not the turn of Anna. [turn]"
    p.session.undo()
    assert p.table.digest() == before


def test_only_move_the_card() -> None:
    p = Position("referee", turn="B", **DUEL)
    refused = p.drag("Quick Jab", "B.field", onto="Swift Archer#2")
    assert refused.kind == "refused"
    assert refused.act is not None
    done = p.referee.by_hand(refused.act, "A")
    assert done.step is not None
    assert done.step.how == "manual"
    assert (p.zone("Quick Jab"), p.table.facts.get("struck")) == ("B.field", None)


def test_flag_makes_an_illegal_move_and_flags_its_cards() -> None:
    p = Position("flag", turn="B", **DUEL)
    done = p.drag("Quick Jab", f"{p['Swift Archer#2']}.hits")
    assert done.kind == "done"
    assert done.step is not None
    assert done.step.how == "forced"
    assert p.zone("Quick Jab") == "clash"
    assert [i for i, _ in flagged(p.table)] == [p["Quick Jab"]]
    p.session.undo()
    assert not list(flagged(p.table))
    p.session.redo()
    assert [i for i, _ in flagged(p.table)] == [p["Quick Jab"]]


def test_flag_lets_a_legal_move_be() -> None:
    p = Position("flag", **DUEL)
    done = p.drag("Swift Archer", "A.field")
    assert done.step is not None
    assert done.step.how == "rules"
    assert not list(flagged(p.table))


@pytest.mark.parametrize("accepted", [True, False])
def test_flags_are_cleared_or_accepted(accepted: bool) -> None:
    p = Position("flag", turn="B", **DUEL)
    p.drag("Swift Archer", "A.field")
    assert list(flagged(p.table))
    step = p.referee.clear_flags([p["Swift Archer"], 999], "B", accepted=accepted)
    assert step is not None
    assert not list(flagged(p.table))
    told = "Bea accepts how Swift Archer came to lie there" if accepted else "Bea clears the flag of Swift Archer"
    assert p.log()[-1] == told
    assert p.referee.clear_flags([p["Swift Archer"]]) is None


def test_a_flag_ends_when_its_card_goes_elsewhere() -> None:
    p = Position("flag", turn="B", **DUEL)
    p.drag("Swift Archer", "A.field")
    p.hand("Swift Archer", "A.deck")
    assert "flag" not in p.marks("Swift Archer")
    p.session.undo()
    assert flag_of(p.table.pieces[p["Swift Archer"]])


def test_damaged_flags_say_nothing() -> None:
    p = Position("flag", **DUEL)
    piece = p["Tall Knight"]
    for value in ("x", 5, {"zone": "A.field"}, {"zone": "A.field", "reasons": [1]}, [[]]):
        p.session.history.do("marks", [Mark(piece, "flag", value)])
        assert flag_of(p.table.pieces[piece]) == ()
        assert not list(flagged(p.table))


def test_switching_is_a_step_and_part_of_the_table() -> None:
    p = Position("off", **DUEL)
    assert p.session.set_assist("flag") is not None
    assert p.session.set_assist("flag") is None
    assert p.session.assist == "flag"
    assert p.log()[-1] == "Anna switches the rules to flag"
    p.session.undo()
    assert p.session.assist == "off"
    with pytest.raises(ValueError, match="off, flag or referee"):
        p.referee.set_mode("strict")  # type: ignore[arg-type]
    p.session.history.do("breaks", [Fact("assist", ["junk"])])
    assert p.session.assist == "off"


# what a gesture could mean


def test_several_legal_meanings_are_a_choice() -> None:
    p = Position("referee", **{**DUEL, "A_field": ["Tall Knight", "Tall Knight#2"]})
    before = p.table.digest()
    result = p.drag("Quick Jab", f"{p['Swift Archer#2']}.hits")
    assert result.kind == "choice"
    assert {option.move.by for option in result.options} == {p["Tall Knight"], p["Tall Knight#2"]}
    assert p.table.digest() == before
    assert result.act is not None
    gesture = Gesture("A", (p["Quick Jab"],), f"{p['Swift Archer#2']}.hits")
    assert p.session.wish(gesture, result.act, only=result.options[1].move).kind == "done"
    assert p.table.facts["agenda"][0]["args"]["card"] == p["Quick Jab"]


def test_a_gesture_without_meaning_just_moves_the_card() -> None:
    p = Position("referee", **DUEL)
    result = p.drag("Quick Jab", "table")
    assert result.step is not None
    assert result.step.how == "manual"
    assert p.zone("Quick Jab") == "table"


def test_a_drop_onto_a_card_counts_as_one_into_its_zone_if_it_means_nothing_else() -> None:
    p = Position("referee", **DUEL)
    result = p.drag("Swift Archer", "A.field", onto="Tall Knight")
    assert result.step is not None
    assert (result.step.how, p.table.facts["fielded"]) == ("rules", True)


def test_a_drop_into_a_zone_at_a_card_counts_as_one_onto_the_card() -> None:
    p = Position("referee", **DUEL)
    result = p.drag("Quick Jab", f"{p['Swift Archer#2']}.attached")
    assert result.step is not None
    assert list(result.step.move["at"]) == [p["Swift Archer#2"]]


def test_an_act_that_does_not_fit_changes_nothing() -> None:
    p = Position("referee", **DUEL)
    before = p.table.digest()
    result = p.referee.by_hand(Act("marks", [Mark(999, "x", 1)]), "A")
    assert (result.kind, p.table.digest()) == ("nothing", before)
    assert "999" in result.why
    assert p.referee.by_hand(Act("nothing", [])).kind == "nothing"


# what hands did is not undone


def test_what_follows_from_a_hand_is_done_where_it_does_not_touch_its_own_card() -> None:
    p = Position("referee", **DUEL)
    p.hand("Heavy Smash", f"{p['Swift Archer#2']}.hits")
    assert (p.zone("Swift Archer#2"), p.zone("Heavy Smash")) == ("B.lost", "A.lost")
    assert p.log()[-1] == "  Swift Archer is knocked out [ko]"


def test_what_would_undo_a_hand_is_offered() -> None:
    p = offered(knocked())
    assert p.zone("Swift Archer#2") == "B.field"
    (offer,) = p.referee.offers()
    assert offer.label == f"{{{p['Swift Archer#2']}}} is knocked out"
    done = p.referee.accept(offer, "B")
    assert done.step is not None
    assert done.step.how == "rules"
    assert (p.zone("Swift Archer#2"), p.table.facts.get(OFFERED)) == ("B.lost", None)
    assert p.log()[-2:] == ["Bea lets follow: Swift Archer is knocked out", "  Swift Archer is knocked out [ko]"]
    assert p.referee.accept(offer, "B").kind == "nothing"


def test_declining_exempts_the_card_where_it_lies() -> None:
    p = offered(knocked())
    (offer,) = p.referee.offers()
    p.referee.decline(offer, "B")
    assert (p.marks("Swift Archer#2")[EXEMPT], p.table.facts.get(OFFERED)) == ("B.field", None)
    assert not p.referee.offers()
    p.referee.by_hand(acts.tap(p.table, [p["Tall Knight#2"]]), "B")
    assert p.referee.propose(Move("A", "end")).kind == "done"
    assert p.zone("Swift Archer#2") == "B.field"
    assert p.referee.decline(offer).kind == "nothing"


def test_an_exemption_ends_with_the_place_and_by_word() -> None:
    p = offered(knocked())
    p.referee.decline(p.referee.offers()[0], "B")
    moved = p.session.history.at
    p.hand("Swift Archer#2", "A.field")
    assert EXEMPT not in p.marks("Swift Archer#2")
    assert p.table.facts[OFFERED] == [p["Swift Archer#2"]]
    p.session.history.goto(moved)
    p.referee.end_exemption([p["Swift Archer#2"]], "B")
    assert p.zone("Swift Archer#2") == "B.lost"
    assert p.referee.end_exemption([p["Swift Archer#2"]]).kind == "nothing"


def test_an_offer_stands_until_it_is_answered() -> None:
    p = offered(knocked())
    p.referee.by_hand(acts.tap(p.table, [p["Tall Knight#2"]]), "B")
    p.hand("Quick Jab", "table")
    assert p.referee.propose(Move("A", "end")).kind == "done"
    assert p.zone("Swift Archer#2") == "B.field"
    assert len(p.referee.offers()) == 1


def test_an_offer_goes_with_its_reason() -> None:
    p = offered(knocked())
    p.hand("Heavy Smash", "A.hand")
    assert (p.table.facts.get(OFFERED), p.referee.offers()) == (None, ())


def test_offers_and_exemptions_are_on_the_table() -> None:
    p = offered(knocked())
    p.session.undo()
    assert not p.referee.offers()
    p.session.redo()
    assert len(p.referee.offers()) == 1


@pytest.mark.parametrize("junk", ["x", 5, {"a": 1}, [None, "x", 999], True])
def test_junk_in_the_place_of_offers_is_read_as_none(junk: object) -> None:
    p = knocked()
    p.session.history.do("breaks", [Fact(OFFERED, junk)])
    assert p.referee.offers() == ()
    assert p.hand("Quick Jab", "table").kind == "done"


def test_what_was_forced_is_not_undone_by_what_follows() -> None:
    p = Position("off", turn="B", **DUEL)
    p.hand("Heavy Smash", f"{p['Swift Archer']}.hits")
    p.referee.set_mode("referee")
    done = p.referee.force(Move("A", "play", card=p["Swift Archer"]))
    assert done.kind == "done"
    assert p.zone("Swift Archer") == "A.field"
    p = Position("off", turn="B", **DUEL)
    p.referee.set_mode("referee")
    p.referee.force(Move("A", "play", card=p["Swift Archer"]))
    assert p.table.facts.get(OFFERED) is None


# questions


def scouting(tmp_path: Path | None = None) -> Position:
    p = Position("referee", A_hand=["Far Scout", "Quick Jab"], A_deck=["Parry", "Old Banner", "Tall Knight"],
                 B_deck=["Parry#2"], folder=tmp_path)  # fmt: skip
    assert p.referee.propose(Move("A", "play", card=p["Far Scout"])).kind == "done"
    return p


def test_a_question_is_answered_by_its_seat() -> None:
    p = scouting()
    refused = p.referee.answer("B", [p["Parry"]])
    assert (refused.kind, refused.verdict.violations[0].rule) == ("refused", "timing")
    assert p.referee.answer("A", [p["Tall Knight"]]).verdict.breaks("choice")
    assert p.referee.propose(Move("A", "end")).verdict.breaks("timing")
    assert p.session.answer([p["Old Banner"]]).kind == "done"
    assert (p.zone("Old Banner"), p.table.cards("A.deck")) == ("A.hand", [p["Tall Knight"], p["Parry"]])


def test_hands_act_while_a_question_is_open() -> None:
    p = scouting()
    p.hand("Quick Jab", "table")
    p.hand("Parry", "A.hand")
    assert p.session.prompt("A") is not None
    assert p.session.answer([p["Old Banner"]]).kind == "done"
    assert p.zone("Old Banner") == "A.hand"


def test_a_question_offers_what_is_left_and_is_withdrawn_with_its_last_card() -> None:
    p = scouting()
    p.referee.by_hand(acts.remove(p.table, [p["Parry"]]), "A")
    question = p.session.game.question(p.table)
    assert question is not None
    assert question.choices == (p["Old Banner"],)
    p.referee.by_hand(acts.remove(p.table, [p["Old Banner"]]), "A")
    assert p.session.game.question(p.table) is None
    assert p.log()[-1] == "  The question to Anna is withdrawn: its cards are gone"
    assert p.referee.propose(Move("A", "end")).kind == "done"
    p.session.history.goto(p.session.history.at - 3)
    assert p.session.game.question(p.table) is not None


def test_a_question_survives_save_and_load(tmp_path: Path) -> None:
    p = scouting(tmp_path)
    path = p.session.save("In the middle")
    p.session.close()
    found = game_and_library("skirmish")
    assert found is not None
    other = Session.open(path, lambda game: found[1])
    assert not other.report
    prompt = other.prompt("A")
    assert prompt is not None
    assert prompt.pieces == (p["Parry"], p["Old Banner"])
    assert other.answer([p["Old Banner"]], "A").kind == "done"
    assert other.table.pieces[p["Old Banner"]].zone == "A.hand"


# tables that no game leaves


def test_a_plan_that_cannot_be_carried_out_falls_back_to_the_movement() -> None:
    p = Position("referee", **DUEL)
    p.session.history.do("breaks", [Fact("agenda", [{"type": "do", "task": "dance"}])])
    refused = p.referee.propose(Move("A", "play", card=p["Swift Archer"]))
    assert (refused.kind, refused.verdict) == ("refused", Verdict())
    assert "dance" in refused.why
    moved = p.drag("Swift Archer", "A.field")
    assert moved.kind == "done"
    assert moved.step is not None
    assert (moved.step.how, p.zone("Swift Archer")) == ("manual", "A.field")
    assert "dance" in moved.why
    assert not list(flagged(p.table))


def test_an_illegal_move_that_cannot_be_carried_out_is_moved_and_flagged() -> None:
    p = Position("flag", turn="B", **DUEL)
    p.session.history.do("breaks", [Fact("agenda", [{"type": "do", "task": "dance"}])])
    moved = p.drag("Swift Archer", "A.field")
    assert moved.step is not None
    assert (moved.step.how, p.zone("Swift Archer")) == ("manual", "A.field")
    assert [reason.rule for reason in flag_of(p.table.pieces[p["Swift Archer"]])] == ["turn"]


class Faulty(Skirmish):
    """Rules with a fault in the place named."""

    def __init__(self, where: str) -> None:
        self.where = where

    def _fail(self, where: str) -> None:
        if self.where == where:
            raise RuntimeError(f"{where} is broken")

    def judge(self, table: Table, move: Move) -> Verdict:
        self._fail("judge")
        return super().judge(table, move)

    def describe(self, table: Table, move: Move) -> str:
        self._fail("describe")
        return super().describe(table, move)

    def interpret(self, table: Table, gesture: Gesture):  # type: ignore[no-untyped-def]
        self._fail("interpret")
        return super().interpret(table, gesture)

    def consequences(self, table: Table) -> Iterator[Consequence]:
        self._fail("consequences")
        return super().consequences(table)


@pytest.mark.parametrize("where", ["judge", "describe", "interpret", "consequences"])
@pytest.mark.parametrize("mode", ["flag", "referee"])
def test_a_fault_of_the_rules_does_not_stop_hands(where: str, mode: str, caplog: pytest.LogCaptureFixture) -> None:
    p = Position(mode, **DUEL)  # type: ignore[arg-type]
    p.referee = p.session.referee = Referee(p.session.history, Faulty(where), lambda: None)  # type: ignore[arg-type,return-value]
    with caplog.at_level(logging.ERROR):
        assert p.drag("Swift Archer", "A.field").kind == "done"
        assert p.hand("Quick Jab", "table").kind == "done"
    assert (p.zone("Swift Archer"), p.zone("Quick Jab")) == ("A.field", "table")
    assert f"{where} is broken" in caplog.text
    assert p.referee.offers() == ()


@pytest.mark.parametrize("where", ["judge", "consequences"])
def test_a_strict_referee_raises_the_faults_of_rules(where: str) -> None:
    p = Position("referee", **DUEL)
    p.session.referee = Referee(p.session.history, Faulty(where), lambda: None, strict=True)  # type: ignore[arg-type,return-value]
    before = p.table.digest()
    with pytest.raises(RuntimeError, match=where):
        p.drag("Swift Archer", "A.field")
    assert p.table.digest() == before


def test_everything_is_taken_back_and_made_again() -> None:
    p = offered(knocked())
    p.referee.decline(p.referee.offers()[0], "B")
    p.referee.force(Move("A", "strike", card=p["Quick Jab"], by=p["Tall Knight"], at=(p["Tall Knight"],)))
    p.hand("Swift Archer#2", "table")
    now, at = p.table.digest(), p.session.history.at
    for back in range(at + 1):
        p.session.history.goto(at - back)
    p.session.history.goto(at)
    assert p.table.digest() == now
