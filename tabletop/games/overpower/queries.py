"""The questions that everything asks in one place; cards in effect answer them (codes page, section 3.1).

What a hit counts as, damage and the two ways to be knocked out, Venture totals, bonuses, who may attack whom, what may
be used for what, slots, duplicates, Missions, concession.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tabletop.games.overpower.board import Board, Effect, gender_word
from tabletop.games.overpower.filters import attack_fits, card_fits
from tabletop.games.overpower.plays import Defence, Play, Seen
from tabletop.games.overpower.registry import codes
from tabletop.games.overpower.spec import ANY, TYPES, Spec
from tabletop.rules.model import Violation

# hits


@dataclass(frozen=True, slots=True)
class Hit:
    """A card that has landed, and what it counts as: points for the KO and for Venture, the types that it may stand
    for, whether it fuses with Multipower hits, whether it is a Power card, and whether it ever counts for a
    Spectrum KO.
    """

    piece: int
    spec: Spec
    host: int
    record: bool
    level: int
    venture: int
    types: tuple[str, ...]
    fuses: bool = False
    power_card: bool = False
    spectrum: bool = True


def hit(board: Board, piece: int) -> Hit:
    """What a card that lies as a hit counts as."""
    found = _printed_hit(board, piece)
    if found.spec.is_special:
        code = codes.get(found.spec.code)
        if code is not None:
            found = code.as_hit(board, found)
    for effect in board.on("hit_as", found.host):
        changed = effect.test(board, found) if effect.test is not None else None
        if changed is not None:
            found = changed
    return found


def _printed_hit(board: Board, piece: int) -> Hit:
    """What a card that lies as a hit counts as by its print."""
    laid = board.laid()
    fusion = board.option("multipower_fusion")
    key = ("hit", piece, bool(fusion))
    found: Hit | None = laid.get(key) if laid is not None else None
    if found is None:
        spec = board.spec(piece)
        whose, name = board.zone_of(piece)
        host = int(whose) if whose.isdecimal() else 0
        level = spec.level or 0
        fuses = spec.is_multi and bool(fusion)
        found = Hit(piece, spec, host, name == "record", level, level, spec.types, fuses, spec.is_power)
        if laid is not None:
            laid[key] = found
    return found


def hits(board: Board, char: int) -> Iterator[Hit]:
    """All hits on a Character or a Battlesite, of both records."""
    for name in ("hits", "record"):
        for piece in board.at(char, name):
            yield hit(board, piece)


def damage(board: Board, char: int) -> int:
    """The points that a cumulative KO counts."""
    return sum(found.level for found in hits(board, char))


def spectrum(found: list[Hit]) -> bool:
    """Whether hits stand for three Power Types; fewer than three hits never do."""
    return len(found) >= 3 and spectrum_size(found) >= 3


def spectrum_size(found: Iterable[Hit]) -> int:
    """How many different Power Types hits can stand for together: a matching of hits and types, all Multipower hits
    being one (base rule 9.2).
    """
    nodes: list[tuple[str, ...]] = []
    fused: set[str] = set()
    for one in found:
        if not one.spectrum or not one.types:
            continue
        if one.fuses:
            fused |= set(one.types)
        else:
            nodes.append(one.types)
    if fused:
        nodes.append(tuple(sorted(fused)))
    taken: dict[str, tuple[str, ...]] = {}

    def place(types: tuple[str, ...], tried: set[str]) -> bool:
        for kind in types:
            if kind in tried:
                continue
            tried.add(kind)
            if kind not in taken or place(taken[kind], tried):
                taken[kind] = types
                return True
        return False

    return sum(place(types, set()) for types in nodes)


def hits_to_ko(board: Board, char: int) -> int:
    """The points that knock a Character or a Battlesite out."""
    spec = board.spec(char)
    if spec.type == "location":
        return spec.number("hits_to_ko") or int(board.option("battlesite_hits_to_ko"))
    base = int(board.option("hits_to_ko"))
    return base + sum(effect.amount for effect in board.on("hits_to_ko", char))


def reaches(board: Board, points: int, limit: int) -> bool:
    """Whether points are enough for a limit; the option `ko_at_limit` says whether the limit itself is."""
    return points >= limit if board.option("ko_at_limit") else points > limit


def knocked_out(board: Board, char: int) -> str:
    """The rule by which a Character or Battlesite is knocked out as its hits are, or "" (base rules 9.1, 9.2)."""
    if not board.at(char, "hits") and not board.at(char, "record"):
        return ""
    if board.fact("options") is not None or any(any(board.on(kind, char)) for kind in _FOR_KO):
        return _knocked_out(board, char)
    # Then nothing but the prints counts, and they do not change.
    pieces = (*board.at(char, "hits"), *board.at(char, "record"))
    key = (board.spec(char), *map(board.spec, pieces))
    rule = _KO.get(key)
    if rule is None:
        if len(_KO) > 20_000:
            _KO.clear()
        rule = _KO[key] = _knocked_out(board, char)
    return rule


_FOR_KO = ("hit_as", "no_ko", "hits_to_ko")
"""The kinds of effects that change who is knocked out."""

_KO: dict[tuple[Spec, ...], str] = {}


def _knocked_out(board: Board, char: int) -> str:
    found = list(hits(board, char))
    points = sum(one.level for one in found)
    site = board.spec(char).type == "location"
    if site:
        if reaches(board, points, hits_to_ko(board, char)):
            return "battlesite"
        return "battlesite" if board.option("battlesite_spectrum") and spectrum(found) else ""
    guards = list(board.on("no_ko", char))

    def counted(kind: str) -> list[Hit]:
        spared = [effect for effect in guards if kind in effect.words]
        if any(not effect.table.get("cards") for effect in spared):
            return []
        return [one for one in found if not any(_spares(effect, one) for effect in spared)]

    three = spectrum(found)
    if three and reaches(board, points, int(board.option("hits_to_ko"))):
        return "ko-both"
    if three and spectrum(counted("spectrum")):
        return "ko-spectrum"
    if reaches(board, sum(one.level for one in counted("cumulative")), hits_to_ko(board, char)):
        return "ko-cumulative"
    return ""


def _spares(effect: Effect, one: Hit) -> bool:
    cards = tuple(effect.table.get("cards") or ())
    return card_fits(cards, one.spec, level=one.level, types=one.types)


# Venture


def venture_hits(board: Board, seat: str) -> Iterator[tuple[Hit, int]]:
    """The hits that count for a seat in this battle, with their points: those on the opponent's Characters, the fallen
    ones' too, never those on a Battlesite.
    """
    other = board.opponent(seat)
    for char in (*board.zone(other, "front"), *board.zone(other, "reserve"), *board.zone(other, "defeated")):
        if board.spec(char).type != "character":
            continue
        for piece in board.at(char, "hits"):
            one = hit(board, piece)
            points = one.venture
            if any(card_fits(e.words, one.spec) and one.spec.is_power for e in board.for_seat("not_counted", seat)):
                points = 0
            for effect in board.for_seat("counts_twice", seat):
                if effect.test is not None and effect.test(board, one):
                    points *= 2
            yield one, points


def venture_total(board: Board, seat: str) -> int:
    """The Venture total of a seat for the battle in progress (base rule 6.9.2)."""
    total = sum(points for _, points in venture_hits(board, seat))
    return total + sum(effect.amount for effect in board.for_seat("venture", seat) if effect.seat == seat)


# bonuses


def _applies(board: Board, effect: Effect, specs: Iterable[Spec], versus: int | None) -> bool:
    if effect.versus is not None and effect.versus != versus:
        return False
    if effect.test is not None and not effect.test(board, versus):
        return False
    return not effect.words or any(card_fits(effect.words, spec) for spec in specs)


def _sum(effect: Effect, use: str, types: Iterable[str]) -> int:
    table = effect.table
    keys = ("all", use, *dict.fromkeys(types))
    return sum(int(table[key]) for key in keys if isinstance(table.get(key), int))


def attack_bonus(board: Board, play: Play) -> int:
    """What bonuses and penalties in effect add to a numeric attack, each once (base rule 7.3)."""
    if play.kind != "numeric" or play.by is None or not board.effects("bonus"):
        return 0
    specs = [
        board.spec(c) for c, role in zip(play.cards, play.roles, strict=False) if role not in ("companion", "boost")
    ]
    versus = play.aimed if isinstance(play.aimed, int) else None
    return sum(
        _sum(effect, "attack", play.types)
        for effect in board.on("bonus", play.by)
        if _applies(board, effect, specs, versus) and not (play.shifted and _from_opponent(board, effect, play.seat))
    )


def _from_opponent(board: Board, effect: Effect, seat: str) -> bool:
    """Whether the other side burdens the team of a seat: what it does not to attacks that have been shifted (G11)."""
    return effect.source is not None and board.owner(effect.source) != seat


def with_companions(board: Board, play: Play | Defence) -> Board:
    """The board with the Specials that go along with a play or a block already in effect (those of the play that waits
    are so on any board).
    """
    supposed = []
    for card in play.with_role("companion", "lent"):
        code = codes.get(board.spec(card).code)
        if code is not None and (isinstance(play, Defence) or board.zone_of(card)[1] != "action"):
            marker = code.supposed(board, play, card)
            if marker is not None:
                supposed.append(marker)
    return board.supposing(*supposed)


def attack_value(board: Board, play: Play) -> int:
    """The value that a block has to reach."""
    return max(play.base + play.universe + play.bonus + attack_bonus(with_companions(board, play), play), 0)


def block_needed(board: Board, play: Play) -> int:
    """What a block has to reach to stop something: the value of the attack, less where it may be stopped in parts (BU)
    or where the attack says so.
    """
    value = attack_value(board, play)
    if play.data.get("parts"):
        levels = [board.spec(card).level or 0 for card in play.with_role("power")]
        return min(value, max(value - play.base, 0) + min(levels, default=0))
    lead = play.lead
    code = codes.get(board.spec(lead).code) if lead is not None and board.spec(lead).is_special else None
    return code.block_needed(board, play, value) if code is not None else value


def block_bonus(board: Board, char: int, specs: Iterable[Spec], types: Iterable[str], play: Play) -> int:
    """What bonuses and penalties in effect add to a block by a Character against a play."""
    versus = None if play.shifted else play.by
    listed = list(specs)
    return sum(
        _sum(effect, "defense", types) for effect in board.on("bonus", char) if _applies(board, effect, listed, versus)
    )


def boost_bonus(board: Board, char: int, card: int, doubled: bool) -> int:
    """What a Basic or Training card adds to the card it is played with."""
    spec = board.spec(card)
    return changed_bonus(board, char, spec, spec.number("bonus") or 0, doubled)


def changed_bonus(board: Board, char: int, spec: Spec, bonus: int, doubled: bool = False) -> int:
    """A bonus of a Universe card as it is now: Locations may change it, an amount of 0 makes it count nothing, and what
    doubles it doubles it once.
    """
    for effect in board.on("universe_bonus", char):
        if card_fits(effect.words or ("universe",), spec):
            bonus = bonus + effect.amount if effect.amount else 0
    double = doubled or any(card_fits(effect.words or ("universe",), spec) for effect in board.on("double", char))
    return bonus * 2 if double else bonus


# who may attack whom


def may_attack(board: Board, char: int, at: int | None = None) -> Iterator[Violation]:
    """What forbids a Character to attack, at all or at that one."""
    name = f"{{{char}}}"
    for effect in board.on("may_not_attack", char):
        if effect.versus is None:
            yield Violation(effect.rule, f"{name} may not attack{_because(effect)}.", _cards(effect, char))
        elif effect.versus == at:
            yield Violation(effect.rule, f"{name} may not attack {{{at}}}{_because(effect)}.", _cards(effect, char))


def protected(board: Board, play: Play, char: int) -> Iterator[Violation]:
    """What forbids to declare this attack at a Character (block protect)."""
    seen = Seen(board, play)
    for effect in board.on("protect", char):
        if effect.use == "only":
            closed = not attack_fits(effect.words, seen)
        else:
            closed = not effect.words or attack_fits(effect.words, seen)
        if effect.test is not None:
            closed = closed and bool(effect.test(board, play, char))
        if closed:
            yield Violation(effect.rule, f"{{{char}}} may not be attacked so{_because(effect)}.", _cards(effect, char))


def unmovable(board: Board, play: Play) -> Iterator[Violation]:
    """What forbids to move an attack to another Character: something about the attacker, or about its target."""
    for effect in board.on("no_shift", play.by) if play.by is not None else ():
        fits = not effect.words or any(card_fits(effect.words, board.spec(card)) for card in play.cards)
        if fits and (effect.test is None or effect.test(board, play)):
            yield Violation(effect.rule, f"This attack may not be moved{_because(effect)}.", play.cards)
    for effect in board.on("fixed", play.at) if isinstance(play.at, int) else ():
        yield Violation(effect.rule, f"Attacks on {{{play.at}}} may not be moved{_because(effect)}.", play.cards)


def may_be_attacked(board: Board, char: int) -> bool:
    """Whether an opponent may direct any attack at a Character as far as effects go (those of one kind aside)."""
    return not any(
        effect.use != "only" and not effect.words and effect.test is None for effect in board.on("protect", char)
    )


def forbidden(
    board: Board,
    card: int,
    char: int,
    use: str,
    *,
    icons: Iterable[str] = (),
    site: bool = False,
    play: Play | None = None,
) -> Iterator[Violation]:
    """What forbids a Character to use a card: `use` is attack, defense, play (neither) or place."""
    spec = board.spec(card)
    for effect in board.on("forbid", char):
        if effect.use != "all" and effect.use != use:
            continue
        if effect.use == "all" and use == "place":
            continue
        if effect.words and not card_fits(
            effect.words, spec, icons=icons, site=site, any_hero=is_any_hero(board, card)
        ):
            continue
        if effect.test is not None and not effect.test(board, card, char, use, play):
            continue
        what = {"attack": "attack with", "defense": "defend with", "place": "get"}.get(use, "play")
        for rule in cited(effect):
            yield Violation(rule, f"{{{char}}} may not {what} {{{card}}}{_because(effect)}.", (card, char))


def cited(effect: Effect) -> tuple[str, ...]:
    """The rules to cite when an effect forbids something: its own, and the one on Events or Homebases."""
    kind = ("events",) if effect.event else ("homebase",) if effect.home else ()
    return (effect.rule, *kind)


def _because(effect: Effect) -> str:
    return f" ({{{effect.source}}})" if effect.source is not None else f" ({effect.rule})"


def _cards(effect: Effect, *others: int) -> tuple[int, ...]:
    return (*others, effect.source) if effect.source is not None else others


# whose cards


def is_any_hero(board: Board, card: int) -> bool:
    """Whether a Special is played like an Any Hero Special, by its print or by IC."""
    spec = board.spec(card)
    return spec.is_special and (spec.any_hero or made_any_hero(board, card) is not None)


def fits(board: Board, card: int, words: Sequence[str]) -> bool:
    """Whether a card that lies in a zone fits a card filter, with what cards in effect make of it (IC)."""
    return card_fits(words, board.spec(card), any_hero="any_hero" in words and is_any_hero(board, card))


def made_any_hero(board: Board, card: int) -> Effect | None:
    """The effect that makes a Special an Any Hero Special, as long as it is not placed (IC)."""
    spec = board.spec(card)
    if not spec.is_special or board.zone_of(card)[1] == "placed":
        return None
    for effect in board.for_seat("any_hero", board.owner(card)):
        if spec.character in effect.words and spec.name in effect.table.get("names", ()):
            return effect
    return None


def placeable(board: Board, card: int) -> bool:
    """Whether a card may be placed as far as its kind goes (base rule 6.4); Any Hero Specials may not, if they do not
    say so.
    """
    spec = board.spec(card)
    return spec.placeable and (bool(spec.get("placeable")) or not is_any_hero(board, card))


def plays_special_of(board: Board, char: int, spec: Spec) -> bool:
    """Whether a Character may play the Specials that bear a name: its own, and what abilities and markers lend."""
    if spec.character == board.spec(char).name:
        return True
    for effect in board.on("plays", char):
        names = effect.table.get("names") or ()
        if spec.character in effect.words and (not names or spec.name in names):
            return True
    return False


def from_reserve(board: Board, char: int, card: int) -> bool:
    """Whether a Character in Reserve may play a card from there."""
    spec = board.spec(card)
    if spec.is_special:
        code = codes.get(spec.code)
        if code is not None and bool(code.param(spec, "from_reserve")):
            return True
    for effect in board.on("from_reserve", char):
        names = effect.table.get("names") or ()
        if spec.name in names or (effect.words and card_fits(effect.words, spec)):
            return True
    return False


def gender(board: Board, char: int) -> str:
    """The gender of a Character."""
    return gender_word(str(board.spec(char).get("gender", "")))


# placing, duplicates


def free_slot(board: Board, char: int, card: int) -> bool:
    """Whether a card finds a place among those placed to a Character: one of each slot, and what markers add (6.4)."""
    waiting = [*board.at(char, "placed"), card]
    extra = [(e.words, e.amount or _count(e)) for e in board.on("slots", char)]
    if any(e.use == "shared" for e in board.on("slots", char)):
        shared = [e.words for e in board.on("slots", char) if e.use == "shared"]
        kept: list[int] = []
        for piece in waiting:
            spec = board.spec(piece)
            group = next((words for words in shared if card_fits(words, spec)), None)
            if group is None or not any(card_fits(group, board.spec(other)) for other in kept):
                kept.append(piece)
        waiting = kept
        extra = [(e.words, e.amount or _count(e)) for e in board.on("slots", char) if e.use != "shared"]
    taken: set[str] = set()
    left: list[int] = []
    for piece in waiting:
        slot = board.spec(piece).slot
        if slot in taken:
            left.append(piece)
        else:
            taken.add(slot)
    rooms = [words for words, count in extra for _ in range(min(count, 99))]
    return _all_housed(board, left, rooms)


def _count(effect: Effect) -> int:
    value = effect.table.get("count", 1)
    return value if isinstance(value, int) else 99


def _all_housed(board: Board, cards: list[int], rooms: list[tuple[str, ...]]) -> bool:
    if not cards:
        return True
    if len(rooms) > 60 and len(cards) < 30:
        return all(any(not words or card_fits(words, board.spec(c)) for words in rooms) for c in cards)
    first, *rest = cards
    for i, words in enumerate(rooms):
        if (not words or card_fits(words, board.spec(first))) and _all_housed(board, rest, rooms[:i] + rooms[i + 1 :]):
            return True
    return False


def same(board: Board, one: int, other: int) -> bool:
    """Whether two cards are duplicates of each other (base rule 6.3)."""
    return duplicate_key(board, one) == duplicate_key(board, other)


def duplicate_key(board: Board, card: int) -> tuple[Any, ...]:
    """What duplicates have in common, and nothing else with them, by the options of the table (base rule 6.3)."""
    memo = board.memo()
    key = ("duplicate", card)
    found: tuple[Any, ...] | None = memo.get(key)
    if found is None:
        spec = board.printed(card)
        if spec.is_power and board.option("power_duplicate_key") == "type_value":
            found = ("power", spec.power, spec.level)
        elif spec.type == "universe" and board.option("universe_duplicate_key") == "name":
            found = ("universe", spec.name)
        else:
            found = spec.duplicate_key
        memo[key] = found
    return found


def may_keep(board: Board, seat: str, card: int, others: Iterable[int]) -> bool:
    """Whether a duplicate may be kept beside the cards that it duplicates."""
    spec = board.printed(card)
    for effect in board.for_seat("keep_duplicates", seat):
        names = effect.table.get("names") or ()
        if effect.test is not None:
            if all(effect.test(board, card, other) for other in others):
                return True
        elif spec.name in names or (effect.words and card_fits(effect.words, spec)):
            if not spec.is_power or all(board.printed(other).power != spec.power for other in others):
                return True
        elif not names and not effect.words:
            return True
    return False


# Missions, hand, concession


def hand_size(board: Board, seat: str) -> int:
    """How many cards a seat draws at the start of a battle."""
    size = 8
    for effect in board.for_seat("draw_count", seat):
        if effect.amount:
            size = effect.amount
        elif effect.source is not None:
            chosen = board.mark(effect.source, "draw")
            size = chosen if isinstance(chosen, int) else size
    return size


def mission_limits(board: Board, seat: str) -> tuple[int, int, tuple[str, ...]]:
    """The least and the most Missions that a seat may venture, and the rules that say so."""
    least, most = 1, _most_missions(board, seat)
    rules: tuple[str, ...] = ("venture-amount",)
    for effect in board.for_seat("mission_limit", seat):
        if effect.amount == most:
            rules += cited(effect)
    for effect in board.for_seat("mission_exact", seat):
        if all(_ventureable(board, other) >= effect.amount for other in board.seats):
            least = most = effect.amount
            rules = ("venture-amount", *cited(effect))
    return least, most, rules


def _most_missions(board: Board, seat: str) -> int:
    return min((effect.amount for effect in board.for_seat("mission_limit", seat)), default=7)


def _ventureable(board: Board, seat: str) -> int:
    """How many Missions a seat can venture in this battle, those that it has ventured included."""
    zones = ("missions_reserve", "missions_completed", "ventured")
    return min(sum(len(board.zone(seat, name)) for name in zones), _most_missions(board, seat))


def may_concede(board: Board, seat: str) -> Iterator[Violation]:
    """What forbids a seat to concede, by whatever means."""
    if not board.option("missions_used"):
        yield Violation("concede", "Without Missions nobody concedes.")
    for effect in board.for_seat("no_concession", seat):
        if effect.use == "first" and board.phase == "battle" and seat in (board.turn, *board.listed("acted")):
            continue
        for rule in cited(effect):
            yield Violation(rule, f"{{{seat}}} may not concede{_because(effect)}.", _cards(effect))


def changed(
    one: Hit,
    *,
    level: int | None = None,
    types: tuple[str, ...] | None = None,
    venture: int | None = None,
    fuses: bool | None = None,
    power_card: bool | None = None,
    spectrum: bool | None = None,
) -> Hit:
    """A hit that counts as something else."""
    new_level = one.level if level is None else level
    return replace(
        one,
        level=new_level,
        venture=(one.venture if level is None else level) if venture is None else venture,
        types=one.types if types is None else types,
        fuses=one.fuses if fuses is None else fuses,
        power_card=one.power_card if power_card is None else power_card,
        spectrum=one.spectrum if spectrum is None else spectrum,
    )


def any_types(listed: tuple[str, ...]) -> tuple[str, ...]:
    """The types that a list of words stands for as a hit: Any-Power is none of the four."""
    return () if listed == (ANY,) else tuple(word for word in listed if word in TYPES)
