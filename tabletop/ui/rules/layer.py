"""The rules over the table as one thing: the bar, the highlights, and the keys that are theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from tabletop.ui.rules.bar import PromptBar
from tabletop.ui.rules.marks import RuleMarks
from tabletop.ui.rules.table_rules import TableRules

if TYPE_CHECKING:
    from tabletop.ui.overlay import Overlay

_ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
_OTHER = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


class RulesLayer:
    """What a desk has of the rules."""

    def __init__(self, desk: Overlay, rules: TableRules) -> None:
        self.desk = desk
        self.rules = rules
        self.marks = RuleMarks(desk)
        self.bar = PromptBar(desk)
        self._space = False

    def lay(self, viewport: pygame.Rect) -> pygame.Rect:
        """Lie at the upper edge of a part of the window; what is left of it for the table."""
        if not self.rules.on:
            self.bar.place(pygame.Rect(0, 0, 0, 0))
            return viewport
        self.bar.fit(viewport.x, viewport.w)
        strip = self.bar.strip
        return pygame.Rect(viewport.x, strip, viewport.w, viewport.h - strip)

    def changed(self) -> None:
        """The bar has something else to say."""
        app = self.desk.app
        app.redraw(self.bar.rect)
        self.bar.dirty = True
        if self.rules.on and self.bar.rect.w:
            self.bar.fit(self.desk.viewport.x, self.desk.viewport.w)
        app.redraw(self.bar.rect)

    def follow(self) -> None:
        """The bar comes and goes with the rules, and says what is asked now; highlights follow the table."""
        screen = self.desk.screen
        changed = self.rules.update(idle=not screen.gestures.active)
        if self.rules.on != bool(self.bar.rect.w):
            self.desk.layout()
            self.desk.side.dirty = True
        elif changed and self.rules.on:
            self.changed()
        screen.scene.damage += self.marks.follow()
        if self.bar.rect.w and self.bar.dirty:
            self.desk.app.redraw(self.bar.rect)

    # events

    def mouse(self, event: pygame.event.Event) -> bool:
        """An event of the mouse; whether it was for the bar."""
        return self.bar.handle(event) if self.bar.rect.w else False

    def key(self, event: pygame.event.Event) -> bool:
        """Enter goes to the bar's buttons or confirms what is picked, Esc leaves them, or what was sent back."""
        bar, rules, screen = self.bar, self.rules, self.desk.screen
        if not rules.on or self.desk.keys.waiting or screen.gestures.active:
            return False
        on_bar = bar.keyboard and bar.focus is not None
        if event.key == pygame.K_ESCAPE:
            if on_bar:
                bar.focus_on(None)
                return True
            return rules.dismiss()
        if event.mod & _OTHER:
            return False
        if on_bar:
            return bar.handle(event)
        if event.key in _ENTER:
            ring = screen.focus
            if ring.on and ring.piece is not None:
                # The ring picks a choice only where one is asked for.
                mine = rules.mine
                return mine is not None and ring.piece in mine.pieces and rules.clicked(ring.piece, (-1, -1))
            if rules.picks and rules.primary():
                return True
            bar.focus_on(None)
            bar.step(1)
            if bar.region_of("choice 0") is not None:
                bar.focus_on("choice 0")
            return bar.focus is not None
        if event.key == pygame.K_SPACE:
            self._space = True
        return False

    def other(self, event: pygame.event.Event) -> None:
        """Space and a drag move the view: only a Space that is let go without one is for the bar."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._space = False
        elif event.type == pygame.KEYUP and event.key == pygame.K_SPACE:
            pressed, self._space = self._space, False
            desk = self.desk
            if pressed and not desk.modal and not desk.typing and not desk.screen.gestures.active:
                self.rules.primary()

    @property
    def tip(self) -> str:
        """What to tell about what the pointer rests on: a button of the bar, or a flagged card."""
        if self.bar.rect.collidepoint(self.desk.pos):
            return self.bar.tip
        over = self.desk.screen.scene.hover
        return self.rules.flag_tip(over) if over is not None else ""

    def probe(self) -> dict[str, Any]:
        """What the rules show, for tests that use the mouse."""
        rules, scene = self.rules, self.desk.screen.scene
        if not rules.there:
            return {}
        refused = rules.refusal.reasons if rules.refusal is not None else ()
        flagged = rules.flagged(tuple(self.desk.session.table.pieces))
        return {
            "mode": self.desk.session.assist, "prompt": rules.ask.text if rules.on else "",
            "marks": [[mark.kind, *mark.rect] for mark in self.marks.marks], "arrows": len(self.marks.arrows),
            "badges": [badge.words for badge in self.marks.badges],
            "refused": [reason.rule for reason in refused],
            "flags": {str(piece): list(scene.sign_rect(piece, "flag")) for piece in flagged},
            "aimed": rules.aimed.text if rules.aimed is not None else "",
        }  # fmt: skip
