"""Where everything that holds now comes from: markers by their codes, Artifacts, inherent abilities, Locations, Events.

All of them are told as `Effect`s of the same kinds, so that a question such as "may this Character attack?" is asked in
one place (`queries.py`) and answered by all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tabletop.games.overpower.board import Board, Effect, Marker
from tabletop.games.overpower.registry import codes
from tabletop.games.overpower.spec import NOTHING, TYPES, Spec, spec_of, whole, words

INSTANT = frozenset(
    {
        "mill",
        "discard_placed",
        "remove_hits",
        "missions_move",
        "reserve_joins",
        "clear_artifacts",
        "first_player",
        "draw",
    }
)
"""The effect words that happen once instead of lasting (an inherent `when` makes some of them wait)."""


def rows(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The effect tables of a card: those of `effects`, or the card's own keys if it names one `effect`."""
    listed = data.get("effects")
    if isinstance(listed, list | tuple):
        return [row for row in listed if isinstance(row, Mapping)]
    return [data] if isinstance(data.get("effect"), str) else []


def inherent_rows(spec: Spec) -> list[Mapping[str, Any]]:
    """The effect tables of a Character's inherent ability."""
    value = spec.get("inherent")
    if isinstance(value, Mapping):
        return [value]
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list | tuple) else []


def all_effects(board: Board) -> Iterator[Effect]:
    """Everything that holds on the board."""
    for marker in board.markers():
        if marker.spec.is_special:
            code = codes.get(marker.spec.code)
            if code is not None:
                yield from code.effects(board, marker)
        elif marker.spec.type == "tactic" and marker.host is not None:
            on = frozenset({marker.host})
            for row in rows(marker.spec.data):
                yield from told(board, row, marker.spec.name, marker.piece, marker.seat, on)
    yield from _printed(board)
    yield from _left_behind(board)
    for _, spec, owner in events_in_force(board):
        for row in rows(spec.data):
            for seat in (
                board.seats
                if row.get("both", True)
                else [board.opponent(owner) if row.get("scope") == "opponent" else owner]
            ):
                yield from told(board, row, spec.name, None, seat, None, event=True)


def _printed(board: Board) -> list[Effect]:
    """What inherent abilities and Homebases say, which is so as long as they lie there."""
    laid = board.laid()
    found: list[Effect] | None = laid.get("printed effects") if laid is not None else None
    if found is None:
        found = []
        for seat in board.seats:
            for char in (*board.zone(seat, "front"), *board.zone(seat, "reserve")):
                for row in inherent_rows(board.spec(char)):
                    found += told(board, row, board.spec(char).name, char, seat, frozenset({char}))
            for piece in board.zone(seat, "homebase"):
                for row in rows(board.spec(piece).data):
                    found += told(board, row, board.spec(piece).name, piece, seat, None, home=True)
        if laid is not None:
            laid["printed effects"] = found
    return found


def events_in_force(board: Board) -> Iterator[tuple[str, Spec, str]]:
    """The Events that took effect in this battle: their card, what they are, and who played them."""
    for entry in board.listed("events"):
        if isinstance(entry, dict) and isinstance(entry.get("card"), str):
            card = entry["card"]
            spec = spec_of(card, board.table.definitions.get(card))
            if spec.type == "event":
                yield card, spec, str(entry.get("seat", ""))


def told(
    board: Board,
    row: Mapping[str, Any],
    rule: str,
    source: int | None,
    seat: str,
    on: frozenset[int] | None,
    *,
    event: bool = False,
    home: bool = False,
) -> Iterator[Effect]:
    """An effect table of a card (1.6 of the codes page) as effects. `seat` is whose it is; it holds for `on`, or for
    what its `scope` says.
    """
    kind = str(row.get("effect", ""))
    scope = str(row.get("scope", ""))
    if row.get("both") is True and not event:
        seat, on = "", None
    elif scope == "opponent" and not event:
        seat, on = board.opponent(seat), None
    elif scope == "team":
        on = None
    elif scope == "teammate" and on is not None:
        on = frozenset(board.team(seat)) - on
    whom: dict[str, Any] = {"rule": rule, "source": source, "seat": seat, "on": on, "event": event, "home": home}
    cards, amount = words(row.get("cards")), whole(row.get("amount"), 0) or 0
    use = str(row.get("use", "all"))
    build = _BUILD.get(kind)
    if build is not None:
        yield Effect(kind=build, words=cards, amount=amount, use=use, table=row, **whom)
    elif kind == "grid":
        table = row.get("grid")
        yield Effect(kind="grid", table=table if isinstance(table, Mapping) else NOTHING, use=use, **whom)
    elif kind == "bonus":
        table = row.get("bonus")
        yield Effect(
            kind="bonus",
            words=cards,
            table=table if isinstance(table, Mapping) else NOTHING,
            versus=source if row.get("versus") == "self" else None,
            test=_rated(row.get("if_grid")),
            **whom,
        )
    elif kind in ("hits_to_ko", "venture"):
        changed = whole(row.get(kind), 0) or 0
        if row.get("when") != "on_ko":
            yield Effect(kind=kind, amount=changed, **whom)
        elif event and kind == "venture":
            yield Effect(kind=kind, amount=changed * len(_fallen_now(board, seat)), **whom)
    elif kind == "no_ko":
        yield Effect(kind="no_ko", words=words(row.get("against")), table={"cards": cards}, **whom)
    elif kind == "draw_count":
        yield Effect(kind="draw_count", amount=amount, words=tuple(map(str, words_of(row.get("count")))), **whom)
    elif kind == "play_others":
        yield Effect(
            kind="plays", words=words(row.get("specials_of")), table={"names": words(row.get("names"))}, **whom
        )
    elif kind == "no_concession":
        yield Effect(kind="no_concession", use="first" if row.get("when") == "now" else "all", **whom)


def _rated(wanted: Any) -> Any:
    """A test of whom a bonus is meant for: Characters that have these ratings or more."""
    if not isinstance(wanted, Mapping) or not wanted:
        return None

    def rated(board: Board, versus: int | None) -> bool:
        if not board.is_character(versus):
            return False
        grid = board.grid(versus or 0)
        return all(grid.get(str(kind), 0) >= (whole(least, 0) or 0) for kind, least in wanted.items())

    return rated


def _fallen_now(board: Board, seat: str) -> list[int]:
    """The Characters of a team that have been knocked out in this battle."""
    return [char for char in board.fallen(seat) if board.mark(char, "ko") == board.battle]


def _left_behind(board: Board) -> Iterator[Effect]:
    """What the inherent abilities of Characters change for the battle in which they are knocked out."""
    for seat in board.seats:
        for char in _fallen_now(board, seat):
            for row in inherent_rows(board.spec(char)):
                if row.get("effect") == "venture" and row.get("when") == "on_ko":
                    at_once = {key: value for key, value in row.items() if key != "when"}
                    yield from told(board, at_once, board.spec(char).name, char, seat, frozenset({char}))


_BUILD = {
    "universe_bonus": "universe_bonus",
    "fights_on": "fights_on",
    "not_counted": "not_counted",
    "forbid_cards": "forbid",
    "no_placing": "no_placing",
    "keep_duplicates": "keep_duplicates",
    "slots": "slots",
    "from_reserve": "from_reserve",
    "attack_reserve": "attack_reserve",
    "attack_with": "attack_with",
    "defend_with": "defend_with",
    "avoid_with": "avoid_with",
    "after_concession": "after_concession",
    "no_shift": "no_shift",
    "mission_limit": "mission_limit",
    "mission_exact": "mission_exact",
    "no_venture": "no_venture",
    "drop_hits": "drop_hits",
}
"""Effect words whose tables are told as they are: the word, and the kind that asks for it."""


def words_of(value: Any) -> tuple[Any, ...]:
    """A list, or a lone value, as a tuple."""
    return tuple(value) if isinstance(value, list | tuple) else () if value is None else (value,)


def known_types(listed: tuple[str, ...]) -> tuple[str, ...]:
    """The Power Types of a list of words."""
    return tuple(word for word in listed if word in TYPES)


def source_marker(board: Board, piece: int) -> Marker | None:
    """The marker that a piece is."""
    return next((marker for marker in board.markers() if marker.piece == piece), None)
