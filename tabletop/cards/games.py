"""Games from their folders: table.toml and texts.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast, get_args

from tabletop.cards.document import TABLE_HEADER, Document
from tabletop.cards.model import (
    CounterSpec,
    FieldKind,
    FieldSpec,
    GameDef,
    SeatZone,
    Section,
    SetUp,
    TextSpec,
    TypeSpec,
)
from tabletop.cards.problems import Problem, either, suggest
from tabletop.cards.text import template
from tabletop.cards.typed import TypedTable
from tabletop.cards.wording import Wording, faults
from tabletop.table.zones import TABLE, Arrangement, CardZone, Face, Sight

TABLE_FILE = "table.toml"
FRAMES_FILE = "frames.toml"
TEXTS_FILE = "texts.toml"
WORDS = "words"
"""The table of texts.toml that is no text: how the values of fields read in texts."""
RULES_FILE = "rules.toml"
SPECIAL_FILES = frozenset((TABLE_FILE, FRAMES_FILE, TEXTS_FILE, RULES_FILE))
"""The files of a game's folder that are no card sets."""

DECKS_FOLDER = "decks"
IMAGES_FOLDER = "images"

MAX_SEATS = 4

COMMON_KEYS = ("id", "name", "type", "text", "picture", "words", "assumed")
"""The keys that every card may have, whatever its type."""

TITLE_NAMES = ("name", "type")
"""What titles and texts may speak of beside the fields: the card's name, and its type as people read it."""

_ARRANGEMENTS: tuple[Arrangement, ...] = get_args(Arrangement)
_SIGHTS: tuple[Sight, ...] = get_args(Sight)
_FACES: tuple[Face, ...] = get_args(Face)
_KINDS: tuple[FieldKind, ...] = get_args(FieldKind)
_DEFAULT_SIZE = (63.0, 88.0)


def load_game(folder: Path) -> tuple[GameDef | None, list[Problem]]:
    """The game in a folder, and what is wrong in its table.toml and texts.toml.

    None where table.toml is missing, is no TOML or has no [game]; anything smaller costs only the thing itself.
    """
    document = Document(folder / TABLE_FILE)
    if not document.readable:
        return None, document.problems
    top = TypedTable(document, document.data, ())
    if not isinstance(document.data.get("game"), dict):
        document.error("there is no [game]", hint='begin the file with [game], id = "…" and name = "…"')
        return None, document.problems
    fields = top.each("fields", _field)
    texts, wording, text_problems = load_texts(folder / TEXTS_FILE, fields)
    game = _game(folder, top, fields, texts, wording)
    return game, document.problems + text_problems


def load_texts(
    path: Path, fields: Mapping[str, FieldSpec]
) -> tuple[dict[str, TextSpec], Wording, list[Problem]]:
    """The texts of a texts.toml by their names, and its [words]; none without the file. `fields` are the game's."""
    if not path.exists():
        return {}, Wording({}), []
    document = Document(path, part=TABLE_HEADER)
    texts: dict[str, TextSpec] = {}
    top = TypedTable(document, document.data, ())
    wording = _wording(top.table(WORDS)) if WORDS in document.data else Wording({})
    for name, value in document.data.items():
        if name == WORDS:
            continue
        if not isinstance(value, dict):
            top.error("wants a table", name, f'write [{name}] and text = "…" below')
            continue
        table = top.table(name)
        text = table.text("text", needed=True)
        texts[name] = TextSpec(name, table.text("name"), text)
        check_template(table, "text", text, fields)
        table.done()
    return texts, wording, document.problems


def _wording(table: TypedTable) -> Wording:
    phrases = {key: table.text(key) for key in table.data}
    for key, phrase in phrases.items():
        for fault in faults(key, phrase):
            table.error(fault, key)
    return Wording(phrases)


def check_template(table: TypedTable, key: str, source: str, fields: Mapping[str, FieldSpec]) -> None:
    """Notes the mistakes in a template at its key: broken brackets, fields that the game does not have."""
    made = template(source)
    for fault in made.faults:
        table.error(fault, key)
    for name in made.fields:
        if name not in fields and name not in TITLE_NAMES:
            hint = suggest(name, [*fields, *TITLE_NAMES]) or f"an icon is written {{{{{name}}}}}"
            table.error(f"{{{name}}} is no field of this game", key, hint)


def _game(
    folder: Path, top: TypedTable, fields: dict[str, FieldSpec], texts: Mapping[str, TextSpec], wording: Wording
) -> GameDef:
    head = top.table("game")
    game_id = head.identifier("id", folder.name)
    if game_id != folder.name and folder.name:
        head.error(f'the game "{game_id}" lies in the folder "{folder.name}"', "id", "give both the same name")
    name = head.text("name", game_id, needed=True)
    title = head.text("title", "{name}")
    check_template(head, "title", title, fields)
    seats = _seats(head)
    summary = head.text("summary")
    head.done()

    card = top.table("card")
    card_size = card.pair("size", _DEFAULT_SIZE, positive=True)
    back = card.text("back", "plain")
    card.done()

    types = top.each("types", lambda word, table: _type(word, table, fields))
    zones, card_zones = _zones(top, card_size, types)
    zone_ids = [zone.id for zone in zones]
    sections = top.each("sections", lambda word, table: _section(word, table, zone_ids))
    counters = top.each("counters", _counter)
    turn = top.table("turn")
    phases = turn.words("phases")
    turn.done()
    setup = _setup(top.table("setup"), zone_ids)
    top.done()
    return GameDef(
        id=game_id, name=name, folder=folder, seats=seats, summary=summary, title=title, card_size=card_size, back=back,
        fields=fields, types=types, sections=sections, counters=tuple(counters.values()), phases=phases, setup=setup,
        zones=zones, card_zones=card_zones, texts=texts, wording=wording,
    )  # fmt: skip


def _seats(head: TypedTable) -> tuple[int, ...]:
    value = head.take("seats")
    if value is None:
        return (2,)
    numbers = value if isinstance(value, list) else [value]
    if not numbers or not all(type(number) is int and 1 <= number <= MAX_SEATS for number in numbers):
        head.error(f'"seats" wants numbers from 1 to {MAX_SEATS}', "seats", "write seats = [2]")
        return (2,)
    return tuple(sorted(set(numbers)))


def _field(name: str, table: TypedTable) -> FieldSpec | None:
    if name in COMMON_KEYS:
        table.error(f'"{name}" has its meaning on every card already', hint="give the field another name")
        return None
    if table.take("kind") is None:
        table.error('"kind" is missing', hint=f"add kind = {either(_KINDS)}")
        return None
    kind = table.choice("kind", _KINDS, "any")
    label = table.text("label", name.replace("_", " ").capitalize())
    values = table.words("values")
    if values and kind not in ("words", "text"):
        table.warn(f'"values" has no meaning for the kind "{kind}"', "values")
    also, parts = table.words("also"), table.words("parts")
    if parts and kind not in ("numbers", "words", "any"):
        table.warn(f'"parts" has no meaning for the kind "{kind}"', "parts")
    table.done()
    return FieldSpec(name, cast(FieldKind, kind), label, values, also, parts)


def _type(word: str, table: TypedTable, fields: Mapping[str, FieldSpec]) -> TypeSpec:
    name = table.text("name", word)
    frame = table.text("frame", word)
    needs = table.known("needs", table.words("needs"), fields, "field of this game")
    may = table.known("fields", table.words("fields"), fields, "field of this game")
    text_by: str | None = table.text("text_by")
    if text_by and text_by not in (*needs, *may):
        table.error(f'"{text_by}" is no field of this type', "text_by", suggest(text_by, (*needs, *may)))
        text_by = None
    elif text_by and fields[text_by].kind not in ("text", "words"):
        table.error(f'"{text_by}" holds no text', "text_by", "name a field of the kind text or words")
        text_by = None
    blank = table.flag("blank")
    table.done()
    return TypeSpec(word, name, frame, needs, may, text_by or None, blank)


def _section(word: str, table: TypedTable, zones: list[str]) -> Section | None:
    name = table.text("name", word.capitalize())
    zone = table.text("zone", needed=True)
    shuffle = table.flag("shuffle")
    table.done()
    if zone and not table.known("zone", [zone], zones, "zone of a seat or of the table"):
        zone = ""
    return Section(word, name, zone, shuffle) if zone else None


def _counter(word: str, table: TypedTable) -> CounterSpec:
    counter = CounterSpec(word, table.text("name", word.replace("_", " ").capitalize()), table.whole("start"))
    table.done()
    return counter


def _setup(table: TypedTable, zones: list[str]) -> SetUp:
    draw = table.whole("draw", 0, 0, 1000)
    source = table.text("from", "deck")
    to = table.text("to", "hand")
    table.done()
    known = [bool(table.known(key, [zone], zones, "zone of this game")) for key, zone in (("from", source), ("to", to))
             if draw]  # fmt: skip
    return SetUp(draw if all(known) else 0, source, to)


def _zones(
    top: TypedTable, card_size: tuple[float, float], types: Mapping[str, TypeSpec]
) -> tuple[tuple[SeatZone, ...], tuple[CardZone, ...]]:
    zones: list[SeatZone] = []
    card_zones: list[tuple[TypedTable, CardZone]] = []
    homeless: list[int] = []
    seen: set[tuple[bool, str]] = set()
    for table in top.array("zones"):
        zone_id = table.identifier("id")
        if not zone_id:
            continue
        per = table.choice("per", ("seat", "table", "card"), "seat")
        known_as = (per == "card", zone_id)  # "A.hits" and "12.hits" are never taken for each other
        if known_as in seen or zone_id == TABLE:
            why = "is the table itself" if zone_id == TABLE else "is given twice"
            table.error(f'the zone "{zone_id}" {why}', "id", "give each zone an id of its own")
            continue
        seen.add(known_as)
        name = table.text("name", zone_id.replace("_", " ").capitalize())
        role = table.text("role", "attached" if per == "card" else zone_id)
        sight = cast(Sight, table.choice("sight", _SIGHTS, "private" if role == "hand" else "public"))
        face = cast(Face, table.choice("face", _FACES, "down" if sight == "hidden" else "up"))
        default = "fan" if per == "card" or role == "hand" else "pile"
        arrangement = cast(Arrangement, table.choice("arrangement", _ARRANGEMENTS, default))
        size = card_size if role != "hand" else (10 * card_size[0], card_size[1])
        w, h = table.pair("size", size, positive=True)
        scale = table.number("scale", 1.0)
        if not 0.1 <= scale <= 4:
            table.error(f'"scale" wants a number from 0.1 to 4, found {scale:g}', "scale")
            scale = 1.0
        if role == "hand" and per == "seat" and "at" not in table.data:
            table.take("at")
            x, y = 0.0, 0.0
            homeless.append(len(zones))
        else:
            x, y = table.pair("at", (0.0, 0.0), needed=True)
        if per == "card":
            on = table.known("on", table.words("on"), types, "type of card")
            if not on and table.data.get("on"):
                continue  # a zone of no known card; without "on" it would be a zone of all cards
            within = table.words("within")
            table.done()
            card_zones.append((table, CardZone(
                id=zone_id, name=name, on=on, within=within, role=role, arrangement=arrangement, sight=sight, face=face,
                x=x, y=y, w=w, h=h, scale=scale,
            )))  # fmt: skip
        else:
            label = table.text("label")
            table.done()
            zones.append(SeatZone(
                id=zone_id, name=name, role=role, per="seat" if per == "seat" else "table", arrangement=arrangement,
                sight=sight, face=face, x=x, y=y, w=w, h=h, label=label,
                scale=scale,
            ))  # fmt: skip
    ids = [TABLE, *(zone.id for zone in zones)]
    for table, zone in card_zones:
        table.known("within", zone.within, ids, "zone of this game")
    placed = [zone for number, zone in enumerate(zones) if number not in homeless and zone.per == "seat"]
    for number in homeless:
        zones[number] = _below(zones[number], placed)
    return tuple(zones), tuple(zone for _, zone in card_zones)


def _below(hand: SeatZone, others: list[SeatZone]) -> SeatZone:
    """A hand for which no place is given, nearer to its seat than the seat's other zones."""
    if not others:
        return replace(hand, y=2 * hand.h)
    left, right = min(zone.x - zone.w / 2 for zone in others), max(zone.x + zone.w / 2 for zone in others)
    return replace(hand, x=(left + right) / 2, y=max(zone.y + zone.h / 2 for zone in others) + 0.75 * hand.h)
