"""Files as all parts of the program touch them: only regular ones are read, what is written comes beside the old file
and then in its place, and a file that is in use is locked, so that no second program writes to it.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import secrets
import stat
import sys
import time
from pathlib import Path
from typing import IO

PART = ".part"
"""What a file is called while it is being written."""

_KINDS = (
    (stat.S_ISDIR, "it is a folder, not a file"),
    (stat.S_ISFIFO, "it is a pipe, not a file"),
    (stat.S_ISSOCK, "it is a socket, not a file"),
    (lambda _: True, "it is a device, not a file"),
)


def irregular(path: Path) -> str:
    """Why what lies at a path cannot be read as a file: a folder, a pipe, a device; "" for a file, or for nothing."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return ""
    return "" if stat.S_ISREG(mode) else next(told for fits, told in _KINDS if fits(mode))


def why(fault: Exception) -> str:
    """What went wrong with a file, in words for people: without the number of the error and the path."""
    return (fault.strerror if isinstance(fault, OSError) else None) or str(fault)


def open_file(path: Path) -> IO[bytes]:
    """Open a file for reading. Raises OSError, also for what is no regular file: a device has no end, a pipe may never
    have a beginning.
    """
    if told := irregular(path):
        raise OSError(errno.EISDIR if path.is_dir() else errno.EINVAL, told)
    return path.open("rb")


def read_bytes(path: Path) -> bytes:
    """All that is in a file. Raises OSError, also for what is no regular file."""
    with open_file(path) as file:
        return file.read()


def read_text(path: Path) -> str:
    """The text of a file in UTF-8. Raises OSError, also for what is no regular file, and UnicodeDecodeError."""
    return read_bytes(path).decode("utf-8-sig").replace("\r\n", "\n")


# writing


def begin_beside(path: Path) -> tuple[int, Path]:
    """A new file beside the one at `path`, to be written and then put in its place: its handle and its path. It may be
    read by those who may read the old file; a new one by those who may read the user's other new files.
    """
    while True:
        part = path.parent / f".{secrets.token_hex(6)}{PART}"
        with contextlib.suppress(FileExistsError):
            handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
            break
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.fchmod(handle, stat.S_IMODE(path.stat().st_mode))
    return handle, part


def write_whole(path: Path, data: bytes) -> None:
    """Write a file beside the old one and put it in its place. Raises OSError; the old one stays then."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, part = begin_beside(path)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


# files in use

_FAR = 0x7FFF_FFF0
"""Where the locked byte is on Windows: others may not read a locked byte, and no save is as long as that."""

_TRIES = 5
"""Somebody who only asks whether a file is locked holds it for a moment himself."""


def lock(file: io.FileIO) -> bool:
    """Lock an open file until it is closed; False if another program, or another part of this one, has it locked. On
    disks that know no locks nothing is ever locked.
    """
    for trial in range(_TRIES):
        if _locked_now(file):
            return True
        if trial < _TRIES - 1:
            time.sleep(0.005)
    return False


def in_use(path: Path) -> bool:
    """Whether somebody has locked a file."""
    if irregular(path):
        return False
    try:
        with io.FileIO(path, "r") as file:
            return not lock(file)
    except (OSError, ValueError):
        return False


if sys.platform == "win32":
    import msvcrt

    def _locked_now(file: io.FileIO) -> bool:
        try:
            file.seek(_FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as fault:
            return fault.errno not in _HELD
        return True

else:
    import fcntl

    def _locked_now(file: io.FileIO) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            return fault.errno not in _HELD
        return True


_HELD = (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK)
