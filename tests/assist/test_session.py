"""Sessions: a table with its library, log and journal; saves in a folder; and how a game is laid out."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tabletop.assist import session as sessions
from tabletop.assist.session import AUTOSAVES, Session, changed_sets, prune, saved_tables, unfinished
from tabletop.cards.dealing import card_def, definition, lay_out
from tabletop.cards.library import Library
from tabletop.cards.model import Deck
from tabletop.table import acts, saves, sight
from tabletop.table.ops import Define
from tabletop.table.saves import SaveError
from tabletop.table.state import Definition, Piece
from tabletop.table.zones import TABLE

GAME = """
[game]
id    = "pebbles"
name  = "Pebbles {and} more"
seats = [2, 3]

[card]
size = [70, 120]

[fields]
level = { kind = "number" }
words_of = { kind = "words" }

[types.stone]
name   = "Stone"
fields = ["level", "words_of"]

[sections.main]
name    = "Deck"
zone    = "deck"
shuffle = true

[sections.side]
name = "Side"
zone = "side"

[setup]
draw = 3
from = "deck"
to   = "hand"

[counters.life]
name  = "Life"
start = 20

[turn]
phases = ["wake", "sleep"]

[[zones]]
id    = "deck"
sight = "hidden"
at    = [200, 120]

[[zones]]
id   = "side"
at   = [300, 120]

[[zones]]
id   = "play"
arrangement = "row"
at   = [-50, 120]
size = [400, 88]

[[zones]]
id   = "hand"
role = "hand"

[[zones]]
id   = "moss"
per  = "card"
on   = ["stone"]
at   = [0, 20]
"""

CARDS = """
[set]
id = "core"
name = "First stones"
""" + "".join(f"""
[[card]]
id = "stone{n}"
name = "Stone {n}"
type = "stone"
level = {n}
text = "Rolls {n}."
words_of = ["a", "b"]
""" for n in range(1, 9))

DECK = """
name = "Eight {stones}"
game = "pebbles"

[sections.main]
""" + "\n".join(f'"Stone {n}" = 1' for n in range(1, 8)) + """

[sections.side]
"core/stone8" = 2
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    folder = tmp_path / "games" / "pebbles"
    (folder / "decks").mkdir(parents=True)
    (folder / "table.toml").write_text(GAME, encoding="utf-8")
    (folder / "core.toml").write_text(CARDS, encoding="utf-8")
    (folder / "decks" / "eight.toml").write_text(DECK, encoding="utf-8")
    found, problems = Library.load(folder)
    assert found is not None
    assert not problems
    assert not found.problems
    return found


@pytest.fixture
def deck(library: Library) -> Deck:
    return library.decks["eight"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def opened() -> Iterator[list[Session]]:
    """Sessions that a test does not close are dropped as a killed program drops them."""
    found: list[Session] = []
    yield found
    for session in found:
        if session.journal is not None:
            session.journal._drop()


@pytest.fixture
def session(library: Library, deck: Deck, folder: Path, opened: list[Session]) -> Session:
    made = Session.start(library, [deck, deck], names=["Anna", "Ben"], seed=5, folder=folder)
    opened.append(made)
    return made


# laying out


def test_a_game_is_laid_out_as_its_table_says(session: Session) -> None:
    table = session.table
    for seat in "AB":
        assert len(table.cards(f"{seat}.hand")) == 3
        assert len(table.cards(f"{seat}.deck")) == 4
        assert len(table.cards(f"{seat}.side")) == 2
        assert not any(piece.up for piece in table.pieces_in(f"{seat}.deck"))
        assert all(piece.owner == seat for piece in table.pieces_in(f"{seat}.hand"))
    assert table.card_size == (70, 120)
    assert table.facts["phase"] == "wake"
    assert table.facts["turn"] == "A"
    assert [seat.name for seat in table.seats.values()] == ["Anna", "Ben"]
    assert [seat.counters for seat in table.seats.values()] == [{"life": 20}] * 2
    assert "moss" in table.card_zones
    assert {step.how for step in session.history.steps} == {"setup"}
    assert session.log(None)[0].text == "Lays the table for Pebbles {and} more"
    assert session.log(None)[1].text == "Anna lays out Eight {stones}"
    shuffled = [line.text for line in session.log(None) if "shuffles" in line.text]
    assert shuffled == ["Anna shuffles Anna's Deck", "Ben shuffles Ben's Deck"], "the side is not shuffled"
    session.history.goto(0)
    assert not table.pieces
    assert list(table.zones) == [TABLE]


def test_a_seed_lays_the_same_table_again(library: Library, deck: Deck) -> None:
    digests = [lay_out(library, [deck, deck], seed=seed).table.digest() for seed in (5, 5, 6)]
    assert digests[0] == digests[1] != digests[2]


def test_seats_without_decks_and_too_many_decks(library: Library, deck: Deck) -> None:
    document = lay_out(library, [None, deck], seats=3, names=["Anna"])
    assert document.table.everyone == ("A", "B", "C")
    assert [document.table.cards(f"{seat}.deck") == [] for seat in "ABC"] == [True, False, True]
    assert len(lay_out(library, []).table.seats) == 2
    with pytest.raises(ValueError, match="3 decks are too many for 2 seats"):
        lay_out(library, [deck] * 3, seats=2)
    for seats in (0, 5, -1):
        with pytest.raises(ValueError, match="1 to 4 seats"):
            lay_out(library, [], seats=seats)


def test_first_hands_can_be_left_to_the_rules(library: Library, deck: Deck) -> None:
    document = lay_out(library, [deck], draw=False)
    assert document.table.cards("A.hand") == []


def test_a_table_keeps_what_it_needs_of_a_card(library: Library) -> None:
    card = library.cards["core/stone3"]
    assert card_def("core/stone3", definition(card)) == card
    data = {"words": 3, "picture": 4, "text": None, "name": ["x"], "level": [1, 2]}
    odd = card_def("x", Definition("Odd", data=data))
    assert (odd.title, odd.picture, odd.words, odd.fields["level"]) == ("Odd", None, (), (1, 2))


# playing


def test_acts_are_made_for_who_is_looking(session: Session) -> None:
    table = session.table
    top = table.cards("A.deck")[0]
    step = session.act(acts.draw(table, "A.deck", 1, "A.hand"))
    assert step is not None
    assert (step.seat, step.how) == ("A", "manual")
    assert session.undo() is step
    assert session.redo() is step
    assert session.act(acts.draw(table, "B.deck", 1, "B.hand"), "B") is not None
    assert session.history.steps[-1].seat == "B"
    assert top in table.cards("A.hand")


def test_an_act_that_no_longer_fits_is_not_made(session: Session) -> None:
    table = session.table
    card = table.cards("A.hand")[0]
    act = acts.move(table, [card], "A.play")
    session.act(acts.remove(table, [card]))
    before = table.digest()
    assert session.act(act) is None
    assert table.digest() == before
    assert session.act(acts.Act("does nothing", [])) is None


def test_the_log_grows_and_is_told_apart(session: Session) -> None:
    a, b = session.log("A"), session.log("B")
    number = len(a)
    card = session.table.cards("A.hand")[0]
    name = sight.name(session.table, "A", session.table.pieces[card])
    session.act(acts.move(session.table, [card], "B.deck", up=False))
    session.undo()
    assert len(session.log("A")) == len(session.log("B")) == number + 2
    assert [line.what for line in session.log("A")[number:]] == ["step", "undo"]
    assert all(name in line.text for line in session.log("A")[number:])
    assert not any(name in line.text for line in session.log("B")[number:])
    assert session.log("A") is a
    assert session.log("B") is b


def test_taking_back_what_was_seen_is_warned_of(session: Session) -> None:
    assert session.undo_warning() is None, "first hands are no secret that was given away"
    session.act(acts.draw(session.table, "A.deck", 1, "A.hand"))
    assert session.undo_warning() == "Anna had seen hidden cards."
    session.act(acts.tap(session.table, session.table.cards("A.hand")))
    assert session.undo_warning() is None


def test_listeners_hear_every_change(session: Session) -> None:
    heard = []
    session.listeners.append(lambda: heard.append(session.history.at))
    session.act(acts.draw(session.table, "A.deck", 1, "A.hand"))
    session.undo()
    session.close()
    session.history.redo()
    assert len(heard) == 2


def test_definitions_come_from_the_set_or_from_the_table(session: Session, library: Library) -> None:
    piece = session.table.pieces[session.table.cards("A.hand")[0]]
    assert session.card(piece) == library.cards[piece.card]
    alone = Session(session.document)
    kept = alone.card(piece)
    assert kept == library.cards[piece.card]
    assert alone.card(piece) is kept
    alone.history.do("x", [Define(piece.card, Definition("Changed", "stone"))])
    changed = alone.card(piece)
    assert changed is not None
    assert changed.name == "Changed"
    assert alone.card(Piece(1, "die")) is None
    assert alone.card(Piece(1, card="core/nothing")) is None


def test_copies_of_what_one_may_know(session: Session) -> None:
    table = session.table
    mine, theirs = table.cards("A.hand")[0], table.cards("B.hand")[0]
    session.act(acts.move(table, table.cards("A.hand")[1:2], TABLE, at=(10.0, 10.0)))
    shown = table.cards(TABLE)[0]
    assert session.copy([mine, theirs, shown, 9999]) == 2
    number = len(table)
    session.seat = "B"
    session.paste((0.0, 0.0))
    assert len(table) == number + 1, "what A copied of a secret, B does not paste"
    session.seat = None
    session.paste((0.0, 0.0))
    assert len(table) == number + 2
    session.seat = "A"
    session.paste((50.0, 50.0))
    assert len(table) == number + 4
    new = table.pieces[max(table.pieces)]
    assert (new.kind, new.known) == ("token", ())
    assert session.copy([]) == 0
    assert session.paste((0.0, 0.0)) is None


# saving


def test_a_session_is_its_own_autosave(session: Session, library: Library, folder: Path, opened: list[Session]) -> None:
    session.act(acts.draw(session.table, "A.deck", 2, "A.hand"))
    assert session.journal is not None
    session.journal._drop()  # as if the program had been killed
    found = unfinished(folder)
    assert found is not None
    assert (found.path, found.game, found.closed, found.autosave) == (session.journal.path, "pebbles", False, True)
    again = Session.open(found.path, lambda game: library if game == "pebbles" else None, folder=folder)
    opened.append(again)
    assert again.report == []
    assert again.journal is not None
    assert again.journal.path == found.path, "an autosave that is resumed goes on"
    assert again.table.digest() == session.table.digest()
    assert [line.text for line in again.log("A")] == [line.text for line in session.log("A")]
    again.close()
    assert unfinished(folder) is None
    assert len(saved_tables(folder)) == 1


HOLDER = """
import sys, time
from pathlib import Path
from tabletop.table.saves import Journal, load
path = Path(sys.argv[1])
journal = Journal(path, load(path).document)
print("held", flush=True)
time.sleep(60)
"""


def test_the_running_game_of_another_program_is_left_to_it(
    session: Session, library: Library, deck: Deck, folder: Path, opened: list[Session]
) -> None:
    assert session.journal is not None
    path = session.journal.path
    session.journal._drop()
    assert unfinished(folder) is not None
    with subprocess.Popen([sys.executable, "-c", HOLDER, path], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        bytes_then = path.read_bytes()
        assert saves.in_use(path)
        assert unfinished(folder) is None
        assert saved_tables(folder) == []
        with pytest.raises(SaveError, match="is being played in another window"):
            Session.open(path, lambda game: library, folder=folder)
        assert Session.open(path, lambda game: library).table.digest() == session.table.digest(), "it can be looked at"
        with pytest.raises(SaveError, match="another window"):
            saves.Journal(path, session.document)
        session.act(acts.draw(session.table, "A.deck", 1, "A.hand"))
        assert "another window" in (session.fault or "")
        prune(folder)
        assert path.read_bytes() == bytes_then
        opened.append(Session.start(library, [deck, deck], folder=folder))
        holder.kill()
    assert not saves.in_use(path), "a lock ends with its program"
    again = Session.open(path, lambda game: library, folder=folder)
    opened.append(again)
    assert again.journal is not None
    assert again.journal.path == path


def test_a_running_game_stays_locked_when_it_is_written_anew(session: Session, folder: Path) -> None:
    assert session.journal is not None
    assert saves.in_use(session.journal.path)
    named = session.save("a name")
    assert saves.in_use(session.journal.path)
    assert not saves.in_use(named)
    session.close()
    assert not saves.in_use(session.journal.path)


def test_a_save_under_a_name_stays_as_it_was(
    session: Session, library: Library, folder: Path, opened: list[Session]
) -> None:
    path = session.save("duel v1.2")
    assert path.name == "duel v1.2.table"
    saved = path.read_bytes()
    session.act(acts.draw(session.table, "A.deck", 1, "A.hand"))
    again = Session.open(path, lambda game: library, folder=folder)
    opened.append(again)
    again.act(acts.draw(again.table, "A.deck", 1, "A.hand"))
    assert path.read_bytes() == saved
    assert again.document.header.title == "duel v1.2"
    assert session.save("duel v1.2") == path
    assert session.save("Duel V1.2") != path
    titles = {entry.title for entry in saved_tables(folder) if not entry.autosave}
    assert titles == {"duel v1.2", "Duel V1.2"}
    assert session.journal is not None
    header = saves.read_header(session.journal.path)
    assert header is not None
    assert header.title == "Duel V1.2", "a table that is resumed is called what it was saved as"


def test_saving_that_fails_changes_nothing(session: Session, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    title = session.document.header.title
    for name in ("", "  "):
        with pytest.raises(SaveError, match="needs a name"):
            session.save(name)

    def fail(path: Path, document: object) -> None:
        raise SaveError("the disk is full")

    monkeypatch.setattr(saves, "save_as", fail)
    with pytest.raises(SaveError, match="disk is full"):
        session.save("elsewhere")
    assert session.document.header.title == title
    with pytest.raises(SaveError, match="no folder"):
        Session(session.document).save("x")


def test_a_folder_that_cannot_be_written_is_said_and_the_game_goes_on(
    library: Library, deck: Deck, tmp_path: Path, opened: list[Session]
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file")
    session = Session.start(library, [deck, deck], folder=blocked)
    opened.append(session)
    assert session.fault is not None
    assert "not being saved" in session.fault
    assert session.act(acts.draw(session.table, "A.deck", 1, "A.hand")) is not None
    with pytest.raises(SaveError):
        session.save("x")
    session.close()


def test_a_damaged_autosave_is_kept_and_a_new_one_begun(
    session: Session, library: Library, folder: Path, opened: list[Session]
) -> None:
    assert session.journal is not None
    path = session.journal.path
    session.act(acts.draw(session.table, "A.deck", 1, "A.hand"))
    session.journal._drop()
    broken = path.read_bytes()[:-30]
    path.write_bytes(broken)
    again = Session.open(path, lambda game: library, folder=folder)
    opened.append(again)
    assert again.report == ["The last act was not written to its end and is missing."]
    assert path.read_bytes() == broken
    assert again.journal is not None
    assert again.journal.path != path
    again.close()


def test_lists_of_saves_leave_out_what_is_none(session: Session, folder: Path) -> None:
    path = session.save("good")
    (folder / "junk.table").write_bytes(b"\x00" * 100)
    (folder / "empty.table").write_bytes(b"")
    (folder / "folder.table").mkdir()
    (folder / "notes.txt").write_text("hello")
    (folder / "torn.table").write_bytes(b"#" + path.read_bytes()[1:])
    found = {entry.title for entry in saved_tables(folder) if not entry.autosave}
    assert found == {"good", "torn"}, "a save with a damaged first line can still be opened"
    assert saved_tables(folder / "nowhere") == []
    assert unfinished(folder / "nowhere") is None


def test_old_autosaves_go_and_open_ones_stay(session: Session, folder: Path) -> None:
    place = folder / AUTOSAVES
    document = session.document
    for n in range(sessions.KEPT + 5):
        saves.save_as(place / f"old {n}.table", document)
        os.utime(place / f"old {n}.table", (1000 + n, 1000 + n))
    saves.save_as(place / "open.table", document, closed=False)
    os.utime(place / "open.table", (500, 500))
    left, fresh = place / f".abc{saves.PART}", folder / f".def{saves.PART}"
    for part in (left, fresh):
        part.write_bytes(b"x")
    os.utime(left, (1000, 1000))
    prune(folder)
    names = {path.name for path in place.iterdir()}
    assert "open.table" in names
    assert len([name for name in names if name.startswith("old")]) == sessions.KEPT
    assert f"old {sessions.KEPT + 4}.table" in names
    assert "old 0.table" not in names
    assert not left.exists()
    assert fresh.exists(), "somebody may be writing that one now"
    assert fresh.stat().st_mtime > time.time() - 60


def test_two_tables_laid_at_the_same_moment_have_two_autosaves(
    library: Library, deck: Deck, folder: Path, opened: list[Session]
) -> None:
    for _ in range(3):
        opened.append(Session.start(library, [deck, deck], folder=folder))
    assert len({session.journal.path for session in opened if session.journal is not None}) == 3


def test_card_sets_that_have_gone_or_changed_are_told_of(session: Session, library: Library, tmp_path: Path) -> None:
    path = session.save("sets")
    assert changed_sets(session.document, library) == []
    (library.game.folder / "core.toml").write_text(CARDS + "\n# changed\n", encoding="utf-8")
    assert changed_sets(session.document, library) == [], "no card on the table is another one"
    changed = CARDS.replace("Rolls", "Rests", 1)
    (library.game.folder / "core.toml").write_text(changed, encoding="utf-8")
    other, _ = Library.load(library.game.folder)
    assert changed_sets(session.document, other) == [
        'The card set "core" has changed since the table was saved: one card is shown as the set has them now.'
    ]  # fmt: skip
    first = CARDS.split("[[card]]", 2)
    (library.game.folder / "core.toml").write_text(f"{first[0]}[[card]]{first[2]}", encoding="utf-8")
    other, _ = Library.load(library.game.folder)
    assert changed_sets(session.document, other) == [
        'The card set "core" has changed since the table was saved: one card is no longer in it and shown as the '
        "table kept them."
    ]  # fmt: skip
    (library.game.folder / "core.toml").unlink()
    without, _ = Library.load(library.game.folder)
    again = Session.open(path, lambda game: without)
    assert again.report == ['The card set "core" is gone: its cards are shown as the table kept them.']
    piece = again.table.pieces[again.table.cards("A.hand")[0]]
    found = again.card(piece)
    assert found is not None
    assert found.text.startswith("Rolls")
    alone = Session.open(path, lambda game: None)
    assert alone.report == ['The game "pebbles" is not installed: its cards are shown as the table kept them.']
    assert alone.card(piece) is not None


def test_chance_can_be_had_again(library: Library, deck: Deck) -> None:
    rolls = []
    for _ in range(2):
        session = Session.start(library, [deck, deck], seed=9)
        session.act(acts.shuffle(session.table, "A.deck", session.rng))
        rolls.append(session.table.cards("A.deck"))
    assert rolls[0] == rolls[1]
    assert isinstance(session.rng, Random)
