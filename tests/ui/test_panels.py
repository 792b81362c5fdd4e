from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from windowed import CTRL, TableWindow

from tabletop.table import acts, sight
from tabletop.table.state import Table
from tabletop.ui.commands import COMMANDS
from tabletop.ui.panels.facts import read, told
from tabletop.ui.sheet import Region, Sheet
from tabletop.ui.theme import Theme

OpenTable = Callable[..., TableWindow]


def spot(sheet: Sheet, id: str) -> tuple[int, int]:
    """Where a region of a sheet lies in the window."""
    region = sheet.region_of(id)
    assert region is not None, f"no {id} among {[region.id for region in sheet.regions]}"
    x, y = region.rect.center
    return sheet.rect.x + x, sheet.rect.y + y


def hidden_names(table: Table, seat: str) -> set[str]:
    """The names of cards that a seat may not know, but for those that stand in the name of a card that it knows."""
    known = " / ".join({sight.true_name(table, piece) for piece in table if sight.knows(table, seat, piece)})
    return {name for name in (sight.true_name(table, piece) for piece in table) if name not in known}


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Every text that is painted."""
    found: set[str] = set()
    old = Theme.text

    def text(self: Theme, words: str, role: str = "body", colour: str = "ink") -> pygame.Surface:
        found.add(words)
        return old(self, words, role, colour)

    monkeypatch.setattr(Theme, "text", text)
    return found


@pytest.mark.parametrize("seat", ["A", "B"])
def test_panels_menus_and_hints_name_nothing_that_is_hidden(window: TableWindow, said: set[str], seat: str) -> None:
    window.desk.settings.curtain = False
    window.desk.hand_over(seat)
    window.frames()
    said.clear()
    hidden = hidden_names(window.table, seat)
    assert len(hidden) > 5
    other = "B" if seat == "A" else "A"
    for tab in ("log", "steps", "facts"):
        window.desk.side.show_tab(tab)
        window.frames()
    for piece in (*window.hand(other)[:3], window.top(other), window.top(seat)):
        window.click(window.at(piece), 3)
        window.key(pygame.K_ESCAPE)
        window.key(pygame.K_F5)
    window.screen.scene.select(())
    window.key(pygame.K_ESCAPE)
    window.frames()
    everything = " ".join(said)
    assert len(said) > 30
    assert not [name for name in hidden if name in everything]


def test_the_log_follows_what_happens_and_undo_is_told(window: TableWindow) -> None:
    window.on_deck()
    window.key(pygame.K_r)
    assert window.desk.side.log.rows[-1].words == "Anna shuffles Anna's Deck"
    window.key(pygame.K_z, CTRL)
    window.frames(1)
    first, second = window.desk.side.log.rows[-2:]
    assert f"{first.words} {second.words}" == "Taken back: Anna shuffles Anna's Deck"
    assert first.sign == "↶"


def test_forced_and_rules_lines_have_their_signs(window: TableWindow) -> None:
    act = acts.count(window.table, "A", "prestige", -1)
    window.session.act(act, how="rules")
    window.session.act(acts.count(window.table, "A", "prestige", -1), how="forced")
    window.frames()
    signs = [(row.sign, row.colour) for row in window.desk.side.log.rows if row.sign]
    assert signs == [("§", "rules"), ("!", "bad")]
    assert window.desk.side.log.rows[-1].words.endswith("(against the rules)") or "rules" in " ".join(
        row.words for row in window.desk.side.log.rows[-3:]
    )


def test_the_undo_list_goes_where_it_is_clicked(window: TableWindow) -> None:
    window.desk.side.show_tab("steps")
    window.on_deck()
    for _ in range(3):
        window.key(pygame.K_r)
    at = window.session.history.at
    digests = [window.table.digest()]
    window.frames()
    listing = window.desk.side.steps.listing
    x = spot(window.desk.side, "steps")[0]
    row = listing._rect.y + (at - 2) * listing.height - listing._offset + listing.height // 2
    window.click((x, window.desk.side.rect.y + row))
    assert window.session.history.at == at - 2
    assert window.session.history.can_redo
    row = listing._rect.y + at * listing.height - listing._offset + listing.height // 2
    window.click((x, window.desk.side.rect.y + row))
    assert window.session.history.at == at
    assert window.table.digest() == digests[0]


def test_undo_and_redo_buttons(window: TableWindow) -> None:
    window.on_deck()
    window.key(pygame.K_r)
    at = window.session.history.at
    window.click(spot(window.desk.side, "undo"))
    assert window.session.history.at == at - 1
    window.click(spot(window.desk.side, "redo"))
    assert window.session.history.at == at


def test_counters_of_seats_change_by_button_wheel_and_number(window: TableWindow) -> None:
    side = window.desk.side
    window.click(spot(side, "more A prestige"))
    assert window.table.seats["A"].counters["prestige"] == 11
    window.click(spot(side, "less A prestige"))
    window.wheel(spot(side, "number A prestige"), -1)
    assert window.table.seats["A"].counters["prestige"] == 9
    window.click(spot(side, "number A prestige"))
    window.type("21")
    window.key(pygame.K_RETURN)
    assert window.table.seats["A"].counters["prestige"] == 21
    assert window.session.log("B")[-1].text == "Anna changes prestige of Anna from 9 to 21"


def test_the_wheel_over_a_panel_does_not_zoom(window: TableWindow) -> None:
    zoom = window.screen.camera.goal.zoom
    window.wheel(spot(window.desk.side, "log"), 3)
    assert window.screen.camera.goal.zoom == zoom


def test_the_hint_line_follows_the_pointer(window: TableWindow, said: set[str]) -> None:
    window.on_deck()
    window.frames()
    assert {"shuffle", "draw", "search"} <= said
    said.clear()
    ids = window.play(1)
    window.move(window.at(ids[0]))
    window.frames()
    assert {"turn over", "tap"} <= said
    assert "shuffle" not in said


def test_panels_are_hidden_and_shown_with_f9(window: TableWindow) -> None:
    clear = window.desk.clear_rect()
    window.key(pygame.K_F9)
    assert window.desk.clear_rect() == window.app.window.get_rect()
    window.frames()
    assert window.screen.scene.clear == window.app.window.get_rect()
    window.key(pygame.K_F9)
    assert window.desk.clear_rect() == clear


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("tab", ["log", "steps", "facts"])
def test_nothing_overlaps_or_is_cut(open_table: OpenTable, size: tuple[int, int], scale: float, tab: str) -> None:
    if scale > 1.5 and size == (1024, 640):
        pytest.skip("half of the smallest window")
    window = open_table(size, scale=scale)
    desk = window.desk
    desk.side.show_tab(tab)  # type: ignore[arg-type]
    window.frames()
    whole = window.app.window.get_rect()
    parts = [desk.side.rect, desk.hint.rect, desk.clear_rect()]
    assert all(whole.contains(part) for part in parts)
    assert sum(part.w * part.h for part in parts) == whole.w * whole.h
    for sheet in (desk.side, desk.hint):
        surface = sheet.surface.get_rect()
        solid = [region for region in sheet.regions if region.wheel is None or region.action is not None]
        for region in solid:
            assert surface.contains(region.rect), region.id
        for number, region in enumerate(solid):
            for other in solid[number + 1 :]:
                assert not _crosses(region, other), (region.id, other.id)
    listing = {"log": desk.side.log.listing, "steps": desk.side.steps.listing, "facts": desk.side.facts.listing}[tab]
    assert listing._rect.h >= 3 * listing.height


def _crosses(one: Region, other: Region) -> bool:
    return one.rect.clip(other.rect).size > (2, 2) and one.rect.colliderect(other.rect)


def test_facts_are_shown_and_edited(window: TableWindow) -> None:
    desk = window.desk
    desk.side.show_tab("facts")
    window.frames()
    assert list(desk.side.facts.listing.items) == ["phase", "turn"]
    window.click(spot(desk.side, "fact new"))
    window.type("round ")
    window.send(pygame.event.Event(pygame.TEXTINPUT, text="="))
    window.type(" 3")
    window.key(pygame.K_RETURN)
    assert window.table.facts["round"] == 3
    window.frames()
    assert list(desk.side.facts.listing.items) == ["phase", "round", "turn"]
    window.key(pygame.K_z, CTRL)
    assert "round" not in window.table.facts


@pytest.mark.parametrize("value", [3, -1, 1.5, True, "two words", ["a", 1], {"a": None}])
def test_facts_are_read_as_they_are_shown(value: object) -> None:
    assert read(told(value)) == value


def test_the_key_list_holds_every_command_with_a_key(window: TableWindow, said: set[str]) -> None:
    window.key(pygame.K_SLASH, pygame.KMOD_LSHIFT, "?")
    window.frames()
    for command in COMMANDS.values():
        if command.keys:
            assert any(text.rstrip("…") and command.title.startswith(text.rstrip("…")) for text in said), command.id
    window.key(pygame.K_ESCAPE)
    assert window.desk.dialogs.top is None


def test_three_and_four_seats_fit(open_table: OpenTable, said: set[str]) -> None:
    window = open_table((1280, 720))
    for letter in ("C", "D"):
        window.session.act(acts.rename(window.table, letter, f"Player {letter}"))
    window.frames()
    assert len([region for region in window.desk.side.regions if region.id.startswith("seat ")]) == 4
    listing = window.desk.side.log.listing
    assert listing._rect.h >= 5 * listing.height


def test_the_panels_are_used_by_keyboard(window: TableWindow) -> None:
    window.key(pygame.K_F6)
    side = window.desk.side
    seen = []
    for _ in range(30):
        window.key(pygame.K_TAB)
        seen.append(side.focus)
        if side.focus == "more A prestige":
            break
    assert seen[-1] == "more A prestige"
    window.key(pygame.K_RETURN)
    assert window.table.seats["A"].counters["prestige"] == 11
    window.key(pygame.K_ESCAPE)
    assert side.focus is None
    assert not window.desk.menu.shown
    window.on_deck()
    window.key(pygame.K_r)
    assert window.session.history.steps[-1].label.startswith("shuffles")


def test_a_note_is_rewritten_and_a_card_bears_one(window: TableWindow) -> None:
    from tabletop.table.state import Piece

    window.session.act(acts.create(window.table, Piece(0, kind="note", card="round 1", x=0.0, y=0.0)))
    window.frames()
    note = next(piece for piece in window.table if piece.kind == "note")
    window.move(window.at(note.id))
    window.key(pygame.K_n)
    window.frames()
    window.type("round 2")
    window.key(pygame.K_RETURN)
    assert window.table.pieces[note.id].card == "round 2"
    assert window.session.log("B")[-1].text.startswith("Anna writes “round 2” on ")
    window.key(pygame.K_z, CTRL)
    assert window.table.pieces[note.id].card == "round 1"
