"""Cards as the engine takes them: the printed facts, the powers that rows describe, and those written in Python.

A card is read once for each definition. A definition whose rows cannot be read is played without powers, and says what
is wrong; the loader of cases and the tests of the shipped sets refuse it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop.games.vs_system import printed
from tabletop.games.vs_system.cards import declared
from tabletop.games.vs_system.instructions import ability_of, bind
from tabletop.games.vs_system.powers import Ability, Continuous, Payment, Play, Power, Triggered
from tabletop.games.vs_system.printed import EQUIPMENT, PLOT_TWIST, Card
from tabletop.games.vs_system.rows import power
from tabletop.games.vs_system.rulebook import EVASION, RULES
from tabletop.rules.verbs import VerbError
from tabletop.table.state import Definition

NOTHING = Card("", "", "", "")
"""What is no card of this game."""

PLAY = "play"

_LIMIT = 5000
_read: dict[int, tuple[Definition, str, Card]] = {}


def card_of(card_id: str, definition: Definition) -> Card:
    """What a definition prints. Never raises: see `Card.problem`."""
    found = _read.get(id(definition))
    if found is not None and found[0] is definition and found[1] == card_id:
        return found[2]
    try:
        card = read_card(card_id, definition)
    except VerbError as fault:
        card = Card(**printed.facts(card_id, definition), problem=str(fault))
    if len(_read) >= _LIMIT:
        _read.clear()
    _read[id(definition)] = (definition, card_id, card)
    return card


def read_card(card_id: str, definition: Definition) -> Card:
    """What a definition prints, with all its powers. Raises VerbError where a row cannot be read."""
    facts = printed.facts(card_id, definition)
    data: Mapping[str, Any] = definition.data
    where = definition.name
    written = declared(definition.name)
    powers: list[Power] = [
        power(row, f"{where}: powers, power {number}") for number, row in enumerate(_rows(data.get("powers")), 1)
    ]
    play: Play | None = None
    if definition.type == PLOT_TWIST:
        play = Play(**ability_of(bind(data.get("effect", []), f"{where}: effect")))
        ongoing = data.get("ongoing")
        if not isinstance(ongoing, bool):
            powers += [power(row, f"{where}: ongoing") for row in _rows(ongoing)]
    if written is not None:
        powers += written.powers
        play = written.play or play
    abilities: dict[str, Ability] = {} if play is None else {PLAY: play}
    triggered: list[tuple[str, Triggered]] = []
    payments: list[tuple[str, Payment]] = []
    for number, one in enumerate(powers):
        key = f"power-{number}"
        if isinstance(one, Triggered):
            triggered.append((key, one))
            abilities[key] = one
        elif isinstance(one, Payment):
            payments.append((key, one))
            abilities[key] = one
    abilities.update(written.later if written is not None else {})
    if "Evasion" in facts["keywords"]:
        evasion = RULES[EVASION]
        assert isinstance(evasion, Payment)
        payments.append((EVASION, evasion))
    return Card(
        **facts, play=play, powers=tuple(powers), abilities=abilities, triggered=tuple(triggered),
        payments=tuple(payments), continuous=tuple(one for one in powers if isinstance(one, Continuous)),
        recruit_costs=written.recruit_costs if written is not None else (),
    )  # fmt: skip


def tier(card_id: str, definition: Definition) -> str:
    """How a card's text is carried out: "python", "verbs" (rows, keywords, icons), "no text" where there is none, or
    "text": carry it out yourselves, because nothing in the card's data says what it does or its rows cannot be read.
    """
    card = card_of(card_id, definition)
    if card.problem:
        return "text"
    if declared(definition.name) is not None:
        return "python"
    if not definition.data.get("text") and not card.powers and not card.keywords:
        return "no text"
    told = card.powers or card.gives or card.keywords or (card.play is not None and card.play.rows)
    icons = definition.type == EQUIPMENT and (card.flight or card.range or card.atk or card.defence)
    return "verbs" if told or icons else "text"


def _rows(value: Any) -> list[Any]:
    if isinstance(value, list | tuple):
        return list(value)
    return [] if value is None else [value]
