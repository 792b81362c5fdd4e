"""Finding cards: one query language for the cards of every game, and an index that answers at once.

A query is terms with blanks between them; a card is found when all of them hold:

* `claws` a word that begins so, anywhere on the card: name, type, text, words, and all its fields, however deep;
* `"heavy claws"` these words one after the other, whole;
* `power:fighting` a word that begins so in a field; `name:`, `title:`, `type:`, `set:`, `text:`, `words:` and `id:` are
  on every card. `code:` alone finds cards that have the field;
* `level>=6`, `level=6` a number compared (`<`, `<=`, `=`, `>=`, `>`); `code=AE` the whole value, no more;
* `-power:energy` what is not to be.

Case, accents and punctuation count for nothing. A field of nested values is reached by its keys too: `grid.energy>=6`.
The names of fields are those of the game's table.toml, with what it gives there as `also` and `parts`.
"""

from __future__ import annotations

import operator
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletop.cards.model import CardDef, FieldSpec, GameDef, SetDef
from tabletop.cards.problems import suggest

COMMON = ("name", "title", "type", "set", "text", "words", "id")
"""What can be asked of every card, whatever its game."""

_TERM = re.compile(
    r'(?P<no>-?)(?:(?P<field>[^\W\d][\w.]*)(?P<sign>:?(?:>=|<=|>|<|=)|:))?'
    r'(?:"(?P<quoted>[^"]*)(?P<end>"?)|(?P<word>\S*))'
)  # fmt: skip
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "=": operator.eq,
}  # fmt: skip
_NUMBER = re.compile(r"[+-]?\d{1,15}(?:\.\d{1,15})?\Z")
_YES, _NO = frozenset(("yes", "true", "1")), frozenset(("no", "false", "0"))
_ASCII = {code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)}


class QueryError(ValueError):
    """A query that cannot be answered; the message says why, and the mend."""


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a query. `field` is "" for words anywhere, `sign` "" where nothing is compared; `whole` asks for
    whole words.
    """

    value: str
    field: str = ""
    sign: str = ""
    negated: bool = False
    whole: bool = False


def parse(query: str) -> tuple[Term, ...]:
    """The terms of a query. Never fails: whether the fields are there, and the numbers numbers, an index says.

    A quote that is not closed yet goes to the end, so that a query can be typed letter by letter.
    """
    terms: list[Term] = []
    at = 0
    while at < len(query):
        if query[at].isspace():
            at += 1
            continue
        found = _TERM.match(query, at)
        if found is None or found.end() == at:
            at += 1
            continue
        at = found.end()
        quoted = found["quoted"]
        value = found["word"] if quoted is None else quoted
        field = found["field"] or ""
        sign = (found["sign"] or "").lstrip(":")
        if not field and not folded(value):
            continue  # a lone "-", a quote just begun
        terms.append(Term(value, field, sign, bool(found["no"]), found["end"] == '"'))
    return tuple(terms)


def folded(text: str) -> str:
    """The words of a text without case, accents and punctuation, one blank between them; symbols such as suits stay."""
    if text.isascii():
        return " ".join(text.translate(_ASCII).split())
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    kept = (
        c if c.isalnum() or unicodedata.category(c) == "So" else "" if unicodedata.combining(c) else " " for c in plain
    )
    return " ".join("".join(kept).split())


class Finder:
    """An index over some cards, made once.

    `game` names the fields (None: only those that the cards have), `sets` the names of the card sets.
    """

    def __init__(
        self, cards: Sequence[CardDef], game: GameDef | None = None, sets: Mapping[str, SetDef] | None = None
    ) -> None:
        self.cards = tuple(cards)
        self._game = game
        self._sets = sets or {}
        specs: dict[str, FieldSpec] = dict(game.fields) if game is not None else {}
        for card in self.cards:
            for name in card.fields:
                if name not in specs:
                    specs[name] = FieldSpec(name, "any", name)
        self._specs = specs
        self._names = _names(specs)
        self._columns: dict[str, list[str]] = {}
        self._values: dict[str, list[tuple[Any, ...]]] = {}
        self._all = [self._hay(card) for card in self.cards]

    @property
    def fields(self) -> tuple[str, ...]:
        """The names that a term may begin with, as an error lists them."""
        declared = [name for spec in self._specs.values() for name in (*spec.also, *spec.parts)]
        return tuple(dict.fromkeys((*COMMON, *self._specs, *declared)))

    def find(self, query: str) -> list[CardDef]:
        """The cards that a query finds, in their order. Raises QueryError."""
        return [self.cards[at] for at in self.places(query)]

    def places(self, query: str) -> list[int]:
        """Like `find`: their places in `cards`. Raises QueryError."""
        found = list(range(len(self.cards)))
        # All terms are looked at even where nothing is left, so that a wrong field is always told.
        for test, negated in [(self._test(term), term.negated) for term in parse(query)]:
            found = [at for at in found if test(at) is not negated]
        return found

    # one term

    def _test(self, term: Term) -> Callable[[int], bool]:
        needle = f" {folded(term.value)}"
        if term.whole:
            needle += " "
        if not term.field:
            everything = self._all
            return lambda at: needle in everything[at]
        path = self._path(term)
        if term.sign in ("", "="):
            spec = self._specs.get(path)
            word = folded(term.value)
            if spec is not None and spec.kind == "bool" and word in _YES | _NO:
                flags, wanted = self._raw(path), word in _YES
                return lambda at: (True in flags[at]) is wanted
        if not term.sign:
            column = self._column(path)
            if not needle.strip():
                return lambda at: column[at] != ""
            return lambda at: needle in column[at]
        compare = _COMPARE[term.sign]
        raw = self._raw(path)
        if not _NUMBER.match(term.value):
            if term.sign != "=":
                asked = f"{term.field}{term.sign}"
                raise QueryError(f'"{asked}{_short(term.value)}" wants a number: write {asked}6')
            exact = folded(term.value)
            return lambda at: any(folded(each) == exact for each in raw[at] if isinstance(each, str))
        number = float(term.value)
        return lambda at: any(
            compare(each, number) if isinstance(each, int | float) else term.sign == "=" and each == term.value
            for each in raw[at] if not isinstance(each, bool)
        )  # fmt: skip

    def _path(self, term: Term) -> str:
        """The field that a term means, with the keys inside it: "grid.energy"."""
        head, dot, rest = term.field.casefold().partition(".")
        path = self._names.get(head)
        if path is not None:
            return path + dot + rest
        near = suggest(head, self._names)
        told = f'there is no field "{_short(term.field)}"{"; " + near if near else ""}'
        raise QueryError(f"{told}{' The' if near else '; the'} fields are {', '.join(self.fields)}.")

    # what the cards hold

    def _raw(self, path: str) -> list[tuple[Any, ...]]:
        """Each card's single values of a field."""
        values = self._values.get(path)
        if values is None:
            values = self._values[path] = [tuple(_leaves(self._value(card, path))) for card in self.cards]
        return values

    def _column(self, path: str) -> list[str]:
        """Each card's words of a field, with a blank before and after; "" without any."""
        column = self._columns.get(path)
        if column is None:
            column = self._columns[path] = [
                _hay(" / ".join(_words(self._value(card, path)))) for card in self.cards
            ]
        return column

    def _value(self, card: CardDef, path: str) -> Any:
        head, *keys = path.split(".")
        spec = self._specs.get(head)
        value: Any = card.fields.get(head)
        for key in keys:
            if isinstance(value, Mapping):
                value = next((part for name, part in value.items() if folded(str(name)) == folded(key)), None)
            elif isinstance(value, list | tuple) and spec is not None and key in spec.parts[: len(value)]:
                value = value[spec.parts.index(key)]
            else:
                value = None
        if not keys and head in COMMON:
            common = self._common(card, head)
            # A game may have a field of that name as well: "set" of OverPower is also the set of a Mission.
            return common if value is None else [common, value]
        return value

    def _common(self, card: CardDef, name: str) -> Any:
        match name:
            case "type":
                kind = self._game.types.get(card.type) if self._game is not None else None
                return [card.type, kind.name] if kind is not None else [card.type]
            case "set":
                set_id = card.id.partition("/")[0]
                head = self._sets.get(set_id)
                return [set_id, head.name] if head is not None else [set_id]
        return getattr(card, name)

    def _hay(self, card: CardDef) -> str:
        parts = [card.title, card.text, *card.words, *self._common(card, "type")]
        if not card.title.startswith(card.name):
            parts.append(card.name)
        for name, value in card.fields.items():
            if value is True:
                parts.append(self._specs[name].label)
            else:
                parts.extend(_words(value))
        return _hay(" / ".join(parts))


def _names(specs: Mapping[str, FieldSpec]) -> dict[str, str]:
    """What a term may call a field, in small letters: its name, label, other names, and those of its parts."""
    names = {name: name for name in COMMON}
    for name in specs:
        names.setdefault(name.casefold(), name)
    for name, spec in specs.items():
        for other in spec.also:
            names.setdefault(other.casefold(), name)
        for part in spec.parts:
            names.setdefault(part.casefold(), f"{name}.{part}")
    for name, spec in specs.items():
        names.setdefault(folded(spec.label).replace(" ", "_"), name)
    return names


def _hay(text: str) -> str:
    words = folded(text)
    return f" {words} " if words else ""


def _leaves(value: Any) -> Iterator[Any]:
    """The single values in a value, however deep; the keys of tables are among them."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield str(key)
            yield from _leaves(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _leaves(part)
    elif value is not None:
        yield value


def _words(value: Any) -> Iterator[str]:
    for each in _leaves(value):
        if isinstance(each, bool):
            yield "yes" if each else "no"
        elif isinstance(each, float) and each.is_integer():
            yield str(int(each))
        else:
            yield str(each)


def _short(word: str) -> str:
    return word if len(word) <= 40 else word[:39] + "…"
