"""Who can use which card: ratings against Power, Universe and Tactic cards, names against Specials (base rule 8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop.games.overpower import queries
from tabletop.games.overpower.board import Board
from tabletop.games.overpower.filters import card_fits
from tabletop.games.overpower.spec import ANY, TYPES, Spec
from tabletop.rules.model import Violation


def power_types(board: Board, char: int, card: int, use: str = "all") -> tuple[str, ...]:
    """The types as which a Character can use a Power card; ("any",) for an Any-Power card within its best rating."""
    memo = board.memo()
    key = ("power types", char, card, use)
    found: tuple[str, ...] | None = memo.get(key)
    if found is None:
        found = memo[key] = _power_types(board, char, card, use)
    return found


def _power_types(board: Board, char: int, card: int, use: str) -> tuple[str, ...]:
    spec = board.spec(card)
    level = spec.level or 0
    if lent_power(board, char, card, use):
        return (ANY,) if spec.is_any else spec.types
    grid = board.grid(char, use)
    if spec.is_any:
        return (ANY,) if max(grid.values()) >= level else ()
    return tuple(kind for kind in spec.types if grid[kind] >= level and grid[kind] > 0)


def lent_power(board: Board, char: int, card: int, use: str) -> bool:
    """Whether an Artifact lets a Character use a Power card that another of its Front Line can use."""
    kind = {"attack": "attack_with", "defense": "defend_with"}.get(use, "")
    spec = board.spec(card)
    for effect in board.on(kind, char) if kind else ():
        if not effect.words or card_fits(effect.words, spec):
            level = spec.level or 0
            for mate in board.front(board.seat_of(char)):
                grid = board.grid(mate, use)
                kinds = TYPES if spec.is_any else spec.types
                if mate != char and any(grid[kind] >= level for kind in kinds):
                    return True
    return False


def lowered(board: Board, char: int, kinds: Iterable[str], card: int, use: str = "all") -> Iterator[Violation]:
    """What has taken away or lowered a rating that a Character lacks for a card: that is broken too (BD, AR, DX)."""
    printed = board.spec(char).grid
    for effect in board.on("grid", char):
        if effect.use in ("all", use) and effect.words != ("raise",):
            for kind in kinds:
                value = effect.table.get(kind)
                if kind in TYPES and isinstance(value, int) and value < printed[kind]:
                    why = f"{{{effect.source}}}" if effect.source is not None else effect.rule
                    text = f"{{{char}}} has {kind.capitalize()} {value} now ({why})."
                    yield Violation(effect.rule, text, (card, char))
                    break


def power_violations(
    board: Board, char: int, card: int, declared: str, boost: int | None, use: str
) -> Iterator[Violation]:
    """Why a Character cannot use a Power card, as the declared type or with a Basic or Training card."""
    spec, name = board.spec(card), f"{{{char}}}"
    level = spec.level or 0
    grid = board.grid(char, use)
    types = power_types(board, char, card, use)
    if spec.is_any:
        best = max(grid.values())
        if not types:
            yield Violation(
                "any-power", f"{{{card}}} needs a rating of {level}; the best of {name} is {best}.", (card, char)
            )
            yield from lowered(board, char, TYPES, card, use)
        elif boost is not None:
            kinds = boost_types(board, char, boost, use)
            if kinds and not any(grid[kind] >= level for kind in kinds):
                wanted = " or ".join(kind.capitalize() for kind in kinds)
                yield Violation(
                    "any-power", f"With {{{boost}}} {{{card}}} needs {wanted} {level}; {name} has less.", (card, char)
                )
    elif spec.is_multi:
        if declared and (declared not in spec.types or declared not in types):
            has = f"{name} has {declared.capitalize()} {grid.get(declared, 0)}"
            yield Violation("multipower", f"{{{card}}} as {declared.capitalize()} needs {level}; {has}.", (card, char))
            yield from lowered(board, char, (declared,), card, use)
        elif not types:
            yield Violation(
                "multipower",
                f"{{{card}}} needs a rating of {level} in one of its types; {name} has none.",
                (card, char),
            )
            yield from lowered(board, char, spec.types, card, use)
    elif not types:
        kind = (spec.types or ("energy",))[0]
        text = f"{{{card}}} needs {kind.capitalize()} {level}; {name} has {kind.capitalize()} {grid[kind]}."
        yield Violation("power-grid", text, (card, char))
        yield from lowered(board, char, (kind,), card, use)


def boost_types(board: Board, char: int, card: int, use: str = "all") -> tuple[str, ...]:
    """The types for which a Character can use a Basic or Training card."""
    spec = board.spec(card)
    grid = board.grid(char, use)
    if spec.kind == "basic":
        need = spec.number("to_use") or 0
        return tuple(kind for kind in spec.types if grid[kind] >= need and grid[kind] > 0)
    most = spec.number("to_use", 5)
    return tuple(kind for kind in spec.types if 0 < grid[kind] <= (most or 5))


def boost_violations(
    board: Board, char: int, boost: int, with_types: tuple[str, ...], card: int, use: str
) -> Iterator[Violation]:
    """Why a Basic or Training card does not go with a card that is played as one of these types ("any": all types)."""
    spec, name = board.spec(boost), f"{{{char}}}"
    rule = "training" if spec.kind == "training" else "basic-universe"
    kinds = boost_types(board, char, boost, use)
    grid = board.grid(char, use)
    if not kinds:
        listed = " or ".join(kind.capitalize() for kind in spec.types)
        has = ", ".join(f"{kind.capitalize()} {grid[kind]}" for kind in spec.types)
        need = (
            f"{spec.number('to_use', 5)} or less in" if spec.kind == "training" else f"{spec.number('to_use') or 0} in"
        )
        yield Violation(rule, f"{{{boost}}} needs {need} {listed}; {name} has {has}.", (boost, char))
        yield from lowered(board, char, spec.types, boost, use)
    if ANY not in with_types and not set(kinds or spec.types) & set(with_types):
        wanted = " or ".join(kind.capitalize() for kind in (kinds or spec.types))
        yield Violation(
            rule, f"{{{boost}}} goes with {wanted} for {name}; {{{card}}} is not played as that.", (boost, card)
        )


def leads_teamwork(board: Board, char: int, spec: Spec) -> bool:
    """Whether a Character has the rating that a Teamwork card asks for, or needs none (JG)."""
    kind = (spec.types or ("energy",))[0]
    if any(kind in effect.words for effect in board.on("teamwork_any", char)):
        return True
    return board.grid(char)[kind] >= (spec.number("to_use") or 0)


def meets(board: Board, char: int, spec: Spec, prefix: str = "", use: str = "all") -> bool:
    """Whether a Character has what an Ally or Tactic card asks of it; `prefix` "teammate_" for the second
    requirement, `use` as for ratings.
    """
    power = spec.words("teammate_power") if prefix else spec.power
    grid = board.grid(char, use)
    rating = max(grid.values()) if power == (ANY,) else max((grid[kind] for kind in power if kind in TYPES), default=0)
    least, most = spec.number(f"{prefix}to_use"), spec.number(f"{prefix}to_use_max")
    if most is not None:
        return 0 < rating <= most
    return rating >= (least or 0) and rating > 0


def special_violations(board: Board, char: int, card: int) -> Iterator[Violation]:
    """Why a Special is not a Character's to play."""
    spec = board.spec(card)
    if queries.is_any_hero(board, card):
        if not board.is_front(char):
            yield Violation(
                "any-hero",
                f"{{{card}}} is played by a Character of the Front Line; {{{char}}} is not in it.",
                (card, char),
            )
    elif not queries.plays_special_of(board, char, spec):
        yield Violation(
            "special-character",
            f"{{{card}}} is a Special of {spec.character.replace('{', '{{')}, not of {{{char}}}.",
            (card, char),
        )


def can_use(board: Board, char: int, card: int) -> bool:
    """Whether a Character could use a card as far as ratings and names go: the test for placing and for the hand."""
    memo = board.memo()
    key = ("can use", char, card)
    found: bool | None = memo.get(key)
    if found is None:
        found = memo[key] = _can_use(board, char, card)
    return found


def _can_use(board: Board, char: int, card: int) -> bool:
    spec = board.spec(card)
    if spec.is_power:
        return any(power_types(board, char, card, use) for use in ("attack", "defense"))
    if spec.is_boost:
        return any(boost_types(board, char, card, use) for use in ("attack", "defense"))
    if spec.kind == "teamwork":
        return leads_teamwork(board, char, spec)
    if spec.kind == "doubleshot":
        return any(meets(board, char, spec, use=use) for use in ("attack", "defense"))
    if spec.type in ("universe", "tactic"):
        return meets(board, char, spec)
    if spec.is_special:
        return queries.is_any_hero(board, card) or queries.plays_special_of(board, char, spec)
    return False
