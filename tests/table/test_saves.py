"""Writing saves: whole under a name, and act by act in the journal; killed, on a full disk, in a folder of another."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import random
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import do, duel, profile, put, reread, state

from tabletop.table import acts, saves
from tabletop.table.ops import Fact
from tabletop.table.saves import Journal, SaveError, load, path_for, read_header, save_as, was_closed
from tabletop.table.state import encode


@pytest.fixture
def journals() -> Iterator[list[Journal]]:
    """Journals that a test leaves open are closed after it."""
    made: list[Journal] = []
    yield made
    for journal in made:
        journal._drop()


def moves(document, number: int) -> None:
    """So many acts that change something."""
    rng = random.Random(len(document.history.trail))
    wanted = len(document.history.trail) + number
    while len(document.history.trail) < wanted:
        put(document, [rng.choice(list(document.table.pieces))], rng.choice(["A.play", "B.play", "table", "A.discard"]))


# whole saves


def test_a_save_gives_the_same_table_with_its_whole_past(tmp_path: Path) -> None:
    document = duel(5, hands=2)
    moves(document, 40)
    document.history.goto(20)
    moves(document, 5)
    document.history.goto(24)
    loaded = reread(document, tmp_path / "a.table")
    assert loaded.report == []
    assert loaded.closed
    again = loaded.document
    assert state(again.table) == state(document.table)
    assert again.history.trail == document.history.trail
    assert (again.header, again.start) == (document.header, document.start)
    for at in (0, 10, len(document.history.steps)):
        document.history.goto(at)
        again.history.goto(at)
        assert state(again.table)[:2] == state(document.table)[:2]


def test_saving_makes_its_folder_and_leaves_nothing_else_there(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "a.table"
    save_as(path, duel())
    save_as(path, duel())
    assert [found.name for found in path.parent.iterdir()] == ["a.table"]


class Full(io.BufferedWriter):
    """A file on a disk that has room for so many bytes."""

    room = 0

    def writelines(self, lines) -> None:
        for line in lines:
            self.write(line)

    def write(self, data) -> int:
        Full.room -= len(data)
        if Full.room < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(data)


def test_a_full_disk_is_said_and_the_good_save_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.table"
    document = duel()
    save_as(path, document)
    good = path.read_bytes()
    moves(document, 3)
    monkeypatch.setattr(saves.os, "fdopen", lambda handle, mode: Full(io.FileIO(handle, "w")))
    for room in (0, 50, 1000, len(good)):
        Full.room = room
        with pytest.raises(SaveError, match="disk is full: free some space") as fault:
            save_as(path, document)
        assert str(path) in str(fault.value)
        assert path.read_bytes() == good
        assert [found.name for found in tmp_path.iterdir()] == ["a.table"]
    Full.room = 1 << 20
    save_as(path, document)
    assert load(path).document.table.digest() == document.table.digest()


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.EPERM])
def test_a_folder_that_may_not_be_written_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(path: Path) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(saves.files, "begin_beside", refuse)
    with pytest.raises(SaveError, match=r"may not be written: choose another one \(--saves DIR\)"):
        save_as(tmp_path / "a.table", duel())


def test_a_folder_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("no folder")
    with pytest.raises(SaveError, match="could not be saved"):
        save_as(tmp_path / "folder" / "a.table", duel())


def test_a_program_that_fails_while_saving_leaves_the_good_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.table"
    save_as(path, duel())
    good = path.read_bytes()

    def fail(document: object) -> Iterator[bytes]:
        yield b"half a line"
        raise KeyboardInterrupt

    monkeypatch.setattr(saves, "lines", fail)
    with pytest.raises(KeyboardInterrupt):
        save_as(path, duel())
    assert path.read_bytes() == good
    assert len(list(tmp_path.iterdir())) == 1


# the journal


def test_every_act_is_in_the_journal_at_once(tmp_path: Path, journals: list[Journal]) -> None:
    path = tmp_path / "a.table"
    document = duel(4)
    journal = Journal(path, document)
    journals.append(journal)
    for n in range(30):
        match n % 5:
            case 3:
                document.history.undo()
            case 4:
                document.history.redo()
            case _:
                moves(document, 1)
        loaded = load(path)
        assert loaded.report == []
        assert not loaded.closed
        assert state(loaded.document.table) == state(document.table)
        assert loaded.document.history.trail == document.history.trail
    journal.close()
    assert was_closed(path)
    assert load(path).closed
    moves(document, 1)
    assert load(path).document.history.at == document.history.at - 1, "a closed journal hears no more"
    journal.close()


def test_a_journal_goes_on_where_the_last_one_ended(tmp_path: Path, journals: list[Journal]) -> None:
    path = tmp_path / "a.table"
    document = duel(4)
    moves(document, 10)
    document.history.goto(6)
    first = Journal(path, document)
    moves(document, 2)
    first.close()
    again = load(path).document
    journals.append(Journal(path, again))
    assert not was_closed(path)
    again.history.undo()
    moves(again, 3)
    loaded = load(path)
    assert loaded.report == []
    assert state(loaded.document.table) == state(again.table)
    assert len(loaded.document.history.trail) == len(document.history.trail) + 4


def test_the_table_is_compared_now_and_then(tmp_path: Path, journals: list[Journal]) -> None:
    path = tmp_path / "a.table"
    document = duel()
    journals.append(Journal(path, document))
    for n in range(2 * saves.DIGEST_EVERY):
        document.history.do("counts", [Fact("n", n)])
    assert path.read_bytes().count(b'{"digest"') == 3
    assert load(path).report == []


class Disk(io.FileIO):
    """A file on a disk with so much room, that writes what fits and then fails, as disks do."""

    room = 1 << 30

    def write(self, data) -> int:
        if not Disk.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fits = bytes(data)[: Disk.room]
        Disk.room -= len(fits)
        return super().write(fits)


@pytest.mark.parametrize("room", [0, 1, 60, 300])
def test_acts_on_a_full_disk_are_written_when_there_is_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journals: list[Journal], room: int
) -> None:
    path = tmp_path / "a.table"
    document = duel(4)
    monkeypatch.setattr(saves.io, "FileIO", Disk)
    Disk.room = 1 << 30
    journal = Journal(path, document)
    journals.append(journal)
    moves(document, 3)
    assert journal.fault is None
    Disk.room = room
    moves(document, 5)
    document.history.undo()
    assert journal.fault is not None
    assert "The table is not being saved" in journal.fault
    assert "disk is full: free some space" in journal.fault
    loaded = load(path)
    assert loaded.report == [], "what could not be written whole is not there in part"
    assert loaded.document.history.at >= 4
    Disk.room = 1 << 30
    document.history.redo()
    assert journal.fault is None
    loaded = load(path)
    assert loaded.report == []
    assert loaded.document.history.trail == document.history.trail
    assert state(loaded.document.table) == state(document.table)


def test_a_full_disk_at_the_end_is_tried_a_last_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.table"
    document = duel(4)
    monkeypatch.setattr(saves.io, "FileIO", Disk)
    Disk.room = 1 << 30
    journal = Journal(path, document)
    Disk.room = 0
    moves(document, 5)
    Disk.room = 1 << 30
    journal.close()
    loaded = load(path)
    assert loaded.closed
    assert loaded.document.history.trail == document.history.trail


def test_a_journal_that_could_not_be_begun_begins_as_soon_as_it_can(tmp_path: Path, journals: list[Journal]) -> None:
    blocked = tmp_path / "saves"
    blocked.write_text("a file where the folder should be")
    document = duel(4)
    journal = Journal(blocked / "a.table", document)
    journals.append(journal)
    assert journal.fault is not None
    moves(document, 3)
    assert "not being saved" in journal.fault
    blocked.unlink()
    moves(document, 1)
    assert journal.fault is None
    assert state(load(journal.path).document.table) == state(document.table)


def test_a_journal_that_could_not_be_begun_is_tried_a_last_time(tmp_path: Path) -> None:
    blocked = tmp_path / "saves"
    blocked.write_text("a file where the folder should be")
    document = duel(4)
    journal = Journal(blocked / "a.table", document)
    journal.close()
    assert journal.fault is not None
    moves(document, 1)
    journal = Journal(blocked / "a.table", document)
    blocked.unlink()
    journal.close()
    loaded = load(journal.path)
    assert loaded.closed
    assert state(loaded.document.table) == state(document.table)


def test_a_journal_whose_file_breaks_is_begun_anew(tmp_path: Path, journals: list[Journal]) -> None:
    document = duel(4)
    journal = Journal(tmp_path / "a.table", document)
    journals.append(journal)
    assert journal._file is not None
    os.close(journal._file.fileno())
    moves(document, 1)
    assert journal.fault is not None
    moves(document, 1)
    assert journal.fault is None
    assert load(journal.path).document.history.trail == document.history.trail


def test_names_that_are_no_text_can_be_saved(tmp_path: Path, journals: list[Journal]) -> None:
    """The name of a picture file that somebody drops may hold bytes that are no characters."""
    document = duel()
    journal = Journal(tmp_path / "a.table", document)
    journals.append(journal)
    do(document, acts.say("look at \udcff.png"))
    do(document, acts.mark(document.table, [1], "picture", "\udcff.png"))
    assert journal.fault is None
    loaded = load(journal.path)
    assert loaded.report == []
    assert loaded.document.table.pieces[1].marks == {"picture": "?.png"}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real disk of 64 KB, where the tests may mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    try:
        made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", place], capture_output=True)
    except OSError:
        made = None
    if made is None or made.returncode:
        pytest.skip("no small disk can be mounted here; the tests above do the same with a file that is full")
    yield place
    subprocess.run(["umount", place], check=True)


def test_on_a_real_small_disk(small_disk: Path, journals: list[Journal]) -> None:
    document = duel(10)
    journal = Journal(small_disk / "a.table", document)
    journals.append(journal)
    filler = small_disk / "filler"
    moves(document, 20)
    assert journal.fault is None
    with contextlib.suppress(OSError), io.FileIO(filler, "w") as file:
        while True:
            file.write(b"x" * 1024)
    moves(document, 300)
    assert journal.fault is not None
    assert "disk is full" in journal.fault
    with pytest.raises(SaveError, match="disk is full"):
        save_as(small_disk / "b.table", document)
    assert not (small_disk / "b.table").exists()
    assert load(journal.path).report == []
    filler.unlink()
    moves(document, 1)
    if journal.fault is None:
        assert state(load(journal.path).document.table) == state(document.table)
    else:
        assert load(journal.path).report == []


PLAYER = """
    import random, sys
    from pathlib import Path
    sys.path.insert(0, {tests!r})
    from tables import duel, put
    from tabletop.table.saves import Journal
    document = duel(20)
    journal = Journal(Path(sys.argv[1]), document)
    rng = random.Random(5)
    for n in range(10**9):
        put(document, rng.sample(list(document.table.pieces), 3), rng.choice(["A.play", "B.play", "table"]))
        if n % 7 == 0:
            document.history.undo()
        sys.stdout.write(f"{{document.history.at}} {{document.table.digest()}}\\n")
        sys.stdout.flush()
"""


@pytest.mark.parametrize("after", [0.02, 0.1, 0.25])
def test_killed_at_any_moment_the_last_act_is_lost_at_most(tmp_path: Path, after: float) -> None:
    path, out = tmp_path / "a.table", tmp_path / "out"
    code = textwrap.dedent(PLAYER.format(tests=str(Path(__file__).parent)))
    with out.open("wb") as told:
        player = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=told)
    try:
        while not out.stat().st_size:
            assert player.poll() is None
            time.sleep(0.005)
        time.sleep(after)
    finally:
        player.send_signal(signal.SIGKILL)
        player.wait()
    reported = out.read_text().rpartition("\n")[0].splitlines()
    loaded = load(path)
    assert not loaded.closed
    assert loaded.report in ([], ["The last act was not written to its end and is missing."])
    at, digest = reported[-1].split()
    history = loaded.document.history
    # the player may have acted once more, and undone that, before it could say so
    for _ in range(3):
        if loaded.document.table.digest() == digest and history.at == int(at):
            break
        history.undo()
    assert (history.at, loaded.document.table.digest()) == (int(at), digest)


# names of saves


def test_a_save_is_found_again_by_its_name(tmp_path: Path) -> None:
    names = ("duel v1.2", "duel v1", "duel v1.2.3", "duel", "über 100 % / 3", "con", "COM1", ".hid", "日本", "a" * 300)
    names += ("b" * 119 + ". end", "c" * 118 + "  . end")
    for name in names:
        document = duel()
        document.header.title = name
        path = path_for(tmp_path, name)
        assert not path.exists()
        save_as(path, document)
        assert path.suffix == saves.SUFFIX
        assert not path.stem.endswith((".", " "))
        assert path_for(tmp_path, name) == path
        assert path_for(tmp_path, f"  {name} ") == path
        header = read_header(path)
        assert header is not None
        assert header.title == name
    assert path_for(tmp_path, "duel v1.2").name == "duel v1.2.table"


def titled(folder: Path, name: str) -> Path:
    document = duel()
    document.header.title = name.strip()
    path = path_for(folder, name)
    save_as(path, document)
    return path


def test_names_that_differ_in_case_do_not_overwrite_each_other(tmp_path: Path) -> None:
    paths = [titled(tmp_path, name) for name in ("Duel", "duel", "DUEL")]
    assert len({path.name.casefold() for path in paths}) == 3
    assert [titled(tmp_path, name) for name in ("Duel", "duel", "DUEL")] == paths


def test_a_name_that_looks_like_anothers_second_file_does_not_overwrite_it(tmp_path: Path) -> None:
    titled(tmp_path, "Duel")
    second = titled(tmp_path, "duel")
    assert second.name == "duel (2).table"
    other = titled(tmp_path, "duel (2)")
    assert other != second
    header = read_header(second)
    assert header is not None
    assert header.title == "duel"


def test_a_file_that_cannot_be_read_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "duel.table").write_bytes(b"\x00 not a header")
    assert path_for(tmp_path, "duel").name == "duel (2).table"


@pytest.mark.parametrize("name", ["", "   ", ".", "...", " . "])
def test_a_name_of_nothing_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SaveError, match="needs a name"):
        path_for(tmp_path, name)


def test_the_same_letters_in_another_form_are_the_same_file(tmp_path: Path) -> None:
    composed, apart = "é", "e\u0301"
    assert path_for(tmp_path, composed) == path_for(tmp_path, apart)


@profile(150)
@given(st.lists(st.text(min_size=1), min_size=1, max_size=6))
def test_any_name_makes_a_file_of_its_own_that_can_be_had(names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        found: dict[str, Path] = {}
        for name in names:
            try:
                path = path_for(place, name)
            except SaveError:
                assert not name.strip().strip(". ")
                continue
            assert path.parent == place
            assert path.name == path.name.rstrip(". ")
            assert not set(path.name) & set('<>:"/\\|?*\x00\n')
            path.write_bytes(encode(saves.Header(title=name.strip())) + b"\n")
            found[name.strip()] = path
        assert len({path.name.casefold() for path in found.values()}) == len(found)
        for name, path in found.items():
            if name.encode("utf-8", "replace").decode() == name:
                assert path_for(place, name) == path


def test_the_header_alone_is_read_for_lists(tmp_path: Path) -> None:
    path = titled(tmp_path, "A")
    header = read_header(path)
    assert header is not None
    assert (header.game, header.title, header.seed) == ("duel", "A", 7)
    path.write_bytes(b"[" * 100_000)
    assert read_header(path) is None
