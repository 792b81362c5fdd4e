"""The hand between battles: duplicates, unusable cards, what must be placed or goes (base rules 6.3, 6.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tabletop.games.overpower import queries, use
from tabletop.games.overpower.board import Board, Marker
from tabletop.games.overpower.registry import codes
from tabletop.rules.model import Violation


def users(board: Board, seat: str, card: int) -> list[int]:
    """The Characters of a team, Reserve included, that could use a card."""
    return [char for char in board.team(seat) if use.can_use(board, char, card)]


def useless(board: Board, seat: str, card: int) -> str:
    """Why nobody of a team can use a card in this battle and no placing helps; "" if somebody can."""
    memo = board.memo()
    key = ("useless", seat, card)
    found: str | None = memo.get(key)
    if found is None:
        found = memo[key] = _useless(board, seat, card)
    return found


def _useless(board: Board, seat: str, card: int) -> str:
    spec = board.spec(card)
    if spec.type == "activator":
        under = board.zone(seat, "site_cards")
        if board.site(seat) is not None and any(board.spec(c).character == spec.character for c in under):
            return ""
        return f"no Special of {spec.character} lies under a Battlesite of yours"
    if spec.type in ("event", "mission", "character", "location"):
        return "it is no card for a hand"
    able = users(board, seat, card)
    if not able:
        if spec.is_special:
            return f"nobody in the team plays Specials of {spec.character}"
        if any(_raises(board, seat, other, card) for other in board.held(seat) if other != card):
            return ""
        return "no Character has a rating for it"
    if spec.kind in ("teamwork", "ally", "doubleshot", "artifact"):
        mates = board.front(seat)
        second = "teammate_" if spec.type == "tactic" else ""
        if not any(
            mate != char and (not second or use.meets(board, mate, spec, second)) for char in able for mate in mates
        ):
            return "no teammate is there for it"
    if spec.is_special:
        code = codes.get(spec.code)
        if code is None:
            return ""
        if code.unusable(board, seat, card, able):
            return "there is nothing that it could work on"
        if not queries.placeable(board, card) and code.waits(board, seat, card, able):
            return "it could do nothing now, and it cannot be placed"
    return ""


def _raises(board: Board, seat: str, card: int, other: int) -> bool:
    spec = board.spec(card)
    if spec.kind == "artifact":
        return _artifact_raises(board, seat, card, other)
    code = codes.get(spec.code)
    return code is not None and code.makes_usable(board, seat, card, other)


def _artifact_raises(board: Board, seat: str, card: int, other: int) -> bool:
    """Whether an Artifact could give a Front Line Character the rating for a card."""
    spec, front = board.spec(card), board.front(seat)
    return any(
        mate != char
        and use.meets(board, mate, spec, "teammate_")
        and use.can_use(board.supposing(Marker(card, spec, mate, seat, seat, {"by": char})), mate, other)
        for char in users(board, seat, card)
        for mate in front
    )


def unusable(board: Board, seat: str, card: int) -> str:
    """Why a card goes as unusable: nobody can use it, or only a placing would keep it and the time for that is over."""
    why = useless(board, seat, card)
    if not why and board.phase in ("venture", "battle", "end") and waiting(board, seat, card):
        return "it could do nothing in this battle, and it cannot be placed any more"
    return why


def twins(board: Board, seat: str, card: int, apart: Collection[int] = ()) -> list[int]:
    """The other cards, held or placed (but those `apart`), that a card in hand duplicates and beside which it may not
    be kept.
    """
    others = [other for other in _duplicates(board, seat, card) if other not in apart]
    if not others or queries.may_keep(board, seat, card, others):
        return []
    return others


def _duplicates(board: Board, seat: str, card: int) -> list[int]:
    """The other cards, held or placed, that a card duplicates."""
    memo = board.memo()
    key = ("duplicates", seat, card)
    found: list[int] | None = memo.get(key)
    if found is None:
        shared = queries.duplicate_key(board, card)
        found = memo[key] = [
            other for other in board.held(seat) if other != card and queries.duplicate_key(board, other) == shared
        ]
    return found


def must_go(board: Board, seat: str) -> Iterator[Violation]:
    """Why a seat may not be done with the discard phase."""
    told: set[frozenset[int]] = set()
    for card in board.zone(seat, "hand"):
        why = unusable(board, seat, card)
        if why:
            yield Violation("discard-unusable", f"{{{card}}} must go: {why}.", (card,))
            continue
        others = twins(board, seat, card)
        group = frozenset({card, *others})
        if others and group not in told:
            told.add(group)
            listed = ",".join(map(str, sorted(group)))
            yield Violation("discard-duplicates", f"Of {{{listed}}} only one may be kept.", tuple(sorted(group)))


def may_discard(board: Board, seat: str, cards: tuple[int, ...]) -> Iterator[Violation]:
    """Why cards may not be discarded in the discard phase: only duplicates and unusable cards go."""
    going = set(cards)
    hand = board.zone(seat, "hand")
    for card in cards:
        if card not in hand:
            yield Violation("discard-only", f"{{{card}}} does not lie in your hand.", (card,))
        elif not unusable(board, seat, card) and not any(other not in going for other in twins(board, seat, card)):
            yield Violation("discard-only", f"{{{card}}} is neither a duplicate nor unusable.", (card,))


def _brings_into_play(board: Board, seat: str, other: int, card: int) -> bool:
    """Whether another card could let a card be used in this battle that only the Reserve can use as things are."""
    code = codes.get(board.spec(other).code)
    if code is not None and code.frees_reserve:
        return True
    return _raises(board, seat, other, card) and any(board.is_front(char) for char in users(board, seat, other))


def waiting(board: Board, seat: str, card: int) -> bool:
    """Whether a card in hand survives the placing phase only by being placed."""
    spec = board.spec(card)
    able = users(board, seat, card)
    if not able or spec.type == "activator" or queries.is_any_hero(board, card):
        return False
    code = codes.get(spec.code) if spec.is_special else None
    if not any(board.is_front(char) for char in able):
        if code is not None and (
            any(queries.from_reserve(board, char, card) for char in able) or code.kept_for_reserve(board, card, able)
        ):
            return False
        return not any(_brings_into_play(board, seat, other, card) for other in board.held(seat) if other != card)
    return code is not None and code.waits(board, seat, card, able)
