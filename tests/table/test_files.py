"""Files: regular ones only; the user's file mode; locks."""

from __future__ import annotations

import io
import os
import socket
import stat
from pathlib import Path

import pytest

from tabletop.cards.document import Document as Toml
from tabletop.cards.pictures import load_picture
from tabletop.cards.problems import Problem
from tabletop.table import files, saves
from tabletop.table.document import Document
from tabletop.ui import keys, settings

posix = pytest.mark.skipif(os.name != "posix", reason="pipes and file modes are those of POSIX")


def odd_paths(folder: Path) -> list[tuple[Path, str]]:
    """A path of each kind that is no file, and the word for it."""
    pipe, door = folder / "pipe", folder / "door"
    os.mkfifo(pipe)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(door))
    listener.close()
    return [(pipe, "a pipe"), (door, "a socket"), (folder, "a folder"), (Path("/dev/zero"), "a device")]


@posix
def test_what_is_no_file_is_refused_wherever_a_file_is_read(tmp_path: Path) -> None:
    for path, word in odd_paths(tmp_path):
        assert word in files.irregular(path)
        with pytest.raises(OSError, match=word):
            files.read_bytes(path)
        with pytest.raises(saves.SaveError, match=word):
            saves.load(path)
        assert saves.read_header(path) is None
        assert not saves.looks_saved(path)
        assert not saves.in_use(path)
        assert "folder" in str(Toml(path).problems) or word in str(Toml(path).problems)
        found = load_picture(path, path.parent)
        assert isinstance(found, Problem)
        assert word in found.message or "is a folder" in found.message
        for told in (settings.load(path)[1], keys.load(path).problems[0]):
            assert word in told
            assert "Errno" not in told
        if word != "a folder":
            with pytest.raises(saves.SaveError, match=word):
                saves.save_as(path, Document.new())


def test_what_is_not_there_is_not_irregular(tmp_path: Path) -> None:
    assert files.irregular(tmp_path / "nothing") == ""
    assert not files.in_use(tmp_path / "nothing")
    with pytest.raises(FileNotFoundError):
        files.read_bytes(tmp_path / "nothing")


@posix
def test_a_new_file_may_be_read_as_the_users_other_files(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        path = tmp_path / "a.table"
        saves.save_as(path, Document.new())
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        journal = saves.Journal(tmp_path / "b.table", Document.new())
        assert stat.S_IMODE(journal.path.stat().st_mode) == 0o640
        journal.close()
        path.chmod(0o604)
        saves.save_as(path, Document.new())
        assert stat.S_IMODE(path.stat().st_mode) == 0o604, "what was chosen for a file stays"
        files.write_whole(tmp_path / "settings.toml", b"x")
        assert stat.S_IMODE((tmp_path / "settings.toml").stat().st_mode) == 0o640
    finally:
        os.umask(old)


def test_a_lock_is_held_until_its_file_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"abc")
    with io.FileIO(path, "a") as file:
        assert files.lock(file)
        assert files.in_use(path)
        with io.FileIO(path, "a") as other:
            assert not files.lock(other)
        file.write(b"d")
        assert path.read_bytes() == b"abcd", "others may read it"
    assert not files.in_use(path)
