"""Titles and texts made from a card's fields: `{field}`, `[optional parts]` and conditions.

The language is told in cardsets/README.md. A template is compiled once into small functions; a source with a mistake
in it is compiled as far as it makes sense, and its `faults` say what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

Fields = Mapping[str, Any]

_Part = Callable[[Fields, Fields, list[str]], str]
"""Gives its text from the fields and from what they show; the names of missing fields are added to the list."""

MAX_DEPTH = 50
"""Brackets deeper than this are kept as they are: no text for people needs them."""

_FIELD = re.compile(r"([A-Za-z_][\w-]*)(?:\|([^{}|]*))?\Z")
_CONDITION = re.compile(
    r"(?:!(?P<gone>[A-Za-z_][\w-]*)|(?P<name>[A-Za-z_][\w-]*)(?P<sign>!?=)(?P<value>[^:\[\]{}]*)):[ ]?"
)


def missing(value: object) -> bool:
    """Whether a field counts as missing: not there, false, or empty. The number 0 is there."""
    return value is None or value is False or value == "" or value == () or value == []


def readable(value: object, word: str = "or") -> str:
    """A field's value as people read it; lists are joined with commas and a last `word`."""
    if isinstance(value, str):
        return value
    if value is True:
        return "yes"
    if value is False or value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, tuple | list):
        parts = [readable(part, word) for part in value]
        return f"{', '.join(parts[:-1])} {word} {parts[-1]}" if len(parts) > 1 else "".join(parts)
    if isinstance(value, dict):
        return ", ".join(f"{key} {readable(part, word)}" for key, part in value.items())
    return str(value)


def holds(value: object, wanted: str) -> bool:
    """Whether a field has the value that a condition writes; of a list, whether it is one of its values."""
    if isinstance(value, tuple | list):
        return any(holds(part, wanted) for part in value)
    if isinstance(value, bool) or value is None:
        return wanted in (("true", "yes") if value else ("false", "no"))
    return readable(value) == wanted


class Template:
    """A compiled template.

    `fields` are the names it speaks of, `faults` what is wrong with its source, `plain` the one field that is all of
    it (the usual title "{name}"), so that callers with ten thousand cards can do without the work.
    """

    __slots__ = ("_parts", "faults", "fields", "plain", "source")

    def __init__(self, source: str) -> None:
        reader = _Reader(source)
        self.source = source
        self._parts = reader.parts(0)
        self.fields: tuple[str, ...] = tuple(dict.fromkeys(reader.fields))
        self.faults: tuple[str, ...] = tuple(dict.fromkeys(reader.faults))
        alone = len(reader.fields) == 1 and source == f"{{{reader.fields[0]}}}"
        self.plain: str | None = reader.fields[0] if alone else None

    def render(self, fields: Fields) -> str:
        """The text for one card; a field that is missing outside all brackets leaves nothing."""
        return self.fill(fields)[0]

    def fill(self, fields: Fields, shown: Fields | None = None) -> tuple[str, tuple[str, ...]]:
        """The text for one card, and the fields that it should have had: those missing outside all brackets.

        `shown` has the values to put in, where those differ from the ones that conditions ask.
        """
        gone: list[str] = []
        text = "".join([part(fields, fields if shown is None else shown, gone) for part in self._parts])
        return text, tuple(dict.fromkeys(gone))


@lru_cache(maxsize=4096)
def template(source: str) -> Template:
    """The compiled template of a source; compiled once. Never raises: see `Template.faults`."""
    return Template(source)


class _Reader:
    """Reads a source from left to right."""

    def __init__(self, source: str) -> None:
        self.fields: list[str] = []
        self.faults: list[str] = []
        self._source = source
        self._at = 0

    def parts(self, depth: int) -> tuple[_Part, ...]:
        """The parts up to the end, or up to the bracket that closes this level."""
        source = self._source
        parts: list[_Part] = []
        text = ""
        while self._at < len(source):
            sign = source[self._at]
            if sign == "[" and depth < MAX_DEPTH:
                self._at += 1
                text = self._flush(parts, text)
                parts.append(self._bracket(depth + 1))
                continue
            if sign == "]" and depth:
                break
            if sign == "]":
                self.faults.append('a "]" without its "["')
            elif sign == "[":
                self.faults.append("brackets lie too deep inside each other")
            elif sign == "{":
                if (escape := source[self._at : self._at + 3]) in ("{[}", "{]}"):
                    text, self._at = text + escape[1], self._at + 3
                    continue
                if source.startswith("{{", self._at):
                    text, self._at = text + "{", self._at + 2
                    continue
                if (part := self._field()) is not None:
                    text = self._flush(parts, text)
                    parts.append(part)
                    continue
            elif sign == "}":
                if source.startswith("}}", self._at):
                    self._at += 1
                else:
                    self.faults.append('a "}" without its "{"')
            text, self._at = text + sign, self._at + 1
        self._flush(parts, text)
        return tuple(parts)

    @staticmethod
    def _flush(parts: list[_Part], text: str) -> str:
        if text:
            parts.append(lambda fields, shown, gone: text)
        return ""

    def _field(self) -> _Part | None:
        """The part for `{field}` or `{field|word}`; None where the brace is only a brace."""
        end = self._source.find("}", self._at)
        match = _FIELD.match(self._source, self._at + 1, end) if end > 0 else None
        if match is None:
            self.faults.append('a "{" that is not the begin of a {field}: write {{ for the sign itself')
            return None
        name, word = match.group(1), match.group(2) or "or"
        if word not in ("or", "and"):
            self.faults.append(f'"{word}" in {match.group().join("{}")}: lists are joined with "or" or "and"')
        self.fields.append(name)
        self._at = end + 1

        def part(fields: Fields, shown: Fields, gone: list[str]) -> str:
            value = shown.get(name)
            if missing(value):
                gone.append(name)
                return ""
            return value if type(value) is str else readable(value, word)

        return part

    def _bracket(self, depth: int) -> _Part:
        """The part in brackets; the opening one is read already."""
        begin = self._at
        condition = _CONDITION.match(self._source, begin)
        if condition is not None:
            self._at = condition.end()
            self.fields.append(condition["gone"] or condition["name"])
        inner = self.parts(depth)
        if self._at < len(self._source):
            self._at += 1
        else:
            self.faults.append('a "[" without its "]"')
        wanted = _condition(condition) if condition is not None else None

        def part(fields: Fields, shown: Fields, gone: list[str]) -> str:
            if wanted is not None and not wanted(fields):
                return ""
            lacking: list[str] = []
            text = "".join([piece(fields, shown, lacking) for piece in inner])
            return "" if lacking else text

        return part


def _condition(match: re.Match[str]) -> Callable[[Fields], bool]:
    if gone := match["gone"]:
        return lambda fields: missing(fields.get(gone))
    name, value, same = match["name"], match["value"].strip(), match["sign"] == "="
    return lambda fields: holds(fields.get(name), value) is same
