"""Everything in the window that is not the table itself: panels, menus, dialogs, keys, notices, the curtain.

It is the desk that commands are given on (`tabletop.ui.commands.base.Desk`). Only the session's acts change the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from tabletop.assist.session import QUICK, Session
from tabletop.table import acts, saves, sight, words
from tabletop.table.acts import Act
from tabletop.table.history import Step
from tabletop.table.ops import Op, Reveal
from tabletop.table.saves import SaveError
from tabletop.table.state import Piece
from tabletop.ui import commands, keys
from tabletop.ui.commands import Entry
from tabletop.ui.curtain import Curtain
from tabletop.ui.dialogs.ask import AskNumber, AskText, Confirm, Report
from tabletop.ui.dialogs.base import Dialog, Stack
from tabletop.ui.dialogs.browser import BrowserDialog
from tabletop.ui.dialogs.files import OpenSaved, SaveAs
from tabletop.ui.dialogs.help import KeysHelp
from tabletop.ui.dialogs.options import Options
from tabletop.ui.dialogs.pile import PileDialog, title_for
from tabletop.ui.dragging import Drag
from tabletop.ui.menus import Menu
from tabletop.ui.notices import Notice, Tip
from tabletop.ui.panels import hint as hint_line
from tabletop.ui.panels import side as side_panel
from tabletop.ui.panels.hint import HintLine
from tabletop.ui.panels.side import SidePanel
from tabletop.ui.rules.choosing import ChooseCards
from tabletop.ui.rules.layer import RulesLayer
from tabletop.ui.rules.pages import RulePages
from tabletop.ui.rules.table_rules import TableRules
from tabletop.ui.scene import Target
from tabletop.ui.settings import save as save_settings
from tabletop.ui.shelf import shelf
from tabletop.ui.sprites import Face

if TYPE_CHECKING:
    from tabletop.ui.facecache import FaceCache
    from tabletop.ui.table_screen import TableScreen

_MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)


class Overlay:
    """What lies over the table. `viewport` is what it leaves to the table and the hands."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self._app = screen.app
        self.session: Session = screen.session
        self.settings = self._app.settings
        self.looked_for = ""
        """What was looked for last among all cards."""
        self.theme = self._app.theme
        self.counter = "counter"
        self.keys = keys.Keys(self, keys.load())
        self.menu = Menu(self.theme, self._app.window.get_rect())
        self.dialogs = Stack(self._app)
        self.curtain: Curtain | None = None
        self.notice = Notice()
        self.tip = Tip()
        self.rules: TableRules = TableRules(self)
        self.layer = RulesLayer(self, self.rules)
        self.bar = self.layer.bar
        self.marks = self.layer.marks
        self.side = SidePanel(self)
        self.hint = HintLine(self)
        self.viewport = self._app.window.get_rect()
        self._watched: tuple[object, ...] = ()
        self._target: tuple[tuple[object, ...], Target] | None = None
        self._menu_rect = pygame.Rect(0, 0, 0, 0)
        self._pressed: tuple[int, int] | None = None
        self.layout()
        if self.keys.bindings.problems:
            shelf().notices.append(self.keys.bindings.problems[0])
        if told := shelf().notice():
            self.say(told)
        if self.session.report:
            self.show("report")

    # what commands ask for

    @property
    def screen(self) -> TableScreen:
        """The table surface."""
        return self._screen

    @property
    def app(self) -> Any:
        """The window."""
        return self._app

    @property
    def pos(self) -> tuple[int, int]:
        """Where the pointer is in the window."""
        return self._screen.gestures.pointer

    @property
    def faces(self) -> FaceCache:
        """The pictures of cards."""
        return self._screen.scene.faces

    def act(self, act: Act) -> Step | None:
        """Make an act of a hand, and say so if it did nothing."""
        if not act.ops:
            self.say("That would change nothing.")
            return None
        step = self.session.act(act)
        if step is None:
            self.say("That is no longer possible: the table has changed.")
        return step

    def say(self, text: str) -> None:
        """Tell something in passing."""
        self._app.redraw(self.notice.rect)
        self.notice.say(text)
        self._app.redraw(self.notice.lay(self.theme, self.viewport))

    def ask_number(
        self, title: str, text: str, done: Callable[[int], object], *, start: int = 1, low: int = 1, high: int = 99
    ) -> None:
        """Ask for a whole number."""
        self.dialogs.open(AskNumber(self._app, title, text, done, start=start, low=low, high=high))

    def ask_text(
        self, title: str, text: str, done: Callable[[str], object], *, start: str = "", limit: int = 200,
        empty: bool = False,
    ) -> None:  # fmt: skip
        """Ask for a line of text."""
        self.dialogs.open(AskText(self._app, title, text, done, start=start, limit=limit, empty=empty))

    def confirm(self, title: str, text: str, yes: str, done: Callable[[], object]) -> None:
        """Ask whether to go on."""
        self.dialogs.open(Confirm(self._app, title, text, yes, done))

    def search(self, zone_id: str) -> None:
        """Look through a zone: the log says that it was done, and the seat knows its cards until they are shuffled."""
        table, seat = self.session.table, self.session.seat
        if seat is None:
            self.say("Choose a seat first: somebody has to look.")
            return
        if not sight.sees_order(table, seat, zone_id):
            ids = [i for i in table.cards(zone_id) if not sight.knows(table, seat, table.pieces[i])]
            act = acts.look_through(zone_id)
            self.session.act(Act(act.label, self._learned(ids, seat) or act.ops))
        self.dialogs.open(PileDialog(self, title_for(self, zone_id), zone=zone_id))

    def peek(self, zone_id: str, number: int) -> None:
        """Look at the top cards of a pile."""
        seat = self.session.seat
        if seat is None:
            return
        self.session.act(acts.peek(self.session.table, zone_id, number, seat))
        number = min(number, len(self.session.table.cards(zone_id)))
        title = title_for(self, zone_id, number)
        self._replace(PileDialog(self, title, zone=zone_id, most=number, held=self._alt_shift))

    def peek_cards(self, ids: Sequence[int]) -> None:
        """Look at face-down cards on the table."""
        table, seat = self.session.table, self.session.seat
        if seat is None or not ids:
            return
        new = [i for i in ids if not sight.knows(table, seat, table.pieces[i])]
        if new:
            self.session.act(Act(f"looks at {words.pieces(new)}", self._learned(new, seat)))
        title = "A face-down card" if len(ids) == 1 else f"{len(ids)} face-down cards"
        self._replace(PileDialog(self, title, cards=ids, held=self._alt_shift))

    def _learned(self, ids: Sequence[int], seat: str) -> list[Op]:
        pieces = self.session.table.pieces
        return [Reveal(i, (*pieces[i].known, seat)) for i in ids if seat not in pieces[i].known]

    @property
    def _alt_shift(self) -> bool:
        mods = pygame.key.get_mods()
        return bool(mods & pygame.KMOD_ALT and mods & pygame.KMOD_SHIFT)

    def _replace(self, dialog: Dialog) -> None:
        top = self.dialogs.top
        if isinstance(top, PileDialog) and top.held:
            self.dialogs.close(top)
        self.dialogs.open(dialog)

    def lift(self, ids: Sequence[int], pos: tuple[int, int]) -> None:
        """Take cards into the hand at the pointer, as if they had been picked up from the table."""
        scene, gestures = self._screen.scene, self._screen.gestures
        there = [i for i in ids if i in self.session.table.pieces]
        if there:
            gestures.cancel()
            scene.refresh()
            gestures.pointer = pos
            gestures.carry(Drag(scene, there, there[0], pos, whole=None))

    def choose_cards(self) -> None:
        """Show the cards that the question offers, to choose among them."""
        self.dialogs.open(ChooseCards(self))

    def show_rule(self, rule: str | None) -> None:
        """Show the page of a rule; the list of all for None."""
        self.dialogs.open(RulePages(self._app, self.rules.book, rule))

    def show(self, what: str) -> None:
        """Show a dialog by its name."""
        app, folder = self._app, self.session.folder
        if what == "keys":
            self.dialogs.open(KeysHelp(app, self.keys.bindings))
        elif what == "settings":
            self.dialogs.open(Options(app))
        elif what == "report":
            lines = [*([self.session.fault] if self.session.fault else []), *self.session.report]
            intro = "What there is to know about this table. Nothing that could be read was lost."
            self.dialogs.open(Report(app, "Report", intro, lines))
        elif what == "main":
            self.main_menu()
        elif what == "cards":
            self.dialogs.open(BrowserDialog(self, self.looked_for))
        elif folder is None:
            self.say("There is no folder for saved tables: start the program with --saves DIR.")
        elif what == "save":
            start = self.session.document.header.title
            self.dialogs.open(SaveAs(app, folder, start, self.save))
        elif what == "open":
            now = self.session.journal.path if self.session.journal is not None else None
            self.dialogs.open(OpenSaved(app, folder, app_open(self), shelf().game_name, now=now))

    def save(self, name: str) -> None:
        """Save under a name, or show why that is not possible."""
        try:
            path = self.session.save(name)
        except SaveError as fault:
            self.dialogs.open(Report(self._app, "Not saved", "The table is as it was, and goes on.", [str(fault)]))
            return
        self.say(f"Saved as “{name.strip()}” in {path.parent}.")

    def quick_save(self) -> None:
        """Save under the name for quick saves."""
        self.save(QUICK)

    def quick_load(self) -> None:
        """Open the quick save; the table as it is stays among the recent ones."""
        folder = self.session.folder
        path = saves.path_for(folder, QUICK) if folder is not None else None
        if path is None or not path.exists():
            key = self.keys.bindings.labels.get("quick_save", "the menu")
            self.say(f"There is no quick save yet: {key} makes one.")
            return
        app_open(self)(path)

    def leave(self) -> None:
        """Go to the start screen; the table can be resumed there."""
        self._app.show_start()

    def undo(self) -> None:
        """Take back the last step, and say if it had shown hidden cards."""
        warning = self.session.undo_warning()
        step = self.session.undo()
        if step is None:
            self.say("There is nothing to undo.")
        elif warning:
            self.say(f"Taken back. {warning}")

    def redo(self) -> None:
        """Make again what was taken back."""
        if self.session.redo() is None:
            self.say("There is nothing to redo.")

    def toggle_panels(self) -> None:
        """Show or hide the panels."""
        self.settings.panels = not self.settings.panels
        save_settings(self.settings)
        self.layout()
        key = self.keys.bindings.labels.get("panels", "")
        if not self.settings.panels and key:
            self.say(f"{key} shows the panels again.")

    def toggle_full_screen(self) -> None:
        """Full screen, and back; the settings keep it."""
        self._app.toggle_full_screen()
        self.settings.full_screen = self._app.full_screen
        save_settings(self.settings)

    def panel_keys(self) -> None:
        """Let the keyboard go through the panels: Tab and the arrows from place to place, Esc back to the table."""
        if self._on_panels:
            self.side.focus_on(None)
            return
        if not self.settings.panels:
            self.toggle_panels()
        self.side.focus_on(None)
        self.side.step(1)
        self.say("The keyboard is on the panels: Tab and arrows, Enter; Esc goes back to the table.")

    @property
    def _on_panels(self) -> bool:
        return self.side.keyboard and self.side.focus is not None and self.settings.panels

    def main_menu(self) -> None:
        """The menu of the program, at its button."""
        region = self.side.region_of("menu") if self.settings.panels else None
        pos = self.viewport.center
        if region is not None:
            pos = (self.side.rect.x + region.rect.x, self.side.rect.y + region.rect.bottom + self.theme.px(2))
        listed = commands.entries(self, self.target, commands.MAIN_MENU, self.keys.bindings.labels)
        self.open_entries(listed, "", pos, keyboard=self.side.keyboard or region is None)

    def open_entries(
        self, entries: Sequence[Entry | None], heading: str, pos: tuple[int, int] | None = None, *,
        keyboard: bool = False,
    ) -> None:  # fmt: skip
        """Open a menu with these lines, at the pointer if nothing else is said."""
        self.menu.open(entries, pos or self.pos, heading, keyboard=keyboard)
        self._app.redraw(self.menu.rect)

    def open_menu(self, target: Target, pos: tuple[int, int], *, keyboard: bool = False) -> None:
        """Open the menu for a target."""
        heading, listed = commands.menu(self, target, self.keys.bindings.labels)
        self.open_entries(listed, heading, pos, keyboard=keyboard)

    def run(self, command_id: str, target: Target) -> bool:
        """Run a command on a target; whether it could be."""
        command = commands.COMMANDS[command_id]
        if not command.available(self, target):
            return False
        command.run(self, target)
        return True

    def press(self, chord: str, pos: tuple[int, int]) -> bool:
        """Run what a chord of the mouse stands for ("Middle click", "Double click") at a pixel of the window."""
        if chord == "Double click" and self.rules.tap(self._at(pos)):
            return True
        return self.keys.press(chord, lambda: self._at(pos))

    # seats

    def hand_over(self, seat: str | None = None) -> None:
        """Let another seat look (None: the next); a curtain falls first, unless the settings say otherwise."""
        seats = list(self.session.table.seats)
        now = self.session.seat
        if seat is None and seats:
            seat = seats[(seats.index(now) + 1) % len(seats)] if now in seats else seats[0]
        if seat is None or seat == now or seat not in seats:
            return
        self._screen.gestures.cancel()
        self._screen.scene.select(())
        self.menu.close()
        self.dialogs.close_all()
        self.keys.release()
        if not self.settings.curtain:
            self._look_as(seat)
            return
        self.curtain = Curtain(self.theme, self.session, seat, now, self._lift_curtain)
        self.curtain.place(self._app.window.get_rect())
        # Nobody looks while the curtain is down: not even a picture of the table behind it shows a hand.
        self._look_as(None)

    def _lift_curtain(self, seat: str | None) -> None:
        if self.curtain is not None:
            self.curtain.close()
        self.curtain = None
        self._look_as(seat)
        if seat is not None:
            self.say(f"You look as {words.seat_name(self.session.table, seat)}.")

    def _look_as(self, seat: str | None) -> None:
        self.session.seat = seat
        self._target = None
        self.side.dirty = self.hint.dirty = True
        self._app.redraw()

    # views

    def select(self, ids: Sequence[int]) -> None:
        """These pieces are selected now."""
        self._screen.scene.select(ids)

    def middle(self) -> tuple[float, float]:
        """The point of the table in the middle of what is seen, in millimetres."""
        return self._screen.camera.to_table(*self.viewport.center)

    def face_of(self, piece: Piece, shows: bool) -> Face:
        """The picture of a piece: its face if it may be shown, else its back."""
        return self._screen.scene.laying.face_of(piece, shows)

    # where it is

    def layout(self) -> None:
        """Lay the panels out for the window's size and the scale; `viewport` says what is left."""
        theme = self.theme = self._app.theme
        px, window = theme.px, self._app.window.get_rect()
        self.menu.theme, self.menu.bounds = theme, window
        self.menu.close()
        for sheet in (self.side, self.hint, self.bar):
            sheet.restyle(theme)
        if self.settings.panels:
            wide = min(px(side_panel.WIDTH), round(window.w * side_panel.MOST))
            foot = px(hint_line.HEIGHT)
            self.side.place(pygame.Rect(window.right - wide, 0, wide, window.h - foot))
            self.hint.place(pygame.Rect(0, window.h - foot, window.w, foot))
            self.viewport = pygame.Rect(0, 0, window.w - wide, window.h - foot)
        else:
            for sheet in (self.side, self.hint):
                sheet.place(pygame.Rect(0, 0, 0, 0))
            self.viewport = window.copy()
        self.viewport = self.layer.lay(self.viewport)
        self.dialogs.lay()
        if self.curtain is not None:
            self.curtain.restyle(theme)
            self.curtain.place(window)
        self.notice.lay(theme, self.viewport)
        self._app.redraw()

    def covers(self, pos: tuple[int, int]) -> bool:
        """Whether something of it lies over a point of the window, so that nothing can be dropped there."""
        return self.modal or not self.viewport.collidepoint(pos) or bool(self.bar.rect.collidepoint(pos))

    def clear_rect(self) -> pygame.Rect:
        """What panels leave of the window to the table and the hands."""
        return self.viewport

    def resized(self) -> None:
        """The window has another size."""
        self.layout()

    def restyled(self) -> None:
        """Theme, scale or another setting of the looks has changed."""
        self.layout()

    @property
    def modal(self) -> bool:
        """Whether a menu, a dialog or the curtain has the mouse and the keyboard."""
        return self.menu.shown or self.dialogs.top is not None or self.curtain is not None

    @property
    def typing(self) -> bool:
        """Whether text is being typed."""
        top = self.dialogs.top
        return top is not None and top.typing

    @property
    def dragging(self) -> bool:
        """Whether pieces are being carried."""
        return bool(self._screen.gestures.dragging)

    @property
    def target(self) -> Target:
        """What a key acts on now: what the pointer is over."""
        ring = self._screen.focus.target()
        if ring is not None:
            return ring
        scene, camera = self._screen.scene, self._screen.camera
        key = (self.pos, self.session.table.revision, self.session.seat, camera.view, frozenset(scene.selection))
        if self._target is None or self._target[0] != key:
            if self.viewport.collidepoint(self.pos):
                found = self._at(self.pos)
            else:
                found = Target((), None, self.middle(), self.viewport.center)
            self._target = (key, found)
        return self._target[1]

    def _at(self, pos: tuple[int, int]) -> Target:
        """What lies at a pixel, as the table is now."""
        self._screen.scene.refresh()
        return self._screen.scene.target_at(pos)

    def _find(self) -> Target:
        return self.target

    @property
    def busy(self) -> bool:
        """Whether it wants the next frame soon."""
        top = self.dialogs.top
        return (isinstance(top, PileDialog | BrowserDialog) and top.waiting) or self.tip.waiting or self.rules.busy

    @property
    def nap(self) -> float:
        """Seconds that may pass until it wants to be asked again."""
        waits = 0.1 if self.keys.waiting else 1.0
        return max(min(waits, self.notice.left), 0.02)

    # events

    def handle(self, event: pygame.event.Event) -> bool:
        """Use an event, if it is for something that lies over the table. The table gets those that are not."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            if not self._screen.focus.on:
                self._screen.gestures.pointer = event.pos
            self.tip.moved(event.pos)
        if event.type == pygame.WINDOWFOCUSLOST:
            self.keys.release()
            self._menu_gone()
            return False
        if event.type == pygame.KEYUP:
            self.keys.handle(event, self._find)
        self.layer.other(event)
        return self._handle(event)

    def _handle(self, event: pygame.event.Event) -> bool:
        if self.curtain is not None:
            self.curtain.handle(event)
            return event.type in _MOUSE or event.type in (pygame.KEYDOWN, pygame.TEXTINPUT)
        if self.menu.shown and self.menu.handle(event):
            self._app.redraw(self.menu.rect.union(self._menu_rect) if self.menu.shown else self._menu_rect)
            return True
        if self.dialogs.handle(event):
            # A key that was let go is told to the table too: it may have been held since before.
            return event.type != pygame.KEYUP
        if self.dragging:
            return False
        if event.type in _MOUSE:
            return self._mouse(event)
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        return False

    def _mouse(self, event: pygame.event.Event) -> bool:
        if self._screen.gestures.active:
            return False
        used = self.layer.mouse(event)
        if self.settings.panels:
            for sheet in (self.side, self.hint):
                used = sheet.handle(event) or used
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._pressed = event.pos if event.button == 3 and not used and not self._held_mods() else None
            return used or event.button == 3
        if event.type == pygame.MOUSEBUTTONUP and event.button == 3:
            pressed, self._pressed = self._pressed, None
            if pressed is not None and abs(pressed[0] - event.pos[0]) + abs(pressed[1] - event.pos[1]) <= 8:
                self.open_menu(self._at(pressed), event.pos)
            return True
        return used

    @staticmethod
    def _held_mods() -> bool:
        return bool(pygame.key.get_mods() & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL))

    def _key(self, event: pygame.event.Event) -> bool:
        if self._on_panels:
            if event.key == pygame.K_ESCAPE:
                self.side.focus_on(None)
                return True
            if self.side.handle(event):
                return True
        if self.layer.key(event):
            return True
        if event.key == pygame.K_ESCAPE and not self.keys.waiting and not self._screen.gestures.active:
            if self._screen.scene.selection:
                self._screen.scene.select(())
            elif self._screen.focus.on:
                self._screen.focus.off()
            else:
                self.main_menu()
            return True
        menu = event.key == pygame.K_MENU or (event.key == pygame.K_F10 and event.mod & pygame.KMOD_SHIFT)
        if menu and self.viewport.collidepoint(self.pos):
            self.open_menu(self.target, self.pos, keyboard=True)
            return True
        if self._screen.gestures.active:
            return False
        return self.keys.handle(event, self._find)

    def bar_changed(self) -> None:
        """The prompt bar has something else to say."""
        self.layer.changed()

    def _menu_gone(self) -> None:
        if self.menu.shown:
            self._app.redraw(self.menu.rect)
            self.menu.close()

    def update(self, seconds: float) -> None:
        """Let time pass: panels follow the table, notices go, digits are taken as they are."""
        self.keys.update()
        self.dialogs.update(seconds)
        self._follow()
        self.layer.follow()
        if self.notice.update(seconds):
            self._app.redraw(self.notice.rect)
        words_now = ""
        if self.settings.panels and not self.modal and self.side.rect.collidepoint(self.pos):
            words_now = self.side.tip
        elif self.dialogs.top is not None and not self.menu.shown:
            words_now = self.dialogs.top.tip
        elif not self.modal:
            words_now = self.layer.tip
        for rect in self.tip.update(seconds, words_now.strip(), self.theme, self._app.window.get_rect()):
            self._app.redraw(rect)
        if self.menu.shown:
            if self.menu.rect != self._menu_rect:
                self._app.redraw(self.menu.rect.union(self._menu_rect))
                self._menu_rect = self.menu.rect
        elif self._menu_rect.w:
            self._app.redraw(self._menu_rect)
            self._menu_rect = pygame.Rect(0, 0, 0, 0)

    def _follow(self) -> None:
        """Look whether something that the panels show has changed."""
        history = self.session.history
        watched = (self.session.table.revision, history.at, len(history.trail), self.session.seat, self.session.fault)
        if watched != self._watched:
            if self._watched and self.session.fault and self.session.fault != self._watched[-1]:
                self.say(f"{self.session.fault}")
            self._watched = watched
            self.side.dirty = True
        if not self.settings.panels:
            return
        self.hint.follow()
        for sheet in (self.side, self.hint):
            if sheet.dirty:
                self._app.redraw(sheet.rect)

    def probe(self) -> dict[str, Any]:
        """Where everything is that can be clicked, for tests that use the mouse."""
        top = self.dialogs.top
        sheet = self.curtain or top or self.side
        lines = [
            (entry.words, list(row.move(0, -level.offset)))
            for level in self.menu.levels
            for entry, row in zip(level.entries, level.rows, strict=True)
            if entry is not None
        ]
        return {
            "regions": sheet.places() | (self.bar.places() if sheet is self.side else {}),
            "dialog": top.title if top is not None else "", "menu": dict(lines), "rules": self.layer.probe(),
            "curtain": self.curtain is not None, "seat": self.session.seat, "notice": self.notice.text,
        }  # fmt: skip

    # drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Show everything, inside the surface's clip. pygame_gui's text fields come after."""
        if self.curtain is not None:
            self.curtain.draw(surface)
            return
        if self.bar.rect.w:
            self.bar.draw(surface)
        if self.settings.panels:
            self.side.draw(surface)
            self.hint.draw(surface)
        self.marks.draw_words(surface)
        self.notice.draw(surface, self.theme)
        self.dialogs.draw(surface)
        self.menu.draw(surface)
        self.tip.draw(surface, self.theme)

    def close(self) -> None:
        """The table goes."""
        self.dialogs.close_all()
        self.menu.close()


def app_open(desk: Overlay) -> Callable[[Any], None]:
    """Opens a saved table in place of this one, or shows why it cannot be opened."""

    def open_it(path: Any) -> None:
        try:
            session = Session.open(path, shelf().library, folder=desk.session.folder)
        except SaveError as fault:
            desk.dialogs.open(Report(desk.app, "Not opened", "The table here is as it was.", [str(fault)]))
            return
        desk.app.open_session(session)

    return open_it
