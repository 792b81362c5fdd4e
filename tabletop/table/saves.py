"""Saves: a table written whole under a name, and the journal to which a running game writes every act as it happens.

A program that dies loses at most the act it was writing. The form of both is told in `tabletop.table.document`; reading
is in `tabletop.table.reading`.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

from tabletop.table import files
from tabletop.table.document import (
    FORMAT,
    SUFFIX,
    Document,
    Header,
    Loaded,
    SaveError,
    act_line,
    closed_line,
    digest_line,
    lines,
)
from tabletop.table.files import PART, in_use
from tabletop.table.history import Step, What
from tabletop.table.reading import load, looks_saved, read_header, was_closed

__all__ = [
    "FORMAT", "PART", "SUFFIX", "Document", "Header", "Journal", "Loaded", "SaveError", "in_use", "lines", "load",
    "looks_saved", "path_for", "read_header", "save_as", "was_closed",
]  # fmt: skip

DIGEST_EVERY = 100


def save_as(
    path: Path, document: Document, *, closed: bool = True, ready: Callable[[Path], object] | None = None
) -> None:
    """Write a whole save: beside the old one, then in its place, so that a good save is never lost to a bad one.

    `ready` is given the new file when it is written and not in its place yet. Raises SaveError if the disk is full, the
    folder cannot be written, or the old file is the running game of another window.
    """
    try:
        if told := files.irregular(path):
            raise OSError(errno.EINVAL, told)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = files.begin_beside(path)
        try:
            with os.fdopen(handle, "wb") as file:
                file.writelines(lines(document))
                if closed:
                    file.write(closed_line())
                file.flush()
                os.fsync(file.fileno())
            if ready is not None:
                ready(part)
            part.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                part.unlink()
            raise
    except OSError as fault:
        raise SaveError(f"{path}: could not be saved ({_why(fault)}). {_mend(fault)}") from fault


def in_use_by_another(path: Path) -> SaveError:
    """What is said of a running game that another window, or another program, has open."""
    return SaveError(
        f"{path}: this table is being played in another window. Close it there to go on with it here; to look at it "
        "meanwhile, use `tabletop log` or `tabletop shot`."
    )


class Journal:
    """The save of a running game: every act is appended as it happens.

    What cannot be written is kept and tried again with the next act; `fault` says why, until it is well again. The file
    is locked as long as the game runs: nobody else offers it for resuming or writes to it.
    """

    def __init__(self, path: Path, document: Document) -> None:
        """Raises SaveError if the file is the running game of another window."""
        self.path = path
        self.fault: str | None = None
        self._document = document
        self._at = document.history.at
        self._file: io.FileIO | None = _claimed(path)
        self._size = 0
        self._unwritten = b""
        self.rewrite()
        document.history.listeners.append(self._heard)

    def rewrite(self) -> None:
        """Write the whole table anew, after its header was changed for instance."""
        held: list[io.FileIO] = []
        try:
            self._file = self._file or _claimed(self.path)
            if _REPLACES_OPEN:
                # The new file is locked before it is in its place, so that nobody comes between.
                save_as(self.path, self._document, closed=False, ready=lambda part: held.append(_held(part)))
            else:
                self._drop()
                save_as(self.path, self._document, closed=False)
                held.append(_held(self.path))
        except (OSError, SaveError) as fault:
            for file in held:
                file.close()
            self._drop()
            self._failed(fault)
            return
        self._drop()
        self._file = held[0]
        self._size = os.fstat(self._file.fileno()).st_size
        self._unwritten = b""
        self.fault = None

    def close(self) -> None:
        """Note that the table was left in good order. What could not be written before is tried a last time."""
        with contextlib.suppress(ValueError):
            self._document.history.listeners.remove(self._heard)
        if self._file is None:
            self.rewrite()
        self._append(digest_line(self._document) + closed_line())
        self._drop()

    def _heard(self, what: What, step: Step) -> None:
        self._at += -1 if what == "undo" else 1
        if self._file is None:
            self.rewrite()
            return
        line = act_line(what, step, self._at)
        if what == "step" and self._at % DIGEST_EVERY == 0:
            line += digest_line(self._document)
        self._append(line)

    def _append(self, line: bytes) -> None:
        if self._file is None:
            return
        self._unwritten += line
        try:
            written = self._file.write(self._unwritten)
            if written != len(self._unwritten):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            self._size += written
            self._unwritten = b""
            self.fault = None
        except OSError as fault:
            self._failed(fault)
            try:
                self._file.truncate(self._size)
            except OSError:
                self._drop()

    def _drop(self) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None

    def _failed(self, fault: OSError | SaveError) -> None:
        text = str(fault) if isinstance(fault, SaveError) else f"{self.path}: {_why(fault)}. {_mend(fault)}"
        self.fault = f"The table is not being saved: {text}"


_REPLACES_OPEN = sys.platform != "win32"
"""Whether a file can be put in the place of one that is open."""


def _claimed(path: Path) -> io.FileIO | None:
    """The file that is there already, locked; None where there is none, or none that can be written.

    Raises SaveError if somebody else has it.
    """
    for _ in range(3):
        try:
            if not path.is_file():
                return None
            file = _held(path)
        except OSError:
            return None
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        file.close()  # another one has been put in its place meanwhile
    raise in_use_by_another(path)


def _held(path: Path) -> io.FileIO:
    """A file to which is written at its end, locked. Raises SaveError if somebody else has it."""
    file = io.FileIO(path, "a")
    if not files.lock(file):
        file.close()
        raise in_use_by_another(path)
    return file


def _why(fault: OSError) -> str:
    return fault.strerror or str(fault)


def _mend(fault: OSError) -> str:
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        return "The disk is full: free some space, or save into another folder."
    if fault.errno in (errno.EPERM, errno.EACCES, errno.EROFS):
        return "The folder may not be written: choose another one (--saves DIR)."
    return "Save into another folder (--saves DIR)."


# names of saves


_UNFIT = re.compile(r'^\.|[\x00-\x1f<>:"/\\|?*%]')

_LONGEST = 120
"""Bytes of a name that go into the name of its file, which may have 255 on most disks."""


def path_for(folder: Path, name: str) -> Path:
    """The file for a save of that name: that of the save that has the name already, else one that no save has.

    The name is kept as typed as far as file systems allow. Names that differ only in case, or in what a file system
    does not take, get files of their own. Raises SaveError for a name without a letter.
    """
    title = name.strip()
    typed = unicodedata.normalize("NFC", title)
    stem = _UNFIT.sub(lambda match: f"%{ord(match[0]):02X}", typed.rstrip(". "))
    stem = stem.encode("utf-8", "replace")[:_LONGEST].decode("utf-8", "ignore").rstrip(". ")
    if not stem:
        raise SaveError("A save needs a name: type a letter or a digit at least.")
    if stem.split(".")[0].upper() in _RESERVED:
        stem = f"_{stem}"
    taken: dict[str, Path] = {}
    with contextlib.suppress(OSError):
        taken = {unicodedata.normalize("NFC", path.name).casefold(): path for path in folder.glob(f"*{SUFFIX}")}
    number = 1
    while True:
        wanted = f"{stem}{SUFFIX}" if number == 1 else f"{stem} ({number}){SUFFIX}"
        found = taken.get(wanted.casefold())
        if found is None:
            return folder / wanted
        header = read_header(found)
        if header is not None and header.title == title:
            return found
        number += 1


_RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))}
