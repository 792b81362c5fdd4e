"""The values of a card's fields: what each kind takes, and what a wrong value should have been."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabletop.cards.model import FieldSpec
from tabletop.cards.problems import shown, suggest_or_list
from tabletop.cards.typed import finite, number_hint

Check = Callable[[Any], Any]
"""Takes a TOML value and gives the field's value; raises `Unfit` where it does not fit."""

MAX_DEPTH = 20
"""How deep lists and tables may lie inside each other in a field of the kind "any"."""


class Unfit(Exception):  # noqa: N818 - it is caught where it is told, and is no fault of the program
    """A value that does not fit its field; the loader turns it into a problem."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def check_of(spec: FieldSpec) -> Check:
    """The check for the values of one field."""
    match spec.kind:
        case "number":
            return _number_check(spec.name)
        case "numbers":
            return _numbers_check(spec.name)
        case "bool":
            return _bool_check(spec.name)
        case "words":
            return _words_check(spec.name, spec.values)
        case "text":
            return _text_check(spec.name, spec.values)
        case "any":
            return _any_check(spec.name)


def _number_check(name: str) -> Check:
    def check(value: Any) -> Any:
        if type(value) is int and -(10**15) <= value <= 10**15:
            return value
        if finite(value):
            return value
        raise Unfit(f"{name} wants a number, found {shown(value)}", number_hint(value))

    return check


def _numbers_check(name: str) -> Check:
    def check(value: Any) -> Any:
        if type(value) is list and all(finite(number) for number in value):
            return tuple(value)
        if finite(value):
            return (value,)
        if type(value) is list:
            wrong = next(number for number in value if not finite(number))
            raise Unfit(f"{name} wants numbers, found {shown(wrong)} in its list", number_hint(wrong))
        raise Unfit(f"{name} wants a list of numbers, found {shown(value)}", f"write {name} = [1, 2]")

    return check


def _bool_check(name: str) -> Check:
    def check(value: Any) -> Any:
        if type(value) is bool:
            return value
        likely = {"true": "true", "yes": "true", "1": "true", "false": "false", "no": "false", "0": "false"}
        meant = likely.get(str(value).strip().lower()) if isinstance(value, str | int) else None
        quotes = " without quotes" if isinstance(value, str) else ""
        raise Unfit(f"{name} wants true or false, found {shown(value)}", f"write {meant or 'true or false'}{quotes}")

    return check


def _words_check(name: str, values: tuple[str, ...]) -> Check:
    allowed = frozenset(values)

    def check(value: Any) -> Any:
        if type(value) is str:
            value = (value,)
        elif type(value) is list:
            value = tuple(value)
        else:
            raise Unfit(f"{name} wants a word or a list of words, found {shown(value)}", _quoted_hint(value))
        for word in value:
            if type(word) is not str:
                raise Unfit(f"{name} wants words, found {shown(word)} in its list", _quoted_hint(word))
            if allowed and word not in allowed:
                raise Unfit(f'"{_short(word)}" is no {name}', suggest_or_list(word, values, "possible"))
        return value

    return check


def _text_check(name: str, values: tuple[str, ...]) -> Check:
    allowed = frozenset(values)

    def check(value: Any) -> Any:
        if type(value) is not str:
            raise Unfit(f"{name} wants text, found {shown(value)}", _quoted_hint(value))
        if allowed and value not in allowed:
            raise Unfit(f'"{_short(value)}" is no {name}', suggest_or_list(value, values, "possible"))
        return value

    return check


def _any_check(name: str) -> Check:
    def walk(value: Any, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise Unfit(f"{name} has more than {MAX_DEPTH} lists or tables inside each other", "write it flatter")
        if isinstance(value, list):
            for part in value:
                walk(part, depth + 1)
        elif isinstance(value, dict):
            for part in value.values():
                walk(part, depth + 1)
        elif isinstance(value, bool | str):
            return
        elif not isinstance(value, int | float):
            raise Unfit(f"{name} holds {shown(value)}", "put it in quotes")
        elif not finite(value):
            raise Unfit(f"{name} holds {shown(value)}", number_hint(value))

    def check(value: Any) -> Any:
        walk(value, 0)
        return value

    return check


def _quoted_hint(value: object) -> str:
    if isinstance(value, bool):
        return f'write "{str(value).lower()}" in quotes'
    if isinstance(value, int | float) and finite(value):
        return f'write "{value}" in quotes'
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        return f'write "{_short(value[0])}" without brackets'
    return "write text in quotes"


def _short(word: str) -> str:
    return word if len(word) <= 40 else word[:39] + "…"
