from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from windowed import ALT, CTRL, SHIFT, TableWindow

from tabletop.assist.session import QUICK, Session
from tabletop.table import acts, sight
from tabletop.table.state import Piece
from tabletop.ui import settings as kept
from tabletop.ui.dialogs.ask import AskNumber, AskText, Confirm, Report
from tabletop.ui.dialogs.files import OpenSaved, SaveAs
from tabletop.ui.dialogs.help import KeysHelp
from tabletop.ui.dialogs.options import Options
from tabletop.ui.dialogs.pile import PileDialog
from tabletop.ui.sheet import Sheet

OpenTable = Callable[..., TableWindow]


def press(window: TableWindow, id: str) -> None:
    """Press a button of the top dialog."""
    window.frames(1)
    top = window.desk.dialogs.top
    assert top is not None
    region = top.region_of(id)
    assert region is not None, [region.id for region in top.regions]
    window.click((top.rect.x + region.rect.centerx, top.rect.y + region.rect.centery))


def search(window: TableWindow, zone: str = "A.deck") -> PileDialog:
    window.move(window.at(window.table.cards(zone)[0]))
    window.key(pygame.K_f, CTRL)
    window.frames()
    top = window.desk.dialogs.top
    assert isinstance(top, PileDialog)
    return top


def name(window: TableWindow, piece: int) -> str:
    return sight.true_name(window.table, window.table.pieces[piece])


# looking through piles


def test_a_search_is_logged_but_not_what_it_showed(window: TableWindow) -> None:
    dialog = search(window)
    assert list(dialog.grid.ids) == window.table.cards("A.deck")
    assert window.session.log("A")[-1].text == "Anna looks through Anna's Deck"
    assert window.session.log("B")[-1].text == "Anna looks through Anna's Deck"
    top = window.table.pieces[window.top()]
    assert sight.knows(window.table, "A", top)
    assert not sight.knows(window.table, "B", top)


def test_a_shuffle_ends_what_the_search_taught(window: TableWindow) -> None:
    search(window)
    press(window, "shuffle")
    assert window.desk.dialogs.top is None
    assert not any(sight.knows(window.table, "A", piece) for piece in window.table.pieces_in("A.deck"))


def test_the_filter_looks_in_names_types_and_texts(window: TableWindow) -> None:
    dialog = search(window)
    wanted = name(window, dialog.grid.ids[7])
    window.type(wanted[:4].lower())
    window.frames()
    found = [name(window, i) for i in dialog.grid.ids]
    assert wanted in found
    assert 0 < len(found) < len(window.table.cards("A.deck"))
    dialog.line.text = "hero"
    dialog._gather()
    types = {window.table.definitions[window.table.pieces[i].card].type for i in dialog.grid.ids}
    assert "Hero" in types
    dialog.line.text = "nothing is called like that"
    dialog._gather()
    window.frames()
    assert not dialog.grid.ids


def test_a_card_is_taken_out_by_keyboard(window: TableWindow) -> None:
    dialog = search(window)
    wanted = dialog.grid.ids[2]
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RETURN)
    assert window.hand()[-1] == wanted
    assert window.session.log("B")[-1].text == "Anna moves a face-down card from Anna's Deck to Anna's Hand"
    window.key(pygame.K_ESCAPE)
    assert window.desk.dialogs.top is None


def grid_spot(dialog: PileDialog, index: int) -> tuple[int, int]:
    place = dialog.grid._place(index)
    return dialog.rect.x + place.centerx, dialog.rect.y + place.centery


def test_cards_are_chosen_and_moved_by_buttons(window: TableWindow) -> None:
    dialog = search(window)
    first, second = dialog.grid.ids[1], dialog.grid.ids[3]
    window.click(grid_spot(dialog, 1))
    pygame.key.set_mods(CTRL)
    window.click(grid_spot(dialog, 3))
    pygame.key.set_mods(0)
    assert dialog.grid.chosen == [first, second]
    press(window, "under")
    assert window.table.cards("A.deck")[-2:] == [first, second]
    press(window, "on top")
    assert window.table.cards("A.deck")[:2] == [first, second]
    press(window, "to table")
    assert window.table.cards("table")[-2:] == [first, second]
    assert all(window.table.pieces[i].up for i in (first, second))


def test_the_more_menu_acts_on_the_chosen_cards(window: TableWindow) -> None:
    dialog = search(window)
    window.click(grid_spot(dialog, 0))
    card = dialog.grid.chosen[0]
    press(window, "more")
    level = window.desk.menu.levels[0]
    labels = [entry.words if entry is not None else "" for entry in level.entries]
    window.click(level.rows[labels.index("Discard")].center)
    assert window.table.cards("A.lost") == [card]
    window.frames()
    assert card not in dialog.grid.ids


def test_a_double_click_takes_a_card_into_the_hand(window: TableWindow) -> None:
    dialog = search(window)
    card = dialog.grid.ids[1]
    spot = grid_spot(dialog, 1)
    window.click(spot)
    window.click(spot)
    assert window.hand()[-1] == card


def test_a_card_is_dragged_out_onto_the_table(window: TableWindow) -> None:
    dialog = search(window)
    card = dialog.grid.ids[1]
    start = grid_spot(dialog, 1)
    window.move(start)
    window.send(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False))
    window.move((start[0] + 20, start[1]), (1, 0, 0))
    assert window.desk.dialogs.top is None
    assert window.desk.dragging
    middle = window.desk.clear_rect().center
    window.move(middle, (1, 0, 0))
    window.send(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=middle, button=1, touch=False))
    assert not window.desk.dragging
    assert window.table.pieces[card].zone == "table"


def test_the_hand_of_another_seat_cannot_be_looked_through(window: TableWindow) -> None:
    window.move(window.at(window.hand("B")[0]))
    window.key(pygame.K_f, CTRL)
    assert window.desk.dialogs.top is None


def test_a_public_pile_is_looked_through_without_a_word(window: TableWindow) -> None:
    window.move(window.at(window.hand()[0]))
    window.key(pygame.K_x)
    window.frames()
    steps = len(window.session.history.steps)
    search(window, "A.lost")
    assert len(window.session.history.steps) == steps


def test_peeking_shows_the_top_cards_and_tells_the_others_that_it_was_done(window: TableWindow) -> None:
    window.on_deck()
    window.desk.peek("A.deck", 3)
    dialog = window.desk.dialogs.top
    assert isinstance(dialog, PileDialog)
    window.frames()
    assert list(dialog.grid.ids) == window.table.cards("A.deck")[:3]
    assert window.session.log("B")[-1].text == "Anna looks at the top 3 cards of Anna's Deck"
    knows = [sight.knows(window.table, "A", piece) for piece in window.table.pieces_in("A.deck")]
    assert knows[:3] == [True] * 3
    assert not any(knows[3:])


def test_alt_shift_peeks_as_long_as_it_is_held(window: TableWindow) -> None:
    window.on_deck()
    pygame.key.set_mods(ALT | SHIFT)
    window.send(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=ALT | SHIFT, unicode="", scancode=0))
    dialog = window.desk.dialogs.top
    assert isinstance(dialog, PileDialog)
    assert len(dialog.grid.ids) == 1
    window.key(pygame.K_4, ALT | SHIFT)
    dialog = window.desk.dialogs.top
    assert isinstance(dialog, PileDialog)
    assert len(dialog.grid.ids) == 4
    pygame.key.set_mods(0)
    window.send(pygame.event.Event(pygame.KEYUP, key=pygame.K_LSHIFT, mod=ALT, unicode="", scancode=0))
    assert window.desk.dialogs.top is None


def test_a_face_down_card_on_the_table_is_looked_at(window: TableWindow) -> None:
    ids = window.play(1)
    window.move(window.at(ids[0]))
    window.key(pygame.K_f)
    theirs = window.hand("B")[0]
    from tabletop.table import acts

    window.session.act(acts.move(window.table, [theirs], "table", at=(150.0, 0.0), up=False), "B")
    window.frames()
    assert not sight.knows(window.table, "A", window.table.pieces[theirs])
    window.desk.peek_cards([theirs])
    assert sight.knows(window.table, "A", window.table.pieces[theirs])
    assert window.session.log("B")[-1].text.startswith("Anna looks at")


# asking


def test_a_number_is_asked_for_and_stays_in_its_bounds(window: TableWindow) -> None:
    got: list[int] = []
    window.desk.ask_number("Number", "How many?", got.append, start=5, low=2, high=12)
    window.frames()
    dialog = window.desk.dialogs.top
    assert isinstance(dialog, AskNumber)
    window.key(pygame.K_UP)
    assert dialog.line.text == "6"
    for _ in range(9):
        window.key(pygame.K_UP)
    assert dialog.line.text == "12"
    dialog.line.text = "13"
    window.key(pygame.K_RETURN)
    assert got == []
    dialog.line.text = "9"
    window.key(pygame.K_RETURN)
    assert got == [9]
    assert window.desk.dialogs.top is None


def test_typing_replaces_the_number_that_stands_there(window: TableWindow) -> None:
    got: list[int] = []
    window.desk.ask_number("Number", "", got.append, start=5, high=50)
    window.frames()
    window.type("17")
    window.key(pygame.K_RETURN)
    assert got == [17]


def test_escape_and_cancel_do_nothing(window: TableWindow) -> None:
    got: list[str] = []
    window.desk.ask_text("Text", "Say something", got.append, start="abc")
    window.frames()
    window.key(pygame.K_ESCAPE)
    window.desk.ask_text("Text", "Say something", got.append, start="abc")
    press(window, "cancel")
    assert got == []
    assert window.desk.dialogs.top is None
    assert not window.app.typing


def test_an_empty_text_is_taken_only_where_it_means_something(window: TableWindow) -> None:
    got: list[str] = []
    window.desk.ask_text("Text", "", got.append)
    window.frames()
    window.key(pygame.K_RETURN)
    assert isinstance(window.desk.dialogs.top, AskText)
    window.key(pygame.K_ESCAPE)
    window.desk.ask_text("Text", "", got.append, empty=True)
    window.frames()
    window.key(pygame.K_RETURN)
    assert got == [""]


def test_tab_goes_through_all_places_of_a_dialog(window: TableWindow) -> None:
    window.desk.ask_number("Number", "How many?", lambda _: None)
    window.frames()
    dialog = window.desk.dialogs.top
    assert dialog is not None
    seen = []
    for _ in range(6):
        seen.append(dialog.focus)
        window.key(pygame.K_TAB)
    assert set(seen) == {"text", "less", "more", "cancel", "ok"}


def test_dialogs_lie_in_the_window_at_every_scale(open_table: OpenTable) -> None:
    for size, scale in (((1024, 640), 1.0), ((1280, 720), 2.0), ((1920, 1080), 2.0)):
        window = open_table(size, scale=scale)
        desk = window.desk
        desk.show("keys")
        desk.show("settings")
        desk.show("save")
        desk.show("open")
        desk.show("report")
        desk.ask_number("Number", "How many?", lambda _: None)
        desk.confirm("Sure?", "Really?", "Yes", lambda: None)
        desk.search("A.deck")
        window.frames()
        kinds = {type(dialog) for dialog in desk.dialogs.dialogs}
        assert kinds == {KeysHelp, Options, SaveAs, OpenSaved, Report, AskNumber, Confirm, PileDialog}
        while desk.dialogs.top is not None:
            dialog = desk.dialogs.top
            window.frames(1)
            assert window.app.window.get_rect().contains(dialog.rect)
            area = dialog.surface.get_rect()
            for region in dialog.regions:
                assert area.contains(region.rect), (type(dialog), region.id, scale)
            buttons = [region for region in dialog.regions if region.action is not None]
            for number, one in enumerate(buttons):
                for other in buttons[number + 1 :]:
                    assert not one.rect.colliderect(other.rect), (type(dialog), one.id, other.id, size, scale)
            window.key(pygame.K_ESCAPE)
            assert desk.dialogs.top is not dialog
        window.app.close()


# saving and opening


def test_a_table_is_saved_under_a_name_and_found_again(window: TableWindow, tmp_path: Path) -> None:
    window.key(pygame.K_s, CTRL)
    window.frames()
    dialog = window.desk.dialogs.top
    assert isinstance(dialog, SaveAs)
    dialog.line.text = "duel v1.2"
    window.key(pygame.K_RETURN)
    assert (tmp_path / "saves" / "duel v1.2.table").exists()
    assert "duel v1.2" in window.desk.notice.text
    window.key(pygame.K_o, CTRL)
    window.frames()
    listed = window.desk.dialogs.top
    assert isinstance(listed, OpenSaved)
    window.key(pygame.K_TAB)
    assert [saved.title for saved in listed.found if not saved.autosave] == ["duel v1.2"]


def test_saving_over_a_table_asks_first(window: TableWindow, tmp_path: Path) -> None:
    window.desk.save("duel")
    window.on_deck()
    window.key(pygame.K_r)
    old = (tmp_path / "saves" / "duel.table").read_bytes()
    window.desk.show("save")
    window.frames()
    window.key(pygame.K_RETURN)
    assert isinstance(window.desk.dialogs.top, Confirm)
    assert (tmp_path / "saves" / "duel.table").read_bytes() == old
    window.key(pygame.K_RETURN)
    assert (tmp_path / "saves" / "duel.table").read_bytes() != old
    assert window.desk.dialogs.top is None


def test_quick_save_and_quick_load(window: TableWindow, tmp_path: Path) -> None:
    window.key(pygame.K_F7)
    assert "no quick save" in window.desk.notice.text
    window.on_deck()
    window.key(pygame.K_r)
    digest = window.table.digest()
    window.key(pygame.K_F5)
    assert (tmp_path / "saves" / f"{QUICK}.table").exists()
    window.key(pygame.K_r)
    assert window.table.digest() != digest
    window.key(pygame.K_F7)
    window.frames()
    screen = window.app.screen
    assert screen is not window.screen
    assert screen.session.table.digest() == digest  # type: ignore[union-attr]


def test_a_save_that_fails_says_why_and_the_table_goes_on(window: TableWindow, tmp_path: Path) -> None:
    folder = tmp_path / "no folder"
    folder.write_text("")
    window.session.folder = folder
    window.desk.save("duel")
    window.frames()
    dialog = window.desk.dialogs.top
    assert isinstance(dialog, Report)
    assert "no folder" in dialog.said[0]
    window.key(pygame.K_ESCAPE)
    window.on_deck()
    window.key(pygame.K_r)
    assert window.session.history.can_undo


def test_what_could_not_be_read_is_shown_once(open_table: OpenTable, tmp_path: Path) -> None:
    window = open_table()
    window.desk.save("torn")
    path = tmp_path / "saves" / "torn.table"
    path.write_bytes(path.read_bytes()[:-200])
    window.desk.show("open")
    window.frames()
    dialog = window.desk.dialogs.top
    assert isinstance(dialog, OpenSaved)
    dialog.line.text = str(path)
    window.key(pygame.K_RETURN)
    window.frames()
    screen = window.app.screen
    assert screen is not window.screen
    report = screen.desk.dialogs.top  # type: ignore[union-attr]
    assert isinstance(report, Report)
    assert report.said == screen.session.report  # type: ignore[union-attr]


def test_a_file_that_is_no_save_is_told(window: TableWindow, tmp_path: Path) -> None:
    path = tmp_path / "letter.table"
    path.write_text("Dear Anna\n")
    window.desk.show("open")
    window.frames()
    dialog = window.desk.dialogs.top
    assert isinstance(dialog, OpenSaved)
    dialog.line.text = str(path)
    window.key(pygame.K_RETURN)
    window.frames()
    assert isinstance(window.desk.dialogs.top, Report)
    assert isinstance(window.app.screen, type(window.screen))
    assert isinstance(window.session, Session)


def stroke(window: TableWindow, key: int, mod: int = 0, *, times: int = 1) -> None:
    """A key as the system tells of it: pressed (again and again while it is held), with its letter, and let go."""
    letter = chr(key)
    for _ in range(times):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=letter, scancode=0))
        if not mod & pygame.KMOD_CTRL:
            window.send(pygame.event.Event(pygame.TEXTINPUT, text=letter.upper() if mod else letter))
        window.frames(2)
    window.send(pygame.event.Event(pygame.KEYUP, key=key, mod=mod, unicode=letter, scancode=0))


@pytest.mark.parametrize("times", [1, 4])
def test_no_key_that_opens_a_text_field_types_its_own_letter_into_it(window: TableWindow, times: int) -> None:
    table = window.table
    card = window.play(1)[0]
    place = Piece(0, "note", "!", zone="table", x=150.0, up=True)
    window.session.act(acts.create(table, place))
    note = next(piece.id for piece in table if piece.kind == "note")
    window.frames()
    begun, opened = window.session.history.at, 0
    for over in (card, note, window.top()):
        for key in range(pygame.K_a, pygame.K_z + 1):
            for mod in (0, SHIFT):
                window.move(window.at(over))
                stroke(window, key, mod, times=times)
                top = window.desk.dialogs.top
                if isinstance(top, AskText) and window.app.typing:
                    opened += 1
                    assert top.line.text in ("", "!"), (chr(key), mod)
                    stroke(window, key)
                    assert top.line.text.strip("!") == chr(key), "typing goes on as ever"
                for _ in range(5):
                    if window.desk.dialogs.top is not None:
                        window.key(pygame.K_ESCAPE)
                        window.frames(1)
                window.screen.gestures.cancel()
                while window.session.history.at > begun:
                    window.session.undo()
                window.frames(1)
    assert opened >= 2


# settings


@pytest.mark.parametrize("scale", ["125%", "200%"])
def test_settings_take_effect_at_once_and_are_kept(window: TableWindow, scale: str) -> None:
    window.key(pygame.K_F10)
    press(window, f"scale {scale}")
    window.frames(3)
    wanted = int(scale[:-1]) / 100
    assert window.app.theme.scale == wanted
    assert window.desk.theme.scale == wanted
    assert window.desk.side.rect.w > 280
    assert kept.load()[0].scale == wanted
    press(window, "theme High contrast")
    window.frames(3)
    assert window.desk.side.theme.name == "contrast"
    assert kept.load()[0].theme == "contrast"
    press(window, "curtain")
    assert kept.load()[0].curtain is False
    press(window, "ok")
    assert window.desk.dialogs.top is None


def test_text_fields_go_with_their_dialogs(window: TableWindow) -> None:
    def fields() -> int:
        return len(window.app.ui.get_sprite_group().sprites())

    before = fields()
    for _ in range(3):
        search(window)
        window.key(pygame.K_ESCAPE)
        window.desk.ask_text("Text", "", lambda _: None)
        window.frames()
        window.key(pygame.K_ESCAPE)
    assert fields() == before
    assert isinstance(window.desk.side, Sheet)


def test_the_grid_and_the_volume_are_set_in_the_settings(window: TableWindow) -> None:
    window.desk.show("settings")
    press(window, "grid")
    press(window, "volume 20%")
    assert (window.app.settings.grid, window.app.settings.volume) == (True, 0.2)
