"""Getting what can be had out of damaged data: values of the wrong type, and JSON that is broken."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

import msgspec

S = TypeVar("S", bound=msgspec.Struct)

LOST = object()
"""What is left of a value in which there is nothing to be had."""


def rescue(data: Any, kind: type[S]) -> tuple[S | None, int]:
    """What can be had of a struct, and how many values in it could not be read. None if nothing makes sense."""
    lost: list[str] = []
    found = _rescued(data, kind, lost)
    return (None if found is LOST else found), len(lost)


def convert(data: Any, kind: Any, *, strict: bool = True) -> Any:
    """A value of that type, or LOST."""
    try:
        return msgspec.convert(data, kind, strict=strict, str_keys=True)
    except (msgspec.ValidationError, ValueError, OverflowError, RecursionError):
        return LOST


def _rescued(data: Any, kind: Any, lost: list[str]) -> Any:
    found = convert(data, kind)
    if found is not LOST:
        return found
    origin, args = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(data, dict):
        return _struct(data, kind, lost)
    if origin is dict and isinstance(data, dict):
        entries: dict[Any, Any] = {}
        for key, value in data.items():
            name, entry = convert(key, args[0], strict=False), _rescued(value, args[1], lost)
            if name is not LOST and entry is not LOST:
                entries[name] = entry
        return entries
    if origin in (list, tuple) and isinstance(data, (list, tuple)):
        listed = [_rescued(value, args[0], lost) for value in data]
        return origin(value for value in listed if value is not LOST)
    if origin in (Union, UnionType) and NoneType in args and len(args) == 2:
        return _rescued(data, args[0] if args[1] is NoneType else args[1], lost)
    # Of an operation there is nothing to be had: half of it would do something else than the whole.
    lost.append(str(kind))
    return LOST


def _struct(data: dict[str, Any], kind: type[msgspec.Struct], lost: list[str]) -> Any:
    values: dict[str, Any] = {}
    for part in msgspec.structs.fields(kind):
        if part.encode_name in data:
            found = _rescued(data[part.encode_name], part.type, lost)
            if found is not LOST:
                values[part.name] = found
        if part.name not in values and part.required:
            if part.type is not str:
                lost.append(kind.__name__)
                return LOST
            values[part.name] = ""
    return kind(**values)


def objects(row: bytes, start: str) -> Iterator[Any]:
    """Every whole JSON object in a broken line that begins like that."""
    text = row.decode("utf-8", "replace")
    decoder = json.JSONDecoder()
    at = text.find(start)
    while at >= 0:
        try:
            found, end = decoder.raw_decode(text, at)
            yield found
        except (ValueError, RecursionError):
            end = at + 1
        at = text.find(start, end)


def entries(row: bytes, names: list[str]) -> dict[str, Any]:
    """What can be had of the objects and lists of these names in a broken line, which come in that order."""
    text = row.decode("utf-8", "replace")
    starts: list[tuple[str, int]] = []
    at = 0
    for name in names:
        match = re.compile(rf'"{name}":(?=[{{\[])').search(text, at)
        if match is not None:
            at = match.end()
            starts.append((name, at))
    found: dict[str, Any] = {}
    ends = [begin for _, begin in starts[1:]]
    for (name, begin), end in zip(starts, [*ends, len(text)], strict=False):
        part = text[begin:end]
        found[name] = dict(_pairs(part)) if part[0] == "{" else list(objects(part.encode(), '{"id":'))
    return found


_KEY = re.compile(r'"((?:[^"\\]|\\.)*)":')


def _pairs(text: str) -> Iterator[tuple[str, Any]]:
    decoder = json.JSONDecoder()
    match = _KEY.search(text)
    while match is not None:
        end = match.end()
        try:
            value, end = decoder.raw_decode(text, end)
            yield str(json.loads(f'"{match[1]}"')), value
        except (ValueError, RecursionError):
            pass
        match = _KEY.search(text, end)


def text(row: bytes, name: str) -> str | None:
    """The text of that name in a broken line."""
    match = re.search(rf'"{name}":("(?:[^"\\]|\\.)*")', row.decode("utf-8", "replace"))
    if match is None:
        return None
    try:
        return str(json.loads(match[1]))
    except ValueError:
        return None
