from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from test_panels import spot
from windowed import CTRL, Window

from tabletop import places
from tabletop.assist.hints import Reason
from tabletop.assist.session import Session
from tabletop.cards.library import Library
from tabletop.cards.model import Deck
from tabletop.table.state import SEATS
from tabletop.ui import settings as kept
from tabletop.ui import shelf as shelves
from tabletop.ui import start_screen
from tabletop.ui.app import App
from tabletop.ui.dialogs.ask import Confirm, Report
from tabletop.ui.dialogs.files import OpenSaved
from tabletop.ui.shelf import Shelf
from tabletop.ui.start_screen import StartScreen
from tabletop.ui.table_screen import TableScreen


class Start(Window):
    def __init__(self, app: App, screen: StartScreen, shelf: Shelf) -> None:
        super().__init__(app)
        self.screen = screen
        self.shelf = shelf
        app.goto(screen)
        self.frames(3)
        assert shelf._thread is not None
        shelf._thread.join(20)
        self.frames(2)

    @property
    def sheet(self) -> start_screen.StartSheet:
        return self.screen.sheet

    @property
    def table(self) -> TableScreen:
        self.frames(2)
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen

    def choose(self, game: str) -> None:
        ids = [each.id for each in self.sheet.games]
        self.sheet.list.choose(ids.index(game))
        self.frames(2)


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shelf:
    found = Shelf()
    found.saves = tmp_path / "saves"
    for module in (start_screen, shelves):
        monkeypatch.setattr(module, "shelf", lambda: found)
    return found


@pytest.fixture
def start(open_app: Callable[..., App], shelf: Shelf) -> Callable[..., Start]:
    def make(size: tuple[int, int] = (1280, 720), **settings: object) -> Start:
        return Start(open_app(size, **settings), StartScreen(), shelf)

    return make


def test_the_first_frame_waits_for_no_file(open_app: Callable[..., App], shelf: Shelf) -> None:
    app = open_app()
    app.goto(StartScreen())
    app.frame()
    assert app.drawn
    assert shelf.games == {}


def test_all_games_are_offered_with_their_summaries(start: Callable[..., Start]) -> None:
    window = start()
    assert {game.id for game in window.sheet.games} >= {"lnh", "overpower", "vs_system", "standard"}
    assert all(game.library is not None and game.library.game.summary for game in window.sheet.games)


def test_a_game_is_laid_with_mouse_names_and_decks(start: Callable[..., Start]) -> None:
    window = start()
    window.choose("lnh")
    window.click(spot(window.sheet, "name 0"))
    window.type("Anna")
    window.click(spot(window.sheet, "name 1"))
    window.type("Ben")
    lists = window.sheet.deck_lists
    lists[1].choose(2)
    window.frames()
    wanted = lists[1].current
    assert isinstance(wanted, Deck)
    window.click(spot(window.sheet, "start"))
    table = window.table.session.table
    assert [seat.name for seat in table.seats.values()] == ["Anna", "Ben"]
    assert f"lays out {wanted.name}" in [step.label for step in window.table.session.history.steps]
    assert kept.load()[0].names[:2] == ["Anna", "Ben"]


def test_a_new_table_is_begun_by_the_rules_in_the_mode_that_is_chosen(start: Callable[..., Start]) -> None:
    window = start()
    window.choose("standard")
    assert "rules flag" not in window.sheet.places(), "a game without rules has none to switch"
    assert window.sheet.assist == "off"
    window.choose("lnh")
    assert window.sheet.assist == "flag"
    window.click(spot(window.sheet, "rules referee"))
    assert kept.load()[0].assist == "referee"
    window.click(spot(window.sheet, "start"))
    session = window.table.session
    assert session.assist == "referee"
    assert "begins LNH Storycards" in [step.label for step in session.history.steps]


def test_decks_are_judged_beside_the_choice(start: Callable[..., Start], monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = (Reason("deck-size", "It has too few cards."), Reason("limit", "It has too many copies."))
    monkeypatch.setattr(start_screen, "deck_reasons", lambda library, deck: wrong if deck.id == "smash-hour" else ())
    window = start()
    window.choose("lnh")
    ids = [deck.id if deck is not None else "" for deck in window.sheet.deck_lists[0].items]
    window.sheet.deck_lists[0].choose(ids.index("katana-weather"))
    window.frames()
    assert "why 0" not in window.sheet.places()
    window.sheet.deck_lists[0].choose(ids.index("smash-hour"))
    window.frames()
    window.click(spot(window.sheet, "why 0"))
    report = window.screen.dialogs.top
    assert isinstance(report, Report)
    assert report.said == ["It has too few cards. [deck-size]", "It has too many copies. [limit]"]


def test_a_game_is_laid_by_keyboard_alone(start: Callable[..., Start]) -> None:
    window = start()
    window.sheet.list.choose(0)
    order = [game.id for game in window.sheet.games]
    assert window.sheet.focus == "games"
    window.key(pygame.K_DOWN)
    assert window.sheet.game is not None
    assert window.sheet.game.id == order[1]
    window.key(pygame.K_UP)
    window.key(pygame.K_RETURN)
    assert window.sheet.focus == "deck A"
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert window.table.session.document.header.game == order[0]


def test_tab_reaches_everything(start: Callable[..., Start]) -> None:
    window = start()
    window.choose("standard")
    stops = [region.id for region in window.sheet.regions if region.stop and region.enabled]
    seen = set()
    for _ in stops:
        window.key(pygame.K_TAB)
        seen.add(window.sheet.focus)
    assert seen == set(stops)


def test_as_many_seats_as_the_game_allows(start: Callable[..., Start]) -> None:
    window = start()
    window.choose("standard")
    assert window.sheet.game is not None
    library = window.sheet.game.library
    assert library is not None
    for number in library.game.seats:
        window.click(spot(window.sheet, f"seats {number}"))
        window.frames()
        names = [region.id for region in window.sheet.regions if region.id.startswith("name ")]
        assert len(names) == number
    window.click(spot(window.sheet, "seats 3"))
    window.key(pygame.K_RETURN, CTRL)
    assert list(window.table.session.table.seats) == ["A", "B", "C"]


def test_a_seat_may_begin_without_a_deck(start: Callable[..., Start]) -> None:
    window = start()
    window.choose("lnh")
    none = window.sheet.deck_lists[1]
    none.choose(len(none.items) - 1)
    assert none.current is None
    window.click(spot(window.sheet, "start"))
    table = window.table.session.table
    assert table.cards("A.hand")
    assert not [piece for piece in table if piece.owner == "B"]


@pytest.fixture(autouse=True)
def _journals() -> Iterator[None]:
    """Close the files of tables that were left as by a program that died."""
    yield
    for session in LEFT:
        session.close()
    LEFT.clear()


LEFT: list[Session] = []


def played(shelf: Shelf, *, close: bool) -> Session:
    folder = places.find_game("lnh")
    assert folder is not None
    library = Library.load(folder)[0]
    assert library is not None
    session = Session.start(library, [next(iter(library.decks.values())), None], seed=3, folder=shelf.saves)
    if close:
        session.close()
    else:
        assert session.journal is not None
        session.journal._drop()  # the lock ends with the program that died
        LEFT.append(session)
    return session


def test_a_table_that_was_not_closed_is_offered_first(start: Callable[..., Start], shelf: Shelf) -> None:
    lost = played(shelf, close=False)
    window = start()
    question = window.screen.dialogs.top
    assert isinstance(question, Confirm)
    assert "not closed" in question.text
    window.key(pygame.K_RETURN)
    assert window.table.session.table.digest() == lost.table.digest()
    assert window.table.session.journal is not None
    assert lost.journal is not None
    assert window.table.session.journal.path == lost.journal.path


def test_the_question_can_be_declined(start: Callable[..., Start], shelf: Shelf) -> None:
    played(shelf, close=False)
    window = start()
    window.key(pygame.K_ESCAPE)
    assert window.screen.dialogs.top is None
    assert window.app.screen is window.screen
    assert len(window.screen.recent) == 1


def test_recent_tables_are_opened_with_a_click(start: Callable[..., Start], shelf: Shelf) -> None:
    old = played(shelf, close=True)
    window = start()
    assert window.screen.dialogs.top is None
    region = window.sheet.region_of("recent")
    assert region is not None
    window.click((region.rect.centerx, region.rect.y + 20))
    assert window.table.session.table.digest() == old.table.digest()


def test_all_saved_tables_are_listed(start: Callable[..., Start], shelf: Shelf) -> None:
    session = played(shelf, close=False)
    for number in range(6):
        session.save(f"Game {number}")
    LEFT.pop().close()
    window = start()
    window.click(spot(window.sheet, "all"))
    window.frames()
    listed = window.screen.dialogs.top
    assert isinstance(listed, OpenSaved)
    assert len(listed.found) == 7
    listed.focus_on("filter")
    window.type("game 4")
    assert [saved.title for saved in listed.found] == ["Game 4"]
    window.key(pygame.K_RETURN)
    assert window.table.session.document.header.title == "Game 4"


def test_problems_are_listed_and_the_rest_can_be_played(
    start: Callable[..., Start], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "mine" / "broken"
    (broken / "decks").mkdir(parents=True)
    (broken / "table.toml").write_text('[game]\nid = "broken"\nname = "Broken"\nsummary = "Nearly whole."\n[types.a]\n')
    kinds = {"One": "a", "Two": "zz"}
    cards = [f'[[card]]\nid = "{name.lower()}"\nname = "{name}"\ntype = "{kind}"' for name, kind in kinds.items()]
    (broken / "set.toml").write_text("\n".join(['[set]\nid = "set"\nname = "Set"', *cards]))
    (broken / "decks" / "d.toml").write_text('name = "D"\ngame = "broken"\n[sections.main]\n"set/one" = 3\n')
    hopeless = tmp_path / "mine" / "hopeless"
    hopeless.mkdir()
    (hopeless / "table.toml").write_text("[game\n")
    monkeypatch.setenv(places.EXTRA_CARDSETS, str(tmp_path / "mine"))
    window = start()
    window.choose("broken")
    window.click(spot(window.sheet, "problems"))
    window.frames()
    report = window.screen.dialogs.top
    assert isinstance(report, Report)
    assert any("set.toml:9" in line or 'card "Two"' in line or '"zz"' in line for line in report.said)
    window.key(pygame.K_ESCAPE)
    window.choose("hopeless")
    assert window.sheet.region_of("start") is None
    assert window.sheet.region_of("problems") is not None
    window.choose("broken")
    window.click(spot(window.sheet, "start"))
    assert window.table.session.document.header.game == "broken"


SHAPES = (((1024, 640), 1.0), ((1280, 720), 1.0), ((1920, 1080), 1.0), ((1280, 720), 2.0), ((1920, 1080), 2.0))


@pytest.mark.parametrize(("size", "scale"), SHAPES)
@pytest.mark.parametrize("game", ["overpower", "standard"])
def test_nothing_overlaps(
    start: Callable[..., Start], shelf: Shelf, size: tuple[int, int], scale: float, game: str
) -> None:
    played(shelf, close=True)
    window = start(size, scale=scale)
    window.choose(game)
    for page in (0, 1):
        window.sheet.page = page
        window.sheet.dirty = True
        window.frames()
        area = window.sheet.surface.get_rect()
        regions = window.sheet.regions
        for number, one in enumerate(regions):
            assert area.contains(one.rect), one.id
            assert one.rect.h > 12
            for other in regions[number + 1 :]:
                assert not one.rect.colliderect(other.rect), (one.id, other.id)


@pytest.mark.parametrize(("size", "scale"), SHAPES)
@pytest.mark.parametrize("game", ["lnh", "overpower", "vs_system"])
def test_whole_lines_of_decks_are_seen(
    start: Callable[..., Start], size: tuple[int, int], scale: float, game: str
) -> None:
    window = start(size, scale=scale)
    window.choose(game)
    window.sheet.page = 1
    window.sheet.dirty = True
    window.frames()
    for seat in SEATS[: window.sheet.seats]:
        region = window.sheet.region_of(f"deck {seat}")
        assert region is not None
        assert region.rect.h >= 2 * window.sheet.theme.px(46), region.rect


def test_settings_work_before_any_table(start: Callable[..., Start]) -> None:
    window = start()
    window.key(pygame.K_F10)
    window.frames()
    top = window.screen.dialogs.top
    assert top is not None
    region = top.region_of("scale 150%")
    assert region is not None
    window.click((top.rect.x + region.rect.centerx, top.rect.y + region.rect.centery))
    window.frames(3)
    assert window.sheet.theme.scale == 1.5
    window.key(pygame.K_ESCAPE)
    assert window.screen.dialogs.top is None
