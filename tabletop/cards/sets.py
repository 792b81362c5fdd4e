"""Card sets from TOML: every card checked against its game, and a bad one told without losing the others."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tabletop.cards.document import CARD_HEADER, Document
from tabletop.cards.fields import Check, Unfit, check_of
from tabletop.cards.games import COMMON_KEYS, IMAGES_FOLDER
from tabletop.cards.images import ImageFolder
from tabletop.cards.model import CardDef, GameDef, SetDef, TextSpec, TypeSpec
from tabletop.cards.problems import Problem, shown, suggest, suggest_or_list
from tabletop.cards.text import Template, template
from tabletop.cards.typed import IDENTIFIER, TypedTable, identifier_hint

_COMMON = frozenset(COMMON_KEYS)
MAX_SUGGESTIONS = 200
"""A file in which all is wrong is told quickly: further problems come without "did you mean"."""


def load_set(path: Path, game: GameDef) -> tuple[list[CardDef], list[Problem]]:
    """The good cards of a card set in the order of the file, and every problem found in it; never raises."""
    _, cards, problems = read_set(path, game)
    return cards, problems


def read_set(path: Path, game: GameDef) -> tuple[SetDef, list[CardDef], list[Problem]]:
    """Like `load_set`, with the head of the set before the cards.

    A card without a usable id, name or type, or without one of the fields that its type needs, is left out; a card
    with any other mistake is kept without the key that has it.
    """
    document = Document(path, part=CARD_HEADER)
    if not document.readable:
        return SetDef(_id_from(path), path.stem, path), [], document.problems
    top = TypedTable(document, document.data, ())
    head = _head(top, path, game)
    raw = top.take("card")
    if raw is None:
        raw = []
        hint = "begin each card with [[card]]"
        near = suggest("card", (key for key in document.data if key not in ("set", "card")))
        document.warn("there is no [[card]] in this file", hint=f"{hint}; {near}" if near else hint)
    elif not isinstance(raw, list):
        top.error(f'"card" wants a list of tables, found {shown(raw)}', "card", "write [[card]] in two brackets")
        raw = []
    top.done()
    return head, _CardReader(document, game, head.id).read(raw), document.problems


def _head(top: TypedTable, path: Path, game: GameDef) -> SetDef:
    fallback = _id_from(path)
    if "set" not in top.data:
        top.take("set")
        top.error("there is no [set]", hint=f'begin the file with [set], id = "{fallback}" and name = "…"')
        return SetDef(fallback, path.stem, path)
    table = top.table("set")
    set_id = table.identifier("id", fallback)
    name = table.text("name", path.stem, needed=True)
    of = table.text("game", game.id)
    if of != game.id:
        table.error(f'the set is for the game "{of}", but lies with "{game.id}"', "game", "move it to that game")
    size = table.pair("size", (0.0, 0.0), positive=True)
    back = table.text("back")
    table.done()
    return SetDef(set_id, name, path, size if size[0] else None, back or None)


def _id_from(path: Path) -> str:
    return identifier_hint(path.stem).removeprefix('write "').removesuffix('"') if path.stem else "set"


class _TypePlan:
    """What the cards of one type are checked against, made ready once."""

    __slots__ = ("checks", "id", "name", "needs", "text_by")

    def __init__(self, spec: TypeSpec, checks: Mapping[str, Check]) -> None:
        self.id = spec.id
        self.name = spec.name
        self.needs = spec.needs
        self.checks = {name: checks[name] for name in (*spec.needs, *spec.fields)}
        self.text_by = spec.text_by


class _CardReader:
    """Builds the cards of one document: good ones the straight way, lines and hints only for bad ones."""

    def __init__(self, document: Document, game: GameDef, set_id: str) -> None:
        self._document = document
        self._game = game
        self._set = set_id
        self._images = ImageFolder(game.folder / IMAGES_FOLDER)
        checks = {name: check_of(spec) for name, spec in game.fields.items()}
        self._plans = {word: _TypePlan(spec, checks) for word, spec in game.types.items()}
        title = template(game.title)
        self._title: Template | None = None if title.plain == "name" else title
        self._index = 0
        self._card = ""
        self._suggestions = 0
        self._told_of_texts = False

    def read(self, raw_cards: list[Any]) -> list[CardDef]:
        cards: list[CardDef] = []
        first: dict[str, int] = {}
        plans, prefix, title_by, is_id = self._plans, self._set + "/", self._title, IDENTIFIER.match
        for index, raw in enumerate(raw_cards):
            self._index = index
            if type(raw) is not dict:
                self._document.error(f"card {index + 1} wants a table, found {shown(raw)}", ("card", index),
                                     hint="begin each card with [[card]]")  # fmt: skip
                continue
            get = raw.get
            card_id, name, word = get("id"), get("name"), get("type")
            plan = plans.get(word) if type(word) is str else None
            if plan is None or type(card_id) is not str or type(name) is not str or not name or not is_id(card_id):
                self._bad_head(raw, card_id, name, word)
                continue
            if card_id in first:
                self._name(raw)
                at = self._document.line(("card", first[card_id], "id"))
                self._error(f"this id is used before, in line {at}", "id", "give each card an id of its own")
                continue
            first[card_id] = index
            fields: dict[str, Any] = {}
            checks = plan.checks
            for key, value in raw.items():
                if key in checks:
                    try:
                        fields[key] = checks[key](value)
                    except Unfit as fault:
                        self._name(raw)
                        self._error(fault.message, key, fault.hint)
                elif key not in _COMMON:
                    self._name(raw)
                    self._unknown(key, plan)
            for key in plan.needs:
                if key not in fields:
                    break
            else:
                text = get("text")
                picture, words, assumed = get("picture"), get("words"), get("assumed")
                if text is not None and type(text) is not str:
                    self._name(raw)
                    text = self._text(text, "text")
                title = name if title_by is None else self._made(title_by, raw, plan, fields)
                cards.append(CardDef(
                    prefix + card_id,
                    name,
                    title,
                    plan.id,
                    text if text is not None else self._text_by(raw, plan, fields) if plan.text_by else "",
                    None if picture is None else self._picture(raw, picture),
                    () if words is None else self._words(raw, "words", words),
                    fields,
                    () if assumed is None else self._assumed(raw, assumed, plan),
                ))  # fmt: skip
                continue
            self._name(raw)
            self._lacking(raw, plan, fields)
        return cards

    # What follows runs only for cards with a mistake, or with one of the rarer keys.

    def _name(self, raw: Mapping[str, Any]) -> None:
        """Remembers how to call the card in problems."""
        card_id, name = raw.get("id"), raw.get("name")
        called = card_id if isinstance(card_id, str) and card_id else name if isinstance(name, str) and name else None
        self._card = called if called is not None else f"number {self._index + 1}"

    def _error(self, message: str, key: str | None, hint: str = "") -> None:
        at = ("card", self._index, key) if key else ("card", self._index)
        self._document.error(message, at, hint=hint, card=self._card)

    def _warn(self, message: str, key: str | None, hint: str = "") -> None:
        at = ("card", self._index, key) if key else ("card", self._index)
        self._document.warn(message, at, hint=hint, card=self._card)

    def _suggest(self, word: str, known: list[str], what: str) -> str:
        self._suggestions += 1
        return suggest_or_list(word, known, what) if self._suggestions <= MAX_SUGGESTIONS else ""

    def _bad_head(self, raw: Mapping[str, Any], card_id: Any, name: Any, word: Any) -> None:
        self._name(raw)
        if card_id is None:
            slug = identifier_hint(name) if isinstance(name, str) else "…"
            self._error('"id" is missing', None, f'add id = {slug.removeprefix("write ") if name else "…"}')
        elif not isinstance(card_id, str):
            self._error(f"id wants text, found {shown(card_id)}", "id", "put it in quotes")
        elif not IDENTIFIER.match(card_id):
            self._error("this cannot be an id: lower case letters, digits and - only", "id", identifier_hint(card_id))
        if name is None:
            self._error('"name" is missing', None, 'add name = "…"')
        elif not isinstance(name, str):
            self._error(f"name wants text, found {shown(name)}", "name", "put it in quotes")
        elif not name:
            self._error("the name is empty", "name", 'write name = "…"')
        if word is None:
            self._error('"type" is missing', None, suggest_or_list("", list(self._plans), "possible"))
        elif not isinstance(word, str):
            self._error(f"type wants text, found {shown(word)}", "type", "put it in quotes")
        elif word not in self._plans:
            self._error(f'"{word[:40]}" is no type of card in this game', "type",
                        self._suggest(word, list(self._plans), "possible"))  # fmt: skip

    def _unknown(self, key: str, plan: _TypePlan) -> None:
        if key in self._game.fields:
            self._warn(f'cards of the type "{plan.id}" have no such field', key,
                       f"add it to fields of [types.{plan.id}] in table.toml, or take it out here")  # fmt: skip
        else:
            self._warn("unknown key", key, self._suggest(key, [*plan.checks, *COMMON_KEYS], "possible"))

    def _lacking(self, raw: Mapping[str, Any], plan: _TypePlan, fields: Mapping[str, Any]) -> None:
        for key in plan.needs:
            if key not in fields and key not in raw:
                message = f'"{key}" is missing, which every card of the type "{plan.id}" has'
                self._error(message, None, f"add {key} = …")

    def _text(self, value: Any, key: str) -> str | None:
        self._error(f"{key} wants text, found {shown(value)}", key, "put it in quotes")
        return None

    def _names(self, raw: Mapping[str, Any], plan: _TypePlan, fields: Mapping[str, Any]) -> dict[str, Any]:
        return {**fields, "name": raw["name"], "type": plan.name}

    def _made(self, title: Template, raw: Mapping[str, Any], plan: _TypePlan, fields: Mapping[str, Any]) -> str:
        return title.render(self._names(raw, plan, fields)) or str(raw["name"])

    def _text_by(self, raw: Mapping[str, Any], plan: _TypePlan, fields: Mapping[str, Any]) -> str:
        """The text that a field of the card names, with the card's fields put in."""
        by = plan.text_by or ""
        value = fields.get(by)
        names = (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()
        if names and not self._game.texts:
            if not self._told_of_texts:
                self._told_of_texts = True
                self._name(raw)
                self._warn("the game has no texts, which this and other cards take theirs from", by, "add texts.toml")
            return ""
        parts: list[str] = []
        for name in names:
            spec: TextSpec | None = self._game.texts.get(name)
            if spec is None:
                self._name(raw)
                hint = self._suggest(name, list(self._game.texts), "possible")
                self._warn(f'there is no text "{name}" in texts.toml', by, hint)
                continue
            made, speaks_of = template(spec.text), self._names(raw, plan, fields)
            shown = self._game.wording.shown(speaks_of, made.fields) if self._game.wording else None
            text, gone = made.fill(speaks_of, shown)
            parts.append(text)
            if gone:
                self._name(raw)
                self._warn(f'the text "{name}" speaks of {", ".join(gone)}, which this card does not have', None,
                           f"add {gone[0]} = …, or put that part of the text in [brackets]")  # fmt: skip
        return " ".join(parts)

    def _picture(self, raw: Mapping[str, Any], value: Any) -> str | None:
        if not isinstance(value, str):
            self._name(raw)
            return self._text(value, "picture")
        fault = self._images.fault(value)
        if fault is not None:
            self._name(raw)
            self._error(fault[0], "picture", fault[1])
            return None
        return value

    def _words(self, raw: Mapping[str, Any], key: str, value: Any) -> tuple[str, ...]:
        if type(value) is list and all(type(word) is str for word in value):
            return tuple(value)
        if isinstance(value, str):
            return (value,)
        self._name(raw)
        self._error(f"{key} wants a list of words, found {shown(value)}", key, f'write {key} = ["one", "two"]')
        return ()

    def _assumed(self, raw: Mapping[str, Any], value: Any, plan: _TypePlan) -> tuple[str, ...]:
        words = self._words(raw, "assumed", value)
        for word in words:
            if word not in plan.checks and word not in _COMMON:
                self._name(raw)
                self._warn(f'"{word[:40]}" is no field of this card', "assumed",
                           self._suggest(word, [*plan.checks, *COMMON_KEYS], "possible"))  # fmt: skip
        return words
