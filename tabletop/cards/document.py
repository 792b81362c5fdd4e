"""TOML files as people write them: read with a plain word on what is wrong, and with the lines of their keys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import tomli

from tabletop.cards.problems import Problem, Severity
from tabletop.table import files

MAX_BYTES = 64 * 2**20
"""Larger files are refused: no card set comes near, and reading one would stop the program for minutes."""

CARD_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*card[ \t]*\]\]", re.MULTILINE)
TABLE_HEADER = re.compile(r"^[ \t]*\[[^\[\]=,]+\][ \t]*(?:#.*)?$", re.MULTILINE)
"""Header lines at which a part of a file begins that can be left out without the others."""

Key = str | int
"""A step to a place in a document: a key, or a number in an array of tables."""


class Document:
    """One TOML file: its data, and the problems found in it so far.

    `data` is empty when the file cannot be read at all; `problems` then says why. With `part`, a pattern for the
    header lines that begin a part of their own, a part with a syntax error is left out and the others are kept.
    """

    def __init__(self, path: Path, part: re.Pattern[str] | None = None) -> None:
        self.path = path
        self.data: dict[str, Any] = {}
        self.problems: list[Problem] = []
        self.readable = False
        self._text = ""
        self._lines: dict[tuple[Key, ...], int] | None = None
        text = self._read()
        if text is not None:
            self._text = text
            self._parse(part)

    def error(self, message: str, at: Sequence[Key] = (), *, hint: str = "", card: str | None = None,
              key: str | None = None, line: int | None = None) -> None:  # fmt: skip
        """Notes that a part of the file cannot be used; `at` leads to the place, from which line and key are told."""
        self._note("error", message, at, hint, card, key, line)

    def warn(self, message: str, at: Sequence[Key] = (), *, hint: str = "", card: str | None = None,
             key: str | None = None, line: int | None = None) -> None:  # fmt: skip
        """Notes something that looks like a mistake but loses nothing that can be used."""
        self._note("warning", message, at, hint, card, key, line)

    def line(self, at: Sequence[Key]) -> int | None:
        """The line of a key or table, or of the nearest thing around it; None where the file itself is meant."""
        if self._lines is None:
            self._lines = lines_of(self._text)
        for length in range(len(at), 0, -1):
            if (line := self._lines.get(tuple(at[:length]))) is not None:
                return line
        return None

    def _note(self, severity: Severity, message: str, at: Sequence[Key], hint: str, card: str | None,
              key: str | None, line: int | None) -> None:  # fmt: skip
        if key is None and at and card is None:
            key = dotted(at)
        elif key is None and len(at) > 2:
            key = dotted(at[2:])
        if line is None and at:
            line = self.line(at)
        self.problems.append(Problem(self.path, line, card, key, message, hint, severity))

    def _read(self) -> str | None:
        try:
            if self.path.stat().st_size > MAX_BYTES:
                self.error(f"the file is larger than {MAX_BYTES // 2**20} MB", hint="split it into several files")
                return None
            raw = files.read_bytes(self.path)
        except FileNotFoundError:
            self.error("there is no such file")
            return None
        except IsADirectoryError:
            self.error("this is a folder, not a file")
            return None
        except (OSError, ValueError) as fault:  # ValueError: a path with a null character
            reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
            self.error(f"cannot be read: {reason}")
            return None
        try:
            return raw.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as fault:
            line = raw.count(b"\n", 0, fault.start) + 1
            self.error("not UTF-8 text", line=line, hint="save the file in the encoding UTF-8")
            return None

    def _parse(self, part: re.Pattern[str] | None) -> None:
        try:
            self.data = tomli.loads(self._text)
        except (ValueError, RecursionError) as fault:
            if part is None or not self._leave_out_broken(part):
                self._syntax(fault, self._text, 0)
                return
        self.readable = True

    def _syntax(self, fault: Exception, text: str, before: int) -> None:
        """Notes a syntax error in a part of the file that begins `before` lines after the file's start."""
        line = getattr(fault, "lineno", None)
        message, hint = explain_syntax(fault)
        if message.endswith(_ENDLESS):
            line = _line_of_open_quote(text) or line
        self.error(message, line=before + line if isinstance(line, int) else before + 1 if before else None, hint=hint)

    def _leave_out_broken(self, part: re.Pattern[str]) -> bool:
        """Reads the parts one by one and blanks those that cannot be read; whether the rest can be read as a whole."""
        starts = [0, *(match.start() for match in part.finditer(self._text) if match.start())]
        faults: list[tuple[Exception, str, int]] = []
        good: list[str] = []
        line = 0
        for start, end in zip(starts, [*starts[1:], len(self._text)], strict=True):
            text = self._text[start:end]
            try:
                tomli.loads(text)
            except (ValueError, RecursionError) as fault:
                faults.append((fault, text, line))
                good.append("\n" * text.count("\n"))
            else:
                good.append(text)
            line += text.count("\n")
        rest = "".join(good)
        try:
            data = tomli.loads(rest)
        except (ValueError, RecursionError):
            return False
        if not faults:
            return False
        self.data, self._text = data, rest
        for broken, text, before in faults:
            self._syntax(broken, text, before)
        return True


_ENDLESS = "a text begins here and never ends"

_SYNTAX = (
    ("Invalid value", "a value is missing or not understood", 'text stands in straight quotes: key = "text"'),
    ("Unterminated string", _ENDLESS, "put the closing quotes at its end"),
    ("Expected \"'''\"", _ENDLESS, "put the closing ''' at its end"),
    ("Illegal character '\\n'", "a text is not closed on its line", 'close it with ", or write long text in """ """'),
    ("Illegal character '\\r'", "a line ends in a way that TOML does not know", "save the file with plain line ends"),
    ("Unescaped '\\'", "a text holds a single \\", "write \\\\, or put the text in single quotes: 'C:\\cards'"),
    ("Cannot overwrite a value", "the same key is given twice", "keep one of the two"),
    ("Cannot declare", "the same table is begun twice", "cards are written [[card]], each other table only once"),
    ("Cannot mutate", "a table that was closed is continued", "write all its keys in one place"),
    ("Cannot redefine", "the same table is begun twice", "write all its keys in one place"),
    ("Duplicate inline table key", "the same key is given twice", "keep one of the two"),
    ("Expected '='", "a key without a value",
     'write key = value; keys with spaces or accents need quotes: "my key" = 1'),
    ("Expected newline", "something follows where the line should end",
     'a " inside a text is written \\", and only one key = value stands on a line'),
    ("Expected ']'", "a table's header is not closed", "write [name] or [[name]]"),
    ("Invalid initial character", "a key begins with a character that needs quotes", 'write "the key" = value'),
    ("Invalid statement", "this is neither key = value nor [table]",
     'keys with spaces or accents need quotes: "my key" = 1'),
    ("Unclosed array", "a list is not closed", "put ] at its end and commas between its values"),
    ("Unclosed inline table", "a table in braces is not closed", "put } at its end and commas between its keys"),
    ("Exceeds the limit", "a number is too long", "write a shorter one"),
    ("Illegal character", "a character that TOML does not allow here", "remove it"),
)  # fmt: skip


def explain_syntax(fault: Exception) -> tuple[str, str]:
    """What a fault of the TOML reader means in plain words, and how to mend it."""
    if isinstance(fault, RecursionError):
        return "lists or tables lie too deep inside each other", "write them flatter"
    said = str(getattr(fault, "msg", fault))
    for start, message, hint in _SYNTAX:
        if said.startswith(start):
            return f"not valid TOML: {message}", hint
    return f"not valid TOML: {said[:1].lower()}{said[1:]}", ""


_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def dotted(at: Sequence[Key]) -> str:
    """A place as TOML writes it, numbers of arrays counted from 1: 'zones 3.sight', 'sections.main."core/kick"'."""
    text = ""
    for step in at:
        if isinstance(step, int):
            text += f" {step + 1}"
        else:
            text += ("." if text else "") + (step if _BARE.match(step) else f'"{step}"' if len(at) > 1 else step)
    return text.strip()


_TOKEN = re.compile(
    r"""(?P<space>[ \t]+|\#[^\n]*)
      | (?P<newline>\n)
      | (?P<string>\"{3}(?:[^\\\"]|\\.|\"(?!\"\"))*\"{3,5} | '{3}(?:[^']|'(?!''))*'{3,5}
                 | \"(?:[^\\\"\n]|\\.)*\" | '[^'\n]*')
      | (?P<mark>[\[\]{},=.])
      | (?P<bare>[^\s\[\]{},=.\#\"']+)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)


def _line_of_open_quote(text: str) -> int | None:
    """The line of the first quote that nothing closes."""
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "other" and match.group() in "\"'":
            return text.count("\n", 0, match.start()) + 1
    return None


def lines_of(text: str) -> dict[tuple[Key, ...], int]:
    """The line (from 1) of every key and table of a TOML text.

    Text that only looks like a key (inside long texts, lists, comments) is not mistaken for one. Keys in tables in
    braces have their own lines too. The text need not be valid: what can be told is told.
    """
    return _LineReader(text).read()


class _LineReader:
    """Walks over a TOML text token by token and keeps the line of each key."""

    def __init__(self, text: str) -> None:
        self.lines: dict[tuple[Key, ...], int] = {}
        self._tokens = _TOKEN.finditer(text)
        self._line = 1
        self._counts: dict[tuple[Key, ...], int] = {}
        self._back: tuple[str, str, int] | None = None

    def read(self) -> dict[tuple[Key, ...], int]:
        with suppress(RecursionError):  # tables in tables in tables: what was read so far will do
            self._read()
        return self.lines

    def _read(self) -> None:
        table: tuple[Key, ...] = ()
        while (token := self._next()) is not None:
            kind, word, line = token
            if kind == "newline":
                continue
            if word == "[" and kind == "mark":
                table = self._header(line)
                continue
            self._back = token
            self._pair(table, "\n")

    def _next(self) -> tuple[str, str, int] | None:
        """The next token that means something, with the line on which it begins."""
        if self._back is not None:
            token, self._back = self._back, None
            return token
        for match in self._tokens:
            kind, word, line = match.lastgroup or "other", match.group(), self._line
            if kind == "newline":
                self._line += 1
            elif kind == "string":
                self._line += word.count("\n")
            elif kind == "space":
                continue
            return kind, word, line
        return None

    def _header(self, line: int) -> tuple[Key, ...]:
        names: list[str] = []
        depth, array = 1, False
        while (token := self._next()) is not None:
            kind, word, _ = token
            if kind == "newline":
                break
            if kind == "mark" and word == "[":
                depth, array = depth + 1, True
            elif kind == "mark" and word == "]":
                depth -= 1
                if not depth:
                    break
            elif kind in ("bare", "string"):
                names.append(plain(word))
        for length in range(1, len(names)):  # [a.b] makes the table a too
            self.lines.setdefault(self._resolve(names[:length]), line)
        table = self._resolve(names[:-1]) + tuple(names[-1:])
        if array:
            self._counts[table] = number = self._counts.get(table, -1) + 1
            self.lines.setdefault(table, line)
            table = (*table, number)
        self.lines.setdefault(table, line)
        return table

    def _resolve(self, names: Sequence[str]) -> tuple[Key, ...]:
        """The place that table names lead to: for arrays of tables their last table so far."""
        at: tuple[Key, ...] = ()
        for name in names:
            at = (*at, name)
            if at in self._counts:
                at = (*at, self._counts[at])
        return at

    def _pair(self, table: tuple[Key, ...], stop: str) -> None:
        """Reads `key = value` up to and with the line's end, or up to a comma or brace of the table around it."""
        at, first = table, 0
        while (token := self._next()) is not None:
            kind, word, line = token
            if word == "=" and kind == "mark":
                break
            if kind == "newline" or (kind == "mark" and word in ",}"):
                self._back = token if stop != "\n" else None
                return
            if kind in ("bare", "string"):
                at, first = (*at, plain(word)), first or line
                self.lines.setdefault(at, line)
        self._value(at, stop)

    def _value(self, at: tuple[Key, ...], stop: str) -> None:
        depth, number = 0, 0
        while (token := self._next()) is not None:
            kind, word, _ = token
            if kind == "newline":
                if not depth and stop == "\n":
                    return
            elif kind == "mark" and word == "[":
                depth += 1
            elif kind == "mark" and word == "]" and depth:
                depth -= 1
            elif kind == "mark" and word == "{":
                self._inline((*at, number) if depth == 1 else at, depth <= 1)
                number += 1
            elif not depth and stop != "\n" and kind == "mark" and word in ",}":
                self._back = token
                return

    def _inline(self, at: tuple[Key, ...], keep: bool) -> None:
        """Reads a table in braces; the opening brace is read already."""
        lines = self.lines
        if keep:
            lines.setdefault(at, self._line)
        else:
            self.lines = {}
        while (token := self._next()) is not None:
            kind, word, _ = token
            if kind == "mark" and word == "}":
                break
            if kind == "newline" or (kind == "mark" and word == ","):
                continue
            self._back = token
            self._pair(at, "}")
        self.lines = lines


def plain(word: str) -> str:
    """A key without its quotes."""
    if word[:1] in "\"'":
        try:
            return next(iter(tomli.loads(f"{word} = 0")))
        except ValueError:
            return word.strip(word[0])
    return word
