"""What the templates of frames read: a card's fields, parts of them, and words made from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tabletop.cards.model import CardDef, GameDef
from tabletop.cards.text import missing, readable


class FaceFields(Mapping[str, Any]):
    """The fields of a card, and beside them:

    * `name`, `title`, `text`, `id`, `set` (the set's id), `game` (the game's name), `type` (as people read it) and
      `type_id` (the word of the card);
    * `facts`: every field that people can read, as lines "Label: value";
    * parts of a field: `grid_1` is the first value of a list, `acts_power` the value `power` of a table;
    * `grid_sum` the sum of a list of numbers, `teams_count` how many values it has;
    * `power_icons` its words as icons, where there are such; `teams_list` its words with commas between;
      `kind_capital` its text with a capital letter;
    * `name_head` and `name_tail`: what stands before and after its colon; without one there is no head.
    """

    def __init__(self, card: CardDef, game: GameDef | None, icons: frozenset[str]) -> None:
        self._card = card
        self._game = game
        self._icons = icons

    def __getitem__(self, name: str) -> Any:
        value = self.get(name)
        if value is None:
            raise KeyError(name)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(("name", "title", "text", "type", "type_id", "id", "set", "game", *self._card.fields))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def get(self, name: str, default: Any = None) -> Any:
        """A field, a part of one or a computed word; `default` where there is none."""
        value = self._card.fields.get(name)
        if value is None:
            made = _MADE.get(name)
            value = made(self) if made is not None else self._part(name)
        return default if value is None else value

    def words(self, name: str) -> tuple[str, ...]:
        """The values of a field as separate words; a single value counts as one, a table gives its keys."""
        value = self.get(name)
        if missing(value):
            return ()
        if isinstance(value, tuple | list):
            return tuple(readable(part) for part in value)
        return tuple(value) if isinstance(value, Mapping) else (readable(value),)

    def _part(self, name: str) -> Any:
        stem, _, last = name.rpartition("_")
        if not stem:
            return None
        value = self.get(stem)
        if value is None:
            return None
        if last == "icons":
            return " ".join(f"{{{word}}}" if word in self._icons else word for word in self.words(stem))
        if last == "list":
            return ", ".join(self.words(stem))
        if last in ("head", "tail"):
            head, colon, tail = readable(value).partition(": ")
            return (head if colon else None) if last == "head" else tail or head
        if last == "capital":
            text = readable(value)
            return text[:1].upper() + text[1:]
        if isinstance(value, Mapping):
            return value.get(last)
        if isinstance(value, tuple | list):
            if last == "sum":
                return sum(n for n in value if type(n) in (int, float))
            if last == "count":
                return len(value)
            if last.isdecimal() and 0 < int(last) <= len(value):
                return value[int(last) - 1]
        return None

    def _name(self) -> str:
        return self._card.name

    def _title(self) -> str:
        return self._card.title

    def _text(self) -> str:
        return self._card.text

    def _id(self) -> str:
        return self._card.id

    def _set(self) -> str:
        return self._card.id.partition("/")[0]

    def _game_name(self) -> str:
        return self._game.name if self._game is not None else ""

    def _type_id(self) -> str:
        return self._card.type

    def _type(self) -> str:
        spec = self._game.types.get(self._card.type) if self._game is not None else None
        return spec.name if spec is not None else self._card.type.capitalize()

    def _facts(self) -> str:
        lines: list[str] = []
        specs = self._game.fields if self._game is not None else {}
        for name, value in self._card.fields.items():
            if missing(value) or isinstance(value, Mapping) or _holds_tables(value):
                continue
            spec = specs.get(name)
            label = spec.label if spec is not None else name.replace("_", " ").capitalize()
            lines.append(label if value is True else f"{label}: {readable(value, 'and')}")
        return "\n".join(lines)


_MADE: dict[str, Callable[[FaceFields], str]] = {
    "name": FaceFields._name, "title": FaceFields._title, "text": FaceFields._text, "id": FaceFields._id,
    "set": FaceFields._set, "game": FaceFields._game_name, "type": FaceFields._type, "type_id": FaceFields._type_id,
    "facts": FaceFields._facts,
}  # fmt: skip


def _holds_tables(value: object) -> bool:
    return isinstance(value, tuple | list) and any(isinstance(part, Mapping | tuple | list) for part in value)
