"""No seat reads a name that it may not know: checked against a watcher of its own, that only knows what eyes see."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import KINDS, LOOKERS, SEATS, card_name, do, duel, profile, put, some_act

from tabletop.assist.session import Session
from tabletop.table import acts, sight, words
from tabletop.table.history import Step, showed
from tabletop.table.ops import Move, Op, OpError, Reveal, SetZone
from tabletop.table.state import Piece, Table
from tabletop.table.zones import TABLE, Zone

NAME = re.compile(r"Qx\d{3}q")

PLAYED = [kind for kind in KINDS if kind not in ("copies", "create", "remove", "rename")]


class Watcher:
    """Sits beside the seats and notes what each has seen and can still follow."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.knows: dict[str, set[int]] = {seat: set() for seat in SEATS}
        self.look()

    def sees(self, seat: str, piece: Piece) -> bool:
        zone = self.table.zone(piece.zone)
        if piece.up:
            return zone.sight != "hidden" or self.table.cards(zone.id)[0] == piece.id
        return zone.sight == "private" and zone.seat == seat

    def look(self) -> None:
        for seat in SEATS:
            self.knows[seat] |= {piece.id for piece in self.table if self.sees(seat, piece)}

    def heard(self, op: Op) -> None:
        """What an operation that has just been applied does to what the seats can follow."""
        if isinstance(op, Move):
            zone = self.table.zone(op.zone)
            for seat in SEATS:
                if zone.sight == "private" and zone.seat != seat:
                    self.knows[seat].discard(op.piece)
        elif isinstance(op, Reveal):
            for seat in SEATS:
                if seat in op.known:
                    self.knows[seat].add(op.piece)
                else:
                    self.knows[seat].discard(op.piece)
        self.look()

    def copy(self) -> dict[str, set[int]]:
        return {seat: set(known) for seat, known in self.knows.items()}


def names(pieces: set[int]) -> set[str]:
    return {card_name(piece) for piece in pieces}


@profile(60)
@given(st.lists(st.tuples(st.sampled_from([*PLAYED, "undo", "redo"]), st.tuples(*[st.integers(0, 10_000)] * 4),
                          st.sampled_from(SEATS)), min_size=15, max_size=45))  # fmt: skip
def test_nobody_reads_what_nobody_showed(played: list[tuple[str, tuple[int, ...], str]]) -> None:
    document = duel(5, hands=2)
    table, history = document.table, document.history
    session = Session(document)
    watcher = Watcher(table)
    known_at = {history.at: watcher.copy()}
    may_read: dict[int, dict[str, set[int]]] = {}
    told = len(history.trail)
    for kind, numbers, seat in played:
        if kind in ("undo", "redo"):
            step = session.undo() if kind == "undo" and history.at > 3 else session.redo() if kind == "redo" else None
            if step is None:
                continue
            watcher.knows = {who: set(known) for who, known in known_at[history.at].items()}
        else:
            act = some_act(table, kind, numbers, seat)
            seen = watcher.copy()
            with history.step(act.label, seat) as making:
                for op in act.ops:
                    try:
                        making.do(op)
                    except OpError:
                        continue
                    watcher.heard(op)
                    for who in SEATS:
                        seen[who] |= watcher.knows[who]
            if not making.step.ops:
                continue
            known_at[history.at] = watcher.copy()
            may_read[id(making.step)] = seen
        # what can be asked about the table now
        for piece in table:
            for who in SEATS:
                if watcher.sees(who, piece):
                    assert sight.knows(table, who, piece)
                if sight.knows(table, who, piece):
                    assert piece.id in watcher.knows[who], f"{who} should not know {piece} after {kind}"
                if sight.shows(table, who, piece):
                    assert watcher.sees(who, piece)
            if sight.name(table, None, piece) != sight.FACE_DOWN:
                assert all(piece.id in watcher.knows[who] for who in SEATS)
        # what stands in the log
        for what, step in history.trail[told:]:
            seen = may_read[id(step)]
            for who in SEATS:
                line = words.tell(table, step, who, what)
                assert set(NAME.findall(line)) <= names(seen[who]), f"{who} reads {line!r}"
            assert set(NAME.findall(words.tell(table, step, None, what))) <= names(seen["A"] & seen["B"])
        told = len(history.trail)
    # and the whole log, read anew at the end
    for who in SEATS:
        for line in session.log(who):
            if line.how != "setup" and id(line.step) in may_read:
                assert set(NAME.findall(line.text)) <= names(may_read[id(line.step)][who])


# what people reported of other programs


def log_of(table: Table, steps: list[tuple[str, Step]], seat: str) -> str:
    return "\n".join(words.tell(table, step, seat, what) for what, step in steps)


def test_undo_of_cards_from_hand_into_a_shuffled_pile_brings_back_all_and_tells_nothing() -> None:
    document = duel(8, hands=4)
    table, history = document.table, document.history
    hand, pile = list(table.cards("A.hand")), list(table.cards("A.deck"))
    # the third, the first and the last card of the hand, in one step with the shuffle
    moved = [hand[2], hand[0], hand[3]]
    with history.trial() as trial:
        trial.do_all(acts.move(table, moved, "A.deck").ops)
        mixed = acts.shuffle(table, "A.deck", Random(5)).ops
    label = f"shuffles {words.pieces(moved)} into {words.zone('A.deck')}"
    before = table.snapshot()
    step = history.do(label, [*acts.move(table, moved, "A.deck").ops, *mixed], "A")
    assert step is not None
    assert len(table.cards("A.deck")) == len(pile) + 3
    assert not any(sight.knows(table, seat, table.pieces[i]) for seat in SEATS for i in moved)
    history.undo()
    assert table.snapshot() == before
    assert table.cards("A.hand") == hand
    assert table.cards("A.deck") == pile
    told = log_of(table, history.trail[-2:], "B")
    assert not NAME.search(told)
    assert "3 face-down cards" in told
    assert set(NAME.findall(log_of(table, history.trail[-2:], "A"))) == names(set(moved))
    history.redo()
    assert not NAME.search(log_of(table, history.trail[-1:], "B"))


def test_redo_of_a_draw_gives_the_same_card() -> None:
    document = duel()
    table = document.table
    do(document, acts.draw(table, "A.deck", 1, "A.hand"))
    drawn = list(table.cards("A.hand"))
    document.history.undo()
    assert table.cards("A.hand") == []
    assert showed(document.history.steps[-1]) == {"A": drawn}
    document.history.redo()
    assert table.cards("A.hand") == drawn


def test_undo_that_hides_again_what_was_seen_says_so() -> None:
    document = duel()
    do(document, acts.draw(document.table, "A.deck", 1, "A.hand"))
    document.history.undo()
    what, step = document.history.trail[-1]
    for seat in LOOKERS:
        assert words.tell(document.table, step, seat, what).endswith("(Anna had seen hidden cards)")


@pytest.mark.parametrize("zone", [TABLE, "A.play", "B.play", "B.grid"])
def test_a_face_down_card_stays_nameless_when_others_move_it(zone: str) -> None:
    document = duel()
    table = document.table
    put(document, [1], TABLE, at=(0.0, 0.0), up=False)
    act = acts.move(table, [1], zone, up=False, at=(300.0, 0.0))
    document.history.do(act.label, act.ops, "B")
    for seat in LOOKERS:
        assert sight.name(table, seat, table.pieces[1]) == sight.FACE_DOWN
        assert not sight.shows(table, seat, table.pieces[1])
        for what, step in document.history.trail[1:]:
            assert not NAME.search(words.tell(table, step, seat, what))


def test_who_saw_a_card_turned_down_knows_it_until_it_is_shuffled() -> None:
    document = duel()
    table = document.table
    put(document, [1, 3, 5], TABLE, at=(0.0, 0.0), up=True)
    do(document, acts.flip(table, [1, 3, 5]))
    assert all(sight.knows(table, seat, table.pieces[1]) for seat in LOOKERS)
    do(document, acts.mix(table, [1, 3, 5], Random(1)))
    assert not any(sight.knows(table, seat, table.pieces[1]) for seat in LOOKERS)


def test_knowledge_of_a_position_ends_at_a_shuffle_for_the_searched_and_the_peeked() -> None:
    document = duel()
    table = document.table
    do(document, acts.peek(table, "B.deck", 3, "A"), "A")
    top = table.cards("B.deck")[:3]
    assert all(sight.knows(table, "A", table.pieces[i]) for i in top)
    assert not any(sight.knows(table, "B", table.pieces[i]) for i in top)
    do(document, acts.cut(table, "B.deck", 2), "B")
    assert all(sight.knows(table, "A", table.pieces[i]) for i in top), "a cut hides no card from who can count"
    do(document, acts.shuffle(table, "B.deck", Random(1)), "B")
    assert not any(sight.knows(table, "A", table.pieces[i]) for i in top)
    document.history.undo()
    assert all(sight.knows(table, "A", table.pieces[i]) for i in top)


def test_peeking_is_told_without_names() -> None:
    document = duel()
    do(document, acts.peek(document.table, "B.deck", 2, "A"))
    for seat in LOOKERS:
        line = words.tell(document.table, document.history.steps[-1], seat)
        assert line == "Anna looks at the top 2 cards of Ben's Draw Pile"


def test_a_card_that_goes_into_a_hand_is_known_to_that_hand_alone() -> None:
    document = duel()
    table = document.table
    put(document, [1], TABLE, at=(0.0, 0.0), up=True)
    put(document, [1], "B.hand")
    assert [sight.knows(table, seat, table.pieces[1]) for seat in LOOKERS] == [False, True, False]
    # but everybody saw which card it was that went there
    assert card_name(1) in words.tell(table, document.history.steps[-1], "A")


def test_a_label_names_the_card_that_was_attached_to_as_it_was_known_then() -> None:
    document = duel()
    table = document.table
    put(document, [1], TABLE, at=(0.0, 0.0), up=False)
    put(document, [3], TABLE, at=(200.0, 0.0), up=True)
    do(document, acts.attach(table, [3], 1))
    attached = document.history.steps[-1]
    do(document, acts.flip(table, [1]))
    line = words.tell(table, attached, "B")
    assert line == f"Anna attaches {card_name(3)} to a face-down card", "turning it up later must not tell of earlier"


def test_a_zone_that_becomes_open_shows_its_cards_and_undo_says_so() -> None:
    document = duel(hands=2)
    table = document.table
    hand = table.zones["A.hand"]
    open_to_b = Zone("A.hand", hand.name, "hand", "B", "fan", "private", w=630, at_edge=True)
    document.history.do("lays the hand open", [SetZone("A.hand", open_to_b)], "A")
    assert set(showed(document.history.steps[-1])) == {"B"}


def test_the_next_card_of_a_hidden_pile_that_lies_face_up_is_said_to_have_been_seen() -> None:
    document = duel()
    table = document.table
    second = table.cards("A.deck")[1]
    do(document, acts.flip(table, [second]))
    assert not sight.knows(table, "B", table.pieces[second])
    do(document, acts.draw(table, "A.deck", 1, "A.hand"))
    assert sight.knows(table, "B", table.pieces[second])
    assert second in showed(document.history.steps[-1])["B"]


def test_seats_that_are_not_there_do_not_make_a_card_known_to_all() -> None:
    document = duel()
    document.history.do("x", [Reveal(1, ("A", "X"))])
    assert not sight.knows(document.table, None, document.table.pieces[1])
    document.history.do("x", [Reveal(1, ("A", "A"))])
    assert not sight.knows(document.table, None, document.table.pieces[1])
    document.history.do("x", [Reveal(1, ("A", "B"))])
    assert sight.knows(document.table, None, document.table.pieces[1])


def test_what_is_marked_as_secret_is_told_to_nobody_and_lies_on_the_table_all_the_same() -> None:
    document = duel(hands=1)
    table, history = document.table, document.history
    piece = table.cards("A.hand")[0]
    owner = table.pieces[piece].owner
    for act in (acts.mark(table, [piece], "secret.named", "Qx999q"), acts.set_fact("secret.choice", "Qx999q")):
        step = history.do(act.label, act.ops, "A")
        assert step is not None
        for seat in LOOKERS:
            line = words.tell(table, step, seat)
            assert "Qx999q" not in line
            assert "named" not in line
            assert "choice" not in line
    assert table.pieces[piece].marks["secret.named"] == "Qx999q"
    assert sight.marks(table.pieces[piece]) == {}
    for seat in LOOKERS:
        kept = sight.as_seen(table, seat).pieces[piece].marks
        assert ("secret.named" in kept) is (seat == owner)
