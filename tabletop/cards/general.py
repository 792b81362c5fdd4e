"""A text that is made from a card's fields, as it reads in general: what it says on whatever card, in plain words.

On one card `Level {level} attack.[extra=1:  Then 1 more.]` says one thing; its page says what it may say on any:
"Level ‹level› attack. (on some cards: Then 1 more.)"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_BEGIN = re.compile(r"\[(?:!(?P<gone>[A-Za-z_][\w-]*):|(?P<name>[A-Za-z_][\w-]*)(?P<sign>!?=)[^:\[\]{}]*:)?[ ]?")
_FIELD = re.compile(r"\{([A-Za-z_][\w-]*)(?:\|\w+)?\}")
_SIGNS = {"{[}": "[", "{]}": "]", "{{": "{", "}}": "}"}


@dataclass
class _Choice:
    """A part in brackets: the field that it asks for, whether it is there where the field is not, and its parts."""

    name: str
    without: bool
    parts: list[str | _Choice] = field(default_factory=list)


def in_general(source: str) -> str:
    """What a template says in general. Fields stand as ‹field›; of parts that exclude each other all are named."""
    parts, _ = _read(source, 0, [])
    told = re.sub(r"\(\(([^()]*)\)\)", r"(\1)", _told(parts))
    return re.sub(r" {2,}", " ", told).strip()


def _read(source: str, at: int, fields: list[str]) -> tuple[list[str | _Choice], int]:
    """The parts from `at` up to the bracket that closes them, and where that is; `fields` grows by what they show."""
    parts: list[str | _Choice] = []
    text = ""
    while at < len(source) and source[at] != "]":
        if source[at] == "[" and (begin := _BEGIN.match(source, at)) is not None:
            parts.append(text)
            text = ""
            inside: list[str] = []
            condition = begin["gone"] or begin["name"]
            inner, at = _read(source, begin.end() if condition else begin.start() + 1, inside)
            name = condition or (inside[0] if inside else "")
            parts.append(_Choice(name, bool(begin["gone"]) or begin["sign"] == "!=", inner))
            at += 1
        elif sign := next((sign for sign in _SIGNS if source.startswith(sign, at)), ""):
            text, at = text + _SIGNS[sign], at + len(sign)
        elif (shown := _FIELD.match(source, at)) is not None:
            fields.append(shown[1])
            text, at = f"{text}‹{shown[1].replace('_', ' ')}›", shown.end()
        else:
            text, at = text + source[at], at + 1
    return [*parts, text], at


def _told(parts: list[str | _Choice]) -> str:
    told = ""
    for group in _groups(parts):
        told += group if isinstance(group, str) else _choices(group)
    return told


def _groups(parts: list[str | _Choice]) -> Iterator[str | list[_Choice]]:
    """The parts, with those together that stand side by side and ask for one field."""
    group: list[_Choice] = []
    for part in parts:
        if part == "":
            continue
        if group and (isinstance(part, str) or part.name != group[0].name):
            yield group
            group = []
        if isinstance(part, str):
            yield part
        else:
            group.append(part)
    if group:
        yield group


def _choices(group: list[_Choice]) -> str:
    """One of some parts, of which the card's fields choose."""
    inner = [_told(choice.parts) for choice in group]
    texts = list(dict.fromkeys(plain for text in inner if (plain := _bare(text))))
    if not texts:
        return ""
    before = " " if all(text.startswith(" ") for text in inner if text) else ""
    after = " " if all(text.endswith(" ") for text in inner if text) else ""
    # Where the blank beside the part belongs to the part, the sentence can do without it.
    always = len(group) > 1 and (any(choice.without for choice in group) or not (before or after))
    if len(texts) == 1 and always:
        return f"{before}{texts[0]}{after}"
    lead = "" if always else "on some cards: "
    return f"{before}({lead}{' / '.join(texts)}){after}"


def _bare(text: str) -> str:
    """A text without the blanks, the comma and the brackets around it."""
    text = text.strip().lstrip(", ")
    closed = re.fullmatch(r"\(([^()]*)\)", text)
    return closed[1] if closed is not None else text
