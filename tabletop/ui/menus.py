"""Menus at the pointer: opened with a right click or the menu key, used with the mouse or the arrows.

A click elsewhere only closes them. They never reach beyond the window, whatever the scale: what does not fit scrolls.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from tabletop.ui.commands import Entry
from tabletop.ui.theme import Theme

_PRESS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class _Level:
    """One open menu of a chain of submenus."""

    def __init__(self, entries: Sequence[Entry | None], heading: str) -> None:
        self.entries = list(entries)
        self.heading = heading
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.rows: list[pygame.Rect] = []
        self.chosen = -1
        self.offset = 0

    def usable(self, index: int) -> bool:
        entry = self.entries[index] if 0 <= index < len(self.entries) else None
        return entry is not None and entry.enabled

    def step(self, by: int) -> None:
        """Go to the next line that can be chosen."""
        count = len(self.entries)
        index = self.chosen if self.chosen >= 0 else (-1 if by > 0 else count)
        for _ in range(count):
            index = (index + by) % count
            if self.usable(index):
                self.chosen = index
                return


class Menu:
    """An open menu with its open submenus."""

    def __init__(self, theme: Theme, bounds: pygame.Rect) -> None:
        self.theme = theme
        self.bounds = pygame.Rect(bounds)
        self.levels: list[_Level] = []

    @property
    def shown(self) -> bool:
        """Whether a menu is open."""
        return bool(self.levels)

    @property
    def rect(self) -> pygame.Rect:
        """The part of the window that the open menus cover."""
        found = pygame.Rect(0, 0, 0, 0)
        for level in self.levels:
            found = level.rect.union(found) if found.w else level.rect.copy()
        return found.inflate(self.theme.px(12), self.theme.px(12)) if found.w else found

    def open(
        self, entries: Sequence[Entry | None], pos: tuple[int, int], heading: str = "", *, keyboard: bool = False
    ) -> None:
        """Open a menu with its corner there, or as near as it can be."""
        self.close()
        if not any(entry is not None for entry in entries):
            return
        level = _Level(entries, heading)
        self._lay(level, pos[0], pos[1], None)
        self.levels.append(level)
        if keyboard:
            level.step(1)

    def close(self) -> None:
        """Close all."""
        self.levels.clear()

    # events

    def handle(self, event: pygame.event.Event) -> bool:
        """An open menu uses every event of the mouse and the keyboard."""
        if not self.levels:
            return False
        if event.type == pygame.MOUSEMOTION:
            self._hover(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            if event.button <= 3 and self._at(event.pos) is None:
                self.close()
        elif event.type == pygame.MOUSEBUTTONUP:
            self._release(event)
        elif event.type == pygame.MOUSEWHEEL:
            level = self._at(getattr(event, "pos", pygame.mouse.get_pos()))
            if level is not None:
                self._scroll(level, event.y)
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type not in (pygame.KEYUP, pygame.TEXTINPUT):
            return False
        return True

    def _at(self, pos: tuple[int, int]) -> _Level | None:
        return next((level for level in reversed(self.levels) if level.rect.collidepoint(pos)), None)

    def _row(self, level: _Level, pos: tuple[int, int]) -> int:
        inner = self._inner(level)
        if not inner.collidepoint(pos):
            return -1
        return next((i for i, row in enumerate(level.rows) if row.move(0, -level.offset).collidepoint(pos)), -1)

    def _hover(self, pos: tuple[int, int]) -> None:
        level = self._at(pos)
        if level is None:
            return
        index = self._row(level, pos)
        depth = self.levels.index(level)
        if index != level.chosen or depth + 1 < len(self.levels):
            if level.usable(index):
                if index == level.chosen and depth + 1 < len(self.levels):
                    return
                del self.levels[depth + 1 :]
                level.chosen = index
                self._unfold(level)
            elif depth + 1 == len(self.levels):
                level.chosen = -1

    def _release(self, event: pygame.event.Event) -> None:
        level = self._at(event.pos)
        if level is None or event.button not in (1, 3):
            return
        index = self._row(level, event.pos)
        if level.usable(index) and (event.button == 1 or level.chosen == index):
            level.chosen = index
            self._take(level)

    def _key(self, event: pygame.event.Event) -> None:
        level = self.levels[-1]
        if event.key == pygame.K_ESCAPE or (event.key == pygame.K_LEFT and len(self.levels) > 1):
            self.levels.pop()
        elif event.key in (pygame.K_DOWN, pygame.K_UP, pygame.K_TAB):
            back = event.key == pygame.K_UP or bool(event.mod & pygame.KMOD_SHIFT and event.key == pygame.K_TAB)
            level.step(-1 if back else 1)
            self._into_view(level)
        elif event.key in (pygame.K_HOME, pygame.K_END):
            level.chosen = -1
            level.step(1 if event.key == pygame.K_HOME else -1)
            self._into_view(level)
        elif event.key == pygame.K_RIGHT:
            self._unfold(level, keyboard=True)
        elif event.key in _PRESS and level.usable(level.chosen):
            self._take(level, keyboard=True)
        else:
            self._initial(level, getattr(event, "unicode", ""))

    def _initial(self, level: _Level, letter: str) -> None:
        """The next line that begins with a letter."""
        if not letter or not letter.isalnum():
            return
        count = len(level.entries)
        for step in range(1, count + 1):
            index = (level.chosen + step) % count
            entry = level.entries[index]
            if level.usable(index) and entry is not None and entry.words.casefold().startswith(letter.casefold()):
                level.chosen = index
                self._into_view(level)
                return

    def _take(self, level: _Level, *, keyboard: bool = False) -> None:
        entry = level.entries[level.chosen]
        if entry is None:
            return
        if entry.children:
            self._unfold(level, keyboard=keyboard)
            return
        self.close()
        if entry.run is not None:
            entry.run()

    def _unfold(self, level: _Level, *, keyboard: bool = False) -> None:
        """Open the submenu of the chosen line beside it."""
        entry = level.entries[level.chosen] if level.chosen >= 0 else None
        if entry is None or not entry.children:
            return
        if level is not self.levels[-1]:
            del self.levels[self.levels.index(level) + 1 :]
        row = level.rows[level.chosen].move(0, -level.offset)
        child = _Level(entry.children, "")
        self._lay(child, level.rect.right - self.theme.px(3), row.y - self.theme.px(5), level.rect)
        self.levels.append(child)
        if keyboard:
            child.step(1)

    # laying out

    def _lay(self, level: _Level, x: int, y: int, beside: pygame.Rect | None) -> None:
        theme, px = self.theme, self.theme.px
        row, rule, pad = px(28), px(9), px(5)
        keys = max((theme.width(e.keys, "small") for e in level.entries if e is not None), default=0)
        wide = max((theme.width(e.words) for e in level.entries if e is not None), default=0)
        arrow = px(16) if any(e is not None and e.children for e in level.entries) else 0
        width = max(wide + (keys + px(26) if keys else 0) + arrow + px(44), px(150))
        if level.heading:
            width = max(width, min(theme.width(level.heading, "small_bold") + px(28), px(320)))
        width = min(width, self.bounds.w)
        head = px(28) if level.heading else 0
        height = head + 2 * pad + sum(rule if e is None else row for e in level.entries)
        rect = pygame.Rect(x, y, width, min(height, self.bounds.h))
        if rect.right > self.bounds.right:
            rect.right = beside.left + px(3) if beside is not None and beside.left > width else self.bounds.right
        if rect.bottom > self.bounds.bottom:
            # Above the pointer where there is room, so that no line lies under it already.
            fits = beside is None and y - rect.h >= self.bounds.top
            rect.bottom = y if fits else self.bounds.bottom
        rect.clamp_ip(self.bounds)
        level.rect = rect
        top = rect.y + head + pad
        level.rows = []
        for entry in level.entries:
            tall = rule if entry is None else row
            level.rows.append(pygame.Rect(rect.x + px(4), top, rect.w - px(8), tall))
            top += tall

    def _inner(self, level: _Level) -> pygame.Rect:
        head = self.theme.px(28) if level.heading else 0
        pad = self.theme.px(5)
        return pygame.Rect(level.rect.x, level.rect.y + head + pad, level.rect.w, level.rect.h - head - 2 * pad)

    def _scroll(self, level: _Level, notches: int) -> None:
        inner = self._inner(level)
        most = max(level.rows[-1].bottom - inner.bottom, 0) if level.rows else 0
        level.offset = min(max(level.offset - notches * self.theme.px(28), 0), most)

    def _into_view(self, level: _Level) -> None:
        inner, row = self._inner(level), level.rows[level.chosen].move(0, -level.offset)
        if row.top < inner.top:
            level.offset -= inner.top - row.top
        elif row.bottom > inner.bottom:
            level.offset += row.bottom - inner.bottom

    # painting

    def draw(self, target: pygame.Surface) -> None:
        """Paint the open menus."""
        for level in self.levels:
            self._paint(target, level)

    def _paint(self, target: pygame.Surface, level: _Level) -> None:
        theme, px = self.theme, self.theme.px
        rect = level.rect
        for grow, strength in ((10, 26), (6, 36), (2, 46)):
            glow = pygame.Surface((rect.w + 2 * px(grow), rect.h + 2 * px(grow)), pygame.SRCALPHA)
            pygame.draw.rect(glow, (0, 0, 0, strength), glow.get_rect(), border_radius=px(grow + 6))
            target.blit(glow, (rect.x - px(grow), rect.y - px(grow) + px(2)))
        pygame.draw.rect(target, theme.colour("panel"), rect, border_radius=px(6))
        pygame.draw.rect(target, theme.colour("edge_strong"), rect, px(1), border_radius=px(6))
        if level.heading:
            words = theme.cut(level.heading, rect.w - px(24), "small_bold")
            target.blit(theme.text(words, "small_bold", "accent"), (rect.x + px(12), rect.y + px(8)))
            line = (rect.x + px(6), rect.y + px(29), rect.w - px(12), px(1))
            pygame.draw.rect(target, theme.colour("edge"), line)
        inner = self._inner(level)
        old = target.get_clip()
        target.set_clip(inner.clip(old))
        for index, (entry, row) in enumerate(zip(level.entries, level.rows, strict=True)):
            self._line(target, entry, row.move(0, -level.offset), index == level.chosen)
        target.set_clip(old)
        if level.rows and level.rows[-1].bottom - level.offset > inner.bottom:
            self._more(target, inner, "▾", inner.bottom - px(14))
        if level.offset:
            self._more(target, inner, "▴", inner.top - px(2))

    def _more(self, target: pygame.Surface, inner: pygame.Rect, sign: str, y: int) -> None:
        picture = self.theme.text(sign, "small", "accent")
        target.blit(picture, (inner.right - picture.width - self.theme.px(8), y))

    def _line(self, target: pygame.Surface, entry: Entry | None, row: pygame.Rect, chosen: bool) -> None:
        theme, px = self.theme, self.theme.px
        if entry is None:
            pygame.draw.rect(target, theme.colour("edge"), (row.x + px(6), row.centery, row.w - px(12), px(1)))
            return
        ink = "ink" if entry.enabled else "ink_faint"
        if chosen:
            pygame.draw.rect(target, theme.colour("button_hover"), row, border_radius=px(4))
            pygame.draw.rect(target, theme.colour("accent"), (row.x, row.y + px(5), px(3), row.h - px(10)))
        y = row.y + (row.h - theme.line("body")) // 2
        right = row.right - px(8)
        if entry.children:
            mark = theme.text("▸", "small", "ink_soft")
            target.blit(mark, (right - mark.width, row.y + (row.h - mark.height) // 2))
            right -= px(16)
        if entry.keys:
            keys = theme.text(entry.keys, "small", "ink_faint" if not chosen else "ink_soft")
            target.blit(keys, (right - keys.width, row.y + (row.h - keys.height) // 2))
            right -= keys.width + px(10)
        x = row.x + px(12)
        if entry.checked:
            tick = theme.text("✓", "small_bold", "accent")
            target.blit(tick, (row.x + px(6), row.y + (row.h - tick.height) // 2))
            x += px(10)
        target.blit(theme.text(theme.cut(entry.words, right - x), "body", ink), (x, y))
