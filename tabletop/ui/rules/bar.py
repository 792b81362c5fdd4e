"""The prompt bar above the table: who must decide what, the ways on as buttons, and below it, when there is something
of it, the choices of a question, what was sent back, and what the rules offer.

Its strip is always there while the rules are on, so that the table does not move; what hangs below it covers nothing of
the looking seat's own.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from tabletop.ui.commands import Entry
from tabletop.ui.panels.log import seat_sign
from tabletop.ui.rules.table_rules import Ask, Button
from tabletop.ui.sheet import Sheet

if TYPE_CHECKING:
    from tabletop.ui.overlay import Overlay

STRIP = 48
"""The height of the strip at 100 %."""

ROWS = 2
"""Rows of choices; what does not fit is in a menu."""

OFFERS = 3


class PromptBar(Sheet):
    """Shown at the upper edge of the table while the rules are on."""

    def __init__(self, desk: Overlay) -> None:
        super().__init__(desk.theme)
        self.desk = desk
        self._more: list[Button] = []

    @property
    def strip(self) -> int:
        """The height of the strip, in pixels."""
        return self.theme.px(STRIP)

    def fit(self, x: int, width: int) -> None:
        """Take the room that what is to be said needs."""
        hanging = self._hanging(width)
        self.place(pygame.Rect(x, 0, width, self.strip + hanging))

    # laying out

    def _hanging(self, width: int) -> int:
        """The height of what hangs below the strip."""
        px, rules = self.theme.px, self.desk.rules
        tall = 0
        if rules.refusal is not None:
            tall += self._refusal_height(width)
        tall += px(40) * min(len(rules.offers), OFFERS)
        ask = rules.ask
        if ask.choices and not self._beside(ask, width):
            tall += px(38) * len(self._rows(ask.choices, width)[0]) + px(4)
        return tall + px(8) if tall else 0

    def _beside(self, ask: Ask, width: int) -> bool:
        """Whether a few short choices stand in the strip itself."""
        if ask.buttons or len(ask.choices) > 4:
            return False
        return sum(self._wide(each) + self.theme.px(6) for each in ask.choices) <= width // 2

    def _wide(self, button: Button) -> int:
        return min(self.theme.width(button.words) + self.theme.px(28), self.theme.px(280))

    def _rows(self, buttons: tuple[Button, ...], width: int) -> tuple[list[list[Button]], list[Button]]:
        """Buttons in rows, and those for which there is no room."""
        px = self.theme.px
        room = width - px(24)
        more = px(120)
        rows: list[list[Button]] = [[]]
        used = 0
        for number, button in enumerate(buttons):
            wide = self._wide(button) + px(6)
            last = len(rows) == ROWS
            limit = room - more if last and number < len(buttons) - 1 else room
            if used + wide > limit and rows[-1]:
                if last:
                    return rows, list(buttons[number:])
                rows.append([])
                used = 0
            rows[-1].append(button)
            used += wide
        return rows, []

    # painting

    def paint(self) -> None:
        """The strip, then what hangs below it."""
        px, rules = self.theme.px, self.desk.rules
        self._more = []
        w, h = self.rect.size
        ask = rules.ask
        self.box(pygame.Rect(0, 0, w, h), "panel")
        pygame.draw.rect(self.surface, self.theme.colour("accent" if h > self.strip else "edge"),
                         (0, h - px(2), w, px(2)))  # fmt: skip
        beside = bool(ask.choices) and self._beside(ask, w)
        right = self._buttons(ask.choices if beside else ask.buttons, w)
        self._text(ask, right)
        y = self.strip
        if ask.choices and not beside:
            y = self._choices(ask.choices, y, w)
        for number, offer in enumerate(rules.offers[:OFFERS]):
            y = self._offer(number, rules.offer_text(offer), partial(rules.accept, offer),
                            partial(rules.decline, offer), y, w)  # fmt: skip
        if rules.refusal is not None:
            self._refusal(y, w)

    def _text(self, ask: Ask, right: int) -> None:
        px, theme = self.theme.px, self.theme
        x = px(14)
        if ask.seat is not None:
            seat = self.desk.session.table.seats.get(ask.seat)
            mark = seat_sign(self, ask.seat, seat.colour if seat is not None else 0)
            self.surface.blit(mark, mark.get_rect(center=(x + px(6), self.strip // 2)))
            x += px(22)
        room = right - x - px(10)
        rows = theme.wrap(ask.text, room, "bold")
        if len(rows) == 1:
            self.label(x, px(4), ask.text, "bold", "ink", width=room)
            self.label(x, px(5) + theme.line("bold"), ask.detail, "small", "ink_soft", width=room)
            return
        self.lines(pygame.Rect(x, px(4), room, theme.line("small_bold") * 2), ask.text, "small_bold", "ink")

    def _buttons(self, buttons: tuple[Button, ...], w: int) -> int:
        """Buttons at the right of the strip, as many as there is room for; where they begin."""
        px = self.theme.px
        room, shown = w * 3 // 5, list(buttons)
        more = px(92)

        def used() -> int:
            return sum(self._wide(each) + px(6) for each in shown) + (more if len(shown) < len(buttons) else 0)

        while shown and used() > room:
            # The way to all moves stays; of the others the last ones go first.
            goes = next((each for each in reversed(shown) if each.id != "moves" and not each.primary), shown[-1])
            shown.remove(goes)
        hidden = [each for each in buttons if each not in shown]
        x = w - px(12) - sum(self._wide(each) + px(6) for each in shown) - (more if hidden else 0) + px(6)
        left = x
        keys = self.desk.keys.bindings.labels
        for each in shown:
            wide = self._wide(each)
            rect = pygame.Rect(x, (self.strip - px(34)) // 2 - px(1), wide, px(34))
            tip = "Space" if each.primary else keys.get("rules_moves", "") if each.id == "moves" else ""
            self.button(each.id, rect, each.words, each.run, enabled=each.enabled, primary=each.primary,
                        chosen=each.chosen, tip=tip)  # fmt: skip
            x += wide + px(6)
        if hidden:
            rect = pygame.Rect(x, (self.strip - px(34)) // 2 - px(1), more - px(6), px(34))
            self.button("more", rect, "More ▾", partial(self._open, hidden))
        return left

    def _choices(self, choices: tuple[Button, ...], y: int, w: int) -> int:
        px = self.theme.px
        rows, left = self._rows(choices, w)
        y += px(2)
        for number, row in enumerate(rows):
            x = px(14)
            for each in row:
                wide = self._wide(each)
                rect = pygame.Rect(x, y, wide, px(34))
                self.button(each.id, rect, each.words, each.run, chosen=each.chosen, enabled=each.enabled)
                x += wide + px(6)
            if left and number == len(rows) - 1:
                rect = pygame.Rect(x, y, px(114), px(34))
                self.button("choices", rect, f"{len(left)} more ▾", partial(self._open, left))
            y += px(38)
        return y + px(2)

    def _open(self, buttons: list[Button]) -> None:
        """The buttons for which there is no room, as a menu."""
        region = self.region_of("choices") or self.region_of("more")
        pos = (self.rect.right, self.rect.bottom) if region is None else (
            self.rect.x + region.rect.x, self.rect.y + region.rect.bottom
        )  # fmt: skip
        listed: list[Entry | None] = [
            Entry(each.words, each.run, checked=each.chosen, enabled=each.enabled) for each in buttons
        ]
        self.desk.open_entries(listed, "", pos, keyboard=self.keyboard)

    def _offer(self, number: int, text: str, yes: object, no: object, y: int, w: int) -> int:
        px, theme = self.theme.px, self.theme
        assert callable(yes)
        assert callable(no)
        right = w - px(12)
        for id, words, action in (("leave", "Leave it", no), ("apply", "Apply", yes)):
            wide = theme.width(words) + px(28)
            right -= wide
            self.button(f"{id} {number}", pygame.Rect(right, y + px(3), wide, px(32)), words, action)
            right -= px(6)
        self.label(px(14), y + px(9), "§", "bold", "rules")
        told = f"By the rules: {text}"
        self.label(px(36), y + px(9), told, "body", "ink", width=right - px(40))
        return y + px(40)

    # what was sent back

    def _refusal_rows(self, width: int) -> list[tuple[str, int]]:
        """The reasons in lines, each with the number of its reason."""
        refusal = self.desk.rules.refusal
        assert refusal is not None
        room = width - self.theme.px(60)
        told = [
            f"{reason.text} [{self.desk.rules.book.title(reason.rule)}]" for reason in refusal.reasons
        ] + ([refusal.why] if refusal.why else [])
        return [(row, number) for number, text in enumerate(told) for row in self.theme.wrap(text, room, "body")][:8]

    def _refusal_height(self, width: int) -> int:
        px, theme = self.theme.px, self.theme
        return theme.line("bold") + theme.line("body") * len(self._refusal_rows(width)) + px(58)

    def _refusal(self, y: int, w: int) -> None:
        px, theme, rules = self.theme.px, self.theme, self.desk.rules
        refusal = rules.refusal
        assert refusal is not None
        self.rule(px(12), y, w - px(24))
        y += px(8)
        self.label(px(14), y, "✕", "bold", "bad")
        self.label(px(36), y, f"Against the rules: {refusal.text}", "bold", "bad", width=w - px(60))
        y += theme.line("bold") + px(2)
        for row, number in self._refusal_rows(w):
            rule = refusal.reasons[number].rule if number < len(refusal.reasons) else ""
            rect = pygame.Rect(px(30), y, w - px(44), theme.line("body"))
            over = bool(rule) and self.region(f"rule {number} {y}", rect, partial(rules.open_rule, rule),
                                              tip="Read the rule", stop=False)  # fmt: skip
            self.label(px(36), y, row, "body", "accent_hover" if over else "ink", width=w - px(60))
            y += theme.line("body")
        y += px(6)
        x = px(36)
        first = refusal.reasons[0].rule if refusal.reasons else None
        can_move = refusal.act is not None and bool(refusal.act.ops)
        for id, words, action, enabled in (
            ("anyway", "Do it anyway", rules.do_anyway, True),
            ("only move", "Only move the card", rules.only_move, can_move),
            ("rule", "Rule…", partial(rules.open_rule, first), first is not None),
            ("leave it", "Leave it", rules.dismiss, True),
        ):  # fmt: skip
            wide = theme.width(words) + px(28)
            self.button(id, pygame.Rect(x, y, wide, px(32)), words, action, enabled=enabled)
            x += wide + px(6)

    def key(self, event: pygame.event.Event) -> bool:
        """Nothing of its own: Esc and Space are the desk's."""
        return False
