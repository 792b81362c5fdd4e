"""The start: choose a game, its decks and names, or go on with a table that was played before."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from tabletop import places
from tabletop.assist.decks import deck_reasons, has_rules
from tabletop.assist.hints import Reason
from tabletop.assist.referee import MODES, Mode
from tabletop.assist.session import Saved, Session, saved_tables, unfinished
from tabletop.cards.model import Deck
from tabletop.cards.problems import errors
from tabletop.table.saves import SaveError
from tabletop.table.state import SEATS
from tabletop.ui import keys
from tabletop.ui import settings as kept
from tabletop.ui.app import RESIZED, RESTYLED
from tabletop.ui.dialogs.ask import Confirm, Report
from tabletop.ui.dialogs.base import Stack
from tabletop.ui.dialogs.files import OpenSaved, paint_saved, when
from tabletop.ui.dialogs.help import KeysHelp
from tabletop.ui.dialogs.options import Options
from tabletop.ui.felt import felt
from tabletop.ui.field import Field
from tabletop.ui.listing import Listing
from tabletop.ui.notices import Notice, Tip
from tabletop.ui.panels.log import seat_sign
from tabletop.ui.probe import Probe
from tabletop.ui.sheet import Sheet
from tabletop.ui.shelf import Game, shelf, usual_decks
from tabletop.ui.theme import Theme

if TYPE_CHECKING:
    from tabletop.ui.app import App

NARROW = 860
"""Below this width at 100 % the two halves are shown one after the other."""

LOW = 340
"""Below this height the choice of decks leaves out what it can."""

NAME_LIMIT = 30


class StartScreen:
    """A screen of the window. `game` is the id of the game that is chosen at first."""

    def __init__(self, game: str | None = None) -> None:
        self.wanted = game
        self.damage: list[pygame.Rect] = []

    def open(self, app: App) -> None:
        """It comes to be seen. Files are read after the first frame."""
        self.app = app
        self.sheet = StartSheet(self)
        self.dialogs = Stack(app)
        self.notice = Notice()
        self.tip = Tip()
        self.recent: list[Saved] = []
        self._frames = 0
        self._seen = -1
        self._probe = Probe()
        self._place()

    def close(self) -> None:
        """It goes."""
        self.dialogs.close_all()
        self.sheet.done()

    def handle(self, event: pygame.event.Event) -> bool:
        """Dialogs first, then the sheet."""
        if event.type == pygame.QUIT:
            return False
        if event.type in (RESIZED, RESTYLED):
            self.sheet.restyle(self.app.theme)
            self._place()
            self.dialogs.lay()
            return False
        self._probe.happened(event)
        if event.type == pygame.MOUSEMOTION:
            self.tip.moved(event.pos)
        if self.dialogs.handle(event):
            return True
        self.sheet.heard(event)
        used = self.sheet.handle(event)
        if self.sheet.dirty:
            self.app.redraw()
        return used

    def update(self, seconds: float) -> None:
        """Time passes: games come in, and the question whether to go on with the last table."""
        self._frames += 1
        if self._frames == 2:
            shelf().load(self.wanted)
            self._look_back()
            if told := shelf().notice():
                self.say(told)
        if shelf().revision != self._seen:
            self._seen = shelf().revision
            self.sheet.fill()
        self.dialogs.update(seconds)
        if self.notice.update(seconds):
            self.app.redraw(self.notice.rect)
        top = self.dialogs.top
        words = top.tip if top is not None else self.sheet.tip
        for rect in self.tip.update(seconds, words, self.app.theme, self.app.window.get_rect()):
            self.app.redraw(rect)
        self.sheet.look()
        if self.sheet.dirty:
            self.app.redraw()

    def draw(self, surface: pygame.Surface) -> None:
        """Show everything."""
        self.sheet.draw(surface)
        self.notice.draw(surface, self.app.theme)
        self.dialogs.draw(surface)
        self.tip.draw(surface, self.app.theme)

    def rest(self) -> bool:
        """Tell tests where everything is, once all has come to rest."""
        if self._probe.due and shelf().done and self._frames > 3:
            top = self.dialogs.top
            sheet = top or self.sheet
            self._probe.write({
                "screen": "start", "size": list(self.sheet.rect.size), "regions": sheet.places(),
                "dialog": top.title if top is not None else "", "focus": sheet.focus,
            })  # fmt: skip
        return False

    @property
    def busy(self) -> bool:
        """Whether the next frame is wanted soon."""
        return self._frames < 3 or self.tip.waiting

    @property
    def nap(self) -> float:
        """Seconds that may pass until it wants to be asked again."""
        return 0.05 if not shelf().done else min(1.0, self.notice.left)

    def say(self, text: str) -> None:
        """Tell something in passing."""
        self.notice.say(text)
        self.app.redraw(self.notice.lay(self.app.theme, self.app.window.get_rect()))

    def _place(self) -> None:
        self.sheet.place(self.app.window.get_rect())
        self.notice.lay(self.app.theme, self.app.window.get_rect())
        self.sheet.dirty = True
        self.app.redraw()

    # tables that were played before

    def _look_back(self) -> None:
        """Find the saved tables; ask about one that was not closed."""
        folder = shelf().saves
        self.recent = saved_tables(folder)
        self.sheet.dirty = True
        lost = unfinished(folder)
        if lost is not None:
            name = lost.title or shelf().game_name(lost.game) or "A table"
            text = f"“{name}” ({when(lost.when)}) was not closed. Everything up to its last act is there."
            self.dialogs.open(Confirm(
                self.app, "Go on with the last table?", text, "Go on", lambda: self.open_table(lost.path), no="Not now"
            ))  # fmt: skip

    def open_table(self, path: Path) -> None:
        """Open a saved table, or show why it cannot be opened."""
        try:
            session = Session.open(path, shelf().library, folder=shelf().saves)
        except SaveError as fault:
            self.dialogs.open(Report(self.app, "Not opened", "This table cannot be opened.", [str(fault)]))
            return
        self.app.open_session(session)

    def open_list(self) -> None:
        """Show all saved tables."""
        self.dialogs.open(OpenSaved(self.app, shelf().saves, self.open_table, shelf().game_name))

    def show_problems(self, game: Game) -> None:
        """Show what is wrong in a game's files."""
        intro = "The rest can be played. Each line names the file, the card and the key, and how to mend it."
        self.dialogs.open(Report(self.app, f"{game.name}: problems", intro, [str(each) for each in game.problems]))

    def start(self, game: Game, decks: list[Deck | None], names: list[str]) -> None:
        """Lay a new table."""
        if game.library is None:
            self.show_problems(game)
            return
        settings = self.app.settings
        settings.names = [*names, *settings.names[len(names) :]]
        kept.save(settings)
        assist = self.sheet.assist
        session = Session.start(
            game.library, decks, names=names, seats=len(decks), folder=shelf().saves, assist=assist
        )
        self.app.open_session(session)


class StartSheet(Sheet):
    """What the start screen shows."""

    ground = "felt_deep"

    def __init__(self, screen: StartScreen) -> None:
        super().__init__(screen.app.theme)
        self.screen = screen
        self.games: list[Game] = []
        self.seats = 2
        self.page = 0
        """Which half is shown where there is no room for both: 0 games, 1 decks."""
        self.list = Listing("games", self._game_row, height=58, pick=self._picked, open=self._opened,
                            empty="Looking for games …")  # fmt: skip
        self.past = Listing("recent", self._recent_row, height=46, open=self._resume, single=True)
        self.names = [
            Field(screen.app.ui, name, placeholder=f"Seat {seat}", limit=NAME_LIMIT)
            for seat, name in zip(SEATS, (*screen.app.settings.names, "", "", "", ""), strict=False)
        ]
        self.deck_lists = [
            Listing(f"deck {seat}", partial(self._deck_row, number), height=46, open=self._begin, pick=self._chose)
            for number, seat in enumerate(SEATS)
        ]
        self._cloth: pygame.Surface | None = None
        self._judged: dict[tuple[str, str], tuple[Reason, ...]] = {}
        self.focus, self.keyboard = "games", False

    def done(self) -> None:
        """The screen goes: take the text fields away."""
        super().close()
        for field in self.names:
            field.close()

    def restyle(self, theme: Theme) -> None:
        """Another theme or scale, or another size."""
        self._cloth = None
        super().restyle(theme)

    def heard(self, event: pygame.event.Event) -> None:
        """Hear what pygame_gui tells of the names."""
        for field in self.names:
            if field.heard(event):
                self.dirty = True

    # what there is

    @property
    def game(self) -> Game | None:
        """The game that is chosen."""
        found = self.list.current
        return found if isinstance(found, Game) else None

    @property
    def assist(self) -> Mode:
        """How the rules will be on at the new table."""
        if self.game is None or not has_rules(self.game.id):
            return "off"
        wanted = self.screen.app.settings.assist
        return next((mode for mode in MODES if mode == wanted), "flag")

    def reasons(self, deck: Deck) -> tuple[Reason, ...]:
        """Why a deck is not allowed by the rules of its game; nothing if it is."""
        game = self.game
        if game is None or game.library is None or not game.ready:
            return ()
        key = (game.id, deck.id)
        if key not in self._judged:
            self._judged[key] = deck_reasons(game.library, deck)
        return self._judged[key]

    def fill(self) -> None:
        """Show the games that have been read by now."""
        now = self.game.id if self.game is not None else self.screen.wanted
        self.games = sorted(shelf().games.values(), key=lambda game: game.name.casefold())
        ids = [game.id for game in self.games]
        self.list.fill(self.games, ids.index(now) if now in ids else 0 if ids else -1)
        if shelf().done and not ids:
            self.list.empty = f"No games were found. Put a folder with a table.toml into {places.user_cardsets()}."
        self._fill_decks()
        self.dirty = True

    def _fill_decks(self) -> None:
        game = self.game
        library = game.library if game is not None and game.ready else None
        if library is not None and self.seats not in library.game.seats:
            self.seats = library.game.seats[0]
        decks: list[Deck | None] = [*library.decks.values(), None] if library is not None else []
        for number, listing in enumerate(self.deck_lists):
            old = listing.current.id if isinstance(listing.current, Deck) else None
            ids = [deck.id if deck is not None else None for deck in decks]
            if old in ids and old is not None:
                chosen = ids.index(old)
            elif library is not None:
                usual = usual_decks(library, len(self.deck_lists))[number]
                chosen = ids.index(usual.id if usual is not None else None)
            else:
                chosen = -1
            listing.fill(decks, chosen)

    # painting

    def paint(self) -> None:
        """Games and saved tables at the left, decks and names at the right; or one of both."""
        px = self.theme.px
        self._felt()
        margin = px(28)
        width, height = self.rect.size
        foot = px(44)
        body = pygame.Rect(margin, margin, width - 2 * margin, height - margin - foot - px(14))
        if width >= px(NARROW):
            side = min(px(380), body.w * 2 // 5)
            left = pygame.Rect(body.x, body.y, side, body.h)
            right = pygame.Rect(left.right + px(18), body.y, body.right - left.right - px(18), body.h)
            self._left(left)
            self._right(right)
        elif self.page == 0:
            self._left(body)
        else:
            self._right(body)
        self._foot(pygame.Rect(margin, height - foot - px(6), width - 2 * margin, foot - px(8)))

    def _felt(self) -> None:
        size = self.rect.size
        if self._cloth is None or self._cloth.get_size() != size:
            colour = self.theme.colour("felt_deep").lerp(self.theme.colour("felt"), 0.55)
            cloth = felt((colour.r, colour.g, colour.b))
            self._cloth = pygame.Surface(size)
            for y in range(0, size[1], cloth.height):
                for x in range(0, size[0], cloth.width):
                    self._cloth.blit(cloth, (x, y))
        self.surface.blit(self._cloth, (0, 0))

    def _left(self, rect: pygame.Rect) -> None:
        px, theme = self.theme.px, self.theme
        large = rect.h > px(420)
        y = rect.y
        if large:
            self.label(rect.x, y - px(8), "Tabletop", "display", "ink")
            y += theme.line("display") - px(6)
            self.label(rect.x + px(2), y, "A table for card games", "body", "ink_soft")
            y += px(34)
        # Four games are seen, and on a large screen more of the tables as well.
        rows = min(7, len(self.screen.recent), max((rect.bottom - y - px(42 + 4 * 58 + 66)) // px(46), 0))
        past = px(46) * rows + px(46) if self.screen.recent else 0
        games = pygame.Rect(rect.x, y, rect.w, rect.bottom - y - (past + px(12) if past else 0))
        self.box(games, "panel", "edge", 8)
        self.label(games.x + px(14), games.y + px(10), "Play", "head", "accent")
        inner = pygame.Rect(games.x + px(8), games.y + px(42), games.w - px(16), games.h - px(50))
        self.list.height = px(58)
        self.listing(self.list, inner)
        if past:
            self._past(pygame.Rect(rect.x, rect.bottom - past, rect.w, past), rows)

    def _past(self, rect: pygame.Rect, rows: int) -> None:
        px = self.theme.px
        self.box(rect, "panel", "edge", 8)
        self.label(rect.x + px(14), rect.y + px(8), "Go on", "head", "accent")
        number = len(self.screen.recent)
        words = "Saved tables…" if not rows or number == 1 else f"All {number} tables…"
        wide = self.theme.width(words, "small") + px(20)
        self.past.fill(self.screen.recent[:rows])
        self.past.height = px(46)
        if rows:
            self.listing(self.past, pygame.Rect(rect.x + px(8), rect.y + px(38), rect.w - px(16), rect.h - px(42)))
        place = pygame.Rect(rect.right - wide - px(8), rect.y + px(7), wide, px(28))
        self.button("all", place, words, self.screen.open_list, role="small")

    def _right(self, rect: pygame.Rect) -> None:
        px, theme = self.theme.px, self.theme
        self.box(rect, "panel", "edge", 8)
        pad = px(16)
        inner = rect.inflate(-2 * pad, -2 * pad)
        game = self.game
        foot = px(40)
        if game is None:
            words = "Looking for games …" if not shelf().done else "Choose a game."
            self.label(inner.x, inner.y, words, "body", "ink_soft")
            return
        # Where there is little height the decks get it: name and rules share a row, what the game is about is left out.
        low = inner.h < px(LOW)
        y = inner.y - px(4)
        title = "head" if low else "title"
        room = inner.w * 2 // 5 if low else inner.w
        named = self.label(inner.x, y + px(4 if low else 0), game.name, title, "ink", width=room)
        y += theme.line("title") + px(2)
        library = game.library
        if library is None:
            self.lines(pygame.Rect(inner.x, y, inner.w, px(80)), "Its table.toml cannot be read.", "body", "bad")
            self._problems(game, pygame.Rect(inner.x, inner.bottom - foot + px(4), inner.w // 2, px(36)))
            return
        x = inner.x
        if low:
            y = inner.y - px(4)
            x += named + px(28)
        else:
            about = pygame.Rect(inner.x, y, inner.w, px(44))
            y += self.lines(about, library.game.summary, "body", "ink_soft") + px(10)
        row = y
        if len(library.game.seats) > 1:
            self.label(x, y + px(6), "Players", "body", "ink_soft")
            x += theme.width("Players") + px(12)
            for number in library.game.seats:
                place = pygame.Rect(x, y, px(40), px(32))
                now = number == self.seats
                self.button(f"seats {number}", place, str(number), partial(self._sit, number), chosen=now)
                x += px(46)
            x += px(18)
        if has_rules(game.id):
            self._modes(x, row, inner.right)
        if low or len(library.game.seats) > 1 or has_rules(game.id):
            y += px(42)
        seats = pygame.Rect(inner.x, y, inner.w, inner.bottom - foot - px(10) - y)
        if not game.ready:
            self.label(inner.x, y + px(4), "Reading its cards …", "body", "ink_faint")
        else:
            self._seats(seats, game)
        self._problems(game, pygame.Rect(inner.x, inner.bottom - foot + px(4), inner.w // 2, px(36)))
        wide = max(theme.width("Lay the table", "bold") + px(60), px(180))
        place = pygame.Rect(inner.right - wide, inner.bottom - foot + px(2), wide, px(38))
        self.button("start", place, "Lay the table", self._start, enabled=game.ready, primary=True, role="bold")

    def _modes(self, x: int, y: int, right: int) -> None:
        """How the rules shall be on."""
        px, theme = self.theme.px, self.theme
        self.label(x, y + px(6), "Rules", "body", "ink_soft")
        x += theme.width("Rules") + px(12)
        told = {
            "off": "Hands just act; the cards are dealt as for free play",
            "flag": "What is illegal is done, and bears a flag with the reason",
            "referee": "What is illegal goes back, and can be done anyway",
        }
        for mode in MODES:
            wide = theme.width(mode) + px(24)
            if x + wide > right:
                break
            place = pygame.Rect(x, y, wide, px(32))
            self.button(f"rules {mode}", place, mode, partial(self._rule, mode), chosen=mode == self.assist,
                        tip=told[mode])  # fmt: skip
            x += wide + px(6)

    def _rule(self, mode: Mode) -> None:
        settings = self.screen.app.settings
        settings.assist, self.dirty = mode, True
        kept.save(settings)

    def _seats(self, rect: pygame.Rect, game: Game) -> None:
        """The seats side by side, or two by two, each with its name and its decks."""
        px = self.theme.px
        across = self.seats if self.seats <= 2 or rect.w >= px(200) * self.seats else 2
        down = -(-self.seats // across)
        gap = px(12)
        wide, tall = (rect.w - gap * (across - 1)) // across, (rect.h - gap * (down - 1)) // down
        for number in range(self.seats):
            x = rect.x + (number % across) * (wide + gap)
            y = rect.y + (number // across) * (tall + gap)
            self._seat(pygame.Rect(x, y, wide, tall), number)

    def _seat(self, rect: pygame.Rect, number: int) -> None:
        px, theme = self.theme.px, self.theme
        mark = seat_sign(self, SEATS[number], number)
        self.surface.blit(mark, mark.get_rect(center=(rect.x + px(10), rect.y + px(16))))
        self.field(f"name {number}", pygame.Rect(rect.x + px(24), rect.y, rect.w - px(24), px(32)), self.names[number])
        listing = self.deck_lists[number]
        listing.height = px(46)
        deck = listing.current
        about = deck.about if isinstance(deck, Deck) else "The seat begins with nothing." if listing.items else ""
        reasons = self.reasons(deck) if isinstance(deck, Deck) else ()
        if reasons:
            more = f" (and {len(reasons) - 1} more)" if len(reasons) > 1 else ""
            about = f"✕ Not legal{more}: {reasons[0].text}"
        room = rect.h - px(40)
        notes = min(px(4) + theme.line("small") * 3, max(room - px(2 * 46 + 10), 0)) if about else 0
        place = pygame.Rect(rect.x, rect.y + px(40), rect.w, room - notes)
        self.box(place, "panel_sunk", "edge")
        self.listing(listing, place.inflate(-px(8), -px(8)))
        if notes:
            below = pygame.Rect(rect.x + px(4), place.bottom + px(4), rect.w - px(8), notes)
            self.lines(below, about, "small", "warn" if reasons else "ink_soft")
            if reasons:
                self.region(f"why {number}", below, partial(self._why, number), tip="All that is wrong with this deck",
                            stop=False)  # fmt: skip

    def _problems(self, game: Game, rect: pygame.Rect) -> None:
        if not game.problems:
            return
        wrong = len(errors(game.problems))
        count = len(game.problems)
        words = f"⚠ {count} {'problem' if count == 1 else 'problems'} in its files…"
        wide = min(self.theme.width(words) + self.theme.px(24), rect.w)
        tip = "Some cards or decks are left out; the rest can be played" if wrong else "All of it can be played"
        self.button("problems", pygame.Rect(rect.x, rect.y, wide, rect.h), words,
                    lambda: self.screen.show_problems(game), tip=tip)  # fmt: skip

    def _foot(self, rect: pygame.Rect) -> None:
        px, screen = self.theme.px, self.screen
        x = rect.x
        found = [
            ("open", "Open…", screen.open_list),
            ("settings", "Settings…", lambda: screen.dialogs.open(Options(screen.app))),
            ("keys", "Keys and mouse", lambda: screen.dialogs.open(KeysHelp(screen.app, keys.load()))),
            ("quit", "Quit", screen.app.quit),
        ]  # fmt: skip
        if self.rect.w < px(NARROW):
            turn = ("page", "Decks ▸" if self.page == 0 else "◂ Games", self._turn)
            found.insert(0, turn)
        for id, words, action in found:
            wide = self.theme.width(words) + px(28)
            if x + wide > rect.right:
                break
            primary = id == "page" and self.page == 0
            self.button(id, pygame.Rect(x, rect.y, wide, rect.h), words, action, primary=primary)
            x += wide + px(8)

    # rows

    def _game_row(self, sheet: Sheet, rect: pygame.Rect, index: int, chosen: bool) -> None:
        px, game = self.theme.px, self.games[index]
        self.label(rect.x + px(12), rect.y + px(8), game.name, "bold", width=rect.w - px(24))
        told = game.library.game.summary if game.library is not None else "Its table.toml cannot be read"
        colour = "ink_soft" if game.library is not None else "bad"
        self.label(rect.x + px(12), rect.y + px(30), told, "small", colour, width=rect.w - px(24))

    def _deck_row(self, number: int, sheet: Sheet, rect: pygame.Rect, index: int, chosen: bool) -> None:
        px, theme = self.theme.px, self.theme
        deck = self.deck_lists[number].items[index]
        if not isinstance(deck, Deck):
            self.label(rect.x + px(12), rect.y + (rect.h - theme.line("body")) // 2, "No deck", "italic", "ink_soft")
            return
        game = self.game
        wrong = [each for each in game.problems if each.path == deck.path] if game is not None else []
        right = rect.right - px(10)
        if game is not None and has_rules(game.id) and index == self.deck_lists[number].chosen:
            legal = not self.reasons(deck)
            told, colour = ("✓ legal", "good") if legal else ("✕ not legal", "warn")
            right -= theme.width(told, "small")
            self.label(right, rect.y + px(6), told, "small", colour)
            right -= px(8)
        if wrong:
            right -= theme.width("⚠", "body")
            self.label(right, rect.y + px(5), "⚠", "body", "warn")
            right -= px(6)
        self.label(rect.x + px(12), rect.y + px(4), deck.name, "bold", width=right - rect.x - px(14))
        self.label(rect.x + px(12), rect.y + px(24), self._counts(deck), "small", "ink_soft", width=rect.w - px(24))

    def _counts(self, deck: Deck) -> str:
        """How many cards a deck has, section by section where there are several."""
        game = self.game
        sections = game.library.game.sections if game is not None and game.library is not None else {}
        parts = [
            f"{deck.count(section)} {sections[section].name.lower() if section in sections else section}"
            for section in deck.sections if deck.count(section)
        ]  # fmt: skip
        count = deck.count()
        if len(parts) < 2:
            return f"{count} {'card' if count == 1 else 'cards'}"
        return f"{count} cards: {', '.join(parts)}"

    def _recent_row(self, sheet: Sheet, rect: pygame.Rect, index: int, chosen: bool) -> None:
        saved = self.screen.recent[index]
        paint_saved(self, rect, saved, shelf().game_name(saved.game))

    # doing

    def _why(self, number: int) -> None:
        """All that is wrong with a deck."""
        deck = self.deck_lists[number].current
        if isinstance(deck, Deck):
            said = [f"{reason.text} [{reason.rule}]" for reason in self.reasons(deck)]
            intro = "By the rules this deck is not legal. It can be played all the same."
            self.screen.dialogs.open(Report(self.screen.app, deck.name, intro, said))

    def _picked(self, index: int) -> None:
        shelf().load(self.games[index].id)
        for listing in self.deck_lists:
            listing.chosen = -1
        self._fill_decks()
        self.dirty = True

    def _opened(self, index: int) -> None:
        """Enter or a double click on a game: on to its decks."""
        if self.rect.w < self.theme.px(NARROW):
            self.page = 1
        self.focus_on("deck A" if self.deck_lists[0].items else "start", keyboard=self.keyboard)

    def _chose(self, index: int) -> None:
        self.dirty = True

    def _begin(self, index: int) -> None:
        self._start()

    def _resume(self, index: int) -> None:
        self.screen.open_table(self.screen.recent[index].path)

    def _sit(self, number: int) -> None:
        self.seats, self.dirty = number, True

    def _turn(self) -> None:
        self.page, self.dirty = 1 - self.page, True

    def _start(self) -> None:
        game = self.game
        if game is None or not game.ready:
            return
        decks = [each.current if isinstance(each.current, Deck) else None for each in self.deck_lists[: self.seats]]
        names = [field.text.strip() for field in self.names[: self.seats]]
        self.screen.start(game, decks, names)

    def key(self, event: pygame.event.Event) -> bool:
        """Ctrl+Enter lays the table at once; Enter in a name goes on; Esc goes back."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if event.mod & pygame.KMOD_CTRL:
                self._start()
            elif self.typing:
                self.step(1)
            return True
        if event.key == pygame.K_ESCAPE and self.page:
            self._turn()
            return True
        if event.key == pygame.K_F10:
            self.screen.dialogs.open(Options(self.screen.app))
            return True
        if event.key == pygame.K_F11:
            self.screen.app.toggle_full_screen()
            return True
        return False
