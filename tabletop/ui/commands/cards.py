"""Commands on pieces: cards, tokens, dice, coins, counters and notes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tabletop.table import acts, sight, words
from tabletop.table.acts import LOCKED, Act
from tabletop.table.ops import Create, Op, Remove
from tabletop.table.zones import TABLE, Zone
from tabletop.ui.commands.base import Command, Desk, Entry, cards, hand, named, pieces, zone_words

if TYPE_CHECKING:
    from tabletop.ui.scene import Target

GROUP = "Cards"
NOTE = "note"
"""The mark that bears what somebody wrote on a piece."""


def _any(desk: Desk, target: Target) -> bool:
    return bool(pieces(desk, target))


def _cards(desk: Desk, target: Target) -> bool:
    return bool(cards(desk, target))


def _several(desk: Desk, target: Target) -> bool:
    return len(cards(desk, target)) > 1


def _free(desk: Desk, target: Target) -> bool:
    """Whether turning them is seen: in piles and hands all lie straight."""
    table = desk.session.table
    return any(_turns(table.zone(piece.zone)) for piece in pieces(desk, target))


def _turns(zone: Zone) -> bool:
    return zone.arrangement != "pile" and zone.role != "hand"


def _dice(desk: Desk, target: Target) -> bool:
    return any(piece.kind in ("die", "coin") for piece in pieces(desk, target))


def _tapped(desk: Desk, target: Target) -> bool:
    return all(piece.rotation % 360 == 90 for piece in pieces(desk, target))


def _locked(desk: Desk, target: Target) -> bool:
    return all(piece.marks.get(LOCKED) for piece in pieces(desk, target))


def _do(make: Callable[[Desk, Target], Act]) -> Callable[[Desk, Target], object]:
    return lambda desk, target: desk.act(make(desk, target))


def _turn(degrees: float) -> Callable[[Desk, Target], object]:
    return _do(lambda desk, target: acts.turn(desk.session.table, target.pieces, degrees))


# moving


def _move_entries(desk: Desk, target: Target) -> list[Entry | None]:
    """Where cards may go: the looking seat's zones, what all share, and the other seats' in submenus."""
    table, seat = desk.session.table, desk.session.seat
    here = {piece.zone for piece in pieces(desk, target)}

    def to(zone_id: str, index: int | None = None) -> Callable[[], object]:
        return lambda: desk.act(acts.move(table, target.pieces, zone_id, index=index))

    def entries(found: Zone) -> list[Entry | None]:
        name = found.name
        if here == {found.id} and found.arrangement != "pile":
            return []
        if found.arrangement == "pile" and found.role == "draw":
            under = acts.put_under
            return [
                Entry(f"{name}, on top", to(found.id)),
                Entry(f"{name}, at the bottom", lambda: desk.act(under(table, target.pieces, found.id))),
            ]
        return [Entry(name, to(found.id))]

    mine: list[Entry | None] = []
    shared: list[Entry | None] = []
    others: dict[str, list[Entry | None]] = {}
    for found in table.zones.values():
        if found.id == TABLE or found.role == acts.HEAP:
            continue
        where = mine if found.seat == seat and seat is not None else shared if found.seat is None else None
        (others.setdefault(str(found.seat), []) if where is None else where).extend(entries(found))
    free = [Entry("Free table", lambda: desk.act(acts.move(table, target.pieces, TABLE, at=target.point)))]
    listed: list[Entry | None] = [*mine]
    if shared:
        listed += [None, *shared]
    if others:
        listed.append(None)
        listed += [Entry(words.seat_name(table, who), children=found) for who, found in others.items()]
    return [*listed, None, *free]


def _to_hand(desk: Desk, target: Target) -> object:
    found = hand(desk.session.table, desk.session.seat)
    return desk.act(acts.move(desk.session.table, target.pieces, found.id)) if found is not None else None


def _can_go_to_hand(desk: Desk, target: Target) -> bool:
    found = hand(desk.session.table, desk.session.seat)
    return found is not None and any(piece.zone != found.id for piece in pieces(desk, target)) and _cards(desk, target)


def _discard_zone(desk: Desk, target: Target) -> Zone | None:
    """Where the first of the cards is discarded to: its owner's pile, else the looking seat's."""
    found = pieces(desk, target)
    owner = found[0].owner if found else None
    return desk.session.table.zone_with_role("discard", owner or desk.session.seat)


def _can_discard(desk: Desk, target: Target) -> bool:
    found = _discard_zone(desk, target)
    return _cards(desk, target) and found is not None and any(piece.zone != found.id for piece in pieces(desk, target))


def _discard(desk: Desk, target: Target) -> object:
    """Each card goes to the discard pile of its owner."""
    table = desk.session.table
    by_zone: dict[str, list[int]] = {}
    for piece in pieces(desk, target):
        found = table.zone_with_role("discard", piece.owner or desk.session.seat)
        if found is not None and piece.zone != found.id:
            by_zone.setdefault(found.id, []).append(piece.id)
    made = [acts.move(table, ids, zone_id) for zone_id, ids in by_zone.items()]
    if len(made) == 1:
        return desk.act(made[0])
    label = f"discards {words.pieces(i for ids in by_zone.values() for i in ids)}"
    return desk.act(Act(label, [op for act in made for op in act.ops]))


def _under_zone(desk: Desk, target: Target) -> Zone | None:
    """The pile that a card goes under: the one it lies in, else its owner's draw pile."""
    table = desk.session.table
    found = pieces(desk, target)
    if not found or not _cards(desk, target):
        return None
    here = table.zone(found[0].zone)
    if here.arrangement == "pile":
        return here
    return table.zone_with_role("draw", found[0].owner or desk.session.seat)


def _under_words(desk: Desk, target: Target) -> str:
    found = _under_zone(desk, target)
    return f"Put under {zone_words(desk, found.id)}" if found is not None else "Put under the draw pile"


def _under(desk: Desk, target: Target) -> object:
    found = _under_zone(desk, target)
    return desk.act(acts.put_under(desk.session.table, target.pieces, found.id)) if found is not None else None


def _attach_words(desk: Desk, target: Target) -> str:
    ids = cards(desk, target)
    rest = "the other" if len(ids) == 2 else "the others"
    return f"Attach {rest} to {named(desk, ids[:1])}"


def _attach(desk: Desk, target: Target) -> object:
    ids = cards(desk, target)
    return desk.act(acts.attach(desk.session.table, ids[1:], ids[0]))


def _attached(desk: Desk, target: Target) -> bool:
    table = desk.session.table
    return any(table.zone(piece.zone).anchor is not None for piece in pieces(desk, target))


def _detach(desk: Desk, target: Target) -> object:
    table = desk.session.table
    ids = [piece.id for piece in pieces(desk, target) if table.zone(piece.zone).anchor is not None]
    return desk.act(acts.move(table, ids, TABLE, at=target.point))


# knowing


def _face_down(desk: Desk, target: Target) -> list[int]:
    """The target's face-down cards that lie open on the table, so that one can look under them."""
    table, seat = desk.session.table, desk.session.seat
    found = []
    for i in cards(desk, target):
        where = table.zone(table.pieces[i].zone)
        open_to_it = where.sight == "public" or (where.sight == "private" and where.seat == seat)
        if not table.pieces[i].up and where.arrangement != "pile" and open_to_it:
            found.append(i)
    return found


def _can_peek(desk: Desk, target: Target) -> bool:
    table, seat = desk.session.table, desk.session.seat
    if seat is None:
        return False
    return any(not sight.shows(table, seat, table.pieces[i]) for i in _face_down(desk, target))


def _reveal_entries(desk: Desk, target: Target) -> list[Entry | None]:
    table, seat = desk.session.table, desk.session.seat
    ids = cards(desk, target)
    others = [who for who in table.seats if who != seat]

    def to(seats: list[str]) -> Callable[[], object]:
        return lambda: desk.act(acts.reveal(table, ids, seats))

    listed: list[Entry | None] = [Entry(words.seat_name(table, who), to([who])) for who in others]
    if len(others) > 1:
        listed += [None, Entry("Everybody", to(others))]
    return listed


def _can_reveal(desk: Desk, target: Target) -> bool:
    """Only what the looking seat may know itself can be shown by it, and only to those who do not know it."""
    table, seat = desk.session.table, desk.session.seat
    found = [table.pieces[i] for i in cards(desk, target)]
    if seat is None or not found or not all(sight.knows(table, seat, piece) for piece in found):
        return False
    return any(not sight.knows(table, who, piece) for piece in found for who in table.seats)


# counters and notes


def _count(by: int) -> Callable[[Desk, Target], object]:
    def run(desk: Desk, target: Target) -> object:
        names = {name for piece in pieces(desk, target) for name in piece.counters}
        name = desk.counter if desk.counter in names or len(names) != 1 else next(iter(names))
        return _change(desk, target, name, by)

    return run


def _change(desk: Desk, target: Target, name: str, by: int) -> object:
    desk.counter = name
    return desk.act(acts.count(desk.session.table, target.pieces, name, by))


def _counter_entries(desk: Desk, target: Target) -> list[Entry | None]:
    names = sorted({name for piece in pieces(desk, target) for name in piece.counters} | {desk.counter})
    listed: list[Entry | None] = []
    for name in names:
        for by in (1, -1):
            told = f"{name}: one {'more' if by > 0 else 'less'}"
            listed.append(Entry(told, partial(_change, desk, target, name, by)))
    listed += [None, Entry("Another counter…", lambda: _ask_counter(desk, target))]
    held = sorted({name for piece in pieces(desk, target) for name in piece.counters})
    if held:
        listed.append(Entry("Take all counters off", lambda: _clear(desk, target)))
    return listed


def _ask_counter(desk: Desk, target: Target) -> None:
    text = "What is it called? For example: damage, +1, turns"
    desk.ask_text("Another counter", text, lambda name: _change(desk, target, name, 1), limit=30)


def _clear(desk: Desk, target: Target) -> object:
    table = desk.session.table
    ops = [
        op for piece in pieces(desk, target) for name, value in piece.counters.items()
        for op in acts.count(table, [piece.id], name, -value).ops
    ]  # fmt: skip
    return desk.act(Act(f"takes all counters off {words.pieces(target.pieces)}", ops))


def _write(desk: Desk, target: Target) -> None:
    found = pieces(desk, target)
    first = found[0]
    old = first.marks.get(NOTE, first.card if first.kind == "note" else "")

    def done(text: str) -> object:
        table, text = desk.session.table, text.strip()
        notes = [piece for piece in pieces(desk, target) if piece.kind == "note"]
        others = [piece.id for piece in pieces(desk, target) if piece.kind != "note"]
        ops: list[Op] = list(acts.mark(table, others, NOTE, text or None).ops)
        for note in notes:
            # A note is its words: it is put there anew, at its place.
            new = note.copy()
            new.card = text
            ops += [Remove(note.id), Create(new, table.index(note.id))] if text and new.card != note.card else []
        told = f"writes “{words.quote(text)}” on" if text else "wipes off what stands on"
        return desk.act(Act(f"{told} {words.pieces(target.pieces)}", ops))

    text = "Everybody can read it. Leave it empty to wipe it off."
    desk.ask_text("Write on it", text, done, start=str(old), empty=True)


def _roll(desk: Desk, target: Target) -> None:
    if desk.act(acts.roll(desk.session.table, target.pieces, desk.session.rng)) is not None:
        desk.screen.tossing.roll(target.pieces)


# coming and going


def _copy(desk: Desk, target: Target) -> None:
    number = desk.session.copy(target.pieces)
    there = len(pieces(desk, target))
    if not number:
        desk.say("Nothing was copied: a card that you may not know cannot be copied.")
        return
    left = f"; {there - number} that you may not know left out" if number < there else ""
    desk.say(f"Copied {number} {'piece' if number == 1 else 'pieces'}{left}.")


def _remove(desk: Desk, target: Target) -> object:
    return desk.act(acts.remove(desk.session.table, target.pieces))


CARD_COMMANDS = (
    Command("flip", GROUP, "cards", "Turn over", _do(lambda d, t: acts.flip(d.session.table, t.pieces)), _any,
            ("F", "Middle click"), "turn over"),
    Command("tap", GROUP, "cards", lambda d, t: "Untap" if _tapped(d, t) else "Tap",
            _do(lambda d, t: acts.tap(d.session.table, t.pieces)), _free, ("T", "Double click"), "tap",
            plain="Tap, untap"),
    Command("rotate_left", GROUP, "cards", "Rotate to the left", _turn(-90), _free, ("Q",), "", True),
    Command("rotate_right", GROUP, "cards", "Rotate to the right", _turn(90), _free, ("E",), "", True),
    Command("tilt_left", GROUP, "cards", "Rotate a little to the left", _turn(-15), _free, ("Shift+Q",), "", True),
    Command("tilt_right", GROUP, "cards", "Rotate a little to the right", _turn(15), _free, ("Shift+E",), "", True),
    Command("to_hand", GROUP, "cards", "Take into your hand", _to_hand, _can_go_to_hand, ("H",), "to hand"),
    Command("discard", GROUP, "cards", "Discard", _discard, _can_discard, ("X",), "discard"),
    Command("move_to", GROUP, "cards", "Move to", lambda d, t: None, _any, children=_move_entries),
    Command("under", GROUP, "cards", _under_words, _under, lambda d, t: _under_zone(d, t) is not None, ("U",), "",
            plain="Put under its pile, or the draw pile"),
    Command("front", GROUP, "cards", "Bring to the front", _do(lambda d, t: acts.to_front(d.session.table, t.pieces)),
            _any, ("PageUp",)),
    Command("back", GROUP, "cards", "Put behind the others", _do(lambda d, t: acts.to_back(d.session.table, t.pieces)),
            _any, ("PageDown",)),
    Command("group", GROUP, "cards", "Make a pile of them", _do(lambda d, t: acts.group(d.session.table, cards(d, t))),
            _several, ("G",), "make a pile"),
    Command("attach", GROUP, "cards", _attach_words, _attach, _several, ("Ctrl+G",),
            plain="Attach the others to the first"),
    Command("detach", GROUP, "cards", "Detach", _detach, _attached),
    Command("lock", GROUP, "cards", lambda d, t: "Unlock" if _locked(d, t) else "Lock",
            _do(lambda d, t: acts.lock(d.session.table, t.pieces)), _any, ("L",), plain="Lock, unlock"),
    Command("peek_cards", GROUP, "cards", "Look at the face-down side",
            lambda d, t: d.peek_cards(_face_down(d, t)), _can_peek, ("Alt+Shift",), "look at it"),
    Command("reveal", GROUP, "cards", "Show to", lambda d, t: None, _can_reveal, children=_reveal_entries),
    Command("count_up", "Counters", "cards", lambda d, t: f"One {d.counter} more", _count(1), _any, ("Plus",), "",
            True, plain="One counter more"),
    Command("count_down", "Counters", "cards", lambda d, t: f"One {d.counter} less", _count(-1), _any, ("Minus",), "",
            True, plain="One counter less"),
    Command("counters", "Counters", "cards", "Counters", lambda d, t: None, _any, children=_counter_entries),
    Command("write", GROUP, "cards", "Write on it…", _write, _any, ("N",)),
    Command("roll", "Dice and coins", "dice", "Roll", _roll, _dice, ("R",), "roll"),
    Command("mix", GROUP, "cards", "Mix them up where they lie",
            _do(lambda d, t: acts.mix(d.session.table, cards(d, t), d.session.rng)),
            lambda d, t: _several(d, t) and _free(d, t), ("R",)),
    Command("copy", GROUP, "cards", "Copy", _copy, _any, ("Ctrl+C",)),
    Command("remove", GROUP, "cards", "Remove from the table", _remove, _any, ("Delete",)),
)  # fmt: skip
