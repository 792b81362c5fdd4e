"""A sheet: a part of the window with words, buttons and lists, painted anew only when something on it has changed.

pygame_gui gives text fields (`tabletop.ui.field`); its buttons and lists cannot be used without a mouse. On a sheet
everything that can be clicked is also a stop of the keyboard: Tab and the arrows go from one to the next, Enter and
Space press it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pygame

from tabletop.ui.theme import Theme

if TYPE_CHECKING:
    from tabletop.ui.field import Field

Action = Callable[[], object]

PRESS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
WHEEL_LINES = 3


Spot = tuple[int, int]


class Listing(Protocol):
    """A part of a sheet that answers by itself: a list, a grid of cards. All places are the sheet's own."""

    id: str
    pickable: bool

    def paint(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Paint it there."""

    def hovered(self, pos: Spot) -> bool:
        """The pointer is there; whether that changes the looks."""

    def press(self, pos: Spot) -> bool:
        """The button went down there; whether it wants to hear of the drag."""

    def drag(self, pos: Spot) -> None:
        """The pointer moves with the button held."""

    def release(self, pos: Spot) -> None:
        """The drag ends."""

    def click(self, pos: Spot) -> None:
        """The button was pressed and released there."""

    def scroll(self, rows: float) -> None:
        """The wheel was turned; down is positive."""

    def key(self, event: pygame.event.Event) -> bool:
        """A key while it has the keyboard; whether it was used."""


@dataclass(slots=True)
class Region:
    """A place on a sheet that answers: its rectangle on the sheet, what a click does, and what a hover tells."""

    id: str
    rect: pygame.Rect
    action: Action | None = None
    tip: str = ""
    enabled: bool = True
    stop: bool = True
    """Whether the keyboard stops here."""
    listing: Listing | None = None
    field: Field | None = None
    wheel: Callable[[int], object] | None = None
    """What the wheel does over it: called with the notches, up is positive."""
    context: Action | None = None
    """What a right click does."""


class Sheet:
    """The base of panels, dialogs and whole screens. A subclass says in `paint` what is on it."""

    ground = "panel"
    """The colour under everything, or "" for none."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.regions: list[Region] = []
        self.focus: str | None = None
        self.hover: str | None = None
        self.keyboard = False
        """Whether the last input was a key, so that the focus is shown."""
        self.dirty = True
        self.surface = pygame.Surface((1, 1))
        self._pressed: str | None = None
        self._dragged: Listing | None = None
        self._fields: list[Field] = []
        self._had_focus: dict[str, bool] = {}

    # what subclasses say

    def paint(self) -> None:
        """Paint everything, and name the regions, with the methods below."""

    def key(self, event: pygame.event.Event) -> bool:
        """A key that neither a text field nor the focus wanted. Whether it was used."""
        return False

    # life

    def place(self, rect: pygame.Rect) -> None:
        """Lie there in the window."""
        if rect != self.rect:
            self.dirty = self.dirty or rect.size != self.rect.size or bool(self._fields)
            self.rect = pygame.Rect(rect)

    def restyle(self, theme: Theme) -> None:
        """Look like that from now on (another theme or scale)."""
        self.theme = theme
        self.dirty = True

    def draw(self, target: pygame.Surface) -> None:
        """Show the sheet where it lies; paint it first if something has changed."""
        if self.rect.w <= 0 or self.rect.h <= 0:
            return
        self.look()
        if self.dirty or self.surface.get_size() != self.rect.size:
            self.repaint()
        target.blit(self.surface, self.rect)

    def look(self) -> None:
        """Look whether a text field has got or lost the keyboard since it was painted."""
        for region in self.regions:
            if region.field is not None and self._had_focus.get(region.id) != region.field.focused:
                self.dirty = True

    def repaint(self) -> None:
        """Paint the sheet now."""
        if self.surface.get_size() != self.rect.size:
            solid = bool(self.ground) and self.theme.colour(self.ground).a == 255
            self.surface = pygame.Surface(self.rect.size, 0 if solid else pygame.SRCALPHA)
        self.surface.set_clip(None)
        self.surface.fill(self.theme.colour(self.ground) if self.ground else (0, 0, 0, 0))
        self.regions = []
        shown, self._fields = self._fields, []
        self.paint()
        for field in shown:
            if field not in self._fields:
                field.hide()
        if self.focus is not None and not any(region.id == self.focus for region in self.regions):
            self.focus = None
        self.dirty = False
        self._ring()

    def close(self) -> None:
        """Take the text fields away."""
        for field in self._fields:
            field.hide()
        self._fields = []

    # painting

    def label(
        self, x: int, y: int, words: str, role: str = "body", colour: str = "ink", *, width: int | None = None,
        align: str = "left",
    ) -> int:  # fmt: skip
        """A line of text with its upper left corner there (or its middle or right end); cut to `width`. Its width."""
        if width is not None:
            words = self.theme.cut(words, width, role)
        picture = self.theme.text(words, role, colour)
        if align == "center":
            x += ((width or 0) - picture.width) // 2
        elif align == "right":
            x += (width or 0) - picture.width
        self.surface.blit(picture, (x, y))
        return picture.width

    def lines(self, rect: pygame.Rect, words: str, role: str = "body", colour: str = "ink", align: str = "left") -> int:
        """Text in lines from the top of a rectangle, cut at its foot. The height that it took."""
        step = self.theme.line(role)
        y = rect.y
        rows = self.theme.wrap(words, rect.w, role)
        most = max(rect.h // step, 1)
        if len(rows) > most:
            rows = [*rows[: most - 1], self.theme.cut(" ".join(rows[most - 1 :]), rect.w, role)]
        for row in rows:
            self.label(rect.x, y, row, role, colour, width=rect.w, align=align)
            y += step
        return y - rect.y

    def box(self, rect: pygame.Rect, fill: str = "", edge: str = "", radius: int = 4, width: int = 1) -> None:
        """A rectangle with round corners."""
        radius = self.theme.px(radius)
        if fill:
            colour = self.theme.colour(fill)
            if colour.a < 255:
                layer = pygame.Surface(rect.size, pygame.SRCALPHA)
                pygame.draw.rect(layer, colour, layer.get_rect(), border_radius=radius)
                self.surface.blit(layer, rect)
            else:
                pygame.draw.rect(self.surface, colour, rect, border_radius=radius)
        if edge:
            pygame.draw.rect(self.surface, self.theme.colour(edge), rect, self.theme.px(width), border_radius=radius)

    def rule(self, x: int, y: int, width: int, colour: str = "edge") -> None:
        """A thin line from left to right."""
        pygame.draw.rect(self.surface, self.theme.colour(colour), (x, y, width, max(self.theme.px(1), 1)))

    def button(
        self, id: str, rect: pygame.Rect, words: str, action: Action, *, enabled: bool = True, primary: bool = False,
        chosen: bool = False, tip: str = "", keys: str = "", role: str = "body", plain: bool = False,
    ) -> None:  # fmt: skip
        """A button with its words in the middle, and its key at the right end where there is room."""
        over, down = self.hover == id and enabled, self._pressed == id and enabled
        if primary and enabled:
            self.box(rect, "accent_hover" if over and not down else "accent", "")
            ink = "on_accent"
        else:
            fill = "button_down" if down or chosen else "button_hover" if over else "" if plain else "button"
            self.box(rect, fill if enabled else "", "accent" if chosen else "" if plain else "edge")
            ink = "ink" if enabled else "ink_faint"
        pad = min(self.theme.px(8), max((rect.w - self.theme.width(words, role)) // 2, 0))
        room = rect.w - 2 * pad
        size = self.theme.width(words, role)
        side = self.theme.width(keys, "small") if keys else 0
        fits = keys and size + side + 2 * pad <= room
        y = rect.y + (rect.h - self.theme.line(role)) // 2
        if fits:
            self.label(rect.x + pad, y, words, role, ink)
            top = rect.y + (rect.h - self.theme.line("small")) // 2
            soft = "on_accent" if primary and enabled else "ink_faint"
            self.label(rect.right - pad - side, top, keys, "small", soft)
        else:
            self.label(rect.x + pad, y, words, role, ink, width=room, align="center")
        self.regions.append(Region(id, rect, action, tip, enabled))

    def check(self, id: str, rect: pygame.Rect, words: str, on: bool, action: Action, *, tip: str = "") -> None:
        """A box to tick, with its words to the right."""
        side = self.theme.px(16)
        square = pygame.Rect(rect.x, rect.centery - side // 2, side, side)
        self.box(square, "accent" if on else "panel_sunk", "accent" if on else "edge_strong", 3)
        if on:
            tick = self.theme.text("✓", "small_bold", "on_accent")
            self.surface.blit(tick, tick.get_rect(center=square.center))
        x = square.right + self.theme.px(8)
        self.label(x, rect.y + (rect.h - self.theme.line("body")) // 2, words, "body",
                   "accent_hover" if self.hover == id else "ink", width=rect.right - x)  # fmt: skip
        self.regions.append(Region(id, rect, action, tip))

    def region(
        self, id: str, rect: pygame.Rect, action: Action | None = None, *, tip: str = "", stop: bool = True,
        wheel: Callable[[int], object] | None = None, context: Action | None = None,
    ) -> bool:  # fmt: skip
        """A place that answers without looking like a button. Whether the pointer is over it."""
        self.regions.append(Region(id, rect, action, tip, True, stop, None, None, wheel, context))
        return self.hover == id

    def field(self, id: str, rect: pygame.Rect, field: Field) -> None:
        """Show a text field there."""
        px = self.theme.px
        self.box(rect, "panel_sunk", "focus" if field.focused else "edge_strong")
        if not field.text and field.placeholder:
            y = rect.y + (rect.h - self.theme.line("body")) // 2
            self.label(rect.x + px(10), y, field.placeholder, "body", "ink_faint", width=rect.w - px(20))
        field.place(rect.inflate(-px(16), -px(4)).move(self.rect.topleft))
        self._had_focus[id] = field.focused
        self._fields.append(field)
        self.regions.append(Region(id, rect, field=field))

    def listing(self, listing: Listing, rect: pygame.Rect) -> None:
        """Show a list there."""
        self.regions.append(Region(listing.id, rect, stop=listing.pickable, listing=listing))
        listing.paint(self, rect)

    def _ring(self) -> None:
        region = self.region_of(self.focus)
        if region is None or not self.keyboard or region.field is not None:
            return
        rect = region.rect.inflate(self.theme.px(4), self.theme.px(4)).clamp(self.surface.get_rect())
        px = self.theme.px
        pygame.draw.rect(self.surface, self.theme.colour("focus"), rect, px(2), border_radius=px(6))

    # asking

    def region_of(self, id: str | None) -> Region | None:
        """The region of that id, if it is on the sheet now."""
        return next((region for region in self.regions if region.id == id), None) if id is not None else None

    def places(self) -> dict[str, list[int]]:
        """Where everything that answers lies in the window: left, top, width and height by its id."""
        return {region.id: list(region.rect.move(self.rect.topleft)) for region in self.regions}

    def region_at(self, pos: tuple[int, int]) -> Region | None:
        """The topmost region at a point of the window."""
        x, y = pos[0] - self.rect.x, pos[1] - self.rect.y
        return next((region for region in reversed(self.regions) if region.rect.collidepoint(x, y)), None)

    @property
    def typing(self) -> bool:
        """Whether a text field of the sheet has the keyboard."""
        return any(field.focused for field in self._fields)

    @property
    def tip(self) -> str:
        """What to tell about the region under the pointer."""
        region = self.region_of(self.hover)
        return region.tip if region is not None else ""

    # events

    def handle(self, event: pygame.event.Event) -> bool:
        """Use an event of the mouse or the keyboard. Whether it was for this sheet."""
        if event.type == pygame.MOUSEMOTION:
            return self._moved(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._down(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._up(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        return False

    def focus_on(self, id: str | None, *, keyboard: bool = True) -> None:
        """Put the keyboard on a region."""
        if self.dirty:
            self.repaint()
        for field in self._fields:
            if field.focused:
                field.blur()
        self.focus, self.keyboard, self.dirty = id, keyboard, True
        region = self.region_of(id)
        if region is not None and region.field is not None:
            region.field.focus()

    def _own(self, pos: Spot) -> Spot:
        """A point of the window on the sheet."""
        return pos[0] - self.rect.x, pos[1] - self.rect.y

    def _moved(self, pos: tuple[int, int]) -> bool:
        if self._dragged is not None:
            self._dragged.drag(self._own(pos))
            self.dirty = True
            return True
        inside = self.rect.collidepoint(pos)
        region = self.region_at(pos) if inside else None
        hover = region.id if region is not None else None
        if hover != self.hover:
            self.hover, self.dirty = hover, True
        if region is not None and region.listing is not None:
            self.dirty = region.listing.hovered(self._own(pos)) or self.dirty
        return inside

    def _down(self, event: pygame.event.Event) -> bool:
        if not self.rect.collidepoint(event.pos):
            return False
        region = self.region_at(event.pos)
        if self.keyboard:
            self.keyboard, self.dirty = False, True
        if region is None or not region.enabled:
            return True
        if event.button == 3 and region.context is not None:
            region.context()
        if event.button != 1:
            return True
        if region.field is not None:
            self.focus = region.id
            return True
        self._pressed, self.dirty = region.id, True
        if region.stop:
            self.focus = region.id
            for field in self._fields:
                if field.focused:
                    field.blur()
        if region.listing is not None and region.listing.press(self._own(event.pos)):
            self._dragged = region.listing
        return True

    def _up(self, event: pygame.event.Event) -> bool:
        if event.button != 1:
            return self.rect.collidepoint(event.pos)
        pressed, self._pressed = self._pressed, None
        if self._dragged is not None:
            dragged, self._dragged, self.dirty = self._dragged, None, True
            dragged.release(self._own(event.pos))
            return True
        if pressed is None:
            return self.rect.collidepoint(event.pos)
        self.dirty = True
        region = self.region_at(event.pos)
        if region is not None and region.id == pressed and region.enabled:
            if region.listing is not None:
                region.listing.click(self._own(event.pos))
            elif region.action is not None:
                region.action()
        return True

    def _wheel(self, event: pygame.event.Event) -> bool:
        pos = pygame.mouse.get_pos() if not hasattr(event, "pos") else event.pos
        if not self.rect.collidepoint(pos):
            return False
        x, y = pos[0] - self.rect.x, pos[1] - self.rect.y
        for region in reversed(self.regions):
            if region.rect.collidepoint(x, y):
                if region.listing is not None:
                    region.listing.scroll(-event.y * WHEEL_LINES)
                    self.dirty = True
                    break
                if region.wheel is not None:
                    region.wheel(event.y)
                    self.dirty = True
                    break
        return True

    def _key(self, event: pygame.event.Event) -> bool:
        region = self.region_of(self.focus)
        if event.key == pygame.K_TAB and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self.step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if self.typing:
            if region is not None and region.field is not None and region.field.key(event):
                return True
            return self.key(event)
        if region is not None and region.enabled:
            if region.listing is not None and region.listing.key(event):
                self.keyboard = self.dirty = True
                return True
            if event.key in PRESS and region.action is not None and not event.mod & pygame.KMOD_CTRL:
                self.keyboard = self.dirty = True
                region.action()
                return True
        if self.key(event):
            return True
        if event.key in (pygame.K_DOWN, pygame.K_RIGHT):
            self.step(1)
            return True
        if event.key in (pygame.K_UP, pygame.K_LEFT):
            self.step(-1)
            return True
        return False

    def step(self, by: int) -> None:
        """Put the keyboard on the next place, or the one before."""
        if self.dirty:
            self.repaint()
        stops = [region.id for region in self.regions if region.stop and region.enabled]
        if not stops:
            return
        typed = (region.id for region in self.regions if region.field is not None and region.field.focused)
        now = next(typed, self.focus)
        at = stops.index(now) if now in stops else (-1 if by > 0 else 0)
        self.focus_on(stops[(at + by) % len(stops)])
