"""The seats: names, numbers that can be changed, whose turn it is, and who is looking."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from tabletop.table import acts, words
from tabletop.ui.commands import Entry
from tabletop.ui.commands.whole import PHASE, TURN, next_phase, pass_turn, phases
from tabletop.ui.panels.log import seat_sign

if TYPE_CHECKING:
    from tabletop.ui.overlay import Overlay
    from tabletop.ui.sheet import Sheet

NAME_ROW = 28
COUNTER_ROW = 26


def counter_name(desk: Overlay, name: str) -> str:
    """What a seat's counter is called: as its game says, else as it was typed."""
    library = desk.session.library
    if library is not None:
        for counter in library.game.counters:
            if counter.id == name:
                return counter.name
    return name


def columns(desk: Overlay, width: int) -> int:
    """How many numbers stand side by side in a panel of that width in pixels: two where their names are short."""
    theme = desk.theme
    room = (width - theme.px(12)) // 2 - theme.px(84)
    seats = desk.session.table.seats.values()
    names = {counter_name(desk, name) for seat in seats for name in seat.counters}
    several = any(len(seat.counters) > 1 for seat in seats)
    return 2 if several and all(theme.width(name, "small") <= room for name in names) else 1


def height(desk: Overlay, width: int, compact: bool) -> int:
    """How much room the seats take in a panel of that width, in pixels."""
    rows, across = 0, columns(desk, width)
    for seat in desk.session.table.seats.values():
        rows += NAME_ROW + (0 if compact else COUNTER_ROW * -(-len(seat.counters) // across)) + 6
    return desk.theme.px(rows)


def paint(sheet: Sheet, desk: Overlay, rect: pygame.Rect, compact: bool) -> None:
    """Paint the seats from the top of a rectangle."""
    px, theme, table = sheet.theme.px, sheet.theme, desk.session.table
    y, across = rect.y, columns(desk, rect.w)
    for seat_id, seat in table.seats.items():
        looks = seat_id == desk.session.seat
        rows = 0 if compact else -(-len(seat.counters) // across)
        block = pygame.Rect(rect.x, y, rect.w, px(NAME_ROW + COUNTER_ROW * rows + 2))
        if looks:
            sheet.box(block, "panel_raised", "", 5)
        row = pygame.Rect(rect.x, y, rect.w, px(NAME_ROW))
        mark = seat_sign(sheet, seat_id, seat.colour)
        sheet.surface.blit(mark, mark.get_rect(center=(row.x + px(13), row.centery)))
        _name(sheet, desk, row, seat_id, looks, compact)
        y += px(NAME_ROW)
        if not compact:
            wide = (rect.w - px(12)) // across
            for number, (name, value) in enumerate(seat.counters.items()):
                at = number % across
                cell = pygame.Rect(rect.x + px(8) + at * (wide + px(2)), y, wide - px(2), px(COUNTER_ROW - 2))
                _counter(sheet, desk, cell, seat_id, name, value, theme.width("−", "bold") + px(12))
                if at == across - 1 or number == len(seat.counters) - 1:
                    y += px(COUNTER_ROW)
        y += px(6)


def _name(sheet: Sheet, desk: Overlay, row: pygame.Rect, seat_id: str, looks: bool, compact: bool) -> None:
    px, theme, table = sheet.theme.px, sheet.theme, desk.session.table
    seat = table.seats[seat_id]
    top = row.y + (row.h - theme.line("body")) // 2
    right = row.right - px(6)
    if len(table.seats) > 1 or desk.session.seat is None:
        tip = "You look as this seat" if looks else f"Hand over: look as {words.seat_name(table, seat_id)}"
        label = "✓" if looks and compact else "✓ looks" if looks else "look as"
        wide = max(theme.width(each, "small") for each in ("look as", label)) + px(14)
        if looks and compact:
            wide = px(24)
        button = pygame.Rect(right - wide, row.y + px(3), wide, row.h - px(6))
        if looks:
            sheet.label(button.x, top + px(1), label, "small", "good", width=wide, align="center")
        else:
            sheet.button(f"look {seat_id}", button, label, partial(desk.hand_over, seat_id), tip=tip, role="small")
        right = button.x - px(6)
    if compact and seat.counters:
        name, value = next(iter(seat.counters.items()))
        cell = pygame.Rect(right - px(84), row.y + px(2), px(84), row.h - px(4))
        _counter(sheet, desk, cell, seat_id, name, value, px(20), bare=True)
        right = cell.x - px(4)
    x = row.x + px(26)
    if table.facts.get(TURN) == seat_id and not compact:
        right -= theme.width("turn", "small_bold")
        sheet.label(right, top + px(1), "turn", "small_bold", "accent")
        right -= px(8)
    name_box = pygame.Rect(row.x, row.y, right - row.x, row.h)
    over = sheet.region(
        f"seat {seat_id}", name_box, partial(_seat_menu, desk, seat_id), tip="Click: rename, add a number",
        context=partial(_seat_menu, desk, seat_id),
    )  # fmt: skip
    colour = "accent_hover" if over else "ink"
    sheet.label(x, top, words.seat_name(table, seat_id), "bold" if looks else "body", colour, width=max(right - x, 10))


def _counter(
    sheet: Sheet, desk: Overlay, cell: pygame.Rect, seat: str, name: str, value: int, side: int, *, bare: bool = False
) -> None:
    """A number with its name, a button less and a button more; the wheel changes it, a click types it."""
    px, theme = sheet.theme.px, sheet.theme
    shown = counter_name(desk, name)
    number = str(value)
    room = max(theme.width(number, "bold"), theme.width("00", "bold")) + px(6)
    more = pygame.Rect(cell.right - side, cell.y + px(2), side, cell.h - px(4))
    middle = pygame.Rect(more.x - room, cell.y, room, cell.h)
    less = pygame.Rect(middle.x - side, more.y, side, more.h)
    change = partial(_change, desk, seat, name)
    key = f"{seat} {name}"
    top = cell.y + (cell.h - theme.line("body")) // 2
    if not bare:
        sheet.label(cell.x + px(2), top + px(1), shown, "small", "ink_soft", width=max(less.x - cell.x - px(6), 8))
    spot = pygame.Rect(cell.x, cell.y, less.x - cell.x, cell.h) if not bare else pygame.Rect(0, 0, 0, 0)
    tip = f"{shown}: wheel or buttons change it, a click types it"
    sheet.region(f"name {key}", spot, None, tip=tip, stop=False, wheel=change)
    sheet.button(f"less {key}", less, "−", partial(change, -1), plain=True, role="bold", tip=f"{shown}: one less")
    over = sheet.region(f"number {key}", middle, partial(_ask, desk, seat, name), tip=tip, wheel=change)
    colour = "accent_hover" if over else "ink"
    sheet.label(middle.x, top, number, "bold", colour, width=room, align="center")
    sheet.button(f"more {key}", more, "+", partial(change, 1), plain=True, role="bold", tip=f"{shown}: one more")


def _change(desk: Overlay, seat: str, name: str, by: int) -> None:
    desk.act(acts.count(desk.session.table, seat, name, by))


def _ask(desk: Overlay, seat: str, name: str) -> None:
    table = desk.session.table
    now = table.seats[seat].counters.get(name, 0)
    title = f"{counter_name(desk, name)} of {words.seat_name(table, seat)}"
    desk.ask_number(title, "", lambda n: _change(desk, seat, name, n - now), start=now, low=-9999, high=9999)


def _seat_menu(desk: Overlay, seat: str) -> None:
    table = desk.session.table
    name = words.seat_name(table, seat)

    def rename() -> None:
        old = table.seats[seat].name
        desk.ask_text("Name", f"What is {name} called?", lambda text: desk.act(acts.rename(table, seat, text.strip())),
                      start=old, limit=40)  # fmt: skip

    def add() -> None:
        desk.ask_text("Another number", "What is counted? For example: victory points", lambda text: desk.act(
            acts.count(table, seat, text.strip(), 0)), limit=30)  # fmt: skip

    desk.open_entries(
        [Entry("Rename…", rename), Entry("Another number…", add),
         Entry("Look as this seat", partial(desk.hand_over, seat), enabled=seat != desk.session.seat)],
        name,
    )  # fmt: skip


def has_turn(desk: Overlay) -> bool:
    """Whether this table keeps a turn or a phase."""
    facts = desk.session.table.facts
    return TURN in facts or PHASE in facts


def paint_turn(sheet: Sheet, desk: Overlay, rect: pygame.Rect) -> None:
    """Whose turn it is and in which phase, with the buttons for the next phase and to pass."""
    px, theme, table = sheet.theme.px, sheet.theme, desk.session.table
    turn, phase = table.facts.get(TURN), table.facts.get(PHASE)
    words_side = theme.width("Next", "small") + px(20)
    pass_side = theme.width("Pass", "small") + px(20)
    pass_rect = pygame.Rect(rect.right - pass_side - px(2), rect.y + px(2), pass_side, rect.h - px(4))
    next_rect = pygame.Rect(pass_rect.x - words_side - px(4), rect.y + px(2), words_side, rect.h - px(4))
    named = words.seat_name(table, turn) if turn in table.seats else str(turn or "")
    told = f"{named}: {phase}" if phase and named else str(phase or named)
    y = rect.y + (rect.h - theme.line("body")) // 2
    sheet.label(rect.x + px(8), y, told, "body", "accent", width=next_rect.x - rect.x - px(12))
    sheet.button("next phase", next_rect, "Next", lambda: next_phase(desk), enabled=bool(phases(desk)), role="small",
                 tip=f"The next phase  {desk.keys.bindings.labels.get('next_phase', '')}")  # fmt: skip
    sheet.button("pass turn", pass_rect, "Pass", lambda: pass_turn(desk), role="small",
                 tip=f"Pass the turn  {desk.keys.bindings.labels.get('pass', '')}")  # fmt: skip
